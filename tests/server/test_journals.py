"""Journals as files: downloaded, uploaded, damaged."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from litestar.testing import TestClient

import meuse
from kits.visitors import BOT, HERE, LINK, Visitor
from meuse.counters import Side
from meuse.server import upgrade, uploads
from meuse.server.app import build
from meuse.server.copies import Wanted, made_of
from meuse.server.errors import ServiceError
from meuse.server.eyes import eyes_of
from meuse.server.house import _first_info
from meuse.server.journals import _text
from meuse.server.limits import Limits
from meuse.server.live import LiveGame
from meuse.server.match import Match
from meuse.server.records import Record, Setup
from meuse.server.uploads import Refused, Uploads

REPLAY = Path(__file__).parents[1] / "replay"


def test_a_finished_game_is_downloaded_whole_and_proves_itself(service: Visitor, tmp_path: Path) -> None:
    match = service.start("skirmish", seed="5")
    match.play_out()
    answer = match.get("/journal")
    (tmp_path / "game.meuse").write_text(answer.text)

    assert answer.headers["content-disposition"] == f'attachment; filename="skirmish-{match.id}.meuse"'
    assert meuse.load(tmp_path / "game.meuse").result.text == match.get().json()["verdict"]
    assert match.german.get("journal").text == answer.text


def test_a_resigned_game_is_downloaded_as_it_stood(service: Visitor, tmp_path: Path) -> None:
    match = service.start("skirmish", seed="5")
    match.play(12)
    match.german.post("resign")
    (tmp_path / "game.meuse").write_text(match.get("/journal").text)

    assert len(meuse.load(tmp_path / "game.meuse").journal) == 12
    assert "# The German side has resigned." in match.get("/journal").text


def test_a_journal_of_a_game_in_play_has_neither_seed_nor_secrets(service: Visitor) -> None:
    match = service.start("skirmish", seed="a-seed-to-be-kept")
    match.german.order("bid", "2")
    own, other, public = match.german.get("journal").text, match.allied.get("journal").text, match.get("/journal").text

    assert "german bid 2" in own
    assert "german sealed" in other
    assert "german sealed" in public
    assert all("a-seed-to-be-kept" not in text and "# state" not in text for text in (own, other, public))


def test_an_uploaded_game_goes_on_where_it_stood(service: Visitor) -> None:
    game = meuse.new("skirmish", seed=7)
    game.play("bid 2", "german")
    game.play("bid 0", "allied")
    match = service.match(service.upload(meuse.journal.write(game)).json())

    assert match.german.state["number"] == 2
    assert match.german.state["decision"]["question"] == game.decision.question


def test_a_game_against_a_bot_goes_on_from_its_own_file(service: Visitor) -> None:
    first = service.start("skirmish", HERE, BOT, seed="7")
    first.german.order("bid", "2")
    before = first.german.wait()
    text = first.german.get("journal").text
    again = service.match(service.upload(text, HERE, BOT).json())

    assert "allied sealed" in text
    assert again.german.wait()["view"]["units"] == before["view"]["units"]


def test_the_sealed_orders_of_a_file_are_for_a_bot_only(service: Visitor) -> None:
    first = service.start("skirmish", HERE, BOT, seed="7")
    first.german.order("bid", "2")
    text = first.german.get("journal").text

    assert service.upload(text, HERE, HERE).json()["error"] == "sealed"
    assert service.upload(text, BOT, HERE).json()["error"] == "sealed"


def test_no_file_of_a_game_between_people_can_be_played_on_before_its_end(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "2")
    refused = service.upload(match.german.get("journal").text, HERE, BOT)

    assert refused.json()["error"] == "bad_journal"


def test_a_damaged_file_is_refused_with_its_line_and_can_be_opened_up_to_there(service: Visitor) -> None:
    game = meuse.new("skirmish", seed=7)
    game.play("bid 2", "german")
    game.play("bid 0", "allied")
    text = meuse.journal.write(game).replace("allied bid 0", "allied bid 9")
    refused = service.upload(text)

    assert refused.status_code == 422
    assert refused.json()["error"] == "bad_journal"
    assert refused.json()["line"] == text.splitlines().index(next(r for r in text.splitlines() if "bid 9" in r)) + 1
    assert refused.json()["orders_before"] == 1
    assert service.upload(text, upto=1).status_code == 201


def test_a_game_on_other_tables_than_the_servers_is_refused(service: Visitor, tmp_path: Path) -> None:
    charts = (meuse.rule_book("skirmish").data / "tables.toml").read_text(encoding="utf-8")
    (tmp_path / "tables.toml").write_text(charts.replace("turns = 4", "turns = 3"), encoding="utf-8")
    refused = service.upload(meuse.journal.write(meuse.new("skirmish", data=tmp_path)))

    assert refused.status_code == 409
    assert refused.json()["error"] == "other_tables"


# -- files made to keep the service busy


def test_a_file_is_replayed_beside_the_engine_and_within_limits(
    service: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit on processor time is over before the file is; the service answers meanwhile, and says so."""
    monkeypatch.setattr(uploads, "MOST_WAIT", 0.05)
    refused = service.upload(meuse.journal.write(meuse.new("skirmish", seed=7)))

    assert refused.status_code == 422
    assert refused.json()["reason"] == "it takes too long or too much memory to replay"
    assert service.start("skirmish").get().status_code == 200


@pytest.mark.parametrize("limits", [{"seconds": 1}, {"memory": 1_000_000}])
def test_a_replay_that_takes_too_long_or_too_much_memory_ends_alone(limits: dict[str, int]) -> None:
    text = (REPLAY / "france40-sickle-cut.meuse").read_text(encoding="utf-8")
    wanted = Wanted(text=text, upto=None, sealed_for="", by_link=False, seed="1", at="")

    async def sent() -> bytes | Refused:
        return await Uploads(**limits).replayed(wanted, "", "")

    assert asyncio.run(sent()) == Refused(0, "it takes too long or too much memory to replay")


def test_only_so_many_files_wait_and_a_page_may_ask_how_far_its_own_is() -> None:
    """Three from one address; the first is being replayed, and the second knows that one comes first."""

    async def crowd() -> tuple[list[object], list[tuple[int, int, int] | None]]:
        waiting, text = Uploads(), (REPLAY / "skirmish.meuse").read_text(encoding="utf-8")
        wanted = Wanted(text=text, upto=None, sealed_for="", by_link=False, seed="1", at="")
        tasks = [asyncio.ensure_future(waiting.replayed(wanted, f"t{n}", "an address")) for n in range(4)]
        await asyncio.sleep(0)
        places = [waiting.progress(f"t{n}") for n in range(4)]
        await tasks[0]
        for task in tasks[1:3]:
            task.cancel()
        return await asyncio.gather(*tasks[1:], return_exceptions=True), places

    answers, places = asyncio.run(crowd())
    assert [place and place[0] for place in places] == [0, 1, 2, None]
    assert isinstance(answers[-1], ServiceError)
    assert answers[-1].status == 429


# -- new dice for copies


def test_a_copy_for_two_goes_on_with_dice_that_nobody_knows(service: Visitor) -> None:
    game = meuse.new("skirmish", seed="known")
    for order in ("bid 1", "bid 0", "move 24ID 5114", "end"):
        game.play(order)
    match = service.match(service.upload(meuse.journal.write(game), HERE, LINK).json())
    info, log = match.get().json(), match.german.get("log").json()
    undone = match.german.post("undo", number=4)
    match.german.post("resign")
    text = match.get("/journal").text

    assert (info["chosen_seed"], info["seed"]) == (False, "")
    assert info["fingerprint"] != game.fingerprint
    assert [" ".join(line["order"]) for line in log] == ["bid 1", "sealed", "move 24ID 5114", "end"]
    assert "with new dice" in log[-1]["events"][-1]["text"]
    assert undone.json()["text"] == "The dice have changed since."
    assert "seed known" not in text
    assert "# dice from another seed" in text


def test_a_copy_for_two_is_played_to_its_end_after_a_restart_and_its_file_agrees(database: str) -> None:
    game = meuse.load(REPLAY / "skirmish.meuse").at(30)
    with TestClient(build(database, Limits(rate=0))) as client:
        visitor = Visitor(client)
        match = visitor.match(visitor.upload(meuse.journal.write(game), HERE, LINK).json())
        match.play(10)
        before = match.german.state
    with TestClient(build(database, Limits(rate=0))) as client:
        match.client = client
        for player in match.players.values():
            player.client = client
        after = match.german.state
        match.play_out()
        text, report = match.get("/journal").text, match.get("/report").json()
    parts = meuse.journal.verify(meuse.journal.parse(text))

    assert after == before
    assert report["replayed"] == "agrees since"
    assert [(part.other_dice, bool(part.digest)) for part in parts] == [(True, False), (False, True)]
    assert meuse.journal.write(meuse.journal.replay(meuse.journal.parse(text))) == text


def test_the_end_of_a_sealed_copy_shows_neither_the_seed_nor_the_sealed_orders(service: Visitor) -> None:
    first = service.start("skirmish", HERE, BOT, seed="a-seed-to-be-kept")
    first.german.order("bid", "2")
    first.german.wait()
    copy = service.match(service.upload(first.german.get("journal").text, HERE, BOT).json())
    copy.german.wait()
    again = service.match(service.upload(copy.german.get("journal").text, HERE, BOT).json())
    again.german.wait()
    for one in (copy, again):
        one.german.post("resign")
        text = one.get("/journal").text

        assert "a-seed-to-be-kept" not in text
        assert "german bid 2" in text
        assert "allied sealed" in text
        assert "allied bid" not in text
        assert one.get("/log").json()[1]["order"] == ["sealed"]


def test_whoever_resigns_a_sealed_copy_sees_nothing_of_what_the_bot_hides() -> None:
    game = meuse.new("gdw1940", seed="7")
    game.play("group 1", "allied")  # the secret plan
    wanted = Wanted(
        text=meuse.journal.write(game), upto=None, sealed_for="german", by_link=False, seed="other", at="now"
    )
    made = made_of(wanted, lambda _, __: None)
    given_up = Record("resign", "german", "The German side has resigned.", "now")
    made.live.add(given_up)
    assert made.snapshot is not None
    opened_again = upgrade.unfold(upgrade.Files(made.setup, (*made.records, given_up), (made.snapshot,)))
    resigned = LiveGame(Setup("gdw1940", "campaign", "7", {}))
    resigned.add(given_up)

    for live in (made.live, opened_again):
        assert live.game.over
        assert not live.is_open
        with pytest.raises(ServiceError, match="may still be going on"):
            eyes_of(Side.GERMAN, "allied", live)
        assert "group" not in _text(Match(_first_info(made._replace(live=live), {}), live), None)
    assert resigned.is_open
    assert eyes_of(Side.GERMAN, "allied", resigned)(resigned.game).units


def test_a_copy_at_one_table_keeps_its_dice_and_shows_them(service: Visitor) -> None:
    match = service.match(service.upload(meuse.journal.write(meuse.new("skirmish", seed="known")), HERE, HERE).json())

    assert match.get().json()["seed"] == "known"


def test_no_journal_at_all_is_refused(service: Visitor) -> None:
    assert service.upload("Dear Sir,").json()["line"] == 1
    assert service.upload("").json()["error"] == "bad_journal"
    assert service.upload("x" * 2_000_001).json()["error"] == "bad_request"

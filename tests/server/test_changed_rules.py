"""Matches that were stored under other rules: they move up unseen, or go on from a snapshot, and both players know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient

import meuse
from kits.visitors import BOT, HERE, HostedMatch, Player, Server, Visitor, unlimited
from meuse import journal
from meuse.games.skirmish import SkirmishBook
from meuse.games.skirmish.board import Skirmish
from meuse.server.storage import Storage

NewRules = Callable[..., None]


@pytest.fixture
def new_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> NewRules:
    """Changes figures of the skirmish for good, and raises its revision to 2."""

    def change(*figures: tuple[str, str], file: str = "tables.toml") -> None:
        text = (meuse.games.printed_book("skirmish").data / file).read_text(encoding="utf-8")
        for old, new in figures:
            assert old in text
            text = text.replace(old, new)
        (tmp_path / "skirmish").mkdir(exist_ok=True)
        (tmp_path / "skirmish" / file).write_text(text, encoding="utf-8")
        monkeypatch.setenv("MEUSE_TABLES", str(tmp_path))
        monkeypatch.setattr(SkirmishBook, "revision", 2)

    return change


def begun(database: str, orders: int, seed: str = "7") -> HostedMatch:
    """A match of so many orders, under the old rules."""
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed=seed)
        match.play(orders)
    return match


def move_in(match: HostedMatch, client: Any) -> None:
    """Everybody comes to the same match of another service."""
    match.client = client
    for player in match.players.values():
        player.client = client


def notices(player: Player) -> list[str]:
    return notices_of(player.state)


def notices_of(state: dict[str, Any]) -> list[str]:
    return [line["text"] for line in state["chat"] if line["side"] == ""]


def kinds(database: str, match_id: str) -> list[str]:
    storage = Storage(database)
    found = [record.kind for record in storage.records(match_id)]
    storage.close()
    return found


def stored(database: str, match_id: str) -> list[int]:
    """After how many orders there are snapshots."""
    storage = Storage(database)
    found = [snapshot.mark.orders for snapshot in storage.snapshots(match_id)]
    storage.close()
    return found


SILENT = ("tokens = 4 ", "tokens = 6 ")
"""Every order stays legal, and from the first moment on nothing is as it was."""

NO_BIDS = ("most_bid = 2", "most_bid = 0")
"""Any bid is refused."""


# -- what is stored


def test_snapshots_are_taken_at_the_start_of_every_turn_now_and_then_and_at_the_end(database: str) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.play_out()
        log, number = match.german.get("log").json(), match.german.state["number"]
    found = stored(database, match.id)

    assert found[0] == 0
    assert found[-1] == number
    assert {log[n - 1]["turn"] for n in found[1:]} == {2, 3, 4}
    assert max(later - earlier for earlier, later in pairwise(found)) < 30


def test_no_snapshot_is_taken_while_orders_can_be_taken_back_or_a_bid_is_sealed(database: str) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.german.order("bid", "0")

        assert stored(database, match.id) == [0]

        match.allied.order("bid", "0")
        match.german.order("move", "24ID", match.german.choices("move", "24ID")[0])

    assert stored(database, match.id) == [0]


def test_a_resigned_match_is_stored_as_it_ended(database: str) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.german.post("resign")
        match.german.post("chat", text="Well played")

    assert stored(database, match.id) == [0, 0]


def test_snapshots_are_deleted_with_their_match(database: str) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", HERE, HERE, seed="7")
        client.delete(f"/api/seats/{match.german.secret}")

    assert stored(database, match.id) == []


# -- rules that agree


def test_a_match_that_agrees_with_new_rules_moves_up_unseen(database: str, new_rules: NewRules) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.play(25)
        before = match.german.state
    new_rules(("turns = 4", "turns = 4   # as ever"))
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        after = match.german.state
        header = match.get("/journal").text

    assert after == before
    assert "\nrevision 2\n" in header
    assert "revision" not in kinds(database, match.id)


def test_a_match_from_before_there_were_snapshots_gets_one_when_it_is_opened(database: str) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.german.order("bid", "2")
        match.allied.order("bid", "0")
    storage = Storage(database)
    with storage.engine.begin() as connection:
        connection.execute(sa.text("DELETE FROM snapshots"))
    storage.close()
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        assert match.german.state["number"] == 2
        assert match.german.state["number"] == 2

    assert stored(database, match.id) == [2]


# -- rules that do not agree


def test_a_silent_change_is_noticed_and_both_players_are_told(database: str, new_rules: NewRules) -> None:
    match = begun(database, 25)
    last = stored(database, match.id)[-1]
    new_rules(SILENT)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        german, allied = notices(match.german), notices(match.allied)
        log = match.german.get("log").json()

    assert german == allied
    assert len(german) == 1
    assert german[0].startswith(
        "The rules have changed: revision 1 → 2. The game continues under the new ones from turn 2"
    )
    assert f"order {last};" in german[0]
    assert log[last - 1]["events"][-1]["text"] == german[0]


def test_the_position_and_later_orders_are_kept(database: str, new_rules: NewRules) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.play(25)
        before, log = match.german.state, match.german.get("log").json()
    new_rules(SILENT)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        after, told = match.german.state, match.german.get("log").json()

    assert after["view"]["units"] == before["view"]["units"]
    assert after["view"]["control"] == before["view"]["control"]
    assert after["waiting"] == before["waiting"]
    assert [line["order"] for line in told] == [line["order"] for line in log]
    assert [line["events"][:1] for line in told] == [line["events"][:1] for line in log]
    assert [line["turn"] for line in told] == [line["turn"] for line in log]


def test_a_match_goes_over_once_and_is_played_to_its_end(database: str, new_rules: NewRules, tmp_path: Path) -> None:
    match = begun(database, 25)
    new_rules(SILENT)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        match.play(30)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        match.play_out()
        text = match.get("/journal").text
    (tmp_path / "game.meuse").write_text(text, encoding="utf-8")
    loaded = meuse.load(tmp_path / "game.meuse")
    parts = journal.verify(journal.parse(text))

    assert kinds(database, match.id).count("revision") == 1
    assert text.count("\n# revision 2 ") == 1
    assert "\nrevision 1\n" in text
    assert loaded.result is not None
    assert loaded.result.text == table_verdict(database, match.id)
    assert [part.revision for part in parts] == [1, 2]
    assert parts[0].digest == ""
    assert parts[0].release.startswith("meuse")
    assert parts[1].digest


def table_verdict(database: str, match_id: str) -> str:
    storage = Storage(database)
    info = storage.info(match_id)
    storage.close()
    assert info is not None
    return info.verdict


def test_orders_that_no_longer_fit_are_named_to_their_side_only(database: str, new_rules: NewRules) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.german.order("bid", "2")
        before = match.german.state["number"]
    new_rules(NO_BIDS)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        german, allied, public = notices(match.german), notices(match.allied), match.get("/state").json()["chat"]
        after = match.german.state
        match.german.order("bid", "0")

    assert before == 1
    assert after["number"] == 0
    assert german[1] == "Your orders that are no longer possible and must be given again: bid 2."
    assert allied == german[:1]
    assert [line["text"] for line in public] == german[:1]


def test_after_an_order_that_no_longer_fits_nothing_is_kept_that_commits(database: str, new_rules: NewRules) -> None:
    """The infantry stays where it is: of two moves one is kept, and their end, but no battle is fought."""
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.german.order("bid", "2")
        match.allied.order("bid", "0")
        match.german.order("move", "24ID", "5114")
        match.german.order("move", "2Pz", "4815")
        match.german.order("end")
        match.german.order("done")
    new_rules(("strength = 2, steps = 2, movement = 4", "strength = 2, steps = 2, movement = 0"), file="counters.toml")
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        state, log = match.german.state, match.german.get("log").json()
        told = notices(match.german)
        undone = match.german.post("undo", number=state["number"])

    assert [line["order"][:2] for line in log] == [["bid", "2"], ["sealed"], ["move", "2Pz"], ["end"]]
    assert "move 24ID" in told[1]
    assert told[1].endswith("done.")
    assert state["can_undo"]
    assert undone.status_code == 200


def test_nobody_goes_back_past_the_change(database: str, new_rules: NewRules) -> None:
    match = begun(database, 25)
    new_rules(SILENT)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        first = next(n for n, line in enumerate(match.german.get("log").json(), 1) if "rules" in str(line["events"]))
        answers = [match.players[side].post("takeback") for side in ("german", "allied", "german", "allied") * 8]
        number = match.german.state["number"]

    assert {answer.json().get("error") for answer in answers} == {None, "nothing"}
    assert number >= first


def test_the_past_before_the_change_can_still_be_looked_at(database: str, new_rules: NewRules) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.play(25)
        marks = stored(database, match.id)
        past = [match.german.get(f"state?at={at}").json()["view"]["units"] for at in marks]
    new_rules(SILENT)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)

        assert [match.german.get(f"state?at={at}").json()["view"]["units"] for at in marks] == past
        assert match.german.get(f"state?at={marks[-1] - 1}").status_code == 200


def test_secrets_of_before_stay_secret(database: str, new_rules: NewRules) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="a-seed-to-be-kept")
        match.play(25)
    new_rules(SILENT)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        log = match.allied.get("log").json()
        texts = [match.allied.get("journal").text, match.get("/journal").text]

    assert log[0]["order"] == ["sealed"]
    assert all("german sealed" in text and "# revision 2" in text for text in texts)
    assert all("a-seed-to-be-kept" not in text and "# | " not in text and "# state" not in text for text in texts)


def test_rules_may_change_again_and_again(database: str, new_rules: NewRules, tmp_path: Path) -> None:
    match = begun(database, 25)
    new_rules(SILENT)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        match.play(25)
        assert len(notices(match.german)) == 1
    new_rules(NO_BIDS)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        match.play_out()
        told, text = notices(match.german), match.get("/journal").text
    (tmp_path / "game.meuse").write_text(text, encoding="utf-8")

    assert len(told) == 2
    assert told[1].startswith("The rules have changed: revision 2 → 2.")
    assert text.count("\n# revision ") == 2
    assert journal.write(meuse.load(tmp_path / "game.meuse")) == text


def test_a_resigned_match_stays_resigned(database: str, new_rules: NewRules) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.play(25)
        match.german.post("resign")
    new_rules(SILENT)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        info, text = match.get().json(), match.get("/journal").text

    assert info["over"]
    assert info["verdict"] == "The German side has resigned. The Allied side wins."
    assert "# The German side has resigned." in text


def test_a_match_that_was_played_to_its_end_stays_as_it_ended(database: str, new_rules: NewRules) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.play_out()
        before, log = match.german.state, match.german.get("log").json()
    new_rules(SILENT)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        after, told = match.german.state, match.german.get("log").json()
        text = match.get("/journal").text

    assert after["match"]["verdict"] == before["match"]["verdict"]
    assert after["view"]["units"] == before["view"]["units"]
    assert [line["note"] for line in told] == [line["note"] for line in log]
    assert notices_of(after) == ["The rules have changed since this game ended: revision 1 → 2."]
    assert [part.digest != "" for part in journal.verify(journal.parse(text))] == [False, True]


def test_a_snapshot_beside_the_way_is_not_gone_on_from(database: str, new_rules: NewRules) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.play(25)
        while match.german.state["number"] >= stored(database, match.id)[-1]:
            match.german.post("takeback")
            match.allied.post("takeback", answer=True)
        before = match.german.state["view"]
    beside = stored(database, match.id)[-1]
    new_rules(SILENT)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        after = match.german.state

    assert after["number"] < beside
    assert after["view"]["units"] == before["units"]
    assert f"order {stored(database, match.id)[-2]};" in notices_of(after)[0]


def test_a_bot_plays_on(database: str, new_rules: NewRules) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", HERE, BOT, seed="7")
        match.german.order("bid", "2")
        match.german.wait()
    new_rules(SILENT)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        while "allied" not in [line["side"] for line in match.german.get("log").json()[2:]]:
            match.german.wait()
            match.play(1)

        assert len(notices(match.german)) == 1
        assert match.german.wait()["number"] > 2


def test_the_report_tells_what_came_after(database: str, new_rules: NewRules) -> None:
    match = begun(database, 25)
    new_rules(SILENT)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        match.play_out()
        report = match.get("/report")

    assert report.status_code == 200
    assert report.json()["over"]


def test_a_file_of_such_a_match_is_not_taken_by_another(database: str, new_rules: NewRules) -> None:
    match = begun(database, 25)
    new_rules(SILENT)
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        match.play_out()
        text = match.get("/journal").text
        refused = Visitor(client).upload(text)

    assert refused.json()["error"] == "bad_journal"
    assert refused.json()["line"] == next(
        n for n, row in enumerate(text.splitlines(), 1) if row.startswith("# revision")
    )


def test_if_no_snapshot_can_be_read_the_match_is_refused_and_nothing_is_lost(
    database: str, new_rules: NewRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TestClient(unlimited(database)) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.play(25)
        before = match.german.state, kinds(database, match.id)
    new_rules(SILENT)
    with monkeypatch.context() as change:
        change.setattr(Skirmish, "scalars", (*Skirmish.scalars, "weather"))
        change.setattr(Skirmish, "weather", "fine", raising=False)
        with TestClient(unlimited(database)) as client:
            refused = client.get(f"/api/seats/{match.german.secret}/state")
    monkeypatch.delenv("MEUSE_TABLES")
    with TestClient(unlimited(database)) as client:
        move_in(match, client)
        after = match.german.state, kinds(database, match.id)

    assert refused.status_code == 409
    assert refused.json()["error"] == "other_rules"
    assert after == before


# -- killed in between


@pytest.fixture
def server(database: str, tmp_path: Path) -> Iterator[Server]:
    running = Server(database, tmp_path / "server.log")
    yield running
    running.kill()


def test_a_server_killed_while_matches_go_over_loses_nothing(server: Server, new_rules: NewRules) -> None:
    server.start()
    with httpx.Client(base_url=server.address, timeout=60) as client:
        match = Visitor(client).start("skirmish", seed="7")
        match.play(25)
        before = match.german.state
    server.kill()
    new_rules(SILENT)
    server.start()
    with httpx.Client(base_url=server.address, timeout=60) as client:
        move_in(match, client)
        first = match.german.state
        server.kill()
        server.start()
        second = match.allied.state

    assert first["view"]["units"] == before["view"]["units"]
    assert [line["text"] for line in first["chat"]] == [line["text"] for line in second["chat"]]
    assert len(second["chat"]) == 1
    assert kinds(server.database, match.id).count("revision") == 1

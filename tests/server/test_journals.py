"""Journals as files: downloaded, uploaded, damaged."""

from __future__ import annotations

from pathlib import Path

import meuse
from kits.visitors import BOT, HERE, Visitor


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


def test_no_journal_at_all_is_refused(service: Visitor) -> None:
    assert service.upload("Dear Sir,").json()["line"] == 1
    assert service.upload("").json()["error"] == "bad_journal"
    assert service.upload("x" * 2_000_001).json()["error"] == "bad_request"

"""Saved games that went over to other rules: read from there on, verified part by part, written as they were."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import meuse
from kits.journals import line_of, refused, summed
from meuse import journal
from meuse.changeover import Changeover
from meuse.cli import app
from meuse.games.skirmish import SkirmishBook
from meuse.history import history
from meuse.snapshot import dump

FIRST = ("bid 1", "bid 0", "move 24ID 5114")
LATER = ("end", "done", "end", "done")


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> meuse.Game:
    """A game begun under revision 1 and gone on with under revision 2."""
    old = meuse.new("skirmish", seed="the Meuse")
    for order in FIRST:
        old.play(order)
    change = Changeover(
        orders=3,
        revision=old.rules.revision,
        data=old.rules.data_hash,
        release="meuse 0.0.9",
        digest=old.state.digest(),
        snapshot=dump(old.state),
        dropped=("german move 2Pz 4916",),
    )
    monkeypatch.setattr(SkirmishBook, "revision", 2)
    new = meuse.Game.resumed(old.rules, old.state.scenario, old.journal, [change])
    for order in LATER:
        new.play(order)
    return new


@pytest.fixture
def text(game: meuse.Game) -> str:
    """Its file; the first part holds an order that the present rules refuse."""
    return summed(journal.write(game).replace("german move 24ID 5114", "german move 24ID 4113"))


def test_the_file_says_where_the_rules_changed(game: meuse.Game, text: str) -> None:
    rows = text.splitlines()
    at = line_of(text, "# revision") - 1
    assert "revision 1" in rows[:at]
    assert rows[at - 1].startswith("# state 3 ")
    assert rows[at] == f"# revision 2 {game.rules.data_hash} before meuse 0.0.9"
    assert rows[at + 1 : at + 3] == ["# secret 1 2", "# dropped german move 2Pz 4916"]
    assert rows[at + 3].startswith("# | ")
    assert rows[-1].startswith("# state 7 ")


def test_it_is_loaded_from_there_on(game: meuse.Game, text: str, tmp_path: Path) -> None:
    (tmp_path / "g.meuse").write_text(text, encoding="utf-8")
    loaded = meuse.load(tmp_path / "g.meuse")

    assert loaded.state.digest() == game.state.digest()
    assert [entry.order for entry in loaded.journal[3:]] == [entry.order for entry in game.journal[3:]]
    assert loaded.changeovers == game.changeovers
    assert journal.write(loaded) == text


def test_it_goes_on_after_loading(game: meuse.Game, text: str) -> None:
    loaded = journal.replay(journal.parse(text))
    for one in (game, loaded):
        one.play("end")
    assert loaded.state.digest() == game.state.digest()


def test_secret_orders_of_its_first_part_stay_secret(text: str) -> None:
    seat = journal.replay(journal.parse(text)).seat("allied")
    assert seat.journal[0].order == ("sealed",)
    assert seat.journal[1].order == ("bid", "0")


def test_its_history_is_told_from_there_on(text: str) -> None:
    assert history(journal.replay(journal.parse(text)), None).orders == 7


def test_each_part_is_verified_by_its_own_rules(game: meuse.Game, text: str) -> None:
    first, second = journal.verify(journal.parse(text))
    assert first == journal.Part(1, 3, 1, "", "meuse 0.0.9")
    assert second == journal.Part(4, 7, 2, game.state.digest())


def test_a_first_part_that_agrees_with_the_present_rules_is_verified_too(game: meuse.Game) -> None:
    parts = journal.verify(journal.parse(journal.write(game)))
    assert [part.digest for part in parts] == [game.changeovers[0].digest, game.state.digest()]


def test_the_earlier_release_verifies_its_own_part(game: meuse.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    text = summed(journal.write(game).replace("german end", "german entrain", 1))
    monkeypatch.setattr(SkirmishBook, "revision", 1)
    first, second = journal.verify(journal.parse(text))
    assert first.digest == game.changeovers[0].digest
    assert second == journal.Part(4, 7, 2)


def verdict(text: str, folder: Path) -> tuple[int, str]:
    """What the command line says of a file, and its exit code."""
    (folder / "g.meuse").write_text(text, encoding="utf-8")
    answer = CliRunner().invoke(app, ["verify", "--json", str(folder / "g.meuse")])
    (said,) = json.loads(answer.stdout).values()
    return answer.exit_code, said


def test_the_command_line_says_what_was_verified(text: str, game: meuse.Game, tmp_path: Path) -> None:
    code, said = verdict(text, tmp_path)
    assert code == 3
    assert said == (
        f"agrees, but proves nothing: orders 4 to 7, state {game.state.digest()}; "
        "orders 1 to 3 are of revision 1, for meuse 0.0.9; "
        f"tables {game.rules.data_hash}, seed {game.fingerprint[:16]}; orders 4 to 7 follow from a snapshot in the file"
    )


def test_a_forged_snapshot_is_not_called_verified(text: str, game: meuse.Game, tmp_path: Path) -> None:
    """Any state at all can be put into a file: here the Germans have all the tokens."""
    forged = game.beginning()
    forged.state.tokens[0] = 9
    digest, packed = forged.state.digest(), dump(forged.state)
    rows = [row for row in text.splitlines() if not row.startswith("# | ")]
    at = line_of("\n".join(rows), "# revision")
    rows[at - 2] = f"# state 3 {digest}"
    changed = "\n".join([*rows[: at + 2], f"# | {packed}", "# state 3 0", f"# state 3 {digest}"])

    code, said = verdict(summed(f"{changed}\n# sum 0123456789abcdef"), tmp_path)
    assert code == 3
    assert said.endswith("; no order after 3 follow from a snapshot in the file")


def test_a_game_whose_first_part_leads_to_its_snapshot_is_verified(game: meuse.Game, tmp_path: Path) -> None:
    code, said = verdict(journal.write(game), tmp_path)
    assert code == 0
    assert said.startswith("verified: orders 1 to 3, state ")


def test_a_game_without_an_order_since_is_verified_too(game: meuse.Game, tmp_path: Path) -> None:
    journal_text = summed(journal.write(game.beginning()).replace("german move 24ID 5114", "german move 24ID 4113"))
    assert (
        f": no order after 3, state {game.changeovers[0].digest}; orders 1 to 3 are"
        in verdict(journal_text, tmp_path)[1]
    )


# -- damaged files


def test_an_order_of_the_present_rules_must_be_legal(text: str) -> None:
    changed = text.replace("german end", "german entrain", 1)
    assert refused(changed)[0] == line_of(text, "german end")
    with pytest.raises(meuse.BadJournal):
        journal.verify(journal.parse(changed))


def test_a_damaged_snapshot_is_refused_with_the_line_of_its_changeover(text: str) -> None:
    line = line_of(text, "# revision")
    gone = "\n".join(row for row in text.splitlines() if not row.startswith("# | "))
    assert refused(gone) == (line, "this is not a snapshot, or it is damaged")


def test_a_snapshot_of_another_state_is_refused(text: str) -> None:
    digest = journal.parse(text).checks[0].digest
    reason = "the state in the snapshot is not the one recorded"
    assert refused(text.replace(digest, digest[::-1])) == (line_of(text, "# revision"), reason)


def test_a_snapshot_of_another_seed_is_refused(text: str) -> None:
    assert refused(text.replace("seed the Meuse", "seed the Seine"))[1] == "the snapshot is of a game with another seed"


def test_a_changeover_without_the_state_before_it_is_refused(text: str) -> None:
    rows = [row for row in text.splitlines() if not row.startswith("# state 3")]
    assert refused("\n".join(rows))[1] == "'# state 3 ...' must stand before a change of rules"


def test_a_changeover_of_another_form_is_refused(text: str) -> None:
    line = line_of(text, "# revision")
    assert refused(text.replace("# revision 2", "# revision two")) == (
        line, "the line must be '# revision NUMBER TABLES before RELEASE'",
    )  # fmt: skip
    assert refused(text.replace("# secret 1 2", "# secret Meuse"))[1].startswith("'# secret' is followed by")

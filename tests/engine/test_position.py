"""Positions: written, edited, checked line by line, played on from; and games that begin at one."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import meuse
from meuse import journal
from meuse.state import State
from meuse.steps import Step
from meuse.testkit import Table

from .toy import toy


@pytest.fixture
def table() -> Table:
    laid = Table("skirmish").clear()
    laid.put("moved German 1Pz at 4717 with 1 step", "French 55DI at 4718", "French 71DI at 4818")
    return laid.phase("German movement")


def edited(text: str, before: str, after: str) -> str:
    assert before in text
    return text.replace(before, after, 1)


def refused(text: str) -> tuple[str, str]:
    """The line and the reason for which a text is refused."""
    with pytest.raises(meuse.BadPosition) as caught:
        meuse.Position.parse(text)
    return text.splitlines()[caught.value.line - 1], caught.value.reason


# -- written and read


def test_a_position_says_what_stands_where_in_words(table: Table) -> None:
    rows = table.position.text.splitlines()
    assert rows[:4] == ["meuse position 1", "game skirmish", "scenario sedan", "---"]
    assert "unit 1Pz at 4717 with 1 step, moved" in rows
    assert "unit 55DI at 4718" in rows
    assert rows[-1].startswith('step {"struct": ["Operation"')


def test_play_goes_on_from_a_position(table: Table) -> None:
    game = table.position.play(seed=3)
    assert game.decision.choices() == table.game.decision.choices()
    game.play("end")
    assert game.decision.side.word == "german"


def test_a_position_can_be_edited(table: Table, tmp_path: Path) -> None:
    file = tmp_path / "sedan.position"
    file.write_text(edited(table.position.text, "unit 1Pz at 4717 with 1 step, moved", "unit 1Pz at 4717"))
    game = meuse.load(file)
    assert "1Pz" in game.decision.choices(("move",))


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("unit 55DI at 4718", "unit 55DI at 9999", "there is no hex 9999"),
        ("unit 55DI at 4718", "unit 5DI at 4718", "has no unit '5DI'"),
        ("unit 55DI at 4718", "unit 55DI at 4718 with 7 steps", "55DI has 2 steps, not 7"),
        ("unit 55DI at 4718", "unit 55DI at 4718, asleep", "a unit is not 'asleep'; it may be moved"),
        ("unit 55DI at 4718", "unit 55DI stands at 4718", "a unit's line reads"),
        ("unit 55DI at 4718", "unit 1Pz at 4718", "1Pz has been placed above"),
        ("turn 1", "turn soon", "the turn is a number"),
        ("turn 1", "turn 999999999999", "the turn is a number"),
        ("turn 1", f"turn 1\nvalue tokens {'[' * 5000}", "values nested too deeply for a game"),
        ('"moving": -1', '"moving": 99999999999', "99999999999 is beyond all numbers of a game"),
        ('"moving": -1', '"moving": 1e999', "inf is beyond all numbers of a game"),
        ("unit 55DI at 4718", f"unit 55DI at 4718, {'9' * 5000}", "a unit is not"),
        ("turn 1", "weather rain", "a line begins with turn, unit"),
        ("game skirmish", "game chess", "there is no game 'chess'"),
        ("scenario sedan", "scenario dinant", "has no scenario 'dinant'"),
        ("scenario sedan", "scenery sedan", "the header does not know 'scenery sedan'"),
        ("meuse position 1", "meuse position 7", "must begin with 'meuse position 1'"),
        ('"moving": -1', '"moving": -1, "mood": 3', "Operation is another one in these rules"),
        ('["Operation"', '["Holiday"', "these rules have no Holiday"),
        ("step {", "step [", "is not a value"),
        ("turn 1", "turn 1\nvalue bidz 3", "has no value 'bidz'"),
        ("turn 1", "turn 1\nvalue tokens true", "tokens is a list, not a bool"),
        ("turn 1", "turn 1\ncontrol polish 4718", "the sides are german and allied"),
    ],
)
def test_what_cannot_be_is_refused_with_its_line(table: Table, before: str, after: str, reason: str) -> None:
    line, said = refused(edited(table.position.text, before, after))
    assert reason in said
    assert line in after or line in before or line.startswith(("step", "meuse", "game"))


def test_a_position_that_nobody_can_go_on_from_is_refused(table: Table) -> None:
    text = "\n".join(row for row in table.position.text.splitlines() if not row.startswith("step"))
    assert "no step is named" in refused(text)[1]


def test_what_makes_the_program_stumble_is_a_fault_of_the_lines(table: Table) -> None:
    text = edited(table.position.text, '"side": {"side": "german"}', '"side": 7')
    assert refused(text)[1].startswith("play cannot continue from here: ")


def test_a_text_longer_than_any_position_is_refused(table: Table, tmp_path: Path) -> None:
    assert refused(table.position.text + "# a remark\n" * 50_000)[1] == "the text is longer than 400000 letters"
    (tmp_path / "p").write_bytes(b"meuse position 1\n" * 100_000)
    with pytest.raises(meuse.BadPosition, match="line 1: the text is longer"):
        meuse.load(tmp_path / "p")


def test_a_sequence_of_play_that_asks_nobody_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meuse.steps.MOST_RUNS", 50)
    with pytest.raises(RuntimeError, match="the sequence of play asks no one"):
        toy(Forever())


class Forever(Step, frozen=True):
    def run(self, g: State) -> None:
        g.push(Forever())


# -- games that begin at one


def test_a_game_that_begins_at_a_position_says_so_and_verifies(table: Table, tmp_path: Path) -> None:
    game = table.position.play(seed="a seed")
    game.play("end")
    file = tmp_path / "game.meuse"
    game.save(file)
    again = meuse.load(file)

    assert "position\n| meuse position 1\n" in file.read_text(encoding="utf-8")
    assert again.state.digest() == game.state.digest()
    assert [part.digest for part in journal.verify(journal.read(file))] == [game.state.digest()]
    assert game.at(0).state.digest() == table.position.play(seed="a seed").state.digest()


def test_what_does_not_load_is_not_written(table: Table, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"write game\.position instead"):
        table.game.save(tmp_path / "game.meuse")
    assert not (tmp_path / "game.meuse").exists()


# -- other processes


def test_a_game_can_be_pickled_with_its_journal_and_what_can_be_taken_back() -> None:
    game = meuse.new("skirmish", seed=7)
    for order, side in (("bid 1", "german"), ("bid 0", "allied"), ("move 24ID 5114", "german")):
        game.play(order, side)
    twin = pickle.loads(pickle.dumps(game))

    assert twin.state.digest() == game.state.digest()
    assert twin.journal == game.journal
    assert twin.state.scenario is game.state.scenario
    assert twin.undo() == game.undo()
    assert twin.state.digest() == game.state.digest()

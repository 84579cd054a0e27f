"""2: the sequence of play."""

from __future__ import annotations

from meuse.games.planjaune.sequence import StartTurn, Verdict
from meuse.testkit import Table, rule

from .scene import at, board, changed, game, texts

COMMON = [
    "Events", "German reinforcements", "Allied reinforcements", "RemoveAirborne", "Evacuation",
    "German special operations", "Allied special operations",
]  # fmt: skip


def operations(side: str) -> list[str]:
    enemy = "Allied" if side == "German" else "German"
    return [
        f"{side} supply and replacements", f"{side} motorized movement", f"{side} combat", f"{enemy} reaction",
        f"{side} non-motorized movement", f"{side} exploitation", f"{side} isolation", f"{side} railheads",
    ]  # fmt: skip


def phases(turn: int) -> list[str]:
    """The phases of a turn by their words, without the steps that only open one."""
    g = game(Table("planjaune"))
    found: list[str] = []
    now = 0
    for step in g.scenario.sequence:
        if isinstance(step, StartTurn):
            now = step.turn
        elif now == turn and not type(step).__name__.startswith("Open") and not isinstance(step, Verdict):
            found.append(step.called(g))
    return [words for words in found if words not in ("German supply", "Allied supply", "Bridges")]


@rule("planjaune", "2a", "2.A", "2.B", "2.C", "2.D", "2b")
def test_a_turn_has_a_common_phase_two_operations_and_a_victory_phase():
    assert phases(2) == [*COMMON, *operations("German"), *operations("Allied"), "Victory phase"]


@rule("planjaune", "2.T1", "9.2.when", "11.2b")
def test_turn_1_has_no_supply_phase_and_no_allied_reaction():
    left_out = ("German supply and replacements", "Allied supply and replacements", "Allied reaction")
    assert phases(1) == [words for words in phases(2) if words not in left_out]


@rule("planjaune", "R.2.T1.1", "8.1a")
def test_nobody_is_out_of_supply_on_turn_1():
    table = at(board("de.pz1 at 0728", turn=1), "German motorized movement", turn=1)
    assert "0728" not in table.reach("de.pz1")
    assert not any("out of supply" in text for text in [texts(table.play("end"))])


@rule("planjaune", "R.2.D.1", "2.D")
def test_the_game_ends_after_turn_14():
    g = game(Table("planjaune"))
    turns = [step.turn for step in g.scenario.sequence if isinstance(step, StartTurn)]
    assert turns == list(range(1, 15))
    assert isinstance(g.scenario.sequence[-1], Verdict)


@rule("planjaune", "R.2.B.1", "11.6d")
def test_the_track_of_coups_de_main_is_set_back_after_german_operations():
    table = changed(board("de.IX at 0728", "fr.I at 0830"), coups=4)
    at(table, "German isolation")
    assert game(table).coups == 0


@rule("planjaune", "R.2.A.1")
def test_landings_come_after_evacuation_and_before_allied_interdiction():
    words = phases(2)
    assert words.index("RemoveAirborne") < words.index("Evacuation") < words.index("German special operations")
    assert words.index("German special operations") < words.index("Allied special operations")


@rule("planjaune", "2b", "5.1a")
def test_infantry_attacks_from_where_it_stood():
    table = board("de.IX at 0728", "de.pz1 at 0727", "fr.I at 0830")
    assert at(table, "German motorized movement").choices("move") == ["de.pz1"]
    assert at(table, "German non-motorized movement").choices("move") == ["de.IX"]

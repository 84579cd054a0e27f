"""What a position of France '40 is worth: prizes, who lies open, cuts, player turns, history."""

from __future__ import annotations

import pytest
from tests.rules.france40.scene import at, cities, dynamo, game, moving, sickle_cut, unit

from meuse.counters import Side
from meuse.games.france40.appreciation import APPRECIATION
from meuse.games.france40.board import France40
from meuse.testkit import Table

SCREEN = (
    "German de.id12 at 1014", "German de.id8 at 1311", "German de.id3 at 1609", "German de.id62 at 1907",
    "German de.id28 at 2306", "German de.id87 at 2806", "German de.id267 at 3209", "German de.id21 at 3804",
    "German de.id24 at 4303",
)  # fmt: skip
"""Divisions that leave one railway from north to south."""
RING = (
    "French fr.di7 at 1121", "French fr.di14 at 1224", "French fr.di16 at 1319", "French fr.di19 at 1524",
    "French fr.di23 at 1620",
)  # fmt: skip
"""Divisions around 1422, but for 1722."""


def labels(g: France40, hexes: object) -> set[str]:
    return {g.map.labels[h] for h in hexes}  # type: ignore[attr-defined]


def opened(table: Table, side: Side) -> set[str]:
    """The prizes of a side that lie open."""
    return labels(game(table), APPRECIATION.open_prizes(game(table), side))


def test_at_the_start_the_allies_hold_every_entry_hex() -> None:
    g = game(Table("france40", "sickle-cut"))
    prizes = APPRECIATION.prizes(g, Side.GERMAN)
    assert labels(g, prizes) >= {"0401", "3428", "0013", "5523"}
    assert prizes[g.map.hex("3428")] == 2.0
    assert all(APPRECIATION.holds(g, Side.ALLIED, h) for h in prizes)
    assert APPRECIATION.held(g, Side.GERMAN) == 0.0


def test_panzers_before_an_open_gate_could_leave_by_it() -> None:
    table = cities(sickle_cut("German de.pz1.t at 1103", turn=9), "german")
    assert "1100" in opened(table, Side.ALLIED)


def test_a_bond_before_the_gate_keeps_them_out() -> None:
    table = cities(sickle_cut("German de.pz1.t at 1103", "French fr.di7 at 1001", "French fr.di3 at 1201"), "german")
    assert "1100" not in opened(table, Side.ALLIED)


def test_the_last_railway_is_worth_twice_its_points() -> None:
    g = game(sickle_cut("German de.id32 at 0612", *SCREEN))
    assert APPRECIATION.prizes(g, Side.ALLIED)[g.map.hex("2808")] == 20.0


def test_a_german_unit_on_the_railway_holds_it() -> None:
    g = game(sickle_cut("German de.id32 at 0612"))
    h = g.map.hex("0612")
    assert APPRECIATION.holds(g, Side.GERMAN, h)
    assert APPRECIATION.is_guarded(g, Side.GERMAN, h)


def test_a_unit_in_the_gap_cuts_off_the_spearhead() -> None:
    table = cities(sickle_cut("German de.pz1.t at 1422", *RING, "French fr.di3 at 2022"), "german")
    g = game(table)
    tank, gap, comer = unit(table, "de.pz1.t"), g.map.hex("1722"), unit(table, "fr.di3")
    assert APPRECIATION.is_supplied(g, tank)
    found = APPRECIATION.cuts(g, Side.GERMAN, [gap, g.map.hex("2022")], {gap: (comer,)})
    assert found == {gap: APPRECIATION.strength(g, tank)}


def test_units_are_fresh_on_their_next_turn() -> None:
    table = moving(cities(sickle_cut("German de.pz1.t at 3417"), "german"), "German")
    u = unit(table, "de.pz1.t")
    fresh = APPRECIATION.reach(game(table), u)
    table.play("move de.pz1.t 3319")
    assert len(APPRECIATION.reach(game(table), u)) < len(fresh)
    board = APPRECIATION.on_their_turn(game(table), Side.GERMAN)
    assert len(APPRECIATION.reach(board, u)) >= len(fresh) // 2


def test_reach_is_what_can_be_ordered() -> None:
    table = moving(cities(sickle_cut("German de.pz1.t at 3417", "French fr.di7 at 3116"), "german"), "German")
    reach = labels(game(table), APPRECIATION.reach(game(table), unit(table, "de.pz1.t")))
    assert reach == {"3417", *table.reach("de.pz1.t")}


def test_a_player_turn_lasts_from_its_first_phase_to_its_last() -> None:
    turns = [APPRECIATION.turn_of(game(at(sickle_cut(), words, 2))) for words in ("German movement", "German combat")]
    assert turns[0] == turns[1] == (Side.GERMAN, (2, Side.GERMAN))
    assert APPRECIATION.turn_of(game(at(sickle_cut(), "Allied movement", 2))) == (Side.ALLIED, (2, Side.ALLIED))


def test_headquarters_and_remnants_of_nothing_are_frail() -> None:
    table = dynamo("British uk.hq at 2113", "British uk.1 at 2213 with 1 step")
    g = game(table)
    assert APPRECIATION.is_frail(g, unit(table, "uk.hq"))
    assert APPRECIATION.is_frail(g, unit(table, "uk.1"))


def test_dunkirk_is_open_to_whoever_walks_in() -> None:
    table = cities(dynamo("German de.gd at 2016", turn=6), "german")
    cities(table, "allied", "2113")
    assert "2113" in opened(table, Side.ALLIED)
    table.put("British uk.1 at 2113")
    assert "2113" not in opened(table, Side.ALLIED)


def test_history_is_told_by_the_board() -> None:
    g = game(sickle_cut("German de.pz1.t at 4619"))
    assert APPRECIATION.has_happened(g, "sedan")
    assert not APPRECIATION.has_happened(g, "channel")


@pytest.mark.parametrize("scenario", ["sickle-cut", "dynamo"])
def test_nothing_has_happened_at_the_start(scenario: str) -> None:
    g = game(Table("france40", scenario))
    assert not any(APPRECIATION.has_happened(g, event.id) for event in APPRECIATION.historical(g))

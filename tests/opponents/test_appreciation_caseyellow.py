"""What Case Yellow's own rules say of a position: prizes, who could be where, cuts, turns and what happened in 1940."""

from __future__ import annotations

import meuse
from meuse.counters import Side
from meuse.games.caseyellow.appreciation import APPRECIATION
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.sequence import EndRound
from meuse.testkit import Table


def table(*units: str, turn: int = 3, scenario: str = "historical") -> Table:
    found = Table("caseyellow", scenario).clear()
    state(found).set_marker("turn", turn)
    return found.put(*units)


def state(found: Table) -> CaseYellow:
    assert isinstance(found.game.state, CaseYellow)
    return found.game.state


def label(g: CaseYellow, name: str) -> int:
    return g.map.place(name).hex


def test_at_the_start_the_allies_hold_every_prize_but_the_german_cities() -> None:
    g = state(Table("caseyellow"))
    prizes = APPRECIATION.prizes(g, Side.GERMAN)
    mine = [h for h in prizes if APPRECIATION.holds(g, Side.GERMAN, h)]
    assert prizes[label(g, "Lille")] == 2.0 + 13 / 6
    assert {g.map.country[h] for h in mine} == {"germany"}
    assert prizes[label(g, "Paris")] > prizes[label(g, "Amiens")] > 0


def test_points_once_scored_are_no_prize_any_more() -> None:
    g = state(table(turn=7))
    before = APPRECIATION.prizes(g, Side.GERMAN)
    g.scored |= {"taken Abbeville"}
    after = APPRECIATION.prizes(g, Side.GERMAN)
    assert label(g, "Abbeville") in before
    assert label(g, "Abbeville") not in after


def test_an_empty_city_can_be_walked_into() -> None:
    g = state(table("German de.pz1 at 1811", "French fr.X at 2209"))
    lying = APPRECIATION.open_prizes(g, Side.ALLIED)
    assert lying[label(g, "Paris")] == (g.scenario.unit_named["de.pz1"],)
    assert label(g, "Amiens") not in lying


def test_a_unit_that_has_moved_is_fresh_on_its_next_turn() -> None:
    found = table("German de.pz1 at 1811", "French fr.X at 0909").phase("German move round")
    found.play("move de.pz1 1709", "end")
    g, panzers = state(found), state(found).scenario.unit_named["de.pz1"]
    assert set(APPRECIATION.reach(g, panzers)) == {g.map.hex("1709")}
    board = APPRECIATION.on_their_turn(g, Side.GERMAN)
    assert g.map.hex("1811") in APPRECIATION.reach(board, panzers)


def test_on_turn_1_the_left_wing_can_only_go_forward() -> None:
    g = state(Table("caseyellow"))
    g.set_marker("turn", 1)
    british = g.scenario.unit_named["uk.I"]
    assert g.map.place("Arras").hex not in APPRECIATION.reach(g, british)


def test_who_stands_on_the_causeway_cuts_off_walcheren() -> None:
    g = state(table("German de.IV at 3417", "French fr.X at 3319"))
    for h in range(len(g.map)):
        g.set_control(h, 1)
    come = APPRECIATION.comers(g, Side.ALLIED)
    cuts = APPRECIATION.cuts(g, Side.GERMAN, sorted(come), come)
    assert cuts[g.map.hex("3420")] == g.strength(g.scenario.unit_named["de.IV"])
    assert g.map.hex("3218") not in cuts


def test_a_turn_is_an_action_round() -> None:
    found = Table("caseyellow")
    assert APPRECIATION.turn_of(state(found)) is None
    found.phase("German move round")
    assert APPRECIATION.turn_of(state(found)) == (Side.GERMAN, (1, 1))
    assert isinstance(state(found).stack[1], EndRound)


def test_the_channel_is_reached_when_a_german_is_in_abbeville() -> None:
    found = table("French fr.X at 0909")
    assert not APPRECIATION.has_happened(state(found), "channel")
    found.put("German de.pz2 at 2406")
    assert APPRECIATION.has_happened(state(found), "channel")
    assert not APPRECIATION.has_happened(state(found), "meuse")
    assert {e.id: e.turn for e in APPRECIATION.historical(state(found))}["channel"] == 3


def test_air_assets_are_unspent_when_no_chit_is_left() -> None:
    g = state(table())
    g.air[:] = [2, 1]
    g.cup[:] = [1, 0, 0]
    assert list(APPRECIATION.unspent(g, Side.GERMAN)) == []
    g.cup[:] = [0, 0, 0]
    assert [loss.amount for loss in APPRECIATION.unspent(g, Side.GERMAN)] == [2.0]


def test_every_scenario_has_prizes_and_an_end() -> None:
    for info in meuse.rule_book("caseyellow").scenarios:
        g = state(Table("caseyellow", info.id))
        assert APPRECIATION.prizes(g, Side.ALLIED)
        assert APPRECIATION.last_turn(g) == (1 if info.id == "holland" else 10)
        assert APPRECIATION.progress(g) == 0.0

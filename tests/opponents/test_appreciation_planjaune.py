"""What counts in Plan Jaune: prizes, who holds them, who could walk in, whom a hex would cut off."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.games.planjaune.appreciation import APPRECIATION
from meuse.games.planjaune.board import PlanJaune
from meuse.hexmap import Hex
from meuse.testkit import Table


def table(*units: str, turn: int = 3) -> tuple[Table, PlanJaune]:
    found = Table("planjaune").clear()
    g = now(found)
    g.turn = turn
    g.change(invaded=frozenset({"belgium", "netherlands"}))
    found.put(*units)
    return found, g


def now(found: Table) -> PlanJaune:
    state = found.game.state
    assert isinstance(state, PlanJaune)
    return state


def place(g: PlanJaune, name: str) -> Hex:
    return g.map.place(name).hex


@pytest.mark.parametrize("scenario", ["historical", "free", "hypothetical"])
def test_at_the_start_everybody_holds_his_own(scenario: str) -> None:
    g = now(Table("planjaune", scenario))
    held = {side: {h for h in APPRECIATION.prizes(g, side) if APPRECIATION.holds(g, side, h)} for side in Side}
    assert held[Side.GERMAN] == set(g.scenario.cities["germany"])
    assert {place(g, name) for name in ("Lille", "Dieppe", "Anvers", "Rotterdam", "Gent")} <= held[Side.ALLIED]
    assert not held[Side.GERMAN] & held[Side.ALLIED]


def test_an_empty_port_can_be_walked_into_and_a_garrison_keeps_it() -> None:
    _, g = table("de.IX at 0412", "fr.I at 0612")
    g.set_control(place(g, "Calais"), Side.GERMAN + 1)
    found = APPRECIATION.open_prizes(g, Side.GERMAN)
    assert [g.id(u) for u in found[place(g, "Calais")]] == ["fr.I"]
    assert place(g, "Boulogne") not in found


def test_works_keep_an_enemy_out_though_nobody_is_there() -> None:
    _, g = table("de.IX at 2020")
    assert place(g, "Liège") in APPRECIATION.prizes(g, Side.ALLIED)
    assert APPRECIATION.is_guarded(g, Side.ALLIED, place(g, "Liège"))


def test_a_french_city_counts_only_for_a_pocket_that_nothing_else_feeds() -> None:
    ring = ("de.I at 0515", "de.II at 0616", "de.III at 0617", "de.IV at 0517", "de.V at 0417", "de.VI at 0416")
    _, free = table("fr.I at 0516", *ring[:1])
    _, shut = table("fr.I at 0516", *ring)
    assert place(free, "Amiens") not in APPRECIATION.prizes(free, Side.ALLIED)
    assert place(shut, "Amiens") in APPRECIATION.prizes(shut, Side.ALLIED)
    shut.turn = 14
    assert place(shut, "Amiens") not in APPRECIATION.prizes(shut, Side.ALLIED)


def test_a_belgian_city_counts_until_belgium_surrenders() -> None:
    _, g = table("fr.I at 0518", "de.IX at 2020")
    assert place(g, "Gent") in APPRECIATION.prizes(g, Side.GERMAN)
    g.change(surrendered=frozenset({"belgium"}))
    assert place(g, "Gent") not in APPRECIATION.prizes(g, Side.GERMAN)


def test_a_hex_of_the_maginot_line_counts_when_few_still_hold_out() -> None:
    _, g = table("de.IX at 2020")
    line = sorted({*g.map.regions["maginot-line"].hexes} - {*g.scenario.cities["france"]})
    assert not {*line} & APPRECIATION.prizes(g, Side.GERMAN).keys()
    for h in line[:-3]:
        g.set_control(h, Side.GERMAN + 1)
    for side in Side:
        assert {*line} <= APPRECIATION.prizes(g, side).keys()


def test_a_corps_behind_the_spearhead_cuts_it_off() -> None:
    _, g = table("de.pz1 at 1818", "fr.XI at 1424")
    gap, comer = g.map.hex("1918"), (g.scenario.unit_named["fr.XI"],)
    assert APPRECIATION.starving(g, Side.GERMAN) == {}
    assert APPRECIATION.cuts(g, Side.GERMAN, [gap, g.map.hex("1718")], {gap: comer}) == {gap: 4.0}


def test_fresh_units_find_their_moves_again() -> None:
    found, g = table("de.pz1 at 2115", "de.pz2 at 2415", "fr.I at 0518")
    found.phase("German motorized movement").play("move de.pz1 2014")
    u = g.scenario.unit_named["de.pz1"]
    fresh = APPRECIATION.on_their_turn(now(found), Side.GERMAN)
    assert len(APPRECIATION.reach(fresh, u)) > len(APPRECIATION.reach(now(found), u))


def test_a_turn_is_a_side_and_its_number() -> None:
    found, g = table("de.pz1 at 0916", "fr.I at 0518")
    assert APPRECIATION.turn_of(g) is None
    found.phase("German motorized movement")
    assert APPRECIATION.turn_of(now(found)) == (Side.GERMAN, 3)
    found.phase("Allied exploitation")
    assert APPRECIATION.turn_of(now(found)) == (Side.ALLIED, 3)


def test_what_happened_in_1940_is_seen_on_the_board() -> None:
    _, g = table("de.pz1 at 1917")
    ids = [event.id for event in APPRECIATION.historical(g)]
    assert not any(APPRECIATION.has_happened(g, event) for event in ids if event != "maginot")
    g.place(g.scenario.unit_named["de.pz1"], place(g, "Sedan"))
    g.change(surrendered=frozenset({"netherlands"}))
    g.place(g.scenario.unit_named["uk.I"], g.scenario.box("evacuated"))
    assert [e for e in ids if APPRECIATION.has_happened(g, e) and e != "maginot"] == ["sedan", "holland", "evacuation"]
    assert APPRECIATION.last_turn(g) == 14

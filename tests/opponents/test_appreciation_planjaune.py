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
    assert {place(g, name) for name in ("Lille", "Dieppe", "Anvers", "Rotterdam", "Paris")} <= held[Side.ALLIED]
    assert not held[Side.GERMAN] & held[Side.ALLIED]


def test_an_empty_port_can_be_walked_into_and_a_garrison_keeps_it() -> None:
    _, g = table("de.IX at 0412", "fr.I at 0612")
    g.set_control(place(g, "Calais"), Side.GERMAN + 1)
    found = APPRECIATION.open_prizes(g, Side.GERMAN)
    assert [g.id(u) for u in found[place(g, "Calais")]] == ["fr.I"]
    assert place(g, "Boulogne") not in found


def test_works_keep_an_enemy_out_though_nobody_is_there() -> None:
    _, g = table("de.IX at 2321")
    assert g.map.hex("2322") in APPRECIATION.prizes(g, Side.ALLIED)
    assert APPRECIATION.is_guarded(g, Side.ALLIED, g.map.hex("2322"))


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

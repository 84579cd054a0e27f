"""What a player is told when something is not possible: the reason, not only the rule."""

from __future__ import annotations

import pytest

from meuse import IllegalOrder
from meuse.games.planjaune.aftermath import Advance, Split
from meuse.games.planjaune.battle import why_not_coup, why_not_support
from meuse.games.planjaune.evacuation import why_not_port
from meuse.games.planjaune.reaction import Reaction
from meuse.games.planjaune.retreat import Retreat
from meuse.games.planjaune.supply import Railheads, why_not_railhead
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, at, battle, board, changed, game, unit


def told(table: Table, order: str) -> str:
    return table.why_not(order).text


# -- movement


@rule("planjaune", "5.1b")
def test_enemies_in_the_hex_and_points_that_do_not_suffice():
    table = at(board("de.pz1 at 0728", "fr.dlc1 at 0729"), "German motorized movement")
    assert told(table, "move de.pz1 0729") == "French 1 DLC is in 0729"
    assert told(table, "move de.pz1 2213") == "1 Panzer has 8 movement points; 2213 is out of reach"
    with pytest.raises(IllegalOrder, match="hex by hex"):
        table.play("move de.pz1 0727.0730")


@rule("planjaune", "5.1b")
def test_a_unit_hemmed_in_can_go_nowhere():
    around = ("0728", "0730", "0829", "0830", "0629", "0630")
    names = ("fr.I", "fr.II", "fr.III", "fr.IV", "fr.V", "fr.VI")
    ring = [f"{name} at {place}" for name, place in zip(names, around, strict=True)]
    table = at(board("de.pz1 at 0729", "de.pz2 at 2213", *ring), "German motorized movement")
    assert "no hex to move to" in told(table, "move de.pz1 0728")


@rule("planjaune", "5.1c", "10.2.interdict-enter")
def test_why_a_unit_gets_no_farther():
    zone = at(board("de.id554 at 0727", "fr.I at 0629"), "German non-motorized movement")
    assert "must stop" in told(zone, "move de.id554 0729")
    table = board("fr.V at 0727")
    there = {game(table).map.hex(h) for h in ("0728", "0827", "0828", "0627", "0628", "0726")}
    at(changed(table, interdicted=(frozenset(there), frozenset())), "Allied non-motorized movement")
    assert "interdicted" in told(table, "move fr.V 0729")


@rule("planjaune", "11.1e")
def test_why_no_train_goes():
    table = at(board("fr.I at 0728", "fr.II at 0629"), "Allied non-motorized movement")
    assert told(table, "rail fr.I 0624") == "French I Corps is not on one of your railways"
    alone = board("fr.I at 0629", "fr.II at 0521")
    for h in game(alone).scenario.rails[game(alone).map.hex("0629")]:
        game(alone).set_rail_owner(h, GERMAN)
    at(alone, "Allied non-motorized movement")
    assert told(alone, "rail fr.I 0624") == "no open railway hex is in reach of French I Corps"


@rule("planjaune", "11.13.o2")
def test_a_unit_that_has_spent_everything_does_not_leave():
    table = at(board("de.pz1 at 0732", "de.pz2 at 0129", "fr.I at 0120"), "German motorized movement")
    game(table).spent[unit(table, "de.pz1")] = 8
    assert "no movement point" in told(changed(table), "exit de.pz1")
    assert "not on a line of communication" in told(
        at(board("de.pz1 at 0732", "de.pz2 at 0728"), "German motorized movement"), "exit de.pz2"
    )


# -- overruns


@rule("planjaune", "7a", "7c", "1e")
def test_why_no_overrun():
    table = at(
        board("de.pz1 at 0728", "de.pz2 at 0829", "de.hqa at 0728", "fr.dlc1 at 0729", "fr.dlc4 at 0725"),
        "German motorized movement",
    )
    assert "no enemy units to overrun" in told(table, "overrun 0727 de.pz1 go")
    assert "none of your motorized units" in told(table, "overrun 0725 de.pz1 go")
    assert told(table, "overrun 0729 de.pz1 de.pz2 go") == "an overrun is made from one hex"
    assert told(table, "overrun 0729 de.hqa go") == "Heeresgruppe A has no combat strength"


@rule("planjaune", "7a", "R.7a.1")
def test_a_unit_stopped_by_a_zone_is_told_so():
    units = ("de.pz1 at 0727", "de.pz2 at 0831", "fr.I at 0729", "fr.dlc1 at 0830")
    table = at(board(*units, R__7a__1=False), "German motorized movement")
    table.play("move de.pz1 0728")
    assert "stopped by an enemy zone" in told(table, "overrun 0729 de.pz1 go")


# -- combat


@rule("planjaune", "6.1a", "6.1d")
def test_why_a_hex_is_not_attacked():
    table = at(board("de.IX at 0728", "fr.I at 0729", "fr.II at 0731"), "German combat")
    assert told(table, "attack 0730 with de.IX go") == "there are no enemy units to attack in 0730"
    assert told(table, "attack 0731 with de.IX go") == "none of your units can attack 0731"


@rule("planjaune", "11.6b")
def test_no_coup_without_water():
    table = board("de.IX at 0728", "fr.I at 0729")
    refusal = why_not_coup(game(table), battle(table, GERMAN, "0729", "de.IX"))
    assert refusal is not None
    assert refusal.text == "none of the units attacks across water"


@rule("planjaune", "11.3a")
def test_a_headquarters_that_has_supported_a_battle():
    table = changed(
        board("de.hqa at 0727", "de.IX at 0728", "fr.I at 0729"), supporting=frozenset({unit(board(), "de.hqa")})
    )
    refusal = why_not_support(game(table), unit(table, "de.hqa"), battle(table, GERMAN, "0729", "de.IX"))
    assert refusal is not None
    assert "already supported a battle" in refusal.text


@rule("planjaune", "6.2.4c", "6.3e")
def test_why_points_must_be_steps():
    static = board("fr.I at 2426", "de.id554 at 2427", "de.id556 at 2427", "de.IX at 2722")
    found = battle(static, ALLIED, "2427", "fr.I")
    units = (unit(static, "de.id554"), unit(static, "de.id556"))
    step = Split(GERMAN, found, units, 2, units[0])
    assert step.steps(game(static)) == [2]
    assert step.why_not(game(static), 1).text == "these units cannot retreat"

    around = ("0728", "0730", "0829", "0830", "0629", "0630")
    names = ("de.IX", "de.XI", "de.IV", "de.I", "de.V", "de.VIII")
    ring = board("fr.I at 0729", *(f"{name} at {place}" for name, place in zip(names, around, strict=True)))
    shut = Split(ALLIED, battle(ring, GERMAN, "0729", "de.IX"), (unit(ring, "fr.I"),), 2, unit(ring, "fr.I"))
    assert shut.why_not(game(ring), 1).text == "there is no legal retreat of 1 hex"


@rule("planjaune", "6.3b", "6.3d")
def test_why_a_stack_does_not_retreat_there():
    table = board("fr.I at 0728", "de.IX at 0727", "de.pz1 at 0729", "de.pz2 at 0829", "de.pz3 at 0828")
    table.step(Retreat(ALLIED, game(table).map.hex("0728"), 2))
    assert told(table, "retreat 0729") == "the units retreat 2 hexes; 0729 is 1 away"
    assert told(table, "retreat 0730") == "the units have no open path to 0730"


@rule("planjaune", "6.3f", "11.5g", "3a")
def test_why_a_unit_does_not_advance():
    table = board("de.IX at 0728", "de.XI at 0729", "de.IV at 0729", "de.fj1 at 0728", "de.pz1 at 0628")
    units = tuple(unit(table, name) for name in ("de.IX", "de.XI", "de.fj1", "de.pz1"))
    step = Advance(GERMAN, game(table).map.hex("0729"), units)
    reasons = [step.why_not(game(table), u) for u in units]
    assert [reason.text for reason in reasons if reason] == [
        "0729 is full: 4 of 4 stacking points",
        "XI Korps is not next to 0729",
        "FJR 1 is an airborne unit and does not advance",
        "0729 is full: 4 of 4 stacking points",
    ]


@rule("planjaune", "11.4h")
def test_nobody_advances_into_works_that_stand_alone():
    table = board("de.IX at 1819", "fr.I at 0120")
    units = (unit(table, "de.IX"),)
    there = game(table).map.hex("1820")
    assert not list(Advance(GERMAN, there, units, works_alone=True).advancing(game(table)))
    assert list(Advance(GERMAN, there, units).advancing(game(table))) == list(units)


# -- reaction


@rule("planjaune", "5.3a", "5.3c", "5.3e", "11.5g")
def test_why_a_stack_does_not_react():
    table = board("de.hqa at 0727", "de.hqb at 2213", "de.IX at 0728", "de.XI at 0726", "de.fj1 at 0730")
    step = Reaction(GERMAN, (unit(table, "de.hqa"),))
    g = game(table)

    def caller(name: str) -> str:
        refusal = step.why_not_caller(g, unit(table, name))
        return refusal.text if refusal else ""

    assert caller("de.hqa") == "Heeresgruppe A has already chosen its stack"
    assert caller("de.hqb") == "no stack in the command range of Heeresgruppe B can react"
    changed(table, reacted=frozenset(g.at[g.map.hex("0728")]))
    first, hq = Reaction(GERMAN), unit(table, "de.hqa")
    chosen, landed = (first.why_not_stack(g, hq, g.map.hex(label)) for label in ("0728", "0730"))
    assert chosen.text == "the stack in 0728 has already been chosen this phase"
    assert landed.text == "airborne units do not react"
    assert "not been activated" in first.why_not_unit(g, unit(table, "de.XI")).text
    refusal = first.why_not_there(g, unit(table, "de.fj1"), g.map.hex("0731"))
    assert refusal.text == "FJR 1 is an airborne unit and does not react"


# -- special operations, supply, arrivals, set-up


def special(*units: str) -> Table:
    table = board(*units)
    game(table).bombers[:] = (5, 1)
    return at(table, "German special operations")


@rule("planjaune", "10.2.terror", "10.2.terror-city", "10.2.interdict-place")
def test_why_no_mission_is_flown_there():
    table = special("de.IX at 2213", "fr.X at 0728", "de.XXXVII at 2113")
    assert told(table, "terror 0728") == "0728 is not a major city"
    assert told(table, "terror 2213") == "2213 is not in Allied hands"
    assert told(table, "bomb de.XXXVII") == "XXXVII Korps is not an Allied unit on the map"
    assert told(table, "interdict 0111") == "0111 is not a land hex"


@rule("planjaune", "11.8a", "11.8b", "11.9a")
def test_why_nobody_is_evacuated_there():
    table = at(board("uk.I at 0710", "uk.II at 0710", "uk.rac at 0710", "de.IX at 2213"), "Evacuation")
    assert told(table, "declare 0511") == "none of your units are in 0511"
    table.play("declare 0710", "evacuate uk.I")
    game(table).capacity = 1
    full = "the ships have room for 1 more stacking point; British II Corps has 2"
    assert told(changed(table), "evacuate uk.II") == full
    german = board("de.IX at 0710")
    refusal = why_not_port(game(german), game(german).map.hex("0710"))
    assert refusal is not None
    assert refusal.text == "0710 is not in Allied hands"


@rule("planjaune", "11.1f")
def test_why_a_railway_is_not_taken_over():
    table = board("de.IX at 1912", "fr.I at 0120")
    g = game(table)
    assert why_not_railhead(g, GERMAN, g.map.hex("2213")).text == "2213 is not an enemy railway hex"
    assert why_not_railhead(g, GERMAN, g.map.hex("1713")).text == "your units were not the last to pass through 1713"
    assert Railheads(GERMAN).rule == "11.1f"


@rule("planjaune", "11.7c")
def test_why_refugees_do_not_flee_there():
    table = special("de.IX at 2213", "fr.I at 0120")
    game(table).refugees[0], game(table).refugees_on[0] = game(table).map.hex("0521"), 2
    changed(table)
    assert told(table, "flee 0521 0728") == "refugees flee up to two hexes along railways"
    assert told(table, "flee 1120 1119") == "there are no refugees in 1120 that can move this turn"


@rule("planjaune", "9.1a", "3a")
def test_why_a_reinforcement_does_not_arrive():
    table = board("fr.XXV in arrivals", "fr.I2 in arrivals", "fr.I at 0521", "fr.II at 0521", turn=4)
    at(table, "Allied reinforcements", 4)
    assert told(table, "enter fr.XXV 0521") == "0521 is full: 4 of 4 stacking points"
    cities = game(table).scenario.cities["france"]
    for h in cities:
        game(table).set_control(h, 1)
    table.put("uk.1db in arrivals")
    at(changed(table), "Allied reinforcements", 4)
    assert told(table, "enter fr.XXV 0516") == "XXV Corps has no hex to arrive in and waits"


@rule("planjaune", "12.9", "12.10", "12.3a")
def test_why_units_do_not_begin_there():
    free = Table("planjaune", "free")
    assert told(free, "place 2213") == "the two corps are placed in hexes of the static divisions"
    free.play("pass")
    assert told(free, "place 0521") == "Group Keller sets up in the hex of the 2nd or the 3rd DCR"
    other = Table("planjaune", "hypothetical")
    assert (
        told(other, "place fr.VI 0915") == "French VI Corps sets up in its own country, in the sector of its army group"
    )

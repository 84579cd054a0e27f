"""13.1.3c, 13.3: units in Full Retreat in the movement phase. Around 1521 the country is open, without rivers."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.france40.board import DISRUPTED, FULL_RETREAT
from meuse.games.france40.combat import Combat
from meuse.games.france40.retreat import Retreat
from meuse.testkit import Table, rule

from .scene import cost, doing, dynamo, game, has, moving, plain, sickle_cut, under, unit


@rule("france40", "13.1.3c")
def test_a_disrupted_unit_may_choose_full_retreat():
    table = moving(sickle_cut("disrupted French fr.di55 at 1521"), "Allied")
    table.play("flee fr.di55")
    assert has(table, "fr.di55", FULL_RETREAT)
    assert "1525" in table.reach("fr.di55")


@rule("france40", "13.1.3c", "21.2.5")
def test_not_on_turn_1_and_not_from_good_order():
    table = moving(sickle_cut("disrupted French fr.di55 at 1521", "fr.di71 at 1523", turn=1), "Allied")
    assert table.why_not("flee").rule == "13.1.3c"

    game(table).turn = 2
    table.game.forget()
    assert table.why_not("flee fr.di71").rule == "13.1.3c"


@rule("france40", "13.1.3c")
def test_not_after_the_first_step_and_not_twice():
    table = sickle_cut("disrupted French fr.di55 at 1521", "fleeing fr.di71 at 1524", "disrupted fr.di61 at 1621")
    moving(table, "Allied").play("move fr.di55 1522")

    assert table.choices("flee") == ["fr.di61"]
    assert "has already begun its move" in table.why_not("flee fr.di55").text
    assert "already in Full Retreat" in table.why_not("flee fr.di71").text


@rule("france40", "21.2.1d")
def test_a_marked_stack_does_not_leave_the_map_one_by_one():
    table = moving(sickle_cut("French fr.di55 at 0116", "fr.di71 at 0116", "fr.di61 at 0118"), "Allied")
    assert under(table, 1, "fr.di55", "fr.di71").why_not("exit fr.di55").rule == "21.2.1d"
    assert table.choices("exit") == ["fr.di61"]


@rule("france40", "13.1.3c")
def test_a_gqg_marker_is_replaced_on_its_whole_stack_and_a_halt_marker_never():
    table = moving(sickle_cut("French fr.di55 at 1521", "fr.di71 at 1521"), "Allied")
    under(table, 2, "fr.di55", "fr.di71").play("flee fr.di71")
    assert has(table, "fr.di55", FULL_RETREAT)
    assert has(table, "fr.di71", FULL_RETREAT)

    table = moving(sickle_cut("German de.pz1.t at 1521", "disrupted de.id32 at 1525"), "German")
    assert under(table, 1, "de.pz1.t").why_not("flee de.pz1.t").rule == "13.1.3c"


@rule("france40", "13.3.1")
def test_full_retreat_leaves_a_zone_for_nothing():
    table = moving(sickle_cut("fleeing French fr.di55 at 1521", "German de.id32 at 1520"), "Allied")
    assert cost(table, "fr.di55", "1522") == "1"


@rule("france40", "R.17.1.4c.3", "13.3.2d")
def test_a_retreat_drives_off_units_in_full_retreat_but_no_hq():
    table = sickle_cut("German de.id32 at 1422", "French fr.hq7 at 1425", "fleeing French fr.di55 at 1425")
    g = game(table)
    table.step(Retreat(Side.GERMAN, (unit(table, "de.id32"),), g.map.hex("1422"), 2, "disrupted"), Combat(Side.ALLIED))
    table.play("retreat de.id32 go 1424")
    assert table.choices("retreat") == ["fr.di55"]
    table.play("retreat fr.di55 go 1625")
    assert (table.where("fr.hq7"), has(table, "fr.hq7", DISRUPTED)) == ("1425", False)


CROWD = ("German de.id32 at 1723", "German de.id12 at 1723", "fleeing German de.id62 at 1524")
"""Two divisions with room for no more, and a third in Full Retreat two hexes away."""


def crowded(words: str) -> Table:
    """A French retreat to 1424, in a phase, sends the third to the two others."""
    table = plain(*CROWD, "German de.id8 at 1421", "French fr.di43 at 1422", words=words)
    g = game(table)
    g.push(Retreat(Side.ALLIED, (unit(table, "fr.di43"),), g.map.hex("1422"), 2, "disrupted"))
    table.settle().play("retreat fr.di43 go 1424", "retreat de.id62 go 1723")
    return table


@rule("france40", "R.12.1.4a.1", "12.1.4a", "13.3.2d", "4.4a")
def test_who_gives_way_in_his_own_combat_phase_may_overstack_until_the_end_of_his_next_movement_phase():
    table = crowded("German combat")
    table.play("done")
    assert doing(table) == "Recovery"
    table.play("done", "place 1 1424", "done", "end", "done")
    assert (doing(table), table.asked, table.where("de.id62")) == ("Movement", "german", "1723")
    table.play("end")
    assert (doing(table), table.choices("eliminate")) == ("CorrectStacking", ["de.id32", "de.id12", "de.id62"])


@rule("france40", "R.12.1.4a.1", "4.4a")
def test_in_his_own_movement_phase_too_unless_he_fills_the_hex_himself():
    table = crowded("German movement")
    table.play("end")
    assert doing(table) == "Combat"

    mover = crowded("German movement")
    game(mover).set_status(unit(mover, "de.id62"), game(mover).status[unit(mover, "de.id62")] & ~FULL_RETREAT)
    mover.game.forget()
    mover.play("move de.id62 1724", "move de.id62 1723", "end")
    assert doing(mover) == "CorrectStacking"


@rule("france40", "13.3.1", "7.1b", "5.2b")
def test_a_stack_pays_for_those_who_are_not_in_full_retreat():
    stack = ("fleeing French fr.di55 at 1521", "French fr.di71 at 1521")
    table = moving(sickle_cut(*stack, "German de.id32 at 1520"), "Allied")
    goals = table.game.decision.describe(("march", "1521", "fr.di55", "fr.di71", "go"))
    extra = next(choice.surcharges for choice in goals if choice.token == "1522")
    assert [charge.rule for charge in extra] == ["5.2b"]  # and it is told
    table.play("march 1521 fr.di55 fr.di71 go 1522")
    assert game(table).spent[unit(table, "fr.di71")] == 3


@rule("france40", "13.3.2b")
def test_full_retreat_keeps_out_of_enemy_zones_and_cities():
    table = moving(sickle_cut("fleeing French fr.di55 at 1521", "German de.id32 at 1518"), "Allied")
    assert table.why_not("move fr.di55 1519").rule == "13.3.2b"

    table.put("French fr.di71 at 1519")
    assert "1519" in table.reach("fr.di55")
    table = moving(sickle_cut("fleeing German de.id32 at 2515"), "German")
    assert table.why_not("move de.id32 2516").rule == "13.3.2b"  # Saint-Quentin is Allied


@rule("france40", "22.9c", "13.3.2b", "22.9d")
def test_a_zero_strength_remnant_moves_as_in_full_retreat():
    table = moving(dynamo("British uk.1 at 3313 with 1 step", "German de.id6 at 3310"), "Allied")
    assert table.why_not("move uk.1 3311").rule == "13.3.2b"
    assert max(int(cost(table, "uk.1", h)) for h in table.reach("uk.1")) == 5  # three points and two

    table.put("British uk.1 at 3313 with 2 steps")
    assert "3311" in table.reach("uk.1")

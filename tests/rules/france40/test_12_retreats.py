"""12: retreats."""

from __future__ import annotations

from meuse.games.france40.advance import Advance
from meuse.games.france40.board import DISRUPTED, FULL_RETREAT, RETREATED
from meuse.games.france40.combat import Combat
from meuse.games.france40.disorder import put_to_flight
from meuse.games.france40.retreat import Retreat
from meuse.testkit import Table, rule

from .scene import cities, counted, doing, dynamo, game, has, odds, plain, result, unit


def beaten(table: Table, length: int, origin: str, *units: str, how: str = "disrupted") -> Table:
    """These units must retreat so many hexes from a hex."""
    g = game(table)
    side = g.scenario.side_of[unit(table, units[0])]
    step = Retreat(side, tuple(sorted(unit(table, u) for u in units)), g.map.hex(origin), length, how, RETREATED)
    return table.step(step, Combat(side.enemy))


def ends(table: Table, units: str) -> set[str]:
    """The hexes where a retreat may end."""
    return set(table.choices(f"retreat {units} go"))


# -- 12.1


@rule("france40", "12.1.1", "12.1.3c")
def test_a_retreat_ends_its_whole_length_away():
    table = beaten(plain("German de.id32 at 1421", "French fr.di43 at 1422"), 2, "1422", "fr.di43")

    assert "1424" in ends(table, "fr.di43")
    assert table.why_not("retreat fr.di43 go 1423").rule == "12.1.3c"


@rule("france40", "12.1.1")
def test_the_movement_allowance_does_not_limit_a_retreat():
    table = beaten(plain("German de.id32 at 1421", "French fr.sfe at 1422"), 4, "1422", "fr.sfe", how="routed")
    assert "1426" in ends(table, "fr.sfe")  # four hexes with an allowance of two


@rule("france40", "12.1.2a")
def test_a_stack_may_split_up():
    table = plain("German de.id32 at 1421", "French fr.di43 at 1422", "French fr.lest at 1422")
    beaten(table, 2, "1422", "fr.di43", "fr.lest")

    table.play("retreat fr.di43 go 1424")
    assert table.choices("retreat") == ["fr.lest"]
    table.play("retreat fr.lest go 1222")
    assert (table.where("fr.di43"), table.where("fr.lest")) == ("1424", "1222")


@rule("france40", "12.1.2b")
def test_friends_are_passed_without_harm():
    table = plain("German de.id32 at 1421", "French fr.di43 at 1422", "French fr.di36 at 1423")
    beaten(table, 2, "1422", "fr.di43").play("retreat fr.di43 go 1423.1424")
    assert table.where("fr.di43") == "1424"
    assert not has(table, "fr.di36", DISRUPTED)


@rule("france40", "12.1.3a")
def test_no_doubling_back():
    table = beaten(plain("German de.id32 at 1421", "French fr.di43 at 1422"), 3, "1422", "fr.di43")
    assert table.allows("retreat fr.di43 go 1423.1424.1425")
    assert not table.allows("retreat fr.di43 go 1423.1424.1423.1424.1425")
    assert not table.allows("retreat fr.di43 go 1423.1322.1323")
    assert not table.allows("retreat fr.di43 go 1423.1523.1424.1425")


WALL = (
    "German de.id32 at 1121", "German de.id12 at 1224", "German de.id62 at 1319", "German de.id8 at 1524",
    "German de.id28 at 1620", "German de.id87 at 1722",
)  # fmt: skip
"""Around 1422: their zones cover every hex at a distance of two, and none nearer."""


@rule("france40", "12.1.3b")
def test_a_way_without_loss_comes_first():
    table = plain(*WALL, "French fr.di43 at 1422")
    table.remove("German de.id12")  # the wall has a gap
    beaten(table, 2, "1422", "fr.di43")
    assert ends(table, "fr.di43") == {"1223", "1323"}
    assert "safe path of 2 hexes" in table.why_not("retreat fr.di43 go 1123").text
    assert table.why_not("retreat fr.di43 go 1322").rule == "12.1.3c"


@rule("france40", "12.1.3c", "R.12.1.3c.2")
def test_whoever_cannot_go_the_whole_way_loses_a_step_for_each_hex():
    table = plain(*WALL, "French fr.di43 at 1422", "French fr.lest at 1422")
    beaten(table, 2, "1422", "fr.di43", "fr.lest")
    assert ends(table, "fr.lest") == {"1321", "1322", "1421", "1423", "1521", "1522"}
    assert {choice.price for choice in table.game.decision.describe(("retreat", "fr.lest", "go"))} == {"1 step"}

    table.play("retreat fr.lest fr.di43 go 1423")  # together: one step between them
    assert (doing(table), table.asked) == ("Lose", "allied")
    table.play("lose fr.lest")
    assert (table.steps("fr.di43"), table.steps("fr.lest")) == (3, 1)


@rule("france40", "R.12.1.3c.2")
def test_units_that_split_up_pay_each_for_themselves():
    table = plain(*WALL, "French fr.di43 at 1422", "French fr.lest at 1422")
    beaten(table, 2, "1422", "fr.di43", "fr.lest").play("retreat fr.lest go 1423", "retreat fr.di43 go 1423")
    assert (table.steps("fr.di43"), table.steps("fr.lest")) == (2, 1)


@rule("france40", "17.1.4a", "12.1.3c")
def test_an_hq_does_not_pay_for_its_stack():
    table = plain(*WALL, "French fr.di43 at 1422", "French fr.hq7 at 1422")
    beaten(table, 2, "1422", "fr.di43", "fr.hq7").play("retreat fr.hq7 fr.di43 go 1423")
    assert (table.steps("fr.di43"), table.where("fr.hq7")) == (2, "1423")


@rule("france40", "12.1.3d")
def test_a_way_that_ends_in_supply_comes_first():
    """Six units in a ring of bonds around 1422; the French stand in the ring and could go in or out."""
    table = plain(
        "German de.id32 at 1420", "German de.id12 at 1621", "German de.id62 at 1623", "German de.id8 at 1424",
        "German de.id28 at 1223", "German de.id87 at 1221", "French fr.di43 at 1520",
    )  # fmt: skip
    beaten(table, 2, "1520", "fr.di43")
    assert "1518" in ends(table, "fr.di43")
    assert table.why_not("retreat fr.di43 go 1422").rule == "12.1.3d"


@rule("france40", "R.12.1.3d.1", "R.18.3.2e.1")
def test_supply_is_judged_with_the_units_where_they_have_come_to():
    """The neighbours of 1422 lie in German zones; a unit there with a zone of its own contests them."""
    three = ("German de.id32 at 1520", "German de.id12 at 1523", "German de.id62 at 1222", "French fr.di43 at 1320")
    assert "1422" in ends(beaten(plain(*three), 2, "1320", "fr.di43"), "fr.di43")
    fleeing = beaten(plain(*three), 2, "1320", "fr.di43", how="routed")
    assert fleeing.why_not("retreat fr.di43 go 1422").rule == "12.1.3d"


@rule("france40", "12.1.4a", "R.12.1.4a.1")
def test_a_retreat_may_overstack():
    table = plain(
        "German de.id32 at 1421", "French fr.di43 at 1422", "French fr.di36 at 1424", "French fr.di44 at 1424"
    )
    beaten(table, 2, "1422", "fr.di43").play("retreat fr.di43 go 1424", "done")
    assert table.where("fr.di43") == "1424"  # the end of the combat phase does not correct it


@rule("france40", "12.1.5")
def test_attackers_do_not_retreat():
    table = plain("German de.id32 at 1421", "French fr.di43 at 1422").dice(6)
    assert result(table.play("attack 1422 with de.id32 go")) == "A1"
    assert table.where("de.id32") == "1421"


# -- 12.2


@rule("france40", "12.2a")
def test_closed_ground_kills():
    tanks = beaten(plain("German de.id32 at 4018", "French fr.dlm1 at 4017"), 1, "4017", "fr.dlm1")
    assert tanks.why_not("retreat fr.dlm1 go 4116").rule == "12.2a"  # wooded rough, and no road

    foot = beaten(plain("German de.id32 at 4018", "French fr.di43 at 4017"), 1, "4017", "fr.di43")
    assert "4116" in ends(foot, "fr.di43")


@rule("france40", "12.2a", "19.4.3", "7.2b")
def test_entry_hexes_kill():
    table = beaten(plain("German de.id32 at 1426", "French fr.di43 at 1427"), 1, "1427", "fr.di43")
    assert table.why_not("retreat fr.di43 go 1428").rule == "19.4.3"


@rule("france40", "12.2b")
def test_enemy_hexes_kill():
    table = plain("German de.id32 at 1421", "French fr.di43 at 1422", "German de.id12 at 1424")
    beaten(table, 2, "1422", "fr.di43")
    assert table.why_not("retreat fr.di43 go 1424").rule == "12.2b"


@rule("france40", "12.2c", "6.2b")
def test_bonds_kill():
    bonded = plain("German de.id32 at 1522", "German de.id12 at 1323", "French fr.di43 at 1422")
    assert beaten(bonded, 1, "1422", "fr.di43").why_not("retreat fr.di43 go 1423").rule == "12.2c"


@rule("france40", "12.2d")
def test_two_enemy_zones_in_a_row_kill_even_if_contested():
    table = plain("French fr.di43 at 1422", "German de.id12 at 1324", "French fr.di36 at 1524")
    beaten(table, 4, "1422", "fr.di43", how="routed")
    assert not table.allows("retreat fr.di43 go 1423.1424.1425.1426")

    beaten(table.remove("German de.id12"), 4, "1422", "fr.di43", how="routed")
    assert table.allows("retreat fr.di43 go 1423.1424.1425.1426")


@rule("france40", "R.12.2d.1")
def test_the_hex_that_is_left_and_the_first_hex_may_be_in_enemy_zones():
    table = plain("German de.id32 at 1421", "French fr.di43 at 1422")
    assert beaten(table, 2, "1422", "fr.di43").allows("retreat fr.di43 go 1521.1622")


@rule("france40", "12.2e", "12.3a", "12.3b")
def test_an_uncontested_zone_after_the_first_hex_kills():
    order = "retreat fr.di43 go 1423.1424.1524"
    table = plain("French fr.di43 at 1422", "German de.id12 at 1324")
    assert not beaten(table, 3, "1422", "fr.di43").allows(order)

    table.put("French fr.di36 at 1425")  # a friend next to 1424 contests it
    assert beaten(table, 3, "1422", "fr.di43").allows(order)

    table.put("fleeing French fr.di36 at 1425")  # but not in Full Retreat
    assert not beaten(table, 3, "1422", "fr.di43").allows(order)


@rule("france40", "12.3a")
def test_units_that_retreat_themselves_contest_nothing():
    table = plain("French fr.di43 at 1422", "French fr.lest at 1422", "German de.id12 at 1324")
    beaten(table, 3, "1422", "fr.di43", "fr.lest").play("retreat fr.lest go 1423.1523.1524")
    assert not table.allows("retreat fr.di43 go 1423.1424.1524")  # fr.lest in 1524 has just retreated


@rule("france40", "12.2d", "12.3b")
def test_the_only_way_is_a_friend_in_an_enemy_zone():
    """Example retreat-two-hexes: the friend cancels the zone in its own hex."""
    table = plain(*WALL, "French fr.di43 at 1422", "French fr.di36 at 1424")
    assert ends(beaten(table, 2, "1422", "fr.di43"), "fr.di43") == {"1424"}

    table.put("fleeing French fr.di36 at 1424")  # in whatever state it is
    assert ends(beaten(table, 2, "1422", "fr.di43"), "fr.di43") == {"1424"}


@rule("france40", "12.2f", "12.2e", "12.2d", "12.3a")
def test_one_hex_more_to_get_out_of_an_enemy_zone():
    """Example retreat-extra-hex."""
    table = plain(*WALL, "French fr.di43 at 1422", "French fr.di36 at 1425")
    beaten(table, 2, "1422", "fr.di43")
    assert table.why_not("retreat fr.di43 go 1424").rule == "12.2f"  # it would end in a zone
    assert ends(table, "fr.di43") == {"1425"}
    assert table.allows("retreat fr.di43 go 1423.1424.1425")
    assert not table.allows("retreat fr.di43 go 1423.1424.1425.1426")


@rule("france40", "R.12.2f.1", "12.1.3c")
def test_no_hex_more_where_the_right_length_is_safe():
    table = plain("French fr.di43 at 1422", "German de.id12 at 1324", "French fr.di36 at 1523")
    beaten(table, 2, "1422", "fr.di43")
    assert "1622" in ends(table, "fr.di43")
    assert not table.allows("retreat fr.di43 go 1423.1424.1524")
    assert not table.allows("retreat fr.di43 go 1423.1424.1523")  # nor by a detour


@rule("france40", "R.12.1.3c.1")
def test_the_state_follows_the_result_and_not_the_hexes():
    """Three ways of three hexes are open, and all of them end in a zone."""
    table = plain(
        "French fr.di43 at 1422", "German de.id12 at 1421", "German de.id8 at 1522", "German de.id28 at 1321",
        "German de.id62 at 1225", "German de.id87 at 1023", "German de.id32 at 1525", "French fr.di36 at 1426",
    )  # fmt: skip
    beaten(table, 3, "1422", "fr.di43").play("retreat fr.di43 go 1423.1424.1425.1426")
    assert has(table, "fr.di43", DISRUPTED)
    assert not has(table, "fr.di43", FULL_RETREAT)


@rule("france40", "12.2g")
def test_major_rivers_kill_even_at_a_bridge():
    table = beaten(plain("German de.id32 at 4620", "French fr.di43 at 4619"), 1, "4619", "fr.di43")
    assert table.why_not("retreat fr.di43 go 4518").rule == "12.2g"  # road and railway cross here


@rule("france40", "R.12.2a.1", "13.3.2b")
def test_a_city_of_the_enemy_kills_whoever_is_in_full_retreat():
    table = beaten(plain("German de.id32 at 2515"), 1, "2515", "de.id32")
    assert "2516" in ends(table, "de.id32")  # Saint-Quentin is Allied, and empty

    table = beaten(plain("fleeing German de.id32 at 2515"), 1, "2515", "de.id32", how="again")
    assert table.why_not("retreat de.id32 go 2516").rule == "13.3.2b"


@rule("france40", "12.2a", "12.2h")
def test_without_a_way_out_units_are_eliminated():
    table = plain(
        "German de.id32 at 1421", "German de.id12 at 1521", "German de.id62 at 1522", "German de.id8 at 1423",
        "German de.id28 at 1322", "German de.id87 at 1321", "French fr.di43 at 1422",
    )  # fmt: skip
    beaten(table, 2, "1422", "fr.di43")
    assert table.where("fr.di43") == "eliminated"


# -- 12.4


@rule("france40", "12.4.1")
def test_a_retreat_may_stop_in_a_friendly_city():
    table = plain("German de.id32 at 1218", "French fr.di43 at 1217")
    assert "1216" in ends(beaten(table, 3, "1217", "fr.di43"), "fr.di43")

    cities(table, "german", "1216")
    assert "1216" not in ends(beaten(table, 3, "1217", "fr.di43"), "fr.di43")


@rule("france40", "12.4.1", "12.1.3c")
def test_a_city_that_only_a_detour_leads_to_saves_the_steps_too():
    units = ("German de.id216 at 2314", "German de.id11 at 2513", "German de.id1 at 2415", "German de.id18 at 2611")
    table = beaten(dynamo(*units, "British uk.48 at 2414"), 4, "2414", "uk.48")
    table.play("retreat uk.48 go 2413.2312.2213.2113")
    assert (table.where("uk.48"), table.steps("uk.48")) == ("2113", 4)


@rule("france40", "12.4.1")
def test_a_city_in_an_enemy_zone_needs_a_friend_in_good_order():
    table = plain("German de.id32 at 1218", "French fr.di43 at 1217", "German de.id12 at 1315")
    assert "1216" not in ends(beaten(table, 3, "1217", "fr.di43"), "fr.di43")

    table.put("French fr.di36 at 1216")
    assert "1216" in ends(beaten(table, 3, "1217", "fr.di43"), "fr.di43")

    table.put("disrupted French fr.di36 at 1216")
    assert "1216" not in ends(beaten(table, 3, "1217", "fr.di43"), "fr.di43")


@rule("france40", "12.4.1", "R.12.4.1.1")
def test_fortified_hexes_are_for_the_allies_and_cities_for_both():
    allied = plain("German de.id32 at 3307", "French fr.di43 at 3308")
    assert "3309" in ends(beaten(allied, 3, "3308", "fr.di43"), "fr.di43")

    german = plain("French fr.di43 at 3307", "German de.id32 at 3308", words="Allied combat")
    assert "3309" not in ends(beaten(german, 3, "3308", "de.id32"), "de.id32")

    city = cities(plain("French fr.di43 at 1218", "German de.id32 at 1217", words="Allied combat"), "german", "1216")
    assert "1216" in ends(beaten(city, 3, "1217", "de.id32"), "de.id32")


@rule("france40", "12.4.2")
def test_stopping_early_changes_nothing_else():
    table = plain("German de.id32 at 1218", "German de.id12 at 1218", "German de.lah at 1218", "French fr.bc1 at 1217")
    table.put("German de.m2.ir5 at 1218")
    assert result(table.dice(3).play("attack 1217 with de.m2.ir5 de.lah de.id32 de.id12 go")) == "DR4"
    table.play("retreat fr.bc1 go 1216")
    assert has(table, "fr.bc1", FULL_RETREAT)
    step = table.game.decision.step
    assert isinstance(step, Advance)
    assert step.hexes == 3


# -- 12.5


def joined() -> Table:
    """fr.di43 has been driven onto fr.lest in 1424, next to which more Germans stand."""
    table = plain(
        "German de.id32 at 1421", "German de.id12 at 1421", "German de.id62 at 1425", "German de.id8 at 1425",
        "French fr.di43 at 1422", "French fr.lest at 1424",
    )  # fmt: skip
    table.dice(1).play("attack 1422 with de.id32 de.id12 go", "pass", "retreat fr.di43 go 1424", "done")
    return table


@rule("france40", "12.5a", "10.2.1")
def test_units_that_have_retreated_add_nothing_to_the_next_defence():
    table = joined()
    assert counted(table, "attack 1424 with de.id62")["fr.di43"] == "0"
    assert odds(table, "attack 1424 with de.id62 de.id8").ratio == "14 : 3"


@rule("france40", "12.5b")
def test_units_that_have_retreated_are_lost_if_they_must_again():
    table = joined()
    assert result(table.dice(3).play("attack 1424 with de.id62 de.id8 go")) == "DR2"
    table.play("pass")
    assert table.where("fr.di43") == "eliminated"
    assert table.where("fr.lest") == "1424"


@rule("france40", "R.12.5b.1")
def test_whatever_state_they_are_in():
    table = joined()
    put_to_flight(game(table), unit(table, "fr.di43"), "13.1.3a")
    table.dice(3).play("attack 1424 with de.id62 de.id8 go", "pass")
    assert table.where("fr.di43") == "eliminated"


@rule("france40", "R.12.5a.1", "12.5a")
def test_a_unit_that_retreated_alone_is_not_attacked_again():
    table = plain(
        "German de.id32 at 1421", "German de.id12 at 1421", "German de.id62 at 1425", "French fr.di43 at 1422",
        "French fr.di36 at 1624", "German de.id8 at 1625",
    )  # fmt: skip
    table.dice(1).play("attack 1422 with de.id32 de.id12 go", "pass", "retreat fr.di43 go 1323", "done")
    table.put("German de.id28 at 1324")
    assert table.choices("attack") == ["1624"]
    assert table.why_not("attack 1323").rule == "12.5a"

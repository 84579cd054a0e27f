"""11: airborne operations."""

from __future__ import annotations

from meuse.games.gdw1940 import odds
from meuse.games.gdw1940.odds import Attack, Battle
from meuse.testkit import Table, rule

from . import scene
from .scene import at, everything, fought, game, joined, left, owner, phase_words, territory


def airfield(*sentences: str, turn: int = 1, impulse: int = 1) -> Table:
    """All airborne units in the pool, and a few counters on the map; the Germans open a movement phase."""
    table = joined(Table("gdw1940").clear(), "holland", "belgium")
    table.put("de.fj1 in pool", "de.fj2 in pool", "de.ll22 in pool", *sentences)
    return at(table, "German arrivals", turn, impulse)


def only_from(label: str, *sentences: str) -> Table:
    """The same, with one city in German hands."""
    table = everything(airfield(), "allied").put(*sentences)
    return territory(table, "german", label)


def ratio(table: Table, order: str) -> tuple[str, str]:
    """The factors of an attack, and their column before all shifts."""
    report = scene.odds(table, order)
    return report.ratio, report.start


# -- drops


@rule("gdw1940", "11.units")
def test_the_airborne_units():
    table = airfield("German de.IX at 1006")

    assert table.choices("drop") == ["de.fj1", "de.fj2", "de.ll22"]
    assert table.why_not("drop de.IX 1512").rule == "6.air"
    sizes = [counter.size for counter in game(table).scenario.counters if counter.has("airborne")]
    assert sizes == ["III", "III", "XX"]


@rule("gdw1940", "11.drop.when")
def test_drops_open_a_movement_phase_of_either_impulse():
    assert airfield(impulse=1).allows("drop de.fj1 1512")
    assert airfield(impulse=2).allows("drop de.fj1 1512")


@rule("gdw1940", "11.drop.when")
def test_no_drops_once_movement_has_begun():
    table = airfield("German de.IX at 1006")
    table.play("done")

    assert "drop" not in table.choices()
    assert table.where("de.fj1") == "pool"


@rule("gdw1940", "R.11.drop.when.1", "11.drop.when")
def test_the_air_landing_division_may_march_where_it_has_dropped():
    table = airfield("German de.IX at 1006", "French fr.X at 1515", "German de.XI at 1615")
    table.play("drop de.ll22 1512", "drop de.fj1 1612", "done")
    assert left(table, "de.ll22") == "6"
    assert table.why_not("move de.fj1 1613").rule == "11.para.nothing"

    table.play("move de.ll22 1514")
    assert owner(table, "1413") == "allied"  # it has no zone
    table.play("end")
    assert table.why_not("attack 1515 with de.ll22 go").rule == "11.airlanding.drop"  # nor may it attack


@rule("gdw1940", "R.11.drop.when.1", "6.rail.exclusive")
def test_it_does_not_go_by_rail_as_well():
    table = airfield("German de.IX at 1006")
    table.play("drop de.ll22 1007", "done")

    assert table.why_not("rail de.ll22 1106").rule == "6.rail.exclusive"


@rule("gdw1940", "R.11.effect.hexsides.2", "11.effect.hexsides")
def test_with_the_division_the_effect_of_its_drop_leaves_the_hex():
    table = betuwe()
    table.play("drop de.ll22 0509", "done", "end")
    assert ratio(table, "attack 0509 with de.X de.XXVI go") == ("8 : 2", "4:1")

    table = betuwe()
    table.play("drop de.ll22 0509", "done", "move de.ll22 0510", "end")
    assert ratio(table, "attack 0509 with de.X de.XXVI go") == ("3 : 2", "1.5:1")

    table = betuwe()
    table.play("drop de.ll22 0509", "drop de.fj1 0509", "done", "move de.ll22 0510", "end")
    assert ratio(table, "attack 0509 with de.X de.XXVI go") == ("8 : 2", "4:1")  # the regiment holds on


def bound_to_the_drop_hex(*sentences: str) -> Table:
    """The other reading, as an option."""
    table = joined(Table("gdw1940", options={"11.drop_ends_move": True}).clear(), "holland", "belgium")
    return at(table.put("de.ll22 in pool", *sentences), "German arrivals", 1)


@rule("gdw1940", "R.11.drop.when.1", "11.drop.when")
def test_by_an_option_the_drop_is_the_whole_movement_of_the_air_landing_division():
    table = bound_to_the_drop_hex("German de.IX at 1006", "de.fj1 in pool")
    table.play("drop de.ll22 1512", "done")
    assert table.why_not("move de.ll22 1513").rule == "11.drop.when"

    at(table, "German movement", 1, impulse=2)
    assert table.why_not("move de.ll22 1513").rule == "11.drop.when"  # as long as it is the impulse of the drop


@rule("gdw1940", "R.11.drop.when.1")
def test_then_it_moves_on_the_ground_in_the_next_impulse():
    table = bound_to_the_drop_hex("German de.IX at 1006", "de.fj1 in pool")
    table.play("drop de.ll22 1512", "done", "end")  # combat is passed over: nobody is near

    assert table.choices() == ["drop", "done"]
    table.play("done")
    assert "1513" in table.reach("de.ll22")


@rule("gdw1940", "R.13.invade.1")
def test_a_drop_on_a_neutral_is_an_invasion():
    table = at(Table("gdw1940").clear().put("de.fj1 in pool"), "German arrivals", 1)
    table.play("drop de.fj1 0311")

    assert sorted(game(table).joined) == ["belgium", "holland", "luxembourg"]
    assert owner(table, "0311") == "german"


@rule("gdw1940", "11.drop.range", "11.drop.where")
def test_drop_range():
    """stated.11.range: ten hexes from a German city, on land, even on the enemy."""
    table = only_from("1008", "Belgian be.III at 1011")

    assert table.allows("drop de.fj1 1018")
    assert table.why_not("drop de.fj1 1019").rule == "11.drop.range"
    assert table.why_not("drop de.fj1 0513").rule == "11.drop.where"
    assert table.allows("drop de.fj1 1011")


@rule("gdw1940", "11.drop.range")
def test_without_a_city_nobody_flies():
    table = everything(airfield(), "allied").settle()

    assert phase_words(table) == "German movement"


@rule("gdw1940", "11.drop.where")
def test_a_unit_does_not_drop_where_it_is():
    table = only_from("1008", "German de.fj1 at 1008")

    assert table.why_not("drop de.fj1 1008").rule == "11.drop.where"


@rule("gdw1940", "11.pool")
def test_from_the_pool_they_fly_from_any_german_city():
    table = territory(only_from("1008"), "german", "2403", "1117")

    assert table.allows("drop de.fj1 2404")  # Freiburg
    assert table.allows("drop de.fj1 1219")  # Lille, captured
    assert table.where("de.ll22") == "pool"


@rule("gdw1940", "R.11.drop.range.1")
def test_a_unit_in_a_german_city_drops_again_from_there():
    table = territory(only_from("1008"), "german", "2403").put("German de.fj1 at 1008")

    assert table.allows("drop de.fj1 1018")
    assert table.why_not("drop de.fj1 2404").rule == "11.drop.range"  # it is not in Freiburg


@rule("gdw1940", "R.11.drop.range.1", "11.drop.range")
def test_no_second_drop_from_the_field_or_while_disrupted():
    table = only_from("1008", "German de.fj1 at 1109", "disrupted German de.ll22 at 1008")

    assert table.why_not("drop de.fj1 1018").rule == "11.drop.range"
    assert not table.allows("drop de.ll22 1018")
    assert table.allows("drop de.fj2 1018")


@rule("gdw1940", "R.11.drop.range.1")
def test_one_drop_an_impulse():
    table = airfield()
    table.play("drop de.fj1 0410")

    assert not table.allows("drop de.fj1 0311")


# -- what becomes of them


@rule("gdw1940", "11.drop.eliminated")
def test_a_unit_dropped_on_the_enemy_and_not_relieved_is_lost():
    table = airfield("Dutch nl.III at 0509", "German de.X at 0607")
    table.play("drop de.fj1 0509", "drop de.fj2 0410", "done", "end")

    assert table.where("de.fj1") == ""
    assert table.where("de.fj2") == "0410"
    assert game(table).points == [0, 5]


@rule("gdw1940", "11.drop.eliminated")
def test_a_unit_that_is_relieved_lives():
    table = airfield("Dutch nl.III at 0509", "German de.IX at 0508", "German de.XI at 0608")
    table.play("drop de.fj1 0509", "done", "end", "attack 0509 with de.IX de.XI go", "done")
    table.dice(1).play("resolve 0509")  # 5:1, the defender is eliminated
    table.play("done")

    assert table.where("nl.III") == ""
    assert phase_words(table) == "Airborne units"  # the next impulse has begun
    assert table.where("de.fj1") == "0509"


@rule("gdw1940", "R.11.drop.eliminated.1")
def test_the_same_at_the_end_of_an_allied_combat_phase():
    table = Table("gdw1940").clear().put("German de.fj1 at 2014", "French fr.IX at 2014")
    at(table, "Allied combat", 2)

    assert table.where("de.fj1") == ""


@rule("gdw1940", "11.withdraw")
def test_a_supplied_airborne_unit_may_be_withdrawn_for_good():
    table = Table("gdw1940").clear().put("German de.fj1 at 1008", "German de.fj2 at 2014", "German de.ll22 at 1009")
    at(table, "Airborne units", 2)
    assert table.why_not("recall de.fj2").rule == "11.withdraw"
    table.play("recall de.fj1", "recall de.ll22")

    assert table.where("de.fj1") == "withdrawn"
    assert game(table).points == [0, 0]
    table.put("de.fj2 in pool")
    at(table, "German arrivals", 3)
    assert table.why_not("drop de.fj1 1009").rule == "11.withdraw"


@rule("gdw1940", "11.withdraw")
def test_the_air_landing_division_may_be_withdrawn_too_where_it_came_as_a_reserve():
    table = airfield(turn=2)
    table.play("enter de.ll22 1507", "done", "end")

    assert table.asked == "german"
    assert table.choices("recall") == ["de.ll22"]


@rule("gdw1940", "11.withdraw")
def test_the_germans_are_asked_in_allied_impulses_too():
    table = Table("gdw1940").clear().put("German de.fj1 at 1008", "French fr.IX at 2014")
    at(table, "German combat", 2, impulse=2)  # nobody fights, and the Allied player turn begins

    assert table.asked == "german"
    table.play("recall de.fj1")
    assert table.asked == "allied"


# -- parachute regiments


@rule("gdw1940", "11.para.nothing")
def test_parachute_regiments_have_neither_factors_nor_zones():
    table = Table("gdw1940").clear().put("French fr.IX at 2013")
    at(table, "Allied movement", 2)
    before = table.reach("fr.IX")

    table.put("German de.fj1 at 2015")
    assert table.reach("fr.IX") == before

    table.put("German de.fj1 at 2012", "German de.IX at 1913")
    at(table, "German movement", 2)
    assert table.why_not("move de.fj1 2011").rule == "11.para.nothing"
    at(table, "German combat", 2)
    assert table.why_not("attack 2013 with de.fj1 go").rule == "11.para.nothing"


@rule("gdw1940", "R.11.para.nothing.1")
def test_parachutists_go_by_rail_and_retreat_like_others():
    table = at(Table("gdw1940").clear().put("German de.fj1 at Köln", "German de.X at 2403"), "German movement", 3)
    table.play("rail de.fj1 2403")
    assert table.where("de.fj1") == "2403"
    assert table.why_not("rail de.X 2303").rule == "6.rail.limit"

    table = at(Table("gdw1940").clear().put("German de.fj1 at 2011", "French fr.IV at 2012"), "Allied combat", 3)
    territory(table, "german", "2010", "2009").dice(6)
    table.play("attack 2011 with fr.IV go", "done", "resolve 2011")
    assert table.choices("retreat de.fj1") == ["2009"]


@rule("gdw1940", "11.para.overrun", "6.enemy_hex")
def test_the_allies_walk_over_parachute_regiments():
    table = Table("gdw1940").clear().put("French fr.IX at 2013", "German de.fj1 at 2014", "German de.fj2 at 2014")
    at(table, "Allied movement", 2)
    table.play("move fr.IX 2014")

    assert table.where("fr.IX") == "2014"
    assert (table.where("de.fj1"), table.where("de.fj2")) == ("", "")
    assert game(table).points == [0, 10]
    assert "2015" in table.reach("fr.IX")  # and goes on


@rule("gdw1940", "11.para.overrun", "6.enemy_hex")
def test_but_not_over_the_air_landing_division():
    table = Table("gdw1940").clear().put("French fr.IX at 2013", "German de.fj1 at 2014", "German de.ll22 at 2014")
    at(table, "Allied movement", 2)

    assert table.why_not("move fr.IX 2014").rule == "6.enemy_hex"


# -- the air landing division


@rule("gdw1940", "11.airlanding.choice", "14.german")
def test_the_air_landing_division_may_come_in_as_a_reserve():
    table = airfield("de.I in reserve", "de.XXXX in reserve", turn=2)
    assert table.why_not("enter de.fj1 1008").rule == "14.choice"
    table.play("enter de.ll22 1008", "enter de.I 1006")

    assert table.where("de.ll22") == "1008"
    assert table.why_not("enter de.XXXX 1507").rule == "14.german"  # it was one of the two


@rule("gdw1940", "11.airlanding.choice")
def test_then_it_makes_no_drops():
    table = airfield(turn=2)
    table.play("enter de.ll22 1008")

    assert table.why_not("drop de.ll22 1110").rule == "11.airlanding.choice"
    at(table, "German arrivals", 3)
    assert table.why_not("drop de.ll22 1110").rule == "11.airlanding.choice"


@rule("gdw1940", "11.airlanding.choice")
def test_or_it_drops_and_is_no_reserve():
    table = airfield("de.I in reserve", turn=2)
    table.play("drop de.ll22 0410")

    assert table.why_not("enter de.ll22 1008").rule == "14.choice"


@rule("gdw1940", "11.airlanding.drop", "4.who")
def test_in_the_impulse_of_its_drop_it_has_no_zone():
    table = airfield("German de.IX at 1006")
    table.play("drop de.ll22 2014")
    assert owner(table, "2015") == "allied"

    table.play("done", "end")  # the recovery phase ends the impulse
    assert owner(table, "2015") == "german"


@rule("gdw1940", "11.airlanding.drop")
def test_in_the_impulse_of_its_drop_it_does_not_attack():
    table = airfield("German de.IX at 1913", "French fr.X at 2013")
    table.play("drop de.ll22 2012", "done", "end")
    assert table.why_not("attack 2013 with de.ll22 go").rule == "11.airlanding.drop"

    table.play("done", "done", "end")
    assert table.allows("attack 2013 with de.ll22 go")


# -- effects on combat


def betuwe(*more: str) -> Table:
    """A Dutch 2-6 corps in 0509; two German 4-6 corps in 0508, before its fort, and in 0608, across the Waal."""
    return airfield("Dutch nl.III at 0509", "German de.X at 0508", "German de.XXVI at 0608", *more)


@rule("gdw1940", "11.effect.hexsides")
def test_a_drop_cancels_the_hexsides():
    """The example of chapter 11: 8 to 2 instead of 3 to 2."""
    table = betuwe()
    table.play("drop de.fj1 0509", "done", "end")
    assert ratio(table, "attack 0509 with de.X de.XXVI go") == ("8 : 2", "4:1")

    table = betuwe()
    table.play("drop de.fj1 0510", "done", "end")  # next to it: no help
    assert ratio(table, "attack 0509 with de.X de.XXVI go") == ("3 : 2", "1.5:1")


@rule("gdw1940", "11.effect.hexsides")
def test_only_in_the_combat_phase_that_follows():
    table = betuwe()
    table.play("drop de.fj1 0509", "done", "end", "done", "done", "end")

    assert ratio(table, "attack 0509 with de.X de.XXVI go") == ("3 : 2", "1.5:1")


@rule("gdw1940", "11.effect.hexsides")
def test_the_terrain_of_the_hex_still_counts():
    """Namur is a city, where DR* is NE."""
    table = airfield("Belgian be.VII at 1211", "German de.IX at 1210")
    table.play("drop de.fj1 1211", "done", "end", "attack 1211 with de.IX go", "done")
    table.dice(3).play("resolve 1211")

    assert table.where("be.VII") == "1211"


@rule("gdw1940", "R.11.effect.hexsides.1", "11.effect.hexsides")
def test_no_bridgehead_is_rolled_for():
    table = airfield("Belgian be.VII at 1211", "German de.IX at 1210")
    table.play("drop de.fj1 1211", "done", "end", "attack 1211 with de.IX go", "done")
    battle = fought(table.dice(6, 5).play("resolve 1211"))

    assert battle.dice == (6,)
    assert battle.text == "German IX Corps attacks Namur (1211) at 1.5:1: AR, the attackers are disrupted"


def gives_way(table: Table, code: str, target: str, *units: str) -> bool:
    """Whether a result reaches the defenders of a hex."""
    g = game(table)
    attackers = tuple(g.scenario.unit_named[unit] for unit in units)
    return odds.gives_way(g, Battle(Attack((g.map.hex(target),), attackers)), g.map.hex(target), code)


@rule("gdw1940", "11.effect.minor_fort")
def test_drop_into_a_minor_fortification():
    """stated.11.minor_fort_table: DR* reaches outflanked defenders, and those dropped upon."""
    table = betuwe("Dutch nl.L at 0709")
    assert not gives_way(table, "DR*", "0509", "de.X")
    assert gives_way(table, "DR*", "0509", "de.X", "de.XXVI")
    table.play("drop de.fj1 0509")
    assert gives_way(table, "DR*", "0509", "de.X")
    assert gives_way(table, "DR", "0509", "de.X")


def maginot() -> Table:
    """A British 1-8 division in 1808; German corps in 1708, before the Maginot Line, and in 1809, behind it."""
    return airfield("British uk.51 at 1808", "German de.XXXVII at 1708", "German de.IX at 1809", "German de.X at 1006")


@rule("gdw1940", "11.effect.major_fort", "R.11.effect.major_fort.1")
def test_drop_into_a_major_fortification():
    """stated.11.major_fort_table (a) and (c): DR reaches the defenders; halving and the extra factor stay."""
    table = maginot()
    assert not gives_way(table, "DR", "1808", "de.XXXVII")
    table.play("drop de.fj1 1808", "done", "end")

    assert gives_way(table, "DR", "1808", "de.XXXVII")
    assert not gives_way(table, "DR*", "1808", "de.XXXVII")
    assert ratio(table, "attack 1808 with de.XXXVII go") == ("1 : 2", "1:2")


@rule("gdw1940", "11.effect.major_flanked")
def test_drop_and_outflanking_together():
    """stated.11.major_fort_table (b) and (d): DR* reaches the defenders only where both come together."""
    table = maginot()
    assert gives_way(table, "DR", "1808", "de.IX")
    assert not gives_way(table, "DR*", "1808", "de.IX")
    table.play("drop de.fj1 1808", "done", "end")

    assert gives_way(table, "DR*", "1808", "de.IX")
    assert gives_way(table, "DR*", "1808", "de.XXXVII", "de.IX")
    assert ratio(table, "attack 1808 with de.XXXVII de.IX go") == ("6 : 2", "3:1")
    assert ratio(table, "attack 1808 with de.IX go") == ("5 : 1", "5:1")

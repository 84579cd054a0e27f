"""25: mountain units, British ports, the western edge, open cities; 27: bridgeheads. Optional rules."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.manstein.board import MARKS, controls, zones
from meuse.games.manstein.bridgeheads import Bridgehead
from meuse.testkit import Table, rule

from .scene import (
    begin_turn,
    bins,
    combat,
    draw,
    game,
    give,
    impulse,
    left,
    lines,
    mark,
    marked,
    movement,
    number,
    operations,
    scene,
    shifts,
    spend,
    stage,
    words,
)

# -- 25.1 mountain units


@rule("manstein", "25.1")
def test_mountain_units_in_rough_terrain():
    table = combat(scene("German de.GbK at 1539", "Belgian be.GPK at 1538", marker="HGA", o25_1=True, o28_1c=True))
    assert shifts(table, "attack 1538 with de.GbK")["25.1"] == 1

    table.remove("be.GPK").put("French fr.Col at 1538", "German de.XV at 1539")
    assert [s.value for s in table.game.odds("attack 1538 with de.GbK").shifts if s.rule == "25.1"] == [1, -1]
    assert shifts(table, "attack 1538 with de.XV")["25.1"] == -1
    assert "25.1" not in shifts(table.put("French fr.Col at 1540").remove("be.GPK"), "attack 1540 with de.GbK")


@rule("manstein", "25.1")
def test_without_the_rule_they_are_like_others():
    table = combat(scene("German de.GbK at 1539", "Belgian be.GPK at 1538", marker="HGA"))

    assert "25.1" not in shifts(table, "attack 1538 with de.GbK")


# -- 25.2 British deployment through ports


def british(*sentences: str, **options: bool) -> Table:
    table = scene("British uk.2 in track", *sentences, marker="1AG", **options)
    game(table).arrival[number(table, "uk.2")] = 2
    return impulse(table)


@rule("manstein", "25.2")
def test_the_british_land_in_ports_instead_of_using_their_ships():
    table = british("uk.nav in available", "French fr.7 at 0936", "German de.6 at 1036", o25_2=True)
    assert "0835" in table.choices("enter uk.2")
    table.play("enter uk.2 0835", "end")
    table.play("attack 1036 with fr.7 go")

    assert table.where("uk.nav") == "available"
    assert words(table) != "Attack on 1036"  # nobody was asked about the ships
    assert "0835" not in british("uk.nav in utilized", o25_2=True).choices("enter uk.2")
    assert "0835" not in british("uk.nav in available").choices("enter uk.2")


# -- 25.3 the western edge


@rule("manstein", "25.3", "R.25.3.1", "8.5a")
def test_units_leave_by_the_western_edge():
    table = movement(marked(scene("French fr.7 at 0441", "French fr.3 at 0442", o25_3=True), "evac", "1AG"))
    assert table.choices("exit") == ["fr.7"]
    assert table.why_not("exit fr.3").rule == "5.5"  # of another army group

    spend(table, "fr.7", 0)
    assert "exit" not in table.choices()
    spend(table, "fr.7", 1).play("exit fr.7")
    assert table.where("fr.7") == "evacuated"


@rule("manstein", "R.25.3.1", "16.8a", "8.1a")
def test_leaving_out_of_an_air_zone_costs_one_more():
    table = movement(marked(scene("French fr.7 at 0441", "German de.a.I at 0441", o25_3=True), "evac", "1AG"))
    assert table.allows("exit fr.7")  # a first hex can always be gone

    spend(table, "fr.7", 1)
    assert "exit" not in table.choices()
    spend(table, "fr.7", 2)
    assert table.allows("exit fr.7")


@rule("manstein", "25.3", "R.25.3.1")
def test_once_evac_is_drawn_all_allies_may_leave_until_the_turn_is_over():
    """Impulse by impulse: before the draw, that of Evac, later ones, and the next turn."""
    west = ("French fr.7 at 0441", "French fr.3 at 0442", "Belgian be.N at 0443", "French fr.XXI at 0440")
    table = begin_turn(scene(*west, "German de.6 at 0838", o25_3=True), 2)
    table.play("german: special none", "allied: special evac")
    operations(bins(table, "", "1AG evac 2AG belgium").dice(1, 3, 1, 1))  # 1AG, Evac, 2AG, Belgium
    assert (drawn(table), table.why_not("exit fr.7").rule) == ("1AG", "25.3")

    table.play("end", "activate 3AG")
    assert (drawn(table), table.choices("exit")) == ("evac", ["fr.XXI"])  # 3AG has nobody here, but reserves act
    table.play("exit fr.XXI")
    assert (drawn(table), table.choices("exit")) == ("2AG", ["fr.3"])
    table.play("exit fr.3")
    assert (drawn(table), table.choices("exit")) == ("belgium", ["be.N"])
    table.play("exit be.N")
    assert [table.where(unit) for unit in ("fr.XXI", "fr.3", "be.N")] == ["evacuated"] * 3

    begin_turn(table, 3)
    table.play("german: special none", "allied: special none")
    operations(bins(table, "", "1AG"))
    assert (drawn(table), table.why_not("exit fr.7").rule) == ("1AG", "25.3")


def drawn(table: Table) -> str:
    """The marker of the impulse; units of it are being moved."""
    assert words(table) == "Allied movement"
    return game(table).now.marker


@rule("manstein", "25.3", "8.5a", "8.0b")
def test_only_with_the_rule_and_only_from_the_edge():
    table = movement(marked(scene("French fr.7 at 0441"), "evac", "1AG"))
    assert table.why_not("exit fr.7").rule == "8.5a"

    table = movement(scene("French fr.7 at 0441", marker="1AG", o25_3=True))
    assert table.why_not("exit fr.7").rule == "25.3"
    table = movement(marked(scene("French fr.f.maub at 0442", "French fr.7 at 0441", o25_3=True), "evac", "1AG"))
    assert table.why_not("exit fr.f.maub").rule == "8.0b"
    table = movement(marked(scene("French fr.7 at 0541", "French fr.1 at 0441", o25_3=True), "evac", "1AG"))
    assert table.why_not("exit fr.7").rule == "25.3"
    assert left(table, "fr.7") == 4


# -- 25.4 open cities


def allied_impulse_ends(*sentences: str) -> Table:
    table = draw(scene("French fr.8 at 1744", *sentences, o25_4=True), "3AG")
    table.play("end")
    return table


@rule("manstein", "25.4a")
def test_empty_allied_cities_may_be_declared_open():
    table = give(allied_impulse_ends("French fr.7 at 0941"), "german", "1336")
    assert words(table) == "Open cities"

    assert table.choices("declare") == ["1333", "1335"]
    assert table.why_not("declare 0941").rule == "25.4a"
    assert table.why_not("declare 1036").rule == "25.4a"
    table.play("declare 1335", "done")
    assert game(table).open_cities == {game(table).map.hex("1335")}


@rule("manstein", "25.4a")
def test_bombed_cities_cannot_be_opened():
    table = draw(mark(scene("French fr.8 at 1744", o25_4=True), "bombed", "0941"), "3AG")
    table.play("end")

    assert "0941" not in table.choices("declare")


@rule("manstein", "25.4b", "13.4a")
def test_no_allied_unit_enters_an_open_city():
    table = mark(scene("French fr.7 at 1041", "German de.6 at 0842", marker="1AG", o25_4=True), "open_cities", "0941")
    movement(table)

    assert table.why_not("move fr.7 0941").rule == "25.4b"
    game(table).arrival[number(table, "fr.6")] = 2
    impulse(table.put("French fr.6 in track"))
    assert "cannot enter Paris" in table.why_not("enter fr.6 0941").text
    assert not zones(game(table), Side.ALLIED)[game(table).map.hex("0941")]
    assert zones(game(table), Side.ALLIED)[game(table).map.hex("1042")]


@rule("manstein", "25.4c")
def test_an_open_city_is_worth_half():
    table = give(mark(scene(o25_4=True), "open_cities", "0941", "1336"), "german", "0941", "1336")

    assert lines(table, "german") == {"0941": 5, "1336": 1}


# -- 27 bridgeheads


def across_the_maas(die: int, **options: bool) -> Table:
    """Attack from Roermond across the Maas on Hasselt."""
    sentences = ("German de.6 at 1635", "German de.XVI at 1635", "Belgian be.N at 1536", "Belgian be.III at 1536")
    table = combat(scene(*sentences, **options)).dice(die)
    table.play("attack 1536 with de.6 de.XVI go")  # 266%, less the river: 150-199%
    return table


@rule("manstein", "27.1a")
def test_a_costly_attack_across_a_river_wins_a_bridgehead():
    table = across_the_maas(6, o27=True)
    table.play("lose be.N", "lose de.6")  # ST

    assert (table.asked, words(table)) == ("german", "Bridgehead to Hasselt (1536)")
    assert table.choices("bridgehead") == ["1635"]
    table.play("bridgehead 1635")
    assert len(game(table).bridgeheads) == 1


@rule("manstein", "27.1a")
def test_only_if_the_defender_lost_a_step():
    table = across_the_maas(1, o27=True)  # AD
    assert words(table) == "German losses"

    table = across_the_maas(6)  # without the rule
    table.play("lose be.N", "lose de.6")
    assert words(table) != "Bridgehead to Hasselt (1536)"


@rule("manstein", "27.1a")
def test_only_if_the_enemy_is_still_there():
    sentences = ("German de.6 at 1635", "German de.XVI at 1635", "Belgian be.III at 1536 with 1 step")
    table = combat(scene(*sentences, o27=True)).dice(3)
    table.play("attack 1536 with de.6 de.XVI go")  # DA empties the hex

    assert words(table) == "German pursuit"


def bridged(**options: bool) -> Table:
    table = across_the_maas(6, o27=True, **options)
    table.play("lose be.N", "lose de.6", "bridgehead 1635")
    return table


@rule("manstein", "27.1b")
def test_the_river_gives_no_shift_any_more():
    table = bridged()
    table.play("done")
    combat(marked(table, "HGB"))
    assert "10.5e" not in shifts(table, "attack 1536 with de.6")

    combat(marked(table, "belgium"))
    assert "10.5e" not in shifts(table, "attack 1635 with be.N")  # for either player


@rule("manstein", "27.1c")
def test_a_city_across_a_bridgehead_is_nobodys():
    sentences = ("German de.6 at 1241", "French fr.7 at 1240")
    table = scene(*sentences, o27=True)
    g = game(table)
    assert controls(g, Side.ALLIED, g.map.hex("1240"))
    side = g.map.side_between(g.map.hex("1241"), g.map.hex("1240"))
    g.bridgeheads[side] = (0, g.map.hex("1241"))
    g.touch(MARKS)

    assert not controls(g, Side.ALLIED, g.map.hex("1240"))
    assert not controls(g, Side.GERMAN, g.map.hex("1240"))
    assert shifts(combat(table), "attack 1240 with de.6")["10.5d"] == -1  # it is a city all the same


def at_reims(*sentences: str) -> Table:
    """The Germans have a bridgehead from 1241 over the Aisne at Reims, 1240."""
    table = scene("German de.6 at 1241", *sentences, o27=True)
    g = game(table)
    g.bridgeheads[g.map.side_between(g.map.hex("1241"), g.map.hex("1240"))] = (0, g.map.hex("1241"))
    g.touch(MARKS)
    return table


@rule("manstein", "27.1c", "10.5e")
def test_the_city_loses_its_river_on_every_side():
    table = combat(at_reims("German de.XVI at 1239", "French fr.7 at 1240"))
    assert "10.5e" not in shifts(table, "attack 1240 with de.XVI")  # though this one attacks elsewhere

    game(table).bridgeheads.clear()
    game(table).touch(MARKS)
    assert shifts(table, "attack 1240 with de.XVI")["10.5e"] == -1


@rule("manstein", "27.1c", "R.27.1c.1")
def test_who_takes_the_city_across_his_bridgehead_controls_it():
    table = give(at_reims("German de.XVI at 1240"), "german", "1240")
    g = game(table)
    assert controls(g, Side.GERMAN, g.map.hex("1240"))

    table.put("German de.XVI at 1141")
    assert not controls(g, Side.GERMAN, g.map.hex("1240"))


@rule("manstein", "27.1d")
def test_a_bridgehead_is_given_up():
    table = bridged()
    assert words(table) == "German bridgeheads"
    table.play("lift 1635 1536")
    assert game(table).bridgeheads == {}

    table = bridged()
    table.play("done")
    movement(marked(table, "HGB"))
    table.remove("de.XVI")
    table.play("move de.6 1735")
    assert game(table).bridgeheads == {}  # nobody is left in the hex


@rule("manstein", "27.1d")
def test_a_marker_taken_off_waits_for_the_next_impulse():
    table = bridged()
    g = game(table)
    start = g.map.hex("1635")
    g.bridgeheads = dict.fromkeys((0, 1, 2), (0, start)) | g.bridgeheads
    again = Bridgehead(Side.GERMAN, g.map.hex("1536"), (number(table, "de.6"),))
    table.play("lift 1635 1536")
    assert again.decider(g) is None  # three lie on the map, and the fourth has just been taken off

    table.play("done")  # and the impulse is over
    assert again.decider(g) is Side.GERMAN


@rule("manstein", "27.1e")
def test_the_number_of_bridgeheads_is_limited():
    table = bridged()
    g = game(table)
    again = Bridgehead(Side.GERMAN, g.map.hex("1536"), (number(table, "de.6"),))
    assert again.decider(g) is None  # one on a hexside

    g.bridgeheads = {n: (0, g.map.hex("1635")) for n in range(4)}
    assert stage(table, again).asked == "german"
    assert words(table) != "Bridgehead to Hasselt (1536)"

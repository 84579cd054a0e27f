"""9: movement by rail."""

from __future__ import annotations

from meuse.testkit import rule

from .scene import bins, game, give, marked, movement, operations, scene


@rule("manstein", "9.0a", "9.0d", "9.0g")
def test_a_unit_goes_any_distance_from_town_to_town():
    table = movement(scene("German de.6 at 1735", "German de.18 at 1734", "German de.XVI at 1835"))

    assert "2244" in table.reach("de.6", "rail")
    table.play("rail de.6 2130")
    assert table.where("de.6") == "2130"
    assert table.why_not("move de.6 2131").rule == "9.0g"
    table.play("move de.18 1735")
    assert table.why_not("rail de.18 1835").rule == "9.0g"


@rule("manstein", "9.0a", "15.5a")
def test_only_active_supported_units_use_it():
    sentences = ("German de.6 at 1735", "German de.4 at 1836", "German de.f.aach at 1636", "German de.18 at 2130")
    table = movement(scene(*sentences))

    assert table.why_not("rail de.4 1835").rule == "5.5"
    assert table.why_not("rail de.f.aach 1835").rule == "8.0b"
    assert table.why_not("rail de.18 1835").rule == "15.5a"  # four hexes and more from every depot


@rule("manstein", "9.0b")
def test_rail_stays_in_ones_own_country():
    table = movement(scene("German de.6 at 1635", "German de.18 at 1735"))

    assert table.why_not("rail de.6 1735").rule == "9.0b"
    assert table.why_not("rail de.18 1635").rule == "9.0b"


@rule("manstein", "9.0b")
def test_the_british_use_french_railways():
    table = movement(scene("British uk.BEF at 0936", "British uk.l at 1136", marker="1AG"))

    assert "0744" in table.reach("uk.BEF", "rail")
    assert table.why_not("rail uk.l 1036").rule == "9.0b"  # Kortrijk is Belgian


@rule("manstein", "9.0c")
def test_it_begins_and_ends_in_a_city_or_town():
    table = movement(scene("German de.6 at 1734", "German de.18 at 1735"))

    assert table.why_not("rail de.6 1835").rule == "9.0c"
    assert table.why_not("rail de.18 1734").rule == "9.0c"


@rule("manstein", "9.0c", "9.0f")
def test_a_unit_hemmed_in_by_zones_finds_no_train():
    ring = ("German de.4 at 0940", "German de.6 at 1041", "German de.12 at 0841")
    table = movement(scene("French fr.7 at 0941", "French fr.1 at 1240", *ring, marker="1AG"))

    assert table.choices("rail") == ["fr.1"]
    assert "can be reached by rail" in table.why_not("rail fr.7 1240").text


@rule("manstein", "9.0e")
def test_armies_pass_rough_terrain_but_do_not_end_in_it():
    table = movement(scene("German de.6 at 1834", "German de.XVI at 1834"))

    assert table.why_not("rail de.6 2035").rule == "9.0e"  # Siegen
    assert "2035" in table.reach("de.XVI", "rail")
    assert "2136" in table.reach("de.6", "rail")


@rule("manstein", "9.0f", "7.2c", "6.0f")
def test_enemy_zones_stop_trains():
    wall = ("French fr.7 at 1933", "French fr.1 at 1932")
    table = movement(scene("German de.6 at 1735", *wall))
    reached = table.reach("de.6", "rail")

    assert "1833" not in reached  # no station
    assert "1934" in reached  # a station in a zone may be entered
    assert table.why_not("rail de.6 1933").rule == "6.0f"
    table.put("German de.6 at 1934")
    ways = {choice.token: choice.path for choice in table.game.decision.describe(("rail", "de.6"))}
    assert ways["2033"][0] == "2034"  # not from zone to zone
    table.put("French fr.9 at 2134")
    assert table.why_not("rail de.6 2133").rule == "9.0f"  # no way but from zone to zone


@rule("manstein", "9.1", "R.2.2.4.1")
def test_german_rail_capacity():
    """derived-rail-capacity-german"""
    corps = ("de.XVI", "de.XV", "de.GrD", "de.XIV")
    at_koln = tuple(f"German {unit} at 1835" for unit in ("de.6", "de.l.b", *corps))
    table = movement(scene(*at_koln))
    marked(table, "HGB", "HGA", "PGK")
    table.play("rail de.6 1834", "rail de.l.b 1834", "rail de.XVI 1834", "rail de.XV 1834", "rail de.GrD 1834")

    assert game(table).rail_left == 0
    assert table.why_not("rail de.XIV 1834").rule == "9.1"


@rule("manstein", "9.1")
def test_allied_rail_capacity():
    """derived-rail-capacity-allied"""
    units = ("fr.7", "fr.CC", "fr.XXI", "fr.XXIII", "fr.1GC")
    table = movement(scene(*(f"French {unit} at 0941" for unit in units), marker="1AG"))
    table.play("rail fr.7 1240", "rail fr.CC 1240", "rail fr.XXI 1240")
    assert game(table).rail_left == 1

    table.play("rail fr.XXIII 1240")
    assert table.why_not("rail fr.1GC 1240").rule == "9.1"


@rule("manstein", "9.1")
def test_what_one_side_uses_is_not_taken_from_the_other_and_comes_back_every_segment():
    """From impulse to impulse of one turn: HGB, 1AG, HGA, 2AG."""
    germans = ("German de.6 at 1834", "German de.18 at 1835", "German de.l.b at 1934", "German de.4 at 1937")
    allies = ("French fr.7 at 0941", "French fr.1 at 1240", "French fr.CC at 1036", "French fr.3 at 1640")
    table = bins(scene(*germans, *allies), "HGB HGA", "1AG 2AG").dice(1, 1, 1, 1)
    operations(table)
    table.play("rail de.6 2130", "rail de.18 1834", "rail de.l.b 1835")
    assert table.why_not("rail de.6 1834").rule == "9.1"

    table.play("end", "rail fr.7 1036", "rail fr.1 0941")
    assert table.why_not("rail fr.CC 0941").rule == "9.1"
    table.play("end", "rail de.4 1835", "end")
    assert table.allows("rail fr.3 1240")


@rule("manstein", "9.1")
def test_an_army_needs_a_whole_share():
    table = movement(scene("French fr.7 at 0941", "French fr.CC at 0941", marker="1AG"))
    game(table).rail_left = 2
    table.game.forget()

    assert table.why_not("rail fr.7 1240").rule == "9.1"


@rule("manstein", "R.9.0b.1")
def test_trains_pass_ground_that_the_enemy_controls():
    table = movement(give(scene("German de.6 at 1735"), "allied", "1834", "1835", "1836", "1736", "1734"))

    assert "1935" in table.reach("de.6", "rail")


@rule("manstein", "16.8b")
def test_no_train_in_a_german_air_zone():
    table = movement(scene("French fr.7 at 0941", "French fr.1 at 1444", "German de.a.I at 1041", marker="1AG"))

    assert table.why_not("rail fr.7 1240").rule == "16.8b"
    assert table.why_not("rail fr.1 0941").rule == "16.8b"
    assert "1240" in table.reach("fr.1", "rail")

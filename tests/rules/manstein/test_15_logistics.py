"""15: lines of communication."""

from __future__ import annotations

from meuse.testkit import rule

from .scene import combat, cut_off, give, left, mark, movement, scene, shifts, supported, words


@rule("manstein", "15.0a", "15.1b", "15.1d", "15.4b")
def test_a_line_is_as_long_as_the_movement_factor():
    """derived-loc-count"""
    table = scene("German de.6 at 1536", "German de.18 at 1435", "German de.XVI at 1436")

    assert supported(table, "de.6")  # Köln is the third hex
    assert not supported(table, "de.18")  # and for this one the fourth
    assert supported(table, "de.XVI")


@rule("manstein", "15.0b")
def test_some_are_always_supported():
    sentences = ("Belgian be.f.nam at 1437", "German de.l.b at 1141", "German de.a.I at 0941", "French fr.7 at 1240")
    ring = ("German de.6 at 1140", "German de.4 at 1239", "German de.12 at 1340", "German de.16 at 1341")
    table = scene(*sentences, *ring)

    assert all(supported(table, unit) for unit in ("be.f.nam", "de.l.b", "de.a.I"))
    assert not supported(table, "de.16")  # no other unit is, so far from home
    assert supported(table, "fr.7")  # on its depot, though in enemy zones
    assert not cut_off(table, "fr.7")


@rule("manstein", "15.1a", "15.5a")
def test_support_is_judged_when_it_matters():
    table = movement(scene("German de.18 at 1435"))
    assert left(table, "de.18") == 2

    table.put("German de.18 at 1536")
    assert left(table, "de.18") == 3


@rule("manstein", "15.1c", "R.15.1c.1")
def test_lines_cross_any_ground_but_sea():
    table = scene("German de.12 at 1838", "German de.7 at 2043")
    assert supported(table, "de.12")  # through the rough Eifel, though an army cannot go there

    table = mark(scene("Dutch nl.V at 1430"), "bombed", "1333")
    assert supported(table, "nl.V")  # Amsterdam, overland
    give(table, "german", "1432")
    assert not supported(table.put("Dutch nl.V at 1530"), "nl.V")


@rule("manstein", "15.1e")
def test_lines_do_not_pass_the_enemy():
    wall = ("French fr.7 at 1636", "French fr.1 at 1635")
    table = scene("German de.6 at 1536", *wall)

    assert not supported(table, "de.6")


@rule("manstein", "15.1f")
def test_lines_do_not_pass_enemy_zones():
    table = scene("German de.6 at 1536", "French fr.7 at 1736")

    assert not supported(table, "de.6")  # 1635 and 1735, the other way to Köln, are in its zone


@rule("manstein", "15.2a", "15.2e")
def test_depots_of_ones_own_country():
    table = scene("Belgian be.N at 0937", "Dutch nl.V at 1435", "German de.6 at 1240")

    assert not supported(table, "be.N")  # Lille is French
    assert not supported(table, "de.6")
    assert supported(table, "nl.V")


@rule("manstein", "15.2b", "15.1b", "15.3a", "15.3b")
def test_a_line_in_two_legs():
    """derived-loc-printed-mf"""
    table = scene("German de.6 at 1237", "German de.l.p at 1437", "German de.18 at 1436")

    assert supported(table, "de.6")  # two hexes to the logistics unit of another command, five from there to Köln
    assert supported(table, "de.18")  # any number of units may use it
    table.put("German de.l.b at 1436").remove("de.l.p")
    assert supported(table, "de.6")
    table.put("German de.l.b at 1337")
    assert not supported(table, "de.6")  # its own movement factor of four is too short now


@rule("manstein", "15.3c", "15.2e")
def test_allied_units_use_their_own_logistics_units():
    table = mark(
        scene("French fr.3 at 1639", "British uk.l at 1540", "French fr.l.2 at 1540"), "bombed", "1640", "1942"
    )
    assert supported(table, "fr.3")

    assert not supported(table.remove("fr.l.2"), "fr.3")


@rule("manstein", "15.2c", "3.7f")
def test_the_british_trace_to_channel_ports():
    table = scene("British uk.BEF at 1138", "British uk.1A at 1240")
    assert supported(table, "uk.BEF")
    assert not supported(table, "uk.1A")

    table.put("British uk.l at 1138")
    assert supported(table, "uk.1A")
    mark(table, "bombed", "0835", "0836", "0936", "1035", "1335", "0638", "0539", "1333")
    assert not supported(table, "uk.BEF")


@rule("manstein", "15.2d")
def test_a_french_unit_may_trace_to_a_port_but_not_by_logistics_units():
    table = give(scene("French fr.7 at 1037"), "german", "1036", "0639", "0941", "1240")
    assert supported(table, "fr.7")

    table.put("French fr.7 at 1340", "French fr.l.1 at 1138")
    mark(table, "bombed", "1640", "1942", "1444")
    assert not supported(table, "fr.7")


@rule("manstein", "15.3a", "R.15.3a.1")
def test_mobile_supply_units_are_logistics_units():
    table = scene("German de.l.a at 1735")

    assert [unit.name for unit in table.game.view("german").units if unit.id == "de.l.a"] == ["HGA mobile logistics"]


@rule("manstein", "15.4a")
def test_unsupported_units_have_air_support_too():
    table = combat(scene("German de.6 at 1141", "French fr.7 at 1041", "German de.a.I at 1041"))

    assert shifts(table, "attack 1041 with de.6")["16.7a"] == 2


@rule("manstein", "15.4c")
def test_a_unit_is_cut_off_when_nothing_around_it_is_free():
    table = scene("German de.6 at 1141", "French fr.7 at 1140")
    assert not cut_off(table, "de.6")

    table.put("French fr.1 at 1142")
    assert cut_off(table, "de.6")
    table.put("British uk.BEF at 0936", "German de.18 at 0937", "German de.4 at 0836", "German de.12 at 1035")
    assert not cut_off(table, "uk.BEF")  # in a port


@rule("manstein", "15.4c", "R.15.4c.2")
def test_the_swiss_border_cuts_nobody_off():
    table = scene("German de.XV at 1944", "French fr.8 at 1943", "French fr.5 at 1844")
    assert not supported(table, "de.XV")
    assert not cut_off(table, "de.XV")  # 2044 is neither the enemy's nor sea nor off the map

    table.put("French fr.4 at 2043")  # now it is in a zone
    assert cut_off(table, "de.XV")


@rule("manstein", "15.4c", "R.15.4c.1", "15.2d")
def test_a_french_unit_shut_up_in_a_port_is_cut_off_and_unsupported():
    table = scene("French fr.7 at 0936", "German de.6 at 1036")
    assert supported(table, "fr.7")  # by the port it stands in

    table.put("German de.18 at 0836")
    assert cut_off(table, "fr.7")
    assert not supported(table, "fr.7")
    assert shifts(combat(table), "attack 0936 with de.6")["15.5c"] == 1


@rule("manstein", "15.4c", "18.3")
def test_a_unit_that_has_just_landed_is_not_cut_off():
    table = scene("German de.LLK at 1141", "French fr.7 at 1140", "French fr.1 at 1142")
    assert cut_off(table, "de.LLK")

    assert not cut_off(table.put("landed German de.LLK at 1141"), "de.LLK")


@rule("manstein", "15.4c", "22.4c")
def test_a_bombed_port_shelters_no_british():
    ring = ("German de.18 at 1434", "German de.4 at 1336", "German de.12 at 1234")
    table = scene("British uk.BEF at 1335", *ring)
    assert not cut_off(table, "uk.BEF")

    assert cut_off(mark(table, "bombed", "1335"), "uk.BEF")


@rule("manstein", "15.5a")
def test_unsupported_units_do_not_use_the_railway():
    table = movement(scene("German de.18 at 2130", "German de.6 at 1735"))

    assert table.why_not("rail de.18 1835").rule == "15.5a"


@rule("manstein", "15.6")
def test_a_cut_off_unit_does_not_pursue():
    ring = ("French fr.7 at 1140", "French fr.3 at 1242", "French fr.2 at 1042", "French fr.l.1 at 1142")
    table = combat(scene("German de.XVI at 1141", *ring)).dice(6)
    assert cut_off(table, "de.XVI")
    table.play("attack 1142 with de.XVI go", "table assault")  # against no defence: DD

    assert table.where("fr.l.1") == "eliminated"
    assert words(table) == "End of turn 6"


@rule("manstein", "15.6")
def test_others_pursue_without_it():
    ring = ("French fr.7 at 1140", "French fr.3 at 1341", "French fr.2 at 1042", "French fr.l.1 at 1142")
    table = combat(scene("German de.XVI at 1141", "German de.6 at 1242", *ring)).dice(6)
    table.play("attack 1142 with de.6 de.XVI go")

    assert table.choices("advance") == ["de.6"]
    assert table.why_not("advance de.XVI 1142").rule == "15.6"


@rule("manstein", "15.1g", "16.8c")
def test_air_zones_do_not_cut_lines():
    table = scene("French fr.7 at 1140", "German de.a.I at 1240", "German de.a.II at 1140")

    assert supported(table, "fr.7")

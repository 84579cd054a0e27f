"""7: zones of control."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.manstein.board import controls, feared, zones
from meuse.testkit import Table, rule

from .scene import combat, game, impulse, mark, movement, scene, spend, supported, words


def zone(table: Table, side: str) -> set[str]:
    """The hexes in the zones of a side."""
    g = game(table)
    return {g.label(h) for h, marked in enumerate(zones(g, Side.of(side))) if marked}


def fears(table: Table, side: str, label: str) -> bool:
    """Whether a hex is in an enemy zone for a side."""
    g = game(table)
    return bool(feared(g, Side.of(side))[g.map.hex(label)])


@rule("manstein", "7.0a")
def test_every_ground_unit_has_a_zone():
    table = scene("German de.6 at 1736 with 1 step", "German de.f.saar at 1839")

    assert {"1735", "1835", "1836", "1737", "1636", "1635"} <= zone(table, "german")
    assert {"1840", "1740"} <= zone(table, "german")
    assert "1736" not in zone(table, "german")


@rule("manstein", "R.7.0a.1")
def test_the_zone_of_logistics_units_is_a_switch():
    assert "1635" in zone(scene("German de.l.b at 1736"), "german")

    table = Table("manstein", options={"R.7.0a.1": False}).clear().put("German de.l.b at 1736")
    assert zone(table, "german") == set()


@rule("manstein", "7.0b", "7.1b")
def test_zones_overlap_and_units_do_not_cancel_them():
    table = scene("German de.6 at 1736", "German de.XVI at 1735", "Dutch nl.V at 1634", "Dutch nl.I at 1635")

    assert fears(table, "allied", "1635")  # though a friend is in it
    assert fears(table, "german", "1735")


@rule("manstein", "7.1a", "R.7.1a.1")
def test_zones_do_not_cross_the_sea():
    table = scene("French fr.7 at 0539", "Dutch nl.V at 1430")

    assert "0540" not in zone(table, "allied")
    assert "1530" not in zone(table, "allied")  # along the causeway neither
    assert "0638" in zone(table, "allied")


@rule("manstein", "7.1c")
def test_a_fortress_unit_cancels_enemy_zones_in_its_fortress():
    table = scene("German de.6 at 1636", "Belgian be.N at 1537")
    assert fears(table, "allied", "1537")

    table.put("Belgian be.f.ee at 1537")
    assert not fears(table, "allied", "1537")
    mark(table, "destroyed", "1537")
    assert fears(table, "allied", "1537")


@rule("manstein", "7.2a")
def test_zones_contest_depots_and_victory_hexes_only():
    table = scene("German de.6 at 1436", "German de.4 at 1739")
    g = game(table)

    assert not controls(g, Side.ALLIED, g.map.hex("1336"))  # a depot
    assert not controls(g, Side.ALLIED, g.map.hex("1537"))  # Belgium capitulates for it
    assert not controls(g, Side.ALLIED, g.map.hex("1740"))  # the Maginot Line
    assert controls(g, Side.ALLIED, g.map.hex("1437"))  # Namur is a fortress, but worth nothing


@rule("manstein", "7.2b", "13.4b")
def test_reinforcements_do_not_arrive_in_an_enemy_zone():
    table = scene("German de.2 in track", "German de.7 at 2139", "French fr.7 at 1936")
    game(table).arrival[game(table).scenario.unit_named["de.2"]] = 2
    impulse(table)

    assert table.why_not("enter de.2 1937").rule == "13.4b"
    assert table.allows("enter de.2 2138")


@rule("manstein", "7.2c", "8.0d")
def test_a_unit_stops_in_an_enemy_zone():
    table = movement(scene("German de.XVI at 1735", "German de.6 at 1835", "Belgian be.N at 1536"))
    table.play("move de.XVI 1635")

    assert table.choices("move") == ["de.6"]
    refusal = table.why_not("move de.XVI 1634")
    assert (refusal.rule, refusal.text) == (
        "7.2c",
        "XVI. Armeekorps (mot) must stop at Roermond (1635), in an enemy zone of control",
    )

    table.play("move de.6 1836")
    assert table.why_not("move de.XVI 1634").rule == "7.2c"  # that is still why, not that others move


@rule("manstein", "7.2c")
def test_an_enemy_zone_on_the_way_is_told_of():
    table = movement(scene("German de.XVI at 1735", "Belgian be.N at 1536", "Dutch nl.V at 1534"))
    refusal = table.why_not("move de.XVI 1434")

    assert (refusal.rule, refusal.text) == (
        "7.2c",
        "an enemy zone of control stops XVI. Armeekorps (mot) on the way to Breda (1434)",
    )
    assert table.why_not("move de.XVI 1335").rule == "8.0d"  # farther than it could go anyway


@rule("manstein", "7.2c2")
def test_a_unit_hemmed_in_by_zones_is_told_so():
    ring = ("Belgian be.N at 1535", "Dutch nl.V at 1833", "French fr.1 at 1635", "French fr.2 at 1735")
    table = movement(scene("German de.XVI at 1734", "German de.6 at 1835", *ring, "Dutch nl.I at 1633"))

    assert "de.XVI" not in table.choices("move")
    assert table.why_not("move de.XVI 1834").rule == "7.2c2"


@rule("manstein", "7.2c2", "8.1b")
def test_no_step_from_one_enemy_zone_into_another():
    table = movement(scene("German de.XVI at 1635", "Belgian be.N at 1536", "Dutch nl.V at 1534"))

    assert "1735" in table.reach("de.XVI")
    assert "1636" in table.reach("de.XVI")
    spend(table, "de.XVI", 1)
    assert table.why_not("move de.XVI 1636").rule == "7.2c2"
    assert table.reach("de.XVI") == {"1735", "1736"}


@rule("manstein", "7.2d", "10.0a")
def test_a_zone_obliges_nobody_to_attack():
    table = combat(scene("German de.6 at 1536", "Belgian be.N at 1436"))
    table.play("end")

    assert words(table) == "End of turn 6"


@rule("manstein", "7.2e", "11.1h", "22.1.DD")
def test_a_retreat_through_an_enemy_zone_costs_a_step():
    """The Belgians fall back from 1436; 1336 and 1437 are watched by German units, 1337 is not."""
    table = scene("German de.6 at 1536", "German de.18 at 1235", "Belgian be.R at 1436", "Belgian be.III at 1336")
    combat(table).dice(5)
    table.play("attack 1436 with de.6 go")  # 266%, and a column for want of support: DW

    choices = {choice.token: choice.price for choice in table.game.decision.describe(("retreat", "be.R"))}
    assert choices["1336"] == "1 step"
    assert choices["1337"] == ""
    table.play("retreat be.R 1336")  # a friend there does not help
    assert table.steps("be.R") == 1


@rule("manstein", "7.2f", "12.2d")
def test_zones_do_not_hinder_pursuit():
    table = scene("German de.XVI at 1536", "Belgian be.GPK at 1436", "Belgian be.N at 1336", "Belgian be.R at 1437")
    combat(table).dice(6)
    table.play("attack 1436 with de.XVI go", "table assault")

    assert table.where("be.GPK") == "eliminated"
    assert "1337" in table.choices("advance de.XVI")  # from zone to zone, two hexes


@rule("manstein", "7.2g", "15.1f")
def test_a_line_leads_out_of_a_zone_but_into_none():
    table = scene("German de.6 at 1536", "Belgian be.N at 1436")
    assert supported(table, "de.6")
    assert supported(table, "be.N")

    table.put("German de.18 at 1235")  # Brussels is in its zone now
    assert not supported(table, "be.N")
    table.put("Belgian be.R at 1336")
    assert supported(table, "be.R")
    assert not supported(table, "be.N")

"""6: ZOC Bonds.

In the open country of Picardy 1520 and 1522 have 1521 between them (a Hex Bond); 1520 and 1622 have the hexside between
1521 and 1621 (a Hexside Bond).
"""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.france40.bonds import bonds, crosses
from meuse.games.france40.terrain import major
from meuse.testkit import Table, rule

from .scene import dynamo, game, sickle_cut


def barred(table: Table, a: str, b: str, side: Side = Side.GERMAN) -> bool:
    g = game(table)
    return crosses(g, side, g.map.hex(a), g.map.hex(b))


HEX_BOND = ("French fr.di55 at 1520", "French fr.di71 at 1522")
HEXSIDE_BOND = ("French fr.di55 at 1520", "French fr.di71 at 1622")


@rule("france40", "6.1c", "6.2a")
def test_no_unit_enters_a_bonded_hex():
    table = sickle_cut(*HEX_BOND, "German de.pz1.t at 1321").phase("German movement")

    assert "1421" in table.reach("de.pz1.t")
    assert "1521" not in table.reach("de.pz1.t")
    assert table.why_not("move de.pz1.t 1521").rule == "6.1c"
    assert table.why_not("move de.pz1.t 1521").causes == ("1520", "1522")
    assert all(barred(table, a, "1521") for a in ("1421", "1422", "1621", "1622"))

    table.remove("French fr.di71")  # the bond is gone ...
    assert "1521" in table.reach("de.pz1.t")  # ... and so is the ban


@rule("france40", "6.1d", "6.2a", "R.6.1d.1")
def test_no_unit_crosses_a_bonded_hexside():
    table = sickle_cut(*HEXSIDE_BOND, "German de.pz1.t at 1521").phase("German movement")

    assert table.why_not("move de.pz1.t 1621").rule == "6.1d"
    assert "1522" in table.reach("de.pz1.t")
    assert not barred(table, "1720", "1621")  # any other way into it is open

    table.remove("French fr.di71")
    assert "1621" in table.reach("de.pz1.t")


@rule("france40", "6.1b")
def test_only_hexes_two_apart_are_bonded():
    for far in ("1521", "1523"):
        table = sickle_cut("French fr.di55 at 1520", f"French fr.di71 at {far}")
        found = bonds(game(table), Side.ALLIED)
        assert (found.hexes, found.steps) == ({}, {})


@rule("france40", "6.1b", "6.1c")
def test_beside_the_map_edge_no_hex_stands_for_a_hexside():
    """4001 and 4201 have a hexside between them; beyond it is no hex, so the hex on the map, 4101, is not bonded."""
    table = sickle_cut("German de.pz4.s33 at 4001", "German de.id211 at 4201", "French fr.dm1 at 4104")
    assert "4101" in table.phase("Allied movement").reach("fr.dm1")


@rule("france40", "6.1a")
def test_a_stack_of_two_defence_in_good_order_is_an_anchor():
    assert not barred(sickle_cut("French fr.rec1 at 1520", "French fr.di71 at 1522"), "1421", "1521")
    assert barred(sickle_cut("fr.rec1 at 1520", "fr.rec2 at 1520", "fr.di71 at 1522"), "1421", "1521")
    assert not barred(sickle_cut("disrupted French fr.di55 at 1520", "French fr.di71 at 1522"), "1421", "1521")
    assert not barred(sickle_cut("fleeing French fr.di55 at 1520", "French fr.di71 at 1522"), "1421", "1521")
    assert barred(sickle_cut("isolated French fr.di55 at 1520", "French fr.di71 at 1522"), "1421", "1521")
    assert barred(sickle_cut("British uk.12 at 1520", "French fr.di71 at 1522"), "1421", "1521")


@rule("france40", "6.1a", "R.6.1a.1")
def test_units_without_a_zone_form_no_bond():
    for words in ("French fr.f.lf at 1520", "French fr.hq9 at 1520", "entrained French fr.di55 at 1520"):
        assert not barred(sickle_cut(words, "French fr.di71 at 1522"), "1421", "1521")


@rule("france40", "6.1e")
def test_bonds_come_and_go_with_the_units():
    table = sickle_cut(*HEX_BOND, "French fr.dim1 at 1722", "German de.pz1.t at 1321")
    assert barred(table, "1421", "1521")

    table.put("disrupted French fr.di71 at 1522")
    assert not barred(table, "1421", "1521")
    table.put("French fr.dim1 at 1522")
    assert barred(table, "1421", "1521")


@rule("france40", "6.1e")
def test_one_of_several_bonds_is_enough():
    table = sickle_cut(*HEX_BOND, "fr.di61 at 1421", "fr.di53 at 1622")
    table.remove("French fr.di71")
    assert barred(table, "1621", "1521")  # between 1421 and 1622


@rule("france40", "6.2b")
def test_a_bond_stops_a_retreating_unit_too():
    assert barred(sickle_cut(*HEX_BOND), "1621", "1521")


@rule("france40", "6.3a", "6.3c")
def test_a_unit_in_the_hex_negates_a_hex_bond():
    """bond-overview-negated-pairs"""
    table = sickle_cut(*HEX_BOND, "German de.id32 at 1521", "German de.pz1.t at 1421").phase("German movement")
    assert "1521" in table.reach("de.pz1.t")


@rule("france40", "6.3b", "6.3c", "R.6.3c.1")
def test_units_on_both_sides_negate_a_hexside_bond():
    """bond-overview-negated-pairs"""
    table = sickle_cut(*HEXSIDE_BOND, "German de.id32 at 1621", "German de.pz1.t at 1521").phase("German movement")
    assert "1621" in table.reach("de.pz1.t")

    table.remove("German de.pz1.t").put("German de.id68 at 1321")
    assert barred(table, "1621", "1521")  # one flank is not enough


@rule("france40", "6.1d", "6.3b", "6.3c", "5.2a")
def test_negated_on_the_move():
    """bond-negation-step"""
    table = sickle_cut(*HEXSIDE_BOND, "German de.id32 at 1521", "German de.id68 at 1720").phase("German movement")
    assert table.why_not("move de.id32 1621").rule == "6.1d"

    table.play("move de.id68 1621")
    assert "1621" in table.reach("de.id32")
    table.play("move de.id32 1621")
    assert table.reach("de.id32") == set()


@rule("france40", "6.4")
def test_crossing_bonds_do_not_cancel_each_other():
    """bond-overview-intersection"""
    table = sickle_cut("French fr.di55 at 1520", "French fr.di71 at 1522", "German de.id32 at 1421")
    table.put("German de.id68 at 1622")

    assert barred(table, "1621", "1521", Side.GERMAN)
    assert barred(table, "1621", "1521", Side.ALLIED)


@rule("france40", "6.5.1a", "6.5.1e")
def test_no_bond_through_a_city():
    table = sickle_cut("French fr.di55 at 1708", "French fr.di71 at 1909")  # Arras between them
    assert not barred(table, "1709", "1809")

    table = sickle_cut("French fr.di55 at 1809", "French fr.di71 at 1807")  # from Arras: 1808 between them
    assert barred(table, "1908", "1808")


@rule("france40", "6.5.1a", "6.5.1d", "6.5.1e")
def test_a_hexside_bond_between_two_cities():
    """bond-city-both-flanks"""
    table = sickle_cut("French fr.di55 at 2102", "French fr.di71 at 2204")  # Lille and Loos
    assert not barred(table, "2203", "2103")


@rule("france40", "6.5.1a", "6.5.1d", "6.5.1e")
def test_a_hexside_bond_beside_a_city():
    """bond-city-and-enemy"""
    table = sickle_cut("French fr.di55 at 1708", "French fr.di71 at 1810")  # Arras 1809 on one side, 1709 on the other
    assert barred(table, "1809", "1709")

    table.put("German de.id32 at 1709")
    assert not barred(table, "1809", "1709")


@rule("france40", "6.5.1c", "6.5.1e")
def test_no_bond_over_two_major_rivers():
    """bond-river-two"""
    table = sickle_cut("French fr.di55 at 2017", "French fr.di71 at 2218")  # a loop of the Somme around 2117
    assert not barred(table, "2217", "2117")


@rule("france40", "6.5.1c", "6.5.1e", "R.6.5.1c.1")
def test_a_bond_over_one_major_river_or_around_it():
    """bond-river-one-or-none"""
    table = sickle_cut("French fr.di55 at 0410", "French fr.di71 at 0412")  # once over the Somme
    assert barred(table, "0511", "0411")

    table = sickle_cut("French fr.di55 at 1315", "French fr.di71 at 1515")  # twice by 1416, not at all by 1415
    assert barred(table, "1416", "1415")


@rule("france40", "6.5.1c", "6.5.1d", "6.5.1e")
def test_an_enemy_pushes_the_bond_over_the_river():
    """bond-river-enemy-forces-push"""
    table = sickle_cut("French fr.di55 at 1315", "French fr.di71 at 1515", "German de.id32 at 1415")
    assert not barred(table, "1415", "1416")


@rule("france40", "6.5.1c", "R.6.5.1c.1", "22.8b")
def test_marsh_rivers_count_as_major():
    g = game(Table("france40", "dynamo"))
    marshy = [side for side in g.map.sides if any(feature.kind == "marsh_river" for feature in side.features)]
    assert len(marshy) == 24
    assert all(major(g, side.a, side.b) for side in marshy)


@rule("france40", "6.5.1b", "R.6.5.1b.1")
def test_no_bond_over_tidal_water():
    table = dynamo("British uk.1 at 4610", "British uk.2 at 4410")  # the Scheldt at Antwerp lies between them
    assert not barred(table, "4409", "4510")


@rule("france40", "6.6.1a", "6.6.1b")
def test_a_hexside_bond_with_a_friendly_map_edge():
    table = sickle_cut("French fr.di55 at 0216", "German de.pz1.t at 0115").phase("German movement")

    assert table.why_not("move de.pz1.t 0116").rule == "6.1d"
    assert not barred(table, "0215", "0116")  # a Hex Bond with the edge there is not


@rule("france40", "6.6.1a", "R.6.6.1a.1")
def test_the_edge_bond_is_negated_like_another():
    table = sickle_cut("French fr.di55 at 0216", "German de.pz1.t at 0115", "German de.id32 at 0116")
    assert not barred(table, "0115", "0116")


@rule("france40", "6.6.1b", "6.6.1c")
def test_no_bond_with_an_enemy_edge():
    table = sickle_cut("French fr.di55 at 5316", "German de.id32 at 5216")
    assert not barred(table, "5415", "5416")  # the east edge is German
    table = sickle_cut("German de.id32 at 5316", "French fr.di55 at 5216")
    assert barred(table, "5416", "5417", Side.ALLIED)
    table = sickle_cut("German de.id32 at 0216")
    assert not barred(table, "0115", "0116", Side.ALLIED)


@rule("france40", "6.6.1b", "19.4.2c")
def test_an_edge_between_two_closed_entry_hexes_changes_hands():
    table = sickle_cut("German de.id32 at 0216")
    g = game(table)
    for label in ("0013", "0018"):
        g.set_control(g.map.hex(label), Side.GERMAN + 1)

    assert barred(table, "0115", "0116", Side.ALLIED)


@rule("france40", "6.6.1b", "R.6.6.1b.1")
def test_the_east_and_south_edges_of_dynamo_are_german():
    assert barred(dynamo("German de.id6 at 4714"), "4814", "4815", Side.ALLIED)
    assert not barred(dynamo("British uk.1 at 4714"), "4814", "4815", Side.GERMAN)


@rule("france40", "6.6.2")
def test_no_bond_with_the_coast():
    table = sickle_cut("French fr.di55 at 0407")  # 0306 and 0307 are the last land
    found = bonds(game(table), Side.ALLIED)
    assert found.steps == {}

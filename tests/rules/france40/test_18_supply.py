"""18.1 to 18.4: lines of supply, and what it means to be without one."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.games.france40.advance import pace
from meuse.games.france40.attrition import SupplyCheck
from meuse.games.france40.board import OUT_OF_SUPPLY, RED
from meuse.games.france40.odds import Battle, attack_total, defence_total
from meuse.games.france40.supply import cities_in_reach, in_supply, overland, sources
from meuse.games.france40.zones import zones
from meuse.testkit import Table, rule

from .scene import act, cities, dynamo, entries, game, has, sickle_cut, under, unit


def in_the_west(*sentences: str) -> Table:
    """Allied units whose only source is the Entry Hex 0021, to which no road leads; all Cities are German."""
    return entries(cities(sickle_cut(*sentences), "german"), "allied", "0021")


def on_the_road(*sentences: str) -> Table:
    """The only source is 0018, where the road through 0118, 0218, 0318 and 0418 begins."""
    return entries(cities(sickle_cut(*sentences), "german"), "allied", "0018")


def supplied(table: Table, name: str) -> bool:
    return in_supply(game(table), unit(table, name))


def labels(table: Table, hexes: object) -> set[str]:
    return {game(table).map.labels[h] for h in hexes}  # type: ignore[attr-defined]


# -- 18.1, 18.2


@rule("france40", "18.1a", "18.1b")
def test_a_unit_without_a_line_is_marked_and_then_marked_red():
    table = in_the_west("French fr.di55 at 0720")
    act(table, SupplyCheck(Side.ALLIED))
    assert has(table, "fr.di55", OUT_OF_SUPPLY)
    assert not has(table, "fr.di55", RED)

    act(table, SupplyCheck(Side.ALLIED))
    assert has(table, "fr.di55", RED)


@rule("france40", "18.1a", "18.1b")
def test_a_marker_comes_off_when_the_line_is_there_again():
    table = in_the_west("isolated French fr.di55 at 0420")
    told = act(table, SupplyCheck(Side.ALLIED))
    assert not has(table, "fr.di55", OUT_OF_SUPPLY)
    assert not has(table, "fr.di55", RED)
    assert [event.text for event in told] == ["55 DI is back in supply"]


@rule("france40", "18.1a")
def test_each_side_is_checked_in_its_own_phase():
    table = in_the_west("French fr.di55 at 0720")
    act(table, SupplyCheck(Side.GERMAN))
    assert not has(table, "fr.di55", OUT_OF_SUPPLY)


@rule("france40", "18.2a", "21.1d", "21.1e", "R.18.2a.1")
def test_the_sources_of_sickle_cut_are_its_entry_hexes():
    table = sickle_cut(turn=10)
    g = game(table)
    german, allied = sources(g, Side.GERMAN, 10), sources(g, Side.ALLIED, 10)
    assert {"5403", "5511", "5516", "5520", "3700"} <= labels(table, german)
    assert {"0018", "3428", "4828", "5228", "2300", "0401"} <= labels(table, allied)
    assert not german & allied


@rule("france40", "21.1d", "R.21.1d.1", "19.3.2")
def test_the_north_edge_supplies_the_germans_from_its_turn_on():
    table = sickle_cut()
    assert "4500" in labels(table, sources(game(table), Side.GERMAN, 2))
    assert "4500" not in labels(table, sources(game(table), Side.GERMAN, 1))


@rule("france40", "18.2b", "R.18.2b.1")
def test_three_cities_supply_an_allied_unit_and_two_do_not():
    """Lille is made of several City hexes; each counts, also the one where the unit stands."""
    table = cities(cut_off("French fr.di55 at Lille"), "german")
    cities(table, "allied", "2203", "2103")
    assert labels(table, cities_in_reach(game(table), game(table).map.hex("2203"))) == {"2203", "2103"}
    assert not supplied(table, "fr.di55")

    cities(table, "allied", "2302")
    assert supplied(table, "fr.di55")


@rule("france40", "18.2b")
def test_cities_do_not_supply_the_germans():
    table = cities(cut_off("German de.gd at Lille"), "german")
    assert not supplied(table, "de.gd")


def cut_off(*sentences: str) -> Table:
    """Units on a map without any Entry Hex of their own: each side's belong to the other."""
    table = entries(sickle_cut(*sentences), "allied")
    for area in game(table).scenario.areas_of[Side.GERMAN]:
        for h in game(table).scenario.entry_hexes[area]:
            game(table).set_control(h, Side.ALLIED + 1)
    return table


# -- 18.3.1, 18.3.2: overland


@rule("france40", "18.3.1", "18.3.2a", "R.18.3.1.1")
def test_the_overland_portion_is_five_hexes_long():
    assert supplied(in_the_west("French fr.di55 at 0521"), "fr.di55")
    assert not supplied(in_the_west("French fr.di55 at 0621"), "fr.di55")


@rule("france40", "18.3.1", "18.3.2a")
def test_example_five_hexes_and_then_a_road():
    """Example supply-five-hexes: overland to the road, and along it to the source."""
    assert supplied(on_the_road("French fr.di55 at 0621"), "fr.di55")
    assert "0618" in labels_overland(on_the_road("French fr.di55 at 0621"), "fr.di55")


def labels_overland(table: Table, name: str) -> set[str]:
    g = game(table)
    return labels(table, overland(g, g.scenario.side_of[unit(table, name)], g.hex_of[unit(table, name)], {}))


@rule("france40", "18.3.2a")
def test_wooded_rough_off_the_road_counts_twice():
    reached = labels_overland(sickle_cut("German de.id3 at 3814"), "de.id3")
    assert "4014" in reached  # two hexes of it
    assert "4114" not in reached  # the third would be the sixth


@rule("france40", "18.3.2c")
def test_an_overland_line_does_not_enter_an_enemy_hex():
    table = in_the_west("French fr.di55 at 0220", "fleeing German de.id3 at 0120", "fleeing German de.id23 at 0121")
    assert not supplied(table, "fr.di55")

    table.remove("German de.id3")  # in Full Retreat they have no zone, so only the hex itself is closed
    assert supplied(table, "fr.di55")


@rule("france40", "18.3.2d", "6.2d")
def test_an_overland_line_does_not_enter_an_enemy_bond():
    table = in_the_west("French fr.di55 at 0221", "French fr.di71 at 0122")
    table.put("German de.id3 at 0119", "German de.id23 at 0121")
    assert not supplied(table, "fr.di55")  # 0120 is contested, but bonded

    table.put("disrupted German de.id3 at 0119")
    assert supplied(table, "fr.di55")


@rule("france40", "18.3.2e")
def test_an_overland_line_does_not_enter_an_uncontested_zone():
    table = in_the_west("French fr.di55 at 0422", "German de.id3 at 0119", "German de.id23 at 0122")
    assert not supplied(table, "fr.di55")  # 0120 and 0121 lie in German zones only

    table.put("French fr.di71 at 0121")
    assert supplied(table, "fr.di55")  # a friend negates the zone where he stands


@rule("france40", "18.3.2e", "R.18.3.2e.1")
def test_the_zone_of_the_tracing_unit_contests():
    table = in_the_west("French fr.di55 at 0221", "German de.id3 at 0119")
    assert supplied(table, "fr.di55")  # through 0120, which both cover

    table.put("fleeing French fr.di55 at 0221", "German de.id23 at 0122")
    assert not supplied(table, "fr.di55")


@rule("france40", "18.3.2e")
def test_example_two_zones_in_a_row_cut_the_line():
    """Example supply-two-ezocs: 0221 and 0121 are contested both, but they follow each other."""
    table = in_the_west("French fr.di55 at 0320", "French fr.di71 at 0122", "German de.id23 at 0222")
    table.put("fleeing German de.id3 at 0120")
    assert not supplied(table, "fr.di55")
    assert supplied(table, "fr.di71")  # only through 0121

    table.put("French fr.di53 at 0221")
    assert supplied(table, "fr.di55")


@rule("france40", "18.3.2f", "18.3.4b")
def test_an_empty_enemy_city_blocks_an_overland_line():
    table = sickle_cut("French fr.di55 at 2204")
    assert "2203" in labels_overland(table, "fr.di55")

    cities(table, "german", "2203")
    assert "2203" not in labels_overland(table, "fr.di55")


@rule("france40", "18.3.2b")
def test_an_overland_line_does_not_cross_tidal_water():
    reached = labels_overland(dynamo("German de.id208 at 3805"), "de.id208")
    assert "3705" in reached
    assert not reached & {"3607", "4008"}


# -- 18.3.3: by road


@rule("france40", "18.3.3a")
def test_the_road_portion_may_have_any_length():
    assert supplied(on_the_road("French fr.di55 at 1218"), "fr.di55")


@rule("france40", "18.3.3b", "18.3.3a")
def test_an_enemy_on_the_road_cuts_it():
    table = on_the_road("French fr.di55 at 1218", "fleeing German de.id3 at 0118", "fleeing German de.id23 at 0117")
    assert not supplied(table, "fr.di55")

    table.remove("German de.id3")
    assert supplied(table, "fr.di55")


@rule("france40", "18.3.3c")
def test_a_zone_cuts_the_road_even_if_it_is_contested():
    table = on_the_road("French fr.di55 at 1218", "German de.id3 at 0116", "French fr.di71 at 0219")
    table.put("German de.id23 at 0120")
    g = game(table)
    assert zones(g, Side.ALLIED)[g.map.hex("0118")]
    assert zones(g, Side.GERMAN)[g.map.hex("0118")] == 0
    assert supplied(table, "fr.di55")

    table.put("German de.id23 at 0119")  # now 0118 is in a German zone
    assert not supplied(table, "fr.di55")

    table.put("French fr.di53 at 0118")
    assert supplied(table, "fr.di55")  # a friend in the hex opens it


@rule("france40", "18.3.3c", "R.18.3.3c.1")
def test_a_zone_does_not_reach_into_an_entry_hex():
    """The German next to 0018 cuts the road behind it; where friends hold that open, the source is there."""
    table = on_the_road("French fr.di55 at 1218", "German de.id3 at 0117")
    assert not supplied(table, "fr.di55")

    table.put("French fr.di53 at 0118", "French fr.di61 at 0218")
    assert supplied(table, "fr.di55")


@rule("france40", "18.3.3d", "18.3.4b")
def test_an_enemy_city_cuts_the_road():
    """The road to the Entry Hex 3428 leads through Reims."""
    table = entries(cities(sickle_cut("French fr.di55 at 2717"), "german"), "allied", "3428")
    cities(table, "allied", "3427")
    assert supplied(table, "fr.di55")

    cities(table, "german", "3427")
    assert not supplied(table, "fr.di55")


@rule("france40", "18.3.3e", "6.2d")
def test_a_bond_across_the_road_cuts_it():
    table = on_the_road("French fr.di55 at 1218", "German de.id3 at 0216", "German de.id23 at 0219")
    assert not supplied(table, "fr.di55")


@rule("france40", "18.3.4a")
def test_a_city_belongs_to_whoever_was_there_last():
    table = sickle_cut("French fr.di55 at 4318", "German de.gd at 4418")
    g, town = game(table), game(table).map.hex("4317")
    assert g.controls(Side.ALLIED, town)

    table.put("German de.gd at 4317").put("German de.gd at 4418")
    assert g.controls(Side.GERMAN, town)

    table.put("French fr.di55 at 4317").put("French fr.di55 at 4318")
    assert g.controls(Side.ALLIED, town)


# -- 18.4


@rule("france40", "18.4a")
def test_out_of_supply_a_unit_moves_two_hexes():
    table = sickle_cut("unsupplied German de.gd at 4809").phase("German movement")
    assert "4807" in table.reach("de.gd")
    assert "4806" not in table.reach("de.gd")

    table.put("German de.gd at 4809")
    assert "4806" in table.reach("de.gd")


@rule("france40", "18.4b", "9.1d")
def test_out_of_supply_a_unit_attacks_with_half_its_strength():
    table = sickle_cut("unsupplied German de.gd at 4708", "French fr.di55 at 4808")
    g = game(table)
    attack = Battle(g.map.hex("4808"), (unit(table, "de.gd"),))
    assert attack_total(g, attack) == 3

    table.put("German de.gd at 4708")
    assert attack_total(g, attack) == 6


@rule("france40", "18.4c")
def test_out_of_supply_a_unit_advances_two_hexes():
    table = sickle_cut("unsupplied German de.gd at 4708")
    assert pace(game(table), unit(table, "de.gd")) == 2

    table.put("German de.gd at 4708")
    assert pace(game(table), unit(table, "de.gd")) == 4


@rule("france40", "18.4d")
def test_out_of_supply_a_unit_gets_no_replacements():
    table = dynamo("unsupplied German de.pz3.t at 2321 with 1 step", "German de.pz4.t at 2422 with 1 step", turn=2)
    under(under(table, 1, "de.pz3.t"), 2, "de.pz4.t")
    table.phase("Replacements")
    assert table.choices("replace") == ["de.pz4.t"]
    assert table.why_not("replace de.pz3.t").rule == "18.4d"


@rule("france40", "18.4e")
def test_out_of_supply_a_unit_keeps_its_defence_and_its_zone():
    table = sickle_cut("German de.gd at 4708", "unsupplied French fr.di55 at 4808")
    g = game(table)
    assert defence_total(g, Battle(g.map.hex("4808"), (unit(table, "de.gd"),))) == 5
    assert zones(g, Side.ALLIED)[g.map.hex("4708")]


@rule("france40", "22.1c", "18.2a")
def test_in_dynamo_the_germans_trace_to_the_south_and_east_edges():
    table = dynamo("German de.id208 at 4815")
    assert labels(table, sources(game(table), Side.GERMAN, 1)) >= {"4815", "3028", "1528"}
    assert supplied(table, "de.id208")


@rule("france40", "22.1d", "22.4.3", "18.2a")
@pytest.mark.parametrize("name", ["uk.30", "fr.di60", "be.dc2"])
def test_in_dynamo_the_allies_trace_to_ports(name):
    table = cities(dynamo(f"{name} at 2611"), "german")
    assert not supplied(table, name)

    cities(table, "allied", "2810")
    assert supplied(table, name)

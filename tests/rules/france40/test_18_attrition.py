"""18.5, 17.2.2: Isolation Attrition, and HQs left alone."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.games.france40.attrition import Attrition, IsolatedHQs, attrition_modifier, worn_down
from meuse.testkit import Table, rule

from .scene import act, cities, entries, game, sickle_cut, unit


def pocket(*sentences: str) -> Table:
    """Allied units that have no source and no City: all are German."""
    return entries(cities(sickle_cut(*sentences), "german"), "allied")


def rolls(table: Table, side: Side = Side.ALLIED) -> list[str]:
    """The units that roll for attrition."""
    return [game(table).id(u) for u in worn_down(game(table), side)]


def modifier(table: Table, name: str) -> int:
    return attrition_modifier(game(table), unit(table, name))


@rule("france40", "18.5.1a", "3.A5")
def test_red_units_next_to_an_enemy_roll():
    table = pocket("isolated French fr.di55 at 3920", "German de.id3 at 3921")
    table.put("unsupplied French fr.di71 at 3919", "isolated French fr.di53 at 3915")
    assert rolls(table) == ["fr.di55"]


@rule("france40", "18.5.1a", "19.4.2d")
def test_an_enemy_in_an_entry_hex_wears_nobody_down():
    table = pocket("isolated French fr.di55 at 0118", "German de.id3 at 0018", "isolated French fr.di41 at 3920")
    table.put("German de.id23 at 3921")
    assert rolls(table) == ["fr.di41"]


@rule("france40", "18.5.1b")
def test_hqs_do_not_roll():
    table = pocket("isolated French fr.hq9 at 3920", "isolated French fr.di55 at 3920", "German de.id3 at 3921")
    assert rolls(table) == ["fr.di55"]


@rule("france40", "18.5.1c")
def test_an_overland_line_of_any_length_spares_a_unit():
    table = pocket("isolated French fr.di55 at 0720", "German de.id3 at 0719")
    assert rolls(table) == ["fr.di55"]

    entries(table, "allied", "0021")  # seven hexes away, without a road
    assert rolls(table) == []


@rule("france40", "R.18.5.1c.1")
def test_three_cities_at_any_distance_spare_a_unit_and_two_do_not():
    table = pocket("isolated French fr.di55 at 0720", "German de.id3 at 0719")
    assert rolls(cities(table, "allied", "1216", "1809")) == ["fr.di55"]
    assert rolls(cities(table, "allied", "2516")) == []


@rule("france40", "18.5.1d")
def test_a_fort_rolls_only_when_it_is_alone():
    table = pocket("isolated Belgian be.pfn at Namur", "German de.id3 at 4504", "Belgian be.8 at 4506")
    assert rolls(table) == []

    table.remove("Belgian be.8")
    assert rolls(table) == ["be.pfn"]
    assert modifier(table, "be.pfn") == 2  # it traces to itself


@rule("france40", "18.5.2")
@pytest.mark.parametrize(("die", "left"), [(4, 2), (5, 3)])
def test_up_to_four_a_step_is_lost(die, left):
    table = pocket("isolated French fr.di41 at 3920", "German de.id3 at 3921").dice(die)
    told = act(table, Attrition(Side.ALLIED))
    assert table.steps("fr.di41") == left
    assert told[0].text == f"41 DI is isolated and rolls {die}, +0"


@rule("france40", "18.5.2")
def test_the_last_step_can_be_lost():
    table = pocket("isolated French fr.di41 at 3920 with 1 step", "German de.id3 at 3921").dice(1)
    act(table, Attrition(Side.ALLIED))
    assert table.where("fr.di41") == "eliminated"


@rule("france40", "18.5.3")
@pytest.mark.parametrize(("name", "points"), [("fr.di41", 0), ("fr.di55", -1), ("fr.dm1", 1)])
def test_quality_counts(name, points):
    assert modifier(pocket(f"isolated {name} at 3920", "German de.id3 at 3921"), name) == points


@rule("france40", "18.5.3", "16.1e")
def test_a_fort_in_reach_counts_two_and_an_hq_one():
    table = pocket("isolated French fr.di41 at 5020", "German de.id3 at 4919", "French fr.hq2 at 5022")
    assert modifier(table, "fr.di41") == 1

    table.put("French fr.f.lf at 5021")
    assert modifier(table, "fr.di41") == 2  # not three


@rule("france40", "18.5.3")
def test_a_city_and_a_fort_are_not_added_up():
    table = cities(pocket("isolated French fr.di41 at 4506", "Belgian be.pfn at Namur"), "allied", "4505")
    assert modifier(table, "fr.di41") == 2


@rule("france40", "18.5.2", "18.5.3")
@pytest.mark.parametrize(("die", "left"), [(1, 1), (2, 2)])
def test_example_an_elite_unit_with_a_city_loses_on_a_one_only(die, left):
    """Example attrition-elite-city: three points better."""
    table = cities(sickle_cut("isolated German de.gd at 1810", "French fr.di55 at 1910"), "german", "1809")
    no_german_source(table)
    assert modifier(table, "de.gd") == 3
    act(table.dice(die), Attrition(Side.GERMAN))
    assert table.steps("de.gd") == left


def no_german_source(table: Table) -> None:
    for area in game(table).scenario.areas_of[Side.GERMAN]:
        for h in game(table).scenario.entry_hexes[area]:
            game(table).set_control(h, Side.ALLIED + 1)


@rule("france40", "17.2.2", "R.17.2.2.1")
def test_an_hq_without_supply_and_without_troops_is_lost():
    table = pocket("French fr.hq9 at 3920", "British uk.12 at 3915")
    act(table, IsolatedHQs())
    assert table.where("fr.hq9") == "3920"  # a line of any length leads to a unit of any nation

    table.put("French fr.hq2 at 3915").remove("British uk.12")
    act(table, IsolatedHQs())
    assert table.where("fr.hq9") == "eliminated"  # another HQ is no help


@rule("france40", "17.2.2")
def test_an_hq_in_supply_may_be_alone():
    table = sickle_cut("French fr.hq9 at 3316")
    act(table, IsolatedHQs())
    assert table.where("fr.hq9") == "3316"

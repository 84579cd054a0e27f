"""What a counter shows, and in whose colours."""

from __future__ import annotations

import meuse
from meuse.counters import Side, Value
from meuse.report import UnitView


def shown(game: str, scenario: str = "") -> dict[str, UnitView]:
    started = meuse.new(game, scenario) if scenario else meuse.new(game)
    return {unit.id: unit for unit in started.seat(Side.GERMAN).view.units}


def test_the_waffen_ss_and_the_luftwaffe_have_their_own_colours():
    units = shown("caseyellow", "holland")

    assert units["de.lah"].nation == "ss"
    assert units["de.fj1"].nation == "luftwaffe"
    assert units["de.pz9"].nation == "german"
    assert units["nl.A"].nation == "dutch"


def test_case_yellow_rings_the_tactical_rating_and_plates_the_movement_of_the_quick():
    units = shown("caseyellow", "holland")

    assert units["de.pz9"].values == (Value("4"), Value("5", "ring"), Value("8", "yellow"))
    assert units["de.X"].values == (Value("6"), Value("3", "ring"), Value("5"))


def test_plan_jaune_has_the_quality_beside_the_symbol():
    corps = shown("planjaune")["de.IX"]

    assert (corps.values, corps.mark) == ((Value("6"), Value("4")), "4")
    assert corps.facts[0] == "strength 6, quality 4, movement 4"


def test_the_figures_of_a_counter_are_told_in_words():
    assert shown("manstein")["de.1"].facts[0] == "Attack 9, defence 10, movement 3"
    assert shown("caseyellow", "holland")["de.fj1"].facts == (
        "strength 1, tactical rating 4, movement 4",
        "Luftwaffe",
        "figures reconstructed",
    )

"""A map for play: tables by hex number that agree with the file."""

from __future__ import annotations

import pytest

from meuse.hexes import Grid
from meuse.hexmap import OFF_MAP, HexMap, UnknownHex
from meuse.mapfile import HexLine, Kind, MapFile, PlaceLine, RegionLine, SideLine


@pytest.fixture
def small() -> HexMap:
    """Four hexes by four, a river west of 0202, a fort of 0302 that faces 0202."""
    grid = Grid("flat", "col,row", "east", "south", "odd")
    return HexMap(
        MapFile(
            id="small",
            title="A small map",
            scale_km=10.0,
            grid=grid,
            cols=(1, 4),
            rows=(1, 4),
            absent=(),
            terrain=(Kind("clear", "Clear", "clear"), Kind("woods", "Woods", "woods")),
            feature=(Kind("river", "River", "river_minor"), Kind("fort", "Fort", "fort_major")),
            hex=tuple(
                HexLine(f"0{col}0{row}", "woods" if row == 4 else "clear", "france" if col < 3 else "germany")
                for col in range(1, 5)
                for row in range(1, 5)
            ),
            place=(PlaceLine("0202", "Sedan", "town", ("town", "bridge")), PlaceLine("0202", "Donchery", "village")),
            side=(
                SideLine("0202/0102", "river", "Meuse"),
                SideLine("0102/0101", "river", "Meuse"),
                SideLine("0302/0202", "fort", "Maginot", "0302", "german"),
                SideLine("0101/N", "river", "Meuse"),
            ),
            region=(RegionLine("east", "The east", "edge", ("0401", "0402"), "german"),),
        )
    )


def test_hexes_are_found_by_their_labels(small: HexMap) -> None:
    assert len(small) == 16
    assert small.label(small.hex("0203")) == "0203"
    assert small.terrain[small.hex("0104")] == "woods"
    assert small.country[small.hex("0301")] == "germany"


def test_an_unknown_label_is_refused_by_name(small: HexMap) -> None:
    with pytest.raises(UnknownHex, match="no hex 0909 on the map of A small map"):
        small.hex("0909")


def test_neighbours_are_listed_clockwise_with_the_map_edge(small: HexMap) -> None:
    near = [OFF_MAP if h == OFF_MAP else small.label(h) for h in small.neighbours[small.hex("0201")]]

    assert near == [OFF_MAP, OFF_MAP, "0301", "0202", "0101", OFF_MAP]
    assert [small.label(h) for h in small.adjacent[small.hex("0201")]] == ["0301", "0202", "0101"]
    assert small.on_edge(small.hex("0201"))
    assert not small.on_edge(small.hex("0202"))


def test_a_hexside_is_the_same_from_both_hexes(small: HexMap) -> None:
    a, b = small.hex("0102"), small.hex("0202")

    assert small.side_between(a, b) == small.side_between(b, a)
    assert small.has(a, b, "river")
    assert small.has(b, a, "river")
    assert not small.has(a, b, "fort")


def test_hexes_apart_have_no_hexside(small: HexMap) -> None:
    assert small.side_between(small.hex("0101"), small.hex("0401")) is None
    assert small.features_between(small.hex("0101"), small.hex("0401")) == ()


def test_a_fort_knows_its_hex_and_owner(small: HexMap) -> None:
    (fort,) = small.features_between(small.hex("0202"), small.hex("0302"))

    assert (fort.kind, fort.name, fort.owner) == ("fort", "Maginot", "german")
    assert small.label(fort.of) == "0302"


def test_hexsides_are_written_as_in_the_books(small: HexMap) -> None:
    named = {small.side_label(n) for n, side in enumerate(small.sides) if side.features}

    assert named == {"0101/0102", "0101/N", "0102/0202", "0202/0302"}


def test_every_hex_has_six_hexsides_and_every_hexside_one_or_two_hexes(small: HexMap) -> None:
    inner = sum(side.b != OFF_MAP for side in small.sides)

    assert 2 * inner + (len(small.sides) - inner) == 6 * len(small)
    assert all(small.sides[n].a <= h for h in range(len(small)) for n in small.side_of[h])


def test_places_are_found_by_name_hex_and_kind(small: HexMap) -> None:
    sedan = small.place("Sedan")

    assert small.label(sedan.hex) == "0202"
    assert [place.name for place in small.places_at[sedan.hex]] == ["Sedan", "Donchery"]
    assert small.with_kind("bridge") == (sedan,)
    with pytest.raises(KeyError, match="no place 'Paris'"):
        small.place("Paris")


def test_regions_are_sets_of_hexes(small: HexMap) -> None:
    east = small.regions["east"]

    assert {small.label(h) for h in east.hexes} == {"0401", "0402"}
    assert (east.kind, east.side) == ("edge", "german")


def test_distance_is_counted_in_hexes(small: HexMap) -> None:
    assert small.distance(small.hex("0101"), small.hex("0404")) == 4
    assert small.distance(small.hex("0203"), small.hex("0203")) == 0

"""The map of the skirmish: a cut of the Sickle Cut map, made and checked with it."""

from __future__ import annotations

from meuse import theatre
from meuse.hexmap import load_map
from meuse.mapfile import read, write
from meuse.theatre.cuts import CUTS


def test_the_committed_map_is_the_cut_of_the_committed_source() -> None:
    source = CUTS[0].source
    whole, small = theatre.files_of(source, read(theatre.map_path(source))).items()
    assert whole[0] == theatre.map_path(source)
    assert small[0].read_text(encoding="utf-8") == write(small[1])


def test_the_cut_has_only_what_the_game_uses() -> None:
    whole, small = theatre.files_of(CUTS[0].source, read(theatre.map_path(CUTS[0].source)))
    map = load_map(small)
    assert len(map) == 12 * 11 < len(load_map(whole))
    assert set(map.feature_kinds) == {"minor_river", "major_river", "border"}
    assert map.regions == {}
    assert map.place("Sedan").hex == map.hex("4619")


def test_other_maps_are_not_cut() -> None:
    assert list(theatre.files_of("manstein", read(theatre.map_path("manstein")))) == [theatre.map_path("manstein")]

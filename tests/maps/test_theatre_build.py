"""The build of a map, on a small sheet around Sedan: 12 by 10 hexes of 10 km."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

from meuse import theatre
from meuse.cli import app
from meuse.hexmap import HexMap
from meuse.mapfile import MapFile, PlaceLine, SideLine, write
from meuse.theatre.builder import BadBuild, build_sheet
from meuse.theatre.checks import faults
from meuse.theatre.model import theatre as model
from meuse.theatre.projection import Projection, from_km, to_km
from meuse.theatre.regions import edge_hexes
from meuse.theatre.shape import Shape
from meuse.theatre.sheet import BadSheet, parse

SHEET = """
id = "sedan"
game = "sedan"
title = "Around Sedan"
scale_km = 10.0
cols = [1, 12]
rows = [1, 10]
borders = "border"
lettering_sizes = ["major", "city"]
no_lettering = ["Reims"]

[grid]
orientation = "flat"
number_order = "col,row"
col_direction = "east"
row_direction = "south"
stagger = "odd"

[fit]
affine = [0.1, 0.0, 5.63, 0.0, -0.1, -0.4]

[[terrain]]
id = "clear"
title = "Clear"
look = "clear"
[[terrain]]
id = "rough"
title = "Rough"
look = "rough"
[[terrain]]
id = "town"
title = "Town"
look = "city"
[[terrain]]
id = "sea"
title = "Sea"
look = "sea"

[[feature]]
id = "river"
title = "River"
look = "river_major"
[[feature]]
id = "road"
title = "Road"
look = "road_main"
[[feature]]
id = "border"
title = "Frontier"
look = "border"
[[feature]]
id = "fort"
title = "Fortified line"
look = "fort_major"
[[feature]]
id = "bridge"
title = "Bridge"
look = "bridge"
[[feature]]
id = "sea"
title = "Sea"
look = "sea"

[[ground]]
terrain = "rough"
from = ["@Ardennes", "rough+forest"]
share = 0.5
[[ground]]
terrain = "clear"

[sea]
hex = "sea"
side = "sea"

[rivers]
major = "river"

[roads]
main = "road"

[crossings]
bridge = "bridge"

[forts]
major = "fort"

[[place]]
name = "Sedan"
kinds = ["objective"]
terrain = "town"
[[place]]
name = "Dinant"

[[region]]
id = "north"
title = "North edge"
kind = "edge"
edge = "north"
[[region]]
id = "belgium"
title = "Belgium"
kind = "country"
countries = ["belgium"]
[[region]]
id = "second-army"
title = "Second Army"
kind = "sector"
places = ["Sedan"]
hexes = ["0101"]

[[set]]
hex = "0110"
terrain = "town"
country = "belgium"
coast = true
why = "to see that it is done"
[[set]]
side = "0101/0102"
add = [{ kind = "bridge", name = "Pont" }]
why = "to see that it is done"
"""


def made(*changes: tuple[str, str]) -> MapFile:
    text = SHEET
    for was, becomes in changes:
        assert was in text
        text = text.replace(was, becomes, 1)
    return build_sheet(parse(text, "sedan.toml"), model())


@pytest.fixture(scope="module")
def plain() -> MapFile:
    return made()


@pytest.fixture(scope="module")
def sedan(plain: MapFile) -> HexMap:
    return HexMap(plain)


@pytest.fixture(scope="module")
def projection() -> Projection:
    sheet = parse(SHEET, "sedan.toml")
    return Projection(sheet.grid, sheet.fit)


# -- the projection


def test_the_globe_becomes_kilometres() -> None:
    east = math.dist(to_km((4.0, 50.5)), to_km((6.0, 50.5)))

    assert east == pytest.approx(2 * 111.19 * math.cos(math.radians(50.5)), rel=0.002)
    assert to_km((5.0, 51.5))[1] == pytest.approx(111.2, rel=0.002)


def test_kilometres_become_the_globe_again() -> None:
    assert from_km(to_km((2.35, 48.86))) == pytest.approx((2.35, 48.86))


@pytest.mark.parametrize("map_id", theatre.maps())
def test_every_fit_can_be_undone(map_id: str) -> None:
    sheet = theatre.read_sheet(map_id)
    projection = Projection(sheet.grid, sheet.fit)

    for town in model().towns[::25]:
        assert projection.lonlat(projection.point(town.shape)) == pytest.approx(town.shape, abs=1e-4)


def test_a_pull_moves_its_surroundings_and_nothing_far_away(projection: Projection) -> None:
    fit = msgspec.structs.replace(projection.fit, warp_sigma=1.0, warp_nodes=((5.2, 8.5, 0.5, 0.0),))
    pulled = Projection(projection.grid, fit)
    near, far = (4.94, 49.70), (8.0, 52.0)

    assert pulled.point(near)[0] - projection.point(near)[0] == pytest.approx(0.5, abs=0.01)
    assert pulled.point(far) == pytest.approx(projection.point(far))


def test_a_shape_knows_its_holes() -> None:
    ring = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0), (0.0, 0.0)]
    hole = [(1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0), (1.0, 1.0)]
    shape = Shape([ring, hole])

    assert shape.holds((0.5, 2.0))
    assert not shape.holds((2.0, 2.0))
    assert not shape.holds((5.0, 2.0))
    assert not shape.may_pass((1.4, 1.4, 2.6, 2.6))
    assert shape.may_pass((0.5, 0.5, 1.5, 1.5))


# -- what comes out


def test_a_map_has_all_its_hexes_in_order(plain: MapFile) -> None:
    assert len(plain.hex) == 120
    assert [line.at for line in plain.hex] == sorted(line.at for line in plain.hex)


def test_two_builds_give_the_same_bytes(plain: MapFile) -> None:
    assert write(made()) == write(plain)


def test_places_lie_where_the_fit_puts_them(sedan: HexMap, projection: Projection) -> None:
    place = sedan.place("Sedan")
    x, y = sedan.centre(place.hex)

    assert place.kinds == {"objective"}
    assert sedan.grid.hex_at(projection.point(model().find("Sedan").shape)) == sedan.spots[place.hex]
    assert math.dist((x + place.offset[0], y + place.offset[1]), projection.point(model().find("Sedan").shape)) < 0.2


def test_larger_places_are_named_too_unless_left_out(sedan: HexMap) -> None:
    names = {place.name for place in sedan.places}

    assert "Charleville-Mézières" in names
    assert "Reims" not in names
    assert "Bouillon" not in names


def test_a_place_makes_the_terrain_of_its_hex(sedan: HexMap) -> None:
    assert sedan.terrain[sedan.place("Sedan").hex] == "town"


def test_areas_make_terrain(sedan: HexMap, projection: Projection) -> None:
    bastogne_way, champagne = (projection.hex_at(at) for at in ((5.3, 50.0), (4.3, 49.6)))

    assert sedan.terrain[sedan.spots.index(bastogne_way)] == "rough"
    assert sedan.terrain[sedan.spots.index(champagne)] == "clear"


def test_countries_meet_at_the_frontier(sedan: HexMap) -> None:
    for side in sedan.sides:
        abroad = side.b >= 0 and sedan.country[side.a] != sedan.country[side.b]
        assert abroad == any(feature.kind == "border" for feature in side.features)


def test_the_meuse_runs_from_edge_to_edge_between_the_ardennes_and_sedan(sedan: HexMap) -> None:
    meuse = [side for side in sedan.sides if any("Meuse" in feature.name for feature in side.features)]
    dinant, sedan_hex = sedan.place("Dinant").hex, sedan.place("Sedan").hex

    assert len(meuse) > 15
    assert any(sedan_hex in (side.a, side.b) for side in meuse)
    assert any(dinant in (side.a, side.b) for side in meuse)


def test_a_road_over_a_river_has_a_bridge(sedan: HexMap) -> None:
    kinds = [{feature.kind for feature in side.features} for side in sedan.sides]

    assert sum({"road", "river"} <= found for found in kinds) > 0
    assert all(("bridge" in found) == ({"road", "river"} <= found) for found in kinds if "river" in found)


def test_fortified_lines_belong_to_the_hex_behind(sedan: HexMap) -> None:
    line = "Maginot: Montmédy bridgehead"
    forts = [(side, feature) for side in sedan.sides for feature in side.features if feature.name == line]
    behind = [sedan.centre(feature.of)[1] for _, feature in forts]
    before = [sedan.centre(side.b if feature.of == side.a else side.a)[1] for side, feature in forts]

    assert {feature.owner for _, feature in forts} == {"french"}
    assert sum(behind) / len(behind) > sum(before) / len(before) + 0.5  # it faces north


def test_regions_add_up(sedan: HexMap) -> None:
    assert {sedan.label(h) for h in sedan.regions["north"].hexes} == {f"{col:02d}01" for col in range(1, 13)}
    assert {sedan.country[h] for h in sedan.regions["belgium"].hexes} == {"belgium"}
    assert sedan.regions["second-army"].hexes == {sedan.place("Sedan").hex, sedan.hex("0101")}


def test_edges_of_pointy_hexes() -> None:
    grid = theatre.read_sheet("gdw1940").grid
    spots = [grid.at(col, row) for col in (1, 2, 3) for row in (1, 2, 3)]

    assert sorted(map(grid.label, edge_hexes(grid, spots, "north"))) == ["0101", "0102", "0103"]
    assert sorted(map(grid.label, edge_hexes(grid, spots, "west"))) == ["0103", "0203", "0303"]


def test_corrections_have_the_last_word(sedan: HexMap) -> None:
    h = sedan.hex("0110")

    assert (sedan.terrain[h], sedan.country[h], sedan.coast[h]) == ("town", "belgium", True)
    assert [feature.name for feature in sedan.features_between(sedan.hex("0101"), sedan.hex("0102"))][-1:] == ["Pont"]


# -- sheets that are refused


@pytest.mark.parametrize(
    ("was", "becomes", "fault"),
    [
        ('why = "to see that it is done"', 'why = ""', "set 0110: `why` is empty"),
        ('terrain = "rough"', 'terrain = "lava"', "ground: unknown terrain 'lava'; the sheet lists clear, rough"),
        ('major = "river"', 'major = "brook"', "rivers: unknown feature 'brook'"),
        ('name = "Dinant"', 'name = "Dinant"\nat = "0101"', "place 'Dinant': `at` overrides the fit, so `why`"),
        ('name = "Dinant"', 'name = "Sedan"', "place 'Sedan' occurs twice"),
        ('hexes = ["0101"]', 'hexes = ["1401"]', "region 'second-army': hex 1401 lies outside the frame"),
        ('hex = "0110"', 'hex = "12"', "set: '12' is not a hex number"),
        ('side = "0101/0102"', 'side = "0101/0401"', "set 0101/0401: 0401 is not a neighbour of 0101"),
        ('[[ground]]\nterrain = "clear"\n', "", "the last rule must be the default"),
        ("scale_km = 10.0", "scale_miles = 10.0", "missing required field `scale_km`|unknown field `scale_miles`"),
        ('from = ["@Ardennes"', 'from = ["jungle"', "the theatre has no areas 'jungle'"),
        ('name = "Dinant"', 'name = "Dinantt"', "no place 'Dinantt'; near it: Dinant"),
        ('name = "Dinant"', 'name = "Paris"', "place 'Paris' lies off the map"),
        ('places = ["Sedan"]', 'places = ["Paris"]', "there is no place 'Paris' on this map"),
        ('edge = "north"', 'edge = "north"\nfrom = "0105"\nto = "0301"', "0105 is not on the north edge"),
        ('countries = ["belgium"]', 'countries = ["britain"]', "region 'belgium' has no hex"),
        ("[forts]", '[[river]]\nname = "Styx"\nfeature = "river"\n[forts]', "no river 'Styx'"),
        ("[forts]", '[[bank]]\nplace = "Sedan"\nriver = "Styx"\nside = "left"\n[forts]', "no river 'Styx'"),
        ("[forts]", '[[bank]]\nplace = "Rome"\nriver = "Meuse"\nside = "left"\n[forts]', "no place 'Rome' on this map"),
        ("[forts]", '[[road]]\nname = "Via Appia"\nfeature = "road"\n[forts]', "no road or railway 'Via Appia'"),
        ("[forts]", '[[fort]]\nline = "Limes"\nfeature = "fort"\n[forts]', "no fortified line 'Limes'"),
    ],
)
def test_a_faulty_sheet_is_refused_with_entry_and_reason(was: str, becomes: str, fault: str) -> None:
    with pytest.raises(BadSheet, match=fault):
        made((was, becomes))


def test_an_unknown_map_is_refused_by_name() -> None:
    with pytest.raises(BadSheet, match=r"no map 'atlantis'; known maps are .*gdw1940"):
        theatre.build("atlantis")


# -- maps that came out wrong


def drowned(m: MapFile) -> MapFile:
    at = next(place.at for place in m.place if place.name == "Sedan")
    wet = [msgspec.structs.replace(line, terrain="sea") if line.at == at else line for line in m.hex]
    return msgspec.structs.replace(m, hex=tuple(wet))


def cut_river(m: MapFile) -> MapFile:
    meuse = [line for line in m.side if line.name == "Meuse" and line.kind == "river"]
    return msgspec.structs.replace(m, side=tuple(line for line in m.side if line not in meuse[8:11]))


def sunken_road(m: MapFile) -> MapFile:
    bare = next(line for line in m.side if line.kind == "road" and sum(x.at == line.at for x in m.side) == 1)
    return msgspec.structs.replace(m, side=(*m.side, SideLine(bare.at, "sea")))


def land_bridge(m: MapFile) -> MapFile:
    first = msgspec.structs.replace(m.hex[0], country="britain")
    return msgspec.structs.replace(m, hex=(first, *m.hex[1:]))


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (drowned, "Sedan lies in open water"),
        (drowned, "leads over open water"),
        (cut_river, "the river Meuse is broken"),
        (sunken_road, "a road or railway leads over open water"),
        (land_bridge, "a land path leads over the Channel"),
    ],
)
def test_a_spoilt_map_is_found_out(
    plain: MapFile, projection: Projection, spoil: Callable[[MapFile], MapFile], fault: str
) -> None:
    assert not list(faults(plain, model(), projection))
    assert any(fault in found for found in faults(spoil(plain), model(), projection))


def test_a_build_with_a_fault_names_it_and_keeps_the_map() -> None:
    lake = '[[set]]\nhex = "0110"\nterrain = "sea"'
    with pytest.raises(BadBuild, match=r"sedan: the map came out wrong:\n.*Ghost lies in open water") as caught:
        made(
            ('[[set]]\nhex = "0110"\nterrain = "town"', lake),
            ('name = "Dinant"', 'name = "Ghost"\nat = "0110"\nwhy = "to see that it is found out"'),
        )
    assert isinstance(caught.value.made.place[0], PlaceLine)


# -- the committed maps


@pytest.mark.parametrize("map_id", theatre.maps())
def test_the_committed_map_is_up_to_date(map_id: str) -> None:
    assert theatre.check_map(map_id) is None


def test_the_command_names_a_stale_map_and_the_first_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stale = tmp_path / "map.toml"
    stale.write_text(theatre.map_path("manstein").read_text(encoding="utf-8").replace("Manstein", "Mannstein", 1))
    monkeypatch.setattr(theatre, "maps", lambda: ["manstein"])
    monkeypatch.setattr(theatre, "map_path", lambda _: stale)

    result = CliRunner().invoke(app, ["maps", "check"])

    assert result.exit_code == 1
    assert "stale" in result.output
    assert "manstein" in result.output
    assert "Mannstein" in result.output


def test_the_command_builds_a_map_into_its_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(theatre, "map_path", lambda _: tmp_path / "new" / "map.toml")

    result = CliRunner().invoke(app, ["maps", "build", "manstein"])

    assert result.exit_code == 0, result.output
    assert (tmp_path / "new" / "map.toml").read_text(encoding="utf-8") == write(theatre.build("manstein"))


def test_the_command_refuses_an_unknown_map_in_words() -> None:
    result = CliRunner().invoke(app, ["maps", "build", "atlantis"])

    assert result.exit_code == 1
    assert "there is no map 'atlantis'" in result.output

"""The drawing of maps: its layers, its truth to the map, its lettering, and that it is the same everywhere."""

from __future__ import annotations

import re
import struct
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import meuse.games
from meuse import drawing
from meuse.cli import app
from meuse.drawing import style
from meuse.drawing.board import Board
from meuse.drawing.coast import shores
from meuse.drawing.forts import forts
from meuse.drawing.ink import Ink
from meuse.drawing.legend import legend
from meuse.drawing.network import chains, sample
from meuse.drawing.places import overlap, settled
from meuse.drawing.rivers import border_network, river_network
from meuse.drawing.ways import rail_network, road_network
from meuse.hexes import Grid, Point
from meuse.hexmap import HexMap, load_map
from meuse.mapfile import HexLine, Kind, Lettering, MapFile, PlaceLine, RegionLine, SideLine

MAPS = sorted(Path(meuse.games.__file__).parent.glob("*/data/map*.toml"))
GROUND = {
    "0101": "sea",
    "0102": "sea",
    "0103": "sea",
    "0201": "sea",
    "0303": "woods",
    "0304": "woods",
    "0405": "city",
}


@pytest.fixture
def coastal() -> HexMap:
    """Five columns by five: sea in the west, a wood, a city, a river and a road across it, a fort, an entry area."""
    return HexMap(
        MapFile(
            id="coastal",
            title="A coast",
            scale_km=10.0,
            grid=Grid("flat", "col,row", "east", "south", "odd"),
            cols=(1, 5),
            rows=(1, 5),
            absent=(),
            terrain=(
                Kind("clear", "Open ground", "clear"),
                Kind("woods", "Woods", "woods"),
                Kind("marsh", "Marsh", "marsh"),
                Kind("city", "City", "city"),
                Kind("sea", "Sea", "sea"),
            ),
            feature=(
                Kind("river", "River", "river_major"),
                Kind("inlet", "Inlet", "sea"),
                Kind("road", "Road", "road_main"),
                Kind("rail", "Railway", "rail_main"),
                Kind("fort", "Fort", "fort_major"),
                Kind("border", "Frontier", "border"),
            ),
            hex=tuple(
                HexLine(f"0{col}0{row}", GROUND.get(f"0{col}0{row}", "clear"), "france")
                for col in range(1, 6)
                for row in range(1, 6)
            ),
            place=(
                PlaceLine("0203", "Dunkerque", "town", ("port",), (0.2, -0.1)),
                PlaceLine("0303", "Bergues", "village"),
                PlaceLine("0405", "Lille", "city", ("city", "objective")),
                PlaceLine("0403", "Cassel", "town", (), (0.0, 0.2)),
            ),
            side=(
                SideLine("0302/0403", "river", "Aa"),
                SideLine("0303/0403", "river", "Aa"),
                SideLine("0303/0404", "river", "Aa"),
                SideLine("0203/0202", "inlet"),
                SideLine("0303/0203", "road"),
                SideLine("0403/0303", "road"),
                SideLine("0403/0303", "rail"),
                SideLine("0403/0503", "border"),
                SideLine("0503/0504", "fort", "Line", "0504", "french"),
            ),
            region=(RegionLine("A", "Entry area A", "entry", ("0502", "0503"), "german"),),
            lettering=(Lettering("FLANDERS", "0303", "region"),),
        )
    )


# -- layers, elements, colours


def test_layers_stand_in_their_order(coastal: HexMap) -> None:
    ids = [element.get("id") for element in ElementTree.fromstring(drawing.draw(coastal)).iter() if element.get("id")]

    assert [name for name in ids if name in drawing.LAYERS] == list(drawing.LAYERS)


def test_ids_are_unique_and_every_reference_has_its_target(coastal: HexMap) -> None:
    svg = drawing.draw(coastal)
    ids = re.findall(r' id="([^"]+)"', svg)

    assert len(ids) == len(set(ids))
    assert {*re.findall(r'href="#([^"]+)"', svg), *re.findall(r"url\(#([^)]+)\)", svg)} <= set(ids)


def test_places_can_be_found_by_id(coastal: HexMap) -> None:
    svg = drawing.draw(coastal)

    assert 'id="place-dunkerque"' in svg
    assert 'id="name-dunkerque"' in svg


def test_the_drawing_names_its_colours_and_holds_none(coastal: HexMap) -> None:
    assert not re.search(r"#[0-9a-f]{3,8}\b|rgb\(|fill=|stroke=", drawing.draw(coastal))


@pytest.mark.parametrize("theme", drawing.THEMES)
def test_both_themes_give_every_colour_a_value(theme: drawing.Theme) -> None:
    assert "var(" not in style.resolved(theme)


def test_light_and_dark_differ_in_values_only() -> None:
    light, dark = style.tokens("light"), style.tokens("dark")

    assert light.keys() == dark.keys()
    assert light["--map-clear"] != dark["--map-clear"]


def test_every_class_has_a_style(coastal: HexMap) -> None:
    used = {name for classes in re.findall(r'class="([^"]+)"', drawing.draw(coastal)) for name in classes.split()}

    assert used <= set(re.findall(r"\.([a-z][\w-]*)", drawing.stylesheet()))


def test_the_same_map_gives_the_same_drawing(coastal: HexMap) -> None:
    assert drawing.draw(coastal) == drawing.draw(coastal)


@pytest.mark.parametrize("path", MAPS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_committed_maps_are_light_enough_to_travel(path: Path) -> None:
    svg = drawing.draw(load_map(path))

    assert len(svg.encode()) < 1_500_000
    assert len(re.findall(r"<[a-z]", svg)) < 2500


# -- true to the map


def test_the_coast_keeps_land_dry_and_water_wet(coastal: HexMap) -> None:
    board = Board(coastal)
    loops = shores(board)
    wet = {coastal.label(h) for h in range(len(coastal)) if _inside(board.centre(h), loops)}

    assert wet == {"0101", "0102", "0103", "0201"}
    assert not _inside(board.site(coastal.place("Dunkerque")), loops)


def test_an_arm_of_the_sea_runs_along_a_sea_hexside_and_no_other(coastal: HexMap) -> None:
    board = Board(coastal)
    loops = shores(board)

    assert _inside(_middle(board, "0202", "0203"), loops)
    assert not _inside(_middle(board, "0203", "0204"), loops)
    assert not _inside(_middle(board, "0202", "0302"), loops)


@pytest.mark.parametrize("path", MAPS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_the_coast_of_committed_maps_is_true_to_every_hex(path: Path) -> None:
    board = Board(load_map(path))
    loops = shores(board)
    played = [h for h in range(len(board.map)) if board.look(h) != "off"]

    wet = {board.map.label(h) for h in played if _inside(board.centre(h), loops)}

    assert wet == {board.map.label(h) for h in played if board.look(h) in ("sea", "lake")}


def test_a_river_is_one_line_that_touches_each_hexside_at_its_middle(coastal: HexMap) -> None:
    board = Board(coastal)
    bends = list(river_network(board).bends())
    touched = {_rounded(bend.start) for bend in bends} | {_rounded(bend.end) for bend in bends}

    assert len(chains(bends)) == 1
    assert {
        _rounded(_middle(board, a, b)) for a, b in (("0302", "0403"), ("0303", "0403"), ("0303", "0404"))
    } <= touched


def test_a_line_has_no_gaps(coastal: HexMap) -> None:
    line = [point for bend in chains(river_network(Board(coastal)).bends())[0] for point in sample(bend, 8)]

    assert max(abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in pairwise(line)) < 6


def test_a_road_leads_through_the_town(coastal: HexMap) -> None:
    board = Board(coastal)
    ends = {_rounded(bend.end) for bend in road_network(board).bends()}

    assert _rounded(board.site(coastal.place("Cassel"))) in ends


def test_a_railway_keeps_beside_the_road_that_crosses_the_same_hexside(coastal: HexMap) -> None:
    board = Board(coastal)
    (rail,) = rail_network(board).links

    assert 6 < _distance(rail.at, _middle(board, "0303", "0403")) < 8


def test_a_border_follows_its_hexside(coastal: HexMap) -> None:
    board = Board(coastal)

    assert [link.at for link in border_network(board).links] == [_middle(board, "0403", "0503")]


def test_a_fort_stands_on_the_side_of_the_hex_it_protects(coastal: HexMap) -> None:
    board = Board(coastal)
    wall = re.search(r'class="wall fort-major french" d="m([\d.]+) ([\d.]+)', forts(board))
    assert wall is not None
    start = (float(wall[1]), float(wall[2]))

    assert _distance(start, board.centre(coastal.hex("0504"))) < _distance(start, board.centre(coastal.hex("0503")))


def test_the_legend_lists_what_occurs_and_nothing_else(coastal: HexMap) -> None:
    titles = set(re.findall(r'class="legend-text"[^>]*>([^<]+)<', "".join(legend(Board(coastal))[0])))

    assert {"Open ground", "Woods", "City", "River", "Inlet", "Road", "Fort, French", "Port", "Entry area"} <= titles
    assert "Marsh" not in titles


def test_geometry_finds_every_hex_by_its_number(coastal: HexMap) -> None:
    found = drawing.geometry(coastal)

    assert found.hex == 60
    assert found.centres["0203"][1] - found.centres["0202"][1] == pytest.approx(60, abs=0.11)
    assert f'viewBox="0 0 {found.width:g} {found.height:g}"' in drawing.draw(coastal)


# -- lettering


def test_every_place_is_lettered_on_the_map(coastal: HexMap) -> None:
    names = {name.place.name for name, _ in settled(Board(coastal), Ink())}

    assert names == {"Dunkerque", "Bergues", "Lille", "Cassel"}


@pytest.mark.parametrize("path", MAPS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_names_on_committed_maps_do_not_overlap(path: Path) -> None:
    names = settled(Board(load_map(path)), Ink())

    assert [(a.key, b.key) for (a, s), (b, t) in combinations(names, 2) if overlap(s.box, t.box)] == []


def test_a_name_keeps_away_from_ink(coastal: HexMap) -> None:
    board = Board(coastal)
    x, y = board.site(coastal.place("Cassel"))
    ink = Ink()
    ink.box((x + 4, y - 60, x + 100, y + 60), 5.0)
    (spot,) = [spot for name, spot in settled(board, ink) if name.key == "cassel"]

    assert spot.anchor == "w"


def test_hex_numbers_need_one_text_a_row(coastal: HexMap) -> None:
    svg = drawing.draw(coastal)
    layer = svg[svg.index('<g id="numbers">') : svg.index('<g id="places">')]

    assert layer.count("<text") == 10
    assert ">010103010501</text>" in layer


# -- files


@pytest.mark.parametrize("theme", drawing.THEMES)
def test_a_png_is_as_wide_as_asked_for(coastal: HexMap, theme: drawing.Theme) -> None:
    png = drawing.png(coastal, theme, 300)

    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", png[16:20]) == (300,)


def test_light_and_dark_pictures_differ(coastal: HexMap) -> None:
    assert drawing.png(coastal, "light", 200) != drawing.png(coastal, "dark", 200)


def test_a_page_carries_its_style(coastal: HexMap) -> None:
    page = drawing.page(coastal, "dark")

    assert 'class="map dark"' in page
    assert "--map-clear" in page


def test_the_command_writes_both_kinds_of_file(tmp_path: Path) -> None:
    for name in ("map.svg", "map.png"):
        result = CliRunner().invoke(app, ["map", "manstein", "--out", str(tmp_path / name), "--width", "400"])
        assert result.exit_code == 0

    assert (tmp_path / "map.svg").read_text(encoding="utf-8").startswith("<svg")
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


def test_a_game_with_two_maps_asks_for_the_scenario(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["map", "france40", "--out", str(tmp_path / "x.svg")])

    assert "france40 has several maps; give --scenario dynamo or sickle-cut" in str(result.exception)


def test_an_unknown_game_is_refused_with_those_there_are(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["map", "waterloo", "--out", str(tmp_path / "x.svg")])

    assert "no map of a game 'waterloo'; there are maps of caseyellow, france40" in str(result.exception)


def test_a_picture_of_another_kind_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["map", "manstein", "--out", str(tmp_path / "x.gif")])

    assert "must end in .svg or .png" in str(result.exception)


# -- helpers


def _middle(board: Board, a: str, b: str) -> Point:
    side = board.map.side_between(board.map.hex(a), board.map.hex(b))
    assert side is not None
    return board.middle(side)


def _distance(a: Point, b: Point) -> float:
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


def _rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


def _inside(point: Point, loops: list[list[Point]]) -> bool:
    """Whether a point lies inside an odd number of loops."""
    x, y = point
    crossed = 0
    for loop in loops:
        for (ax, ay), (bx, by) in pairwise([*loop, loop[0]]):
            crossed += (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax
    return crossed % 2 == 1

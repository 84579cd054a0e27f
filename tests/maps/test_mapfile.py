"""Map files: what is refused, and in which words; the same map always gives the same bytes."""

from __future__ import annotations

from pathlib import Path

import pytest

from meuse.mapfile import BadMap, read, write

WHOLE = """
id = "test"
title = "A test"
scale_km = 10.0
cols = [1, 2]
rows = [1, 2]
absent = ["0202"]
grid.orientation = "flat"
grid.number_order = "col,row"
grid.col_direction = "east"
grid.row_direction = "south"
grid.stagger = "odd"
terrain = [{ id = "clear", title = "Clear", look = "clear" }, { id = "sea", title = "Sea", look = "sea" }]
feature = [
  { id = "river", title = "River", look = "river_minor" },
  { id = "fort", title = "Fort", look = "fort_major" },
]
hex = [
  { at = "0101", terrain = "clear", country = "france" },
  { at = "0102", terrain = "clear", country = "france", coast = true },
  { at = "0201", terrain = "sea" },
]
place = [{ at = "0101", name = "Étaples", size = "town", kinds = ["port"], offset = [0.1, -0.2] }]
side = [{ at = "0101/0102", kind = "river", name = "Canche" }, { at = "0101/N", kind = "river", name = "Canche" }]
region = [{ id = "north", title = "North", kind = "edge", hexes = ["0101", "0201"] }]
lettering = [{ text = "Mer du Nord", at = "0201", style = "water" }]
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "test.toml"


def test_a_whole_map_is_read(path: Path) -> None:
    path.write_text(WHOLE, encoding="utf-8")

    found = read(path)

    assert [line.at for line in found.hex] == ["0101", "0102", "0201"]
    assert found.place[0].name == "Étaples"
    assert found.side[1].at == "0101/N"


def test_what_is_written_reads_the_same(path: Path) -> None:
    path.write_text(WHOLE, encoding="utf-8")
    first = read(path)
    path.write_text(write(first), encoding="utf-8")

    assert read(path) == first
    assert write(read(path)) == write(first)


@pytest.mark.parametrize(
    ("was", "becomes", "fault"),
    [
        ('"0101", terrain = "clear"', '"0101", terrain = "lava"', "hex 0101: unknown terrain 'lava'; .* clear, sea"),
        ('{ at = "0102", terrain = "clear"', '{ at = "0101", terrain = "clear"', "hex 0101: the label occurs twice"),
        ('  { at = "0201", terrain = "sea" },\n', "", "hex 0201: missing"),
        ('absent = ["0202"]', "absent = []", "hex 0202: missing"),
        ('{ at = "0201", terrain = "sea" }', '{ at = "0301", terrain = "sea" }', "hex 0301: lies outside the frame"),
        ('{ at = "0201", terrain = "sea" }', '{ at = "2x", terrain = "sea" }', "'2x' is not a hex number"),
        ('"0101/0102"', '"0101/0301"', "hexside 0101/0301: one-sided: hex 0301 is not on the map"),
        ('"0101/0102"', '"0102/0201"', "hexside 0102/0201: one-sided: 0201 is not a neighbour of 0102"),
        ('"0101/0102"', '"0301/0101"', "hexside 0301/0101: hex 0301 is not on the map"),
        ('"0101/N"', '"0101/S"', "hexside 0101/S: the far side is hex 0102, not the map edge"),
        ('"0101/N"', '"0102/0101"', "hexside 0102/0101: river occurs twice"),
        ('kind = "river"', 'kind = "brook"', "unknown feature 'brook'"),
        ('"river", name = "Canche" }, {', '"fort", of = "0201" }, {', "belongs to 0201, which is neither of its hexes"),
        ('{ at = "0101", name', '{ at = "0202", name', "place 'Étaples': hex 0202 is not on the map"),
        ('hexes = ["0101", "0201"]', 'hexes = ["0101", "0909"]', "region 'north': hex 0909 is not on the map"),
        ('at = "0201", style', 'at = "0909", style', "lettering 'Mer du Nord': hex 0909 is not on the map"),
        ('size = "town"', 'size = "hamlet"', "Invalid enum value 'hamlet'"),
        ("coast = true", "beach = true", "unknown field `beach`"),
        ('id = "test"', 'id = "test', r"Illegal character"),
    ],
)
def test_a_faulty_map_is_refused_with_file_hex_and_reason(path: Path, was: str, becomes: str, fault: str) -> None:
    assert was in WHOLE
    path.write_text(WHOLE.replace(was, becomes, 1), encoding="utf-8")

    with pytest.raises(BadMap, match=f"test.toml: .*{fault}"):
        read(path)


def test_fortifications_may_face_each_other(path: Path) -> None:
    both = (
        'side = [{ at = "0101/0102", kind = "fort", of = "0101" }, { at = "0101/0102", kind = "fort", of = "0102" }, {'
    )
    path.write_text(WHOLE.replace("side = [{", both, 1), encoding="utf-8")

    assert [line.of for line in read(path).side[:2]] == ["0101", "0102"]

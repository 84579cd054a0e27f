"""The sheet of a map: how one game's grid lies on the theatre, and what its chart makes of the ground.

One TOML file a map in `sheets/`. Whatever the book says stands here: the numbering, the vocabulary of terrain and
hexsides, the places that mean something, sectors and entry hexes, and the corrections by hand, each with its reason.
An unknown field, an unknown terrain or a hex outside the frame is refused with file, entry and reason.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal

import msgspec

from meuse.hexes import DIRECTIONS, BadLabel, Grid
from meuse.mapfile import Kind, Lettering, Size

Country = Literal["france", "germany", "belgium", "netherlands", "luxembourg", "switzerland", "britain", "italy"]
Compass = Literal["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]


class BadSheet(ValueError):
    """A sheet that cannot be used: names the file, the entry and the reason."""


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every entry refuses fields it does not know, so that a slip of the pen is found at once."""


class Fit(_Entry, frozen=True):
    """From kilometres (see projection.py) to the plane of the grid: p = a*X + b*Y + c, q = d*X + e*Y + f, then warped.

    Each node (p0, q0, cp, cq) pulls its surroundings by (cp, cq), fading with distance as a bell of width sigma.
    p counts columns and q rows, in the direction in which the book's numbers grow; 1 = a hex.
    """

    affine: tuple[float, float, float, float, float, float]
    warp_sigma: float = 1.0
    warp_nodes: tuple[tuple[float, float, float, float], ...] = ()


class Ground(_Entry, frozen=True):
    """A rule for terrain: it holds if the areas named cover at least `share` of the land in the hex.

    `areas` are alternatives: a kind of the terrain layer ("forest"), a kind with its woods ("rough:forest",
    "rough:mixed"), one area by name ("@Ardennes"), or several that must overlap ("rough+forest"). No areas at all means
    any ground. `countries` limits the rule to hexes of these countries. The first rule that holds wins; the last must
    be the default: no areas, no countries.
    """

    terrain: str
    areas: tuple[str, ...] = msgspec.field(name="from", default=())
    share: float = 0.5
    countries: tuple[Country, ...] = ()


class Sea(_Entry, frozen=True):
    """When a hex counts as water and what open water is called here; "" leaves it out.

    A hex is sea (or lake) if water covers at least `share` of it and no place of this map lies in it; a hexside is sea
    (or lake) if water covers at least `side_share` of its length. A hexside between two water hexes carries nothing.
    """

    hex: str
    share: float = 0.75
    side: str = ""
    side_share: float = 0.85
    lake_hex: str = ""
    lake_side: str = ""
    coast_share: float = 0.04


class River(_Entry, frozen=True):
    """A river, or the stretch of it between two places, otherwise than its class says; feature "" drops it."""

    name: str
    feature: str
    start: str = msgspec.field(name="from", default="")
    end: str = msgspec.field(name="to", default="")
    why: str = ""


class Way(_Entry, frozen=True):
    """A road or railway of the theatre otherwise than its rank says; or one drawn by hand through `hexes`.

    A hand-drawn one may begin or end beyond the map edge with the direction in place of a label: ["N", "0401", "0402"].
    """

    name: str
    feature: str
    hexes: tuple[str, ...] = ()
    why: str = ""


class Fort(_Entry, frozen=True):
    """A fortified line of the theatre by name; `faces` is needed only where the geography does not tell."""

    line: str
    feature: str
    owner: str = ""
    faces: Compass | Literal[""] = ""


class Place(_Entry, frozen=True):
    """A place that means something in the game.

    `name` is what the map letters; `of` names the theatre's place or fort where that is spelt otherwise. `at` is given
    only where the book's hex wins over the fit, or where the theatre does not know the place; then `why` says so.
    A place with several hexes has one entry a hex: "Paris", and "Paris (south)" with of = "Paris" and its own `at`.
    `terrain` is what the place makes of its hex ("city").
    """

    name: str
    kinds: tuple[str, ...] = ()
    of: str = ""
    size: Size | Literal[""] = ""
    at: str = ""
    offset: tuple[float, float] | None = None
    terrain: str = ""
    why: str = ""


class Region(_Entry, frozen=True):
    """A set of hexes with a meaning. What is named adds up; `countries`, `left_of` and `right_of` then narrow it down
    (but for single `hexes`, which stay in any case).

    Adding: `hexes` one by one; `edge`, the land hexes along one map edge, from `from` to `to` (both included; without
    them the whole edge); `areas`, names of terrain areas, islands or sectors whose polygon covers half of the hex;
    `places`, the hexes of places; `forts`, the hexes that fortified lines defend, by name of the line (hexes fortified
    by hand: by the name given there). If nothing adds, the region starts from the whole map.
    Narrowing: `countries`; `left_of` / `right_of` a line of the sectors layer, looking the way it is drawn.
    `without` takes single hexes out again. Open sea is left out unless it is listed in `hexes`.
    """

    id: str
    title: str
    kind: str
    side: str = ""
    note: str = ""
    hexes: tuple[str, ...] = ()
    edge: Literal["north", "east", "south", "west", ""] = ""
    start: str = msgspec.field(name="from", default="")
    end: str = msgspec.field(name="to", default="")
    areas: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    forts: tuple[str, ...] = ()
    countries: tuple[Country, ...] = ()
    left_of: tuple[str, ...] = ()
    right_of: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


class Added(_Entry, frozen=True):
    """A feature put on a hexside by hand."""

    kind: str
    name: str = ""
    of: str = ""
    owner: str = ""


class Correction(_Entry, frozen=True):
    """The last word on hexes (`hex` or `hexes`: terrain, country, coast) or hexsides (`side` or `sides`: add, remove).

    A hexside is written "1110/1009", or "0101/N" at the map edge.
    """

    why: str
    hex: str = ""
    hexes: tuple[str, ...] = ()
    terrain: str = ""
    country: str | None = None
    coast: bool | None = None
    side: str = ""
    sides: tuple[str, ...] = ()
    add: tuple[Added, ...] = ()
    remove: tuple[str, ...] = ()

    @property
    def all_hexes(self) -> tuple[str, ...]:
        return (self.hex, *self.hexes) if self.hex else self.hexes

    @property
    def all_sides(self) -> tuple[str, ...]:
        return (self.side, *self.sides) if self.side else self.sides


class Bank(_Entry, frozen=True):
    """A place that must lie on this bank, looking downstream."""

    place: str
    river: str
    side: Literal["left", "right"]


class Sheet(_Entry, frozen=True):
    id: str
    game: str
    title: str
    scale_km: float
    grid: Grid
    cols: tuple[int, int]
    rows: tuple[int, int]
    fit: Fit
    terrain: tuple[Kind, ...]
    feature: tuple[Kind, ...]
    ground: tuple[Ground, ...]
    sea: Sea
    scenario: str = ""
    file: str = "map.toml"
    absent: tuple[str, ...] = ()
    country_names: dict[Country, str] = {}
    """Countries that the game calls otherwise: netherlands = "holland"."""
    rivers: dict[Literal["rhine", "major", "minor", "canal", "tidal", "estuary"], str] = {}
    """Class of a river -> feature; tidal and estuary, if named, come before the class. "" or no entry: left out."""
    river: tuple[River, ...] = ()
    roads: dict[Literal["main", "secondary", "autobahn"], str] = {}
    road: tuple[Way, ...] = ()
    rails: dict[Literal["main", "secondary"], str] = {}
    rail: tuple[Way, ...] = ()
    crossings: dict[Literal["bridge", "rail_bridge", "ferry", "causeway"], str] = {}
    borders: str = ""
    forts: dict[Literal["major", "minor", "field"], str] = {}
    """Grade of a fortified line -> feature, for lines that have no entry of their own."""
    fort: tuple[Fort, ...] = ()
    place: tuple[Place, ...] = ()
    lettering_sizes: tuple[Size, ...] = ()
    """Further places of the theatre that are only named on the map, by size."""
    no_lettering: tuple[str, ...] = ()
    """Places left out of it, where they would crowd the map."""
    region: tuple[Region, ...] = ()
    set: tuple[Correction, ...] = ()
    bank: tuple[Bank, ...] = ()
    lettering: tuple[Lettering, ...] = ()


def sheet_names() -> list[str]:
    """The ids of all maps, sorted."""
    return sorted(path.name.removesuffix(".toml") for path in _folder().iterdir() if path.name.endswith(".toml"))


def read_sheet(map_id: str) -> Sheet:
    """The sheet of a map, checked; raises BadSheet."""
    path = _folder() / f"{map_id}.toml"
    if not path.is_file():
        raise BadSheet(f"there is no map {map_id!r}; known maps are {', '.join(sheet_names())}")
    sheet = parse(path.read_text(encoding="utf-8"), path.name)
    if sheet.id != map_id:
        raise BadSheet(f"{path.name}: its id is {sheet.id!r}; it must be the name of the file")
    return sheet


def parse(text: str, source: str) -> Sheet:
    """A sheet from its text; `source` is named in errors."""
    try:
        sheet = msgspec.convert(tomllib.loads(text), Sheet)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadSheet(f"{source}: {error}") from error
    if fault := next(_faults(sheet), None):
        raise BadSheet(f"{source}: {fault}")
    return sheet


def _folder() -> Traversable:
    return files("meuse.theatre") / "sheets"


def _faults(s: Sheet) -> Iterator[str]:
    yield from _unknown_kinds(s)
    yield from _bad_labels(s)
    yield from _bad_sides(s)
    if not s.ground or s.ground[-1].areas or s.ground[-1].countries:
        yield "ground: the last rule must be the default, without `from` and `countries`"
    for place in s.place:
        if place.at and not place.why:
            yield f"place {place.name!r}: `at` overrides the fit, so `why` must say what for"
    for correction in s.set:
        if not correction.why:
            yield f"set {correction.hex or correction.side}: `why` is empty"
    for what, names in (("place", [p.name for p in s.place]), ("region", [r.id for r in s.region])):
        for name in sorted({name for name in names if names.count(name) > 1}):
            yield f"{what} {name!r} occurs twice"


def _unknown_kinds(s: Sheet) -> Iterator[str]:
    terrain, features = {kind.id for kind in s.terrain}, {kind.id for kind in s.feature}
    for where, used in _terrain_used(s):
        if used and used not in terrain:
            yield f"{where}: unknown terrain {used!r}; the sheet lists {', '.join(sorted(terrain))}"
    for where, used in _features_used(s):
        if used and used not in features:
            yield f"{where}: unknown feature {used!r}; the sheet lists {', '.join(sorted(features))}"


def _terrain_used(s: Sheet) -> Iterator[tuple[str, str]]:
    yield from (("ground", rule.terrain) for rule in s.ground)
    yield from (("sea", used) for used in (s.sea.hex, s.sea.lake_hex))
    yield from ((f"place {place.name!r}", place.terrain) for place in s.place)
    yield from ((f"set {', '.join(c.all_hexes)}", c.terrain) for c in s.set)


def _features_used(s: Sheet) -> Iterator[tuple[str, str]]:
    yield from (("sea", used) for used in (s.sea.side, s.sea.lake_side))
    yield from (("rivers", used) for used in s.rivers.values())
    yield from (("roads", used) for used in s.roads.values())
    yield from (("rails", used) for used in s.rails.values())
    yield from (("crossings", used) for used in s.crossings.values())
    yield from (("forts", used) for used in s.forts.values())
    yield from ((f"river {river.name!r}", river.feature) for river in s.river)
    yield from ((f"road or railway {way.name!r}", way.feature) for way in (*s.road, *s.rail))
    yield from ((f"fort {fort.line!r}", fort.feature) for fort in s.fort)
    yield "borders", s.borders
    for c in s.set:
        yield from ((f"set {', '.join(c.all_sides)}", used) for used in (*(a.kind for a in c.add), *c.remove))


def _bad_labels(s: Sheet) -> Iterator[str]:
    for where, label in _labels_used(s):
        try:
            col, row = s.grid.col_row(s.grid.spot(label))
        except BadLabel as error:
            yield f"{where}: {error}"
            continue
        if not (s.cols[0] <= col <= s.cols[1] and s.rows[0] <= row <= s.rows[1]):
            yield f"{where}: hex {label} lies outside the frame of columns {s.cols} and rows {s.rows}"


def _labels_used(s: Sheet) -> Iterator[tuple[str, str]]:
    yield from (("absent", label) for label in s.absent)
    yield from ((f"place {place.name!r}", place.at) for place in s.place if place.at)
    yield from ((f"lettering {text.text!r}", text.at) for text in s.lettering)
    yield from (("set", label) for c in s.set for label in c.all_hexes)
    for region in s.region:
        named = (*region.hexes, *region.without, region.start, region.end)
        yield from ((f"region {region.id!r}", label) for label in named if label)
    for way in (*s.road, *s.rail):
        inner = (label for label in way.hexes if label not in DIRECTIONS[s.grid.orientation])
        yield from ((f"road or railway {way.name!r}", label) for label in inner)


def _bad_sides(s: Sheet) -> Iterator[str]:
    directions = DIRECTIONS[s.grid.orientation]
    for side in (side for c in s.set for side in c.all_sides):
        a, _, b = side.partition("/")
        try:
            near = [s.grid.label(n) for n in s.grid.neighbours(s.grid.spot(a))]
        except BadLabel as error:
            yield f"set {side}: {error}"
            continue
        if b not in directions and b not in near:
            yield f"set {side}: {b} is not a neighbour of {a} (those are {', '.join(near)}) or a direction"

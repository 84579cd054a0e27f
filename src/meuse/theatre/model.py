"""The theatre: north-west Europe in May 1940, as typed layers in longitude and latitude.

Each layer is a GeoJSON file in `data/`, one feature a line; where they come from is in `data/SOURCES.md`. A fault in a
layer is refused with file, feature and reason. Names are found without regard to accents and capitals.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from typing import Generic, Literal, Protocol, TypeVar

import msgspec

from meuse.mapfile import Size
from meuse.theatre.projection import LonLat
from meuse.theatre.sheet import Country

Line = tuple[LonLat, ...]
Polygon = tuple[Line, ...]
"""The outline first, then its holes."""

Owner = Literal["french", "german", "belgian", "dutch", "swiss", "allied"]
RiverClass = Literal["rhine", "major", "minor", "canal"]
Grade = Literal["major", "minor", "field"]


class BadLayer(ValueError):
    """A layer of the theatre that cannot be read: names the file and the reason."""


class _Feature(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The properties of a feature; `shape` is filled in from its geometry."""


class Land(_Feature, frozen=True):
    kind: Literal["land"]
    shape: Polygon = ()


class Water(_Feature, frozen=True):
    """A lake, a stretch of sea or an island by name. What is neither land nor lake is sea."""

    kind: Literal["lake", "sea", "island"]
    name: str
    shape: Polygon = ()
    note: str = ""


class CountryArea(_Feature, frozen=True):
    name: Country
    shape: Polygon = ()


class Area(_Feature, frozen=True):
    """An area of terrain; `forest` says how far rough or broken ground is wooded."""

    kind: Literal["rough", "mountain", "broken", "forest", "heath", "marsh", "polder", "inundation"]
    name: str
    shape: Polygon = ()
    forest: Literal["", "mixed", "full"] = ""
    note: str = ""


class River(_Feature, frozen=True):
    """A river, drawn from its source to its mouth."""

    name: str
    rank: RiverClass = msgspec.field(name="class")
    shape: Line = ()
    alt: str = ""
    tidal: bool = False
    estuary: bool = False
    note: str = ""


class FortifiedLine(_Feature, frozen=True):
    name: str
    owner: Owner
    grade: Grade
    shape: Line = ()
    note: str = ""


class Fort(_Feature, frozen=True):
    name: str
    owner: Owner
    grade: Grade
    shape: LonLat = (0.0, 0.0)


class Town(_Feature, frozen=True):
    """A place: a village of note, a town, a city."""

    name: str
    size: Size
    country: Country
    shape: LonLat = (0.0, 0.0)
    port: Literal["", "minor", "major"] = ""
    capital: bool = False
    ruhr: bool = False


class Way(_Feature, frozen=True):
    """A road or a railway."""

    name: str
    rank: Literal["main", "secondary", "autobahn"]
    shape: Line = ()
    ref: str = ""
    note: str = ""


class Crossing(_Feature, frozen=True):
    """A bridge, ferry or causeway over a river."""

    name: str
    kind: Literal["bridge", "ferry", "causeway"]
    river: str
    shape: LonLat = (0.0, 0.0)


class Link(_Feature, frozen=True):
    """A bridge, ferry or causeway over open water, as a line from shore to shore."""

    name: str
    kind: Literal["bridge", "ferry", "causeway"]
    shape: Line = ()


class Sector(_Feature, frozen=True):
    """The boundary between two commands."""

    name: str
    side: Literal["allied", "german"]
    shape: Line = ()


class Named(Protocol):
    @property
    def name(self) -> str: ...


Thing = TypeVar("Thing", bound=Named)


class Names(Generic[Thing]):
    """Things by name; asked for an unknown one, it says which are near."""

    def __init__(self, what: str, things: Iterable[Thing]) -> None:
        self.what = what
        self._things: dict[str, list[Thing]] = {}
        for thing in things:
            self._things.setdefault(fold(thing.name), []).append(thing)

    def __contains__(self, name: str) -> bool:
        return fold(name) in self._things

    def all(self, name: str) -> list[Thing]:
        """Everything of this name; raises KeyError."""
        if name in self:
            return self._things[fold(name)]
        near = sorted(t[0].name for key, t in self._things.items() if key[:3] == fold(name)[:3])
        raise KeyError(f"the theatre has no {self.what} {name!r}; near it: {', '.join(near) or 'none'}")

    def one(self, name: str) -> Thing:
        return self.all(name)[0]


class Theatre:
    """All layers. Attributes are read-only."""

    def __init__(self) -> None:
        self.land = _layer("land", Land)
        self.water = _layer("water", Water)
        self.countries = _layer("countries", CountryArea)
        self.areas = _layer("terrain", Area)
        self.rivers = _layer("rivers", River)
        self.fortified_lines = _layer("fortified_lines", FortifiedLine)
        self.forts = _layer("forts", Fort)
        self.towns = _layer("places", Town)
        self.railways = _layer("railways", Way)
        self.roads = _layer("roads", Way)
        self.crossings = _layer("crossings", Crossing)
        self.links = _layer("links", Link)
        self.sectors = _layer("sectors", Sector)
        self.town_names = Names("place", self.towns)
        self.fort_names = Names("fort", self.forts)
        islands = (water for water in self.water if water.kind == "island")
        self.area_names: Names[Area | Water] = Names("area", (*self.areas, *islands))
        self.sector_names = Names("sector", self.sectors)

    def find(self, name: str) -> Town | Fort:
        """The place, else the fort, of this name; raises KeyError."""
        if name not in self.town_names and name in self.fort_names:
            return self.fort_names.one(name)
        return self.town_names.one(name)


@lru_cache(maxsize=1)
def theatre() -> Theatre:
    """The theatre, read once."""
    return Theatre()


def fold(name: str) -> str:
    """A name without accents and capitals.

    >>> fold("Liège")
    'liege'
    """
    plain = unicodedata.normalize("NFKD", name)
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).casefold()


class _Geometry(msgspec.Struct, frozen=True):
    type: Literal["Point", "LineString", "Polygon"]
    coordinates: msgspec.Raw


class _GeoFeature(msgspec.Struct, frozen=True):
    properties: dict[str, object]
    geometry: _Geometry


class _Collection(msgspec.Struct, frozen=True):
    features: tuple[_GeoFeature, ...]


_SHAPES = {"Point": LonLat, "LineString": Line, "Polygon": Polygon}
Layer = TypeVar("Layer", bound=_Feature)


def _layer(name: str, kind: type[Layer]) -> tuple[Layer, ...]:
    path = files("meuse.theatre") / "data" / f"{name}.geojson"
    try:
        found = msgspec.json.decode(path.read_bytes(), type=_Collection)
    except msgspec.DecodeError as error:
        raise BadLayer(f"{path.name}: {error}") from error
    return tuple(_feature(path.name, number, feature, kind) for number, feature in enumerate(found.features, 1))


def _feature(file: str, number: int, feature: _GeoFeature, kind: type[Layer]) -> Layer:
    try:
        shape = msgspec.json.decode(feature.geometry.coordinates, type=_SHAPES[feature.geometry.type])
        return msgspec.convert({**feature.properties, "shape": shape}, kind)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise BadLayer(f"{file}: feature {number} ({feature.properties.get('name', 'no name')}): {error}") from error

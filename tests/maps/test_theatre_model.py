"""The theatre itself: layers that agree with each other, and a fault in one that is refused in words."""

from __future__ import annotations

import msgspec
import pytest

from meuse.hexes import Point
from meuse.theatre import model as models
from meuse.theatre.line import foot
from meuse.theatre.model import BadLayer, CountryArea, Polygon, River, Town, theatre
from meuse.theatre.projection import LonLat, to_km
from meuse.theatre.shape import Shape

WEST, SOUTH, EAST, NORTH = -1.0, 46.3, 10.5, 54.2
NEAR_FRONTIER_KM = 3.5
NEAR_EDGE_KM = 20.0
MEETING_KM = 4.0


def south_below(place: LonLat) -> Point:
    """Kilometres on a plane with south below, as lines.foot wants it."""
    east, north = to_km(place)
    return east, -north


def outline(polygon: Polygon) -> list[list[Point]]:
    return [[south_below(place) for place in ring] for ring in polygon]


def river_line(name: str) -> list[Point]:
    return [south_below(place) for river in theatre().rivers if river.name == name for place in river.shape]


def towns_abroad() -> list[str]:
    areas: dict[str, list[CountryArea]] = {}
    for area in theatre().countries:
        areas.setdefault(area.name, []).append(area)
    return [town.name for town in theatre().towns if not any(is_home(town, area) for area in areas[town.country])]


def is_home(town: Town, area: CountryArea) -> bool:
    rings = outline(area.shape)
    point = south_below(town.shape)
    return Shape(rings).holds(point) or any(foot(ring, point).distance < NEAR_FRONTIER_KM for ring in rings)


def flows_nowhere(river: River, land: list[Shape], lakes: list[Shape]) -> bool:
    mouth = south_below(river.shape[-1])
    ashore = any(shape.holds(mouth) for shape in land) and not any(shape.holds(mouth) for shape in lakes)
    others = (other for other in theatre().rivers if other is not river)
    joins = any(foot([south_below(p) for p in other.shape], mouth).distance < MEETING_KM for other in others)
    lon, lat = river.shape[-1]
    leaves = min(lon - WEST, EAST - lon) * 70 < NEAR_EDGE_KM or min(lat - SOUTH, NORTH - lat) * 111 < NEAR_EDGE_KM
    return ashore and not joins and not leaves


def test_every_place_lies_in_its_country() -> None:
    assert towns_abroad() == []


def test_every_river_reaches_the_sea_or_another_river() -> None:
    land = [Shape(outline(area.shape)) for area in theatre().land]
    lakes = [Shape(outline(area.shape)) for area in theatre().water if area.kind == "lake"]
    rivers = [river for river in theatre().rivers if river.rank != "canal"]

    assert [river.name for river in rivers if flows_nowhere(river, land, lakes)] == ["Loire"]  # it leaves westwards


@pytest.mark.parametrize(
    ("town", "river", "bank"),
    [
        ("Strasbourg", "Rhine", "left"),
        ("Köln", "Rhine", "left"),
        ("Düsseldorf", "Rhine", "right"),
        ("Mannheim", "Rhine", "right"),
        ("Nijmegen", "Waal", "left"),
        ("Arnhem", "Nederrijn", "right"),
        ("Rotterdam", "Nieuwe Maas", "right"),
        ("Deventer", "IJssel", "right"),
        ("Maastricht", "Maas", "left"),
        ("Venlo", "Maas", "right"),
        ("Liège", "Meuse", "left"),
        ("Namur", "Meuse", "left"),
        ("Dinant", "Meuse", "left"),
        ("Stenay", "Meuse", "right"),
        ("Antwerpen", "Scheldt", "right"),
        ("Cambrai", "Scheldt", "right"),
        ("Valenciennes", "Scheldt", "right"),
        ("Arras", "Scarpe", "right"),
        ("Amiens", "Somme", "left"),
        ("Abbeville", "Somme", "right"),
        ("Péronne", "Somme", "right"),
        ("Compiègne", "Oise", "left"),
        ("Soissons", "Aisne", "left"),
        ("Rethel", "Aisne", "right"),
        ("Châlons-sur-Marne", "Marne", "right"),
        ("Épernay", "Marne", "left"),
        ("Rouen", "Seine", "right"),
        ("Troyes", "Seine", "left"),
        ("Metz", "Moselle", "right"),
        ("Thionville", "Moselle", "left"),
        ("Trier", "Moselle", "right"),
        ("Orléans", "Loire", "right"),
        ("Diksmuide", "Yser", "right"),
        ("Armentières", "Lys", "right"),
    ],
)
def test_towns_lie_on_their_bank(town: str, river: str, bank: str) -> None:
    found = foot(river_line(river), south_below(theatre().find(town).shape))

    assert found.bank == bank
    assert found.distance < 5


def test_names_are_found_without_accents_and_capitals() -> None:
    assert theatre().find("liege").name == "Liège"
    assert theatre().find("EBEN-EMAEL").name == "Eben-Emael"


def test_an_unknown_name_is_answered_with_near_ones() -> None:
    with pytest.raises(KeyError, match=r"no place 'Amienz'; near it: .*Amiens"):
        theatre().find("Amienz")


def test_no_two_places_share_a_name() -> None:
    names = [models.fold(town.name) for town in theatre().towns]

    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_neighbouring_countries_share_their_frontier() -> None:
    """Frontiers were simplified along common arcs: France and Belgium have the very same vertices."""
    vertices: dict[str, set[LonLat]] = {}
    for area in theatre().countries:
        vertices.setdefault(area.name, set()).update(place for ring in area.shape for place in ring)

    assert len(vertices["france"] & vertices["belgium"]) > 50
    assert len(vertices["germany"] & vertices["netherlands"]) > 50
    assert len(vertices["france"] & vertices["germany"]) > 50


def test_a_faulty_feature_is_refused_with_file_and_name() -> None:
    geometry = models._Geometry("Point", msgspec.Raw(b"[5.0, 50.0]"))
    feature = models._GeoFeature({"name": "Nowhere", "size": "hamlet", "country": "france"}, geometry)

    with pytest.raises(BadLayer, match=r"places.geojson: feature 7 \(Nowhere\): Invalid enum value 'hamlet'"):
        models._feature("places.geojson", 7, feature, Town)

"""Terrain, country, coast and open water of every hex, as the sheet's rules make them of the survey."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Literal

import msgspec

from meuse.hexes import Grid, Spot
from meuse.theatre.model import Area, fold
from meuse.theatre.sheet import BadSheet, Ground, Sea, Sheet
from meuse.theatre.snap import Hexside, hexside
from meuse.theatre.survey import LAKE, SEA, HexSurvey, Survey

Water = Literal["sea", "lake"]


class Lie(msgspec.Struct, frozen=True):
    """How the land lies: the survey of every hex, which hexes are open water, the country of all that have land."""

    survey: Mapping[Spot, HexSurvey]
    water: dict[Spot, Water]
    country: dict[Spot, str]


def lie_of_the_land(sheet: Sheet, survey: Survey, spots: Collection[Spot], settled: Mapping[Spot, str]) -> Lie:
    """What is water and what is land. `settled` are hexes with places, which are land, and their countries."""
    found = {spot: survey.hex(spot) for spot in sorted(spots)}
    water = {spot: kind for spot, hex in found.items() if spot not in settled and (kind := _water(hex, sheet.sea))}
    return Lie(found, water, _countries(survey.grid, found, settled))


def terrain(sheet: Sheet, lie: Lie, areas: tuple[Area, ...]) -> dict[Spot, str]:
    """The terrain of every hex, by the first rule of the sheet that holds."""
    rules = [(rule, _covered(rule, areas)) for rule in sheet.ground]
    lake = sheet.sea.lake_hex or sheet.sea.hex
    found = {spot: sheet.sea.hex if kind == "sea" else lake for spot, kind in lie.water.items()}
    for spot, hex in lie.survey.items():
        if spot not in found:
            found[spot] = next(rule.terrain for rule, covered in rules if _holds(rule, covered, hex, lie.country[spot]))
    return found


def wet_sides(sheet: Sheet, survey: Survey, lie: Lie) -> dict[Hexside, Water]:
    """The hexsides between two land hexes that no land joins: water covers them, or a strait runs between."""
    dry = [spot for spot in lie.survey if spot not in lie.water]
    wet: dict[Hexside, Water] = {}
    for spot, direction, other in _pairs(survey.grid, dry):
        masses = {lie.survey[spot].landmass, lie.survey[other].landmass} - {SEA}
        side = survey.side(spot, direction)
        if len(masses) == 2 or side.sea + side.lake >= sheet.sea.side_share:
            wet[hexside(spot, other)] = "lake" if side.lake > side.sea else "sea"
    return wet


def coast(sheet: Sheet, grid: Grid, lie: Lie, wet: Mapping[Hexside, Water]) -> frozenset[Spot]:
    """The land hexes that the sea touches."""

    def touched(spot: Spot) -> bool:
        if lie.survey[spot].share(SEA) >= sheet.sea.coast_share:
            return True
        near = grid.neighbours(spot)
        return any(lie.water.get(other) == "sea" or wet.get(hexside(spot, other)) == "sea" for other in near)

    return frozenset(spot for spot in lie.survey if spot not in lie.water and touched(spot))


def borders(grid: Grid, country: Mapping[Spot, str]) -> list[Hexside]:
    """The hexsides between two countries; open sea made by hand has none."""
    pairs = _pairs(grid, sorted(spot for spot, name in country.items() if name))
    return [hexside(spot, other) for spot, _, other in pairs if country[spot] != country[other]]


def _pairs(grid: Grid, spots: Collection[Spot]) -> Iterator[tuple[Spot, int, Spot]]:
    """All pairs of neighbours, each once, with the direction from the first to the second."""
    known = frozenset(spots)
    for spot in spots:
        for direction, other in enumerate(grid.neighbours(spot)):
            if spot < other and other in known:
                yield spot, direction, other


# -- water


def _water(hex: HexSurvey, sea: Sea) -> Water | None:
    if hex.share(SEA) + hex.share(LAKE) < sea.share:
        return None
    return "sea" if hex.share(SEA) >= hex.share(LAKE) else "lake"


# -- countries


def _countries(grid: Grid, found: Mapping[Spot, HexSurvey], settled: Mapping[Spot, str]) -> dict[Spot, str]:
    """The country of every hex with land: that of its chief place, else of most of its land, else of its neighbours."""
    country = {
        spot: settled.get(spot) or _most(hex.countries) for spot, hex in found.items() if hex.land or spot in settled
    }
    for spot, name in country.items():
        if not name:
            near = Counter(country[other] for other in grid.neighbours(spot) if country.get(other))
            country[spot] = _most(near)
    return country


def _most(counted: Counter[str]) -> str:
    return min(counted, key=lambda name: (-counted[name], name), default="")


# -- terrain


def _holds(rule: Ground, covered: Callable[[frozenset[int]], bool], hex: HexSurvey, country: str) -> bool:
    if rule.countries and country not in rule.countries:
        return False
    if not rule.areas:
        return True
    return hex.land > 0 and sum(map(covered, hex.areas)) >= rule.share * hex.land


def _covered(rule: Ground, areas: tuple[Area, ...]) -> Callable[[frozenset[int]], bool]:
    """Whether a point in these areas counts for the rule."""
    alternatives = [[_numbers(term, areas) for term in text.split("+")] for text in rule.areas]

    @cache  # thousands of points lie in the same few areas
    def covered(point: frozenset[int]) -> bool:
        return any(all(point & numbers for numbers in terms) for terms in alternatives)

    return covered


def _numbers(term: str, areas: tuple[Area, ...]) -> frozenset[int]:
    """The areas that a term of a ground rule means: "rough", "rough:forest", "rough:mixed", "@Ardennes"."""
    kind, _, woods = term.partition(":")
    if term.startswith("@"):
        found = {n for n, area in enumerate(areas) if fold(area.name) == fold(term[1:])}
    else:
        wanted = {"": ("", "mixed", "full"), "forest": ("full",), "mixed": ("mixed",)}.get(woods, ())
        found = {n for n, area in enumerate(areas) if area.kind == kind and area.forest in wanted}
    if not found:
        raise BadSheet(f"ground: the theatre has no areas {term!r}; write a kind, kind:forest, kind:mixed or @Name")
    return frozenset(found)

"""A map in the making: hexes and hexsides by their spots, until it is written down as a MapFile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from meuse.hexes import DIRECTIONS, Grid, Spot
from meuse.mapfile import HexLine, PlaceLine, SideLine
from meuse.theatre.places import Placed
from meuse.theatre.sheet import BadSheet, Correction, Country
from meuse.theatre.snap import Hexside, hexside


class Mark(msgspec.Struct, frozen=True):
    """What a hexside carries; `of` is the hex that a fortification protects."""

    kind: str
    name: str = ""
    of: Spot | None = None
    owner: str = ""


class Draft:
    """The hexes of a map with their terrain, country and coast, and the marks on its hexsides.

    A hexside at the map edge is that between a hex of the map and the spot beyond.
    """

    def __init__(self, grid: Grid, terrain: dict[Spot, str], country: dict[Spot, str]) -> None:
        self.grid, self.terrain, self.country = grid, terrain, country
        self.coast: set[Spot] = set()
        self.marks: dict[Hexside, dict[tuple[str, Spot | None], Mark]] = {}

    def mark(self, side: Hexside, mark: Mark) -> None:
        """Put a mark on a hexside; of the same kind the first stays, and takes up the name of the second.

        Fortifications that face each other across a hexside are two.
        """
        there, key = self.marks.setdefault(side, {}), (mark.kind, mark.of)
        if key in there:
            mark = msgspec.structs.replace(there[key], name=_joined(there[key].name, mark.name))
        there[key] = mark

    # -- corrections by hand

    def correct_hexes(self, corrections: Iterable[Correction]) -> None:
        for correction in corrections:
            for label in correction.all_hexes:
                self._correct_hex(self._spot(label), correction)

    def correct_sides(self, corrections: Iterable[Correction]) -> None:
        """Afterwards a hexside carries nothing of what was to be removed, and all that was to be added."""
        for correction in corrections:
            for text in correction.all_sides:
                marks = self.marks.setdefault(self.side(text), {})
                for key in [key for key in marks if key[0] in correction.remove]:
                    del marks[key]
                for added in correction.add:
                    of = self._spot(added.of) if added.of else None
                    marks[added.kind, of] = Mark(added.kind, added.name, of, added.owner)

    def _correct_hex(self, spot: Spot, correction: Correction) -> None:
        if correction.terrain:
            self.terrain[spot] = correction.terrain
        if correction.country is not None:
            self.country[spot] = correction.country
        if correction.coast is not None:
            (self.coast.add if correction.coast else self.coast.discard)(spot)

    def side(self, text: str) -> Hexside:
        """The hexside "1110/1009" or "0101/N"."""
        a, _, b = text.partition("/")
        spot = self._spot(a)
        names = DIRECTIONS[self.grid.orientation]
        return hexside(spot, self.grid.neighbour(spot, names.index(b)) if b in names else self._spot(b))

    def _spot(self, label: str) -> Spot:
        spot = self.grid.spot(label)
        if spot not in self.terrain:
            raise BadSheet(f"set {label}: the hex is not on the map")
        return spot

    def fortified(self) -> dict[str, set[Spot]]:
        """The hexes that every fortified line defends, by its name."""
        found: dict[str, set[Spot]] = {}
        for mark in (mark for marks in self.marks.values() for mark in marks.values()):
            if mark.of is not None:
                for name in mark.name.split(" / "):
                    found.setdefault(name, set()).add(mark.of)
        return found

    # -- lines of the map file

    def hex_lines(self, country_names: Mapping[Country, str]) -> tuple[HexLine, ...]:
        names = {str(country): name for country, name in country_names.items()}
        countries = {spot: names.get(country, country) for spot, country in self.country.items()}
        lines = (
            HexLine(self.grid.label(spot), terrain, countries.get(spot, ""), spot in self.coast)
            for spot, terrain in self.terrain.items()
        )
        return tuple(sorted(lines, key=lambda line: line.at))

    def side_lines(self) -> tuple[SideLine, ...]:
        lines = (
            SideLine(
                self.side_label(side), mark.kind, mark.name, self.grid.label(mark.of) if mark.of else "", mark.owner
            )
            for side, marks in self.marks.items()
            for mark in marks.values()
        )
        return tuple(sorted(lines, key=lambda line: (line.at, line.kind)))

    def place_lines(self, places: Iterable[Placed]) -> tuple[PlaceLine, ...]:
        lines = (PlaceLine(self.grid.label(p.hex), p.name, p.size, p.kinds, p.offset) for p in places)
        return tuple(sorted(lines, key=lambda line: (line.at, line.name)))

    def side_label(self, side: Hexside) -> str:
        inner, outer = side if side[0] in self.terrain else side[::-1]
        if outer in self.terrain:
            return "/".join(sorted(map(self.grid.label, side)))
        direction = self.grid.neighbours(inner).index(outer)
        return f"{self.grid.label(inner)}/{DIRECTIONS[self.grid.orientation][direction]}"


def _joined(first: str, second: str) -> str:
    names = first.split(" / ") if first else []
    return " / ".join([*names, second] if second and second not in names else names)

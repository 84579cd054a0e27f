"""The sheet's view of the theatre's fortified lines, laid on the hexsides of a map."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from meuse.hexes import Spot
from meuse.theatre import forts
from meuse.theatre.draft import Mark
from meuse.theatre.model import FortifiedLine, Theatre, fold
from meuse.theatre.projection import Projection
from meuse.theatre.sheet import BadSheet, Fort, Sheet
from meuse.theatre.snap import Hexside

HOMELAND: dict[str, str] = {
    "french": "france",
    "german": "germany",
    "belgian": "belgium",
    "dutch": "netherlands",
    "swiss": "switzerland",
    "allied": "",
}


class Defences:
    """The fortified lines that the sheet draws."""

    def __init__(self, sheet: Sheet, model: Theatre, projection: Projection, spots: Collection[Spot]) -> None:
        self.sheet, self.projection, self.spots = sheet, projection, spots
        self.entries = {fold(entry.line): entry for entry in sheet.fort}
        self._check_names(model)
        self.lines = [self._line(line) for line in model.fortified_lines]

    def lay(
        self, rivers: Collection[Hexside], sea: Collection[Spot], country: Mapping[Spot, str]
    ) -> Iterator[tuple[Hexside, Mark]]:
        laid = forts.lay_forts(self.sheet.grid, self.spots, self.lines, rivers, sea, country)
        for found in laid:
            yield found.side, Mark(found.feature, found.name, found.of, found.owner)

    def _line(self, line: FortifiedLine) -> forts.FortLine:
        entry = self.entries.get(fold(line.name), Fort(line.name, self.sheet.forts.get(line.grade, "")))
        points = tuple(self.projection.line(line.shape))
        rear = (
            forts.rear_facing(points, entry.faces)
            if entry.faces
            else self.projection.point(forts.rear_place(line.name, line.owner))
        )
        owner = entry.owner or line.owner
        return forts.FortLine(line.name, entry.feature, owner, points, rear, HOMELAND[line.owner])

    def _check_names(self, model: Theatre) -> None:
        known = {fold(line.name): line.name for line in model.fortified_lines}
        for entry in self.sheet.fort:
            if fold(entry.line) not in known:
                names = ", ".join(sorted(known.values()))
                raise BadSheet(f"{self.sheet.id}: the theatre has no fortified line {entry.line!r}; it has {names}")

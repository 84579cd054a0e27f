"""The maps of a study's report: how often and when each hex was taken, and the front by turn, on the game's own map."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import dist

from meuse.drawing import Overlay, Sheet, Theme, sheet
from meuse.hexes import Point
from meuse.hexmap import Hex, HexMap
from meuse.lab.study.charts import of_turn
from meuse.lab.study.ground import FrontBand, Ground, Taken

SHARES = (0.0, 0.2, 0.4, 0.6, 0.8)
"""Where the steps of "how often" begin; the last one ends at all games."""

RING = 8
"""A line of no more corners than this goes around a hex or two, and says little of the front."""

SHOWN = 4
"""So many turns of the front are shown at first; the reader may choose others."""


class Maps:
    """Draws the maps of a study. The game's map itself stands once in the page, and each figure uses it."""

    def __init__(self, board: HexMap, ground: Ground) -> None:
        self._board, self._ground = board, ground
        self._sheet: Sheet = sheet(board)
        self._overlay = Overlay(board)

    @property
    def turns(self) -> list[int]:
        return [front.turn for front in self._ground.fronts]

    def definitions(self) -> str:
        """The map, to be used by all figures."""
        below, above = self._sheet.below, self._sheet.above
        return f'<svg class="defs"><defs><g id="below">{below}</g><g id="above">{above}</g></defs></svg>'

    def how_often(self) -> str:
        """Each hex by the share of games in which it was taken."""
        steps = [*zip(SHARES, [*SHARES[1:], 1.01], strict=True)]
        areas = [
            self._area(f"often step{number}", [h for h, taken in self._taken if low < taken.share <= high])
            for number, (low, high) in enumerate(steps)
        ]
        return self._figure("How often each hex was taken", areas)

    def when(self) -> str:
        """Each hex by the turn on which it was usually taken."""
        by_turn: dict[int, list[Hex]] = {}
        for h, taken in self._taken:
            by_turn.setdefault(round(taken.usual.middle), []).append(h)
        areas = [self._area("when", hexes, self.colour(turn)) for turn, hexes in sorted(by_turn.items())]
        return self._figure("On which turn each hex was usually taken", areas)

    def fronts(self) -> str:
        """The front at the end of each turn: a band where it lay in half of the games, a line in the middle."""
        lines = {front.turn: self._pieces(front) for front in self._ground.fronts}
        parts = [self._front(front, lines[front.turn]) for front in self._ground.fronts]
        return self._figure("The front at the end of each turn", [*parts, *self._numbers(lines)])

    def colour(self, turn: int) -> str:
        """The name of a turn's colour; `colours` has what it is."""
        return f"var(--turn{turn})"

    def colours(self, theme: Theme) -> str:
        """The colours of all turns, light or dark."""
        turns = self.turns
        return "".join(f"--turn{turn}:{of_turn(place, len(turns), theme)};" for place, turn in enumerate(turns))

    @property
    def is_upright(self) -> bool:
        """Whether the map is higher than wide."""
        return self._sheet.height > self._sheet.width

    def shown(self) -> set[int]:
        """The turns whose front is shown at first: the first, the last and some between."""
        turns = self.turns
        if len(turns) <= SHOWN:
            return set(turns)
        return {turns[round(k * (len(turns) - 1) / (SHOWN - 1))] for k in range(SHOWN)}

    # -- helpers

    @property
    def _taken(self) -> Iterable[tuple[Hex, Taken]]:
        return self._ground.taken.items()

    def _pieces(self, front: FrontBand) -> list[list[Point]]:
        """The line between the sides, without the rings around single hexes."""
        usual = set(front.usual)
        return [line for line in self._overlay.lines(usual, front.held.keys() - usual) if len(line) > RING]

    def _front(self, front: FrontBand, pieces: Sequence[Sequence[Point]]) -> str:
        colour = self.colour(front.turn)
        line = "".join(f"M{'L'.join(f'{x:.0f} {y:.0f}' for x, y in piece)}" for piece in pieces)
        strokes = f'<path class="front case" d="{line}"/><path class="front" d="{line}" style="stroke:{colour}"/>'
        return f'<g class="turn{front.turn}">{self._area("band", front.band, colour)}{strokes}</g>'

    def _numbers(self, lines: Mapping[int, Sequence[Sequence[Point]]]) -> Iterable[str]:
        """The number of each turn on its line, as far as can be from those that stand there already."""
        stand: list[Point] = []
        for turn, pieces in lines.items():
            if pieces:
                places = pieces[0][len(pieces[0]) // 6 : -len(pieces[0]) // 6 or None]
                x, y = max(places, key=lambda at: min((dist(at, other) for other in stand), default=0.0))
                stand.append((x, y))
                style = f'style="fill:{self.colour(turn)}"'
                yield f'<text class="turn turn{turn}" x="{x:.0f}" y="{y:.0f}" {style}>{turn}</text>'

    def _area(self, css: str, hexes: Collection[Hex], colour: str = "") -> str:
        style = f' style="fill:{colour}"' if colour else ""
        return f'<path class="{css}"{style} d="{self._overlay.area(hexes)}"/>' if hexes else ""

    def _figure(self, label: str, parts: Sequence[str]) -> str:
        width, height = self._sheet.width, self._sheet.height
        return (
            f'<svg class="map" viewBox="0 0 {width:.0f} {height:.0f}" preserveAspectRatio="xMinYMin" role="img" '
            f'aria-label="{label}">'
            f'<use href="#below"/>{"".join(parts)}<use href="#above"/></svg>'
        )


def key_of_shares() -> Mapping[str, str]:
    """The steps of "how often", by their classes."""
    ends = [*SHARES[1:], 1.0]
    return {
        f"step{n}": f"{round(100 * low)} to {round(100 * high)} %"
        for n, (low, high) in enumerate(zip(SHARES, ends, strict=True))
    }

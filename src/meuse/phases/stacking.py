"""Hexes with too many units are put right: their owner says who goes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.hexmap import Hex
from meuse.orders import order
from meuse.steps import Question


class Overstacking(Question, frozen=True):
    """The owner eliminates units one by one until no hex is overstacked."""

    title = "Overstacking"
    question = "Which excess unit is eliminated?"

    # -- what a game says

    def crowded(self, g: Any) -> Sequence[Hex]:
        """The hexes that are overstacked."""
        raise NotImplementedError

    def counted(self, g: Any, h: Hex) -> Iterable[Unit]:
        """The units of a hex whose loss would help."""
        return g.units_in(h, self.side)  # type: ignore[no-any-return]

    def remove(self, g: Any, unit: Unit) -> None:
        """A unit is eliminated."""
        raise NotImplementedError

    # -- for all games

    def about(self, g: Any) -> tuple[str, ...]:
        return tuple(g.map.labels[h] for h in self.crowded(g))

    def decider(self, g: Any) -> Side | None:
        return self.side if self.crowded(g) else None

    @order("eliminate {unit}", label="Eliminate", why="only units in an overstacked hex can be eliminated")
    def eliminate(self, g: Any, unit: Unit) -> None:
        self.remove(g, unit)

    @eliminate.choices("unit")
    def surplus(self, g: Any) -> list[Unit]:
        return [u for h in self.crowded(g) for u in self.counted(g, h)]

"""What a game shows of itself: the functions that its views are made of, given to its rule book in one struct."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from meuse.counters import Side, Unit
from meuse.report import Layers, MarkerView, Overlay, Part, UnitView
from meuse.scenario import Scenario


def printed_view(g: Any, u: Unit) -> UnitView:
    """A piece as its counter shows it, where it lies."""
    scenario: Scenario = g.scenario
    counter = scenario.counters[u]
    return UnitView(
        id=counter.id,
        name=counter.name,
        side=counter.side.word,
        nation=counter.livery,
        symbol=counter.symbol,
        size=counter.size,
        designation=counter.designation,
        parent=counter.parent,
        at=scenario.place_word(g.hex_of[u]),
        steps=g.steps[u],
        max_steps=counter.steps,
        values=counter.values(g.steps[u]),
    )


def _as_printed(g: Any, printed: UnitView, u: Unit) -> UnitView:
    return printed


def _nothing_off_the_map(g: Any, side: Side | None) -> list[Part]:
    return []


def _no_markers(g: Any) -> list[MarkerView]:
    return []


def _no_line(g: Any, u: Unit) -> Overlay:
    return Overlay(kind="supply")


def _in_sight(g: Any, u: Unit, side: Side | None) -> bool:
    return False


class Views(msgspec.Struct, frozen=True, kw_only=True):
    """What a game shows; what it leaves out is empty. `side` is the side that looks, None a spectator.

    `unit` adds status and plates to a piece as its counter shows it; `parts` are the tracks and boxes off the map, and
    `markers` what lies on the map or in the parts besides counters; `supply_of` shows the supply line of one unit.
    `layers` can be laid over the map, and are worked out only when somebody looks. `is_hidden` says whether a piece is
    out of a side's sight altogether. Nothing shown to a side may depend on what it cannot know.
    """

    unit: Callable[[Any, UnitView, Unit], UnitView] = _as_printed
    parts: Callable[[Any, Side | None], list[Part]] = _nothing_off_the_map
    markers: Callable[[Any], list[MarkerView]] = _no_markers
    supply_of: Callable[[Any, Unit], Overlay] = _no_line
    layers: Layers = msgspec.field(default_factory=dict)
    is_hidden: Callable[[Any, Unit, Side | None], bool] = _in_sight

    def supply_line(self, g: Any, u: Unit) -> Overlay:
        """The supply line of one unit; a unit off the map has none in any game."""
        if g.hex_of[u] < 0:
            return Overlay(kind="supply", notes=(f"{g.name(u)} is not on the map.",))
        return self.supply_of(g, u)

    @property
    def hides(self) -> bool:
        """Whether pieces of this game are hidden at all."""
        return self.is_hidden is not _in_sight

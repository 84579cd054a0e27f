"""A move by rail: which units a train can take, where to, by which way, and why not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar

from meuse.counters import Unit
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.steps import Question


class RailMove(Question, frozen=True):
    """The units of one side move by rail, one by one.

    A game says which units a train can take (`by_rail`), where the railways lead (`rail_lines`), what a train carries
    out (`ride`), and why not. Where only some hexes have a station, it says so in `rail_ends`.
    """

    way_rule: ClassVar[str] = ""
    """The rule by which a train finds its way."""

    # -- what a game says

    def ride(self, g: Any, unit: Unit, path: Sequence[Hex]) -> None:
        """Take a unit to the end of a way, and note what it and the railway have used up."""
        raise NotImplementedError

    def go_on(self, g: Any) -> None:
        """Go on with the phase, after a train."""
        raise NotImplementedError

    def rail_lines(self, g: Any, unit: Unit) -> Mapping[Hex, Hex]:
        """Every hex that a train with this unit gets to, with the hex before it on the way."""
        raise NotImplementedError

    def runs(self, g: Any, unit: Unit, a: Hex, b: Hex) -> bool:
        """Whether a way may lead from one hex to the next: a game in which you choose the way says so here."""
        return self.rail_lines(g, unit).get(b) == a

    def why_not_by_rail(self, g: Any, unit: Unit) -> Refusal:
        """Why no train takes a unit of this side that is on the map."""
        raise NotImplementedError

    # -- the order

    @order("rail {unit} {path}", label="Move by rail", rolls=False)
    def rail(self, g: Any, unit: Unit, path: Sequence[Hex]) -> None:
        self.ride(g, unit, path)
        name, there = g.name(unit), path[-1]
        text = f"{name} moves by rail to {g.map.spot(there)}"
        g.emit("rail", text, self.way_rule, units=(g.id(unit),), at=(g.map.labels[there],))
        self.go_on(g)

    @rail.closed_if
    def why_not_trains(self, g: Any) -> Refusal | None:
        """Why no train runs at all: there are no railways now, or their capacity is used up."""
        return None

    @rail.choices("unit")
    def by_rail(self, g: Any) -> Iterable[Unit]:
        """The units that a train can take somewhere."""
        raise NotImplementedError

    @rail.choices("path")
    def rail_ends(self, g: Any, unit: Unit) -> Sequence[Hex]:
        """Where a train may take a unit."""
        return sorted(self.rail_lines(g, unit))

    @rail.way
    def rail_way(self, g: Any, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
        before, way = self.rail_lines(g, unit), [goal]
        while before[way[-1]] != g.hex_of[unit]:
            way.append(before[way[-1]])
        return tuple(reversed(way))

    @rail.walks
    def rail_by_hand(self, g: Any, unit: Unit, path: Sequence[Hex]) -> Refusal | None:
        if all(self.runs(g, unit, a, b) for a, b in pairwise((g.hex_of[unit], *path))):
            return None
        return Refusal(self.way_rule, "no train can take this way")

    @rail.describes("path")
    def rail_described(self, g: Any, unit: Unit, goal: Hex) -> dict[str, Any]:
        """A goal for a person: the way that the train takes."""
        return {"path": tuple(g.map.labels[h] for h in self.rail_way(g, unit, goal)), "rules": (self.way_rule,)}

    @rail.refuses("unit")
    def why_not_rail(self, g: Any, unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side or g.hex_of[unit] < 0:
            return None
        return self.why_not_by_rail(g, unit)

    @rail.refuses("path")
    def why_not_rail_end(self, g: Any, unit: Unit, goal: Hex) -> Refusal:
        """Why no train takes a unit to a hex."""
        raise NotImplementedError

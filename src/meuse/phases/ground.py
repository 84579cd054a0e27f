"""A move on the ground: which units can move, where, by which path, at what cost, and why not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from meuse.counters import Unit
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import BadPath, Exits, Reach, can_move, reach, reach_beyond, walk
from meuse.orders import order
from meuse.report import Mobility, count
from meuse.steps import Question, overrides


class GroundMove(Question, frozen=True):
    """The units of one side move, one at a time.

    A game says what a unit may spend (`budget`), how it can leave a hex (`exits`), and what a move does (`go`).
    """

    question: ClassVar[Any] = "Which units move?"
    price_rule: ClassVar[str] = ""
    """The rule for the cost of a path."""

    def title(self, g: Any) -> str:
        return f"{self.side.title} movement"

    def remaining(self, g: Any) -> str:
        return f"{count(sum(1 for _ in self.movable(g)), 'unit')} can still move"

    @overrides
    def mobility(self, g: Any) -> Iterator[Mobility]:
        able = set(self.movable(g))
        for u in g.on_map(self.side):
            if not self.printed(g, u):
                continue
            begun = self.has_begun(g, u)
            if u in able:
                left, text = self.told_left(g, u)
                full = not begun and left == self.points(self.printed(g, u))
                yield Mobility(unit=g.id(u), state="begun" if begun else "fresh", left=left, full=full, text=text)
            else:
                text = "its move is over" if begun else "cannot move now"
                yield Mobility(unit=g.id(u), state="done" if begun else "held", text=text)

    # -- what a game says

    def printed(self, g: Any, unit: Unit) -> int:
        """What a unit could spend at most, as its counter says."""
        raise NotImplementedError

    def has_begun(self, g: Any, unit: Unit) -> bool:
        """Whether a unit has begun its move of this phase, or made it."""
        raise NotImplementedError

    def told_left(self, g: Any, unit: Unit) -> tuple[str, str]:
        """What a unit that can move may still spend: the figure, and in words."""
        left, printed = self.points(self.budget(g, unit)), self.points(self.printed(g, unit))
        return left, f"movement left: {left} of {printed}"

    def budget(self, g: Any, unit: Unit) -> int:
        """What a unit may still spend."""
        raise NotImplementedError

    def budget_by(self, g: Any, unit: Unit, path: Sequence[Hex]) -> int:
        """What a unit may spend on a path given hex by hex; a book may allow more for some paths."""
        return self.budget(g, unit)

    def exits(self, g: Any, unit: Unit) -> Exits:
        """How a unit can leave each hex."""
        raise NotImplementedError

    def go(self, g: Any, unit: Unit, path: Sequence[Hex]) -> None:
        """Carry out a move, hex by hex, and whatever follows from it."""
        raise NotImplementedError

    def why_not_move(self, g: Any, unit: Unit) -> Refusal | None:
        """Why a unit of this side on the map cannot move at all."""
        raise NotImplementedError

    def why_not_reach(self, g: Any, unit: Unit, goal: Hex) -> Refusal:
        """Why a unit that can move cannot reach a hex."""
        raise NotImplementedError

    def within(self, g: Any, unit: Unit) -> Reach:
        """Every hex that a unit can reach or pass through. A game may override this with something faster."""
        return reach(g.hex_of[unit], self.budget(g, unit), self.exits(g, unit))

    def stops(self, g: Any, unit: Unit, reached: Iterable[Hex]) -> Iterable[Hex]:
        """Of the hexes in reach, those where the unit may end its move."""
        return reached

    def points(self, cost: int) -> str:
        """Movement points as players write them."""
        return str(cost)

    # -- the order

    @order("move {unit} {path}", rolls=False)
    def move(self, g: Any, unit: Unit, path: Sequence[Hex]) -> None:
        self.go(g, unit, path)

    @move.choices("unit")
    def movable(self, g: Any) -> Iterable[Unit]:
        return (u for u in g.on_map(self.side) if can_move(g.hex_of[u], self.budget(g, u), self.exits(g, u)))

    @move.choices("path")
    def goals(self, g: Any, unit: Unit) -> list[Hex]:
        return sorted(self.stops(g, unit, self.within(g, unit).cost))

    @move.way
    def cheapest(self, g: Any, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
        return self.within(g, unit).path(goal)

    @move.walks
    def by_hand(self, g: Any, unit: Unit, path: Sequence[Hex]) -> Refusal | None:
        try:
            walk(g.hex_of[unit], self.budget_by(g, unit, path), self.exits(g, unit), path)
        except BadPath as error:
            return Refusal(self.price_rule, str(error))
        return None

    @move.describes("path")
    def price(self, g: Any, unit: Unit, goal: Hex) -> dict[str, Any]:
        return self.described(g, unit, self.within(g, unit), (), goal)

    @move.onward
    def beyond(self, g: Any, unit: Unit, path: Sequence[Hex]) -> dict[Hex, dict[str, Any]] | Refusal:
        if refusal := self.by_hand(g, unit, path):
            return refusal
        found = reach_beyond(g.hex_of[unit], self.budget(g, unit), self.exits(g, unit), path)
        return {h: self.described(g, unit, found, path, h) for h in sorted(self.stops(g, unit, found.cost))}

    def described(self, g: Any, unit: Unit, found: Reach, walked: Sequence[Hex], goal: Hex) -> dict[str, Any]:
        """A goal as a person sees it, maybe after part of a path: its cost, whether the move ends there, the path."""
        return {
            "cost": self.points(found.cost[goal]),
            "stop": goal in found.ends,
            "path": tuple(g.map.labels[h] for h in (*walked, *found.path(goal))),
            "rules": (self.price_rule,),
        }

    @move.refuses("unit")
    def why_not_unit(self, g: Any, unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side or g.hex_of[unit] < 0:
            return None
        return self.why_not_move(g, unit)

    @move.refuses("path")
    def why_not_there(self, g: Any, unit: Unit, goal: Hex) -> Refusal:
        return self.why_not_reach(g, unit, goal)

"""Units that must leave where they stand retreat one by one; those that cannot are lost."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from meuse.counters import Side, Unit
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.steps import Question

Path = tuple[Hex, ...]


class Retreats(Question, frozen=True):
    """Units retreat one by one, in the order their owner likes, as long as any of them has somewhere to go.

    `RetreatsToHex` and `RetreatsByPath` have the order; a game whose order is of another form adds its own.
    """

    after_die = True
    question: ClassVar[Any] = "Where do the units retreat?"
    lost_rule: ClassVar[str] = ""
    """The rule by which a unit that cannot retreat is lost."""

    # -- what a game says

    def standing(self, g: Any) -> Sequence[Unit]:
        """The units that have still to retreat."""
        raise NotImplementedError

    def ends(self, g: Any, unit: Unit) -> Collection[Hex]:
        """Where the retreat of a unit may end."""
        raise NotImplementedError

    def lost(self, g: Any, unit: Unit) -> None:
        """What becomes of a unit that cannot retreat when nobody else can either."""
        raise NotImplementedError

    # -- for all games

    def decider(self, g: Any) -> Side | None:
        """Asked as long as one unit can go: when it has gone, another may find room."""
        return self.side if self.going(g) else None

    def run(self, g: Any) -> None:
        g.pop()
        for u in self.standing(g):
            self.lost(g, u)

    def going(self, g: Any) -> list[Unit]:
        """The units that can retreat now."""
        return [u for u in self.standing(g) if self.ends(g, u)]

    def why_not_unit(self, g: Any, unit: Unit) -> Refusal | None:
        if unit not in self.standing(g):
            return None
        text = f"{g.name(unit)} has nowhere to retreat unless another unit makes room first"
        return Refusal(self.lost_rule or self.rule, text)


class RetreatsToHex(Retreats, frozen=True):
    """Retreats of which only the end matters."""

    # -- what a game says

    def fall_back(self, g: Any, unit: Unit, h: Hex) -> None:
        """A unit retreats."""
        raise NotImplementedError

    def why_not_end(self, g: Any, unit: Unit, h: Hex) -> Refusal:
        """Why the retreat of a unit cannot end in a hex."""
        raise NotImplementedError

    # -- the order

    @order("retreat {unit} {hex}")
    def retreat(self, g: Any, unit: Unit, h: Hex) -> None:
        self.fall_back(g, unit, h)

    @retreat.choices("unit")
    def going(self, g: Any) -> list[Unit]:
        return super().going(g)

    @retreat.choices("hex")
    def goals(self, g: Any, unit: Unit) -> list[Hex]:
        return sorted(self.ends(g, unit))

    @retreat.refuses("unit")
    def why_not_unit(self, g: Any, unit: Unit) -> Refusal | None:
        return super().why_not_unit(g, unit)

    @retreat.refuses("hex")
    def why_not_there(self, g: Any, unit: Unit, h: Hex) -> Refusal:
        return self.why_not_end(g, unit, h)


class RetreatsByPath(Retreats, frozen=True):
    """Retreats that go from hex to hex, where the way may matter."""

    # -- what a game says

    def ways(self, g: Any, unit: Unit) -> Mapping[Hex, Path]:
        """Where the retreat of a unit may end, each hex with the way there if the order names none."""
        raise NotImplementedError

    def fall_back(self, g: Any, unit: Unit, path: Path) -> None:
        """A unit retreats."""
        raise NotImplementedError

    def why_not_walk(self, g: Any, unit: Unit, path: Path) -> Refusal | None:
        """Why a unit cannot retreat by a way written out by hand."""
        raise NotImplementedError

    def why_not_end(self, g: Any, unit: Unit, goal: Hex) -> Refusal:
        """Why the retreat of a unit cannot end in a hex."""
        raise NotImplementedError

    # -- the order

    @order("retreat {unit} {path}", label="Retreat")
    def retreat(self, g: Any, unit: Unit, path: Sequence[Hex]) -> None:
        self.fall_back(g, unit, tuple(path))

    @retreat.choices("unit")
    def going(self, g: Any) -> list[Unit]:
        return [u for u in self.standing(g) if self.ways(g, u)]

    @retreat.choices("path")
    def ends(self, g: Any, unit: Unit) -> list[Hex]:
        return sorted(self.ways(g, unit))

    @retreat.way
    def way(self, g: Any, unit: Unit, goal: Hex) -> Path:
        return self.ways(g, unit)[goal]

    @retreat.walks
    def by_hand(self, g: Any, unit: Unit, path: Sequence[Hex]) -> Refusal | None:
        return self.why_not_walk(g, unit, tuple(path))

    @retreat.refuses("unit")
    def why_not_unit(self, g: Any, unit: Unit) -> Refusal | None:
        return super().why_not_unit(g, unit)

    @retreat.refuses("path")
    def why_not_there(self, g: Any, unit: Unit, goal: Hex) -> Refusal:
        return self.why_not_end(g, unit, goal)

    @retreat.describes("path")
    def price(self, g: Any, unit: Unit, goal: Hex) -> dict[str, Any]:
        """A goal for a person: the way there, and what a game adds to it."""
        return {"path": tuple(g.map.labels[h] for h in self.ways(g, unit)[goal])}

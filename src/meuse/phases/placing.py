"""Units that are placed on the map: at set-up, and as reinforcements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

from meuse.counters import Unit
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.until_done import UntilDone
from meuse.report import count
from meuse.steps import Question

NAMED = 3
"""How many units a refusal names; of a larger group it gives the number."""


class Placing(Question, frozen=True):
    """Units of one side are placed on the map one by one, each in a hex that is open to it."""

    # -- what a game says

    def grounds(self, g: Any, unit: Unit) -> Iterable[Hex]:
        """The hexes that the book names for a unit, in the order they are listed, open or not."""
        raise NotImplementedError

    def why_not_place(self, g: Any, unit: Unit) -> Refusal | None:
        """Why a unit of this side cannot be put anywhere now."""
        raise NotImplementedError

    def why_not_at(self, g: Any, unit: Unit, h: Hex) -> Refusal | None:
        """Why a unit cannot be put into a hex, one of its grounds or any other."""
        raise NotImplementedError

    # -- for all games

    def open_to(self, g: Any, unit: Unit) -> Iterator[Hex]:
        """The hexes into which a unit can be put."""
        return (h for h in self.grounds(g, unit) if self.why_not_at(g, unit, h) is None)

    def has_place(self, g: Any, unit: Unit) -> bool:
        """Whether any hex is open to a unit; stops at the first."""
        return next(self.open_to(g, unit), None) is not None


class SetUp(Placing, frozen=True):
    """A side sets up its units. Each may be placed again until the set-up is done."""

    question: ClassVar[Any] = "Where do your units set up?"

    def title(self, g: Any) -> str:
        return f"{self.side.title} set-up"

    def remaining(self, g: Any) -> str:
        missing = self.missing(g)
        return f"{count(len(missing), 'unit')} to set up" if missing else ""

    # -- what a game says

    def starters(self, g: Any) -> Iterable[Unit]:
        """The units that a side sets up."""
        raise NotImplementedError

    def put(self, g: Any, unit: Unit, h: Hex) -> None:
        """A unit is placed. A game may also write a line in the log."""
        g.place(unit, h)

    # -- the orders

    def missing(self, g: Any) -> list[Unit]:
        """The units that are still to be set up."""
        return [u for u in self.starters(g) if g.hex_of[u] < 0]

    @order("place {unit} {hex}", label="Place", was=("deploy",))
    def place(self, g: Any, unit: Unit, h: Hex) -> None:
        self.put(g, unit, h)

    @place.choices("unit")
    def placeable(self, g: Any) -> Iterator[Unit]:
        return (u for u in self.starters(g) if next(self.hexes(g, u), None) is not None)

    @place.choices("hex")
    def hexes(self, g: Any, unit: Unit) -> Iterator[Hex]:
        return (h for h in self.open_to(g, unit) if h != g.hex_of[unit])

    @place.refuses("unit")
    def why_not_unit(self, g: Any, unit: Unit) -> Refusal | None:
        return self.why_not_place(g, unit) if g.scenario.side_of[unit] is self.side else None

    @place.refuses("hex")
    def why_not_there(self, g: Any, unit: Unit, h: Hex) -> Refusal | None:
        if h == g.hex_of[unit]:
            return Refusal(self.rule, f"{g.name(unit)} is already in {g.map.spot(h)}")
        return self.why_not_at(g, unit, h)

    @order("done", label="End set-up")
    def done(self, g: Any) -> None:
        g.pop()

    @done.closed_if
    def why_not_done(self, g: Any) -> Refusal | None:
        """A set-up ends when every unit is on the map."""
        missing = self.missing(g)
        if not missing:
            return None
        named = g.listed(missing) if len(missing) <= NAMED else count(len(missing), "unit")
        return Refusal(self.done.rule or self.rule, f"{named} must be set up first")


class HistoricalSetUp(SetUp, frozen=True):
    """A set-up in which `auto` places the remaining units where they stood historically, or as near as possible."""

    # -- what a game says

    def turn(self, g: Any, unit: Unit) -> Any:
        """Which units `auto` places first: a key to sort by, such as how little room they leave to others."""
        return unit

    def distance(self, g: Any, unit: Unit, h: Hex) -> Any:
        """How far a hex is from where a unit stood in history: a key to sort by."""
        raise NotImplementedError

    # -- the order

    @order("auto", label="As in history", says="Places all units that are not yet set up where they stood in May 1940.")
    def auto(self, g: Any) -> None:
        """If what has been placed by hand leaves no room for the others, all units are set up as in history."""
        self.put_rest(g)
        if self.missing(g):
            for u in self.starters(g):
                g.place(u, OFF_MAP)
            self.put_rest(g)

    def put_rest(self, g: Any) -> None:
        """Place the missing units; those that find no room are left."""
        for u in sorted(self.missing(g), key=lambda u: self.turn(g, u)):
            near = sorted(self.grounds(g, u), key=lambda h, u=u: self.distance(g, u, h))  # type: ignore[misc]
            best = next((h for h in near if self.why_not_at(g, u, h) is None), None)
            if best is not None:
                g.place(u, best)

    @auto.closed_if
    def why_not_auto(self, g: Any) -> Refusal | None:
        return None if self.missing(g) else Refusal(self.auto.rule or self.rule, "all units are set up")

    done = SetUp.done.told()


class Arrivals(Placing, UntilDone, frozen=True):
    """Reinforcements arrive, each in a hex that is open to it. No question is asked if none can."""

    question: ClassVar[Any] = "Where do your reinforcements arrive?"

    def title(self, g: Any) -> str:
        return f"{self.side.title} reinforcements"

    # -- what a game says

    def due(self, g: Any) -> Iterable[Unit]:
        """The units that may arrive now if there is a hex for them."""
        raise NotImplementedError

    def bring_in(self, g: Any, unit: Unit, h: Hex) -> None:
        """A unit arrives."""
        raise NotImplementedError

    def overdue(self, g: Any) -> Sequence[Unit]:
        """The units that must arrive now."""
        return ()

    # -- the orders

    @order("enter {unit} {hex}", label="Bring in")
    def enter(self, g: Any, unit: Unit, h: Hex) -> None:
        self.bring_in(g, unit, h)

    @enter.choices("unit")
    def arriving(self, g: Any) -> Iterator[Unit]:
        return (u for u in self.due(g) if self.has_place(g, u))

    @enter.choices("hex")
    def entries(self, g: Any, unit: Unit) -> Iterator[Hex]:
        return self.open_to(g, unit)

    @enter.refuses("unit")
    def why_not_unit(self, g: Any, unit: Unit) -> Refusal | None:
        return self.why_not_place(g, unit) if g.scenario.side_of[unit] is self.side else None

    @enter.refuses("hex")
    def why_not_there(self, g: Any, unit: Unit, h: Hex) -> Refusal | None:
        return self.why_not_at(g, unit, h)

    done = UntilDone.done.told(label="No more arrivals")

    @done.closed_if
    def why_not_done(self, g: Any) -> Refusal | None:
        overdue = self.overdue(g)
        return Refusal(self.done.rule or self.rule, f"{g.listed(overdue)} must arrive now") if overdue else None

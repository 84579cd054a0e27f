"""What follows a battle: units lose steps and advance, one at a time, as their owner or the enemy decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from meuse.counters import Side, Unit
from meuse.orders import order
from meuse.phases.until_done import UntilDone
from meuse.report import count
from meuse.steps import Question, overrides


class OneLoses(Question, frozen=True):
    """One of several units loses a step; if only one can, no question is asked. A game says which may (`bearers`)."""

    after_die = True

    def take(self, g: Any, unit: Unit) -> None:
        """The unit loses the step. If more must be lost, the next question goes on the stack."""
        raise NotImplementedError

    def decider(self, g: Any) -> Side | None:
        return self.side if len(self.bearers(g)) > 1 else None

    def run(self, g: Any) -> None:
        g.pop()
        for u in self.bearers(g):
            self.take(g, u)

    @order("lose {unit}", label="Lose a step")
    def lose(self, g: Any, unit: Unit) -> None:
        g.pop()
        self.take(g, unit)

    @lose.choices("unit")
    def bearers(self, g: Any) -> Sequence[Unit]:
        """The units that may lose the step."""
        raise NotImplementedError

    @lose.describes("unit")
    def steps_left(self, g: Any, unit: Unit) -> dict[str, Any]:
        """What the unit has left afterwards."""
        left = g.steps[unit] - 1
        return {"price": f"{count(left, 'step')} left" if left > 0 else "its last step"}


class StepLoss(OneLoses, frozen=True):
    """One of these units loses a step."""

    units: tuple[Unit, ...]

    def standing(self, g: Any) -> list[Unit]:
        """Those of the units that are still on the map."""
        return [u for u in self.units if g.hex_of[u] >= 0]

    @overrides
    def bearers(self, g: Any) -> Sequence[Unit]:
        return self.standing(g)


class Advances(UntilDone, frozen=True):
    """Units that have fought advance one by one, as many as their owner likes. The game adds the order `advance`."""

    after_die = True

    @property
    def fresh(self) -> tuple[Unit, ...]:
        """Those that may still advance: a field of the game's step."""
        raise NotImplementedError

    def may_advance(self, g: Any, unit: Unit) -> bool:
        """Whether a unit that may still advance has somewhere to go."""
        raise NotImplementedError

    def gone(self, g: Any, unit: Unit) -> None:
        """A unit has advanced; the others may still."""
        g.replace(msgspec.structs.replace(self, fresh=tuple(u for u in self.fresh if u != unit)))

    def advancing(self, g: Any) -> list[Unit]:
        """The units that may advance now."""
        return [u for u in self.fresh if self.may_advance(g, u)]

    done = UntilDone.done.told(label="No further advance")

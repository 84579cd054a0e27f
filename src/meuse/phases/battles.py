"""Which battle is fought next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import msgspec

from meuse.counters import Side
from meuse.hexmap import Hex
from meuse.orders import order
from meuse.report import count
from meuse.steps import Question


class BattleChoice(Question, frozen=True):
    """A side chooses the order in which battles are fought; the last one is fought without asking.

    A game says which battles can be fought now (`standing`), and begins one (`begin`). Each has the `hexes` it is
    aimed at.
    """

    question: ClassVar[Any] = "Which battle do you fight next?"
    formality = "resolve"

    def title(self, g: Any) -> str:
        return f"{count(len(self.standing(g)), 'battle')} to fight"

    def standing(self, g: Any) -> Sequence[Any]:
        """The battles that can still be fought: both attackers and defenders are left."""
        raise NotImplementedError

    def aim(self, attack: Any) -> tuple[Hex, ...]:
        """The hexes that an attack is aimed at; orders name it by the first."""
        return attack.hexes  # type: ignore[no-any-return]

    def begin(self, g: Any, attack: Any) -> None:
        """Fight this one; the choice among the others comes after it."""
        raise NotImplementedError

    def decider(self, g: Any) -> Side | None:
        return self.side if len(self.standing(g)) > 1 else None

    def run(self, g: Any) -> None:
        if standing := self.standing(g):
            self.begin(g, standing[0])
        else:
            g.pop()

    @order("resolve {hex}", label="Fight this battle", why="no attack on this hex is left")
    def resolve(self, g: Any, h: Hex) -> None:
        self.begin(g, next(attack for attack in self.standing(g) if self.aim(attack)[0] == h))

    @resolve.choices("hex")
    def next_ones(self, g: Any) -> list[Hex]:
        return [self.aim(attack)[0] for attack in self.standing(g)]


class NextBattle(BattleChoice, frozen=True):
    """The battles were declared beforehand: those that are still to be fought are `left`."""

    left: tuple[Any, ...]

    def rest(self, g: Any, attack: Any) -> NextBattle:
        """The choice among the others, once this one is fought."""
        return msgspec.structs.replace(self, left=tuple(other for other in self.standing(g) if other != attack))

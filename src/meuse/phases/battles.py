"""Which of the named attacks is fought next."""

from __future__ import annotations

from typing import Any

import msgspec

from meuse.counters import Side
from meuse.hexmap import Hex
from meuse.orders import order
from meuse.steps import Question


class NextBattle(Question, frozen=True):
    """The attacker chooses the order of his battles; one that is left alone is fought without asking.

    A game says which attacks can still be fought (`standing`), at what one is aimed (`aim`), and begins it (`begin`).
    """

    left: tuple[Any, ...]

    def standing(self, g: Any) -> list[Any]:
        """The attacks that can still be fought: with attackers, and somebody to fight."""
        raise NotImplementedError

    def aim(self, attack: Any) -> tuple[Hex, ...]:
        """The hexes that an attack is aimed at; it is called by the first."""
        raise NotImplementedError

    def begin(self, g: Any, attack: Any) -> None:
        """Fight this one; `rest` is what comes after it."""
        raise NotImplementedError

    def rest(self, g: Any, attack: Any) -> NextBattle:
        """The choice among the others, once this one is fought."""
        return msgspec.structs.replace(self, left=tuple(other for other in self.standing(g) if other != attack))

    def decider(self, g: Any) -> Side | None:
        return self.side if len(self.standing(g)) > 1 else None

    def run(self, g: Any) -> None:
        if standing := self.standing(g):
            self.begin(g, standing[0])
        else:
            g.pop()

    @order("resolve {hex}", label="Fight", why="no attack on this hex is left")
    def resolve(self, g: Any, h: Hex) -> None:
        self.begin(g, next(attack for attack in self.standing(g) if self.aim(attack)[0] == h))

    @resolve.choices("hex")
    def next_ones(self, g: Any) -> list[Hex]:
        return [self.aim(attack)[0] for attack in self.standing(g)]

"""4.1d: the segments of an operations impulse, and what ends it."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side, Unit
from meuse.games.manstein.aftermath import StackCheck
from meuse.games.manstein.air import AirBattles, AirOperations, CityBombing
from meuse.games.manstein.board import (
    ACTIVATED,
    ATTACKED,
    FLOWN,
    FOUGHT,
    LANDED,
    MOVED,
    OPPOSED,
    RAILED,
    READY,
    RESERVE_USED,
    Manstein,
)
from meuse.games.manstein.bridgeheads import GiveUp
from meuse.games.manstein.combat import Attacks
from meuse.games.manstein.evacuation import Evacuation
from meuse.games.manstein.movement import Movement, OpenMovement
from meuse.games.manstein.opencities import OpenCities
from meuse.games.manstein.reinforcements import Reinforcements
from meuse.games.manstein.territory import take
from meuse.steps import Step


def segments(side: Side) -> Iterator[Step]:
    """4.1d, 4.1e: after the command segment come reinforcements, air operations, ground movement and combat."""
    yield Reinforcements(side)
    yield AirOperations(side)
    yield AirBattles(side)
    yield CityBombing(side)
    yield OpenMovement(side)
    yield Movement(side)
    yield StackCheck()
    yield Evacuation(side)
    yield Attacks(side)
    yield EndCombat()
    yield StackCheck()
    yield OpenCities(Side.ALLIED)
    yield GiveUp(side)
    yield EndImpulse()


class Closing(Step, frozen=True):
    """Clears what is over from every ground unit on the map, silently."""

    title = ""

    def run(self, g: Manstein) -> None:
        g.pop()
        for side in SIDES:
            for u in g.on_map(side):
                self.close(g, u)

    def close(self, g: Manstein, u: Unit) -> None:
        raise NotImplementedError


class EndCombat(Closing, frozen=True):
    """18.2d, 18.3: with the combat segment the landed unit loses its support and gets its zone back."""

    rule = "18.3"

    def close(self, g: Manstein, u: Unit) -> None:
        if g.status[u] & OPPOSED:
            take(g, u, g.hex_of[u])  # those it landed on have laid down their arms
        if g.status[u]:
            g.unflag(u, LANDED | OPPOSED | FOUGHT)


class EndImpulse(Closing, frozen=True):
    """5.6, 5.8d, 10.1i, 27.1d: what holds for one impulse is over; reserves that acted are marked for the turn."""

    rule = "5.8d"

    def run(self, g: Manstein) -> None:
        super().run(g)
        g.resting = ()

    def close(self, g: Manstein, u: Unit) -> None:
        if g.status[u] & ACTIVATED:
            g.flag(u, RESERVE_USED)
        if g.status[u]:
            g.unflag(u, ACTIVATED | ATTACKED | MOVED | RAILED | FLOWN | READY)
        g.budget[u] = -1

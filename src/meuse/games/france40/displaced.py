"""17.1.4, 22.9c: HQs and Zero-Strength Remnants that are alone: they hinder no movement and withstand no attack."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.france40.battle import LeaveOut
from meuse.games.france40.board import France40
from meuse.games.france40.determined import retreat
from meuse.games.france40.odds import Battle, attacker, hqs_alone
from meuse.games.france40.results import win
from meuse.games.france40.retreat import Retreat
from meuse.hexmap import Hex
from meuse.phases import log
from meuse.steps import Question, Step

Path = tuple[Hex, ...]


# -- in the way


class Marching(Question, frozen=True):
    """A step whose units go from hex to hex, in movement or in an advance."""

    def set_out(self, g: France40, units: tuple[Unit, ...], path: Path) -> None:
        """Units of the step follow a path together, as far as they get."""
        raise NotImplementedError


class GoOn(Step, frozen=True):
    """17.1.4b: the first hex of a path has been vacated, and the units in `origin` set out; 13.3.2d: unless they are in
    Full Retreat themselves and were driven off in passing."""

    rule = "17.1.4b"
    title = ""
    units: tuple[Unit, ...]
    origin: Hex
    path: Path

    def run(self, g: France40) -> None:
        g.pop()
        step = g.stack[-1]
        assert isinstance(step, Marching)
        if all(g.hex_of[u] == self.origin for u in self.units):
            step.set_out(g, self.units, self.path)


def makes_room(g: France40, side: Side, units: tuple[Unit, ...], path: Path) -> bool:
    """R.17.1.4b.1: whether enemies must first leave the next hex of a path; if so, their owner is asked."""
    there = path[0]
    if not g.held(side.enemy)[there]:
        return False
    leaving = Retreat(side.enemy, g.units_in(there, side.enemy), there, 2, "again")
    g.push(leaving, GoOn(units, g.hex_of[units[0]], path))
    return True


# -- attacked


def opening(g: France40, b: Battle) -> Step:
    """8.3, R.17.1.4c.4: the step that an attack begins with."""
    return Displaced(b) if hqs_alone(g, b.target) else LeaveOut(attacker(g, b).enemy, b)


class Displaced(Step, frozen=True):
    """R.17.1.4c.4: an attack on HQs alone displaces them without support or dice; a Limited Advance may follow."""

    rule = "17.1.4c"
    battle: Battle

    def title(self, g: France40) -> str:
        return f"Attack on {g.map.spot(self.battle.target)}"

    def run(self, g: France40) -> None:
        g.pop()
        b, side = self.battle, attacker(g, self.battle).enemy
        hqs = g.units_in(b.target, side)
        words = f"and {'displace' if len(b.units) > 1 else 'displaces'} {g.listed(hqs)}"
        log.battle(g, b.units, (b.target,), words, "17.1.4c", ())
        retreat(g, b, side, 2, "again")
        win(g, b, 0)

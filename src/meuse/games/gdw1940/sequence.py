"""2 and 18: the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side
from meuse.games.gdw1940 import airborne, arrivals, corps, neutrals, planning, victory
from meuse.games.gdw1940.aftermath import EndCombat
from meuse.games.gdw1940.air import receive_air_points
from meuse.games.gdw1940.board import AR, DISRUPTED, DR, DROPPED, POLITICS, Gdw1940, Gdw1940Scenario
from meuse.games.gdw1940.combat import Attacks, last_impulse
from meuse.games.gdw1940.movement import Movement
from meuse.games.gdw1940.supply import judge_supply
from meuse.phases.verdict import GameEnd
from meuse.steps import Step

LAST_TURN = 10


def sequence(scenario: Gdw1940Scenario) -> Iterator[Step]:
    """16, then game turns 0 to 10, then 19."""
    yield from planning.pages(scenario.options)
    for turn in range(LAST_TURN + 1):
        yield from game_turn(turn)
    yield Verdict()


def game_turn(turn: int) -> Iterator[Step]:
    """2.turn: first the Germans, then the Allies."""
    yield StartTurn(turn)
    for side in SIDES:
        yield from player_turn(side, turn)
    yield EndTurn()


def player_turn(side: Side, turn: int) -> Iterator[Step]:
    """2.impulses: movement, combat, recovery, twice; 18.short: on turn 0 once."""
    for impulse in range(1, last_impulse(turn) + 1):
        yield StartImpulse(side, impulse)
        yield airborne.Withdrawal(Side.GERMAN)
        yield OpenMovement(side)
        yield arrivals.Arrivals(side)
        yield Movement(side)
        yield corps.Formation(side)
        yield CloseMovement(side)
        yield Attacks(side)
        yield EndCombat()
        yield Recovery(side)
    yield EndPlayerTurn(side)


class StartTurn(Step, frozen=True):
    rule = "9.points"
    turn: int

    def run(self, g: Gdw1940) -> None:
        """9.points: both players receive their air points."""
        g.turn = self.turn
        g.touch(POLITICS)
        g.brought_in = frozenset()
        receive_air_points(g)
        g.emit("turn", f"Game turn {self.turn}, {g.scenario.tables['turns']['dates'][self.turn]}", "2.turn")
        if self.turn == 0 and g.scenario.options.get("20.belgian_alliance"):
            neutrals.join(g, "luxembourg")  # 20.belgian_alliance.lux
        g.pop()


class StartImpulse(Step, frozen=True):
    """8.judged: supply; 13.status.zoc: the zones of last impulse's neutrals cross their borders from now on."""

    rule = "8.judged"
    side: Side
    impulse: int

    def run(self, g: Gdw1940) -> None:
        g.impulse = self.impulse
        g.impulses_done += 1
        if g.impulses_done - 1 in g.joined.values():
            g.recount_zones()
        judge_supply(g)
        g.pop()


class OpenMovement(Step, frozen=True):
    rule = "2.movement_phase"
    side: Side

    def run(self, g: Gdw1940) -> None:
        arrivals.begin_phase(g, self.side)
        g.pop()


class CloseMovement(Step, frozen=True):
    rule = "2.movement_phase"
    side: Side

    def run(self, g: Gdw1940) -> None:
        arrivals.close_phase(g, self.side)
        g.pop()


class Recovery(Step, frozen=True):
    """2.recovery_phase: disrupted units of the phasing player that are due return to normal."""

    rule = "2.recovery_phase"
    side: Side

    def run(self, g: Gdw1940) -> None:
        g.pop()
        for u in g.on_map(self.side):
            if g.status[u] & DISRUPTED and recovers(g, u):
                g.set_status(u, g.status[u] & ~DISRUPTED)
                g.emit("recovery", f"{g.name(u)} recovers", "2.recovery_phase", units=(g.id(u),))
            if g.status[u] & DROPPED:
                g.set_status(u, g.status[u] & ~DROPPED)


def recovers(g: Gdw1940, u: int) -> bool:
    """7.disruption.recover_ar: in the side's next impulse; 7.disruption.recover_dr: only in phase F.

    R.7.disruption.recover_ar.1: turn 0 has no phase F, so after it the one goes by in impulse 1, the other in 2.
    """
    if g.status[u] & DR:
        return g.impulse == 2
    return bool(g.status[u] & AR) and g.disrupted_in[u] < g.impulses_done


class EndPlayerTurn(Step, frozen=True):
    """9.interdict.cost: interdiction ends with the enemy player turn it was meant for; 13.holland.surrender.

    14.german, 14.allied: each side brings its reserves in its own player turn, and counts its own only.
    """

    rule = "9.interdict.cost"
    side: Side

    def run(self, g: Gdw1940) -> None:
        g.reserves_in = g.swiss_in = 0
        marked = list(g.interdicted)
        marked[self.side.enemy] = frozenset()
        g.interdicted = (marked[0], marked[1])
        g.touch(POLITICS)
        if self.side is Side.ALLIED and neutrals.holland_surrenders(g):
            neutrals.surrender(g, "holland")
        g.pop()


class EndTurn(Step, frozen=True):
    """13.belgium.surrender: checked when a game turn ends."""

    rule = "13.belgium.surrender"

    def run(self, g: Gdw1940) -> None:
        if neutrals.belgium_surrenders(g):
            neutrals.surrender(g, "belgium")
        g.pop()


class Verdict(GameEnd, frozen=True):
    """19.end: the game ends when game turn 10 is complete."""

    rule = "19.end"
    verdict = staticmethod(victory.verdict)

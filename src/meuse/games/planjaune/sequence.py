"""2: the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side
from meuse.games.planjaune import command, events, planning, victory
from meuse.games.planjaune.airborne import RemoveAirborne
from meuse.games.planjaune.arrivals import Reinforcements
from meuse.games.planjaune.board import RAILED, PlanJaune, PlanJauneScenario
from meuse.games.planjaune.combat import Attacks
from meuse.games.planjaune.evacuation import Evacuation
from meuse.games.planjaune.exits import EXPLOITATION, FOOT, MOTORIZED
from meuse.games.planjaune.movement import Movement, open_phase
from meuse.games.planjaune.operations import AlliedMissions, SpecialOperations
from meuse.games.planjaune.overrun import MotorizedMovement
from meuse.games.planjaune.reaction import Reaction
from meuse.games.planjaune.replacements import SupplyCheck, SupplyPhase
from meuse.games.planjaune.supply import Isolation, Railheads
from meuse.phases.verdict import GameEnd
from meuse.steps import Step

LAST_TURN = 14
"""R.2.D.1."""


def sequence(scenario: PlanJauneScenario) -> Iterator[Step]:
    """12, then turns 1 to 14, then 11.13."""
    yield from planning.pages(scenario.id)
    for turn in range(1, LAST_TURN + 1):
        yield from game_turn(turn)
    yield Verdict()


def game_turn(turn: int) -> Iterator[Step]:
    """2a: the common phase, Axis operations, Allied operations, the victory phase."""
    yield StartTurn(turn)
    yield from common_phase()
    yield from operations(Side.GERMAN, turn)
    yield from operations(Side.ALLIED, turn)
    yield Victory()


def common_phase() -> Iterator[Step]:
    """2.A: events, reinforcements, special operations."""
    yield events.Events()
    yield Reinforcements(Side.GERMAN)
    yield Reinforcements(Side.ALLIED)
    yield RemoveAirborne()
    yield Evacuation(Side.ALLIED)
    yield SpecialOperations(Side.GERMAN)
    yield AlliedMissions(Side.ALLIED)


def operations(side: Side, turn: int) -> Iterator[Step]:
    """2.B, 2.C, 2b; 2.T1: on turn 1 no supply phase, and no reaction of the Allies; R.2.T1.1: all are in supply."""
    yield OpenOperations(side)
    if turn > 1:
        yield SupplyCheck(side)
        yield SupplyPhase(side)
    yield OpenMovement(side, MOTORIZED)
    yield MotorizedMovement(side, MOTORIZED)
    yield OpenCombat(side)
    yield Attacks(side)
    if turn > 1 or side is Side.ALLIED:
        yield Reaction(side.enemy)
    yield OpenMovement(side, FOOT)
    yield Movement(side, FOOT)
    yield OpenMovement(side, EXPLOITATION)
    yield MotorizedMovement(side, EXPLOITATION)
    yield Isolation(side)
    yield Railheads(side)
    if side is Side.GERMAN:
        yield Bridges()


class StartTurn(Step, frozen=True):
    """0a, R.0a.1: the date; R.10.2.interdict-enter.1: interdiction of the last turn is over."""

    rule = "2a"
    turn: int

    def run(self, g: PlanJaune) -> None:
        g.turn = self.turn
        g.interdict(frozenset(), frozenset())
        events.end_of_turn(g, range(len(g.status)))
        g.emit("turn", f"Turn {self.turn}, {g.scenario.tables['turns']['dates'][self.turn - 1]}", "2a")
        g.pop()


class OpenOperations(Step, frozen=True):
    """R.11.1c.1: rail movement of the last operations phase is forgotten."""

    rule = "2.B"
    side: Side

    def run(self, g: PlanJaune) -> None:
        command.note_brussels(g)
        for u in g.on_map(self.side):
            if g.status[u] & RAILED:
                g.set_status(u, g.status[u] & ~RAILED)
        g.pop()


class OpenMovement(Step, frozen=True):
    rule = "2b"
    side: Side
    phase: str

    def run(self, g: PlanJaune) -> None:
        open_phase(g, self.side)
        g.pop()


class OpenCombat(Step, frozen=True):
    """R.11.3a.1: each headquarters may support one battle in this phase."""

    rule = "11.3a"
    side: Side

    def run(self, g: PlanJaune) -> None:
        g.supporting = frozenset()
        command.note_brussels(g)
        g.pop()


class Bridges(Step, frozen=True):
    """R.2.B.1: the track of coups de main is set back."""

    rule = "2.B"

    def run(self, g: PlanJaune) -> None:
        g.coups = 0
        g.pop()


class Victory(Step, frozen=True):
    """2.D: surrenders, and Belgians who have not come home."""

    rule = "2.D"
    title = "Victory phase"

    def run(self, g: PlanJaune) -> None:
        g.pop()
        command.note_brussels(g)
        victory.check_surrenders(g)
        victory.lose_wanderers(g)


class Verdict(GameEnd, frozen=True):
    """2.D, 11.13b: after the last turn."""

    rule = "11.13b"
    verdict = staticmethod(victory.verdict)

"""3: the sequence of play; 3.dynamo: with what chapter 22 adds to it."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side
from meuse.games.france40 import arrivals, attrition, rail, sickle_cut, victory
from meuse.games.france40.board import DRIVEN, EXTENDED, MOVED, NEW_TRAIN, RAILED, TOUCHED, France40, France40Scenario
from meuse.games.france40.combat import Combat, EndCombat
from meuse.games.france40.movement import Movement
from meuse.games.france40.recovery import Recovery
from meuse.games.france40.stacking import correct_stacking
from meuse.hexmap import OFF_MAP
from meuse.steps import Step

LAST_TURN = {"sickle-cut": 10, "dynamo": 12}
"""21.1a, 22.1a."""


def sequence(scenario: France40Scenario) -> Iterator[Step]:
    """The whole game; 21.6: an eleventh turn of Sickle Cut if that option is in play and a side buys it."""
    yield from victory.before_game(scenario.id)
    for turn in range(1, LAST_TURN[scenario.id] + 1):
        yield from game_turn(scenario.id, turn)
    if scenario.id == "sickle-cut" and scenario.options["21.6"]:
        yield from victory.offers(scenario.id, scenario.options)
        yield from game_turn(scenario.id, LAST_TURN[scenario.id] + 1)
    yield victory.Verdict()


def game_turn(scenario_id: str, turn: int) -> Iterator[Step]:
    """3.0, 21.1b, 22.1b: the German Player Turn, the Allied Player Turn, the End Phase (3.C)."""
    yield StartTurn(turn)
    for side in SIDES:
        yield from player_turn(scenario_id, side, turn)


def player_turn(scenario_id: str, side: Side, turn: int) -> Iterator[Step]:
    """3.A1, 3.A2, 3.A3, 3.A4, 3.A5, 3.A6, and the same of the other side: 3.B1, 3.B2-5.

    21.2.1e: units that share a hex with a marker come under it as a phase ends. 22.7h: Dynamo has no GQG Phase.
    """
    yield from arrivals.initial_phase(scenario_id, side, turn)
    yield PhaseEnd()
    yield OpenMovement(side)
    if side is Side.ALLIED and scenario_id == "sickle-cut":
        yield rail.Detraining(side)
    yield Movement(side)
    yield CloseMovement(side)
    yield PhaseEnd()
    yield Combat(side)
    yield EndCombat(side)
    yield PhaseEnd()
    yield Recovery(side)
    yield PhaseEnd()
    yield from attrition.supply_phase(scenario_id, side, turn)
    yield PhaseEnd()
    if side is Side.GERMAN and scenario_id == "sickle-cut":
        yield from sickle_cut.gqg_phase(turn)
        yield PhaseEnd()


class StartTurn(Step, frozen=True):
    rule = "3.C"
    turn: int

    def run(self, g: France40) -> None:
        """3.C: the marker advances; 20.2a, 20.2c: Rommel and Montgomery may reroll again."""
        g.turn = self.turn
        g.rerolls = frozenset()
        dates = g.scenario.tables["turns"][g.scenario.id]["dates"]
        g.emit("turn", f"Game Turn {self.turn}, {dates[self.turn - 1]}", "3.C")
        g.pop()


class PhaseEnd(Step, frozen=True):
    rule = "21.2.1e"

    def run(self, g: France40) -> None:
        sickle_cut.catch(g)
        g.pop()


class OpenMovement(Step, frozen=True):
    """7.1a: no unit has moved yet; 7.6.1d: trains too close to the enemy stop."""

    rule = "3.A2"
    side: Side

    def run(self, g: France40) -> None:
        g.pop()
        g.railed = 0
        for u in g.scenario.units_of[self.side]:
            g.spent[u] = g.hexes[u] = 0
            g.origin[u] = OFF_MAP
            g.drop(u, MOVED | EXTENDED | TOUCHED | NEW_TRAIN | RAILED | DRIVEN)
        if self.side is Side.ALLIED:
            rail.forced_detraining(g)


class CloseMovement(Step, frozen=True):
    """4.4a: stacking is put right; 19.4.1b: units that have not entered go back; 21.4a: the Dyle Line is finished."""

    rule = "4.4a"
    side: Side

    def run(self, g: France40) -> None:
        g.pop()
        arrivals.close_entries(g, self.side)
        sickle_cut.finish_dyle(g, self.side)
        g.push(*correct_stacking(g, self.side))

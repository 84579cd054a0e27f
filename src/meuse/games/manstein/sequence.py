"""4: the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side
from meuse.games.manstein import victory
from meuse.games.manstein.board import RESERVE_USED, Impulse, Manstein, MansteinScenario, controls
from meuse.games.manstein.command import ChoosePlan, CommandPhase, OperationsPhase
from meuse.games.manstein.deployment import Deployment
from meuse.games.manstein.refit import RefitPhase
from meuse.orders import order
from meuse.phases.verdict import GameEnd
from meuse.steps import Question, Step


def sequence(scenario: MansteinScenario) -> Iterator[Step]:
    """21.0a: the Allies set up first; then game turns 1 to 6, or to 8 if the Germans want it (3.4d)."""
    turns = scenario.tables["turns"]
    for side in (Side.ALLIED, Side.GERMAN):
        yield Deployment(side)
        yield ChoosePlan(side)
    for turn in range(1, turns["extended"] + 1):
        yield from game_turn(turn)
        if turn == turns["last"]:
            yield Extension(Side.GERMAN)
    yield Verdict()


def game_turn(turn: int) -> Iterator[Step]:
    """4.1: the phases of a game turn."""
    yield Initiative(turn)
    yield CommandPhase()
    yield RefitPhase()
    yield OperationsPhase()
    yield ReturnPhase()


class Initiative(Step, frozen=True):
    """4.1a, 5.3b: decided once a turn."""

    rule = "4.1a"
    turn: int

    def run(self, g: Manstein) -> None:
        g.turn = self.turn
        g.first = Side.ALLIED if allies_have_initiative(g) else Side.GERMAN
        dates = g.scenario.tables["turns"]["dates"][self.turn - 1]
        g.emit("turn", f"Game turn {self.turn}, {dates}: {g.first.title} initiative", "5.3a")
        g.pop()


def allies_have_initiative(g: Manstein) -> bool:
    """5.3a: when they control a German city; 21.2a: never on turn 1."""
    cities = (h for h in g.scenario.cities if g.map.country[h] == "germany")
    return g.turn > 1 and any(controls(g, Side.ALLIED, h) for h in cities)


class ReturnPhase(Step, frozen=True):
    """4.1f, 4.1g: air and naval units come back, reserve markers go; then the next turn begins."""

    rule = "4.1f"

    def run(self, g: Manstein) -> None:
        g.now = Impulse()
        for side in SIDES:
            for u in g.scenario.units_of[side]:
                flies = g.counter(u).kind in ("air", "airlift", "naval")
                if flies and (g.hex_of[u] >= 0 or g.hex_of[u] == g.box("utilized")):
                    g.place(u, g.box("available"))
                g.unflag(u, RESERVE_USED)
        g.pop()


class Extension(Question, frozen=True):
    """3.4d, R.3.4d.1: after turn 6, before points are counted, the German player may play on to turn 8."""

    rule = "3.4d"
    question = "Do you extend the game by two turns, at the price of ten victory points?"

    def title(self, g: Manstein) -> str:
        return f"End of turn {g.scenario.tables['turns']['last']}"

    @order("extend", label="Extend the game", rule="3.4d", says="More turns are played, at a price in victory points.")
    def extend(self, g: Manstein) -> None:
        g.extended = True
        last = g.scenario.tables["turns"]["extended"]
        g.emit("extension", f"The German side extends the game to turn {last}", "3.4d", side="german")
        g.pop()

    @order("pass", label="End the game", rule="3.4d", says="The points are counted now.", was=("end",))
    def stop(self, g: Manstein) -> None:
        g.replace(Verdict())


class Verdict(GameEnd, frozen=True):
    """3.2, 4.1g: after the last turn the points are compared."""

    rule = "3.2"
    verdict = staticmethod(victory.verdict)

"""1, 2, 8.2 and 9: turns, the sealed bid, the cup, the supply check, the verdict."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side
from meuse.games.skirmish.board import Skirmish, SkirmishScenario, is_supplied, lose_step
from meuse.games.skirmish.movement import Operation
from meuse.orders import order
from meuse.phases.verdict import GameEnd
from meuse.state import Result
from meuse.steps import Question, Step, Together


def sequence(scenario: SkirmishScenario) -> Iterator[Step]:
    """1.1: a turn has a sealed bid, four operations and a supply check."""
    for turn in range(1, scenario.turns + 1):
        yield StartTurn(turn)
        yield Together(Bid(Side.GERMAN), Bid(Side.ALLIED))
        yield FirstChit()
        yield from [DrawChit()] * (2 * scenario.chits - 1)
        yield SupplyCheck()
    yield Verdict()


class StartTurn(Step, frozen=True):
    rule = "1.1"
    turn: int

    def run(self, g: Skirmish) -> None:
        g.turn = self.turn
        g.chits[:] = [g.scenario.chits] * 2
        g.pop()


class Bid(Question, frozen=True):
    rule = "2.1"
    title = "Sealed bids"
    question = "How many tokens do you bid for the first operation?"

    @order("bid {number}", rule="2.1", secret=True, why="a bid is at most two of the tokens you hold")
    def bid(self, g: Skirmish, number: int) -> None:
        """2.1: all bids are spent."""
        g.bids[self.side] = number
        g.tokens[self.side] -= number
        g.emit("bid", f"The {self.side.title} side bids {number}", "2.1", side=self.side.word)
        g.pop()

    @bid.choices("number")
    def bids(self, g: Skirmish) -> range:
        return range(min(g.scenario.most_bid, g.tokens[self.side]) + 1)


class FirstChit(Step, frozen=True):
    rule = "2.1"

    def run(self, g: Skirmish) -> None:
        """2.1: the higher bid takes the first operation; the Germans win ties."""
        take_chit(g, Side.ALLIED if g.bids[Side.ALLIED] > g.bids[Side.GERMAN] else Side.GERMAN)


class DrawChit(Step, frozen=True):
    rule = "2.2"

    def run(self, g: Skirmish) -> None:
        """2.2: the other chits are drawn at random."""
        cup = [side for side in SIDES for _ in range(g.chits[side])]
        take_chit(g, cup[g.roll(len(cup)) - 1])


def take_chit(g: Skirmish, side: Side) -> None:
    """1.2: a chit gives its side an operation."""
    g.chits[side] -= 1
    g.emit("chit", f"{side.title} operation", "2.2", side=side.word)
    g.replace(Operation(side))


class SupplyCheck(Step, frozen=True):
    rule = "8.2"

    def run(self, g: Skirmish) -> None:
        """8.2: each unsupplied division loses a step, but never its last one."""
        cut_off = [u for side in SIDES for u in g.on_map(side) if not is_supplied(g, u)]
        for d in [d for u in cut_off for d in g.parts_of(u) if g.steps[d] > 1]:
            g.emit("supply", f"{g.name(d)} is out of supply", "8.2", units=(g.id(d),))
            lose_step(g, d)
        g.pop()


def verdict(g: Skirmish) -> Result:
    """9.1: two objectives win for the Germans, none for the Allies."""
    german = objectives(g, Side.GERMAN)
    winner = Side.GERMAN if german >= 2 else Side.ALLIED if german == 0 else None
    level = f"{winner.title} victory" if winner is not None else "draw"
    return Result(winner, level, f"The Germans hold {german} objectives: {level}.", "9.1")


def objectives(g: Skirmish, side: Side) -> int:
    """9.1: how many objectives a side holds."""
    return sum(g.control[h] == 1 + side for h in g.scenario.objectives)


class Verdict(GameEnd, frozen=True):
    rule = "9.1"
    verdict = staticmethod(verdict)

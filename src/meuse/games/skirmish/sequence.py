"""1, 2 and 9: turns, the sealed bid, the cup, the verdict."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side
from meuse.games.skirmish.board import Skirmish
from meuse.games.skirmish.movement import Operation
from meuse.games.skirmish.supply import SupplyCheck
from meuse.orders import order
from meuse.state import Result
from meuse.steps import Question, Step, Together


def sequence(turns: int) -> Iterator[Step]:
    """1.1: a turn has a sealed bid, four operations and a supply check."""
    for turn in range(1, turns + 1):
        yield StartTurn(turn)
        yield Together(Bid(Side.GERMAN), Bid(Side.ALLIED))
        yield FirstChit()
        for _ in range(3):
            yield DrawChit()
        yield SupplyCheck()
    yield Verdict()


class StartTurn(Step, frozen=True):
    rule = "1.1"
    turn: int

    def run(self, g: Skirmish) -> None:
        g.turn = self.turn
        g.chits[:] = [2, 2]
        g.pop()


class Bid(Question, frozen=True):
    rule = "2.1"
    ask = "How many supply tokens do you bid for the first operation?"

    @order("bid {number}", rule="2.1", commits="secret", why="a bid is at most two of the tokens you hold")
    def bid(self, g: Skirmish, number: int) -> None:
        """2.1: all bids are spent."""
        g.bids[self.side] = number
        g.tokens[self.side] -= number
        g.emit("bid", f"the {self.side.title} side bids {number}", "2.1", side=self.side.word)
        g.pop()

    @bid.choices("number")
    def bids(self, g: Skirmish) -> range:
        """2.1: at most two of the tokens held."""
        return range(min(2, g.tokens[self.side]) + 1)

    def words(self, g: Skirmish) -> str:
        return "Sealed bids"


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
    """1.2: a chit gives its owner an operation."""
    g.chits[side] -= 1
    g.emit("chit", f"{side.title} operation", "2.2", side=side.word)
    g.replace(Operation(side))


class Verdict(Step, frozen=True):
    rule = "9.1"

    def run(self, g: Skirmish) -> None:
        """9.1: two objectives win for the Germans, none for the Allies."""
        german = sum(side is Side.GERMAN for side in g.held.values())
        winner = Side.GERMAN if german >= 2 else Side.ALLIED if german == 0 else None
        level = f"{winner.title} victory" if winner is not None else "draw"
        g.pop()
        g.result = Result(winner, level, f"The Germans hold {german} of {len(g.held)} objectives: {level}.", "9.1")

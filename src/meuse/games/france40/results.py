"""10: combat results: which unit loses a step, and the steps that wait for the outcome of a battle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.france40.board import France40
from meuse.games.france40.losses import lose_step
from meuse.games.france40.odds import Battle
from meuse.ledger import Refusal
from meuse.phases.aftermath import StepLoss
from meuse.steps import Question, Step, overrides

MEANING = {
    "DS": "the defenders lose a step and flee four hexes",
    "DR4": "the defenders flee four hexes",
    "D1": "the defenders lose a step and retreat three hexes, or stand",
    "A1/D1": "both lose a step; the defenders retreat two hexes, or stand",
    "DR2": "the defenders retreat two hexes, or stand",
    "DRX": "both lose a step of the other's choice; the defenders retreat two hexes, or stand",
    "A1/DR2": "the attackers lose a step; the defenders retreat two hexes, or stand",
    "EX": "both lose a step of the other's choice",
    "A1": "the attackers lose a step",
}
"""10.1: what each result means, in words."""


def result_row(g: France40, code: str) -> dict[str, Any]:
    """What a result means: 10.1a, 10.1b, 10.1c, 10.1d, 10.1e, 10.1f, 10.1g, 10.1h, 10.1i, from the chart."""
    row: dict[str, Any] = g.scenario.tables["results"][code]
    return row


class Lose(StepLoss, frozen=True):
    """10.2.2a: a step is lost; whoever must choose (`side`) names the unit."""

    rule = "10.2.1"
    title = "Step loss"
    cause: str

    lose = StepLoss.lose.told(rule="10.2.1", why="only a unit that took part can lose the step")

    @overrides
    def question(self, g: France40) -> str:
        own = g.scenario.side_of[self.units[0]] is self.side
        return "Which of your units loses a step?" if own else "Which enemy unit loses a step?"

    @overrides
    def take(self, g: France40, unit: Unit) -> None:
        lose_step(g, unit, self.cause)

    @overrides
    def bearers(self, g: France40) -> list[Unit]:
        return takers(g, self.units)

    @lose.refuses("unit")
    def why_not_unit(self, g: France40, unit: Unit) -> Refusal | None:
        if unit not in self.units:
            return None
        if is_infantry_remnant(g, unit):
            return Refusal("10.2.2b", f"{g.name(unit)} is an infantry Remnant; the other units take losses first")
        return Refusal("10.2.2c", f"a full-strength unit of {g.counter(unit).division} must take the loss first")


def takers(g: France40, units: Sequence[Unit]) -> list[Unit]:
    """10.2.2b, 10.2.2c: those of the units that may be chosen for a step loss.

    16.1b, R.10.2.2a.1: Fort units among them, by either player and on every result.
    """
    alive = [u for u in units if g.hex_of[u] >= 0]
    first = [u for u in alive if not is_infantry_remnant(g, u)] or alive
    return [u for u in first if not shielded(g, u, first)]


def is_infantry_remnant(g: France40, u: Unit) -> bool:
    """10.2.2b, 10.3d: this is all that sets Remnants apart; those of tanks are not protected."""
    return g.face(u).remnant and g.face(u).infantry


def shielded(g: France40, u: Unit, others: Sequence[Unit]) -> bool:
    """10.2.2c: a reduced unit of a German division, while a full-strength one of it is in the stack."""
    division = g.counter(u).division
    if not division or g.scenario.side_of[u] is not Side.GERMAN or g.steps[u] == g.counter(u).steps:
        return False
    return any(
        g.counter(v).division == division and g.hex_of[v] == g.hex_of[u] and g.steps[v] == g.counter(v).steps
        for v in others
    )


class Pursuit(Question, frozen=True):
    """14.1.1a: a step that waits below a battle on the stack, and continues if the battle is won."""

    def won(self, g: France40, b: Battle, hexes: int) -> Step:
        """The step as it is after a victory; 14.2.2: no hexes mean a Limited Advance."""
        raise NotImplementedError


def win(g: France40, b: Battle, hexes: int) -> None:
    """14.1.1a: the attackers of this battle may advance. 7.7e: in movement no step waits for it."""
    for place in range(len(g.stack) - 1, -1, -1):
        step = g.stack[place]
        if isinstance(step, Pursuit):
            g.stack = (*g.stack[:place], step.won(g, b, hexes), *g.stack[place + 1 :])
            return

"""What dice did: the value after a roll less the mean over all that could have been rolled is luck.

A roll in a battle often changes nothing on the board until losses are taken and units retreat. So a battle is brought
to its end before a board is valued: what is asked after its die the staff answers, on the real board and on all others
alike. Few dice are gone through face by face; of many, each face of the first is taken twice, with others by chance.

>>> import meuse
>>> game = meuse.new("skirmish", seed=1)
>>> [rolled.chance for rolled in outcomes(game, ("bid", "0"))]
[1]
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterator, Mapping, Sequence
from math import prod
from typing import NamedTuple

from meuse import Game, Order, Side
from meuse.advice import Plan
from meuse.counters import SIDES
from meuse.dice import Dice
from meuse.lab.tale import detached
from meuse.opponents.quick import Habits, QuickStaff
from meuse.opponents.staff import StaffBot, advice_of
from meuse.value import value_of

MOST_OUTCOMES = 36
"""Up to this many outcomes are worked out one by one: those of two dice."""

DRAWN = 2
"""Of more dice, each face of the first is rolled so often, with others by chance."""

MOST_DICE = 4
"""With more dice than this in one order, its outcomes are drawn by chance."""

MOST_FACES = 20
"""A die with more faces than this (a cup that is full) is rolled so often, by chance."""

MOST_ANSWERS = 40
"""How many questions to answer at most before a battle is over."""

SEED = "analysis"

AFTERWARDS = b"afterwards"
"""The seed of whatever falls before a battle is over, the same on all boards."""


class Outcome(NamedTuple):
    """A board that an order could have led to, and the chance of it."""

    board: Game
    chance: float


class Faces(Dice, frozen=True, kw_only=True):
    """Dice that show these faces, then ones up to `ones` dice, then others by chance; all that is thrown is noted.

    There are not ones for ever: a rule that has a die rolled again until it shows something else would never end.
    """

    script: tuple[int, ...]
    thrown: list[tuple[int, int]]
    """The number of faces, and the face shown."""
    ones: int
    rest: random.Random

    def at(self, order: int) -> Dice:
        return self

    def roll(self, faces: int = 6) -> tuple[int, Dice]:
        number = len(self.thrown)
        face = self.script[number] if number < len(self.script) else 1
        if number >= max(len(self.script), self.ones):
            face = self.rest.randint(1, faces)
        self.thrown.append((faces, face))
        return face, self


class Staffs:
    """Whoever plays both sides of a turn on, by the plans of the staff or others.

    What they planned in a position they do not plan again.
    """

    def __init__(self, game: Game, plans: Mapping[Side, Plan] | None = None) -> None:
        habits: Habits = {}
        usual = {side: advice_of(game).plans(game.state, side)[0] for side in SIDES}
        self._players: Mapping[Side, StaffBot] = {
            side: QuickStaff(f"{SEED} {side.word}", plan=plan, habits=habits)
            for side, plan in {**usual, **(plans or {})}.items()
        }
        self._values: dict[Hashable, float] = {}

    def answer(self, board: Game) -> Order:
        """What whoever is asked orders."""
        asked = board.decision.side
        return self._players[asked].choose(board.seat(asked))

    def settled(self, board: Game) -> float:
        """The German side's chance to win when the battle is over that is going on."""
        for _ in range(MOST_ANSWERS):
            if board.over or not board.decision.step.after_die:
                break
            board.state.dice = Dice(AFTERWARDS)
            board.play(self.answer(board), board.decision.side)
        key = position(board)
        if key not in self._values:
            self._values[key] = value_of(board, Side.GERMAN)
        return self._values[key]


def position(board: Game) -> Hashable:
    """What tells a board from others of the same turn."""
    g = board.state
    return tuple(g.hex_of), tuple(g.steps), tuple(g.status), bytes(g.control), g.turn, g.stack, g.result is not None


def expected(before: Game, side: Side, order: Order, staffs: Staffs) -> float:
    """The mean value of the boards that an order of a side could have led to, for the German side."""
    values: dict[Hashable, float] = {}
    total = 0.0
    for board, chance in outcomes(before, order, side):
        key = position(board)
        if key not in values:
            values[key] = staffs.settled(board)
        total += chance * values[key]
    return total


def outcomes(before: Game, order: Order, side: Side | None = None) -> Sequence[Outcome]:
    """All boards that an order could lead to with their chances; where they are very many, some drawn by chance."""
    found: list[Outcome] = []
    for board, thrown in _one_by_one(before, order, side):
        found.append(Outcome(board, prod(1 / faces for faces, _ in thrown)))
        if len(found) > MOST_OUTCOMES or len(thrown) > MOST_DICE:
            return list(_drawn(before, order, side, thrown[0][0]))
    return found


Thrown = list[tuple[int, int]]
"""Dice that were thrown: the number of faces, and the face shown."""


def _one_by_one(before: Game, order: Order, side: Side | None) -> Iterator[tuple[Game, Thrown]]:
    rng, scripts = random.Random("one by one"), list[tuple[int, ...]]([()])
    while scripts:
        script = scripts.pop()
        board, thrown = _played(before, order, side, script, MOST_DICE, rng)
        yield board, thrown
        shown = tuple(face for _, face in thrown)
        for at in range(len(script), len(thrown)):
            scripts += [(*shown[:at], face) for face in range(2, thrown[at][0] + 1)]


def _drawn(before: Game, order: Order, side: Side | None, faces: int) -> Iterator[Outcome]:
    rng = random.Random("drawn")
    firsts = [(face,) for face in range(1, faces + 1)] * DRAWN if faces <= MOST_FACES else [()] * MOST_FACES
    for script in firsts:
        yield Outcome(_played(before, order, side, script, 0, rng)[0], 1 / len(firsts))


def _played(
    before: Game, order: Order, side: Side | None, script: tuple[int, ...], ones: int, rest: random.Random
) -> tuple[Game, Thrown]:
    board, thrown = detached(before), Thrown()
    board.state.dice = Faces(before.state.dice.seed, script=script, thrown=thrown, ones=ones, rest=rest)
    board.play(order, side)
    return board, thrown

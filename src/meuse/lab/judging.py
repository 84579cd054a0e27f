"""A turn of a game, judged: what its dice did, and what its decisions did beside those that the staff would have made.

A phase is judged by what the turn promised before it and after it, if the staff had played the rest of the turn: what
the dice of the phase did is taken off. So a march is judged by the attacks that it made possible.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import exp
from typing import Literal, NamedTuple

import msgspec

from meuse import Event, Game, Side
from meuse.counters import SideWord
from meuse.lab.rolls import Staffs, expected
from meuse.lab.tale import Phase, Stretch, Tale, detached, moment_of, phase_of
from meuse.opponents.fates import Fates
from meuse.state import State
from meuse.value import appreciation_of, ended, value_of

BOARDS = 2
"""So often the rest of a turn is played on: with low dice on one board where the other has high ones."""

MOST_ORDERS = 1500
"""How many orders to play at most to reach the end of a turn."""

STEEP = 5.0
"""How fast accuracy falls: a loss of ten points of chance leaves 61 % of it."""


class Point(msgspec.Struct, frozen=True, kw_only=True):
    """The German side's chance to win at a moment: at the beginning, after a roll, at the end of a phase."""

    number: int
    """How many orders had been given."""
    turn: int
    side: SideWord | Literal[""]
    """Whose turn it was."""
    kind: Literal["start", "roll", "phase"]
    title: str
    value: float


class Roll(msgspec.Struct, frozen=True, kw_only=True):
    """What dice did: the chance after them less what they promised, for the German side."""

    number: int
    turn: int
    side: SideWord
    """Who ordered it."""
    text: str
    expected: float
    value: float
    rule: str = ""

    @property
    def luck(self) -> float:
        return self.value - self.expected


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """A phase of a side's turn, for that side: what its decisions gained or lost beside the staff's, and its dice."""

    first: int
    last: int
    turn: int
    side: SideWord
    title: str
    staff: float
    """The chance to win that the rest of the turn promised, if the staff had played it."""
    played: float
    """The same after what was decided, whatever the dice did."""
    luck: float
    orders: int

    @property
    def judgement(self) -> float:
        return self.played - self.staff

    @property
    def accuracy(self) -> float:
        """In per cent."""
        return accuracy(-self.judgement)


class Told(NamedTuple):
    """What there is to tell of a stretch."""

    points: tuple[Point, ...]
    rolls: tuple[Roll, ...]
    phases: tuple[Judged, ...]


def accuracy(loss: float) -> float:
    """How accurate a decision was that lost so much of the chance to win beside another, in per cent.

    >>> accuracy(-0.02), round(accuracy(0.1))
    (100.0, 61)
    """
    return 100.0 * exp(-STEEP * max(0.0, loss))


def judged(tale: Tale, stretch: Stretch) -> Told:
    """A stretch of a game, gone through order by order."""
    teller = _Teller(tale, stretch)
    for phase in stretch.phases:
        teller.phase(phase)
    return Told(tuple(teller.points), tuple(teller.rolls), tuple(teller.judged()))


def rest_of_turn(board: Game, staffs: Staffs, number: int, seed: str) -> float:
    """The German side's chance to win at the end of the turn that is going on, if the staff plays it from here."""
    trial, fates = detached(board), Fates(seed, number)
    is_over = turn_is_over(trial)
    for _ in range(MOST_ORDERS):
        if trial.over or is_over():
            break
        fates.play(trial, staffs.answer(trial))
    return value_of(trial, Side.GERMAN)


def turn_is_over(board: Game) -> Callable[[], bool]:
    """Tells of a board that is played on whether the turn has ended in which it was asked first."""
    app = appreciation_of(board.rules)
    begun = app.turn_of(board.state)

    def is_over() -> bool:
        now = app.turn_of(board.state)
        return now is not None and now != begun

    return is_over


def said(g: State, events: Sequence[Event]) -> tuple[str, str]:
    """What an order brought about, in one line with the names of units, and its rule."""
    rank = {"battle": 0, "surrender": 1, "eliminated": 2}
    best = sorted((event for event in events if event.text), key=lambda event: rank.get(event.kind, 3))
    text = "; ".join(event.text for event in best[:2])
    names = {counter.id: counter.name for counter in g.scenario.counters}
    named = re.sub(r"[\w.]+", lambda word: names.get(word[0], word[0]), text)
    return named[:1].upper() + named[1:], best[0].rule if best else ""


class _Teller:
    """Goes through a stretch, and takes notes."""

    def __init__(self, tale: Tale, stretch: Stretch) -> None:
        self._tale, self._stretch = tale, stretch
        self._game = moment_of(tale, stretch.first)
        self._game.quiet = False
        self._staffs = Staffs(self._game)
        self.points: list[Point] = []
        self.rolls: list[Roll] = []
        self._starts: list[tuple[Phase, float, float]] = []
        """Each phase with what the turn promised at its beginning, and what dice did in it; both for Germany."""
        if stretch.first == tale.first:
            self.points.append(
                self._point(tale.first, "start", phase_of(self._game), value_of(self._game, Side.GERMAN))
            )

    def phase(self, phase: Phase) -> None:
        promised, before = self._promised(phase), len(self.rolls)
        for number in range(phase.first, phase.last):
            self._order(number)
        self._starts.append((phase, promised, sum(roll.luck for roll in self.rolls[before:])))
        self.points.append(self._point(phase.last, "phase", phase.title, self._value(phase.last)))

    def judged(self) -> list[Judged]:
        """The phases, when all are known."""
        side = self._stretch.side
        if not side or not self._starts:
            return []
        ends = [promised for _, promised, _ in self._starts[1:]] + [self.points[-1].value]
        rows = zip(self._starts, ends, strict=True)
        return [self._judged(side, *start, end) for start, end in rows]

    def _judged(self, side: SideWord, phase: Phase, promised: float, luck: float, end: float) -> Judged:
        own = side == Side.GERMAN.word
        staff, played = promised, min(1.0, max(0.0, end - luck))
        return Judged(
            first=phase.first,
            last=phase.last,
            turn=self._stretch.turn,
            side=side,
            title=phase.title,
            staff=_rounded(staff if own else 1.0 - staff),
            played=_rounded(played if own else 1.0 - played),
            luck=_rounded(luck if own else -luck),
            orders=phase.last - phase.first,
        )

    def _promised(self, phase: Phase) -> float:
        if not self._stretch.side:
            return 0.0
        found = [rest_of_turn(self._game, self._staffs, n, f"{phase.first}") for n in range(BOARDS)]
        return sum(found) / BOARDS

    def _order(self, number: int) -> None:
        game, (side, order) = self._game, self._tale.orders[number - self._tale.first]
        before = detached(game)
        events = game.play(order, side)
        if not game.state.rolled:
            return
        mean = expected(before, side, order, self._staffs)
        value = self._value(number + 1) if game.over else self._staffs.settled(detached(game))
        text, rule = said(game.state, events)
        roll = Roll(
            number=number + 1, turn=self._stretch.turn, side=side.word, text=text,
            expected=_rounded(mean), value=_rounded(value), rule=rule,
        )  # fmt: skip
        self.rolls.append(roll)
        self.points.append(self._point(number + 1, "roll", text, value))

    def _value(self, number: int) -> float:
        """The chance now; at the end of the tale how it ended, whoever agreed on that."""
        if number == self._tale.last and self._tale.result is not None:
            winner = self._tale.result.winner
            return 0.5 if winner is None else float(winner is Side.GERMAN)
        return ended(self._game, Side.GERMAN) if self._game.over else value_of(self._game, Side.GERMAN)

    def _point(self, number: int, kind: Literal["start", "roll", "phase"], title: str, value: float) -> Point:
        turn, side = self._stretch.turn, self._stretch.side
        return Point(number=number, turn=turn, side=side, kind=kind, title=title, value=_rounded(value))


def _rounded(value: float) -> float:
    return round(value, 4)

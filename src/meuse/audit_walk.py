"""A finished or unfinished game, gone through once more turn by turn: what the audit looks at.

A turn is one side's movement and combat, as the game's appreciation tells it; what happens between two turns belongs
to neither.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

import msgspec

from meuse.appreciation import AnyAppreciation
from meuse.audit_attacks import Doomed, Watch
from meuse.counters import Side, Unit
from meuse.game import Game
from meuse.hexmap import Hex
from meuse.state import State
from meuse.steps import Order


class Turn(msgspec.Struct, kw_only=True):
    """A side's turn, with the board at its borders and what its units did."""

    side: Side
    key: Hashable
    number: int
    """The game turn."""
    eve: State | None
    """The last moment of the turn before; None in the first one."""
    start: State
    last: State
    """The moment before its last order."""
    end: int = 0
    """How many orders had been given when it was over."""
    after: State | None = None
    """What it led to, when the next turn begins or the game is over; None while it goes on."""
    trails: dict[Unit, list[Hex]] = {}
    """Where its units were, order by order; only of those that moved."""
    fought: set[Unit] = set()
    """The units of both sides that took part in its attacks."""
    doomed: list[Doomed] = []


class Walk:
    """Goes through these orders from the beginning of a game on; without turns where nothing is said of what counts."""

    def __init__(self, start: Game, orders: Iterable[tuple[Side, Order]]) -> None:
        self.game, self.app = start, start.rules.appreciation
        self.game.quiet = True
        self.turns: list[Turn] = []
        self.dates: dict[str, int] = {}
        """In which game turn each event of 1940 happened first."""
        self._watch = Watch(start.rules.forecast)
        self._eve: State | None = None
        self._look(start.state)
        for side, order in orders:
            self._play(side, order)

    def _play(self, side: Side, order: Order) -> None:
        game, before = self.game, self.game.state.copy()
        turn = self._open
        if turn is not None:
            self._watch.before(game, side, order, turn.doomed, turn.fought)
        game.play(order, side)
        if turn is not None:
            _follow(turn, before, game.state)
            turn.last = before
        self._eve = before
        self._look(game.state)

    @property
    def _open(self) -> Turn | None:
        return self.turns[-1] if self.turns and self.turns[-1].after is None else None

    def _look(self, g: State) -> None:
        """See whether a turn is over, and whether another begins."""
        if self.app is None:
            return
        now, turn = self.app.turn_of(g), self.turns[-1] if self.turns else None
        same = turn is not None and now == (turn.side, turn.key)
        if turn is not None and same and not self.game.over:
            turn.after = None  # it was only interrupted
            return
        if turn is not None and turn.after is None:
            turn.after, turn.end = g.copy(), len(self.game.journal)
            self._date(self.app, turn)
        if now is not None and not same and not self.game.over:
            self.turns.append(self._begun(now, g))

    def _begun(self, now: tuple[Side, Hashable], g: State) -> Turn:
        start = g.copy()
        return Turn(
            side=now[0], key=now[1], number=g.turn, eve=self._eve,
            start=start, last=start, trails={}, fought=set(), doomed=[],
        )  # fmt: skip

    def _date(self, app: AnyAppreciation, turn: Turn) -> None:
        for event in app.historical(turn.after):
            if event.id not in self.dates and app.has_happened(turn.after, event.id):
                self.dates[event.id] = turn.number


def _follow(turn: Turn, before: State, now: State) -> None:
    """Note where units of the side have gone."""
    if before.hex_of == now.hex_of:
        return
    for u in now.scenario.units_of[turn.side]:
        here, there = before.hex_of[u], now.hex_of[u]
        if here != there:
            turn.trails.setdefault(u, [here]).append(there)

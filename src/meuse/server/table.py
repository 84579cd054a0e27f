"""A match in memory: the game, what has been agreed at the table, and what each side may see of it.

A table is a fold over its records, which are only ever added to; opening it again gives the same table. The other side
and spectators see the game as it was at the last commitment (`shown`), not orders that can still be taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

import meuse
from meuse.counters import SIDES, Side
from meuse.events import Event, visible
from meuse.game import Entry, Game
from meuse.scenario import Options
from meuse.server.messages import ChatLine, Offers
from meuse.state import Result

RecordKind = Literal["order", "undo", "takeback", "offer", "decline", "resign", "draw", "chat"]
SNAPSHOT_EVERY = 20
"""Orders between two remembered moments of the past."""


class Record(msgspec.Struct, frozen=True):
    """Something a side did, as it is stored: `body` is an order, a sentence, a kind of offer, a number of orders."""

    kind: RecordKind
    side: str
    body: str
    at: str


class Setup(msgspec.Struct, frozen=True):
    """What a match was started with."""

    game: str
    scenario: str
    seed: str
    options: Options


class Moment(msgspec.Struct, frozen=True):
    """A moment of the sequence of play, in the words that everyone may read."""

    turn: int
    phase: str


class Table:
    """One match. `add` takes a record in; it raises what the engine raises, and then nothing has changed."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.records = 0
        self.stamp = 0
        """Counts whatever changed the game, taking back included; who thinks ahead compares it."""
        self.chat: list[ChatLine] = []
        self.offers = Offers()
        self.ended = ""
        """How the match ended, if not by its rules."""
        self._begin([])

    # -- records

    def add(self, record: Record) -> list[Event]:
        """Take in a record; returns the events of an order."""
        happened = getattr(self, f"_{record.kind}")(record)
        self.records += 1
        return happened or []

    def add_all(self, records: Sequence[Record]) -> None:
        """Take in what is stored, undone orders too: what they did to offers and to the past is done again."""
        for record in records:
            self.add(record)

    @property
    def orders(self) -> tuple[tuple[str, str], ...]:
        """The orders that stand, by side and text, as they came in."""
        return tuple((record.side, record.body) for record in self._orders)

    def asked(self, side: Side) -> bool:
        """Whether the game waits for this side."""
        return self.game.seat(side).decision is not None

    # -- what may be seen

    def seen(self, side: Side | None) -> Game:
        """The game as far as a side (None: a spectator) may follow it."""
        return self.game if self.moving in (None, side) else self.shown

    @property
    def moving(self) -> Side | None:
        """The side whose last orders can still be taken back."""
        last = self.game.journal[-1] if self.game.journal else None
        return None if last is None or last.committed or self.game.over else last.side

    def number(self, side: Side | None) -> int:
        """How many orders have been given, as far as a side may know."""
        return len(self.seen(side).journal)

    def past(self, side: Side | None, at: int) -> Game:
        """The game as it was after so many orders."""
        game = self.seen(side)
        if at >= len(game.journal):
            return game
        start = max((n for n in self._snapshots if n <= at), default=0)
        then = self._snapshots[start].copy()
        then.quiet = True
        for entry in game.journal[start:at]:
            then.play(entry.order, entry.side)
        return then

    def journal(self, side: Side | None) -> list[Entry]:
        """The orders as a side may know them."""
        game = self.seen(side)
        if side is not None:
            return game.seat(side).journal
        if game.over:
            return list(game.journal)
        known = [game.seat(s).journal for s in SIDES]
        return [known[entry.side.enemy][n] for n, entry in enumerate(game.journal)]

    def events(self, side: Side | None, number: int) -> list[Event]:
        """What order `number` brought about, as far as a side may know; after the end, all of it."""
        events = self._events[number]
        return events if self.game.over else visible(events, side)

    def moment(self, number: int) -> Moment:
        """Where in the sequence of play the game stood after order `number`."""
        return self._moments[number]

    def fresh(self, side: Side, number: int) -> bool:
        """Whether a side that knows so many orders knows the game. What the other side has sealed changes nothing."""
        unknown = self.seen(side).journal[number:]
        behind = self.number(side) - number
        return behind == 0 or (behind == 1 and unknown[0].secret and unknown[0].side is not side)

    # -- taking in, by kind

    def _order(self, record: Record) -> list[Event]:
        order = tuple(record.body.split())
        events = self.game.play(order, record.side)
        self._orders.append(record)
        self._events.append(events)
        self._moments.append(Moment(self.game.state.turn, _phase(self.game)))
        self.stamp += 1
        self.offers = Offers(delete=self.offers.delete)
        self._show()
        return events

    def _undo(self, record: Record) -> None:
        self.game.play("undo", record.side)
        self._orders.pop()
        self._events.pop()
        self._moments.pop()
        self.stamp += 1

    def _takeback(self, record: Record) -> None:
        kept = self._orders[: int(record.body)]
        self._begin(kept)
        self.stamp += 1
        self.offers = Offers(delete=self.offers.delete)

    def _offer(self, record: Record) -> None:
        kind, _, to = record.body.partition(" ")
        self.offers = msgspec.structs.replace(self.offers, **{kind: record.side})
        if to:
            self.offers.takeback_to = int(to)

    def _decline(self, record: Record) -> None:
        self.offers = msgspec.structs.replace(self.offers, **{record.body: None})
        if record.body == "takeback":
            self.offers.takeback_to = None

    def _resign(self, record: Record) -> None:
        loser = Side.of(record.side)
        self._end(loser.enemy, "resignation", f"The {loser.title} side has resigned.")

    def _draw(self, record: Record) -> None:
        self._end(None, "draw", "Both sides have agreed to a draw.")

    def _chat(self, record: Record) -> None:
        self.chat.append(ChatLine(record.side, record.body, record.at))

    # -- helpers

    def _begin(self, orders: Sequence[Record]) -> None:
        setup = self.setup
        self.game = meuse.new(setup.game, setup.scenario, setup.seed, setup.options)
        self.shown = self.game.copy()
        self._orders: list[Record] = []
        self._events: list[list[Event]] = []
        self._moments: list[Moment] = []
        self._snapshots = {0: self.game.copy()}
        for record in orders:
            self._order(record)

    def _show(self) -> None:
        """What has been committed to is seen by all; now and then it is remembered for those who look back."""
        if self.moving is not None:
            return
        self.shown = self.game.copy()
        length = len(self.game.journal)
        if length >= max(self._snapshots) + SNAPSHOT_EVERY and not self.game.state.sealed and not self.game.over:
            self._snapshots[length] = self.shown.copy()

    def _end(self, winner: Side | None, level: str, text: str) -> None:
        """The players end the match; the engine is told, so that it asks nobody and keeps no secret any more."""
        self.ended = text
        self.stamp += 1
        self.offers = Offers(delete=self.offers.delete)
        self.game.state.result = Result(winner, level, text)
        self.game.forget()
        self.shown = self.game.copy()


def _phase(game: Game) -> str:
    """The step above the turns: the phase that the game is in."""
    words = [text for step in game.state.stack[1:2] if (text := step.words(game.state))]
    return words[0] if words else ""

"""What is stored of a match, as plain data: its set-up, its records, and snapshots of it."""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

import msgspec

from meuse.advice import Plan
from meuse.changeover import Changeover
from meuse.counters import SideWord
from meuse.dice import seed_bytes
from meuse.events import Event
from meuse.game import Entry, Game, Position
from meuse.games import printed_book, rule_book
from meuse.owntables import with_tables
from meuse.rulebook import RuleBook
from meuse.scenario import Options
from meuse.server.messages import Offers

RecordKind = Literal[
    "order", "undo", "takeback", "offer", "decline", "accept", "resign", "draw", "chat", "name", "relief", "plan",
    "revision",
]  # fmt: skip


OrderText = tuple[str, str]
"""An order as it came in: the side, and its words."""


class Record(msgspec.Struct, frozen=True):
    """Something a side did, as it is stored: `body` is an order, a sentence, a name, an offer, a number of orders.

    A bot takes a seat over by `relief`; its body is what everybody is told. A bot's plan is a secret of its side until
    the end; its body is a `Plan`. A change of the rules is of no side; its body is a `Revision`.
    """

    kind: RecordKind
    side: str
    body: str
    at: str


class Setup(msgspec.Struct, frozen=True):
    """What a match was started with.

    `tables` are the files of a variant, which the match keeps for itself; `position` the text of where it begins.
    """

    game: str
    scenario: str
    seed: str
    options: Options
    tables: dict[str, str] = {}
    position: str = ""

    @property
    def rules(self) -> RuleBook:
        """Raises UnknownGame and BadTables."""
        return with_tables(printed_book(self.game), self.tables) if self.tables else rule_book(self.game)

    def begun(self) -> Game:
        """The game at its beginning."""
        if self.position:
            return Position(self.position).play(self.seed)
        rules = self.rules
        return Game(rules, rules.begin(rules.opened(self.scenario, self.options), seed_bytes(self.seed)))


class Revision(msgspec.Struct, frozen=True, kw_only=True):
    """The game goes on under other rules, from the snapshot that was taken after `basis` records.

    Orders given since then that still fit follow as records of their own; those that do not are dropped.
    """

    basis: int
    orders: int
    turn: int
    before: int
    after: int
    over: bool = False
    """Whether the game was over at that time."""
    dropped: tuple[tuple[str, str], ...] = ()
    """By side and text."""
    new_dice: bool = False
    """Whether it is the same rules, and other dice."""
    is_sealed: bool = False
    """Whether it is a copy of a sealed file: its end opens nothing, since the game it was taken from may go on."""


class Intent(msgspec.Struct, frozen=True):
    """What a bot meant to do from a moment on: its plan, after so many orders and in which turn; `number` of record."""

    number: int
    side: str
    orders: int
    turn: int
    plan: Plan


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """An order of the past, in all that the log tells of it: what it brought about, and where the game stood then."""

    entry: Entry
    events: list[Event]
    turn: int
    phase: str
    whose: SideWord | Literal[""] = ""
    """Whose player turn it was when the order was given, as the book divides the game; "" between turns."""


class Mark(msgspec.Struct, frozen=True, kw_only=True):
    """When a snapshot was taken: after so many records, when so many orders stood, under which rules.

    `before` is the one before it on the way there, by its number of records.
    """

    records: int
    orders: int
    before: int | None
    revision: int
    data: str
    release: str
    digest: str


class Snapshot(msgspec.Struct, frozen=True):
    """The state at a mark, and what is `told` of the orders since the mark before it, packed.

    `memo` is the rest of what the game of a match holds at that moment, a `Memo`; one from earlier releases has none.
    """

    mark: Mark
    state: str
    told: str
    memo: str | None = None


class Memo(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the game of a match holds beside its state, its log and what was said."""

    stamp: int
    offers: Offers
    names: dict[str, str] = {}
    draws: dict[str, dict[str, int]] = {}
    ended: str = ""
    rewritten: dict[str, int] = {}
    entered: dict[int, list[Event]] = {}
    intents: tuple[tuple[int, int, int], ...] = ()
    """Of each plan the number of its record, how many orders stood, and the turn."""
    trail: str
    """A fingerprint of all records so far: a row that was damaged since is noticed."""


class Origin(msgspec.Struct, frozen=True):
    """Where the game of a match begins: at its set-up, or where it went over to the present rules."""

    setup: Setup
    past: tuple[Entry, ...] = ()
    changeovers: tuple[Changeover, ...] = ()

    def game(self) -> Game:
        """Raises BadSnapshot."""
        new = self.setup.begun()
        if not self.changeovers:
            return new
        return Game.resumed(new.rules, new.state.scenario, self.past, self.changeovers)


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a match up to a snapshot: how it went over to other rules, its orders, the way of snapshots."""

    changeovers: tuple[Changeover, ...] = ()
    orders: tuple[OrderText, ...] = ()
    way: tuple[Snapshot, ...] = ()


class Trail:
    """A fingerprint of records, as they come in."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.word = ""
        for record in records:
            self.add(record)

    def add(self, record: Record) -> None:
        row = msgspec.json.encode(record)
        self.word = hashlib.blake2b(row, digest_size=16, key=self.word.encode()).hexdigest()


PIECES_READ = 64
"""Pieces of logs that were read last, and may be read again for the next line."""


def packed(told: Sequence[Told]) -> str:
    """What is told of some orders, as it is stored."""
    return base64.b64encode(zlib.compress(msgspec.json.encode(told))).decode()


@lru_cache(PIECES_READ)
def unpacked(text: str) -> tuple[Told, ...]:
    """What was packed; whoever reads it changes nothing."""
    return msgspec.json.decode(zlib.decompress(base64.b64decode(text)), type=tuple[Told, ...])

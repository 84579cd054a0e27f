"""The house where the matches are played: opens them from storage, lets seats play, and stores before it acknowledges.

Everything here runs in one thread, the engine's (`ask`): the rules share what they have derived between games, and a
record is taken in, stored and acknowledged without anything in between.
"""

from __future__ import annotations

import asyncio
import binascii
import contextlib
import logging
import secrets
import string
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import ParamSpec, TypeVar

import msgspec
from sqlalchemy.exc import IntegrityError

import meuse
from meuse.counters import SIDES, Side, SideWord
from meuse.events import Event
from meuse.game import Game
from meuse.server import errors, upgrade
from meuse.server.copies import MOST_SEED, Made
from meuse.server.eyes import eyes_of
from meuse.server.hub import Hub
from meuse.server.live import LiveGame
from meuse.server.match import MOST, Match
from meuse.server.messages import Created, ListedMatch, MatchInfo, NewMatch, SeatInfo, SeatOrder, Seats, SeatState
from meuse.server.program import program
from meuse.server.records import Record, RecordKind, Setup, Snapshot
from meuse.server.reference import book, bots_of, is_searching
from meuse.server.resuming import are_intact, resumed
from meuse.server.storage import NewRow, Sitting, Storage, StoredMatch, StoredSeat, fingerprint
from meuse.server.turnstile import Turnstile

log = logging.getLogger("meuse.server")

MEMORY = 600_000_000
"""Bytes that the matches kept in memory may take; others are opened again from storage when somebody asks for them."""

TRIES = 3
"""How often something is tried again that another server was quicker at."""

LETTERS = string.ascii_letters + string.digits
ID_LENGTH = 12
"""The id of a match is public, and there are enough of them that two never agree."""

P = ParamSpec("P")
T = TypeVar("T")


class Player(msgspec.Struct):
    """Whoever has shown the secret of a seat: the match, and the side they play."""

    match: Match
    side: Side
    notes: str = ""


class House:
    """All matches."""

    def __init__(self, storage: Storage, hub: Hub, memory: int = MEMORY) -> None:
        self.storage, self.hub = storage, hub
        self._memory = memory
        self._thread = Turnstile("engine")
        self._open: OrderedDict[str, Match] = OrderedDict()
        self._sizes: dict[str, int] = {}
        self.on_turn: list[Callable[[Match, Side], None]] = []
        """Called when all may see that the game has gone on."""
        self.on_doubt: Callable[[str], None] = _nobody_doubts
        """Called when a match was opened that another program has played."""

    async def ask(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in the engine's thread; again, if another server has stored something for a match first."""
        loop = asyncio.get_running_loop()
        for _ in range(TRIES):
            with contextlib.suppress(errors.Overtaken):
                return await loop.run_in_executor(self._thread, lambda: function(*args, **kwargs))
        return await loop.run_in_executor(self._thread, lambda: function(*args, **kwargs))

    def run_later(self, function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Run a function in the engine's thread, from any other, without waiting for it."""
        self._thread.submit(function, *args, **kwargs)

    @property
    def engine_seconds(self) -> float:
        """Processor time that the engine's thread has used."""
        return self._thread.spent

    @property
    def opened(self) -> int:
        """How many matches are in memory."""
        return len(self._open)

    def close(self) -> None:
        self._thread.shutdown()
        self.storage.close()

    # -- matches

    def create(self, wanted: NewMatch) -> Created:
        rule_book = book(wanted.game, wanted.scenario)
        try:
            scenario = rule_book.checked_scenario(wanted.scenario)
            options = rule_book.checked_options(dict(wanted.options))
        except meuse.UnknownOption as error:
            raise errors.bad_request(f"{error}.") from error
        seed = seed_of(wanted.seed)
        if wanted.seed is not None and any(seat.kind == "link" for seat in (wanted.seats.german, wanted.seats.allied)):
            raise errors.bad_request("Whoever chooses the seed knows every die, so that is for one table or bots only.")
        tables = dict(rule_book.own_tables) if rule_book.variant else {}
        setup = Setup(wanted.game, rule_book.base or scenario, seed, options, tables)
        return self.found(setup, wanted.seats, (), chosen_seed=wanted.seed is not None)

    def found(
        self, setup: Setup, seats: Seats, played: Sequence[Record], *, chosen_seed: bool, rematch_of: str | None = None
    ) -> Created:
        """Start and store a match, with orders already given in it."""
        live = LiveGame(setup)
        for record in played:
            live.add(record)
        return self.enter(Made(setup, tuple(played), None, live, chosen_seed), seats, rematch_of)

    def enter(self, made: Made, seats: Seats, rematch_of: str | None = None) -> Created:
        """Store a match that has been played so far."""
        setup, live = made.setup, made.live
        orders: dict[SideWord, SeatOrder] = {"german": seats.german, "allied": seats.allied}
        for seat in orders.values():
            _check_seat(setup.game, seat)
        if seats.coach and any(seat.kind == "link" for seat in orders.values()):
            raise errors.bad_request("Advice is for games against bots or at one table. It is off in a game by link.")
        match = Match(msgspec.structs.replace(_first_info(made, orders), coach=seats.coach), live)
        given = {side: None if rematch_of else _new_secret(seat) for side, seat in orders.items()}
        stored = [_stored(match.id, side, seat, given[side]) for side, seat in orders.items()]
        if live.due:
            live.shelve(live.snapshot())
        rules = live.game.rules
        row = NewRow(match.info(), setup, rules.revision, match.bot_due, rematch_of, live.snapshots, program(rules))
        self.storage.create(row, stored, made.records)
        self._keep(match)
        return Created(match.id, given)

    def open(self, match_id: str) -> Match:
        """A match by its id, as it stands; raises ServiceError."""
        records = self.storage.count(match_id)
        if records is None:
            raise errors.no_match()
        return self._open_at(match_id, records)

    def info(self, match_id: str) -> MatchInfo:
        """What anyone may know of a match, without opening it."""
        info = self.storage.info(match_id)
        if info is None:
            raise errors.no_match()
        return info

    def forget(self, match_id: str) -> None:
        """Drop a match from memory; it can be opened again from storage."""
        self._open.pop(match_id, None)
        self._sizes.pop(match_id, None)

    def keep_only(self, is_kept: Callable[[str], bool]) -> None:
        """Drop from memory what another server keeps now."""
        for match_id in [match_id for match_id in self._open if not is_kept(match_id)]:
            self.forget(match_id)

    def judge(self, match_id: str, program: str) -> None:
        """Take in by which program a match has been played again; one that did not agree is opened again."""
        self.storage.set_verified(match_id, program)
        if not program:
            self.forget(match_id)

    # -- seats

    def sit(self, secret: str) -> Player:
        """The player that a secret belongs to; raises ServiceError."""
        sitting = self._sitting(secret)
        seat = sitting.seat
        return Player(self._open_at(seat.match_id, sitting.records), Side.of(seat.side), seat.notes)

    def stored_seat(self, secret: str) -> StoredSeat:
        return self._sitting(secret).seat

    def _sitting(self, secret: str) -> Sitting:
        """Asked each time: another server may have given the seat a new secret, or taken an order."""
        found = self.storage.sitting(secret)
        if found is None:
            raise errors.no_seat()
        return found

    def listed(self, asked: Sequence[str]) -> list[ListedMatch]:
        """The matches of these secrets; those that open nothing any more, or nothing readable, are left out."""
        found: list[ListedMatch] = []
        for secret, (seat, info) in self.storage.seats(asked).items():
            if info is not None:
                facts = {name: getattr(info, name) for name in info.__struct_fields__}
                found.append(ListedMatch(**facts, side=seat.side, yours=seat.side in info.asked, secret=secret))
        return sorted(found, key=lambda one: asked.index(one.secret))

    def replace_secret(self, secret: str) -> str:
        """Give a seat a new secret; the old one opens nothing any more."""
        seat = self.stored_seat(secret)
        new = secrets.token_urlsafe(24)
        self.storage.set_secret(seat.match_id, seat.side, new)
        self.hub.end(seat.match_id, seat.side)
        return new

    def set_notes(self, secret: str, notes: str) -> None:
        seat = self.stored_seat(secret)
        self.storage.set_notes(seat.match_id, seat.side, notes)

    # -- states

    def seat_state(self, secret: str, at: int | None = None, viewpoint: str = "") -> SeatState:
        player = self.sit(secret)
        state = player.match.state(player.side, eyes_of(player.side, viewpoint, player.match.live), at)
        return msgspec.structs.replace(state, notes=player.notes, present=self.hub.present(player.match.id))

    def public_state(self, match_id: str, at: int | None = None, viewpoint: str = "") -> SeatState:
        match = self.open(match_id)
        state = match.state(None, eyes_of(None, viewpoint, match.live), at)
        return msgspec.structs.replace(state, present=self.hub.present(match.id))

    # -- records

    def record(self, match: Match, kind: RecordKind, side: Side, body: str = "") -> list[Event]:
        """Take in what a side does, and store it. When this returns, it is on disk."""
        live = match.live
        if not match.may(side, kind):
            raise errors.conflict(
                "too_many", f"You have done this {MOST[kind]} times this turn. Continue the game first."
            )
        record = Record(kind, side.word, body, now())
        events = live.add(record)
        hidden = kind in ("undo", "plan") or (kind == "order" and live.moving is not None)
        info = match.info("" if hidden else record.at)  # not even the hour of a hidden order is told
        self._store(match, (record,), info)
        return events

    def announce(self, match: Match, words: str) -> None:
        """Say something to both players and all spectators on behalf of the service."""
        record = Record("chat", "", words, now())
        match.live.add(record)
        self._store(match, (record,), match.info(record.at))
        self.hub.tell(match.id, {"type": "chat", "line": msgspec.to_builtins(match.live.chat[-1])})

    def tell_change(self, match: Match, by: Side) -> None:
        """Tell who may know that the game has changed: all, or only the side that can still take it back."""
        for side in (*SIDES, None):
            if match.live.moving in (None, side):
                self._tell(match, side, by)
        if match.live.moving is None:
            for told in self.on_turn:
                told(match, by)

    def tell_seat(self, match: Match, side: Side) -> None:
        self._tell(match, side, side)

    def _tell(self, match: Match, side: Side | None, by: Side) -> None:
        info = match.info()
        number = match.live.number(side)
        message = {"type": "changed", "number": number, "by": by.word, "asked": info.asked, "over": info.over}
        self.hub.tell(match.id, message, side.word if side is not None else "")

    def _open_at(self, match_id: str, records: int) -> Match:
        """A match with the number of records it has by now, whichever server added them."""
        match = self._open.get(match_id)
        if match is None or match.live.records > records:
            return self._opened(match_id)
        if match.live.records < records:
            self._catch_up(match)
        self._open.move_to_end(match_id)
        return match

    def _catch_up(self, match: Match) -> None:
        """Take in what another server on the same database has stored."""
        info = self.storage.info(match.id)
        if info is None:
            raise errors.no_match()
        for record in self.storage.records(match.id, match.live.records):
            match.live.add(record)
        match.remember(info)
        match.rematch = self.storage.rematch(match.id) or ""

    def _opened(self, match_id: str) -> Match:
        """A match from storage."""
        try:
            stored = self.storage.match(match_id)
        except (zlib.error, msgspec.MsgspecError, binascii.Error) as error:
            raise _damaged(match_id, error) from error
        if stored is None:
            raise errors.no_match()
        files = upgrade.Files(stored.setup, stored.records, stored.snapshots)
        live = resumed(files) if stored.verified != "" else None
        match = self._replayed(stored, files) if live is None else Match(stored.info, live)
        match.rematch = stored.rematch
        if live is not None and stored.verified != program(live.game.rules):
            self.on_doubt(match_id)
        self._keep(match)
        return match

    def _replayed(self, stored: StoredMatch, files: upgrade.Files) -> Match:
        """A match played from its beginning; if the rules have changed, as it goes on under the present ones."""
        info = stored.info
        try:
            live, added = _played_again(stored, files)
        except upgrade.Damaged as error:
            raise _damaged(info.id, error) from error
        except upgrade.OtherRules as error:
            text = "This game was played under other rules and cannot continue under the present ones."
            raise errors.conflict("other_rules", text) from error  # the reason itself might tell a secret order
        match = Match(info, live)
        if added:
            self._store(match, added, match.info(added[0].at))
        elif live.due and not stored.snapshots:
            self._store(match, (), info)  # it is from before there were any
        self.storage.set_verified(info.id, program(live.game.rules))
        return match

    def _store(self, match: Match, added: Sequence[Record], info: MatchInfo) -> None:
        """Store what has been taken in, and now and then how the game stands."""
        live = match.live
        snapshot = live.snapshot() if live.due else None
        try:
            self.storage.append(live.records - len(added), added, info, snapshot, bot_due=match.bot_due)
        except IntegrityError as error:  # another server plays on the same database
            self.forget(match.id)
            raise errors.Overtaken from error
        except Exception:
            self.forget(match.id)  # what could not be stored has not happened
            raise
        match.remember(info)
        self._keep(match, snapshot)

    def _keep(self, match: Match, snapshot: Snapshot | None = None) -> None:
        if snapshot is not None:
            match.live.shelve(snapshot)
        self._open[match.id] = match
        self._open.move_to_end(match.id)
        self._sizes[match.id] = match.live.size
        while len(self._open) > 1 and sum(self._sizes.values()) > self._memory:
            self.forget(next(iter(self._open)))


def _played_again(stored: StoredMatch, files: upgrade.Files) -> tuple[LiveGame, tuple[Record, ...]]:
    """If whole records do not agree with another program than the one that took them, its rules are others."""
    try:
        return upgrade.opened(files, now())
    except upgrade.Damaged:
        if stored.verified in (None, program(stored.setup.rules)) or not are_intact(files):
            raise
        return upgrade.gone_over(files, now())


def _damaged(match_id: str, error: Exception) -> errors.ServiceError:
    log.error("match %s cannot be opened: %s", match_id, error)
    text = "The stored record of this game is damaged. Whoever runs this server may have a backup of it."
    return errors.conflict("damaged", text)


def seed_of(wanted: int | str | None) -> str:
    """The seed that somebody has chosen, or one by chance; raises ServiceError."""
    seed = secrets.token_hex(16) if wanted is None else str(wanted)
    if seed.split() != [seed] or not seed.isprintable() or len(seed) > MOST_SEED:
        raise errors.bad_request(f"A seed is one word, or a number, of at most {MOST_SEED} characters.")
    return seed


def _nobody_doubts(_match_id: str) -> None:
    """Without anybody to look at it."""


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def _check_seat(game: str, seat: SeatOrder) -> None:
    known = bots_of(game)
    if seat.kind == "bot" and seat.bot not in known:
        raise errors.bad_request(f"There is no bot {seat.bot!r} for this game; there are {', '.join(known)}.")


def _seat_info(seat: SeatOrder) -> SeatInfo:
    if seat.kind != "bot":
        return SeatInfo(seat.kind)
    return SeatInfo(seat.kind, seat.bot, seat.pace if is_searching(seat.bot) else "", seat.manners)


def _new_secret(seat: SeatOrder) -> str | None:
    return None if seat.kind == "bot" else secrets.token_urlsafe(24)


def _stored(match_id: str, side: SideWord, seat: SeatOrder, secret: str | None) -> StoredSeat:
    bot = seat.bot if seat.kind == "bot" else ""
    return StoredSeat(match_id, side, seat.kind, bot, fingerprint(secret) if secret else None)


def _scenario_title(game: Game, setup: Setup) -> str:
    return game.state.scenario.title + (", from a position" if setup.position else "")


def _title(game: str, scenario: str) -> str:
    return scenario if scenario.startswith(game) else f"{game}: {scenario}"


def _new_id() -> str:
    """An id of letters and digits: one that began with a dash would be read as an option on the command line."""
    return "".join(secrets.choice(LETTERS) for _ in range(ID_LENGTH))


def _first_info(made: Made, seats: dict[SideWord, SeatOrder]) -> MatchInfo:
    setup, game, created = made.setup, made.live.game, now()
    return MatchInfo(
        id=_new_id(),
        game=setup.game,
        scenario=setup.scenario,
        title=_title(game.rules.title, made.purpose.title or _scenario_title(game, setup)),
        created=created,
        turn=game.state.turn,
        asked=(),
        over=game.over,
        verdict="",
        orders=0,
        seats={side: _seat_info(seat) for side, seat in seats.items()},
        fingerprint=game.fingerprint,
        chosen_seed=made.chosen_seed,
        seed=setup.seed if made.chosen_seed else "",
        changed=created,
        options=setup.options,
        task=made.purpose.task,
    )

"""The house where the matches are played: opens them from storage, lets seats play, and stores before it acknowledges.

Everything here runs in one thread, the engine's (`ask`): the rules share what they have derived between games, and a
record is taken in, stored and acknowledged without anything in between.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import ParamSpec, TypeVar

import msgspec
from sqlalchemy.exc import IntegrityError

import meuse
from meuse.counters import SIDES, Side, SideWord
from meuse.events import Event
from meuse.server import errors, upgrade
from meuse.server.eyes import eyes_of
from meuse.server.hub import Hub
from meuse.server.live import LiveGame
from meuse.server.match import Match
from meuse.server.messages import Created, ListedMatch, MatchInfo, NewMatch, SeatInfo, SeatOrder, Seats, SeatState
from meuse.server.records import Record, RecordKind, Setup, Snapshot
from meuse.server.reference import book, bots_of, is_searching
from meuse.server.storage import NewRow, Storage, StoredSeat, fingerprint

OPEN_MATCHES = 400
"""Matches kept in memory; others are opened again from storage when somebody asks for them."""

P = ParamSpec("P")
T = TypeVar("T")


class Player(msgspec.Struct):
    """Whoever has shown the secret of a seat: the match, and the side they play."""

    match: Match
    side: Side


class House:
    """All matches."""

    def __init__(self, storage: Storage, hub: Hub) -> None:
        self.storage, self.hub = storage, hub
        self._thread = ThreadPoolExecutor(1, "engine")
        self._open: OrderedDict[str, Match] = OrderedDict()
        self._seats: dict[str, StoredSeat] = {}
        self.on_turn: Callable[[Match, Side], None] = _nobody_is_told
        """Called when all may see that the game has gone on."""

    async def ask(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function in the engine's thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: function(*args, **kwargs))

    def run_later(self, function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Run a function in the engine's thread, from any other, without waiting for it."""
        self._thread.submit(function, *args, **kwargs)

    def close(self) -> None:
        self._thread.shutdown()
        self.storage.close()

    # -- matches

    def create(self, wanted: NewMatch) -> Created:
        rule_book = book(wanted.game)
        try:
            scenario = rule_book.checked_scenario(wanted.scenario)
            options = rule_book.checked_options(dict(wanted.options))
        except meuse.UnknownOption as error:
            raise errors.bad_request(f"{error}.") from error
        seed = secrets.token_hex(16) if wanted.seed is None else str(wanted.seed)
        if seed.split() != [seed]:
            raise errors.bad_request("A seed is one word.")
        setup = Setup(wanted.game, scenario, seed, options)
        return self.found(setup, wanted.seats, (), chosen_seed=wanted.seed is not None)

    def found(
        self, setup: Setup, seats: Seats, played: Sequence[Record], *, chosen_seed: bool, rematch_of: str | None = None
    ) -> Created:
        """Start and store a match, with orders already given in it."""
        orders: dict[SideWord, SeatOrder] = {"german": seats.german, "allied": seats.allied}
        for seat in orders.values():
            _check_seat(setup.game, seat)
        live = LiveGame(setup)
        for record in played:
            live.add(record)
        match = Match(_first_info(setup, live, orders, chosen_seed=chosen_seed), live)
        given = {side: _new_secret(seat) for side, seat in orders.items()}
        stored = [_stored(match.id, side, seat, given[side]) for side, seat in orders.items()]
        snapshot = live.snapshot() if live.due else None
        row = NewRow(match.info(), setup, live.game.rules.revision, match.bot_due, rematch_of, snapshot)
        self.storage.create(row, stored, played)
        self._keep(match, snapshot)
        return Created(match.id, given)

    def open(self, match_id: str) -> Match:
        """A match by its id; raises ServiceError."""
        if match_id in self._open:
            self._open.move_to_end(match_id)
            return self._open[match_id]
        info, setup = self.storage.info(match_id), self.storage.setup(match_id)
        if info is None or setup is None:
            raise errors.no_match()
        match = self._opened(info, setup)
        match.rematch = self.storage.rematch(match_id) or ""
        self._keep(match)
        return match

    def info(self, match_id: str) -> MatchInfo:
        """What anyone may know of a match, without opening it."""
        if match_id in self._open:
            return self._open[match_id].info()
        info = self.storage.info(match_id)
        if info is None:
            raise errors.no_match()
        return info

    def forget(self, match_id: str) -> None:
        """Drop a match from memory; it can be opened again from storage."""
        self._open.pop(match_id, None)

    # -- seats

    def sit(self, secret: str) -> Player:
        """The player that a secret belongs to; raises ServiceError."""
        seat = self.stored_seat(secret)
        return Player(self.open(seat.match_id), Side.of(seat.side))

    def stored_seat(self, secret: str) -> StoredSeat:
        key = fingerprint(secret)
        if key not in self._seats:
            found = self.storage.seat(secret)
            if found is None:
                raise errors.no_seat()
            if len(self._seats) > 10 * OPEN_MATCHES:
                self._seats.clear()
            self._seats[key] = found
        return self._seats[key]

    def listed(self, asked: Sequence[str]) -> list[ListedMatch]:
        """The matches of these secrets; those that open nothing any more are left out."""
        found: list[ListedMatch] = []
        for secret in asked:
            try:
                seat = self.stored_seat(secret)
                info = self.info(seat.match_id)
            except errors.ServiceError:
                continue
            facts = {name: getattr(info, name) for name in info.__struct_fields__}
            found.append(ListedMatch(**facts, side=seat.side, yours=seat.side in info.asked, secret=secret))
        return found

    def replace_secret(self, secret: str) -> str:
        """Give a seat a new secret; the old one opens nothing any more."""
        seat = self.stored_seat(secret)
        new = secrets.token_urlsafe(24)
        self.storage.set_secret(seat.match_id, seat.side, new)
        self.forget_seats(seat.match_id)
        self.hub.end(seat.match_id, seat.side)
        return new

    def forget_seats(self, match_id: str) -> None:
        self._seats = {key: seat for key, seat in self._seats.items() if seat.match_id != match_id}

    def set_notes(self, secret: str, notes: str) -> None:
        seat = self.stored_seat(secret)
        self.storage.set_notes(seat.match_id, seat.side, notes)
        self._seats[fingerprint(secret)] = msgspec.structs.replace(seat, notes=notes)

    # -- states

    def seat_state(self, secret: str, at: int | None = None, viewpoint: str = "") -> SeatState:
        player, seat = self.sit(secret), self.stored_seat(secret)
        state = player.match.state(player.side, eyes_of(player.side, viewpoint, over=player.match.live.game.over), at)
        return msgspec.structs.replace(state, notes=seat.notes, present=self.hub.present(player.match.id))

    def public_state(self, match_id: str, at: int | None = None, viewpoint: str = "") -> SeatState:
        match = self.open(match_id)
        state = match.state(None, eyes_of(None, viewpoint, over=match.live.game.over), at)
        return msgspec.structs.replace(state, present=self.hub.present(match.id))

    # -- records

    def record(self, match: Match, kind: RecordKind, side: Side, body: str = "") -> list[Event]:
        """Take in what a side does, and store it. When this returns, it is on disk."""
        live = match.live
        record = Record(kind, side.word, body, now())
        events = live.add(record)
        seen = live.moving is None and kind not in ("undo", "plan")  # not even the hour of a hidden order is told
        info = match.info(record.at if seen else "")
        self._store(match, (record,), info)
        return events

    def tell_change(self, match: Match, by: Side) -> None:
        """Tell who may know that the game has changed: all, or only the side that can still take it back."""
        for side in (*SIDES, None):
            if match.live.moving in (None, side):
                self._tell(match, side, by)
        if match.live.moving is None:
            self.on_turn(match, by)

    def tell_seat(self, match: Match, side: Side) -> None:
        self._tell(match, side, side)

    def _tell(self, match: Match, side: Side | None, by: Side) -> None:
        info = match.info()
        number = match.live.number(side)
        message = {"type": "changed", "number": number, "by": by.word, "asked": info.asked, "over": info.over}
        self.hub.tell(match.id, message, side.word if side is not None else "")

    def _opened(self, info: MatchInfo, setup: Setup) -> Match:
        """A match from storage; if the rules have changed under it, as it goes on under the present ones."""
        records, snapshots = self.storage.records(info.id), self.storage.snapshots(info.id)
        try:
            live, added = upgrade.opened(upgrade.Files(setup, tuple(records), tuple(snapshots)), now())
        except upgrade.OtherRules as error:
            text = "This game was played under other rules and cannot continue under the present ones."
            raise errors.conflict("other_rules", text) from error  # the reason itself might tell a secret order
        match = Match(info, live)
        if added:
            self._store(match, added, match.info(added[0].at))
        elif live.due and not snapshots:
            self._store(match, (), info)  # it is from before there were any
        return match

    def _store(self, match: Match, added: Sequence[Record], info: MatchInfo) -> None:
        """Store what has been taken in, and now and then how the game stands."""
        live = match.live
        snapshot = live.snapshot() if live.due else None
        try:
            self.storage.append(live.records - len(added), added, info, snapshot, bot_due=match.bot_due)
        except IntegrityError as error:  # another server plays on the same database
            self.forget(match.id)
            raise errors.conflict("stale", "The game has moved on. Load it again.") from error
        except Exception:
            self.forget(match.id)  # what could not be stored has not happened
            raise
        match.remember(info)
        self._keep(match, snapshot)

    def _keep(self, match: Match, snapshot: Snapshot | None = None) -> None:
        if snapshot is not None:
            match.live.keep(snapshot.mark)
        self._open[match.id] = match
        self._open.move_to_end(match.id)
        while len(self._open) > OPEN_MATCHES:
            self._open.popitem(last=False)


def _nobody_is_told(_match: Match, _by: Side) -> None:
    """Without notices."""


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


def _title(game: str, scenario: str) -> str:
    return scenario if scenario.startswith(game) else f"{game}: {scenario}"


def _first_info(setup: Setup, live: LiveGame, seats: dict[SideWord, SeatOrder], *, chosen_seed: bool) -> MatchInfo:
    game, created = live.game, now()
    return MatchInfo(
        id=secrets.token_urlsafe(9),
        game=setup.game,
        scenario=setup.scenario,
        title=_title(game.rules.title, game.state.scenario.title),
        created=created,
        turn=game.state.turn,
        asked=(),
        over=game.over,
        verdict="",
        orders=0,
        seats={side: _seat_info(seat) for side, seat in seats.items()},
        fingerprint=game.fingerprint,
        chosen_seed=chosen_seed,
        changed=created,
        options=setup.options,
    )

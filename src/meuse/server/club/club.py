"""The club: knows who shows a key, and works in a thread of its own, so that no game waits for it."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy.engine import Connection

import meuse
from meuse.counters import Side, SideWord
from meuse.server import errors, talk
from meuse.server.club import matches, players, sittings, times
from meuse.server.club.messages import ClubInfo, MyMatch, Myself, NewKey, NewName, SignInWays
from meuse.server.club.players import PlayerRow
from meuse.server.house import House
from meuse.server.match import Match
from meuse.server.storage import StoredSeat

log = logging.getLogger("meuse.server")

HERE = 45.0
"""Seconds after which somebody who asks for nothing has gone; the pages ask more often."""
MOST_SEEN = 1000

P = ParamSpec("P")
T = TypeVar("T")


class Caller(msgspec.Struct, frozen=True):
    """Whoever has shown a key: the player, and the key."""

    player: PlayerRow
    key: str


class Club:
    """The players of a server. With an `invitation`, only who knows it gets a name, and only names start games."""

    def __init__(self, house: House, invitation: str = "") -> None:
        self.house, self._invitation = house, invitation
        self._thread = ThreadPoolExecutor(1, "club")
        self.sign_in: SignInWays | None = None
        """How players sign in, where the club asks for accounts."""
        self.on_new_key: Callable[[Connection, Caller, str], None] = _nobody_keeps_keys
        """Called in the club's thread with another key of a player."""
        self._seen: OrderedDict[str, tuple[PlayerRow, float]] = OrderedDict()
        house.on_turn.append(self._on_turn)

    def close(self) -> None:
        self._thread.shutdown()

    async def ask(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function of the database in the club's thread, in one transaction."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._within, lambda db: function(db, *args, **kwargs))

    def run_later(self, function: Callable[Concatenate[Connection, P], object], *args: P.args, **kw: P.kwargs) -> None:
        """The same from any thread, without waiting for it."""
        with contextlib.suppress(RuntimeError):  # the service stops; it is caught up with after the next start
            self._thread.submit(self._within, lambda db: function(db, *args, **kw)).add_done_callback(_log_fault)

    def _within(self, function: Callable[[Connection], T]) -> T:
        with self.house.storage.engine.begin() as db:
            return function(db)

    # -- who is it

    @property
    def private(self) -> bool:
        return bool(self._invitation)

    async def info(self) -> ClubInfo:
        people = [row for row in await self.ask(players.everybody) if not row.bot]
        return ClubInfo(self.private, len(people), self.sign_in)

    async def register(self, wanted: NewName) -> NewKey:
        """A name and its key, for whoever is invited; raises ServiceError."""
        if self.sign_in is not None:
            raise errors.ServiceError(
                403, "sign_in", "This club asks its players to sign in: names come with accounts."
            )
        self.must_be_invited(wanted.invitation)
        row, key = await self.ask(players.register, wanted.name, meuse.bots())
        return NewKey(row.id, row.name, key)

    def must_be_invited(self, invitation: str) -> None:
        """On a private server; raises ServiceError."""
        if self.private and not hmac.compare_digest(_phrase(invitation), _phrase(self._invitation)):
            raise errors.ServiceError(
                403, "not_invited", "This server is private, and that is not its invitation phrase."
            )

    async def caller(self, authorization: str) -> Caller:
        """Whoever shows this key; raises ServiceError."""
        key = authorization.removeprefix("Bearer ").strip()
        found = await self.ask(players.by_key, key) if key else None
        if found is None:
            raise errors.ServiceError(401, "no_key", "No player here has this key. Say your name, or type your phrase.")
        if found.blocked:
            raise errors.ServiceError(403, "blocked", "This name has been blocked by whoever runs the server.")
        self._see(found)
        return Caller(found, key)

    async def must_be_known(self, authorization: str) -> None:
        """On a private server nobody starts a game without a name."""
        if self.private:
            await self.caller(authorization)

    async def rename(self, caller: Caller, name: str) -> Myself:
        return await self.ask(_myself, await self.ask(players.rename, caller.player, name, meuse.bots()))

    async def myself(self, caller: Caller) -> Myself:
        return await self.ask(_myself, caller.player)

    async def change_key(self, caller: Caller) -> NewKey:
        key = await self.ask(self._changed_key, caller)
        return NewKey(caller.player.id, caller.player.name, key)

    def _changed_key(self, db: Connection, caller: Caller) -> str:
        key = players.new_key(db, caller.player)
        sittings.change_key(db, caller.player, caller.key, key)
        self.on_new_key(db, caller, key)
        return key

    def here(self) -> list[PlayerRow]:
        """Whoever has asked for something a moment ago, the last one first."""
        lately = time.monotonic() - HERE
        return [player for player, when in reversed(self._seen.values()) if when > lately]

    def _see(self, player: PlayerRow) -> None:
        self._seen.pop(player.id, None)
        self._seen[player.id] = (player, time.monotonic())
        while len(self._seen) > MOST_SEEN:
            self._seen.popitem(last=False)

    # -- matches

    async def catch_up(self) -> None:
        """After a restart: matches may have ended that the club has not heard of."""
        for match_id in await self.ask(matches.in_play):
            with contextlib.suppress(errors.ServiceError):
                if (await self.house.ask(self.house.info, match_id)).over:
                    await self.house.ask(self._look_at, match_id)

    async def mine(self, caller: Caller) -> list[MyMatch]:
        """All games of a player, each with the secret that opens it."""
        own = await self.ask(sittings.of_player, caller.player)
        for one in own:
            if one.given and not sittings.opened(one, caller.key):
                await self.issue(caller, one.match_id, one.side)
        return await self.ask(matches.mine, caller.player, caller.key)

    async def issue(self, caller: Caller, match_id: str, side: SideWord) -> str:
        """A secret for a seat that the club has given to a player."""
        secret = await self.house.ask(_new_secret, self.house, match_id, side)
        await self.ask(sittings.reseal, match_id, side, sittings.seal(caller.key, secret))
        return secret

    def _look_at(self, match_id: str) -> None:
        self._on_turn(self.house.open(match_id), None)

    def _on_turn(self, match: Match, _: Side | None) -> None:
        """In the engine's thread: tell the club's how a match stands."""
        self.run_later(matches.note, matches.happened(match))

    # -- seats

    async def take(self, caller: Caller, secret: str) -> None:
        """Have a seat by one's name, and be called by it there."""
        seat = await self.house.ask(self.house.stored_seat, secret)
        await self.ask(sittings.take, caller.player, seat, caller.key, secret)
        await self.house.ask(_call, self.house, secret, caller.player.name)

    async def must_be_free(self, secret: str, name: str) -> None:
        """Nobody takes another's name, and whoever sits by name keeps his; raises ServiceError."""
        seat = await self.house.ask(self.house.stored_seat, secret)
        await self.ask(_must_be_free, seat, name)


def _new_secret(house: House, match_id: str, side: SideWord) -> str:
    new = secrets.token_urlsafe(24)
    house.storage.set_secret(match_id, side, new)
    return new


def _log_fault(done: Future[object]) -> None:
    if error := done.exception():
        log.error("the club could not take in how a match stands: %s", errors.where(error))


def _myself(db: Connection, player: PlayerRow) -> Myself:
    return Myself(player.id, player.name, player.created, times.holidays_of(db, player.id))


def _phrase(text: str) -> bytes:
    return " ".join(text.split()).casefold().encode()


def _nobody_keeps_keys(_db: Connection, _caller: Caller, _key: str) -> None:
    """Without accounts."""


def _call(house: House, secret: str, name: str) -> None:
    if not house.sit(secret).match.live.game.over:
        talk.name(house, secret, name)


def _must_be_free(db: Connection, seat: StoredSeat, name: str) -> None:
    owner = sittings.player_at(db, seat.match_id, seat.side)
    if owner is not None and owner.name != talk.in_one_line(name):
        raise errors.conflict(
            "taken", f"This seat is {owner.name}'s. Only that player can change the name, on the page with it."
        )
    if owner is None and players.folded(name) and players.by_name(db, name) is not None:
        raise errors.conflict("taken", f"{talk.in_one_line(name)} is the name of a player here. Choose another one.")

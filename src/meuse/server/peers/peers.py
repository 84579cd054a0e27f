"""A server among others on one database: it takes requests for what has its home here, and hands on the others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from litestar.types import ASGIApp, Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

from meuse.server.errors import where
from meuse.server.messages import Update
from meuse.server.peers import tunnel
from meuse.server.peers.roster import Peer, Roster
from meuse.server.peers.tunnel import Hello, Line, Message
from meuse.server.storage import Storage

log = logging.getLogger("meuse.server")

P = ParamSpec("P")
T = TypeVar("T")

EVERY = 1.0
"""Seconds between two looks at who is there."""

SEATS_KNOWN = 20_000
"""Secrets whose match is remembered."""


class Unreached(OSError):
    """A server does not take requests any more."""


class Peers:
    """`host` is where the others on the same database reach this server."""

    def __init__(self, storage: Storage, host: str = "127.0.0.1") -> None:
        self._storage, self._host = storage, host
        self._roster: Roster | None = None
        self._key = ""
        self._app: ASGIApp | None = None
        self._doors: asyncio.Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._threads = ThreadPoolExecutor(2, "peers")
        self._closing = threading.Event()
        self._watcher: threading.Thread | None = None
        self._matches: OrderedDict[str, str] = OrderedDict()
        self._lines: defaultdict[Peer, set[Line]] = defaultdict(set)
        self._inside: set[asyncio.Task[None]] = set()
        self.on_call: Callable[[str], None] = _ignore
        """Called with a match whose bots may be asked."""
        self.on_news: Callable[[str, Update, str | None], None] = _ignore
        """Called with what listeners here are to hear."""
        self.on_change: list[Callable[[], None]] = []
        """Called in the event loop when servers have come or gone."""

    async def start(self, app: ASGIApp) -> None:
        """Be there for the others: `app` answers the requests that they hand on."""
        self._app, self._loop = app, asyncio.get_running_loop()
        self._doors = await asyncio.start_server(self._enter, self._host, 0)
        port = self._doors.sockets[0].getsockname()[1]
        roster = Roster(Peer(secrets.token_hex(6), f"{self._host}:{port}"))
        self._key = await self._ask(self._storage.setting, "peers", secrets.token_hex(32))
        await self._ask(self._look, roster)
        self._roster = roster
        await asyncio.gather(*(self._knock(peer) for peer in roster.peers if peer != roster.me))
        self._watcher = threading.Thread(target=self._watch, args=[roster], name="roster", daemon=True)
        self._watcher.start()

    async def close(self) -> None:
        self._closing.set()
        if self._roster is not None and self._watcher is not None:
            await self._ask(self._watcher.join)
            with contextlib.suppress(SQLAlchemyError):
                await self._ask(self._leave, self._roster)
        if self._doors is not None:
            self._doors.close()
        for task in (*self._inside,):
            task.cancel()
        for lines in self._lines.values():
            for line in lines:
                line.close()
        self._threads.shutdown(wait=False)

    # -- who keeps what

    @property
    def count(self) -> int:
        """How many servers live."""
        return len(self._roster.peers) if self._roster is not None else 1

    def is_home(self, key: str) -> bool:
        """Whether this server keeps something: a match by its id, or what there is only one of, by its name."""
        return self._roster is None or self._roster.home(key) == self._roster.me

    def home(self, key: str) -> Peer | None:
        """The other server that keeps something; None if it is this one."""
        found = self._roster.home(key) if self._roster is not None else None
        return None if self._roster is None or found == self._roster.me else found

    async def match_of(self, secret: str) -> str:
        """The match that a seat belongs to; "" if there is no such seat."""
        if secret not in self._matches:
            seat = await self._ask(self._storage.seat, secret)
            if seat is None:
                return ""
            self._matches[secret] = seat.match_id
            while len(self._matches) > SEATS_KNOWN:
                self._matches.popitem(last=False)
        return self._matches[secret]

    # -- telling the others

    def call(self, match_id: str) -> bool:
        """Have the bots of a match looked after at its home; False if that is here."""
        peer = self.home(match_id)
        if peer is not None:
            self._send(peer, Hello(self._key, call=match_id))
        return peer is not None

    def tell(self, match_id: str, message: Update, only: str | None) -> None:
        """Have listeners elsewhere told. From any thread."""
        peer = self.home(match_id)
        if peer is not None:
            self._send(peer, Hello(self._key, tell=(match_id, message, only)))

    async def hand_on(self, peer: Peer, scope: Scope, receive: Receive, send: Send) -> None:
        """Have another server answer a request; raises Unreached if it has not heard of it."""
        try:
            line = await self._connected(peer)
            await line.write(Hello(self._key, scope=tunnel.portable(dict(scope))))
        except OSError as error:
            raise Unreached from error
        self._lines[peer].add(line)
        listening = asyncio.create_task(_pass_on(receive, line))
        try:
            while (message := await line.read_message()) is not None:
                await send(message)  # type: ignore[arg-type]
        finally:
            listening.cancel()
            self._lines[peer].discard(line)
            line.close()

    # -- helpers

    async def _connected(self, peer: Peer) -> Line:
        """Whoever does not answer at his address has died."""
        try:
            return await tunnel.connect(peer.address)
        except OSError:
            await self._ask(self._bury, peer)
            raise

    async def _knock(self, peer: Peer) -> None:
        """After a crash the rows of servers that are gone are still there."""
        with contextlib.suppress(OSError):
            (await self._connected(peer)).close()

    def _send(self, peer: Peer, hello: Hello) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._begin_sending, peer, hello)

    def _begin_sending(self, peer: Peer, hello: Hello) -> None:
        self._keep(asyncio.get_running_loop().create_task(self._sent(peer, hello)))

    async def _sent(self, peer: Peer, hello: Hello) -> None:
        """Pages that miss something hear of it when they connect again, which they do when their server is gone."""
        with contextlib.suppress(OSError):
            line = await self._connected(peer)
            await line.write(hello)
            line.close()

    async def _enter(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._keep(task)
        line = Line(reader, writer)
        try:
            hello = await line.greeted(self._key)
            if hello is not None:
                await self._serve(hello, line)
        except (OSError, asyncio.CancelledError):
            pass  # whoever asked has hung up, or this server stops
        except Exception as error:
            log.error("a request that was handed on failed: %s", where(error))
        finally:
            line.close()

    async def _serve(self, hello: Hello, line: Line) -> None:
        if hello.call:
            self.on_call(hello.call)
        if hello.tell is not None:
            self.on_news(*hello.tell)
        if hello.scope is not None and self._app is not None:
            gone = {"type": f"{hello.scope['type']}.disconnect", "code": 1006}

            async def receive() -> Message:
                return await line.read_message() or gone

            await self._app(tunnel.arrived(hello.scope), receive, line.write)  # type: ignore[arg-type]

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._inside.add(task)
        task.add_done_callback(self._inside.discard)

    async def _ask(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, lambda: function(*args, **kwargs))

    # -- in a thread of its own: however busy the server is, the others see that it lives

    def _watch(self, roster: Roster) -> None:
        while not self._closing.wait(EVERY):
            try:
                changed = self._look(roster)
            except SQLAlchemyError as error:
                log.error("the other servers cannot be seen: %s", where(error))
            else:
                if changed and self._loop is not None:
                    self._loop.call_soon_threadsafe(self._changed)

    def _look(self, roster: Roster) -> bool:
        with self._storage.engine.begin() as db:
            return roster.look(db)

    def _leave(self, roster: Roster) -> None:
        with self._storage.engine.begin() as db:
            roster.leave(db)

    def _bury(self, peer: Peer) -> None:
        if self._roster is None:
            return
        self._roster.without(peer)
        with self._storage.engine.begin() as db:
            self._roster.strike(db, peer)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._changed)

    def _changed(self) -> None:
        """Whoever waits for a server that has gone waits no longer."""
        living = self._roster.peers if self._roster is not None else ()
        for peer in [peer for peer in self._lines if peer not in living]:
            for line in self._lines.pop(peer):
                line.close()
        for told in self.on_change:
            told()


async def _pass_on(receive: Receive, line: Line) -> None:
    """What a visitor says, until he hangs up."""
    with contextlib.suppress(OSError):
        while True:
            message = await receive()
            await line.write(message)
            if message["type"].endswith(".disconnect"):
                return


def _ignore(*_: object) -> None:
    """Before anybody listens."""

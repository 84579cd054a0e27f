"""What whoever runs the server may look at: whether it is well, what it has done, and a line for each request.

None of it tells a secret: a request is told by the template of its route, never by its path.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_address, ip_network
from typing import Any, TypeVar

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

from meuse.changeover import release
from meuse.server import figures
from meuse.server.figures import Figure, Figures, counter, gauge
from meuse.server.house import House
from meuse.server.opponents import Opponents
from meuse.server.peers.peers import Peers
from meuse.server.storage import Stock

log = logging.getLogger("meuse.requests")

T = TypeVar("T")

PATIENCE = 5.0
"""Seconds after which a database that has not answered is taken for gone."""

STOCK_KEPT = 60.0
"""Seconds for which the stock is not counted again: in a large database that takes a while."""


class Health(msgspec.Struct):
    ok: bool
    database: bool
    servers: int
    """How many share the database, this one among them."""
    release: str


class Watch:
    """`metrics_from` are addresses or networks that may read the figures, beside this machine itself."""

    def __init__(self, house: House, opponents: Opponents, peers: Peers, metrics_from: Sequence[str] = ()) -> None:
        self._house, self._opponents, self._peers = house, opponents, peers
        self._networks = [ip_network(one, strict=False) for one in metrics_from]
        self._threads = ThreadPoolExecutor(2, "watch")
        self._figures = Figures()
        self._asking: dict[str, asyncio.Future[Any]] = {}
        self._stock: tuple[float, Stock] | None = None

    def over(self, app: ASGIApp) -> ASGIApp:
        """The same application, with every request counted and told to the log."""

        async def watched(scope: Scope, receive: Receive, send: Send) -> None:
            begun, status = time.perf_counter(), 0

            async def with_status(message: Message) -> None:
                nonlocal status
                status = _status(message, status)
                await send(message)

            try:
                await app(scope, receive, with_status)
            finally:
                self._answered(scope, status, time.perf_counter() - begun)

        return watched

    def may_read_figures(self, host: str, *, forwarded: bool) -> bool:
        """This machine may, unless it speaks for somebody else: then it is a proxy that was not named."""
        try:
            address = ip_address(host)
        except ValueError:
            return False
        address = getattr(address, "ipv4_mapped", None) or address
        return (address.is_loopback and not forwarded) or any(address in network for network in self._networks)

    async def health(self) -> Health:
        well = await self._asked("health", self._house.storage.answers) or False
        return Health(well, well, self._peers.count, release())

    async def figures(self) -> str:
        return figures.text([self._figures.requests(), *self._own(), *await self._stored(), *figures.memory()])

    def close(self) -> None:
        self._threads.shutdown(wait=False)

    def _answered(self, scope: Scope, status: int, seconds: float) -> None:
        asked = figures.asked(scope, status)
        self._figures.count(asked)
        engine = scope.get("state", {}).get("engine_seconds", 0.0)
        told = {**asked._asdict(), "ms": round(seconds * 1000, 1), "engine_ms": round(engine * 1000, 1)}
        words = f"{asked.method} {asked.route} {status}, {told['ms']} ms, engine {told['engine_ms']} ms"
        log.info("%s", words, extra={"request": told})

    def _own(self) -> Iterator[Figure]:
        house, bots = self._house, self._opponents
        yield counter("meuse_engine_seconds_total", "Processor time of the engine's thread.", house.engine_seconds)
        yield gauge("meuse_servers", "Servers and workers on this database.", self._peers.count)
        yield gauge("meuse_matches_open", "Matches in memory.", house.opened)
        yield gauge("meuse_sockets", "Pages that listen to a match.", house.hub.listening)
        yield gauge("meuse_bots_waiting", "Bots that wait for a process.", bots.waiting)
        yield gauge("meuse_bots_at_work", "Bots that are thinking.", bots.at_work)

    async def _stored(self) -> list[Figure]:
        """Nothing, while the database does not answer."""
        stock = await self._asked("stock", self._counted)
        if stock is None:
            return []
        return [
            gauge("meuse_matches_stored", "Matches in the database.", stock.matches),
            gauge("meuse_orders_stored", "Orders in the database.", stock.orders),
        ]

    def _counted(self) -> Stock | None:
        if self._stock is None or time.monotonic() - self._stock[0] > STOCK_KEPT:
            try:
                self._stock = time.monotonic(), self._house.storage.stock()
            except SQLAlchemyError:
                return None
        return self._stock[1]

    async def _asked(self, name: str, function: Callable[[], T]) -> T | None:
        """Ask the database something; those who ask the same meanwhile wait for the same answer."""
        asking = self._asking.get(name)
        if asking is None or asking.done():
            asking = asyncio.get_running_loop().run_in_executor(self._threads, function)
            self._asking[name] = asking
        done, _ = await asyncio.wait([asking], timeout=PATIENCE)
        answer: T | None = asking.result() if done else None
        return answer


def _status(message: Message, so_far: int) -> int:
    """How a request has been answered, as a status of HTTP; 0 if it has not."""
    if message["type"] == "http.response.start":
        return message["status"]
    if message["type"] == "websocket.accept":
        return 101
    return so_far or (403 if message["type"] == "websocket.close" else 0)

"""Connections: how long a request may take to come, how many an address may have, and who gives way if all are taken.

Each takes a file of the machine, whether anything is said on it or not. Behind a reverse proxy all connections are the
proxy's, which has limits of its own.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from ipaddress import ip_address, ip_network
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from meuse.server.limits import visitor

HEAD, BODY = 10.0, 60.0
"""Seconds for the head of a request, counted from the connection or its first byte, and for its body."""

MOST_OF_ONE = 200
"""Connections of one address."""

KEPT_FREE = 200
"""Files that the machine must have left for databases, processes and pages."""

MOST = 60_000

HttpProtocol: Any = AutoHTTPProtocol
SocketProtocol: Any = AutoWebSocketsProtocol


class Porter:
    """Knows who is connected. `proxies` are addresses or networks that may have any number of connections."""

    def __init__(self, capacity: int, proxies: Sequence[str] = ()) -> None:
        self._capacity = capacity
        self._proxies = [ip_network(proxy, strict=False) for proxy in proxies]
        self._inside: dict[Any, str] = {}
        self._silent: dict[Any, None] = {}
        """Those that have not said yet what they want, the oldest first."""
        self._count: Counter[str] = Counter()

    def admit(self, connection: Any, host: str) -> bool:
        """Let somebody in, if there is room for one more from there."""
        address = visitor(host)
        if self._count[address] >= MOST_OF_ONE and not self._is_proxy(host):
            return False
        if len(self._inside) >= self._capacity and not self._made_room():
            return False
        self._inside[connection] = address
        self._count[address] += 1
        return True

    def leave(self, connection: Any) -> None:
        self._silent.pop(connection, None)
        address = self._inside.pop(connection, None)
        if address is not None:
            self._count[address] -= 1
            if not self._count[address]:
                del self._count[address]

    def is_silent(self, connection: Any) -> None:
        """Say that somebody has asked for nothing yet."""
        self._silent[connection] = None

    def has_spoken(self, connection: Any) -> None:
        self._silent.pop(connection, None)

    def _made_room(self) -> bool:
        """Whoever has been silent for longest gives way."""
        oldest = next(iter(self._silent), None)
        if oldest is None:
            return False
        self.leave(oldest)
        oldest.transport.abort()
        return True

    def _is_proxy(self, host: str) -> bool:
        with suppress(ValueError):
            return any(ip_address(host) in network for network in self._proxies)
        return False


def protocols(porter: Porter) -> tuple[Any, Any]:
    """What uvicorn speaks on each connection: HTTP, and updates that are pushed."""

    class Http(HttpProtocol):  # type: ignore[misc]
        """Hangs up on whoever takes too long over a request."""

        stage = ""
        late: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            if porter.admit(self, _host(transport)):
                self._enter("head")
            else:
                transport.abort()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if not self.transport.is_closing() and self.stage != "upgraded":
                self._enter(_stage(self.cycle))

        def handle_websocket_upgrade(self, *event: Any) -> None:
            self._enter("upgraded")
            porter.leave(self)
            super().handle_websocket_upgrade(*event)

        def connection_lost(self, error: Exception | None) -> None:
            self._enter("")
            porter.leave(self)
            super().connection_lost(error)

        def _enter(self, stage: str) -> None:
            if stage == self.stage:
                return
            self.stage = stage
            if self.late is not None:
                self.late.cancel()
            limit = {"head": HEAD, "body": BODY}.get(stage)
            self.late = None if limit is None else self.loop.call_later(limit, self.transport.abort)
            if stage == "head":
                porter.is_silent(self)
            else:
                porter.has_spoken(self)

    class Socket(SocketProtocol):  # type: ignore[misc]
        """Open for as long as the page is, and as it answers pings."""

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            if not porter.admit(self, _host(transport)):
                transport.abort()

        def connection_lost(self, error: Exception | None) -> None:
            porter.leave(self)
            super().connection_lost(error)

    return Http, Socket


def capacity() -> int:
    """Connections that this machine has files for; it is asked for as many as it gives."""
    try:
        import resource
    except ImportError:  # Windows counts otherwise
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(MOST, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if soft == resource.RLIM_INFINITY else max(50, min(MOST, soft) - KEPT_FREE)


def _host(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) else ""


def _stage(cycle: Any) -> str:
    """What a connection waits for: the head of a request, its body, or our answer."""
    if cycle is None or cycle.response_complete:
        return "head"
    return "body" if cycle.more_body else "answer"

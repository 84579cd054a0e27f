"""How one server hands a request to another: the messages of ASGI, in turn, over a connection.

Whoever connects shows first that he knows the key of the database. Requests and pushed updates go the same way.
"""

from __future__ import annotations

import asyncio
import hmac
from typing import Any

import msgspec

MOST = 64_000_000
"""Bytes of one message: more than any answer has."""

HANDED_ON = "handed on"
"""Marks a request that nobody hands on once more, should servers not agree for a moment who lives."""

Message = dict[str, Any]


class Hello(msgspec.Struct, frozen=True):
    """What a connection begins with: the key, and what it is for."""

    key: str
    scope: Message | None = None
    """A request."""
    call: str = ""
    """A match whose bots may be asked."""
    tell: tuple[str, Message, str | None] | None = None
    """News of a match for whoever listens to it."""


class Line:
    """One end of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    async def write(self, message: object) -> None:
        data = msgspec.msgpack.encode(message)
        self._writer.write(len(data).to_bytes(4, "big") + data)
        await self._writer.drain()

    async def read(self) -> bytes | None:
        """The next message; None at the end, however it came."""
        try:
            size = int.from_bytes(await self._reader.readexactly(4), "big")
            return await self._reader.readexactly(size) if size <= MOST else None
        except (asyncio.IncompleteReadError, OSError):
            return None

    async def read_message(self) -> Message | None:
        data = await self.read()
        return None if data is None else msgspec.msgpack.decode(data, type=Message)

    async def greeted(self, key: str) -> Hello | None:
        """What the other end wants; None if it does not know the key."""
        data = await self.read()
        try:
            hello = msgspec.msgpack.decode(data or b"", type=Hello)
        except msgspec.MsgspecError:
            return None
        return hello if hmac.compare_digest(hello.key.encode(), key.encode()) else None

    def close(self) -> None:
        self._writer.close()


async def connect(address: str) -> Line:
    """Raises OSError."""
    host, _, port = address.rpartition(":")
    return Line(*await asyncio.open_connection(host.strip("[]"), int(port)))


def portable(scope: Message) -> Message:
    """What of a request another server has to know."""
    names = ("type", "http_version", "method", "path", "raw_path", "query_string", "root_path", "scheme", "headers")
    kept = {name: scope[name] for name in names if name in scope}
    return {**kept, "client": scope.get("client"), "subprotocols": list(scope.get("subprotocols", ()))}


def arrived(sent: Message) -> Message:
    """A request as the application takes it."""
    return {
        **sent,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "headers": [(bytes(name), bytes(value)) for name, value in sent["headers"]],
        "client": tuple(sent["client"]) if sent["client"] else None,
        "server": None,
        "extensions": {},
        "state": {HANDED_ON: True},
    }

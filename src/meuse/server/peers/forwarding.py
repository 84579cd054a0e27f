"""Sees to it that a request is answered where what it is about has its home.

What belongs to a match (orders, states, updates, bots) goes to the server that keeps it; so does the club, of which
there is one. Everything else is answered where it arrives.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from meuse.server.headers import PLAIN
from meuse.server.peers.peers import Peers, Unreached
from meuse.server.peers.tunnel import HANDED_ON

CLUB = "club"
UPLOADS = "uploads"
"""What each there is one of, though it is not a match."""

GONE = {
    "error": "moved",
    "text": "The server that keeps this game has just stopped. Another one takes it over: try again in a moment.",
    "rule": "",
}


def over(app: ASGIApp, peers: Peers) -> ASGIApp:
    """The same application, with requests handed on to where they belong."""

    async def forwarded(scope: Scope, receive: Receive, send: Send) -> None:
        is_for_here = peers.count == 1 or HANDED_ON in scope["state"]
        key = "" if is_for_here else await _key(scope["path"], peers)
        if not key:
            await app(scope, receive, send)
            return
        for _ in range(peers.count):
            peer = peers.home(key)
            if peer is None:
                break
            answer = _Answer(scope, send)
            try:
                await peers.hand_on(peer, scope, receive, answer.send)
            except Unreached:
                continue  # its matches have another home now
            if await answer.end():
                return
        await app(scope, receive, send)

    return forwarded


class _Answer:
    """Knows how far another server has answered, should it end meanwhile."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._is_socket, self._send = scope["type"] == ScopeType.WEBSOCKET, send
        self._only_looks = scope.get("method") in ("GET", "HEAD")
        self._stage = ""

    async def send(self, message: Message) -> None:
        await self._send(message)
        ended = message["type"].endswith((".close", ".body")) and not message.get("more_body")
        self._stage = "ended" if ended else "begun"

    async def end(self) -> bool:
        """Whether there was an answer; one that breaks off is not taken for whole: the connection ends with it."""
        if self._stage == "ended":
            return True
        if self._is_socket:
            await self._send({"type": "websocket.close", "code": 1012, "reason": "moved"})
            return True
        if self._stage == "begun":
            raise ConnectionError("the server that answered has stopped")
        if not self._only_looks:
            await _refuse(self._send)
        return not self._only_looks


async def _refuse(send: Send) -> None:
    """Whether the order was taken nobody knows here; whoever looks again finds out."""
    headers = [(b"content-type", b"application/json"), *((k.encode(), v.encode()) for k, v in PLAIN.items())]
    body = msgspec.json.encode(GONE)
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _key(path: str, peers: Peers) -> str:
    """What a request is about: a match by its id, or what there is one of; "" for what any server can answer."""
    parts: list[Any] = path.split("/")[1:]
    match parts:
        case ["api", "seats", secret, *_]:
            return await peers.match_of(secret)
        case ["api", "matches", "upload"] | ["api", "uploads", *_]:
            return UPLOADS
        case ["api", "matches", match_id, *_] | ["api", "club", "games", match_id, "claim"]:
            return str(match_id)
        case ["api", "club", *_]:
            return CLUB
        case _:
            return ""

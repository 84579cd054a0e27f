"""Headers of requests and answers: a body is JSON, and no browser or proxy keeps an answer, or guesses what it is."""

from __future__ import annotations

from litestar.datastructures import Headers, MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

PLAIN = {"x-content-type-options": "nosniff", "cache-control": "no-store"}


class PlainAnswers(ASGIMiddleware):
    """What a seat is told is for that seat now; a route that may be kept says so itself."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableScopeHeaders.from_message(message)
                for name, value in PLAIN.items():
                    headers.setdefault(name, value)
            await send(message)

        await next_app(scope, receive, with_headers)


class JsonOnly(ASGIMiddleware):
    """A page of another site can send text without asking, but no JSON."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        headers = Headers.from_scope(scope)
        has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if has_body and kind != "application/json":
            raise HTTPException(status_code=415)
        await next_app(scope, receive, send)

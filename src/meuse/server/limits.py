"""Limits on size and rate, so that one visitor cannot keep the service from the others."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any

import msgspec
from litestar.exceptions import TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

MAX_BODY = 100_000
MAX_UPLOAD = 3_000_000
VISITORS = 10_000
NEW_MATCH = 10
"""A new match costs as much as so many other requests."""


class Limits(msgspec.Struct, frozen=True):
    """Requests a second that an address may make for long, and how many at once. A rate of 0 is none."""

    rate: float = 50.0
    burst: float = 400.0


class Limiter(ASGIMiddleware):
    """A bucket for each address: full at first, it fills up again at the given rate."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        client: Any = scope.get("client")
        cost = NEW_MATCH if str(scope.get("path", "")).startswith("/api/matches") and _posts(scope) else 1
        if self._limits.rate and not self._take(client[0] if client else "", cost):
            raise TooManyRequestsException("too many requests")
        await next_app(scope, receive, send)

    def _take(self, visitor: str, cost: float) -> bool:
        now = time.monotonic()
        left, since = self._buckets.pop(visitor, (self._limits.burst, now))
        left = min(self._limits.burst, left + (now - since) * self._limits.rate)
        allowed = left >= cost
        self._buckets[visitor] = (left - cost if allowed else left, now)
        while len(self._buckets) > VISITORS:
            self._buckets.popitem(last=False)
        return allowed


def _posts(scope: Scope) -> bool:
    return scope.get("method") == "POST"


def limiter(limits: Limits) -> Limiter:
    return Limiter(limits)

"""Limits on size, rate and cost, so that one visitor cannot keep the service from the others."""

from __future__ import annotations

from collections import OrderedDict
from ipaddress import ip_address, ip_network
from time import monotonic
from typing import Any

import msgspec
from litestar.exceptions import TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from meuse.server import turnstile

MAX_BODY = 100_000
MAX_UPLOAD = 3_000_000
VISITORS = 10_000
NEW_MATCH = {"cost": 10.0}
"""How many other requests a new match costs as much as."""
REPORT = {"cost": 10.0}
"""A report may have to be made first."""
PAGE = {"cost": 0.1}
"""A page comes with many files."""
SECOND = 100.0
"""How many requests a second of the service's work costs as much as."""


class Limits(msgspec.Struct, frozen=True):
    """Requests a second that an address may make for long, and how many at once. A rate of 0 is none."""

    rate: float = 50.0
    burst: float = 400.0


class Buckets:
    """A bucket for each address: full at first, it fills up again at the given rate."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, visitor: str, cost: float) -> bool:
        """Whether a visitor can pay for something, who then has."""
        left = self._now(visitor)
        allowed = not self._limits.rate or left >= cost
        self._keep(visitor, left - cost if allowed else left)
        return allowed

    def charge(self, visitor: str, cost: float) -> None:
        """Have a visitor pay for what is done already; his debt has an end."""
        self._keep(visitor, max(-self._limits.burst, self._now(visitor) - cost))

    def _now(self, visitor: str) -> float:
        left, since = self._left.get(visitor, (self._limits.burst, monotonic()))
        return min(self._limits.burst, left + (monotonic() - since) * self._limits.rate)

    def _keep(self, visitor: str, left: float) -> None:
        self._left[visitor] = (left, monotonic())
        self._left.move_to_end(visitor)
        while len(self._left) > VISITORS:
            self._left.popitem(last=False)


class Limiter(ASGIMiddleware):
    """Every request has its price, and what the engine has worked for it is paid for afterwards."""

    def __init__(self, limits: Limits) -> None:
        self._buckets = Buckets(limits)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        client: Any = scope.get("client")
        address = visitor(client[0] if client else "")
        if not self._buckets.take(address, _cost(scope)):
            raise TooManyRequestsException("too many requests")
        with turnstile.visit(address, _seat(scope)) as visit:
            try:
                await next_app(scope, receive, send)
            finally:
                self._buckets.charge(address, visit.spent * SECOND)
                scope["state"]["engine_seconds"] = visit.spent


def visitor(address: str) -> str:
    """Who an address belongs to: with IPv6 a household has a whole network of 64 bits."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if found.version == 4:
        return address
    return str(found.ipv4_mapped or ip_network((found, 64), strict=False))


def limiter(limits: Limits) -> Limiter:
    return Limiter(limits)


def _cost(scope: Scope) -> float:
    """The price of a request, as its route says."""
    return float(scope["route_handler"].opt.get("cost", 1.0))


def _seat(scope: Scope) -> str:
    """The seat or match that a request is about: those behind one address do not wait for each other's."""
    found: dict[str, Any] = scope.get("path_params", {})
    return str(found.get("secret") or found.get("match_id") or "")

"""For whoever runs the server: whether it is well, and its figures for Prometheus."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get
from litestar.di import NamedDependency

from meuse.server.errors import ServiceError
from meuse.server.watch import Health, Watch

TheWatch = NamedDependency[Watch]

PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8"
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")


@get("/health", include_in_schema=False)
async def health(watch: TheWatch) -> Response[Health]:
    found = await watch.health()
    return Response(found, status_code=200 if found.ok else 503)


@get("/metrics", include_in_schema=False)
async def metrics(watch: TheWatch, request: Request[Any, Any, Any]) -> Response[str]:
    host = request.client.host if request.client else ""
    if not watch.may_read_figures(host, forwarded=any(name in request.headers for name in FORWARDED)):
        raise ServiceError(403, "not_yours", "Only this machine and the addresses in --metrics-from may read this.")
    return Response(await watch.figures(), media_type=PROMETHEUS)


WATCH_ROUTES = [health, metrics]

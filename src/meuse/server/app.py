"""The service as one ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from meuse.server.faults import EXCEPTION_HANDLERS
from meuse.server.house import House
from meuse.server.hub import Hub
from meuse.server.limits import MAX_BODY, Limits, limiter
from meuse.server.migrate import migrate
from meuse.server.notices import Notices
from meuse.server.opponents import Opponents
from meuse.server.routes_matches import MATCH_ROUTES
from meuse.server.routes_notices import NOTICE_ROUTES
from meuse.server.routes_overlays import OVERLAY_ROUTES
from meuse.server.routes_pages import PAGE_ROUTES
from meuse.server.routes_reference import REFERENCE_ROUTES
from meuse.server.routes_seats import SEAT_ROUTES
from meuse.server.routes_updates import UPDATE_ROUTES
from meuse.server.storage import Storage


def build(database: str, limits: Limits | None = None, modules: tuple[str, ...] = ()) -> Litestar:
    """The service on a database: a file, or a URL. `modules` are imported first, for the bots that they register."""
    for module in modules:
        import_module(module)
    storage = Storage(database)
    migrate(storage.engine)
    hub = Hub()
    house = House(storage, hub)
    opponents = Opponents(house, modules)
    notices = Notices(house)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        hub.start()
        await opponents.resume()
        yield
        await opponents.close()
        notices.close()
        house.close()

    api = Router(
        "/api",
        route_handlers=[
            *REFERENCE_ROUTES,
            *MATCH_ROUTES,
            *SEAT_ROUTES,
            *OVERLAY_ROUTES,
            *NOTICE_ROUTES,
            *UPDATE_ROUTES,
        ],
        middleware=[limiter(limits or Limits())],
    )
    return Litestar(
        route_handlers=[api, *PAGE_ROUTES],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "opponents": Provide(lambda: opponents, sync_to_thread=False),
            "notices": Provide(lambda: notices, sync_to_thread=False),
        },
        exception_handlers=EXCEPTION_HANDLERS,
        lifespan=[lifespan],
        openapi_config=OpenAPIConfig(
            title="Meuse",
            version="1",
            path="/api/schema",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=MAX_BODY,
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=3, minimum_size=4000),
        logging_config=None,
    )

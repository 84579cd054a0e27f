"""The service as one ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib import import_module

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from meuse.server.club.club import Club
from meuse.server.club.routes_accounts import ACCOUNT_ROUTES
from meuse.server.club.routes_lobby import LOBBY_ROUTES
from meuse.server.club.routes_players import PLAYER_ROUTES
from meuse.server.club.routes_results import RESULT_ROUTES
from meuse.server.club.routes_tournaments import TOURNAMENT_ROUTES
from meuse.server.club.signing import Signing, SignInTerms
from meuse.server.club.steward import Steward
from meuse.server.coach import Coach
from meuse.server.faults import EXCEPTION_HANDLERS
from meuse.server.headers import JsonOnly, PlainAnswers
from meuse.server.house import MEMORY, House
from meuse.server.hub import Hub
from meuse.server.limits import MAX_BODY, Limits, limiter
from meuse.server.migrate import migrate
from meuse.server.notices import Notices
from meuse.server.opponents import Opponents
from meuse.server.peers import forwarding
from meuse.server.peers.moving import Moving
from meuse.server.peers.peers import Peers
from meuse.server.routes_coach import COACH_ROUTES
from meuse.server.routes_matches import MATCH_ROUTES
from meuse.server.routes_notices import NOTICE_ROUTES
from meuse.server.routes_overlays import OVERLAY_ROUTES
from meuse.server.routes_pages import PAGE_ROUTES
from meuse.server.routes_positions import POSITION_ROUTES
from meuse.server.routes_reference import REFERENCE_ROUTES
from meuse.server.routes_seats import SEAT_ROUTES
from meuse.server.routes_updates import UPDATE_ROUTES
from meuse.server.routes_watch import WATCH_ROUTES
from meuse.server.storage import Storage
from meuse.server.studies import Studies
from meuse.server.study.routes import STUDY_ROUTES
from meuse.server.study.school import School
from meuse.server.tales import Tales
from meuse.server.uploads import Uploads
from meuse.server.verifying import Verifying
from meuse.server.watch import Watch


def build(
    database: str,
    limits: Limits | None = None,
    modules: tuple[str, ...] = (),
    invitation: str = "",
    metrics_from: Sequence[str] = (),
    inside: str = "127.0.0.1",
    share: int = 1,
    sign_in: SignInTerms | None = None,
) -> Litestar:
    """The service on a database: a file, or a URL. `modules` are imported first, for the bots that they register.

    With an `invitation`, the server is private: only who knows this phrase gets a name, and starts games.
    `inside` is where other servers on the same database reach this one, of which so many `share` the machine.
    With terms to `sign_in` by, names come with accounts.
    """
    for module in modules:
        import_module(module)
    storage = Storage(database)
    migrate(storage.engine)
    hub = Hub()
    house = House(storage, hub, MEMORY // share)
    peers = Peers(storage, inside)
    opponents = Opponents(house, modules, peers, share)
    tales = Tales(house, opponents)
    school = School(house, opponents)
    coach, studies = Coach(house, opponents), Studies(house, opponents)
    verifying = Verifying(house, opponents)
    notices = Notices(house)
    uploads = Uploads()
    club = Club(house, invitation)
    signing = Signing(club, sign_in) if sign_in is not None else None
    steward = Steward(club, opponents, peers)
    watch = Watch(house, opponents, peers, metrics_from)
    moving = Moving(house, opponents, club, peers)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        hub.start()
        verifying.start()
        await moving.start(app)
        await opponents.resume()
        await club.catch_up()
        steward.start()
        yield
        await steward.stop()
        await peers.close()
        await verifying.close()
        await studies.close()
        await opponents.close()
        notices.close()
        uploads.close()
        if signing is not None:
            signing.close()
        club.close()
        watch.close()
        house.close()

    api = Router(
        "/api",
        route_handlers=[
            *REFERENCE_ROUTES,
            *MATCH_ROUTES,
            *SEAT_ROUTES,
            *OVERLAY_ROUTES,
            *COACH_ROUTES,
            *NOTICE_ROUTES,
            *UPDATE_ROUTES,
            *POSITION_ROUTES,
            *PLAYER_ROUTES,
            *ACCOUNT_ROUTES,
            *LOBBY_ROUTES,
            *RESULT_ROUTES,
            *TOURNAMENT_ROUTES,
            *STUDY_ROUTES,
        ],
    )
    app = Litestar(
        route_handlers=[api, *WATCH_ROUTES, *PAGE_ROUTES],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "tales": Provide(lambda: tales, sync_to_thread=False),
            "school": Provide(lambda: school, sync_to_thread=False),
            "coach": Provide(lambda: coach, sync_to_thread=False),
            "studies": Provide(lambda: studies, sync_to_thread=False),
            "opponents": Provide(lambda: opponents, sync_to_thread=False),
            "club": Provide(lambda: club, sync_to_thread=False),
            "signing": Provide(lambda: signing, sync_to_thread=False),
            "uploads": Provide(lambda: uploads, sync_to_thread=False),
            "watch": Provide(lambda: watch, sync_to_thread=False),
            "notices": Provide(lambda: notices, sync_to_thread=False),
        },
        middleware=[PlainAnswers(), limiter(limits or Limits()), JsonOnly()],
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
    app.asgi_handler = forwarding.over(watch.over(app.asgi_handler), peers)
    return app

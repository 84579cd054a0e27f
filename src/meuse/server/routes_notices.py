"""Opt-in notices that it is your turn."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from meuse.server.messages import Endpoint, FeedPath, PushKey, Subscribe, Subscribed
from meuse.server.notices import Notices
from meuse.server.params import REFUSALS, Secret, TheHouse
from meuse.server.webpush import Subscription

TheNotices = NamedDependency[Notices]
FeedName = Annotated[str, PathParameter(max_length=120, description="The name of a feed.")]


@get("/push-key", tags=["notices"], responses=REFUSALS)
async def push_key(house: TheHouse, notices: TheNotices) -> PushKey:
    """The key with which a page subscribes to notices."""
    return PushKey(await house.ask(notices.public_key))


@post("/seats/{secret:str}/push", tags=["notices"], responses=REFUSALS, status_code=200)
async def subscribe(house: TheHouse, notices: TheNotices, secret: Secret, data: JSONBody[Subscribe]) -> Subscribed:
    """Have a notice sent to this browser whenever it is this seat's turn and no page is open."""
    wanted = Subscription(data.endpoint, data.keys.p256dh, data.keys.auth)
    await house.ask(notices.subscribe, secret, wanted)
    return Subscribed(subscribed=True)


@post("/seats/{secret:str}/push/stop", tags=["notices"], responses=REFUSALS, status_code=200)
async def unsubscribe(house: TheHouse, notices: TheNotices, secret: Secret, data: JSONBody[Endpoint]) -> Subscribed:
    """Have no more notices sent to this browser."""
    await house.ask(notices.unsubscribe, secret, data.endpoint)
    return Subscribed(subscribed=False)


@get("/seats/{secret:str}/feed", tags=["notices"], responses=REFUSALS)
async def feed_of(house: TheHouse, notices: TheNotices, secret: Secret) -> FeedPath:
    """Where the feed of a seat is. That address opens nothing else, so that it can be given to a reader of feeds."""
    return FeedPath(f"/api/feeds/{await house.ask(notices.feed_of, secret)}")


@get("/feeds/{name:str}", tags=["notices"], responses=REFUSALS, media_type="application/atom+xml")
async def feed(
    request: Request[Any, Any, Any], house: TheHouse, notices: TheNotices, name: FeedName
) -> Response[bytes]:
    """A feed that has an entry while it is a seat's turn."""
    address = str(request.base_url).rstrip("/")
    text = await house.ask(notices.feed, name, address)
    return Response(text.encode(), media_type="application/atom+xml")


NOTICE_ROUTES = [push_key, subscribe, unsubscribe, feed_of, feed]

"""Updates pushed to open pages. A page sends nothing but pings; what it has to say goes by the other addresses."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from meuse.server.errors import ServiceError
from meuse.server.house import House
from meuse.server.hub import Listener
from meuse.server.params import MatchId, Secret, TheHouse

Socket = WebSocket[Any, Any, Any]

PINGS = 120
"""Messages that a page may send in a minute."""
NO_SEAT, TOO_MANY = 4404, 4429


@websocket("/seats/{secret:str}/updates")
async def seat_updates(socket: Socket, house: TheHouse, secret: Secret) -> None:
    try:
        seat = await house.ask(house.stored_seat, secret)
    except ServiceError as error:
        await _refuse(socket, error)
        return
    await _serve(socket, house, seat.match_id, seat.side)


@websocket("/matches/{match_id:str}/updates")
async def public_updates(socket: Socket, house: TheHouse, match_id: MatchId) -> None:
    try:
        await house.ask(house.info, match_id)
    except ServiceError as error:
        await _refuse(socket, error)
        return
    await _serve(socket, house, match_id, "")


UPDATE_ROUTES = [seat_updates, public_updates]


async def _refuse(socket: Socket, error: ServiceError) -> None:
    await socket.accept()
    await socket.send_json(error.body)
    await socket.close(NO_SEAT, error.code)


async def _serve(socket: Socket, house: House, match_id: str, side: str) -> None:
    await socket.accept()
    listener = house.hub.join(match_id, side)
    hearing = asyncio.create_task(_hear(socket))
    telling = asyncio.create_task(_tell(socket, listener))
    try:
        await asyncio.wait({hearing, telling}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        house.hub.leave(match_id, listener)
        for task in (hearing, telling):
            task.cancel()
        await asyncio.gather(hearing, telling, return_exceptions=True)
        with contextlib.suppress(Exception):  # the other end may have hung up already
            await socket.close()


async def _tell(socket: Socket, listener: Listener) -> None:
    while (message := await listener.queue.get()) is not None:
        await socket.send_json(message)


async def _hear(socket: Socket) -> None:
    """Read until the page hangs up; one that talks too much is hung up on."""
    loop = asyncio.get_running_loop()
    heard, since = 0, loop.time()
    while True:
        try:
            message = await socket.receive()
        except WebSocketDisconnect:
            return
        if message["type"] == "websocket.disconnect":
            return
        heard += 1
        if loop.time() - since > 60:
            heard, since = 0, loop.time()
        if heard > PINGS:
            await socket.close(TOO_MANY, "too_many")
            return

"""What happens to matches when servers come and go: pages and bots move to where a match has its home now."""

from __future__ import annotations

import asyncio
import logging

from litestar.types import ASGIApp

from meuse.server.club.club import Club
from meuse.server.errors import where
from meuse.server.house import House
from meuse.server.opponents import Opponents
from meuse.server.peers.peers import Peers

log = logging.getLogger("meuse.server")


class Moving:
    """Connects a server with the others on its database."""

    def __init__(self, house: House, opponents: Opponents, club: Club, peers: Peers) -> None:
        self._house, self._opponents, self._club, self._peers = house, opponents, club, peers
        self._task: asyncio.Task[None] | None = None
        peers.on_call = opponents.call
        peers.on_news = house.hub.tell_here
        peers.on_change.append(self._begin)
        house.hub.elsewhere = peers.tell

    async def start(self, app: ASGIApp) -> None:
        await self._peers.start(app)

    def _begin(self) -> None:
        """Servers have come or gone: what was begun for the servers there before is finished and started again."""
        before = self._task
        self._task = asyncio.get_running_loop().create_task(self._move(before))

    async def _move(self, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])
        try:
            self._let_go()
            await self._house.ask(self._house.keep_only, self._peers.is_home)
            await self._opponents.resume()
            await self._club.catch_up()
        except Exception as error:
            log.error("the matches of another server could not be taken over: %s", where(error))

    def _let_go(self) -> None:
        """Pages connect again, and find the home of their match."""
        for match_id in self._house.hub.listened():
            if not self._peers.is_home(match_id):
                self._house.hub.end(match_id)

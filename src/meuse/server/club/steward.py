"""Looks after what falls due by itself: time that is up, the next round of a tournament."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from meuse.server import errors
from meuse.server.club import begin, lapses, tournaments
from meuse.server.club.club import Club
from meuse.server.opponents import Opponents
from meuse.server.peers.forwarding import CLUB
from meuse.server.peers.peers import Peers

log = logging.getLogger("meuse.server")

EVERY = 1.0
"""Seconds between two looks."""


class Steward:
    """Works beside the service, in its event loop."""

    def __init__(self, club: Club, opponents: Opponents, peers: Peers) -> None:
        self._club, self._opponents, self._peers = club, opponents, peers
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._work())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _work(self) -> None:
        while True:
            try:
                await lapses.take_over(self._club, self._opponents, self._peers)
                if self._peers.is_home(CLUB):
                    await self._pair()
            except Exception as error:  # the next look may fare better, and nobody's game waits for it
                log.error("the steward of the club failed: %s", errors.where(error))
            await asyncio.sleep(EVERY)

    async def _pair(self) -> None:
        """Begin the next rounds of tournaments."""
        for tournament in await self._club.ask(tournaments.due):
            terms, games = await self._club.ask(tournaments.next_round, tournament)
            for agreed in games:
                await begin.start(self._club, self._opponents, terms, agreed)

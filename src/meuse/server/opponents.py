"""The service's bots: they think in processes of their own, one order at a time, and are given a seat and nothing else.

A match goes to a process that keeps its copy of the game and the bot with its plan. After a restart the copy is made
again from the orders, and the bot continues from there with the plan that is stored. While a bot thinks, the pages
are told how far it is, and no more: what it weighs is a secret of its side.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from typing import Literal, TypeVar

import msgspec

from meuse.counters import SIDES, Side, SideWord
from meuse.server import talk
from meuse.server.errors import ServiceError, where
from meuse.server.house import House, Player
from meuse.server.match import Match
from meuse.server.reference import seconds_of
from meuse.server.rooms import Rooms, Task
from meuse.server.thinkers import Answer, Job

log = logging.getLogger("meuse.server")

GLANCE = 0.3
"""Seconds between two looks at how far a bot is; the pages are told no more often."""

HANGS = 120.0
"""Seconds after which a bot that has not answered is taken for hanging, beside those that it may think."""

STAND_INS = ("staff", "random")
"""Who gives an order where the bot that is asked has failed."""

SELDOM = 3
"""Turns between two offers of a draw by a bot."""

T = TypeVar("T")
R = TypeVar("R")


class Hangs(RuntimeError):
    """A bot does not answer."""


class Opponents:
    """Lets bots play wherever one is asked; `modules` register bots beside our own."""

    def __init__(self, house: House, modules: tuple[str, ...] = ()) -> None:
        self._house = house
        self._rooms = Rooms(modules)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._called_again: set[str] = set()

    async def resume(self) -> None:
        """Take up every bot's turn that was unfinished when the service stopped."""
        for match_id in await self._house.ask(self._house.storage.bots_due):
            self.call(match_id)

    def get_ready(self) -> None:
        """Start a process for bots, before anybody waits for one."""
        self._rooms.open()

    def call(self, match_id: str) -> None:
        """See to it that the bots of a match answer if they are asked."""
        if match_id in self._busy:
            self._called_again.add(match_id)  # it may just have looked, and be on its way out
            return
        task = asyncio.get_running_loop().create_task(self._attend(match_id))
        self._busy[match_id] = task
        task.add_done_callback(lambda done: self._leave(match_id, done))

    async def work(self, function: Callable[[T], R], job: T) -> R:
        """Let a bot's process do something else that takes long."""
        return await self._rooms.work(function, job)

    async def close(self) -> None:
        tasks = list(self._busy.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._rooms.close()

    def _leave(self, match_id: str, done: asyncio.Task[None]) -> None:
        self._busy.pop(match_id, None)
        called_again = match_id in self._called_again
        self._called_again.discard(match_id)
        if called_again and not done.cancelled():
            self.call(match_id)

    async def _attend(self, match_id: str) -> None:
        """Let the bots of a match play until no bot is asked any more."""
        try:
            while (job := await self._house.ask(self._job, match_id)) is not None:
                answer = await self._answer(job)
                await self._house.ask(self._play, job, answer)
        except ServiceError:
            return  # the match was deleted meanwhile
        except Exception as error:
            log.error("the bot of match %s gave up: %s", match_id, where(error))
            await self._house.ask(self._give_up, match_id)

    async def _answer(self, job: Job) -> Answer:
        """The bot's answer; where it fails, that of a simpler bot, so that the game goes on."""
        try:
            return await self._think(job)
        except BrokenProcessPool:
            return await self._think(job)  # its process was killed; a new one starts from the orders
        except (Hangs, ServiceError):
            raise
        except Exception as error:
            if job.about != "order":
                log.error("bot %s has no answer to an offer in match %s: %s", job.bot, job.match_id, where(error))
                return Answer()
            simpler = next((name for name in STAND_INS if name != job.bot), job.bot)
            log.error("bot %s failed in match %s: %s", job.bot, job.match_id, where(error))
            return await self._stand_in(msgspec.structs.replace(job, bot=simpler, manners=False, seconds=None))

    async def _stand_in(self, job: Job) -> Answer:
        """The order of a simpler bot, which changes nothing about the plan in force."""
        try:
            answer = await self._think(job)
        except Exception:
            if job.bot == STAND_INS[-1]:
                raise
            answer = await self._think(msgspec.structs.replace(job, bot=STAND_INS[-1]))
        return Answer(answer.order)

    async def _think(self, job: Job) -> Answer:
        """Have a bot think, and look now and then how far it is."""
        task = self._rooms.start(job)
        try:
            await self._follow(job, task)
            return task.given.result()
        finally:
            if not task.given.done():
                task.hurry()  # nobody wants to know any more

    async def _follow(self, job: Job, task: Task) -> None:
        now, begun = asyncio.get_running_loop().time, 0.0
        while not (await asyncio.wait([task.given], timeout=GLANCE))[0]:
            begun = begun or (now() if task.begun else 0.0)
            if begun and now() - begun > HANGS + (job.seconds or 0.0):
                task.kill()
                raise Hangs(f"{job.bot} has not answered")
            if await self._house.ask(self._show, job, task.far):
                task.hurry()

    # -- in the engine's thread

    def _job(self, match_id: str) -> Job | None:
        match = self._house.open(match_id)
        bots = [side for side in SIDES if match.bot_of(side)]
        if listening := [side for side in bots if match.is_offered_a_draw(side)]:
            return _question(match, listening[0], "draw offered")
        if asked := [side for side in bots if match.live.asked(side)]:
            self._tell(match, asked[0].word)
            return _question(match, asked[0], "order")
        self._tell(match, "")
        if resting := [side for side in bots if _may_want_a_draw(match, side)]:
            match.asked_itself[resting[0].word] = match.live.game.state.turn
            return _question(match, resting[0], "draw wanted")
        return None

    def _play(self, job: Job, answer: Answer) -> None:
        """Do what a bot has decided, unless something else has happened while it thought."""
        match, side = self._house.open(job.match_id), Side.of(job.side)
        if match.live.stamp != job.stamp or match.live.game.over:
            return
        if job.about != "order":
            self._settle_draw(match, side, job, answer)
        elif answer.resigns:
            talk.give_up(self._house, Player(match, side))
        elif not match.is_offered_a_draw(side):  # an order would be no answer to that
            self._order(match, side, answer)

    def _settle_draw(self, match: Match, side: Side, job: Job, answer: Answer) -> None:
        player = Player(match, side)
        if job.about == "draw offered" and match.is_offered_a_draw(side):
            talk.settle_draw(self._house, player, answer.agrees)
        elif job.about == "draw wanted" and answer.agrees and _may_offer_a_draw(match, side):
            talk.settle_draw(self._house, player, None)

    def _order(self, match: Match, side: Side, answer: Answer) -> None:
        if answer.plan is not None and answer.plan not in [plan for _, plan in match.live.plans_of(side)[-1:]]:
            self._house.record(match, "plan", side, msgspec.json.encode(answer.plan).decode())
        if answer.order == ("undo",):
            self._house.record(match, "undo", side)
            return
        self._house.record(match, "order", side, " ".join(answer.order))
        if match.live.moving is None:
            self._house.tell_change(match, side)

    def _show(self, job: Job, far: float | None) -> bool:
        """Tell the pages how far a bot is; whether it should come to an end."""
        match = self._house.open(job.match_id)
        if match.live.game.over or _orders(match)[: len(job.orders)] != job.orders:
            return True  # what it thinks about was taken back, or does not matter any more
        if far is not None and match.is_further(far):
            self._announce(match)
        return match.hurried

    def _give_up(self, match_id: str) -> None:
        """Tell the pages that nobody thinks, though a bot is asked."""
        match = self._house.open(match_id)
        match.nobody_thinks()
        match.stalled = True
        self._announce(match)

    def _tell(self, match: Match, side: SideWord | Literal[""]) -> None:
        """Tell the pages whose bot thinks."""
        if match.thinking != side or match.stalled:
            match.nobody_thinks()
            match.thinking = side
            self._announce(match)

    def _announce(self, match: Match) -> None:
        self._house.hub.tell(match.id, match.thinking_message())


def _question(match: Match, side: Side, about: Literal["order", "draw offered", "draw wanted"]) -> Job:
    live, seat = match.live, match.seats[side.word]
    return Job(
        match_id=match.id,
        origin=live.origin,
        orders=_orders(match),
        side=side.word,
        bot=seat.bot,
        stamp=live.stamp,
        about=about,
        manners=seat.manners,
        seconds=seconds_of(seat),
        plans=live.plans_of(side),
        hurried=match.hurried,
    )


def _may_offer_a_draw(match: Match, side: Side) -> bool:
    """Whether nothing is offered yet, and nothing was for some turns."""
    live, never = match.live, -SELDOM
    turns = live.game.state.turn - live.draws["offer"].get(side.word, never)
    return live.offers.draw is None and turns >= SELDOM


def _may_want_a_draw(match: Match, side: Side) -> bool:
    """Whether a bot that has just ended its turn should ask itself, once a turn."""
    live = match.live
    game, last = live.game, live.game.journal[-1:]
    if game.over or live.moving is not None or not match.seats[side.word].manners:
        return False
    is_fresh = match.asked_itself.get(side.word) != game.state.turn
    return is_fresh and [entry.side for entry in last] == [side] and _may_offer_a_draw(match, side)


def _orders(match: Match) -> tuple[tuple[str, str], ...]:
    """The orders that stand, since the game went over to the present rules."""
    return match.live.orders[match.live.first :]

"""What happens in a bots' process: its own copies of games, the bots that play in them, and what they show meanwhile.

A bot is given a seat and nothing else, and what it weighs does not leave its process: that is a secret of its side.
Only how far it is can be seen from outside, on the process' slate.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from importlib import import_module
from multiprocessing import get_context, parent_process
from typing import Literal

import msgspec

from meuse.advice import Plan
from meuse.game import Game
from meuse.opponents import Bot, bot, manners
from meuse.opponents.thinking import Nobody, Ponders, Thought
from meuse.server.records import Origin
from meuse.steps import Order

GAMES_KEPT = 32
"""Games that a process keeps its copies of."""

NOTHING = -1.0
"""On a slate: the bot has not said how far it is."""

PATIENCE = 5
"""How far bots stand back behind the service and whatever else the machine does."""


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """A question to a bot: the whole game so far, from where it begins, whose move it is, and what is asked."""

    match_id: str
    origin: Origin
    orders: tuple[tuple[str, str], ...]
    side: str
    bot: str
    seed: str
    """What the bot's own choices by chance follow from; nobody outside can know it."""
    stamp: int
    about: Literal["order", "draw offered", "draw wanted"] = "order"
    manners: bool = False
    """Whether it may resign."""
    seconds: float | None = None
    """How long it may think about a turn, if it searches."""
    plans: tuple[tuple[int, Plan], ...] = ()
    """What it has meant to do, by how many orders had been given."""
    hurried: bool = False


class Answer(msgspec.Struct, frozen=True):
    """A bot's order and what it means to do from now on; or that it gives up; or whether it agrees to a draw."""

    order: Order = ()
    plan: Plan | None = None
    resigns: bool = False
    agrees: bool = False


class Slate:
    """What a process shows while it thinks, and where it is told to hurry: memory that both sides look at."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.process = context.RawValue("q", 0)
        self.ended = context.RawValue("q", 0)
        """Whether the process is to end, should it only be about to start."""
        self.job = context.RawValue("q", 0)
        self.hurried = context.RawValue("q", 0)
        self.done = context.RawValue("d", NOTHING)

    def begin(self, job: int) -> None:
        self.done.value = NOTHING
        self.job.value = job

    def far(self, job: int) -> float | None:
        """The share of its time that a job has used, if it is being done and tells so."""
        return self.done.value if self.job.value == job and self.done.value != NOTHING else None


class Watch:
    """Watches a bot at one job."""

    def __init__(self, slate: Slate, number: int, job: Job) -> None:
        self._slate, self._number, self._at_once = slate, number, job.hurried

    def told(self, thought: Thought) -> None:
        self._slate.done.value = min(1.0, max(0.0, thought.done))

    def is_hurried(self) -> bool:
        return self._at_once or self._slate.hurried.value == self._number


class Copy:
    """A process' own copy of a game, with the bots that play in it."""

    def __init__(self, origin: Origin) -> None:
        self.origin = origin
        self.game: Game = origin.game()
        self.played: list[tuple[str, str]] = []
        self.bots: dict[tuple[str, str], Bot] = {}
        self.judged: dict[tuple[str, str], int] = {}
        """In which turn each bot last asked itself whether the game is lost."""
        self.given: tuple[int, str, Answer] | None = None
        """The last answer, to which side and after how many orders: asked again there, the bot does not think again."""

    def follows(self, job: Job) -> bool:
        return self.origin == job.origin and tuple(self.played) == job.orders[: len(self.played)]

    def is_one_back(self, job: Job) -> bool:
        """Whether only the last order has gone, and was this side's own."""
        return tuple(self.played[:-1]) == job.orders and [side for side, _ in self.played[-1:]] == [job.side]

    def catch_up(self, job: Job) -> None:
        for side, order in job.orders[len(self.played) :]:
            self.game.play(order, side)
            self.played.append((side, order))

    def answer(self, job: Job, watch: Watch) -> Answer:
        if job.about != "order":
            return Answer(agrees=self._is_for_a_draw(job))
        if job.manners and self._gives_up(job):
            return Answer(resigns=True)
        moment = (len(self.played), f"{job.side} {job.bot}")
        if self.given is None or self.given[:2] != moment:
            self.given = (*moment, self._thought_out(job, watch))
        return self.given[2]

    def _thought_out(self, job: Job, watch: Watch) -> Answer:
        thinker = self._bot_of(job)
        if isinstance(thinker, Ponders):
            thinker.seconds, thinker.watcher, thinker.remembered = job.seconds, watch, dict(job.plans)
        try:
            order = thinker.choose(self.game.seat(job.side))
        finally:
            if isinstance(thinker, Ponders):
                thinker.watcher = Nobody()
        return Answer(order, getattr(thinker, "plan", None))

    def _gives_up(self, job: Job) -> bool:
        """Once a turn it asks itself."""
        key, turn = (job.side, job.bot), self.game.state.turn
        if self.judged.get(key) == turn:
            return False
        self.judged[key] = turn
        return manners.resigns(self._bot_of(job), self.game.seat(job.side))

    def _is_for_a_draw(self, job: Job) -> bool:
        thinker, seat = self._bot_of(job), self.game.seat(job.side)
        asked = manners.accepts_draw if job.about == "draw offered" else manners.offers_draw
        return asked(thinker, seat)

    def _bot_of(self, job: Job) -> Bot:
        key = (job.side, job.bot)
        if key not in self.bots:
            self.bots[key] = bot(job.bot, job.seed)
        return self.bots[key]


_copies: OrderedDict[str, Copy] = OrderedDict()
_slates: list[Slate] = []


def enter(slate: Slate, modules: tuple[str, ...], patience: int = PATIENCE) -> None:
    """Called once in a new process, with modules that register more bots."""
    slate.process.value = os.getpid()
    if slate.ended.value:
        os._exit(0)
    _slates.append(slate)
    _end_with_parent()
    if hasattr(os, "nice"):
        os.nice(patience)
    for module in modules:
        import_module(module)


def answer(number: int, job: Job) -> Answer:
    """The order a bot gives now."""
    slate = _slates[-1]
    slate.begin(number)
    copy = _up_to_date(job)
    _copies[job.match_id] = copy
    while len(_copies) > GAMES_KEPT:
        _copies.popitem(last=False)
    return copy.answer(job, Watch(slate, number, job))


def _up_to_date(job: Job) -> Copy:
    """A copy that stands where the game stands.

    A bot that has taken back its own order knows why. After any other turning back it is made again, with its plan.
    """
    copy = _copies.pop(job.match_id, None)
    if copy is None or not copy.follows(job):
        bots = copy.bots if copy is not None and copy.is_one_back(job) else {}
        copy = Copy(job.origin)
        copy.bots = bots
    copy.catch_up(job)
    return copy


def _end_with_parent() -> None:
    """A killed service must not leave its bots behind."""
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=watch, daemon=True).start()

"""Studies: an analysis of a finished game, or some dozens of games from a moment to their end. They take minutes.

A study is done in pieces by two processes that stand back behind everything else. Of each study a few pieces are under
way at a time, so that several go on side by side. Pages ask how far one is; when nobody wants it any more, no further
piece is begun. What was found is kept as long as there is room.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Literal

import msgspec

from meuse.counters import Side
from meuse.lab.analysis import SHARES, Analysis, Errand, working
from meuse.lab.endings import GAMES, Ending, Endings, ending_of, summed
from meuse.server import errors, turnstile
from meuse.server.coach import Account, account_of, may_be_advised
from meuse.server.house import House
from meuse.server.match import Match
from meuse.server.opponents import Opponents
from meuse.server.rooms import STUDY_DESKS
from meuse.value import NoAppreciation, appreciation_of

log = logging.getLogger("meuse.server")

KEPT = 30
"""Studies that are kept when they are done."""

MOST, MOST_OF_ONE = 20, 3
"""Studies that may be under way or wait for that, in all and for one address."""

AT_ONCE = 2
"""Pieces of a study that are under way at a time."""

Kind = Literal["analysis", "endings"]


class Progress(msgspec.Struct, kw_only=True):
    """How far a study is, and what is known of it by now; `none` if nobody has asked for it, or all have left it.

    `analysis` comes when it is done, `endings` after each game that is over; `wanted` are the games to be played.
    """

    state: Literal["none", "working", "done", "failed"]
    done: float = 0.0
    ahead: int = 0
    """Studies that began earlier and share the processes with it."""
    wanted: int = 0
    text: str = ""
    analysis: Analysis | None = None
    endings: Endings | None = None


class Study:
    """A study that is under way, or done."""

    def __init__(self) -> None:
        self.progress = Progress(state="working")
        self.wanted_by: set[str] = set()
        self.task: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether it still has to be worked at."""
        return self.progress.state == "working"


class Studies:
    """All studies, by what they are of."""

    def __init__(self, house: House, opponents: Opponents) -> None:
        self._house, self._opponents = house, opponents
        self._studies: OrderedDict[str, Study] = OrderedDict()
        self._under_way = dict.fromkeys(STUDY_DESKS, 0)

    # -- what a page asks

    async def analyse(self, secret: str, match_id: str) -> Progress:
        """Begin an analysis of a match, or say how far it is."""
        account = await self._house.ask(_to_analyse, self._house, secret, match_id)
        return self._begin(_key("analysis", account, 0), lambda study: self._analysis(study, account))

    async def analysis(self, secret: str, match_id: str) -> Progress:
        account = await self._house.ask(_to_analyse, self._house, secret, match_id)
        return self._look(_key("analysis", account, 0))

    async def drop_analysis(self, secret: str, match_id: str) -> Progress:
        account = await self._house.ask(_to_analyse, self._house, secret, match_id)
        return self._drop(_key("analysis", account, 0))

    async def play_out(self, secret: str, match_id: str, at: int | None) -> Progress:
        """Begin to play games on from a moment of a match, or say how they end so far."""
        account = await self._house.ask(_to_play_out, self._house, secret, match_id, at)
        return self._begin(_key("endings", account, at), lambda study: self._endings(study, account))

    async def endings(self, secret: str, match_id: str, at: int | None) -> Progress:
        account = await self._house.ask(_to_play_out, self._house, secret, match_id, at)
        return self._look(_key("endings", account, at))

    async def drop_endings(self, secret: str, match_id: str, at: int | None) -> Progress:
        account = await self._house.ask(_to_play_out, self._house, secret, match_id, at)
        return self._drop(_key("endings", account, at))

    async def close(self) -> None:
        tasks = [study.task for study in self._studies.values() if study.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # -- the list of studies

    def _begin(self, key: str, work: Callable[[Study], Awaitable[None]]) -> Progress:
        address, study = turnstile.present().names[0], self._studies.get(key)
        if study is None or study.progress.state == "failed":
            self._must_have_room(address)
            study = self._studies[key] = Study()
            study.task = asyncio.get_running_loop().create_task(self._worked(study, work))
        self._studies.move_to_end(key)
        study.wanted_by.add(address)
        self._tidy()
        return self._look(key)

    def _look(self, key: str) -> Progress:
        study = self._studies.get(key)
        if study is None:
            return Progress(state="none")
        earlier = list(self._studies)[: list(self._studies).index(key)]
        ahead = sum(self._studies[one].is_open for one in earlier) if study.is_open else 0
        return msgspec.structs.replace(study.progress, ahead=ahead)

    def _drop(self, key: str) -> Progress:
        """Somebody does not want it any more; if nobody else does, it ends with the pieces that are under way."""
        study = self._studies.get(key)
        if study is not None and study.is_open:
            study.wanted_by.discard(turnstile.present().names[0])
            if not study.wanted_by and study.task is not None:
                study.task.cancel()
                if study.progress.endings is None:
                    del self._studies[key]
                else:
                    study.progress = msgspec.structs.replace(study.progress, state="done")
        return self._look(key)

    def _must_have_room(self, address: str) -> None:
        under_way = [study for study in self._studies.values() if study.is_open]
        mine = [study for study in under_way if address in study.wanted_by]
        if len(under_way) >= MOST or len(mine) >= MOST_OF_ONE:
            text = "Other analyses are under way. Wait until one is done, or stop one."
            raise errors.ServiceError(429, "too_many", text)

    def _tidy(self) -> None:
        over = [key for key, study in self._studies.items() if not study.is_open]
        for key in over[: max(0, len(over) - KEPT)]:
            del self._studies[key]

    # -- the work

    async def _worked(self, study: Study, work: Callable[[Study], Awaitable[None]]) -> None:
        try:
            await work(study)
        except Exception as error:
            log.error("a study failed: %s", errors.where(error))
            text = "This could not be worked out. The game is safe; try again later."
            study.progress = Progress(state="failed", text=text)

    async def _analysis(self, study: Study, account: Account) -> None:
        rounds = working(await self._house.ask(lambda: account.tale))
        errands, before = next(rounds), 0.0
        for share in SHARES:

            def told(done: int, before: float = before, share: float = share, every: int = len(errands)) -> None:
                study.progress.done = round(before + share * done / every, 3)

            found = await self._all(errands, told)
            before += share
            try:
                errands = rounds.send(found)
            except StopIteration as over:
                study.progress = Progress(state="done", done=1.0, analysis=over.value)

    async def _endings(self, study: Study, account: Account) -> None:
        tale, found = await self._house.ask(lambda: account.tale), list[Ending]()
        study.progress.wanted = GAMES
        errands = [Errand(ending_of, (tale, tale.last, account.eyes, str(number))) for number in range(GAMES)]

        def told(done: int) -> None:
            study.progress.done = round(done / GAMES, 3)

        def came(one: Ending) -> None:
            found.append(one)
            study.progress.endings = summed(tale.start, found)

        await self._all(errands, told, came)
        study.progress = msgspec.structs.replace(study.progress, state="done", done=1.0)

    async def _all(
        self, errands: Sequence[Errand], told: Callable[[int], None], came: Callable[[Any], None] = lambda one: None
    ) -> list[Any]:
        """Have all of them done, a few at a time, in whatever order; what came of them in theirs."""
        found: dict[int, Any] = {}
        left = iter(enumerate(errands))

        async def work() -> None:
            for number, errand in left:
                found[number] = await self._one(errand)
                came(found[number])
                told(len(found))

        workers = [asyncio.create_task(work()) for _ in range(AT_ONCE)]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
        return [found[number] for number in range(len(errands))]

    async def _one(self, errand: Errand) -> Any:
        """At the desk with less to do."""
        desk = min(STUDY_DESKS, key=lambda name: self._under_way[name])
        self._under_way[desk] += 1
        try:
            return await self._opponents.work(run, errand, desk)
        finally:
            self._under_way[desk] -= 1


def run(errand: Errand) -> Any:
    """In a process of its own: a piece of a study."""
    return errand.function(*errand.given)


# -- in the engine's thread


def _to_analyse(house: House, secret: str, match_id: str) -> Account:
    match = house.sit(secret).match if secret else house.open(match_id)
    if not match.live.game.over and not (secret and may_be_advised(match) and _at_one_table(match)):
        text = "An analysis shows the secrets of both sides, so it is made when the game is over."
        raise errors.conflict("not_over", text)
    account = account_of(match, None) if match.live.game.over else _whole(match)
    if not account.orders:
        raise errors.conflict("nothing", "No order has been given yet: there is nothing to analyse.")
    return _appreciated(match, account)


def _to_play_out(house: House, secret: str, match_id: str, at: int | None) -> Account:
    player = house.sit(secret) if secret else None
    match = player.match if player is not None else house.open(match_id)
    if match.live.game.over:
        return _upto(_appreciated(match, account_of(match, None)), match.live.first, at)
    if player is None or not may_be_advised(match):
        text = "Before the end, this is for games against bots or at one table with advice switched on."
        raise errors.conflict("no_coach", text)
    return _upto(_appreciated(match, account_of(match, player.side)), match.live.first, at)


def _appreciated(match: Match, account: Account) -> Account:
    try:
        appreciation_of(match.live.game.rules)
    except NoAppreciation as error:
        raise errors.conflict("no_appreciation", f"{error}, so it cannot be valued.") from error
    return account


def _upto(account: Account, first: int, at: int | None) -> Account:
    """A match up to a moment: as it stood before it ended, if it is to be played on."""
    if at is None:
        return account
    return msgspec.structs.replace(account, orders=account.orders[: max(0, at - first)], result=None)


def _whole(match: Match) -> Account:
    """A match at one table, whose players have no secrets from each other that a page could keep."""
    return account_of(match, match.live.moving or Side.GERMAN)


def _at_one_table(match: Match) -> bool:
    return all(seat.kind == "here" for seat in match.seats.values())


def _key(kind: Kind, account: Account, at: int | None) -> str:
    return f"{kind} {at} {hashlib.sha256(msgspec.json.encode(account)).hexdigest()}"

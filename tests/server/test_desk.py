"""Processes beside the service: one that ends or hangs takes nothing with it but what it was doing."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from kits import errands
from meuse.server import desk
from meuse.server.desk import Desk, Hangs, Task
from meuse.server.rooms import MAPS, Rooms


class Clerk:
    """Stands for a process: it answers with what it is given, unless that is never done."""

    def __init__(self) -> None:
        self.slate = SimpleNamespace(hurried=SimpleNamespace(value=0))
        self.ended = False
        self.given: list[str] = []
        self.doing: asyncio.Future[str] | None = None

    def give(self, word: str) -> asyncio.Future[str]:
        if self.ended:
            raise BrokenProcessPool
        self.given.append(word)
        self.doing = asyncio.get_running_loop().create_future()
        if word not in ("sleep", "lost"):
            asyncio.get_running_loop().call_soon(self.kill if word == "die" else self._answer, word)
        return self.doing

    def kill(self, _: str = "") -> None:
        self.ended = True
        if self.doing is not None and self.given == ["lost"]:
            return
        if self.doing is not None and not self.doing.done():
            self.doing.set_exception(BrokenProcessPool())

    def close(self) -> None:
        self.kill()

    def _answer(self, word: str) -> None:
        if self.doing is not None and not self.doing.done():
            self.doing.set_result(word)


class Place:
    """A desk, and all who have worked there."""

    def __init__(self, watched: str = "") -> None:
        self.clerks: list[Clerk] = []
        self.desk = Desk(self._new, lambda match_id: match_id == watched)

    def add(self, word: str, limit: float = 60, overtime: float = 60) -> Task:
        """The word is the name of a match too."""
        task = Task(word, 1, (word,), limit)
        self.desk.add(task, overtime)
        return task

    @property
    def work(self) -> list[list[str]]:
        """Who was given what."""
        return [clerk.given for clerk in self.clerks]

    def _new(self) -> Any:
        self.clerks.append(Clerk())
        return self.clerks[-1]


async def outcome(task: Task) -> Any:
    """The result, or the kind of what went wrong."""
    try:
        return await task.given
    except Exception as error:
        return type(error)


def played(story: Callable[[Place], Awaitable[list[Any]]], watched: str = "") -> tuple[list[Any], list[list[str]]]:
    """What comes of a story, and who has done what in it."""

    async def run() -> tuple[list[Any], list[list[str]]]:
        place = Place(watched)
        found = await story(place)
        place.desk.close()
        return found, place.work

    return asyncio.run(run())


def test_a_process_that_ends_is_replaced_once_and_what_waits_is_done() -> None:
    async def story(place: Place) -> list[Any]:
        tasks = [place.add(word) for word in ("die", "one", "two", "three")]
        return [await outcome(task) for task in tasks]

    found, work = played(story)

    assert found == [BrokenProcessPool, "one", "two", "three"]
    assert work == [["die"], ["one", "two", "three"]]


def test_one_that_ends_while_it_has_nothing_to_do_is_not_noticed() -> None:
    async def story(place: Place) -> list[Any]:
        first = await outcome(place.add("one"))
        place.clerks[0].kill()
        return [first, await outcome(place.add("two"))]

    assert played(story) == (["one", "two"], [["one"], ["two"]])


def test_what_hangs_is_ended_and_the_next_is_done() -> None:
    async def story(place: Place) -> list[Any]:
        tasks = [place.add("sleep", limit=0.01), place.add("next")]
        return [await outcome(task) for task in tasks]

    assert played(story) == ([Hangs, "next"], [["sleep"], ["next"]])


def test_a_process_that_never_says_that_it_has_ended_is_replaced_too() -> None:
    async def story(place: Place) -> list[Any]:
        tasks = [place.add("lost", limit=0.01), place.add("next")]
        return [await outcome(task) for task in tasks]

    assert played(story) == ([Hangs, "next"], [["lost"], ["next"]])


def test_others_do_not_wait_behind_what_takes_long() -> None:
    async def story(place: Place) -> list[Any]:
        slow = place.add("sleep", overtime=0.01)
        found = [await outcome(place.add(word)) for word in ("one", "two")]
        return [*found, slow.given.done()]

    assert played(story) == (["one", "two", False], [["sleep"], ["one", "two"]])


def test_only_a_few_are_left_alone_with_what_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "ASIDE", 1)
    monkeypatch.setattr(desk, "LOOK", 0.01)

    async def story(place: Place) -> list[Any]:
        slow = [place.add("sleep", overtime=0.01, limit=limit) for limit in (60, 0.2)]
        return [await outcome(place.add("last")), slow[0].given.done(), await outcome(slow[1])]

    assert played(story) == (["last", False, Hangs], [["sleep"], ["sleep"], ["last"]])


def test_matches_that_people_look_at_come_first() -> None:
    async def story(place: Place) -> list[Any]:
        tasks = [place.add(word) for word in ("first", "second", "third", "watched")]
        return [await outcome(task) for task in tasks]

    _, work = played(story, "watched")

    assert work == [["first", "watched", "second", "third"]]


def test_what_nobody_waits_for_any_more_is_not_done() -> None:
    async def story(place: Place) -> list[Any]:
        first, second, third = (place.add(word) for word in ("one", "two", "three"))
        second.drop()
        return [await outcome(first), await outcome(third)]

    assert played(story) == (["one", "three"], [["one", "three"]])


def test_a_machine_without_room_for_another_process_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(place: Place) -> list[Any]:
        with monkeypatch.context() as full:
            full.setattr(Clerk, "give", lambda *_: (_ for _ in ()).throw(OSError()))
            refused = place.add("one")
        return [await outcome(refused), await outcome(place.add("two"))]

    assert played(story)[0] == [OSError, "two"]


def test_real_processes_are_replaced_too(tmp_path: Path) -> None:
    async def run() -> tuple[str, int, int]:
        rooms = Rooms((), lambda _: False)
        try:
            done = await rooms.work(MAPS, errands.die_once, str(tmp_path / "died"))
            first = await rooms.work(MAPS, errands.name, None)
            os.kill(first, signal.SIGKILL)
            await asyncio.sleep(0.2)
            second = await rooms.work(MAPS, errands.name, None)
        finally:
            rooms.close()
        return done, first, second

    done, first, second = asyncio.run(run())

    assert done == "done"
    assert first != second

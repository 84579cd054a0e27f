"""Orders a second and their times with many games in progress.

    PYTHONPATH=tests .venv/bin/python bench/server_load.py [GAMES] [SECONDS]


Each of a few players in turn picks one of the games at random and gives a legal order in it, as a browser would:
state, choices, order. Only the orders are timed; everything runs on one machine, the players too.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from kits.visitors import HERE, LINK, Server

PLAYERS = 8
GAMES = ("gdw1940", "skirmish")


class Load:
    """Players at many tables, and the time that each of their orders took."""

    def __init__(self, client: httpx.AsyncClient, tables: list[dict[str, Any]]) -> None:
        self.client, self.tables, self.free = client, tables, list(range(len(tables)))
        self.times: list[float] = []

    async def player(self, seed: int, until: float) -> None:
        rng = random.Random(seed)
        while time.perf_counter() < until:
            number = self.free.pop(rng.randrange(len(self.free)))
            await self.order(rng, self.tables[number])
            self.free.append(number)

    async def order(self, rng: random.Random, table: dict[str, Any]) -> None:
        info = (await self.client.get(f"/api/matches/{table['id']}")).json()
        if info["over"]:
            return
        seat = f"/api/seats/{table['seats'][info['asked'][0]]}"
        state = (await self.client.get(f"{seat}/state")).json()
        order = await self.choose(rng, seat)
        started = time.perf_counter()
        answer = await self.client.post(f"{seat}/orders", json={"number": state["number"], "order": order})
        self.times.append(time.perf_counter() - started)
        assert answer.status_code == 200, answer.text

    async def choose(self, rng: random.Random, seat: str) -> list[str]:
        order: list[str] = []
        while True:
            choices = (await self.client.post(f"{seat}/choices", json={"prefix": order})).json()["choices"]
            chosen = rng.choice([c for c in choices if c["kind"] != "back"] or choices)
            order.append(chosen["token"])
            if chosen.get("completes"):
                return order


async def measure(address: str, games: int, seconds: float) -> dict[str, float]:
    async with httpx.AsyncClient(base_url=address, timeout=120) as client:
        seats = {"german": HERE, "allied": LINK}
        tables = [
            (await client.post("/api/matches", json={"game": GAMES[n % len(GAMES)], "seats": seats, "seed": n})).json()
            for n in range(games)
        ]
        load = Load(client, tables)
        started = time.perf_counter()
        await asyncio.gather(*(load.player(n, started + seconds) for n in range(PLAYERS)))
        taken = time.perf_counter() - started
    times = sorted(load.times)
    return {
        "games": games,
        "players": PLAYERS,
        "orders": len(times),
        "orders_a_second": round(len(times) / taken, 1),
        "median_ms": round(1000 * times[len(times) // 2], 1),
        "p99_ms": round(1000 * times[int(len(times) * 0.99)], 1),
    }


def main(games: int, seconds: float) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(str(Path(folder) / "games.sqlite3"), Path(folder) / "server.log")
        server.start()
        try:
            print(json.dumps(asyncio.run(measure(server.address, games, seconds))))
        finally:
            server.kill()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200, float(sys.argv[2]) if len(sys.argv) > 2 else 30.0)

"""Visitors to a service, for tests and measurements: players that sit at tables, and a server that can be killed."""

from __future__ import annotations

import json
import random
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from litestar import Litestar

from meuse.server.app import build
from meuse.server.limits import Limits

BOT = {"kind": "bot", "bot": "staff"}
HERE = {"kind": "here"}
LINK = {"kind": "link"}


def unlimited(database: str) -> Litestar:
    """A service without limits of rate: how fast a machine is must not decide whether a test passes."""
    return build(database, Limits(rate=0))


class Visitor:
    """Someone at the front page. `client` is whatever speaks HTTP as httpx does."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def start(self, game: str = "skirmish", german: Any = HERE, allied: Any = None, **facts: Any) -> HostedMatch:
        """Start a match: with a friend by link, or at one table, where the seed may be chosen."""
        allied = allied or (HERE if "seed" in facts else LINK)
        wanted = {"game": game, "seats": {"german": german, "allied": allied}, **facts}
        answer = self.client.post("/api/matches", json=wanted)
        assert answer.status_code == 201, answer.text
        return self.match(answer.json())

    def upload(self, journal: str, german: Any = HERE, allied: Any = LINK, **facts: Any) -> Any:
        seats = {"german": german, "allied": allied}
        return self.client.post("/api/matches/upload", json={"journal": journal, "seats": seats, **facts})

    def match(self, created: dict[str, Any]) -> HostedMatch:
        return HostedMatch(self.client, created)


class HostedMatch:
    """A match that was started, with those of its seats that have secrets."""

    def __init__(self, client: Any, created: dict[str, Any]) -> None:
        self.client, self.id = client, created["id"]
        secrets = created["seats"]
        self.players = {side: Player(client, secret) for side, secret in secrets.items() if secret}

    @property
    def german(self) -> Player:
        return self.players["german"]

    @property
    def allied(self) -> Player:
        return self.players["allied"]

    def get(self, what: str = "") -> Any:
        return self.client.get(f"/api/matches/{self.id}{what}")

    def play(self, orders: int, seed: int = 1) -> None:
        """Let whoever is asked give random orders, so many in all."""
        rng = random.Random(seed)
        for _ in range(orders):
            asked = self.get().json()["asked"]
            if not asked:
                return
            self.players[asked[0]].order(*self.players[asked[0]].random_order(rng))

    def play_out(self, seed: int = 1) -> None:
        while not self.get().json()["over"]:
            self.play(20, seed)


class Player:
    """Someone who holds the secret of a seat."""

    def __init__(self, client: Any, secret: str) -> None:
        self.client, self.secret = client, secret

    def get(self, what: str) -> Any:
        return self.client.get(f"/api/seats/{self.secret}/{what}")

    def post(self, what: str, **body: Any) -> Any:
        return self.client.post(f"/api/seats/{self.secret}/{what}", json=body)

    @property
    def state(self) -> Any:
        answer = self.get("state")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def choices(self, *prefix: str) -> list[str]:
        """The tokens that may follow."""
        return [choice["token"] for choice in self.post("choices", prefix=prefix).json()["choices"]]

    def order(self, *order: str) -> Any:
        """Give an order that must be taken."""
        answer = self.post("orders", number=self.state["number"], order=order)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def random_order(self, rng: random.Random) -> list[str]:
        """A legal order, chosen by chance; taking back is left out where there is anything else."""
        order: list[str] = []
        while True:
            choices = self.post("choices", prefix=order).json()["choices"]
            forward = [choice for choice in choices if choice["kind"] != "back"]
            chosen = rng.choice(forward or choices)
            order.append(chosen["token"])
            if chosen.get("completes"):
                return order

    def wait(self, seconds: float = 60) -> Any:
        """The state once this side is asked, or the game is over."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            state = self.state
            if state["decision"] or state["match"]["over"]:
                return state
            time.sleep(0.05)
        raise TimeoutError(f"not asked after {seconds} seconds: {state['waiting']}")


class Server:
    """A service in a process of its own, with further options."""

    def __init__(self, database: str, log: Path, *options: str) -> None:
        self.database, self.log, self.options = database, log, options
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        arguments = ["serve", "--port", str(self.port), "--database", self.database, "--rate", "0", *self.options]
        command = [sys.executable, "-c", "from meuse.cli import run; run()", *arguments]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        self._wait()

    def kill(self) -> None:
        """Kill it at once, without giving it time to tidy up."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """Have it end as it would by itself."""
        assert self.process is not None
        self.process.terminate()
        self.process.wait()

    def wait_for_servers(self, number: int) -> None:
        """Until whoever answers knows that so many share the database."""
        while True:
            try:
                with urllib.request.urlopen(f"{self.address}/health", timeout=5) as answer:
                    if json.load(answer)["servers"] == number:
                        return
            except OSError:
                pass
            time.sleep(0.05)

    def _wait(self) -> None:
        assert self.process is not None
        while self.process.poll() is None:
            try:
                urllib.request.urlopen(f"{self.address}/api/schema/openapi.json", timeout=5).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError(f"the service does not start: {self.log.read_text(encoding='utf-8')[-2000:]}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port

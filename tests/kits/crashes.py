"""Kills a service at random moments while a game is played on it, and looks whether anything acknowledged was lost."""

from __future__ import annotations

import random
import threading
from typing import Any

import msgspec

from kits.visitors import HostedMatch, Player, Server, Visitor


class Acknowledged(msgspec.Struct):
    """The last thing that the service said it had done: so many orders, and this board."""

    number: int
    view: dict[str, Any]


class CrashReport(msgspec.Struct):
    kills: int = 0
    orders: int = 0
    undone: int = 0
    in_flight_kept: int = 0
    """Orders that were stored, though the service was killed before it could say so."""
    lost: list[str] = []


class CrashRun:
    """Two players at one match, and a killer. `client` is made anew after every kill."""

    def __init__(self, server: Server, client: Any, match: HostedMatch, seed: int) -> None:
        self.server, self.client, self.match = server, client, match
        self.rng = random.Random(seed)
        self.report = CrashReport()
        self.last: dict[str, Acknowledged] = {}

    def kill_once(self) -> None:
        """Play a few orders, go on until the service is killed, start it again, and compare."""
        for _ in range(self.rng.randint(1, 5)):
            self._play_one()
        killer = threading.Timer(self.rng.uniform(0.0, 0.3), self.server.kill)
        killer.start()
        try:
            while True:
                self._play_one()
        except OSError:
            pass
        except Exception as error:
            if "httpx" not in type(error).__module__ and "httpcore" not in type(error).__module__:
                raise
        killer.join()
        self.report.kills += 1
        self.server.start()
        for side, known in self.last.items():
            self._compare(self.match.players[side], known)

    def _play_one(self) -> None:
        info = self.match.get().json()
        if info["over"]:
            self.match, self.last = Visitor(self.client).start(info["game"], seed=str(self.rng.random())), {}
            return
        player = self.match.players[info["asked"][0]]
        state = player.state
        if state["can_undo"] and self.rng.random() < 0.1:
            answer = player.post("undo", number=state["number"])
            self.report.undone += answer.status_code == 200
        else:
            answer = player.post("orders", number=state["number"], order=player.random_order(self.rng))
            self.report.orders += answer.status_code == 200
        if answer.status_code != 200:
            raise AssertionError(f"refused: {answer.text[:500]}")
        self._acknowledge(answer.json()["state"])

    def _acknowledge(self, state: dict[str, Any]) -> None:
        self.last = {state["side"]: Acknowledged(state["number"], state["view"])}

    def _compare(self, player: Player, known: Acknowledged) -> None:
        now = player.state
        if now["number"] == known.number:
            same = now["view"] == known.view
        else:  # the order, or the undoing, that was under way
            self.report.in_flight_kept += 1
            same = now["number"] in (known.number + 1, known.number - 1) and self._continues(player, now, known)
        if not same:
            self.report.lost.append(f"acknowledged {known.number}, found {now['number']}")
        self._acknowledge(now)

    def _continues(self, player: Player, now: dict[str, Any], known: Acknowledged) -> bool:
        if now["number"] < known.number:
            return True
        then = player.get(f"state?at={known.number}").json()["view"]
        return bool(then["units"] == known.view["units"] and then["control"] == known.view["control"])

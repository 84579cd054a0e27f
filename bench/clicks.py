"""How many clicks orders take in the browser: a move, a stack, an attack with all that is asked before its die.

    PYTHONPATH=tests .venv/bin/python bench/clicks.py [GAME ...]

It starts a service and a Chromium of its own, and gives orders of stored turns with the hand of the browser tests.
Every press of the mouse counts, on the map or beside it. Going to a place that is not on the screen is not counted.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

import httpx
from playwright.sync_api import Page, sync_playwright

import meuse
from kits.pressing import Hand
from kits.visitors import HERE, Server, Visitor

FLAGS = ["--no-sandbox", "--disable-gpu"]
SIZE = {"width": 1440, "height": 900}
TURNS = Path(__file__).parent.parent / "tests" / "browser" / "turns"

COUNT = """
window.presses = 0;
window.addEventListener("pointerdown", () => window.presses++, true);
"""


class Task(NamedTuple):
    """Orders of a stored turn, from one number up to another. `how` says what is clicked: what the orders name one by
    one, a stack and its goal, or only the places of markers."""

    game: str
    what: str
    turn: str
    first: int
    last: int
    how: Literal["orders", "stack", "places"] = "orders"


TASKS = [
    Task("france40", "a move", "sickle-cut", 2, 3),
    Task("france40", "a stack of 3 units", "sickle-cut", 3, 4, "stack"),
    Task("france40", "an attack with air support", "sickle-cut", 9, 11),
    Task("france40", "6 GQG markers and their dice", "sickle-cut", 38, 45, "places"),
    Task("caseyellow", "a move", "holland", 7, 8),
    Task("caseyellow", "a stack of 2 units", "holland", 40, 41, "stack"),
    Task("caseyellow", "an attack", "holland", 45, 46),
    Task("manstein", "a move", "manstein", 15, 16),
    Task("manstein", "a stack of 2 units", "manstein", 16, 17, "stack"),
    Task("manstein", "an attack with special forces", "manstein", 42, 44),
    Task("planjaune", "a move", "planjaune", 14, 15),
    Task("planjaune", "a stack of 2 units", "planjaune", 61, 62, "stack"),
    Task("planjaune", "an attack with headquarters and bombers", "planjaune", 26, 33),
]


class Clicks:
    """Somebody at a page, whose presses are counted."""

    def __init__(self, client: httpx.Client, page: Page) -> None:
        self.client, self.page, self.hand = client, page, Hand(page)
        page.add_init_script(COUNT)

    def of(self, task: Task) -> int:
        """The clicks of a task, at a page that has just been opened."""
        path = TURNS / f"{task.turn}.meuse"
        stored = meuse.load(path)
        game, entries = stored.at(task.first), stored.journal[task.first : task.last]
        self._sit(path.read_text(encoding="utf-8"), task.first, entries[0].side.word)
        for entry in entries:
            if task.how == "places" and len(entry.order) > 1:
                self.hand.click_hex(entry.order[-1])
            elif task.how == "stack":
                unit = next(one for one in game.seat(entry.side).view.units if one.id == entry.order[1])
                self.hand.click_hex(unit.at)
                self.hand.click_hex(entry.order[2].rpartition(".")[2])
            else:
                self.hand.give(game.seat(entry.side), entry.order)
            game.play(entry.order, entry.side)
            self._taken(entry.order, len(game.journal))
        return self._presses()

    def first_move_of_1940(self) -> int:
        """From the first question of a new game to the first unit that has moved."""
        table = Visitor(self.client).start("gdw1940", HERE, {"kind": "bot", "bot": "staff"}, seed="5")
        self._open(table.german.secret)
        for word in ("The ports and cities of the north", "Army Group A", "None: it does not take part", "Seal it"):
            self._button(word)
        for out in ("auto", "done", "auto", "done", "done"):
            self._out(out)
        self.hand.click_hex("1306")
        self.hand.click_hex("1508")
        return self._presses()

    def attack_of_1940(self) -> tuple[int, int]:
        """A stack of two that goes up to the enemy, and its attack with air points."""
        before = self._presses()
        self.hand.click_hex("1407")
        self.hand.click_hex("1408")
        stack = self._presses() - before
        self._out("end")
        before = self._presses()
        self.hand.click_hex("1409")
        self._button("Attack at")
        self._out("done")
        self._button("1 ")
        self._button("Roll the dice")
        return stack, self._presses() - before

    # -- helpers

    def _sit(self, journal: str, upto: int, side: str) -> None:
        answer = Visitor(self.client).upload(journal, HERE, HERE, upto=upto).json()
        self._open(answer["seats"][side])

    def _open(self, secret: str) -> None:
        self.hand = Hand(self.page)
        self.page.goto(f"{str(self.client.base_url).rstrip('/')}/s/{secret}")
        self.page.locator(".world svg.map").wait_for()
        self.page.locator(".prompt h2").wait_for()
        self.hand.settle()

    def _taken(self, order: tuple[str, ...], number: int) -> None:
        """The order has been given: nothing is counted that did not work."""
        self.page.wait_for_function(f"document.querySelector('.time input')?.max >= {number}")
        log = self.client.get(f"/api/seats/{self.page.url.rpartition('/')[2]}/log").json()
        given = log[-1]["order"]
        assert given[-1] == order[-1], f"{given} was given, not {order}"

    def _button(self, words: str) -> None:
        self.page.locator(".dock button").filter(has_text=words).first.click()
        self.hand.settle()

    def _out(self, word: str) -> None:
        """A way out; where the page asks again, that is a click too."""
        self.page.locator(f"[data-out='{word}']:enabled").click()
        self.hand.settle()
        for again in ("[data-leave]", ".seal .btn"):
            if self.page.locator(again).is_visible():
                self.page.locator(again).click()
                self.hand.settle()

    def _presses(self) -> int:
        presses: int = self.page.evaluate("window.presses")
        return presses


def rows(clicks: Clicks, games: list[str]) -> Iterator[tuple[str, str, int]]:
    if "gdw1940" in games:
        yield "gdw1940", "the first move of a new game", clicks.first_move_of_1940()
        stack, attack = clicks.attack_of_1940()
        yield "gdw1940", "a stack of 2 units", stack
        yield "gdw1940", "an attack with air points", attack
    for task in TASKS:
        if task.game in games:
            yield task.game, task.what, clicks.of(task)


def main(games: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as engine:
        server = Server(str(Path(folder) / "games.sqlite3"), Path(folder) / "server.log")
        server.start()
        browser = engine.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        with httpx.Client(base_url=server.address, timeout=600) as client:
            page: Any = browser.new_context(viewport=SIZE).new_page()
            for game, what, count in rows(Clicks(client, page), games):
                print(f"{game:<12}{what:<44}{count:>3}", flush=True)
        browser.close()
        server.kill()


if __name__ == "__main__":
    main(sys.argv[1:] or ["gdw1940", "france40", "caseyellow", "manstein", "planjaune"])

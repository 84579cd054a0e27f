"""A running service and a browser in front of it: the tests press what a player presses."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from itertools import accumulate
from pathlib import Path
from typing import Any

import pytest

from kits.post import PostOffice
from kits.pressing import Hand
from kits.visitors import Server

CHROMIUM = shutil.which("chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
REPLAY = Path(__file__).parent.parent / "replay"
"""Whole games, kept to be played again."""

PATIENCE = 120_000
"""Milliseconds; bots think, and the machine may be busy."""


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service with an empty database."""
    if not files("meuse.server").joinpath("static", "index.html").is_file():
        pytest.skip("the pages are not built; `make test` builds them")
    port = _free_port()
    database = tmp_path_factory.mktemp("games") / "games.sqlite3"
    meuse = str(Path(sys.executable).with_name("meuse"))
    command = [meuse, "serve", "--port", str(port), "--database", str(database), "--rate", "0"]
    process = subprocess.Popen(command)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(address, process)
        yield address
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with import_module("playwright.sync_api").sync_playwright() as engine:
        chromium = engine.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture
def player(browser: Any, service: str) -> Iterator[Player]:
    """A player with a browser of his own; an error on the page, or a request to anywhere else, fails the test."""
    yield from _player(browser, service)


@pytest.fixture
def opponent(browser: Any, service: str) -> Iterator[Player]:
    """Another player, who shares nothing with the first."""
    yield from _player(browser, service)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A service that a test may kill."""
    server = Server(str(tmp_path / "games.sqlite3"), tmp_path / "server.log")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def lonely(browser: Any, own_server: Server) -> Iterator[Player]:
    """A player at the service that is killed."""
    yield from _player(browser, own_server.address)


@pytest.fixture
def post() -> Iterator[PostOffice]:
    """Where the mail of a club goes out."""
    office = PostOffice()
    yield office
    office.close()


@pytest.fixture
def club_with_accounts(tmp_path: Path, post: PostOffice) -> Iterator[str]:
    """The address of a club that asks its players to sign in."""
    server = Server(str(tmp_path / "games.sqlite3"), tmp_path / "server.log")
    address = f"http://localhost:{server.port}"
    server.options = ("--accounts", "--address", address, "--smtp", post.url, "--mail-from", "club@games.example")
    server.start()
    yield address
    server.kill()


@pytest.fixture
def member(browser: Any, club_with_accounts: str) -> Iterator[Player]:
    yield from _player(browser, club_with_accounts)


@pytest.fixture
def elsewhere(browser: Any, club_with_accounts: str) -> Iterator[Player]:
    """The same member, at another device."""
    yield from _player(browser, club_with_accounts)


def _player(browser: Any, service: str) -> Iterator[Player]:
    import_module("playwright.sync_api").expect.set_options(timeout=PATIENCE)
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    player = Player(context.new_page(), service)
    yield player
    context.close()
    assert player.errors == []
    assert player.outside == []


class Player:
    """What a player does with the page."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.address = page, address
        self.hand = Hand(page)
        self.errors: list[str] = []
        self.outside: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self._note_request)

    # -- starting

    def open(self, path: str = "/") -> None:
        self.page.goto(self.address + path)

    def start(self, game: str, scenario: str = "", *, german: dict[str, str], allied: dict[str, str]) -> dict[str, str]:
        """Start a game without the set-up sheet; returns the secrets of the seats. At one table the dice are known."""
        games = self.page.request.get(f"{self.address}/api/games").json()
        scenario = scenario or next(one for one in games if one["id"] == game)["scenarios"][0]["id"]
        wanted = {"game": game, "scenario": scenario, "seats": {"german": german, "allied": allied}}
        if "link" not in (german["kind"], allied["kind"]):
            wanted["seed"] = 5
        answer = self.page.request.post(f"{self.address}/api/matches", data=wanted)
        seats: dict[str, str] = answer.json()["seats"]
        return seats

    def take_over(self, name: str, orders: int | None = None) -> dict[str, str]:
        """A game of the golden journals, as it was after so many orders, with both seats; returns their secrets."""
        lines = (REPLAY / f"{name}.meuse").read_text().splitlines()
        given = list(accumulate(line.startswith(("german ", "allied ")) for line in lines))
        kept = [line for line, count in zip(lines, given, strict=True) if orders is None or count <= orders]
        seats = {"german": {"kind": "here"}, "allied": {"kind": "here"}}
        wanted = {"journal": "\n".join(kept) + "\n", "seats": seats}
        answer = self.page.request.post(f"{self.address}/api/matches/upload", data=wanted)
        assert answer.ok, answer.text()
        secrets: dict[str, str] = answer.json()["seats"]
        return secrets

    def sit(self, secret: str) -> None:
        self.open(f"/s/{secret}")
        _expect(self.page.locator(".world svg.map")).to_be_visible()

    def watch(self, match: str) -> None:
        self.open(f"/g/{match}")
        _expect(self.page.locator(".world svg.map")).to_be_visible()

    def meet(self, opponent: Player) -> dict[str, str]:
        """Sit down as German at a skirmish, with somebody far away as Allied. Nobody knows the dice."""
        return self._sit_down_with(opponent, "link")

    def share(self, opponent: Player) -> dict[str, str]:
        """The same at one table, with a page for each: the dice are known."""
        return self._sit_down_with(opponent, "here")

    def _sit_down_with(self, opponent: Player, kind: str) -> dict[str, str]:
        seats = self.start("skirmish", german={"kind": kind}, allied={"kind": kind})
        self.sit(seats["german"])
        opponent.sit(seats["allied"])
        return seats

    # -- looking

    @property
    def question(self) -> Any:
        return self.page.locator(".prompt h2")

    def phase(self) -> str:
        """What is going on, as it stands over the question; the rule beside it is left out."""
        words: str = self.page.locator(".prompt .cap").evaluate("cap => cap.firstChild.textContent")
        return words.strip()

    def is_asked(self, text: str) -> None:
        _expect(self.question).to_have_text(text)

    def sees(self, text: str) -> None:
        _expect(self.page.get_by_text(text).first).to_be_visible()

    def looking_at(self) -> int:
        """The order after which the game is shown."""
        found = re.search(r"order (\d+)", self.page.locator(".banner").inner_text())
        assert found is not None
        return int(found[1])

    def knows(self, orders: int) -> None:
        """The page has heard of so many orders and no more."""
        slider = self.page.locator(".time input[type=range]")
        _expect(slider).to_have_attribute("max", str(orders))
        self.hand.settle()

    def last_order(self) -> list[str]:
        """The last order that the service has taken, as far as this player knows."""
        log = self.page.request.get(f"{self.address}/api/seats/{self._secret}/log").json()
        return list(log[-1]["order"])

    def has_given(self, *tokens: str) -> None:
        """An order that begins so is in the log that the service keeps for this player."""
        log = self.page.request.get(f"{self.address}/api/seats/{self._secret}/log").json()
        assert any(line["order"][: len(tokens)] == [*tokens] for line in log)

    def match_id(self) -> str:
        found: str = self._match()["id"]
        return found

    def seat(self, side: str) -> dict[str, Any]:
        """Who sits at a side."""
        seats: dict[str, dict[str, Any]] = self._match()["seats"]
        return seats[side]

    def log_has(self, text: str) -> None:
        _expect(self.page.locator(".log")).to_contain_text(text)

    def log_lacks(self, text: str) -> None:
        _expect(self.page.locator(".log")).not_to_contain_text(text)

    # -- acting

    def way_out(self, word: str) -> None:
        self.page.locator(f"[data-out={word}]").click()

    def leave(self, word: str) -> None:
        """End the phase, whatever would be lost by it."""
        self.way_out(word)
        self.hand.settle()
        if self.page.locator("[data-leave]").is_visible():
            self.page.locator("[data-leave]").click()

    def press(self, label: str) -> None:
        self.page.get_by_role("button", name=label).first.click()

    def menu(self, *labels: str) -> None:
        """Open the menu and press what stands there, and in what opens then."""
        self.page.get_by_role("button", name="Menu", exact=True).click()
        for label in labels:
            self.page.get_by_role("dialog").get_by_role("button", name=label).click()

    def bid(self, tokens: str) -> None:
        self.is_asked("How many tokens do you bid for the first operation?")
        self.page.get_by_role("group", name="Choices").get_by_role("button", name=tokens).click()
        self.press("Seal it")

    def order_from_list(self, *tokens: str) -> None:
        """Give an order from the list of choices; where it is not complete then, the first that comes."""
        if not self.page.locator("[data-token]").first.is_visible():
            self.key(".")
        for token in tokens:
            self.page.locator(f"[data-token='{token}']").click()
            self.hand.settle()
        self.page.locator("[data-token]").first.click()

    def play_to_the_end(self) -> None:
        """Play by pressing what the list of choices offers, at random, until the game is over."""
        self.hand.by_chance()

    def play_a_little(self, presses: int) -> None:
        """The same, for so many presses."""
        self.hand.by_chance(presses=presses)

    def play_until(self, text: str) -> None:
        """The same, until the head of the page says this."""
        self.hand.by_chance(text=text)

    def key(self, key: str) -> None:
        self.page.keyboard.press(key)

    def click_hex(self, label: str) -> None:
        self.hand.click_hex(label)

    def deploy_as_in_history(self) -> None:
        """Plan and set up as German, up to the first move."""
        self.plan_as_in_history()
        self.assign_as_in_history()
        self.is_asked("Where do your units set up?")
        self.way_out("auto")
        self.way_out("done")
        self.is_asked("Which airborne units drop?")
        self.way_out("done")
        self.is_asked("Which units move?")

    def plan_as_in_history(self) -> None:
        """Three questions, one after the other."""
        self.is_asked("What is your objective?")
        self.press("The ports and cities of the north")
        self.is_asked("Which army group makes the main attack?")
        self.press("Army Group A")
        self.is_asked("Which corps does the mountain corps replace?")
        self.press("None: it does not take part")
        self.is_asked("Seal it?")
        self.press("Seal it")

    def assign_as_in_history(self) -> None:
        self.is_asked("Which armies belong to which army group?")
        self.way_out("auto")
        self.press("Seal it")
        self.way_out("done")
        self.hand.settle()

    # -- helpers

    def _match(self) -> dict[str, Any]:
        state = self.page.request.get(f"{self.address}/api/seats/{self._secret}/state").json()
        match: dict[str, Any] = state["match"]
        return match

    @property
    def _secret(self) -> str:
        secret: str = self.page.url.split("/s/")[1].split("?")[0]
        return secret

    def _note_request(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.outside.append(request.url)


def _expect(locator: Any) -> Any:
    """Playwright is asked for only here and in the fixtures: without it the tests are skipped."""
    return import_module("playwright.sync_api").expect(locator)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    while process.poll() is None:
        try:
            urllib.request.urlopen(f"{address}/api/games").close()
            return
        except urllib.error.HTTPError:
            raise
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"the service did not start: it ended with {process.returncode}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One browser serves all of these tests: they stay on one worker."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.xdist_group("browser"))

"""Secrets are stopped at five places: these tests walk them, and fail if the service shows a game past them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import meuse
from kits.visitors import Visitor
from meuse.counters import Side
from meuse.events import Event, visible
from meuse.server.errors import ServiceError
from meuse.server.eyes import eyes_of
from meuse.server.live import LiveGame
from meuse.server.records import Record, Setup

ROOT = Path(meuse.__file__).parent
DESIGN = (ROOT.parents[1] / "docs" / "design.md").read_text(encoding="utf-8")
WALKED = dict(re.findall(r"^\| (\w+) \| `meuse/([\w/]+\.py)` \|", DESIGN, re.MULTILINE))
"""The places that the design page tells of, with their pages."""


def live_with(*orders: tuple[str, str]) -> LiveGame:
    live = LiveGame(Setup("skirmish", "sedan", "7", {}))
    for side, order in orders:
        live.add(Record("order", side, order, "now"))
    return live


# -- the five places


def test_the_design_page_tells_of_five_places() -> None:
    assert WALKED == {
        "seat": "seat.py",
        "events": "events.py",
        "live": "server/live.py",
        "eyes": "server/eyes.py",
        "journals": "server/journals.py",
    }


def test_seat_a_sealed_order_changes_nothing_that_comes_through_the_other_door() -> None:
    games = [meuse.new("skirmish", seed=7) for _ in range(2)]
    for game, bid in zip(games, ("bid 0", "bid 2"), strict=True):
        game.play(bid, "german")
    one, other = (game.seat("allied") for game in games)

    assert games[0].state.digest() != games[1].state.digest()
    assert (one.view, one.journal, one.describe(("bid",))) == (other.view, other.journal, other.describe(("bid",)))
    assert one.imagine(3).state.digest() == other.imagine(3).state.digest()


def test_events_what_one_side_may_know_is_told_to_that_side_alone() -> None:
    told = [Event("arrival", "a corps is available", only=Side.GERMAN), Event("chit", "German operation")]
    assert [len(visible(told, side)) for side in (Side.GERMAN, Side.ALLIED, None)] == [2, 1, 1]


def test_live_an_order_that_can_be_taken_back_is_seen_by_its_own_side_only() -> None:
    live = live_with(("german", "bid 2"), ("allied", "bid 0"), ("german", "move 24ID 5114"))
    assert live.seen(Side.GERMAN) is live.game
    assert live.seen(Side.ALLIED) is live.seen(None) is live.shown
    assert [len(live.journal(side)) for side in (Side.GERMAN, Side.ALLIED, None)] == [3, 2, 2]


def test_eyes_nobody_borrows_the_other_sides_before_the_end() -> None:
    for side, viewpoint in ((Side.ALLIED, "german"), (None, "german"), (None, "all")):
        with pytest.raises(ServiceError, match="after the end"):
            eyes_of(side, viewpoint, live_with())
        over = live_with()
        over.add(Record("resign", "german", "The German side has resigned.", ""))
        assert eyes_of(side, viewpoint, over)(over.game).units


@pytest.mark.parametrize("service", ["sqlite"], indirect=True)
def test_journals_a_file_of_a_game_in_play_has_no_seed_and_no_sealed_order(service: Visitor) -> None:
    live = service.start("skirmish", seed="7")
    live.german.order("bid", "2")
    told = [live.allied.get("journal").text, live.get("/journal").text]

    assert [text for text in told if "seed 7\n" in text or "bid 2" in text or "# state" in text] == []
    assert all("german sealed" in text for text in told)


# -- and no sixth

KEEPERS = {
    "records.py": "what is stored",
    "storage.py": "what is stored",
    "copies.py": "a match made of a saved game",
    "upgrade.py": "a match that goes over to other rules",
    "opponents.py": "the process of a bot, which gets a seat",
    "moves.py": "what a bot has decided, carried out",
    "prepared.py": "games of its own, drawn for the front page",
}
"""Pages that have whole games in their hands and send none to anybody."""

FACTS = {"over", "rules", "fingerprint", "copy", "seat", "result", "turn", "stack", "map", "scenario"}
"""What anyone may know of a game: whether it is over, its rules, its turn, which step it is at. A seat is a door."""

WORDS = {"title_now", "about"}
"""Methods of steps that say what everyone may read."""

MAKERS = {
    "view_of": {"eyes.py"},
    "overlay_of": {"play.py"},
    "write": {"journals.py"},
    "dump": {"copies.py", "live.py"},
    "retell": {"tales.py"},
}
"""What makes something of a whole game for a side that it is told, and the page of the service that calls it."""

KNOWN = {
    ("match.py", "info", "game.journal"): "how many orders were given",
    ("phases.py", "phases", "game.state"): "the titles of steps, and where in the sequence of play they stand",
    ("coach.py", "account_of", "game.journal"): "played again elsewhere, where only the side's seat is asked",
    ("tales.py", "_job", "game.journal"): "played again elsewhere; `history` tells what `visible` lets through",
    ("house.py", "_first_info", "made.live.game"): "the first moment, its title and the fingerprint of its seed",
}
"""Single looks at a game as a whole, with what becomes of it."""


def bare(page: Path) -> Iterator[tuple[str, str, str]]:
    """Where a page takes a state, a journal, or the game that nobody has been shown yet, and more of it than FACTS."""
    tree = ast.parse(page.read_text(encoding="utf-8"))
    for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
        harmless = {id(arg) for call in ast.walk(function) if is_harmless(call) for arg in call.args}
        harmless |= {id(node.value) for node in ast.walk(function) if isinstance(node, ast.Attribute) and is_fact(node)}
        for node in ast.walk(function):
            text = ast.unparse(node) if isinstance(node, ast.Attribute) else ""
            if (
                re.search(r"(\bgame|\bpast|\bnow|\bthen)\.(state|journal)$|\blive\.game$", text)
                and id(node) not in harmless
            ):
                yield page.name, function.name, text


def is_harmless(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WORDS


def is_fact(node: ast.Attribute) -> bool:
    return node.attr in FACTS or node.attr == "state"  # what is taken of the state is looked at itself


def test_the_service_shows_no_game_past_the_five_places() -> None:
    pages = [page for page in sorted((ROOT / "server").glob("*.py")) if page.name not in KEEPERS]
    shown = [page for page in pages if f"server/{page.name}" not in WALKED.values()]
    assert {found for page in shown for found in bare(page)} == set(KNOWN)


def test_what_is_made_for_a_side_is_made_in_one_page_of_the_service() -> None:
    used: dict[str, set[str]] = {name: set() for name in MAKERS}
    for page in (ROOT / "server").glob("*.py"):
        for node in ast.walk(ast.parse(page.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Name) and node.id in MAKERS:
                used[node.id].add(page.name)
    assert used == MAKERS


def test_a_sixth_place_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.py"
    page.write_text("def show(live):\n    return dump(live.game.state), live.game.state.turn", encoding="utf-8")
    assert list(bare(page)) == [("page.py", "show", "live.game.state")]

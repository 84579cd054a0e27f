"""The pages of games tell of every ruling, every table and every file, and their orders are words of the game."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from meuse.games import rule_book

FOLDER = Path(__file__).parents[2] / "docs" / "games"
WHOLE = ("gdw1940", "france40")
"""The pages that list everything."""

ORDERS = {
    "gdw1940": ("**Options**", {"group", "plan", "none", "assign", "auto", "place", "go", "with"}),
    "france40": ("**No secrets.**", {"go", "with", "W", "S", "SE", "E"}),
}
"""Where the orders of a page end, and the words of the game that are told elsewhere or are only parts of orders."""


def page(game: str) -> str:
    return (FOLDER / f"{game}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", WHOLE)
def test_every_ruling_is_on_the_page(game: str) -> None:
    named = set(re.findall(r"R\.\d+(?:\.\w+)+", page(game)))
    assert named == {ruling.id for ruling in rule_book(game).ledger.ruling}


@pytest.mark.parametrize("game", WHOLE)
def test_every_table_is_on_the_page_with_its_status(game: str) -> None:
    tables = tomllib.loads((rule_book(game).data / "tables.toml").read_text(encoding="utf-8"))
    rows = [line for line in page(game).splitlines() if re.match(r"\|.*\| (book|mixed|reconstructed) \|", line)]
    shown = {name: row.split(" | ")[1] for row in rows for name in re.findall(r"`(\w+)`", row.split(" | ")[0])}
    assert shown == {name: table["status"] for name, table in tables.items()}


@pytest.mark.parametrize("game", WHOLE)
def test_every_order_is_on_the_page(game: str) -> None:
    end, elsewhere = ORDERS[game]
    table = page(game)[page(game).index("**Orders in play.**") : page(game).index(end)]
    orders = {order.split()[0] for order in re.findall(r"`([^`]+)`", table)}
    assert orders >= {*rule_book(game).words} - elsewhere


@pytest.mark.parametrize("game", WHOLE)
def test_every_file_of_the_game_is_on_the_page(game: str) -> None:
    files = {path.name for path in rule_book(game).data.parent.glob("*.py")} - {"__init__.py"}
    assert {name for name in files if f"`{name}`" not in page(game) and not name.startswith("advice_")} == set()

"""The page of France '40 tells of every ruling and every table, and its orders are words of the game."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from meuse.games.france40 import RULE_BOOK

PAGE = (Path(__file__).parents[2] / "docs" / "games" / "france40.md").read_text(encoding="utf-8")


def test_every_ruling_is_on_the_page() -> None:
    named = set(re.findall(r"R\.\d+(?:\.\w+)+", PAGE))
    assert named == {ruling.id for ruling in RULE_BOOK.ledger.ruling}


def test_every_table_is_on_the_page_with_its_status() -> None:
    tables = tomllib.loads((RULE_BOOK.data / "tables.toml").read_text(encoding="utf-8"))
    rows = [line for line in PAGE.splitlines() if re.match(r"\|.*\| (book|mixed|reconstructed) \|", line)]
    shown = {name: row.split(" | ")[1] for row in rows for name in re.findall(r"`(\w+)`", row.split(" | ")[0])}
    assert shown == {name: table["status"] for name, table in tables.items()}


def test_the_orders_of_the_page_are_orders_of_the_game() -> None:
    table = PAGE[PAGE.index("**Orders in play.**") : PAGE.index("**No secrets.**")]
    orders = {order.split()[0] for order in re.findall(r"`([^`]+)`", table)}
    parts = {"go", "with", "W", "S", "SE", "E"}
    assert {order for order in orders if not re.fullmatch(r"[\d.]+", order)} - {"meuse"} >= {*RULE_BOOK.words} - parts


def test_every_file_of_the_game_is_on_the_page() -> None:
    files = {path.name for path in RULE_BOOK.data.parent.glob("*.py")} - {"__init__.py"}
    assert {name for name in files if f"`{name}`" not in PAGE and not name.startswith("advice_")} == set()

"""A string that somebody reads: of which kind it is, and where it is."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "meuse"
CLIENT = ROOT / "web" / "src"

KINDS = {
    "title": "titles of steps",
    "question": "what a step asks",
    "label": "buttons and choices; of an order, with its form",
    "why": "refusals",
    "warning": "what ending a step would lose",
    "event": "the log",
    "odds": "shifts, outcomes, assumptions, supports",
    "layer": "parts beside the map, and layers over it",
    "option": "scenarios and options",
    "ledger": "rules and rulings",
    "table": "where the figures of a table come from",
    "guide": "guided first games",
    "cli": "help, errors and output of the command line",
    "error": "other errors",
    "text": "prose of any other kind",
    "client": "the browser client",
    "heading": "headings of the documentation",
    "doc": "paragraphs of the documentation",
    "comment": "comments and docstrings",
}
UNSEEN = ("heading", "doc", "comment")
"""What no player sees: not in `all`."""


class Said(NamedTuple):
    """A string, and where it is; `group` is a game, or the part of the program it belongs to."""

    kind: str
    group: str
    file: Path
    line: int
    text: str
    note: str = ""
    code: ast.AST | None = None

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}: {self.text}{self.note and f'   [{self.note}]'}"


def group_of(page: Path) -> str:
    """A game by its id; else the folder in the package; `cli`, or its own name for a page that lies in none."""
    if not page.is_relative_to(SOURCE):
        return "web" if page.is_relative_to(CLIENT) else page.stem if page.parent.name == "games" else "docs"
    folders = page.relative_to(SOURCE).parts[:-1]
    if folders[:1] == ("games",) and folders[1:]:
        return folders[1]
    return folders[0] if folders else "cli" if page.stem.startswith("cli") else page.stem


def is_prose(text: str) -> bool:
    """Whether a string reads as words for a person; a regular expression, a path or a name does not."""
    plain = re.sub(r"\{[^{}]*\}", "Xx", text)
    return bool(re.search(r"[^\W\d_]{2,}[,;:.]? [^\W\d_]", plain)) and not re.search(r"\(\?|\\[wdsb]|^\s*[<{@]", plain)

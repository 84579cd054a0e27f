"""A player's own tables in the place of a game's: whoever has the printed charts knows better than a reconstruction.

A folder holds files named as in the game's `data` folder; each replaces the game's file of that name. They are checked
against the game's own, and go into every saved game.
"""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from meuse.rulebook import RuleBook
from meuse.scenario import ABOUT

CHARTS = "tables.toml"

_kept: list[TemporaryDirectory[str]] = []
"""The folders of all rule books made here; they go when the process ends."""


class BadTables(ValueError):
    """Tables that cannot be used: names the file and what is wrong in it."""


def read_tables(rules: RuleBook, folder: Path) -> dict[str, str]:
    """The texts of a player's own tables by file name, checked; raises BadTables."""
    if not folder.is_dir():
        raise BadTables(f"{folder} is not a folder")
    texts = {path.name: _text(path) for path in sorted(folder.glob("*.toml"))}
    if not texts:
        raise BadTables(f"{folder} holds no tables; {rules.title} has {', '.join(file_names(rules))}")
    return texts


def file_names(rules: RuleBook) -> list[str]:
    """The files of a game's data that can be replaced: charts, counters and set-ups, but neither rules nor maps."""
    return [path.name for path in rules.figure_files() if not path.name.startswith("map")]


def with_tables(rules: RuleBook, texts: Mapping[str, str]) -> RuleBook:
    """The same rules on a player's own tables; raises BadTables."""
    return _with_tables(type(rules), tuple(sorted(texts.items())))


@cache
def _with_tables(kind: type[RuleBook], texts: tuple[tuple[str, str], ...]) -> RuleBook:
    printed = kind()
    for name, text in texts:
        _check(printed, name, text)
    book = kind()
    _kept.append(TemporaryDirectory(prefix="meuse-tables-"))
    book.data = Path(_kept[-1].name)
    book.own_tables = dict(texts)
    shutil.copytree(printed.data, book.data, dirs_exist_ok=True)
    for name, text in texts:
        (book.data / name).write_text(text, encoding="utf-8")
    _open_all(book)
    return book


def _text(path: Path) -> str:
    """A file as a saved game gives it back: without blanks at the ends of lines."""
    try:
        return "\n".join(line.rstrip() for line in path.read_text(encoding="utf-8").splitlines())
    except UnicodeDecodeError as error:
        raise BadTables(f"{path.name} is not a text file") from error


def _open_all(book: RuleBook) -> None:
    """Whatever else is wrong shows when a scenario is laid out on the tables."""
    for info in book.scenarios:
        try:
            book.opened(info.id, {})
        except (ValueError, LookupError, TypeError) as error:
            names = ", ".join(book.own_tables)
            raise BadTables(f"{info.title} cannot be played with these tables ({names}): {_said(error)}") from error


def _said(error: Exception) -> str:
    return f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)


def _check(printed: RuleBook, name: str, text: str) -> None:
    if name not in file_names(printed):
        raise BadTables(f"{printed.title} has no file {name}; it has {', '.join(file_names(printed))}")
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadTables(f"{name}: {error}") from error
    if name == CHARTS:
        own = tomllib.loads((printed.data / name).read_text(encoding="utf-8"))
        if fault := next(_faults(own, given, name), None):
            raise BadTables(fault)


def _faults(own: Any, given: Any, where: str) -> Iterator[str]:
    """Where a chart is not of the same make as the game's own; nobody need say where his figures come from."""
    if isinstance(own, dict) and isinstance(given, dict):
        yield from (f"{where}: {key!r} is missing" for key in own if key not in given and key not in ABOUT)
        yield from (f"{where}: {key!r} is not known here" for key in given if key not in own and key not in ABOUT)
        for key in given:
            yield from _faults(own[key], given[key], f"{where}, {key}") if key in own else ()
    elif isinstance(own, list) and isinstance(given, list):
        for number, value in enumerate(given, start=1):
            yield from _faults(own[min(number, len(own)) - 1], value, f"{where}, entry {number}") if own else ()
    elif _make(own) != _make(given):
        yield f"{where}: this must be {_make(own)}, not {given!r}"


def _make(value: Any) -> str:
    makes = {bool: "true or false", int: "a number", float: "a number", str: "a word", list: "a list", dict: "a table"}
    return makes.get(type(value), type(value).__name__)

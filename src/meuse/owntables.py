"""A player's own tables in the place of a game's: whoever has the printed charts knows better than a reconstruction.

A folder holds files named as in the game's `data` folder; each replaces the game's file of that name. They are checked
against the game's own, and go into every saved game.
"""

from __future__ import annotations

import shutil
import tomllib
import weakref
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from meuse.decision import decision_of
from meuse.overlay import BadTables, make_of
from meuse.rulebook import RuleBook
from meuse.scenario import ABOUT
from meuse.steps import settle
from meuse.variantfiles import HEAD, BadVariant, Variant, faults, head_of, lay_over

CHARTS = "tables.toml"

MOST_BOOKS = 8
"""Rule books on somebody's own tables that are kept for the next game; a game in play keeps its own anyway."""

LARGEST = 1000
"""The largest figure that a table may have; no game prints a larger one. A game of a billion turns would not begin."""

MOST_LETTERS = 400_000
"""How long all tables of a game may be together; those of a game have a quarter of it."""


def read_tables(rules: RuleBook, folder: Path) -> dict[str, str]:
    """The texts of a player's own tables by file name, checked; raises BadTables."""
    if not folder.is_dir():
        raise BadTables(f"{folder} is not a folder")
    texts = texts_in(folder)
    if not texts:
        raise BadTables(f"{folder} holds no tables; {rules.title} has {', '.join(file_names(rules))}")
    return texts


def texts_in(folder: Path) -> dict[str, str]:
    """The texts of all tables in a folder by file name."""
    return {path.name: _text(path) for path in sorted(folder.glob("*.toml"))}


def read_variant(folder: str | Path) -> Variant:
    """The variant in a folder, not yet laid over its game; raises BadVariant."""
    if not Path(folder).is_dir():
        raise BadVariant(f"{folder} is not a folder")
    return head_of(texts_in(Path(folder)))


def file_names(rules: RuleBook) -> list[str]:
    """The files of a game's data that can be replaced: charts, counters and set-ups, but neither rules nor maps."""
    return [path.name for path in rules.figure_files() if not path.name.startswith("map")]


def with_tables(rules: RuleBook, texts: Mapping[str, str]) -> RuleBook:
    """The same rules on a player's own tables, or the variant whose files these are; raises BadTables."""
    try:
        return _with_tables(type(rules), tuple(sorted(texts.items())))
    except BadTables as error:
        raise BadVariant(str(error)) if HEAD in texts else error from error.__cause__


@lru_cache(maxsize=MOST_BOOKS)
def _with_tables(kind: type[RuleBook], texts: tuple[tuple[str, str], ...]) -> RuleBook:
    printed, book = kind(), kind()
    if sum(len(text) for _, text in texts) > MOST_LETTERS:
        raise BadTables(f"the tables are longer than {MOST_LETTERS} letters")
    book.own_tables = dict(texts)
    whole = lay_over(book, printed, book.own_tables) if HEAD in book.own_tables else book.own_tables
    for name, text in whole.items():
        _check(printed, name, text)
    folder = TemporaryDirectory(prefix="meuse-tables-")
    weakref.finalize(book, folder.cleanup)  # it goes with the last game on these tables
    book.data = Path(folder.name)
    shutil.copytree(printed.data, book.data, dirs_exist_ok=True)
    for name, text in whole.items():
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
            _must_begin(book, info.id)
        except BadTables:
            raise
        except (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError) as error:
            names = ", ".join(book.own_tables)
            raise BadTables(f"{info.title} cannot be played with these tables ({names}): {_said(error)}") from error


def _must_begin(book: RuleBook, scenario: str) -> None:
    state = book.begin(book.opened(scenario, {}), b"")
    settle(state)
    decision = decision_of(state)
    if decision is not None and not decision.choices():
        raise ValueError("no order could be given at its beginning")
    if book.variant and (fault := next(faults(book, state), None)):
        raise BadVariant(fault)


def _said(error: Exception) -> str:
    return f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)


def _check(printed: RuleBook, name: str, text: str) -> None:
    if name not in file_names(printed):
        raise BadTables(f"{printed.title} has no file {name}; it has {', '.join(file_names(printed))}")
    try:
        given = tomllib.loads(text)
    except RecursionError as error:
        raise BadTables(f"{name}: lists nested too deeply for tables") from error
    except ValueError as error:  # not TOML, or a figure of thousands of digits
        raise BadTables(f"{name}: {error}") from error
    if wrong := next(_too_large(given, name), None):
        raise BadTables(wrong)
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
    elif make_of(own) != make_of(given):
        yield f"{where}: this must be {make_of(own)}, not {given!r}"


def _too_large(given: Any, where: str) -> Iterator[str]:
    """Where a figure is beyond all that a game could have; what is not even a number is, too."""
    if isinstance(given, dict):
        for key, value in given.items():
            yield from _too_large(value, f"{where}, {key}")
    elif isinstance(given, list):
        for number, value in enumerate(given, start=1):
            yield from _too_large(value, f"{where}, entry {number}")
    elif isinstance(given, int | float) and not -LARGEST <= given <= LARGEST:
        yield f"{where}: a figure is at most {LARGEST}, not {given}"

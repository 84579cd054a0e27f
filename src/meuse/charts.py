"""A game's charts as a person reads them: grids of words, where their figures come from, and which rules they serve.

>>> from meuse.games import rule_book
>>> crt = next(chart for chart in charts(rule_book("gdw1940")) if chart.id == "crt")
>>> crt.status, crt.grids[0].head[:4], crt.grids[0].rows[0][:4]
('reconstructed', ('', '1:3', '1:2', '1:1'), ('1', 'NE', 'DR*', 'DR*'))
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import msgspec

from meuse.owntables import CHARTS
from meuse.rulebook import RuleBook
from meuse.scenario import ABOUT

TITLES = {"crt": "Combat results", "eben_emael": "Eben Emael", "gqg": "GQG"}
HEADS = ("columns", "names")
"""Lists that name the columns of the rows beside them."""


class Grid(msgspec.Struct, frozen=True):
    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Chart(msgspec.Struct, frozen=True):
    """`status` is book, reconstructed or mixed; own, if a player has put it there; `rules` are those it serves."""

    id: str
    title: str
    status: str
    provenance: str
    rules: tuple[str, ...]
    grids: tuple[Grid, ...]


def charts(book: RuleBook) -> list[Chart]:
    """The charts of a game, in the order of its file."""
    text = (book.data / CHARTS).read_text(encoding="utf-8")
    whole = tomllib.loads(text)
    loose = {key: value for key, value in whole.items() if not isinstance(value, dict) or key == "rows"}
    tables = {key: value for key, value in whole.items() if key not in loose}
    served = _served(book, text)
    found = [_chart(book, key, table, served.get(key, ())) for key, table in tables.items()]
    return [_chart(book, "figures", loose, ()), *found] if set(loose) - set(ABOUT) else found


def words(key: str) -> str:
    """A key of a file as a person reads it."""
    return TITLES.get(key, key.replace("_", " ").capitalize() if key.islower() else key)


def _chart(book: RuleBook, key: str, table: dict[str, Any], rules: tuple[str, ...]) -> Chart:
    status = "own" if CHARTS in book.own_tables else str(table.get("status", "book"))
    return Chart(key, words(key), status, str(table.get("provenance", "")), rules, tuple(_grids("", table)))


# -- grids


def _grids(caption: str, table: dict[str, Any]) -> Iterator[Grid]:
    """Rows first, then single figures, then what lies deeper."""
    inner = {key: value for key, value in table.items() if isinstance(value, dict)}
    plain = {key: value for key, value in table.items() if key not in inner and key not in ABOUT}
    heads = {name: plain.pop(name) for name in HEADS if name in plain}
    if "rows" in inner:
        yield _row_grid(caption, inner.pop("rows"), next(iter(heads.values()), None))
    if plain:
        yield Grid(caption, (), tuple((words(key), cell(value)) for key, value in plain.items()))
    alike = {key: value for key, value in inner.items() if not any(isinstance(deep, dict) for deep in value.values())}
    if len(alike) > 1 and len(alike) == len(inner):
        yield _record_grid(caption, alike)
    else:
        for key, value in inner.items():
            yield from _grids(words(key), value)


def _row_grid(caption: str, rows: dict[str, Any], head: list[Any] | None) -> Grid:
    """A table of results: a row a die, its columns named beside it."""
    cells = {key: value if isinstance(value, list) else [value] for key, value in rows.items()}
    columns = ("", *map(str, head)) if head else ()
    return Grid(caption, columns, tuple((key, *map(cell, row)) for key, row in cells.items()))


def _record_grid(caption: str, records: dict[str, dict[str, Any]]) -> Grid:
    """Records with the same kinds of entries: a line each."""
    keys = list(dict.fromkeys(key for record in records.values() for key in record if key not in ABOUT))
    rows = tuple((words(name), *(cell(record.get(key)) for key in keys)) for name, record in records.items())
    return Grid(caption, ("", *map(words, keys)), rows)


def cell(value: Any) -> str:
    """A figure as a chart shows it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(cell, value)) if isinstance(value, list) else str(value)


# -- the rules that a chart serves


def _served(book: RuleBook, text: str) -> dict[str, tuple[str, ...]]:
    """By chart, the rules that its part of the file names, in its comments or in its provenance."""
    known = book.ledger.ids()
    named: dict[str, set[str]] = {}
    key, pending = "", ""
    for line in text.splitlines():
        if heading := re.match(r"\[+([^.\]]+)", line):
            key = heading[1]
            named.setdefault(key, set()).update(_ids(pending))
            pending = ""
        elif line.startswith("#"):
            pending += line  # a comment above a heading speaks of what follows
        else:
            named.setdefault(key, set()).update(_ids(pending + line))
            pending = ""
    return {key: tuple(i for i in known if _is_named(i, names)) for key, names in named.items()}


def _ids(text: str) -> set[str]:
    return {word.rstrip(".") for word in re.findall(r"[\w.]+", text)}


def _is_named(rule: str, names: set[str]) -> bool:
    """Whether a rule is named itself, or the section it belongs to: 10.1 means 10.1a and 10.1.2, but not 10.10."""
    sections = (rule[:length] for length in range(1, len(rule)) if not rule[length].isdigit() and "." in rule[:length])
    return rule in names or any(section in names for section in sections)

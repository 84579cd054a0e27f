"""Tables laid over a game's own: only what differs need be written, and what does not belong is named with its place.

A table is laid over a table key by key, a list of rows with an `id` or a `unit` row by row; all else is replaced. What
a key may hold is read off the game's own file: where that has hexes, a hex is expected, where it has units, a unit.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import msgspec

OUT = "out"
"""In the place of a hex: the unit does not begin on the map, or the row does not count."""

NAMES = ("id", "unit")
"""Keys by which the rows of a list are told apart, and how."""

FREE = ("name", "designation", "parent", "title", "note", "status", "provenance", "places")
"""Keys of words that are only read by people."""


class BadTables(ValueError):
    """Tables that cannot be used: names the file and what is wrong in it."""


class Known(msgspec.Struct, frozen=True):
    """What there is in a game that a table can name."""

    units: frozenset[str]
    labels: frozenset[str]
    places: Mapping[str, str]
    """The names of places, each with the label of its hex."""
    fields: frozenset[str]
    """What a counter can have."""

    def spot(self, word: str, like: Collection[str], where: str) -> str:
        """A hex by its label or its name, written as the game writes it."""
        if word not in self.labels and word not in self.places:
            close = (
                meant(word, (*self.labels, *self.places)) or f"; its hexes are {min(self.labels)} to {max(self.labels)}"
            )
            raise BadTables(f"{where}: {word!r} is not on the map{close}")
        return self.places.get(word, word) if self.labels.issuperset(like) else word

    def are_spots(self, words: Collection[str]) -> bool:
        return bool(words) and all(word in self.labels or word in self.places for word in words)


def laid_over(own: Any, given: Any, known: Known, where: str) -> Any:
    """A game's own table with what differs; raises BadTables with the place and what would be right."""
    if isinstance(own, dict) and isinstance(given, dict):
        return _table(own, given, known, where, own)
    if isinstance(own, list) and isinstance(given, list):
        return _list(own, given, known, where)
    raise_unless_alike(own, given, where)
    if isinstance(own, str) and own in known.units:
        return must_be_in(given, known.units, f"{where}: there is no unit {given!r}")
    return known.spot(given, [own], where) if isinstance(own, str) and known.are_spots([own]) else given


def toml(table: Mapping[str, Any]) -> str:
    """A table as a TOML file.

    >>> print(toml({"turns": 4, "start": {"fr.55": "1512"}}), end="")
    "turns" = 4
    "start" = {"fr.55" = "1512"}
    """
    return "".join(f"{_quoted(key)} = {_value(value)}\n" for key, value in table.items())


def make_of(value: Any) -> str:
    """What a value is, in words."""
    makes = {bool: "true or false", int: "a number", float: "a number", str: "a word", list: "a list", dict: "a table"}
    return makes.get(type(value), type(value).__name__)


def raise_unless_alike(own: Any, given: Any, where: str) -> None:
    if make_of(own) != make_of(given):
        raise BadTables(f"{where}: this must be {make_of(own)}, not {given!r}")


def meant(word: str, choices: Iterable[str]) -> str:
    """What somebody probably meant, as the end of a sentence.

    >>> meant("trns", ["turns", "tokens"]), meant("weather", ["turns"])
    ("; did you mean 'turns'?", '; there is turns')
    """
    names = list(choices)
    close = get_close_matches(word, names, 1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there is {', '.join(names)}" if 0 < len(names) <= 12 else ""


def must_be_in(word: str, words: Collection[str], complaint: str) -> str:
    if word not in words:
        raise BadTables(f"{complaint}{meant(word, sorted(filter(None, words)))}")
    return word


# -- tables


def _table(
    own: dict[str, Any], given: dict[str, Any], known: Known, where: str, like: Mapping[str, Any]
) -> dict[str, Any]:
    """`like` has the keys that there may be besides its own."""
    found, names = dict(own), own or like
    keys_are_units = bool(names) and known.units.issuperset(names)
    for key, value in given.items():
        there = f"{where}, {key}"
        if keys_are_units and value == OUT:
            must_be_in(key, known.units, f"{where}: there is no unit {key!r}")
            found.pop(key, None)
        elif key in own:
            found[key] = _sibling(own, key, value, known, there)
        elif keys_are_units or (names and all(name.isdigit() for name in names)):
            found[key] = _new_row(names, key, value, known, where)
        elif key in like:
            found[key] = _new(like[key], value, known, there)
        else:
            raise BadTables(f"{where}: {key!r} is not known here{meant(key, like)}")
    return found


def _sibling(own: dict[str, Any], key: str, value: Any, known: Known, where: str) -> Any:
    """A table among tables of its make, such as a scenario among scenarios, may have the keys that they have."""
    if not isinstance(own[key], dict) or not isinstance(value, dict):
        return laid_over(own[key], value, known, where)
    others = [table for table in own.values() if isinstance(table, dict)]
    like = {name: inner for table in others for name, inner in table.items() if set(table) & set(own[key])}
    return _table(own[key], value, known, where, like | own[key])


def _new(like: Any, value: Any, known: Known, where: str) -> Any:
    """What only tables of its make have so far."""
    if isinstance(like, dict) and isinstance(value, dict):
        return _table({}, value, known, where, like)
    return laid_over(like, value, known, where)


def _new_row(own: Mapping[str, Any], key: str, value: Any, known: Known, where: str) -> Any:
    """A unit or a turn that the game's own table does not name."""
    if known.units.issuperset(own):
        must_be_in(key, known.units, f"{where}: there is no unit {key!r}")
    elif not key.isdigit():
        raise BadTables(f"{where}: {key!r} is not a turn")
    return laid_over(next(iter(own.values())), value, known, f"{where}, {key}")


# -- lists


def _list(own: list[Any], given: list[Any], known: Known, where: str) -> list[Any]:
    name = next((name for name in NAMES if own and all(isinstance(row, dict) and name in row for row in own)), None)
    if name is not None:
        return _rows(own, given, known, where, name)
    if not own:
        return given
    return [
        laid_over(own[min(n, len(own) - 1)], value, known, f"{where}, entry {n + 1}") for n, value in enumerate(given)
    ]


def _rows(own: list[dict[str, Any]], given: list[Any], known: Known, where: str, name: str) -> list[dict[str, Any]]:
    """Rows are found by their name; those of units that have none yet are added, those that are out are left out."""
    found = {row[name]: row for row in own}
    for number, row in enumerate(given, start=1):
        if not isinstance(row, dict) or not isinstance(row.get(name), str):
            raise BadTables(f"{where}, entry {number}: the row must say which one it is: {name} = ...")
        key, there = row[name], f"{where}, {row[name]}"
        if key not in found and (name != "unit" or key not in known.units):
            raise BadTables(
                f"{where}: there is no {key!r}{meant(key, {*found, *known.units} if name == 'unit' else found)}"
            )
        if row.get(OUT) is True and name == "unit":
            found.pop(key, None)
            continue
        found[key] = _row(found.get(key, {name: key}), row, own, known, there)
    return list(found.values())


def _row(
    row: dict[str, Any], given: dict[str, Any], rows: Sequence[Mapping[str, Any]], known: Known, where: str
) -> dict[str, Any]:
    """A row may have what any row of its list has."""
    found = dict(row)
    for key, value in given.items():
        column = [other[key] for other in rows if key in other]
        if not column and key not in known.fields:
            names = dict.fromkeys(name for other in rows for name in other)
            raise BadTables(f"{where}: {key!r} is not known here{meant(key, names)}")
        found[key] = _cell(column, value, known, f"{where}, {key}", key) if column else value
    return found


def _cell(column: list[Any], value: Any, known: Known, where: str, key: str) -> Any:
    raise_unless_alike(column[0], value, where)
    if not isinstance(value, str) or key in FREE:
        return value
    words = {word for word in column if word}
    if known.are_spots(words):
        return "" if value in ("", OUT) else known.spot(value, words, where)
    return must_be_in(value, words | {""}, f"{where}: {value!r} is not a word of this column")


# -- writing


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(key)} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return _quoted(value) if isinstance(value, str) else json.dumps(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

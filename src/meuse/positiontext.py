"""The lines of a position, read one by one and laid out on the board; `position` says what they look like."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from meuse.counters import Side, Unit
from meuse.dice import seed_bytes
from meuse.games import UnknownGame, rule_book
from meuse.hexmap import OFF_MAP, Hex, UnknownHex
from meuse.overlay import BadTables
from meuse.owntables import with_tables
from meuse.plaindata import BadData, read, structs_of
from meuse.report import count
from meuse.rulebook import RuleBook, UnknownOption
from meuse.scenario import Options
from meuse.state import NOT_HASHED, State
from meuse.steps import Step

FORMAT = "meuse position 1"
TOLD = ("hex_of", "at", "steps", "status", "control", "stack", "turn", "dice", "rolled", "stamps")
"""Columns and scalars that have lines of their own, or none."""

KINDS = ("turn", "unit", "control", "unit-value", "value", "step")

MOST_LETTERS = 400_000
"""How long a position may be; those of the largest games have a twentieth of it."""

_UNIT = re.compile(
    r"(?P<unit>\S+) (?:out|(?:at|in) (?P<where>[^,]+?))(?: with (?P<steps>[0-9]{1,4}) steps?)?(?:, (?P<status>.+))?"
)


class BadPosition(ValueError):
    """A position that cannot be read: names the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason

    def __reduce__(self) -> tuple[Any, ...]:
        return BadPosition, (self.line, self.reason)


def text_in(path: str | Path) -> str:
    """The text in a file; raises BadPosition."""
    if Path(path).stat().st_size > 4 * MOST_LETTERS:
        raise BadPosition(1, f"the text is longer than {MOST_LETTERS} letters")
    try:
        return Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadPosition(1, "this is not a text") from error


def state_of(text: str, seed: int | str) -> tuple[RuleBook, State]:
    """The rules of a position and its board, not yet asked anything; raises BadPosition."""
    if len(text) > MOST_LETTERS:
        raise BadPosition(1, f"the text is longer than {MOST_LETTERS} letters")
    rows = text.splitlines()
    header, body = _header(rows)
    try:
        printed = rule_book(header["game"])
        rules = with_tables(printed, header["tables"]) if header["tables"] else printed
        state = rules.begin(rules.opened(header["scenario"], header["options"]), seed_bytes(seed))
    except (UnknownGame, UnknownOption, BadTables) as error:
        raise BadPosition(2, str(error)) from error
    reader = _Reader(rules, state)
    for number, row in enumerate(rows[body:], start=body + 1):
        if row.strip() and not row.startswith("#"):
            reader.take(number, row.strip())
    return rules, reader.done(len(rows))


def _header(rows: list[str]) -> tuple[dict[str, Any], int]:
    if not rows or rows[0].strip() != FORMAT:
        raise BadPosition(1, f"this is not a position: it must begin with {FORMAT!r}")
    found: dict[str, Any] = {}
    options: Options = {}
    tables: dict[str, list[str]] = {}
    for number, row in enumerate(rows[1:], start=2):
        key, _, value = row.strip().partition(" ")
        if key == "---":
            if missing := [key for key in ("game", "scenario") if key not in found]:
                raise BadPosition(number, f"the header has no line {missing[0]!r}")
            texts = {name: "".join(pieces) for name, pieces in tables.items()}
            return found | {"options": options, "tables": texts}, number
        if key == "table":
            tables[value] = []
        elif key == "|" and tables:
            tables[next(reversed(tables))].append(f"{row[2:]}\n")
        elif key == "option":
            name, _, given = value.partition(" ")
            options[name] = _json(number, given)
        elif key in ("game", "scenario") and value:
            found[key] = value
        else:
            raise BadPosition(number, f"the header does not know {row.strip()!r}; it ends with '---'")
    raise BadPosition(len(rows), "the header has no end: '---'")


class _Reader:
    """Lays a position out, line by line."""

    def __init__(self, rules: RuleBook, g: State) -> None:
        self._rules, self._g, self._structs = rules, g, structs_of(rules)
        self._stack: list[Step] = []
        self._named: set[Unit] = set()
        self._after: list[Callable[[], None]] = []
        for u, where in enumerate(g.hex_of):
            if where != OFF_MAP:
                g.place(u, OFF_MAP)
            g.set_status(u, 0)
            g.set_steps(u, g.scenario.counters[u].steps)

    def take(self, number: int, row: str) -> None:
        kind, _, rest = row.partition(" ")
        take = getattr(self, f"_{kind.replace('-', '_')}", None) if kind in KINDS else None
        if take is None:
            raise BadPosition(number, f"a line begins with {', '.join(KINDS)}, not with {kind!r}")
        take(number, rest)

    def done(self, last: int) -> State:
        g = self._g
        g.control[:] = bytes(len(g.control))
        fresh = self._rules.begin(g.scenario, b"")
        for name in others(g):  # placing units may have moved control and other values along
            setattr(g, name, getattr(fresh, name))
        for act in self._after:
            act()
        if not self._stack:
            raise BadPosition(last, "no step is named: what is the game waiting for?")
        g.stack = tuple(self._stack)
        for topic in range(len(g.stamps)):
            g.touch(topic)
        return g

    def _turn(self, number: int, rest: str) -> None:
        if not re.fullmatch(r"-?[0-9]{1,4}", rest):
            raise BadPosition(number, f"the turn is a number, not {rest!r}")
        self._after.append(lambda: setattr(self._g, "turn", int(rest)))

    def _unit(self, number: int, rest: str) -> None:
        match = _UNIT.fullmatch(rest)
        if match is None:
            raise BadPosition(number, "a unit's line reads 'unit 1Pz at 4717 with 1 step, moved'")
        u, g = self._known_unit(number, match["unit"]), self._g
        if u in self._named:
            raise BadPosition(number, f"{match['unit']} has been placed above")
        self._named.add(u)
        most = g.scenario.counters[u].steps
        steps = int(match["steps"] or most)
        if not 0 <= steps <= most:
            raise BadPosition(number, f"{match['unit']} has {count(most, 'step')}, not {steps}")
        g.set_steps(u, steps)
        if match["where"]:
            g.place(u, self._where(number, match["where"]))
        g.set_status(u, self._status(number, match["status"] or ""))

    def _control(self, number: int, rest: str) -> None:
        word, *labels = rest.split()
        if word not in ("german", "allied"):
            raise BadPosition(number, f"the sides are german and allied, not {word!r}")
        hexes = [self._hex(number, label) for label in labels]
        self._after += [lambda h=h: self._g.control.__setitem__(h, Side.of(word) + 1) for h in hexes]  # type: ignore[misc]

    def _unit_value(self, number: int, rest: str) -> None:
        name, unit, text = [*rest.split(" ", 2), "", ""][:3]
        u, value = self._known_unit(number, unit), self._read(number, text)
        column = self._known(number, name)
        if not isinstance(column, list) or len(column) != len(self._g.hex_of):
            raise BadPosition(number, f"{name} is not a value of units; write 'value {name} ...'")
        self._must_be_alike(number, name, column[u], value)
        self._after.append(lambda: getattr(self._g, name).__setitem__(u, value))

    def _value(self, number: int, rest: str) -> None:
        name, _, text = rest.partition(" ")
        value = self._read(number, text)
        self._must_be_alike(number, name, self._known(number, name), value)
        self._after.append(lambda: setattr(self._g, name, value))

    def _step(self, number: int, rest: str) -> None:
        step = self._read(number, rest)
        if not isinstance(step, Step):
            raise BadPosition(number, "this is not a step of the sequence of play")
        self._stack.append(step)

    # -- what a line names

    def _known(self, number: int, name: str) -> Any:
        if name not in others(self._g):
            known = ", ".join(others(self._g))
            raise BadPosition(number, f"{self._rules.title} has no value {name!r}; it has {known}")
        return getattr(self._g, name)

    def _known_unit(self, number: int, unit: str) -> Unit:
        u = self._g.scenario.unit_named.get(unit)
        if u is None:
            raise BadPosition(number, f"{self._rules.title} has no unit {unit!r}")
        return u

    def _hex(self, number: int, label: str) -> Hex:
        try:
            return self._g.map.hex(label)
        except UnknownHex as error:
            raise BadPosition(number, str(error)) from error

    def _where(self, number: int, word: str) -> Hex:
        return self._g.scenario.box(word) if word in self._g.scenario.boxes else self._hex(number, word)

    def _status(self, number: int, words: str) -> int:
        flags, status = self._rules.status_words, 0
        for word in filter(None, words.split(", ")):
            if word not in flags and not re.fullmatch("[0-9]{1,9}", word):
                raise BadPosition(number, f"a unit is not {word!r}; it may be {', '.join(flags)}")
            status |= flags.get(word) or int(word)
        return status

    def _read(self, number: int, text: str) -> Any:
        try:
            return read(_json(number, text), self._structs)
        except BadData as error:
            raise BadPosition(number, str(error)) from error

    def _must_be_alike(self, number: int, name: str, before: Any, value: Any) -> None:
        if before is not None and value is not None and type(before) is not type(value):
            raise BadPosition(number, f"{name} is a {type(before).__name__}, not a {type(value).__name__}")


def _json(number: int, text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError as error:
        raise BadPosition(number, "values nested too deeply for a game") from error
    except ValueError as error:
        raise BadPosition(number, f"{text!r} is not a value: {error}") from error


# -- helpers


def others(g: State) -> list[str]:
    """What changes and has no line of its own; counts that the mutators keep are counted again."""
    return [name for name in (*g.columns, *g.scalars) if name not in {*TOLD, *NOT_HASHED, *g.counted}]

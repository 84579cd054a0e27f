"""The text of a saved game: written, and read line by line but not yet played; `journal` says what is in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from meuse.changeover import Changeover
from meuse.counters import Side
from meuse.scenario import Options

if TYPE_CHECKING:  # it is given a game to write down, and makes none
    from meuse.game import Game

FORMAT = "meuse 1"

WIDE = 100
"""Letters of a snapshot on a line."""

_LINE = re.compile(r"(?P<order>[^#]*)(#(?P<note>.*))?")
_DICE = re.compile(r"\[(?P<dice>[\d ]+)\]")
_REMARK = re.compile(r"# (?P<kind>state|revision|secret|dropped|\|)( (?P<text>.*))?")
_REVISION = re.compile(r"(?P<revision>\d+) (?P<data>\S+) before (?P<release>.+)")


class BadJournal(ValueError):
    """A saved game that cannot be read: names the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason

    def __reduce__(self) -> tuple[Any, ...]:
        return BadJournal, (self.line, self.reason)  # as another process gets it


class Line(msgspec.Struct, frozen=True):
    number: int
    side: Side
    order: tuple[str, ...]
    dice: tuple[int, ...] | None
    note: str = ""


class Check(msgspec.Struct, frozen=True):
    """The fingerprint of the state after so many orders."""

    number: int
    orders: int
    digest: str


class Change(msgspec.Struct, frozen=True):
    """A line that says that the game goes on under another revision; orders before it were secret, by their numbers."""

    number: int
    revision: int
    data: str
    changeover: Changeover
    secret: tuple[int, ...] = ()


class Journal(msgspec.Struct, frozen=True, kw_only=True):
    """A saved game. `revision` and `data` are those that it began under."""

    game: str
    scenario: str
    revision: int
    data: str
    seed: str
    options: dict[str, bool | int | str]
    tables: dict[str, str]
    lines: tuple[Line, ...]
    checks: tuple[Check, ...]
    changes: tuple[Change, ...] = ()
    position: str = ""
    """The position it began at, if not at the beginning of its scenario."""


def write(game: Game) -> str:
    """A game as text."""
    if game.imagined:
        raise ValueError("an imagined game cannot be saved")
    if game.laid_out:
        raise ValueError("the board was changed by hand, so no orders lead here: write game.position instead")
    lines = [_line(entry.side, entry.order, entry.dice, entry.note) for entry in game.journal]
    check = f"# state {len(game.journal)} {game.state.digest()}"
    rows, done = _header_rows(game), 0
    for number, change in enumerate(game.changeovers):
        rows += [*lines[done : change.orders], *_change_rows(game, number)]
        done = change.orders
    return "\n".join([*rows, *lines[done:], check]) + "\n"


def parse(text: str) -> Journal:
    """The text of a saved game, read but not yet played; raises BadJournal."""
    rows = text.splitlines()
    if not rows or rows[0].strip() != FORMAT:
        raise BadJournal(1, f"this is not a saved game: it must begin with {FORMAT!r}")
    header, body = _header(rows)
    tables = _tables(header.pop("table", []))
    options: Options = {}
    for number, row in header.pop("option", []):
        name, _, value = row.partition(" ")
        options[name] = _value(number, value)
    facts = {key: _only(key, found) for key, found in header.items()}
    for key in ("game", "scenario", "revision", "data", "seed"):
        if key not in facts:
            raise BadJournal(body, f"the header has no line {key!r}")
    if not facts["revision"].isdecimal():
        raise BadJournal(header["revision"][0][0], f"the revision must be a number, not {facts['revision']!r}")
    read = _Body(int(facts["revision"]), facts["data"])
    for number, row in enumerate(rows[body:], start=body + 1):
        read.take(number, row.strip())
    lines, checks = tuple(read.lines), tuple(read.checks)
    if not checks or checks[-1].orders != len(lines):
        raise BadJournal(len(rows), f"the file is cut off: '# state {len(lines)} ...' must end it")
    return Journal(
        game=facts["game"],
        scenario=facts["scenario"],
        revision=int(facts["revision"]),
        data=facts["data"],
        seed=facts["seed"],
        options=options,
        tables=tables,
        position=facts.get("position", "").removeprefix("\n"),
        lines=lines,
        checks=checks,
        changes=tuple(read.changes),
    )


# -- reading


def _header(rows: list[str]) -> tuple[dict[str, list[tuple[int, str]]], int]:
    found: dict[str, list[tuple[int, str]]] = {}
    last = ""
    for number, row in enumerate(rows[1:], start=2):
        if row.strip() == "---":
            return found, number
        key, _, value = row.strip().partition(" ")
        if key == "|" and last in ("table", "position"):
            at, text = found[last][-1]
            found[last][-1] = (at, f"{text}\n{row[2:]}")
            continue
        if key not in ("game", "scenario", "revision", "data", "option", "table", "seed", "position"):
            raise BadJournal(number, f"{key!r} does not belong in the header; '---' must end it")
        found.setdefault(key, []).append((number, value.strip()))
        last = key
    raise BadJournal(len(rows), "the header is not ended by '---'")


def _tables(found: list[tuple[int, str]]) -> dict[str, str]:
    """The files of a player's own tables, each in one piece: its name, then its lines."""
    pieces = [value.partition("\n") for _, value in found]
    return {name: text for name, _, text in pieces}


def _only(key: str, found: list[tuple[int, str]]) -> str:
    if len(found) > 1:
        raise BadJournal(found[1][0], f"{key!r} occurs twice in the header")
    return found[0][1]


class _Body:
    """The lines behind the header, taken in one by one."""

    def __init__(self, revision: int, data: str) -> None:
        self.rules = revision, data
        self.lines: list[Line] = []
        self.checks: list[Check] = []
        self.changes: list[Change] = []

    def take(self, number: int, row: str) -> None:
        if remark := _REMARK.fullmatch(row):
            self._remark(number, remark["kind"], remark["text"] or "")
            return
        parsed = _LINE.fullmatch(row)
        tokens = parsed["order"].split() if parsed else []
        if not parsed or not tokens:
            return
        if tokens[0] not in ("german", "allied"):
            raise BadJournal(number, f"an order begins with its side, german or allied, not {tokens[0]!r}")
        if tokens[1:] == ["undo"]:
            raise BadJournal(number, "a saved game holds the orders that stand, and no 'undo'")
        dice, note = _told(parsed["note"])
        self.lines.append(Line(number, Side.of(tokens[0]), tuple(tokens[1:]), dice, note))

    def _remark(self, number: int, kind: str, text: str) -> None:
        """What a comment that is more than one says; those about a changeover stand right behind its line."""
        if kind == "state":
            if match := re.fullmatch(r"(\d+) ([0-9a-f]+)", text):
                self.checks.append(Check(number, int(match[1]), match[2]))
        elif kind == "revision":
            self.changes.append(self._change(number, text))
        elif self.changes and self.changes[-1].changeover.orders == len(self.lines):
            self.changes[-1] = _with(self.changes[-1], number, kind, text)

    def _change(self, number: int, text: str) -> Change:
        match = _REVISION.fullmatch(text)
        if match is None:
            raise BadJournal(number, "the line must be '# revision NUMBER TABLES before RELEASE'")
        if not self.checks or self.checks[-1].orders != len(self.lines):
            raise BadJournal(number, f"'# state {len(self.lines)} ...' must stand before a change of rules")
        (revision, data), self.rules = self.rules, (int(match["revision"]), match["data"])
        changeover = Changeover(
            orders=len(self.lines),
            revision=revision,
            data=data,
            release=match["release"],
            digest=self.checks[-1].digest,
            snapshot="",
        )
        return Change(number, *self.rules, changeover)


def _with(change: Change, number: int, kind: str, text: str) -> Change:
    """A changeover with one line more about it."""
    replace, told = msgspec.structs.replace, change.changeover
    if kind == "secret":
        if not re.fullmatch(r"[\d ]+", text):
            raise BadJournal(number, "'# secret' is followed by the numbers of orders")
        return replace(change, secret=tuple(int(order) for order in text.split()))
    if kind == "dropped":
        return replace(change, changeover=replace(told, dropped=(*told.dropped, text)))
    return replace(change, changeover=replace(told, snapshot=told.snapshot + text))


def _told(note: str | None) -> tuple[tuple[int, ...] | None, str]:
    """The dice and the words behind an order; None where nothing is said of dice."""
    if note is None:
        return None, ""
    match = _DICE.match(note.strip())
    if match is None:
        return (), note.strip()
    return tuple(int(face) for face in match["dice"].split()), note.strip()[match.end() :].strip()


def _value(number: int, text: str) -> bool | int | str:
    if text in ("yes", "no"):
        return text == "yes"
    if not text:
        raise BadJournal(number, "an option needs a value")
    return int(text) if re.fullmatch("-?[0-9]+", text) else text


# -- writing


def _header_rows(game: Game) -> list[str]:
    scenario, rules = game.state.scenario, game.rules
    revision, data = _rules_of(game, 0)
    return [
        FORMAT,
        f"game {rules.id}",
        f"scenario {scenario.id}",
        f"revision {revision}",
        f"data {data}",
        *(f"option {name} {_plain(value)}" for name, value in sorted(scenario.options.items())),
        *(line for name, text in sorted(rules.own_tables.items()) for line in _behind_bars(f"table {name}", text)),
        f"seed {game.state.dice.seed.decode()}",
        *(_behind_bars("position", game.start.text) if game.start is not None else ()),
        "---",
    ]


def _change_rows(game: Game, number: int) -> Iterator[str]:
    change = game.changeovers[number]
    revision, data = _rules_of(game, number + 1)
    secret = [str(n) for n, entry in enumerate(game.journal[: change.orders], start=1) if entry.secret]
    yield f"# state {change.orders} {change.digest}"
    yield f"# revision {revision} {data} before {change.release}"
    yield from [f"# secret {' '.join(secret)}"] if secret else []
    yield from (f"# dropped {order}" for order in change.dropped)
    yield from (f"# | {change.snapshot[at : at + WIDE]}" for at in range(0, len(change.snapshot), WIDE))


def _rules_of(game: Game, part: int) -> tuple[int, str]:
    """The revision and the tables that a part was played under."""
    if part == len(game.changeovers):
        return game.rules.revision, game.rules.data_hash
    return game.changeovers[part].revision, game.changeovers[part].data


def _line(side: Side, order: tuple[str, ...], dice: tuple[int, ...], note: str) -> str:
    told = f"[{' '.join(map(str, dice))}] {note}" if dice else note
    text = f"{side.word} {' '.join(order)}"
    return f"{text:<48}# {told}".rstrip() if told else text


def _behind_bars(heading: str, text: str) -> list[str]:
    return [heading, *(f"| {line}".rstrip() for line in text.splitlines())]


def _plain(value: bool | int | str) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

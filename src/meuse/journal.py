"""Saved games: a text that a person can read and mail. A header, then one order a line with its result as a comment.

    meuse 1
    game skirmish
    scenario sedan
    revision 1
    data 0f3c...
    seed 7
    ---
    german bid 2
    german move 7Pz 1512.1513        # 7Pz moves to 1513
    ...
    # state 214 5b1e...

A game on a player's own tables has them in its header: `table tables.toml`, then the file, each line behind a bar.
Replaying the orders gives the same state, bit for bit; `verify` proves that no die was touched.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from meuse.counters import Side
from meuse.decision import IllegalOrder
from meuse.dice import seed_bytes
from meuse.owntables import with_tables

if TYPE_CHECKING:
    from meuse.game import Game
    from meuse.scenario import Options

FORMAT = "meuse 1"
_LINE = re.compile(r"(?P<order>[^#]*)(#(?P<note>.*))?")
_DICE = re.compile(r"\[(?P<dice>[\d ]+)\]")


class BadJournal(ValueError):
    """A saved game that cannot be read: names the line and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


class Line(msgspec.Struct, frozen=True):
    number: int
    side: Side
    order: tuple[str, ...]
    dice: tuple[int, ...] | None


class Check(msgspec.Struct, frozen=True):
    """The fingerprint of the state after so many orders."""

    number: int
    orders: int
    digest: str


class Journal(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    scenario: str
    revision: int
    data: str
    seed: str
    options: dict[str, bool | int | str]
    tables: dict[str, str]
    lines: tuple[Line, ...]
    checks: tuple[Check, ...]


def write(game: Game) -> str:
    """A game as text."""
    if game.imagined:
        raise ValueError("an imagined game cannot be saved")
    scenario, rules = game.state.scenario, game.rules
    header = [
        FORMAT,
        f"game {rules.id}",
        f"scenario {scenario.id}",
        f"revision {rules.revision}",
        f"data {rules.data_hash}",
        *(f"option {name} {_plain(value)}" for name, value in sorted(scenario.options.items())),
        *(line for name, text in sorted(rules.own_tables.items()) for line in _table_lines(name, text)),
        f"seed {game.state.dice.seed.decode()}",
        "---",
    ]
    lines = [_line(entry.side, entry.order, entry.dice, entry.note) for entry in game.journal]
    check = f"# state {len(game.journal)} {game.state.digest()}"
    return "\n".join([*header, *lines, check]) + "\n"


def parse(text: str) -> Journal:
    """The text of a saved game, read but not yet played; raises BadJournal."""
    rows = text.splitlines()
    if not rows or rows[0].strip() != FORMAT:
        raise BadJournal(1, f"this is no saved game: it must begin with {FORMAT!r}")
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
    lines, checks = _body(rows, body)
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
        lines=lines,
        checks=checks,
    )


def replay(journal: Journal) -> Game:
    """Play a journal through, checking dice and fingerprints; raises BadJournal with the first line that differs."""
    try:
        game = _begin(journal)
    except ValueError as error:
        raise BadJournal(1, str(error)) from error
    stale = _other_rules(journal, game)
    checks = {check.orders: check for check in journal.checks}
    _compare(game, checks.get(0), stale)
    for count, line in enumerate(journal.lines, start=1):
        _replay_line(game, line, stale)
        _compare(game, checks.get(count), stale)
    return game


def load(path: str | Path) -> Game:
    """The game in a file; raises BadJournal."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise BadJournal(1, "this is no text") from error
    return replay(parse(text))


# -- helpers


def _begin(journal: Journal) -> Game:
    from meuse.game import Game
    from meuse.games import printed_book

    rules = printed_book(journal.game)
    if journal.tables:
        rules = with_tables(rules, journal.tables)
    return Game(rules, rules.begin(rules.opened(journal.scenario, journal.options), seed_bytes(journal.seed)))


def _replay_line(game: Game, line: Line, stale: str) -> None:
    try:
        game.play(line.order, line.side)
    except IllegalOrder as error:
        raise BadJournal(line.number, f"{error}{stale}") from error
    rolled = game.journal[-1].dice
    if line.dice is not None and rolled != line.dice:
        raise BadJournal(line.number, f"the dice are {rolled}, but the file says {line.dice}{stale}")


def _compare(game: Game, check: Check | None, stale: str) -> None:
    if check is not None and check.digest != game.state.digest():
        raise BadJournal(check.number, f"after {check.orders} orders the state is not the one recorded{stale}")


def _line(side: Side, order: tuple[str, ...], dice: tuple[int, ...], note: str) -> str:
    told = f"[{' '.join(map(str, dice))}] {note}" if dice else note
    text = f"{side.word} {' '.join(order)}"
    return f"{text:<48}# {told}".rstrip() if told else text


def _header(rows: list[str]) -> tuple[dict[str, list[tuple[int, str]]], int]:
    found: dict[str, list[tuple[int, str]]] = {}
    last = ""
    for number, row in enumerate(rows[1:], start=2):
        if row.strip() == "---":
            return found, number
        key, _, value = row.strip().partition(" ")
        if key == "|" and last == "table":
            at, text = found["table"][-1]
            found["table"][-1] = (at, f"{text}\n{row[2:]}")
            continue
        if key not in ("game", "scenario", "revision", "data", "option", "table", "seed"):
            raise BadJournal(number, f"{key!r} does not belong into the header; '---' must end it")
        found.setdefault(key, []).append((number, value.strip()))
        last = key
    raise BadJournal(len(rows), "the header is not ended by '---'")


def _table_lines(name: str, text: str) -> list[str]:
    return [f"table {name}", *(f"| {line}".rstrip() for line in text.splitlines())]


def _tables(found: list[tuple[int, str]]) -> dict[str, str]:
    """The files of a player's own tables, each in one piece: its name, then its lines."""
    pieces = [value.partition("\n") for _, value in found]
    return {name: text for name, _, text in pieces}


def _only(key: str, found: list[tuple[int, str]]) -> str:
    if len(found) > 1:
        raise BadJournal(found[1][0], f"{key!r} occurs twice in the header")
    return found[0][1]


def _body(rows: list[str], start: int) -> tuple[tuple[Line, ...], tuple[Check, ...]]:
    lines: list[Line] = []
    checks: list[Check] = []
    for number, row in enumerate(rows[start:], start=start + 1):
        if match := re.fullmatch(r"# state (\d+) ([0-9a-f]+)", row.strip()):
            checks.append(Check(number, int(match[1]), match[2]))
            continue
        parsed = _LINE.fullmatch(row)
        tokens = parsed["order"].split() if parsed else []
        if not tokens:
            continue
        if tokens[0] not in ("german", "allied"):
            raise BadJournal(number, f"an order begins with its side, german or allied, not {tokens[0]!r}")
        if tokens[1:] == ["undo"]:
            raise BadJournal(number, "a saved game holds the orders that stand, and no 'undo'")
        lines.append(Line(number, Side.of(tokens[0]), tuple(tokens[1:]), _dice(parsed["note"] if parsed else None)))
    return tuple(lines), tuple(checks)


def _dice(note: str | None) -> tuple[int, ...] | None:
    if note is None:
        return None
    match = _DICE.match(note.strip())
    return tuple(int(face) for face in match["dice"].split()) if match else ()


def _other_rules(journal: Journal, game: Game) -> str:
    """What to add to a complaint about a file made under other rules or tables."""
    if journal.revision != game.rules.revision:
        return f"; the file was made under revision {journal.revision} of the rules, this is {game.rules.revision}"
    if journal.data != game.rules.data_hash:
        return "; the file was made with other tables"
    return ""


def _plain(value: bool | int | str) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _value(number: int, text: str) -> bool | int | str:
    if text in ("yes", "no"):
        return text == "yes"
    if not text:
        raise BadJournal(number, "an option needs a value")
    return int(text) if re.fullmatch("-?[0-9]+", text) else text

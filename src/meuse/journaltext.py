"""The text of a saved game: written, and read line by line but not yet played; `journal` says what is in it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from meuse.changeover import Changeover
from meuse.counters import Side
from meuse.report import count
from meuse.scenario import Options

if TYPE_CHECKING:  # it is given a game to write down, and makes none
    from meuse.game import Game

FORMAT = "meuse 1"

WIDE = 100
"""Letters of a snapshot on a line."""

NEW_DICE = "from another seed"
"""What stands behind `# dice` where a game goes on with other dice."""

MOST_ORDERS = 20_000
"""Orders that a file may hold; a long game has about two thousand."""

MOST_WORDS, LONGEST_WORD = 400, 2000
"""Words of an order, and letters of a word, which may be a path."""

MOST_CHANGES = 100
"""How often a game may go over to other rules."""

MOST_LETTERS = {"table": 400_000, "position": 400_000}
"""How long what stands behind bars in the header may be, all files together; real ones have a tenth of it."""

MOST_SNAPSHOT = 400_000
"""How long a snapshot may be; real ones have a hundredth of it."""

_LINE = re.compile(r"(?P<order>[^#]*)(#(?P<note>.*))?")
_DICE = re.compile(r"\[(?P<dice>[0-9 ]{1,999})\]")
_NUMBERS = re.compile(r"[0-9]{1,9}( [0-9]{1,9})*")
_REMARK = re.compile(r"# (?P<kind>state|sum|revision|dice|secret|dropped|\|)( (?P<text>.*))?")
_REVISION = re.compile(r"(?P<revision>[0-9]{1,9}) (?P<data>\S+) before (?P<release>.+)")


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
    """The fingerprint of the state after this order."""

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
    sum: Check | None = None
    """The fingerprint of all its lines, as the file says it; older files have none."""


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
    rows += lines[done:]
    total = sum_of(parse("\n".join([*rows, check])))
    return "\n".join([*rows, f"# sum {total}", check]) + "\n"


def sum_of(journal: Journal) -> str:
    """A fingerprint of all that a game follows from: how it began, and every order, but not the words about them.

    Every moment's state follows from it; the fingerprint of the last one may be that of another game's last, too.
    """
    facts = [journal.game, journal.scenario, journal.seed, *_plain_lines(journal.position)]
    facts += [f"{name} {_plain(value)}" for name, value in sorted(journal.options.items())]
    facts += [row for name, text in sorted(journal.tables.items()) for row in (name, *_plain_lines(text))]
    facts += [f"{line.side.word} {' '.join(line.order)}" for line in journal.lines]
    facts += [repr((change.changeover, change.revision, change.data, change.secret)) for change in journal.changes]
    return hashlib.blake2b("\n".join(facts).encode(), digest_size=8).hexdigest()


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
    if not _NUMBERS.fullmatch(facts["revision"]) or " " in facts["revision"]:
        raise BadJournal(header["revision"][0][0], f"the revision must be a number, not {facts['revision']!r}")
    read = _Body(int(facts["revision"]), facts["data"])
    for number, row in enumerate(rows[body:], start=body + 1):
        read.take(number, row.strip())
    lines, checks, changes = tuple(read.lines), tuple(read.checks), read.told()
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
        changes=changes,
        sum=read.sum,
    )


# -- reading


def _header(rows: list[str]) -> tuple[dict[str, list[tuple[int, str]]], int]:
    found: dict[str, list[tuple[int, list[str]]]] = {}
    room, last = dict(MOST_LETTERS), ""
    for number, row in enumerate(rows[1:], start=2):
        if row.strip() == "---":
            return {key: [(at, "\n".join(pieces)) for at, pieces in lines] for key, lines in found.items()}, number
        key, _, value = row.strip().partition(" ")
        if key == "|" and last in room:
            found[last][-1][1].append(row[2:])
            room[last] -= len(row)
            if room[last] < 0:
                raise BadJournal(number, f"the {last} is longer than {count(MOST_LETTERS[last], 'letter')}")
            continue
        if key not in ("game", "scenario", "revision", "data", "option", "table", "seed", "position"):
            raise BadJournal(number, f"{key!r} does not belong in the header; '---' must end it")
        found.setdefault(key, []).append((number, [value.strip()]))
        last = key
    raise BadJournal(len(rows), "the header must end with '---'")


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
        self.sum: Check | None = None
        self._changes: list[Change] = []
        self._told: list[_Told] = []

    def told(self) -> tuple[Change, ...]:
        """The changeovers, each with all that its lines say."""
        return tuple(told.of(change) for change, told in zip(self._changes, self._told, strict=True))

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
        if len(self.lines) == MOST_ORDERS:
            raise BadJournal(number, f"a saved game holds {MOST_ORDERS} orders at most")
        if len(tokens) > MOST_WORDS or (len(row) > LONGEST_WORD and max(map(len, tokens)) > LONGEST_WORD):
            raise BadJournal(number, f"an order has {MOST_WORDS} words of {LONGEST_WORD} letters at most")
        dice, note = _told(parsed["note"])
        self.lines.append(Line(number, Side.of(tokens[0]), tuple(tokens[1:]), dice, note))

    def _remark(self, number: int, kind: str, text: str) -> None:
        """What a comment that is more than one says; those about a changeover stand right behind its line."""
        if kind == "state":
            if match := re.fullmatch(r"([0-9]{1,9}) ([0-9a-f]{1,64})", text):
                self.checks.append(Check(number, int(match[1]), match[2]))
        elif kind == "sum":
            if re.fullmatch("[0-9a-f]{16}", text):
                self.sum = Check(number, len(self.lines), text)
        elif kind == "revision":
            self._changes.append(self._change(number, text))
            self._told.append(_Told())
        elif self._changes and self._changes[-1].changeover.orders == len(self.lines):
            self._told[-1].take(number, kind, text)

    def _change(self, number: int, text: str) -> Change:
        match = _REVISION.fullmatch(text)
        if match is None:
            raise BadJournal(number, "the line must be '# revision NUMBER TABLES before RELEASE'")
        if not self.checks or self.checks[-1].orders != len(self.lines):
            raise BadJournal(number, f"'# state {len(self.lines)} ...' must stand before a change of rules")
        if len(self._changes) == MOST_CHANGES:
            raise BadJournal(number, f"a game can change its rules {MOST_CHANGES} times at most")
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


class _Told:
    """What the lines behind a change of rules say of it: secret orders, dropped ones, the snapshot piece by piece."""

    def __init__(self) -> None:
        self._secret: tuple[int, ...] = ()
        self._dropped: list[str] = []
        self._snapshot: list[str] = []
        self._new_dice = False
        self._room = MOST_SNAPSHOT

    def take(self, number: int, kind: str, text: str) -> None:
        if kind == "secret":
            if not _NUMBERS.fullmatch(text):
                raise BadJournal(number, "'# secret' is followed by the numbers of orders")
            self._secret = tuple(map(int, text.split()))
        elif kind == "dice":
            self._new_dice = text == NEW_DICE
        elif kind == "dropped":
            self._dropped.append(text)
            if len(self._dropped) > MOST_ORDERS:
                raise BadJournal(number, f"a saved game holds {MOST_ORDERS} orders at most")
        else:
            self._snapshot.append(text)
            self._room -= len(text)
            if self._room < 0:
                raise BadJournal(number, f"a snapshot has {MOST_SNAPSHOT} letters at most")

    def of(self, change: Change) -> Change:
        dropped, snapshot = tuple(self._dropped), "".join(self._snapshot)
        changeover = msgspec.structs.replace(
            change.changeover, dropped=dropped, snapshot=snapshot, new_dice=self._new_dice
        )
        return msgspec.structs.replace(change, changeover=changeover, secret=self._secret)


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
    return int(text) if re.fullmatch("-?[0-9]{1,18}", text) else text


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
    yield from [f"# dice {NEW_DICE}"] if change.new_dice else []
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


def _plain_lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.splitlines()]


def _plain(value: bool | int | str) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

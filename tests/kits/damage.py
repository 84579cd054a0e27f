"""Files damaged by chance from a seed: saved games, positions, tables, snapshots; and a judge of what becomes of them.

A damaged file loads as itself, or is refused with a reason. It is never taken for another game, never hangs, and never
takes more than a bounded amount of memory.
"""

from __future__ import annotations

import base64
import random
import resource
import signal
import tomllib
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import meuse
from meuse import journal, snapshot
from meuse.owntables import file_names, with_tables

REPLAY = Path(__file__).parents[1] / "replay"

SECONDS = 30
"""Processor time for one file, which no busy machine makes longer."""

MEGABYTES = 600
"""By how much all files of a run together may let the process grow."""

WORDS = (
    "0", "-1", "999999999999", "9" * 5000, "1e999", "NaN", "true", "null", '""', "[]", "{}", "[" * 3000, "x" * 3000,
    '{"tuple": []}', '{"fraction": "1e99999999"}', '{"struct": ["Turns", {"at": 9999999}]}', "undo", "sealed", "#", "|",
    "---", "# sum", "# state 0 ab", "# revision 2 d before m", "\u0661", "\x00", "\u2028",
)  # fmt: skip


class TooLong(Exception):
    """A file has taken more processor time than any may."""


class Fault(NamedTuple):
    """A file that was neither refused nor taken for what it is."""

    kind: str
    subject: str
    number: int
    what: str


class Run(NamedTuple):
    """How often files were refused and taken, the faults, and by how many megabytes the process has grown."""

    refused: int
    taken: int
    faults: list[Fault]
    grown: float


def run(kind: str, subject: str, seed: int, count: int) -> Run:
    """Damage a file of a kind so many times; `subject` is a game."""
    text, judge = KINDS[kind](subject)
    rng, before, refused, faults = random.Random(f"{kind} {subject} {seed}"), _memory(), 0, []
    for number in range(count):
        damaged = damage(text, rng)
        try:
            with _limited():
                what = judge(damaged)
        except (meuse.BadJournal, meuse.BadPosition, meuse.BadTables, snapshot.BadSnapshot) as error:
            what, refused = "", refused + 1
            what = "" if str(error) else "it is refused without a reason"
        except Exception as error:
            what = f"{type(error).__name__}: {str(error)[:200]}"
        if what:
            faults.append(Fault(kind, subject, number, what))
    return Run(refused, count - refused - len(faults), faults, _memory() - before)


def damage(text: str, rng: random.Random) -> str:
    """A text with one to three damages of any kind."""
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(DAMAGES)(text, rng)
    return text


# -- damages


def _bit(text: str, rng: random.Random) -> str:
    data = bytearray(text.encode())
    if data:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return data.decode(errors="replace")


def _word(text: str, rng: random.Random) -> str:
    rows = text.split("\n")
    at = rng.randrange(len(rows))
    words = rows[at].split(" ")
    words[rng.randrange(len(words))] = rng.choice(WORDS)
    return "\n".join([*rows[:at], " ".join(words), *rows[at + 1 :]])


def _number(text: str, rng: random.Random) -> str:
    digits = [at for at, letter in enumerate(text) if letter.isdecimal()]
    at = rng.choice(digits or [0])
    return text[:at] + rng.choice(("7", "99", "-3", "12345678", "999999999999")) + text[at + 1 :]


def _lost(text: str, rng: random.Random) -> str:
    rows = text.split("\n")
    del rows[rng.randrange(len(rows))]
    return "\n".join(rows)


def _swapped(text: str, rng: random.Random) -> str:
    rows = text.split("\n")
    one, other = rng.randrange(len(rows)), rng.randrange(len(rows))
    rows[one], rows[other] = rows[other], rows[one]
    return "\n".join(rows)


def _repeated(text: str, rng: random.Random) -> str:
    rows = text.split("\n")
    at = rng.randrange(len(rows))
    times = min(rng.choice((2, 3, 1000, 100_000)), 2 + 5_000_000 // (1 + len(rows[at])))
    return "\n".join([*rows[:at], *[rows[at]] * times, *rows[at + 1 :]])


def _cut(text: str, rng: random.Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


Damage = Callable[[str, random.Random], str]
DAMAGES: tuple[Damage, ...] = (_bit, _bit, _word, _number, _lost, _swapped, _repeated, _cut)


# -- what is damaged, and how it is judged

Judge = Callable[[str], str]
"""Says what is wrong with how a damaged file was taken; "" if nothing is. Refusals are raised."""


def _saved(game: str) -> tuple[str, Judge]:
    path = next(path for path in sorted(REPLAY.glob("*.meuse")) if path.stem.startswith(game))
    text = journal.write(meuse.load(path).at(60))
    original = _lines(journal.parse(text))

    def judge(damaged: str) -> str:
        read = journal.parse(damaged)
        journal.replay(read)
        return "" if read.sum is None or _lines(read) == original else "it is taken for another game"

    return text, judge


def _lines(read: journal.Journal) -> Any:
    return read.game, read.scenario, read.seed, read.options, [(line.side, line.order) for line in read.lines]


def _position(game: str) -> tuple[str, Judge]:
    path = next(path for path in sorted(REPLAY.glob("*.meuse")) if path.stem.startswith(game))
    text = meuse.load(path).at(60).position.text

    def judge(damaged: str) -> str:
        found = meuse.Position(damaged).play().position.text
        again = meuse.Position(found).play().position.text
        return "" if again == found else "written again it is another position"

    return text, judge


def _tables(game: str) -> tuple[str, Judge]:
    rules = meuse.games.printed_book(game)
    name = sorted(file_names(rules))[-1]
    text = (rules.data / name).read_text(encoding="utf-8")

    def judge(damaged: str) -> str:
        rows = "\n".join(line.rstrip() for line in damaged.splitlines())
        book = with_tables(rules, {name: rows})
        tomllib.loads(rows)
        started = meuse.Game(book, book.begin(book.opened(None, {}), b"7"))
        return "" if started.decision.choices() else "no order can be given"

    return text, judge


def _snapshot(game: str) -> tuple[str, Judge]:
    """The plain text of it is damaged and packed again: else the packing would find every damage."""
    path = next(path for path in sorted(REPLAY.glob("*.meuse")) if path.stem.startswith(game))
    then = meuse.load(path).at(60)
    text = zlib.decompress(base64.b64decode(snapshot.dump(then.state))).decode()

    def judge(damaged: str) -> str:
        packed = base64.b64encode(zlib.compress(damaged.encode(errors="replace"))).decode()
        found = snapshot.load(packed, then.rules, then.state.scenario)
        return "" if found.digest() else "it has no fingerprint"  # by which a game refuses any other state

    return text, judge


KINDS: dict[str, Callable[[str], tuple[str, Judge]]] = {
    "journal": _saved,
    "position": _position,
    "tables": _tables,
    "snapshot": _snapshot,
}


# -- limits


@contextmanager
def _limited() -> Iterator[None]:
    def over(*_: object) -> None:
        raise TooLong(f"more than {SECONDS} seconds of processor time")

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000

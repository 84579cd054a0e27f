"""What the result of a game rests on: who won and by which rule, in plain words, and what its points were given for.

A game's module `account` tells it; the report of a finished match shows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from meuse.counters import SIDES, Side

PLAIN = ("the Germans", "the Allies")


class Credit(msgspec.Struct, frozen=True):
    """Points of a side for one thing, called by what was done: "Railway from north to south cut"."""

    side: Side
    points: float
    title: str
    rule: str
    what: tuple[str, ...] = ()
    """The places or units that they were given for."""


class Account(msgspec.Struct, frozen=True):
    """Why a game ended as it did, for one reader, and all points with what they were given for."""

    why: str
    credits: tuple[Credit, ...] = ()


def called(side: Side, reader: Side | None) -> str:
    """A side in the middle of a sentence: "you" for whoever reads it."""
    return "you" if side is reader else PLAIN[side]


def begun(text: str) -> str:
    """A sentence with its first letter large."""
    return text[:1].upper() + text[1:]


def with_article(level: str) -> str:
    """A level of victory in the middle of a sentence: "an Allied marginal victory"."""
    return f"{'an' if level[0] in 'AEIO' else 'a'} {level}"


def joined(found: Iterable[Credit]) -> list[Credit]:
    """One line for everything of the same kind, with all that it was given for."""
    lines: dict[tuple[Side, str, str], Credit] = {}
    for one in found:
        key = (one.side, one.title, one.rule)
        before = lines.get(key)
        points, what = (before.points, before.what) if before else (0.0, ())
        lines[key] = Credit(one.side, points + one.points, one.title, one.rule, (*what, *one.what))
    return sorted(lines.values(), key=lambda one: (one.side, -one.points, one.title))


def difference(before: Sequence[Credit], after: Sequence[Credit]) -> Iterator[Credit]:
    """What has been gained (or lost again) from one moment to another; it tells what is new of each line."""
    old, new = ({(one.side, one.title, one.rule): one for one in joined(lines)} for lines in (before, after))
    for key in sorted(old.keys() | new.keys()):
        was, now = old.get(key), new.get(key)
        points = (now.points if now else 0) - (was.points if was else 0)
        if points:
            side, title, rule = key
            mine, theirs = (now.what if now else ()), (was.what if was else ())
            yield Credit(side, points, title, rule, tuple(word for word in mine if word not in theirs))


def compared(score: Sequence[float], reader: Side | None, noun: str) -> str:
    """Both totals, the winner's first: "You have 21 Victory Points, the Allies 7"."""
    first, second = sorted(SIDES, key=lambda side: -score[side])
    have = f"{score[first]:g} {noun}{'' if score[first] == 1 else 's'}"
    return begun(f"{called(first, reader)} scored {have}, {called(second, reader)} {score[second]:g}")

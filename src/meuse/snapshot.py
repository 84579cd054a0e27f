"""A state as text, and back again bit for bit: what a game continues from when its orders no longer fit the rules.

A replay needs the rules under which a game was played; a snapshot does not. It holds every column and scalar of the
state by name, structs by the names of their classes and fields, and what numbers of units and hexes mean: if that has
changed, reading it raises BadSnapshot. It is JSON, packed, in letters that any file or column of text can hold.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections import Counter
from functools import lru_cache
from typing import Any

import msgspec

from meuse.plaindata import BadData, plain, read, structs_of
from meuse.rulebook import RuleBook
from meuse.scenario import Scenario
from meuse.state import NOT_HASHED, State, canonical
from meuse.steps import Step, Turns

MOST_BYTES = 1_000_000
"""How large a snapshot may be when it is unpacked; the largest games have a fiftieth of it."""


class BadSnapshot(ValueError):
    """A snapshot that these rules cannot read: says what has changed."""


class Bookmark(msgspec.Struct):
    """Where in the sequence of play a snapshot was taken: at an entry that has so many of its like before it.

    They are counted from the last entry that there is only one of, the beginning of a turn mostly; "" is the first.
    """

    since: str
    entry: str
    before: int


class Content(msgspec.Struct):
    """What is in a snapshot."""

    units: str
    hexes: str
    boxes: tuple[str, ...]
    place: Bookmark | None
    values: dict[str, Any]


def dump(g: State) -> str:
    """A state as one word of text."""
    s = g.scenario
    values = {name: plain(getattr(g, name)) for name in columns_of(g)}
    content = Content(_hash(s.unit_ids), _hash(s.map.labels), s.boxes, _place(g), values)
    return base64.b64encode(zlib.compress(msgspec.json.encode(content), 6)).decode()


def load(text: str, rules: RuleBook, scenario: Scenario) -> State:
    """The state in a snapshot, under these rules; raises BadSnapshot."""
    content = _content(text)
    _must_count_the_same(content, scenario)
    g = rules.begin(scenario, b"")
    _must_have_the_same_columns(content, g)
    structs = structs_of(rules)
    for name, value in content.values.items():
        try:
            setattr(g, name, read(value, structs))
        except BadData as error:
            raise BadSnapshot(str(error)) from error
    _find_place(g, content.place)
    for topic in range(len(g.stamps)):
        g.touch(topic)  # what was derived from the state at the start says nothing about this one
    return g


# -- what numbers mean


def columns_of(g: State) -> list[str]:
    """Everything that changes, by name."""
    return [name for name in (*g.columns, *g.scalars) if name not in NOT_HASHED]


def _content(text: str) -> Content:
    try:
        return msgspec.json.decode(_unpacked(base64.b64decode(text, validate=True)), type=Content)
    except (ValueError, RecursionError, zlib.error) as error:
        raise BadSnapshot("this is not a snapshot, or it is damaged") from error


def _unpacked(packed: bytes) -> bytes:
    """No more of it than a snapshot can hold: a thousand times as much may be packed into a few letters."""
    unpacking = zlib.decompressobj()
    found = unpacking.decompress(packed, MOST_BYTES)
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("too large, or cut off")
    return found


def _must_count_the_same(content: Content, scenario: Scenario) -> None:
    if content.units != _hash(scenario.unit_ids):
        raise BadSnapshot("there are other counters now than when the snapshot was taken")
    if content.hexes != _hash(scenario.map.labels) or content.boxes != scenario.boxes:
        raise BadSnapshot("the map has other hexes or boxes now than when the snapshot was taken")


def _must_have_the_same_columns(content: Content, g: State) -> None:
    known, stored = set(columns_of(g)), set(content.values)
    if known != stored:
        changed = ", ".join(sorted(known ^ stored))
        raise BadSnapshot(f"the state has other columns now than when the snapshot was taken: {changed}")


def _place(g: State) -> Bookmark | None:
    if not g.stack or not isinstance(g.stack[0], Turns) or g.stack[0].at == 0:
        return None
    words, now = _words(g.scenario.sequence), g.stack[0].at - 1
    start = max((at for at in _landmarks(words) if at <= now), default=None)
    passed = words[start or 0 : now]
    return Bookmark("" if start is None else words[start], words[now], passed.count(words[now]))


def _find_place(g: State, place: Bookmark | None) -> None:
    """The game goes on behind the same entry, even where the sequence of play has got more of them, or fewer."""
    if place is None:
        return
    words = _words(g.scenario.sequence)
    landmarks = [at for at in _landmarks(words) if words[at] == place.since]
    if place.since and not landmarks:
        raise BadSnapshot(f"the sequence of play no longer has {place.since}")
    start = landmarks[0] if place.since else 0
    end = min((at for at in _landmarks(words) if at > start), default=len(words))
    found = [at for at in range(start, end) if words[at] == place.entry]
    if len(found) <= place.before:
        raise BadSnapshot(f"the sequence of play no longer has {place.entry} number {place.before + 1} there")
    g.stack = (Turns(found[place.before] + 1), *g.stack[1:])


@lru_cache(maxsize=64)
def _words(sequence: tuple[Step, ...]) -> tuple[str, ...]:
    return tuple(map(canonical, sequence))


@lru_cache(maxsize=64)
def _landmarks(words: tuple[str, ...]) -> list[int]:
    """The entries that there is only one of."""
    count = Counter(words)
    return [at for at, entry in enumerate(words) if count[entry] == 1]


def _hash(words: tuple[str, ...]) -> str:
    return hashlib.blake2b("\n".join(words).encode(), digest_size=8).hexdigest()

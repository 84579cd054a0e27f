"""A state as text, and back again bit for bit: what a game goes on from when its orders no longer fit the rules.

A replay needs the rules under which a game was played; a snapshot does not. It holds every column and scalar of the
state by name, structs by the names of their classes and fields, and what numbers of units and hexes mean: if that has
changed, reading it raises BadSnapshot. It is JSON, packed, in letters that any file or column of text can hold.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from meuse.counters import Side
from meuse.rulebook import RuleBook
from meuse.scenario import Scenario
from meuse.state import NOT_HASHED, State, canonical
from meuse.steps import Step, Turns

CORE = ("meuse.dice", "meuse.state", "meuse.steps", "meuse.mechanics")
"""Where structs come from that are not of a game's own."""


class BadSnapshot(ValueError):
    """A snapshot that these rules cannot read: says what has changed."""


class Place(msgspec.Struct):
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
    place: Place | None
    values: dict[str, Any]


def dump(g: State) -> str:
    """A state as one word of text."""
    s = g.scenario
    values = {name: _plain(getattr(g, name)) for name in _names(g)}
    content = Content(_hash(s.unit_ids), _hash(s.map.labels), s.boxes, _place(g), values)
    return base64.b64encode(zlib.compress(msgspec.json.encode(content), 6)).decode()


def load(text: str, rules: RuleBook, scenario: Scenario) -> State:
    """The state in a snapshot, under these rules; raises BadSnapshot."""
    content = _content(text)
    _must_count_the_same(content, scenario)
    g = rules.begin(scenario, b"")
    _must_have_the_same_columns(content, g)
    structs = {kind.__name__: kind for kind in _structs(msgspec.Struct, (*CORE, type(rules).__module__))}
    for name, value in content.values.items():
        setattr(g, name, _read(value, structs))
    _find_place(g, content.place)
    for topic in range(len(g.stamps)):
        g.touch(topic)  # what was derived from the state at the start says nothing about this one
    return g


# -- values as plain data: a list is a list, all else that JSON does not have is a table of one entry


def _plain(value: Any) -> Any:
    kind = type(value)
    if kind in _AS_THEY_ARE:
        return value
    if kind in _WRITERS:
        return _WRITERS[kind](value)
    if isinstance(value, msgspec.Struct):
        return {"struct": [kind.__name__, {name: _plain(getattr(value, name)) for name in value.__struct_fields__}]}
    raise TypeError(f"a snapshot cannot hold a {kind.__name__}")


def _read(plain: Any, structs: dict[str, type[msgspec.Struct]]) -> Any:
    try:
        return _value(plain, structs)
    except BadSnapshot:
        raise
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise BadSnapshot("this is no snapshot, or a damaged one") from error


def _value(plain: Any, structs: dict[str, type[msgspec.Struct]]) -> Any:
    if isinstance(plain, list):
        return [_value(inner, structs) for inner in plain]
    if not isinstance(plain, dict):
        return plain
    ((kind, content),) = plain.items()
    if kind == "struct":
        return _struct(content, structs)
    return _READERS[kind](_value(content, structs))


def _struct(content: Any, structs: dict[str, type[msgspec.Struct]]) -> msgspec.Struct:
    name, fields = content
    if name not in structs:
        raise BadSnapshot(f"these rules have no {name}, which the game stood at")
    try:
        return structs[name](**{field: _value(value, structs) for field, value in fields.items()})
    except TypeError as error:
        raise BadSnapshot(f"{name} is another one in these rules: {error}") from error


def _all(values: Any) -> list[Any]:
    return [_plain(value) for value in values]


def _sorted(values: Any) -> list[Any]:
    return _all(sorted(values, key=canonical))


_AS_THEY_ARE = {int, str, bool, float, type(None)}
_WRITERS: dict[type, Callable[[Any], Any]] = {
    list: _all,
    tuple: lambda value: {"tuple": _all(value)},
    dict: lambda value: {"dict": [[_plain(key), _plain(inner)] for key, inner in value.items()]},
    set: lambda value: {"set": _sorted(value)},
    frozenset: lambda value: {"frozenset": _sorted(value)},
    bytes: lambda value: {"bytes": value.hex()},
    bytearray: lambda value: {"bytearray": value.hex()},
    Fraction: lambda value: {"fraction": str(value)},
    Side: lambda value: {"side": value.word},
}
_READERS: dict[str, Callable[[Any], Any]] = {
    "tuple": tuple,
    "dict": dict,
    "set": set,
    "frozenset": frozenset,
    "bytes": bytes.fromhex,
    "bytearray": bytearray.fromhex,
    "fraction": Fraction,
    "side": Side.of,
}


def _structs(parent: type[msgspec.Struct], packages: tuple[str, ...]) -> Iterator[type[msgspec.Struct]]:
    """The structs of some packages; a class keeps its name when it moves to another file."""
    for kind in parent.__subclasses__():
        if f"{kind.__module__}.".startswith(tuple(f"{package}." for package in packages)):
            yield kind
        yield from _structs(kind, packages)


# -- what numbers mean


def _names(g: State) -> list[str]:
    return [name for name in (*g.columns, *g.scalars) if name not in NOT_HASHED]


def _content(text: str) -> Content:
    try:
        return msgspec.json.decode(zlib.decompress(base64.b64decode(text, validate=True)), type=Content)
    except (ValueError, zlib.error) as error:
        raise BadSnapshot("this is no snapshot, or a damaged one") from error


def _must_count_the_same(content: Content, scenario: Scenario) -> None:
    if content.units != _hash(scenario.unit_ids):
        raise BadSnapshot("there are other counters now than when the snapshot was taken")
    if content.hexes != _hash(scenario.map.labels) or content.boxes != scenario.boxes:
        raise BadSnapshot("the map has other hexes or boxes now than when the snapshot was taken")


def _must_have_the_same_columns(content: Content, g: State) -> None:
    known, stored = set(_names(g)), set(content.values)
    if known != stored:
        changed = ", ".join(sorted(known ^ stored))
        raise BadSnapshot(f"the state has other columns now than when the snapshot was taken: {changed}")


def _place(g: State) -> Place | None:
    if not g.stack or not isinstance(g.stack[0], Turns) or g.stack[0].at == 0:
        return None
    words, now = _words(g.scenario.sequence), g.stack[0].at - 1
    start = max((at for at in _landmarks(words) if at <= now), default=None)
    passed = words[start or 0 : now]
    return Place("" if start is None else words[start], words[now], passed.count(words[now]))


def _find_place(g: State, place: Place | None) -> None:
    """The game goes on behind the same entry, even where the sequence of play has got more of them, or fewer."""
    if place is None:
        return
    words = _words(g.scenario.sequence)
    landmarks = [at for at in _landmarks(words) if words[at] == place.since]
    if place.since and not landmarks:
        raise BadSnapshot(f"the sequence of play has no {place.since} any more")
    start = landmarks[0] if place.since else 0
    end = min((at for at in _landmarks(words) if at > start), default=len(words))
    found = [at for at in range(start, end) if words[at] == place.entry]
    if len(found) <= place.before:
        raise BadSnapshot(f"the sequence of play has no {place.entry} number {place.before + 1} there any more")
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

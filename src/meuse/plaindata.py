"""Values of a state as plain data, and back again bit for bit: what snapshots and positions are written in.

A list is a list; all else that JSON does not have is a table of one entry, whose key says what it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import msgspec

from meuse.counters import Side
from meuse.rulebook import RuleBook
from meuse.state import canonical

Structs = dict[str, type[msgspec.Struct]]

CORE = ("meuse.dice", "meuse.state", "meuse.steps", "meuse.mechanics", "meuse.phases")
"""Where structs come from that are not of a game's own."""


LARGEST = 10_000_000
"""The largest number in a state: flags, numbers of hexes and of orders. Nobody counts up to a larger one."""


class BadData(ValueError):
    """Plain data that is not a value of these rules: says why."""


def plain(value: Any) -> Any:
    kind = type(value)
    if kind in _AS_THEY_ARE:
        return value
    if kind in _WRITERS:
        return _WRITERS[kind](value)
    if isinstance(value, msgspec.Struct):
        return {"struct": [kind.__name__, {name: plain(getattr(value, name)) for name in value.__struct_fields__}]}
    raise TypeError(f"a saved state cannot hold a {kind.__name__}")


def read(value: Any, structs: Structs) -> Any:
    """A value out of its plain form; raises BadData."""
    try:
        return _value(value, structs)
    except BadData:
        raise
    except RecursionError as error:
        raise BadData("values nested too deeply for a game") from error
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise BadData("this is not a value, or a damaged one") from error


def structs_of(rules: RuleBook) -> Structs:
    """The structs that may occur in a game, by name, its own before those that games share."""
    kinds = (*_structs(msgspec.Struct, CORE), *_structs(msgspec.Struct, (type(rules).__module__,)))
    return {kind.__name__: kind for kind in kinds}


def _value(given: Any, structs: Structs) -> Any:
    if isinstance(given, list):
        return [_value(inner, structs) for inner in given]
    if isinstance(given, int | float) and not -LARGEST <= given <= LARGEST:
        raise BadData(f"{str(given)[:20]} is beyond all numbers of a game")
    if not isinstance(given, dict):
        return given
    ((kind, content),) = given.items()
    if kind == "struct":
        return _struct(content, structs)
    return _READERS[kind](_value(content, structs))


def _struct(content: Any, structs: Structs) -> msgspec.Struct:
    name, fields = content
    if name not in structs:
        raise BadData(f"these rules have no {name}, which the game stood at")
    try:
        return structs[name](**{field: _value(value, structs) for field, value in fields.items()})
    except TypeError as error:
        raise BadData(f"{name} is another one in these rules: {error}") from error


def _all(values: Any) -> list[Any]:
    return [plain(value) for value in values]


def _sorted(values: Any) -> list[Any]:
    return _all(sorted(values, key=canonical))


def _fraction(text: str) -> Fraction:
    """As it was written: "1e999999999" is a fraction, too, and has as many digits."""
    if not _FRACTION.fullmatch(text):
        raise BadData(f"{text[:40]!r} is not a fraction")
    return Fraction(text)


_FRACTION = re.compile(r"-?[0-9]{1,40}(/[0-9]{1,40})?")
_AS_THEY_ARE = {int, str, bool, float, type(None)}
_WRITERS: dict[type, Callable[[Any], Any]] = {
    list: _all,
    tuple: lambda value: {"tuple": _all(value)},
    dict: lambda value: {"dict": [[plain(key), plain(inner)] for key, inner in value.items()]},
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
    "fraction": _fraction,
    "side": Side.of,
}


def _structs(parent: type[msgspec.Struct], packages: tuple[str, ...]) -> Iterator[type[msgspec.Struct]]:
    """The structs of some packages; a class keeps its name when it moves to another file."""
    for kind in parent.__subclasses__():
        if f"{kind.__module__}.".startswith(tuple(f"{package}." for package in packages)):
            yield kind
        yield from _structs(kind, packages)

"""Counters: the two sides, and the pieces as they are printed. What happens to a piece is in `state`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from enum import IntEnum
from pathlib import Path
from typing import Literal, TypeVar

import msgspec

SideWord = Literal["german", "allied"]
"""A side as orders, journals and the service write it."""

Unit = int
"""The number of a counter in its scenario; columns of the state are indexed by it."""


class Side(IntEnum):
    """The two sides of every game; a state indexes its per-side facts by them."""

    GERMAN = 0
    ALLIED = 1

    __hash__ = int.__hash__  # sides are in the keys of everything derived, and an enum's own hash is slow

    enemy: Side

    @property
    def word(self) -> SideWord:
        """As orders, journals and the command line write it."""
        return "allied" if self else "german"

    @property
    def title(self) -> str:
        """As sentences write it."""
        return ("German", "Allied")[self]

    @staticmethod
    def of(word: str) -> Side:
        """The side with this word; raises ValueError."""
        try:
            return SIDES[("german", "allied").index(word)]
        except ValueError:
            raise ValueError(f"there is no side {word!r}; the sides are german and allied") from None


SIDES = (Side.GERMAN, Side.ALLIED)
Side.GERMAN.enemy, Side.ALLIED.enemy = Side.ALLIED, Side.GERMAN


FLYING = {"air", "airlift", "parachute", "airlanding"}
ARMIES = {
    "be": "Belgian Army", "nl": "Dutch Army", "bef": "BEF", "lw": "Luftwaffe",
    "okh": "OKH reserve", "gqg": "GQG reserve",
    "hga": "Army Group A", "hgb": "Army Group B", "hgc": "Army Group C", "pgk": "Panzer Group Kleist",
    "ga1": "Army Group 1", "ga2": "Army Group 2", "ga3": "Army Group 3",
}  # fmt: skip


def army_words(army: str) -> str:
    """What a counter belongs to, as people call it.

    >>> army_words("de.18"), army_words("uk.bef")
    ('Army 18', 'BEF')
    """
    number = army.rpartition(".")[2]
    return ARMIES.get(number, f"Army {number}")


class Value(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of the figures at the foot of a counter; `plate` is the ground it is printed on (elite, low, heavy ...)."""

    text: str
    plate: str = ""


class Counter(msgspec.Struct, frozen=True, kw_only=True):
    """A printed piece. Games extend it by what their counters show.

    `id` is the token by which orders name it. `symbol` and `size` say how it is drawn, and `start` where it begins the
    game: the number of a hex, or the name of a place.
    """

    id: str
    name: str
    side: Side
    nation: str
    symbol: str = "infantry"
    size: str = ""
    designation: str = ""
    parent: str = ""
    steps: int = 1
    movement: int = 0
    start: str = ""
    traits: frozenset[str] = frozenset()

    def has(self, trait: str) -> bool:
        return trait in self.traits

    @property
    def livery(self) -> str:
        """Whose colour it has; as on printed counters the Waffen-SS and the Luftwaffe have their own."""
        if self.nation != "german":
            return self.nation
        if "SS" in re.split(r"[ -]", self.name) or self.designation.startswith("SS"):
            return "ss"
        return "luftwaffe" if self.symbol in FLYING else "german"

    def values(self, steps: int) -> tuple[Value, ...]:
        """The figures at its foot with this many steps left."""
        return (Value(str(steps)), Value(str(self.movement)))


C = TypeVar("C", bound=Counter)


class BadCounters(ValueError):
    """A list of counters that cannot be used: names the file and the counter."""


def full_names(counters: Sequence[Counter]) -> tuple[str, ...]:
    """What sentences call each counter: with its nation where others share its name, as in "British I Corps"."""
    names = [counter.name for counter in counters]
    return tuple(f"{c.nation.title()} {c.name}" if names.count(c.name) > 1 else c.name for c in counters)


def load_counters(path: Path, kind: type[C]) -> tuple[C, ...]:
    """The counters in a file: a list `counter` of one line each."""
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("counter", [])
    found: dict[str, C] = {}
    for row in rows:
        try:
            counter = msgspec.convert(row | {"side": Side.of(row["side"])}, kind)
        except (ValueError, KeyError) as error:
            raise BadCounters(f"{path.name}: counter {row.get('id', row)}: {error}") from error
        if counter.id in found:
            raise BadCounters(f"{path.name}: counter {counter.id} occurs twice")
        found[counter.id] = counter
    return tuple(found.values())

"""The state of a game: everything that changes, as flat columns, cheap to copy.

A column is a plain list indexed by unit number (`g.hex_of[u]`), a dict or a bytearray; immutable facts live in the
`Scenario`. Rule functions take the state as `g`. Columns are written only by the mutators here (and by those that a
game's own state adds), because each of them also moves the *stamp* of its topic: derived facts (zones, supply lines)
are remembered by the stamps of what they read, so they are never stale and never computed twice.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Sequence
from functools import wraps
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, TypeVarTuple

import msgspec

from meuse.counters import Side, Unit
from meuse.dice import Dice
from meuse.events import Event, must_be_known
from meuse.hexmap import OFF_MAP, Hex, HexMap
from meuse.report import listed
from meuse.scenario import Scenario

if TYPE_CHECKING:
    from meuse.steps import Step

# Topics: what a derived fact may read. A game adds its own from LAST_TOPIC on.
GERMAN_UNITS, ALLIED_UNITS, CONTROL, SUPPLY, LAST_TOPIC = range(5)
OWN, ENEMY = -1, -2
"""For `derived`: the units of the side that a function is about, and those of the other."""

_TOPICS = 8

_stamp = itertools.count(1)


S = TypeVar("S", bound="State")


class State:
    """The columns that every game has. A game's own state adds more, and names them in `columns` or `scalars`."""

    columns: ClassVar[tuple[str, ...]] = ("hex_of", "steps", "status", "at", "control", "stamps", "sealed")
    scalars: ClassVar[tuple[str, ...]] = ("scenario", "map", "stack", "turn", "dice", "rolled", "result")
    counted: ClassVar[tuple[str, ...]] = ()
    """Columns that the mutators keep along, and that follow from the others."""

    secrets: ClassVar[tuple[str, ...]] = ("sealed",)
    """Columns and scalars that hold what one side may not know of the other."""

    scenario: Scenario
    stack: tuple[Step, ...]
    result: Result | None

    def __init__(self, scenario: Scenario, seed: bytes) -> None:
        self.scenario = scenario
        self.map: HexMap = scenario.map
        count = len(scenario.counters)
        self.hex_of: list[Hex] = [OFF_MAP] * count
        self.steps: list[int] = [counter.steps for counter in scenario.counters]
        self.status: list[int] = [0] * count
        self.at: dict[Hex, tuple[Unit, ...]] = {}
        self.control = bytearray(len(scenario.map))
        self.stamps: list[int] = [next(_stamp)] * _TOPICS
        self.sealed: dict[Side, tuple[str, ...]] = {}
        self.stack = ()
        self.turn = 0
        self.dice = Dice(seed)
        self.rolled: tuple[int, ...] = ()
        self.result = None
        self.events: list[Event] | None = None

    def copy(self: S) -> S:
        """An independent copy; it has no listener."""
        new = object.__new__(type(self))
        mine, other = self.__dict__, new.__dict__
        for name in self.scalars:
            other[name] = mine[name]
        for name in self.columns:
            other[name] = mine[name].copy()
        other["events"] = None
        return new

    def digest(self) -> str:
        """A fingerprint of everything that changes, the same in every process."""
        parts = [
            f"{name}={canonical(getattr(self, name))}"
            for name in (*self.columns, *self.scalars)
            if name not in NOT_HASHED
        ]
        return hashlib.blake2b("\n".join(parts).encode(), digest_size=8).hexdigest()

    # -- positions and status

    def place(self, u: Unit, where: Hex) -> None:
        """Put a unit into a hex or a box; OFF_MAP takes it out of play."""
        old = self.hex_of[u]
        at = self.at
        if old != OFF_MAP:
            if len(at[old]) > 1:
                at[old] = tuple([v for v in at[old] if v != u])
            else:
                del at[old]
        if where != OFF_MAP:
            there = at.get(where)
            at[where] = (u,) if there is None else tuple(sorted((*there, u)))
        self.hex_of[u] = where
        self.stamps[self.scenario.side_of[u]] = next(_stamp)

    def set_steps(self, u: Unit, steps: int) -> None:
        self.steps[u] = steps
        self.stamps[self.scenario.side_of[u]] = next(_stamp)

    def set_status(self, u: Unit, status: int) -> None:
        self.status[u] = status
        self.stamps[self.scenario.side_of[u]] = next(_stamp)

    def set_control(self, h: Hex, owner: int) -> None:
        if self.control[h] != owner:
            self.control[h] = owner
            self.stamps[CONTROL] = next(_stamp)

    def touch(self, topic: int) -> None:
        """Say that something a topic covers has changed; for the mutators of a game's own columns."""
        self.stamps[topic] = next(_stamp)

    def side(self, u: Unit) -> Side:
        return self.scenario.side_of[u]

    def on_map(self, side: Side) -> tuple[Unit, ...]:
        """The units of a side on the map, in counter order."""
        return _on_map(self, side)

    def units_in(self, where: Hex, side: Side) -> tuple[Unit, ...]:
        """The units of a side in a hex or box, in counter order."""
        units = self.at.get(where)
        if units is None:
            return ()
        side_of = self.scenario.side_of
        return tuple([u for u in units if side_of[u] is side])

    # -- the stack of steps

    def push(self, *steps: Step) -> None:
        """Put steps on the stack; the first one named comes first."""
        self.stack = (*self.stack, *reversed(steps))

    def pop(self) -> None:
        """The step on top is finished."""
        self.stack = self.stack[:-1]

    def replace(self, *steps: Step) -> None:
        """The step on top is finished, and these take its place; the first one named comes first."""
        self.stack = (*self.stack[:-1], *reversed(steps))

    # -- chance and the log

    def roll(self, faces: int = 6) -> int:
        """A die of the current order."""
        face, self.dice = self.dice.roll(faces)
        self.rolled = (*self.rolled, face)
        return face

    def emit(self, kind: str, text: str, rule: str = "", **facts: Any) -> None:
        """Tell a listener, if there is one, what happened; whose doing it was (`side`) follows from the units named."""
        if self.events is None:
            return
        must_be_known(kind)
        if facts.get("units") and "side" not in facts:
            first = self.scenario.unit_named[facts["units"][0]]
            facts["side"] = self.scenario.side_of[first].word
        self.events.append(Event(kind, text, rule, **facts))

    # -- words

    def id(self, u: Unit) -> str:
        """A unit as orders, journals and the wire name it: `de.6`."""
        return self.scenario.unit_ids[u]

    def ids(self, units: Sequence[Unit]) -> tuple[str, ...]:
        return tuple(self.scenario.unit_ids[u] for u in units)

    def name(self, u: Unit) -> str:
        """A unit as sentences call it: "6. Armee"."""
        return self.scenario.unit_names[u]

    def listed(self, units: Sequence[Unit]) -> str:
        """Units in a row, as sentences call them: "6. Armee, 18. Armee and XVI. Armeekorps"."""
        return listed([self.scenario.unit_names[u] for u in units])

    def places(self, units: Sequence[Unit]) -> tuple[str, ...]:
        """Where units on the map are, each hex once: what a `Warning` points at."""
        return tuple(sorted({self.map.labels[self.hex_of[u]] for u in units}))


class Result(msgspec.Struct, frozen=True):
    """How a game ended. `winner` is None for a draw."""

    winner: Side | None
    level: str
    text: str
    rule: str = ""
    score: dict[str, float] = {}


def canonical(value: Any) -> str:
    """A value as text that does not depend on the process: sets and dicts are sorted, whatever they are nested in."""
    if isinstance(value, dict):
        return "{" + ",".join(sorted(f"{canonical(k)}:{canonical(v)}" for k, v in value.items())) + "}"
    if isinstance(value, set | frozenset):
        return "{" + ",".join(sorted(map(canonical, value))) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, msgspec.Struct):
        fields = ",".join(canonical(getattr(value, name)) for name in value.__struct_fields__)
        return f"{type(value).__name__}({fields})"
    return repr(value)


NOT_HASHED = frozenset({"scenario", "map", "stamps"})

G = TypeVar("G", bound=State)
Ts = TypeVarTuple("Ts")
T = TypeVar("T")


def derived(*topics: int, keep: int = 64) -> Callable[[Callable[[G, *Ts], T]], Callable[[G, *Ts], T]]:
    """Remember a function of the state by the stamps of the topics it reads; copies of a state share what is known.

    Its arguments must be hashable; it must read nothing else that changes. A function whose first argument is a side
    may name OWN and ENEMY: the units of that side, and those of the other.
    """
    german, allied = (_reader(topics, side) for side in (0, 1))
    relative = OWN in topics or ENEMY in topics

    def decorate(function: Callable[[G, *Ts], T]) -> Callable[[G, *Ts], T]:
        @wraps(function)
        def remembered(g: G, *args: *Ts) -> T:
            key = (args, (allied if relative and args[0] else german)(g.stamps)) if topics else args  # type: ignore[misc]
            known = g.scenario.cache[function]
            try:
                found: T = known[key]
                return found
            except KeyError:
                pass
            if len(known) >= keep:
                del known[next(iter(known))]
            value = known[key] = function(g, *args)
            return value

        return remembered

    return decorate


def _reader(topics: Sequence[int], side: int) -> Callable[[list[int]], Any]:
    """Picks the stamps of topics as they are meant for one side."""
    meant = [{OWN: side, ENEMY: 1 - side}.get(topic, topic) for topic in topics]
    return itemgetter(*meant or (0,))


@derived(OWN)
def _on_map(g: State, side: Side) -> tuple[Unit, ...]:
    return tuple([u for u in g.scenario.units_of[side] if g.hex_of[u] >= 0])

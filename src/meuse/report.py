"""What the engine hands to a person: views of the board, off-map parts, the arithmetic of a battle. Plain data.

The browser relies on these (UX, sections 13 and 20); nothing here knows a rule.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.counters import Value

PartKind = Literal["track", "box", "cup", "bin", "display", "holder", "points", "checklist", "card", "compass"]


class UnitView(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A piece as a side sees it."""

    id: str
    name: str
    side: str
    nation: str
    symbol: str
    size: str = ""
    designation: str = ""
    parent: str = ""
    at: str = ""
    steps: int = 1
    max_steps: int = 1
    values: tuple[Value, ...] = ()
    status: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()


class Cell(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    id: str
    label: str
    pieces: tuple[str, ...] = ()
    note: str = ""
    on: bool = False


class Part(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something beside the map: a track, a cup, a box; `hidden` counts pieces lying face down."""

    id: str
    kind: PartKind
    title: str
    owner: str = ""
    rule: str = ""
    note: str = ""
    cells: tuple[Cell, ...] = ()
    hidden: int = 0


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The whole board as a seat sees it."""

    game: str
    scenario: str
    seat: str
    turn: int
    units: tuple[UnitView, ...]
    control: dict[str, str]
    parts: tuple[Part, ...]
    stack: tuple[str, ...]
    asked: tuple[str, ...]
    over: bool
    verdict: str = ""


class Strength(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a unit counts for in a battle, and why it is not its printed value."""

    unit: str
    printed: str
    counted: str
    reasons: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Shift(msgspec.Struct, frozen=True, omit_defaults=True):
    """A shift of the odds column: to the right (+) is better for the attacker. `open` says it may still be added."""

    value: int
    rule: str
    text: str
    whose: str = ""
    open: bool = False


class Face(msgspec.Struct, frozen=True, omit_defaults=True):
    """A face of the die (or a sum) in the final column."""

    die: str
    chance: float
    code: str
    text: str


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that may come of a battle, with its exact chance."""

    text: str
    chance: float
    good_for: str = ""


class OddsReport(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The arithmetic of an attack, as far as the one who asks may know it."""

    attack: str
    ratio: str
    attackers: tuple[Strength, ...]
    defenders: tuple[Strength, ...]
    columns: tuple[str, ...]
    start: str
    final: str
    shifts: tuple[Shift, ...]
    faces: tuple[Face, ...]
    outcomes: tuple[Outcome, ...]
    attacker_losses: dict[int, float] = {}
    defender_losses: dict[int, float] = {}
    assumptions: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    must: str = ""

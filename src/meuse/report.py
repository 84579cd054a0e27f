"""What the engine hands to a person: views of the board, off-map parts, the arithmetic of a battle. Plain data.

The browser relies on these; nothing here knows a rule. Games differ by what they fill in, never by what is drawn:

- `UnitView`, `MarkerView`: pieces, on the map or beside it;
- `Part`, `Cell`: tracks, boxes, cups, bins, displays, holders, points, checklists, cards, compasses;
- `Overlay`: layers laid over the map on demand: zones and bonds, supply, objectives, reinforcements;
- `OddsReport`: the arithmetic of an attack, one's own or the enemy's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from meuse.counters import Side, SideWord, Value

PartKind = Literal["track", "box", "cup", "bin", "display", "holder", "points", "checklist", "card", "compass"]
OverlayKind = Literal["zones", "supply", "objectives", "reinforcements"]
AreaLook = Literal["zone", "contested", "bond", "cut", "entry", "goal"]
LineLook = Literal["supply", "bond"]
MarkSign = Literal["source", "cut", "bond", "objective", "entry"]

Sign = Literal[
    "disrupted", "retreat", "unsupplied", "isolated", "engaged", "train", "auto-ds", "breakthrough",
    "gqg", "halt", "used", "initiative", "move", "combat", "move-combat", "hidden",
    "letter", "armour", "plus", "lorraine", "boat", "attrition",
    "bridgehead", "pontoon", "crossing-cut", "line", "defence", "fort-destroyed", "refugees", "railhead",
    "german-control", "allied-control", "open-city", "terror", "port", "evacuation", "dynamo-air", "surrendered",
    "stuka", "fighter", "bomber", "interdiction", "navy", "airlift", "turn", "points", "refit", "event",
    "weather", "flag",
]  # fmt: skip
"""The pictogram of a marker; `letter`, `plus`, `turn` and `points` print the marker's own `figure`."""


class UnitView(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A piece as a side sees it."""

    id: str
    name: str
    side: SideWord
    nation: str
    symbol: str
    size: str = ""
    designation: str = ""
    parent: str = ""
    at: str = ""
    steps: int = 1
    max_steps: int = 1
    values: tuple[Value, ...] = ()
    caption: str = ""
    """A word in place of values: +1 column."""
    mark: str = ""
    """Beside the symbol: a figure in a ring (quality), or `star`, `cross`, `lorraine`."""
    tint: int = 0
    """The ground of the symbol, 1 to 10: what belongs to one division or army looks alike."""
    status: tuple[str, ...] = ()
    """Badges by word; known ones have a pictogram: disrupted, retreat, unsupplied, isolated, train, gqg, halt, moved,
    dropped, engaged, leader, attrition, landed, fort. The inspector has the words."""
    facts: tuple[str, ...] = ()


class MarkerView(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A marker: lying in a hex (`at` 1512), on a hexside (1512/1513), in a box, or only in the cells that name it."""

    id: str
    sign: Sign
    label: str
    owner: str = ""
    """The side or the nation whose colour it has."""
    figure: str = ""
    at: str = ""
    note: str = ""
    rule: str = ""


class Due(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Something that a turn brings: units that arrive, an event that the book prints there; `at` is where."""

    text: str
    side: str = ""
    pieces: tuple[str, ...] = ()
    at: tuple[str, ...] = ()
    rule: str = ""


class Cell(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A place in a part. Its pieces are ids of units or markers in view; "?" is a piece lying face down.

    A choice names a cell by its `at`, written part/cell: `turns/3`.
    """

    id: str
    label: str
    pieces: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    """Pieces that have been used: drawn pale, after the others."""
    slots: int = 0
    """Room for so many pieces: what is free is drawn as empty places."""
    dice: tuple[int, ...] = ()
    left: int = 0
    of: int = 0
    """A count: so many left (met) of so many; for points and checklists."""
    note: str = ""
    rule: str = ""
    on: bool = False
    due: tuple[Due, ...] = ()
    """On a track of turns: all that this turn brings."""


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
    at: str = ""
    """The hex or piece on the map that it belongs to: the corps of a holder, the port of a limit."""


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The points of both sides, and what they would mean if the game ended now, as far as that may be known."""

    german: float
    allied: float
    level: str = ""
    text: str = ""


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
    asked: tuple[SideWord, ...]
    over: bool
    verdict: str = ""
    markers: tuple[MarkerView, ...] = ()
    overlays: tuple[OverlayKind, ...] = ()
    """The layers that this game can lay over the map."""
    about: tuple[str, ...] = ()
    """The places that the question of this moment is about, to be lit for everyone."""
    standing: Standing | None = None


class Area(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hexes with one meaning: an enemy zone, the closed hex of a bond, a hex out of supply, an entry area."""

    look: AreaLook
    hexes: tuple[str, ...]
    whose: str = ""
    text: str = ""
    rule: str = ""


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line over the map, from hex to hex: from a unit to its source of supply, from a bond to its anchors."""

    look: LineLook
    hexes: tuple[str, ...]
    text: str = ""
    rule: str = ""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sign in a hex, or on a hexside (1512/1513); `label` is printed beside it, `text` is told on demand."""

    sign: MarkSign
    at: str
    label: str = ""
    text: str = ""
    rule: str = ""
    whose: str = ""
    pieces: tuple[str, ...] = ()


class Overlay(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A layer over the map as a side may know it; `notes` say in words what it shows."""

    kind: OverlayKind
    areas: tuple[Area, ...] = ()
    lines: tuple[Line, ...] = ()
    marks: tuple[Mark, ...] = ()
    notes: tuple[str, ...] = ()


Layers = Mapping[OverlayKind, Callable[[Any, Side | None], Overlay]]
"""What a game can lay over its map: functions of the state and the side that looks."""


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
    leaves: float | None = None
    """The chance of the first outcome that would be left if an open shift were added."""


class Face(msgspec.Struct, frozen=True, omit_defaults=True):
    """A face of the die (or a sum) in the final column."""

    die: str
    chance: float
    code: str
    text: str
    good_for: str = ""
    """`attacker`, `defender`, or "" where it hurts both or neither."""


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that may come of a battle, with its exact chance."""

    text: str
    chance: float
    good_for: str = ""


class Support(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What either side might add to a battle: air points, a headquarters. `used` of at most `most` are counted.

    `order` is how it is ordered when the battle asks for it: a word, and the unit; a number follows by itself.
    """

    id: str
    text: str
    whose: str
    most: int
    used: int = 0
    rule: str = ""
    order: tuple[str, ...] = ()


class Approach(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a unit could get to a battle: from where it stands to the hex it would attack from."""

    unit: str
    hexes: tuple[str, ...]


class Mobility(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a unit may still spend in this movement phase.

    It is `fresh` before its first hex, `begun` while it can go on, `done` when it cannot, and `held` if it never could.
    `left` is the figure alone, `full` says that it is the printed one, `text` tells it in words.
    """

    unit: str
    state: Literal["fresh", "begun", "done", "held"]
    left: str = ""
    full: bool = False
    text: str = ""


class Engagement(msgspec.Struct, frozen=True):
    """An enemy hex, and the units that could attack it from where they stand."""

    hex: str
    units: tuple[str, ...]


class OddsReport(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The arithmetic of an attack, as far as the one who asks may know it.

    The first two outcomes are the question of the battle (the hex is taken, or held); `after` says what would come of
    the first. `hexes` are the targets, `ground` is theirs.
    """

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
    must: str = ""
    hexes: tuple[str, ...] = ()
    ground: str = ""
    support: tuple[Support, ...] = ()
    approaches: tuple[Approach, ...] = ()
    left_out: tuple[str, ...] = ()
    """Units that could take part, and were left out on request."""
    moves: tuple[tuple[str, ...], ...] = ()
    """The orders that would bring the attackers to the battle, to be given in turn."""
    after: tuple[str, ...] = ()
    counts: str = "steps"
    """What is counted as lost: steps, units."""


def listed(words: Sequence[str]) -> str:
    """Words in a row: "A", "A and B", "A, B and C"."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def count(number: int, noun: str, plural: str = "") -> str:
    """A number with its noun: `1 hex`, `2 hexes`. A plural that only adds an s need not be given."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"

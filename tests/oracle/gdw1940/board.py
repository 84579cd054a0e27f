"""The moment as a plain picture: who stands where and how, whose is which hex, what has been planned and announced.

Nothing here works anything out that a person would not read off the table; 3 (stacking) is the one chapter kept here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Protocol

import msgspec

from oracle.gdw1940.ground import INTRINSIC, LIEGE, NEUTRALS, TABLES, Hex

HOME = {
    "french": "france",
    "british": "",
    "german": "germany",
    "belgian": "belgium",
    "dutch": "holland",
    "swiss": "switzerland",
}
DIVISIONS = {"XXX": 3, "XX": 1, "III": 0}
"""3.corps, 3.regiment."""


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A counter, and how it lies on the table; `at` is a hex label, the name of a box, or "" out of play."""

    id: str
    side: str
    nation: str
    symbol: str
    size: str
    combat: int
    movement: int
    army: str
    pool: str
    traits: frozenset[str]
    at: str
    disrupted: str = ""
    unsupplied: bool = False
    moved: bool = False
    retreated: bool = False
    dropped: bool = False
    railed: bool = False
    abroad: bool = False
    grounded: bool = False
    spent: Fraction = Fraction(0)

    def has(self, trait: str) -> bool:
        return trait in self.traits

    @property
    def divisions(self) -> int:
        return DIVISIONS[self.size]

    @property
    def motorized(self) -> bool:
        return self.has("motorized")

    @property
    def kind(self) -> str:
        """The line of the terrain effects chart by which it moves."""
        return "motorized" if self.motorized else "mountain" if self.has("mountain") else "foot"


class Board(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Everything that lies open, and both plans; the second account may know them. It is known by itself, not by what
    it holds, so that what has been worked out from it can be kept."""

    turn: int
    impulse: int
    clock: int
    """How many impulses have been played before this one."""
    side: str
    """Whose player turn it is."""
    step: str
    pieces: dict[str, Piece]
    control: dict[Hex, str]
    joined: dict[str, int]
    """13.join: the countries that are no longer neutral, and the impulse in which they joined."""
    groups: dict[str, int]
    chosen_group: int
    geb_for: str
    """15.geb: the corps whose place, and army, the mountain corps has taken."""
    plan: int
    main_group: int
    released: frozenset[str]
    bef_free_from: int
    """17.british.boundaries: the turn from which the BEF may cross boundaries."""
    belgian_cities_fell: bool
    """13.belgium.france: whether all Belgian major cities have been German at one time."""
    interdicted: dict[str, frozenset[Hex]]
    """9.interdict.effect: hexes by the side that has interdicted them."""
    dropped_on: frozenset[Hex]
    broken: frozenset[Hex]
    """10.eben.destroyed: built-in strengths that are gone, for good or until the end of this combat phase."""
    ruined: frozenset[Hex]
    """Of these, those gone for good."""
    surrendered: frozenset[str]
    options: dict[str, Any]
    railed: bool
    port_used: dict[Hex, int]
    air: dict[str, int]

    def on_map(self, side: str = "") -> list[Piece]:
        return [p for p in self.pieces.values() if p.at[:1].isdigit() and side in ("", p.side)]

    def stack(self, hex_: Hex, side: str = "") -> list[Piece]:
        return [p for p in self.pieces.values() if p.at == hex_ and side in ("", p.side)]

    def is_neutral(self, country: str) -> bool:
        return country in NEUTRALS and country not in self.joined

    def at_peace(self, piece: Piece) -> bool:
        """13.status.move: whether its country is still neutral."""
        return self.is_neutral(HOME[piece.nation])

    def garrison(self, hex_: Hex) -> int:
        """10.eben.strength, 13.holland.maastricht: the built-in strength of a hex; R.13.holland.surrender.1."""
        if hex_ not in INTRINSIC or hex_ in self.broken:
            return 0
        country = "belgium" if hex_ == LIEGE else "holland"
        gone = self.options["13.garrisons"] and country in self.surrendered
        return 0 if gone else INTRINSIC[hex_]

    def held_against(self, side: str, hex_: Hex) -> bool:
        """6.enemy_hex, R.10.eben.strength.1: whether the enemy of a side occupies a hex."""
        if any(p.side != side for p in self.stack(hex_)):
            return True
        return side == "german" and self.garrison(hex_) > 0


class Told(msgspec.Struct, frozen=True):
    """What the engine tells of a choice: its cost, whether it ends the move, and the way."""

    cost: str
    stop: bool
    path: tuple[str, ...]


class Sum(msgspec.Struct, frozen=True):
    """What the engine tells of an attack."""

    attackers: dict[str, Fraction]
    defence: Fraction
    start: str
    final: str
    shifts: dict[str, int]
    faces: tuple[str, ...]
    falls: float
    """The chance that the attacked hexes are cleared."""


class Asked(Protocol):
    """What is asked at this moment, and a voice that answers further questions as the engine does."""

    step: str
    side: str
    named: tuple[tuple[tuple[Hex, ...], tuple[str, ...]], ...]
    """The attacks that have been declared and not yet fought: hexes and units."""
    units: tuple[str, ...]
    """Those that must retreat, or may still advance."""
    origins: tuple[Hex, ...]

    def choices(self, *prefix: str) -> list[str]: ...

    def told(self, *prefix: str) -> dict[str, Told]: ...

    def odds(self, *order: str) -> Sum | None: ...

    def covered(self, side: str) -> set[Hex]: ...

    def line(self, unit: str) -> tuple[Hex, ...]: ...

    def standing(self) -> tuple[int, int, str]: ...


def other(side: str) -> str:
    return "allied" if side == "german" else "german"


def overstacked(pieces: Iterable[Piece]) -> str:
    """3.limit, 3.armour, 3.anglo_french: the rule that these units of one side break together, or ""."""
    stack, limits = list(pieces), TABLES["stacking"]
    if sum(p.divisions for p in stack) > limits["divisions"]:
        return "3.limit"
    if sum(p.divisions for p in stack if p.has("armour")) > limits["armoured"]:
        return "3.armour"
    british_corps = any(p.nation == "british" and p.size == "XXX" for p in stack)
    french_division = any(p.nation == "french" and p.size == "XX" for p in stack)
    return "3.anglo_french" if british_corps and french_division else ""


def fits(board: Board, piece: Piece, hex_: Hex) -> bool:
    """Whether a unit may be in a hex together with its friends there."""
    return not overstacked([*(p for p in board.stack(hex_, piece.side) if p.id != piece.id), piece])


def places(board: Board, side: str) -> Iterator[tuple[Hex, list[Piece]]]:
    """The stacks of a side."""
    for hex_ in sorted({p.at for p in board.on_map(side)}):
        yield hex_, board.stack(hex_, side)

"""The moment as a plain picture: who stands where and how, whose is which hex, what has been announced and bombed.

Nothing here works anything out that a person would not read off the table; 1 (pieces), 3 (stacking) and 11.2 (what a
corps counter is worth) are the chapters kept here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from oracle.planjaune.ground import DYKE, TABLES, WORKS, Hex, Works

HOME = {"french": "france", "british": "", "german": "germany", "belgian": "belgium", "dutch": "netherlands"}
NEUTRALS = {"belgian": "belgium", "dutch": "netherlands"}


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A counter, and how it lies on the table; `at` is a hex label, the name of a box, or "" out of play."""

    id: str
    side: str
    nation: str
    steps: int
    full: int
    strengths: tuple[int, ...]
    printed_quality: int
    printed_points: int
    printed_movement: int
    command: int
    support: int
    army: str
    group: str
    traits: frozenset[str]
    at: str
    unsupplied: bool
    moved: bool
    railed: bool
    slowed: bool
    """11.11.halt, 11.11.snafu-early: halved by an event."""
    activated: bool
    dropped: bool
    pinned: bool
    """10.2.interdict-start: began the phase in an interdicted hex."""
    been_in_belgium: bool
    overran: bool
    stopped: bool
    """Has come into an enemy zone, or into an interdicted hex, in this phase."""
    spent: int
    replaced: bool
    pool: str
    due: int
    """9.1a: the turn of arrival."""
    entry: str

    def has(self, trait: str) -> bool:
        return trait in self.traits

    @property
    def is_cadre(self) -> bool:
        """1g, 9.2h: the last of three steps."""
        return self.full == 3 and self.steps == 1

    @property
    def motorized(self) -> bool:
        """1m, R.1m.1."""
        return self.has("motorized") and not self.is_cadre

    @property
    def kind(self) -> str:
        return "motorized" if self.motorized else "foot"

    @property
    def fights(self) -> bool:
        return not self.has("hq")

    @property
    def negates(self) -> bool:
        """4d: a unit that opens a zone for lines and retreats; not paratroopers or headquarters."""
        return not self.has("hq") and not self.has("airborne")


class Board(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Everything that lies open. It is known by itself, so that what has been worked out from it can be kept."""

    turn: int
    scenario: str
    side: str
    step: str
    phase: str
    """motorized, foot, exploitation or reaction; "" elsewhere."""
    pieces: dict[str, Piece]
    by_hex: dict[str, list[Piece]]
    control: dict[Hex, str]
    last_in: dict[Hex, tuple[int, str]]
    """R.11.12.capture.2: allowance and kind of the unit that was last in a hex."""
    rails: dict[Hex, str]
    refugees: frozenset[Hex]
    interdicted: dict[str, frozenset[Hex]]
    destroyed: frozenset[Hex]
    invaded: frozenset[str]
    surrendered: frozenset[str]
    released: frozenset[str]
    effort: dict[str, str]
    plan: int
    options: dict[str, Any]
    marched: bool
    railed: int
    supporting: frozenset[str]
    steps_lost: dict[str, int]
    exited: int
    british_destroyed: Any
    armour_destroyed: Any
    bombed_city: Hex
    italian_bonus: bool
    named: frozenset[str]
    """R.5.3a.1: the units that have been named for a reaction."""
    coups: int
    event: str
    italy: bool
    bombers: dict[str, int]
    motorized_points: dict[str, int]
    infantry_points: dict[str, int]
    brought_in: frozenset[Hex]
    """9.1a: the cities in which somebody has arrived this turn."""
    launched: tuple[Hex, ...]
    """11.5b: where airborne units have been sent this turn."""
    refugees_left: int
    fled_to: frozenset[Hex]
    """R.11.7b.1: the cities with a marker of this turn."""
    released_on: int

    def on_map(self, side: str = "") -> list[Piece]:
        return [p for p in self.pieces.values() if p.at[:1].isdigit() and side in ("", p.side)]

    def stack(self, h: Hex, side: str = "") -> list[Piece]:
        return [p for p in self.by_hex.get(h, ()) if side in ("", p.side)]

    def members(self, piece: Piece) -> list[Piece]:
        """11.2c: the divisions in the box of a corps; a unit that is none is its own member."""
        return self.by_hex.get(piece.id, []) if piece.has("corps") else [piece]

    def points(self, piece: Piece) -> int:
        """3b, 3c, 3d, R.1h.1, 11.2e."""
        return sum(_points(m) for m in self.members(piece))

    def strength(self, piece: Piece) -> int:
        """1a, 1d."""
        return sum(m.strengths[m.full - m.steps] for m in self.members(piece) if m.strengths)

    def quality(self, piece: Piece) -> int:
        """1c, 9.2h, R.11.2d.1: a corps may lead with its best division."""
        return max((_quality(m) for m in self.members(piece)), default=0)

    def movement(self, piece: Piece) -> int:
        """1b, 9.2h, R.11.2c.1."""
        return min((_movement(m) for m in self.members(piece)), default=0)

    def slowed(self, piece: Piece) -> bool:
        return piece.slowed or any(m.slowed for m in self.members(piece))

    def works(self, h: Hex) -> Works | None:
        """11.4j: the works of a hex, while they stand."""
        return WORKS.get(h) if h not in self.destroyed else None

    def garrison(self, h: Hex, against: str) -> int:
        """11.4d: the built-in defence of a hex against a side."""
        works = self.works(h)
        return works.value if works and works.side != against else 0

    def is_neutral(self, country: str) -> bool:
        """R.12.2b.1, 11.12.luxembourg: a country of the Low Countries that the Axis has not invaded."""
        return country in ("belgium", "netherlands", "luxembourg") and country not in self.invaded

    def at_peace(self, piece: Piece) -> bool:
        return piece.nation in NEUTRALS and self.is_neutral(NEUTRALS[piece.nation])

    def hostile(self, piece: Piece, side: str) -> bool:
        """R.12.2b.2: an enemy of a side; a neutral is none."""
        return piece.side != side and not self.at_peace(piece)

    def held_by_enemy(self, h: Hex, side: str) -> bool:
        """1k, 6.3d: whether enemy units stand there; headquarters alone do not hold a hex."""
        return any(p.side != side and p.fights for p in self.by_hex.get(h, ()))


def other(side: str) -> str:
    return "allied" if side == "german" else "german"


def _points(piece: Piece) -> int:
    if piece.has("hq") or piece.has("airborne"):
        return 0
    return int(TABLES["cadre"]["points"]) if piece.is_cadre else piece.printed_points


def _quality(piece: Piece) -> int:
    return int(TABLES["cadre"]["quality"]) if piece.is_cadre else piece.printed_quality


def _movement(piece: Piece) -> int:
    return int(TABLES["cadre"]["movement"]) if piece.is_cadre else piece.printed_movement


def overstacked(board: Board, pieces: Iterable[Piece], h: Hex) -> bool:
    """3a, 3e, 3f, 11.10a, R.3e.1: whether these units of one side may not stay in a hex together."""
    stack = list(pieces)
    limit = TABLES["stacking"]["dyke" if h == DYKE else "points"]
    if sum(board.points(p) for p in stack) > limit:
        return True
    nations = {p.nation for p in stack}
    if nations & {"dutch", "belgian"} or nations == {"french", "british"}:
        return len(nations) > 1
    return False


def fits(board: Board, pieces: list[Piece], h: Hex) -> bool:
    """3g: whether units may stop in a hex together with their friends there."""
    ids = {p.id for p in pieces}
    return not overstacked(board, [*(p for p in board.stack(h, pieces[0].side) if p.id not in ids), *pieces], h)

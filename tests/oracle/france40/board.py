"""A plain picture of the moment: pieces with what they show, where they stand and in what state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from oracle.france40.ground import INFANTRY_CLASS, MECHANIZED, Ground, charts, counters


class Piece(msgspec.Struct, frozen=True):
    """A unit as it shows now: its face, its hex ("" when off the map), its states by name."""

    id: str
    side: str
    nation: str
    division: str
    kind: str
    quality: str
    attack: int
    defence: int
    movement: int
    stacking: int
    steps: int
    max_steps: int
    mech: bool
    tank: bool
    heavy: bool
    infantry: bool
    remnant: bool
    zero: bool
    traits: frozenset[str]
    at: str
    box: str
    states: frozenset[str]
    spent: int = 0
    hexes: int = 0
    origin: str = ""
    under: int = 0

    @property
    def flees(self) -> bool:
        """13.1.1, 22.9c."""
        return self.zero or "full retreat" in self.states

    @property
    def good(self) -> bool:
        """13.1.1: Good Order."""
        return not self.flees and "disrupted" not in self.states

    @property
    def disrupted(self) -> bool:
        return "disrupted" in self.states and not self.flees

    @property
    def hq(self) -> bool:
        return self.kind == "hq"

    @property
    def fort(self) -> bool:
        return self.kind == "fort"

    @property
    def train(self) -> bool:
        return "train" in self.states

    @property
    def oos(self) -> bool:
        """18.4: it bears an Out of Supply marker, of either colour."""
        return bool(self.states & {"out of supply", "red"})

    @property
    def cavalry(self) -> bool:
        return self.kind == "cavalry"


def piece(
    name: str, steps: int, at: str, box: str, states: Iterable[str], dynamo: bool, facts: Mapping[str, Any]
) -> Piece:
    """2.3.2, 2.3.6, 10.3, 22.9: what a counter shows with so many steps left."""
    row = counters()[name]
    sides = row["sides"]
    zero_step = dynamo and row["nation"] == "british" and row["kind"] != "hq" and sides[-1][1] >= 3
    most = len(sides) + zero_step
    lost = most - steps
    zero = zero_step and steps == 1
    remnant = bool(row.get("remnant")) and lost >= 2 and not zero
    kind = charts()["remnants"][row["remnant"]]["kind"] if remnant else row["kind"]
    attack, defence, movement = (0, 0, 3) if zero else sides[min(lost, len(sides) - 1)]
    kind = "zero" if zero else kind
    return Piece(
        name, row["side"], row["nation"], row.get("division", ""), kind,
        "low" if remnant else row["quality"], attack, defence, movement,
        1 if zero else 2 if remnant else row["stacking"], steps, most,
        kind in MECHANIZED, kind == "tank", lost < row.get("heavy_sides", 0), kind in INFANTRY_CLASS,
        remnant, zero, frozenset(row.get("traits", ())), at, box, frozenset(states), **facts,
    )  # fmt: skip


class Board:
    """All that a question is decided by."""

    def __init__(
        self,
        scenario: str,
        ground: Ground,
        turn: int,
        pieces: Iterable[Piece],
        control: Mapping[str, str],
        closed: frozenset[str],
        dyle: frozenset[str],
        facts: Mapping[str, Any],
    ) -> None:
        self.scenario, self.ground, self.turn = scenario, ground, turn
        self.dynamo = scenario == "dynamo"
        self.pieces: dict[str, Piece] = {p.id: p for p in pieces}
        self.control = dict(control)
        self.closed = closed
        self.dyle = dyle
        """21.4: the completed hexes of the Dyle Line."""
        self.facts = dict(facts)
        self.at: dict[str, list[Piece]] = {}
        for p in self.pieces.values():
            if p.at:
                self.at.setdefault(p.at, []).append(p)
        self.memory: dict[Any, Any] = {}

    def here(self, h: str, side: str) -> list[Piece]:
        return [p for p in self.at.get(h, ()) if p.side == side]

    def in_play(self, side: str) -> list[Piece]:
        """The units of a side on the playing area; one in an Entry Hex waits or has left (19.4)."""
        return [p for p in self.pieces.values() if p.side == side and p.at and self.ground.played(p.at)]

    def enemy_in(self, h: str, side: str) -> bool:
        return any(p.side != side for p in self.at.get(h, ()))

    def with_pieces(self, changed: Iterable[Piece]) -> Board:
        """The same board with some pieces changed."""
        pieces = self.pieces | {p.id: p for p in changed}
        return Board(
            self.scenario, self.ground, self.turn, pieces.values(), self.control, self.closed, self.dyle, self.facts
        )

    def city_of(self, h: str) -> str:
        """18.3.4a: who controls a City hex."""
        return self.control.get(h, "allied")

    def fortified(self, h: str) -> bool:
        """16.2, 21.4b: a Fortified Hex, or a completed hex of the Dyle Line."""
        return h in self.ground.fortified or h in self.dyle

    def owner_of_entry(self, h: str) -> str:
        """19.4.2c: the side an Entry Hex is friendly to."""
        if h in self.closed:
            return self.control[h]
        return self.ground.entry_owner(h)


def other(side: str) -> str:
    return "german" if side == "allied" else "allied"

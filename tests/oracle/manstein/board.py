"""The moment as a plain picture: who stands where and how, whose is which hex, what has been drawn and marked.

Nothing here works anything out that a person would not read off the table.
"""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from oracle.manstein.chart import COUNTRY, FORTS, ROWS, TABLES, Hex, other

GROUND = ("infantry", "armour", "motorized", "airborne", "mountain", "fortress", "logistics")


class Piece(msgspec.Struct, frozen=True, kw_only=True):
    """A counter, and how it lies on the table; `at` is a hex label, the name of a box, or "" out of play."""

    id: str
    side: str
    nation: str
    kind: str
    size: str
    command: str
    mech: bool
    walks: int
    """The printed movement factor."""
    attack: int
    defence: int
    steps: int
    whole: int
    arrives: int
    """The turn of its arrival; 0 for those that start on the map."""
    at: str
    moved: bool = False
    railed: bool = False
    fought: bool = False
    attacked: bool = False
    activated: bool = False
    spent_reserve: bool = False
    landed: bool = False
    opposed: bool = False
    flown: bool = False
    ready: bool = False
    left: int = -1
    """Movement factors left in this segment; -1 before it has moved."""

    @property
    def on_map(self) -> bool:
        return self.at[:1].isdigit()

    @property
    def ground(self) -> bool:
        return self.kind in GROUND

    @property
    def army(self) -> bool:
        return self.size == "XXXX"

    @property
    def static(self) -> bool:
        """8.0b, R.8.0b.1."""
        return self.ground and self.walks == 0

    @property
    def logistics(self) -> bool:
        return self.kind == "logistics"

    @property
    def corps(self) -> bool:
        """R.2.2.4.1: brigades and bracketed units too."""
        return self.ground and not self.army and not self.static and not self.logistics


def printed(id: str, steps: int) -> dict[str, Any]:
    """2.2: what the counter of a unit shows with so many steps."""
    row = ROWS[id]
    factors = row.get("factors", [])
    attack, defence = factors[row["steps"] - steps] if factors and steps else (0, 0)
    return {
        "id": id,
        "side": row["side"],
        "nation": row["nation"],
        "kind": row["kind"],
        "size": row["size"],
        "command": row.get("command", ""),
        "mech": "mech" in row.get("traits", []),
        "walks": row["movement"],
        "attack": attack,
        "defence": defence,
        "steps": steps,
        "whole": row["steps"],
    }


class Bridge(msgspec.Struct, frozen=True):
    """27.1a: a bridgehead: whose it is, from which hex it was made, and the hex beyond."""

    side: str
    start: Hex
    beyond: Hex


class Fight(msgspec.Struct, frozen=True):
    """The combat that a question is about, as it was declared."""

    side: str
    target: Hex
    units: tuple[str, ...]
    kind: str
    """attack, landing, counterattack"""
    table: str
    silent: tuple[str, ...]


class Board(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Everything that lies on the table, the hidden things too. It is known by itself, not by what it holds."""

    turn: int
    step: str
    side: str
    """Who is asked."""
    playing: str
    """4.0: the operating player."""
    marker: str
    commands: frozenset[str]
    """The commands that the marker has activated."""
    corps: frozenset[str]
    """The corps that a leader has activated."""
    flown: frozenset[str]
    """The air units that have been activated in this impulse."""
    pieces: dict[str, Piece]
    stacks: dict[Hex, list[Piece]]
    control: dict[Hex, str]
    """Who entered a hex last."""
    destroyed: frozenset[Hex]
    bombed: frozenset[Hex]
    open_cities: frozenset[Hex]
    bridges: tuple[Bridge, ...]
    surrendered: frozenset[str]
    """3.7: the countries that have laid down their arms."""
    rough_for_three: bool
    """6.3b: the Manstein Plan has been drawn."""
    plan_turn: int
    """5.1.manstein: the turn in which it was drawn."""
    extended: bool
    trains: int
    """9.1: thirds of an army that may still go by rail."""
    points: dict[str, int]
    """14.0: refit points by nation."""
    landings: frozenset[str]
    """18.0a: the units that have landed from the air."""
    first: str
    """5.3: the side with the initiative."""
    plans: dict[str, str]
    """21.1h, 21.2f: the secret plan of each side."""
    played: frozenset[str]
    """The special markers that have been drawn."""
    evac_lapsed: bool
    """20.2d: the Evac marker could have gone into the bin before."""
    evacuating: bool
    """25.3: the Evac marker has been drawn in this turn."""
    flown_turn: int
    """28.1d: the turn in which the airlift has last carried a corps by that doctrine."""
    no_ships: int
    """25.2: the turn in which British troops have come ashore, so that the naval unit rests."""
    options: dict[str, Any]

    def ground(self, hex_: Hex, side: str) -> list[Piece]:
        return [p for p in self.stacks.get(hex_, ()) if p.ground and p.side == side]

    def on_map(self, side: str) -> list[Piece]:
        """The ground units of a side on the map."""
        return [p for stack in self.stacks.values() for p in stack if p.ground and p.side == side]

    def foes(self, hex_: Hex, side: str) -> bool:
        return bool(self.ground(hex_, other(side)))

    def fort(self, hex_: Hex, side: str) -> str:
        """17.0a, 17.1: the kind of the intact fortification of a side in a hex, or ""."""
        owner, kind = FORTS.get(hex_, ("", ""))
        return kind if owner == side and hex_ not in self.destroyed else ""

    def chosen(self, option: str) -> bool:
        return bool(self.options[option])

    def shut(self, hex_: Hex) -> bool:
        """28.1e: the Netherlands is out of play."""
        return self.chosen("28.1e") and COUNTRY[hex_] == "netherlands"

    def marker_row(self) -> dict[str, Any]:
        row: dict[str, Any] = TABLES["markers"].get(self.marker, {})
        return row


class Told(msgspec.Struct, frozen=True):
    """What the engine tells of a choice: what it costs, and whether the move ends there."""

    cost: str
    stop: bool
    price: str


class Sum(msgspec.Struct, frozen=True):
    """What the engine tells of an attack."""

    attack: int
    defence: int
    start: str
    final: str
    shifts: dict[str, int]
    faces: tuple[str, ...]
    means: tuple[str, ...]
    """What the faces come to, in words."""
    assumed: tuple[str, ...]


class Asked(Protocol):
    """What is asked at this moment, and a voice that answers further questions as the engine does."""

    step: str
    side: str
    units: tuple[str, ...]
    """Those the question is about: who loses, retreats, pursues or is pushed back."""
    length: int
    """How far they retreat; how many steps are to be lost; how much farther they pursue."""
    where: Hex
    """The hex that has been emptied, or is too full."""
    mech_first: bool
    fight: Fight | None

    def choices(self, *prefix: str) -> list[str]: ...

    def told(self, *prefix: str) -> dict[str, Told]: ...

    def odds(self, *order: str) -> Sum | None: ...

    def covered(self, side: str) -> set[Hex]: ...

    def supported(self, unit: str) -> bool: ...

    def sustained(self, unit: str) -> bool: ...

    def cut_off(self, unit: str) -> bool: ...

    def standing(self) -> tuple[int, int, str, str]: ...

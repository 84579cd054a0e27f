"""The board of France '40: counters, charts, and the columns that change. 2: contents.

A lost step turns a unit to its next `Face`; Remnants (10.3) and Zero-Strength Remnants (22.9) are faces too, so a unit
keeps its number from full strength to its end.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from meuse.counters import Counter, Side, Unit, Value
from meuse.hexmap import OFF_MAP, Hex
from meuse.scenario import Scenario
from meuse.state import LAST_TOPIC, State

MARKERS = LAST_TOPIC
"""The topic of markers: GQG and Halt!, the Dyle Line, Entry Hexes closed."""

# Status of a unit.
(
    DISRUPTED, FULL_RETREAT, OUT_OF_SUPPLY, RED, MOVED, EXTENDED, TOUCHED, TRAIN, NEW_TRAIN, RAILED, AUTO_DS, ATTACKED,
    DEFENDED, RETREATED, ADVANCED, USED, PINNED, TRIED, DRIVEN,
) = (1 << n for n in range(19))  # fmt: skip
"""DISRUPTED, FULL_RETREAT: 13.1.1. OUT_OF_SUPPLY, RED: the marker and its red side (18.1b). MOVED: its move of this
phase is over. EXTENDED: it used Extended Movement (7.3). TOUCHED: it came next to an enemy on its way. TRAIN: under a
Train marker; NEW_TRAIN: since this phase (7.6.3b). RAILED: gone by rail this turn. AUTO_DS: 7.7c. ATTACKED, DEFENDED,
RETREATED, ADVANCED, TRIED (a Disengagement): in this combat phase. USED: an HQ on its Used side. PINNED: under a May
Not Move marker (22.7d). DRIVEN: its last step was a retreat, after its side's last movement phase began (12.1.4a)."""

MECHANIZED = frozenset({"tank", "armored_infantry", "motorized_infantry", "machine_gun", "reconnaissance", "hq"})
"""2.3.4a."""
INFANTRY_CLASS = frozenset(
    (
        *("infantry", "fortress_infantry", "mountain_infantry", "airborne_infantry"),
        *("armored_infantry", "motorized_infantry", "machine_gun"),
    )
)
"""2.3.4b."""
BOXES = (
    "eliminated", "exited", "evacuated", "withdrawn", "cup", "display", "edge W", "edge S", "edge SE", "edge E",
)  # fmt: skip
UNPLAYABLE = frozenset({"entry", "half_hex", "sea"})
"""19.4.1a, 22.7g: terrain outside the playing area."""


class Face(msgspec.Struct, frozen=True):
    """What a unit shows at a number of steps: 2.3.2a, 2.3.2b, 2.3.2c."""

    attack: int
    defence: int
    movement: int
    quality: str
    stacking: int
    kind: str
    mech: bool
    tank: bool
    heavy: bool
    infantry: bool
    remnant: bool = False
    zero: bool = False


class France40Counter(Counter, frozen=True, kw_only=True):
    """2.3.2a: `sides` are attack, defence and movement, from full strength to the last step."""

    kind: str
    sides: tuple[tuple[int, int, int], ...]
    quality: str = "normal"
    stacking: int = 0
    division: str = ""
    army: str = ""
    remnant: str = ""
    heavy_sides: int = 0
    figures: str = "reconstructed"

    def values(self, steps: int) -> tuple[Value, ...]:
        lost = min(max(len(self.sides) - steps, 0), len(self.sides) - 1)
        attack, defence, movement = self.sides[lost]
        quality = self.quality_after(lost)
        return (
            Value(str(attack), "heavy" if self.heavy_after(lost) else ""),
            Value(str(defence), quality if quality != "normal" else ""),
            Value(str(movement)),
        )

    def quality_after(self, lost: int) -> str:
        """2.3.2c: quality is read from the side showing; Remnants are of low quality."""
        return "low" if self.remnant and lost >= 2 else self.quality

    def heavy_after(self, lost: int) -> bool:
        """9.2.4a: Heavy Tanks; never a Remnant, and of the British brigade only its front side."""
        return lost < self.heavy_sides


class France40Scenario(Scenario, kw_only=True, eq=False):
    counters: tuple[France40Counter, ...]
    tables: dict[str, Any]
    setup: dict[str, Any]
    faces: tuple[tuple[Face, ...], ...]
    """By unit and steps left."""
    cities: frozenset[Hex]
    fortified: frozenset[Hex]
    """16.2a: the Fortified Hexes of the map; the Dyle Line is in `France40.dyle`."""
    entry_hexes: dict[str, frozenset[Hex]]
    """19.2.2a, 19.3.1a: the Entry Hexes of each area."""
    entry_of: dict[Hex, tuple[str, ...]]
    areas_of: dict[Side, tuple[str, ...]]
    playable: bytes
    leave_zone: int
    """5.2b: points to leave an enemy zone."""
    watched: dict[Hex, tuple[Unit, ...]]
    """16.4b: the hexes within two of a unit that waits for the Germans."""
    dynamo: bool
    """Which of the two scenarios this is."""


class France40(State):
    """The state of a game of France '40."""

    columns: ClassVar[tuple[str, ...]] = (
        *State.columns, "held_german", "held_allied", "spent", "hexes", "origin", "under", "area", "due", "air", "dyle",
        "remnants", "owed",
    )  # fmt: skip
    scalars: ClassVar[tuple[str, ...]] = (
        *State.scalars, "closed", "gqg_gone", "halts", "halt_declared", "railed", "rerolls", "x_exits", "evac_unit",
        "belgium_out", "extra_turn", "frozen", "calais_cleared", "covered",
    )  # fmt: skip
    counted: ClassVar[tuple[str, ...]] = ("held_german", "held_allied")
    scenario: France40Scenario

    def __init__(self, scenario: France40Scenario, seed: bytes) -> None:
        super().__init__(scenario, seed)
        size, count = len(scenario.map), len(scenario.counters)
        self.held_german, self.held_allied = bytearray(size), bytearray(size)
        self.spent: list[int] = [0] * count
        self.hexes: list[int] = [0] * count
        self.origin: list[Hex] = [OFF_MAP] * count
        self.under: list[int] = [0] * count
        self.area: list[str] = [""] * count
        self.due: list[int] = [0] * count
        self.air: list[int] = [0, 0]
        self.dyle: dict[Hex, bool] = {}
        self.remnants: dict[str, int] = {
            name: row["count"] for name, row in scenario.tables["remnants"].items() if isinstance(row, dict)
        }
        self.owed: dict[Hex, tuple[Unit, ...]] = {}
        self.closed: frozenset[Hex] = frozenset()
        self.gqg_gone = 0
        self.halts: frozenset[int] = frozenset()
        self.halt_declared = False
        self.railed = 0
        self.rerolls: frozenset[str] = frozenset()
        self.x_exits = 0
        self.evac_unit: Unit = -1
        self.belgium_out = False
        self.extra_turn = 0
        self.frozen: frozenset[Unit] = frozenset()
        self.calais_cleared = False
        self.covered: frozenset[Hex] = frozenset()

    # -- mutators: they keep occupation, city control and the waiting fortress troops true

    def place(self, u: Unit, where: Hex) -> None:
        old = self.hex_of[u]
        side = self.scenario.side_of[u]
        held = self.held_german if side is Side.GERMAN else self.held_allied
        if old >= 0:
            held[old] -= 1
            if u == self.evac_unit and where != old:
                self.evac_unit = -1  # 22.5.3
        super().place(u, where)
        if where < 0:
            return
        held[where] += 1
        if where in self.scenario.cities:
            self.set_control(where, side + 1)  # 18.3.4a: the last to occupy or pass through it
        if self.frozen and side is Side.GERMAN and where in self.scenario.watched:
            self.frozen -= frozenset(self.scenario.watched[where])  # 16.4b, R.16.4b.1: released for good

    def add(self, u: Unit, bits: int) -> None:
        if self.status[u] & bits != bits:
            self.set_status(u, self.status[u] | bits)

    def drop(self, u: Unit, bits: int) -> None:
        if self.status[u] & bits:
            self.set_status(u, self.status[u] & ~bits)

    def set_under(self, u: Unit, number: int) -> None:
        """21.2.1, 21.3.3b: put a unit under a numbered marker, or (0) take it out."""
        if self.under[u] != number:
            self.under[u] = number
            self.touch(MARKERS)

    # -- short words

    def held(self, side: Side) -> bytearray:
        """How many units of a side are in each hex."""
        return self.held_german if side is Side.GERMAN else self.held_allied

    def counter(self, u: Unit) -> France40Counter:
        return self.scenario.counters[u]

    def face(self, u: Unit) -> Face:
        return self.scenario.faces[u][self.steps[u]]

    def mech(self, u: Unit) -> bool:
        """2.3.4a."""
        return self.scenario.faces[u][self.steps[u]].mech

    def hq(self, u: Unit) -> bool:
        return self.scenario.counters[u].kind == "hq"

    def fort(self, u: Unit) -> bool:
        return self.scenario.counters[u].kind == "fort"

    def zero(self, u: Unit) -> bool:
        """22.9: a Zero-Strength Remnant."""
        return self.scenario.faces[u][self.steps[u]].zero

    def full_retreat(self, u: Unit) -> bool:
        """13.1.1; 22.9c: a Zero-Strength Remnant always is."""
        return bool(self.status[u] & FULL_RETREAT) or self.zero(u)

    def disrupted(self, u: Unit) -> bool:
        return bool(self.status[u] & DISRUPTED)

    def good_order(self, u: Unit) -> bool:
        """13.1.1: neither Disrupted nor in Full Retreat."""
        return not self.status[u] & (DISRUPTED | FULL_RETREAT) and not self.zero(u)

    def controls(self, side: Side, h: Hex) -> bool:
        """18.3.4a, 19.4.2c: whether a City or Entry Hex is friendly to a side."""
        return self.control[h] == side + 1

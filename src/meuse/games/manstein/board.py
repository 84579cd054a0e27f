"""The board of Manstein's War: counters, charts and the columns that change. 2: components; 3.3: control; 7: zones.

Zones, occupation and lines of communication are derived from where units stand; nothing of them is stored.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from meuse.counters import Counter, Side, Unit, Value
from meuse.hexmap import Hex
from meuse.mechanics.odds import ResultsTable
from meuse.mechanics.reach import Ways
from meuse.mechanics.supply import Links
from meuse.mechanics.zoc import Spread
from meuse.scenario import Scenario
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, LAST_TOPIC, OWN, State, derived

MARKS = LAST_TOPIC
"""The topic of markers on hexes and of countries: forts destroyed, cities bombed or open, bridgeheads, surrenders."""

HOME = {
    "german": "germany", "french": "france", "british": "france", "belgian": "belgium", "dutch": "netherlands",
}  # fmt: skip
"""Where the units of a nation are at home: their depots, their railways (9.0b: the British use those of France)."""

NATIONS = ("german", "french", "british", "belgian", "dutch")
"""2.2.8a: the sides and their nations, by the colour of their counters."""

ARMY_GROUPS = frozenset({"HGA", "HGB", "HGC", "1AG", "2AG", "3AG"})
"""5.8c: the commands whose activation lets reserves act."""

GROUND = frozenset({"infantry", "armour", "motorized", "airborne", "mountain", "fortress", "logistics"})

# Status of a unit.
MOVED, RAILED, FOUGHT, ATTACKED, ACTIVATED, RESERVE_USED, LANDED, OPPOSED, FLOWN, READY = (1 << n for n in range(10))
"""MOVED: its move of this segment is over. RAILED: by rail. FOUGHT: has attacked in this segment (10.1a). ATTACKED: in
this impulse (10.1b). ACTIVATED: a reserve that acts in this impulse; RESERVE_USED: it has acted in this turn (5.8d).
LANDED: by air in this impulse (18.3). OPPOSED: on enemies, so that it has no zone in this segment (18.2d). FLOWN: by an
air transfer, so that it moves no further in this impulse (26.3a). READY: an airborne unit that began this movement
segment supported, in Germany (18.0c)."""


class MansteinCounter(Counter, frozen=True, kw_only=True):
    """2.2: what a counter shows. `factors` are attack and defence from full strength down, one pair a step."""

    kind: str
    command: str = ""
    factors: tuple[tuple[int, int], ...] = ()
    turn: int = 0
    enters: int = 0
    option: str = ""
    succeeds: int = 0
    source: str = "reconstructed"

    @property
    def mech(self) -> bool:
        """2.2.3, R.2.2.3.1: a red movement factor makes a unit mechanized, cavalry too."""
        return "mech" in self.traits

    @property
    def is_ground(self) -> bool:
        return self.kind in GROUND

    @property
    def is_army(self) -> bool:
        return self.size == "XXXX"

    @property
    def is_corps(self) -> bool:
        """R.2.2.4.1: brigades and bracketed units count as a corps each."""
        return self.is_ground and self.movement > 0 and self.kind != "logistics" and not self.is_army

    @property
    def is_static(self) -> bool:
        """8.0b, R.8.0b.1: a movement factor of zero; all static units of this game are fortress units."""
        return self.is_ground and self.movement == 0

    def attack(self, steps: int) -> int:
        return self.factors[self.steps - steps][0]

    def defence(self, steps: int) -> int:
        return self.factors[self.steps - steps][1]

    def values(self, steps: int) -> tuple[Value, ...]:
        """2.2.1a, 2.2.6c: the figures on the counter that is on the map with so many steps."""
        if self.kind == "sf":
            return (Value(f"1-{self.succeeds}"),)
        if not self.factors or not steps:
            return ()
        attack, defence = self.factors[self.steps - steps]
        if not self.is_ground:
            return (Value(f"({attack})" if steps < self.steps else str(attack)),)
        return (Value(str(attack)), Value(str(defence)), Value(str(self.movement), "heavy" if self.mech else ""))


class Marker(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """2.5, 23.0: a command marker and what it activates."""

    side: str
    title: str
    kind: str
    commands: tuple[str, ...] = ()
    choose: tuple[str, ...] = ()
    number: int = 0
    corps: int = 0
    air: int = 0
    shift: int = 0
    air_shift: int = 0
    option: str = ""
    from_: int = msgspec.field(default=1, name="from")

    @property
    def is_special(self) -> bool:
        """5.1a: plans and leaders bear an asterisk; R.24.3.2.1: morale markers do not."""
        return self.kind in ("plan", "special")


class Fort(msgspec.Struct, frozen=True):
    """17.0a, R.17.0a.1: a fortified hex belongs for the whole game to the side that held it at the start."""

    side: Side
    major: bool

    @property
    def kind(self) -> str:
        return "major_fortification" if self.major else "minor_fortification"


class Impulse(msgspec.Struct, frozen=True):
    """4.0: who is operating, by which marker, and what it has activated."""

    side: Side = Side.GERMAN
    marker: str = ""
    commands: frozenset[str] = frozenset()
    corps: frozenset[Unit] = frozenset()
    air_used: frozenset[Unit] = frozenset()


class MansteinScenario(Scenario, kw_only=True, eq=False):
    counters: tuple[MansteinCounter, ...]
    tables: dict[str, Any]
    crt: dict[str, ResultsTable]
    """By name: assault, mobile."""
    air_table: ResultsTable
    markers: dict[str, Marker]
    forts: dict[Hex, Fort]
    spread: Spread
    ways: dict[str, Ways]
    """By kind of movement: foot, mech, army."""
    links: Links
    """15.1c: where a line of communication, or a unit, may go from each hex."""
    rivers: frozenset[tuple[Hex, Hex]]
    closed: frozenset[Hex]
    """The hexes that no ground unit enters, and those closed by a variant."""
    depots: dict[str, tuple[Hex, ...]]
    """By country."""
    ports: frozenset[Hex]
    cities: frozenset[Hex]
    stations: frozenset[Hex]
    """9.0c: cities and towns."""
    shores: frozenset[Hex]
    """Coastal hexes and ports."""
    prizes: frozenset[Hex]
    """7.2a: depot and victory hexes."""
    is_ground: tuple[bool, ...]
    """By unit, as are the two that follow: what is asked of all units again and again."""
    command_of: tuple[str, ...]
    movement_of: tuple[int, ...]
    historical: dict[Unit, Hex]


class Manstein(State):
    """The state of a game of Manstein's War."""

    columns: ClassVar[tuple[str, ...]] = (
        *State.columns, "regular", "special", "plans", "arrival", "rp", "budget", "destroyed", "bombed", "open_cities",
        "bridgeheads",
    )  # fmt: skip
    scalars: ClassVar[tuple[str, ...]] = (
        *State.scalars, "now", "first", "played", "offered", "surrendered", "manstein_rough", "manstein_turn",
        "extended", "rail_left", "evac_lapsed", "landings", "morale_events", "morale_turns", "morale_due",
        "naval_barred", "doctrine_turn", "resting",
    )  # fmt: skip
    secrets: ClassVar[tuple[str, ...]] = (*State.secrets, "special", "plans", "arrival")
    scenario: MansteinScenario

    def __init__(self, scenario: MansteinScenario, seed: bytes) -> None:
        super().__init__(scenario, seed)
        self.regular: list[tuple[str, ...]] = [(), ()]
        self.special: list[str] = ["", ""]
        self.plans: list[str] = ["", ""]
        self.arrival: list[int] = [counter.turn for counter in scenario.counters]
        self.rp: dict[str, int] = dict(scenario.tables["refit"]["start"])  # 21.1g, 21.2e
        self.budget: list[int] = [-1] * len(scenario.counters)
        self.destroyed: set[Hex] = set()
        self.bombed: set[Hex] = set()
        self.open_cities: set[Hex] = set()
        self.bridgeheads: dict[int, tuple[int, Hex]] = {}
        self.now = Impulse()
        self.first = Side.GERMAN
        self.played: frozenset[str] = frozenset()
        self.offered: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
        self.surrendered: frozenset[str] = frozenset()
        self.manstein_rough = False
        self.manstein_turn = 0
        self.extended = False
        self.rail_left = 0
        self.evac_lapsed = False
        self.landings: frozenset[Unit] = frozenset()
        self.morale_events: frozenset[str] = frozenset()
        self.morale_turns: tuple[int, int] = (0, 0)
        self.morale_due: tuple[Side, ...] = ()
        self.naval_barred = 0
        self.doctrine_turn = 0
        self.resting: tuple[Side, ...] = ()
        for h, country in enumerate(scenario.map.country):
            self.set_control(h, first_owner(country))

    # -- mutators of its own

    def mark(self, column: set[Hex], h: Hex) -> None:
        """Put a marker on a hex: destroyed, bombed or open."""
        column.add(h)
        self.touch(MARKS)

    def flag(self, u: Unit, flag: int) -> None:
        if not self.status[u] & flag:
            self.set_status(u, self.status[u] | flag)

    def unflag(self, u: Unit, flag: int) -> None:
        if self.status[u] & flag:
            self.set_status(u, self.status[u] & ~flag)

    # -- short words

    def counter(self, u: Unit) -> MansteinCounter:
        return self.scenario.counters[u]

    def label(self, h: Hex) -> str:
        """A hex as orders and events name it: `1635`."""
        return self.map.labels[h]

    def spot(self, h: Hex) -> str:
        """A hex as sentences call it: "Roermond (1635)"."""
        return self.map.spot(h)

    def option(self, name: str) -> bool:
        return bool(self.scenario.options[name])

    def box(self, name: str) -> Hex:
        return self.scenario.box(name)

    def ground(self, h: Hex, side: Side) -> tuple[Unit, ...]:
        """The ground units of a side in a hex, in counter order."""
        s = self.scenario
        return tuple(u for u in self.at.get(h, ()) if s.side_of[u] is side and s.is_ground[u])

    def air(self, h: Hex, side: Side) -> tuple[Unit, ...]:
        """The air units of a side in a hex, without airlift."""
        return tuple(u for u in self.at.get(h, ()) if self.side(u) is side and self.counter(u).kind == "air")

    def on_map(self, side: Side) -> tuple[Unit, ...]:
        """The ground units of a side on the map, in counter order."""
        return _units(self, side)

    def attack_of(self, u: Unit) -> int:
        return self.counter(u).attack(self.steps[u])

    def defence_of(self, u: Unit) -> int:
        return self.counter(u).defence(self.steps[u])

    def fort(self, h: Hex) -> Fort | None:
        """17.1: the fortification of a hex as long as it is intact."""
        return None if h in self.destroyed else self.scenario.forts.get(h)

    def own_fort(self, h: Hex, side: Side) -> Fort | None:
        """17.0a: the intact fortification of a hex if it belongs to this side."""
        fort = self.fort(h)
        return fort if fort is not None and fort.side is side else None


def first_owner(country: str) -> int:
    """R.3.3b.1, 8.5e: at the start a hex belongs to the side of its country; Luxembourg is Allied."""
    if country == "germany":
        return 1 + Side.GERMAN
    return 1 + Side.ALLIED if country in ("france", "belgium", "netherlands", "luxembourg") else 0


# -- where units stand


@derived(OWN)
def _units(g: Manstein, side: Side) -> tuple[Unit, ...]:
    ground = g.scenario.is_ground
    return tuple(u for u in g.scenario.units_of[side] if ground[u] and g.hex_of[u] >= 0)


@derived(OWN)
def held(g: Manstein, side: Side) -> bytes:
    """How many ground units of a side are in each hex."""
    count = bytearray(len(g.map))
    for u in g.on_map(side):
        count[g.hex_of[u]] += 1
    return bytes(count)


# -- 7 zones of control


@derived(OWN, MARKS)
def zones(g: Manstein, side: Side) -> bytes:
    """7.0a, 7.1a: marks the hexes in the zones of a side; 7.0b: several count as one.

    25.4b: Allied zones do not reach into open cities.
    """
    covered = bytearray(len(g.map))
    spread = g.scenario.spread
    for u in g.on_map(side):
        if exerts_zone(g, u):
            for n in spread[g.hex_of[u]]:
                covered[n] = 1
    if side is Side.ALLIED:
        for h in g.open_cities:
            covered[h] = 0
    return bytes(covered)


def exerts_zone(g: Manstein, u: Unit) -> bool:
    """R.7.0a.1, 7.0a, 18.2d: every ground unit, but not one that has landed on enemies in this impulse."""
    if g.status[u] & OPPOSED:
        return False
    return g.counter(u).kind != "logistics" or g.option("R.7.0a.1")


@derived(GERMAN_UNITS, ALLIED_UNITS, MARKS)
def feared(g: Manstein, side: Side) -> bytes:
    """7.1b, 7.1c: marks the hexes that are in an enemy zone for the units of a side."""
    marks = bytearray(zones(g, side.enemy))
    for u in g.on_map(side):
        if marks[g.hex_of[u]] and cancels_zones(g, u):
            marks[g.hex_of[u]] = 0
    return bytes(marks)


def cancels_zones(g: Manstein, u: Unit) -> bool:
    """7.1c: a fortress unit in its side's intact fortress cancels enemy zones in the hex."""
    return g.counter(u).kind == "fortress" and g.own_fort(g.hex_of[u], g.side(u)) is not None


# -- 3.3 control


def controls(g: Manstein, side: Side, h: Hex) -> bool:
    """3.3a, 3.3b, 7.2a: whether a side controls a hex.

    R.7.2a.1: an unoccupied depot or victory hex belongs to neither side while it lies in a zone of its owner's enemy.
    """
    if g.control[h] != 1 + side or disputed(g, h):
        return False
    return not contestable(g, h) or bool(held(g, side)[h]) or not feared(g, side)[h]


def contestable(g: Manstein, h: Hex) -> bool:
    """7.2a: whether a hex is a depot or victory hex."""
    return h in g.scenario.prizes


def disputed(g: Manstein, h: Hex) -> bool:
    """27.1c: neither side controls a city across a bridgehead; R.27.1c.1: until its builders are in the city."""
    if not g.bridgeheads or h not in g.scenario.cities:
        return False
    sides = g.map.sides
    owners = (owner for n, (owner, start) in g.bridgeheads.items() if h in (sides[n].a, sides[n].b) and h != start)
    return any(not g.ground(h, Side(owner)) for owner in owners)

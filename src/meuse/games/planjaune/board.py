"""The board of Plan Jaune: counters, charts and the columns that change. 1: pieces.

An armoured corps (11.2) is a counter on the map; its divisions lie in the box that bears its id. Whatever is asked of
a corps (points, strength, movement) is asked of its `members`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, ClassVar

import msgspec

from meuse.counters import SIDES, Counter, Side, Unit, Value
from meuse.hexmap import OFF_MAP, Hex
from meuse.mechanics.reach import Ways
from meuse.mechanics.supply import Links
from meuse.mechanics.zoc import Spread
from meuse.scenario import Scenario
from meuse.state import LAST_TOPIC, OWN, State, derived

GROUND, RAILS, MARKERS = range(LAST_TOPIC, LAST_TOPIC + 3)
"""Topics: works that fell, countries invaded, armies released; who runs the railways; refugees and interdiction."""

# Status of a unit.
UNSUPPLIED, MOVED, RAILED, HALVED, BEGAN_IN_ZONE, REACTS, REPLACED, DROPPED, STOPPED, IN_BELGIUM, PINNED, OVERRAN = (
    1 << n for n in range(12)
)
"""MOVED: its move of this phase is over. STOPPED: by a zone, in this phase. RAILED: by rail, in this operations phase.
HALVED: by an event, for this turn (11.11.halt, 11.11.snafu-early). BEGAN_IN_ZONE: the phase, in an enemy zone (5.2c,
7a). REACTS: activated (5.3b). REPLACED: has had its replacement of this turn (9.2e). DROPPED: by air (11.5g).
IN_BELGIUM: has gone into Belgium (12.1c). PINNED: began the phase in an interdicted hex (10.2.interdict-start).
OVERRAN: has made an overrun in this phase (7f)."""

DYKE = "1803"
"""11.10a: the hex of the enclosure dyke."""


class PlanJauneCounter(Counter, frozen=True, kw_only=True):
    """1a to 1e: strengths by step, quality, points; command range and support of a headquarters."""

    strengths: tuple[int, ...] = ()
    quality: int = 0
    points: int = 0
    command: int = 0
    support: int = 0
    army: str = ""
    group: str = ""
    pool: str = "map"
    turn: int = 1
    entry: str = ""

    def values(self, steps: int) -> tuple[Value, ...]:
        if self.has("hq"):
            return (Value(str(self.support)), Value(str(self.command)), Value(str(self.movement)))
        if self.has("corps"):
            return ()
        lost = self.steps - steps
        return (Value(str(self.strengths[lost])), Value(str(self.quality)), Value(str(self.movement)))

    def is_cadre(self, steps: int) -> bool:
        """1g, 9.2h: a three-step corps on its last step."""
        return self.steps == 3 and steps == 1


class Face(msgspec.Struct, frozen=True):
    """1a to 1d: the values of a counter with the steps it has left, and how it moves."""

    strength: int
    quality: int
    points: int
    movement: int
    kind: str


class TerrainRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the terrain table."""

    foot: int
    motorized: int
    shift: int = 0


class Works(msgspec.Struct, frozen=True):
    """11.4: the fortification of a hex: whose it is, its line, its intrinsic defence, the hexes it faces."""

    owner: Side
    first_line: bool
    intrinsic: int
    faces: frozenset[Hex]


class PlanJauneScenario(Scenario, kw_only=True, eq=False):
    counters: tuple[PlanJauneCounter, ...]
    faces: tuple[tuple[Face, ...], ...]
    """By unit and steps left."""
    tables: dict[str, Any]
    terrain: dict[str, TerrainRow]
    ways: dict[str, Ways]
    """By kind of movement: foot or motorized; without fortifications, refugees and zones."""
    touching: Spread
    """4a, R.4a.1, 11.10d: the hexes that a unit can act on from each hex: not across the sea."""
    rails: Links
    rail_hexes: frozenset[Hex]
    works: dict[Hex, Works]
    cities: dict[str, frozenset[Hex]]
    """The major cities of each country."""
    all_cities: frozenset[Hex]
    sectors: dict[str, frozenset[Hex]]
    """11.12b: the sector of each army group."""
    dyke: Hex
    """11.10a: the hex of the enclosure dyke."""
    corps_box: dict[Unit, Hex] = msgspec.field(default_factory=dict)
    """11.2c: the box of each armoured corps."""
    headquarters: tuple[tuple[Unit, ...], ...]
    setup: dict[str, str]
    setup_corps: dict[str, tuple[str, ...]]
    rows: dict[int, tuple[tuple[int, int], ...]]
    """6.2.4: points for attacker and defender by die and column."""
    hexside_attack: dict[str, Fraction]


class PlanJaune(State):
    """The state of a game of Plan Jaune."""

    columns: ClassVar[tuple[str, ...]] = (
        *State.columns, "spent", "rail_owner", "refugees", "refugees_on", "bombers", "motorized_points",
        "infantry_points", "steps_lost", "plans", "effort", "last_in",
    )  # fmt: skip
    scalars: ClassVar[tuple[str, ...]] = (
        *State.scalars, "destroyed", "interdicted", "invaded", "surrendered", "events_done", "event", "brandenburgers",
        "honour", "supporting", "coups", "railed", "marched", "reacted", "released", "released_on", "terror_on",
        "bombed_city", "port", "capacity", "italy", "italian_bonus", "british_destroyed", "armour_destroyed",
        "exited", "delayed_point", "brought_in", "launched",
    )  # fmt: skip
    secrets: ClassVar[tuple[str, ...]] = (*State.secrets, "plans")
    scenario: PlanJauneScenario

    def __init__(self, scenario: PlanJauneScenario, seed: bytes) -> None:
        super().__init__(scenario, seed)
        tables = scenario.tables
        self.spent: list[int] = [0] * len(scenario.counters)
        self.rail_owner = bytearray(len(scenario.map))
        self.refugees: list[Hex] = [OFF_MAP] * tables["refugees"]["markers"]
        self.refugees_on: list[int] = [0] * tables["refugees"]["markers"]
        self.bombers = [0, 0]
        self.motorized_points = [tables["replacements"][f"{side.word}_motorized"] for side in SIDES]
        self.infantry_points = [0, 0]
        self.steps_lost: dict[str, int] = {}
        self.plans: dict[str, int] = {}
        self.effort: dict[Side, str] = {}
        self.last_in = bytearray(len(scenario.map))
        """R.11.12.capture.2: how far a line of the unit last in each hex may reach, and how it is measured."""
        self.destroyed: frozenset[Hex] = frozenset()
        self.interdicted: tuple[frozenset[Hex], frozenset[Hex]] = (frozenset(), frozenset())
        self.invaded: frozenset[str] = frozenset()
        self.surrendered: frozenset[str] = frozenset()
        self.events_done: frozenset[str] = frozenset()
        self.event = ""
        self.brandenburgers = False
        self.honour = False
        self.supporting: frozenset[Unit] = frozenset()
        self.coups = 0
        self.railed = 0
        self.marched = False
        self.reacted: frozenset[Unit] = frozenset()
        self.released: frozenset[str] = frozenset()
        self.released_on = 0
        self.terror_on = 0
        self.bombed_city: Hex = OFF_MAP
        self.port: Hex = OFF_MAP
        self.capacity = 0
        self.italy = False
        self.italian_bonus = False
        self.british_destroyed = Fraction(0)
        self.armour_destroyed = Fraction(0)
        self.exited = 0
        self.delayed_point = False
        self.brought_in: frozenset[Hex] = frozenset()
        self.launched: tuple[Hex, ...] = ()
        """11.5b: the targets of this turn's airborne units, also of those that were lost."""
        for h, country in enumerate(self.map.country):
            owner = {"germany": 1, "france": 2, "belgium": 2, "netherlands": 2, "luxembourg": 2}.get(country, 0)
            self.control[h] = owner
            self.rail_owner[h] = owner

    # -- mutators

    def place(self, u: Unit, where: Hex) -> None:
        """R.11.12.capture.1: whoever was last in a hex controls it; not while enemies are in it too."""
        left = self.hex_of[u]
        if reach := supply_reach(self, u):
            for h in (left, where):
                if h >= 0:
                    self.last_in[h] = reach
        super().place(u, where)
        side_of = self.scenario.side_of
        if where >= 0:
            side = side_of[u]
            if all(side_of[v] is side for v in self.at[where]):
                self.set_control(where, side + 1)
        if left >= 0 and left in self.at and self.control[left] != side_of[self.at[left][0]] + 1:
            last = side_of[self.at[left][0]]  # 11.5f: airborne units whose enemies have gone
            if all(side_of[v] is last for v in self.at[left]):
                self.set_control(left, last + 1)

    def set_rail_owner(self, h: Hex, side: Side) -> None:
        self.rail_owner[h] = side + 1
        self.touch(RAILS)

    def fell(self, h: Hex) -> None:
        """11.4j: the fortification of a hex is gone."""
        self.destroyed |= {h}
        self.touch(GROUND)

    def change(self, **ground: Any) -> None:
        """Sets what decides about the ground: `invaded`, `surrendered`, `released`."""
        for name, value in ground.items():
            setattr(self, name, value)
        self.touch(GROUND)

    def interdict(self, german: frozenset[Hex], allied: frozenset[Hex]) -> None:
        """10.2.interdict-place: the hexes that each side interdicts."""
        self.interdicted = (german, allied)
        self.touch(MARKERS)

    def move_refugees(self, marker: int, h: Hex) -> None:
        """11.7c: a marker is put into a hex; it may be moved from the next turn on."""
        self.refugees[marker] = h
        self.refugees_on[marker] = self.turn
        self.touch(MARKERS)

    # -- short words

    def counter(self, u: Unit) -> PlanJauneCounter:
        return self.scenario.counters[u]

    def is_corps(self, u: Unit) -> bool:
        return u in self.scenario.corps_box

    def members(self, u: Unit) -> tuple[Unit, ...]:
        """11.2c: the divisions in a corps; a unit that is none is its own member."""
        box = self.scenario.corps_box.get(u)
        return (u,) if box is None else self.at.get(box, ())

    def place_of(self, u: Unit) -> Hex:
        """The hex of a unit, that of its corps if it is in one; OFF_MAP or a box otherwise."""
        where = self.hex_of[u]
        if where >= OFF_MAP:
            return where
        corps = self.scenario.unit_named.get(self.scenario.place_word(where))
        return where if corps is None else self.hex_of[corps]

    def friendly(self, h: Hex, side: Side) -> bool:
        """R.11.12.capture.1: whether a side was the last in a hex."""
        return self.control[h] == side + 1

    def standing(self, h: Hex) -> Works | None:
        """11.4: the works of a hex that have not fallen."""
        return self.scenario.works.get(h) if h not in self.destroyed else None

    def garrison(self, h: Hex, enemy_of: Side) -> int:
        """11.4d: the intrinsic defence of a hex against a side."""
        works = self.standing(h)
        return works.intrinsic if works is not None and works.owner is not enemy_of else 0

    def halves(self, u: Unit) -> bool:
        """11.11.halt, 11.11.snafu-early: whether an event halves a unit, or a division of a corps."""
        return bool(self.status[u] & HALVED) or (
            self.is_corps(u) and any(self.status[m] & HALVED for m in self.members(u))
        )


# -- 1 pieces as they are now


def is_cadre(g: PlanJaune, u: Unit) -> bool:
    return g.counter(u).is_cadre(g.steps[u])


def is_motorized(g: PlanJaune, u: Unit) -> bool:
    """1m, R.1m.1: armoured, motorized and armoured-cavalry units and headquarters; a cadre is infantry."""
    return kind_of(g, u) == "motorized"


def kind_of(g: PlanJaune, u: Unit) -> str:
    return g.scenario.faces[u][g.steps[u]].kind


def points_of(g: PlanJaune, u: Unit) -> int:
    """3b, 3c, 3d, 11.2e: stacking points; a corps has those of its divisions. R.1h.1: only cadres drop to one."""
    if g.is_corps(u):
        return sum(points_of(g, m) for m in g.members(u))
    return g.scenario.faces[u][g.steps[u]].points


def strength_of(g: PlanJaune, u: Unit) -> int:
    """1a, 1d: the combat strength of a unit with the steps it has; a corps has that of its divisions."""
    if g.is_corps(u):
        return sum(strength_of(g, m) for m in g.members(u))
    return g.scenario.faces[u][g.steps[u]].strength


def quality_of(g: PlanJaune, u: Unit) -> int:
    """1c, 9.2h: the quality of a unit; a corps has the best of its divisions."""
    if g.is_corps(u):
        return max((quality_of(g, m) for m in g.members(u)), default=0)
    return g.scenario.faces[u][g.steps[u]].quality


def movement_of(g: PlanJaune, u: Unit) -> int:
    """1b, R.11.2c.1: the printed movement allowance; a corps has that of its slowest division."""
    if g.is_corps(u):
        return min((movement_of(g, m) for m in g.members(u)), default=0)
    return g.scenario.faces[u][g.steps[u]].movement


MOTORIZED_LINE = 16
"""Added to a length of line that is measured in the costs of motorized units."""


def supply_reach(g: PlanJaune, u: Unit) -> int:
    """8.1b: how long a unit's line may be, and how it is measured; 0: a corps that has nobody in it.

    R.11.12.capture.2: airborne units have no movement allowance; theirs is that of infantry.
    """
    if g.counter(u).has("airborne"):
        return int(g.scenario.tables["cadre"]["movement"])
    movement = movement_of(g, u)
    return movement + MOTORIZED_LINE * (movement > 0 and kind_of(g, u) == "motorized")


def fights(g: PlanJaune, u: Unit) -> bool:
    """1e: a headquarters has no strength and takes no part in combat."""
    return "hq" not in g.scenario.counters[u].traits


@derived(OWN)
def movers(g: PlanJaune, side: Side, kind: str) -> tuple[Unit, ...]:
    """1m: the units of a side on the map that are motorized, or those that are on foot; paratroopers do not move."""
    faces, steps, counters = g.scenario.faces, g.steps, g.scenario.counters
    able = [u for u in g.on_map(side) if faces[u][steps[u]].kind == kind]
    return tuple([u for u in able if "airborne" not in counters[u].traits])

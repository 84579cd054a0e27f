"""The board of 1940: counters, charts and the columns that change. 1: components; 3: stacking.

Movement points are counted in eighths, because allowances can be halved more than once (6.second_impulse,
8.effect.halved).
Zones of control and occupation are kept as counts by hex, moved along with every unit; a property test compares them
with the plain rules in `zones`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

import msgspec

from meuse.counters import Counter, Side, Unit, Value
from meuse.hexmap import Hex
from meuse.mechanics.odds import ResultsTable
from meuse.mechanics.reach import Ways
from meuse.mechanics.zoc import Spread
from meuse.scenario import Scenario
from meuse.state import LAST_TOPIC, State, derived

EIGHTHS = 8
"""A movement point."""

POLITICS, PRESENCE, DISRUPTION = range(LAST_TOPIC, LAST_TOPIC + 3)
"""More topics. POLITICS: what countries do: join, surrender; armies released; interdiction. PRESENCE: which units are
on the map. DISRUPTION: which of them are disrupted, and where."""

BELGIANS = "be"
"""13.belgium.france: stands among the armies released for the Belgian units, once they may enter France."""

NEUTRALS = ("holland", "belgium", "luxembourg", "switzerland")
HOME = {
    "french": "france", "british": "", "german": "germany",
    "belgian": "belgium", "dutch": "holland", "swiss": "switzerland",
}  # fmt: skip
"""The country of a nation."""

# Status of a unit.
AR, DR, UNSUPPLIED, MOVED, RETREATED, DROPPED, RAILED, CUT_LOOSE, GROUNDED = (1 << n for n in range(9))
"""AR, DR: disrupted by that result. MOVED: its move of this phase is over. RETREATED: in this combat phase.
DROPPED: by air, in this impulse. RAILED: by rail, in this phase. CUT_LOOSE: forced out of its country (13).
GROUNDED: the air landing division that came in as a reserve (11.airlanding.choice)."""
DISRUPTED = AR | DR
STUCK = DISRUPTED | DROPPED | RAILED
"""7.disruption.effects, 6.rail.exclusive: who does not move on the ground; dropped units only by R.11.drop.when.1."""

WEIGHT = {"XXX": 3, "XX": 1, "III": 0}
"""3.corps, 3.regiment, 1.counters.size: what a unit weighs for stacking, in divisions. R.1.counters.size.1: III are
the parachute regiments."""


class Gdw1940Counter(Counter, frozen=True, kw_only=True):
    combat: int = 0
    army: str = ""
    pool: str = "deploy"
    turn: int = 0
    place: str = ""
    factors: str = "reconstructed"

    def values(self, steps: int) -> tuple[Value, ...]:
        return () if self.has("parachute") else (Value(str(self.combat)), Value(str(self.movement)))


class TerrainRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the terrain effects chart."""

    foot: int
    motorized: int
    mountain_troops: int = 0
    shift: int = 0
    mountain_shift: int | None = None
    shields: bool = False
    halves_armour: bool = False
    armour_bonus: bool = True


class Gdw1940Scenario(Scenario, kw_only=True, eq=False):
    counters: tuple[Gdw1940Counter, ...]
    tables: dict[str, Any]
    crt: ResultsTable
    terrain: dict[str, TerrainRow]
    spread: Spread
    around: tuple[frozenset[Hex], ...]
    """Each hex with its neighbours: where a unit may change whose territory it is."""
    ways: dict[str, Ways]
    """By kind of movement: foot, motorized, mountain; seaborne ones for the Allies besides."""
    leave_zone: int
    """4.leave: the price of leaving an enemy zone, in eighths."""
    disrupted_friend: int
    """6.costs.disrupted: the price of entering a hex with a friendly disrupted unit, in eighths."""
    kind: tuple[str, ...]
    """Which costs each unit pays: those of motorized units, of mountain troops or of foot."""
    crossings: frozenset[tuple[Hex, Hex]]
    """6.sea.allied: the steps over the sea."""
    sea_shores: frozenset[Hex]
    intrinsic: dict[Hex, int]
    """10.eben.strength, 13.holland.maastricht: built-in strengths by hex."""
    land: tuple[Hex, ...]
    border: frozenset[Hex]
    """16.deploy.allied: French hexes one or two hexes from another country."""
    weight: tuple[int, ...]
    armour_weight: tuple[int, ...]
    has_zone: tuple[bool, ...]
    belgian_cities: tuple[Hex, ...]
    """13.belgium.france: the Belgian major cities."""
    neutral_home: tuple[str, ...]
    """13.status.zoc: the country of each unit, if that is one that may be neutral; else ""."""
    historical: dict[str, str]
    """Where each unit stood on 10 May 1940."""
    armies: dict[str, int]
    """Which army group each army belonged to."""
    motorized: tuple[bool, ...]


class Gdw1940(State):
    """The state of a game of 1940."""

    columns: ClassVar[tuple[str, ...]] = (
        *State.columns, "zones_german", "zones_allied", "held_german", "held_allied", "spent", "joined", "groups",
        "plans", "air", "destroyed", "points", "disrupted_in", "port_used",
    )  # fmt: skip
    scalars: ClassVar[tuple[str, ...]] = (
        *State.scalars, "impulse", "impulses_done", "interdicted", "released", "bef_free_from", "dropped_on",
        "brought_in", "railed", "surrendered", "british_lost", "shown_group", "reserves_in", "geb_for", "beaten",
        "bef_evacuated_on", "bef_corps_evacuated", "released_on", "swiss_border_open", "swiss_invaded_on", "swiss_in",
        "spent_corps",
    )  # fmt: skip
    counted: ClassVar[tuple[str, ...]] = ("zones_german", "zones_allied", "held_german", "held_allied")
    secrets: ClassVar[tuple[str, ...]] = (*State.secrets, "plans", "groups", "geb_for")
    scenario: Gdw1940Scenario

    def __init__(self, scenario: Gdw1940Scenario, seed: bytes) -> None:
        super().__init__(scenario, seed)
        size = len(scenario.map)
        self.turn = -1  # before the game: plans and deployment
        self.zones_german, self.zones_allied = bytearray(size), bytearray(size)
        self.held_german, self.held_allied = bytearray(size), bytearray(size)
        self.spent: list[int] = [0] * len(scenario.counters)
        self.disrupted_in: list[int] = [0] * len(scenario.counters)
        self.joined: dict[str, int] = {}
        self.groups: dict[str, int] = {}
        self.plans: dict[str, int] = {}
        self.air = [0, 0, 0]
        self.destroyed: set[Hex] = set()
        self.points = [0, 0]
        self.port_used: dict[Hex, int] = {}
        self.impulse = 1
        self.impulses_done = 0
        self.interdicted: tuple[frozenset[Hex], frozenset[Hex]] = (frozenset(), frozenset())
        self.released: frozenset[str] = frozenset()
        self.bef_free_from = 99
        self.dropped_on: frozenset[Hex] = frozenset()
        self.brought_in: frozenset[Hex] = frozenset()
        self.reserves_in = 0
        self.railed = False
        self.surrendered: frozenset[str] = frozenset()
        self.british_lost = 0
        self.shown_group = 0
        self.geb_for = ""
        self.beaten: frozenset[Hex] = frozenset()
        self.bef_evacuated_on = 99
        self.bef_corps_evacuated = False
        self.released_on = -1
        self.swiss_border_open = False
        self.swiss_invaded_on = 99
        self.swiss_in = 0
        self.spent_corps: frozenset[Unit] = frozenset()
        self.begin_territory()

    # -- mutators: they keep zones, occupation and territory true

    def place(self, u: Unit, where: Hex) -> None:
        old = self.hex_of[u]
        if old >= 0:
            self._count(u, old, -1)
        super().place(u, where)
        if where >= 0:
            self._count(u, where, +1)
        if (old < 0) != (where < 0):
            self.touch(PRESENCE)
        if self.status[u] & DISRUPTED:
            self.touch(DISRUPTION)
        self.settle_territory(old, where)

    def set_status(self, u: Unit, status: int) -> None:
        h, before = self.hex_of[u], self.status[u]
        if (before ^ status) & DISRUPTED:
            self.touch(DISRUPTION)
        if h < 0 or self._zone_with(u, before) == self._zone_with(u, status):
            super().set_status(u, status)
            return
        self._count(u, h, -1)
        super().set_status(u, status)
        self._count(u, h, +1)
        self.settle_territory(h)

    def set_control(self, h: Hex, owner: int) -> None:
        """13.belgium.france, R.13.belgium.france.1: the fall of all Belgian major cities opens France for good."""
        super().set_control(h, owner)
        cities = self.scenario.belgian_cities
        if owner == 1 and h in cities and BELGIANS not in self.released and all(self.control[c] == 1 for c in cities):
            self.released |= {BELGIANS}
            self.touch(POLITICS)

    def _count(self, u: Unit, h: Hex, step: int) -> None:
        if self.scenario.side_of[u] is Side.GERMAN:
            held, covered = self.held_german, self.zones_german
        else:
            held, covered = self.held_allied, self.zones_allied
        held[h] += step
        if self._zone_with(u, self.status[u]):
            for n in self.zone_of(u, h):
                covered[n] += step

    def _zone_with(self, u: Unit, status: int) -> bool:
        """4.who: whether a unit has a zone of control in this state."""
        return self.scenario.has_zone[u] and not status & (DISRUPTED | DROPPED)

    def zone_of(self, u: Unit, h: Hex) -> Sequence[Hex]:
        """4.extent, 4.sea_lake, 13.status.zoc: the hexes that a unit covers; R.4.extent.1: neutral ones too."""
        spread = self.scenario.spread[h]
        home = self.border_bound(u)
        if not home:
            return spread
        country = self.map.country
        return tuple(n for n in spread if country[n] == home) if country[h] == home else ()

    def border_bound(self, u: Unit) -> str:
        """13.status.zoc, R.13.status.zoc.1: the country beyond whose border a unit's zone does not yet reach, or ""."""
        home = self.scenario.neutral_home[u]
        if not home:
            return ""
        joined = self.joined.get(home)
        return home if joined is None or self.impulses_done <= joined else ""

    def recount_zones(self) -> None:
        """13.status.zoc: counts all zones afresh, after a neutral's zones have begun to cross its border."""
        self.zones_german, self.zones_allied = bytearray(len(self.map)), bytearray(len(self.map))
        for u, h in enumerate(self.hex_of):
            if h >= 0 and self._zone_with(u, self.status[u]):
                covered = self.zones_german if self.scenario.side_of[u] is Side.GERMAN else self.zones_allied
                for n in self.zone_of(u, h):
                    covered[n] += 1
        self._settle(range(len(self.map)))
        self.touch(POLITICS)

    # -- 5 friendly territory

    def begin_territory(self) -> None:
        """5.start: France is Allied, Germany German; countries that have joined by now are Allied."""
        allied = {"france", *self.joined}
        for h, country in enumerate(self.map.country):
            self.set_control(h, 1 if country == "germany" else 2 if country in allied else 0)
        self._settle(range(len(self.map)))

    def settle_territory(self, *around: Hex) -> None:
        """5.priority: a unit, or an uncontested zone, makes a hex friendly; R.5.priority.1: at once, on the way too."""
        near = self.scenario.around
        self._settle(frozenset().union(*[near[h] for h in around if h >= 0]))

    def _settle(self, hexes: Iterable[Hex]) -> None:
        """5.uncontested, 5.contested: units first (R.5.priority.2: of any size), then zones that no enemy shares.

        R.5.priority.3: a built-in strength holds nothing, not being a unit; R.4.extent.1: nor does a neutral.
        """
        held_german, held_allied, control = self.held_german, self.held_allied, self.control
        zones_german, zones_allied = self.zones_german, self.zones_allied
        for h in hexes:
            german, allied = held_german[h], held_allied[h]
            if not german and not allied:
                german, allied = zones_german[h], zones_allied[h]
            if german and not allied:
                owner = 1
            elif allied and not german:
                owner = 2
            else:
                continue
            if control[h] != owner and not self.is_neutral(self.map.country[h]):
                self.set_control(h, owner)

    def friendly(self, h: Hex, side: Side) -> bool:
        """5.priority: whether a hex is friendly territory of a side."""
        return self.control[h] == side + 1

    def is_neutral(self, country: str) -> bool:
        """13.list: whether a country is still neutral."""
        return country in NEUTRALS and country not in self.joined

    # -- short words

    def zones(self, side: Side) -> bytearray:
        return self.zones_german if side is Side.GERMAN else self.zones_allied

    def held(self, side: Side) -> bytearray:
        return self.held_german if side is Side.GERMAN else self.held_allied

    def counter(self, u: Unit) -> Gdw1940Counter:
        return self.scenario.counters[u]

    def movement_kind(self, u: Unit) -> str:
        """Which costs a unit pays: those of motorized units, of mountain troops or of foot."""
        return self.scenario.kind[u]

    def disrupted(self, u: Unit) -> bool:
        return bool(self.status[u] & DISRUPTED)

    def on_map(self, side: Side) -> tuple[Unit, ...]:
        """The units of a side on the map, in counter order."""
        return _on_map(self, side)

    def in_play(self, u: Unit) -> bool:
        """Whether a unit is on the map and belongs to no neutral."""
        home = self.scenario.neutral_home[u]
        return self.hex_of[u] >= 0 and (not home or home in self.joined)


@derived(PRESENCE)
def _on_map(g: Gdw1940, side: Side) -> tuple[Unit, ...]:
    return tuple(u for u in g.scenario.units_of[side] if g.hex_of[u] >= 0)


# -- 10, 13 built-in strengths


def holds_out(g: Gdw1940, h: Hex) -> bool:
    """10.eben.strength, 13.holland.maastricht: whether a built-in strength stands in a hex."""
    return h in g.scenario.intrinsic and h not in g.destroyed and h not in g.beaten and not has_given_up(g, h)


def has_given_up(g: Gdw1940, h: Hex) -> bool:
    """R.13.holland.surrender.2: an option lets a garrison surrender with its country; its works stand."""
    return g.map.country[h] in g.surrendered and bool(g.scenario.options.get("13.garrisons"))


# -- 3 stacking


@derived(keep=4096)
def stack_fault(g: Gdw1940, units: tuple[Unit, ...]) -> str | None:
    """The rule that a stack of one side breaks: 3.limit (R.3.limit.1), 3.armour (R.3.armour.1) or 3.anglo_french."""
    s = g.scenario
    limits = s.tables["stacking"]
    if sum(s.weight[u] for u in units) > limits["divisions"]:
        return "3.limit"
    if sum(s.armour_weight[u] for u in units) > limits["armoured"]:
        return "3.armour"
    if any(s.counters[u].nation == "british" and s.weight[u] == 3 for u in units) and any(
        s.counters[u].nation == "french" and s.weight[u] == 1 for u in units
    ):
        return "3.anglo_french"
    return None


def may_stack(g: Gdw1940, u: Unit, h: Hex) -> bool:
    """3.limit: whether a unit may be in a hex together with its friends there."""
    friends = g.at.get(h)
    if friends is None:
        return True
    side = g.scenario.side_of[u]
    return stack_fault(g, (*(v for v in g.units_in(h, side) if v != u), u)) is None


def overstacked(g: Gdw1940, side: Side) -> list[Hex]:
    """3.when: the hexes over a limit."""
    return [h for h in stacks(g, side) if stack_fault(g, g.units_in(h, side))]


def stacks(g: Gdw1940, side: Side) -> Iterator[Hex]:
    """The hexes with two or more units of a side."""
    several = g.held(side).translate(_SEVERAL)
    h = several.find(1)
    while h >= 0:
        yield h
        h = several.find(1, h + 1)


_SEVERAL = bytes(count > 1 for count in range(256))

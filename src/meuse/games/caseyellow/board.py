"""What stands on the board: counters, the scenario's tables, the columns of a game (2, 6.2, 7.5c)."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

from meuse.counters import Counter, Side, Unit, Value
from meuse.hexmap import OFF_MAP, Hex
from meuse.mechanics.odds import ResultsTable
from meuse.mechanics.reach import Ways
from meuse.mechanics.zoc import Spread
from meuse.scenario import Scenario
from meuse.state import LAST_TOPIC, OWN, State, derived

MARKERS, ROADSIDE, CONDITION = range(LAST_TOPIC, LAST_TOPIC + 3)
"""Topics: destroyed works, interdiction, the open city, surrenders, the turn; then two that supply lines do not heed:
markers beside the road, and the steps and status of units, on which only ratings and allowances depend."""

BY_THE_ROAD = frozenset({"refugees", "terror", "better", "port", "port_disruption"})
"""The markers of the topic ROADSIDE, to which Engaged markers belong as well."""

# 2.2c.oos, 2.2c.disrupted: status of a unit, the markers that lie on it.
DISRUPTED, OOS, NO_ATTACK_SUPPLY = 1, 2, 4

# What a unit has done in this round (the first five) or turn (the last two); no marker, so in a column of its own.
MOVED, ATTACKED, DEFENDED, ADVANCED, STARTED, ARRIVED, TURNED = (1 << n for n in range(7))
OF_THE_ROUND = MOVED | ATTACKED | DEFENDED | ADVANCED | STARTED

SizeClass = Literal["corps", "division", "small"]
SIZES: dict[str, SizeClass] = {"XXX": "corps", "XX": "division", "X": "small", "III": "small"}
ARMOURED = ("panzer", "dlm", "dcr", "tank", "armor")
"""2.2a.armor: the symbols of armored type units."""

GERMAN_CHIT, MOVE_CHIT, COMBAT_CHIT = range(3)
"""2.2d.chits: the places of the cup: German chits show both actions, Allied ones a single one."""


class CaseYellowCounter(Counter, frozen=True, kw_only=True):
    """2.4e, 2.4k, 2.4l: one Combat Strength for attack and defence, Movement Allowance, Tactical Rating."""

    strength: int = 0
    reduced: int = 0
    tactical: int = 0
    tactical_reduced: int = -1
    kind: str = "infantry"
    army: str = ""
    group: str = ""
    turn: int = 0
    entry: tuple[str, ...] = ()
    figures: str = "reconstructed"

    def strength_at(self, steps: int) -> int:
        """2.2a.steps: the front side is full strength, the back reduced."""
        return self.strength if steps >= self.steps else self.reduced

    def tactical_at(self, steps: int) -> int:
        return self.tactical if steps >= self.steps or self.tactical_reduced < 0 else self.tactical_reduced

    def values(self, steps: int) -> tuple[Value, ...]:
        if self.kind == "attack_supply":
            return (Value(str(self.movement)),)
        ground = "yellow" if self.has("yellow") else "red" if self.has("motorized") else ""
        return (
            Value(str(self.strength_at(steps))),
            Value(str(self.tactical_at(steps)), "ring"),
            Value(str(self.movement), ground),
        )


class Fort(msgspec.Struct, frozen=True):
    """10.9a: a Fortified Line hex and its garrison."""

    owner: str
    line: str
    strength: int

    @property
    def side(self) -> Side:
        return Side.GERMAN if self.owner == "german" else Side.ALLIED


class Engagement(msgspec.Struct, frozen=True):
    """11.9b.mark: a combat that goes on: who attacked, and with which units; 10.8g: its bridgehead stays."""

    side: Side
    units: tuple[Unit, ...]


class TerrainRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of the terrain effects chart; 0 for motorized units: into it, or out of it, along a road only (10.3a)."""

    foot: int
    motorized: int
    shift: int
    leave: int = 1
    cover: bool = False
    armour: bool = True


class CaseYellowScenario(Scenario, kw_only=True, eq=False):
    counters: tuple[CaseYellowCounter, ...]
    tables: dict[str, Any]
    rules: dict[str, Any]
    """What the scenario itself lays down (setup.toml)."""
    crt: ResultsTable
    terrain: dict[str, TerrainRow]
    ways: dict[str, Ways]
    """By kind of movement: foot, motorized, heavy (10.6c). Minor River Crossings are in at +0 (10.6a.minor)."""
    spread: Spread
    front: tuple[tuple[Hex, ...], ...]
    """11.1a: for each hex the land hexes from which it can be attacked: no sea between."""
    far_banks: tuple[tuple[Hex, ...], ...]
    """R.10.8c.1.2: for each hex those next to it that lie over a river of any kind."""
    links: dict[str, tuple[tuple[Hex, ...], ...]]
    """7.2b: where a Line of Supply may go, by kind of movement: over rivers at crossings only."""
    river: tuple[str, ...]
    """By hexside: minor_river, major_river, rhein or ""."""
    crossing: frozenset[int]
    road: frozenset[int]
    forts: dict[Hex, Fort]
    works: dict[Hex, str]
    cities: frozenset[Hex]
    towns: frozenset[Hex]
    ports: tuple[Hex, ...]
    paris: frozenset[Hex]
    closed: bytes
    """Marks on hexes that nobody enters: sea, neutral ground, what lies off the map of scenario 4."""
    movement_kind: tuple[str, ...]
    motorized: tuple[bool, ...]
    yellow: tuple[bool, ...]
    band: tuple[str, ...]
    """9.1b, 9.1c: the colour of a counter's band, white or yellow, or ""."""
    armoured: tuple[bool, ...]
    size_of: tuple[SizeClass, ...]
    compass: tuple[frozenset[int], frozenset[int]]
    """2.1b: the directions of each side's Retreat Compass."""
    sources: dict[str, tuple[Hex, ...]]
    entries: dict[str, tuple[Hex, ...]]


class CaseYellow(State):
    """The state of a game of Case Yellow."""

    columns: ClassVar[tuple[str, ...]] = (
        *State.columns, "acts", "spent", "arrives", "cup", "air", "points", "engaged",
    )  # fmt: skip
    scalars: ClassVar[tuple[str, ...]] = (
        *State.scalars, "rounds", "round_kind", "phase_over", "reinforced", "destroyed", "interdicted",
        "interdiction_markers", "bridgeheads", "tried", "refugees", "terror", "open_city", "surrendered", "scored",
        "cups", "air_lost", "port", "dynamo_ends", "dynamo_declared", "port_fell", "evacuated", "port_disruption",
        "reserve_chit", "better", "better_pool", "refit_ends", "fall_rot", "attrition_on", "replacements", "railed",
        "west_wall_used", "depots_used", "motor_left", "fought", "awards", "extra_round",
    )  # fmt: skip
    scenario: CaseYellowScenario

    def __init__(self, scenario: CaseYellowScenario, seed: bytes) -> None:
        super().__init__(scenario, seed)
        count = len(scenario.counters)
        self.acts: list[int] = [0] * count
        self.spent: list[int] = [0] * count
        self.arrives: list[int] = [counter.turn for counter in scenario.counters]
        self.cup = [0, 0, 0]
        self.air = [0, 0]
        self.points = [0, 0]
        self.engaged: dict[Hex, Engagement] = {}
        self.rounds: tuple[tuple[Side, str], ...] = ()
        self.round_kind = ""
        self.phase_over = False
        self.reinforced: tuple[bool, bool] = (False, False)
        self.destroyed: frozenset[Hex] = frozenset()
        self.interdicted: frozenset[int] = frozenset()
        self.interdiction_markers: frozenset[Hex] = frozenset()
        self.bridgeheads: frozenset[Hex] = frozenset()
        self.tried: frozenset[Hex] = frozenset()
        self.refugees: frozenset[Hex] = frozenset()
        self.terror: Hex = OFF_MAP
        self.open_city = False
        self.surrendered: frozenset[str] = frozenset()
        self.scored: frozenset[str] = frozenset()
        self.cups: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        self.air_lost: tuple[tuple[Side, int], ...] = ()
        self.port: Hex = OFF_MAP
        self.dynamo_declared = 0
        self.dynamo_ends = 0
        self.port_fell = 0
        self.evacuated = 0
        self.port_disruption = 0
        self.reserve_chit = False
        self.better: frozenset[Hex] = frozenset()
        self.better_pool = 0
        self.refit_ends = 0
        self.fall_rot = 0
        self.attrition_on = True
        self.replacements: tuple[int, int, int] = (0, 0, 0)
        self.railed = 0
        self.west_wall_used = False
        self.depots_used: frozenset[Unit] = frozenset()
        self.motor_left = 0
        self.extra_round = False
        self.awards: tuple[tuple[Side, int, str, str], ...] = ()
        self.fought: frozenset[Hex] = frozenset()
        self._begin_control()

    def _begin_control(self) -> None:
        """2.4ctl, R.2.4ctl.2: hexes belong to the side that holds the country; Luxembourg to the Allies."""
        for h, country in enumerate(self.map.country):
            self.control[h] = {"germany": 1, "": 0, "switzerland": 0, "britain": 0}.get(country, 2)

    def place(self, u: Unit, where: Hex) -> None:
        """2.4ctl, 9.1: a unit controls the hex it is in; R.2.4ctl.1: zones alone change nothing."""
        left = self.hex_of[u]
        super().place(u, where)
        if where >= 0:
            self.set_control(where, 1 + self.scenario.side_of[u])
        if left in self.engaged and left != where:
            self._end_engagement(left)

    def _end_engagement(self, h: Hex) -> None:
        """R.11.9b.1: when the last defender is gone the markers come off, 10.8d: with the bridgehead used there.

        Whoever comes into the hex after that is not engaged.
        """
        if not self.fighters(h, self.engaged[h].side.enemy):
            del self.engaged[h]
            self.bridgeheads -= {h}
            self.touch(ROADSIDE)

    def set_steps(self, u: Unit, steps: int) -> None:
        self.steps[u] = steps
        self.touch(CONDITION)

    def set_status(self, u: Unit, status: int) -> None:
        self.status[u] = status
        self.touch(CONDITION)

    def set_marker(self, name: str, value: Any) -> None:
        """Change one of the scalars that derived facts read."""
        setattr(self, name, value)
        self.touch(ROADSIDE if name in BY_THE_ROAD else MARKERS)

    def act(self, u: Unit, flag: int) -> None:
        self.acts[u] |= flag

    # -- short words

    def counter(self, u: Unit) -> CaseYellowCounter:
        return self.scenario.counters[u]

    def nation(self, u: Unit) -> str:
        return self.scenario.counters[u].nation

    def controls(self, side: Side, h: Hex) -> bool:
        """2.4ctl, 2.2d.control: whether a hex belongs to a side."""
        return self.control[h] == 1 + side

    def held(self, side: Side) -> bytes:
        """Marks on the hexes in which a side has units."""
        return _hexes(self, side)

    def is_supply_unit(self, u: Unit) -> bool:
        """2.2a.special, 7.9a: the Attack Supply Units of AG1, Army Group A and Army Group B."""
        return self.scenario.counters[u].kind == "attack_supply"

    def fighters(self, h: Hex, side: Side) -> tuple[Unit, ...]:
        """7.9e.none: the units of a side in a hex that have combat values."""
        units = self.at.get(h)
        if units is None:
            return ()
        side_of, counters = self.scenario.side_of, self.scenario.counters
        return tuple([u for u in units if side_of[u] is side and counters[u].kind != "attack_supply"])

    def standing_fort(self, h: Hex) -> Fort | None:
        """10.9a, 2.2d.destroyed: the undestroyed Fortified Line of a hex."""
        fort = self.scenario.forts.get(h)
        return fort if fort is not None and h not in self.destroyed else None

    def standing_works(self, h: Hex) -> bool:
        """10.9b: whether Defensive Works in a hex are not destroyed."""
        return h in self.scenario.works and h not in self.destroyed

    def date(self) -> str:
        return str(self.scenario.tables["turns"]["dates"][self.turn - 1])

    # -- 2.4e, 2.4k, 2.4l: strength, rating and allowance

    def strength(self, u: Unit) -> int:
        """2.4e: one Combat Strength for attack and defence; 6.2a: disruption leaves it alone."""
        return self.counter(u).strength_at(self.steps[u])

    def tactical(self, u: Unit, bonus: int = 0) -> int:
        """6.2a, 6.2c, 7.5c, R.7.5c.1: the effective TR: Out of Supply first, then a bonus, then Disruption."""
        counter, status = self.scenario.counters[u], self.status[u]
        if counter.kind == "attack_supply":
            return 0
        rating = counter.tactical_at(self.steps[u])
        if not status:
            return rating + bonus
        figures = self.scenario.tables["disruption"]
        if status & OOS:
            rating = max(figures["least"], rating - figures["unsupplied_tactical"])
        rating += bonus
        if status & DISRUPTED:
            rating = max(figures["least"], rating - figures["tactical"])
        return int(rating)

    def defending_tactical(self, u: Unit) -> int:
        """12.11a.tr: in Scenario 3 a Better Defense marker adds one against German movement and attack."""
        if self.hex_of[u] not in self.better or self.side(u) is Side.GERMAN:
            return self.tactical(u)
        return self.tactical(u, self.scenario.rules.get("better_defence_tactical", 0))

    def allowance(self, u: Unit) -> int:
        """2.4k, 6.2a, 6.2c, 7.5c: the current Movement Allowance."""
        points = self.scenario.counters[u].movement
        if not self.status[u]:
            return points
        figures = self.scenario.tables["disruption"]
        if self.status[u] & OOS:
            points = min(points, figures["unsupplied_movement"])
        if self.status[u] & DISRUPTED:
            points = max(figures["least"], points - figures["movement"])
        return int(points)


@derived(OWN)
def _hexes(g: CaseYellow, side: Side) -> bytes:
    found = bytearray(len(g.map))
    for u in g.on_map(side):
        found[g.hex_of[u]] = 1
    return bytes(found)


def disrupt(g: CaseYellow, u: Unit, rule: str) -> None:
    """6.1, R.6.1.3, 6.2d: one unit is Disrupted; 6.2b: a second time changes nothing."""
    if g.is_supply_unit(u) or g.status[u] & DISRUPTED:
        return
    g.set_status(u, g.status[u] | DISRUPTED)
    at = (g.scenario.place_word(g.hex_of[u]),)
    g.emit("disrupted", f"{g.name(u)} is disrupted", rule, units=(g.id(u),), at=at)

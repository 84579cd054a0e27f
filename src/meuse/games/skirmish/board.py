"""What stands on the board: counters, tables and the columns that change; zones (4) and stacking (3)."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import ClassVar

from meuse.counters import Counter, Side, Unit, Value, load_counters
from meuse.hexmap import OFF_MAP, Hex, HexMap
from meuse.ledger import Ledger
from meuse.mapfile import read
from meuse.mechanics import zoc
from meuse.mechanics.odds import ResultsTable
from meuse.mechanics.reach import Ways, ways
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, Options, Scenario, State, derived

WOODS = ("woods", "wooded_rough")

MOVED = 1
"""Status of a unit in the operation that goes on."""


class SkirmishCounter(Counter, frozen=True, kw_only=True):
    strength: tuple[int, ...] = ()
    start: str = ""

    def values(self, steps: int) -> tuple[Value, ...]:
        return (Value(str(self.strength[steps - 1]) if self.strength and steps else "*"), Value(str(self.movement)))


class SkirmishScenario(Scenario, kw_only=True, eq=False):
    counters: tuple[SkirmishCounter, ...]
    turns: int
    stacking: int
    tokens: tuple[int, int]
    table: ResultsTable
    objectives: tuple[Hex, ...]
    spread: zoc.Spread
    ways: tuple[Ways, Ways]
    """5.1: what steps cost for foot and for armour."""


class Skirmish(State):
    columns: ClassVar[tuple[str, ...]] = (*State.columns, "tokens", "bids", "chits", "held")
    scenario: SkirmishScenario

    def __init__(self, scenario: SkirmishScenario, seed: bytes) -> None:
        super().__init__(scenario, seed)
        self.tokens = list(scenario.tokens)
        self.bids = [0, 0]
        self.chits = [0, 0]
        self.held: dict[Hex, Side] = {}

    def on_map(self, side: Side) -> list[Unit]:
        side_of = self.scenario.side_of
        return [u for u, h in enumerate(self.hex_of) if h >= 0 and side_of[u] is side]

    def enter(self, u: Unit, h: Hex) -> None:
        """9.2: whoever enters an objective holds it."""
        self.place(u, h)
        if h in self.held:
            self.held[h] = self.scenario.side_of[u]

    def corps(self, side: Side) -> list[Unit]:
        return [u for u, counter in enumerate(self.scenario.counters) if counter.has("corps") and counter.side is side]

    def inside(self, corps: Unit) -> tuple[Unit, ...]:
        """7.1: the divisions in a corps."""
        return self.at.get(self.scenario.box(self.name(corps)), ())

    def parts_of(self, u: Unit) -> tuple[Unit, ...]:
        """The divisions a piece stands for: those in a corps, else itself."""
        return self.inside(u) if self.scenario.counters[u].has("corps") else (u,)

    def armoured(self, u: Unit) -> bool:
        return any(self.scenario.counters[d].has("armour") for d in self.parts_of(u))


def load_scenario(data: Path, ledger: Ledger, scenario_id: str, options: Options) -> SkirmishScenario:
    tables = tomllib.loads((data / "tables.toml").read_text(encoding="utf-8"))
    counters = load_counters(data / "counters.toml", SkirmishCounter)
    map = HexMap(read(data / "map.toml"))
    rows = {int(die): tuple(row) for die, row in tables["rows"].items()}
    return SkirmishScenario(
        game="skirmish", id=scenario_id, title="Sedan, 13 May 1940", map=map, counters=counters, ledger=ledger,
        options=options, data=data, boxes=tuple(c.id for c in counters if c.has("corps")),
        turns=tables["turns"], stacking=tables["stacking"],
        tokens=(tables["tokens"]["german"], tables["tokens"]["allied"]),
        table=ResultsTable(tuple(tables["columns"]), tuple(Fraction(x) for x in tables["lowest"]), rows),
        objectives=tuple(map.place(name).hex for name in tables["objectives"]),
        spread=zoc.spread(map, lambda a, b: not map.has(a, b, "major_river")),
        ways=(ways(map, partial(foot_cost, map)), ways(map, partial(armour_cost, map))),
    )  # fmt: skip


# -- 5.1 costs


def foot_cost(map: HexMap, a: Hex, b: Hex) -> int:
    """5.1: one for a hex, two for woods, one more over a river; a road costs one."""
    if map.has(a, b, "road"):
        return 1
    return (2 if map.terrain[b] in WOODS else 1) + crosses_river(map, a, b)


def armour_cost(map: HexMap, a: Hex, b: Hex) -> int | None:
    """5.1: wooded rough is closed to armour without a road."""
    return None if map.terrain[b] == "wooded_rough" and not map.has(a, b, "road") else foot_cost(map, a, b)


def crosses_river(map: HexMap, a: Hex, b: Hex) -> bool:
    """5.1, 6.4: whether a river lies between two hexes."""
    return map.has(a, b, "minor_river") or map.has(a, b, "major_river")


# -- 4 zones of control


@derived(GERMAN_UNITS, ALLIED_UNITS)
def zones(g: Skirmish, side: Side) -> bytearray:
    """4.1: the hexes that a side's units control, and by how many hexes each."""
    return zoc.zones(len(g.map), g.scenario.spread, holders(g, side))


def holders(g: Skirmish, side: Side) -> list[Hex]:
    side_of = g.scenario.side_of
    return [h for h, units in g.at.items() if h >= 0 and side_of[units[0]] is side]


def enemy_in(g: Skirmish, h: Hex, side: Side) -> bool:
    units = g.at.get(h)
    return units is not None and g.scenario.side_of[units[0]] is not side


# -- 3 stacking


def divisions(g: Skirmish, units: tuple[Unit, ...]) -> int:
    """3.1: a corps weighs as much as the divisions in it."""
    return sum(len(g.parts_of(u)) for u in units)


def may_stack(g: Skirmish, u: Unit, h: Hex) -> bool:
    """3.1: at most three divisions in a hex."""
    others = tuple(v for v in g.at.get(h, ()) if v != u)
    return divisions(g, (*others, u)) <= g.scenario.stacking


def eliminate(g: Skirmish, u: Unit) -> None:
    g.place(u, OFF_MAP)
    g.emit("eliminated", f"{g.name(u)} is eliminated", "6.5", units=(g.name(u),))


def lose_step(g: Skirmish, u: Unit) -> None:
    """6.5: a unit loses a step, and with the last one it is gone; 7.2: a corps without divisions too."""
    where = g.hex_of[u]
    g.set_steps(u, g.steps[u] - 1)
    g.emit("step", f"{g.name(u)} loses a step", "6.5", units=(g.name(u),))
    if g.steps[u] == 0:
        eliminate(g, u)
    if where < OFF_MAP and where not in g.at:
        eliminate(g, g.scenario.unit_named[g.scenario.place_word(where)])

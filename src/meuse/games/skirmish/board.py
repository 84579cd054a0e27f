"""What stands on the board: counters, tables, columns; stacking (3), zones of control (4), supply (8)."""

from __future__ import annotations

from typing import ClassVar

from meuse.counters import SIDES, Counter, Side, Unit, Value
from meuse.hexmap import OFF_MAP, Hex, HexMap
from meuse.mechanics import zoc
from meuse.mechanics.odds import ResultsTable, read_results
from meuse.mechanics.reach import Ways, ways
from meuse.mechanics.supply import supplied
from meuse.scenario import Components, Scenario
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, State, derived

MOVED = 1
"""Status of a unit in the operation that goes on."""


class SkirmishCounter(Counter, frozen=True, kw_only=True):
    strength: int = 0

    def values(self, steps: int) -> tuple[Value, ...]:
        return (Value(str(self.strength * steps or "*")), Value(str(self.movement or "*")))


class SkirmishScenario(Scenario, kw_only=True, eq=False):
    counters: tuple[SkirmishCounter, ...]
    turns: int
    tokens: int
    most_bid: int
    chits: int
    stacking: int
    table: ResultsTable
    objectives: tuple[Hex, ...]
    sources: tuple[tuple[Hex, ...], ...]
    spread: zoc.Spread
    ways: Ways


class Skirmish(State):
    columns: ClassVar[tuple[str, ...]] = (*State.columns, "tokens", "bids", "chits")
    scenario: SkirmishScenario

    def __init__(self, scenario: SkirmishScenario, seed: bytes) -> None:
        super().__init__(scenario, seed)
        self.tokens = [scenario.tokens] * 2
        self.bids, self.chits = [0, 0], [0, 0]

    def corps(self, side: Side) -> Unit:
        return next(u for u, c in enumerate(self.scenario.counters) if c.has("corps") and c.side is side)

    def parts_of(self, u: Unit) -> tuple[Unit, ...]:
        """7.1: the divisions that a piece stands for: those in the box of a corps, else itself."""
        return self.at.get(self.scenario.box(self.id(u)), ()) if self.id(u) in self.scenario.boxes else (u,)

    def enemy_in(self, h: Hex, side: Side) -> bool:
        units = self.at.get(h)
        return units is not None and self.scenario.side_of[units[0]] is not side

    def may_stack(self, u: Unit, h: Hex) -> bool:
        """3.1: at most three divisions in a hex; a corps weighs as much as the divisions in it."""
        return h not in self.at or sum(len(self.parts_of(v)) for v in {*self.at[h], u}) <= self.scenario.stacking

    def enter(self, u: Unit, h: Hex) -> None:
        """9.2: whoever was the last to enter an objective holds it."""
        self.place(u, h)
        if h in self.scenario.objectives:
            self.set_control(h, 1 + self.scenario.side_of[u])


def load_scenario(box: Components) -> SkirmishScenario:
    tables, counters, map = box.read("tables"), box.read_counters(SkirmishCounter), box.read_map()
    columns, ratios = tables["columns"], [column.replace(":", "/") for column in tables["columns"]]
    return SkirmishScenario(
        **box.named(), map=map, counters=counters, boxes=tuple(c.id for c in counters if c.has("corps")),
        **{name: tables[name] for name in ("turns", "tokens", "most_bid", "chits", "stacking")},
        table=read_results(columns, ratios, tables["rows"]),
        objectives=tuple(map.place(name).hex for name in tables["objectives"]),
        sources=tuple(tuple(map.place(name).hex for name in tables["sources"][side.word]) for side in SIDES),
        spread=zoc.spread(map, lambda a, b: not map.has(a, b, "major_river")),
        ways=ways(map, lambda a, b: 1 + in_woods(map, b) + crosses_river(map, a, b)),
    )  # fmt: skip


def overstacked(g: Skirmish, side: Side) -> list[Hex]:
    """3.1: the hexes of a side with more divisions than may stack."""
    return sorted({h for u in g.on_map(side) if not g.may_stack(u, h := g.hex_of[u])})


def in_woods(map: HexMap, h: Hex) -> bool:
    """5.1, 6.4: woods or wooded rough."""
    return map.terrain[h] in ("woods", "wooded_rough")


def crosses_river(map: HexMap, a: Hex, b: Hex) -> bool:
    """5.1, 6.4: whether a river lies between two hexes."""
    return map.has(a, b, "minor_river") or map.has(a, b, "major_river")


@derived(GERMAN_UNITS, ALLIED_UNITS)
def zones(g: Skirmish, side: Side) -> bytearray:
    """4.1: the hexes that a side controls, not across major rivers."""
    return zoc.zones(len(g.map), g.scenario.spread, {g.hex_of[u] for u in g.on_map(side)})


@derived(GERMAN_UNITS, ALLIED_UNITS)
def supplied_hexes(g: Skirmish, side: Side) -> bytearray:
    """8.1: the hexes that a path without enemies joins to a source of a side."""
    return supplied(len(g.map), g.map.adjacent, g.scenario.sources[side], lambda h: is_open(g, side, h))


def is_open(g: Skirmish, side: Side, h: Hex) -> bool:
    """8.1: whether a line of a side may pass a hex: no enemy in it, and no enemy zone but under a friend."""
    return not g.enemy_in(h, side) and (not zones(g, side.enemy)[h] or h in g.at)


def is_supplied(g: Skirmish, u: Unit) -> bool:
    """8.1: whether a unit on the map has such a path."""
    return bool(supplied_hexes(g, g.scenario.side_of[u])[g.hex_of[u]])


def lose_step(g: Skirmish, u: Unit) -> None:
    """6.5: a division loses a step, and with the last one it is gone."""
    g.set_steps(u, g.steps[u] - 1)
    g.emit("loss", f"{g.name(u)} loses a step", "6.5", units=(g.id(u),))
    if g.steps[u] == 0:
        eliminate(g, u)


def eliminate(g: Skirmish, u: Unit) -> None:
    """6.6: a unit is gone, a corps with all its divisions; 7.2: so is a corps without divisions."""
    g.emit("eliminated", f"{g.name(u)} is eliminated", "6.6", units=(g.id(u),))
    for piece in (*g.parts_of(u), u):
        g.place(piece, OFF_MAP)
    corps = g.corps(g.scenario.side_of[u])
    if not g.parts_of(corps):
        g.place(corps, OFF_MAP)

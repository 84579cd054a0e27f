"""Reading the data of Case Yellow into a scenario, and the tables that are made once."""

from __future__ import annotations

from typing import Any

import msgspec

from meuse.games.caseyellow.board import ARMOURED, SIZES, CaseYellowCounter, CaseYellowScenario, TerrainRow
from meuse.games.caseyellow.terrain import KINDS, Ground, compasses, entries, forts, kind_of, playable, sources, works
from meuse.mechanics.odds import read_results
from meuse.mechanics.reach import ways
from meuse.scenario import Components, rows_as


def load_scenario(box: Components) -> CaseYellowScenario:
    tables, rules, map = box.read("tables"), box.read("setup")[box.id], box.read_map()
    counters, chart = counters_of(box, rules), rows_as(tables["terrain"], TerrainRow)
    ground = Ground(map, chart, tables, playable(map, rules))
    crt = tables["crt"]
    return CaseYellowScenario(
        **box.named(),
        map=map,
        counters=counters,
        boxes=("airborne", "reserve", "refit", "evacuated"),
        tables=tables,
        rules=rules,
        crt=read_results(crt["columns"], crt["lowest"], crt["rows"]),
        terrain=chart,
        ways={kind: ways(map, lambda a, b, kind=kind: ground.cost(kind, a, b)) for kind in KINDS},  # type: ignore[misc]
        spread=ground.spread(),
        front=ground.beside(lambda a, b, side: {a, b} <= ground.land and side not in ground.water),
        far_banks=ground.beside(lambda a, b, side: bool(ground.river[side])),
        links={kind: ground.links(kind) for kind in KINDS},
        river=ground.river,
        crossing=ground.crossing,
        road=ground.road,
        forts=forts(map, tables["garrisons"]),
        works=works(map),
        cities=frozenset(h for h, terrain in enumerate(map.terrain) if terrain == "city"),
        towns=frozenset(place.hex for place in map.with_kind("town")),
        ports=tuple(sorted(place.hex for place in map.with_kind("port"))),
        paris=map.regions["paris"].hexes,
        closed=ground.closed,
        movement_kind=tuple(kind_of(c) for c in counters),
        motorized=tuple(c.has("motorized") for c in counters),
        yellow=tuple(c.has("yellow") for c in counters),
        band=tuple("white" if c.has("white_band") else "yellow" if c.has("yellow_band") else "" for c in counters),
        armoured=tuple(c.kind in ARMOURED for c in counters),
        size_of=tuple(SIZES[c.size] for c in counters),
        compass=compasses(map, tables["compass"]),
        sources=sources(map),
        entries=entries(map, counters),
    )


def counters_of(box: Components, rules: dict[str, Any]) -> tuple[CaseYellowCounter, ...]:
    """Scenario 4 has three armies only; Scenario 3 has the general reserve on the map."""
    armies, start = rules.get("armies"), rules.get("start", {})
    chosen = (c for c in box.read_counters(CaseYellowCounter) if armies is None or c.army in armies)
    return tuple(
        msgspec.structs.replace(c, start=start[c.id], turn=0, entry=()) if c.id in start else c for c in chosen
    )

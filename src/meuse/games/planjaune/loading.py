"""Reading the data of Plan Jaune into a scenario, and the tables that are made once."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from meuse.counters import SIDES, Side
from meuse.games.planjaune import terrain
from meuse.games.planjaune.board import DYKE, Face, PlanJauneCounter, PlanJauneScenario, TerrainRow, Works
from meuse.hexmap import Hex, HexMap
from meuse.scenario import Components, rows, rows_as


def load_scenario(box: Components) -> PlanJauneScenario:
    tables, setup, map = box.read("tables"), box.read("setup"), box.read_map()
    counters, chart = box.read_counters(PlanJauneCounter), rows_as(tables["terrain"], TerrainRow)
    corps = tuple(u for u, c in enumerate(counters) if c.has("corps"))
    hexsides = tables["hexside"]
    rails = terrain.rail_links(map)
    cities = {
        country: map.regions[f"{nation}-major-cities"].hexes
        for country, nation in (
            ("netherlands", "dutch"),
            ("belgium", "belgian"),
            ("france", "french"),
            ("germany", "german"),
        )
    }
    scenario = PlanJauneScenario(
        **box.named(),
        map=map,
        counters=counters,
        boxes=("arrivals", "airborne", "corps", "evacuated", "exited", *(counters[u].id for u in corps)),
        faces=tuple(_faces(counter, tables["cadre"]) for counter in counters),
        tables=tables,
        terrain=chart,
        ways={
            "foot": terrain.ways_for(map, {name: row.foot for name, row in chart.items()}, hexsides),
            "motorized": terrain.ways_for(map, {name: row.motorized for name, row in chart.items()}, hexsides),
        },
        touching=terrain.touching(map),
        dyke=map.hex(DYKE),
        rails=rails,
        rail_hexes=frozenset(h for h, links in enumerate(rails) if links),
        works=_works(map, tables["fortifications"]),
        cities=cities,
        all_cities=frozenset(h for hexes in cities.values() for h in hexes),
        sectors={
            group: map.regions[region].hexes
            for group, region in (
                ("fr.ga1", "army-group-1"),
                ("fr.ga2", "army-group-2"),
                ("fr.ga3", "army-group-3"),
                ("de.hga", "army-group-a"),
                ("de.hgb", "army-group-b"),
                ("de.hgc", "army-group-c"),
            )
        },
        headquarters=tuple(
            tuple(u for u, c in enumerate(counters) if c.side is side and c.has("hq")) for side in SIDES
        ),
        setup=setup["hexes"],
        setup_corps={corps: tuple(divisions) for corps, divisions in setup["corps"].items()},
        rows={int(die): tuple(_points(cell) for cell in row) for die, row in tables["crt"]["rows"].items()},
        hexside_attack={name: Fraction(row["attack"]) for name, row in rows(hexsides).items()},
    )
    scenario.corps_box = {u: scenario.box(counters[u].id) for u in corps}
    return scenario


def _faces(counter: PlanJauneCounter, cadre: dict[str, int]) -> tuple[Face, ...]:
    """9.2h: a cadre has values of its own."""
    kind = "motorized" if counter.has("motorized") else "foot"
    found = [Face(0, 0, 0, 0, kind)]
    for steps in range(1, counter.steps + 1):
        strength = counter.strengths[counter.steps - steps] if counter.strengths else 0
        if counter.is_cadre(steps):
            found.append(Face(strength, cadre["quality"], cadre["points"], cadre["movement"], "foot"))
        else:
            found.append(Face(strength, counter.quality, counter.points, counter.movement, kind))
    return tuple(found)


def _points(cell: str) -> tuple[int, int]:
    attacker, _, defender = cell.partition("/")
    return int(attacker), int(defender)


def _works(map: HexMap, values: dict[str, Any]) -> dict[Hex, Works]:
    """11.4a: first-line and second-line works, with the intrinsic value of their group (11.4d)."""
    found: dict[Hex, Works] = {}
    for region in map.regions.values():
        if region.kind not in ("first_line", "second_line"):
            continue
        owner = Side.GERMAN if region.side == "axis" else Side.ALLIED
        for h in region.hexes:
            first = region.kind == "first_line" or (h in found and found[h].first_line)
            value = max(values[region.id], found[h].intrinsic if h in found else 0)
            found[h] = Works(owner, first, value, terrain.fortified_sides(map, h))
    return found

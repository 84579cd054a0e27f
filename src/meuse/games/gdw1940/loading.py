"""Reading the data of 1940 into a scenario, and the tables that are made once."""

from __future__ import annotations

from meuse.games.gdw1940 import terrain
from meuse.games.gdw1940.board import EIGHTHS, HOME, NEUTRALS, WEIGHT, Gdw1940Counter, Gdw1940Scenario, TerrainRow
from meuse.mechanics.odds import read_results
from meuse.scenario import Components, rows_as


def load_scenario(box: Components) -> Gdw1940Scenario:
    tables, historical, map = box.read("tables"), box.read("setup"), box.read_map()
    counters, chart, crt = box.read_counters(Gdw1940Counter), rows_as(tables["terrain"], TerrainRow), tables["crt"]
    all_ways = terrain.all_ways(map, chart, tables["hexside"])
    crossings = terrain.sea_crossings(all_ways["foot by sea"])
    return Gdw1940Scenario(
        **box.named(),
        map=map,
        counters=counters,
        boxes=("pool", "reserve", "evacuated", "withdrawn", "inside"),
        tables=tables,
        crt=read_results(crt["columns"], crt["lowest"], crt["rows"]),
        terrain=chart,
        spread=terrain.zone_spread(map),
        around=tuple(frozenset((h, *near)) for h, near in enumerate(map.adjacent)),
        ways=all_ways,
        leave_zone=EIGHTHS * tables["movement"]["leave_zone"],
        disrupted_friend=EIGHTHS * tables["movement"]["disrupted_friend"],
        kind=tuple(
            "motorized" if c.has("motorized") else "mountain" if c.has("mountain") else "foot" for c in counters
        ),
        crossings=crossings,
        sea_shores=frozenset(h for crossing in crossings for h in crossing),
        intrinsic={map.place(name).hex: tables["intrinsic"][name] for name in ("Liège", "Maastricht")},
        land=tuple(sorted(terrain.land_hexes(map))),
        border=terrain.border_strip(map),
        weight=tuple(WEIGHT[c.size] for c in counters),
        armour_weight=tuple(WEIGHT[c.size] if c.has("armour") else 0 for c in counters),
        historical=historical["hexes"],
        armies=historical["army_groups"],
        has_zone=tuple(c.size != "III" for c in counters),
        belgian_cities=tuple(p.hex for p in map.with_kind("major_city") if map.country[p.hex] == "belgium"),
        neutral_home=tuple(HOME[c.nation] if HOME[c.nation] in NEUTRALS else "" for c in counters),
        motorized=tuple(c.has("motorized") for c in counters),
    )

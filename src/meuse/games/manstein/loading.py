"""Reading the data of Manstein's War into a scenario: 2.1.1a, 2.2 and the tables that are made once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from meuse.counters import Side
from meuse.games.manstein import terrain
from meuse.games.manstein.board import GROUND, Fort, MansteinCounter, MansteinScenario, Marker
from meuse.hexmap import Hex, HexMap
from meuse.mechanics.odds import ResultsTable, read_results
from meuse.scenario import Components, Options

BOXES = ("available", "utilized", "track", "replaced", "eliminated", "evacuated")
"""2.1.2: the displays off the map; `track` holds reinforcements, `replaced` logistics units paid for (14.3c)."""


def load_scenario(box: Components) -> MansteinScenario:
    tables, setup, map = box.read("tables"), box.read("setup"), box.read_map()
    counters, options = box.read_counters(MansteinCounter), box.options
    closed = terrain.closed_hexes(map, tables["terrain"], ("netherlands",) if options["28.1e"] else ())
    ports, forts, depots = terrain.with_kind(map, "port") - closed, read_forts(map), terrain.depots(map, closed)
    named = {counter.id: u for u, counter in enumerate(counters)}
    return MansteinScenario(
        **box.named(),
        map=map,
        counters=counters,
        boxes=BOXES,
        tables=tables,
        crt={name: percent_table(tables, name) for name in ("assault", "mobile")},
        air_table=read_results(tables["air"]["names"], tables["air"]["lowest"], tables["air"]["rows"]),
        markers=read_markers(tables["markers"], options),
        forts=forts,
        spread=terrain.zone_spread(map),
        ways=terrain.all_ways(map, tables, closed),
        links=terrain.land_links(map, closed),
        rivers=terrain.rivers(map),
        closed=closed,
        depots=depots,
        ports=ports,
        cities=terrain.with_kind(map, "city"),
        stations=terrain.with_kind(map, "city") | terrain.with_kind(map, "town"),
        shores=ports | frozenset(h for h, coast in enumerate(map.coast) if coast),
        prizes=ports.union(*depots.values(), lines_of_forts(forts), terrain.with_kind(map, "capitulation")),
        is_ground=tuple(c.kind in GROUND for c in counters),
        command_of=tuple(c.command for c in counters),
        movement_of=tuple(c.movement for c in counters),
        historical={named[unit]: map.hex(label) for unit, label in setup["hexes"].items()},
    )


def percent_table(tables: dict[str, Any], name: str) -> ResultsTable:
    """10.4, R.10.4.1: columns by percentage, the fraction dropped."""
    return read_results(tables["columns"]["names"], tables["columns"]["lowest"], tables[name]["rows"], unit=100)


def read_markers(table: dict[str, Any], options: Options) -> dict[str, Marker]:
    """5.1b, 21.0e: optional markers are left out unless their rule is played; R.28.1e.1: no Dutch marker either."""
    rows = {name: row for name, row in table.items() if isinstance(row, dict)}
    found = {name: msgspec.convert(row, Marker) for name, row in rows.items()}
    if options["28.1e"]:
        del found["netherlands"]
    return {name: marker for name, marker in found.items() if not marker.option or options[marker.option]}


def read_forts(map: HexMap) -> dict[Hex, Fort]:
    """17.0a: the fortified hexes, from the regions of the map."""
    return {
        h: Fort(Side.of(region.side), region.kind == "major_fortification")
        for region in map.regions.values()
        if region.kind in ("major_fortification", "minor_fortification")
        for h in region.hexes
    }


def lines_of_forts(forts: dict[Hex, Fort]) -> Iterator[Hex]:
    """3.4a, 3.5a, 7.2a: the fortifications worth points: the Maginot Line and the Westwall."""
    return (h for h, fort in forts.items() if fort.major or fort.side is Side.GERMAN)

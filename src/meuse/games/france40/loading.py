"""Reading the data of France '40 into a scenario, and the tables that are made once."""

from __future__ import annotations

from typing import Any

import msgspec

from meuse.counters import SIDES, Unit
from meuse.games.france40.board import (
    BOXES,
    INFANTRY_CLASS,
    MECHANIZED,
    UNPLAYABLE,
    Face,
    France40Counter,
    France40Scenario,
)
from meuse.hexmap import Hex, HexMap
from meuse.scenario import Components


def load_scenario(box: Components) -> France40Scenario:
    tables, setup, map = box.read("tables"), box.read(f"setup-{box.id}"), box.read_map(f"map-{box.id}")
    counters = _counters(box, tables, setup)
    entries = {name: region for name, region in map.regions.items() if region.kind == "entry"}
    of_hex: dict[Hex, tuple[str, ...]] = {}
    for name, region in entries.items():
        for h in sorted(region.hexes):
            of_hex[h] = (*of_hex.get(h, ()), name)
    fortified = map.regions["fortified"].hexes if "fortified" in map.regions else frozenset()
    return France40Scenario(
        **box.named(),
        map=map,
        counters=counters,
        boxes=BOXES,
        tables=tables,
        setup=setup,
        faces=tuple(_faces(counter, tables) for counter in counters),
        cities=frozenset(h for h, terrain in enumerate(map.terrain) if terrain == "city"),
        fortified=fortified,
        entry_hexes={name: region.hexes for name, region in entries.items()},
        entry_of=of_hex,
        areas_of={side: tuple(n for n, r in entries.items() if r.side == side.word) for side in SIDES},
        playable=bytes(terrain not in UNPLAYABLE for terrain in map.terrain),
        dynamo=box.id == "dynamo",
        leave_zone=tables["limits"]["leave_zone"],
        watched=_watched(map, counters, setup, tables["limits"]["fortress_wakes"]),
    )


def _watched(
    map: HexMap, counters: tuple[France40Counter, ...], setup: dict[str, Any], distance: int
) -> dict[Hex, tuple[Unit, ...]]:
    """16.4b: which hexes wake which of the waiting fortress troops."""
    number = {counter.id: u for u, counter in enumerate(counters)}
    waiting = [
        (number[name], map.hex(label)) for name, label in setup["start"].items() if counters[number[name]].has("frozen")
    ]
    near = {h: tuple(u for u, at in waiting if map.distance(h, at) <= distance) for h in range(len(map))}
    return {h: units for h, units in near.items() if units}


def _counters(box: Components, tables: dict[str, Any], setup: dict[str, Any]) -> tuple[France40Counter, ...]:
    """The counters that a scenario uses: those its set-up names; 22.9a: in Dynamo some have an extra step."""
    scheduled = setup.get("arrivals", {}).get("scheduled", ())
    named = {*setup["start"], *(row["unit"] for row in scheduled), *setup.get("cup", ())}
    counters = (c for c in box.read_counters(France40Counter) if c.id in named)
    if box.id != "dynamo":
        return tuple(counters)
    zero = tables["zero_strength"]
    return tuple(_with_zero_step(c, zero) if _has_zero_step(c, zero) else c for c in counters)


def _with_zero_step(counter: France40Counter, zero: dict[str, Any]) -> France40Counter:
    sides = (*counter.sides, (0, 0, int(zero["movement"])))
    return msgspec.structs.replace(counter, sides=sides, steps=len(sides))


def _has_zero_step(counter: France40Counter, zero: dict[str, Any]) -> bool:
    """22.9a: British units of three or more defence on their last step have an extra 0-0-3 step."""
    return counter.nation == "british" and counter.kind != "hq" and counter.sides[-1][1] >= zero["from_defence"]


def _faces(counter: France40Counter, tables: dict[str, Any]) -> tuple[Face, ...]:
    """A counter's faces by steps left; the first is never used."""
    rows = [_face(counter, tables, lost) for lost in range(len(counter.sides))]
    return (rows[-1], *reversed(rows))


def _face(counter: France40Counter, tables: dict[str, Any], lost: int) -> Face:
    attack, defence, movement = counter.sides[lost]
    if lost > 0 and (attack, defence) == (0, 0):  # 22.9b, 22.9d
        points = tables["zero_strength"]["stacking"]
        return Face(0, 0, movement, "low", points, "infantry", False, False, False, False, zero=True)
    remnant, remnants = bool(counter.remnant) and lost >= 2, tables["remnants"]
    kind = remnants[counter.remnant]["kind"] if remnant else counter.kind
    return Face(
        attack=attack,
        defence=defence,
        movement=movement,
        quality=counter.quality_after(lost),
        stacking=remnants["stacking"] if remnant else counter.stacking,  # 4.2a
        kind=kind,
        mech=kind in MECHANIZED,
        tank=kind == "tank",
        heavy=counter.heavy_after(lost),
        infantry=kind in INFANTRY_CLASS,
        remnant=remnant,
    )

"""21.1c, 22.1b: the board at the start of a scenario."""

from __future__ import annotations

from typing import Any

from meuse.counters import SIDES, Side, Unit
from meuse.games.france40.board import PINNED, USED, France40
from meuse.games.france40.halt import all_markers


def set_up(g: France40) -> None:
    """Everything where the set-up puts it."""
    set_control(g)
    place_units(g)
    set_air(g)
    if "dyle_line" in g.map.regions:
        for h in g.map.regions["dyle_line"].hexes:
            g.dyle[h] = False  # 21.4a: under construction


def set_control(g: France40) -> None:
    """18.3.4a: all Cities are Allied; 22.1e: in Dynamo only those of the pocket. Entry Hexes belong to their area."""
    pocket = g.map.regions["pocket_cities"].hexes if g.scenario.dynamo else g.scenario.cities
    for h in g.scenario.cities:
        g.set_control(h, 1 + (Side.ALLIED if h in pocket else Side.GERMAN))
    for side in SIDES:
        for area in g.scenario.areas_of[side]:
            for h in g.scenario.entry_hexes[area]:
                g.set_control(h, side + 1)


def place_units(g: France40) -> None:
    """Units on the map, reinforcements in the display, the cup."""
    s, setup = g.scenario, g.scenario.setup
    for name, label in setup["start"].items():
        g.place(s.unit_named[name], g.map.hex(label))
    for name, lost in setup.get("lost", {}).items():
        u = s.unit_named[name]
        g.set_steps(u, g.steps[u] - lost)
        if g.face(u).remnant:
            g.remnants[g.counter(u).remnant] -= 1
    for row in setup["arrivals"]["scheduled"]:
        await_turn(g, s.unit_named[row["unit"]], "display", row)
    for name, area in setup.get("cup", {}).items():
        await_turn(g, s.unit_named[name], "cup", {"area": area})
    if s.dynamo:
        for u in range(len(s.counters)):
            if g.hq(u):
                g.add(u, USED)  # 22.7a
            if g.counter(u).division in setup["immobile"]["divisions"]:
                g.add(u, PINNED)  # 22.7d
        g.halts = all_markers(g)  # 22.2a
    else:
        g.frozen = frozenset(u for u, counter in enumerate(s.counters) if counter.has("frozen"))  # 16.4b


def await_turn(g: France40, u: Unit, box: str, row: dict[str, Any]) -> None:
    g.place(u, g.scenario.box(box))
    g.area[u] = row["area"]
    g.due[u] = row.get("turn", 0)


def set_air(g: France40) -> None:
    """21.5, 22.7c: Air units, all Ready."""
    ready = g.scenario.tables["air"][g.scenario.id]
    g.air[Side.GERMAN], g.air[Side.ALLIED] = ready["german"], ready["allied"]

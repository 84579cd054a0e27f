"""What lies on the map of Case Yellow as markers, and what is laid over it on demand: zones, supply, goals."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side, Unit
from meuse.games.caseyellow import supply
from meuse.games.caseyellow.arrivals import entry_hexes
from meuse.games.caseyellow.board import OOS, CaseYellow
from meuse.games.caseyellow.ground import engaged_hexes
from meuse.games.caseyellow.zones import zones
from meuse.hexmap import Hex
from meuse.mechanics import layers
from meuse.mechanics.hexsets import members
from meuse.report import Area, Layers, MarkerView, Overlay, count

# -- markers


def markers(g: CaseYellow) -> list[MarkerView]:
    """2.2c.engaged, 2.2d: the markers on the map."""
    found = [
        *layers.markers_in(g.map, engaged_hexes(g), "engaged", "Engaged", "11.9b.mark"),
        *layers.markers_in(g.map, g.bridgeheads, "bridgehead", "Bridgehead", "10.8c.1", "german"),
        *layers.markers_in(
            g.map, g.interdiction_markers, "crossing-cut", "Crossing Interdicted", "5.1c.marker", "allied"
        ),
        *layers.markers_in(g.map, g.refugees, "refugees", "Refugees", "12.6b"),
        *layers.markers_in(g.map, g.better, "defence", "Better Defense", "12.11a.shift", "allied"),
        *layers.markers_in(g.map, g.destroyed, "fort-destroyed", "Destroyed", "2.2d.destroyed"),
        *layers.markers_in(g.map, g.scenario.paris if g.open_city else (), "open-city", "Open city", "12.7a"),
        *layers.markers_in(g.map, () if g.terror < 0 else (g.terror,), "terror", "Terror-bombed", "12.4a", "german"),
    ]
    return [*found, *port_markers(g)]


def port_markers(g: CaseYellow) -> Iterator[MarkerView]:
    """13.3b, 13.3c, 6.3: the Evacuation Port, the RAF over it, and its disruptions."""
    if g.port < 0:
        return
    there = g.map.labels[g.port]
    yield MarkerView(id="dynamo-port", sign="port", label="Evacuation Port", owner="allied", at=there, rule="13.3b")
    yield MarkerView(id="dynamo-air", sign="dynamo-air", label="Dynamo Air", owner="allied", at=there, rule="13.3c")
    if g.port_disruption:
        figure = str(g.port_disruption)
        yield MarkerView(
            id="port-disrupted", sign="disrupted", label="Port disrupted", figure=figure, at=there, rule="6.3"
        )


# -- overlays


def zone_layer(g: CaseYellow, side: Side | None) -> Overlay:
    """9.1, 9.5def: the zones of both sides, and where they contest each other."""
    return Overlay(kind="zones", areas=layers.zone_areas(g.map, [zones(g, s).ratings for s in SIDES], "9.1", "9.5def"))


def supply_layer(g: CaseYellow, side: Side | None) -> Overlay:
    """7.3, 7.4: sources of the side that looks, and every unit that is cut off as things stand."""
    nations = sorted({g.nation(u) for s in SIDES if side in (s, None) for u in g.on_map(s)} - {"dutch"})
    places = {h: nation for nation in reversed(nations) for h in members(supply.sources(g, nation))}
    return Overlay(
        kind="supply", marks=(*layers.source_marks(g.map, places, "7.2a"), *layers.cut_marks(g, cut_off(g), "7.5"))
    )


def cut_off(g: CaseYellow) -> Iterator[tuple[Unit, str]]:
    for u in (u for s in SIDES for u in g.on_map(s)):
        if not g.is_supply_unit(u) and not supply.is_supplied(g, u):
            yield u, "is out of supply" if g.status[u] & OOS else "will be out of supply in the next Supply Phase"


def supply_of(g: CaseYellow, u: Unit) -> Overlay:
    """7.2a: the line of one unit, in words and on the map; 7.6a: and whether it could attack with full effect."""
    name = g.name(u)
    if g.nation(u) == "dutch":
        return layers.supply_note("Dutch units are always in supply.")
    way = supply.line_of(g, u)
    fed = "It has Attack Supply." if supply.attack_supplied(g, u) else "It does not have Attack Supply."
    if not way:
        return layers.supply_note(f"Out of supply: {name} cannot trace a Line of Supply to a source.", fed)
    return layers.supply_line_layer(g.map, way, "7.2a", fed)


def objective_layer(g: CaseYellow, side: Side | None) -> Overlay:
    """3.1a, 12.5a, 12.5b: places worth victory points, and the cities on which surrenders hang."""
    chart = g.scenario.tables["victory"]
    worth = {g.map.place(name).hex: count(points, "point") for name, points in chart["hexes"].items()}
    worth |= {g.map.place(name).hex: "a die of victory points" for name in chart["variable_hexes"]}
    worth |= {h: "Dutch city" for h in g.scenario.cities if g.map.country[h] == "netherlands"}
    worth |= {g.map.place(name).hex: "Belgian surrender" for name in g.scenario.tables["surrender"]["belgian_cities"]}
    marks = (
        layers.objective(g, h, text, "3.1a")
        for h, text in sorted(worth.items())
        if not g.scenario.closed[h] and g.control[h]
    )
    return Overlay(kind="objectives", marks=tuple(marks))


def arrival_layer(g: CaseYellow, side: Side | None) -> Overlay:
    """10.2a: where reinforcements come in, and when."""
    waiting = [u for s in SIDES for u in g.units_in(g.scenario.box("reserve"), s)]
    by_entry: dict[tuple[str, tuple[Hex, ...]], list[Unit]] = {}
    for u in waiting:
        by_entry.setdefault((g.side(u).word, entry_hexes(g, u)), []).append(u)
    areas, notes = [], []
    for (owner, hexes), units in by_entry.items():
        names = ", ".join(f"{g.name(u)} (turn {g.arrives[u]})" for u in units)
        areas.append(Area("entry", tuple(g.map.labels[h] for h in hexes), owner, names, "10.2a"))
        notes.append(names)
    return Overlay(kind="reinforcements", areas=tuple(areas), notes=tuple(notes))


LAYERS: Layers = {
    "zones": zone_layer,
    "supply": supply_layer,
    "objectives": objective_layer,
    "reinforcements": arrival_layer,
}

"""What lies on the map of Case Yellow as markers, and what is laid over it on demand: zones, supply, goals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meuse.counters import SIDES, Side, Unit
from meuse.games.caseyellow import supply
from meuse.games.caseyellow.arrivals import entry_hexes
from meuse.games.caseyellow.board import OOS, CaseYellow
from meuse.games.caseyellow.ground import engaged_hexes
from meuse.games.caseyellow.zones import zones
from meuse.hexmap import Hex
from meuse.mechanics.hexsets import members
from meuse.report import Area, Line, Mark, MarkerView, Overlay, OverlayKind, Sign

# -- markers


def markers(g: CaseYellow) -> list[MarkerView]:
    """2.2c.engaged, 2.2d: the markers on the map."""
    found = [
        *in_hexes(g, engaged_hexes(g), "engaged", "Engaged", "", "11.9b.mark"),
        *in_hexes(g, g.bridgeheads, "bridgehead", "Bridgehead", "german", "10.8c.1"),
        *in_hexes(g, g.interdiction_markers, "crossing-cut", "Crossing Interdicted", "allied", "5.1c.marker"),
        *in_hexes(g, g.refugees, "refugees", "Refugees", "", "12.6b"),
        *in_hexes(g, g.better, "defence", "Better Defense", "allied", "12.11a.shift"),
        *in_hexes(g, g.destroyed, "fort-destroyed", "Destroyed", "", "2.2d.destroyed"),
        *in_hexes(g, g.scenario.paris if g.open_city else (), "open-city", "Open city", "", "12.7a"),
        *in_hexes(g, () if g.terror < 0 else (g.terror,), "terror", "Terror bombed", "german", "12.4a"),
    ]
    return [*found, *port_markers(g)]


def in_hexes(
    g: CaseYellow, hexes: Iterable[Hex], sign: Sign, label: str, owner: str, rule: str
) -> Iterator[MarkerView]:
    for h in sorted(hexes):
        there = g.map.labels[h]
        yield MarkerView(id=f"{sign}-{there}", sign=sign, label=label, owner=owner, at=there, rule=rule)


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


def overlay(g: CaseYellow, side: Side | None, kind: OverlayKind, unit: Unit | None) -> Overlay:
    if kind == "zones":
        return zone_layer(g)
    if kind == "supply":
        return supply_layer(g, side) if unit is None else supply_of(g, unit)
    return objective_layer(g) if kind == "objectives" else arrival_layer(g)


def zone_layer(g: CaseYellow) -> Overlay:
    """9.1, 9.5def: the zones of both sides, and where they contest each other."""
    german, allied = (zones(g, side).ratings for side in SIDES)
    both = bytes(bool(a and b) for a, b in zip(german, allied, strict=True))
    areas = (
        Area("zone", labels(g, marks), s.word, rule="9.1") for s, marks in zip(SIDES, (german, allied), strict=True)
    )
    return Overlay(kind="zones", areas=(*areas, Area("contested", labels(g, both), rule="9.5def")))


def labels(g: CaseYellow, marks: bytes) -> tuple[str, ...]:
    return tuple(g.map.labels[h] for h, mark in enumerate(marks) if mark)


def supply_layer(g: CaseYellow, side: Side | None) -> Overlay:
    """7.3, 7.4: sources of the side that looks, and every unit that is cut off as things stand."""
    nations = sorted({g.nation(u) for s in SIDES if side in (s, None) for u in g.on_map(s)} - {"dutch"})
    places = {h: nation for nation in reversed(nations) for h in members(supply.sources(g, nation))}
    sources = (
        Mark("source", g.map.labels[h], text=f"{nation.capitalize()} source of supply", rule="7.2a", whose=nation)
        for h, nation in sorted(places.items())
    )
    return Overlay(kind="supply", marks=(*sources, *cut_off(g)))


def cut_off(g: CaseYellow) -> Iterator[Mark]:
    for s in SIDES:
        for u in g.on_map(s):
            if not g.is_supply_unit(u) and not supply.is_supplied(g, u):
                since = "is out of supply" if g.status[u] & OOS else "will be out of supply in the next Supply Phase"
                here = g.map.labels[g.hex_of[u]]
                yield Mark("cut", here, text=f"{g.name(u)} {since}", rule="7.5", whose=s.word)


def supply_of(g: CaseYellow, u: Unit) -> Overlay:
    """7.2a: the line of one unit, in words and on the map; 7.6a: and whether it could attack with full effect."""
    name = g.name(u)
    if g.hex_of[u] < 0:
        return Overlay(kind="supply", notes=(f"{name} is not on the map.",))
    if g.nation(u) == "dutch":
        return Overlay(kind="supply", notes=("In supply: always, in the Netherlands.",))
    way = tuple(g.map.labels[h] for h in supply.line_of(g, u))
    fed = "Attack Supply: yes." if supply.attack_supplied(g, u) else "Attack Supply: none."
    if not way:
        return Overlay(kind="supply", notes=(f"Out of supply: no line leads from {name} to a source.", fed))
    text = f"In supply: {len(way) - 1} hexes to {way[-1]}."
    return Overlay(kind="supply", lines=(Line("supply", way, text, "7.2a"),), notes=(text, fed))


def objective_layer(g: CaseYellow) -> Overlay:
    """3.1a, 12.5a, 12.5b: places worth victory points, and the cities on which surrenders hang."""
    chart = g.scenario.tables["victory"]
    worth = {g.map.place(name).hex: f"{points} points" for name, points in chart["hexes"].items()}
    worth |= {g.map.place(name).hex: "points by a die" for name in chart["variable_hexes"]}
    worth |= {h: "Dutch city" for h in g.scenario.cities if g.map.country[h] == "netherlands"}
    worth |= {g.map.place(name).hex: "Belgian surrender" for name in g.scenario.tables["surrender"]["belgian_cities"]}
    marks = (
        Mark("objective", g.map.labels[h], text=text, rule="3.1a", whose=Side(g.control[h] - 1).word)
        for h, text in sorted(worth.items())
        if not g.scenario.closed[h] and g.control[h]
    )
    return Overlay(kind="objectives", marks=tuple(marks))


def arrival_layer(g: CaseYellow) -> Overlay:
    """10.2a: where reinforcements come in, and when."""
    waiting = [u for side in SIDES for u in g.units_in(g.scenario.box("reserve"), side)]
    by_entry: dict[tuple[str, tuple[Hex, ...]], list[Unit]] = {}
    for u in waiting:
        by_entry.setdefault((g.side(u).word, entry_hexes(g, u)), []).append(u)
    areas, notes = [], []
    for (side, hexes), units in by_entry.items():
        names = ", ".join(f"{g.name(u)} (turn {g.arrives[u]})" for u in units)
        areas.append(Area("entry", tuple(g.map.labels[h] for h in hexes), side, names, "10.2a"))
        notes.append(names)
    return Overlay(kind="reinforcements", areas=tuple(areas), notes=tuple(notes))

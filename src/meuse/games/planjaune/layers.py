"""Laid over the map on demand: zones (4), supply (8), objectives (11.13), arrivals (9.1); and the markers on it."""

from __future__ import annotations

from meuse.counters import SIDES, Side, Unit
from meuse.games.planjaune import supply, victory
from meuse.games.planjaune.arrivals import entry_hexes
from meuse.games.planjaune.board import PlanJaune, kind_of, movement_of
from meuse.games.planjaune.zones import zones
from meuse.hexmap import Hex
from meuse.mechanics import layers
from meuse.report import Area, Layers, Mark, MarkerView, Overlay, count


def zone_layer(g: PlanJaune, side: Side | None) -> Overlay:
    """4a, 4c: the zones of both sides, and where they overlap."""
    return Overlay(kind="zones", areas=layers.zone_areas(g.map, [zones(g, s) for s in SIDES], "4a", "4c"))


# -- 8 supply


def supply_layer(g: PlanJaune, side: Side | None) -> Overlay:
    """8.3.axis, 8.3.allied, 8.1b: the sources, and who has no line now."""
    german, allied = (dict.fromkeys(supply.sources(g, s), s.word) for s in SIDES)
    sources = (*layers.source_marks(g.map, german, "8.3.axis"), *layers.source_marks(g.map, allied, "8.3.allied"))
    cut_off = ((u, "has no line of supply") for s in SIDES for u in g.on_map(s) if not supply.traces(g, u))
    return Overlay(kind="supply", marks=(*sources, *layers.cut_marks(g, cut_off, "8.1e")))


def supply_of(g: PlanJaune, u: Unit) -> Overlay:
    """8.1b, 8.1c: the line of one unit, to a source, a railway or a headquarters."""
    name = g.name(u)
    if not supply.traces(g, u):
        points = movement_of(g, u)
        return layers.supply_note(
            f"Out of supply: {name} is more than {count(points, 'movement point')} from a source."
        )
    return layers.supply_line_layer(g.map, line_of(g, u), "8.1b")


def line_of(g: PlanJaune, u: Unit) -> list[Hex]:
    """The cheapest line from a unit, hex by hex."""
    kind = kind_of(g, u)
    found = supply.lines_for(g, u)
    cost = found.motorized if kind == "motorized" else found.foot
    way = [g.hex_of[u]]
    while cost[way[-1]] not in (0, supply.FAR):
        here = way[-1]
        way.append(next(n for n, price in g.scenario.ways[kind][here] if cost[n] + price == cost[here]))
    return way


# -- 11.13 objectives, 9.1 arrivals


def objective_layer(g: PlanJaune, side: Side | None) -> Overlay:
    """11.13.o1, 11.13.o2, 11.13.o3: the places that objectives name, and who holds them."""
    places = [g.map.place(name).hex for name in ("Lille", *victory.PORTS)]
    wanted = (
        *((h, "11.13.o1", victory.OBJECTIVES[victory.SEA]) for h in places),
        *(
            (h, "11.12.holland", "Holland surrenders when four are captured")
            for h in sorted(g.scenario.cities["netherlands"])
        ),
        *((h, "11.13.o2", victory.OBJECTIVES[victory.INVASION]) for h in region(g, "communication-lines")),
        *((h, "11.13.o3", victory.OBJECTIVES[victory.MAGINOT]) for h in region(g, "maginot-line")),
    )
    marks = tuple(
        Mark("objective", g.map.labels[h], text=text, rule=rule, whose=layers.owner_of(g, h))
        for h, rule, text in wanted
    )
    return Overlay(kind="objectives", marks=marks)


def region(g: PlanJaune, name: str) -> list[Hex]:
    return sorted(g.map.regions[name].hexes)


def arrival_layer(g: PlanJaune, side: Side | None) -> Overlay:
    """9.1a, 9.1b, 12.4 to 12.7: where the units arrive that are due this turn or the next."""
    areas, notes = [], []
    for owner in SIDES:
        coming = [u for u in g.units_in(g.scenario.box("arrivals"), owner) if g.counter(u).turn <= g.turn + 1]
        hexes = sorted({h for u in coming for h in entry_hexes(g, u)})
        if coming:
            areas.append(Area("entry", tuple(g.map.labels[h] for h in hexes), owner.word, rule="9.1a"))
            notes.append(f"{owner.title}, by turn {g.turn + 1}: {g.listed(coming)}.")
    return Overlay(kind="reinforcements", areas=tuple(areas), notes=tuple(notes))


# -- markers


def markers(g: PlanJaune) -> list[MarkerView]:
    """What lies on the map besides counters: refugees, interdiction, fallen works, railheads, the bombed city."""
    found = [
        MarkerView(id=f"refugees-{n}", sign="refugees", label="Refugees", at=g.map.labels[h], rule="11.7d")
        for n, h in enumerate(g.refugees)
        if h >= 0
    ]
    for side in SIDES:
        hexes, rule = g.interdicted[side], "10.2.interdict-place"
        found += layers.markers_in(g.map, hexes, "interdiction", "Interdiction", rule, side.word)
    found += layers.markers_in(g.map, g.destroyed, "fort-destroyed", "Fallen fortification", "11.4j")
    if g.bombed_city >= 0:
        there = g.map.labels[g.bombed_city]
        found.append(MarkerView(id="bombed", sign="terror", label="Bombed city", at=there, rule="10.2.terror-city"))
    return [*found, *railheads(g)]


def railheads(g: PlanJaune) -> list[MarkerView]:
    """11.1f: where a side's own railway ends in captured country."""
    home = {h: 1 if country == "germany" else 2 for h, country in enumerate(g.map.country)}
    ends = [
        h
        for h in sorted(g.scenario.rail_hexes)
        if g.rail_owner[h] and g.rail_owner[h] != home[h]
        and any(g.rail_owner[n] != g.rail_owner[h] for n in g.scenario.rails[h])
    ]  # fmt: skip
    owners = {h: SIDES[g.rail_owner[h] - 1].word for h in ends}
    return [
        marker for h in ends for marker in layers.markers_in(g.map, [h], "railhead", "Railhead", "11.1f", owners[h])
    ]


LAYERS: Layers = {
    "zones": zone_layer,
    "supply": supply_layer,
    "objectives": objective_layer,
    "reinforcements": arrival_layer,
}

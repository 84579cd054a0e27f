"""Laid over the map on demand: zones (4), supply (8), objectives (11.13), arrivals (9.1); and the markers on it."""

from __future__ import annotations

from meuse.counters import SIDES, Side, Unit
from meuse.games.planjaune import supply, victory
from meuse.games.planjaune.arrivals import entry_hexes
from meuse.games.planjaune.board import GamePJ, kind_of, movement_of
from meuse.games.planjaune.zones import zones
from meuse.hexmap import Hex
from meuse.report import Area, Line, Mark, MarkerView, Overlay, OverlayKind


def overlay(g: GamePJ, kind: OverlayKind, unit: Unit | None) -> Overlay:
    if kind == "zones":
        return zone_layer(g)
    if kind == "supply":
        return supply_layer(g) if unit is None else supply_of(g, unit)
    return objective_layer(g) if kind == "objectives" else arrival_layer(g)


def zone_layer(g: GamePJ) -> Overlay:
    """4a, 4c: the zones of both sides, and where they overlap."""
    german, allied = zones(g, Side.GERMAN), zones(g, Side.ALLIED)
    areas = tuple(Area("zone", labels(g, zones(g, side)), side.word, rule="4a") for side in SIDES)
    both = bytes(a and b for a, b in zip(german, allied, strict=True))
    return Overlay(kind="zones", areas=(*areas, Area("contested", labels(g, both), rule="4c")))


def labels(g: GamePJ, marks: bytes | bytearray) -> tuple[str, ...]:
    return tuple(g.map.labels[h] for h, mark in enumerate(marks) if mark)


# -- 8 supply


def supply_layer(g: GamePJ) -> Overlay:
    """8.3.axis, 8.3.allied, 8.1b: the sources, and who has no line now."""
    marks = []
    for side, rule in ((Side.GERMAN, "8.3.axis"), (Side.ALLIED, "8.3.allied")):
        for h in supply.sources(g, side):
            text = f"{side.title} source of supply"
            marks.append(Mark("source", g.map.labels[h], text=text, rule=rule, whose=side.word))
        for u in g.on_map(side):
            if not supply.traces(g, u):
                text = f"{g.counter(u).name} has no line of supply"
                marks.append(Mark("cut", g.map.labels[g.hex_of[u]], text=text, rule="8.1e", whose=side.word))
    return Overlay(kind="supply", marks=tuple(marks))


def supply_of(g: GamePJ, u: Unit) -> Overlay:
    """8.1b, 8.1c: the line of one unit, to a source, a railway or a headquarters."""
    name = g.counter(u).name
    if g.hex_of[u] < 0:
        return Overlay(kind="supply", notes=(f"{name} is not on the map.",))
    if not supply.traces(g, u):
        text = f"Out of supply: no line of {movement_of(g, u)} movement points leads from {name} to a source."
        return Overlay(kind="supply", notes=(text,))
    way = line_of(g, u)
    text = f"In supply: {len(way) - 1} hexes to {g.map.labels[way[-1]]}." if len(way) > 1 else f"{name} is in supply."
    return Overlay(
        kind="supply", lines=(Line("supply", tuple(g.map.labels[h] for h in way), text, "8.1b"),), notes=(text,)
    )


def line_of(g: GamePJ, u: Unit) -> list[Hex]:
    """The cheapest line from a unit, hex by hex."""
    side, kind = g.scenario.side_of[u], kind_of(g, u)
    found = supply.lines(g, side)
    cost = found.motorized if kind == "motorized" else found.foot
    way = [g.hex_of[u]]
    while cost[way[-1]] not in (0, supply.FAR):
        here = way[-1]
        way.append(next(n for n, price in g.scenario.ways[kind][here] if cost[n] + price == cost[here]))
    return way


# -- 11.13 objectives, 9.1 arrivals


def objective_layer(g: GamePJ) -> Overlay:
    """11.13.o1, 11.13.o2, 11.13.o3: the places that objectives name, and who holds them."""
    places = [g.map.place(name).hex for name in ("Lille", *victory.PORTS)]
    wanted = (
        *((h, "11.13.o1", victory.OBJECTIVES[victory.SEA]) for h in places),
        *(
            (h, "11.12.holland", "Holland surrenders when four are lost")
            for h in sorted(g.scenario.cities["netherlands"])
        ),
        *((h, "11.13.o2", victory.OBJECTIVES[victory.INVASION]) for h in region(g, "communication-lines")),
        *((h, "11.13.o3", victory.OBJECTIVES[victory.MAGINOT]) for h in region(g, "maginot-line")),
    )
    marks = tuple(
        Mark(
            "objective",
            g.map.labels[h],
            text=text,
            rule=rule,
            whose=SIDES[g.control[h] - 1].word if g.control[h] else "",
        )
        for h, rule, text in wanted
    )
    return Overlay(kind="objectives", marks=marks)


def region(g: GamePJ, name: str) -> list[Hex]:
    return sorted(g.map.regions[name].hexes)


def arrival_layer(g: GamePJ) -> Overlay:
    """9.1a, 9.1b, 12.4 to 12.7: where the units arrive that are due this turn or the next."""
    areas, notes = [], []
    for side in SIDES:
        coming = [u for u in g.units_in(g.scenario.box("arrivals"), side) if g.counter(u).turn <= g.turn + 1]
        hexes = sorted({h for u in coming for h in entry_hexes(g, u)})
        if coming:
            areas.append(Area("entry", tuple(g.map.labels[h] for h in hexes), side.word, rule="9.1a"))
            names = ", ".join(g.counter(u).name for u in coming)
            notes.append(f"{side.title}, by turn {g.turn + 1}: {names}.")
    return Overlay(kind="reinforcements", areas=tuple(areas), notes=tuple(notes))


# -- markers


def markers(g: GamePJ) -> list[MarkerView]:
    """What lies on the map besides counters: refugees, interdiction, fallen works, railheads, the bombed city."""
    found = [
        MarkerView(id=f"refugees-{n}", sign="refugees", label="Refugees", at=g.map.labels[h], rule="11.7d")
        for n, h in enumerate(g.refugees)
        if h >= 0
    ]
    for side in SIDES:
        found += [
            MarkerView(
                id=f"interdiction-{side.word}-{g.map.labels[h]}", sign="interdiction", label="Interdiction",
                owner=side.word, at=g.map.labels[h], rule="10.2.interdict-place",
            )
            for h in sorted(g.interdicted[side])
        ]  # fmt: skip
    found += [
        MarkerView(
            id=f"fallen-{g.map.labels[h]}",
            sign="fort-destroyed",
            label="Works fallen",
            at=g.map.labels[h],
            rule="11.4j",
        )
        for h in sorted(g.destroyed)
    ]
    if g.bombed_city >= 0:
        there = g.map.labels[g.bombed_city]
        found.append(MarkerView(id="bombed", sign="terror", label="Bombed city", at=there, rule="10.2.terror-city"))
    return [*found, *railheads(g)]


def railheads(g: GamePJ) -> list[MarkerView]:
    """11.1f: where a side's own railway ends in captured country."""
    home = {h: 1 if country == "germany" else 2 for h, country in enumerate(g.map.country)}
    ends = [
        h
        for h in sorted(g.scenario.rail_hexes)
        if g.rail_owner[h] and g.rail_owner[h] != home[h]
        and any(g.rail_owner[n] != g.rail_owner[h] for n in g.scenario.rails[h])
    ]  # fmt: skip
    return [
        MarkerView(
            id=f"railhead-{g.map.labels[h]}", sign="railhead", label="Railhead",
            owner=SIDES[g.rail_owner[h] - 1].word, at=g.map.labels[h], rule="11.1f",
        )
        for h in ends
    ]  # fmt: skip

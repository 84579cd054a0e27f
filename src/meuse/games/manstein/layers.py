"""What is laid over the map on demand: zones (7), supply lines (15), victory hexes (3), arrivals (13), and markers."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side, Unit
from meuse.games.manstein import logistics, victory
from meuse.games.manstein.board import NATIONS, Manstein, controls, feared, held, zones
from meuse.games.manstein.reinforcements import entries_of
from meuse.hexmap import Hex
from meuse.mechanics import layers
from meuse.mechanics.supply import supply_line
from meuse.report import Area, Layers, Line, Mark, MarkerView, Overlay, count

# -- 7 zones


def zone_layer(g: Manstein, side: Side | None) -> Overlay:
    """7.0a, 7.1c: the zones of both sides, except where a fortress cancels them."""
    areas = [Area("zone", layers.marked(g.map, zones(g, s)), s.word, rule="7.0a") for s in SIDES]
    both = bytes(a and b for a, b in zip(feared(g, Side.GERMAN), feared(g, Side.ALLIED), strict=True))
    return Overlay(kind="zones", areas=(*areas, Area("contested", layers.marked(g.map, both), rule="7.0b")))


# -- 15 lines of communication


def supply_layer(g: Manstein, side: Side | None) -> Overlay:
    """15.2a, 15.2c, 15.4b: the sources of every nation, and the units without a line to one."""
    return Overlay(kind="supply", marks=(*sources_of_all(g), *layers.cut_marks(g, unsupported(g), "15.4b")))


def sources_of_all(g: Manstein) -> Iterator[Mark]:
    for nation in NATIONS:
        rule = "15.2c" if nation == "british" else "15.2a"
        yield from layers.source_marks(g.map, dict.fromkeys(logistics.sources(g, nation), nation), rule)


def unsupported(g: Manstein) -> Iterator[tuple[Unit, str]]:
    for u in (u for side in SIDES for u in g.on_map(side)):
        if not logistics.is_sustained(g, u):
            yield u, "is cut off" if logistics.is_cut_off(g, u) else "is unsupported"


def supply_of(g: Manstein, u: Unit) -> Overlay:
    """15.1b, 15.2b: the line of one unit, by a logistics unit if need be."""
    name = g.name(u)
    if logistics.always_supported(g, u):
        return layers.supply_note(f"{name} needs no line of communication.")
    legs = line_of(g, u)
    if not legs and logistics.is_sustained(g, u):
        return layers.supply_note(f"{name} has no line of communication; supported by air, it can move and fight.")
    if not legs:
        return layers.supply_note(f"Unsupported: {name} cannot trace a line of communication short enough.")
    text = "Supported: " + ", then ".join(leg_text(g, leg) for leg in legs) + "."
    lines = tuple(Line("supply", tuple(g.label(h) for h in leg), text, "15.1b") for leg in legs)
    return Overlay(kind="supply", lines=lines, notes=(text,))


def leg_text(g: Manstein, leg: list[Hex]) -> str:
    """One leg of a line in words."""
    there = g.spot(leg[-1])
    return f"{count(len(leg) - 1, 'hex', 'hexes')} to {there}" if len(leg) > 1 else f"at {there}"


def line_of(g: Manstein, u: Unit) -> list[list[Hex]]:
    """The line of a unit in one leg or two; empty if it has none."""
    counter, start = g.counter(u), g.hex_of[u]
    direct = leg(g, u, start, counter.movement, logistics.sources(g, counter.nation))
    if not direct and logistics.by_port(g, u):
        direct = leg(g, u, start, counter.movement, logistics.sources(g, "british"))
    if direct:
        return [direct]
    for relay in logistics.logistics_units(g, counter.nation):
        first = leg(g, u, start, counter.movement, frozenset({g.hex_of[relay]}))
        reach = g.counter(relay).movement
        second = leg(g, relay, g.hex_of[relay], reach, logistics.sources(g, counter.nation))
        if first and second:
            return [first, second]
    return []


def leg(g: Manstein, u: Unit, start: Hex, length: int, ends: frozenset[Hex]) -> list[Hex]:
    shut, enemies = feared(g, g.side(u)), held(g, g.side(u).enemy)
    way = supply_line(g.scenario.links, start, ends.__contains__, lambda h: not shut[h] and not enemies[h])
    if not way and start in ends:
        return [start]
    return way if len(way) - 1 <= length else []


# -- 3 victory hexes


def objective_layer(g: Manstein, side: Side | None) -> Overlay:
    """3.4a, 3.5a: what each hex is worth to each side, and who controls it."""
    marks = []
    for owner in SIDES:
        for h in range(len(g.map)):
            if points := victory.hex_value(g, owner, h):
                text = count(points, f"{owner.title} victory point")
                rule = "3.4a" if owner is Side.GERMAN else "3.5a"
                marks.append(Mark("objective", g.label(h), str(points), text, rule, holder(g, h)))
    return Overlay(kind="objectives", marks=tuple(marks))


def holder(g: Manstein, h: Hex) -> str:
    return next((side.word for side in SIDES if controls(g, side, h)), "")


# -- 13 arrivals


def arrival_layer(g: Manstein, side: Side | None) -> Overlay:
    """13.3a, 13.3b, 13.3c: where each nation's units arrive; 6.0h: one's own that are on their way."""
    areas = tuple(
        Area("entry", tuple(map(g.label, entries_of(g, nation))), owner, f"{nation.capitalize()} arrivals", rule)
        for nation, owner, rule in ENTRIES
    )
    mine = g.units_in(g.box("track"), side) if side is not None else ()
    notes = tuple(f"{g.name(u)} arrives on turn {g.arrival[u]}." for u in mine)
    return Overlay(kind="reinforcements", areas=areas, notes=notes)


ENTRIES = (
    ("german", "german", "13.3a"),
    ("french", "allied", "13.3b"),
    ("belgian", "allied", "13.3b"),
    ("dutch", "allied", "13.3b"),
    ("british", "allied", "13.3c"),
)


# -- markers


def markers(g: Manstein) -> list[MarkerView]:
    """2.6b, 2.6c, 17.1, 22.4c, 25.4a, 27.1a: what lies on the map besides counters."""
    found = [
        *layers.markers_in(g.map, g.destroyed, "fort-destroyed", "Destroyed", "17.1", note="The fortress is destroyed"),
        *layers.markers_in(
            g.map, g.bombed, "terror", "Bombed", "22.4c", note="Gives no cover, and is no longer a depot or port"
        ),
        *layers.markers_in(g.map, g.open_cities, "open-city", "Open city", "25.4a", note="Closed to Allied units"),
    ]
    found += [
        MarkerView(
            id=f"bridgehead-{g.map.side_label(n)}",
            sign="bridgehead",
            label="Bridgehead",
            owner=Side(owner).word,
            at=g.map.side_label(n),
            note=f"placed from {g.spot(start)}",
            rule="27.1a",
        )
        for n, (owner, start) in sorted(g.bridgeheads.items())
    ]
    return found


LAYERS: Layers = {
    "zones": zone_layer,
    "supply": supply_layer,
    "objectives": objective_layer,
    "reinforcements": arrival_layer,
}

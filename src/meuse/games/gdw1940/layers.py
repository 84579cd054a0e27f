"""What is laid over the map of 1940 on demand: zones (4), supply (8), objectives (16, 19), arrivals (14)."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side, Unit
from meuse.games.gdw1940 import arrivals, planning, supply, victory
from meuse.games.gdw1940.board import UNSUPPLIED, Game1940
from meuse.hexmap import Hex
from meuse.report import Area, Line, Mark, MarkerView, Overlay, OverlayKind


def overlay(g: Game1940, side: Side | None, kind: OverlayKind, unit: Unit | None) -> Overlay:
    if kind == "zones":
        return zone_layer(g)
    if kind == "supply":
        return supply_layer(g, side) if unit is None else supply_of(g, unit)
    return objective_layer(g, side) if kind == "objectives" else arrival_layer(g)


# -- 4 zones


def zone_layer(g: Game1940) -> Overlay:
    """4.extent: the zones of both sides; where they meet nobody's territory changes (5.contested)."""
    areas = tuple(Area("zone", labels(g, g.zones(side)), side.word, rule="4.extent") for side in SIDES)
    both = bytes(bool(a and b) for a, b in zip(g.zones_german, g.zones_allied, strict=True))
    return Overlay(kind="zones", areas=(*areas, Area("contested", labels(g, both), rule="5.contested")))


def labels(g: Game1940, marks: bytes | bytearray) -> tuple[str, ...]:
    return tuple(g.map.labels[h] for h, mark in enumerate(marks) if mark)


# -- 8 supply


def supply_layer(g: Game1940, side: Side | None) -> Overlay:
    """8.judged: sources of the side that looks, and every unit that is cut off as things stand."""
    nations = sorted({g.counter(u).nation for s in SIDES if side in (s, None) for u in g.on_map(s)})
    places = {h: nation for nation in reversed(nations) for h in supply.sources(g, nation)}
    sources = tuple(
        Mark("source", g.map.labels[h], text=f"{nation.capitalize()} source of supply", rule="8.line", whose=nation)
        for h, nation in sorted(places.items())
    )
    return Overlay(kind="supply", marks=(*sources, *cut_off(g)))


def cut_off(g: Game1940) -> Iterator[Mark]:
    for s in SIDES:
        for u in g.on_map(s):
            if not supply.is_supplied(g, u):
                since = "is unsupplied" if g.status[u] & UNSUPPLIED else "will be unsupplied when it is next judged"
                here = g.map.labels[g.hex_of[u]]
                yield Mark("cut", here, text=f"{g.name(u)} {since}", rule="8.judged", whose=s.word)


def supply_of(g: Game1940, u: Unit) -> Overlay:
    """8.line: the line of one unit, in words and on the map."""
    name = g.name(u)
    if g.hex_of[u] < 0:
        return Overlay(kind="supply", notes=(f"{name} is not on the map.",))
    if not g.in_play(u):
        return Overlay(kind="supply", notes=(f"{name} is neutral and lacks nothing.",))
    if supply.in_maginot(g, u):
        return Overlay(kind="supply", notes=("In supply: always, in the Maginot Line.",))
    way = tuple(g.map.labels[h] for h in supply.line_of(g, u))
    if not way:
        return Overlay(kind="supply", notes=(f"Out of supply: no line of friendly territory leads from {name} home.",))
    text = f"In supply: {len(way) - 1} hexes to {spot(g, g.map.index[way[-1]])}."
    return Overlay(kind="supply", lines=(Line("supply", way, text, "8.line"),), notes=(text,))


def spot(g: Game1940, h: Hex) -> str:
    """A hex with the name of its largest place."""
    names = [place.name for place in g.map.places_at.get(h, ())]
    return f"{names[0]} {g.map.labels[h]}" if names else g.map.labels[h]


# -- 16, 19 objectives


def objective_layer(g: Game1940, side: Side | None) -> Overlay:
    """16.german.objective: all three that the plan may name; 16.secret: which one it is, only its owner sees."""
    chosen = g.plans.get("objective") if side is Side.GERMAN else None
    marks: dict[str, Mark] = {}
    for plan, words in planning.OBJECTIVES.items():
        own = plan == chosen
        for h in victory.objective_hexes(g, plan):
            here = g.map.labels[h]
            text = f"{words}{': your plan' if own else ''}"
            if own or here not in marks:
                marks[here] = Mark(
                    "objective", here, "plan" if own else "", text, "16.german.objective", owner_of(g, h)
                )
    return Overlay(kind="objectives", marks=tuple(marks[here] for here in sorted(marks)))


def owner_of(g: Game1940, h: Hex) -> str:
    return Side(g.control[h] - 1).word if g.control[h] else ""


# -- 14 arrivals


def arrival_layer(g: Game1940) -> Overlay:
    """14.german, 14.allied.where, 14.swiss, 14.reinforcements: where each nation's units may come in, and who waits."""
    areas = [
        Area("entry", hexes(g, arrivals.places_for(g, nation)), side, f"{nation.capitalize()} reserves", rule)
        for nation, side, rule in RESERVES
    ]
    edge = hexes(g, sorted(g.map.regions["west-edge"].hexes))
    areas.append(Area("entry", edge, "allied", "British reinforcements", "14.reinforcements"))
    return Overlay(kind="reinforcements", areas=tuple(areas), marks=tuple(due(g, edge)), notes=tuple(waiting(g)))


RESERVES = (
    ("german", "german", "14.german"),
    ("french", "allied", "14.allied.where"),
    ("swiss", "allied", "14.swiss"),
)


def due(g: Game1940, edge: tuple[str, ...]) -> Iterator[Mark]:
    """14.reinforcements: the units that have a turn of their own, at the edge where they enter."""
    box = g.scenario.box("reserve")
    turns = {c.turn for u, c in enumerate(g.scenario.counters) if c.pool == "reinforcement" and g.hex_of[u] == box}
    for n, turn in enumerate(sorted(turns)):
        units = [
            c.id
            for u, c in enumerate(g.scenario.counters)
            if c.pool == "reinforcement" and c.turn == turn and g.hex_of[u] == box
        ]
        text = f"{', '.join(units)} may enter from turn {turn} on"
        where = edge[len(edge) // 2 + n]
        yield Mark("entry", where, f"turn {turn}", text, "14.reinforcements", "allied", tuple(units))


def waiting(g: Game1940) -> Iterator[str]:
    box = g.scenario.box("reserve")
    for side in SIDES:
        count = sum(g.scenario.side_of[u] is side for u in g.at.get(box, ()))
        yield f"{side.title} side: {count} units wait in reserve."


def hexes(g: Game1940, found: list[Hex]) -> tuple[str, ...]:
    return tuple(g.map.labels[h] for h in found)


# -- markers


def markers(g: Game1940) -> list[MarkerView]:
    """9.interdict.cost, 10.eben.destroyed, 11.effect.hexsides: what lies on the map besides counters."""
    found = [
        MarkerView(
            id=f"interdiction-{side.word}-{g.map.labels[h]}",
            sign="interdiction",
            label="Interdiction",
            owner=side.word,
            at=g.map.labels[h],
            note=f"Interdicted by the {side.title} air force: enemies treat it as a zone",
            rule="9.interdict.effect",
        )
        for side in SIDES
        for h in sorted(g.interdicted[side])
    ]
    found += [
        MarkerView(
            id=f"ruin-{g.map.labels[h]}",
            sign="fort-destroyed",
            label="Destroyed",
            at=g.map.labels[h],
            note="The fortress has fallen" if g.map.country[h] == "belgium" else "The garrison has fallen",
            rule="10.eben.destroyed",
        )
        for h in sorted(g.destroyed)
    ]
    return found

"""What is laid over the map of 1940 on demand: zones (4), supply (8), objectives (16, 19), arrivals (14)."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side, Unit
from meuse.games.gdw1940 import airborne, arrivals, planning, supply, victory
from meuse.games.gdw1940.board import UNSUPPLIED, Gdw1940
from meuse.games.gdw1940.neutrals import left_to_the_allies
from meuse.hexmap import Hex
from meuse.mechanics import layers
from meuse.report import Area, Layers, Mark, MarkerView, Overlay, count

# -- 4 zones


def zone_layer(g: Gdw1940, side: Side | None) -> Overlay:
    """4.extent: the zones of both sides; where they meet nobody's territory changes (5.contested)."""
    return Overlay(kind="zones", areas=layers.zone_areas(g.map, [g.zones(s) for s in SIDES], "4.extent", "5.contested"))


# -- 8 supply


def supply_layer(g: Gdw1940, side: Side | None) -> Overlay:
    """8.judged: sources of the side that looks, and every unit that is cut off as things stand.

    R.13.holland.surrender.1: where a country has surrendered, the hexes that are Allied territory still.
    """
    nations = sorted({g.counter(u).nation for s in SIDES if side in (s, None) for u in g.on_map(s)})
    places = {h: nation for nation in reversed(nations) for h in supply.sources(g, nation)}
    left = left_behind(g)
    return Overlay(
        kind="supply",
        areas=(Area("goal", hexes(g, left), "allied", STILL_ALLIED, "13.holland.surrender"),) if left else (),
        notes=(f"Outlined: {STILL_ALLIED[0].lower()}{STILL_ALLIED[1:]}.",) if left else (),
        marks=(*layers.source_marks(g.map, places, "8.line"), *layers.cut_marks(g, cut_off(g), "8.judged")),
    )


STILL_ALLIED = "Its country has surrendered, but no German unit has taken this hex: it is still Allied territory"
"""R.13.holland.surrender.1, in words."""


def left_behind(g: Gdw1940) -> list[Hex]:
    """R.13.holland.surrender.1: the hexes of countries that gave up, as far as they are Allied territory."""
    return [h for h in range(len(g.map)) if left_to_the_allies(g, h)]


def cut_off(g: Gdw1940) -> Iterator[tuple[Unit, str]]:
    for u in (u for s in SIDES for u in g.on_map(s) if not supply.is_supplied(g, u)):
        yield u, "is out of supply" if g.status[u] & UNSUPPLIED else "will be out of supply at the next check"


def supply_of(g: Gdw1940, u: Unit) -> Overlay:
    """8.line: the line of one unit, in words and on the map."""
    name = g.name(u)
    if not g.in_play(u):
        return layers.supply_note(f"{name} is neutral and needs no supply.")
    if supply.in_maginot(g, u):
        return layers.supply_note("In supply: units in the Maginot Line always are.")
    way = supply.line_of(g, u)
    if not way:
        text = f"Out of supply: {name} has no line of friendly territory to a source."
        return layers.supply_note(text, *bars_the_way(g, g.scenario.side_of[u]))
    return layers.supply_line_layer(g.map, way, "8.line")


def bars_the_way(g: Gdw1940, side: Side) -> Iterator[str]:
    """R.13.holland.surrender.1: what Germans must know of countries that gave up."""
    for country in sorted({g.map.country[h] for h in left_behind(g)}) if side is Side.GERMAN else ():
        yield f"{country.capitalize()} has surrendered, but hexes not taken by German units are still Allied territory."


# -- 16, 19 objectives


def objective_layer(g: Gdw1940, side: Side | None) -> Overlay:
    """16.german.objective: all three that the plan may name; 16.secret: which one it is, only its owner sees."""
    chosen = g.plans.get("objective") if side is Side.GERMAN else None
    marks: dict[str, Mark] = {}
    for plan, words in planning.OBJECTIVES.items():
        own = plan == chosen
        for h in victory.objective_hexes(g, plan):
            here = g.map.labels[h]
            text = f"{words}{': your plan' if own else ''}"
            if own or here not in marks:
                marks[here] = layers.objective(g, h, text, "16.german.objective", "plan" if own else "")
    return Overlay(kind="objectives", marks=tuple(marks[here] for here in sorted(marks)))


# -- 14 arrivals


def arrival_layer(g: Gdw1940, side: Side | None) -> Overlay:
    """14.german, 14.allied.where, 14.swiss, 14.reinforcements: where each nation's units may come in, and who waits."""
    areas = [
        Area("entry", hexes(g, arrivals.places_for(g, nation)), owner, f"{nation.capitalize()} reserves", rule)
        for nation, owner, rule in RESERVES
    ]
    edge = hexes(g, sorted(g.map.regions["west-edge"].hexes))
    areas.append(Area("entry", edge, "allied", "British reinforcements", "14.reinforcements"))
    return Overlay(kind="reinforcements", areas=tuple(areas), marks=tuple(due(g, edge)), notes=tuple(waiting(g)))


RESERVES = (
    ("german", "german", "14.german"),
    ("french", "allied", "14.allied.where"),
    ("swiss", "allied", "14.swiss"),
)


def due(g: Gdw1940, edge: tuple[str, ...]) -> Iterator[Mark]:
    """14.reinforcements: the units that have a turn of their own, at the edge where they enter."""
    box = g.scenario.box("reserve")
    turns = {c.turn for u, c in enumerate(g.scenario.counters) if c.pool == "reinforcement" and g.hex_of[u] == box}
    for n, turn in enumerate(sorted(turns)):
        units = [
            c.id
            for u, c in enumerate(g.scenario.counters)
            if c.pool == "reinforcement" and c.turn == turn and g.hex_of[u] == box
        ]
        text = f"{', '.join(units)} {'arrives' if len(units) == 1 else 'arrive'} from turn {turn} on"
        where = edge[len(edge) // 2 + n]
        yield Mark("entry", where, f"turn {turn}", text, "14.reinforcements", "allied", tuple(units))


def waiting(g: Gdw1940) -> Iterator[str]:
    box = g.scenario.box("reserve")
    for side in SIDES:
        units = g.units_in(box, side)
        yield f"{side.title} side: {count(len(units), 'unit')} {'waits' if len(units) == 1 else 'wait'} in reserve."


def hexes(g: Gdw1940, found: list[Hex]) -> tuple[str, ...]:
    return tuple(g.map.labels[h] for h in found)


# -- markers


def markers(g: Gdw1940) -> list[MarkerView]:
    """9.interdict.cost, 10.eben.destroyed, 13.holland.surrender: what lies on the map besides counters."""
    return [*interdiction(g), *ruins(g), *untaken(g)]


def untaken(g: Gdw1940) -> Iterator[MarkerView]:
    """R.13.holland.surrender.1: the cities among the hexes that a surrender left to the Allies."""
    found = (h for h in left_behind(g) if h in airborne.cities(g))
    return layers.markers_in(
        g.map, found, "surrendered", "Still Allied", "13.holland.surrender", "allied", f"{STILL_ALLIED}."
    )


def interdiction(g: Gdw1940) -> Iterator[MarkerView]:
    for side in SIDES:
        note = f"Interdicted by the {side.title} air force: enemies treat it as a zone"
        hexes = g.interdicted[side]
        yield from layers.markers_in(
            g.map, hexes, "interdiction", "Interdiction", "9.interdict.effect", side.word, note
        )


def ruins(g: Gdw1940) -> Iterator[MarkerView]:
    for h in sorted(g.destroyed):
        note = "The fortress has fallen" if g.map.country[h] == "belgium" else "The garrison has fallen"
        yield from layers.markers_in(g.map, [h], "fort-destroyed", "Destroyed", "10.eben.destroyed", note=note)


LAYERS: Layers = {
    "zones": zone_layer,
    "supply": supply_layer,
    "objectives": objective_layer,
    "reinforcements": arrival_layer,
}

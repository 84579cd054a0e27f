"""What is laid over the map of France '40 on demand: zones and bonds (5, 6), supply (18), objectives (21.7, 22.10),
reinforcements (19), and the markers that lie on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meuse.counters import SIDES, Side, Unit
from meuse.games.france40 import supply
from meuse.games.france40.board import OUT_OF_SUPPLY, France40
from meuse.games.france40.bonds import bonds
from meuse.games.france40.zones import zones
from meuse.hexmap import Hex
from meuse.mechanics import layers
from meuse.report import Area, Layers, Line, Mark, MarkerView, Overlay, Sign, count


def labels(g: France40, hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(g.map.labels[h] for h in sorted(hexes))


# -- 5, 6 zones and bonds


def zone_layer(g: France40, side: Side | None) -> Overlay:
    """5.1.1a: the zones of both sides, and where they meet; 6.1c, 6.1d: the bonds in force."""
    areas = layers.zone_areas(g.map, [zones(g, s) for s in SIDES], "5.1.1a", "12.3a")
    closed = [Area("bond", labels(g, bonded_hexes(g, s)), s.word, rule="6.1c") for s in SIDES]
    lines = [line for s in SIDES for line in bond_lines(g, s)]
    marks = [mark for s in SIDES for mark in bonded_hexsides(g, s)]
    return Overlay(kind="zones", areas=(*areas, *closed), lines=tuple(lines), marks=tuple(marks))


def bonded_hexes(g: France40, side: Side) -> list[Hex]:
    """6.3a: the hexes of Hex Bonds in which no enemy stands."""
    enemies = g.held(side.enemy)
    return [h for h in bonds(g, side).hexes if not enemies[h]]


def bonded_hexsides(g: France40, side: Side) -> Iterator[Mark]:
    """6.3b: the hexsides of Hexside Bonds that are not negated."""
    enemies = g.held(side.enemy)
    for (a, b), found in sorted(bonds(g, side).steps.items()):
        if a < b and any(not enemies[flank] for bond in found for flank in bond.through):
            at = f"{g.map.labels[a]}/{g.map.labels[b]}"
            yield Mark("bond", at, text="closed to the enemy by a Hexside Bond", rule="6.1d", whose=side.word)


def bond_lines(g: France40, side: Side) -> Iterator[Line]:
    """6.1c: from anchor to anchor through the bonded hex."""
    found = bonds(g, side).hexes
    for h in sorted(bonded_hexes(g, side)):
        for p, q in found[h]:
            yield Line("bond", (g.map.labels[p], g.map.labels[h], g.map.labels[q]), "a Hex Bond", "6.1c")


# -- 18 supply


def supply_layer(g: France40, side: Side | None) -> Overlay:
    """18.2a: the sources of both sides; 18.1a: the units that are cut off as things stand."""
    sources = {h: s.word for s in SIDES for h in supply.sources(g, s, g.turn)}
    return Overlay(
        kind="supply", marks=(*layers.source_marks(g.map, sources, "18.2a"), *layers.cut_marks(g, cut_off(g), "18.1a"))
    )


def cut_off(g: France40) -> Iterator[tuple[Unit, str]]:
    for u in (u for side in SIDES for u in g.on_map(side)):
        if g.scenario.playable[g.hex_of[u]] and not supply.in_supply(g, u):
            marked = g.status[u] & OUT_OF_SUPPLY
            yield u, "is out of supply" if marked else "will be out of supply in the Supply Phase"


def supply_of(g: France40, u: Unit) -> Overlay:
    """18.3.1: the line of one unit; 18.2b: or the Cities that supply it."""
    name = g.name(u)
    way = supply.line_of(g, u)
    if way:
        return layers.supply_line_layer(g.map, way, "18.3.1")
    if supply.in_supply(g, u):
        cities = sorted(supply.cities_in_reach(g, g.hex_of[u]))
        marks = tuple(Mark("source", g.map.labels[h], text="a City in reach", rule="18.2b") for h in cities)
        return Overlay(
            kind="supply", marks=marks, notes=(f"In supply: {count(len(cities), 'City hex', 'City hexes')} in reach.",)
        )
    return layers.supply_note(f"Out of supply: {name} has no line to a Supply Source.")


# -- 21.7, 22.10 objectives


def objective_layer(g: France40, side: Side | None) -> Overlay:
    """What is worth Victory Points."""
    marks = list(dynamo_marks(g)) if g.scenario.dynamo else list(entry_marks(g))
    return Overlay(kind="objectives", marks=tuple(marks))


def entry_marks(g: France40) -> Iterator[Mark]:
    """21.7.2a: the Allied Entry Hexes; 21.7.2c: X for units that leave for the Channel; 21.7.1c: the railway."""
    reims = g.map.regions["reims_entry"].hexes
    for area in g.scenario.areas_of[Side.ALLIED]:
        for h in sorted(g.scenario.entry_hexes[area]):
            worth = g.scenario.tables["victory"]["reims"] if h in reims else 1
            text = f"{count(worth, 'Victory Point')} for closing this Entry Hex of area {area}"
            if area == "X":
                text += ", and 1 for each German unit that leaves through it"
            yield layers.objective(g, h, text, "21.7.2a", area)


def dynamo_marks(g: France40) -> Iterator[Mark]:
    """22.5.1a: port and beaches; 22.5.5: the other ports; 22.4.1: Brugge."""
    for place in g.map.with_kind("port"):
        yield layers.objective(g, place.hex, f"port of {place.name}", "22.1d")
    for h in sorted(g.map.regions["beaches"].hexes):
        yield Mark("objective", g.map.labels[h], "", "evacuation beach", "22.5.1b")
    yield layers.objective(g, g.map.place("Brugge").hex, "Belgium surrenders if it falls", "22.4.1")


# -- 19 reinforcements


def arrival_layer(g: France40, side: Side | None) -> Overlay:
    """19.2.2a, 19.3.1a: Entry Areas that are open, and the units due there."""
    areas, notes = [], []
    for owner in SIDES:
        for area in g.scenario.areas_of[owner]:
            hexes = [h for h in g.scenario.entry_hexes[area] if g.controls(owner, h) and supply.opened(g, h) <= g.turn]
            areas.append(Area("entry", labels(g, hexes), owner.word, f"Entry Area {area}", "19.1a"))
            notes += [f"Entry Area {area}, {words}" for words in due(g, owner, area)]
    return Overlay(kind="reinforcements", areas=tuple(areas), notes=tuple(notes))


def due(g: France40, side: Side, area: str) -> Iterator[str]:
    """The units on the display for an area, by turn; 19.2.1: those in the cup have none."""
    display = g.at.get(g.scenario.box("display"), ())
    units = [u for u in display if g.scenario.side_of[u] is side and g.area[u] == area]
    for turn in sorted({g.due[u] for u in units}):
        yield f"turn {turn}: {g.listed([u for u in units if g.due[u] == turn])}"


# -- markers


def markers(g: France40) -> list[MarkerView]:
    """What lies on the map besides counters."""
    return [*stack_markers(g), *place_markers(g)]


def stack_markers(g: France40) -> Iterator[MarkerView]:
    """21.2.1a, 21.3.2a: GQG and Halt! markers; 22.5.3: EVAC +2."""
    signs: tuple[tuple[Side, Sign, str], ...] = ((Side.ALLIED, "gqg", "21.2.1a"), (Side.GERMAN, "halt", "21.3.2a"))
    for side, sign, rule in signs:
        for number, at in sorted({(g.under[u], g.map.labels[g.hex_of[u]]) for u in g.on_map(side) if g.under[u]}):
            label = "GQG" if side is Side.ALLIED else "Halt!"
            yield MarkerView(
                id=f"{sign}-{number}",
                sign=sign,
                label=label,
                figure=str(number),
                at=at,
                owner=side.enemy.word,
                rule=rule,
            )
    if g.evac_unit >= 0:
        at = g.map.labels[g.hex_of[g.evac_unit]]
        yield MarkerView(
            id="evac", sign="evacuation", label="EVAC +2", figure="+2", at=at, owner="allied", rule="22.5.3"
        )


def place_markers(g: France40) -> Iterator[MarkerView]:
    """18.3.4a: Cities under German control; 21.4a: the Dyle Line; 19.4.2a: Entry Hexes that are closed."""
    taken = [h for h in g.scenario.cities if g.controls(Side.GERMAN, h) and not g.held_german[h]]
    yield from layers.markers_in(g.map, taken, "german-control", "German control", "18.3.4a", "german")
    for h, done in sorted(g.dyle.items()):
        label = "Dyle Line" if done else "Dyle Line, under construction"
        yield from layers.markers_in(g.map, [h], "defence", label, "21.4a", "allied")
    for h in sorted(g.closed):
        yield from layers.markers_in(g.map, [h], "flag", "Entry Hex closed", "19.4.2a", layers.owner_of(g, h))


LAYERS: Layers = {
    "zones": zone_layer,
    "supply": supply_layer,
    "objectives": objective_layer,
    "reinforcements": arrival_layer,
}
"""All sides see the same: this game has no secrets."""

"""What a player sees beside the map and over it, and what the end of a phase would mean."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side, Unit
from meuse.games.skirmish.board import MOVED, Skirmish, is_open, is_supplied, zones
from meuse.mechanics.supply import supply_line
from meuse.report import Area, Cell, Line, Mark, MarkerView, Overlay, OverlayKind, Part
from meuse.steps import Warning

STAR = "an objective: whoever entered it last holds it"


def overlay(g: Skirmish, kind: OverlayKind, unit: Unit | None) -> Overlay:
    """Nothing on the board is secret, so all see the same."""
    if kind == "zones":
        return zone_layer(g)
    if kind == "supply":
        return supply_layer(g) if unit is None else supply_of(g, unit)
    return objective_layer(g)


def zone_layer(g: Skirmish) -> Overlay:
    """4.1: the zones of both sides."""
    covered = [zones(g, side) for side in SIDES]
    areas = [Area("zone", labels(g, marks), side.word, rule="4.1") for side, marks in zip(SIDES, covered, strict=True)]
    both = bytes(bool(a and b) for a, b in zip(*covered, strict=True))
    return Overlay(kind="zones", areas=(*areas, Area("contested", labels(g, both), rule="4.1")))


def supply_layer(g: Skirmish) -> Overlay:
    """8.1: sources, and who is cut off from them."""
    sources = [
        Mark("source", g.map.labels[h], text=f"{side.title} source of supply", rule="8.1", whose=side.word)
        for side in SIDES
        for h in g.scenario.sources[side]
    ]
    cut = [(side, u) for side in SIDES for u in g.on_map(side) if not is_supplied(g, u)]
    crosses = [
        Mark("cut", g.map.labels[g.hex_of[u]], text=f"{g.name(u)} is out of supply", rule="8.2", whose=side.word)
        for side, u in cut
    ]
    return Overlay(kind="supply", marks=(*sources, *crosses))


def supply_of(g: Skirmish, u: Unit) -> Overlay:
    """8.1: the line of one unit."""
    if g.hex_of[u] < 0:
        return Overlay(kind="supply", notes=(f"{g.name(u)} is not on the map.",))
    side = g.scenario.side_of[u]
    ends = set(g.scenario.sources[side])
    way = supply_line(g.map.adjacent, g.hex_of[u], ends.__contains__, lambda h: is_open(g, side, h))
    if not way:
        return Overlay(kind="supply", notes=(f"Out of supply: no open way leads from {g.name(u)} to a source.",))
    hexes = tuple(g.map.labels[h] for h in way)
    text = f"In supply: {len(way) - 1} hexes to {hexes[-1]}."
    return Overlay(kind="supply", lines=(Line("supply", hexes, text, "8.1"),), notes=(text,))


def objective_layer(g: Skirmish) -> Overlay:
    """9.1: the objectives, and who holds each."""
    return Overlay(
        kind="objectives",
        marks=tuple(
            Mark("objective", g.map.labels[h], text=STAR, rule="9.2", whose=Side(g.control[h] - 1).word)
            for h in g.scenario.objectives
            if g.control[h]
        ),
    )


def labels(g: Skirmish, marks: bytes | bytearray) -> tuple[str, ...]:
    return tuple(g.map.labels[h] for h, mark in enumerate(marks) if mark)


def parts(g: Skirmish) -> list[Part]:
    tokens = tuple(Cell(id=side.word, label=side.title, left=g.tokens[side], of=g.scenario.tokens) for side in SIDES)
    chits = tuple(Cell(id=side.word, label=side.title, pieces=chits_of(g, side)) for side in SIDES)
    return [
        turn_track(g),
        Part(id="tokens", kind="points", title="Tokens", rule="2.1", cells=tokens),
        Part(id="cup", kind="cup", title="Chits in the cup", rule="2.2", cells=chits, hidden=sum(g.chits)),
        *(holder(g, g.corps(side)) for side in SIDES),
    ]


def turn_track(g: Skirmish) -> Part:
    turns = range(1, g.scenario.turns + 1)
    cells = tuple(Cell(id=str(n), label=str(n), on=n == g.turn) for n in turns)
    return Part(id="turns", kind="track", title="Turns", rule="1.1", cells=cells)


def holder(g: Skirmish, u: Unit) -> Part:
    """7.1: the divisions that a corps stands for."""
    inside = Cell(id="inside", label="Divisions", pieces=g.names(g.parts_of(u)), slots=g.scenario.stacking)
    counter, where = g.scenario.counters[u], g.scenario.place_word(g.hex_of[u])
    return Part(
        id=counter.id,
        kind="holder",
        title=counter.name,
        owner=counter.side.word,
        rule="7.1",
        at=where,
        note="The corps stands for its divisions; losses fall on them." if where else "Not formed.",
        cells=(inside,),
    )


def chits_of(g: Skirmish, side: Side) -> tuple[str, ...]:
    return tuple(f"chit-{side.word}-{n}" for n in range(g.chits[side]))


def markers(g: Skirmish) -> list[MarkerView]:
    """2.2: the chits in the cup."""
    return [
        MarkerView(id=chit, sign="move-combat", label="Operation", owner=side.word, rule="2.2")
        for side in SIDES
        for chit in chits_of(g, side)
    ]


def warnings(g: Skirmish, side: Side, movable: list[Unit]) -> Iterator[Warning]:
    """What the end of a movement would leave undone."""
    cut = [u for u in g.on_map(side) if not is_supplied(g, u)]
    if cut:
        names, places = ", ".join(g.names(tuple(cut))), tuple(g.map.labels[g.hex_of[u]] for u in cut)
        yield Warning("loses", f"{names} would be out of supply and lose a step at the end of the turn.", "8.2", places)
    idle = [u for u in movable if not g.status[u] & MOVED]
    if idle:
        places = tuple(sorted({g.map.labels[g.hex_of[u]] for u in idle}))
        yield Warning("note", f"{len(idle)} units have not moved.", "5.3", places)

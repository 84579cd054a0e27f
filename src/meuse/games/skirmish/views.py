"""What a player sees beside the map and over it, and what the end of a phase would mean."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side, Unit
from meuse.games.skirmish.board import MOVED, Skirmish, is_open, is_supplied, zones
from meuse.mechanics.layers import cut_marks, objective, source_marks, supply_line_layer, supply_note, zone_areas
from meuse.mechanics.parts import holder, turn_track
from meuse.mechanics.supply import supply_line
from meuse.phases.reminders import cut_off, unmoved
from meuse.report import Cell, Layers, MarkerView, Overlay, Part
from meuse.steps import Warning
from meuse.views import Views


def zone_layer(g: Skirmish, side: Side | None) -> Overlay:
    """4.1: the zones of both sides."""
    return Overlay(kind="zones", areas=zone_areas(g.map, [zones(g, s) for s in SIDES], "4.1", "4.1"))


def supply_layer(g: Skirmish, side: Side | None) -> Overlay:
    """8.1: sources, and who is cut off from them."""
    sources = {h: s.word for s in SIDES for h in g.scenario.sources[s]}
    cut_off = ((u, "is out of supply") for s in SIDES for u in g.on_map(s) if not is_supplied(g, u))
    return Overlay(kind="supply", marks=(*source_marks(g.map, sources, "8.1"), *cut_marks(g, cut_off, "8.2")))


def supply_of(g: Skirmish, u: Unit) -> Overlay:
    """8.1: the line of one unit."""
    side = g.scenario.side_of[u]
    ends = set(g.scenario.sources[side])
    way = supply_line(g.map.adjacent, g.hex_of[u], ends.__contains__, lambda h: is_open(g, side, h))
    if not way:
        return supply_note(f"Out of supply: no open way leads from {g.name(u)} to a source.")
    return supply_line_layer(g.map, way, "8.1")


def objective_layer(g: Skirmish, side: Side | None) -> Overlay:
    """9.1: the objectives, and who holds each."""
    marks = (objective(g, h, "the last side to enter holds it", "9.2") for h in g.scenario.objectives if g.control[h])
    return Overlay(kind="objectives", marks=tuple(marks))


LAYERS: Layers = {"zones": zone_layer, "supply": supply_layer, "objectives": objective_layer}
"""Nothing on the board is secret, so all see the same."""


def parts(g: Skirmish, side: Side | None) -> list[Part]:
    tokens = tuple(Cell(id=side.word, label=side.title, left=g.tokens[side], of=g.scenario.tokens) for side in SIDES)
    chits = tuple(Cell(id=side.word, label=side.title, pieces=chits_of(g, side)) for side in SIDES)
    return [
        turn_track(g, [""] * g.scenario.turns, "1.1"),
        Part(id="tokens", kind="points", title="Tokens", rule="2.1", cells=tokens),
        Part(id="cup", kind="cup", title="Chits in the cup", rule="2.2", cells=chits, hidden=sum(g.chits)),
        *(corps_part(g, g.corps(side)) for side in SIDES),
    ]


def corps_part(g: Skirmish, u: Unit) -> Part:
    """7.1: the divisions that a corps stands for."""
    note = "Not formed." if g.hex_of[u] < 0 else "The corps stands for its divisions; losses fall on them."
    return holder(g, u, g.parts_of(u), g.scenario.stacking, "7.1", note)


def chits_of(g: Skirmish, side: Side) -> tuple[str, ...]:
    return tuple(f"chit-{side.word}-{n}" for n in range(g.chits[side]))


def markers(g: Skirmish) -> list[MarkerView]:
    """2.2: the chits in the cup."""
    chits = ((chit, side.word) for side in SIDES for chit in chits_of(g, side))
    return [MarkerView(id=one, sign="move-combat", label="Operation", owner=whose, rule="2.2") for one, whose in chits]


def warnings(g: Skirmish, side: Side, movable: list[Unit]) -> Iterator[Warning]:
    """What the end of a movement would leave undone."""
    cut = [u for u in g.on_map(side) if not is_supplied(g, u)]
    yield from cut_off(g, cut, "8.2", "each loses a step at the end of the turn")
    yield from unmoved(g, (u for u in movable if not g.status[u] & MOVED), "5.3")


VIEWS = Views(parts=parts, markers=markers, supply_of=supply_of, layers=LAYERS)

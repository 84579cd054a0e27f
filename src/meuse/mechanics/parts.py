"""What all games show beside the map in the same way: the turn track, boxes with units in them, corps displays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from meuse.counters import Side, Unit
from meuse.hexmap import Hex
from meuse.report import Cell, Due, Part, count
from meuse.state import State

Calendar = Callable[[int], Iterable[Due]]
"""What a turn brings, by its number."""


def nothing_due(turn: int) -> Iterable[Due]:
    return ()


def turn_track(
    g: State, dates: Sequence[str], rule: str, note: str = "", due: Calendar = nothing_due, first: int = 1
) -> Part:
    """The turns with their dates, if they have any, and what each brings; the present one is lit."""
    cells = []
    for n, date in enumerate(dates, first):
        brings = tuple(due(n))
        pieces = tuple(dict.fromkeys(piece for one in brings for piece in one.pieces))
        cells.append(
            Cell(id=str(n), label=f"{n}: {date}" if date else str(n), on=n == g.turn, pieces=pieces, due=brings)
        )
    return Part(id="turns", kind="track", title="Game turns", rule=rule, cells=tuple(cells), note=note)


NAMED = 3
"""How many units to name; a larger group is shown by its counters."""


class Way(msgspec.Struct, frozen=True):
    """How units enter the map: in words, by which rule, and where."""

    text: str
    rule: str
    hexes: tuple[Hex, ...] = ()


def arrivals_due(g: State, units: Iterable[Unit], way_of: Callable[[Unit], Way]) -> Iterator[Due]:
    """Units that arrive in one turn, with those of a side that arrive in the same way on one line."""
    groups: dict[tuple[Side, Way], list[Unit]] = {}
    for u in units:
        groups.setdefault((g.scenario.side_of[u], way_of(u)), []).append(u)
    for (side, way), members in groups.items():
        who = g.listed(members) if len(members) <= NAMED else count(len(members), "unit")
        text = f"{who} {'arrives' if len(members) == 1 else 'arrive'} {way.text}."
        at = tuple(g.map.labels[h] for h in way.hexes)
        yield Due(text=text, side=side.word, pieces=g.ids(members), at=at, rule=way.rule)


def holder(g: State, u: Unit, inside: Sequence[Unit], slots: int, rule: str, note: str) -> Part:
    """The display of a corps: the divisions that its counter stands for."""
    cell = Cell(id="inside", label="Divisions", pieces=g.ids(inside), slots=slots)
    name, owner, at = g.name(u), g.side(u).word, g.scenario.place_word(g.hex_of[u])
    return Part(
        id=g.id(u), kind="holder", title=name, owner=owner, rule=rule, at=at, note=note, cells=(cell,)
    )  # fmt: skip


def box_part(g: State, box: str, title: str, rule: str, note: str = "") -> Part:
    """A box and the units in it."""
    pieces = g.ids(g.at.get(g.scenario.box(box), ()))
    return Part(
        id=box, kind="box", title=title, rule=rule, cells=(Cell(id=box, label=title, pieces=pieces, note=note),)
    )

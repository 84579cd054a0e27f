"""The turn tracks of Manstein's War: arrivals, refit points, and the special markers that become available."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side, Unit
from meuse.games.manstein.board import NATIONS, Manstein
from meuse.games.manstein.refit import may_receive
from meuse.games.manstein.reinforcements import entries_of, why_not_arrive
from meuse.mechanics import parts
from meuse.mechanics.parts import Way
from meuse.report import Due, Part, count, listed


def turn_track(g: Manstein, side: Side | None) -> Part:
    """4.1, 6.0h: of the units on the tracks a side sees its own; 3.4d: two more turns if the Germans bought them."""
    table = g.scenario.tables["turns"]
    initiative = f"{g.first.title} initiative" if g.turn else "Set-up"  # 2.6a
    dates = table["dates"][: table["extended"] if g.extended else table["last"]]
    return parts.turn_track(g, dates, "4.1", initiative, lambda n: due(g, side, n))


def due(g: Manstein, side: Side | None, turn: int) -> Iterator[Due]:
    if side is not None:
        yield from parts.arrivals_due(g, coming(g, side, turn), lambda u: way_of(g, u))
    if turn > max(g.turn, 0):
        yield from refit_points(g, turn)
    yield from markers(g, turn)
    turns = g.scenario.tables["turns"]
    if turn == turns["last"] and not g.extended:
        price = count(-g.scenario.tables["victory"]["extension"], "point")
        text = f"The last turn, unless the Germans give up {price} to play two more."
        yield Due(text=text, side="german", rule="3.4d")
    if turn == turns["extended"]:
        yield Due(text="The last turn.", rule="3.4d")


def coming(g: Manstein, side: Side, turn: int) -> list[Unit]:
    """13.1: a side's own units on the track; what could have come before is due now."""
    return [u for u in g.units_in(g.box("track"), side) if max(g.arrival[u], g.turn) == turn]


def way_of(g: Manstein, u: Unit) -> Way:
    """13.2a, 13.3, 13.5: with their command; air, naval and special forces units in the Refit Phase."""
    counter = g.counter(u)
    if not counter.is_ground:
        return Way("in the Available Display", "13.5")
    hexes = tuple(h for h in entries_of(g, counter.nation) if why_not_arrive(g, u, h) is None)
    when = "in any impulse" if counter.command == "Res" else f"when {counter.command} is activated"
    return Way(when, "13.2a", hexes)


def refit_points(g: Manstein, turn: int) -> Iterator[Due]:
    """14.1: the income of the turn, nation by nation, as things stand."""
    income = g.scenario.tables["refit"]["income"]
    row = income[turn - 1] if turn <= len(income) else {}
    for side in SIDES:
        nations = [n for n in NATIONS if (n == "german") == (side is Side.GERMAN) and row.get(n) and may_receive(g, n)]
        if nations:
            points = listed([f"{n.capitalize()} {row[n]}" for n in nations])
            yield Due(text=f"Refit points: {points}.", side=side.word, rule="14.1")


def markers(g: Manstein, turn: int) -> Iterator[Due]:
    """5.2a, 5.7a: the special markers that can be used from this turn on."""
    for side in SIDES:
        fresh = [
            marker.title
            for name, marker in g.scenario.markers.items()
            if marker.kind == "special"
            and marker.side == side.word
            and marker.from_ == turn > 1
            and name not in g.played
        ]
        if fresh:
            yield Due(text=f"In the bin from now on: {listed(fresh)}.", side=side.word, rule="5.2a")

"""The Turn Record Track of France '40: arrivals, draws from the cup, withdrawals, what a turn opens or ends."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.france40 import dynamo, evacuation, halt, supply
from meuse.games.france40.board import France40
from meuse.mechanics import parts
from meuse.mechanics.parts import Way
from meuse.report import Due, Part, count, listed


def turn_track(g: France40) -> Part:
    """3.0, 19.1a, 22.7b; 21.6: the turn beyond the last is shown once it has been bought."""
    table = g.scenario.tables["turns"][g.scenario.id]
    dates = table["dates"][: max(table["last"], g.turn)]
    return parts.turn_track(g, dates, "3.0", due=lambda n: due(g, n))


def due(g: France40, turn: int) -> Iterator[Due]:
    waiting = g.at.get(g.scenario.box("display"), ())
    yield from parts.arrivals_due(g, [u for u in waiting if max(g.due[u], g.turn) == turn], lambda u: way_of(g, u))
    yield from in_dynamo(g, turn) if g.scenario.dynamo else in_sickle_cut(g, turn)


def way_of(g: France40, u: Unit) -> Way:
    """19.2.2a, 19.3.1a, 22.7b: at the Entry Hexes of its area."""
    side = g.scenario.side_of[u]
    hexes = tuple(sorted(h for h in g.scenario.entry_hexes[g.area[u]] if g.controls(side, h)))
    if g.scenario.dynamo:
        return Way("on the south map edge", "22.7b", hexes)
    return Way(f"in Entry Area {g.area[u]}", "19.3.1a" if side is Side.GERMAN else "19.2.2a", hexes)


def in_sickle_cut(g: France40, turn: int) -> Iterator[Due]:
    """19.2.1, 19.3.2, 21.2.6, 21.3.1, 21.5: draws, the north edge, GQG markers, the Halt Order, the mass strike."""
    tables = g.scenario.tables
    if drawn := tables["draws"].get(str(turn)):
        text = f"The Allies draw {count(drawn, 'reinforcement')} from the cup; they arrive the same turn."
        yield Due(text=text, side="allied", rule="19.2.1")
    if opening := tuple(g.map.labels[h] for h in sorted(north_edge(g)) if supply.opened(g, h) == turn):
        hexes, verb = count(len(opening), "Entry Hex", "Entry Hexes"), "opens" if len(opening) == 1 else "open"
        yield Due(text=f"{hexes} on the north edge {verb}.", side="german", at=opening, rule="19.3.2")
    if turn == 1:
        most = tables["air"]["mass_strike"]
        text = f"Up to {count(most, 'Air unit')} may support one attack: the mass strike at Sedan."
        yield Due(text=text, side="german", rule="9.3.1b")
    for number, leaves in enumerate(tables["gqg"]["removed_on"], 1):
        if leaves == turn:
            yield Due(text=f"GQG marker {number} leaves the game.", side="allied", rule="21.2.6")
    if turn == tables["halt"]["from_turn"] and not g.halt_declared:
        text = "From now on the Allied player may declare the Halt Order, once."
        yield Due(text=text, side="allied", rule="21.3.1")
    if turn == tables["turns"][g.scenario.id]["last"]:
        yield Due(text="The last turn: points are counted at its end.", rule="21.7")


def in_dynamo(g: France40, turn: int) -> Iterator[Due]:
    """22.2c, 22.4.1, 22.5.1a, 22.7f: the Halt Order, Belgium, the evacuation, withdrawals."""
    if leaving := g.scenario.setup["withdrawals"].get(str(turn)):
        named = g.scenario.unit_named
        words = listed([g.name(named[one]) if one in named else one for one in leaving])
        text = f"{words} {'is' if len(leaving) == 1 else 'are'} withdrawn."
        members = [u for u in g.on_map(Side.GERMAN) if g.id(u) in leaving or g.counter(u).division in leaving]
        yield Due(text=text, side="german", pieces=g.ids(members), at=g.places(members), rule="22.7f")
    if turn < halt.LAST_DYNAMO_TURN:
        yield Due(text="The Allies place Halt! markers on German stacks.", side="allied", rule="22.2c")
    if turn == halt.LAST_DYNAMO_TURN:
        yield Due(text="The Halt Order is lifted after this turn.", side="german", rule="22.2a")
    if turn == dynamo.SURRENDER_TURN and not g.belgium_out:
        yield Due(text="Belgium surrenders, unless Brugge has fallen before.", side="allied", rule="22.4.1")
    if turn == evacuation.PORT_FROM:
        yield Due(text="From now on the Allies roll to evacuate from a port.", side="allied", rule="22.5.1a")
    if turn == evacuation.BEACH_FROM:
        yield Due(text="From now on the Allies also roll for the beaches.", side="allied", rule="22.5.1a")
    if turn == g.scenario.tables["turns"][g.scenario.id]["last"]:
        yield Due(text="The last turn: units and points are counted at its end.", rule="22.10.1")


def north_edge(g: France40) -> frozenset[int]:
    """19.3.2: the Entry Hexes that open later."""
    return frozenset(h for hexes in g.scenario.entry_hexes.values() for h in hexes if supply.opened(g, h) > 1)

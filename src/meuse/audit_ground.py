"""What lies open on the ground when the enemy's turn begins: gifts, holes, lonely headquarters."""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from statistics import median

from meuse.appreciation import AnyAppreciation
from meuse.audit_found import Blunder, Kind, blunder, crowd, lives, place
from meuse.audit_walk import Turn
from meuse.counters import Side, Unit
from meuse.hexmap import Hex
from meuse.state import State

FAR = 3
"""An enemy who comes from this many hexes away has used a gap; from nearer by, none was needed."""

Comers = Mapping[Hex, tuple[Unit, ...]]


def ground(app: AnyAppreciation, turn: Turn, later: Sequence[Turn]) -> Iterator[Blunder]:
    """All that lies open after a turn; only if the enemy's is next."""
    if not later or later[0].side is turn.side or turn.after is None:
        return
    g, side, reply = turn.after, turn.side, later[0].after
    prizes = app.prizes(g, side)
    held = [h for h in prizes if app.holds(g, side, h)]
    come = next_comers(app, g, side.enemy, {n for h in held for n in (h, *g.map.adjacent[h])})
    fresh = board_before(app, turn)
    gifts = app.open_prizes(g, side, come)
    left = {h: u for h, u in gifts.items() if could_guard(app, turn, fresh, h, prizes)}
    taken = {h for h in left if reply is not None and app.holds(reply, side.enemy, h)}
    for h in each_once(left, lambda h: (h not in taken, -prizes[h], h)):
        words = f"{place(g, h)} is left open; {crowd(g, left[h])} can walk in."
        yield _at(turn, "gift", h, left[h], prizes[h], words, h in taken)
    yield from holes(app, turn, [h for h in held if h not in gifts], come, reply)
    yield from lonely(app, turn, fresh, prizes, reply)


def each_once(left: Comers, order: Callable[[Hex], tuple[bool, float, int]]) -> Iterator[Hex]:
    """The places that enemies could take in one movement: whoever can get to several walks into one of them."""
    spent = set[Unit]()
    ways = Count(u for comers in left.values() for u in comers)
    for h in sorted(left, key=order):
        fresh = [u for u in left[h] if u not in spent]
        if fresh:
            spent.add(min(fresh, key=lambda u: (ways[u], u)))
            yield h


def board_before(app: AnyAppreciation, turn: Turn) -> State:
    """The board as it was at the start of a turn, with fresh units."""
    return turn.start if turn.eve is None else app.on_their_turn(turn.eve, turn.side)


def next_comers(app: AnyAppreciation, g: State, side: Side, goals: Collection[Hex]) -> Comers:
    """Who of a side could be in these hexes at the end of its next turn."""
    come = app.comers(g, side, goals)
    able = {h: tuple(u for u in units if app.may_act_next(g, u)) for h, units in come.items()}
    return {h: units for h, units in able.items() if units}


def could_guard(app: AnyAppreciation, turn: Turn, fresh: State, h: Hex, prizes: Mapping[Hex, float]) -> bool:
    """Whether somebody who could act, and guards nothing else that counts, could have been in a hex."""
    g, side = turn.after, turn.side
    assert g is not None
    near = sorted(fresh.on_map(side), key=lambda u: (fresh.map.distance(fresh.hex_of[u], h), u))
    for u in near:
        if fresh.map.distance(fresh.hex_of[u], h) > app.stride(fresh, u) or g.hex_of[u] < 0:
            continue
        if app.is_frail(g, u) or not app.takes(g, u, h) or _guards(app, g, side, u, prizes):
            continue
        stood_there = fresh.hex_of[u] == h
        if stood_there or (app.could_act(turn.last, u) and h in app.reach(fresh, u)):
            return True
    return False


def _guards(app: AnyAppreciation, g: State, side: Side, u: Unit, prizes: Mapping[Hex, float]) -> bool:
    """Whether a unit is the only one that keeps something that counts."""
    h = g.hex_of[u]
    others = [v for v in g.units_in(h, side) if v != u and not app.is_frail(g, v) and app.takes(g, v, h)]
    return h in prizes and app.holds(g, side, h) and not others


def holes(
    app: AnyAppreciation, turn: Turn, held: Sequence[Hex], come: Comers, reply: State | None
) -> Iterator[Blunder]:
    """Places that count most, to which enemies come from afar in strength; who comes to several is told once.

    What was taken in this very turn lies before the line, not behind it: there the enemy may come back.
    """
    g, side = turn.after, turn.side
    assert g is not None
    prizes, told = app.prizes(g, side), set[Unit]()
    least = median(prizes.values()) if prizes else 0.0
    for h in sorted(held, key=lambda h: (-prizes[h], h)):
        taken = not app.holds(turn.start, side, h)
        if prizes[h] < least or taken or _at_the_door(app, g, side.enemy, h, FAR - 1):
            continue
        comers = sorted({u for n in g.map.adjacent[h] for u in come.get(n, ()) if app.strength(g, u) > 0} - told)
        if comers and sum(app.strength(g, u) for u in comers) >= sum(app.strength(g, u) for u in g.units_in(h, side)):
            told.update(comers)
            through = reply is not None and (
                app.holds(reply, side.enemy, h) or _at_the_door(app, reply, side.enemy, h, 1)
            )
            words = f"through a gap in the line {crowd(g, comers)} can get to {place(g, h)}."
            yield _at(turn, "hole", h, comers, prizes[h], words, through)


def _at_the_door(app: AnyAppreciation, g: State, side: Side, h: Hex, near: int) -> bool:
    return any(g.map.distance(g.hex_of[u], h) <= near for u in g.on_map(side) if app.strength(g, u) > 0)


def lonely(
    app: AnyAppreciation, turn: Turn, fresh: State, prizes: Mapping[Hex, float], reply: State | None
) -> Iterator[Blunder]:
    """Those that are lost if an enemy comes: alone beside one, though they could have been elsewhere."""
    g, side = turn.after, turn.side
    assert g is not None
    for u in g.on_map(side):
        h = g.hex_of[u]
        if not app.is_frail(g, u) or (h in prizes and app.holds(g, side, h)) or app.is_guarded(g, side, h):
            continue
        beside = [v for n in g.map.adjacent[h] for v in g.units_in(n, side.enemy) if app.strength(g, v) > 0]
        moved = fresh.hex_of[u] != h
        stays = fresh.hex_of[u] >= 0 and app.could_act(turn.last, u) and len(app.reach(fresh, u)) > 1
        if beside and (moved or stays):
            lost = reply is not None and not lives(reply, u)
            words = f"{g.name(u)} stands alone at {place(g, h)}, beside {crowd(g, beside)}."
            yield _at(turn, "lonely", h, (u,), 1.0, words, lost)


def _at(turn: Turn, kind: Kind, h: Hex, units: Sequence[Unit], weight: float, words: str, punished: bool) -> Blunder:
    g = turn.after
    assert g is not None
    return blunder(g, kind, turn.side, turn.number, turn.end, words, h=h, units=units, weight=weight, punished=punished)

"""What lies open on the ground when the enemy's turn begins: gifts, holes, lonely headquarters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from meuse.appreciation import AnyAppreciation
from meuse.audit_found import Blunder, Kind, blunder, crowd, lives, place
from meuse.audit_walk import Turn
from meuse.counters import Side, Unit
from meuse.hexmap import Hex
from meuse.state import State

FAR = 3
"""From so many hexes away an enemy comes through a gap; nearer, he has been at the door already."""

Comers = Mapping[Hex, tuple[Unit, ...]]


def ground(app: AnyAppreciation, turn: Turn, later: Sequence[Turn]) -> Iterator[Blunder]:
    """All that lies open after a turn; only if the enemy's is next."""
    if not later or later[0].side is turn.side or turn.after is None:
        return
    g, side, reply = turn.after, turn.side, later[0].after
    prizes = app.prizes(g, side)
    held = [h for h in prizes if app.holds(g, side, h)]
    come = app.comers(g, side.enemy, {n for h in held for n in (h, *g.map.adjacent[h])})
    fresh = board_before(app, turn)
    gifts = app.open_prizes(g, side, come)
    for h, comers in gifts.items():
        if could_guard(app, fresh, g, side, h, prizes):
            taken = reply is not None and app.holds(reply, side.enemy, h)
            words = f"{place(g, h)} is left open; {crowd(g, comers)} can walk in."
            yield _at(turn, "gift", h, comers, prizes[h], words, taken)
    yield from holes(app, turn, [h for h in held if h not in gifts], come, reply)
    yield from lonely(app, turn, fresh, prizes, reply)


def board_before(app: AnyAppreciation, turn: Turn) -> State:
    """The board as it was at the start of a turn, with fresh units."""
    return turn.start if turn.eve is None else app.on_their_turn(turn.eve, turn.side)


def could_guard(app: AnyAppreciation, fresh: State, g: State, side: Side, h: Hex, prizes: Mapping[Hex, float]) -> bool:
    """Whether somebody who guards nothing else that counts could have been in a hex."""
    near = sorted(fresh.on_map(side), key=lambda u: (fresh.map.distance(fresh.hex_of[u], h), u))
    for u in near:
        if fresh.map.distance(fresh.hex_of[u], h) > app.stride(fresh, u) or g.hex_of[u] < 0:
            continue
        if app.is_frail(g, u) or not app.takes(g, u, h) or _guards(app, g, side, u, prizes):
            continue
        if h in app.reach(fresh, u):
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
    """Places that count most, to which enemies come from afar in strength; who comes to several is told once."""
    g, side = turn.after, turn.side
    assert g is not None
    prizes, told = app.prizes(g, side), set[Unit]()
    least = median(prizes.values()) if prizes else 0.0
    for h in sorted(held, key=lambda h: (-prizes[h], h)):
        if prizes[h] < least or _at_the_door(app, g, side.enemy, h, FAR - 1):
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
        if beside and (moved or (fresh.hex_of[u] >= 0 and len(app.reach(fresh, u)) > 1)):
            lost = reply is not None and not lives(reply, u)
            words = f"{g.name(u)} stands alone at {place(g, h)}, beside {crowd(g, beside)}."
            yield _at(turn, "lonely", h, (u,), 1.0, words, lost)


def _at(turn: Turn, kind: Kind, h: Hex, units: Sequence[Unit], weight: float, words: str, punished: bool) -> Blunder:
    g = turn.after
    assert g is not None
    return blunder(g, kind, turn.side, turn.number, turn.end, words, h=h, units=units, weight=weight, punished=punished)

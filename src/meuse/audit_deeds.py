"""What units did to no purpose, or did not do: hopeless attacks, marches there and back, idleness, unspent means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.appreciation import AnyAppreciation
from meuse.audit_attacks import NEARLY_CERTAIN
from meuse.audit_found import Blunder, blunder, lives, named, place
from meuse.audit_ground import board_before
from meuse.audit_walk import Turn
from meuse.counters import SIDES, Side, Unit
from meuse.report import listed
from meuse.state import State

LONG = 3
"""A unit is reported as idle after this many game turns in a row, and again after as many more."""


def suicides(turn: Turn) -> Iterator[Blunder]:
    """Attacks that had to lose their attackers."""
    g = turn.after
    assert g is not None
    for attack in turn.doomed:
        if attack.owed or attack.chance < NEARLY_CERTAIN:
            continue
        at = listed([place(g, h) for h in attack.hexes])
        words = f"the attack on {at} loses {named(g, attack.units)} with a chance of {100 * attack.chance:.0f} %."
        lost = any(not lives(g, u) for u in attack.units)
        yield blunder(g, "suicide", turn.side, turn.number, attack.number, words, h=attack.hexes[0],
                      units=attack.units, weight=attack.chance, punished=lost)  # fmt: skip


def unspent(app: AnyAppreciation, turn: Turn) -> Iterator[Blunder]:
    """What expires with a turn."""
    g = turn.last
    for left in app.unspent(g, turn.side):
        words = f"{left.amount:g} {left.what} unused, though there was a use."
        yield blunder(g, "unspent", turn.side, turn.number, turn.end, words, h=left.at, weight=left.amount)


def undone(app: AnyAppreciation, turn: Turn) -> Iterator[Blunder]:
    """Marches there and back, by those who fought nobody and took nothing on the way."""
    g = turn.after
    assert g is not None
    prizes = app.prizes(g, turn.side)
    for u, trail in turn.trails.items():
        if trail[0] != trail[-1] or trail[0] < 0 or u in turn.fought or any(h < 0 or h in prizes for h in trail[1:-1]):
            continue
        words = f"{g.name(u)} ends where it began, at {place(g, trail[0])}, after moving."
        yield blunder(g, "undone", turn.side, turn.number, turn.end, words, h=trail[0], units=(u,))


# -- idle


def idle(app: AnyAppreciation, turns: Sequence[Turn]) -> Iterator[Blunder]:
    """Strong units that for three game turns neither moved nor fought, nor stood where they were of use."""
    for side in SIDES:
        streak: dict[Unit, int] = {}
        for turn in _lasts(turns, side):
            busy = _busy(turns, turn.number)
            streak = {u: streak.get(u, 0) + 1 for u in turn.start.on_map(side) if u not in busy}
            waiting = [u for u, long in streak.items() if long % LONG == 0]
            yield from (_idle(app, turn, u) for u in _useless(app, turn, waiting))


def _lasts(turns: Sequence[Turn], side: Side) -> list[Turn]:
    """The last turn of a side in each game turn that is over."""
    found = {turn.number: turn for turn in turns if turn.side is side and turn.after is not None}
    return [found[number] for number in sorted(found)]


def _busy(turns: Sequence[Turn], number: int) -> set[Unit]:
    """Who moved or fought in a game turn."""
    return {u for turn in turns if turn.number == number for u in (*turn.trails, *turn.fought)}


def _useless(app: AnyAppreciation, turn: Turn, waiting: Sequence[Unit]) -> Iterator[Unit]:
    """The strong among them who could move, stand on nothing that counts, and out of the enemy's reach."""
    g, side = turn.after, turn.side
    assert g is not None
    strong, prizes = _strong(app, g, side), app.prizes(g, side)
    able = [u for u in waiting if g.hex_of[u] >= 0 and app.strength(g, u) >= strong and g.hex_of[u] not in prizes]
    if not able:
        return
    reached = app.comers(g, side.enemy, {n for u in able for n in g.map.adjacent[g.hex_of[u]]})
    fresh = board_before(app, turn)
    for u in able:
        beside = (g.hex_of[u], *g.map.adjacent[g.hex_of[u]])
        if not any(n in reached or g.units_in(n, side.enemy) for n in beside) and len(app.reach(fresh, u)) > 1:
            yield u


def _strong(app: AnyAppreciation, g: State, side: Side) -> float:
    """What a unit of a side has on average."""
    weights = [weight for u in g.on_map(side) if (weight := app.strength(g, u))]
    return sum(weights) / len(weights) if weights else 1.0


def _idle(app: AnyAppreciation, turn: Turn, u: Unit) -> Blunder:
    g = turn.after
    assert g is not None
    where, strength = g.hex_of[u], app.strength(g, u)
    words = f"{g.name(u)} has been idle at {place(g, where)} for three turns, far from the enemy."
    return blunder(g, "idle", turn.side, turn.number, turn.end, words, h=where, units=(u,), weight=strength)

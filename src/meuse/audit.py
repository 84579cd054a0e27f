"""The audit: blunders of a game, counted by its own rules, without knowing who plays.

gift      something that counts lies open to the enemy, though somebody could have guarded it
hole      a gap through which the enemy's reach gets to what must be held
lonely    a headquarters, a depot, artillery alone beside the enemy
starved   strength in supply at the start of one's own turn, and out of it at the start of one's next
suicide   an attack that loses its attackers for certain or nearly so, and no duty asked for it
unspent   what expires unused while there was a use for it
idle      a strong unit that for three turns neither moves nor fights, nor guards anything
undone    a unit that ends where it began after moving

>>> import meuse
>>> from meuse.audit import audit
>>> [blunder.kind for blunder in audit(meuse.new("skirmish"))]
[]
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from meuse.appreciation import AnyAppreciation
from meuse.audit_deeds import idle, suicides, undone, unspent
from meuse.audit_found import KINDS, Blunder, Kind
from meuse.audit_ground import ground
from meuse.audit_supply import starved
from meuse.audit_walk import Turn, Walk
from meuse.counters import Side
from meuse.game import Game
from meuse.steps import Order

__all__ = ["KINDS", "Blunder", "Kind", "Looked", "audit", "dates_of", "look_back", "look_back_on", "worst"]

OPEN = ("gift", "hole", "lonely")
"""Kinds of what lies open to the enemy."""


class Looked(msgspec.Struct, frozen=True):
    """What a look back shows."""

    blunders: tuple[Blunder, ...] = ()
    """In the order of the game."""
    dates: Mapping[str, int] = {}
    """In which game turn what of 1940 happened first."""
    digest: str = ""
    """The state to which the orders lead."""


def audit(game: Game) -> Sequence[Blunder]:
    """The blunders of both sides, in the order of the game; none where the game does not say what counts in it."""
    return look_back(game).blunders


def look_back(game: Game) -> Looked:
    """The whole look back at a game."""
    return look_back_on(*_told(game))


def look_back_on(start: Game, orders: Iterable[tuple[Side, Order]]) -> Looked:
    """The same, of these orders from the beginning of a game on."""
    walk = Walk(start, orders)
    found = sorted(_once(_found(walk.app, walk.turns)), key=lambda one: (one.number, KINDS.index(one.kind)))
    return Looked(tuple(found), walk.dates, walk.game.state.digest())


def dates_of(game: Game) -> Looked:
    """The same without blunders, which are what takes long."""
    walk = Walk(*_told(game))
    return Looked((), walk.dates, walk.game.state.digest())


def worst(blunders: Sequence[Blunder], most: int) -> list[Blunder]:
    """Those that say most, in the order of the game: punished ones first, of each kind the gravest, each place once."""
    graver = sorted(blunders, key=lambda one: (not one.punished, -one.weight, one.number))
    places: dict[tuple[str, ...], Blunder] = {}
    for one in graver:
        places.setdefault((one.kind, one.side, one.at or one.words), one)
    ranks: Count[tuple[str, str]] = Count()
    ranked: list[tuple[bool, int, int, Blunder]] = []
    for one in places.values():
        ranked.append((not one.punished, ranks[one.kind, one.side], KINDS.index(one.kind), one))
        ranks[one.kind, one.side] += 1
    chosen = sorted(ranked, key=lambda row: row[:3])[:most]
    return sorted((row[3] for row in chosen), key=lambda one: one.number)


def _told(game: Game) -> tuple[Game, list[tuple[Side, Order]]]:
    start = game.beginning()
    return start, [(entry.side, entry.order) for entry in game.journal[len(start.journal) :]]


def _found(app: AnyAppreciation | None, turns: Sequence[Turn]) -> Iterator[Blunder]:
    if app is None:
        return
    for at, turn in enumerate(turns):
        if turn.after is not None:
            later = turns[at + 1 :]
            yield from ground(app, turn, later)
            yield from starved(app, turn, turns[:at], later)
            yield from suicides(turn)
            yield from unspent(app, turn)
            yield from undone(app, turn)
    yield from idle(app, turns)


def _once(found: Iterable[Blunder]) -> Iterable[Blunder]:
    """What lies open is told once a game turn, though a side may have several turns in it; of these the worst."""
    worst: dict[tuple[str, ...], Blunder] = {}
    for number, one in enumerate(found):
        key = (one.kind, one.side, str(one.turn), one.at) if one.kind in OPEN else (str(number),)
        if key not in worst or (one.punished, one.weight) > (worst[key].punished, worst[key].weight):
            worst[key] = one
    return worst.values()

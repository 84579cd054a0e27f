"""Dangers of a position before a turn is ended: what the audit would blame afterwards, while it can still be mended.

gift    something that counts lies open: an enemy can walk in
hole    a gap through which the enemy's reach gets to what must be held
cut     a hex in which an enemy would put units out of supply

>>> import meuse
>>> game = meuse.new("skirmish", seed=3)
>>> [danger.kind for danger in dangers(game.seat("allied"))]
['hole']
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from meuse.appreciation import AnyAppreciation
from meuse.audit_found import crowd, named, place
from meuse.audit_ground import Comers, each_once, holes, next_comers
from meuse.audit_walk import Turn
from meuse.counters import Side, Unit
from meuse.hexmap import Hex
from meuse.seat import Seat
from meuse.state import State

SEED = "dangers"
"""Whatever a side cannot know is drawn alike each time it looks."""

MOST_OF_A_KIND = 8
"""How many dangers of a kind to report, the gravest first."""

MOST_CUTS = 24
"""How many hexes to test for an enemy who would cut off units."""


class Danger(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the enemy could do next, in a sentence."""

    kind: Literal["gift", "hole", "cut"]
    at: str
    """The hex."""
    units: tuple[str, ...]
    """Who could come, or who would be cut off."""
    weight: float
    text: str


def dangers(seat: Seat) -> list[Danger]:
    """What a side leaves to the enemy as its board stands, as far as it can know; the gravest of each kind first."""
    board = seat.imagine(SEED)
    app, g, side = board.rules.appreciation, board.state, seat.side
    if app is None or board.over:
        return []
    prizes = app.prizes(g, side)
    held = [h for h in prizes if app.holds(g, side, h)]
    come = next_comers(app, g, side.enemy, {n for h in held for n in (h, *g.map.adjacent[h])})
    open_to = app.open_prizes(g, side, come)
    found = (
        _gifts(app, g, side, open_to),
        _holes(app, g, side, [h for h in held if h not in open_to], come),
        _cuts(app, g, side),
    )
    return [danger for kind in found for danger in sorted(kind, key=lambda one: (-one.weight, one.at))[:MOST_OF_A_KIND]]


def _gifts(app: AnyAppreciation, g: State, side: Side, open_to: Comers) -> Iterator[Danger]:
    prizes = app.prizes(g, side)
    for h in each_once(open_to, lambda h: (True, -prizes[h], h)):
        words = f"{place(g, h)} lies open: {crowd(g, open_to[h])} can walk in."
        yield _danger(g, "gift", h, open_to[h], prizes[h], words)


def _holes(app: AnyAppreciation, g: State, side: Side, held: Sequence[Hex], come: Comers) -> Iterator[Danger]:
    now = Turn(side=side, key=None, number=g.turn, eve=None, start=g, last=g, after=g)
    for one in holes(app, now, held, come, None):
        text = f"{one.text[:1].upper()}{one.text[1:]}"
        yield Danger(kind="hole", at=one.at, units=one.units, weight=one.weight, text=text)


def _cuts(app: AnyAppreciation, g: State, side: Side) -> Iterator[Danger]:
    """Hexes in the rear that an enemy can get to; an enemy is told once, where he would do most harm."""
    comers = {h: units for h, units in next_comers(app, g, side.enemy, range(len(g.map))).items() if not g.at.get(h)}
    tried = sorted(comers, key=lambda h: (-_behind(g, side, h), h))[:MOST_CUTS]
    lost = app.cuts(g, side, tried, comers)
    told = set[Unit]()
    for h in sorted(lost, key=lambda h: (-lost[h], h)):
        comer = next(u for u in comers[h] if app.takes(g, u, h))
        if comer in told:
            continue
        told.add(comer)
        victims = _cut_off(app, g, side, comer, h)
        words = f"{g.name(comer)} at {place(g, h)} would put {named(g, victims)} out of supply."
        yield _danger(g, "cut", h, victims, lost[h], words)


def _cut_off(app: AnyAppreciation, g: State, side: Side, comer: Unit, h: Hex) -> list[Unit]:
    trial = g.copy()
    trial.place(comer, h)
    return sorted(app.starving(trial, side).keys() - app.starving(g, side).keys())


def _behind(g: State, side: Side, h: Hex) -> float:
    """How deep in a side's rear a hex is: many of its units near, the enemy's far."""
    own = sorted(g.map.distance(h, g.hex_of[u]) for u in g.on_map(side))
    theirs = min((g.map.distance(h, g.hex_of[u]) for u in g.on_map(side.enemy)), default=0)
    return sum(1 / (1 + far) for far in own[:12]) + 0.2 * theirs


def _danger(g: State, kind: Literal["gift", "cut"], h: Hex, units: Sequence[Unit], weight: float, text: str) -> Danger:
    return Danger(kind=kind, at=g.map.labels[h], units=g.ids(units), weight=round(weight, 2), text=text)

"""The railway between north and south in Sickle Cut, as both staffs see it: where to cut it, where to open it again."""

from __future__ import annotations

from collections.abc import Callable, Collection

from meuse.games.france40 import victory
from meuse.games.france40.board import France40
from meuse.games.france40.terrain import ground
from meuse.hexmap import Hex
from meuse.opponents.lines import NEVER, cheapest_line
from meuse.state import derived

MAN = 10
"""What it costs to man a hex of the curtain, before what it costs whom."""


@derived()
def tracks(g: France40) -> tuple[Hex, ...]:
    """All hexes of railways, those in Entry Hexes among them."""
    return tuple(h for h, near in enumerate(ground(g).rails) if near)


def curtain(g: France40, price: Callable[[Hex], float | None], but: Collection[Hex] = ()) -> list[Hex]:
    """21.7.2b: the cheapest hexes to man so that no railway joins north and south, whatever the Allies bring up.

    `price` of a hex is what it costs to man it, None where nobody can; `but` names hexes of a first curtain, for a
    second behind it. None at all where the railways cannot be cut by so few.
    """
    costs = dict.fromkeys(tracks(g), NEVER)
    for h in costs:
        if g.scenario.playable[h] and not g.held_allied[h] and h not in but and (cost := price(h)) is not None:
            costs[h] = MAN + round(cost)
    north, south = victory.ends(g)
    found = cheapest_line(tracks(g), ground(g).rails, costs, north, dict.fromkeys(south, NEVER))
    return found if all(costs[h] < NEVER for h in found) else []

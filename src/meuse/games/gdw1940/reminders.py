"""What the end of a phase would leave undone, for a player who is about to end it."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side
from meuse.games.gdw1940.air import air_points
from meuse.games.gdw1940.board import UNSUPPLIED, Gdw1940
from meuse.games.gdw1940.supply import is_supplied
from meuse.phases.reminders import cut_off
from meuse.report import count
from meuse.steps import Warning


def unsupplied(g: Gdw1940, side: Side) -> Iterator[Warning]:
    """8.judged: units that would be found without supply where they stand now; at the very end nobody looks."""
    if g.turn == len(g.scenario.tables["turns"]["dates"]) - 1 and g.impulse == 2:
        return
    cut = [u for u in g.on_map(side) if g.in_play(u) and not g.status[u] & UNSUPPLIED and not is_supplied(g, u)]
    yield from cut_off(g, cut, "8.judged", "that is judged as your next impulse begins")


def unused_air(g: Gdw1940, side: Side) -> Iterator[Warning]:
    """9.once: points last for the game turn. The Germans can still defend with theirs while the Allies attack (9)."""
    points = air_points(g, side)
    left = f"{count(points, 'air point')} {'is' if points == 1 else 'are'} left"
    if points and side is Side.ALLIED:
        yield Warning("loses", f"{left} and will be lost.", "9.once", topic="air")
    elif points:
        text = f"{left}. In what remains of the turn they can only support your units when the Allies attack."
        yield Warning("loses", text, "9.once", topic="air")


def held_back(number: int) -> Iterator[Warning]:
    """14.delay: reserves that have not come by the last impulse of a turn do not come on top of the next turn's."""
    if number:
        text = f"{count(number, 'more reserve')} can still arrive now; you cannot make up for it next turn."
        yield Warning("loses", text, "14.delay", topic="arrivals")

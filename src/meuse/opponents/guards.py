"""Guards: who stays in, or goes to, what counts and lies open to the enemy, before anybody thinks of glory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from meuse.appreciation import AnyAppreciation
from meuse.counters import Side, Unit
from meuse.hexmap import Hex
from meuse.opponents.tasks import Task, give_out
from meuse.state import State

MOST_CUTS = 24
"""How many hexes to test at most for an enemy who would cut off units."""


def open_posts(app: AnyAppreciation, g: State, side: Side, free: Collection[Unit]) -> dict[Hex, float]:
    """What a side holds that counts, an enemy could walk into next turn, and only `free` units guard if anybody does.

    By what it is worth. Whoever is not free stays, and guards what is in his hex already.
    """
    staying = {
        g.hex_of[u] for u in g.on_map(side) if u not in free and not app.is_frail(g, u) and app.takes(g, u, g.hex_of[u])
    }
    held = {h: worth for h, worth in app.prizes(g, side).items() if h not in staying and app.holds(g, side, h)}
    come = app.comers(g, side.enemy, held)
    return {h: worth for h, worth in held.items() if any(app.takes(g, u, h) for u in come.get(h, ()))}


def open_cuts(
    app: AnyAppreciation, g: State, side: Side, near: Iterable[Hex], by: Mapping[Hex, Collection[Unit]]
) -> dict[Hex, float]:
    """Empty hexes among the first of `near` in which an enemy would cut off units of a side, with their strength."""
    tried = [h for h in near if h in by and not g.units_in(h, side)][:MOST_CUTS]
    return app.cuts(g, side, tried, by)


def guards(
    app: AnyAppreciation,
    g: State,
    posts: Mapping[Hex, float],
    options: Mapping[Unit, Mapping[Hex, int]],
    price: Callable[[Unit, Hex], float],
) -> dict[Unit, Hex]:
    """Who guards which post: one unit each, so that as much as possible is guarded by those who are missed least."""

    def of(u: Unit, h: Hex) -> float | None:
        able = h in options[u] and not app.is_frail(g, u) and app.takes(g, u, h)
        return price(u, h) if able else None

    tasks = [Task(h, posts[h]) for h in sorted(posts)]
    return {u: task.at for u, task in give_out(tasks, options, of).items()} if tasks else {}

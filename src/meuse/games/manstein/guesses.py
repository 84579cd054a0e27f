"""What a side can only guess of the other: plan, special marker, arrivals (5.0a, 21.1h, 21.2f, 28.3)."""

from __future__ import annotations

import random

from meuse.counters import Side
from meuse.games.manstein.board import Manstein
from meuse.games.manstein.command import plans_of


def resample(g: Manstein, side: Side, rng: random.Random) -> None:
    """Draws what this side cannot know, in keeping with all that it has seen."""
    enemy = side.enemy
    g.rolled = ()
    guess_plan(g, enemy, rng)
    if enemy in g.sealed:
        g.sealed[enemy] = ("special", rng.choice(possible(g, enemy)) or "none")
    elif not special_is_out(g, enemy):
        g.special[enemy] = rng.choice(possible(g, enemy))
    if g.option("28.3"):
        guess_arrivals(g, enemy, rng)


def guess_plan(g: Manstein, owner: Side, rng: random.Random) -> None:
    """21.1h, 21.2f: any of the three, until one has been played."""
    plans = plans_of(g, owner)
    if g.plans[owner] and not any(plan in g.played for plan in plans):
        g.plans[owner] = rng.choice(plans)


def special_is_out(g: Manstein, owner: Side) -> bool:
    """Whether the enemy cannot have a special marker in his bin (5.2d): none is in yet, or he has played it."""
    return not g.offered[owner] or not in_operations(g) or any(name in g.played for name in drawn_this_turn(g, owner))


def in_operations(g: Manstein) -> bool:
    """Whether the bins have been filled and not yet been emptied."""
    return bool(g.regular[0] or g.regular[1] or g.now.marker)


def drawn_this_turn(g: Manstein, owner: Side) -> set[str]:
    """The markers offered this turn, the plan by whatever name."""
    names = set(g.offered[owner])
    return names | set(plans_of(g, owner)) if "plan" in names else names


def possible(g: Manstein, owner: Side) -> list[str]:
    """5.2d: what may lie in the enemy's bin; 21.2f2: on turn 1 the German plan is surely there."""
    mine = [g.plans[owner] if name == "plan" else name for name in sorted(g.offered[owner])]
    return mine if owner is Side.GERMAN and g.turn == 1 else ["", *mine]


def guess_arrivals(g: Manstein, owner: Side, rng: random.Random) -> None:
    """28.3: what has not come yet comes on some later turn, or in what is left of this one."""
    for u in g.units_in(g.box("track"), owner):
        g.arrival[u] = rng.randint(min(max(1, g.turn), 6), 6)

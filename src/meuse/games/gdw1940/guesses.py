"""16.secret: what a side can only guess of the other's plans, drawn afresh in keeping with all that it has seen.

The areas of army groups do not overlap, so deployment gives army groups away, and the panzer corps the army group of
effort. From turn 0 on only the German objective is unknown, and the Allied choice for turn 0 until a unit moves by it.
"""

from __future__ import annotations

import random

from meuse.counters import Side, Unit
from meuse.games.gdw1940 import command, deployment, planning
from meuse.games.gdw1940.board import POLITICS, Gdw1940


def resample(g: Gdw1940, side: Side, rng: random.Random) -> None:
    """Draws what this side cannot know of the other's plans."""
    g.touch(POLITICS)  # what was worked out from the real groups and plans does not hold for the imagined ones
    if side is Side.GERMAN:
        guess_choice(g, rng)
    else:
        guess_plan(g, rng)
    guess_groups(g, side.enemy, rng)
    command.bind_bef(g)


def guess_choice(g: Gdw1940, rng: random.Random) -> None:
    """16.allied.choice: any army group, unless the Germans were told (20.mechelen) or have seen it move."""
    if "group" in g.plans and not g.shown_group:
        g.plans["group"] = rng.choice((1, 2, 3))


def guess_plan(g: Gdw1940, rng: random.Random) -> None:
    """16.german.objective, 16.german.main, 15.geb: nothing shows the objective; panzer corps show the effort."""
    if "objective" not in g.plans:
        return
    g.plans["objective"] = rng.choice(tuple(planning.OBJECTIVES))
    if g.turn < 0:
        if not any(c.has("panzer_corps") and g.hex_of[u] >= 0 for u, c in enumerate(g.scenario.counters)):
            g.plans["effort"] = rng.choice((1, 2, 3))
        g.geb_for = rng.choice(possible_geb(g))


def possible_geb(g: Gdw1940) -> list[str]:
    """15.geb: the corps that the mountain corps may stand for; "" if it may have been left out."""
    geb = g.scenario.unit_named["de.Geb"]
    there = group_of(g, Side.GERMAN, geb)
    found = [] if there else [""]
    for u, c in enumerate(g.scenario.counters):
        if planning.is_replaceable(g, c.id) and g.hex_of[u] < 0:
            comrades = {group_of(g, Side.GERMAN, v) for v, d in enumerate(g.scenario.counters) if d.army == c.army}
            if not there or comrades <= {0, there}:
                found.append(c.id)
    return found


def guess_groups(g: Gdw1940, side: Side, rng: random.Random) -> None:
    """16.allied.assign, 16.german.assign: armies that show nothing on the map yet go to any army group."""
    mine = [army for army in planning.armies(g, side) if army != command.BEF]
    if g.turn >= 0 or not any(army in g.groups for army in mine):
        return
    top = g.stack[-1]
    if isinstance(top, planning.Assignment) and top.side is side:
        for army in mine:
            g.groups.pop(army, None)
        return
    shown = {army: group for army in mine if (group := shown_group(g, side, army))}
    g.groups |= shown
    while unknown := [army for army in mine if army not in shown]:
        g.groups |= {army: rng.choice((1, 2, 3)) for army in unknown}
        if planning.Assignment(side).why_not_done(g) is None:
            return


def shown_group(g: Gdw1940, side: Side, army: str) -> int:
    """The army group in whose area units of an army have been deployed; 0 if there are none."""
    mine = (u for u in deployment.to_deploy(g, side) if deployment.army_of(g, u) == army)
    return next((group for u in mine if (group := group_of(g, side, u))), 0)


def group_of(g: Gdw1940, side: Side, u: Unit) -> int:
    """The army group of a side in whose area a unit stands; 0 if it is not on the map."""
    h = g.hex_of[u]
    return next((group for group in (1, 2, 3) if h in deployment.room(g, side, group)), 0) if h >= 0 else 0

"""19: losses, objectives, victory levels."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from meuse.counters import Side, Unit
from meuse.games.gdw1940.board import Gdw1940
from meuse.games.gdw1940.neutrals import cities_of
from meuse.games.gdw1940.supply import maginot_hexes
from meuse.hexmap import OFF_MAP, Hex
from meuse.state import Result

MAGINOT, PARIS, NORTH = 1, 2, 3
"""16.german.objective: the German plan."""


def eliminate(g: Gdw1940, u: Unit, rule: str) -> None:
    """19.vp.factors: a unit leaves play and scores for the enemy, however it was eliminated."""
    counter = g.counter(u)
    where = g.scenario.place_word(g.hex_of[u])
    g.place(u, OFF_MAP)
    g.points[counter.side.enemy] += worth(g, u)
    if counter.nation == "british":
        g.british_lost += counter.combat
    if counter.id in ("de.XXXIX", "fr.AC"):
        g.spent_corps |= {u}  # R.15.panzer.form.1: its divisions are out of the game with it
        for v in g.units_in(g.scenario.box("inside"), counter.side):
            g.place(v, OFF_MAP)
    g.emit("eliminated", f"{g.name(u)} is eliminated", rule, units=(counter.id,), at=(where,))


def worth(g: Gdw1940, u: Unit) -> int:
    """19.vp.german, 19.vp.allied: the points for a unit; R.19.vp.allied.1: an airborne unit counts once."""
    chart, counter = g.scenario.tables["victory"], g.counter(u)
    if counter.has("airborne"):
        return int(chart["airborne"])
    each = {
        "british": chart["british"],
        "french": chart["french_motorized" if counter.has("motorized") else "french_other"],
        "german": chart["german_motorized" if counter.has("motorized") else "german_other"],
    }.get(counter.nation, 0)
    return int(each) * counter.combat


def accomplished(g: Gdw1940, plan: int) -> bool:
    """19.plan.maginot, 19.plan.paris, 19.plan.north: whether an objective is reached."""
    if plan == MAGINOT:
        return not any(g.held_allied[h] for h in maginot_hexes(g))
    return all(g.friendly(h, Side.GERMAN) for h in objective_hexes(g, plan))


def objective_hexes(g: Gdw1940, plan: int) -> list[Hex]:
    """The hexes of an objective: Maginot Line, Paris, or Lille, the four ports and every Belgian city."""
    if plan == MAGINOT:
        return sorted(maginot_hexes(g))
    if plan == PARIS:
        return [place.hex for place in g.map.with_kind("paris")]
    return sorted({*(p.hex for p in g.map.with_kind("port")), g.map.place("Lille").hex, *cities_of(g, "belgium")})


def plan_done(g: Gdw1940) -> bool:
    """19.plan, 19.holland: the objective is reached and Holland, if invaded, has surrendered; R.19.holland.1."""
    unconquered = "holland" in g.joined and "holland" not in g.surrendered
    return accomplished(g, g.plans.get("objective", NORTH)) and not unconquered


class Standing(msgspec.Struct, frozen=True):
    """What the victory levels ask for: both scores, the plan, other objectives, Ruhr hexes, British factors lost."""

    german: int
    allied: int
    plan: bool
    others: int
    ruhr: int
    british: int


def level(chart: Mapping[str, int], s: Standing) -> str:
    """19.level.order: the most extreme level whose conditions are met."""
    if s.allied >= s.german or not s.plan:
        if s.allied > s.german and not s.plan and s.ruhr >= chart["ruhr_hexes"]:
            return "Allied strategic victory"  # 19.level.allied_strategic
        if s.allied >= s.german and not s.plan:
            return "Allied decisive victory"  # 19.level.allied_decisive
        return "Allied marginal victory"  # 19.level.allied_marginal
    if not s.others:
        return "draw"  # 19.level.draw
    if s.german < chart["decisive_ratio"] * s.allied:
        return "German marginal victory"  # 19.level.german_marginal
    if s.british >= chart["strategic_british"] or s.others >= 2:
        return "German strategic victory"  # 19.level.german_strategic
    return "German decisive victory"  # 19.level.german_decisive, R.19.level.german_decisive.1


def standing(g: Gdw1940) -> Standing:
    """19.end: how both sides stand; R.19.level.allied_strategic.1: the Ruhr hexes that are Allied territory."""
    chosen = g.plans.get("objective", NORTH)
    others = sum(accomplished(g, plan) for plan in (MAGINOT, PARIS, NORTH) if plan != chosen)
    ruhr = sum(g.friendly(place.hex, Side.ALLIED) for place in g.map.with_kind("ruhr"))
    german, allied = g.points
    return Standing(german, allied, plan_done(g), others, ruhr, g.british_lost)


def verdict(g: Gdw1940) -> Result:
    """19.end: victory from losses and the German plan."""
    s = standing(g)
    found = level(g.scenario.tables["victory"], s)
    winner = {"G": Side.GERMAN, "A": Side.ALLIED}.get(found[0])
    names = {MAGINOT: "to clear the Maginot Line", PARIS: "to take Paris", NORTH: "to take the north"}
    fate = f"the plan {names[g.plans.get('objective', NORTH)]} {'succeeded' if s.plan else 'failed'}"
    text = f"{found[0].upper()}{found[1:]}: {s.german} points to {s.allied}; {fate}."
    return Result(winner, found, text, "19.level.order", {"german": s.german, "allied": s.allied})

"""19: why a game of 1940 ended as it did, and which losses its points were given for, in plain words."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.accounts import Credit, begun, called, compared
from meuse.counters import Side
from meuse.events import Event
from meuse.games.gdw1940.board import Gdw1940
from meuse.games.gdw1940.victory import MAGINOT, NORTH, PARIS, objective_hexes, standing, worth
from meuse.report import count

PLANS = {
    MAGINOT: "clear the Maginot Line",
    PARIS: "take Paris",
    NORTH: "take Lille, the Channel ports and Belgium's cities",
}
RULES = {Side.GERMAN: "19.vp.german", Side.ALLIED: "19.vp.allied"}


def earned(g: Gdw1940, event: Event) -> Iterator[Credit]:
    """19.vp.factors: points come from units that are eliminated, and stay."""
    if event.kind != "eliminated":
        return
    for name in event.units:
        u = g.scenario.unit_named[name]
        if points := worth(g, u):
            side = g.counter(u).side.enemy
            title = f"{g.counter(u).nation.title()} units eliminated"
            yield Credit(side, points, title, RULES[side], (g.name(u),))


def why(g: Gdw1940, reader: Side | None) -> str:
    """19.level.order: the plan first; without it the Germans cannot win."""
    plan, s = g.plans.get("objective", NORTH), standing(g)
    met, of = _reached(g, plan)
    fate = "succeeded" if s.plan else "failed"
    # 19.holland: a Netherlands that fights on spoils a plan whose hexes are all taken
    spoilt = met == of and not s.plan
    reason = "all its hexes, but the Netherlands fought on" if spoilt else f"{met} of its {count(of, 'hex', 'hexes')}"
    germans, verb = begun(called(Side.GERMAN, reader)), "held" if plan != MAGINOT else "cleared"
    whose = "Your" if reader is Side.GERMAN else "The German"
    held = f"{whose} plan, to {PLANS[plan]}, {fate}: {called(Side.GERMAN, reader)} {verb} {reason}."
    return f"{begun(held)} {compared((s.german, s.allied), reader, 'point')}, all for units eliminated." + (
        "" if s.plan else f" {germans} cannot win without the plan."
    )


def _reached(g: Gdw1940, plan: int) -> tuple[int, int]:
    hexes = objective_hexes(g, plan)
    met = sum(not g.held_allied[h] if plan == MAGINOT else g.friendly(h, Side.GERMAN) for h in hexes)
    return met, len(hexes)

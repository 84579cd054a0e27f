"""The plans of France '40: what was done in 1940, what could have been done instead, and how the end is played."""

from __future__ import annotations

from meuse.advice import Plan
from meuse.counters import Side
from meuse.games.france40.appreciation import APPRECIATION
from meuse.games.france40.board import France40

ESTUARY = ("Abbeville", "Saint-Valery-sur-Somme")

SICKLE = Plan("sickle", "Across the Meuse to the mouth of the Somme, then on the Channel ports", ESTUARY)
PORTS = Plan("ports", "Straight for the Channel ports", ESTUARY, weights=(("ports_from", 5), ("exit_from", 6)))
AMIENS = Plan("amiens", "Via Saint-Quentin to Amiens, across the railways", ("Amiens",), weights=(("exit_from", 9),))
GATES = Plan(
    "gates", "Let the infantry fight: close the Entry Hexes, risk no panzers", ESTUARY,
    weights=(("close_from", 4), ("road", 0.06), ("least_attack_german", 0.8)),
)  # fmt: skip
DASH = Plan("dash", "Press on boldly, whatever is cut off", ESTUARY, weights=(("most_guards", 0), ("run", 4)))
SCORE = Plan("score", "Take what counts", ESTUARY, weights=(("exit_from", 8), ("close_from", 8), ("curtain_from", 9)))

HOLD = Plan("hold", "A chain of bonds before the spearheads, and blows at their roads")
SOMME = Plan(
    "somme", "Give ground, and hold the railways along the Somme", weights=(("most_cuts", 0), ("reopen_from", 7))
)
CORRIDOR = Plan("corridor", "Cut the corridor, whatever it costs", weights=(("most_cuts", 6), ("cut", 0.08)))
WATCH = Plan("watch", "Above all, keep them from the Channel ports", weights=(("doors_from", 3), ("door", 8.0)))
STRIKE = Plan("strike", "Strike at exposed units", weights=(("least_attack_allied", 0.4), ("cut", 0.06)))
REOPEN = Plan("reopen", "Open the railway by the end", weights=(("railway", 12.0),))

DUNKIRK = Plan("dunkirk", "Straight for Dunkirk")
COAST = Plan("coast", "Via Nieuwpoort, along the coast", ("Nieuwpoort",))
BERGUES = Plan("bergues", "Via Bergues, to cut the pocket in two", ("Bergues",))
SAFE = Plan("safe", "On a broad front, without risks", weights=(("least_attack_german", 0.8),))
STORM = Plan("storm", "Attack wherever they stand", weights=(("least_attack_german", 0.0), ("ground", 2.5)))

PERIMETER = Plan("perimeter", "Hold the port and the beaches, and ship the British home")
HURRY = Plan("hurry", "Back to the sea at once", weights=(("haste_british", 0.9), ("haste_french", 0.6)))
SLOW = Plan("slow", "Fall back slowly, and keep the French in the field", weights=(("haste_french", 0.12),))
BRAY = Plan("beaches", "Hold the beaches as firmly as the port", weights=(("beach", 12.0), ("ring", 8.0)))
BLOOD = Plan("blood", "Make them pay: strike at exposed units", weights=(("least_attack_allied", 0.4),))

EARLY = {
    ("sickle-cut", Side.GERMAN): (SICKLE, PORTS, AMIENS, GATES, DASH),
    ("sickle-cut", Side.ALLIED): (HOLD, CORRIDOR, SOMME, WATCH, STRIKE),
    ("dynamo", Side.GERMAN): (DUNKIRK, COAST, BERGUES, SAFE, STORM),
    ("dynamo", Side.ALLIED): (PERIMETER, HURRY, SLOW, BRAY, BLOOD),
}
LATE = {("sickle-cut", Side.GERMAN): SCORE, ("sickle-cut", Side.ALLIED): REOPEN}
"""The plan for the last two turns, where only what counts counts."""


def plans_of(g: France40, side: Side) -> tuple[Plan, ...]:
    """What a side could mean to do; the last two turns have a plan of their own, which comes first then."""
    early, late = EARLY[g.scenario.id, side], LATE.get((g.scenario.id, side))
    if late is None or g.turn < APPRECIATION.last_turn(g) - 1:
        return early
    return (late, *(plan for plan in early if plan.name in ("dash", "corridor", "strike")))


def early_plans(g: France40, side: Side) -> frozenset[str]:
    """The names of a side's plans for the time before the end."""
    return frozenset(plan.name for plan in EARLY[g.scenario.id, side])

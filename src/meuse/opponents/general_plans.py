"""Which plans could be followed: the one in force, what else the game proposes, and some of these by other weights."""

from __future__ import annotations

import random

import msgspec

from meuse.advice import Advice, Plan, Weights
from meuse.game import Game
from meuse.opponents.leeway import perturbed, tunable

VARIANTS = 3
"""So many plans are tried with other weights, too."""

MOST_PLANS = 9


def candidates(advice: Advice, board: Game, in_force: Plan, seed: str) -> list[Plan]:
    """The plan in force comes first; plans that differ in nothing come once."""
    proposed = [plan for plan in advice.plans(board.state, board.decision.side) if plan != in_force]
    known, rng = tunable(board.rules), random.Random(f"variants {seed}")
    bases = [in_force, *proposed]
    moved = [varied(bases[n % len(bases)], perturbed(known, rng), n) for n in range(VARIANTS if known else 0)]
    return list(dict.fromkeys([in_force, *proposed[: MOST_PLANS - 1 - len(moved)], *moved]))


def varied(plan: Plan, weights: Weights, number: int) -> Plan:
    """The same plan by somebody who values things otherwise."""
    merged = {**dict(plan.weights), **weights}
    name = f"{plan.name.split('~')[0]}~{number + 1}"
    return msgspec.structs.replace(plan, name=name, weights=tuple(sorted(merged.items())))

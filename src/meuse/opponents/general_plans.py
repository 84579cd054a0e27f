"""Which plans could be followed: the one in force, in several styles, and what else the game proposes."""

from __future__ import annotations

import random

import msgspec

from meuse.advice import Advice, Plan, Weights
from meuse.game import Game
from meuse.opponents.leeway import perturbed, tunable
from meuse.opponents.styles import STYLES, styled

OTHERS = 4
"""So many other plans of the game are tried."""

VARIANTS = 2
"""So many plans are tried with other weights, too."""


def candidates(advice: Advice, board: Game, in_force: Plan, seed: str) -> list[Plan]:
    """The plan in force comes first; plans that differ in nothing come once."""
    proposed = [plan for plan in advice.plans(board.state, board.decision.side) if plan != in_force][:OTHERS]
    known, rng = tunable(board.rules), random.Random(f"variants {seed}")
    bases = [in_force, *proposed]
    moved = [varied(bases[n % len(bases)], perturbed(known, rng), n) for n in range(VARIANTS if known else 0)]
    return list(dict.fromkeys([in_force, *(styled(in_force, style) for style in STYLES), *proposed, *moved]))


def varied(plan: Plan, weights: Weights, number: int) -> Plan:
    """The same plan by somebody who values things otherwise."""
    merged = {**dict(plan.weights), **weights}
    name = f"{plan.name.split('~')[0]}~{number + 1}"
    return msgspec.structs.replace(plan, name=name, weights=tuple(sorted(merged.items())))

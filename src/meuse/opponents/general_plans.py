"""Which plans could be followed: the one in force, in several styles, and what else the game proposes."""

from __future__ import annotations

import random
from itertools import zip_longest

import msgspec

from meuse.advice import Advice, Plan, Weights
from meuse.game import Game
from meuse.opponents.leeway import perturbed, tunable
from meuse.opponents.styles import TRIED, styled

OTHERS = 4
"""How many other plans of the game to try."""

VARIANTS = 4
"""How many plans to try with other weights, too."""

MOVED = 0.5
"""How many of the weights to change then."""

EACH = 3.0
"""How many boards it takes to tell a plan from the others: a small budget tries fewer plans."""


def candidates(advice: Advice, board: Game, in_force: Plan, seed: str, boards: float) -> list[Plan]:
    """The plan in force first, then styles, other plans and other weights by turns; as many as so many boards tell."""
    proposed = [plan for plan in advice.plans(board.state, board.decision.side) if plan != in_force][:OTHERS]
    known, rng = tunable(board.rules), random.Random(f"variants {seed}")
    bases = [in_force, *proposed]
    moved = [varied(bases[n % len(bases)], perturbed(known, rng, MOVED), n) for n in range(VARIANTS if known else 0)]
    styles = [styled(in_force, style) for style in TRIED]
    by_turns = [plan for row in zip_longest(styles, proposed, moved) for plan in row if plan is not None]
    return list(dict.fromkeys([in_force, *by_turns]))[: max(2, int(boards / EACH))]


def varied(plan: Plan, weights: Weights, number: int) -> Plan:
    """The same plan by somebody who values things otherwise."""
    merged = {**dict(plan.weights), **weights}
    name = f"{plan.name.split('~')[0]}~{number + 1}"
    return msgspec.structs.replace(plan, name=name, weights=tuple(sorted(merged.items())))

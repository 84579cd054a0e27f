"""`cadet`: a staff that overlooks things. It thinks as the staff does, misjudges what things are worth, and forgets."""

from __future__ import annotations

import random
from collections import Counter, deque

from meuse.decision import Decision
from meuse.game import Game
from meuse.opponents.leeway import perturbed, tunable
from meuse.opponents.staff import StaffBot
from meuse.steps import Order

FORGETS = 0.4
"""The share of a long list of orders that a cadet overlooks."""

LONG = 3
"""A list of fewer orders of a kind nobody forgets."""

MISJUDGES = 0.8
"""The share of the weights that a cadet gets wrong, each within its bounds."""


class CadetBot(StaffBot):
    """Plays by the staff's plans, and carries them out badly."""

    name = "cadet"

    def _think(self, board: Game, decision: Decision) -> None:
        rng = random.Random(f"cadet {self._seed} {self._at}")
        self._weights = perturbed(tunable(board.rules), rng, share=MISJUDGES)
        super()._think(board, decision)
        self._orders = deque(remembered(list(self._orders), rng))


def remembered(orders: list[Order], rng: random.Random) -> list[Order]:
    """What is left of a list of orders; the last, the way out, and single orders are never forgotten."""
    kinds = Counter(order[0] for order in orders)
    return [
        order
        for place, order in enumerate(orders)
        if place == len(orders) - 1 or kinds[order[0]] < LONG or rng.random() >= FORGETS
    ]

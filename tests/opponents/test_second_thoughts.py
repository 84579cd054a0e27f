"""A bot that takes back what it has ordered, and orders it again, comes to an end all the same."""

from __future__ import annotations

from collections import deque

import meuse
from meuse.decision import Decision
from meuse.game import Game
from meuse.opponents.staff import MOST_SECOND_THOUGHTS, StaffBot


class Waverer(StaffBot):
    """Declares an attack and withdraws it, whenever it thinks."""

    def _think(self, board: Game, decision: Decision) -> None:
        super()._think(board, decision)
        if "withdraw" in decision.choices():
            self._orders = deque([("withdraw", *decision.choices(("withdraw",))[:1])])
        elif "attack" in decision.choices():
            self._orders = deque(order for order in self._orders if order[0] == "attack")
            self._planned_for = None


def test_whoever_wavers_ends_the_phase_after_some_second_thoughts() -> None:
    game = meuse.new("skirmish", seed=2)
    bots = {"german": Waverer(1), "allied": StaffBot(2)}
    orders: list[str] = []
    while game.state.turn < 2 and not game.over:
        side = game.decision.side
        order = bots[side.word].choose(game.seat(side))
        orders.append(order[0])
        game.play(order, side)

    assert orders.count("withdraw") == MOST_SECOND_THOUGHTS

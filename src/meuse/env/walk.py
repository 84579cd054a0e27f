"""A game walked token by token, for whoever learns to play it."""

from __future__ import annotations

from typing import Literal, NamedTuple

import meuse
from meuse.counters import Side
from meuse.decision import Decision
from meuse.game import Game
from meuse.steps import Order

Reward = Literal["result", "score"]
"""At the end: 1, 0 or -1; or the points by which a side is ahead, as the book counts them."""

RenderMode = Literal["ansi", "svg", "rgb_array"]


class Setting(NamedTuple):
    """What is played, and for what."""

    game: str
    scenario: str | None
    options: dict[str, bool | int | str]
    reward: Reward
    most_orders: int
    render_mode: RenderMode | None

    def begun(self, seed: int | str) -> Game:
        game = meuse.new(self.game, self.scenario, seed, self.options)
        game.quiet = True
        return game


class Walk:
    """A game, and the beginning of the order that is being given.

    Orders that only take something back are offered where nothing else is left. Then the side takes back until a way
    out of its step is open, and only that is offered: so nobody walks in a circle.
    """

    def __init__(self, setting: Setting, seed: int | str) -> None:
        self.setting = setting
        self.game = setting.begun(seed)
        self.prefix: Order = ()
        self.orders = 0
        self._stuck = False
        self._decision = self.game.decision

    @property
    def side(self) -> Side:
        """Whose token is next; after the end whoever was asked last."""
        return self._decision.side

    @property
    def decision(self) -> Decision:
        return self._decision

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def too_long(self) -> bool:
        return self.orders >= self.setting.most_orders and not self.game.over

    def tokens(self) -> list[str]:
        """The tokens that may come next."""
        if self.game.over:
            return []
        if self.prefix:
            return self._decision.choices(self.prefix)
        backs = self._decision.backs()
        found = [token for token in self._decision.choices() if token not in backs]
        if self._stuck:
            found = [token for token in found if not self._decision.choices((token,))]
        return found or [token for token in self._decision.choices() if token in backs]

    def take(self, token: str) -> None:
        """One token more; a complete order is given."""
        order = (*self.prefix, token)
        if self._decision.choices(order):
            self.prefix = order
            return
        self._stuck = order[0] in self._decision.backs()
        self.give(order)

    def give(self, order: Order) -> None:
        """A whole order."""
        self.prefix = ()
        self.orders += 1
        self.game.play(order, self.side)
        if not self.game.over:
            self._decision = self.game.decision

    def reward(self, side: Side) -> float:
        """What the end of the game is worth to a side; nothing before."""
        result = self.game.result
        if result is None:
            return 0.0
        if self.setting.reward == "score":
            return float(result.score[side.word] - result.score[side.enemy.word])
        return 0.0 if result.winner is None else 1.0 if result.winner is side else -1.0

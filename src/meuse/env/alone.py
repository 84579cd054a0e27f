"""One side against a bot, as a Gymnasium environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import meuse
from meuse.counters import SIDES, Side
from meuse.env.observation import Observer
from meuse.env.render import rendered
from meuse.env.vocabulary import Vocabulary
from meuse.env.walk import RenderMode, Setting, Walk

SIDE_OF: dict[str, Side] = {side.word: side for side in SIDES}


class Alone(gymnasium.Env[dict[str, Any], Any]):
    """An action is a token. One that is not allowed changes nothing, and `info["illegal"]` says why.

    `info["action_mask"]` tells which are allowed, and so does `action_masks`, as libraries with masks ask for it.
    """

    metadata = {"render_modes": ["ansi", "svg", "rgb_array"], "render_fps": 2}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(self, setting: Setting, side: str, opponent: str) -> None:
        if side not in SIDE_OF:
            raise ValueError(f"there is no side {side!r}; there are {', '.join(SIDE_OF)}")
        self.setting, self.side, self.opponent = setting, SIDE_OF[side], opponent
        self.render_mode: RenderMode | None = setting.render_mode
        game = setting.begun(0)
        meuse.bot(opponent)
        self.vocabulary = Vocabulary(game)
        self.observer = Observer(game, self.vocabulary)
        self.observation_space = self.observer.space
        self.action_space = spaces.Discrete(len(self.vocabulary))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        number = int(self.np_random.integers(2**31))
        self.walk = Walk(self.setting, number)
        self._bot = meuse.bot(self.opponent, f"{number} {self.side.enemy.word}")
        self._tried = 0
        self.reply()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        token = self.vocabulary.tokens[int(action)]
        self._tried += 1
        refused = {} if token in self.walk.tokens() else {"illegal": self._why_not(token)}
        if not refused:
            self.walk.take(token)
            self.reply()
        reward = self.walk.reward(self.side)
        return self._seen(), reward, self.walk.over, self._is_too_long, {**self._info(), **refused}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are allowed."""
        return self.vocabulary.mask(self._allowed()).astype(bool)

    def render(self) -> Any:
        return None if self.render_mode is None else rendered(self.walk, self.render_mode)

    @property
    def _is_too_long(self) -> bool:
        """Too many orders, or too many tries that do nothing."""
        return not self.walk.over and (self.walk.too_long or self._tried > 20 * self.setting.most_orders)

    def reply(self) -> None:
        """The opponent gives orders until this side is asked again."""
        seat = self.walk.game.seat(self.side.enemy)
        while not self.walk.over and not self.walk.too_long and self.walk.side is not self.side:
            self.walk.give(self._bot.choose(seat))

    def _allowed(self) -> list[str]:
        return self.walk.tokens() if self.walk.side is self.side else []

    def _why_not(self, token: str) -> str:
        if self.walk.over:
            return "the game is over"
        refusal = self.walk.decision.why_not(self.walk.prefix, token)
        return str(refusal) if refusal is not None else f"{token!r} only takes something back"

    def _seen(self) -> dict[str, Any]:
        return self.observer.look(self.walk.game, self.side, self.walk.prefix)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.vocabulary.mask(self._allowed())}

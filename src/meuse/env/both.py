"""Both sides as agents of a PettingZoo AEC environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from meuse.counters import SIDES, Side
from meuse.env.observation import Observer
from meuse.env.render import rendered
from meuse.env.vocabulary import Vocabulary
from meuse.env.walk import Setting, Walk

SIDE_OF: dict[str, Side] = {side.word: side for side in SIDES}
ENDLESS = 2**31
"""Seeds that nobody gave are drawn below this."""


class Both(AECEnv):  # type: ignore[misc] # it ships no types
    """An agent for each side. An action is a token, and `action_mask` of an observation says which are allowed."""

    def __init__(self, setting: Setting) -> None:
        super().__init__()
        self.setting, self.render_mode = setting, setting.render_mode
        self.metadata = {
            "name": f"meuse_{setting.game}_v0", "render_modes": ["ansi", "svg", "rgb_array"],
            "is_parallelizable": False, "render_fps": 2,
        }  # fmt: skip
        game = setting.begun(0)
        self.vocabulary = Vocabulary(game)
        self.observer = Observer(game, self.vocabulary)
        self.possible_agents: list[str] = [side.word for side in SIDES]
        self._rng = np.random.default_rng()
        mask = spaces.Box(0, 1, (len(self.vocabulary),), np.int8)
        self._seen: dict[str, spaces.Space[Any]] = {
            agent: spaces.Dict({"observation": self.observer.space, "action_mask": mask})
            for agent in self.possible_agents
        }
        tokens: spaces.Space[Any] = spaces.Discrete(len(self.vocabulary))
        self._actions = dict.fromkeys(self.possible_agents, tokens)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; one seed gives one game, and without a seed the next game follows from the last seed."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.walk = Walk(self.setting, int(self._rng.integers(ENDLESS)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.walk.side.word

    def step(self, action: int | None) -> None:
        """One token of the agent whose turn it is; an illegal one is an error that names the order so far."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._take(action)
        if self.walk.over or self.walk.too_long:
            self.rewards = {side.word: self.walk.reward(side) for side in SIDES}
            self.terminations = dict.fromkeys(self.agents, self.walk.over)
            self.truncations = dict.fromkeys(self.agents, self.walk.too_long)
        self.agent_selection = self.walk.side.word
        self._accumulate_rewards()

    def _take(self, action: int | None) -> None:
        token = None if action is None else self.vocabulary.tokens[int(action)]
        allowed = self.walk.tokens()
        if token not in allowed:
            begun = " ".join(self.walk.prefix) or "an order"
            raise ValueError(f"{token!r} cannot follow {begun}: next comes {', '.join(allowed[:6])}")
        self.walk.take(token)

    def observe(self, agent: str) -> dict[str, Any]:
        side = SIDE_OF[agent]
        return {
            "observation": self.observer.look(self.walk.game, side, self._begun(side)),
            "action_mask": self.vocabulary.mask(self.walk.tokens() if self._is_asked(side) else ()),
        }

    def _is_asked(self, side: Side) -> bool:
        return self.walk.side is side and not self.walk.over

    def _begun(self, side: Side) -> tuple[str, ...]:
        """The order that a side has begun to give: the other does not see it."""
        return self.walk.prefix if self._is_asked(side) else ()

    def render(self) -> str | NDArray[np.uint8] | None:
        return None if self.render_mode is None else rendered(self.walk, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

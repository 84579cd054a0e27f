"""Learning environments: Meuse's games for PettingZoo and Gymnasium. They need `pip install "meuse[lab]"`.

An action is a token of the trie of orders. A mask tells which tokens may come next, and when the tokens make a complete
order, it is given. See `docs/learning.md`.

>>> import meuse.env
>>> table = meuse.env.aec("skirmish")
>>> table.reset(seed=7)
>>> table.agent_selection, len(table.vocabulary)
('german', 226)
"""

from __future__ import annotations

from meuse.env.alone import Alone
from meuse.env.both import Both
from meuse.env.observation import CHANNELS, GLOBALS, Observer
from meuse.env.vocabulary import Vocabulary
from meuse.env.walk import RenderMode, Reward, Setting

__all__ = ["CHANNELS", "GLOBALS", "Alone", "Both", "Observer", "Vocabulary", "aec", "single"]


def aec(
    game: str,
    scenario: str | None = None,
    *,
    options: dict[str, bool | int | str] | None = None,
    reward: Reward = "result",
    most_orders: int = 10_000,
    render_mode: RenderMode | None = None,
) -> Both:
    """Both sides as agents of a PettingZoo AEC environment."""
    return Both(Setting(game, scenario, options or {}, reward, most_orders, render_mode))


def single(
    game: str,
    scenario: str | None = None,
    *,
    side: str = "german",
    opponent: str = "staff",
    options: dict[str, bool | int | str] | None = None,
    reward: Reward = "result",
    most_orders: int = 10_000,
    render_mode: RenderMode | None = None,
) -> Alone:
    """One side against a bot, as a Gymnasium environment."""
    return Alone(Setting(game, scenario, options or {}, reward, most_orders, render_mode), side, opponent)

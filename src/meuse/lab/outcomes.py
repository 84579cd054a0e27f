"""How a finished game counts for a side, from 0 to 1, where plans and weights are compared by games."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from meuse.counters import Side
from meuse.game import Game
from meuse.value import appreciation_of, ended

Judge = Callable[[Game, Side], float]


def points(game: Game, side: Side) -> float:
    """1 for a win, 0.5 for a draw, 0 for a loss."""
    return ended(game, side)


def margin(game: Game, side: Side) -> float:
    """Half by the points, half by what is held of all that counts: so a few games say more than by points alone."""
    app, g = appreciation_of(game.rules), game.state
    all_prizes = sum(app.prizes(g, side).values()) or 1.0
    ahead = (app.held(g, side) - app.held(g, side.enemy)) / all_prizes
    return 0.5 * ended(game, side) + 0.5 * (0.5 + max(-1.0, min(1.0, ahead)) / 2)


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.5

"""Whole games, compared as they go: the units an order touched at every decision, everything at the end of each phase
and at one decision in fifty."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

import meuse
from kits.curious import CuriousBot
from meuse.game import Game
from meuse.opponents import Bot, bot
from oracle.frame import Account, Difference

EVERYTHING_EVERY = 50
"""Decisions between two at which everything is compared, whatever was ordered."""

MOST_ORDERS = 6000


class Found(msgspec.Struct, frozen=True):
    """A difference, and after how many orders of which game it was seen."""

    orders: int
    asked: str
    difference: Difference


class Walk(msgspec.Struct, frozen=True):
    """A game to be compared: repeatable by its seed."""

    game: str
    scenario: str
    players: str
    seed: int
    options: dict[str, bool | int | str] = {}

    def begin(self) -> tuple[Game, dict[str, Bot]]:
        game = meuse.new(self.game, self.scenario, self.seed, self.options)
        game.quiet = True
        return game, {side.word: player(self.players, f"{self.seed} {side.word}") for side in meuse.SIDES}


def player(name: str, seed: str) -> Bot:
    return CuriousBot(seed) if name == "curious" else bot(name, seed)


def compared(walk: Walk, account: Account, most: int = MOST_ORDERS) -> Iterator[Found]:
    """Play a game and tell every difference on the way."""
    for number, (game, touched) in enumerate(moments(walk, most)):
        everything = touched is None or number % EVERYTHING_EVERY == 0
        for difference in account.differences(game, None if everything else touched):
            yield Found(len(game.journal), _asked(game), difference)


def moments(walk: Walk, most: int = MOST_ORDERS) -> Iterator[tuple[Game, frozenset[str] | None]]:
    """The game at every decision, with the units that the last order touched; None where a new phase begins."""
    game, bots = walk.begin()
    phase, before = None, list[tuple[int, int, int]]()
    ordered: tuple[str, ...] = ()
    for _ in range(most):
        if game.over:
            return
        now, fresh = _phase(game), _columns(game)
        yield game, (_touched(game, before, fresh, ordered) if now == phase else None)
        phase, before, side = now, fresh, game.decision.side
        ordered = bots[side.word].choose(game.seat(side))
        game.play(ordered, side)


def _phase(game: Game) -> tuple[object, ...]:
    return (game.rules.moment(game.state), len(game.state.stack) > 1 and type(game.state.stack[1]), game.decision.side)


def _columns(game: Game) -> list[tuple[int, int, int]]:
    g = game.state
    return list(zip(g.hex_of, g.steps, g.status, strict=True))


def _touched(
    game: Game, before: list[tuple[int, int, int]], now: list[tuple[int, int, int]], ordered: tuple[str, ...]
) -> frozenset[str]:
    scenario = game.state.scenario
    changed = {scenario.unit_ids[u] for u, (old, new) in enumerate(zip(before, now, strict=True)) if old != new}
    return frozenset(changed | {token for token in ordered if token in scenario.unit_named})


def _asked(game: Game) -> str:
    return f"{game.decision.side.title}, {type(game.decision.step).__name__}"

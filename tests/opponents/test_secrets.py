"""No bot knows what its side cannot know: where only the enemy's secrets and future dice differ, it decides alike."""

from __future__ import annotations

from functools import cache

import pytest

import meuse

BOTS = ("random", "staff", "cadet", "general:2", "raider", "turtle")
MOMENTS = (0, 3, 110)


@cache
def after(game_id: str, orders: int) -> meuse.Game:
    """A game between two staffs, after so many orders; a shorter one stands a few orders before its end."""
    game = meuse.new(game_id, seed="secrets")
    game.quiet = True
    bots = {side: meuse.bot("staff", f"secrets {side.word}") for side in meuse.SIDES}
    while not game.over and len(game.journal) < orders:
        game.play(bots[game.decision.side].choose(game.seat(game.decision.side)))
    return game.at(min(orders, len(game.journal) - 5)) if game.over else game


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.parametrize("game_id", meuse.GAMES)
def test_decisions_do_not_hang_on_the_enemys_secrets(game_id: str, bot: str) -> None:
    for moment in MOMENTS:
        game = after(game_id, moment)
        side = game.decision.side
        twins = [game.imagine(side, f"twin {number}") for number in range(2)]
        chosen = {meuse.bot(bot, 5).choose(twin.seat(side)) for twin in twins}
        assert len(chosen) == 1, f"after {moment} orders: {chosen}"

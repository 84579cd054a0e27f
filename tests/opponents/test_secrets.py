"""No bot knows what its side cannot know: where only the enemy's secrets and future dice differ, it decides alike."""

from __future__ import annotations

from functools import cache

import pytest

import meuse

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


def chosen(bot: str, game: meuse.Game) -> set[meuse.Order]:
    """What a bot orders on boards that differ in what its side cannot know."""
    side = game.decision.side
    twins = [game.imagine(side, f"twin {number}") for number in range(2)]
    return {meuse.bot(bot, 5).choose(twin.seat(side)) for twin in twins}


@pytest.mark.parametrize("bot", ["random", "staff", "cadet", "raider", "turtle"])
@pytest.mark.parametrize("game_id", meuse.GAMES)
def test_decisions_do_not_hang_on_the_enemys_secrets(game_id: str, bot: str) -> None:
    assert [len(chosen(bot, after(game_id, moment))) for moment in MOMENTS] == [1, 1, 1]


@pytest.mark.parametrize("game_id", meuse.GAMES)
def test_neither_does_a_search(game_id: str) -> None:
    assert len(chosen("general:9", after(game_id, 110))) == 1

"""Scripted opponents: each after what it is after, in any game, and otherwise as the staff."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import meuse
from meuse.lab.play import play_out
from meuse.opponents.raiders import SCRIPTED, TEST_ONLY
from meuse.problems import Problem, position, problems_of
from meuse.seat import Seat

NAMES = [bot.name for bot in SCRIPTED]
GAMES = [game for game in meuse.GAMES if game != "skirmish"]


def skirmish(side: str, *put: str, **more: Any) -> Seat:
    """A seat in the last turn of the skirmish, with its side about to move."""
    facts: dict[str, Any] = {"side": side, "phase": f"{side.title()} movement", "put": put, "goals": ("german wins",)}
    game = position(msgspec.structs.replace(problems_of("skirmish")[0], **{**facts, **more})).play(1)
    return game.seat(side)


def test_a_raider_walks_into_what_lies_open() -> None:
    seat = skirmish(
        "allied", "German 24ID at 4719", "French 3DIM at 4621", control={"german": "4619", "allied": "4422"}
    )
    assert meuse.bot("raider").choose(seat) == ("move", "3DIM", "4619")


def test_a_marauder_stands_where_the_enemy_starves() -> None:
    seat = skirmish("allied", "German 1Pz at 4918", "German 24ID at 5118", "French 5DLC at 5215")
    seat.play(meuse.bot("marauder").choose(seat))
    board = seat.imagine(1)
    app = board.rules.appreciation
    assert app is not None
    assert len(app.starving(board.state, meuse.Side.GERMAN)) == 2


def test_a_racer_goes_to_the_nearest_objective() -> None:
    seat = skirmish("german", "German 1Pz at 4318", "French 71DI at Mouzon", control={"allied": "4619 4422 4317"})
    assert meuse.bot("racer").choose(seat) == ("move", "1Pz", "4317")


def test_a_turtle_leaves_its_garrison_where_it_is() -> None:
    seat = skirmish("german", "German 24ID at Sedan", "French 3DIM at 4620", control={"german": "4619"})
    assert meuse.bot("turtle").choose(seat) == ("end",)


def test_a_turtle_does_not_attack_where_it_may_fail() -> None:
    seat = skirmish("german", "German 24ID at 4719", "French 55DI at 4820", phase="German combat")
    assert meuse.bot("staff").choose(seat)[0] == "attack"
    assert meuse.bot("turtle").choose(seat) == ("done",)


@pytest.mark.parametrize("name", NAMES)
def test_each_plays_a_game_to_its_end_and_the_same_again(name: str) -> None:
    one, other = meuse.new("skirmish", seed=3), meuse.new("skirmish", seed=3)
    play_out(one, {"german": meuse.bot(name, 1), "allied": meuse.bot(name, 2)})
    play_out(other, {"german": meuse.bot(name, 1), "allied": meuse.bot(name, 2)})
    assert one.state.digest() == other.state.digest()


@pytest.mark.parametrize("game", GAMES)
def test_each_finds_something_to_do_in_every_game(game: str) -> None:
    board = meuse.new(game, seed=1)
    players = {side: meuse.bot(name, 1) for side, name in zip(("german", "allied"), NAMES[:2], strict=True)}
    for _ in range(25):
        side = board.decision.side
        board.play(players[side.word].choose(board.seat(side)), side)
    assert len(board.journal) > 20


def test_two_of_them_only_test() -> None:
    assert set(TEST_ONLY) < set(NAMES)
    assert not set(TEST_ONLY) & {problem.reply_by for problem in all_problems()}


def all_problems() -> list[Problem]:
    return [problem for game in meuse.GAMES for problem in problems_of(game)]

"""Every ended game has the scores of both sides, however it ended."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from meuse.counters import SIDES, Side

SCENARIOS = [(game, info.id) for game in meuse.GAMES for info in meuse.rule_book(game).scenarios]
REPLAYS = sorted((Path(__file__).parents[1] / "replay").glob("*.meuse"))
BOTH = {side.word for side in SIDES}


def scores(game: meuse.Game) -> tuple[float, float]:
    assert game.result is not None
    return game.result.score["german"], game.result.score["allied"]


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_a_game_played_to_its_end_has_both_scores(path: Path) -> None:
    game = meuse.load(path)
    assert game.result is not None
    assert game.result.score.keys() >= BOTH
    standing = game.rules.standing(game.state)
    assert standing is not None
    assert standing.score.keys() >= BOTH


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_a_game_that_is_given_up_has_both_scores(game_id: str, scenario: str) -> None:
    game = meuse.new(game_id, scenario)
    game.end(meuse.Result(Side.GERMAN, "resignation", "The Allied side has resigned."))
    assert game.result is not None
    assert game.result.winner is Side.GERMAN
    assert game.result.score.keys() >= BOTH


def test_what_a_result_tells_itself_stays() -> None:
    game = meuse.new("skirmish")
    game.end(meuse.Result(None, "draw", "Both sides have agreed to a draw.", score={"german": 7.0}))
    assert scores(game) == (7.0, 3)


def test_a_game_without_points_counts_the_places_it_is_about() -> None:
    """Case Yellow 3.2: Dutch cities out of the six that make the Netherlands surrender; Paris and four cities."""
    dutch, french = meuse.new("caseyellow", "holland"), meuse.new("caseyellow", "unrestricted")
    for game, place in ((dutch, "Rotterdam"), (french, "Metz")):
        game.state.set_control(game.state.map.place(place).hex, 1 + Side.GERMAN)
        game.end(meuse.Result(None, "draw", "Both sides have agreed to a draw."))
    assert (scores(dutch), scores(french)) == ((1.0, 5.0), (1.0, 6.0))


def test_plan_jaune_counts_objectives_reached_and_denied() -> None:
    game = meuse.new("planjaune")
    game.end(meuse.Result(None, "draw", "Both sides have agreed to a draw."))
    assert scores(game) == (0.0, 4.0)

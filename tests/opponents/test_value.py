"""What positions are worth: learnt from games, judged on others, the same for both sides."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from meuse.lab.learning import TooFewGames, learn, write
from meuse.lab.selfplay import Sample, samples_of
from meuse.state import Result
from meuse.value import FEATURES, UNTAUGHT, features, is_certain, read_values, taught, value_of

LEARNT = [book.id for book in map(meuse.rule_book, meuse.GAMES) if (book.data / "value.toml").exists()]

NOTHING = dict.fromkeys(FEATURES, 0.0)


def sample(seed: int, strength: float, ended: float) -> Sample:
    return Sample(seed, {**NOTHING, "strength": strength}, ended)


STRONG_WINS = [sample(seed, 0.2 if seed % 2 else -0.2, float(seed % 2)) for seed in range(40)]


@pytest.mark.parametrize("game_id", meuse.GAMES)
def test_the_chances_of_both_sides_make_one(game_id: str) -> None:
    game = meuse.new(game_id, seed=1)
    german, allied = (value_of(game, side) for side in meuse.SIDES)
    assert german + allied == pytest.approx(1.0)
    assert 0.0 < german < 1.0


def test_a_game_that_is_over_is_worth_what_it_came_to() -> None:
    game = meuse.new("skirmish", seed=1)
    german, allied = meuse.SIDES
    game.end(Result(german, "German victory", "The Germans win."))
    assert (value_of(game, german), value_of(game, allied)) == (1.0, 0.0)


@pytest.mark.parametrize("game_id", meuse.GAMES)
def test_every_game_shows_every_feature(game_id: str) -> None:
    game = meuse.new(game_id, seed=1)
    assert set(features(game.rules, game.state)) == set(FEATURES)


def test_what_wins_is_learnt_and_weighs_for_whoever_has_it() -> None:
    value = learn(STRONG_WINS)
    assert value.features["strength"].weight > 0.5
    assert value.german({**NOTHING, "strength": 0.2}) > 0.9 > 0.1 > value.german({**NOTHING, "strength": -0.2})
    assert value.log_loss < value.base_loss


def test_nothing_good_weighs_against_whoever_has_it() -> None:
    upside_down = [sample(one.seed, -one.features["strength"], one.ended) for one in STRONG_WINS]
    assert learn(upside_down).features["strength"].weight == 0.0


def test_a_few_games_teach_nothing() -> None:
    with pytest.raises(TooFewGames):
        learn(STRONG_WINS[:6])
    with pytest.raises(TooFewGames, match="1 different end"):
        learn([sample(seed, 0.1, 1.0) for seed in range(40)])


def test_what_was_learnt_is_written_and_read_again(tmp_path: Path) -> None:
    file, value = tmp_path / "value.toml", learn(STRONG_WINS)
    write(file, {"one": value}, "The first")
    write(file, {"other": value}, "The second")
    assert read_values(file) == {"one": value, "other": value}


def test_an_unknown_feature_is_named(tmp_path: Path) -> None:
    file = tmp_path / "value.toml"
    write(file, {"one": learn(STRONG_WINS)}, "A file")
    file.write_text(file.read_text(encoding="utf-8").replace("hungry =", "thirsty ="), encoding="utf-8")
    with pytest.raises(ValueError, match="one has unknown features: thirsty"):
        read_values(file)


@pytest.mark.parametrize("game_id", LEARNT)
def test_what_ships_knows_more_than_how_often_each_side_wins(game_id: str) -> None:
    rules = meuse.rule_book(game_id)
    known = read_values(rules.data / "value.toml")
    assert set(known) <= {info.id for info in rules.scenarios}
    assert all(is_certain(rules, scenario) for scenario in known)


def test_a_scenario_of_which_nothing_was_learnt_goes_by_rule_of_thumb() -> None:
    rules = meuse.rule_book("skirmish")
    assert taught(rules, "unheard of") == UNTAUGHT
    assert not is_certain(rules, "unheard of")


def test_a_game_of_the_league_can_be_repeated() -> None:
    assert samples_of("skirmish", "sedan", 3) == samples_of("skirmish", "sedan", 3)

"""Learning environments: the checks of the libraries themselves, masks, secrets, and what is refused."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import meuse
import meuse.env
from meuse.env import Alone, Both
from meuse.games import OWN

all_games = pytest.mark.parametrize("game", OWN)


def walked(table: Both, seed: int, tokens: int) -> Iterator[str]:
    """Random allowed tokens; yields whoever has just chosen one."""
    table.reset(seed=seed)
    rng = np.random.default_rng(seed)
    for _ in range(tokens):
        agent = table.agent_selection
        if table.terminations[agent] or table.truncations[agent]:
            return
        table.step(int(rng.choice(np.flatnonzero(table.observe(agent)["action_mask"]))))
        yield agent


# -- as the libraries want it


@pytest.mark.parametrize("game", ["skirmish", "gdw1940"])
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it would rather have arrays that are not nested
        api_test(meuse.env.aec(game), num_cycles=300)


def test_the_same_seed_gives_the_same_games() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        seed_test(lambda: meuse.env.aec("skirmish"), num_cycles=60)


def test_it_can_be_rendered_in_all_its_ways() -> None:
    def looked_at(mode: str) -> Any:
        table = meuse.env.aec("skirmish", render_mode=mode)  # type: ignore[arg-type]
        table.reset(seed=1)
        return table.render()

    text, drawing, pixels = (looked_at(mode) for mode in ("ansi", "svg", "rgb_array"))
    assert "How many tokens do you bid" in text
    assert drawing.startswith("<svg")
    assert (pixels.shape[1:], pixels.dtype) == ((960, 3), np.uint8)
    assert pixels.std() > 20
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        render_test(lambda render_mode: meuse.env.aec("skirmish", render_mode=render_mode))


def test_gymnasium_finds_nothing_wrong() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it would rather have boxes with bounds
        check_env(meuse.env.single("skirmish", opponent="random"), skip_render_check=True)


# -- what may be done


@all_games
def test_whatever_the_game_lists_can_be_chosen(game: str) -> None:
    table = meuse.env.aec(game)
    for _ in walked(table, seed=3, tokens=400):
        walk = table.walk
        mask = table.observe(table.agent_selection)["action_mask"]
        assert {table.vocabulary.tokens[n] for n in np.flatnonzero(mask)} == set(walk.tokens())


def test_tokens_that_make_an_order_give_it() -> None:
    table = meuse.env.aec("skirmish")
    table.reset(seed=7)
    number = table.vocabulary.index
    table.step(number["bid"])
    assert (table.agent_selection, table.walk.game.journal) == ("german", [])
    table.step(number["1"])
    assert (table.agent_selection, len(table.walk.game.journal)) == ("allied", 1)


def test_a_token_that_is_not_allowed_is_an_error_that_says_what_is() -> None:
    table = meuse.env.aec("skirmish")
    table.reset(seed=7)
    table.step(table.vocabulary.index["bid"])
    with pytest.raises(ValueError, match="'4619' cannot follow bid: next comes 0, 1, 2"):
        table.step(table.vocabulary.index["4619"])


def test_alone_a_token_that_is_not_allowed_changes_nothing_and_says_why() -> None:
    alone = meuse.env.single("skirmish", opponent="random")
    alone.reset(seed=7)
    before = alone.walk.game.state.digest()
    _, reward, ended, cut, info = alone.step(alone.vocabulary.index["4619"])

    assert (reward, ended, cut, alone.walk.game.state.digest()) == (0.0, False, False, before)
    assert "4619" in info["illegal"]


@all_games
def test_a_game_ends_whoever_plays_it_at_random(game: str) -> None:
    table = meuse.env.aec(game, most_orders=150)
    assert len(list(walked(table, seed=5, tokens=100_000))) > 20
    assert table.walk.over or table.walk.too_long or any(table.terminations.values())


# -- what it is worth


def played_out(reward: str) -> Both:
    table = meuse.env.aec("skirmish", reward=reward)  # type: ignore[arg-type]
    assert list(walked(table, seed=2, tokens=5000))
    return table


def test_the_result_is_the_reward_of_both() -> None:
    table = played_out("result")
    result = table.walk.game.result
    assert result is not None
    assert result.winner is not None
    assert table.rewards == {result.winner.word: 1.0, result.winner.enemy.word: -1.0}


def test_the_reward_can_be_the_points_ahead() -> None:
    table = played_out("score")
    result = table.walk.game.result
    assert result is not None
    ahead = result.score["german"] - result.score["allied"]
    assert table.rewards == {"german": ahead, "allied": -ahead}


def test_a_bot_answers_until_one_is_asked_again() -> None:
    alone = meuse.env.single("skirmish", side="allied", opponent="staff")
    _, info = alone.reset(seed=4)
    assert info["action_mask"].any()
    while not finished(alone):
        pass
    assert alone.walk.game.result is not None


def finished(alone: Alone) -> bool:
    """One step more, with the first token that is allowed."""
    assert alone.walk.side is alone.side
    _, reward, ended, _, _ = alone.step(int(np.flatnonzero(alone.action_masks())[-1]))
    return ended and reward in (-1.0, 0.0, 1.0)


# -- what is seen


@all_games
def test_nothing_that_is_seen_depends_on_what_the_other_side_hides(game: str) -> None:
    table = meuse.env.aec(game)
    for number, _ in enumerate(islice(walked(table, seed=6, tokens=400), 400)):
        if number % 40 == 0 and not table.walk.over:
            for agent in table.agents:
                looked = table.observe(agent)["observation"]
                again = as_it_could_be(table, agent, number)
                assert all(np.array_equal(looked[part], again[part]) for part in looked)


def as_it_could_be(table: Both, agent: str, seed: int) -> dict[str, Any]:
    """What a side would see if all that it cannot know were otherwise."""
    seat = table.walk.game.seat(agent)
    board = seat.imagine(seed)
    begun = table.walk.prefix if table.walk.side is seat.side else ()
    return table.observer.look(board, seat.side, begun)


def test_an_order_that_has_begun_is_seen_by_its_own_side_only() -> None:
    table = meuse.env.aec("skirmish")
    table.reset(seed=7)
    table.step(table.vocabulary.index["bid"])
    assert table.observe("german")["observation"]["prefix"].any()
    assert not table.observe("allied")["observation"]["prefix"].any()
    assert not table.observe("allied")["action_mask"].any()


def test_units_lie_where_they_are() -> None:
    table = meuse.env.aec("skirmish")
    table.reset(seed=7)
    hexes = table.observe("german")["observation"]["hexes"]
    g = table.walk.game.state
    planes = dict(zip(table.observer.channels, hexes, strict=True))
    assert planes["map"].sum() == len(g.map)
    assert (planes["mine"].sum(), planes["theirs"].sum()) == tuple(len(list(g.on_map(side))) for side in meuse.SIDES)
    assert planes["my steps"].sum() == pytest.approx(sum(g.steps[u] for u in g.on_map(meuse.SIDES[0])) / 10)


def test_channels_and_figures_are_told_on_the_page() -> None:
    page = (meuse.env.__file__ or "").partition("src/")[0] + "docs/learning.md"
    with open(page, encoding="utf-8") as file:
        text = file.read()
    assert [name for name in (*meuse.env.CHANNELS, *meuse.env.GLOBALS) if f"`{name}`" not in text] == []


# -- what there is not


def test_what_cannot_be_set_up_says_what_can() -> None:
    with pytest.raises(ValueError, match="there is no side 'french'; there are german, allied"):
        meuse.env.single("skirmish", side="french")
    with pytest.raises(meuse.UnknownBot):
        meuse.env.single("skirmish", opponent="napoleon")
    with pytest.raises(meuse.UnknownGame):
        meuse.env.aec("chess")

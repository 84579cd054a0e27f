"""A snapshot of any moment of any game gives back that moment: the same state, the same choices, the same future."""

from __future__ import annotations

import random
from collections.abc import Sequence

import meuse
from meuse.changeover import Changeover
from meuse.game import UNDO
from meuse.snapshot import dump, load
from meuse.steps import Token

from .test_every_game import sample, walks
from .walk import eager_order, some_prefixes


def _without_undo(tokens: Sequence[Token]) -> list[Token]:
    """A snapshot has no past to go back to."""
    return [token for token in tokens if token not in UNDO]


def again(game: meuse.Game) -> meuse.Game:
    """The same game, from a snapshot of its state."""
    number, digest, text = len(game.journal), game.state.digest(), dump(game.state)
    change = Changeover(orders=number, revision=1, data="", release="", digest=digest, snapshot=text)
    return meuse.Game.resumed(game.rules, game.state.scenario, game.journal, [change])


@walks
def test_a_state_comes_back_from_its_snapshot(game_id: str, scenario: str, options: str) -> None:
    for game in sample(game_id, scenario, options):
        g = load(dump(game.state), game.rules, game.state.scenario)

        assert g.digest() == game.state.digest()
        assert g.stack == game.state.stack
        assert dump(g) == dump(game.state)


@walks
def test_columns_come_back_as_what_they_were(game_id: str, scenario: str, options: str) -> None:
    for game in sample(game_id, scenario, options)[::3]:
        g = load(dump(game.state), game.rules, game.state.scenario)
        for name in {*g.columns, *g.scalars} - {"stamps"}:
            assert getattr(g, name) == getattr(game.state, name), name
            assert type(getattr(g, name)) is type(getattr(game.state, name)), name
        assert g.copy().digest() == game.state.digest()


@walks
def test_what_can_be_chosen_is_the_same(game_id: str, scenario: str, options: str) -> None:
    rng = random.Random(1)
    for game in sample(game_id, scenario, options)[::2]:
        twin = again(game)
        for prefix in some_prefixes(game.decision, rng):
            assert twin.decision.choices(prefix) == _without_undo(game.decision.choices(prefix)), prefix
        assert [twin.view(side) for side in meuse.SIDES] == [game.view(side) for side in meuse.SIDES]


@walks
def test_play_goes_on_as_it_would_have(game_id: str, scenario: str, options: str) -> None:
    rng = random.Random(2)
    for game in sample(game_id, scenario, options)[::4]:
        one, other = game.copy(), again(game)
        for _ in range(8):
            if one.over or not one.decision.choices():
                break
            order = eager_order(one.decision, rng)
            if order != UNDO:
                assert one.play(order, one.decision.side) == other.play(order, other.decision.side)
        assert one.state.digest() == other.state.digest()
        assert one.journal[len(game.journal) :] == other.journal[len(game.journal) :]

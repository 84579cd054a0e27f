"""What holds at every moment of every game of the skirmish, tried by random play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import meuse
from meuse import journal
from meuse.games.skirmish.board import Skirmish
from meuse.hexmap import OFF_MAP
from meuse.seat import Seat

from .walk import all_orders, eager_order, eager_play, known_tokens, one_of_each_step, some_prefixes

SEEDS = (2, 6, 10)
"""Chosen so that the walks meet every kind of question, as the first test shows."""


def state(game: meuse.Game) -> Skirmish:
    assert isinstance(game.state, Skirmish)
    return game.state


def test_the_walks_meet_every_kind_of_question() -> None:
    met = {type(game.decision.step).__name__ for seed in SEEDS for game in one_of_each_step("skirmish", seed)}
    assert met == {"Approached", "Attacks", "Bid", "Counterattack", "Lose", "Operation", "Retreat", "Split"}


# -- the trie


@pytest.mark.parametrize("seed", SEEDS)
def test_every_listed_order_is_accepted(seed: int) -> None:
    for game in one_of_each_step("skirmish", seed):
        for order in all_orders(game.decision):
            game.copy().play(order, game.decision.side)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_token_is_listed_or_refused_with_a_reason_and_a_rule_of_the_book(seed: int) -> None:
    rng = Random(seed)
    for game in one_of_each_step("skirmish", seed, most=1):
        rules = {"", *game.rules.ledger.ids()}
        for prefix in some_prefixes(game.decision, rng):
            listed = game.decision.choices(prefix)
            for token in known_tokens(game):
                refusal = game.decision.why_not(prefix, token)
                assert (token in listed) == (refusal is None), (prefix, token)
                assert refusal is None or (refusal.rule in rules and refusal.text), (prefix, token)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_order_with_a_token_that_is_not_listed_changes_nothing(seed: int) -> None:
    rng = Random(seed)
    for game in one_of_each_step("skirmish", seed, most=1):
        before = game.state.digest()
        for prefix in some_prefixes(game.decision, rng):
            for token in rng.sample(known_tokens(game), 12):
                if token not in (*game.decision.choices(prefix), "undo"):
                    with pytest.raises(meuse.IllegalOrder):
                        game.play((*prefix, token), game.decision.side)
        assert game.state.digest() == before


@pytest.mark.parametrize("seed", SEEDS)
def test_every_choice_can_be_described(seed: int) -> None:
    for game in one_of_each_step("skirmish", seed):
        for prefix in some_prefixes(game.decision, Random(seed)):
            described = game.decision.describe(prefix)
            assert [choice.token for choice in described] == game.decision.choices(prefix)
            assert all(choice.label for choice in described)
            assert all(choice.completes == game.decision.complete((*prefix, choice.token)) for choice in described)


# -- the pieces


@pytest.mark.parametrize("seed", SEEDS)
def test_no_counter_is_lost_or_doubled(seed: int) -> None:
    for game in eager_play("skirmish", seed):
        g = state(game)
        placed = Counter(u for units in g.at.values() for u in units)
        assert all(count == 1 for count in placed.values())
        assert {u for u, h in enumerate(g.hex_of) if h != OFF_MAP} == set(placed)
        assert all(u in g.at[h] for u, h in enumerate(g.hex_of) if h != OFF_MAP)
        assert all(0 <= left <= c.steps for left, c in zip(g.steps, g.scenario.counters, strict=True))
        assert all(g.steps[u] > 0 for u in placed)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_hex_holds_both_sides_or_too_much(seed: int) -> None:
    for game in eager_play("skirmish", seed):
        g = state(game)
        for h, units in g.at.items():
            assert len({g.scenario.side_of[u] for u in units}) == 1
            assert h < 0 or sum(len(g.parts_of(u)) for u in units) <= g.scenario.stacking


@pytest.mark.parametrize("seed", SEEDS)
def test_a_corps_is_on_the_map_if_and_only_if_divisions_are_in_it(seed: int) -> None:
    for game in eager_play("skirmish", seed):
        g = state(game)
        for side in meuse.SIDES:
            assert (g.hex_of[g.corps(side)] >= 0) == (len(g.parts_of(g.corps(side))) > 0)


# -- undo, copies, replay


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_gives_back_the_very_state(seed: int) -> None:
    before = ""
    for game in eager_play("skirmish", seed):
        if game.can_undo:
            back = game.copy()
            back.undo()
            assert back.state.digest() == before
            assert back.journal == game.journal[:-1]
        before = game.state.digest()


@pytest.mark.parametrize("seed", SEEDS)
def test_replay_gives_back_the_very_state_at_every_moment(seed: int) -> None:
    digests = {len(game.journal): game.state.digest() for game in eager_play("skirmish", seed)}
    *_, game = eager_play("skirmish", seed)
    again = meuse.new("skirmish", seed=seed)
    for count, entry in enumerate(game.journal):
        assert again.state.digest() == digests[count]
        again.play(entry.order, entry.side)
    assert again.journal == game.journal
    assert again.state.digest() == game.state.digest()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_saved_game_is_the_game(seed: int) -> None:
    *_, game = eager_play("skirmish", seed)
    text = journal.write(game)
    loaded = journal.replay(journal.parse(text))
    assert loaded.state.digest() == game.state.digest()
    assert journal.write(loaded) == text


# -- secrets


def sealed_bids(seed: int) -> Iterator[meuse.Game]:
    """The moments of a game at which both sides are to bid."""
    for game in eager_play("skirmish", seed):
        if not game.over and game.decision.step.rule == "2.1" and not game.state.sealed:
            yield game


def everything_through(seat: Seat) -> list[Any]:
    """All that a seat tells."""
    game = meuse.new("skirmish")
    tokens, labels = known_tokens(game), game.state.map.labels
    asked: list[Any] = []
    if seat.decision is not None:
        asked = [seat.decision.question, seat.decision.stack, seat.decision.help, seat.decision.warnings]
        asked += [seat.choices(), seat.choices(("bid",)), seat.describe(), seat.describe(("bid",))]
        asked += [seat.why_not(("bid",), token) for token in tokens]
    asked += [seat.why_not((), token) for token in tokens]
    asked += [seat.threat(label) for label in labels]
    asked += [seat.odds(f"attack {label} 1Pz 55DI") for label in labels]
    imagined = [seat.imagine(n) for n in range(3)]
    return [seat.view, seat.journal, seat.over, seat.can_undo, *asked, *(one.state.digest() for one in imagined)]


def refusal(seat: Seat, order: str) -> str:
    with pytest.raises((meuse.IllegalOrder, meuse.CannotUndo)) as caught:
        seat.play(order)
    return str(caught.value)


@pytest.mark.parametrize("side", ["german", "allied"])
def test_nothing_through_a_seat_tells_the_enemys_sealed_bid(side: str) -> None:
    enemy = meuse.Side.of(side).enemy
    for game in sealed_bids(SEEDS[0]):
        games = [game.copy() for _ in game.seat(enemy).choices(("bid",))]
        told = [one.play(f"bid {bid}", enemy) for bid, one in enumerate(games)]
        seats = [one.seat(side) for one in games]
        first = everything_through(seats[0])
        assert all(events == [] for events in told)
        assert all(everything_through(seat) == first for seat in seats)
        assert len({refusal(seat, "bid 7") for seat in seats}) == 1
        assert len({refusal(seat, "undo") for seat in seats}) == 1


# -- imagination


@pytest.mark.parametrize("seed", SEEDS)
def test_an_imagined_game_looks_the_same_and_knows_nothing_more(seed: int) -> None:
    for game in one_of_each_step("skirmish", seed, most=1):
        for side in meuse.SIDES:
            seat = game.seat(side)
            imagined = seat.imagine(seed)
            known = imagined.journal
            assert imagined.view(side) == seat.view
            assert imagined.fingerprint != game.fingerprint
            assert known == game.journal[len(game.journal) - len(known) :]
            assert not any(entry.committed for entry in known)
            assert imagined.can_undo == game.can_undo
            assert [imagined.copy().state.roll(10**6) for _ in "12"] != [game.copy().state.roll(10**6) for _ in "12"]


@pytest.mark.parametrize("seed", SEEDS)
def test_an_imagined_game_can_be_played_to_its_end(seed: int) -> None:
    for game in one_of_each_step("skirmish", seed, most=1):
        before, rng = game.state.digest(), Random(seed)
        imagined = game.seat(game.decision.side.enemy).imagine(seed)
        while not imagined.over:
            imagined.play(eager_order(imagined.decision, rng), imagined.decision.side)
        assert game.state.digest() == before

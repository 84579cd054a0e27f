"""Every game at random: what must hold at any moment of any scenario, whatever is ordered."""

from __future__ import annotations

import pickle
import random
import re
from collections import Counter
from functools import cache

import pytest

import meuse
from kits.invariants import broken
from meuse.counters import SIDES
from meuse.games import OWN, rule_book
from meuse.opponents.random import RandomBot

from .walk import eager_order, forgetful, known_tokens, some_prefixes

ORDERS = 350
"""So long each walk is."""

PLAIN, ALL_OPTIONS = "plain", "all options"
WALKS = [
    *((game, info.id, PLAIN) for game in OWN for info in rule_book(game).scenarios),
    *((game, rule_book(game).scenarios[0].id, ALL_OPTIONS) for game in OWN if rule_book(game).options),
]
walks = pytest.mark.parametrize(("game_id", "scenario", "options"), WALKS)


@cache
def sample(game_id: str, scenario: str, options: str) -> tuple[meuse.Game, ...]:
    """A walk by chance: two moments of every kind of question, and every twentieth of the rest."""
    chosen = {option.id: option.values[-1] for option in rule_book(game_id).options} if options == ALL_OPTIONS else {}
    game, rng = meuse.new(game_id, scenario, seed=5, options=chosen), random.Random(5)
    seen: Counter[type] = Counter()
    found = []
    for number in range(ORDERS):
        if game.over:
            break
        kind = type(game.decision.step)
        seen[kind] += 1
        if seen[kind] <= 2 or number % 20 == 0:
            found.append(game.copy())
        game.play(eager_order(game.decision, rng), game.decision.side)
    return tuple(found)


def random_order(decision: meuse.Decision, rng: random.Random) -> tuple[str, ...]:
    """An order by chance; `undo` is tried by a test of its own."""
    order: tuple[str, ...] = ()
    tokens = [token for token in decision.choices() if token not in meuse.UNDO] or decision.choices()
    while tokens:
        order = (*order, rng.choice(tokens))
        tokens = decision.choices(order)
    return order


# -- the trie of orders


@walks
def test_every_listed_order_is_accepted(game_id: str, scenario: str, options: str) -> None:
    rng = random.Random(1)
    for game in sample(game_id, scenario, options):
        for order in {random_order(game.decision, rng) for _ in range(3)}:
            assert game.decision.complete(order)
            game.copy().play(order)
            journalled = game.decision.canonical(order)
            assert game.decision.canonical(journalled) == journalled


@walks
def test_whoever_follows_the_choices_comes_to_a_complete_order(game_id: str, scenario: str, options: str) -> None:
    rng = random.Random(7)
    for game in sample(game_id, scenario, options):
        decision = game.decision
        assert decision.choices(), decision.question
        for prefix in some_prefixes(decision, rng):
            listed = decision.choices(prefix)
            for token in rng.sample(listed, min(len(listed), 6)):
                order = (*prefix, token)
                assert bool(decision.choices(order)) != decision.complete(order), order


@walks
def test_a_token_is_listed_or_refused_with_a_rule_of_the_book(game_id: str, scenario: str, options: str) -> None:
    rng = random.Random(2)
    rules = {"", *rule_book(game_id).ledger.ids()}
    for game in sample(game_id, scenario, options)[::2]:
        decision = game.decision
        prefix = rng.choice(some_prefixes(decision, rng))
        listed, known = decision.choices(prefix), known_tokens(game)
        for token in {*listed[:20], *rng.sample(sorted(set(known)), 120)}:
            refusal = decision.why_not(prefix, token)
            assert (token in listed) == (refusal is None), (prefix, token)
            assert refusal is None or (refusal.rule in rules and refusal.text), (prefix, token, refusal)


@walks
def test_choices_can_be_described(game_id: str, scenario: str, options: str) -> None:
    rng = random.Random(3)
    for game in sample(game_id, scenario, options):
        prefix = rng.choice(some_prefixes(game.decision, rng))
        assert [choice.token for choice in game.decision.describe(prefix)] == game.decision.choices(prefix)


@walks
def test_everything_can_be_seen(game_id: str, scenario: str, options: str) -> None:
    for game in sample(game_id, scenario, options)[::3]:
        g, ids = game.state, game.state.scenario.unit_ids
        for side in SIDES:
            view = game.seat(side).view
            in_sight = [u for u in range(len(ids)) if not game.rules.views.is_hidden(g, u, side)]
            assert [unit.id for unit in view.units] == [ids[u] for u in in_sight]
            assert all(part.title for part in view.parts)
        assert game.decision.question
        assert game.decision.stack


# -- the board


@walks
def test_what_is_going_on_is_told_in_words(game_id: str, scenario: str, options: str) -> None:
    for game in sample(game_id, scenario, options):
        assert not [words for words in game.view().stack if re.search("[a-z][A-Z]", words)]


@walks
def test_what_holds_at_any_moment(game_id: str, scenario: str, options: str) -> None:
    for game in sample(game_id, scenario, options):
        assert broken(game) == []


@walks
def test_nothing_derived_is_ever_stale(game_id: str, scenario: str, options: str) -> None:
    rng = random.Random(5)
    for game in sample(game_id, scenario, options)[::2]:
        fresh = game.copy()
        fresh.state = forgetful(game.state)
        for prefix in some_prefixes(game.decision, rng):
            assert game.decision.choices(prefix) == fresh.decision.choices(prefix), prefix
        assert [game.view(side) for side in SIDES] == [fresh.view(side) for side in SIDES]


# -- undo, replay, positions, imagination


@walks
def test_undo_gives_the_very_state_before(game_id: str, scenario: str, options: str) -> None:
    rng = random.Random(4)
    for game in sample(game_id, scenario, options):
        before, twin = game.state.digest(), game.copy()
        order = random_order(twin.decision, rng)
        if order == meuse.UNDO:
            continue
        twin.play(order)
        after = twin.state.digest()
        if twin.can_undo:
            twin.undo()
            assert twin.state.digest() == before
            twin.play(order)
        assert twin.state.digest() == after


@walks
def test_a_replay_gives_the_very_state(game_id: str, scenario: str, options: str) -> None:
    game = sample(game_id, scenario, options)[-1]
    assert game.at(len(game.journal)).state.digest() == game.state.digest()


@walks
def test_another_process_gets_the_same_game(game_id: str, scenario: str, options: str) -> None:
    for game in sample(game_id, scenario, options)[::9]:
        again = pickle.loads(pickle.dumps(game))
        assert again.state.digest() == game.state.digest()
        assert again.decision.choices() == game.decision.choices()
        assert again.journal == game.journal
        assert [again.view(side) for side in SIDES] == [game.view(side) for side in SIDES]


@walks
def test_play_goes_on_from_any_position(game_id: str, scenario: str, options: str) -> None:
    for game in sample(game_id, scenario, options)[::3]:
        onward = [word for word in game.decision.choices() if word not in meuse.UNDO]
        if not onward:  # too many units in a hex, say: only taking back leads on from there
            with pytest.raises(meuse.BadPosition, match="nothing can be ordered here"):
                game.position.play()
            continue
        again = game.position.play()
        assert again.position == game.position
        assert again.decision.choices() == onward
        assert [again.view(side) for side in SIDES] == [game.view(side) for side in SIDES]


@walks
def test_an_imagined_game_looks_the_same_and_can_be_played(game_id: str, scenario: str, options: str) -> None:
    rng = random.Random(6)
    for game in sample(game_id, scenario, options)[::3]:
        for side in SIDES:
            imagined = game.seat(side).imagine(rng.random())
            assert imagined.view(side) == game.seat(side).view
            player = RandomBot(7)
            for _ in range(6):
                if not imagined.over:
                    imagined.play(player.choose(imagined.seat(imagined.decision.side)))

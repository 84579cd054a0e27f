"""A battle before its die: what each answer is said to leave is what the battle comes to when it has been given."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

import meuse
from meuse.game import Game
from meuse.seat import stage_of
from meuse.steps import Order

GAMES = ("gdw1940", "france40", "caseyellow", "manstein", "planjaune")
REPLAYS = Path(__file__).parent.parent / "replay"


def moments(game: str) -> Iterator[Game]:
    """Moments of a whole game at which something is asked before a die."""
    played = meuse.load(next(iter(sorted(REPLAYS.glob(f"{game}*.meuse")))))
    again = played.at(0)
    again.quiet = True
    for entry in played.journal:
        if again.state.stack[-1].before_die:
            yield again
        again.play(entry.order, entry.side)


def answers(moment: Game, commits: str) -> Iterator[tuple[Order, float]]:
    """The answers that roll the die, or that do not, each with the chance that it is said to leave."""
    seat = moment.seat(moment.decision.side)
    for verb in seat.describe():
        for choice in [verb] if verb.completes else seat.describe((verb.token,)):
            if choice.leaves is not None and choice.commits == commits:
                yield (verb.token,) if verb.completes else (verb.token, choice.token), choice.leaves


@pytest.mark.parametrize("game", GAMES)
def test_the_answer_that_rolls_says_what_chance_it_leaves(game: str) -> None:
    rolling = list(islice((leaves for moment in moments(game) for _, leaves in answers(moment, "die")), 8))
    assert rolling
    assert all(0 <= leaves <= 1 for leaves in rolling)


@pytest.mark.parametrize("game", ["gdw1940", "france40", "planjaune"])
def test_a_chance_told_beside_an_answer_is_the_chance_after_it(game: str) -> None:
    told = ((moment.copy(), *answer) for moment in moments(game) for answer in answers(moment, "none"))
    compared = list(islice(told, 8))
    assert compared
    for after, order, leaves in compared:
        after.play(order)
        battle = after.seat("german").battle
        assert battle is not None
        assert battle.outcomes[0].chance == pytest.approx(leaves)


def test_a_coup_de_main_tells_the_mean_over_the_faces_of_its_own_die() -> None:
    told = ((moment.copy(), *answer) for moment in moments("planjaune") for answer in answers(moment, "die"))
    tried = ((chances_after(moment, order), leaves) for moment, order, leaves in told if order[0] == "coup")
    asked_again = list(islice(((chances, leaves) for chances, leaves in tried if len(chances) == 6), 3))
    assert asked_again
    assert all(leaves == pytest.approx(sum(chances) / 6) for chances, leaves in asked_again)


def chances_after(moment: Game, order: Order) -> list[float]:
    """The chances that the hex falls once the die of the order has shown each face, where something is asked then."""
    found = []
    for face in range(1, 7):
        after = moment.copy()
        after.state.dice = after.state.dice.force(face)
        after.play(order)
        if battle := after.seat("german").battle:
            found.append(battle.outcomes[0].chance)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_retreat_belongs_to_its_battle(game: str) -> None:
    """Whoever must retreat is asked where his battle is told."""
    played = meuse.load(next(iter(sorted(REPLAYS.glob(f"{game}*.meuse")))))
    asked = (played.at(n) for n, entry in enumerate(played.journal) if entry.order[0] == "retreat")
    assert {stage_of(moment) for moment in islice(asked, 2)} == {"after"}


def test_no_battle_is_told_of_where_none_is_prepared() -> None:
    seat = meuse.new("gdw1940").seat("allied")
    assert seat.battle is None
    assert all(choice.leaves is None for choice in seat.describe())

"""A guided first game never gets stuck, whatever the pupil does: it recovers, and its end is always reached."""

from __future__ import annotations

import random

import pytest
from tests.kits.pupils import Lesson

import meuse
from meuse.games import OWN
from meuse.guide import guide_of
from meuse.opponents import bot
from meuse.seat import Seat
from meuse.steps import Order

GUIDED = sorted(game for game in OWN if guide_of(game))
taught = pytest.mark.parametrize("game", GUIDED)


class Wanderer:
    """Gives any legal order; now and then it leaves the step, so that it gets anywhere at all."""

    name = "wanderer"

    def __init__(self, seed: int) -> None:
        self._dice, self._random = random.Random(seed), bot("random", seed)

    def choose(self, seat: Seat) -> Order:
        decision = seat.decision
        assert decision is not None
        ways = [word for word in decision.choices() if word in ("end", "done", "pass") and decision.completes((), word)]
        return (ways[0],) if ways and self._dice.random() < 0.2 else self._random.choose(seat)


class Idler:
    """Does nothing that it need not do."""

    name = "idler"

    def choose(self, seat: Seat) -> Order:
        decision = seat.decision
        assert decision is not None
        ways = [word for word in decision.choices() if decision.completes((), word) and word not in decision.backs()]
        return (ways[-1],) if ways else bot("random", 1).choose(seat)


def test_every_published_game_has_a_lesson() -> None:
    assert sorted(set(meuse.GAMES) - {"skirmish"}) == GUIDED


@taught
@pytest.mark.parametrize("seed", [1, 2])
def test_the_end_is_reached_by_whoever_wanders(game: str, seed: int) -> None:
    lesson = Lesson(game, Wanderer(seed), seed)
    lesson.play()
    assert lesson.over
    ends(lesson)


@taught
def test_the_end_is_reached_by_whoever_does_nothing(game: str) -> None:
    lesson = Lesson(game, Idler(), 3)
    lesson.play()
    assert lesson.over
    ends(lesson)


@taught
def test_whoever_plays_is_led_through_most_of_it(game: str) -> None:
    """What is shown to somebody who plays well, and presses Next where only the page can tell that it was read."""
    lesson = Lesson(game, bot("staff", 2), 2)
    lesson.play()
    ends(lesson)
    assert len(set(lesson.shown)) >= 0.6 * len(lesson.guide.step)


def ends(lesson: Lesson) -> None:
    """By pressing Next alone the last step comes, and stays."""
    for _ in lesson.guide.step:
        if lesson.step != lesson.guide.step[-1]:
            lesson.press_next()
    assert lesson.step == lesson.guide.step[-1]

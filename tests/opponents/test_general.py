"""`general`: it can be repeated, restarted, hurried and watched, and changes the staff's mind only for a reason."""

from __future__ import annotations

import time
from collections.abc import Iterator

import msgspec
import pytest

import meuse
from meuse.advice import AS_IT_COMES
from meuse.opponents.general import GeneralBot
from meuse.opponents.general_choice import Weighed, best_option, is_clear
from meuse.opponents.general_clock import Clock
from meuse.opponents.general_trial import TURN, Option, Trials
from meuse.opponents.staff import StaffBot
from meuse.opponents.styles import styled, without_style
from meuse.opponents.thinking import Nobody, Ponders, Thought


class Onlooker:
    """Remembers what it is told; may be in a hurry."""

    def __init__(self, hurried: str = "") -> None:
        self.thoughts: list[Thought] = []
        self._hurried = hurried

    def told(self, thought: Thought) -> None:
        self.thoughts.append(thought)

    def is_hurried(self) -> bool:
        return bool(self._hurried)


def played(game: meuse.Game, bots: dict[meuse.Side, StaffBot], orders: int) -> Iterator[meuse.Order]:
    """The next orders of a game between bots."""
    for _ in range(orders):
        side = game.decision.side
        order = bots[side].choose(game.seat(side))
        game.play(order, side)
        yield order


def until_asked(game: meuse.Game, bots: dict[meuse.Side, StaffBot], side: meuse.Side) -> meuse.Seat:
    """Play on until this side is asked."""
    while game.decision.side is not side:
        list(played(game, bots, 1))
    return game.seat(side)


def opponents(budget: int = 8) -> dict[meuse.Side, StaffBot]:
    german, allied = meuse.SIDES
    return {german: StaffBot("g"), allied: GeneralBot("a", budget=budget)}


@pytest.mark.parametrize("game_id", meuse.GAMES)
def test_the_same_seed_and_budget_give_the_same_orders(game_id: str) -> None:
    one, other = (meuse.new(game_id, seed=3) for _ in range(2))
    assert list(played(one, opponents(), 40)) == list(played(other, opponents(), 40))


@pytest.mark.parametrize("game_id", ["skirmish", "gdw1940"])
def test_it_continues_as_if_it_had_not_been_restarted(game_id: str) -> None:
    game, bots = meuse.new(game_id, seed=3), opponents()
    list(played(game, bots, 90))
    twin = game.copy()
    assert list(played(twin, opponents(), 8)) == list(played(game, bots, 8))


def test_what_it_meant_to_do_may_be_remembered_for_it() -> None:
    game, bots = meuse.new("gdw1940", seed=3), {side: StaffBot(side.word) for side in meuse.SIDES}
    list(played(game, bots, 130))
    seat = until_asked(game, bots, meuse.SIDES[1])
    general = GeneralBot("a", seconds=1.0)
    meant = styled(AS_IT_COMES, "guard")
    general.remembered = {0: AS_IT_COMES, 20: meant}
    general._catch_up(seat)
    assert general.plan == meant


def test_whoever_hurries_it_gets_the_staffs_plan_at_once() -> None:
    game = meuse.new("gdw1940", seed=3)
    list(played(game, opponents(), 60))
    side = game.decision.side
    hurried = GeneralBot("h", budget=10_000, watcher=Onlooker("now"))
    assert hurried.choose(game.seat(side)) == StaffBot("h").choose(game.seat(side))


def test_whoever_watches_is_told_what_it_weighs() -> None:
    game, onlooker = meuse.new("gdw1940", seed=3), Onlooker()
    GeneralBot("w", budget=8, watcher=onlooker).choose(game.seat(game.decision.side))
    assert onlooker.thoughts[0].weighing
    assert 0.0 <= onlooker.thoughts[0].done <= 1.0


def test_it_measures_the_time_it_thinks() -> None:
    game = meuse.new("gdw1940", seed=3)
    general = GeneralBot("s", budget=1_000_000, seconds=0.3)
    started = time.monotonic()
    general.choose(game.seat(game.decision.side))
    assert general._clock.spent() == pytest.approx(time.monotonic() - started, abs=0.05)


def test_it_stops_when_its_seconds_are_spent() -> None:
    clock = Clock(1_000_000, 0.05, Nobody())
    clock.start()
    while clock.allows():
        clock.count(1.0)
    assert not clock.part(10).allows()


def test_it_can_be_pondering() -> None:
    assert isinstance(GeneralBot(1), Ponders)
    assert not isinstance(StaffBot(1), Ponders)


def test_a_budget_is_part_of_its_name() -> None:
    bot = meuse.bot("general:7", seed=1)
    assert isinstance(bot, GeneralBot)
    assert bot.budget == 7


NOISY, QUIET = TURN._replace(noise=0.05), TURN._replace(noise=0.02)


def weighed(*chances: float) -> Weighed:
    return Weighed(Option(AS_IT_COMES), (chances,))


def test_a_difference_within_the_noise_changes_nothing() -> None:
    assert not is_clear(weighed(0.9, 0.1, 0.9, 0.1, 0.6), weighed(0.5, 0.5, 0.3, 0.3, 0.5), (NOISY,))
    assert not is_clear(weighed(0.9), weighed(0.1), (NOISY,))
    assert is_clear(weighed(0.6, 0.7, 0.6, 0.7), weighed(0.5, 0.6, 0.4, 0.6), (NOISY,))


def test_two_boards_that_agree_prove_little_where_gains_are_noisy() -> None:
    assert is_clear(weighed(0.52, 0.52), weighed(0.5, 0.5), (QUIET,))
    assert not is_clear(weighed(0.52, 0.52), weighed(0.5, 0.5), (NOISY,))


def test_plans_that_come_to_the_same_orders_are_tried_once() -> None:
    game = meuse.new("skirmish", seed=3)
    seat = until_asked(game, opponents(), meuse.SIDES[1])
    trials = Trials(seat, "twins", {}, (TURN,))
    twins = [Option(AS_IT_COMES), Option(msgspec.structs.replace(AS_IT_COMES, name="twin"))]
    clock = Clock(10, None, Nobody())
    assert best_option(trials, twins, clock, lambda option: option.plan.name).option == twins[0]
    assert clock.done() == pytest.approx(2 * TURN.cost / 10)


def test_a_style_is_told_by_the_plan_and_can_be_dropped() -> None:
    plan = styled(AS_IT_COMES, "take")
    assert plan.title == f"{AS_IT_COMES.title}; take what lies open"
    assert without_style(plan) == AS_IT_COMES
    assert styled(plan, "guard") == styled(AS_IT_COMES, "guard")


def test_a_part_of_a_clock_has_what_is_left_of_its_seconds() -> None:
    whole = Clock(10, 5.0, Nobody())
    part = whole.part(3, share=0.5)
    assert (part.budget, part.seconds) == (3, 2.5)
    assert Clock(10, 0.0, Nobody()).part(3).allows() is False


def test_a_clock_counts_evaluations() -> None:
    clock = Clock(2, None, Nobody())
    clock.count(1.0)
    assert clock.allows()
    clock.count(1.0)
    assert not clock.allows()

"""In a bots' process: whoever is interrupted goes on as if it had not been."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from meuse.advice import Plan
from meuse.server.records import Origin, Setup
from meuse.server.thinkers import Answer, Copy, Job, Slate, Watch

Orders = tuple[tuple[str, str], ...]


def origin(game: str, scenario: str) -> Origin:
    return Origin(Setup(game, scenario, "7", {}))


def asked(copy: Copy, orders: Orders, side: str, bot: str, plans: Sequence[tuple[int, Plan]] = ()) -> Answer:
    """What a bot answers after these orders."""
    job = Job(
        match_id="m",
        origin=copy.origin,
        orders=orders,
        side=side,
        bot=bot,
        seed="a seed",
        stamp=len(orders),
        seconds=3.0,
        plans=tuple(plans),
        hurried=True,
    )
    copy.catch_up(job)
    return copy.answer(job, Watch(Slate(), 1, job))


def played(first: Origin, bot: str, most: int, interrupted: range) -> Orders:
    """A game of a bot against itself; before each of these orders its process is a new one."""
    copy = Copy(first)
    orders: Orders = ()
    for number in range(most):
        copy = Copy(first) if number in interrupted else copy
        copy.catch_up(Job(match_id="m", origin=first, orders=orders, side="", bot="", seed="", stamp=0))
        side = copy.game.decision.side.word
        orders = (*orders, (side, " ".join(asked(copy, orders, side, bot).order)))
    return orders


@pytest.mark.parametrize("bot", ["staff", "cadet"])
@pytest.mark.parametrize(("game", "scenario"), [("skirmish", "sedan"), ("gdw1940", "campaign")])
def test_a_new_process_gives_the_same_orders(game: str, scenario: str, bot: str) -> None:
    first = origin(game, scenario)

    assert played(first, bot, 24, range(0)) == played(first, bot, 24, range(1, 24, 4))


def test_what_it_is_asked_twice_it_answers_once() -> None:
    copy = Copy(origin("skirmish", "sedan"))
    first = asked(copy, (), "german", "staff")
    copy.bots.clear()

    assert asked(copy, (), "german", "staff") is first


def test_a_general_goes_on_with_the_plan_that_is_remembered() -> None:
    copy = Copy(origin("skirmish", "sedan"))
    kept = Plan("kept", "Along the Semois", weights=(("own_steps", 2.0),))
    bids = (("german", "bid 1"), ("allied", "bid 0"))

    assert asked(copy, bids, "german", "general", [(0, kept)]).plan == kept

"""Lines and tasks: the cheapest cut between the enemy and what must be held; who does what, over all tasks together."""

from __future__ import annotations

from meuse.opponents.lines import NEVER, cheapest_line
from meuse.opponents.tasks import Task, give_out

# A street of five hexes with a way round the middle: 0 - 1 - 2 - 3 - 4, and 1 - 5 - 3.
LINKS = ((1,), (0, 2, 5), (1, 3), (2, 4, 5), (3,), (1, 3))
FIELD = range(6)


def test_a_line_runs_through_the_cheapest_hexes() -> None:
    costs = {0: NEVER, 1: 9, 2: 3, 3: 9, 4: NEVER, 5: 4}
    assert cheapest_line(FIELD, LINKS, costs, enemy=[0], keep={4: 100}) == [2, 5]


def test_one_narrow_hex_is_cheaper_than_two_cheap_ones() -> None:
    costs = {0: NEVER, 1: 9, 2: 3, 3: 6, 4: NEVER, 5: 4}
    assert cheapest_line(FIELD, LINKS, costs, enemy=[0], keep={4: 100}) == [3]


def test_what_is_worth_less_than_its_line_is_given_up() -> None:
    costs = {0: NEVER, 1: 9, 2: 3, 3: 9, 4: NEVER, 5: 4}
    assert cheapest_line(FIELD, LINKS, costs, enemy=[0], keep={4: 5}) == []


def test_the_one_who_can_do_nothing_else_gets_his_task() -> None:
    tasks = [Task(10, 5.0), Task(11, 5.0)]
    prices = {(1, 10): 0.0, (1, 11): 3.0, (2, 10): 1.0}

    given = give_out(tasks, (1, 2), lambda u, h: prices.get((u, h)))

    assert {u: task.at for u, task in given.items()} == {1: 11, 2: 10}


def test_a_task_that_costs_more_than_it_is_worth_is_left() -> None:
    assert give_out([Task(10, 1.0)], (1,), lambda u, h: 2.0) == {}


def test_without_ground_to_hold_there_is_no_line() -> None:
    assert cheapest_line([], [], {}, [], {}) == []

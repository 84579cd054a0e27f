"""Plan Jaune at random: stacks, zones, corps, control and the secret plan."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

import meuse
from kits.invariants import broken
from meuse.counters import SIDES, Side
from meuse.games.planjaune.board import PlanJaune, points_of
from meuse.games.planjaune.exits import Exits, allowance, reach_of
from meuse.games.planjaune.movement import Movement
from meuse.games.planjaune.retreat import Retreat
from meuse.games.planjaune.zones import has_zone, held
from meuse.mechanics.reach import reach

from .walk import assert_secrets_are_kept, by_steps, eager_order

WALKS = (("historical", 1), ("free", 12), ("hypothetical", 3))
walks = pytest.mark.parametrize(("scenario", "seed"), WALKS)


def moments(scenario: str, seed: int) -> Iterator[meuse.Game]:
    game, rng = meuse.new("planjaune", scenario, seed=seed), random.Random(seed)
    while not game.over:
        yield game
        game.play(eager_order(game.decision, rng), game.decision.side)


@cache
def sample(scenario: str, seed: int) -> tuple[meuse.Game, ...]:
    """Every twelfth moment of a whole game."""
    return tuple(game.copy() for number, game in enumerate(moments(scenario, seed)) if number % 12 == 0)


def board(game: meuse.Game) -> PlanJaune:
    assert isinstance(game.state, PlanJaune)
    return game.state


@walks
def test_what_holds_at_any_moment(scenario: str, seed: int) -> None:
    for game in sample(scenario, seed):
        assert broken(game) == []


@walks
def test_a_corps_is_on_the_map_if_and_only_if_divisions_are_in_it(scenario: str, seed: int) -> None:
    for game in sample(scenario, seed):
        g = board(game)
        for corps in g.scenario.corps_box:
            assert (g.hex_of[corps] >= 0) == bool(g.members(corps))


@walks
def test_zones_agree_with_a_plain_count(scenario: str, seed: int) -> None:
    for game in sample(scenario, seed)[::3]:
        g = board(game)
        for side in SIDES:
            for h in held(g, side):
                points = sum(points_of(g, u) for u in g.units_in(h, side))
                assert has_zone(g, h, side) >= (points >= 2)


@walks
def test_movement_agrees_with_its_rules(scenario: str, seed: int) -> None:
    """The search that asks only at special hexes finds what one finds that asks everywhere."""
    for game in sample(scenario, seed):
        step, g = game.decision.step, board(game)
        if isinstance(step, Movement):
            for u in list(step.movable(g))[:4]:
                plain = reach(g.hex_of[u], allowance(g, u, step.phase), by_steps(Exits(g, u, step.phase)))
                assert plain.cost == reach_of(g, u, step.phase).cost


@walks
def test_a_retreat_that_is_asked_for_can_be_made(scenario: str, seed: int) -> None:
    for game in moments(scenario, seed):
        step = game.decision.step
        assert not isinstance(step, Retreat) or step.goals(board(game))


@walks
def test_nothing_through_a_seat_depends_on_the_axis_plan(scenario: str, seed: int) -> None:
    assert_secrets_are_kept(sample(scenario, seed)[::4], seed, change_secrets)


def change_secrets(g: PlanJaune, owner: Side, rng: random.Random) -> None:
    """11.13a: give the Axis another objective."""
    if owner is Side.GERMAN and "objective" in g.plans:
        g.plans["objective"] = 5 - g.plans["objective"]

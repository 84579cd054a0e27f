"""Manstein's War at random: what must hold at every moment, whatever is ordered."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

import meuse
from kits.invariants import broken
from meuse.counters import SIDES, Side
from meuse.decision import Decision
from meuse.game import Game
from meuse.games.manstein import RULE_BOOK, command
from meuse.games.manstein.board import Manstein
from meuse.games.manstein.ground import Exits, why_not_step
from meuse.mechanics.reach import reach, swift_reach
from meuse.steps import Order

from .walk import assert_secrets_are_kept, by_steps, eager_order, some_moments

ALL_OPTIONS = {option.id: True for option in RULE_BOOK.options}
WITHOUT_DUTCH = {"28.1e": True, "28.3": True, "R.7.0a.1": False, "R.5.1.manstein.1": False}


class Walk:
    """A game by chance for some orders, between two who would rather do something than nothing."""

    def __init__(self, name: str, seed: int, orders: int, options: dict[str, bool]) -> None:
        self.name, self.seed, self.orders, self.options = name, seed, orders, options

    def __repr__(self) -> str:
        return self.name

    def moments(self) -> Iterator[Game]:
        game, rng = meuse.new("manstein", seed=self.seed, options=self.options), random.Random(self.seed)
        for _ in range(self.orders):
            if game.over:
                return
            yield game
            game.play(warlike_order(game.decision, rng), game.decision.side)


def warlike_order(decision: Decision, rng: random.Random) -> Order:
    """An order by chance, of one who attacks with all he has wherever he can."""
    if "attack" not in decision.choices() or rng.random() < 0.1:
        return eager_order(decision, rng)
    order: Order = ("attack",)
    while following := decision.choices(order):
        order = (*order, following[0] if len(order) > 2 else rng.choice(following))
    return order


WALKS = (
    Walk("standard", 1, 700, {}),
    Walk("all options", 2, 700, ALL_OPTIONS),
    Walk("without the Dutch", 3, 500, WITHOUT_DUTCH),
)
walks = pytest.mark.parametrize("walk", WALKS, ids=repr)


@cache
def sample(walk: Walk) -> tuple[Game, ...]:
    """A few moments of every kind of question, and every fifteenth of the rest."""
    return some_moments(walk.moments(), every=15)


def test_the_walks_meet_nearly_every_kind_of_question() -> None:
    met = {type(game.decision.step).__name__ for walk in WALKS for game in sample(walk)}
    assert met >= {
        "Deployment", "ChoosePlan", "FillBin", "SelectMarker", "ActivateCommands", "Refit", "Reinforcements",
        "AirOperations", "CityBombing", "Movement", "Attacks", "SpecialForces", "ChooseTable", "NavalSupport", "Lose",
        "Retreat", "Advance", "Excess", "PushBack",
    }  # fmt: skip


def board(game: Game) -> Manstein:
    assert isinstance(game.state, Manstein)
    return game.state


# -- the board


@walks
def test_what_holds_at_any_moment(walk: Walk) -> None:
    for game in sample(walk):
        assert broken(game) == []


@walks
def test_movement_agrees_with_its_rules(walk: Walk) -> None:
    rng = random.Random(walk.seed)
    for game in sample(walk):
        g = board(game)
        units = [u for side in SIDES for u in g.on_map(side) if g.counter(u).movement]
        for u in rng.sample(units, min(len(units), 3)):
            exits = Exits(g, u)
            for h in [g.hex_of[u], *rng.choices(range(len(g.map)), k=30)]:
                open_ones = {
                    n for n in g.map.adjacent[h] if h not in g.scenario.closed and not why_not_step(g, u, h, n)
                }
                assert {n for n, _, _ in exits(h)} == open_ones, (g.id(u), g.label(h))
            assert swift_reach(g.hex_of[u], 5, exits) == reach(g.hex_of[u], 5, by_steps(exits))


# -- secrets


@walks
def test_nothing_through_a_seat_depends_on_the_enemys_bin_and_plan(walk: Walk) -> None:
    assert_secrets_are_kept(sample(walk), walk.seed, change_secrets)


def change_secrets(g: Manstein, owner: Side, rng: random.Random) -> None:
    """Give a side another plan and another special marker, as far as nothing seen tells them from the real ones."""
    if g.plans[owner] and not any(plan in g.played for plan in command.plans_of(g, owner)):
        g.plans[owner] = rng.choice(command.plans_of(g, owner))
    if owner in g.sealed:
        g.sealed[owner] = ("special", "none")
    elif g.special[owner]:
        g.special[owner] = g.plans[owner] if rng.random() < 0.5 and "plan" in g.offered[owner] else ""
    for u in g.units_in(g.box("track"), owner):
        g.arrival[u] = rng.randint(1, 6) if g.option("28.3") else g.arrival[u]

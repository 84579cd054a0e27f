"""Case Yellow at random: what must hold on its board, and what is derived against the plain rules."""

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
from meuse.games.caseyellow import ground, rail, supply
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.zones import exerting, zones
from meuse.mechanics.hexsets import members
from meuse.mechanics.reach import reach, swift_reach
from meuse.mechanics.supply import supplied
from meuse.opponents.random import RandomBot

from .walk import by_steps, forgetful, some_moments


class BusyBot(RandomBot):
    """Walks at random, but does not hurry to the way out of a step."""

    def _walk(self, decision: Decision, tokens: list[str]) -> tuple[str, ...]:
        active = [token for token in tokens if decision.choices((token,))]
        hurried = not active or self._rng.random() > 0.9
        return super()._walk(decision, [self._rng.choice(tokens if hurried else active)])


class Walk:
    """A game played by bots for some orders, and the moments of it that are looked at."""

    def __init__(self, scenario: str, seed: int, orders: int) -> None:
        self.scenario, self.seed, self.orders = scenario, seed, orders

    def __repr__(self) -> str:
        return self.scenario

    def moments(self) -> Iterator[Game]:
        """The game before every order."""
        game = meuse.new("caseyellow", self.scenario, seed=self.seed)
        bots = [BusyBot(self.seed), BusyBot(self.seed + 1)]
        for _ in range(self.orders):
            if game.over:
                return
            yield game
            game.play(bots[game.decision.side].choose(game.seat(game.decision.side)))


WALKS = (Walk("historical", 8, 500), Walk("unrestricted", 1, 250), Walk("holland", 2, 80))
walks = pytest.mark.parametrize("walk", WALKS, ids=repr)


@cache
def sample(walk: Walk) -> tuple[Game, ...]:
    """A few moments of every kind of question, and every twentieth of the rest."""
    return some_moments(walk.moments(), every=20)


def test_the_walks_meet_most_kinds_of_questions() -> None:
    met = {type(game.decision.step).__name__ for walk in WALKS for game in sample(walk)}
    assert met >= {
        "Paratroops", "DiveBombing", "ChooseAction", "Reinforcements", "Movement", "Excess", "Attacks", "AirSupport",
        "Retreat", "Advance", "Bridgeheads", "BridgeheadCrossing", "TerrorBombing", "Refugees",
    }  # fmt: skip


def board(game: Game) -> CaseYellow:
    assert isinstance(game.state, CaseYellow)
    return game.state


# -- the board


@walks
def test_a_hex_with_units_belongs_to_their_side(walk: Walk) -> None:
    for game in sample(walk):
        g = board(game)
        assert all(g.controls(g.side(u), g.hex_of[u]) for side in SIDES for u in g.on_map(side))


@walks
def test_what_holds_at_any_moment(walk: Walk) -> None:
    for game in sample(walk):
        assert broken(game) == []


# -- what is derived, against the plain rules


@walks
def test_zones_agree_with_a_plain_count(walk: Walk) -> None:
    for game in sample(walk)[::3]:
        g = board(game)
        for side in SIDES:
            counts = [0] * len(g.map)
            for h in {g.hex_of[u] for u in g.on_map(side) if exerting(g, g.hex_of[u], side)}:
                for n in g.scenario.spread[h]:
                    counts[n] += g.standing_fort(n) is None and not g.standing_works(n)
            assert list(zones(g, side).counts) == counts


@walks
def test_movement_agrees_with_its_rules(walk: Walk) -> None:
    rng = random.Random(walk.seed)
    for game in sample(walk)[::2]:
        g = board(game)
        units = [u for side in SIDES for u in g.on_map(side) if ground.left_to_move(g, u)]
        for u in rng.sample(units, min(len(units), 3)):
            mover, budget, fresh = ground.Exits(g, u), ground.left_to_move(g, u), forgetful(g)
            for h in [g.hex_of[u], *rng.choices(range(len(g.map)), k=30)]:
                assert sorted(mover(h)) == sorted(plain_exits(fresh, u, h)), (g.id(u), g.map.labels[h])
            assert swift_reach(g.hex_of[u], budget, mover) == reach(g.hex_of[u], budget, by_steps(mover))
            assert ground.reach_of(g, u) == ground.reach_of(fresh, u)
            able = list(ground.able_to_leave(g, g.side(u), (u,)))
            assert bool(able) == any(cost <= budget for _, cost, _ in mover(g.hex_of[u]))


def plain_exits(g: CaseYellow, u: int, h: int) -> Iterator[tuple[int, int, bool]]:
    """9 and 10: the ways out of a hex, by the rules that give reasons."""
    budget = ground.left_to_move(g, u)
    for n, cost in g.scenario.ways[g.scenario.movement_kind[u]][h]:
        if ground.why_not_enter(g, u, h, n) or ground.why_not_through_zone(g, u, h, n):
            continue
        price = cost + ground.surcharge(g, u, h, n)
        if h == g.hex_of[u] and not g.spent[u] and price > budget:
            yield n, budget, True
        else:
            yield n, price, ground.feared(g, u, n) or ground.feared_in_ruins(g, u, n)


@walks
def test_lines_of_supply_agree_with_a_plain_search(walk: Walk) -> None:
    for game in sample(walk)[::6]:
        g = board(game)
        for nation, kind in {(g.nation(u), g.scenario.movement_kind[u]) for side in SIDES for u in g.on_map(side)}:
            if nation != "dutch":
                side = Side.GERMAN if nation == "german" else Side.ALLIED
                links = g.scenario.links[kind]  # 7.2e: followed from the sources back to the units
                back = [
                    [n for n in g.map.adjacent[h] if h in links[n] and is_joined(g, side, n, h)]
                    for h in range(len(links))
                ]
                ends = members(supply.sources(g, nation))
                plain = supplied(len(g.map), back, ends, lambda h, g=g, side=side: lets_a_line_pass(g, side, h))
                assert supply.supplied_hexes(g, nation, kind) == plain


def is_joined(g: CaseYellow, side: Side, a: int, b: int) -> bool:
    """7.2b, 10.6b, 10.7d: a river is crossed between two hexes of one's own, by Germans not where it is interdicted."""
    between = g.map.side_between(a, b)
    if between is None or not g.scenario.river[between]:
        return True
    return g.controls(side, a) and g.controls(side, b) and not (side is Side.GERMAN and between in g.interdicted)


def lets_a_line_pass(g: CaseYellow, side: Side, h: int) -> bool:
    """7.2a, 7.2c, 7.2d, 9.7: dry land without enemies, their walls, or their zones in a hex where no friend is."""
    fort = g.standing_fort(h)
    wall = (fort is not None and fort.side is not side) or (side is Side.GERMAN and g.standing_works(h))
    if g.scenario.closed[h] or g.map.terrain[h] == "flooded" or wall or g.units_in(h, side.enemy):
        return False
    return bool(g.units_in(h, side)) or not zones(g, side.enemy).ratings[h]


@walks
def test_supply_and_rail_are_never_stale(walk: Walk) -> None:
    for game in sample(walk)[::4]:
        g = board(game)
        fresh = forgetful(g)
        for side in SIDES:
            assert [supply.is_supplied(g, u) for u in g.on_map(side)] == [
                supply.is_supplied(fresh, u) for u in g.on_map(side)
            ]
        if "rail" in g.scenario.rules:
            allies = g.on_map(Side.ALLIED)
            able = [u for u in allies if rail.why_not_by_train(g, u) is None]
            for u in able:
                goals = members(rail.rail_goals(fresh, u))
                assert members(rail.ends_of(g, u)) == [h for h in goals if rail.why_not_train_to(g, u, h) is None]

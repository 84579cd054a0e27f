"""1940 at random: what must hold at every moment, whatever is ordered."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

import meuse
from kits.invariants import broken
from meuse.counters import SIDES, Side
from meuse.decision import Decision
from meuse.game import Game, Position
from meuse.games.gdw1940 import deployment, exits, planning
from meuse.games.gdw1940.board import DISRUPTED, DROPPED, HOME, NEUTRALS, POLITICS, Gdw1940
from meuse.hexmap import OFF_MAP
from meuse.mechanics.reach import reach, swift_reach
from meuse.opponents import bot
from meuse.opponents.random import RandomBot
from meuse.testkit import Table

from .walk import assert_secrets_are_kept, by_steps, forgetful, some_moments


class BusyBot(RandomBot):
    """Walks at random, but does not hurry to the way out of a step; it soon has enough of planning."""

    def _walk(self, decision: Decision, tokens: list[str]) -> tuple[str, ...]:
        active = [token for token in tokens if decision.choices((token,))]
        patience = 0.6 if isinstance(decision.step, planning.Assignment | deployment.Deployment) else 0.9
        hurried = not active or self._rng.random() > patience
        return super()._walk(decision, [self._rng.choice(tokens if hurried else active)])


class Walk:
    """A game played by bots for some orders, and the moments of it that are looked at: all kinds of questions."""

    def __init__(
        self, players: tuple[str, str], seed: int, orders: int, option: str = "", start: Position | None = None
    ) -> None:
        self.players, self.seed, self.orders, self.start = players, seed, orders, start
        self.options = {option: True} if option else {}

    def __repr__(self) -> str:
        return " against ".join(self.players) + "".join(f", {option}" for option in self.options)

    def moments(self) -> Iterator[Game]:
        """The game before every order."""
        options = self.options
        game = self.start.play(self.seed) if self.start else meuse.new("gdw1940", seed=self.seed, options=options)
        bots = [BusyBot(self.seed) if name == "busy" else bot(name, self.seed) for name in self.players]
        for _ in range(self.orders):
            yield game
            game.play(bots[game.decision.side].choose(game.seat(game.decision.side)))


def a_corps_to_form() -> Position:
    """15.panzer.form: three divisions that may become a corps; chance alone seldom stacks them."""
    table = Table("gdw1940").clear()
    table.put("German de.pz9 at 1706", "German de.pz10 at 1706", "German de.m13 at 1706")
    table.phase("German movement").play("end")
    return table.position


WALKS = (
    Walk(("busy", "busy"), 1, 350),
    Walk(("busy", "busy"), 2, 250, "20.mechelen"),
    Walk(("busy", "busy"), 3, 250, "20.belgian_alliance"),
    Walk(("staff", "staff"), 4, 500),
    Walk(("busy", "busy"), 5, 20, start=a_corps_to_form()),
)
walks = pytest.mark.parametrize("walk", WALKS, ids=repr)


@cache
def sample(walk: Walk) -> tuple[Game, ...]:
    """A few moments of every kind of question, and every twelfth of the rest."""
    return some_moments(walk.moments(), every=12)


def test_the_walks_meet_every_kind_of_question() -> None:
    met = {type(game.decision.step).__name__ for walk in WALKS for game in sample(walk)}
    assert met == {
        "AlliedPlan", "Assignment", "GermanPlan", "GermanAssignment", "Deployment", "GermanDeployment", "March",
        "Withdrawal", "Arrivals", "Formation", "Movement", "Attacks", "Battles", "AirSupport", "Retreat", "Advance",
    }  # fmt: skip


def board(game: Game) -> Gdw1940:
    assert isinstance(game.state, Gdw1940)
    return game.state


# -- the board


@walks
def test_what_holds_at_any_moment(walk: Walk) -> None:
    for game in sample(walk):
        assert broken(game) == []


@walks
def test_zones_and_occupation_agree_with_a_plain_count(walk: Walk) -> None:
    for game in sample(walk):
        g = board(game)
        for side in SIDES:
            assert list(g.zones(side)) == plain_zones(g, side)
            assert list(g.held(side)) == [len(g.units_in(h, side)) for h in range(len(g.map))]


def plain_zones(g: Gdw1940, side: Side) -> list[int]:
    """4, 13.status.zoc: how many units of a side cover each hex."""
    covered = [0] * len(g.map)
    for u in g.on_map(side):
        counter, here = g.counter(u), g.hex_of[u]
        if counter.size == "III" or g.status[u] & (DISRUPTED | DROPPED):
            continue
        for n in g.map.adjacent[here]:
            wet = g.map.has(here, n, "all_sea") or g.map.has(here, n, "lake")
            if not wet and g.map.terrain[n] not in ("all_sea", "off_map") and zone_crosses(g, u, here, n):
                covered[n] += 1
    return covered


def zone_crosses(g: Gdw1940, u: int, here: int, there: int) -> bool:
    """13.status.zoc: the zones of neutrals, and of those that have just joined, end at their border."""
    home = HOME[g.counter(u).nation]
    fresh = home in NEUTRALS and g.joined.get(home, g.impulses_done) >= g.impulses_done
    return not fresh or g.map.country[here] == g.map.country[there] == home


@walks
def test_movement_agrees_with_its_rules(walk: Walk) -> None:
    rng = random.Random(walk.seed)
    for game in sample(walk):
        g = board(game)
        units = [u for side in SIDES for u in g.on_map(side) if g.counter(u).movement]
        for u in rng.sample(units, min(len(units), 4)):
            ways_out = exits.Exits(g, u)
            for h in [g.hex_of[u], *rng.choices(range(len(g.map)), k=40)]:
                assert sorted(ways_out(h)) == sorted(plain_exits(forgetful(g), u, h)), (g.id(u), g.map.labels[h])
            budget = 8 * g.counter(u).movement
            assert swift_reach(g.hex_of[u], budget, ways_out) == reach(g.hex_of[u], budget, by_steps(ways_out))


def plain_exits(g: Gdw1940, u: int, h: int) -> Iterator[tuple[int, int, bool]]:
    """4 and 6: the ways out of a hex, by the rules that give reasons."""
    side, kind, charges = g.scenario.side_of[u], g.movement_kind(u), g.scenario.tables["movement"]
    by_sea = g.scenario.ways[f"{kind} by sea"][h] if side is Side.ALLIED else ()
    closed = {n for n, _ in by_sea if exits.why_not_by_sea(g, u, n)}
    for n, cost in (*g.scenario.ways[kind][h], *by_sea):
        left, entered = exits.feared(g, side, h), exits.feared(g, side, n)
        if n in closed or exits.why_not_enter(g, u, h, n):
            continue
        if left and entered and exits.why_not_zone_to_zone(g, u, h, n):
            continue
        shaken = any(g.disrupted(v) for v in g.units_in(n, side))
        yield n, cost + 8 * (charges["leave_zone"] * left + charges["disrupted_friend"] * shaken), entered


# -- secrets


@walks
def test_nothing_through_a_seat_depends_on_the_enemys_plans(walk: Walk) -> None:
    assert_secrets_are_kept(sample(walk), walk.seed, change_secrets)


def change_secrets(g: Gdw1940, owner: Side, rng: random.Random) -> None:
    """Give a side another plan, as far as nothing seen tells it from the real one."""
    mine = [u for u, counter in enumerate(g.scenario.counters) if counter.side is owner and counter.pool == "deploy"]
    unseen = not any(g.hex_of[u] != OFF_MAP for u in mine) and g.turn < 0
    if unseen:
        g.groups |= {army: rng.choice((1, 2, 3)) for army in planning.armies(g, owner) if army in g.groups}
        g.groups |= {"uk.bef": 1}
    if owner is Side.ALLIED and "group" in g.plans and not g.shown_group:
        g.plans["group"] = rng.choice((1, 2, 3))
    if owner is Side.GERMAN and "objective" in g.plans:
        g.plans["objective"] = rng.choice((1, 2, 3))
        if unseen:
            g.plans["effort"] = rng.choice((1, 2, 3))
            g.geb_for = rng.choice(("", "de.X", "de.IV"))
    g.touch(POLITICS)

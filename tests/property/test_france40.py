"""France '40 at random: what must hold at every moment of both scenarios, whatever is ordered."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

import meuse
from kits.invariants import broken
from meuse.counters import SIDES, Side, Unit
from meuse.decision import Decision
from meuse.game import Game
from meuse.games.france40 import limits, movement, paths
from meuse.games.france40.board import DISRUPTED, FULL_RETREAT, TRAIN, France40
from meuse.games.france40.bonds import crosses
from meuse.games.france40.zones import beside, zones
from meuse.hexmap import Hex
from meuse.mechanics.reach import reach
from meuse.opponents.random import RandomBot

from .walk import by_steps, forgetful, some_moments


class BusyBot(RandomBot):
    """Walks at random, but does not hurry to the way out of a step, and keeps its units on the map."""

    def _walk(self, decision: Decision, tokens: list[str]) -> tuple[str, ...]:
        active = [token for token in tokens if token != "exit" and decision.choices((token,))]
        hurried = not active or self._rng.random() > 0.9
        return super()._walk(decision, [self._rng.choice(tokens if hurried else active)])


class Fighter(BusyBot):
    """Goes where the enemy is, attacks with many, stands and breaks through: it meets battles in all their parts."""

    table: France40
    EAGER = ("attack", "shatter", "group", "strike", "stand", "exploit", "move")
    patience = 40

    def _walk(self, decision: Decision, tokens: list[str]) -> tuple[str, ...]:
        if "end" in tokens:
            self.patience -= 1
        if self.patience <= 0 and "end" in tokens:
            self.patience = 40
            return ("end",)
        eager = [word for word in self.EAGER if word in tokens]
        order: tuple[str, ...] = (self._rng.choice(eager if eager and self._rng.random() < 0.8 else tokens),)
        while following := decision.choices(order):
            order = (*order, self._rng.choice(self.likely(decision, order, following)))
        return order

    def likely(self, decision: Decision, order: tuple[str, ...], following: list[str]) -> list[str]:
        g = self.table
        if order[0] == "move" and len(order) == 2:
            near = beside(g, decision.side.enemy)
            return [token for token in following if near[g.map.index[token]]] or following
        more = [token for token in following if token != "go"]
        return more if order[0] == "attack" and more and self._rng.random() < 0.8 else following


class Walk:
    """A game for some orders, and the moments of it that are looked at: all kinds of questions."""

    def __init__(self, scenario: str, seed: int, orders: int, player: type[RandomBot] = BusyBot) -> None:
        self.scenario, self.seed, self.orders, self.player = scenario, seed, orders, player

    def __repr__(self) -> str:
        return f"{self.scenario} {self.player.__name__}"

    def moments(self) -> Iterator[Game]:
        """The game before every order."""
        game = meuse.new("france40", self.scenario, seed=self.seed)
        player = self.player(self.seed)
        for _ in range(self.orders):
            if game.over:
                return
            yield game
            if isinstance(player, Fighter):
                player.table = board(game)
            game.play(player.choose(game.seat(game.decision.side)))


WALKS = (
    Walk("sickle-cut", 1, 600),
    Walk("sickle-cut", 2, 900, Fighter),
    Walk("dynamo", 3, 600),
    Walk("dynamo", 4, 900, Fighter),
)
walks = pytest.mark.parametrize("walk", WALKS, ids=repr)


@cache
def sample(walk: Walk) -> tuple[Game, ...]:
    """A few moments of every kind of question, and every fifteenth of the rest."""
    return some_moments(walk.moments(), every=15)


def test_the_walks_meet_every_kind_of_question() -> None:
    met = {type(game.decision.step).__name__ for walk in WALKS for game in sample(walk)}
    assert met >= {
        "Arrivals", "Movement", "AutomaticDS", "CorrectStacking", "Detraining", "Combat", "Support", "CombatThrow",
        "Lose", "DeterminedDefence", "Retreat", "Advance", "Breakthrough", "Disengage", "Recovery", "PlaceGQG",
        "PlaceHalts", "Replacements", "Evacuation", "Embark",
    }  # fmt: skip


def board(game: Game) -> France40:
    assert isinstance(game.state, France40)
    return game.state


# -- the board


@walks
def test_what_holds_at_any_moment(walk: Walk) -> None:
    for game in sample(walk):
        assert broken(game) == []


@walks
def test_steps_and_remnants_are_conserved(walk: Walk) -> None:
    for game in sample(walk):
        g = board(game)
        assert all(1 <= g.steps[u] <= counter.steps for u, counter in enumerate(g.scenario.counters))
        for kind, row in g.scenario.tables["remnants"].items():
            if kind in g.remnants:
                formed = sum(
                    1 for u, counter in enumerate(g.scenario.counters) if counter.remnant == kind and is_remnant(g, u)
                )
                assert formed + g.remnants[kind] == row["count"], kind


def is_remnant(g: France40, u: Unit) -> bool:
    """A Remnant that is still in play."""
    out = {g.scenario.box(box) for box in ("eliminated", "exited", "evacuated", "withdrawn")}
    return g.face(u).remnant and g.hex_of[u] not in out


@walks
def test_zones_agree_with_a_plain_count(walk: Walk) -> None:
    for game in sample(walk):
        g = board(game)
        for side in SIDES:
            assert list(zones(g, side)) == plain_zones(g, side)
            assert list(g.held(side)) == [len(g.units_in(h, side)) for h in range(len(g.map))]


def plain_zones(g: France40, side: Side) -> list[int]:
    """5.1.1a, 5.1.1b, 5.1.2, 5.3, word by word."""
    holders = {g.hex_of[u] for u in g.on_map(side) if plain_zone(g, u)}
    return [
        sum(1 for n in g.map.adjacent[h] if n in holders and not g.map.has(h, n, "sea_or_tidal"))
        if g.scenario.playable[h]
        else 0
        for h in range(len(g.map))
    ]


def plain_zone(g: France40, u: Unit) -> bool:
    fighting = g.counter(u).kind not in ("hq", "fort") and not g.status[u] & (FULL_RETREAT | TRAIN) and not g.zero(u)
    return fighting and g.map.terrain[g.hex_of[u]] not in ("entry", "half_hex")


@walks
def test_bonds_agree_with_the_book(walk: Walk) -> None:
    rng = random.Random(walk.seed)
    for game in sample(walk)[::3]:
        g = board(game)
        for side in SIDES:
            anchors = plain_anchors(g, side.enemy)
            near = [h for anchor in sorted(anchors) for h in g.map.adjacent[anchor] if g.scenario.playable[h]]
            for a in rng.sample(near, min(len(near), 60)):
                for b in g.map.adjacent[a]:
                    if g.scenario.playable[b] and not at_the_edge(g, a, b):
                        assert crosses(g, side, a, b) == plain_bond(g, side, anchors, a, b), (
                            g.map.labels[a],
                            g.map.labels[b],
                        )


def plain_anchors(g: France40, side: Side) -> set[Hex]:
    """6.1a: Good Order units with a zone that add up to two."""
    able = [u for u in g.on_map(side) if plain_zone(g, u) and not g.status[u] & DISRUPTED]
    return {g.hex_of[u] for u in able if sum(g.face(v).defence for v in able if g.hex_of[v] == g.hex_of[u]) >= 2}


def plain_bond(g: France40, side: Side, anchors: set[Hex], a: Hex, b: Hex) -> bool:
    """6.1c, 6.1d, 6.5.1e: whether two anchors two hexes apart bar the step; 6.3c: whoever takes it stands in a."""

    def through(p: Hex, s: Hex, q: Hex) -> bool:
        wet = [{f.kind for f in g.map.features_between(x, y)} for x, y in ((p, s), (s, q))]
        if s == a or g.units_in(s, side) or g.map.terrain[s] in ("city", "sea", "entry", "half_hex"):
            return False
        tidal = any("sea_or_tidal" in kinds for kinds in wet)
        return not tidal and not all(kinds & {"major_river", "marsh_river"} for kinds in wet)

    beside_b = sorted(anchors & set(g.map.adjacent[b]))
    for p in beside_b:
        for q in beside_b:
            if p < q and g.map.distance(p, q) == 2:
                flanks = [h for h in g.map.adjacent[p] if h in g.map.adjacent[q]]
                if len(flanks) == 1 and flanks[0] == b and through(p, b, q):
                    return True
                if {a, b} == set(flanks) and any(through(p, s, q) for s in flanks):
                    return True
    return False


def at_the_edge(g: France40, a: Hex, b: Hex) -> bool:
    """6.6: whether a map edge could have a part in it; such bonds have tests of their own."""
    near = {n for h in (a, b) for m in g.map.adjacent[h] for n in (m, *g.map.neighbours[m])}
    return any(n < 0 or g.map.terrain[n] in ("entry", "half_hex") for n in near)


# -- movement


@walks
def test_searches_agree_with_the_rules(walk: Walk) -> None:
    """Short cuts (quiet hexes, one search for two kinds of movement) find what a plain search by steps finds."""
    rng = random.Random(walk.seed)
    for game in sample(walk)[::2]:
        g = board(game)
        units = [u for side in SIDES for u in g.on_map(side) if limits.why_not_move(g, u) is None]
        for u in rng.sample(units, min(len(units), 4)):
            assert paths.routes(g, (u,)).goals() == plain_goals(forgetful(g), (u,)), g.id(u)
            assert paths.can_go(g, (u,)) == bool(paths.routes(g, (u,)).goals()), g.id(u)


def plain_goals(g: France40, party: tuple[Unit, ...]) -> set[Hex]:
    """7.1a, 7.3b, 7.4a: three searches, step by step."""
    here, mover = g.hex_of[party[0]], paths.Exits(g, party)
    near, plain = beside(g, mover.side.enemy), by_steps(mover)
    points, more, hexes = paths.points_left(g, party), paths.extended_left(g, party), paths.hexes_left(g, party)
    found: set[Hex] = set()
    if points > 0:
        found |= set(reach(here, points, by_steps(mover.over_ferries(points))).cost)
    if more > 0:
        found |= set(reach(here, more, lambda h: (way for way in plain(h) if not near[way[0]])).cost)
    if hexes > 0:
        found |= set(reach(here, hexes, lambda h: ((n, 1, stops) for n, _, stops in plain(h))).cost)
    return found


@walks
def test_ways_are_walked_to_their_end(walk: Walk) -> None:
    rng = random.Random(walk.seed)
    for game in sample(walk):
        if isinstance(game.decision.step, movement.Movement) and "move" in game.decision.choices():
            twin = game.copy()
            unit = rng.choice(twin.decision.choices(("move",)))
            goal = rng.choice(twin.decision.choices(("move", unit)))
            assert movement.why_not_way(board(twin), way_party(twin, unit), best_way(twin, unit, goal)) is None
            twin.play(("move", unit, goal))
            g = board(twin)
            where = g.hex_of[g.scenario.unit_named[unit]]
            assert len(g.stack) > 2 or where < 0 or g.map.labels[where] == goal


def way_party(game: Game, unit: str) -> tuple[Unit, ...]:
    g = board(game)
    return movement.bound(g, g.scenario.unit_named[unit])


def best_way(game: Game, unit: str, goal: str) -> tuple[Hex, ...]:
    g = board(game)
    return paths.routes(g, way_party(game, unit)).to(g.map.hex(goal)).path(g.map.hex(goal))

"""What the board of 1940 keeps as counts and marks, compared with the plain rules by random play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

import meuse
from meuse.counters import SIDES, Side
from meuse.games.gdw1940.arrivals import Arrivals
from meuse.games.gdw1940.board import DISRUPTED, DROPPED, HOME, NEUTRALS, Gdw1940, overstacked
from meuse.games.gdw1940.exits import feared, why_not_by_sea, why_not_enter, why_not_zone_to_zone
from meuse.games.gdw1940.movement import Movement, allowance, reach_of
from meuse.games.gdw1940.rail import rail_goals, why_not_by_rail
from meuse.games.gdw1940.supply import in_maginot, is_supplied, links, sources
from meuse.hexmap import Hex
from meuse.mechanics.rail import rail_reach
from meuse.mechanics.reach import reach
from meuse.mechanics.supply import supplied
from meuse.opponents import bot

SEEDS = (1, 2)


def states(seed: int, every: int) -> Iterator[Gdw1940]:
    """The state of a random game, at one decision in so many."""
    game = meuse.new("gdw1940", seed=seed)
    bots = {side: bot("random", f"{seed} {side.word}") for side in SIDES}
    for n in count():
        if game.over:
            return
        assert isinstance(game.state, Gdw1940)
        if n % every == 0:
            yield game.state
        side = game.decision.side
        game.play(bots[side].choose(game.seat(side)), side)


# -- 4 zones of control


def exerts(g: Gdw1940, u: int, h: Hex) -> bool:
    """4.who, 4.extent, 4.sea_lake, 13.status.zoc, word by word."""
    counter, here = g.counter(u), g.hex_of[u]
    if here < 0 or h not in g.map.adjacent[here] or counter.size == "III" or g.status[u] & (DISRUPTED | DROPPED):
        return False
    if any(g.map.has(here, h, water) for water in ("all_sea", "lake")) or g.map.terrain[h] in ("all_sea", "off_map"):
        return False
    home = HOME[counter.nation]
    abroad = home not in NEUTRALS or g.joined.get(home, 999) < g.impulses_done
    return abroad or g.map.country[h] == g.map.country[here] == home


@pytest.mark.parametrize("seed", SEEDS)
def test_zones_and_occupation_are_counted_right(seed: int) -> None:
    for g in states(seed, every=60):
        for side in SIDES:
            mine = g.on_map(side)
            assert list(g.held(side)) == [sum(g.hex_of[u] == h for u in mine) for h in range(len(g.map))]
            assert list(g.zones(side)) == [sum(exerts(g, u, h) for u in mine) for h in range(len(g.map))]


# -- 5 friendly territory


@pytest.mark.parametrize("seed", SEEDS)
def test_units_and_uncontested_zones_hold_their_hexes(seed: int) -> None:
    for g in states(seed, every=20):
        for h in range(len(g.map)):
            held = g.held_german[h], g.held_allied[h]
            claims = held if any(held) else (g.zones_german[h], g.zones_allied[h])
            if g.is_neutral(g.map.country[h]):
                assert g.control[h] == 0
            elif bool(claims[0]) != bool(claims[1]):
                assert g.friendly(h, Side.GERMAN if claims[0] else Side.ALLIED)


# -- 3 stacking


@pytest.mark.parametrize("seed", SEEDS)
def test_no_hex_is_over_the_limit_between_phases(seed: int) -> None:
    for g in states(seed, every=1):
        busy = g.stack[-1].side if isinstance(g.stack[-1], Movement | Arrivals) else None
        assert all(side is busy or not overstacked(g, side) for side in SIDES)


# -- 6 movement


def plain_exits(g: Gdw1940, u: int, h: Hex) -> Iterator[tuple[Hex, int, bool]]:
    """6.costs, hex by hex, every rule asked everywhere."""
    side, kind, costs = g.scenario.side_of[u], g.movement_kind(u), g.scenario.tables["movement"]
    by_sea = dict(g.scenario.ways[f"{kind} by sea"][h]) if side is Side.ALLIED else {}
    for n, price in (dict(g.scenario.ways[kind][h]) | by_sea).items():
        here, there = feared(g, side, h), feared(g, side, n)
        if why_not_enter(g, u, h, n) or (n in by_sea and why_not_by_sea(g, u, n)):
            continue
        if here and there and why_not_zone_to_zone(g, u, h, n):
            continue
        shaken = any(g.disrupted(v) for v in g.units_in(n, side))
        yield n, price + 8 * (here * costs["leave_zone"] + shaken * costs["disrupted_friend"]), there


@pytest.mark.parametrize("seed", SEEDS)
def test_the_reach_of_a_unit_is_what_the_plain_rules_say(seed: int) -> None:
    for g in states(seed, every=15):
        if isinstance(g.stack[-1], Movement):
            for u in g.on_map(g.stack[-1].side):
                plain = reach(g.hex_of[u], max(0, allowance(g, u)), lambda h, g=g, u=u: plain_exits(g, u, h))  # type: ignore[misc]
                assert reach_of(g, u).cost == plain.cost
                assert reach_of(g, u).ends == plain.ends


@pytest.mark.parametrize("seed", SEEDS)
def test_those_can_move_who_have_anything_in_reach(seed: int) -> None:
    for g in states(seed, every=10):
        if isinstance(step := g.stack[-1], Movement):
            assert list(step.movable(g)) == [u for u in g.on_map(step.side) if reach_of(g, u).cost]


@pytest.mark.parametrize("seed", SEEDS)
def test_trains_go_where_the_plain_rules_let_them(seed: int) -> None:
    for g in states(seed, every=60):
        for side in SIDES:
            for u in (u for u in g.on_map(side)[::4] if why_not_by_rail(g, u) is None):
                plain = rail_reach(plain_tracks(g, u), g.hex_of[u], lambda h, g=g, side=side: plain_open(g, side, h))  # type: ignore[misc]
                assert rail_goals(g, u) == plain


def plain_tracks(g: Gdw1940, u: int) -> list[list[Hex]]:
    """R.6.rail.route.2: over land, not where the unit may not go."""
    ways = g.scenario.ways[g.movement_kind(u)]
    return [[n for n, _ in near if not why_not_enter(g, u, h, n)] for h, near in enumerate(ways)]


def plain_open(g: Gdw1940, side: Side, h: Hex) -> bool:
    """6.rail.nation, 6.rail.route, word by word."""
    home = g.map.country[h] == ("germany" if side is Side.GERMAN else "france")
    return home and g.friendly(h, side) and not g.held(side.enemy)[h] and not feared(g, side, h)


# -- 8 supply


@pytest.mark.parametrize("seed", SEEDS)
def test_units_are_supplied_along_lines_of_open_hexes(seed: int) -> None:
    for g in states(seed, every=30):
        for side in SIDES:
            for u in filter(g.in_play, g.on_map(side)):
                lines, ends = links(g, side, g.movement_kind(u)), sources(g, g.counter(u).nation)
                joined = supplied(len(g.map), lines, ends, lambda h, g=g, u=u: may_pass(g, u, h))  # type: ignore[misc]
                assert is_supplied(g, u) == bool(joined[g.hex_of[u]] or in_maginot(g, u))


def may_pass(g: Gdw1940, u: int, h: Hex) -> bool:
    """8.line, 8.line.zoc, word by word."""
    side = g.scenario.side_of[u]
    shut = g.zones(side.enemy)[h] and not g.held(side)[h] and not g.counter(u).has("motorized")
    return g.friendly(h, side) and not shut

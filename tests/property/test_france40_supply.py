"""Supply in France '40 at random: the lines that the program finds are those that chapter 18 allows, word by word."""

from __future__ import annotations

from itertools import pairwise

import pytest

from meuse.counters import SIDES, Side, Unit
from meuse.games.france40 import attrition, supply, victory
from meuse.games.france40.board import France40
from meuse.games.france40.bonds import crosses
from meuse.hexmap import Hex

from .test_france40 import WALKS, Walk, board, plain_zones, sample

walks = pytest.mark.parametrize("walk", WALKS, ids=repr)


class Plain:
    """18.3 for one side as the board stands, without tables and short cuts."""

    def __init__(self, g: France40, side: Side) -> None:
        self.g, self.side = g, side
        self.enemy_zones, self.own_zones = plain_zones(g, side.enemy), plain_zones(g, side)

    def hostile(self, h: Hex) -> bool:
        """18.3.2c, 18.3.2f: enemy units and Cities; Entry Hexes of the enemy, the sea and half hexes."""
        g, terrain = self.g, self.g.map.terrain[h]
        if g.units_in(h, self.side.enemy) or terrain in ("sea", "half_hex"):
            return True
        return terrain in ("city", "entry") and g.control[h] != self.side + 1

    def feared(self, h: Hex) -> bool:
        """5.4: an enemy zone that no friend in the hex negates."""
        return bool(self.enemy_zones[h]) and not self.g.units_in(h, self.side)

    def by_road(self, a: Hex, b: Hex) -> bool:
        open_road = self.g.map.has(a, b, "road") and not self.hostile(b) and not self.feared(b)
        return open_road and not crosses(self.g, self.side, a, b)

    def overland(self, start: Hex, a: Hex, b: Hex) -> bool:
        g = self.g
        if g.map.has(a, b, "sea_or_tidal") or self.hostile(b) or crosses(g, self.side, a, b):
            return False
        return not self.feared(b) or (bool(self.own_zones[b]) and (a == start or not self.feared(a)))

    def length(self, a: Hex, b: Hex) -> int:
        rough = self.g.map.terrain[b] in ("wooded_rough", "marsh") and not self.g.map.has(a, b, "road")
        return 2 if rough else 1

    def reached(self, start: Hex, limit: int) -> set[Hex]:
        """18.3.1: every hex to which an overland portion, and then perhaps a road portion, leads."""
        best, waiting, on_road = {start: 0}, [start], set[Hex]()
        while waiting:
            h = waiting.pop(0)
            for n in self.g.map.adjacent[h] if h == start or self.g.scenario.playable[h] else ():
                far = best[h] + self.length(h, n)
                if far <= limit and far < best.get(n, limit + 1) and self.overland(start, h, n):
                    best[n] = far
                    waiting.append(n)
        roads = [h for h in best if h == start or not self.feared(h)]
        while roads:
            h = roads.pop()
            for n in self.g.map.adjacent[h] if h == start or self.g.scenario.playable[h] else ():
                if n not in on_road and self.by_road(h, n):
                    on_road.add(n)
                    roads.append(n)
        return {*best, *on_road}


@walks
def test_units_are_in_supply_as_the_book_says(walk: Walk) -> None:
    for game in sample(walk)[::8]:
        g = board(game)
        for side in SIDES:
            plain, ends = Plain(g, side), supply.sources(g, side, g.turn)
            for u in in_play(g, side)[::6]:
                reached = plain.reached(g.hex_of[u], 5)
                own_cities = {h for h in reached & g.scenario.cities if g.controls(side, h)}
                fed = bool(reached & ends) or (side is Side.ALLIED and len(own_cities) >= 3)
                assert supply.in_supply(g, u) == fed, g.id(u)
                assert bool(supply.line_of(g, u)) == bool(reached & ends), g.id(u)


def in_play(g: France40, side: Side) -> list[Unit]:
    return [u for u in g.on_map(side) if g.scenario.playable[g.hex_of[u]]]


@walks
def test_lines_that_are_shown_can_be_gone(walk: Walk) -> None:
    for game in sample(walk)[::5]:
        g = board(game)
        for side in SIDES:
            plain = Plain(g, side)
            for u in in_play(g, side)[::3]:
                line = supply.line_of(g, u)
                for a, b in pairwise(line):
                    assert plain.by_road(a, b) or plain.overland(line[0], a, b), (g.id(u), g.map.labels[b])


@walks
def test_lines_of_any_length_are_as_the_book_says(walk: Walk) -> None:
    for game in sample(walk)[::20]:
        g = board(game)
        for side in SIDES:
            plain, ends = Plain(g, side), supply.sources(g, side, g.turn)
            for u in in_play(g, side)[::8]:
                overland = plain.reached(g.hex_of[u], 10_000)
                assert supply.has_long_line(g, u) == bool(overland & ends), g.id(u)


@walks
def test_nobody_with_supply_wears_down(walk: Walk) -> None:
    for game in sample(walk)[::4]:
        g = board(game)
        for side in SIDES:
            assert not any(supply.in_supply(g, u) and supply.line_of(g, u) for u in attrition.worn_down(g, side))


@walks
def test_scores_can_be_told_at_every_moment(walk: Walk) -> None:
    for game in sample(walk)[::3]:
        g = board(game)
        result = victory.standing(g)
        assert result.text
        assert {award.rule for award in victory.awards(g)} <= set(g.scenario.ledger.ids())

"""18, 21.1, 22.1: Lines of Supply, traced from the unit to the source, hex by hex."""

from __future__ import annotations

from collections.abc import Collection

from oracle.france40.board import Board, Piece, other
from oracle.france40.ground import RESTRICTED, charts
from oracle.france40.zones import Bonds, bonds, zone


class Lines:
    """Where the lines of one side may run as things stand."""

    def __init__(self, board: Board, side: str) -> None:
        self.board, self.side = board, side
        self.ground = board.ground
        self.foes = {p.at for p in board.pieces.values() if p.at and p.side != side}
        self.friends = {p.at for p in board.pieces.values() if p.at and p.side == side}
        self.enemy_zone = zone(board, other(side)) - self.friends
        """18.3.2e: friendly units negate enemy zones in the hex they occupy."""
        self.own_zone = zone(board, side)
        self.bonds: Bonds = bonds(board, other(side))
        self.ends = sources(board, side)
        self._open: dict[str, list[str]] = {}

    def _shut(self, a: str, b: str) -> bool:
        """18.3.2c, d, f and 18.3.3b, d, e: what closes a step to either portion."""
        if b in self.foes or self.bonds.cut(a, b):
            return True
        if not self.ground.played(b) and b not in self.ends:
            return True
        return self.ground.terrain[b] == "city" and self.board.city_of(b) != self.side

    def overland_step(self, a: str, b: str) -> bool:
        """18.3.2b, 18.3.2e."""
        if self._shut(a, b) or self.ground.sea(a, b):
            return False
        if b in self.enemy_zone and b not in self.own_zone:
            return False
        return not (a in self.enemy_zone and b in self.enemy_zone)

    def road_step(self, a: str, b: str) -> bool:
        """18.3.3."""
        return b not in self.enemy_zone and self.ground.road(a, b) and not self._shut(a, b)

    def overland(self, start: str, limit: int | None) -> dict[str, int]:
        """18.3.2a, R.18.3.1.1: the hexes of the overland portion, with their count; the unit's own hex is 0."""
        counted = {start: 0}
        edge = [start]
        while edge:
            a = edge.pop(0)
            if a != start and not self.ground.played(a):
                continue
            for b in self.ground.near[a]:
                rough = self.ground.terrain[b] in RESTRICTED and not self.ground.road(a, b)
                total = counted[a] + (2 if rough else 1)
                if limit is not None and total > limit:
                    continue
                if total < counted.get(b, total + 1) and self.overland_step(a, b):
                    counted[b] = total
                    edge.append(b)
        return counted

    def traced(self, start: str) -> set[str]:
        """18.3.1: every hex to which a line runs: overland, then along roads.

        The Road hex that the overland portion leads to is part of the road portion, so it may not lie in an enemy zone.
        """
        return self.by_road(start, self.overland(start, charts()["isolation"]["overland"]))

    def by_road(self, start: str, overland: Collection[str]) -> set[str]:
        """18.3.3: these hexes, and all to which roads lead from them."""
        found = set(overland)
        edge = [h for h in found if self.ground.on_road(h) and h not in self.enemy_zone]
        by_road = set(edge)
        while edge:
            a = edge.pop()
            if a != start and not self.ground.played(a):
                continue
            if a not in self._open:
                self._open[a] = [b for b in self.ground.roads[a] if self.road_step(a, b)]
            for b in self._open[a]:
                if b not in by_road:
                    by_road.add(b)
                    edge.append(b)
        return found | by_road


def lines(board: Board, side: str) -> Lines:
    key = ("lines", side)
    if key not in board.memory:
        board.memory[key] = Lines(board, side)
    found: Lines = board.memory[key]
    return found


def sources(board: Board, side: str) -> set[str]:
    """21.1d, 21.1e, 22.1c, 22.1d, R.21.1d.1; a closed Entry Hex is a source of nobody but who it belonged to."""
    ground = board.ground
    if board.dynamo:
        if side == "german":
            return {h for name in ("east", "south") for h in ground.regions[name] if ground.played(h)}
        return {h for h in ground.ports if board.city_of(h) == "allied"}
    return {
        h
        for name, hexes in ground.areas.items()
        if ground.owners[name] == side
        for h in hexes
        if h not in board.closed and ground.opens.get(h, 0) <= board.turn
    }


def in_supply(board: Board, p: Piece) -> bool:
    """18.1a, 18.2b."""
    key = ("supply", p.side, p.at)
    if key not in board.memory:
        board.memory[key] = _fed(board, p.side, lines(board, p.side).traced(p.at))
    found: bool = board.memory[key]
    return found


def _fed(board: Board, side: str, traced: set[str]) -> bool:
    if traced & lines(board, side).ends:
        return True
    return side == "allied" and len(friendly_cities(board, side, traced)) >= 3


def friendly_cities(board: Board, side: str, among: set[str]) -> set[str]:
    return {h for h in among if board.ground.terrain[h] == "city" and board.city_of(h) == side}


def long_line(board: Board, p: Piece) -> bool:
    """18.5.1c, 21.7.1b, R.18.5.1c.1: an overland line of any length."""
    return _fed(board, p.side, set(lines(board, p.side).overland(p.at, None)))

"""12: the hexes to which a group can retreat, found by walking every way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from oracle.france40.board import Board, Piece, other
from oracle.france40.movement import barred
from oracle.france40.supply import in_supply
from oracle.france40.zones import bonds, zone, zone_of

Way = tuple[str, ...]


class Flight:
    """Units that retreat together from a hex, so many hexes; `stayed` are friends that have not retreated."""

    def __init__(
        self, board: Board, group: Sequence[Piece], all_going: Sequence[Piece], origin: str, length: int
    ) -> None:
        self.board, self.group, self.origin, self.length = board, list(group), origin, length
        self.all_going = list(all_going)
        self.side = group[0].side
        self.ground = board.ground
        going = {p.id for p in all_going}
        friends = [p for p in board.in_play(self.side) if p.id not in going and "fled now" not in p.states]
        self.friends = {p.at for p in friends}
        self.sound = {p.at for p in friends if p.good}
        self.foes = {p.at for p in board.pieces.values() if p.at and p.side != self.side}
        self.enemy_zone = {
            h for p in board.pieces.values() if p.side != self.side for h in zone_of(board, p)
        } - self.friends
        """12.3: friends negate enemy zones in the hex they occupy."""
        self.own_zone = {h for p in friends for h in zone_of(board, p)}
        self.bonds = bonds(board, other(self.side), {p.id for p in group})
        self.flees = [p for p in group if p.flees]

    # -- 12.2: what kills

    def deadly_step(self, way: Way, b: str) -> bool:
        """12.2a to 12.2e, 12.2g, 19.4.3: whether entering b after this way eliminates the group."""
        ground, a = self.ground, way[-1]
        if not ground.played(b) or b in self.foes or any(barred(self.board, p, a, b) for p in self.group):
            return True
        if ground.sea(a, b) and "tidal_bridge" not in ground.between(a, b):
            return True
        if self.bonds.bar(a, b) or ground.major(a, b):
            return True
        if self.flees and ground.terrain[b] == "city" and self.board.city_of(b) != self.side:
            return True
        if b not in self.enemy_zone:
            return False
        return len(way) > 1 and (b not in self.own_zone or a in self.enemy_zone)

    def deadly_end(self, h: str) -> bool:
        """12.2f."""
        return h in self.enemy_zone

    def refuge(self, h: str) -> bool:
        """12.4.1, R.12.4.1.1: a City of one's own, for Allies a Fortified Hex, that is safe to stop in."""
        city = self.ground.terrain[h] == "city" and self.board.city_of(h) == self.side
        fortress = self.side == "allied" and self.board.fortified(h)
        return (city or fortress) and (h not in zone(self.board, other(self.side)) or h in self.sound)

    def ways(self, length: int) -> Iterator[Way]:
        """12.1.3a: all ways of so many hexes that kill nobody on the way and enter no hex twice."""
        edge: list[Way] = [(self.origin,)]
        for _ in range(length):
            edge = [
                (*way, b)
                for way in edge
                for b in self.ground.near[way[-1]]
                if b not in way and not self.deadly_step(way, b)
            ]
        yield from edge

    # -- 12.1.3: which of them are left by the priorities

    def goals(self) -> dict[str, int]:
        """Every hex that the group can be retreated to, with the hexes by which it falls short."""
        safe = self.of_full_length()
        straight = [w for n in range(1, self.length) for w in self.ways(n) if self._far(w) == n]  # 12.1.3a
        stops = {w[-1] for w in straight if self.refuge(w[-1])}
        if safe or stops:
            return dict.fromkeys(self.unmarked(self._supplied(safe | stops)), 0)
        return self._short()

    def anywhere(self) -> set[str]:
        """20.3.4: a successful Disengagement leads one or two hexes in any direction, where it kills nobody."""
        found: set[str] = set()
        for length in range(1, self.length + 1):
            shorter = Flight(self.board, self.group, self.all_going, self.origin, length)
            found |= shorter.of_full_length()
        return self.unmarked(found)

    def of_full_length(self) -> set[str]:
        """12.1.3c, 12.2f: the ends at the right distance, or one hex more if all of them lie in enemy zones."""
        full = {w[-1] for w in self.ways(self.length) if self._far(w) == self.length}
        return {h for h in full if not self.deadly_end(h)} or self._one_more()

    def unmarked(self, ends: set[str]) -> set[str]:
        """21.2.1b, R.21.2.1d.1: a marked stack retreats to another marker only if it must."""
        if not any(p.under for p in self.group):
            return ends
        return {h for h in ends if not any(q.under for q in self.board.here(h, self.side))} or ends

    def _one_more(self) -> set[str]:
        """12.2f, R.12.2f.1: one hex more, if only that saves from an enemy zone; 12.1.3a: and no hex nearer again."""
        ends = {w for w in self.ways(self.length) if self._far(w) == self.length and self.deadly_end(w[-1])}
        return {
            b
            for w in ends
            for b in self.ground.near[w[-1]]
            if b not in w and not self.deadly_step(w, b) and not self.deadly_end(b) and self._far((b,)) >= self.length
        }

    def _short(self) -> dict[str, int]:
        """12.1.3c: as far as it can, at a step for every hex that is missing."""
        for far in range(self.length - 1, 0, -1):
            found = {
                w[-1]
                for n in range(far, self.length + 1)
                for w in self.ways(n)
                if self._far(w) == far and not self.deadly_end(w[-1])
            }
            if found:
                return dict.fromkeys(self.unmarked(self._supplied(found)), self.length - far)
        return {}

    def _far(self, way: Way) -> int:
        return self.ground.distance(self.origin, way[-1])

    def _supplied(self, ends: set[str]) -> set[str]:
        """12.1.3d, R.12.1.3d.1: where there is one that leaves them in supply, no other."""
        fed = {h for h in ends if self._fed_at(h)}
        return fed or ends

    def _fed_at(self, h: str) -> bool:
        """R.12.1.3d.1: with them in their new hex, and the hex from which all of them must go empty of them."""
        moved = [self._shaken(msgspec.structs.replace(p, at=h)) for p in self.group]
        gone = [msgspec.structs.replace(p, at="") for p in self.all_going if p not in self.group]
        there = self.board.with_pieces([*moved, *gone])
        return all(in_supply(there, p) for p in moved)

    def _shaken(self, p: Piece) -> Piece:
        """13.1.2, 13.1.3: the state in which it arrives."""
        how = self.board.facts["retreat"]
        state = "full retreat" if how in ("routed", "full retreat") or p.disrupted else "disrupted"
        if p.zero or p.flees:
            return p
        return msgspec.structs.replace(p, states=(p.states - {"disrupted", "train"}) | {state})

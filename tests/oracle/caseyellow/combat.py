"""Who may attack what (11.1, 11.2, 11.6, 11.8), and what an attack obliges its side to (9.5, 11.2d)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from oracle.caseyellow.board import Board, Piece, other
from oracle.caseyellow.odds import combat, first_column, guns_help, starved
from oracle.caseyellow.supply import lines_of, west_wall
from oracle.caseyellow.zones import crosses, exerters, shut


class Attacks:
    """The combat of one side in a round; `motor`: the motorized combat of a Move Round (11.6)."""

    def __init__(self, board: Board, side: str, motor: bool, left: int) -> None:
        self.board, self.side, self.motor, self.left = board, side, motor, left
        self.lines = lines_of(board, side)
        self.targets = {label for label in board.chart.land if self.open_target(label)}

    def open_target(self, label: str) -> bool:
        """11.1a, 11.2, R.11.2a.3.2, 11.6: enemy units or a garrison, not attacked before in this round."""
        board = self.board
        enemies, fort = board.there(label, other(self.side)), board.enemy_fort(label, self.side)
        if not enemies and not fort:
            return False
        if label in board.fought or label in board.engaged or any(unit.defended for unit in enemies):
            return False
        return not (self.motor and board.standing_fort(label))

    def may_fight(self, unit: Piece) -> bool:
        """11.2a.2, R.11.9b.3, 4.1c.move4, 7.9e.none: not twice, not out of an Engaged combat, never a depot."""
        if unit.side != self.side or unit.attacked or unit.depot or self.board.in_engagement(unit):
            return False
        if not self.motor:
            return True
        return unit.yellow if self.side == "german" else unit.motorized

    def eligible(self, label: str) -> list[Piece]:
        """The units that could take part in an attack on a hex."""
        board = self.board
        near = [unit for at in board.chart.near(label) for unit in board.there(at, self.side)]
        found = [unit for unit in near if self.may_fight(unit) and self.gets_at(unit, label)]
        far = [unit for unit in board.pieces.values() if unit.guns and unit.at in board.chart.land]
        return found + [
            unit for unit in far if unit not in near and self.may_fight(unit) and self.supports(unit, label)
        ]

    def gets_at(self, unit: Piece, label: str) -> bool:
        """R.5.1c.attack.1, 10.7f: great rivers are attacked over at crossings, Germans need them open."""
        pair = frozenset((unit.at, label))
        river = self.board.chart.river.get(pair)
        open_crossing = pair in self.board.chart.crossings and not (
            self.side == "german" and pair in self.board.interdicted
        )
        if (river == "rhein" or (river == "major_river" and unit.motorized)) and not open_crossing:
            return False
        return not unit.guns or self.supports(unit, label)

    def supports(self, unit: Piece, label: str) -> bool:
        """11.8a: ARKO in Attack Supply, against City, Fortified Line or works, up to two hexes away."""
        board = self.board
        if self.motor or not guns_help(board, label) or label not in board.chart.distances({unit.at}, 2):
            return False
        fight = combat(board, label, [unit])
        wall = west_wall(self.lines, unit) and not board.west_wall_used and not unit.hungry
        return wall or not starved(board, fight, unit, self.lines)

    def legal(self, label: str, units: Sequence[Piece]) -> bool:
        """An attack that its side may order, with all that it owes (11.2d, R.11.2d.1)."""
        if not self.sound(label, units):
            return False
        free = [unit for unit in self.board.pieces.values() if self.may_fight(unit) and unit not in units]
        room = self.left - len(units) if self.motor and self.side == "allied" else 999
        return self.met(sorted(self.owed(label, units)), {label}, free, room)

    def sound(self, label: str, units: Sequence[Piece]) -> bool:
        """11.3a.min, R.11.3g.2: enough strength; ARKO does not attack alone."""
        if label not in self.targets or not units or all(unit.guns for unit in units):
            return False
        if self.motor and self.side == "allied" and len(units) > self.left:
            return False
        allowed = self.eligible(label)
        return (
            all(unit in allowed for unit in units) and first_column(self.board, combat(self.board, label, units)) >= 0
        )

    def owed(self, label: str, units: Sequence[Piece]) -> set[str]:
        """9.5b, 11.2d, 11.2e: the other hexes whose zones reach the attackers, in an attack from several hexes."""
        board = self.board
        hexes = {unit.at for unit in units if label in board.chart.near(unit.at)}
        if len(hexes) < 2:
            return set()
        if self.side == "german" and len(hexes) == 2 and all(self.only_yellow(at) for at in hexes):
            return set()
        enemy = other(self.side)
        return {
            holder
            for at in hexes
            if not shut(board, at)
            for holder in board.chart.near(at)
            if holder != label and exerters(board, holder, enemy) and crosses(board, holder, at)
            if not self.done_with(holder)
        }

    def only_yellow(self, label: str) -> bool:
        return all(unit.yellow for unit in self.board.there(label, self.side))

    def done_with(self, label: str) -> bool:
        """R.11.2a.3.2: what has been attacked in this round is owed no more."""
        return label in self.board.fought or any(u.defended for u in self.board.there(label, other(self.side)))

    def met(self, owed: list[str], attacked: set[str], free: list[Piece], room: int) -> bool:
        """Whether all that is owed can be attacked too, each hex by units of its own."""
        if not owed:
            return True
        label, rest = owed[0], owed[1:]
        for units in self.groups(label, free, room):
            more = sorted(self.owed(label, units) - attacked - set(owed))
            left = [unit for unit in free if unit not in units]
            if self.met(rest + more, attacked | {label}, left, room - len(units)):
                return True
        return False

    def groups(self, label: str, free: list[Piece], room: int) -> Iterator[tuple[Piece, ...]]:
        if label not in self.targets:
            return
        able = [unit for unit in self.eligible(label) if unit in free]
        for size in range(1, min(len(able), room) + 1):
            yield from (units for units in combinations(able, size) if self.sound(label, units))

"""Lines of Supply, Attack Supply and Lines of Communication (7.2 to 7.8, 2.4h, 9.6, 9.7), traced from the unit."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from oracle.caseyellow.board import Board, Piece, other
from oracle.caseyellow.movement import ground_cost, passable_river
from oracle.caseyellow.zones import zone_hexes

ALL_THE_WAY = 9999


@lru_cache(maxsize=4)
def lines_of(board: Board, side: str) -> Lines:
    """The lines of a side at a moment, worked out once."""
    return Lines(board, side)


class Lines:
    """The lines of one side at one moment: where enemy zones cut them is worked out once."""

    def __init__(self, board: Board, side: str) -> None:
        self.board, self.side = board, side
        own, enemy = zone_hexes(board, side), zone_hexes(board, other(side))
        if board.options["contested"] == "unit":
            own = {near for label in board.stacks if board.there(label, side) for near in board.chart.near(label)}
        held = {label for label in board.stacks if board.there(label, side)}
        uncontested = enemy - own
        self.cut = (enemy if board.options["supply_zones"] == "all" else uncontested) - held
        self.cut_communication = (enemy if board.options["communication_zones"] == "all" else uncontested) - held

    def closed(self, label: str) -> bool:
        """7.2a, 7.2d: enemy units, enemy zones without a friendly unit, enemy fortifications that stand."""
        board = self.board
        if board.there(label, other(self.side)) or board.enemy_fort(label, self.side) or label in self.cut:
            return True
        return self.side == "german" and board.standing_works(label)

    def bridged(self, a: str, b: str) -> bool:
        """7.2b, 10.6b, 10.7d: over rivers at friendly crossings only, for Germans such as are not interdicted."""
        pair = frozenset((a, b))
        if pair not in self.board.chart.river:
            return True
        if pair not in self.board.chart.crossings or (self.side == "german" and pair in self.board.interdicted):
            return False
        return all(self.board.control[label] in ("", self.side) for label in pair)

    def passes(self, piece: Piece, a: str, b: str) -> bool:
        """7.2a, 7.2e: a step from the unit towards the source, over ground where the unit may go (R.7.2a.1)."""
        chart = self.board.chart
        if b not in chart.near(a) or not self.bridged(a, b) or self.closed(b):
            return False
        return passable_river(self.board, piece, a, b) and ground_cost(self.board, piece, a, b) is not None

    def traced(
        self, piece: Piece, start: str, length: int = ALL_THE_WAY, sought: Collection[str] = ()
    ) -> dict[str, int]:
        """7.2e: the hexes a line gets to, counted from the first beyond the unit on, until one that is sought.

        7.2c: it goes into a Flooded hex, but not through it.
        """
        found = {start: 0}
        edge = [] if start in sought else [start]
        while edge:
            a = edge.pop(0)
            if found[a] == length or (a != start and self.board.chart.terrain[a] == "flooded"):
                continue
            for b in self.board.chart.near(a):
                if b not in found and self.passes(piece, a, b):
                    found[b] = found[a] + 1
                    edge.append(b)
                    if b in sought:
                        return found
        return found

    def joins(self, piece: Piece, start: str, sources: Collection[str], length: int = ALL_THE_WAY) -> bool:
        return not set(sources).isdisjoint(self.traced(piece, start, length, sources))

    def own(self, hexes: Collection[str]) -> set[str]:
        """Those that are friendly: not in the enemy's hands."""
        return {label for label in hexes if self.board.control[label] == self.side}


def sources(lines: Lines, nation: str) -> set[str]:
    """7.3, 7.4: where the supply of a nation comes from."""
    chart = lines.board.chart
    if nation == "german":
        return lines.own(chart.german_cities)
    if nation == "belgian":
        return lines.own(chart.belgian_sources)
    edges = chart.west | chart.south if nation == "french" else chart.west
    return lines.own(edges | chart.ports)


def supplied(lines: Lines, piece: Piece) -> bool:
    """7.2a, 7.3, 7.4: whether a unit has a Line of Supply; 7.3a: the Dutch have it at home."""
    if piece.nation == "dutch":
        return lines.board.chart.country[piece.at] == "netherlands"
    return lines.joins(piece, piece.at, sources(lines, piece.nation))


def attack_supplied(lines: Lines, piece: Piece, cut_off: bool = False) -> bool:
    """7.6b, 7.7, 7.8: whether a unit can trace Attack Supply now, but for the West Wall.

    `cut_off`: the Allies draw on their depot even if it has no line (7.7e.cutoff).
    """
    if lines.board.turn == 1:
        return True
    if piece.side == "german":
        return by_depot(lines, piece) or german_city(lines, piece)
    if piece.nation == "dutch":
        return lines.board.chart.country[piece.at] == "netherlands"
    if piece.nation == "belgian":
        return lines.joins(piece, piece.at, lines.own(lines.board.chart.belgian_sources))
    at_home = from_port if piece.nation == "british" else from_paris
    return at_home(lines, piece) or by_depot(lines, piece) or (cut_off and bool(depots(lines, piece, True)))


def depots(lines: Lines, piece: Piece, cut_off: bool = False) -> list[Piece]:
    """7.8a, 7.7e: Attack Supply Units in range, that have a line of their own or, asked for so, have none."""
    board, figures = lines.board, lines.board.chart.tables["supply"]
    to = board.chart.ruhr if piece.side == "german" else board.chart.west | board.chart.south
    found = []
    for depot in board.pieces.values():
        if depot.depot and depot.side == piece.side and depot.at in board.chart.land:
            near = lines.joins(piece, piece.at, {depot.at}, figures[depot.id.replace(".", "_")])
            if near and lines.joins(depot, depot.at, lines.own(to)) != cut_off:
                found.append(depot)
    return found


def by_depot(lines: Lines, piece: Piece) -> bool:
    return bool(depots(lines, piece))


def german_city(lines: Lines, piece: Piece) -> bool:
    """7.8b: a German city within six hexes, itself joined to the Ruhr."""
    figures, chart = lines.board.chart.tables["supply"], lines.board.chart
    ruhr = lines.own(chart.ruhr)
    near = lines.traced(piece, piece.at, figures["german_city"])
    return any(lines.joins(piece, city, ruhr) for city in lines.own(chart.german_cities) if city in near)


def west_wall(lines: Lines, piece: Piece) -> bool:
    """7.8c: a West Wall hex within three."""
    walls = {h for h in lines.board.chart.west_wall if lines.board.standing_fort(h)}
    return lines.joins(piece, piece.at, lines.own(walls), lines.board.chart.tables["supply"]["west_wall"])


def from_port(lines: Lines, piece: Piece) -> bool:
    """7.7c: an Allied port within three hexes."""
    reach = lines.board.chart.tables["supply"]["british_port"]
    return lines.joins(piece, piece.at, lines.own(lines.board.chart.ports), reach)


def from_paris(lines: Lines, piece: Piece) -> bool:
    """7.7d: a hex of Paris within eight that is itself joined to the west or south edge."""
    chart = lines.board.chart
    near = lines.traced(piece, piece.at, chart.tables["supply"]["french_paris"])
    edges = lines.own(chart.west | chart.south)
    return any(lines.joins(piece, city, edges) for city in lines.own(chart.paris) if city in near)


def in_communication(lines: Lines, start: str) -> bool:
    """2.4h, 9.6, 12.11d: joined to the south or west edge in Allied hands, by a line into French hexes only."""
    board, chart = lines.board, lines.board.chart
    edges = lines.own(chart.west | chart.south)
    found, edge = {start}, [start]
    while edge:
        a = edge.pop(0)
        if a in edges:
            return True
        for b in chart.near(a):
            free = not board.there(b, other(lines.side)) and b not in lines.cut_communication
            if b not in found and free and chart.country[b] == "france":
                found.add(b)
                edge.append(b)
    return False

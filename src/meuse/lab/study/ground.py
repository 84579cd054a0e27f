"""The ground of many games: how often and when each hex was taken, and between where the front lay turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from meuse.counters import SIDES, Side
from meuse.fronts import ground, is_land
from meuse.game import Game
from meuse.hexmap import Hex, HexMap, Place
from meuse.lab.play import Played
from meuse.lab.study.figures import Span, span

GERMAN = 1 + Side.GERMAN
HOME = "germany"
"""Ground of this country cannot be taken by its own side."""

BAND = 0.25, 0.75
"""Where the German side holds a hex in fewer games, or in more, the front usually does not lie there."""

SIZES = ("major", "city", "town")


class Taken(msgspec.Struct, frozen=True):
    """How often the German side took a hex, and on which turn."""

    share: float
    usual: Span


class FrontBand(msgspec.Struct, frozen=True):
    """The front at the end of a turn, over all games."""

    turn: int
    held: dict[Hex, float]
    """In which share of the games the German side held a hex, of land only."""

    @property
    def band(self) -> list[Hex]:
        """The hexes that one side holds in some games and the other in others."""
        low, high = BAND
        return [h for h, share in self.held.items() if low < share < high]

    @property
    def usual(self) -> list[Hex]:
        """The hexes that the German side holds in at least half of the games."""
        return [h for h, share in self.held.items() if share >= 0.5]


class Ground(msgspec.Struct, frozen=True):
    """What the maps of a study show."""

    taken: dict[Hex, Taken]
    fronts: tuple[FrontBand, ...]


def ground_of(game: Game, played: Sequence[Played]) -> Ground:
    """The ground of games that began as this one does."""
    games, board = [_by_turn(one) for one in played if one.campaign], game.state.map
    return Ground(_taken(games, _at_home(game)), tuple(_fronts(board, games)))


def places_taken(board: HexMap, taken: Mapping[Hex, Taken], most: int) -> list[tuple[Place, Taken]]:
    """The largest places that were taken in any game, the earliest first."""
    known = [place for size in SIZES for place in board.places if place.size == size and place.hex in taken]
    return sorted(
        ((place, taken[place.hex]) for place in known[:most]),
        key=lambda row: (row[1].usual.middle, -row[1].share, row[0].name),
    )


# -- helpers

Turns = dict[int, list[int]]
"""The owners of all hexes by turn."""


def _by_turn(played: Played) -> Turns:
    return {held.turn: held.owners for held in played.campaign}


def _at_home(game: Game) -> frozenset[Hex]:
    """What the German side need not take: its own country, and what it holds at the start."""
    g = game.state
    held = ground(g, {side: {g.hex_of[u] for u in g.on_map(side)} for side in SIDES}, None)
    return frozenset(h for h in range(len(g.map)) if held[h] == GERMAN or g.map.country[h] == HOME)


def _taken(games: Sequence[Turns], at_home: frozenset[Hex]) -> dict[Hex, Taken]:
    first: dict[Hex, list[int]] = {}
    for game in games:
        seen = set[Hex]()
        for turn, owners in sorted(game.items()):
            now = {h for h, owner in enumerate(owners) if owner == GERMAN and h not in at_home}
            for h in now - seen:
                first.setdefault(h, []).append(turn)
            seen |= now
    return {h: Taken(round(len(turns) / len(games), 4), _span(turns)) for h, turns in sorted(first.items())}


def _span(turns: Sequence[int]) -> Span:
    return span(turns) or Span(0, 0, 0)


def _fronts(board: HexMap, games: Sequence[Turns]) -> list[FrontBand]:
    land = [h for h in range(len(board)) if is_land(board, h)]
    turns = sorted({turn for game in games for turn in game if turn >= 0})
    found = []
    for turn in turns:
        held = [0] * len(board)
        for game in games:
            for h, owner in enumerate(_as_of(game, turn)):
                held[h] += owner == GERMAN
        found.append(FrontBand(turn, {h: held[h] / len(games) for h in land}))
    return found


def _as_of(game: Turns, turn: int) -> list[int]:
    """The ground at the end of a turn, or as the game had ended before."""
    return game[max((one for one in game if one <= turn), default=min(game))]

"""How a game would end from a moment on: some dozens of games of two bots, and what came of them together.

>>> import meuse
>>> from meuse.lab.endings import ending, summed
>>> game = meuse.new("skirmish", seed=3)
>>> found = summed(game, [ending(game.imagine(meuse.Side.GERMAN, number), f"{number}") for number in range(3)])
>>> found.games, found.wins["german"].low >= 0
(3, True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean

import msgspec

from meuse import SIDES, Game, Side, bot
from meuse.counters import SideWord
from meuse.dice import seed_bytes
from meuse.fronts import Ground, ground
from meuse.lab.play import interval
from meuse.lab.simulation import DRAW, Share
from meuse.lab.tale import Tale, detached, moment_of

GAMES = 32
"""How many games are played."""

BOT = "staff"
"""By this bot, on both sides."""

MOST_ORDERS = 20_000
"""A game that is not over after this many orders is reported as it stands."""

LIKELY, HALF, CERTAIN = 0.1, 0.5, 0.9
"""In these shares of the games ground is German: behind the farthest line, the middle one, and the nearest."""


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """How one of the games ended."""

    winner: str
    """`german`, `allied` or `draw`; "" if it was not over."""
    level: str
    turn: int
    orders: int
    score: dict[str, float]
    ground: bytes
    """For each hex the side that holds it, plus one; 0 for nobody."""


class Spread(msgspec.Struct, frozen=True):
    """The points of a side: the mean, and what four games in five lie between."""

    mean: float
    low: float
    high: float


class Level(msgspec.Struct, frozen=True):
    """How often a game ended with a level of victory."""

    title: str
    count: int


class Endings(msgspec.Struct, frozen=True, kw_only=True):
    """What came of the games that are over so far."""

    games: int
    wins: dict[str, Share]
    """By `german`, `allied` and `draw`: how often, and between which shares of all games the true one lies."""
    levels: tuple[Level, ...]
    scores: dict[SideWord, Spread]
    """The points, where the book counts them."""
    lines: dict[str, tuple[str, ...]]
    """German ground in 9 of 10 games (`certain`), in half of them (`half`), in 1 of 10 (`likely`)."""
    land: tuple[str, ...]
    """All hexes that somebody holds: where a line may run."""


def ending(board: Game, seed: str) -> Ending:
    """A board played to its end by two bots, with dice of its own."""
    game = detached(board)
    game.state.dice = type(game.state.dice)(seed_bytes(f"ending-{seed}"))
    start, players = _ground(game, None), {side: bot(BOT, f"{seed} {side.word}") for side in SIDES}
    seats = {side: game.seat(side) for side in SIDES}
    for _ in range(MOST_ORDERS):
        if game.over:
            break
        asked = game.decision.side
        game.play(players[asked].choose(seats[asked]), asked)
    result = game.result
    winner = "" if result is None else DRAW if result.winner is None else result.winner.word
    return Ending(
        winner=winner,
        level=result.level if result is not None else "",
        turn=max(0, game.state.turn),
        orders=len(game.journal),
        score=dict(result.score) if result is not None else {},
        ground=bytes(_ground(game, start)),
    )


def ending_of(tale: Tale, at: int, eyes: Side | None, seed: str) -> Ending:
    """The same after so many orders of a tale. With `eyes` all that this side cannot know is drawn afresh first."""
    board = moment_of(tale, at)
    return ending(board if eyes is None else board.seat(eyes).imagine(f"ending {seed}"), seed)


def summed(game: Game, endings: Sequence[Ending]) -> Endings:
    """What these games came to; `game` is of the same scenario."""
    words = (*(side.word for side in SIDES), DRAW)
    counted = [one for one in endings if one.winner]
    levels = [one.level for one in counted if one.level]
    grounds = [one.ground for one in endings]
    labels = game.state.map.labels
    return Endings(
        games=len(endings),
        wins={word: _share(sum(one.winner == word for one in counted), len(counted)) for word in words},
        levels=tuple(Level(title, times) for title, times in Counter(levels).most_common()),
        scores=_scores(counted),
        lines={
            name: tuple(labels[h] for h in _held(grounds, share))
            for name, share in (("certain", CERTAIN), ("half", HALF), ("likely", LIKELY))
        },
        land=tuple(label for h, label in enumerate(labels) if any(held[h] for held in grounds)),
    )


def _ground(game: Game, before: Ground | None) -> list[int]:
    g = game.state
    return ground(g, {side: {g.hex_of[u] for u in g.on_map(side)} for side in SIDES}, before)


def _held(grounds: Sequence[bytes], share: float) -> list[int]:
    """The hexes that are German in at least this many of the games."""
    german = 1 + Side.GERMAN
    sizes = range(len(grounds[0])) if grounds else ()
    return [h for h in sizes if sum(held[h] == german for held in grounds) >= share * len(grounds)]


def _share(count: int, games: int) -> Share:
    return Share(count, round(count / games, 3) if games else 0.0, *interval(count, games))


def _scores(endings: Sequence[Ending]) -> dict[SideWord, Spread]:
    found: dict[SideWord, Spread] = {}
    for side in SIDES:
        points = sorted(one.score[side.word] for one in endings if side.word in one.score)
        if points:
            last = len(points) - 1
            found[side.word] = Spread(round(fmean(points), 1), points[round(0.1 * last)], points[round(0.9 * last)])
    return found

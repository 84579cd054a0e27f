"""The pairs of a round, and who has which side. Nothing here knows of matches or of the service."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec


class Game(msgspec.Struct, frozen=True):
    """A game of a tournament. `score` is what the German side got; None while it goes on."""

    german: str
    allied: str
    score: float | None = None


Pair = tuple[str, str]
"""German, Allied."""


class Place(msgspec.Struct):
    """How an entrant stands: points, those of his opponents, and those of the opponents that he has beaten."""

    entrant: str
    points: float = 0.0
    opponents: float = 0.0
    beaten: float = 0.0
    played: int = 0


def rounds_of(entrants: int) -> int:
    """Rounds of a round robin."""
    return max(1, entrants - 1 + entrants % 2)


def round_robin(entrants: Sequence[str], number: int) -> list[Pair]:
    """The pairs of a round, from 1 on, by the circle method; of an odd number one sits out."""
    circle = [*([""] if len(entrants) % 2 else []), *entrants]
    turn = number - 1
    rest = circle[1:]
    seated = [circle[0], *rest[turn:], *rest[:turn]] if turn else circle
    pairs = [(seated[n], seated[-1 - n]) for n in range(len(seated) // 2)]
    sided = [pair if (turn if n == 0 else n) % 2 == 0 else pair[::-1] for n, pair in enumerate(pairs)]
    return [(german, allied) for german, allied in sided if german and allied]


def swiss(ranked: Sequence[str], games: Sequence[Game], rested: Sequence[str]) -> list[Pair]:
    """Neighbours in the ranking who have not met; the last one who has not rested yet sits out of an odd number."""
    playing = list(ranked)
    if len(playing) % 2:
        playing.remove(next((one for one in reversed(playing) if one not in rested), playing[-1]))
    met = {frozenset((game.german, game.allied)) for game in games}
    found = _paired(playing, met)
    pairs = found if found is not None else list(zip(playing[::2], playing[1::2], strict=True))
    germans = Counter(game.german for game in games)
    germans.subtract(game.allied for game in games)
    return [(a, b) if germans[a] <= germans[b] else (b, a) for a, b in pairs]


def both_ways(pairs: Sequence[Pair]) -> list[Pair]:
    """Each pair twice, with sides changed."""
    return [game for german, allied in pairs for game in ((german, allied), (allied, german))]


def table(entrants: Sequence[str], games: Sequence[Game], rests: Sequence[tuple[str, int]]) -> list[Place]:
    """The ranking; who sits out gets the points of the games that he would have had."""
    places = {one: Place(one) for one in entrants}
    over = [(game, game.score) for game in games if game.score is not None]
    for game, score in over:
        places[game.german].points += score
        places[game.allied].points += 1 - score
        for one in (game.german, game.allied):
            places[one].played += 1
    for one, points in rests:
        places[one].points += points
    for game, score in over:
        _tie_breaks(places[game.german], places[game.allied], score)
        _tie_breaks(places[game.allied], places[game.german], 1 - score)
    order = {one: n for n, one in enumerate(entrants)}
    return sorted(places.values(), key=lambda p: (-p.points, -p.opponents, -p.beaten, order[p.entrant]))


# -- helpers


def _paired(playing: list[str], met: set[frozenset[str]]) -> list[Pair] | None:
    """From the top down, each with the next that he has not met; None if that leaves somebody without one."""
    if not playing:
        return []
    first, rest = playing[0], playing[1:]
    for n, other in enumerate(rest):
        if frozenset((first, other)) not in met:
            following = _paired(rest[:n] + rest[n + 1 :], met)
            if following is not None:
                return [(first, other), *following]
    return None


def _tie_breaks(own: Place, other: Place, score: float) -> None:
    own.opponents += other.points
    own.beaten += other.points * score

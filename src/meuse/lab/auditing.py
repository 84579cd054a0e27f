"""Audits of many games in figures: blunders a game and side, what was punished, and when what of 1940 happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from meuse.appreciation import Historical
from meuse.audit import KINDS, Blunder
from meuse.counters import SIDES


class Count(msgspec.Struct, frozen=True, array_like=True):
    """Blunders of a kind: how many, how many of them were punished, and what was at stake in all."""

    blunders: int = 0
    punished: int = 0
    weight: float = 0.0

    def __add__(self, other: Count) -> Count:
        return Count(self.blunders + other.blunders, self.punished + other.punished, self.weight + other.weight)


Tally = dict[str, Count]
"""The blunders of a side in a game, by kind; those it did not make are left out."""


def tallies(blunders: Iterable[Blunder]) -> dict[str, Tally]:
    """The blunders of a game by side."""
    found: dict[str, Tally] = {side.word: {} for side in SIDES}
    for blunder in blunders:
        mine = found[blunder.side]
        mine[blunder.kind] = mine.get(blunder.kind, Count()) + Count(1, int(blunder.punished), blunder.weight)
    return found


def means(found: Sequence[Tally]) -> dict[str, dict[str, float]]:
    """What a side did on average in a game: blunders, punished ones, and what was at stake, by kind."""
    total = {kind: sum((tally[kind] for tally in found if kind in tally), Count()) for kind in KINDS}
    return {
        name: {kind: round(getattr(total[kind], name) / max(1, len(found)), 2) for kind in KINDS}
        for name in ("blunders", "punished", "weight")
    }


def summary(games: Sequence[Mapping[str, Tally]]) -> dict[str, Any]:
    """The audits of games: a game and side, and each side for itself."""
    both = [game.get(side.word, {}) for game in games for side in SIDES]
    sides = {side.word: means([game.get(side.word, {}) for game in games]) for side in SIDES}
    return {"games": len(games), **means(both), "sides": sides}


def history(events: Iterable[Historical], dates: Sequence[Mapping[str, int]]) -> dict[str, Any]:
    """For each event of 1940 the share of games in which it happened, and by its historical turn or the next."""
    games = max(1, len(dates))
    found = {}
    for event in events:
        turns = sorted(game[event.id] for game in dates if event.id in game)
        found[event.id] = {
            "title": event.title,
            "turn": event.turn,
            "happened": round(len(turns) / games, 3),
            "in_time": round(sum(turn <= event.turn + 1 for turn in turns) / games, 3),
            "turns": turns,
        }
    return found

"""Who held which ground at the end of each turn of a game: what the maps of a study are drawn from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec

from meuse.counters import SIDES
from meuse.fronts import Ground, ground
from meuse.game import Game
from meuse.state import State

LETTERS = "nga"
"""Nobody, German, Allied: how the owner of a hex is written."""

_RUN = re.compile(f"([{LETTERS}])([0-9]+)")


class Held(msgspec.Struct, frozen=True, array_like=True):
    """The ground at the end of a turn: the owners of all hexes in their order, each with the length of its run."""

    turn: int
    runs: str

    @property
    def owners(self) -> list[int]:
        """For each hex the side that holds it, plus one; 0 for nobody."""
        return unpacked(self.runs)


def campaign(game: Game) -> tuple[Held, ...]:
    """The ground at the end of each turn of a game, made by playing its orders once more."""
    found: list[Held] = []
    before: Ground | None = None
    for turn, g in _ends_of_turns(game):
        stand = {side: {g.hex_of[u] for u in g.on_map(side)} for side in SIDES}
        before = ground(g, stand, before)
        found.append(Held(turn, packed(before)))
    return tuple(found)


def packed(owners: Iterable[int]) -> str:
    """
    >>> packed([0, 0, 1, 2, 2, 2])
    'n2g1a3'
    """
    return "".join(f"{LETTERS[owner]}{len(list(run))}" for owner, run in groupby(owners))


def unpacked(runs: str) -> list[int]:
    """
    >>> unpacked("n2g1a3")
    [0, 0, 1, 2, 2, 2]
    """
    return [LETTERS.index(letter) for letter, length in _RUN.findall(runs) for _ in range(int(length))]


def _ends_of_turns(game: Game) -> Iterator[tuple[int, State]]:
    told, start = game.beginning(), len(game.beginning().journal)
    told.quiet = True
    for entry in game.journal[start:]:
        turn = told.state.turn
        told.play(entry.order, entry.side)
        if told.over or (told.state.turn != turn and turn >= 0):
            yield turn, told.state

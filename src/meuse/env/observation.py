"""What a side sees of a game, as arrays of a fixed size. Nothing in them depends on the other side's secrets.

The map is a grid of rows and columns as the book numbers its hexes, with one plane for each channel. Units off the map
are not shown.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from meuse.counters import SIDES, Side
from meuse.env.vocabulary import Vocabulary
from meuse.game import Game
from meuse.state import State
from meuse.steps import Order

Array = NDArray[np.float32]

CHANNELS = {
    "map": "1 where there is a hex",
    "mine": "units of this side",
    "theirs": "units of the other side",
    "my strength": "first figure printed on its units, added up, in tens",
    "their strength": "the same for the other side",
    "my steps": "steps of its units, added up, in tens",
    "their steps": "the same for the other side",
    "my movement": "the highest movement allowance printed on a unit there, in tens",
    "their movement": "the same for the other side",
    "my marked units": "units with a status: moved, disrupted, out of supply ...",
    "their marked units": "the same for the other side",
    "my control": "1 where the hex is under control of this side",
    "their control": "1 where it is under control of the other side",
    "my prizes": "what the hex is worth to this side as the game begins, as a share of the most valuable one",
    "chosen": "1 for hexes in the order that is being given, and where units in it stand",
}
"""The planes before those of terrain, of which there is one for each kind that the map has."""

GLOBALS = {
    "side": "1 for the German side, 0 for the Allied side",
    "turn": "how much of the game is over",
    "my units": "the share of all units on the map that are this side's",
    "my strength": "the share of all strength on the map that is this side's",
}
"""The first figures that are not of a hex; the last ones tell which kind of step asks, one for each kind."""

LONGEST = 64
"""Tokens of an order that are shown, the last ones of a longer one."""


class Observer:
    """Makes the observations of games of one scenario."""

    def __init__(self, game: Game, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._ground = Ground(game)
        self._printed = Printed(game)
        self._steps = {kind: number for number, kind in enumerate(_questions(game))}
        channels = len(CHANNELS) + len(self._ground.kinds)
        self.space = spaces.Dict({
            "hexes": spaces.Box(-np.inf, np.inf, (channels, *self._ground.shape), np.float32),
            "globals": spaces.Box(-np.inf, np.inf, (len(GLOBALS) + len(self._steps),), np.float32),
            "prefix": spaces.Box(0, len(vocabulary), (LONGEST,), np.int32),
        })  # fmt: skip

    @property
    def channels(self) -> tuple[str, ...]:
        """The planes by name."""
        return (*CHANNELS, *self._ground.kinds)

    def look(self, game: Game, side: Side, prefix: Order = ()) -> dict[str, NDArray[Any]]:
        """What a side sees, and the order that it has begun to give: numbers of tokens from 1 on, 0 for none."""
        g = game.state
        planes = np.zeros((len(self.channels), len(self._ground)), np.float32)
        self._lay_out(planes, game, side)
        self._mark_chosen(planes[len(CHANNELS) - 1], g, prefix)
        planes[len(CHANNELS) :] = self._ground.terrain
        return {
            "hexes": planes[:, self._ground.cells].reshape(-1, *self._ground.shape),
            "globals": self._globals(game, side, planes),
            "prefix": self._prefix(prefix),
        }

    def _lay_out(self, planes: Array, game: Game, side: Side) -> None:
        g, size = game.state, len(self._ground)
        where, steps = np.array(g.hex_of), np.array(g.steps)
        marked = np.array(g.status) != 0
        strength = self._printed.strength[np.arange(len(where)), steps]
        seen = (where >= 0) & self._in_sight(game, side, where)
        planes[0, :-1] = 1.0
        for number, whose in enumerate((side, side.enemy)):
            mine = seen & (self._printed.side == whose)
            at = where[mine]
            planes[1 + number, :size] = np.bincount(at, minlength=size)
            planes[3 + number, :size] = np.bincount(at, strength[mine], size) / 10.0
            planes[5 + number, :size] = np.bincount(at, steps[mine], size) / 10.0
            np.maximum.at(planes[7 + number], at, self._printed.movement[mine] / 10.0)
            planes[9 + number, :size] = np.bincount(at, marked[mine], size)
            planes[11 + number, :-1] = self._ground.controlled(g, whose)
        planes[13] = self._ground.prizes[side]

    def _in_sight(self, game: Game, side: Side, where: NDArray[np.int64]) -> NDArray[np.bool_] | bool:
        if not self._printed.may_hide:
            return True
        hides = game.rules.views.is_hidden
        return np.array([where[u] < 0 or not hides(game.state, u, side) for u in range(len(where))])

    def _mark_chosen(self, plane: Array, g: State, prefix: Order) -> None:
        for token in prefix:
            if token in g.map.index:
                plane[g.map.index[token]] = 1.0
            elif (u := g.scenario.unit_named.get(token)) is not None and g.hex_of[u] >= 0:
                plane[g.hex_of[u]] = 1.0

    def _globals(self, game: Game, side: Side, planes: Array) -> Array:
        found = np.zeros(len(GLOBALS) + len(self._steps), np.float32)
        units, strength = planes[1:3].sum(axis=1), planes[3:5].sum(axis=1)
        app = game.rules.appreciation
        progress = app.progress(game.state) if app is not None else 0.0
        found[:4] = (side is Side.GERMAN, progress, _share(units), _share(strength))
        if not game.over and game.decision.side is side:  # whether the other side is asked may be its secret
            found[len(GLOBALS) + self._steps[type(game.decision.step).__name__]] = 1.0
        return found

    def _prefix(self, prefix: Order) -> NDArray[np.int32]:
        found = np.zeros(LONGEST, np.int32)
        shown = prefix[-LONGEST:]
        found[: len(shown)] = [number + 1 for number in self._vocabulary.numbers(shown)]
        return found


class Ground:
    """What does not change of a map: where its hexes lie on a grid, what terrain they are."""

    def __init__(self, game: Game) -> None:
        self._map = hexmap = game.state.map
        places = [hexmap.grid.col_row(spot) for spot in hexmap.spots]
        left, top = (min(place[n] for place in places) for n in (0, 1))
        right, low = (max(place[n] for place in places) for n in (0, 1))
        self.shape = (low - top + 1, right - left + 1)
        self.cells = np.full(self.shape[0] * self.shape[1], len(hexmap))
        """For each cell of the grid its hex; where there is none, the number after the last."""
        for h, (col, row) in enumerate(places):
            self.cells[(row - top) * self.shape[1] + col - left] = h
        self.kinds = tuple(sorted(set(hexmap.terrain)))
        self.terrain = np.array([[kind == here for here in (*hexmap.terrain, "")] for kind in self.kinds], np.float32)
        self.prizes = {side: self._valued(game, side) for side in SIDES}

    def __len__(self) -> int:
        """Hexes, and one for the cells of the grid that have none."""
        return len(self._map) + 1

    def controlled(self, g: State, side: Side) -> NDArray[np.bool_]:
        found: NDArray[np.bool_] = np.frombuffer(g.control, np.uint8) == 1 + side
        return found

    def _valued(self, game: Game, side: Side) -> Array:
        found = np.zeros(len(self), np.float32)
        app = game.rules.appreciation
        prizes = app.prizes(game.state, side) if app is not None else {}
        if prizes:
            found[list(prizes)] = list(prizes.values())
            found /= max(1e-9, float(found.max()))
        return found


class Printed:
    """What is printed on counters, as tables by unit."""

    def __init__(self, game: Game) -> None:
        counters = game.state.scenario.counters
        most = max(max((counter.steps for counter in counters), default=1), max(game.state.steps, default=1))
        self.side = np.array([counter.side for counter in counters])
        self.movement = np.array([counter.movement for counter in counters], np.float32)
        self.strength = np.zeros((len(counters), most + 1), np.float32)
        for u, counter in enumerate(counters):
            for steps in range(1, most + 1):
                values = counter.values(min(steps, counter.steps))
                self.strength[u, steps] = _figure(values[0].text) if values else 0.0
        self.may_hide = game.rules.views.hides
        """Whether this game hides pieces at all."""


def _questions(game: Game) -> tuple[str, ...]:
    """The kinds of steps that can ask, by name; a name may stand for several."""
    return tuple(sorted({step.__name__ for step in game.rules.steps if step.orders}))


def _figure(text: str) -> float:
    """The first figure in a text: "(2)" is 2, "*" is 0."""
    found = re.search(r"\d+", text)
    return float(found.group()) if found else 0.0


def _share(both: Array) -> float:
    total = float(both.sum())
    return float(both[0]) / total if total else 0.5

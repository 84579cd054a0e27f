"""A curious bot for tests: it plays like `staff`, and in between does what has seldom been done.

Positions stay such as occur in sensible games, and in them marches, landings, evacuations, overruns and options meet
each other, because what has been seen least is chosen first: verbs by step, and what fills their blanks by kind.
"""

from __future__ import annotations

import random
from collections import Counter

import meuse
from meuse.decision import Decision
from meuse.game import UNDO, Game
from meuse.opponents import bot
from meuse.opponents.random import DeadEnd
from meuse.seat import Seat
from meuse.steps import Order, Token

CURIOUS = 0.5
"""The share of phases in which it looks for the new."""

LEAVING = 0.12
"""How often it takes the way out of a step as if that were new, so that phases end."""

LOOKED_AT = 12
"""Tokens of one blank among which the rarest is looked for."""


class CuriousBot:
    """Whatever it has seldom chosen is what it chooses, in the phases in which it is curious."""

    name = "curious"

    def __init__(self, seed: int | str = 0) -> None:
        self._rng = random.Random(f"curious {seed}")
        self._staff = bot("staff", seed)
        self._seen: Counter[tuple[str, ...]] = Counter()
        self._phase: tuple[object, ...] = ()
        self._curious = False
        self._stuck = False

    def choose(self, seat: Seat) -> Order:
        decision = seat.decision
        if decision is None:
            raise ValueError("the bot is asked, but its side has nothing to decide")
        phase = (seat.view.turn, *decision.stack[:2])
        if phase != self._phase:
            self._phase, self._curious = phase, self._rng.random() < CURIOUS
        if not self._curious:
            return self._staff.choose(seat)
        return self._seldom_seen(decision)

    def _seldom_seen(self, decision: Decision) -> Order:
        words, backs = decision.choices(), decision.backs()
        ways_out = [word for word in words if word not in backs and decision.completes((), word)]
        if ways_out and (self._stuck or self._rng.random() < LEAVING):
            self._stuck = False
            return (ways_out[-1],)
        doing = [] if self._stuck else [word for word in words if word not in backs and word not in ways_out]
        if doing or ways_out:
            return self._walk(decision, doing or ways_out)
        self._stuck = True
        if not words:
            raise DeadEnd(f"{decision.side.title}: {decision.question} There is nothing to choose.")
        return UNDO if words[-1] in UNDO else self._walk(decision, words)

    def _walk(self, decision: Decision, tokens: list[Token]) -> Order:
        step, order = type(decision.step).__name__, Order()
        while tokens:
            some = tokens if len(tokens) <= LOOKED_AT else self._rng.sample(tokens, LOOKED_AT)
            features = {token: (step, *order[:1], feature(decision, token)) for token in some}
            rarest = min(self._seen[features[token]] for token in some)
            token = self._rng.choice([token for token in some if self._seen[features[token]] == rarest])
            self._seen[features[token]] += 1
            order = (*order, token)
            tokens = decision.choices(order)
        return order


def feature(decision: Decision, token: Token) -> str:
    """The kind of a token: what makes one unit or hex another kind of choice than the next."""
    g = decision._g  # a test may look at the whole board; the order is checked all the same
    unit, where = g.scenario.unit_named.get(token), g.map.index.get(token)
    if unit is not None:
        counter = g.scenario.counters[unit]
        return f"{counter.nation} {counter.symbol} {counter.size} {g.status[unit]}"
    if where is not None:
        held = "".join(sorted({g.side(u).word[0] for u in g.at.get(where, ())}))
        kinds = sorted({kind for place in g.map.places_at.get(where, ()) for kind in place.kinds})
        return f"{g.map.terrain[where]} {held} {' '.join(kinds)}"
    return token


def drawn_options(game_id: str, seed: int) -> dict[str, bool | int | str]:
    """The options of game number `seed`: in one game of three the defaults, else every third drawn by chance."""
    rng = random.Random(f"{game_id} options {seed}")
    if rng.random() < 1 / 3:
        return {}
    options = meuse.rule_book(game_id).options
    return {option.id: rng.choice(option.values) for option in options if rng.random() < 1 / 3}


def curious_game(game_id: str, scenario: str, seed: int) -> tuple[Game, dict[str, CuriousBot]]:
    """A game with drawn options, and two curious bots for it."""
    game = meuse.new(game_id, scenario, seed, drawn_options(game_id, seed))
    game.quiet = True
    return game, {side.word: CuriousBot(f"{seed} {side.word}") for side in meuse.SIDES}

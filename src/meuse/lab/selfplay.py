"""Games of opponents against each other to learn from: who plays, and what the positions at the borders of turns show.

Two staffs alone would hide each other's faults, so either side is drawn from a league: the staff, the staff with other
plans and weights, weaker bots, and whoever else is registered by one of the names in `LEAGUE`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import msgspec

import meuse
from meuse.advice import Plan
from meuse.counters import SIDES, Side
from meuse.game import Game
from meuse.opponents import Bot, bot, bots
from meuse.opponents.leeway import perturbed, tunable
from meuse.opponents.staff import StaffBot, advice_of
from meuse.opponents.styles import TRIED, StyledStaff, styled, without_style
from meuse.report import count
from meuse.seat import Seat
from meuse.value import appreciation_of, ended, features

LEAGUE = (("staff", 4.0), ("wanderer", 4.0), ("cadet", 2.0), ("raider", 2.0))
"""Who plays in it, and how often; a bot that is not registered is left out."""

WANDERER = "wanderer"
"""A staff with a plan and weights drawn at random for this game, and now and then a style for a turn."""

STYLED = 0.5
"""In so many of its turns a wanderer has a style: a general must know what these lead to."""


class Sample(msgspec.Struct, frozen=True):
    """A position at the border of two turns, and how the game ended for the German side."""

    seed: int
    features: dict[str, float]
    ended: float


def sampled(game: str, scenario: str, games: int, first_seed: int, jobs: int) -> Iterator[list[Sample]]:
    """The samples of so many games, in the order of their seeds; they do not depend on the number of jobs."""
    seeds = range(first_seed, first_seed + games)
    if jobs == 1:
        yield from map(partial(samples_of, game, scenario), seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(samples_of, game, scenario), seeds)


def samples_of(game: str, scenario: str, seed: int) -> list[Sample]:
    """One game of the league, looked at whenever a turn begins."""
    board = meuse.new(game, scenario, f"selfplay {seed}")
    board.quiet = True
    rng = random.Random(f"league {game} {scenario} {seed}")
    players = {side: drawn(board, side, rng, seed) for side in SIDES}
    seen = [features(board.rules, board.state) for _ in turns(board, players)]
    return [Sample(seed, found, ended(board, Side.GERMAN)) for found in seen]


def turns(board: Game, players: Mapping[Side, Bot], most_orders: int = 100_000) -> Iterator[tuple[Side, Any]]:
    """Play a game to its end, and stop wherever a player turn begins."""
    app, at = appreciation_of(board.rules), None
    seats = {side: board.seat(side) for side in SIDES}
    for _ in range(most_orders):
        if board.over:
            return
        now = app.turn_of(board.state)
        if now is not None and now != at:
            at = now
            yield now
        side = board.decision.side
        board.play(players[side].choose(seats[side]), side)
    raise RuntimeError(f"the game is not over after {count(most_orders, 'order')}")


def drawn(board: Game, side: Side, rng: random.Random, seed: int) -> Bot:
    """Somebody of the league, to play a side."""
    members = [(name, weight) for name, weight in LEAGUE if name == WANDERER or name in bots()]
    name = rng.choices([name for name, _ in members], [weight for _, weight in members])[0]
    return wanderer(board, side, rng, seed) if name == WANDERER else bot(name, f"{seed} {side.word}")


def wanderer(board: Game, side: Side, rng: random.Random, seed: int) -> StaffBot:
    """A staff that does what it usually would not: another of its plans, with other weights, in changing styles."""
    plans: Sequence[Plan] = advice_of(board).plans(board.state, side)
    moved = perturbed(tunable(board.rules), rng)
    return Wanderer(f"{seed} {side.word} {WANDERER}", plan=rng.choice(plans), weights=moved)


class Wanderer(StyledStaff):
    """Goes by a style in some of its turns, drawn for each."""

    name = WANDERER

    def _planned(self, seat: Seat, board: Game) -> Plan:
        plan = without_style(super()._planned(seat, board))
        rng = random.Random(f"style {self._seed} {len(seat.journal)}")
        return styled(plan, rng.choice(TRIED)) if rng.random() < STYLED else plan

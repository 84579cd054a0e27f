"""What the engine costs: processor time of copies, of tokens with their lists of choices, of orders and whole games."""

from __future__ import annotations

import time
from typing import Any

import meuse
from meuse.decision import Decision
from meuse.game import UNDO, Game
from meuse.lab.synthetic import copy_microseconds
from meuse.opponents.random import RandomBot
from meuse.seat import Seat
from meuse.steps import Order

clock = time.process_time_ns


class Meter(RandomBot):
    """A random bot that times every token it chooses together with the list it was chosen from."""

    name = "meter"

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.tokens: dict[str, list[int]] = {}
        self._started = 0

    def choose(self, seat: Seat) -> Order:
        self._started = clock()
        return super().choose(seat)

    def _walk(self, decision: Decision, tokens: list[str]) -> Order:
        order: Order = ()
        while tokens:
            order = (*order, self._rng.choice(tokens))
            self.tokens.setdefault(kind_of(decision, order), []).append(clock() - self._started)
            self._started = clock()
            tokens = decision.choices(order)
        return order


def kind_of(decision: Decision, order: Order) -> str:
    return f"{type(decision.step).__name__}.{order[0]} {len(order)}"


def bench_game(game_id: str, scenario: str | None, games: int, first_seed: int) -> dict[str, Any]:
    """Whole random games, timed; a token's time includes carrying out the order it completes."""
    meters = [Meter(seed) for seed in range(first_seed, first_seed + games)]
    orders = 0
    spent = 0
    copies: list[int] = []
    for seed, meter in enumerate(meters, start=first_seed):
        game = meuse.new(game_id, scenario, seed)
        game.quiet = True
        started = clock()
        _play_metered(game, meter)
        spent += clock() - started
        orders += len(game.journal)
        copies.append(_copy_time(game))
    by_kind: dict[str, list[int]] = {}
    for meter in meters:
        for kind, times in meter.tokens.items():
            by_kind.setdefault(kind, []).extend(times)
    every = [t for times in by_kind.values() for t in times]
    return {
        "game": game_id,
        "games": games,
        "copy_us": round(min(copies) / 1000, 2),
        "copy_200_units_2000_hexes_us": copy_microseconds(),
        "token_mean_us": round(sum(every) / len(every) / 1000, 1),
        "token_p99_us": _percentile(every, 99),
        "orders_per_second": round(orders / spent * 1e9),
        "games_per_second": round(games / spent * 1e9, 2),
        "orders_per_game": round(orders / games, 1),
        "kinds": {
            kind: {
                "tokens": len(times),
                "mean": round(sum(times) / len(times) / 1000, 1),
                "p99": _percentile(times, 99),
            }
            for kind, times in sorted(by_kind.items(), key=lambda item: -sum(item[1]))
        },
    }


def _play_metered(game: Game, meter: Meter) -> None:
    seats = {side: game.seat(side) for side in meuse.SIDES}
    while not game.over:
        side = game.decision.side
        decision = game.decision
        order = meter.choose(seats[side])
        started = clock()
        game.play(order, side)
        if order != UNDO:
            meter.tokens[kind_of(decision, order)][-1] += clock() - started


def _copy_time(game: Game, repeats: int = 200) -> int:
    started = clock()
    for _ in range(repeats):
        game.state.copy()
    return (clock() - started) // repeats


def _percentile(times: list[int], percent: int) -> float:
    ordered = sorted(times)
    return round(ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] / 1000, 1)

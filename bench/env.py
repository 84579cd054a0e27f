"""What a learning environment costs: a token with its mask, and an observation, in microseconds of processor time.

    .venv/bin/python bench/env.py [GAME ...] [--tokens 3000]

Tokens are drawn by chance among those that are allowed; `observation` is what one look of one side takes.
"""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

import numpy as np

import meuse.env
from meuse.games import OWN

clock = time.process_time


class Cost(NamedTuple):
    """In microseconds."""

    token: float
    observation: float
    orders_per_second: float


def measured(game: str, tokens: int) -> Cost:
    table = meuse.env.aec(game)
    table.reset(seed=1)
    rng = np.random.default_rng(1)
    spent, looked, orders = 0.0, 0.0, 0
    for _ in range(tokens):
        if any(table.terminations.values()):
            orders += table.walk.orders
            table.reset()
        started = clock()
        mask = table.vocabulary.mask(table.walk.tokens())
        table.step(int(rng.choice(np.flatnonzero(mask))))
        seen = clock()
        table.observer.look(table.walk.game, table.walk.side, table.walk.prefix)
        spent, looked = spent + seen - started, looked + clock() - seen
    orders += table.walk.orders
    return Cost(1e6 * spent / tokens, 1e6 * looked / tokens, orders / (spent + looked))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(OWN))
    parser.add_argument("--tokens", type=int, default=3000)
    asked = parser.parse_args()
    print("| game | a token | an observation | orders a second |\n|---|---|---|---|")
    for game in asked.games:
        cost = measured(game, asked.tokens)
        print(
            f"| `{game}` | {cost.token:.0f} µs | {cost.observation:.0f} µs | {cost.orders_per_second:.0f} |", flush=True
        )


if __name__ == "__main__":
    main()

"""The command `python -m tests.oneply GAME`: every listed order at positions of many games."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path

Asked = tuple[str, str, str, int]
"""A game: its id, its scenario, who plays, and the seed."""


def games(game_id: str, seed: int) -> Iterator[Asked]:
    """Games without end: every scenario by two staffs and by two curious bots, seed after seed."""
    import meuse

    for number in count(seed):
        for info in meuse.rule_book(game_id).scenarios:
            for players in ("staff", "curious"):
                yield game_id, info.id, players, number


def main() -> None:
    from kits.oneply import Look, try_game

    parser = argparse.ArgumentParser(prog="python -m tests.oneply", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--orders", type=int, default=10_000, help="go on until so many were played")
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--every", type=int, default=25, help="orders between two positions that are looked at")
    parser.add_argument(
        "--most", type=int, default=400, help="orders at a position; drawn by chance, if there are more"
    )
    asked = parser.parse_args()
    orders = positions = faults = 0
    look, source = Look(asked.every, asked.most), games(asked.game, asked.seed)
    with ProcessPoolExecutor(asked.jobs) as pool:
        while orders < asked.orders:
            batch = [next(source) for _ in range(2 * asked.jobs)]
            for tried in pool.map(try_game, *zip(*batch, strict=True), [look] * len(batch)):
                orders, positions = orders + tried.orders, positions + tried.positions
                faults += len(tried.faults)
                print(*tried.faults[:5], sep="\n", end="\n" if tried.faults else "", flush=True)
    print(f"{asked.game}: {orders} orders at {positions} positions, {faults} faults")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    main()

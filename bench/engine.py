"""What the speed claims of the engine rest on: prints each figure beside the mark it is held against.

    .venv/bin/python bench/engine.py [GAME ...]

Times are processor time. The first line tells how fast this machine is now (an empty loop of Python): on a machine that
does other work at the same time everything takes longer, and so does that.
"""

from __future__ import annotations

import sys
import timeit

from meuse.lab.bench import bench_game

MARKS = {
    "copy_200_units_2000_hexes_us": 30.0,
    "token_mean_us": 145.0,
    "token_p99_us": 5000.0,
}
"""Upper limits; 145 µs a click is the best hex game of Rally the Troops, measured on this class of machine."""

LOOP_NS = 22.0
"""An empty loop on the class of machine the marks were measured on, when nothing else runs."""


def main(games: list[str]) -> None:
    loop = min(timeit.repeat("for _ in range(100000): pass", number=10, repeat=5)) / 1e6 * 1e9
    print(f"an empty loop takes {loop:.0f} ns here, {loop / LOOP_NS:.2f} of the usual")
    for game in games:
        found = bench_game(game, None, 10, 1)
        print(f"\n{game}: {found['orders_per_second']} orders and {found['games_per_second']} random games a second")
        for key, mark in MARKS.items():
            print(f"  {key:32} {found[key]:9.1f}  of {mark:7.1f}: {found[key] / mark:5.2f}")
        for kind, row in list(found["kinds"].items())[:8]:
            print(f"    {kind:30} {row['tokens']:6} tokens {row['mean']:9.1f} mean {row['p99']:9.1f} 99 %")


if __name__ == "__main__":
    main(sys.argv[1:] or ["skirmish", "gdw1940"])

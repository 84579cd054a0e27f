"""Ray against processes in one run, and games through Ray with a machine killed in the middle.

    python bench/machines.py --games 200 skirmish gdw1940
    python bench/machines.py --games 2000 --only-killed

A cluster of a head that plays nothing and two machines of one processor each is started here. The same random games are
played on two processes, on the cluster, and on the cluster once more, where a machine is killed after a third of them;
all three must agree. What it costs to start is told apart from the rate. The load of this machine stands beside the
figures: where others work, both are slower.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator
from typing import Any

import meuse
from meuse.lab.cluster import SETTINGS
from meuse.lab.play import Match, Played, play_many

ROOM = 80 * 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(meuse.GAMES), metavar="GAME")
    parser.add_argument("--games", type=int, default=100, help="so many of each game")
    parser.add_argument("--only-killed", action="store_true", help="leave the comparison of rates out")
    asked = parser.parse_args()
    for name in asked.names:
        print(json.dumps(compared(name, asked.games, asked.only_killed)), flush=True)


def compared(name: str, games: int, only_killed: bool) -> dict[str, object]:
    """A game on processes, on the cluster, and on a cluster that loses a machine."""
    match = Match(game=name, scenario=None, german="random", allied="random")
    machines, started = begun()
    ways = {"processes": play_many(match, games, 1, 2)}
    if not only_killed:
        ways["ray"] = play_many(match, games, 1, ray=machines.address)
    ways["killed"] = killing(machines, play_many(match, games, 1, ray=machines.address), games // 3)
    taken = {way: measured(coming) for way, coming in ways.items()}
    ended(machines)
    agree = len({tuple(digests) for _, digests in taken.values()}) == 1
    figures = {way: figure for way, (figure, _) in taken.items()}
    return {"game": name, "games": games, "cluster_starts_s": started, "all_agree": agree, **figures}


def measured(coming: Iterator[Played]) -> tuple[dict[str, float], list[str]]:
    """The rate of games from the second on (the first waits until everything has begun), and what they came to."""
    first, begun_at = next(coming), time.perf_counter()
    played = [first, *coming]
    seconds = time.perf_counter() - begun_at
    figures = {
        "games_a_minute": round(60 * (len(played) - 1) / max(seconds, 0.001), 1),
        "errors": sum(bool(one.error) for one in played),
        "load": round(os.getloadavg()[0], 1),
    }
    return figures, [one.digest for one in played]


def killing(machines: Any, coming: Iterator[Played], after: int) -> Iterator[Played]:
    """The games as they come; after so many of them a machine is killed."""
    for number, played in enumerate(coming):
        if number == after:
            machines.remove_node(machines.doomed, allow_graceful=False)
        yield played


def begun() -> tuple[Any, float]:
    """A cluster of two machines, and how long it took to start."""
    os.environ.update(SETTINGS, RAY_AUTH_MODE="disabled")
    from ray.cluster_utils import Cluster

    started = time.perf_counter()
    head = {"num_cpus": 0, "object_store_memory": ROOM, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    cluster.doomed, _ = (cluster.add_node(num_cpus=1, object_store_memory=ROOM, wait=False) for _ in range(2))
    cluster.wait_for_nodes()
    return cluster, round(time.perf_counter() - started, 1)


def ended(cluster: Any) -> None:
    import ray

    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main()

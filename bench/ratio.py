"""Whether a change has made the engine slower or faster: the present tree against another commit, in one run.

    .venv/bin/python bench/ratio.py REV [GAME ...] [--rounds 5]

The commit is laid out in a folder of its own, and both play random games alternately, so that a busy machine is busy
for both. Printed for each game is the median over the rounds of the ratio now to then: under 1 is faster.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

HERE = Path(__file__).parent.parent
FIGURES = {"token_mean_us": "a token", "token_p99_us": "99 %", "copy_us": "a copy"}
MEASURE = (
    "import json, sys; from meuse.lab.bench import bench_game; print(json.dumps(bench_game(sys.argv[1], None, 4, 1)))"
)


def measured(tree: Path, game: str) -> dict[str, Any]:
    """The figures of `meuse bench` for the sources in a tree."""
    sources = {**os.environ, "PYTHONPATH": str(tree / "src")}
    run = subprocess.run([sys.executable, "-c", MEASURE, game], env=sources, capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def compare(then: Path, game: str, rounds: int) -> dict[str, float]:
    """The median ratio now to then of each figure."""
    ratios: dict[str, list[float]] = {}
    for _ in range(rounds):
        before, now = measured(then, game), measured(HERE, game)
        for key in FIGURES:
            if before.get(key):
                ratios.setdefault(key, []).append(now[key] / before[key])
    return {key: median(values) for key, values in ratios.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rev", help="the commit to compare with")
    parser.add_argument(
        "games", nargs="*", default=["skirmish", "gdw1940", "france40", "caseyellow", "manstein", "planjaune"]
    )
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        then = Path(folder) / "then"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(then), asked.rev], cwd=HERE, check=True)
        try:
            for game in asked.games:
                found = compare(then, game, asked.rounds)
                told = ", ".join(f"{FIGURES[key]} {ratio:.2f}" for key, ratio in found.items())
                print(f"{game:12} {told}", flush=True)
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", str(then)], cwd=HERE, check=True)


if __name__ == "__main__":
    main()

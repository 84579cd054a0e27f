"""Lists what Meuse says, to be read side by side.

python -m tests.wording question                     all questions, game by game, with file and line
python -m tests.wording why manstein planjaune       the refusals of two games
python -m tests.wording all --random 100 --seed 4    a hundred strings drawn at random
python -m tests.wording turns skirmish               what the wording test objects to, and what would be better
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from wording.everything import everything
from wording.said import KINDS, UNSEEN, Said
from wording.turns import objections


def main() -> None:
    asked = _asked()
    shown = [said for said in everything() if not asked.group or said.group in asked.group]
    if asked.kind == "turns":
        _print(shown, _objected)
        return
    shown = [said for said in shown if said.kind == asked.kind or (asked.kind == "all" and said.kind not in UNSEEN)]
    if asked.random:
        shown = sorted(random.Random(asked.seed).sample(shown, min(asked.random, len(shown))))
    _print(shown, lambda said: [str(said)])


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.wording", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=[*KINDS, "all", "turns"])
    parser.add_argument("group", nargs="*", help="games, or parts of the program: cli, server, web, docs, phases ...")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="draw so many")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def _objected(said: Said) -> list[str]:
    return [f"{said}\n    {wrong}" for wrong in objections(said)]


def _print(shown: Iterable[Said], lines: Callable[[Said], list[str]]) -> None:
    """Group by group, each under its name."""
    by_group: dict[str, list[str]] = {}
    for said in shown:
        by_group.setdefault(said.group, []).extend(lines(said))
    for group, found in sorted(by_group.items()):
        if found:
            print(f"\n== {group}: {len(found)}", *found, sep="\n")


if __name__ == "__main__":
    main()

"""Many games against the second account, kept in a file as they are done, so that a long run can be taken up again."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count, islice
from pathlib import Path

import msgspec

import meuse
from kits.curious import drawn_options
from oracle.frame import GAMES, account
from oracle.walk import Found, Walk, compared

SHOWN = 3
"""Examples told of each subject."""

KEPT = 40
"""Differences kept of each subject in a game: one fault is met at every decision."""


class Done(msgspec.Struct, frozen=True):
    """A game that was compared to its end, or to the fault that ended it."""

    walk: Walk
    counts: dict[str, int]
    found: tuple[Found, ...]
    error: str = ""


def main() -> None:
    asked = _read_arguments()
    kept = Path(asked.out or f"build/oracle/{asked.game}-{asked.seed}.jsonl")
    done = {_key(entry.walk): entry for entry in _read(kept)}
    walks = list(islice(walks_of(asked.game, asked.scenario, asked.players, asked.seed), asked.games))
    waiting = [walk for walk in walks if _key(walk) not in done]
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("ab") as file:
        for entry in _compare_all(waiting, asked.jobs):
            file.write(msgspec.json.encode(entry) + b"\n")
            file.flush()
            done[_key(entry.walk)] = entry
            print(_line(entry), flush=True)
    print(summary([done[_key(walk)] for walk in walks]))


def walks_of(game: str, scenario: str | None, players: str | None, seed: int) -> Iterator[Walk]:
    """Games without end: all scenarios in turn, two staffs and two curious bots in turn; the curious draw options."""
    scenarios = [scenario] if scenario else [info.id for info in meuse.rule_book(game).scenarios]
    pairs = [players] if players else ["staff", "curious"]
    for number in count(seed):
        for pair in pairs:
            for name in scenarios:
                options = drawn_options(game, number) if pair == "curious" else {}
                yield Walk(game, name, pair, number, options)


def compare_one(walk: Walk) -> Done:
    counts: Counter[str] = Counter()
    found: list[Found] = []
    error = ""
    try:
        for one in compared(walk, account(walk.game)):
            counts[one.difference.subject] += 1
            if counts[one.difference.subject] <= KEPT:
                found.append(one)
    except Exception as problem:  # the other games go on, and this one is told of
        error = f"{type(problem).__name__}: {problem}"
    return Done(walk, dict(counts), tuple(found), error)


def summary(done: list[Done]) -> str:
    """How many differences of each kind, with the first few of them, and how to see one again."""
    total = sum((Counter(entry.counts) for entry in done), Counter[str]())
    lines = [
        f"{len(done)} games, {sum(total.values())} differences, {sum(bool(e.error) for e in done)} stopped by a fault"
    ]
    for subject, number in total.most_common():
        lines.append(f"\n{subject}: {number}")
        examples = [(e.walk, one) for e in done for one in e.found if one.difference.subject == subject]
        lines += [f"  {_at(walk, one)}: {one.difference}" for walk, one in examples[:SHOWN]]
    return "\n".join([*lines, *(f"{_name(entry.walk)}: {entry.error}" for entry in done if entry.error)])


def _compare_all(walks: list[Walk], jobs: int) -> Iterator[Done]:
    if jobs == 1:
        yield from map(compare_one, walks)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(compare_one, walks)


def _read(path: Path) -> Iterator[Done]:
    """What an earlier run has kept; a line that it could not finish is left out."""
    for line in path.read_bytes().splitlines() if path.exists() else ():
        try:
            yield msgspec.json.decode(line, type=Done)
        except msgspec.DecodeError:
            continue


def _key(walk: Walk) -> bytes:
    return msgspec.json.encode(walk, order="deterministic")


def _name(walk: Walk) -> str:
    return f"{walk.game} {walk.scenario}, {walk.players}, seed {walk.seed}"


def _at(walk: Walk, one: Found) -> str:
    return f"{_name(walk)}, after {one.orders} orders ({one.asked})"


def _line(entry: Done) -> str:
    return f"{_name(entry.walk)}: {entry.error or sum(entry.counts.values())}"


def _read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--scenario", help="only this scenario")
    parser.add_argument("--players", choices=("staff", "curious", "random"), help="only games between two of these")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", help="where finished games are kept; a run that finds them there goes on behind them")
    return parser.parse_args()

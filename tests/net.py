"""A net under a change that must change nothing: games are recorded before it, and compared after it.

    python -m tests.net record --games 20          before: staff, curious and random games of every scenario
    python -m tests.net compare                    after: plays the recorded orders, and looks at every decision

Kept of every decision are the state's fingerprint, the choices along the order that was given and along others drawn by
chance, the rules of some refusals, and some of the words. The first decision that differs is told, with what differs.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec

import meuse
from meuse.game import Game
from meuse.games import OWN, rule_book
from meuse.steps import Order

PLAYERS = ("staff", "curious", "random")
KEPT = Path("build/net")
REFUSALS = 4
"""Tokens that may not come next, of which the rule is kept at every decision."""


TOLD_EVERY = 7
"""Decisions between two of which the choices are kept as they are told to a person."""


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """One decision: the state, what may be ordered, what may not; and the order that was given."""

    state: str
    choices: str
    refusals: str
    told: str
    side: str
    order: str


class Recorded(msgspec.Struct, frozen=True):
    game: str
    scenario: str
    players: str
    seed: int
    options: dict[str, bool | int | str]
    marks: tuple[Mark, ...]


def record(game_id: str, scenario: str, players: str, seed: int) -> Recorded:
    """Play a game between two bots, and keep every decision."""
    from kits.curious import drawn_options
    from oracle.walk import player

    options = drawn_options(game_id, seed) if players == "curious" else {}
    game = meuse.new(game_id, scenario, seed, options)
    game.quiet = True
    bots = {side: player(players, f"net {seed} {side.word}") for side in meuse.SIDES}
    marks = []
    while not game.over and len(marks) < 6000:
        side = game.decision.side
        before = game.state.digest()
        order = bots[side].choose(game.seat(side))
        marks.append(Mark(before, *seen(game, order, len(marks)), side.word, " ".join(order)))
        game.play(order, side)
    return Recorded(game_id, scenario, players, seed, options, tuple(marks))


def compare(path: Path) -> str:
    """What differs first in a recorded game; nothing, if nothing does."""
    kept = msgspec.json.decode(path.read_bytes(), type=Recorded)
    game = meuse.new(kept.game, kept.scenario, kept.seed, kept.options)
    game.quiet = True
    for number, mark in enumerate(kept.marks):
        order = tuple(mark.order.split())
        try:
            now = (game.state.digest(), *seen(game, order, number))
            wrong = [
                name
                for name, a, b in zip(Mark.__struct_fields__, now, msgspec.to_builtins(mark), strict=False)
                if a != b
            ]
            if wrong:
                return f"{path.stem}: {' and '.join(wrong)} differ before order {number + 1}: {mark.side} {mark.order}"
            game.play(order, mark.side)
        except Exception as problem:
            return f"{path.stem}: order {number + 1}, {mark.side} {mark.order}: {type(problem).__name__}: {problem}"
    return ""


def seen(game: Game, order: Order, number: int) -> tuple[str, str, str]:
    """What may be ordered at a decision, why other things may not, and what is told of it: short fingerprints."""
    decision, rng = game.decision, random.Random(number)
    prefixes = [order[:n] for n in range(len(order))] if order != ("undo",) else [()]
    for word in decision.choices()[:8]:
        prefix: Order = (word,)
        while following := decision.choices(prefix):
            prefixes.append(prefix)
            prefix = (*prefix, rng.choice(following))
    choices = [f"{' '.join(prefix)}: {' '.join(decision.choices(prefix))}" for prefix in prefixes]
    scenario = game.state.scenario
    tokens = [*scenario.unit_ids, *scenario.map.labels, *game.rules.words]
    refusals = []
    for token in rng.choices(tokens, k=REFUSALS):
        prefix = rng.choice(prefixes)
        refusal = decision.why_not(prefix, token)
        refusals.append(f"{' '.join((*prefix, token))}: {refusal and refusal.rule}")
    described = [str(decision.describe(prefix)) for prefix in prefixes[:4]] if number % TOLD_EVERY == 0 else []
    return _short(choices), _short(refusals), _short([decision.question, decision.help, *described])


def _short(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def _wanted(games: int, only: str | None) -> Iterator[tuple[str, str, str, int]]:
    for seed in range(games):
        for game_id in OWN:
            for info in rule_book(game_id).scenarios:
                if only in (None, game_id):
                    yield game_id, info.id, PLAYERS[seed % len(PLAYERS)], seed + 1


def _record_all(games: int, only: str | None, jobs: int) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    waiting = [one for one in _wanted(games, only) if not _path(*one).exists()]
    with ProcessPoolExecutor(jobs) as pool:
        for recorded in pool.map(record, *zip(*waiting, strict=True)) if waiting else ():
            path = _path(recorded.game, recorded.scenario, recorded.players, recorded.seed)
            path.write_bytes(msgspec.json.encode(recorded))
            print(path.stem, len(recorded.marks), flush=True)


def _compare_all(only: str | None, jobs: int) -> int:
    paths = sorted(path for path in KEPT.glob("*.json") if only is None or path.stem.startswith(only))
    with ProcessPoolExecutor(jobs) as pool:
        wrong = [told for told in pool.map(compare, paths) if told]
    print(*wrong, f"{len(paths)} games, {len(wrong)} differ", sep="\n")
    return len(wrong)


def _path(game_id: str, scenario: str, players: str, seed: int) -> Path:
    return KEPT / f"{game_id}-{scenario}-{players}-{seed}.json"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.net", description=__doc__)
    parser.add_argument("what", choices=("record", "compare"))
    parser.add_argument("--game", choices=OWN)
    parser.add_argument("--games", type=int, default=20, help="of every scenario")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    if asked.what == "compare":
        return min(_compare_all(asked.game, asked.jobs), 1)
    _record_all(asked.games, asked.game, asked.jobs)
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    sys.exit(main())

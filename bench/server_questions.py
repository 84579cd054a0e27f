"""Asks seats in the middle of real games for odds, threats and choices, with orders whole, cut off or nonsense.

PYTHONPATH=tests .venv/bin/python bench/server_questions.py [GAMES] [QUESTIONS] [SEED]

A seat may refuse (an illegal order); anything else that is raised would be a fault of the service, and is told.
"""

from __future__ import annotations

import random
import sys
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import meuse
from meuse.counters import SIDES
from meuse.game import Game
from meuse.seat import Seat

RECORDED = Path(__file__).parents[1] / "tests" / "replay"
NONSENSE = ("", "go", "with", "undo", "done", "end", "-1", "9999", "x" * 300, "\0", "é", "0101", "attack", "resolve")
SUPPORT = ("air", "german", "allied", "hq", "stukas", "bombers", "x", "")
EVERY = 12
"""Orders between two positions that are asked about."""

Order = tuple[str, ...]


def main(games: list[str], questions: int, seed: int) -> None:
    asked, faults = Counter[str](), Counter[str]()
    for path in sorted(RECORDED.glob("*.meuse")):
        journal = meuse.journal.parse(path.read_text(encoding="utf-8"))
        if journal.game in games:
            ask_along(journal, questions, random.Random(f"{seed} {path.name}"), asked, faults)
            print(f"{path.name}: {sum(asked.values())} questions so far, {sum(faults.values())} faults", flush=True)
    print(dict(asked))
    for told, times in faults.most_common():
        print(f"{times} times:\n{told}")
    sys.exit(1 if faults else 0)


def ask_along(
    journal: meuse.journal.Journal, questions: int, rng: random.Random, asked: Counter[str], faults: Counter[str]
) -> None:
    """Play a recorded game, and ask at every few positions."""
    game = meuse.journal.replay(journal)
    orders = [(entry.side, entry.order) for entry in game.journal]
    words = sorted({word for _, order in orders for word in order})
    stand = game.beginning()
    for number, (side, order) in enumerate(orders[len(stand.journal) :]):
        if number % EVERY == 0:
            for _ in range(questions):
                ask(stand, made_up(rng, stand, words, order), rng, asked, faults)
        stand.play(order, side)


def made_up(rng: random.Random, game: Game, words: list[str], next_one: Order) -> Order:
    """An order that may be given, is cut off, has a word exchanged, or never was one."""
    kind = rng.randrange(4)
    if kind == 0:
        return tuple(rng.choice((*words, *NONSENSE)) for _ in range(rng.randint(0, 7)))
    order = list(next_one if kind == 1 else walked(rng, game))
    if kind == 3 and order:
        order[rng.randrange(len(order))] = rng.choice((*words, *NONSENSE))
    return tuple(order[: rng.randint(0, len(order))] if rng.random() < 0.5 else order)


def walked(rng: random.Random, game: Game) -> Order:
    """The beginning of an order as the game offers it."""
    order: Order = ()
    while (choices := game.decision.choices(order)) and len(order) < 8:
        order = (*order, rng.choice(choices))
        if rng.random() < 0.15:
            break
    return order


def ask(game: Game, order: Order, rng: random.Random, asked: Counter[str], faults: Counter[str]) -> None:
    seat = game.seat(rng.choice(SIDES))
    labels = game.state.map.labels
    support = {rng.choice(SUPPORT): rng.choice((-1, 0, 1, 3, 10**9)) for _ in range(2)}
    hex, token = rng.choice(labels), order[-1] if order else "x"
    kinds: dict[str, Callable[[Seat], object]] = {
        "odds": lambda one: one.odds(order, None),
        "odds with support": lambda one: one.odds(order, support),
        "threat": lambda one: one.threat(hex, (), (), None),
        "threat after": lambda one: one.threat(hex, (order,), order[2:3], support),
        "muster": lambda one: one.muster(hex, order[2:3], None),
        "choices": lambda one: one.describe(order),
        "why not": lambda one: one.why_not(order[:-1], token),
        "engagements": lambda one: one.engagements(),
    }
    name = rng.choice(list(kinds))
    asked[name] += 1
    try:
        kinds[name](seat)
    except meuse.IllegalOrder:
        faults["odds refuse instead of being none"] += name.startswith("odds")
    except Exception:
        faults[f"{name} {order!r} at {len(game.journal)} of {game.rules.id}\n{traceback.format_exc(limit=-3)}"] += 1
    faults += Counter()


if __name__ == "__main__":
    GAMES = sys.argv[1].split(",") if len(sys.argv) > 1 else ["planjaune", "caseyellow"]
    main(GAMES, int(sys.argv[2]) if len(sys.argv) > 2 else 20, int(sys.argv[3]) if len(sys.argv) > 3 else 1)

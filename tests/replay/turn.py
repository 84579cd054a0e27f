"""Short games for the browser's tests: a first turn in which everything happens that a test wants to see pressed.

    PYTHONPATH=tests .venv/bin/python tests/replay/turn.py holland

lets `staff` play against itself with one seed after the other until all of it has happened in one turn, and writes
that turn to tests/browser/turns. It is needed again only when rules change: journals hold orders and dice, not bots.
"""

from __future__ import annotations

import re
import sys
from itertools import count
from random import Random
from typing import NamedTuple

import meuse
from kits.turns import FOLDER
from meuse.decision import Decision
from meuse.journal import write
from meuse.opponents import bot
from meuse.steps import Order

MOVES = frozenset({"move", "rail"})


class Wanted(NamedTuple):
    """What a turn must show: expressions, looked for in lines such as `german attack 3825 de.lah go: what came`."""

    game: str
    scenario: str
    shows: tuple[str, ...]
    wishes: tuple[str, ...] = ()
    """Orders that are given wherever they can be, or at this question only, whatever the staff thinks of them."""
    most_moves: int = 100
    """In one phase: a turn should be long enough to show everything, and no longer."""


FRANCE40 = (
    r"attack .*\n.* air [1-9]",
    "stand .* the defence holds",
    r"stand .* the defence fails.*\n.* retreat",
    r"group .*\n.* advance",
    r"advance [a-z]",
)

TURNS = {
    "sickle-cut": Wanted(
        "france40",
        "sickle-cut",
        shows=(
            "attack .*\n.* air [1-9]",
            "stand .* the defence holds",
            "stand .* the defence fails.*\n.*retreat",
            "group .*\n.*advance",
            "strike",
        ),
        wishes=("strike",),
        most_moves=8,
    ),
    "dynamo": Wanted(
        "france40",
        "dynamo",
        shows=(*FRANCE40, "replace"),
        most_moves=8,
    ),
    "holland": Wanted(
        "caseyellow",
        "holland",
        shows=(
            "land",
            "dive on",
            "round combat",
            r"bridgehead (\d+): the attempt wins(.|\n)* attack \1 ",
            r"attack (\d+) at .*the combat in \1 goes on(.|\n)* attack \1 at ",
            "retreat",
            "resolve",
            "cross",
            "terror",
        ),
        wishes=("bomb", "bridgehead"),
    ),
    "manstein": Wanted(
        "manstein",
        "campaign",
        shows=(
            "special .*\n.*special .*\n.*select",
            "fights",
            "bombs",
            "succeeds",
            "counterattack \\d+: ",
            "retreat",
            "pursues",
        ),
        wishes=("bomb", "commit", "counterattack"),
        most_moves=4,
    ),
    "planjaune": Wanted(
        "planjaune",
        "historical",
        shows=("drop", "bomb", "coup", "split .*\n.*retreat", "advance", "overrun", "activates", "reacts and moves"),
        wishes=("Which stacks react? move",),
        most_moves=6,
    ),
}


def turn(wanted: Wanted, seed: int) -> meuse.Game:
    """The first turn of a game between two staffs that do what is wished, and do not move too much."""
    game, rng = meuse.new(wanted.game, wanted.scenario, seed=seed), Random(f"turn {seed}")
    staff = {side: bot("staff", f"{seed} {side.word}") for side in meuse.SIDES}
    while not game.over and game.state.turn < 2:
        decision = game.decision
        order = _wish(decision, wanted.wishes, rng) or staff[decision.side].choose(game.seat(decision.side))
        if order[0] in MOVES and "end" in decision.choices() and _moves_before(game) >= wanted.most_moves:
            order = ("end",)
        game.play(order, decision.side)
    return game


def shows(game: meuse.Game, wanted: Wanted) -> bool:
    """Whether everything wanted has happened."""
    text = "\n".join(f"{entry.side.word} {' '.join(entry.order)}: {entry.note}" for entry in game.journal)
    return all(re.search(expression, text) for expression in wanted.shows)


def _wish(decision: Decision, wishes: tuple[str, ...], rng: Random) -> Order | None:
    """An order that is wished for, if one can be given; all that is left open in it by chance."""
    able = [word for word in decision.choices() if word in wishes or f"{decision.question} {word}" in wishes]
    if not able:
        return None
    order: Order = (rng.choice(able),)
    while following := decision.choices(order):
        order = (*order, rng.choice(following))
    return order


def _moves_before(game: meuse.Game) -> int:
    """How many moves were the last orders."""
    verbs = [entry.order[0] for entry in reversed(game.journal)]
    return next((n for n, verb in enumerate(verbs) if verb not in MOVES), len(verbs))


if __name__ == "__main__":
    name = sys.argv[1]
    found = next(game for seed in count(1) if shows(game := turn(TURNS[name], seed), TURNS[name]))
    (FOLDER / f"{name}.meuse").write_text(write(found), encoding="utf-8")

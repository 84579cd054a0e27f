"""One ply, all of it: at positions of whole games every listed order can be played, read again, and taken back.

`python -m tests.oneply GAME` does the same at length.
"""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path

import pytest

import meuse
from kits.curious import curious_game
from kits.oneply import Look, Tried, faults_at
from meuse.games import OWN, rule_book
from meuse.journal import read

GOLDEN = sorted((Path(__file__).parent.parent / "replay").glob("*.meuse"))
SCENARIOS = [(game, info.id) for game in OWN for info in rule_book(game).scenarios]

LOOK = Look(most=40)
"""Orders at each position."""


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_order_of_a_recorded_game_is_sound(path: Path) -> None:
    journal, tried, rng = read(path), Tried(), random.Random(1)
    game = meuse.new(journal.game, journal.scenario, journal.seed, journal.options)
    game.quiet = True
    every = max(1, len(journal.lines) // 16)
    for number, line in enumerate(journal.lines):
        if number % every == every // 2:
            assert list(faults_at(game, rng, LOOK, tried)) == [], number
        game.play(line.order, line.side)


@pytest.mark.parametrize(("game_id", "scenario"), SCENARIOS)
def test_every_order_of_a_curious_game_is_sound(game_id: str, scenario: str) -> None:
    tried, rng = Tried(), random.Random(2)
    game, bots = curious_game(game_id, scenario, 3)
    for number in count():
        if game.over or number > 300:
            break
        if number % 25 == 5:
            assert list(faults_at(game, rng, LOOK, tried)) == [], number
        side = game.decision.side
        game.play(bots[side.word].choose(game.seat(side)), side)

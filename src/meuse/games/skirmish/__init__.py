"""Skirmish at Sedan: the smallest whole game. It includes one of every hard mechanism, and is the one to read first.

The book is `data/rules.toml`; `board` has its chapters 3, 4 and 8, `sequence` 1, 2 and 9, `movement` 5 and 7,
`combat` 6.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

import msgspec

from meuse.counters import SIDES, Side
from meuse.games.skirmish import account
from meuse.games.skirmish.appreciation import APPRECIATION
from meuse.games.skirmish.board import MOVED, Skirmish, load_scenario, overstacked
from meuse.games.skirmish.combat import Attacks
from meuse.games.skirmish.forecast import FORECAST
from meuse.games.skirmish.movement import Operation
from meuse.games.skirmish.sequence import StartTurn, objectives, sequence, verdict
from meuse.games.skirmish.views import VIEWS
from meuse.rulebook import RuleBook, ScenarioInfo
from meuse.state import Result
from meuse.steps import Step, Turns


class SkirmishBook(RuleBook):
    id = "skirmish"
    title = "Skirmish at Sedan"
    summary = "Guderian's corps tries to cross the Meuse: a dozen counters, four turns, a quarter of an hour."
    revision = 1
    scenarios = (ScenarioInfo("sedan", "Sedan, 13 May 1940", "Four turns on the Meuse."),)
    status_words: ClassVar = {"moved": MOVED}
    forecast: ClassVar = FORECAST
    appreciation: ClassVar = APPRECIATION
    advice_page = f"{__package__}.advice"
    state = Skirmish
    views = VIEWS
    scenario = staticmethod(load_scenario)
    overstacked = staticmethod(overstacked)
    sequence = staticmethod(sequence)
    measure = "objectives"
    credits = staticmethod(account.credits)
    why = staticmethod(account.why)

    def set_up(self, g: Skirmish) -> None:
        """3.1, 9.2: the counters where they begin; the objectives are Allied."""
        super().set_up(g)
        for h in g.scenario.objectives:
            g.set_control(h, 1 + Side.ALLIED)

    def phase(self, g: Skirmish, words: str) -> tuple[Step, ...]:
        """Operations are drawn from the cup, so they are not in the sequence; after one comes the next draw."""
        steps: list[Step] = [step(side) for step in (Operation, Attacks) for side in SIDES]
        found = next((step for step in steps if step.called(g) == words), None)
        return (Turns(at=3), found) if found else super().phase(g, words)

    def moments(self, g: Skirmish) -> Iterator[tuple[int, str, tuple[Step, ...]]]:
        """The sealed bids of a turn, and every operation that a chit may give; after it the cup is drawn from."""
        for turn in range(1, g.scenario.turns + 1):
            bids = g.scenario.sequence.index(StartTurn(turn)) + 1
            found = [(bids + 2, step(side)) for side in SIDES for step in (Operation, Attacks)]
            for at, step in [(bids + 1, g.scenario.sequence[bids]), *found]:
                yield turn, step.title_now(g), (Turns(at), step)

    def resample(self, g: Skirmish, side: Side, rng: random.Random) -> None:
        """2.1: the only secret is a bid that the enemy has sealed."""
        if side.enemy in g.sealed:
            g.sealed[side.enemy] = ("bid", str(rng.randint(0, min(g.scenario.most_bid, g.tokens[side.enemy]))))

    def standing(self, g: Skirmish) -> Result:
        """9.1: the objectives that each side holds."""
        return msgspec.structs.replace(verdict(g), score={side.word: objectives(g, side) for side in SIDES})


RULE_BOOK = SkirmishBook()

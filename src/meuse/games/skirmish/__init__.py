"""Skirmish at Sedan: the smallest whole game. It has one of everything hard, and is meant to be read first.

The book is `data/rules.toml`; `sequence` is its chapters 1 and 2, `movement` 3 to 5 and 7, `combat` 6, `supply` 8.
"""

from __future__ import annotations

import random
from importlib.resources import files
from pathlib import Path
from typing import ClassVar

from meuse.counters import SIDES, Side
from meuse.games.skirmish.board import MOVED, Skirmish, SkirmishScenario, load_scenario
from meuse.games.skirmish.combat import Attack, Attacks, odds_report
from meuse.games.skirmish.movement import Operation
from meuse.games.skirmish.sequence import sequence
from meuse.hexmap import OFF_MAP
from meuse.report import Cell, OddsReport, Part
from meuse.rulebook import RuleBook, ScenarioInfo
from meuse.state import Options, Scenario, State
from meuse.steps import Order, Step, Turns, read_sequence


class SkirmishBook(RuleBook):
    id = "skirmish"
    title = "Skirmish at Sedan"
    summary = "Guderian's corps tries to get over the Meuse: a dozen counters, four turns, a quarter of an hour."
    revision = 1
    scenarios = (ScenarioInfo("sedan", "Sedan, 13 May 1940", "Four turns on the Meuse."),)
    words = (
        "bid", "move", "form", "break", "end", "stand", "fall-back", "attack", "go", "withdraw", "done",
        "split", "lose", "retreat", "counterattack", "advance", "stay",
    )  # fmt: skip
    status_words: ClassVar = {"moved": MOVED}
    data = Path(str(files(__package__) / "data"))

    def scenario(self, scenario_id: str, options: Options) -> Scenario:
        scenario = load_scenario(self.data, self.ledger, scenario_id, options)
        scenario.sequence = read_sequence(sequence(scenario.turns))
        return scenario

    def begin(self, scenario: Scenario, seed: bytes) -> State:
        assert isinstance(scenario, SkirmishScenario)
        g = Skirmish(scenario, seed)
        for u, counter in enumerate(scenario.counters):
            if counter.start:
                g.place(u, scenario.map.place(counter.start).hex)
        for h in scenario.objectives:
            g.held[h] = Side.ALLIED
        g.push(Turns())
        return g

    def phase(self, g: Skirmish, words: str) -> tuple[Step, ...]:
        """Operations come from the cup, so they are no entries of the sequence."""
        steps: list[Step] = [step(side) for step in (Operation, Attacks) for side in SIDES]
        found = next((step for step in steps if step.words(g) == words), None)
        return (Turns(at=4), found) if found else super().phase(g, words)

    def parts(self, g: Skirmish, side: Side | None) -> list[Part]:
        tokens = [
            Part(id=f"tokens-{s.word}", kind="points", title=f"{s.title} supply tokens", owner=s.word, rule="2.1",
                 cells=(Cell(id="left", label=str(g.tokens[s])),))
            for s in SIDES
        ]  # fmt: skip
        cup = Part(id="cup", kind="cup", title="Chits in the cup", rule="2.2",
                   cells=tuple(Cell(id=s.word, label=f"{s.title} {g.chits[s]}") for s in SIDES))  # fmt: skip
        holders = [
            Part(id=g.name(u), kind="holder", title=c.name, owner=c.side.word, rule="7.1",
                 cells=(Cell(id="inside", label="", pieces=g.names(g.inside(u))),))
            for u, c in enumerate(g.scenario.counters)
            if c.has("corps") and g.hex_of[u] != OFF_MAP
        ]  # fmt: skip
        return [*tokens, cup, *holders]

    def resample(self, g: Skirmish, side: Side, rng: random.Random) -> None:
        """2.1: the only secret is a bid that the enemy has sealed."""
        if side.enemy in g.sealed:
            g.sealed[side.enemy] = ("bid", str(rng.randint(0, min(2, g.tokens[side.enemy]))))

    def odds(self, g: Skirmish, side: Side, order: Order) -> OddsReport | None:
        """6.3: an attack as it is being ordered: `attack 4518 1Pz`."""
        units = tuple(u for token in order[2:] if (u := g.scenario.unit_named.get(token)) is not None)
        if not units or order[0] != "attack" or order[1] not in g.map.index:
            return None
        return odds_report(g, Attack(g.map.hex(order[1]), units))

    def threat(self, g: Skirmish, side: Side, at: str) -> OddsReport | None:
        """All enemy units that could get next to a hex in one operation, attacking together."""
        target = g.map.index.get(at)
        if target is None or not g.units_in(target, side):
            return None
        near, step = set(g.map.adjacent[target]), Operation(side.enemy)
        able = tuple(u for u in g.on_map(side.enemy) if near & ({g.hex_of[u]} | step.reach(g, u).cost.keys()))
        return odds_report(g, Attack(target, able)) if able else None


RULE_BOOK = SkirmishBook()

"""France '40 (GMT Games, 2nd edition, Mark Simonitch): Sickle Cut and Dynamo, 6.4 km a hex, a day a turn.

A chapter of the book is a file here or a few: board 2; sequence 3; stacking 4; zones 5; bonds 6; movement, paths,
costs, limits, rail and auto_ds 7; combat, attackers and battle 8; odds 9; results 10; determined 11; retreat 12;
disorder and recovery 13; advance and march 14; breakthrough 15; forts 16; hqs and displaced 17; supply and attrition
18; arrivals 19; special and rerolls 20; sickle_cut and halt 21; dynamo, evacuation and dynamo_zero 22; victory 21.7 and
22.10.
"""

from __future__ import annotations

import random
from importlib.resources import files
from pathlib import Path
from typing import ClassVar

from meuse.advice import Advice
from meuse.counters import Side, Unit
from meuse.games.france40 import layers, paths, setup, victory, views
from meuse.games.france40.board import (
    DISRUPTED,
    FULL_RETREAT,
    MOVED,
    OUT_OF_SUPPLY,
    RED,
    TRAIN,
    USED,
    France40,
    France40Scenario,
)
from meuse.games.france40.forecast import FORECAST
from meuse.games.france40.loading import load_scenario
from meuse.games.france40.sequence import sequence
from meuse.report import MarkerView, Overlay, Part, UnitView
from meuse.rulebook import Option, RuleBook, ScenarioInfo
from meuse.scenario import Components, Scenario
from meuse.state import Result, State
from meuse.steps import Turns, read_sequence


class France40Book(RuleBook):
    id = "france40"
    title = "France '40"
    summary = "The race to the Channel and the evacuation of Dunkirk, hex by hex, with ZOC Bonds."
    revision = 3
    scenarios = (
        ScenarioInfo("sickle-cut", "Sickle Cut", "13 to 22 May 1940: from the Meuse to the sea, ten turns."),
        ScenarioInfo("dynamo", "Dynamo", "24 May to 4 June 1940: the pocket and the evacuation, twelve turns."),
    )
    options = (Option("21.6", "An eleventh turn of Sickle Cut can be bought", False, "21.6"),)
    words = (
        "move", "march", "go", "flee", "turn", "exit", "end", "rail", "entrain", "detrain", "done", "eliminate",
        "attack", "with", "exploit", "air", "hq", "leave", "keep", "reroll", "stand", "give-way", "lose",
        "retreat", "advance", "group", "occupy", "strike", "shatter", "enter", "shift", "place", "halt", "declare",
        "pass", "replace", "port", "beach", "evacuate", "wait", "disengage", "extend", "shed", "W", "S", "SE", "E",
    )  # fmt: skip
    status_words: ClassVar = {
        "disrupted": DISRUPTED,
        "fleeing": FULL_RETREAT,
        "unsupplied": OUT_OF_SUPPLY,
        "isolated": OUT_OF_SUPPLY | RED,
        "entrained": TRAIN,
        "used": USED,
        "moved": MOVED,
    }
    layers: ClassVar = layers.LAYERS
    forecast = FORECAST
    data = Path(str(files(__package__) / "data"))

    def scenario(self, box: Components) -> Scenario:
        scenario = load_scenario(box)
        scenario.sequence = read_sequence(sequence(box.id, box.options))
        return scenario

    def begin(self, scenario: Scenario, seed: bytes) -> State:
        assert isinstance(scenario, France40Scenario)
        g = France40(scenario, seed)
        setup.set_up(g)
        paths.make_tables(g)
        g.push(Turns())
        return g

    def unit_view(self, g: France40, u: Unit, side: Side | None) -> UnitView:
        return views.unit_view(g, super().unit_view(g, u, side), u)

    def parts(self, g: France40, side: Side | None) -> list[Part]:
        return views.parts(g, side)

    def standing(self, g: France40) -> Result:
        return victory.standing(g)

    def markers(self, g: France40, side: Side | None) -> list[MarkerView]:
        return [*layers.markers(g), *views.markers(g)]

    def supply_of(self, g: France40, u: Unit) -> Overlay:
        return layers.supply_of(g, u)

    def resample(self, g: France40, side: Side, rng: random.Random) -> None:
        """19.2.1: the cup is drawn from by dice, and what is in it is open; this game has no secrets."""

    @property
    def advice(self) -> Advice:
        from meuse.games.france40.advice import ADVICE

        return ADVICE


RULE_BOOK = France40Book()

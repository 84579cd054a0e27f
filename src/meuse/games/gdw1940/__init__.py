"""1940 (Game Designers' Workshop 1981, Frank Chadwick): the campaign in the west, 26 km a hex, five days a turn.

A chapter of the book is a file here: planning 16, sequence 2 and 18, movement, exits and rail 4 and 6, territory and
stacking in board (3, 5), combat and aftermath 7, supply 8, air 9, odds 7 and 10 to 12, arrivals 11, 14 and 15, neutrals
13, command 17, victory 19.
"""

from __future__ import annotations

import random
from importlib.resources import files
from pathlib import Path
from typing import ClassVar

from meuse.advice import Advice
from meuse.counters import Side, Unit
from meuse.games.gdw1940 import guesses, layers, victory, views
from meuse.games.gdw1940.board import AR, DR, DROPPED, MOVED, UNSUPPLIED, Gdw1940, Gdw1940Scenario
from meuse.games.gdw1940.forecast import FORECAST
from meuse.games.gdw1940.loading import load_scenario
from meuse.games.gdw1940.sequence import sequence
from meuse.report import MarkerView, Overlay, Part, UnitView
from meuse.rulebook import Option, RuleBook, ScenarioInfo
from meuse.scenario import Components, Scenario
from meuse.state import Result, State
from meuse.steps import Turns, read_sequence


class Gdw1940Book(RuleBook):
    id = "gdw1940"
    title = "1940"
    summary = "The whole campaign, from the secret plans to the fall of Paris, in eleven turns of two impulses."
    revision = 4
    scenarios = (
        ScenarioInfo(
            "campaign",
            "1940: the invasion of France and the Low Countries",
            "From secret plans in May to the fall of Paris, or not.",
        ),
    )
    options = (  # 20.use: all off unless agreed on before the game; the last two read a sentence in another way
        Option("20.mechelen", "The Mechelen incident", False, "20.mechelen"),
        Option("20.belgian_alliance", "Belgian alliance", False, "20.belgian_alliance"),
        Option("20.french_air", "A stronger French air force", False, "20.french_air"),
        Option("11.drop_ends_move", "The air landing division stays where it drops", False, "11.drop.when"),
        Option("13.garrisons", "Garrisons surrender with their country", False, "13.holland.surrender"),
    )
    words = (
        "group", "plan", "none", "assign", "auto", "seal", "place", "done", "drop", "break", "reserve",
        "guard", "enter", "recall", "move", "rail", "evacuate", "interdict", "release", "end", "form", "go", "with",
        "attack", "withdraw", "resolve", "air", "retreat", "advance",
    )  # fmt: skip
    status_words: ClassVar = {
        "disrupted": AR,
        "shaken": DR,
        "unsupplied": UNSUPPLIED,
        "moved": MOVED,
        "dropped": DROPPED,
    }
    layers: ClassVar = layers.LAYERS
    forecast = FORECAST
    data = Path(str(files(__package__) / "data"))

    def scenario(self, box: Components) -> Scenario:
        scenario = load_scenario(box)
        scenario.sequence = read_sequence(sequence(box.options))
        return scenario

    def begin(self, scenario: Scenario, seed: bytes) -> State:
        assert isinstance(scenario, Gdw1940Scenario)
        g = Gdw1940(scenario, seed)
        g.push(Turns())
        return g

    def moment(self, g: Gdw1940) -> tuple[int, ...]:
        return (g.turn, g.impulse, g.impulses_done)

    def unit_view(self, g: Gdw1940, u: Unit, side: Side | None) -> UnitView:
        return views.unit_view(g, super().unit_view(g, u, side), u)

    def parts(self, g: Gdw1940, side: Side | None) -> list[Part]:
        return views.parts(g, side)

    def standing(self, g: Gdw1940) -> Result:
        return victory.verdict(g)

    def markers(self, g: Gdw1940, side: Side | None) -> list[MarkerView]:
        return layers.markers(g)

    def supply_of(self, g: Gdw1940, u: Unit) -> Overlay:
        return layers.supply_of(g, u)

    def resample(self, g: Gdw1940, side: Side, rng: random.Random) -> None:
        """16.secret: the other side's plan and army groups, as far as its deployment has not given them away."""
        guesses.resample(g, side, rng)

    @property
    def advice(self) -> Advice:
        from meuse.games.gdw1940.advice import ADVICE

        return ADVICE


RULE_BOOK = Gdw1940Book()

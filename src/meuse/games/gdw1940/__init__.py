"""1940 (Game Designers' Workshop 1981, Frank Chadwick): the campaign in the west, 26 km a hex, five days a turn.

A chapter of the book is a file here: planning 16, sequence 2 and 18, movement, exits and rail 4 and 6, territory and
stacking in board (3, 5), combat and aftermath 7, supply 8, air 9, odds 7 and 10 to 12, arrivals 11, 14 and 15, neutrals
13, command 17, victory 19.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from meuse.counters import Side
from meuse.games.gdw1940 import account, guesses, victory
from meuse.games.gdw1940.appreciation import APPRECIATION
from meuse.games.gdw1940.board import AR, DR, DROPPED, MOVED, UNSUPPLIED, Gdw1940, overstacked
from meuse.games.gdw1940.forecast import FORECAST
from meuse.games.gdw1940.loading import load_scenario
from meuse.games.gdw1940.sequence import sequence
from meuse.games.gdw1940.views import VIEWS
from meuse.rulebook import Option, RuleBook, ScenarioInfo, ruling


class Gdw1940Book(RuleBook):
    id = "gdw1940"
    title = "1940"
    summary = "The whole campaign, from the secret plans to the fall of Paris, in eleven turns of two impulses."
    revision = 4
    verdict_secret_of = Side.GERMAN  # the plan
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
        ruling("11.drop_ends_move", "The air landing division stays where it drops", False, "11.drop.when"),
        ruling("13.garrisons", "Garrisons surrender with their country", False, "13.holland.surrender"),
    )
    answers = ("none",)
    status_words: ClassVar = {
        "disrupted": AR,
        "shaken": DR,
        "unsupplied": UNSUPPLIED,
        "moved": MOVED,
        "dropped": DROPPED,
    }
    forecast = FORECAST
    appreciation = APPRECIATION
    advice_page = f"{__package__}.advice"
    state = Gdw1940
    views = VIEWS
    scenario = staticmethod(load_scenario)
    sequence = staticmethod(sequence)
    standing = staticmethod(victory.verdict)
    overstacked = staticmethod(overstacked)
    earned = staticmethod(account.earned)
    why = staticmethod(account.why)
    resample = staticmethod(guesses.resample)

    def set_up(self, g: Gdw1940) -> None:
        """16: the map is empty until the plans are made."""

    def moment(self, g: Gdw1940) -> tuple[int, ...]:
        return (g.turn, g.impulse, g.impulses_done)

    def names(self, scenario: Any) -> Iterable[str]:
        """The armies that orders name, each once."""
        return dict.fromkeys(counter.army for counter in scenario.counters if counter.army)


RULE_BOOK = Gdw1940Book()

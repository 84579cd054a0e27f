"""Plan Jaune (printed as "Case Yellow", Vae Victis, J.-C. Besida and F.-S. Thomas): 20 km a hex, three days a turn.

Each chapter of the book has a file here: pieces 1 in board, stacking 3, zones 4, movement and exits 5.1 and 5.2,
reaction 5.3, combat, battle, odds, losses, aftermath and retreat 6, overrun 7, supply 8, arrivals 9.1, replacements
9.2, air 10, rail 11.1, corps and forming 11.2, airborne 11.5, refugees 11.7, evacuation 11.8 and 11.9, events
11.11, command 11.12, victory 11.13, planning 12. What counts by them is in appreciation. The special operations
phase, made of several of them, is in operations.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any, ClassVar

from meuse.counters import Side
from meuse.games.planjaune import account, victory
from meuse.games.planjaune.appreciation import APPRECIATION
from meuse.games.planjaune.board import DROPPED, HALVED, IN_BELGIUM, MOVED, RAILED, UNSUPPLIED, PlanJaune
from meuse.games.planjaune.forecast import FORECAST
from meuse.games.planjaune.loading import load_scenario
from meuse.games.planjaune.sequence import sequence
from meuse.games.planjaune.stacking import overstacked
from meuse.games.planjaune.victory import OBJECTIVES
from meuse.games.planjaune.views import VIEWS
from meuse.rulebook import Option, RuleBook, ScenarioInfo, ruling


class PlanJauneBook(RuleBook):
    id = "planjaune"
    title = "Plan Jaune"
    summary = "Corps and divisions led by their best unit, in 14 turns: secret objectives, panzer corps, coups de main."
    revision = 5
    verdict_secret_of = Side.GERMAN  # the plan
    scenarios = (
        ScenarioInfo("historical", "Historical", "Historical set-up and main efforts; the Allies go into Belgium."),
        ScenarioInfo(
            "free", "Free choice", "Historical set-up; you choose the main effort and the neutrals to invade."
        ),
        ScenarioInfo("hypothetical", "Hypothetical", "Free set-up inside the sectors of the army groups."),
    )
    options = (
        Option("11.7c.opt", "Refugees flee south and west", False, "11.7c.opt"),
        Option("12.8", "Early Italian attack", True, "12.8a"),  # R.12.4.1
        ruling("R.7a.1", "Overruns also after being stopped by a zone", True, "R.7a.1"),
        ruling("R.8.1d.1", "Only zones cut lines of supply and command", False, "R.8.1d.1"),
    )
    status_words: ClassVar = {
        "unsupplied": UNSUPPLIED,
        "moved": MOVED,
        "railed": RAILED,
        "slowed": HALVED,
        "dropped": DROPPED,
        "arrived": IN_BELGIUM,
    }
    advice_page = f"{__package__}.advice"
    forecast = FORECAST
    appreciation = APPRECIATION
    state = PlanJaune
    views = VIEWS
    overstacked = staticmethod(overstacked)
    scenario = staticmethod(load_scenario)
    sequence = staticmethod(sequence)
    standing = staticmethod(victory.standing)
    measure = "objectives"  # 11.13a: there are no points
    credits = staticmethod(account.credits)
    why = staticmethod(account.why)

    def resample(self, g: PlanJaune, side: Side, rng: random.Random) -> None:
        """11.13a: the Allies do not know the Axis plan; nothing they see gives it away."""
        if side is Side.ALLIED and "objective" in g.plans:
            g.plans["objective"] = rng.choice(list(OBJECTIVES))

    def names(self, scenario: Any) -> Iterable[str]:
        """The armies that orders name, each once."""
        return dict.fromkeys(counter.army for counter in scenario.counters if counter.army)


RULE_BOOK = PlanJauneBook()

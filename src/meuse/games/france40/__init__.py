"""France '40 (GMT Games, 2nd edition, Mark Simonitch): Sickle Cut and Dynamo, 6.4 km a hex, a day a turn.

Each chapter of the book is one file here, or a few: board 2; sequence 3; stacking 4; zones 5; bonds 6; movement, paths,
costs, limits, rail and auto_ds 7; combat, attackers and battle 8; odds 9; results 10; determined 11; retreat 12;
disorder and recovery 13; advance and march 14; breakthrough 15; forts 16; hqs and displaced 17; supply and attrition
18; arrivals 19; special and rerolls 20; sickle_cut and halt 21; dynamo, evacuation and dynamo_zero 22; victory 21.7 and
22.10.
"""

from __future__ import annotations

from typing import ClassVar

from meuse.games.france40 import account, paths, setup, victory
from meuse.games.france40.appreciation import APPRECIATION
from meuse.games.france40.board import DISRUPTED, FULL_RETREAT, MOVED, OUT_OF_SUPPLY, RED, TRAIN, USED, France40
from meuse.games.france40.forecast import FORECAST
from meuse.games.france40.loading import load_scenario
from meuse.games.france40.sequence import sequence
from meuse.games.france40.stacking import overstacked
from meuse.games.france40.views import VIEWS
from meuse.rulebook import Option, RuleBook, ScenarioInfo


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
    answers = ("W", "S", "SE", "E")
    status_words: ClassVar = {
        "disrupted": DISRUPTED,
        "fleeing": FULL_RETREAT,
        "unsupplied": OUT_OF_SUPPLY,
        "isolated": OUT_OF_SUPPLY | RED,
        "entrained": TRAIN,
        "used": USED,
        "moved": MOVED,
    }
    appreciation = APPRECIATION
    advice_page = f"{__package__}.advice"
    forecast = FORECAST
    state = France40
    views = VIEWS
    scenario = staticmethod(load_scenario)
    sequence = staticmethod(sequence)
    standing = staticmethod(victory.standing)
    overstacked = staticmethod(overstacked)
    credits = staticmethod(account.credits)
    why = staticmethod(account.why)

    def set_up(self, g: France40) -> None:
        setup.set_up(g)
        paths.make_tables(g)


RULE_BOOK = France40Book()

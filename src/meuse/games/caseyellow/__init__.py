"""Case Yellow, 1940 (GMT Games 2011, Ted Raicer): the German Blitzkrieg in the west, 14.5 km a hex, four days a turn.

A chapter of the book is a file here: air 5, supply and hunger 7, stacking 8, zones 9, ground, movement and march 10.1
to 10.6 with overrun 10.3c, rail 10.5, bridgeheads and lifting 10.8, combat, prepare, odds, battle, aftermath and
engaged 11, endphase and refit 12, victory 3 and 12.8, declaration, dynamo and detours 13, sequence 4, command for what
the scenarios add; hexsets has the sets of hexes they reckon with. What a player is shown is in views, layers, forecast
and toll; what the staff knows in advice.
"""

from __future__ import annotations

from typing import ClassVar

from meuse.counters import Side
from meuse.games.caseyellow import account, victory
from meuse.games.caseyellow.appreciation import APPRECIATION
from meuse.games.caseyellow.board import DISRUPTED, NO_ATTACK_SUPPLY, OOS, CaseYellow
from meuse.games.caseyellow.forecast import FORECAST
from meuse.games.caseyellow.loading import load_scenario
from meuse.games.caseyellow.sequence import ActionRound, NextChit, sequence
from meuse.games.caseyellow.setup import set_up
from meuse.games.caseyellow.stacking import overstacked
from meuse.games.caseyellow.views import VIEWS
from meuse.rulebook import RuleBook, ScenarioInfo, ruling
from meuse.steps import Step, Turns


class CaseYellowBook(RuleBook):
    id = "caseyellow"
    title = "Case Yellow, 1940"
    summary = "You never know whose chit comes out of the cup next: panzers, Stukas, refugees, and Dynamo at the end."
    revision = 4
    scenarios = (  # 1.0
        ScenarioInfo("historical", "Historical", "Ten turns, with the Allies bound to their plans of 1940."),
        ScenarioInfo("intelligence", "Better French intelligence", "Ten turns; the Allies move freely from turn 2."),
        ScenarioInfo(
            "unrestricted", "No command restrictions", "Ten turns; the Allies are free, and there is no Dynamo."
        ),
        ScenarioInfo("holland", "Fortress Holland", "One turn in the Netherlands, to learn the game."),
    )
    options = (  # where paragraphs of the book are missing; the first value is how Meuse plays
        ruling("one_hex", "One hex can always be entered", True, "10.1c"),
        ruling("overrun", "Overruns", True, "10.3c"),
        ruling("overrun_retreat", "Who retreats overrun units", "german", "10.3c.result", ("german", "owner")),
        ruling("allied_overrun", "Allied units with a yellow MA overrun too", False, "10.3b"),
        ruling("zone_control", "Zones take vacant hexes at the end of a round", False, "2.4ctl"),
        ruling("contested", "What contests an enemy zone in a vacant hex", "zone", "9.5def", ("zone", "unit")),
        ruling(
            "communication_zones",
            "Enemy zones that cut a Line of Communication",
            "uncontested",
            "9.6",
            ("uncontested", "all"),
        ),
        ruling("supply_zones", "Enemy zones that cut a Line of Supply", "all", "9.7", ("all", "uncontested")),
        ruling("resume", "Units with movement points left may move on after others have moved", False, "10.1a"),
        ruling("stacks", "Stacks move together", True, "10.1b"),
        ruling("depots_bar", "A lone enemy Attack Supply Unit bars its hex to movement", True, "10.1b.closed"),
        ruling("entry_in_zones", "Reinforcements may be placed in enemy zones", True, "10.2a"),
        ruling("entry_moves", "Reinforcements may move in the round in which they arrive", True, "10.2b"),
        ruling("entry_late", "Delayed reinforcements may arrive in a later round of the turn", False, "10.2c"),
        ruling(
            "replacements", "Replacement steps: one stock, or some each turn", "stock", "R.12.10a.1", ("stock", "turn")
        ),
        ruling("air_landing", "Air landing units land only where paratroops have landed", True, "R.5.1d.2"),
    )
    answers = ("combat",)
    status_words: ClassVar = {"disrupted": DISRUPTED, "unsupplied": OOS, "unfed": NO_ATTACK_SUPPLY}
    advice_page = f"{__package__}.advice"
    forecast = FORECAST
    appreciation = APPRECIATION
    state = CaseYellow
    views = VIEWS
    scenario = staticmethod(load_scenario)
    sequence = staticmethod(sequence)
    set_up = staticmethod(set_up)
    standing = staticmethod(victory.standing)
    overstacked = staticmethod(overstacked)
    counted = staticmethod(account.counted)
    credits = staticmethod(account.credits)
    earned = staticmethod(account.earned)
    why = staticmethod(account.why)

    def phase(self, g: CaseYellow, words: str) -> tuple[Step, ...]:
        """Rounds are made when their chit is drawn: "German Move Round", "Allied Combat Round" begin one here."""
        side, _, kind = words.lower().removesuffix(" round").partition(" ")
        if not words.lower().endswith(" round"):
            return super().phase(g, words)
        at = next(n for n, step in enumerate(g.scenario.sequence) if isinstance(step, NextChit))
        return (Turns(at + 1), ActionRound(Side.of(side), kind))

    def moment(self, g: CaseYellow) -> tuple[int, ...]:
        return (g.turn, len(g.rounds))


RULE_BOOK = CaseYellowBook()

"""Manstein's War (Decision Games 2022, Joseph Miranda): the campaign in the west, 40 km a hex, a week a turn.

A chapter of the book is a file here: victory 3, sequence and segments 4, command and activation 5, stacking 6, board
and ground 7 and 8, movement 8, rail 9, combat, battle and odds 10 and 22, retreats and aftermath 11 and 12,
reinforcements 13, refit 14, logistics 15, air 16, territory 17, airborne 18 and 26, evacuation 20, deployment 21,
morale 24, opencities 25, bridgeheads 27.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from meuse.counters import Side
from meuse.games.manstein import account, guesses, stacking, victory
from meuse.games.manstein.appreciation import APPRECIATION
from meuse.games.manstein.board import ATTACKED, FOUGHT, LANDED, MOVED, OPPOSED, RESERVE_USED, Manstein
from meuse.games.manstein.command import Impulses, OperationsPhase, play_marker
from meuse.games.manstein.deployment import lay_out
from meuse.games.manstein.forecast import FORECAST
from meuse.games.manstein.loading import load_scenario
from meuse.games.manstein.sequence import sequence
from meuse.games.manstein.views import VIEWS
from meuse.hexmap import Hex
from meuse.rulebook import Option, RuleBook, ScenarioInfo, ruling
from meuse.state import Result
from meuse.steps import Step, Turns


class MansteinBook(RuleBook):
    id = "manstein"
    title = "Manstein's War"
    summary = "Armies and corps; commands drawn blind from two bins; assault and mobile combat; six weeks or eight."
    revision = 3
    scenarios = (ScenarioInfo("campaign", "Decision in the West 1940", "May and June 1940, in six turns or eight."),)
    options = (
        Option("24.1", "Fall Rot (Plan Red)", False, "24.1"),
        Option("24.2", "Plan W (Weygand)", False, "24.2"),
        Option("24.3", "Morale markers", False, "24.3"),
        Option("25.1", "Mountain units", False, "25.1"),
        Option("25.2", "British reinforcements through ports", False, "25.2"),
        Option("25.3", "Evacuation off the map edge", False, "25.3"),
        Option("25.4", "Open cities", False, "25.4a"),
        Option("26", "German airlift", False, "26.0a"),
        Option("27", "Bridgeheads", False, "27.1a"),
        Option("28.1a", "Variant: Wehrmacht mechanization", False, "28.1a"),
        Option("28.1b", "Variant: more German special forces", False, "28.1b"),
        Option("28.1c", "Variant: German mountain corps", False, "28.1c"),
        Option("28.1d", "Variant: airlift doctrine", False, "28.1d"),
        Option("28.1e", "Variant: no invasion of the Netherlands", False, "28.1e"),
        Option("28.2a", "Variant: Allied armour from the start", False, "28.2a"),
        Option("28.2b", "Variant: Allied airpower", False, "28.2b"),
        Option("28.2c", "Variant: Allied special forces", False, "28.2c"),
        Option("28.2d", "Variant: French colonial corps", False, "28.2d"),
        Option("28.2e", "Variant: Fighter Command", False, "28.2e"),
        Option("28.2f", "Variant: Franco-Anglo-Belgian alliance", False, "28.2f"),
        Option("28.3", "Variable reinforcements", False, "28.3"),
        ruling("R.5.1.manstein.1", "The Manstein Plan shift lasts all turn", True, "R.5.1.manstein.1"),
        ruling("R.7.0a.1", "Logistics units exert zones of control", True, "R.7.0a.1"),
    )
    answers = (
        "none", "assault", "mobile", "HGA", "HGB", "HGC", "PGK", "okh", "okh-mod", "manstein", "guderian", "hoth",
        "rommel", "luftwaffe", "fall-rot", "german-morale", "1AG", "2AG", "3AG", "belgium", "netherlands", "plan-d",
        "plan-e", "plan-r", "de-gaulle", "evac", "plan-w", "allied-morale", "BL", "NL",
    )  # fmt: skip
    status_words: ClassVar = {
        "moved": MOVED,
        "fought": FOUGHT,
        "attacked": ATTACKED,
        "used": RESERVE_USED,
        "landed": LANDED,
        "opposed": OPPOSED,
    }
    appreciation = APPRECIATION
    advice_page = f"{__package__}.advice"
    forecast = FORECAST
    state = Manstein
    views = VIEWS
    scenario = staticmethod(load_scenario)
    sequence = staticmethod(sequence)
    set_up = staticmethod(lay_out)
    resample = staticmethod(guesses.resample)

    def moments(self, g: Manstein) -> Iterator[tuple[int, str, tuple[Step, ...]]]:
        """The operations of a turn have no title, for each impulse has its own."""
        yield from super().moments(g)
        turn = 0
        for at, step in enumerate(g.scenario.sequence):
            turn = getattr(step, "turn", turn)
            if isinstance(step, OperationsPhase):
                yield turn, "Operations", (Turns(at + 1), step)

    def overstacked(self, g: Manstein, side: Side) -> list[Hex]:
        return stacking.overstacked(g, side)

    def moment(self, g: Manstein) -> tuple[int, ...]:
        return (g.turn, int(g.now.side), len(g.regular[0]), len(g.regular[1]))

    def phase(self, g: Manstein, words: str) -> tuple[Step, ...]:
        """Impulses begin when their marker is played: "HGB impulse" plays one here, with nothing else in the bins."""
        marker, _, rest = words.partition(" ")
        if rest != "impulse" or marker not in g.scenario.markers:
            return super().phase(g, words)
        at = next(n for n, step in enumerate(g.scenario.sequence) if isinstance(step, OperationsPhase))
        side = Side.of(g.scenario.markers[marker].side)
        g.stack = (Turns(at + 1), Impulses(side.enemy))
        play_marker(g, side, marker)
        return g.stack

    credits = staticmethod(account.credits)
    why = staticmethod(account.why)

    def standing(self, g: Manstein) -> Result | None:
        """3.6: the verdict if the game ended now."""
        return victory.verdict(g) if g.turn else None


RULE_BOOK = MansteinBook()

"""What either side could mean to do in Plan Jaune: its plans, and what things are worth under them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from meuse.advice import AS_IT_COMES, Brief, Plan, weights_in
from meuse.counters import Side
from meuse.games.planjaune.board import PlanJaune
from meuse.games.planjaune.sequence import LAST_TURN

WEIGHTS = weights_in(Path(__file__).parent / "data" / "advice.toml")
USUAL = Brief(AS_IT_COMES, WEIGHTS)
"""How the staff judges where no plan is in force."""

FINISH = LAST_TURN - 1
"""The turn from which only what counts at the end is done."""

GERMAN = (
    Plan(
        "flanders",
        "Through Belgium to the ports",
        choices=(("objective", "2"), ("effort", "2")),
    ),
    Plan(
        "sickle",
        "Through the Ardennes to the Channel",
        effort=("Sedan", "Abbeville"),
        choices=(("objective", "2"), ("effort", "2")),
    ),
    Plan(
        "paris",
        "Past Paris, and off the map",
        effort=("Sedan", "Reims", "Paris"),
        choices=(("objective", "2"), ("effort", "2")),
        weights=(("ride", 5.0),),
    ),
    Plan(
        "careful",
        "To the sea, without wasting a step",
        effort=("Sedan", "Abbeville"),
        choices=(("objective", "1"), ("effort", "2")),
        weights=(("least_german", 0.8), ("step_german", 1.4), ("brave", 1.5)),
    ),
    Plan(
        "bold",
        "To the Channel at any price",
        effort=("Sedan", "Abbeville"),
        choices=(("objective", "2"), ("effort", "2")),
        weights=(("brave", 3.0), ("step_german", 0.7)),
    ),
)
ALLIED = (
    Plan("line", "A line in front of what must be held", choices=(("effort", "1"),)),
    Plan(
        "stubborn",
        "No step back",
        choices=(("effort", "1"),),
        weights=(("stubborn", 4.0), ("gap", 1.2)),
    ),
    Plan(
        "careful",
        "Save the armies",
        choices=(("effort", "1"),),
        weights=(("stubborn", 2.0), ("least_allied", 0.6), ("step_allied", 0.8)),
    ),
    Plan(
        "strike",
        "Strike back wherever it pays",
        choices=(("effort", "2"),),
        weights=(("least_allied", 0.0), ("step_allied", 0.35)),
    ),
)
LAST = {
    Side.GERMAN: Plan("finish", "Hold and take what counts at the end", weights=(("post", 10.0),)),
    Side.ALLIED: Plan("finish", "Hold and take what counts at the end", weights=(("post", 10.0),)),
}


def plans(g: PlanJaune, side: Side) -> Sequence[Plan]:
    """What a side could mean to do from here on; in the last two turns first of all to finish what counts."""
    known = GERMAN if side is Side.GERMAN else ALLIED
    return (LAST[side], *known) if g.turn >= FINISH else known


def is_spent(g: PlanJaune, plan: Plan) -> bool:
    """Any plan but the last when the end is near."""
    return g.turn >= FINISH and plan.name != "finish"

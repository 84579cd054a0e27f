"""The plans of both sides in Case Yellow: where the panzers go and how boldly, what the Allies hold, when they leave.

`Plan.effort` names the theatres (`advice_aims`) that the panzers, the 4th and the 12th Armies take in turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from meuse.advice import Plan
from meuse.counters import Side
from meuse.games.caseyellow.advice_aims import NEAREST
from meuse.games.caseyellow.appreciation import APPRECIATION
from meuse.games.caseyellow.board import CaseYellow

LAST_TURNS = 2
"""2.4n: for this many turns before the end only what counts at the end is worth anything."""

BOLD = (("hunger", 1.0), ("hunger_late", 2.5), ("worn", 1.0), ("at_any_price", 1.0), ("worth_a_round", 3.0))
CAREFUL = (("hunger", 5.0), ("hunger_late", 8.0), ("worn", 4.0), ("trouble_german", 0.5), ("worth_a_round", 5.0))

SICKLE = ("sea", "channel", "seine", "lorraine")
"""Abbeville first, then what the ring holds, then Paris."""

GERMAN_PLANS = (
    Plan("sickle", "Over the Meuse to the Channel, then to Paris", SICKLE),
    Plan("belgium", "Through Belgium in strength, then to the Channel", ("belgium", "channel", "seine")),
    Plan("paris", "From the Meuse straight to Paris", ("paris", "seine", "channel")),
    Plan("lorraine", "Behind the Maginot Line, then to Paris", ("lorraine", "seine", "channel")),
    Plan("bold", "To the Channel, regardless of supply", SICKLE, weights=BOLD),
    Plan("careful", "To the Channel, well supplied and with fresh divisions", SICKLE, weights=CAREFUL),
)
FINISH_GERMAN = Plan("finish", "Every place that can still be taken", NEAREST, weights=(("at_any_price", 1.0),))

LATE_SHIPS = (("dynamo", 99.0),)
STRIKE = (("trouble_allied", 0.0), ("worn_post", 3.0))
COVER = (("a_point", 14.0), ("dynamo_reach", 10.0))
ALLIED_PLANS = (
    Plan("ships", "Hold a line as long as possible; Dynamo as soon as allowed", choices=(("dynamo", "free"),)),
    Plan("early", "Hold a line, and Dynamo even at a price", choices=(("dynamo", "early"),)),
    Plan("stand", "Hold a line; no one leaves", choices=(("dynamo", "never"),), weights=LATE_SHIPS),
    Plan("strike", "Hold a line, and send armour at every worn panzer division", weights=STRIKE),
    Plan("cover", "Hold what counts, even on a longer line", weights=COVER),
)
FINISH_ALLIED = Plan("finish", "Whatever counts at the end and can still be held", weights=COVER)


def plans_for(g: CaseYellow, side: Side) -> Sequence[Plan]:
    """What was done in 1940 first, or what wins; near the end what counts at the end."""
    plans = GERMAN_PLANS if side is Side.GERMAN else ALLIED_PLANS
    if not is_late(g):
        return straight_for_paris(g, plans)
    return (FINISH_GERMAN if side is Side.GERMAN else FINISH_ALLIED, *plans)


def straight_for_paris(g: CaseYellow, plans: Sequence[Plan]) -> Sequence[Plan]:
    """3.2: where no points are counted, all of Paris wins."""
    if g.scenario.rules.get("victory_points"):
        return plans
    return sorted(plans, key=lambda plan: plan.name != "paris")


def is_spent(g: CaseYellow, plan: Plan) -> bool:
    """A plan lasts until the last turns."""
    return is_late(g) and plan.name != "finish"


def is_late(g: CaseYellow) -> bool:
    last = APPRECIATION.last_turn(g)
    return last > LAST_TURNS and g.turn > last - LAST_TURNS

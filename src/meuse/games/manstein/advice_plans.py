"""The plans of both sides in Manstein's War: which way the main effort goes, who guards, which markers it takes.

In `Plan.choices` the name of a command (or of a unit) stands for its axis: the hexes that it takes one by one;
"guard" for those who hold the frontier; "plan", "first" and "special" for the markers (5.2, 21.2b).
`Plan.effort` is the axis of the main effort, in the same words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.advice import Plan
from meuse.counters import Side, Unit
from meuse.games.manstein import victory
from meuse.games.manstein.board import Manstein
from meuse.hexmap import Hex
from meuse.state import derived
from meuse.steps import Order

SEDAN, LAON, REIMS, PARIS, ROUEN = "1439", "1239", "1240", "0941", "0639"
ABBEVILLE, BOULOGNE, DUNKERQUE, OOSTENDE, LILLE = "0837", "0836", "0936", "1035", "1036"
DINANT, CAMBRAI, NAMUR = "1338", "1138", "1437"
AMSTERDAM, THE_HAGUE, ANTWERP, BRUSSELS = "1432", "1333", "1335", "1336"

GUARDS = "HGC de.XXXX de.XXXVIII de.GrD de.9"

FRONTIER = "de.l.c 2140 de.1 2040 de.7 2041 de.XXXVIII 1940 de.XXXX 2042"
AACHEN = f"{FRONTIER} de.l.p 1736 de.XIX 1636 de.XXXXI 1636 de.XIV 1636 de.GrD 1739"
"""Where units set up (21.2c): the frontier guarded; the panzers together at Aachen, on the road to the Meuse."""

NORTH = {
    "de.18": f"{AMSTERDAM} {THE_HAGUE}",
    "de.LLK": f"{AMSTERDAM} {THE_HAGUE}",
    "de.XVI": f"{AMSTERDAM} {THE_HAGUE} {ANTWERP} {OOSTENDE}",
    "de.6": f"{ANTWERP} {OOSTENDE}",
    "HGA": f"{BRUSSELS} {LILLE} {DUNKERQUE}",
    "Res": f"{BRUSSELS} {LILLE}",
}
"""The axes north of the Ardennes, the same in all plans that say nothing else."""

HEEDFUL = (("fear", 1.8),)
"""The Germans attack all the time, and what has lost steps must not be caught where it stands."""

LAST_TURNS = 2
"""For this many turns before the end only what counts at the end is worth anything."""


def german(name: str, title: str, effort: Sequence[str], **choices: str) -> Plan:
    axis = " ".join(effort)
    markers = {"plan": "manstein", "first": "manstein", "guard": GUARDS, "setup": AACHEN}
    words = {"PGK": axis, **NORTH, **markers, **choices}
    return Plan(name, title, tuple(effort), choices=tuple(words.items()), weights=HEEDFUL)


GERMAN_PLANS = (
    german(
        "sickle",
        "North of the Ardennes and through Dinant to the Channel",
        (DINANT, CAMBRAI, ABBEVILLE, BOULOGNE),
    ),
    german("lands", "The Low Countries first, with everything", (ANTWERP, BRUSSELS, OOSTENDE)),
    german("liege", "Through Liège and Brussels to Lille", (BRUSSELS, LILLE, BOULOGNE), guard=f"{GUARDS} de.16"),
    german(
        "sedan",
        "Through Sedan to the Channel, two armies behind",
        (SEDAN, ABBEVILLE, BOULOGNE),
        setup=FRONTIER,
        **{"de.16": f"{SEDAN} {LAON}", "de.12": f"{SEDAN} {LAON}"},
    ),
    german(
        "reims",
        "Through Sedan to Reims and Paris",
        (SEDAN, REIMS, PARIS),
        setup=FRONTIER,
        **{"de.16": f"{SEDAN} {REIMS}"},
    ),
    german("careful", "To Brussels, the frontier well guarded", (BRUSSELS, LILLE), guard=f"{GUARDS} de.2 de.16"),
    german("bold", "All armies to Lille, the frontier left to its garrisons", (BRUSSELS, LILLE, BOULOGNE)),
)

ALLIED_PLANS = (
    Plan("dyle", "Forward to the Dyle", choices=(("plan", "plan-d"),)),
    Plan("frontier", "The line on the French frontier", choices=(("plan", "plan-e"), ("1AG", "france"))),
    Plan(
        "rhine",
        "Across the Rhine while the Germans are in Belgium",
        choices=(("plan", "plan-r"), ("2AG", "germany"), ("3AG", "germany"), ("Res", "germany")),
    ),
    Plan("careful", "Risk nothing, keep everything", choices=(("plan", "plan-d"),), weights=(("fear", 2.0),)),
    Plan("bold", "Strike back wherever it pays", choices=(("plan", "plan-d"),), weights=(("ground_allied", 2.0),)),
)

LATE = (("", ()), ("-safe", (("keep", 6.0), ("fear", 1.8))), ("-bold", (("seize", 3.0), ("fear", 0.6), ("end", 4.0))))
TITLES = {"": "and can still be had", "-safe": "and can still be kept", "-bold": "at any risk"}


def finish(usual: tuple[tuple[str, float], ...] = (), **choices: str) -> tuple[Plan, ...]:
    """What counts at the end: as it comes, safely, boldly."""
    return tuple(
        Plan(
            f"finish{kind}",
            f"Whatever counts at the end {TITLES[kind]}",
            choices=tuple(choices.items()),
            weights=weights or usual,
        )
        for kind, weights in LATE
    )


FINISH = {Side.GERMAN: finish(HEEDFUL, guard=GUARDS), Side.ALLIED: finish()}


def plans_for(g: Manstein, side: Side) -> Sequence[Plan]:
    """What was done in 1940 first; near the end what counts at the end, first as boldly as the points ask for."""
    if is_late(g):
        return sorted(FINISH[side], key=lambda plan: plan.name != finish_by_points(g, side))
    return GERMAN_PLANS if side is Side.GERMAN else ALLIED_PLANS


def finish_by_points(g: Manstein, side: Side) -> str:
    """3.6: whoever would win now keeps what he has."""
    german, allied = (sum(points for points, _, _ in victory.score(g, one)) for one in (Side.GERMAN, Side.ALLIED))
    ahead = german - allied >= TO_WIN if side is Side.GERMAN else german - allied < TO_DRAW
    return "finish-safe" if ahead else "finish"


TO_WIN, TO_DRAW = 30, 20
"""3.6: the points with which the Germans win, and with which nobody does."""


def is_late(g: Manstein) -> bool:
    last = int(g.scenario.tables["turns"]["extended" if g.extended else "last"])
    return g.turn > last - LAST_TURNS


def lateness(g: Manstein) -> float:
    """How near the end is, from 0 to 1 in the last turn."""
    last = int(g.scenario.tables["turns"]["extended" if g.extended else "last"])
    return min(1.0, max(0.0, (g.turn - 1) / (last - 1)))


def is_over(g: Manstein, side: Side, plan: Plan) -> bool:
    """A plan gives way to the last one when the end is near, and that to another when the points have changed."""
    return is_late(g) and plan.name != finish_by_points(g, side)


# -- who does what in a plan


def set_up(plan: Plan) -> Iterator[Order]:
    """21.1, 21.2: where a plan has units of its own; logistics units bind the others, and come first."""
    words = plan.chosen("setup").split()
    for unit, place in zip(words[::2], words[1::2], strict=True):
        yield ("place", unit, place)


@derived()
def guards_of(g: Manstein, plan: Plan) -> frozenset[Unit]:
    """Who holds the frontier."""
    words = set(plan.chosen("guard").split())
    return frozenset(u for u in g.scenario.units_of[Side.GERMAN] if g.id(u) in words or g.counter(u).command in words)


def next_on_axis(g: Manstein, u: Unit, plan: Plan) -> Hex | None:
    """The place that a unit has to take next by the plan: the first after the last one taken; None if all are."""
    axis = [g.map.hex(label) for label in (plan.chosen(g.id(u)) or plan.chosen(g.counter(u).command)).split()]
    mine = 1 + g.side(u)
    taken = [n for n, h in enumerate(axis) if g.control[h] == mine]
    left = axis[taken[-1] + 1 :] if taken else axis
    return left[0] if left else None

"""What either side could mean to do in 1940: plans as data, the historical one first."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.advice import Plan
from meuse.counters import Side
from meuse.games.gdw1940.board import Gdw1940
from meuse.hexmap import Hex

FINISH = 9
"""From this game turn on only what counts at the end is still worth anything."""

SICKLE = Plan(
    "sickle",
    "Over the Meuse, and on to the Channel",
    effort=("1117", "1020", "0920", "0919"),
    choices=(("objective", "3"), ("group", "2")),
)
SEDAN = Plan(
    "sedan",
    "The panzers over the Meuse at Sedan, and behind the armies in Belgium",
    effort=("1512", "1413", "1316"),
    choices=(("objective", "3"), ("group", "2")),
)
BRUSSELS = Plan(
    "brussels",
    "Past Liège to Brussels, with the panzers in front",
    choices=(("objective", "3"), ("group", "1")),
    weights=(("axis", 5.0),),
)
ANTWERP = Plan(
    "antwerp",
    "Holland and Antwerp first",
    effort=("0812",),
    choices=(("objective", "3"), ("group", "1")),
    weights=(("holland", 6.0),),
)
PARIS = Plan(
    "paris",
    "Over the Meuse at Sedan, and on to Paris",
    effort=("1512", "1614", "1715"),
    choices=(("objective", "2"), ("group", "2")),
)
CAREFUL = Plan(
    "careful",
    "Advance everywhere, but never at bad odds",
    choices=(("objective", "3"), ("group", "2")),
    weights=(("least_german", 1.0), ("repulsed", 0.7), ("enemy_air", 0.6)),
)
BOLD = Plan(
    "bold",
    "Attack wherever it may succeed",
    choices=(("objective", "3"), ("group", "2")),
    weights=(("factor", 0.5), ("repulsed", 0.1), ("least_german", 0.0)),
)
LAST_GERMAN = Plan(
    "finish",
    "Take and hold what the plan needs",
    choices=(("objective", "3"), ("group", "2")),
    weights=(("prize", 0.8), ("holland", 6.0), ("wall", 0.0), ("fort", 6.0)),
)

DYLE = Plan("dyle", "Into Belgium, and home by sea only when cut off", choices=(("group", "1"),))
SCHELDT = Plan(
    "scheldt",
    "Into Belgium, and attack only what is weak",
    choices=(("group", "1"),),
    weights=(("least_allied", 3.0),),
)
STRIKE = Plan(
    "strike",
    "Strike wherever the Germans are exposed",
    choices=(("group", "1"),),
    weights=(("least_allied", 0.6), ("driven_off", 0.9)),
)
SHIPS = Plan(
    "ships",
    "Into Belgium, and the BEF home by sea once the Germans reach the coast",
    choices=(("group", "1"), ("evacuate", "coast")),
)
LAST_ALLIED = Plan(
    "finish",
    "Deny them one hex that their plan needs, and lose no one",
    choices=(("group", "1"), ("evacuate", "coast")),
    weights=(("prize", 0.8), ("least_allied", 0.8)),
)

KNOWN = {
    Side.GERMAN: (SICKLE, SEDAN, BRUSSELS, ANTWERP, PARIS, CAREFUL, BOLD),
    Side.ALLIED: (SHIPS, DYLE, SCHELDT, STRIKE),
}
LAST = {Side.GERMAN: LAST_GERMAN, Side.ALLIED: LAST_ALLIED}


def plans(g: Gdw1940, side: Side) -> Sequence[Plan]:
    """The historical plan first; near the end, what counts."""
    return (LAST[side], *KNOWN[side]) if g.turn >= FINISH else KNOWN[side]


def is_spent(g: Gdw1940, plan: Plan) -> bool:
    """Any plan but the last when the end is near."""
    return g.turn >= FINISH and plan.name != "finish"


def next_effort(g: Gdw1940, plan: Plan) -> list[Hex]:
    """The places that the main effort makes for: those that are not behind it."""
    ahead = (g.map.hex(label) for label in plan.effort)
    return [h for h in ahead if not g.friendly(h, Side.GERMAN)]

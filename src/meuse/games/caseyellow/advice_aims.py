"""What the staff wants in Case Yellow: places that count, what each army is sent against, what a step is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meuse.advice import Brief, Plan
from meuse.counters import Side, Unit
from meuse.games.caseyellow.appreciation import APPRECIATION
from meuse.games.caseyellow.board import MARKERS, ROADSIDE, CaseYellow
from meuse.games.caseyellow.supply import supplied_hexes
from meuse.hexmap import Hex
from meuse.mechanics import supply
from meuse.opponents.fields import distances
from meuse.state import CONTROL, ENEMY, derived

SEA = ("Abbeville",)
CHANNEL = ("Lille", "Arras", "Amiens", "Abbeville", "Boulogne", "Calais", "Dunkerque")
PARIS = ("Paris", "Paris (west)", "Saint-Denis")
SEINE = (*PARIS, "Reims", "Rouen")
LORRAINE = ("Verdun", "Metz", "Nancy")

ROUTES = {
    "de.18": ("netherlands", "belgium", "channel", "seine"),
    "de.lw": ("netherlands", "belgium", "channel", "seine"),
    "de.6": ("belgium", "channel", "seine"),
    "de.hgb": ("belgium", "channel", "seine"),
    "de.16": ("seine", "lorraine"),
    "de.1": ("lorraine",),
    "de.7": ("lorraine",),
}
"""Where each German army goes, one theatre after the other."""
OTHER_ROUTE = ("channel", "seine", "lorraine")
"""The way of the 4th and 12th Armies and of the panzers where the plan names none: to the sea, then south."""

NEAREST = ("nearest",)
"""The way of a plan that goes for whatever is near and still wanted."""

GUARDS = frozenset({"de.1", "de.7"})
"""The armies on the Rhine and the Saar, which hold their line."""

AT_LAST = 0.3
"""What a step of one's own is worth on the last turn, against what it is worth before."""

PORT = 8.0
"""13.4.5: what the Dynamo port is worth while steps leave from it, each of them a point."""


@derived(CONTROL, MARKERS, ROADSIDE)
def wanted_by(g: CaseYellow, side: Side) -> dict[Hex, float]:
    """3.1a, 3.2, 12.5: places that count for victory or surrender; the Germans want those they lack."""
    mine = Side.ALLIED if side is Side.GERMAN else side
    return {h: value for h, value in prizes(g).items() if g.controls(mine, h) and not g.scenario.closed[h]}


@derived(MARKERS, ROADSIDE)
def prizes(g: CaseYellow) -> dict[Hex, float]:
    """Every place that counts, with its points or about as much."""
    chart = g.scenario.tables["victory"]
    if g.scenario.rules.get("victory_points"):
        worth = {g.map.place(name).hex: float(points) for name, points in chart["hexes"].items()}
    else:
        worth = {g.map.place(name).hex: 3.0 for name in chart["scenario_3"]}
    worth |= dict.fromkeys(g.scenario.paris, 2.5 if g.scenario.rules.get("victory_points") else 4.0)
    if "netherlands" not in g.surrendered:
        worth |= {h: 0.5 for h in g.scenario.towns if g.map.country[h] == "netherlands"}
        worth |= {h: 1.5 for h in g.scenario.cities if g.map.country[h] == "netherlands"}
    if "belgium" not in g.surrendered:
        worth |= {g.map.place(name).hex: 1.5 for name in g.scenario.tables["surrender"]["belgian_cities"]}
    return worth | ({g.port: PORT} if g.port >= 0 else {})


# -- where a unit goes


def far(g: CaseYellow, u: Unit, brief: Brief) -> Sequence[int]:
    """How far each hex is from what a unit is sent against."""
    return field(g, g.side(u), g.scenario.movement_kind[u], route_of(g, u, brief.plan))


def route_of(g: CaseYellow, u: Unit, plan: Plan) -> tuple[str, ...]:
    if g.side(u) is Side.ALLIED:
        return {"dutch": ("netherlands",), "belgian": ("belgium", "channel")}.get(g.nation(u), ())
    route = ROUTES.get(g.counter(u).army) or plan.effort or OTHER_ROUTE
    if plan.effort == NEAREST and g.counter(u).army not in GUARDS:
        return NEAREST
    if g.scenario.rules.get("victory_points") or g.counter(u).army in GUARDS:
        return route
    return (*(theatre for theatre in route if theatre in ("netherlands", "belgium")), "paris")  # 3.2: all of it wins


def field(g: CaseYellow, side: Side, kind: str, route: tuple[str, ...]) -> list[int]:
    """By the way of least resistance; the first theatre of a route in which anything is left to take or to hold."""
    return _field(g, side, kind, tuple(goals(g, side, route)))


@derived(ENEMY, MARKERS)
def _field(g: CaseYellow, side: Side, kind: str, ends: tuple[Hex, ...]) -> list[int]:
    return distances(g.scenario.ways[kind], ends, resistance(g, side))


def goals(g: CaseYellow, side: Side, route: Iterable[str]) -> list[Hex]:
    wanted = wanted_by(g, side)
    for theatre in route:
        if found := [h for h in theatre_hexes(g, theatre) if h in wanted]:
            return found
    return sorted(wanted) or [g.map.place("Amsterdam").hex]


def theatre_hexes(g: CaseYellow, theatre: str) -> list[Hex]:
    names = {"sea": SEA, "channel": CHANNEL, "seine": SEINE, "paris": PARIS, "lorraine": LORRAINE}.get(theatre)
    if names is None:
        return [h for h in sorted(prizes(g)) if g.map.country[h] == theatre]
    port = [g.port] if theatre == "channel" and g.port >= 0 else []
    return sorted({*(g.map.place(name).hex for name in names), *port})


def resistance(g: CaseYellow, side: Side) -> dict[Hex, int]:
    """Enemy units are in the way, and Fortified Lines more so."""
    found = {h: 3 for h, held in enumerate(g.held(side.enemy)) if held}
    forts = (h for h, fort in g.scenario.forts.items() if fort.side is not side and h not in g.destroyed)
    return found | {h: 9 + found.get(h, 0) for h in forts}


# -- worth and danger


def is_last_turn(g: CaseYellow) -> bool:
    """2.4n: whatever is lost now will not be missed later."""
    return g.turn == APPRECIATION.last_turn(g)


def price(g: CaseYellow, u: Unit) -> float:
    """What the next step of a unit is worth to its owner."""
    return step_price(g, u, g.steps[u])


def step_price(g: CaseYellow, u: Unit, steps: int) -> float:
    """What a step is worth to a unit that has this many; the last one costs points, too (3.1a, 12.9e)."""
    counter = g.counter(u)
    if g.is_supply_unit(u):
        return 3.0
    value = 1.3 if g.scenario.armoured[u] else 0.6 + 0.1 * min(4, counter.strength // counter.steps)
    return value if steps > 1 else value + 1.2 * points_for(g, u)


def whole_price(g: CaseYellow, u: Unit) -> float:
    """What a unit is worth to its owner with all its steps."""
    return sum(step_price(g, u, steps) for steps in range(1, g.steps[u] + 1))


def is_worn(g: CaseYellow, u: Unit) -> bool:
    """Whether the next step is the last of a unit that had two."""
    return g.steps[u] == 1 and g.counter(u).steps > 1


def points_for(g: CaseYellow, u: Unit) -> float:
    """3.1a, 12.9e: the points that the enemy gets for a unit.

    3.2: none are counted in Scenarios 3 and 4; but the Allies, who win by lasting, spare their units all the same.
    """
    lasting = g.side(u) is Side.ALLIED and not is_last_turn(g)
    if not g.scenario.rules.get("victory_points") and not lasting:
        return 0.0
    chart, counter = g.scenario.tables["victory"], g.counter(u)
    if counter.kind == "panzer":
        return float(chart["panzer_division"])
    if counter.kind in ("dlm", "dcr"):
        return float(chart["allied_armour"])
    corps = g.scenario.size_of[u] == "corps" and counter.kind != "artillery"
    return float(corps and counter.nation in ("german", "french", "british"))


def threats(g: CaseYellow, side: Side) -> Iterable[tuple[Hex, float, int]]:
    """Enemy units that could attack: where they are, how strong, how many hexes they reach."""
    for u in g.on_map(side.enemy):
        if strength := g.strength(u):
            swift = 5 if side is Side.ALLIED else 3
            yield g.hex_of[u], float(strength), swift if g.scenario.yellow[u] else 2


def away(g: CaseYellow, hexes: Iterable[Hex]) -> Sequence[int]:
    """How many hexes each hex is from the nearest of some."""
    return supply.distances(g.map.adjacent, hexes)


def in_supply(g: CaseYellow, u: Unit, h: Hex) -> bool:
    """7.2: whether a unit would have a Line of Supply in a hex, as things stand."""
    if g.nation(u) == "dutch":
        return True
    return bool(supplied_hexes(g, g.nation(u), g.scenario.movement_kind[u])[h])

"""Between the battles of Plan Jaune: plans, set-up, arrivals, air missions, landings, evacuation, supply, reaction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.planjaune import advice_aims as aims
from meuse.games.planjaune import arrivals, command, evacuation, operations, planning, reaction, replacements, victory
from meuse.games.planjaune.advice_battle import step_price
from meuse.games.planjaune.advice_plans import USUAL
from meuse.games.planjaune.board import UNSUPPLIED, PlanJaune, fights, is_motorized, points_of, strength_of
from meuse.games.planjaune.zones import zones
from meuse.hexmap import Hex
from meuse.opponents.fields import distances
from meuse.steps import Order

UPPER_RHINE = ("2623", "2427")
"""12.9: where two corps take the place of the static divisions: near Karlsruhe, and in Freiburg."""
REDEPLOYED = {
    Side.GERMAN: (("de.ssv", "2109"), ("de.lah", "2109")),
    Side.ALLIED: (("fr.dcr3", "1320"), ("fr.XXI", "1518"), ("fr.XXIII", "1418")),
}
"""12.3a: who starts elsewhere than it stood: the SS with the 9th Panzer Division, reserves behind the Meuse."""
FORMED = {
    Side.GERMAN: ("form", "de.c39", "de.pz9", "de.ssv", "de.lah", "go"),
    Side.ALLIED: ("form", "fr.ckeller", "fr.dcr2", "fr.dcr3", "go"),
}


# -- before the game


def plan_order(brief: Brief) -> Order:
    """11.13a: units that have left the map cannot come back: the surest objective is the invasion."""
    return ("plan", brief.plan.chosen("objective", str(victory.INVASION)))


def effort_order(brief: Brief, side: Side) -> Order:
    """11.12c: the army group of the plan; Army Group A, and Army Group 1, where it names none."""
    return ("effort", brief.plan.chosen("effort", "2" if side is Side.GERMAN else "1"))


def deployment_orders(g: PlanJaune, step: planning.Deployment) -> Iterator[Order]:
    """12.3: as it was, but for a few; then a corps of those that have been put together."""
    yield from (("place", name, label) for name, label in REDEPLOYED[step.side])
    yield FORMED[step.side]
    yield ("done",)


# -- reinforcements


def arrival_orders(g: PlanJaune, step: arrivals.Reinforcements) -> Iterator[Order]:
    """9.1: as near as possible to where the unit is wanted, but not into the enemy's arms."""
    danger, gap = aims.danger_to(g, step.side), aims.corridor(g, g.turn)
    near = distances(g.scenario.ways["foot"], aims.wanted_by(g, step.side))

    def price(u: Unit, h: Hex) -> float:
        value = near[h] / 2.0 + max(0.0, danger[h] / max(1.0, strength_of(g, u)) - 3.0)
        if g.id(u) in aims.REARGUARD:
            return 10.0 * danger[h] + h / 1000.0
        return value - (gap[h] if step.side is Side.ALLIED else 0.0)

    for u in aims.by_strength(g, step.arriving(g)):
        if g.counter(u).entry != "geb":
            places = sorted(step.entries(g, u), key=lambda h: (price(u, h), h))
            yield from (("enter", g.id(u), g.map.labels[h]) for h in places)


# -- evacuation


def evacuation_orders(g: PlanJaune, step: evacuation.Evacuation) -> Iterator[Order]:
    """11.8: a port with units that are cut off, the one with most British first."""
    lost = {h: [u for u in g.units_in(h, step.side) if may_go(g, u)] for h in step.ports(g)}
    weight = {h: sum(points_of(g, u) * (2 if british(g, u) else 1) for u in units) for h, units in lost.items()}
    for h in sorted(weight, key=lambda h: (-weight[h], h)):
        if weight[h]:
            yield ("declare", g.map.labels[h])


def embarking(g: PlanJaune, step: evacuation.Embarkation) -> list[str]:
    """The British first, then the strongest, and nobody who could still fight his way south."""
    able = [u for u in step.able(g) if may_go(g, u)]
    return list(g.ids(tuple(sorted(able, key=lambda u: (not british(g, u), -strength_of(g, u), u)))))


def british(g: PlanJaune, u: Unit) -> bool:
    return g.counter(u).nation == "british"


def may_go(g: PlanJaune, u: Unit) -> bool:
    """The British when they are cut off; others only when they starve, or would be crushed."""
    if g.counter(u).nation in ("belgian", "dutch") or not fights(g, u) or not aims.is_cut_off(g, u):
        return False
    h = g.hex_of[u]
    crushed = aims.danger_to(g, Side.ALLIED)[h] > 3.0 * aims.strength_in(g, g.units_in(h, Side.ALLIED))
    return british(g, u) or bool(g.status[u] & UNSUPPLIED) or crushed


# -- special operations


def special_orders(g: PlanJaune, step: operations.SpecialOperations, brief: Brief = USUAL) -> Iterator[Order]:
    """11.5: airborne units into empty Dutch cities; 10.2: terror, interdiction; 11.7: refugees everywhere."""
    dutch = [h for h in sorted(aims.holland(g)) if g.friendly(h, Side.ALLIED)]
    if dutch:
        yield ("terror", g.map.labels[max(dutch, key=lambda h: (hard_to_take(g, h), h))])
    empty = [h for h in dutch if not g.units_in(h, Side.ALLIED)]
    for u, h in zip(step.waiting(g), sorted(empty, key=lambda h: (hard_to_take(g, h), h)), strict=False):
        yield ("drop", g.id(u), g.map.labels[h])
    yield from (("bomb", g.id(u)) for u in bombing_targets(g, list(step.low_quality(g)))[:1])
    yield from interdiction_orders(g, step, brief)
    yield from (("refugees", g.map.labels[h]) for h in step.frightened(g))


def hard_to_take(g: PlanJaune, h: Hex) -> float:
    """How far a Dutch city is from the Germans, and how strongly it is held."""
    start = min(g.map.distance(h, g.hex_of[u]) for u in g.on_map(Side.GERMAN))
    return start + aims.strength_in(g, g.units_in(h, Side.ALLIED))


def bombing_targets(g: PlanJaune, units: Sequence[Unit]) -> list[Unit]:
    """10.2.terror-unit: where it hurts most: in the front line, and the step that costs most."""
    front = zones(g, Side.GERMAN)
    counted = [u for u in units if g.counter(u).nation != "dutch"] or list(units)
    return sorted(counted, key=lambda u: (-step_price(g, u) - 2.0 * front[g.place_of(u)], u))


def interdiction_orders(g: PlanJaune, step: operations.SpecialOperations, brief: Brief) -> Iterator[Order]:
    """10.2.interdict-start: the strongest motorized reserve near the spearheads, if bombers are left for battles."""
    if g.bombers[Side.GERMAN] < 4 or g.turn < 3:
        return
    danger, front = aims.danger_to(g, Side.GERMAN), aims.danger_to(g, Side.ALLIED)
    strengths: dict[Hex, float] = {}
    for u in g.on_map(Side.ALLIED):
        if fights(g, u) and is_motorized(g, u) and danger[g.hex_of[u]] > 0 and front[g.hex_of[u]] > 0:
            strengths[g.hex_of[u]] = strengths.get(g.hex_of[u], 0.0) + strength_of(g, u)
    able = [h for h, total in strengths.items() if total >= brief["pinning"] and step.why_not_hex(g, h) is None]
    for h in sorted(able, key=lambda h: (-strengths[h], h))[:1]:
        yield ("interdict", g.map.labels[h])


def allied_missions(g: PlanJaune, step: operations.AlliedMissions) -> Iterator[Order]:
    """10.2.interdict-enter: the road of the panzers, where no zone of the Allies would stop them."""
    gap, covered = aims.corridor(g, g.turn), zones(g, Side.ALLIED)
    panzers = {g.hex_of[u] for u in g.on_map(Side.GERMAN) if fights(g, u) and is_motorized(g, u)}
    near = {n for h in panzers for n in g.map.adjacent[h]}
    road = [h for h in sorted(near) if gap[h] >= 3.0 and not covered[h] and not g.at.get(h)]
    able = [h for h in road if step.why_not_hex(g, h) is None]
    yield from (("interdict", g.map.labels[h]) for h in able[:1])


# -- supply phase


def supply_orders(g: PlanJaune, step: replacements.SupplyPhase) -> Iterator[Order]:
    """9.2: the dearest steps first; 11.2: corps wherever they can be formed; 11.12: the army that is least pressed."""
    yield from (("replace", g.id(u)) for u in sorted(step.reduced(g), key=lambda u: (-regained(g, u), u)))
    for unit in step.corps_to_form(g):
        chosen: list[Unit] = []
        while step.why_not_enough(g, unit, chosen) is not None:
            chosen.append(next(iter(step.joining(g, unit, chosen))))
        yield ("form", g.id(unit), *g.ids(tuple(chosen)), "go")
    if armies := step.armies(g):
        yield ("release", min(armies, key=lambda army: (pressure(g, army), army)))


def regained(g: PlanJaune, u: Unit) -> float:
    counter = g.counter(u)
    lost = counter.steps - g.steps[u]
    return counter.strengths[lost - 1] - counter.strengths[lost] + 1.0 * (g.steps[u] == 1)


def pressure(g: PlanJaune, army: str) -> float:
    """How much an army is needed where it stands: the enemy before it, and the corner of the Maginot Line behind."""
    covered = zones(g, Side.GERMAN)
    units = [u for u in g.on_map(Side.ALLIED) if g.counter(u).army == army]
    last = sum(g.map.labels[g.hex_of[u]] in aims.LAST_STANDS for u in units)
    return sum(covered[g.hex_of[u]] for u in units) + 2.0 * last - 0.5 * len(units)


# -- reaction


def reaction_orders(g: PlanJaune, step: reaction.Reaction, brief: Brief = USUAL) -> Iterator[Order]:
    """5.3: whoever is activated takes a step: Germans towards what they want, Allies into the way of the panzers."""
    for u in step.moving(g):
        better = {h: gain(g, u, h, brief) for h in step.ways(g, u)}
        if better and max(better.values()) > 0:
            yield ("move", g.id(u), g.map.labels[max(better, key=lambda h: (better[h], -h))])
    calls = [(hope(g, h, brief), hq, h) for hq in step.callers(g) for h in step.stacks(g, hq)]
    for worth, hq, h in sorted(calls, reverse=True)[:1]:
        if worth > 0:
            yield ("activate", g.id(hq), g.map.labels[h])


def hope(g: PlanJaune, h: Hex, brief: Brief) -> float:
    """What it is worth to activate a stack: the best step that one of its units could take."""
    units = [u for side in Side for u in command.fighters(g, h, side)]
    steps = [
        gain(g, u, n, brief) for u in units for n in g.scenario.touching[h] if reaction.why_not_step(g, u, n) is None
    ]
    return max(steps, default=0.0)


def gain(g: PlanJaune, u: Unit, h: Hex, brief: Brief = USUAL) -> float:
    """What a step in reaction is worth to a unit."""
    here, side = g.hex_of[u], g.scenario.side_of[u]
    if side is Side.GERMAN:
        far = aims.far(g, u, brief)
        return float(far[here] - far[h]) if is_motorized(g, u) else 0.0
    return place_worth(g, u, h) - place_worth(g, u, here) - 0.3


def place_worth(g: PlanJaune, u: Unit, h: Hex) -> float:
    """How well a unit bars the way to the panzers in a hex."""
    friends = aims.strength_in(g, [*(v for v in g.units_in(h, Side.ALLIED) if v != u), u])
    crushed = max(0.0, aims.danger_to(g, Side.ALLIED)[h] / (3.0 * max(1.0, friends)) - 1.0)
    return aims.corridor(g, g.turn)[h] + aims.goals(g).get(h, 0.0) - 1.5 * crushed

"""Battles of Plan Jaune: what they are worth, who attacks what, what is put into them, and what follows them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

import msgspec

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.planjaune import advice_aims as aims
from meuse.games.planjaune import aftermath, combat, exits, odds, overrun, retreat
from meuse.games.planjaune.advice_plans import USUAL
from meuse.games.planjaune.battle import AirSupport, Support, bombers, supporters, why_not_coup
from meuse.games.planjaune.board import MOVED, STOPPED, UNSUPPLIED, PlanJaune, quality_of, strength_of
from meuse.games.planjaune.forecast import FORECAST
from meuse.games.planjaune.odds import Battle
from meuse.games.planjaune.sequence import LAST_TURN
from meuse.games.planjaune.zones import feared, zones
from meuse.hexmap import Hex
from meuse.opponents.assault import as_orders, best_strikes
from meuse.steps import Order

LEAVER = 2.0
"""11.13.o2: what the last step of a German motorized division is dearer for, until six have left the map."""


# -- what a battle is worth


def battle_worth(g: PlanJaune, battle: Battle, brief: Brief = USUAL) -> float:
    """The expected gain of a battle: steps lost on both sides, and the hex if it is likely to be left."""
    defenders = odds.defenders(g, battle)
    theirs = sum(g.steps[m] for u in defenders for m in g.members(u))
    own, step = brief[f"step_{battle.side.word}"] * step_worth(g, battle.units), step_worth(g, defenders)
    ground, way = hex_worth(g, battle, brief), manner(g, battle) if theirs else "works"

    def worth(result: odds.Points) -> float:
        lost, points = result
        return defeat_worth(way, points, theirs, step, ground) - lost * own

    return FORECAST.value(g, odds.led(g, battle), worth)


def manner(g: PlanJaune, battle: Battle) -> str:
    """6.2.4: how a defender takes his points: he runs, holds his works, cannot run, or a blitz decides for him."""
    if aftermath.is_held(g, battle):
        return "holds"
    if odds.attacker_decides(g, battle):
        return "blitz"
    return "runs" if can_run(g, battle) else "stands"


def can_run(g: PlanJaune, battle: Battle) -> bool:
    """6.3c: whether a hex beside the target is open to the defender without loss."""
    barred = feared(g, battle.side.enemy)
    near = (n for n in g.scenario.touching[battle.target] if not barred[n])
    return any(not g.units_in(n, battle.side) for n in near)


def defeat_worth(way: str, points: int, theirs: int, step: float, ground: float) -> float:
    """What it is worth to bring so many points upon a defender: 6.2.4a, at least every other one is a step."""
    if way == "works":
        return ground if points else 0.0
    least, most = min(theirs, (points + 1) // 2), min(theirs, points)
    killed = most * step + (ground if most == theirs else 0.0)
    if way == "stands":
        return killed
    if way == "holds":
        return least * step + (ground if least == theirs else 0.0)
    driven = least * step + (ground if points >= 2 or least == theirs else 0.0)
    return max(driven, killed) if way == "blitz" else driven


def step_worth(g: PlanJaune, units: Sequence[Unit]) -> float:
    """What a step of these units is worth: their strength, step by step; armour and the British more (11.13.o4)."""
    members = [m for u in units for m in g.members(u)]
    steps = sum(g.steps[m] for m in members)
    worth = sum(strength_of(g, m) + prize(g, m) for m in members)
    return 0.5 + worth / steps if steps else 1.0


def prize(g: PlanJaune, u: Unit) -> float:
    counter = g.counter(u)
    return 1.0 * counter.has("armour") + 1.0 * (counter.nation == "british")


def hex_worth(g: PlanJaune, battle: Battle, brief: Brief = USUAL) -> float:
    """Ground is what the Germans need; the Allies want it back only where it matters, or where panzers stand alone."""
    bonus = aims.goals(g).get(battle.target, 0.0)
    if battle.side is Side.GERMAN:
        way_out = battle.target in aims.lines_out(g) and g.exited < aims.exits_needed(g)
        effort = g.map.labels[battle.target] == aims.next_label(g, brief.plan.effort)
        return brief["ground_german"] + max(bonus, brief["way_out"] * way_out, brief["effort"] * effort)
    if battle.target in g.scenario.cities["germany"]:
        bonus = brief["german_city"]
    if g.turn >= LAST_TURN and _counts(g, battle.target):
        bonus = max(bonus, brief["last_prize"])
    cut_off = any(g.status[u] & UNSUPPLIED for u in odds.defenders(g, battle))
    return brief["ground_allied"] + bonus + 1.0 * cut_off


def supported(
    g: PlanJaune, battle: Battle, helpers: Sequence[Unit], most: int, brief: Brief = USUAL
) -> tuple[float, int]:
    """The worth of a battle with as much support as pays, and how many bombers that is; half a coup de main."""
    helping = tuple(sorted(helpers, key=lambda u: (-g.counter(u).support, u))[:1])
    best, best_number = -1000.0, 0
    for number in sorted({0, min(2, most)}):
        air = (number, 0) if battle.side is Side.GERMAN else (0, number)
        trial = msgspec.structs.replace(battle, air=air, support=helping)
        value = battle_worth(g, trial, brief)
        if why_not_coup(g, battle) is None:
            value = (value + battle_worth(g, msgspec.structs.replace(trial, coup=True), brief)) / 2
        if value - brief["bomber"] * number > best:
            best, best_number = value - brief["bomber"] * number, number
    return best, best_number


def worth_now(g: PlanJaune, battle: Battle, brief: Brief = USUAL) -> float:
    value, _ = supported(g, battle, supporters(g, battle.side, battle), bombers(g, battle.side), brief)
    return value


# -- attacks


def attack_orders(g: PlanJaune, step: combat.Attacks, rng: random.Random, brief: Brief = USUAL) -> Iterator[Order]:
    """6.1: the best set of attacks, as orders; airborne units among enemies must attack (11.5f)."""

    def worth(target: Hex, units: tuple[Unit, ...]) -> float:
        owed = any(g.hex_of[u] == target for u in units)
        guards = sum(aims.is_home_guard(g, u) for u in units)
        value = worth_now(g, Battle(step.side, target, units), brief) - brief["leave_post"] * guards
        return value - least + 20.0 * owed

    least = brief[f"least_{step.side.word}"]
    targets, owed = combat.attackable(g, step.side), partial(combat.owed_by, g)
    return as_orders(g, best_strikes(g, step, targets, worth, rng, owed))


def battle_order(g: PlanJaune, step: combat.Battles, brief: Brief = USUAL) -> list[Order]:
    """The battles that matter most first: they get the headquarters and the bombers."""
    worths = {a.target: worth_now(g, Battle(step.side, a.target, a.units), brief) for a in step.standing(g)}
    return [("resolve", g.map.labels[h]) for h in sorted(worths, key=lambda h: (-worths[h], h))]


def overrun_orders(g: PlanJaune, step: overrun.MotorizedMovement, brief: Brief = USUAL) -> Iterator[Order]:
    """7: overruns that pay for themselves."""
    for h in step.overrunnable(g):
        for n in g.scenario.touching[h]:
            units = tuple(u for u in step.able(g, h, ()) if g.hex_of[u] == n)
            if units and worth_now(g, Battle(step.side, h, units, overrun=True), brief) > brief["overrun"]:
                yield ("overrun", g.map.labels[h], *g.ids(units), "go")
                break


def moved(g: PlanJaune, step: overrun.MotorizedMovement, plan: Sequence[Order]) -> PlanJaune:
    """The board after the moves of a plan: who has come into a zone may still overrun (R.7a.1)."""
    board, covered = g.copy(), zones(g, step.side.enemy)
    for verb, name, *rest in plan:
        u, goal = g.scenario.unit_named[name], g.map.index.get(rest[0], -1) if rest else -1
        cost = exits.reach_of(board, u, step.phase).cost.get(goal) if verb == "move" else None
        if cost is not None:
            board.spent[u] += cost
            board.place(u, goal)
            board.set_status(u, board.status[u] | MOVED | STOPPED * covered[goal])
    return board


# -- what is put into a battle


def best_support(g: PlanJaune, step: Support) -> Order:
    able = step.able(g)
    return ("support", g.id(max(able, key=lambda u: (g.counter(u).support, u)))) if able else ("pass",)


def best_air(g: PlanJaune, step: AirSupport, brief: Brief = USUAL) -> int:
    """10: as many bombers as pay for themselves, at most three."""
    mine = 1 if step.battle.side is step.side else -1

    def worth(number: int) -> float:
        air = list(step.battle.air)
        air[step.side] = number
        return mine * battle_worth(g, step.knowing(air=(air[0], air[1])), brief) - brief["bomber"] * number

    return max(range(min(3, bombers(g, step.side)) + 1), key=lambda n: (worth(n), -n))


def best_lead(g: PlanJaune, units: Sequence[Unit]) -> Unit:
    """Good men, but not those whose step would be missed most: the lead unit takes the first loss (6.2.3c)."""
    return max(units, key=lambda u: (quality_of(g, u) - 0.4 * step_price(g, u), -u))


def cheapest(g: PlanJaune, units: Sequence[Unit]) -> Unit:
    """The step that costs least strength, and no unit where it can be helped."""
    return min(units, key=lambda u: (step_price(g, u), u))


def step_price(g: PlanJaune, u: Unit) -> float:
    """The strength that a unit loses with its next step; the last one, and what counts for 11.13.o4, are dearer."""
    counter = g.counter(u)
    lost = counter.steps - g.steps[u]
    after = counter.strengths[lost + 1] if lost + 1 < counter.steps else 0
    last = 1.0 + prize(g, u) + LEAVER * is_leaver(g, u) if g.steps[u] == 1 else 0.0
    return counter.strengths[lost] - after + last + 1.2 * counter.has("motorized")


def is_leaver(g: PlanJaune, u: Unit) -> bool:
    """11.13.o2: whether a division could still be wanted to leave the map: it counts with its last step, too."""
    german = g.counter(u).nation == "german" and g.counter(u).has("motorized")
    return german and g.exited < aims.exits_needed(g)


# -- after the battle


def split_orders(g: PlanJaune, step: aftermath.Split, brief: Brief = USUAL) -> list[Order]:
    """6.2.4: works hold; else few steps and many hexes, unless the hex matters. In a blitz what hurts most."""
    numbers = sorted(step.steps(g))
    if step.side is step.battle.side:
        ground, each = hex_worth(g, step.battle, brief), step_worth(g, step.units)
        alive = step.alive(g)
        left = {k: k * each + ground * (k < step.points or k >= alive) for k in numbers}
        return [("split", str(max(numbers, key=lambda k: (left[k], k))))]
    stays = _counts(g, step.battle.target) and step.alive(g) > numbers[-1] + 1
    return [("hold",), ("split", str(numbers[-1] if stays else numbers[0]))]


def _counts(g: PlanJaune, h: Hex) -> bool:
    """Whether a hex decides an objective, or costs a level (11.13c)."""
    return h in aims.goals(g) or h in g.scenario.cities["germany"]


def best_retreat(g: PlanJaune, step: retreat.Retreat) -> Order:
    """Over free hexes, to ground that can be held; the Allies into the way of the panzers."""
    side, danger = step.side, aims.danger_to(g, step.side)
    gap = aims.corridor(g, g.turn) if side is Side.ALLIED else [0.0] * len(g.map)
    near = aims.far_home(g, "foot") if side is Side.ALLIED else [0] * len(g.map)

    def price(h: Hex) -> tuple[float, int]:
        way = step.safest(g, h)
        value = 4.0 * sum(retreat.danger(g, side, n) for n in way) + danger[h] / 8.0 + near[h] / 6.0 - 0.5 * gap[h]
        value -= 1.5 * (h in g.scenario.all_cities) + 0.5 * bool(g.units_in(h, side))
        return value, h

    return ("retreat", g.map.labels[min(step.goals(g), key=price)])


def advance_orders(g: PlanJaune, step: aftermath.Advance) -> Iterator[Order]:
    """Into the vacated hex with all that fit, the strongest first; the Allies only where the hex matters."""
    if step.side is Side.GERMAN or _counts(g, step.target) or aims.corridor(g, g.turn)[step.target] > 2.0:
        for u in aims.by_strength(g, step.advancing(g)):
            if not aims.is_home_guard(g, u):
                yield ("advance", g.id(u))

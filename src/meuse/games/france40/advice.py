"""What `staff` knows of France '40: a sensible commander's answer to every question of the game."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from meuse.advice import Advice, Brief, Plan, weights_in
from meuse.counters import Side, Unit
from meuse.decision import Decision
from meuse.games.france40 import advice_aims as aims
from meuse.games.france40 import (
    advice_shore,
    arrivals,
    auto_ds,
    battle,
    dynamo,
    evacuation,
    halt,
    odds,
    rail,
    recovery,
    results,
    sickle_cut,
    special,
    stacking,
    victory,
)
from meuse.games.france40.advance import Advance
from meuse.games.france40.advice_allies import LinePlan, PocketPlan, detraining_orders, rail_orders
from meuse.games.france40.advice_battle import (
    defence_orders,
    hex_worth,
    losing,
    reroll_order,
    support_orders,
    supported,
)
from meuse.games.france40.advice_germans import GermanPlan
from meuse.games.france40.advice_plans import early_plans, plans_of
from meuse.games.france40.advice_pursuit import advance_order, breakthrough_order, retreat_orders
from meuse.games.france40.attackers import cooperates
from meuse.games.france40.board import France40
from meuse.games.france40.breakthrough import Breakthrough
from meuse.games.france40.combat import Combat, near_enemies, reaches_table
from meuse.games.france40.determined import DeterminedDefence
from meuse.games.france40.movement import Movement
from meuse.games.france40.odds import Battle
from meuse.games.france40.rerolls import Throw
from meuse.games.france40.retreat import Retreat
from meuse.hexmap import Hex
from meuse.opponents.assault import as_orders, best_strikes
from meuse.steps import Order


class France40Advice(Advice):
    weights = weights_in(Path(__file__).with_name("data") / "advice.toml")

    def plans(self, g: France40, side: Side) -> Sequence[Plan]:
        return plans_of(g, side)

    def is_spent(self, g: France40, side: Side, plan: Plan) -> bool:
        """What counts has come, and the plan was one for the time before."""
        return plan.name in early_plans(g, side) and plan.name not in {other.name for other in plans_of(g, side)}

    def orders(self, g: France40, side: Side, decision: Decision, rng: random.Random, brief: Brief) -> Iterable[Order]:
        step = decision.step
        match step:
            case arrivals.Arrivals():
                return [*arrival_orders(g, step, brief), ("done",)]
            case rail.Detraining():
                return detraining_orders(g, step)
            case Movement():
                return movement_orders(g, step, rng, brief)
            case auto_ds.AutomaticDS():
                return [shatter_order(g, step)]
            case Combat():
                return [*combat_orders(g, step, rng, brief), ("end",)]
            case battle.Support():
                return support_orders(g, step, brief)
            case battle.LeaveOut():
                return [("leave", g.id(min(step.surplus(g), key=lambda u: (g.face(u).defence, u))))]
            case Throw():
                return [reroll_order(g, step, side)]
            case results.Lose():
                return [losing(g, step)]
            case DeterminedDefence():
                return defence_orders(g, step)
            case special.Disengage():
                return [*retreat_orders(g, step), ("pass",)]
            case Retreat():
                return retreat_orders(g, step)
            case Advance():
                return [advance_order(g, step, brief)]
            case Breakthrough():
                return [breakthrough_order(g, step, brief)]
            case stacking.CorrectStacking():
                weakest_first = sorted(step.surplus(g), key=lambda u: (g.face(u).defence, u))
                return [("eliminate", g.id(u)) for u in weakest_first]
            case recovery.Recovery():
                return [("done",)]
        return marker_orders(g, step)


def marker_orders(g: France40, step: object) -> Iterable[Order]:
    """The questions that belong to one scenario: markers, replacements, ships, the extra turn."""
    match step:
        case sickle_cut.PlaceGQG():
            return [*gqg_orders(g), ("done",)]
        case halt.HaltOrder():
            return [("declare",) if worth_halting(g) else ("pass",)]
        case halt.PlaceHalts():
            return [*(("place", g.id(u)) for u in by_threat(g, step.haltable(g))[:1]), ("done",)]
        case victory.ExtraTurn():
            return [("extend",) if behind(g, step.side) > 0 else ("pass",)]
        case dynamo.Replacements():
            return [*(("replace", g.id(u)) for u in by_strength(g, step.reduced(g))), ("done",)]
        case evacuation.Evacuation() | evacuation.Embark() | evacuation.WaitForShips():
            return advice_shore.orders(g, step)
    return []


def by_strength(g: France40, units: Iterable[Unit]) -> list[Unit]:
    return sorted(units, key=lambda u: (-g.counter(u).sides[0][0], u))


def behind(g: France40, side: Side) -> int:
    total = victory.score(g)
    return total[side.enemy] - total[side]


# -- movement


def movement_orders(g: France40, step: Movement, rng: random.Random, brief: Brief) -> Iterator[Order]:
    """The plan of the phase, made again each time it is carried out, until no unit has a better place to be."""
    if step.side is Side.GERMAN:
        yield from GermanPlan(g, step, rng, brief).moves()
    elif g.scenario.dynamo:
        yield from PocketPlan(g, step, rng, brief).moves()
    else:
        yield from rail_orders(g, step)
        yield from LinePlan(g, step, rng, brief).moves()


def arrival_orders(g: France40, step: arrivals.Arrivals, brief: Brief) -> Iterator[Order]:
    """19.1a: where it is nearest to what is wanted; the Allies arrive where the gap is nearest."""
    near = aims.far_spear(g, aims.aim(g, brief)) if step.side is Side.GERMAN else aims.far_home(g)
    gap = aims.corridor(g, g.turn)
    plugs = [h for h in range(len(g.map)) if gap[h] > 1.0]
    for u in step.arriving(g):
        away = {h: near[h] if step.side is Side.GERMAN else aims.nearest(g, h, plugs) for h in step.entries(g, u)}
        yield from (("enter", g.id(u), g.map.labels[h]) for h in sorted(away, key=lambda h: (away[h], h)))


# -- combat


def shatter_order(g: France40, step: auto_ds.AutomaticDS) -> Order:
    """7.7: with no more units than it takes, so that the others can pass through the hole."""
    units = sorted(step.able(g, ()), key=lambda u: (g.face(u).attack, u))
    units = [u for u in units if cooperates(g, u, units[-1:])]
    for u in list(units):
        rest = [v for v in units if v != u]
        if auto_ds.shatters(g, step.hex, rest):
            units = rest
    return ("shatter", *g.ids(tuple(sorted(units))), "go")


def combat_orders(g: France40, step: Combat, rng: random.Random, brief: Brief) -> Iterator[Order]:
    """7.7e: owed advances first, then the best set of attacks, those that matter most first: they get the Air units."""
    yield from (("exploit", g.map.labels[h]) for h in step.owed(g))
    grounds = {h: hex_worth(g, step.side, h, brief) for h in near_enemies(g, step.side)}

    def worth(target: Hex, units: tuple[Unit, ...]) -> float:
        return attack_worth(g, step.side, target, units, grounds[target], brief)

    strikes = [s for s in best_strikes(g, step, step.targets(g, ()), worth, rng) if s.worth > 0]
    yield from as_orders(g, sorted(strikes, key=lambda s: (-grounds[s.target], -s.worth, s.target)))


def attack_worth(g: France40, side: Side, target: Hex, units: Sequence[Unit], ground: float, brief: Brief) -> float:
    """8.5, 8.4.3a: an attack that cannot be ordered is worth nothing."""
    if not all(cooperates(g, u, units[:1]) for u in units) or not reaches_table(g, target, units):
        return -50.0
    b = Battle(target, tuple(units))
    least = brief["least_attack_german" if side is Side.GERMAN else "least_attack_allied"]
    return supported(g, b, ground, brief) - least if odds.start_column(g, b) >= 0 else -50.0


# -- markers


def gqg_orders(g: France40) -> Iterator[Order]:
    """21.2: on the stacks that could strike the spearheads, or that stand in their way and should not escape."""
    spears = [g.hex_of[u] for u in g.on_map(Side.GERMAN) if g.mech(u)]
    gap = aims.corridor(g, g.turn)

    def threat(h: Hex) -> float:
        units = g.units_in(h, Side.ALLIED)
        strength = sum(g.face(u).attack * (1.5 if g.mech(u) else 1.0) for u in units if not sickle_cut.exempt(g, u))
        return (strength + 3 * gap[h]) / (2 + aims.nearest(g, h, spears))

    hexes = sorted(sickle_cut.gqg_targets(g), key=lambda h: (-threat(h), h))
    for number, h in zip(sickle_cut.gqg_holding(g), hexes, strict=False):
        yield ("place", str(number), g.map.labels[h])


def worth_halting(g: France40) -> bool:
    """21.3.1: once a game: when many panzers are out in front, or before it is too late."""
    return len(halt.targets(g)) >= (4 if g.turn < 7 else 2)


def by_threat(g: France40, units: Iterable[Unit]) -> list[Unit]:
    """The stacks nearest to their aim first, the strong before the weak."""
    near = aims.far_spear(g, aims.likely_aim(g))

    def rank(u: Unit) -> tuple[float, int]:
        strength = sum(g.face(v).attack for v in halt.halted_with(g, u))
        return near[g.hex_of[u]] - 0.5 * strength, u

    return sorted(units, key=rank)


ADVICE = France40Advice()

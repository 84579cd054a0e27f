"""Battles of Plan Jaune: what they are worth, who attacks what, what is put into them, and what follows them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.planjaune import advice_aims as aims
from meuse.games.planjaune import aftermath, combat, exits, overrun, retreat
from meuse.games.planjaune.advice_plans import USUAL
from meuse.games.planjaune.advice_support import Hopes, Share, fought_next, is_enough, share_out, worth_now
from meuse.games.planjaune.advice_worth import counts, hex_worth, is_leaver, prize, step_worth
from meuse.games.planjaune.battle import AirSupport, Support
from meuse.games.planjaune.board import MOVED, STOPPED, PlanJaune, quality_of
from meuse.games.planjaune.odds import Battle
from meuse.games.planjaune.zones import zones
from meuse.hexmap import Hex
from meuse.opponents.assault import Strike, as_orders, best_strikes
from meuse.steps import Order

LEAVER = 2.0
"""11.13.o2: what the last step of a German motorized division is dearer for, until six have left the map."""
FIRST = 2
"""So many attacks a set is built up from: battles here hardly touch each other."""
PRICES = (0.5, 2.0)
"""What a bomber or a headquarters is thought to cost while attacks are chosen: the more, the more attacks want one."""


# -- attacks


def attack_orders(g: PlanJaune, step: combat.Attacks, rng: random.Random, brief: Brief = USUAL) -> Iterator[Order]:
    """6.1: the best set of attacks, as orders; airborne units among enemies must attack (11.5f).

    A headquarters helps once, and bombers are few: the price of help rises until no more is asked for than there is.
    """
    known: dict[tuple[Hex, tuple[Unit, ...]], Hopes] = {}
    least = brief[f"least_{step.side.word}"]
    strikes: list[Strike] = []

    def hopes(target: Hex, units: tuple[Unit, ...]) -> Hopes:
        if (target, units) not in known:
            known[target, units] = Hopes(g, Battle(step.side, target, units), step.side, brief)
        return known[target, units]

    for price in PRICES:

        def worth(target: Hex, units: tuple[Unit, ...], price: float = price) -> float:
            owed = any(g.hex_of[u] == target for u in units)
            value = hopes(target, units).best(price).gain - least + 20.0 * owed
            value -= brief["leave_post"] * sum(aims.is_home_guard(g, u) for u in units)
            return value - brief["landing"] * (not owed and all(g.counter(u).has("airborne") for u in units))

        targets, owed = combat.attackable(g, step.side), partial(combat.owed_by, g)
        strikes = best_strikes(g, step, targets, worth, rng, owed, alone=FIRST)
        if is_enough(g, step.side, [hopes(strike.target, strike.units).best(price).share for strike in strikes]):
            break
    return as_orders(g, strikes)


def battle_order(g: PlanJaune, step: combat.Battles, brief: Brief = USUAL) -> list[Order]:
    """The battles that matter most first."""
    coming = [Hopes(g, Battle(step.side, attack.target, attack.units), step.side, brief) for attack in step.standing(g)]
    shares = share_out(g, step.side, coming, brief["bomber"])
    worths = {hopes.target: hopes.worth(shares[hopes.target]) for hopes in coming}
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


def best_support(g: PlanJaune, step: Support, brief: Brief = USUAL) -> Order:
    """11.3: the headquarters that helps here, if it does not help more in a battle that is still to come."""
    share = share_here(g, step.side, step.battle, brief)
    return ("support", g.id(share.helping[0])) if share.helping else ("pass",)


def best_air(g: PlanJaune, step: AirSupport, brief: Brief = USUAL) -> int:
    """10: as many bombers as pay for themselves here, and not more in a battle that is still to come."""
    return share_here(g, step.side, step.battle, brief).bombers


def share_here(g: PlanJaune, side: Side, battle: Battle, brief: Brief) -> Share:
    coming = [Hopes(g, each, side, brief) for each in fought_next(g, battle)]
    return share_out(g, side, coming, brief["bomber"])[battle.target]


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


# -- after the battle


def split_orders(g: PlanJaune, step: aftermath.Split, brief: Brief = USUAL) -> list[Order]:
    """6.2.4: works hold; else what costs fewest steps, those of the way among them, and the ground where it matters.

    In a blitz the attacker chooses what hurts most.
    """
    numbers = sorted(step.steps(g))
    if step.side is step.battle.side:
        ground, each = hex_worth(g, step.battle, brief), step_worth(g, step.units)
        alive = step.alive(g)
        left = {k: lost_in_all(g, step, k) * each + ground * (k < step.points or k >= alive) for k in numbers}
        return [("split", str(max(numbers, key=lambda k: (left[k], k))))]
    ground = brief["counted_ground"] if counts(g, step.battle.target) else brief["ground_given"]
    cost = {k: lost_in_all(g, step, k) + ground * (k < step.points) for k in numbers}
    return [("hold",), ("split", str(min(numbers, key=lambda k: (cost[k], k))))]


def lost_in_all(g: PlanJaune, step: aftermath.Split, steps: int) -> int:
    """6.3c: the steps that a defender loses who takes so many at once, and the rest as hexes of the best way."""
    alive, hexes = step.alive(g), step.points - steps
    if steps >= alive or not hexes:
        return min(alive, steps)
    movers, loser = step.movers(g), step.battle.side.enemy
    spared = aftermath.most_spared(g, step.units, movers, step.lead, steps)
    ways = retreat.retreat_goals(g, loser, step.battle.target, movers, hexes, spared).values()
    toll = min((sum(retreat.danger(g, loser, h) for h in way) for way in ways), default=hexes)
    return min(alive, steps + toll)


def best_retreat(g: PlanJaune, step: retreat.Retreat, brief: Brief = USUAL) -> Order:
    """Over free hexes, to ground that can be held; the Allies into the way of the panzers."""
    side, danger = step.side, aims.danger_to(g, step.side)
    gap = aims.corridor(g, g.turn) if side is Side.ALLIED else [0.0] * len(g.map)
    near = aims.far_home(g, "foot") if side is Side.ALLIED else [0] * len(g.map)

    def price(h: Hex) -> tuple[float, int]:
        way = step.safest(g, h)
        value = (
            brief["toll"] * sum(retreat.danger(g, side, n) for n in way)
            + danger[h] / 8.0
            + near[h] / 6.0
            - 0.5 * gap[h]
        )
        value -= 1.5 * (h in g.scenario.all_cities) + 0.5 * bool(g.units_in(h, side))
        return value, h

    return ("retreat", g.map.labels[min(step.goals(g), key=price)])


def advance_orders(g: PlanJaune, step: aftermath.Advance) -> Iterator[Order]:
    """Into the vacated hex with all that fit, the strongest first; the Allies only where the hex matters."""
    if step.side is Side.GERMAN or counts(g, step.target) or aims.corridor(g, g.turn)[step.target] > 2.0:
        for u in aims.by_strength(g, step.advancing(g)):
            if not aims.is_home_guard(g, u):
                yield ("advance", g.id(u))

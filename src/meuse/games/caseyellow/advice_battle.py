"""How the staff fights in Case Yellow: what attacks are worth, sets of attacks with their duties, losses, retreats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.caseyellow import odds, prepare
from meuse.games.caseyellow.advice_aims import (
    AT_LAST,
    far,
    in_supply,
    is_last_turn,
    price,
    prizes,
    step_price,
    whole_price,
)
from meuse.games.caseyellow.advice_dynamo import goes_to_port
from meuse.games.caseyellow.aftermath import Advance, exits
from meuse.games.caseyellow.appreciation import APPRECIATION
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.combat import Attacks, attackable, can_attack_from, front, unmet, why_not_target
from meuse.games.caseyellow.forecast import FORECAST
from meuse.games.caseyellow.odds import Attack, Battle
from meuse.games.caseyellow.results import printed, takes
from meuse.hexmap import Hex
from meuse.phases.retreats import Path
from meuse.steps import Order

IMPOSSIBLE = -50.0
"""11.3a.min: the worth of an attack below 1-3."""
GOOD_ODDS, LATER = 4, 0.3
"""11.9b: the column from which on it is worth something that a combat goes on, and how much."""


DOOMED = 0.65
"""From this chance to lose all attackers on an attack is desperate."""
MOST_STEPS = 2
"""11.3f, 11.3g: no result costs more steps."""


class Plan(msgspec.Struct, frozen=True):
    """An attack with those that it obliges one to make (11.2d), and what all of them are worth."""

    worth: float
    attacks: tuple[Attack, ...]


# -- what an attack is worth


def attack_worth(g: CaseYellow, fight: Battle, brief: Brief) -> float:
    """Steps of the enemy less one's own, each at its price; the ground; and those who cannot get away."""
    if odds.start_column(g, fight) < 0:
        return IMPOSSIBLE
    side, target = odds.attacker(g, fight), fight.attack.target
    mine, theirs = (tolls(g, fight, s) for s in (side, side.enemy))
    if is_last_turn(g):  # whoever bars the way is worth as much on his last step as before
        theirs = (0.0, theirs[1], 2 * theirs[1])
    lost = sum(whole_price(g, u) for u in trapped(g, fight))
    ground = 0.8 + prizes(g).get(target, 0.0)

    def worth(code: str) -> float:
        own, other = printed(g, fight, code)
        later = LATER if code == "ENG" and odds.final_column(g, fight) >= GOOD_ODDS else 0.0
        driven_out = ground + max(0.0, lost - theirs[other]) if takes(g, fight, code) else 0.0
        return theirs[other] - mine[own] + later + driven_out

    risk = brief["doomed"] * (FORECAST.value(g, fight, lambda code: is_doomed(g, fight, code)) >= DOOMED)
    return FORECAST.value(g, fight, worth) - brief[f"trouble_{side.word}"] - risk


def is_doomed(g: CaseYellow, fight: Battle, code: str) -> bool:
    """Whether a result takes all attackers."""
    own, _ = printed(g, fight, code)
    return own >= sum(g.steps[u] for u in odds.adjacent(g, fight))


def trapped(g: CaseYellow, fight: Battle) -> list[Unit]:
    """11.4b, 13.5.3: the defenders who are lost if they must retreat: without a way out, or in the Dynamo port."""
    if odds.at_port(g, fight):
        return list(g.fighters(fight.attack.target, Side.ALLIED))
    return [u for u in odds.defenders(g, fight) if not exits(g, u, fight.attack.target)]


def tolls(g: CaseYellow, fight: Battle, side: Side) -> tuple[float, ...]:
    """11.3e: the price of no step, of one, of two, by those who would lose them; nothing for a garrison alone."""
    units, _ = odds.takers(g, fight, side)
    left, risk = {u: g.steps[u] for u in units}, side is odds.attacker(g, fight)

    def toll(u: Unit) -> float:
        return risked(g, u, left[u]) if risk else step_price(g, u, left[u])

    found = [0.0]
    for _ in range(MOST_STEPS):
        u = min((u for u in left if left[u]), key=lambda u: (toll(u), u), default=None)
        found.append(found[-1] + (0.0 if u is None else toll(u)))
        if u is not None:
            left[u] -= 1
    return tuple(found)


def risked(g: CaseYellow, u: Unit, steps: int) -> float:
    """What an attacker's step is worth: little on the last turn; but whoever guards a place leaves it open."""
    value = step_price(g, u, steps) * (AT_LAST if is_last_turn(g) else 1.0)
    alone = steps == 1 and len(g.fighters(g.hex_of[u], g.side(u))) == 1
    return value + (APPRECIATION.prizes(g, g.side(u)).get(g.hex_of[u], 0.0) if alone else 0.0)


# -- sets of attacks


def plans(g: CaseYellow, step: Attacks, brief: Brief) -> list[Plan]:
    """11.1b: the best plan for each hex that can be attacked now, the best of all first."""
    able = {target: willing(g, step.able(g, target, ()), brief) for target in step.targets(g)}
    most = step.motor_left(g) if step.motor and step.side is Side.ALLIED else len(g.hex_of)
    found = [best_plan(g, step.side, target, able, most, brief) for target in able]
    return sorted((plan for plan in found if plan.attacks), key=lambda plan: (-plan.worth, plan.attacks[0].target))


def willing(g: CaseYellow, units: Iterable[Unit], brief: Brief) -> tuple[Unit, ...]:
    """13.4.5: whoever is on his way to the ships is worth more there than any step of the enemy's."""
    return tuple(u for u in units if g.side(u) is Side.GERMAN or not goes_to_port(g, u, brief))


def best_plan(
    g: CaseYellow, side: Side, target: Hex, able: dict[Hex, tuple[Unit, ...]], most: int, brief: Brief
) -> Plan:
    """The best attack on a hex, with those that it owes if it comes from several hexes."""
    best = Plan(IMPOSSIBLE, ())
    for group in groups(g, target, able[target]):
        attack = Attack(target, group)
        if len(group) > most or not odds.hexes_of(g, attack):
            continue
        worth = attack_worth(g, Battle(attack), brief)
        owed = unmet(g, side, (attack,)) if worth > max(0.0, best.worth) else []
        others = [] if not owed else obliging(g, owed, able, set(group), most - len(group), brief)
        if len(others) == len(owed):
            total = worth + sum(plan.worth for plan in others)
            best = max(best, Plan(total, (attack, *(plan.attacks[0] for plan in others))), key=lambda plan: plan.worth)
    return best


def groups(g: CaseYellow, target: Hex, units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
    """Who might attack together: the units of a hex, of two hexes, of all; with and without single ones of a stack."""
    guns = tuple(u for u in units if g.hex_of[u] not in g.map.adjacent[target])
    by_hex: dict[Hex, tuple[Unit, ...]] = {}
    for u in sorted(units):
        if u not in guns:
            by_hex[g.hex_of[u]] = (*by_hex.get(g.hex_of[u], ()), u)
    stacks = [by_hex[h] for h in sorted(by_hex)]
    yield from (tuple(sorted((*stack, *guns))) for stack in stacks)
    for number, stack in enumerate(stacks):
        yield from (tuple(sorted((*stack, *other, *guns))) for other in stacks[:number])
    if len(stacks) > 2:
        yield tuple(sorted((*(u for stack in stacks for u in stack), *guns)))


def obliging(
    g: CaseYellow, owed: Sequence[Hex], able: dict[Hex, tuple[Unit, ...]], busy: set[Unit], most: int, brief: Brief
) -> list[Plan]:
    """11.2d: an attack out of a single hex, which owes nothing itself, for every hex that is owed; else too few."""
    found: list[Plan] = []
    for target in owed:
        free = [u for u in able.get(target, ()) if u not in busy and g.hex_of[u] in g.map.adjacent[target]]
        stacks = [tuple(u for u in sorted(free) if g.hex_of[u] == h) for h in sorted({g.hex_of[u] for u in free})]
        choices = [
            Plan(attack_worth(g, Battle(attack), brief), (attack,))
            for stack in stacks
            if len(stack) <= most and (attack := Attack(target, stack))
        ]
        legal = [plan for plan in choices if plan.worth > IMPOSSIBLE]
        if not legal:
            return []
        best = max(legal, key=lambda plan: plan.worth)
        found.append(best)
        busy |= set(best.attacks[0].units)
        most -= len(best.attacks[0].units)
    return found


def attack_orders(g: CaseYellow, step: Attacks, brief: Brief) -> Iterator[Order]:
    """The best plan; after its battles the staff looks again."""
    for plan in plans(g, step, brief):
        if plan.worth > 0:
            for attack in plan.attacks:
                yield ("attack", g.map.labels[attack.target], *g.ids(attack.units), "go")


def prospects(g: CaseYellow, side: Side, brief: Brief) -> float:
    """4.1c.second: what a Combat Round would bring where the units stand, beyond what tanks can do in a Move Round."""
    total = 0.0
    hexes = [h for h in attackable(g, side) if why_not_target(g, side, h, motor=False) is None]
    able = {h: tuple(standing(g, side, h)) for h in hexes}
    for target in hexes:
        plan = best_plan(g, side, target, able, len(g.hex_of), brief)
        total += max(0.0, plan.worth)
    return total


def standing(g: CaseYellow, side: Side, target: Hex) -> Iterator[Unit]:
    for n in front(g)[target]:
        for u in g.units_in(n, side):
            if g.strength(u) and g.counter(u).kind != "artillery" and can_attack_from(g, u, n, target):
                yield u


# -- questions of a battle


def assets(g: CaseYellow, step: prepare.AirSupport, brief: Brief) -> int:
    """11.3c.air: as many as pay; each is wanted elsewhere too."""

    def gain(number: int) -> float:
        worth = attack_worth(g, msgspec.structs.replace(step.battle, **{f"{step.side.word}_air": number}), brief)
        mine = step.side is g.side(step.battle.attack.units[0])
        return (worth if mine else -worth) - brief["an_asset"] * number

    return max(step.available(g), key=lambda number: (gain(number), -number))


def by_price(g: CaseYellow, units: Iterable[Unit]) -> list[Unit]:
    """Those whose loss hurts least first."""
    return sorted(units, key=lambda u: (price(g, u), g.strength(u), u))


def retreat_order(g: CaseYellow, u: Unit, paths: Sequence[Path]) -> Order:
    """11.4a: away from the enemy, onto good ground, in supply."""
    enemies = [g.hex_of[v] for v in g.on_map(g.side(u).enemy)]

    def safety(path: Sequence[Hex]) -> tuple[float, Hex]:
        end = path[-1]
        away = min((g.map.distance(end, h) for h in enemies), default=9)
        cover = -g.scenario.terrain[g.map.terrain[end]].shift + g.standing_works(end)
        return min(away, 3) + 0.5 * cover + 1.0 * in_supply(g, u, end), -end

    return ("retreat", g.id(u), g.map.labels[max(paths, key=safety)[-1]])


def advance_orders(g: CaseYellow, step: Advance, brief: Brief) -> Iterator[Order]:
    """11.5a: towards what is wanted, in supply where possible; the Allies only into a place that counts."""
    wanted = prizes(g)
    for u in step.advancing(g):
        field, here = far(g, u, brief), g.hex_of[u]
        ends = [h for h in step.ways(g, u) if field[h] < field[here] or h in wanted]
        if ends and (step.side is Side.GERMAN or step.vacated in wanted):
            best = min(ends, key=lambda h: (field[h] + 2 * (not in_supply(g, u, h)) - 9 * (h in wanted), h))
            yield ("advance", g.id(u), g.map.labels[best])

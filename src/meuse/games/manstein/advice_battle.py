"""What battles are worth to the staff in Manstein's War: attacks, tables, losses, retreats and pursuit."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence

import msgspec

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.manstein import aftermath, battle, combat, odds, victory
from meuse.games.manstein.advice_aims import danger_to, field, risk, step_price, supported_hexes
from meuse.games.manstein.advice_odds import Reckoner, attack_price
from meuse.games.manstein.appreciation import prizes
from meuse.games.manstein.board import Manstein, feared
from meuse.games.manstein.forecast import FORECAST, clears
from meuse.games.manstein.odds import Battle
from meuse.games.manstein.retreats import retreat_paths
from meuse.games.manstein.stacking import why_not_stack
from meuse.hexmap import Hex
from meuse.opponents.assault import as_orders, best_strikes
from meuse.steps import Order

# -- what things are worth


def by_strength(g: Manstein, units: Iterable[Unit]) -> list[Unit]:
    return sorted(units, key=lambda u: (-g.attack_of(u), u))


def average_price(g: Manstein, units: Sequence[Unit]) -> float:
    return sum(step_price(g, u) for u in units) / len(units) if units else 0.0


def battle_worth(g: Manstein, fight: Battle, brief: Brief) -> float:
    """The expected gain of a battle as it stands, in strength and ground."""
    mine = min((attack_price(g, u, brief) for u in fight.units), default=0.0)
    theirs, steps = average_price(g, odds.defenders(g, fight)), sum(g.steps[u] for u in odds.defenders(g, fight))
    ground = brief["points"] * max(victory.hex_value(g, side, fight.target) for side in Side) + brief["ground"]

    def worth(code: str) -> float:
        row = g.scenario.tables["results"].get(battle.effective(g, fight, code), {})
        lost = min(steps, row.get("defender_steps", 0))
        value = lost * theirs - row.get("attacker_steps", 0) * mine
        value += ground * (1.0 if clears(g, fight, code) else brief["progress"] * lost / max(1, steps))
        value -= brief["counterattack"] * bool(row.get("counterattack"))
        return float(value - brief["thrown_back"] * bool(row.get("attacker_retreat")))

    return FORECAST.value(g, fight, worth)


def best_table(g: Manstein, fight: Battle, brief: Brief) -> str:
    return max(
        ("assault", "mobile"), key=lambda name: battle_worth(g, msgspec.structs.replace(fight, table=name), brief)
    )


# -- attacks


def attack_orders(g: Manstein, step: combat.Attacks, rng: random.Random, brief: Brief) -> Iterator[Order]:
    """10.0a: the best set of attacks, the most promising first; an opposed landing must be fought (18.2a)."""
    reckoner = Reckoner(g, step.side, brief)

    def worth(target: Hex, units: tuple[Unit, ...]) -> float:
        if any(g.hex_of[u] == target for u in units):
            return 50.0
        ahead = any(field(g, u, brief.plan)[target] <= field(g, u, brief.plan)[g.hex_of[u]] for u in units)
        return reckoner.worth(target, frozenset((u, g.hex_of[u]) for u in units), ahead)

    strikes = best_strikes(g, step, step.targets(g, ()), worth, rng)
    return as_orders(g, sorted(strikes, key=lambda strike: (-strike.worth, strike.target)))


def naval_order(g: Manstein, fight: Battle, brief: Brief) -> Order:
    """20.1b: ships sail where they make a difference, in attack or defence."""
    points = odds.naval_shift(g, fight)
    change = battle_worth(g, msgspec.structs.replace(fight, naval=points), brief) - battle_worth(g, fight, brief)
    return ("naval",) if points * change >= brief["ships"] else ("pass",)


def counterattack_order(g: Manstein, step: battle.Counterattack, brief: Brief) -> Order:
    """22.2: the hex that promises most."""
    units = odds.fighting(g, step.battle)

    def worth(h: Hex) -> float:
        fight = Battle(step.side, h, units, "counterattack")
        tables = ("assault", "mobile") if odds.may_be_mobile(g, fight) else ("assault",)
        return max(battle_worth(g, msgspec.structs.replace(fight, table=name), brief) for name in tables)

    return ("counterattack", g.label(max(step.hexes(g), key=lambda h: (worth(h), -h))))


# -- what follows


def loss_orders(g: Manstein, step: aftermath.Lose) -> list[Order]:
    """10.6b: steps are lost where they are cheapest."""
    cheap = sorted(step.standing(g), key=lambda u: (step_price(g, u), u))
    return [("lose", g.id(u)) for u in cheap]


def retreat_orders(g: Manstein, step: aftermath.Retreat, brief: Brief) -> Iterator[Order]:
    """17.0e: hold a fortress if possible; else take the path that costs fewest steps, to support, out of danger."""
    danger, zones = danger_to(g, step.side), feared(g, step.side)
    for u in step.standing(g):
        yield ("hold", g.id(u))
        paths, near, fed = retreat_paths(g, u, step.length), field(g, u, brief.plan), supported_hexes(g, u)
        price = {
            h: 5.0 * sum(zones[n] for n in path)
            + 1.5 * (h not in fed)
            + risk(g, danger[h], (u, *g.ground(h, step.side)), h)
            for h, path in paths.items()
        }
        for _, _, h in sorted((price[h], near[h], h) for h in paths):
            yield ("retreat", g.id(u), g.label(h))


def advance_orders(g: Manstein, step: aftermath.Advance, brief: Brief) -> Iterator[Order]:
    """12.0: towards the unit's aims, where it can hold out; the Allies only into hexes that matter."""
    danger = danger_to(g, step.side)
    points = max(victory.hex_value(g, side, step.vacated) for side in Side)
    if step.side is Side.ALLIED and not points:
        return
    coming: dict[Hex, list[Unit]] = {}
    gone: set[Unit] = set()

    def value(u: Unit, h: Hex) -> float:
        friends = (*g.ground(h, step.side), *coming.get(h, ()))
        prize = 2.0 * (h == step.vacated and not coming.get(h)) + points * (h == step.vacated)
        hungry = brief["hunger"] * (h not in supported_hexes(g, u))
        return prize - field(g, u, brief.plan)[h] - risk(g, danger[h], (u, *friends), h) - hungry

    for u in by_strength(g, step.pursuing(g)):
        able = [
            h for h in step.goals(g, u) if why_not_stack(g, (*g.ground(h, step.side), *coming.get(h, ()), u), h) is None
        ]
        best = max(able, key=lambda h: (value(u, h), -h), default=None)
        here = g.hex_of[u]
        if bares(g, u, gone):
            continue
        stay = -field(g, u, brief.plan)[here] - risk(g, danger[here], g.ground(here, step.side), here)
        stay -= brief["hunger"] * (here not in supported_hexes(g, u))
        if best is not None and value(u, best) > stay:
            coming.setdefault(best, []).append(u)
            gone.add(u)
            yield ("advance", g.id(u), g.label(best))


def bares(g: Manstein, u: Unit, gone: Collection[Unit]) -> bool:
    """Whether a unit that leaves would let the enemy walk into a place that counts."""
    h, side = g.hex_of[u], g.side(u)
    if not prizes(g).get(h) or danger_to(g, side)[h] <= 0:
        return False
    return all(v == u or v in gone or g.counter(v).kind == "logistics" for v in g.ground(h, side))

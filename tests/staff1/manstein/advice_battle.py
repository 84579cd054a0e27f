"""What battles are worth to the staff in Manstein's War: attacks, tables, losses, retreats and pursuit."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

import msgspec

from meuse.counters import Side, Unit
from meuse.games.manstein import aftermath, battle, combat, odds, victory
from meuse.games.manstein.board import Manstein, feared
from meuse.games.manstein.forecast import FORECAST, MansteinForecast, clears
from meuse.games.manstein.ground import air_zones
from meuse.games.manstein.odds import Battle
from meuse.games.manstein.retreats import retreat_paths
from meuse.games.manstein.stacking import why_not_stack
from meuse.hexmap import Hex
from meuse.steps import Order
from staff1.assault import as_orders, best_strikes
from staff1.manstein.advice_aims import HUNGER, danger_to, field, risk, supported_hexes

SHIPS_ARE_WORTH = 0.3
"""20.1c: how much naval support must change before the ships sail; they sail once a turn."""

HURRY = 0.5
"""What infantry steps are worth to attacking Germans: they must press on, and they refit more than the Allies."""


# -- what things are worth


def by_strength(g: Manstein, units: Iterable[Unit]) -> list[Unit]:
    return sorted(units, key=lambda u: (-g.attack_of(u), u))


def step_price(g: Manstein, u: Unit) -> float:
    """What a unit loses with its next step; mechanized units are dearest, and the last step counts for points."""
    counter, steps = g.counter(u), g.steps[u]
    after = counter.attack(steps - 1) + counter.defence(steps - 1) if steps > 1 else 0
    last = 1.5 * victory.unit_value(g, u) * (steps == 1)
    return (g.attack_of(u) + g.defence_of(u) - after) / 2 + last + 1.5 * counter.mech


def average_price(g: Manstein, units: Sequence[Unit]) -> float:
    return sum(step_price(g, u) for u in units) / len(units) if units else 0.0


def hex_worth(g: Manstein, fight: Battle) -> float:
    """Ground is what the Germans need; the Allies want it back only where it matters."""
    points = max(victory.hex_value(g, side, fight.target) for side in Side)
    return (3.0 if fight.side is Side.GERMAN else 0.3) + 0.8 * points


class Promised(MansteinForecast):
    """A battle with the extra columns of aircraft that could still be sent."""

    def __init__(self, columns: int) -> None:
        self.columns = columns

    def faces(self, g: Manstein, battle: Battle) -> list[tuple[int, str]]:
        table = odds.table_of(g, battle)
        return table.faces(min(len(table.columns) - 1, odds.columns(g, battle)[1] + self.columns))


def battle_worth(g: Manstein, fight: Battle, support: int = 0) -> float:
    """The expected gain of a battle in strength, and the hex if it is left; `support` is what aircraft would add."""
    mine, theirs = average_price(g, fight.units), average_price(g, odds.defenders(g, fight))
    if fight.side is Side.GERMAN and not all(g.counter(u).mech for u in fight.units):
        mine *= HURRY
    steps, ground = sum(g.steps[u] for u in odds.defenders(g, fight)), hex_worth(g, fight)

    def worth(code: str) -> float:
        row = g.scenario.tables["results"].get(battle.effective(g, fight, code), {})
        value = min(steps, row.get("defender_steps", 0)) * theirs - row.get("attacker_steps", 0) * mine
        value += ground * clears(g, fight, code) - 1.5 * bool(row.get("counterattack"))
        return float(value - 0.5 * bool(row.get("attacker_retreat")))

    return (Promised(support) if support else FORECAST).value(g, fight, worth)


def best_table(g: Manstein, fight: Battle) -> str:
    return max(("assault", "mobile"), key=lambda name: battle_worth(g, msgspec.structs.replace(fight, table=name)))


def attack_value(g: Manstein, side: Side, target: Hex, units: tuple[Unit, ...], promised: int = 0) -> float:
    """The worth of an attack on its better table; an opposed landing must be fought (18.2a).

    `promised` is the strength of an air unit that could be sent there, if none as good is there already.
    """
    fight = odds.declared(g, side, target, units)
    support = max(0, promised - air_zones(g, side).get(target, 0)) if promised else 0
    value = battle_worth(g, fight, support)
    if odds.may_be_mobile(g, fight):
        value = max(value, battle_worth(g, msgspec.structs.replace(fight, table="mobile"), support))
    return value + 50.0 * (fight.kind == "landing")


# -- attacks


def attack_orders(g: Manstein, step: combat.Attacks, rng: random.Random) -> Iterator[Order]:
    """10.0a: the best set of attacks, the most promising first."""
    strikes = best_strikes(g, step, step.targets(g, ()), partial(attack_value, g, step.side), rng)
    return as_orders(g, sorted(strikes, key=lambda strike: (-strike.worth, strike.target)))


def naval_order(g: Manstein, fight: Battle) -> Order:
    """20.1b: ships sail where they make a difference, in attack or defence."""
    points = odds.naval_shift(g, fight)
    change = battle_worth(g, msgspec.structs.replace(fight, naval=points)) - battle_worth(g, fight)
    return ("naval",) if points * change >= SHIPS_ARE_WORTH else ("pass",)


def counterattack_order(g: Manstein, step: battle.Counterattack) -> Order:
    """22.2: the hex that promises most."""
    units = odds.fighting(g, step.battle)

    def worth(h: Hex) -> float:
        fight = Battle(step.side, h, units, "counterattack")
        tables = ("assault", "mobile") if odds.may_be_mobile(g, fight) else ("assault",)
        return max(battle_worth(g, msgspec.structs.replace(fight, table=name)) for name in tables)

    return ("counterattack", g.label(max(step.hexes(g), key=lambda h: (worth(h), -h))))


# -- what follows


def loss_orders(g: Manstein, step: aftermath.Lose) -> list[Order]:
    """10.6b: steps are lost where they are cheapest."""
    cheap = sorted(step.standing(g), key=lambda u: (step_price(g, u), u))
    return [("lose", g.id(u)) for u in cheap]


def retreat_orders(g: Manstein, step: aftermath.Retreat) -> Iterator[Order]:
    """17.0e: hold a fortress if possible; else take the path that costs fewest steps, to support, out of danger."""
    danger, zones = danger_to(g, step.side), feared(g, step.side)
    for u in step.standing(g):
        yield ("hold", g.id(u))
        paths, near, fed = retreat_paths(g, u, step.length), field(g, u), supported_hexes(g, u)
        price = {
            h: 5.0 * sum(zones[n] for n in path)
            + 1.5 * (h not in fed)
            + risk(g, danger[h], (u, *g.ground(h, step.side)), h)
            for h, path in paths.items()
        }
        for _, _, h in sorted((price[h], near[h], h) for h in paths):
            yield ("retreat", g.id(u), g.label(h))


def advance_orders(g: Manstein, step: aftermath.Advance) -> Iterator[Order]:
    """12.0: towards the unit's aims, where it can hold out; the Allies only into hexes that matter."""
    danger = danger_to(g, step.side)
    points = max(victory.hex_value(g, side, step.vacated) for side in Side)
    if step.side is Side.ALLIED and not points:
        return
    coming: dict[Hex, list[Unit]] = {}

    def value(u: Unit, h: Hex) -> float:
        friends = (*g.ground(h, step.side), *coming.get(h, ()))
        prize = 2.0 * (h == step.vacated and not coming.get(h)) + points * (h == step.vacated)
        hungry = HUNGER * (h not in supported_hexes(g, u))
        return prize - field(g, u)[h] - risk(g, danger[h], (u, *friends), h) - hungry

    for u in by_strength(g, step.pursuing(g)):
        able = [
            h for h in step.goals(g, u) if why_not_stack(g, (*g.ground(h, step.side), *coming.get(h, ()), u), h) is None
        ]
        best = max(able, key=lambda h: (value(u, h), -h), default=None)
        here = g.hex_of[u]
        stay = -field(g, u)[here] - risk(g, danger[here], g.ground(here, step.side), here)
        stay -= HUNGER * (here not in supported_hexes(g, u))
        if best is not None and value(u, best) > stay:
            coming.setdefault(best, []).append(u)
            yield ("advance", g.id(u), g.label(best))

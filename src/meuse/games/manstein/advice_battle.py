"""What battles are worth to the staff in Manstein's War: attacks, tables, losses, retreats and pursuit."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.manstein import aftermath, battle, combat, odds, victory
from meuse.games.manstein.advice_aims import danger_to, field, step_price, supported_hexes
from meuse.games.manstein.advice_odds import Reckoner, attack_price, ground_worth, points_worth
from meuse.games.manstein.advice_risk import risk
from meuse.games.manstein.advice_worths import Worths
from meuse.games.manstein.board import Manstein, feared
from meuse.games.manstein.forecast import FORECAST, clears
from meuse.games.manstein.odds import Battle
from meuse.games.manstein.retreats import retreat_paths
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
    ground = points_worth(g, fight.target, brief)
    ground += ground_worth(g, brief) if fight.side is Side.GERMAN else brief["ground_allied"]

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
    reckoner, worths = Reckoner(g, step.side, brief), Worths(g, step.side, brief)

    def worth(target: Hex, units: tuple[Unit, ...]) -> float:
        if any(g.hex_of[u] == target for u in units):
            return 50.0
        force = frozenset((u, g.hex_of[u]) for u in units)
        return reckoner.worth(target, force, worths.headway(target, force))

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
    """12.0: all together or one by one, to where they gain most; the Allies only into hexes that matter."""
    points = max(victory.hex_value(g, side, step.vacated) for side in Side)
    if step.side is Side.ALLIED and not points:
        return
    for u, h in pursuit(g, step, brief).items():
        if h != g.hex_of[u]:
            yield ("advance", g.id(u), g.label(h))


def pursuit(g: Manstein, step: aftermath.Advance, brief: Brief) -> dict[Unit, Hex]:
    """Where each pursuing unit goes: a stack to the best hex for it, then everybody who is better off elsewhere."""
    worths = Worths(g, step.side, brief, step.pursuing(g))
    able = {u: [g.hex_of[u], *step.goals(g, u)] for u in by_strength(g, step.pursuing(g))}
    ends = {u: g.hex_of[u] for u in able}

    def value(trial: Mapping[Unit, Hex]) -> float:
        places = sorted({*trial.values(), *(g.hex_of[u] for u in able), step.vacated})
        stacks = {h: worths.stack_worth(h, in_hex(g, step.side, trial, h)) for h in places}
        if any(worth is None for worth in stacks.values()):
            return -1000.0
        taken = brief["vacated"] * (step.vacated in trial.values()) * (step.side is Side.GERMAN)
        return taken + sum(worth or 0.0 for worth in stacks.values()) + sum(worths.here(u, h) for u, h in trial.items())

    for h in sorted({h for hexes in able.values() for h in hexes}):
        trial = dict(ends)
        for u in (u for u, hexes in able.items() if h in hexes):
            trial |= {u: h} if worths.may_stack(in_hex(g, step.side, trial | {u: h}, h), h) else {}
        ends = max(ends, trial, key=value)
    for u, hexes in able.items():
        ends = max((ends, *(ends | {u: h} for h in hexes)), key=value)
    return ends


def in_hex(g: Manstein, side: Side, ends: Mapping[Unit, Hex], h: Hex) -> tuple[Unit, ...]:
    """Who would be in a hex."""
    return (*(u for u in g.ground(h, side) if ends.get(u, h) == h), *(u for u in ends if ends[u] == h != g.hex_of[u]))

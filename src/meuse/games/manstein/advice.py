"""What `staff` should know of Manstein's War: what it wants, what battles are worth, and its special choices."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from meuse.bots.assault import choose_attacks
from meuse.bots.campaign import MovePlan
from meuse.bots.fields import FAR, distances
from meuse.counters import Side, Unit
from meuse.decision import Decision
from meuse.games.manstein import (
    aftermath,
    air,
    battle,
    bridgeheads,
    combat,
    command,
    deployment,
    evacuation,
    logistics,
    morale,
    movement,
    odds,
    opencities,
    refit,
    reinforcements,
    victory,
)
from meuse.games.manstein.board import Manstein, controls, feared, held
from meuse.games.manstein.forecast import clears
from meuse.games.manstein.odds import Battle
from meuse.games.manstein.retreats import retreat_paths
from meuse.games.manstein.sequence import Extension
from meuse.games.manstein.stacking import stack_fault
from meuse.hexmap import Hex
from meuse.steps import Order

SPECIALS = {
    Side.GERMAN: ("manstein", "okh-mod", "okh", "guderian", "hoth", "fall-rot", "rommel", "luftwaffe", "none"),
    Side.ALLIED: ("evac", "plan-w", "plan-d", "plan-e", "plan-r", "de-gaulle", "none"),
}
COMMANDS = ("PGK", "HGB", "HGA", "1AG", "2AG", "3AG", "HGC")
"""Which to activate, where there is a choice."""

ENOUGH_POINTS = 30
"""3.4c: with fewer points than these the Germans would rather play on."""


class AdviceManstein:
    def orders(self, g: Manstein, side: Side, decision: Decision, rng: random.Random) -> Iterable[Order]:
        step = decision.step
        match step:
            case deployment.Deployment():
                return [("auto",), ("done",)]
            case command.ChoosePlan():
                return [("plan", "manstein" if side is Side.GERMAN else "plan-d")]
            case command.FillBin():
                return [("special", name) for name in SPECIALS[side]]
            case command.SelectMarker():
                return [("select", name) for name in ("manstein", "okh-mod", "PGK")]
            case command.ActivateCommands():
                return [("command", name) for name in COMMANDS]
            case command.ActivateCorps():
                return [("activate", name) for name in g.names(tuple(by_strength(g, step.able(g))))]
            case refit.Refit():
                return [*refit_orders(g, step), ("end",)]
            case reinforcements.Reinforcements():
                return [*arrival_orders(g, step), ("end",)]
            case air.AirOperations():
                return [*air_orders(g, step), ("end",)]
            case movement.Movement():
                return [*movement_orders(g, step, rng), ("end",)]
            case combat.Attacks():
                return [*attack_orders(g, step, rng), ("end",)]
            case battle.SpecialForces():
                return [("commit", name) for name in g.names(tuple(step.available(g)))]
            case battle.ChooseTable():
                return [("table", best_table(g, step.battle))]
            case battle.Counterattack():
                return [("counterattack", g.label(min(step.hexes(g), key=lambda h: (defence(g, side.enemy, h), h))))]
        return small_orders(g, side, step)


def small_orders(g: Manstein, side: Side, step: object) -> Iterable[Order]:
    """Questions that answer themselves."""
    match step:
        case battle.NavalSupport():
            return [("naval",)]
        case aftermath.Lose():
            cheap = sorted(step.standing(g), key=lambda u: (step_price(g, u), u))
            return [("lose", g.name(u)) for _ in range(step.left) for u in cheap]
        case aftermath.Retreat():
            return retreat_orders(g, step)
        case aftermath.Advance():
            return [*advance_orders(g, step), ("done",)]
        case aftermath.Excess():
            return [("excess", g.name(u)) for u in sorted(step.too_many(g), key=lambda u: (step_price(g, u), u))]
        case aftermath.PushBack():
            zones = feared(g, side.enemy)
            return [("push", g.label(max(step.ends(g), key=lambda h: (zones[h], h))))]
        case evacuation.Evacuation():
            return [*(("evacuate", name) for name in leaving(g, step)), ("done",)]
        case bridgeheads.Bridgehead():
            return [("bridgehead", g.label(h)) for h in step.starts(g)]
        case bridgeheads.GiveUp() | opencities.OpenCities() | air.CityBombing():
            return [("done",)]
        case morale.MoraleVictory():
            return [("add",)]
        case Extension():
            return [("end",) if lead(g) >= ENOUGH_POINTS else ("extend",)]
    return []


# -- what things are worth


def by_strength(g: Manstein, units: Iterable[Unit]) -> list[Unit]:
    return sorted(units, key=lambda u: (-g.attack_of(u), u))


def lead(g: Manstein) -> int:
    """3.6: German points minus Allied points."""
    totals = [sum(points for points, _, _ in victory.score(g, side)) for side in (Side.GERMAN, Side.ALLIED)]
    return totals[0] - totals[1]


def goals(g: Manstein, side: Side) -> dict[Hex, float]:
    """3.4a: what the Germans want and the Allies hold, by its points."""
    worth = {h: float(victory.hex_value(g, Side.GERMAN, h)) for h in range(len(g.map))}
    mine = {
        h: value for h, value in worth.items() if value > 1.0 and controls(g, Side.GERMAN, h) != (side is Side.GERMAN)
    }
    return mine or {h: value for h, value in worth.items() if value > 1.0}


def defence(g: Manstein, side: Side, h: Hex) -> int:
    return sum(g.defence_of(u) for u in g.ground(h, side))


def step_price(g: Manstein, u: Unit) -> float:
    """What a unit loses with its next step; mechanized units are dearest, and the last step counts for points."""
    counter, steps = g.counter(u), g.steps[u]
    after = counter.attack(steps - 1) + counter.defence(steps - 1) if steps > 1 else 0
    last = 3.0 * (steps == 1 and victory.unit_value(g, u) > 0)
    return (g.attack_of(u) + g.defence_of(u) - after) / 2 + last + 1.5 * counter.mech


def battle_worth(g: Manstein, fight: Battle) -> float:
    """The expected gain of a battle in strength, and the hex if it is left."""
    table = odds.table_of(g, fight)
    faces = table.faces(odds.columns(g, fight)[1])
    mine = average_price(g, fight.units)
    theirs = average_price(g, odds.defenders(g, fight))
    steps = sum(g.steps[u] for u in odds.defenders(g, fight))
    value = 0.0
    for _, code in faces:
        row = g.scenario.tables["results"].get(battle.effective(g, fight, code), {})
        value += min(steps, row.get("defender_steps", 0)) * theirs - row.get("attacker_steps", 0) * mine
        value += hex_worth(g, fight) * clears(g, fight, code) - 1.5 * bool(row.get("counterattack"))
        value -= 0.5 * bool(row.get("attacker_retreat"))
    return value / len(faces)


def average_price(g: Manstein, units: Sequence[Unit]) -> float:
    return sum(step_price(g, u) for u in units) / len(units) if units else 0.0


def hex_worth(g: Manstein, fight: Battle) -> float:
    """Ground is what the Germans need; the Allies want it back only where it matters."""
    bonus = victory.hex_value(g, Side.GERMAN, fight.target)
    return (2.5 if fight.side is Side.GERMAN else 0.3) + 0.8 * bonus


def best_table(g: Manstein, fight: Battle) -> str:
    return max(("assault", "mobile"), key=lambda name: battle_worth(g, msgspec.structs.replace(fight, table=name)))


def attack_value(g: Manstein, side: Side, target: Hex, units: tuple[Unit, ...]) -> float:
    """The worth of an attack on its better table; an opposed landing must be fought (18.2a)."""
    fight = odds.declared(g, side, target, units)
    value = battle_worth(g, fight)
    if odds.may_be_mobile(g, fight):
        value = max(value, battle_worth(g, msgspec.structs.replace(fight, table="mobile")))
    return value + 50.0 * (fight.kind == "landing")


# -- attacks and what follows


def attack_orders(g: Manstein, step: combat.Attacks, rng: random.Random) -> Iterator[Order]:
    """10.0a: the best set of attacks, the most promising first."""
    options: dict[Unit, list[Hex]] = {}
    for h in step.targets(g, ()):
        for u in step.able(g, (h,), ()):
            options.setdefault(u, []).append(h)
    known: dict[tuple[Hex, frozenset[Unit]], float] = {}

    def worth(target: Hex, units: frozenset[Unit]) -> float:
        key = (target, units)
        if key not in known:
            known[key] = attack_value(g, step.side, target, tuple(sorted(units)))
        return known[key]

    chosen = choose_attacks(options, dict.fromkeys(options, frozenset()), worth, rng)
    crowds = {t: frozenset(u for u, goal in chosen.items() if goal == t) for t in chosen.values()}
    for target in sorted(crowds, key=lambda t: (-worth(t, crowds[t]), t)):
        yield ("attack", g.label(target), "with", *g.names(tuple(sorted(crowds[target]))), "go")


def retreat_orders(g: Manstein, step: aftermath.Retreat) -> Iterator[Order]:
    """17.0e: hold a fortress if one may; else by the way that costs fewest steps, towards what must be held."""
    near = distances(g.scenario.ways["foot"], goals(g, step.side))
    for u in step.standing(g):
        yield ("hold", g.name(u))
        paths = retreat_paths(g, u, step.length)
        zones = feared(g, step.side)
        for h in sorted(paths, key=lambda h: (sum(zones[n] for n in paths[h]), near[h], h)):
            yield ("retreat", g.name(u), g.label(h))


def advance_orders(g: Manstein, step: aftermath.Advance) -> Iterator[Order]:
    """12.0: the Germans go on towards what they want; the Allies only into hexes that matter."""
    if step.side is Side.ALLIED and not victory.hex_value(g, Side.GERMAN, step.vacated):
        return
    near = distances(g.scenario.ways["mech"], goals(g, step.side))
    room: list[Unit] = []
    for u in by_strength(g, step.pursuing(g)):
        far = min(step.goals(g, u), key=lambda h: (near[h], h))
        if far == step.vacated and stack_fault(g, (*room, u), far) is not None:
            continue
        if near[far] < near[g.hex_of[u]] or not room:
            room += [u] if far == step.vacated else []
            yield ("advance", g.name(u), g.label(far))


def leaving(g: Manstein, step: evacuation.Evacuation) -> tuple[str, ...]:
    """20.2c: who would be lost otherwise: the unsupported, and all British when France is beaten."""
    lost = "french" in g.surrendered
    able = [
        u for u in step.leaving(g) if not logistics.is_supported(g, u) or (lost and g.counter(u).nation == "british")
    ]
    return g.names(tuple(able))


# -- refit, arrivals, air


def refit_orders(g: Manstein, step: refit.Refit) -> Iterator[Order]:
    """14.3: logistics units first, then what gives most strength for a point."""
    yield from (("replace", name) for name in g.names(tuple(step.replaceable(g))))
    for u in sorted(step.restorable(g), key=lambda u: (-gain_of(g, u) / refit.price(g, u), u)):
        yield ("refit", g.name(u))


def gain_of(g: Manstein, u: Unit) -> float:
    counter, steps = g.counter(u), g.steps[u] + 1
    return counter.attack(steps) + counter.defence(steps) - g.attack_of(u) - g.defence_of(u) + 1.0 * counter.mech


def arrival_orders(g: Manstein, step: reinforcements.Reinforcements) -> Iterator[Order]:
    """13.3: as near as possible to where the unit is wanted."""
    near = distances(g.scenario.ways["foot"], goals(g, step.side))
    for u in step.arriving(g):
        for h in sorted(step.entries(g, u), key=lambda h: (near[h], h))[:3]:
            yield ("enter", g.name(u), g.label(h))


def air_orders(g: Manstein, step: air.AirOperations) -> Iterator[Order]:
    """16.7a: the best air units over the enemies that will be attacked first; the Allies over their own front."""
    places = iter(battlefields(g, step.side))
    for u in sorted(step.flyable(g), key=lambda u: (-g.attack_of(u) if g.counter(u).factors else 0, u)):
        if g.counter(u).kind == "air" and (h := next(places, None)) is not None and g.hex_of[u] != h:
            yield ("fly", g.name(u), g.label(h))


def battlefields(g: Manstein, side: Side) -> list[Hex]:
    """Allied stacks next to German units or within two hexes of them, the nearest to German goals first."""
    near = distances(g.scenario.ways["foot"], goals(g, Side.GERMAN))
    front = {g.hex_of[u] for u in g.on_map(Side.ALLIED) if close_to(g, g.hex_of[u], Side.GERMAN)}
    free = [h for h in front if not any(g.attack_of(v) > 1 for v in g.air(h, side.enemy))]
    found: list[Hex] = []
    for h in sorted(free, key=lambda h: (near[h], h)):
        if all(g.map.distance(h, other) > 2 for other in found):  # a zone covers the hexes around it
            found.append(h)
    return found


def close_to(g: Manstein, h: Hex, side: Side) -> bool:
    enemies = held(g, side)
    return any(enemies[m] for n in g.map.adjacent[h] for m in (n, *g.map.adjacent[n]))


# -- movement


def movement_orders(g: Manstein, step: movement.Movement, rng: random.Random) -> Iterator[Order]:
    yield from landing_orders(g, step)
    yield from PhasePlan(g, step, rng).moves()
    yield from supply_train_orders(g, step)


def landing_orders(g: Manstein, step: movement.Movement) -> Iterator[Order]:
    """18.0a: into an empty depot or port of the Netherlands, the nearest."""
    if step.side is not Side.GERMAN or step.no_landing(g) is not None:
        return
    wanted, enemies = goals(g, Side.GERMAN), held(g, Side.ALLIED)
    for u in step.airborne_units(g):
        grounds = [h for h in step.landing_grounds(g, u) if h in wanted and not enemies[h]]
        dutch = [h for h in grounds if g.map.country[h] == "netherlands"]
        for h in sorted(dutch, key=lambda h: (g.map.distance(g.hex_of[u], h), h))[:1]:
            yield ("land", g.name(u), g.label(h))


def supply_train_orders(g: Manstein, step: movement.Movement) -> Iterator[Order]:
    """15.2b: logistics units follow the front, but stay within reach of a depot and out of enemy zones."""
    near = distances(g.scenario.ways["mech"], goals(g, Side.GERMAN))
    forward = 1 if step.side is Side.GERMAN else 0
    for u in step.movable(g):
        counter = g.counter(u)
        if counter.kind != "logistics" or not forward:
            continue
        direct, zones = logistics.source_lines(g, counter.nation), feared(g, step.side)
        able = [h for h in step.goals(g, u) if direct[h] <= counter.movement and not zones[h] and room_for(g, u, h)]
        if able:
            best = min(able, key=lambda h: (near[h], h))
            if near[best] < near[g.hex_of[u]]:
                yield ("move", g.name(u), g.label(best))


def room_for(g: Manstein, u: Unit, h: Hex) -> bool:
    """6.1: not onto another logistics unit, and behind friends."""
    there = g.ground(h, g.side_of(u))
    friends = any(held(g, g.side_of(u))[n] for n in (h, *g.map.adjacent[h]))
    return friends and stack_fault(g, (*there, u), h) is None


class PhasePlan(MovePlan[Manstein]):
    """8: the active units mass for attacks, take what is wanted, and go forward or into line."""

    def __init__(self, g: Manstein, step: movement.Movement, rng: random.Random) -> None:
        super().__init__(g, step.side, rng, goals(g, step.side))
        self.step = step
        self.fields = {kind: distances(g.scenario.ways[kind], self.wanted) for kind in ("foot", "mech", "army")}
        mine = set(self.movable())
        self.planned |= {u: g.hex_of[u] for u in mine if self.guards(u)}

    def guards(self, u: Unit) -> bool:
        """A last defender does not leave what the enemy could take."""
        g, h = self.g, self.g.hex_of[u]
        alone = len(g.ground(h, self.side)) == 1
        return self.side is Side.ALLIED and h in self.wanted and alone and self.danger[h] > 0

    @property
    def attacking(self) -> bool:
        return self.side is Side.GERMAN

    def movable(self) -> Iterable[Unit]:
        return [u for u in self.step.movable(self.g) if self.g.counter(u).kind != "logistics"]

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        return movement.reach_of(self.g, u).cost

    def enemies(self) -> Iterable[tuple[Hex, float, int]]:
        g = self.g
        for u in g.on_map(self.side.enemy):
            if g.attack_of(u):
                yield g.hex_of[u], float(g.attack_of(u)), 1 + g.counter(u).movement // 2

    def strength(self, u: Unit) -> float:
        return float(self.g.attack_of(u) if self.attacking else self.g.defence_of(u))

    def may_stack(self, units: tuple[Unit, ...], h: Hex) -> bool:
        ground = tuple(u for u in units if self.g.scenario.is_ground[u])
        return not ground or stack_fault(self.g, ground, h) is None

    def far(self, u: Unit) -> Sequence[int]:
        counter = self.g.counter(u)
        return self.fields["army" if counter.is_army else "mech" if counter.mech else "foot"]

    def targets(self) -> Iterable[Hex]:
        enemies = held(self.g, self.side.enemy)
        near = {n for cost in self.options.values() for h in cost for n in self.g.scenario.links[h]}
        return [h for h in sorted(near) if enemies[h]]

    def bases(self, target: Hex) -> Sequence[Hex]:
        return self.g.scenario.links[target]

    def standing(self, bases: Sequence[Hex]) -> list[Unit]:
        return [u for u in super().standing(bases) if self.g.scenario.is_ground[u]]

    def may_attack(self, u: Unit, target: Hex) -> bool:
        return combat.target_refuses(self.g, self.side, target) is None and (
            combat.attacker_refuses(self.g, u, target) is None
        )

    def attack_worth(self, trial: Manstein, target: Hex, units: tuple[Unit, ...]) -> float:
        return attack_value(trial, self.side, target, units)

    def cover(self, h: Hex) -> float:
        g = self.g
        own = g.own_fort(h, self.side) is not None
        rivers = sum((n, h) in g.scenario.rivers for n in g.map.adjacent[h])
        return -1.0 * odds.ground_shift(g, h) + 2.0 * own + 0.3 * rivers

    def shyness(self, u: Unit, h: Hex) -> float:
        """15.1b: nobody runs out of support for nothing."""
        g, counter = self.g, self.g.counter(u)
        lines = (logistics.source_lines(g, counter.nation), logistics.relay_lines(g, counter.nation))
        short = any(line[h] <= counter.movement for line in lines)
        return 0.0 if short or self.far(u)[h] >= FAR else 2.5


ADVICE = AdviceManstein()

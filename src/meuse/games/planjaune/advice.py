"""What `staff` should know of Case Yellow: what it wants, what battles are worth, and its special choices."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from meuse.bots.assault import choose_attacks
from meuse.bots.campaign import MovePlan
from meuse.bots.fields import FAR, distances
from meuse.counters import Side, Unit
from meuse.decision import Decision
from meuse.games.planjaune import (
    aftermath,
    arrivals,
    combat,
    command,
    events,
    exits,
    losses,
    movement,
    odds,
    operations,
    overrun,
    planning,
    reaction,
    replacements,
    supply,
    views,
)
from meuse.games.planjaune.board import (
    UNSUPPLIED,
    GamePJ,
    fights,
    is_motorized,
    movement_of,
    points_of,
    quality_of,
    stack_fault,
    strength_of,
)
from meuse.games.planjaune.odds import Battle
from meuse.games.planjaune.terrain import waters
from meuse.games.planjaune.victory import PORTS
from meuse.games.planjaune.zones import zones
from meuse.hexmap import Hex
from meuse.steps import Order

SECOND_ACT = 8
"""The turn from which the Germans think of a second and a third objective."""

BOMBER_PRICE = 0.5
"""What a bomber is worth if it is kept for another battle."""


class AdvicePJ:
    def orders(self, g: GamePJ, side: Side, decision: Decision, rng: random.Random) -> Iterable[Order]:
        step = decision.step
        match step:
            case planning.Plan():
                return [("plan", "1")]
            case planning.Effort():
                return [("effort", "2" if side is Side.GERMAN else "1")]
            case planning.GroupKeller():
                return [("keller", g.map.labels[h]) for h in step.hexes(g)]
            case planning.StaticDivisions() | planning.Deployment():
                return [("done",)]
            case events.HaltOrder():
                return [("halt", g.map.labels[h]) for h in step.equals(g)]
            case events.Snafu():
                return [("snafu", name) for name in g.names(tuple(by_strength(g, step.french(g))))]
            case arrivals.Reinforcements():
                return [*arrival_orders(g, step), ("done",)]
            case operations.Evacuation():
                return [*evacuation_orders(g, step), ("done",)]
            case operations.NavalInterdiction():
                return [("naval", "yes")]
            case operations.Embarkation():
                return [*(("embark", name) for name in embarking(g, step)), ("done",)]
            case operations.SpecialOperations():
                return [*special_orders(g, step), ("done",)]
            case operations.AlliedMissions():
                return [("done",)]
            case replacements.SupplyPhase():
                return [*supply_orders(g, step), ("end",)]
            case movement.Movement():
                return [*movement_orders(g, step, rng), ("end",)]
            case combat.Attacks():
                return [*attack_orders(g, step, rng), ("fight",)]
            case combat.Battles():
                return [("resolve", g.map.labels[h]) for h in step.next_ones(g)]
            case combat.CoupDeMain():
                return [("coup", "brandenburgers"), ("coup", "try")]
            case combat.Support():
                return [("support", best_support(g, step))]
            case combat.AirSupport():
                return [("air", str(best_air(g, step)))]
            case combat.Lead():
                return [("lead", g.name(best_lead(g, step.able(g))))]
            case combat.SaveHonour():
                return [("honour", "yes")]
            case losses.Lose():
                return [("lose", g.name(cheapest(g, step.able(g))))]
            case aftermath.Split():
                return split_orders(g, step)
            case aftermath.Retreat():
                return [best_retreat(g, step)]
            case aftermath.Advance():
                return [*advance_orders(g, step), ("done",)]
            case reaction.Reaction():
                return [*reaction_orders(g, step), ("end",)]
            case supply.Railheads():
                return [("all",), ("done",)]
        return []


# -- what things are worth


def by_strength(g: GamePJ, units: Iterable[Unit]) -> list[Unit]:
    return sorted(units, key=lambda u: (-strength_of(g, u), u))


def goals(g: GamePJ) -> dict[Hex, float]:
    """What the Germans want and the Allies hold: Holland, Lille and the ports, then Belgium, then the south."""
    wanted = {g.map.place(name).hex: 3.0 for name in ("Lille", *PORTS)}
    wanted |= {g.map.place(name).hex: 1.5 for name in ("Bruxelles", "Gent", "Namur", "Liège", "Charleroi")}
    wanted |= {g.map.place(name).hex: 1.0 for name in ("Reims", "Amiens", "Paris")}
    if "netherlands" not in g.surrendered:
        wanted |= dict.fromkeys(g.scenario.cities["netherlands"], 2.5)
    return wanted


def wanted_by(g: GamePJ, side: Side, kind: str = "foot") -> dict[Hex, float]:
    """What a side goes for. When the sea is won, or time runs short, German panzers make for the lines of communication
    (11.13.o2), and infantry for the back of the Maginot Line (11.13.o3)."""
    found = goals(g)
    if side is Side.ALLIED:
        return {h: value for h, value in found.items() if g.friendly(h, side)} or found
    found = {h: value for h, value in found.items() if not g.friendly(h, side)}
    sea = {h: value for h, value in found.items() if value > 1.0}
    if sea and g.turn < SECOND_ACT:
        return found
    if kind == "motorized" and g.exited < g.scenario.tables["victory"]["exits"]:
        return dict.fromkeys(g.map.regions["communication-lines"].hexes, 2.0)
    line = [h for h in g.map.regions["maginot-line"].hexes if not g.friendly(h, side)]
    behind = [g.map.place(name).hex for name in ("Metz", "Nancy") if not g.friendly(g.map.place(name).hex, side)]
    return sea | dict.fromkeys((*line, *behind), 1.5) or dict.fromkeys(g.map.regions["communication-lines"].hexes, 1.0)


def battle_worth(g: GamePJ, battle: Battle) -> float:
    """The expected gain of a battle: steps, and the hex if it is likely to be left."""
    battle = msgspec.structs.replace(battle, leads=views.best_leads(g, battle))
    defenders = odds.defenders(g, battle)
    theirs = sum(g.steps[m] for u in defenders for m in g.members(u))
    lost = gained = vacated = 0.0
    for (attacker, defender), chance in odds.chances(g, battle).items():
        lost += float(chance) * attacker
        gained += float(chance) * min(theirs, defender)
        vacated += float(chance) * (defender >= 2 or defender >= theirs if theirs else defender > 0)
    own = step_worth(g, battle.units)
    return gained * step_worth(g, defenders) - lost * own + vacated * hex_worth(g, battle)


def step_worth(g: GamePJ, units: Sequence[Unit]) -> float:
    """What a step of these units is worth: their strength, step by step; armour more (11.13.o2, 11.13.o4)."""
    members = [m for u in units for m in g.members(u)]
    steps = sum(g.steps[m] for m in members)
    worth = sum(strength_of(g, m) + 1.0 * g.counter(m).has("armour") for m in members)
    return worth / steps if steps else 1.0


def hex_worth(g: GamePJ, battle: Battle) -> float:
    """Ground is what the Germans need; the Allies want it back only where it matters."""
    bonus = goals(g).get(battle.target, 0.0)
    return (1.5 if battle.side is Side.GERMAN else 0.3) + bonus


def supported(g: GamePJ, battle: Battle) -> float:
    """The worth of a battle with as much support as pays: bombers, a headquarters in range, half a coup de main."""
    offered = [u for u in g.scenario.headquarters[battle.side] if g.hex_of[u] >= 0]
    helping = tuple(u for u in offered if combat.support_refuses(g, u, battle) is None)[:1]
    best = -1000.0
    for number in range(min(2, combat.bombers(g, battle.side)) + 1):
        air = (number, 0) if battle.side is Side.GERMAN else (0, number)
        trial = msgspec.structs.replace(battle, air=air, support=helping)
        value = battle_worth(g, trial)
        if combat.coup_refuses(g, battle) is None:
            value = (value + battle_worth(g, msgspec.structs.replace(trial, coup=True))) / 2
        best = max(best, value - BOMBER_PRICE * number)
    return best


# -- attacks


def attack_orders(g: GamePJ, step: combat.Attacks, rng: random.Random) -> Iterator[Order]:
    """6.1: the best set of attacks, as orders; airborne units among enemies must attack (11.5f)."""
    options: dict[Unit, list[Hex]] = {}
    for h in combat.attackable(g, step.side):
        for u in step.able(g, h, ()):
            options.setdefault(u, []).append(h)
    duties = {u: frozenset(combat.owed_by(g, u)) for u in options}
    known: dict[tuple[Hex, frozenset[Unit]], float] = {}

    def worth(target: Hex, units: frozenset[Unit]) -> float:
        key = (target, units)
        if key not in known:
            owed = any(g.hex_of[u] == target for u in units)
            known[key] = supported(g, Battle(step.side, target, tuple(sorted(units)))) + 20.0 * owed
        return known[key]

    chosen = choose_attacks(options, duties, worth, rng)
    for target in sorted(set(chosen.values())):
        units = sorted(u for u, t in chosen.items() if t == target)
        yield ("attack", g.map.labels[target], *g.names(tuple(units)), "go")


def overrun_orders(g: GamePJ, step: overrun.MotorizedMovement) -> Iterator[Order]:
    """7: overruns that pay for themselves."""
    for h in step.overrunnable(g):
        for n in g.scenario.touching[h]:
            units = tuple(u for u in step.able(g, h, ()) if g.hex_of[u] == n)
            if units and supported(g, Battle(step.side, h, units, overrun=True)) > 1.0:
                yield ("overrun", g.map.labels[h], *g.names(units), "go")
                break


def best_support(g: GamePJ, step: combat.Support) -> str:
    able = step.able(g)
    return g.name(max(able, key=lambda u: (g.counter(u).support, u))) if able else "none"


def best_air(g: GamePJ, step: combat.AirSupport) -> int:
    """10: as many bombers as pay for themselves, at most three."""
    mine = 1 if step.battle.side is step.side else -1

    def worth(number: int) -> float:
        air = list(step.battle.air)
        air[step.side] = number
        return mine * battle_worth(g, step.knowing(air=(air[0], air[1]))) - BOMBER_PRICE * number

    return max(range(min(3, combat.bombers(g, step.side)) + 1), key=lambda n: (worth(n), -n))


def best_lead(g: GamePJ, units: Sequence[Unit]) -> Unit:
    """Good men, but not those whose step would be missed most: the lead unit takes the first loss (6.2.3c)."""
    return max(units, key=lambda u: (quality_of(g, u) - 0.4 * step_price(g, u), -u))


def cheapest(g: GamePJ, units: Sequence[Unit]) -> Unit:
    """The step that costs least strength, and no unit where it can be helped."""
    return min(units, key=lambda u: (step_price(g, u), u))


def step_price(g: GamePJ, u: Unit) -> float:
    """The strength that a unit loses with its next step; motorized units can be replaced worst."""
    counter = g.counter(u)
    lost = counter.steps - g.steps[u]
    after = counter.strengths[lost + 1] if lost + 1 < counter.steps else 0
    return counter.strengths[lost] - after + 1.0 * (g.steps[u] == 1) + 0.5 * counter.has("motorized")


# -- after the battle


def split_orders(g: GamePJ, step: aftermath.Split) -> list[Order]:
    """6.2.4: works hold; otherwise as many hexes as are free of danger, few where the hex matters."""
    found: list[Order] = [("hold",)]
    numbers = sorted(step.steps(g))
    if step.side is step.battle.side:
        return [("split", str(numbers[-1]))]
    stays = step.battle.target in goals(g) and step.alive(g) > numbers[-1] + 1
    return [*found, ("split", str(numbers[-1] if stays else numbers[0]))]


def best_retreat(g: GamePJ, step: aftermath.Retreat) -> Order:
    near = distances(g.scenario.ways["foot"], [h for h in goals(g) if g.friendly(h, step.side)] or goals(g))

    def price(h: Hex) -> tuple[int, int, int]:
        way = step.safest(g, h)
        return sum(aftermath.danger(g, step.side, n) for n in way), near[h], h

    return ("retreat", g.map.labels[min(step.goals(g), key=price)])


def advance_orders(g: GamePJ, step: aftermath.Advance) -> Iterator[Order]:
    """Into the vacated hex with all that fit, the strongest first; the Allies only where the hex matters."""
    if step.side is Side.GERMAN or step.target in goals(g):
        for u in by_strength(g, step.advancing(g)):
            yield ("advance", g.name(u))


# -- reinforcements, evacuation, special operations


def arrival_orders(g: GamePJ, step: arrivals.Reinforcements) -> Iterator[Order]:
    """9.1: as near as possible to where the unit is wanted."""
    near = distances(g.scenario.ways["foot"], wanted_by(g, step.side))
    for u in by_strength(g, step.due(g)):
        if g.counter(u).entry != "geb":
            for h in sorted(step.places(g, u), key=lambda h: (near[h], h)):
                yield ("enter", g.name(u), g.map.labels[h])


def evacuation_orders(g: GamePJ, step: operations.Evacuation) -> Iterator[Order]:
    """11.8: a port with units that are cut off, the fullest first."""
    cut_off = [h for h in step.ports(g) if any(g.status[u] & UNSUPPLIED for u in g.units_in(h, step.side))]
    for h in sorted(cut_off, key=lambda h: (-sum(points_of(g, u) for u in g.units_in(h, step.side)), h)):
        yield ("evacuate", g.map.labels[h])


def embarking(g: GamePJ, step: operations.Embarkation) -> list[str]:
    """The British first, then the strongest."""
    able = sorted(step.able(g), key=lambda u: (g.counter(u).nation != "british", -strength_of(g, u), u))
    return list(g.names(tuple(able)))


def special_orders(g: GamePJ, step: operations.SpecialOperations) -> Iterator[Order]:
    """11.5: airborne units into empty Dutch cities; 10.2: terror where it counts; 11.7: refugees everywhere."""
    dutch = sorted(g.scenario.cities["netherlands"])
    open_cities = [h for h in dutch if g.friendly(h, Side.ALLIED) and not g.units_in(h, Side.ALLIED)]
    if "netherlands" not in g.surrendered:
        for u, h in zip(step.waiting(g), open_cities, strict=False):
            yield ("drop", g.name(u), g.map.labels[h])
        lost = [h for h in dutch if command.is_captured(g, h, Side.GERMAN)]
        if len(lost) == 3:
            yield from (("terror", g.map.labels[h]) for h in dutch if h not in lost)
    front = zones(g, Side.GERMAN)
    weak = [u for u in step.low_quality(g) if front[g.place_of(u)]]
    yield from (("bomb", g.name(u)) for u in by_strength(g, weak)[:1])
    yield from (("refugees", g.map.labels[h]) for h in step.frightened(g))


# -- supply phase


def supply_orders(g: GamePJ, step: replacements.SupplyPhase) -> Iterator[Order]:
    """9.2: the best divisions first; 11.2: corps wherever they can be formed; 11.12: the army that is least pressed."""
    yield from (("replace", g.name(u)) for u in by_strength(g, step.reduced(g)))
    for unit in step.corps_to_form(g):
        chosen: list[Unit] = []
        while step.complete(g, unit, chosen) is not None:
            chosen.append(next(iter(step.joining(g, unit, chosen))))
        yield ("form", g.name(unit), *g.names(tuple(chosen)), "go")
    if armies := step.armies(g):
        yield ("release", min(armies, key=lambda army: (pressure(g, army), army)))


def pressure(g: GamePJ, army: str) -> int:
    covered = zones(g, Side.GERMAN)
    return sum(covered[g.hex_of[u]] for u in g.on_map(Side.ALLIED) if g.counter(u).army == army)


# -- reaction


def reaction_orders(g: GamePJ, step: reaction.Reaction) -> Iterator[Order]:
    """5.3: motorized reserves nearest to the enemy; whoever is activated takes a step towards what is wanted."""
    near = distances(g.scenario.ways["motorized"], wanted_by(g, step.side))
    for u in step.moving(g):
        better = [h for h in step.ways(g, u) if near[h] < near[g.hex_of[u]]]
        if better and step.side is Side.GERMAN:
            yield ("move", g.name(u), g.map.labels[min(better, key=lambda h: (near[h], h))])
    if step.side is Side.GERMAN:
        for hq in step.callers(g):
            stacks = [h for h in step.stacks(g, hq) if any(is_motorized(g, u) for u in g.units_in(h, step.side))]
            yield from (
                ("activate", g.name(hq), g.map.labels[h]) for h in sorted(stacks, key=lambda h: (near[h], h))[:1]
            )


# -- movement


def movement_orders(g: GamePJ, step: movement.Movement, rng: random.Random) -> Iterator[Order]:
    if isinstance(step, overrun.MotorizedMovement):
        yield from overrun_orders(g, step)
    yield from (("exit", g.name(u)) for u in step.leaving(g))
    yield from PhasePlan(g, step, rng).moves()


class PhasePlan(MovePlan[GamePJ]):
    """5: motorized units move before combat and mass for it; infantry comes after, ready for the next turn."""

    def __init__(self, g: GamePJ, step: movement.Movement, rng: random.Random) -> None:
        kind = "foot" if step.phase == exits.FOOT else "motorized"
        super().__init__(g, step.side, rng, wanted_by(g, step.side, kind))
        self.step = step
        self.field = distances(g.scenario.ways[kind], self.wanted)

    @property
    def attacking(self) -> bool:
        return self.side is Side.GERMAN

    def movable(self) -> Iterable[Unit]:
        return list(self.step.movable(self.g))

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        cost = exits.reach_of(self.g, u, self.step.phase).cost
        return {h: cost[h] for h in self.step.goals(self.g, u)}

    def enemies(self) -> Iterable[tuple[Hex, float, int]]:
        g = self.g
        for u in g.on_map(self.side.enemy):
            if fights(g, u):
                yield g.hex_of[u], float(strength_of(g, u)), movement_of(g, u) // 2 if is_motorized(g, u) else 1

    def strength(self, u: Unit) -> float:
        return float(strength_of(self.g, u))

    def may_stack(self, units: tuple[Unit, ...], h: Hex) -> bool:
        return stack_fault(self.g, units, h) is None

    def far(self, u: Unit) -> Sequence[int]:
        return self.field

    def targets(self) -> Iterable[Hex]:
        if self.step.phase == exits.EXPLOITATION:
            return ()
        g, neutral = self.g, ("belgium", "netherlands")
        found = odds.targets(g, self.side)
        near = {n for u in g.on_map(self.side) for n in (g.hex_of[u], *g.map.adjacent[g.hex_of[u]])}
        reachable = {n for cost in self.options.values() for h in cost for n in g.scenario.touching[h]}
        return [h for h in found if h in near | reachable and (g.turn > 0 or g.map.country[h] not in neutral)]

    def bases(self, target: Hex) -> Sequence[Hex]:
        works = self.g.standing(target)
        alone = not command.fighters(self.g, target, self.side.enemy)
        around = self.g.scenario.touching[target]
        return [h for h in around if not (alone and works is not None and h not in works.faces)]

    def may_attack(self, u: Unit, target: Hex) -> bool:
        later = self.step.phase == exits.FOOT
        return bool(strength_of(self.g, u)) and (later or command.attack_refuses(self.g, u) is None)

    def attack_worth(self, trial: GamePJ, target: Hex, units: tuple[Unit, ...]) -> float:
        return supported(trial, Battle(self.side, target, units))

    def cover(self, h: Hex) -> float:
        g = self.g
        value: float = -0.8 * g.scenario.terrain[g.map.terrain[h]].shift
        works = g.standing(h)
        value += 2.0 * (works is not None and works.owner is self.side)
        return value + 0.3 * sum(bool(waters(g.map, h, n)) for n in g.map.adjacent[h])

    def shyness(self, u: Unit, h: Hex) -> float:
        """Headquarters keep out of danger; nobody runs out of supply for nothing."""
        g = self.g
        value = 5.0 * self.danger[h] * (not fights(g, u))
        line = supply.lines(g, self.side)
        limit = movement_of(g, u)
        short = (line.motorized if is_motorized(g, u) else line.foot)[h] <= limit
        return value + (0.0 if short else 4.0 if self.attacking else 2.0) * (self.far(u)[h] < FAR)


ADVICE = AdvicePJ()

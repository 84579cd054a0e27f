"""What `staff` should know of 1940: its plan, its objectives, what attacks are worth, and its special choices."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from meuse.bots.assault import choose_attacks
from meuse.bots.fields import FAR, distances, influence
from meuse.counters import Side, Unit
from meuse.decision import Decision
from meuse.games.gdw1940 import aftermath, arrivals, combat, command, movement, odds, planning, rail, victory
from meuse.games.gdw1940.air import air_points
from meuse.games.gdw1940.board import EIGHTHS, UNSUPPLIED, Game1940, stack_fault
from meuse.games.gdw1940.neutrals import major_cities
from meuse.games.gdw1940.odds import Attack, Battle
from meuse.hexmap import Hex
from meuse.mechanics.odds import chances
from meuse.steps import Order

PLAN = ("plan", "3", "2", "none")
"""The north, by Army Group A: the plan of 1940."""


class Advice1940:
    def orders(self, g: Game1940, side: Side, decision: Decision, rng: random.Random) -> Iterable[Order]:
        step = decision.step
        match step:
            case planning.AlliedPlan():
                return [("group", "1")]
            case planning.GermanPlan():
                return [PLAN]
            case planning.Assignment():
                return [("auto",), ("seal",)]
            case planning.Deployment():
                return [("auto",), ("done",)]
            case planning.March():
                return [("end",)]
            case arrivals.Arrivals():
                return [*arrival_orders(g, side, step), ("done",)]
            case movement.Movement():
                return [*Phase(g, side, rng).moves(), ("end",)]
            case arrivals.Formation() | arrivals.Withdrawal():
                return [("done",)]
            case combat.Attacks():
                return [*attack_orders(g, step, rng), ("fight",)]
            case combat.Battles():
                return [("resolve", g.map.labels[h]) for h in step.next_ones(g)]
            case combat.AirSupport():
                return [("air", str(best_air(g, step)))]
            case aftermath.Retreat():
                return [best_retreat(g, step)]
            case aftermath.Advance():
                return [*advance_orders(g, step), ("done",)]
        return []


# -- what things are worth


def unit_worth(g: Game1940, u: Unit) -> float:
    """A unit in victory points, and something for what it can still do."""
    return victory.worth(g, u) + g.counter(u).combat


def goals(g: Game1940, side: Side) -> dict[Hex, float]:
    """The hexes a side wants: objectives not yet German; for the Allies the same, to be held."""
    wanted: dict[Hex, float] = {}
    for plan, value in ((victory.NORTH, 3.0), (victory.PARIS, 2.5)):
        wanted |= dict.fromkeys(victory.objective_hexes(g, plan), value)
    if "holland" in g.joined and "holland" not in g.surrendered:
        wanted |= dict.fromkeys(major_cities(g, "holland"), 2.5)
    if side is Side.GERMAN:
        wanted = {h: value for h, value in wanted.items() if not g.friendly(h, Side.GERMAN)}
        return wanted or dict.fromkeys(victory.objective_hexes(g, victory.MAGINOT), 1.0)
    return wanted


def attack_worth(g: Game1940, battle: Battle) -> float:
    """The expected gain of a battle, over the exact chances of its results."""
    _, final = odds.column(g, battle)
    own = sum(unit_worth(g, u) for u in battle.attack.units)
    side = odds.attacker(g, battle)
    theirs = sum(unit_worth(g, u) for h in battle.attack.hexes for u in odds.defenders(g, side.enemy, h))
    if final < 0:
        return -own
    value = 0.0
    for code, chance in chances(g.scenario.crt, final).items():
        value += float(chance) * result_worth(g, battle, code, own, theirs)
    return value


AIR_PRICE = 0.8
"""What an air point is worth if it is kept for another battle."""


def supported_worth(g: Game1940, attack: Attack) -> float:
    """The worth of an attack with as much air support as pays, at most two points; rivers are bridged half the time."""
    side = g.scenario.side_of[attack.units[0]]
    unbridged = frozenset(combat.minor_rivers(g, attack))
    best = -1000.0
    for points in range(min(2, air_points(g, side)) + 1):
        allied, german = (0, points) if side is Side.GERMAN else (points, 0)
        value = attack_worth(g, Battle(attack, allied, german))
        if unbridged:
            value = (value + attack_worth(g, Battle(attack, allied, german, unbridged))) / 2
        best = max(best, value - AIR_PRICE * points)
    return best


def result_worth(g: Game1940, battle: Battle, code: str, own: float, theirs: float) -> float:
    if code == "AE":
        return -own
    if code == "AR":
        return -0.35 * own
    if code == "DE":
        return theirs + 4.0
    if any(odds.gives_way(g, battle, h, code) for h in battle.attack.hexes):
        return 0.4 * theirs + 3.0
    return -0.2


# -- attacks


def attack_orders(g: Game1940, step: combat.Attacks, rng: random.Random) -> Iterator[Order]:
    """7: the best set of attacks, as orders."""
    options: dict[Unit, list[Hex]] = {}
    for h in combat.attackable(g, step.side):
        for u in step.able(g, (h,), ()):
            options.setdefault(u, []).append(h)
    duties = {u: frozenset(duty_of(g, step.side, u)) for u in options}
    known: dict[tuple[Hex, frozenset[Unit]], float] = {}

    def worth(target: Hex, units: frozenset[Unit]) -> float:
        key = (target, units)
        if key not in known:
            known[key] = supported_worth(g, Attack((target,), tuple(sorted(units)))) + goal_bonus(g, step.side, target)
        return known[key]

    chosen = choose_attacks(options, duties, worth, rng)
    for target in sorted(set(chosen.values())):
        units = sorted(u for u, t in chosen.items() if t == target)
        yield ("attack", g.map.labels[target], "with", *g.names(tuple(units)), "go")


def goal_bonus(g: Game1940, side: Side, target: Hex) -> float:
    """An attack on the way to what a side wants is worth more than its losses say."""
    return 1.0 if side is Side.GERMAN or target in goals(g, side) else -0.5


def duty_of(g: Game1940, side: Side, u: Unit) -> Iterator[Hex]:
    """7.all_adjacent: the hexes that somebody must attack if this unit does."""
    for h in g.scenario.spread[g.hex_of[u]]:
        if g.held(side.enemy)[h] and any(combat.counts_as_enemy(g, v, set()) for v in g.units_in(h, side.enemy)):
            yield h


def best_air(g: Game1940, step: combat.AirSupport) -> int:
    """9: as many points as pay for themselves; a point kept is worth a little for the next battle."""
    german = step.side is Side.GERMAN
    mine = (odds.attacker(g, step.battle) is step.side) * 2 - 1

    def worth(points: int) -> float:
        b = step.battle
        trial = Battle(b.attack, b.allied_air, points) if german else Battle(b.attack, points)
        return mine * attack_worth(g, trial) - AIR_PRICE * points

    return max(range(air_points(g, step.side) + 1), key=lambda n: (worth(n), -n))


# -- after the battle


def best_retreat(g: Game1940, step: aftermath.Retreat) -> Order:
    """Away from the enemy, to friends and good ground, towards what must be held."""
    u = step.retreating(g)[0]
    enemies = g.zones(step.side.enemy)
    want = distances(g.scenario.ways["foot"], goals(g, Side.ALLIED) if step.side is Side.ALLIED else homeland(g))

    def score(h: Hex) -> tuple[float, int]:
        return -3.0 * bool(enemies[h]) - want[h] / (4 * EIGHTHS) + bool(
            g.scenario.terrain[g.map.terrain[h]].shields
        ), -h

    return ("retreat", g.name(u), g.map.labels[max(step.ways(g, u), key=score)])


def homeland(g: Game1940) -> list[Hex]:
    return major_cities(g, "germany")


def advance_orders(g: Game1940, step: aftermath.Advance) -> Iterator[Order]:
    """Into the vacated hex if it brings the side nearer to what it wants, and is not a trap."""
    want = distances(g.scenario.ways["foot"], goals(g, step.side))
    danger = threat_field(g, step.side)
    for u in step.fresh:
        here = g.hex_of[u]
        if here < 0:
            continue
        able = [h for h in step.ways(g, u) if danger[h] < 4 * max(1, g.counter(u).combat)]
        best = min(able, key=lambda h: (want[h], h), default=None)
        if best is not None and want[best] < want[here]:
            yield ("advance", g.name(u), g.map.labels[best])


# -- arrivals


def arrival_orders(g: Game1940, side: Side, step: arrivals.Arrivals) -> Iterator[Order]:
    """11: airborne units take empty Dutch cities; 14: all reserves come in, nearest to where they are wanted."""
    if side is Side.GERMAN:
        yield from drops(g, step)
    want = distances(g.scenario.ways["foot"], goals(g, side))
    strongest = sorted(step.reserves(g), key=lambda u: (-g.counter(u).combat, u))
    for u in strongest:
        for h in sorted(step.reserve_hexes(g, u), key=lambda h: (want[h], h)):
            yield ("reserve", g.name(u), g.map.labels[h])
    for u in step.swiss_border(g):
        yield ("guard", g.name(u), g.map.labels[step.border_hexes(g, u)[0]])
    for u in step.entering(g):
        nearest = min(step.entry_hexes(g, u), key=lambda h: (want[h], h))
        yield ("enter", g.name(u), g.map.labels[nearest])


def drops(g: Game1940, step: arrivals.Arrivals) -> Iterator[Order]:
    if "holland" in g.surrendered:
        return
    empty = [h for h in major_cities(g, "holland") if not g.held_allied[h] and not g.friendly(h, Side.GERMAN)]
    for u, h in zip(step.droppable(g), empty, strict=False):
        if h in step.drop_zone(g, u):
            yield ("drop", g.name(u), g.map.labels[h])


# -- movement


def threat_field(g: Game1940, side: Side) -> list[float]:
    """The strength that the enemy could bring to bear on each hex."""
    units = (u for u in g.on_map(side.enemy) if g.in_play(u) and not g.disrupted(u))
    return influence(g.map, ((g.hex_of[u], float(g.counter(u).combat), g.counter(u).movement // 3) for u in units))


class Phase:
    """The plan of one movement phase."""

    def __init__(self, g: Game1940, side: Side, rng: random.Random) -> None:
        self.g, self.side, self.rng = g, side, rng
        self.wanted = goals(g, side)
        self.want = {kind: distances(g.scenario.ways[kind], self.wanted) for kind in ("foot", "motorized", "mountain")}
        self.danger = threat_field(g, side)
        self.planned: dict[Unit, Hex] = {}

    def moves(self) -> Iterator[Order]:
        """Units that mass for attacks first, then those that take objectives, then the rest."""
        g = self.g
        if self.side is Side.ALLIED:
            yield from self.release()
            yield from self.evacuate()
        units = [u for u in g.on_map(self.side) if movement.allowance(g, u) > 0 and u not in self.planned]
        self.options = {u: {g.hex_of[u]: 0} | movement.reach_of(g, u).cost for u in units}
        for order in (self.mass, self.seize):
            yield from self.as_moves(order())
        yield from self.by_rail()
        yield from self.as_moves(self.follow())

    def as_moves(self, sent: Iterable[tuple[Unit, Hex]]) -> Iterator[Order]:
        for u, h in sent:
            if h != self.g.hex_of[u]:
                yield ("move", self.g.name(u), self.g.map.labels[h])

    # -- what is special

    def release(self) -> Iterator[Order]:
        """17: the army that is least pressed where it stands may go where it is needed."""
        g = self.g

        def pressure(army: str) -> float:
            return sum(self.danger[g.hex_of[u]] for u in g.on_map(self.side) if g.counter(u).army == army)

        if armies := command.releasable(g):
            yield ("release", min(armies, key=lambda army: (pressure(army), army)))

    def evacuate(self) -> Iterator[Order]:
        """6: units cut off in a port leave, the British first."""
        g = self.g
        cut_off = [u for h in movement.ports(g) for u in g.units_in(h, self.side) if g.status[u] & UNSUPPLIED]
        for u in sorted(cut_off, key=lambda u: (g.counter(u).nation != "british", -g.counter(u).combat, u)):
            if movement.evacuation_refuses(g, u) is None:
                self.planned[u] = g.hex_of[u]
                yield ("evacuate", g.name(u))

    def by_rail(self) -> Iterator[Order]:
        """6: the one train of the phase takes the unit that gains most by it: idle here, wanted there."""
        g = self.g
        score = self.forward if self.side is Side.GERMAN else self.in_line
        idle = [u for u in self.free() if not self.danger[g.hex_of[u]] and rail.rail_refuses(g, u) is None]
        best: tuple[float, Unit, Hex] | None = None
        for u in sorted(idle, key=lambda u: (-g.counter(u).combat, u))[:6]:
            able = [h for h in rail.rail_goals(g, u) if self.fits(u, h)]
            walk = max(score(u, h) for h in self.options[u])
            for h in able:
                if (gain := score(u, h) - walk) > max(1.0, best[0] if best else 0.0):
                    best = (gain, u, h)
        if best is not None:
            self.send(best[1], best[2])
            yield ("rail", g.name(best[1]), g.map.labels[best[2]])

    def free(self) -> list[Unit]:
        return [u for u in self.options if u not in self.planned]

    def send(self, u: Unit, h: Hex) -> tuple[Unit, Hex]:
        self.planned[u] = h
        return u, h

    def fits(self, u: Unit, h: Hex) -> bool:
        """3: room for a unit, counting who is meant to be there."""
        g = self.g
        staying = [v for v in g.units_in(h, self.side) if self.planned.get(v, h) == h and v != u]
        coming = [v for v, goal in self.planned.items() if goal == h and v not in staying and v != u]
        return stack_fault(g, (*staying, *coming, u)) is None

    # -- attack

    def mass(self) -> Iterator[tuple[Unit, Hex]]:
        """For each enemy stack within reach the best attack that could be made, the most valuable first."""
        g = self.g
        targets = sorted(
            (h for h in range(len(g.map)) if odds.is_target(g, self.side, h) and self.worth_attacking(h)),
            key=lambda h: (self.want["motorized"][h], h),
        )
        for target in targets[:16]:
            yield from self.mass_against(target)

    def worth_attacking(self, h: Hex) -> bool:
        g = self.g
        if self.side is Side.ALLIED:
            return bool(g.held_german[h])
        country = g.map.country[h]
        return country != "switzerland" and (
            not g.is_neutral(country) or country in ("belgium", "holland", "luxembourg")
        )

    def mass_against(self, target: Hex) -> Iterator[tuple[Unit, Hex]]:
        g = self.g
        around = [n for n in g.map.adjacent[target] if target in g.scenario.spread[n]]
        joining: list[tuple[Unit, Hex]] = []
        for u in sorted(self.free(), key=lambda u: (-g.counter(u).combat, u)):
            if combat.attacker_refuses(g, u, (target,)) or not g.counter(u).combat:
                continue
            able = [h for h in around if h in self.options[u] and self.fits(u, h)]
            if able:
                best = min(able, key=lambda h: (self.exposure(h, target), self.options[u][h], h))
                self.planned[u] = best
                joining.append((u, best))
            if self.gain(target, joining) > self.enough(target):
                break
        if joining and self.gain(target, joining) > 0.5:
            yield from joining
            return
        for u, _ in joining:
            del self.planned[u]

    def bonus(self, target: Hex) -> float:
        """The Germans must get forward; the Allies can wait for a good attack."""
        if self.side is Side.ALLIED:
            return -0.5
        late = self.g.turn / 3
        return 1.5 + late if target in self.wanted else 0.7

    def exposure(self, h: Hex, target: Hex) -> int:
        """How many other enemies would have to be attacked from a hex."""
        g = self.g
        return sum(bool(g.held(self.side.enemy)[n]) for n in g.scenario.spread[h] if n != target)

    def enough(self, target: Hex) -> float:
        g = self.g
        return 0.85 * (sum(unit_worth(g, u) for u in g.units_in(target, self.side.enemy)) + 3.0)

    def gain(self, target: Hex, joining: list[tuple[Unit, Hex]]) -> float:
        """What the attack would be worth if the units stood where they are meant to stand."""
        if not joining:
            return 0.0
        g = self.g
        trial = g.copy()
        for u, h in joining:
            if trial.hex_of[u] != h:
                trial.place(u, h)
        return supported_worth(trial, Attack((target,), tuple(sorted(u for u, _ in joining)))) + self.bonus(target)

    # -- objectives

    def seize(self) -> Iterator[tuple[Unit, Hex]]:
        """A unit for every wanted hex in reach that is not held; and whoever holds one stays if it is in danger."""
        g = self.g
        for h, _ in sorted(self.wanted.items(), key=lambda item: (-item[1], item[0])):
            if self.side is Side.ALLIED and self.danger[h] <= 0:
                continue
            if any(goal == h for goal in self.planned.values()):
                continue
            able = [u for u in self.free() if h in self.options[u] and self.fits(u, h)]
            if able:
                nearest = min(able, key=lambda u: (self.options[u][h], -g.counter(u).combat, u))
                yield self.send(nearest, h)

    # -- the rest

    def follow(self) -> Iterator[tuple[Unit, Hex]]:
        """Everybody else to the hex of highest worth: forward for the Germans, in line for the Allies."""
        g = self.g
        fast_first = sorted(self.free(), key=lambda u: (-g.counter(u).movement, -g.counter(u).combat, u))
        score = self.forward if self.side is Side.GERMAN else self.in_line
        for u in fast_first:
            able = [h for h in self.options[u] if self.fits(u, h)]
            if able:
                yield self.send(u, max(able, key=lambda h: (score(u, h), -self.options[u][h], -h)))

    def forward(self, u: Unit, h: Hex) -> float:
        g = self.g
        want = self.want[g.movement_kind(u)][h]
        if want >= FAR:
            return -1000.0
        strength = max(1, g.counter(u).combat)
        alone = 1.5 * max(0.0, self.danger[h] / (3.0 * strength) - 1.0)
        invades = g.is_neutral(g.map.country[h]) and g.map.country[h] == "switzerland"
        return -want / EIGHTHS - alone - 100.0 * invades

    def in_line(self, u: Unit, h: Hex) -> float:
        """Between the enemy and what must be held, on good ground, beside friends, not where it would be crushed."""
        g = self.g
        row = g.scenario.terrain[g.map.terrain[h]]
        pressure = self.danger[h]
        strength = max(1, g.counter(u).combat) + sum(
            g.counter(v).combat for v, goal in self.planned.items() if goal == h
        )
        value = 1.0 * row.shields + 1.0 * (h in self.wanted)
        value += min(pressure, 3.0 * strength) / 4.0 - max(0.0, pressure - 3.0 * strength) / 3.0
        value -= self.want["foot"][h] / (6 * EIGHTHS)
        value += 0.3 * sum(n in self.planned.values() or bool(g.held_allied[n]) for n in g.map.adjacent[h])
        value += (
            0.8 * sum(g.map.has(h, n, "minor_river") or g.map.has(h, n, "major_river") for n in g.map.adjacent[h]) / 3
        )
        value += 2.0 * any(f.of == h for n in g.map.adjacent[h] for f in g.map.features_between(h, n))
        if g.status[u] & UNSUPPLIED and g.counter(u).nation != "dutch":
            value -= 2.0 * min(g.map.distance(h, port) for port in movement.ports(g))
        return value


ADVICE = Advice1940()

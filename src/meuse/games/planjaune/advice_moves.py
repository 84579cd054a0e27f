"""The movement phases of Case Yellow: the plan of all games, with what the pieces can do, headquarters and trains."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence

from meuse.bots.campaign import MovePlan
from meuse.bots.fields import FAR
from meuse.counters import Side, Unit
from meuse.games.planjaune import advice_aims as aims
from meuse.games.planjaune import combat, command, exits, movement, odds, overrun
from meuse.games.planjaune.advice_battle import overrun_orders, supported
from meuse.games.planjaune.board import GamePJ, fights, movement_of, stack_fault, strength_of
from meuse.games.planjaune.odds import Battle
from meuse.games.planjaune.terrain import waters
from meuse.games.planjaune.zones import zones
from meuse.hexmap import Hex
from meuse.steps import Order

HUNGRY = {Side.GERMAN: 5.0, Side.ALLIED: 2.0}
"""8.1b: what speaks against a hex where a unit would be out of supply."""
STUBBORN = 3.0
"""The odds against it that an Allied stack in the line puts up with."""
LOST_CAUSE = 20.0
"""The strength around an empty port or city at which no raid is made on it."""
RISK, BRAVE = 1.5, 2.0
"""What a German stack fears: for each time that the enemy near it is stronger, beyond these odds."""
ASTRAY = 6
"""How many movement points farther from its aim a German unit may go for an attack than it could get."""


def movement_orders(g: GamePJ, step: movement.Movement, rng: random.Random) -> Iterator[Order]:
    if isinstance(step, overrun.MotorizedMovement):
        yield from overrun_orders(g, step)
    yield from (("exit", g.name(u)) for u in step.leaving(g) if g.exited < aims.exits_needed(g))
    yield from (GermanPlan if step.side is Side.GERMAN else AlliedPlan)(g, step, rng).moves()


class PlanPJ(MovePlan[GamePJ]):
    """5: motorized units move before combat and mass for it; infantry comes after, ready for the next turn."""

    def __init__(self, g: GamePJ, step: movement.Movement, rng: random.Random) -> None:
        super().__init__(g, step.side, rng, aims.wanted_by(g, step.side))
        self.step = step
        self.bombers = combat.bombers(g, step.side) if step.phase != exits.FOOT else 2
        self.helpers = [u for u in g.scenario.headquarters[step.side] if g.hex_of[u] >= 0]
        self.struck: list[Hex] = []

    @property
    def attacking(self) -> bool:
        return self.side is Side.GERMAN

    def moves(self) -> Iterator[Order]:
        """The plan, then the headquarters, which go where the battles are."""
        yield from super().moves()
        if self.step.phase == exits.MOTORIZED:
            yield from self.as_orders(self.headquarters())

    # -- 11.1 trains

    def first(self) -> Iterator[Order]:
        """11.1a: the unit for which a train does most."""
        g, best = self.g, (1.0, -1, -1)
        for u in self.step.by_rail(g) if self.step.no_rail(g) is None else ():
            if fights(g, u) and self.may_entrain(u):
                ends = (h for h in self.step.rail_ends(g, u) if self.worth_a_train(h))
                best = max(best, max(((self.by_train(u, h), -u, h) for h in ends), default=best))
        gain, u, h = best[0], -best[1], best[2]
        if gain > 1.0:
            self.planned[u] = h
            yield ("rail", g.name(u), g.map.labels[h])

    def may_entrain(self, u: Unit) -> bool:
        """Who stands in danger stays."""
        return self.danger[self.g.hex_of[u]] <= 0 and not self.step.is_drawn(self.g, u)

    def worth_a_train(self, h: Hex) -> bool:
        """Whether anybody wants to be brought to a hex."""
        return True

    @abstractmethod
    def by_train(self, u: Unit, h: Hex) -> float:
        """What it is worth to bring a unit to a hex."""

    # -- pieces

    def movable(self) -> Iterable[Unit]:
        return [u for u in self.step.movable(self.g) if fights(self.g, u)]

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        cost = exits.reach_of(self.g, u, self.step.phase).cost
        return {h: cost[h] for h in self.step.goals(self.g, u)}

    def enemies(self) -> Iterable[tuple[Hex, float, int]]:
        return aims.attackers(self.g, self.side.enemy)

    def strength(self, u: Unit) -> float:
        return float(strength_of(self.g, u))

    def may_stack(self, units: tuple[Unit, ...], h: Hex) -> bool:
        return stack_fault(self.g, units, h) is None

    def fits(self, u: Unit, h: Hex) -> bool:
        """12.1c: who has to go to Belgium does not stay where he is."""
        return super().fits(u, h) and not (h == self.g.hex_of[u] and self.step.is_drawn(self.g, u))

    def far(self, u: Unit) -> Sequence[int]:
        return aims.far(self.g, u)

    def together(self, u: Unit, h: Hex) -> float:
        """Who moves in another phase stands there as well."""
        staying = (v for v in self.g.units_in(h, self.side) if v not in self.options and v != u)
        return super().together(u, h) + sum(self.strength(v) for v in staying)

    # -- attacks

    def targets(self) -> Iterable[Hex]:
        if self.step.phase == exits.EXPLOITATION:
            return ()
        g = self.g
        found = odds.targets(g, self.side)
        near = {n for u in g.on_map(self.side) for n in (g.hex_of[u], *g.map.adjacent[g.hex_of[u]])}
        reachable = {n for cost in self.options.values() for h in cost for n in g.scenario.touching[h]}
        return sorted(found & (near | reachable))

    def bases(self, target: Hex) -> Sequence[Hex]:
        works = self.g.standing(target)
        alone = not command.fighters(self.g, target, self.side.enemy)
        around = self.g.scenario.touching[target]
        return [h for h in around if not (alone and works is not None and h not in works.faces)]

    def may_attack(self, u: Unit, target: Hex) -> bool:
        later = self.step.phase == exits.FOOT
        return bool(strength_of(self.g, u)) and (later or command.attack_refuses(self.g, u) is None)

    def attack_worth(self, trial: GamePJ, target: Hex, units: tuple[Unit, ...]) -> float:
        value, _ = supported(trial, Battle(self.side, target, units), self.near(target), self.bombers)
        return value

    def near(self, target: Hex) -> list[Unit]:
        """11.3b: the headquarters that could still come near enough to support a battle, and are not promised yet."""
        g, ride = self.g, 4 if self.step.phase == exits.MOTORIZED else 1
        return [u for u in self.helpers if g.map.distance(g.hex_of[u], target) < g.counter(u).command + ride]

    def mass_against(self, target: Hex) -> Iterator[tuple[Unit, Hex]]:
        """As in all games; an attack that is planned uses up a headquarters and two bombers."""
        sent = list(super().mass_against(target))
        if sent:
            self.struck.append(target)
            self.bombers = max(0, self.bombers - 2)
            helping = sorted(self.near(target), key=lambda u: (-self.g.counter(u).support, u))[:1]
            self.helpers = [u for u in self.helpers if u not in helping]
        yield from sent

    # -- ground

    def cover(self, h: Hex) -> float:
        g = self.g
        value: float = -0.8 * g.scenario.terrain[g.map.terrain[h]].shift
        works = g.standing(h)
        value += 2.0 * (works is not None and works.owner is self.side)
        facing = [n for n in g.map.adjacent[h] if self.danger[n] > self.danger[h]]
        wet = sum(bool(waters(g.map, h, n)) for n in facing)
        return value + (1.5 * wet / len(facing) if facing else 0.0)

    def shyness(self, u: Unit, h: Hex) -> float:
        """Nobody runs out of supply for nothing."""
        return 0.0 if aims.is_fed(self.g, u, h) else HUNGRY[self.side] * (self.far(u)[h] < FAR)

    # -- 11.3, 8.1b headquarters

    def headquarters(self) -> Iterator[tuple[Unit, Hex]]:
        """Each to where most of its friends fight within its range: fed, and not alone among enemies."""
        g, covered = self.g, zones(self.g, self.side.enemy)
        for hq in [u for u in self.step.movable(g) if not fights(g, u)]:
            options = {g.hex_of[hq]: 0} | dict(self.reach(hq))
            served = [(self.planned.get(u, g.hex_of[u]), self.need(hq, u)) for u in g.on_map(self.side) if u != hq]
            served = [(h, need) for h, need in served if need > 0]

            def worth(h: Hex, hq: Unit = hq, served: Sequence[tuple[Hex, float]] = served) -> float:
                reached = sum(need for at, need in served if g.map.distance(h, at) <= g.counter(hq).command)
                friends = self.together(hq, h)
                bare = max(0.0, self.danger[h] / (3.0 * max(0.5, friends)) - 1.0)
                return reached - 8.0 * (not aims.is_fed(g, hq, h)) - 4.0 * bare - 3.0 * bool(covered[h] and not friends)

            able = [h for h in options if self.fits(hq, h)]
            if able:
                yield self.send(hq, max(able, key=lambda h: (worth(h), -options[h], -h)))

    def need(self, hq: Unit, u: Unit) -> float:
        """What it is worth to have a unit in the range of a headquarters: much if it is to fight."""
        g, at = self.g, self.planned.get(u, self.g.hex_of[u])
        if not fights(g, u) or self.danger[at] <= 0:
            return 0.0
        fighting = 3.0 if any(t in g.scenario.touching[at] for t in self.struck) else 1.0
        own = 1.0 if command.group_of(g, u) == command.group_of(g, hq) else 0.5
        return 0.2 * own * fighting * self.strength(u)


class GermanPlan(PlanPJ):
    """The way to the sea, to Holland, and off the map; Army Group C holds its line."""

    def __init__(self, g: GamePJ, step: movement.Movement, rng: random.Random) -> None:
        super().__init__(g, step, rng)
        self.fields: dict[Unit, Sequence[int]] = {}
        self.nearest: dict[Unit, int] = {}

    def far(self, u: Unit) -> Sequence[int]:
        if u not in self.fields:
            self.fields[u] = aims.far(self.g, u)
        return self.fields[u]

    def by_train(self, u: Unit, h: Hex) -> float:
        """How much nearer a train brings a unit to its aim."""
        nearer = (self.far(u)[self.g.hex_of[u]] - self.far(u)[h]) / 4.0
        return nearer if nearer > 1.0 and not self.is_guard(u) and aims.is_fed(self.g, u, h) else 0.0

    def is_guard(self, u: Unit) -> bool:
        return command.group_of(self.g, u) == "de.hgc"

    def mass(self) -> Iterator[tuple[Unit, Hex]]:
        """Before anything else: who is to leave the map rides, cities at home are guarded or taken back."""
        self.nearest = {u: min(self.far(u)[h] for h in self.options[u]) for u in self.options}
        yield from self.ride()
        yield from self.guard()
        yield from super().mass()

    def ride(self) -> Iterator[tuple[Unit, Hex]]:
        """11.13.o2: as near to a line of communication as may be; in exploitation and while it is far others first."""
        for u in sorted(aims.leavers(self.g)):
            if u in self.options and self.nearest[u] < self.far(u)[self.g.hex_of[u]] and self.clear(u):
                able = [h for h in self.options[u] if self.fits(u, h)]
                yield self.send(u, max(able, key=lambda h: (self.forward(u, h), -h)))

    def clear(self, u: Unit) -> bool:
        """Whether a ride gets a unit on by at least half of what it could spend."""
        gained = self.far(u)[self.g.hex_of[u]] - self.nearest[u]
        return 2 * gained >= max(self.options[u].values())

    def guard(self) -> Iterator[tuple[Unit, Hex]]:
        """11.13c, 11.13.o1: a unit in every German city and port that the enemy could walk into; infantry if it may be.

        What has been lost is taken back by anybody.
        """
        g = self.g
        for h in sorted(g.scenario.cities["germany"] | aims.coast(g).keys()):
            lost = not g.friendly(h, self.side)
            if (lost and h in aims.coast(g)) or (not lost and (self.step.phase != exits.FOOT or self.is_safe(h))):
                continue
            staying = [u for u in command.fighters(g, h, self.side) if self.planned.get(u, h) == h]
            able = [u for u in self.free() if h in self.options[u] and self.fits(u, h)]
            weakest = sorted(able, key=lambda u: (u not in staying, not self.is_guard(u), self.strength(u), u))
            if able and (weakest[0] in staying or not staying):
                yield self.send(weakest[0], h)

    def is_safe(self, h: Hex) -> bool:
        """Whether no enemy could come to a hex; at the end of the game from farther away, for it cannot be retaken.

        A port is never safe: the British may land beside it.
        """
        g = self.g
        if self.danger[h] > 0 or h in aims.coast(g):
            return False
        if g.turn < aims.LAST_ACT:
            return True
        near = (u for u in g.on_map(self.side.enemy) if fights(g, u))
        return all(g.map.distance(g.hex_of[u], h) > movement_of(g, u) for u in near)

    def may_strike(self, u: Unit, h: Hex, target: Hex) -> bool:
        """No attack leads a unit far from the best it could do towards its aim."""
        return self.far(u)[h] <= self.nearest[u] + ASTRAY

    def forward(self, u: Unit, h: Hex) -> float:
        """Nearer to the aim, but in strength, for the Allies strike back at whoever is alone."""
        if self.is_guard(u):
            return self.in_line(u, h)
        far = self.far(u)[h]
        if far >= FAR:
            return -1000.0
        return -far / self.point - self.risk(u, h) - self.shyness(u, h)

    def risk(self, u: Unit, h: Hex) -> float:
        """What it costs a unit to be in a hex among enemies, with those who will be there too."""
        odds_against = self.danger[h] / max(1.0, self.together(u, h))
        return RISK * min(4.0, max(0.0, odds_against - BRAVE))

    def gain(self, target: Hex, joining: Sequence[tuple[Unit, Hex]]) -> float:
        """What an attack is worth, less the risk for who comes to it."""
        coming = [(u, h) for u, h in joining if h != self.g.hex_of[u]]
        exposed = sum(self.risk(u, h) * self.strength(u) for u, h in coming) / 10.0
        return super().gain(target, joining) - exposed


class AlliedPlan(PlanPJ):
    """A line between the Germans and what must be held; plugs before the panzers; guards where they could leave."""

    def __init__(self, g: GamePJ, step: movement.Movement, rng: random.Random) -> None:
        super().__init__(g, step, rng)
        self.gap = aims.corridor(g, g.turn)
        self.ports = [h for h in aims.coast(g) if g.friendly(h, Side.ALLIED)]

    def may_entrain(self, u: Unit) -> bool:
        standing = self.g.map.labels[self.g.hex_of[u]] in aims.LAST_STANDS
        return super().may_entrain(u) and not self.keeps_back(u) and not standing and not self.may_raid(u)

    def may_raid(self, u: Unit) -> bool:
        prizes = self.prizes()
        return bool(prizes) and any(h in self.reach(u) for h in prizes)

    def worth_a_train(self, h: Hex) -> bool:
        return self.danger[h] > 0 or self.gap[h] > 1.0

    def by_train(self, u: Unit, h: Hex) -> float:
        """What a train does for the line."""
        return self.in_line(u, h) - self.in_line(u, self.g.hex_of[u])

    def mass(self) -> Iterator[tuple[Unit, Hex]]:
        """Before anything else: the corner of the Maginot Line, the lines of communication, and who is kept back."""
        yield from self.stand()
        yield from self.raid()
        yield from self.bar()
        yield from self.keep_back()
        yield from super().mass()

    def stand(self) -> Iterator[tuple[Unit, Hex]]:
        """11.13.o3: who is in the last stands of the Maginot Line stays there."""
        for label in aims.LAST_STANDS:
            h = self.g.map.hex(label)
            for u in [u for u in self.free() if self.g.hex_of[u] == h][:2]:
                yield self.send(u, h)

    def prizes(self) -> list[Hex]:
        """11.13.o1, 11.13c: ports that the Germans have left empty, and cities of theirs."""
        g = self.g
        found = (h for h in (*g.scenario.cities["germany"], *aims.coast(g)) if not g.friendly(h, self.side))
        return sorted(h for h in found if not g.units_in(h, Side.GERMAN) and self.danger[h] < LOST_CAUSE)

    def raid(self) -> Iterator[tuple[Unit, Hex]]:
        """Into every prize that is open."""
        for h in self.prizes():
            able = [u for u in self.free() if h in self.options[u] and self.fits(u, h)]
            if able:
                yield self.send(min(able, key=lambda u: (self.strength(u), u)), h)

    def bar(self) -> Iterator[tuple[Unit, Hex]]:
        """11.13.o2: a unit on every line of communication that panzers could be at soon: the weakest near it."""
        for h, _ in sorted(aims.open_exits(self.g, self.g.turn).items(), key=lambda item: (-item[1], item[0])):
            if any(fights(self.g, v) and v not in self.options for v in self.g.units_in(h, self.side)):
                continue
            able = [u for u in self.free() if h in self.options[u] and self.fits(u, h)]
            if able:
                yield self.send(min(able, key=lambda u: (self.strength(u) + self.options[u][h] / 4.0, u)), h)

    def keep_back(self) -> Iterator[tuple[Unit, Hex]]:
        """11.13.o4: the rearguard keeps out of danger; British and others who are cut off go to the ports."""
        for u in self.free():
            able = [h for h in self.options[u] if self.fits(u, h)]
            if not able:
                continue
            if self.keeps_back(u):
                yield self.send(u, min(able, key=lambda h: (self.danger[h], self.options[u][h], h)))
            elif self.embarks(u):
                yield self.send(u, min(able, key=lambda h: (self.to_port(h), self.danger[h], h)))

    def keeps_back(self, u: Unit) -> bool:
        return any(self.g.name(m) in aims.REARGUARD for m in self.g.members(u))

    def embarks(self, u: Unit) -> bool:
        """11.8: the British, when they are cut off and pressed."""
        british = self.g.counter(u).nation == "british"
        return british and bool(self.ports) and self.g.turn > 2 and aims.is_cut_off(self.g, u)

    def to_port(self, h: Hex) -> int:
        return min(self.g.map.distance(h, port) for port in self.ports)

    def in_line(self, u: Unit, h: Hex) -> float:
        """On good ground before the enemy, where a zone stops his panzers, but not where the stack would be crushed."""
        pressure, strength = self.danger[h], STUBBORN * self.together(u, h)
        value = self.cover(h) + 1.0 * (h in self.wanted) + 0.8 * self.gap[h] * (0.3 if self.is_manned(h) else 1.0)
        value += min(pressure, strength) / 4.0 - max(0.0, pressure - strength) / 3.0
        value -= min(self.far(u)[h], FAR) / 6.0
        value += 0.3 * sum(self.is_manned(n) for n in self.g.map.adjacent[h])
        return value - self.shyness(u, h)

"""The movement phases of Plan Jaune: the plan of all games, with what the pieces can do, headquarters and trains."""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.planjaune import advice_aims as aims
from meuse.games.planjaune import advice_cuts as cuts
from meuse.games.planjaune import advice_guards as guards
from meuse.games.planjaune import command, exits, movement, odds
from meuse.games.planjaune.advice_plans import USUAL
from meuse.games.planjaune.advice_support import Help, Hopes
from meuse.games.planjaune.battle import bombers
from meuse.games.planjaune.board import PlanJaune, fights, movement_of, strength_of
from meuse.games.planjaune.odds import Battle
from meuse.games.planjaune.stacking import stack_fault
from meuse.games.planjaune.terrain import waters
from meuse.games.planjaune.zones import zones
from meuse.hexmap import Hex
from meuse.opponents.campaign import MovePlan
from meuse.opponents.fields import FAR
from meuse.opponents.tasks import Task, give_out
from meuse.steps import Order

A_SAFE_LINE = 2
"""A line of supply of this length, in movement points, is hardly ever cut."""
A_CORPS = 5.0
"""The strength of a corps."""
MOST_GUARDS = 2
"""How many units a post gets at most."""


class PlanPJ(MovePlan[PlanJaune]):
    """5: motorized units move before combat and mass for it; infantry comes after, ready for the next turn."""

    def __init__(self, g: PlanJaune, step: movement.Movement, rng: random.Random, brief: Brief = USUAL) -> None:
        super().__init__(g, step.side, rng, aims.wanted_by(g, step.side))
        self.brief = brief
        self.step = step
        self.bombers = bombers(g, step.side) if step.phase != exits.FOOT else 2
        self.helpers = [u for u in g.scenario.headquarters[step.side] if g.hex_of[u] >= 0]
        self.struck: list[Hex] = []
        self.covers: dict[Hex, float] = {}
        self.now = self.posts_on(g)

    @property
    def attacking(self) -> bool:
        return self.side is Side.GERMAN

    def moves(self) -> Iterator[Order]:
        """The plan, then the headquarters, which go where the battles are.

        If the plan would open a way to a post, or behind the spearheads, who can still get there goes instead.
        """
        orders = list(super().moves())
        if self.step.phase == exits.MOTORIZED:
            return iter([*orders, *self.as_orders(self.headquarters())])
        board = self.planned_board()
        opened = {h: worth for h, worth in self.posts_on(board).items() if not self.is_held(h)}
        sent = list(self.man(opened, self.unbound()))
        sent += self.close(self.planned_board() if sent else board)
        late = {self.g.id(u) for u, _ in sent}
        kept = [order for order in orders if order[0] != "move" or order[1] not in late]
        return iter([*kept, *self.as_orders(sent)])

    # -- posts

    @abstractmethod
    def posts_on(self, g: PlanJaune) -> dict[Hex, float]:
        """What must be guarded on a board, with what a guard is worth."""

    def escorts(self, g: PlanJaune) -> dict[Hex, float]:
        """1k: headquarters that cannot move any more, with what it is worth not to leave them alone."""
        return guards.escorted(g, self.side, self.brief["escort"]) if self.step.phase != exits.MOTORIZED else {}

    def posts(self, found: Mapping[Hex, float]) -> Mapping[Hex, float]:
        """Those of the posts that are manned in this phase."""
        return found

    def guard(self) -> Iterator[tuple[Unit, Hex]]:
        """Somebody in every post, and more where the enemy is strong."""
        yield from self.man(self.posts(self.now), self.free())

    def man(self, posts: Mapping[Hex, float], free: Iterable[Unit]) -> Iterator[tuple[Unit, Hex]]:
        """Who goes to which post: a post in danger wants more than one unit, and strong ones."""
        tasks = [Task(h, worth) for h in sorted(posts) for worth in self.wants(h, posts[h])]
        given = give_out(tasks, free, self.price_of_post) if tasks else {}
        for u, task in sorted(given.items(), key=lambda item: (item[1].at != self.g.hex_of[item[0]], item[0])):
            if self.fits(u, task.at):
                yield self.send(u, task.at)
            elif staying := [v for v in self.free() if self.g.hex_of[v] == task.at and v not in given]:
                yield self.send(max(staying, key=lambda v: (self.strength(v), -v)), task.at)

    def wants(self, h: Hex, worth: float) -> list[float]:
        """What each further unit in a post is worth, until it is strong enough."""
        units = [u for u in self.g.units_in(h, self.side) if fights(self.g, u) and u not in self.options]
        there = aims.strength_in(self.g, units)
        lacking = -(-(self.wanted_in(h) - there) // A_CORPS) if self.is_key(h, worth) else 0
        slots = max(int(not units), min(MOST_GUARDS, int(lacking)))
        return [worth * (0.6**n if n or not units else 0.6) for n in range(slots)]

    def is_key(self, h: Hex, worth: float) -> bool:
        """Whether a post is held in strength."""
        return worth >= self.brief["post"]

    def wanted_in(self, h: Hex) -> float:
        """The strength with which a post would not be driven out."""
        return self.danger[h] / self.brief["guard_odds"]

    def price_of_post(self, u: Unit, h: Hex) -> float | None:
        """What it costs to have a unit guard a post; None if it cannot come there."""
        if h not in self.options[u]:
            return None
        return self.missed(u, h) + 0.5 * max(0.0, min(self.wanted_in(h), A_CORPS) - self.strength(u))

    def planned_board(self) -> PlanJaune:
        board = self.g.copy()
        for u, h in self.planned.items():
            if board.hex_of[u] != h:
                board.place(u, h)
        return board

    def unbound(self) -> list[Unit]:
        """The units that guard nothing yet, and have not been sent by train."""
        return [u for u in self.options if self.planned.get(u, -1) not in self.now]

    def is_held(self, h: Hex) -> bool:
        """Whether somebody who fights stays in a hex, or is meant to come to it."""
        there = [*self.g.units_in(h, self.side), *self.planned]
        return any(self.planned.get(u, self.g.hex_of[u]) == h and fights(self.g, u) for u in there)

    # -- 8.1 lines of supply

    def cut(self) -> Iterator[tuple[Unit, Hex]]:
        """8.1d: somebody behind the enemy's spearheads when the battles are over, if it is not too dangerous there."""
        if self.step.phase == exits.MOTORIZED:
            return
        found = cuts.cuts(self.g, self.side, {u: self.options[u] for u in self.free() if self.may_leave(u)})
        gains = {h: self.brief["cut"] * lost - self.price_of_cut(u, h) for h, (u, lost) in found.items()}
        for h in sorted(gains, key=lambda h: (-gains[h], h))[:1]:
            u = found[h][0]
            if gains[h] > 0 and self.fits(u, h):
                yield self.send(u, h)

    def may_leave(self, u: Unit) -> bool:
        """Whether a unit is free to go behind the enemy: it guards nothing."""
        return self.g.hex_of[u] not in self.now

    def price_of_cut(self, u: Unit, h: Hex) -> float:
        """What it costs to send a unit into the enemy's rear: it will be missed, and may be lost."""
        hopeless = max(0.0, self.danger[h] / (3.0 * max(1.0, self.strength(u))) - 1.0)
        return self.missed(u, h) + self.brief["cut_risk"] * self.strength(u) * min(1.0, hopeless)

    def close(self, board: PlanJaune) -> Iterator[tuple[Unit, Hex]]:
        """Infantry where the enemy could cut off the spearheads: only who attacks has any."""
        if not self.attacking or self.step.phase != exits.FOOT:
            return
        free = {u: self.options[u] for u in self.unbound() if u in self.planned}
        for u, h in sorted(cuts.closers(board, self.side, free).items()):
            yield self.send(u, h)

    # -- 11.1 trains

    def first(self) -> Iterator[Order]:
        """11.1a: the unit for which a train does most."""
        g, best = self.g, (1.0, -1, -1)
        for u in self.step.by_rail(g) if self.step.why_not_trains(g) is None else ():
            if fights(g, u) and self.may_entrain(u):
                ends = (h for h in self.step.rail_ends(g, u) if self.worth_a_train(h))
                best = max(best, max(((self.by_train(u, h), -u, h) for h in ends), default=best))
        gain, u, h = best[0], -best[1], best[2]
        if gain > 1.0:
            self.planned[u] = h
            yield ("rail", g.id(u), g.map.labels[h])

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
        return aims.far(self.g, u, self.brief)

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
        return bool(strength_of(self.g, u)) and (later or command.why_not_attack(self.g, u) is None)

    def attack_worth(self, trial: PlanJaune, target: Hex, units: tuple[Unit, ...]) -> float:
        battle, help = Battle(self.side, target, units), Help(self.bombers, self.near(target))
        return Hopes(trial, battle, self.side, self.brief, help=help).best(self.brief["bomber"]).gain

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
        """What a hex is worth to a defender; nothing that it depends on changes while a phase is planned."""
        if h not in self.covers:
            self.covers[h] = self.ground(h)
        return self.covers[h]

    def ground(self, h: Hex) -> float:
        g = self.g
        value: float = -0.8 * g.scenario.terrain[g.map.terrain[h]].shift
        works = g.standing(h)
        value += 2.0 * (works is not None and works.owner is self.side)
        facing = [n for n in g.map.adjacent[h] if self.danger[n] > self.danger[h]]
        wet = sum(bool(waters(g.map, h, n)) for n in facing)
        return value + (1.5 * wet / len(facing) if facing else 0.0)

    def shyness(self, u: Unit, h: Hex) -> float:
        """Nobody runs out of supply for nothing; a long line is easily cut."""
        line = aims.line_of(self.g, u, h)
        if line > movement_of(self.g, u):
            return self.brief[f"hungry_{self.side.word}"] * (self.far(u)[h] < FAR)
        return self.brief["long_line"] * max(0, line - A_SAFE_LINE)

    # -- 11.3, 8.1b headquarters

    def headquarters(self) -> Iterator[tuple[Unit, Hex]]:
        """Each to where most of its friends fight within its range: fed, and not alone among enemies."""
        g, covered = self.g, zones(self.g, self.side.enemy)
        for hq in [u for u in self.step.movable(g) if not fights(g, u)]:
            options = {g.hex_of[hq]: 0} | dict(self.reach(hq))
            served = [(self.planned.get(u, g.hex_of[u]), self.need(hq, u)) for u in g.on_map(self.side) if u != hq]
            span = max(g.map.distance(g.hex_of[hq], h) for h in options) + g.counter(hq).command
            served = [(h, need) for h, need in served if need > 0 and g.map.distance(g.hex_of[hq], h) <= span]

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
        own = 1.0 if command.group_of(g, u) == command.group_of(g, hq) else 0.0 if g.id(hq) in aims.HOMEBOUND else 0.5
        return 0.2 * own * fighting * self.strength(u)

"""The movement phase of France '40: the planner that games share, told what units can do here."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.france40 import advice_aims as aims
from meuse.games.france40 import odds
from meuse.games.france40.advice_battle import hex_worth, supported
from meuse.games.france40.attackers import why_not_by_state, why_not_over
from meuse.games.france40.board import TRAIN, France40
from meuse.games.france40.dynamo import why_not_attack
from meuse.games.france40.movement import Movement
from meuse.games.france40.odds import Battle
from meuse.games.france40.paths import routes
from meuse.games.france40.sickle_cut import bound
from meuse.games.france40.stacking import why_not_stack
from meuse.games.france40.terrain import ground, restricted, river
from meuse.hexmap import Hex
from meuse.opponents.campaign import MovePlan


class Plan40(MovePlan[France40]):
    """7: what both sides share. Units that are bound to each other are planned as one, by the first of them."""

    most_targets = 24

    def __init__(self, g: France40, step: Movement, rng: random.Random, brief: Brief) -> None:
        self.step, self.brief = step, brief
        super().__init__(g, step.side, rng, aims.goals(g, step.side, g.turn))
        self.supplied = aims.Supplied(g, step.side)
        self.ready: dict[Unit, set[Hex]] = {}
        self.grounds: dict[Hex, float] = {}
        self._crowd: tuple[int, set[Hex]] = (-1, set())

    def movable(self) -> Iterable[Unit]:
        g = self.g
        return [u for u in self.step.movable(g) if bound(g, u)[0] == u and not g.status[u] & TRAIN]

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        g, party = self.g, bound(self.g, u)
        ways = routes(g, party)
        self.ready[u] = ways.before_an_attack()
        return {h: ways.to(h).cost[h] for h in self.step.goals_of(g, party) if self.useful(h)}

    def useful(self, h: Hex) -> bool:
        """Whether a hex is worth going to at all."""
        return bool(self.g.scenario.playable[h])

    def enemies(self) -> Iterable[tuple[Hex, float, int]]:
        return aims.attackers(self.g, self.side.enemy)

    def strength(self, u: Unit) -> float:
        return float(sum(self.g.face(v).defence for v in bound(self.g, u)))

    def may_stack(self, units: tuple[Unit, ...], h: Hex) -> bool:
        party = tuple(sorted({v for u in units for v in bound(self.g, u)}))
        return not self.g.scenario.playable[h] or why_not_stack(self.g, party) is None

    # -- attacks

    def targets(self) -> Iterable[Hex]:
        spread, found = ground(self.g).spread, self.g.held(self.side.enemy)
        hexes = {h for cost in self.options.values() for h in cost} | {
            self.g.hex_of[u] for u in self.g.on_map(self.side)
        }
        return sorted({n for h in hexes for n in spread[h] if found[n]})

    def bases(self, target: Hex) -> Sequence[Hex]:
        return ground(self.g).spread[target]

    def may_strike(self, u: Unit, h: Hex, target: Hex) -> bool:
        """8.1e, 7.3b: no Extended Movement, and ground that lets the unit in."""
        if h != self.g.hex_of[u] and h not in self.ready[u]:
            return False
        mech = self.g.mech(u) and restricted(self.g, target)
        return not mech or target in ground(self.g).roads[h]

    def may_attack(self, u: Unit, target: Hex) -> bool:
        g = self.g
        return why_not_by_state(g, u) is None and why_not_attack(g, u, target) is None

    def attack_worth(self, trial: France40, target: Hex, units: tuple[Unit, ...]) -> float:
        """8.5: the best that units of one nation can do."""
        if target not in self.grounds:
            self.grounds[target] = hex_worth(self.g, self.side, target, self.brief)
        party = sorted({v for u in units for v in bound(trial, u)})
        able = [
            u for u in party if not why_not_by_state(trial, u) and not why_not_over(trial, u, trial.hex_of[u], target)
        ]
        nations = sorted({trial.counter(u).nation for u in able})
        battles = (Battle(target, tuple(u for u in able if trial.counter(u).nation == n)) for n in nations)
        values = (
            supported(trial, b, self.grounds[target], self.brief) for b in battles if odds.start_column(trial, b) >= 0
        )
        return max(values, default=-1.0)

    def gain(self, target: Hex, joining: Sequence[tuple[Unit, Hex]]) -> float:
        return super().gain(target, [(v, h) for u, h in joining for v in bound(self.g, u)])

    def exposure(self, h: Hex, target: Hex) -> float:
        """9.6: preferably not across a river."""
        return super().exposure(h, target) + 3.0 * odds.hampered_from(self.g, h, target)

    # -- ground

    def cover(self, h: Hex) -> float:
        """9.8, 9.6: cities, fortified hexes, rough ground, and rivers that the enemy has to cross."""
        g, found = self.g, self.g.map.terrain[h]
        value = {"city": 1.5, "wooded_rough": 0.8, "marsh": 0.8, "woods": 0.6, "polder": 0.4}.get(found, 0.0)
        value += 1.2 * (self.side is Side.ALLIED and (h in g.scenario.fortified or h in g.dyle))
        facing = [n for n in g.map.adjacent[h] if self.danger[n] > self.danger[h]]
        wet = sum(river(g, h, n) for n in facing)
        return value + (1.5 * wet / len(facing) if facing else 0.0)

    def is_manned(self, h: Hex) -> bool:
        return h in self.crowd()

    def crowd(self) -> set[Hex]:
        """Where friends are or are meant to be; it changes only when a unit is sent."""
        if self._crowd[0] != len(self.planned):
            staying = {self.g.hex_of[u] for u in self.g.on_map(self.side) if u not in self.planned}
            self._crowd = (len(self.planned), staying | set(self.planned.values()))
        return self._crowd[1]

    def bonded(self, u: Unit, h: Hex) -> int:
        """6.1: with how many friends two hexes away a unit would form bonds."""
        crowd = self.crowd()
        return sum(q in crowd and q != self.g.hex_of[u] for q in aims.partners(self.g)[h])

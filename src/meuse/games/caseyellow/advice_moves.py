"""How the staff moves in Case Yellow: what each army wants, and the plan of a movement."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from meuse.bots.campaign import MovePlan
from meuse.bots.fields import distances
from meuse.counters import Side, Unit
from meuse.games.caseyellow import forecast, odds
from meuse.games.caseyellow.board import OOS, CaseYellow
from meuse.games.caseyellow.combat import attackable, duties, front
from meuse.games.caseyellow.ground import reach_of
from meuse.games.caseyellow.movement import Movement
from meuse.games.caseyellow.odds import Attack, Battle
from meuse.games.caseyellow.stacking import stack_fault
from meuse.games.caseyellow.supply import supplied_hexes
from meuse.hexmap import Hex
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived

BELGIAN_ARMIES = ("de.6", "de.hgb")
DUTCH_ARMIES = ("de.18", "de.lw")
HUNGER = 3.0
"""What a hex that is out of supply as things stand counts against going there, in movement points."""


def wanted_by(g: CaseYellow, side: Side) -> dict[Hex, float]:
    """3.1a, 12.5: places worth points, and the cities on which surrenders hang; the Allies want to keep them."""
    chart = g.scenario.tables["victory"]
    worth = {g.map.place(name).hex: float(points) for name, points in chart["hexes"].items()}
    worth |= dict.fromkeys(g.scenario.paris, 2.0)
    if "netherlands" not in g.surrendered:
        worth |= {h: 1.5 for h in g.scenario.cities if g.map.country[h] == "netherlands"}
    if "belgium" not in g.surrendered:
        worth |= {g.map.place(name).hex: 1.5 for name in g.scenario.tables["surrender"]["belgian_cities"]}
    mine = Side.ALLIED if side is Side.GERMAN else side
    return {h: value for h, value in worth.items() if g.controls(mine, h) and not g.scenario.closed[h]}


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL)
def field(g: CaseYellow, side: Side, theatre: str, kind: str) -> list[int]:
    """How far each hex is from what an army wants; enemies are in the way."""
    wanted = wanted_by(g, side)
    own = [h for h in wanted if not theatre or g.map.country[h] == theatre]
    barred = {h: 3 for h, held in enumerate(g.held(side.enemy)) if held}
    return distances(g.scenario.ways[kind], own or list(wanted) or [g.map.place("Amsterdam").hex], barred)


def theatre_of(g: CaseYellow, u: Unit) -> str:
    army = g.counter(u).army
    if army in DUTCH_ARMIES or g.nation(u) == "dutch":
        return "netherlands"
    return "belgium" if army in BELGIAN_ARMIES or g.nation(u) == "belgian" else "france"


def far(g: CaseYellow, u: Unit) -> Sequence[int]:
    return field(g, g.side(u), theatre_of(g, u), g.scenario.movement_kind[u])


def attack_worth(g: CaseYellow, battle: Battle) -> float:
    """What an attack is worth: steps of the enemy less one's own, and the ground."""
    if odds.start_column(g, battle) < 0:
        return -50.0
    side, faces = odds.attacker(g, battle), forecast.results(g, battle)
    own = sum(steps * chance for steps, chance in forecast.losses(g, battle, faces, side).items())
    theirs = sum(steps * chance for steps, chance in forecast.losses(g, battle, faces, side.enemy).items())
    falls = sum(forecast.takes(g, battle, code) for _, code in faces) / len(faces)
    ground = 1.0 + wanted_by(g, side).get(battle.attack.target, 0.0)
    return theirs - 0.9 * own + ground * falls - (0.2 if side is Side.GERMAN else 0.6)


class RoundPlan(MovePlan[CaseYellow]):
    """10.1: the movement of one round."""

    def __init__(self, g: CaseYellow, step: Movement, rng: random.Random) -> None:
        super().__init__(g, step.side, rng, wanted_by(g, step.side))
        self.step = step

    @property
    def attacking(self) -> bool:
        return self.side is Side.GERMAN

    def movable(self) -> Iterable[Unit]:
        return list(self.step.movable(self.g))

    def reach(self, u: Unit) -> Mapping[Hex, int]:
        cost = reach_of(self.g, u).cost
        return {h: cost[h] for h in self.step.goals(self.g, u)}

    def enemies(self) -> Iterable[tuple[Hex, float, int]]:
        for u in self.g.on_map(self.side.enemy):
            if strength := self.g.strength(u):
                yield self.g.hex_of[u], float(strength), 4 if self.g.scenario.yellow[u] else 2

    def strength(self, u: Unit) -> float:
        return float(self.g.strength(u))

    def may_stack(self, units: tuple[Unit, ...], h: Hex) -> bool:
        return stack_fault(self.g, units, h) is None

    def far(self, u: Unit) -> Sequence[int]:
        return far(self.g, u)

    def targets(self) -> Iterable[Hex]:
        g = self.g
        near = {n for options in self.options.values() for h in options for n in front(g)[h]}
        return sorted(h for h in near if g.held(self.side.enemy)[h])

    def bases(self, target: Hex) -> Sequence[Hex]:
        return front(self.g)[target]

    def may_attack(self, u: Unit, target: Hex) -> bool:
        motor = self.g.scenario.yellow[u] if self.side is Side.GERMAN else self.g.scenario.motorized[u]
        return bool(self.g.strength(u)) and (motor or self.attacking) and self.g.counter(u).kind != "artillery"

    def may_strike(self, u: Unit, h: Hex, target: Hex) -> bool:
        return forecast.can_attack_from(self.g, u, h, target)

    def attack_worth(self, trial: CaseYellow, target: Hex, units: tuple[Unit, ...]) -> float:
        return attack_worth(trial, Battle(Attack(target, units)))

    def cover(self, h: Hex) -> float:
        """Ground, works, rivers; the Allies go to the Dyle line while it can be held."""
        g = self.g
        value = -0.8 * g.scenario.terrain[g.map.terrain[h]].shift + 1.5 * (h in g.better)
        value += 1.5 * (g.standing_works(h) or g.standing_fort(h) is not None)
        return value + 0.3 * sum(bool(g.scenario.river[side]) for side in g.map.side_of[h])

    def shyness(self, u: Unit, h: Hex) -> float:
        """7.9e: Attack Supply Units and guns keep out of danger; 7.5a.step: nobody stays without supply for long."""
        g = self.g
        value = 3.0 * self.danger[h] * (g.is_supply_unit(u) or g.counter(u).kind == "artillery")
        if g.nation(u) != "dutch" and not supplied_hexes(g, g.nation(u), g.scenario.movement_kind[u])[h]:
            value += 8.0 if g.status[u] & OOS else HUNGER
        return value


def best_attack(g: CaseYellow, side: Side, target: Hex, units: Sequence[Unit]) -> tuple[float, tuple[Unit, ...]]:
    """The best attack on a hex that owes no others: all units of the best single hex, or all together."""
    groups = [tuple(sorted(units))]
    groups += [tuple(u for u in sorted(units) if g.hex_of[u] == h) for h in sorted({g.hex_of[u] for u in units})]
    best: tuple[float, tuple[Unit, ...]] = (-50.0, ())
    for group in groups:
        attack = Attack(target, group)
        if group and odds.hexes_of(g, attack) and not duties(g, side, attack):
            best = max(best, (attack_worth(g, Battle(attack)), group))
    return best


def promising(g: CaseYellow, side: Side) -> int:
    """How many good attacks could be made where the units stand."""
    found = 0
    for target in attackable(g, side):
        units = [u for n in front(g)[target] for u in g.units_in(n, side) if g.strength(u)]
        able = [u for u in units if forecast.can_attack_from(g, u, g.hex_of[u], target)]
        found += best_attack(g, side, target, able)[0] > 0.5
    return found

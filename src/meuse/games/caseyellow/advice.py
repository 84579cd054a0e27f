"""What `staff` should know of Case Yellow: for every question of the game the answer of a sensible commander."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.decision import Decision
from meuse.games.caseyellow import air, battle, endphase, refit
from meuse.games.caseyellow.advice_moves import RoundPlan, attack_worth, best_attack, far, promising, wanted_by
from meuse.games.caseyellow.aftermath import Advance, DepotRetreat, Retreat, retreat_paths
from meuse.games.caseyellow.arrivals import Reinforcements, entry_hexes
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.bridgeheads import Bridgeheads
from meuse.games.caseyellow.combat import Attacks
from meuse.games.caseyellow.declaration import Declaration
from meuse.games.caseyellow.endphase import dutch_cities
from meuse.games.caseyellow.engaged import EngagedCombats
from meuse.games.caseyellow.losses import Lose
from meuse.games.caseyellow.movement import Movement
from meuse.games.caseyellow.odds import Battle
from meuse.games.caseyellow.sequence import ChooseAction
from meuse.games.caseyellow.stacking import Excess
from meuse.hexmap import Hex
from meuse.steps import Order

REFIT_TURN = 5
"""12.12b: the staff refits its panzers when the pocket in the north has had two turns."""


class CaseAdvice:
    def orders(self, g: CaseYellow, side: Side, decision: Decision, rng: random.Random) -> Iterable[Order]:
        step = decision.step
        match step:
            case ChooseAction():
                return round_orders(g, side)
            case Reinforcements():
                return [*arrival_orders(g, step), ("done",)]
            case Movement():
                return movement_orders(g, step, rng)
            case Attacks():
                return [("withdraw",)] if step.named else [*attack_orders(g, step), ("end",)]
            case EngagedCombats():
                return [("resolve", g.map.labels[h]) for h in step.left(g)]
            case Bridgeheads():
                return [*(("bridgehead", g.map.labels[h]) for h in step.banks(g)), ("done",)]
            case Declaration():
                return dynamo_orders(g, step)
        return battle_orders(g, side, step) or phase_orders(g, side, step)


# -- rounds and movement


def round_orders(g: CaseYellow, side: Side) -> list[Order]:
    """4.1c.second: fight when there is something to win, move otherwise."""
    first = "combat" if promising(g, side) >= (3 if side is Side.GERMAN else 2) else "move"
    return [("round", first), ("round", "move"), ("round", "combat")]


def movement_orders(g: CaseYellow, step: Movement, rng: random.Random) -> Iterator[Order]:
    """13.4.3: whoever is in the Dynamo port leaves; then the plan; then bridgeheads where the panzers stand."""
    if g.port >= 0 and step.side is Side.ALLIED:
        yield from (("evacuate", g.name(u)) for u in g.units_in(g.port, Side.ALLIED))
        near = [u for u in step.movable(g) if g.map.distance(g.hex_of[u], g.port) <= 6 and g.nation(u) == "british"]
        yield from (("move", g.name(u), g.map.labels[g.port]) for u in near)
        yield from (("evacuate", g.name(u)) for u in near)
    yield from RoundPlan(g, step, rng).moves()
    yield from (("bridgehead", g.map.labels[h]) for h in step.banks(g))
    yield ("end",)


def arrival_orders(g: CaseYellow, step: Reinforcements) -> Iterator[Order]:
    """10.2a: where it is nearest to what is wanted."""
    for u in step.waiting(g):
        field = far(g, u)
        yield from (
            ("deploy", g.name(u), g.map.labels[h]) for h in sorted(entry_hexes(g, u), key=lambda h: (field[h], h))
        )


def attack_orders(g: CaseYellow, step: Attacks) -> Iterator[Order]:
    """11.1b: the best attack on each hex, the best of them first; units that are used up drop out by themselves."""
    found = []
    for target in step.targets(g):
        worth, units = best_attack(g, step.side, target, list(step.able(g, target, ())))
        if worth > 0:
            found.append((-worth, target, units))
    for _, target, units in sorted(found):
        yield ("attack", g.map.labels[target], *g.names(units), "go")


def dynamo_orders(g: CaseYellow, step: Declaration) -> list[Order]:
    """13.1: when the Germans are near the ports and British units can get there; never early, for it costs points."""
    ports = sorted(step.harbours(g), key=lambda h: (-sum(near(g, u, h, 8) for u in british(g)), h))
    germans = any(near(g, u, ports[0], 8) for u in g.on_map(Side.GERMAN))
    worth = not step.early and germans and sum(near(g, u, ports[0], 8) for u in british(g)) >= 3
    return [("declare", g.map.labels[ports[0]])] if worth else [("pass",)]


def british(g: CaseYellow) -> list[Unit]:
    return [u for u in g.on_map(Side.ALLIED) if g.nation(u) == "british"]


def near(g: CaseYellow, u: Unit, h: Hex, distance: int) -> bool:
    return g.map.distance(g.hex_of[u], h) <= distance


# -- in a battle


def battle_orders(g: CaseYellow, side: Side, step: object) -> list[Order]:
    match step:
        case battle.PortDefence():
            strongest = max(step.fitting(g, ()), key=lambda u: (g.strength(u), -u))
            return [("defend", g.name(strongest), "go")]
        case battle.TryBridgehead():
            return [("bridgehead", g.map.labels[step.battle.attack.target])]
        case battle.WestWall():
            return [("draw",)]
        case battle.AirSupport():
            return [("air", str(assets(g, step)))]
        case Lose():
            return [("lose", g.name(u)) for u in by_worth(g, step.bearers(g))]
        case battle.DestroyedStep():
            units = by_worth(g, step.bearers(g))
            mine = bool(units) and g.side(units[0]) is side
            return [("lose", g.name(u)) for u in (units if mine else reversed(units))]
        case Retreat():
            return [retreat_order(g, u, step.length) for u in step.retreating(g)]
        case DepotRetreat():
            return [retreat_order(g, step.unit, 2)]
        case Advance():
            return [*advance_orders(g, step), ("done",)]
        case Excess():
            return [("eliminate", g.name(u)) for u in by_worth(g, step.crowded(g))]
    return []


def by_worth(g: CaseYellow, units: Iterable[Unit]) -> list[Unit]:
    """Those whose loss hurts least first: full units before their last step, the weak before the strong."""
    return sorted(units, key=lambda u: (g.steps[u] == 1, g.strength(u), u))


def assets(g: CaseYellow, step: battle.AirSupport) -> int:
    """11.3c.air: as many as pay; each is wanted elsewhere too."""

    def gain(number: int) -> float:
        german, allied = (
            (number, step.battle.allied_air) if step.side is Side.GERMAN else (step.battle.german_air, number)
        )
        worth = attack_worth(g, Battle(step.battle.attack, german, allied, step.battle.west_wall, step.battle.chosen))
        mine = step.side is g.side(step.battle.attack.units[0])
        return (worth if mine else -worth) - 0.25 * number

    return max(step.available(g), key=lambda number: (gain(number), -number))


def retreat_order(g: CaseYellow, u: Unit, length: int) -> Order:
    """11.4a: away from the enemy, onto good ground."""
    enemies = [g.hex_of[v] for v in g.on_map(g.side(u).enemy)]

    def safety(path: Sequence[Hex]) -> tuple[float, Hex]:
        end = path[-1]
        away = min((g.map.distance(end, h) for h in enemies), default=9)
        cover = -g.scenario.terrain[g.map.terrain[end]].shift + g.standing_works(end)
        return min(away, 3) + 0.5 * cover, -end

    return ("retreat", g.name(u), g.map.labels[max(retreat_paths(g, u, length), key=safety)[-1]])


def advance_orders(g: CaseYellow, step: Advance) -> Iterator[Order]:
    """11.5a: towards what is wanted; the Allies only into a place that counts."""
    wanted = wanted_by(g, step.side)
    for u in step.advancing(g):
        field, here = far(g, u), g.hex_of[u]
        goals = [h for h in step.ways(g, u) if field[h] < field[here] or h in wanted]
        if goals and (step.side is Side.GERMAN or step.vacated in wanted):
            yield ("advance", g.name(u), g.map.labels[min(goals, key=lambda h: (field[h], h))])


# -- the other phases


def phase_orders(g: CaseYellow, side: Side, step: object) -> list[Order]:
    match step:
        case air.Interdiction():
            return [*(("interdict", g.map.labels[h]) for h in bridges(g, step)[:3]), ("done",)]
        case air.Paratroops():
            return [
                *(("land", g.name(u), g.map.labels[h]) for u in step.waiting(g) for h in fields(g, step, u)[:1]),
                ("done",),
            ]
        case air.DiveBombing():
            return [*(("bomb", g.map.labels[h]) for h in worth_bombing(g, step)[: g.air[side] // 2]), ("done",)]
        case endphase.BridgeheadCrossing():
            return [
                *(("cross", g.name(u), g.map.labels[h]) for u in step.ready(g) for h in step.banks(g, u)),
                ("done",),
            ]
        case endphase.TerrorBombing():
            return terror_orders(g, step)
        case endphase.Refugees():
            return [*(("refugees", g.map.labels[h]) for h in step.places(g)), ("done",)]
        case endphase.OpenCity():
            return [("pass",)]
        case endphase.BetterDefence():
            return [*(("fortify", g.map.labels[h]) for h in threatened(g, step)), ("done",)]
    return refit_orders(g, step)


def refit_orders(g: CaseYellow, step: object) -> list[Order]:
    match step:
        case refit.Replacements():
            return [
                *(
                    ("replace", g.name(u))
                    for u in sorted(step.worn(g), key=lambda u: (g.hex_of[u] < 0, -full(g, u), u))
                ),
                ("done",),
            ]
        case refit.DeclareRefit():
            return [("refit",) if g.turn >= REFIT_TURN else ("wait",), ("refit",)]
        case refit.SpendRefit():
            return [*(("restore", g.name(u)) for u in sorted(step.worn(g), key=lambda u: (g.steps[u], u))), ("done",)]
        case refit.ReturnPanzers():
            return [("deploy", g.name(u), g.map.labels[nearest(g, u, step.hexes(g, u))]) for u in step.ready(g)[:1]]
    return []


def full(g: CaseYellow, u: Unit) -> int:
    return g.counter(u).strength


def nearest(g: CaseYellow, u: Unit, hexes: Iterable[Hex]) -> Hex:
    field = far(g, u)
    return min(hexes, key=lambda h: (field[h], h))


def bridges(g: CaseYellow, step: air.Interdiction) -> list[Hex]:
    """5.1c.effect: the crossings behind most German vehicles."""
    panzers = [g.hex_of[u] for u in g.on_map(Side.GERMAN) if g.scenario.yellow[u]]
    weight = {h: sum(g.map.distance(h, p) <= 2 for p in panzers) for h in step.targets(g)}
    return sorted((h for h in weight if weight[h] > 1), key=lambda h: (-weight[h], h))


def fields(g: CaseYellow, step: air.Paratroops, u: Unit) -> list[Hex]:
    """5.1d: next to Dutch cities and crossings, on works, not where others have landed."""

    def worth(h: Hex) -> float:
        cities = sum(n in g.scenario.cities for n in g.map.adjacent[h])
        crossings = sum(side in g.scenario.crossing for side in g.map.side_of[h])
        return cities + crossings + g.standing_works(h) - 2.0 * len(g.at.get(h, ()))

    return sorted(step.fields(g, u), key=lambda h: (-worth(h), h))


def worth_bombing(g: CaseYellow, step: air.DiveBombing) -> list[Hex]:
    """5.1e: strong stacks that panzers stand before."""
    panzers = {n for u in g.on_map(Side.GERMAN) if g.scenario.yellow[u] for n in g.map.adjacent[g.hex_of[u]]}
    weight = {
        h: sum(g.strength(u) for u in g.units_in(h, Side.ALLIED)) - 2 * air.is_covered(g, h) for h in step.targets(g)
    }
    return sorted((h for h in weight if h in panzers or h == g.port), key=lambda h: (-weight[h], h))


def terror_orders(g: CaseYellow, step: endphase.TerrorBombing) -> list[Order]:
    """12.4d: a Dutch city when that ends the war there; else where most units stand."""
    cities = step.cities(g)
    dutch = [h for h in cities if g.map.country[h] == "netherlands"]
    if dutch and dutch_cities(g) == g.scenario.tables["surrender"]["dutch_cities"] - 1:
        return [("terror", g.map.labels[dutch[0]])]
    crowded = max(cities, key=lambda h: (sum(g.steps[u] for u in g.fighters(h, Side.ALLIED)), -h))
    return [("terror", g.map.labels[crowded])] if g.fighters(crowded, Side.ALLIED) else [("pass",)]


def threatened(g: CaseYellow, step: endphase.BetterDefence) -> list[Hex]:
    """12.11d: hexes next to Germans, the strongest stacks first."""
    germans = {g.hex_of[u] for u in g.on_map(Side.GERMAN)}

    def rank(h: Hex) -> tuple[int, int, Hex]:
        beside = sum(n in germans for n in g.map.adjacent[h])
        return -beside, -sum(g.strength(u) for u in g.units_in(h, Side.ALLIED)), h

    return sorted(step.hexes(g), key=rank)


ADVICE = CaseAdvice()

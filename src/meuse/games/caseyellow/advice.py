"""What `staff` should know of Case Yellow: its answer to every question of the game.

What both sides could mean to do is in `advice_plans`, what they want in `advice_aims`, where the Allies stand in
`advice_line`, what battles are worth in `advice_battle`, how it moves in `advice_moves`, `advice_cuts` and
`advice_depots`, how it flies in `advice_air`, Dynamo in `advice_dynamo`, the End Phase in `advice_endphase`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from meuse.advice import Advice, Brief, Plan, weights_in
from meuse.counters import Side
from meuse.decision import Decision
from meuse.games.caseyellow import air, prepare
from meuse.games.caseyellow.advice_aims import far
from meuse.games.caseyellow.advice_air import diving_orders, interdiction_orders, landing_orders
from meuse.games.caseyellow.advice_battle import (
    advance_orders,
    assets,
    attack_orders,
    by_price,
    prospects,
    retreat_order,
)
from meuse.games.caseyellow.advice_dynamo import dynamo_orders
from meuse.games.caseyellow.advice_endphase import endphase_orders
from meuse.games.caseyellow.advice_moves import movement_orders
from meuse.games.caseyellow.advice_plans import is_spent, plans_for
from meuse.games.caseyellow.aftermath import Advance, DepotRetreat, Retreat, retreat_paths
from meuse.games.caseyellow.arrivals import Reinforcements, entry_hexes
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.bridgeheads import Bridgeheads
from meuse.games.caseyellow.combat import Attacks
from meuse.games.caseyellow.declaration import Declaration
from meuse.games.caseyellow.dynamo import is_dynamo_turn
from meuse.games.caseyellow.engaged import EngagedCombats
from meuse.games.caseyellow.losses import Lose
from meuse.games.caseyellow.movement import Movement
from meuse.games.caseyellow.sequence import ChooseAction
from meuse.games.caseyellow.stacking import Excess, port_defenders
from meuse.opponents.fields import distances
from meuse.steps import Order


class CaseYellowAdvice(Advice):
    weights = weights_in(Path(str(files(__package__))) / "data" / "advice.toml")

    def plans(self, g: CaseYellow, side: Side) -> Sequence[Plan]:
        return plans_for(g, side)

    def is_spent(self, g: CaseYellow, side: Side, plan: Plan) -> bool:
        return is_spent(g, plan)

    def orders(
        self, g: CaseYellow, side: Side, decision: Decision, rng: random.Random, brief: Brief
    ) -> Iterable[Order]:
        step = decision.step
        match step:
            case air.Interdiction():
                return [*interdiction_orders(g, step), ("done",)]
            case air.Paratroops():
                return [*landing_orders(g, step), ("done",)]
            case air.DiveBombing():
                return [*diving_orders(g, step, brief), ("done",)]
            case ChooseAction():
                return round_orders(g, side, brief)
            case Declaration():
                return dynamo_orders(g, step, brief)
            case Reinforcements():
                return [*arrival_orders(g, step, brief), ("done",)]
            case Movement():
                return movement_orders(g, step, rng, brief)
            case Attacks():
                return [("withdraw",)] if step.named else [*attack_orders(g, step, brief), ("end",)]
            case EngagedCombats():
                return [("resolve", g.map.labels[h]) for h in step.standing(g)]
            case Bridgeheads():
                return [*(("bridgehead", g.map.labels[h]) for h in step.banks(g)), ("done",)]
        return battle_orders(g, side, step, brief) or endphase_orders(g, step, brief)


# -- rounds and arrivals


def round_orders(g: CaseYellow, side: Side, brief: Brief) -> list[Order]:
    """4.1c.second: fight when that brings more than to move on; 13.2d: during Dynamo the Allies embark first."""
    if is_dynamo_turn(g) and side is Side.ALLIED:
        return [("round", "move"), ("round", "combat")]
    first = "combat" if prospects(g, side, brief) >= brief["worth_a_round"] else "move"
    return [("round", first), ("round", "move"), ("round", "combat")]


def arrival_orders(g: CaseYellow, step: Reinforcements, brief: Brief) -> Iterator[Order]:
    """10.2a: where it is nearest to what is wanted; the Allies where it is nearest to the panzers."""
    panzers = [g.hex_of[u] for u in g.on_map(Side.GERMAN) if g.scenario.yellow[u]]
    for u in step.arriving(g):
        meeting = step.side is Side.ALLIED and panzers
        field = distances(g.scenario.ways["foot"], panzers) if meeting else far(g, u, brief)
        yield from (("enter", g.id(u), g.map.labels[h]) for h in sorted(entry_hexes(g, u), key=lambda h: (field[h], h)))


# -- in a battle


def battle_orders(g: CaseYellow, side: Side, step: object, brief: Brief) -> list[Order]:
    match step:
        case prepare.PortDefence():
            return [("defend", *g.ids(port_defenders(g)), "go")]
        case prepare.TryBridgehead():
            return [("bridgehead", g.map.labels[step.battle.attack.target])]
        case prepare.WestWall() | prepare.CutOffDepot():
            return [("draw",)]
        case prepare.AirSupport():
            return [("air", str(assets(g, step, brief)))]
        case Lose():
            units = by_price(g, step.bearers(g))
            mine = bool(units) and g.side(units[0]) is side
            return [("lose", g.id(u)) for u in (units if mine else reversed(units))]
        case Retreat():
            return [retreat_order(g, u, step.paths(g, u)) for u in step.going(g)]
        case DepotRetreat():
            return [retreat_order(g, step.unit, retreat_paths(g, step.unit, 2))]
        case Advance():
            return [*advance_orders(g, step, brief), ("done",)]
        case Excess():
            return [("eliminate", g.id(u)) for u in by_price(g, step.crowded(g))]
    return []


ADVICE = CaseYellowAdvice()

"""What the bot `staff` should know of the skirmish: the objectives, and what an attack is worth."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from meuse.advice import Advice, Brief, Plan, weights_in
from meuse.counters import Side, Unit
from meuse.decision import Decision
from meuse.games.skirmish.board import Skirmish
from meuse.games.skirmish.combat import Attacks, Lose, Retreat, Split
from meuse.games.skirmish.forecast import FORECAST
from meuse.games.skirmish.movement import Operation
from meuse.hexmap import Hex
from meuse.opponents.assault import as_orders, best_strikes
from meuse.opponents.fields import distances
from meuse.phases.attacks import Attack
from meuse.steps import Order

STRAIGHT = Plan("straight", "Straight for the objectives")
CAREFUL = Plan("careful", "Attack only where little can be lost", weights=(("own_steps", 2.5),))
BOLD = Plan("bold", "Attack wherever they can be hurt", weights=(("own_steps", 0.5),))


class SkirmishAdvice(Advice):
    weights = weights_in(Path(__file__).with_name("data") / "advice.toml")

    def plans(self, g: Skirmish, side: Side) -> Sequence[Plan]:
        return STRAIGHT, CAREFUL, BOLD

    def orders(self, g: Skirmish, side: Side, decision: Decision, rng: random.Random, brief: Brief) -> Iterable[Order]:
        match decision.step:
            case Operation() as step:
                return [*moves(g, step), ("end",)]
            case Attacks() as step:
                return [*attacks(g, step, rng, brief), ("done",)]
            case Split() as step:
                return [("split", str(min(step.ways(g))))]
            case Lose() as step:
                return [("lose", g.id(max(step.bearers(g), key=lambda u: (g.steps[u], -u))))]
            case Retreat() as step:
                nearest = distances(g.scenario.ways, g.scenario.objectives)
                return [("retreat", g.map.labels[min(step.ways(g), key=lambda h: (nearest[h], h))])]
        return [("bid", "1"), ("bid", "0")]


def moves(g: Skirmish, step: Operation) -> Iterator[Order]:
    """Everybody as near as possible to an objective that the enemy holds, or to one of ours."""
    lost = [h for h in g.scenario.objectives if g.control[h] != 1 + step.side]
    nearest = distances(g.scenario.ways, lost or g.scenario.objectives)
    for u in sorted(step.movable(g), key=lambda u: nearest[g.hex_of[u]]):
        for h in sorted(step.goals(g, u), key=lambda h: (nearest[h], h))[:4]:
            if nearest[h] < nearest[g.hex_of[u]]:
                yield ("move", g.id(u), g.map.labels[h])


def attacks(g: Skirmish, step: Attacks, rng: random.Random, brief: Brief) -> Iterator[Order]:
    """The best set of attacks: what the enemy loses against what we lose, over the exact chances."""
    targets = list(step.targets(g, ()))

    def worth(target: Hex, units: tuple[Unit, ...]) -> float:
        ends = FORECAST.prospect(g, Attack(target, units)).ends
        theirs = float(sum(chance * end.defenders for end, chance in ends.items()))
        ours = float(sum(chance * end.attackers for end, chance in ends.items()))
        return brief["enemy_steps"] * theirs - brief["own_steps"] * ours - brief["reluctance"]

    def owed(u: Unit) -> Iterator[Hex]:
        return (target for target in targets if g.hex_of[u] in g.scenario.spread[target])

    return as_orders(g, best_strikes(g, step, targets, worth, rng, owed))


ADVICE = SkirmishAdvice()

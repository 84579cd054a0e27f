"""After a battle of France '40: retreats, advances, and breakthroughs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.france40 import advice_aims as aims
from meuse.games.france40 import odds
from meuse.games.france40.advance import Advance, why_not_group
from meuse.games.france40.advice_battle import hex_worth, worth
from meuse.games.france40.board import France40
from meuse.games.france40.breakthrough import Breakthrough
from meuse.games.france40.halt import why_not_apart
from meuse.games.france40.retreat import Retreat
from meuse.games.france40.terrain import river
from meuse.hexmap import Hex
from meuse.opponents.fields import FAR
from meuse.steps import Order

# -- retreats


def retreat_orders(g: France40, step: Retreat) -> Iterator[Order]:
    """12.1.2a: as one group if they can go together, else one by one, to where it is safest and near what is held."""
    left = step.left(g)
    party: list[Unit] = []
    for u in left:
        if u in step.joining(g, party):
            party.append(u)
    for units in (party, *([u] for u in left)):
        if units and why_not_apart(g, units) is None and (goals := step.goals(g, units)):
            best = min(goals, key=lambda h: (retreat_price(g, step.side, h), h))
            yield ("retreat", *g.ids(tuple(sorted(units))), "go", g.map.labels[best])


def retreat_price(g: France40, side: Side, h: Hex) -> float:
    field = aims.far_home(g) if side is Side.ALLIED else aims.far_spear(g, aims.likely_aim(g))
    value = aims.danger(g, side)[h] / 4.0 + min(field[h], FAR) / 6.0
    value -= 1.5 * (h in g.scenario.cities) + 0.5 * any(river(g, h, n) for n in g.map.adjacent[h])
    return value - 0.5 * bool(g.held(side)[h]) - (aims.corridor(g, g.turn)[h] if side is Side.ALLIED else 0.0)


# -- advances


def advance_order(g: France40, step: Advance, brief: Brief) -> Order:
    """14.1.1a: the Breakthrough Group first, then each unit to the hex of highest worth, if it is better."""
    if group := best_group(g, step):
        return ("group", *g.ids(tuple(sorted(group))), "go")
    for u in sorted(step.advancing(g), key=lambda u: (-g.face(u).attack, u)):
        here = g.hex_of[u]
        goals = {h: place_worth(g, u, h, step.battle.target, brief) for h in step.goals(g, u)}
        if goals:
            best = max(goals, key=lambda h: (goals[h], -h))
            if goals[best] > place_worth(g, u, here, step.battle.target, brief) + 0.1:
                return ("advance", g.id(u), g.map.labels[best])
    return ("done",)


def best_group(g: France40, step: Advance) -> tuple[Unit, ...]:
    """15.2.2: the strongest mechanized stack of the Germans, if the advance is long enough to fight another combat."""
    if step.side is Side.ALLIED or not step.grouping or step.hexes < 2:
        return ()
    stacks: dict[Hex, list[Unit]] = {}
    for u in step.fresh:
        if g.hex_of[u] >= 0 and g.mech(u) and u in step.able(g):
            stacks.setdefault(g.hex_of[u], []).append(u)
    able = [tuple(units) for _, units in sorted(stacks.items()) if groups(g, step, units)]
    return max(able, key=lambda units: sum(g.face(u).attack for u in units), default=())


def groups(g: France40, step: Advance, units: Sequence[Unit]) -> bool:
    return why_not_apart(g, units) is None and why_not_group(g, step.battle, units) is None


def place_worth(g: France40, u: Unit, h: Hex, vacated: Hex, brief: Brief) -> float:
    """How good a hex is to advance to."""
    side = g.scenario.side_of[u]
    if side is Side.ALLIED:
        value = aims.goals(g, side, g.turn).get(h, 0.0) + aims.corridor(g, g.turn)[h]
        return value - aims.danger(g, side)[h] / 10.0
    field = aims.far_spear(g, aims.aim(g, brief)) if g.mech(u) else aims.far_flank(g, g.turn)
    alone = max(0.0, aims.danger(g, side)[h] / 24.0 - 1.0)
    return -min(field[h], FAR) + 1.5 * (h == vacated and not g.held(side)[h]) - alone


def breakthrough_order(g: France40, step: Breakthrough, brief: Brief) -> Order:
    """15.2: attack again where it pays, enter what was cleared, advance towards the aim, stop where best."""
    strikes = list(strike_options(g, step, brief))
    if strikes and max(strikes)[0] > brief["least_strike"]:
        return max(strikes)[1]
    if step.may_step(g):
        return ("occupy",)
    group = step.alive(g)
    goals = {h: place_worth(g, group[0], h, step.vacated, brief) for h in step.goals(g)}
    if goals:
        best = max(goals, key=lambda h: (goals[h], -h))
        if goals[best] > place_worth(g, group[0], step.at(g), step.vacated, brief):
            return ("advance", g.map.labels[best])
    return ("done",)


def strike_options(g: France40, step: Breakthrough, brief: Brief) -> Iterator[tuple[float, Order]]:
    for h in (h for h in step.targets(g) if not odds.hqs_alone(g, h)):  # R.17.1.4b.1: the group may walk in
        for number in step.prices(g, h):
            b = step.battle_of(g, h, number)
            if odds.start_column(g, b) >= 0:
                value = worth(g, b, hex_worth(g, step.side, h, brief), brief) - 0.4 * number
                yield value, ("strike", g.map.labels[h], str(number))

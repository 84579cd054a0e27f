"""What the staff does in the End Phase of Case Yellow: bombs, refugees, Paris, replacements, markers, the Refit."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.caseyellow import endphase, refit
from meuse.games.caseyellow.advice_aims import far, points_for, threats, wanted_by
from meuse.games.caseyellow.aftermath import retreat_paths
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.endphase import dutch_cities
from meuse.games.caseyellow.supply import is_supplied
from meuse.hexmap import Hex
from meuse.opponents.fields import influence
from meuse.steps import Order

ROOMS = 12
"""12.12g: into so many hexes, the nearest first, it is tried to bring a division back."""


def endphase_orders(g: CaseYellow, step: object, brief: Brief) -> list[Order]:
    match step:
        case endphase.BridgeheadCrossing():
            return [
                *(("cross", g.id(u), g.map.labels[h]) for u in step.ready(g) for h in step.banks(g, u)),
                ("done",),
            ]
        case endphase.TerrorBombing():
            return terror_orders(g, step)
        case endphase.Refugees():
            return [*(("place", g.map.labels[h]) for h in crowded_roads(g, step)), ("done",)]
        case endphase.OpenCity():
            return [("declare",) if opening_pays(g) else ("pass",), ("pass",)]
        case endphase.BetterDefence():
            return better_orders(g, step)
    return refit_orders(g, step, brief)


# -- 12.4 to 12.7


def terror_orders(g: CaseYellow, step: endphase.TerrorBombing) -> list[Order]:
    """12.4d: a Dutch city when that ends the war there; else where most units stand."""
    cities = step.cities(g)
    dutch = [h for h in cities if g.map.country[h] == "netherlands"]
    if dutch and dutch_cities(g) == g.scenario.tables["surrender"]["dutch_cities"] - 1:
        return [("terror", g.map.labels[dutch[0]])]
    crowded = max(cities, key=lambda h: (sum(g.steps[u] for u in g.fighters(h, Side.ALLIED)), -h))
    return [("terror", g.map.labels[crowded])] if g.fighters(crowded, Side.ALLIED) else [("pass",)]


def crowded_roads(g: CaseYellow, step: endphase.Refugees) -> list[Hex]:
    """10.11: where they are in the way of most Allied units."""
    units = [g.hex_of[u] for u in g.on_map(Side.ALLIED)]
    weight = {h: sum(g.map.distance(h, at) <= 2 for at in units) for h in step.places(g)}
    return sorted(weight, key=lambda h: (-weight[h], h))


def opening_pays(g: CaseYellow) -> bool:
    """12.7b: when more points stand in Paris without a way out than the Germans get for an open city."""
    if not g.scenario.rules.get("victory_points"):
        return False
    inside = [u for h in sorted(g.scenario.paris) for u in g.fighters(h, Side.ALLIED)]
    lost = sum(points_for(g, u) for u in inside if not is_supplied(g, u) and retreat_paths(g, u, 2))
    return lost > float(g.scenario.tables["victory"]["open_city"])


# -- 12.11 Better Defense


def better_orders(g: CaseYellow, step: endphase.BetterDefence) -> list[Order]:
    """12.11d, 12.11e.choice: to the most endangered stacks; markers that lie where no German is near are used again."""
    danger = influence(g.map, threats(g, Side.ALLIED))
    idle = [h for h in step.liftable(g) if danger[h] <= 0]

    def need(h: Hex) -> float:
        strength = sum(g.strength(u) for u in g.units_in(h, Side.ALLIED))
        wanted = 4.0 * wanted_by(g, Side.ALLIED).get(h, 0.0)
        return min(danger[h], 20.0) + strength + wanted if danger[h] > 0 and strength > 1 else 0.0

    # with the lifted markers back in hand there is room in more hexes than the step lists now
    able = {g.hex_of[u] for u in g.on_map(Side.ALLIED)} - g.better
    best = sorted((h for h in able if need(h) > 0), key=lambda h: (-need(h), h))
    lifts: list[Order] = [("lift", g.map.labels[h]) for h in idle]
    return [*lifts, *(("place", g.map.labels[h]) for h in best), ("done",)]


# -- 12.10, 12.12


def refit_orders(g: CaseYellow, step: object, brief: Brief) -> list[Order]:
    match step:
        case refit.Replacements():
            worn = sorted((u for u in step.worn(g) if is_worth_a_step(g, u)), key=lambda u: need(g, u))
            return [*(("replace", g.id(u)) for u in worn), ("done",)]
        case refit.DeclareRefit():
            return [("declare",) if refit_is_due(g, brief) else ("pass",), ("declare",)]
        case refit.SpendRefit():
            return [*(("refit", g.id(u)) for u in sorted(step.worn(g), key=lambda u: (g.steps[u], u))), ("done",)]
        case refit.ReturnPanzers():
            return list(return_orders(g, step, brief))
    return []


def is_worth_a_step(g: CaseYellow, u: Unit) -> bool:
    """12.10e, 3.1a: a corps or armour that comes back with one step is lost once more, and gives a point once more."""
    return g.hex_of[u] >= 0 or not g.scenario.rules.get("victory_points") or not points_for(g, u)


def need(g: CaseYellow, u: Unit) -> tuple[bool, float, int, Unit]:
    """12.10c: those on the map first; of the others those whose next loss gives no points, then the strongest."""
    gone = g.hex_of[u] < 0
    return gone, points_for(g, u) if gone else 0.0, -g.counter(u).strength, u


def refit_is_due(g: CaseYellow, brief: Brief) -> bool:
    """12.12b: as soon as it may be, for panzers wear out every turn until then; those out of supply would be left."""
    panzers = [u for u in g.on_map(Side.GERMAN) if g.counter(u).kind == "panzer"]
    supplied = sum(is_supplied(g, u) for u in panzers)
    return supplied >= brief["refit_supplied"] * len(panzers)


def return_orders(g: CaseYellow, step: refit.ReturnPanzers, brief: Brief) -> Iterator[Order]:
    """12.12g: each as near to what is wanted as there is room, the fresh ones first."""
    for u in sorted(step.overdue(g), key=lambda u: (-g.steps[u], -g.counter(u).strength, u)):
        field = far(g, u, brief)
        for h in sorted(step.open_to(g, u), key=lambda h: (field[h], h))[:ROOMS]:
            yield ("enter", g.id(u), g.map.labels[h])

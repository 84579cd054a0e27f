"""How the staff flies in Case Yellow: interdiction, landings, Stukas over those who are to be attacked."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.caseyellow import air
from meuse.games.caseyellow.advice_aims import price, wanted_by
from meuse.games.caseyellow.advice_battle import best_plan, standing
from meuse.games.caseyellow.board import DISRUPTED, CaseYellow
from meuse.games.caseyellow.combat import attackable
from meuse.games.caseyellow.supply import is_supplied
from meuse.hexmap import Hex
from meuse.steps import Order

KEPT = 2
"""11.3c.air: how many Stukas are kept for the battles."""
WORTH_DIVING = 0.35
"""What a dive must bring."""


# -- 5.1c interdiction


def interdiction_orders(g: CaseYellow, step: air.Interdiction) -> Iterator[Order]:
    """5.1c.effect: the crossings without which most German strength would have no supply; each is tried twice."""
    for h in crossings_by_worth(g, step):
        yield ("interdict", g.map.labels[h])
        yield ("interdict", g.map.labels[h])


def crossings_by_worth(g: CaseYellow, step: air.Interdiction) -> list[Hex]:
    fed = [u for u in g.on_map(Side.GERMAN) if is_supplied(g, u)]
    weight = {h: starved(g, fed, h) for h in step.targets(g) if near_panzers(g, h)}
    return sorted((h for h in weight if weight[h]), key=lambda h: (-weight[h], h))


def near_panzers(g: CaseYellow, h: Hex) -> bool:
    return any(g.scenario.yellow[u] and g.map.distance(g.hex_of[u], h) <= 6 for u in g.on_map(Side.GERMAN))


def starved(g: CaseYellow, fed: list[Unit], h: Hex) -> int:
    """10.7d: the strength that would be out of supply if the crossings of a hex were interdicted."""
    trial = g.copy()
    trial.set_marker("interdicted", g.interdicted | air.crossings_of(g, h))
    return sum(g.strength(u) * (2 if g.scenario.yellow[u] else 1) for u in fed if not is_supplied(trial, u))


# -- 5.1d paratroops


def landing_orders(g: CaseYellow, step: air.Paratroops) -> Iterator[Order]:
    for u in step.waiting(g):
        yield from (("drop", g.id(u), g.map.labels[h]) for h in landing_grounds(g, step, u)[:1])


def landing_grounds(g: CaseYellow, step: air.Paratroops, u: Unit) -> list[Hex]:
    """5.1d: near Dutch cities that nobody holds or is near already; then at crossings."""
    landed = [g.hex_of[v] for v in g.on_map(Side.GERMAN) if g.map.country[g.hex_of[v]] == "netherlands"]
    dutch = [h for h in g.scenario.cities if g.map.country[h] == "netherlands" and not g.held(Side.ALLIED)[h]]

    def worth(h: Hex) -> float:
        near = [city for city in dutch if g.map.distance(h, city) <= 2]
        claims = sum(g.map.distance(at, city) <= 2 for at in landed for city in near)
        crossings = sum(side in g.scenario.crossing for side in g.map.side_of[h])
        return max(0, len(near) - claims) + 0.1 * crossings - 0.5 * g.standing_works(h)

    return sorted(step.fields(g, u), key=lambda h: (-worth(h), h))


# -- 5.1e Stukas


def diving_orders(g: CaseYellow, step: air.DiveBombing, brief: Brief) -> Iterator[Order]:
    """5.1e.hex: those whose disruption helps an attack most; 5.1e.port: the Dynamo port while its capacity can fall."""
    left = g.air[Side.GERMAN]
    if g.port >= 0:
        figures = g.scenario.tables["dynamo"]
        useful = figures["capacity"] - figures["least"] - g.port_disruption
        dives = min(left, max(0, 2 * useful))
        left -= dives
        yield from (("bomb", g.map.labels[g.port]) for _ in range(dives))
    if step.only < 0:
        yield from (("bomb", g.map.labels[h]) for h in worth_diving(g, brief)[: max(0, left - KEPT)])


def worth_diving(g: CaseYellow, brief: Brief) -> list[Hex]:
    """The hexes that would be attacked with more profit if they were disrupted, the most profitable first."""
    able = {h: tuple(standing(g, Side.GERMAN, h)) for h in attackable(g, Side.GERMAN) if g.held(Side.ALLIED)[h]}
    gain = {h: dive_gain(g, h, able, brief) for h in able if h != g.port}
    return sorted((h for h in gain if gain[h] > WORTH_DIVING), key=lambda h: (-gain[h], h))


def dive_gain(g: CaseYellow, h: Hex, able: dict[Hex, tuple[Unit, ...]], brief: Brief) -> float:
    """5.1e.drm: the chance to disrupt, times what it brings; and the step that a six costs."""
    rows, change = g.scenario.tables["stuka"]["rows"], air.dive_modifier(g, h)
    results = [rows[str(max(1, min(6, die + change)))] for die in range(1, 7)]
    hit = sum("DIS" in code for code in results) / 6
    loss = sum("DL1" in code for code in results) / 6
    units = g.fighters(h, Side.ALLIED)
    if not units or g.status[units[0]] & DISRUPTED:
        return 0.0
    trial = g.copy()
    for u in units:
        trial.set_status(u, trial.status[u] | DISRUPTED)
    before, after = (best_plan(board, Side.GERMAN, h, able, len(g.hex_of), brief).worth for board in (g, trial))
    bars = 0.4 + 0.3 * (h in wanted_by(g, Side.GERMAN))
    step = min(price(g, u) for u in units)
    return hit * (max(0.0, after) - max(0.0, before) + bars * (after > 0)) + loss * step

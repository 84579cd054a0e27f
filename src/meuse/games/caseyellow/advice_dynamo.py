"""Dynamo in Case Yellow: when and where it is declared, who goes to the port, who holds the hexes around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.caseyellow.advice_aims import points_for
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.declaration import Declaration
from meuse.games.caseyellow.dynamo import capacity
from meuse.games.caseyellow.supply import in_communication, to_edge
from meuse.hexmap import Hex
from meuse.opponents.fields import distances
from meuse.state import derived
from meuse.steps import Order

# -- 13.1 when and where


def dynamo_orders(g: CaseYellow, step: Declaration, brief: Brief) -> list[Order]:
    """13.1: as soon as enough units can get to a port; every Move Round counts, so the first turn is the best.

    13.1c: early, at its price, only where the plan says so.
    """
    worth = {h: port_worth(g, h, brief) for h in step.harbours(g)}
    port = max(worth, key=lambda h: (worth[h], -h))
    pays = worth[port] >= brief["dynamo"] and (not step.early or brief.plan.chosen("dynamo") == "early")
    return [("declare", g.map.labels[port])] if pays else [("pass",)]


def harbour(g: CaseYellow, brief: Brief) -> Hex:
    """13.3b: the Dynamo port; from turn 2 until it is declared the one it would be declared at; -1 for none."""
    if g.port >= 0 or not is_coming(g) or brief.plan.chosen("dynamo") == "never":
        return g.port
    ports = [place.hex for place in g.map.with_kind("dynamo_port") if g.controls(Side.ALLIED, place.hex)]
    return max(ports, key=lambda h: (port_worth(g, h, brief), -h), default=-1)


def is_coming(g: CaseYellow) -> bool:
    """13.1: whether Dynamo can still be declared, in this turn or the next."""
    turns = g.scenario.tables["dynamo"]["turns"]
    return bool(g.scenario.rules.get("dynamo")) and not g.dynamo_declared and min(turns) - 1 <= g.turn <= max(turns)


def port_worth(g: CaseYellow, port: Hex, brief: Brief) -> float:
    """13.4.2, 13.4.5: who could leave from a port, so many a round, the later the less surely; Germans spoil it."""
    ships = int(g.scenario.tables["dynamo"]["capacity"])
    worth, now, room = 0.0, 0, ships
    for number in sorted(rounds_to(g, port, u) for u in leavers(g)):
        if number > now or not room:
            now, room = max(number, now + 1), ships
        worth += brief["dynamo_hold"] ** now
        room -= 1
    germans = [g.map.distance(g.hex_of[u], port) for u in g.on_map(Side.GERMAN) if g.strength(u)]
    return worth - brief["dynamo_danger"] * sum(max(0, 4 - far) for far in germans)


def rounds_to(g: CaseYellow, port: Hex, u: Unit) -> int:
    """13.4.3: after how many rounds a unit can leave that must keep a movement point."""
    return to_port(g, port)[g.hex_of[u]] // g.allowance(u)


def leavers(g: CaseYellow) -> list[Unit]:
    """Whoever could go on board, whatever is best for him."""
    return [u for u in g.on_map(Side.ALLIED) if g.strength(u) and g.nation(u) in ("british", "french")]


@derived()
def to_port(g: CaseYellow, port: Hex) -> list[int]:
    return distances(g.scenario.ways["foot"], [port])


# -- 13.4 who leaves


def goes_to_port(g: CaseYellow, u: Unit, brief: Brief) -> bool:
    """Whoever is near enough, or cut off; the small countries fight on."""
    port = harbour(g, brief)
    if port < 0 or g.nation(u) not in ("british", "french") or not g.strength(u):
        return False
    return is_cut_off(g, u) or to_port(g, port)[g.hex_of[u]] <= brief["dynamo_reach"]


def is_cut_off(g: CaseYellow, u: Unit) -> bool:
    """2.4h, 7.7e: no way leads from a unit to the west or the south of France."""
    return not to_edge(g)[g.hex_of[u]] and not in_communication(g, Side.ALLIED)[g.hex_of[u]]


def boarding(g: CaseYellow, u: Unit) -> tuple[float, int, Unit]:
    """Who leaves before others: those whose loss would give points, then the weakest."""
    return -points_for(g, u), g.strength(u), u


def defenders(g: CaseYellow, brief: Brief) -> tuple[Unit, ...]:
    """13.5.3: the strongest of those in the port, who stay while Germans could come, if enough follow them."""
    there = sorted((u for u in g.units_in(g.port, Side.ALLIED) if g.strength(u)), key=lambda u: (-g.strength(u), u))
    near = any(g.map.distance(g.hex_of[u], g.port) <= brief["port_danger"] for u in g.on_map(Side.GERMAN))
    others = [u for u in g.on_map(Side.ALLIED) if g.hex_of[u] != g.port and goes_to_port(g, u, brief)]
    coming = sum(rounds_to(g, g.port, u) <= 1 for u in others) - (capacity(g) - len(there))
    return tuple(there[:1]) if near and coming >= brief["port_worth_holding"] else ()


def leaving_orders(g: CaseYellow, coming: Sequence[Unit], brief: Brief) -> Iterator[Order]:
    """13.4.3: those in the port leave first, then those who get to it with a point left, as many as there are ships."""
    staying = defenders(g, brief)
    waiting = [u for u in g.units_in(g.port, Side.ALLIED) if g.strength(u) and u not in staying]
    yield from (("evacuate", g.id(u)) for u in sorted(waiting, key=lambda u: boarding(g, u)))
    room = capacity(g) - sum(g.steps[u] for u in waiting)
    for u in sorted(coming, key=lambda u: boarding(g, u))[: max(0, room)]:
        yield ("move", g.id(u), g.map.labels[g.port])
        yield ("evacuate", g.id(u))


def perimeter(g: CaseYellow, port: Hex) -> list[Hex]:
    """13.5.3: the port and the hexes from which it could be attacked."""
    return [port, *(h for h in g.scenario.front[port] if not g.held(Side.GERMAN)[h])]

"""From one order to the next: how the board must look, beside how it does look; and what is to be remembered."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from oracle.frame import Difference, compare_sets, compare_values
from oracle.gdw1940 import history, results
from oracle.gdw1940.board import Asked, Board, Piece
from oracle.gdw1940.ground import SWISS_BORDER, Hex
from oracle.gdw1940.history import Memory, Ordered
from oracle.gdw1940.movement import way_cost
from oracle.gdw1940.results import Fought
from oracle.gdw1940.supply import is_supplied

MOVING = ("place", "move", "rail", "drop", "enter", "retreat", "advance")
PLACING = ("auto", "form", "disband")
"""Orders that move the unit that they name, and those that place others."""


class Effect(msgspec.Struct, frozen=True):
    """What an order must have done to units."""

    gone: frozenset[str]
    disrupted: dict[str, tuple[str, int]]


def watched(memory: Memory, order: Ordered, now: Board, asked: Asked) -> tuple[Memory, list[Difference]]:
    """The record after an order, and all in which the board differs from what was to come."""
    memory = _with_battle(memory, order)
    effect = _effect(memory, order, now)
    new = _remembered(memory, order, now, asked, effect)
    return new, list(_differences(memory, new, order, effect))


def _with_battle(memory: Memory, order: Ordered) -> Memory:
    """7.order, 9.allied_first: the attack that is fought now, and the air points spent on it."""
    if order.tokens[0] == "resolve":
        attack = results.battle_of(memory, order)
        return msgspec.structs.replace(memory, battle=attack, allied_air=0, german_air=0)
    if order.tokens[0] == "air":
        return msgspec.structs.replace(memory, **{f"{order.side}_air": int(order.tokens[1])})
    return memory


def _effect(memory: Memory, order: Ordered, now: Board) -> Effect:
    gone, disrupted = set(results.overrun_by(memory, order)), dict(memory.disrupted)
    if order.dice and memory.battle:
        fought = _likeliest(memory, order, now)
        gone |= fought.eliminated
        disrupted |= dict.fromkeys(fought.repulsed, ("AR", memory.board.clock))
        gone |= results.without_way(memory.board, fought.retreating, _origins(memory, fought))
    if order.tokens[0] == "retreat":
        disrupted[order.tokens[1]] = ("DR", memory.board.clock)
        left = frozenset(memory.retreating - {order.tokens[1]})
        gone |= results.without_way(results.after_retreat(memory, order), left, memory.origins)
    if now.clock != memory.board.clock:
        gone |= _lost_drops(memory, now)
        watched_units = msgspec.structs.replace(memory, disrupted=disrupted)
        disrupted = {
            unit: mark for unit, mark in disrupted.items() if not results.recovers(watched_units, now.pieces[unit])
        }
    return Effect(frozenset(gone), {u: mark for u, mark in disrupted.items() if now.pieces[u].at[:1].isdigit()})


def _likeliest(memory: Memory, order: Ordered, now: Board) -> Fought:
    """Of the answers that differ in which river was bridged, the one that came true; else the first."""
    assert memory.battle is not None
    sign = 1 if memory.board.pieces[memory.battle[1][0]].side == "german" else -1
    air = sign * (memory.german_air - memory.allied_air)
    found = list(results.outcomes(memory, memory.battle, order.dice, air))
    for fought in found:
        dead = fought.eliminated | results.without_way(memory.board, fought.retreating, _origins(memory, fought))
        shaken = {unit for unit in memory.battle[1] if now.pieces[unit].disrupted == "AR"}
        if dead == {u for u in _engaged(memory) if now.pieces[u].at == ""} and shaken == fought.repulsed:
            return fought
    return found[0] if found else Fought(frozenset(), frozenset(), frozenset({"dice"}))


def _origins(memory: Memory, fought: Fought) -> set[Hex]:
    return {memory.board.pieces[unit].at for unit in fought.retreating}


def _engaged(memory: Memory) -> set[str]:
    """The units of both sides in the attack that is fought."""
    assert memory.battle is not None
    hexes, names = memory.battle
    attackers = {unit for unit in names if memory.board.pieces[unit].at[:1].isdigit()}
    return attackers | {p.id for hex_ in hexes for p in memory.board.stack(hex_)}


def _lost_drops(memory: Memory, now: Board) -> frozenset[str]:
    landed = [
        msgspec.structs.replace(now.pieces[p.id], at=p.at) for p in memory.board.on_map("german") if p.has("airborne")
    ]
    return results.lost_drops(history.with_pieces(now, *landed))


# -- the record


def _remembered(memory: Memory, order: Ordered, now: Board, asked: Asked, effect: Effect) -> Memory:
    verb, new_turn = order.tokens[0], now.turn != memory.board.turn
    entered = {} if new_turn else dict(memory.entered)
    guards = frozenset() if new_turn else memory.guards
    released = dict(memory.released_in)
    if verb == "enter" and memory.board.pieces[order.tokens[1]].pool != "reinforcement":
        entered[order.tokens[1]] = order.tokens[2]
        guards |= {order.tokens[1]} if order.tokens[2] in SWISS_BORDER else set()
    if verb == "release":
        released[order.tokens[1]] = memory.board.turn
    left = [memory.board.pieces[order.tokens[1]]] if verb == "evacuate" else []
    bef = [p for p in left if p.army == "uk.bef"]
    actual = _gone(memory.board, now, order)
    surrendered = history.homeless(now, set(now.surrendered) - set(memory.board.surrendered))
    phasing, opens = history.phasing_after(memory, now), memory.border_opens_at
    if "switzerland" in now.joined and phasing == "allied" and opens < 0:
        opens = now.clock
    return msgspec.structs.replace(
        memory,
        board=now,
        phasing=phasing,
        border_opens_at=opens,
        named=asked.named if asked.step in ("Attacks", "Battles") else (),
        retreating=frozenset(u for u in asked.units if now.pieces[u].at in asked.origins),
        origins=asked.origins,
        lost=memory.lost | (actual - surrendered),
        disrupted=effect.disrupted,
        entered=entered,
        guards=guards,
        released_in=released,
        bef_left_in=min(memory.bef_left_in, memory.board.turn) if bef else memory.bef_left_in,
        bef_corps_left=memory.bef_corps_left or any(p.size == "XXX" for p in bef),
        cities_fell=memory.cities_fell or history.cities_have_fallen(now.control),
        swiss_joined_in=min(memory.swiss_joined_in, now.turn) if "switzerland" in now.joined else 99,
    )


def _gone(before: Board, now: Board, order: Ordered) -> frozenset[str]:
    """The units that have left the map for good, but for those that were exchanged for others (15)."""
    exchanged = set(order.tokens[1:]) if order.tokens[0] in ("form", "disband", "plan") else set()
    return frozenset(p.id for p in before.on_map() if now.pieces[p.id].at == "" and p.id not in exchanged)


# -- the comparison


def _differences(memory: Memory, new: Memory, order: Ordered, effect: Effect) -> Iterator[Difference]:
    now, what = new.board, f"after {' '.join(order.tokens)}"
    controls = list(history.controls_after(memory, order, now))
    if now.control not in controls:
        yield from compare_sets("territory", what, "5.priority", _owned(now.control), _owned(controls[0]))
    if now.turn >= 0:
        yield from _of_units(memory, new, order, effect, what)
        yield from _of_countries(memory, new, order, what)
    yield from _of_movement(memory, now, order, what)


def _owned(control: dict[Hex, str]) -> set[str]:
    return {f"{hex_}:{side}" for hex_, side in control.items()}


def _of_units(memory: Memory, new: Memory, order: Ordered, effect: Effect, what: str) -> Iterator[Difference]:
    """7 results, 7.disruption, 8.judged."""
    now = new.board
    surrendered = history.homeless(now, set(now.surrendered) - set(memory.board.surrendered))
    gone = _gone(memory.board, now, order) - surrendered
    yield from compare_sets("eliminated", what, "7.result", gone, effect.gone)
    shaken = {f"{p.id}:{p.disrupted}" for p in now.on_map() if p.disrupted}
    foretold = {f"{unit}:{kind}" for unit, (kind, _) in effect.disrupted.items()}
    yield from compare_sets("disruption", what, "7.disruption", shaken, foretold)
    judged = now.clock != memory.board.clock or now.turn != memory.board.turn
    without = {p.id for p in now.on_map() if p.unsupplied}
    expected = {p.id for p in now.on_map() if _is_unsupplied(memory, now, p, judged)}
    yield from compare_sets("supply", what, "8.judged", without, expected)


def _is_unsupplied(memory: Memory, now: Board, piece: Piece, judged: bool) -> bool:
    """8.judged, R.8.judged.1: as judged when the impulse began; who has come since is in supply."""
    if judged:
        return not is_supplied(now, piece)
    return memory.board.pieces[piece.id].unsupplied


def _of_countries(memory: Memory, new: Memory, order: Ordered, what: str) -> Iterator[Difference]:
    """9, 10, 13, 17: what is kept in a record beside the map."""
    now = new.board
    yield from compare_values("joined", what, "13.join", now.joined, history.joined_after(memory, order, now))
    yield from compare_values("air points", what, "9.once", now.air, history.air_after(memory, order, now))
    marked = history.interdicted_after(memory, order, now, new.phasing)
    yield from compare_values("interdiction", what, "9.interdict.cost", now.interdicted, marked)
    dropped_on = history.dropped_on_after(memory, order, now)
    yield from compare_values("dropped on", what, "11.effect.hexsides", set(now.dropped_on), set(dropped_on))
    free = now.turn >= now.bef_free_from
    yield from compare_values("BEF", what, "17.british.boundaries", free, history.bef_is_free(new, now))
    yield from compare_values("cities", what, "13.belgium.france", now.belgian_cities_fell, new.cities_fell)
    given_up = memory.board.surrendered | history.surrendering(memory, now)
    yield from compare_values("surrender", what, "13.holland.surrender", set(now.surrendered), set(given_up))
    yield from compare_values(
        "ruins", what, "10.eben.destroyed", set(now.ruined), set(history.ruined_after(memory, now))
    )


def _of_movement(memory: Memory, now: Board, order: Ordered, what: str) -> Iterator[Difference]:
    """6.costs, 6.rail.limit, 6.evacuation.limit: what a move has cost; nothing else has moved."""
    before, verb = memory.board, order.tokens[0]
    moved = {p.id for p in now.pieces.values() if p.at[:1].isdigit() and p.at != before.pieces[p.id].at}
    ordered = set(order.tokens[1:2]) if verb in MOVING else moved if verb in PLACING else set()
    yield from compare_sets("elsewhere", what, "6.costs", moved, ordered)
    if verb == "move" and before.turn >= 0:
        piece, path = before.pieces[order.tokens[1]], tuple(order.tokens[2].split("."))
        cost = way_cost(before, piece, path)
        spent = None if cost is None else piece.spent + cost
        yield from compare_values("spent", what, "6.costs", now.pieces[piece.id].spent, spent)
        yield from compare_values("moved to", what, "6.costs", now.pieces[piece.id].at, path[-1])

"""What an order must have brought about (7, 11): who is eliminated, disrupted, restored, told from board and dice."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from itertools import product
from typing import NamedTuple

import msgspec

from oracle.gdw1940 import combat
from oracle.gdw1940.board import Board, Piece, other
from oracle.gdw1940.ground import TABLES, Hex
from oracle.gdw1940.history import Attack, Memory, Ordered, with_pieces
from oracle.gdw1940.retreats import retreat_hexes
from oracle.gdw1940.zones import settled


class Fought(NamedTuple):
    """What a battle does: units eliminated, attackers disrupted, units that have to retreat."""

    eliminated: frozenset[str]
    repulsed: frozenset[str]
    retreating: frozenset[str]


def battle_of(memory: Memory, order: Ordered) -> Attack | None:
    """The attack that an order brings to its dice."""
    if order.tokens[0] == "resolve":
        return next(attack for attack in memory.named if order.tokens[1] in attack[0])
    return memory.battle


def outcomes(memory: Memory, attack: Attack, dice: tuple[int, ...], air: int) -> Iterator[Fought]:
    """What the dice may have meant: one answer for every order in which the rivers can have been rolled for.

    7.odds, 7.modifiers, 7.terrain.minor_river; `air` is the sum of the air points, from the attacker's point of view.
    """
    board, (hexes, names) = memory.board, attack
    attackers = [board.pieces[u] for u in names if _takes_part(board.pieces[u])]
    defender = other(attackers[0].side)
    rivers = combat.minor_rivers(board, attackers, hexes)
    if len(rivers) != len(dice) - 1:
        return
    won = sum(die <= TABLES["hexside"]["bridgehead"] for die in dice[:-1])
    defence = combat.defence_of(board, attackers, hexes, defender)
    shift = sum(combat.shifts(board, attackers, hexes, defender).values()) + air
    for bridged in product((True, False), repeat=len(rivers)):
        if sum(bridged) == won:
            lost = {river for river, has_bridge in zip(rivers, bridged, strict=True) if not has_bridge}
            attack_sum = sum((combat.attack_factor(board, p, hexes, lost) for p in attackers), Fraction(0))
            column = combat.final_column(combat.start_column(attack_sum, defence), shift)
            yield _fought(board, attackers, hexes, combat.result_at(column, dice[-1]), defender)


def _takes_part(piece: Piece) -> bool:
    return piece.at[:1].isdigit() and not piece.disrupted


def _fought(board: Board, attackers: list[Piece], hexes: tuple[Hex, ...], result: str, defender: str) -> Fought:
    """7.result.ae to 7.result.de."""
    names = frozenset(p.id for p in attackers)
    if result in ("AE", "AR"):
        return Fought(names if result == "AE" else frozenset(), names if result == "AR" else frozenset(), frozenset())
    hit = {hex_: combat.effect_on(board, result, attackers, hex_, defender) for hex_ in hexes}
    dead = {p.id for hex_, effect in hit.items() if effect == "DE" for p in board.stack(hex_, defender)}
    retreating = {p.id for hex_, effect in hit.items() if effect == "DR" for p in board.stack(hex_, defender)}
    return Fought(frozenset(dead), frozenset(), frozenset(retreating))


def without_way(board: Board, units: frozenset[str], origins: Collection[Hex]) -> frozenset[str]:
    """7.retreat.eliminated, R.7.retreat.owner.1: all of them, if none can retreat."""
    able = any(retreat_hexes(board, board.pieces[u], origins) for u in units)
    return frozenset() if able else units


def after_retreat(memory: Memory, order: Ordered) -> Board:
    """The board when a unit has retreated and is disrupted."""
    goal = order.tokens[-1].split(".")[-1]
    piece = msgspec.structs.replace(memory.board.pieces[order.tokens[1]], at=goal, disrupted="DR", retreated=True)
    board = with_pieces(memory.board, piece)
    return msgspec.structs.replace(board, control=settled(board, board.control))


def overrun_by(memory: Memory, order: Ordered) -> frozenset[str]:
    """11.para.overrun: regiments in the hexes that an Allied unit has entered."""
    if order.side != "allied" or order.tokens[0] not in ("move", "advance", "rail"):
        return frozenset()
    way = order.tokens[-1].split(".")
    return frozenset(p.id for hex_ in way for p in memory.board.stack(hex_, "german"))


def lost_drops(board: Board) -> frozenset[str]:
    """11.drop.eliminated, R.10.eben.destroyed.1: airborne units in an enemy's hex when a combat phase ends."""
    return frozenset(p.id for p in board.on_map("german") if p.has("airborne") and board.held_against("german", p.at))


def recovers(memory: Memory, piece: Piece) -> bool:
    """7.disruption.recover_ar, 7.disruption.recover_dr: in the recovery phase that closes this impulse."""
    kind, since = memory.disrupted.get(piece.id, ("", 0))
    if not kind or piece.side != memory.phasing:
        return False
    return since < memory.board.clock if kind == "AR" else memory.board.impulse == 2

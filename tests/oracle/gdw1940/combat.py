"""7 Combat: who may attack what, what must be attacked, and what each attack counts (7, 10, 11, 12)."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from oracle.gdw1940.board import HOME, Board, Piece, other
from oracle.gdw1940.ground import (
    COUNTRY,
    GERMAN_GROUPS,
    MAGINOT,
    NEAR,
    TABLES,
    TERRAIN,
    Hex,
    between,
    forts_between,
    open_water,
)

LOWEST = [Fraction(text) for text in TABLES["crt"]["lowest"]]
COLUMNS: list[str] = TABLES["crt"]["columns"]
HALF = Fraction(1, 2)
Crossing = tuple[Hex, Hex]
"""From the attacker's hex into the defender's."""


def next_to(hex_: Hex) -> set[Hex]:
    """R.4.sea_lake.1: the hexes that units in a hex may attack, and have the duty to attack."""
    return {n for n in NEAR[hex_] if not open_water(hex_, n)}


# -- who and what


def may_attack(board: Board, piece: Piece) -> bool:
    """7.disruption.effects, 11.para.nothing, 11.airlanding.drop, 13.status.move, 17.german.panzer."""
    if piece.disrupted or piece.dropped or piece.has("parachute") or board.at_peace(piece):
        return False
    until = TABLES["command"]["panzer_until"]
    return not (piece.has("panzer_corps") and board.turn <= until) or in_area_of_effort(board, piece.at)


def in_area_of_effort(board: Board, hex_: Hex) -> bool:
    """17.german.zones, R.17.german.panzer.1."""
    if COUNTRY[hex_] == "germany":
        return hex_ in GERMAN_GROUPS[board.main_group]
    first, last = TABLES["command"]["bac"[board.main_group - 1]]
    return bool(first <= int(hex_[:2]) <= last)


def may_attack_hex(board: Board, piece: Piece, hex_: Hex) -> bool:
    """Whether a unit may attack this hex: 7.combine, 13.invade, 15.geb.limits, R.15.geb.limits.1."""
    if hex_ not in next_to(piece.at) or not is_target(board, piece.side, hex_) or not may_attack(board, piece):
        return False
    if piece.side == "german" and piece.has("mountain") and board.is_neutral("switzerland"):
        return any(p.nation == "swiss" for p in board.stack(hex_, "allied"))
    return True


def is_target(board: Board, side: str, hex_: Hex) -> bool:
    """7.whole_hex, R.10.eben.strength.1: whether there is anything to attack in a hex."""
    return bool(board.stack(hex_, other(side))) or (side == "german" and board.garrison(hex_) > 0)


def must_attack(board: Board, piece: Piece, joining: Collection[str] = ()) -> set[Hex]:
    """7.all_adjacent, 7.disruption.no_duty, R.7.whole_hex.1: the hexes that must be attacked if this unit attacks.

    R.7.all_adjacent.4: units of a neutral are no enemies yet, unless their country joins by an attack of this phase.
    """
    return {
        hex_
        for hex_ in next_to(piece.at)
        if any(
            not p.disrupted and (not board.at_peace(p) or HOME[p.nation] in joining)
            for p in board.stack(hex_, other(piece.side))
        )
    }


def joined_by(board: Board, hexes: Collection[Hex]) -> set[str]:
    """13.invade, 13.belgium.joins, 13.luxembourg: the neutrals that join by attacks on these hexes."""
    attacked = {HOME[p.nation] for hex_ in hexes for p in board.stack(hex_) if board.at_peace(p)}
    attacked |= {COUNTRY[hex_] for hex_ in hexes if board.garrison(hex_) and board.is_neutral(COUNTRY[hex_])}
    if attacked & {"holland", "belgium", "luxembourg"}:
        attacked |= {"belgium", "luxembourg"}
    return {country for country in attacked if board.is_neutral(country)}


def owed(board: Board, attacks: Collection[tuple[Collection[Hex], Collection[str]]]) -> set[Hex]:
    """7.all_adjacent: the hexes that still have to be attacked, with these attacks declared."""
    attacked = {hex_ for hexes, _ in attacks for hex_ in hexes}
    joining = joined_by(board, attacked)
    units = [board.pieces[u] for _, names in attacks for u in names]
    return set().union(*(must_attack(board, p, joining) for p in units)) - attacked


# -- strengths


def attack_factor(board: Board, piece: Piece, hexes: Collection[Hex], unbridged: Collection[Crossing] = ()) -> Fraction:
    """7.terrain, 7.multi_hex, R.7.multi_hex.2: the factor of an attacker, halved by all that halves it.

    `unbridged` are the minor rivers without a bridgehead (7.terrain.minor_river).
    """
    factor = Fraction(piece.combat) * (HALF if piece.unsupplied else 1)
    for hex_ in hexes:
        if piece.has("armour") and TABLES["terrain"][TERRAIN[hex_]].get("halves_armour"):
            factor *= HALF
        factor *= hexside_factor(board, piece.at, hex_, other(piece.side), (piece.at, hex_) in unbridged)
    return factor


def hexside_factor(board: Board, a: Hex, b: Hex, defender: str, unbridged: bool) -> Fraction:
    """7.terrain.major_river, 10.minor.hexside, 10.major.halve; 11.effect.hexsides: a drop cancels all but the line."""
    sides, factor = TABLES["hexside"], Fraction(1)
    dropped = b in board.dropped_on
    if not dropped and "major_river" in between(a, b):
        factor *= Fraction(sides["major_river"]["attack"])
    if unbridged:
        factor *= Fraction(sides["minor_river"]["attack"])
    for kind in fort_kinds(board, a, b, defender):
        if kind == "maginot" or not dropped:
            factor *= Fraction(sides[kind]["attack"])
    return factor


def fort_kinds(board: Board, a: Hex, b: Hex, defender: str) -> set[str]:
    """10.owner, 10.one_way, 10.permanent, 10.eben.destroyed: the works through which an attack from a into b comes."""
    return {
        fort.kind
        for fort in forts_between(a, b)
        if fort.of == b and fort.side == defender and fort.of not in board.ruined
    }


def minor_rivers(board: Board, attackers: Collection[Piece], hexes: Collection[Hex]) -> list[Crossing]:
    """7.terrain.minor_river: the hexsides for which a die is rolled; R.11.effect.hexsides.1: none into a drop."""
    return sorted(
        {
            (p.at, hex_)
            for p in attackers
            for hex_ in hexes
            if "minor_river" in between(p.at, hex_) and hex_ not in board.dropped_on
        }
    )


def defence_of(board: Board, attackers: Collection[Piece], hexes: Collection[Hex], side: str) -> Fraction:
    """The sum of the defenders of all the attacked hexes."""
    total = Fraction(0)
    for hex_ in hexes:
        stack = board.stack(hex_, side)
        total += sum((defence_factor(p) for p in stack), Fraction(0))
        if side == "allied":
            total += board.garrison(hex_)
            through_the_line = any("maginot" in fort_kinds(board, p.at, hex_, side) for p in attackers)
            if stack and through_the_line:  # 10.maginot.strength, 10.outflank.strength
                total += TABLES["intrinsic"]["maginot"]
    return total


def defence_factor(piece: Piece) -> Fraction:
    """7.disruption.effects, 8.effect.halved, 7.retreat.joined."""
    if piece.retreated:
        return Fraction(0)
    return Fraction(piece.combat) * (HALF if piece.unsupplied else 1)


# -- columns


def shifts(board: Board, attackers: Collection[Piece], hexes: Collection[Hex], side: str) -> dict[str, int]:
    """7.terrain, 12.bonus: the shifts that the ground and armour bring, by rule; air points come on top (9.shift)."""
    found: dict[str, int] = {}
    all_mountain = all(p.has("mountain") for p in attackers)
    for hex_ in hexes:
        row: dict[str, Any] = TABLES["terrain"][TERRAIN[hex_]]
        shift = row.get("mountain_shift", row.get("shift", 0)) if all_mountain else row.get("shift", 0)
        if shift:
            found["7.terrain"] = found.get("7.terrain", 0) + shift
    if armour_bonus(board, attackers, hexes, side):
        found["12.bonus"] = 1
    return found


def armour_bonus(board: Board, attackers: Collection[Piece], hexes: Collection[Hex], side: str) -> bool:
    """12.bonus, 12.motorized_defender, 12.with, 12.ratio."""
    armour = sum(p.divisions for p in attackers if p.has("armour"))
    rest = sum(p.divisions for p in attackers if not p.has("armour"))
    if not armour or rest > armour or not all(p.motorized for p in attackers):
        return False
    if any(p.motorized and not p.retreated for hex_ in hexes for p in board.stack(hex_, side)):
        return False
    return all(TABLES["terrain"][TERRAIN[hex_]].get("armour_bonus", True) for hex_ in hexes)


def start_column(attack: Fraction, defence: Fraction) -> int:
    """7.odds, R.7.odds.1: the column of the ratio; -1 is worse than the table."""
    if not defence:
        return len(COLUMNS) - 1
    return max((n for n, lowest in enumerate(LOWEST) if attack / defence >= lowest), default=-1)


def final_column(start: int, shift: int) -> int:
    """R.7.modifiers.1: shifted, within the table; R.7.odds.1: nothing helps an attack worse than the table."""
    return -1 if start < 0 else min(max(start + shift, 0), len(COLUMNS) - 1)


def result_at(column: int, die: int) -> str:
    if column < 0:
        return str(TABLES["crt"]["below_first"])
    return str(TABLES["crt"]["rows"][str(die)][column])


# -- results


def effect_on(board: Board, result: str, attackers: Collection[Piece], hex_: Hex, side: str) -> str:
    """7.result.dr_star, 10: what a result comes to for the defenders of one hex (R.7.result.dr_star.1)."""
    if result == "DR*" and (
        TABLES["terrain"][TERRAIN[hex_]].get("shields") or _shelters_from_dr_star(board, attackers, hex_, side)
    ):
        return "NE"
    if result == "DR" and _shelters_from_dr(board, attackers, hex_, side):
        return "NE"
    return "DR" if result == "DR*" else result


def outflanked(board: Board, attackers: Collection[Piece], hex_: Hex, side: str) -> bool:
    """10.outflank.when: somebody attacks through a hexside without works."""
    return any(not fort_kinds(board, p.at, hex_, side) for p in attackers)


def _shelters_from_dr_star(board: Board, attackers: Collection[Piece], hex_: Hex, side: str) -> bool:
    """10.minor.dr_star, 10.outflank.results, 11.effect.minor_fort, 11.effect.major_flanked."""
    flanked, dropped = outflanked(board, attackers, hex_, side), hex_ in board.dropped_on
    if hex_ in MAGINOT and side == "allied":
        return not (flanked and dropped)
    return not flanked and not dropped


def _shelters_from_dr(board: Board, attackers: Collection[Piece], hex_: Hex, side: str) -> bool:
    """10.maginot.dr, R.10.maginot.dr.1, 11.effect.major_fort."""
    if outflanked(board, attackers, hex_, side) or hex_ in board.dropped_on:
        return False
    return any("maginot" in fort_kinds(board, p.at, hex_, side) for p in attackers)


class Odds(NamedTuple):
    """An attack with every bridgehead won, and the chance of each effect on the defenders over all dice."""

    attack: Fraction
    defence: Fraction
    start: int
    final: int
    falls: Fraction
    attackers_lost: Fraction


def reckon(board: Board, attackers: Collection[Piece], hexes: Collection[Hex], side: str) -> Odds:
    """The sum of an attack without air points; `falls` is the chance that every defender must leave."""
    defence = defence_of(board, attackers, hexes, side)
    shift = sum(shifts(board, attackers, hexes, side).values())
    rivers = minor_rivers(board, attackers, hexes)
    best = sum((attack_factor(board, p, hexes) for p in attackers), Fraction(0))
    start = start_column(best, defence)
    falls = lost = Fraction(0)
    won = Fraction(TABLES["hexside"]["bridgehead"], 6)
    for bridged in product((True, False), repeat=len(rivers)):
        chance = Fraction(1, 6)
        for has_bridge in bridged:
            chance *= won if has_bridge else 1 - won
        unbridged = {river for river, has_bridge in zip(rivers, bridged, strict=True) if not has_bridge}
        attack = sum((attack_factor(board, p, hexes, unbridged) for p in attackers), Fraction(0))
        column = final_column(start_column(attack, defence), shift)
        for die in range(1, 7):
            result = result_at(column, die)
            effects = {effect_on(board, result, attackers, hex_, side) for hex_ in hexes}
            falls += chance * (effects <= {"DR", "DE"})
            lost += chance * (result == "AE")
    return Odds(best, defence, start, final_column(start, shift), falls, lost)

"""Who takes a step (11.3e), and who fights on in an Engaged combat (11.9)."""

from __future__ import annotations

from oracle.caseyellow.board import Board, Piece
from oracle.caseyellow.combat import Attacks
from oracle.caseyellow.odds import Combat, bad_for_armour, counting_armour


def takers(board: Board, fight: Combat, side: str) -> set[str]:
    """11.3e, R.11.3e.allied.1: the 1st Tank Brigade, armour that shifted, armour in bad ground, anybody."""
    attacks = side == fight.side
    near = board.chart.near(fight.target)  # R.11.3g.1: ARKO at range loses nothing
    units = [unit for unit in fight.attackers if unit.at in near] if attacks else fight.defenders
    if attacks and any(unit.id == "uk.1tk" for unit in units):
        return {"uk.1tk"}
    armour = shifting(board, fight) if attacks else cancelling(board, fight)
    if not armour and attacks and (bad_for_armour(board, fight.target) or board.enemy_fort(fight.target, side)):
        armour = [unit for unit in units if unit.armoured]
    return {unit.id for unit in armour or units}


def shifting(board: Board, fight: Combat) -> list[Piece]:
    """11.3e.panzer, 11.3e.allied: attacking armour that gives a shift, German armour even if it is cancelled."""
    armour = counting_armour(board, fight)
    if fight.side == "german":
        return [unit for unit in armour if unit.kind == "panzer"]
    opposed = any(unit.kind == "panzer" for unit in fight.defenders)
    return [] if opposed else [unit for unit in armour if unit.size == "division"]


def cancelling(board: Board, fight: Combat) -> list[Piece]:
    """11.3e.panzer, 11.3e.allied: defending armour that takes a shift from the attacker."""
    armour = counting_armour(board, fight)
    if fight.side == "german":
        threatened = any(unit.kind == "panzer" for unit in armour)
        return [unit for unit in fight.defenders if unit.armoured] if threatened else []
    threatened = any(unit.size == "division" for unit in armour)
    return [unit for unit in fight.defenders if unit.kind == "panzer"] if threatened else []


def fighting_on(board: Board, target: str) -> set[str]:
    """11.9b, 11.9c, R.11.9b.5, R.11.9b.6: the attackers' hexes, newcomers too, but for who fights in another combat."""
    side, begun = board.engaged[target]
    attacks = Attacks(board, side, motor=False, left=0)
    busy = {id for other, (_, ids) in board.engaged.items() if other != target for id in ids}
    near = board.chart.near(target)
    hexes = {board.pieces[id].at for id in begun} & set(near)
    found = {unit for at in hexes for unit in board.there(at, side) if not unit.depot and unit.id not in busy}
    if hexes:
        found |= {board.pieces[id] for id in begun if board.pieces[id].guns and board.pieces[id].at in board.chart.land}
    return {unit.id for unit in found if attacks.gets_at(unit, target)}

"""What is compared at a moment, and how: one question after the other, the engine's answer beside the account's."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from oracle.frame import Difference, compare_sets, compare_values
from oracle.gdw1940 import arriving, fighting, movement, supply
from oracle.gdw1940.board import Asked, Board, Piece
from oracle.gdw1940.ground import MAGINOT, Hex
from oracle.gdw1940.history import Memory
from oracle.gdw1940.zones import zones


def everything(board: Board, asked: Asked, memory: Memory, units: Collection[str] | None) -> Iterator[Difference]:
    """All that there is to compare at this moment; `units` narrows it to what concerns these."""
    if board.turn >= 0:
        yield from arriving.standing(board, asked, memory)
    if board.turn >= 0 and units is None:
        yield from _map_layers(board, asked)
    if asked.step in ("Movement", "Attacks", "Battles"):
        yield from arriving.announcing(board, asked, memory)
    if asked.step == "Movement":
        yield from _marches(board, asked, units)
        yield from _journeys(board, asked, units)
        yield from arriving.leaving(board, asked, "end")
    else:
        yield from _other(board, asked, memory, units)


def _other(board: Board, asked: Asked, memory: Memory, units: Collection[str] | None) -> Iterator[Difference]:
    """What is asked in other steps than movement."""
    match asked.step:
        case "Arrivals":
            yield from arriving.coming_in(board, asked, memory, units)
        case "Withdrawal":
            yield from arriving.withdrawing(board, asked)
        case "Formation":
            yield from arriving.forming(board, asked)
        case "March":
            yield from _marches_abroad(board, asked, units)
        case "Deployment" | "GermanDeployment":
            yield from arriving.deploying(board, asked, units)
        case "Attacks":
            yield from fighting.attacks(board, asked, units)
        case "Battles":
            yield from fighting.resolving(board, asked)
        case "AirSupport":
            yield from fighting.air_points(board, asked)
        case "Retreat":
            yield from fighting.retreating(board, asked)
        case "Advance":
            yield from fighting.advancing(board, asked)


def _map_layers(board: Board, asked: Asked) -> Iterator[Difference]:
    """4.extent and 8.line: the zones and the supply lines that are drawn on the map."""
    for side in ("german", "allied"):
        yield from compare_sets("zones", f"{side} zones", "4.extent", asked.covered(side), zones(board, side))
    for piece in board.on_map():
        if board.at_peace(piece) or (piece.side == "allied" and piece.at in MAGINOT):
            continue
        line, question = asked.line(piece.id), f"the supply line of {piece.id} in {piece.at}"
        good = supply.is_line(board, piece, line) if line else not supply.supplied_from(board, piece)
        yield from compare_values("line", question, "8.line", line, line if good else "not so")


def _concerned(board: Board, side: str, units: Collection[str] | None) -> list[Piece]:
    return [p for p in board.on_map(side) if units is None or p.id in units]


def _marches(board: Board, asked: Asked, units: Collection[str] | None) -> Iterator[Difference]:
    """6: where every unit can get to, and for how much."""
    for piece in _concerned(board, asked.side, units):
        yield from _reached(asked, piece, "move", movement.reach(board, piece))


def _marches_abroad(board: Board, asked: Asked, units: Collection[str] | None) -> Iterator[Difference]:
    """20.belgian_alliance: the march before the game."""
    for piece in _concerned(board, asked.side, units):
        listed = asked.choices("move") if "move" in asked.choices() else []
        told = asked.choices("move", piece.id) if piece.id in listed else []
        question, mine = f"where {piece.id} in {piece.at} marches", movement.march_goals(board, piece)
        yield from compare_sets("march", question, "20.belgian_alliance", told, mine)


def _reached(asked: Asked, piece: Piece, verb: str, mine: dict[Hex, movement.Arrival]) -> Iterator[Difference]:
    listed = asked.choices(verb) if verb in asked.choices() else []
    told = asked.told(verb, piece.id) if piece.id in listed else {}
    yield from compare_sets("reach", f"where {piece.id} in {piece.at} gets to", "6.costs", told, mine)
    for goal in sorted(told.keys() & mine.keys()):
        question = f"what {piece.id} pays from {piece.at} to {goal}"
        yield from compare_values("cost", question, "6.costs", told[goal].cost, str(mine[goal].cost))
        yield from compare_values("stop", question, "4.stop", told[goal].stop, mine[goal].stops)


def _journeys(board: Board, asked: Asked, units: Collection[str] | None) -> Iterator[Difference]:
    """6.rail, 6.evacuation: where a train takes a unit, and who can take ship."""
    verbs = asked.choices()
    travellers = set(asked.choices("rail")) if "rail" in verbs else set()
    embarking = set(asked.choices("evacuate")) if "evacuate" in verbs else set()
    for piece in _concerned(board, asked.side, units):
        goals = asked.choices("rail", piece.id) if piece.id in travellers else []
        question = f"where {piece.id} goes by rail from {piece.at}"
        yield from compare_sets("rail", question, "6.rail.route", goals, movement.rail_reach(board, piece))
        may = movement.may_evacuate(board, piece)
        yield from compare_values("evacuation", f"{piece.id} in {piece.at}", "6.evacuation", piece.id in embarking, may)

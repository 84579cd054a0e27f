"""What is compared at a moment, and how: one question after the other, the engine's answer beside the account's."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from oracle.frame import Difference, compare_sets, compare_values
from oracle.manstein import arrivals, fighting, journeys, limits, markers, movement, supply, victory, zones
from oracle.manstein.board import Asked, Board, Piece
from oracle.manstein.chart import TABLES

Units = Collection[str] | None


def everything(board: Board, asked: Asked, units: Units) -> Iterator[Difference]:
    """All that there is to compare at this moment; `units` narrows it to what concerns these."""
    if asked.step in ("Deployment", "ChoosePlan"):
        return
    yield from _supplies(board, asked, units)
    if units is None:
        yield from _map_layers(board, asked)
        yield from _victory(board, asked)
    match asked.step:
        case "Movement":
            yield from _moves(board, asked, units)
            yield from _journeys(board, asked, units)
        case "Attacks":
            yield from _crowds(board)
            yield from fighting.attacking(board, asked, units)
        case "Evacuation":
            told = asked.choices("evacuate")
            yield from compare_sets("evacuation", "who leaves", "20.2c", told, journeys.ships_home(board))
        case "ChooseTable" | "NavalSupport" | "SpecialForces" | "Counterattack":
            yield from fighting.deciding(board, asked)
        case "Lose":
            yield from fighting.losing(board, asked)
        case "Retreat":
            yield from fighting.retreating(board, asked)
        case "PushBack":
            yield from fighting.pushing(board, asked)
        case "Excess":
            yield from fighting.crowding(board, asked)
        case "Advance":
            yield from fighting.pursuing(board, asked)
        case "Reinforcements":
            yield from _arrivals(board, asked)
        case "Refit":
            yield from _refits(board, asked)
        case "AirOperations" | "CityBombing":
            yield from _flights(board, asked)
        case _:
            yield from _marking(board, asked)


def _listed(asked: Asked, verb: str) -> list[str]:
    return asked.choices(verb) if verb in asked.choices() else []


def _concerned(board: Board, side: str, units: Units) -> list[Piece]:
    return [p for p in board.on_map(side) if units is None or p.id in units]


# -- supply, zones, control


def _supplies(board: Board, asked: Asked, units: Units) -> Iterator[Difference]:
    """15.4: supported, sustained, cut off."""
    for side in ("german", "allied"):
        for piece in _concerned(board, side, units):
            question = f"{piece.id} in {piece.at}"
            mine = supply.supported(board, piece)
            yield from compare_values("supply", question, "15.4b", asked.supported(piece.id), mine)
            mine = supply.sustained(board, piece)
            yield from compare_values("sustained", question, "26.1", asked.sustained(piece.id), mine)
            mine = supply.cut_off(board, piece)
            yield from compare_values("cut off", question, "15.4c", asked.cut_off(piece.id), mine)


def _map_layers(board: Board, asked: Asked) -> Iterator[Difference]:
    """7.0a: the zones that are drawn on the map; 3.3a: a hex belongs to who stands in it."""
    for side in ("german", "allied"):
        yield from compare_sets("zones", f"{side} zones", "7.0a", asked.covered(side), zones.zones(board, side))
        lost = {h for h in zones.owned(board, side) if board.control.get(h) != side}
        yield from compare_sets("bridges", "without builders", "27.1d", markers.stale_bridges(board), ())
        yield from compare_sets("occupied", f"{side} hexes", "3.3a", lost, ())


def _victory(board: Board, asked: Asked) -> Iterator[Difference]:
    """3.4, 3.5: the points; 3.8, 3.1: nobody who should have surrendered, or won, is still playing."""
    points = victory.score(board)
    mine = (*points, *victory.level(points[0] - points[1]))
    yield from compare_values("points", "points, winner, level", "3.6", asked.standing(), mine)
    yield from compare_sets("surrender", "countries", "3.8", (), victory.fallen(board) - board.surrendered)
    yield from compare_values("sudden death", "over", "3.1", "", victory.sudden_death(board))


def _crowds(board: Board) -> Iterator[Difference]:
    """6.0a: when the Movement Segment is over no hex is overstacked."""
    yield from compare_sets("crowds", "overstacked", "6.0a", (), [f"{s} {h}" for s, h in limits.overstacked(board)])


# -- movement


def _moves(board: Board, asked: Asked, units: Units) -> Iterator[Difference]:
    """8, 9: where every unit gets to on foot, at what cost, and by rail."""
    walking, riding = set(_listed(asked, "move")), set(_listed(asked, "rail"))
    for piece in _concerned(board, asked.side, units):
        mine = movement.reach(board, piece)
        told = asked.told("move", piece.id) if piece.id in walking else {}
        yield from compare_sets("reach", f"{piece.id} walks from {piece.at}", "8.0c", told, mine)
        for goal in sorted(told.keys() & mine.keys()):
            question = f"{piece.id} from {piece.at} to {goal}"
            yield from compare_values("cost", question, "8.4", told[goal].cost, str(mine[goal].cost))
            yield from compare_values("stop", question, "7.2c", told[goal].stop, mine[goal].stops)
        trains = asked.choices("rail", piece.id) if piece.id in riding else []
        question = f"{piece.id} goes by rail from {piece.at}"
        yield from compare_sets("rail", question, "9.0", trains, movement.rail_reach(board, piece))


def _journeys(board: Board, asked: Asked, units: Units) -> Iterator[Difference]:
    """18, 25.3, 26.3: landing, being carried, leaving the map."""
    landing, flying, leaving = (set(_listed(asked, verb)) for verb in ("drop", "airlift", "exit"))
    for piece in markers.fresh(board, asked.side):
        yield from compare_values("trains", "rail capacity", "9.1", board.trains, TABLES["rail"][asked.side])
        ready = journeys.ready(board, piece)
        yield from compare_values("ready", f"{piece.id} may land", "18.0c", piece.ready, ready)
    for piece in _concerned(board, asked.side, units):
        told = asked.choices("drop", piece.id) if piece.id in landing else []
        mine = journeys.landing_hexes(board, piece)
        yield from compare_sets("landing", f"{piece.id} lands from {piece.at}", "18.0d", told, mine)
        told = asked.choices("airlift", piece.id) if piece.id in flying else []
        yield from compare_sets("airlift", f"{piece.id} flies", "26.3a", told, journeys.carried(board, piece))
        may = journeys.leaves(board, piece)
        yield from compare_values("leave", f"{piece.id} leaves", "25.3", piece.id in leaving, may)


# -- arrivals


def _arrivals(board: Board, asked: Asked) -> Iterator[Difference]:
    """13.2, 13.3: who arrives, and where."""
    listed = _listed(asked, "enter")
    due = [p for p in board.pieces.values() if arrivals.due(board, p) and arrivals.entries(board, p)]
    yield from compare_sets("due", "reinforcements", "13.2a", listed, [p.id for p in due])
    for piece in due:
        told = asked.choices("enter", piece.id) if piece.id in listed else []
        yield from compare_sets("entry", f"{piece.id} enters", "13.3", told, arrivals.entries(board, piece))


def _refits(board: Board, asked: Asked) -> Iterator[Difference]:
    """14.3: who is refitted."""
    mine = arrivals.refitted(board, asked.side)
    yield from compare_sets("refit", "refit", "14.3b", _listed(asked, "refit"), mine)
    mine = arrivals.replaced(board, asked.side)
    yield from compare_sets("replace", "replace", "14.3c", _listed(asked, "replace"), mine)


def _flights(board: Board, asked: Asked) -> Iterator[Difference]:
    """16.1, 16.9a: how many aircraft act, and over which cities there are bombers."""
    if asked.step == "CityBombing":
        over = [p for p in board.pieces.values() if p.kind == "air" and p.side == asked.side and p.on_map]
        listed = _listed(asked, "bomb")
        wrong = {p.id for p in over if p.id in listed and not arrivals.may_bomb(board, asked.side, p.at)}
        yield from compare_sets("bombs", "bombers", "16.9a", wrong, ())
        return
    flying, mine = _listed(asked, "fly"), arrivals.aircraft(board, asked.side)
    yield from compare_sets("aircraft", "who flies", "16.1", flying, [p.id for p in mine])
    for piece in [p for p in mine if p.id in flying][:2]:
        told, goals = asked.choices("fly", piece.id), arrivals.air_goals(board, piece)
        yield from compare_sets("flights", f"where {piece.id} flies from {piece.at}", "16.3", told, goals)
    back = [p.id for p in mine if p.on_map]
    yield from compare_sets("recalls", "who is taken from the map", "16.1", _listed(asked, "recall"), back)


def _marking(board: Board, asked: Asked) -> Iterator[Difference]:
    """5.2, 5.1, 25.4, 27: markers for the bin, leaders, open cities, bridgeheads."""
    match asked.step:
        case "FillBin":
            mine = markers.offered(board, asked.side)
            told = {"plan" if word == board.plans[asked.side] else word for word in _listed(asked, "special")}
            yield from compare_sets("specials", f"{asked.side} bin", "5.2d", told, mine)
            first = "allied" if victory.allies_begin(board) else "german"
            yield from compare_values("initiative", "who begins", "5.3a", board.first, first)
        case "ActivateCorps" | "HothCorps" | "RommelCorps" | "DeGaulleCorps":
            told = set(_listed(asked, "activate"))
            yield from compare_sets("led", board.marker, "R.5.1.guderian.1", told, markers.led(board, asked.side))
        case "OpenCities":
            told = set(_listed(asked, asked.choices()[0]))
            yield from compare_sets("open", "open cities", "25.4a", told, markers.openable(board))
        case "Bridgehead" if asked.fight is not None:
            told = set(_listed(asked, asked.choices()[0]))
            mine = markers.bridgeheads(board, asked.fight)
            yield from compare_sets("bridgehead", f"at {asked.fight.target}", "27.1a", told, mine)

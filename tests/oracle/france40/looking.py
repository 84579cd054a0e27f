"""The only page that knows the engine: it reads the board, asks the engine the same questions, and compares."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import meuse
from meuse.games.france40 import board as columns
from meuse.games.france40.board import France40
from oracle.france40 import movement, zones
from oracle.france40.board import Board, Piece, piece
from oracle.france40.ground import ground
from oracle.france40.supply import in_supply
from oracle.frame import Difference, compare_sets, compare_values

STATES = {
    columns.DISRUPTED: "disrupted", columns.FULL_RETREAT: "full retreat", columns.OUT_OF_SUPPLY: "out of supply",
    columns.RED: "red", columns.MOVED: "moved", columns.EXTENDED: "extended", columns.TOUCHED: "touched",
    columns.TRAIN: "train", columns.NEW_TRAIN: "new train", columns.RAILED: "railed", columns.AUTO_DS: "auto ds",
    columns.ATTACKED: "attacked", columns.DEFENDED: "defended", columns.RETREATED: "retreated",
    columns.ADVANCED: "advanced", columns.USED: "used", columns.PINNED: "pinned", columns.TRIED: "tried",
}  # fmt: skip


def seen(game: meuse.Game) -> Board:
    """The board as it is now."""
    g = game.state
    assert isinstance(g, France40)
    scenario = g.scenario.id
    labels = g.map.labels
    pieces = [_piece(g, u) for u in range(len(g.hex_of))]
    control = {labels[h]: meuse.SIDES[owner - 1].word for h, owner in enumerate(g.control) if owner}
    dyle = frozenset(labels[h] for h, done in g.dyle.items() if done)
    closed = frozenset(labels[h] for h in g.closed)
    return Board(scenario, ground(scenario), g.turn, pieces, control, closed, dyle, {"calais cleared": g.calais_cleared})


def _piece(g: France40, u: int) -> Piece:
    h, labels = g.hex_of[u], g.map.labels
    states = {word for bit, word in STATES.items() if g.status[u] & bit}
    if u in g.frozen:
        states.add("frozen")
    box = "" if h >= 0 or h == -1 else columns.BOXES[-2 - h]
    origin = labels[g.origin[u]] if g.origin[u] >= 0 else ""
    facts = {"spent": g.spent[u], "hexes": g.hexes[u], "origin": origin, "under": g.under[u]}
    return piece(
        g.scenario.unit_ids[u], g.steps[u], labels[h] if h >= 0 else "", box, states, g.scenario.dynamo, facts
    )


def differences(game: meuse.Game, units: Collection[str] | None) -> Iterator[Difference]:
    board = seen(game)
    yield from reaches(game, board, units)
    if units is None:
        yield from all_zones(game, board)
        yield from all_supply(game, board)


def all_zones(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """5, 6: the zones and bonds of both sides."""
    layer = game.seat("german").overlay("zones")
    for side in ("german", "allied"):
        engine = {h for area in layer.areas if area.look == "zone" and area.whose == side for h in area.hexes}
        yield from compare_sets("zones", f"zones of the {side} side", "5.1.1a", engine, zones.zone(board, side))
        ours = zones.bonds(board, side)
        closed = {h for area in layer.areas if area.look == "bond" and area.whose == side for h in area.hexes}
        yield from compare_sets("hex bonds", f"Hex Bonds of the {side} side", "6.1c", closed, ours.hexes)
        sides = {mark.at for mark in layer.marks if mark.sign == "bond" and mark.whose == side}
        mine = {"/".join(sorted(pair)) for pair in ours.sides}
        yield from compare_sets("hexside bonds", f"Hexside Bonds of the {side} side", "6.1d", sides, mine)


def all_supply(game: meuse.Game, board: Board) -> Iterator[Difference]:
    """18: who is in supply at this moment."""
    seat = game.seat("german")
    for p in board.pieces.values():
        if p.at and board.ground.played(p.at):
            told = " ".join(seat.overlay("supply", p.id).notes)
            question = f"{p.id} at {p.at} in supply"
            yield from compare_values("supply", question, "18.1a", told.startswith("In supply"), in_supply(board, p))


def reaches(game: meuse.Game, board: Board, units: Collection[str] | None) -> Iterator[Difference]:
    """7: the goals of every unit that can move, and what the way there costs."""
    decision = game.decision
    if type(decision.step).__name__ != "Movement":
        return
    side = decision.side.word
    listed = set(decision.choices(("move",))) if "move" in decision.choices() else set()
    for p in board.pieces.values():
        if p.side != side or not p.at or (units is not None and p.id not in units):
            continue
        engine = {c.token: c.cost for c in decision.describe(("move", p.id))} if p.id in listed else {}
        oracle = movement.reach(board, [p])
        yield from compare_sets("reach", f"reach of {p.id} from {p.at}", "7", engine, oracle)
        for h in sorted(set(engine) & set(oracle)):
            yield from compare_values("cost", f"cost of {p.id} from {p.at} to {h}", "7.5", engine[h], oracle[h])

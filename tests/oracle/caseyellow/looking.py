"""The only page that knows the engine: it reads the state into a board, and asks the engine the same questions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import meuse
from meuse.games.caseyellow.board import (
    ADVANCED,
    ARRIVED,
    ATTACKED,
    DEFENDED,
    DISRUPTED,
    MOVED,
    OOS,
    TURNED,
    CaseYellow,
)
from oracle.caseyellow.board import Board, Piece, printed
from oracle.caseyellow.chart import chart_of
from oracle.caseyellow.limits import waits
from oracle.caseyellow.movement import reach
from oracle.frame import Difference, compare_sets

Units = Collection[str] | None


def read_board(game: meuse.Game) -> Board:
    g = game.state
    assert isinstance(g, CaseYellow)
    labels = g.map.labels

    def of(hexes: Collection[int]) -> frozenset[str]:
        return frozenset(labels[h] for h in hexes)

    pieces = {id: _piece(g, u, id) for u, id in enumerate(g.scenario.unit_ids)}
    stacks: dict[str, list[Piece]] = {}
    for piece in pieces.values():
        if piece.at in g.map.index:
            stacks.setdefault(piece.at, []).append(piece)
    return Board(
        chart=chart_of(g.scenario.id),
        turn=g.turn,
        options=dict(g.scenario.options),
        pieces=pieces,
        stacks=stacks,
        control={label: ("", "german", "allied")[g.control[h]] for h, label in enumerate(labels)},
        destroyed=of(g.destroyed),
        interdicted=frozenset(
            frozenset((labels[g.map.sides[side].a], labels[g.map.sides[side].b])) for side in g.interdicted
        ),
        bridgeheads=of(g.bridgeheads),
        refugees=of(g.refugees),
        terror=labels[g.terror] if g.terror >= 0 else "",
        open_city=g.open_city,
        surrendered=frozenset(g.surrendered),
        better=of(g.better),
        engaged={labels[h]: (fight.side.word, tuple(g.name(u) for u in fight.units)) for h, fight in g.engaged.items()},
        fought=of(g.fought),
        port=labels[g.port] if g.port >= 0 else "",
        railed=g.railed,
        west_wall_used=g.west_wall_used,
        moving=tuple(g.name(u) for u in getattr(g.stack[-1], "moving", ())),
    )


def _piece(g: CaseYellow, u: int, id: str) -> Piece:
    acts, status, h = g.acts[u], g.status[u], g.hex_of[u]
    facts: dict[str, Any] = printed(id, g.steps[u])
    return Piece(
        **facts,
        at=g.map.labels[h] if h >= 0 else g.scenario.place_word(h),
        disrupted=bool(status & DISRUPTED),
        hungry=bool(status & OOS),
        moved=bool(acts & MOVED),
        spent=g.spent[u],
        attacked=bool(acts & ATTACKED),
        defended=bool(acts & DEFENDED),
        advanced=bool(acts & ADVANCED),
        arrived=bool(acts & ARRIVED),
        turned=bool(acts & TURNED),
    )


class CaseYellowAccount:
    """What is asked at each kind of decision."""

    def differences(self, game: meuse.Game, units: Units) -> Iterator[Difference]:
        board, decision = read_board(game), game.decision
        if "move" in decision.choices():
            yield from moves(game, board, units)


def moves(game: meuse.Game, board: Board, units: Units) -> Iterator[Difference]:
    """10.1a: which units can move, and where to."""
    decision, side = game.decision, game.decision.side.word
    listed = set(decision.choices(("move",)))
    for id, piece in board.pieces.items():
        if piece.side != side or piece.at not in board.chart.land or (units is not None and id not in units):
            continue
        mine = {} if waits(board, piece) else reach(board, [piece])
        goals = decision.describe(("move", id)) if id in listed else []
        yield from compare_sets("reach", f"move {id} from {piece.at}", "10.1a", [c.token for c in goals], mine)
        yield from compare_sets(
            "cost",
            f"move {id} from {piece.at}",
            "10.1b",
            [f"{c.token}:{c.cost}" for c in goals if c.token in mine],
            [f"{c.token}:{mine[c.token]}" for c in goals if c.token in mine],
        )

"""A game turn by turn, in figures: the score, what each side has lost, what of that which counts it holds."""

from __future__ import annotations

import msgspec

from meuse.counters import SIDES, Side
from meuse.game import Game
from meuse.history import steps_lost


class TurnRow(msgspec.Struct, frozen=True, kw_only=True):
    """How a game stood at the end of a turn. A score is None where the book counts nothing before the end."""

    turn: int
    orders: int
    """Orders given since the game began."""
    german_score: float | None
    allied_score: float | None
    german_lost: int
    """Steps lost since the game began."""
    allied_lost: int
    german_held: float
    """What the places that count and are held are worth, as a share of all of them."""
    allied_held: float


def turn_rows(game: Game) -> tuple[TurnRow, ...]:
    """A row for each turn of a game, made by playing its orders once more."""
    told, start = game.beginning(), len(game.beginning().journal)
    lost = dict.fromkeys(SIDES, 0)
    rows: list[TurnRow] = []
    for entry in game.journal[start:]:
        steps, turn = list(told.state.steps), told.state.turn
        events = told.play(entry.order, entry.side)
        for side, number in steps_lost(told.state, steps, events).items():
            lost[side] += number
        if told.over or (told.state.turn != turn and turn >= 0):
            rows.append(_row(told, turn, lost))
    return tuple(rows)


def _row(game: Game, turn: int, lost: dict[Side, int]) -> TurnRow:
    standing = game.result or game.rules.standing(game.state)
    score = standing.score if standing is not None else {}
    held = [_share_held(game, side) for side in SIDES]
    return TurnRow(
        turn=turn,
        orders=len(game.journal),
        german_score=score.get("german"),
        allied_score=score.get("allied"),
        german_lost=lost[Side.GERMAN],
        allied_lost=lost[Side.ALLIED],
        german_held=held[Side.GERMAN],
        allied_held=held[Side.ALLIED],
    )


def _share_held(game: Game, side: Side) -> float:
    app, g = game.rules.appreciation, game.state
    total = sum(app.prizes(g, side).values()) if app is not None else 0.0
    return round(app.held(g, side) / total, 4) if app is not None and total else 0.0

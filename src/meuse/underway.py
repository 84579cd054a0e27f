"""The battle under way: its arithmetic while both sides still add to it, and what each answer leaves of the chances."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from meuse.decision import Decision
from meuse.forecast import AnyForecast
from meuse.report import OddsReport
from meuse.state import State
from meuse.steps import Choice, Order


def battle_now(forecast: AnyForecast | None, g: State) -> OddsReport | None:
    """The battle whose die comes next, with all that has been added to it up to now."""
    battle = _battle_ahead(g)
    if forecast is None or battle is None:
        return None
    found = forecast.report(g, battle, "")
    return msgspec.structs.replace(found, support=(), shifts=tuple(shift for shift in found.shifts if not shift.open))


def with_chances(
    forecast: AnyForecast | None, decision: Decision, g: State, prefix: Order, choices: Iterable[Choice]
) -> list[Choice]:
    """Choices, each with the chance that the hexes attacked fall if it is the answer; elsewhere as they are."""
    if forecast is None or decision.step.battle_ahead(g) is None:
        return list(choices)
    return [_with_chance(forecast, decision, prefix, choice) for choice in choices]


def _with_chance(forecast: AnyForecast, decision: Decision, prefix: Order, choice: Choice) -> Choice:
    """There is no chance to tell where the question itself rolls a die: a bridgehead, a coup de main."""
    board = decision.board_after((*prefix, choice.token)) if choice.completes else None
    battle = None if board is None or decision.step in board.stack else _battle_ahead(board)
    if board is None or battle is None:
        return choice
    falls = forecast.prospect(forecast.board(board, battle), battle).falls
    return msgspec.structs.replace(choice, leaves=float(falls))


def _battle_ahead(g: State) -> Any:
    return g.stack[-1].battle_ahead(g) if g.stack and g.result is None else None

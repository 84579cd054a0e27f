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


def battle_rolled_on(forecast: AnyForecast | None, decision: Decision, g: State, order: Order) -> OddsReport | None:
    """The battle whose die an order has rolled, with what the order itself has added to it.

    An order that rolls a die of its own before leaves several: then it is the battle as it stood when it was given.
    """
    boards = decision.boards_after(order)
    after = battle_now(forecast, boards[0]) if len(boards) == 1 else None
    return after or battle_now(forecast, g)


def with_chances(
    forecast: AnyForecast | None, decision: Decision, g: State, prefix: Order, choices: Iterable[Choice]
) -> list[Choice]:
    """Choices, each with the chance that the hexes attacked fall if it is the answer; elsewhere as they are."""
    if forecast is None or decision.step.after_die or decision.step.battle_ahead(g) is None:
        return list(choices)
    return [_with_chance(forecast, decision, prefix, choice) for choice in choices]


def _with_chance(forecast: AnyForecast, decision: Decision, prefix: Order, choice: Choice) -> Choice:
    """A question that rolls a die of its own (a bridgehead, a coup de main) has the mean over its faces."""
    boards = decision.boards_after((*prefix, choice.token)) if choice.completes else []
    battles = [_battle_ahead(board) for board in boards if decision.step not in board.stack]
    if not boards or len(battles) < len(boards) or None in battles:
        return choice
    likely = zip(boards, battles, strict=True)
    falls = sum(forecast.prospect(forecast.board(board, battle), battle).falls for board, battle in likely)
    return msgspec.structs.replace(choice, leaves=float(falls / len(boards)))


def _battle_ahead(g: State) -> Any:
    return g.stack[-1].battle_ahead(g) if g.stack and g.result is None else None

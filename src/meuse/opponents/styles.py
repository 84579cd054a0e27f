"""Styles: what a staff does with some of its units before it carries out its plan, for one game turn.

A style is one of the plan's choices, so a plan tells all of what is done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

import msgspec

from meuse.advice import Plan
from meuse.counters import Unit
from meuse.decision import Decision
from meuse.game import Game
from meuse.opponents.raiders import Aim, Scene, cuts, garrisons, gifts, spearheads, where_to
from meuse.opponents.staff import StaffBot
from meuse.steps import Order

STYLE = "style"
"""The name of the choice."""


class Style(msgspec.Struct, frozen=True):
    """What is done first, in this order."""

    title: str
    aims: tuple[Aim, ...]


STYLES = {
    "take": Style("take what lies open", (gifts, garrisons)),
    "guard": Style("guard what lies open", (garrisons,)),
    "cut": Style("cut the enemy's supply", (gifts, cuts)),
    "dash": Style("run for the objectives", (gifts, spearheads)),
    "raid": Style("raid wherever it pays", (gifts, cuts, spearheads)),
}

TRIED = ("take", "guard", "cut", "dash")
"""Those that a search tries; the others it expects of the enemy."""


def styled(plan: Plan, style: str) -> Plan:
    """A plan with a style."""
    plain = without_style(plan)
    words = f"{plain.title}; {STYLES[style].title}"
    return msgspec.structs.replace(plain, title=words, choices=(*plain.choices, (STYLE, style)))


def without_style(plan: Plan) -> Plan:
    """A plan as its game proposed it."""
    if not (style := plan.chosen(STYLE)):
        return plan
    title = plan.title.removesuffix(f"; {STYLES[style].title}")
    choices = tuple(choice for choice in plan.choices if choice[0] != STYLE)
    return msgspec.structs.replace(plan, title=title, choices=choices)


class StyledStaff(StaffBot):
    """A staff whose plan may have a style."""

    def _forget(self) -> None:
        super()._forget()
        self._sent_at: tuple[Any, ...] = ()
        self._sent: frozenset[str] = frozenset()

    def _think(self, board: Game, decision: Decision) -> None:
        """First whoever the style sends; when they are there, everybody else by the plan."""
        moves = [] if self._sent_at == self._at else self._style_moves(board, decision)
        if moves:
            self._orders, self._planned_for = deque(moves), None
            return
        super()._think(board, decision)
        if self._sent_at == self._at:
            self._orders = deque(order for order in self._orders if order[0] != "move" or order[1] not in self._sent)

    def _style_moves(self, board: Game, decision: Decision) -> list[Order]:
        style = self.plan.chosen(STYLE) if self.plan is not None else ""
        if not style or board.rules.appreciation is None or "move" not in decision.choices():
            return []
        sent = _sent(board, decision, STYLES[style])
        self._sent_at, self._sent = self._at, frozenset(sent)
        return [order for order in sent.values() if order]


def _sent(board: Game, decision: Decision, style: Style) -> dict[str, Order]:
    """Who is sent somewhere first, with the order; those that stay have none."""
    app, g = board.rules.appreciation, board.state
    assert app is not None
    scene = Scene(app, board.rules, g, decision.side, where_to(board, decision, decision.choices(("move",))))
    return dict(_orders(scene, style))


def _orders(scene: Scene, style: Style) -> Iterator[tuple[str, Order]]:
    g = scene.g
    busy: set[Unit] = set()
    for aim in style.aims:
        for u, h in aim(scene.without(busy)).items():
            here = g.hex_of[u]
            if h == here or scene.send(u, h):
                busy.add(u)
                yield g.id(u), () if h == here else ("move", g.id(u), g.map.labels[h])

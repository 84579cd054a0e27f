"""Openings: the plan, style and weights with which each side of a scenario did best, in a game's `data/openings.toml`.

The staff follows the plan that its game names first, which is often what was done in 1940. A general begins with what
won: `meuse openings GAME` plays the plans against the staff and writes the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import msgspec

from meuse.advice import Plan
from meuse.counters import Side, SideWord
from meuse.game import Game
from meuse.opponents.leeway import tunable
from meuse.opponents.staff import advice_of
from meuse.opponents.styles import STYLES, styled, without_style
from meuse.rulebook import RuleBook


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """How a side plays, and how well that went in games that it was not chosen by."""

    plan: str
    """The name of a plan of the game."""

    style: str = ""
    """What is done before it in each phase, if anything."""

    weights: dict[str, float] = {}
    """What is valued otherwise than the staff values it."""

    games: int = 0
    points: float = 0.0
    """Its share of the points, and in how many games."""

    usual: float = 0.0
    """The share of the staff's own plan in the same games."""


FILE = "openings.toml"
"""In a game's folder of data."""

Openings = Mapping[str, Mapping[SideWord, Opening]]
"""By scenario and side."""


def opening_of(rules: RuleBook, scenario: str, side: Side) -> Opening | None:
    """What a side of a scenario begins with, if that was looked for."""
    return _openings(rules.data / FILE).get(scenario, {}).get(side.word)


def opened(board: Game, side: Side) -> Plan:
    """The plan to make where none is in force: the opening's where it can still be made, else the staff's."""
    plans = advice_of(board).plans(board.state, side)
    opening = opening_of(board.rules, board.state.scenario.id, side)
    chosen = next((plan for plan in plans if opening is not None and plan.name == opening.plan), None)
    return plans[0] if opening is None or chosen is None else with_opening(chosen, opening)


def with_opening(plan: Plan, opening: Opening) -> Plan:
    """A plan of the game, played in the style and by the weights of an opening."""
    weights = tuple(sorted({**dict(plan.weights), **opening.weights}.items()))
    weighted = msgspec.structs.replace(plan, weights=weights)
    return styled(weighted, opening.style) if opening.style else weighted


def lasting(board: Game, side: Side, plan: Plan) -> Plan:
    """A plan without the style that it had for one turn only: an opening keeps its own."""
    usual = opened(board, side)
    return usual if without_style(plan) == without_style(usual) else without_style(plan)


def read_openings(path: Path) -> Openings:
    """The openings in a file; raises ValueError for a file that has another form."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, dict[SideWord, Opening]])
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise ValueError(f"{path}: {error}") from error


def faults(openings: Openings, rules: RuleBook) -> Iterator[str]:
    """What in openings a game does not have."""
    scenarios = {info.id for info in rules.scenarios}
    for scenario, sides in openings.items():
        if scenario not in scenarios:
            yield f"{scenario}: {rules.title} has no such scenario"
        for side, opening in sides.items():
            if opening.style and opening.style not in STYLES:
                yield f"{scenario}.{side}: there is no style {opening.style!r}; there are {', '.join(STYLES)}"
            for name in opening.weights.keys() - tunable(rules).keys():
                yield f"{scenario}.{side}: {rules.title} has no weight {name!r} with bounds"


@cache
def _openings(path: Path) -> Openings:
    return read_openings(path) if path.exists() else {}

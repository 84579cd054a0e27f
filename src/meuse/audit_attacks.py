"""Attacks that lose their attackers for certain or nearly so, though no duty asked for them.

The chances are those of the forecast, with the support that is known at the last moment before the dice fall.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from meuse.counters import Side, Unit
from meuse.decision import Decision
from meuse.forecast import AnyForecast
from meuse.game import Game
from meuse.hexmap import Hex
from meuse.state import State
from meuse.steps import Order

NEARLY_CERTAIN = 2 / 3
"""The chance to lose everybody from which an attack counts."""


class Doomed(msgspec.Struct):
    """An attack that will lose those who make it."""

    number: int
    """How many orders were given before it."""
    hexes: tuple[Hex, ...]
    units: tuple[Unit, ...]
    chance: float
    battle: Any
    owed: bool
    """Whether a duty asked for it."""


class Watch:
    """Looks at every order before it is given."""

    def __init__(self, forecast: AnyForecast | None) -> None:
        self._forecast = forecast

    def before(self, game: Game, side: Side, order: Order, doomed: list[Doomed], fought: set[Unit]) -> None:
        """Note an attack, and follow those that were noted: withdrawn, supported, owed after all."""
        forecast = self._forecast
        if forecast is None:
            return
        for attack in list(doomed):
            if order[0] == "withdraw" and order[1:] == (game.state.map.labels[attack.hexes[0]],):
                doomed.remove(attack)
            else:
                attack.chance = min([attack.chance, *_supported(forecast, game.state, attack)])
        if order[0] in forecast.words:
            self._note(forecast, game, side, order, doomed, fought)
        elif len(order) == 1 and doomed and "withdraw" in (decision := _decision(game, side)).choices():
            for attack in doomed:
                attack.owed |= _is_owed(game, side, decision, attack)

    def _note(
        self, forecast: AnyForecast, game: Game, side: Side, order: Order, doomed: list[Doomed], fought: set[Unit]
    ) -> None:
        g = game.state
        battle = forecast.read(g, side, order)
        if battle is None:
            return
        hexes = tuple(forecast.aim(battle))
        units = tuple(g.scenario.unit_named[token] for token in order if token in g.scenario.unit_named)
        fought.update(units, *(g.at.get(h, ()) for h in hexes))
        chance = _lost(forecast, g, battle, units)
        if chance >= NEARLY_CERTAIN:
            owed = _asked_for(g, _decision(game, side), hexes, units)
            doomed.append(Doomed(len(game.journal), hexes, units, chance, battle, owed))


def _lost(forecast: AnyForecast, g: State, battle: Any, units: tuple[Unit, ...]) -> float:
    """The chance that all attackers are lost."""
    board = forecast.board(g, battle)
    everything = sum(forecast.bears(board, u) for u in units)
    losses = forecast.prospect(board, battle).losses(lambda end: end.attackers)
    return sum(chance for lost, chance in losses.items() if lost >= everything)


def _supported(forecast: AnyForecast, g: State, attack: Doomed) -> Iterator[float]:
    """The chance with what has been added since, as long as the battle is not fought."""
    if any(g.hex_of[u] < 0 for u in attack.units) or not any(g.at.get(h) for h in attack.hexes):
        return
    for step in g.stack:
        for name in step.__struct_fields__:
            battle = getattr(step, name)
            other = type(battle) is type(attack.battle) and battle != attack.battle
            if other and tuple(forecast.aim(battle)) == attack.hexes:
                yield _lost(forecast, g, battle, attack.units)


def _asked_for(g: State, decision: Decision, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> bool:
    """Whether a step cannot be left before somebody attacks there, or these attack."""
    shut = decision.shut
    if shut is None:
        return False
    causes = {*shut.refusal.causes}
    return not causes or not causes.isdisjoint({*(g.map.labels[h] for h in hexes), *g.ids(units)})


def _is_owed(game: Game, side: Side, decision: Decision, attack: Doomed) -> bool:
    """Whether the step could not be left if an attack were withdrawn."""
    order = ("withdraw", game.state.map.labels[attack.hexes[0]])
    if not decision.allows(order):
        return False
    trial = game.copy()
    trial.play(order, side)
    return _decision(trial, side).shut is not None


def _decision(game: Game, side: Side) -> Decision:
    return game.decision if game.decision.side is side else game.asked(side) or game.decision

"""Attacks before they are ordered: who could attack what from where it stands, and who could still come to a battle.

What is found here can be ordered as it stands: each move is one that the page of orders lists, and it is made on a copy
of the game. A move that rolls a die, or that the enemy answers, is not looked behind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from meuse.counters import Side, Unit
from meuse.decision import Decision, IllegalOrder
from meuse.forecast import AnyForecast, Way
from meuse.hexmap import Hex
from meuse.report import Approach, Engagement, OddsReport
from meuse.state import State
from meuse.steps import Order

if TYPE_CHECKING:  # only a seat has a game to be asked about
    from meuse.game import Game

MOVE = "move"
"""The order by which a unit moves on the ground, in all games: `move 1Pz 4718`."""


def engagements(game: Game, side: Side, decision: Decision) -> list[Engagement]:
    """The enemy hexes that could be attacked as the units stand; where attacks are ordered now, as they can be."""
    forecast, g = game.rules.forecast, game.state
    if forecast is None:
        return []
    moving = any(verb.word == MOVE for verb in decision.step.verbs(g))
    found = _standing(forecast, g, side) if moving else {}
    for word in forecast.words:
        if word in decision.choices():
            for h, units in _ordered(g, decision, word).items():
                found[h] = found.get(h, set()) | units
    return [Engagement(g.map.labels[h], g.ids(tuple(sorted(found[h])))) for h in sorted(found) if found[h]]


def muster(
    game: Game, side: Side, decision: Decision, at: str, without: Collection[Unit], support: Mapping[str, int]
) -> OddsReport | None:
    """The best attack that a side could still bring about on a hex with the moves it has left."""
    forecast, g = game.rules.forecast, game.state
    target = g.map.index.get(at)
    if forecast is None or target is None or not forecast.is_target(g, side, target):
        return None
    ways = _ways(forecast, g, side, decision, target)
    able = {u: ways[u] for u in ways if u not in without}
    after, moves = _moved(game, side, forecast.placed(g.copy(), target, able), able)
    board = after.state
    come = _together(forecast, board, side, target, able)
    if not come:
        return None
    battle = forecast.with_support(board, forecast.made(board, side, (target,), come), support)
    found = forecast.report(board, battle, f"attack on {at}")
    gone = {u: way for u, way in moves.items() if u in come}
    left_out = {u: ways[u][0] for u in ways if u not in come}
    approaches = {u: gone.get(u, (g.hex_of[u],)) for u in come} | left_out
    return msgspec.structs.replace(
        found,
        approaches=tuple(Approach(g.id(u), _labels(g, way)) for u, way in sorted(approaches.items())),
        left_out=g.ids(tuple(sorted(left_out))),
        moves=tuple((MOVE, g.id(u), g.map.labels[way[-1]]) for u, way in gone.items()),
    )


# -- as the units stand


def _ordered(g: State, decision: Decision, word: str) -> dict[Hex, set[Unit]]:
    """Who is listed for an attack on each hex, behind the word that ends the hexes if there is one."""
    found: dict[Hex, set[Unit]] = {}
    for token in decision.choices((word,)):
        if token in g.map.index:
            found[g.map.index[token]] = set(_listed(g, decision, (word, token)))
    return found


def _listed(g: State, decision: Decision, prefix: Order) -> Iterator[Unit]:
    named = g.scenario.unit_named
    following = decision.choices(prefix)
    if not any(token in named for token in following):
        ends = [token for token in following if token not in g.map.index and not decision.completes(prefix, token)]
        following = [token for end in ends[:1] for token in decision.choices((*prefix, end))]
    return (named[token] for token in following if token in named)


def _standing(forecast: AnyForecast, g: State, side: Side) -> dict[Hex, set[Unit]]:
    """Who could attack each enemy hex from a hex beside it, whenever attacks are next ordered."""
    targets = sorted({g.hex_of[u] for u in g.on_map(side.enemy)})
    return {
        h: {u for near in (h, *g.map.adjacent[h]) for u in g.units_in(near, side) if _stands(forecast, g, side, h, u)}
        for h in targets
        if forecast.is_target(g, side, h)
    }


def _stands(forecast: AnyForecast, g: State, side: Side, target: Hex, u: Unit) -> bool:
    able = forecast.force(g, u) and g.hex_of[u] in forecast.bases(g, u, target)
    return bool(able) and forecast.may_attack(g, side, (target,), (u,))


# -- with the moves that are left


def _ways(forecast: AnyForecast, g: State, side: Side, decision: Decision, target: Hex) -> dict[Unit, list[Way]]:
    """How each unit could come to attack a hex: the best way first. Who stands there already stays."""
    movable = set(decision.choices((MOVE,))) if MOVE in decision.choices() else set()
    found: dict[Unit, list[Way]] = {}
    for u in forecast.comers(g, side, target):
        bases = forecast.bases(g, u, target)
        if g.hex_of[u] in bases and forecast.may_attack(g, side, (target,), (u,)):
            found[u] = [(g.hex_of[u],)]
        elif g.id(u) in movable and (goals := _goals(g, decision, u, bases)):
            found[u] = goals
    return found


def _goals(g: State, decision: Decision, u: Unit, bases: Iterable[Hex]) -> list[Way]:
    """The ways that can be ordered to hexes from which a unit could attack, as short as they are described."""
    wanted = {g.map.labels[h] for h in bases} & set(decision.choices((MOVE, g.id(u))))
    told = [decision.describe_one((MOVE, g.id(u)), token) for token in wanted]
    ways = ((g.hex_of[u], *(g.map.index[label] for label in choice.path or (choice.token,))) for choice in told)
    return sorted(ways, key=lambda way: (len(way), way[-1]))


def _moved(
    game: Game, side: Side, come: Mapping[Unit, Way], able: Mapping[Unit, list[Way]]
) -> tuple[Game, dict[Unit, Way]]:
    """The game after the moves of those who come, the ones with no other way first; who finds none stays behind."""
    moves: dict[Unit, Way] = {}
    for u in sorted((u for u in come if len(come[u]) > 1), key=lambda u: (len(able[u]), u)):
        for way in (come[u], *(way for way in able[u] if way != come[u])):
            later = _after(game, side, (MOVE, game.state.id(u), game.state.map.labels[way[-1]]))
            if later is not None and later.state.hex_of[u] == way[-1]:
                game, moves[u] = later, way
                break
    return game, moves


def _after(game: Game, side: Side, order: Order) -> Game | None:
    """The game after a move; None if it cannot be made, or ends in something that cannot be taken back."""
    later = game.copy()
    later.quiet = True
    try:
        later.play(order, side)
    except IllegalOrder:
        return None
    return None if later.journal[-1].committed or later.seat(side).decision is None else later


def _together(forecast: AnyForecast, g: State, side: Side, target: Hex, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Those who stand where they can attack, as far as they attack together: the strongest and who joins it."""
    come: tuple[Unit, ...] = ()
    for u in sorted(units, key=lambda u: (-forecast.force(g, u), u)):
        stands = g.hex_of[u] in forecast.bases(g, u, target)
        if stands and forecast.may_attack(g, side, (target,), (*come, u)):
            come = (*come, u)
    return tuple(sorted(come))


def _labels(g: State, hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(g.map.labels[h] for h in hexes)

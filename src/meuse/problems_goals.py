"""The goals of a problem: sentences that the rules can check.

german holds Sedan          as the book counts it; otherwise who controls the hex
german at 4717|4718         somebody of that side stands in one of these places
no allied unit at 4719
1Pz lives                   it has not been eliminated; "1Pz is gone" if it has
1Pz at Sedan
1Pz is supplied             on the map, and in supply if that were judged now; "1Pz is cut off" if not
german wins                 or would win, if the game ended now
german score at least 6
event sedan                 something of the appreciation's `historical` has happened on the way
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from meuse.appreciation import AnyAppreciation
from meuse.counters import Side, Unit
from meuse.game import Game
from meuse.hexmap import OFF_MAP, Hex
from meuse.state import Result, State

Goal = Callable[[Game, Collection[str]], bool]
"""Whether a goal is reached in a game, in which these events have happened."""

GONE = ("eliminated", "pool")
"""Boxes of those that have been eliminated."""


class BadGoal(ValueError):
    """A sentence that is not a goal, or names what does not exist."""


def goal(text: str, g: State) -> Goal:
    """The goal that a sentence names; raises BadGoal."""
    for pattern, made in FORMS:
        if match := re.fullmatch(pattern, text):
            return made(g, *match.groups())
    raise BadGoal(f"{text!r} is not a goal; goals read like {', '.join(map(repr, EXAMPLES))}")


EXAMPLES = ("german holds 4718", "1Pz lives", "1Pz is supplied", "no allied unit at 4719", "german wins")


def _held(g: State, word: str, place: str) -> Goal:
    side, hexes = Side.of(word), _places(g, place)
    return lambda game, seen: any(holds(game, side, h) for h in hexes)


def _manned(g: State, word: str, place: str) -> Goal:
    side, hexes = Side.of(word), _places(g, place)
    return lambda game, seen: any(game.state.units_in(h, side) for h in hexes)


def _empty(g: State, word: str, place: str) -> Goal:
    side, hexes = Side.of(word), _places(g, place)
    return lambda game, seen: not any(game.state.units_in(h, side) for h in hexes)


def _alive(g: State, name: str) -> Goal:
    u = _unit(g, name)
    return lambda game, seen: lives(game.state, u)


def _dead(g: State, name: str) -> Goal:
    u = _unit(g, name)
    return lambda game, seen: not lives(game.state, u)


def _stands(g: State, name: str, place: str) -> Goal:
    u, hexes = _unit(g, name), _places(g, place)
    return lambda game, seen: game.state.hex_of[u] in hexes


def _fed(g: State, name: str) -> Goal:
    u = _unit(g, name)
    return lambda game, seen: game.state.hex_of[u] >= 0 and _appreciation(game).is_supplied(game.state, u)


def _cut_off(g: State, name: str) -> Goal:
    u = _unit(g, name)
    return lambda game, seen: game.state.hex_of[u] >= 0 and not _appreciation(game).is_supplied(game.state, u)


def _won(g: State, word: str) -> Goal:
    side = Side.of(word)
    return lambda game, seen: (result := _result(game)) is not None and result.winner is side


def _scored(g: State, word: str, least: str) -> Goal:
    return lambda game, seen: (result := _result(game)) is not None and result.score.get(word, 0) >= float(least)


def _happened(g: State, event: str) -> Goal:
    return lambda game, seen: event in seen


SIDE = "(german|allied)"
FORMS: tuple[tuple[str, Callable[..., Goal]], ...] = (
    (rf"{SIDE} holds (.+)", _held),
    (rf"no(?:body)? {SIDE}(?: units?)? at (.+)", _empty),
    (rf"{SIDE} at (.+)", _manned),
    (rf"{SIDE} wins", _won),
    (rf"{SIDE} score at least (-?\d+(?:\.\d+)?)", _scored),
    (r"event (\S+)", _happened),
    (r"(\S+) lives", _alive),
    (r"(\S+) is gone", _dead),
    (r"(\S+) is supplied", _fed),
    (r"(\S+) is cut off", _cut_off),
    (r"(\S+) at (.+)", _stands),
)


# -- what the board says


def holds(game: Game, side: Side, h: Hex) -> bool:
    """Whether a hex is a side's: a prize as the book counts it, another one by its control."""
    appreciation, g = _appreciation(game), game.state
    if h in appreciation.prizes(g, side) or h in appreciation.prizes(g, side.enemy):
        return appreciation.holds(g, side, h)
    return g.control[h] == 1 + side


def lives(g: State, u: Unit) -> bool:
    """Whether a unit has not been eliminated."""
    where = g.hex_of[u]
    return where != OFF_MAP and g.scenario.place_word(where) not in GONE


def _result(game: Game) -> Result | None:
    return game.result or game.rules.standing(game.state)


def _appreciation(game: Game) -> AnyAppreciation:
    appreciation = game.rules.appreciation
    if appreciation is None:
        raise BadGoal(f"{game.rules.title} does not say what counts in it")
    return appreciation


def _unit(g: State, name: str) -> Unit:
    if name not in g.scenario.unit_named:
        raise BadGoal(f"there is no unit {name!r}")
    return g.scenario.unit_named[name]


def _places(g: State, text: str) -> tuple[Hex, ...]:
    """Hexes by their labels or the names of places: "4718|Sedan"."""
    return tuple(_place(g, word.strip()) for word in text.split("|"))


def _place(g: State, word: str) -> Hex:
    if word in g.map.index:
        return g.map.index[word]
    found = next((place.hex for place in g.map.places if place.name == word), None)
    if found is None:
        raise BadGoal(f"there is no place {word!r} on the map")
    return found

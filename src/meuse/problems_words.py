"""What a problem says in words: its goals as sentences, and the places that a hint points at."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from meuse.counters import Side
from meuse.game import Game
from meuse.problems import Problem
from meuse.scenario import Scenario


def goal_words(text: str, game: Game) -> str:
    """A goal as a person says it: "1. Panzer-Division survives" for "1Pz lives"."""
    for pattern, said in SAID:
        if match := re.fullmatch(pattern, text):
            return said(game, *match.groups())
    return text


def places_of(problem: Problem, game: Game) -> tuple[str, ...]:
    """The hexes that a hint points at: of what the problem names, or of its first order and its goals."""
    words = problem.where or (*(word for order in problem.solution[:1] for word in order.split()), *_named(problem))
    found = (_label(game, word) for word in words)
    return tuple(dict.fromkeys(label for label in found if label))


# -- goals


def _held(game: Game, side: str, place: str) -> str:
    return f"{_title(side)} control of {_place(game, place)}"


def _manned(game: Game, side: str, place: str) -> str:
    return f"{_a(_title(side))} {_title(side)} unit at {_place(game, place)}"


def _empty(game: Game, side: str, place: str) -> str:
    return f"No {_title(side)} unit at {_place(game, place)}"


def _won(game: Game, side: str) -> str:
    return f"{_a(_title(side))} {_title(side)} victory, if the game ended now"


def _scored(game: Game, side: str, least: str) -> str:
    return f"{_title(side)} score of at least {least}"


def _happened(game: Game, event: str) -> str:
    book = game.rules.appreciation
    titles = {one.id: one.title for one in book.historical(game.state)} if book is not None else {}
    return titles.get(event, event)


def _unit(game: Game, name: str) -> str:
    return _scenario(game).counters[_scenario(game).unit_named[name]].name


SIDE = "(german|allied)"
SAID: tuple[tuple[str, Callable[..., str]], ...] = (
    (rf"{SIDE} holds (.+)", _held),
    (rf"no(?:body)? {SIDE}(?: units?)? at (.+)", _empty),
    (rf"{SIDE} at (.+)", _manned),
    (rf"{SIDE} wins", _won),
    (rf"{SIDE} score at least (-?\d+(?:\.\d+)?)", _scored),
    (r"event (\S+)", _happened),
    (r"(\S+) lives", lambda game, u: f"{_unit(game, u)} survives"),
    (r"(\S+) is gone", lambda game, u: f"{_unit(game, u)} is eliminated"),
    (r"(\S+) is supplied", lambda game, u: f"{_unit(game, u)} is in supply"),
    (r"(\S+) is cut off", lambda game, u: f"{_unit(game, u)} is out of supply"),
    (r"(\S+) at (.+)", lambda game, u, place: f"{_unit(game, u)} is at {_place(game, place)}"),
)


# -- helpers


def _named(problem: Problem) -> Iterator[str]:
    """Units and places in the goals."""
    for goal in problem.goals:
        text = re.sub(rf"^(no(?:body)? )?{SIDE}( units?)? (holds|at) ", "", goal)
        yield from (part.strip() for part in re.sub(r" (lives|is gone|is supplied|is cut off)$", "", text).split("|"))


def _label(game: Game, word: str) -> str:
    """The hex of a unit, of a place or of its own number; "" for anything else."""
    g, scenario = game.state, _scenario(game)
    if word in scenario.unit_named:
        at = g.hex_of[scenario.unit_named[word]]
        return g.map.labels[at] if at >= 0 else ""
    if word in g.map.index:
        return word
    return next((g.map.label(place.hex) for place in g.map.places if place.name == word), "")


def _place(game: Game, words: str) -> str:
    """ "Sedan or 4718": what each hex is called, if it has a name."""
    names = {game.state.map.label(place.hex): place.name for place in game.state.map.places}
    return " or ".join(names.get(word.strip(), word.strip()) for word in words.split("|"))


def _scenario(game: Game) -> Scenario:
    return game.state.scenario


def _title(side: str) -> str:
    return Side.of(side).title


def _a(noun: str) -> str:
    return "An" if noun[0] in "AEIOU" else "A"

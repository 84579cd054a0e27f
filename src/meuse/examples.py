"""Examples of rules: small positions in which a rule forbids something, to be shown beside it.

A game's own are in its `examples.toml`. They were found in the tests of its rules (`tests/kits/showing.py`), and each
is checked by the rules themselves: in that position that order is refused, under that rule, with those words.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import msgspec

from meuse.counters import SideWord
from meuse.game import Game, Position
from meuse.ledger import Refusal
from meuse.problems_setting import set_up


class BadExample(ValueError):
    """Examples that cannot be read: names the file and what is wrong."""


class Example(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position, an order that is refused in it, and what is said then."""

    rule: str
    says: str
    order: str
    side: SideWord
    turn: int
    phase: str
    put: tuple[str, ...]
    scenario: str | None = None
    nth: int = 1
    control: dict[SideWord, str] = {}
    values: tuple[str, ...] = ()


def examples_of(game: str) -> tuple[Example, ...]:
    """The examples of a game, in the order of their file; raises BadExample."""
    file = files(f"meuse.games.{game}") / "examples.toml"
    if not file.is_file():
        return ()
    try:
        rows: list[Any] = tomllib.loads(file.read_text(encoding="utf-8")).get("example", [])
        return msgspec.convert(tuple(rows), tuple[Example, ...])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadExample(f"{file}: {error}") from error


class Scene:
    """The setting of an example, as a problem says it: only its own counters, and the map as it is at the start."""

    def __init__(self, game: str, example: Example) -> None:
        self.game, self.scenario, self.side = game, example.scenario, example.side
        self.options: dict[str, bool | int | str] = {}
        self.turn, self.phase, self.nth = example.turn, example.phase, example.nth
        self.clear, self.put = True, example.put
        self.control, self.values = example.control, example.values


def scene(game: str, example: Example) -> Position:
    """The position of an example; raises ValueError where it cannot be set up."""
    return set_up(Scene(game, example))


def refused(game: Game, order: str) -> Refusal | None:
    """Why an order cannot be given now; None if it can."""
    tokens, decision = tuple(order.split()), game.decision
    for n, token in enumerate(tokens):
        if (refusal := decision.why_not(tokens[:n], token)) is not None:
            return refusal
    return None


def caption(game: Game, order: str, refusal: Refusal) -> str:
    """What the picture shows, in a sentence."""
    verb, *words = order.split()
    scenario, text = game.state.scenario, refusal.text.rstrip(".")
    if verb == "move" and len(words) == 2 and words[0] in scenario.unit_named:
        name = scenario.counters[scenario.unit_named[words[0]]].name
        if name not in text:
            return f"{name} cannot move to {words[1]}: {text}."
    return f"{text[:1].upper()}{text[1:]}."


def places(game: Game, order: str, refusal: Refusal) -> tuple[str, ...]:
    """The hexes that an example is about: those in the order, and the causes of the refusal."""
    scenario, g = game.state.scenario, game.state
    found: list[str] = []
    for word in (*order.split(), *refusal.causes):
        at = g.hex_of[scenario.unit_named[word]] if word in scenario.unit_named else g.map.index.get(word, -1)
        found += [g.map.labels[at]] if at >= 0 else []
    return tuple(dict.fromkeys(found))

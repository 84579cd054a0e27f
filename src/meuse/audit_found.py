"""What an audit finds, and how it is said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import msgspec

from meuse.counters import Side, SideWord, Unit
from meuse.hexmap import OFF_MAP, Hex
from meuse.report import count
from meuse.state import State

Kind = Literal["gift", "hole", "lonely", "starved", "suicide", "unspent", "idle", "undone"]
KINDS: tuple[Kind, ...] = get_args(Kind)

GONE = ("eliminated", "pool")
"""Boxes of those that have been eliminated."""

MOST_NAMED = 4
"""How many units a sentence names; of a larger group it gives the number."""


class Blunder(msgspec.Struct, frozen=True, kw_only=True):
    """Something a side did that it will regret."""

    kind: Kind
    side: SideWord
    turn: int
    number: int
    """How many orders had been given."""
    at: str = ""
    """The hex."""
    units: tuple[str, ...] = ()
    """The units it is about, by their ids."""
    weight: float = 1.0
    """How much is at stake: what a place is worth, strength, what expires."""
    text: str
    """In a sentence."""
    punished: bool = False
    """Whether the enemy took it in his next turn."""

    @property
    def words(self) -> str:
        """The sentence with turn and side: "Turn 3, German: Liège (1413) is left open; 2 French units can walk in."."""
        return f"Turn {self.turn}, {Side.of(self.side).title}: {self.text}"


def blunder(
    g: State, kind: Kind, side: Side, turn: int, number: int, text: str, *, h: Hex = OFF_MAP,
    units: Sequence[Unit] = (), weight: float = 1.0, punished: bool = False,
) -> Blunder:  # fmt: skip
    """A blunder of a side in a turn, with the sentence for a person."""
    return Blunder(
        kind=kind, side=side.word, turn=turn, number=number, at=g.map.labels[h] if h >= 0 else "", units=g.ids(units),
        weight=round(weight, 2), text=text, punished=punished,
    )  # fmt: skip


def place(g: State, h: Hex) -> str:
    """A hex by its name, if it has one: "Liège (1413)"."""
    label = g.map.labels[h]
    name = next((place.name for place in g.map.places if place.hex == h and place.name), "")
    return f"{name} ({label})" if name else label


def crowd(g: State, units: Sequence[Unit]) -> str:
    """How many units, of which nation: "2 French units"."""
    nations = {g.scenario.counters[u].nation for u in units}
    whose = nations.pop().title() if len(nations) == 1 else g.side(units[0]).title
    return count(len(units), f"{whose} unit")


def named(g: State, units: Sequence[Unit]) -> str:
    """Units by their names, as long as they are few."""
    if len(units) <= MOST_NAMED:
        return g.listed(units)
    return f"{', '.join(g.name(u) for u in units[: MOST_NAMED - 1])} and {len(units) - MOST_NAMED + 1} others"


def lives(g: State, u: Unit) -> bool:
    """Whether a unit has not been eliminated."""
    where = g.hex_of[u]
    return where != OFF_MAP and g.scenario.place_word(where) not in GONE

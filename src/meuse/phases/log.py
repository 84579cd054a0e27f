"""The lines of the log that all games word alike: moves, retreats, advances, arrivals, battles.

The sentences are those of docs/wording.md. A line is written only if somebody reads it.
"""

from __future__ import annotations

from collections.abc import Sequence

from meuse.counters import Unit
from meuse.hexmap import Hex
from meuse.report import listed
from meuse.state import State


def move(g: State, units: Sequence[Unit], path: Sequence[Hex], rule: str) -> None:
    """Units have moved: "10 Pz moves to Sedan (4619)"."""
    went(g, "move", units, "move", "to", path, rule)


def retreat(g: State, units: Sequence[Unit], path: Sequence[Hex], rule: str) -> None:
    """Units have retreated: "55 DI retreats to 4720"."""
    went(g, "retreat", units, "retreat", "to", path, rule)


def advance(g: State, units: Sequence[Unit], path: Sequence[Hex], rule: str) -> None:
    """Units have advanced after combat: "10 Pz advances to Sedan (4619)"."""
    went(g, "advance", units, "advance", "to", path, rule)


def arrival(g: State, unit: Unit, h: Hex, rule: str) -> None:
    """A reinforcement has arrived: "3 DLM arrives at Lille (3412)"."""
    went(g, "arrival", (unit,), "arrive", "at", (h,), rule)


def went(g: State, kind: str, units: Sequence[Unit], verb: str, where: str, path: Sequence[Hex], rule: str) -> None:
    """Units have gone somewhere in a way that the game has its own word for: "10 Pz pursues to Sedan (4619)"."""
    if g.events is not None:
        text = f"{g.listed(units)} {does(verb, units)} {where} {g.map.spot(path[-1])}"
        g.emit(kind, text, rule, units=g.ids(units), at=tuple(g.map.labels[h] for h in path))


def battle(
    g: State,
    units: Sequence[Unit],
    hexes: Sequence[Hex],
    outcome: str,
    rule: str,
    dice: tuple[int, ...],
    brief: str = "",
    verb: str = "attack",
) -> None:
    """A die has decided: "1 Pz and 10 Pz attack Sedan (4619) at 4-1: DR". `outcome` is all that follows the place."""
    if g.events is not None:
        text = f"{g.listed(units)} {does(verb, units)} {listed([g.map.spot(h) for h in hexes])} {outcome}"
        at = tuple(g.map.labels[h] for h in hexes)
        g.emit("battle", text, rule, units=g.ids(units), at=at, dice=dice, brief=brief)


def does(verb: str, units: Sequence[Unit]) -> str:
    """A verb after one name or several: "attacks", "attack"."""
    return verb if len(units) > 1 else f"{verb}s"

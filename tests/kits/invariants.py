"""What holds at any moment of any game, whatever has been ordered: told as sentences about what is broken."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from meuse.counters import SIDES
from meuse.game import Game
from meuse.games.caseyellow import arrivals as cy_arrivals
from meuse.games.caseyellow import movement as cy_movement
from meuse.games.caseyellow import stacking as cy_stacking
from meuse.games.france40 import stacking as fr_stacking
from meuse.games.france40.movement import Movement as FrMovement
from meuse.games.gdw1940 import arrivals as gdw_arrivals
from meuse.games.gdw1940 import board as gdw_board
from meuse.games.gdw1940 import movement as gdw_movement
from meuse.games.manstein import stacking as ma_stacking
from meuse.games.planjaune.stacking import stack_fault
from meuse.hexmap import OFF_MAP


def broken(game: Game) -> list[str]:
    """What does not hold at this moment; nothing, if all is well."""
    found = [*_counters(game), *_asked(game)]
    if not game.over and not found:
        found += [f"overstacked: {where}" for where in CROWDED[game.rules.id](game)]
        found += _shared(game)
    return found


def _counters(game: Game) -> Iterator[str]:
    """Every counter is in one place, and has no more steps than are printed on it."""
    g = game.state
    lying = [u for units in g.at.values() for u in units]
    if len(lying) != len(set(lying)):
        yield "a counter lies in two places"
    if len(lying) != sum(where != OFF_MAP for where in g.hex_of):
        yield "a counter is somewhere and lies nowhere"
    if any(u not in g.at.get(where, ()) for u, where in enumerate(g.hex_of) if where != OFF_MAP):
        yield "a counter lies elsewhere than it says"
    yield from (
        f"{counter.id} has {left} steps of {counter.steps}"
        for counter, left in zip(g.scenario.counters, g.steps, strict=True)
        if not 0 <= left <= counter.steps
    )


def _asked(game: Game) -> Iterator[str]:
    """Whoever is asked has something to choose, or can take something back."""
    if not game.over and not game.decision.choices():
        yield f"nothing can be ordered: {game.decision.question}"


def _shared(game: Game) -> Iterator[str]:
    """No hex holds both sides, but for those who have just come down or landed."""
    g, may = game.state, MAY_SHARE.get(game.rules.id)
    for h, units in g.at.items():
        if h >= 0 and len({g.side(u) for u in units}) > 1 and not (may and any(may(g, u) for u in units)):
            yield f"both sides are in {g.map.labels[h]}"


MAY_SHARE: dict[str, Callable[[Any, int], bool]] = {
    "gdw1940": lambda g, u: bool(g.status[u] & gdw_board.DROPPED),
    "manstein": lambda g, u: not g.scenario.is_ground[u] or g.id(u) == "de.LLK",
    "planjaune": lambda g, u: g.counter(u).has("airborne"),
}
"""Who shares a hex with the enemy: whoever has come down there, and what flies."""


# -- stacking: where it may be broken for a while, the owner is still asked to mend it


def _crowded_gdw1940(game: Game) -> list[str]:
    g: Any = game.state
    busy = isinstance(game.decision.step, gdw_arrivals.Arrivals | gdw_movement.Movement)
    sides = [side for side in SIDES if not (busy and side is game.decision.side)]
    return [side.title for side in sides if gdw_board.overstacked(g, side)]


def _crowded_france40(game: Game) -> list[str]:
    """R.12.1.4a.1: hexes filled by retreats are put right in their owner's own next movement."""
    g: Any = game.state
    if not isinstance(game.decision.step, FrMovement) or len(g.stack) != 2:
        return []
    return [g.map.labels[h] for h in fr_stacking.overfull(g, game.decision.side.enemy)]


def _crowded_caseyellow(game: Game) -> list[str]:
    g: Any = game.state
    busy = (cy_movement.Movement, cy_stacking.Excess, cy_arrivals.Reinforcements)
    if any(isinstance(step, busy) for step in g.stack) or not game.decision.stack:
        return []
    return [side.title for side in SIDES if cy_stacking.overstacked(g, side)]


def _crowded_manstein(game: Game) -> list[str]:
    """10.0, 16.0: stacking is put right when a segment ends; combat and what mends it may still be going on."""
    g: Any = game.state
    names = {type(step).__name__ for step in g.stack}
    fighting = any(step.called(g).endswith("combat") for step in g.stack)
    later = {"Movement", "Reinforcements", "Excess", "PushBack", "AirOperations", "CityBombing", "MoraleVictory"}
    return [] if fighting or names & later else [side.title for side in SIDES if ma_stacking.overstacked(g, side)]


def _crowded_planjaune(game: Game) -> list[str]:
    """3g: a unit never stops where it does not fit."""
    g: Any = game.state
    held = {(side, g.hex_of[u]) for side in SIDES for u in g.on_map(side)}
    return [g.map.labels[h] for side, h in sorted(held) if stack_fault(g, g.units_in(h, side), h)]


def _crowded_skirmish(game: Game) -> list[str]:
    g: Any = game.state
    full = g.scenario.stacking
    return [g.map.labels[h] for h, units in g.at.items() if h >= 0 and sum(len(g.parts_of(u)) for u in units) > full]


CROWDED: dict[str, Callable[[Game], list[str]]] = {
    "gdw1940": _crowded_gdw1940,
    "france40": _crowded_france40,
    "caseyellow": _crowded_caseyellow,
    "manstein": _crowded_manstein,
    "planjaune": _crowded_planjaune,
    "skirmish": _crowded_skirmish,
}

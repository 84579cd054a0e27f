"""Appreciation: what a position is worth and where it is in danger, by the rules of its own book.

A game's `Appreciation` says what its book alone can say: which hexes score, what a unit weighs, whether it is in
supply, where it could go. What follows from that is the same in all games, and is here: who could be where, what lies
open, which hexes would cut off how much. Opponents plan by it, `meuse audit` judges by it, values are learnt from
it. It knows everything on the board it is given, so a side looks at the board that it imagines.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from meuse.counters import Side, Unit
from meuse.hexmap import Hex
from meuse.state import State

G = TypeVar("G", bound=State)


class Historical(msgspec.Struct, frozen=True):
    """Something that happened in 1940, and the game turn that holds its date."""

    id: str
    title: str
    turn: int


class Unspent(msgspec.Struct, frozen=True):
    """Something that expired though there was a use for it."""

    what: str
    amount: float = 1.0
    at: Hex = -1


class Appreciation(ABC, Generic[G]):
    """What a game's rules say of a position."""

    # -- the book's own

    @abstractmethod
    def prizes(self, g: G, side: Side) -> Mapping[Hex, float]:
        """The hexes that count for a side, whoever holds them: they score, or feed an army, or decide the game.

        What holding one to the end is worth, in points of the game. Where levels decide rather than points, a
        condition of victory counts as much as it would take in points to make up for it.
        """

    @abstractmethod
    def holds(self, g: G, side: Side, h: Hex) -> bool:
        """Whether a prize is a side's at the moment, as the book counts it."""

    @abstractmethod
    def strength(self, g: G, u: Unit) -> float:
        """What a unit weighs in a fight, as it is; 0 for those that do not fight."""

    @abstractmethod
    def is_supplied(self, g: G, u: Unit) -> bool:
        """Whether a unit on the map would be in supply if that were judged now."""

    @abstractmethod
    def reach(self, g: G, u: Unit) -> Mapping[Hex, int]:
        """Where a unit can be at the end of a movement of its own that began now, with the cost; its hex at 0."""

    @abstractmethod
    def turn_of(self, g: G) -> tuple[Side, Hashable] | None:
        """Whose movement and combat is going on, and a key that tells one such turn from the next; None in between.

        Whatever interrupts such a turn (a retreat that the other side chooses) belongs to it.
        """

    def stride(self, g: G, u: Unit) -> int:
        """How many hexes from its own a unit can be, at most, at the end of its next movement."""
        return len(g.map)

    def on_their_turn(self, g: G, side: Side) -> G:
        """A copy of the board as a side would find it at the start of its next turn: fresh units, no markers of now."""
        return g.copy()

    def could_act(self, g: G, u: Unit) -> bool:
        """Whether the side whose turn is going on could have moved a unit in it, for all that the unit can do."""
        return True

    def may_act_next(self, g: G, u: Unit) -> bool:
        """Whether a unit may move in the turn that its side takes next, or has just begun."""
        return True

    def supply_period(self, g: G) -> Hashable:
        """A key that changes when supply is judged again; where that is at each of a side's turns, the turn itself."""
        return self.turn_of(g)

    def takes(self, g: G, u: Unit, h: Hex) -> bool:
        """Whether a unit that enters an empty hex makes it its side's, or stops it from counting for the other."""
        return self.strength(g, u) > 0

    def is_frail(self, g: G, u: Unit) -> bool:
        """Headquarters, depots, artillery: what is lost if an enemy comes beside it while it stands alone."""
        return False

    def unspent(self, g: G, side: Side) -> Iterable[Unspent]:
        """What a side loses unused when its turn ends now, though it could have been used."""
        return ()

    def historical(self, g: G) -> Iterable[Historical]:
        """What happened in 1940 that this scenario can show."""
        return ()

    def has_happened(self, g: G, event: str) -> bool:
        """Whether one of these has happened on this board (it may be undone later: the Channel reached, and lost)."""
        return False

    def progress(self, g: G) -> float:
        """How much of the game is over, from 0 to 1."""
        last = self.last_turn(g)
        return min(1.0, max(0, g.turn) / last) if last else 0.0

    @abstractmethod
    def last_turn(self, g: G) -> int:
        """The number of the last turn."""

    # -- who could be where

    def comers(self, g: G, side: Side, goals: Collection[Hex] | None = None) -> dict[Hex, tuple[Unit, ...]]:
        """For each hex the units of a side that could be there at the end of their next movement.

        With `goals`, of these only; units too far from all of them are not asked where they can go.
        """
        board = self.on_their_turn(g, side)
        found: dict[Hex, list[Unit]] = {}
        for u in board.on_map(side):
            if goals is not None and not self._is_near(board, u, goals):
                continue
            reach = self.reach(board, u) if goals is None else self.reach_to(board, u, goals)
            for h in reach if goals is None else (h for h in goals if h in reach):
                found.setdefault(h, []).append(u)
        return {h: tuple(units) for h, units in found.items()}

    def reach_to(self, g: G, u: Unit, goals: Collection[Hex]) -> Mapping[Hex, int]:
        """The same as far as these hexes are concerned; a game may leave out what cannot lead to them."""
        return self.reach(g, u)

    def _is_near(self, g: G, u: Unit, goals: Collection[Hex]) -> bool:
        far, here = self.stride(g, u), g.hex_of[u]
        return any(g.map.distance(here, h) <= far for h in goals)

    def open_prizes(
        self, g: G, side: Side, comers: Mapping[Hex, Collection[Unit]] | None = None
    ) -> dict[Hex, tuple[Unit, ...]]:
        """Prizes that a side holds and nobody guards, with the enemies who could walk in, by what they are worth."""
        prizes = self.prizes(g, side)
        come = self.comers(g, side.enemy, prizes) if comers is None else comers
        lying = [h for h in prizes if h in come and self.holds(g, side, h) and not self.is_guarded(g, side, h)]
        found = {h: tuple(u for u in come[h] if self.takes(g, u, h)) for h in lying}
        return {h: found[h] for h in sorted(lying, key=lambda h: (-prizes[h], h)) if found[h]}

    def is_guarded(self, g: G, side: Side, h: Hex) -> bool:
        """Whether anybody of a side stands in a hex who keeps an enemy from walking in."""
        return any(not self.is_frail(g, u) for u in g.units_in(h, side))

    # -- supply

    def starving(self, g: G, side: Side) -> dict[Unit, float]:
        """The units of a side out of supply as things stand, with their strength."""
        return {u: self.strength(g, u) for u in g.on_map(side) if self.strength(g, u) and not self.is_supplied(g, u)}

    def cuts(self, g: G, side: Side, hexes: Iterable[Hex], by: Mapping[Hex, Collection[Unit]]) -> dict[Hex, float]:
        """What strength of a side would be out of supply, more than now, if the enemy stood in each of these hexes.

        `by` names enemies who could get there: the first of them is tried. Only hexes that would cut off somebody.
        """
        before = sum(self.starving(g, side).values())
        found: dict[Hex, float] = {}
        for h in hexes:
            comer = next((u for u in by.get(h, ()) if self.takes(g, u, h)), None)
            if comer is None or g.units_in(h, side):
                continue
            trial = g.copy()
            trial.place(comer, h)
            if (lost := sum(self.starving(trial, side).values()) - before) > 0:
                found[h] = lost
        return found

    # -- the whole

    def strengths(self, g: G, side: Side) -> tuple[float, float]:
        """The strength of a side on the map: in supply, and out of it."""
        fed = hungry = 0.0
        for u in g.on_map(side):
            if weight := self.strength(g, u):
                if self.is_supplied(g, u):
                    fed += weight
                else:
                    hungry += weight
        return fed, hungry

    def held(self, g: G, side: Side) -> float:
        """What the prizes that a side holds are worth to it."""
        return sum(value for h, value in self.prizes(g, side).items() if self.holds(g, side, h))


AnyAppreciation = Appreciation[Any]

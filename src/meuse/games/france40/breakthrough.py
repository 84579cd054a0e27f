"""15: Breakthrough Combat: a stack that attacks again during its advance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from meuse.counters import Side, Unit
from meuse.games.france40 import odds
from meuse.games.france40.battle import without_surplus
from meuse.games.france40.board import EXTENDED, France40
from meuse.games.france40.displaced import Marching, makes_room, opening
from meuse.games.france40.dynamo import closed_to
from meuse.games.france40.halt import comrades, why_not_apart
from meuse.games.france40.march import ends_in, first_ways, later_ways, march, why_not_walk
from meuse.games.france40.odds import Battle
from meuse.games.france40.results import Pursuit
from meuse.games.france40.stacking import fits
from meuse.games.france40.terrain import ground, major, restricted, why_not_cross
from meuse.games.france40.zones import zones
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.report import count
from meuse.steps import overrides

Path = tuple[Hex, ...]
FREE, STOPPED, WON, LAST, OVER = "free", "stopped", "won", "last", "over"
"""What the group may do: anything; attack, but not move; one or the other, depending on the board after a victory; only
enter the vacated hex; nothing."""


class Breakthrough(Marching, Pursuit, frozen=True):
    """15.1, 15.2.2: the Breakthrough Group and what each of its units has `left` of its advance.

    `vacated` is the hex that the first battle cleared, `used` how many hexes the group has spent, `opened` a hex that
    it has cleared itself and may enter.
    """

    after_die = True
    rule = "15.2.2"
    title = "Breakthrough"
    question = "What does the Breakthrough Group do?"
    battle: Battle
    group: tuple[Unit, ...]
    left: tuple[int, ...]
    vacated: Hex
    used: int = 0
    state: str = FREE
    opened: Hex = -1

    def about(self, g: France40) -> tuple[str, ...]:
        return tuple(g.map.labels[self.at(g)] for _ in self.alive(g)[:1])

    def alive(self, g: France40) -> tuple[Unit, ...]:
        return tuple(u for u in self.group if g.hex_of[u] >= 0)

    def at(self, g: France40) -> Hex:
        return g.hex_of[self.alive(g)[0]]

    def left_of(self, u: Unit) -> int:
        return self.left[self.group.index(u)]

    def mood(self, g: France40) -> str:
        """15.2.11, R.15.2.11.1: after a Breakthrough Combat an enemy zone stops the group wherever it is."""
        if self.state != WON:
            return self.state
        return STOPPED if zones(g, self.side.enemy)[self.at(g)] else FREE

    def decider(self, g: France40) -> Side | None:
        busy = self.alive(g) and self.state != OVER
        return self.side if busy and (self.may_step(g) or self.goals(g) or self.has_targets(g)) else None

    # -- advancing

    @order("advance {path}", rule="15.2.1")
    def advance(self, g: France40, path: Path) -> None:
        self.set_out(g, self.movers(g), path)

    @overrides
    def set_out(self, g: France40, movers: tuple[Unit, ...], path: Path) -> None:
        """15.2.1: the whole stack; 15.2.12: except units that have no hexes left, which stay where they are."""
        if makes_room(g, self.side, movers, path):
            return
        start = self.at(g)
        self.tell_behind(g, movers)
        walked, replies = march(g, movers, path)
        there = walked[-1]
        text = f"The Breakthrough Group advances to {g.map.spot(there)}"
        g.emit("advance", text, "15.2.1", units=g.ids(movers), at=(g.map.labels[there],))
        if major(g, start, walked[0]):
            state = OVER  # 14.5b, R.14.5b.1
        else:
            state = STOPPED if ends_in(g, self.side, walked[-1], self.vacated) else FREE  # R.14.5c.1
        g.replace(*replies, self.spending(movers, len(walked), state))

    @advance.choices("path")
    def goals(self, g: France40) -> list[Hex]:
        return sorted(self.ways(g))

    @advance.way
    def path(self, g: France40, goal: Hex) -> Path:
        return self.ways(g)[goal]

    @advance.walks
    def walks(self, g: France40, path: Path) -> Refusal | None:
        return why_not_walk(g, self.movers(g), path, self.least(g), self.vacated)

    def ways(self, g: France40) -> dict[Hex, Path]:
        movers = self.movers(g)
        if not movers or self.mood(g) != FREE:
            return {}
        ways = later_ways if self.used else first_ways
        return ways(g, movers, self.least(g), self.vacated)

    def movers(self, g: France40) -> tuple[Unit, ...]:
        """15.2.12: those that can still advance; 22.2d: if one unit of a Panzer division cannot, none of it can."""
        spent = {v for u in self.alive(g) if self.left_of(u) <= 0 for v in comrades(g, u)}
        return tuple(u for u in self.alive(g) if u not in spent)

    def least(self, g: France40) -> int:
        """What the slowest of those that can still advance has left."""
        return min((self.left_of(u) for u in self.movers(g)), default=0)

    @advance.refuses("path")
    def why_not_there(self, g: France40, goal: Hex) -> Refusal:
        left = count(self.least(g), "hex", "hexes")
        return Refusal("15.2.1", f"{g.map.labels[goal]} is out of reach: the group has {left} left")

    @advance.closed_if
    def why_not_advance(self, g: France40) -> Refusal | None:
        free = self.alive(g) and self.mood(g) == FREE
        return None if free else Refusal("15.2.11", "the group must stop here; it can only fight on")

    @order(
        "occupy",
        label="Enter the vacated hex",
        rule="15.2.9b",
        says="The group steps into the vacated hex, which costs it nothing.",
    )
    def occupy(self, g: France40) -> None:
        """15.2.9b: at no cost; 15.2.11: in an enemy zone the group stops there, 14.5c: and in a Restricted Hex."""
        start, opened = self.at(g), self.opened
        _, replies = march(g, self.alive(g), (opened,))
        text = f"The Breakthrough Group advances into {g.map.spot(opened)}"
        g.emit("advance", text, "15.2.9b", units=g.ids(self.alive(g)), at=(g.map.labels[opened],))
        over = self.state == LAST or major(g, start, opened)
        state = OVER if over else STOPPED if restricted(g, opened) else WON
        g.replace(*replies, msgspec.structs.replace(self, state=state, opened=-1))

    @occupy.closed_if
    def why_not_step(self, g: France40) -> Refusal | None:
        if self.may_step(g):
            return None
        return Refusal("15.2.9b", "the group has not just cleared a hex that it could enter")

    def may_step(self, g: France40) -> bool:
        if self.opened < 0 or g.held(self.side.enemy)[self.opened]:
            return False
        return fits(g, self.alive(g), self.opened)

    # -- attacking again

    @order(
        "strike {hex} {number}",
        label="Breakthrough Combat",
        rule="15.2.5",
        says="The group attacks again, at the cost of one or two hexes of its advance.",
    )
    def strike(self, g: France40, target: Hex, number: int) -> None:
        """15.2.5: paid with one or two hexes; R.15.2.5.1: units that cannot pay are left. 15.2.8: a failure ends it."""
        takers = self.strikers(g, target, number)
        self.tell_behind(g, takers)
        dropped = msgspec.structs.replace(
            self, group=takers, left=tuple(self.left_of(u) - number for u in takers), used=self.used + number
        )
        waiting = msgspec.structs.replace(dropped, state=OVER, opened=target)
        g.replace(opening(g, self.battle_of(g, target, number)), waiting)

    @strike.choices("hex")
    def targets(self, g: France40) -> Iterator[Hex]:
        """15.2.6: any enemies next to the group, in a hex that it could advance into."""
        if self.state in (LAST, OVER) or not self.alive(g):
            return
        for h in ground(g).spread[self.at(g)]:
            if g.held(self.side.enemy)[h] and next(self.prices(g, h), None) is not None:
                yield h

    def has_targets(self, g: France40) -> bool:
        return next(self.targets(g), None) is not None

    @strike.choices("number")
    def prices(self, g: France40, target: Hex) -> Iterator[int]:
        """15.2.5: one hex or two; 8.4.3a: not at less than 1-3."""
        for number in (1, 2):
            if not self.fighting(g, target, number):
                continue
            if odds.start_column(g, without_surplus(g, self.battle_of(g, target, number))) >= 0:
                yield number

    def strikers(self, g: France40, target: Hex, number: int) -> tuple[Unit, ...]:
        """15.2.6, R.15.2.5.1: the units that can pay, and that could enter the hex."""
        here = self.at(g)
        if major(g, here, target) and self.used:
            return ()  # R.14.5b.1: a Major River is crossed with the first hex or not at all
        able = (u for u in self.alive(g) if self.left_of(u) >= number)
        return tuple(u for u in able if why_not_cross(g, u, here, target) is None and not closed_to(g, u, target))

    def fighting(self, g: France40, target: Hex, number: int) -> tuple[Unit, ...]:
        """2.3.2a, R.7.3b.2: without units that used Extended Movement."""
        able = (u for u in self.strikers(g, target, number) if not g.status[u] & EXTENDED)
        return tuple(u for u in able if g.face(u).attack)

    def battle_of(self, g: France40, target: Hex, number: int) -> Battle:
        """15.2.7: without Air units and HQs."""
        return Battle(target, self.fighting(g, target, number), paid=number)

    @strike.refuses("hex")
    def why_not_target(self, g: France40, target: Hex) -> Refusal:
        if not self.alive(g) or target not in g.map.adjacent[self.at(g)] or not g.held(self.side.enemy)[target]:
            return Refusal("15.2.6", f"there is no enemy next to the group in {g.map.labels[target]}")
        return Refusal("15.2.6", f"the group could not advance into {g.map.labels[target]}, or the odds are below 1-3")

    @strike.closed_if
    def why_not_strike(self, g: France40) -> Refusal | None:
        able = any(self.left_of(u) for u in self.alive(g))
        return None if able else Refusal("15.2.5", "the group has no hexes left to pay with")

    @strike.describes("number")
    def price(self, g: France40, target: Hex, number: int) -> dict[str, Any]:
        column = odds.final_column(g, self.battle_of(g, target, number))
        return {"odds": odds.column_words(g, column), "price": count(number, "hex", "hexes"), "rules": ("15.2.5",)}

    def won(self, g: France40, b: Battle, hexes: int) -> Breakthrough:
        """15.2.9a: it may continue with what it has left (15.2.10); 11.3.2: or only enter the hex and stop."""
        return msgspec.structs.replace(self, state=WON if hexes else LAST)

    # -- leaving units behind

    @order(
        "leave {units}",
        label="Leave behind",
        rule="15.2.12",
        says="These units stay here and advance no further.",
        was=("drop",),
    )
    def leave(self, g: France40, units: tuple[Unit, ...]) -> None:
        """15.2.12: their advance is over; no units are picked up."""
        rest = tuple(u for u in self.alive(g) if u not in units)
        self.tell_behind(g, rest)
        g.replace(msgspec.structs.replace(self, group=rest, left=tuple(self.left_of(u) for u in rest)))

    @leave.choices("units")
    def droppable(self, g: France40, chosen: Sequence[Unit]) -> list[Unit]:
        alive = self.alive(g)
        return [u for u in alive if u not in chosen and len(chosen) + 1 < len(alive)]

    @leave.enough("units")
    def why_not_apart(self, g: France40, chosen: Sequence[Unit]) -> Refusal | None:
        return why_not_apart(g, chosen)

    @order(
        "done",
        label="End the breakthrough",
        rule="15.2.1",
        says="The group stops; the other attackers advance after it.",
    )
    def done(self, g: France40) -> None:
        g.pop()

    # -- helpers

    def tell_behind(self, g: France40, going: Sequence[Unit]) -> None:
        """15.2.12: the units left behind when these advance."""
        if units := tuple(u for u in self.alive(g) if u not in going):
            verb = "stay" if len(units) > 1 else "stays"
            g.emit("waits", f"{g.listed(units)} {verb} behind", "15.2.12", units=g.ids(units))

    def spending(self, movers: tuple[Unit, ...], hexes: int, state: str) -> Breakthrough:
        """15.2.12: by advancing further, the group gives up a hex that it did not enter."""
        left, used = tuple(self.left_of(u) - hexes for u in movers), self.used + hexes
        return msgspec.structs.replace(self, group=movers, left=left, used=used, state=state, opened=-1)

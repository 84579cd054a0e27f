"""21.2, 21.3, 22.2: what GQG and Halt! markers have in common: stacks get them, and two dice take some off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from meuse.counters import Side
from meuse.games.france40.board import MARKERS, France40
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.report import count
from meuse.state import OWN, derived
from meuse.steps import Question, Step


class PlaceMarkers(Question, frozen=True):
    """21.2.4a, 21.3.2a, 22.2c: markers are put on stacks, as many as can be. A game has the order `place`."""

    kind: ClassVar[str]
    placed: int = 0

    def in_hand(self, g: France40) -> Sequence[int]:
        """The numbers of the markers that can be placed."""
        raise NotImplementedError

    def stacks(self, g: France40) -> Sequence[int]:
        """The stacks that can get one, as hexes or as units in them."""
        raise NotImplementedError

    def can_place(self, g: France40) -> bool:
        return bool(self.in_hand(g) and self.stacks(g))

    def duty_rule(self, g: France40) -> str:
        """The rule by which all of them are placed."""
        return self.rule

    def decider(self, g: France40) -> Side | None:
        return self.side if self.placed or self.can_place(g) else None

    def remaining(self, g: France40) -> str:
        return f"{count(len(self.in_hand(g)), 'marker')} to place"

    def one_placed(self, g: France40) -> None:
        g.replace(msgspec.structs.replace(self, placed=self.placed + 1))

    @order(
        "done",
        label="Roll the dice",
        says="Two dice are rolled: the markers with these numbers come off the map again.",
    )
    def done(self, g: France40) -> None:
        g.pop()

    @done.closed_if
    def why_not_done(self, g: France40) -> Refusal | None:
        if not self.can_place(g):
            return None
        return Refusal(self.duty_rule(g), f"every {self.kind} marker must be placed first: {len(self.in_hand(g))} left")


class RemoveMarkers(Step, frozen=True):
    """21.2.4c, 21.3.2b, 22.2c: the markers with the numbers of two dice come off; doubles take one."""

    kind: ClassVar[str]
    event: ClassVar[str]
    bearer: ClassVar[Side]

    def run(self, g: France40) -> None:
        g.pop()
        if not (lying := on_map(g, self.bearer)):
            return
        dice = (g.roll(), g.roll())
        off = sorted({*dice} & {*lying})
        for number in off:
            take_off(g, self.bearer, number)
        self.rolled(g, dice)
        text = removal_words(self.kind, dice, off)
        g.emit(self.event, text, self.rule, dice=dice, side=self.bearer.word)

    def rolled(self, g: France40, dice: tuple[int, ...]) -> None:
        """What else follows from the dice."""


@derived(OWN, MARKERS)
def on_map(g: France40, side: Side) -> list[int]:
    """The numbers of the markers that lie on units of a side."""
    return sorted({g.under[u] for u in g.on_map(side)} - {0})


def take_off(g: France40, side: Side, number: int) -> None:
    for u in g.on_map(side):
        if g.under[u] == number:
            g.set_under(u, 0)


def removal_words(kind: str, dice: tuple[int, int], off: Sequence[int]) -> str:
    """What two dice have done to the markers on the map."""
    rolled = f"The dice show {dice[0]} and {dice[1]}"
    if not off:
        return f"{rolled}: no {kind} marker comes off"
    verb = "markers {} come off" if len(off) > 1 else "marker {} comes off"
    return f"{rolled}: {kind} {verb.format(' and '.join(map(str, off)))}"

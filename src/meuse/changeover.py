"""A game that goes over to other rules: from a snapshot on it is played under the present ones.

The orders before it stand in the journal, but only the release under which they were given can play them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version

import msgspec

from meuse.rulebook import RuleBook
from meuse.scenario import Scenario
from meuse.snapshot import BadSnapshot, load
from meuse.state import State


class Changeover(msgspec.Struct, frozen=True, kw_only=True):
    """After `orders` orders a game went over to other rules; those before are verified by `release`.

    `revision` and `data` are the rules and tables of these orders, `digest` the fingerprint of the state after them.
    """

    orders: int
    revision: int
    data: str
    release: str
    digest: str
    snapshot: str
    dropped: tuple[str, ...] = ()
    """Orders given after the snapshot that no longer fitted, with their side."""
    new_dice: bool = False
    """Whether only the dice are others from here on: the game was continued from a file whose seed somebody knows."""

    @property
    def since(self) -> str:
        """What keeps orders before it from being taken back."""
        return "the dice have changed since" if self.new_dice else "the rules have changed since"


def state_after(changeovers: Sequence[Changeover], rules: RuleBook, scenario: Scenario) -> State:
    """The state at the last of these changeovers, to be played on under the present rules; raises BadSnapshot."""
    last = changeovers[-1]
    state = load(last.snapshot, rules, scenario)
    if state.digest() != last.digest:
        raise BadSnapshot("the state in the snapshot is not the one recorded")
    return state


@cache
def release() -> str:
    """The release of this program, as journals name it."""
    try:
        return f"meuse {version('meuse')}"
    except PackageNotFoundError:
        return "meuse"

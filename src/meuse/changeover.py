"""A game that goes over to other rules: from a snapshot on it is played under the present ones.

The orders before it stand in the journal, but only the release under which they were given can play them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

import msgspec

from meuse.rulebook import RuleBook
from meuse.scenario import Scenario
from meuse.snapshot import BadSnapshot, load

if TYPE_CHECKING:
    from meuse.game import Entry, Game


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


def go_on(rules: RuleBook, scenario: Scenario, past: Sequence[Entry], changeovers: Sequence[Changeover]) -> Game:
    """The game as it stood at the last of these changeovers, to be played under the present rules; raises BadSnapshot.

    Nothing before it can be taken back.
    """
    from meuse.game import Game

    last = changeovers[-1]
    state = load(last.snapshot, rules, scenario)
    if state.digest() != last.digest:
        raise BadSnapshot("the state in the snapshot is not the one recorded")
    game = Game(rules, state)
    game.changeovers = tuple(changeovers)
    game.journal = [*past[:-1], *(msgspec.structs.replace(entry, committed=True) for entry in past[-1:])]
    return game


@cache
def release() -> str:
    """The release of this program, as journals name it."""
    try:
        return f"meuse {version('meuse')}"
    except PackageNotFoundError:
        return "meuse"

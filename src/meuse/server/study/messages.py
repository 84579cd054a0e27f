"""What goes over the wire about lessons and problems."""

from __future__ import annotations

from typing import Literal

import msgspec

from meuse.counters import SideWord
from meuse.server.messages import Short


class NewStudy(msgspec.Struct, forbid_unknown_fields=True):
    """A lesson or an attempt to be begun; whoever chooses the seed knows the dice."""

    seed: int | Short | None = None


class ProblemCard(msgspec.Struct, frozen=True, kw_only=True):
    """A problem as the page lists it. `reply` is the bot that answers before it is judged; "" if none does."""

    game: str
    id: str
    title: str
    task: str
    level: int
    side: SideWord
    scenario: str
    turn: int
    goals: tuple[str, ...]
    reply: str


class ProblemHint(msgspec.Struct, frozen=True):
    """What to look at, and then where: numbers of hexes."""

    look: str
    where: tuple[str, ...]


class Begun(msgspec.Struct, frozen=True):
    """A match begun for a lesson or a problem: its seat, and which side that is."""

    id: str
    secret: str
    side: SideWord


class SolutionShown(msgspec.Struct, frozen=True):
    """The match in which a problem's solution was played, to be watched, and the reason why it works."""

    id: str
    why: str


Outcome = Literal["open", "solved", "lucky", "unlucky", "missed"]
"""`lucky`: with these dice only; `unlucky`: with most other dice it would have been solved."""


class GoalLine(msgspec.Struct, frozen=True):
    text: str
    reached: bool


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """How an attempt at a problem stands: `open` until the time has come to judge.

    Where dice were rolled, `won` says with how many of `dice` sets of dice the same orders reach all goals.
    """

    outcome: Outcome
    goals: tuple[GoalLine, ...] = ()
    won: int = 0
    dice: int = 0
    why: str = ""
    """The reason, once it is solved."""

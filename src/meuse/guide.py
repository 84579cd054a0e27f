"""A guided first game as data: what it says, what it points at, what it waits for. The client knows no more than this.

A game has one if `guide.toml` lies in its folder. Nothing in it is enforced: steps wait for what happens, and may be
passed over.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Literal

import msgspec

from meuse.counters import SideWord


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something to wait for. All that is given must hold at once."""

    verb: str = ""
    """Such an order can be given now."""
    order: str = ""
    """The player has given such an order, `times` times."""
    times: int = 1
    event: str = ""
    """Such a thing has been told."""
    picked: str = ""
    """This unit is part of the order being given."""
    shows: Literal["", "hex", "odds", "refusal", "stack", "dice", "reply", "past"] = ""
    """What the page shows: a hex looked into, odds, a refusal, units moved together, dice, the other side's moves to
    be watched, an earlier moment."""
    turn: int | None = None
    """The game has come to this turn."""
    over: bool = False
    """The game has ended."""


class GuideStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A few sentences. It is shown when one of `when` holds (always, if there is none) until one of `until` does."""

    title: str
    say: str
    rule: str = ""
    point: str = ""
    """A unit or a hex that can be shown."""
    when: tuple[Moment, ...] = ()
    until: tuple[Moment, ...] = ()


class NowPlay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that the last step offers: a short scenario, or the first turns of a longer one."""

    label: str
    scenario: str
    opponent: str = "cadet"


class GuideStart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position of the lesson's own, said as a problem says it: see `meuse.problems.Problem`."""

    turn: int
    phase: str
    nth: int = 1
    options: dict[str, bool | int | str] = {}
    clear: bool = True
    put: tuple[str, ...] = ()
    control: dict[SideWord, str] = {}
    values: tuple[str, ...] = ()


class GuideCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the front page offers it; the one with the lowest `place` is the first game for newcomers."""

    title: str
    note: str
    place: int
    scenario: str
    side: SideWord
    opponent: str


class Guide(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole guide. `prepare` are orders given ahead, whichever fits, until an order `begins` can be given.

    It is played from the beginning of the card's scenario, or from `start`.
    """

    card: GuideCard
    step: tuple[GuideStep, ...]
    now: NowPlay
    start: GuideStart | None = None
    begins: str = ""
    prepare: tuple[tuple[str, ...], ...] = ()


class BadGuide(ValueError):
    """A guide that cannot be read: names the file and what is wrong."""


def guide_of(game_id: str) -> Guide | None:
    """The guide of a game, if it has one; raises BadGuide."""
    file = files(f"meuse.games.{game_id}") / "guide.toml"
    if not file.is_file():
        return None
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Guide)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadGuide(f"{file}: {error}") from error

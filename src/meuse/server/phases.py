"""The phases of the player turn that is going on: done, now, to come, and whose turn follows; for the page's bar."""

from __future__ import annotations

from itertools import takewhile
from typing import Literal

import msgspec

from meuse.counters import Side, SideWord
from meuse.game import Game
from meuse.steps import Step, Turns


class Phase(msgspec.Struct):
    """A phase as the bar names it. `side` is "" where both sides act, or none."""

    title: str
    side: SideWord | Literal[""]
    state: Literal["done", "now", "later"]


def phases(game: Game) -> list[Phase]:
    """The player turn, in the order of the book; the last entry is where the other side begins, if it does."""
    g = game.state
    if not g.stack or not isinstance(g.stack[0], Turns) or game.over:
        return []
    sequence, now = g.scenario.sequence, g.stack[0].at - 1
    side = _side(sequence[now]) if now >= 0 else None
    before = list(takewhile(lambda step: _joins(step, side), reversed(sequence[:now])))[::-1]
    after = list(takewhile(lambda step: _joins(step, side), sequence[now + 1 :]))
    rest = sequence[now + 1 + len(after) :]
    following = next((step for step in rest if _named(game, step) and _side(step) not in (side, None)), None)
    found = [_phase(game, step, "done") for step in before if _named(game, step)]
    found.append(_phase(game, sequence[now], "now"))
    found += [_phase(game, step, "later") for step in after if _named(game, step)]
    return found + ([_phase(game, following, "later")] if following else [])


def _joins(step: Step, side: Side | None) -> bool:
    """Whether a step belongs to the same player turn: a new game turn or the other side ends it."""
    return not hasattr(step, "turn") and _side(step) in (side, None)


def _side(step: Step) -> Side | None:
    side = getattr(step, "side", None)
    return side if isinstance(side, Side) else None


def _named(game: Game, step: Step) -> bool:
    """Steps that act by themselves have no words of their own."""
    return bool(step.title_now(game.state))


def _phase(game: Game, step: Step, state: Literal["done", "now", "later"]) -> Phase:
    words, side = step.title_now(game.state), _side(step)
    if not _named(game, step):  # a step that draws or rolls: what it brought is above it
        words = next((text for above in game.state.stack[1:] if (text := above.title_now(game.state))), words)
    short = words.removeprefix(f"{side.title} ") if side is not None else words
    return Phase(short[:1].upper() + short[1:], side.word if side is not None else "", state)

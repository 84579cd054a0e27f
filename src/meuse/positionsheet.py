"""A position as data that a page can edit: where every counter lies, and at which moments the game can go on.

`Sheet.of(text)` reads a position, `edited` writes it again with counters laid elsewhere or at another moment. What a
page need not know of (control, values of a game) is left as it stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import msgspec

from meuse.counters import SIDES, Counter, SideWord, Value, army_words
from meuse.game import Game, Position
from meuse.plaindata import plain
from meuse.report import UnitView
from meuse.seat import shown_unit

GAME_OVER = "The game is over."
"""Instead of a question."""


class Lying(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Where a counter lies: a hex, a box, or "" out of play; with how many steps, and what is said of it."""

    at: str = ""
    steps: int
    status: tuple[str, ...] = ()


class Piece(msgspec.Struct, frozen=True):
    """A counter: as it looks now, its figures with one step, two steps and so on, and what it belongs to."""

    view: UnitView
    values: tuple[tuple[Value, ...], ...]
    formation: str


class Beginning(msgspec.Struct, frozen=True):
    """A moment at which a game can begin: its turn and its title."""

    turn: int
    title: str


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """A position, ready to be edited; `text` is the whole of it."""

    game: str
    scenario: str
    title: str
    text: str
    lying: dict[str, Lying]
    pieces: tuple[Piece, ...]
    boxes: tuple[str, ...]
    statuses: tuple[str, ...]
    moments: tuple[Beginning, ...]
    turn: int
    phase: str
    side: SideWord | None
    """Who is asked; None where the game is over."""
    question: str
    faults: tuple[str, ...]
    """What the rules would not allow; the game can begin all the same, but for both sides in one hex."""
    blocked: bool
    """Whether nobody can play from here."""

    @staticmethod
    def of(text: str) -> Sheet:
        """Raises BadPosition."""
        return _sheet(text, Position(text).play())


def edited(text: str, lying: Mapping[str, Lying], moment: int | None = None) -> str:
    """The text of a position with counters laid elsewhere, at one of its sheet's moments if one is named."""
    game = Position(text).play()
    rows, counters = text.splitlines(), {counter.id: counter for counter in game.state.scenario.counters}
    end = rows.index("---") + 1
    kept = [row for row in rows[end:] if not (row.startswith("unit ") and row.split(" ")[1] in lying)]
    units = [_row(counters[name], where, game) for name, where in lying.items() if name in counters]
    first = next((n for n, row in enumerate(kept) if not row.startswith("turn ")), len(kept))
    body = [*kept[:first], *units, *kept[first:]]
    if moment is not None:
        turn, _, steps = list(game.rules.moments(game.state))[moment]
        told = [f"step {json.dumps(plain(step), ensure_ascii=False)}" for step in steps]
        body = [f"turn {turn}", *(row for row in body if not row.startswith(("turn ", "step "))), *told]
    return "\n".join([*rows[:end], *body]) + "\n"


# -- helpers


def _sheet(text: str, game: Game) -> Sheet:
    g, scenario = game.state, game.state.scenario
    asked = game.asked()
    lying = {counter.id: _lying(game, u) for u, counter in enumerate(scenario.counters)}
    faults = tuple(_both_sides(game))
    return Sheet(
        game=game.rules.id,
        scenario=scenario.id,
        title=f"{game.rules.title}: {scenario.title}",
        text=text,
        lying=lying,
        pieces=tuple(
            Piece(shown_unit(game, u), tuple(c.values(steps) for steps in range(1, c.steps + 1)), _formation(c))
            for u, c in enumerate(scenario.counters)
        ),
        boxes=scenario.boxes,
        statuses=tuple(word for word, flag in game.rules.status_words.items() if flag),
        moments=tuple(Beginning(turn, title) for turn, title, _ in game.rules.moments(g)),
        turn=g.turn,
        phase=next((words for step in reversed(g.stack) if (words := step.title_now(g))), ""),
        side=asked.side.word if asked is not None else None,
        question=asked.question if asked is not None else GAME_OVER,
        faults=(*faults, *_overstacked(game)),
        blocked=bool(faults) or asked is None,
    )


def _row(counter: Counter, lying: Lying, game: Game) -> str:
    """A unit's line; what is wrong in it is told by whoever reads the position."""
    boxes = game.state.scenario.boxes
    place = "out" if not lying.at else f"in {lying.at}" if lying.at in boxes else f"at {lying.at}"
    steps = "" if lying.steps == counter.steps else f" with {lying.steps} step{'s' * (lying.steps != 1)}"
    return "".join([f"unit {counter.id} {place}{steps}", *(f", {word}" for word in lying.status)])


def _lying(game: Game, u: int) -> Lying:
    g, left, words = game.state, game.state.status[u], []
    for word, flag in game.rules.status_words.items():
        if flag and left & flag == flag:
            words.append(word)
            left &= ~flag
    return Lying(
        at=g.scenario.place_word(g.hex_of[u]), steps=g.steps[u], status=(*words, *([str(left)] if left else []))
    )


def _formation(counter: Counter) -> str:
    army = getattr(counter, "army", "")
    return army_words(army) if army else counter.parent or counter.nation.title()


def _both_sides(game: Game) -> Iterator[str]:
    g = game.state
    for h, units in sorted(g.at.items()):
        if h >= 0 and len({g.side(u) for u in units}) > 1:
            yield f"Both sides are in {g.map.spot(h)}: {g.listed(units)}. Move one of them."


def _overstacked(game: Game) -> Iterator[str]:
    g = game.state
    for h in (h for side in SIDES for h in game.rules.overstacked(g, side)):
        yield f"More units are in {g.map.spot(h)} than may stack there: {g.listed(g.at.get(h, ()))}."

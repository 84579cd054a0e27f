"""Setting a problem up: counters on the board, the turn and the phase at which it begins.

What acts by itself between the beginning of the turn and that phase is carried out (air points arrive, supply is
judged), unless it rolls dice or is the enemy's; what asks is passed over, and so are the turns before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from meuse.counters import Side, SideWord
from meuse.game import Position
from meuse.state import State
from meuse.steps import Step, Turns
from meuse.testkit import Table


class Setting(Protocol):
    """What a problem says of its position."""

    @property
    def game(self) -> str: ...
    @property
    def scenario(self) -> str | None: ...
    @property
    def options(self) -> dict[str, bool | int | str]: ...
    @property
    def side(self) -> SideWord: ...
    @property
    def turn(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def nth(self) -> int: ...
    @property
    def clear(self) -> bool: ...
    @property
    def put(self) -> tuple[str, ...]: ...
    @property
    def control(self) -> dict[SideWord, str]: ...
    @property
    def values(self) -> tuple[str, ...]: ...


def set_up(setting: Setting) -> Position:
    """The position that is meant; raises ValueError where it cannot be set up."""
    table = Table(setting.game, setting.scenario, setting.options)
    if setting.clear:
        table.clear()
    table.put(*setting.put)
    g = table.game.state
    for word, labels in setting.control.items():
        for label in labels.split():
            g.set_control(g.map.hex(label), 1 + Side.of(word))
    first, phase = _found(table, setting)
    table.game.state = _opened(g, first, phase, Side.of(setting.side))
    table.game.forget()
    return _with_lines(table.position, setting.values)


def _found(table: Table, setting: Setting) -> tuple[int, tuple[Step, ...]]:
    """The entry of the sequence of play at which the turn begins, and the stack of the phase."""
    g = table.game.state
    first, last = _turn(g, setting.turn)
    bottom, *steps = table.game.rules.phase(g, setting.phase)
    assert isinstance(bottom, Turns)
    sequence, entry = g.scenario.sequence, g.scenario.sequence[bottom.at - 1]
    if steps == [entry]:  # a phase of the sequence, by its words
        at = [n for n in range(first, last) if sequence[n].called(g) == setting.phase]
        steps = [sequence[at[setting.nth - 1]]] if len(at) >= setting.nth else []
    else:  # one that is put on top of an entry: what a drawn chit brings
        at = [n for n in range(first, last) if type(sequence[n]) is type(entry)]
    if len(at) < setting.nth:
        raise ValueError(f"turn {setting.turn} has no phase {setting.phase!r}{_number(setting.nth)}")
    return first, (Turns(at[setting.nth - 1] + 1), *steps)


def _number(nth: int) -> str:
    return "" if nth == 1 else f" number {nth}"


def _turn(g: State, turn: int) -> tuple[int, int]:
    """Which entries of the sequence of play make up a turn: from the step that begins it to the next of its kind."""
    sequence = g.scenario.sequence
    first = next((n for n, step in enumerate(sequence) if _number_of(step) == turn), None)
    if first is None:
        raise ValueError(f"the game has no turn {turn}")
    later = (n for n in range(first + 1, len(sequence)) if type(sequence[n]) is type(sequence[first]))
    return first, next(later, len(sequence))


def _number_of(step: Step) -> int | None:
    """The turn that a step of the sequence begins."""
    return step.turn if "turn" in step.__struct_fields__ else None  # type: ignore[attr-defined]


def _opened(g: State, first: int, phase: tuple[Step, ...], side: Side) -> State:
    """The board at a phase, after all that acts by itself in its turn before it."""
    bottom = phase[0]
    assert isinstance(bottom, Turns)
    for entry in g.scenario.sequence[first : bottom.at - 1]:
        if getattr(entry, "side", side) is side:
            g = _acted(g, entry)
    g.stack = phase
    return g


def _acted(g: State, entry: Step) -> State:
    """The board after a step of the sequence has acted; as it was where it asks, rolls dice or ends the game."""
    trial = g.copy()
    trial.stack, trial.rolled = (entry,), ()
    if entry.decider(trial) is not None:
        return g
    entry.run(trial)
    return g if trial.rolled or trial.result is not None else trial


def _with_lines(position: Position, lines: tuple[str, ...]) -> Position:
    """A position with further lines, in the place of those that say the same; steps in the place of all steps."""
    given = {_subject(line) for line in lines}
    rows = [row for row in _body(position) if _subject(row) not in given]
    return Position("\n".join([*rows, *lines]) + "\n")


def _body(position: Position) -> Iterator[str]:
    yield from position.text.splitlines()


def _subject(line: str) -> tuple[str, ...]:
    """What a line of a position is about: the turn, a unit, a value."""
    kind, *words = line.split()
    about = {"unit": 1, "value": 1, "unit-value": 2}.get(kind, 0)
    return (kind, *words[:about])

"""A position: any moment of any game as a text that a person can edit, checked line by line when it is read.

    meuse position 1
    game skirmish
    scenario sedan
    ---
    turn 2
    unit 1Pz at 4717 with 1 step, moved
    unit 55DI at 4718
    control german 4717 4718
    unit-value tokens 1Pz 2
    value chits {"dict": [["german", 2]]}
    step {"struct": ["Turns", {"at": 3}]}
    step {"struct": ["Operation", {"side": {"side": "german"}, "moving": -1, "left": 0}]}

Units that are not named are out of play, and values that are not named are what they are at the start of the scenario.
Steps are those of the sequence of play, the whole first: the last one is what the game waits for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from meuse.counters import Side, Unit
from meuse.hexmap import OFF_MAP
from meuse.plaindata import plain
from meuse.positiontext import FORMAT, others
from meuse.rulebook import RuleBook
from meuse.state import State


def written(rules: RuleBook, g: State) -> str:
    """The text of a moment, with everything that either side knows."""
    return "\n".join(_rows(rules, g)) + "\n"


def _rows(rules: RuleBook, g: State) -> Iterator[str]:
    scenario = g.scenario
    fresh = rules.begin(scenario, b"")
    yield from (FORMAT, f"game {rules.id}", f"scenario {scenario.id}")
    yield from (f"option {name} {json.dumps(value)}" for name, value in sorted(scenario.options.items()))
    for name, text in sorted(rules.own_tables.items()):
        yield from (f"table {name}", *(f"| {line}".rstrip() for line in text.splitlines()))
    yield from ("---", f"turn {g.turn}")
    yield from (_unit_row(rules, g, u) for u in range(len(g.hex_of)) if _is_worth_a_line(g, u))
    for side in Side:
        held = [g.map.labels[h] for h, owner in enumerate(g.control) if owner == side + 1]
        yield from (f"control {side.word} {' '.join(held[n : n + 16])}" for n in range(0, len(held), 16))
    for name in others(g):
        yield from _value_rows(g, name, getattr(g, name), getattr(fresh, name))
    yield from (f"step {_dumped(step)}" for step in g.stack)


def _is_worth_a_line(g: State, u: Unit) -> bool:
    return g.hex_of[u] != OFF_MAP or g.steps[u] != g.scenario.counters[u].steps or g.status[u] != 0


def _unit_row(rules: RuleBook, g: State, u: Unit) -> str:
    counter, where = g.scenario.counters[u], g.scenario.place_word(g.hex_of[u])
    place = "out" if not where else f"at {where}" if g.hex_of[u] >= 0 else f"in {where}"
    steps = "" if g.steps[u] == counter.steps else f" with {g.steps[u]} step{'s' * (g.steps[u] != 1)}"
    words, left = [], g.status[u]
    for word, flag in rules.status_words.items():
        if flag and left & flag == flag:
            words.append(word)
            left &= ~flag
    if left:
        words.append(str(left))
    return "".join([f"unit {counter.id} {place}{steps}", *(f", {word}" for word in words)])


def _value_rows(g: State, name: str, value: Any, fresh: Any) -> Iterator[str]:
    """A value that is not what it was at the start; a column by unit, unit by unit."""
    if value == fresh:
        return
    if not isinstance(value, list) or len(value) != len(g.hex_of):
        yield f"value {name} {_dumped(value)}"
        return
    ids = g.scenario.unit_ids
    yield from (f"unit-value {name} {ids[u]} {_dumped(v)}" for u, v in enumerate(value) if v != fresh[u])


def _dumped(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False, separators=(", ", ": "))

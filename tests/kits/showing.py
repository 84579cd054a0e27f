"""Finds examples for the book of rules in the tests: python tests/kits/showing.py GAME writes its `examples.toml`.

The tests of a game's rules are run, and wherever one asks why an order is refused, the table is noted as it lies. Kept
is what can be set up again from a few words and is refused there in the same way: one example for each rule, the one
with the fewest counters.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

import meuse
from meuse.counters import SIDES, SideWord
from meuse.examples import Example, caption, places, refused, scene
from meuse.ledger import Refusal
from meuse.testkit import Table

TESTS = Path(__file__).parent.parent / "rules"
MOST_COUNTERS, MOST_HEXES = 9, 7
SHOWN = {"move", "march", "attack", "retreat", "advance", "rail", "overrun", "drop", "evacuate", "bridgehead", "exit"}
"""Orders whose refusal can be seen on a picture of the board."""

LEAST, NOT_NOW = 28, "cannot be ordered now"
"""Letters of a refusal that says something by itself, and words of those that do not."""


class Recorder:
    """A plugin of pytest: runs only tests that ask why not, and notes the tables at which they do."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.found: dict[str, Example] = {}
        self._phases: dict[int, str] = {}
        self._why_not, self._phase = Table.why_not, Table.phase

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if "why_not" in Path(item.path).read_text(encoding="utf-8")]

    def pytest_configure(self) -> None:
        recorder, why_not, phase = self, self._why_not, self._phase

        def noted(table: Table, order: str) -> Refusal:
            refusal = why_not(table, order)
            recorder.note(table, order, refusal)
            return refusal

        def begun(table: Table, words: str) -> Table:
            recorder._phases[id(table)] = words
            return phase(table, words)

        Table.why_not, Table.phase = noted, begun  # type: ignore[method-assign]

    def note(self, table: Table, order: str, refusal: Refusal) -> None:
        """Keep the table as an example of the rule, if it can be set up again."""
        sentences = list(_sentences(table))
        known = self.found.get(refusal.rule)
        if order.split()[0] not in SHOWN or len(refusal.text) < LEAST or NOT_NOW in refusal.text:
            return
        if not refusal.rule or not sentences or len(sentences) > MOST_COUNTERS:
            return
        if known is not None and len(known.put) <= len(sentences):
            return
        phases = [self._phases.get(id(table), ""), *_phases(self.game, table)]
        bare = (
            Example(rule=refusal.rule, says="", order=order, side=table.game.decision.side.word, turn=turn, nth=nth,
                    phase=phase, put=tuple(sentences), scenario=table.game.state.scenario.id)
            for phase in dict.fromkeys(filter(None, phases))
            for turn in dict.fromkeys((table.game.state.turn, *TURNS))
            for nth in (1, 2)
        )  # fmt: skip
        example = next((found for one in bare if (found := _checked(self.game, table, one, refusal))), None)
        if example is not None:
            self.found[refusal.rule] = example


TURNS = (2, 3, 5)
"""Turns that an example may be of, where the table of a test is of none."""

MOST_CONTROLLED, MOST_VALUES = 60, 700
"""Hexes whose control an example names, and letters of its further lines."""


def _checked(game: str, table: Table, bare: Example, refusal: Refusal) -> Example | None:
    """The example, with no more of the board than it takes to be refused in the same words."""
    board = _with_its_board(game, table, bare)
    return board and (_same(game, bare, refusal) or _same(game, board, refusal))


MARKERS = ("HGA", "HGB", "HGC", "PGK", "1AG", "2AG", "3AG", "BL", "NL")
"""What can be drawn from a cup, where a phase is called by that."""


def _phases(game: str, table: Table) -> Iterator[str]:
    """The words of the phase that the table is in, where it was not asked for by them."""
    g = table.game.state
    for step in g.stack[1:2]:
        yield step.called(g)
    if game == "manstein":
        yield from (f"{marker} impulse" for marker in MARKERS)


def _same(game: str, example: Example, refusal: Refusal) -> Example | None:
    try:
        again = scene(game, example).play()
        found = refused(again, example.order)
    except Exception:  # whatever does not come about again is no example
        return None
    if found is None or (found.rule, found.text) != (refusal.rule, refusal.text):
        return None
    spots = [again.state.map.index[label] for label in places(again, example.order, found)]
    if not spots or max(again.state.map.distance(a, b) for a in spots for b in spots) > MOST_HEXES:
        return None
    return Example(**{**_fields(example), "says": caption(again, example.order, found)})


def _with_its_board(game: str, table: Table, example: Example) -> Example | None:
    """The same with the control of hexes and the values of the table, where they are few."""
    try:
        plain = scene(game, example)
    except Exception:
        return None
    theirs, ours = table.game.state, plain.play().state
    control: dict[SideWord, str] = {}
    for side in SIDES:
        own = [theirs.map.labels[h] for h, of in enumerate(theirs.control) if of == 1 + side != ours.control[h]]
        control |= {side.word: " ".join(own)} if own else {}
    known = set(plain.text.splitlines())
    lines = table.position.text.splitlines()
    values = tuple(line for line in lines if line.startswith(("value ", "unit-value ")) and line not in known)
    if sum(len(text.split()) for text in control.values()) > MOST_CONTROLLED or len("".join(values)) > MOST_VALUES:
        return None
    return Example(**{**_fields(example), "control": control, "values": values})


def _sentences(table: Table) -> Iterator[str]:
    """The counters on the map, as a table is laid."""
    g = table.game.state
    for u, at in enumerate(g.hex_of):
        if at >= 0:
            counter = g.scenario.counters[u]
            steps = "" if g.steps[u] == counter.steps else f" with {g.steps[u]} step{'s' * (g.steps[u] != 1)}"
            word = next(side.title for side in SIDES if side is counter.side)
            yield f"{word} {counter.id} at {g.map.labels[at]}{steps}"


def _fields(example: Example) -> dict[str, Any]:
    return {name: getattr(example, name) for name in example.__struct_fields__}


def _written(example: Example) -> str:
    rows = [
        f"rule = {_text(example.rule)}",
        f"says = {_text(example.says)}",
        f"order = {_text(example.order)}",
        f"scenario = {_text(example.scenario or '')}",
        f"side = {_text(example.side)}",
        f"turn = {example.turn}",
        f"phase = {_text(example.phase)}",
        *([f"nth = {example.nth}"] if example.nth > 1 else []),
        f"put = [{', '.join(map(_text, example.put))}]",
    ]
    if example.control:
        held = ", ".join(f"{side} = {_text(labels)}" for side, labels in example.control.items())
        rows.append(f"control = {{ {held} }}")
    if example.values:
        rows.append(f"values = [{', '.join(map(_text, example.values))}]")
    return "\n".join(["[[example]]", *rows])


def _text(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def main(game: str) -> None:
    recorder = Recorder(game)
    pytest.main(["-q", "-p", "no:cacheprovider", "--no-header", str(TESTS / game)], plugins=[recorder])
    book = meuse.rule_book(game)
    order = {rule: n for n, rule in enumerate(book.ledger.ids())}
    examples = sorted((one for one in recorder.found.values() if one.rule in order), key=lambda one: order[one.rule])
    head = f"# Examples for the rules of {book.title}: written by tests/kits/showing.py, checked by the rules.\n"
    path = Path(str(files(f"meuse.games.{game}"))) / "examples.toml"
    path.write_text("\n\n".join([head.rstrip(), *map(_written, examples)]) + "\n", encoding="utf-8")
    print(f"{len(examples)} examples in {path.name}")


if __name__ == "__main__":
    main(sys.argv[1])

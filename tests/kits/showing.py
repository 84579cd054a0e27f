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
from meuse.counters import SIDES
from meuse.examples import Example, caption, places, refused, scene
from meuse.ledger import Refusal
from meuse.testkit import Table

TESTS = Path(__file__).parent.parent / "rules"
MOST_COUNTERS, MOST_HEXES = 9, 7


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
        phase = self._phases.get(id(table), "")
        if not refusal.rule or not phase or not sentences or len(sentences) > MOST_COUNTERS:
            return
        if known is not None and len(known.put) <= len(sentences):
            return
        example = _checked(self.game, table, order, refusal, phase, tuple(sentences))
        if example is not None:
            self.found[refusal.rule] = example


def _checked(game: str, table: Table, order: str, refusal: Refusal, phase: str, put: tuple[str, ...]) -> Example | None:
    g = table.game.state
    side = table.game.decision.side.word
    example = Example(
        rule=refusal.rule, says="", order=order, side=side, turn=g.turn, phase=phase, put=put, scenario=g.scenario.id
    )
    try:
        again = scene(game, example).play()
        found = refused(again, order)
    except Exception:  # whatever does not come about again is no example
        return None
    if found is None or (found.rule, found.text) != (refusal.rule, refusal.text):
        return None
    spots = [again.state.map.index[label] for label in places(again, order, found)]
    if not spots or max(again.state.map.distance(a, b) for a in spots for b in spots) > MOST_HEXES:
        return None
    return Example(**{**_fields(example), "says": caption(again, order, found)})


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
        f"put = [{', '.join(map(_text, example.put))}]",
    ]
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

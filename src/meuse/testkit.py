"""The test kit: a table on which to lay a few counters, fix the dice, jump to a phase and give orders as text.

@rule("skirmish", "5.2")
def test_no_move_into_an_enemy_hex():
    table = Table("skirmish").clear()
    table.put("German 1Pz at 4717", "French 55DI at 4718")
    table.phase("German movement")

    assert table.why_not("move 1Pz 4718").rule == "5.2"
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

import meuse
from meuse.counters import Unit
from meuse.decision import decision_of
from meuse.events import Event
from meuse.game import UNDO, Game
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.steps import Step

F = TypeVar("F", bound=Callable[..., None])

_SENTENCE = re.compile(
    r"(?P<words>.*?)(?P<unit>\S+) (?:at|in) (?P<where>[^ ].*?)(?: with (?P<steps>\d+) steps?)?", re.DOTALL
)


def rule(game: str, *rules: str) -> Callable[[F], F]:
    """Say which rules a test shows; `meuse rules GAME --coverage` counts them."""
    import pytest

    mark: Callable[[F], F] = pytest.mark.rule(game, *rules)
    return mark


class Table:
    """A game laid out by hand."""

    def __init__(
        self,
        game: str,
        scenario: str | None = None,
        options: Mapping[str, bool | int | str] | None = None,
        seed: int = 1,
    ) -> None:
        self.game: Game = meuse.new(game, scenario, seed, options)

    # -- laying out

    def clear(self) -> Table:
        """Take all counters off the map."""
        for u in range(len(self.game.state.hex_of)):
            self.game.state.place(u, OFF_MAP)
        return self

    def put(self, *sentences: str) -> Table:
        """Lay counters: "French 55DI at 4718", "disrupted German 1Pz at 4717 with 1 step", "XIX in pool"."""
        g = self.game.state
        for sentence in sentences:
            match = _SENTENCE.fullmatch(sentence)
            if match is None:
                raise ValueError(f"{sentence!r} does not say which unit stands where")
            u = self._unit(match["words"].split(), match["unit"])
            g.place(u, self._where(match["where"]))
            g.set_steps(u, int(match["steps"] or g.scenario.counters[u].steps))
            g.set_status(u, self._status(match["words"].split()))
        return self._changed()

    def remove(self, *sentences: str) -> Table:
        """Take counters off: "French 55DI"."""
        for sentence in sentences:
            *words, unit = sentence.split()
            self.game.state.place(self._unit(words, unit), OFF_MAP)
        return self._changed()

    def phase(self, words: str) -> Table:
        """Jump to a phase by its words: "German movement"."""
        self.game.state.stack = self.game.rules.phase(self.game.state, words)
        return self.settle()

    def step(self, *steps: Step) -> Table:
        """Jump to a step, with what comes after it."""
        self.game.state.stack = tuple(reversed(steps))
        return self.settle()

    @property
    def position(self) -> meuse.Position:
        """The table as it lies, to be saved and played on from."""
        return self.game.position

    def dice(self, *faces: int) -> Table:
        """Lay out the next dice."""
        self.game.state.dice = self.game.state.dice.force(*faces)
        return self

    def settle(self) -> Table:
        """Let steps that act by themselves act."""
        g = self.game.state
        while g.stack and g.result is None and g.stack[-1].decider(g) is None:
            g.stack[-1].run(g)
        return self._changed()

    # -- playing and asking

    def play(self, *orders: str) -> list[Event]:
        """Give orders; returns what the last one brought about."""
        events: list[Event] = []
        for text in orders:
            side, _, rest = text.partition(": ")
            events = self.game.play(rest, side) if rest else self.game.play(text)
        return events

    def choices(self, beginning: str = "") -> list[str]:
        """What may follow the beginning of an order; `undo`, which no rule is about, is left out."""
        return [token for token in self.game.decision.choices(tuple(beginning.split())) if token not in UNDO]

    def reach(self, unit: str, verb: str = "move") -> set[str]:
        """The hexes a unit can get to."""
        tokens = self.choices(verb) if verb in self.choices() else []
        return set(self.choices(f"{verb} {unit}")) if unit in tokens else set()

    def why_not(self, order: str) -> Refusal:
        """Why an order cannot be given; fails if it can."""
        tokens = tuple(order.split())
        decision = self.game.decision
        for n in range(len(tokens)):
            refusal = decision.why_not(tokens[:n], tokens[n])
            if refusal is not None:
                return refusal
        raise AssertionError(f"{order!r} is allowed")

    def allows(self, order: str) -> bool:
        """Whether an order can be given."""
        try:
            self.game.decision.canonical(tuple(order.split()))
        except meuse.IllegalOrder:
            return False
        return True

    @property
    def asked(self) -> str:
        """Who is asked: german or allied; "" when the game is over."""
        decision = decision_of(self.game.state)
        return decision.side.word if decision else ""

    def where(self, unit: str) -> str:
        """The hex or box of a unit; "" if it is out of play."""
        g = self.game.state
        return g.scenario.place_word(g.hex_of[g.scenario.unit_named[unit]])

    def steps(self, unit: str) -> int:
        g = self.game.state
        return g.steps[g.scenario.unit_named[unit]] if self.where(unit) else 0

    # -- helpers

    def _unit(self, words: list[str], unit: str) -> Unit:
        scenario = self.game.state.scenario
        if unit not in scenario.unit_named:
            raise ValueError(f"{scenario.game}, {scenario.title}: there is no unit {unit!r}")
        u = scenario.unit_named[unit]
        nations = {counter.nation for counter in scenario.counters} | {"german", "allied"}
        for word in words:
            named = word.lower()
            if named in nations and named not in (scenario.counters[u].nation, scenario.counters[u].side.word):
                raise ValueError(f"{unit} is {scenario.counters[u].nation}, not {named}")
        return u

    def _where(self, text: str) -> Hex:
        g = self.game.state
        if text in g.map.index:
            return g.map.hex(text)
        if text in g.scenario.boxes:
            return g.scenario.box(text)
        return g.map.place(text).hex

    def _status(self, words: list[str]) -> int:
        flags = self.game.rules.status_words
        return sum(flags[word] for word in words if word in flags)

    def _changed(self) -> Table:
        self.game.forget()
        return self

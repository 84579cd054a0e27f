"""A rule book: what a game's folder hands to the engine. One instance a game, without state of its own."""

from __future__ import annotations

import hashlib
import json
import random
import tomllib
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar, Literal
from weakref import WeakValueDictionary

import msgspec

from meuse.accounts import Credit
from meuse.advice import Advice
from meuse.appreciation import AnyAppreciation
from meuse.counters import SIDES, Counter, Side, Unit
from meuse.events import Event
from meuse.forecast import AnyForecast
from meuse.hexmap import Hex
from meuse.ledger import Ledger, load_ledger
from meuse.orders import ENDS, order
from meuse.report import OddsReport
from meuse.scenario import ABOUT, Components, Options, Scenario
from meuse.state import Result, State
from meuse.steps import Order, Step, Turns
from meuse.views import Views

TALK = frozenset({"rules.toml", "advice.toml", "problems.toml", "value.toml", "openings.toml", "study.toml"})
"""Files of a game's data by which no game goes otherwise: what is said and asked about it, how opponents judge it."""


MOST_OPENED = 24
"""Scenarios, each with its options, that are kept open for new games, those of all games together."""

_kept: OrderedDict[int, Scenario] = OrderedDict()
"""The scenarios that were asked for last, by identity. A game in play keeps its own anyway."""


class ScenarioInfo(msgspec.Struct, frozen=True):
    id: str
    title: str
    summary: str


class Option(msgspec.Struct, frozen=True):
    """A switch of the game: an optional rule of the book, or a ruling of ours that can be had otherwise."""

    id: str
    title: str
    default: bool | int | str
    rule: str = ""
    values: tuple[bool | int | str, ...] = (False, True)
    origin: Literal["book", "house"] = "book"
    says: str = ""
    """What the book says of it, or what was asked where it is silent; empty until it is to be shown to somebody."""


def ruling(
    id: str, title: str, default: bool | int | str, rule: str, values: tuple[bool | int | str, ...] = (False, True)
) -> Option:
    """A switch where the book is silent or unclear: the default is how this house plays it."""
    return Option(id, title, default, rule, values, origin="house")


class UnknownOption(ValueError):
    """An option or scenario that the game does not have."""


class RuleBook(ABC):
    """A game: its scenarios, its set-up, and what its views, odds and imagined futures hold."""

    id: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    revision: ClassVar[int]
    """Raised by every change that alters the state after an order of a golden journal."""

    scenarios: tuple[ScenarioInfo, ...]
    options: tuple[Option, ...] = ()
    answers: ClassVar[tuple[str, ...]] = ()
    """The words that stand in a `{word}` of its orders: cards, groups, directions."""

    status_words: ClassVar[dict[str, int]] = {}
    """The flags of a unit's status by the words a test table uses for them."""

    state: ClassVar[type[State]] = State
    """The class of its states."""

    views: ClassVar[Views] = Views()
    """What it shows of a game."""

    forecast: ClassVar[AnyForecast | None] = None
    """Odds and threats, if the game tells them."""

    appreciation: ClassVar[AnyAppreciation | None] = None
    """What counts in it and where a side is in danger, if it can tell."""

    advice_page: ClassVar[str] = ""
    """The module with its `ADVICE`, imported only when an opponent asks."""

    own_tables: Mapping[str, str] = {}
    """What a player has put in the place of the game's own tables, by file name; the files of a variant."""

    variant: str = ""
    """The id of the variant that it is, if it is one: that of its only scenario."""

    base: str = ""
    """The scenario of the game that a variant is laid over; saved games of it say so."""

    def scenario(self, box: Components) -> Scenario:
        """Map, counters and tables of a scenario, out of the components in the box."""
        return Scenario(**box.named(), map=box.read_map(), counters=box.read_counters(Counter))

    @abstractmethod
    def sequence(self, scenario: Any) -> Iterable[Step]:
        """The sequence of play of a scenario; it is read once."""

    def set_up(self, g: Any) -> None:
        """Put in place what stands on the board before the first step: the counters that have a `start`."""
        for u, counter in enumerate(g.scenario.counters):
            if counter.start:
                g.place(u, g.map.find(counter.start))

    def begin(self, scenario: Scenario, seed: bytes) -> State:
        """The state at the start: everything in place, the sequence of play on the stack."""
        g = self.state(scenario, seed)
        self.set_up(g)
        g.push(Turns())
        return g

    def phase(self, g: Any, words: str) -> tuple[Step, ...]:
        """The stack of steps at the first moment of the sequence that has these words; for tests and editors."""
        for at, step in enumerate(g.scenario.sequence):
            if step.called(g) == words:
                return (Turns(at + 1), step)
        raise ValueError(f"{self.title} has no phase {words!r}")

    def moments(self, g: Any) -> Iterator[tuple[int, str, tuple[Step, ...]]]:
        """Where a position can begin: every phase that has a title, by turn and title, with the stack of steps."""
        turn, known = 0, set[tuple[int, str]]()
        for at, step in enumerate(g.scenario.sequence):
            turn = next((n for n in (getattr(step, "turn", None),) if isinstance(n, int)), turn)
            title = step.title_now(g)
            if title and (turn, title) not in known:
                known.add((turn, title))
                yield turn, title, (Turns(at + 1), step)

    def moment(self, g: Any) -> tuple[int, ...]:
        """Tells one phase from the next of its kind; for bots that plan a phase at a time."""
        return (g.turn,)

    def resample(self, g: Any, side: Side, rng: random.Random) -> None:
        """Draw afresh all that this side cannot know, consistent with everything it has seen."""
        if any(getattr(g, column) for column in g.secrets):
            raise NotImplementedError(f"{self.title} keeps secrets, and must say how they are drawn afresh")

    verdict_secret_of: ClassVar[Side | None] = None
    """The side whose secret plan decides who would win: the other is told the points only."""

    def names(self, scenario: Any) -> Iterable[str]:
        """What its orders name in a scenario besides words, numbers, hexes and units: armies."""
        return ()

    def standing(self, g: Any) -> Result | None:
        """How the game would end if it ended now, with both scores; None where it cannot say yet. It tells secrets."""
        return None

    def scored(self, g: Any, result: Result) -> Result:
        """The result of a game with the scores of both sides: what it does not tell itself is as things stand."""
        if all(side.word in result.score for side in SIDES):
            return result
        standing = self.standing(g)
        known: dict[str, float] = {side.word: 0.0 for side in SIDES} | (standing.score if standing is not None else {})
        return msgspec.structs.replace(result, score=known | result.score)

    measure: ClassVar[str] = "points"
    """What its score counts: the title of a chart of it."""

    def counted(self, g: Any) -> str:
        """What the score of this scenario counts."""
        return self.measure

    def credits(self, g: Any) -> tuple[Credit, ...]:
        """What the score is given for as the board stands; empty where only events tell it, or nothing does."""
        return ()

    def earned(self, g: Any, event: Event) -> Iterable[Credit]:
        """What an event gave, in a game whose points are counted once and kept."""
        return ()

    def why(self, g: Any, reader: Side | None) -> str:
        """Who won and by which rule, in plain words for one side (None: a spectator), of a game played to its end."""
        return ""

    def overstacked(self, g: Any, side: Side) -> Iterable[Hex]:
        """The hexes with more units of a side in them than may stop there."""
        return ()

    # -- odds

    def odds(self, g: Any, side: Side, order: Order, support: Mapping[str, int]) -> OddsReport | None:
        """The arithmetic of a planned attack (an order, or the beginning of one).

        With so much support added, by the ids that the report lists.
        """
        return None if self.forecast is None else self.forecast.of_order(g, side, order, support)

    def threat(
        self, g: Any, side: Side, at: str, without: frozenset[Unit], support: Mapping[str, int]
    ) -> OddsReport | None:
        """The best attack that the other side could make on this hex in its next turn.

        Without some of its units, and with so much support.
        """
        return None if self.forecast is None else self.forecast.threat(g, side, at, without, support)

    @property
    def advice(self) -> Advice | None:
        """What the game knows of playing well; None where it offers none."""
        if not self.advice_page:
            return None
        advice: Advice = import_module(self.advice_page).ADVICE
        return advice

    # -- data

    @property
    def package(self) -> str:
        """The module of the game; a variant of its rule book, wherever it is written, has the game's."""
        books = [kind for kind in type(self).__mro__ if issubclass(kind, RuleBook)]
        return books[-2].__module__

    @cached_property
    def data(self) -> Path:
        """The folder of its figures and its rules: `data`, beside the module of the game."""
        return Path(str(files(self.package) / "data"))

    def figure_files(self) -> list[Path]:
        """The files that a game is played with: map, counters, charts, set-ups. Words and advice are not among them."""
        return sorted(path for path in self.data.glob("*.toml") if path.name not in TALK)

    def opened(self, scenario_id: str | None, options: Options) -> Scenario:
        """A scenario with checked options; made once and shared by all games on it. Raises UnknownOption."""
        chosen, full = self.checked_scenario(scenario_id), self.checked_options(options)
        key = (chosen, *sorted(full.items()))
        scenario = self._opened.get(key)
        if scenario is None:
            scenario = self._opened[key] = self.scenario(self._components(chosen, full))
            scenario.sequence = tuple(self.sequence(scenario))
        _keep(scenario)
        return scenario

    def _components(self, scenario_id: str, options: Options) -> Components:
        title = next(info.title for info in self.scenarios if info.id == scenario_id)
        return Components(
            game=self.id, id=self.base or scenario_id, title=title, ledger=self.ledger, options=options, data=self.data
        )

    @cached_property
    def _opened(self) -> WeakValueDictionary[tuple[Any, ...], Scenario]:
        """All scenarios that somebody still uses: each takes some megabytes, and goes with the last who does."""
        return WeakValueDictionary()

    @cached_property
    def steps(self) -> tuple[type[Step], ...]:
        """All kinds of steps of the game."""
        return tuple(step for step in _kinds_of(Step) if step.__module__.startswith(self.package))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the game's orders; for fuzzing and search."""
        orders = [one for step in self.steps for one in step.orders]
        forms = (one for one in orders if isinstance(one, order))
        ends = (ENDS[blank.kind] for form in forms for blank in form.blanks if blank.kind in ENDS)
        return tuple(dict.fromkeys((*(one.word for one in orders), *ends, *self.answers)))

    @cached_property
    def ledger(self) -> Ledger:
        return load_ledger(self.data / "rules.toml")

    @cached_property
    def data_hash(self) -> str:
        """A fingerprint of the parsed, rule-relevant data: all figures, but no words on rules or on their sources."""
        plain = {path.name: _figures(tomllib.loads(path.read_text(encoding="utf-8"))) for path in self.figure_files()}
        return hashlib.sha256(json.dumps(plain, sort_keys=True, default=str).encode()).hexdigest()[:16]

    def checked_options(self, given: Options) -> Options:
        """The options in full, defaults filled in; raises UnknownOption."""
        known = {option.id: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                raise UnknownOption(f"{self.title} has no option {name!r}; it has {', '.join(known) or 'none'}")
            if value not in known[name].values:
                raise UnknownOption(f"option {name} of {self.title} takes {known[name].values}, not {value!r}")
        return {option.id: given.get(option.id, option.default) for option in self.options}

    def checked_scenario(self, given: str | None) -> str:
        """A scenario of this game, the first by default; raises UnknownOption."""
        ids = [info.id for info in self.scenarios]
        if given is None or given == self.base:
            return ids[0]
        if given not in ids:
            raise UnknownOption(f"{self.title} has no scenario {given!r}; it has {', '.join(ids)}")
        return given


def _keep(scenario: Scenario) -> None:
    _kept[id(scenario)] = scenario
    _kept.move_to_end(id(scenario))
    while len(_kept) > MOST_OPENED:
        _kept.popitem(last=False)


def _kinds_of(kind: type[Step]) -> Iterator[type[Step]]:
    """All kinds of steps that build on one."""
    for one in kind.__subclasses__():
        yield one
        yield from _kinds_of(one)


def _figures(value: Any) -> Any:
    """Tables without what is said about them."""
    if isinstance(value, dict):
        return {key: _figures(inner) for key, inner in value.items() if key not in ABOUT}
    return value

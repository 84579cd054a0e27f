"""The plan of a study, as a designer writes it: what is varied, how many games, who plays.

    title = "Does French air power matter?"
    game = "gdw1940"
    german = "staff"
    allied = "staff"

    [games]
    most = 200
    width = 0.08

    [[factor]]
    option = "20.french_air"

A factor varies an option, a bot on one side, the tables or the variant; its levels are crossed with those of the
others, or drawn. Whatever is wrong in a plan is told with its place and what would be right, before the first game.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import product
from math import prod
from pathlib import Path
from random import Random
from typing import Any, Literal, cast, get_args

import msgspec

import meuse
from meuse.lab.play import Match
from meuse.owntables import read_tables, with_tables
from meuse.report import count

Value = bool | int | str
Design = Literal["crossed", "sampled"]
"""Every combination of levels equally often; or each factor's level drawn by itself, for many factors at once."""

PRINTED = "printed"
"""The level of a factor of tables or variants that stands for the game as it is."""

READY = "study.toml"
"""The study that a game has among its data."""

LEAST, MOST = 20, 200


class BadPlan(ValueError):
    """A plan that cannot be carried out: says where, what is wrong, and what would be right."""


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """One value of a factor, and what it changes in a match."""

    label: str
    bots: dict[str, str] = {}
    options: dict[str, Value] = {}
    tables: dict[str, str] = {}
    variant: meuse.Variant | None = None


CHANGED = ("bots", "options", "tables")
"""What levels of several factors may change together."""


class Factor(msgspec.Struct, frozen=True):
    """What is varied. The first level is what the others are compared with."""

    title: str
    levels: tuple[Level, ...]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A study, checked: it can be played as it is, on other machines too."""

    title: str
    question: str
    game: str
    scenario: str
    german: str
    allied: str
    options: dict[str, Value]
    factors: tuple[Factor, ...]
    seed: int = 1
    design: Design = "crossed"
    least: int = LEAST
    """So many games of each combination (or of each level, where levels are drawn) before the study may end."""
    most: int = MOST
    """So many games in all at most."""
    width: float | None = None
    """The study ends when every interval reaches no farther than this to either side; None: after all games."""
    audit: bool = False

    @property
    def cells(self) -> list[tuple[int, ...]]:
        """Every combination of levels, by their numbers."""
        return list(product(*(range(len(factor.levels)) for factor in self.factors)))

    def drawn(self, number: int) -> tuple[int, ...]:
        """The levels of a game whose levels are drawn."""
        rng = Random(f"{self.game} study {self.seed} {number}")
        return tuple(rng.randrange(len(factor.levels)) for factor in self.factors)

    def match(self, cell: tuple[int, ...]) -> Match:
        """What is played with these levels."""
        levels = [factor.levels[at] for factor, at in zip(self.factors, cell, strict=True)]
        variant = next((level.variant for level in levels if level.variant is not None), None)
        bots, options, tables = (_joined(getattr(level, part) for level in levels) for part in CHANGED)
        return Match(
            game=self.game,
            scenario=self.scenario if variant is None else variant.id,
            german=bots.get("german", self.german),
            allied=bots.get("allied", self.allied),
            options={**self.options, **options},
            tables={} if variant is not None else tables or dict(meuse.rule_book(self.game, self.scenario).own_tables),
            variant=variant,
            audit=self.audit,
            turns=True,
            campaign=True,
        )


def read_plan(path: Path) -> Plan:
    """The plan in a file, checked; raises BadPlan."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        ready = ", ".join(game for game in meuse.GAMES if ready_plan(game).exists())
        raise BadPlan(f"there is no plan {path}: name a file, or a game that has a study: {ready}") from None
    except UnicodeDecodeError as error:
        raise BadPlan(f"{path} is not a text file") from error
    try:
        return parse_plan(text, path.parent)
    except BadPlan as error:
        raise BadPlan(f"{path}: {error}") from error


def ready_plan(game: str) -> Path:
    """Where a game has its own study."""
    return meuse.rule_book(game).data / READY


def parse_plan(text: str, folder: Path) -> Plan:
    """The plan in a text, checked; tables are looked for in the folder."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadPlan(f"it is not TOML: {error}") from error
    return _Reader(given, folder).plan()


def with_most(plan: Plan, most: int) -> Plan:
    """The same study with another budget of games."""
    if most < 1:
        raise BadPlan(f"at least 1 game is needed, not {most}")
    return _fitting(msgspec.structs.replace(plan, most=most, least=min(plan.least, most)))


# -- reading

PLAN_KEYS = ("title", "question", "game", "scenario", "german", "allied", "seed", "audit", "options", "games", "factor")
GAMES_KEYS = ("design", "least", "most", "width")
KINDS = ("option", "german", "allied", "tables", "variant")
"""What a factor may vary; each is the key that says so."""


class _Reader:
    """Reads a plan, key by key."""

    def __init__(self, given: dict[str, Any], folder: Path) -> None:
        self.given, self.folder = given, folder
        _must_be_known(given, PLAN_KEYS, "the plan")
        if "game" not in given:
            raise BadPlan(f'the plan names no game: add game = "{meuse.GAMES[1]}", or another of {_list(meuse.GAMES)}')
        self.game: str = _one(given, "game", str, "the plan", "")
        if self.game not in meuse.GAMES:
            raise BadPlan(f"game: there is no game {self.game!r}{_near(self.game, meuse.GAMES)}")
        self.rules = meuse.rule_book(self.game, _one(given, "scenario", str, "the plan", ""))

    def plan(self) -> Plan:
        given, games = self.given, self.given.get("games", {})
        if not isinstance(games, dict):
            raise BadPlan(f"games: this must be a table [games] with {_list(GAMES_KEYS)}")
        _must_be_known(games, GAMES_KEYS, "[games]")
        plan = Plan(
            title=_one(given, "title", str, "the plan", self.rules.title),
            question=_one(given, "question", str, "the plan", ""),
            game=self.game,
            scenario=self._scenario(),
            german=_bot(_one(given, "german", str, "the plan", "staff"), "german"),
            allied=_bot(_one(given, "allied", str, "the plan", "staff"), "allied"),
            options=self._options(given.get("options", {})),
            factors=tuple(self._factors(given.get("factor", []))),
            seed=_one(given, "seed", int, "the plan", 1),
            design=self._design(games),
            least=_positive(games, "least", LEAST),
            most=_positive(games, "most", MOST),
            width=self._width(games),
            audit=_one(given, "audit", bool, "the plan", False),
        )
        return _fitting(plan)

    def _scenario(self) -> str:
        name = _one(self.given, "scenario", str, "the plan", self.rules.scenarios[0].id)
        known = [info.id for info in self.rules.scenarios]
        if name not in known:
            raise BadPlan(f"scenario: {self.rules.title} has no scenario {name!r}{_near(name, known)}")
        return str(name)

    def _options(self, given: Any) -> dict[str, Value]:
        if not isinstance(given, dict):
            raise BadPlan("options: this must be a table [options] with a line for each option")
        for name, value in given.items():
            _must_be_value(self._option(name, "[options]"), value, f"[options], {name}")
        return dict(given)

    def _option(self, name: Any, place: str) -> meuse.Option:
        known = {option.id: option for option in self.rules.options}
        if name not in known:
            raise BadPlan(f"{place}: {self.rules.title} has no option {name!r}{_near(str(name), known)}")
        return known[name]

    def _factors(self, given: Any) -> Iterator[Factor]:
        if not isinstance(given, list):
            raise BadPlan("factor: each factor is a table of its own, headed [[factor]] with two brackets")
        for number, one in enumerate(given, 1):
            place = f"factor {number}"
            _must_be_known(one, ("title", "values", *KINDS), place)
            kinds = [kind for kind in KINDS if kind in one]
            if len(kinds) != 1:
                raise BadPlan(f"{place}: a factor varies one of {_list(KINDS)}, here {_list(kinds) or 'none'}")
            if "values" in one and kinds != ["option"]:
                raise BadPlan(f"{place}: values belong to an option; write {kinds[0]} = [...] instead")
            yield self._factor(kinds[0], one, place)

    def _factor(self, kind: str, given: Mapping[str, Any], place: str) -> Factor:
        if kind == "option":
            option = self._option(given["option"], place)
            values = given.get("values", [option.default, *(v for v in option.values if v != option.default)])
            usual, levels = option.title, [self._of_option(option, value, place) for value in _several(values, place)]
        elif kind == "tables":
            usual, levels = "Tables", [self._of_tables(name, place) for name in _several(given[kind], place)]
        elif kind == "variant":
            usual, levels = "Variant", [self._of_variant(name, place) for name in _several(given[kind], place)]
        else:
            usual, names = f"{kind.title()} bot", _several(given[kind], place)
            levels = [Level(label=name, bots={kind: _bot(name, place)}) for name in names]
        return Factor(_one(given, "title", str, place, usual), tuple(levels))

    def _of_option(self, option: meuse.Option, value: Any, place: str) -> Level:
        _must_be_value(option, value, place)
        return Level(label=_word(value), options={option.id: value})

    def _of_tables(self, name: Any, place: str) -> Level:
        if not isinstance(name, str):
            raise BadPlan(f'{place}: tables are folders, or "{PRINTED}" for those of the game, not {name!r}')
        if name == PRINTED:
            return Level(label=name)
        try:
            texts = read_tables(self.rules, self.folder / name)
            with_tables(self.rules, texts)
        except meuse.BadTables as error:
            raise BadPlan(f"{place}: {error}") from error
        return Level(label=Path(name).name, tables=texts)

    def _of_variant(self, name: Any, place: str) -> Level:
        if not isinstance(name, str):
            raise BadPlan(f'{place}: variants are folders, or "{PRINTED}" for the scenario itself, not {name!r}')
        if name == PRINTED:
            return Level(label=name)
        try:
            variant = meuse.read_variant(self.folder / name)
            meuse.new(self.game, variant.id, options=self.given.get("options", {}), variant=variant)
        except meuse.BadTables as error:
            raise BadPlan(f"{place}, {name}: {error}") from error
        return Level(label=variant.title, variant=variant)

    def _design(self, games: Mapping[str, Any]) -> Design:
        name = _one(games, "design", str, "[games]", "crossed")
        if name not in get_args(Design):
            raise BadPlan(f"[games], design: levels are {_list(get_args(Design), 'or')}, not {name!r}")
        return cast(Design, name)

    def _width(self, games: Mapping[str, Any]) -> float | None:
        width = games.get("width")
        if width is None:
            return None
        if not isinstance(width, float) or not 0.01 <= width < 0.5:
            raise BadPlan(f"[games], width: this must be a share such as 0.08, from 0.01 to 0.49, not {width!r}")
        return width


def _fitting(plan: Plan) -> Plan:
    """The plan, if its games are enough for what it asks."""
    if any(level.tables for level in _levels(plan)) and any(level.variant for level in _levels(plan)):
        raise BadPlan("factor: a variant brings its own tables, so tables and variants cannot both vary")
    most_levels = max((len(factor.levels) for factor in plan.factors), default=1)
    groups = prod(len(factor.levels) for factor in plan.factors) if plan.design == "crossed" else most_levels
    if plan.most < groups * plan.least:
        kind = "combinations" if plan.design == "crossed" else "levels"
        raise BadPlan(
            f"[games], most: {groups} {kind} with at least {count(plan.least, 'game')} each need "
            f"{count(groups * plan.least, 'game')}, not {plan.most}: raise most, or lower least"
        )
    return plan


# -- helpers


def _levels(plan: Plan) -> list[Level]:
    return [level for factor in plan.factors for level in factor.levels]


def _joined(parts: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {name: value for part in parts for name, value in part.items()}


def _must_be_known(given: Any, known: Iterable[str], place: str) -> None:
    if not isinstance(given, dict):
        raise BadPlan(f"{place}: this must be a table of keys and values, not {given!r}")
    for key in given:
        if key not in known:
            raise BadPlan(f"{place}: {key!r} is not a key{_near(key, known)}")


def _one(given: Mapping[str, Any], key: str, kind: type[Any], place: str, usual: Any) -> Any:
    """A value of a kind; a whole number is not also true or false."""
    value = given.get(key, usual)
    if type(value) is not kind:
        words = {str: "a text in quotation marks", int: "a whole number", bool: "true or false"}
        raise BadPlan(f"{place}, {key}: this must be {words[kind]}, not {value!r}")
    return value


def _positive(given: Mapping[str, Any], key: str, usual: int) -> int:
    number: int = _one(given, key, int, "[games]", usual)
    if number < 1:
        raise BadPlan(f"[games], {key}: this must be at least 1, not {number}")
    return number


def _several(values: Any, place: str) -> list[Any]:
    if not isinstance(values, list) or len(values) < 2:
        raise BadPlan(f"{place}: a factor needs two values or more in a list, not {values!r}")
    if doubles := [value for at, value in enumerate(values) if value in values[:at]]:
        raise BadPlan(f"{place}: {_word(doubles[0])} stands there twice")
    return values


def _bot(name: Any, place: str) -> str:
    try:
        meuse.bot(name)
    except (meuse.UnknownBot, AttributeError) as error:
        raise BadPlan(f"{place}: there is no bot {name!r}{_near(str(name), meuse.bots())}") from error
    found: str = name
    return found


def _must_be_value(option: meuse.Option, value: Any, place: str) -> None:
    if not any(type(value) is type(known) and value == known for known in option.values):
        raise BadPlan(f"{place}: {option.id} is {_list(map(_word, option.values), 'or')}, not {_word(value)}")


def _near(word: str, known: Iterable[str]) -> str:
    """What may have been meant, or all there is."""
    names = [*known]
    meant = get_close_matches(word, names, 1)
    return f"; did you mean {meant[0]!r}?" if meant else f"; there is {_list(names)}"


def _list(words: Iterable[str], last: str = "and") -> str:
    *first, end = list(words) or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

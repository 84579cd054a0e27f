"""Variants: a scenario of one's own as a folder, laid over a scenario of a game, without code.

    game = "skirmish"
    id = "armour-forward"
    title = "The armour stands forward"
    summary = "3 DCR waits at Mouzon, and there is a turn more."
    scenario = "sedan"

    [options]

This is `variant.toml`. Beside it lie files named as in the game's `data` folder; each holds only what differs
(`overlay`). A variant is a rule book: the game's, on these tables, with this one scenario. Saved games carry it as they
carry own tables.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from meuse.counters import SIDES
from meuse.overlay import BadTables, Known, laid_over, make_of, must_be_in, toml
from meuse.rulebook import RuleBook, ScenarioInfo, UnknownOption
from meuse.scenario import Options
from meuse.state import State

HEAD = "variant.toml"

KEYS: dict[str, Any] = {"game": "", "id": "", "title": "", "summary": "", "scenario": "", "options": {}}
"""What the head of a variant may say."""

NEEDED = ("game", "id", "title")


class BadVariant(BadTables):
    """A variant that cannot be used: names the file, the place in it and what would be right."""


class Variant(msgspec.Struct, frozen=True, kw_only=True):
    """A variant as its folder says it; `scenario` is the game's scenario that it is laid over."""

    game: str
    id: str
    title: str
    summary: str = ""
    scenario: str = ""
    options: Options = {}
    files: dict[str, str]
    """The texts of all its files by name, as saved games carry them."""


def head_of(files: Mapping[str, str]) -> Variant:
    """What the files of a variant say of it; raises BadVariant."""
    if HEAD not in files:
        raise BadVariant(f"the folder has no {HEAD}, which says of what game it is a variant")
    head = _parsed(files[HEAD], HEAD)
    for key, value in head.items():
        if key not in KEYS:
            raise BadVariant(f"{HEAD}: {key!r} is not known here; there is {', '.join(KEYS)}")
        if make_of(value) != make_of(KEYS[key]):
            raise BadVariant(f"{HEAD}, {key}: this must be {make_of(KEYS[key])}, not {value!r}")
    if missing := [key for key in NEEDED if not head.get(key)]:
        raise BadVariant(f"{HEAD}: {missing[0]!r} is missing")
    if not re.fullmatch("[a-z0-9][a-z0-9-]{0,39}", head["id"]):
        raise BadVariant(f"{HEAD}, id: {head['id']!r} must be lower-case letters, digits and dashes, 40 at most")
    return Variant(**head, files=dict(files))


def lay_over(book: RuleBook, printed: RuleBook, files: Mapping[str, str]) -> dict[str, str]:
    """Make a rule book that of a variant; returns the game's files as they are with it. Raises BadTables."""
    variant = head_of(files)
    base = _base(printed, variant)
    book.variant, book.base = variant.id, base.id
    book.scenarios = (ScenarioInfo(variant.id, variant.title, variant.summary or base.summary),)
    book.options = tuple(
        msgspec.structs.replace(option, default=variant.options.get(option.id, option.default))
        for option in printed.options
    )
    known = _known(printed, base.id)
    return {name: _merged(printed, name, text, known) for name, text in files.items() if name != HEAD}


def faults(book: RuleBook, g: State) -> Iterator[str]:
    """What is wrong with the board at the beginning of a variant, once its tables are right."""
    named = ", ".join(name for name in book.own_tables if name != HEAD) or HEAD
    for h, units in sorted(g.at.items()):
        here = ", ".join(map(g.id, units))
        if h >= 0 and len({g.side(u) for u in units}) > 1:
            yield f"{named}: both sides begin in {g.map.spot(h)} ({here}); put one of them elsewhere"
    for h in (h for side in SIDES for h in book.overstacked(g, side)):
        here = ", ".join(map(g.id, g.at.get(h, ())))
        yield f"{named}: more units begin in {g.map.spot(h)} than may stack there ({here}); put some elsewhere"


# -- helpers


def _base(printed: RuleBook, variant: Variant) -> ScenarioInfo:
    """The scenario that a variant is laid over, the game's first if it does not say."""
    if variant.game != printed.id:
        raise BadVariant(f"{HEAD}, game: this is a variant of {variant.game!r}, not of {printed.id!r}")
    ids = [info.id for info in printed.scenarios]
    if variant.scenario:
        must_be_in(variant.scenario, ids, f"{HEAD}, scenario: {printed.title} has no scenario {variant.scenario!r}")
    if variant.id in ids:
        raise BadVariant(f"{HEAD}, id: {variant.id!r} is a scenario of {printed.title}; choose another id")
    try:
        printed.checked_options(variant.options)
    except UnknownOption as error:
        raise BadVariant(f"{HEAD}, options: {error}") from error
    return printed.scenarios[ids.index(variant.scenario) if variant.scenario else 0]


def _merged(printed: RuleBook, name: str, text: str, known: Known) -> str:
    own = [path.name for path in printed.figure_files() if not path.name.startswith("map")]
    if name not in own:
        raise BadVariant(f"{name}: {printed.title} has no such file that can be changed; it has {', '.join(own)}")
    table = tomllib.loads((printed.data / name).read_text(encoding="utf-8"))
    return toml(laid_over(table, _parsed(text, name), known, name))


def _parsed(text: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise BadVariant(f"{name}: lists nested too deeply for tables") from error
    except ValueError as error:
        raise BadVariant(f"{name}: {error}") from error


def _known(printed: RuleBook, scenario: str) -> Known:
    opened = printed.opened(scenario, {})
    rows = tomllib.loads((printed.data / "counters.toml").read_text(encoding="utf-8"))["counter"]
    return Known(
        units=frozenset(row["id"] for row in rows),
        labels=frozenset(opened.map.labels),
        places={place.name: opened.map.label(place.hex) for place in reversed(opened.map.places)},
        fields=frozenset(opened.counters[0].__struct_fields__),
    )

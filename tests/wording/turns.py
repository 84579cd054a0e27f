"""What is wrong with a string: turns of phrase that keep coming back, and numbers without `report.count`."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from wording.code import words_of
from wording.said import KINDS, UNSEEN, Said


class Turn(NamedTuple):
    """A turn of phrase, and what to write instead."""

    pattern: re.Pattern[str]
    better: str
    kinds: tuple[str, ...]


def turns() -> list[Turn]:
    """The list in `turns.toml`."""
    listed = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["turn"]
    return [Turn(re.compile(t["old"]), t["better"], _kinds(t.get("kinds", [*KINDS]))) for t in listed]


def _kinds(named: list[str]) -> tuple[str, ...]:
    """The kinds that an entry of the list is for; "all" stands for those that a player sees."""
    seen = [kind for kind in KINDS if kind not in UNSEEN]
    return tuple(kind for name in named for kind in (seen if name == "all" else [name]))


LISTED = turns()


def objections(said: Said) -> list[str]:
    """Each turn that a string has with the better one, and each number that stands before its noun by itself."""
    found = [(turn.pattern.search(said.text), turn) for turn in LISTED if said.kind in turn.kinds]
    wrong = [f"{match[0].strip()!r}: rather {turn.better!r}" for match, turn in found if match]
    return wrong + [f"{number!r}: a number and its noun are written by report.count" for number in _uncounted(said)]


# -- a number and its noun

NOUN = re.compile(
    r"^ (?:\w+ )?(?:armies|attacks|battles|bombers|browsers|cities|columns|divisions|entries|faces|games|hexes"
    r"|letters|lines|losses|markers|missions|moves|mutants|notes|objectives|orders|places|points|ports|reserves|rounds|rules|shifts"
    r"|snapshots|steps|towns|turns|units)\b(?! (?:as|of|in) )"
)
NAMED = re.compile(
    r"title|name|called|NAMES|label|nation|capitalize|GROUPS|listed|there|join|counter\(|\bid\b|\bwho|\bkind"
)
"""What is filled in before a plural without being a number."""


def _uncounted(said: Said) -> Iterator[str]:
    """Where an f-string has a number followed by a plural that would be wrong of one."""
    if not isinstance(said.code, ast.JoinedStr):
        return
    for a, b in zip(said.code.values, said.code.values[1:], strict=False):
        if isinstance(a, ast.FormattedValue) and (noun := NOUN.match(words_of(b))):
            number = ast.unparse(a.value)
            if not NAMED.search(number) and not number.isupper():
                yield f"{{{number}}}{noun[0]}"

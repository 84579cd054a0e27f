"""The ledger of a game: every rule of its book in plain words, with the rulings made where the book is unclear.

It is what the program shows when it explains itself, and what the tests are counted against (`rulecheck`).
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

Check = Literal["code", "data", "note"]
"""How a rule is kept: by code, by data, or (a note) not at all, for the reason it gives."""


class BadLedger(ValueError):
    """A ledger that cannot be read: names the file and the rule."""


class Refusal(msgspec.Struct, frozen=True):
    """Why something is not possible: the rule that forbids it, a sentence, and the places that cause it.

    The rule is "" where no rule of the game is at work: an unknown hex, a unit of the other side, garbage.
    """

    rule: str
    text: str
    causes: tuple[str, ...] = ()
    headline: str = ""

    def __str__(self) -> str:
        return f"{self.rule}: {self.text}" if self.rule else self.text


class Rule(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    title: str
    text: str
    check: Check = "code"
    topic: str = ""
    optional: bool = False
    see: tuple[str, ...] = ()
    why: str = ""


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """An answer to a question that the book leaves open; counted like a rule."""

    id: str
    rule: str
    question: str
    ruling: str
    check: Check = "code"
    why: str = ""


class Gap(msgspec.Struct, frozen=True, kw_only=True):
    """What the book does not hold, and what is known of it all the same."""

    id: str
    what: str
    constraints: tuple[str, ...] = ()


class Ledger(msgspec.Struct, frozen=True, kw_only=True):
    game: dict[str, Any]
    rule: tuple[Rule, ...]
    ruling: tuple[Ruling, ...] = ()
    gap: tuple[Gap, ...] = ()

    def find(self, rule_id: str) -> Rule | Ruling:
        """The rule or ruling with this id; raises KeyError."""
        try:
            return self._index()[rule_id]
        except KeyError:
            raise KeyError(f"{self.game.get('title', 'the game')} has no rule {rule_id!r}") from None

    def ids(self) -> tuple[str, ...]:
        return tuple(self._index())

    def _index(self) -> dict[str, Rule | Ruling]:
        entries: list[Rule | Ruling] = [*self.rule, *self.ruling]
        return {entry.id: entry for entry in entries}


@lru_cache(maxsize=16)
def load_ledger(path: Path) -> Ledger:
    """The ledger in a file; read once."""
    try:
        ledger = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Ledger)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadLedger(f"{path.name}: {error}") from error
    ids = [rule.id for rule in ledger.rule] + [ruling.id for ruling in ledger.ruling]
    known = set(ids)
    if len(known) != len(ids):
        twice = next(i for i in ids if ids.count(i) > 1)
        raise BadLedger(f"{path.name}: rule {twice} occurs twice")
    for ruling in ledger.ruling:
        if ruling.rule not in known:
            raise BadLedger(f"{path.name}: ruling {ruling.id} speaks of rule {ruling.rule}, which does not exist")
    for rule in ledger.rule:
        for other in rule.see:
            if other not in known:
                raise BadLedger(f"{path.name}: rule {rule.id} refers to {other}, which does not exist")
    return ledger

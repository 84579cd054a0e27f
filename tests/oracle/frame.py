"""What every second account has in common: where it is asked, and how a difference is told."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from importlib import import_module
from typing import Protocol, cast

import msgspec

import meuse

GAMES = ("gdw1940", "france40", "caseyellow", "manstein", "planjaune")


class Difference(msgspec.Struct, frozen=True):
    """A question to which the engine and the second account answer differently.

    `subject` is what kind of question it is ("reach", "odds"); differences are counted by it.
    """

    subject: str
    question: str
    rule: str
    engine: str
    oracle: str

    def __str__(self) -> str:
        return f"{self.question} ({self.rule}): the engine says {self.engine}, the oracle {self.oracle}"


class Account(Protocol):
    """A game's second account."""

    def differences(self, game: meuse.Game, units: Collection[str] | None) -> Iterator[Difference]:
        """Compare at this moment: what concerns these units (by their ids), or, with None, everything."""
        ...


def account(game_id: str) -> Account:
    """The second account of a game: `ACCOUNT` of its package."""
    return cast(Account, import_module(f"oracle.{game_id}").ACCOUNT)


def compare_sets(
    subject: str, question: str, rule: str, engine: Collection[str], oracle: Collection[str]
) -> Iterator[Difference]:
    """One difference if two sets are not the same, telling only what each has alone."""
    mine, other = set(engine), set(oracle)
    if mine != other:
        yield Difference(subject, question, rule, _extra(mine - other), _extra(other - mine))


def compare_values(subject: str, question: str, rule: str, engine: object, oracle: object) -> Iterator[Difference]:
    """One difference if two values are not the same."""
    if engine != oracle:
        yield Difference(subject, question, rule, str(engine), str(oracle))


def _extra(tokens: Collection[str]) -> str:
    shown = sorted(tokens)
    more = f" and {len(shown) - 12} more" if len(shown) > 12 else ""
    return f"also {' '.join(shown[:12])}{more}" if shown else "nothing more"

"""Whole orders, listed by walking the trie of a decision."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Protocol

from meuse.steps import Order, Token

TRIES = 20
"""So many walks in a row may come to orders that are known already before no more are looked for."""


class Trie(Protocol):
    """What is walked: a decision."""

    def choices(self, prefix: Order = ()) -> list[Token]: ...

    def backs(self) -> frozenset[Token]: ...


def all_orders(trie: Trie, prefix: Order = ()) -> Iterator[Order]:
    """Every complete order that begins so, first token by first token; sets of units can make them a great many."""
    for token in trie.choices(prefix):
        if prefix or token not in trie.backs():
            order = (*prefix, token)
            yield from all_orders(trie, order) if trie.choices(order) else [order]


def drawn_orders(trie: Trie, rng: Random) -> Iterator[Order]:
    """Different complete orders, each drawn token by token, until hardly any others are found."""
    known: set[Order] = set()
    missed = 0
    while missed < TRIES:
        order = _drawn(trie, rng)
        missed = missed + 1 if order in known else 0
        if order and order not in known:
            known.add(order)
            yield order


def _drawn(trie: Trie, rng: Random) -> Order:
    """One complete order; none where there is only something to take back."""
    order: Order = ()
    tokens = [token for token in trie.choices() if token not in trie.backs()]
    while tokens:
        order = (*order, rng.choice(tokens))
        tokens = trie.choices(order)
    return order

"""Walking the trie of orders: which sets of units the engine lists."""

from __future__ import annotations

import random
from collections.abc import Callable

Order = tuple[str, ...]
Choices = Callable[[Order], list[str]]


def some_sets(choices: Choices, prefix: Order, seed: int) -> list[Order]:
    """Some listed sets: the largest that begins with the first token, and three drawn by chance."""
    rng = random.Random(seed)
    found = {_walked(choices, prefix, lambda tokens: tokens[0])}
    for _ in range(3):
        found.add(_walked(choices, prefix, rng.choice))
    return sorted(found)


def members_of(choices: Choices, prefix: Order) -> set[str]:
    """Everybody in a listed set; sets are listed in the order of the counters, so few can stand first."""
    found = set(choices(prefix))
    for token in choices(prefix):
        found |= set(_walked(choices, (*prefix, token), lambda tokens: tokens[0])[len(prefix) :])
        found |= set(choices((*prefix, token)))
    return found - {"go"}


def groups(choices: Choices) -> set[Order]:
    """The groups that may retreat: every unit by itself, where that is listed, and the whole."""
    found = {("retreat", token, "go") for token in choices(("retreat",)) if "go" in choices(("retreat", token))}
    whole: Order = ("retreat",)
    while whole[-1] != "go":
        whole = (*whole, choices(whole)[0])
    return {*found, whole}


def _walked(choices: Choices, prefix: Order, choose: Callable[[list[str]], str]) -> Order:
    while tokens := choices(prefix):
        prefix = (*prefix, choose(tokens))
    return prefix

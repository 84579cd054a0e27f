"""A club to test: names are its own, since tests share a service."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from kits.members import Member
from kits.visitors import Visitor

NUMBERS = count()


@pytest.fixture
def member(service: Visitor) -> Callable[..., Member]:
    """Someone whose name nobody here has yet."""

    def new(name: str = "Anna", **facts: Any) -> Member:
        return Member(service.client, f"{name} {next(NUMBERS)}", **facts)

    return new


@pytest.fixture
def anna(member: Callable[..., Member]) -> Member:
    return member("Anna")


@pytest.fixture
def bert(member: Callable[..., Member]) -> Member:
    return member("Bert")

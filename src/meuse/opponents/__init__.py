"""Opponents, by name. A bot gets a seat, nothing else.

>>> import meuse
>>> meuse.bots()[:4]
('random', 'staff', 'cadet', 'general')
>>> meuse.bot("random", seed=7).name
'random'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Protocol

from meuse.seat import Seat
from meuse.steps import Order


class Bot(Protocol):
    """Whoever answers decisions through a seat."""

    name: str

    def choose(self, seat: Seat) -> Order:
        """The order to give now; the seat must be asked."""
        ...


class UnknownBot(ValueError):
    """A name that no bot has."""


Factory = Callable[[int | str], Bot]
"""Makes a bot of a seed that makes its choices repeatable; the class itself, where the seed is all it needs."""

LEVELS = {
    "cadet": "Knows what the staff knows, but misjudges what things are worth and forgets some of its moves.",
    "staff": "Plans each phase and carries the plan out. A real opponent, and a quick one.",
    "general": "The staff, but it plays its plans out in its mind before it chooses one. Takes its time.",
}
"""The opponents that a person can choose, from easy to hard, each with how it plays."""

USUAL = "staff"
"""The one that plays if a person chooses none."""

SEARCHES = "general"
"""The one that takes a budget."""

GROUP = "meuse.bots"
"""The group of entry points by which an installed package offers bots: `mine = "my_package:MyBot"`."""

_factories: dict[str, Factory] = {}


def register(name: str, factory: Factory) -> None:
    """Make a bot known by a name; raises ValueError if another one has it."""
    if not name or not name.isprintable() or " " in name:
        raise ValueError(f"a bot's name is one word, not {name!r}")
    if name in _factories:
        raise ValueError(f"the name {name!r} is taken by another bot; taken are {', '.join(_factories)}")
    _factories[name] = factory


def bot(name: str, seed: int | str = 0) -> Bot:
    """A new bot of this name; raises UnknownBot. `general:20` is a general with a budget of 20 evaluations a turn."""
    level, _, budget = name.partition(":")
    if level == SEARCHES and budget.isdecimal():
        return _made(level, seed, budget=int(budget))
    factory = _factories.get(name) or _installed().get(name)
    if factory is None:
        raise UnknownBot(f"there is no bot {name!r}; there are {', '.join(bots())}")
    return factory(seed)


def with_budget(name: str, budget: int | None) -> str:
    """The name of a bot with its budget, if it takes one.

    >>> with_budget("general", 20), with_budget("staff", 20)
    ('general:20', 'staff')
    """
    return f"{name}:{budget}" if name == SEARCHES and budget is not None else name


def bots() -> tuple[str, ...]:
    """The names of all bots: our own, those registered, those that installed packages offer."""
    return tuple(dict.fromkeys((*_factories, *_installed())))


def registered() -> dict[str, Factory]:
    """The bots that are not our own, to be made known in another process too."""
    return {name: factory for name, factory in _factories.items() if name not in PAGES}


def adopt(factories: Mapping[str, Factory]) -> None:
    """Make known what another process has registered."""
    for name, factory in factories.items():
        _factories.setdefault(name, factory)


@cache
def _installed() -> dict[str, Factory]:
    return {point.name: partial(_offered, point.value) for point in entry_points(group=GROUP)}


def _offered(value: str, seed: int | str) -> Bot:
    """A bot that an installed package offers; its page is read when it is first made."""
    module, _, name = value.partition(":")
    factory: Factory = getattr(import_module(module), name)
    return factory(seed)


PAGES = {
    "random": ("random", "RandomBot"),
    "staff": ("staff", "StaffBot"),
    "cadet": ("cadet", "CadetBot"),
    "general": ("general", "GeneralBot"),
    "raider": ("raiders", "Raider"),
    "turtle": ("raiders", "Turtle"),
    "marauder": ("raiders", "Marauder"),
    "racer": ("raiders", "Racer"),
}
"""Where our own are. A page is read when its bot is first made: whoever only uses the engine needs no scipy."""


def _made(name: str, seed: int | str, **given: Any) -> Bot:
    page, kind = PAGES[name]
    found: Bot = getattr(import_module(f"meuse.opponents.{page}"), kind)(seed, **given)
    return found


for own in PAGES:
    register(own, partial(_made, own))

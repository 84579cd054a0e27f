"""What does not change during a game: the components of the box, and the scenario that is made of them."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from meuse.counters import SIDES, Counter, Side, Unit, full_names, load_counters
from meuse.hexmap import OFF_MAP, Hex, HexMap, load_map
from meuse.ledger import Ledger

if TYPE_CHECKING:
    from meuse.steps import Step

Options = dict[str, bool | int | str]

C = TypeVar("C", bound=Counter)
R = TypeVar("R")


class Components(msgspec.Struct, kw_only=True, eq=False, weakref=True):
    """What a scenario is made of: which one it is, with which options, the ledger, and the folder with everything."""

    game: str
    id: str
    title: str
    ledger: Ledger
    options: Options
    data: Path

    def read(self, name: str) -> dict[str, Any]:
        """A file of charts: "tables" is tables.toml."""
        return tomllib.loads((self.data / f"{name}.toml").read_text(encoding="utf-8"))

    def read_map(self, name: str = "map") -> HexMap:
        return load_map(self.data / f"{name}.toml")

    def read_counters(self, kind: type[C]) -> tuple[C, ...]:
        return load_counters(self.data / "counters.toml", kind)

    def named(self) -> dict[str, Any]:
        """The fields by their names, to make a `Scenario` of."""
        return {name: getattr(self, name) for name in Components.__struct_fields__}


class Scenario(Components, kw_only=True, eq=False):
    """A scenario ready to be played. Games extend it with their tables.

    `boxes` are the places off the map; `sequence` is the whole sequence of play, read once into steps.
    """

    map: HexMap
    counters: tuple[Counter, ...]
    boxes: tuple[str, ...] = ()
    sequence: tuple[Step, ...] = ()
    unit_named: dict[str, Unit] = msgspec.field(default_factory=dict)
    unit_ids: tuple[str, ...] = ()
    unit_names: tuple[str, ...] = ()
    side_of: tuple[Side, ...] = ()
    units_of: tuple[tuple[Unit, ...], ...] = ()
    cache: defaultdict[Any, dict[Any, Any]] = msgspec.field(default_factory=lambda: defaultdict(dict))

    def __post_init__(self) -> None:
        self.unit_ids = tuple(counter.id for counter in self.counters)
        self.unit_names = full_names(self.counters)
        self.unit_named = {name: u for u, name in enumerate(self.unit_ids)}
        self.side_of = tuple(counter.side for counter in self.counters)
        self.units_of = tuple(tuple(u for u, own in enumerate(self.side_of) if own is side) for side in SIDES)
        if len(self.unit_named) != len(self.counters):
            raise ValueError(f"{self.game}: two counters have the same id")

    def box(self, name: str) -> Hex:
        """The number of a box: a place off the map, below OFF_MAP."""
        return OFF_MAP - 1 - self.boxes.index(name)

    def place_word(self, where: Hex) -> str:
        """A hex or a box as orders write it."""
        if where >= 0:
            return self.map.labels[where]
        return "" if where == OFF_MAP else self.boxes[OFF_MAP - 1 - where]


ABOUT = ("status", "provenance")
"""Keys of a chart that say where its figures come from."""


def rows(chart: Mapping[str, Any]) -> dict[str, Any]:
    """A chart without what is said about its figures."""
    return {name: row for name, row in chart.items() if name not in ABOUT}


def rows_as(chart: Mapping[str, Any], kind: type[R]) -> dict[str, R]:
    """The rows of a chart, each as what it is."""
    return {name: msgspec.convert(row, kind) for name, row in rows(chart).items()}

"""What the way out of a moment would leave undone, in the same words in all games. A game says where each applies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from meuse.counters import Unit
from meuse.hexmap import Hex
from meuse.report import count, listed
from meuse.steps import Warning

NAMED = 4
"""How many hexes to name; of a larger group the warning gives the number, and the map shows them."""


def unmoved(g: Any, units: Iterable[Unit], rule: str) -> Iterator[Warning]:
    """Units that could still move in this phase, and have not."""
    if idle := list(units):
        text = f"{count(len(idle), 'unit')} {'has' if len(idle) == 1 else 'have'} not moved."
        yield Warning("loses", text, rule, g.places(idle), "moves")


def not_attacked(g: Any, hexes: Iterable[Hex], rule: str) -> Iterator[Warning]:
    """Enemy hexes that could still be attacked in this phase."""
    if left := sorted(set(hexes)):
        names = f": {listed([g.map.spot(h) for h in left])}" if len(left) <= NAMED else ""
        text = f"{count(len(left), 'enemy hex', 'enemy hexes')} can still be attacked{names}."
        yield Warning("loses", text, rule, tuple(g.map.labels[h] for h in left), "attacks")


def cut_off(g: Any, units: Sequence[Unit], rule: str, judged: str) -> Iterator[Warning]:
    """Units that have no supply where they stand; `judged` says when that counts."""
    if units:
        stands = "is out of supply where it stands" if len(units) == 1 else "are out of supply where they stand"
        text = f"{who(g, units)} {stands}; {judged}."
        yield Warning("loses", text, rule, g.places(units), "supply")


def too_many(g: Any, hexes: Sequence[Hex], rule: str, price: str) -> Iterator[Warning]:
    """Hexes over the stacking limit, and what that costs."""
    if hexes:
        text = f"Too many units in {listed([g.map.spot(h) for h in hexes])}: {price}."
        yield Warning("loses", text, rule, tuple(g.map.labels[h] for h in hexes), "stacking")


def who(g: Any, units: Sequence[Unit]) -> str:
    """Units by name, or their number if they are many."""
    return str(g.listed(units)) if len(units) <= NAMED else count(len(units), "unit")

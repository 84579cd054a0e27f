"""12.2a, 14.5a: the steps that terrain lets units take in retreats and advances, in tables made once per map."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.counters import Unit
from meuse.games.france40.board import France40
from meuse.games.france40.dynamo import closed_to
from meuse.games.france40.terrain import ground, major
from meuse.hexmap import Hex
from meuse.mechanics.supply import Links
from meuse.state import derived


def dry_steps(g: France40, units: Sequence[Unit]) -> Links:
    """The steps that cross no Major River."""
    return steps(g, kind_of(g, units))[0]


def wet_steps(g: France40, units: Sequence[Unit]) -> Links:
    """12.2g, 14.5b: the steps over a Major River, bridged or not."""
    return steps(g, kind_of(g, units))[1]


def kind_of(g: France40, units: Sequence[Unit]) -> str:
    """7.5.5a: what is open to mechanized units is open to the others too, so a mixed group moves like them."""
    return "mech" if any(g.mech(u) for u in units) else "foot"


@derived()
def steps(g: France40, kind: str) -> tuple[Links, Links]:
    """Dry and wet steps of a kind."""
    table = ground(g)
    dry, wet = (table.mech, table.wet_mech) if kind == "mech" else (table.foot, table.wet_foot)
    found: tuple[list[tuple[Hex, ...]], list[tuple[Hex, ...]]] = ([], [])
    for h in range(len(g.map)):
        steps = [n for n, _ in (*dry[h], *wet[h]) if g.scenario.playable[n]]
        for where, wanted in zip(found, (False, True), strict=True):
            where.append(tuple(sorted(n for n in steps if major(g, h, n) is wanted)))
    return tuple(found[0]), tuple(found[1])


def abroad(g: France40, units: Sequence[Unit], h: Hex) -> bool:
    """22.4.2: whether a hex is closed to any of these units as Belgians."""
    return g.scenario.dynamo and any(closed_to(g, u, h) for u in units)

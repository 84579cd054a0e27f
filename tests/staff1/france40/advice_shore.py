"""The evacuation in Dynamo: which units leave, and which wait for ships."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from meuse.counters import Unit
from meuse.games.france40.board import France40
from meuse.games.france40.evacuation import Embark, Evacuation, WaitForShips
from meuse.hexmap import Hex
from meuse.steps import Order


def orders(g: France40, step: Evacuation | Embark | WaitForShips) -> Iterator[Order]:
    if isinstance(step, Evacuation):
        yield from roll_orders(g, step)
    elif isinstance(step, Embark):
        yield ("evacuate", g.id(passengers(g, step.ready(g))[0])) if anybody(g, step) else ("done",)
    else:
        yield ("place", g.id(passengers(g, step.on_beach(g))[0]))


def roll_orders(g: France40, step: Evacuation) -> Iterator[Order]:
    """22.5.2b: the port, then the beaches; R.22.5.4.1: those out of German fire together, else all."""
    yield from (("port", g.map.labels[h]) for h in step.ports(g) if wanted(g, (h,)))
    held = [h for h in step.beaches(g, ()) if wanted(g, (h,))]
    quiet = [h for h in held if not any(g.held_german[n] for n in g.map.adjacent[h])]
    if held:
        yield ("beach", *(g.map.labels[h] for h in quiet or held), "with")
    yield ("done",)


def wanted(g: France40, hexes: Iterable[Hex]) -> bool:
    return any(may_go(g, u) for h in hexes for u in g.at.get(h, ()))


def anybody(g: France40, step: Embark) -> bool:
    return any(may_go(g, u) for u in step.ready(g))


def may_go(g: France40, u: Unit) -> bool:
    """22.10.2: Belgians do not count; the French count just as much on the map in supply, until the end is near."""
    nation = g.counter(u).nation
    return nation == "british" or (nation == "french" and (g.turn >= 8 or not g.face(u).attack))


def passengers(g: France40, units: Iterable[Unit]) -> list[Unit]:
    """22.10.2e: the British before the French; the weakest first, as long as the line must hold."""
    return sorted(
        units,
        key=lambda u: (not may_go(g, u), g.counter(u).nation != "british", g.face(u).defence, g.face(u).attack, u),
    )

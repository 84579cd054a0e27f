"""11.1: where a unit can retreat to, and by which way."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from meuse.counters import Unit
from meuse.games.manstein.board import Manstein, feared, held
from meuse.games.manstein.ground import entry_refuses
from meuse.games.manstein.logistics import towards
from meuse.games.manstein.stacking import may_stack
from meuse.games.manstein.words import several
from meuse.hexmap import Hex
from meuse.ledger import Refusal

Paths = dict[Hex, tuple[Hex, ...]]
"""A way to each hex, the one through the fewest enemy zones."""

Homeward = Callable[[Hex, Hex], bool]
"""Whether a step from one hex to the next leads towards supply."""

FARTHEST = 8
"""11.1e: farther than this nobody is driven by overstacking."""


def retreat_paths(g: Manstein, u: Unit, length: int) -> Paths:
    """11.1b, 11.1f, 11.1e, R.11.1e.1: where a retreat may end, with the best way to each hex.

    First only hexes nearer to a source of supply, or no farther; R.11.1b.2: if no such way can be gone to its end, any.
    """
    if g.counter(u).is_static:
        return {}
    sources = towards(g, u)

    def distance(h: Hex) -> int:
        return min((g.map.distance(h, s) for s in sources), default=0)

    homeward = _search(g, u, length, lambda a, b: distance(b) <= distance(a))
    return homeward or _search(g, u, length, lambda a, b: True)


def _search(g: Manstein, u: Unit, length: int, homeward: Homeward) -> Paths:
    """Layer by layer, each one hex farther from the start: so no way doubles back (11.1f2) or falls short (11.1f)."""
    start = g.hex_of[u]
    layer: Paths = {start: ()}
    ends: Paths = {}
    for far in range(1, FARTHEST + 1):
        layer = _next_layer(g, u, layer, far, homeward)
        if far >= length:
            ends |= {h: path for h, path in layer.items() if may_stack(g, u, h)}
            if ends or not layer:
                return ends
        else:
            ends |= {h: path for h, path in layer.items() if shelters(g, u, h)}
    return ends


def _next_layer(g: Manstein, u: Unit, layer: Paths, far: int, homeward: Homeward) -> Paths:
    """11.1b: from each hex only homeward, unless no legal hex lies that way."""
    start, zones = g.hex_of[u], feared(g, g.side(u))
    found: dict[Hex, tuple[int, tuple[Hex, ...]]] = {}
    for h, path in layer.items():
        legal = [n for n in g.map.adjacent[h] if g.map.distance(start, n) == far and may_retreat(g, u, h, n)]
        for n in [n for n in legal if homeward(h, n)] or legal:
            way = (*path, n)
            price = sum(zones[m] for m in way)
            if n not in found or price < found[n][0]:
                found[n] = (price, way)
    return {n: way for n, (_, way) in found.items()}


def may_retreat(g: Manstein, u: Unit, a: Hex, b: Hex) -> bool:
    """11.1c, 11.1d, R.11.1c.1: not onto enemy ground units nor into ground closed to the unit; air units do not bar."""
    return not held(g, g.side(u).enemy)[b] and entry_refuses(g, u, a, b) is None


def shelters(g: Manstein, u: Unit, h: Hex) -> bool:
    """17.0f: a longer retreat may end in an intact fortress of one's own, if there is room."""
    return g.own_fort(h, g.side(u)) is not None and may_stack(g, u, h)


def walk_refuses(g: Manstein, u: Unit, path: tuple[Hex, ...], length: int) -> Refusal | None:
    """11.1b: a way written by hand must be one of those that may be gone, hex by hex."""
    best = retreat_paths(g, u, length).get(path[-1])
    steps = list(zip((g.hex_of[u], *path), path, strict=False))
    apart = all(g.map.distance(g.hex_of[u], b) == far for far, (_, b) in enumerate(steps, 1))
    open_ways = all(b in g.map.adjacent[a] and may_retreat(g, u, a, b) for a, b in steps)
    if best is not None and len(best) == len(path) and apart and open_ways and follows_home(g, u, path, length):
        return None
    return Refusal("11.1b", "the way does not lead from hex to hex away from the battle and towards supply")


def follows_home(g: Manstein, u: Unit, path: tuple[Hex, ...], length: int) -> bool:
    """11.1b: whether a way written by hand is no worse than the best one, or goes as near to supply as it."""
    sources = towards(g, u)
    measure = [min((g.map.distance(h, s) for s in sources), default=0) for h in (g.hex_of[u], *path)]
    homeward = all(b <= a for a, b in pairwise(measure))
    return homeward or retreat_paths(g, u, length)[path[-1]] == path


def retreat_refuses(g: Manstein, u: Unit, h: Hex, length: int) -> Refusal:
    """Why a unit cannot retreat to a hex."""
    there, name, start = g.label(h), g.name(u), g.hex_of[u]
    if g.map.distance(start, h) < length:
        return Refusal("11.1f", f"{name} retreats {several(length, 'hex')}; {there} is nearer")
    if held(g, g.side(u).enemy)[h]:
        return Refusal("11.1c", f"{there} holds enemy units", (there,))
    refusal = entry_refuses(g, u, g.map.adjacent[h][0], h)
    if refusal is not None and refusal.rule != "2.1a":
        return Refusal("11.1c", refusal.text)
    if not may_stack(g, u, h):
        return Refusal("11.1e", f"{there} has no room for {name}")
    if g.map.distance(start, h) > length:
        return Refusal("11.1e", f"{name} retreats {several(length, 'hex')}, and farther only if it finds no room")
    return Refusal("11.1b", f"the way to {there} leads away from the supply of {name}")

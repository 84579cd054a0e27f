"""11.1: where a unit can retreat to, and by which way."""

from __future__ import annotations

import msgspec

from meuse.counters import Unit
from meuse.games.manstein.board import MARKS, Manstein, feared, held
from meuse.games.manstein.ground import why_not_enter, why_not_shared
from meuse.games.manstein.logistics import towards
from meuse.games.manstein.stacking import may_stack
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.report import count
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived

Path = tuple[Hex, ...]
Paths = dict[Hex, Path]
"""A way to each hex, the one through the fewest enemy zones."""

ALL_WAYS = 8
"""11.1e: up to this length all paths over different hexes are kept; beyond it, one path to each hex."""


class Ways(msgspec.Struct, frozen=True):
    """Where a retreat may end: at its full length, or sooner in a fortress (17.0f)."""

    full: Paths
    shelters: Paths
    sources: tuple[Hex, ...]
    """11.1b: what they lead towards; none, if they may lead anywhere."""


def retreat_paths(g: Manstein, u: Unit, length: int) -> Paths:
    """11.1b, 11.1f, 17.0f: where a retreat may end, with the best way to each hex; R.11.1e.1: past full ones too."""
    found = _ways(g, u, length)
    return found.shelters | found.full


def push_paths(g: Manstein, u: Unit) -> Paths:
    """6.5, R.6.5.2: one hex, to where there is room; only if no such hex is left, on through full ones (11.1e).

    A hex towards supply goes before the others, but one with room before a longer way.
    """
    found = retreat_paths(g, u, 1)
    return _near(found) or _near(_search(_Walker(g, u, 1, ())).full) or found


def _near(found: Paths) -> Paths:
    return {h: path for h, path in found.items() if len(path) == 1}


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def _ways(g: Manstein, u: Unit, length: int) -> Ways:
    """11.1b: towards supply; R.11.1b.2: anywhere, if no such path can be completed.

    17.0f: sheltering is a choice, so a fortress on the way does not count as completing it.
    """
    homeward = _search(_Walker(g, u, length, towards(g, u)))
    return homeward if homeward.full else _search(_Walker(g, u, length, ()))


class _Walker:
    """How one unit retreats, hex by hex; without sources it may go anywhere."""

    def __init__(self, g: Manstein, u: Unit, length: int, sources: tuple[Hex, ...]) -> None:
        self.g, self.u, self.length, self.sources = g, u, length, sources
        self.start = g.hex_of[u]

    def onward(self, path: Path) -> list[Hex]:
        """11.1b: the hexes to which a path may continue: those towards supply, or any if there are none.

        R.11.1b.1: from a source all hexes lead away, to another source too.
        """
        here = path[-1] if path else self.start
        open_ones = [n for n in self.g.map.adjacent[here] if self.is_open(path, here, n)]
        far = self.homesick(here)
        return [n for n in open_ones if far and self.homesick(n) <= far] or open_ones

    def is_open(self, path: Path, here: Hex, n: Hex) -> bool:
        """11.1c, 11.1f2: a hex that may be entered, and has not been on this way.

        11.1f: as far as the result goes each hex is one farther from the battle; R.11.1e.2: those after it need not be.
        """
        gone = len(path) + 1
        straight = gone > self.length or self.g.map.distance(self.start, n) == gone
        return straight and n != self.start and n not in path and may_retreat(self.g, self.u, here, n)

    def homesick(self, h: Hex) -> int:
        """R.11.1b.1: how many hexes it is to the nearest source."""
        return min((self.g.map.distance(h, s) for s in self.sources), default=0)

    def ends(self, path: Path) -> bool:
        """11.1e, R.11.1e.1, 11.1f: whether a retreat is over here: far enough away, and with room to stay."""
        far = self.g.map.distance(self.start, path[-1]) >= self.length
        return len(path) >= self.length and far and may_stack(self.g, self.u, path[-1])

    def shelters(self, path: Path) -> bool:
        """17.0f: a longer retreat may end in an intact fortress of one's own, if there is room."""
        own = self.g.own_fort(path[-1], self.g.side(self.u))
        return self.length > 1 and own is not None and may_stack(self.g, self.u, path[-1])

    def goes(self, path: Path) -> bool:
        """Whether a path written by hand is legal: it ends neither sooner nor later than it must."""
        legal = all(h in self.onward(path[:n]) for n, h in enumerate(path))
        on_the_way = (path[:n] for n in range(1, len(path)))
        return legal and not any(map(self.ends, on_the_way)) and (self.ends(path) or self.shelters(path))


def _search(walker: _Walker) -> Ways:
    """All paths, layer by layer; of several over the same hexes only one, since they cost and continue alike.

    11.1e: crowds may reach far, so it ends when no path continues.
    """
    zones = feared(walker.g, walker.g.side(walker.u))
    found = Ways({}, {}, walker.sources)
    prices: dict[Hex, int] = {}
    layer: dict[tuple[Hex, frozenset[Hex]], Path] = {(walker.start, frozenset()): ()}
    seen: set[Hex] = set()
    while layer:
        following: dict[tuple[Hex, frozenset[Hex]], Path] = {}
        for path in [(*way, n) for way in layer.values() for n in walker.onward(way)]:
            over = walker.ends(path)
            price = sum(zones[h] for h in path)
            if (over or walker.shelters(path)) and price < prices.get(path[-1], 1 + len(path)):
                prices[path[-1]] = price
                (found.full if over else found.shelters)[path[-1]] = path
            if not over and len(path) <= ALL_WAYS:
                following.setdefault((path[-1], frozenset(path)), path)
            elif not over and path[-1] not in seen:
                seen.add(path[-1])
                following[path[-1], frozenset()] = path
        layer = following
    return found


def may_retreat(g: Manstein, u: Unit, a: Hex, b: Hex) -> bool:
    """11.1c, 11.1d, R.11.1c.1: not onto enemy ground units nor into ground closed to the unit; air units do not bar."""
    return not held(g, g.side(u).enemy)[b] and why_not_enter(g, u, a, b) is None


def has_a_first_hex(g: Manstein, u: Unit) -> bool:
    """11.1c: whether a unit that must retreat could go anywhere at all."""
    return any(may_retreat(g, u, g.hex_of[u], n) for n in g.map.adjacent[g.hex_of[u]])


def why_not_walk(g: Manstein, u: Unit, path: Path, length: int) -> Refusal | None:
    """11.1b, 11.1e: a path written by hand must be legal hex by hex."""
    if path and _Walker(g, u, length, _ways(g, u, length).sources).goes(path):
        return None
    return Refusal("11.1b", "a retreat goes from hex to hex, away from the battle and towards supply")


def why_not_retreat(g: Manstein, u: Unit, h: Hex, length: int) -> Refusal:
    """Why a unit cannot retreat to a hex."""
    there, name, start = g.spot(h), g.name(u), g.hex_of[u]
    hexes = count(length, "hex", "hexes")
    if g.map.distance(start, h) < length:
        return Refusal("11.1f", f"{name} must retreat {hexes}; {there} is nearer")
    if held(g, g.side(u).enemy)[h]:
        return Refusal("11.1c", why_not_shared(g, g.side(u), h).text, (g.label(h),))
    refusal = why_not_enter(g, u, g.map.adjacent[h][0], h)
    if refusal is not None and refusal.rule != "2.1a":
        return Refusal("11.1c", refusal.text)
    if not may_stack(g, u, h):
        return Refusal("11.1e", f"{there} is full; {name} can retreat through it but not stop there")
    elsewhere = h in _search(_Walker(g, u, length, ())).full
    if g.map.distance(start, h) > length and not elsewhere:
        return Refusal("11.1e", f"{name} retreats {hexes}, and farther only where it would have to stop in a full hex")
    return Refusal("11.1b", f"{name} must retreat towards its supply; {there} is farther from it")

"""8: supply lines, isolation; 11.1: the rail net; 11.1f: railheads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.games.planjaune.board import GROUND, RAILS, UNSUPPLIED, PlanJaune, kind_of, movement_of
from meuse.games.planjaune.losses import lose_one_of
from meuse.games.planjaune.zones import feared_hexes, marks_of, negated, occupied
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.hexsets import Net, bits, bits_of, flood, net
from meuse.orders import order
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived
from meuse.steps import Question, Step

FAR = 99
"""A line longer than any allowance."""

LONGEST = 8
FOOT_LINE = 4
"""R.11.12.capture.2: a hex is in supply if an infantry corps in it would be."""

COUNTRIES = {Side.GERMAN: ("germany",), Side.ALLIED: ("france", "belgium", "netherlands")}


# -- sources and railways


def closed(g: PlanJaune, side: Side) -> bytes:
    """8.1d: marks the hexes that no line of a side may pass."""
    return marks_of(g, closed_hexes(g, side))


def closed_hexes(g: PlanJaune, side: Side) -> int:
    """The same hexes as a number with a bit for each; airborne units among one's own close nothing (4d)."""
    return feared_hexes(g, side) | occupied(g, side.enemy) & ~negated(g, side)


def sources(g: PlanJaune, side: Side) -> tuple[Hex, ...]:
    """8.3.axis, 8.3.allied, R.8.3.allied.1: cities of a country that has not surrendered, and railways off the map."""
    shut = closed_hexes(g, side)
    return tuple(h for h in _centres(g, side) if not shut >> h & 1)


@derived(GROUND, CONTROL, RAILS)
def _centres(g: PlanJaune, side: Side) -> Sequence[Hex]:
    found = [
        h
        for country in COUNTRIES[side]
        if country not in g.surrendered
        for h in g.scenario.cities[country]
        if g.friendly(h, side)
    ]
    edge = g.map.regions["axis-supply" if side is Side.GERMAN else "allied-supply"].hexes
    found += [h for h in edge if g.rail_owner[h] == side + 1 and g.friendly(h, side)]
    return sorted(set(found))


def supplied_rails(g: PlanJaune, side: Side) -> int:
    """8.1b, R.8.1b.1: the railway hexes from which the side's own net leads unbroken to a source."""
    is_open = own_rails(g, side) & ~closed_hexes(g, side)
    return flood(_rail_net(g), bits_of(sources(g, side)), is_open) & is_open


@derived(RAILS)
def own_rails(g: PlanJaune, side: Side) -> int:
    """11.1e: the railway net of a side, as a number with a bit for each hex."""
    return bits(g.rail_owner.translate(_OWNED[side])) & bits_of(g.scenario.rail_hexes)


_OWNED = tuple(bytes(owner == side + 1 for owner in range(256)) for side in SIDES)


@derived()
def _rail_net(g: PlanJaune) -> Net:
    return net(g.scenario.rails)


# -- 8.1 lines


class Lines(msgspec.Struct, frozen=True):
    """What a line from each hex costs, by kind of movement; FAR if none is short enough for any unit."""

    foot: bytes
    motorized: bytes


def lines(g: PlanJaune, side: Side) -> Lines:
    """8.1b: lines of a side to sources, to railways that lead to them, or to headquarters in supply."""
    return _lines(g, side, g.turn <= 1)


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND, CONTROL, RAILS)
def _lines(g: PlanJaune, side: Side, opening: bool) -> Lines:
    is_open = ~closed_hexes(g, side)
    ends = bits_of(sources(g, side)) | supplied_rails(g, side)
    waiting = [u for u in g.scenario.headquarters[side] if g.hex_of[u] >= 0]
    while True:
        motorized = _within(g, "motorized", ends, is_open)
        found = [u for u in waiting if motorized[g.counter(u).movement] >> g.hex_of[u] & 1]
        if not found:
            break
        waiting = [u for u in waiting if u not in found]
        ends |= bits_of(g.hex_of[u] for u in found) & is_open
    return Lines(_costs(g, _within(g, "foot", ends, is_open)), _costs(g, motorized))


def _within(g: PlanJaune, kind: str, ends: int, is_open: int) -> list[int]:
    """8.1c: for each cost the hexes from which an end can be got to for it: every hex counts but the first."""
    found = [ends]
    for cost in range(1, LONGEST + 1):
        hexes = found[-1]
        for price, entered in _backward(g, kind):
            if price <= cost:
                edge = found[cost - price] & is_open
                hexes |= flood(entered, edge, edge)
        found.append(hexes)
    return found


@derived()
def _backward(g: PlanJaune, kind: str) -> Sequence[tuple[int, Net]]:
    """The table of costs turned round: by cost the links from each hex to those from which it is entered."""
    ways = g.scenario.ways[kind]
    found: dict[int, list[list[Hex]]] = {price: [[] for _ in ways] for price in {p for near in ways for _, p in near}}
    for h, near in enumerate(ways):
        for n, price in near:
            found[price][n].append(h)
    return [(price, net(links)) for price, links in sorted(found.items())]


def _costs(g: PlanJaune, found: Sequence[int]) -> bytes:
    """By hex the cost at which it is first found."""
    marks = sum(int(f"{hexes:b}", 16) for hexes in found)  # a digit for each hex: how often it is among them
    return f"{marks:0{len(g.map)}x}"[::-1].encode().translate(_COSTS)


_COSTS = bytes(LONGEST + 1 - int(chr(digit)) if ord("1") <= digit <= ord("9") else FAR for digit in range(256))


def traces(g: PlanJaune, u: Unit) -> bool:
    """8.1b, R.8.1b.2: whether a unit has a line no longer than its printed movement allowance; 11.4f, R.11.5g.1."""
    h, side = g.hex_of[u], g.scenario.side_of[u]
    works = g.standing(h)
    if works is not None and works.first_line and works.owner is side:
        return True
    if g.counter(u).has("airborne"):
        return True
    found = lines(g, side)
    return (found.motorized if kind_of(g, u) == "motorized" else found.foot)[h] <= movement_of(g, u)


def hex_in_supply(g: PlanJaune, side: Side, h: Hex) -> bool:
    """R.11.12.capture.2: whether a hex is in supply for a side."""
    return lines(g, side).foot[h] <= FOOT_LINE


def judge_supply(g: PlanJaune, side: Side) -> None:
    """8.1a, 8.1e: at the start of its operations phase the units of a side without a line are marked."""
    found = {u: traces(g, u) for u in g.on_map(side)}
    for u, supplied in found.items():
        if supplied == bool(g.status[u] & UNSUPPLIED):
            g.set_status(u, g.status[u] ^ UNSUPPLIED)
            words = "is in supply again" if supplied else "is out of supply"
            g.emit("supply", f"{g.name(u)} {words}", "8.1e", units=(g.name(u),), at=(g.map.labels[g.hex_of[u]],))


# -- 8.2 isolation


class Isolation(Step, frozen=True):
    """8.2f, 8.2g, R.8.2g.1: the marked units of the side whose operations phase it is."""

    rule = "8.2g"
    side: Side

    def words(self, g: PlanJaune) -> str:
        return f"{self.side.title} isolation"

    def run(self, g: PlanJaune) -> None:
        g.pop()
        stacks: dict[Hex, list[Unit]] = {}
        found = {u: traces(g, u) for u in g.on_map(self.side) if g.status[u] & UNSUPPLIED}
        for u, supplied in found.items():
            if supplied:
                g.set_status(u, g.status[u] & ~UNSUPPLIED)
                g.emit("supply", f"{g.name(u)} is in supply again", "8.2f", units=(g.name(u),))
            else:
                stacks.setdefault(g.hex_of[u], []).append(u)
        for h in sorted(stacks, reverse=True):
            lose_one_of(g, self.side, tuple(stacks[h]), "8.2g")


# -- 11.1f railheads


class Railheads(Question, frozen=True):
    """11.1f: captured railway hexes are marked as one's own."""

    rule = "11.1f"
    ask = "Which railway hexes do you take over?"

    def words(self, g: PlanJaune) -> str:
        return f"{self.side.title} railheads"

    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if next(iter(self.captured(g)), None) is not None else None

    @order("railhead {hex}", label="Railhead", rule="11.1f")
    def railhead(self, g: PlanJaune, h: Hex) -> None:
        g.set_rail_owner(h, self.side)
        self.tell(g, [h])

    @railhead.choices("hex")
    def captured(self, g: PlanJaune) -> Iterator[Hex]:
        return (h for h in foreign_rails(g, self.side) if railhead_refuses(g, self.side, h) is None)

    @railhead.refuses("hex")
    def why_not(self, g: PlanJaune, h: Hex) -> Refusal | None:
        return railhead_refuses(g, self.side, h)

    @order("all", label="Take over all", rule="11.1f")
    def take_all(self, g: PlanJaune) -> None:
        """Every hex that can be marked, and those that come into supply by it."""
        taken: list[Hex] = []
        while found := list(self.captured(g)):
            taken += found
            for h in found:
                g.set_rail_owner(h, self.side)
        self.tell(g, sorted(taken))

    @order("done", label="Done", rule="11.1f")
    def done(self, g: PlanJaune) -> None:
        g.pop()

    def tell(self, g: PlanJaune, hexes: Sequence[Hex]) -> None:
        places = tuple(g.map.labels[h] for h in hexes)
        words = f"railway in {places[0]} is" if len(places) == 1 else f"railways in {', '.join(places)} are"
        g.emit("railhead", f"the {words} {self.side.title} now", "11.1f", at=places)


@derived(CONTROL, RAILS)
def foreign_rails(g: PlanJaune, side: Side) -> Sequence[Hex]:
    """R.11.1f.1: the railway hexes that a side was the last to pass, and that are not its own."""
    return tuple(h for h in sorted(g.scenario.rail_hexes) if g.rail_owner[h] != side + 1 and g.friendly(h, side))


def railhead_refuses(g: PlanJaune, side: Side, h: Hex) -> Refusal | None:
    """11.1f: captured, not next to an enemy, in supply."""
    there = g.map.labels[h]
    if h not in g.scenario.rail_hexes or g.rail_owner[h] == side + 1:
        return Refusal("11.1f", f"{there} is no railway hex of the enemy")
    if not g.friendly(h, side):
        return Refusal("11.1f", f"no unit of yours was the last to pass {there}")
    near = [n for n in (h, *g.map.adjacent[h]) if g.units_in(n, side.enemy)]
    if near:
        return Refusal("11.1f", f"an enemy unit is next to {there}", tuple(g.map.labels[n] for n in near))
    if not hex_in_supply(g, side, h):
        return Refusal("11.1f", f"{there} is not in supply")
    return None

"""8: supply lines, isolation; 11.1: the rail net; 11.1f: railheads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from meuse.counters import Side, Unit
from meuse.games.planjaune.board import GROUND, RAILS, UNSUPPLIED, GamePJ, kind_of, movement_of
from meuse.games.planjaune.losses import lose_one_of
from meuse.games.planjaune.zones import feared
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import Ways
from meuse.mechanics.supply import supplied
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


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND)
def closed_to(g: GamePJ, side: Side, opening: bool) -> bytearray:
    """8.1d: marks the hexes that no line of a side may pass; `opening` is turn 1, when 4f holds."""
    marked = feared(g, side).copy()
    for u in g.on_map(side.enemy):
        marked[g.hex_of[u]] = 1
    return marked


def closed(g: GamePJ, side: Side) -> bytearray:
    return closed_to(g, side, g.turn <= 1)


def sources(g: GamePJ, side: Side) -> list[Hex]:
    """8.3.axis, 8.3.allied, R.8.3.allied.1: cities of a country that has not surrendered, and railways off the map."""
    found = [
        h
        for country in COUNTRIES[side]
        if country not in g.surrendered
        for h in g.scenario.cities[country]
        if g.friendly(h, side)
    ]
    edge = g.map.regions["axis-supply" if side is Side.GERMAN else "allied-supply"].hexes
    found += [h for h in edge if g.rail_owner[h] == side + 1 and g.friendly(h, side)]
    shut = closed(g, side)
    return sorted({h for h in found if not shut[h]})


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND, CONTROL, RAILS)
def supplied_rails(g: GamePJ, side: Side, opening: bool) -> bytearray:
    """8.1b, R.8.1b.1: marks the railway hexes from which the side's own net leads unbroken to a source."""
    shut, mine = closed(g, side), side + 1
    owner, rails = g.rail_owner, g.scenario.rails
    starts = [h for h in sources(g, side) if owner[h] == mine and h in g.scenario.rail_hexes]
    marked = supplied(len(g.map), rails, starts, lambda h: owner[h] == mine and not shut[h])
    for h in range(len(marked)):
        if marked[h] and (owner[h] != mine or shut[h]):
            marked[h] = 0
    return marked


# -- 8.1 lines


class Lines(msgspec.Struct, frozen=True):
    """What a line from each hex costs, by kind of movement; FAR if none is short enough for any unit."""

    foot: bytearray
    motorized: bytearray


def lines(g: GamePJ, side: Side) -> Lines:
    """8.1b: lines of a side to sources, to railways that lead to them, or to headquarters in supply."""
    return _lines(g, side, g.turn <= 1)


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND, CONTROL, RAILS)
def _lines(g: GamePJ, side: Side, opening: bool) -> Lines:
    rails = supplied_rails(g, side, opening)
    ends = {*sources(g, side), *(h for h in range(len(rails)) if rails[h])}
    waiting = [u for u in g.scenario.headquarters[side] if g.hex_of[u] >= 0]
    while True:
        motorized = _distances(g, side, g.scenario.ways["motorized"], ends)
        found = [u for u in waiting if motorized[g.hex_of[u]] <= g.counter(u).movement]
        if not found:
            break
        waiting = [u for u in waiting if u not in found]
        ends |= {g.hex_of[u] for u in found if not closed(g, side)[g.hex_of[u]]}
    return Lines(_distances(g, side, g.scenario.ways["foot"], ends), motorized)


def _distances(g: GamePJ, side: Side, ways: Ways, ends: Iterable[Hex]) -> bytearray:
    """8.1c: what it costs to get from each hex to an end: every hex counts but the first."""
    backward = _backward(g, "foot" if ways is g.scenario.ways["foot"] else "motorized")
    shut, far = closed(g, side), bytearray([FAR]) * len(g.map)
    buckets: list[list[Hex]] = [sorted(ends)] + [[] for _ in range(LONGEST)]
    for h in buckets[0]:
        far[h] = 0
    for spent, bucket in enumerate(buckets):
        for h in bucket:
            if far[h] != spent or (shut[h] and spent):
                continue
            for before, price in backward[h]:
                total = spent + price
                if total <= LONGEST and total < far[before]:
                    far[before] = total
                    buckets[total].append(before)
    return far


@derived()
def _backward(g: GamePJ, kind: str) -> Ways:
    """The table of costs turned round: for each hex those from which it is entered, with the cost."""
    found: list[list[tuple[Hex, int]]] = [[] for _ in range(len(g.map))]
    for h, near in enumerate(g.scenario.ways[kind]):
        for n, price in near:
            found[n].append((h, price))
    return found


def traces(g: GamePJ, u: Unit) -> bool:
    """8.1b, R.8.1b.2: whether a unit has a line no longer than its printed movement allowance; 11.4f."""
    h, side = g.hex_of[u], g.scenario.side_of[u]
    works = g.standing(h)
    if works is not None and works.first_line and works.owner is side:
        return True
    found = lines(g, side)
    return (found.motorized if kind_of(g, u) == "motorized" else found.foot)[h] <= movement_of(g, u)


def hex_in_supply(g: GamePJ, side: Side, h: Hex) -> bool:
    """R.11.12.capture.2: whether a hex is in supply for a side."""
    return lines(g, side).foot[h] <= FOOT_LINE


def judge_supply(g: GamePJ, side: Side) -> None:
    """8.1a, 8.1e: at the start of its operations phase the units of a side without a line are marked."""
    for u in g.on_map(side):
        marked = bool(g.status[u] & UNSUPPLIED)
        if marked == traces(g, u):
            g.set_status(u, g.status[u] ^ UNSUPPLIED)
            words = "is in supply again" if marked else "is out of supply"
            g.emit("supply", f"{g.name(u)} {words}", "8.1e", units=(g.name(u),), at=(g.map.labels[g.hex_of[u]],))


# -- 8.2 isolation


class Isolation(Step, frozen=True):
    """8.2f, 8.2g, R.8.2g.1: the marked units of the side whose operations phase it is."""

    rule = "8.2g"
    side: Side

    def words(self, g: GamePJ) -> str:
        return f"{self.side.title} isolation"

    def run(self, g: GamePJ) -> None:
        g.pop()
        stacks: dict[Hex, list[Unit]] = {}
        for u in g.on_map(self.side):
            if not g.status[u] & UNSUPPLIED:
                continue
            if traces(g, u):
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

    def words(self, g: GamePJ) -> str:
        return f"{self.side.title} railheads"

    def decider(self, g: GamePJ) -> Side | None:
        return self.side if next(iter(self.captured(g)), None) is not None else None

    def run(self, g: GamePJ) -> None:
        g.pop()

    @order("railhead {hex}", label="Railhead", rule="11.1f")
    def railhead(self, g: GamePJ, h: Hex) -> None:
        self.mark(g, h)

    @railhead.choices("hex")
    def captured(self, g: GamePJ) -> Iterator[Hex]:
        return (h for h in foreign_rails(g, self.side) if railhead_refuses(g, self.side, h) is None)

    @railhead.refuses("hex")
    def why_not(self, g: GamePJ, h: Hex) -> Refusal | None:
        return railhead_refuses(g, self.side, h)

    @order("all", label="Take over all", rule="11.1f")
    def take_all(self, g: GamePJ) -> None:
        """Every hex that can be marked, and those that come into supply by it."""
        while found := list(self.captured(g)):
            for h in found:
                self.mark(g, h)

    @order("done", label="Done", rule="11.1f")
    def done(self, g: GamePJ) -> None:
        g.pop()

    def mark(self, g: GamePJ, h: Hex) -> None:
        g.set_rail_owner(h, self.side)
        there = g.map.labels[h]
        g.emit("railhead", f"the railway in {there} is {self.side.title} now", "11.1f", at=(there,))


@derived(CONTROL, RAILS)
def foreign_rails(g: GamePJ, side: Side) -> Sequence[Hex]:
    """R.11.1f.1: the railway hexes that a side was the last to pass, and that are not its own."""
    return tuple(h for h in sorted(g.scenario.rail_hexes) if g.rail_owner[h] != side + 1 and g.friendly(h, side))


def railhead_refuses(g: GamePJ, side: Side, h: Hex) -> Refusal | None:
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

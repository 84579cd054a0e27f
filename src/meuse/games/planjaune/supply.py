"""8: supply lines, isolation; 11.1: the rail net; 11.1f: railheads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.games.planjaune.board import GROUND, MOTORIZED_LINE, RAILS, UNSUPPLIED, PlanJaune, supply_reach
from meuse.games.planjaune.losses import lose_one_of
from meuse.games.planjaune.zones import HOME, LOW_COUNTRIES, feared_hexes, held, marks_of, negated
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.hexsets import Net, bits, bits_of, flood, net
from meuse.orders import order
from meuse.phases.until_done import UntilDone
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived
from meuse.steps import Step

FAR = 99
"""A line longer than any allowance."""

LONGEST = 8
FOOT_LINE = 4
"""R.11.1f.2: a railway hex, or a city to start from, is in supply if an infantry corps in it would be."""

COUNTRIES = {Side.GERMAN: ("germany",), Side.ALLIED: ("france", "belgium", "netherlands")}


# -- sources and railways


def closed(g: PlanJaune, side: Side) -> bytes:
    """8.1d: marks the hexes that no line of a side may pass."""
    return marks_of(g, closed_hexes(g, side))


def closed_hexes(g: PlanJaune, side: Side) -> int:
    """The same hexes as a number with a bit for each.

    R.8.1d.1: hexes with enemy units that fight, unless the option says that only zones count; airborne units among
    one's own close nothing (4d). R.8.1d.2: works alone have no zone and do not count as a unit.
    """
    if g.scenario.options.get("R.8.1d.1"):
        return feared_hexes(g, side)
    return feared_hexes(g, side) | bits_of(held(g, side.enemy)) & ~negated(g, side)


def sources(g: PlanJaune, side: Side, neutral: str = "") -> tuple[Hex, ...]:
    """8.3.axis, 8.3.allied: cities of friendly countries, and railways off the map; of a `neutral` its own cities."""
    shut = closed_hexes(g, side)
    return tuple(h for h in _centres(g, side, neutral) if not shut >> h & 1)


def centres(g: PlanJaune, side: Side) -> Sequence[Hex]:
    """8.3.axis, 8.3.allied: the sources of a side, those too that no line can get to now (R.6.3a.1)."""
    return _centres(g, side, "")


@derived(GROUND, CONTROL, RAILS)
def _centres(g: PlanJaune, side: Side, neutral: str) -> Sequence[Hex]:
    """R.8.3.allied.1: a country that has surrendered is not friendly, nor is one that is still neutral."""
    away = g.surrendered | (set(HOME.values()) - g.invaded)
    countries = (neutral,) if neutral else [country for country in COUNTRIES[side] if country not in away]
    found = {h for country in countries for h in g.scenario.cities[country] if g.friendly(h, side)}
    edge = g.map.regions["axis-supply" if side is Side.GERMAN else "allied-supply"].hexes
    if not neutral:
        found |= {h for h in edge if g.rail_owner[h] == side + 1 and g.friendly(h, side)}
    return sorted(found)


def neutrality_of(g: PlanJaune, u: Unit) -> str:
    """R.8.3.allied.1: the country of a unit if it is not at war yet: it lives on its own cities only."""
    home = HOME.get(g.counter(u).nation, "")
    return home if home not in g.invaded else ""


@derived(GROUND)
def foreign_ground(g: PlanJaune, side: Side, neutral: str) -> int:
    """R.8.3.allied.1: the countries that are still neutral: no line of the Allies leads over their ground."""
    shut = set(LOW_COUNTRIES) - g.invaded - {neutral} if side is Side.ALLIED else set()
    return bits_of(h for h, country in enumerate(g.map.country) if country in shut)


def supplied_rails(g: PlanJaune, side: Side, neutral: str = "") -> int:
    """8.1b, R.8.1b.1: the railway hexes from which the side's own net leads unbroken to a source."""
    is_open = own_rails(g, side) & ~closed_hexes(g, side) & ~foreign_ground(g, side, neutral)
    return flood(_rail_net(g), bits_of(sources(g, side, neutral)), is_open) & is_open


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


def lines(g: PlanJaune, side: Side, neutral: str = "") -> Lines:
    """8.1b: lines of a side to sources, to railways that lead to them, or to headquarters in supply."""
    return _lines(g, side, neutral, g.turn <= 1)


def lines_for(g: PlanJaune, u: Unit) -> Lines:
    """The lines that a unit can use."""
    return lines(g, g.scenario.side_of[u], neutrality_of(g, u))


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND, CONTROL, RAILS)
def _lines(g: PlanJaune, side: Side, neutral: str, opening: bool) -> Lines:
    is_open = ~closed_hexes(g, side) & ~foreign_ground(g, side, neutral)
    ends = bits_of(sources(g, side, neutral)) | supplied_rails(g, side, neutral)
    waiting = [u for u in g.scenario.headquarters[side] if g.hex_of[u] >= 0 and not neutral]
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
    return is_near(lines_for(g, u), h, supply_reach(g, u))


def is_near(found: Lines, h: Hex, reach: int) -> bool:
    """Whether a line from a hex is no longer than this; see `supply_reach`."""
    if reach > MOTORIZED_LINE:
        return found.motorized[h] <= reach - MOTORIZED_LINE
    return found.foot[h] <= reach


def hex_in_supply(g: PlanJaune, side: Side, h: Hex) -> bool:
    """R.11.1f.2: whether a hex in which no unit need stand is in supply for a side."""
    return lines(g, side).foot[h] <= FOOT_LINE


def holds_in_supply(g: PlanJaune, side: Side, h: Hex) -> bool:
    """11.12.capture, R.11.12.capture.2: whether a unit of a side in a hex, or else the last that was, has a line."""
    found = lines(g, side)
    reaches = [supply_reach(g, u) for u in g.units_in(h, side)] or [g.last_in[h] or FOOT_LINE]
    return any(is_near(found, h, reach) for reach in reaches)


def judge_supply(g: PlanJaune, side: Side) -> None:
    """8.1a, 8.1e: at the start of its operations phase the units of a side without a line are marked."""
    found = {u: traces(g, u) for u in g.on_map(side)}
    for u, supplied in found.items():
        if supplied == bool(g.status[u] & UNSUPPLIED):
            g.set_status(u, g.status[u] ^ UNSUPPLIED)
            words = "is back in supply" if supplied else "is out of supply"
            g.emit("supply", f"{g.name(u)} {words}", "8.1e", units=(g.id(u),), at=(g.map.labels[g.hex_of[u]],))


# -- 8.2 isolation


class Isolation(Step, frozen=True):
    """8.2f, 8.2g, R.8.2g.1: the marked units of the side whose operations phase it is."""

    rule = "8.2g"
    side: Side

    def title(self, g: PlanJaune) -> str:
        return f"{self.side.title} isolation"

    def run(self, g: PlanJaune) -> None:
        g.pop()
        stacks: dict[Hex, list[Unit]] = {}
        found = {u: traces(g, u) for u in g.on_map(self.side) if g.status[u] & UNSUPPLIED}
        for u, supplied in found.items():
            if supplied:
                g.set_status(u, g.status[u] & ~UNSUPPLIED)
                g.emit("supply", f"{g.name(u)} is back in supply", "8.2f", units=(g.id(u),))
            else:
                stacks.setdefault(g.hex_of[u], []).append(u)
        for h in sorted(stacks, reverse=True):
            lose_one_of(g, self.side, tuple(stacks[h]), "8.2g")


# -- 11.1f railheads


class Railheads(UntilDone, frozen=True):
    """11.1f: captured railway hexes are marked as one's own."""

    rule = "11.1f"
    question = "Which railway hexes do you take over?"

    def title(self, g: PlanJaune) -> str:
        return f"{self.side.title} railheads"

    @order("railhead {hex}", label="Take over a railway", rule="11.1f", says="The hex joins your railways.")
    def railhead(self, g: PlanJaune, h: Hex) -> None:
        g.set_rail_owner(h, self.side)
        self.tell(g, [h])

    @railhead.choices("hex")
    def captured(self, g: PlanJaune) -> Iterator[Hex]:
        return (h for h in foreign_rails(g, self.side) if why_not_railhead(g, self.side, h) is None)

    @railhead.refuses("hex")
    def why_not(self, g: PlanJaune, h: Hex) -> Refusal | None:
        return why_not_railhead(g, self.side, h)

    @order("all", label="Take over all", rule="11.1f", says="Takes over every railway hex that can be taken over now.")
    def take_all(self, g: PlanJaune) -> None:
        """Every hex that can be marked, and those that come into supply by it."""
        taken: list[Hex] = []
        while found := list(self.captured(g)):
            taken += found
            for h in found:
                g.set_rail_owner(h, self.side)
        self.tell(g, sorted(taken))

    @take_all.closed_if
    def why_not_all(self, g: PlanJaune) -> Refusal | None:
        found = next(self.captured(g), None)
        return Refusal("11.1f", "no railway hex can be taken over") if found is None else None

    done = UntilDone.done.told(label="No more railheads", rule="11.1f")

    def tell(self, g: PlanJaune, hexes: Sequence[Hex]) -> None:
        places = tuple(g.map.labels[h] for h in hexes)
        word = "railway" if len(places) == 1 else "railways"
        text = f"The {self.side.title} side takes over the {word} at {', '.join(g.map.spot(h) for h in hexes)}"
        g.emit("railhead", text, "11.1f", at=places, side=self.side.word)


@derived(CONTROL, RAILS)
def foreign_rails(g: PlanJaune, side: Side) -> Sequence[Hex]:
    """R.11.1f.1: the railway hexes that a side was the last to pass, and that are not its own."""
    return tuple(h for h in sorted(g.scenario.rail_hexes) if g.rail_owner[h] != side + 1 and g.friendly(h, side))


def why_not_railhead(g: PlanJaune, side: Side, h: Hex) -> Refusal | None:
    """11.1f: captured, not next to an enemy, in supply."""
    there = g.map.labels[h]
    if h not in g.scenario.rail_hexes or g.rail_owner[h] == side + 1:
        return Refusal("11.1f", f"{there} is not an enemy railway hex")
    if not g.friendly(h, side):
        return Refusal("11.1f", f"your units were not the last to pass through {there}")
    near = [n for n in (h, *g.map.adjacent[h]) if g.units_in(n, side.enemy)]
    if near:
        return Refusal("11.1f", f"an enemy unit is in or next to {there}", tuple(g.map.labels[n] for n in near))
    if not hex_in_supply(g, side, h):
        return Refusal("11.1f", f"{there} is out of supply")
    return None

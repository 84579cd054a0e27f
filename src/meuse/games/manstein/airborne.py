"""18: the German airborne corps; 26: the airlift, an optional rule; 28.1d: the airlift doctrine."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.manstein.activation import is_active
from meuse.games.manstein.board import FLOWN, LANDED, MOVED, OPPOSED, READY, Manstein, controls, disputed
from meuse.games.manstein.ground import why_not_shared
from meuse.games.manstein.logistics import is_supported
from meuse.games.manstein.moving import Moving
from meuse.games.manstein.territory import enter
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.report import count
from meuse.state import derived


class ByAir(Moving, frozen=True):
    """18.0b, 26.3a: landings and air transfers, each the whole move of a unit."""

    @order(
        "drop {unit} {hex}",
        label="Drop",
        rule="18.0a",
        says="The airborne corps lands. It can do so once per game.",
        was=("land",),
    )
    def land(self, g: Manstein, unit: Unit, h: Hex) -> None:
        self.begin(g, unit)
        land(g, unit, h)
        self.go_on(g)

    @land.closed_if
    def why_not_land_now(self, g: Manstein) -> Refusal | None:
        """18.0a: there is one airborne corps, so what keeps it from landing keeps all."""
        corps = list(self.airborne_units(g))
        none = Refusal("18.0a", "you have no airborne corps on the map")
        return why_not_landing(g, corps[0]) if corps else none

    @land.choices("unit")
    def airborne_units(self, g: Manstein) -> Iterator[Unit]:
        return (u for u in airborne(g, self.side) if g.hex_of[u] >= 0)

    @land.choices("hex")
    def landing_grounds(self, g: Manstein, unit: Unit) -> list[Hex]:
        return [h for h in range(len(g.map)) if why_not_landing_at(g, unit, h) is None]

    @land.refuses("unit")
    def why_not_airborne(self, g: Manstein, unit: Unit) -> Refusal | None:
        return why_not_landing(g, unit) if g.side(unit) is self.side else None

    @land.refuses("hex")
    def why_not_land_there(self, g: Manstein, unit: Unit, h: Hex) -> Refusal | None:
        return why_not_landing_at(g, unit, h)

    @order(
        "airlift {unit} {hex}",
        label="Air transfer",
        rule="26.3a",
        says="Takes the airborne corps to another German city; it does not move further.",
    )
    def airlift(self, g: Manstein, unit: Unit, h: Hex) -> None:
        self.begin(g, unit)
        transfer(g, unit, h)
        self.go_on(g)

    @airlift.closed_if
    def why_not_lift_now(self, g: Manstein) -> Refusal | None:
        if self.side is Side.GERMAN and (g.option("26") or g.option("28.1d")):
            return None
        return Refusal("26.3a", "air transfers belong to an optional rule that is not in use")

    @airlift.choices("unit")
    def liftable(self, g: Manstein) -> Iterator[Unit]:
        return (u for u in g.on_map(self.side) if why_not_transfer(g, u) is None)

    @airlift.choices("hex")
    def airfields(self, g: Manstein, unit: Unit) -> list[Hex]:
        return [h for h in sorted(g.scenario.cities) if why_not_airfield(g, unit, h) is None]

    @airlift.refuses("unit")
    def why_not_lift(self, g: Manstein, unit: Unit) -> Refusal | None:
        return why_not_transfer(g, unit) if g.side(unit) is self.side else None

    @airlift.refuses("hex")
    def why_not_fly_there(self, g: Manstein, unit: Unit, h: Hex) -> Refusal | None:
        return why_not_airfield(g, unit, h)


def land(g: Manstein, u: Unit, h: Hex) -> None:
    """18.0b, 18.1a, 18.2a: a landing is the whole move; enemies in the hex must be attacked."""
    g.landings |= {u}
    spend_airlift(g, u)
    g.flag(u, LANDED | MOVED)  # 18.3
    g.budget[u] = 0
    name, there = g.name(u), g.spot(h)
    if g.ground(h, g.side(u).enemy):
        g.emit("landing", f"{name} lands on the enemy in {there}", "18.2a", units=(g.id(u),), at=(g.label(h),))
        g.place(u, h)  # R.17.1.1: neither control nor fortress change hands yet
        g.flag(u, OPPOSED)
    else:
        g.emit("landing", f"{name} lands in {there}", "18.1a", units=(g.id(u),), at=(g.label(h),))
        enter(g, u, h)


@derived()
def airborne(g: Manstein, side: Side) -> tuple[Unit, ...]:
    """18.0a: the airborne units of a side."""
    return tuple(u for u in g.scenario.units_of[side] if g.counter(u).kind == "airborne")


def is_ready(g: Manstein, u: Unit) -> bool:
    """18.0c: whether an airborne unit that begins a movement segment here may land in it."""
    return g.map.country[g.hex_of[u]] == "germany" and is_supported(g, u)


def why_not_landing(g: Manstein, u: Unit) -> Refusal | None:
    """18.0a, 18.0b, 18.0c, 26.2: why a unit cannot land from the air."""
    name, counter = g.name(u), g.counter(u)
    if counter.kind != "airborne":
        return Refusal("18.0a", f"{name} is not an airborne unit")
    if u in g.landings:
        return Refusal("18.0a", f"{name} has already made its one landing of the game")
    if not is_active(g, u) or g.hex_of[u] < 0:
        return Refusal("18.0c", f"{name} is not activated")
    if g.budget[u] >= 0 or g.status[u] & MOVED:
        return Refusal("18.0b", f"{name} has already moved this segment")
    if not g.status[u] & READY:
        return Refusal("18.0c", f"{name} did not begin this movement segment supported, in Germany")
    if g.option("26") and airlift_with(g, u) is None:
        return Refusal("26.2", f"the airlift is not with {name}")
    return None


def why_not_landing_at(g: Manstein, u: Unit, h: Hex) -> Refusal | None:
    """18.0d: why a unit cannot land in a hex; zones, terrain and enemies on the way do not matter."""
    far = g.map.distance(g.hex_of[u], h)
    if h == g.hex_of[u] or far > g.scenario.tables["airborne"]["range"]:
        return Refusal("18.0d", f"{g.spot(h)} is {count(far, 'hex', 'hexes')} away; a landing covers one to ten hexes")
    if h in g.scenario.closed:
        return Refusal("18.0d", f"{g.name(u)} cannot enter {g.spot(h)}, not even from the air")
    return None


# -- 26 the airlift


def airlift_with(g: Manstein, u: Unit) -> Unit | None:
    """R.26.2.1: the airlift that was deployed in the hex of the unit it is to carry."""
    mine = (v for v in g.at.get(g.hex_of[u], ()) if g.side(v) is g.side(u))
    return next((v for v in mine if g.counter(v).kind == "airlift"), None)


def spend_airlift(g: Manstein, u: Unit) -> None:
    """26.2, 26.3a, 26.3b, R.26.0a.1: when it has carried a unit, the airlift is utilized; it has one step."""
    lift = airlift_with(g, u)
    if lift is not None:
        g.place(lift, g.box("utilized"))


def transfer(g: Manstein, u: Unit, h: Hex) -> None:
    """26.3a, 26.3b: from city to city; it is supported in the next combat segment, and moves no further."""
    spend_airlift(g, u)
    if g.counter(u).kind != "airborne":
        g.doctrine_turn = g.turn
    enter(g, u, h)
    g.flag(u, LANDED | MOVED | FLOWN)
    g.budget[u] = 0
    text = f"{g.name(u)} is flown to {g.spot(h)}"
    g.emit("airlift", text, "26.3a", units=(g.id(u),), at=(g.label(h),))


def why_not_transfer(g: Manstein, u: Unit) -> Refusal | None:
    """26.3a, 28.1d: the airborne corps, or by the doctrine one infantry or mountain corps a turn."""
    name = g.name(u)
    if refusal := why_not_kind(g, u):
        return refusal
    if not is_active(g, u) or g.hex_of[u] < 0:
        return Refusal("26.3a", f"{name} is not activated")
    if g.budget[u] >= 0 or g.status[u] & MOVED:
        return Refusal("26.3a", f"{name} has already moved this segment")
    if airlift_with(g, u) is None:
        return Refusal("26.3a", f"the airlift is not with {name}")
    return why_not_from_here(g, u)


def why_not_kind(g: Manstein, u: Unit) -> Refusal | None:
    name, counter = g.name(u), g.counter(u)
    if g.option("26") and counter.kind == "airborne":
        return None
    if g.option("28.1d") and counter.kind in ("infantry", "mountain") and counter.is_corps:
        used = g.doctrine_turn == g.turn
        return Refusal("28.1d", "one corps has already been flown this turn") if used else None
    return Refusal("26.3a", f"{name} cannot be carried by air")


def why_not_from_here(g: Manstein, u: Unit) -> Refusal | None:
    h = g.hex_of[u]
    if h in g.scenario.cities and controls(g, Side.GERMAN, h):
        return None
    return Refusal("26.3a", f"{g.spot(h)} is not a German-controlled city")


def why_not_airfield(g: Manstein, u: Unit, h: Hex) -> Refusal | None:
    """26.3a: only to another city in German hands, in enemy zones too; 6.0f: not onto enemy logistics units.

    27.1c: neither side controls a city across an Allied bridgehead.
    """
    if g.ground(h, Side.ALLIED):
        return why_not_shared(g, Side.GERMAN, h)
    if h in g.scenario.cities and h != g.hex_of[u] and g.control[h] == 1 + Side.GERMAN and not disputed(g, h):
        return None
    return Refusal("26.3a", f"{g.spot(h)} is not another German-controlled city")

"""21: setting up, by hand or as in history."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.manstein.board import HOME, Manstein
from meuse.games.manstein.ground import why_not_country
from meuse.games.manstein.stacking import why_not_stack
from meuse.games.manstein.words import land
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.phases.placing import HistoricalSetUp
from meuse.report import count
from meuse.state import derived
from meuse.steps import overrides

ARMOUR_VARIANT = ("fr.2GC", "uk.1A")
"""28.2a: the armour that starts on the map."""


class Deployment(HistoricalSetUp, frozen=True):
    """21.0a, 21.0c: a unit may be placed again until its side is done; `auto` sets up the rest as in history."""

    rule = "21.0a"

    place = HistoricalSetUp.place.told(rule="21.0c")

    @HistoricalSetUp.auto.told(rule="21.0c")
    def auto(self, g: Manstein) -> None:
        HistoricalSetUp.auto.carry_out(self, g)
        g.emit("deployment", f"{self.side.title} units set up as in history", "21.0c", side=self.side.word)

    done = HistoricalSetUp.done.told(rule="21.0b")

    @overrides
    def starters(self, g: Manstein) -> list[Unit]:
        return starters(g, self.side)

    @overrides
    def grounds(self, g: Manstein, unit: Unit) -> list[Hex]:
        return grounds_of(g, unit)

    @overrides
    def why_not_place(self, g: Manstein, unit: Unit) -> Refusal:
        if unit in starters(g, self.side):
            return Refusal(
                "21.0c",
                f"every hex where {g.name(unit)} could set up is full, or too far from the rest of its command",
            )
        return Refusal("21.0b", f"{g.name(unit)} does not set up at the start")

    @overrides
    def why_not_at(self, g: Manstein, unit: Unit, h: Hex) -> Refusal | None:
        return why_not_set_up(g, unit, h)

    @overrides
    def put(self, g: Manstein, unit: Unit, h: Hex) -> None:
        g.place(unit, h)
        g.emit("deployment", f"{g.name(unit)} sets up in {g.spot(h)}", "21.0c", units=(g.id(unit),))

    @overrides
    def turn(self, g: Manstein, unit: Unit) -> tuple[bool, bool, Unit]:
        """Logistics units first, for they bind the others; then fortress units."""
        counter = g.counter(unit)
        return counter.kind != "logistics", not counter.is_static, unit

    @overrides
    def distance(self, g: Manstein, unit: Unit, h: Hex) -> tuple[int, Hex]:
        return g.map.distance(g.scenario.historical[unit], h), h


@derived()
def starters(g: Manstein, side: Side) -> list[Unit]:
    """21.0b, 21.0e: the ground units that start on the map, with the options of this game."""
    return [u for u in g.scenario.units_of[side] if g.counter(u).is_ground and starts(g, u)]


def starts(g: Manstein, u: Unit) -> bool:
    """21.0b, 28.1a, 28.1e, 28.2a: whether a unit starts on the map."""
    counter = g.counter(u)
    if counter.id in ARMOUR_VARIANT:
        return g.option("28.2a")
    if counter.turn or (counter.option and not g.option(counter.option)):
        return False
    return counter.nation != "dutch" or not g.option("28.1e")


@derived()
def grounds_of(g: Manstein, u: Unit) -> list[Hex]:
    """21.1c, 21.1d, 21.1e, 21.2c: the hexes of a unit's country, for a fortress unit the fortresses in it."""
    home, static = HOME[g.counter(u).nation], g.counter(u).is_static
    return [h for h, country in enumerate(g.map.country) if country == home and (not static or h in g.scenario.forts)]


def why_not_set_up(g: Manstein, u: Unit, h: Hex) -> Refusal | None:
    """21.1a, 21.1d, 21.1e, 21.2c, R.21.1a.1: in one's country, within stacking limits (21.0c), near one's command."""
    counter = g.counter(u)
    if h in g.scenario.closed or g.map.country[h] != HOME[counter.nation] or why_not_country(g, counter.nation, h):
        return Refusal(COUNTRY_RULE[counter.nation], f"{g.name(u)} sets up in {land(HOME[counter.nation])}")
    if counter.is_army and g.map.terrain[h] == "rough":
        return Refusal("8.4.1", f"armies cannot enter the rough terrain at {g.spot(h)}")
    if counter.is_static and (refusal := why_not_garrison(g, u, h)):
        return refusal
    if refusal := why_not_so_far(g, u, h):
        return refusal
    friends = tuple(v for v in g.ground(h, counter.side) if v != u)
    return why_not_stack(g, (*friends, u), h) if friends or counter.is_army else None


COUNTRY_RULE = {
    "german": "21.2c", "french": "21.1a", "british": "21.1b", "belgian": "21.1d", "dutch": "21.1e",
}  # fmt: skip


def why_not_garrison(g: Manstein, u: Unit, h: Hex) -> Refusal | None:
    """21.1c, 21.1c2, 21.1c3, 21.1c4, 21.2c3: fortress units go into fortresses, one each, some by name."""
    counter, named = g.counter(u), g.scenario.tables["setup"]["fortress"]
    rule = {"german": "21.2c3", "belgian": "21.1c2", "dutch": "21.1c3", "french": "21.1c"}[counter.nation]
    if counter.id in named:
        place = g.map.hex(named[counter.id])
        return None if h == place else Refusal(rule, f"{g.name(u)} sets up in {g.spot(place)}")
    if g.own_fort(h, counter.side) is None:
        return Refusal(rule, f"{g.spot(h)} is not a fortress")
    if any(g.counter(v).is_static and v != u for v in g.ground(h, counter.side)):
        return Refusal("21.1c4", f"{g.spot(h)} already has a fortress unit")
    return None


def why_not_so_far(g: Manstein, u: Unit, h: Hex) -> Refusal | None:
    """21.1b, 21.1c, 21.2c2: within two (Allied) or three (German) hexes of the logistics unit of the command."""
    counter = g.counter(u)
    chief = chief_of(g, counter.command)
    if chief is None or is_free(g, u):
        return None
    limit = g.scenario.tables["setup"][counter.side.word]
    rule = "21.2c2" if counter.side is Side.GERMAN else "21.1c" if counter.is_static else "21.1b"
    bound = followers(g, u) if u == chief else [chief]
    far = next((v for v in bound if g.hex_of[v] >= 0 and g.map.distance(g.hex_of[v], h) > limit), None)
    if far is None:
        return None
    return Refusal(rule, f"{g.spot(h)} is more than {count(limit, 'hex', 'hexes')} from {g.name(far)}")


@derived()
def chief_of(g: Manstein, command: str) -> Unit | None:
    """The logistics unit of a command: that of 1AG is the French one; reserves are bound to none."""
    if command in ("Res", "BL", "NL"):
        return None
    units = enumerate(g.scenario.counters)
    return next(u for u, c in units if c.kind == "logistics" and c.command == command and c.nation != "british")


@derived()
def followers(g: Manstein, chief: Unit) -> list[Unit]:
    command = g.counter(chief).command
    mine = starters(g, g.side(chief))
    return [u for u in mine if u != chief and g.counter(u).command == command and not is_free(g, u)]


def is_free(g: Manstein, u: Unit) -> bool:
    """21.2c3: the German fortress units stand where the book says, however far."""
    return g.counter(u).is_static and g.side(u) is Side.GERMAN


def lay_out(g: Manstein) -> None:
    """21.0d, 21.0f, 21.1f, 21.2d, 13.1, 21.2g: displays and turn track; what an option leaves out is nowhere."""
    for u, counter in enumerate(g.scenario.counters):
        if counter.option and not any(g.option(name) for name in options_of(counter.option)):
            continue
        if counter.turn and not starts(g, u):
            g.place(u, g.box("track"))
            if counter.enters:
                g.set_steps(u, counter.enters)  # 21.1i: some arrive reduced
        elif not counter.is_ground:
            g.place(u, g.box("available"))


def options_of(option: str) -> tuple[str, ...]:
    """R.2.2.2.1, R.28.1d.1: the airlift comes with its chapter, or with the doctrine of 28.1d."""
    return ("26", "28.1d") if option == "26" else (option,)

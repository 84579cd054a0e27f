"""16: air operations: deployment, superiority, city bombing. Ground support is in `odds`, interdiction in `ground`."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from meuse.counters import Side, Unit
from meuse.games.manstein import morale, victory
from meuse.games.manstein.board import Manstein, held
from meuse.games.manstein.territory import lose_step
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.reminders import who
from meuse.phases.until_done import UntilDone
from meuse.report import Shift, count
from meuse.state import derived
from meuse.steps import Question, Step, Warning, overrides

FLYING = ("air", "airlift")


class AirOperations(Question, frozen=True):
    """16.1, 16.2a: the operating player activates as many air units as his marker allows, each once (R.16.1.1)."""

    rule = "16.1"
    question = "Which air units do you deploy?"

    def title(self, g: Manstein) -> str:
        return f"{self.side.title} air operations"

    def remaining(self, g: Manstein) -> str:
        """5.1.luftwaffe: never more than there are units to activate."""
        return f"{count(min(activations_left(g), len(list(self.flyable(g)))), 'air activation')} left"

    def decider(self, g: Manstein) -> Side | None:
        """A side that has used an activation ends the segment itself, since dice may follow."""
        return self.side if g.now.air_used or any(True for _ in self.flyable(g)) else None

    @overrides
    def warnings(self, g: Manstein) -> list[Warning]:
        """16.1: the activations of a marker last for its impulse."""
        left = min(activations_left(g), len(list(self.flyable(g))))
        text = f"{count(left, 'air activation')} of this marker will be lost."
        return [Warning("loses", text, "16.1", topic="air")] if left else []

    @order(
        "fly {unit} {hex}",
        label="Deploy",
        rule="16.1",
        says="Uses an activation. The air unit goes to any hex of the map.",
    )
    def fly(self, g: Manstein, unit: Unit, h: Hex) -> None:
        """16.1: from the Available Display to the map, or from hex to hex, over any distance."""
        use(g, unit)
        g.place(unit, h)
        text = f"{g.name(unit)} flies to {g.spot(h)}"
        g.emit("air", text, "16.1", units=(g.id(unit),), at=(g.label(h),))

    @fly.choices("unit")
    def flyable(self, g: Manstein) -> Iterator[Unit]:
        return (u for u in air_force(g, self.side) if why_not_flying(g, u) is None)

    @fly.choices("hex")
    def skies(self, g: Manstein, unit: Unit) -> list[Hex]:
        taken = {g.hex_of[u] for u in air_force(g, self.side) if shares_kind(g, u, unit)}
        if g.counter(unit).kind == "airlift":
            taken |= {g.hex_of[u] for u in g.scenario.units_of[self.side.enemy] if g.counter(u).kind == "air"}
        return [h for h in open_skies(g) if h not in taken]

    @fly.refuses("unit")
    def why_not_fly(self, g: Manstein, unit: Unit) -> Refusal | None:
        return why_not_flying(g, unit) if g.side(unit) is self.side else None

    @fly.refuses("hex")
    def why_not_there(self, g: Manstein, unit: Unit, h: Hex) -> Refusal:
        if g.counter(unit).kind == "airlift" and g.air(h, self.side.enemy):
            return Refusal("26.0b", f"an enemy air unit is in {g.spot(h)}")
        if out_of_play(g, h):
            return Refusal("28.1e", "the Netherlands is out of play")
        return Refusal("16.3", f"one of your air units is already in {g.spot(h)}")

    @order(
        "recall {unit}",
        label="Recall",
        rule="16.1",
        says="Uses an activation. The air unit leaves the map and is utilized for this turn.",
    )
    def recall(self, g: Manstein, unit: Unit) -> None:
        """16.1, 16.2b: from the map to the Utilized Display."""
        use(g, unit)
        g.place(unit, g.box("utilized"))
        g.emit("air", f"{g.name(unit)} is recalled", "16.2b", units=(g.id(unit),))

    @recall.choices("unit")
    def recallable(self, g: Manstein) -> Iterator[Unit]:
        return (u for u in self.flyable(g) if g.hex_of[u] >= 0)

    @recall.refuses("unit")
    def why_not_recall(self, g: Manstein, unit: Unit) -> Refusal | None:
        if g.side(unit) is not self.side:
            return None
        return why_not_flying(g, unit) or Refusal("16.1", f"{g.name(unit)} is not on the map")

    @order("end", label="End deployment", rule="4.1e")
    def end(self, g: Manstein) -> None:
        g.pop()


@derived()
def air_force(g: Manstein, side: Side) -> tuple[Unit, ...]:
    """2.3a, 2.3b: the air units and the airlift of a side."""
    return tuple(u for u in g.scenario.units_of[side] if g.counter(u).kind in FLYING)


def shares_kind(g: Manstein, u: Unit, other: Unit) -> bool:
    """16.3, 26.0b: one air unit in a hex, and one airlift with it."""
    return g.hex_of[u] >= 0 and g.counter(u).kind == g.counter(other).kind


def out_of_play(g: Manstein, h: Hex) -> bool:
    """28.1e: with the Netherlands out of play no unit goes there, not even by air."""
    return g.map.country[h] == "netherlands" and h in g.scenario.closed


@derived()
def open_skies(g: Manstein) -> tuple[Hex, ...]:
    """28.1e: the hexes to which air units can fly."""
    return tuple(h for h in range(len(g.map)) if not out_of_play(g, h))


def use(g: Manstein, u: Unit) -> None:
    g.now = msgspec.structs.replace(g.now, air_used=g.now.air_used | {u})


def activations_left(g: Manstein) -> int:
    """5.9, 16.1: how many air units the marker may still activate; 28.2b: two with each Allied army group marker."""
    marker = g.scenario.markers[g.now.marker]
    allowed = marker.air
    if g.option("28.2b") and g.now.marker in ("1AG", "2AG", "3AG"):
        allowed = 2
    return allowed - len(g.now.air_used)


def why_not_flying(g: Manstein, u: Unit) -> Refusal | None:
    """16.0, 16.1, 16.2a, R.5.1.luftwaffe.1: why an air unit cannot be activated now."""
    name = g.name(u)
    if g.counter(u).kind not in FLYING:
        return Refusal("16.1", f"{name} is not an air unit")
    if g.hex_of[u] == g.box("utilized"):
        return Refusal("16.0", f"{name} has already been utilized this turn")
    if g.hex_of[u] < 0 and g.hex_of[u] != g.box("available"):
        return Refusal("16.0", f"{name} is not available")
    if u in g.now.air_used:
        return Refusal("16.1", f"{name} has already been activated this impulse")
    if activations_left(g) <= 0:
        return Refusal("16.1", "the marker has activated all the air units it can")
    return None


# -- 16.6 air superiority


class AirBattles(Step, frozen=True):
    """16.6a, R.16.6a.1: compulsory wherever air units of both sides share a hex, activated or not."""

    rule = "16.6a"
    title = ""
    side: Side

    def run(self, g: Manstein) -> None:
        pairs = encounters(g, self.side)
        if pairs:
            dogfight(g, *pairs[0])
        else:
            g.pop()


def encounters(g: Manstein, side: Side) -> list[tuple[Unit, Unit]]:
    """16.6b: the air units of a side over a hex with enemy ones, each with its opponent."""
    fighters = sorted((u for u in air_force(g, side) if may_fight(g, u)), key=lambda u: g.hex_of[u])
    return [(mine, theirs) for mine in fighters if (theirs := opponent(g, mine)) is not None]


def may_fight(g: Manstein, u: Unit) -> bool:
    """26.0a: an air unit on the map; the airlift never attacks."""
    return g.hex_of[u] >= 0 and g.counter(u).kind == "air"


def opponent(g: Manstein, u: Unit) -> Unit | None:
    """16.6b, R.26.0a.2: the enemy air unit in the same hex, else the airlift there."""
    there = [v for v in air_force(g, g.side(u).enemy) if g.hex_of[v] == g.hex_of[u]]
    return min(there, key=lambda v: g.counter(v).kind != "air", default=None)


def strength(g: Manstein, u: Unit) -> int:
    """16.6c: the factor of an air unit; R.26.0a.2: the airlift has none."""
    return g.attack_of(u) if g.counter(u).kind == "air" else 0


def dogfight(g: Manstein, mine: Unit, theirs: Unit) -> None:
    """16.6b, 16.6c, 22.3a, 22.3b, 22.3c: the operating player attacks; both may lose a step and abort."""
    h = g.hex_of[mine]
    code, die = air_result(g, strength(g, mine) - strength(g, theirs))
    text = f"{g.name(mine)} fights {g.name(theirs)} over {g.spot(h)}: {code}"
    g.emit("air-battle", text, "16.6c", units=g.ids((mine, theirs)), at=(g.label(h),), dice=(die,))
    if code in ("DL1", "BL1"):
        abort(g, theirs, "22.3c")
    if code in ("AL1", "BL1"):
        abort(g, mine, "22.3a")


def air_result(g: Manstein, differential: int) -> tuple[str, int]:
    """16.6c, 16.6d, 5.1.luftwaffe: the column of the differential, one to the right by the Luftwaffe marker only."""
    table = g.scenario.air_table
    points = g.scenario.markers[g.now.marker].air_shift if g.now.marker else 0
    column = table.column(Fraction(differential), Fraction(1))
    die = g.roll()
    return table.result(table.shifted(column, [Shift(points, "5.1.luftwaffe", "Luftwaffe marker")]), die), die


def abort(g: Manstein, u: Unit, rule: str) -> None:
    """22.3d, 22.3e: it loses a step, and goes to the Utilized Display if it survives."""
    lose_step(g, u, rule)
    if g.hex_of[u] >= 0:
        g.place(u, g.box("utilized"))


# -- 16.9 city bombing


class CityBombing(UntilDone, frozen=True):
    """16.9a: air units over enemy cities may bomb them."""

    rule = "16.9a"
    title = "City bombing"
    question = "Which air units bomb the city below them?"

    @overrides
    def warnings(self, g: Manstein) -> list[Warning]:
        """16.9a: air units bomb only in the impulse in which they were activated."""
        left = self.bombers(g)
        text = f"{who(g, left)} could still bomb the {'city' if len(left) == 1 else 'cities'} below."
        return [Warning("loses", text, "16.9a", g.places(left), "air")] if left else []

    @order(
        "bomb {unit}",
        label="Bomb",
        rule="16.9a",
        says="One die. A bombed city is no longer a depot or port, and loses its shift.",
    )
    def bomb(self, g: Manstein, unit: Unit) -> None:
        """16.9b, 16.9c, 16.5b: unless enemy aircraft are left over it; then the bomber is utilized."""
        h = g.hex_of[unit]
        if g.air(h, self.side.enemy):
            text = f"Enemy aircraft keep {g.name(unit)} from bombing {g.spot(h)}"
            g.emit("bombing", text, "16.9b", units=(g.id(unit),))
            g.place(unit, g.box("utilized"))
        else:
            drop_bombs(g, unit, h)
        victory.watch(g)

    @bomb.choices("unit")
    def bombers(self, g: Manstein) -> list[Unit]:
        return [u for u in air_force(g, self.side) if why_not_bombing(g, u) is None]

    @bomb.refuses("unit")
    def why_not(self, g: Manstein, unit: Unit) -> Refusal | None:
        return why_not_bombing(g, unit) if g.side(unit) is self.side else None

    done = UntilDone.done.told(label="No more bombing", rule="16.9a")


def why_not_bombing(g: Manstein, u: Unit) -> Refusal | None:
    """16.5b, 16.9a, R.16.9a.1, R.16.9b.1: why an air unit cannot bomb; 28.2b: Allied ones may by a variant."""
    name, h, side = g.name(u), g.hex_of[u], g.side(u)
    if g.counter(u).kind != "air" or h < 0:
        return Refusal("16.9a", f"{name} is not an air unit over a city")
    if side is Side.ALLIED and not g.option("28.2b"):
        return Refusal("16.5b", "only German air units bomb cities")
    if u not in g.now.air_used and g.now.marker != "luftwaffe":
        return Refusal("16.9a", f"{name} was not activated this impulse")
    if h not in g.scenario.cities or (g.map.country[h] == "germany") is (side is Side.GERMAN):
        return Refusal("16.9a", f"{g.spot(h)} is not an enemy city")
    if held(g, side)[h]:
        return Refusal("16.9a", f"friendly units are in {g.spot(h)}")
    return None


def drop_bombs(g: Manstein, u: Unit, h: Hex) -> None:
    """16.9c, 22.4a, 22.4b, 22.4c: against the strength of the city; then the bomber is utilized (16.5b)."""
    code, die = air_result(g, g.attack_of(u) - g.scenario.tables["air"]["city"])
    g.emit(
        "bombing",
        f"{g.name(u)} bombs {g.spot(h)}: {code}",
        "16.9c",
        at=(g.label(h),),
        dice=(die,),
        side=g.scenario.side_of[u].word,
    )
    if code == "AL1":
        abort(g, u, "22.4a")
    else:
        g.place(u, g.box("utilized"))
    if code == "DL1":
        g.mark(g.bombed, h)
        g.emit(
            "bombing",
            f"{g.spot(h)} is bombed: it gives no cover and is no longer a depot or port",
            "22.4c",
            side=g.side(u).word,
        )
    morale.city_bombed(g, g.side(u), code)

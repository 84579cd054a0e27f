"""21.3, 22.2: the Halt! markers: von Rundstedt's order of 16 May, and that of 24 May."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.france40.board import MARKERS, PINNED, France40
from meuse.games.france40.markers import PlaceMarkers, RemoveMarkers, on_map, take_off
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.report import count
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, derived
from meuse.steps import Question, Step, overrides

LAST_DYNAMO_TURN = 3
"""22.2a."""


def pages(scenario_id: str, turn: int) -> Iterator[Step]:
    """The part in the Allied Supply Phase: 21.3.1 in Sickle Cut, 22.2c on turns 1 and 2 of Dynamo."""
    if scenario_id == "sickle-cut":
        yield HaltOrder(Side.ALLIED)
    elif turn < LAST_DYNAMO_TURN:
        yield from placing()


def placing() -> Iterator[Step]:
    """22.2c: placement, then the roll."""
    yield PlaceHalts(Side.ALLIED)
    yield RemoveHalts()


class HaltOrder(Question, frozen=True):
    rule = "21.3.1"
    title = "Halt Order"
    question = "Do you declare the Halt Order?"

    def decider(self, g: France40) -> Side | None:
        """21.3.1: once a game, on turn 5 or later; only if there is a stack to halt."""
        return self.side if self.why_not(g) is None else None

    def why_not(self, g: France40) -> Refusal | None:
        if g.halt_declared:
            return Refusal("21.3.1", "the Halt Order has already been declared")
        if g.turn < g.scenario.tables["halt"]["from_turn"]:
            return Refusal("21.3.1", "the Halt Order can be declared from turn 5 on")
        return None if targets(g) else Refusal("21.3.2a", "no German stack is far enough ahead of the infantry")

    @order(
        "declare",
        label="Declare the Halt Order",
        rule="21.3.1",
        says="Halt! markers go on German stacks for one German turn. You can do this once per game.",
    )
    def declare(self, g: France40) -> None:
        """21.3.2a: six markers are placed, then two dice rolled."""
        g.halt_declared = True
        g.halts = all_markers(g)
        g.emit("halt", "Von Rundstedt orders the Panzer divisions to halt", "21.3.1", side="german")
        g.replace(*placing())

    @order("pass", label="No Halt Order", rule="21.3.1", says="You may still declare it on a later turn.")
    def pass_on(self, g: France40) -> None:
        g.pop()


class PlaceHalts(PlaceMarkers, frozen=True):
    """21.3.2a, 22.2c: markers are put on hexes, as many as can be."""

    rule = "21.3.2a"
    title = "Halt! markers"
    question = "Which stacks get a Halt! marker?"
    kind = "Halt!"

    @overrides
    def in_hand(self, g: France40) -> list[int]:
        return holding(g)

    @overrides
    def stacks(self, g: France40) -> tuple[Unit, ...]:
        return targets(g)

    @overrides
    def duty_rule(self, g: France40) -> str:
        return "22.2c" if g.scenario.dynamo else self.rule

    @order(
        "place {unit}",
        label="Place a Halt! marker",
        rule="21.3.2a",
        says="The mechanized units there move only by Tactical Movement and cannot attack.",
        was=("halt",),
    )
    def place(self, g: France40, unit: Unit) -> None:
        """Numbers do not matter until the dice are rolled, so the lowest free one is taken."""
        number = holding(g)[0]
        for u in halted_with(g, unit):
            g.set_under(u, number)
        there = g.hex_of[unit]
        text = f"Halt! marker {number} is placed in {g.map.spot(there)}"
        g.emit("halt", text, "21.3.2a", units=(g.id(unit),), at=(g.map.labels[there],))
        self.one_placed(g)

    @place.choices("unit")
    def haltable(self, g: France40) -> tuple[Unit, ...]:
        return targets(g) if holding(g) else ()

    @place.refuses("unit")
    def why_not_unit(self, g: France40, unit: Unit) -> Refusal | None:
        return why_not_target(g, unit)

    done = PlaceMarkers.done.told(rule="21.3.2b")


class RemoveHalts(RemoveMarkers, frozen=True):
    """21.3.2b, 22.2c, R.21.3.2b.1: in Sickle Cut markers with these numbers leave the game, placed or not."""

    rule = "21.3.2b"
    kind, event, bearer = "Halt!", "halt", Side.GERMAN

    @overrides
    def rolled(self, g: France40, dice: tuple[int, ...]) -> None:
        if not g.scenario.dynamo:
            g.halts -= {*dice}


class Lift(Step, frozen=True):
    """21.3.3a: the order lasts through one German Player Turn; R.22.2a.1: in Dynamo until that of turn 3 ends."""

    rule = "21.3.3a"
    turn: int

    def run(self, g: France40) -> None:
        g.pop()
        if not g.halts or (g.scenario.dynamo and self.turn < LAST_DYNAMO_TURN):
            return
        for number in on_map(g, Side.GERMAN):
            take_off(g, Side.GERMAN, number)
        g.halts = frozenset()
        g.emit("halt", "The Halt Order ends", "22.2a" if g.scenario.dynamo else "21.3.3a", side="german")


def all_markers(g: France40) -> frozenset[int]:
    return frozenset(range(1, g.scenario.tables["halt"]["markers"] + 1))


def holding(g: France40) -> list[int]:
    """The markers in play that do not lie on a stack."""
    return sorted(g.halts - {*on_map(g, Side.GERMAN)})


# -- stacks that may be halted


@derived(GERMAN_UNITS, ALLIED_UNITS, MARKERS)
def targets(g: France40) -> tuple[Unit, ...]:
    """21.3.2a, 22.2b: the first unit of each stack, in Dynamo of each Panzer division, that may get a marker."""
    found: dict[tuple[Hex, str], Unit] = {}
    for u in g.on_map(Side.GERMAN):
        division = g.counter(u).division if g.scenario.dynamo else ""
        if (g.hex_of[u], division) not in found and why_not_target(g, u) is None:
            found[g.hex_of[u], division] = u
    return tuple(found.values())


def why_not_target(g: France40, u: Unit) -> Refusal | None:
    """Why a unit's stack may not get a Halt! marker."""
    h, name = g.hex_of[u], g.name(u)
    if g.scenario.side_of[u] is not Side.GERMAN or h < 0 or not g.scenario.playable[h]:
        return Refusal("21.3.2a", f"{name} is not a German unit on the map")
    if any(g.under[v] for v in g.units_in(h, Side.GERMAN)):
        return Refusal("21.3.2a", f"{g.map.labels[h]} already has a Halt! marker", (g.map.labels[h],))
    return _why_not_panzer(g, u) if g.scenario.dynamo else _why_not_ahead(g, u)


def _why_not_panzer(g: France40, u: Unit) -> Refusal | None:
    """22.2b, R.22.2b.1: Panzer divisions only, not those that may not move, nor 1st Panzer before Calais falls."""
    name, division = g.name(u), g.counter(u).division
    if not is_panzer_division(division):
        return Refusal("22.2b", f"{name} does not belong to a Panzer division")
    if g.status[u] & PINNED:
        return Refusal("22.2b", f"{name} cannot move anyway")
    if division == g.scenario.setup["immobile"]["until_calais_falls"] and calais_held(g):
        return Refusal("22.2b", f"{name} cannot be halted until Calais is cleared")
    return None


def _why_not_ahead(g: France40, u: Unit) -> Refusal | None:
    """21.3.2a, R.21.3.2a.1: mechanized, farther west than every foot division and more than three hexes from it."""
    if not g.mech(u):
        return Refusal("21.3.2a", f"{g.name(u)} is not mechanized")
    h, distance = g.hex_of[u], g.scenario.tables["halt"]["distance"]
    for v in _foot_divisions(g):
        there = g.map.labels[g.hex_of[v]]
        if _columns(g)[h] >= _columns(g)[g.hex_of[v]]:
            return Refusal("21.3.2a", f"{g.name(u)} is not farther west than {g.name(v)} in {there}", (there,))
        if g.map.distance(h, g.hex_of[v]) <= distance:
            return Refusal("21.3.2a", f"{g.name(v)} in {there} is within {count(distance, 'hex', 'hexes')}", (there,))
    return None


@derived(GERMAN_UNITS)
def _foot_divisions(g: France40) -> list[Unit]:
    """The divisions on foot, the westernmost first."""
    found = [u for u in g.on_map(Side.GERMAN) if not g.mech(u) and g.counter(u).size == "XX"]
    columns = _columns(g)
    return sorted((u for u in found if g.scenario.playable[g.hex_of[u]]), key=lambda u: (columns[g.hex_of[u]], u))


@derived()
def _columns(g: France40) -> tuple[int, ...]:
    return tuple(g.map.grid.col_row(spot)[0] for spot in g.map.spots)


def halted_with(g: France40, u: Unit) -> tuple[Unit, ...]:
    """21.3.3b: the mechanized units of a hex; 22.2b: in Dynamo only those of the Panzer division."""
    stack = g.units_in(g.hex_of[u], Side.GERMAN)
    if g.scenario.dynamo:
        return tuple(v for v in stack if g.counter(v).division == g.counter(u).division)
    return tuple(v for v in stack if g.mech(v))


def comrades(g: France40, u: Unit) -> tuple[Unit, ...]:
    """22.2d: the units of a Panzer division in a hex, which stay together on turns 1 to 3 of Dynamo; else the unit."""
    if not g.scenario.dynamo or g.turn > LAST_DYNAMO_TURN:
        return (u,)
    division = g.scenario.counters[u].division
    if not is_panzer_division(division):
        return (u,)
    return tuple(v for v in g.units_in(g.hex_of[u], Side.GERMAN) if g.counter(v).division == division)


def why_not_apart(g: France40, units: Sequence[Unit]) -> Refusal | None:
    """22.2d: why units may not leave a hex without others."""
    for u in units:
        if left := [v for v in comrades(g, u) if v not in units]:
            return Refusal("22.2d", f"{g.counter(u).division} must stay together, with {g.listed(left)}")
    return None


def is_panzer_division(division: str) -> bool:
    return division.endswith(" Pz")


def calais_held(g: France40) -> bool:
    """22.7d: whether Calais has yet to be cleared; once cleared, it does not matter if Allies return."""
    return not g.calais_cleared and bool(g.held_allied[calais(g)])


@derived()
def calais(g: France40) -> Hex:
    return g.map.place("Calais").hex

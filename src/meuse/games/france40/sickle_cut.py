"""21.2, 21.4: GQG markers and the Dyle Line. Units that markers bind together (21.3.3b, 22.2d)."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.france40 import halt
from meuse.games.france40.board import MARKERS, France40
from meuse.games.france40.markers import PlaceMarkers, RemoveMarkers, on_map, take_off
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.state import ALLIED_UNITS, derived
from meuse.steps import Step, overrides


def gqg_phase(turn: int) -> Iterator[Step]:
    """3.A6, 21.2.4a: scheduled removal, placement, the roll."""
    yield RetireMarker(turn)
    yield PlaceGQG(Side.GERMAN)
    yield RemoveGQG()


class RetireMarker(Step, frozen=True):
    """21.2.6, R.21.2.6.1: every other turn from turn 3 on a marker leaves the game, #1 first, wherever it is."""

    rule = "21.2.6"
    turn: int

    def run(self, g: France40) -> None:
        g.pop()
        g.gqg_gone = sum(turn <= self.turn for turn in g.scenario.tables["gqg"]["removed_on"])
        for number in on_map(g, Side.ALLIED):
            if number <= g.gqg_gone:
                take_off(g, Side.ALLIED, number)


class PlaceGQG(PlaceMarkers, frozen=True):
    """21.2.4a: all markers of the Holding Box go on Allied stacks, at most one per hex."""

    rule = "21.2.4a"
    title = "GQG phase"
    question = "Which stacks get a GQG marker?"
    kind = "GQG"

    @overrides
    def in_hand(self, g: France40) -> list[int]:
        return gqg_holding(g)

    @overrides
    def stacks(self, g: France40) -> list[Hex]:
        return gqg_targets(g)

    @order(
        "place {number} {hex}",
        label="Place a GQG marker",
        rule="21.2.4a",
        says="The stack moves only by Tactical Movement and cannot attack, until the dice free it.",
        why="only markers in the Holding Box are placed",
        was=("gqg",),
    )
    def place(self, g: France40, number: int, h: Hex) -> None:
        """21.2.1a: it slows the stack and stops its attacks."""
        for u in g.units_in(h, Side.ALLIED):
            if not exempt(g, u):
                g.set_under(u, number)
        text = f"GQG marker {number} is placed in {g.map.spot(h)}"
        g.emit("gqg", text, "21.2.4a", at=(g.map.labels[h],), side="allied")
        self.one_placed(g)

    @place.choices("number")
    def markers(self, g: France40) -> list[int]:
        return gqg_holding(g) if gqg_targets(g) else []

    @place.describes("number")
    def marker_words(self, g: France40, number: int) -> dict[str, str]:
        """21.2.6: #1 leaves the game first."""
        leaves = g.scenario.tables["gqg"]["removed_on"]
        gone = f" It leaves the game on turn {leaves[number - 1]}." if number <= len(leaves) else ""
        return {"label": f"GQG {number}", "says": f"{self.place.says}{gone}"}

    @place.choices("hex")
    def places(self, g: France40, number: int) -> list[Hex]:
        return gqg_targets(g)

    @place.refuses("hex")
    def why_not_there(self, g: France40, number: int, h: Hex) -> Refusal | None:
        return why_not_gqg(g, h)

    done = PlaceMarkers.done.told(rule="21.2.4c")


class RemoveGQG(RemoveMarkers, frozen=True):
    """21.2.4c: the markers with the numbers of two dice go back to the Holding Box; doubles take one."""

    rule = "21.2.4c"
    kind, event, bearer = "GQG", "gqg", Side.ALLIED


def gqg_holding(g: France40) -> list[int]:
    """21.2.4a, 21.2.5: the numbers in the Holding Box: neither on a stack nor out of the game."""
    lying = on_map(g, Side.ALLIED)
    return [n for n in range(g.gqg_gone + 1, g.scenario.tables["gqg"]["markers"] + 1) if n not in lying]


@derived(ALLIED_UNITS, MARKERS)
def gqg_targets(g: France40) -> list[Hex]:
    marked = {g.hex_of[u] for u in g.on_map(Side.ALLIED) if g.under[u]}
    return [h for h in _gqg_stacks(g) if h not in marked]


@derived(ALLIED_UNITS)
def _gqg_stacks(g: France40) -> list[Hex]:
    """The stacks that could get a marker if none had one."""
    stacks = {g.hex_of[u] for u in g.on_map(Side.ALLIED) if g.counter(u).nation == "french"}
    return sorted(h for h in stacks if why_not_ever_gqg(g, h) is None)


def why_not_gqg(g: France40, h: Hex) -> Refusal | None:
    """21.2.4a: why a stack gets no marker: one per hex."""
    if any(g.under[u] for u in g.units_in(h, Side.ALLIED)):
        there = g.map.labels[h]
        return Refusal("21.2.4a", f"{there} already has a GQG marker", (there,))
    return why_not_ever_gqg(g, h)


def why_not_ever_gqg(g: France40, h: Hex) -> Refusal | None:
    """21.2.4b, R.21.2.4b.1: a stack with a French unit, not all of it immune."""
    stack, there = g.units_in(h, Side.ALLIED), g.map.labels[h]
    if not g.scenario.playable[h] or not any(g.counter(u).nation == "french" for u in stack):
        return Refusal("21.2.4b", f"there is no French unit in {there}", (there,))
    if all(exempt(g, u) for u in stack):
        return Refusal("21.2.3", f"all units in {there} are immune to GQG markers", (there,))
    return None


def exempt(g: France40, u: Unit) -> bool:
    """21.2.3: HQs and de Gaulle's division; entrained units are not."""
    return g.hq(u) or g.counter(u).has("de_gaulle")


# -- 21.2.1: what markers do to a stack


def bound(g: France40, u: Unit) -> tuple[Unit, ...]:
    """21.2.1d, 21.3.3b, 22.2d: the units that must stay with a unit, itself among them."""
    number = g.under[u]
    if number:
        return tuple(v for v in g.units_in(g.hex_of[u], g.scenario.side_of[u]) if g.under[v] == number)
    return halt.comrades(g, u)


def other_marker(g: France40, u: Unit, h: Hex) -> bool:
    """21.2.1b, R.21.3.3b.1: whether a marked unit would stop with another marker of its kind."""
    side = g.scenario.side_of[u]
    return bool(g.under[u]) and any(g.under[v] not in (0, g.under[u]) for v in g.units_in(h, side))


def catch(g: France40) -> None:
    """21.2.1e, R.21.3.3b.1: at the end of a phase units that share a hex with a marker come under it.

    R.21.2.1b.1: so does a stack that retreated there. 22.2b: in Dynamo a marker binds its Panzer division only.
    """
    if g.scenario.dynamo:
        if not g.calais_cleared and not halt.calais_held(g):  # 22.7d
            g.calais_cleared = True
            g.touch(MARKERS)
        return
    for u in (*g.on_map(Side.ALLIED), *g.on_map(Side.GERMAN)):
        if g.under[u]:
            for v in g.units_in(g.hex_of[u], g.scenario.side_of[u]):
                if not g.under[v] and _catches(g, v):
                    g.set_under(v, g.under[u])


def _catches(g: France40, u: Unit) -> bool:
    return g.mech(u) if g.scenario.side_of[u] is Side.GERMAN else not exempt(g, u)


# -- 21.4 the Dyle Line


def finish_dyle(g: France40, side: Side) -> None:
    """21.4a: at the end of the Allied Movement Phase of turn 1 a position is finished if its builders are there."""
    if side is not Side.ALLIED or g.turn != 1:
        return
    for h in sorted(g.dyle):
        if any(_builder(g, u, h) for u in g.units_in(h, Side.ALLIED)):
            g.dyle[h] = True
            g.touch(MARKERS)
            text = f"The Dyle Line position in {g.map.spot(h)} is finished"
            g.emit("dyle", text, "21.4a", at=(g.map.labels[h],), side="allied")


def _builder(g: France40, u: Unit, h: Hex) -> bool:
    """21.4a: an infantry-class unit that was set up in the hex."""
    return g.face(u).infantry and g.scenario.setup["start"].get(g.id(u)) == g.map.labels[h]


def remove_dyle(g: France40, h: Hex) -> None:
    """21.4c: an IP marker is removed: by a boxed H, or when its garrison was eliminated or made to retreat."""
    if h in g.dyle:
        del g.dyle[h]
        g.touch(MARKERS)
        text = f"The Dyle Line position in {g.map.spot(h)} is lost"
        g.emit("dyle", text, "21.4c", at=(g.map.labels[h],), side="allied")


def abandon_dyle(g: France40) -> None:
    """21.4c: markers without a friendly unit at the end of the Allied Supply Phase."""
    for h in sorted(g.dyle):
        if not g.units_in(h, Side.ALLIED):
            remove_dyle(g, h)

"""19: reinforcements: the cup, Entry Hexes, Strategic Rail Movement, and units that leave the map (7.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.france40 import dynamo, evacuation, hqs
from meuse.games.france40.board import MARKERS, MOVED, France40
from meuse.games.france40.halt import LAST_DYNAMO_TURN, is_panzer_division
from meuse.games.france40.losses import leave_map
from meuse.games.france40.moving import Moving
from meuse.games.france40.supply import line_from, opened
from meuse.games.france40.victory import automatic_victory
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases import log, placing
from meuse.state import derived
from meuse.steps import Step, Warning, overrides

RAILWAY = ("E", "SE", "S", "W")
"""19.2.5, R.19.2.5.1: the Entry Areas joined by Strategic Rail Movement, in their order along the map edge."""


def initial_phase(scenario_id: str, side: Side, turn: int) -> Iterator[Step]:
    """3.A1, 3.B1, 3.dynamo: how a player turn begins."""
    yield StartPlayerTurn(side)
    if scenario_id == "dynamo":
        yield from dynamo.initial_pages(side, turn)
        if side is Side.ALLIED:
            yield from evacuation.pages(turn)
    elif side is Side.ALLIED:
        yield Draw(turn)
    yield Arrivals(side)


class StartPlayerTurn(Step, frozen=True):
    """9.3.1c, 22.6d: Air units are Ready again; 17.2.1: so are HQs that can be."""

    rule = "3.A1"
    side: Side

    def title(self, g: France40) -> str:
        return f"{self.side.title} initial phase"

    def run(self, g: France40) -> None:
        g.pop()
        g.air[self.side] = g.scenario.tables["air"][g.scenario.id][self.side.word]
        if self.side is Side.ALLIED:
            hqs.ready_hqs(g)


class Draw(Step, frozen=True):
    """19.2.1, R.19.2.1.1: the Allied player draws as many units as the track says."""

    rule = "19.2.1"
    turn: int

    def run(self, g: France40) -> None:
        g.pop()
        cup = g.scenario.box("cup")
        for _ in range(g.scenario.tables["draws"].get(str(self.turn), 0)):
            left = g.at.get(cup, ())
            if not left:
                return
            u = left[g.roll(len(left)) - 1] if len(left) > 1 else left[0]
            g.place(u, g.scenario.box("display"))
            g.due[u] = self.turn
            g.emit("drawn", f"{g.name(u)} is drawn and arrives in area {g.area[u]}", "19.2.1", units=(g.id(u),))


class Arrivals(placing.Arrivals, frozen=True):
    """19.1a: reinforcements are put into Entry Hexes, from which they move."""

    rule = "19.1a"

    enter = placing.Arrivals.enter.told(rule="19.1a")
    done = placing.Arrivals.done.told(rule="19.4.1b")

    @overrides
    def warnings(self, g: France40) -> Sequence[Warning]:
        left = list(self.arriving(g))
        if not left or g.turn >= g.scenario.tables["turns"][g.scenario.id]["last"]:
            return ()
        return (Warning("loses", f"{g.listed(left)} will wait for a later turn.", "19.4.1b", topic="arrivals"),)

    @overrides
    def due(self, g: France40) -> Sequence[Unit]:
        return waiting(g, self.side)

    @overrides
    def grounds(self, g: France40, unit: Unit) -> Sequence[Hex]:
        """19.2.2a, 19.3.1a: the Entry Hexes of its area."""
        return sorted(g.scenario.entry_hexes[g.area[unit]])

    @overrides
    def bring_in(self, g: France40, unit: Unit, h: Hex) -> None:
        """19.1a: it can move in this phase, with its whole allowance; 19.2.4: or go by rail."""
        g.place(unit, h)
        log.arrival(g, unit, h, "19.1a")

    @overrides
    def why_not_place(self, g: France40, unit: Unit) -> Refusal:
        if unit not in waiting(g, self.side):
            return Refusal("19.1a", f"{g.name(unit)} is not a reinforcement due this turn")
        return Refusal("19.4.2e", f"all Entry Hexes of area {g.area[unit]} are closed or full")

    @overrides
    def why_not_at(self, g: France40, unit: Unit, h: Hex) -> Refusal | None:
        return why_not_enter(g, unit, h)


def waiting(g: France40, side: Side) -> tuple[Unit, ...]:
    """19.1c, 19.4.1b: the reinforcements that are due, on the display or at the map edge (19.2.5)."""
    found = (u for box in _waiting_rooms(g) for u in g.at.get(box, ()) if g.due[u] <= g.turn)
    return tuple(sorted(u for u in found if g.scenario.side_of[u] is side))


@derived()
def _waiting_rooms(g: France40) -> tuple[Hex, ...]:
    return (g.scenario.box("display"), *(g.scenario.box(f"edge {area}") for area in RAILWAY))


def why_not_enter(g: France40, u: Unit, h: Hex) -> Refusal | None:
    """Why a reinforcement may not be put into an Entry Hex."""
    side, there = g.scenario.side_of[u], g.map.labels[h]
    if g.area[u] not in g.scenario.entry_of.get(h, ()):
        rule = {Side.GERMAN: "19.3.1a", Side.ALLIED: "19.2.2a"}[side]
        return Refusal("22.7b" if g.scenario.dynamo else rule, f"{g.name(u)} arrives in area {g.area[u]}", (there,))
    if not g.controls(side, h):
        return Refusal("19.4.2a", f"{there} is closed for the rest of the game", (there,))
    if opened(g, h) > g.turn:
        return Refusal("19.3.2", f"{there} opens on turn {opened(g, h)}", (there,))
    if (named := _named_hex(g, u)) not in ("", there):
        return Refusal("19.2.3a", f"{g.name(u)} arrives at {named}", (named,))
    return _why_not_for_germans(g, u, h) if side is Side.GERMAN else _why_not_for_allies(g, u, h)


def _named_hex(g: France40, u: Unit) -> str:
    """19.2.3a: the Entry Hex that a counter names for its turn; R.19.2.3a.1: later it is any of the area."""
    return _named_hexes(g).get((u, g.turn), "")


@derived()
def _named_hexes(g: France40) -> dict[tuple[Unit, int], str]:
    rows = g.scenario.setup["arrivals"]["scheduled"]
    return {(g.scenario.unit_named[row["unit"]], row["turn"]): row["hex"] for row in rows if "hex" in row}


def _why_not_for_allies(g: France40, u: Unit, h: Hex) -> Refusal | None:
    """19.2.2b: one unit per hex where possible, else two."""
    there, count = g.map.labels[h], len(g.units_in(h, Side.ALLIED))
    others = [n for n in g.scenario.entry_hexes[g.area[u]] if g.controls(Side.ALLIED, n)]
    if count >= 2 or (count == 1 and any(not g.held_allied[n] for n in others) and not _named_hex(g, u)):
        state = "is full: 2 of 2 units" if count >= 2 else "already has a unit, and other Entry Hexes are free"
        return Refusal("19.2.2b", f"{there} {state}", (there,))
    return None


def _why_not_for_germans(g: France40, u: Unit, h: Hex) -> Refusal | None:
    """19.3.1b: one division per hex; battalions are free. 22.2d: a Panzer division stays together on turns 1 to 3."""
    there, mine = g.map.labels[h], _divisions(g)[u]
    in_hex = {_divisions(g)[v] for v in g.units_in(h, Side.GERMAN)} - {""}
    if mine and in_hex - {mine}:
        return Refusal("19.3.1b", f"{there} is already taken by {', '.join(sorted(in_hex))}", (there,))
    if g.scenario.dynamo and g.turn <= LAST_DYNAMO_TURN and is_panzer_division(mine):
        comrades = (v for v, division in enumerate(_divisions(g)) if division == mine and g.hex_of[v] >= 0)
        elsewhere = next((g.map.labels[g.hex_of[v]] for v in comrades if g.hex_of[v] != h), None)
        if elsewhere:
            return Refusal("22.2d", f"{mine} must stay together", (elsewhere,))
    return None


@derived()
def _divisions(g: France40) -> tuple[str, ...]:
    """The division that each unit is, or is a part of; "" for an independent battalion."""
    return tuple("" if c.size == "II" else c.division or c.id for c in g.scenario.counters)


def close_entries(g: France40, side: Side) -> None:
    """19.4.1a, 19.4.1b: units still in their own Entry Hexes go back to the display; 19.1c: and arrive later."""
    for u in g.on_map(side):
        h = g.hex_of[u]
        if h in g.scenario.entry_of and h not in g.closed:
            g.place(u, g.scenario.box("display"))
            g.due[u] = g.turn + 1
            g.drop(u, MOVED)
            g.emit("waits", f"{g.name(u)} waits for a later turn", "19.4.1b", units=(g.id(u),))


# -- 19.2.5 Strategic Rail Movement


class StrategicRail(Moving, frozen=True):
    """19.2.5: an order of the Allied Movement Phase."""

    @order(
        "shift {unit} {word}",
        label="Strategic Rail Movement",
        rule="19.2.5",
        says="The unit arrives one turn later, in a neighbouring Entry Area.",
        why="only a reinforcement due at W, S, SE or E that has not moved can shift",
    )
    def shift(self, g: France40, unit: Unit, area: str) -> None:
        """19.2.5: the unit waits at the map edge of that area until next turn."""
        self.finish(g)
        g.place(unit, g.scenario.box(f"edge {area}"))
        g.area[unit], g.due[unit] = area, g.turn + 1
        name = g.name(unit)
        g.emit("shift", f"{name} moves by rail to Entry Area {area}", "19.2.5", units=(g.id(unit),))
        self.go_on(g)

    @shift.describes("word")
    def area_words(self, g: France40, unit: Unit, area: str) -> dict[str, Any]:
        hexes = sorted(h for h in g.scenario.entry_hexes[area] if g.controls(g.scenario.side_of[unit], h))
        says = f"{g.name(unit)} arrives there on turn {g.turn + 1}, or goes on to the next area."
        return {"label": f"Entry Area {area}", "says": says, "places": tuple(g.map.labels[h] for h in hexes)}

    @shift.choices("unit")
    def shiftable(self, g: France40) -> Iterator[Unit]:
        """19.2.5: whoever is due and has not moved; 19.4.2e: also if no Entry Hex is open to it.

        19.4.2a: a unit that keeps an enemy Entry Hex closed stays there.
        """
        if self.side is not Side.ALLIED or g.scenario.dynamo:
            return
        in_use = (h for h in g.scenario.entry_of if h in g.at and h not in g.closed)
        in_hexes = (u for h in in_use for u in g.units_in(h, Side.ALLIED))
        for u in sorted({*waiting(g, Side.ALLIED), *in_hexes}):
            if g.area[u] in RAILWAY and not g.status[u] & MOVED and not g.spent[u] and self.areas(g, u):
                yield u

    @shift.choices("word")
    def areas(self, g: France40, unit: Unit) -> list[str]:
        """19.2.5: adjacent areas that are friendly, so with an Entry Hex that is not closed."""
        return [area for area in adjacent_areas(g.area[unit]) if open_area(g, area)]

    @shift.refuses("word")
    def why_not_area(self, g: France40, unit: Unit, area: str) -> Refusal:
        if area in adjacent_areas(g.area[unit]):
            return Refusal("19.2.5", f"Entry Area {area} is no longer friendly: its Entry Hexes are closed")
        return Refusal("19.2.5", f"from {g.area[unit]} a unit can shift to {' or '.join(adjacent_areas(g.area[unit]))}")


def adjacent_areas(area: str) -> tuple[str, ...]:
    at = RAILWAY.index(area)
    return tuple(RAILWAY[n] for n in (at - 1, at + 1) if 0 <= n < len(RAILWAY))


def open_area(g: France40, area: str) -> bool:
    return any(g.controls(Side.ALLIED, h) for h in g.scenario.entry_hexes[area])


# -- 7.2, 19.4.2: leaving the map


def leaves(g: France40, u: Unit, h: Hex) -> None:
    """7.2a: a unit moves off the map: into an enemy Entry Hex h, or over the map edge from hex h."""
    if h in g.scenario.entry_of and not g.scenario.dynamo:
        _through_entry(g, u, h)
        return
    leave_map(g, u, "exited" if _way_home(g, h) else "withdrawn")
    g.emit("exit", f"{g.name(u)} leaves the map", "7.2a", units=(g.id(u),), at=(g.map.labels[h],))
    automatic_victory(g)


def _way_home(g: France40, h: Hex) -> bool:
    """22.10.2b: in Dynamo only the west and south edges lead out of the pocket."""
    return not g.scenario.dynamo or any(h in g.map.regions[edge].hexes for edge in ("west", "south"))


def _through_entry(g: France40, u: Unit, h: Hex) -> None:
    """19.4.2a, 19.4.2c: the first unit in Good Order closes the hex and stays; R.19.4.2a.1: others are out of play."""
    side, there, name = g.scenario.side_of[u], g.map.labels[h], g.name(u)
    g.place(u, h)
    if side is Side.GERMAN and h in g.scenario.entry_hexes["X"] and line_from(g, side, h):
        g.x_exits += 1  # 21.7.2c: a line at the moment of leaving
    if h not in g.closed and g.good_order(u):
        g.closed |= {h}
        g.set_control(h, side + 1)
        g.touch(MARKERS)
        g.add(u, MOVED)
        g.emit("exit", f"{name} closes the Entry Hex {there}", "19.4.2a", units=(g.id(u),), at=(there,))
        return
    leave_map(g, u, "exited")
    g.emit("exit", f"{name} leaves the map through {there}", "7.2a", units=(g.id(u),), at=(there,))

"""14: reserves and reinforcements, which arrive as a movement phase opens. So do air drops (11) and disbanding (15)."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.gdw1940 import reminders
from meuse.games.gdw1940.airborne import Drops, german_cities
from meuse.games.gdw1940.board import EIGHTHS, GROUNDED, MOVED, RAILED, Gdw1940
from meuse.games.gdw1940.combat import last_impulse
from meuse.games.gdw1940.corps import Disbanding
from meuse.games.gdw1940.exits import feared, only_parachutists
from meuse.games.gdw1940.movement import enter
from meuse.games.gdw1940.neutrals import cities_of
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.phases import log, placing
from meuse.report import count
from meuse.steps import Warning, overrides


class Arrivals(Drops, Disbanding, placing.Arrivals, frozen=True):
    """11.drop.when, 14.when, 15.panzer.break: what opens a movement phase, before any other movement."""

    rule = "2.movement_phase"

    enter = placing.Arrivals.enter.told(rule="14.choice", was=("reserve", "guard"))

    @overrides
    def title(self, g: Gdw1940) -> str:
        return f"{self.side.title} arrivals"

    @overrides
    def question(self, g: Gdw1940) -> str:
        if next(self.arriving(g), None) is not None:
            return str(placing.Arrivals.question)
        dropping = next(self.droppable(g), None) is not None
        return "Which airborne units drop?" if dropping else "Do you disband the corps?"

    @overrides
    def due(self, g: Gdw1940) -> Iterator[Unit]:
        """14.choice: any units of the right pool."""
        return (u for u in waiting(g, self.side) if why_not_come(g, u) is None)

    @overrides
    def grounds(self, g: Gdw1940, unit: Unit) -> list[Hex]:
        if is_reinforcement(g, unit):
            return sorted(g.map.regions["west-edge"].hexes)
        regular = places_for(g, g.counter(unit).nation) if why_not_reserve(g, unit) is None else []
        return [*border(g), *regular] if guards_border(g, unit) else regular

    @overrides
    def warnings(self, g: Gdw1940) -> list[Warning]:
        """14.delay: what is held back in the last impulse of a turn is held back for good."""
        able = [u for u in self.arriving(g) if is_reserve(g, u) and g.counter(u).nation != "swiss"]
        chart = g.scenario.tables["reserves"][self.side.word]
        left = min(len(able), chart["each_turn"] - g.reserves_in) if g.impulse == last_impulse(g.turn) else 0
        return list(reminders.held_back(left))

    @enter.closed_if
    def why_not_anyone(self, g: Gdw1940) -> Refusal | None:
        """14.choice: where no unit can come in, the first that waits says why."""
        if next(self.arriving(g), None) is not None:
            return None
        reasons = (self.why_not_place(g, u) for u in waiting(g, self.side))
        return next(reasons, Refusal("14.choice", "the reserve pool is empty"))

    @overrides
    def why_not_place(self, g: Gdw1940, unit: Unit) -> Refusal:
        refusal = why_not_come(g, unit)
        return refusal or Refusal(where_rule(g, unit), f"every hex where {g.name(unit)} could arrive is closed")

    @overrides
    def why_not_at(self, g: Gdw1940, unit: Unit, h: Hex) -> Refusal | None:
        """14.one_per_hex: no two reserves in one hex in one turn; R.14.swiss_border.1: on the border either."""
        there = g.map.labels[h]
        if is_reinforcement(g, unit):
            friendly = h in g.map.regions["west-edge"].hexes and g.friendly(h, Side.ALLIED)
            return None if friendly else Refusal("14.reinforcements", f"{there} is not an Allied hex on the west edge")
        if h in g.brought_in:
            return Refusal("14.one_per_hex", f"a reserve has already arrived at {there} this turn")
        if guards_border(g, unit) and h in border(g):
            return Refusal("14.swiss_border", f"German units are in {there}", (there,)) if g.held_german[h] else None
        if h in self.grounds(g, unit):
            return None
        if g.counter(unit).pool == "swiss_border" and h in border(g):
            text = f"{g.name(unit)} arrives there only in the first Allied impulse after an invasion of Switzerland"
            return Refusal("14.swiss_border", text)
        return Refusal(where_rule(g, unit), f"{there} is not open to {g.name(unit)}")

    @overrides
    def bring_in(self, g: Gdw1940, unit: Unit, h: Hex) -> None:
        """14.act: it may move and fight in this impulse."""
        log.arrival(g, unit, h, come_in(g, unit, h))

    # 14.delay: what is held back may come in the second impulse, but does not add up (R.14.swiss.1).
    done = placing.Arrivals.done.told(rule="14.delay")


# -- who, and how


def waiting(g: Gdw1940, side: Side) -> list[Unit]:
    """The units of a side that wait to come in, in counter order."""
    units = sorted(u for box in ("reserve", "pool") for u in g.units_in(g.scenario.box(box), side))
    return [u for u in units if is_reserve(g, u) or is_reinforcement(g, u)]


def is_reserve(g: Gdw1940, u: Unit) -> bool:
    """14.choice, 14.swiss_border.regular, 11.airlanding.choice: whether a unit waits where reserves are taken from."""
    counter = g.counter(u)
    if counter.has("airborne"):
        return not counter.has("parachute") and g.hex_of[u] == g.scenario.box("pool")
    return counter.pool != "reinforcement" and g.hex_of[u] == g.scenario.box("reserve")


def is_reinforcement(g: Gdw1940, u: Unit) -> bool:
    """22.british, R.14.reinforcements.2: two units with a turn of their own."""
    return g.counter(u).pool == "reinforcement"


def guards_border(g: Gdw1940, u: Unit) -> bool:
    """14.swiss_border: in the first Allied impulse after the invasion, in addition to the reserves of the turn."""
    here = g.hex_of[u] == g.scenario.box("reserve")
    return here and g.swiss_border_open and g.counter(u).pool == "swiss_border"


def why_not_come(g: Gdw1940, u: Unit) -> Refusal | None:
    """Why a unit cannot come in now, wherever that would be."""
    if guards_border(g, u):
        return None
    return why_not_reinforce(g, u) if is_reinforcement(g, u) else why_not_reserve(g, u)


def why_not_reinforce(g: Gdw1940, u: Unit) -> Refusal | None:
    """14.reinforcements, R.14.reinforcements.1: on the turn given, or later."""
    turn, name = g.counter(u).turn, g.name(u)
    if g.hex_of[u] != g.scenario.box("reserve"):
        return Refusal("14.reinforcements", f"{name} has already arrived")
    return Refusal("14.reinforcements", f"{name} arrives from turn {turn} on") if g.turn < turn else None


def why_not_reserve(g: Gdw1940, u: Unit) -> Refusal | None:
    """14.german, 14.allied, 14.swiss: why a unit cannot come in as a reserve now."""
    counter, chart = g.counter(u), g.scenario.tables["reserves"]
    if not is_reserve(g, u):
        return Refusal("14.choice", f"{g.name(u)} is not in the reserve pool")
    if counter.nation == "swiss":
        if g.turn <= g.swiss_invaded_on:
            return Refusal("14.swiss", "Swiss reserves arrive from the turn after the invasion of Switzerland on")
        full = g.swiss_in >= chart["swiss"]["each_turn"]
        return Refusal("14.swiss", "a Swiss reserve has already arrived this turn") if full else None
    due = chart["german" if counter.side is Side.GERMAN else "allied"]
    rule = "14.german" if counter.side is Side.GERMAN else "14.allied"
    if g.turn < due["from_turn"]:
        return Refusal(rule, f"reserves arrive from turn {due['from_turn']} on")
    if counter.side is Side.ALLIED and g.turn == 1 and g.impulse == 1:
        return Refusal("14.allied.turn1", "on turn 1 Allied reserves arrive in the second impulse")
    if g.reserves_in >= due["each_turn"]:
        return Refusal(rule, f"at most {count(due['each_turn'], 'reserve')} may arrive per turn")
    return None


def come_in(g: Gdw1940, u: Unit, h: Hex) -> str:
    """A unit comes in; the rule by which it does so."""
    if is_reinforcement(g, u):
        come_over_the_edge(g, u, h)
        return "14.reinforcements"
    g.brought_in |= {h}
    if guards_border(g, u) and h in border(g):
        g.place(u, h)
        return "14.swiss_border"
    if g.counter(u).nation == "swiss":
        g.swiss_in += 1
    else:
        g.reserves_in += 1
    if g.counter(u).has("airborne"):
        g.set_status(u, g.status[u] | GROUNDED)  # 11.airlanding.choice
    if h in g.map.regions["west-edge-reserves"].hexes:
        come_over_the_edge(g, u, h)
    else:
        enter(g, u, h)
    return "14.choice"


def come_over_the_edge(g: Gdw1940, u: Unit, h: Hex) -> None:
    """14.allied.where, 14.reinforcements: the entry hex costs 1 MP; 4.stop: in an enemy zone the unit stops there."""
    enter(g, u, h)
    g.spent[u] = EIGHTHS * g.scenario.tables["movement"]["enter_edge"]
    if feared(g, g.scenario.side_of[u], h):
        g.set_status(u, g.status[u] | MOVED)


# -- where


def border(g: Gdw1940) -> list[Hex]:
    """14.swiss_border: the French hexes next to Switzerland."""
    return sorted(g.map.regions["swiss-border"].hexes)


def where_rule(g: Gdw1940, u: Unit) -> str:
    return {"german": "14.german", "swiss": "14.swiss"}.get(g.counter(u).nation, "14.allied.where")


def places_for(g: Gdw1940, nation: str) -> list[Hex]:
    """14.german, 14.swiss, 14.allied.where: where a nation's reserves appear."""
    if nation == "german":
        return [h for h in german_cities(g) if g.map.country[h] == "germany" and not g.zones_allied[h]]
    if nation == "swiss":
        return [h for h in cities_of(g, "switzerland") if g.friendly(h, Side.ALLIED)]
    return allied_places(g)


def allied_places(g: Gdw1940) -> list[Hex]:
    """14.allied.where, R.14.allied.where.1: gathering points; a Paris hex for each closed one; then the west edge.

    R.14.allied.where.2: at the edge neither zones nor control matter, only that no enemy bars the hex (6.enemy_hex).
    """
    gathering = [place.hex for place in g.map.with_kind("gathering_point")]
    open_points = [h for h in gathering if open_to_reserves(g, h)]
    closed = len(gathering) - len(open_points)
    paris = [place.hex for place in g.map.with_kind("paris")]
    edge = g.map.regions["west-edge-reserves"].hexes
    stand_ins = [h for h in paris if open_to_reserves(g, h)] or [h for h in sorted(edge) if not barred(g, h)]
    used = sum(h in g.brought_in for h in (*paris, *edge) if h not in gathering)
    if any(h not in g.brought_in for h in open_points):
        return open_points
    return [*open_points, *stand_ins] if used < closed else open_points


def open_to_reserves(g: Gdw1940, h: Hex) -> bool:
    """14.allied.where: neither German controlled nor in a German zone."""
    return g.friendly(h, Side.ALLIED) and not g.zones_german[h]


def barred(g: Gdw1940, h: Hex) -> bool:
    """6.enemy_hex, 11.para.overrun: whether German units keep the Allies out of a hex."""
    return bool(g.held_german[h]) and not only_parachutists(g, Side.ALLIED, h)


# -- the movement phase


def begin_phase(g: Gdw1940, side: Side) -> None:
    """A movement phase opens: nobody has moved yet."""
    for u, status in enumerate(g.status):
        if status & (MOVED | RAILED) and g.scenario.side_of[u] is side:
            g.set_status(u, status & ~(MOVED | RAILED))
    g.spent[:] = [0] * len(g.spent)
    g.port_used.clear()
    g.railed = False


def close_phase(g: Gdw1940, side: Side) -> None:
    """14.swiss_border: only in the first Allied impulse after the invasion."""
    if side is Side.ALLIED:
        g.swiss_border_open = False

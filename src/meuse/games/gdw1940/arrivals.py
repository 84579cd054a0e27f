"""11, 14 and 15: what opens a movement phase: air drops, corps broken down, reserves and reinforcements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.gdw1940.board import (
    DISRUPTED,
    DROPPED,
    EIGHTHS,
    GROUNDED,
    MOVED,
    RAILED,
    UNSUPPLIED,
    Gdw1940,
    holds_out,
    stacks,
)
from meuse.games.gdw1940.exits import feared, only_parachutists
from meuse.games.gdw1940.movement import enter
from meuse.games.gdw1940.neutrals import cities_of, invade
from meuse.games.gdw1940.supply import is_supplied
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.until_done import UntilDone
from meuse.state import derived

CORPS_OF = {Side.GERMAN: "de.XXXIX", Side.ALLIED: "fr.AC"}
"""15: the corps that each side may form of its divisions."""

FORMING = {Side.GERMAN: "15.panzer.form", Side.ALLIED: "15.french_corps"}
BREAKING = {Side.GERMAN: "15.panzer.break", Side.ALLIED: "15.french_corps"}


class Arrivals(UntilDone, frozen=True):
    """11.drop.when, 14.when, 15.panzer.break: what opens a movement phase, before any other movement."""

    rule = "2.movement_phase"
    question = "What comes in?"

    def title(self, g: Gdw1940) -> str:
        return f"{self.side.title} arrivals"

    # -- 11 air drops

    @order("drop {unit} {hex}", rule="11.drop.when")
    def drop(self, g: Gdw1940, unit: Unit, h: Hex) -> None:
        """11.drop.where: even on the enemy. R.13.invade.1: on a neutral it is an invasion.

        R.8.judged.1: a unit from the pool was not judged, and is supplied.
        """
        name, there = g.name(unit), g.map.labels[h]
        g.set_status(unit, g.status[unit] | DROPPED)
        invade(g, g.map.country[h])
        g.place(unit, h)
        if g.held_allied[h] or holds_out(g, h):
            g.dropped_on |= {h}  # 11.effect.hexsides
        g.emit("drop", f"{name} drops on {there}", "11.drop.where", units=(name,), at=(there,))

    @drop.choices("unit")
    def droppable(self, g: Gdw1940) -> Iterator[Unit]:
        """11.units, 11.pool, R.11.drop.range.1: from the pool, or from a city where it begins the phase."""
        cities = set(german_cities(g)) if self.side is Side.GERMAN else set()
        fields = {*cities, g.scenario.box("pool")} if cities else set()
        for u in airborne(g):
            if g.hex_of[u] in fields and not g.status[u] & (DISRUPTED | DROPPED | GROUNDED):
                yield u

    @drop.choices("hex")
    def drop_zone(self, g: Gdw1940, unit: Unit) -> list[Hex]:
        """11.drop.where: any land hex in range but its own."""
        at = g.hex_of[unit]
        cities = [at] if at >= 0 else list(german_cities(g))
        near = set().union(*(in_drop_range(g, city) for city in cities))
        return [h for h in g.scenario.land if h != at and h in near]

    @drop.refuses("hex")
    def why_not_drop(self, g: Gdw1940, unit: Unit, h: Hex) -> Refusal:
        if h == g.hex_of[unit]:
            return Refusal("11.drop.where", f"{g.name(unit)} is already in {g.map.labels[h]}")
        if h not in g.scenario.land:
            return Refusal("11.drop.where", f"{g.map.labels[h]} is not a land hex")
        return Refusal("11.drop.range", f"{g.map.labels[h]} is more than ten hexes from the city of departure")

    @drop.refuses("unit")
    def why_not_airborne(self, g: Gdw1940, unit: Unit) -> Refusal:
        if not g.counter(unit).has("airborne"):
            return Refusal("6.air", f"{g.name(unit)} is not airborne; only German airborne units move by air")
        if g.status[unit] & GROUNDED:
            return Refusal("11.airlanding.choice", f"{g.name(unit)} came in as a reserve and makes no drops")
        if g.hex_of[unit] == g.scenario.box("withdrawn"):
            return Refusal("11.withdraw", f"{g.name(unit)} was withdrawn and makes no further drops")
        return Refusal("11.drop.range", f"{g.name(unit)} cannot fly from where it is")

    # -- 15 corps broken down

    @order("break {corps:unit}", label="Break down a corps", rule="15.panzer.break")
    def break_down(self, g: Gdw1940, corps: Unit) -> None:
        """15.panzer.break, 15.french_corps: the same three divisions are put back in its hex.

        8.judged: supply was judged before, for the corps; so it holds for its divisions.
        """
        where = g.hex_of[corps]
        g.place(corps, OFF_MAP)
        for u in inside(g, self.side):
            g.set_status(u, g.status[corps] & UNSUPPLIED)
            g.place(u, where)
        g.emit("break", f"{g.name(corps)} is broken down", BREAKING[self.side], units=(g.name(corps),))

    @break_down.choices("corps")
    def corps_to_break(self, g: Gdw1940) -> list[Unit]:
        """R.15.panzer.form.1: the corps must be undisrupted."""
        u = g.scenario.unit_named[CORPS_OF[self.side]]
        return [u] if g.hex_of[u] >= 0 and not g.disrupted(u) else []

    # -- 14 reserves

    @order("reserve {unit} {hex}", label="Bring in a reserve", rule="14.choice")
    def reserve(self, g: Gdw1940, unit: Unit, h: Hex) -> None:
        """14.act: it may move and fight in this impulse."""
        if g.counter(unit).nation == "swiss":
            g.swiss_in += 1
        else:
            g.reserves_in += 1
        if g.counter(unit).has("airborne"):
            g.set_status(unit, g.status[unit] | GROUNDED)  # 11.airlanding.choice
        g.brought_in |= {h}
        if h in g.map.regions["west-edge-reserves"].hexes:
            come_over_the_edge(g, unit, h)
        else:
            enter(g, unit, h)
        there = g.map.labels[h]
        g.emit("reserve", f"{g.name(unit)} appears in {there}", "14.choice", units=(g.name(unit),), at=(there,))

    @reserve.choices("unit")
    def reserves(self, g: Gdw1940) -> list[Unit]:
        """14.choice: any units of the right pool."""
        units = [u for u in waiting(g, self.side) if is_reserve(g, u)]
        one_of_each = {g.counter(u).nation: u for u in units}
        due = {nation for nation, u in one_of_each.items() if not reserve_refuses(g, u) and self.reserve_hexes(g, u)}
        return [u for u in units if g.counter(u).nation in due]

    @reserve.closed_if
    def none_left(self, g: Gdw1940) -> Refusal | None:
        """14.choice: where no reserve can come, the first that waits says why."""
        if self.reserves(g):
            return None
        refused = (self.why_not_reserve(g, u) for u in waiting(g, self.side) if is_reserve(g, u))
        return next(refused, Refusal("14.choice", "the reserve pool is empty"))

    @reserve.choices("hex")
    def reserve_hexes(self, g: Gdw1940, unit: Unit) -> list[Hex]:
        """14.one_per_hex: no two in one hex in one turn."""
        return [h for h in places_for(g, g.counter(unit).nation) if h not in g.brought_in]

    @reserve.refuses("unit")
    def why_not_reserve(self, g: Gdw1940, unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side:
            return None
        return reserve_refuses(g, unit) or Refusal(where_rule(g, unit), "no place for it is open")

    @reserve.refuses("hex")
    def why_not_reserve_there(self, g: Gdw1940, unit: Unit, h: Hex) -> Refusal:
        if h in g.brought_in:
            return Refusal("14.one_per_hex", f"a reserve has come in at {g.map.labels[h]} this turn")
        return Refusal(where_rule(g, unit), f"{g.map.labels[h]} is not a place where it may appear")

    # -- 14 Swiss border reserve

    @order(
        "guard {unit} {hex}",
        label="To the Swiss border",
        rule="14.swiss_border",
        why="it comes in French hexes next to Switzerland, in the first Allied impulse after an invasion",
    )
    def guard(self, g: Gdw1940, unit: Unit, h: Hex) -> None:
        """14.swiss_border: in addition to the reserves of the turn (R.14.swiss_border.1)."""
        g.brought_in |= {h}
        g.place(unit, h)
        g.emit("reserve", f"{g.name(unit)} appears in {g.map.labels[h]}", "14.swiss_border", units=(g.name(unit),))

    @guard.choices("unit")
    def swiss_border(self, g: Gdw1940) -> Iterator[Unit]:
        """14.swiss_border: only in the first Allied impulse after the invasion."""
        if self.side is Side.ALLIED and g.swiss_border_open and self.border_hexes(g, -1):
            held_ready = g.units_in(g.scenario.box("reserve"), Side.ALLIED)
            yield from (u for u in held_ready if g.counter(u).pool == "swiss_border")

    @guard.choices("hex")
    def border_hexes(self, g: Gdw1940, unit: Unit) -> list[Hex]:
        """14.swiss_border: any French hex adjacent to the Swiss border; 6.enemy_hex; R.14.swiss_border.1: one a hex."""
        by_border = sorted(g.map.regions["swiss-border"].hexes)
        return [h for h in by_border if h not in g.brought_in and not g.held_german[h]]

    @guard.refuses("hex")
    def why_not_border(self, g: Gdw1940, unit: Unit, h: Hex) -> Refusal | None:
        if h in g.brought_in:
            return Refusal("14.one_per_hex", f"a reserve has come in at {g.map.labels[h]} this turn")
        return None

    # -- 14 reinforcements

    @order(
        "enter {unit} {hex}",
        label="Enter the map",
        rule="14.reinforcements",
        why="reinforcements enter by Allied-controlled hexes of the west edge, from their turn on",
    )
    def enter_map(self, g: Gdw1940, unit: Unit, h: Hex) -> None:
        """14.reinforcements: they may go on from the entry hex."""
        come_over_the_edge(g, unit, h)
        g.emit("arrival", f"{g.name(unit)} enters at {g.map.labels[h]}", "14.reinforcements", units=(g.name(unit),))

    @enter_map.choices("unit")
    def entering(self, g: Gdw1940) -> Iterator[Unit]:
        """22.british, R.14.reinforcements.2: two units, on the turn given or later (R.14.reinforcements.1)."""
        if self.side is Side.ALLIED and self.entry_hexes(g, -1):
            for u in g.units_in(g.scenario.box("reserve"), Side.ALLIED):
                if g.counter(u).pool == "reinforcement" and g.turn >= g.counter(u).turn:
                    yield u

    @enter_map.choices("hex")
    def entry_hexes(self, g: Gdw1940, unit: Unit) -> list[Hex]:
        """14.reinforcements: any hex of the west edge that the Allies control."""
        return sorted(h for h in g.map.regions["west-edge"].hexes if g.friendly(h, Side.ALLIED))

    # 14.delay: what is held back may come in the second impulse, but does not add up (R.14.swiss.1).
    done = UntilDone.done.told(label="No more arrivals", rule="14.delay")


# -- 14 where and when


def reserve_refuses(g: Gdw1940, u: Unit) -> Refusal | None:
    """14.german, 14.allied, 14.swiss: why a unit cannot come in as a reserve now."""
    counter, chart = g.counter(u), g.scenario.tables["reserves"]
    if not is_reserve(g, u):
        return Refusal("14.choice", f"{counter.id} is not in the reserve pool")
    if counter.nation == "swiss":
        if g.turn <= g.swiss_invaded_on:
            return Refusal("14.swiss", "Swiss reserves come from the turn after the invasion of Switzerland on")
        full = g.swiss_in >= chart["swiss"]["each_turn"]
        return Refusal("14.swiss", "one Swiss reserve comes a turn") if full else None
    due = chart["german" if counter.side is Side.GERMAN else "allied"]
    rule = "14.german" if counter.side is Side.GERMAN else "14.allied"
    if g.turn < due["from_turn"]:
        return Refusal(rule, f"reserves come from turn {due['from_turn']} on")
    if counter.side is Side.ALLIED and g.turn == 1 and g.impulse == 1:
        return Refusal("14.allied.turn1", "on turn 1 Allied reserves come in the second impulse")
    if g.reserves_in >= due["each_turn"]:
        return Refusal(rule, f"no more than {due['each_turn']} reserves come in a turn")
    return None


def waiting(g: Gdw1940, side: Side) -> list[Unit]:
    """The units of a side in the boxes that reserves are taken from, in counter order."""
    return sorted(u for box in ("reserve", "pool") for u in g.units_in(g.scenario.box(box), side))


def is_reserve(g: Gdw1940, u: Unit) -> bool:
    """14.choice, 14.swiss_border.regular, 11.airlanding.choice: whether a unit waits where reserves are taken from."""
    counter = g.counter(u)
    if counter.has("airborne"):
        return not counter.has("parachute") and g.hex_of[u] == g.scenario.box("pool")
    return counter.pool != "reinforcement" and g.hex_of[u] == g.scenario.box("reserve")


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


def come_over_the_edge(g: Gdw1940, u: Unit, h: Hex) -> None:
    """14.allied.where, 14.reinforcements: the entry hex costs 1 MP; 4.stop: in an enemy zone the unit stops there."""
    enter(g, u, h)
    g.spent[u] = EIGHTHS * g.scenario.tables["movement"]["enter_edge"]
    if feared(g, g.scenario.side_of[u], h):
        g.set_status(u, g.status[u] | MOVED)


# -- 11 where


@derived()
def airborne(g: Gdw1940) -> tuple[Unit, ...]:
    """11.units: the airborne units, all of them German."""
    return tuple(u for u, counter in enumerate(g.scenario.counters) if counter.has("airborne"))


@derived()
def in_drop_range(g: Gdw1940, city: Hex) -> frozenset[Hex]:
    """11.drop.range: the land at most ten hexes from the city a unit flies from, whatever lies between."""
    far = g.scenario.tables["reserves"]["drop_range"]
    return frozenset(h for h in g.scenario.land if g.map.distance(h, city) <= far)


def german_cities(g: Gdw1940) -> Iterator[Hex]:
    """11.drop.range: cities that the Germans control."""
    return (h for h in cities(g) if g.friendly(h, Side.GERMAN))


@derived()
def cities(g: Gdw1940) -> tuple[Hex, ...]:
    return tuple(sorted({place.hex for place in g.map.places if place.kinds & {"city", "major_city"}}))


# -- 15 corps


def inside(g: Gdw1940, side: Side) -> tuple[Unit, ...]:
    """15.panzer.form: the divisions that a side's corps stands for."""
    return g.units_in(g.scenario.box("inside"), side)


class Formation(UntilDone, frozen=True):
    """15.panzer.form, 15.french_corps: at the end of a movement phase three divisions may become a corps."""

    rule = "15.panzer.form"
    title = "Forming a corps"
    question = "Do you form a corps?"

    @order(
        "form {corps:unit} {units}",
        label="Form a corps",
        rule="15.panzer.form",
        at_least=3,
        why="two armoured divisions and a motorized one in a hex, all undisrupted, form the corps",
    )
    def form(self, g: Gdw1940, corps: Unit, units: Sequence[Unit]) -> None:
        """15.panzer.form: the divisions leave the map, and the corps takes their place; 8.judged: supplied as they."""
        where, without = g.hex_of[units[0]], UNSUPPLIED * any(g.status[u] & UNSUPPLIED for u in units)
        for u in units:
            g.place(u, g.scenario.box("inside"))
        g.set_status(corps, without)
        g.place(corps, where)
        name, there = g.name(corps), g.map.labels[where]
        g.emit("form", f"{name} is formed in {there}", FORMING[self.side], units=(name,), at=(there,))

    @form.choices("corps")
    def corps(self, g: Gdw1940) -> list[Unit]:
        u = g.scenario.unit_named[CORPS_OF[self.side]]
        free = g.hex_of[u] == OFF_MAP and u not in g.spent_corps
        return [u] if free and any(self.complete(g, h) for h in stacks(g, self.side)) else []

    @form.choices("units")
    def joining(self, g: Gdw1940, corps: Unit, chosen: Sequence[Unit]) -> list[Unit]:
        """15.panzer.form: two armoured divisions and one motorized division, stacked."""
        wheels = sum(not g.counter(u).has("armour") for u in chosen)
        tanks = len(chosen) - wheels
        hexes = [g.hex_of[chosen[0]]] if chosen else [h for h in stacks(g, self.side) if self.complete(g, h)]
        able = (u for h in hexes for u in self.divisions(g, h))
        return [u for u in able if u not in chosen and (tanks < 2 if g.counter(u).has("armour") else wheels < 1)]

    def divisions(self, g: Gdw1940, h: Hex) -> list[Unit]:
        """R.15.panzer.form.1: undisrupted; R.15.panzer.form.3: armoured or motorized by their symbol."""
        nation = g.counter(g.scenario.unit_named[CORPS_OF[self.side]]).nation
        return [
            u for u in g.units_in(h, self.side)
            if g.counter(u).symbol in ("armor", "motorized") and not g.disrupted(u)
            and (g.counter(u).size, g.counter(u).nation) == ("XX", nation)
        ]  # fmt: skip

    def complete(self, g: Gdw1940, h: Hex) -> bool:
        """15.panzer.form: whether a hex holds what a corps needs; 3.armour: no armour may be left beside the corps."""
        found = self.divisions(g, h)
        tanks = sum(g.counter(u).has("armour") for u in found)
        armour = sum(g.scenario.armour_weight[u] for u in g.units_in(h, self.side))
        return tanks == armour == 2 and len(found) > tanks

    done = UntilDone.done.told(label="No corps", rule="15.panzer.form")


# -- 11 withdrawal


class Withdrawal(UntilDone, frozen=True):
    """11.withdraw: at the start of any impulse a supplied airborne unit may be taken off the map for good."""

    rule = "11.withdraw"
    title = "Airborne units"
    question = "Do you withdraw airborne units?"

    @order(
        "recall {unit}",
        label="Withdraw",
        rule="11.withdraw",
        why="only an airborne unit with a supply line can be withdrawn",
        was=("withdraw",),
    )
    def recall(self, g: Gdw1940, unit: Unit) -> None:
        g.place(unit, g.scenario.box("withdrawn"))
        g.emit("withdrawn", f"{g.name(unit)} is withdrawn", "11.withdraw", units=(g.name(unit),))

    @recall.choices("unit")
    def able(self, g: Gdw1940) -> list[Unit]:
        """11.withdraw: it can trace a working supply line."""
        return [u for u in airborne(g) if g.hex_of[u] >= 0 and is_supplied(g, u)]

    done = UntilDone.done.told(label="They stay", rule="11.withdraw")


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

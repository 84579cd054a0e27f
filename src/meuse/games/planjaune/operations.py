"""The special operations phase (2.A, R.2.A.1): 11.8 evacuation, 10.2 air missions, 11.5 landings, 11.7 refugees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from meuse.counters import Side, Unit
from meuse.games.planjaune import command
from meuse.games.planjaune.board import DROPPED, GROUND, RAILS, PlanJaune, points_of, quality_of
from meuse.games.planjaune.losses import lose_step, score
from meuse.games.planjaune.movement import enter
from meuse.games.planjaune.supply import hex_in_supply, sources
from meuse.games.planjaune.zones import COUNTRY_NAMES, LOW_COUNTRIES, has_zone, marks_of, occupied, reaches_into
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.mechanics.hexsets import bits_of
from meuse.mechanics.supply import distances, within
from meuse.orders import order
from meuse.phases.until_done import OrPass, UntilDone, UntilEnd
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived
from meuse.steps import Step, overrides


class RemoveAirborne(Step, frozen=True):
    """11.5g: airborne units used last turn leave the game for good."""

    rule = "11.5g"

    def run(self, g: PlanJaune) -> None:
        g.pop()
        g.launched = ()
        for u in g.on_map(Side.GERMAN):
            if g.status[u] & DROPPED:
                g.place(u, OFF_MAP)
                g.emit("withdrawn", f"{g.name(u)} leaves the game", "11.5g", units=(g.name(u),))


# -- 11.8 evacuation


class Evacuation(OrPass, frozen=True):
    """11.8a: the Allies may declare an evacuation, naming the port."""

    rule = "11.8a"
    title = "Evacuation"
    question = "Is a port evacuated?"

    @order("declare {hex}", label="Evacuate a port", rule="11.8a", was=("evacuate",))
    def declare(self, g: PlanJaune, h: Hex) -> None:
        """10.2.naval: the Germans answer before anybody goes (R.11.8b.1)."""
        g.port, g.capacity = h, g.scenario.tables["evacuation"]["points"]
        there = g.map.labels[h]
        g.emit("evacuation", f"the Allies evacuate {there}", "11.8a", at=(there,), side="allied")
        g.replace(NavalInterdiction(Side.GERMAN), Embarkation(Side.ALLIED))

    @declare.choices("hex")
    def ports(self, g: PlanJaune) -> Iterator[Hex]:
        for h in harbours(g):
            if g.units_in(h, Side.ALLIED) and why_not_port(g, h) is None:
                yield h

    @declare.refuses("hex")
    def why_not(self, g: PlanJaune, h: Hex) -> Refusal:
        return why_not_port(g, h) or Refusal("11.8a", "none of your units is there")

    decline = OrPass.decline.told(label="No evacuation", rule="11.8a", was=("done",))


class NavalInterdiction(OrPass, frozen=True):
    """10.2.naval: one bomber, and one only, halves the capacity."""

    rule = "10.2.naval"
    title = "Naval interdiction"
    question = "Does a bomber attack the shipping?"

    @order("naval", label="Naval interdiction", rule="10.2.naval", was=("naval yes",))
    def naval(self, g: PlanJaune) -> None:
        g.bombers[self.side] -= 1
        g.capacity //= 2
        g.emit("naval", "a bomber attacks the shipping", "10.2.naval", at=(g.map.labels[g.port],), side="german")
        g.pop()

    @naval.closed_if
    def why_not_fly(self, g: PlanJaune) -> Refusal | None:
        return why_not_bomber(g, self.side)

    decline = OrPass.decline.told(label="No naval interdiction", rule="10.2.naval", was=("naval no",))


class Embarkation(UntilDone, frozen=True):
    """11.8b, 11.8c: units that stand in the port go on board."""

    rule = "11.8b"
    title = "Embarkation"
    question = "Who goes on board?"

    @order("evacuate {unit}", label="Goes on board", rule="11.8b", was=("embark",))
    def evacuate(self, g: PlanJaune, unit: Unit) -> None:
        """11.8d: for good."""
        g.capacity -= points_of(g, unit)
        for u in g.members(unit):
            g.place(u, g.scenario.box("evacuated"))
            score(g, u, Fraction(1, 2))  # 11.13.o4
        if g.is_corps(unit):
            g.place(unit, g.scenario.box("corps"))
        g.emit("evacuation", f"{g.name(unit)} is evacuated", "11.8d", units=(g.name(unit),))

    @evacuate.choices("unit")
    def able(self, g: PlanJaune) -> Iterator[Unit]:
        return (u for u in g.units_in(g.port, self.side) if points_of(g, u) <= g.capacity)

    @evacuate.refuses("unit")
    def why_not(self, g: PlanJaune, unit: Unit) -> Refusal | None:
        if g.hex_of[unit] != g.port:
            return Refusal("11.8c", f"{g.name(unit)} does not stand in the port")
        return Refusal("11.8b", f"the ships hold {g.capacity} more stacking points")

    done = UntilDone.done.told(label="The ships leave", rule="11.8b")

    @overrides
    def close(self, g: PlanJaune) -> None:
        g.port, g.capacity = OFF_MAP, 0
        g.pop()


def harbours(g: PlanJaune) -> list[Hex]:
    """11.9a: the ports."""
    return sorted(place.hex for place in g.map.with_kind("port"))


def why_not_port(g: PlanJaune, h: Hex) -> Refusal | None:
    """11.9a, 11.9b: why the Allies cannot use a port; Rotterdam and Antwerp need the banks down to the sea."""
    if h not in harbours(g):
        return Refusal("11.9a", f"{g.map.labels[h]} is no port")
    if not g.friendly(h, Side.ALLIED):
        return Refusal("11.9a", f"{g.map.labels[h]} is not in Allied hands")
    if g.map.country[h] in g.surrendered and not g.units_in(h, Side.ALLIED):  # R.11.9a.1
        return Refusal("11.9a", f"{COUNTRY_NAMES[g.map.country[h]]} has surrendered, and no Allied unit holds the port")
    name = next(place.name for place in g.map.places_at[h] if "port" in place.kinds)
    way = g.map.regions.get(f"{name.lower()}-to-the-sea")
    shut = [g.map.labels[n] for n in sorted(way.hexes) if not g.friendly(n, Side.ALLIED)] if way else []
    return Refusal("11.9b", f"the Germans hold {', '.join(shut)} on the way to the sea", tuple(shut)) if shut else None


# -- air missions, landings, refugees


def why_not_bomber(g: PlanJaune, side: Side) -> Refusal | None:
    """10.1b: each bomber flies once a turn."""
    return None if g.bombers[side] else Refusal("10.1b", "no bomber is left")


class Missions(UntilEnd, frozen=True):
    """10.2.interdict-place: what both sides can do; the Allies only this."""

    def title(self, g: PlanJaune) -> str:
        return f"{self.side.title} special operations"

    @order("interdict {hex}", label="Interdict", rule="10.2.interdict-place")
    def interdict(self, g: PlanJaune, h: Hex) -> None:
        """R.10.2.interdict-enter.1: until the turn ends."""
        g.bombers[self.side] -= 1
        marked = list(g.interdicted)
        marked[self.side] |= {h}
        g.interdict(*marked)
        there = g.map.labels[h]
        g.emit(
            "interdiction",
            f"{self.side.title} bombers interdict {there}",
            "10.2.interdict-place",
            at=(there,),
            side=self.side.word,
        )

    @interdict.closed_if
    def why_not_fly(self, g: PlanJaune) -> Refusal | None:
        if self.side is Side.ALLIED and g.turn <= 1:
            return Refusal("11.12.allied-t1-air", "on turn 1 the Allies fly no missions")
        return why_not_bomber(g, self.side)

    @interdict.choices("hex")
    def open_ground(self, g: PlanJaune) -> list[Hex]:
        marked = g.interdicted[self.side]
        return [h for h in interdictable(g) if h not in marked]

    @interdict.refuses("hex")
    def why_not_hex(self, g: PlanJaune, h: Hex) -> Refusal | None:
        if h in g.interdicted[self.side]:
            return Refusal("10.2.interdict-place", f"{g.map.labels[h]} is interdicted already")
        return why_not_interdict(g, h)


@derived(GROUND)
def interdictable(g: PlanJaune) -> Sequence[Hex]:
    return [h for h in range(len(g.map)) if why_not_interdict(g, h) is None]


def why_not_interdict(g: PlanJaune, h: Hex) -> Refusal | None:
    """10.2.interdict-place: which hexes are never interdicted."""
    if not g.scenario.touching[h]:
        return Refusal("10.2.interdict-place", f"{g.map.labels[h]} is no land that units use")
    if not reaches_into(g, h):
        return Refusal("10.2.interdict-place", "major cities and first-line fortifications are not interdicted")
    return None


class AlliedMissions(Missions, frozen=True):
    rule = "10.2.interdict-place"
    question = "Do you interdict a hex?"

    end = UntilEnd.end.told(label="End special operations", rule="2.A", was=("done",))


class SpecialOperations(Missions, frozen=True):
    """10.2, 11.5, 11.7: what the Germans do in the special operations phase."""

    rule = "2.A"
    question = "Air missions, landings and refugees?"

    @overrides
    def decider(self, g: PlanJaune) -> Side:
        """Asked even where nothing can be ordered."""
        return self.side

    # -- 10.2 terror

    @order("terror {hex}", label="Bomb a city", rule="10.2.terror-city")
    def terror(self, g: PlanJaune, h: Hex) -> None:
        """10.2.terror-city, 11.7a: refugees; 11.12.holland: it counts as captured."""
        self.fly_terror(g)
        command.invade(g, Side.GERMAN, h)
        g.bombed_city = h
        marker = g.refugees.index(OFF_MAP) if OFF_MAP in g.refugees else -1
        if marker >= 0:
            g.move_refugees(marker, h)
        there = g.map.labels[h]
        g.emit("terror", f"terror bombing of {there}", "10.2.terror-city", at=(there,), side="german")

    @terror.closed_if
    def why_not_terror(self, g: PlanJaune) -> Refusal | None:
        if g.bombed_city != OFF_MAP:
            return Refusal("11.7a", "one city has been bombed in this game, and no more may be")
        return self.why_not_bomb(g)

    @terror.choices("hex")
    def cities(self, g: PlanJaune) -> Iterator[Hex]:
        return (h for h in sorted(g.scenario.all_cities) if self.why_not_city(g, h) is None)

    @terror.refuses("hex")
    def why_not_city(self, g: PlanJaune, h: Hex) -> Refusal | None:
        if h not in g.scenario.all_cities:
            return Refusal("10.2.terror-city", f"{g.map.labels[h]} is no major city")
        if not g.friendly(h, Side.ALLIED) or g.map.country[h] in g.surrendered:
            return Refusal("10.2.terror-city", f"{g.map.labels[h]} is not in Allied hands")
        return None

    @order("bomb {unit}", label="Bomb a unit", rule="10.2.terror-unit")
    def bomb(self, g: PlanJaune, unit: Unit) -> None:
        """10.2.terror-unit, 10.2.terror-choice: a step of a unit of low quality.

        R.10.2.terror-unit.1: works are no unit.
        """
        self.fly_terror(g)
        command.invade(g, Side.GERMAN, g.place_of(unit))
        lose_step(g, unit, "10.2.terror-unit")

    @bomb.closed_if
    def why_not_bomb(self, g: PlanJaune) -> Refusal | None:
        """10.2.terror-limit: one terror mission a turn."""
        if g.terror_on == g.turn:
            return Refusal("10.2.terror-limit", "one terror mission a turn")
        return why_not_bomber(g, self.side)

    @bomb.choices("unit")
    def low_quality(self, g: PlanJaune) -> Iterator[Unit]:
        for u in g.on_map(Side.ALLIED):
            yield from (m for m in g.members(u) if self.why_not_bombed(g, m) is None)

    @bomb.refuses("unit")
    def why_not_bombed(self, g: PlanJaune, unit: Unit) -> Refusal | None:
        if g.counter(unit).side is not Side.ALLIED or g.place_of(unit) < 0 or not g.counter(unit).strengths:
            return Refusal("10.2.terror", f"{g.name(unit)} is no enemy unit on the map")
        if quality_of(g, unit) > 2:
            return Refusal("10.2.terror-unit", f"{g.name(unit)} has a quality of {quality_of(g, unit)}")
        return None

    def fly_terror(self, g: PlanJaune) -> None:
        g.bombers[self.side] -= 1
        g.terror_on = g.turn

    # -- 11.5 landings

    @order("drop {unit} {hex}", label="Land", rule="11.5a", commits="die")
    def drop(self, g: PlanJaune, unit: Unit, h: Hex) -> None:
        """11.5c to 11.5e: safe where nobody is, else a die."""
        units, there, name = g.units_in(h, Side.ALLIED), g.map.labels[h], g.name(unit)
        works = g.garrison(h, Side.GERMAN)
        g.set_status(unit, g.status[unit] | DROPPED)
        g.launched = (*g.launched, h)
        command.invade(g, Side.GERMAN, h)
        if units or works:
            die = g.roll()
            table = g.scenario.tables["airborne"]
            rule = "11.5d" if units else "11.5e"
            if die >= table["lost_among_units" if units else "lost_among_works"]:
                g.emit("drop", f"{name} is lost over {there}", rule, units=(name,), at=(there,), dice=(die,))
                lose_step(g, unit, rule)
                return
            g.emit("drop", f"{name} lands in {there}", rule, units=(name,), at=(there,), dice=(die,))
        else:
            g.emit("drop", f"{name} lands in {there}", "11.5c", units=(name,), at=(there,))
        if works or command.fighters(g, h, Side.ALLIED):
            g.place(unit, h)
        else:
            enter(g, unit, h)  # R.11.5d.1: a headquarters alone falls

    @drop.commits_if
    def rolls(self, g: PlanJaune, unit: Unit, h: Hex) -> bool:
        """11.5d, 11.5e: among enemies or on works."""
        return bool(g.units_in(h, Side.ALLIED) or g.garrison(h, Side.GERMAN))

    @drop.choices("unit")
    def waiting(self, g: PlanJaune) -> list[Unit]:
        return list(g.at.get(g.scenario.box("airborne"), ())) if launching_cities(g) else []

    @drop.choices("hex")
    def landing_zones(self, g: PlanJaune, unit: Unit) -> Iterator[Hex]:
        near = (h for h, mark in enumerate(marks_of(g, in_range(g))) if mark)
        return (h for h in near if self.why_not_drop(g, unit, h) is None)

    @drop.refuses("hex")
    def why_not_drop(self, g: PlanJaune, unit: Unit, h: Hex) -> Refusal | None:
        table, there = g.scenario.tables["airborne"], g.map.labels[h]
        if not g.scenario.touching[h]:
            return Refusal("11.5a", f"{there} is no land to drop on")
        if not in_range(g) >> h & 1:
            return Refusal("11.5a", f"{there} is more than {table['range']} hexes from every city to start from")
        if g.launched.count(h) >= table["hex"]:
            return Refusal("11.5b", f"two airborne units have been sent to {there}")
        return None

    # -- 11.7 refugees

    @order("refugees {hex}", label="Refugees", rule="11.7b")
    def refugees(self, g: PlanJaune, h: Hex) -> None:
        """11.7b, R.11.7b.1: one marker for each city and phase."""
        g.move_refugees(g.refugees.index(OFF_MAP), h)
        there = g.map.labels[h]
        g.emit("refugees", f"refugees fill the roads around {there}", "11.7b", at=(there,), side="german")

    @refugees.closed_if
    def why_not_marker(self, g: PlanJaune) -> Refusal | None:
        return None if OFF_MAP in g.refugees else Refusal("11.7.pool", "all six markers are on the map")

    @refugees.choices("hex")
    def frightened(self, g: PlanJaune) -> Iterator[Hex]:
        return (h for h in sorted(g.scenario.all_cities) if self.why_not_refugees(g, h) is None)

    @refugees.refuses("hex")
    def why_not_refugees(self, g: PlanJaune, h: Hex) -> Refusal | None:
        there = g.map.labels[h]
        if h not in g.scenario.all_cities or not g.friendly(h, Side.ALLIED):
            return Refusal("11.7b", f"{there} is no major city in Allied hands")
        if g.map.country[h] in LOW_COUNTRIES and g.map.country[h] not in g.invaded:  # R.11.7b.2
            return Refusal("11.7b", f"{COUNTRY_NAMES[g.map.country[h]]} is still neutral")
        if any(at == h and on == g.turn for at, on in zip(g.refugees, g.refugees_on, strict=True)):
            return Refusal("11.7b", f"a marker has been put into {there} in this phase")
        near = g.scenario.tables["refugees"]["near"]
        if not around(g, h, near) & occupied(g, Side.GERMAN):
            return Refusal("11.7b", f"no German unit is within {near} hexes of {there}")
        return None

    @order("flee {from:hex} {hex}", label="Refugees flee", rule="11.7c")
    def flee(self, g: PlanJaune, start: Hex, h: Hex) -> None:
        """11.7c: up to two railway hexes; 11.7e: they never go away."""
        g.move_refugees(self.marker(g, start), h)
        there = g.map.labels[h]
        g.emit("refugees", f"refugees flee from {g.map.labels[start]} to {there}", "11.7c", at=(there,), side="german")

    @flee.choices("from")
    def old(self, g: PlanJaune) -> list[Hex]:
        return sorted({h for h in g.refugees if h >= 0 and self.marker(g, h) >= 0 and self.roads(g, h)})

    @flee.choices("hex")
    def roads(self, g: PlanJaune, start: Hex) -> list[Hex]:
        near = within(g.scenario.rails, start, g.scenario.tables["refugees"]["hexes"], lambda h: 1)
        found = sorted(h for h in near if h != start)
        if g.scenario.options.get("11.7c.opt"):
            far = to_the_edge(g)
            found = [h for h in found if far[h] < far[start]]
        return found

    @flee.refuses("from")
    def why_not_from(self, g: PlanJaune, start: Hex) -> Refusal:
        return Refusal("11.7c", f"no refugees that may move this turn are in {g.map.labels[start]}")

    @flee.refuses("hex")
    def why_not_road(self, g: PlanJaune, start: Hex, h: Hex) -> Refusal:
        rule = "11.7c.opt" if g.scenario.options.get("11.7c.opt") else "11.7c"
        return Refusal(rule, "refugees go up to two hexes along railways")

    def marker(self, g: PlanJaune, h: Hex) -> int:
        """A marker in a hex that has not been put there or moved in this turn."""
        found = (n for n, at in enumerate(g.refugees) if at == h and g.refugees_on[n] < g.turn)
        return next(found, -1)

    # -- the way out

    end = UntilEnd.end.told(label="End special operations", rule="2.A", was=("done",))

    @end.closed_if
    def why_not_end(self, g: PlanJaune) -> Refusal | None:
        """11.7c.opt, R.11.7c.opt.1: under the option refugees must move while they can get nearer to the edge."""
        if not g.scenario.options.get("11.7c.opt"):
            return None
        places = tuple(g.map.labels[h] for h in self.old(g))
        return Refusal("11.7c.opt", f"refugees in {', '.join(places)} must flee", places) if places else None


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND, CONTROL, RAILS)
def launching_cities(g: PlanJaune) -> Sequence[Hex]:
    """11.5a, R.11.5a.1, R.11.5a.2, R.11.5a.3: German-held major cities in supply with no enemy zone beside them."""
    at_home = set(sources(g, Side.GERMAN))
    return [
        h
        for h in sorted(g.scenario.all_cities)
        if g.friendly(h, Side.GERMAN)
        and (h in at_home or hex_in_supply(g, Side.GERMAN, h))
        and not any(has_zone(g, n, Side.ALLIED) for n in g.scenario.touching[h])
    ]


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND, CONTROL, RAILS)
def in_range(g: PlanJaune) -> int:
    """11.5a: the hexes that airborne units can be sent to, as a number with a bit for each."""
    most, found = g.scenario.tables["airborne"]["range"], 0
    for city in launching_cities(g):
        found |= around(g, city, most)
    return found


@derived(keep=512)
def around(g: PlanJaune, h: Hex, most: int) -> int:
    """The hexes no farther than this from a hex."""
    return bits_of(n for n in range(len(g.map)) if g.map.distance(h, n) <= most)


@derived()
def to_the_edge(g: PlanJaune) -> tuple[int, ...]:
    """11.7c.opt: how many railway hexes it is from each hex to the edges that refugees head for."""
    return distances(g.scenario.rails, g.map.regions["refugee-exits"].hexes)

"""12.2 to 12.7, 12.11: disruption, bridgeheads, terror bombing, surrenders, refugees, Paris, Better Defense."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import SIDES, Side, Unit
from meuse.games.caseyellow.aftermath import Retreat, possible_paths, preferred
from meuse.games.caseyellow.board import ADVANCED, DISRUPTED, MARKERS, OOS, CaseYellow
from meuse.games.caseyellow.bridgeheads import is_vacant
from meuse.games.caseyellow.ground import enter, is_engaged
from meuse.games.caseyellow.hexsets import country, held, land, near, owned
from meuse.games.caseyellow.losses import Lose, award
from meuse.games.caseyellow.markers import tell_removed, vacated
from meuse.games.caseyellow.stacking import may_stack
from meuse.games.caseyellow.supply import hex_supplied, in_communication, unsupplied
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.mechanics.hexsets import HexSet, bits, bits_of, members
from meuse.orders import order
from meuse.phases.retreats import Path
from meuse.phases.until_done import OrPass, UntilDone
from meuse.report import count
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived
from meuse.steps import Step, overrides


class RemoveDisruption(Step, frozen=True):
    """12.2, 6.4, 5.1e.portremove: from all units without an OOS marker, and from the Dynamo port."""

    rule = "12.2"
    title = "Disruption removal"

    def run(self, g: CaseYellow) -> None:
        g.pop()
        for side in SIDES:
            for u in g.on_map(side):
                if g.status[u] & DISRUPTED and not g.status[u] & OOS:
                    g.set_status(u, g.status[u] & ~DISRUPTED)
        g.set_marker("port_disruption", 0)


class BridgeheadCrossing(UntilDone, frozen=True):
    """12.3a, 10.8c.1end, R.10.8c.1.1: yellow MA units step over the river into a marked hex that is still vacant.

    10.8d, R.10.8d.3: markers that nobody has crossed at stay where they are.
    """

    rule = "12.3a"
    title = "Bridgehead crossing"
    question = "Which units cross into a bridgehead?"
    crossed: tuple[Hex, ...] = ()

    @order(
        "cross {unit} {hex}",
        label="Cross",
        rule="12.3a",
        says="The unit crosses the river into the bridgehead.",
        why="only units with a yellow MA cross, over a river into an adjacent vacant Bridgehead hex",
    )
    def cross(self, g: CaseYellow, unit: Unit, h: Hex) -> None:
        """12.3b: supply does not follow where there is no River Crossing."""
        enter(g, unit, h)
        g.act(unit, ADVANCED)
        text = f"{g.name(unit)} crosses into the bridgehead at {g.map.spot(h)}"
        g.emit("advance", text, "12.3a", units=(g.id(unit),), at=(g.map.labels[h],))
        g.replace(BridgeheadCrossing(self.side, (*self.crossed, h)))

    @cross.choices("unit")
    def ready(self, g: CaseYellow) -> Iterator[Unit]:
        if g.bridgeheads or self.crossed:
            able = (u for u in g.on_map(Side.GERMAN) if g.scenario.yellow[u] and g.hex_of[u] not in self.crossed)
            yield from (u for u in able if not is_engaged(g, u) and self.banks(g, u))  # 11.9b.mark

    @cross.choices("hex")
    def banks(self, g: CaseYellow, unit: Unit) -> list[Hex]:
        near = g.map.adjacent[g.hex_of[unit]]
        marked = g.bridgeheads | set(self.crossed)
        return sorted(h for h in marked if h in near and self.open(g, h) and crosses(g, unit, h))

    def open(self, g: CaseYellow, h: Hex) -> bool:
        """12.3a: vacant and still enemy controlled, or entered by another unit just now."""
        return is_vacant(g, h) or h in self.crossed

    done = UntilDone.done.told(label="No more crossings", rule="12.3a")


def crosses(g: CaseYellow, u: Unit, h: Hex) -> bool:
    """12.3a, 11.5e: over a river, into ground open to the unit, within stacking limits."""
    side = g.map.side_between(g.hex_of[u], h)
    ways = g.scenario.ways[g.scenario.movement_kind[u]][g.hex_of[u]]
    passable = any(n == h for n, _ in ways) or (side is not None and g.scenario.river[side] == "rhein")
    return side is not None and bool(g.scenario.river[side]) and passable and may_stack(g, u, h)


# -- 12.4 terror bombing


class TerrorBombing(OrPass, frozen=True):
    """12.4a, 5.3: each End Phase the Germans may bomb one Allied city other than Paris."""

    rule = "12.4a"
    title = "Terror bombing"
    question = "Which city do you terror-bomb?"

    @overrides
    def close(self, g: CaseYellow) -> None:
        g.pop()
        g.set_marker("terror", OFF_MAP)

    @order(
        "terror {hex}",
        label="Terror-bomb",
        rule="12.4a",
        says="Succeeds without a die and without Stukas; the hexes around it fill with refugees.",
    )
    def bomb(self, g: CaseYellow, h: Hex) -> None:
        """12.4a, 12.4b, 12.4c, 2.2d.terror: the marker moves here, City Refugees go, and one step is lost."""
        g.pop()
        g.set_marker("terror", h)
        g.set_marker("refugees", g.refugees - {h})
        g.emit("terror", f"{g.map.spot(h)} is terror-bombed", "12.4a", at=(g.map.labels[h],), side="german")
        if units := g.fighters(h, Side.ALLIED):
            g.push(Lose(Side.ALLIED, units, "12.4b"))

    @bomb.choices("hex")
    def cities(self, g: CaseYellow) -> list[Hex]:
        return sorted(h for h in g.scenario.cities if why_not_terror(g, h) is None)

    @bomb.refuses("hex")
    def why_not_there(self, g: CaseYellow, h: Hex) -> Refusal | None:
        return why_not_terror(g, h)

    decline = OrPass.decline.told(label="No terror bombing", rule="12.4a")


def why_not_terror(g: CaseYellow, h: Hex) -> Refusal | None:
    """12.4a, 12.4d, R.12.4a.1: why a hex cannot be terror bombed."""
    there, country = g.map.labels[h], g.map.country[h]
    if h not in g.scenario.cities or h in g.scenario.paris:
        return Refusal("12.4a", f"{there} is not a city that can be terror-bombed")
    if g.scenario.closed[h] or country == "germany" or country in g.surrendered:
        return Refusal("12.4a", f"{there} is not in an Allied country")
    if not g.controls(Side.ALLIED, h):
        return Refusal("12.4d", f"{there} is under German control")
    return None


# -- 12.5 surrenders


class Surrenders(Step, frozen=True):
    """12.5a, 12.5b: The Netherlands and Belgium."""

    rule = "12.5a"
    title = "Surrenders"

    def run(self, g: CaseYellow) -> None:
        g.pop()
        if "netherlands" not in g.surrendered and dutch_cities(g) >= g.scenario.tables["surrender"]["dutch_cities"]:
            surrender(g, "netherlands", "dutch", "12.5a")
        if "belgium" not in g.surrendered and belgium_beaten(g):
            surrender(g, "belgium", "belgian", "12.5b")


def dutch_cities(g: CaseYellow) -> int:
    """12.5a, 12.4d, R.12.5a.1: cities in German hands, the Terror Bombed one, and one for every three towns."""
    country = g.map.country
    taken = {h for h in g.scenario.cities if country[h] == "netherlands" and g.controls(Side.GERMAN, h)}
    if g.terror >= 0 and country[g.terror] == "netherlands":
        taken.add(g.terror)
    towns = {h for h in g.scenario.towns if country[h] == "netherlands" and g.controls(Side.GERMAN, h)}
    return len(taken) + len(towns) // int(g.scenario.tables["surrender"]["towns_per_city"])


def belgium_beaten(g: CaseYellow) -> bool:
    """12.5b, R.12.5b.1: four cities in German hands, or no Belgian unit left, on the map or on its way back."""
    fielded = any(c.nation == "belgian" for c in g.scenario.counters)
    cities = [g.map.place(name).hex for name in g.scenario.tables["surrender"]["belgian_cities"]]
    return fielded and (not army(g, "belgian") or all(g.controls(Side.GERMAN, h) for h in cities))


def army(g: CaseYellow, nation: str) -> list[Unit]:
    """R.12.5b.1: the units of a small country that fight on, or wait to come back."""
    units = (*g.on_map(Side.ALLIED), *g.units_in(g.scenario.box("reserve"), Side.ALLIED))
    return [u for u in units if g.nation(u) == nation]


def surrender(g: CaseYellow, country: str, nation: str, rule: str) -> None:
    """12.5a.units, 12.5a.works, 12.5b.units, 12.5b.works, 10.9d: units go, fortifications count as destroyed."""
    for u in army(g, nation):
        where = g.hex_of[u]
        g.place(u, OFF_MAP)
        g.set_steps(u, 0)
        vacated(g, where, nation, survivors=1)
    forts = {h for h, fort in g.scenario.forts.items() if fort.owner == nation}
    works = {h for h, owner in g.scenario.works.items() if owner == country}
    g.set_marker("destroyed", g.destroyed | forts | works)
    g.set_marker("surrendered", g.surrendered | {country})
    name = "the Netherlands" if nation == "dutch" else "Belgium"
    g.emit("surrender", f"{name[0].upper()}{name[1:]} surrenders", rule)
    chart = g.scenario.tables["victory"][f"{nation}_surrender"]
    points = chart.get(str(g.turn), chart["later"] if g.turn > 3 or nation == "dutch" else chart.get("earlier", 0))
    award(g, Side.GERMAN, points, f"the surrender of {name}", f"{rule}.vp")  # 12.5a.vp, 12.5b.vp


# -- 12.6 refugees


class Refugees(UntilDone, frozen=True):
    """12.6d: the Germans may take Refugee markers off and place them in Allied cities and towns."""

    rule = "12.6d"
    title = "Refugees"
    question = "Where do you place Refugee markers?"
    placed: tuple[Hex, ...] = ()

    @order(
        "place {hex}",
        label="Place refugees",
        rule="12.6d",
        says="Refugees hamper the Allies around this hex.",
        why="no supplied German unit is within four hexes",
        was=("refugees",),
    )
    def place(self, g: CaseYellow, h: Hex) -> None:
        g.set_marker("refugees", g.refugees | {h})
        text = f"Refugees fill the roads around {g.map.spot(h)}"
        g.emit("refugees", text, "12.6d", at=(g.map.labels[h],), side="german")
        g.replace(Refugees(self.side, (*self.placed, h)))

    @place.choices("hex")
    def places(self, g: CaseYellow) -> list[Hex]:
        """12.6b.limit, R.12.6d.1: markers are limited; the place is within four hexes of a supplied German unit."""
        if len(g.refugees) >= g.scenario.tables["markers"]["refugee"]:
            return []
        taken = g.refugees | {g.terror} if g.terror >= 0 else g.refugees
        return members(frightened(g) & ~bits_of(taken))

    @place.refuses("hex")
    def why_not_there(self, g: CaseYellow, h: Hex) -> Refusal | None:
        if len(g.refugees) >= g.scenario.tables["markers"]["refugee"]:
            return Refusal("12.6b.limit", "all Refugee markers are on the map")
        return why_not_refugees(g, h)

    @order(
        "lift {hex}",
        label="Remove refugees",
        rule="12.6b.limit",
        says="Takes the marker off, so that it can be placed elsewhere.",
        why="you can remove only markers placed in an earlier turn",
    )
    def lift(self, g: CaseYellow, h: Hex) -> None:
        g.set_marker("refugees", g.refugees - {h})
        text = f"The Refugee marker at {g.map.spot(h)} is removed"
        g.emit("refugees", text, "12.6b.limit", at=(g.map.labels[h],), side="german")

    @lift.choices("hex")
    def on_map(self, g: CaseYellow) -> list[Hex]:
        return sorted(g.refugees - set(self.placed))

    done = UntilDone.done.told(label="No more refugees", rule="12.6d")


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKERS)
def frightened(g: CaseYellow) -> HexSet:
    """12.6d, R.12.6d.1: Allied cities and towns within four hexes of a supplied German unit."""
    germans = g.on_map(Side.GERMAN)
    supplied = set(germans) - unsupplied(g, germans)
    field = near(g, (g.hex_of[u] for u in supplied), g.scenario.tables["markers"]["refugee_distance"])
    allied = owned(g, Side.ALLIED) & land(g) & ~country(g, "germany")
    return field & allied & bits_of(g.scenario.cities | g.scenario.towns)


def why_not_refugees(g: CaseYellow, h: Hex) -> Refusal | None:
    """12.6d: Allied controlled cities and towns without a marker."""
    there, country = g.map.labels[h], g.map.country[h]
    if h not in g.scenario.cities and h not in g.scenario.towns:
        return Refusal("12.6d", f"{there} is neither a city nor a town")
    if g.scenario.closed[h] or country == "germany" or not g.controls(Side.ALLIED, h):
        return Refusal("12.6d", f"{there} is not under Allied control")
    return Refusal("12.6d", f"{there} already has a marker") if h in g.refugees or h == g.terror else None


# -- 12.7 Paris


class OpenCity(OrPass, frozen=True):
    """12.7a: from turn 5 on the Allies may declare Paris an open city."""

    rule = "12.7a"
    title = "Paris"
    question = "Do you declare Paris an open city?"

    @overrides
    def decider(self, g: CaseYellow) -> Side | None:
        return self.side if may_open(g) else None

    @order(
        "declare",
        label="Declare Paris an open city",
        rule="12.7a",
        says="Allied units leave Paris at once, and none may come back.",
        was=("open-city",),
    )
    def declare(self, g: CaseYellow) -> None:
        """12.7b: units in Paris leave it at once."""
        g.pop()
        g.set_marker("open_city", True)
        g.emit("open-city", "Paris is an open city", "12.7a", side="allied")
        leaving = [(h, units) for h in sorted(g.scenario.paris) if (units := g.units_in(h, Side.ALLIED))]
        g.push(*(LeaveParis(Side.ALLIED, units, h, 2) for h, units in leaving))

    decline = OrPass.decline.told(label="Not now", rule="12.7a")


class LeaveParis(Retreat, frozen=True):
    """12.7b, R.12.7b.1: their owner takes units two hexes away from the whole city; none stops short of that."""

    after_die = False
    rule = "12.7b"

    @overrides
    def help(self, g: CaseYellow) -> str:
        return "They must end at least 2 hexes from every hex of the city."

    @overrides
    def paths(self, g: CaseYellow, u: Unit) -> list[Path]:
        paths = possible_paths(g, u, self.length)
        return preferred(g, u, [path for path in paths if is_away(g, path[-1])])

    @overrides
    def why_not_end(self, g: CaseYellow, unit: Unit, goal: Hex) -> Refusal:
        if not is_away(g, goal):
            return Refusal("12.7b", f"{g.map.labels[goal]} is less than 2 hexes from Paris")
        return super().why_not_end(g, unit, goal)


def is_away(g: CaseYellow, h: Hex) -> bool:
    """12.7b: whether a hex is two hexes or more away from all of Paris."""
    return all(g.map.distance(h, paris) >= 2 for paris in g.scenario.paris)


def may_open(g: CaseYellow) -> bool:
    """12.7a: from turn 5 on, while no German is in Paris."""
    return g.turn >= 5 and not g.open_city and not any(g.held(Side.GERMAN)[h] for h in g.scenario.paris)


# -- 12.11 Better Defense


class ReceiveBetterDefence(Step, frozen=True):
    """12.11c: markers come on the turns the scenario states."""

    rule = "12.11c"

    def run(self, g: CaseYellow) -> None:
        g.pop()
        g.better_pool += g.scenario.rules.get("better_defence", {}).get(str(g.turn), 0)


class BetterDefence(UntilDone, frozen=True):
    """12.11d, 12.11e.choice: markers are lifted and placed in this segment only."""

    rule = "12.11d"
    title = "Better Defense"
    question = "Where do you place Better Defense markers?"
    placed: tuple[Hex, ...] = ()

    @overrides
    def remaining(self, g: CaseYellow) -> str:
        return f"{count(g.better_pool, 'marker')} to place"

    @order(
        "place {hex}",
        label="Place a marker",
        rule="12.11d",
        says="The units in the hex defend better.",
        was=("fortify",),
    )
    def place(self, g: CaseYellow, h: Hex) -> None:
        g.better_pool -= 1
        g.set_marker("better", g.better | {h})
        text = f"{g.map.spot(h)} receives a Better Defense marker"
        g.emit("better-defence", text, "12.11d", at=(g.map.labels[h],), side="allied")
        g.replace(BetterDefence(self.side, (*self.placed, h)))

    @place.choices("hex")
    def hexes(self, g: CaseYellow) -> list[Hex]:
        if g.better_pool <= 0:
            return []
        return members(held(g, Side.ALLIED) & bits(in_communication(g, Side.ALLIED)) & ~bits_of(g.better))

    @place.refuses("hex")
    def why_not_there(self, g: CaseYellow, h: Hex) -> Refusal | None:
        if g.better_pool <= 0:
            return Refusal("12.11c", "no Better Defense marker is available")
        return why_not_fortify(g, h)

    @order(
        "lift {hex}",
        label="Remove a marker",
        rule="12.11e.choice",
        says="Takes the marker off, so that it can be placed elsewhere.",
        why="you can move only markers placed in an earlier turn, in supply",
    )
    def lift(self, g: CaseYellow, h: Hex) -> None:
        """12.11e.choice: it may be used again, at any distance."""
        g.set_marker("better", g.better - {h})
        g.better_pool += 1
        tell_removed(g, h, "12.11e.choice")

    @lift.choices("hex")
    def liftable(self, g: CaseYellow) -> list[Hex]:
        """12.11e.los: a marker whose hex has no Line of Supply stays."""
        older = sorted(g.better - set(self.placed))
        return [h for h in older if any(hex_supplied(g, g.nation(u), h) for u in g.units_in(h, Side.ALLIED))]

    done = UntilDone.done.told(label="No more markers", rule="12.11d")


def why_not_fortify(g: CaseYellow, h: Hex) -> Refusal | None:
    """12.11d: Allied units with a Line of Communication to a West or South edge hex, and no marker yet."""
    there = g.map.labels[h]
    if h in g.better:
        return Refusal("12.11d", f"{there} already has a marker")
    if not g.units_in(h, Side.ALLIED):
        return Refusal("12.11d", f"no Allied unit is in {there}")
    if not in_communication(g, Side.ALLIED)[h]:
        return Refusal("12.11d", f"{there} has no Line of Communication to the edge of the map")
    return None

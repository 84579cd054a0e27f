"""16: secret plans, armies assigned to army groups, deployment. 15.geb: the mountain corps. 20: options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.gdw1940 import command, neutrals
from meuse.games.gdw1940.board import EIGHTHS, MOVED, Gdw1940, may_stack
from meuse.games.gdw1940.exits import Exits
from meuse.games.gdw1940.reminders import counted
from meuse.hexmap import OFF_MAP, Hex
from meuse.ledger import Refusal
from meuse.mechanics.reach import BadPath, Reach, swift_reach, walk
from meuse.orders import order
from meuse.scenario import Options
from meuse.state import derived
from meuse.steps import Question, Step

OBJECTIVES = {1: "The Maginot Line", 2: "Paris", 3: "The ports and cities of the north"}
GROUPS = {
    Side.GERMAN: {1: "Army Group B", 2: "Army Group A", 3: "Army Group C"},
    Side.ALLIED: {1: "1st", 2: "2nd", 3: "3rd"},
}


def pages(options: Options) -> Iterator[Step]:
    """16: plans first, then the neutrals, then the Allies deploy, then the Germans."""
    yield SetUpNeutrals()
    yield AlliedPlan(Side.ALLIED)
    yield Assignment(Side.ALLIED)
    if options.get("20.mechelen"):
        yield MechelenIncident()
    yield GermanPlan(Side.GERMAN)
    yield GermanAssignment(Side.GERMAN)
    yield Deployment(Side.ALLIED)
    yield GermanDeployment(Side.GERMAN)
    if options.get("20.belgian_alliance"):
        yield March(Side.ALLIED)


# -- plans


class AlliedPlan(Question, frozen=True):
    rule = "16.allied.choice"
    title = "Allied plan"
    question = "Which army group may move on turn 0?"

    @order(
        "group {number}",
        label="Army group",
        rule="16.allied.choice",
        commits="secret",
        why="the army groups are 1, 2 and 3",
    )
    def choose(self, g: Gdw1940, number: int) -> None:
        """16.allied.choice: only its units may move on turn 0."""
        g.plans["group"] = number
        g.pop()

    @choose.choices("number")
    def numbers(self, g: Gdw1940) -> range:
        return range(1, 4)


class MechelenIncident(Step, frozen=True):
    rule = "20.mechelen"

    def run(self, g: Gdw1940) -> None:
        """20.mechelen: the Germans learn the Allied choice before they plan."""
        g.shown_group = g.plans["group"]
        g.emit(
            "plan", f"the Allies will move their {command.ordinal(g.shown_group)} Army Group on turn 0", "20.mechelen"
        )
        g.pop()


class GermanPlan(Question, frozen=True):
    """16.german.objective, 16.german.main, 15.geb."""

    rule = "16.german.objective"
    title = "German plan"
    questions = (
        "What is your objective?",
        "Which army group makes the main attack?",
        "Which corps does the mountain corps replace?",
    )
    question = " ".join(questions)

    @order(
        "plan {objective:number} {group:number} {geb:word}", label="Plan", rule="16.german.objective", commits="secret"
    )
    def plan(self, g: Gdw1940, objective: int, group: int, geb: str) -> None:
        """`plan 3 2 none`: objective 3, Army Group A; `de.X` instead of none is the corps that Geb replaces."""
        g.plans["objective"], g.plans["effort"] = objective, group
        g.geb_for = "" if geb == "none" else geb
        g.pop()

    @plan.choices("objective")
    def objectives(self, g: Gdw1940) -> list[int]:
        return list(OBJECTIVES)

    @plan.choices("group")
    def groups(self, g: Gdw1940, objective: int) -> list[int]:
        """16.german.main: the army group of effort: B, A or C from north to south."""
        return [1, 2, 3]

    @plan.choices("geb")
    def replaced(self, g: Gdw1940, objective: int, group: int) -> list[str]:
        """15.geb: an infantry corps with combat factor 4 or 5 may be replaced."""
        return ["none", *(c.id for c in g.scenario.counters if is_replaceable(g, c.id))]

    @plan.describes("objective")
    def objective_words(self, g: Gdw1940, objective: int) -> dict[str, str]:
        return {"label": OBJECTIVES[objective]}

    @plan.describes("group")
    def group_words(self, g: Gdw1940, objective: int, group: int) -> dict[str, str]:
        return {"label": GROUPS[Side.GERMAN][group]}

    @plan.describes("geb")
    def geb_words(self, g: Gdw1940, objective: int, group: int, geb: str) -> dict[str, str]:
        return {"label": "None: it does not take part"} if geb == "none" else {}

    @plan.refuses("objective")
    def why_not_objective(self, g: Gdw1940, objective: int) -> Refusal:
        return Refusal("16.german.objective", "the objectives are 1 (Maginot Line), 2 (Paris) and 3 (the north)")

    @plan.refuses("group")
    def why_not_group(self, g: Gdw1940, objective: int, group: int) -> Refusal:
        return Refusal("16.german.main", "Army Group 1 (B), 2 (A) or 3 (C) makes the main attack")

    @plan.refuses("geb")
    def why_not_geb(self, g: Gdw1940, objective: int, group: int, geb: str) -> Refusal:
        return Refusal("15.geb", "the mountain corps replaces an infantry corps with combat factor 4 or 5")


def is_replaceable(g: Gdw1940, name: str) -> bool:
    """15.geb: an infantry corps of 4 or 5 factors; R.15.geb.1: one that is deployed at the start."""
    c = g.counter(g.scenario.unit_named[name])
    return (
        c.nation == "german"
        and c.symbol == "infantry"
        and c.size == "XXX"
        and c.combat in (4, 5)
        and c.pool == "deploy"
    )


# -- assignment


class Assignment(Question, frozen=True):
    """16.allied.assign: every army to one army group, every group at least one army; 16.secret: the enemy sees none."""

    rule = "16.allied.assign"
    question = "Assign your armies to army groups."

    def title(self, g: Gdw1940) -> str:
        return f"{self.side.title} army groups"

    def remaining(self, g: Gdw1940) -> str:
        left = sum(army not in g.groups for army in armies(g, self.side))
        return "1 army is not assigned" if left == 1 else f"{left} armies are not assigned"

    @order("assign {army:word} {group:number}", rule="16.secret", commits="secret")
    def assign(self, g: Gdw1940, army: str, group: int) -> None:
        g.groups[army] = group

    @assign.choices("army")
    def able(self, g: Gdw1940) -> list[str]:
        """16.allied.bef: the BEF always goes to the First Army Group."""
        return [army for army in armies(g, self.side) if army != command.BEF]

    @assign.choices("group")
    def group_numbers(self, g: Gdw1940, army: str) -> list[int]:
        return [group for group in (1, 2, 3) if g.groups.get(army) != group]

    @assign.refuses("army")
    def why_not_army(self, g: Gdw1940, army: str) -> Refusal | None:
        if army == command.BEF and self.side is Side.ALLIED:
            return Refusal("16.allied.bef", "the BEF always goes to the 1st Army Group")
        return Refusal(self.rule, f"your armies are {', '.join(armies(g, self.side))}")

    @assign.refuses("group")
    def why_not_group(self, g: Gdw1940, army: str, group: int) -> Refusal:
        if g.groups.get(army) == group:
            return Refusal(self.rule, f"{army} is assigned to it")
        return Refusal(self.rule, f"the army groups are {', '.join(map(str, GROUPS[self.side]))}")

    @order("auto", label="As in history", rule="16.secret", commits="secret")
    def auto(self, g: Gdw1940) -> None:
        """The armies as they stood on 10 May 1940."""
        g.groups |= {army: g.scenario.armies[army] for army in armies(g, self.side)}

    @order("seal", label="Seal the plan", rule="16.secret", commits="secret")
    def seal(self, g: Gdw1940) -> None:
        if self.side is Side.ALLIED:
            command.bind_bef(g)
        g.pop()

    @seal.closed_if
    def incomplete(self, g: Gdw1940) -> Refusal | None:
        mine = armies(g, self.side)
        if missing := [army for army in mine if army not in g.groups]:
            return Refusal(self.rule, f"{', '.join(missing)} must be assigned")
        for group, title in GROUPS[self.side].items():
            words = title if self.side is Side.GERMAN else f"the {title} Army Group"
            if group not in {g.groups[army] for army in mine}:
                return Refusal(self.rule, f"{words} needs an army")
            if corps_of_group(g, self.side, group) > len(room(g, self.side, group)):
                return Refusal("16.deploy.stacking", f"the area of {words} is too small for its corps")
        return None


class GermanAssignment(Assignment, frozen=True):
    """16.german.assign: the same for the Germans."""

    rule = "16.german.assign"


def armies(g: Gdw1940, side: Side) -> list[str]:
    """16.allied.available, 16.german.available: the armies that have units to deploy."""
    return sorted({c.army for c in g.scenario.counters if c.side is side and c.army and c.pool == "deploy"})


def corps_of_group(g: Gdw1940, side: Side, group: int) -> int:
    """R.16.deploy.stacking.1: how many corps must find a hex of their own in the area of an army group."""
    mine = {army for army in armies(g, side) if g.groups.get(army) == group}
    bound = sum(c.size == "XXX" and c.pool == "deploy" and c.army in mine for c in g.scenario.counters)
    panzers = sum(c.has("panzer_corps") and c.pool == "deploy" for c in g.scenario.counters)
    return bound + (panzers if side is Side.GERMAN and g.plans.get("effort") == group else 0)


# -- deployment


class SetUpNeutrals(Step, frozen=True):
    """16.neutral.fixed: the neutrals stand as listed; 14.markings: what comes later waits off the map."""

    rule = "16.neutral.fixed"

    def run(self, g: Gdw1940) -> None:
        g.pop()
        g.groups[command.BEF] = 1  # 16.allied.bef
        for u, c in enumerate(g.scenario.counters):
            if c.pool == "fixed" and not (c.nation == "belgian" and alliance(g)):
                g.place(u, g.map.hex(c.start) if c.start in g.map.index else g.map.place(c.start).hex)
            elif c.pool in ("reserve", "swiss_border", "swiss_reserve", "reinforcement"):
                g.place(u, g.scenario.box("reserve"))
            elif c.pool == "airborne":
                g.place(u, g.scenario.box("pool"))  # 16.german.airborne
        if alliance(g):
            neutrals.join(g, "belgium")
            g.joined["belgium"] = -1  # 13.status.zoc: before all impulses, for it is no neutral that is invaded


def alliance(g: Gdw1940) -> bool:
    """20.belgian_alliance: whether Belgium is allied from the start."""
    return bool(g.scenario.options.get("20.belgian_alliance"))


class Deployment(Question, frozen=True):
    """16.deploy.allied: the Allies deploy first."""

    rule = "16.deploy.allied"
    question = "Deploy your army."

    def title(self, g: Gdw1940) -> str:
        return f"{self.side.title} deployment"

    def remaining(self, g: Gdw1940) -> str:
        left = sum(g.hex_of[u] < 0 for u in to_deploy(g, self.side))
        return f"{counted(left, 'unit')} {'is' if left == 1 else 'are'} not deployed"

    @order("deploy {unit} {hex}")
    def deploy(self, g: Gdw1940, unit: Unit, h: Hex) -> None:
        g.place(unit, h)

    @deploy.choices("unit")
    def units(self, g: Gdw1940) -> list[Unit]:
        return [u for u in to_deploy(g, self.side) if next(self.hexes(g, u), None) is not None]

    @deploy.choices("hex")
    def hexes(self, g: Gdw1940, unit: Unit) -> Iterator[Hex]:
        """16.deploy.stacking: no hex may exceed the limits."""
        return (h for h in area_of(g, unit) if h != g.hex_of[unit] and may_stack(g, unit, h))

    @deploy.refuses("unit")
    def why_not_unit(self, g: Gdw1940, unit: Unit) -> Refusal | None:
        c = g.counter(unit)
        if c.side is not self.side:
            return None
        if unit in to_deploy(g, self.side):
            return Refusal("16.deploy.stacking", f"the area of {c.id} has no room left")
        if c.has("airborne"):
            return Refusal("16.german.airborne", f"{c.id} waits in the airborne pool")
        if self.side is Side.GERMAN:
            return Refusal("16.german.available", f"{c.id} is not deployed at the start")
        if c.pool == "fixed":
            return Refusal("16.neutral.fixed", f"{c.id} stands where the book puts it")
        return Refusal("16.allied.available", f"{c.id} is not deployed at the start")

    @deploy.refuses("hex")
    def why_not_hex(self, g: Gdw1940, unit: Unit, h: Hex) -> Refusal:
        if h == g.hex_of[unit]:
            return Refusal(self.rule, f"{g.name(unit)} is already in {g.map.labels[h]}")
        if h in area_of(g, unit):
            return Refusal("16.deploy.stacking", f"{g.map.labels[h]} has no room for {g.name(unit)}")
        return Refusal(area_rule(g, unit), f"{g.map.labels[h]} is outside the area where {g.name(unit)} deploys")

    @order("auto", label="As in history")
    def auto(self, g: Gdw1940) -> None:
        """The rest where it stood on 10 May 1940, or as near as its area allows."""
        left = [u for u in to_deploy(g, self.side) if g.hex_of[u] < 0]
        if not place_all(g, left):
            for u in to_deploy(g, self.side):
                g.place(u, OFF_MAP)
            place_all(g, to_deploy(g, self.side))

    @auto.closed_if
    def all_there(self, g: Gdw1940) -> Refusal | None:
        if any(g.hex_of[u] < 0 for u in to_deploy(g, self.side)):
            return None
        return Refusal(self.rule, "every unit is deployed")

    @order("done", label="Deployed")
    def done(self, g: Gdw1940) -> None:
        """5.start: where units stood while they were being deployed leaves no trace."""
        g.begin_territory()
        g.pop()

    @done.closed_if
    def incomplete(self, g: Gdw1940) -> Refusal | None:
        missing = [g.name(u) for u in to_deploy(g, self.side) if g.hex_of[u] < 0]
        return Refusal(self.rule, f"{', '.join(missing)} must be deployed") if missing else None


class GermanDeployment(Deployment, frozen=True):
    """16.deploy.german: the Germans deploy second, and see where the Allies stand."""

    rule = "16.deploy.german"


def to_deploy(g: Gdw1940, side: Side) -> list[Unit]:
    """16.allied.available, 16.german.available; 15.units: no optional ones; 15.geb: but Geb for another."""
    found = []
    for u, c in enumerate(g.scenario.counters):
        if c.side is not side or c.id == g.geb_for:
            continue
        if c.pool == "deploy" or (c.id == "de.Geb" and g.geb_for) or (c.nation == "belgian" and alliance(g)):
            found.append(u)
    return found


def area_of(g: Gdw1940, u: Unit) -> list[Hex]:
    """Where a unit deploys: 16.german.panzer, 16.deploy.allied, 16.deploy.german, 20.belgian_alliance.

    16.free, R.16.free.1: every unit without an army anywhere in its country.
    """
    c = g.counter(u)
    if c.nation == "belgian":
        return country_hexes(g, "belgium")
    if c.has("panzer_corps"):
        return room(g, Side.GERMAN, g.plans["effort"])
    if army := army_of(g, u):
        return room(g, c.side, g.groups[army])
    return country_hexes(g, "germany" if c.side is Side.GERMAN else "france")


def army_of(g: Gdw1940, u: Unit) -> str:
    """The army of a unit, "" if it has none; R.15.geb.1: Geb takes that of the corps it replaces."""
    c = g.counter(u)
    return g.counter(g.scenario.unit_named[g.geb_for]).army if c.id == "de.Geb" and g.geb_for else c.army


def area_rule(g: Gdw1940, u: Unit) -> str:
    c = g.counter(u)
    if c.has("panzer_corps"):
        return "16.german.panzer"
    if c.nation == "belgian":
        return "20.belgian_alliance"
    if not army_of(g, u):
        return "16.free"
    return "16.deploy.german" if c.side is Side.GERMAN else "16.deploy.allied"


@derived()
def room(g: Gdw1940, side: Side, group: int) -> list[Hex]:
    """16.deploy.allied: in the army group's area, within two hexes of the border; R.16.deploy.german.1: in Germany."""
    if side is Side.GERMAN:
        area = g.map.regions[f"german-{'bac'[group - 1]}"].hexes
        return [h for h in country_hexes(g, "germany") if h in area]
    area = g.map.regions[f"allied-{group}"].hexes
    return [h for h in country_hexes(g, "france") if h in area and h in g.scenario.border]


@derived()
def country_hexes(g: Gdw1940, country: str) -> list[Hex]:
    terrain = g.map.terrain
    return [h for h, c in enumerate(g.map.country) if c == country and terrain[h] not in ("all_sea", "off_map")]


def place_all(g: Gdw1940, units: list[Unit]) -> bool:
    """Puts units as near to their historical place as room allows; False if one finds none.

    Large ones go first, and before those of their size that could stand anywhere, so that none is left over.
    """

    def turn(u: Unit) -> tuple[int, bool, Unit]:
        return -g.scenario.weight[u], area_rule(g, u) == "16.free", u

    for u in sorted(units, key=turn):
        wanted = g.map.hex(g.scenario.historical[g.name(u)])
        able = [h for h in area_of(g, u) if may_stack(g, u, h)]
        if not able:
            return False
        g.place(u, min(able, key=lambda h: (g.map.distance(h, wanted), len(g.at.get(h, ())), h)))
    return True


# -- 20.belgian_alliance


class March(Question, frozen=True):
    """20.belgian_alliance: before turn 0 the 1st and 2nd Army Groups may march into Belgium."""

    rule = "20.belgian_alliance"
    title = "March into Belgium"
    question = "March into Belgium."

    @order(
        "march {unit} {path}",
        rule="20.belgian_alliance",
        why="units of the 1st and 2nd Army Groups march into Belgium, with half their movement factor",
    )
    def march(self, g: Gdw1940, unit: Unit, path: Sequence[Hex]) -> None:
        for h in path:
            g.place(unit, h)
        g.set_status(unit, g.status[unit] | MOVED)
        g.emit(
            "move", f"{g.name(unit)} marches to {g.map.labels[path[-1]]}", "20.belgian_alliance", units=(g.name(unit),)
        )

    @march.choices("unit")
    def marching(self, g: Gdw1940) -> Iterator[Unit]:
        """20.belgian_alliance: French and British units of the 1st and 2nd Army Groups."""
        for u in g.on_map(self.side):
            if g.groups.get(g.counter(u).army, 0) in (1, 2) and not g.status[u] & MOVED and self.goals(g, u):
                yield u

    @march.choices("path")
    def goals(self, g: Gdw1940, unit: Unit) -> list[Hex]:
        """R.20.belgian_alliance.1: the move must take the unit into Belgium."""
        found = self.reach(g, unit).cost
        return sorted(h for h in found if g.map.country[h] == "belgium" and may_stack(g, unit, h))

    @march.way
    def way(self, g: Gdw1940, unit: Unit, goal: Hex) -> tuple[Hex, ...]:
        return self.reach(g, unit).path(goal)

    @march.walks
    def by_hand(self, g: Gdw1940, unit: Unit, path: Sequence[Hex]) -> Refusal | None:
        try:
            walk(g.hex_of[unit], self.half(g, unit), Exits(g, unit), path)
        except BadPath as error:
            return Refusal("20.belgian_alliance", str(error))
        return None

    def reach(self, g: Gdw1940, u: Unit) -> Reach:
        return swift_reach(g.hex_of[u], self.half(g, u), Exits(g, u))

    def half(self, g: Gdw1940, u: Unit) -> int:
        """20.belgian_alliance: at most half of the movement factor."""
        return g.counter(u).movement * EIGHTHS // 2

    @order("end", label="End the march", rule="20.belgian_alliance")
    def end(self, g: Gdw1940) -> None:
        g.pop()

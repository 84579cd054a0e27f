"""16: secret plans, and armies assigned to army groups. 15.geb: the mountain corps. 20: the Mechelen incident."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from meuse.counters import Side
from meuse.games.gdw1940 import command, victory
from meuse.games.gdw1940.board import Gdw1940
from meuse.games.gdw1940.deployment import Deployment, GermanDeployment, March, SetUpNeutrals, room
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.report import count, listed
from meuse.scenario import Options
from meuse.steps import Question, Step

OBJECTIVES = {1: "The Maginot Line", 2: "Paris", 3: "The ports and cities of the north"}
ASKED = {
    1: "At the end no Allied unit may be left in a major fortification of France.",
    2: "At the end the hexes of Paris must be German.",
    3: "At the end Lille, every city of Belgium and the four ports must be German.",
}
"""19.plan.maginot, 19.plan.paris, 19.plan.north: what each objective asks for."""
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
        says="Its armies are the only French and British units that move on turn 0.",
        secret=True,
        why="choose army group 1, 2 or 3",
    )
    def choose(self, g: Gdw1940, number: int) -> None:
        """16.allied.choice: only its units may move on turn 0."""
        g.plans["group"] = number
        g.pop()

    @choose.choices("number")
    def numbers(self, g: Gdw1940) -> range:
        return range(1, 4)

    @choose.describes("number")
    def group_words(self, g: Gdw1940, number: int) -> dict[str, Any]:
        says = "On turn 0 only its armies move, east and northeast, to meet the attack."
        return {"label": f"{GROUPS[Side.ALLIED][number]} Army Group", "says": says, "places": ground(g, number)}


class MechelenIncident(Step, frozen=True):
    rule = "20.mechelen"

    def run(self, g: Gdw1940) -> None:
        """20.mechelen: the Germans learn the Allied choice before they plan."""
        g.shown_group = g.plans["group"]
        g.emit(
            "plan", f"The Allies will move their {command.ordinal(g.shown_group)} Army Group on turn 0", "20.mechelen"
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

    @order("plan {objective:number} {group:number} {geb:word}", label="Plan", rule="16.german.objective", secret=True)
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
    def objective_words(self, g: Gdw1940, objective: int) -> dict[str, Any]:
        places = tuple(g.map.labels[h] for h in victory.objective_hexes(g, objective))
        return {"label": OBJECTIVES[objective], "says": ASKED[objective], "places": places}

    @plan.describes("group")
    def group_words(self, g: Gdw1940, objective: int, group: int) -> dict[str, Any]:
        """17.german.zones: Army Groups B, A and C stand from north to south."""
        says = "The panzer corps set up in its area, and on turns 0 and 1 attack nowhere else."
        return {"label": GROUPS[Side.GERMAN][group], "says": says, "places": german_ground(g, group)}

    @plan.describes("geb")
    def geb_words(self, g: Gdw1940, objective: int, group: int, geb: str) -> dict[str, Any]:
        if geb == "none":
            return {"label": "None: it does not take part", "says": "All infantry corps take part as usual."}
        return {"says": "The mountain corps fights in the place of this corps, which does not take part."}

    @plan.refuses("objective")
    def why_not_objective(self, g: Gdw1940, objective: int) -> Refusal:
        return Refusal("16.german.objective", "choose objective 1 (the Maginot Line), 2 (Paris) or 3 (the north)")

    @plan.refuses("group")
    def why_not_group(self, g: Gdw1940, objective: int, group: int) -> Refusal:
        return Refusal("16.german.main", "choose Army Group 1 (B), 2 (A) or 3 (C)")

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
    question = "Which armies belong to which army group?"

    def title(self, g: Gdw1940) -> str:
        return f"{self.side.title} army groups"

    def remaining(self, g: Gdw1940) -> str:
        left = sum(army not in g.groups for army in armies(g, self.side))
        return f"{count(left, 'army', 'armies')} to assign" if left else ""

    @order(
        "assign {army:word} {group:number}",
        rule="16.secret",
        says="The corps of an army set up in the area of its army group.",
        secret=True,
    )
    def assign(self, g: Gdw1940, army: str, group: int) -> None:
        g.groups[army] = group

    @assign.choices("army")
    def able(self, g: Gdw1940) -> list[str]:
        """16.allied.bef: the BEF always goes to the First Army Group."""
        return [army for army in armies(g, self.side) if army != command.BEF]

    @assign.choices("group")
    def group_numbers(self, g: Gdw1940, army: str) -> list[int]:
        return [group for group in (1, 2, 3) if g.groups.get(army) != group]

    @assign.describes("army")
    def army_words(self, g: Gdw1940, army: str) -> dict[str, Any]:
        corps = sum(c.army == army and c.pool == "deploy" for c in g.scenario.counters)
        now = f", now in {group_name(self.side, g.groups[army])}" if army in g.groups else ""
        return {"label": command.army_name(army), "says": f"{count(corps, 'unit')} to set up{now}."}

    @assign.describes("group")
    def group_words(self, g: Gdw1940, army: str, group: int) -> dict[str, Any]:
        says = f"The {command.army_name(army)} sets up in its area{' and stays there' * (self.side is Side.ALLIED)}."
        places = ground(g, group) if self.side is Side.ALLIED else german_ground(g, group)
        return {"label": group_name(self.side, group), "says": says, "places": places}

    @assign.refuses("army")
    def why_not_army(self, g: Gdw1940, army: str) -> Refusal | None:
        if army == command.BEF and self.side is Side.ALLIED:
            return Refusal("16.allied.bef", "the BEF always goes to the 1st Army Group")
        return Refusal(self.rule, f"your armies are {named(armies(g, self.side))}")

    @assign.refuses("group")
    def why_not_group(self, g: Gdw1940, army: str, group: int) -> Refusal:
        if g.groups.get(army) == group:
            return Refusal(self.rule, f"the {command.army_name(army)} is already assigned to it")
        return Refusal(self.rule, f"the army groups are {listed(list(GROUPS[self.side].values()))}")

    @order(
        "auto",
        label="As in history",
        rule="16.secret",
        says="Puts every army into its army group of 10 May 1940.",
        secret=True,
    )
    def auto(self, g: Gdw1940) -> None:
        """The armies as they stood on 10 May 1940."""
        g.groups |= {army: g.scenario.armies[army] for army in armies(g, self.side)}

    @order(
        "done",
        label="Seal the plan",
        rule="16.secret",
        says="Fixes the plan. The other side learns of it only by what it sees on the map.",
        secret=True,
        was=("seal",),
    )
    def done(self, g: Gdw1940) -> None:
        if self.side is Side.ALLIED:
            command.bind_bef(g)
        g.pop()

    @done.closed_if
    def why_not_done(self, g: Gdw1940) -> Refusal | None:
        mine = armies(g, self.side)
        if missing := [army for army in mine if army not in g.groups]:
            return Refusal(self.rule, f"{named(missing)} must be assigned first")
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


def ground(g: Gdw1940, group: int) -> tuple[str, ...]:
    """17.french.boundaries: the land of an Allied army group."""
    land = set(g.scenario.land)
    return tuple(g.map.labels[h] for h in sorted(command.allied_area(g, group)) if h in land)


def german_ground(g: Gdw1940, group: int) -> tuple[str, ...]:
    """17.german.zones: the area of a German army group within Germany, where it sets up."""
    hexes = g.map.regions[f"german-{'bac'[group - 1]}"].hexes
    return tuple(g.map.labels[h] for h in sorted(hexes) if g.map.country[h] == "germany")


def group_name(side: Side, group: int) -> str:
    return GROUPS[side][group] if side is Side.GERMAN else f"{GROUPS[side][group]} Army Group"


def named(found: list[str]) -> str:
    """Armies in a row: "the 6th Army and the 18th Army"."""
    return listed([f"the {command.army_name(army)}" for army in found])


def armies(g: Gdw1940, side: Side) -> list[str]:
    """16.allied.available, 16.german.available: the armies that have units to deploy."""
    return sorted({c.army for c in g.scenario.counters if c.side is side and c.army and c.pool == "deploy"})


def corps_of_group(g: Gdw1940, side: Side, group: int) -> int:
    """R.16.deploy.stacking.1: how many corps must find a hex of their own in the area of an army group."""
    mine = {army for army in armies(g, side) if g.groups.get(army) == group}
    bound = sum(c.size == "XXX" and c.pool == "deploy" and c.army in mine for c in g.scenario.counters)
    panzers = sum(c.has("panzer_corps") and c.pool == "deploy" for c in g.scenario.counters)
    return bound + (panzers if side is Side.GERMAN and g.plans.get("effort") == group else 0)

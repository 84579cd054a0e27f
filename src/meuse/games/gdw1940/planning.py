"""16: secret plans, and armies assigned to army groups. 15.geb: the mountain corps. 20: the Mechelen incident."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side
from meuse.games.gdw1940 import command
from meuse.games.gdw1940.board import Gdw1940
from meuse.games.gdw1940.deployment import Deployment, GermanDeployment, March, SetUpNeutrals, room
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.report import count, listed
from meuse.scenario import Options
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

    @order("assign {army:word} {group:number}", rule="16.secret", secret=True)
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
            return Refusal(self.rule, f"{army} is already assigned to it")
        return Refusal(self.rule, f"the army groups are {', '.join(map(str, GROUPS[self.side]))}")

    @order("auto", label="As in history", rule="16.secret", secret=True)
    def auto(self, g: Gdw1940) -> None:
        """The armies as they stood on 10 May 1940."""
        g.groups |= {army: g.scenario.armies[army] for army in armies(g, self.side)}

    @order("done", label="Seal the plan", rule="16.secret", secret=True, was=("seal",))
    def done(self, g: Gdw1940) -> None:
        if self.side is Side.ALLIED:
            command.bind_bef(g)
        g.pop()

    @done.closed_if
    def why_not_done(self, g: Gdw1940) -> Refusal | None:
        mine = armies(g, self.side)
        if missing := [army for army in mine if army not in g.groups]:
            return Refusal(self.rule, f"{listed(missing)} must be assigned first")
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

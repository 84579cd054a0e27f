"""What a battle of Plan Jaune is worth: steps lost on both sides, and the hex."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.planjaune import advice_aims as aims
from meuse.games.planjaune import aftermath, odds
from meuse.games.planjaune.advice_plans import USUAL
from meuse.games.planjaune.board import UNSUPPLIED, PlanJaune, strength_of
from meuse.games.planjaune.odds import Battle
from meuse.games.planjaune.sequence import LAST_TURN
from meuse.games.planjaune.zones import feared
from meuse.hexmap import Hex


def battle_worth(g: PlanJaune, battle: Battle, brief: Brief = USUAL) -> float:
    """The expected gain of a battle: steps lost on both sides, and the hex if it is likely to be left."""
    return Stakes(g, battle, brief).worth()


class Stakes:
    """What a battle is about; its worth is soon told for any column to which it may still be shifted."""

    def __init__(self, g: PlanJaune, battle: Battle, brief: Brief = USUAL) -> None:
        led, defenders = odds.led(g, battle), odds.defenders(g, battle)
        self.g, self.battle, self.brief = g, led, brief
        self.theirs = sum(g.steps[m] for u in defenders for m in g.members(u))
        self.own = brief[f"step_{battle.side.word}"] * step_worth(g, battle.units)
        self.own += brief["rider"] * riders(g, battle.units)
        self.step, self.ground = step_worth(g, defenders), hex_worth(g, battle, brief)
        self.column = odds.moves_of_column(g, led)[1]
        self.added = sum(modifier.value for modifier in odds.modifiers(g, led))
        self.dice = odds.number_of_dice(g, led)
        self.known: dict[tuple[int, str], float] = {}
        self.ways: dict[bool, str] = {}

    def worth(self, shift: int = 0, air: int = 0) -> float:
        """With so many columns more for the attacker, and so many bombers of his beyond those it has."""
        way = self.way(air)
        if (shift, way) not in self.known:
            faces = tuple(odds.faces_in(self.g, self.column + shift, self.added))
            table = odds.all_dice(faces, self.dice).items()
            self.known[shift, way] = sum(float(chance) * self.result(way, points) for points, chance in table)
        return self.known[shift, way]

    def way(self, air: int) -> str:
        """6.2.4b: the first bomber may make a blitz of it."""
        flown = bool(air or self.battle.air[self.battle.side])
        if flown not in self.ways:
            bombers = (int(flown), int(flown))
            battle = msgspec.structs.replace(self.battle, air=bombers)
            self.ways[flown] = manner(self.g, battle) if self.theirs else "works"
        return self.ways[flown]

    def result(self, way: str, points: odds.Points) -> float:
        lost, brought = points
        return defeat_worth(way, brought, self.theirs, self.step, self.ground) - lost * self.own


def manner(g: PlanJaune, battle: Battle) -> str:
    """6.2.4: how a defender takes his points: he runs, holds his works, cannot run, or a blitz decides for him."""
    if aftermath.is_held(g, battle):
        return "holds"
    if odds.attacker_decides(g, battle):
        return "blitz"
    return "runs" if can_run(g, battle) else "stands"


def can_run(g: PlanJaune, battle: Battle) -> bool:
    """6.3c: whether a hex beside the target is open to the defender without loss."""
    barred = feared(g, battle.side.enemy)
    near = (n for n in g.scenario.touching[battle.target] if not barred[n])
    return any(not g.units_in(n, battle.side) for n in near)


def defeat_worth(way: str, points: int, theirs: int, step: float, ground: float) -> float:
    """What it is worth to bring so many points upon a defender: 6.2.4a, at least every other one is a step."""
    if way == "works":
        return ground if points else 0.0
    least, most = min(theirs, (points + 1) // 2), min(theirs, points)
    killed = most * step + (ground if most == theirs else 0.0)
    if way == "stands":
        return killed
    if way == "holds":
        return least * step + (ground if least == theirs else 0.0)
    driven = least * step + (ground if points >= 2 or least == theirs else 0.0)
    return max(driven, killed) if way == "blitz" else driven


def step_worth(g: PlanJaune, units: Sequence[Unit]) -> float:
    """What a step of these units is worth: their strength, step by step; armour and the British more (11.13.o4)."""
    members = [m for u in units for m in g.members(u)]
    steps = sum(g.steps[m] for m in members)
    worth = sum(strength_of(g, m) + prize(g, m) for m in members)
    return 0.5 + worth / steps if steps else 1.0


def riders(g: PlanJaune, units: Sequence[Unit]) -> float:
    """11.13.o2: the share of these units that could still be wanted to leave the map: they lead, and lose first."""
    return sum(is_leaver(g, u) for u in units) / len(units) if units else 0.0


def is_leaver(g: PlanJaune, u: Unit) -> bool:
    """11.13.o2: whether a division could still be wanted to leave the map: it counts with its last step, too."""
    german = g.counter(u).nation == "german" and g.counter(u).has("motorized")
    return german and g.exited < aims.exits_needed(g)


def prize(g: PlanJaune, u: Unit) -> float:
    counter = g.counter(u)
    return 1.0 * counter.has("armour") + 1.0 * (counter.nation == "british")


def hex_worth(g: PlanJaune, battle: Battle, brief: Brief = USUAL) -> float:
    """Ground is what the Germans need; the Allies want it back only where it matters, or where panzers stand alone."""
    bonus = aims.goals(g).get(battle.target, 0.0)
    if battle.side is Side.GERMAN:
        way_out = battle.target in aims.lines_out(g) and g.exited < aims.exits_needed(g)
        effort = g.map.labels[battle.target] == aims.next_label(g, brief.plan.effort)
        return brief["ground_german"] + max(bonus, brief["way_out"] * way_out, brief["effort"] * effort)
    if battle.target in g.scenario.cities["germany"]:
        bonus = brief["german_city"]
    if g.turn >= LAST_TURN and counts(g, battle.target):
        bonus = max(bonus, brief["last_prize"])
    cut_off = any(g.status[u] & UNSUPPLIED for u in odds.defenders(g, battle))
    return brief["ground_allied"] + bonus + 1.0 * cut_off


def counts(g: PlanJaune, h: Hex) -> bool:
    """Whether a hex decides an objective, or costs a level (11.13c)."""
    return h in aims.goals(g) or h in g.scenario.cities["germany"]

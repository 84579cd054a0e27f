"""What an attack of Plan Jaune would bring, one's own or the enemy's: 6.2, with the split of 6.2.4."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import ClassVar

import msgspec

from meuse.counters import Side, Unit
from meuse.forecast import Column, End, Fate, Forecast, Prospect, certain
from meuse.games.planjaune import combat, command, odds
from meuse.games.planjaune.aftermath import Split, split_decider
from meuse.games.planjaune.battle import bombers, supporters, why_not_coup
from meuse.games.planjaune.board import MOVED, RAILED, STOPPED, PlanJaune, fights, is_motorized, strength_of
from meuse.games.planjaune.exits import MOTORIZED, reach_of
from meuse.games.planjaune.odds import Battle, Points
from meuse.games.planjaune.retreat import is_static, retreat_goals
from meuse.games.planjaune.stacking import may_stack
from meuse.hexmap import Hex
from meuse.mechanics.odds import figure
from meuse.mechanics.reach import Reach
from meuse.report import Face, Shift, Strength, Support, count
from meuse.steps import Order

AIR = {"air-german": Side.GERMAN, "air-allied": Side.ALLIED}
HQ = {"hq-german": Side.GERMAN, "hq-allied": Side.ALLIED}
"""The ids of support: bombers, and one headquarters a side (11.3d)."""


class PlanJauneForecast(Forecast[PlanJaune, Battle, Points]):
    """6.2, 6.2.4: a result is a pair of points, the attacker's and the defender's. 7: overruns are attacks too."""

    words = ("attack", "overrun")
    counts = "points"
    single: ClassVar = {"air-german": "a German bomber", "air-allied": "an Allied bomber"}
    caveats = ("motorized units move first, the others attack from where they stand",)
    stranded = "has nowhere to retreat and takes every point as a step loss"

    # -- the battle

    def read(self, g: PlanJaune, side: Side, order: Order) -> Battle | None:
        battle = super().read(g, side, order)
        return battle and msgspec.structs.replace(battle, overrun=order[0] == "overrun")

    def made(self, g: PlanJaune, side: Side, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> Battle:
        return odds.led(g, Battle(side, hexes[0], units))

    def is_target(self, g: PlanJaune, side: Side, h: Hex) -> bool:
        return odds.is_target(g, side, h)

    def may_attack(self, g: PlanJaune, side: Side, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> bool:
        """R.6.1b.1: on one hex; whether the war plans allow it on turn 1 is not asked, so that a plan can be tried."""
        if len(hexes) > 1 or not super().may_attack(g, side, hexes, units):
            return False
        return all(combat.why_not_fight(g, u, hexes[0]) is None for u in units)

    def column(self, g: PlanJaune, battle: Battle) -> Column:
        attack, defence = odds.attack_total(g, battle), odds.defence_total(g, battle)
        columns, (start, final, _) = odds.columns_of(g), odds.column(g, battle)
        return Column(f"{figure(attack)} : {figure(defence)}", columns, columns[start], columns[final])

    def strengths(self, g: PlanJaune, battle: Battle) -> tuple[tuple[Strength, ...], tuple[Strength, ...]]:
        return odds.attack_strengths(g, battle), odds.defence_strengths(g, battle)

    def shifts(self, g: PlanJaune, battle: Battle) -> list[Shift]:
        return odds.shifts(g, battle)

    def faces(self, g: PlanJaune, battle: Battle) -> list[tuple[int, Points]]:
        return list(enumerate(odds.faces(g, battle), 1))

    def results(self, g: PlanJaune, battle: Battle) -> Mapping[Points, Fraction]:
        return odds.chances(g, battle)

    def fate(self, g: PlanJaune, battle: Battle, result: Points) -> Fate:
        attackers, defenders = result
        end = End(is_driven_out(g, battle, defenders), attackers, defenders)
        return certain(odds.in_words(result), good_for(result), end)

    def bears(self, g: PlanJaune, u: Unit) -> int:
        """R.6.2.4: a corps loses the steps of its divisions."""
        return sum(g.steps[m] for m in g.members(u))

    def told_faces(self, g: PlanJaune, battle: Battle, prospect: Prospect) -> Iterator[Face]:
        """6.2.2c: what one die brings; the results of all dice are added."""
        faces = self.faces(g, battle)
        for die, result in faces:
            yield Face(str(die), 1 / len(faces), self.code(result), odds.in_words(result), good_for(result))

    def code(self, result: Points) -> str:
        return "/".join(str(points) for points in result)

    def assumptions(self, g: PlanJaune, battle: Battle) -> Iterator[str]:
        if not battle.support and battle.air == (0, 0):
            yield "neither side adds headquarters or bombers"
        yield "each side leads with its best unit"
        yield "the defenders hold the hex if they can"
        if why_not_coup(g, battle) is None and not odds.has_airborne(g, battle):
            yield "no coup de main is made"
        yield count(odds.number_of_dice(g, battle), "die", "dice")
        yield from (f"{m.text}: {m.value:+d} on each die" for m in odds.modifiers(g, battle))

    # -- support

    def offers(self, g: PlanJaune, battle: Battle) -> Iterator[Support]:
        """10.2.support, 11.3: the bombers and the headquarters that each side could still put in."""
        for word, side in AIR.items():
            if most := bombers(g, side):
                text, used = f"{side.title} bombers", battle.air[side]
                yield Support(
                    id=word, text=text, whose=side.word, most=most, used=used, rule="10.2.support", order=("air",)
                )
        for word, side in HQ.items():
            if (hq := best_headquarters(g, battle, side)) is not None:
                used = int(any(g.side(u) is side for u in battle.support))
                order = ("support", g.id(hq))
                yield Support(id=word, text=g.name(hq), whose=side.word, most=1, used=used, rule="11.3a", order=order)

    def with_support(self, g: PlanJaune, battle: Battle, support: Mapping[str, int]) -> Battle:
        """10.2.support, 11.3: with so many bombers, and with a headquarters, as far as there are any."""
        german, allied = (max(0, min(support.get(word, 0), bombers(g, side))) for word, side in AIR.items())
        chosen = (best_headquarters(g, battle, side) for word, side in HQ.items() if support.get(word, 0) > 0)
        helping = tuple(hq for hq in chosen if hq is not None)
        return msgspec.structs.replace(battle, air=(german, allied), support=helping)

    # -- the enemy's next turn

    def on_their_turn(self, g: PlanJaune, side: Side) -> PlanJaune:
        """As if the operations phase of a side began now."""
        board = g.copy()
        for u in board.on_map(side):
            board.set_status(u, board.status[u] & ~(MOVED | RAILED | STOPPED))
            board.spent[u] = 0
        return board

    def defenders_at(self, g: PlanJaune, side: Side, h: Hex) -> tuple[Unit, ...]:
        return command.fighters(g, h, side)

    def force(self, g: PlanJaune, u: Unit) -> int:
        return strength_of(g, u) if fights(g, u) else 0

    def bases(self, g: PlanJaune, u: Unit, target: Hex) -> Collection[Hex]:
        """6.1d; 11.5f: or the hex itself, for airborne units that have landed among the defenders."""
        return (target, *g.scenario.touching[target])

    def reach(self, g: PlanJaune, u: Unit, target: Hex) -> Reach | None:
        """5.1a: only motorized units move before combat."""
        return reach_of(g, u, MOTORIZED) if is_motorized(g, u) else None

    def has_room(self, g: PlanJaune, u: Unit, h: Hex) -> bool:
        return may_stack(g, u, h)

    def retreats(self, g: PlanJaune, u: Unit, target: Hex) -> Collection[Hex] | None:
        """6.3, 6.2.4c: one hex away; the stack goes together, without those that never retreat."""
        movers = tuple(v for v in g.units_in(target, g.side(u)) if not is_static(g, v))
        return retreat_goals(g, g.side(u), target, movers, 1) if u in movers else None


FORECAST = PlanJauneForecast()


def is_driven_out(g: PlanJaune, battle: Battle, points: int) -> bool:
    """Whether so many points clear a hex: 11.4h works alone; 6.2.4.def the defender decides, 6.2.4b the attacker."""
    units = odds.defenders(g, battle)
    if not units:
        return points > 0
    decider = split_decider(g, battle)
    split = Split(decider, battle, units, points, battle.leads[1])
    stays = [steps == points and steps < split.alive(g) for steps in split.steps(g)]
    if decider is battle.side:
        return not all(stays)
    return not any(stays) and not split.may_hold(g)


def best_headquarters(g: PlanJaune, battle: Battle, side: Side) -> Unit | None:
    """11.3a, 11.3d: the headquarters that would shift most columns."""
    return max(supporters(g, side, battle), key=lambda u: g.counter(u).support, default=None)


def good_for(result: Points) -> str:
    attackers, defenders = result
    return "attacker" if defenders > attackers else "defender" if attackers > defenders else ""

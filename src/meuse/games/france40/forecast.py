"""What an attack of France '40 would bring, one's own or the enemy's: chapters 8 to 12, and the dice of a defence."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NamedTuple

import msgspec

from meuse.counters import Side, Unit
from meuse.forecast import ONE, Column, End, Fate, Forecast, Way, sums
from meuse.games.france40 import hqs, limits, odds
from meuse.games.france40.attackers import cooperates, why_not_attack, why_not_by_state, why_not_over
from meuse.games.france40.auto_ds import AutomaticDS
from meuse.games.france40.battle import most_air, without_surplus
from meuse.games.france40.board import AUTO_DS, DISRUPTED, EXTENDED, MOVED, TOUCHED, TRAIN, France40
from meuse.games.france40.breakthrough import Breakthrough
from meuse.games.france40.determined import DesperateDefence, DeterminedDefence, defence_allowed, desperate
from meuse.games.france40.dynamo import why_not_attack as why_not_by_markers
from meuse.games.france40.losses import lose_step
from meuse.games.france40.odds import AUTOMATIC_DS, REGULAR, Battle, attacker, defending, fighters
from meuse.games.france40.paths import Routes, routes
from meuse.games.france40.results import MEANING, result_row, takers
from meuse.games.france40.retreat import Retreat
from meuse.games.france40.special import ignores_loss
from meuse.games.france40.stacking import fits
from meuse.games.france40.stand import (
    Chances,
    badness,
    best_chances,
    costlier,
    displaced,
    driven_off,
    look,
    settled,
    steps_of,
)
from meuse.games.france40.terrain import ground
from meuse.hexmap import OFF_MAP, Hex
from meuse.report import OddsReport, Shift, Strength, Support
from meuse.steps import Order

DISPLACED = "displaced"
"""R.17.1.4c.4: what becomes of HQs that are alone in their hex; no die is thrown."""
AIR = {"air-german": Side.GERMAN, "air-allied": Side.ALLIED}
THREAT = 3
"""12.1.1: the length of the retreat by which a threat is judged, that of a D1."""


class France40Forecast(Forecast[France40, Battle, str]):
    """8.3a, 8.3c, 11.3.1: the die of the CRT, and for every result that allows it the dice of a defence."""

    single: ClassVar = {"air-german": "a German Air unit", "air-allied": "an RAF Air unit"}
    caveats = ("no reinforcements arrive, and your units stay where they are",)

    # -- the battle

    def read(self, g: France40, side: Side, order: Order) -> Battle | None:
        """`attack 4619 with de.pz1.t`, `shatter de.gd`, `strike 4520 1`."""
        step, (word, *more) = g.stack[-1], order or ("",)
        if isinstance(step, AutomaticDS) and word == "shatter":
            units = tuple(sorted(g.scenario.unit_named[t] for t in more if t in g.scenario.unit_named))
            return Battle(step.hex, units, paid=AUTOMATIC_DS) if units else None
        if isinstance(step, Breakthrough) and word == "strike" and more and more[0] in g.map.index:
            hexes = int(more[1]) if re.fullmatch("[0-9]", "".join(more[1:2])) else 1
            b = step.battle_of(g, g.map.index[more[0]], hexes)
            return b if b.units and defending(g, b) else None
        return super().read(g, side, order)

    def may_attack(self, g: France40, side: Side, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> bool:
        """8.1a, 8.5: units of one nation that stand next to the hex, with nothing to keep them from attacking."""
        ours = super().may_attack(g, side, hexes, units) and all(cooperates(g, u, units) for u in units)
        return ours and all(why_not_attack(g, u, h) is None for u in units for h in hexes)

    def made(self, g: France40, side: Side, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> Battle:
        return Battle(hexes[0], tuple(sorted(units)))

    def report(self, g: France40, battle: Battle, words: str) -> OddsReport:
        """R.10.2.1.1: without the defenders of an overstacked hex that will be left out."""
        return super().report(g, without_surplus(g, battle), words)

    def column(self, g: France40, battle: Battle) -> Column:
        attack, defence = odds.attack_total(g, battle), odds.defence_total(g, battle)
        start, final = odds.start_column(g, battle), odds.final_column(g, battle)
        columns = (*odds.crt(g).columns, "8-1", "9-1", "10-1")
        return Column(f"{attack} : {defence}", columns, odds.column_words(g, start), odds.column_words(g, final))

    def strengths(self, g: France40, battle: Battle) -> tuple[list[Strength], list[Strength]]:
        return attack_strengths(g, battle), defence_strengths(g, battle)

    def shifts(self, g: France40, battle: Battle) -> Iterator[Shift]:
        return odds.shifts(g, battle)

    def forbidden(self, g: France40, battle: Battle) -> str:
        return "" if odds.start_column(g, battle) >= 0 else "8.4.3a: no attack is allowed below 1-3"

    def faces(self, g: France40, battle: Battle) -> list[tuple[int, str]]:
        """R.17.1.4c.4: HQs that are alone give way without a die."""
        if odds.hqs_alone(g, battle.target):
            return []
        column = odds.final_column(g, battle)
        return [(die, odds.result(g, column, die)) for die in range(1, 7)]

    def results(self, g: France40, battle: Battle) -> Mapping[str, Fraction]:
        return super().results(g, battle) or {DISPLACED: ONE}

    def fate(self, g: France40, battle: Battle, result: str) -> Fate:
        if result == DISPLACED:
            return Fate("the HQ is displaced two hexes", "attacker", displaced(g, battle))
        good_for = "attacker" if result_row(g, result)["retreat"] else "" if result == "EX" else "defender"
        return Fate(MEANING[result], good_for, ends_of(g, battle, result))

    def assumptions(self, g: France40, battle: Battle) -> Iterator[str]:
        return assumptions(g, battle)

    # -- support

    def offers(self, g: France40, battle: Battle) -> Iterator[Support]:
        """9.3.1a, 17.1.1a: what either side may add; 15.2.7, 7.7a, R.17.1.4c.4: only to regular combat."""
        if battle.paid != REGULAR or odds.hqs_alone(g, battle.target):
            return
        for word, side in AIR.items():
            used = battle.air[side]
            if most := max(used, most_air(g, side, battle)):
                text = f"{side.title} Air units"
                yield Support(id=word, text=text, whose=side.word, most=most, used=used, rule="9.3.1a", order=("air",))
        hq = battle.hq if battle.hq >= 0 else next(hqs.supporting(g, battle), -1)
        if hq >= 0:
            used, order = int(battle.hq >= 0), ("support", g.id(hq))
            yield Support(id="hq", text="an Allied HQ", whose="allied", most=1, used=used, rule="17.1.1a", order=order)

    def with_support(self, g: France40, battle: Battle, support: Mapping[str, int]) -> Battle:
        """9.3.1a, 9.4: with that many Air units and an HQ, if available."""
        if battle.paid != REGULAR:
            return battle
        air = [
            max(battle.air[side], min(support.get(word, 0), most_air(g, side, battle))) for word, side in AIR.items()
        ]
        hq = next(hqs.supporting(g, battle), -1) if battle.hq < 0 and support.get("hq") else battle.hq
        return msgspec.structs.replace(battle, air=(air[0], air[1]), hq=hq)

    # -- the enemy's next turn

    def on_their_turn(self, g: France40, side: Side) -> France40:
        board = g.copy()
        for u in board.on_map(side):
            board.spent[u] = board.hexes[u] = 0
            board.origin[u] = OFF_MAP
            board.drop(u, MOVED | EXTENDED | TOUCHED | AUTO_DS)
        return board

    def comers(self, g: France40, side: Side, target: Hex) -> Iterator[Unit]:
        """21.2.1c, 21.3.3b, 22.5.3, 22.7d: without units that their state or a marker keeps from attacking."""
        for u in super().comers(g, side, target):
            able = g.scenario.playable[g.hex_of[u]] and not why_not_by_state(g, u)
            if able and not why_not_by_markers(g, u, target):
                yield u

    def force(self, g: France40, u: Unit) -> int:
        return g.face(u).attack

    def bases(self, g: France40, u: Unit, target: Hex) -> list[Hex]:
        """8.1e, 22.4.2: without hexsides that the unit could not attack across."""
        return [h for h in ground(g).spread[target] if why_not_over(g, u, h, target) is None]

    def reach(self, g: France40, u: Unit, target: Hex) -> ToAttack | None:
        far = g.map.distance(g.hex_of[u], target) > g.face(u).movement + 1
        return None if far or limits.why_not_move(g, u) else ToAttack(routes(g, (u,)))

    def ways(self, g: France40, u: Unit, target: Hex) -> list[Way]:
        """9.6.1, 9.7a: a unit that would cross a river or leave a Restricted Hex looks for a better hex first."""
        here, near, found = g.hex_of[u], self.bases(g, u, target), self.reach(g, u, target)
        goals = [h for h in near if h == here or (found and h in found.cost)]
        best_first = sorted(goals, key=lambda h: (odds.hampered_from(g, h, target), h != here, h))
        return [(here, *found.path(h)) if found and h != here else (here,) for h in best_first]

    def placed(self, g: France40, target: Hex, able: Mapping[Unit, Sequence[Way]]) -> dict[Unit, Way]:
        """8.5: nations do not attack together, so the strongest one does."""
        nations = sorted({g.counter(u).nation for u in able})
        groups = [{u: able[u] for u in able if g.counter(u).nation == nation} for nation in nations]
        return super().placed(
            g, target, max(groups, key=lambda units: sum(self.force(g, u) for u in units), default={})
        )

    def has_room(self, g: France40, u: Unit, h: Hex) -> bool:
        return fits(g, (u,), h)

    def retreats(self, g: France40, u: Unit, target: Hex) -> Collection[Hex]:
        """12.1.3c: by the longest retreat of units that are not routed, that of a D1."""
        side = g.scenario.side_of[u]
        way = Retreat(side, g.units_in(target, side), target, THREAT, "disrupted")
        return () if way.doomed(g, u) else way.escapes(g, (u,)).paths


class ToAttack(NamedTuple):
    """2.3.2a: where a unit can move and still attack."""

    ways: Routes

    @property
    def cost(self) -> dict[Hex, int]:
        return {h: self.ways.to(h).cost[h] for h in self.ways.before_an_attack()}

    def path(self, goal: Hex) -> Way:
        return self.ways.to(goal).path(goal)


# -- strengths


def attack_strengths(g: France40, b: Battle) -> list[Strength]:
    """9.1d: what each attacker counts for."""
    found = []
    for u in b.units:
        causes, printed = odds.halved_attack(g, u, b.target), g.face(u).attack
        found.append(_strength(g, u, printed, odds.half(printed) if causes else printed, causes))
    return found


def defence_strengths(g: France40, b: Battle) -> list[Strength]:
    """9.1c, 13.2c, 7.6.2b: what each defender counts for."""
    doubled = odds.doubling(g, b)
    return [_defence_strength(g, b, u, doubled) for u in defending(g, b)]


def _defence_strength(g: France40, b: Battle, u: Unit, doubled: list[odds.Cause]) -> Strength:
    printed = odds.printed_defence(g, u)
    if not odds.contributes(g, b, u):
        return _strength(g, u, printed, 0, [odds.Cause("10.2.1", "adds nothing to the defence")])
    causes = list(doubled)
    counted = 2 * printed if doubled else printed
    if g.status[u] & DISRUPTED:
        causes.append(odds.Cause("13.2c", "Disrupted"))
        counted = printed if doubled else odds.half(printed)
    if g.status[u] & TRAIN:
        causes.append(odds.Cause("7.6.2b", "on a train"))
    return _strength(g, u, g.face(u).defence, counted, causes)


def _strength(g: France40, u: Unit, printed: int, counted: int, causes: Sequence[odds.Cause]) -> Strength:
    texts, rules = tuple(c.text for c in causes), tuple(c.rule for c in causes)
    return Strength(g.id(u), str(printed), str(counted), texts, rules)


# -- fates


def ends_of(g: France40, b: Battle, code: str) -> Chances:
    """What may come of one result. 10.2.2a: the side that names the unit that loses the step makes its best choice."""
    g, row = under_aircraft(g, b), result_row(g, code)
    spared = not row.get("defender") or ignores_loss(g, defending(g, b), code)
    bearers = [] if spared else distinct(g, takers(g, fighters(g, b)))
    boards = [weakened(g, u) for u in bearers] or [g]
    choose = max if "chooser" in row else min
    found = choose((after_losses(g, board, b, code) for board in boards), key=badness)
    most = sum(g.steps[u] for u in b.units)
    known = costlier(found, attackers=row.get("attacker", 0)).items()
    return sums((End(end.falls, min(end.attackers, most), end.defenders), chance) for end, chance in known)


def under_aircraft(g: France40, b: Battle) -> France40:
    """11.2.6b: aircraft that the defender adds stay over the hex, and help those who stand."""
    if not b.air[attacker(g, b).enemy]:
        return g
    board = g.copy()
    board.covered |= {b.target}
    return board


def distinct(g: France40, units: Sequence[Unit]) -> list[Unit]:
    """One of each kind of unit, the weakest first, so that it is taken where the choice does not matter."""
    found: dict[object, Unit] = {}
    for u in sorted(units, key=lambda u: (g.face(u).quality == "elite", g.face(u).defence, u)):
        found.setdefault(look(g, u), u)
    return list(found.values())


def weakened(g: France40, u: Unit) -> France40:
    board = g.copy()
    lose_step(board, u, "10.2.1")
    return board


def after_losses(g: France40, board: France40, b: Battle, code: str) -> Chances:
    """The defender stands wherever he may, under the best unit he has; 11.4.1a: desperately where he must."""
    if not defending(board, b) or not result_row(g, code)["retreat"]:
        return settled(g, board, b)
    if not defence_allowed(g, code):
        return driven_off(g, board, b, code)
    kind = DesperateDefence if desperate(board, b, code) else DeterminedDefence
    found = best_chances(board, kind(attacker(g, b).enemy, b, code, odds.final_column(g, b)))
    if found is None:
        return driven_off(g, board, b, code)
    return costlier(found, defenders=steps_of(g, b) - steps_of(board, b))


def assumptions(g: France40, b: Battle) -> Iterator[str]:
    if odds.hqs_alone(g, b.target):
        yield "no die is thrown, and the attackers make a Limited Advance"
        return
    if any(defence_allowed(g, odds.result(g, odds.final_column(g, b), die)) for die in range(1, 7)):
        yield "the defenders stand wherever they may, under their best unit, and again where that is allowed"
    if not any(b.air) and b.hq < 0 and b.paid == REGULAR:
        yield "neither side adds Air units or HQs"
    if b.left_out:
        verb = "are" if len(b.left_out) > 1 else "is"
        yield f"{g.listed(b.left_out)} {verb} over the stacking limit and left out"
    if any(g.counter(u).has("rommel") or g.counter(u).has("montgomery") for u in (*b.units, *fighters(g, b))):
        yield "no dice are rerolled"
    limit = g.scenario.tables["limits"]["attack"]
    if sum(g.face(u).attack for u in b.units) > limit:
        yield f"only {limit} points of attack count"


FORECAST = France40Forecast()

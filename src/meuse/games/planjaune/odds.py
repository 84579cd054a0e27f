"""6.2: force ratio, dice, modifiers, shifts: the arithmetic of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from math import ceil

import msgspec

from meuse.counters import Side, Unit
from meuse.forecast import sums
from meuse.games.planjaune import command
from meuse.games.planjaune.board import (
    GROUND,
    UNSUPPLIED,
    PlanJaune,
    is_motorized,
    points_of,
    quality_of,
    strength_of,
)
from meuse.games.planjaune.terrain import waters
from meuse.games.planjaune.zones import held
from meuse.hexmap import Hex
from meuse.mechanics.odds import figure
from meuse.report import Shift, Strength, count
from meuse.state import ENEMY, derived

HALF = Fraction(1, 2)

Points = tuple[int, int]
"""6.2.4: the points of a result, the attacker's and the defender's."""


class Battle(msgspec.Struct, frozen=True):
    """An attack on a hex, with everything that has been decided about it so far."""

    side: Side
    target: Hex
    units: tuple[Unit, ...]
    overrun: bool = False
    coup: bool = False
    """11.6b: whether a coup de main has freed the attackers from the water."""
    support: tuple[Unit, ...] = ()
    air: tuple[int, int] = (0, 0)
    """Bombers of the Germans and of the Allies."""
    leads: tuple[Unit, Unit] = (-1, -1)
    """The lead units of attacker and defender; -1: none, or the works alone."""
    honour: bool = False


def defenders(g: PlanJaune, battle: Battle) -> tuple[Unit, ...]:
    return command.fighters(g, battle.target, battle.side.enemy)


def led(g: PlanJaune, battle: Battle) -> Battle:
    """6.2.3a: a battle in which whoever has not named a lead unit leads with the best; -1: the works alone."""
    sides = battle.units, defenders(g, battle)
    best = (
        max((m for u in units for m in g.members(u)), key=lambda u: quality_of(g, u), default=-1) for units in sides
    )
    attacker, defender = (lead if lead >= 0 else other for lead, other in zip(battle.leads, best, strict=True))
    return msgspec.structs.replace(battle, leads=(attacker, defender))


def is_target(g: PlanJaune, side: Side, h: Hex) -> bool:
    """R.1l.1: enemy units that fight, or works alone; a headquarters alone falls to whoever enters."""
    return h in targets(g, side)


@derived(ENEMY, GROUND)
def targets(g: PlanJaune, side: Side) -> frozenset[Hex]:
    """All that a side could attack."""
    return held(g, side.enemy) | {h for h in g.scenario.works if g.garrison(h, side)}


# -- 6.2.1 the force ratio


def has_airborne(g: PlanJaune, battle: Battle) -> bool:
    return any(g.counter(u).has("airborne") for u in battle.units)


def is_shielded(g: PlanJaune, battle: Battle) -> bool:
    """11.4b: the works count only if every attacker comes through their hexsides; airborne units come from above."""
    works = g.standing(battle.target)
    if works is None or works.owner is battle.side:
        return False
    here = [g.hex_of[u] for u in battle.units]
    return all(h == battle.target or h in works.faces for h in here)


def attack_strengths(g: PlanJaune, battle: Battle) -> tuple[Strength, ...]:
    return tuple(_counted(g, battle, u)[1] for u in battle.units)


def attack_total(g: PlanJaune, battle: Battle) -> Fraction:
    """6.2.1a, R.6.2.1b.1: exact fractions."""
    return sum((_counted(g, battle, u)[0] for u in battle.units), Fraction(0))


def _counted(g: PlanJaune, battle: Battle, u: Unit) -> tuple[Fraction, Strength]:
    """What an attacker counts for: 8.2c unsupplied, 11.4c works, 11.6b water; 11.5h: airborne units free all."""
    printed, here = strength_of(g, u), g.hex_of[u]
    causes: list[tuple[Fraction, str, str]] = []
    if g.status[u] & UNSUPPLIED:
        causes.append((HALF, "out of supply", "8.2c"))
    if here != battle.target and not has_airborne(g, battle):
        if is_shielded(g, battle):
            causes.append((g.scenario.hexside_attack["fortification"], "through fortifications", "11.4c"))
        if not battle.coup:
            causes += [
                (g.scenario.hexside_attack[water], f"across a {water.replace('_', ' ')}", "11.6b")
                for water in waters(g.map, here, battle.target)
            ]
    counted = Fraction(printed)
    for share, _, _ in causes:
        counted *= share
    words, rules = tuple(words for _, words, _ in causes), tuple(rule for _, _, rule in causes)
    return counted, Strength(g.id(u), str(printed), figure(counted), words, rules)


def defence_strengths(g: PlanJaune, battle: Battle) -> tuple[Strength, ...]:
    """11.4d: the units, and the works if they count."""
    found = [Strength(g.id(u), str(strength_of(g, u)), str(strength_of(g, u))) for u in defenders(g, battle)]
    value = works_value(g, battle)
    if value:
        found.append(
            Strength(f"fortifications of {g.map.labels[battle.target]}", str(value), str(value), (), ("11.4d",))
        )
    return tuple(found)


def defence_total(g: PlanJaune, battle: Battle) -> Fraction:
    return Fraction(sum(strength_of(g, u) for u in defenders(g, battle)) + works_value(g, battle))


def works_value(g: PlanJaune, battle: Battle) -> int:
    """11.4d: the intrinsic defence, where the attack comes through fortifications."""
    return g.garrison(battle.target, battle.side) if is_shielded(g, battle) else 0


def ratio_column(columns: tuple[str, ...], attack: Fraction, defence: Fraction) -> int:
    """6.2.1b, 6.2.1c, R.6.2.1b.1, R.6.2.1c.1: the column of a ratio; below 0 or past the end for ratios beyond.

    To the nearest whole number, a half in the attacker's favour; exactly 3 to 2 is a column of its own.
    """
    if defence <= 0:
        return len(columns) - 1
    ratio = attack / defence
    if ratio == Fraction(3, 2):
        return columns.index("3:2")
    if ratio >= 1:
        whole = int(ratio + HALF)
        return columns.index("1:1") if whole == 1 else columns.index("2:1") + whole - 2
    turned = ceil(defence / attack - HALF)
    return columns.index("1:1") - turned + 1


# -- shifts


def shifts(g: PlanJaune, battle: Battle) -> list[Shift]:
    """6.2.1a: terrain, armoured corps (11.2a), headquarters (11.3e), aircraft (10.1a)."""
    side, enemy = battle.side, battle.side.enemy
    found = []
    ground = g.scenario.terrain[g.map.terrain[battle.target]]
    if ground.shift:
        words = g.map.terrain_kinds[g.map.terrain[battle.target]].title
        found.append(Shift(ground.shift, "5.t4", words, enemy.word))
    for owner, units, sign in ((side, battle.units, 1), (enemy, defenders(g, battle), -1)):
        # R.11.2a.1: every corps counts
        found += [Shift(sign, "11.2a", g.name(u), owner.word) for u in units if g.is_corps(u)]
        found += [
            Shift(sign * g.counter(u).support, "11.3a", g.name(u), owner.word)
            for u in battle.support
            if g.scenario.side_of[u] is owner
        ]
        columns = air_columns(g, owner, battle.air[owner])
        if columns:
            found.append(Shift(sign * columns, "10.1a", "air support", owner.word))
    return found


def air_columns(g: PlanJaune, side: Side, bombers: int) -> int:
    """10.1a, 11.11.weather: the columns that bombers shift; in bad weather at most one."""
    air = g.scenario.tables["air"]
    worth = bombers * int(air["shift"])
    return min(worth, int(air["weather"])) if g.event == "weather" and side is Side.GERMAN else worth


def columns_of(g: PlanJaune) -> tuple[str, ...]:
    return tuple(g.scenario.tables["crt"]["columns"])


def column(g: PlanJaune, battle: Battle) -> tuple[int, int, int]:
    """The column before and after shifts, and what is added to each die for columns that the table does not have."""
    start, moved = moves_of_column(g, battle)
    final, extra = within_table(g, moved)
    return within_table(g, start)[0], final, extra


def moves_of_column(g: PlanJaune, battle: Battle) -> tuple[int, int]:
    """The column before and after shifts, the table's or beyond its ends."""
    start = ratio_column(columns_of(g), attack_total(g, battle), defence_total(g, battle))
    return start, start + sum(shift.value for shift in shifts(g, battle))


def within_table(g: PlanJaune, moved: int) -> tuple[int, int]:
    """The column of the table for one that may lie beyond it, and what is added to each die for that."""
    crt, last = g.scenario.tables["crt"], len(columns_of(g)) - 1
    extra = crt["below_first"] if moved < 0 else crt["above_last"] * max(0, moved - last)
    return max(0, min(last, moved)), int(extra)


# -- 6.2.2 dice, 6.2.3 modifiers


def dice_for(g: PlanJaune, points: int) -> int:
    """6.2.2b: one to three dice."""
    least: list[int] = g.scenario.tables["dice"]["from"]
    return max(1, sum(points >= bound for bound in least))


def number_of_dice(g: PlanJaune, battle: Battle) -> int:
    """6.2.2a, R.6.2.2a.1, R.6.2.2a.2: by the stacking points of both sides together; works have none."""
    return dice_for(g, sum(points_of(g, u) for u in (*battle.units, *defenders(g, battle))))


def modifiers(g: PlanJaune, battle: Battle) -> list[Shift]:
    """6.2.3b, 11.10b, 11.10c, 11.11.honor: what is added to every die."""
    attacker, defender = battle.leads
    works = int(g.scenario.tables["fortifications"]["quality"])  # 11.4g
    against = quality_of(g, defender) if defender >= 0 else works
    found = [Shift(quality_of(g, attacker) - against, "6.2.3b", "quality of the lead units")]
    if any(g.hex_of[u] == g.scenario.dyke for u in battle.units):
        found.append(Shift(-1, "11.10b", "attack from the dyke"))
    if battle.target == g.scenario.dyke:
        found.append(Shift(+1, "11.10c", "attack on the dyke"))
    if battle.honour:
        found.append(Shift(1 if battle.side is Side.ALLIED else -1, "11.11.honor", "Save honour"))
    return [modifier for modifier in found if modifier.value]


def result(g: PlanJaune, battle: Battle, dice: Iterable[int]) -> Points:
    """6.2.2c, R.6.2.2c.1: each die is modified and looked up, the results are added."""
    by_die = faces(g, battle)
    cells = [by_die[die - 1] for die in dice]
    return sum(attacker for attacker, _ in cells), sum(defender for _, defender in cells)


def in_words(points: Points) -> str:
    """What a result costs both sides."""
    attackers, defenders = points
    if attackers == defenders:
        return f"both sides lose {count(attackers, 'point')}" if attackers else "no effect"
    if not attackers or not defenders:
        return f"the {'attackers' if attackers else 'defenders'} lose {count(attackers or defenders, 'point')}"
    return f"the attackers lose {count(attackers, 'point')}, the defenders {defenders}"


def faces(g: PlanJaune, battle: Battle) -> list[Points]:
    """R.6.2.3b.1: the points of attacker and defender for each face of a die, modified and kept within the table."""
    return faces_in(g, moves_of_column(g, battle)[1], sum(modifier.value for modifier in modifiers(g, battle)))


def faces_in(g: PlanJaune, moved: int, added: int) -> list[Points]:
    """The same for a column, which may lie beyond the table, and what is added to each die."""
    final, extra = within_table(g, moved)
    rows = g.scenario.rows
    least, most = min(rows), max(rows)
    return [rows[max(least, min(most, die + added + extra))][final] for die in range(1, 7)]


def chances(g: PlanJaune, battle: Battle) -> Mapping[Points, Fraction]:
    """6.2.2c: the exact chance of each sum of results."""
    return all_dice(tuple(faces(g, battle)), number_of_dice(g, battle))


@cache
def all_dice(by_die: tuple[Points, ...], dice: int) -> Mapping[Points, Fraction]:
    """The chance of each sum, for the faces of a die and the number of dice."""
    found = {(0, 0): Fraction(1)}
    for _ in range(dice):
        found = sums(
            ((a + more_a, d + more_d), chance / len(by_die))
            for (a, d), chance in found.items()
            for more_a, more_d in by_die
        )
    return dict(sorted(found.items()))


# -- 6.2.4b blitz


def is_blitz(g: PlanJaune, battle: Battle) -> bool:
    """6.2.4b.def, R.6.2.4b.def.1: motorized units only, one of them armoured, with air support."""
    members = [m for u in battle.units for m in g.members(u)]
    return (
        all(is_motorized(g, m) for m in members)
        and any(g.counter(m).has("armour") for m in members)
        and battle.air[battle.side] > 0
    )


def attacker_decides(g: PlanJaune, battle: Battle) -> bool:
    """6.2.4b, R.6.2.4b.1: a blitz against defenders half of whose steps have a quality of 2 or less."""
    members = [m for u in defenders(g, battle) for m in g.members(u)]
    steps = sum(g.steps[m] for m in members)
    poor = sum(g.steps[m] for m in members if quality_of(g, m) <= 2)
    return is_blitz(g, battle) and poor * 2 >= steps

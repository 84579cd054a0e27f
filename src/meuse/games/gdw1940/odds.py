"""7, 9, 10, 11 and 12: the arithmetic of an attack: factors, odds, shifts, and which defenders must retreat."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec

from meuse.counters import Side, Unit
from meuse.games.gdw1940.board import RETREATED, UNSUPPLIED, Gdw1940, holds_out
from meuse.games.gdw1940.terrain import FORTIFICATIONS
from meuse.hexmap import Feature, Hex
from meuse.mechanics.odds import figure
from meuse.report import Shift, Strength

ONE = Fraction(1)
HALF = Fraction(1, 2)


class Attack(msgspec.Struct, frozen=True):
    """7.multi_hex: units that attack one hex or several together."""

    hexes: tuple[Hex, ...]
    units: tuple[Unit, ...]


class Battle(msgspec.Struct, frozen=True):
    """An attack with what was added to it: air points of both sides, and the minor rivers without a bridgehead."""

    attack: Attack
    allied_air: int = 0
    german_air: int = 0
    unbridged: frozenset[int] = frozenset()


class Factor(msgspec.Struct, frozen=True):
    """Something that multiplies a unit's factor."""

    value: Fraction
    rule: str
    text: str
    where: Hex = -1
    """The hex attacked that calls for it; -1 if none does."""


# -- attackers


def attack_factors(g: Gdw1940, battle: Battle, u: Unit) -> list[Factor]:
    """7.modifiers: what changes an attacker's factor; R.7.multi_hex.2: the effects of all hexes attacked add up."""
    found = [Factor(HALF, "8.effect.halved", "out of supply")] if g.status[u] & UNSUPPLIED else []
    armour = g.counter(u).has("armour")
    for h in battle.attack.hexes:
        ground = g.map.terrain[h]
        if armour and g.scenario.terrain[ground].halves_armour:
            found.append(Factor(HALF, "7.terrain", f"armour into {ground}", h))
        found.extend(hexside_factors(g, battle, u, h))
    return found


def hexside_factors(g: Gdw1940, battle: Battle, u: Unit, h: Hex) -> Iterator[Factor]:
    """7.terrain: rivers and fortifications between a unit and the hex it attacks; 11.effect.hexsides cancels most."""
    here = g.hex_of[u]
    side = g.map.side_between(here, h)
    dropped = h in g.dropped_on
    for feature in g.map.features_between(here, h):
        if feature.kind == "minor_river" and side in battle.unbridged:
            yield _hexside(g, "minor_river", "7.terrain.minor_river", "across a minor river without a bridgehead", h)
        if feature.kind == "major_river" and not dropped:
            yield _hexside(g, "major_river", "7.terrain.major_river", "across a major river", h)
        if protects(g, feature, h) and feature.kind == "minor_fortification" and not dropped:
            yield _hexside(g, "minor_fortification", "10.minor.hexside", "through a minor fortification", h)
        if protects(g, feature, h) and feature.kind == "maginot":  # R.11.effect.major_fort.1: dropped upon or not
            yield _hexside(g, "maginot", "10.major.halve", "through the Maginot Line", h)


def protects(g: Gdw1940, feature: Feature, h: Hex) -> bool:
    """10.owner, R.10.owner.1, 10.one_way: whether a fortification hexside shelters the defenders of a hex.

    10.permanent, 10.eben.minor: it does so for ever, but for Eben Emael, which falls with its garrison.
    """
    if feature.kind not in FORTIFICATIONS or feature.of != h or (h in g.scenario.intrinsic and h in g.destroyed):
        return False
    owner = Side.GERMAN if feature.owner == "german" else Side.ALLIED
    return bool(g.held(owner)[h]) or (owner is Side.ALLIED and holds_out(g, h))


def attack_strength(g: Gdw1940, battle: Battle, u: Unit) -> Fraction:
    """7.odds: the combat factor after all halvings; fractions are kept."""
    value = Fraction(g.counter(u).combat)
    for factor in attack_factors(g, battle, u):
        value *= factor.value
    return value


def _hexside(g: Gdw1940, kind: str, rule: str, text: str, h: Hex) -> Factor:
    return Factor(Fraction(g.scenario.tables["hexside"][kind]["attack"]), rule, text, h)


# -- defenders


def is_target(g: Gdw1940, side: Side, h: Hex) -> bool:
    """7.voluntary, 10.eben.strength: whether a hex holds enemies; R.7.all_adjacent.4: Germans may attack neutrals."""
    if side is Side.GERMAN:
        return bool(g.held_allied[h]) or holds_out(g, h)
    return bool(g.held_german[h])


def defenders(g: Gdw1940, side: Side, h: Hex) -> tuple[Unit, ...]:
    """7.whole_hex: all units of a side in a hex."""
    return g.units_in(h, side)


def defence_strength(g: Gdw1940, u: Unit) -> Fraction:
    """7.disruption.effects: full even if disrupted; 7.retreat.joined: nothing where it has just retreated to."""
    if g.status[u] & RETREATED:
        return Fraction(0)
    return Fraction(g.counter(u).combat) * (HALF if g.status[u] & UNSUPPLIED else ONE)


def built_in(g: Gdw1940, battle: Battle, h: Hex) -> int:
    """10.eben.strength, 10.maginot.strength: what a hex adds to its defence; 10.minor.none: minor ones nothing."""
    return garrison(g, battle, h) + maginot_point(g, battle, h)


def garrison(g: Gdw1940, battle: Battle, h: Hex) -> int:
    """10.eben.strength, 13.holland.maastricht, R.10.eben.strength.3: a built-in strength, never out of supply."""
    return g.scenario.intrinsic[h] if attacker(g, battle) is Side.GERMAN and holds_out(g, h) else 0


def maginot_point(g: Gdw1940, battle: Battle, h: Hex) -> int:
    """10.maginot.strength, 10.outflank.strength: one point a hex if any attacker comes through the line."""
    manned = g.held_allied[h] and any(wall_between(g, u, h) == "maginot" for u in battle.attack.units)
    return int(g.scenario.tables["intrinsic"]["maginot"]) if manned else 0


def attacker(g: Gdw1940, battle: Battle) -> Side:
    return g.scenario.side_of[battle.attack.units[0]]


def totals(g: Gdw1940, battle: Battle) -> tuple[Fraction, Fraction]:
    """7.odds: both sides added up."""
    side = attacker(g, battle).enemy
    attack = sum((attack_strength(g, battle, u) for u in battle.attack.units), Fraction(0))
    defence = Fraction(0)
    for h in battle.attack.hexes:
        defence += sum((defence_strength(g, u) for u in defenders(g, side, h)), Fraction(0)) + built_in(g, battle, h)
    return attack, defence


# -- shifts


def shifts(g: Gdw1940, battle: Battle) -> Iterator[Shift]:
    """7.modifiers: terrain, armour and air move the column."""
    for h in battle.attack.hexes:
        if shift := terrain_shift(g, battle, h):
            yield Shift(shift, "7.terrain", f"{g.map.labels[h]} is {g.map.terrain[h]}")
    if armour_bonus(g, battle):
        yield Shift(+1, "12.bonus", "armour against non-motorized units")
    german = attacker(g, battle) is Side.GERMAN
    if battle.allied_air:
        yield Shift(-battle.allied_air if german else battle.allied_air, "9.shift", "Allied air points", "allied")
    if battle.german_air:
        yield Shift(battle.german_air if german else -battle.german_air, "9.shift", "German air points", "german")


def terrain_shift(g: Gdw1940, battle: Battle, h: Hex) -> int:
    """7.terrain: what the ground of a hex does to the column; mountains hinder mountain troops less."""
    row = g.scenario.terrain[g.map.terrain[h]]
    if row.mountain_shift is not None and all(g.counter(u).has("mountain") for u in battle.attack.units):
        return row.mountain_shift
    return row.shift


def armour_bonus(g: Gdw1940, battle: Battle) -> bool:
    """12.bonus, 12.with, 12.ratio, 12.motorized_defender: whether armour shifts the column.

    R.12.motorized_defender.1: one motorized unit that adds to the defence is enough to cancel it.
    """
    units, s = battle.attack.units, g.scenario
    armour = sum(s.armour_weight[u] for u in units)
    others = sum(s.weight[u] for u in units) - armour
    if not armour or others > armour or not all(s.motorized[u] for u in units):
        return False
    side = attacker(g, battle).enemy
    against = [u for h in battle.attack.hexes for u in defenders(g, side, h) if not g.status[u] & RETREATED]
    if any(s.motorized[u] for u in against):
        return False
    return all(s.terrain[g.map.terrain[h]].armour_bonus for h in battle.attack.hexes)


def column(g: Gdw1940, battle: Battle) -> tuple[int, int]:
    """7.odds, R.7.modifiers.1: the column of the ratio, and that after all shifts; R.7.odds.1: -1 below the table."""
    crt = g.scenario.crt
    start = crt.column(*totals(g, battle))
    return start, (crt.shifted(start, shifts(g, battle)) if start >= 0 else -1)


def column_name(g: Gdw1940, column: int) -> str:
    """A column as people say it."""
    crt = g.scenario.crt
    return crt.columns[column] if column >= 0 else f"worse than {crt.columns[0]}"


# -- which defenders retreat


def gives_way(g: Gdw1940, battle: Battle, h: Hex, code: str) -> bool:
    """7.result.dr, 7.result.dr_star, R.7.result.dr_star.1: whether the defenders of a hex must retreat."""
    if code not in ("DR", "DR*"):
        return False
    star = code == "DR*"
    if star and g.scenario.terrain[g.map.terrain[h]].shields:
        return False
    walls = {wall_between(g, u, h) for u in battle.attack.units}
    if "maginot" in forts_of(g, h):
        return leaves_the_line(g, h, walls, code)
    return not star or "" in walls or h in g.dropped_on  # 10.minor.dr_star, 10.outflank.results, 11.effect.minor_fort


def leaves_the_line(g: Gdw1940, h: Hex, walls: set[str], code: str) -> bool:
    """10.maginot.dr, 10.outflank.results: whether a retreat result reaches defenders in the Maginot Line.

    11.effect.major_fort, 11.effect.major_flanked: a drop makes the line a minor fortification.
    R.10.maginot.dr.1: an attack through a minor fortification of the hex alone has not met the line.
    """
    flanked, dropped = "" in walls, h in g.dropped_on
    if code == "DR*":
        return flanked and dropped
    return flanked or dropped or "maginot" not in walls


def forts_of(g: Gdw1940, h: Hex) -> set[str]:
    """10.outflank.when: the kinds of fortification that shelter a hex on any side."""
    found = set()
    for n in g.map.adjacent[h]:
        found |= {f.kind for f in g.map.features_between(h, n) if protects(g, f, h)}
    return found


def wall_between(g: Gdw1940, u: Unit, h: Hex) -> str:
    """10.outflank.when: the fortification through which a unit attacks a hex; "" if there is none."""
    kinds = [f.kind for f in g.map.features_between(g.hex_of[u], h) if protects(g, f, h)]
    return kinds[0] if kinds else ""


# -- for people


def attack_strengths(g: Gdw1940, battle: Battle) -> tuple[Strength, ...]:
    rows = []
    for u in battle.attack.units:
        causes = attack_factors(g, battle, u)
        texts, rules = tuple(cause_words(g, battle, c) for c in causes), tuple(c.rule for c in causes)
        rows.append(Strength(g.id(u), str(g.counter(u).combat), figure(attack_strength(g, battle, u)), texts, rules))
    return tuple(rows)


def cause_words(g: Gdw1940, battle: Battle, cause: Factor) -> str:
    """What lessens an attacker's factor; where several hexes are attacked, with the hex it comes from."""
    several = len(battle.attack.hexes) > 1 and cause.where >= 0
    return f"{cause.text} ({g.map.labels[cause.where]})" if several else cause.text


def defence_strengths(g: Gdw1940, battle: Battle) -> tuple[Strength, ...]:
    side = attacker(g, battle).enemy
    rows = []
    for h in battle.attack.hexes:
        for u in defenders(g, side, h):
            why, rules = defence_causes(g, u)
            rows.append(Strength(g.id(u), str(g.counter(u).combat), figure(defence_strength(g, u)), why, rules))
        if extra := garrison(g, battle, h):
            rows.append(Strength(f"garrison of {g.map.labels[h]}", str(extra), str(extra), (), ("10.eben.strength",)))
        if extra := maginot_point(g, battle, h):
            rows.append(Strength("Maginot Line", str(extra), str(extra), (), ("10.maginot.strength",)))
    return tuple(rows)


def shelter(g: Gdw1940, h: Hex, code: str) -> tuple[str, str]:
    """What lets the defenders of a hex stand where a retreat result fell, and the rule for it."""
    ground = g.map.terrain[h]
    if code == "DR*" and g.scenario.terrain[ground].shields:
        return g.map.terrain_kinds[ground].title.lower(), "7.result.dr_star"
    if "maginot" in forts_of(g, h):
        return "Maginot Line", "10.maginot.dr"
    return "fortified", "10.minor.dr_star"


def defence_causes(g: Gdw1940, u: Unit) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What lessens a defender's factor, in words and as rules."""
    if g.status[u] & RETREATED:
        return ("has just retreated",), ("7.retreat.joined",)
    return (("out of supply",), ("8.effect.halved",)) if g.status[u] & UNSUPPLIED else ((), ())

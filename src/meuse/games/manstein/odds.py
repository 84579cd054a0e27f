"""10.4 and 10.5: strengths, percentage columns and their shifts, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

import msgspec

from meuse.counters import Side, Unit
from meuse.games.manstein.board import ATTACKED, Manstein, disputed
from meuse.games.manstein.bridgeheads import crosses_river
from meuse.games.manstein.ground import air_zones
from meuse.games.manstein.logistics import unsupported
from meuse.hexmap import Hex
from meuse.mechanics.odds import ResultsTable
from meuse.report import Shift

Kind = Literal["attack", "landing", "counterattack"]


class Battle(msgspec.Struct, frozen=True):
    """10.3a: one attack on one hex. `silent` are defenders that were attacked before and add nothing (10.1c)."""

    side: Side
    target: Hex
    units: tuple[Unit, ...]
    kind: Kind = "attack"
    table: str = "assault"
    naval: int = 0
    silent: tuple[Unit, ...] = ()


def declared(g: Manstein, side: Side, target: Hex, units: tuple[Unit, ...]) -> Battle:
    """10.3a, 18.2a: an attack as it is declared; by a unit in the very hex it is an opposed landing."""
    silent = tuple(u for u in g.ground(target, side.enemy) if g.status[u] & ATTACKED)
    landing = any(g.hex_of[u] == target for u in units)
    return Battle(side, target, units, "landing" if landing else "attack", silent=silent)


def attackers(g: Manstein, battle: Battle) -> tuple[Unit, ...]:
    """The attackers that are still on the map."""
    return tuple(u for u in battle.units if g.hex_of[u] >= 0)


def defenders(g: Manstein, battle: Battle) -> tuple[Unit, ...]:
    """10.1f, 5.0c: all enemy ground units in the hex, as one stack, activated or not."""
    return g.ground(battle.target, battle.side.enemy)


def fighting(g: Manstein, battle: Battle) -> tuple[Unit, ...]:
    """10.1c: the defenders that add to the defence."""
    return tuple(u for u in defenders(g, battle) if u not in battle.silent)


def attack_factor(g: Manstein, battle: Battle, u: Unit) -> int:
    """22.2e: in a counterattack a unit without attack factor uses its defence factor."""
    factor = g.attack_of(u)
    return factor or (g.defence_of(u) if battle.kind == "counterattack" else 0)


def totals(g: Manstein, battle: Battle) -> tuple[int, int]:
    """10.3d, 10.1h: the whole strength of every unit, on one side and on the other."""
    attack = sum(attack_factor(g, battle, u) for u in attackers(g, battle))
    return attack, sum(g.defence_of(u) for u in fighting(g, battle))


def percentage(attack: int, defence: int) -> int | None:
    """10.4, R.10.4.1: attack in percent of the defence, the fraction dropped; None without any defence (R.10.5c.1)."""
    return attack * 100 // defence if defence else None


def columns(g: Manstein, battle: Battle) -> tuple[int, int]:
    """10.3f, 10.5a, 10.5b, 10.5c: the column of the percentage, and the final one after the net shift."""
    table = g.scenario.crt[battle.table]
    attack, defence = totals(g, battle)
    start = table.column(Fraction(attack), Fraction(defence))
    return start, table.shifted(start, shifts(g, battle))


def table_of(g: Manstein, battle: Battle) -> ResultsTable:
    return g.scenario.crt[battle.table]


# -- 10.5 shifts


def shifts(g: Manstein, battle: Battle) -> Iterator[Shift]:
    """10.3e, R.10.3e.1, R.2.1.1a.1: terrain, logistics, air, naval support, marker; the die is never modified.

    22.2b, R.22.2b.1: in a counterattack none of them counts; 18.2b: air and naval support do in a landing.
    """
    if battle.kind == "counterattack":
        yield Shift(g.scenario.tables["shifts"]["counterattack"], "22.2b", "counterattack")
        return
    if battle.kind == "attack":  # 18.2c, R.18.2c.1: no terrain in an opposed landing
        yield from terrain_shifts(g, battle)
    yield from logistics_shifts(g, battle)
    yield from air_shifts(g, battle)
    if battle.naval:
        yield Shift(battle.naval, "20.1b", "naval support")
    if points := marker_shift(g, battle):
        yield Shift(points, "5.6", f"{g.scenario.markers[g.now.marker].title} marker")
    if points := manstein_shift(g, battle):
        yield Shift(points, "5.1.manstein", "Manstein Plan, all turn")
    if g.option("25.1"):
        yield from mountain_shifts(g, battle)


def naval_shift(g: Manstein, battle: Battle) -> int:
    """20.1b, 10.5h: what ships shift a battle by: one column for the Allies."""
    points = int(g.scenario.tables["shifts"]["naval"])
    return points if battle.side is Side.ALLIED else -points


def terrain_shifts(g: Manstein, battle: Battle) -> Iterator[Shift]:
    """10.5d, 10.5e, 17.0c: the ground in the hex, its fortification, and rivers if every attacker crosses one.

    27.1c: a city with a bridgehead at it has no river at all.
    """
    target, tables = battle.target, g.scenario.tables
    if points := ground_shift(g, target):
        yield Shift(points, "10.5d", f"terrain in {g.spot(target)}")
    fort = g.own_fort(target, battle.side.enemy)
    if fort is not None:
        yield Shift(tables["places"][fort.kind]["shift"], "17.0c", "fortification")
    if not disputed(g, target) and all(crosses_river(g, g.hex_of[u], target) for u in battle.units):
        yield Shift(tables["river"]["shift"], "10.5e", "all attackers cross a river")


def ground_shift(g: Manstein, h: Hex) -> int:
    """10.5d, R.10.5d.1, 22.4c: the shift of the hex or of its city, whichever is better; a bombed city gives none."""
    tables = g.scenario.tables
    city = tables["places"]["city"]["shift"] if h in g.scenario.cities and h not in g.bombed else 0
    return min(int(tables["terrain"][g.map.terrain[h]].get("shift", 0)), city)


def logistics_shifts(g: Manstein, battle: Battle) -> Iterator[Shift]:
    """10.5f, 15.5b, 15.5c: one column for each unsupported unit; R.10.1c.1: not for those that add nothing."""
    each = g.scenario.tables["shifts"]["unsupported"]
    if mine := unsupported(g, battle.units):
        yield Shift(-each * len(mine), "15.5b", f"unsupported attackers: {g.listed(mine)}")
    if theirs := unsupported(g, fighting(g, battle)):
        yield Shift(each * len(theirs), "15.5c", f"unsupported defenders: {g.listed(theirs)}")


def air_shifts(g: Manstein, battle: Battle) -> Iterator[Shift]:
    """10.5g, 16.7a, 16.7b, 16.7c: the best air unit of each side whose zone covers the hex; 15.4a: support or not.

    R.16.7a.1: two air units in one hex both give support.
    """
    if points := air_zones(g, battle.side).get(battle.target, 0):
        yield Shift(points, "16.7a", f"{battle.side.title} air support")
    if points := air_zones(g, battle.side.enemy).get(battle.target, 0):
        yield Shift(-points, "16.7c", f"{battle.side.enemy.title} air support")


def marker_shift(g: Manstein, battle: Battle) -> int:
    """5.6, 10.5i: what the marker of the impulse gives its attacks; 5.1.planr: Plan R from the Maginot Line only."""
    marker = g.scenario.markers.get(g.now.marker)
    if marker is None or battle.side is not g.now.side:
        return 0
    if g.now.marker == "plan-r" and not from_the_maginot_line(g, battle):
        return 0
    return marker.shift


def from_the_maginot_line(g: Manstein, battle: Battle) -> bool:
    """5.1.planr, R.5.1.planr.1: every attacker in a Maginot Line hex, the target in Germany."""
    line = g.map.regions["maginot-line"].hexes
    return g.map.country[battle.target] == "germany" and all(g.hex_of[u] in line for u in battle.units)


def manstein_shift(g: Manstein, battle: Battle) -> int:
    """R.5.1.manstein.1, R.5.1.manstein.2: attacks by PGK alone, in the later impulses of the turn of the plan."""
    if g.manstein_turn != g.turn or g.now.marker == "manstein" or not g.option("R.5.1.manstein.1"):
        return 0
    if battle.side is Side.ALLIED or any(g.counter(u).command != "PGK" for u in battle.units):
        return 0
    return g.scenario.markers["manstein"].shift


def mountain_shifts(g: Manstein, battle: Battle) -> Iterator[Shift]:
    """25.1: in rough terrain, for a force of mountain units only."""
    if g.map.terrain[battle.target] != "rough":
        return
    points = g.scenario.tables["shifts"]["mountain"]
    if all(g.counter(u).kind == "mountain" for u in battle.units):
        yield Shift(points, "25.1", "only mountain units attack")
    if fighting(g, battle) and all(g.counter(u).kind == "mountain" for u in fighting(g, battle)):
        yield Shift(-points, "25.1", "only mountain units defend")


# -- 10.2 which table


def may_be_mobile(g: Manstein, battle: Battle) -> bool:
    """10.2b, 22.2d: all attackers mechanized; 10.2c, 17.0d: not against an intact fortress, a counterattack apart.

    R.22.1a.1: logistics units in a counterattack do not matter.
    """
    fighting_units = [u for u in battle.units if g.counter(u).kind != "logistics"]
    if not fighting_units or not all(g.counter(u).mech for u in fighting_units):
        return False
    return battle.kind == "counterattack" or g.own_fort(battle.target, battle.side.enemy) is None

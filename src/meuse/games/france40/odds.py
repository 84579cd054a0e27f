"""8 and 9: the arithmetic of an attack: strengths, odds, column shifts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from meuse.counters import Side, Unit
from meuse.games.france40.board import DISRUPTED, OUT_OF_SUPPLY, RETREATED, TRAIN, France40
from meuse.games.france40.forts import fortified, maginot
from meuse.games.france40.terrain import major, restricted, river
from meuse.hexmap import Hex
from meuse.mechanics.odds import ResultsTable, read_results
from meuse.report import Shift, count
from meuse.state import derived

AUTOMATIC = 11
"""8.4.3c: the place of 10-1 among the columns; anything beyond it is an automatic DS too."""


REGULAR, AUTOMATIC_DS = 0, -1


class Battle(msgspec.Struct, frozen=True):
    """8.2a: units that attack one hex, with what either side has added to it.

    `air` by side; `hq` gives a shift to the Allies; `paid` is REGULAR, AUTOMATIC_DS (7.7a), or the hexes paid for a
    Breakthrough Combat (15.2.5); `left_out` are defenders beyond the stacking limit (12.1.4b).
    """

    target: Hex
    units: tuple[Unit, ...]
    air: tuple[int, int] = (0, 0)
    hq: Unit = -1
    paid: int = REGULAR
    left_out: tuple[Unit, ...] = ()


class Cause(msgspec.Struct, frozen=True):
    """Why a unit does not count its printed strength."""

    rule: str
    text: str


def attacker(g: France40, b: Battle) -> Side:
    return g.scenario.side_of[b.units[0]]


def defending(g: France40, b: Battle) -> tuple[Unit, ...]:
    """8.1c: all enemy units in the hex."""
    return g.units_in(b.target, attacker(g, b).enemy)


def contributes(g: France40, b: Battle, u: Unit) -> bool:
    """10.2.1: whether a defender adds to the defence.

    17.1.4a: HQs do not; 13.3.2c: nor do units in Full Retreat; 12.5a: nor do units that retreated here in this phase,
    but for 15.3a, Breakthrough Combat; 12.1.4b, 15.3b: there those beyond the stacking limit do not.
    """
    if g.hq(u) or g.full_retreat(u) or u in b.left_out:
        return False
    return b.paid > 0 or not g.status[u] & RETREATED


def fighters(g: France40, b: Battle) -> tuple[Unit, ...]:
    """The defenders that count."""
    return tuple(u for u in defending(g, b) if contributes(g, b, u))


def hqs_alone(g: France40, h: Hex) -> bool:
    """17.1.4c, R.17.1.4c.4: whether a hex holds only HQs."""
    units = g.at.get(h, ())
    return bool(units) and all(g.hq(u) for u in units)


# -- strengths


def hampered(g: France40, u: Unit, target: Hex) -> bool:
    """9.6.1, 9.2.3b: a unit that attacks across a river of any kind or out of a Restricted Hex."""
    return hampered_from(g, g.hex_of[u], target)


def hampered_from(g: France40, h: Hex, target: Hex) -> bool:
    return river(g, h, target) or restricted(g, h)


def halved_attack(g: France40, u: Unit, target: Hex) -> list[Cause]:
    """9.1d: why a unit attacks with half its strength; 9.1a: once, however many the reasons."""
    here, found = g.hex_of[u], []
    if major(g, here, target):  # 9.6.3, R.9.6.2.1: Marsh Rivers too, bridged or not
        found.append(Cause("9.6.2", "across a Major River"))
    if restricted(g, here):
        found.append(Cause("9.7a", "out of a Restricted Hex"))
    if g.status[u] & OUT_OF_SUPPLY:
        found.append(Cause("18.4b", "marked Out of Supply"))
    if g.scenario.side_of[u] is Side.GERMAN and maginot(g, here, target):
        found.append(Cause("16.3a", "across the Maginot Line"))
    return found


def attack_total(g: France40, b: Battle) -> int:
    """8.3a, 8.4.1: the Attack Strength of all attackers."""
    halved: list[int] = []
    full: list[int] = []
    for u in b.units:
        (halved if halved_attack(g, u, b.target) else full).append(g.face(u).attack)
    return capped_attack(full, halved, int(g.scenario.tables["limits"]["attack"]))


def capped_attack(full: Sequence[int], halved: Sequence[int], limit: int) -> int:
    """8.4.1: the points beyond the limit are dropped before halving; R.8.4.1.1: those of halved units first.

    >>> capped_attack([10, 10], [], 40), capped_attack([30], [9, 9], 40), capped_attack([], [1, 1, 1, 1, 1], 40)
    (20, 36, 3)
    >>> capped_attack([40], [3, 3], 40), capped_attack([39], [3, 3, 3], 40)
    (40, 40)
    """
    excess = max(0, sum(full) + sum(halved) - limit)
    pool = pooled(halved)
    dropped = min(excess, sum(pool))
    free = min(dropped, sum(1 for v in pool if v and v % 2 == 0))  # an even value less one is halved to the same
    halves = sum(half(v) for v in pool) - half(dropped - free)
    return sum(full) - (excess - dropped) + min(halves, sum(pool) - dropped)  # a unit that is left out brings nothing


def pooled(values: Iterable[int]) -> list[int]:
    """9.1b, R.9.1b.1: units of strength 1 that are halved are first added up."""
    ones = sum(1 for v in values if v == 1)
    return [*(v for v in values if v != 1), ones]


def half(value: int) -> int:
    """9.1b: rounded up."""
    return (value + 1) // 2


def doubling(g: France40, b: Battle) -> list[Cause]:
    """9.8, 9.6.1: why the defenders count double; 9.1a: once, however many the reasons.

    7.6.2b: entrained units by themselves have no benefit of terrain.
    """
    if entrained_only(g, b):
        return []
    found = []
    if g.scenario.tables["terrain"][g.map.terrain[b.target]].get("doubles"):
        rule = "22.8e" if g.map.terrain[b.target] == "causeway" else "9.8"
        found.append(Cause(rule, f"in a {g.map.terrain_kinds[g.map.terrain[b.target]].title} hex"))
    if all(hampered(g, u, b.target) for u in b.units):
        found.append(Cause("9.6.1", "all units attack across rivers or out of Restricted Hexes"))
    return found


def entrained_only(g: France40, b: Battle) -> bool:
    units = fighters(g, b)
    return bool(units) and all(g.status[u] & TRAIN for u in units)


def printed_defence(g: France40, u: Unit) -> int:
    """7.6.2b: an entrained unit has a Defence Strength of 1."""
    return 1 if g.status[u] & TRAIN else g.face(u).defence


def defence_total(g: France40, b: Battle) -> int:
    """8.3a, 8.4.2: the Defence Strength of the hex, capped after halving and doubling."""
    doubled = bool(doubling(g, b))
    total = 0
    halved: list[int] = []
    for u in fighters(g, b):
        printed = printed_defence(g, u)
        if doubled:
            total += printed if g.status[u] & DISRUPTED else 2 * printed  # 9.1c
        elif g.status[u] & DISRUPTED:  # 13.2c
            halved.append(printed)
        else:
            total += printed
    return min(int(g.scenario.tables["limits"]["defence"]), total + sum(half(v) for v in pooled(halved)))


# -- odds


@derived()
def crt(g: France40) -> ResultsTable:
    """8.3a: the Combat Results Table of the scenario."""
    table = g.scenario.tables["crt"]
    return read_results(table["columns"], table["lowest"], table["rows"])


def column_words(g: France40, column: int) -> str:
    """A column as people say it, beyond the last one too: "8-1"."""
    columns = crt(g).columns
    if column < 0:
        return f"below {columns[0]}"
    return columns[column] if column < len(columns) else f"{column - 1}-1"


def result(g: France40, column: int, die: int) -> str:
    """8.4.3b, 8.4.4: 8-1 and 9-1 are read in the column of 7-1; 8.4.3c: 10-1 and more is a DS."""
    table = crt(g)
    return "DS" if column >= AUTOMATIC else table.result(min(column, len(table.columns) - 1), die)


def ratio_column(attack: int, defence: int) -> int:
    """8.3a: the column of a ratio, rounded down; -1 below 1-3. R.8.4.3c.1: columns continue beyond 10-1, one per ratio.

    >>> [ratio_column(15, 4), ratio_column(11, 12), ratio_column(1, 3), ratio_column(1, 4), ratio_column(80, 5)]
    [4, 1, 0, -1, 17]
    """
    if attack >= defence:
        return attack // defence + 1
    if 2 * attack >= defence:
        return 1
    return 0 if 3 * attack >= defence else -1


def start_column(g: France40, b: Battle) -> int:
    """8.3a: before shifts; R.13.3.2d.1: against no strength at all it is 10-1."""
    defence = defence_total(g, b)
    return ratio_column(attack_total(g, b), defence) if defence else AUTOMATIC


def final_column(g: France40, b: Battle) -> int:
    """8.4.4: after all shifts, with columns beyond 7-1; R.8.4.3a.1: never left of 1-3, where it is resolved."""
    if not defence_total(g, b):
        return AUTOMATIC
    return max(0, start_column(g, b) + sum(shift.value for shift in shifts(g, b)))


# -- shifts


def shifts(g: France40, b: Battle) -> Iterator[Shift]:
    """8.3b, 9.2 to 9.5: all that moves the column; to the right (+) is better for the attacker."""
    against = fighters(g, b)
    if shift := tank_shift(g, b, against):
        yield shift
    yield from quality_shifts(g, b, against)
    if fortified(g, attacker(g, b).enemy, b.target) and not entrained_only(g, b):
        yield Shift(-1, "16.2a", "the defenders are in a Fortified Hex")
    yield from support_shifts(g, b)
    if b.paid > 0:
        penalty = int(g.scenario.tables["breakthrough"]["shift"][str(b.paid)])
        yield Shift(penalty, "15.2.5", f"Breakthrough Combat, {count(b.paid, 'hex', 'hexes')} paid")


def tank_ground(g: France40, side: Side, h: Hex) -> bool:
    """9.2.3a, R.9.2.3a.1, R.9.2.3a.2, 16.2b, 22.8a: whether the ground where a side defends allows a Tank Shift."""
    row = g.scenario.tables["terrain"][g.map.terrain[h]]
    return bool(row.get("tank_shift", True)) and not fortified(g, side, h)


def tank_shift(g: France40, b: Battle, against: Sequence[Unit]) -> Shift | None:
    """9.2.1, 9.2.2: one column for the side that alone has tanks; 9.2.4a: to the Allies if they have Heavy Tanks.

    13.2e: Disrupted tanks count; 7.6.2c: entrained ones do not. 9.2.3b: tanks that come across a river or out of a
    Restricted Hex gain nothing, but deny it to the defender; 9.2.4b: Heavy Tanks too.
    """
    if not tank_ground(g, attacker(g, b).enemy, b.target) and not entrained_only(g, b):  # R.7.6.2b.1
        return None
    tanks = [u for u in b.units if g.face(u).tank]
    able = [u for u in tanks if not hampered(g, u, b.target)]
    theirs = [u for u in against if g.face(u).tank and not g.status[u] & TRAIN]
    if any(g.face(u).heavy for u in theirs):
        return Shift(-1, "9.2.4a", "the defenders have Heavy Tanks")
    if any(g.face(u).heavy for u in able):  # 9.2.4c: by the side showing
        return Shift(+1, "9.2.4a", "the attackers have Heavy Tanks")
    if able and not theirs:
        return Shift(+1, "9.2.1", "only the attackers have tanks")
    if theirs and not tanks:
        return Shift(-1, "9.2.2", "only the defenders have tanks")
    return None


def quality_shifts(g: France40, b: Battle, against: Sequence[Unit]) -> Iterator[Shift]:
    """9.5.2c: they add up."""
    stacks: dict[Hex, list[Unit]] = {}
    for u in b.units:
        stacks.setdefault(g.hex_of[u], []).append(u)
    if any(combined_arms(g, stack) for stack in stacks.values()):  # R.9.5.1.1: one is enough, and a second adds nothing
        yield Shift(+1, "9.5.1", "the attackers have Elite Combined Arms")
    if combined_arms(g, against):
        yield Shift(-1, "9.5.1", "the defenders have Elite Combined Arms")
    if against and all(g.face(u).quality == "low" for u in against):
        yield Shift(+1, "9.5.2a", "all defenders have Low quality")
    if all(g.face(u).quality == "low" for u in b.units):
        yield Shift(-1, "9.5.2b", "all attackers have Low quality")


def combined_arms(g: France40, units: Iterable[Unit]) -> bool:
    """9.5.1: elite tanks and elite infantry of one hex."""
    elite = [g.face(u) for u in units if g.face(u).quality == "elite"]
    return any(face.tank for face in elite) and any(face.infantry for face in elite)


def support_shifts(g: France40, b: Battle) -> Iterator[Shift]:
    """9.3.1a, 9.4, 17.1.1a: Air units and an HQ, each to its owner's side."""
    german = attacker(g, b) is Side.GERMAN
    if b.air[Side.GERMAN]:
        yield Shift(b.air[Side.GERMAN] * (1 if german else -1), "9.3.1a", "German Air units", "german")
    if b.air[Side.ALLIED]:
        yield Shift(-1 if german else +1, "9.3.1a", "an RAF Air unit", "allied")
    if b.hq >= 0:
        yield Shift(-1 if german else +1, "17.1.1a", f"support from {g.name(b.hq)}", "allied")

"""The arithmetic of a combat (11.3): strengths, every shift, the column, and what ratings make of a result."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from oracle.caseyellow.board import Board, Piece, held_tactical, other, tactical
from oracle.caseyellow.supply import Lines, attack_supplied


class Combat(msgspec.Struct, frozen=True):
    """Units attacking a hex; `defenders` are those who defend it, its garrison apart."""

    target: str
    attackers: tuple[Piece, ...]
    defenders: tuple[Piece, ...]
    overrun: bool = False

    @property
    def side(self) -> str:
        return self.attackers[0].side


def combat(board: Board, target: str, attackers: Sequence[Piece], overrun: bool = False) -> Combat:
    """11.2, 7.9e.none: all units with combat values in the hex defend."""
    defenders = board.there(target, other(attackers[0].side))
    return Combat(target, tuple(attackers), tuple(unit for unit in defenders if not unit.depot), overrun)


def strengths(board: Board, fight: Combat) -> tuple[int, int]:
    """11.3a, 10.9a: the sums of the Combat Strengths, the garrison's with the defender's."""
    fort = board.standing_fort(fight.target) if board.enemy_fort(fight.target, fight.side) else None
    defence = sum(unit.strength for unit in fight.defenders) + (fort[1] if fort else 0)
    return sum(unit.strength for unit in fight.attackers), defence


def first_column(board: Board, fight: Combat) -> int:
    """11.3a, R.11.3a.1: the column of the odds; -1 below the lowest; beyond the last they go on."""
    attack, defence = strengths(board, fight)
    table = board.chart.tables["crt"]
    if defence == 0:
        return len(table["columns"]) - 1
    below = sum(Fraction(attack, defence) >= Fraction(odds) for odds in table["lowest"]) - 1
    return below if attack < defence else attack // defence + int(table["columns"].index("1-1")) - 1


def capped(board: Board, fight: Combat, shifts: Sequence[tuple[str, int]]) -> int:
    """11.3b.cap: at most two columns in the German favour and one in the Allied, whoever attacks."""
    table, german = board.chart.tables["crt"], 1 if fight.side == "german" else -1
    net = german * sum(value for _, value in shifts)
    return german * int(max(-table["allied_favour"], min(table["german_favour"], net)))


def last_column(board: Board, fight: Combat, shifts: Sequence[tuple[str, int]]) -> int:
    """11.3a.max: 6-1 is the last; below the first is 1-4."""
    last = len(board.chart.tables["crt"]["columns"]) - 1
    return max(-1, min(last, first_column(board, fight) + capped(board, fight, shifts)))


def all_shifts(board: Board, fight: Combat, lines: Lines) -> list[tuple[str, int]]:
    """11.3c: every shift by its rule, but for Air Assets."""
    found = [
        *terrain_shifts(board, fight),
        ("11.3c.supply", -int(any(starved(board, fight, unit, lines) for unit in fight.attackers))),
        ("11.3c.oosdef", int(any(unit.hungry for unit in fight.defenders))),
        ("11.3c.arko", int(any(unit.guns for unit in fight.attackers) and guns_help(board, fight.target))),
        *armour_shifts(board, fight),
    ]
    return sorted((rule, value) for rule, value in found if value)


def terrain_shifts(board: Board, fight: Combat) -> list[tuple[str, int]]:
    """11.3c.terrain: the ground, a Fortified Line, works, a Better Defense marker, a river."""
    chart, target = board.chart, fight.target
    sides, allied = chart.tables["hexside"], fight.side == "german"
    river = least_river(board, fight)
    return [
        ("11.3c.terrain", int(chart.tables["terrain"][chart.terrain[target]]["shift"])),
        ("11.3c.terrain", int(sides["fortified_line"]) if board.enemy_fort(target, fight.side) else 0),
        ("11.3c.terrain", int(sides["defensive_works"]) if allied and board.standing_works(target) else 0),
        ("12.11a.shift", int(sides["better_defence"]) if allied and target in board.better else 0),
        ("11.3c.terrain", int(sides[river]) if river else 0),
    ]


def least_river(board: Board, fight: Combat) -> str:
    """R.11.3c.terrain.3: the least of the rivers that all attackers next to the target face."""
    if fight.side == "german" and fight.target in board.bridgeheads:
        return ""
    near = [unit for unit in fight.attackers if unit.at in board.chart.near(fight.target)]
    rivers = [faced(board, unit, fight.target) for unit in near]
    if not rivers or "" in rivers:
        return ""
    return max(rivers, key=lambda river: int(board.chart.tables["hexside"][river]))


def faced(board: Board, unit: Piece, target: str) -> str:
    """10.8c.4, R.10.8c.4.1: the river before a unit; paratroops in its hex bridge River Crossings."""
    pair = frozenset((unit.at, target))
    if pair in board.chart.crossings and any(u.kind == "parachute" for u in board.there(unit.at, "german")):
        return ""
    return board.chart.river.get(pair, "")


def starved(board: Board, fight: Combat, unit: Piece, lines: Lines) -> bool:
    """7.5d, 7.6d: Out of Supply, or without Attack Supply; 7.8d: Germans in the Netherlands have it on turn 2.

    7.7e.cutoff: a depot that is cut off can be drawn on.
    """
    if unit.hungry:
        return True
    if unit.side == "german" and board.turn == 2 and board.chart.country[fight.target] == "netherlands":
        return False
    return not attack_supplied(lines, unit, cut_off=True)


def guns_help(board: Board, target: str) -> bool:
    """11.3c.arko, 11.8a: against a City, a Fortified Line or Defensive Works."""
    fort = board.standing_fort(target) is not None
    return target in board.chart.cities or fort or board.standing_works(target)


def armour_shifts(board: Board, fight: Combat) -> list[tuple[str, int]]:
    """11.3c.allied-armor, 11.3c.matilda, 11.3c.panzer."""
    armour = counting_armour(board, fight)
    if fight.side == "german":
        panzers = sum(unit.kind == "panzer" for unit in armour)
        opposed = any(unit.armoured for unit in fight.defenders)
        return [("11.3c.panzer", max(0, min(2, panzers - opposed)))]
    divisions = any(unit.size == "division" for unit in armour)
    opposed = any(unit.kind == "panzer" for unit in fight.defenders)
    return [
        ("11.3c.allied-armor", int(divisions and not opposed)),
        ("11.3c.matilda", int(any(unit.id == "uk.1tk" for unit in armour))),
    ]


def counting_armour(board: Board, fight: Combat) -> list[Piece]:
    """11.3c.armor-note: attacking armour that neither stands in nor attacks into ground that is bad for it."""
    if bad_for_armour(board, fight.target) or board.enemy_fort(fight.target, fight.side):
        return []
    return [unit for unit in fight.attackers if unit.armoured and not bad_for_armour(board, unit.at)]


def bad_for_armour(board: Board, label: str) -> bool:
    return board.chart.terrain[label] in ("city", "marsh", "flooded")


def ratings(board: Board, fight: Combat) -> tuple[int, int]:
    """11.3d.tr: the highest TR of each side."""
    return stack_rating(fight.attackers, [tactical(unit) for unit in fight.attackers]), stack_rating(
        fight.defenders, [held_tactical(board, unit) for unit in fight.defenders]
    )


def stack_rating(units: Sequence[Piece], values: Sequence[int]) -> int:
    """8.6b, R.8.6b.1: in a hex where Belgians fight beside French or British units theirs counts."""
    best = 0
    for label in {unit.at for unit in units}:
        here = [(unit, value) for unit, value in zip(units, values, strict=True) if unit.at == label]
        mixed = {unit.nation for unit, _ in here} & {"french", "british"}
        belgian = [value for unit, value in here if unit.nation == "belgian"]
        best = max([best, *(belgian if mixed and belgian else [value for _, value in here])])
    return best


def codes(board: Board, fight: Combat, column: int) -> list[str]:
    """11.3d: the results of the six faces in a column, as ratings change them once (11.3d.tr, 11.7b)."""
    table = board.chart.tables["crt"]
    if column < 0:
        return [str(table["below"])] * 6
    plain = [str(table["rows"][str(face)][column]) for face in range(1, 7)]
    if board.enemy_fort(fight.target, fight.side):
        return plain
    attack, defence = ratings(board, fight)
    return [_changed(table["tactical"].get(code, []), code, attack - defence) for code in plain]


def _changed(changes: list[dict[str, object]], code: str, ahead: int) -> str:
    for change in changes:
        lead = ahead if change["higher"] == "attacker" else -ahead
        if lead >= int(str(change["by"])):
            return str(change["becomes"])
    return code

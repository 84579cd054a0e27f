"""8, 9: who may attack whom, and the arithmetic of an attack with every shift."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from oracle.france40.board import Board, Piece, other
from oracle.france40.ground import RESTRICTED, charts
from oracle.france40.movement import barred, before_calais, marked

NO_TANKS = frozenset({"woods", "wooded_rough", "marsh", "polder", "city"})
"""9.2.3a."""


class Battle(msgspec.Struct, frozen=True):
    """An attack: its target, who attacks, and who of the defenders counts for nothing by choice (12.1.4, 15.2.3)."""

    target: str
    attackers: tuple[Piece, ...]
    left_out: frozenset[str] = frozenset()
    moving_on: bool = False
    """Whether it is a Breakthrough Combat (15.3: retreated units defend like others)."""

    @property
    def side(self) -> str:
        return self.attackers[0].side


def may_attack(board: Board, p: Piece) -> bool:
    """8.1b, 13.2b, 21.2.1c, 21.3.3b, 7.7c, 7.6.2a, 2.3.2a, 22.5.3, 22.7d, 20.3.2a: whether it can attack this phase."""
    if p.attack == 0 or not p.good or p.train or marked(board, p) or not board.ground.played(p.at):
        return False
    if p.states & {"attacked", "auto ds", "extended", "pinned", "tried", "advanced", "railed"}:
        return False
    return bool(p.id != board.facts["evac"])


def may_strike(board: Board, p: Piece, target: str) -> bool:
    """8.1e, 9.7b, 22.8, 22.4.2: whether its ground lets it attack that hex."""
    ground = board.ground
    if target not in ground.near[p.at] or ground.sea(p.at, target) or barred(board, p, p.at, target):
        return False
    waiting = board.dynamo and p.division == "1 Pz" and before_calais(board)
    return not waiting or target == "1514"


def hampered(board: Board, p: Piece, target: str) -> bool:
    """9.2.3b, 9.6.1: across a River or Marsh River, or out of a Restricted Hex."""
    return board.ground.river(p.at, target) or board.ground.terrain[p.at] in RESTRICTED


def halved(board: Board, p: Piece, target: str) -> bool:
    """9.1d: across a Major River or an intact Maginot Line, out of a Restricted Hex, or Out of Supply."""
    ground = board.ground
    fort = ground.maginot.get((p.at, target), "")
    line = p.side == "german" and fort == target and any(q.fort for q in board.here(fort, "allied"))
    return ground.major(p.at, target) or line or ground.terrain[p.at] in RESTRICTED or p.oos


def counting(board: Board, battle: Battle) -> list[Piece]:
    """7.6.2b, 10.2.1, 12.5a, 13.3.2c, 15.3b: the defenders that contribute strength."""
    there = board.here(battle.target, other(battle.side))
    return [p for p in there if not p.hq and not p.flees and p.id not in battle.left_out and not _came(p, battle)]


def _came(p: Piece, battle: Battle) -> bool:
    """12.5a: it retreated into this hex earlier in the phase."""
    return "retreated" in p.states and not battle.moving_on


def half_up(values: Iterable[int]) -> int:
    """9.1b: unit by unit, rounded up; two or more units of one point are added up first."""
    values = list(values)
    ones = sum(1 for v in values if v == 1)
    return (ones + 1) // 2 + sum((v + 1) // 2 for v in values if v > 1)


def attack(board: Board, battle: Battle) -> int:
    """8.4.1, R.8.4.1.1: at most forty points before halving; the attacker leaves out those that would be halved."""
    weak = sorted((p.attack for p in battle.attackers if halved(board, p, battle.target)), reverse=True)
    strong = sum(p.attack for p in battle.attackers if not halved(board, p, battle.target))
    limit = int(charts()["limits"]["attack"])
    if strong >= limit:
        return limit
    pool = [v for v in weak if v > 1] + [sum(1 for v in weak if v == 1)]
    return strong + _best(pool, limit - strong)


def _best(pool: Sequence[int], room: int) -> int:
    """R.8.4.1.1: the most that units to be halved bring if so many points of them are kept, as the attacker likes."""
    if sum(pool) <= room:
        return sum((v + 1) // 2 for v in pool)
    most = [0] + [-1] * room
    for v in pool:
        most = [
            max((most[n - k] + (k + 1) // 2 for k in range(min(v, n) + 1) if most[n - k] >= 0), default=-1)
            for n in range(room + 1)
        ]
    return max(most)


def only_trains(board: Board, battle: Battle) -> bool:
    """7.6.2b: entrained units by themselves have no benefit of the terrain."""
    there = board.here(battle.target, other(battle.side))
    return bool(there) and all(p.train for p in there)


def doubled(board: Board, battle: Battle) -> bool:
    """9.6.1, 8.4.2, 22.8e."""
    if only_trains(board, battle):
        return False
    if charts()["terrain"][board.ground.terrain[battle.target]].get("doubles"):
        return True
    return all(hampered(board, p, battle.target) for p in battle.attackers)


def defence(board: Board, battle: Battle) -> int:
    """8.4.2, 9.1, 13.2c, 7.6.2b."""
    twice = doubled(board, battle)
    points, weak = 0, []
    for p in counting(board, battle):
        printed = 1 if p.train else p.defence
        if p.disrupted and not twice:
            weak.append(printed)
        else:
            points += printed if p.disrupted or not twice else 2 * printed
    return min(points + half_up(weak), int(charts()["limits"]["defence"]))


def ratio(attacking: int, defending: int) -> int:
    """8.3a: the odds on a ladder: 1-1 is 0, 2-1 is 1, 1-2 is -1, rounded down."""
    if attacking >= defending:
        return attacking // defending - 1
    return 1 - -(-defending // attacking)


def shifts(board: Board, battle: Battle) -> dict[str, int]:
    """9.2, 9.5, 16.2, 21.4b: the shifts of ground and troops by the rule they stand in."""
    against = counting(board, battle)
    found = {
        "9.2": tank_shift(board, battle, against),
        "9.5.1": combined_arms(battle.attackers) - combined_arms(against),
        "9.5.2a": int(bool(against) and all(p.quality == "low" for p in against)),
        "9.5.2b": -int(all(p.quality == "low" for p in battle.attackers)),
        "16.2a": -int(fortress(board, battle)),
    }
    return {rule: value for rule, value in found.items() if value}


def fortress(board: Board, battle: Battle) -> bool:
    """16.2a: an Allied defender in a Fortified Hex."""
    return battle.side == "german" and board.fortified(battle.target) and not only_trains(board, battle)


def combined_arms(units: Iterable[Piece]) -> int:
    """9.5.1: an Elite tank and Elite infantry in one hex."""
    units = list(units)
    return int(
        any(a.at == b.at and a.tank and b.infantry and a.quality == b.quality == "elite" for a in units for b in units)
    )


def tank_shift(board: Board, battle: Battle, against: Sequence[Piece]) -> int:
    """9.2, R.9.2.3a.1, R.9.2.3a.2, R.7.6.2b.1."""
    if not only_trains(board, battle):
        ground = board.ground.terrain[battle.target] in NO_TANKS
        if ground or fortress(board, battle):
            return 0
    ours = [p for p in battle.attackers if p.tank and not p.train]
    free = [p for p in ours if not hampered(board, p, battle.target)]
    theirs = [p for p in against if p.tank and not p.train]
    if any(p.heavy for p in theirs):
        return -1
    if any(p.heavy for p in free):
        return 1
    if free and not theirs:
        return 1
    return -1 if theirs and not ours else 0


LADDER = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1", "9-1")


class Sum(msgspec.Struct, frozen=True):
    """The arithmetic of an attack."""

    attack: int
    defence: int
    start: str
    final: str
    shifts: dict[str, int]
    column: int
    """How far right of 1-3 it is resolved; ten or more shatters at once."""
    allowed: bool


def reckon(board: Board, battle: Battle, more: int = 0) -> Sum:
    """8.3, 8.4, R.8.4.3a.1, R.8.4.3c.1, R.13.3.2d.1: odds, shifts, and the column they end in."""
    a, d = attack(board, battle), defence(board, battle)
    found = shifts(board, battle)
    if d == 0:
        return Sum(a, d, "10-1", "10-1", found, 11, a > 0)
    start = ratio(a, d) + 2
    final = max(0, start + sum(found.values()) + more)
    return Sum(a, d, word(start), word(final), found, final, start >= 0)


def word(column: int) -> str:
    """R.8.4.3c.1: beyond 9-1 the columns go on, one a number."""
    return "less" if column < 0 else LADDER[column] if column < len(LADDER) else f"{column - 1}-1"


def code(column: int, die: int) -> str:
    """8.4.3b, 8.4.3c: the result of a throw."""
    crt = charts()["crt"]
    if column >= len(LADDER):
        return "DS"
    return str(crt["rows"][str(die)][min(column, len(crt["columns"]) - 1)])


def attackable(board: Board, h: str, side: str) -> bool:
    """8.1b, 8.4.3a, R.12.5a.1: whether somebody can attack that hex at odds that are allowed."""
    them = board.here(h, other(side))
    held = [p for p in them if "retreated" not in p.states]  # who came in by a retreat shields nobody
    if not held or not board.ground.played(h) or any("defended" in p.states for p in held):
        return False
    return bool(attackers(board, h, side))


def attackers(board: Board, h: str, side: str) -> list[Piece]:
    """8.4.3a, 8.5: everybody who takes part in some attack at odds that are allowed."""
    able = [
        p for n in board.ground.near[h] for p in board.here(n, side) if may_attack(board, p) and may_strike(board, p, h)
    ]
    allowed = {
        nation
        for nation in {p.nation for p in able}
        if reckon(board, Battle(h, tuple(p for p in able if p.nation == nation))).allowed
    }
    return [p for p in able if p.nation in allowed]

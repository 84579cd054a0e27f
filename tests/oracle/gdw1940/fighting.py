"""The questions of a combat phase: attacks, duties, odds, retreats and advances."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from oracle.frame import Difference, compare_sets, compare_values
from oracle.gdw1940 import combat, retreats
from oracle.gdw1940.board import Asked, Board, Piece, other
from oracle.gdw1940.ground import Hex

SAMPLED = 4
"""Hexes at which, in a look at everything, pairs and all single attackers are asked for."""


def attacks(board: Board, asked: Asked, units: Collection[str] | None) -> Iterator[Difference]:
    """7.voluntary, 7.combine, 7.all_adjacent: what may be attacked by whom, and when all duties are met."""
    busy = {u for _, names in asked.named for u in names}
    taken = {hex_ for hexes, _ in asked.named for hex_ in hexes}
    free = [p for p in board.on_map(asked.side) if p.id not in busy and combat.may_attack(board, p)]
    mine = {
        hex_: {p.id for p in free if combat.may_attack_hex(board, p, hex_)}
        for hex_ in set().union(*(combat.next_to(p.at) for p in free)) - taken
    }
    mine = {hex_: attackers for hex_, attackers in mine.items() if attackers}
    listed = asked.choices("attack") if "attack" in asked.choices() else []
    yield from compare_sets("attack", "what may be attacked", "7.voluntary", listed, mine)
    owed = combat.owed(board, asked.named)
    yield from compare_values(
        "duty", f"fight, owed {sorted(owed)}", "7.all_adjacent", "done" in asked.choices(), not owed
    )
    for hex_ in sorted(mine.keys() & set(listed)):
        if units is None or mine[hex_] & set(units) or {p.id for p in board.stack(hex_)} & set(units):
            yield from _attack_on(board, asked, hex_, mine)


def _attack_on(board: Board, asked: Asked, hex_: Hex, mine: dict[Hex, set[str]]) -> Iterator[Difference]:
    """7.combine, 7.multi_hex, R.7.multi_hex.1: who may take part, alone or with a second hex."""
    following = asked.choices("attack", hex_)
    partners = {n for n in mine if n != hex_ and mine[n] & mine[hex_] and _after(n, hex_)}
    yield from compare_sets("partner", f"hexes with {hex_}", "7.multi_hex", set(following) - {"with"}, partners)
    for targets in [(hex_,), *((hex_, n) for n in sorted(partners)[:1] if n in following)]:
        able = set.intersection(*(mine[h] for h in targets))
        listed = asked.choices("attack", *targets, "with")
        yield from compare_sets("attackers", f"who attacks {targets}", "7.combine", set(listed) - {"go"}, able)
        for some in _samples(sorted(able & set(listed))):
            yield from _odds(board, asked, targets, some)


def _after(second: Hex, first: Hex) -> bool:
    return second > first


def _samples(able: list[str]) -> list[list[str]]:
    return [able, *([u] for u in able[:SAMPLED] if len(able) > 1), *([able[1:]] if len(able) > 2 else [])]


def _odds(board: Board, asked: Asked, targets: tuple[Hex, ...], names: list[str]) -> Iterator[Difference]:
    """7.odds, 7.modifiers: the sum of an attack as planned, without air points, and what may come of it."""
    told = asked.odds("attack", *targets, "with", *names, "go")
    question, side = f"{'+'.join(names)} on {'+'.join(targets)}", other(asked.side)
    if told is None:
        yield Difference("odds", question, "7.odds", "nothing", "a sum")
        return
    attackers = [board.pieces[u] for u in names]
    mine = combat.reckon(board, attackers, targets, side)
    factors = {p.id: combat.attack_factor(board, p, targets) for p in attackers}
    yield from compare_values("attack factor", question, "7.terrain", _plain(told.attackers), _plain(factors))
    yield from compare_values("defence", question, "7.odds", told.defence, mine.defence)
    yield from compare_values("column", question, "7.odds", told.start, _column(mine.start))
    shifts = combat.shifts(board, attackers, targets, side)
    yield from compare_values("shift", question, "7.modifiers", sorted(told.shifts.items()), sorted(shifts.items()))
    yield from compare_values("final", question, "7.modifiers", told.final, _column(mine.final))
    faces = tuple(combat.result_at(mine.final, die) for die in range(1, 7))
    yield from compare_values("faces", question, "7.odds", told.faces, faces)
    yield from compare_values("falls", question, "7.result", f"{told.falls:.6f}", f"{float(mine.falls):.6f}")


def _plain(factors: Mapping[str, object]) -> str:
    return " ".join(f"{unit} {factor}" for unit, factor in sorted(factors.items()))


def _column(number: int) -> str:
    return combat.COLUMNS[number] if number >= 0 else f"worse than {combat.COLUMNS[0]}"


def resolving(board: Board, asked: Asked) -> Iterator[Difference]:
    """7.order: any attack that still has attackers and a target may be fought next."""
    waiting = {
        hexes[0]
        for hexes, names in asked.named
        if any(combat.is_target(board, asked.side, hex_) for hex_ in hexes)
        and any(board.pieces[u].at[:1].isdigit() and not board.pieces[u].disrupted for u in names)
    }
    listed = asked.choices("resolve") if "resolve" in asked.choices() else []
    yield from compare_sets("resolve", "what may be fought", "7.order", listed, waiting)


def air_points(board: Board, asked: Asked) -> Iterator[Difference]:
    """9.shift, 9.once: any number of the points that are left."""
    most = board.air[asked.side]
    yield from compare_sets("air", "air points", "9.shift", asked.choices("air"), [str(n) for n in range(most + 1)])


def retreating(board: Board, asked: Asked) -> Iterator[Difference]:
    """7.retreat: the units that can retreat, and where each may go."""
    waiting = [p for p in pieces_of(board, asked.units) if p.at in asked.origins]
    goals = {p.id: retreats.retreat_hexes(board, p, asked.origins) for p in waiting}
    listed = asked.choices("retreat")
    yield from compare_sets("retreat", "who can retreat", "7.retreat.two", listed, [u for u in goals if goals[u]])
    for unit in sorted(set(listed) & goals.keys()):
        question = f"where {unit} retreats from {board.pieces[unit].at}"
        yield from compare_sets("retreat hexes", question, "7.retreat.two", asked.choices("retreat", unit), goals[unit])


def advancing(board: Board, asked: Asked) -> Iterator[Difference]:
    """7.advance: the attackers that can follow, and where to."""
    vacated = [hex_ for hexes, _ in asked.named for hex_ in hexes if not combat.is_target(board, asked.side, hex_)]
    goals = {u: retreats.advance_hexes(board, board.pieces[u], vacated) for u in asked.units}
    listed = asked.choices("advance") if "advance" in asked.choices() else []
    yield from compare_sets("advance", "who can advance", "7.advance.where", listed, [u for u in goals if goals[u]])
    for unit in sorted(set(listed) & goals.keys()):
        question = f"where {unit} advances from {board.pieces[unit].at}"
        yield from compare_sets(
            "advance hexes", question, "7.advance.where", asked.choices("advance", unit), goals[unit]
        )


def pieces_of(board: Board, names: Collection[str]) -> list[Piece]:
    return [board.pieces[name] for name in names]

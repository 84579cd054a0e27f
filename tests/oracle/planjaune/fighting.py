"""What is compared in combat, overruns, retreats and reaction: the engine's answer beside the account's."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from oracle.frame import Difference, compare_sets, compare_values
from oracle.planjaune import combat, limits, movement, retreats
from oracle.planjaune.answers import Answers
from oracle.planjaune.board import Board, Piece, fits, other
from oracle.planjaune.ground import TABLES, WATERS, Hex, around, between
from oracle.planjaune.movement import Memory
from oracle.planjaune.zones import command_reach, in_enemy_zone


def fights(board: Board, asked: Answers, memory: Memory, units: Collection[str] | None) -> Iterator[Difference]:
    """All that there is to compare about fighting at this moment."""
    match asked.step:
        case "MotorizedMovement":
            yield from _overruns(board, asked, memory)
        case "Attacks":
            yield from _attacks(board, asked, units)
        case "Support":
            yield from _support(board, asked)
        case "Retreat":
            mine = retreats.goals(board, asked.origin, asked.side, asked.length)
            question = f"where the stack in {asked.origin} retreats, {asked.length} hexes"
            yield from compare_sets("retreat", question, "6.3a", asked.choices("retreat"), mine)
        case "Split":
            yield from _splits(board, asked)
        case "Lead":
            yield from _leads(board, asked)
        case "Advance":
            yield from _advances(board, asked)
        case "CoupDeMain":
            yield from _coups(board, asked)
        case "AirSupport":
            most = max(int(n) for n in asked.choices("air"))
            yield from compare_values("air", "how many bombers", "10.2.support", most, board.bombers[asked.side])
        case "Reaction":
            yield from _reaction(board, asked)


def _attacks(board: Board, asked: Answers, units: Collection[str] | None) -> Iterator[Difference]:
    """6.1: whom each unit can attack, the sums, and whether the fighting may begin."""
    busy = {u for _, used in asked.named for u in used}
    struck = {h for h, _ in asked.named}
    free = [p for p in board.on_map(asked.side) if p.id not in busy]
    mine: dict[Hex, list[str]] = {}
    for piece in free:
        for h in _near(piece):
            if h not in struck and combat.can_attack(board, piece, h):
                mine.setdefault(h, []).append(piece.id)
    listed = asked.choices("attack") if "attack" in asked.choices() else []
    yield from compare_sets("targets", f"what {asked.side} can attack", "6.1d", listed, mine)
    for h in set(listed) & mine.keys():
        able = asked.choices("attack", h, "with")
        yield from compare_sets("attackers", f"who can attack {h}", "6.1d", able, mine[h])
        if units is None or any(u in mine[h] for u in units):
            yield from _sums(board, asked, h, sorted(set(able) & set(mine[h])))
    yield from _duties(board, asked)


def _near(piece: Piece) -> list[Hex]:
    return [piece.at, *around(piece.at)]


def _sums(board: Board, asked: Answers, h: Hex, units: list[str]) -> Iterator[Difference]:
    """6.2: one attack by all, and one by each alone."""
    for group in [units, *([u] for u in units)] if len(units) > 1 else [units]:
        told = asked.odds("attack", h, *group, "go")
        if told is None:
            continue
        pieces = [board.pieces[u] for u in group]
        mine = combat.reckon(board, asked.side, h, pieces)
        question = f"the attack of {' '.join(group)} on {h}"
        yield from compare_values("strength", question, "6.2.1a", told.attackers, mine.attackers)
        yield from compare_values("defence", question, "6.2.1a", told.defence, mine.defence)
        yield from compare_values("column", question, "6.2.1b", told.start, mine.start)
        yield from compare_values("shift", question, "6.2.1a", sum(n for _, n in told.shifts), mine.shift)
        yield from compare_values("final", question, "6.2.1a", told.final, mine.final)
        if combat.dice(board, h, pieces, asked.side) == 1:
            yield from compare_values("faces", question, "6.2.3b", told.faces, mine.faces)
        else:
            wanted = combat.dice(board, h, pieces, asked.side)
            yield from compare_values("dice", question, "6.2.2b", told.dice, wanted)


def _duties(board: Board, asked: Answers) -> Iterator[Difference]:
    """6.1b, 11.5f: when the attacks can be fought."""
    attacks = dict(asked.named)
    owed = combat.duties(board, asked.side, attacks)
    open_now = "done" in asked.choices()
    dropped = combat.dropped_in(board, asked.side)
    unhelped = {h for h in dropped if not _helped(board, asked.side, h, attacks)}
    mine = not owed and not unhelped
    why = f"{sorted(owed)} {sorted(unhelped)}"
    yield from compare_values("duty", f"whether the attacks can be fought, {why}", "6.1b", open_now, mine)


def _helped(board: Board, side: str, h: Hex, attacks: combat.Attacks) -> bool:
    """11.5f: the airborne units in a hex attack, and somebody with them, if anybody can."""
    here = {p.id for p in board.stack(h, side) if p.has("airborne") and combat.can_attack(board, p, h)}
    joined = set(attacks.get(h, ()))
    if not here <= joined:
        return False
    return bool(joined - here) or not combat.helpers(board, h, side, attacks)


def _support(board: Board, asked: Answers) -> Iterator[Difference]:
    """11.3: which headquarters can help."""
    if asked.battle is None:
        return
    attacker, target, names = asked.battle
    mine = combat.supporters(board, asked.side, target, [board.pieces[u] for u in names], attacker)
    listed = set(asked.choices("support"))
    yield from compare_sets("support", f"who supports at {target}", "11.3b", listed, mine)


def _overruns(board: Board, asked: Answers, memory: Memory) -> Iterator[Difference]:
    """7: whom the units in motion can overrun."""
    listed = asked.choices("overrun") if "overrun" in asked.choices() else []
    able = {(h, u) for h in listed for u in asked.choices("overrun", h)}
    mine = set[tuple[str, str]]()
    for piece in board.on_map(asked.side):
        if piece.moved and not piece.stopped and not _goes_with(board, asked, piece):
            continue
        for h in around(piece.at):
            foe = combat.is_target(board, h, piece.side) and not limits.is_foreign(board, piece, h)
            if foe and _works_let(board, piece, h) and movement.may_overrun(board, piece, h, memory):
                mine.add((h, piece.id))
    told, found = {f"{u}:{h}" for h, u in able}, {f"{u}:{h}" for h, u in mine}
    yield from compare_sets("overrun", "who can overrun whom", "7a", told, found)


def _goes_with(board: Board, asked: Answers, piece: Piece) -> bool:
    """R.7c.1: units that came up before, when the last of the stack has come."""
    moving = board.pieces.get(asked.moving)
    return moving is not None and moving.at == piece.at


def _works_let(board: Board, piece: Piece, h: Hex) -> bool:
    """11.4b: works alone are overrun through their fortified hexsides; through others one just enters."""
    works = board.works(h)
    return board.held_by_enemy(h, piece.side) or (works is not None and piece.at in works.faces)


def _reaction(board: Board, asked: Answers) -> Iterator[Difference]:
    """5.3: whom each headquarters can activate, and where the activated units go."""
    verbs = asked.choices()
    callers = asked.choices("activate") if "activate" in verbs else []
    for hq in (p for p in board.on_map(asked.side) if p.has("hq")):
        told = asked.choices("activate", hq.id) if hq.id in callers else []
        mine = set() if hq.id in asked.used else _stacks(board, hq)
        yield from compare_sets("activate", f"whom {hq.id} in {hq.at} can activate", "5.3a", told, mine)
    movers = asked.choices("move") if "move" in verbs else []
    for piece in board.on_map(asked.side):
        told = asked.choices("move", piece.id) if piece.id in movers else []
        goals = movement.reaction_goals(board, piece) if piece.activated else set()
        yield from compare_sets("reaction", f"where {piece.id} in {piece.at} reacts to", "5.3c", told, goals)


def _stacks(board: Board, hq: Piece) -> set[Hex]:
    """5.3a, 5.3e to 5.3g: the stacks within reach of a headquarters that may react."""
    reached = command_reach(board, hq.at, hq.command, hq.side)
    return {p.at for p in board.on_map(hq.side) if p.at in reached and _may_react(board, p)}


def _may_react(board: Board, piece: Piece) -> bool:
    if not piece.fights or piece.has("airborne") or piece.nation in ("dutch", "belgian") or piece.id in board.named:
        return False
    return piece.side == "german" or not in_enemy_zone(board, piece.at, piece.side)


def _splits(board: Board, asked: Answers) -> Iterator[Difference]:
    """6.2.4a, 11.4e, 6.3e: how the defender's points can be shared out; room is judged with nobody lost, or all."""
    if asked.battle is None:
        return
    attacker, target, units = asked.battle
    side, points = other(attacker), asked.points
    alive = sum(m.steps for p in board.stack(target, side) if p.fights for m in board.members(p))
    listed = {int(n) for n in asked.choices("split")}
    loose = {
        min(alive, points - n)
        for n in range(points // 2 + 1)
        if not n or retreats.goals(board, target, side, n, roomy=True)
    }
    strict = {min(alive, points - n) for n in range(points // 2 + 1) if not n or retreats.goals(board, target, side, n)}
    question = f"how {points} points are shared out in {target}"
    yield from compare_values("split", question, "6.2.4a", listed <= loose and strict <= listed, True)
    works = board.works(target)
    shielded = combat.is_shielded(board, target, [board.pieces[u] for u in units])
    holds = works is not None and works.first_line and shielded
    yield from compare_values("hold", question, "11.4e", "hold" in asked.choices(), holds)


def _leads(board: Board, asked: Answers) -> Iterator[Difference]:
    """6.2.3a, R.11.2d.1: who can lead."""
    if asked.battle is None:
        return
    attacker, target, units = asked.battle
    mine = [board.pieces[u] for u in units]
    theirs = [p for p in board.stack(target, other(attacker)) if p.fights]
    leading = mine if asked.side == attacker else theirs
    able = {m.id for p in leading for m in board.members(p)}
    yield from compare_sets("lead", f"who leads at {target}", "6.2.3a", asked.choices("lead"), able)


def _advances(board: Board, asked: Answers) -> Iterator[Difference]:
    """6.3f: which of the victors still find room."""
    victors = [board.pieces[u] for u in asked.units]
    able = {p.id for p in victors if p.at[:1].isdigit() and _advances_to(board, p, asked.target)}
    listed = asked.choices("advance") if "advance" in asked.choices() else []
    yield from compare_sets("advance", f"who advances to {asked.target}", "6.3f", listed, able)


def _coups(board: Board, asked: Answers) -> Iterator[Difference]:
    """11.6b, 11.6d: a coup de main is asked about only where there is water, and one can be tried."""
    if asked.battle is None:
        return
    attacker, target, units = asked.battle
    wet = any(between(board.pieces[u].at, target) & set(WATERS) for u in units if board.pieces[u].at != target)
    mine = attacker == "german" and wet and board.coups < TABLES["coup"]["turn"]
    yield from compare_values("coup", f"a coup at {target}", "11.6b", "coup" in asked.choices(), mine)


def _advances_to(board: Board, piece: Piece, h: Hex) -> bool:
    """6.3f, 3a, 11.12: a victor that finds room, and whom no plan or frontier holds; paratroopers do not move."""
    return (
        not piece.has("airborne")
        and piece.at != h
        and fits(board, [piece], h)
        and not limits.bars(board, piece, piece.at, h)
    )

"""What an attack of Case Yellow would bring, one's own or the enemy's: the arithmetic of 11.3 as a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.games.caseyellow import odds, toll
from meuse.games.caseyellow.board import OOS, CaseYellow
from meuse.games.caseyellow.bridgeheads import can_attempt
from meuse.games.caseyellow.combat import front, river_refuses
from meuse.games.caseyellow.ground import reach_of
from meuse.games.caseyellow.odds import Attack, Battle
from meuse.games.caseyellow.prepare import usable_air
from meuse.games.caseyellow.stacking import may_stack
from meuse.hexmap import Hex
from meuse.mechanics.odds import figure
from meuse.report import Approach, Face, OddsReport, Outcome, Shift, Strength, Support
from meuse.steps import Order


def of_order(g: CaseYellow, order: Order, support: Mapping[str, int]) -> OddsReport | None:
    """11.3: an attack as it is being ordered: `attack 1512 de.pz1`."""
    if len(order) < 3 or order[0] != "attack" or order[1] not in g.map.index:
        return None
    units = tuple(g.scenario.unit_named[token] for token in order[2:] if token in g.scenario.unit_named)
    if not units:
        return None
    return report(g, with_air(g, Attack(g.map.index[order[1]], units), support), " ".join(order))


def with_air(g: CaseYellow, attack: Attack, support: Mapping[str, int]) -> Battle:
    """11.3c.air: the attack with so many Air Assets on each side, as far as there are any."""
    plain = Battle(attack)
    german, allied = (min(max(0, support.get(f"air-{s.word}", 0)), usable_air(g, s, plain)) for s in SIDES)
    return Battle(attack, german, allied)


def report(g: CaseYellow, battle: Battle, words: str) -> OddsReport:
    """What an attack would bring."""
    found = arithmetic(g, battle, words)
    return found if found.defenders else without_die(found)


def without_die(found: OddsReport) -> OddsReport:
    """7.9e.alone: an Attack Supply Unit alone in its hex is lost, whatever the odds."""
    sure = (Outcome("the Attack Supply Unit is eliminated, without a die", 1.0, "attacker"),)
    lost = {1: 1.0}
    return msgspec.structs.replace(found, faces=(), outcomes=sure, defender_losses=lost, assumptions=(), support=())


def arithmetic(g: CaseYellow, battle: Battle, words: str) -> OddsReport:
    """11.3: odds, shifts, and what every face of the die means."""
    crt, target = g.scenario.crt, battle.attack.target
    attack, defence = odds.totals(g, battle)
    start, final = min(odds.start_column(g, battle), len(crt.columns) - 1), odds.final_column(g, battle)
    faces = results(g, battle)
    falls = sum(toll.takes(g, battle, code) for _, code in faces) / len(faces)
    costs = [toll.steps_lost(g, battle, code) for _, code in faces]
    there = g.map.labels[target]
    return OddsReport(
        attack=words,
        ratio=f"{figure(attack)} : {figure(defence)}",
        attackers=tuple(Strength(g.name(u), str(g.strength(u)), str(g.strength(u))) for u in battle.attack.units),
        defenders=tuple(defenders(g, battle)),
        columns=crt.columns,
        start=crt.columns[start] if start >= 0 else "below 1-3",
        final=odds.column_name(g, final),
        shifts=(*capped(g, battle), *open_shifts(g, battle)),
        faces=tuple(
            Face(str(die), 1 / len(faces), c, toll.meaning(g, battle, c), toll.good_for(g, battle, c))
            for die, c in faces
        ),
        outcomes=(
            Outcome(f"{there} falls", falls, "attacker"),
            Outcome(f"{there} is held", 1 - falls, "defender"),
            *(Outcome(text, n / len(faces)) for text, n in counted(g, battle, faces).items()),
        ),
        attacker_losses=losses([attacker for attacker, _ in costs]),
        defender_losses=losses([defender for _, defender in costs]),
        assumptions=tuple(assumed(g, battle)),
        hexes=(there,),
        ground=g.map.terrain_kinds[g.map.terrain[target]].title,
        support=tuple(offers(g, battle)),
    )


def assumed(g: CaseYellow, battle: Battle) -> Iterator[str]:
    yield "no bridgehead is won, and nobody is added to the combat"
    yield "nobody is in the way of another who retreats"
    if odds.at_port(g, battle):
        yield "the strongest units defend the port"


def results(g: CaseYellow, battle: Battle) -> list[tuple[int, str]]:
    """11.3d, 11.3d.tr: each face of the die with the result that counts."""
    final = odds.final_column(g, battle)
    if final < 0:
        return [(die, str(g.scenario.tables["crt"]["below"])) for die in sorted(g.scenario.crt.rows)]
    return [(die, odds.final_result(g, battle, code)) for die, code in g.scenario.crt.faces(final)]


def counted(g: CaseYellow, battle: Battle, faces: list[tuple[int, str]]) -> dict[str, int]:
    """How many faces mean what."""
    found: dict[str, int] = {}
    for _, code in faces:
        words = toll.meaning(g, battle, code)
        found[words] = found.get(words, 0) + 1
    return found


def losses(fates: list[int]) -> dict[int, float]:
    """11.3e: the chance of each number of steps that a side loses."""
    return {lost: fates.count(lost) / len(fates) for lost in sorted(set(fates))}


def defenders(g: CaseYellow, battle: Battle) -> Iterator[Strength]:
    for u in odds.defenders(g, battle):
        yield Strength(g.name(u), str(g.strength(u)), str(g.strength(u)))
    if strength := odds.garrison(g, battle):
        yield Strength("garrison", str(strength), str(strength), (), ("10.9a",))


def capped(g: CaseYellow, battle: Battle) -> tuple[Shift, ...]:
    """11.3b.cap: the shifts, and what the cap takes back."""
    found = tuple(odds.shifts(g, battle))
    over = odds.net_shift(g, battle) - sum(shift.value for shift in found)
    return (*found, Shift(over, "11.3b.cap", "the net shift is limited")) if over else found


def open_shifts(g: CaseYellow, battle: Battle) -> Iterator[Shift]:
    """10.8c.3: what a bridgehead would give back; 7.8c: and the West Wall."""
    river, target = odds.river_between(g, battle), battle.attack.target
    able = (u for u in odds.adjacent(g, battle) if g.scenario.yellow[u])
    if river and odds.attacker(g, battle) is Side.GERMAN and any(can_attempt(g, u, target) for u in able):
        value = -g.scenario.tables["hexside"][river]
        yield Shift(value, "10.8c.3", "a bridgehead, if it is won", "german", open=True)
    if odds.needs_west_wall(g, battle) and not any(g.status[u] & OOS for u in battle.attack.units):
        yield Shift(+1, "7.8c", "Attack Supply from the West Wall, if it is drawn", "german", open=True)


def offers(g: CaseYellow, battle: Battle) -> Iterator[Support]:
    for side, used in zip(SIDES, (battle.german_air, battle.allied_air), strict=True):
        if most := usable_air(g, side, battle):
            text = f"{side.title} Air Assets"
            yield Support(id=f"air-{side.word}", text=text, whose=side.word, most=most, used=used, rule="11.3c.air")


# -- threats


def threat(
    g: CaseYellow, side: Side, at: str, without: frozenset[Unit], support: Mapping[str, int]
) -> OddsReport | None:
    """The attack of all enemy units that could get next to a hex and find room there, in a Move and a Combat Round."""
    target = g.map.index.get(at)
    if target is None or not g.units_in(target, side):
        return None
    board, moves = gathered(g, side.enemy, target, without)
    if not moves:
        return None
    found = report(board, with_air(board, Attack(target, tuple(sorted(moves))), support), f"attack on {at}")
    ways = tuple(Approach(g.name(u), tuple(g.map.labels[h] for h in way)) for u, way in sorted(moves.items()))
    left_out = tuple(g.name(u) for u in sorted(without))
    assumed = (*found.assumptions, "the enemy moves first, and then has a Combat Round")
    return msgspec.structs.replace(found, approaches=ways, left_out=left_out, assumptions=assumed)


def gathered(
    g: CaseYellow, side: Side, target: Hex, without: frozenset[Unit]
) -> tuple[CaseYellow, dict[Unit, tuple[Hex, ...]]]:
    """A copy of the board with the units of a side moved next to a hex, the strongest first, and their ways."""
    board = g.copy()
    board.acts[:], board.spent[:] = [0] * len(g.acts), [0] * len(g.spent)
    able = [u for u in g.on_map(side) if u not in without and g.strength(u) and g.counter(u).kind != "artillery"]
    moves: dict[Unit, tuple[Hex, ...]] = {}
    for u in sorted(able, key=lambda u: (-g.strength(u), u)):
        if g.map.distance(g.hex_of[u], target) > g.allowance(u) + 1:
            continue
        if way := approach(board, u, target):
            moves[u] = way
            board.place(u, way[-1])
    return board, moves


def approach(g: CaseYellow, u: Unit, target: Hex) -> tuple[Hex, ...]:
    """The way of a unit to a hex from which it can attack, its own hex first; empty if there is none."""
    here = g.hex_of[u]
    if here in front(g)[target] and river_refuses(g, u, target) is None:
        return (here,)
    found = reach_of(g, u)
    for h in front(g)[target]:
        if h in found.cost and may_stack(g, u, h) and can_attack_from(g, u, h, target):
            return (here, *found.path(h))
    return ()


def can_attack_from(g: CaseYellow, u: Unit, h: Hex, target: Hex) -> bool:
    """R.5.1c.attack.1: whether the river before a hex lets a unit attack from it."""
    side = g.map.side_between(h, target)
    river = g.scenario.river[side] if side is not None else ""
    if river == "rhein" or (river == "major_river" and g.scenario.motorized[u]):
        return side in g.scenario.crossing and side not in g.interdicted
    return True

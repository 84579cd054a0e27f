"""What an attack of Plan Jaune would bring, one's own or the enemy's: the arithmetic of 6.2 as a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.games.planjaune import combat, command, odds
from meuse.games.planjaune.aftermath import Split, split_decider
from meuse.games.planjaune.board import (
    MOVED,
    RAILED,
    STOPPED,
    PlanJaune,
    fights,
    is_motorized,
    may_stack,
    quality_of,
    strength_of,
)
from meuse.games.planjaune.exits import MOTORIZED, reach_of
from meuse.games.planjaune.odds import Battle
from meuse.hexmap import Hex
from meuse.mechanics.odds import figure
from meuse.report import Approach, Face, OddsReport, Outcome, Shift, Support
from meuse.steps import Order

AIR = {"air-german": Side.GERMAN, "air-allied": Side.ALLIED}
HQ = {"hq-german": Side.GERMAN, "hq-allied": Side.ALLIED}
"""The ids of support: bombers, and one headquarters a side (11.3d)."""

Chances = dict[tuple[int, int], Fraction]
"""The chance of each pair of points, the attacker's and the defender's."""


def of_order(g: PlanJaune, side: Side, order: Order, support: Mapping[str, int]) -> OddsReport | None:
    """6.2: an attack or overrun as it is being ordered: `attack 1512 de.XIX`."""
    if len(order) < 3 or order[0] not in ("attack", "overrun") or order[1] not in g.map.index:
        return None
    units = tuple(g.scenario.unit_named[t] for t in order[2:] if t in g.scenario.unit_named)
    battle = Battle(side, g.map.index[order[1]], units, overrun=order[0] == "overrun")
    return report(g, supported(g, battle, support), " ".join(order)) if units else None


def report(g: PlanJaune, battle: Battle, words: str) -> OddsReport:
    """The arithmetic of an attack, with the best lead units and the support that has been added to it."""
    battle = msgspec.structs.replace(battle, leads=best_leads(g, battle))
    columns, chances = odds.columns_of(g), odds.chances(g, battle)
    start, final, _ = odds.column(g, battle)
    attack, defence = odds.attack_total(g, battle), odds.defence_total(g, battle)
    falls = chance_to_fall(g, battle, chances)
    there = g.map.labels[battle.target]
    return OddsReport(
        attack=words,
        ratio=f"{figure(attack)} : {figure(defence)}",
        attackers=odds.attack_strengths(g, battle),
        defenders=odds.defence_strengths(g, battle),
        columns=columns,
        start=columns[start],
        final=columns[final],
        shifts=(*odds.shifts(g, battle), *open_shifts(g, battle)),
        faces=tuple(
            Face(str(die), 1 / 6, f"{a}/{d}", f"attacker {a}, defender {d}")
            for die, (a, d) in enumerate(odds.faces(g, battle), 1)
        ),
        outcomes=(
            Outcome(f"{there} falls", float(falls), "attacker"),
            Outcome(f"{there} can be held", float(1 - falls), "defender"),
            *(Outcome(f"attacker loses {a}, defender {d}", float(c)) for (a, d), c in sorted(chances.items())),
        ),
        attacker_losses=_marginal(chances, 0),
        defender_losses=_marginal(chances, 1),
        counts="points",
        assumptions=tuple(assumptions(g, battle)),
        hexes=(there,),
        ground=g.map.terrain_kinds[g.map.terrain[battle.target]].title,
        support=tuple(offers(g, battle)),
    )


def best_leads(g: PlanJaune, battle: Battle) -> tuple[Unit, Unit]:
    """6.2.3a: the unit of the highest quality on each side; -1: works alone."""
    mine = [m for u in battle.units for m in g.members(u)]
    theirs = [m for u in odds.defenders(g, battle) for m in g.members(u)]
    return max(mine, key=lambda u: quality_of(g, u)), max(theirs, key=lambda u: quality_of(g, u), default=-1)


def assumptions(g: PlanJaune, battle: Battle) -> Iterator[str]:
    if not battle.support and battle.air == (0, 0):
        yield "neither side adds headquarters or bombers"
    yield "each side leads with its best unit"
    if combat.why_not_coup(g, battle) is None and not odds.has_airborne(g, battle):
        yield "no coup de main is made"
    dice = odds.number_of_dice(g, battle)
    yield "1 die" if dice == 1 else f"{dice} dice"
    yield from (f"{m.value:+d} on each die: {m.text} ({m.rule})" for m in odds.modifiers(g, battle))


# -- chances


def chance_to_fall(g: PlanJaune, battle: Battle, chances: Chances) -> Fraction:
    """6.2.4: how often the defenders cannot stay whatever they choose; in a blitz, how often they can be driven out."""
    driven_out = {points: is_driven_out(g, battle, points) for points in {defender for _, defender in chances}}
    return sum((chance for (_, points), chance in chances.items() if driven_out[points]), Fraction(0))


def is_driven_out(g: PlanJaune, battle: Battle, points: int) -> bool:
    """Whether so many points clear a hex: 11.4h works alone; 6.2.4.def the defender decides, 6.2.4b the attacker."""
    units = odds.defenders(g, battle)
    if not units:
        return points > 0
    decider = split_decider(g, battle)
    split = Split(decider, battle, units, points, battle.leads[1])
    stays = [steps == points and steps < split.alive(g) for steps in split.steps(g)]
    if decider is battle.side:
        return not all(stays)
    return not any(stays) and not split.may_hold(g)


def _marginal(chances: Chances, which: int) -> dict[int, float]:
    found: dict[int, Fraction] = {}
    for result, chance in chances.items():
        found[result[which]] = found.get(result[which], Fraction(0)) + chance
    return {points: float(chance) for points, chance in sorted(found.items())}


# -- support


def supported(g: PlanJaune, battle: Battle, support: Mapping[str, int]) -> Battle:
    """10.2.support, 11.3: the attack with so many bombers, and with a headquarters, as far as there are any."""
    german, allied = (max(0, min(support.get(word, 0), combat.bombers(g, side))) for word, side in AIR.items())
    chosen = (best_headquarters(g, battle, side) for word, side in HQ.items() if support.get(word, 0) > 0)
    return msgspec.structs.replace(battle, air=(german, allied), support=tuple(hq for hq in chosen if hq is not None))


def best_headquarters(g: PlanJaune, battle: Battle, side: Side) -> Unit | None:
    """11.3a, 11.3d: the headquarters that would shift most columns."""
    able = combat.Support(side, battle).able(g)
    return max(able, key=lambda u: g.counter(u).support, default=None)


def offers(g: PlanJaune, battle: Battle) -> Iterator[Support]:
    """What either side could put in."""
    for word, side in AIR.items():
        if most := combat.bombers(g, side):
            text = f"{side.title} bombers"
            yield Support(id=word, text=text, whose=side.word, most=most, used=battle.air[side], rule="10.2.support")
    for word, side in HQ.items():
        if (hq := best_headquarters(g, battle, side)) is not None:
            used = int(any(g.side(u) is side for u in battle.support))
            yield Support(id=word, text=g.counter(hq).name, whose=side.word, most=1, used=used, rule="11.3a")


def open_shifts(g: PlanJaune, battle: Battle) -> Iterator[Shift]:
    """What the defender could still add, and what it would leave of the chance."""
    side = battle.side.enemy
    hq = best_headquarters(g, battle, side)
    if hq is not None and not any(g.side(u) is side for u in battle.support):
        more = msgspec.structs.replace(battle, support=(*battle.support, hq))
        yield _open(g, more, Shift(-g.counter(hq).support, "11.3a", g.counter(hq).name, side.word, open=True))
    if battle.air[side] < combat.bombers(g, side):
        air = [battle.air[s] + (s is side) for s in SIDES]
        more = msgspec.structs.replace(battle, air=(air[0], air[1]))
        value = odds.air_columns(g, side, battle.air[side]) - odds.air_columns(g, side, more.air[side])
        if value:
            yield _open(g, more, Shift(value, "10.2.support", "a bomber", side.word, open=True))


def _open(g: PlanJaune, more: Battle, shift: Shift) -> Shift:
    left = chance_to_fall(g, more, odds.chances(g, more))
    return msgspec.structs.replace(shift, leaves=float(left))


# -- the enemy's reply


def threat(
    g: PlanJaune, side: Side, at: str, without: frozenset[Unit], support: Mapping[str, int]
) -> OddsReport | None:
    """The attack of all enemy units that could get next to a hex and find room there, in one operations phase."""
    target = g.map.index.get(at)
    if target is None or not command.fighters(g, target, side):
        return None
    board, moves = gathered(g, side.enemy, target, without)
    if not moves:
        return None
    found = report(
        board, supported(board, Battle(side.enemy, target, tuple(sorted(moves))), support), f"attack on {at}"
    )
    ways = tuple(Approach(g.name(u), tuple(g.map.labels[h] for h in way)) for u, way in sorted(moves.items()))
    assumed = (*found.assumptions, "motorized units move first, the others attack from where they stand")
    return msgspec.structs.replace(
        found, approaches=ways, left_out=g.names(tuple(sorted(without))), assumptions=assumed
    )


def gathered(
    g: PlanJaune, side: Side, target: Hex, without: frozenset[Unit]
) -> tuple[PlanJaune, dict[Unit, tuple[Hex, ...]]]:
    """5.1a: a copy of the board with the units of a side beside a hex, the strongest first, and their ways."""
    board = rested(g, side)
    able = [u for u in g.on_map(side) if u not in without and fights(g, u) and strength_of(g, u)]
    moves: dict[Unit, tuple[Hex, ...]] = {}
    for u in sorted(able, key=lambda u: (-strength_of(g, u), u)):
        if way := approach(board, u, target):
            moves[u] = way
            board.place(u, way[-1])
    return board, moves


def rested(g: PlanJaune, side: Side) -> PlanJaune:
    """The board as if the operations phase of a side began now."""
    board = g.copy()
    for u in board.on_map(side):
        board.set_status(u, board.status[u] & ~(MOVED | RAILED | STOPPED))
        board.spent[u] = 0
    return board


def approach(g: PlanJaune, u: Unit, target: Hex) -> tuple[Hex, ...]:
    """The way of a unit to a hex from which it can attack, its own hex first; empty if there is none."""
    here, near = g.hex_of[u], g.scenario.touching[target]
    if here in near:
        return (here,)
    if not is_motorized(g, u):
        return ()
    found = reach_of(g, u, MOTORIZED)
    ends = [h for h in near if h in found.cost and may_stack(g, u, h)]
    return (here, *found.path(min(ends, key=lambda h: (found.cost[h], h)))) if ends else ()

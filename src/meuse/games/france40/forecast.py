"""What an attack of France '40 would bring: the arithmetic of chapters 8 to 11 as a report, with exact chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from meuse.counters import Side, Unit
from meuse.games.france40 import hqs, odds
from meuse.games.france40.auto_ds import AutomaticDS
from meuse.games.france40.battle import Support as SupportStep
from meuse.games.france40.battle import most_air, without_surplus
from meuse.games.france40.board import DISRUPTED, TRAIN, France40
from meuse.games.france40.breakthrough import Breakthrough
from meuse.games.france40.determined import DesperateDefence, DeterminedDefence, defence_allowed, desperate
from meuse.games.france40.losses import lose_step
from meuse.games.france40.odds import AUTOMATIC, AUTOMATIC_DS, REGULAR, Battle, attacker, defending, fighters
from meuse.games.france40.results import result_row, takers
from meuse.games.france40.special import ignores_loss
from meuse.games.france40.stand import (
    FALLS,
    HELD,
    Chances,
    badness,
    best_chances,
    chance_to_fall,
    displaced,
    driven_off,
    settled,
    steps_of,
)
from meuse.report import Face, OddsReport, Outcome, Shift, Strength, Support
from meuse.steps import Order

MEANING = {
    "DS": "the defenders lose a step and flee four hexes",
    "DR4": "the defenders flee four hexes",
    "D1": "the defenders lose a step and retreat three hexes, or stand",
    "A1/D1": "both lose a step; the defenders retreat two hexes, or stand",
    "DR2": "the defenders retreat two hexes, or stand",
    "DRX": "both lose a step of the other's choice; the defenders retreat two hexes, or stand",
    "A1/DR2": "the attackers lose a step; the defenders retreat two hexes, or stand",
    "EX": "both lose a step of the other's choice",
    "A1": "the attackers lose a step",
}
AIR = {"air-german": Side.GERMAN, "air-allied": Side.ALLIED}


def of_order(g: France40, order: Order, support: Mapping[str, int]) -> OddsReport | None:
    """8.3a: an attack as it is being ordered: `attack 4619 with de.pz1.t`, `strike 4520 1`, `shatter de.gd`."""
    b = battle_of(g, order)
    return report(g, with_support(g, b, support), " ".join(order)) if b and b.units and defending(g, b) else None


def battle_of(g: France40, order: Order) -> Battle | None:
    step, word = g.stack[-1], order[0] if order else ""
    units = tuple(sorted(g.scenario.unit_named[t] for t in order[1:] if t in g.scenario.unit_named))
    if word == "attack" and len(order) > 1 and order[1] in g.map.index:
        return Battle(g.map.index[order[1]], units)
    if word == "shatter" and isinstance(step, AutomaticDS):
        return Battle(step.hex, units, paid=AUTOMATIC_DS)
    if word == "strike" and isinstance(step, Breakthrough) and len(order) > 1 and order[1] in g.map.index:
        return step.battle_of(g, g.map.index[order[1]], int(order[2]) if order[2:] else 1)
    return step.battle if isinstance(step, SupportStep) else None


def with_support(g: France40, b: Battle, support: Mapping[str, int]) -> Battle:
    """9.3.1a, 9.4: with so many Air units and an HQ, as far as there are any."""
    if b.paid != REGULAR:
        return b
    air = [max(b.air[side], min(support.get(word, 0), most_air(g, side, b))) for word, side in AIR.items()]
    staff = next(hqs.supporting(g, b), -1) if support.get("hq") else -1
    return msgspec.structs.replace(b, air=(air[0], air[1]), hq=b.hq if b.hq >= 0 else staff)


def report(g: France40, b: Battle, words: str) -> OddsReport:
    """The whole arithmetic of a battle."""
    b = without_surplus(g, b)
    start, final, results = odds.start_column(g, b), odds.final_column(g, b), chances(g, b)
    there, falls = g.map.labels[b.target], chance_to_fall(results)
    dice = () if odds.hqs_alone(g, b.target) else range(1, 7)
    faces = [(die, odds.result(g, final, die)) for die in dice]
    return OddsReport(
        attack=words,
        ratio=f"{odds.attack_total(g, b)} : {odds.defence_total(g, b)}",
        attackers=attack_strengths(g, b),
        defenders=defence_strengths(g, b),
        columns=(*odds.crt(g).columns, "8-1", "9-1", "10-1"),
        start=odds.column_words(g, start),
        final=odds.column_words(g, final),
        shifts=(*odds.shifts(g, b), *open_shifts(g, b)),
        faces=tuple(Face(str(die), 1 / 6, code, MEANING[code]) for die, code in faces),
        outcomes=(
            Outcome(f"{there} {FALLS}", float(falls), "attacker"),
            Outcome(f"{there} {HELD}", float(1 - falls), "defender"),
        ),
        attacker_losses=losses(results, 1),
        defender_losses=losses(results, 2),
        assumptions=tuple(assumptions(g, b)),
        must="" if start >= 0 else "8.4.3a: below 1-3 no attack is allowed",
        hexes=(there,),
        ground=g.map.terrain_kinds[g.map.terrain[b.target]].title,
        support=tuple(offers(g, b)),
    )


# -- strengths


def attack_strengths(g: France40, b: Battle) -> tuple[Strength, ...]:
    rows = []
    for u in b.units:
        causes, printed = odds.halved_attack(g, u, b.target), g.face(u).attack
        counted = odds.half(printed) if causes else printed
        texts, rules = tuple(c.text for c in causes), tuple(c.rule for c in causes)
        rows.append(Strength(g.name(u), str(printed), str(counted), texts, rules))
    return tuple(rows)


def defence_strengths(g: France40, b: Battle) -> tuple[Strength, ...]:
    doubled = odds.doubling(g, b)
    return tuple(_defence_strength(g, b, u, doubled) for u in defending(g, b))


def _defence_strength(g: France40, b: Battle, u: Unit, doubled: list[odds.Cause]) -> Strength:
    printed = odds.printed_defence(g, u)
    if not odds.contributes(g, b, u):
        return Strength(g.name(u), str(printed), "0", ("adds nothing to the defence",), ("10.2.1",))
    causes = list(doubled)
    counted = 2 * printed if doubled else printed
    if g.status[u] & DISRUPTED:
        causes.append(odds.Cause("13.2c", "Disrupted"))
        counted = printed if doubled else odds.half(printed)
    if g.status[u] & TRAIN:
        causes.append(odds.Cause("7.6.2b", "on a train"))
    return Strength(
        g.name(u), str(g.face(u).defence), str(counted), tuple(c.text for c in causes), tuple(c.rule for c in causes)
    )


# -- chances


def chances(g: France40, b: Battle) -> Chances:
    """8.3c, 11.3.1: every die, and for every result that allows it the dice of a defence. 11.2.6b: aircraft stay."""
    if odds.hqs_alone(g, b.target):
        return displaced(g, b)
    column = odds.final_column(g, b)
    board = g.copy()
    if b.air[attacker(g, b).enemy]:
        board.covered |= {b.target}
    found: Chances = {}
    faces = ["DS"] if column >= AUTOMATIC else [odds.result(g, column, die) for die in range(1, 7)]
    known = {code: ends_of(board, b, code, column) for code in sorted(set(faces))}
    most = sum(g.steps[u] for u in b.units)
    for code in faces:
        for (end, ours, theirs), chance in known[code].items():
            key = (end, min(ours, most), theirs)
            found[key] = found.get(key, Fraction(0)) + chance / len(faces)
    return found


def ends_of(g: France40, b: Battle, code: str, column: int) -> Chances:
    """What may come of one result. 10.2.2a: whoever names the unit that loses the step names the best for him."""
    row = result_row(g, code)
    spared = not row.get("defender") or ignores_loss(g, defending(g, b), code)
    bearers = [] if spared else distinct(g, takers(g, fighters(g, b)))
    boards = [weakened(g, u) for u in bearers] or [g]
    choose = max if "chooser" in row else min
    found = choose((after_losses(g, board, b, code, column) for board in boards), key=badness)
    return {(end, ours + row.get("attacker", 0), theirs): chance for (end, ours, theirs), chance in found.items()}


def distinct(g: France40, units: Sequence[Unit]) -> list[Unit]:
    """One of all that are alike, the weakest first, so that it is taken where the choice does not matter."""
    found: dict[object, Unit] = {}
    for u in sorted(units, key=lambda u: (g.face(u).quality == "elite", g.face(u).defence, u)):
        found.setdefault((g.face(u), g.steps[u], g.counter(u).nation, g.counter(u).division, g.status[u]), u)
    return list(found.values())


def weakened(g: France40, u: Unit) -> France40:
    board = g.copy()
    lose_step(board, u, "10.2.1")
    return board


def after_losses(g: France40, board: France40, b: Battle, code: str, column: int) -> Chances:
    """The defender stands wherever he may, under the best unit he has; 11.4.1a: desperately where he must."""
    if not defending(board, b) or not result_row(g, code)["retreat"]:
        return settled(g, board, b)
    if not defence_allowed(g, code):
        return driven_off(g, board, b, code)
    kind = DesperateDefence if desperate(board, b, code) else DeterminedDefence
    found = best_chances(board, kind(attacker(g, b).enemy, b, code, column))
    if found is None:
        return driven_off(g, board, b, code)
    gone = steps_of(g, b) - steps_of(board, b)
    return {(end, ours, gone + theirs): chance for (end, ours, theirs), chance in found.items()}


def losses(results: Chances, place: int) -> dict[int, float]:
    """The chance of each number of steps lost, by attackers (1) or defenders (2)."""
    found: dict[int, Fraction] = {}
    for end, chance in results.items():
        steps = int(end[place])
        found[steps] = found.get(steps, Fraction(0)) + chance
    return {steps: float(found[steps]) for steps in sorted(found)}


def assumptions(g: France40, b: Battle) -> Iterator[str]:
    if odds.hqs_alone(g, b.target):
        yield "an HQ that is alone is displaced two hexes, without a die, and the advance is limited (17.1.4)"
        return
    if any(defence_allowed(g, odds.result(g, odds.final_column(g, b), die)) for die in range(1, 7)):
        yield "the defender stands wherever he may, under his best unit, and again where that is allowed (11.4)"
    if not any(b.air) and b.hq < 0 and b.paid == REGULAR:
        yield "neither side adds Air units or HQs"
    if b.left_out:
        verb = "are" if len(b.left_out) > 1 else "is"
        yield f"{', '.join(g.names(b.left_out))} {verb} left out, beyond the stacking limit (10.2.1)"
    if any(g.counter(u).has("rommel") or g.counter(u).has("montgomery") for u in (*b.units, *fighters(g, b))):
        yield "no throw is made again (20.2)"
    limit = g.scenario.tables["limits"]["attack"]
    if sum(g.face(u).attack for u in b.units) > limit:
        yield f"no more than {limit} points of attack count (8.4.1)"


# -- support


def offers(g: France40, b: Battle) -> Iterator[Support]:
    """9.3.1a, 17.1.1a: what either side may add; 15.2.7, 7.7a, R.17.1.4c.4: only to regular combat."""
    if b.paid != REGULAR or odds.hqs_alone(g, b.target):
        return
    for word, side in AIR.items():
        if most := most_air(g, side, b) + b.air[side]:
            text = f"{side.title} Air units"
            yield Support(id=word, text=text, whose=side.word, most=most, used=b.air[side], rule="9.3.1a")
    if b.hq >= 0 or next(hqs.supporting(g, b), None) is not None:
        yield Support(id="hq", text="an Allied HQ", whose="allied", most=1, used=int(b.hq >= 0), rule="17.1.1a")


def open_shifts(g: France40, b: Battle) -> Iterator[Shift]:
    """8.3b: what either side could still add, and what it would leave of the chance."""
    for offer in offers(g, b):
        if offer.used < offer.most:
            more = with_support(g, b, {offer.id: offer.used + 1})
            falls = float(chance_to_fall(chances(g, more)))
            value = 1 if offer.whose == attacker(g, b).word else -1
            yield Shift(value, offer.rule, f"{offer.text}: one more", offer.whose, open=True, leaves=falls)

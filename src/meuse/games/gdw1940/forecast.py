"""What an attack of 1940 would bring, one's own or the enemy's: the arithmetic of chapter 7 as a report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from meuse.counters import Side, Unit
from meuse.games.gdw1940 import combat, command, odds, reminders
from meuse.games.gdw1940.aftermath import retreat_hexes
from meuse.games.gdw1940.air import air_points
from meuse.games.gdw1940.board import DR, EIGHTHS, POLITICS, Gdw1940
from meuse.games.gdw1940.exits import Exits
from meuse.games.gdw1940.neutrals import invade
from meuse.games.gdw1940.odds import Attack, Battle
from meuse.hexmap import Hex
from meuse.mechanics.odds import figure
from meuse.mechanics.reach import swift_reach
from meuse.report import Approach, Face, OddsReport, Outcome, Shift, Support
from meuse.steps import Order

MEANING = {
    "AE": "all attackers are eliminated",
    "AR": "all attackers are disrupted",
    "NE": "no effect",
    "DE": "all defenders are eliminated",
}
GOOD_FOR = {"AE": "defender", "AR": "defender", "NE": "", "DE": "attacker"}
RETREATS = ("DR*", "DR")
"""7.result.dr_star, 7.result.dr: what these mean depends on ground and fortifications, and on the ways out."""

AIR = {"air-german": Side.GERMAN, "air-allied": Side.ALLIED}
"""The ids of support: the air points of each side."""

Chances = dict[tuple[int, str], Fraction]
"""The chance of each result in each column."""


def of_order(g: Gdw1940, side: Side, order: Order, support: Mapping[str, int]) -> OddsReport | None:
    """7.modifiers: an attack as it is being ordered: `attack 1512 with de.XIX`; None if it could not be made."""
    if not order or order[0] != "attack" or "with" not in order:
        return None
    middle = order.index("with")
    hexes = tuple(g.map.index[t] for t in order[1:middle] if t in g.map.index)
    units = tuple(g.scenario.unit_named[t] for t in order[middle + 1 :] if t in g.scenario.unit_named)
    if not hexes or not units or not all(odds.is_target(g, side, h) for h in hexes):
        return None
    if not all(could_attack(g, side, u, hexes) for u in units):
        return None
    return report(g, with_air(g, Attack(hexes, units), support), " ".join(order))


def could_attack(g: Gdw1940, side: Side, u: Unit, hexes: tuple[Hex, ...]) -> bool:
    """7.combine, R.7.multi_hex.1: whether a unit stands next to all the hexes, and nothing keeps it from attacking."""
    if g.scenario.side_of[u] is not side or g.hex_of[u] < 0:
        return False
    return set(hexes) <= set(g.scenario.spread[g.hex_of[u]]) and combat.attacker_refuses(g, u, hexes) is None


def with_air(g: Gdw1940, attack: Attack, support: Mapping[str, int]) -> Battle:
    """9.shift: the attack with so many air points on each side, as far as there are any."""
    allied, german = (
        max(0, min(support.get(word, 0), air_points(g, AIR[word]))) for word in ("air-allied", "air-german")
    )
    return Battle(attack, allied, german)


def report(g: Gdw1940, battle: Battle, words: str) -> OddsReport:
    """The arithmetic of an attack. Chances count every bridgehead roll; the faces are those with all of them won."""
    g = at_war(g, battle)
    crt, name = g.scenario.crt, odds.column_name
    attack, defence = odds.totals(g, battle)
    start, final = odds.column(g, battle)
    faces = crt.faces(final) if final >= 0 else [(die, g.scenario.tables["crt"]["below_first"]) for die in crt.rows]
    results, fates = chances(g, battle), {code: fate(g, battle, code) for code in (*MEANING, *RETREATS)}
    falls = chance_to_fall(results, fates)
    there = ", ".join(g.map.labels[h] for h in battle.attack.hexes)
    return OddsReport(
        attack=words,
        ratio=f"{figure(attack)} : {figure(defence)}",
        attackers=odds.attack_strengths(g, battle),
        defenders=odds.defence_strengths(g, battle),
        columns=crt.columns,
        start=name(g, start),
        final=name(g, final),
        shifts=(*odds.shifts(g, battle), *open_shifts(g, battle, fates, falls)),
        faces=tuple(Face(str(die), 1 / 6, code, fates[code].meaning, fates[code].good_for) for die, code in faces),
        outcomes=(
            Outcome(f"{there} falls", float(falls), "attacker"),
            Outcome(f"{there} is held", float(1 - falls), "defender"),
            *(Outcome(text, float(chance), whose) for text, whose, chance in prices(results, fates) if chance),
        ),
        attacker_losses=losses(results, {"AE": len(battle.attack.units)}),
        defender_losses=losses(results, {code: one.lost for code, one in fates.items()}) if defended(g, battle) else {},
        counts="units",
        assumptions=tuple(assumptions(g, battle)),
        hexes=tuple(g.map.labels[h] for h in battle.attack.hexes),
        ground=", ".join(dict.fromkeys(g.map.terrain_kinds[g.map.terrain[h]].title for h in battle.attack.hexes)),
        support=tuple(offers(g, battle)),
    )


def at_war(g: Gdw1940, battle: Battle) -> Gdw1940:
    """R.13.invade.1: the board on which an attack is fought: its own invasion gives neutrals their ground to go to."""
    if odds.attacker(g, battle) is Side.ALLIED:
        return g
    attacked = {combat.target_country(g, h) for h in battle.attack.hexes}
    if not any(g.is_neutral(country) for country in attacked):
        return g
    found = g.copy()
    for country in sorted(attacked):
        invade(found, country)
    return found


# -- chances


class Fate(msgspec.Struct, frozen=True):
    """What a result would do to the defenders: do all their hexes fall, are all of them lost, or how many."""

    meaning: str
    good_for: str
    falls: bool = False
    destroyed: bool = False
    lost: int = 0


def fate(g: Gdw1940, battle: Battle, code: str) -> Fate:
    """7.result: a result as it would be carried out."""
    if code in RETREATS:
        return fate_of_retreat(g, battle, code)
    if code == "DE":
        return Fate(MEANING[code], GOOD_FOR[code], falls=True, destroyed=True, lost=len(defended(g, battle)))
    return Fate(MEANING[code], GOOD_FOR[code])


def fate_of_retreat(g: Gdw1940, battle: Battle, code: str) -> Fate:
    """R.7.result.dr_star.1, 7.retreat.eliminated: hexes are judged one by one, then the ways out."""
    units, hexes = defended(g, battle), battle.attack.hexes
    leaving = tuple(h for h in hexes if odds.gives_way(g, battle, h, code))
    if not leaving:
        return Fate("no effect, as the defenders are sheltered", "")
    lost = fewest_lost(g, tuple(u for u in units if g.hex_of[u] in leaving), leaving, {})
    destroyed = bool(units) and lost == len(units)
    whose = "the defenders" if leaving == hexes else f"those in {', '.join(g.map.labels[h] for h in leaving)}"
    meaning = f"{whose} {'cannot retreat and are eliminated' if destroyed else 'retreat, disrupted'}"
    return Fate(meaning, "attacker", leaving == hexes, destroyed, lost)


def fewest_lost(
    g: Gdw1940, units: tuple[Unit, ...], leaving: tuple[Hex, ...], known: dict[tuple[Hex, ...], int]
) -> int:
    """7.retreat.eliminated, R.7.retreat.owner.1: the units lost if their owner retreats them in the best order."""
    where = tuple(g.hex_of[u] for u in units)
    left = [u for u in units if g.hex_of[u] in leaving]
    if where in known or not left:
        return known.get(where, 0)
    known[where] = len(left)
    ways = {u: sorted(retreat_hexes(g, u, leaving)) for u in left}
    for u, h in [(u, h) for u, ends in ways.items() for h in ends]:
        gone = g.copy()
        gone.place(u, h)
        gone.set_status(u, g.status[u] | DR)
        known[where] = min(known[where], fewest_lost(gone, units, leaving, known))
        if not known[where]:
            break
    return known[where]


def chances(g: Gdw1940, battle: Battle) -> Chances:
    """7.terrain.minor_river: every way the bridgehead rolls can go, and in each the column and the die."""
    rivers = combat.minor_rivers(g, battle.attack)
    won = Fraction(g.scenario.tables["hexside"]["bridgehead"], 6)
    found: Chances = {}
    for cases in range(2 ** len(rivers)):
        lost = frozenset(side for n, side in enumerate(rivers) if cases >> n & 1)
        weight = won ** (len(rivers) - len(lost)) * (1 - won) ** len(lost)
        for code in results_of(g, msgspec.structs.replace(battle, unbridged=lost)):
            found[code] = found.get(code, Fraction(0)) + weight / 6
    return found


def results_of(g: Gdw1940, battle: Battle) -> list[tuple[int, str]]:
    """The six results of an attack, each with its column."""
    _, final = odds.column(g, battle)
    if final < 0:
        return [(final, g.scenario.tables["crt"]["below_first"])] * 6
    return [(final, code) for _, code in g.scenario.crt.faces(final)]


def chance_to_fall(results: Chances, fates: Mapping[str, Fate]) -> Fraction:
    """7.result: whether every hex attacked is cleared of its defenders."""
    return sum((chance for (_, code), chance in results.items() if fates[code].falls), Fraction(0))


def prices(results: Chances, fates: Mapping[str, Fate]) -> Iterator[tuple[str, str, Fraction]]:
    """What else may come of it."""
    destroyed = [code for code, one in fates.items() if one.destroyed]
    for wanted, text, whose in (
        (destroyed, "the defenders are eliminated", "attacker"),
        (["AR"], "the attackers are disrupted", "defender"),
        (["AE"], "the attackers are eliminated", "defender"),
    ):
        yield text, whose, sum((chance for (_, code), chance in results.items() if code in wanted), Fraction(0))


def losses(results: Chances, lost: Mapping[str, int]) -> dict[int, float]:
    """How many units are lost, with the chance of each number."""
    found: dict[int, Fraction] = {}
    for (_, code), chance in results.items():
        units = lost.get(code, 0)
        found[units] = found.get(units, Fraction(0)) + chance
    return {units: float(found[units]) for units in sorted(found)}


def defended(g: Gdw1940, battle: Battle) -> list[Unit]:
    """The units attacked."""
    side = odds.attacker(g, battle).enemy
    return [u for h in battle.attack.hexes for u in odds.defenders(g, side, h)]


def assumptions(g: Gdw1940, battle: Battle) -> Iterator[str]:
    if not battle.allied_air and not battle.german_air:
        yield "neither side adds air points"
    if rivers := combat.minor_rivers(g, battle.attack):
        rolls = reminders.counted(len(rivers), "bridgehead roll")
        yield f"chances count {rolls}; the faces above are those with every bridgehead won"


# -- support


def offers(g: Gdw1940, battle: Battle) -> Iterator[Support]:
    """9.shift: the air points that each side could still put in."""
    used = {Side.GERMAN: battle.german_air, Side.ALLIED: battle.allied_air}
    for word, side in AIR.items():
        if most := air_points(g, side):
            text = f"{side.title} air points"
            yield Support(id=word, text=text, whose=side.word, most=most, used=used[side], rule="9.shift")


def open_shifts(g: Gdw1940, battle: Battle, fates: Mapping[str, Fate], falls: Fraction) -> Iterator[Shift]:
    """9.shift: what one more air point of the defender would leave of the chance."""
    side = odds.attacker(g, battle).enemy
    put = battle.allied_air if side is Side.ALLIED else battle.german_air
    if falls and put < air_points(g, side):
        more = Battle(
            battle.attack, battle.allied_air + (side is Side.ALLIED), battle.german_air + (side is Side.GERMAN)
        )
        left = chance_to_fall(chances(g, more), fates)
        text = f"{'an Allied' if side is Side.ALLIED else 'a German'} air point"
        yield Shift(-1, "9.shift", text, side.word, open=True, leaves=float(left))


# -- the enemy's reply


def threat(g: Gdw1940, side: Side, at: str, left_out: frozenset[Unit], support: Mapping[str, int]) -> OddsReport | None:
    """The best attack that enemy units in reach could make, by what this side can know: no boundaries, no plans."""
    target = g.map.index.get(at)
    if target is None or not g.units_in(target, side):
        return None
    free = unbound(g)
    able = {
        u: way
        for u in g.on_map(side.enemy)
        if may_attack(g, u, target) and (way := approach(free, u, target)) is not None
    }
    joining = tuple(u for u in able if u not in left_out)
    if not joining:
        return None
    found = report(g, with_air(g, Attack((target,), joining), support), f"attack on {at}")
    return msgspec.structs.replace(
        found,
        approaches=tuple(Approach(g.name(u), tuple(g.map.labels[h] for h in way)) for u, way in able.items()),
        left_out=tuple(g.name(u) for u in able if u in left_out),
        after=tuple(aftermath(g, side, target)),
        assumptions=(
            *found.assumptions,
            "every unit finds a hex to attack from; no reserves come in",
            "rivers and fortifications count as from where the units stand now",
            "your units stand as they stand",
        ),
    )


def may_attack(g: Gdw1940, u: Unit, target: Hex) -> bool:
    """7.disruption.effects, 11.para.nothing, 13.status.move, 15.geb.limits: what everybody knows of a unit."""
    bound = command.mountain_corps_refuses(g, u, combat.target_country(g, target))
    return g.in_play(u) and bool(g.counter(u).combat) and not g.disrupted(u) and not bound


def aftermath(g: Gdw1940, side: Side, target: Hex) -> Iterator[str]:
    """7.retreat: where the defenders could go."""
    for u in g.units_in(target, side):
        ends = sorted(retreat_hexes(g, u, (target,)))
        if ends:
            goals = ", ".join(g.map.labels[h] for h in ends[:4]) + (" and others" if len(ends) > 4 else "")
            yield f"{g.name(u)} could fall back to {goals}"
        else:
            yield f"{g.name(u)} has nowhere to fall back to and would be lost"


def unbound(g: Gdw1940) -> Gdw1940:
    """16.secret: the board as if no army group bound anybody, since which army belongs to which is for its owner."""
    free = g.copy()
    free.groups.clear()
    free.bef_free_from = free.turn
    free.touch(POLITICS)
    return free


def approach(g: Gdw1940, u: Unit, target: Hex) -> tuple[Hex, ...] | None:
    """The way of a unit to a hex from which it could attack, its own hex first; None if there is none."""
    near = [n for n in g.map.adjacent[target] if target in g.scenario.spread[n]]
    here = g.hex_of[u]
    if here in near:
        return (here,)
    counter = g.counter(u)
    if g.map.distance(here, target) > counter.movement + 1:
        return None
    found = swift_reach(here, counter.movement * EIGHTHS, Exits(g, u))
    ends = [h for h in near if h in found.cost]
    return (here, *found.path(min(ends, key=lambda h: (found.cost[h], h)))) if ends else None

"""What an attack of 1940 would bring, one's own or the enemy's: chapter 7, with its bridgehead rolls and ways out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar

import msgspec

from meuse.counters import Side, Unit
from meuse.forecast import Column, End, Fate, Forecast, certain
from meuse.games.gdw1940 import combat, command, odds
from meuse.games.gdw1940.aftermath import retreat_hexes
from meuse.games.gdw1940.air import air_points
from meuse.games.gdw1940.board import DR, EIGHTHS, POLITICS, Gdw1940, may_stack
from meuse.games.gdw1940.exits import Exits
from meuse.games.gdw1940.neutrals import invade
from meuse.games.gdw1940.odds import Attack, Battle
from meuse.hexmap import Hex
from meuse.mechanics.odds import figure
from meuse.mechanics.reach import Reach, swift_reach
from meuse.report import Shift, Strength, Support, count

AIR = {"air-german": Side.GERMAN, "air-allied": Side.ALLIED}
"""The ids of support: the air points of each side."""


class Gdw1940Forecast(Forecast[Gdw1940, Battle, str]):
    """7.modifiers, 7.result; 16.secret: threats by what everybody knows, without boundaries and plans."""

    counts = "units"
    single: ClassVar = {"air-german": "a German air point", "air-allied": "an Allied air point"}
    caveats = ("no reserves arrive, and your units stay where they are",)

    # -- the battle

    def made(self, g: Gdw1940, side: Side, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> Battle:
        return Battle(Attack(hexes, units))

    def aim(self, battle: Battle) -> tuple[Hex, ...]:
        return battle.attack.hexes

    def is_target(self, g: Gdw1940, side: Side, h: Hex) -> bool:
        return odds.is_target(g, side, h)

    def may_attack(self, g: Gdw1940, side: Side, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> bool:
        """7.combine, R.7.multi_hex.1: whether all of them stand next to all the hexes, and nothing holds them back."""
        near = set.intersection(*(set(g.scenario.spread[g.hex_of[u]]) if g.hex_of[u] >= 0 else set() for u in units))
        ours = super().may_attack(g, side, hexes, units) and near.issuperset(hexes)
        return ours and all(combat.why_not_attack(g, u, hexes) is None for u in units)

    def board(self, g: Gdw1940, battle: Battle) -> Gdw1940:
        """R.13.invade.1: an attack is its own invasion: it gives neutrals their country to retreat to."""
        attacked = {combat.target_country(g, h) for h in battle.attack.hexes}
        if odds.attacker(g, battle) is Side.ALLIED or not any(g.is_neutral(country) for country in attacked):
            return g
        found = g.copy()
        for country in sorted(attacked):
            invade(found, country)
        return found

    def column(self, g: Gdw1940, battle: Battle) -> Column:
        attack, defence = odds.totals(g, battle)
        start, final = (odds.column_name(g, column) for column in odds.column(g, battle))
        return Column(f"{figure(attack)} : {figure(defence)}", g.scenario.crt.columns, start, final)

    def strengths(self, g: Gdw1940, battle: Battle) -> tuple[Sequence[Strength], Sequence[Strength]]:
        return odds.attack_strengths(g, battle), odds.defence_strengths(g, battle)

    def shifts(self, g: Gdw1940, battle: Battle) -> Iterator[Shift]:
        return odds.shifts(g, battle)

    def faces(self, g: Gdw1940, battle: Battle) -> list[tuple[int, str]]:
        """R.7.odds.1: worse than the first column there is one result for every die."""
        crt, (_, final) = g.scenario.crt, odds.column(g, battle)
        return crt.faces(final) if final >= 0 else [(die, g.scenario.tables["crt"]["below_first"]) for die in crt.rows]

    def cases(self, g: Gdw1940, battle: Battle) -> Iterator[tuple[Battle, Fraction]]:
        """7.terrain.minor_river: every way that the bridgehead rolls can go."""
        rivers = combat.minor_rivers(g, battle.attack)
        won = Fraction(g.scenario.tables["hexside"]["bridgehead"], 6)
        for case in range(2 ** len(rivers)):
            lost = frozenset(side for n, side in enumerate(rivers) if case >> n & 1)
            chance = won ** (len(rivers) - len(lost)) * (1 - won) ** len(lost)
            yield msgspec.structs.replace(battle, unbridged=lost), chance

    def fate(self, g: Gdw1940, battle: Battle, result: str) -> Fate:
        """7.result: a result as it would be carried out."""
        units, all_of_us = defended(g, battle), len(battle.attack.units)
        match result:
            case "AE":
                return certain("the attackers are eliminated", "defender", End(falls=False, attackers=all_of_us))
            case "AR":
                return certain("the attackers are disrupted", "defender", End(falls=False))
            case "DE":
                return certain("the defenders are eliminated", "attacker", End(falls=True, defenders=len(units)))
            case "DR" | "DR*":
                return fate_of_retreat(g, battle, result)
        return certain("no effect", "", End(falls=False))

    def assumptions(self, g: Gdw1940, battle: Battle) -> Iterator[str]:
        if not battle.allied_air and not battle.german_air:
            yield "neither side adds air points"
        if rivers := combat.minor_rivers(g, battle.attack):
            rolls = count(len(rivers), "bridgehead roll")
            yield f"the chances include {rolls}; the faces assume that every bridgehead is won"

    # -- support

    def offers(self, g: Gdw1940, battle: Battle) -> Iterator[Support]:
        """9.shift: the air points that each side could still put in."""
        used = {Side.GERMAN: battle.german_air, Side.ALLIED: battle.allied_air}
        for word, side in AIR.items():
            if most := air_points(g, side):
                text = f"{side.title} air points"
                yield Support(
                    id=word, text=text, whose=side.word, most=most, used=used[side], rule="9.shift", order=("air",)
                )

    def with_support(self, g: Gdw1940, battle: Battle, support: Mapping[str, int]) -> Battle:
        """9.shift: with so many air points on each side, as far as there are any."""
        german, allied = (max(0, min(support.get(word, 0), air_points(g, side))) for word, side in AIR.items())
        return msgspec.structs.replace(battle, german_air=german, allied_air=allied)

    # -- the enemy's next turn

    def on_their_turn(self, g: Gdw1940, side: Side) -> Gdw1940:
        """16.secret: as if no army group bound anybody, since which army belongs to which is for its owner to know."""
        free = g.copy()
        free.groups.clear()
        free.bef_free_from = free.turn
        free.touch(POLITICS)
        return free

    def comers(self, g: Gdw1940, side: Side, target: Hex) -> Iterator[Unit]:
        """7.disruption.effects, 11.para.nothing, 13.status.move, 15.geb.limits: what everybody knows of a unit."""
        country = combat.target_country(g, target)
        for u in super().comers(g, side, target):
            if g.in_play(u) and not g.disrupted(u) and not command.why_not_mountain_corps(g, u, country):
                yield u

    def force(self, g: Gdw1940, u: Unit) -> int:
        return g.counter(u).combat

    def bases(self, g: Gdw1940, u: Unit, target: Hex) -> list[Hex]:
        return [h for h in g.map.adjacent[target] if target in g.scenario.spread[h]]

    def reach(self, g: Gdw1940, u: Unit, target: Hex) -> Reach | None:
        here, points = g.hex_of[u], g.counter(u).movement
        return swift_reach(here, points * EIGHTHS, Exits(g, u)) if g.map.distance(here, target) <= points + 1 else None

    def has_room(self, g: Gdw1940, u: Unit, h: Hex) -> bool:
        return may_stack(g, u, h)

    def retreats(self, g: Gdw1940, u: Unit, target: Hex) -> Collection[Hex]:
        """7.retreat: the hexes a defender could retreat to."""
        return retreat_hexes(g, u, (target,))


def defended(g: Gdw1940, battle: Battle) -> list[Unit]:
    """The units attacked."""
    side = odds.attacker(g, battle).enemy
    return [u for h in battle.attack.hexes for u in odds.defenders(g, side, h)]


def fate_of_retreat(g: Gdw1940, battle: Battle, result: str) -> Fate:
    """R.7.result.dr_star.1, 7.retreat.eliminated: hexes are judged one by one, then the ways out."""
    units, hexes = defended(g, battle), battle.attack.hexes
    leaving = tuple(h for h in hexes if odds.gives_way(g, battle, h, result))
    if not leaving:
        return certain("no effect, as the defenders are sheltered", "", End(falls=False))
    lost = fewest_lost(g, tuple(u for u in units if g.hex_of[u] in leaving), leaving, {})
    whose = "the defenders" if leaving == hexes else f"the defenders of {', '.join(g.map.labels[h] for h in leaving)}"
    doomed = bool(units) and lost == len(units)
    text = f"{whose} {'cannot retreat and are eliminated' if doomed else 'retreat and are disrupted'}"
    return certain(text, "attacker", End(falls=leaving == hexes, defenders=lost))


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


FORECAST = Gdw1940Forecast()

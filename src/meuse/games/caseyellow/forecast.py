"""What an attack of Case Yellow would bring, one's own or the enemy's: chapter 11, with what both sides may add."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import ClassVar

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.forecast import ONE, Column, End, Fate, Forecast, certain
from meuse.games.caseyellow import odds, results, toll
from meuse.games.caseyellow.aftermath import retreat_paths
from meuse.games.caseyellow.board import OOS, CaseYellow
from meuse.games.caseyellow.bridgeheads import can_attempt
from meuse.games.caseyellow.combat import can_attack_from, front
from meuse.games.caseyellow.ground import reach_of, still_near
from meuse.games.caseyellow.odds import Attack, Battle
from meuse.games.caseyellow.prepare import usable_air
from meuse.games.caseyellow.stacking import may_stack
from meuse.hexmap import Hex
from meuse.mechanics.odds import figure
from meuse.mechanics.reach import Reach
from meuse.report import OddsReport, Shift, Strength, Support

AIR = {"air-german": Side.GERMAN, "air-allied": Side.ALLIED}
"""The ids of support: the Air Assets of each side."""

RETREAT = 2
"""11.4d: a retreat after DR or DE, which a threat reckons with."""


class CaseYellowForecast(Forecast[CaseYellow, Battle, str]):
    """11.3: the arithmetic of a combat; threats by a Move Round and a Combat Round of the enemy."""

    single: ClassVar = {"air-german": "a German Air Asset", "air-allied": "an Allied Air Asset"}
    caveats = ("the enemy has a Move Round first, then a Combat Round",)

    # -- the battle

    def made(self, g: CaseYellow, side: Side, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> Battle:
        return Battle(Attack(hexes[0], units))

    def aim(self, battle: Battle) -> tuple[Hex, ...]:
        return (battle.attack.target,)

    def is_target(self, g: CaseYellow, side: Side, h: Hex) -> bool:
        """10.9a: a garrison alone can be attacked too."""
        fort = g.standing_fort(h)
        return super().is_target(g, side, h) or (fort is not None and fort.side is not side)

    def may_attack(self, g: CaseYellow, side: Side, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> bool:
        """11.2, 11.8a: units next to one hex, and ARKO two hexes away."""
        ours = super().may_attack(g, side, hexes, units)
        return ours and len(hexes) == 1 and all(still_near(g, u, hexes[0]) for u in units)

    def report(self, g: CaseYellow, battle: Battle, words: str) -> OddsReport:
        """7.9e.alone: there is nothing to weigh up where an Attack Supply Unit is alone."""
        found = super().report(g, battle, words)
        if found.defenders:
            return found
        return msgspec.structs.replace(found, outcomes=found.outcomes[2:], assumptions=(), support=())

    def column(self, g: CaseYellow, battle: Battle) -> Column:
        columns = g.scenario.crt.columns
        attack, defence = odds.totals(g, battle)
        start = min(odds.start_column(g, battle), len(columns) - 1)
        final = odds.column_name(g, odds.final_column(g, battle))
        named = columns[start] if start >= 0 else "below 1-3"
        return Column(f"{figure(attack)} : {figure(defence)}", columns, named, final)

    def strengths(self, g: CaseYellow, battle: Battle) -> tuple[Iterator[Strength], Iterator[Strength]]:
        return (plain(g, u) for u in battle.attack.units), defence_strengths(g, battle)

    def shifts(self, g: CaseYellow, battle: Battle) -> Iterator[Shift]:
        """11.3b.cap: the shifts, and what the cap takes back."""
        found = tuple(odds.shifts(g, battle))
        yield from found
        if over := odds.net_shift(g, battle) - sum(shift.value for shift in found):
            yield Shift(over, "11.3b.cap", "limit on the net shift")

    def faces(self, g: CaseYellow, battle: Battle) -> list[tuple[int, str]]:
        """11.3d, 11.3d.tr: each face of the die with the result that counts; 11.3a.min: AE below 1-3."""
        if not odds.is_contested(g, battle):
            return []
        final = odds.final_column(g, battle)
        if final < 0:
            return [(die, str(g.scenario.tables["crt"]["below"])) for die in sorted(g.scenario.crt.rows)]
        return [(die, odds.final_result(g, battle, code)) for die, code in g.scenario.crt.faces(final)]

    def results(self, g: CaseYellow, battle: Battle) -> Mapping[str, Fraction]:
        return super().results(g, battle) if odds.is_contested(g, battle) else {results.NO_DIE: ONE}

    def fate(self, g: CaseYellow, battle: Battle, result: str) -> Fate:
        end = End(results.takes(g, battle, result), *toll.steps_lost(g, battle, result))
        return certain(results.meaning(g, battle, result), toll.good_for(g, battle, result), end)

    def assumptions(self, g: CaseYellow, battle: Battle) -> Iterator[str]:
        yield "no bridgehead is won, and no unit joins the combat"
        yield "no retreating unit is in the way of another"
        if odds.at_port(g, battle):
            yield "the strongest units defend the port"

    # -- support

    def offers(self, g: CaseYellow, battle: Battle) -> Iterator[Support]:
        """11.3c.air: the Air Assets that each side could still commit."""
        for side, used in zip(SIDES, (battle.german_air, battle.allied_air), strict=True):
            if most := usable_air(g, side, battle):
                name, text, rule = f"air-{side.word}", f"{side.title} Air Assets", "11.3c.air"
                yield Support(id=name, text=text, whose=side.word, most=most, used=used, rule=rule, order=("air",))

    def with_support(self, g: CaseYellow, battle: Battle, support: Mapping[str, int]) -> Battle:
        """11.3c.air: with so many Air Assets on each side, as far as there are any."""
        german, allied = (max(0, min(support.get(word, 0), usable_air(g, side, battle))) for word, side in AIR.items())
        return msgspec.structs.replace(battle, german_air=german, allied_air=allied)

    def open_shifts(self, g: CaseYellow, battle: Battle) -> Iterator[Shift]:
        """10.8c.3: what a bridgehead would give back; 7.8c: and the West Wall."""
        yield from super().open_shifts(g, battle)
        if may_be_bridged(g, battle):
            board = g.copy()
            board.bridgeheads |= {battle.attack.target}
            value, leaves = -g.scenario.tables["hexside"][odds.river_between(g, battle)], self.falls(board, battle)
            yield Shift(value, "10.8c.3", "a bridgehead, if the attempt succeeds", "german", open=True, leaves=leaves)
        if odds.needs_west_wall(g, battle) and not any(g.status[u] & OOS for u in battle.attack.units):
            text, leaves = "Attack Supply drawn from the West Wall", self.falls(g, with_west_wall(battle))
            yield Shift(+1, "7.8c", text, "german", open=True, leaves=leaves)

    def falls(self, g: CaseYellow, battle: Battle) -> float:
        return float(self.prospect(g, battle).falls)

    # -- the enemy's next turn

    def on_their_turn(self, g: CaseYellow, side: Side) -> CaseYellow:
        """10.1a, 11.2a.2: with new allowances, and nobody has attacked yet."""
        board = g.copy()
        board.acts[:], board.spent[:] = [0] * len(g.acts), [0] * len(g.spent)
        return board

    def force(self, g: CaseYellow, u: Unit) -> int:
        """R.11.3g.2: ARKO only supports."""
        return 0 if g.counter(u).kind == "artillery" else g.strength(u)

    def bases(self, g: CaseYellow, u: Unit, target: Hex) -> list[Hex]:
        return [h for h in front(g)[target] if can_attack_from(g, u, h, target)]

    def reach(self, g: CaseYellow, u: Unit, target: Hex) -> Reach | None:
        return reach_of(g, u) if g.map.distance(g.hex_of[u], target) <= g.allowance(u) + 1 else None

    def has_room(self, g: CaseYellow, u: Unit, h: Hex) -> bool:
        return may_stack(g, u, h)

    def retreats(self, g: CaseYellow, u: Unit, target: Hex) -> Collection[Hex] | None:
        """11.4e, 13.5.3: nobody retreats from a Fortified Line that stands, or from the Dynamo port."""
        if g.standing_fort(target) is not None or target == g.port:
            return None
        return {path[-1] for path in retreat_paths(g, u, RETREAT)}


def plain(g: CaseYellow, u: Unit) -> Strength:
    """11.3a: a unit counts for what it is worth."""
    return Strength(g.id(u), str(g.strength(u)), str(g.strength(u)))


def defence_strengths(g: CaseYellow, battle: Battle) -> Iterator[Strength]:
    yield from (plain(g, u) for u in odds.defenders(g, battle))
    if strength := odds.garrison(g, battle):
        yield Strength("garrison", str(strength), str(strength), (), ("10.9a",))


def may_be_bridged(g: CaseYellow, battle: Battle) -> bool:
    """10.8c.3: whether a bridgehead could still be won for a German attack over a river."""
    if odds.attacker(g, battle) is Side.ALLIED or not odds.river_between(g, battle):
        return False
    able = (u for u in odds.adjacent(g, battle) if g.scenario.yellow[u])
    return any(can_attempt(g, u, battle.attack.target) for u in able)


def with_west_wall(battle: Battle) -> Battle:
    return msgspec.structs.replace(battle, west_wall=True)


FORECAST = CaseYellowForecast()

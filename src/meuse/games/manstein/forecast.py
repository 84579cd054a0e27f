"""What an attack of Manstein's War would bring, one's own or the enemy's: chapters 10, 11, 18, 20 and 22."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar

import msgspec

from meuse.counters import Side, Unit
from meuse.forecast import Column, End, Fate, Forecast, certain
from meuse.games.manstein import odds
from meuse.games.manstein.battle import MEANING, effective, on_its_table, why_not_naval
from meuse.games.manstein.board import ATTACKED, FOUGHT, Impulse, Manstein, feared
from meuse.games.manstein.movement import reach_of
from meuse.games.manstein.odds import Battle
from meuse.games.manstein.retreats import retreat_paths
from meuse.games.manstein.stacking import may_stack
from meuse.hexmap import Hex
from meuse.mechanics.reach import Reach
from meuse.report import Shift, Strength, Support

GOOD_FOR = {"A": "defender", "C": "defender", "D": "attacker", "O": "attacker", "M": "attacker", "S": "", "": ""}
"""By the first letter of a result, none for no result."""


class MansteinForecast(Forecast[Manstein, Battle, str]):
    """10.3 to 10.6, on the best table that the attack may use. What a counterattack would bring is left open."""

    single: ClassVar = {"naval": "naval support"}
    caveats = ("all enemy units are activated at once, and your units stay where they are",)

    # -- the battle

    def made(self, g: Manstein, side: Side, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> Battle:
        return on_its_table(g, odds.declared(g, side, hexes[0], units))

    def is_target(self, g: Manstein, side: Side, h: Hex) -> bool:
        return bool(g.ground(h, side.enemy))

    def may_attack(self, g: Manstein, side: Side, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> bool:
        """10.0a, 10.0b, 10.1g: who could take part as they stand, whatever the marker in play activates."""
        near = self.bases(g, units[0], hexes[0])
        ours = len(hexes) == 1 and super().may_attack(g, side, hexes, units)
        return ours and all(g.hex_of[u] in near and g.scenario.is_ground[u] and g.attack_of(u) for u in units)

    def column(self, g: Manstein, battle: Battle) -> Column:
        names, (start, final) = odds.table_of(g, battle).columns, odds.columns(g, battle)
        attack, defence = odds.totals(g, battle)
        percent = odds.percentage(attack, defence)
        ratio = f"{attack} : {defence}" + (f" ({percent}%)" if percent is not None else "")
        return Column(ratio, names, names[start], names[final])

    def strengths(self, g: Manstein, battle: Battle) -> tuple[Sequence[Strength], Sequence[Strength]]:
        ours = [strength(g, u, odds.attack_factor(g, battle, u)) for u in battle.units]
        return ours, [strength(g, u, g.defence_of(u)) for u in odds.fighting(g, battle)]

    def shifts(self, g: Manstein, battle: Battle) -> Iterator[Shift]:
        return odds.shifts(g, battle)

    def faces(self, g: Manstein, battle: Battle) -> list[tuple[int, str]]:
        return odds.table_of(g, battle).faces(odds.columns(g, battle)[1])

    def fate(self, g: Manstein, battle: Battle, result: str) -> Fate:
        """22.1.DW, 22.1.CA: at a fortress some results mean something else."""
        code = effective(g, battle, result)
        lost = End(clears(g, battle, code), toll(g, battle, code, "attacker"), toll(g, battle, code, "defender"))
        return certain(MEANING[code], GOOD_FOR[code[:1]], lost)

    def assumptions(self, g: Manstein, battle: Battle) -> Iterator[str]:
        yield "no special forces are committed, and the losses of a counterattack are not counted"
        if battle.table == "mobile":
            yield "the attack uses the mobile table; you may choose the assault table instead"
        if g.own_fort(battle.target, battle.side.enemy) is not None:
            yield "units in their own fortress hold it instead of retreating"
        if battle.kind == "landing":
            yield "the landed unit is eliminated unless it clears the hex"
        yield "retreating units take the path that costs the fewest steps"

    # -- support

    def offers(self, g: Manstein, battle: Battle) -> Iterator[Support]:
        """20.1a: what the Allies could still add."""
        if why_not_naval(g, battle) is None:
            used = int(bool(battle.naval))
            yield Support(
                id="naval", text="Naval support", whose="allied", most=1, used=used, rule="20.1b", order=("naval",)
            )

    def with_support(self, g: Manstein, battle: Battle, support: Mapping[str, int]) -> Battle:
        """20.1b: with naval support, if that is asked for and can be had."""
        asked = bool(support.get("naval")) and why_not_naval(g, battle) is None
        return msgspec.structs.replace(battle, naval=odds.naval_shift(g, battle) if asked else 0)

    # -- the enemy's next turn

    def defenders_at(self, g: Manstein, side: Side, h: Hex) -> tuple[Unit, ...]:
        return g.ground(h, side)

    def on_their_turn(self, g: Manstein, side: Side) -> Manstein:
        """10.1a, 10.1b, 8.0f: a new impulse, before any unit has moved or fought; no marker helps its attacks."""
        board = g.copy()
        if g.now.side is not side:
            board.now = Impulse(side)
        for u in (u for one in Side for u in board.on_map(one)):
            board.unflag(u, ATTACKED | FOUGHT)
            board.budget[u] = -1
        return board

    def force(self, g: Manstein, u: Unit) -> int:
        return g.attack_of(u)

    def bases(self, g: Manstein, u: Unit, target: Hex) -> Sequence[Hex]:
        """10.0a, 18.2a: around the hex, or in it by a landing."""
        return (target, *g.scenario.links[target])

    def reach(self, g: Manstein, u: Unit, target: Hex) -> Reach | None:
        movement = g.counter(u).movement
        near = movement and g.map.distance(g.hex_of[u], target) <= movement + 1
        return reach_of(g, u) if near else None

    def has_room(self, g: Manstein, u: Unit, h: Hex) -> bool:
        return may_stack(g, u, h)

    def retreats(self, g: Manstein, u: Unit, target: Hex) -> Collection[Hex] | None:
        """11.1, 17.0e: where a defender could go; in its own fortress it may stay, and a static unit never goes."""
        if g.own_fort(target, g.side(u)) is not None:
            return None
        return () if g.counter(u).is_static else retreat_paths(g, u, 1)


def strength(g: Manstein, u: Unit, counted: int) -> Strength:
    return Strength(g.id(u), str(counted), str(counted))


def clears(g: Manstein, battle: Battle, code: str) -> bool:
    """Whether a result empties the hex: by a retreat outside a fortress of one's own, or by the loss of all steps."""
    row = g.scenario.tables["results"].get(effective(g, battle, code), {})
    holds = g.own_fort(battle.target, battle.side.enemy) is not None
    steps = sum(g.steps[u] for u in odds.defenders(g, battle))
    return bool(row.get("defender_retreat") and not holds) or row.get("defender_steps", 0) >= steps


def toll(g: Manstein, battle: Battle, code: str, who: str) -> int:
    """10.6b, R.10.6b.1: what a result costs a side: never more than it has; 18.2e: all, if a landing fails."""
    row = g.scenario.tables["results"].get(code, {})
    units = battle.units if who == "attacker" else odds.defenders(g, battle)
    whole = sum(g.steps[u] for u in units)
    if battle.kind == "landing" and who == "attacker" and not row.get("counterattack"):
        return min(whole, int(row.get("attacker_steps", 0))) if clears(g, battle, code) else whole
    owed, length = min(whole, int(row.get(f"{who}_steps", 0))), int(row.get(f"{who}_retreat", 0))
    return owed + price_of_retreat([(g.steps[u], fare(g, u, length)) for u in units], owed)


def fare(g: Manstein, u: Unit, length: int) -> int:
    """7.2e, 11.1c, 11.1g, 17.0e: the steps a retreat costs a unit by its best way: all, if there is none."""
    if not length or g.own_fort(g.hex_of[u], g.side(u)) is not None:
        return 0
    if g.counter(u).is_static:
        return g.steps[u]
    zones = feared(g, g.side(u))
    return min((sum(zones[h] for h in path) for path in retreat_paths(g, u, length).values()), default=g.steps[u])


def price_of_retreat(units: list[tuple[int, int]], owed: int) -> int:
    """What retreats cost, each unit with its steps and its fare, if the steps owed are lost where that saves most.

    >>> price_of_retreat([(1, 1), (2, 0)], 0), price_of_retreat([(1, 1), (2, 0)], 1)
    (1, 0)
    """
    saved = [0] * (owed + 1)
    for steps, fare in units:
        spare = max(0, steps - fare)
        saved = [
            max(saved[n - lost] + max(0, lost - spare) for lost in range(min(n, steps) + 1)) for n in range(owed + 1)
        ]
    return sum(min(steps, fare) for steps, fare in units) - saved[owed]


FORECAST = MansteinForecast()

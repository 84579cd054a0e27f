"""What an attack would bring, one's own or the enemy's: 6.3 to 6.7, on the forecast that all games share."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.forecast import Column, End, Fate, Forecast, certain
from meuse.games.skirmish import combat
from meuse.games.skirmish.board import Skirmish, is_supplied
from meuse.games.skirmish.combat import Retreat, column, divisions, full_strength, meaning, strength, strengths
from meuse.games.skirmish.movement import Operation
from meuse.hexmap import Hex
from meuse.mechanics.odds import figure
from meuse.mechanics.reach import Reach
from meuse.phases.attacks import Attack
from meuse.report import Shift, Strength


class SkirmishForecast(Forecast[Skirmish, Attack, str]):
    """6.3: a result is a code of the table: "1/2", or "CA"."""

    def made(self, g: Skirmish, side: Side, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> Attack:
        return Attack(hexes[0], units)

    def column(self, g: Skirmish, battle: Attack) -> Column:
        attack, defence = strengths(g, battle)
        names = g.scenario.table.columns
        start, final = names[column(g, battle)], names[column(g, battle, *self.shifts(g, battle))]
        return Column(f"{figure(attack)} : {figure(defence)}", names, start, final)

    def strengths(self, g: Skirmish, battle: Attack) -> tuple[list[Strength], list[Strength]]:
        attackers, defenders = ([told(g, u) for u in units] for units in (battle.units, g.at[battle.target]))
        return attackers, defenders

    def shifts(self, g: Skirmish, battle: Attack) -> Iterator[Shift]:
        return combat.shifts(g, battle)

    def faces(self, g: Skirmish, battle: Attack) -> list[tuple[int, str]]:
        return g.scenario.table.faces(column(g, battle, *self.shifts(g, battle)))

    def fate(self, g: Skirmish, battle: Attack, result: str) -> Fate:
        """6.5: the defenders must lose one step; they avoid the others by retreating."""
        if result == "CA":
            return certain(meaning(result), "defender", End(falls=False))
        own, theirs = map(int, result.split("/"))
        steps = sum(g.steps[d] for d in divisions(g, g.at[battle.target]))
        end = End(falls=theirs > 1 or theirs >= steps, attackers=own, defenders=min(1, theirs))
        return certain(meaning(result), "attacker" if theirs > own else "defender" if own > theirs else "", end)

    def bears(self, g: Skirmish, u: Unit) -> int:
        """7.1: a corps loses the steps of its divisions."""
        return sum(g.steps[d] for d in g.parts_of(u))

    def assumptions(self, g: Skirmish, battle: Attack) -> Iterator[str]:
        yield "the defenders lose one step and take all other points as a retreat"

    # -- the enemy's next operation

    def on_their_turn(self, g: Skirmish, side: Side) -> Skirmish:
        later = g.copy()
        for u in g.on_map(side):
            later.set_status(u, 0)
        return later

    def force(self, g: Skirmish, u: Unit) -> float:
        return float(strength(g, u))

    def reach(self, g: Skirmish, u: Unit, target: Hex) -> Reach:
        return Operation(g.scenario.side_of[u]).within(g, u)

    def has_room(self, g: Skirmish, u: Unit, h: Hex) -> bool:
        return g.may_stack(u, h)

    def retreats(self, g: Skirmish, u: Unit, target: Hex) -> list[Hex]:
        """6.6: where it could go for one point."""
        return Retreat(g.scenario.side_of[u], u, 1).ends(g, u)


def told(g: Skirmish, u: Unit) -> Strength:
    """8.2: what a unit counts for, and why it is not more."""
    printed, counted = figure(full_strength(g, u)), figure(strength(g, u))
    cut_off = {} if is_supplied(g, u) else {"reasons": ("out of supply",), "rules": ("8.2",)}
    return Strength(g.id(u), printed, counted, **cut_off)


FORECAST = SkirmishForecast()

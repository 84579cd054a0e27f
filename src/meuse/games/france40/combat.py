"""8: the combat phase: attacks are made one by one, in any order, and each is carried out at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.france40 import odds
from meuse.games.france40.advance import Advance, victors
from meuse.games.france40.attackers import cooperates, is_target, why_not_attack, why_not_target
from meuse.games.france40.battle import without_surplus
from meuse.games.france40.board import (
    ADVANCED,
    ATTACKED,
    AUTO_DS,
    DEFENDED,
    RETREATED,
    TRIED,
    France40,
)
from meuse.games.france40.displaced import opening
from meuse.games.france40.odds import Battle
from meuse.games.france40.results import result_row
from meuse.games.france40.special import Disengaging
from meuse.games.france40.stacking import correct_stacking
from meuse.games.france40.terrain import ground
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.reminders import not_attacked
from meuse.report import count, listed
from meuse.state import ENEMY, OWN, derived
from meuse.steps import Step, Warning, overrides


class Combat(Disengaging, frozen=True):
    """8.1a, 8.1d: the phasing player attacks as he likes, in any order, without declaring attacks in advance."""

    rule = "8.1a"
    question = "Which hexes do you attack?"

    def title(self, g: France40) -> str:
        return f"{self.side.title} combat"

    @overrides
    def warnings(self, g: France40) -> list[Warning]:
        """8.1a, 7.7e, 9.3.1: attacks not made, an advance that is owed, Air units that will not attack this turn."""
        targets, owed = list(self.targets(g, ())), [g.map.labels[h] for h in self.owed(g)]
        found = list(not_attacked(g, targets, "8.1a"))
        if owed:
            text = f"The advance after an Automatic DS on {listed(owed)} has not been made."
            found.append(Warning("loses", text, "7.7e", tuple(owed), "attacks"))
        if targets and g.air[self.side]:
            ready = f"{count(g.air[self.side], 'Air unit')} {'is' if g.air[self.side] == 1 else 'are'} still Ready"
            text = f"{ready} and can only support your defence until your next turn."
            found.append(Warning("loses", text, "9.3.1c", topic="air"))
        return found

    @order("attack {hexes} {units}", rule="8.1a")
    def attack(self, g: France40, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> None:
        """8.1b: no unit attacks or is attacked twice. `attack 4619 with de.pz1.t de.pz1.s1 go`"""
        b = Battle(hexes[0], units)
        for u in units:
            g.add(u, ATTACKED)
        for u in odds.defending(g, b):
            g.add(u, DEFENDED)
        g.push(opening(g, b), Advance(self.side, b))

    @attack.choices("hexes")
    def targets(self, g: France40, chosen: Sequence[Hex]) -> Iterator[Hex]:
        """8.2a: one hex, 8.4.3a: against which the units around it reach 1-3."""
        if chosen:
            return
        for h in near_enemies(g, self.side):
            units = list(self.able(g, (h,), ())) if is_target(g, self.side, h) else []
            if any(reaches_table(g, h, allies) for allies in by_nation(g, units)):
                yield h

    @attack.choices("units")
    def able(self, g: France40, hexes: Sequence[Hex], chosen: Sequence[Unit]) -> Iterator[Unit]:
        """8.2b: units of a stack may attack different hexes, each one of them; 8.5: Allies do not attack together."""
        held = g.held(self.side)
        for n in ground(g).spread[hexes[0]]:
            for u in g.units_in(n, self.side) if held[n] else ():
                free = u not in chosen and cooperates(g, u, chosen)
                if free and why_not_attack(g, u, hexes[0]) is None:
                    yield u

    @attack.enough("units")
    def why_not_enough(self, g: France40, hexes: Sequence[Hex], chosen: Sequence[Unit]) -> Refusal | None:
        """8.4.3a, R.8.4.3a.1: 1-3 at least, before shifts."""
        if reaches_table(g, hexes[0], chosen):
            return None
        return Refusal("8.4.3a", f"the odds against {g.map.labels[hexes[0]]} are below 1-3")

    @attack.refuses("hexes")
    def why_not_hex(self, g: France40, chosen: Sequence[Hex], h: Hex) -> Refusal:
        if chosen:
            return Refusal("8.2a", "an attack has one target hex")
        if refusal := why_not_target(g, self.side, h):
            return refusal
        near = [u for n in ground(g).spread[h] for u in g.units_in(n, self.side)]
        reasons = [refusal for u in near if (refusal := why_not_attack(g, u, h))]
        if not near:
            return Refusal("8.1a", f"none of your units is next to {g.map.labels[h]}")
        return reasons[0] if len(reasons) == len(near) else Refusal("8.4.3a", "the odds would be below 1-3")

    @attack.refuses("units")
    def why_not_unit(self, g: France40, hexes: Sequence[Hex], chosen: Sequence[Unit], unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side or g.hex_of[unit] < 0:
            return None
        if not cooperates(g, unit, chosen):
            return Refusal("8.5", "French, British and Belgian units cannot attack together")
        refusal = why_not_attack(g, unit, hexes[0])
        return refusal or Refusal("8.4.3a", "with this unit the odds are still below 1-3")

    @attack.describes("hexes")
    def best(self, g: France40, chosen: Sequence[Hex], h: Hex) -> dict[str, Any]:
        units = tuple(sorted(self.able(g, (h,), ())))
        if odds.hqs_alone(g, h):
            return {"label": f"Displace {g.listed(g.units_in(h, self.side.enemy))}", "rules": ("17.1.4c",)}
        b = Battle(h, tuple(u for u in units if cooperates(g, u, units[:1])))
        column = odds.column_words(g, odds.final_column(g, b))
        return {"odds": column, "label": f"Attack {g.map.labels[h]}", "rules": ("8.3a",)}

    @order(
        "exploit {hex}", label="Advance after an Automatic DS", rule="7.7e", why="no Automatic DS has cleared this hex"
    )
    def exploit(self, g: France40, h: Hex) -> None:
        """7.7e: at any moment of the combat phase, at the rate of a DS; 7.7f: with one Breakthrough Group."""
        b = Battle(h, g.owed.pop(h))
        for u in b.units:
            g.drop(u, AUTO_DS)
            g.add(u, ATTACKED)
        g.push(Advance(self.side, b, result_row(g, "DS")["advance"], victors(g, b)))

    @exploit.choices("hex")
    def owed(self, g: France40) -> list[Hex]:
        return sorted(h for h, units in g.owed.items() if any(g.hex_of[u] >= 0 for u in units))

    @order("end", label="End combat", rule="8.1a", was=("done",))
    def end(self, g: France40) -> None:
        g.pop()


@derived(OWN, ENEMY)
def near_enemies(g: France40, side: Side) -> Sequence[Hex]:
    """The hexes with enemies next to units of a side."""
    held, enemies = g.held(side), g.held(side.enemy)
    spread = ground(g).spread
    return sorted({n for h in g.at if h >= 0 and held[h] for n in spread[h] if enemies[n]})


def by_nation(g: France40, units: Sequence[Unit]) -> list[list[Unit]]:
    """8.5: those who can attack together."""
    nations = sorted({g.counter(u).nation for u in units})
    return [[u for u in units if g.counter(u).nation == nation] for nation in nations]


def reaches_table(g: France40, target: Hex, units: Sequence[Unit]) -> bool:
    """8.4.3a: whether units attack at 1-3 or better. A rough count first: halved, against twice the defence."""
    if not units:
        return False
    b = Battle(target, tuple(units))
    most = min(g.scenario.tables["limits"]["defence"], 2 * sum(g.face(u).defence for u in odds.fighters(g, b)))
    if 3 * sum(g.face(u).attack for u in units) >= 2 * most:
        return True
    return odds.start_column(g, without_surplus(g, b)) >= 0


class EndCombat(Step, frozen=True):
    """The end of a combat phase. 7.7e: Auto DS markers come off, used or not; 4.4a: stacking is put right."""

    rule = "4.4a"
    side: Side

    def run(self, g: France40) -> None:
        for u, status in enumerate(g.status):
            if status & PHASE_BITS:
                g.set_status(u, status & ~PHASE_BITS)
        g.owed.clear()
        g.covered = frozenset()
        g.replace(*correct_stacking(g, self.side))


PHASE_BITS = ATTACKED | DEFENDED | RETREATED | ADVANCED | AUTO_DS | TRIED

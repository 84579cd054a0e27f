"""10: the combat segment: attacks declared and fought one by one. How one is fought is in `battle`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.manstein import odds
from meuse.games.manstein.activation import is_active, put_to_use, why_not_active
from meuse.games.manstein.battle import SpecialForces, verb
from meuse.games.manstein.board import ATTACKED, FOUGHT, OPPOSED, Manstein, held
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.reminders import not_attacked
from meuse.steps import Question, Warning, overrides


class Attacks(Question, frozen=True):
    """10.0a, 10.0c: the operating player attacks as often as he likes, one combat after another."""

    rule = "10.0a"
    question = "Which hex do you attack?"

    def title(self, g: Manstein) -> str:
        return f"{self.side.title} combat"

    def decider(self, g: Manstein) -> Side | None:
        return self.side if next(iter(self.targets(g, ())), None) is not None else None

    @overrides
    def warnings(self, g: Manstein) -> list[Warning]:
        """10.0a: attacks that this impulse still allows."""
        return list(not_attacked(g, self.targets(g, ()), "10.0a"))

    @order("attack {hexes} {units}", rule="10.3a")
    def attack(self, g: Manstein, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> None:
        """10.3a, 10.0c: declared, and fought before the next one."""
        battle = odds.declared(g, self.side, hexes[0], units)
        for u in units:
            put_to_use(g, u)
            g.flag(u, FOUGHT)
        for u in odds.defenders(g, battle):
            g.flag(u, ATTACKED)
        names, text = g.ids(units), f"{g.listed(units)} {verb('attack', units)} {g.spot(hexes[0])}"
        g.emit("attack", text, "10.3a", units=names, at=(g.label(hexes[0]),))
        g.push(SpecialForces(self.side, battle))

    @attack.choices("hexes")
    def targets(self, g: Manstein, chosen: Sequence[Hex]) -> Iterator[Hex]:
        """10.1g: an attack is directed at one hex."""
        if not chosen:
            yield from (h for h in enemy_hexes(g, self.side) if next(self.able(g, (h,), ()), None) is not None)

    @attack.choices("units")
    def able(self, g: Manstein, hexes: Sequence[Hex], chosen: Sequence[Unit]) -> Iterator[Unit]:
        """10.1d, 10.1e, R.18.1a.1: any units around the hex, from one stack or from six, landed ones with others."""
        target = hexes[0]
        if why_not_target(g, self.side, target):
            return
        mine = held(g, self.side)
        for n in (target, *g.scenario.links[target]):
            if mine[n]:
                yield from (u for u in g.ground(n, self.side) if why_not_attack(g, u, target) is None)

    @attack.refuses("hexes")
    def why_not_hex(self, g: Manstein, chosen: Sequence[Hex], h: Hex) -> Refusal:
        if chosen:
            return Refusal("10.1g", "an attack is made on one hex only")
        if refusal := why_not_target(g, self.side, h):
            return refusal
        near = [u for n in (h, *g.scenario.links[h]) for u in g.ground(n, self.side)]
        reasons = [refusal for u in near if (refusal := why_not_attack(g, u, h))]
        if not reasons:
            return Refusal("10.0a", f"none of your units is next to {g.spot(h)}")
        text = f"none of your units next to {g.spot(h)} can attack it: {reasons[0].text}"
        return Refusal(reasons[0].rule, text, reasons[0].causes)

    @attack.refuses("units")
    def why_not_unit(self, g: Manstein, hexes: Sequence[Hex], chosen: Sequence[Unit], unit: Unit) -> Refusal | None:
        if g.side(unit) is not self.side or g.hex_of[unit] < 0 or unit in chosen:
            return None
        if g.hex_of[unit] not in (hexes[0], *g.scenario.links[hexes[0]]):
            return Refusal("10.0a", f"{g.name(unit)} is not next to {g.spot(hexes[0])}")
        return why_not_attack(g, unit, hexes[0])

    @attack.describes("hexes")
    def best(self, g: Manstein, chosen: Sequence[Hex], h: Hex) -> dict[str, Any]:
        units = tuple(sorted(self.able(g, (h,), ())))
        attack, defence = odds.totals(g, odds.declared(g, self.side, h, units))
        return {"odds": f"{attack} : {defence}", "label": f"Attack {g.spot(h)}"}

    @order("end", label="End combat", rule="10.0a")
    def end(self, g: Manstein) -> None:
        """10.0a: attacking is voluntary; 7.2d: zones force no attack."""
        g.pop()

    @end.closed_if
    def why_not_end(self, g: Manstein) -> Refusal | None:
        """18.2a: a unit that landed on the enemy must attack him."""
        landed = [u for u in g.on_map(self.side) if g.status[u] & OPPOSED and not g.status[u] & FOUGHT]
        owing = [u for u in landed if held(g, self.side.enemy)[g.hex_of[u]]]
        if not owing:
            return None
        there = g.hex_of[owing[0]]
        return Refusal("18.2a", f"{g.name(owing[0])} must attack the enemy in {g.spot(there)}", (g.label(there),))


def enemy_hexes(g: Manstein, side: Side) -> list[Hex]:
    """R.10.0a.1: the hexes with enemy ground units that units of a side could step into, or stand on."""
    enemies, near = held(g, side.enemy), set()
    for u in g.on_map(side):
        near |= {n for n in (g.hex_of[u], *g.scenario.links[g.hex_of[u]]) if enemies[n]}
    return sorted(near)


def why_not_target(g: Manstein, side: Side, h: Hex) -> Refusal | None:
    """10.1b, 10.1c: why a hex cannot be attacked; one with units not yet attacked can."""
    there = g.spot(h)
    if g.now.marker == "evac":
        return Refusal("20.2b", "ground units cannot attack in the impulse of the Evac marker")
    enemies = g.ground(h, side.enemy)
    if not enemies:
        return Refusal("10.0a", f"there is no enemy unit in {there}")
    if all(g.status[u] & ATTACKED for u in enemies):
        return Refusal("10.1b", f"the units in {there} have already been attacked this impulse")
    return None


def why_not_attack(g: Manstein, u: Unit, target: Hex) -> Refusal | None:
    """10.0b, 10.1a, 18.2a: why a unit cannot attack a hex; 5.8b: fortress units cannot."""
    name, here = g.name(u), g.hex_of[u]
    if not is_active(g, u):
        return why_not_active(g, u)
    if g.attack_of(u) == 0:
        return Refusal("10.0b", f"{name} has no attack factor")
    if g.status[u] & FOUGHT:
        return Refusal("10.1a", f"{name} has already attacked this segment")
    if g.status[u] & OPPOSED and here != target:
        return Refusal("18.2a", f"{name} must attack the enemy it landed on")
    if here != target and any(g.status[v] & OPPOSED for v in g.ground(target, g.side(u))):
        return Refusal("18.2a", f"only the unit that landed in {g.spot(target)} can attack it")
    return None

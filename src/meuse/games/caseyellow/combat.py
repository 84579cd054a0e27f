"""11.1, 11.2, 11.6: who may attack what, and the duty of an attack from several hexes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.caseyellow import odds
from meuse.games.caseyellow.board import ATTACKED, DEFENDED, MARKERS, CaseYellow
from meuse.games.caseyellow.ground import is_engaged
from meuse.games.caseyellow.lifting import Lifting
from meuse.games.caseyellow.odds import Attack, Battle
from meuse.games.caseyellow.prepare import Prepare
from meuse.games.caseyellow.supply import attack_supplied, west_wall_supply
from meuse.games.caseyellow.zones import reaches
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.reminders import not_attacked
from meuse.report import count
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, derived
from meuse.steps import Warning, overrides

SUPPORT_ONLY = "ARKO can only support an attack by other units"

RIVERS = {"rhein": "Rhein", "major_river": "major river"}
"""10.6c: the rivers that bar attackers, as people call them."""

ARKO_RANGE = 2
"""11.8a: up to two hexes away, with one hex between."""


class Attacks(Lifting, frozen=True):
    """11.1a, 11.1b, 4.1c.combat1, 4.1c.combat2: attacks are fought one at a time, in any order, without declaration.

    11.2d, R.11.2d.1: only an attack from several hexes names others that must follow; they are collected in `named`.
    `motor`: the motorized combat at the end of a Move Round (11.1d, 11.6a, 11.6b).
    """

    rule = "11.1a"
    motor: bool = False
    named: tuple[Attack, ...] = ()

    def question(self, g: CaseYellow) -> str:
        if self.named:
            return "Which other hex do you attack?"
        return "Which hexes do you attack?"

    def title(self, g: CaseYellow) -> str:
        return f"{self.side.title} {'motorized ' if self.motor else ''}combat"

    def decider(self, g: CaseYellow) -> Side | None:
        asked = self.named or next(iter(self.targets(g)), None) is not None
        return self.side if asked else None

    @overrides
    def warnings(self, g: CaseYellow) -> list[Warning]:
        """11.1a, 5.1b.roll: attacks not made; Air Assets, once no chit is left that could bring another round."""
        targets = [] if self.named else list(self.targets(g))
        found = list(not_attacked(g, targets, "11.1a"))
        if targets and g.air[self.side] and not sum(g.cup):
            text = f"No chit is left in the cup: {count(g.air[self.side], 'Air Asset')} will not be used this turn."
            found.append(Warning("loses", text, "5.1b.roll", topic="air"))
        return found

    def help(self, g: CaseYellow) -> str:
        return "An attack from several hexes obliges you to attack these too." if self.named else ""

    @order("attack {hex} {units}", rule="11.1a")
    def attack(self, g: CaseYellow, target: Hex, units: tuple[Unit, ...]) -> None:
        """11.2, 11.2b: units of one or more hexes against one hex."""
        named = (*self.named, Attack(target, units))
        if unmet(g, self.side, named):
            g.replace(Attacks(self.side, self.motor, named))
        else:
            if self.motor and self.side is Side.ALLIED:
                g.motor_left -= sum(len(attack.units) for attack in named)
            g.replace(*(Prepare(attack) for attack in named), Attacks(self.side, self.motor))

    @attack.choices("hex")
    def targets(self, g: CaseYellow) -> Iterator[Hex]:
        """11.2d: while duties are open, only the hexes owed."""
        hexes = unmet(g, self.side, self.named) if self.named else attackable(g, self.side)
        return (h for h in hexes if why_not_target(g, self.side, h, self.motor) is None and self.could(g, h))

    def could(self, g: CaseYellow, target: Hex) -> bool:
        """11.3a.min: whether all that may attack a hex reach 1-3 together; 11.2d: with all that they would owe."""
        if self.may_owe(g, target):
            return next(iter(self.able(g, target, ())), None) is not None
        free = sorted(attackers(g, self.side, target, self.motor, ()), key=g.strength, reverse=True)
        return enough(g, target, tuple(free[: self.motor_left(g)]))

    def may_owe(self, g: CaseYellow, target: Hex) -> bool:
        """A quick look: whether it must be worked out what an attack on a hex obliges to."""
        return bool(self.named) or has_watchers(g, self.side, target)

    @attack.choices("units")
    def able(self, g: CaseYellow, target: Hex, chosen: Sequence[Unit]) -> Iterator[Unit]:
        """11.2a.1, 11.2a.2: any of the units next to the hex, each in one attack; 11.8a: ARKO from two hexes away.

        11.2d: but none that would oblige attacks on more hexes than can be attacked.
        """
        if len(chosen) >= self.motor_left(g):
            return
        free = attackers(g, self.side, target, self.motor, self.named)
        careful = self.may_owe(g, target)
        for u in free:
            if not careful or self.can_be_made(g, target, (*chosen, u), free):
                yield u

    def motor_left(self, g: CaseYellow) -> int:
        """11.6a: how many more Allied motorized units may attack in this round."""
        return room_left(g, self.side, self.motor, self.named)

    def can_be_made(self, g: CaseYellow, target: Hex, chosen: Sequence[Unit], free: Sequence[Unit]) -> bool:
        """11.2d: whether an attack with these units, or more after them, has its odds, and what it owes can be met."""
        others = [u for u in free if u > max(chosen)]
        for units in least_sets(g, target, tuple(chosen), others):
            named = (*self.named, Attack(target, units))
            if room_left(g, self.side, self.motor, named) >= 0 and can_be_met(g, self.side, self.motor, named):
                return True
        return False

    @attack.enough("units")
    def why_not_enough(self, g: CaseYellow, target: Hex, chosen: Sequence[Unit]) -> Refusal | None:
        """11.3a.min, R.11.3a.min.1: at least 1-3 before shifts; R.11.3g.2: ARKO supports, it does not attack alone."""
        if enough(g, target, tuple(chosen)):
            return None
        if not is_led(g, chosen):
            return Refusal("11.8a", SUPPORT_ONLY)
        return Refusal("11.3a.min", "the odds before shifts must be at least 1-3")

    @attack.refuses("hex")
    def why_not_hex(self, g: CaseYellow, h: Hex) -> Refusal:
        there = g.map.labels[h]
        if h not in attackable(g, self.side):
            return Refusal("11.1a", f"none of your units is next to an enemy in {there}")
        if refusal := why_not_target(g, self.side, h, self.motor):
            return refusal
        if self.named:
            return Refusal("11.2d", f"{there} is not one of the hexes that must be attacked too")
        near = [u for n in front(g)[h] for u in g.units_in(n, self.side)]
        reasons = [refusal for u in near if (refusal := why_not_attacker(g, u, h, self.motor))]
        if len(reasons) == len(near) and reasons:
            return reasons[0]
        if enough(g, h, tuple(attackers(g, self.side, h, self.motor, ()))):
            return Refusal("11.2d", f"an attack on {there} would oblige you to make others that you cannot make")
        return Refusal("11.3a.min", f"all your units together do not reach odds of 1-3 against {there}")

    @attack.refuses("units")
    def why_not_unit(self, g: CaseYellow, target: Hex, chosen: Sequence[Unit], unit: Unit) -> Refusal | None:
        if g.side(unit) is not self.side or g.hex_of[unit] < 0:
            return None
        if any(unit in attack.units for attack in self.named):
            return Refusal("11.2a.4", f"{g.name(unit)} is already in another attack")
        if refusal := why_not_attacker(g, unit, target, self.motor):
            return refusal
        if len(chosen) >= self.motor_left(g):
            return Refusal("11.6a", "no more motorized units can attack this round")
        if unit not in attackers(g, self.side, target, self.motor, self.named):
            return Refusal("11.1a", f"{g.name(unit)} is not next to {g.map.labels[target]}")
        if not is_led(g, (*chosen, unit)):
            return Refusal("11.8a", SUPPORT_ONLY)
        owed = unmet(g, self.side, (*self.named, Attack(target, (*chosen, unit))))
        places = tuple(g.map.labels[h] for h in owed)
        return Refusal(
            "11.2d", f"{', '.join(places) or 'other hexes'} would have to be attacked too, but cannot be", places
        )

    @attack.describes("hex")
    def best(self, g: CaseYellow, h: Hex) -> dict[str, Any]:
        units = tuple(sorted(self.able(g, h, ())))
        column = odds.final_column(g, Battle(Attack(h, units)))
        return {"odds": odds.column_name(g, column), "label": f"Attack {g.map.spot(h)}"}

    @order("withdraw", label="Withdraw the attacks", rule="11.2d", back=True)
    def withdraw(self, g: CaseYellow) -> None:
        """11.2d: what was named but cannot be completed is taken back."""
        g.replace(Attacks(self.side, self.motor))

    @withdraw.closed_if
    def why_not_withdraw(self, g: CaseYellow) -> Refusal | None:
        return None if self.named else Refusal("11.2d", "no attack has been declared")

    @order("end", label="End combat", rule="11.1a")
    def end(self, g: CaseYellow) -> None:
        """11.1a: attacking is voluntary."""
        g.pop()

    @end.closed_if
    def why_not_end(self, g: CaseYellow) -> Refusal | None:
        """9.5b, 11.2d: what an attack from several hexes owes."""
        missing = tuple(g.map.labels[h] for h in unmet(g, self.side, self.named))
        return Refusal("11.2d", f"{', '.join(missing)} must be attacked too", missing) if self.named else None


# -- what can be attacked


def front(g: CaseYellow) -> tuple[tuple[Hex, ...], ...]:
    """11.1a: for each hex the land hexes from which it can be attacked."""
    return g.scenario.front


@derived(GERMAN_UNITS, ALLIED_UNITS, MARKERS)
def attackable(g: CaseYellow, side: Side) -> list[Hex]:
    """11.1a, R.4.1c.combat1.1, 10.9a: hexes with enemy units or garrisons next to units of a side."""
    enemies, forts, table = g.held(side.enemy), enemy_forts(g, side), front(g)
    near = {n for h in {g.hex_of[u] for u in g.on_map(side)} for n in table[h]}
    return sorted(h for h in near if enemies[h] or h in forts)


@derived(MARKERS)
def enemy_forts(g: CaseYellow, side: Side) -> frozenset[Hex]:
    """10.9a: the Fortified Lines of the enemy that stand."""
    return frozenset(h for h, fort in g.scenario.forts.items() if fort.side is not side and h not in g.destroyed)


def why_not_target(g: CaseYellow, side: Side, h: Hex, motor: bool) -> Refusal | None:
    """11.2, 11.2a.3, R.11.2a.3.1, R.11.2a.3.2, 11.6: why a hex cannot be attacked in this round."""
    there = g.map.labels[h]
    if h in g.fought:
        return Refusal("11.2", f"{there} has already been attacked this round")
    if any(g.acts[u] & DEFENDED for u in g.units_in(h, side.enemy)):
        return Refusal("11.2a.3", f"a unit in {there} has already been attacked this round")
    if h in g.engaged:
        return Refusal("11.9b", f"the combat at {there} is engaged and continues next round")
    if motor and g.standing_fort(h) is not None:
        return Refusal("11.6b", f"{there} is a Fortified Line")
    return None


# -- who can attack


def why_not_attacker(g: CaseYellow, u: Unit, target: Hex, motor: bool) -> Refusal | None:
    """Why a unit next to a hex cannot attack it in this round."""
    name = g.name(u)
    if g.is_supply_unit(u):
        return Refusal("7.9e.none", f"{name} cannot attack")
    if g.acts[u] & ATTACKED:
        return Refusal("11.2a.2", f"{name} has already attacked this round")
    if is_engaged(g, u):
        return Refusal("R.11.9b.3", f"{name} is engaged")
    if g.counter(u).kind == "artillery":
        return why_not_artillery(g, u, target, motor)
    if motor:
        refusal = why_not_motorized(g, u)
        if refusal:
            return refusal
    return why_not_over_river(g, u, g.hex_of[u], target)


def why_not_motorized(g: CaseYellow, u: Unit) -> Refusal | None:
    """4.1c.move4a, 4.1c.move4b, R.4.1c.move4b.1: in a Move Round Allied motorized and German yellow MA units attack."""
    if g.side(u) is Side.GERMAN and not g.scenario.yellow[u]:
        return Refusal("11.6b", f"{g.name(u)} does not have a yellow MA")
    if not g.scenario.motorized[u]:
        return Refusal("11.6a", f"{g.name(u)} is not motorized")
    return None


def why_not_artillery(g: CaseYellow, u: Unit, target: Hex, motor: bool) -> Refusal | None:
    """11.8a, 4.1c.move4b: ARKO supports attacks on cities, forts and works, if it is Attack Supplied itself."""
    strong = target in g.scenario.cities or g.standing_fort(target) is not None or g.standing_works(target)
    if motor or not strong:
        return Refusal("11.8a", f"{g.name(u)} supports attacks only on a City, Fortified Line or Defensive Works")
    by_wall = not g.west_wall_used and west_wall_supply(g, u)  # 7.8c
    if not by_wall and not attack_supplied(g, u):
        return Refusal("11.8a", f"{g.name(u)} has no Attack Supply")
    return None


def far_artillery(g: CaseYellow, side: Side, target: Hex) -> list[Unit]:
    """11.8a: ARKO with one hex between."""
    guns = (u for u in artillery(g, side) if g.hex_of[u] >= 0)
    return [u for u in guns if g.map.distance(g.hex_of[u], target) == ARKO_RANGE]


@derived()
def artillery(g: CaseYellow, side: Side) -> tuple[Unit, ...]:
    return tuple(u for u in g.scenario.units_of[side] if g.counter(u).kind == "artillery")


def can_attack_from(g: CaseYellow, u: Unit, h: Hex, target: Hex) -> bool:
    """R.5.1c.attack.1: whether the river before a hex lets a unit attack from it."""
    return why_not_over_river(g, u, h, target) is None


def why_not_over_river(g: CaseYellow, u: Unit, h: Hex, target: Hex) -> Refusal | None:
    """5.1c.attack, 10.7f: over the Rhein all units attack at crossings only, over major rivers motorized ones."""
    side = g.map.side_between(h, target)
    if side is None:
        return None
    river, bound = g.scenario.river[side], g.scenario.motorized[u]
    if river == "rhein" or (river == "major_river" and bound):
        if side not in g.scenario.crossing:
            return Refusal(
                "R.5.1c.attack.1", f"{g.name(u)} can attack across the {RIVERS[river]} only at a River Crossing"
            )
        if side in g.interdicted and g.side(u) is Side.GERMAN:
            return Refusal("10.7f", "the River Crossing is interdicted")
    return None


# -- 11.2d duties


def unmet(g: CaseYellow, side: Side, named: Sequence[Attack]) -> list[Hex]:
    """9.5b, 11.2d: the hexes that attacks from several hexes oblige one to attack, and that are not."""
    taken = {attack.target for attack in named} | g.fought
    owed = {h for attack in named for h in duties(g, side, attack)} - taken
    return sorted(h for h in owed if not any(g.acts[u] & DEFENDED for u in g.units_in(h, side.enemy)))


def duties(g: CaseYellow, side: Side, attack: Attack) -> set[Hex]:
    """11.2c, 11.2d, 9.5a: nothing from a single hex; else every other hex that projects a zone onto the attackers."""
    hexes = odds.hexes_of(g, attack)
    if len(hexes) < 2 or free_pair(g, side, hexes):
        return set()
    near = {(n, h) for h in hexes for n in g.map.adjacent[h] if n != attack.target and g.held(side.enemy)[n]}
    return {n for n, h in near if reaches(g, n, h, side.enemy)}


@derived(GERMAN_UNITS, ALLIED_UNITS, MARKERS)
def has_watchers(g: CaseYellow, side: Side, target: Hex) -> bool:
    """Whether a hex can be attacked from several hexes, and other enemies project a zone onto any of them."""
    hexes = [n for n in front(g)[target] if g.held(side)[n]]
    near = ((n, h) for h in hexes for n in g.map.adjacent[h] if n != target and g.held(side.enemy)[n])
    return len(hexes) > 1 and any(reaches(g, n, h, side.enemy) for n, h in near)


def can_be_met(g: CaseYellow, side: Side, motor: bool, named: tuple[Attack, ...]) -> bool:
    """11.2d, R.11.2d.1: whether a legal attack can be assigned to every hex owed, and to those that these owe."""
    owed = unmet(g, side, named)
    if not owed:
        return True
    if any(why_not_target(g, side, h, motor) for h in owed):
        return False
    free = {h: attackers(g, side, h, motor, named) for h in owed}
    hardest = min(owed, key=lambda h: len(free[h]))
    further = ((*named, Attack(hardest, units)) for units in least_sets(g, hardest, (), free[hardest]))
    return any(room_left(g, side, motor, more) >= 0 and can_be_met(g, side, motor, more) for more in further)


def attackers(g: CaseYellow, side: Side, target: Hex, motor: bool, named: Sequence[Attack]) -> list[Unit]:
    """11.2a.1, 11.2a.2, 11.8a: the units that may still attack a hex."""
    busy = {u for attack in named for u in attack.units}
    near = (u for n in front(g)[target] for u in g.units_in(n, side))
    able = (u for u in (*near, *far_artillery(g, side, target)) if u not in busy)
    return [u for u in able if why_not_attacker(g, u, target, motor) is None]


def room_left(g: CaseYellow, side: Side, motor: bool, named: Sequence[Attack]) -> int:
    """11.6a: how many more Allied motorized units may attack in a Move Round; elsewhere there is no limit."""
    limited = motor and side is Side.ALLIED
    return g.motor_left - sum(len(attack.units) for attack in named) if limited else len(g.acts)


def enough(g: CaseYellow, target: Hex, units: tuple[Unit, ...]) -> bool:
    """11.3a.min, R.11.3a.min.1: whether units reach 1-3 before shifts; R.11.3g.2: ARKO, near or far, only supports."""
    return is_led(g, units) and odds.start_column(g, Battle(Attack(target, units))) >= 0


def is_led(g: CaseYellow, units: Sequence[Unit]) -> bool:
    """R.11.3g.2, 11.8a: whether there is an attack to which ARKO can add its strength."""
    return any(g.counter(u).kind != "artillery" for u in units)


def least_sets(
    g: CaseYellow, target: Hex, base: tuple[Unit, ...], others: Sequence[Unit]
) -> Iterator[tuple[Unit, ...]]:
    """11.3a.min: the smallest sets, these units among them, that are enough. Larger ones owe no less (11.2d)."""
    if base and enough(g, target, base):
        yield base
        return
    if not enough(g, target, (*base, *others)):
        return
    alone = [u for u in others if enough(g, target, (*base, u))]
    yield from ((*base, u) for u in alone)
    weak, found = [u for u in others if u not in alone], list[set[Unit]]()
    for size in range(2, len(weak) + 1):
        for more in combinations(weak, size):
            if not any(less <= set(more) for less in found) and enough(g, target, (*base, *more)):
                found.append(set(more))
                yield (*base, *more)


def free_pair(g: CaseYellow, side: Side, hexes: set[Hex]) -> bool:
    """11.2e, R.9.5b.1: a German attack out of exactly two hexes that hold nothing but yellow MA units."""
    if side is Side.ALLIED or len(hexes) != 2:
        return False
    return all(g.scenario.yellow[u] for h in hexes for u in g.units_in(h, side))

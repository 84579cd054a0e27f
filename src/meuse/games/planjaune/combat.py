"""6.1: attacks are named, then fought one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.planjaune import command, odds
from meuse.games.planjaune.battle import opened
from meuse.games.planjaune.board import GROUND, PlanJaune, fights, is_motorized, strength_of
from meuse.games.planjaune.odds import Battle
from meuse.games.planjaune.zones import LOW_COUNTRIES, has_zone, held, reaches_into, touched
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.phases.attacks import Attack, NamedAttacks
from meuse.phases.battles import NextBattle
from meuse.phases.reminders import not_attacked
from meuse.state import ENEMY, OWN, derived
from meuse.steps import Warning, overrides


class Attacks(NamedAttacks, frozen=True):
    """6.1, R.6.1b.3: all attacks are named before the first is fought."""

    rule = "6.1a"
    duty_rule = "6.1b"
    named: tuple[Attack, ...] = ()

    attack = NamedAttacks.attack.told(rule="6.1d")
    withdraw = NamedAttacks.withdraw.told(rule="6.1a", was=("cancel",))
    done = NamedAttacks.done.told(rule="6.1b", was=("fight",))

    @overrides
    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if self.named or next(self.attackable(g, ()), None) is not None else None

    @overrides
    def attackable(self, g: PlanJaune, chosen: Sequence[Hex]) -> Iterator[Hex]:
        """6.1d, R.6.1b.1: one hex at a time, and each once."""
        taken = self.taken()
        for h in () if chosen else attackable(g, self.side):
            if h not in taken and next(self.able(g, (h,), ()), None) is not None:
                yield h

    @overrides
    def able(self, g: PlanJaune, hexes: Sequence[Hex], chosen: Sequence[Unit]) -> Iterator[Unit]:
        busy, h = self.busy(), hexes[0]
        for n in (h, *g.scenario.touching[h]):
            if n in g.at:
                there = (u for u in g.units_in(n, self.side) if u not in busy)
                yield from (u for u in there if why_not_attacker(g, u, h) is None)

    @overrides
    def warnings(self, g: PlanJaune) -> list[Warning]:
        """6.1a: attacks that could be declared; 10.1b: bombers keep for overruns and the defence of this turn."""
        return list(not_attacked(g, self.attackable(g, ()), "6.1a"))

    @attack.refuses("hexes")
    def why_not_hex(self, g: PlanJaune, chosen: Sequence[Hex], h: Hex) -> Refusal:
        there = g.map.labels[h]
        if chosen:
            return Refusal("6.1d", f"an attack is made on one hex only, here {g.map.labels[chosen[0]]}")
        if h in self.taken():
            return Refusal("6.1d", f"{there} is already attacked; a hex can be attacked once per phase")
        if not odds.is_target(g, self.side, h):
            return Refusal("6.1a", f"there are no enemy units to attack in {there}")
        near = [u for n in (h, *g.scenario.touching[h]) for u in g.units_in(n, self.side)]
        reasons = [refusal for u in near if (refusal := why_not_attacker(g, u, h))]
        return reasons[0] if reasons else Refusal("6.1d", f"none of your units can attack {there}")

    @attack.refuses("units")
    def why_not_unit(self, g: PlanJaune, hexes: Sequence[Hex], chosen: Sequence[Unit], unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side or g.hex_of[unit] < 0:
            return None
        if unit in self.busy():
            return Refusal("6.1d", f"{g.name(unit)} is already in another attack")
        return why_not_attacker(g, unit, hexes[0])

    @attack.describes("hexes")
    def best(self, g: PlanJaune, chosen: Sequence[Hex], h: Hex) -> dict[str, Any]:
        battle = Battle(self.side, h, tuple(sorted(self.able(g, (h,), ()))))
        _, final, _ = odds.column(g, battle)
        return {"odds": odds.columns_of(g)[final], "label": f"Attack {g.map.labels[h]}"}

    @overrides
    def owed(self, g: PlanJaune) -> list[Hex]:
        """6.1b: whoever has a zone over an attacker on foot."""
        return unmet(g, self.named)

    @overrides
    def why_not_done(self, g: PlanJaune) -> Refusal | None:
        """11.5f: whoever airborne units have landed on, before all others."""
        if stranded := undone_landings(g, self.side, self.named):
            places = tuple(g.map.labels[h] for h in stranded)
            return Refusal(
                "11.5f", f"the airborne units in {', '.join(places)} must attack, with any units that can help", places
            )
        return super().why_not_done(g)

    @overrides
    def fight(self, g: PlanJaune) -> None:
        for attack in self.named:
            command.invade(g, self.side, attack.target)
            command.take_arms(g, attack.units)
        if self.named:
            g.replace(Battles(self.side, self.named))
        else:
            g.pop()


@derived(OWN, ENEMY, GROUND)
def attackable(g: PlanJaune, side: Side) -> Sequence[Hex]:
    """The enemy hexes beside, or under, units of a side that fight."""
    around, near = touched(g), 0
    for h in held(g, side):
        near |= around[h] | 1 << h
    return [h for h in sorted(odds.targets(g, side)) if near >> h & 1]


def why_not_attacker(g: PlanJaune, u: Unit, h: Hex) -> Refusal | None:
    """Why a unit cannot attack a hex in the combat phase, wherever the others stand."""
    return why_not_fight(g, u, h) or command.why_not_attack(g, u)


def why_not_fight(g: PlanJaune, u: Unit, h: Hex) -> Refusal | None:
    """Why a unit cannot attack a hex from where it is, in an attack or an overrun."""
    name, here = g.name(u), g.hex_of[u]
    if not fights(g, u) or not strength_of(g, u):
        return Refusal("1e", f"{name} has no combat strength")
    if here != h and h not in g.scenario.touching[here]:
        rule = "11.10d" if h in g.map.adjacent[here] else "6.1d"
        return Refusal(rule, f"{name} cannot attack {g.map.labels[h]} from where it is")
    works = g.standing(h)
    alone = not command.fighters(g, h, g.scenario.side_of[u].enemy)
    if alone and here != h and works is not None and here not in works.faces:
        return Refusal("11.4b", f"{name} faces no fortified hexside of {g.map.labels[h]} and can move in")
    return None


def unmet(g: PlanJaune, named: Sequence[Attack]) -> list[Hex]:
    """6.1b: the hexes that are owed an attack, and that nobody attacks."""
    taken = {attack.target for attack in named}
    at_war = g.invaded | {g.map.country[h] for h in taken}
    return sorted({h for attack in named for u in attack.units for h in owed_by(g, u, at_war)} - taken)


def owed_by(g: PlanJaune, u: Unit, at_war: Collection[str] = LOW_COUNTRIES) -> list[Hex]:
    """6.1b, 6.1c, R.6.1b.2: the hexes whose zones cover a non-motorized attacker: somebody must attack them too.

    R.6.1b.4: not if it has landed among enemies: it must attack those. R.12.2b.2: no attack is owed to a country that
    is still neutral.
    """
    h, enemy = g.hex_of[u], g.scenario.side_of[u].enemy
    if is_motorized(g, u) or not reaches_into(g, h) or command.fighters(g, h, enemy):
        return []
    near = (n for n in g.scenario.touching[h] if has_zone(g, n, enemy))
    return [n for n in near if g.map.country[n] not in LOW_COUNTRIES or g.map.country[n] in at_war]


def undone_landings(g: PlanJaune, side: Side, named: Sequence[Attack]) -> list[Hex]:
    """11.5f: where airborne units stand among enemies and do not attack, or not with a friend's help.

    R.11.5f.1, R.11.5f.2: alone where nobody can help, or nobody who would not owe another attack by it.
    """
    found = []
    for h in sorted({g.hex_of[u] for u in g.on_map(side) if g.counter(u).has("airborne")}):
        if not command.fighters(g, h, side.enemy):
            continue
        landed = {u for u in g.units_in(h, side) if g.counter(u).has("airborne")}
        attack = next((a for a in named if a.target == h), None)
        helped = attack is not None and any(u not in landed for u in attack.units)
        beside = (u for n in g.scenario.touching[h] for u in g.units_in(n, side))
        helpers = [u for u in beside if why_not_attacker(g, u, h) is None and set(owed_by(g, u, g.invaded)) <= {h}]
        if attack is None or not landed <= set(attack.units) or (helpers and not helped):
            found.append(h)
    return found


# -- fighting them


class Battles(NextBattle, frozen=True):
    """6.1d: the attacker chooses which of his attacks is fought next."""

    rule = "6.2"
    left: tuple[Attack, ...]

    resolve = NextBattle.resolve.told(rule="6.2")

    @overrides
    def standing(self, g: PlanJaune) -> list[Attack]:
        """R.6.1b.3: an attack is fought unless its target or its attackers have gone."""
        found = []
        for attack in self.left:
            units = tuple(u for u in attack.units if g.hex_of[u] >= 0)
            if units and odds.is_target(g, self.side, attack.target):
                found.append(Attack(attack.target, units))
        return found

    @overrides
    def begin(self, g: PlanJaune, attack: Attack) -> None:
        g.replace(opened(Battle(self.side, attack.target, attack.units)), self.rest(g, attack))

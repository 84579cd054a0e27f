"""6.1: attacks are named, then fought one by one; 10.2, 11.3, 11.6: what both sides put into them. 7: overruns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import msgspec

from meuse.counters import Side, Unit
from meuse.games.planjaune import command, odds
from meuse.games.planjaune.aftermath import apply_result
from meuse.games.planjaune.board import GROUND, UNSUPPLIED, PlanJaune, fights, is_motorized, strength_of
from meuse.games.planjaune.odds import Battle
from meuse.games.planjaune.terrain import waters
from meuse.games.planjaune.zones import LOW_COUNTRIES, has_zone, held, reaches_into, touched
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases.attacks import NamedAttacks
from meuse.phases.battles import NextBattle
from meuse.phases.until_done import Offered, OrPass
from meuse.state import ENEMY, OWN, derived
from meuse.steps import Step, overrides


class Attack(msgspec.Struct, frozen=True):
    """R.6.1b.1: one hex, attacked once, by units beside it."""

    target: Hex
    units: tuple[Unit, ...]


class Attacks(NamedAttacks, frozen=True):
    """6.1, R.6.1b.3: all attacks are named before the first is fought."""

    rule = "6.1a"
    question = "Whom do you attack?"
    duty_rule = "6.1b"
    named: tuple[Attack, ...] = ()

    attack = NamedAttacks.attack.told(rule="6.1d")
    withdraw = NamedAttacks.withdraw.told(rule="6.1a", was=("cancel",))
    done = NamedAttacks.done.told(rule="6.1b", was=("fight",))

    @overrides
    def rolls(self, g: PlanJaune) -> bool:
        return len(self.named) == 1 and not is_asked(g, opened(self.side, self.named[0]))

    @overrides
    def title(self, g: PlanJaune) -> str:
        return f"{self.side.title} combat"

    @overrides
    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if self.named or next(self.attackable(g, ()), None) is not None else None

    @overrides
    def made(self, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> Attack:
        return Attack(hexes[0], units)

    @overrides
    def aim(self, attack: Attack) -> tuple[Hex, ...]:
        return (attack.target,)

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

    @attack.refuses("hexes")
    def why_not_hex(self, g: PlanJaune, chosen: Sequence[Hex], h: Hex) -> Refusal:
        there = g.map.labels[h]
        if chosen:
            return Refusal("6.1d", f"an attack is made on one hex, and this one on {g.map.labels[chosen[0]]}")
        if h in self.taken():
            return Refusal("6.1d", f"{there} is attacked already; a hex is attacked once a phase")
        if not odds.is_target(g, self.side, h):
            return Refusal("6.1a", f"there is no enemy to fight in {there}")
        near = [u for n in (h, *g.scenario.touching[h]) for u in g.units_in(n, self.side)]
        reasons = [refusal for u in near if (refusal := why_not_attacker(g, u, h))]
        return reasons[0] if reasons else Refusal("6.1d", f"no free unit of yours can attack {there}")

    @attack.refuses("units")
    def why_not_unit(self, g: PlanJaune, hexes: Sequence[Hex], chosen: Sequence[Unit], unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side or g.hex_of[unit] < 0:
            return None
        if unit in self.busy():
            return Refusal("6.1d", f"{g.name(unit)} takes part in another attack")
        return why_not_attacker(g, unit, hexes[0])

    @attack.describes("hexes")
    def best(self, g: PlanJaune, chosen: Sequence[Hex], h: Hex) -> dict[str, Any]:
        battle = Battle(self.side, h, tuple(sorted(self.able(g, (h,), ()))))
        _, final, _ = odds.column(g, battle)
        return {"odds": odds.columns_of(g)[final], "label": f"attack {g.map.labels[h]}"}

    @overrides
    def owed(self, g: PlanJaune) -> list[Hex]:
        """6.1b: whoever has a zone over an attacker on foot."""
        return unmet(g, self.named)

    @overrides
    def duty(self, g: PlanJaune) -> Refusal | None:
        """11.5f: whoever airborne units have landed on, before all others."""
        if stranded := undone_landings(g, self.side, self.named):
            places = tuple(g.map.labels[h] for h in stranded)
            return Refusal("11.5f", f"the airborne units in {', '.join(places)} must attack with what can help", places)
        return super().duty(g)

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
        return Refusal("11.4b", f"{name} is not held up by these works: it can simply walk in")
    return None


def unmet(g: PlanJaune, named: Sequence[Attack]) -> list[Hex]:
    """6.1b: the hexes that are owed an attack, and that nobody attacks."""
    taken = {attack.target for attack in named}
    at_war = g.invaded | {g.map.country[h] for h in taken}
    return sorted({h for attack in named for u in attack.units for h in owed_by(g, u, at_war)} - taken)


def owed_by(g: PlanJaune, u: Unit, at_war: Collection[str] = LOW_COUNTRIES) -> list[Hex]:
    """6.1b, 6.1c, R.6.1b.2: the hexes whose zones cover a non-motorized attacker: somebody must attack them too.

    R.6.1b.4: not if it has come down among enemies, whom it must attack. R.12.2b.2: no attack is owed to a country that
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
    question = "Which battle is fought next?"
    left: tuple[Attack, ...]

    resolve = NextBattle.resolve.told(rule="6.2", commits="die")

    @resolve.commits_if
    def rolls(self, g: PlanJaune, h: Hex) -> bool:
        return not is_asked(g, opened(self.side, next(attack for attack in self.standing(g) if attack.target == h)))

    @overrides
    def title(self, g: PlanJaune) -> str:
        return f"{len(self.standing(g))} battles to fight"

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
    def aim(self, attack: Attack) -> tuple[Hex, ...]:
        return (attack.target,)

    @overrides
    def begin(self, g: PlanJaune, attack: Attack) -> None:
        g.replace(opened(self.side, attack), self.rest(g, attack))


class InBattle(Offered, frozen=True):
    """A question in the course of one battle. If it is not asked, or its side passes, the battle goes on (`passed`)."""

    battle: Battle

    def title(self, g: PlanJaune) -> str:
        kind = "Overrun of" if self.battle.overrun else "Attack on"
        return f"{kind} {g.map.labels[self.battle.target]}"

    def about(self, g: PlanJaune) -> tuple[str, ...]:
        return (g.map.labels[self.battle.target],)

    def knowing(self, **decided: Any) -> Battle:
        return msgspec.structs.replace(self.battle, **decided)

    def passed(self, g: PlanJaune) -> Step:
        """What comes next if nothing is chosen here."""
        raise NotImplementedError

    @overrides
    def close(self, g: PlanJaune) -> None:
        g.replace(self.passed(g))

    def rolls(self, g: PlanJaune, *chosen: Any) -> bool:
        """Whether the dice fall as soon as this question is answered."""
        return not is_asked(g, self.passed(g))


def is_asked(g: PlanJaune, step: Step) -> bool:
    """Whether anything is asked from this question of a battle on, before its dice are thrown."""
    while isinstance(step, InBattle):
        if step.decider(g) is not None:
            return True
        step = step.passed(g)
    return False


def opened(side: Side, attack: Attack) -> CoupDeMain:
    """The first question of a battle."""
    return CoupDeMain(Side.GERMAN, Battle(side, attack.target, attack.units))


class CoupDeMain(InBattle, OrPass, frozen=True):
    """11.6b: the Germans may try to take the crossings by surprise; R.11.6b.1: for all of the attack."""

    rule = "11.6b"
    question = "Do you try a coup de main?"

    @overrides
    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if self.is_possible(g) and not odds.has_airborne(g, self.battle) else None

    def is_possible(self, g: PlanJaune) -> bool:
        return why_not_coup(g, self.battle) is None

    @overrides
    def passed(self, g: PlanJaune) -> Support:
        """11.5j: airborne units make it succeed, and it does not count."""
        return self.followed(self.is_possible(g) and odds.has_airborne(g, self.battle))

    def followed(self, coup: bool) -> Support:
        return Support(self.battle.side, self.knowing(coup=coup))

    @order("coup", label="Coup de main", rule="11.6c", commits="die", was=("coup try",))
    def coup(self, g: PlanJaune) -> None:
        g.coups += 1
        there, die = (g.map.labels[self.battle.target],), g.roll()
        succeeded = die >= g.scenario.tables["coup"]["from"]
        words = "succeeds" if succeeded else "fails"
        g.emit("coup", f"the coup de main at {there[0]} {words}", "11.6c", at=there, dice=(die,), side="german")
        g.replace(self.followed(succeeded))

    @order(
        "brandenburgers",
        label="Brandenburgers",
        rule="11.11.brandenburg",
        commits="die",
        was=("coup brandenburgers",),
    )
    def brandenburgers(self, g: PlanJaune) -> None:
        """R.11.11.brandenburg.1: they succeed by themselves, and use an attempt."""
        g.coups += 1
        g.brandenburgers = False
        there = (g.map.labels[self.battle.target],)
        g.emit("coup", "the Brandenburgers take the crossings", "11.11.brandenburg", at=there, side="german")
        g.replace(self.followed(coup=True))

    @brandenburgers.closed_if
    def why_not_brandenburgers(self, g: PlanJaune) -> Refusal | None:
        return None if g.brandenburgers else Refusal("11.11.brandenburg", "the Brandenburgers are not at hand")

    brandenburgers.commits_if(InBattle.rolls)
    decline = OrPass.decline.told(label="No coup de main", rule="11.6c", commits="die", was=("coup none",))
    decline.commits_if(InBattle.rolls)


def why_not_coup(g: PlanJaune, battle: Battle) -> Refusal | None:
    """11.6b, 11.6d, R.11.6d.1: why no coup de main can be tried."""
    if battle.side is not Side.GERMAN:
        return Refusal("11.6b", "only the Germans try coups de main")
    if not any(waters(g.map, g.hex_of[u], battle.target) for u in battle.units if g.hex_of[u] != battle.target):
        return Refusal("11.6b", "no attacker comes across water")
    if odds.has_airborne(g, battle):
        return None
    if g.coups >= g.scenario.tables["coup"]["turn"]:
        return Refusal("11.6d", "four coups de main have been tried this turn")
    return None


class Support(InBattle, OrPass, frozen=True):
    """11.3: a headquarters helps, first the attacker's, then the defender's; one each (11.3d)."""

    rule = "11.3a"
    question = "Does a headquarters support the battle?"

    @overrides
    def passed(self, g: PlanJaune) -> InBattle:
        return self.helped(())

    def helped(self, chosen: tuple[Unit, ...]) -> InBattle:
        side, battle = self.battle.side, self.knowing(support=(*self.battle.support, *chosen))
        return Support(side.enemy, battle) if self.side is side else AirSupport(side, battle)

    @order(
        "support {unit}",
        label="Support",
        rule="11.3b",
        commits="die",
        why="only a supplied headquarters with all units in range",
    )
    def support(self, g: PlanJaune, unit: Unit) -> None:
        """R.11.3a.1: each supports one battle a phase."""
        g.supporting |= {unit}
        g.replace(self.helped((unit,)))

    @support.choices("unit")
    def able(self, g: PlanJaune) -> list[Unit]:
        found = (u for u in g.scenario.headquarters[self.side] if g.hex_of[u] >= 0)
        return [u for u in found if why_not_support(g, u, self.battle) is None]

    @support.refuses("unit")
    def why_not(self, g: PlanJaune, unit: Unit) -> Refusal | None:
        if unit not in g.scenario.headquarters[self.side] or g.hex_of[unit] < 0:
            return None
        return why_not_support(g, unit, self.battle)

    support.commits_if(InBattle.rolls)
    decline = OrPass.decline.told(label="No support", rule="11.3a", commits="die", was=("support none",))
    decline.commits_if(InBattle.rolls)


def why_not_support(g: PlanJaune, hq: Unit, battle: Battle) -> Refusal | None:
    """11.3, R.11.3b.1, 7e, 8.2e, 11.12.allied-t1-support: why a headquarters cannot support a battle."""
    side, name = g.scenario.side_of[hq], g.name(hq)
    if battle.overrun:
        return Refusal("7e", "headquarters give no support in an overrun")
    if g.turn <= 1 and side is Side.ALLIED:
        return Refusal("11.12.allied-t1-support", "on turn 1 Allied headquarters give no support")
    if g.status[hq] & UNSUPPLIED:
        return Refusal("8.2e", f"{name} is out of supply")
    if hq in g.supporting:
        return Refusal("11.3a", f"{name} has supported a battle in this phase")
    if not is_in_range(g, hq, battle):
        return Refusal("11.3b", f"not every unit is within the command range of {name}")
    return None


def is_in_range(g: PlanJaune, hq: Unit, battle: Battle) -> bool:
    """11.3b, R.11.3b.2: all units of its side, those too that have landed among the enemies they attack."""
    side, target = g.scenario.side_of[hq], battle.target
    units = battle.units if side is battle.side else odds.defenders(g, battle)
    hexes = {g.hex_of[u] for u in units} or {target}
    if side is battle.side and target in hexes:
        if not command.commands_landing(g, hq, target):
            return False
        hexes -= {target}
    return hq in command.commanders(g, side, hexes)


class AirSupport(InBattle, frozen=True):
    """10.2.support, R.10.2.support.1: bombers, first the attacker's, then the defender's."""

    rule = "10.2.support"
    question = "How many bombers support the battle?"

    @overrides
    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if bombers(g, self.side) else None

    @overrides
    def passed(self, g: PlanJaune) -> InBattle:
        return self.flown(0)

    def flown(self, number: int) -> InBattle:
        side, air = self.battle.side, list(self.battle.air)
        air[self.side] = number
        battle = self.knowing(air=(air[0], air[1]))
        return AirSupport(side.enemy, battle) if self.side is side else Lead(side, battle)

    @order(
        "air {number}",
        label="Bombers",
        rule="10.2.support",
        commits="die",
        why="only bombers that have not flown this turn",
    )
    def put_in(self, g: PlanJaune, number: int) -> None:
        g.bombers[self.side] -= number
        g.replace(self.flown(number))

    @put_in.choices("number")
    def available(self, g: PlanJaune) -> range:
        return range(bombers(g, self.side) + 1)

    put_in.commits_if(InBattle.rolls)


def bombers(g: PlanJaune, side: Side) -> int:
    """10.1b, 11.12.allied-t1-air, R.11.12.allied-t1-air.1, 11.11.weather: bombers that can support a battle."""
    grounded = side is Side.ALLIED and (g.turn <= 1 or g.event == "weather")
    return 0 if grounded else g.bombers[side]


class Lead(InBattle, frozen=True):
    """6.2.3a: each side names its lead unit, the attacker first; R.11.2d.1: of a corps one of its divisions."""

    rule = "6.2.3a"
    question = "Which unit leads?"

    @overrides
    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if len(self.able(g)) > 1 else None

    @overrides
    def passed(self, g: PlanJaune) -> InBattle:
        """R.6.2.3c.1: the works lead only where they are alone."""
        found = self.able(g)
        return self.led_by(found[0] if found else -1)

    def led_by(self, unit: Unit) -> InBattle:
        side = self.battle.side
        if self.side is side:
            return Lead(side.enemy, self.knowing(leads=(unit, -1)))
        return SaveHonour(Side.ALLIED, self.knowing(leads=(self.battle.leads[0], unit)))

    @order("lead {unit}", label="Leads", rule="6.2.3a", commits="die", why="only a unit that fights in this battle")
    def lead(self, g: PlanJaune, unit: Unit) -> None:
        g.replace(self.led_by(unit))

    @lead.choices("unit")
    def able(self, g: PlanJaune) -> list[Unit]:
        units = self.battle.units if self.side is self.battle.side else odds.defenders(g, self.battle)
        return [m for u in units for m in g.members(u)]

    lead.commits_if(InBattle.rolls)


class SaveHonour(InBattle, OrPass, frozen=True):
    """11.11.honor: one battle with French units, this turn."""

    rule = "11.11.honor"
    question = "Is this the battle that saves the honour of France?"

    @overrides
    def decider(self, g: PlanJaune) -> Side | None:
        return self.side if g.honour and self.french(g) else None

    def french(self, g: PlanJaune) -> bool:
        units = self.battle.units if self.battle.side is Side.ALLIED else odds.defenders(g, self.battle)
        return any(g.counter(u).nation == "french" for u in units)

    @overrides
    def passed(self, g: PlanJaune) -> Fight:
        return Fight(self.battle)

    @order("honour", label="Save honour", rule="11.11.honor", commits="die", was=("honour yes",))
    def save(self, g: PlanJaune) -> None:
        g.honour = False
        g.replace(Fight(self.knowing(honour=True)))

    decline = OrPass.decline.told(label="Not in this battle", rule="11.11.honor", commits="die", was=("honour no",))


class Fight(Step, frozen=True):
    """6.2: ratio, dice, results."""

    rule = "6.2"
    battle: Battle

    def run(self, g: PlanJaune) -> None:
        battle = self.battle
        g.pop()
        dice = tuple(g.roll() for _ in range(odds.number_of_dice(g, battle)))
        attacker, defender = odds.result(g, battle, dice)
        _, final, _ = odds.column(g, battle)
        names, there = g.names(battle.units), g.map.labels[battle.target]
        kind = "overrun" if battle.overrun else "attack"
        text = f"{', '.join(names)} {kind} {there} at {odds.columns_of(g)[final]}: {attacker}/{defender}"
        g.emit("battle", text, "7d" if battle.overrun else "6.2", units=names, at=(there,), dice=dice)
        apply_result(g, battle, attacker, defender)

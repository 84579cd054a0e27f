"""7: combat: attacks are declared, then fought one by one. What follows a result is in `aftermath`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.gdw1940 import command, odds, reminders
from meuse.games.gdw1940.aftermath import Advance, Retreat, disrupt, tell_of_garrison
from meuse.games.gdw1940.air import OwnTurn, air_points, can_interdict, spend_air
from meuse.games.gdw1940.board import AR, DROPPED, HOME, POLITICS, Gdw1940, holds_out
from meuse.games.gdw1940.neutrals import LOW_COUNTRIES, invade
from meuse.games.gdw1940.odds import Attack, Battle
from meuse.games.gdw1940.victory import eliminate
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.phases import log
from meuse.phases.attacks import NamedAttacks
from meuse.phases.battles import NextBattle
from meuse.phases.reminders import not_attacked
from meuse.report import listed
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, derived
from meuse.steps import Question, Step, Warning, overrides

# -- naming the attacks


class Attacks(OwnTurn, NamedAttacks, frozen=True):
    """2.combat_phase, R.7.all_adjacent.1: all attacks are named before the first is fought."""

    rule = "2.combat_phase"
    duty_rule = "7.all_adjacent"
    named: tuple[Attack, ...] = ()

    attack = NamedAttacks.attack.told(rule="7.voluntary")
    withdraw = NamedAttacks.withdraw.told(rule="7.voluntary", was=("cancel",))
    done = NamedAttacks.done.told(rule="7.all_adjacent", was=("fight",))

    @overrides
    def decider(self, g: Gdw1940) -> Side | None:
        """16.secret: a panzer corps that only its plan holds back is asked too; a question left out would tell it."""
        asked = self.named or any(True for _ in self.targets(g, ())) or held_back(g, self.side)
        return self.side if asked else None

    @overrides
    def warnings(self, g: Gdw1940) -> list[Warning]:
        """9.once: whoever names no attack in his last combat phase attacks no more with the air points of the turn."""
        last = not self.named and g.impulse == last_impulse(g.turn)
        air = reminders.unused_air(g, self.side) if last else ()
        return [*not_attacked(g, self.attackable(g, ()), "7.voluntary"), *air]

    @overrides
    def made(self, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> Attack:
        """7.combine, 7.multi_hex: `attack 1508 1608 with de.XIX go`."""
        return Attack(hexes, units)

    @overrides
    def attackable(self, g: Gdw1940, chosen: Sequence[Hex]) -> Iterator[Hex]:
        """R.7.all_adjacent.2: each hex is attacked once; R.7.multi_hex.1: by units next to all of them."""
        taken = self.taken()
        for h in attackable(g, self.side):
            if h not in taken and h not in chosen and next(self.able(g, (*chosen, h), ()), None) is not None:
                yield h

    @overrides
    def able(self, g: Gdw1940, hexes: Sequence[Hex], chosen: Sequence[Unit]) -> Iterator[Unit]:
        """R.7.all_adjacent.2: each unit takes part in one attack; R.7.all_adjacent.3: those beside it need not."""
        busy = self.busy()
        for n in g.map.adjacent[hexes[0]]:
            if g.held(self.side)[n] and all(h in g.scenario.spread[n] for h in hexes):
                free = (u for u in g.units_in(n, self.side) if u not in busy)
                yield from (u for u in free if why_not_attack(g, u, hexes) is None)

    @attack.refuses("hexes")
    def why_not_hex(self, g: Gdw1940, chosen: Sequence[Hex], h: Hex) -> Refusal:
        there = g.map.labels[h]
        if h in self.taken():
            return Refusal("7.all_adjacent", f"{there} is already attacked; each hex is attacked once per phase")
        if not odds.is_target(g, self.side, h):
            return Refusal("7.voluntary", f"there is no enemy in {there}")
        if chosen:
            return Refusal("7.multi_hex", f"none of your free units is next to {there} and the other hexes")
        near = [u for n in g.map.adjacent[h] if h in g.scenario.spread[n] for u in g.units_in(n, self.side)]
        reasons = [refusal for u in near if (refusal := self.why_not_join(g, u, (h,)))]
        return reasons[0] if reasons else Refusal("7.voluntary", f"none of your free units is next to {there}")

    @attack.refuses("units")
    def why_not_unit(self, g: Gdw1940, hexes: Sequence[Hex], chosen: Sequence[Unit], unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side or g.hex_of[unit] < 0:
            return None
        refusal = self.why_not_join(g, unit, hexes)
        return refusal or Refusal("7.combine", f"{g.name(unit)} is not next to every hex of the attack")

    def why_not_join(self, g: Gdw1940, unit: Unit, hexes: Sequence[Hex]) -> Refusal | None:
        """R.7.all_adjacent.2: why a unit cannot join an attack now."""
        if unit in self.busy():
            return Refusal("7.all_adjacent", f"{g.name(unit)} already takes part in another attack")
        return why_not_attack(g, unit, hexes)

    @attack.describes("hexes")
    def best(self, g: Gdw1940, chosen: Sequence[Hex], h: Hex) -> dict[str, Any]:
        units = tuple(sorted(self.able(g, (*chosen, h), ())))
        _, final = odds.column(g, Battle(Attack((*chosen, h), units)))
        return {"odds": odds.column_name(g, final), "label": f"Attack {g.map.labels[h]}"}

    @overrides
    def owed(self, g: Gdw1940) -> list[Hex]:
        """7.all_adjacent: every undisrupted enemy next to an attacker must be attacked."""
        return unmet(g, self.side, self.named)

    @overrides
    def fight(self, g: Gdw1940) -> None:
        """7.terrain.declare: nothing is called off from here on; R.13.invade.1: an attack on a neutral invades it."""
        for attack in self.named:
            for h in attack.hexes:
                if self.side is Side.GERMAN:
                    invade(g, target_country(g, h))
        if self.named:
            g.replace(Battles(self.side, self.named))
        else:
            g.pop()


def attackable(g: Gdw1940, side: Side) -> list[Hex]:
    """The enemy hexes next to units of a side."""
    return _attackable(g, side, g.beaten)


@derived(GERMAN_UNITS, ALLIED_UNITS, POLITICS)
def _attackable(g: Gdw1940, side: Side, beaten: frozenset[Hex]) -> list[Hex]:
    held, spread = g.held(side), g.scenario.spread
    near = {n for h in g.at if h >= 0 and held[h] for n in spread[h]}
    return sorted(h for h in near if odds.is_target(g, side, h))


def held_back(g: Gdw1940, side: Side) -> list[Unit]:
    """17.german.panzer: the panzer corps next to an enemy that may not attack because of the secret plan."""
    near = {n for h in attackable(g, side) for n in g.map.adjacent[h] if h in g.scenario.spread[n]}
    units = (u for n in sorted(near) for u in g.units_in(n, side))
    return [u for u in units if not g.disrupted(u) and command.why_not_panzer(g, u)]


def why_not_attack(g: Gdw1940, u: Unit, hexes: Sequence[Hex]) -> Refusal | None:
    """Why a unit cannot attack these hexes, wherever they are; 18.attack: turn 0 keeps nobody from it."""
    name = g.name(u)
    if not g.in_play(u):
        return Refusal("13.status.move", f"{name} belongs to a neutral country")
    if g.disrupted(u):
        return Refusal("7.disruption.effects", f"{name} is disrupted")
    if g.counter(u).has("parachute"):
        return Refusal("11.para.nothing", f"{name} has no combat factor")
    if g.status[u] & DROPPED:
        return Refusal("11.airlanding.drop", f"{name} dropped this impulse")
    invaded = (target_country(g, h) for h in hexes) if g.counter(u).has("mountain") else ()
    bound = (command.why_not_mountain_corps(g, u, country) for country in invaded)
    return command.why_not_panzer(g, u) or next(filter(None, bound), None)


def unmet(g: Gdw1940, side: Side, named: Sequence[Attack]) -> list[Hex]:
    """7.all_adjacent, 7.disruption.no_duty, R.7.whole_hex.1: the hexes that must be attacked and are not.

    R.10.eben.strength.1: a garrison without units does not count as one.
    """
    taken = {h for attack in named for h in attack.hexes}
    joining = drawn_in({target_country(g, h) for h in taken})
    fighting = {g.hex_of[u] for attack in named for u in attack.units}
    near = {n for h in fighting for n in g.scenario.spread[h] if g.held(side.enemy)[n]} - taken
    return sorted(h for h in near if any(counts_as_enemy(g, u, joining) for u in g.units_in(h, side.enemy)))


def counts_as_enemy(g: Gdw1940, u: Unit, joining: set[str]) -> bool:
    """R.7.all_adjacent.4, 7.disruption.no_duty: neither disrupted units nor those of a neutral left in peace."""
    home = HOME[g.counter(u).nation]
    return not g.disrupted(u) and (not g.is_neutral(home) or home in joining)


def drawn_in(attacked: set[str]) -> set[str]:
    """R.7.all_adjacent.4, 13.belgium.joins: the countries that attacks on these bring into the war."""
    return attacked | {"belgium", "luxembourg"} if attacked & set(LOW_COUNTRIES) else attacked


def target_country(g: Gdw1940, h: Hex) -> str:
    """R.13.invade.1: the country that an attack on a hex invades."""
    units = g.units_in(h, Side.ALLIED)
    home = HOME[g.counter(units[0]).nation] if units else ""
    return home or g.map.country[h]


# -- fighting them


class Battles(OwnTurn, NextBattle, frozen=True):
    """7.order: the phasing player chooses which of his attacks is fought next.

    R.9.interdict.cost.1: after the last one of his player turn he may still interdict with the points left over.
    """

    rule = "7.order"
    left: tuple[Attack, ...]

    resolve = NextBattle.resolve.told(rule="7.order")

    @overrides
    def question(self, g: Gdw1940) -> str:
        asked = NextBattle.question if self.standing(g) else "Do you interdict hexes with the air points left?"
        return str(asked)

    @overrides
    def title(self, g: Gdw1940) -> str:
        return super().title(g) if self.standing(g) else "After the battles"

    @overrides
    def warnings(self, g: Gdw1940) -> list[Warning]:
        last = not self.standing(g) and g.impulse == last_impulse(g.turn)
        return list(reminders.unused_air(g, self.side) if last else ())

    @overrides
    def standing(self, g: Gdw1940) -> list[Attack]:
        """R.7.all_adjacent.1: an attack lapses when its target or its attackers have gone."""
        found = (still_possible(g, self.side, attack) for attack in self.left)
        return [attack for attack in found if attack is not None]

    @overrides
    def decider(self, g: Gdw1940) -> Side | None:
        """R.9.interdict.cost.1: asked before a battle that is the only one too, for he may interdict first."""
        last_chance = g.impulse == last_impulse(g.turn) and can_interdict(g, self.side)
        return self.side if self.standing(g) or last_chance else None

    @overrides
    def begin(self, g: Gdw1940, attack: Attack) -> None:
        """9.allied_first: the Allies, and after them the Germans, add air points."""
        g.replace(AirSupport(Side.ALLIED, Battle(attack)), self.rest(g, attack))

    @order("end", label="End combat", rule="7.order", was=("done",))
    def end(self, g: Gdw1940) -> None:
        g.pop()

    @end.closed_if
    def why_not_end(self, g: Gdw1940) -> Refusal | None:
        """7.terrain.declare: an attack that was named is fought."""
        left = tuple(g.map.labels[h] for h in self.next_ones(g))
        text = f"the attack on {listed(left)} must still be fought" if left else ""
        return Refusal("7.terrain.declare", text, left) if left else None


def last_impulse(turn: int) -> int:
    """18.short: turn 0 has one impulse, every other turn two."""
    return 1 if turn == 0 else 2


def still_possible(g: Gdw1940, side: Side, attack: Attack) -> Attack | None:
    hexes = tuple(h for h in attack.hexes if odds.is_target(g, side, h))
    units = tuple(
        u
        for u in attack.units
        if g.hex_of[u] >= 0 and not g.disrupted(u) and set(hexes) <= set(g.scenario.spread[g.hex_of[u]])
    )
    return Attack(hexes, units) if hexes and units else None


class AirSupport(Question, frozen=True):
    """9.shift, 9.allied_first: how many air points a side puts into a battle."""

    rule = "9.allied_first"
    question = "How many air points do you use?"
    before_die = True
    battle: Battle

    def title(self, g: Gdw1940) -> str:
        return f"Attack on {', '.join(g.map.labels[h] for h in self.battle.attack.hexes)}"

    def about(self, g: Gdw1940) -> tuple[str, ...]:
        return tuple(g.map.labels[h] for h in self.battle.attack.hexes)

    def decider(self, g: Gdw1940) -> Side | None:
        return self.side if air_points(g, self.side) else None

    def run(self, g: Gdw1940) -> None:
        self.put(g, 0)

    @order(
        "air {number}",
        label="Air points",
        rule="9.shift",
        says="Each air point moves the odds by one column in your favour.",
        why="only air points of this turn that are not yet used",
    )
    def put_in(self, g: Gdw1940, number: int) -> None:
        """9.before_rivers: before the bridgehead rolls."""
        self.put(g, number)

    @put_in.choices("number")
    def available(self, g: Gdw1940) -> range:
        return range(air_points(g, self.side) + 1)

    def put(self, g: Gdw1940, number: int) -> None:
        spend_air(g, self.side, number)
        b = self.battle
        if self.side is Side.ALLIED:
            g.replace(AirSupport(Side.GERMAN, Battle(b.attack, number)))
        else:
            g.replace(Fight(Battle(b.attack, b.allied_air, number)))


MEANING = {
    "AE": "the attackers are eliminated",
    "AR": "the attackers are disrupted",
    "NE": "no effect",
    "DR": "the defenders retreat",
    "DR*": "the defenders retreat unless they are sheltered",
    "DE": "the defenders are eliminated",
}
"""7.result, in words."""


class Fight(Step, frozen=True):
    """7.modifiers: bridgeheads, then the die."""

    rule = "7.modifiers"
    before_die = True
    battle: Battle

    def title(self, g: Gdw1940) -> str:
        return f"Attack on {', '.join(g.map.labels[h] for h in self.battle.attack.hexes)}"

    def run(self, g: Gdw1940) -> None:
        b = self.battle
        rivers = minor_rivers(g, b.attack)
        rolls = {side: g.roll() for side in rivers}
        limit = g.scenario.tables["hexside"]["bridgehead"]
        lost = frozenset(side for side, die in rolls.items() if die > limit)  # 7.terrain.minor_river
        battle = Battle(b.attack, b.allied_air, b.german_air, lost)
        _, final = odds.column(g, battle)
        die = g.roll()
        crt = g.scenario.crt
        code = crt.result(final, die) if final >= 0 else g.scenario.tables["crt"]["below_first"]
        tell_bridgeheads(g, battle, rivers)
        self.tell(g, battle, tuple(rolls.values()), die, odds.column_name(g, final), code)
        apply_result(g, battle, code)

    def tell(self, g: Gdw1940, battle: Battle, rivers: tuple[int, ...], die: int, column: str, code: str) -> None:
        words, attack = f"at {column}: {code}, {MEANING[code]}", battle.attack
        log.battle(g, attack.units, attack.hexes, words, "7.odds", (*rivers, die), f"{column} {code}")


def tell_bridgeheads(g: Gdw1940, battle: Battle, rivers: Sequence[int]) -> None:
    """7.terrain.minor_river: where the attackers have got across and where they have not."""
    words, failed = [], [g.map.side_label(side) for side in sorted(battle.unbridged)]
    if won := [g.map.side_label(side) for side in rivers if side not in battle.unbridged]:
        words.append(f"{'Bridgehead' if len(won) == 1 else 'Bridgeheads'} at {listed(won)}")
    if failed:
        words.append(f"{'no' if words else 'No'} bridgehead at {listed(failed)}")
    if words:
        side = g.scenario.side_of[battle.attack.units[0]]
        g.emit("bridgehead", "; ".join(words), "7.terrain.minor_river", side=side.word)


def minor_rivers(g: Gdw1940, attack: Attack) -> list[int]:
    """7.terrain.minor_river: the hexsides to roll for; R.11.effect.hexsides.1: none into a hex dropped upon."""
    found = set()
    for u in attack.units:
        for h in attack.hexes:
            side = g.map.side_between(g.hex_of[u], h)
            if side is not None and h not in g.dropped_on and g.map.has(g.hex_of[u], h, "minor_river"):
                found.add(side)
    return sorted(found)


def apply_result(g: Gdw1940, battle: Battle, code: str) -> None:
    """7.result: what a result does to both sides, then the advance."""
    attack = battle.attack
    side = odds.attacker(g, battle)
    then: list[Step] = []
    if code == "AE":  # 7.result.ae
        for u in attack.units:
            eliminate(g, u, "7.result.ae")
    elif code == "AR":  # 7.result.ar
        for u in attack.units:
            disrupt(g, u, AR)
    elif code == "DE":  # 7.result.de
        for h in attack.hexes:
            for u in g.units_in(h, side.enemy):
                eliminate(g, u, "7.result.de")
        beat_garrisons(g, attack.hexes)
    else:  # 7.result.dr, 7.result.dr_star; 7.result.ne reaches nobody
        losing = tuple(h for h in attack.hexes if odds.gives_way(g, battle, h, code))
        tell_who_holds(g, tuple(h for h in attack.hexes if h not in losing), code)
        beat_garrisons(g, losing)
        retreating = tuple(u for h in losing for u in g.units_in(h, side.enemy))
        then = [Retreat(side.enemy, retreating, losing)] if retreating else []
    g.replace(*then, Advance(side, attack, attack.units))


def tell_who_holds(g: Gdw1940, hexes: Sequence[Hex], code: str) -> None:
    """7.result.dr_star, 10.minor.dr_star, 10.maginot.dr: explains why a retreat result has no effect there."""
    for h in hexes if code != "NE" else ():
        why, rule = odds.shelter(g, h, code)
        there = g.map.labels[h]
        g.emit("hold", f"{g.map.spot(h)} is held: {code} has no effect ({why})", rule, at=(there,))


def beat_garrisons(g: Gdw1940, hexes: Sequence[Hex]) -> None:
    """R.10.eben.strength.2: a built-in strength does not retreat; beaten, it leaves the hex open for now."""
    for h in hexes:
        if holds_out(g, h):
            g.beaten |= {h}
            tell_of_garrison(g, h, "is beaten")

"""7: combat: attacks are named, then fought one by one; results, retreats, advances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from meuse.counters import Side, Unit
from meuse.games.gdw1940 import command, odds
from meuse.games.gdw1940.air import OwnTurn, air_points, can_interdict, spend_air
from meuse.games.gdw1940.arrivals import holds_out
from meuse.games.gdw1940.board import AR, DR, DROPPED, HOME, POLITICS, RETREATED, Game1940, may_stack
from meuse.games.gdw1940.movement import enter, entry_refuses
from meuse.games.gdw1940.neutrals import LOW_COUNTRIES, forced_out, invade
from meuse.games.gdw1940.odds import Attack, Battle
from meuse.games.gdw1940.victory import eliminate
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.odds import figure
from meuse.mechanics.retreat import retreats
from meuse.orders import order
from meuse.steps import Question, Step

# -- naming the attacks


class Attacks(OwnTurn, frozen=True):
    """2.combat_phase, R.7.all_adjacent.1: all attacks are named before the first is fought."""

    rule = "2.combat_phase"
    ask = "Whom do you attack?"
    named: tuple[Attack, ...] = ()

    def words(self, g: Game1940) -> str:
        return f"{self.side.title} combat"

    def decider(self, g: Game1940) -> Side | None:
        return self.side if self.named or any(True for _ in self.targets(g, ())) else None

    def run(self, g: Game1940) -> None:
        g.pop()

    @order("attack {hexes} {units}", rule="7.voluntary")
    def attack(self, g: Game1940, hexes: tuple[Hex, ...], units: tuple[Unit, ...]) -> None:
        """7.combine, 7.multi_hex: `attack 1508 1608 with de.XIX go`."""
        g.replace(Attacks(self.side, (*self.named, Attack(hexes, units))))

    @attack.choices("hexes")
    def targets(self, g: Game1940, chosen: Sequence[Hex]) -> Iterator[Hex]:
        """R.7.all_adjacent.2: each hex is attacked once; R.7.multi_hex.1: by units next to all of them."""
        taken = {h for attack in self.named for h in attack.hexes}
        for h in attackable(g, self.side):
            if h not in taken and h not in chosen and next(iter(self.able(g, (*chosen, h), ())), None) is not None:
                yield h

    @attack.choices("units")
    def able(self, g: Game1940, hexes: Sequence[Hex], chosen: Sequence[Unit]) -> Iterator[Unit]:
        """R.7.all_adjacent.2: each unit takes part in one attack; R.7.all_adjacent.3: those beside it need not."""
        busy = {u for attack in self.named for u in attack.units}
        for n in g.map.adjacent[hexes[0]]:
            if g.held(self.side)[n] and all(h in g.scenario.spread[n] for h in hexes):
                yield from (u for u in g.units_in(n, self.side) if u not in busy and not attacker_refuses(g, u, hexes))

    @attack.refuses("hexes")
    def why_not_hex(self, g: Game1940, chosen: Sequence[Hex], h: Hex) -> Refusal:
        there = g.map.labels[h]
        if any(h in attack.hexes for attack in self.named):
            return Refusal("7.all_adjacent", f"{there} is attacked already; a hex is attacked once a phase")
        if not is_target(g, self.side, h):
            return Refusal("7.voluntary", f"there is no enemy in {there}")
        if chosen:
            return Refusal("7.multi_hex", f"no free unit of yours is next to {there} and the other hexes")
        near = [u for n in g.map.adjacent[h] if h in g.scenario.spread[n] for u in g.units_in(n, self.side)]
        reasons = [refusal for u in near if (refusal := attacker_refuses(g, u, (h,)))]
        return reasons[0] if reasons else Refusal("7.voluntary", f"no free unit of yours is next to {there}")

    @attack.refuses("units")
    def why_not_unit(self, g: Game1940, hexes: Sequence[Hex], chosen: Sequence[Unit], unit: Unit) -> Refusal | None:
        if g.scenario.side_of[unit] is not self.side or g.hex_of[unit] < 0:
            return None
        if any(unit in attack.units for attack in self.named):
            return Refusal("7.all_adjacent", f"{g.name(unit)} takes part in another attack")
        refusal = attacker_refuses(g, unit, hexes)
        return refusal or Refusal("7.combine", f"{g.name(unit)} is not next to every hex attacked")

    @attack.describes("hexes")
    def best(self, g: Game1940, chosen: Sequence[Hex], h: Hex) -> dict[str, Any]:
        units = tuple(sorted(self.able(g, (*chosen, h), ())))
        attack, defence = odds.totals(g, Battle(Attack((*chosen, h), units)))
        return {"odds": f"{figure(attack)} : {figure(defence)}", "label": f"attack {g.map.labels[h]}"}

    @order(
        "cancel {hex}", label="Cancel an attack", rule="7.voluntary", back=True, why="no attack on it has been named"
    )
    def cancel(self, g: Game1940, h: Hex) -> None:
        g.replace(Attacks(self.side, tuple(attack for attack in self.named if attack.hexes[0] != h)))

    @cancel.choices("hex")
    def named_hexes(self, g: Game1940) -> list[Hex]:
        return [attack.hexes[0] for attack in self.named]

    @order("fight", label="Fight the battles", rule="7.all_adjacent", commits="die")
    def fight(self, g: Game1940) -> None:
        """7.terrain.declare: nothing is called off from here on; R.13.invade.1: an attack on a neutral invades it."""
        for attack in self.named:
            for h in attack.hexes:
                if self.side is Side.GERMAN:
                    invade(g, target_country(g, h))
        if self.named:
            g.replace(Battles(self.side, self.named))
        else:
            g.pop()

    @fight.closed_if
    def duty(self, g: Game1940) -> Refusal | None:
        """7.all_adjacent: every undisrupted enemy next to an attacker must be attacked."""
        missing = tuple(g.map.labels[h] for h in unmet(g, self.side, self.named))
        return Refusal("7.all_adjacent", f"{', '.join(missing)} must be attacked too", missing) if missing else None


def attackable(g: Game1940, side: Side) -> list[Hex]:
    """The enemy hexes next to units of a side."""
    near = {n for h in g.at if h >= 0 and g.held(side)[h] for n in g.scenario.spread[h]}
    return sorted(h for h in near if is_target(g, side, h))


def is_target(g: Game1940, side: Side, h: Hex) -> bool:
    """7.voluntary, 10.eben.strength: whether a hex holds enemies; R.7.all_adjacent.4: Germans may attack neutrals."""
    if side is Side.GERMAN:
        return bool(g.held_allied[h]) or holds_out(g, h)
    return bool(g.held_german[h])


def attacker_refuses(g: Game1940, u: Unit, hexes: Sequence[Hex]) -> Refusal | None:
    """Why a unit cannot attack these hexes, wherever they are; 18.attack: turn 0 keeps nobody from it."""
    name = g.name(u)
    if not g.in_play(u):
        return Refusal("13.status.move", f"{name} belongs to a neutral country")
    if g.disrupted(u):
        return Refusal("7.disruption.effects", f"{name} is disrupted")
    if g.counter(u).has("parachute"):
        return Refusal("11.para.nothing", f"{name} has no combat factor")
    if g.status[u] & DROPPED:
        return Refusal("11.airlanding.drop", f"{name} dropped in this impulse")
    invaded = (target_country(g, h) for h in hexes) if g.counter(u).has("mountain") else ()
    bound = (command.mountain_corps_refuses(g, u, country) for country in invaded)
    return command.panzer_refuses(g, u) or next(filter(None, bound), None)


def unmet(g: Game1940, side: Side, named: Sequence[Attack]) -> list[Hex]:
    """7.all_adjacent, 7.disruption.no_duty, R.7.whole_hex.1: the hexes that must be attacked and are not."""
    taken = {h for attack in named for h in attack.hexes}
    joining = drawn_in({target_country(g, h) for h in taken})
    fighting = {g.hex_of[u] for attack in named for u in attack.units}
    near = {n for h in fighting for n in g.scenario.spread[h] if g.held(side.enemy)[n]} - taken
    return sorted(h for h in near if any(counts_as_enemy(g, u, joining) for u in g.units_in(h, side.enemy)))


def counts_as_enemy(g: Game1940, u: Unit, joining: set[str]) -> bool:
    """R.7.all_adjacent.4, 7.disruption.no_duty: neither disrupted units nor those of a neutral left in peace."""
    home = HOME[g.counter(u).nation]
    return not g.disrupted(u) and (not g.is_neutral(home) or home in joining)


def drawn_in(attacked: set[str]) -> set[str]:
    """R.7.all_adjacent.4, 13.belgium.joins: the countries that attacks on these bring into the war."""
    return attacked | {"belgium", "luxembourg"} if attacked & set(LOW_COUNTRIES) else attacked


def target_country(g: Game1940, h: Hex) -> str:
    """R.13.invade.1: the country that an attack on a hex invades."""
    units = g.units_in(h, Side.ALLIED)
    home = HOME[g.counter(units[0]).nation] if units else ""
    return home or g.map.country[h]


# -- fighting them


class Battles(OwnTurn, frozen=True):
    """7.order: the phasing player chooses which of his attacks is fought next.

    R.9.interdict.cost.1: after the last one of his player turn he may still interdict with the points left over.
    """

    rule = "7.order"
    left: tuple[Attack, ...]

    def title(self, g: Game1940) -> str:
        fighting = bool(self.standing(g))
        return "Which battle is fought next?" if fighting else "Do you interdict hexes with the air points left?"

    def words(self, g: Game1940) -> str:
        left = len(self.standing(g))
        return f"{left} battles to fight" if left else "After the battles"

    def standing(self, g: Game1940) -> list[Attack]:
        """R.7.all_adjacent.1: an attack lapses when its target or its attackers have gone."""
        found = (still_possible(g, self.side, attack) for attack in self.left)
        return [attack for attack in found if attack is not None]

    def decider(self, g: Game1940) -> Side | None:
        last_chance = g.impulse == last_impulse(g.turn) and can_interdict(g, self.side)
        return self.side if self.standing(g) or last_chance else None

    def run(self, g: Game1940) -> None:
        g.pop()

    @order("resolve {hex}", label="Fight", rule="7.order", why="no attack on this hex is left")
    def resolve(self, g: Game1940, h: Hex) -> None:
        """9.allied_first: then the Allies, and after them the Germans, add air points."""
        attack = next(a for a in self.standing(g) if a.hexes[0] == h)
        rest = tuple(a for a in self.standing(g) if a != attack)
        g.replace(AirSupport(Side.ALLIED, Battle(attack)), Battles(self.side, rest))

    @resolve.choices("hex")
    def next_ones(self, g: Game1940) -> list[Hex]:
        return [attack.hexes[0] for attack in self.standing(g)]

    @order("done", label="End combat", rule="7.order")
    def done(self, g: Game1940) -> None:
        g.pop()

    @done.closed_if
    def unfought(self, g: Game1940) -> Refusal | None:
        """7.terrain.declare: an attack that was named is fought."""
        left = tuple(g.map.labels[h] for h in self.next_ones(g))
        return Refusal("7.terrain.declare", f"the attack on {', '.join(left)} must be fought", left) if left else None


def last_impulse(turn: int) -> int:
    """18.short: turn 0 has one impulse, every other turn two."""
    return 1 if turn == 0 else 2


def still_possible(g: Game1940, side: Side, attack: Attack) -> Attack | None:
    hexes = tuple(h for h in attack.hexes if is_target(g, side, h))
    units = tuple(
        u
        for u in attack.units
        if g.hex_of[u] >= 0 and not g.disrupted(u) and set(hexes) <= set(g.scenario.spread[g.hex_of[u]])
    )
    return Attack(hexes, units) if hexes and units else None


class AirSupport(Question, frozen=True):
    """9.shift, 9.allied_first: how many air points a side puts into a battle."""

    rule = "9.allied_first"
    ask = "How many air points do you use?"
    battle: Battle

    def words(self, g: Game1940) -> str:
        return f"Attack on {', '.join(g.map.labels[h] for h in self.battle.attack.hexes)}"

    def decider(self, g: Game1940) -> Side | None:
        return self.side if air_points(g, self.side) else None

    def run(self, g: Game1940) -> None:
        self.put(g, 0)

    @order("air {number}", label="Air points", rule="9.shift", why="only points received this turn and not yet used")
    def put_in(self, g: Game1940, number: int) -> None:
        """9.before_rivers: before the bridgehead rolls."""
        self.put(g, number)

    @put_in.choices("number")
    def available(self, g: Game1940) -> range:
        return range(air_points(g, self.side) + 1)

    def put(self, g: Game1940, number: int) -> None:
        spend_air(g, self.side, number)
        b = self.battle
        if self.side is Side.ALLIED:
            g.replace(AirSupport(Side.GERMAN, Battle(b.attack, number)))
        else:
            g.replace(Fight(Battle(b.attack, b.allied_air, number)))


class Fight(Step, frozen=True):
    """7.modifiers: bridgeheads, then the die."""

    rule = "7.modifiers"
    battle: Battle

    def words(self, g: Game1940) -> str:
        return f"Attack on {', '.join(g.map.labels[h] for h in self.battle.attack.hexes)}"

    def run(self, g: Game1940) -> None:
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
        self.tell(g, battle, tuple(rolls.values()), die, crt.columns[final] if final >= 0 else "below 1:3", code)
        apply_result(g, battle, code)

    def tell(self, g: Game1940, battle: Battle, rivers: tuple[int, ...], die: int, column: str, code: str) -> None:
        names, there = g.names(battle.attack.units), tuple(g.map.labels[h] for h in battle.attack.hexes)
        text = f"{', '.join(names)} attack {', '.join(there)} at {column}: {code}"
        g.emit("battle", text, "7.odds", units=names, at=there, dice=(*rivers, die))


def minor_rivers(g: Game1940, attack: Attack) -> list[int]:
    """7.terrain.minor_river: the hexsides to roll for; R.11.effect.hexsides.1: none into a hex dropped upon."""
    found = set()
    for u in attack.units:
        for h in attack.hexes:
            side = g.map.side_between(g.hex_of[u], h)
            if side is not None and h not in g.dropped_on and g.map.has(g.hex_of[u], h, "minor_river"):
                found.add(side)
    return sorted(found)


def apply_result(g: Game1940, battle: Battle, code: str) -> None:
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
        beat_garrisons(g, losing)
        then = [Retreat(side.enemy, g.units_in(h, side.enemy), h) for h in losing if g.held(side.enemy)[h]]
    g.replace(*then, Advance(side, attack, attack.units))


def beat_garrisons(g: Game1940, hexes: Sequence[Hex]) -> None:
    """R.10.eben.strength.2: a built-in strength does not retreat; beaten, it leaves the hex open for now."""
    g.beaten |= {h for h in hexes if holds_out(g, h)}


def disrupt(g: Game1940, u: Unit, by: int) -> None:
    """7.disruption.effects; R.7.disruption.recover_dr.1: a DR governs over an AR."""
    status = g.status[u] & ~AR if by == DR else g.status[u]
    if by == AR and status & DR:
        return
    g.set_status(u, status | by)
    g.disrupted_in[u] = g.impulses_done
    g.emit("disrupted", f"{g.name(u)} is disrupted", "7.disruption.effects", units=(g.name(u),))


# -- retreats


class Retreat(Question, frozen=True):
    """7.retreat.owner: each unit on its own, by its owner; `origin` is the hex they leave."""

    rule = "7.retreat.two"
    units: tuple[Unit, ...]
    origin: Hex

    def title(self, g: Game1940) -> str:
        return "Where do your units retreat?"

    def words(self, g: Game1940) -> str:
        return f"Retreat from {g.map.labels[self.origin]}"

    def left(self, g: Game1940) -> list[Unit]:
        return [u for u in self.units if g.hex_of[u] == self.origin]

    def decider(self, g: Game1940) -> Side | None:
        left = self.left(g)
        return self.side if left and all(retreat_hexes(g, u) for u in left) else None

    def run(self, g: Game1940) -> None:
        """7.retreat.eliminated: a unit that cannot retreat is eliminated."""
        stuck = [u for u in self.left(g) if not retreat_hexes(g, u)]
        if not stuck:
            g.pop()
        for u in stuck:
            eliminate(g, u, "7.retreat.eliminated")

    @order("retreat {unit} {hex}", rule="7.retreat.two")
    def retreat(self, g: Game1940, unit: Unit, h: Hex) -> None:
        """7.result.dr: it is disrupted when it gets there; 7.retreat.joined."""
        g.place(unit, h)
        g.set_status(unit, g.status[unit] | RETREATED)
        disrupt(g, unit, DR)
        forced_out(g, unit)
        there = g.map.labels[h]
        g.emit("retreat", f"{g.name(unit)} retreats to {there}", "7.retreat.two", units=(g.name(unit),), at=(there,))

    @retreat.choices("unit")
    def retreating(self, g: Game1940) -> list[Unit]:
        return self.left(g)

    @retreat.choices("hex")
    def ways(self, g: Game1940, unit: Unit) -> list[Hex]:
        return sorted(retreat_hexes(g, unit))

    @retreat.refuses("hex")
    def why_not_there(self, g: Game1940, unit: Unit, h: Hex) -> Refusal:
        return retreat_refuses(g, unit, h)


def retreat_length(g: Game1940, u: Unit) -> int:
    """7.retreat.two, 7.b_reservists: two hexes; French 2-5 infantry corps four (R.7.b_reservists.1: no others)."""
    lengths = g.scenario.tables["retreat"]
    return int(lengths["b_reservists" if g.counter(u).has("b_reservists") else "others"])


def retreat_hexes(g: Game1940, u: Unit) -> frozenset[Hex]:
    """7.retreat.two, R.7.retreat.two.1: where a unit can retreat to, without detours.

    7.retreat.stacking, R.7.retreat.stacking.1: farther only where stacking forces it, and no farther than it must.
    R.7.retreat.territory.1: neither boundaries nor countries bind it, but it crosses no sea or lake.
    """
    start, length = g.hex_of[u], retreat_length(g, u)

    def may_enter(a: Hex, b: Hex) -> bool:
        return any(n == b for n, _ in g.scenario.ways[g.movement_kind(u)][a]) and retreat_open(g, u, b)

    ends = retreats(g.map, start, length, may_enter, lambda h: True)
    fitting = frozenset(h for h in ends if may_stack(g, u, h))
    layer, seen = set(ends), {start, *ends}
    while layer and not fitting:
        layer = {n for h in layer for n in g.map.adjacent[h] if n not in seen and may_enter(h, n)}
        seen |= layer
        fitting = frozenset(h for h in layer if may_stack(g, u, h) and g.map.distance(start, h) >= length)
    return fitting


def retreat_open(g: Game1940, u: Unit, h: Hex) -> bool:
    """7.retreat.territory, 7.retreat.zoc, 4.retreat: friendly ground; enemy zones if motorized or under friends."""
    side = g.scenario.side_of[u]
    if not g.friendly(h, side) or g.held(side.enemy)[h]:
        return False
    return g.scenario.motorized[u] or not g.zones(side.enemy)[h] or bool(g.held(side)[h])


def retreat_refuses(g: Game1940, u: Unit, h: Hex) -> Refusal:
    """Why a unit cannot retreat to a hex."""
    there, name, side = g.map.labels[h], g.name(u), g.scenario.side_of[u]
    length, far = retreat_length(g, u), g.map.distance(g.hex_of[u], h)
    if far < length:
        rule = "7.b_reservists" if g.counter(u).has("b_reservists") else "7.retreat.two"
        return Refusal(rule, f"{name} retreats {length} hexes; {there} is nearer")
    if not g.friendly(h, side) or g.held(side.enemy)[h]:
        return Refusal("7.retreat.territory", f"{there} is not friendly territory")
    if not retreat_open(g, u, h):
        return Refusal("7.retreat.zoc", f"{there} is in an enemy zone, and no friend is there")
    if not may_stack(g, u, h):
        return Refusal("7.retreat.stacking", f"{there} has no room for {name}")
    return Refusal("7.retreat.two", f"no way of {length} open hexes leads {name} to {there}")


# -- advances


class Advance(Question, frozen=True):
    """7.advance.when: straight after the combat."""

    rule = "7.advance.when"
    ask = "Who advances?"
    attack: Attack
    fresh: tuple[Unit, ...]

    def words(self, g: Game1940) -> str:
        return "Advance"

    def decider(self, g: Game1940) -> Side | None:
        return self.side if next(iter(self.advancing(g)), None) is not None else None

    def run(self, g: Game1940) -> None:
        g.pop()

    def vacated(self, g: Game1940) -> list[Hex]:
        return [h for h in self.attack.hexes if not is_target(g, self.side, h)]

    @order(
        "advance {unit} {hex}", rule="7.advance.where", why="only a unit that took part in the attack, once, advances"
    )
    def advance(self, g: Game1940, unit: Unit, h: Hex) -> None:
        """7.advance.limits: no movement points, enemy zones ignored."""
        enter(g, unit, h)
        there = g.map.labels[h]
        g.emit("advance", f"{g.name(unit)} advances to {there}", "7.advance.where", units=(g.name(unit),), at=(there,))
        g.replace(Advance(self.side, self.attack, tuple(u for u in self.fresh if u != unit)))

    @advance.choices("unit")
    def advancing(self, g: Game1940) -> Iterator[Unit]:
        """7.advance.where: any of the attacking units."""
        if self.vacated(g):
            yield from (u for u in self.fresh if g.hex_of[u] >= 0 and not g.disrupted(u) and self.ways(g, u))

    @advance.choices("hex")
    def ways(self, g: Game1940, unit: Unit) -> list[Hex]:
        """7.advance.where: the vacated hex, or a neighbour of it that holds no enemy."""
        around = self.around(g)
        return sorted(n for n in advance_steps(g, unit) if n in around and advance_refuses(g, unit, n) is None)

    @advance.refuses("hex")
    def why_not_there(self, g: Game1940, unit: Unit, h: Hex) -> Refusal:
        there = g.map.labels[h]
        if h not in advance_steps(g, unit):
            return Refusal("7.advance.limits", f"{there} is not one step away from {g.name(unit)}")
        if h not in self.around(g):
            return Refusal("7.advance.where", f"{there} was not vacated, nor is it next to a hex that was")
        return advance_refuses(g, unit, h) or Refusal("7.advance.where", f"{there} cannot be advanced into")

    def around(self, g: Game1940) -> set[Hex]:
        vacated = set(self.vacated(g))
        return vacated | {n for h in vacated for n in g.map.adjacent[h]}

    @order("done", label="No further advance", rule="7.advance.when")
    def done(self, g: Game1940) -> None:
        g.pop()


def advance_steps(g: Game1940, u: Unit) -> list[Hex]:
    """7.advance.limits: one hex; R.7.advance.where.1: not over ground or hexsides that are closed to the unit."""
    return [n for n, _ in g.scenario.ways[g.movement_kind(u)][g.hex_of[u]]]


def advance_refuses(g: Game1940, u: Unit, h: Hex) -> Refusal | None:
    """R.7.advance.where.1: what bars an advance: enemies, neutrals, boundaries; 7.advance.limits: stacking."""
    if not may_stack(g, u, h):
        return Refusal("7.advance.limits", f"{g.map.labels[h]} has no room")
    if h in g.beaten:
        return Refusal("6.enemy_hex", f"{g.map.labels[h]} holds an enemy unit") if g.held_allied[h] else None
    refusal = entry_refuses(g, u, g.hex_of[u], h)
    return None if refusal is not None and refusal.rule == "18.directions" else refusal


# -- the end of the phase


class EndCombat(Step, frozen=True):
    """The end of a combat phase of either player."""

    rule = "11.drop.eliminated"

    def run(self, g: Game1940) -> None:
        g.pop()
        for u in g.on_map(Side.GERMAN):
            h = g.hex_of[u]
            if g.counter(u).has("airborne") and (g.held_allied[h] or holds_out(g, h)):
                eliminate(g, u, "11.drop.eliminated")
        for h in g.scenario.intrinsic:  # 10.eben.destroyed
            if g.held_german[h] and h not in g.destroyed:
                g.destroyed.add(h)
                g.touch(POLITICS)
                g.emit(
                    "fortress",
                    f"the fortress of {g.map.labels[h]} has fallen",
                    "10.eben.destroyed",
                    at=(g.map.labels[h],),
                )
        g.beaten = g.dropped_on = frozenset()
        for u, status in enumerate(g.status):
            if status & RETREATED:  # R.7.retreat.joined.1
                g.set_status(u, status & ~RETREATED)

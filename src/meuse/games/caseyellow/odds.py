"""11.3: the arithmetic of a combat: strengths, itemised shifts, the cap, ratings, and who must take a step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

import msgspec

from meuse.counters import Side, Unit
from meuse.games.caseyellow.board import OOS, CaseYellow
from meuse.games.caseyellow.stacking import port_defenders
from meuse.games.caseyellow.supply import (
    attack_supplied,
    depot_in_reach,
    is_cut_off,
    own_attack_supply,
    west_wall_supply,
)
from meuse.hexmap import Hex
from meuse.report import Shift

MATILDAS = "uk.1tk"

RIVERS = {"minor_river": "a minor river", "major_river": "a major river", "rhein": "the Rhein"}


class Attack(msgspec.Struct, frozen=True):
    """11.2: units that attack one hex."""

    target: Hex
    units: tuple[Unit, ...]


class Battle(msgspec.Struct, frozen=True):
    """An attack with what was added: air assets, the West Wall (7.8c), chosen defenders (13.5.3).

    `spared`: it does not draw on a cut-off Attack Supply Unit (7.7e.cutoff).
    """

    attack: Attack
    german_air: int = 0
    allied_air: int = 0
    west_wall: bool = False
    chosen: tuple[Unit, ...] = ()
    spared: bool = False


def attacker(g: CaseYellow, battle: Battle) -> Side:
    return g.side(battle.attack.units[0])


def defenders(g: CaseYellow, battle: Battle) -> tuple[Unit, ...]:
    """11.2, 9.5a: all units in the hex defend; 13.5.3: in the Dynamo port those that the Allies chose, or will."""
    if battle.chosen:
        return battle.chosen
    return port_defenders(g) if at_port(g, battle) else g.fighters(battle.attack.target, attacker(g, battle).enemy)


def is_contested(g: CaseYellow, battle: Battle) -> bool:
    """7.9e.alone: an Attack Supply Unit alone in its hex is lost without a die."""
    return bool(defenders(g, battle)) or bool(garrison(g, battle))


def at_port(g: CaseYellow, battle: Battle) -> bool:
    """13.5.3: whether Germans attack the Dynamo port."""
    return battle.attack.target == g.port and attacker(g, battle) is Side.GERMAN


def adjacent(g: CaseYellow, battle: Battle) -> tuple[Unit, ...]:
    """R.11.3g.1: the attackers next to the defender; an ARKO at range takes no losses and does not advance."""
    near = g.map.adjacent[battle.attack.target]
    return tuple(u for u in battle.attack.units if g.hex_of[u] in near)


def hexes_of(g: CaseYellow, attack: Attack) -> set[Hex]:
    """R.11.3g.1: the hexes an attack comes from; an ARKO at range does not count."""
    near = g.map.adjacent[attack.target]
    return {g.hex_of[u] for u in attack.units if g.hex_of[u] in near}


# -- 11.3a odds


def totals(g: CaseYellow, battle: Battle) -> tuple[Fraction, Fraction]:
    """11.3a, 2.4e, 11.2a.4: Combat Strengths added up, whole units only; 11.7a: and the garrison."""
    attack = sum(g.strength(u) for u in battle.attack.units)
    defence = sum(g.strength(u) for u in defenders(g, battle)) + garrison(g, battle)
    return Fraction(attack), Fraction(defence)


def garrison(g: CaseYellow, battle: Battle) -> int:
    """10.9a, 11.7b: the garrison defends alone or with the units in its hex."""
    fort = g.standing_fort(battle.attack.target)
    return fort.strength if fort is not None and fort.side is attacker(g, battle).enemy else 0


def start_column(g: CaseYellow, battle: Battle) -> int:
    """11.3a, R.11.3a.1: the column of the ratio, fractions dropped; -1 below 1-3. 7-1 and more count on beyond 6-1."""
    attack, defence = totals(g, battle)
    column, last = g.scenario.crt.column(attack, defence), len(g.scenario.crt.columns) - 1
    return last + int(attack / defence) - 6 if column == last and defence else column


def final_column(g: CaseYellow, battle: Battle) -> int:
    """11.3a.max, 11.3b: the column after the net shift; -1 for 1-4 or worse, 6-1 at best."""
    start = start_column(g, battle)
    if start < 0:
        return -1  # R.11.9b.4: only an Engaged combat can get here
    last = len(g.scenario.crt.columns) - 1
    return max(-1, min(last, start + net_shift(g, battle)))


def column_name(g: CaseYellow, column: int) -> str:
    """A final column as people say it; 11.3a.max: below the first there is only 1-4."""
    return g.scenario.crt.columns[column] if column >= 0 else "1-4"


def net_shift(g: CaseYellow, battle: Battle) -> int:
    """11.3b.cap, R.11.3b.cap.1: at most two columns in the German favour, one in the Allied."""
    total = sum(shift.value for shift in shifts(g, battle))
    german, allied = g.scenario.tables["crt"]["german_favour"], g.scenario.tables["crt"]["allied_favour"]
    if attacker(g, battle) is Side.GERMAN:
        return int(max(-allied, min(german, total)))
    return int(max(-german, min(allied, total)))


# -- 11.3c shifts


def shifts(g: CaseYellow, battle: Battle) -> Iterator[Shift]:
    """11.3b, R.11.3b.1: every shift on its own, before the cap."""
    yield from terrain_shifts(g, battle)
    if lacking(g, battle):
        yield Shift(-1, "11.3c.supply", "an attacker is out of supply or without Attack Supply")
    yield from air_shifts(g, battle)
    yield from armour_shifts(g, battle)
    if any(g.counter(u).kind == "artillery" for u in battle.attack.units):
        yield Shift(+1, "11.3c.arko", "ARKO supports the attack")  # 11.8b
    if any(g.status[u] & OOS for u in defenders(g, battle)):
        yield Shift(+1, "11.3c.oosdef", "a defender is out of supply")


def terrain_shifts(g: CaseYellow, battle: Battle) -> Iterator[Shift]:
    """11.3c.terrain, R.11.3c.terrain.1, R.11.3c.terrain.2: for the defender only, all added up."""
    target, figures = battle.attack.target, g.scenario.tables["hexside"]
    terrain = g.map.terrain[target]
    if shift := g.scenario.terrain[terrain].shift:
        yield Shift(shift, "11.3c.terrain", f"the defenders are in {g.map.terrain_kinds[terrain].title}")
    if garrison(g, battle):
        yield Shift(figures["fortified_line"], "11.3c.terrain", "Fortified Line")
    if g.standing_works(target) and attacker(g, battle) is Side.GERMAN:
        yield Shift(figures["defensive_works"], "11.3c.terrain", "Defensive Works")
    if target in g.better and attacker(g, battle) is Side.GERMAN:
        yield Shift(figures["better_defence"], "12.11a.shift", "Better Defense marker")
    river = river_between(g, battle)
    if river:
        yield Shift(figures[river], "11.3c.terrain", f"all attackers cross {RIVERS[river]}")


def river_between(g: CaseYellow, battle: Battle) -> str:
    """R.11.3c.terrain.3: the least river that all attackers must cross; 10.8c.2, 10.8c.3: a Bridgehead cancels it."""
    target = battle.attack.target
    if target in g.bridgeheads and attacker(g, battle) is Side.GERMAN:
        return ""
    found = {river_faced(g, u, target) for u in adjacent(g, battle)}
    return next((river for river in ("", "minor_river", "major_river", "rhein") if river in found), "")


def crosses_river(g: CaseYellow, battle: Battle) -> bool:
    """10.8d: whether any of the attackers next to the defender attacks over a river."""
    sides = (g.map.side_between(g.hex_of[u], battle.attack.target) for u in adjacent(g, battle))
    return any(side is not None and g.scenario.river[side] for side in sides)


def river_faced(g: CaseYellow, u: Unit, target: Hex) -> str:
    """10.8c.4, R.10.8c.4.1: the river before a unit; an FJ unit in its hex bridges River Crossing hexsides."""
    side = g.map.side_between(g.hex_of[u], target)
    assert side is not None
    if side in g.scenario.crossing and parachute_bridgehead(g, g.hex_of[u]):
        return ""
    return g.scenario.river[side]


def parachute_bridgehead(g: CaseYellow, h: Hex) -> bool:
    """10.8c.4: whether an FJ unit stands in a hex."""
    return any(g.counter(u).kind == "parachute" for u in g.at.get(h, ()))


def air_shifts(g: CaseYellow, battle: Battle) -> Iterator[Shift]:
    """11.3c.air, 5.2: one column an asset; 13.6: at the Dynamo port two Stukas for each right shift."""
    german = attacker(g, battle) is Side.GERMAN
    stukas = battle.german_air
    if battle.attack.target == g.port and german:
        stukas //= g.scenario.tables["dynamo"]["stukas_per_shift"]
    if stukas:
        yield Shift(stukas if german else -stukas, "11.3c.air", "German Air Assets", "german")
    if battle.allied_air:
        value = -battle.allied_air if german else battle.allied_air
        yield Shift(value, "11.3c.air", "Allied Air Assets", "allied")


def armour_shifts(g: CaseYellow, battle: Battle) -> Iterator[Shift]:
    """11.3c.armor-must: always taken where they count."""
    if attacker(g, battle) is Side.GERMAN:
        if value := panzer_shift(g, battle):
            yield Shift(value, "11.3c.panzer", "panzer divisions attack")
        return
    if allied_armour(g, battle) and not defending_panzers(g, battle):
        yield Shift(+1, "11.3c.allied-armor", "Allied armour attacks, and no panzer division defends")
    if any(g.id(u) == MATILDAS for u in counted_armour(g, battle)):
        yield Shift(+1, "11.3c.matilda", "the 1st Tank Brigade attacks")


def panzer_shift(g: CaseYellow, battle: Battle) -> int:
    """11.3c.panzer: one for each panzer division, less one if Allied armour defends, two at most."""
    panzers = len(attacking_panzers(g, battle))
    return min(2, panzers - (panzers > 0 and bool(defending_armour(g, battle))))


def counted_armour(g: CaseYellow, battle: Battle) -> list[Unit]:
    """11.3c.armor-note: attacking armour whose shifts count where it stands and where it attacks."""
    if in_bad_ground(g, battle):
        return []
    armour = (u for u in battle.attack.units if g.scenario.armoured[u])
    return [u for u in armour if not hinders_armour(g, g.hex_of[u])]


def hinders_armour(g: CaseYellow, h: Hex) -> bool:
    """11.3c.armor-note: City, Marsh and Flooded hexes, by the chart."""
    return not g.scenario.terrain[g.map.terrain[h]].armour


def attacking_panzers(g: CaseYellow, battle: Battle) -> list[Unit]:
    return [u for u in counted_armour(g, battle) if g.counter(u).kind == "panzer"]


def allied_armour(g: CaseYellow, battle: Battle) -> list[Unit]:
    """11.3c.allied-armor, R.11.3c.allied-armor.1: armored type divisions, full or reduced."""
    return [u for u in counted_armour(g, battle) if g.scenario.size_of[u] == "division"]


def defending_panzers(g: CaseYellow, battle: Battle) -> list[Unit]:
    return [u for u in defenders(g, battle) if g.counter(u).kind == "panzer"]


def defending_armour(g: CaseYellow, battle: Battle) -> list[Unit]:
    return [u for u in defenders(g, battle) if g.scenario.armoured[u]]


def lacking(g: CaseYellow, battle: Battle) -> list[Unit]:
    """7.5d, 7.6d, 11.3c.supply: attackers with an OOS marker or without Attack Supply."""
    return [u for u in battle.attack.units if g.status[u] & OOS or not has_attack_supply(g, battle, u)]


def has_attack_supply(g: CaseYellow, battle: Battle, u: Unit) -> bool:
    """7.6a, 7.8c, 7.8d: by the unit's own trace, the West Wall for one attack, or in the Netherlands on turn 2.

    7.7e.cutoff: not by a cut-off Attack Supply Unit that is spared.
    """
    dutch_soil = g.map.country[battle.attack.target] == "netherlands"
    if g.side(u) is Side.GERMAN and g.turn == 2 and dutch_soil:
        return True
    if battle.spared and lives_on_cut_off(g, u):
        return False
    return attack_supplied(g, u) or (battle.west_wall and west_wall_supply(g, u))


def needs_west_wall(g: CaseYellow, battle: Battle) -> bool:
    """7.8c, R.7.8c.1, 11.8a: whether the West Wall would give all that lack it, or ARKO, their Attack Supply."""
    if attacker(g, battle) is Side.ALLIED or g.west_wall_used:
        return False
    hungry = [u for u in battle.attack.units if not has_attack_supply(g, battle, u)]
    return bool(hungry) and (guns_lack(g, battle) or all(west_wall_supply(g, u) for u in hungry))


def guns_lack(g: CaseYellow, battle: Battle) -> bool:
    """11.8a, 7.8c: whether ARKO takes part that only the West Wall can supply."""
    return any(g.counter(u).kind == "artillery" and not attack_supplied(g, u) for u in battle.attack.units)


def lives_on_cut_off(g: CaseYellow, u: Unit) -> bool:
    """7.7e.cutoff: whether nothing but a cut-off Attack Supply Unit gives an Allied unit its Attack Supply."""
    if g.turn == 1 or g.side(u) is Side.GERMAN or g.nation(u) not in ("french", "british"):
        return False
    depots = depot_in_reach(g, u)
    return bool(depots) and all(is_cut_off(g, depot) for depot in depots) and not own_attack_supply(g, u)


def needs_cut_off(g: CaseYellow, battle: Battle) -> bool:
    """7.7e.cutoff: whether an attack would use up an Attack Supply Unit that no other has used up in this round."""
    if attacker(g, battle) is Side.GERMAN or g.depots_used:
        return False
    return any(lives_on_cut_off(g, u) for u in battle.attack.units)


def feeding_depots(g: CaseYellow, battle: Battle) -> list[Unit]:
    """7.7e.cutoff: the Attack Supply Units that an Allied attack draws on because nothing else feeds it."""
    fed = [u for u in battle.attack.units if g.nation(u) in ("french", "british") and not own_attack_supply(g, u)]
    return sorted({depot for u in fed for depot in depot_in_reach(g, u)})


# -- 11.3d.tr ratings


def ratings(g: CaseYellow, battle: Battle) -> tuple[int, int]:
    """11.3d.tr: the highest TR of each side; 13.6a: a disrupted port does not lower that of its defenders."""
    attack = stack_rating(g, battle.attack.units, defending=False)
    return attack, stack_rating(g, defenders(g, battle), defending=True)


def stack_rating(g: CaseYellow, units: Sequence[Unit], *, defending: bool) -> int:
    """8.6b, R.8.6b.1: Belgians who fight beside French or British units lend their hex their own TR."""
    best = 0
    for h in sorted({g.hex_of[u] for u in units}):
        stack = [u for u in units if g.hex_of[u] == h]
        belgians = [u for u in stack if g.nation(u) == "belgian"]
        counting = belgians if any(g.nation(u) in ("french", "british") for u in stack) and belgians else stack
        values = (g.defending_tactical(u) if defending else g.tactical(u) for u in counting)
        best = max(best, *values)
    return best


def final_result(g: CaseYellow, battle: Battle, code: str) -> str:
    """11.3d.tr, 11.7b: a difference of TR may change a result, once; never against a Fortified Line."""
    if garrison(g, battle):
        return code
    attack, defence = ratings(g, battle)
    for change in g.scenario.tables["crt"]["tactical"].get(code, ()):
        ahead = attack - defence if change["higher"] == "attacker" else defence - attack
        if ahead >= change["by"]:
            return str(change["becomes"])
    return code


# -- 11.3e who takes a step


def takers(g: CaseYellow, battle: Battle, side: Side) -> tuple[tuple[Unit, ...], str]:
    """11.3e, R.11.3e.allied.1: the units one of which must take a side's step, and the rule that says so."""
    attacks = side is attacker(g, battle)
    units = adjacent(g, battle) if attacks else defenders(g, battle)
    matildas = [u for u in units if g.id(u) == MATILDAS and attacks]
    if matildas:
        return tuple(matildas), "11.3e.matilda"
    shifting = shifting_armour(g, battle, side)
    if shifting:
        return tuple(shifting), "11.3e.panzer" if side is Side.GERMAN else "11.3e.allied"
    stuck = [u for u in units if attacks and g.scenario.armoured[u] and in_bad_ground(g, battle)]
    return (tuple(stuck), "11.3e.terrain") if stuck else (tuple(units), "11.3e.free")


def shifting_armour(g: CaseYellow, battle: Battle, side: Side) -> list[Unit]:
    """11.3e.panzer, 11.3e.allied: armour that gave a shift, or cancelled one of the enemy's."""
    german_attack = attacker(g, battle) is Side.GERMAN
    if german_attack:
        return (
            attacking_panzers(g, battle)
            if side is Side.GERMAN
            else _if(attacking_panzers(g, battle), defending_armour(g, battle))
        )
    if side is Side.GERMAN:
        return _if(allied_armour(g, battle), defending_panzers(g, battle))
    return [] if defending_panzers(g, battle) else allied_armour(g, battle)


def _if(condition: Iterable[Unit], units: list[Unit]) -> list[Unit]:
    return units if list(condition) else []


def in_bad_ground(g: CaseYellow, battle: Battle) -> bool:
    """11.3e.terrain: the defenders are in Marsh, Flooded, City or an undestroyed Fortified Line."""
    return hinders_armour(g, battle.attack.target) or bool(garrison(g, battle))

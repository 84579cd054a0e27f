"""What battles of France '40 are worth: chances, support, losses, and whether to stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.france40 import advice_aims, odds
from meuse.games.france40.advice_railway import barriers
from meuse.games.france40.battle import Support, most_air
from meuse.games.france40.board import OUT_OF_SUPPLY, France40
from meuse.games.france40.determined import DesperateDefence, DeterminedDefence, defence_allowed, why_not_lead
from meuse.games.france40.forecast import DISPLACED, FORECAST
from meuse.games.france40.odds import Battle, attacker, defending, fighters
from meuse.games.france40.rerolls import Throw
from meuse.games.france40.results import Lose, result_row
from meuse.games.france40.stand import modifiers, orange, read_column, table_column
from meuse.games.france40.terrain import ground as ground_of
from meuse.games.france40.terrain import major
from meuse.games.france40.zones import zones
from meuse.hexmap import Hex
from meuse.state import derived
from meuse.steps import Order

DICE = {total: (6 - abs(total - 7)) / 36 for total in range(2, 13)}


def stand(g: France40, b: Battle, code: str, column: int) -> tuple[float, float, float]:
    """11.2: the chance to hold the hex, and the steps that attackers and defenders lose by it."""
    leads = [u for u in defending(g, b) if why_not_lead(g, u) is None] if defence_allowed(g, code) else []
    if not leads:
        return 0.0, 0.0, 0.0
    lead = max(leads, key=lambda u: (g.fort(u), g.face(u).quality == "elite", g.face(u).quality == "normal", u))
    chart = g.scenario.tables["determined_defence"]["modifiers"]
    change = chart.get(g.face(lead).quality, 0) + chart["orange"] * orange(g, code, column)
    if g.counter(lead).nation == "french" and g.status[lead] & OUT_OF_SUPPLY:
        change += chart["french_collapse"]
    return throws(g, b, lead, change)


def throws(g: France40, b: Battle, lead: Unit, change: int) -> tuple[float, float, float]:
    return _throws(g, table_column(g, b, lead), change)


@derived()
def _throws(g: France40, column: str, change: int) -> tuple[float, float, float]:
    """11.3.1: the 36 throws in a column of the Determined Defence Table."""
    held = more = steps = 0.0
    for total, chance in DICE.items():
        verdict, attackers_lost, lead_lost = read_column(g, column, total + change)
        held += chance * (verdict != "F")
        more += chance * attackers_lost
        steps += chance * lead_lost
    return held, more, steps


# -- worth


def worth(g: France40, b: Battle, ground: float, brief: Brief) -> float:
    """The attacker's expected gain, if the hex is worth so much to him."""
    side, column = attacker(g, b), odds.final_column(g, b)
    loss, gain = step_price(g, side, b.units), step_price(g, side.enemy, fighters(g, b))
    ground += brief["caught"] * gain * is_caught(g, b.target, side)

    def of_result(code: str) -> float:
        """8.3c, 11.3.1: with the throw of a Determined Defence under the best unit."""
        if code == DISPLACED:
            return ground
        row = result_row(g, code)
        held, more, steps = stand(g, b, code, column) if row["retreat"] else (1.0, 0.0, 0.0)
        theirs: float = steps + row.get("defender", 0)
        ours: float = more + row.get("attacker", 0)
        opened: float = (1 - held) * (ground + 0.3 * row["advance"])
        return theirs * gain - ours * loss + opened

    return FORECAST.value(g, b, of_result)


def is_caught(g: France40, target: Hex, side: Side) -> bool:
    """12.2: whether the defenders have no way back, as far as a retreat of two hexes tells."""
    feared, friends, land = zones(g, side), g.held(side.enemy), ground_of(g).land

    def is_safe(h: Hex) -> bool:
        free = friends[h] or not (feared[h] or g.held(side)[h])
        return bool(free) and g.map.distance(target, h) == 2

    for h in g.map.adjacent[target]:
        if not land[h] or not g.scenario.playable[h] or g.held(side)[h] or major(g, target, h):
            continue
        if any(land[n] and is_safe(n) and not major(g, h, n) for n in g.map.adjacent[h]):
            return False
    return True


def step_price(g: France40, side: Side, units: Sequence[Unit]) -> float:
    """What a step costs: the strength in it; 21.7.1a: more if it is the last of a German unit."""
    price = 0.0
    for u in units:
        face = g.face(u)
        last = 1.0 if g.steps[u] == 1 and side is Side.GERMAN and g.counter(u).steps > 1 else 0.0
        price = max(price, 0.6 + 0.08 * max(face.attack, face.defence) + last)
    return price or 0.5


def hex_worth(g: France40, side: Side, h: Hex, brief: Brief) -> float:
    """The Germans need ground, most of all on their way to the aim; the Allies need little of it."""
    goal = advice_aims.goals(g, side, g.turn).get(h, 0.0)
    if side is Side.ALLIED:
        barrier = g.turn >= brief["reopen_from"] and not g.scenario.dynamo and h in barriers(g)
        return 0.7 + 0.3 * goal + brief["railway"] * barrier
    if g.scenario.dynamo and g.turn >= advice_aims.BRUGGE_UNTIL and all_belgian(g, h):
        return 0.3
    bank = any(major(g, h, n) and g.held_german[n] for n in g.map.adjacent[h])
    way = advice_aims.corridor(g, g.turn)[h]
    return brief["ground"] + goal + brief["way"] * way + brief["crossing"] * bank


def all_belgian(g: France40, h: Hex) -> bool:
    """22.4.1: whoever surrenders soon need not be beaten before."""
    return all(g.counter(u).nation == "belgian" for u in g.units_in(h, Side.ALLIED))


def supported(g: France40, b: Battle, ground: float, brief: Brief) -> float:
    """The worth of an attack with as much support as pays off."""
    side = attacker(g, b)
    best = worth(g, b, ground, brief)
    for number in range(1, most_air(g, side, b) + 1):
        air = (number, 0) if side is Side.GERMAN else (0, number)
        best = max(best, worth(g, msgspec.structs.replace(b, air=air), ground, brief) - brief["air"] * number)
    return best


# -- support


def support_orders(g: France40, step: Support, brief: Brief) -> Iterator[Order]:
    """9.3, 9.4: whatever gains more than it is worth elsewhere; on turn 1 of Sickle Cut the Luftwaffe masses."""
    b, mine = step.battle, 1 if step.side is attacker(g, step.battle) else -1
    ground = hex_worth(g, attacker(g, b), b.target, brief)
    before = mine * worth(g, b, ground, brief)
    gains: list[tuple[float, Order]] = []
    for number in step.planes(g):
        air = (number, b.air[1]) if step.side is Side.GERMAN else (b.air[0], number)
        after = mine * worth(g, msgspec.structs.replace(b, air=air), ground, brief)
        gains.append((after - before - brief["air"] * number, ("air", str(number))))
    for hq in step.staffs(g):
        after = mine * worth(g, msgspec.structs.replace(b, hq=hq), ground, brief)
        gains.append((after - before - brief["hq"], ("support", g.id(hq))))
    best = max(gains, default=(0.0, ("done",)), key=lambda row: (row[0], row[1]))
    yield best[1] if best[0] > 0 else ("done",)


# -- losses


def losing(g: France40, step: Lose) -> Order:
    """10.2.2a: of one's own the cheapest step, of the enemy's the dearest."""
    units = step.bearers(g)
    own = g.scenario.side_of[units[0]] is step.side
    choose = min if own else max
    return ("lose", g.id(choose(units, key=lambda u: (loss_of(g, u), u))))


def loss_of(g: France40, u: Unit) -> float:
    """What the next step of a unit is worth: the strength that goes with it, and the unit if it is the last."""
    steps, faces = g.steps[u], g.scenario.faces[u]
    now = faces[steps]
    after = faces[steps - 1] if steps > 1 else None
    drop = now.attack + now.defence - (after.attack + after.defence if after else 0)
    last = 3.0 if steps == 1 and g.counter(u).steps > 1 else 0.0
    return drop + last + 1.0 * now.tank


def reroll_order(g: France40, step: Throw, side: Side) -> Order:
    """20.2: a throw worse than the average of the table is rerolled."""
    if len(step.dice) == 2:
        mine = side is attacker(g, step.battle).enemy
        poor = sum(step.dice) < 7 if mine else sum(step.dice) > 7
    else:
        poor = step.dice[0] >= 4 if side is attacker(g, step.battle) else step.dice[0] <= 3
    return ("reroll",) if poor else ("pass",)


# -- stand or retreat


def defence_orders(g: France40, step: DeterminedDefence) -> Iterator[Order]:
    """11.1: stand where the hex is worth the steps, and always where there is no way back."""
    leads = step.leads(g)
    values = {u: value_of_stand(g, step, u) for u in leads}
    lead = max(leads, key=lambda u: (values[u], u))
    if values[lead] <= 0 and not isinstance(step, DesperateDefence):
        yield ("pass",)
        return
    for number in step.planes(g):
        if g.scenario.side_of[lead] is Side.GERMAN or g.counter(lead).nation == "british":
            yield ("air", str(number))
    yield ("stand", g.id(lead))


def value_of_stand(g: France40, step: DeterminedDefence, lead: Unit) -> float:
    change = sum(m.value for m in modifiers(g, step, lead))
    held, more, steps = throws(g, step.battle, lead, change)
    value = held * stand_worth(g, step.side, step.battle.target)
    return value + 0.8 * more - steps * (0.5 + 0.1 * loss_of(g, lead))


def stand_worth(g: France40, side: Side, h: Hex) -> float:
    """What it is worth to hold a hex: not being driven back, rivers, cities, standing in the enemy's way."""
    value = 1.2 + advice_aims.goals(g, side, g.turn).get(h, 0.0) + 1.0 * (h in g.scenario.cities)
    value += 0.5 * any(major(g, h, n) for n in g.map.adjacent[h])
    return value + (0.4 * advice_aims.corridor(g, g.turn)[h] if side is Side.ALLIED else 0.3)

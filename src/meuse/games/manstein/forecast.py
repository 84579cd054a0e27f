"""The arithmetic of an attack before it is made: one's own as it is ordered, and the worst the enemy could do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from meuse.counters import Side, Unit
from meuse.games.manstein import odds
from meuse.games.manstein.battle import effective, naval_refuses
from meuse.games.manstein.board import Manstein, feared
from meuse.games.manstein.ground import Exits
from meuse.games.manstein.odds import Battle
from meuse.games.manstein.retreats import retreat_paths
from meuse.hexmap import Hex
from meuse.mechanics.reach import swift_reach
from meuse.report import Approach, Face, OddsReport, Outcome, Shift, Strength, Support
from meuse.steps import Order

MEANING = {
    "AA": "the attacker loses a step",
    "AD": "the attacker loses two steps and retreats a hex",
    "AP": "the attacker loses a step and retreats two hexes",
    "AZ": "the attacker loses three steps and retreats a hex",
    "CA": "the defender counterattacks",
    "DA": "the defender loses a step",
    "DD": "the defender loses two steps and retreats a hex",
    "DP": "the defender loses two steps and retreats two hexes",
    "DW": "the defender retreats a hex",
    "DZ": "the defender loses three steps and retreats two hexes",
    "MA": "the attacker loses a step, the defender retreats a hex",
    "OR": "the defender loses three steps and retreats three hexes",
    "ST": "both lose a step",
    "": "nothing happens",
}
GOOD_FOR = {"A": "defender", "C": "defender", "D": "attacker", "O": "attacker", "M": "attacker", "S": "", "": ""}
"""By the first letter of a result, none for no result."""


def of_order(g: Manstein, side: Side, order: Order, support: Mapping[str, int]) -> OddsReport | None:
    """10.3: an attack as it is being ordered, `attack 1537 with de.6`, on the best table it may use."""
    if len(order) < 4 or order[0] != "attack" or order[2] != "with" or order[1] not in g.map.index:
        return None
    units = tuple(g.scenario.unit_named[token] for token in order[3:] if token in g.scenario.unit_named)
    target = g.map.index[order[1]]
    if not units or not g.ground(target, side.enemy) or not all(is_attacker(g, side, u, target) for u in units):
        return None
    return report(g, with_ships(g, odds.declared(g, side, target, units), support), " ".join(order))


def is_attacker(g: Manstein, side: Side, u: Unit, target: Hex) -> bool:
    """10.0a, 10.0b: whether a unit could take part as it stands, whatever the marker in play activates."""
    near = g.hex_of[u] in (target, *g.scenario.links[target])
    return near and g.side(u) is side and g.scenario.is_ground[u] and g.attack_of(u) > 0


def report(g: Manstein, battle: Battle, words: str) -> OddsReport:
    """10.4, 10.5: percentage, shifts one by one, and the exact chance of each result; without special forces."""
    battle = msgspec.structs.replace(battle, table="mobile" if odds.may_be_mobile(g, battle) else "assault")
    table, there = odds.table_of(g, battle), g.label(battle.target)
    attack, defence = odds.totals(g, battle)
    start, final = odds.columns(g, battle)
    faces, percent = table.faces(final), odds.percentage(attack, defence)
    falls = sum(clears(g, battle, code) for _, code in faces) / len(faces)
    return OddsReport(
        attack=words,
        ratio=f"{attack} : {defence}" + (f" ({percent}%)" if percent is not None else ""),
        attackers=tuple(strength(g, u, odds.attack_factor(g, battle, u)) for u in battle.units),
        defenders=tuple(strength(g, u, g.defence_of(u)) for u in odds.fighting(g, battle)),
        columns=table.columns,
        start=table.columns[start],
        final=table.columns[final],
        shifts=(*odds.shifts(g, battle), *open_shifts(g, battle)),
        faces=tuple(Face(str(die), 1 / len(faces), code, *means(g, battle, code)) for die, code in faces),
        outcomes=(
            Outcome(f"{there} falls", falls, "attacker"),
            Outcome(f"{there} is held", 1 - falls, "defender"),
            *(Outcome(MEANING[code], chance, GOOD_FOR[code[:1]]) for code, chance in chances(g, battle, faces).items()),
        ),
        attacker_losses=losses(g, battle, faces, "attacker"),
        defender_losses=losses(g, battle, faces, "defender"),
        assumptions=tuple(assumptions(g, battle)),
        hexes=(there,),
        ground=g.map.terrain_kinds[g.map.terrain[battle.target]].title,
        support=tuple(offers(g, battle)),
    )


def strength(g: Manstein, u: Unit, counted: int) -> Strength:
    return Strength(g.name(u), str(counted), str(counted))


# -- chances


def clears(g: Manstein, battle: Battle, code: str) -> bool:
    """Whether a result empties the hex: by a retreat outside a fortress of one's own, or by the loss of all steps."""
    row = g.scenario.tables["results"].get(effective(g, battle, code), {})
    holds = g.own_fort(battle.target, battle.side.enemy) is not None
    steps = sum(g.steps[u] for u in odds.defenders(g, battle))
    return bool(row.get("defender_retreat") and not holds) or row.get("defender_steps", 0) >= steps


def means(g: Manstein, battle: Battle, code: str) -> tuple[str, str]:
    """22.1.DW, 22.1.CA: what a result means, and for whom it is good; at a fortress some mean something else."""
    word = effective(g, battle, code)
    return MEANING[word], GOOD_FOR[word[:1]]


def chances(g: Manstein, battle: Battle, faces: list[tuple[int, str]]) -> dict[str, float]:
    found: dict[str, int] = {}
    for _, code in faces:
        word = effective(g, battle, code)
        found[word] = found.get(word, 0) + 1
    return {code: count / len(faces) for code, count in found.items()}


def losses(g: Manstein, battle: Battle, faces: list[tuple[int, str]], who: str) -> dict[int, float]:
    """The steps that the attacker or the defender loses, each number with its chance; counterattacks are left open."""
    found: dict[int, float] = {}
    for code, chance in chances(g, battle, faces).items():
        steps = toll(g, battle, code, who)
        found[steps] = found.get(steps, 0.0) + chance
    return dict(sorted(found.items()))


def toll(g: Manstein, battle: Battle, code: str, who: str) -> int:
    """10.6b, R.10.6b.1: what a result costs a side: never more than it has; 18.2e: all, if a landing fails."""
    row = g.scenario.tables["results"].get(code, {})
    units = battle.units if who == "attacker" else odds.defenders(g, battle)
    whole = sum(g.steps[u] for u in units)
    if battle.kind == "landing" and who == "attacker" and not row.get("counterattack"):
        return min(whole, int(row.get("attacker_steps", 0))) if clears(g, battle, code) else whole
    owed, length = min(whole, int(row.get(f"{who}_steps", 0))), int(row.get(f"{who}_retreat", 0))
    return owed + price_of_retreat([(g.steps[u], fare(g, u, length)) for u in units], owed)


def fare(g: Manstein, u: Unit, length: int) -> int:
    """7.2e, 11.1c, 11.1g, 17.0e: the steps a retreat costs a unit by its best way: all, if there is none."""
    if not length or g.own_fort(g.hex_of[u], g.side(u)) is not None:
        return 0
    zones = feared(g, g.side(u))
    return min((sum(zones[h] for h in path) for path in retreat_paths(g, u, length).values()), default=g.steps[u])


def price_of_retreat(units: list[tuple[int, int]], owed: int) -> int:
    """What retreats cost, each unit with its steps and its fare, if the steps owed are lost where that saves most.

    >>> price_of_retreat([(1, 1), (2, 0)], 0), price_of_retreat([(1, 1), (2, 0)], 1)
    (1, 0)
    """
    saved = [0] * (owed + 1)
    for steps, fare in units:
        spare = max(0, steps - fare)
        saved = [
            max(saved[n - lost] + max(0, lost - spare) for lost in range(min(n, steps) + 1)) for n in range(owed + 1)
        ]
    return sum(min(steps, fare) for steps, fare in units) - saved[owed]


def assumptions(g: Manstein, battle: Battle) -> Iterator[str]:
    yield "no special forces; what a counterattack would bring is left open"
    if battle.table == "mobile":
        yield "the mobile table; the assault table may be chosen too"
    if g.own_fort(battle.target, battle.side.enemy) is not None:
        yield "units in their fortress hold it when told to retreat"
    if battle.kind == "landing":
        yield "the landed unit is lost unless the hex is cleared"
    yield "who retreats does so by the way that costs fewest steps"


# -- naval support


def with_ships(g: Manstein, battle: Battle, support: Mapping[str, int]) -> Battle:
    """20.1b: the battle with naval support, if that is asked for and can be had."""
    if not support.get("naval") or naval_refuses(g, battle):
        return battle
    points = g.scenario.tables["shifts"]["naval"]
    return msgspec.structs.replace(battle, naval=points if battle.side is Side.ALLIED else -points)


def offers(g: Manstein, battle: Battle) -> Iterator[Support]:
    """20.1a: what the Allies could still add."""
    if naval_refuses(g, battle) is None:
        used = int(bool(battle.naval))
        yield Support(id="naval", text="Naval support", whose="allied", most=1, used=used, rule="20.1a")


def open_shifts(g: Manstein, battle: Battle) -> Iterator[Shift]:
    if battle.side is Side.GERMAN and not battle.naval and naval_refuses(g, battle) is None:
        yield Shift(-g.scenario.tables["shifts"]["naval"], "20.1b", "naval support", "allied", open=True)


# -- the enemy's reply


def threat(
    g: Manstein, side: Side, at: str, left_out: frozenset[Unit], support: Mapping[str, int]
) -> OddsReport | None:
    """The best attack by all enemy units in reach, as if all of them were activated at once."""
    target = g.map.index.get(at)
    if target is None or not g.ground(target, side):
        return None
    able = {u: way for u in g.on_map(side.enemy) if g.attack_of(u) and (way := approach(g, u, target))}
    joining = tuple(u for u in able if u not in left_out)
    if not joining:
        return None
    found = report(g, with_ships(g, Battle(side.enemy, target, joining), support), f"attack on {at}")
    assumed = (
        "every unit is activated and finds a hex to attack from",
        "rivers count as from where the units stand now",
    )
    return msgspec.structs.replace(
        found,
        approaches=tuple(Approach(g.name(u), tuple(g.label(h) for h in way)) for u, way in able.items()),
        left_out=tuple(g.name(u) for u in able if u in left_out),
        after=tuple(aftermath(g, side, target)),
        assumptions=(*found.assumptions, *assumed),
    )


def approach(g: Manstein, u: Unit, target: Hex) -> tuple[Hex, ...]:
    """The way of a unit to a hex from which it could attack, its own hex first; empty if there is none."""
    near, here, movement = g.scenario.links[target], g.hex_of[u], g.counter(u).movement
    if here in near or here == target:
        return (here,)
    if g.map.distance(here, target) > movement + 1:
        return ()
    found = swift_reach(here, movement, Exits(g, u))
    ends = [h for h in near if h in found.cost]
    return (here, *found.path(min(ends, key=lambda h: (found.cost[h], h)))) if ends else ()


def aftermath(g: Manstein, side: Side, target: Hex) -> Iterator[str]:
    """11.1: where the defenders could go."""
    for u in g.ground(target, side):
        goals = [g.label(h) for h in sorted(retreat_paths(g, u, 1))]
        if goals:
            yield f"{g.name(u)} could fall back to {', '.join(goals[:4])}"
        elif not g.own_fort(target, side):
            yield f"{g.name(u)} has nowhere to fall back to and would be lost"

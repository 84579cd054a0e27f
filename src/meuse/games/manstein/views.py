"""What a player of Manstein's War sees: counters, displays, bins, odds and threats."""

from __future__ import annotations

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.games.manstein import odds, victory
from meuse.games.manstein.board import (
    ATTACKED,
    FOUGHT,
    LANDED,
    NATIONS,
    OPPOSED,
    RESERVE_USED,
    Manstein,
)
from meuse.games.manstein.ground import Exits
from meuse.games.manstein.logistics import is_cut_off, is_sustained
from meuse.games.manstein.odds import Battle
from meuse.hexmap import Hex
from meuse.mechanics.reach import swift_reach
from meuse.report import Approach, Cell, Face, OddsReport, Outcome, Part, Strength, UnitView
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
}
STATUS = {
    ATTACKED: "attacked",
    FOUGHT: "fought",
    RESERVE_USED: "reserve used",
    LANDED: "landed",
    OPPOSED: "opposed landing",
}
HIDDEN = ("available", "utilized", "track", "replaced")


def is_hidden(g: Manstein, u: Unit, side: Side | None) -> bool:
    """6.0h, R.6.0h.1: whether a unit lies in a display or on a turn track that this side may not look at."""
    return g.side_of(u) is not side and g.hex_of[u] in {g.box(name) for name in HIDDEN}


def unit_view(g: Manstein, plain: UnitView, u: Unit) -> UnitView:
    status = [word for flag, word in STATUS.items() if g.status[u] & flag]
    counter = g.counter(u)
    if counter.is_ground and g.hex_of[u] >= 0 and g.turn and not is_sustained(g, u):
        status.append("cut off" if is_cut_off(g, u) else "unsupported")
    facts = [f"command {counter.command}"] if counter.command else []
    facts += ["mechanized"] if counter.mech else []
    facts.append(f"factors: {counter.source}")
    return msgspec.structs.replace(plain, status=tuple(status), facts=tuple(facts), parent=counter.command)


# -- off-map parts


def parts(g: Manstein, side: Side | None) -> list[Part]:
    """6.0h: a side sees its own displays, bin and plan; of the enemy what has been played."""
    found = [turn_track(g), *(bin_part(g, s, side) for s in SIDES), refit_part(g), rail_part(g)]
    for box, title, rule in DISPLAYS:
        found += [display(g, s, box, title, rule) for s in SIDES if box not in HIDDEN or s is side]
    if side is not None and g.plans[side]:
        title = g.scenario.markers[g.plans[side]].title
        found.append(Part(id="plan", kind="card", title="Your plan", owner=side.word, rule="21.1h", note=title))
    return [*found, marks_part(g), victory_part(g), countries_part(g)]


DISPLAYS = (
    ("available", "Available", "16.0"),
    ("utilized", "Utilized", "16.0"),
    ("track", "Reinforcements", "13.1"),
    ("replaced", "Logistics units to arrive", "14.3c"),
    ("eliminated", "Eliminated", "2.1.2"),
    ("evacuated", "Evacuated", "20.2e"),
)


def turn_track(g: Manstein) -> Part:
    """2.6a: the current turn, and who has the initiative."""
    dates = g.scenario.tables["turns"]["dates"]
    cells = tuple(Cell(id=str(n), label=f"{n}: {date}", on=n == g.turn) for n, date in enumerate(dates, 1))
    note = f"{g.first.title} initiative" if g.turn else "set-up"
    return Part(id="turns", kind="track", title="Game turns", rule="4.1", cells=cells, note=note)


def bin_part(g: Manstein, owner: Side, side: Side | None) -> Part:
    """5.0a: one's own bin in full; of the enemy's the regular markers that are still in it, since all know them."""
    mine = (g.special[owner],) if owner is side and g.special[owner] else ()
    cells = tuple(Cell(id=name, label=g.scenario.markers[name].title) for name in (*g.regular[owner], *mine))
    played = [
        g.scenario.markers[name].title for name in sorted(g.played) if g.scenario.markers[name].side == owner.word
    ]
    note = f"played: {', '.join(played)}" if played else ""
    return Part(
        id=f"bin-{owner.word}",
        kind="bin",
        title=f"{owner.title} bin",
        owner=owner.word,
        rule="5.0a",
        cells=cells,
        note=note,
    )


def refit_part(g: Manstein) -> Part:
    """2.1.1c, 2.6c: the refit points of each nation."""
    cells = tuple(Cell(id=nation, label=str(g.rp[nation]), note=nation.capitalize()) for nation in NATIONS)
    return Part(id="refit", kind="points", title="Refit points", rule="14.1", cells=cells)


def rail_part(g: Manstein) -> Part:
    """2.6c: what is left of the rail capacity in this segment, in thirds of an army."""
    cell = Cell(id="rail", label=str(g.rail_left), note="thirds of an army")
    return Part(id="rail", kind="points", title="Rail capacity left", rule="9.1", cells=(cell,))


def display(g: Manstein, owner: Side, box: str, title: str, rule: str) -> Part:
    pieces = g.names(g.units_in(g.box(box), owner))
    cell = Cell(id=box, label=title, pieces=pieces)
    return Part(
        id=f"{box}-{owner.word}",
        kind="box",
        title=f"{owner.title}: {title.lower()}",
        owner=owner.word,
        rule=rule,
        cells=(cell,),
    )


def marks_part(g: Manstein) -> Part:
    """2.6b, 2.6c: the markers that lie on hexes and hexsides; there is no limit but for bridgeheads."""
    sorts = (("destroyed", g.destroyed), ("bombed", g.bombed), ("open", g.open_cities))
    cells = [Cell(id=word, label=", ".join(g.label(h) for h in sorted(hexes)), note=word) for word, hexes in sorts]
    sides = ", ".join(g.map.side_label(n) for n in sorted(g.bridgeheads))
    cells.append(Cell(id="bridgeheads", label=sides, note="bridgeheads"))
    return Part(id="marks", kind="display", title="Markers on the map", rule="2.6c", cells=tuple(cells))


def victory_part(g: Manstein) -> Part:
    totals = {side: sum(points for points, _, _ in victory.score(g, side)) for side in SIDES}
    cells = [Cell(id=side.word, label=f"{side.title} {totals[side]}") for side in SIDES]
    cells.append(Cell(id="difference", label=f"difference {totals[Side.GERMAN] - totals[Side.ALLIED]}"))
    return Part(id="victory", kind="checklist", title="Victory points", rule="3.6", cells=tuple(cells))


def countries_part(g: Manstein) -> Part:
    cells = tuple(
        Cell(id=country, label=country.capitalize(), on=nation in g.surrendered)
        for country, nation in victory.NATION_OF.items()
    )
    return Part(id="countries", kind="checklist", title="Capitulations", rule="3.8", cells=cells)


# -- odds


def odds_of_order(g: Manstein, side: Side, order: Order) -> OddsReport | None:
    """10.3: an attack as it is being ordered, `attack 1537 with de.6`, on the best table it may use."""
    if len(order) < 4 or order[0] != "attack" or order[2] != "with" or order[1] not in g.map.index:
        return None
    units = tuple(g.scenario.unit_named[token] for token in order[3:] if token in g.scenario.unit_named)
    target = g.map.index[order[1]]
    if not units or not g.ground(target, side.enemy) or not all(able_to_attack(g, side, u) for u in units):
        return None
    return report(g, odds.declared(g, side, target, units), " ".join(order))


def able_to_attack(g: Manstein, side: Side, u: Unit) -> bool:
    return g.side_of(u) is side and g.scenario.is_ground[u] and g.hex_of[u] >= 0


def report(g: Manstein, battle: Battle, words: str) -> OddsReport:
    """10.4, 10.5: the arithmetic of an attack, shift by shift; without special forces and naval support."""
    mobile = odds.may_be_mobile(g, battle)
    battle = msgspec.structs.replace(battle, table="mobile" if mobile else "assault")
    table = odds.table_of(g, battle)
    attack, defence = odds.totals(g, battle)
    start, final = odds.columns(g, battle)
    faces = table.faces(final)
    assumed = ["no special forces, no naval support"]
    if mobile:
        assumed.append("the mobile table; the assault table may be chosen too")
    percent = odds.percentage(attack, defence)
    return OddsReport(
        attack=words,
        ratio=f"{attack} : {defence}" + (f" ({percent}%)" if percent is not None else ""),
        attackers=tuple(strength(g, u, odds.attack_factor(g, battle, u)) for u in battle.units),
        defenders=tuple(strength(g, u, g.defence_of(u)) for u in odds.fighting(g, battle)),
        columns=table.columns,
        start=table.columns[start],
        final=table.columns[final],
        shifts=tuple(odds.shifts(g, battle)),
        faces=tuple(Face(str(die), 1 / len(faces), code, MEANING[code]) for die, code in faces),
        outcomes=tuple(Outcome(text, chance) for text, chance in outcomes(faces).items()),
        hexes=(g.label(battle.target),),
        ground=g.map.terrain[battle.target],
        attacker_losses=expected(g, faces, "attacker_steps"),
        defender_losses=expected(g, faces, "defender_steps"),
        assumptions=tuple(assumed),
    )


def strength(g: Manstein, u: Unit, counted: int) -> Strength:
    return Strength(g.name(u), str(counted), str(counted))


def outcomes(faces: list[tuple[int, str]]) -> dict[str, float]:
    found: dict[str, int] = {}
    for _, code in faces:
        found[MEANING[code]] = found.get(MEANING[code], 0) + 1
    return {text: count / len(faces) for text, count in found.items()}


def expected(g: Manstein, faces: list[tuple[int, str]], whose: str) -> dict[int, float]:
    found: dict[int, int] = {}
    for _, code in faces:
        steps = g.scenario.tables["results"][code].get(whose, 0)
        found[steps] = found.get(steps, 0) + 1
    return {steps: count / len(faces) for steps, count in sorted(found.items())}


def threat(g: Manstein, side: Side, at: str, left_out: frozenset[Unit]) -> OddsReport | None:
    """The best attack by all enemy units in reach, as if all of them were activated at once."""
    target = g.map.index.get(at)
    if target is None or not g.ground(target, side):
        return None
    able = {u: way for u in g.on_map(side.enemy) if g.attack_of(u) and (way := approach(g, u, target))}
    joining = tuple(u for u in able if u not in left_out)
    if not joining:
        return None
    found = report(g, Battle(side.enemy, target, joining), f"attack on {at}")
    assumed = (
        "every unit is activated and finds a hex to attack from",
        "rivers count as from where the units stand now",
    )
    return msgspec.structs.replace(
        found,
        approaches=tuple(Approach(g.name(u), tuple(g.label(h) for h in way)) for u, way in able.items()),
        left_out=tuple(g.name(u) for u in able if u in left_out),
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

"""What a player of 1940 sees: counters, off-map parts, odds and threats. What he can only guess is in `guesses`."""

from __future__ import annotations

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.games.gdw1940 import combat, command, odds, planning, victory
from meuse.games.gdw1940.air import BRITISH, FRENCH, GERMAN
from meuse.games.gdw1940.board import AR, DISRUPTED, DR, DROPPED, EIGHTHS, POLITICS, UNSUPPLIED, Game1940
from meuse.games.gdw1940.movement import Exits
from meuse.games.gdw1940.odds import Attack, Battle
from meuse.hexmap import Hex
from meuse.mechanics.odds import figure
from meuse.mechanics.reach import swift_reach
from meuse.report import Cell, Face, OddsReport, Outcome, Part, UnitView
from meuse.steps import Order

MEANING = {
    "AE": "all attackers are eliminated",
    "AR": "all attackers are disrupted",
    "NE": "no effect",
    "DR*": "the defenders retreat and are disrupted, unless terrain or fortifications shield them",
    "DR": "the defenders retreat and are disrupted",
    "DE": "all defenders are eliminated",
}
STATUS = {AR: "disrupted", DR: "disrupted", UNSUPPLIED: "unsupplied", DROPPED: "dropped"}


def unit_view(g: Game1940, plain: UnitView, u: Unit) -> UnitView:
    status = tuple(dict.fromkeys(word for flag, word in STATUS.items() if g.status[u] & flag))
    counter = g.counter(u)
    facts = [f"{counter.combat} combat, {counter.movement} movement", f"factors: {counter.factors}"]
    if counter.army:
        facts.append(f"army {counter.army}")
    return msgspec.structs.replace(plain, status=status, facts=tuple(facts))


# -- off-map parts


def parts(g: Game1940, side: Side | None) -> list[Part]:
    return [
        turn_track(g),
        *(air_part(g, s) for s in SIDES),
        *(pool(g, box, title, rule) for box, title, rule in POOLS),
        *plan_parts(g, side),
        victory_part(g),
        surrender_part(g),
    ]


POOLS = (
    ("reserve", "Reserves and reinforcements", "14.markings"),
    ("pool", "Airborne pool", "11.pool"),
    ("inside", "Divisions in corps", "15.panzer.form"),
    ("evacuated", "Evacuated", "6.evacuation.effect"),
    ("withdrawn", "Withdrawn airborne units", "11.withdraw"),
)


def turn_track(g: Game1940) -> Part:
    dates = g.scenario.tables["turns"]["dates"]
    cells = tuple(Cell(id=str(n), label=f"{n}: {date}", on=n == g.turn) for n, date in enumerate(dates))
    return Part(id="turns", kind="track", title="Game turns", rule="2.turn", cells=cells)


def air_part(g: Game1940, side: Side) -> Part:
    nations = (("german", GERMAN),) if side is Side.GERMAN else (("british", BRITISH), ("french", FRENCH))
    cells = tuple(Cell(id=nation, label=str(g.air[place]), note=nation.capitalize()) for nation, place in nations)
    return Part(
        id=f"air-{side.word}",
        kind="points",
        title=f"{side.title} air points",
        owner=side.word,
        rule="9.points",
        cells=cells,
    )


def pool(g: Game1940, box: str, title: str, rule: str) -> Part:
    pieces = g.names(g.at.get(g.scenario.box(box), ()))
    return Part(id=box, kind="box", title=title, rule=rule, cells=(Cell(id=box, label=title, pieces=pieces),))


def plan_parts(g: Game1940, side: Side | None) -> list[Part]:
    """16.secret: a side sees its own plan only."""
    found = []
    if g.shown_group:
        words = command.ordinal(g.shown_group)
        found.append(_card("allied-shown", "Allied army group that moves on turn 0", words, "16.allied.choice"))
    if side is Side.ALLIED and "group" in g.plans:
        found.append(_card("plan", "Army group that may move on turn 0", str(g.plans["group"]), "16.allied.choice"))
    if side is Side.GERMAN and "objective" in g.plans:
        words = f"{planning.OBJECTIVES[g.plans['objective']]}; {planning.GROUPS[side][g.plans['effort']]} attacks"
        found.append(_card("plan", "Plan", words, "16.german.objective"))
    if side is not None:
        mine = {army: group for army, group in g.groups.items() if army in planning.armies(g, side)}
        cells = tuple(
            Cell(id=army, label=f"{army}: {planning.GROUPS[side][group]}") for army, group in sorted(mine.items())
        )
        found.append(
            Part(
                id="groups", kind="display", title="Army groups", owner=side.word, rule="16.allied.assign", cells=cells
            )
        )
    return found


def _card(part: str, title: str, words: str, rule: str) -> Part:
    return Part(id=part, kind="card", title=title, rule=rule, note=words)


def victory_part(g: Game1940) -> Part:
    cells = [
        Cell(id=str(plan), label=words, on=victory.accomplished(g, plan), note="German objective")
        for plan, words in planning.OBJECTIVES.items()
    ]
    cells += [Cell(id=s.word, label=f"{s.title} points {g.points[s]}") for s in SIDES]
    return Part(id="victory", kind="checklist", title="Victory", rule="19.level.order", cells=tuple(cells))


def surrender_part(g: Game1940) -> Part:
    cells = tuple(
        Cell(id=country, label=country.capitalize(), on=country in g.surrendered, note=_attitude(g, country))
        for country in ("holland", "belgium", "luxembourg", "switzerland")
    )
    return Part(id="countries", kind="checklist", title="Neutrals", rule="13.list", cells=cells)


def _attitude(g: Game1940, country: str) -> str:
    if country in g.surrendered:
        return "has surrendered"
    return "neutral" if g.is_neutral(country) else "allied"


# -- odds


def odds_of_order(g: Game1940, side: Side, order: Order) -> OddsReport | None:
    """7.modifiers: an attack as it is being ordered: `attack 1512 with de.XIX`."""
    if not order or order[0] != "attack" or "with" not in order:
        return None
    middle = order.index("with")
    hexes = tuple(g.map.index[t] for t in order[1:middle] if t in g.map.index)
    units = tuple(g.scenario.unit_named[t] for t in order[middle + 1 :] if t in g.scenario.unit_named)
    return report(g, Battle(Attack(hexes, units)), " ".join(order)) if hexes and units else None


def report(g: Game1940, battle: Battle, words: str) -> OddsReport:
    """The arithmetic of an attack; bridgeheads not yet rolled for are taken as won."""
    crt = g.scenario.crt
    attack, defence = odds.totals(g, battle)
    start, final = odds.column(g, battle)
    faces = crt.faces(final) if final >= 0 else [(die, g.scenario.tables["crt"]["below_first"]) for die in crt.rows]
    rivers = combat.minor_rivers(g, battle.attack)
    assumed = ["neither side adds air points"]
    if rivers:
        assumed.append(f"{len(rivers)} bridgehead rolls succeed (each half the time)")
    return OddsReport(
        attack=words,
        ratio=f"{figure(attack)} : {figure(defence)}",
        attackers=odds.attack_strengths(g, battle),
        defenders=odds.defence_strengths(g, battle),
        columns=crt.columns,
        start=crt.columns[start] if start >= 0 else "below 1:3",
        final=crt.columns[final] if final >= 0 else "below 1:3",
        shifts=tuple(odds.shifts(g, battle)),
        faces=tuple(Face(str(die), 1 / 6, code, MEANING[code]) for die, code in faces),
        outcomes=tuple(Outcome(text, chance) for text, chance in outcomes(g, battle, faces).items()),
        assumptions=tuple(assumed),
    )


def outcomes(g: Game1940, battle: Battle, faces: list[tuple[int, str]]) -> dict[str, float]:
    """What comes of it, with the chance of each."""
    found: dict[str, int] = {}
    for _, code in faces:
        holds = not any(odds.gives_way(g, battle, h, code) for h in battle.attack.hexes)
        text = "no effect" if code in ("DR", "DR*", "NE") and holds else MEANING[code].partition(",")[0]
        found[text] = found.get(text, 0) + 1
    return {text: count / len(faces) for text, count in found.items()}


def threat(g: Game1940, side: Side, at: str) -> OddsReport | None:
    """The best attack that enemy units in reach could make, by what this side can know: no boundaries, no plans."""
    target = g.map.index.get(at)
    if target is None or not g.units_in(target, side):
        return None
    free = unbound(g)
    able = [u for u in g.on_map(side.enemy) if g.in_play(u) and g.counter(u).combat and in_reach(free, u, target)]
    if not able:
        return None
    found = report(g, Battle(Attack((target,), tuple(able))), f"attack on {at}")
    moves = tuple(f"{g.name(u)} from {g.map.labels[g.hex_of[u]]}" for u in able)
    assumed = ("every unit finds a hex to attack from", "rivers and fortifications as from where the units stand now")
    return msgspec.structs.replace(found, moves=moves, assumptions=(*found.assumptions, *assumed))


def unbound(g: Game1940) -> Game1940:
    """16.secret: the board as if no army group bound anybody, since which army belongs to which is for its owner."""
    free = g.copy()
    free.groups.clear()
    free.bef_free_from = free.turn
    free.touch(POLITICS)
    return free


def in_reach(g: Game1940, u: Unit, target: Hex) -> bool:
    near = [n for n in g.map.adjacent[target] if target in g.scenario.spread[n]]
    if g.hex_of[u] in near:
        return True
    if g.status[u] & DISRUPTED:
        return False
    full = g.counter(u).movement * EIGHTHS
    if g.map.distance(g.hex_of[u], target) > g.counter(u).movement + 1:
        return False
    found = swift_reach(g.hex_of[u], full, Exits(g, u)).cost
    return any(h in found for h in near)

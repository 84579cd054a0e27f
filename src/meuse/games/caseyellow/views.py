"""What a player of Case Yellow sees beside the map: tracks, cups and boxes, and the arithmetic of an attack."""

from __future__ import annotations

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.games.caseyellow import odds
from meuse.games.caseyellow.board import DISRUPTED, NO_ATTACK_SUPPLY, OOS, CaseYellow
from meuse.games.caseyellow.dynamo import capacity
from meuse.games.caseyellow.ground import is_engaged
from meuse.games.caseyellow.odds import Attack, Battle
from meuse.mechanics.odds import figure
from meuse.report import Cell, Face, OddsReport, Outcome, Part, Shift, Strength, UnitView
from meuse.steps import Order

MEANING = {
    "AE": "the attackers lose two steps and are disrupted",
    "AL1": "the attackers lose a step",
    "BL1": "both lose a step, and the defenders retreat one hex",
    "DL1": "the defenders lose a step and retreat one hex",
    "DR": "the defenders retreat two hexes",
    "DE": "the defenders lose two steps, are disrupted and retreat two hexes",
    "ENG": "the combat goes on in the next round",
}
STATUS = {DISRUPTED: "disrupted", OOS: "out of supply", NO_ATTACK_SUPPLY: "no attack supply"}


def unit_view(g: CaseYellow, plain: UnitView, u: Unit) -> UnitView:
    words = [word for flag, word in STATUS.items() if g.status[u] & flag]
    if g.hex_of[u] >= 0 and is_engaged(g, u):
        words.append("engaged")
    counter = g.counter(u)
    facts = [f"{g.strength(u)} strength, tactical rating {g.tactical(u)}, movement {g.allowance(u)}"]
    facts += [f"figures: {counter.figures}", f"army {counter.army}"]
    return msgspec.structs.replace(plain, status=tuple(words), facts=tuple(facts))


# -- off-map parts (2.1d)


def parts(g: CaseYellow) -> list[Part]:
    return [
        turn_track(g),
        round_track(g),
        cup(g),
        *(air_part(g, side) for side in SIDES),
        points_part(g),
        *(pool(g, box, title, rule) for box, title, rule in POOLS),
        surrender_part(g),
        *dynamo_part(g),
    ]


POOLS = (
    ("reserve", "Reinforcements", "10.2a"),
    ("airborne", "German airborne units", "5.1d"),
    ("refit", "Panzer Refit", "12.12c"),
    ("evacuated", "Evacuated", "13.4.5"),
)


def turn_track(g: CaseYellow) -> Part:
    dates = g.scenario.tables["turns"]["dates"][: g.scenario.rules["turns"]]
    cells = tuple(Cell(id=str(n), label=f"{n}: {date}", on=n == g.turn) for n, date in enumerate(dates, 1))
    return Part(id="turns", kind="track", title="Turns", rule="2.1c", cells=cells)


def round_track(g: CaseYellow) -> Part:
    """2.1d: the eight boxes of the Action Round track."""
    cells = tuple(Cell(id=str(n), label=f"{n}: {side.title} {kind}") for n, (side, kind) in enumerate(g.rounds, 1))
    return Part(id="rounds", kind="track", title="Action rounds", rule="2.1d", cells=cells)


def cup(g: CaseYellow) -> Part:
    words = ("German", "Allied move", "Allied combat")
    cells = tuple(Cell(id=word, label=f"{word}: {count}") for word, count in zip(words, g.cup, strict=True))
    return Part(id="cup", kind="cup", title="Chits in the cup", rule="2.2d.chits", cells=cells)


def air_part(g: CaseYellow, side: Side) -> Part:
    away = tuple(
        Cell(id=f"away-{n}", label=f"back on turn {turn}")
        for n, (whose, turn) in enumerate(g.air_lost)
        if whose is side
    )
    cells = (Cell(id="available", label=str(g.air[side])), *away)
    title = "Stukas" if side is Side.GERMAN else "Allied Air Assets"
    return Part(id=f"air-{side.word}", kind="points", title=title, owner=side.word, rule="5.1b.roll", cells=cells)


def points_part(g: CaseYellow) -> Part:
    cells = tuple(Cell(id=side.word, label=f"{side.title} {g.points[side]}") for side in SIDES)
    return Part(id="points", kind="points", title="Victory points", rule="12.8b", cells=cells)


def pool(g: CaseYellow, box: str, title: str, rule: str) -> Part:
    pieces = g.names(g.at.get(g.scenario.box(box), ()))
    return Part(id=box, kind="box", title=title, rule=rule, cells=(Cell(id=box, label=title, pieces=pieces),))


def surrender_part(g: CaseYellow) -> Part:
    cells = tuple(
        Cell(id=country, label=country.capitalize(), on=country in g.surrendered)
        for country in ("netherlands", "belgium")
    )
    return Part(id="surrenders", kind="checklist", title="Surrenders", rule="12.5a", cells=cells)


def dynamo_part(g: CaseYellow) -> list[Part]:
    if g.port < 0:
        return []
    note = f"Port {g.map.labels[g.port]}, {capacity(g)} steps a round, until the end of turn {g.dynamo_ends}"
    return [Part(id="dynamo", kind="card", title="Operation Dynamo", rule="13.3", note=note)]


# -- odds


def odds_of_order(g: CaseYellow, order: Order) -> OddsReport | None:
    """11.3: an attack as it is being ordered: `attack 1512 de.pz1`."""
    if len(order) < 3 or order[0] != "attack" or order[1] not in g.map.index:
        return None
    units = tuple(g.scenario.unit_named[t] for t in order[2:] if t in g.scenario.unit_named)
    return report(g, Battle(Attack(g.map.index[order[1]], units)), " ".join(order)) if units else None


def report(g: CaseYellow, battle: Battle, words: str) -> OddsReport:
    crt = g.scenario.crt
    attack, defence = odds.totals(g, battle)
    start, final = min(odds.start_column(g, battle), len(crt.columns) - 1), odds.final_column(g, battle)
    faces = [(die, odds.final_result(g, battle, code)) for die, code in crt.faces(max(0, final))]
    if final < 0:
        faces = [(die, g.scenario.tables["crt"]["below"]) for die, _ in faces]
    chances: dict[str, float] = {}
    for _, code in faces:
        chances[MEANING[code]] = chances.get(MEANING[code], 0.0) + 1 / len(faces)
    return OddsReport(
        attack=words,
        ratio=f"{figure(attack)} : {figure(defence)}",
        attackers=tuple(Strength(g.name(u), str(g.strength(u)), str(g.strength(u))) for u in battle.attack.units),
        defenders=tuple(Strength(g.name(u), str(g.strength(u)), str(g.strength(u))) for u in odds.defenders(g, battle)),
        columns=crt.columns,
        start=crt.columns[start] if start >= 0 else "below 1-3",
        final=crt.columns[final] if final >= 0 else "1-4",
        shifts=capped(g, battle),
        faces=tuple(Face(str(die), 1 / len(faces), code, MEANING[code]) for die, code in faces),
        outcomes=tuple(Outcome(text, chance) for text, chance in chances.items()),
        assumptions=("neither side commits Air Assets, and no bridgehead is won",),
    )


def capped(g: CaseYellow, battle: Battle) -> tuple[Shift, ...]:
    """11.3b.cap: the shifts, and what the cap takes back."""
    found = tuple(odds.shifts(g, battle))
    over = odds.net_shift(g, battle) - sum(shift.value for shift in found)
    return (*found, Shift(over, "11.3b.cap", "the net shift is limited")) if over else found

"""What a player of 1940 sees: counters and off-map parts.

Layers over the map are in `layers`, odds and threats in `forecast`; what he can only guess is in `guesses`.
"""

from __future__ import annotations

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.games.gdw1940 import calendar, command, layers, neutrals, planning, victory
from meuse.games.gdw1940.air import BRITISH, FRENCH, GERMAN
from meuse.games.gdw1940.board import AR, DR, DROPPED, UNSUPPLIED, Gdw1940
from meuse.games.gdw1940.corps import CORPS_OF, FORMING, inside
from meuse.mechanics.parts import holder
from meuse.report import Cell, Part, UnitView, count
from meuse.views import Views

STATUS = {AR: "disrupted", DR: "disrupted", UNSUPPLIED: "unsupplied", DROPPED: "dropped"}


FACTORS = {"book": "Printed values", "reconstructed": "Reconstructed values"}


def unit_view(g: Gdw1940, plain: UnitView, u: Unit) -> UnitView:
    status = tuple(dict.fromkeys(word for flag, word in STATUS.items() if g.status[u] & flag))
    counter = g.counter(u)
    facts = [f"{counter.combat} combat, {counter.movement} movement", FACTORS[counter.factors]]
    if counter.army:
        facts.append(command.army_name(counter.army))
    return msgspec.structs.replace(plain, status=status, facts=tuple(facts))


# -- off-map parts


def parts(g: Gdw1940, side: Side | None) -> list[Part]:
    return [
        calendar.turn_track(g),
        *(air_part(g, s) for s in SIDES),
        *plan_parts(g, side),
        *(pool(g, box, title, rule) for box, title, rule in POOLS),
        *(corps_part(g, s) for s in SIDES if inside(g, s)),
        victory_part(g),
        score_part(g),
        *surrender_parts(g),
    ]


POOLS = (
    ("reserve", "Reserves and reinforcements", "14.markings"),
    ("pool", "Airborne pool", "11.pool"),
    ("evacuated", "Evacuated", "6.evacuation.effect"),
    ("withdrawn", "Withdrawn airborne units", "11.withdraw"),
)


def air_part(g: Gdw1940, side: Side) -> Part:
    nations = (("german", GERMAN),) if side is Side.GERMAN else (("british", BRITISH), ("french", FRENCH))
    chart = g.scenario.tables["air"]
    return Part(
        id=f"air-{side.word}",
        kind="points",
        title=f"{side.title} air points",
        owner=side.word,
        rule="9.points",
        note="Each moves the odds by one column, or two interdict a hex. Unused points are lost.",
        cells=tuple(
            Cell(id=nation, label=nation.capitalize(), left=g.air[place], of=max(chart[nation], g.air[place]))
            for nation, place in nations
        ),
    )


def pool(g: Gdw1940, box: str, title: str, rule: str) -> Part:
    units = g.at.get(g.scenario.box(box), ())
    cells = tuple(
        Cell(id=s.word, label=s.title, pieces=g.ids(tuple(u for u in units if g.scenario.side_of[u] is s)))
        for s in SIDES
        if any(g.scenario.side_of[u] is s for u in units)
    )
    return Part(id=box, kind="box", title=title, rule=rule, cells=cells or (Cell(id=box, label=title),))


def corps_part(g: Gdw1940, side: Side) -> Part:
    """15.panzer.form: the divisions that a corps stands for."""
    corps = g.scenario.unit_named[CORPS_OF[side]]
    return holder(g, corps, inside(g, side), 3, FORMING[side], "The corps stands for its divisions.")


def plan_parts(g: Gdw1940, side: Side | None) -> list[Part]:
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
            Cell(id=army, label=command.army_name(army), note=f"{planning.GROUPS[side][group]}{released(g, army)}")
            for army, group in sorted(mine.items(), key=lambda one: (len(one[0]), one[0]))
        )
        found.append(
            Part(
                id="groups", kind="display", title="Army groups", owner=side.word, rule="16.allied.assign", cells=cells
            )
        )
    return found


def released(g: Gdw1940, army: str) -> str:
    """17.french.release: what is said behind the army group of an army that may cross its boundaries."""
    return ", released" if army in g.released else ""


def _card(part: str, title: str, words: str, rule: str) -> Part:
    return Part(id=part, kind="card", title=title, rule=rule, note=words)


def victory_part(g: Gdw1940) -> Part:
    """19.plan: how far each German objective is reached."""
    cells = []
    for plan, words in planning.OBJECTIVES.items():
        hexes = victory.objective_hexes(g, plan)
        met = sum(not g.held_allied[h] if plan == victory.MAGINOT else g.friendly(h, Side.GERMAN) for h in hexes)
        cells.append(Cell(id=str(plan), label=words, on=victory.accomplished(g, plan), left=met, of=len(hexes)))
    note = "One of these is the German plan."
    return Part(
        id="victory", kind="checklist", title="German objectives", rule="19.plan", note=note, cells=tuple(cells)
    )


def score_part(g: Gdw1940) -> Part:
    cells = tuple(Cell(id=s.word, label=s.title, note=count(g.points[s], "point")) for s in SIDES)
    return Part(id="score", kind="display", title="Victory points", rule="19.vp.factors", cells=cells)


def surrender_parts(g: Gdw1940) -> list[Part]:
    """13.list: what each neutral does, and what would make it give up."""
    dutch, belgian = (neutrals.major_cities(g, country) for country in ("holland", "belgium"))
    taken = [sum(g.friendly(h, Side.GERMAN) for h in cities) for cities in (dutch, belgian)]
    evacuated = Cell(id="bef", label="A British corps has been evacuated", on=g.bef_corps_evacuated)
    held = Cell(id="cities", label="Both major cities are German", on=taken[1] == len(belgian), left=taken[1], of=2)
    two = Cell(id="cities", label="Two major cities are German", on=taken[0] >= 2, left=min(2, taken[0]), of=2)
    return [
        _country(g, "holland", "13.holland.surrender", two),
        _country(g, "belgium", "13.belgium.surrender", held, evacuated),
        _country(g, "luxembourg", "13.luxembourg"),
        _country(g, "switzerland", "13.switzerland.neutral"),
    ]


def _country(g: Gdw1940, country: str, rule: str, *cells: Cell) -> Part:
    title, note = country.capitalize(), _attitude(g, country)
    return Part(id=country, kind="checklist" if cells else "card", title=title, rule=rule, note=note, cells=cells)


def _attitude(g: Gdw1940, country: str) -> str:
    if country in g.surrendered:
        return "Has surrendered. Hexes not taken by German units are still Allied territory."
    return "Neutral." if g.is_neutral(country) else "At war, on the Allied side."


VIEWS = Views(
    unit=unit_view,
    parts=parts,
    markers=layers.markers,
    supply_of=layers.supply_of,
    layers=layers.LAYERS,
)

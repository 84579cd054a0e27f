"""What a player of France '40 sees: counters, and everything beside the map. What lies on the map is in `layers`."""

from __future__ import annotations

import msgspec

from meuse.counters import SIDES, Side, Unit, Value
from meuse.games.france40 import calendar, halt, layers, sickle_cut, victory
from meuse.games.france40.board import (
    AUTO_DS,
    DISRUPTED,
    FULL_RETREAT,
    OUT_OF_SUPPLY,
    PINNED,
    RED,
    TRAIN,
    USED,
    France40,
)
from meuse.report import Cell, MarkerView, Part, Sign, UnitView, count
from meuse.views import Views

STATUS = {
    FULL_RETREAT: "retreat",
    DISRUPTED: "disrupted",
    RED: "isolated",
    OUT_OF_SUPPLY: "unsupplied",
    TRAIN: "train",
    AUTO_DS: "auto-ds",
    PINNED: "pinned",
    USED: "used",
}
LEADERS = {"rommel": "star", "montgomery": "star", "de_gaulle": "lorraine"}
"""20.2a, 20.2c, 21.2.3: what marks the counters of three generals."""
FIGURES = {"book": "Printed values", "part": "Values partly reconstructed", "reconstructed": "Values reconstructed"}
REROLLS = {
    "rommel attack": "Rommel attacks",
    "rommel breakthrough": "Rommel fights a Breakthrough Combat",
    "rommel defence": "Rommel is attacked",
    "rommel determined": "Rommel leads a Determined Defence",
    "montgomery crt": "Montgomery is attacked",
    "montgomery determined": "Montgomery makes a Determined Defence",
}
"""20.2a, 20.2b, 20.2c: what each reroll is for, by the word under which it is noted."""
TINTS = 10


def unit_view(g: France40, plain: UnitView, u: Unit) -> UnitView:
    counter = g.counter(u)
    values = plain.values
    if g.hq(u):
        values = (*values[:2], Value(f"({counter.movement})"))  # as printed: 0-0-(2)
    return msgspec.structs.replace(
        plain,
        values=values,
        status=status_words(g, u),
        mark=next((mark for trait, mark in LEADERS.items() if counter.has(trait)), ""),
        tint=tint_of(g, counter.division),
        facts=facts(g, u),
    )


def status_words(g: France40, u: Unit) -> tuple[str, ...]:
    """The markers on a unit, the most important first."""
    status = g.status[u]
    if status & RED:
        status &= ~OUT_OF_SUPPLY
    words = [word for flag, word in STATUS.items() if status & flag]
    if g.under[u]:
        words.insert(0, "halt" if g.scenario.side_of[u] is Side.GERMAN else "gqg")
    if u in g.frozen:
        words.append("fort")
    return tuple(words)


def tint_of(g: France40, division: str) -> int:
    """Units of one division look alike."""
    if not division:
        return 0
    divisions = sorted({counter.division for counter in g.scenario.counters if counter.division})
    return 1 + divisions.index(division) % TINTS


def facts(g: France40, u: Unit) -> tuple[str, ...]:
    face, counter = g.face(u), g.counter(u)
    found = [
        f"Attack {face.attack}, defence {face.defence}, movement {face.movement}",
        f"{face.quality.capitalize()} quality, {face.stacking} Stacking Points",
        f"{'Mechanized' if face.mech else 'Not mechanized'}{', heavy tanks' if face.heavy else ''}",
    ]
    if face.zero or face.remnant:
        found.append("Zero-Strength Remnant" if face.zero else "Remnant")
    if counter.division:
        found.append(f"Part of {counter.division}")
    if g.under[u]:
        found.append(f"Under {'Halt!' if g.scenario.side_of[u] is Side.GERMAN else 'GQG'} marker {g.under[u]}")
    if u in g.frozen:
        found.append("Waits until a German unit comes within two hexes")
    if g.area[u] and g.hex_of[u] < 0:
        found.append(f"Enters at {g.area[u]}{f' on turn {g.due[u]}' if g.due[u] else ''}")
    found.append(FIGURES[counter.figures])
    return tuple(found)


# -- off-map parts


def parts(g: France40, side: Side | None) -> list[Part]:
    found = [calendar.turn_track(g), air_box(g, Side.GERMAN)]
    if g.scenario.dynamo:
        found += [air_box(g, Side.ALLIED), evacuation_box(g)]
    else:
        found += [gqg_box(g), cup(g), entry_areas(g), dyle_line(g)]
    found += [halt_box(g), hq_box(g), rerolls(g), remnants(g), victory_part(g), *boxes(g)]
    return found


def air_box(g: France40, side: Side) -> Part:
    """9.3.1c: Air units, Ready and Used."""
    total: int = g.scenario.tables["air"][g.scenario.id][side.word]
    names = air_units(side, total)
    cell = Cell(id="air", label="Air units", pieces=names[: g.air[side]], used=names[g.air[side] :])
    title = "Luftwaffe" if side is Side.GERMAN else "RAF"
    note = "Each shifts the odds by one column, or adds 1 to a Determined Defence."
    return Part(
        id=f"air-{side.word}", kind="box", title=title, owner=side.word, rule="9.3.1a", note=note, cells=(cell,)
    )


def air_units(side: Side, total: int) -> tuple[str, ...]:
    return tuple(f"air-{side.word}-{n}" for n in range(1, total + 1))


def hq_box(g: France40) -> Part:
    """17.1.1a: HQs on the map, Ready and Used."""
    hqs = [u for u in g.on_map(Side.ALLIED) if g.hq(u)]
    ready = g.ids(tuple(u for u in hqs if not g.status[u] & USED))
    used = g.ids(tuple(u for u in hqs if g.status[u] & USED))
    cells = (Cell(id="hqs", label="Headquarters", pieces=ready, used=used),)
    return Part(
        id="hqs",
        kind="display",
        title="Allied HQs",
        owner="allied",
        rule="17.1.1a",
        note="Once per turn a Ready HQ shifts the odds by one column, up to seven hexes away.",
        cells=cells,
    )


def gqg_box(g: France40) -> Part:
    """21.2.4a, 21.2.6: the GQG markers in the Holding Box; those on stacks lie on the map."""
    holding = tuple(f"gqg-{n}" for n in sickle_cut.gqg_holding(g))
    gone = tuple(f"gqg-{n}" for n in range(1, g.gqg_gone + 1))
    cells = (Cell(id="holding", label="Holding Box", pieces=holding), Cell(id="gone", label="Out of play", used=gone))
    return Part(id="gqg", kind="box", title="GQG markers", owner="german", rule="21.2.4a", cells=cells)


def halt_box(g: France40) -> Part:
    """21.3.1, 22.2a: the Halt! markers that are not on the map."""
    holding = tuple(f"halt-{n}" for n in halt.holding(g))
    rule = "22.2a" if g.scenario.dynamo else "21.3.1"
    note = "declared" if g.halt_declared else ""
    cells = (Cell(id="holding", label="Holding Box", pieces=holding, note=note),)
    return Part(id="halt", kind="box", title="Halt! markers", owner="allied", rule=rule, cells=cells)


def cup(g: France40) -> Part:
    """19.2.1: both sides know what is left in the cup, but not which unit comes next."""
    pieces = g.ids(g.at.get(g.scenario.box("cup"), ()))
    cells = (Cell(id="cup", label=count(len(pieces), "unit"), pieces=pieces),)
    return Part(id="cup", kind="cup", title="Allied reinforcements", owner="allied", rule="19.2.1", cells=cells)


def entry_areas(g: France40) -> Part:
    """19.4.2a: the Entry Areas, how many of their hexes are open; 19.2.5: the units that wait at their edge."""
    cells = []
    for area, hexes in g.scenario.entry_hexes.items():
        edge = g.at.get(g.scenario.box(f"edge {area}"), ()) if f"edge {area}" in g.scenario.boxes else ()
        shut = sorted(g.map.labels[h] for h in hexes if h in g.closed)
        cells.append(
            Cell(
                id=area,
                label=area,
                pieces=g.ids(edge),
                left=len(hexes) - len(shut),
                of=len(hexes),
                note=f"{', '.join(shut)} closed" if shut else "",
            )
        )
    note = "Units that use Strategic Rail Movement wait here."
    return Part(id="entries", kind="display", title="Entry Areas", rule="19.4.2a", note=note, cells=tuple(cells))


def dyle_line(g: France40) -> Part:
    """21.4a: the Improved Positions."""
    cells = tuple(
        Cell(id=g.map.labels[h], label=g.map.labels[h], note="finished" if done else "under construction", on=done)
        for h, done in sorted(g.dyle.items())
    )
    return Part(id="dyle", kind="checklist", title="Dyle Line", owner="allied", rule="21.4a", cells=cells)


def evacuation_box(g: France40) -> Part:
    """22.5.2a, 22.10.1: the units evacuated or broken out, and how many the Allies need."""
    chart = g.scenario.tables["victory"]
    away = victory.brought_away(g)
    british = [u for u in away if g.counter(u).nation == "british"]
    evacuated = g.ids(g.at.get(g.scenario.box("evacuated"), ()))
    cells = (
        Cell(id="evacuated", label="Evacuated", pieces=evacuated),
        Cell(id="away", label="Brought away", left=len(away), of=chart["dynamo_units"], rule="22.10.1"),
        Cell(id="british", label="British among them", left=len(british), of=chart["dynamo_british"], rule="22.10.1"),
    )
    return Part(id="evacuated", kind="box", title="Evacuation", owner="allied", rule="22.5.2a", cells=cells)


def rerolls(g: France40) -> Part:
    """20.2a, 20.2c: what Rommel and Montgomery have used this turn."""
    cells = tuple(Cell(id=word, label=REROLLS[word], on=True) for word in sorted(g.rerolls))
    return Part(id="rerolls", kind="checklist", title="Rerolls used this turn", rule="20.2a", cells=cells)


def remnants(g: France40) -> Part:
    """10.3c: how many Remnants of each kind can still be formed."""
    chart = g.scenario.tables["remnants"]
    cells = tuple(
        Cell(id=kind, label=kind[0].upper() + kind[1:], left=left, of=chart[kind]["count"])
        for kind, left in sorted(g.remnants.items())
    )
    return Part(id="remnants", kind="points", title="Remnants left", rule="10.3c", cells=cells)


def victory_part(g: France40) -> Part:
    """21.7, 22.10.2a: the points as they would be counted now."""
    cells = [
        Cell(
            id=f"{award.rule}-{award.side.word}",
            label=f"{award.side.title} {award.points}",
            note=award.text,
            rule=award.rule,
        )
        for award in victory.awards(g)
    ]
    rule = "22.10.2a" if g.scenario.dynamo else "21.7"
    return Part(id="victory", kind="points", title="Victory Points now", rule=rule, cells=tuple(cells))


BOXES = (
    ("eliminated", "Eliminated", "10.3a"),
    ("exited", "Off the map", "7.2a"),
    ("withdrawn", "Withdrawn", "22.7f"),
)


def boxes(g: France40) -> list[Part]:
    return [
        Part(
            id=box,
            kind="box",
            title=title,
            rule=rule,
            cells=tuple(
                Cell(id=f"{box}-{side.word}", label=side.title, pieces=g.ids(g.units_in(g.scenario.box(box), side)))
                for side in SIDES
            ),
        )
        for box, title, rule in BOXES
    ]


# -- markers beside the map


def markers(g: France40) -> list[MarkerView]:
    """21.2.4a, 21.3.1: GQG and Halt! markers in their boxes; 9.3.1a, 22.6a: Air units."""
    gone = range(1, g.gqg_gone + 1)
    idle = [] if g.scenario.dynamo else [*gone, *sickle_cut.gqg_holding(g)]
    found = [_marker(f"gqg-{n}", "gqg", "GQG", str(n), Side.GERMAN, "21.2.4a") for n in idle]
    found += [_marker(f"halt-{n}", "halt", "Halt!", str(n), Side.ALLIED, "21.3.1") for n in halt.holding(g)]
    for side in SIDES:
        sign: Sign = "stuka" if side is Side.GERMAN else "fighter"
        rule = "9.3.1a" if side is Side.GERMAN else "22.6a"
        names = air_units(side, g.scenario.tables["air"][g.scenario.id][side.word])
        found += [_marker(name, sign, "Air unit", "", side, rule) for name in names]
    return found


def _marker(name: str, sign: Sign, label: str, figure: str, side: Side, rule: str) -> MarkerView:
    return MarkerView(id=name, sign=sign, label=label, figure=figure, owner=side.word, rule=rule)


VIEWS = Views(
    unit=unit_view,
    parts=parts,
    markers=lambda g: [*layers.markers(g), *markers(g)],
    supply_of=layers.supply_of,
    layers=layers.LAYERS,
)

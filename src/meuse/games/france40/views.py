"""What a player of France '40 sees: counters with their markers, and everything beside the map."""

from __future__ import annotations

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.games.france40 import halt, sickle_cut, victory
from meuse.games.france40.board import (
    AUTO_DS,
    DISRUPTED,
    FULL_RETREAT,
    OUT_OF_SUPPLY,
    PINNED,
    RED,
    TRAIN,
    USED,
    Game40,
)
from meuse.report import Cell, Part, UnitView

STATUS = {
    DISRUPTED: "disrupted",
    FULL_RETREAT: "full retreat",
    OUT_OF_SUPPLY: "out of supply",
    RED: "isolated",
    TRAIN: "entrained",
    AUTO_DS: "auto ds",
    USED: "used",
    PINNED: "may not move",
}


def unit_view(g: Game40, plain: UnitView, u: Unit) -> UnitView:
    words = [word for flag, word in STATUS.items() if g.status[u] & flag]
    if g.under[u]:
        words.append(f"{'halt' if g.scenario.side_of[u] is Side.GERMAN else 'GQG'} {g.under[u]}")
    if u == g.evac_unit:
        words.append("evac +2")
    return msgspec.structs.replace(plain, status=tuple(words), facts=facts(g, u))


def facts(g: Game40, u: Unit) -> tuple[str, ...]:
    face, counter = g.face(u), g.counter(u)
    found = [
        f"attack {face.attack}, defence {face.defence}, movement {face.movement}",
        f"{face.quality} quality, {face.stacking} Stacking Points",
        "mechanized" if face.mech else "not mechanized",
        f"figures: {counter.figures}",
    ]
    if face.zero:
        found.append("Zero-Strength Remnant")
    elif face.remnant:
        found.append("Remnant")
    if counter.division:
        found.append(f"division {counter.division}")
    if g.area[u] and g.hex_of[u] < 0:
        found.append(f"Entry Area {g.area[u]}")
    return tuple(found)


# -- off-map parts


def parts(g: Game40, side: Side | None) -> list[Part]:
    found = [turn_track(g), air_box(g, Side.GERMAN)]
    if g.scenario.dynamo:
        found += [air_box(g, Side.ALLIED), evacuation_box(g)]
    else:
        found += [gqg_box(g), cup(g), entry_areas(g), dyle_line(g)]
    found += [hq_box(g), halt_box(g), arrivals_track(g), rerolls(g), remnants(g), victory_part(g), *boxes(g)]
    return found


def turn_track(g: Game40) -> Part:
    dates = g.scenario.tables["turns"][g.scenario.id]["dates"]
    cells = tuple(Cell(id=str(n), label=f"{n}: {date}", on=n == g.turn) for n, date in enumerate(dates, start=1))
    return Part(id="turns", kind="track", title="Game turns", rule="3.0", cells=cells)


def air_box(g: Game40, side: Side) -> Part:
    """9.3.1: Air units, Ready and Used."""
    total = g.scenario.tables["air"][g.scenario.id][side.word]
    ready = g.air[side]
    cells = (
        Cell(id="ready", label=f"{ready} Ready", on=ready > 0),
        Cell(id="used", label=f"{total - ready} Used"),
    )
    title = "Luftwaffe" if side is Side.GERMAN else "RAF"
    return Part(id=f"air-{side.word}", kind="box", title=title, owner=side.word, rule="9.3.1a", cells=cells)


def hq_box(g: Game40) -> Part:
    """17.1.1a: HQs, Ready and Used."""
    hqs = [u for u in g.on_map(Side.ALLIED) if g.hq(u)]
    ready = tuple(u for u in hqs if not g.status[u] & USED)
    used = tuple(u for u in hqs if g.status[u] & USED)
    cells = (
        Cell(id="ready", label="Ready", pieces=g.names(ready)),
        Cell(id="used", label="Used", pieces=g.names(used)),
    )
    return Part(id="hqs", kind="box", title="Allied HQs", owner="allied", rule="17.1.1a", cells=cells)


def gqg_box(g: Game40) -> Part:
    """21.2.4a: the GQG markers: on a stack, in the Holding Box, out for good."""
    holding = sickle_cut.gqg_holding(g)
    cells = tuple(
        _marker(g, Side.ALLIED, n, "out of play" if n <= g.gqg_gone else "Holding Box", n in holding)
        for n in range(1, g.scenario.tables["gqg"]["markers"] + 1)
    )
    return Part(id="gqg", kind="holder", title="GQG markers", owner="german", rule="21.2.4a", cells=cells)


def halt_box(g: Game40) -> Part:
    """21.3, 22.2: the Halt! markers."""
    holding = halt.holding(g)
    cells = tuple(
        _marker(g, Side.GERMAN, n, "Holding Box" if n in holding else "not in play", n in holding)
        for n in range(1, g.scenario.tables["halt"]["markers"] + 1)
    )
    rule = "22.2a" if g.scenario.dynamo else "21.3.1"
    return Part(id="halt", kind="holder", title="Halt! markers", owner="allied", rule=rule, cells=cells)


def _marker(g: Game40, side: Side, number: int, elsewhere: str, waiting: bool) -> Cell:
    below = tuple(u for u in g.on_map(side) if g.under[u] == number)
    where = g.map.labels[g.hex_of[below[0]]] if below else elsewhere
    return Cell(id=str(number), label=str(number), pieces=g.names(below), note=where, on=waiting)


def cup(g: Game40) -> Part:
    """19.2.1: what has not been drawn yet is known to all; the order is not."""
    pieces = g.names(g.at.get(g.scenario.box("cup"), ()))
    cells = (Cell(id="cup", label=f"{len(pieces)} units", pieces=pieces),)
    return Part(id="cup", kind="cup", title="Allied reinforcements", owner="allied", rule="19.2.1", cells=cells)


def entry_areas(g: Game40) -> Part:
    """19.4.2a: the Entry Areas with their hexes, and which of these are closed; 19.2.5: who waits at their edge."""
    cells = []
    for area, hexes in g.scenario.entry_hexes.items():
        shut = sorted(g.map.labels[h] for h in hexes if h in g.closed)
        edge = g.at.get(g.scenario.box(f"edge {area}"), ()) if f"edge {area}" in g.scenario.boxes else ()
        open_hexes = ", ".join(sorted(g.map.labels[h] for h in hexes if h not in g.closed))
        note = f"{open_hexes or 'none'} open" + (f"; {', '.join(shut)} closed" if shut else "")
        cells.append(Cell(id=area, label=area, pieces=g.names(edge), note=note, on=bool(shut)))
    return Part(id="entries", kind="display", title="Entry Areas", rule="19.4.2a", cells=tuple(cells))


def dyle_line(g: Game40) -> Part:
    """21.4a: the Improved Positions."""
    cells = tuple(
        Cell(id=g.map.labels[h], label=g.map.labels[h], note="finished" if done else "under construction", on=done)
        for h, done in sorted(g.dyle.items())
    )
    return Part(id="dyle", kind="checklist", title="Dyle Line", owner="allied", rule="21.4a", cells=cells)


def arrivals_track(g: Game40) -> Part:
    """19.1a, 22.7b: reinforcements by the turn they are due."""
    waiting = g.at.get(g.scenario.box("display"), ())
    turns = sorted({g.due[u] for u in waiting})
    cells = tuple(
        Cell(id=str(turn), label=f"Turn {turn}", pieces=g.names(tuple(u for u in waiting if g.due[u] == turn)))
        for turn in turns
    )
    return Part(id="display", kind="track", title="Reinforcement Display", rule="19.4.1b", cells=cells)


def evacuation_box(g: Game40) -> Part:
    """22.5: who has been evacuated, and where the EVAC +2 marker lies."""
    away = g.at.get(g.scenario.box("evacuated"), ())
    note = f"EVAC +2 on {g.name(g.evac_unit)}" if g.evac_unit >= 0 else ""
    cells = (Cell(id="evacuated", label=f"{len(away)} units", pieces=g.names(away), note=note, on=bool(note)),)
    return Part(id="evacuated", kind="box", title="Evacuated", owner="allied", rule="22.5.2a", cells=cells)


def rerolls(g: Game40) -> Part:
    """20.2: what Rommel and Montgomery have used this turn."""
    cells = tuple(Cell(id=word, label=word, on=True) for word in sorted(g.rerolls))
    return Part(id="rerolls", kind="checklist", title="Rerolls used this turn", rule="20.2a", cells=cells)


def remnants(g: Game40) -> Part:
    """10.3c: how many Remnants of each kind can still be formed."""
    cells = tuple(Cell(id=kind, label=f"{kind}: {left}") for kind, left in sorted(g.remnants.items()))
    return Part(id="remnants", kind="points", title="Remnants left", rule="10.3c", cells=cells)


def victory_part(g: Game40) -> Part:
    """21.7, 22.10: the points as they would be counted now."""
    cells = [
        Cell(id=f"{award.rule}-{award.side.word}", label=f"{award.side.title} {award.points}", note=award.text)
        for award in victory.awards(g)
    ]
    rule = "22.10.2a" if g.scenario.dynamo else "21.7"
    return Part(id="victory", kind="points", title="Victory Points now", rule=rule, cells=tuple(cells))


BOXES = (
    ("eliminated", "Eliminated", "10.3a"),
    ("exited", "Off the map", "7.2a"),
    ("withdrawn", "Withdrawn", "22.7f"),
)


def boxes(g: Game40) -> list[Part]:
    return [
        Part(
            id=box,
            kind="box",
            title=title,
            rule=rule,
            cells=tuple(
                Cell(id=f"{box}-{side.word}", label=side.title, pieces=g.names(g.units_in(g.scenario.box(box), side)))
                for side in SIDES
            ),
        )
        for box, title, rule in BOXES
    ]

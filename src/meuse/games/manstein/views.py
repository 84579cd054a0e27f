"""What a player of Manstein's War sees: counters, displays, bins, tracks. Odds are in `forecast`."""

from __future__ import annotations

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.games.manstein import calendar, layers, victory
from meuse.games.manstein.board import (
    ATTACKED,
    FOUGHT,
    LANDED,
    MOVED,
    NATIONS,
    OPPOSED,
    RESERVE_USED,
    Manstein,
    MansteinCounter,
)
from meuse.games.manstein.logistics import is_cut_off, is_sustained
from meuse.report import Cell, Part, UnitView
from meuse.views import Views

STATUS = {
    MOVED: "moved",
    ATTACKED: "attacked",
    FOUGHT: "fought",
    RESERVE_USED: "reserve used",
    LANDED: "landed",
    OPPOSED: "opposed landing",
}
SOURCES = {"reconstructed": "Factors reconstructed", "name from the book": "Name from the book, factors reconstructed"}
"""Where the figures of a counter come from."""

HIDDEN = ("available", "utilized", "track", "replaced")


def is_hidden(g: Manstein, u: Unit, side: Side | None) -> bool:
    """6.0h, R.6.0h.1: whether a unit lies in a display or on a turn track that this side may not look at."""
    return g.side(u) is not side and g.hex_of[u] in {g.box(name) for name in HIDDEN}


def unit_view(g: Manstein, plain: UnitView, u: Unit) -> UnitView:
    status = [word for flag, word in STATUS.items() if g.status[u] & flag]
    counter = g.counter(u)
    facts = [figures(counter, g.steps[u])] if counter.is_ground and counter.factors and g.steps[u] else []
    facts += [f"Command {counter.command}"] if counter.command else []
    facts += ["Mechanized"] if counter.mech else []
    if counter.is_ground and g.hex_of[u] >= 0 and g.turn and not is_sustained(g, u):
        cut = is_cut_off(g, u)
        status.append("isolated" if cut else "unsupplied")
        facts.append("Cut off" if cut else "Unsupported")
    facts.append(SOURCES[counter.source])
    return msgspec.structs.replace(
        plain,
        status=tuple(status),
        facts=tuple(facts),
        parent=counter.command,
        tint=TINTS.get((counter.nation == "german", counter.command), 0),
    )


def figures(counter: MansteinCounter, steps: int) -> str:
    """2.2.1a: what the figures at the foot of the counter are."""
    attack, defence = counter.factors[counter.steps - steps]
    return f"Attack {attack}, defence {defence}, movement {counter.movement}"


TINTS = {
    (True, "HGA"): 1, (True, "HGB"): 2, (True, "HGC"): 3, (True, "PGK"): 4, (True, "Res"): 5,
    (False, "1AG"): 6, (False, "2AG"): 7, (False, "3AG"): 8, (False, "Res"): 9,
}  # fmt: skip
"""2.2.8b: where a nation has several commands the symbol has the colour of its own."""


# -- off-map parts


def parts(g: Manstein, side: Side | None) -> list[Part]:
    """6.0h: a side sees its own displays, bin and plan; of the enemy what has been played."""
    found = [calendar.turn_track(g, side), *(bin_part(g, s, side) for s in SIDES), refit_part(g), rail_part(g)]
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
    ("replaced", "Replaced logistics units", "14.3c"),
    ("eliminated", "Eliminated", "2.1.2"),
    ("evacuated", "Evacuated", "20.2e"),
)


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
    pieces = g.ids(g.units_in(g.box(box), owner))
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
    cells.append(Cell(id="difference", label=f"Difference {totals[Side.GERMAN] - totals[Side.ALLIED]}"))
    return Part(id="victory", kind="points", title="Victory points", rule="3.6", cells=tuple(cells))


def countries_part(g: Manstein) -> Part:
    cells = tuple(
        Cell(id=country, label=country.capitalize(), on=nation in g.surrendered)
        for country, nation in victory.NATION_OF.items()
    )
    return Part(id="countries", kind="checklist", title="Capitulations", rule="3.8", cells=cells)


VIEWS = Views(
    unit=unit_view,
    parts=parts,
    markers=layers.markers,
    supply_of=layers.supply_of,
    layers=layers.LAYERS,
    is_hidden=is_hidden,
)

"""3.2 to 3.6: why a game of Manstein's War ended as it did, and what its points were given for, in plain words."""

from __future__ import annotations

from meuse.accounts import Credit, compared, joined, with_article
from meuse.counters import SIDES, Side
from meuse.games.manstein.board import Manstein
from meuse.games.manstein.victory import score

TITLES = {
    "3.4a": "Allied depots, ports and forts held",
    "3.5a": "German depots and forts held",
    "3.4b": "Allied units eliminated",
    "3.5b": "German units eliminated",
    "3.4c": "Cost of the extended game",
}


def credits(g: Manstein) -> tuple[Credit, ...]:
    """3.4, 3.5: every hex, every unit, and what variants cost (28.1, 28.2)."""
    found = [
        Credit(side, points, TITLES.get(rule, "Variants of the other side"), rule, _what(g, rule, what))
        for side in SIDES
        for points, rule, what in score(g, side)
    ]
    return tuple(joined(found))


def why(g: Manstein, reader: Side | None) -> str:
    """3.6: the difference, and the level that it falls in."""
    totals = [int(sum(one.points for one in credits(g) if one.side is side)) for side in SIDES]
    margin = totals[Side.GERMAN] - totals[Side.ALLIED]
    levels = g.scenario.tables["victory"]["levels"]
    at = next(n for n, row in enumerate(levels) if margin >= row["least"])
    better = f"; {levels[at - 1]['least']} would have been {with_article(levels[at - 1]['level'])}" if at else ""
    return f"{compared(totals, reader, 'point')}: a German lead of {margin}{better}.".replace("lead of -", "lead of −")


def _what(g: Manstein, rule: str, what: str) -> tuple[str, ...]:
    """A place by its name, a unit by its own."""
    if what in g.map.index:
        places = g.map.places_at.get(g.map.hex(what), ())
        return (places[0].name if places else what,)
    return (g.name(g.scenario.unit_named[what]),) if what in g.scenario.unit_named else ()

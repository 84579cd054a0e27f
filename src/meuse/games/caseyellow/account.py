"""3, 12.8: why a game of Case Yellow ended as it did, and what its points were given for, in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from meuse.accounts import Credit, begun, called, compared, with_article
from meuse.counters import Side
from meuse.events import Event
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.endphase import dutch_cities
from meuse.games.caseyellow.victory import france_goals, holland_falls, places, taken
from meuse.hexmap import Hex
from meuse.report import count

SCORED = re.compile(r"scores (-?\d+) points?: (.+)")
"""As `victory.record` says it: what was scored, and for what."""

KINDS = {
    " eliminated": "{} units eliminated",
    " is taken": "Places taken",
    " is held": "Places held",
    " is evacuated": "Units evacuated",
}


def counted(g: CaseYellow) -> str:
    """3.2: Scenarios 3 and 4 have no points."""
    return "points" if g.scenario.rules.get("victory_points") else "places"


def credits(g: CaseYellow) -> tuple[Credit, ...]:
    """3.2: without points, the places that decide Scenarios 3 and 4."""
    if g.scenario.rules.get("victory_points"):
        return ()
    if "regions" in g.scenario.rules:
        score = places(g)
        return (
            Credit(Side.GERMAN, score["german"], "Dutch cities taken", "12.5a"),
            Credit(Side.ALLIED, score["allied"], "Dutch cities not taken", "12.5a"),
        )
    goals = (*g.scenario.paris, *france_goals(g))
    return tuple(_place(g, h) for h in goals)


def earned(g: CaseYellow, event: Event) -> Iterator[Credit]:
    """12.8b, 12.8c: points are told when they are recorded, and are never lost."""
    found = SCORED.search(event.text) if event.kind == "points" else None
    if found is None or not event.side:
        return
    side, points, text = Side.of(event.side), float(found[1]), found[2].partition(" (")[0]
    ending = next((ending for ending in KINDS if text.endswith(ending)), "")
    if not ending:
        yield Credit(side, points, begun(text), event.rule)
    else:
        yield Credit(side, points, KINDS[ending].format(side.enemy.title), event.rule, (text.removesuffix(ending),))


def why(g: CaseYellow, reader: Side | None) -> str:
    """12.8d: the margin and its level; 3.2: the places that were to be taken."""
    if g.scenario.rules.get("victory_points"):
        return _margin(g, reader)
    score = places(g)
    got, of = f"{score['german']:g}", int(sum(score.values()))
    germans = called(Side.GERMAN, reader)
    if "regions" not in g.scenario.rules:
        won = all(taken(g, h) for h in g.scenario.paris) or all(taken(g, h) for h in france_goals(g))
        head = "France fell" if won else "France held out"
        took = f"{germans} took {got} of the {count(of, 'hex', 'hexes')} that decide it"
        return f"{head}: {took}, Paris and four other cities."
    if holland_falls(g):
        return f"The Netherlands surrendered: {germans} took the {count(of, 'city', 'cities')} that make them give up."
    counted = f"{dutch_cities(g)} of the {count(of, 'city', 'cities')} that would have made them surrender"
    return f"The Netherlands held out: {germans} took {counted}."


def _margin(g: CaseYellow, reader: Side | None) -> str:
    margin = g.points[Side.GERMAN] - g.points[Side.ALLIED]
    levels = g.scenario.tables["victory"]["levels"]
    at = next(n for n, row in enumerate(levels) if margin >= row["least"])
    better = f"; {levels[at - 1]['least']} would have been {with_article(levels[at - 1]['level'])}" if at else ""
    sign = "−" if margin < 0 else ""
    return f"{compared(g.points, reader, 'point')}: a German lead of {sign}{abs(margin)}{better}."


def _place(g: CaseYellow, h: Hex) -> Credit:
    name = next((place.name for place in g.map.places_at.get(h, ())), g.map.labels[h])
    if taken(g, h):
        return Credit(Side.GERMAN, 1, "Places taken", "3.2", (name,))
    return Credit(Side.ALLIED, 1, "Places held", "3.2", (name,))

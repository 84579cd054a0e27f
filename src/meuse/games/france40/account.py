"""21.7, 22.10: why a game of France '40 ended as it did, and what its points were given for, in plain words."""

from __future__ import annotations

from meuse.accounts import Credit, begun, called, compared
from meuse.counters import Side
from meuse.games.france40.board import France40
from meuse.games.france40.victory import awards, brought_away, isolated_units, lost_german_units, score
from meuse.report import count

TITLES = {
    "21.7.1a": "German units eliminated",
    "21.7.1b": "German mechanized units isolated",
    "21.7.1c": "Railway from north to south open",
    "21.7.1d": "Road from north to south open",
    "21.7.2a": "Allied Entry Hexes closed",
    "21.7.2b": "Railway from north to south cut",
    "21.7.2c": "German units off to the Channel ports",
    "21.6": "Cost of the extra turn",
    "22.10.2b": "British and French units brought away",
    "22.10.2c": "French units in supply",
    "22.10.2d": "German units eliminated",
    "22.10.2e": "British units lost or left behind",
}


def credits(g: France40) -> tuple[Credit, ...]:
    """21.7, 22.10.2: the points as the board stands, with the units that they are given for."""
    return tuple(
        Credit(award.side, award.points, TITLES[award.rule], award.rule, _what(g, award.rule)) for award in awards(g)
    )


def why(g: France40, reader: Side | None) -> str:
    """21.7, 22.10.2a: the totals; for Dynamo, what was needed."""
    german, allied = score(g)
    if not g.scenario.dynamo:
        return f"{compared((german, allied), reader, 'Victory Point')}.{_railway(g, reader)}"
    needed, away = g.scenario.tables["victory"]["dynamo_points"], len(brought_away(g))
    allies = begun(called(Side.ALLIED, reader))
    return f"{allies} brought {count(away, 'unit')} away and scored {allied} of the {needed} Victory Points needed."


def _railway(g: France40, reader: Side | None) -> str:
    """21.7.1c, 21.7.2b: the railway is worth most, and its points go to one side or the other."""
    found = next((one for one in credits(g) if one.rule in ("21.7.1c", "21.7.2b")), None)
    if found is None:
        return ""
    fate = "was cut" if found.side is Side.GERMAN else "stayed open"
    given = f"{called(found.side, reader)} {count(int(found.points), 'point')}"
    return f" The railway from north to south {fate}, which gave {given}."


def _what(g: France40, rule: str) -> tuple[str, ...]:
    units = {
        "21.7.1a": lost_german_units,
        "22.10.2d": lost_german_units,
        "21.7.1b": isolated_units,
        "22.10.2b": brought_away,
    }.get(rule)
    return tuple(g.name(u) for u in units(g)) if units is not None else ()

"""3: sudden death, capitulation, and victory points at the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.manstein import bridgeheads, morale
from meuse.games.manstein.board import MARKS, Manstein, controls
from meuse.games.manstein.words import land
from meuse.hexmap import OFF_MAP, Hex
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, Result, derived

NATION_OF = {"france": "french", "belgium": "belgian", "netherlands": "dutch"}
"""3.8: the countries that can capitulate; Germany and Britain never do."""

MARKERS_OF = {"france": ("2AG", "3AG"), "belgium": ("belgium",), "netherlands": ("netherlands",)}
"""3.7a, 5.7c: the markers that leave play; 1AG stays, for the British."""


def watch(g: Manstein) -> None:
    """What may follow from any order: bridgeheads given up, capitulations, sudden death, morale. Called last in it."""
    bridgeheads.settle(g)
    judge(g)
    morale.ask_the_winners(g)


def judge(g: Manstein) -> None:
    """3.1, 3.8: capitulation and sudden death come at any moment, in the middle of a move too."""
    if not g.turn or g.result is not None:
        return
    while beaten := beaten_countries(g):
        surrender(g, beaten[0])  # its zones may have kept the next one in the war
    g.result = sudden_death(g)
    if g.result is not None:
        g.emit("end", g.result.text.rstrip("."), g.result.rule)


# -- 3.1 sudden death


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def sudden_death(g: Manstein) -> Result | None:
    """3.0, 3.1: an epic victory at any moment, whatever the points."""
    if german_sudden_death(g):
        return Result(Side.GERMAN, "epic", "The Germans hold every depot and port of France: epic victory.", "3.1a")
    if allied_sudden_death(g):
        return Result(Side.ALLIED, "epic", "The Allies hold two German depots: epic victory.", "3.1b")
    return None


def german_sudden_death(g: Manstein) -> bool:
    """3.1a, R.3.1a.1: control of every depot and port in France, bombed ones too."""
    ports = (h for h in sorted(g.scenario.ports) if g.map.country[h] == "france")
    return all(controls(g, Side.GERMAN, h) for h in (*g.scenario.depots["france"], *ports))


def allied_sudden_death(g: Manstein) -> bool:
    """3.1b: control of two German depots."""
    return sum(controls(g, Side.ALLIED, h) for h in g.scenario.depots["germany"]) >= 2


# -- 3.7 capitulation


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def beaten_countries(g: Manstein) -> tuple[str, ...]:
    """3.8a, 3.8b, 3.8c: the countries that capitulate now."""
    return tuple(
        country
        for country, nation in NATION_OF.items()
        if nation not in g.surrendered and all(controls(g, Side.GERMAN, h) for h in last_hopes(g, country))
    )


def last_hopes(g: Manstein, country: str) -> tuple[Hex, ...]:
    """3.8a: every French depot; 3.8b, 3.8c: the places of Belgium and the Netherlands that the book names.

    R.28.1e.1: a country out of play cannot capitulate; its hexes are never entered.
    """
    if country == "france":
        return g.scenario.depots[country]
    return tuple(place.hex for place in g.map.with_kind("capitulation") if g.map.country[place.hex] == country)


def surrender(g: Manstein, country: str) -> None:
    """3.7a, 3.7b, 3.7c, 3.7d, 3.7e: its markers, units, reinforcements, points and depots are gone."""
    nation = NATION_OF[country]
    name = land(country)
    g.emit("surrender", f"{name[0].upper()}{name[1:]} capitulates", "3.7b")
    g.surrendered |= {nation}
    g.touch(MARKS)
    gone = MARKERS_OF[country]
    g.regular[Side.ALLIED] = tuple(marker for marker in g.regular[Side.ALLIED] if marker not in gone)
    g.rp[nation] = 0
    for u in g.scenario.units_of[Side.ALLIED]:
        if g.counter(u).nation == nation:
            lay_down(g, u)


def lay_down(g: Manstein, u: Unit) -> None:
    """3.7b, 3.7g, R.3.7b.1: from the map only, and as if eliminated; 3.7c: what has not come yet is cancelled."""
    if g.hex_of[u] in (g.box("track"), g.box("replaced")):
        g.place(u, OFF_MAP)
    elif g.hex_of[u] >= 0:
        g.set_status(u, 0)
        g.set_steps(u, 0)
        g.place(u, g.box("eliminated"))


# -- 3.2 victory points


def verdict(g: Manstein) -> Result:
    """3.2, 3.6, R.3.6.1: German points minus Allied points."""
    german, allied = (sum(points for points, _, _ in score(g, side)) for side in (Side.GERMAN, Side.ALLIED))
    difference = german - allied
    row = next(row for row in g.scenario.tables["victory"]["levels"] if difference >= row["least"])
    winner = Side.of(row["winner"]) if row["winner"] else None
    text = f"{german} German and {allied} Allied victory points: {row['level']}."
    return Result(winner, row["level"], text, "3.6", {"german": float(german), "allied": float(allied)})


Line = tuple[int, str, str]
"""Points, the rule they come from, and for what."""


def score(g: Manstein, side: Side) -> Iterator[Line]:
    """R.3.2.1: what a side would score now: hexes it controls, units of the enemy that are gone, variants."""
    for h in range(len(g.map)):
        if (points := hex_value(g, side, h)) and controls(g, side, h):
            yield points, "3.4a" if side is Side.GERMAN else "3.5a", g.label(h)
    for u in g.at.get(g.box("eliminated"), ()):
        if g.side(u) is side.enemy and (points := unit_value(g, u)):
            yield points, "3.4b" if side is Side.GERMAN else "3.5b", g.id(u)
    if side is Side.GERMAN and g.extended:
        yield g.scenario.tables["victory"]["extension"], "3.4c", "the extended game"
    for variant, points in g.scenario.tables["variants"][side.word].items():
        if g.option(variant):  # R.28.1a.1
            yield points, variant, "variant"


def hex_value(g: Manstein, side: Side, h: Hex) -> int:
    """3.4a, 3.5a, 3.5c: the best value of a hex for a side; 25.4c: half for an open city, rounded down."""
    if h in g.scenario.closed:  # R.28.1e.1
        return 0
    values = g.scenario.tables["victory"]
    found = german_values(g, h) if side is Side.GERMAN else allied_values(g, h)
    best = max((int(values[name]) for name in found), default=0)
    return best // 2 if side is Side.GERMAN and h in g.open_cities else best


def german_values(g: Manstein, h: Hex) -> list[str]:
    """3.4a: Paris, Rotterdam, Antwerp; other Allied depots and Channel ports; the Maginot Line."""
    names = {place.name.lower() for place in g.map.places_at.get(h, ())}
    found = sorted(names & {"paris", "rotterdam", "antwerp"})
    if g.map.country[h] != "germany" and (h in g.scenario.ports or h in g.scenario.depots.get(g.map.country[h], ())):
        found.append("allied_depot_or_channel_port")
    fort = g.scenario.forts.get(h)
    if fort is not None and fort.major:
        found.append("maginot")
    return found


def allied_values(g: Manstein, h: Hex) -> list[str]:
    """3.5a: the Ruhr, other German depots, the Westwall."""
    found = ["ruhr"] if any(place.name == "Ruhr" for place in g.map.places_at.get(h, ())) else []
    if h in g.scenario.depots["germany"]:
        found.append("german_depot")
    fort = g.scenario.forts.get(h)
    if fort is not None and fort.side is Side.GERMAN:
        found.append("westwall")
    return found


def unit_value(g: Manstein, u: Unit) -> int:
    """3.4b, 3.5b, 3.5d: Allied Mech corps, or any German Mech unit; armies; air units; others nothing.

    R.2.2.4.1, R.3.4b.1: units below corps size score only if German and mechanized; logistics units never.
    R.26.0a.2: the airlift is an air unit.
    """
    counter = g.counter(u)
    values = g.scenario.tables["victory"][f"lost_{counter.side.word}"]
    if counter.kind == "logistics":
        return 0
    if counter.mech:
        return int(values.get("mech", values.get("mech_corps", 0) if counter.size == "XXX" else 0))
    return int(values["army"] if counter.is_army else values["air"] if counter.kind in ("air", "airlift") else 0)

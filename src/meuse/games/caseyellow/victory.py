"""3, 12.8: victory points and the verdict."""

from __future__ import annotations

import msgspec

from meuse.counters import SIDES, Side
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.endphase import dutch_cities
from meuse.games.caseyellow.losses import award
from meuse.hexmap import Hex
from meuse.phases.verdict import GameEnd
from meuse.report import count
from meuse.state import Result
from meuse.steps import Step, overrides


class VictoryPoints(Step, frozen=True):
    """12.8b, 3.1a, 2.2d.vp: new points are recorded, the German ones first."""

    rule = "12.8b"
    title = "Victory points"

    def run(self, g: CaseYellow) -> None:
        g.pop()
        if not g.scenario.rules.get("victory_points"):
            g.awards = ()
            return
        german_goals(g)
        allied_goals(g)
        record(g)


def record(g: CaseYellow) -> None:
    """12.8b, 12.8c: points once gained are never lost."""
    for side in SIDES:
        for whose, points, text, rule in g.awards:
            if whose is side and points:
                g.points[side] += points
                scored = f"The {side.title} side scores {count(points, 'point')}: {in_full(g, text)}"
                g.emit("points", scored, rule, side=side.word)
    g.awards = ()


def in_full(g: CaseYellow, text: str) -> str:
    """What an award is for, as people read it: where a unit earned it, the state keeps the id."""
    first, _, rest = text.partition(" ")
    return f"{g.name(g.scenario.unit_named[first])} {rest}" if first in g.scenario.unit_named else text


def german_goals(g: CaseYellow) -> None:
    """3.1a, 3.1b: places, Paris, the Dynamo port, and Maginot hexes, each once."""
    chart = g.scenario.tables["victory"]
    for name, points in chart["hexes"].items():
        if taken(g, g.map.place(name).hex):
            once(g, Side.GERMAN, f"taken {name}", points, f"{name} is taken")
    for name in chart["variable_hexes"]:
        if taken(g, g.map.place(name).hex):
            variable(g, Side.GERMAN, f"taken {name}", f"{name} is taken")
    if g.open_city and any(taken(g, h) for h in g.scenario.paris):
        once(g, Side.GERMAN, "open city", chart["open_city"], "German units in the open city of Paris")
    if "port captured" in g.scored:
        variable(g, Side.GERMAN, "port scored", "the evacuation port is taken")
    for h, fort in g.scenario.forts.items():
        if fort.line.startswith("maginot") and h in g.destroyed:
            once(
                g, Side.GERMAN, f"maginot {g.map.labels[h]}", chart["maginot"], "a hex of the Maginot Line is destroyed"
            )


def allied_goals(g: CaseYellow) -> None:
    """3.1a, 3.1b: German cities, what is held on turn 5, Paris at the end."""
    chart = g.scenario.tables["victory"]
    for h in g.scenario.sources["german_city"]:
        if g.controls(Side.ALLIED, h):
            once(g, Side.ALLIED, f"german city {g.map.labels[h]}", chart["german_city"], "a German city is taken")
    if g.turn == chart["held_turn"]:
        for name in chart["held"]:
            if not taken(g, g.map.place(name).hex):
                variable(g, Side.ALLIED, f"held {name}", f"{name} is held")
    if g.turn == g.scenario.rules["turns"] and not any(taken(g, h) for h in g.scenario.paris):
        once(g, Side.ALLIED, "paris held", chart["paris_held"], "Paris is held")


def taken(g: CaseYellow, h: Hex) -> bool:
    """3.1a: whether a hex is in German hands."""
    return g.controls(Side.GERMAN, h)


def once(g: CaseYellow, side: Side, key: str, points: int, text: str) -> None:
    """12.8c: each award is made once."""
    if key not in g.scored:
        g.scored |= {key}
        award(g, side, points, text, "12.8b")


def variable(g: CaseYellow, side: Side, key: str, text: str) -> None:
    """3.1b: a roll on the Variable VP Table."""
    if key not in g.scored:
        points = g.scenario.tables["victory"]["variable"][g.roll() - 1]
        once(g, side, key, points, text)


# -- the verdict


class Verdict(GameEnd, frozen=True):
    """12.8a, 12.8d, 3.2: by points in Scenarios 1 and 2, by conditions in Scenarios 3 and 4."""

    rule = "12.8d"
    title = "Verdict"

    @overrides
    def verdict(self, g: CaseYellow) -> Result:
        return verdict(g)


def standing(g: CaseYellow) -> Result:
    """How the game would end now; 3.2: without points the places it is about are the score, of both sides."""
    result = verdict(g)
    return result if result.score else msgspec.structs.replace(result, score=places(g))


def places(g: CaseYellow) -> dict[str, float]:
    """3.2, 12.5a: what the Germans must take in Scenarios 3 and 4: what they have of it, and what they lack."""
    if "regions" in g.scenario.rules:
        most = int(g.scenario.tables["surrender"]["dutch_cities"])
        found = most if holland_falls(g) else min(dutch_cities(g), most)
    else:
        goals = [*g.scenario.paris, *france_goals(g)]
        most, found = len(goals), sum(taken(g, h) for h in goals)
    return {"german": float(found), "allied": float(most - found)}


def verdict(g: CaseYellow) -> Result:
    if g.scenario.rules.get("victory_points"):
        return by_points(g)
    won = holland_falls(g) if "regions" in g.scenario.rules else france_falls(g)
    winner = Side.GERMAN if won else Side.ALLIED
    return Result(winner, f"{winner.title} victory", f"The {winner.title} side wins.", "3.2")


def by_points(g: CaseYellow) -> Result:
    """12.8d, 3.1a: the German points less the Allied ones."""
    margin = g.points[Side.GERMAN] - g.points[Side.ALLIED]
    level = next(row["level"] for row in g.scenario.tables["victory"]["levels"] if margin >= row["least"])
    winner = Side.GERMAN if level.startswith("German") else Side.ALLIED if level.startswith("Allied") else None
    text = f"{g.points[0]} German points less {g.points[1]} Allied ones: {level}."
    score = {"german": float(g.points[0]), "allied": float(g.points[1])}
    return Result(winner, level, text, "12.8d", score)


def france_falls(g: CaseYellow) -> bool:
    """3.2, 12.8a: Scenario 3: all of Paris, or Lille, Reims, Rouen and Metz, in German hands."""
    return all(taken(g, h) for h in g.scenario.paris) or all(taken(g, h) for h in france_goals(g))


def france_goals(g: CaseYellow) -> list[Hex]:
    return [g.map.place(name).hex for name in g.scenario.tables["victory"]["scenario_3"]]


def holland_falls(g: CaseYellow) -> bool:
    """3.2, 12.8a: Scenario 4: The Netherlands have surrendered."""
    return "netherlands" in g.surrendered

"""Setting the scene for tests of France '40: a turn, cities, markers, and steps that act by themselves."""

from __future__ import annotations

from kits.phases import place_of
from meuse.counters import Side, Unit
from meuse.events import Event
from meuse.games.france40.board import MARKERS, France40
from meuse.games.france40.sequence import StartTurn
from meuse.report import OddsReport
from meuse.steps import Step, Turns
from meuse.testkit import Table

WALL = (
    "German de.id32 at 1121", "German de.id12 at 1224", "German de.id62 at 1319", "German de.id8 at 1524",
    "German de.id28 at 1620", "German de.id87 at 1722",
)  # fmt: skip
"""Divisions whose zones cover every hex that is two hexes from 1422."""


def sickle_cut(*sentences: str, turn: int = 2) -> Table:
    """The map of Sickle Cut with these units only."""
    return _laid(Table("france40", "sickle-cut"), sentences, turn)


def dynamo(*sentences: str, turn: int = 4) -> Table:
    """The map of Dynamo with these units only."""
    return _laid(Table("france40", "dynamo"), sentences, turn)


def _laid(table: Table, sentences: tuple[str, ...], turn: int) -> Table:
    game(table).turn = turn
    return table.clear().put(*sentences)


def game(table: Table) -> France40:
    """The state of the game on the table."""
    assert isinstance(table.game.state, France40)
    return table.game.state


def unit(table: Table, name: str) -> Unit:
    return game(table).scenario.unit_named[name]


def at(table: Table, words: str, turn: int) -> Table:
    """Jump to a phase of a turn: `at(table, "Allied reinforcements", 3)`."""
    g = game(table)
    g.turn = turn
    place = place_of(g, words, turn, StartTurn)
    g.stack = (Turns(place + 1), g.scenario.sequence[place])
    return table.settle()


def act(table: Table, *steps: Step) -> list[Event]:
    """Let steps act by themselves; returns what they tell."""
    g = game(table)
    g.events = []
    table.step(*steps)
    events, g.events = g.events, None
    return events


def cities(table: Table, side: str, *labels: str) -> Table:
    """Give City hexes to a side; all of them if none is named."""
    g = game(table)
    for h in [g.map.hex(label) for label in labels] or sorted(g.scenario.cities):
        g.set_control(h, Side.of(side) + 1)
    table.game.forget()
    return table


def under(table: Table, number: int, *names: str) -> Table:
    """Put units under a GQG or Halt! marker."""
    g = game(table)
    for name in names:
        g.set_under(unit(table, name), number)
    if game(table).scenario.side_of[unit(table, names[0])] is Side.GERMAN:
        g.halts |= {number}
    g.touch(MARKERS)
    table.game.forget()
    return table


def marked(table: Table, number: int) -> list[str]:
    """The units under a marker."""
    g = game(table)
    return [g.id(u) for u in range(len(g.under)) if g.under[u] == number]


def has(table: Table, name: str, bit: int) -> bool:
    """Whether a unit has a status."""
    return bool(game(table).status[unit(table, name)] & bit)


def entries(table: Table, side: str, *labels: str) -> Table:
    """Give Allied Entry Hexes to a side: these and no others."""
    g = game(table)
    for area in g.scenario.areas_of[Side.ALLIED]:
        for h in g.scenario.entry_hexes[area]:
            owner = Side.of(side) if g.map.labels[h] in labels else Side.of(side).enemy
            g.set_control(h, owner + 1)
    table.game.forget()
    return table


def cost(table: Table, name: str, goal: str) -> str:
    """What it costs a unit to get to a hex, in points or in hexes of Tactical Movement."""
    return next(choice.cost for choice in table.game.decision.describe(("move", name)) if choice.token == goal)


def moving(table: Table, side: str) -> Table:
    """The movement phase of a side, with nobody moved yet."""
    return table.phase(f"{side} movement")


# -- 7.7, 8 to 17: combat


def plain(*sentences: str, words: str = "German combat", turn: int = 2) -> Table:
    """A phase of Sickle Cut with these units only, and no Air unit left."""
    return grounded(at(sickle_cut(*sentences), words, turn))


def grounded(table: Table) -> Table:
    """No Air unit is Ready."""
    return air(table, 0, 0)


def air(table: Table, german: int, raf: int) -> Table:
    """So many Air units are Ready."""
    game(table).air[:] = [german, raf]
    table.game.forget()
    return table


def odds(table: Table, order: str) -> OddsReport:
    """The arithmetic of an attack: `odds(table, "attack 1422 with de.id32")`."""
    report = table.game.odds(order)
    assert report is not None
    return report


def shifts(table: Table, order: str) -> dict[str, int]:
    """The column shifts that count in an attack, by rule."""
    return {shift.rule: shift.value for shift in odds(table, order).shifts if not shift.open}


def counted(table: Table, order: str) -> dict[str, str]:
    """What every unit counts for in an attack, defenders too."""
    report = odds(table, order)
    return {row.unit: row.counted for row in (*report.attackers, *report.defenders)}


def result(events: list[Event]) -> str:
    """The result of the battle among what happened: "DR2"."""
    return next(event.text for event in events if event.kind == "battle").rpartition(": ")[2].partition(",")[0]


def doing(table: Table) -> str:
    """What is asked: "Retreat", "Advance"; the name of the step."""
    return type(table.game.decision.step).__name__

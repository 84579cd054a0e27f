"""Setting the scene for tests of 1940: the turn and impulse, plans and army groups, countries that have joined."""

from __future__ import annotations

from meuse.events import Event
from meuse.games.gdw1940 import movement, neutrals
from meuse.games.gdw1940.arrivals import begin_phase
from meuse.games.gdw1940.board import POLITICS, UNSUPPLIED, Gdw1940
from meuse.games.gdw1940.sequence import StartImpulse, StartTurn, Verdict
from meuse.games.gdw1940.supply import judge_supply
from meuse.games.gdw1940.victory import eliminate
from meuse.report import OddsReport
from meuse.steps import Turns
from meuse.testkit import Table


def game(table: Table) -> Gdw1940:
    """The state of the game on the table."""
    assert isinstance(table.game.state, Gdw1940)
    return table.game.state


def at(table: Table, words: str, turn: int, impulse: int = 1) -> Table:
    """Jump to a phase before anybody has moved in it: `at(table, "Allied movement", 3, impulse=2)`."""
    g = game(table)
    g.turn, g.impulse = turn, impulse
    g.touch(POLITICS)
    now = (-1, 0)
    for place, step in enumerate(g.scenario.sequence):
        if isinstance(step, StartTurn):
            now = (step.turn, 0)
        elif isinstance(step, StartImpulse):
            now = (now[0], step.impulse)
        elif now == (turn, impulse) and step.called(g) == words:
            g.stack = (Turns(place + 1), step)
            begin_phase(g, step.side)
            return table.settle()
    raise ValueError(f"turn {turn}, impulse {impulse} has no phase {words!r}")


def joined(table: Table, *countries: str) -> Table:
    """These countries joined the Allies some impulses ago."""
    g = game(table)
    for country in countries:
        neutrals.join(g, country)
        g.joined[country] = -1
    g.recount_zones()
    table.game.forget()
    return table


def groups(table: Table, **armies: int) -> Table:
    """Assign armies to army groups: `groups(table, fr_1=1, fr_9=2)`."""
    g = game(table)
    g.groups |= {army.replace("_", "."): group for army, group in armies.items()}
    g.touch(POLITICS)
    table.game.forget()
    return table


def plans(table: Table, **plan: int) -> Table:
    """Set the secret plans: `group` of the Allies, `objective` and `effort` of the Germans."""
    g = game(table)
    g.plans |= plan
    table.game.forget()
    return table


def status(table: Table, unit: str) -> int:
    """The status flags of a unit."""
    return game(table).status[game(table).scenario.unit_named[unit]]


def owner(table: Table, label: str) -> str:
    """Whose friendly territory a hex is: "german", "allied" or "" for nobody's."""
    g = game(table)
    return ("", "german", "allied")[g.control[g.map.hex(label)]]


def cost(table: Table, unit: str, goal: str) -> str:
    """What the cheapest way of a unit to a hex costs, as the player sees it."""
    choices = {choice.token: choice for choice in table.game.decision.describe(("move", unit))}
    return choices[goal].cost


def phase_words(table: Table) -> str:
    """What is going on: "German movement"."""
    return table.game.decision.step.called(game(table))


def pass_on(table: Table) -> str:
    """Do nothing more in this phase; returns the words of the phase that was left."""
    words = phase_words(table)
    table.play(next(order for order in ("end", "done") if order in table.choices()))
    return words


def odds(table: Table, order: str) -> OddsReport:
    """The arithmetic of an attack: `odds(table, "attack 1512 with de.XIX")`."""
    report = table.game.odds(order)
    assert report is not None
    return report


def air(table: Table, german: int = 0, british: int = 0, french: int = 0) -> Table:
    """Set the air points that are left."""
    game(table).air[:] = [german, british, french]
    table.game.forget()
    return table


def fought(events: list[Event]) -> Event:
    """The battle among what happened: its dice, and its text "de.X attacks 2011 at 2:1: DR"."""
    return next(event for event in events if event.kind == "battle")


# -- 5, 8: territory and supply


def territory(table: Table, side: str, *labels: str) -> Table:
    """Give hexes to a side, as the last one that passed through: `territory(table, "german", "1807")`."""
    g = game(table)
    for label in labels:
        g.set_control(g.map.hex(label), {"german": 1, "allied": 2}[side])
    table.game.forget()
    return table


def everything(table: Table, side: str) -> Table:
    """Give every hex of the map to a side, before counters are laid."""
    return territory(table, side, *game(table).map.labels)


def judge(table: Table) -> Table:
    """Judge the supply of all units, as at the start of an impulse."""
    judge_supply(game(table))
    table.game.forget()
    return table


def unsupplied(table: Table, *units: str) -> tuple[str, ...]:
    """Those of the units that were judged to be without supply."""
    return tuple(unit for unit in units if status(table, unit) & UNSUPPLIED)


# -- 16: planning and deployment


HISTORY = ("group 1", "auto", "done", "plan 3 2 none", "auto", "done")
"""Both plans as in history, up to the Allied deployment."""


def planned(table: Table, *orders: str) -> Table:
    """Give the orders of the secret planning, those of history if none are named."""
    table.play(*(orders or HISTORY))
    return table


def deployed(table: Table, *orders: str) -> Table:
    """Plan, and let both sides deploy as in history."""
    planned(table, *orders).play("auto", "done", "auto", "done")
    return table


# -- 19: victory


def eliminated(table: Table, *units: str) -> Table:
    """Take units out of play as eliminated."""
    g = game(table)
    for unit in units:
        eliminate(g, g.scenario.unit_named[unit], "19.vp.factors")
    table.game.forget()
    return table


def points(table: Table) -> tuple[int, int]:
    """German and Allied victory points."""
    german, allied = game(table).points
    return german, allied


def final_level(table: Table) -> str:
    """The level of victory if the game ended now."""
    g = game(table).copy()
    g.push(Verdict())
    g.stack[-1].run(g)
    assert g.result is not None
    return g.result.level


# -- 6, 14: movement points


def left(table: Table, unit: str) -> str:
    """The movement points that a unit can still spend in this phase, as people write them."""
    return movement.points(movement.allowance(game(table), game(table).scenario.unit_named[unit]))

"""Setting the scene for tests of Plan Jaune: the turn, the phase, and words for what tests look at.

The plain of the Nivernais serves for most of them: 0726 to 0730 and 0827 to 0831 are clear and have neither rivers nor
railways between them; 0627 to 0630 carry a railway.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from kits.phases import place_of
from meuse.counters import Side
from meuse.events import Event
from meuse.games.planjaune import command, odds
from meuse.games.planjaune.board import PlanJaune
from meuse.games.planjaune.odds import Battle, led
from meuse.games.planjaune.sequence import OpenMovement, StartTurn
from meuse.games.planjaune.zones import zones
from meuse.steps import Turns
from meuse.testkit import Table

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED


def game(table: Table) -> PlanJaune:
    """The state of the game on the table."""
    assert isinstance(table.game.state, PlanJaune)
    return table.game.state


def board(*units: str, turn: int = 3, scenario: str = "historical", **options: bool) -> Table:
    """A cleared board with these units, on this turn; main efforts as in the historical scenario."""
    table = Table("planjaune", scenario, {name.replace("__", "."): value for name, value in options.items()}).clear()
    g = game(table)
    g.turn = turn
    g.effort.update({GERMAN: "de.hgb", ALLIED: "fr.ga1"})
    return changed(table).put(*units)


def changed(table: Table, **state: Any) -> Table:
    """Set scalars of the state."""
    g = game(table)
    for name, value in state.items():
        setattr(g, name, value)
    for topic in range(len(g.stamps)):
        g.touch(topic)
    table.game.forget()
    return table


def at(table: Table, words: str, turn: int = 3) -> Table:
    """Jump to a phase before anybody has moved in it: `at(table, "German motorized movement")`."""
    g = game(table)
    g.turn = turn
    place = place_of(g, words, turn, StartTurn)
    opened = isinstance(g.scenario.sequence[place - 1], OpenMovement)
    g.stack = (Turns(place - opened),)
    return changed(table).settle()


def unit(table: Table, name: str) -> int:
    return game(table).scenario.unit_named[name]


def status(table: Table, name: str) -> tuple[str, ...]:
    """The marks on a counter."""
    return next(view.status for view in table.game.seat("german").view.units if view.id == name)


def zone(table: Table, side: Side) -> set[str]:
    """The hexes in a side's zones of control."""
    g = game(table)
    covered = zones(g, side)
    return {g.map.labels[h] for h in range(len(g.map)) if covered[h]}


def cost(table: Table, name: str, goal: str) -> str:
    """What a move costs, as a person sees it."""
    choices = table.game.seat(table.asked).decision.describe(("move", name))
    return next(choice.cost for choice in choices if choice.token == goal)


def battle(table: Table, side: Side, target: str, *names: str, **decided: Any) -> Battle:
    """A battle as `odds` sees it, led by the best units unless `leads` says otherwise."""
    g = game(table)
    found = msgspec.structs.replace(Battle(side, g.map.hex(target), tuple(unit(table, n) for n in names)), **decided)
    return found if "leads" in decided else led(g, found)


def totals(table: Table, fight: Battle) -> tuple[Fraction, Fraction]:
    return odds.attack_total(game(table), fight), odds.defence_total(game(table), fight)


def shifts(table: Table, fight: Battle) -> dict[str, int]:
    """The shifts of a battle, added up by rule."""
    found: dict[str, int] = {}
    for shift in odds.shifts(game(table), fight):
        found[shift.rule] = found.get(shift.rule, 0) + shift.value
    return found


def modifiers(table: Table, fight: Battle) -> dict[str, int]:
    return {shift.rule: shift.value for shift in odds.modifiers(game(table), fight)}


def captured(table: Table, place: str, side: Side = GERMAN) -> bool:
    g = game(table)
    return command.is_captured(g, g.map.place(place).hex, side)


def texts(happened: list[Event]) -> str:
    return "; ".join(event.text for event in happened)


def answer(table: Table, until: str = "") -> Table:
    """Answer the questions of a battle as dully as possible, until a certain order can be given, or it is fought."""
    while in_battle(table) and until not in table.choices():
        table.play(dull(table))
    return table


def fight(table: Table, *orders: str, dice: tuple[int, ...] = ()) -> Table:
    """Name attacks, fight them with these dice, and add nothing to them."""
    table.dice(*dice)
    table.play(*orders, "done")
    return answer(table)


def in_battle(table: Table) -> bool:
    words = game(table).stack[-1].called(game(table)) if table.asked else ""
    return words.startswith(("Attack on", "Overrun of"))


def dull(table: Table) -> str:
    """The order that does as little as possible; the best unit leads."""
    if "pass" in table.choices():
        return "pass"
    order = [table.choices()[0]]
    while more := table.choices(" ".join(order)):
        order.append(more[0])
    return " ".join(order)

"""Setting the scene for tests of Manstein's War: a few counters, a marker in play, and a segment of its impulse.

The battlefield of most tests is the Dutch border west of Köln: 1735 and 1736 are German, 1635 (Roermond) is Dutch, all
clear ground without a river between them, and both sides have depots within reach.
"""

from __future__ import annotations

from meuse.counters import Side
from meuse.events import Event
from meuse.games.manstein import victory
from meuse.games.manstein.activation import allowance
from meuse.games.manstein.air import AirBattles, AirOperations, CityBombing
from meuse.games.manstein.board import Impulse, Manstein
from meuse.games.manstein.command import CommandPhase, OperationsPhase, play_marker
from meuse.games.manstein.logistics import is_cut_off, is_supported, is_sustained
from meuse.games.manstein.refit import RefitPhase
from meuse.games.manstein.segments import segments
from meuse.games.manstein.sequence import Extension, Initiative, ReturnPhase
from meuse.games.manstein.victory import score
from meuse.report import OddsReport
from meuse.steps import Step
from meuse.testkit import Table

STOP = Extension(Side.GERMAN)
"""What a scene ends with: a question that nothing on the board can answer."""


def scene(*sentences: str, marker: str = "HGB", turn: int = 2, **options: bool) -> Table:
    """These counters and no others; a marker is being played: `scene("German de.6 at 1735", o25_1=True)`."""
    chosen = {name.removeprefix("o").replace("_", "."): value for name, value in options.items()}
    table = Table("manstein", options=chosen).clear().put(*sentences)
    g = game(table)
    g.turn = turn
    return marked(table, marker)


def game(table: Table) -> Manstein:
    """The state of the game on the table."""
    assert isinstance(table.game.state, Manstein)
    return table.game.state


def marked(table: Table, marker: str, *commands: str, corps: tuple[str, ...] = ()) -> Table:
    """This marker is in play; it has activated what it names, and these commands and corps besides."""
    g = game(table)
    row = g.scenario.markers[marker]
    units = frozenset(g.scenario.unit_named[unit] for unit in corps)
    g.now = Impulse(Side.of(row.side), marker, frozenset((*row.commands, *commands)), units)
    table.game.forget()
    return table


def stage(table: Table, *steps: Step) -> Table:
    """Put steps on the stack, with a stop below them."""
    return table.step(*steps, STOP)


# -- the segments of an impulse


def impulse(table: Table) -> Table:
    """From the reinforcement segment of the marker in play on."""
    return stage(table, *segments(game(table).now.side))


def air(table: Table) -> Table:
    """The air operations segment alone."""
    side = game(table).now.side
    return stage(table, AirOperations(side), AirBattles(side), CityBombing(side))


def movement(table: Table) -> Table:
    """From the movement segment on."""
    return stage(table, *_from(table, "OpenMovement"))


def combat(table: Table) -> Table:
    """From the combat segment on."""
    return stage(table, *_from(table, "Attacks"))


def _from(table: Table, name: str) -> list[Step]:
    steps = list(segments(game(table).now.side))
    names = [type(step).__name__ for step in steps]
    return steps[names.index(name) :]


def draw(table: Table, marker: str) -> Table:
    """Play a marker from the bin, command segment and all."""
    g = game(table)
    g.stack = (STOP,)
    play_marker(g, Side.of(g.scenario.markers[marker].side), marker)
    return table.settle()


# -- phases of a turn


def begin_turn(table: Table, turn: int) -> Table:
    """From the initiative phase of a turn on, up to its last impulse."""
    return stage(
        table, Initiative(turn), CommandPhase(), RefitPhase(), OperationsPhase(), ReturnPhase(), Initiative(turn + 1)
    )


def refit(table: Table) -> Table:
    """The refit phase."""
    return stage(table, RefitPhase())


def operations(table: Table) -> Table:
    """The operations phase, with the bins as they are."""
    return stage(table, OperationsPhase(), ReturnPhase())


def bins(table: Table, german: str = "", allied: str = "") -> Table:
    """Put markers into the bins: `bins(table, "HGA PGK", "1AG")`; special ones are told apart by themselves."""
    g = game(table)
    for side, words in ((Side.GERMAN, german), (Side.ALLIED, allied)):
        named = words.split()
        g.regular[side] = tuple(name for name in named if not g.scenario.markers[name].is_special)
        g.special[side] = next((name for name in named if g.scenario.markers[name].is_special), "")
    table.game.forget()
    return table


def set_up(table: Table, german: str = "manstein", allied: str = "plan-d") -> Table:
    """Both sides set up as in history and choose their plans."""
    table.play("auto", "done", f"plan {allied}", "auto", "done", f"plan {german}")
    return table


# -- asking


def words(table: Table) -> str:
    """What is being asked: "German movement"."""
    return table.game.decision.step.called(game(table))


def odds(table: Table, order: str) -> OddsReport:
    """The arithmetic of an attack: `odds(table, "attack 1635 with de.6")`."""
    report = table.game.odds(order)
    assert report is not None
    return report


def shifts(table: Table, order: str) -> dict[str, int]:
    """The shifts of an attack by their rules."""
    return {shift.rule: shift.value for shift in odds(table, order).shifts}


def fought(events: list[Event]) -> str:
    """What is told of the battle: "The attack on Roermond (1635) at 300-399% on the assault table: ST, both …"."""
    return next(event.text for event in events if event.kind == "battle")


def cost(table: Table, unit: str, goal: str) -> str:
    """What the cheapest way of a unit to a hex costs, as the player sees it."""
    choices = {choice.token: choice for choice in table.game.decision.describe(("move", unit))}
    return choices[goal].cost


def left(table: Table, unit: str) -> int:
    """The movement factors that a unit can still spend."""
    return allowance(game(table), number(table, unit))


def rail_reach(table: Table, unit: str) -> set[str]:
    """The hexes a unit can get to by rail."""
    return table.reach(unit, "rail")


def spend(table: Table, unit: str, remaining: int) -> Table:
    """A unit is in the middle of its move and has so many movement factors left."""
    game(table).budget[number(table, unit)] = remaining
    table.game.forget()
    return table


def number(table: Table, unit: str) -> int:
    return game(table).scenario.unit_named[unit]


def supported(table: Table, unit: str) -> bool:
    return is_supported(game(table), number(table, unit))


def sustained(table: Table, unit: str) -> bool:
    return is_sustained(game(table), number(table, unit))


def cut_off(table: Table, unit: str) -> bool:
    return is_cut_off(game(table), number(table, unit))


def owner(table: Table, label: str) -> str:
    """Who entered a hex last: "german", "allied" or ""."""
    g = game(table)
    return ("", "german", "allied")[g.control[g.map.hex(label)]]


def give(table: Table, side: str, *labels: str) -> Table:
    """Give hexes to a side, as the last one that entered them."""
    g = game(table)
    for label in labels:
        g.set_control(g.map.hex(label), 1 + Side.of(side))
    table.game.forget()
    return table


def mark(table: Table, column: str, *labels: str) -> Table:
    """Put markers on hexes: `mark(table, "bombed", "0941")`; the columns are destroyed, bombed and open_cities."""
    g = game(table)
    for label in labels:
        g.mark(getattr(g, column), g.map.hex(label))
    table.game.forget()
    return table


def marks(table: Table, column: str) -> set[str]:
    g = game(table)
    return {g.label(h) for h in getattr(g, column)}


def watch(table: Table) -> Table:
    """Let what follows from the board follow: capitulations, sudden death."""
    victory.watch(game(table))
    table.game.forget()
    return table


def points(table: Table, side: str) -> int:
    """The victory points of a side if the game ended now."""
    return sum(value for value, _, _ in score(game(table), Side.of(side)))


def lines(table: Table, side: str) -> dict[str, int]:
    """The victory points of a side, each by what it is for."""
    return {what: value for value, _, what in score(game(table), Side.of(side))}

"""Setting the scene for tests of Case Yellow. The plain around 4540 is clear ground without roads and rivers."""

from __future__ import annotations

from meuse.counters import Side
from meuse.events import Event
from meuse.games.caseyellow import odds
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.odds import Attack, Battle
from meuse.steps import Step
from meuse.testkit import Table


def game(table: Table) -> CaseYellow:
    """The state of the game on the table."""
    assert isinstance(table.game.state, CaseYellow)
    return table.game.state


def stage(*sentences: str, scenario: str = "unrestricted", turn: int = 1, **options: str | bool) -> Table:
    """Counters on an empty map, no air assets; on turn 1 everybody has Attack Supply (7.6b)."""
    table = Table("caseyellow", scenario, options).clear()
    g = game(table)
    g.air[:] = [0, 0]
    g.set_marker("turn", turn)
    return table.put(*sentences)


def german_moves(*sentences: str, scenario: str = "unrestricted", turn: int = 1) -> Table:
    return stage(*sentences, scenario=scenario, turn=turn).phase("German move round")


def allies_move(*sentences: str, scenario: str = "unrestricted", turn: int = 1) -> Table:
    return stage(*sentences, scenario=scenario, turn=turn).phase("Allied move round")


def germans_fight(*sentences: str, scenario: str = "unrestricted", turn: int = 1) -> Table:
    return stage(*sentences, scenario=scenario, turn=turn).phase("German combat round")


def allies_fight(*sentences: str, scenario: str = "unrestricted", turn: int = 1) -> Table:
    return stage(*sentences, scenario=scenario, turn=turn).phase("Allied combat round")


def mark(table: Table, **markers: object) -> Table:
    """Lay markers by the names of the state; places are hex numbers: `mark(table, destroyed=["2928"])`."""
    g = game(table)
    for name, value in markers.items():
        if isinstance(value, list):
            g.set_marker(name, frozenset(g.map.hex(label) for label in value))
        elif isinstance(value, str):
            g.set_marker(name, g.map.hex(value))
        else:
            g.set_marker(name, value)
    table.game.forget()
    return table


def air(table: Table, german: int = 0, allied: int = 0) -> Table:
    game(table).air[:] = [german, allied]
    return table


def control(table: Table, side: Side, *labels: str) -> Table:
    g = game(table)
    for label in labels:
        g.set_control(g.map.hex(label), 1 + side)
    table.game.forget()
    return table


def cost(table: Table, unit: str, goal: str, verb: str = "move") -> str:
    """What the move of a unit to a hex costs."""
    choices = table.game.decision.describe((verb, unit))
    return next(choice.cost for choice in choices if choice.token == goal)


def stops(table: Table, unit: str, goal: str) -> bool:
    """Whether the move of a unit ends in a hex."""
    choices = table.game.decision.describe(("move", unit))
    return next(choice.stop for choice in choices if choice.token == goal)


def battle(table: Table, target: str, *units: str, **more: object) -> Battle:
    g = game(table)
    attack = Attack(g.map.hex(target), tuple(g.scenario.unit_named[unit] for unit in units))
    return Battle(attack, **more)  # type: ignore[arg-type]


def shifts(table: Table, target: str, *units: str, **more: object) -> dict[str, int]:
    """The shifts of an attack by rule."""
    found: dict[str, int] = {}
    for shift in odds.shifts(game(table), battle(table, target, *units, **more)):
        found[shift.rule] = found.get(shift.rule, 0) + shift.value
    return found


def column(table: Table, target: str, *units: str, **more: object) -> str:
    """The final column of an attack; "1-4" below the table."""
    g = game(table)
    final = odds.final_column(g, battle(table, target, *units, **more))
    return g.scenario.crt.columns[final] if final >= 0 else "1-4"


def net(table: Table, target: str, *units: str, **more: object) -> int:
    return odds.net_shift(game(table), battle(table, target, *units, **more))


def fight(table: Table, order: str, die: int) -> list[Event]:
    return table.dice(die).play(order)


def code(events: list[Event]) -> str:
    """The result of the battle among the events."""
    return next(event.text.split(": ")[1].split(",")[0] for event in events if event.kind == "battle")


def told(events: list[Event], kind: str) -> list[str]:
    return [event.text for event in events if event.kind == kind]


def run(table: Table, *steps: Step) -> Table:
    """Let some steps happen, and nothing after them."""
    return table.step(*steps)


def tactical(table: Table, unit: str) -> int:
    g = game(table)
    return g.tactical(g.scenario.unit_named[unit])


def status(table: Table, unit: str) -> int:
    g = game(table)
    return g.status[g.scenario.unit_named[unit]]


def allowance(table: Table, unit: str) -> int:
    g = game(table)
    return g.allowance(g.scenario.unit_named[unit])

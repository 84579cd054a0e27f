"""What the engine hands out is plain data: it becomes JSON as it is, and comes back equal."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import meuse
from meuse.decision import StepWords
from meuse.game import Entry
from meuse.report import OddsReport, View, count
from meuse.steps import Choice
from meuse.testkit import Table


def through_json(value: Any, kind: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


@pytest.fixture
def table() -> Table:
    laid = Table("skirmish").clear().put("German 1Pz in XIX", "German GD in XIX", "German XIX at 4319")
    return laid.put("French 55DI at 4320", "French 71DI at 4420").phase("German combat")


@pytest.mark.parametrize("side", ["german", "allied", None])
def test_views(table: Table, side: str | None) -> None:
    view = table.game.view(side)
    assert through_json(view, View) == view
    assert {part.id for part in view.parts} == {"turns", "tokens", "cup", "XIX", "XCA"}
    assert next(part for part in view.parts if part.id == "XIX").cells[0].pieces == ("1Pz", "GD")
    assert next(unit for unit in view.units if unit.id == "XIX").at == "4319"


def test_choices(table: Table) -> None:
    for prefix in ((), ("attack",), ("attack", "4320"), ("attack", "4320", "with", "XIX")):
        choices = table.game.decision.describe(prefix)
        assert through_json(choices, list[Choice]) == choices


def test_refusals(table: Table) -> None:
    refusal = table.why_not("attack 4319")
    assert through_json(refusal, meuse.Refusal) == refusal


def test_odds(table: Table) -> None:
    odds = table.game.odds("attack 4320 with XIX")
    assert odds is not None
    assert through_json(odds, OddsReport) == odds
    assert (odds.start, odds.final) == ("4:1", "4:1")
    assert odds.shifts[0].rule == "6.4"


def test_events_and_the_journal(table: Table) -> None:
    events = table.dice(4).play("attack 4320 with XIX go", "withdraw 4320", "done")
    assert events
    assert through_json(events, list[meuse.Event]) == events
    assert through_json(table.game.journal, list[Entry]) == table.game.journal


def test_what_is_going_on(table: Table) -> None:
    assert through_json(table.game.decision.stack, list[StepWords]) == table.game.decision.stack
    assert table.game.decision.warnings == []
    assert (table.game.decision.help, table.game.decision.remaining) == ("", "No attacks declared yet")


def test_results(table: Table) -> None:
    result = table.phase("Verdict").game.result
    assert through_json(result, meuse.Result) == result


def test_a_number_with_its_noun() -> None:
    assert count(1, "hex", "hexes") == "1 hex"
    assert count(2, "hex", "hexes") == "2 hexes"
    assert count(0, "unit") == "0 units"

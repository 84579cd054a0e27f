"""Charts as a person reads them, for every game."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from meuse.charts import charts

STATUS = {"book", "reconstructed", "mixed"}


@pytest.mark.parametrize("game", meuse.GAMES)
def test_every_chart_says_where_its_figures_come_from(game: str) -> None:
    found = charts(meuse.rule_book(game))
    assert [(chart.id, chart.status) for chart in found if chart.status not in STATUS] == []
    assert all(grid.rows for chart in found for grid in chart.grids)


@pytest.mark.parametrize("game", meuse.GAMES)
def test_every_row_of_a_chart_is_as_wide_as_its_head(game: str) -> None:
    grids = [grid for chart in charts(meuse.rule_book(game)) for grid in chart.grids if grid.head]
    assert grids != []
    assert [grid for grid in grids if any(len(row) != len(grid.head) for row in grid.rows)] == []


def test_a_chart_names_the_rules_it_serves_and_their_sections() -> None:
    found = {chart.id: chart for chart in charts(meuse.rule_book("france40"))}
    assert "7.6.1a" in found["limits"].rules
    assert any(rule.startswith("10.1") for rule in found["results"].rules)
    assert not any(rule.startswith("10.3") for rule in found["results"].rules)


def test_a_players_own_charts_are_called_so(tmp_path: Path) -> None:
    printed = meuse.rule_book("skirmish").data / "tables.toml"
    (tmp_path / "tables.toml").write_text(printed.read_text(encoding="utf-8"), encoding="utf-8")
    assert {chart.status for chart in charts(meuse.new("skirmish", data=tmp_path).rules)} == {"own"}

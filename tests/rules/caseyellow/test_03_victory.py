"""3 and 12.8: victory."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.caseyellow.losses import eliminate
from meuse.games.caseyellow.victory import Verdict, VictoryPoints
from meuse.testkit import Table, rule

from .scene import control, game, mark, run, stage

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED


def scored(table: Table) -> list[int]:
    return list(game(run(table, VictoryPoints())).points)


@rule("caseyellow", "3.1a", "12.8b", "12.8c", "2.2d.vp")
def test_places_score_once_and_for_good() -> None:
    table = control(stage(scenario="historical", turn=3), GERMAN, "2713", "2512")  # Lille and Arras
    assert scored(table) == [3, 0]
    assert scored(table) == [3, 0]
    assert scored(control(table, ALLIED, "2713", "2512")) == [3, 0]


@rule("caseyellow", "3.1b", "12.8b")
def test_paris_is_rolled_for() -> None:
    table = control(stage(scenario="historical", turn=8), GERMAN, "1409", "1508").dice(6, 3)
    assert scored(table) == [6, 0]  # four and two
    opened = mark(control(stage(scenario="historical", turn=8), GERMAN, "1409"), open_city=True).dice(1)
    assert scored(opened) == [5, 0]  # and four for the open city


@rule("caseyellow", "3.1a")
def test_units_lost_score_for_the_other_side() -> None:
    table = stage(
        "German de.pz1 at 4540",
        "German de.X at 4541",
        "French fr.VI at Reims",
        "French fr.dcr1 at Paris",
        "Belgian be.I at Namur",
        scenario="historical",
        turn=3,
    )
    g = game(table)
    for name in ("de.pz1", "de.X", "fr.VI", "fr.dcr1", "be.I"):
        eliminate(g, g.scenario.unit_named[name], "11.3e")
    assert g.points == [0, 0]  # not before the victory segment
    assert scored(table) == [2, 4]


@rule("caseyellow", "3.1a", "3.1b")
def test_forts_ports_and_german_cities() -> None:
    table = mark(stage(scenario="historical", turn=3), destroyed=["1733", "2928"])
    assert scored(table) == [1, 0]  # the Maginot Line counts, Eben Emael does not
    port = stage(scenario="historical", turn=5)
    game(port).scored = frozenset({"port captured"})
    assert scored(control(port.dice(5), GERMAN, "2713", "3221")) == [5, 0]  # three, and two for Lille
    city = control(stage(scenario="historical", turn=3), ALLIED, "2930")
    assert scored(city) == [0, 3]


@rule("caseyellow", "3.1b", "3.1a")
def test_what_the_allies_hold() -> None:
    assert scored(stage(scenario="historical", turn=5).dice(3, 5)) == [0, 5]  # Lille and Antwerpen on turn 5
    assert scored(stage(scenario="historical", turn=10)) == [0, 6]  # Paris at the end


@rule("caseyellow", "12.8d", "12.8a", "3.1a")
def test_the_verdict_by_points() -> None:
    def level(german: int, allied: int) -> str:
        table = stage(scenario="historical", turn=10)
        game(table).points[:] = [german, allied]
        result = game(run(table, Verdict())).result
        assert result is not None
        return result.level

    assert level(65, 5) == "German decisive victory"
    assert level(50, 5) == "German marginal victory"
    assert level(40, 0) == "draw"
    assert level(25, 9) == "Allied decisive victory"


@rule("caseyellow", "3.2", "12.8a", "12.8d")
def test_the_verdict_by_conditions() -> None:
    def winner(table: Table) -> str:
        result = game(run(table, Verdict())).result
        assert result is not None
        return result.level

    assert winner(stage()) == "Allied victory"
    assert winner(control(stage(), GERMAN, "1409", "1508", "1509")) == "German victory"
    assert winner(control(stage(), GERMAN, "2713", "1719", "1902", "1631")) == "German victory"
    assert winner(stage(scenario="holland")) == "Allied victory"
    fallen = stage(scenario="holland")
    game(fallen).set_marker("surrendered", frozenset({"netherlands"}))
    assert winner(fallen) == "German victory"
    assert scored(control(stage(), GERMAN, "2713")) == [0, 0]  # no points here

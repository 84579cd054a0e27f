"""What is laid over the map: zones, supply lines, objectives, arrivals, markers."""

from __future__ import annotations

from meuse.games.planjaune import RULE_BOOK
from meuse.report import Overlay, OverlayKind
from meuse.testkit import Table, rule

from .scene import at, board, changed, game, unit


def layer(table: Table, kind: OverlayKind, name: str = "") -> Overlay:
    return table.game.seat("allied").overlay(kind, name)


@rule("planjaune", "4a", "4c")
def test_zones_of_both_sides_and_where_they_overlap():
    shown = layer(board("de.IX at 0728", "fr.I at 0730"), "zones")
    assert [area.whose for area in shown.areas] == ["german", "allied", ""]
    assert "0729" in shown.areas[2].hexes


@rule("planjaune", "8.1b", "8.1c", "8.1e")
def test_the_line_of_a_unit_leads_to_its_source_and_those_without_are_marked():
    table = board("fr.I at 0829", "de.IX at 0120")
    line = layer(table, "supply", "fr.I").lines[0]
    assert line.hexes[0] == "0829"
    assert game(table).map.hex(line.hexes[-1]) in game(table).scenario.rail_hexes
    assert "Out of supply" in layer(table, "supply", "de.IX").notes[0]
    assert ("cut", "0120") in [(mark.sign, mark.at) for mark in layer(table, "supply").marks]


@rule("planjaune", "11.13.o1", "11.13.o3", "9.1a")
def test_objectives_with_their_holders_and_arrivals_that_are_near():
    table = board("de.IX at 0913", "fr.XXV in arrivals", "fr.dli235 in arrivals")
    held = {mark.at: mark.whose for mark in layer(table, "objectives").marks}
    assert held["0913"] == "german"
    assert held["1820"] == "allied"
    assert layer(table, "reinforcements").notes == ("Allied, by turn 4: XXV Corps.",)


@rule("planjaune", "11.7d", "10.2.interdict-place", "11.4j", "11.1f", "10.2.terror-city")
def test_markers_lie_where_they_belong():
    table = board("de.IX at 1912", "fr.I at 0120")
    g = game(table)
    g.move_refugees(0, g.map.hex("0521"))
    g.interdict(frozenset({g.map.hex("0728")}), frozenset())
    g.fell(g.map.hex("1814"))
    g.set_rail_owner(g.map.hex("1813"), 0)
    changed(table, bombed_city=g.map.hex("1507"))
    signs = {(marker.sign, marker.at) for marker in RULE_BOOK.views.markers(g)}
    assert signs == {
        ("refugees", "0521"), ("interdiction", "0728"), ("fort-destroyed", "1814"), ("railhead", "1813"),
        ("terror", "1507"),
    }  # fmt: skip


@rule("planjaune", "5.1b", "5.1c")
def test_a_way_written_by_hand_shows_how_far_it_goes_on():
    table = at(board("de.pz1 at 0727", "fr.I at 0730"), "German motorized movement")
    step = table.game.decision.step
    beyond = step.beyond(game(table), unit(table, "de.pz1"), (game(table).map.hex("0728"),))
    assert game(table).map.hex("0729") in beyond
    stopped = step.beyond(game(table), unit(table, "de.pz1"), tuple(game(table).map.hex(h) for h in ("0728", "0729")))
    assert set(stopped) == {game(table).map.hex("0729")}

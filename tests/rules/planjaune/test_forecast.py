"""What the combat panel of Plan Jaune says before a die is rolled, and what the enemy could do in reply."""

from __future__ import annotations

import pytest

from meuse.games.planjaune.forecast import is_driven_out
from meuse.report import OddsReport
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, at, battle, board, changed, game


def forecast(table: Table, order: str, **support: int) -> OddsReport:
    found = table.game.seat("german").odds(order, {word.replace("_", "-"): n for word, n in support.items()})
    assert found is not None
    return found


@pytest.mark.parametrize(("points", "gone"), [(0, False), (1, False), (2, False), (3, True), (5, True)])
@rule("planjaune", "6.2.4.def")
def test_a_stack_that_may_take_all_as_steps_is_driven_out_only_when_it_has_too_few(points, gone):
    table = board("de.IX at 0728", "fr.X at 0729 with 2 steps", "fr.dlc1 at 0729 with 1 step")
    assert is_driven_out(game(table), battle(table, GERMAN, "0729", "de.IX"), points) is gone


@rule("planjaune", "6.2.4b")
def test_in_a_blitz_an_even_point_is_enough_to_drive_out():
    table = board("de.pz1 at 0728", "fr.X at 0729 with 2 steps", "fr.dlc1 at 0729 with 2 steps")
    g = game(table)
    assert is_driven_out(g, battle(table, GERMAN, "0729", "de.pz1", air=(1, 0)), 2)
    assert not is_driven_out(g, battle(table, GERMAN, "0729", "de.pz1", air=(1, 0)), 1)
    assert not is_driven_out(g, battle(table, GERMAN, "0729", "de.pz1"), 2)


def test_the_first_two_outcomes_are_the_question_of_the_battle():
    table = at(board("de.pz1 at 0728", "de.IX at 0728", "fr.X at 0729 with 1 step"), "German combat")
    report = forecast(table, "attack 0729 with de.pz1 de.IX")
    falls, held = report.outcomes[:2]
    assert (falls.text, held.text) == ("0729 falls", "0729 is held")
    assert falls.chance + held.chance == pytest.approx(1)
    assert falls.chance > 0
    assert sum(outcome.chance for outcome in report.outcomes[2:]) == pytest.approx(1)


@rule("planjaune", "10.2.support", "11.3a")
def test_bombers_and_a_headquarters_can_be_tried_out():
    table = at(board("de.pz1 at 0728", "de.hqb at 0728", "fr.X at 0729"), "German combat")
    changed(table, bombers=[3, 2])
    plain = forecast(table, "attack 0729 with de.pz1")
    offers = {offer.id: offer.most for offer in plain.support}
    assert offers == {"air-german": 3, "air-allied": 2, "hq-german": 1}
    more = forecast(table, "attack 0729 with de.pz1", air_german=2, hq_german=1)
    assert {shift.rule for shift in more.shifts if not shift.open} == {"10.1a", "11.3a"}
    assert {offer.id: offer.used for offer in more.support}["air-german"] == 2
    assert more.columns.index(more.final) > plain.columns.index(plain.final)
    assert forecast(table, "attack 0729 with de.pz1", air_german=99) == forecast(
        table, "attack 0729 with de.pz1", air_german=3
    )


@rule("planjaune", "10.2.support")
def test_the_panel_says_what_a_bomber_of_the_defender_would_leave():
    table = at(board("de.pz1 at 0728", "fr.X at 0729 with 1 step"), "German combat")
    changed(table, bombers=[0, 1])
    report = forecast(table, "attack 0729 with de.pz1")
    (bomber,) = (shift for shift in report.shifts if shift.open)
    assert (bomber.value, bomber.whose) == (-1, "allied")
    assert bomber.leaves == forecast(table, "attack 0729 with de.pz1", air_allied=1).outcomes[0].chance


@rule("planjaune", "5.1a")
def test_a_threat_counts_motorized_units_in_reach_and_infantry_beside_the_hex():
    table = at(board("fr.I at 0729", "de.pz1 at 0726", "de.IX at 0728", "de.II at 0727"), "Allied combat")
    report = table.game.seat("allied").threat("0729")
    assert report is not None
    assert {way.unit: len(way.hexes) > 1 for way in report.approaches} == {"de.pz1": True, "de.IX": False}
    without = table.game.seat("allied").threat("0729", without=["de.pz1"])
    assert without is not None
    assert [strength.unit for strength in without.attackers] == ["de.IX"]
    assert without.left_out == ("de.pz1",)
    assert table.game.seat("allied").threat("0726") is None


@rule("planjaune", "6.3b")
def test_a_threat_says_where_the_defenders_could_go():
    table = at(board("fr.I at 0729", "de.pz1 at 0726", "de.IX at 0728"), "Allied combat")
    report = table.game.seat("allied").threat("0729")
    assert report is not None
    assert [line.split(" to ")[0] for line in report.after] == ["French I Corps can retreat"]

    ring = ("de.II at 0629", "de.XI at 0829", "de.IV at 0730", "de.V at 0830", "de.VI at 0630")
    report = at(board("fr.I at 0729", "de.IX at 0728", *ring), "Allied combat").game.seat("allied").threat("0729")
    assert report is not None
    assert report.after == ("French I Corps has nowhere to retreat and takes every point as a step loss",)


@rule("planjaune", "6.1d", "R.6.1b.1", "1e")
def test_what_cannot_be_an_attack_has_no_odds():
    table = at(
        board("fr.I at 0729", "fr.II at 0828", "de.IX at 0728", "de.hqb at 0728", "de.X at 0726"), "German combat"
    )
    odds = table.game.seat("german").odds
    assert odds("attack 0729 with de.IX") is not None
    assert odds("attack 0729 with de.IX de.X") is None
    assert odds("attack 0729 with de.hqb") is None
    assert odds("attack 0729 0828 with de.IX") is None


@rule("planjaune", "11.4h")
def test_works_alone_fall_to_any_point():
    table = board("de.IX at 2222")
    g = game(table)
    works = next(h for h, w in sorted(g.scenario.works.items()) if w.owner is ALLIED and g.garrison(h, GERMAN))
    label, face = g.map.labels[works], g.map.labels[min(g.scenario.works[works].faces)]
    table = board(f"de.IX at {face}")
    found = battle(table, GERMAN, label, "de.IX")
    assert is_driven_out(game(table), found, 1)
    assert not is_driven_out(game(table), found, 0)

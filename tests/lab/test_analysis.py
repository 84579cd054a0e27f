"""An analysis: the curve, luck apart from judgement, what would have been better, as data and as a page."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner

import meuse
from meuse.cli import app
from meuse.lab.analysis import Analysis, analyse
from meuse.lab.analysis_page import page
from meuse.lab.judging import said
from meuse.lab.rolls import Staffs, expected, outcomes
from meuse.lab.tale import outline, tale_of
from meuse.value import NoAppreciation

BATTLE = 24
"""So many orders come before one that rolls a die with six faces."""

FILE = Path(__file__).parent.parent / "replay" / "skirmish.meuse"


@cache
def game() -> meuse.Game:
    return meuse.load(FILE)


@cache
def found() -> Analysis:
    return analyse(game())


# -- a tale


def test_stretches_and_their_phases_hold_every_order_once() -> None:
    stretches = outline(tale_of(game()))
    phases = [phase for stretch in stretches for phase in stretch.phases]

    assert [one.last for one in stretches[:-1]] == [one.first for one in stretches[1:]]
    assert [one.last for one in phases[:-1]] == [one.first for one in phases[1:]]
    assert (phases[0].first, phases[-1].last) == (0, 141)


# -- dice


def test_all_faces_of_a_die_are_gone_through() -> None:
    entry = game().journal[BATTLE]
    found = outcomes(game().at(BATTLE), entry.order, entry.side)

    assert len(found) == 6
    assert sum(outcome.chance for outcome in found) == pytest.approx(1)
    assert {outcome.board.state.rolled for outcome in found} == {(face,) for face in range(1, 7)}


def test_luck_averages_out_over_the_faces() -> None:
    entry, before = game().journal[BATTLE], game().at(BATTLE)
    staffs = Staffs(before)
    mean = expected(before, entry.side, entry.order, staffs)
    values = [staffs.settled(outcome.board) for outcome in outcomes(before, entry.order, entry.side)]

    assert sum(values) / 6 == pytest.approx(mean)


def test_a_rule_that_has_a_die_rolled_again_ends() -> None:
    """Chits are drawn from a cup until one may be played: ones for ever would never end it."""
    caseyellow = meuse.load(FILE.parent / "caseyellow-intelligence.meuse").at(200)
    many = [n for n, entry in enumerate(caseyellow.journal) if len(entry.dice) > 2]
    entry = caseyellow.journal[many[0]]

    assert sum(one.chance for one in outcomes(caseyellow.at(many[0]), entry.order, entry.side)) == pytest.approx(1)


# -- the whole


def test_the_curve_begins_before_the_first_order_and_ends_with_the_result() -> None:
    points = found().points

    assert [point.number for point in points] == sorted(point.number for point in points)
    assert (points[0].number, points[0].kind) == (0, "start")
    assert (points[-1].number, points[-1].value) == (141, 0.0)
    assert {point.kind for point in points} == {"start", "roll", "phase"}


def test_luck_is_kept_apart_and_is_one_sides_gain() -> None:
    german, allied = found().sides

    assert german.luck == pytest.approx(sum(roll.luck for roll in found().rolls), abs=1e-3)
    assert german.luck == -allied.luck
    assert [roll.number for roll in found().rolls] == [
        number for number, entry in enumerate(game().journal, start=1) if entry.dice
    ]


def test_a_side_that_plays_by_chance_is_less_accurate_than_the_staff() -> None:
    assert found().sides[0].accuracy < 80
    assert sum(side.judgement for side in found().sides) < 0


def test_a_turning_point_shows_the_better_plan_beside_what_was_played() -> None:
    turned = [one for one in found().turning_points if one.better is not None]

    assert turned
    assert all(one.better is not None and one.better.chance > one.better.played_chance for one in turned)
    assert all(one.better is not None and one.better.plan.words and one.better.played.words for one in turned)


def test_the_audit_is_told_with_its_places() -> None:
    faults = found().faults

    assert [fault.number for fault in faults] == sorted(fault.number for fault in faults)
    assert any(fault.at == "4619" and "Sedan (4619)" in fault.text for fault in faults)


def test_it_is_the_same_each_time_and_tells_how_far_it_is() -> None:
    heard: list[float] = []
    again = analyse(game(), told=heard.append)

    assert msgspec.json.encode(again) == msgspec.json.encode(found())
    assert heard == sorted(heard)
    assert heard[-1] == 1.0


def test_a_game_that_the_players_ended_is_worth_what_they_agreed_on() -> None:
    ended = game().at(60)
    ended.end(meuse.Result(None, "draw", "Both sides have agreed to a draw."))

    assert analyse(ended).points[-1].value == 0.5


def test_a_game_without_orders_is_refused() -> None:
    with pytest.raises(ValueError, match="no order has been given yet"):
        analyse(meuse.new("skirmish"))


def test_a_board_changed_by_hand_is_refused() -> None:
    changed = game().at(20)
    changed.forget()
    with pytest.raises(ValueError, match="changed by hand"):
        analyse(changed)


def test_a_game_that_does_not_say_what_counts_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    blank = game().at(20)
    monkeypatch.setattr(type(blank.rules), "appreciation", None)
    with pytest.raises(NoAppreciation):
        analyse(blank)


def test_what_happened_is_told_with_the_names_of_units() -> None:
    assert said(game().state, [meuse.Event("battle", "1Pz attacks Sedan")])[0] == "1st Panzer Division attacks Sedan"


# -- as a page, and on the command line


def test_the_page_is_one_file_that_needs_no_network() -> None:
    written = page(found(), "skirmish.meuse")

    assert written.count("<svg") == 1
    assert "prefers-color-scheme: dark" in written
    assert "http" not in written.replace("http-equiv", "")
    assert "<script" not in written
    assert all(f"<h2>{title}</h2>" in written for title in ("Luck and judgement", "Turning points", "What went wrong"))


def test_names_cannot_break_the_page() -> None:
    wicked = msgspec.structs.replace(found(), title="<script>alert(1)</script>")

    assert "<script" not in page(wicked)


def test_the_command_writes_page_and_data(tmp_path: Path) -> None:
    out = tmp_path / "out.html"
    told = CliRunner().invoke(app, ["analyse", str(FILE), "--html", str(out), "--json", "--jobs", "1"])

    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["orders"] == 141
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_the_command_tells_the_turning_points() -> None:
    told = CliRunner().invoke(app, ["analyse", str(FILE), "--jobs", "1"])

    assert "Skirmish at Sedan" in told.stdout
    assert "Better: " in told.stdout
    assert "Played: " in told.stdout

"""11.7: refugees; 11.8: evacuation; 11.11: random events; 12.8: Italy."""

from __future__ import annotations

from fractions import Fraction

import pytest

from meuse.games.planjaune.events import Events, HaltOrder, Snafu, event_for, italian_attack
from meuse.games.planjaune.exits import full_allowance
from meuse.games.planjaune.replacements import SupplyPhase, receive_points, why_not_replacement
from meuse.games.planjaune.sequence import StartTurn
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, answer, at, battle, board, changed, game, modifiers, status, unit


def special(*units: str, turn: int = 3, refugees: tuple[str, ...] = (), **options: bool) -> Table:
    """The Germans in the special operations phase; refugees have been in these hexes since the last turn."""
    table = board(*units, turn=turn, **options)
    g = game(table)
    for marker, label in enumerate(refugees):
        g.refugees[marker], g.refugees_on[marker] = g.map.hex(label), turn - 1
    return at(changed(table), "German special operations", turn)


def rolled(table: Table, *dice: int) -> Table:
    return table.dice(*dice).step(Events(), SupplyPhase(GERMAN))


# -- 11.7 refugees


@rule("planjaune", "11.7.pool")
def test_there_are_six_markers():
    table = special("de.IX at 1220", refugees=("1120", "1124", "0521", "0516", "0913"))
    table.play("refugees 1120")
    assert table.why_not("refugees 1124").rule == "11.7.pool"


@rule("planjaune", "11.7b", "R.11.7b.1")
def test_refugees_appear_in_allied_cities_within_three_hexes_of_a_german_unit():
    table = special("de.IX at 1221", "fr.I at 0120")
    assert table.allows("refugees 1120")
    assert table.why_not("refugees 0521").rule == "11.7b"
    assert table.why_not("refugees 2213").rule == "11.7b"

    table.play("refugees 1120")
    assert table.why_not("refugees 1120").rule == "11.7b"


@rule("planjaune", "R.11.7b.2", "11.7b")
def test_no_refugees_in_a_country_that_is_still_neutral():
    units = ("de.IX at 1913", "de.X at 1221", "fr.I at 0120")
    assert special(*units, scenario="free").why_not("refugees 1814").text == "Belgium is still neutral"
    assert special(*units).allows("refugees 1814")


@rule("planjaune", "11.7c", "11.7e")
def test_they_flee_up_to_two_railway_hexes_from_the_next_turn_on():
    table = special("de.IX at 2213", "fr.I at 0120", refugees=("0521",))
    near = set(table.choices("flee 0521"))
    assert "0422" in near
    assert "0421" in near
    assert table.why_not("flee 0521 0120").rule == "11.7c"

    table.play("flee 0521 0422")

    assert table.why_not("flee 0422 0521").rule == "11.7c"
    assert game(table).refugees[0] == game(table).map.hex("0422")

    fresh = special("de.IX at 1220", "fr.I at 0120")
    fresh.play("refugees 1120")
    assert fresh.why_not("flee 1120 1121").rule == "11.7c"


@rule("planjaune", "11.7c.opt", "R.11.7c.opt.1")
def test_under_the_option_they_must_flee_towards_the_edge_and_stay_there():
    table = special("de.IX at 2213", "fr.I at 0120", refugees=("0521", "0120"), **{"11__7c__opt": True})
    refusal = table.why_not("end")
    assert (refusal.rule, refusal.causes) == ("11.7c.opt", ("0521",))
    assert table.why_not("flee 0521 0520").rule == "11.7c.opt"

    table.play("flee 0521 " + table.choices("flee 0521")[0])

    assert table.allows("end")


# -- 11.8 evacuation


@rule("planjaune", "11.8a", "11.9a")
def test_an_evacuation_names_an_allied_port():
    table = at(board("uk.I at 0710", "fr.I at 0913", "de.IX at 2213"), "Evacuation")
    assert table.choices("declare") == ["0710"]
    assert table.why_not("declare 0913").rule == "11.9a"
    assert table.why_not("declare 0511").rule == "11.8a"


@rule("planjaune", "11.8b", "11.8c", "11.8d", "11.13.o4")
def test_four_points_leave_from_those_who_stand_in_the_port_for_good():
    table = at(
        board("uk.I at 0710", "uk.II at 0710", "uk.rac at 0710 with 1 step", "uk.III at 0711", "de.IX at 2213"),
        "Evacuation",
    )
    table.play("declare 0710")
    assert table.why_not("evacuate uk.III").rule == "11.8c"
    table.play("evacuate uk.I", "evacuate uk.II")
    assert [table.where(name) for name in ("uk.I", "uk.II", "uk.rac")] == ["evacuated", "evacuated", "0710"]
    assert game(table).british_destroyed == Fraction(2)


# -- 11.11 events


@rule("planjaune", "11.11a", "11.11.none", "11.11.colonials", "11.11.halt", "11.11.snafu-early", "11.11.brandenburg")
def test_the_table_of_turns_1_to_7():
    g = game(changed(board(), turn=7))
    found = {total: event_for(g, total) for total in (2, 3, 4, 6, 7, 8, 10, 11, 12)}
    assert found == {
        2: "colonials", 3: "colonials", 4: "halt", 6: "halt", 7: "", 8: "snafu-early", 10: "snafu-early",
        11: "brandenburg", 12: "brandenburg",
    }  # fmt: skip


@rule(
    "planjaune",
    "11.11a",
    "11.11.none",
    "11.11.raf",
    "11.11.weather",
    "11.11.snafu-late",
    "11.11.honor",
    "R.11.11.raf.1",
    "R.11.11.honor.1",
)
def test_the_table_of_turns_8_to_14():
    g = game(changed(board(), turn=8))
    found = {total: event_for(g, total) for total in (2, 3, 4, 6, 7, 8, 10, 11, 12)}
    assert found == {
        2: "raf", 3: "raf", 4: "weather", 6: "weather", 7: "", 8: "snafu-late", 10: "snafu-late",
        11: "honor", 12: "honor",
    }  # fmt: skip


@rule("planjaune", "11.11.once", "R.11.11.once.1")
def test_each_event_happens_once_and_the_two_snafus_are_two():
    table = rolled(board("de.IX at 2013 with 1 step", "de.hqb at 2013"), 5, 6)
    assert game(table).event == "brandenburg"
    rolled(table, 5, 6)
    assert game(table).event == ""
    assert event_for(game(changed(table, turn=3)), 9) != event_for(game(changed(table, turn=9)), 9)


@rule("planjaune", "11.11.colonials")
def test_the_event_lets_the_north_africans_in():
    table = rolled(board("de.IX at 2013 with 1 step", "de.hqb at 2013"), 1, 1)
    assert "colonials" in game(table).events_done


@rule("planjaune", "11.11.brandenburg")
def test_the_event_gives_one_automatic_coup():
    assert game(rolled(board("de.IX at 2013 with 1 step", "de.hqb at 2013"), 6, 6)).brandenburgers


@rule("planjaune", "11.11.halt", "R.11.11.halt.1")
def test_the_halt_order_slows_the_two_strongest_panzer_stacks():
    table = board("de.pz1 at 0728", "de.pz2 at 0728", "de.IX at 0728", "de.pz3 at 0729", "de.pz9 at 0730")
    at(table.step(HaltOrder(GERMAN)), "German motorized movement")
    assert status(table, "de.pz1") == status(table, "de.pz2") == status(table, "de.pz3") == ("slowed",)
    assert status(table, "de.IX") == status(table, "de.pz9") == ()
    assert not table.allows("move de.pz3 0826")

    equal = board("de.pz1 at 0728", "de.pz2 at 0729", "de.pz3 at 0730").step(HaltOrder(GERMAN))
    assert equal.choices("halt") == ["0728", "0729", "0730"]


@rule("planjaune", "11.11.halt")
def test_a_panzer_corps_is_slowed_and_only_for_the_turn():
    table = board(
        "de.c19 at 0728", "de.pz1 in de.c19", "de.pz2 in de.c19", "de.IX at 2013 with 1 step", "de.hqb at 2013"
    )
    table.step(HaltOrder(GERMAN), SupplyPhase(GERMAN))
    assert game(table).halves(unit(table, "de.c19"))
    table.step(StartTurn(4), SupplyPhase(GERMAN))
    assert not game(table).halves(unit(table, "de.c19"))


@rule("planjaune", "11.11.snafu-early")
def test_the_germans_choose_two_french_motorized_units():
    table = board("fr.dlm1 at 0728", "fr.dim1 at 0729", "fr.I at 0730", "uk.I at 0627", "fr.dlc1 at 0829").step(
        Snafu(GERMAN)
    )
    assert table.asked == "german"
    assert set(table.choices("snafu")) == {"fr.dlm1", "fr.dim1", "fr.dlc1"}
    assert table.why_not("snafu uk.I").rule == "11.11.snafu-early"

    table.play("snafu fr.dlm1", "snafu fr.dim1")

    moving = at(table, "Allied motorized movement")
    assert not moving.allows("move fr.dlm1 0824")
    assert game(table).halves(unit(table, "fr.dim1"))


@rule("planjaune", "R.11.11.snafu-early.1", "11.11.snafu-early")
def test_an_armoured_corps_is_one_unit_for_the_snafu():
    units = (
        "fr.cprioux at 0726",
        "fr.dlm2 in fr.cprioux",
        "fr.dlm3 in fr.cprioux",
        "fr.dim1 at 0629",
        "fr.hq1 at 0728",
    )
    table = board(*units).step(Snafu(GERMAN))
    assert table.choices("snafu") == ["fr.hq1", "fr.dim1", "fr.cprioux"]

    table.play("snafu fr.cprioux", "snafu fr.dim1")

    assert table.asked == ""
    g, corps = game(table), unit(table, "fr.cprioux")
    assert full_allowance(g, corps, "motorized") == 4


@rule("planjaune", "11.11.snafu-late", "9.2b")
def test_the_late_snafu_delays_the_french_point():
    table = board("de.IX at 2013 with 1 step", "de.hqb at 2013", turn=8)
    rolled(table, 4, 4)
    assert game(table).infantry_points == [1, 0]
    changed(table, turn=9, event="")
    receive_points(game(table))
    assert game(table).infantry_points == [0, 1]

    odd = board("de.pz1 at 2013 with 1 step", "de.hqb at 2013", turn=9)
    rolled(odd, 4, 4)
    changed(odd, turn=10, event="")
    receive_points(game(odd))
    assert game(odd).infantry_points == [1, 1]


@rule("planjaune", "11.11.snafu-late")
def test_no_french_replacements_at_all_in_that_turn():
    table = changed(board("fr.dlm1 at 0627 with 1 step", "fr.hq1 at 0627", turn=9), event="snafu-late")
    refusal = why_not_replacement(game(table), unit(table, "fr.dlm1"))
    assert refusal is not None
    assert refusal.rule == "11.11.snafu-late"
    assert why_not_replacement(game(changed(table, event="")), unit(table, "fr.dlm1")) is None


@rule("planjaune", "11.11.honor", "6.2.3b")
@pytest.mark.parametrize(("side", "expected"), [(GERMAN, -1), (ALLIED, 1)])
def test_honour_adds_when_the_french_attack_and_takes_when_they_defend(side, expected):
    table = board("de.pz1 at 0728", "fr.I at 0729")
    target, name = ("0729", "de.pz1") if side is GERMAN else ("0728", "fr.I")
    assert modifiers(table, battle(table, side, target, name, honour=True))["11.11.honor"] == expected


@rule("planjaune", "11.11.honor")
def test_honour_is_saved_in_one_battle():
    table = changed(board("de.pz1 at 0728", "fr.I at 0729", "fr.II at 0729"), honour=True)
    at(table, "German combat").play("attack 0729 with de.pz1 go", "done")
    answer(table, until="honour")
    assert table.asked == "allied"
    table.play("honour")
    assert not game(table).honour

    dutch = changed(board("de.pz1 at 0728", "nl.I at 0729", "nl.II at 0729"), honour=True)
    at(dutch, "German combat").play("attack 0729 with de.pz1 go", "done")
    answer(dutch, until="honour")
    assert game(dutch).honour


# -- 12.8 Italy


@rule("planjaune", "12.8a", "R.12.8a.1")
def test_from_turn_12_a_6_brings_italy_in():
    table = board("fr.XIV in arrivals", turn=11).dice(6)
    italian_attack(game(table))
    assert not game(table).italy

    table = board("fr.XIV in arrivals", turn=12).dice(5)
    italian_attack(game(table))
    assert not game(table).italy
    table.dice(6)
    italian_attack(game(changed(table, turn=13)))
    assert game(table).italy


@rule("planjaune", "12.8b")
def test_the_alpine_corps_leaves_or_its_loss_counts():
    there = board("fr.XIV at 1232", turn=12).dice(6)
    italian_attack(game(there))
    assert (there.where("fr.XIV"), game(there).italian_bonus) == ("", False)

    waiting = board("fr.XIV in arrivals", turn=12).dice(6)
    italian_attack(game(waiting))
    assert (waiting.where("fr.XIV"), game(waiting).italian_bonus) == ("", False)

    lost = board(turn=12).dice(6)
    italian_attack(game(lost))
    assert game(lost).italian_bonus


@rule("planjaune", "12.8a", "R.12.4.1")
def test_italy_is_an_option():
    off = board("de.IX at 2013 with 1 step", "de.hqb at 2013", turn=12, **{"12__8": False})
    rolled(off, 3, 4)
    assert len(game(off).rolled) <= 2
    on = board("de.IX at 2013 with 1 step", "de.hqb at 2013", turn=12)
    rolled(on, 3, 4, 6)
    assert game(on).italy


@rule("planjaune", "11.11.halt", "11.2f")
def test_a_motorized_division_that_leaves_a_halted_corps_is_not_halted():
    units = ("slowed de.c16 at 2013", "de.pz3 in de.c16", "de.m20 in de.c16", "de.c15 at 2113", "de.pz5 in de.c15")
    table = changed(board(*units), event="halt")
    table.step(SupplyPhase(GERMAN)).play("disband de.c16")
    assert status(table, "de.pz3") == ("slowed",)
    assert status(table, "de.m20") == ()

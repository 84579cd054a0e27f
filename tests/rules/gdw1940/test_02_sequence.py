"""2: the sequence of play."""

from __future__ import annotations

from meuse.games.gdw1940.board import DISRUPTED
from meuse.testkit import Table, rule

from .scene import at, game, pass_on, phase_words, status


def two_lines() -> Table:
    """A German panzer corps facing a French corps across open country."""
    return Table("gdw1940").clear().put("German de.XV at 1513", "French fr.IV at 1613")


@rule("gdw1940", "2.turn", "2.impulses")
def test_a_game_turn():
    """stated.2.turn_order"""
    table = at(two_lines(), "German movement", 2)

    assert [pass_on(table) for _ in range(8)] == [
        "German movement", "German combat", "German movement", "German combat",
        "Allied movement", "Allied combat", "Allied movement", "Allied combat",
    ]  # fmt: skip
    assert (game(table).turn, phase_words(table)) == (3, "German movement")


@rule("gdw1940", "2.turn")
def test_only_the_phasing_player_acts():
    table = at(two_lines(), "German movement", 2)

    assert table.asked == "german"
    assert table.choices("move") == ["de.XV"]
    assert table.why_not("move fr.IV 1614").text == "French IV Corps is Allied; you order German units"


@rule("gdw1940", "2.turn")
def test_turn_0_is_two_days_long_and_the_others_five():
    dates = game(Table("gdw1940")).scenario.tables["turns"]["dates"]

    assert (dates[0], dates[1], dates[10], len(dates)) == ("10-11 May", "12-16 May", "26-30 June", 11)


@rule("gdw1940", "2.impulses")
def test_a_unit_moves_and_fights_in_both_impulses():
    """stated.2.turn_order"""
    table = at(two_lines().put("German de.XV at 1512"), "German movement", 2)

    table.play("move de.XV 1513", "end", "attack 1613 with de.XV go", "done")
    table.dice(5).play("resolve 1613")  # no effect
    assert (phase_words(table), game(table).impulse) == ("German movement", 2)
    table.play("move de.XV 1612", "end", "attack 1613 with de.XV go")


@rule("gdw1940", "2.movement_phase")
def test_reserves_come_in_the_first_impulse_or_are_held_back_to_the_second():
    table = Table("gdw1940").clear().put("French fr.XXI in reserve", "French fr.IV at 1613")

    at(table, "Allied arrivals", 3)
    assert table.allows("enter fr.XXI 1718")
    table.play("done", "end")

    assert (phase_words(table), game(table).impulse) == ("Allied arrivals", 2)
    assert table.allows("enter fr.XXI 1718")


@rule("gdw1940", "2.movement_phase")
def test_special_movement_takes_place_in_either_impulse():
    table = Table("gdw1940").clear().put("British uk.I at Calais", "French fr.CC at 1715", "German de.fj1 in pool")

    at(table, "Allied movement", 3)
    assert {"rail", "evacuate"} <= set(table.choices())
    at(table, "Allied movement", 3, impulse=2)
    assert {"rail", "evacuate"} <= set(table.choices())
    at(table, "German arrivals", 3, impulse=2)
    assert "drop" in table.choices()


@rule("gdw1940", "2.movement_phase")
def test_the_second_impulse_has_half_the_movement():
    table = Table("gdw1940").clear().put("German de.XV at 1710")  # 8 movement points, open country to the south

    at(table, "German movement", 2)
    assert "2508" in table.reach("de.XV")
    at(table, "German movement", 2, impulse=2)
    assert "2109" in table.reach("de.XV")
    assert "2208" not in table.reach("de.XV")


@rule("gdw1940", "2.combat_phase")
def test_only_the_phasing_player_attacks():
    table = at(two_lines(), "German combat", 2)
    assert table.choices("attack") == ["1613"]

    at(table, "Allied combat", 2)
    assert table.asked == "allied"
    assert table.choices("attack") == ["1513"]


@rule("gdw1940", "2.combat_phase")
def test_results_take_effect_at_once():
    table = two_lines().put("German de.XIX at 1709", "French fr.XLI at 1710")
    at(table, "German combat", 2)
    table.play("attack 1613 with de.XV go", "attack 1710 with de.XIX go", "done")

    table.dice(1).play("resolve 1710")  # 4:1, shifted to 5:1: the defender is eliminated
    assert table.where("fr.XLI") == ""
    assert phase_words(table) == "Advance"


@rule("gdw1940", "2.recovery_phase")
def test_disrupted_units_that_are_due_recover():
    table = at(two_lines(), "German combat", 2)
    table.play("attack 1613 with de.XV go", "done")
    table.dice(6).play("resolve 1613")  # repulsed

    assert status(table, "de.XV") & DISRUPTED
    assert (phase_words(table), game(table).impulse) == ("German movement", 2)
    pass_on(table)
    assert phase_words(table) == "Allied movement"
    assert not status(table, "de.XV") & DISRUPTED


@rule("gdw1940", "2.recovery_phase")
def test_only_units_of_the_phasing_player_recover():
    table = two_lines().put("shaken French fr.V at 1713")
    at(table, "German movement", 2, impulse=2)

    pass_on(table), pass_on(table)
    assert status(table, "fr.V") & DISRUPTED  # the German second impulse is over
    pass_on(table), pass_on(table), pass_on(table), pass_on(table)
    assert not status(table, "fr.V") & DISRUPTED  # and now the Allied one


@rule("gdw1940", "2.order")
def test_nothing_is_done_out_of_sequence():
    table = at(two_lines(), "German movement", 2)
    assert table.why_not("attack 1613 with de.XV go").rule == "2.movement_phase"
    assert table.why_not("drop de.fj1 1613").rule == "2.movement_phase"

    table.play("end")
    assert table.why_not("move de.XV 1612").rule == "2.combat_phase"
    assert table.why_not("end").rule == "2.combat_phase"

"""10: combat results: what each means, who loses a step, Remnants."""

from __future__ import annotations

from meuse.events import Event
from meuse.games.france40.board import DISRUPTED, FULL_RETREAT
from meuse.testkit import Table, rule

from .scene import at, doing, dynamo, game, grounded, has, plain, result

ATTACKERS = ("German de.id32 at 1421", "German de.id12 at 1421", "German de.id62 at 1521", "German de.id8 at 1521")


def four_to_one(die: int) -> tuple[Table, list[Event]]:
    """28 attack a full division of 7 in the open."""
    table = plain(*ATTACKERS, "French fr.di43 at 1422").dice(die)
    return table, table.play("attack 1422 with de.id32 de.id12 de.id62 de.id8 go")


def seven_to_one(die: int) -> tuple[Table, list[Event]]:
    """21 attack a cavalry brigade of 3."""
    table = plain(*ATTACKERS[:3], "French fr.bc1 at 1422").dice(die)
    return table, table.play("attack 1422 with de.id32 de.id12 de.id62 go")


# -- 10.1


@rule("france40", "10.1a", "10.2.2a", "13.1.3a", "14.2.1a")
def test_ds_costs_a_step_and_scatters_the_defender():
    table, events = seven_to_one(1)

    assert result(events) == "DS"
    assert table.steps("fr.bc1") == 1
    table.play("retreat fr.bc1 go 1426")
    assert has(table, "fr.bc1", FULL_RETREAT)
    assert table.game.decision.step.hexes == 4


@rule("france40", "10.1b", "11.1", "14.2.1a")
def test_dr4_scatters_without_loss_and_without_a_defence():
    table, events = seven_to_one(3)

    assert result(events) == "DR4"
    assert doing(table) == "Retreat"  # nobody asks for a Determined Defence
    table.play("retreat fr.bc1 go 1426")
    assert table.steps("fr.bc1") == 2
    assert has(table, "fr.bc1", FULL_RETREAT)
    assert table.game.decision.step.hexes == 3


@rule("france40", "10.1c", "13.1.2", "14.2.1a")
def test_d1_costs_a_step_and_three_hexes():
    table, events = four_to_one(1)

    assert result(events) == "D1"
    assert table.steps("fr.di43") == 2
    table.play("pass", "retreat fr.di43 go 1425")
    assert has(table, "fr.di43", DISRUPTED)
    assert table.game.decision.step.hexes == 3


@rule("france40", "10.1d", "10.2.2a", "14.2.1a")
def test_a1_d1_costs_both_a_step_of_their_own_choice():
    table, events = four_to_one(2)

    assert result(events) == "A1/D1"
    assert (doing(table), table.asked) == ("Lose", "german")
    table.play("lose de.id8", "pass", "retreat fr.di43 go 1424")
    assert (table.steps("de.id8"), table.steps("fr.di43")) == (2, 2)
    assert table.game.decision.step.hexes == 2


@rule("france40", "10.1e", "14.2.1a")
def test_dr2_is_a_retreat_of_two_hexes():
    table, events = four_to_one(3)

    assert result(events) == "DR2"
    table.play("pass", "retreat fr.di43 go 1424")
    assert (table.steps("fr.di43"), has(table, "fr.di43", DISRUPTED)) == (3, True)
    assert table.game.decision.step.hexes == 2


@rule("france40", "10.1f", "10.2.2a", "14.2.1a")
def test_drx_lets_each_side_choose_the_loss_of_the_other():
    table, events = four_to_one(4)

    assert result(events) == "DRX"
    assert (doing(table), table.asked) == ("Lose", "allied")
    table.play("lose de.id12", "pass", "retreat fr.di43 go 1424")
    assert (table.steps("de.id12"), table.steps("fr.di43")) == (2, 2)
    assert table.game.decision.step.hexes == 2


@rule("france40", "10.1g", "14.2.1a")
def test_a1_dr2_costs_the_attacker_a_step():
    table, events = four_to_one(5)

    assert result(events) == "A1/DR2"
    assert (doing(table), table.asked) == ("Lose", "german")
    table.play("lose de.id12", "pass", "retreat fr.di43 go 1424")
    assert (table.steps("de.id12"), table.steps("fr.di43")) == (2, 3)
    assert table.game.decision.step.hexes == 2


@rule("france40", "10.1h", "10.2.2a")
def test_ex_costs_both_a_step_and_nobody_retreats():
    table, events = four_to_one(6)

    assert result(events) == "EX"
    assert table.asked == "allied"  # the opposing player chooses
    table.play("lose de.id12")
    assert (table.steps("fr.di43"), table.where("fr.di43")) == (2, "1422")
    assert doing(table) == "Combat"


@rule("france40", "10.1h", "14.2.2")
def test_ex_against_a_single_step_gives_a_limited_advance():
    table = plain("German de.id32 at 1421", "French fr.bc1 at 1422 with 1 step").dice(5)
    events = table.play("attack 1422 with de.id32 go")  # 3-1
    assert result(events) == "EX"
    assert table.where("fr.bc1") == "eliminated"
    assert table.choices("advance de.id32") == ["1422"]
    assert table.why_not("advance de.id32 1423").rule == "14.2.2"


@rule("france40", "10.1i")
def test_a1_costs_the_attacker_a_step_and_nothing_else():
    table = plain("German de.id32 at 1421", "French fr.di43 at 1422").dice(6)
    events = table.play("attack 1422 with de.id32 go")

    assert result(events) == "A1"
    assert (table.steps("de.id32"), table.steps("fr.di43"), table.where("fr.di43")) == (2, 3, "1422")


@rule("france40", "R.10.1c.1", "14.1.1a")
def test_a_defender_who_dies_of_the_step_loss_leaves_the_whole_advance():
    table = plain(*ATTACKERS, "French fr.lest at 1422 with 1 step").dice(4)
    events = table.play("attack 1422 with de.id32 de.id12 go")
    assert result(events) == "D1"
    assert table.where("fr.lest") == "eliminated"
    assert table.game.decision.step.hexes == 3


# -- 10.2


@rule("france40", "10.2.1", "17.1.4a", "13.3.2c")
def test_only_units_that_add_to_the_defence_lose_steps():
    table = plain(*ATTACKERS, "French fr.di43 at 1422", "French fr.hq7 at 1422", "fleeing French fr.lest at 1422").dice(
        4
    )
    table.play("attack 1422 with de.id32 de.id12 de.id62 de.id8 go", "done", "lose de.id12")
    assert table.steps("fr.di43") == 2  # no choice was left


@rule("france40", "10.2.2b")
def test_infantry_remnants_are_protected():
    """Example step-loss-c."""
    table = plain(
        "German de.id32 at 1421 with 1 step", "German de.id12 at 1421", "German de.pz1.t at 1521 with 1 step",
        "French fr.lest at 1422",
    ).dice(5)  # fmt: skip
    assert result(table.play("attack 1422 with de.pz1.t de.id32 de.id12 go")) == "DRX"
    assert table.choices("lose") == ["de.pz1.t", "de.id12"]
    assert table.why_not("lose de.id32").rule == "10.2.2b"


@rule("france40", "10.2.2b")
def test_tank_remnants_are_not_protected():
    table = plain(
        *ATTACKERS, "French fr.dlm1 at 1422 with 1 step", "French fr.di43 at 1422 with 1 step", "French fr.lest at 1422"
    ).dice(3)  # fmt: skip
    assert result(table.play("attack 1422 with de.id32 de.id12 de.id62 de.id8 go")) == "DRX"
    table.play("lose de.id12")
    assert table.choices("lose") == ["fr.lest", "fr.dlm1"]


@rule("france40", "10.2.2b")
def test_an_infantry_remnant_alone_takes_the_loss():
    table = plain("German de.id32 at 1421 with 1 step", "French fr.di43 at 1422 with 1 step").dice(6)
    table.play("attack 1422 with de.id32 go")
    assert table.where("de.id32") == "eliminated"


@rule("france40", "10.2.2a", "10.2.2c")
def test_full_strength_units_shield_the_reduced_ones_of_their_division():
    """Example step-loss-a."""
    table = plain(
        "German de.pz1.t at 1421 with 1 step", "German de.pz1.s1 at 1421", "German de.pz1.k1 at 1421 with 1 step",
        "German de.pz2.t at 1421 with 1 step", "French fr.di43 at 1422",
    ).dice(5)  # fmt: skip
    assert result(table.play("attack 1422 with de.pz1.t de.pz1.s1 de.pz1.k1 de.pz2.t go")) == "EX"  # 12 to 7: 3-1
    assert table.asked == "allied"
    assert table.choices("lose") == ["de.pz1.s1", "de.pz2.t"]  # no shield for another division
    assert table.why_not("lose de.pz1.t").rule == "10.2.2c"


# -- 10.3


@rule("france40", "10.3a")
def test_the_last_step_eliminates():
    table = plain(*ATTACKERS[:3], "French fr.bc1 at 1422 with 1 step").dice(1)
    table.play("attack 1422 with de.id32 de.id12 de.id62 go")
    assert table.where("fr.bc1") == "eliminated"


@rule("france40", "10.3b", "10.3d")
def test_a_division_becomes_a_remnant_that_retreats():
    table = plain(*ATTACKERS, "French fr.di43 at 1422 with 2 steps").dice(4)
    assert result(table.play("attack 1422 with de.id32 de.id12 de.id62 de.id8 go")) == "D1"
    face = game(table).face(game(table).scenario.unit_named["fr.di43"])
    assert (face.attack, face.defence, face.movement) == (1, 2, 3)
    assert (face.remnant, face.stacking, face.quality) == (True, 2, "low")
    table.play("pass", "retreat fr.di43 go 1425")
    assert table.where("fr.di43") == "1425"


@rule("france40", "10.3c")
def test_without_a_remnant_counter_the_step_is_forfeited():
    table = plain(*ATTACKERS, "French fr.di43 at 1422 with 2 steps").dice(4)
    game(table).remnants["french infantry"] = 0
    table.play("attack 1422 with de.id32 de.id12 de.id62 de.id8 go")
    assert table.where("fr.di43") == "eliminated"


@rule("france40", "10.3b", "22.9a")
def test_a_british_remnant_leaves_a_zero_strength_unit_in_dynamo():
    """Example zero-strength-remnant."""
    table = grounded(at(dynamo("German de.id32 at 3020", "British uk.50 at 3021 with 2 steps"), "German combat", 4))
    assert result(table.dice(5).play("attack 3021 with de.id32 go")) == "EX"
    face = game(table).face(game(table).scenario.unit_named["uk.50"])
    assert (face.attack, face.defence, face.movement, face.zero) == (0, 0, 3, True)

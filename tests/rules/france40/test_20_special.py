"""20: reconnaissance units, Rommel and Montgomery, Disengagement."""

from __future__ import annotations

import pytest

from meuse.games.france40.battle import CombatThrow, apply_result
from meuse.games.france40.board import DISRUPTED
from meuse.games.france40.odds import Battle
from meuse.games.france40.special import disengagement, modifier
from meuse.testkit import Table, rule

from .scene import doing, dynamo, game, has, plain, sickle_cut, under, unit


def beaten(table: Table, target: str, attackers: list[str], code: str) -> Table:
    """An attack on a hex comes to this result."""
    g = game(table)
    table.step()
    apply_result(g, Battle(g.map.hex(target), tuple(unit(table, name) for name in attackers)), code)
    return table.settle()


def offered(table: Table) -> list[str]:
    """What may be ordered now; nothing if nobody is asked."""
    return table.choices() if table.asked else []


# -- 20.1


@rule("france40", "20.1")
@pytest.mark.parametrize("code", ["D1", "DS"])
def test_reconnaissance_alone_ignores_the_loss_but_not_the_retreat(code):
    table = beaten(sickle_cut("German de.gd at 4708", "French fr.rec1 at 4808"), "4808", ["de.gd"], code)
    assert table.steps("fr.rec1") == 1
    assert table.asked == "allied"


@rule("france40", "20.1")
@pytest.mark.parametrize("code", ["EX", "DRX", "A1/D1"])
def test_reconnaissance_takes_other_losses(code):
    table = beaten(sickle_cut("German de.gd at 4708", "French fr.rec1 at 4808"), "4808", ["de.gd"], code)
    assert table.where("fr.rec1") == "eliminated"


@rule("france40", "20.1")
def test_reconnaissance_with_others_is_not_spared():
    table = sickle_cut("German de.gd at 4708", "French fr.rec1 at 4808", "French fr.rec2 at 4808")
    beaten(table, "4808", ["de.gd"], "DS")
    assert "lose" in table.choices()


# -- 20.2


def thrown(table: Table, target: str, *names: str, paid: int = 0) -> Table:
    """An attack whose die shows a six."""
    g = game(table)
    battle = Battle(g.map.hex(target), tuple(unit(table, name) for name in names), paid=paid)
    return table.step(CombatThrow(battle, (6,), 0))


@rule("france40", "20.2a", "R.20.2a.1")
@pytest.mark.parametrize(("paid", "word"), [(0, "rommel attack"), (1, "rommel breakthrough")])
def test_rommel_may_throw_again_once_in_each_situation(paid, word):
    table = sickle_cut("German de.pz7.t at 4708", "French fr.di55 at 4808")
    thrown(table, "4808", "de.pz7.t", paid=paid)
    assert table.asked == "german"
    told = table.dice(1).play("reroll")
    assert told[0].text == "Rommel rerolls the 6"
    assert game(table).rerolls == {word}

    thrown(table, "4808", "de.pz7.t", paid=paid)
    assert "reroll" not in offered(table)


@rule("france40", "20.2a")
def test_dice_that_may_be_thrown_again_show_the_odds_of_their_battle():
    table = sickle_cut("German de.pz7.t at 4708", "French fr.di55 at 4808")
    battle = thrown(table, "4808", "de.pz7.t").game.seat("german").battle
    assert battle is not None
    assert battle.hexes == ("4808",)


@rule("france40", "20.2a")
def test_the_second_throw_stands():
    table = sickle_cut("German de.pz7.t at 4708", "French fr.di55 at 4808")
    thrown(table, "4808", "de.pz7.t")
    told = table.dice(5).play("reroll")
    assert any(event.dice == (5,) and event.kind == "battle" for event in told)


@rule("france40", "20.2a")
def test_rommel_may_throw_again_in_defence():
    table = sickle_cut("German de.pz7.t at 4708", "French fr.dcr1 at 4808")
    thrown(table, "4708", "fr.dcr1").dice(1).play("reroll")
    assert game(table).rerolls == {"rommel defence"}


@rule("france40", "20.2a", "20.2b")
def test_without_his_panzer_regiment_rommel_has_no_say():
    table = sickle_cut("German de.pz7.s6 at 4708", "French fr.di55 at 4808")
    thrown(table, "4808", "de.pz7.s6")
    assert "reroll" not in offered(table)


@rule("france40", "20.2c", "R.20.2c.1")
def test_montgomery_may_throw_again_in_defence():
    table = dynamo("British uk.3 at 3218", "German de.id18 at 3217")
    thrown(table, "3218", "de.id18")
    assert table.asked == "allied"
    told = table.dice(6).play("reroll")
    assert told[0].rule == "20.2c"
    assert game(table).rerolls == {"montgomery crt"}


@rule("france40", "20.2c")
def test_montgomery_must_be_in_good_order_and_does_not_attack():
    table = dynamo("disrupted British uk.3 at 3218", "German de.id18 at 3217")
    thrown(table, "3218", "de.id18")
    assert "reroll" not in offered(table)

    table.put("British uk.3 at 3218")
    thrown(table, "3217", "uk.3")
    assert "reroll" not in offered(table)


@rule("france40", "20.2d")
def test_rommel_decides_before_montgomery():
    table = dynamo("British uk.3 at 3218", "German de.pz7.t at 3217")
    thrown(table, "3218", "de.pz7.t")
    assert table.asked == "german"
    table.play("pass")
    assert table.asked == "allied"
    assert "reroll" in table.choices()


# -- 20.3


def facing(*names: str, extra: tuple[str, ...] = ()) -> Table:
    """French units in 4808 with a German division next to them, in the Allied combat phase."""
    stack = (f"{name} at 4808" for name in names)
    return sickle_cut(*stack, "German de.id3 at 4809", *extra, turn=3).phase("Allied combat")


@rule("france40", "20.3.1", "20.3.4", "20.3.2b")
def test_a_disengagement_retreats_one_or_two_hexes_and_disrupts():
    table = facing("fr.di41").dice(5)
    table.play("disengage fr.di41 go")
    assert {"4807", "4806", "4607"} <= set(table.choices("retreat fr.di41 go"))
    table.play("retreat fr.di41 go 4806")
    assert table.where("fr.di41") == "4806"
    assert has(table, "fr.di41", DISRUPTED)
    assert table.steps("fr.di41") == 3


@rule("france40", "20.3.4", "R.20.3.4.1")
def test_the_owner_may_decline_to_retreat():
    table = facing("fr.di41").dice(5)
    table.play("disengage fr.di41 go", "pass")
    assert table.where("fr.di41") == "4808"
    assert not has(table, "fr.di41", DISRUPTED)


@rule("france40", "R.20.3.4.1")
def test_whoever_finds_no_safe_way_stays():
    ring = ("4807", "4707", "4708", "4907", "4908")
    names = ("de.id23", "de.id5", "de.id25", "de.id52", "de.id16")
    table = facing("fr.di41", extra=tuple(f"German {n} at {h}" for n, h in zip(names, ring, strict=True))).dice(6)
    table.play("disengage fr.di41 go")
    assert table.where("fr.di41") == "4808"
    assert "pass" not in table.choices()


@rule("france40", "20.3.3a", "20.3.4")
def test_up_to_three_it_stays():
    table = facing("fr.di41").dice(3)
    table.play("disengage fr.di41 go")
    assert table.where("fr.di41") == "4808"
    assert "pass" not in table.choices()


@rule("france40", "20.3.3a", "R.20.3.4.1")
def test_a_four_costs_a_step():
    table = facing("fr.di41", "fr.di55").dice(5)  # the low quality of one of them makes it a four
    table.play("disengage fr.di41 fr.di55 go")
    table.play("lose fr.di41", "pass")
    assert table.steps("fr.di41") == 2


@rule("france40", "20.3.2a")
def test_a_unit_tries_once_and_does_not_attack_besides():
    table = facing("fr.di41", "fr.dcr1").dice(1)
    table.play("disengage fr.di41 go")
    assert table.choices("disengage") == ["fr.dcr1"]
    assert table.why_not("disengage fr.di41 go").rule == "20.3.2a"
    assert "fr.di41" not in table.choices("attack 4809 with")


@rule("france40", "20.3.2a")
def test_a_disrupted_unit_may_not_try():
    table = facing("fr.dcr1", extra=("disrupted French fr.di41 at 4808",))
    assert table.choices("disengage") == ["fr.dcr1"]
    assert table.why_not("disengage fr.di41 go").rule == "20.3.2a"


@rule("france40", "20.3.2a", "21.2.1c")
def test_a_unit_under_a_marker_may_not_try():
    table = under(facing("fr.di41", "fr.dcr1"), 2, "fr.di41")
    assert table.choices("disengage") == ["fr.dcr1"]
    assert table.why_not("disengage fr.di41 go").rule == "21.2.1c"


@rule("france40", "R.20.3.2a.1")
def test_there_must_be_somebody_to_disengage_from():
    table = facing("fr.di41", extra=("French fr.di53 at 4420", "Belgian be.pfn at 4808"))
    assert table.choices("disengage") == ["fr.di41"]
    assert table.why_not("disengage fr.di53 go").rule == "R.20.3.2a.1"


@rule("france40", "20.3.2a")
def test_a_group_is_of_one_stack():
    table = facing("fr.di41", extra=("French fr.di53 at 4807",))
    assert table.choices("disengage fr.di41") == ["go"]
    assert table.why_not("disengage fr.di41 fr.di53 go").rule == "20.3.2a"


@rule("france40", "20.3.3b")
@pytest.mark.parametrize(
    ("names", "points"),
    [(("fr.di41",), 0), (("fr.dim1",), 1), (("de.gd",), 2), (("fr.di55",), -1), (("fr.dim1", "fr.di55"), -1)],
)
def test_modifiers_of_the_table(names, points):
    table = sickle_cut(*(f"{name} at 4808" for name in names))
    assert modifier(game(table), [unit(table, name) for name in names]) == points


@rule("france40", "20.3.3a", "20.3.3b")
@pytest.mark.parametrize(
    ("names", "die", "outcome"),
    [
        (("fr.di41",), 4, "step"),
        (("de.gd",), 2, "step"),
        (("de.gd", "de.sst.1"), 3, "step"),
        (("fr.di55",), 5, "step"),
        (("fr.di55",), 1, "no"),
        (("de.gd",), 6, "yes"),
    ],
)
def test_example_table_of_disengagement(names, die, outcome):
    """Example table-disengagement, and both ends of the table."""
    table = sickle_cut(*(f"{name} at 4808" for name in names))
    assert disengagement(game(table), [unit(table, name) for name in names], die) == outcome


@rule("france40", "20.3.1")
def test_a_disengagement_follows_the_rules_of_retreat():
    """4809 is German."""
    table = facing("fr.di41", extra=("German de.id23 at 4910",)).dice(6)
    table.play("disengage fr.di41 go")
    assert table.why_not("retreat fr.di41 go 4809").rule == "12.2b"


@rule("france40", "20.3.1", "12.1.4a")
def test_a_disengagement_may_overstack():
    table = facing("fr.di41", extra=("French fr.di53 at 4806", "French fr.di43 at 4806")).dice(5)
    table.play("disengage fr.di41 go", "retreat fr.di41 go 4806", "done")
    assert doing(table) != "CorrectStacking"


@rule("france40", "R.10.2.1.1", "10.2.1")
def test_units_beyond_the_stacking_limit_do_not_defend():
    """Three divisions after a Disengagement, attacked in the next German turn."""
    table = plain("German de.id32 at 1421", "French fr.di43 at 1422", "French fr.di36 at 1422", "French fr.di3 at 1422")
    table.dice(3).play("attack 1422 with de.id32 go")
    assert (doing(table), table.asked) == ("LeaveOut", "allied")
    events = table.play("leave fr.di36")
    assert "at 1-2" in next(event.text for event in events if event.kind == "battle")  # 7 to 14

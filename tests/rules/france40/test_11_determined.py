"""11: Determined Defence and Desperate Defence."""

from __future__ import annotations

from meuse.events import Event
from meuse.games.france40.advance import Advance
from meuse.games.france40.board import DISRUPTED
from meuse.games.france40.combat import Combat
from meuse.games.france40.determined import AfterLosses
from meuse.games.france40.odds import Battle, fighters
from meuse.games.france40.results import Lose, result_row
from meuse.games.france40.stand import orange
from meuse.games.france40.supply import in_supply
from meuse.testkit import Table, rule

from .scene import WALL, air, at, cities, doing, dynamo, game, has, plain, result, unit

FOUR = "attack 1422 with de.id32 de.id12 de.id62 de.id8 go"
GERMANS = ("German de.id32 at 1421", "German de.id12 at 1421", "German de.id62 at 1521", "German de.id8 at 1521")


def beaten(*defenders: str, die: int = 3) -> Table:
    """28 points attack these in the open; at 4-1 a 3 is a DR2."""
    table = plain(*GERMANS, *defenders).dice(die)
    table.play(FOUR)
    return table


def result_of(table: Table, code: str, target: str, *attackers: str) -> Table:
    """A battle has just come to this result; its step losses are still to be taken."""
    g = game(table)
    side = g.scenario.side_of[unit(table, attackers[0])]
    b = Battle(g.map.hex(target), tuple(unit(table, name) for name in attackers))
    losses = [Lose(side.enemy, fighters(g, b), "10.2.1")] * int(result_row(g, code).get("defender", 0))
    return table.step(*losses, AfterLosses(b, code, 5), Advance(side, b), Combat(side))


def thrown(events: list[Event]) -> Event:
    """The Determined Defence among what happened."""
    return next(event for event in events if event.kind == "defence")


def total(events: list[Event]) -> int:
    """The dice of the defence, as modified."""
    return int(thrown(events).text.split(": ")[1].split(",")[0])


# -- 11.1, 11.2


@rule("france40", "11.1", "11.3.1")
def test_success_cancels_retreat_disruption_and_advance():
    table = beaten("French fr.di43 at 1422")
    table.dice(6, 6).play("stand fr.di43", "lose de.id12")  # 12: the attacker loses a step

    assert table.where("fr.di43") == "1422"
    assert (has(table, "fr.di43", DISRUPTED), table.steps("fr.di43")) == (False, 3)
    assert doing(table) == "Combat"  # no advance


@rule("france40", "11.1", "11.3.1")
def test_failure_leaves_the_retreat():
    table = beaten("French fr.di43 at 1422")
    table.dice(3, 3).play("stand fr.di43")
    assert (doing(table), table.asked) == ("Retreat", "allied")


@rule("france40", "11.1", "11.2.2", "11.4.2")
def test_no_defence_after_ds_and_dr4():
    table = plain(*GERMANS, "French fr.bc1 at 1422").dice(3)
    assert result(table.play("attack 1422 with de.id32 de.id12 de.id62 go")) == "DR4"
    assert doing(table) == "Retreat"


@rule("france40", "11.1")
def test_a_defence_needs_a_survivor_and_a_lead_unit():
    table = plain("German de.id32 at 1421", "disrupted French fr.di43 at 1422")
    result_of(table, "DR2", "1422", "de.id32")
    assert doing(table) == "Retreat"

    table.put("French fr.lest at 1422")
    result_of(table, "DR2", "1422", "de.id32")
    assert doing(table) == "DeterminedDefence"


@rule("france40", "11.2.1a")
def test_losses_of_the_crt_come_first_and_the_defender_names_the_lead_unit():
    table = plain(*GERMANS, "French fr.lest at 1422", "French fr.bc1 at 1422").dice(2)
    assert result(table.play(FOUR)) == "A1/D1"
    table.play("lose de.id8")
    assert (doing(table), table.asked) == ("Lose", "allied")
    table.play("lose fr.bc1")
    assert table.choices("stand") == ["fr.bc1", "fr.lest"]


@rule("france40", "11.2.1b", "R.11.2.1b.1")
def test_the_ground_tells_the_column():
    """A 7 fails in the open, and holds in a town, in a Fortified Hex and in a City."""
    in_the_open = beaten("French fr.di43 at 1422")
    assert "fails" in thrown(in_the_open.dice(3, 4).play("stand fr.di43")).text

    germans = ("German de.id32 at 1222", "German de.id12 at 1222", "German de.id62 at 1321", "German de.id8 at 1321")
    town = plain(*germans, "French fr.di43 at 1322").dice(3)
    town.play("attack 1322 with de.id32 de.id12 de.id62 de.id8 go")
    assert "holds" in thrown(town.dice(3, 4).play("stand fr.di43")).text

    germans = ("German de.id32 at 3308", "German de.id12 at 3308", "German de.id62 at 3209", "German de.id8 at 3209")
    fortified = plain(*germans, "French fr.di43 at 3309").dice(2)
    fortified.play("attack 3309 with de.id32 de.id12 de.id62 de.id8 go")  # 3-1 after the shift
    assert "holds" in thrown(fortified.dice(2, 4).play("stand fr.di43")).text

    city = plain("German de.id32 at 1217", "German de.id12 at 1217", "French fr.lest at 1216").dice(1)
    city.play("attack 1216 with de.id32 de.id12 go")  # 14 to 6
    assert "holds" in thrown(city.dice(1, 4).play("stand fr.lest")).text


@rule("france40", "11.2.1b", "11.2.3b", "16.1c")
def test_a_fort_unit_leads_and_uses_its_own_column():
    table = plain("German de.id32 at 5022", "French fr.f.lf at 5021", "French fr.di43 at 5021")
    result_of(table, "DR2", "5021", "de.id32")
    assert table.choices("stand") == ["fr.f.lf"]
    assert table.why_not("stand fr.di43").rule == "11.2.3b"
    assert "holds" in thrown(table.dice(1, 4).play("stand fr.f.lf")).text  # a 5, in the column of City and Fort units


@rule("france40", "11.2.3a", "17.1.4a")
def test_who_can_lead():
    table = plain(
        "German de.id32 at 1421", "French fr.di43 at 1422", "French fr.hq7 at 1422", "disrupted French fr.lest at 1422",
        "entrained French fr.bc1 at 1422", "fleeing French fr.dlc1 at 1422",
    )  # fmt: skip
    result_of(table, "DR2", "1422", "de.id32")

    assert table.choices("stand") == ["fr.di43"]
    assert table.why_not("stand fr.hq7").rule == "17.1.4a"
    assert table.why_not("stand fr.lest").rule == "11.2.3a"
    assert table.why_not("stand fr.bc1").rule == "11.2.3a"
    assert table.why_not("stand fr.dlc1").rule == "11.2.3a"


@rule("france40", "11.2.4", "11.2.1a")
def test_quality_changes_the_dice():
    elite = beaten("French fr.di14 at 1422")
    assert total(elite.dice(2, 3).play("stand fr.di14")) == 6

    low = plain("German de.id32 at 1421", "German de.id12 at 1521", "French fr.di18 at 1422").dice(2)
    low.play("attack 1422 with de.id32 de.id12 go")  # 2-1, and one for low quality
    assert total(low.dice(2, 3).play("stand fr.di18")) == 4


@rule("france40", "11.2.1a", "11.2.4")
def test_the_chance_to_hold_is_told():
    table = plain("German de.id32 at 1421", "French fr.di43 at 1422", "French fr.di14 at 1422")
    choices = result_of(table, "DR2", "1422", "de.id32").game.decision.describe(("stand",))
    assert {choice.token: choice.odds for choice in choices} == {"fr.di43": "42% to hold", "fr.di14": "58% to hold"}


@rule("france40", "11.2.2", "11.2.4")
def test_orange_results_cost_one():
    table = plain(*GERMANS, "French fr.lest at 1422", "French fr.rec1 at 1422").dice(5)
    events = table.play(FOUR)  # 28 to 4: 7-1
    assert result(events) == "A1/D1"
    table.play("lose de.id8", "lose fr.lest")
    assert total(table.dice(3, 3).play("stand fr.lest")) == 5
    assert not orange(game(table), "D1", 8)  # the example of 11.4 knows a D1 without it


@rule("france40", "11.2.5")
def test_french_collapse_without_supply_at_that_moment():
    table = surrounded("French fr.di43 at 1422", die=3)
    assert total(table.dice(3, 3).play("stand fr.di43")) == 5

    british = surrounded("British uk.50 at 1422", die=3)
    assert total(british.dice(3, 3).play("stand uk.50")) == 6


@rule("france40", "11.2.6a", "9.3.1c")
def test_an_air_unit_helps_the_defence_once():
    table = air(plain("French fr.di43 at 1421", "German de.lah at 1422", words="Allied combat"), 2, 0)
    result_of(table, "DR2", "1422", "fr.di43").play("air 1")
    assert table.why_not("air 1").rule == "11.2.6a"
    assert total(table.dice(2, 3).play("stand de.lah")) == 7  # elite, and the Air unit
    assert game(table).air == [1, 0]


@rule("france40", "11.2.6b")
def test_an_air_unit_that_shifted_the_odds_stays_for_the_defence():
    table = air(plain("French fr.di43 at 1421", "German de.id32 at 1422", words="Allied combat"), 2, 0)
    table.dice(1).play("attack 1422 with fr.di43 go", "air 1")  # 5 to 7, one to the left: EX
    result_of(table, "DR2", "1422", "fr.di43")
    assert "air" not in table.choices()
    assert total(table.dice(2, 3).play("stand de.id32")) == 6
    assert game(table).air == [1, 0]


@rule("france40", "11.2.6b", "22.6c")
def test_the_raf_helps_british_lead_units_only():
    sentences = ("German de.id32 at 3022", "British uk.5 at 3021", "French fr.di68 at 3021", "German de.id12 at 3022")
    table = air(at(dynamo(*sentences), "German combat", 4), 0, 2)
    table.dice(6).play("attack 3021 with de.id32 de.id12 go", "air 1", "lose de.id32")

    result_of(table, "DR2", "3021", "de.id32")
    assert total(table.dice(3, 3).play("stand uk.5")) == 7
    result_of(table, "DR2", "3021", "de.id32")
    assert total(table.dice(3, 3).play("stand fr.di68")) == 5  # low quality, and no RAF


@rule("france40", "22.6a", "11.2.6a")
def test_the_raf_may_be_called_for_the_defence_of_british_units():
    table = air(at(dynamo("German de.id32 at 3022", "British uk.5 at 3021"), "German combat", 4), 0, 1)
    assert "air" in result_of(table, "DR2", "3021", "de.id32").choices()

    table = air(at(dynamo("German de.id32 at 3022", "French fr.di68 at 3021"), "German combat", 4), 0, 1)
    assert "air" not in result_of(table, "DR2", "3021", "de.id32").choices()


@rule("france40", "11.3.2", "14.2.2")
def test_the_last_step_of_a_successful_defence_leaves_a_limited_advance():
    table = plain(*GERMANS, "French fr.lest at 1422 with 1 step").dice(6)
    assert result(table.play("attack 1422 with de.id32 de.id12 go")) == "DR2"  # 14 to 2: 7-1
    table.dice(5, 4).play("stand fr.lest")  # 8 after the orange: it holds, and dies of it
    assert table.where("fr.lest") == "eliminated"
    assert table.choices("advance de.id32") == ["1422"]


@rule("france40", "11.3.2")
def test_the_hex_holds_while_anybody_is_left():
    table = plain(*GERMANS, "French fr.lest at 1422 with 1 step", "disrupted French fr.rec1 at 1422").dice(6)
    table.play(FOUR)
    table.dice(6, 3).play("stand fr.lest")
    assert table.where("fr.lest") == "eliminated"
    assert doing(table) == "Combat"  # nobody advances
    assert table.where("fr.rec1") == "1422"


# -- 11.4


def surrounded(*defenders: str, die: int) -> Table:
    """These in 1422 with Germans all around them; three divisions attack."""
    ring = (
        "German de.id32 at 1421", "German de.id12 at 1421", "German de.id62 at 1521", "German de.id8 at 1521",
        "German de.gd at 1522", "German de.lah at 1423", "German de.m2.ir5 at 1322", "German de.m2.ir25 at 1321",
    )  # fmt: skip
    table = plain(*ring, *defenders).dice(die)
    table.play(FOUR)
    return table


@rule("france40", "11.4.1a", "12.2h")
def test_a_desperate_defence_needs_all_defenders_to_be_doomed():
    table = surrounded("French fr.di43 at 1422", die=3)
    assert doing(table) == "DesperateDefence"

    way_out = beaten("French fr.di43 at 1422")
    assert doing(way_out) == "DeterminedDefence"


@rule("france40", "11.4.1a", "12.1.3c")
def test_a_retreat_that_costs_all_steps_dooms_too():
    """Zones cover every hex two hexes away, so that a retreat falls one hex short and costs a step."""
    table = plain(*WALL, "French fr.lest at 1422 with 1 step")
    assert doing(result_of(table, "DR2", "1422", "de.id32")) == "DesperateDefence"

    table.put("French fr.lest at 1422 with 2 steps")  # one of them would be left
    assert doing(result_of(table, "DR2", "1422", "de.id32")) == "DeterminedDefence"
    table.put("French fr.lest at 1422 with 1 step", "French fr.bc1 at 1422 with 1 step")  # together they lose one
    assert doing(result_of(table, "DR2", "1422", "de.id32")) == "DeterminedDefence"


@rule("france40", "11.4.1a", "11.4.1b", "11.4.3", "11.2.4", "11.2.5", "10.3b")
def test_the_example_of_the_desperate_defence():
    """Example desperate-defense: two divisions in woods, without a way out; four steps are lost."""
    table = plain(
        "German de.id32 at 4620", "German de.id12 at 4622", "German de.id62 at 4721", "German de.id8 at 4520",
        "German de.id28 at 4521", "German de.id87 at 4720", "French fr.di55 at 4621", "French fr.dim15 at 4621",
    )  # fmt: skip
    result_of(table, "D1", "4621", "de.id32", "de.id12").play("lose fr.di55")
    assert doing(table) == "DesperateDefence"

    assert total(table.dice(2, 3).play("stand fr.dim15")) == 4  # French Collapse
    assert table.steps("fr.dim15") == 2
    table.dice(2, 2).play("stand fr.dim15")
    assert table.steps("fr.dim15") == 1  # a Remnant
    assert total(table.dice(4, 5).play("stand fr.dim15")) == 7  # and of low quality
    assert table.where("fr.dim15") == "eliminated"
    assert (table.where("fr.di55"), table.steps("fr.di55")) == ("4621", 2)


@rule("france40", "11.4.3", "11.4.1b")
def test_every_failure_costs_the_lead_unit_a_step_and_they_try_again():
    table = surrounded("French fr.di43 at 1422", "French fr.lest at 1422", die=6)
    result_of(table, "DR2", "1422", "de.id32")
    table.dice(3, 3).play("stand fr.di43")  # a failure without a loss in the table costs one here

    assert table.steps("fr.di43") == 2
    assert (doing(table), table.asked) == ("DesperateDefence", "allied")
    assert table.choices("stand") == ["fr.lest", "fr.di43"]  # another lead unit, if they like


@rule("france40", "11.4.3", "11.2.6a")
def test_an_air_unit_counts_in_every_throw():
    table = plain(
        "French fr.di43 at 1421", "French fr.di36 at 1521", "French fr.di44 at 1522", "French fr.di42 at 1423",
        "French fr.di10 at 1322", "French fr.di23 at 1321", "German de.id32 at 1422", words="Allied combat",
    )  # fmt: skip
    result_of(air(table, 1, 0), "DR2", "1422", "fr.di43").play("air 1")
    assert total(table.dice(2, 3).play("stand de.id32")) == 6
    assert total(table.dice(2, 3).play("stand de.id32")) == 6


@rule("france40", "R.11.4.1b.1", "12.2a")
def test_who_gives_way_without_a_way_out_is_lost():
    table = surrounded("French fr.di43 at 1422", die=3)
    table.play("pass")
    assert table.where("fr.di43") == "eliminated"


@rule("france40", "11.4.2")
def test_no_desperate_defence_after_ds():
    ring = (
        "German de.id32 at 1421", "German de.id12 at 1421", "German de.id62 at 1521", "German de.id8 at 1521",
        "German de.gd at 1522", "German de.lah at 1423", "German de.m2.ir5 at 1322", "German de.m2.ir25 at 1321",
    )  # fmt: skip
    table = plain(*ring, "French fr.bc1 at 1422").dice(1)
    assert result(table.play("attack 1422 with de.id32 de.id12 de.id62 go")) == "DS"
    assert table.where("fr.bc1") == "eliminated"


@rule("france40", "R.11.4.1a.1")
def test_a_fort_alone_may_defend_desperately():
    table = plain("German de.id32 at 5022", "French fr.f.lf at 5021")
    assert doing(result_of(table, "DR2", "5021", "de.id32")) == "DesperateDefence"

    table.put("French fr.di43 at 5021")  # this one could retreat
    assert doing(result_of(table, "DR2", "5021", "de.id32")) == "DeterminedDefence"


@rule("france40", "11.4.1a")
def test_a_port_whose_loss_would_cut_off_its_defenders():
    table = cities(dynamo("German de.id32 at 1515", "British uk.30 at 1514", turn=4), "german")
    table.put("British uk.30 at 1514")  # Calais is theirs again, and no other port
    assert doing(result_of(table, "DR2", "1514", "de.id32")) == "DesperateDefence"

    cities(table, "allied", "2113", "1514")
    assert doing(result_of(table, "DR2", "1514", "de.id32")) == "DeterminedDefence"  # there is Dunkirk


@rule("france40", "11.4.1a", "22.1c")
def test_no_port_feeds_the_germans():
    """Germans in Calais, cut off whether they hold it or not, have a way out and so no Desperate Defence."""
    table = cities(dynamo("British uk.1 at 1515", "British uk.2 at 1217", "British uk.3 at 1518"), "allied")
    table.put("British uk.4 at 1817", "British uk.42 at 1914", "German de.id32 at 1514")
    assert not in_supply(game(table), unit(table, "de.id32"))
    assert doing(result_of(table, "DR2", "1514", "uk.1")) == "DeterminedDefence"

"""8: combat: who attacks whom, odds, minimums and maximums."""

from __future__ import annotations

from meuse.games.france40.board import EXTENDED
from meuse.testkit import Table, rule

from .scene import air, at, counted, doing, dynamo, game, grounded, odds, plain, result, shifts, unit


def one_division() -> Table:
    """A French division of 5-7-3 in the open, with German divisions of seven points on three sides of it."""
    return plain("German de.id32 at 1421", "German de.id12 at 1521", "German de.id62 at 1522", "French fr.di43 at 1422")


# -- who attacks whom


@rule("france40", "8.1a")
def test_nobody_has_to_attack():
    table = one_division()
    table.play("done")
    assert table.where("fr.di43") == "1422"


@rule("france40", "8.1a")
def test_only_adjacent_enemies_are_attacked():
    table = plain("German de.id32 at 1421", "French fr.di43 at 1422", "French fr.di36 at 1423")

    assert table.choices("attack") == ["1422"]
    assert table.why_not("attack 1423").text == "none of your units is next to 1423"
    assert table.why_not("attack 1420").text == "there is no enemy in 1420"


@rule("france40", "8.1b")
def test_a_hex_is_attacked_once_a_phase():
    table = one_division().put("German de.id8 at 1318", "French fr.dlc1 at 1319")
    table.dice(5).play("attack 1422 with de.id32 de.id12 go", "lose de.id32")

    assert table.choices("attack") == ["1319"]
    assert table.why_not("attack 1422").rule == "8.1b"


@rule("france40", "8.1b", "8.1c")
def test_newcomers_do_not_open_a_hex_that_was_attacked():
    table = one_division().put("German de.id8 at 1318", "French fr.dlc1 at 1319")
    table.dice(5).play("attack 1422 with de.id32 de.id12 go", "lose de.id32")
    table.put("fleeing French fr.lest at 1422")
    assert table.why_not("attack 1422").rule == "8.1b"


@rule("france40", "8.1b")
def test_a_unit_attacks_once_a_phase():
    table = plain("German de.id32 at 1421", "French fr.lest at 1422", "French fr.bc1 at 1321")
    table.put("German de.id8 at 1318", "French fr.dlc1 at 1319")
    table.dice(6).play("attack 1422 with de.id32 go")
    assert table.why_not("attack 1321").rule == "8.1b"


@rule("france40", "8.1c")
def test_all_units_of_the_hex_defend_together():
    table = plain("German de.id32 at 1421", "French fr.di43 at 1422", "French fr.lest at 1422")
    assert odds(table, "attack 1422 with de.id32").ratio == "7 : 10"


@rule("france40", "8.1d")
def test_attacks_are_made_one_by_one_in_any_order():
    table = plain("German de.id32 at 1421", "German de.id12 at 1521", "French fr.lest at 1422", "French fr.bc1 at 1622")
    table.dice(5).play("attack 1622 with de.id12 go")  # the second hex first, and nothing was said of the other
    assert table.allows("attack 1422 with de.id32 go")


@rule("france40", "8.1e", "9.7b")
def test_mechanized_units_attack_restricted_hexes_by_road_only():
    table = plain("German de.pz1.t at 4618", "German de.id32 at 4618", "French fr.lest at 4717")
    assert table.why_not("attack 4717 with de.pz1.t").rule == "9.7b"
    assert table.allows("attack 4717 with de.id32 go")

    by_road = plain("German de.pz1.t at 4718", "German de.gd at 4718", "French fr.lest at 4717")
    assert by_road.allows("attack 4717 with de.pz1.t de.gd go")


@rule("france40", "8.1e", "22.8c", "22.8f")
def test_nobody_attacks_over_tidal_water():
    table = grounded(at(dynamo("German de.id32 at 4510", "Belgian be.18 at 4610"), "German combat", 4))
    assert "attack" not in table.choices()  # a Tidal River bridge
    table.put("German de.id12 at 4110", "Belgian be.5 at 4109")
    assert table.why_not("attack 4610").rule == "8.1a"


@rule("france40", "R.8.1e.1")
def test_bonds_do_not_bar_an_attack():
    bonded = plain(
        "German de.id32 at 1421", "French fr.di43 at 1422", "French fr.di36 at 1320", "French fr.di44 at 1522"
    )
    assert bonded.allows("attack 1422 with de.id32 go")


@rule("france40", "8.2a")
def test_an_attack_has_one_target_but_comes_from_many_sides():
    table = one_division()
    assert table.choices("attack 1422") == ["with"]
    assert table.why_not("attack 1422 1421").rule == "8.2a"
    assert odds(table, "attack 1422 with de.id32 de.id12 de.id62").ratio == "21 : 7"


@rule("france40", "8.2b")
def test_units_of_one_stack_attack_different_hexes():
    table = plain("German de.id32 at 1421", "German de.id12 at 1421", "French fr.lest at 1422", "French fr.bc1 at 1321")
    table.dice(6).play("attack 1422 with de.id32 go")
    assert table.choices("attack 1321 with") == ["de.id12"]


@rule("france40", "8.5")
def test_allies_defend_together_but_do_not_attack_together():
    table = plain(
        "French fr.di43 at 1421", "British uk.5 at 1521", "Belgian be.cha1 at 1522", "German de.lah at 1422",
        words="Allied combat",
    )  # fmt: skip
    assert table.why_not("attack 1422 with fr.di43 uk.5").rule == "8.5"
    assert table.allows("attack 1422 with uk.5 go")

    mixed = plain("German de.id32 at 1421", "French fr.lest at 1422", "British uk.150 at 1422")
    assert odds(mixed, "attack 1422 with de.id32").ratio == "7 : 7"


# -- odds


@rule("france40", "8.3a")
def test_odds_are_rounded_in_the_defenders_favour():
    table = plain(
        "German de.id32 at 1421", "German de.lah at 1521", "German de.m2.ir5 at 1522", "French fr.di43 at 1422"
    )
    assert odds(table, "attack 1422 with de.id32 de.lah").start == "1-1"  # 12 to 7
    assert odds(table, "attack 1422 with de.lah").start == "1-2"  # 5 to 7


@rule("france40", "8.3a")
def test_eleven_to_twelve_is_one_to_two():
    """Example odds-11-12."""
    table = plain(
        "German de.id32 at 1421", "German de.sst.1 at 1521", "French fr.dcr1 at 1422", "French fr.dlm2 at 1422"
    )
    report = odds(table, "attack 1422 with de.id32 de.sst.1")
    assert (report.ratio, report.start) == ("11 : 12", "1-2")


@rule("france40", "8.3b", "9.3.1a")
def test_first_the_attacker_then_the_defender_gives_support():
    table = air(at(dynamo("German de.id32 at 3020", "British uk.50 at 3021"), "German combat", 4), 1, 1)
    table.play("attack 3021 with de.id32 go")
    assert (doing(table), table.asked) == ("Support", "german")
    table.play("air 1")
    assert (doing(table), table.asked) == ("Support", "allied")


@rule("france40", "8.3c")
def test_a_combat_is_carried_out_at_once():
    table = one_division()
    events = table.dice(2).play("attack 1422 with de.id32 de.id12 de.id62 go")  # 3-1
    assert result(events) == "DR2"
    assert (doing(table), table.asked) == ("DeterminedDefence", "allied")


@rule("france40", "8.4.1")
def test_forty_points_of_attack_count():
    table = plain(
        "German de.id32 at 1421", "German de.id12 at 1421", "German de.id62 at 1521", "German de.id8 at 1521",
        "German de.id28 at 1522", "German de.id87 at 1522", "French fr.di43 at 1422",
    )  # fmt: skip
    order = "attack 1422 with de.id32 de.id12 de.id62 de.id8 de.id28 de.id87"
    assert odds(table, order).ratio == "40 : 7"  # 42 are there


@rule("france40", "8.4.1", "R.8.4.1.1")
def test_the_points_dropped_are_those_of_halved_units():
    table = plain(
        "German de.id32 at 1421", "German de.id12 at 1421", "German de.id62 at 1521", "German de.id8 at 1521",
        "unsupplied German de.id28 at 1522", "unsupplied German de.id87 at 1522", "French fr.di43 at 1422",
    )  # fmt: skip
    order = "attack 1422 with de.id32 de.id12 de.id62 de.id8 de.id28 de.id87"
    assert odds(table, order).ratio == "35 : 7"  # 28 in full; of 14 halved points 12 are kept, and count 7


@rule("france40", "8.4.1", "R.8.4.1.1")
def test_no_more_than_forty_points_count_though_halves_are_rounded_up():
    table = plain(
        "German de.id32 at 1421", "German de.id12 at 1421", "German de.id62 at 1521", "German de.id8 at 1521",
        "German de.id28 at 1522", "German de.gd at 1522", "unsupplied German de.m2.ir5 at 1423",
        "unsupplied German de.m2.ir25 at 1423", "French fr.di43 at 1422",
    )  # fmt: skip
    order = "attack 1422 with de.id32 de.id12 de.id62 de.id8 de.id28 de.gd de.m2.ir5 de.m2.ir25"
    assert odds(table, order).ratio == "40 : 7"  # 41 in full, and nothing is kept of the halved


@rule("france40", "8.4.2", "9.8")
def test_twenty_points_of_defence_count():
    """Example cap-defense-20: two 5-7-3 in a City."""
    table = plain("German de.id32 at 1217", "French fr.di43 at 1216", "French fr.di36 at 1216")
    report = odds(table, "attack 1216 with de.id32")
    assert report.ratio == "7 : 20"
    assert [row.counted for row in report.defenders] == ["14", "14"]


@rule("france40", "8.4.3a", "R.8.4.3a.1")
def test_no_attack_below_one_to_three_whatever_the_shifts():
    table = plain("German de.mg7 at 1421", "German de.id32 at 1521", "French fr.lest at 1422", "French fr.bc1 at 1422")
    assert table.why_not("attack 1422 with de.mg7 go").rule == "8.4.3a"  # 1 to 6
    assert table.allows("attack 1422 with de.id32 de.mg7 go")

    weak = plain("German de.mg7 at 1421", "French fr.di43 at 1422", "German de.id32 at 1620", "French fr.bc1 at 1621")
    assert weak.why_not("attack 1422").text == "the odds would be below 1-3"

    alone = plain("German de.id32 at 1421", "German de.id61 at 1521 with 1 step", "French fr.di43 at 1422")
    assert alone.why_not("attack 1422 with de.id61").text == "with this unit the odds are still below 1-3"


@rule("france40", "7.3b", "R.7.3b.2")
def test_no_attack_after_extended_movement():
    table = plain("German de.id32 at 1421", "German de.id12 at 1521", "French fr.lest at 1422")
    game(table).add(unit(table, "de.id12"), EXTENDED)
    assert table.why_not("attack 1422 with de.id12").text == "12 Infanterie-Division used Extended Movement this turn"


@rule("france40", "R.8.4.3a.1")
def test_a_shift_beyond_one_to_three_is_resolved_there():
    table = plain("German de.sst.1 at 1421", "French fr.dcr1 at 1422", "French fr.dlm2 at 1422")
    report = odds(table, "attack 1422 with de.sst.1")
    assert (report.ratio, report.start, report.final) == ("4 : 12", "1-3", "1-3")
    assert shifts(table, "attack 1422 with de.sst.1") == {"9.2.4a": -1}


@rule("france40", "8.4.3b", "8.4.4")
def test_eight_to_one_is_read_at_seven_to_one():
    table = plain(
        "German de.id32 at 1421", "German de.id12 at 1521", "German de.lah at 1522", "German de.m2.ir5 at 1522",
        "French fr.bc1 at 1422",
    )  # fmt: skip
    order = "attack 1422 with de.id32 de.id12 de.lah de.m2.ir5"
    assert odds(table, order).final == "8-1"  # 24 to 3
    assert [face.code for face in odds(table, order).faces] == ["DS", "DS", "DR4", "D1", "A1/D1", "DR2"]


@rule("france40", "8.4.4")
def test_shifts_count_beyond_seven_to_one():
    """Example shift-8-1-left."""
    table = plain(
        "German de.id32 at 3308", "German de.id12 at 3308", "German de.lah at 3409", "German de.m2.ir5 at 3409",
        "French fr.bc1 at 3309",
    )  # fmt: skip
    order = "attack 3309 with de.id32 de.id12 de.lah de.m2.ir5"
    report = odds(table, order)
    assert report.start == "8-1"
    assert report.final == "7-1"  # one to the left in a Fortified Hex


@rule("france40", "8.4.3c")
def test_ten_to_one_shatters_without_a_die():
    table = plain(
        "German de.id32 at 1421", "German de.id12 at 1421", "German de.id62 at 1521", "German de.id8 at 1521",
        "German de.lah at 1522", "French fr.bc1 at 1422",
    )  # fmt: skip
    events = table.play("attack 1422 with de.id32 de.id12 de.id62 de.id8 de.lah go")  # 33 to 3
    battle = next(event for event in events if event.kind == "battle")
    assert (battle.rule, battle.dice) == ("8.4.3c", ())
    assert result(events) == "DS"


@rule("france40", "R.8.4.3c.1")
def test_odds_beyond_ten_to_one_are_shifted_from_where_they_are():
    table = plain(
        "German de.id32 at 3308", "German de.id12 at 3308", "German de.id62 at 3409", "German de.id8 at 3409",
        "German de.lah at 3210", "French fr.bc1 at 3309 with 1 step",
    )  # fmt: skip
    report = odds(table, "attack 3309 with de.id32 de.id12 de.id62 de.id8 de.lah")
    assert (report.start, report.final) == ("16-1", "15-1")


@rule("france40", "8.3a")
def test_strengths_in_the_report_are_those_of_the_units():
    table = one_division()
    assert counted(table, "attack 1422 with de.id32") == {"de.id32": "7", "fr.di43": "7"}


def commits(table: Table, beginning: str) -> dict[str, str]:
    """What each next token of an order would commit to."""
    return {choice.token: choice.commits for choice in table.game.decision.describe(tuple(beginning.split()))}


@rule("france40", "8.3b", "8.3c")
def test_whoever_is_asked_last_before_the_die_is_told_that_it_rolls():
    attack = "attack 1422 with de.id32 de.id12"
    units = ("German de.id32 at 1421", "German de.id12 at 1421", "French fr.di43 at 1422")
    assert commits(plain(*units), attack)["go"] == "die"

    table = air(plain(*units, "French fr.hq7 at 1424"), 1, 0)
    assert commits(table, attack)["go"] == "none"
    table.play(f"{attack} go")
    assert commits(table, "air") == {"1": "none"}  # the Allies have still an HQ
    table.play("air 1")
    assert commits(table, "support") == {"fr.hq7": "die"}
    assert commits(table, "")["done"] == "die"


@rule("france40", "13.4.2", "13.4.1")
def test_the_end_of_combat_says_that_units_in_enemy_zones_will_roll_to_rally():
    apart = plain("disrupted German de.id32 at 1219", "French fr.di43 at 1422")
    near = plain("disrupted German de.id32 at 1421", "French fr.di43 at 1422")
    assert [commits(table, "")["end"] for table in (apart, near)] == ["none", "die"]

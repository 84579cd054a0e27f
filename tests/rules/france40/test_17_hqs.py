"""17: Allied HQs."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.france40.auto_ds import can_shatter
from meuse.games.france40.board import ATTACKED, DISRUPTED, FULL_RETREAT, RETREATED, USED
from meuse.games.france40.hqs import ready_hqs
from meuse.testkit import Table, rule

from .scene import WALL, at, doing, dynamo, entries, game, grounded, has, odds, plain, sickle_cut, unit
from .test_14_advance import won


def attacked(*sentences: str) -> Table:
    """fr.di43 in 1422 is attacked, and the Allies are asked for support if they have any."""
    table = plain("German de.id32 at 1421", "French fr.di43 at 1422", *sentences)
    table.dice(6).play("attack 1422 with de.id32 go")
    return table


# -- 17.1.1, 17.1.2 support


@rule("france40", "17.1.1a")
def test_an_hq_gives_one_shift_a_turn():
    table = attacked("French fr.hq7 at 1424")
    events = table.play("support fr.hq7")
    assert "at 1-2" in next(event.text for event in events if event.kind == "battle")
    assert has(table, "fr.hq7", USED)

    again = attacked("used French fr.hq7 at 1424")
    assert doing(again) == "Combat"  # nobody was asked


@rule("france40", "17.1.1a")
def test_an_hq_supports_attacks_too():
    table = plain("French fr.di43 at 1421", "French fr.hq7 at 1420", "German de.lah at 1422", words="Allied combat")
    events = table.dice(6).play("attack 1422 with fr.di43 go", "support fr.hq7")
    assert "at 2-1" in next(event.text for event in events if event.kind == "battle")  # 5 to 5


@rule("france40", "17.1.1a", "7.6.2d", "13.2d")
def test_disrupted_and_entrained_hqs_give_none():
    assert doing(attacked("disrupted French fr.hq7 at 1424")) == "Combat"
    assert doing(attacked("entrained French fr.hq7 at 1424")) == "Combat"
    table = attacked("disrupted French fr.hq7 at 1424", "entrained French fr.hq6 at 1424", "French fr.hq9 at 1424")
    assert table.why_not("support fr.hq7").rule == "13.2d"
    assert table.why_not("support fr.hq6").rule == "7.6.2d"


@rule("france40", "17.1.1b")
def test_one_hq_a_combat():
    table = attacked("French fr.hq7 at 1424", "French fr.hq9 at 1424")
    assert table.choices("support") == ["fr.hq9", "fr.hq7"]
    table.play("support fr.hq7")
    assert doing(table) == "Combat"
    assert not has(table, "fr.hq9", USED)


@rule("france40", "17.1.1c")
def test_an_hq_reaches_seven_hexes():
    near = attacked("French fr.hq7 at 2119", "German de.id12 at 1819")  # enemies on the way do not matter
    assert near.choices("support") == ["fr.hq7"]
    table = attacked("French fr.hq7 at 2218", "French fr.hq9 at 1424")
    assert table.why_not("support fr.hq7").rule == "17.1.1c"


@rule("france40", "17.1.2")
def test_an_hq_supports_its_own_nation():
    table = attacked("British uk.hq at 1424", "French fr.hq7 at 1424")
    assert table.choices("support") == ["fr.hq7"]
    assert table.why_not("support uk.hq").rule == "17.1.2"

    mixed = attacked("British uk.hq at 1424", "British uk.150 at 1422")
    assert mixed.choices("support") == ["uk.hq"]


# -- 17.1.3, 17.1.4


@rule("france40", "17.1.3")
def test_a_ready_hq_moves_tactically_a_used_one_far():
    ready = at(sickle_cut("French fr.hq7 at 1422"), "Allied movement", 2)
    assert ("1424" in ready.reach("fr.hq7"), "1425" in ready.reach("fr.hq7")) == (True, False)

    used = at(sickle_cut("used French fr.hq7 at 1422"), "Allied movement", 2)
    assert "1426" in used.reach("fr.hq7")  # an allowance of two, and four for Extended Movement


@rule("france40", "17.1.3")
def test_a_ready_hq_is_turned_to_go_far():
    table = at(sickle_cut("French fr.hq7 at 1422"), "Allied movement", 2)
    table.play("turn fr.hq7")
    assert has(table, "fr.hq7", USED)
    assert "1426" in table.reach("fr.hq7")


@rule("france40", "R.17.1.3.1", "13.3.1")
def test_a_ready_hq_in_full_retreat_is_turned_too():
    table = at(sickle_cut("fleeing French fr.hq7 at 1422"), "Allied movement", 2)
    assert "1425" not in table.reach("fr.hq7")
    table.play("turn fr.hq7")
    assert ("1426" in table.reach("fr.hq7"), "1430" in table.reach("fr.hq7")) == (True, False)


@rule("france40", "17.1.4a", "10.2.1")
def test_an_hq_has_no_strength():
    table = plain("German de.id32 at 1421", "French fr.di43 at 1422", "French fr.hq7 at 1422")
    assert odds(table, "attack 1422 with de.id32").ratio == "7 : 7"
    attack = plain("French fr.hq7 at 1421", "French fr.di43 at 1421", "German de.lah at 1422", words="Allied combat")
    assert attack.why_not("attack 1422 with fr.hq7").rule == "17.1.4a"


@rule("france40", "17.1.4b", "17.1.4c")
def test_a_lone_hq_hinders_nobody_and_is_displaced():
    table = at(sickle_cut("German de.pz1.t at 1418", "French fr.hq7 at 1422"), "German movement", 2)
    assert "1423" in table.reach("de.pz1.t")  # past it, since it has no zone
    table.play("move de.pz1.t 1419.1420.1421")
    assert (doing(table), table.asked) == ("Retreat", "allied")
    table.play("retreat fr.hq7 go 1424")
    assert has(table, "fr.hq7", DISRUPTED)
    assert "1422" in table.reach("de.pz1.t")  # the move goes on


@rule("france40", "17.1.4c", "13.1.3b")
def test_a_disrupted_hq_goes_into_full_retreat():
    table = at(sickle_cut("German de.pz1.t at 1418", "disrupted French fr.hq7 at 1422"), "German movement", 2)
    table.play("move de.pz1.t 1421", "retreat fr.hq7 go 1424")
    assert has(table, "fr.hq7", FULL_RETREAT)


@rule("france40", "17.1.4c", "R.17.1.4c.2")
def test_an_hq_that_cannot_go_two_hexes_is_eliminated():
    table = at(sickle_cut(*WALL, "German de.pz1.t at 1322", "French fr.hq7 at 1422"), "German movement", 2)
    table.play("move de.pz1.t 1423")
    assert table.where("fr.hq7") == "eliminated"


@rule("france40", "R.17.1.4c.2", "12.4.1")
def test_a_displaced_hq_may_stop_in_a_city():
    table = at(sickle_cut("German de.pz1.t at 1220", "French fr.hq7 at 1217"), "German movement", 2)
    table.play("move de.pz1.t 1218", "retreat fr.hq7 go 1216")
    assert table.where("fr.hq7") == "1216"


@rule("france40", "R.17.1.4c.1")
def test_units_in_full_retreat_do_not_protect_an_hq():
    table = at(
        sickle_cut("German de.pz1.t at 1418", "French fr.hq7 at 1422", "fleeing French fr.lest at 1422"),
        "German movement",
        2,
    )
    table.play("move de.pz1.t 1421")
    assert table.choices("retreat") == ["fr.hq7", "fr.lest"]

    guarded = at(
        sickle_cut("German de.pz1.t at 1418", "French fr.hq7 at 1422", "French fr.lest at 1422"), "German movement", 2
    )
    guarded.play("move de.pz1.t 1421")
    assert doing(guarded) == "Movement"


@rule("france40", "17.1.4b", "R.17.1.4b.1")
def test_a_lone_hq_does_not_stop_a_unit_that_begins_next_to_it():
    table = at(sickle_cut("German de.pz1.t at 1421", "French fr.hq7 at 1422"), "German movement", 2)
    assert {"1422", "1423", "1424"} <= table.reach("de.pz1.t")
    table.play("move de.pz1.t 1422.1423.1424")
    assert (doing(table), table.asked) == ("Retreat", "allied")
    table.play("retreat fr.hq7 go 1622")
    assert (table.where("de.pz1.t"), has(table, "fr.hq7", DISRUPTED)) == ("1424", True)


@rule("france40", "17.1.4b", "R.17.1.4b.1")
def test_a_lone_hq_does_not_slow_a_stack_that_begins_next_to_it():
    stack = ("German de.pz1.t at 1421", "German de.pz1.s1 at 1421")
    table = at(sickle_cut(*stack, "French fr.hq7 at 1422"), "German movement", 2)
    table.play("march 1421 de.pz1.t de.pz1.s1 go 1422.1423", "retreat fr.hq7 go 1622")
    assert {table.where("de.pz1.t"), table.where("de.pz1.s1")} == {"1423"}
    assert game(table).spent[unit(table, "de.pz1.t")] == 2
    assert "1424" in table.reach("de.pz1.t")


@rule("france40", "R.17.1.4b.1", "13.3.2d")
def test_an_hq_that_leaves_may_drive_off_the_unit_that_wanted_its_hex():
    table = at(sickle_cut("fleeing German de.pz1.t at 1421", "French fr.hq7 at 1422"), "German movement", 2)
    table.play("move de.pz1.t 1422.1423", "retreat fr.hq7 go 1521.1520")
    assert (doing(table), table.asked) == ("Retreat", "german")
    table.play("retreat de.pz1.t go 1220")
    assert (doing(table), table.where("de.pz1.t")) == ("Movement", "1220")


@rule("france40", "17.1.4c", "22.8c")
def test_a_lone_hq_is_displaced_by_whoever_comes_next_to_it_even_over_a_tidal_river():
    table = dynamo("British uk.hq at 4712", "German de.id18 at 4614", turn=5)
    at(table, "German movement", 5).play("move de.id18 4613")
    assert (doing(table), table.asked) == ("Retreat", "allied")


@rule("france40", "17.1.4b", "7.1d", "R.17.1.4c.1")
def test_others_in_its_hex_do_stop_the_enemy():
    for company in ("French fr.lest at 1422", "fleeing French fr.lest at 1422"):
        table = at(sickle_cut("German de.pz1.t at 1421", "French fr.hq7 at 1422", company), "German movement", 2)
        assert table.why_not("move de.pz1.t 1422").rule == "7.1d"


@rule("france40", "17.1.4b", "6.2a")
def test_a_bond_across_its_hex_stops_the_enemy():
    table = sickle_cut("German de.pz1.t at 1421", "French fr.hq7 at 1422")
    table.put("French fr.di43 at 1322", "French fr.di36 at 1521")
    at(table, "German movement", 2)
    assert table.why_not("move de.pz1.t 1422").rule == "6.1c"


@rule("france40", "17.1.4c", "R.17.1.4b.1")
def test_an_hq_without_a_way_out_is_lost_and_the_enemy_goes_on():
    table = at(sickle_cut(*WALL, "German de.pz1.t at 1421", "French fr.hq7 at 1422"), "German movement", 2)
    table.play("move de.pz1.t 1422.1423")
    assert (table.where("fr.hq7"), table.where("de.pz1.t")) == ("eliminated", "1423")


# -- 17.1.4 in the combat phase


@rule("france40", "17.1.4c", "R.17.1.4c.4")
def test_a_lone_hq_that_is_attacked_is_displaced_and_disrupted():
    table = plain("German de.id32 at 1421", "French fr.hq7 at 1422", "French fr.hq9 at 1426")
    table.play("attack 1422 with de.id32 go")
    assert (doing(table), table.asked) == ("Retreat", "allied")  # no support, no die
    assert "1424" in table.choices("retreat fr.hq7 go")
    assert table.why_not("retreat fr.hq7 go 1426") is not None
    table.play("retreat fr.hq7 go 1424")
    assert (has(table, "fr.hq7", DISRUPTED), has(table, "fr.hq7", FULL_RETREAT)) == (True, False)
    assert table.choices("advance de.id32") == ["1422"]  # a Limited Advance
    assert not table.allows("group de.id32 go")


@rule("france40", "R.17.1.4c.4", "8.1b", "R.12.5a.1")
def test_an_attack_on_a_lone_hq_counts_as_one():
    table = plain("German de.id32 at 1421", "French fr.hq7 at 1422")
    table.play("attack 1422 with de.id32 go", "retreat fr.hq7 go 1424", "done")
    assert has(table, "de.id32", ATTACKED)
    assert has(table, "fr.hq7", RETREATED)


@rule("france40", "R.17.1.4c.4", "17.1.4c")
def test_the_odds_on_a_lone_hq_tell_that_it_is_displaced():
    table = plain(*WALL, "German de.pz1.t at 1421", "French fr.hq7 at 1422")
    report = odds(table, "attack 1422 with de.pz1.t")
    assert (report.faces, report.support) == ((), ())
    assert report.outcomes[0].chance == 1
    assert report.defender_losses == {1: 1.0}  # it has no way out
    free = odds(plain("German de.pz1.t at 1421", "French fr.hq7 at 1422"), "attack 1422 with de.pz1.t")
    assert (free.outcomes[0].chance, free.defender_losses) == (1, {0: 1.0})
    table.play("attack 1422 with de.pz1.t go")
    assert table.where("fr.hq7") == "eliminated"


@rule("france40", "R.17.1.4c.4", "7.7a")
def test_a_lone_hq_is_not_shattered_in_movement():
    table = plain("German de.pz1.t at 1421", "French fr.hq7 at 1422", words="German movement")
    g = game(table)
    assert not can_shatter(g, Side.GERMAN, g.map.hex("1422"))


@rule("france40", "17.1.4b", "R.17.1.4b.1", "14.3")
def test_a_lone_hq_does_not_stop_an_advance():
    table = won(plain("German de.pz1.t at 1421", "French fr.hq7 at 1321"), 2, "1422", "de.pz1.t")
    assert {"1321", "1221"} <= set(table.choices("advance de.pz1.t"))
    table.play("advance de.pz1.t 1321", "retreat fr.hq7 go 1121")
    assert table.where("de.pz1.t") == "1321"
    assert "1221" in table.choices("advance de.pz1.t")  # one hex is left


@rule("france40", "17.1.4b", "R.17.1.4b.1", "15.2.6")
def test_a_breakthrough_group_goes_where_a_lone_hq_was():
    table = won(plain("German de.pz1.t at 1421", "French fr.hq7 at 1321"), 4, "1422", "de.pz1.t")
    table.play("group de.pz1.t go", "advance 1321.1320", "retreat fr.hq7 go 1121")
    assert table.where("de.pz1.t") == "1320"

    strike = won(plain("German de.pz1.t at 1421", "French fr.hq7 at 1321"), 4, "1422", "de.pz1.t")
    strike.play("group de.pz1.t go", "strike 1321 1", "retreat fr.hq7 go 1121", "occupy")
    assert (strike.where("de.pz1.t"), doing(strike)) == ("1321", "Combat")  # a Limited Advance


@rule("france40", "17.1.5", "17.1.4a")
def test_an_hq_does_not_help_a_determined_defence():
    table = plain("German de.id32 at 1421", "German de.id12 at 1421", "French fr.di43 at 1422", "French fr.hq7 at 1424")
    table.dice(1).play("attack 1422 with de.id32 de.id12 go", "done")
    assert table.choices() == ["stand", "pass"]


# -- 17.2


@rule("france40", "17.2.1", "R.3.B1.1")
def test_hqs_that_trace_to_the_south_or_west_are_ready_again():
    table = sickle_cut("used French fr.hq7 at 1422", "used disrupted French fr.hq9 at 1424")
    ready_hqs(game(table))
    assert not has(table, "fr.hq7", USED)
    assert has(table, "fr.hq9", USED)


@rule("france40", "17.2.1")
def test_the_north_does_not_serve():
    table = entries(sickle_cut("used French fr.hq7 at 1422"), "allied", "1900", "2300", "0900", "1100")
    ready_hqs(game(table))
    assert has(table, "fr.hq7", USED)


@rule("france40", "R.3.B1.1", "22.7a")
def test_in_dynamo_hqs_stay_used():
    table = grounded(dynamo("used British uk.hq at 2819"))
    ready_hqs(game(table))
    assert has(table, "uk.hq", USED)

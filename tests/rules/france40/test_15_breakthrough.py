"""15: Breakthrough Combat."""

from __future__ import annotations

from meuse.games.france40.advance import Advance, victors
from meuse.games.france40.board import DISRUPTED, EXTENDED, FULL_RETREAT, RETREATED
from meuse.games.france40.breakthrough import Breakthrough
from meuse.games.france40.combat import Combat
from meuse.games.france40.odds import Battle
from meuse.testkit import Table, rule

from .scene import air, counted, doing, game, has, odds, plain, result, shifts, unit

PANZERS = ("German de.pz1.t at 1421", "German de.pz1.s1 at 1421", "German de.pz1.k1 at 1421")
DIVISION = "de.pz1.t de.pz1.s1 de.pz1.k1"


def won(table: Table, hexes: int, vacated: str, *attackers: str) -> Table:
    """The attackers have just cleared a hex, and may advance so many hexes."""
    g = game(table)
    b = Battle(g.map.hex(vacated), tuple(sorted(unit(table, u) for u in attackers)))
    side = g.scenario.side_of[b.units[0]]
    return table.step(Advance(side, b, hexes, victors(g, b)), Combat(side))


def through(*sentences: str, hexes: int = 4) -> Table:
    """1st Panzer Division has cleared 1422 and is the Breakthrough Group, still in 1421."""
    table = won(plain(*PANZERS, *sentences), hexes, "1422", *DIVISION.split())
    table.play(f"group {DIVISION} go")
    return table


def step(table: Table) -> Breakthrough:
    """The Breakthrough that is asked for."""
    found = table.game.decision.step
    assert isinstance(found, Breakthrough)
    return found


# -- 15.1, 15.2.1


@rule("france40", "15.1", "15.2.7")
def test_units_that_have_attacked_fight_on_during_their_advance():
    table = plain(*PANZERS, "French fr.di55 at 1422", "French fr.lest at 1424").dice(1)
    assert result(table.play(f"attack 1422 with {DIVISION} go")) == "DR4"  # 13 to 5: 2-1, and three shifts
    table.play(table_retreat(table))
    table.play(f"group {DIVISION} go", "advance 1423")
    assert table.choices("strike") == ["1424"]


def table_retreat(table: Table) -> str:
    """The first retreat that is offered."""
    units = table.choices("retreat")[0]
    return f"retreat {units} go {table.choices(f'retreat {units} go')[0]}"


@rule("france40", "15.2.1", "15.2.2")
def test_the_group_goes_first_and_there_is_only_one():
    table = won(plain(*PANZERS, "German de.id32 at 1521"), 3, "1422", *DIVISION.split(), "de.id32")
    table.play("advance de.id32 1522")
    assert "group" not in table.choices()  # too late
    assert table.why_not("group").rule == "15.2.2"

    table = won(plain(*PANZERS, "German de.id32 at 1521"), 3, "1422", *DIVISION.split(), "de.id32")
    table.play(f"group {DIVISION} go")
    assert doing(table) == "Breakthrough"
    table.play("advance 1424")
    assert table.choices("advance") == ["de.id32"]  # its hexes are used up; now the others
    assert "group" not in table.choices()


# -- 15.2.3, 15.2.4


@rule("france40", "15.2.3a", "15.2.4")
def test_a_group_gathers_in_the_vacated_hex_if_there_is_room():
    table = plain(*PANZERS, "German de.pz2.t at 1521", "German de.id32 at 1522", "German de.id12 at 1522")
    won(table, 4, "1422", *DIVISION.split(), "de.pz2.t", "de.id32", "de.id12")

    assert table.why_not(f"group {DIVISION} de.id32 de.id12").rule == "15.2.3a"  # nine points
    table.play(f"group {DIVISION} de.pz2.t go")
    assert {table.where(u) for u in (*DIVISION.split(), "de.pz2.t")} == {"1422"}
    assert step(table).left == (3, 3, 3, 3)  # it cost each of them one hex


@rule("france40", "15.2.4")
def test_nobody_gathers_across_a_major_river():
    table = plain("German de.pz1.t at 4518", "German de.pz2.t at 4620")
    won(table, 4, "4619", "de.pz1.t", "de.pz2.t")
    assert table.why_not("group de.pz1.t de.pz2.t").rule == "15.2.4"


@rule("france40", "15.2.4", "15.2.1", "15.2.9b")
def test_a_group_need_not_enter_the_vacated_hex():
    table = through()
    assert "occupy" not in table.choices()  # that is for hexes it clears itself
    table.play("advance 1420.1419")
    assert table.where("de.pz1.t") == "1419"
    assert table.why_not("advance 1410").text == "1410 is out of reach: the group has 2 hexes left"


@rule("france40", "15.2.3b")
def test_allies_of_one_nation_only():
    table = plain("French fr.di43 at 1421", "British uk.50 at 1421", words="Allied combat")
    won(table, 3, "1422", "fr.di43")
    assert table.why_not("group fr.di43 uk.50").rule == "15.2.3b"


@rule("france40", "15.2.3c", "14.1.2b")
def test_who_belongs_to_the_group():
    table = plain(*PANZERS, "German de.gd at 1421", "German de.lah at 1521")
    won(table, 3, "1422", "de.pz1.t")
    assert table.why_not("group de.lah").rule == "15.2.3c"
    assert "de.gd" in table.choices("group")  # it may tag along


# -- 15.2.5 to 15.2.8


@rule("france40", "15.2.5", "15.2.7")
def test_one_hex_costs_two_columns_and_two_hexes_one():
    table = through("French fr.di43 at 1520")
    assert shifts(table, "strike 1520 1") == {"9.2.1": 1, "9.5.1": 1, "15.2.5": -2}
    assert shifts(table, "strike 1520 2") == {"9.2.1": 1, "9.5.1": 1, "15.2.5": -1}

    assert [choice.price for choice in table.game.decision.describe(("strike", "1520"))] == ["1 hex", "2 hexes"]

    dear = through("French fr.rec1 at 1520")
    dear.play("strike 1520 2", "retreat fr.rec1 go 1516")  # shattered
    assert step(dear).left == (2, 2, 2)


@rule("france40", "R.15.2.5.1")
def test_who_cannot_pay_is_left_behind():
    table = plain(*PANZERS, "German de.id32 at 1421", "French fr.di43 at 1423")
    won(table, 4, "1422", *DIVISION.split(), "de.id32")
    table.play(f"group {DIVISION} de.id32 go", "advance 1422")  # the infantry has one hex left

    assert counted(table, "strike 1423 1")["de.id32"] == "7"
    assert "de.id32" not in counted(table, "strike 1423 2")


@rule("france40", "15.2.6", "14.5a")
def test_targets_are_where_the_group_could_go():
    table = won(plain("German de.pz1.t at 4618", "French fr.lest at 4717"), 3, "4617", "de.pz1.t")
    table.play("group de.pz1.t go")
    assert "strike" not in table.choices()  # wooded rough, no road

    both = won(
        plain("German de.pz1.t at 4618", "French fr.lest at 4717", "French fr.rec1 at 4718"), 3, "4617", "de.pz1.t"
    )
    both.play("group de.pz1.t go")
    assert both.choices("strike") == ["4718"]
    assert "could not advance into 4717" in both.why_not("strike 4717").text
    assert "no enemy next to the group" in both.why_not("strike 4619").text

    by_road = won(plain("German de.pz1.t at 4718", "French fr.lest at 4717"), 3, "4617", "de.pz1.t")
    by_road.play("group de.pz1.t go")
    assert by_road.choices("strike") == ["4717"]


@rule("france40", "15.2.7")
def test_no_air_units_and_no_hqs():
    table = through("French fr.di43 at 1520", "French fr.hq7 at 1518")
    air(table, 5, 0)
    table.dice(6).play("strike 1520 1")
    assert doing(table) != "Support"


@rule("france40", "15.2.7")
def test_an_air_unit_in_the_hex_still_helps_the_defence():
    table = through("French fr.di43 at 1520")
    g = game(table)
    g.covered = frozenset({g.map.hex("1520")})
    table.dice(2).play("strike 1520 2")
    assert "air" not in table.choices()


@rule("france40", "R.7.3b.2", "2.3.2a")
def test_whoever_came_by_extended_movement_goes_along_but_does_not_fight():
    table = through("French fr.di43 at 1520")
    g = game(table)
    g.add(unit(table, "de.pz1.s1"), EXTENDED)
    assert "de.pz1.s1" not in counted(table, "strike 1520 1")
    assert "de.pz1.t" in counted(table, "strike 1520 1")


@rule("france40", "15.2.8")
def test_a_failure_ends_the_advance():
    table = through("French fr.di43 at 1520").dice(6)
    events = table.play("strike 1520 1")
    assert result(events) == "A1"
    table.play("lose de.pz1.k1")
    assert doing(table) == "Combat"  # nobody else is left to advance


# -- 15.2.9 to 15.2.12


def struck(*sentences: str, hexes: int = 4) -> Table:
    """The group has driven a recon unit out of 1520, paying one hex."""
    table = through("French fr.rec1 at 1520", *sentences, hexes=hexes)
    table.play("strike 1520 1", "retreat fr.rec1 go 1516")  # 13-1: shattered
    return table


@rule("france40", "15.2.9a", "15.2.9b", "15.2.10")
def test_after_a_victory_the_group_goes_on_from_either_hex():
    table = struck()
    assert "occupy" in table.choices()
    assert step(table).left == (3, 3, 3)  # DS or not, nothing is added
    assert "1420" in table.choices("advance")  # from where it stands

    table.play("occupy")
    assert table.where("de.pz1.t") == "1520"
    assert step(table).left == (3, 3, 3)  # the step was paid for


@rule("france40", "15.2.9b")
def test_the_vacated_hex_is_entered_even_with_no_hexes_left():
    table = struck(hexes=1)
    assert step(table).left == (0, 0, 0)
    assert table.choices() == ["occupy", "leave", "done"]


@rule("france40", "15.2.5")
def test_a_strike_has_to_be_paid_for():
    table = struck("French fr.di43 at 1420", hexes=1)
    assert table.why_not("strike").text == "the group has no hexes left to pay with"


@rule("france40", "15.2.9a", "11.3.2")
def test_a_defender_who_dies_holding_leaves_a_limited_advance():
    table = through("French fr.lest at 1520 with 1 step").dice(5)
    assert result(table.play("strike 1520 1")) == "DR2"  # 13 to 2: 6-1
    table.dice(4, 5).play("stand fr.lest")  # 8 after the orange: holds, and dies
    assert table.where("fr.lest") == "eliminated"
    assert table.choices() == ["occupy", "leave", "done"]
    table.play("occupy")
    assert doing(table) == "Combat"


@rule("france40", "15.2.11", "R.15.2.11.1")
def test_in_an_enemy_zone_the_group_stops_or_fights_again():
    table = struck("French fr.di43 at 1620")
    table.play("occupy")  # 1520 is in the zone of 1620
    assert "advance" not in table.choices()
    assert table.choices("strike") == ["1620"]
    assert table.why_not("advance").rule == "15.2.11"


@rule("france40", "15.2.12")
def test_units_are_dropped_off_and_not_picked_up():
    table = through("German de.gd at 1422")
    table.play("leave de.pz1.k1 go", "advance 1422.1423")
    assert (table.where("de.pz1.k1"), table.where("de.pz1.t")) == ("1421", "1423")
    assert table.where("de.gd") == "1422"
    table.play("done")
    assert doing(table) == "Combat"  # the one dropped off does not advance again


@rule("france40", "15.2.12", "14.2.1b")
def test_infantry_goes_along_as_far_as_it_can_and_the_tanks_go_on():
    table = won(plain(*PANZERS, "German de.id32 at 1421"), 4, "1422", *DIVISION.split(), "de.id32")
    table.play(f"group {DIVISION} de.id32 go", "advance 1422.1423")
    assert (table.where("de.id32"), step(table).left) == ("1423", (2, 2, 2, 0))

    events = table.play("advance 1425")
    assert events[0].text == "32 Infanterie-Division stays behind"
    assert (table.where("de.pz1.t"), table.where("de.id32")) == ("1425", "1423")


@rule("france40", "R.14.5b.1")
def test_across_a_major_river_the_group_strikes_only_from_its_first_hex():
    table = won(plain("German de.pz1.t at 4518", "French fr.rec1 at 4619"), 4, "4419", "de.pz1.t")
    table.play("group de.pz1.t go")
    assert table.choices("strike") == ["4619"]

    moved = won(plain("German de.pz1.t at 4418", "French fr.rec1 at 4619"), 4, "4419", "de.pz1.t")
    moved.play("group de.pz1.t go", "advance 4518")
    assert doing(moved) == "Combat"  # nothing is left that it could do

    crossed = won(plain("German de.pz1.t at 4518", "French fr.di43 at 4621"), 4, "4619", "de.pz1.t")
    crossed.play("group de.pz1.t go", "advance 4619")
    assert doing(crossed) == "Combat"


@rule("france40", "R.14.5c.1")
def test_from_a_restricted_hex_the_group_may_still_strike():
    table = won(plain("German de.pz1.t at 4013", "French fr.lest at 3813"), 4, "3913", "de.pz1.t")
    table.play("group de.pz1.t go", "advance 3913")  # wooded rough, by road in and out
    assert table.choices("strike") == ["3813"]
    assert step(table).state == "stopped"


@rule("france40", "14.5c", "15.2.9b")
def test_stepping_into_a_restricted_hex_stops_the_group():
    table = won(plain("German de.pz1.t at 4013", "fleeing French fr.rec1 at 3913"), 4, "4113", "de.pz1.t")
    table.play("group de.pz1.t go", "strike 3913 1")  # wooded rough, by road in and out
    table.play(table_retreat(table), "occupy")
    assert table.where("de.pz1.t") == "3913"
    assert doing(table) == "Combat"  # three hexes are left, but it stops


# -- 15.3


@rule("france40", "15.3a")
def test_units_that_have_retreated_defend_and_may_retreat_again():
    table = through("disrupted French fr.di43 at 1520")
    g = game(table)
    g.add(unit(table, "fr.di43"), RETREATED)
    assert counted(table, "strike 1520 1")["fr.di43"] == "4"
    table.dice(1).play("strike 1520 2")
    table.play(table_retreat(table))
    assert has(table, "fr.di43", FULL_RETREAT)
    assert not has(table, "fr.di43", DISRUPTED)


@rule("france40", "15.3b", "12.1.4b")
def test_beyond_the_stacking_limit_defenders_count_for_nothing():
    table = through("French fr.dlc1 at 1520", "French fr.dlc4 at 1520", "French fr.dlc5 at 1520")
    table.play("strike 1520 2")
    assert (doing(table), table.asked) == ("LeaveOut", "allied")
    events = table.dice(1).play("leave fr.dlc5")
    assert "at 3-1" in next(event.text for event in events if event.kind == "battle")  # 13 to 6, not to 9
    table.play("lose de.pz1.k1", "lose fr.dlc1")
    assert table.allows("pass")  # all of them retreat


@rule("france40", "15.3b", "11.2.3a")
def test_a_unit_beyond_the_stacking_limit_does_not_lead_the_defence():
    table = through("French fr.dlc1 at 1520", "French fr.dlc4 at 1520", "French fr.dlc5 at 1520")
    table.play("strike 1520 2")
    table.dice(1).play("leave fr.dlc5")
    table.play("lose de.pz1.k1", "lose fr.dlc1")
    assert table.choices("stand") == ["fr.dlc1", "fr.dlc4"]
    assert table.why_not("stand fr.dlc5").rule == "15.3b"


# -- the example


@rule("france40", "15.2.4", "15.2.5", "15.2.7", "15.2.9b", "15.2.1", "14.2.1b")
def test_the_breakthrough_against_the_42nd_division():
    """Example breakthrough-42nd-division."""
    table = plain(
        *PANZERS, "German de.pz2.t at 1521", "German de.pz2.s2 at 1521", "German de.pz2.k2 at 1521",
        "German de.id32 at 1522", "French fr.di42 at 1122",
    )  # fmt: skip
    group = f"{DIVISION} de.pz2.t de.pz2.s2 de.pz2.k2"
    won(table, 4, "1422", *group.split(), "de.id32").play(f"group {group} go", "advance 1322.1222")

    report = odds(table, "strike 1122 1")
    assert (report.ratio, report.start, report.final) == ("25 : 7", "3-1", "3-1")
    assert odds(table, "strike 1122 soon").ratio == report.ratio  # what is no number of hexes is as good as none
    assert table.choices("strike 1122") == ["1"]  # one hex is left
    table.dice(2).play("strike 1122 1", "pass")
    table.play(table_retreat(table))
    assert table.choices() == ["occupy", "leave", "done"]
    table.play("occupy")
    assert "1423" in table.choices("advance de.id32")  # now the infantry, two hexes

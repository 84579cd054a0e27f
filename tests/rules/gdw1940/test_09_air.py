"""9: air power: points, support in combat, interdiction."""

from __future__ import annotations

from meuse.games.gdw1940.board import UNSUPPLIED
from meuse.testkit import Table, rule

from .scene import air, at, cost, fought, game, odds, owner, pass_on, phase_words, status


def board(words: str, impulse: int = 1) -> Table:
    """Six German factors in reach of three French ones, and a French corps behind them."""
    french = ("French fr.II at 2011", "French fr.IV at 2215")
    table = Table("gdw1940").clear().put(*french, "German de.X at 2010", "German de.XXXVII at 1911")
    return at(table, words, 3, impulse)


# -- points


@rule("gdw1940", "9.points", "9.once")
def test_both_sides_receive_their_points_each_turn_and_save_none():
    table = air(board("Allied movement", impulse=2), german=4, french=1)
    pass_on(table)
    pass_on(table)

    assert game(table).turn == 4
    assert game(table).air == [5, 1, 1]


@rule("gdw1940", "9.once")
def test_a_point_is_used_once():
    table = air(board("German combat"), german=3)
    table.dice(5).play("attack 2011 with de.X de.XXXVII go", "done", "resolve 2011")
    assert table.choices("air") == ["0", "1", "2", "3"]
    assert table.why_not("air 4").rule == "9.shift"

    table.play("air 2")
    assert game(table).air == [1, 0, 0]


@rule("gdw1940", "9.once")
def test_points_left_over_serve_in_the_other_player_turn():
    table = air(board("German movement", impulse=2), german=2)
    pass_on(table)
    pass_on(table)
    pass_on(table)

    table.play("attack 1911 2010 with fr.II go", "done", "resolve 1911")
    assert table.asked == "german"
    assert table.choices("air") == ["0", "1", "2"]


# -- in combat


def support(words: str, order: str, *numbers: int) -> str:
    """The text of a battle with so many Allied and German air points."""
    table = air(board(words), german=5, british=1, french=1).dice(6)
    target = order.split()[1]
    table.play(order, "done", f"resolve {target}", f"air {numbers[0]}")
    return fought(table.play(f"air {numbers[1]}")).text


@rule("gdw1940", "9.shift")
def test_three_points_make_five_to_one_of_two_to_one():
    """book.9.shift"""
    order = "attack 2011 with de.X de.XXXVII go"

    assert " at 2:1:" in support("German combat", order, 0, 0)
    assert " at 5:1:" in support("German combat", order, 0, 3)


@rule("gdw1940", "9.shift")
def test_the_defender_lowers_the_column_and_both_may_use_points():
    assert " at 1:1:" in support("German combat", "attack 2011 with de.X de.XXXVII go", 2, 0)
    assert " at 4:1:" in support("German combat", "attack 2011 with de.X de.XXXVII go", 1, 3)
    assert " at 1:1:" in support("Allied combat", "attack 1911 2010 with fr.II go", 2, 1)


@rule("gdw1940", "9.shift")
def test_the_odds_tell_what_one_more_point_of_the_defender_would_leave():
    table = air(board("German combat"), german=5, british=1, french=1)
    seat = table.game.seat("german")
    alone, met = (seat.odds("attack 2011 with de.X de.XXXVII", {"air-allied": n}) for n in (0, 1))

    assert alone.shifts[-1].open
    assert alone.shifts[-1].leaves == met.outcomes[0].chance
    assert met.shifts[-1].leaves <= met.outcomes[0].chance


@rule("gdw1940", "9.allied_first")
def test_the_allies_commit_first_whoever_attacks():
    table = air(board("German combat"), german=5, british=1, french=1)
    table.play("attack 2011 with de.X de.XXXVII go", "done", "resolve 2011")
    assert (table.asked, table.choices("air")) == ("allied", ["0", "1", "2"])
    table.play("air 1")
    assert (table.asked, table.choices("air")) == ("german", ["0", "1", "2", "3", "4", "5"])

    table = air(board("Allied combat"), german=5, british=1, french=1)
    table.play("attack 1911 2010 with fr.II go", "done", "resolve 1911")
    assert table.asked == "allied"
    table.play("air 0")
    assert table.asked == "german"


def commits(table: Table, *prefix: str) -> list[str]:
    """Whether each order that begins so would roll the dice at once."""
    return [choice.commits for choice in table.game.decision.describe(prefix)]


@rule("gdw1940", "9.allied_first")
def test_the_dice_are_rolled_when_nobody_can_add_points_any_more():
    attack = "attack 2011 with de.X de.XXXVII go"
    both, neither = air(board("German combat"), german=1, french=1), air(board("German combat"), german=0)
    both.play(attack, "done")
    assert commits(both, "resolve") == ["none"]

    both.play("resolve 2011")
    assert commits(both, "air") == ["none", "none"]
    both.play("air 1")
    assert commits(both, "air") == ["die", "die"]

    neither.play(attack)
    assert "die" not in commits(neither)
    neither.play("done")
    assert commits(neither, "resolve") == ["die"]


@rule("gdw1940", "9.before_rivers")
def test_points_are_allocated_before_the_bridgehead_rolls():
    table = Table("gdw1940").clear().put("French fr.II at 2211", "German de.X at 2111")
    air(at(table, "German combat", 3), german=5, french=1)
    table.dice(4, 4).play("attack 2211 with de.X go", "done", "resolve 2211")
    assert game(table).rolled == ()
    table.play("air 0")
    assert game(table).rolled == ()

    assert fought(table.play("air 1")).dice == (4, 4)


# -- interdiction


@rule("gdw1940", "9.interdict.cost", "9.interdict.effect")
def test_as_many_hexes_as_the_points_allow():
    """derived.9.interdiction"""
    table = air(board("German movement"), german=5, british=1, french=1)
    table.play("interdict 2215", "interdict 2216")
    assert game(table).air == [1, 1, 1]
    assert table.why_not("interdict 2214").text == "interdiction takes two air points; you have 1 air point"

    table = air(board("Allied movement"), german=5, british=1, french=1)
    table.play("interdict 2010")
    assert game(table).air == [5, 0, 0]
    assert table.why_not("interdict 2009").rule == "9.interdict.cost"


@rule("gdw1940", "9.interdict.cost")
def test_a_land_hex_is_interdicted_once():
    table = air(board("German movement"), german=5)
    table.play("interdict 2215")

    assert "2215" not in table.choices("interdict")
    assert table.why_not("interdict 2215").rule == "9.interdict.cost"
    assert table.why_not("interdict 0412").rule == "9.interdict.cost"


@rule("gdw1940", "9.interdict.cost")
def test_a_german_interdiction_lasts_through_the_allied_player_turn():
    table = air(board("German movement", impulse=2), german=2)
    table.play("interdict 2215")
    pass_on(table)
    pass_on(table)

    assert (phase_words(table), cost(table, "fr.IV", "2216")) == ("Allied movement", "2")
    pass_on(table)
    pass_on(table)
    assert (game(table).impulse, cost(table, "fr.IV", "2216")) == (2, "2")
    pass_on(table)
    pass_on(table)
    assert game(table).turn == 4
    assert game(table).interdicted == (frozenset(), frozenset())


@rule("gdw1940", "9.interdict.cost")
def test_an_allied_interdiction_lasts_through_the_german_player_turn_of_the_next_turn():
    table = air(board("Allied movement", impulse=2), british=1, french=1)
    table.put("German de.IX at 1506").play("interdict 1506")
    pass_on(table)
    pass_on(table)

    assert (game(table).turn, phase_words(table), cost(table, "de.IX", "1505")) == (4, "German movement", "3")
    pass_on(table)
    pass_on(table)
    assert (game(table).impulse, cost(table, "de.IX", "1505")) == (2, "3")
    pass_on(table)
    pass_on(table)
    assert phase_words(table) == "Allied movement"
    assert game(table).interdicted == (frozenset(), frozenset())


@rule("gdw1940", "R.9.interdict.cost.1")
def test_interdiction_in_any_phase_of_the_own_turn_even_after_the_last_battle():
    table = air(board("German combat", impulse=2), german=5)
    assert "interdict" in table.choices()
    table.play("attack 2011 with de.X de.XXXVII go", "done")
    assert table.choices() == ["interdict", "resolve"]
    table.dice(6).play("resolve 2011", "air 1")  # NE

    assert (table.asked, table.choices()) == ("german", ["interdict", "end"])
    table.play("interdict 2215", "interdict 2216")  # the last points are gone
    assert phase_words(table) == "Allied movement"


@rule("gdw1940", "R.9.interdict.cost.1")
def test_no_question_where_the_second_impulse_is_still_to_come_or_points_are_lacking():
    table = air(board("German combat"), german=5)
    table.dice(6).play("attack 2011 with de.X de.XXXVII go", "done", "resolve 2011", "air 1")
    assert phase_words(table) == "German movement"

    table = air(board("German combat", impulse=2), german=2)
    table.dice(6).play("attack 2011 with de.X de.XXXVII go", "done", "resolve 2011", "air 1")
    assert phase_words(table) == "Allied movement"


@rule("gdw1940", "9.interdict.effect")
def test_an_interdicted_hex_costs_one_more_to_leave_and_stops_who_enters():
    table = air(board("German movement", impulse=2), german=4)
    table.play("interdict 2215", "interdict 2316")
    pass_on(table)
    pass_on(table)

    assert cost(table, "fr.IV", "2216") == "2"
    table.play("move fr.IV 2216", "move fr.IV 2316")
    assert table.why_not("move fr.IV 2416").rule == "4.stop"


@rule("gdw1940", "9.interdict.effect")
def test_it_does_not_bind_the_side_that_interdicts():
    table = air(board("German movement"), german=2)
    table.put("German de.IX at 1506").play("interdict 1506")

    assert cost(table, "de.IX", "1505") == "2"


@rule("gdw1940", "9.interdict.effect")
def test_it_touches_neither_supply_nor_control_nor_combat():
    table = air(board("German movement", impulse=2), german=12)
    around = ("2115", "2116", "2214", "2216", "2315", "2316")
    table.play(*(f"interdict {label}" for label in around))
    pass_on(table)
    assert odds(table, "attack 2011 with de.X").ratio == "4 : 3"
    pass_on(table)

    assert phase_words(table) == "Allied movement"
    assert not status(table, "fr.IV") & UNSUPPLIED
    assert {owner(table, label) for label in around} == {"allied"}


@rule("gdw1940", "9.interdict.effect")
def test_it_does_not_bar_a_retreat():
    table = air(board("German movement"), german=2)
    table.play("interdict 2013")
    pass_on(table)
    table.dice(2).play("attack 2011 with de.X de.XXXVII go", "done", "resolve 2011")

    assert "2013" in table.choices("retreat fr.II")


@rule("gdw1940", "R.9.interdict.effect.1")
def test_nobody_steps_from_a_zone_into_an_interdicted_hex_without_motors():
    table = air(board("German movement", impulse=2), german=2)
    table.put("French fr.dim9 at 2011").play("interdict 2012")
    pass_on(table)
    pass_on(table)

    assert cost(table, "fr.dim9", "2012") == "2"
    assert cost(table, "fr.II", "2012") == "3"  # by way of 2112

"""7: what follows the result of a battle: disruption and recovery, retreats, advances."""

from __future__ import annotations

from meuse.events import Event
from meuse.games.gdw1940.board import AR, DISRUPTED, DR
from meuse.testkit import Table, rule

from .scene import at, fought, game, groups, joined, odds, owner, pass_on, phase_words, status, territory


def board(*sentences: str, words: str = "German combat", turn: int = 3, impulse: int = 1) -> Table:
    """These counters in a combat phase; the Low Countries are in the war."""
    table = joined(Table("gdw1940").clear(), "holland", "belgium", "luxembourg")
    return at(table.put(*sentences), words, turn, impulse)


def attack(table: Table, target: str, units: str, *dice: int) -> list[Event]:
    """Fight one battle with these dice."""
    return table.dice(*dice).play(f"attack {target} with {units} go", "done", f"resolve {target}")


# -- disruption


@rule("gdw1940", "7.disruption.effects")
def test_a_disrupted_unit_neither_moves_nor_attacks_and_has_no_zone():
    table = board("disrupted German de.X at 2010", "German de.IX at 1911", "French fr.II at 2011")
    assert table.why_not("attack 2011 with de.X").rule == "7.disruption.effects"
    assert not game(table).zones_german[game(table).map.hex("2110")]

    at(table, "German movement", 3)
    assert table.why_not("move de.X 2110").rule == "7.disruption.effects"
    assert table.why_not("rail de.X 2110").rule != ""


@rule("gdw1940", "7.disruption.effects")
def test_it_defends_with_its_full_factor():
    table = board("German de.X at 2010", "disrupted French fr.IV at 2011")

    assert odds(table, "attack 2011 with de.X").ratio == "4 : 4"


@rule("gdw1940", "7.disruption.no_duty")
def test_disrupted_enemies_may_be_left_alone():
    table = board("German de.X at 2010", "French fr.II at 2011", "shaken French fr.IV at 2110")
    assert table.choices("attack") == ["2011", "2110"]

    table.play("attack 2011 with de.X go")
    assert table.allows("done")


@rule("gdw1940", "7.disruption.recover_ar")
def test_recovery_from_a_repulse_in_the_first_impulse():
    """book.7.recover_ar_first"""
    table = board("French fr.II at 2011", "German de.kav1 at 2010", "German de.X at 1506")
    attack(table, "2011", "de.kav1", 4)

    assert phase_words(table) == "German movement"
    assert status(table, "de.kav1") & AR
    assert table.why_not("move de.kav1 2110").rule == "7.disruption.effects"
    pass_on(table)
    assert phase_words(table) == "Allied movement"  # it could not attack either
    assert not status(table, "de.kav1") & DISRUPTED


@rule("gdw1940", "7.disruption.recover_ar")
def test_recovery_from_a_repulse_in_the_second_impulse():
    table = board("French fr.II at 2011", "German de.kav1 at 2010", "German de.X at 1506", impulse=2)
    attack(table, "2011", "de.kav1", 4)
    assert [pass_on(table) for _ in range(4)] == ["Allied movement", "Allied combat"] * 2

    assert (game(table).turn, game(table).impulse) == (4, 1)
    assert status(table, "de.kav1") & AR
    pass_on(table)
    assert (game(table).turn, game(table).impulse) == (4, 2)
    assert not status(table, "de.kav1") & DISRUPTED


@rule("gdw1940", "R.7.disruption.recover_ar.1", "7.disruption.recover_ar")
def test_a_repulse_on_turn_0_ends_with_the_first_impulse_of_turn_1():
    table = board("French fr.II at 2011", "German de.kav1 at 2010", "German de.X at 1506", turn=0)
    attack(table, "2011", "de.kav1", 4)
    assert [pass_on(table), pass_on(table)] == ["Allied movement", "Allied combat"]

    assert (game(table).turn, game(table).impulse) == (1, 1)
    assert status(table, "de.kav1") & AR
    pass_on(table)
    assert (game(table).turn, game(table).impulse) == (1, 2)
    assert not status(table, "de.kav1") & DISRUPTED


@rule("gdw1940", "7.disruption.recover_dr")
def test_recovery_from_a_retreat_only_in_the_second_impulse():
    table = board("French fr.II at 2011", "French fr.IV at 2215", "German de.X at 2010", "German de.IX at 1911")
    attack(table, "2011", "de.X de.IX", 2)
    table.play("retreat fr.II 2013", "done")
    assert [pass_on(table)] == ["German movement"]

    assert phase_words(table) == "Allied movement"
    assert table.why_not("move fr.II 2014").rule == "7.disruption.effects"
    pass_on(table)
    assert (phase_words(table), game(table).impulse) == ("Allied movement", 2)
    assert status(table, "fr.II") & DR
    pass_on(table)
    assert not status(table, "fr.II") & DISRUPTED


@rule("gdw1940", "R.7.disruption.recover_ar.1", "7.disruption.recover_dr")
def test_a_retreat_on_turn_0_lasts_until_the_second_impulse_of_turn_1():
    table = board(
        "German de.kav1 at 1707", "German de.X at 1506", "French fr.IV at 1807", words="Allied combat", turn=0
    )
    attack(table, "1707", "fr.IV", 4, 3)
    table.play("retreat de.kav1 1705", "done")

    assert (game(table).turn, game(table).impulse) == (1, 1)
    assert status(table, "de.kav1") & DR
    pass_on(table)
    assert (game(table).turn, game(table).impulse) == (1, 2)
    assert status(table, "de.kav1") & DR
    pass_on(table)
    assert not status(table, "de.kav1") & DISRUPTED


@rule("gdw1940", "R.7.disruption.recover_dr.1")
def test_a_retreat_governs_over_a_repulse():
    table = board("disrupted French fr.II at 2011", "German de.X at 2010", "German de.IX at 1911")
    attack(table, "2011", "de.X de.IX", 2)
    happened = table.play("retreat fr.II 2013")

    assert status(table, "fr.II") & DISRUPTED == DR
    assert [event.kind for event in happened[:2]] == ["retreat", "disrupted"]  # and only when it is there


# -- retreats


def pocket(unit: str, *others: str) -> Table:
    """A French unit in 2011 must retreat; the only ways out lead through 1911, 2012 and 2111, in German zones."""
    french = [sentence for sentence in others if sentence.startswith("French")]
    german = [sentence for sentence in others if sentence.startswith("German")]
    ring = ("German de.IX at 2010", "German de.X at 1912", "German de.XXVI at 2112")
    table = board(f"French {unit} at 2011", *french, *ring, *german)
    assert "at 1.5:1: DR," in fought(attack(table, "2011", "de.IX", 1)).text
    return table


@rule("gdw1940", "7.retreat.two")
def test_a_retreat_ends_two_hexes_away():
    table = board("French fr.II at 2011", "German de.X at 2010", "German de.IX at 1911")
    attack(table, "2011", "de.X de.IX", 2)

    assert set(table.choices("retreat fr.II")) == {"1913", "2013", "2113", "2211", "2212"}
    assert table.why_not("retreat fr.II 2012").rule == "7.retreat.two"
    assert "no path of 2 open hexes" in table.why_not("retreat fr.II 2014").text


@rule("gdw1940", "7.retreat.zoc", "7.retreat.territory", "7.retreat.eliminated")
def test_retreats_through_enemy_zones():
    """derived.7.retreat_nonmotorized"""
    assert pocket("fr.II").where("fr.II") == ""

    table = pocket("fr.II", "French fr.dlc1 at 2012")
    assert table.choices("retreat fr.II") == ["2013"]
    assert table.why_not("retreat fr.II 1913").rule == "7.retreat.zoc"

    assert "2013" in pocket("fr.I").choices("retreat fr.I")
    assert "2013" in pocket("fr.I", "French fr.dlc1 at 2012").choices("retreat fr.I")


@rule("gdw1940", "7.retreat.territory")
def test_a_retreat_keeps_to_friendly_territory():
    table = pocket("fr.I")
    assert table.why_not("retreat fr.I 1913").rule == "7.retreat.territory"
    assert owner(table, "1913") == "german"

    table = board("German de.VIII at 2012", "French fr.II at 2011", "German de.X at 2010", "German de.IX at 1911")
    table.remove("German de.VIII")  # it has passed there: nobody's zone covers 2013, but it is German
    attack(table, "2011", "de.X de.IX", 2)
    assert owner(table, "2013") == "german"
    assert table.why_not("retreat fr.II 2013").rule == "7.retreat.territory"


@rule("gdw1940", "7.retreat.territory")
def test_no_retreat_onto_the_enemy():
    table = board("French fr.I at 2011", "German de.X at 2010", "German de.IX at 1911", "German de.VIII at 2013")
    attack(table, "2011", "de.X de.IX", 2)

    assert table.why_not("retreat fr.I 2013").rule == "7.retreat.territory"


@rule("gdw1940", "7.retreat.eliminated")
def test_a_unit_that_cannot_retreat_is_eliminated_and_scored():
    table = pocket("fr.II")

    assert table.where("fr.II") == ""
    assert game(table).points == [3, 0]


@rule("gdw1940", "R.7.retreat.two.1")
def test_no_detours():
    """Four hexes straight are barred by zones; five would lead to 2309."""
    german = ("German de.XI at 1913", "German de.XXVI at 2213", "German de.VIII at 2109", "German de.X at 2010")
    table = board("French fr.X at 2011", *german)
    attack(table, "2011", "de.X", 2)
    assert set(table.choices("retreat fr.X")) == {"2410", "2411", "2412"}

    table = board("French fr.X at 2011", *german, "German de.IX at 2411")
    attack(table, "2011", "de.X", 2)
    assert table.where("fr.X") == ""


@rule("gdw1940", "R.7.retreat.territory.1", "7.retreat.eliminated")
def test_no_retreat_over_the_sea():
    ring = ("German de.IX at 0713", "German de.X at 0813")
    friends = ("British uk.51 at 0714", "French fr.dlc1 at 0815", "French fr.dlc2 at 0715")
    table = board(*friends, *ring, "German de.XXVI at 0814")
    attack(table, "0714", "de.IX", 4)
    assert table.where("uk.51") == ""

    table = board(*friends, *ring)
    attack(table, "0714", "de.IX", 4)
    assert "0815" in table.choices("retreat uk.51")  # over the river to 0814


@rule("gdw1940", "R.7.retreat.territory.1")
def test_army_group_boundaries_do_not_bind_a_retreat():
    table = board("French fr.II at 2011", "German de.X at 2010", "German de.IX at 1911")
    regions, boundary = game(table).map.regions, game(table).map.hex("2013")
    groups(table, fr_9=2)
    attack(table, "2011", "de.X de.IX", 2)

    assert boundary in regions["allied-1"].hexes
    assert "2013" in table.choices("retreat fr.II")


@rule("gdw1940", "7.retreat.stacking", "R.7.retreat.stacking.1")
def test_a_unit_without_room_goes_on_by_as_few_hexes_as_it_can():
    table = pocket("fr.II", "French fr.dlc1 at 2012", "French fr.IV at 2013")

    assert table.choices("retreat fr.II") == ["1914", "2014", "2114"]
    assert table.why_not("retreat fr.II 2013").rule == "7.retreat.stacking"
    assert table.why_not("retreat fr.II 2015").rule == "7.retreat.two"


@rule("gdw1940", "R.7.retreat.stacking.1")
def test_beyond_a_full_hex_zones_bar_the_way_as_before():
    table = pocket(
        "fr.II", "French fr.dlc1 at 2012", "French fr.IV at 2013", "German de.VIII at 1915", "German de.II at 2115"
    )

    assert table.where("fr.II") == ""
    assert table.where("fr.IV") == "2013"


@rule("gdw1940", "7.retreat.owner")
def test_the_owner_retreats_each_unit_on_its_own():
    table = board("French fr.dlc1 at 2011", "French fr.dlc2 at 2011", "German de.X at 2010")
    attack(table, "2011", "de.X", 2)

    assert table.asked == "allied"
    assert table.choices("retreat") == ["fr.dlc1", "fr.dlc2"]
    table.play("retreat fr.dlc2 2013", "retreat fr.dlc1 2212")
    assert (table.where("fr.dlc1"), table.where("fr.dlc2")) == ("2212", "2013")


@rule("gdw1940", "R.7.retreat.owner.1", "7.retreat.owner")
def test_a_unit_that_goes_first_may_open_the_way_for_its_friend():
    """2012 is covered by a friend, 2013 is in a German zone: fr.II cannot go there unless fr.dlm1 stands there."""
    ring = ("German de.IX at 2010", "German de.X at 1912", "German de.XXVI at 2112", "German de.VIII at 2014")
    table = board("French fr.II at 2011", "French fr.dlm1 at 2011", "French fr.dlc1 at 2012", *ring)
    attack(table, "2011", "de.IX", 1)
    assert table.choices("retreat") == ["fr.dlm1"]
    assert table.why_not("retreat fr.II 2013").rule == "7.retreat.eliminated"

    table.play("retreat fr.dlm1 2013")
    assert table.choices("retreat fr.II") == ["2013"]


@rule("gdw1940", "R.7.retreat.owner.1", "7.retreat.eliminated")
def test_a_unit_is_lost_when_its_friends_have_gone_and_no_way_is_open():
    table = board("French fr.II at 2011", "French fr.dlm1 at 2011", "German de.IX at 2010", "German de.X at 1912")
    table.put("German de.XXVI at 2112", "French fr.dlc1 at 2013")
    attack(table, "2011", "de.IX", 1)
    assert table.why_not("retreat fr.II").text.startswith("French II Corps has nowhere to retreat")
    table.play("retreat fr.dlm1 2013")

    assert (table.where("fr.dlm1"), table.where("fr.II")) == ("2013", "")


@rule("gdw1940", "R.7.retreat.owner.2", "7.retreat.owner")
def test_two_hexes_of_a_battle_are_left_in_the_order_the_owner_likes_and_neither_for_the_other():
    """1912 and 2112 are two hexes apart; a motorized unit could get from one to the other."""
    table = board("German de.XIX at 2011", "French fr.dlm1 at 1912", "French fr.dlc1 at 2112").dice(1)
    table.play("attack 1912 2112 with de.XIX go", "done", "resolve 1912")
    assert (phase_words(table), table.choices("retreat")) == ("Retreat from 1912, 2112", ["fr.dlm1", "fr.dlc1"])
    assert "2112" not in table.choices("retreat fr.dlm1")
    assert table.why_not("retreat fr.dlm1 2112").rule == "7.retreat.owner"

    table.play("retreat fr.dlc1 2114", "retreat fr.dlm1 2013")
    assert {"1912", "2112"} <= set(table.choices("advance de.XIX"))


def joined_by_retreat(die: int) -> Table:
    """A division retreats on a corps that is attacked afterwards, at 4 to 4."""
    table = board("French fr.dlc1 at 2011", "French fr.IV at 2013", "German de.IX at 2010", "German de.X at 2014")
    table.dice(4).play("attack 2011 with de.IX go", "attack 2013 with de.X go", "done", "resolve 2011")
    table.play("retreat fr.dlc1 2013", "done")
    assert " at 1:1" in fought(table.dice(die).play("resolve 2013")).text
    return table


@rule("gdw1940", "7.retreat.joined", "R.7.all_adjacent.2")
def test_a_unit_that_has_retreated_adds_nothing_but_shares_the_result():
    table = joined_by_retreat(die=2)

    assert table.choices("retreat") == ["fr.IV", "fr.dlc1"]


@rule("gdw1940", "R.7.retreat.joined.1")
def test_in_the_next_combat_phase_it_defends_again():
    table = joined_by_retreat(die=3)
    pass_on(table)

    assert phase_words(table) == "German combat"
    assert {s.unit: s.counted for s in odds(table, "attack 2013 with de.X").defenders} == {"fr.IV": "4", "fr.dlc1": "1"}


@rule("gdw1940", "7.b_reservists")
def test_b_reservists_run_four_hexes():
    table = board("French fr.X at 2011", "German de.X at 2010")
    attack(table, "2011", "de.X", 2)
    map = game(table).map

    assert table.why_not("retreat fr.X 2013").rule == "7.b_reservists"
    assert {map.distance(map.hex("2011"), map.hex(label)) for label in table.choices("retreat fr.X")} == {4}


@rule("gdw1940", "7.b_reservists", "R.7.b_reservists.1")
def test_b_reservists_are_the_french_2_5_infantry_corps():
    counters = game(Table("gdw1940")).scenario.counters
    marked = {c.id for c in counters if c.has("b_reservists")}
    weak = {c.id for c in counters if (c.symbol, c.size, c.combat, c.movement) == ("infantry", "XXX", 2, 5)}

    assert marked == {name for name in weak if name.startswith("fr.")}
    assert "de.XXXVII" in weak


@rule("gdw1940", "R.7.b_reservists.1")
def test_a_german_2_5_corps_retreats_two_hexes():
    table = board("German de.XXXVII at 1806", "French fr.IV at 1906", words="Allied combat")
    attack(table, "1806", "fr.IV", 2)

    assert "1705" in table.choices("retreat de.XXXVII")


# -- advances


@rule("gdw1940", "7.advance.where", "7.advance.limits")
def test_where_a_unit_may_advance():
    """book.7.advance"""
    table = board("French fr.dlc1 at 1512", "German de.IX at 1511")
    attack(table, "1512", "de.IX", 1, 3)
    table.play("retreat fr.dlc1 1514")

    assert table.choices("advance de.IX") == ["1411", "1512", "1611"]
    assert table.why_not("advance de.IX 1510").rule == "7.advance.where"
    assert "not vacated" in table.why_not("advance de.IX 1510").text
    assert table.why_not("advance de.IX 1513").rule == "7.advance.limits"


def cleared(*others: str) -> Table:
    """2011 has been cleared by de.X from 2010 and de.IX from 1911."""
    table = board("French fr.II at 2011", *others, "German de.X at 2010", "German de.IX at 1911")
    attack(table, "2011", "de.X de.IX", 1)
    return table


@rule("gdw1940", "7.advance.where")
def test_only_attackers_advance_and_not_onto_an_enemy():
    table = cleared("disrupted French fr.IV at 2111", "German de.kav1 at 2010")

    assert set(table.choices("advance")) == {"de.IX", "de.X"}
    assert table.why_not("advance de.kav1 2011").rule == "7.advance.where"
    assert table.why_not("advance de.X 2111").rule == "6.enemy_hex"


@rule("gdw1940", "7.advance.where")
def test_no_advance_where_no_hex_was_cleared():
    table = board("French fr.II at 2011", "German de.X at 2010", "German de.XXXVII at 1911")
    attack(table, "2011", "de.X de.XXXVII", 5)

    assert "advance" not in table.choices()


@rule("gdw1940", "R.7.advance.where.1", "6.sea.restrict")
def test_an_allied_advance_may_cross_the_sea_to_a_friendly_hex_outside_enemy_zones():
    table = board("British uk.I at 0714", "British uk.II at 0813", "German de.fj1 at 0814", words="Allied combat")
    attack(table, "0814", "uk.I", 1)
    assert {"0715", "0814"} <= set(table.choices("advance uk.I"))

    table.put("German de.IX at 0815")
    assert table.why_not("advance uk.I 0715").rule == "6.sea.restrict"
    territory(table.remove("German de.IX"), "german", "0715")
    assert table.why_not("advance uk.I 0715").rule == "6.sea.restrict"


@rule("gdw1940", "R.7.advance.where.1", "6.sea.german")
def test_no_german_advance_crosses_the_sea():
    table = board("German de.IX at 0714", "French fr.dlc1 at 0713")
    attack(table, "0713", "de.IX", 1)

    assert table.why_not("advance de.IX 0613").rule == "6.sea.german"


@rule("gdw1940", "7.advance.limits")
def test_an_advance_is_one_hex_and_keeps_the_stacking_limit():
    table = cleared()
    table.play("advance de.X 2011")

    assert table.choices("advance") == ["de.IX"]
    assert table.why_not("advance de.IX 2011").rule == "7.advance.limits"
    assert table.choices("advance de.IX") == ["1912", "2010"]


@rule("gdw1940", "7.advance.limits")
def test_an_advance_ignores_enemy_zones_and_costs_nothing():
    germans = ("German de.X at 2010", "German de.IX at 1911", "German de.VIII at 2110")
    table = board("French fr.II at 2011", "French fr.IV at 2111", *germans)
    table.dice(1).play("attack 2011 with de.IX de.X go", "attack 2111 with de.VIII go", "done", "resolve 2011")
    table.play("advance de.X 2011")  # from zone to zone beside fr.IV, without motors

    assert table.where("de.X") == "2011"
    assert game(table).spent == [0] * len(game(table).spent)


@rule("gdw1940", "7.advance.when", "7.order")
def test_the_advance_comes_before_the_next_battle():
    germans = ("German de.X at 2010", "German de.IX at 1911", "German de.VIII at 2312")
    table = board("French fr.II at 2011", "French fr.dlc1 at 2212", *germans)
    table.dice(1).play("attack 2011 with de.IX de.X go", "attack 2212 with de.VIII go", "done", "resolve 2011")

    assert table.choices() == ["advance", "done"]
    table.play("done")
    assert table.choices() == ["resolve"]
    assert table.why_not("advance de.X 2011").rule == "7.order"


@rule("gdw1940", "R.7.advance.where.1")
def test_a_german_advance_into_a_neutral_country_invades_it():
    table = Table("gdw1940").clear().put("French fr.dlc1 at 1807", "German de.XIX at 1707")
    attack(at(table, "German combat", 3), "1807", "de.XIX", 1)
    assert game(table).is_neutral("luxembourg")

    table.play("advance de.XIX 1708")
    assert not game(table).is_neutral("luxembourg")


@rule("gdw1940", "R.7.advance.where.1")
def test_allies_do_not_advance_into_a_neutral_country():
    table = Table("gdw1940").clear().put("German de.kav1 at 1807", "French fr.IV at 1808")
    attack(at(table, "Allied combat", 3), "1807", "fr.IV", 1, 1)

    assert table.choices("advance fr.IV") == ["1807", "1908"]
    assert table.why_not("advance fr.IV 1708").rule == "13.status.entry"


@rule("gdw1940", "R.7.advance.where.1")
def test_boundaries_bind_an_advance():
    table = board("German de.kav1 at 2013", "French fr.II at 2012", words="Allied combat")
    groups(table, fr_9=2)
    attack(table, "2013", "fr.II", 1, 1)

    assert table.choices("advance fr.II") == ["2113"]
    assert table.why_not("advance fr.II 2013").rule == "17.french.boundaries"


@rule("gdw1940", "R.7.advance.where.1")
def test_no_advance_over_a_lake():
    table = joined(board(words="German movement"), "switzerland").put("Swiss ch.1 at 2906", "German de.IX at 3005")
    attack(at(table, "German combat", 3), "2906", "de.IX", 1)

    assert table.choices("advance de.IX") == ["2905", "2906"]
    assert table.why_not("advance de.IX 3006").rule == "7.advance.limits"


@rule("gdw1940", "R.7.advance.where.1")
def test_the_limits_of_turn_0_do_not_bind_an_advance():
    table = board("German de.kav1 at 2012", "French fr.II at 2011", words="Allied combat", turn=0)
    attack(table, "2012", "fr.II", 1)
    assert "2012" in table.choices("advance fr.II")

    table = board("German de.kav1 at 0508", "Dutch nl.II at 0509", words="Allied combat", turn=0)
    attack(table, "0508", "nl.II", 1)
    table.play("retreat de.kav1 0506")
    assert "0508" in table.choices("advance nl.II")  # of an invaded neutral, who may not move (18.neutrals)

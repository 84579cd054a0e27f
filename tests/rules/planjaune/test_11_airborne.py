"""11.5: airborne assaults."""

from __future__ import annotations

import pytest

from meuse.games.planjaune import odds
from meuse.games.planjaune.aftermath import Split, most_spared
from meuse.games.planjaune.airborne import launching_cities
from meuse.games.planjaune.losses import Lose
from meuse.games.planjaune.supply import judge_supply
from meuse.games.planjaune.zones import feared, holders
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, at, battle, board, fight, game, status, totals, unit
from .test_11_fortifications import combat, fallen


def landing(*units: str, turn: int = 1) -> Table:
    return at(
        board("de.fj1 in airborne", "de.fj2 in airborne", "de.ll22 in airborne", *units, turn=turn),
        "German special operations",
        turn,
    )


@rule("planjaune", "11.5a", "R.11.5a.1", "R.11.5a.3", "11.12.axis-t1-airborne")
def test_airborne_units_reach_ten_hexes_from_a_german_city_also_on_turn_1():
    table = landing("de.IX at 2013", "nl.I at 2202")
    assert table.allows("drop de.fj1 1507")
    assert table.why_not("drop de.fj1 0728").rule == "11.5a"
    assert table.why_not("drop de.fj1 1804").rule == "11.5a"
    assert all(c.side is GERMAN for c in game(table).scenario.counters if c.has("airborne"))


@rule("planjaune", "R.11.5a.2", "11.5a")
def test_no_start_from_a_city_beside_an_enemy_zone():
    table = landing("de.IX at 2013")
    assert game(table).map.hex("1913") in launching_cities(game(table))
    beside = landing("de.IX at 2013", "fr.I at 1912")
    assert game(beside).map.hex("1913") not in launching_cities(game(beside))


@rule("planjaune", "11.5b")
def test_two_to_a_hex():
    table = landing("de.IX at 2013")
    table.play("drop de.fj1 1507", "drop de.fj2 1507")
    assert table.why_not("drop de.ll22 1507").rule == "11.5b"


@rule("planjaune", "11.5b")
def test_those_lost_over_the_hex_count_too():
    table = landing("de.IX at 2013", "nl.I at 1507").dice(6, 6)
    table.play("drop de.fj1 1507", "drop de.fj2 1507")
    assert table.why_not("drop de.ll22 1507").rule == "11.5b"
    assert table.allows("drop de.ll22 1506")


@rule("planjaune", "11.5c")
def test_a_landing_in_an_empty_hex_is_safe():
    table = landing("de.IX at 2013").dice(6)
    table.play("drop de.fj1 1507")
    assert table.where("de.fj1") == "1507"


@rule("planjaune", "11.5d")
@pytest.mark.parametrize(("die", "where"), [(3, "1507"), (4, "")])
def test_among_enemies_it_is_lost_on_4_5_and_6(die, where):
    table = landing("de.IX at 2013", "nl.I at 1507").dice(die)
    table.play("drop de.fj1 1507")
    assert table.where("de.fj1") == where


@rule("planjaune", "11.5e")
@pytest.mark.parametrize(("die", "where"), [(4, "1814"), (5, "")])
def test_among_works_alone_on_5_and_6(die, where):
    table = landing("de.IX at 2013").dice(die)
    table.play("drop de.fj1 1814")
    assert table.where("de.fj1") == where


@rule("planjaune", "R.11.5d.1", "1k")
def test_a_headquarters_alone_falls_to_a_surviving_landing():
    table = landing("de.IX at 2013", "fr.hq1 at 1612").dice(3)
    table.play("drop de.fj1 1612")
    assert table.where("fr.hq1") == ""
    assert landing("de.IX at 2013", "fr.hq1 at 1612").dice(4).play("drop de.fj1 1612")


@rule("planjaune", "11.5f", "6.1a", "R.11.5f.1")
def test_survivors_must_attack_with_the_friends_beside_them():
    table = combat("de.fj1 at 1507", "de.pz3 at 1506", "nl.ab at 1507")
    assert table.why_not("done").rule == "11.5f"
    table.play("attack 1507 with de.fj1 go")
    assert table.why_not("done").rule == "11.5f"
    table.play("withdraw 1507", "attack 1507 with de.pz3 de.fj1 go")
    assert table.allows("done")

    alone = combat("de.fj1 at 1507", "nl.ab at 1507")
    alone.play("attack 1507 with de.fj1 go")
    assert alone.allows("done")


@rule("planjaune", "R.11.5f.2")
def test_infantry_that_would_owe_other_attacks_need_not_help():
    table = combat("de.fj1 at 0729", "de.IX at 0728", "fr.dlc1 at 0729", "fr.I at 0829")
    table.play("attack 0729 with de.fj1 go")
    assert table.allows("done")

    free = combat("de.fj1 at 0729", "de.IX at 0728", "fr.dlc1 at 0729")
    free.play("attack 0729 with de.fj1 go")
    assert free.why_not("done").rule == "11.5f"


@rule("planjaune", "11.5g")
def test_used_units_leave_in_the_next_special_operations_phase():
    table = at(board("dropped de.fj1 at 1507", "de.fj2 in airborne", turn=2), "RemoveAirborne", 2)
    assert table.where("de.fj1") == ""
    assert table.where("de.fj2") == "airborne"
    landed = at(board("dropped de.fj1 at 1507", "de.IX at 0728"), "German non-motorized movement")
    assert landed.why_not("move de.fj1 1506").rule == "11.5g"


@rule("planjaune", "11.5h")
def test_with_airborne_units_hexsides_no_longer_reduce_the_attackers_but_works_defend():
    table = combat("de.fj1 at 1820", "de.IX at 1819", "fr.I at 1820")
    assert totals(table, battle(table, GERMAN, "1820", "de.IX", "de.fj1")) == (7, 7)
    river = combat("de.fj1 at 1518", "de.IX at 1517", "fr.I at 1518")
    assert totals(river, battle(river, GERMAN, "1518", "de.IX", "de.fj1")) == (7, 4)
    assert totals(river, battle(river, GERMAN, "1518", "de.IX")) == (2, 4)


@rule("planjaune", "11.5i")
def test_the_second_step_is_lost_by_an_airborne_unit():
    table = board("de.fj1 at 1507", "de.pz3 at 1506", "de.pz4 at 1506", "nl.I at 1507")
    units = tuple(unit(table, name) for name in ("de.fj1", "de.pz3", "de.pz4"))
    table.step(Lose(GERMAN, units, 3, "6.2.4.att", unit(table, "de.pz3"), airborne=True))
    assert table.steps("de.pz3") == 1
    assert table.where("de.fj1") == ""
    assert set(table.choices("lose")) == {"de.pz3", "de.pz4"}


@rule("planjaune", "4d", "3d", "4a")
def test_paratroopers_open_no_hex_and_have_no_zone():
    table = board("de.fj1 at 0729", "de.fj2 at 0729", "fr.I at 0730")
    assert odds.points_of(game(table), unit(table, "de.fj1")) == 0
    assert holders(game(table), GERMAN) == ()
    assert feared(game(table), GERMAN)[game(table).map.hex("0729")]


@rule("planjaune", "11.3b", "R.11.3b.2", "11.5f")
def test_headquarters_support_a_landing_attacked_in_concert():
    units = ("de.hqb at 1806", "de.IX at 1706", "de.fj1 at 1607", "nl.ab at 1607")
    table = combat(*units)
    table.play("attack 1607 with de.IX de.fj1 go", "done")
    assert table.choices() == ["support", "pass"]
    assert table.choices("support") == ["de.hqb"]

    far = combat("de.hqc at 2105", *units[1:])
    far.play("attack 1607 with de.IX de.fj1 go", "done")
    assert "support" not in far.choices()


@rule("planjaune", "R.11.3b.2", "11.3c")
def test_the_way_to_those_who_landed_must_be_open_up_to_their_hex():
    barred = ("nl.leicht at 0827", "nl.asgr at 0728", "nl.inis at 0828")
    hq, landed = "de.hqb at 0727", ("de.fj1 at 0729", "nl.ab at 0729")
    open_way, shut = combat(hq, *landed), combat(hq, *landed, *barred, "nl.betmaa at 0627", "nl.peel at 0628")
    for table, able in ((open_way, True), (shut, False)):
        table.play("attack 0729 with de.fj1 go", "done")
        assert ("support" in (table.choices() if table.asked else [])) is able


@rule("planjaune", "11.5i", "6.2.3c")
def test_the_second_step_is_lost_by_an_airborne_unit_in_defence_too():
    table = board("de.fj1 at 0729", "de.pz3 at 0729", "de.pz4 at 0729", "fr.I at 0728")
    fought = battle(table, ALLIED, "0729", "fr.I")
    units = tuple(unit(table, name) for name in ("de.pz3", "de.pz4", "de.fj1"))
    table.step(Split(GERMAN, fought, units, 3, unit(table, "de.pz3"))).play("split 3")
    assert (table.steps("de.pz3"), table.where("de.fj1")) == (1, "")
    assert set(table.choices("lose")) == {"de.pz3", "de.pz4"}


@rule("planjaune", "11.5i", "R.6.3b.3")
def test_the_step_of_the_airborne_unit_frees_no_room_for_a_retreat():
    # Both corps would have to become cadres to fit into 0730 beside four points; one step is the paratroopers'.
    full = ("fr.IX at 0728", "de.m2 at 0730", "de.m13 at 0730", "de.m29 at 0730")
    table = board("de.fj1 at 0729", "de.IX at 0729 with 2 steps", *full)
    lead, units = unit(table, "de.IX"), (unit(table, "de.IX"), unit(table, "de.fj1"))
    assert most_spared(game(table), units, units[:1], lead, 1) == 1
    assert most_spared(game(table), units, units[:1], lead, 2) == 1

    two = board("de.fj1 at 0729", "de.IX at 0729 with 2 steps", "de.XI at 0729 with 2 steps", *full)
    units = tuple(unit(two, name) for name in ("de.IX", "de.XI", "de.fj1"))
    assert most_spared(game(two), units, units[:2], units[0], 2) == 1
    assert most_spared(game(two), units, units[:2], units[0], 3) == 2


@rule("planjaune", "R.11.5e.1", "11.4j")
def test_works_fall_when_the_defenders_leave_the_airborne_units_alone_in_them():
    table = combat("de.fj1 at 1814", "be.III at 1814 with 1 step", "de.VIII at 1914")
    fight(table, "attack 1814 with de.fj1 de.VIII go", dice=(6, 6))
    table.play("done")
    assert table.where("de.fj1") == "1814"
    assert fallen(table, "1814")
    assert at(table, "German non-motorized movement").allows("move de.VIII 1814")


@rule("planjaune", "R.11.5g.1", "8.1e", "8.2g")
def test_airborne_units_need_no_supply_line():
    table = board("de.fj1 at 1507", "nl.I at 1506", "de.IX at 1505", "nl.II at 1405")
    judge_supply(game(table), GERMAN)
    assert status(table, "de.IX") == ("unsupplied",)
    assert status(table, "de.fj1") == ()

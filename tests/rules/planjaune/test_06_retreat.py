"""6.3: retreats."""

from __future__ import annotations

import pytest

from meuse import IllegalOrder
from meuse.games.planjaune.retreat import Retreat
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, board, changed, game
from .test_06_results import result


def retreating(table: Table, length: int, origin: str = "0729") -> Table:
    return table.step(Retreat(ALLIED, game(table).map.hex(origin), length))


@rule("planjaune", "6.3a", "R.6.3a.1")
def test_a_stack_retreats_nearer_to_some_supply_source_whichever_it_is():
    # The nearest source is 0732, three hexes away; Paris, Dijon and the western railways are sources as well.
    table = retreating(board("fr.I at 0729", "de.IX at 0728"), 1)
    assert set(table.choices("retreat")) == {"0629", "0630", "0730", "0829", "0830"}


@rule("planjaune", "6.3a", "R.6.3a.1")
def test_a_source_in_an_enemy_zone_is_still_one_to_retreat_towards():
    # The cities being lost, only 0115 is nearer to 0116 than to 0117.
    for enemies in ((), ("de.XI at 0215",)):
        table = board("fr.I at 0117", *enemies)
        g = game(table)
        for city in g.scenario.all_cities:
            g.set_control(city, GERMAN + 1)
        assert retreating(changed(table), 1, "0117").allows("retreat 0116")


@rule("planjaune", "6.3a", "R.6.3a.1", "6.3e")
def test_nobody_retreats_away_from_all_sources():
    # North and east of 2604 there is nothing that feeds the Allies.
    table = retreating(board("fr.I at 2604", "de.IX at 2704"), 1, "2604")
    assert table.why_not("retreat 2603").rule == "6.3a"
    assert set(table.choices("retreat")) == {"2503", "2504", "2605"}

    around = ("de.XI at 2503", "de.IV at 2504", "de.I at 2605")
    shut = retreating(board("fr.I at 2604", "de.IX at 2704", *around), 1, "2604")
    assert (shut.where("fr.I"), shut.steps("fr.I")) == ("2604", 2)


@rule("planjaune", "6.3b")
def test_a_retreat_ends_as_far_away_as_it_is_long():
    table = retreating(board("fr.I at 0728", "de.IX at 0727"), 2, "0728")
    assert table.why_not("retreat 0729").rule == "6.3b"
    g = game(table)
    assert {g.map.distance(g.map.hex("0728"), g.map.hex(goal)) for goal in table.choices("retreat")} == {2}


@rule("planjaune", "6.3c")
def test_each_hex_in_an_enemy_zone_costs_a_step():
    # The corps in 0830 covers 0730 and 0831, so the way south lies in its zone.
    table = retreating(board("fr.I at 0729", "de.IX at 0728", "de.XI at 0830", "de.IV at 0629"), 1)
    table.play("retreat 0730")
    assert table.steps("fr.I") == 2


@rule("planjaune", "6.3c", "4d")
def test_a_friend_in_the_hex_saves_the_step_a_headquarters_does_not():
    enemies = ("de.IX at 0728", "de.XI at 0830", "de.IV at 0629")
    with_unit = retreating(board("fr.I at 0729", "fr.dlc1 at 0730", *enemies), 1)
    with_unit.play("retreat 0730")
    assert with_unit.steps("fr.I") == 3

    with_hq = retreating(board("fr.I at 0729", "fr.hq1 at 0730", *enemies), 1)
    with_hq.play("retreat 0730")
    assert with_hq.steps("fr.I") == 2


@rule("planjaune", "10.2.interdict-retreat", "6.3c")
def test_an_interdicted_hex_costs_a_step_more():
    table = board("fr.I at 0729", "de.IX at 0728", "de.XI at 0830", "de.IV at 0629")
    changed(table, interdicted=(frozenset({game(table).map.hex("0730")}), frozenset()))
    retreating(table, 1).play("retreat 0730")
    assert table.steps("fr.I") == 1

    clear = board("fr.I at 0729", "de.IX at 0728")
    changed(clear, interdicted=(frozenset({game(clear).map.hex("0730")}), frozenset()))
    retreating(clear, 1).play("retreat 0730")
    assert clear.steps("fr.I") == 2


@rule("planjaune", "6.3d", "1k")
def test_no_retreat_through_enemies_but_over_a_headquarters():
    table = retreating(board("fr.I at 0729", "de.IX at 0728", "de.pz1 at 0730"), 1)
    assert table.why_not("retreat 0730").rule == "6.3d"

    over = retreating(board("fr.I at 0729", "de.IX at 0728", "de.hqa at 0730"), 1)
    over.play("retreat 0730")
    assert over.where("de.hqa") == ""


@rule("planjaune", "6.3e")
def test_without_a_way_out_every_point_is_a_step():
    around = ("0728", "0730", "0829", "0830", "0629", "0630")
    names = ("de.IX", "de.XI", "de.IV", "de.I", "de.V", "de.VIII")
    enemies = [f"{name} at {place}" for name, place in zip(names, around, strict=True)]
    table = result(board("fr.I at 0729", *enemies), 2, "de.IX")
    assert (table.where("fr.I"), table.steps("fr.I")) == ("0729", 1)


@rule("planjaune", "R.6.3b.1", "R.6.3b.2")
def test_the_stack_stays_together_and_finds_room_in_one_hex():
    table = retreating(board("fr.I at 0729", "fr.II at 0729", "fr.III at 0730", "de.IX at 0728"), 1)
    assert table.why_not("retreat 0730").rule == "3a"
    goal = table.choices("retreat")[0]

    table.play(f"retreat {goal}")

    assert table.where("fr.I") == table.where("fr.II") == goal
    with pytest.raises(IllegalOrder):
        retreating(board("fr.I at 0115", "de.IX at 0215"), 1, "0115").play("retreat 0114")


@rule("planjaune", "11.12.luxembourg", "R.12.2b.1", "6.3e")
def test_nobody_retreats_into_a_country_that_is_still_neutral():
    around = ("de.IX at 1920", "de.X at 1821", "de.V at 1720", "de.VI at 1719")
    table = board("fr.XXIV at 1820", *around, scenario="free")
    retreating(table, 1, "1820")
    assert table.steps("fr.XXIV") == 2  # nowhere to go: a step

    at_war = frozenset({"luxembourg", "netherlands"})
    open_now = changed(board("fr.XXIV at 1820", *around, scenario="free"), invaded=at_war)
    assert retreating(open_now, 1, "1820").choices("retreat") == ["1919"]
    assert open_now.why_not("retreat 1819").rule == "12.2b"


@rule("planjaune", "8.3.allied", "R.8.3.allied.1", "6.3a")
def test_the_cities_of_a_neutral_country_steer_no_retreat():
    # From 1918 the way to 1917 brings the French nearer to the cities of Belgium, and to nothing else.
    neutral = changed(board("fr.XXIV at 1918", "de.IX at 2018", scenario="free"), invaded=frozenset({"luxembourg"}))
    assert retreating(neutral, 1, "1918").why_not("retreat 1917").rule == "6.3a"

    at_war = changed(board("fr.XXIV at 1918", "de.IX at 2018"), invaded=frozenset({"luxembourg", "belgium"}))
    assert retreating(at_war, 1, "1918").allows("retreat 1917")

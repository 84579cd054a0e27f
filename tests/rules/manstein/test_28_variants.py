"""28: scenario variants, and what they cost."""

from __future__ import annotations

import pytest

from meuse.testkit import Table, rule

from .scene import air, combat, draw, game, lines, mark, movement, number, points, scene, set_up, words


def variant(name: str) -> Table:
    return Table("manstein", options={name: True})


@pytest.mark.parametrize(("name", "value"), [("28.1a", 1), ("28.1b", 1), ("28.1c", 1), ("28.1d", 1)])
@rule("manstein", "28.1a", "28.1b", "28.1c", "28.1d", "R.28.1a.1")
def test_german_variants_cost_points(name, value):
    assert points(variant(name), "allied") == value
    assert points(variant(name), "german") == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [("28.1e", 5), ("28.2a", 1), ("28.2b", 5), ("28.2c", 1), ("28.2d", 1), ("28.2e", 3), ("28.2f", 5)],
)
@rule("manstein", "28.1e", "28.2a", "28.2b", "28.2c", "28.2d", "28.2e", "28.2f", "R.28.1a.1")
def test_allied_variants_cost_points(name, value):
    assert points(variant(name), "german") == value
    assert lines(variant(name), "german") == {"variant": value}


@rule("manstein", "28.1a")
def test_the_ss_corps_is_set_up_as_a_reserve():
    table = set_up(variant("28.1a"))

    assert table.where("de.SS") == "2138"
    assert game(table).counter(number(table, "de.SS")).command == "Res"


@rule("manstein", "28.1b", "28.2c")
def test_more_special_forces():
    assert variant("28.1b").where("de.sf.opt") == "available"
    assert variant("28.2c").where("fr.sf") == "available"
    assert Table("manstein").where("fr.sf") == ""


@pytest.mark.parametrize(("name", "unit"), [("28.1c", "de.GbK"), ("28.2d", "fr.Col"), ("28.2e", "uk.a.fc")])
@rule("manstein", "28.1c", "28.2d", "28.2e")
def test_units_that_arrive_on_turn_3(name, unit):
    table = variant(name)

    assert (table.where(unit), game(table).arrival[number(table, unit)]) == ("track", 3)


@rule("manstein", "28.1e", "R.28.1e.1")
def test_the_netherlands_may_be_out_of_play():
    table = set_up(variant("28.1e"))
    table.play("german: special manstein", "allied: special none")

    assert table.where("nl.V") == ""
    assert "netherlands" not in game(table).regular[1]
    table = movement(scene("German de.6 at 1735", o28_1e=True))
    assert table.why_not("move de.6 1635").rule == "28.1e"
    assert lines(table, "german") == {"variant": 5}
    assert all(game(table).map.country[n] != "netherlands" for h in game(table).scenario.links for n in h)


@rule("manstein", "28.1e", "15.2c", "R.11.1b.1")
def test_nobody_retreats_towards_a_port_that_is_out_of_play():
    def retreats(**options: bool) -> list[str]:
        table = mark(scene("German de.6 at 1436", "British uk.1A at 1336", **options), "bombed", "1335")
        combat(table).dice(6)
        table.play("attack 1336 with de.6 go")
        return table.choices("retreat uk.1A")

    assert "1435" in retreats()  # on the way to Rotterdam, since Antwerp is bombed
    assert retreats(o28_1e=True) == ["1235", "1236", "1335", "1337"]  # to Oostende


@rule("manstein", "28.1e")
def test_aircraft_stay_out_of_the_netherlands_too():
    table = air(scene("de.a.I in available", o28_1e=True))

    assert table.why_not("fly de.a.I 1432").rule == "28.1e"
    assert table.allows("fly de.a.I 1336")
    assert air(scene("de.a.I in available")).allows("fly de.a.I 1432")


@rule("manstein", "28.2a")
def test_allied_armour_starts_on_the_map_at_full_strength():
    table = set_up(variant("28.2a"))

    assert (table.where("fr.2GC"), table.steps("fr.2GC")) == ("0937", 2)
    assert (table.where("uk.1A"), table.steps("uk.1A")) == ("1036", 2)


@rule("manstein", "28.2b")
def test_allied_airpower():
    table = air(scene("fr.a.n in available", "fr.a.e in available", "fr.a.s in available", marker="2AG", o28_2b=True))
    table.play("fly fr.a.n 1834", "fly fr.a.e 1036")
    assert table.why_not("fly fr.a.s 1037").rule == "16.1"

    table.play("end")
    assert (words(table), table.choices("bomb")) == ("City bombing", ["fr.a.n"])


@rule("manstein", "28.2f")
def test_an_alliance_with_belgium():
    mixed = ("French fr.7 at 1336", "Belgian be.III at 1336", "Belgian be.N at 1539")
    table = draw(scene(*mixed, o28_2f=True), "belgium")
    assert "1639" in table.reach("be.N")
    table.play("end")
    assert words(table) == "End of turn 6"

    table = draw(scene("French fr.7 at 1336", "British uk.1A at 1336", "Belgian be.N at 1539", o28_2f=True), "belgium")
    table.play("end")
    assert words(table) == "Overstacking in Brussels (1336)"


@rule("manstein", "28.3")
def test_reinforcements_may_come_at_random():
    table = variant("28.3").dice(6, 1, 2, 3, 4, 5)
    table.play("auto", "done", "plan plan-d")
    g = game(table)
    allied = [g.arrival[u] for u in g.units_in(g.box("track"), g.side(number(table, "fr.6")))]

    assert allied == [6, 1, 2, 3, 4, 5]
    assert "fr.6" not in {unit.id for unit in table.game.view("german").units}
    assert table.game.seat("german").journal[-1].dice == ()  # the rolls are secret


@rule("manstein", "28.3", "13.1")
def test_a_random_arrival_is_kept():
    table = scene("French fr.6 in track", marker="1AG", o28_3=True)
    game(table).arrival[number(table, "fr.6")] = 5
    draw(table, "1AG")

    assert words(table) == "Allied reinforcements"  # he is asked, so that nothing shows
    assert table.choices() == ["done"]

"""14: advance after combat."""

from __future__ import annotations

from meuse.games.france40.advance import Advance, victors
from meuse.games.france40.combat import Combat
from meuse.games.france40.odds import Battle
from meuse.testkit import Table, rule

from .scene import doing, game, plain, result, under, unit


def won(table: Table, hexes: int, vacated: str, *attackers: str) -> Table:
    """The attackers have just cleared a hex, and may advance so many hexes; 0 is a Limited Advance."""
    g = game(table)
    b = Battle(g.map.hex(vacated), tuple(sorted(unit(table, u) for u in attackers)))
    side = g.scenario.side_of[b.units[0]]
    return table.step(Advance(side, b, hexes, victors(g, b)), Combat(side))


# -- 14.1


@rule("france40", "14.1.1a", "14.1.2a")
def test_those_who_attacked_advance_when_the_defender_has_gone():
    table = plain("German de.id32 at 1421", "German de.id12 at 1421", "German de.lah at 1721", "French fr.di43 at 1422")
    assert result(table.dice(1).play("attack 1422 with de.id32 de.id12 go")) == "DR2"
    table.play("pass", "retreat fr.di43 go 1424")

    assert table.choices("advance") == ["de.id32", "de.id12"]
    assert table.why_not("advance de.lah").rule == "14.1.2a"


@rule("france40", "14.1.1a")
def test_nobody_advances_when_the_defender_holds():
    table = plain("German de.id32 at 1421", "German de.id12 at 1421", "French fr.di43 at 1422")
    table.dice(1).play("attack 1422 with de.id32 de.id12 go")
    table.dice(6, 6).play("stand fr.di43", "lose de.id32")
    assert doing(table) == "Combat"


@rule("france40", "14.1.1a", "17.1.1a")
def test_an_hq_that_gave_support_does_not_advance():
    table = plain("French fr.di43 at 1421", "French fr.hq7 at 1421", "German de.mg7 at 1422", words="Allied combat")
    assert result(table.dice(1).play("attack 1422 with fr.di43 go", "support fr.hq7")) == "A1/D1"  # 5 to 2, and the HQ
    assert table.choices("advance") == ["fr.di43"]
    assert table.why_not("advance fr.hq7").text == "7e Armée HQ supported the attack and cannot advance"


@rule("france40", "14.1.1b")
def test_hexes_are_counted_and_not_movement_points():
    table = won(plain("German de.lah at 4519"), 2, "4520", "de.lah")
    assert "4621" in table.choices("advance de.lah")  # woods would cost two points


@rule("france40", "14.1.1c")
def test_stacking_is_observed_at_the_end():
    table = plain("German de.lah at 1421", "German de.id12 at 1422", "German de.id62 at 1422")
    won(table, 2, "1422", "de.lah")
    assert table.why_not("advance de.lah 1422").rule == "14.1.1c"
    assert "1423" in table.choices("advance de.lah")  # through it and on


@rule("france40", "14.1.2a", "14.1.2b")
def test_units_stacked_with_the_attackers_tag_along():
    table = plain("German de.id32 at 1421", "German de.lah at 1421", "disrupted German de.gd at 1421")
    won(table, 2, "1422", "de.id32")
    assert table.choices("advance") == ["de.lah", "de.id32"]
    assert "de.lah" in table.choices("group")


@rule("france40", "14.1.2a")
def test_who_has_attacked_already_does_not_tag_along():
    table = plain("German de.id32 at 1421", "German de.lah at 1421", "French fr.bc1 at 1321", "French fr.lest at 1422")
    table.dice(6).play("attack 1321 with de.lah go")  # 5 to 3: A1
    won(table, 2, "1422", "de.id32")
    assert table.choices("advance") == ["de.id32"]


@rule("france40", "R.14.1.2a.1", "14.1.2a")
def test_who_has_advanced_does_not_attack():
    table = won(
        plain("German de.id32 at 1421", "German de.lah at 1421", "French fr.di43 at 1425"), 3, "1422", "de.id32"
    )
    table.play("advance de.lah 1424", "done")
    table.put("German de.id12 at 1325", "German de.id62 at 1325")
    assert table.why_not("attack 1425 with de.lah").rule == "14.1.2a"


@rule("france40", "R.14.1.2a.2")
def test_marked_units_do_not_tag_along():
    table = under(plain("German de.id32 at 1421", "German de.lah at 1421"), 1, "de.lah")
    assert won(table, 2, "1422", "de.id32").choices("advance") == ["de.id32"]


@rule("france40", "14.1.2c")
def test_other_allies_tag_along():
    table = plain("French fr.di43 at 1421", "British uk.50 at 1421", words="Allied combat")
    assert won(table, 2, "1422", "fr.di43").choices("advance") == ["fr.di43", "uk.50"]


# -- 14.2


@rule("france40", "14.2.1b", "18.4c")
def test_the_kind_of_unit_limits_the_advance():
    table = plain(
        "French fr.dim9 at 1421", "French fr.dlc1 at 1421", "French fr.di43 at 1421", "French fr.dcr1 at 1421",
        words="Allied combat",
    )  # fmt: skip
    won(table, 4, "1422", "fr.dim9", "fr.dlc1", "fr.di43", "fr.dcr1")
    assert "1425" in table.choices("advance fr.dim9")
    assert ("1424" in table.choices("advance fr.dlc1"), "1425" in table.choices("advance fr.dlc1")) == (True, False)
    assert ("1423" in table.choices("advance fr.di43"), "1424" in table.choices("advance fr.di43")) == (True, False)
    assert ("1423" in table.choices("advance fr.dcr1"), "1424" in table.choices("advance fr.dcr1")) == (True, False)
    assert table.why_not("advance fr.di43 1424").rule == "14.2.1b"

    hungry = won(plain("unsupplied German de.lah at 1421"), 4, "1422", "de.lah")
    assert ("1423" in hungry.choices("advance de.lah"), "1424" in hungry.choices("advance de.lah")) == (True, False)


@rule("france40", "14.2.1a")
def test_the_result_limits_the_advance():
    table = won(plain("German de.lah at 1421"), 3, "1422", "de.lah")
    assert "1424" in table.choices("advance de.lah")
    assert table.why_not("advance de.lah 1425").rule == "14.2.1a"


@rule("france40", "14.2.2", "14.3")
def test_a_limited_advance_leads_into_the_vacated_hex_only():
    table = won(plain("German de.lah at 1421"), 0, "1422", "de.lah")
    assert table.choices("advance de.lah") == ["1422"]
    assert table.why_not("group").rule == "14.2.2"
    table.play("advance de.lah 1422")
    assert doing(table) == "Combat"


# -- 14.3 to 14.5


@rule("france40", "14.3")
def test_units_advance_in_any_direction():
    table = won(plain("German de.lah at 1421"), 2, "1422", "de.lah")
    assert {"1419", "1320", "1520", "1423"} <= set(table.choices("advance de.lah"))


@rule("france40", "14.3", "14.4.1", "14.4.2")
def test_the_vacated_hex_lets_them_pass_zones_and_bonds():
    """Example advance-vacated-hex."""
    table = plain("German de.lah at 1421", "French fr.di43 at 1322", "French fr.di36 at 1521")
    won(table, 3, "1422", "de.lah")  # 1422 lies in the bond of the two

    assert "1422" in table.choices("advance de.lah")
    assert "1522" in table.choices("advance de.lah")  # on from there, into the next zone
    assert "1424" not in table.choices("advance de.lah")  # where they stop


@rule("france40", "14.4.1")
def test_any_other_zone_stops_them_friends_or_not():
    table = plain("German de.lah at 1421", "French fr.di43 at 1319", "German de.id32 at 1420")
    won(table, 2, "1422", "de.lah")
    assert "1420" in table.choices("advance de.lah")
    assert "1419" not in table.choices("advance de.lah")  # behind it
    assert "short of 1419" in table.why_not("advance de.lah 1419").text
    assert not table.allows("advance de.lah 1420.1520")  # 1420 stops it, though 1520 is open

    assert "1419" in won(table.remove("French fr.di43"), 2, "1422", "de.lah").choices("advance de.lah")


@rule("france40", "14.4.2", "6.2c")
def test_bonds_bar_the_way_elsewhere():
    table = plain("German de.lah at 1421", "French fr.di43 at 1319", "French fr.di36 at 1520")
    won(table, 2, "1422", "de.lah")
    assert table.why_not("advance de.lah 1420").rule == "14.4.2"


@rule("france40", "14.4.2", "6.3c", "6.5.1d")
def test_a_unit_in_the_only_open_flank_has_broken_the_bond():
    """Amiens is the other flank of the hexside 1216/1217, so that the bond runs through 1217 alone."""
    table = plain("German de.lah at 1218", "French fr.di43 at 1316", "French fr.di36 at 1116")
    assert "1216" in won(table, 3, "1217", "de.lah").choices("advance de.lah")


@rule("france40", "14.5a")
def test_closed_ground():
    table = won(plain("German de.lah at 4017"), 1, "4018", "de.lah")
    assert "no road leads into 4116" in table.why_not("advance de.lah 4116").text
    blocked = won(plain("German de.lah at 1421", "French fr.di43 at 1420"), 2, "1422", "de.lah")
    assert "1420 is held by the enemy" in blocked.why_not("advance de.lah 1420").text
    assert blocked.allows("advance de.lah 1422.1423")
    assert not blocked.allows("advance de.lah 1424.1423")


@rule("france40", "14.5b")
def test_a_major_river_is_crossed_with_the_first_hex_which_ends_the_advance():
    table = won(plain("German de.lah at 4518"), 4, "4619", "de.lah")
    assert "4619" in table.choices("advance de.lah")
    assert "4620" not in table.choices("advance de.lah")
    table.play("advance de.lah 4619")
    assert doing(table) == "Combat"  # it is over, bridge or not

    later = won(plain("German de.lah at 4418", "fleeing French fr.lest at 4520"), 4, "4518", "de.lah")
    assert "4619" not in later.choices("advance de.lah")


@rule("france40", "14.5b", "13.3.2d")
def test_a_unit_under_way_has_its_first_hex_behind_it():
    table = won(plain("German de.lah at 4417", "fleeing French fr.lest at 4519"), 4, "4418", "de.lah")
    table.play("advance de.lah 4418.4518", "retreat fr.lest go 4521")  # they give way across the river
    assert table.why_not("advance de.lah 4619").text == "an advance can cross a Major River only with its first hex"


@rule("france40", "14.4.1")
def test_a_unit_without_any_way_is_told_so():
    table = plain(
        "German de.lah at 1421", "French fr.di43 at 1420", "French fr.di36 at 1521", "French fr.di44 at 1321",
        "French fr.di42 at 1320", "French fr.di10 at 1520", "German de.id32 at 1422", "German de.id12 at 1422",
    )  # fmt: skip
    won(table, 1, "1422", "de.lah", "de.id32")
    assert table.why_not("advance de.lah").text == "SS LAH cannot enter any adjacent hex"


@rule("france40", "14.5c")
def test_a_restricted_hex_ends_the_advance():
    table = won(plain("German de.lah at 4718"), 4, "4717", "de.lah")
    assert "4717" in table.choices("advance de.lah")  # along the road
    table.play("advance de.lah 4717")
    assert doing(table) == "Combat"


@rule("france40", "14.5d")
def test_minor_rivers_woods_cities_and_towns_do_not_matter():
    table = won(plain("German de.lah at 1317"), 3, "1417", "de.lah")
    assert "1417" in table.choices("advance de.lah")
    assert "1518" in table.choices("advance de.lah")  # over two minor rivers

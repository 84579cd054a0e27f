"""7.7: Automatic DS during movement."""

from __future__ import annotations

from meuse.games.france40.board import AUTO_DS, FULL_RETREAT
from meuse.testkit import Table, rule

from .scene import air, at, doing, game, has, odds, result, sickle_cut

NEAR = ("German de.pz1.t at 1421", "German de.pz1.s1 at 1421")
WEAK = "French fr.lest at 1422 with 1 step"


def moving(*sentences: str) -> Table:
    return at(sickle_cut(*sentences), "German movement", 2)


def shattered() -> Table:
    """The end of fr.lest in 1422 at the hands of three units."""
    table = moving(*NEAR, "German de.gd at 1721", WEAK, "German de.id8 at 1420")
    table.play("move de.gd 1521", "shatter de.pz1.t de.pz1.s1 de.gd go")
    return table


@rule("france40", "7.7a", "8.4.4")
def test_ten_to_one_with_tank_and_quality_shifts():
    """Example auto-ds-chain, the first hex: 8-1 and two shifts."""
    table = moving(*NEAR, "German de.gd at 1721", WEAK)
    table.play("move de.gd 1521")

    assert doing(table) == "AutomaticDS"
    report = odds(table, "shatter de.pz1.t de.pz1.s1 de.gd")
    assert (report.ratio, report.start, report.final) == ("16 : 2", "8-1", "10-1")
    assert table.why_not("shatter de.pz1.t de.pz1.s1 go").rule == "7.7a"  # without the third it is too little
    assert "cannot bring the odds to 10-1" in table.why_not("shatter de.gd").text  # nobody comes after it in the list


@rule("france40", "7.7a")
def test_air_units_do_not_count():
    table = air(moving("German de.pz1.t at 1421", "German de.gd at 1721", WEAK), 5, 0)
    table.play("move de.gd 1521")  # 13 to 2: 6-1, and two shifts
    assert doing(table) == "Movement"


@rule("france40", "7.7a")
def test_fort_units_fall_too():
    table = moving(
        "German de.id32 at 5022", "German de.id12 at 5022", "German de.id62 at 5121", "German de.id8 at 5121",
        "German de.lah at 4922", "French fr.f.lf at 5021 with 1 step",
    )  # fmt: skip
    table.play("move de.lah 4921")  # 33 to 3: 11-1, one to the left
    assert doing(table) == "AutomaticDS"
    table.play("shatter de.lah de.id32 de.id12 de.id62 de.id8 go")
    assert table.where("fr.f.lf") == "eliminated"


@rule("france40", "R.7.7a.1")
def test_it_may_be_declined():
    table = moving(*NEAR, "German de.gd at 1721", WEAK)
    table.play("move de.gd 1521", "pass")
    assert table.where("fr.lest") == "1422"
    assert not has(table, "de.gd", AUTO_DS)


@rule("france40", "7.7b", "10.1a")
def test_survivors_flee_four_hexes():
    table = moving(*NEAR, "German de.pz1.k1 at 1421", "German de.gd at 1721", "German de.lah at 1521")
    table.put("French fr.lest at 1422")
    events = table.play("move de.gd 1521", "shatter de.pz1.t de.pz1.s1 de.pz1.k1 de.gd de.lah go")  # 24 to 3
    assert result(events) == "DS"
    assert table.steps("fr.lest") == 1
    table.play("retreat fr.lest go 1426")
    assert has(table, "fr.lest", FULL_RETREAT)
    assert doing(table) == "Movement"  # nobody advances now


@rule("france40", "7.7c")
def test_the_units_used_are_pinned():
    table = shattered()
    assert table.where("fr.lest") == "eliminated"
    assert table.why_not("move de.gd").rule == "7.7c"
    assert table.why_not("move de.pz1.t").rule == "7.7c"

    table.put("French fr.bc1 at 1520").play("end")
    assert table.why_not("attack 1520 with de.gd").rule == "7.7c"


@rule("france40", "7.7d", "7.7a", "7.7c")
def test_others_move_on_through_the_hole_and_do_it_again():
    """Example auto-ds-chain, the second hex, and the units that have not moved."""
    table = moving(
        *NEAR, "German de.gd at 1721", WEAK, "German de.pz2.t at 1420", "German de.pz2.s2 at 1420",
        "German de.pz2.k2 at 1420", "German de.lah at 1420", "German de.id8 at 1419",
        "French fr.bc1 at 1424 with 1 step",
    )  # fmt: skip
    table.play("move de.gd 1521", "shatter de.pz1.t de.pz1.s1 de.gd go")
    table.play("move de.pz2.t 1421.1422.1423", "move de.pz2.s2 1421.1422.1423", "move de.pz2.k2 1421.1422.1423")
    table.play("move de.lah 1421.1422.1423")  # 17 to 2
    assert doing(table) == "AutomaticDS"
    table.play("shatter de.pz2.t de.pz2.s2 de.pz2.k2 de.lah go")

    assert table.where("fr.bc1") == "eliminated"
    assert has(table, "de.pz2.t", AUTO_DS)
    assert "1422" in table.reach("de.id8")


@rule("france40", "7.7e", "14.2.1a")
def test_the_advance_comes_in_the_combat_phase():
    table = shattered()
    table.play("end")
    assert table.choices("exploit") == ["1422"]
    table.play("exploit 1422")

    assert not has(table, "de.gd", AUTO_DS)
    table.play("advance de.gd 1522.1523.1524.1525")
    assert table.where("de.gd") == "1525"  # four hexes
    assert table.choices("advance") == ["de.pz1.t", "de.pz1.s1"]


@rule("france40", "7.7e")
def test_an_advance_not_taken_is_lost():
    table = shattered()
    table.play("end", "done")
    assert not has(table, "de.gd", AUTO_DS)
    assert game(table).owed == {}


@rule("france40", "7.7f", "15.2.2")
def test_one_stack_of_them_may_break_through():
    table = shattered()
    table.put("French fr.rec1 at 1424").play("end", "exploit 1422", "group de.pz1.t de.pz1.s1 go", "advance 1423")
    assert table.choices("strike") == ["1424"]
    table.play("done")
    assert "group" not in table.choices()

"""11.1: rail movement; 11.2: armoured corps; 11.3: headquarters."""

from __future__ import annotations

import pytest

from meuse.games.planjaune import corps
from meuse.games.planjaune.battle import why_not_support
from meuse.games.planjaune.board import movement_of, points_of, strength_of
from meuse.games.planjaune.replacements import SupplyPhase
from meuse.games.planjaune.supply import hex_in_supply, judge_supply
from meuse.testkit import Table, rule

from .scene import GERMAN, answer, at, battle, board, changed, fight, game, shifts, status, unit


def on_foot(*units: str) -> Table:
    return at(board(*units), "Allied non-motorized movement")


# -- 11.1 rail


@rule("planjaune", "11.1a", "R.11.1a.1")
def test_two_stacking_points_a_phase():
    table = on_foot("fr.I at 0629", "fr.II at 0628", "fr.III at 0627")
    table.play("rail fr.I 0521")
    assert table.why_not("rail fr.II 0624").rule == "11.1a"

    motorized = at(board("fr.dim1 at 0629", "fr.dim3 at 0628", "fr.hq1 at 0627"), "Allied motorized movement")
    motorized.play("rail fr.dim1 0624", "rail fr.dim3 0624", "rail fr.hq1 0624")
    assert motorized.where("fr.hq1") == "0624"


@rule("planjaune", "11.1a")
def test_no_rail_in_exploitation():
    table = at(board("fr.dim1 at 0629", "fr.dim3 at 0730"), "Allied exploitation")
    assert table.why_not("rail fr.dim1 0624").rule == "11.1a"


@rule("planjaune", "10.2.interdict-enter", "11.1e")
def test_a_train_stops_in_an_interdicted_hex():
    table = on_foot("fr.I at 0629", "fr.II at 0728")
    assert table.allows("rail fr.I 0627")
    g = game(table)
    changed(table, interdicted=(frozenset({g.map.hex("0628")}), frozenset()))
    assert table.allows("rail fr.I 0628")
    assert table.why_not("rail fr.I 0627").rule == "11.1e"


@rule("planjaune", "10.2.interdict-start", "R.10.2.interdict-start.1")
def test_no_train_leaves_an_interdicted_hex():
    table = at(board("fr.I at 0629", "fr.II at 0628", "de.IX at 2213"), "German special operations")
    changed(table, bombers=[1, 0])
    table.play("interdict 0629")
    while game(table).stack[-1].called(game(table)) != "Allied non-motorized movement":
        table.play("end" if "end" in table.choices() else "done")

    assert table.why_not("rail fr.I 0624").rule == "10.2.interdict-start"
    assert table.allows("rail fr.II 0624")
    assert table.allows("move fr.I 0630")


@rule("planjaune", "11.1b")
def test_rail_comes_before_marching():
    table = on_foot("fr.I at 0629", "fr.II at 0728")
    table.play("move fr.II 0729")
    assert table.why_not("rail fr.I 0624").rule == "11.1b"


@rule("planjaune", "11.1c", "R.11.1c.1")
def test_rail_instead_of_marching_and_of_exploitation():
    table = on_foot("fr.I at 0629", "fr.II at 0728")
    table.play("rail fr.I 0624")
    assert table.why_not("move fr.I 0625").rule == "11.1c"

    motorized = at(board("fr.dim1 at 0629", "fr.dim3 at 0730", "de.IX at 2213"), "Allied motorized movement")
    motorized.play("rail fr.dim1 0624", "end")
    at_exploitation = at(motorized, "Allied exploitation")
    assert at_exploitation.why_not("move fr.dim1 0625").rule == "11.1c"


@rule("planjaune", "11.1d", "11.1e")
def test_zones_at_the_ends_and_on_the_way_unless_a_friend_is_there():
    enemy = "de.IX at 0728"
    alone = on_foot("fr.I at 0629", enemy, "fr.III at 0522")
    assert alone.why_not("rail fr.I 0624").rule == "11.1d"
    helped = on_foot("fr.I at 0629", "fr.dlc1 at 0629", "fr.dlc4 at 0628", enemy)
    assert helped.allows("rail fr.I 0624")
    blocked = on_foot("fr.I at 0630", enemy, "fr.III at 0522")
    assert not blocked.allows("rail fr.I 0624")
    through = on_foot("fr.I at 0630", "fr.dlc1 at 0629", "fr.dlc4 at 0628", enemy)
    assert through.allows("rail fr.I 0624")


@rule("planjaune", "11.1d", "11.1e", "R.11.1d.1")
def test_headquarters_and_paratroopers_open_a_railway_too():
    table = on_foot("fr.I at 0629", "fr.hq1 at 0629", "fr.hq2 at 0628", "de.IX at 0728")
    assert table.allows("rail fr.I 0628")
    assert table.allows("rail fr.I 0624")

    units = ("de.XI at 2209", "de.fj1 at 2209", "fr.I at 2208")
    assert at(board(*units), "German non-motorized movement").allows("rail de.XI 2211")


@rule("planjaune", "11.1.supply")
def test_only_units_in_supply():
    table = on_foot("unsupplied fr.I at 0629", "fr.II at 0627")
    assert table.why_not("rail fr.I 0624").rule == "11.1.supply"


@rule("planjaune", "11.1e", "R.11.1f.1")
def test_only_on_the_own_net():
    table = at(board("de.IX at 1912", "de.XI at 2013"), "German non-motorized movement")
    assert table.why_not("rail de.XI 1814").rule == "11.1e"
    assert table.allows("rail de.XI 2213")


# -- 11.2 corps

PANZERS = ("de.pz1 at 2013", "de.pz2 at 2013", "de.pz10 at 2013", "de.m2 at 2013")


def forming(*units: str, side=GERMAN) -> Table:
    return board(*units, "de.c14 in corps", "de.c19 in corps", "fr.cprioux in corps", "fr.ckeller in corps").step(
        SupplyPhase(side)
    )


@rule("planjaune", "11.2b", "11.2c", "11.2.panzer", "11.2i")
def test_divisions_in_one_hex_form_a_corps_and_go_into_its_box():
    table = forming("de.pz1 at 2013", "de.pz2 at 2013", "de.pz10 at 2013")
    table.play("form de.c19 de.pz1 de.pz2 de.pz10 go")
    assert table.where("de.c19") == "2013"
    assert table.where("de.pz1") == "de.c19"
    apart = forming("de.pz1 at 2013", "de.pz2 at 2013", "de.pz10 at 2012", "de.m13 at 2013")
    assert apart.why_not("form de.c19 de.pz1 de.pz10 go").rule == "11.2b"
    assert game(table).counter(unit(table, "de.c39")).parent == "Schmidt"


@rule("planjaune", "11.2.panzer", "11.2.mot14", "11.2.prioux", "11.2.keller", "R.11.2a.1")
@pytest.mark.parametrize(
    ("name", "kinds", "legal"),
    [
        ("de.c19", "de.pz1 de.pz2 de.pz3", True),
        ("de.c19", "de.pz1 de.pz2 de.m2", True),
        ("de.c19", "de.pz1 de.m2 de.lah", True),
        ("de.c19", "de.m2 de.m13 de.m20", False),
        ("de.c19", "de.pz1 de.pz2", False),
        ("de.c14", "de.m2 de.m13", True),
        ("de.c14", "de.pz1 de.m13", True),
        ("de.c14", "de.pz1 de.pz2", False),
        ("fr.cprioux", "fr.dlm1 fr.dlm2", True),
        ("fr.cprioux", "fr.dlm1 fr.dim1", True),
        ("fr.cprioux", "fr.dim1 fr.dim3", False),
        ("fr.cprioux", "fr.dlm1 fr.dcr1", False),
        ("fr.ckeller", "fr.dcr1 fr.dcr2", True),
        ("fr.ckeller", "fr.dcr1 fr.dlm1", True),
        ("fr.ckeller", "fr.dlm1 fr.dlm2", False),
    ],
)
def test_what_a_corps_may_be_made_of(name, kinds, legal):
    table = board()
    units = tuple(unit(table, kind) for kind in kinds.split())
    assert corps.fits(game(table), unit(table, name), units, whole=True) is legal
    assert (corps.why_not_whole(game(table), unit(table, name), units) is None) is legal


@rule("planjaune", "11.2a", "11.2g", "R.11.2a.1")
def test_each_corps_shifts_a_column_even_with_one_division():
    table = board(
        "de.c19 at 0728",
        "de.pz1 in de.c19",
        "de.c15 at 0728",
        "de.pz5 in de.c15",
        "fr.cprioux at 0729",
        "fr.dlm2 in fr.cprioux",
    )
    assert shifts(table, battle(table, GERMAN, "0729", "de.c19")) == {"11.2a": 0}
    assert shifts(table, battle(table, GERMAN, "0729", "de.c19", "de.c15")) == {"11.2a": 1}


@rule("planjaune", "11.2d", "R.11.2d.1", "11.2g")
def test_a_corps_loses_the_steps_of_its_divisions_and_goes_with_the_last():
    table = at(
        board("de.c19 at 0728", "de.pz1 in de.c19 with 1 step", "fr.I at 0729", "fr.II at 0729"), "German combat"
    )
    fight(table, "attack 0729 with de.c19 go", dice=(1,))
    assert table.where("de.pz1") == ""
    assert table.where("de.c19") == "corps"

    two = at(
        board("de.c19 at 0728", "de.pz1 in de.c19", "de.pz2 in de.c19", "fr.I at 0729", "fr.II at 0729"),
        "German combat",
    )
    two.dice(1).play("attack 0729 with de.c19 go", "done")
    answer(two, until="lead")
    assert two.choices("lead") == ["de.pz1", "de.pz2"]
    two.play("lead de.pz2")
    answer(two)
    assert two.steps("de.pz2") == 1


@rule("planjaune", "11.2e", "R.11.2c.1", "11.2c")
def test_points_strength_and_movement_come_from_the_divisions():
    table = board("fr.ckeller at 0728", "fr.dcr1 in fr.ckeller", "fr.dlm1 in fr.ckeller with 1 step")
    g, u = game(table), unit(table, "fr.ckeller")
    assert (points_of(g, u), strength_of(g, u), movement_of(g, u)) == (2, 4, 6)


@rule("planjaune", "11.2f")
def test_a_corps_may_be_dissolved_in_the_supply_phase():
    table = board("de.c19 at 2013", "de.pz1 in de.c19", "de.pz2 in de.c19").step(SupplyPhase(GERMAN))
    table.play("disband de.c19")
    assert (table.where("de.pz1"), table.where("de.c19")) == ("2013", "corps")


@rule("planjaune", "11.2f", "8.1e")
def test_divisions_of_a_corps_that_is_in_supply_again_are_too():
    table = board("unsupplied de.pz1 at 2013", "unsupplied de.pz2 at 2013", "unsupplied de.pz3 at 2013")
    table.put("de.c19 in corps").step(SupplyPhase(GERMAN))
    table.play("form de.c19 de.pz1 de.pz2 de.pz3 go")
    assert status(table, "de.c19") == ("unsupplied",)

    judge_supply(game(table), GERMAN)
    changed(table).play("disband de.c19")

    assert "unsupplied" not in status(table, "de.pz1")


@rule("planjaune", "11.2h", "12.1a")
def test_the_15th_panzer_corps_begins_with_two_divisions():
    table = Table("planjaune")
    assert table.where("de.c15") == "2115"
    assert [table.where(name) for name in ("de.pz5", "de.pz7")] == ["de.c15", "de.c15"]


# -- 11.3 headquarters


@rule("planjaune", "11.3a", "11.3e", "6.2.1a")
def test_support_shifts_columns_and_opposed_support_is_the_difference():
    table = board("de.hqb at 0727", "de.IX at 0728", "fr.hq1 at 0730", "fr.I at 0729")
    both = battle(table, GERMAN, "0729", "de.IX", support=(unit(table, "de.hqb"), unit(table, "fr.hq1")))
    assert shifts(table, both) == {"11.3a": 0}
    assert shifts(table, battle(table, GERMAN, "0729", "de.IX", support=(unit(table, "de.hqb"),))) == {"11.3a": 1}
    assert shifts(table, battle(table, GERMAN, "0729", "de.IX", support=(unit(table, "fr.hq1"),))) == {"11.3a": -1}


@rule("planjaune", "11.3b", "R.11.3b.1", "11.3c")
def test_every_unit_must_be_in_range():
    table = board("de.hqb at 2213", "de.IX at 0728", "de.hqa at 0727", "fr.I at 0729")
    g, fought = game(table), battle(table, GERMAN, "0729", "de.IX")
    refusal = why_not_support(g, unit(table, "de.hqb"), fought)
    assert refusal is not None
    assert refusal.rule == "11.3b"
    assert why_not_support(g, unit(table, "de.hqa"), fought) is None


@rule("planjaune", "11.3d", "R.11.3a.1")
def test_one_headquarters_for_each_side_and_one_battle_a_phase():
    table = at(
        board("de.hqa at 0727", "de.hqb at 0727", "de.pz1 at 0728", "de.pz2 at 0828", "fr.I at 0729", "fr.II at 0829"),
        "German combat",
    )
    table.play("attack 0729 with de.pz1 go", "attack 0829 with de.pz2 go", "done", "resolve 0729")
    assert set(table.choices("support")) == {"de.hqa", "de.hqb"}

    table.play("support de.hqa")

    assert table.choices("support") == ["de.hqb"]
    assert game(table).supporting == frozenset({unit(table, "de.hqa")})
    refusal = why_not_support(game(table), unit(table, "de.hqa"), battle(table, GERMAN, "0829", "de.pz2"))
    assert refusal is not None
    assert refusal.rule == "11.3a"


@rule("planjaune", "8.2e")
def test_a_headquarters_out_of_supply_gives_no_support():
    table = board("unsupplied de.hqa at 0727", "de.IX at 0728", "fr.I at 0729")
    refusal = why_not_support(game(table), unit(table, "de.hqa"), battle(table, GERMAN, "0729", "de.IX"))
    assert refusal is not None
    assert refusal.rule == "8.2e"


@rule("planjaune", "11.12.allied-t1-support")
def test_on_turn_1_allied_headquarters_give_no_support_german_ones_do():
    table = board("de.hqb at 0727", "de.IX at 0728", "fr.hq1 at 0730", "fr.I at 0729", turn=1)
    fought = battle(table, GERMAN, "0729", "de.IX")
    refusal = why_not_support(game(table), unit(table, "fr.hq1"), fought)
    assert refusal is not None
    assert refusal.rule == "11.12.allied-t1-support"
    assert why_not_support(game(table), unit(table, "de.hqb"), fought) is None
    assert why_not_support(game(changed(table, turn=2)), unit(table, "fr.hq1"), fought) is None


@rule("planjaune", "R.11.1f.2")
def test_a_hex_far_from_all_sources_is_not_in_supply():
    g = game(board())
    supplied = {hex_in_supply(g, GERMAN, h) for h in range(len(g.map))}
    assert supplied == {True, False}

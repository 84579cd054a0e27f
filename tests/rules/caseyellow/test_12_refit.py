"""12.9, 12.10, 12.12: attrition, replacements, the Panzer Refit."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.caseyellow.refit import (
    Attrition,
    DeclareRefit,
    Replacements,
    ReturnPanzers,
    SpendRefit,
    StartReplacements,
)
from meuse.games.caseyellow.sequence import chits_of
from meuse.testkit import Table, rule

from .scene import game, mark, run, stage

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED


def cups(table: Table, german: tuple[str, ...] = (), allied: tuple[str, ...] = ()) -> Table:
    game(table).cups = (german, allied)
    return table


# -- 12.9 attrition


@rule("caseyellow", "12.9a")
def test_what_is_in_the_cups() -> None:
    from meuse.testkit import Table as Fresh

    german, allied = game(Fresh("caseyellow", "historical")).cups
    assert len(german) == 10
    assert [allied.count(f"fr.dcr{n}") for n in (1, 2, 3, 4)] == [2, 2, 2, 1]
    assert {"fr.dlm3", "uk.1tk"} <= set(allied)
    assert game(Fresh("caseyellow", "holland")).cups == ((), ())


@rule("caseyellow", "12.9b", "12.9c", "12.9g", "12.9h", "12.9i", "R.12.9c.1")
def test_chits_are_drawn_until_two_steps_are_lost() -> None:
    units = ("German de.pz1 at 4540", "German de.pz2 at 4540", "German de.pz3 at 4541", "French fr.dlm1 at 0803")
    table = cups(stage(*units), german=("de.pz9", "de.pz1", "de.pz2", "de.pz3"), allied=("fr.dlm1", "fr.dcr1"))
    run(table.dice(1, 1, 1, 1, 1), Attrition())
    assert (table.steps("de.pz1"), table.steps("de.pz2"), table.steps("de.pz3")) == (1, 1, 2)
    assert table.steps("fr.dlm1") == 1
    assert game(table).cups == (("de.pz3",), ())  # drawn chits stay out; the Allied cup is empty


@rule("caseyellow", "12.9g")
def test_the_example_of_turn_3() -> None:
    """3 DLM and the 1st Tank Brigade are on the map, 1 and 2 DCR are not."""
    table = stage("French fr.dlm3 at 0803", "British uk.1tk at 0804", scenario="historical", turn=3)
    cups(table, allied=("fr.dlm3", "fr.dcr1", "fr.dcr2", "uk.1tk", "fr.dlm1"))
    full = table.steps("uk.1tk")
    run(table.dice(1, 1, 1, 1), Attrition())
    assert (table.steps("fr.dlm3"), table.steps("uk.1tk")) == (1, full - 1)
    assert game(table).cups == ((), ("fr.dlm1",))


@rule("caseyellow", "12.9d", "12.9e", "12.9f", "12.12d", "R.12.9e.1")
def test_worn_out_units() -> None:
    table = cups(
        stage(
            "German de.pz1 at 4540 with 1 step",
            "unsupplied German de.pz2 at 0803 with 1 step",
            "French fr.dcr1 at Paris with 1 step",
            scenario="historical",
        ),
        german=("de.pz1", "de.pz2"),
        allied=("fr.dcr1",),
    )
    run(table.dice(1, 1, 1), Attrition())
    assert (table.where("de.pz1"), table.where("de.pz2"), table.where("fr.dcr1")) == ("refit", "", "")
    assert game(table).points == [0, 3]  # only for the one out of supply, and at once
    free = cups(stage("unsupplied German de.pz2 at 0803 with 1 step"), german=("de.pz2",))
    run(free.dice(1), Attrition())
    assert game(free).points == [0, 0]  # 3.2: without points


@rule("caseyellow", "12.9j")
def test_attrition_begins_again_after_the_refit() -> None:
    table = stage(turn=8)
    g = game(table)
    g.attrition_on, g.fall_rot = False, 8
    run(table.dice(*[1] * 20), Attrition())
    assert g.attrition_on
    off = stage("German de.pz1 at 4540", turn=6)
    game(off).attrition_on = False
    run(cups(off, german=("de.pz1",)), Attrition())
    assert off.steps("de.pz1") == 2


# -- 12.10 replacements


STOCK = (8, 30, 12)
"""12.10b: German infantry, Allied infantry, Allied armor in the Historical scenario."""


def replacing(*sentences: str, side: Side = ALLIED, turn: int = 5) -> Table:
    return stage(*sentences, scenario="historical", turn=turn).step(StartReplacements(), Replacements(side))


@rule("caseyellow", "12.10a", "12.10b", "R.12.10a.1")
def test_replacement_steps_are_a_stock_for_the_game() -> None:
    """They are laid on the tracks on the first turn of replacements; what is spent is gone, what is left is kept."""
    assert game(replacing(turn=4)).replacements == (0, 0, 0)
    table = stage("German de.X at 4540 with 1 step", "French fr.VI at Reims with 1 step", scenario="historical", turn=5)
    table.step(StartReplacements(), Replacements(GERMAN), Replacements(ALLIED))
    german, infantry, armour = game(table).replacements
    assert (german, infantry, armour) == STOCK
    table.play("replace de.X", "done", "replace fr.VI", "replace fr.dcr1", "done")
    assert game(table).replacements == (german - 1, infantry - 1, armour - 1)
    mark(table, turn=6).step(StartReplacements(), Replacements(GERMAN), Replacements(ALLIED))
    assert game(table).replacements == (german - 1, infantry - 1, armour - 1)
    part = next(part for part in table.game.rules.views.parts(game(table), None) if part.id == "replacements")
    assert [cell.label for cell in part.cells] == [
        f"German infantry: {german - 1}",
        f"Allied infantry: {infantry - 1}",
        f"Allied armour: {armour - 1}",
    ]
    mark(table, turn=7, replacements=(0, 0, 0)).step(StartReplacements(), Replacements(GERMAN), Replacements(ALLIED))
    assert game(table).replacements == (0, 0, 0)
    assert table.asked == ""


@rule("caseyellow", "R.12.10a.1")
def test_replacement_steps_come_each_turn_by_option() -> None:
    table = stage("French fr.VI at Reims with 1 step", scenario="historical", turn=5, replacements="turn")
    run(table, StartReplacements())
    assert game(table).replacements == (6, 4, 2)
    run(mark(table, turn=6, replacements=(0, 1, 0)), StartReplacements())
    assert game(table).replacements == (6, 4, 2)  # nothing is kept


@rule("caseyellow", "12.10c", "12.10e", "12.10f")
def test_infantry_steps() -> None:
    table = replacing("French fr.VI at Reims with 1 step", "German de.X at 1720", "French fr.I at Troyes")
    table.play("replace fr.VI")
    assert table.steps("fr.VI") == 2  # in an enemy zone too
    assert table.why_not("replace fr.I").rule == "12.10e"
    table.play("replace fr.dlc2")  # eliminated: comes back
    g = game(table)
    assert (table.where("fr.dlc2"), table.steps("fr.dlc2")) == ("reserve", 1)
    assert g.arrives[g.scenario.unit_named["fr.dlc2"]] == 6
    assert g.replacements == (STOCK[0], STOCK[1] - 2, STOCK[2])
    assert table.why_not("replace fr.sp1").rule == "12.10c"  # a brigade
    assert table.why_not("replace fr.asu").rule == "12.10c"


@rule("caseyellow", "12.10d", "12.10b")
def test_armour_steps_are_allied_only() -> None:
    table = replacing("French fr.dcr1 at Reims with 1 step")
    mark(table, replacements=(6, 4, 2)).play("replace fr.dcr1", "replace uk.1tk")
    assert game(table).replacements == (6, 4, 0)
    assert table.why_not("replace fr.dlm1").rule == "12.10b"
    german = replacing("German de.pz1 at 4540 with 1 step", side=GERMAN)
    assert german.why_not("replace de.pz1").rule == "12.10c"


@rule("caseyellow", "12.10c.mot")
def test_german_motorized_regiments() -> None:
    table = replacing(side=GERMAN)
    assert table.allows("replace de.lah")
    assert table.why_not("replace de.fj1").rule == "12.10c"


@rule("caseyellow", "12.10g")
def test_replacements_need_supply() -> None:
    table = replacing("French fr.VI at 4540 with 1 step")
    assert table.why_not("replace fr.VI").rule == "12.10g"


@rule("caseyellow", "12.10e", "R.12.10e.1")
def test_rebuilt_units_come_as_reinforcements() -> None:
    table = replacing()
    table.play("replace fr.VI", "done")
    mark(table, turn=6).phase("Allied move round")
    choices = table.choices("enter fr.VI")
    assert {"0101", "0120", "1501"} <= set(choices)
    table.play("enter fr.VI 0120")
    assert (table.where("fr.VI"), table.steps("fr.VI")) == ("0120", 1)
    assert replacing().why_not("replace nl.I").rule == "R.12.10e.1"  # the Dutch do not come back


# -- 12.12 the Panzer Refit


@rule("caseyellow", "12.12a", "12.12b")
def test_the_refit_is_declared_on_turn_4_5_or_6() -> None:
    """Example derived-refit-duty."""
    assert [stage(scenario="historical", turn=n).step(DeclareRefit(GERMAN)).asked for n in (3, 4, 6, 7)] == [
        "",
        "german",
        "german",
        "",
    ]
    assert stage(scenario="historical", turn=5).step(DeclareRefit(GERMAN)).allows("pass")
    assert stage(scenario="historical", turn=6).step(DeclareRefit(GERMAN)).why_not("pass").rule == "12.12b"
    assert stage(scenario="holland").step(DeclareRefit(GERMAN)).asked == ""


@rule("caseyellow", "12.12c", "12.12e", "12.9h")
def test_supplied_panzers_leave_the_map() -> None:
    """Examples attrition-refit and refit-length."""
    units = ("German de.pz1 at 4540 with 1 step", "German de.pz2 at 0803", "German de.m2 at 4541")
    table = cups(stage(*units, scenario="historical", turn=4), german=("de.pz1", "de.pz2")).step(DeclareRefit(GERMAN))
    table.play("declare")
    g = game(table)
    assert (table.where("de.pz1"), table.steps("de.pz1")) == ("refit", 1)
    assert (table.where("de.pz2"), table.where("de.m2")) == ("0803", "4541")  # cut off; no panzer
    assert (g.refit_ends, g.cups[GERMAN], g.attrition_on) == (7, (), False)
    three = stage(turn=4).step(DeclareRefit(GERMAN))
    three.play("declare")
    assert game(three).refit_ends == 6


def refitting(*sentences: str, turn: int = 7) -> Table:
    table = stage(*sentences, scenario="historical", turn=turn)
    game(table).refit_ends = 7
    return table


@rule("caseyellow", "12.12f", "R.12.12f.1")
def test_refit_points_give_steps() -> None:
    table = refitting("German de.pz1 in refit with 1 step", "German de.pz2 in refit").step(SpendRefit(GERMAN))
    g = game(table)
    g.set_steps(g.scenario.unit_named["de.pz2"], 0)
    table.play("refit de.pz1", "refit de.pz2")
    assert (table.steps("de.pz1"), table.steps("de.pz2")) == (2, 1)
    assert table.choices("refit") == ["de.pz2"]
    assert refitting("German de.pz1 in refit with 1 step", turn=6).step(SpendRefit(GERMAN)).asked == ""


@rule("caseyellow", "12.12g", "12.12h", "2.2d.fallrot", "R.2.2d.fallrot.1", "12.12d")
def test_the_panzers_return_and_fall_rot_begins() -> None:
    table = refitting("German de.pz1 in refit", "German de.pz2 in refit", "French fr.VI at 4640").step(
        ReturnPanzers(GERMAN)
    )
    g = game(table)
    g.set_steps(g.scenario.unit_named["de.pz2"], 0)
    table.game.forget()
    assert table.choices("enter") == ["de.pz1"]  # the other has no steps
    assert table.why_not("enter de.pz1 0803").text == "0803 is not a German hex in supply"
    table.play("enter de.pz1 4540")  # in an Allied zone
    assert (table.where("de.pz1"), g.fall_rot) == ("4540", 8)
    assert chits_of(game(mark(table, turn=8)))["german"] == 4
    assert chits_of(game(mark(table, turn=7)))["german"] == 3


@rule("caseyellow", "12.10a", "12.10e")
def test_reasons_against_a_replacement() -> None:
    table = replacing("French fr.dcr1 at Reims with 1 step", "British uk.5 in evacuated")
    game(table).replacements = (6, 4, 0)
    table.game.forget()
    assert "no replacement step" in table.why_not("replace fr.dcr1").text
    assert "has not been eliminated" in table.why_not("replace uk.5").text

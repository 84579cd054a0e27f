"""12: scenarios."""

from __future__ import annotations

from meuse.games.planjaune.stacking import stack_fault
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, at, board, changed, game


def free() -> Table:
    return Table("planjaune", "free")


def hypothetical() -> Table:
    return Table("planjaune", "hypothetical")


@rule("planjaune", "12.1a", "12.2a", "11.2h")
def test_units_begin_where_they_stood():
    table = Table("planjaune")
    assert table.where("fr.X") == "1518"
    assert table.where("be.III") == "1814"
    assert table.where("uk.II") == "0913"
    assert table.where("fr.cprioux") == "0915"
    assert free().where("fr.X") == "1518"


@rule("planjaune", "12.1a", "3a", "3e", "3f")
def test_no_stack_breaks_a_limit_at_the_start():
    g = game(Table("planjaune"))
    for side in (GERMAN, ALLIED):
        for h in {g.hex_of[u] for u in g.on_map(side)}:
            assert stack_fault(g, g.units_in(h, side), h) is None


@rule("planjaune", "12.1b", "12.1d", "11.12c")
def test_in_the_historical_scenario_efforts_and_invasion_are_fixed():
    table = Table("planjaune")
    assert game(table).effort == {GERMAN: "de.hgb", ALLIED: "fr.ga1"}
    assert game(table).invaded == frozenset({"belgium", "netherlands"})
    table.play("plan 1")
    assert "effort" not in table.choices()


@rule("planjaune", "12.1c", "R.12.1c.1", "R.12.1c.2")
def test_the_bef_and_the_1st_and_7th_armies_have_to_go_into_belgium():
    table = at(board("uk.I at 0914", "fr.dlc1 at 1316", "fr.dlm2 at 0618", turn=1), "Allied motorized movement", 1)
    changed(table, invaded=frozenset({"belgium"}))
    assert table.why_not("end").rule == "12.1c"
    assert table.why_not("move uk.I 0915").rule == "12.1c"
    goals = table.choices("move uk.I")
    g = game(table)
    assert {g.map.country[g.map.hex(goal)] for goal in goals} == {"belgium"}
    assert "1317" in table.choices("move fr.dlc1")

    table.play(f"move uk.I {goals[0]}")
    nearer = table.choices("move fr.dlm2")
    assert nearer
    table.play(f"move fr.dlm2 {nearer[-1]}")
    while "fr.dlm2" in (table.choices("move") if "move" in table.choices() else []):
        table.play(f"move fr.dlm2 {table.choices('move fr.dlm2')[0]}")

    assert table.allows("end")
    third = at(board("uk.I at 0914", "de.IX at 2213", turn=3), "Allied motorized movement", 3)
    assert third.allows("end")


@rule("planjaune", "12.1c", "R.12.1c.1")
def test_nor_do_they_take_a_train_the_other_way():
    table = at(board("uk.I at 0913", "fr.dlc1 at 1316", turn=1), "Allied motorized movement", 1)
    changed(table, invaded=frozenset({"belgium"}))
    assert table.why_not("rail uk.I 0521").rule == "12.1c"
    second = at(board("arrived uk.I at 0913", "fr.dlc1 at 1316", turn=2), "Allied motorized movement", 2)
    assert second.allows("rail uk.I 0521")


@rule("planjaune", "12.2a", "12.2b")
def test_in_the_free_scenario_the_axis_need_not_invade():
    table = free()
    assert game(table).invaded == frozenset()
    table.play("pass", "place 1320", "plan 2", "german: effort 2", "allied: effort 1")
    assert game(table).effort[GERMAN] == "de.hga"
    assert game(table).invaded == frozenset()


@rule("planjaune", "12.9")
def test_two_corps_may_replace_the_static_divisions_in_the_free_scenario():
    table = free()
    hexes = table.choices("place")
    assert len(hexes) == 4
    assert table.why_not("place 2213").rule == "12.9"
    table.play(f"place {hexes[0]}")
    assert table.why_not("pass").rule == "12.9"
    table.play(f"place {hexes[1]}")
    assert {table.where("de.XXV"), table.where("de.XXXIII")} == set(hexes[:2])
    assert table.where("de.id554") == ""
    assert "place" not in Table("planjaune").choices()


@rule("planjaune", "12.10", "11.2.keller")
def test_group_keller_begins_in_the_free_scenario():
    table = free()
    table.play("pass")
    assert set(table.choices("place")) <= {table.where("fr.dcr2"), table.where("fr.dcr3")}
    there = table.choices("place")[0]
    table.play(f"place {there}")
    assert table.where("fr.ckeller") == there
    assert [table.where(name) for name in ("fr.dcr2", "fr.dcr3")] == ["fr.ckeller", "fr.ckeller"]
    assert Table("planjaune").where("fr.ckeller") == "corps"


@rule("planjaune", "12.3a", "R.12.3a.1")
def test_in_the_hypothetical_scenario_armies_deploy_in_their_sectors():
    table = hypothetical()
    assert table.asked == "allied"
    assert table.why_not("place fr.VI 0915").rule == "12.3a"
    assert table.allows("place fr.dcr1 1722")
    assert table.allows("place fr.XXI 0916")
    assert table.why_not("place be.I 0913").rule == "12.3a"
    table.play("place fr.dlm1 0916", "done")
    assert table.where("fr.dlm1") == "0916"
    assert table.asked == "german"
    table.play("pass")
    assert table.why_not("place de.VII 2211").rule == "12.3a"


@rule("planjaune", "12.3b", "12.3c", "11.2b")
def test_corps_are_made_as_the_rules_allow_and_keller_of_two_dcr():
    table = hypothetical()
    table.play("disband fr.cprioux", "place fr.dcr1 0916", "place fr.dlm2 0916", "place fr.dcr2 0916")
    assert table.why_not("form fr.ckeller fr.dcr1 fr.dlm2").rule == "12.3c"

    table.play("form fr.ckeller fr.dcr1 fr.dcr2 go")

    assert table.where("fr.ckeller") == "0916"


@rule("planjaune", "12.3a")
def test_the_hypothetical_scenario_has_free_efforts_too():
    table = hypothetical()
    table.play("done", "done", "done", "plan 4", "german: effort 3", "allied: effort 2")
    assert game(table).effort == {GERMAN: "de.hgc", ALLIED: "fr.ga2"}


@rule("planjaune", "R.12.9.1", "12.9", "R.12.10.1", "12.10")
def test_in_the_hypothetical_scenario_corps_may_replace_the_static_divisions_and_keller_may_wait():
    table = hypothetical()
    table.play("done")
    assert table.where("fr.ckeller") == "corps"
    first, second = table.choices("place")[:2]
    table.play(f"place {first}", f"place {second}")
    assert table.allows("place de.XXV 2428")
    assert table.where("de.id554") == ""


@rule("planjaune", "12.3b", "11.2h", "11.2.panzer")
def test_in_the_hypothetical_scenario_no_corps_begins_under_strength():
    table = hypothetical()
    assert table.where("de.c15") == "corps"
    assert {table.where("de.pz5"), table.where("de.pz7")} == {"2115"}
    assert table.where("de.c14") == "2416"
    assert free().where("de.c15") == "2115"

    table.play("done", "done")
    assert table.why_not("form de.c15 de.pz5 de.pz7 go").rule == "12.3b"
    table.play("disband de.c14", "place de.m29 2115", "form de.c15 de.pz5 de.pz7 de.m29 go")
    assert table.where("de.c15") == "2115"

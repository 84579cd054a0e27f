"""5.3: reaction."""

from __future__ import annotations

from meuse.games.planjaune.reaction import Reaction
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, board, changed, game


def allied(*units: str, turn: int = 3) -> Table:
    return board(*units, turn=turn).step(Reaction(ALLIED))


def german(*units: str) -> Table:
    return board(*units).step(Reaction(GERMAN))


@rule("planjaune", "5.3a", "5.3e", "1f")
def test_each_headquarters_names_one_stack_in_its_range():
    table = allied("fr.hq1 at 0727", "fr.I at 0729", "fr.II at 0730", "fr.III at 0832")
    assert table.choices("activate") == ["fr.hq1"]
    assert table.choices("activate fr.hq1") == ["0729", "0730"]
    assert table.why_not("activate fr.hq1 0832").rule == "5.3e"
    assert table.why_not("activate fr.hq1 0728").text == "you have no stack in 0728"

    table.dice(6).play("activate fr.hq1 0729")

    assert table.asked == ""


@rule("planjaune", "5.3b", "1c")
def test_a_die_no_higher_than_the_best_quality_activates_the_stack():
    units = ("fr.hq1 at 0727", "fr.XLI at 0729", "fr.dlm1 at 0729")
    table = allied(*units).dice(4)
    table.play("activate fr.hq1 0729")
    assert set(table.choices("move")) == {"fr.XLI", "fr.dlm1"}

    (failed,) = allied(*units).dice(5).play("activate fr.hq1 0729")
    assert failed.text == "Groupe d'armees 1 fails to activate the stack in 0729 (quality 4)"


@rule("planjaune", "5.3c", "R.5.3c.1")
def test_activated_units_move_one_hex_whatever_it_costs():
    table = allied("fr.hq1 at 1519", "fr.I at 1518", "fr.II at 1518").dice(1)
    table.play("activate fr.hq1 1518")
    assert table.why_not("move fr.I 1317").rule == "5.3c"

    table.play("move fr.I 1517")

    assert table.where("fr.I") == "1517"
    assert table.choices("move") == ["fr.II"]


@rule("planjaune", "5.3c", "5.1e")
def test_zones_bind_reaction_moves():
    table = german("de.hqb at 0727", "de.IX at 0729", "fr.I at 0730", "fr.II at 0830").dice(1)
    table.play("activate de.hqb 0729")
    assert table.why_not("move de.IX 0829").rule == "5.1e"
    assert table.allows("move de.IX 0728")


@rule("planjaune", "5.3d", "7b")
def test_no_overrun_in_reaction():
    table = german("de.hqb at 0727", "de.pz1 at 0728", "fr.dlc1 at 0729").dice(1)
    table.play("activate de.hqb 0728")
    assert "overrun" not in table.choices()
    assert not table.allows("move de.pz1 0729")


@rule("planjaune", "5.3e", "1f", "4d", "11.3c")
def test_the_command_path_may_not_cross_an_enemy_zone_unless_a_unit_stands_in_it():
    def in_command(*units: str) -> bool:
        table = board("de.hqb at 1703", "de.pz1 at 1901", "de.IX at 1704", "nl.I at 1902", *units)
        return "1901" in table.step(Reaction(GERMAN)).choices("activate de.hqb")

    # From the dyke every way to 1901 leads over 1802, which is in the zone of the Dutch corps.
    assert not in_command()
    assert in_command("de.pz2 at 1802")
    assert not in_command("de.hqa at 1802")


@rule("planjaune", "5.3f")
def test_an_allied_stack_in_a_zone_does_not_react_a_german_one_may():
    units = ("fr.hq1 at 0727", "fr.I at 0729", "fr.II at 0728", "de.IX at 0730")
    assert allied(*units).why_not("activate fr.hq1 0729").rule == "5.3f"

    table = german("de.hqb at 0727", "de.IX at 0729", "fr.I at 0730")
    assert "0729" in table.choices("activate de.hqb")


@rule("planjaune", "5.3g")
def test_dutch_and_belgians_never_react():
    table = allied("fr.hq1 at 1215", "be.I at 1214", "fr.I at 1216")
    assert table.why_not("activate fr.hq1 1214").rule == "5.3g"
    assert allied("fr.hq1 at 1215", "nl.I at 1214", "fr.I at 1216").why_not("activate fr.hq1 1214").rule == "5.3g"


@rule("planjaune", "R.5.3a.1")
def test_a_stack_is_named_once_and_takes_its_headquarters_along():
    table = allied("fr.hq2 at 0727", "fr.hq1 at 0728", "fr.I at 0728", "fr.II at 0730").dice(1)
    table.play("activate fr.hq2 0728")
    assert table.why_not("activate fr.hq1 0728").rule == "5.3a"
    assert set(table.choices("move")) == {"fr.hq1", "fr.I"}


@rule("planjaune", "5.3c", "R.5.3a.1")
def test_units_that_have_reacted_are_not_named_again_where_they_went():
    table = allied("fr.hq1 at 0727", "fr.hq2 at 0727", "fr.I at 0729", "fr.II at 0831").dice(1, 1)
    table.play("activate fr.hq1 0729", "move fr.I 0829")
    assert table.why_not("activate fr.hq2 0829").rule == "5.3a"

    joined = allied("fr.hq1 at 0727", "fr.hq2 at 0727", "fr.I at 0729", "fr.II at 0829").dice(1, 1)
    joined.play("activate fr.hq1 0729", "move fr.I 0829", "activate fr.hq2 0829")
    assert joined.choices("move") == ["fr.II"]


@rule("planjaune", "2.T1")
def test_the_reaction_of_the_axis_is_held_on_turn_1():
    g = game(changed(board(turn=1)))
    words = [step.called(g) for step in g.scenario.sequence]
    first = words[: words.index("Victory phase")]
    assert "German reaction" in first
    assert "Allied reaction" not in first

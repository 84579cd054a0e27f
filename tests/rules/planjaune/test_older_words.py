"""Orders as older journals write them: each is read, and written in the present words."""

from __future__ import annotations

from meuse.testkit import Table, rule

from .scene import answer, at, board, changed, game


def written(table: Table, old: str) -> str:
    """How the journal writes an order that has been given in older words."""
    table.play(old)
    return " ".join(table.game.journal[-1].order)


def coup(**state: bool) -> Table:
    """The Germans are asked for a coup de main."""
    table = at(board("de.pz1 at 1619", "de.pz2 at 1619", "fr.I at 1518"), "German combat")
    changed(table, **state).play("attack 1518 with de.pz1 de.pz2 go", "done")
    return table


def shipping() -> Table:
    """The Germans are asked for a bomber against an evacuation."""
    table = board("uk.I at 0710", "de.IX at 2213")
    game(table).bombers[:] = (5, 1)
    at(table, "Evacuation").play("declare 0710")
    return table


def honour() -> Table:
    """The Allies are asked whether they save the honour of France."""
    table = changed(board("de.pz1 at 0728", "fr.I at 0729", "fr.II at 0729"), honour=True)
    at(table, "German combat").play("attack 0729 with de.pz1 go", "done")
    return answer(table, until="honour")


@rule("planjaune", "6.1d")
def test_attacks():
    table = at(board("de.IX at 0728", "de.XI at 0728", "fr.I at 0729"), "German combat")
    assert written(table, "attack 0729 de.IX go") == "attack 0729 with de.IX go"
    assert written(table, "cancel 0729") == "withdraw 0729"
    assert written(table, "fight") == "done"


@rule("planjaune", "11.6c", "11.11.brandenburg")
def test_coups_de_main():
    assert written(coup(), "coup try") == "coup"
    assert written(coup(), "coup none") == "pass"
    assert written(coup(brandenburgers=True), "coup brandenburgers") == "brandenburgers"


@rule("planjaune", "11.3a")
def test_support():
    units = ("de.hqa at 0727", "de.IX at 0728", "fr.I at 0729")
    for old, new in (("support de.hqa", "support de.hqa"), ("support none", "pass")):
        table = at(board(*units), "German combat")
        table.play("attack 0729 with de.IX go", "done")
        assert written(table, old) == new


@rule("planjaune", "11.11.honor")
def test_honour():
    assert written(honour(), "honour yes") == "honour"
    assert written(honour(), "honour no") == "pass"


@rule("planjaune", "11.8a", "10.2.naval")
def test_evacuation():
    table = board("uk.I at 0710", "uk.II at 0710", "de.IX at 2213")
    game(table).bombers[:] = (0, 1)
    at(table, "Evacuation")
    assert written(table, "evacuate 0710") == "declare 0710"
    assert written(table, "embark uk.I") == "evacuate uk.I"
    assert written(shipping(), "naval yes") == "naval"
    assert written(shipping(), "naval no") == "pass"


@rule("planjaune", "2.A", "11.8a")
def test_the_special_operations_phase():
    table = at(board("uk.I at 0710", "fr.I at 0120", "de.IX at 2213"), "Evacuation")
    game(table).bombers[:] = (1, 1)
    changed(table)
    assert written(table, "done") == "pass"
    assert written(table, "done") == "end"
    assert written(table, "done") == "end"


@rule("planjaune", "12.3a", "12.9", "12.10")
def test_set_up():
    table = Table("planjaune", "free")
    for _ in range(2):
        there = table.choices("place")[0]
        assert written(table, f"stand_in {there}") == f"place {there}"
    there = table.choices("place")[0]
    assert written(table, f"keller {there}") == f"place {there}"
    assert written(Table("planjaune", "hypothetical"), "deploy fr.XXI 0916") == "place fr.XXI 0916"

"""What ending a phase of Plan Jaune would lose."""

from __future__ import annotations

from kits.leaving import lost
from meuse.testkit import rule
from rules.planjaune.scene import at, board, changed, game


@rule("planjaune", "5.1a")
def test_units_that_stayed():
    table = at(board("German de.IV at 0727"), "German non-motorized movement")
    assert lost(table)["moves"] == ("1 unit has not moved.", ("0727",))


@rule("planjaune", "6.1a", "10.1b")
def test_attacks_not_declared_while_bombers_are_kept():
    table = at(board("German de.IV at 0727", "French fr.IV at 0728"), "German combat")
    assert lost(table) == {"attacks": ("1 enemy hex can still be attacked: 0728.", ("0728",))}


@rule("planjaune", "9.2c", "11.12.allied-t3")
def test_points_that_do_not_keep_and_an_army_that_could_be_released():
    table = board("French fr.I at 1117 with 2 steps", "French fr.hq1 at 1117")
    game(table).infantry_points[1] = 1
    found = lost(at(changed(table), "Allied supply and replacements", 4))
    assert "No army has been released this turn." in found["support"][0]

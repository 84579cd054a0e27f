"""What ending a segment of Manstein's War would lose."""

from __future__ import annotations

from kits.leaving import lost
from meuse.testkit import rule
from rules.manstein.scene import air, combat, movement, scene


@rule("manstein", "8.0a", "15.5b")
def test_active_units_that_stayed_and_those_without_support():
    found = lost(movement(scene("German de.6 at 1735", "French fr.1 at 1338")))
    assert found["moves"] == ("1 unit has not moved.", ("1735",))
    assert "supply" not in found

    astray = lost(movement(scene("German de.6 at 1041", "French fr.1 at 1338")))
    assert astray["supply"][1] == ("1041",)


@rule("manstein", "10.0a")
def test_attacks_not_made():
    table = combat(scene("German de.6 at 1735", "Belgian be.III at 1635"))
    assert lost(table)["attacks"][1] == ("1635",)


@rule("manstein", "16.1")
def test_air_activations_end_with_the_impulse():
    table = air(scene("German de.6 at 1735", "de.a.II in available"))
    assert lost(table)["air"][0] == "1 air activation of this marker will be lost."

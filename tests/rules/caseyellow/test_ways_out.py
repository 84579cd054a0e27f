"""What ending a round of Case Yellow would lose."""

from __future__ import annotations

from kits.leaving import lost
from meuse.testkit import rule
from rules.caseyellow.scene import air, game, german_moves, germans_fight, stage


@rule("caseyellow", "4.1c.move2", "8.4")
def test_units_that_stayed_and_hexes_with_too_many():
    table = german_moves("German de.X at 4540", "German de.I at 4541", "German de.V at 4640")
    assert lost(table)["moves"] == ("3 units have not moved.", ("4540", "4541", "4640"))

    table.play("move de.I 4540", "move de.V 4439")
    assert lost(table)["stacking"] == ("Too many units in 4540: the excess will be eliminated.", ("4540",))


@rule("caseyellow", "11.1a", "5.1b.roll")
def test_air_assets_are_lost_only_with_the_last_round():
    table = air(germans_fight("German de.X at 4540", "de.I at 4540", "French fr.di10 at 4541"), german=2)
    assert lost(table)["attacks"] == ("1 enemy hex can still be attacked: 4541.", ("4541",))

    game(table).cup[:] = [2, 0, 0]
    assert "air" not in lost(table)
    game(table).cup[:] = [0, 0, 0]
    assert lost(table)["air"][0] == "No chit is left in the cup: 2 Air Assets will not be used this turn."


@rule("caseyellow", "5.1d")
def test_airborne_units_that_land_on_no_later_turn():
    table = stage("German de.fj1 in airborne").phase("German paratroops")
    assert "cannot land on a later turn" in lost(table)["arrivals"][0]

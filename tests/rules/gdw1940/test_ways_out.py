"""What ending a phase of 1940 would lose."""

from __future__ import annotations

from kits.leaving import lost
from meuse.testkit import Table, rule
from rules.gdw1940.scene import at, game


@rule("gdw1940", "6.voluntary")
def test_units_that_stayed():
    table = at(Table("gdw1940").clear().put("German de.XIX at 1307"), "German movement", 2)
    assert lost(table) == {"moves": ("1 unit has not moved.", ("1307",))}


@rule("gdw1940", "7.voluntary")
def test_enemies_next_to_units_that_can_attack():
    table = in_combat("German")
    assert lost(table)["attacks"] == ("1 enemy hex can still be attacked: 1309.", ("1309",))


@rule("gdw1940", "9.once")
def test_german_air_points_still_defend_while_the_allies_attack():
    assert "will be lost" not in lost(in_combat("German", impulse=2))["air"][0]
    assert "support your units when the Allies attack" in lost(in_combat("German", impulse=2))["air"][0]
    assert lost(in_combat("Allied", impulse=2))["air"][0] == "2 air points are left and will be lost."
    assert "air" not in lost(in_combat("German", impulse=1))


@rule("gdw1940", "14.delay")
def test_reserves_held_back_in_the_last_impulse():
    table = Table("gdw1940")
    assert "arrivals" not in lost(at(table, "German arrivals", 2, impulse=1))
    warned = lost(at(table, "German arrivals", 2, impulse=2))["arrivals"][0]
    assert warned.startswith("2 more reserves can still arrive now")


def in_combat(side: str, impulse: int = 1) -> Table:
    table = Table("gdw1940").clear().put("German de.XIX at 1308", "French fr.IV at 1309")
    game(table).air[:] = [5, 1, 1]
    return at(table, f"{side} combat", 2, impulse)

"""What ending a phase of France '40 would lose."""

from __future__ import annotations

from kits.leaving import lost
from meuse.counters import Side
from meuse.testkit import rule
from rules.france40.scene import at, game, sickle_cut


@rule("france40", "7.1a", "18.1a")
def test_units_that_stayed_and_units_without_supply():
    table = at(sickle_cut("German de.pz1.t at 1519"), "German movement", 2)
    for h in game(table).scenario.entry_of:
        game(table).set_control(h, Side.ALLIED + 1)
    table.game.forget()
    assert lost(table)["moves"] == ("1 unit has not moved.", ("1519",))
    assert lost(table)["supply"] == (
        "Panzer Bde 1 / 1 Pz is out of supply where it stands; that is judged in the Supply Phase of this turn.",
        ("1519",),
    )


@rule("france40", "8.1a", "9.3.1c")
def test_attacks_not_made_and_air_units_that_only_defend_from_now_on():
    table = sickle_cut("German de.pz1.t at 1519", "de.pz1.s1 at 1519", "French fr.di55 at 1520")
    game(table).air[0] = 5
    found = lost(at(table, "German combat", 2))

    assert found["attacks"] == ("1 enemy hex can still be attacked: 1520.", ("1520",))
    assert found["air"][0] == "5 Air units are still Ready and can only support your defence until your next turn."


@rule("france40", "9.3.1c")
def test_air_units_that_no_attack_could_use_are_not_lost():
    table = at(sickle_cut("German de.pz1.t at 1519", "French fr.di55 at 1525"), "German combat", 2)
    assert lost(table) == {}

"""22.4.2 in combat: Belgian units neither attack, retreat nor advance into France."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.france40.advance import Advance, victors
from meuse.games.france40.combat import Combat
from meuse.games.france40.odds import Battle
from meuse.games.france40.retreat import Retreat
from meuse.testkit import Table, rule

from .scene import at, dynamo, game, grounded, unit


def frontier(*sentences: str, words: str) -> Table:
    """The frontier at 2618, which is French and Belgian; 2619 is France, 2717 Belgium."""
    return grounded(at(dynamo(*sentences), words, 4))


@rule("france40", "22.4.2", "R.22.4.2.1")
def test_belgians_do_not_attack_into_france():
    table = frontier(
        "Belgian be.4 at 2618", "German de.lah at 2619", "German de.gd at 2717 with 1 step", words="Allied combat"
    )
    assert table.choices("attack") == ["2717"]
    assert "is in France" in table.why_not("attack 2619").text


@rule("france40", "22.4.2")
def test_belgians_do_not_retreat_into_france():
    table = frontier("German de.lah at 2717", "Belgian be.4 at 2618", "French fr.di68 at 2618", words="German combat")
    g = game(table)
    units = tuple(sorted(unit(table, u) for u in ("be.4", "fr.di68")))
    table.step(Retreat(Side.ALLIED, units, g.map.hex("2618"), 1, "disrupted"), Combat(Side.GERMAN))
    assert "2619" in table.choices("retreat fr.di68 go")
    assert table.why_not("retreat be.4 go 2619").text == "Belgian units may not enter 2619"


@rule("france40", "22.4.2")
def test_belgians_do_not_advance_into_france():
    table = frontier("Belgian be.cha1 at 2618", words="Allied combat")
    g = game(table)
    b = Battle(g.map.hex("2717"), (unit(table, "be.cha1"),))
    table.step(Advance(Side.ALLIED, b, 2, victors(g, b)), Combat(Side.ALLIED))
    assert "2717" in table.choices("advance be.cha1")
    assert table.why_not("advance be.cha1 2619").text == "Belgian units may not enter 2619"

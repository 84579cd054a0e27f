"""16: Fort units, Fortified Hexes, the Maginot Line, fortress infantry."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.france40.forts import fortified
from meuse.games.france40.retreat import Retreat
from meuse.games.france40.zones import zones
from meuse.steps import Turns
from meuse.testkit import rule

from .scene import at, doing, game, odds, plain, result, shifts, sickle_cut, unit


@rule("france40", "16.1a", "5.1.2")
def test_a_fort_has_no_zone_and_never_moves():
    table = at(sickle_cut("French fr.f.lf at 5021", "French fr.di43 at 5222"), "Allied movement", 2)
    g = game(table)
    assert "fr.f.lf" not in table.choices("move")
    assert table.why_not("move fr.f.lf").rule == "16.1a"
    table.remove("French fr.di43")
    assert not any(zones(g, Side.ALLIED))


@rule("france40", "16.1a")
def test_a_fort_that_must_retreat_is_eliminated():
    table = plain("German de.id32 at 5022", "French fr.f.lf at 5021", "French fr.di43 at 5021")
    g = game(table)
    units = tuple(sorted(unit(table, u) for u in ("fr.f.lf", "fr.di43")))
    table.step(Retreat(Side.ALLIED, units, g.map.hex("5021"), 2, "disrupted"), Turns())
    assert table.where("fr.f.lf") == "eliminated"
    assert table.where("fr.di43") == "5021"


@rule("france40", "16.1b", "R.10.2.2a.1")
def test_a_fort_can_take_step_losses():
    table = plain(
        "German de.id32 at 5022", "German de.id12 at 5022", "German de.id62 at 5121", "German de.id8 at 5121",
        "French fr.f.lf at 5021", "French fr.lest at 5021",
    )  # fmt: skip
    assert result(table.dice(4).play("attack 5021 with de.id32 de.id12 de.id62 de.id8 go")) == "EX"
    table.play("lose de.id32")
    assert (doing(table), table.asked) == ("Lose", "german")
    assert table.choices("lose") == ["fr.lest", "fr.f.lf"]


@rule("france40", "16.1c", "11.2.3b")
def test_a_fort_leads_the_defence():
    table = plain("German de.id32 at 5022", "German de.id12 at 5022", "German de.id62 at 5121", "German de.id8 at 5121")
    table.put("French fr.f.lf at 5021", "French fr.lest at 5021")
    table.dice(1).play("attack 5021 with de.id32 de.id12 de.id62 de.id8 go")
    assert table.choices("stand") == ["fr.f.lf"]


@rule("france40", "16.1d", "16.2a", "16.2b")
def test_a_fortified_hex_shifts_and_bars_the_tank_shift():
    table = plain("German de.pz1.t at 5022", "French fr.f.lf at 5021")
    assert shifts(table, "attack 5021 with de.pz1.t") == {"16.2a": -1}

    without_fort = plain("German de.pz1.t at 3308", "French fr.di43 at 3309")
    assert shifts(without_fort, "attack 3309 with de.pz1.t") == {"16.2a": -1}


@rule("france40", "16.2c")
def test_fortified_hexes_last_and_serve_the_allies_only():
    table = plain("German de.id32 at 5022", "French fr.di43 at 5021")
    assert shifts(table, "attack 5021 with de.id32") == {"16.2a": -1}  # its Fort unit is gone

    german = plain("French fr.di43 at 5022", "German de.id32 at 5021", words="Allied combat")
    assert shifts(german, "attack 5021 with fr.di43") == {}


@rule("france40", "16.2a", "21.4b")
def test_a_finished_dyle_line_counts_as_fortified():
    table = plain("German de.id32 at 4303", "French fr.di43 at 4304")
    g = game(table)
    h = g.map.hex("4304")
    g.dyle[h] = False
    assert not fortified(g, Side.ALLIED, h)
    g.dyle[h] = True
    assert fortified(g, Side.ALLIED, h)
    assert shifts(table, "attack 4304 with de.id32") == {"16.2a": -1}


@rule("france40", "16.3a", "9.1d")
def test_the_maginot_line_halves_german_attackers():
    table = plain("German de.id32 at 5120", "French fr.f.lf at 5021")
    assert odds(table, "attack 5021 with de.id32").ratio == "4 : 5"


@rule("france40", "16.3b")
def test_the_maginot_line_falls_with_its_fort():
    table = plain("German de.id32 at 5120", "French fr.di43 at 5021")
    assert odds(table, "attack 5021 with de.id32").ratio == "7 : 7"


@rule("france40", "16.4a")
def test_fortress_infantry_is_ordinary():
    table = at(sickle_cut("French fr.dif102 at 4317"), "Allied movement", 2)
    assert "fr.dif102" in table.choices("move")


@rule("france40", "16.4b", "R.16.4b.1")
def test_some_fortress_infantry_waits_for_the_germans():
    table = at(sickle_cut("French fr.sfe at 2906", "French fr.di43 at 2504"), "Allied movement", 2)
    g = game(table)
    g.frozen = frozenset({unit(table, "fr.sfe")})
    table.game.forget()
    assert "fr.sfe" not in table.choices("move")
    assert table.why_not("move fr.sfe").rule == "16.4b"

    table.put("German de.id32 at 3206")  # three hexes away
    assert "fr.sfe" not in table.choices("move")
    table.put("German de.id32 at 3006")
    assert "fr.sfe" in table.choices("move")
    table.remove("German de.id32")
    assert "fr.sfe" in table.choices("move")  # for good


@rule("france40", "16.4b", "R.16.4b.1")
def test_waiting_fortress_infantry_retreats_like_others():
    table = plain("German de.id32 at 2905", "French fr.sfe at 2906")
    g = game(table)
    g.frozen = frozenset({unit(table, "fr.sfe")})
    table.step(Retreat(Side.ALLIED, (unit(table, "fr.sfe"),), g.map.hex("2906"), 2, "disrupted"), Turns())
    assert table.choices("retreat") == ["fr.sfe"]

"""7.6: Allied rail movement. Clermont (1324), Saint-Just (1322) and Montdidier (1620) are Towns on a railway."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.france40.board import AUTO_DS, DISRUPTED, NEW_TRAIN, RAILED, TRAIN, USED
from meuse.games.france40.odds import Battle, defence_total
from meuse.games.france40.retreat import Retreat
from meuse.games.france40.sequence import OpenMovement
from meuse.testkit import rule

from .scene import act, at, dynamo, entries, game, has, moving, sickle_cut, under, unit

FAR = "German de.id32 at 4525"
"""Somebody to be far away from."""


# -- who may go


@rule("france40", "7.6.1a", "22.7e")
def test_only_the_allies_and_only_in_sickle_cut():
    assert moving(sickle_cut("German de.id32 at 1620"), "German").why_not("rail").rule == "7.6.1a"
    assert moving(sickle_cut("German de.id32 at 1620"), "German").why_not("entrain").rule == "7.6.1a"
    assert moving(dynamo("French fr.di60 at 2921"), "Allied").why_not("rail").rule == "22.7e"


@rule("france40", "7.6.1a")
def test_a_unit_must_be_entrained_or_arriving():
    table = moving(sickle_cut("French fr.di55 at 1620", "entrained fr.di71 at 1322", "fr.di61 at 1428"), "Allied")

    assert table.choices("rail") == ["fr.di61", "fr.di71"]
    assert table.why_not("rail fr.di55").rule == "7.6.1a"


@rule("france40", "7.6.1a")
def test_three_units_a_turn():
    names = ("fr.di55", "fr.di71", "fr.di61", "fr.di53")
    places = ("1322", "1620", "1819", "1817")
    table = moving(sickle_cut(*(f"entrained {n} at {h}" for n, h in zip(names, places, strict=True))), "Allied")
    table.play("rail fr.di55 1216", "rail fr.di71 1621", "rail fr.di61 1820")

    assert table.why_not("rail").rule == "7.6.1a"
    assert "rail" not in table.choices()


@rule("france40", "7.6.1f")
def test_in_good_order_only():
    table = moving(sickle_cut("disrupted entrained French fr.di55 at 1322", "entrained fr.di71 at 1620"), "Allied")
    assert table.why_not("rail fr.di55").rule == "7.6.1f"


@rule("france40", "7.6.1f")
def test_two_on_the_railway_do_not_end_in_one_hex():
    table = moving(sickle_cut("entrained fr.di55 at 1322", "entrained fr.di71 at 1620", "fr.di61 at 1323"), "Allied")

    assert "1323" in table.choices("rail fr.di55")  # beside a unit on foot
    assert table.why_not("rail fr.di55 1620").rule == "7.6.1f"


@rule("france40", "7.6.1e", "7.6.3b")
def test_rail_and_other_movement_do_not_mix():
    table = moving(sickle_cut("entrained French fr.di55 at 1322", "fr.di61 at 1428"), "Allied")
    assert table.why_not("move fr.di55").rule == "7.6.1e"
    table.play("rail fr.di55 1323")
    assert table.why_not("move fr.di55").rule == "7.6.1e"
    assert table.why_not("rail fr.di55").rule == "7.6.3b"

    table.play("move fr.di61 1427")
    assert table.why_not("rail fr.di61").rule == "7.6.1a"


@rule("france40", "21.2.1b", "21.2.3")
def test_not_under_a_gqg_marker():
    table = moving(sickle_cut("entrained French fr.di55 at 1322", "entrained fr.di71 at 1620"), "Allied")
    assert under(table, 1, "fr.di55").why_not("rail fr.di55").rule == "21.2.1b"


# -- where to


@rule("france40", "7.6.1b")
def test_fifteen_rail_hexes_along_the_railway():
    table = moving(sickle_cut("entrained French fr.di55 at 1427"), "Allied")
    g = game(table)
    goals = table.choices("rail fr.di55")

    assert "2519" in goals  # Tergnier
    assert "2516" not in goals  # Saint-Quentin, too far
    assert table.why_not("rail fr.di55 2516").rule == "7.6.1b"
    assert table.why_not("rail fr.di55 1521").rule == "7.6.1b"  # no railway
    table.play("rail fr.di55 2519")
    assert len(table.game.journal[-1].order[2].split(".")) <= 15
    assert g.railed == 1


@rule("france40", "7.6.1c")
def test_four_hexes_from_german_units():
    table = moving(sickle_cut("entrained French fr.di55 at 1427", "German de.id32 at 1422"), "Allied")

    assert table.why_not("rail fr.di55 1324").rule == "7.6.1c"  # three hexes away
    assert "1425" not in table.choices("rail fr.di55")
    assert "1426" in table.choices("rail fr.di55")  # four


@rule("france40", "7.6.1b", "7.6.1c")
def test_a_train_with_nowhere_to_go():
    germans = ("German de.id32 at 1314", "German de.id68 at 1322")  # four hexes to the north and to the south
    table = moving(sickle_cut("entrained French fr.di55 at 1318", "entrained fr.di71 at 1427", *germans), "Allied")

    assert table.choices("rail") == ["fr.di71"]
    assert table.why_not("rail fr.di55").rule == "7.6.1b"
    assert "clear of the enemy" in table.why_not("rail fr.di55").text


@rule("france40", "7.6.1c")
def test_four_hexes_from_german_cities():
    table = moving(sickle_cut("entrained French fr.di55 at 1322"), "Allied")
    assert "1317" in table.choices("rail fr.di55")

    game(table).set_control(game(table).map.hex("1216"), Side.GERMAN + 1)  # Amiens
    table.game.forget()
    assert table.why_not("rail fr.di55 1317").rule == "7.6.1c"


@rule("france40", "R.7.6.1c.1", "7.6.1c")
def test_whoever_keeps_an_entry_hex_closed_stops_no_train():
    table = moving(sickle_cut("entrained French fr.di55 at 1426", FAR), "Allied")
    before = table.reach("fr.di55", "rail")
    entries(table.put("German de.id12 at 1428"), "german", "1428")
    assert table.reach("fr.di55", "rail") == before


@rule("france40", "7.6.3c", "19.2.4")
def test_reinforcements_may_enter_by_rail():
    table = moving(sickle_cut("French fr.di55 at 1428", FAR), "Allied")
    table.play("rail fr.di55 1322")

    assert table.where("fr.di55") == "1322"
    assert has(table, "fr.di55", TRAIN)


# -- 7.6.2 what a Train marker does


@rule("france40", "7.6.2a", "7.6.2c")
def test_an_entrained_unit_neither_attacks_nor_has_a_zone():
    table = sickle_cut("entrained French fr.dcr1 at 1620", "German de.id32 at 1621").phase("Allied combat")
    assert "attack" not in table.choices()


@rule("france40", "7.6.2b")
def test_an_entrained_unit_defends_with_one():
    table = sickle_cut("entrained French fr.di22 at 1620", "German de.id32 at 1621")
    g = game(table)
    battle = Battle(g.map.hex("1620"), (unit(table, "de.id32"),))
    assert defence_total(g, battle) == 1

    table.put("entrained French fr.di22 at 2516", "German de.id32 at 2515")  # in a City, by itself
    assert defence_total(g, Battle(g.map.hex("2516"), (unit(table, "de.id32"),))) == 1


@rule("france40", "7.6.2d")
def test_an_hq_on_a_train_stays_ready():
    table = moving(sickle_cut("entrained French fr.hq9 at 1322"), "Allied")
    table.play("rail fr.hq9 1323")
    assert not has(table, "fr.hq9", USED)


# -- 7.6.3 entraining


@rule("france40", "7.7c", "7.6.3a")
def test_who_has_shattered_somebody_does_not_entrain():
    table = moving(sickle_cut("French fr.di55 at 1620", "fr.di61 at 1216", FAR), "Allied")
    assert table.choices("entrain") == ["fr.di61", "fr.di55"]
    game(table).add(unit(table, "fr.di55"), AUTO_DS)
    table.game.forget()
    assert table.why_not("entrain fr.di55").rule == "7.7c"


@rule("france40", "7.6.3a", "R.7.6.3a.1")
def test_entraining_in_towns_and_cities_on_a_railway():
    table = moving(
        sickle_cut("fr.di55 at 1620", "fr.di71 at 1521", "fr.di61 at 1216", "fr.di53 at 0709", FAR), "Allied"
    )

    assert table.choices("entrain") == ["fr.di61", "fr.di55"]
    assert table.why_not("entrain fr.di71").rule == "7.6.3a"  # open country
    assert table.why_not("entrain fr.di53").rule == "7.6.3a"  # Crécy has no railway
    table.play("entrain fr.di55")
    assert has(table, "fr.di55", TRAIN | NEW_TRAIN)


@rule("france40", "7.6.3a")
def test_in_good_order_and_four_hexes_from_the_enemy():
    table = moving(sickle_cut("disrupted French fr.di55 at 1620", "fr.di71 at 1216"), "Allied")
    assert table.why_not("entrain fr.di55").text == "55 DI is not in Good Order"

    table.put("French fr.di55 at 1620", "German de.id32 at 1623")
    assert table.why_not("entrain fr.di55").text == "an enemy is within three hexes of 1620"
    table.put("German de.id32 at 1624")
    assert "fr.di55" in table.choices("entrain")


@rule("france40", "7.6.3a")
def test_forts_do_not_go_by_rail_nor_does_a_unit_entrain_twice():
    table = moving(sickle_cut("French fr.f.lf at 1620", "entrained fr.di55 at 1216", "fr.di71 at 1322", FAR), "Allied")
    assert table.choices("entrain") == ["fr.di71"]
    assert table.why_not("entrain fr.f.lf").text == "Fort La Ferté cannot entrain"
    assert table.why_not("entrain fr.di55").text == "55 DI cannot entrain"


@rule("france40", "7.6.3a")
def test_after_two_hexes_at_most():
    table = moving(sickle_cut("French fr.dim1 at 1622"), "Allied")
    table.play("move fr.dim1 1620")
    assert table.choices("entrain") == ["fr.dim1"]

    table = moving(sickle_cut("French fr.dim1 at 1623"), "Allied")
    table.play("move fr.dim1 1620")
    assert table.why_not("entrain fr.dim1").rule == "7.6.3a"


@rule("france40", "7.6.3b")
def test_the_train_leaves_in_the_next_turn():
    table = moving(sickle_cut("French fr.di55 at 1620", "entrained fr.di71 at 1322"), "Allied")
    table.play("entrain fr.di55")
    assert table.why_not("rail fr.di55").rule == "7.6.3b"

    act(table, OpenMovement(Side.ALLIED))
    moving(table, "Allied")
    assert "1621" in table.choices("rail fr.di55")


@rule("france40", "7.6.4d")
def test_train_markers_are_limited_and_used_again():
    names = ("fr.di55", "fr.di71", "fr.di61", "fr.di53", "fr.di18", "fr.di22")
    places = ("1322", "1216", "1819", "1817", "1324", "1427")
    laid = [f"entrained {n} at {h}" for n, h in zip(names, places, strict=True)]
    table = moving(sickle_cut(*laid, "French fr.dim1 at 1620"), "Allied")
    assert table.why_not("entrain").rule == "7.6.4d"

    table.put("French fr.di22 at 1427")
    assert "fr.dim1" in table.choices("entrain")


# -- 7.6.4 detraining


@rule("france40", "7.6.4a", "7.6.4b")
def test_detraining_before_anybody_moves():
    table = at(sickle_cut("entrained French fr.di55 at 1622", "entrained fr.di71 at 1322", FAR), "Detraining", 2)
    assert table.choices("detrain") == ["fr.di55", "fr.di71"]
    table.play("detrain fr.di55", "done")  # in any rail hex; the other stays on its train

    assert not has(table, "fr.di55", TRAIN)
    assert has(table, "fr.di55", DISRUPTED)
    assert has(table, "fr.di71", TRAIN)
    assert table.why_not("move fr.di55 1625").rule == "13.2a"
    assert table.game.decision.stack[-1].title == "Allied movement"


@rule("france40", "7.6.4b")
def test_not_in_the_turn_of_a_rail_move():
    table = at(sickle_cut("entrained French fr.di55 at 1322", FAR), "Allied movement", 2)
    table.play("rail fr.di55 1323")
    assert "detrain" not in table.choices()
    assert has(table, "fr.di55", RAILED)


@rule("france40", "7.6.1d", "R.7.6.1d.1")
def test_too_close_to_the_enemy_a_train_must_stop():
    table = sickle_cut("entrained French fr.di55 at 1620", "entrained fr.di71 at 1216", "German de.id32 at 1623")
    events = act(table, OpenMovement(Side.ALLIED))

    assert [(event.units, event.rule) for event in events][:1] == [(("fr.di55",), "7.6.1d")]
    assert has(table, "fr.di55", DISRUPTED)
    assert has(table, "fr.di71", TRAIN)  # farther away


@rule("france40", "7.6.4c")
def test_a_retreat_ends_the_journey():
    table = sickle_cut("entrained French fr.di55 at 1620", "German de.id32 at 1621")
    g = game(table)
    table.step(Retreat(Side.ALLIED, (unit(table, "fr.di55"),), g.map.hex("1620"), 2, "disrupted"))
    table.play(f"retreat fr.di55 go {table.choices('retreat fr.di55 go')[0]}")
    assert not has(table, "fr.di55", TRAIN)

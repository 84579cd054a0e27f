"""5: zones of control. Picardy around 1521 is open country: N 1520, NE 1621, SE 1622, S 1522, SW 1422, NW 1421."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.france40.board import DISRUPTED
from meuse.games.france40.zones import zones
from meuse.testkit import Table, rule

from .scene import cost, dynamo, game, has, sickle_cut


def covered(table: Table, side: Side) -> set[str]:
    g = game(table)
    return {g.map.labels[h] for h, count in enumerate(zones(g, side)) if count}


@rule("france40", "5.1.1a")
def test_a_zone_covers_the_six_hexes_around():
    table = sickle_cut("French fr.di55 at 1521")
    assert covered(table, Side.ALLIED) == {"1520", "1621", "1622", "1522", "1422", "1421"}
    assert covered(table, Side.GERMAN) == set()


@rule("france40", "5.1.1b", "R.22.8d.1")
def test_a_zone_does_not_cross_tidal_water():
    table = dynamo("German de.pz3.t at 3607")  # Breskens; a ferry leads to Vlissingen
    assert "3606" not in covered(table, Side.GERMAN)
    assert "3707" in covered(table, Side.GERMAN)

    table = dynamo("German de.pz3.t at 4610")  # Antwerp; a bridge leads over the Scheldt
    assert "4510" not in covered(table, Side.GERMAN)


@rule("france40", "5.1.2")
def test_hqs_and_forts_have_no_zone():
    table = sickle_cut("French fr.hq9 at 1521", "French fr.f.lf at 1524")
    assert covered(table, Side.ALLIED) == set()
    assert "1520" in covered(table.put("French fr.di55 at 1521"), Side.ALLIED)


@rule("france40", "5.2a", "R.5.2a.1")
def test_a_unit_stops_in_an_enemy_zone_even_beside_a_friend():
    table = sickle_cut("French fr.di22 at 1521", "German de.pz1.t at 1518", "German de.id32 at 1520")
    table.phase("German movement")

    assert "1520" in table.reach("de.pz1.t")
    assert table.allows("move de.pz1.t 1519.1420.1320")
    assert not table.allows("move de.pz1.t 1519.1520.1420")  # through the zone
    assert cost(table, "de.pz1.t", "1520") == "2"  # entering the zone costs nothing
    table.play("move de.pz1.t 1520")
    assert table.why_not("move de.pz1.t 1519").rule == "7.1a"


@rule("france40", "5.2a")
def test_the_zone_is_named_as_the_cause():
    table = sickle_cut("French fr.di22 at 1521", "German de.id32 at 1518").phase("German movement")

    refusal = table.why_not("move de.id32 1622")  # it would have to go on from 1621
    assert (refusal.rule, refusal.causes) == ("5.2a", ("1521",))


@rule("france40", "5.2b")
def test_leaving_a_zone_costs_two():
    table = sickle_cut("French fr.di22 at 1521", "German de.pz1.t at 1520").phase("German movement")

    assert cost(table, "de.pz1.t", "1519") == "3"
    table.remove("French fr.di22")
    assert cost(table, "de.pz1.t", "1519") == "1"


@rule("france40", "5.2c")
def test_from_zone_to_zone():
    table = sickle_cut("French fr.di22 at 1521", "German de.pz1.t at 1520").phase("German movement")

    assert "1621" in table.reach("de.pz1.t")
    assert cost(table, "de.pz1.t", "1621") == "3"
    table.play("move de.pz1.t 1621")
    assert table.reach("de.pz1.t") == set()


@rule("france40", "5.3", "13.3.2a", "7.6.2c")
def test_units_in_full_retreat_on_trains_and_in_entry_hexes_have_no_zone():
    for words in ("fleeing French fr.di55 at 1521", "entrained French fr.di55 at 1521", "French fr.di55 at 1428"):
        assert covered(sickle_cut(words), Side.ALLIED) == set()


@rule("france40", "5.3", "13.2e", "18.4e")
def test_disrupted_and_unsupplied_units_keep_their_zone():
    assert "1520" in covered(sickle_cut("disrupted French fr.di55 at 1521"), Side.ALLIED)
    assert "1520" in covered(sickle_cut("isolated French fr.di55 at 1521"), Side.ALLIED)


@rule("france40", "5.3", "22.9c")
def test_a_zero_strength_remnant_has_no_zone():
    assert covered(dynamo("British uk.1 at 3313 with 1 step"), Side.ALLIED) == set()
    assert covered(dynamo("British uk.1 at 3313 with 2 steps"), Side.ALLIED) != set()


@rule("france40", "5.4")
def test_zones_also_hold_up_recovery():
    table = sickle_cut("disrupted French fr.di55 at 1521", "German de.id32 at 1520", "disrupted fr.di71 at 1525")
    table.dice(1).phase("Allied recovery")

    assert has(table, "fr.di55", DISRUPTED)  # it had to roll
    assert not has(table, "fr.di71", DISRUPTED)

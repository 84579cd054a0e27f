"""13: Disruption, Full Retreat, recovery."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.france40.board import DISRUPTED, FULL_RETREAT, TRAIN
from meuse.games.france40.disorder import disrupt, put_to_flight
from meuse.games.france40.recovery import Recovery
from meuse.games.france40.zones import zones
from meuse.testkit import Table, rule

from .scene import at, cities, doing, game, has, odds, plain, result, sickle_cut, under, unit


def moving(*sentences: str, side: str = "Allied", turn: int = 2) -> Table:
    return at(sickle_cut(*sentences), f"{side} movement", turn)


def recover(table: Table, side: Side = Side.ALLIED) -> Table:
    """The recovery phase of a side, as far as nobody is asked."""
    return table.step(Recovery(side))


# -- 13.1


@rule("france40", "13.1.1")
def test_three_states():
    table = plain("French fr.di43 at 1422", "disrupted French fr.di36 at 1422", "fleeing French fr.lest at 1422")
    g = game(table)
    assert [g.good_order(unit(table, u)) for u in ("fr.di43", "fr.di36", "fr.lest")] == [True, False, False]


@rule("france40", "13.1.2")
def test_a_retreat_disrupts():
    table = plain("German de.id32 at 1421", "German de.id12 at 1421", "French fr.di43 at 1422").dice(1)
    assert result(table.play("attack 1422 with de.id32 de.id12 go")) == "DR2"
    table.play("pass", "retreat fr.di43 go 1424")
    assert has(table, "fr.di43", DISRUPTED)


@rule("france40", "13.1.3b")
def test_a_disrupted_unit_that_retreats_again_goes_into_full_retreat():
    table = plain("German de.id32 at 1421", "German de.id12 at 1421", "disrupted French fr.dina1 at 1422").dice(3)
    assert result(table.play("attack 1422 with de.id32 de.id12 go")) == "DRX"  # 14 to 4
    table.play("lose de.id32", "retreat fr.dina1 go 1424")
    assert has(table, "fr.dina1", FULL_RETREAT)
    assert not has(table, "fr.dina1", DISRUPTED)


@rule("france40", "13.1.3a")
def test_ds_sends_whoever_is_hit_into_full_retreat():
    table = plain("French fr.di43 at 1422")
    put_to_flight(game(table), unit(table, "fr.di43"), "13.1.3a")
    assert has(table, "fr.di43", FULL_RETREAT)


@rule("france40", "13.1.3c")
def test_full_retreat_of_ones_own_will():
    table = moving("disrupted French fr.di43 at 1422", "French fr.di36 at 1424")
    assert table.choices("flee") == ["fr.di43"]
    table.play("flee fr.di43")
    assert has(table, "fr.di43", FULL_RETREAT)

    marked = under(moving("French fr.di43 at 1422"), 2, "fr.di43")
    marked.play("flee fr.di43")
    assert (has(marked, "fr.di43", FULL_RETREAT), game(marked).under[unit(marked, "fr.di43")]) == (True, 0)


@rule("france40", "13.1.3c")
def test_not_on_the_first_turn_and_not_out_of_a_halt():
    first = moving("disrupted French fr.di43 at 1422", turn=1)
    assert "flee" not in first.choices()
    halted = under(moving("German de.pz1.t at 1422", side="German"), 2, "de.pz1.t")
    assert "flee" not in halted.choices()


@rule("france40", "7.6.4c", "21.2.5", "22.2e")
def test_disruption_takes_markers_off():
    table = under(plain("entrained French fr.di43 at 1422"), 4, "fr.di43")
    disrupt(game(table), unit(table, "fr.di43"), "13.1.2")
    assert not has(table, "fr.di43", TRAIN)
    assert game(table).under[unit(table, "fr.di43")] == 0


# -- 13.2


@rule("france40", "13.2a")
def test_disrupted_units_move_tactically():
    table = moving("disrupted French fr.dlm1 at 1422")
    assert "1424" in table.reach("fr.dlm1")
    assert "1425" not in table.reach("fr.dlm1")


@rule("france40", "13.2b", "13.3.2a")
def test_disordered_units_do_not_attack():
    table = plain("disrupted German de.id32 at 1421", "German de.id12 at 1521", "fleeing German de.lah at 1521")
    table.put("French fr.lest at 1422")
    assert table.why_not("attack 1422 with de.id32").rule == "13.2b"
    assert table.why_not("attack 1422 with de.lah").rule == "13.2b"


@rule("france40", "13.2c")
def test_disrupted_units_defend_with_half_rounded_up():
    table = plain("German de.id32 at 1421", "disrupted French fr.di43 at 1422")
    assert odds(table, "attack 1422 with de.id32").ratio == "7 : 4"


@rule("france40", "13.2d")
def test_a_disrupted_hq_gives_no_support():
    table = plain("German de.id32 at 1421", "French fr.di43 at 1422", "disrupted French fr.hq7 at 1424")
    table.dice(6).play("attack 1422 with de.id32 go")
    assert doing(table) == "Combat"  # nobody was asked


@rule("france40", "13.2e")
def test_disrupted_units_keep_their_zone():
    table = plain("disrupted French fr.di43 at 1422")
    g = game(table)
    assert zones(g, Side.ALLIED)[g.map.hex("1423")]
    assert not zones(game(table.put("fleeing French fr.di43 at 1422")), Side.ALLIED)[g.map.hex("1423")]


# -- 13.3


@rule("france40", "13.3.1")
def test_full_retreat_moves_freely_and_leaves_zones_for_nothing():
    table = moving("fleeing French fr.di43 at 1422", "German de.id32 at 1421")
    assert "1426" in table.reach("fr.di43")  # an allowance of three, and two for Extended Movement
    table.put("French fr.di43 at 1422")
    assert "1426" not in table.reach("fr.di43")


@rule("france40", "13.3.2a", "5.3")
def test_full_retreat_has_no_zone():
    table = plain("fleeing French fr.di43 at 1422")
    assert not any(zones(game(table), Side.ALLIED))


@rule("france40", "13.3.2b")
def test_full_retreat_shuns_zones_and_enemy_cities():
    table = moving("fleeing French fr.di43 at 1424", "German de.id32 at 1421")
    assert "1422" not in table.reach("fr.di43")
    table.put("French fr.di36 at 1422")
    assert "1422" in table.reach("fr.di43")

    city = cities(moving("fleeing French fr.di43 at 1218"), "german", "1216")
    assert "1216" not in city.reach("fr.di43")


@rule("france40", "13.3.2c")
def test_full_retreat_adds_nothing_to_a_defence():
    table = plain("German de.id32 at 1421", "French fr.lest at 1422", "fleeing French fr.di43 at 1422")
    assert odds(table, "attack 1422 with de.id32").ratio == "7 : 3"


@rule("france40", "13.3.2d")
def test_units_in_full_retreat_give_way_to_whoever_moves_next_to_them():
    table = moving("German de.pz1.t at 1418", "fleeing French fr.di43 at 1422", side="German")
    table.play("move de.pz1.t 1419.1420.1421.1321")

    assert (doing(table), table.asked) == ("Retreat", "allied")
    assert table.where("de.pz1.t") == "1421"  # the move stopped where it came next to them ...
    table.play("retreat fr.di43 go 1424")
    assert table.steps("fr.di43") == 3  # ... without any further harm to them ...
    assert has(table, "fr.di43", FULL_RETREAT)
    assert "1321" in table.reach("de.pz1.t")  # ... and may go on


@rule("france40", "13.3.2d")
def test_friends_in_better_state_hold_them():
    table = moving(
        "German de.pz1.t at 1418", "fleeing French fr.di43 at 1422", "disrupted French fr.lest at 1422", side="German"
    )
    table.play("move de.pz1.t 1421")
    assert doing(table) == "Movement"


@rule("france40", "13.3.2d", "R.13.3.2d.3")
def test_advances_and_retreats_make_them_give_way_too():
    table = plain("German de.lah at 1421", "French fr.rec1 at 1422", "fleeing French fr.di43 at 1424")
    table.dice(1).play("attack 1422 with de.lah go", "retreat fr.rec1 go 1522.1623.1624.1625")
    table.play("advance de.lah 1422.1423")
    assert (doing(table), table.asked) == ("Retreat", "allied")
    table.play("retreat fr.di43 go 1426")
    assert table.asked == "german"

    retreating = plain("German de.lah at 1421", "French fr.rec1 at 1422", "fleeing German de.id32 at 1625")
    retreating.dice(1).play("attack 1422 with de.lah go", "retreat fr.rec1 go 1522.1623.1624.1724")
    assert (doing(retreating), retreating.asked) == ("Retreat", "german")


@rule("france40", "R.13.3.2d.1")
def test_a_lone_unit_in_full_retreat_is_shattered():
    table = plain("German de.mg7 at 1421", "fleeing French fr.di43 at 1422")
    assert odds(table, "attack 1422 with de.mg7").final == "10-1"
    assert result(table.play("attack 1422 with de.mg7 go")) == "DS"


@rule("france40", "R.13.3.2d.2")
def test_automatic_retreats_have_no_desperate_defence():
    ring = (
        "German de.id12 at 1521", "German de.id62 at 1522", "German de.id8 at 1423", "German de.id28 at 1322",
        "German de.id87 at 1321",
    )  # fmt: skip
    table = moving("German de.pz1.t at 1418", "fleeing French fr.di43 at 1422", *ring, side="German")
    table.play("move de.pz1.t 1421")
    assert table.where("fr.di43") == "eliminated"


# -- 13.4


@rule("france40", "13.4.1")
def test_away_from_the_enemy_units_recover_one_level():
    table = plain("disrupted French fr.di43 at 1422", "fleeing French fr.lest at 1424")
    recover(table).play("done")
    assert not has(table, "fr.di43", DISRUPTED)
    assert (has(table, "fr.lest", DISRUPTED), has(table, "fr.lest", FULL_RETREAT)) == (True, False)


@rule("france40", "13.4.1")
def test_units_may_be_left_in_full_retreat():
    table = plain("fleeing French fr.di43 at 1422", "fleeing French fr.lest at 1424")
    recover(table).play("leave fr.di43", "done")
    assert (has(table, "fr.di43", FULL_RETREAT), has(table, "fr.lest", FULL_RETREAT)) == (True, False)


def rallies(die: int, *sentences: str) -> bool:
    """Whether the disrupted fr.di43, fr.di14 or fr.di55 among these recovers with a die."""
    table = plain(*sentences).dice(die)
    recover(table)
    units = [u for u in ("fr.di43", "fr.di14", "fr.di55") if table.where(u)]
    return not has(table, units[0], DISRUPTED)


@rule("france40", "13.4.2", "13.4.1")
def test_in_an_enemy_zone_a_unit_needs_a_five():
    german = "German de.id32 at 1421"
    assert not rallies(4, german, "disrupted French fr.di43 at 1422")
    assert rallies(5, german, "disrupted French fr.di43 at 1422")


@rule("france40", "13.4.2")
def test_quality_and_shelter_help_to_rally():
    german = "German de.id32 at 1421"
    assert rallies(4, german, "disrupted French fr.di14 at 1422")  # elite
    assert not rallies(5, german, "disrupted French fr.di55 at 1422")  # low

    city = "German de.id32 at 1217"
    assert rallies(3, city, "disrupted French fr.di43 at 1216")
    assert not rallies(2, city, "disrupted French fr.di43 at 1216")
    fort = ("German de.id32 at 5022", "French fr.f.lf at 5021")
    assert rallies(3, *fort, "disrupted French fr.di43 at 5021")


@rule("france40", "R.13.4.1.1")
def test_enemies_without_a_zone_force_no_roll():
    assert rallies(1, "fleeing German de.id32 at 1421", "disrupted French fr.di43 at 1422")

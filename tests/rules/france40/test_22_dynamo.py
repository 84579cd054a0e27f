"""22.1 to 22.4, 22.6 to 22.8: the rest of the Dynamo scenario."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.games.france40.advance import Advance
from meuse.games.france40.arrivals import StartPlayerTurn
from meuse.games.france40.battle import most_air
from meuse.games.france40.board import ATTACKED, DISRUPTED, PINNED, USED
from meuse.games.france40.determined import DeterminedDefence
from meuse.games.france40.disorder import disrupt
from meuse.games.france40.dynamo import BelgianSurrender, Withdrawals, closed_to, why_not_attack, why_not_move
from meuse.games.france40.halt import Lift, RemoveHalts, holding, targets
from meuse.games.france40.losses import eliminate
from meuse.games.france40.markers import on_map
from meuse.games.france40.odds import Battle, defence_total, shifts
from meuse.games.france40.retreat import Retreat
from meuse.games.france40.sequence import PhaseEnd, StartTurn
from meuse.games.france40.sickle_cut import PlaceGQG, bound
from meuse.games.france40.stand import modifiers
from meuse.games.france40.supply import in_supply
from meuse.games.france40.terrain import major, why_not_cross
from meuse.games.france40.zones import zones
from meuse.testkit import Table, rule

from .scene import act, at, cities, dynamo, game, grounded, has, marked, under, unit


def whole() -> Table:
    """The scenario as it begins."""
    return Table("france40", "dynamo")


def panzers(name: str) -> list[str]:
    """The three units of a Panzer division."""
    table = whole()
    return [c.id for c in game(table).scenario.counters if c.division == name]


# -- 22.1


@rule("france40", "22.1a", "22.1b", "22.7h")
def test_twelve_turns_without_gqg():
    sequence = game(whole()).scenario.sequence
    assert [step.turn for step in sequence if isinstance(step, StartTurn)] == list(range(1, 13))
    assert not any(isinstance(step, PlaceGQG) for step in sequence)


@rule("france40", "22.1b", "3.dynamo")
def test_the_allies_place_halt_markers_and_then_the_germans_begin():
    table = whole()
    assert table.asked == "allied"
    table.play(
        "place de.pz6.t", "place de.pz8.t", "place de.pz5.t", "place de.pz7.t", "place de.pz3.t", "place de.pz4.t"
    )
    table.dice(1, 1).play("done")
    assert table.asked == "german"


@rule("france40", "22.1b")
@pytest.mark.parametrize(
    ("name", "label"), [("uk.30", "1514"), ("de.pz1.t", "1515"), ("be.dc2", "3210"), ("uk.3", "3118")]
)
def test_divisions_stand_where_they_stood_on_24_may(name, label):
    assert whole().where(name) == label


@rule("france40", "22.1b")
def test_nobody_begins_out_of_supply():
    g = game(whole())
    assert [g.id(u) for side in Side for u in g.on_map(side) if not in_supply(g, u)] == []


@rule("france40", "22.1e", "18.3.4a")
def test_the_cities_of_the_pocket_are_allied_and_all_others_german():
    g = game(whole())
    allied = {g.map.labels[h] for h in g.scenario.cities if g.controls(Side.ALLIED, h)}
    assert allied == {"1514", "2113", "2810", "2920", "3020", "3025", "3118", "3119", "3210", "3625"}


# -- 22.2


@rule("france40", "22.2b", "R.22.2b.1")
def test_only_panzer_divisions_that_may_move_are_halted():
    table = whole()
    assert table.choices("place") == ["de.pz6.t", "de.pz8.t", "de.pz5.t", "de.pz7.t", "de.pz3.t", "de.pz4.t"]
    assert table.why_not("place de.pz2.t").rule == "22.2b"
    assert table.why_not("place de.gd").rule == "22.2b"
    assert table.why_not("place de.pz1.t").rule == "22.2b"

    table.remove("British uk.30")  # Calais is cleared
    assert "de.pz1.t" in table.choices("place")


@rule("france40", "22.2b")
def test_others_in_the_hex_are_free():
    table = dynamo("de.pz3.t at 2321", "de.pz3.s3 at 2321", "de.gd at 2321", turn=1)
    at(table, "Halt! markers", 1).play("place de.pz3.t")
    act(table, PhaseEnd())
    assert marked(table, 1) == ["de.pz3.t", "de.pz3.s3"]


@rule("france40", "22.2c")
def test_placement_is_compulsory():
    table = whole()
    table.play("place de.pz6.t")
    assert table.why_not("done").rule == "22.2c"


@rule("france40", "22.2c")
def test_markers_that_came_off_are_placed_again_on_turns_one_and_two():
    table = dynamo("German de.pz3.t at 2321", "German de.pz4.t at 2422", turn=1)
    under(under(table, 1, "de.pz3.t"), 2, "de.pz4.t")
    act(table.dice(1, 5), RemoveHalts())
    assert on_map(game(table), Side.GERMAN) == [2]
    assert 1 in holding(game(table))

    at(table, "Halt! markers", 1)
    assert table.choices("place") == ["de.pz3.t"]
    words = [step.called(game(table)) for step in game(table).scenario.sequence]
    assert words.count("Halt! markers") == 3  # before the game, and twice more


@rule("france40", "22.2a", "R.22.2a.1")
def test_the_halt_order_ends_with_the_german_turn_three():
    table = under(dynamo("German de.pz3.t at 2321", turn=2), 1, "de.pz3.t")
    act(table, Lift(2))
    assert marked(table, 1) == ["de.pz3.t"]
    act(table, Lift(3))
    assert marked(table, 1) == []
    assert holding(game(table)) == []


@rule("france40", "22.2d")
def test_panzer_divisions_stay_together_until_turn_three():
    table = dynamo(*(f"{name} at 2321" for name in panzers("3 Pz")), turn=3)
    g = game(table)
    assert [g.id(u) for u in bound(g, unit(table, "de.pz3.s3"))] == panzers("3 Pz")
    at(table, "German movement", 3).play("move de.pz3.t 2320")
    assert {table.where(name) for name in panzers("3 Pz")} == {"2320"}

    g.turn = 4
    assert bound(g, unit(table, "de.pz3.s3")) == (unit(table, "de.pz3.s3"),)


@rule("france40", "22.2d")
def test_a_panzer_division_comes_in_through_one_hex():
    table = at(whole(), "German reinforcements", 2)
    table.play("enter de.pz9.t 2829")
    assert table.choices("enter de.pz9.s10") == ["2829"]
    assert table.why_not("enter de.pz9.s10 3029").rule == "22.2d"


@rule("france40", "22.2e")
def test_a_halted_division_that_retreats_is_disrupted_instead():
    table = under(dynamo("German de.pz3.t at 2321", turn=2), 1, "de.pz3.t")
    disrupt(game(table), unit(table, "de.pz3.t"), "13.1.2")
    assert marked(table, 1) == []
    assert has(table, "de.pz3.t", DISRUPTED)


# -- 22.3


def resting(*sentences: str) -> Table:
    """Panzer divisions in the German Initial Phase of turn 2."""
    return dynamo(*sentences, turn=2)


@rule("france40", "22.3")
def test_a_halted_panzer_division_restores_one_unit():
    table = resting("de.pz3.t at 2321 with 1 step", "de.pz3.s3 at 2321 with 1 step", "de.pz4.t at 2422 with 1 step")
    at(under(table, 1, "de.pz3.t", "de.pz3.s3"), "Replacements", 2)
    assert table.choices("replace") == ["de.pz3.t", "de.pz3.s3"]
    assert table.why_not("replace de.pz4.t").rule == "22.3"
    table.play("replace de.pz3.t")
    assert table.steps("de.pz3.t") == 2
    assert table.steps("de.pz3.s3") == 1
    assert "replace" not in table.choices()  # one is all


@rule("france40", "22.3", "R.22.3.1")
def test_any_reduced_unit_in_the_hex_may_be_restored():
    table = resting("de.pz3.t at 2321 with 1 step", "de.gd at 2321 with 1 step", "de.id18 at 2321 with 2 steps")
    table.put("German de.lah at 2422 with 1 step")
    at(under(table, 1, "de.pz3.t"), "Replacements", 2)
    assert table.choices("replace") == ["de.gd", "de.pz3.t", "de.id18"]
    assert table.why_not("replace de.lah").rule == "22.3"  # in another hex
    table.play("replace de.id18")
    assert (table.steps("de.id18"), table.steps("de.pz3.t")) == (3, 1)
    assert "replace" not in table.choices()


@rule("france40", "22.3", "R.22.3.1", "10.3b")
def test_a_remnant_is_not_a_reduced_unit():
    table = resting("de.pz3.t at 2321", "de.id18 at 2321 with 1 step", "de.gd at 2321 with 1 step")
    at(under(table, 1, "de.pz3.t"), "Replacements", 2)
    assert table.choices("replace") == ["de.gd"]
    assert table.why_not("replace de.id18").rule == "10.3b"


@rule("france40", "22.3")
def test_disrupted_and_full_strength_units_get_none():
    table = resting(
        "disrupted German de.pz3.t at 2321 with 1 step", "de.pz3.s3 at 2321", "de.pz3.k3 at 2321 with 1 step"
    )
    under(table, 1, *panzers("3 Pz"))
    at(table, "Replacements", 2)
    assert table.choices("replace") == ["de.pz3.k3"]
    assert table.game.decision.step.warnings(game(table))[0].text == "Unused replacements are lost: 3 Pz."


@rule("france40", "22.3")
def test_replacements_come_on_turns_one_to_three():
    words = [step.called(game(whole())) for step in game(whole()).scenario.sequence]
    assert words.count("Replacements") == 3


# -- 22.4


@rule("france40", "22.4.1", "R.22.4.1.1")
def test_belgium_surrenders_when_brugge_falls():
    table = dynamo("Belgian be.8 at 3315", "British uk.1 at 3315")
    act(table, BelgianSurrender(2))
    assert table.where("be.8") == "3315"

    cities(table, "german", "3210")
    act(table, BelgianSurrender(2))
    assert table.where("be.8") == "withdrawn"
    assert table.where("uk.1") == "3315"


@rule("france40", "22.4.1")
@pytest.mark.parametrize(("turn", "where"), [(4, "3315"), (5, "withdrawn")])
def test_belgium_surrenders_on_turn_five_at_the_latest(turn, where):
    table = dynamo("Belgian be.8 at 3315")
    act(table, BelgianSurrender(turn))
    assert table.where("be.8") == where


@rule("france40", "22.4.2")
def test_belgians_do_not_enter_france_but_for_border_hexes():
    table = dynamo("Belgian be.8 at 3116", "British uk.1 at 3116")
    g = game(table)
    assert closed_to(g, unit(table, "be.8"), g.map.hex("3022"))
    assert not closed_to(g, unit(table, "be.8"), g.map.hex("3117"))  # Menen and Halluin
    assert not closed_to(g, unit(table, "uk.1"), g.map.hex("3022"))

    table.put("Belgian be.8 at 2415").phase("Allied movement")
    assert table.why_not("move be.8 2315").rule == "22.4.2"


@rule("france40", "22.4.2")
def test_belgians_do_not_retreat_into_france():
    table = dynamo("Belgian be.8 at 2415", "German de.id18 at 2514")
    g = game(table)
    table.step(Retreat(Side.ALLIED, (unit(table, "be.8"),), g.map.hex("2415"), 2, "disrupted"))
    assert "2315" not in table.choices("retreat be.8 go")


@rule("france40", "R.22.4.2.1", "8.1e")
def test_belgians_do_not_attack_into_france():
    table = dynamo("Belgian be.8 at 2415", "British uk.1 at 2415", "German de.gd at 2315").phase("Allied combat")
    assert table.choices("attack 2315 with") == ["uk.1"]


# -- 22.6


def raid(table: Table, target: str, *names: str) -> Battle:
    return Battle(game(table).map.hex(target), tuple(unit(table, name) for name in names))


@rule("france40", "22.6a", "22.7c")
def test_two_raf_units_and_three_german_ones():
    assert game(whole()).air == [3, 2]


@rule("france40", "22.6b")
def test_the_raf_supports_british_units_only():
    table = dynamo("British uk.1 at 3218", "French fr.dim1 at 3219", "German de.id18 at 3217", "German de.gd at 3318")
    g = game(table)
    assert most_air(g, Side.ALLIED, raid(table, "3218", "de.id18")) == 1
    assert most_air(g, Side.ALLIED, raid(table, "3219", "de.gd")) == 0
    assert most_air(g, Side.ALLIED, raid(table, "3217", "uk.1")) == 1


@rule("france40", "22.6c", "11.2.6b")
@pytest.mark.parametrize(("name", "rules"), [("uk.1", ["11.2.6b"]), ("fr.dim1", [])])
def test_the_raf_stays_over_the_hex_for_a_british_lead_unit(name, rules):
    table = dynamo("British uk.1 at 3220", "French fr.dim1 at 3220", "German de.id18 at 3219")
    g = game(table)
    g.covered = frozenset({g.map.hex("3220")})
    defence = DeterminedDefence(Side.ALLIED, raid(table, "3220", "de.id18"), "DR2", 2)
    assert [m.rule for m in modifiers(g, defence, unit(table, name))] == rules


@rule("france40", "22.6d", "9.3.1c")
def test_the_raf_is_ready_again_in_the_allied_initial_phase():
    table = dynamo()
    game(table).air = [0, 0]
    act(table, StartPlayerTurn(Side.ALLIED))
    assert game(table).air == [0, 2]
    act(table, StartPlayerTurn(Side.GERMAN))
    assert game(table).air == [3, 2]


# -- 22.7


@rule("france40", "22.7a", "R.3.B1.1")
def test_hqs_begin_used_and_stay_so():
    table = whole()
    assert has(table, "uk.hq", USED)
    act(table, StartPlayerTurn(Side.ALLIED))
    assert has(table, "uk.hq", USED)


@rule("france40", "22.7b", "22.7g")
def test_reinforcements_come_through_the_half_hexes():
    table = at(whole(), "German reinforcements", 3)
    assert {"1029", "2829", "4829"} <= set(table.choices("enter de.id6"))
    assert table.why_not("enter de.id6 2828").rule == "22.7b"
    table.play("enter de.id6 2829")
    assert "2828" in at(table, "German movement", 3).reach("de.id6")


@rule("france40", "22.7b")
def test_only_the_germans_have_reinforcements():
    g = game(whole())
    assert {g.scenario.side_of[u] for u in g.at[g.scenario.box("display")]} == {Side.GERMAN}


@rule("france40", "22.7g")
def test_units_in_play_do_not_enter_half_hexes():
    table = dynamo("German de.id18 at 2828").phase("German movement")
    assert table.why_not("move de.id18 2829").rule == "22.7g"


@rule("france40", "22.7d")
def test_two_panzer_divisions_neither_move_nor_attack():
    table = dynamo("British uk.30 at 1315")
    g = game(table)
    table.put("German de.pz10.t at 1316")
    g.add(unit(table, "de.pz10.t"), PINNED)
    assert why_not_move(g, unit(table, "de.pz10.t")).rule == "22.7d"
    assert why_not_attack(g, unit(table, "de.pz10.t"), g.map.hex("1315")).rule == "22.7d"
    assert defence_total(g, raid(table, "1316", "uk.30")) == 4
    assert all(has(whole(), name, PINNED) for name in (*panzers("2 Pz"), *panzers("10 Pz")))


@rule("france40", "22.7d")
def test_the_first_panzer_division_waits_for_calais():
    table = dynamo("British uk.30 at Calais", "German de.pz1.t at 1515", "British uk.1 at 1615").phase(
        "German movement"
    )
    g = game(table)
    assert "move" not in table.choices()
    assert why_not_attack(g, unit(table, "de.pz1.t"), g.map.hex("1615")).rule == "22.7d"
    assert why_not_attack(g, unit(table, "de.pz1.t"), g.map.hex("1514")) is None

    table.remove("British uk.30")
    act(table, PhaseEnd())
    assert why_not_move(g, unit(table, "de.pz1.t")) is None
    table.put("British uk.30 at Calais")  # it operates normally after that
    assert why_not_move(g, unit(table, "de.pz1.t")) is None
    assert targets(g) == (unit(table, "de.pz1.t"),)


@rule("france40", "22.7d", "14.1.2a")
def test_the_first_panzer_division_does_not_tag_along_before_calais_is_cleared():
    table = dynamo("German de.pz1.t at 1515", "German de.lah at 1515", "British uk.30 at 1514")
    at(table.put("disrupted French fr.di21 at 1616 with 1 step"), "German combat", 5)
    grounded(table).dice(1).play("attack 1616 with de.lah go")
    assert table.choices("advance") == ["de.lah"]


@rule("france40", "22.7e", "7.6.1a")
def test_there_is_no_rail_movement():
    table = dynamo("entrained French fr.dim1 at 3020", "British uk.1 at 2113").phase("Allied movement")
    assert not {"rail", "entrain"} & set(table.choices())


@rule("france40", "22.7f")
def test_listed_divisions_are_withdrawn_wherever_they_are():
    table = whole()
    eliminate(game(table), unit(table, "de.pz1.s1"), "12.2a")
    act(table, Withdrawals(6))
    assert table.where("de.pz1.t") == "withdrawn"
    assert table.where("de.pz10.s86") == "withdrawn"
    assert table.where("de.pz1.s1") == "eliminated"
    assert table.where("de.pz6.t") == "2018"


@rule("france40", "22.7f")
def test_nobody_is_withdrawn_before_turn_six():
    table = whole()
    assert act(table, *(Withdrawals(turn) for turn in range(1, 6))) == []


# -- 22.8


@rule("france40", "22.8a", "9.2.3a")
def test_polder_costs_one_point_and_stops_the_tank_shift():
    table = dynamo("German de.pz3.t at 1815", "French fr.di68 at 1713").phase("German movement")
    table.play("move de.pz3.t 1714")
    assert game(table).spent[unit(table, "de.pz3.t")] == 1
    assert [shift.rule for shift in shifts(game(table), raid(table, "1713", "de.pz3.t"))] == ["9.5.2a"]


@rule("france40", "22.8b", "9.6.3")
def test_a_marsh_river_is_a_major_river():
    g = game(dynamo())
    assert g.map.has(g.map.hex("2018"), g.map.hex("1917"), "marsh_river")
    assert major(g, g.map.hex("2018"), g.map.hex("1917"))


@rule("france40", "22.8c")
def test_tidal_water_stops_movement_and_zones():
    table = dynamo("German de.id18 at 3607", "British uk.1 at 3606")
    g = game(table)
    assert why_not_cross(g, unit(table, "de.id18"), g.map.hex("3607"), g.map.hex("3606")) is not None
    assert not zones(g, Side.ALLIED)[g.map.hex("3607")]


@rule("france40", "22.8d", "R.22.8d.1")
def test_a_ferry_takes_the_whole_allowance():
    table = dynamo("German de.id18 at 3607").phase("German movement")
    assert "3606" in table.reach("de.id18")
    table.play("move de.id18 3606")
    assert "move" not in table.choices()

    moved = dynamo("German de.id18 at 3608").phase("German movement")
    assert "3606" not in moved.reach("de.id18")


@rule("france40", "22.8d")
def test_nobody_fights_across_a_ferry():
    table = dynamo("German de.id18 at 3607", "British uk.1 at 3606").phase("German combat")
    assert "attack" not in table.choices()


@rule("france40", "22.8e", "9.1a")
def test_the_causeway_doubles_its_defender():
    table = dynamo("British uk.1 at 3805", "German de.id18 at 3905").phase("German movement")
    assert defence_total(game(table), raid(table, "3805", "de.id18")) == 16

    table.remove("British uk.1")
    table.play("move de.id18 3805")
    assert game(table).spent[unit(table, "de.id18")] == 1


@rule("france40", "22.8f")
def test_a_tidal_bridge_costs_a_point_and_bars_attacks():
    table = dynamo("German de.id18 at 4612").phase("German movement")
    table.play("move de.id18 4511")
    assert game(table).spent[unit(table, "de.id18")] == 2

    table.put("British uk.1 at 4612").phase("German combat")
    assert "attack" not in table.choices()


# -- 22.2d in combat


def beset(turn: int) -> Table:
    """3rd Panzer Division has beaten a British one at 2420, and advances two hexes."""
    names = panzers("3 Pz")
    table = dynamo(*(f"{name} at 2421" for name in names), turn=turn)
    battle = Battle(game(table).map.hex("2420"), tuple(unit(table, name) for name in names[:2]))
    return table.step(Advance(Side.GERMAN, battle).won(game(table), battle, 2))


@rule("france40", "22.2d")
def test_a_panzer_division_advances_as_a_whole():
    table = beset(3)
    table.play("advance de.pz3.t 2420")
    assert {table.where(name) for name in panzers("3 Pz")} == {"2420"}

    table = beset(4)
    table.play("advance de.pz3.t 2420")
    assert table.where("de.pz3.s3") == "2421"


@rule("france40", "22.2d")
def test_a_panzer_division_that_has_fought_elsewhere_in_part_does_not_advance():
    table = dynamo(*(f"{name} at 2421" for name in panzers("3 Pz")), "German de.gd at 2421", turn=3)
    g = game(table)
    g.add(unit(table, "de.pz3.k3"), ATTACKED)
    battle = Battle(g.map.hex("2420"), (unit(table, "de.pz3.t"), unit(table, "de.gd")))
    table.step(Advance(Side.GERMAN, battle).won(g, battle, 2))
    assert table.choices("advance") == ["de.gd"]
    assert table.why_not("advance de.pz3.t 2420").rule == "22.2d"


@rule("france40", "22.2d")
def test_a_breakthrough_group_takes_whole_panzer_divisions():
    table = beset(3)
    assert table.choices("group de.pz3.t") == ["de.pz3.s3"]
    assert table.why_not("group de.pz3.t go").rule == "22.2d"
    table.play("group de.pz3.t de.pz3.s3 de.pz3.k3 go")
    assert "leave" not in table.choices()


@rule("france40", "22.2d")
def test_a_panzer_division_retreats_as_a_whole():
    names = panzers("3 Pz")
    table = dynamo(*(f"{name} at 2421" for name in names), "British uk.2 at 2420", turn=3)
    g = game(table)
    units = tuple(unit(table, name) for name in names)
    table.step(Retreat(Side.GERMAN, units, g.map.hex("2421"), 2, "disrupted"))
    assert table.why_not("retreat de.pz3.t go").rule == "22.2d"
    assert "2423" in table.choices("retreat de.pz3.t de.pz3.s3 de.pz3.k3 go")

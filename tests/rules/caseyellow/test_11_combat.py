"""11.1 to 11.3, 11.6 to 11.8: attacks, odds and shifts."""

from __future__ import annotations

from fractions import Fraction

from meuse.counters import Side
from meuse.games.caseyellow import odds
from meuse.games.caseyellow.board import Engagement
from meuse.games.caseyellow.combat import duties, unmet, why_not_target
from meuse.games.caseyellow.ground import still_near
from meuse.games.caseyellow.odds import Attack
from meuse.testkit import Table, rule

from .scene import (
    air,
    allies_fight,
    allies_move,
    battle,
    code,
    column,
    control,
    fight,
    game,
    germans_fight,
    mark,
    net,
    shifts,
    stage,
    status,
    told,
)

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED


# -- 11.2 organizing combats


@rule("caseyellow", "11.2", "11.2a.2", "11.2a.3", "R.11.2a.3.1", "R.11.2a.3.2")
def test_one_attack_a_round_for_units_and_hexes() -> None:
    table = germans_fight(
        "German de.X at 4540", "German de.id208 at 4540", "French fr.VI at 4640", "French fr.I at 4439"
    )
    fight(table, "attack 4640 de.X go", 3)  # the French stay
    assert table.why_not("attack 4640 de.id208").rule == "11.2"
    assert table.why_not("attack 4439 de.X").rule == "11.2a.2"
    pushed = germans_fight(
        "German de.X at 4540",
        "German de.I at 4440",
        "French fr.di10 at 4439",
        "German de.id208 at 4537",
        "French fr.di14 at 4441",
    )
    g = game(pushed)
    g.act(g.scenario.unit_named["fr.di10"], 4)  # DEFENDED: it was attacked before it came here
    pushed.game.forget()
    assert pushed.why_not("attack 4439").rule == "11.2a.3"


@rule("caseyellow", "11.2a.1", "11.2a.4")
def test_units_of_a_stack_may_attack_apart() -> None:
    table = germans_fight(
        "German de.X at 4540", "German de.id208 at 4540", "French fr.di10 at 4640", "French fr.di14 at 4439"
    )
    fight(table, "attack 4640 de.X go", 1)
    assert table.choices("attack 4439") == ["de.id208"]


@rule("caseyellow", "9.5a", "11.2c")
def test_from_one_hex_other_enemies_do_not_matter() -> None:
    """Example attack-single-hex."""
    table = germans_fight(
        "German de.X at 4540", "German de.id208 at 4540", "French fr.VI at 4640", "French fr.I at 4541"
    )
    assert code(fight(table, "attack 4640 de.X de.id208 go", 1)) == "AL1"


def multi() -> Table:
    """Germans in 4540 and 4541 before fr.VI in 4640; fr.I in 4440 and fr.III in 4642 hold them in their zones."""
    units = ("German de.X at 4540", "German de.id208 at 4540", "German de.I at 4541", "German de.id225 at 4541")
    return germans_fight(*units, "French fr.VI at 4640", "French fr.I at 4440", "French fr.III at 4642")


@rule("caseyellow", "9.5b", "11.2d", "R.11.2d.1")
def test_from_several_hexes_the_others_must_be_attacked_too() -> None:
    """Example attack-multi-hex."""
    table = multi()
    table.play("attack 4640 de.X de.I go")
    assert table.why_not("end").rule == "11.2d"
    assert table.choices("attack") == ["4440", "4642"]
    table.play("attack 4440 de.id208 go")
    assert table.choices("attack") == ["4642"]
    table.play("withdraw")
    assert table.allows("end")


@rule("caseyellow", "11.2d", "R.11.2d.2", "11.2a.1")
def test_a_unit_split_off_meets_the_duty() -> None:
    """Example attack-split-hex."""
    units = ("German de.X at 4540", "German de.id208 at 4540", "German de.I at 4541")
    table = germans_fight(*units, "French fr.di10 at 4640", "French fr.dlm1 at 4440")
    table.play("attack 4640 de.X de.I go")
    assert table.choices("attack 4440") == ["de.id208"]
    g = game(table)
    named = (Attack(g.map.hex("4640"), (0, 16)),)
    assert unmet(g, GERMAN, named) == [g.map.hex("4440")]
    g.place(g.scenario.unit_named["fr.dlm1"], -1)
    assert unmet(g, GERMAN, named) == []  # it lapses when the hex is empty


@rule("caseyellow", "11.2d", "R.11.2d.1")
def test_an_attack_that_owes_what_cannot_be_met_is_refused() -> None:
    """The French in 4440 have 4540 in their zone, and nobody is left to attack them."""
    units = ("German de.X at 4540", "German de.I at 4541", "French fr.di10 at 4640", "French fr.dlm1 at 4440")
    table = germans_fight(*units)
    refusal = table.why_not("attack 4640 de.X de.I")
    assert (refusal.rule, refusal.causes) == ("11.2d", ("4440",))
    assert table.allows("attack 4640 de.X go")  # from one hex nothing is owed
    assert table.allows("attack 4640 de.I go")
    table.put("German de.id208 at 4439")
    assert table.allows("attack 4640 de.X de.I go")


@rule("caseyellow", "11.2d")
def test_a_hex_that_needs_several_hexes_is_refused_with_them() -> None:
    """Two points cannot attack nine; from both hexes the French in 4440 would have to be attacked too."""
    units = ("German de.id208 at 4540", "German de.id225 at 4541", "British uk.I at 4640", "British uk.5 at 4640")
    assert germans_fight(*units).choices("attack") == ["4640"]
    table = germans_fight(*units, "French fr.dlm1 at 4440")
    assert table.choices("attack") == ["4440"]
    assert table.why_not("attack 4640").rule == "11.2d"


@rule("caseyellow", "11.2d")
def test_what_is_owed_in_turn_is_looked_into_too() -> None:
    """Whoever is taken for one duty must leave enough for the others."""
    units = ("German de.X at 4540", "German de.I at 4541", "German de.id208 at 4439", "French fr.di10 at 4640")
    table = germans_fight(*units, "French fr.dlm1 at 4440", "French fr.dlm2 at 4642")
    assert table.why_not("attack 4640 de.X de.I").rule == "11.2d"  # nobody is left for 4642
    table.put("German de.id225 at 4541")
    table.play("attack 4640 de.X de.I go")
    assert table.choices("attack 4440") == ["de.id208"]
    assert table.choices("attack 4642") == ["de.id225"]
    table.play("attack 4440 de.id208 go")
    assert table.choices("attack") == ["4642"]


@rule("caseyellow", "11.2e", "9.5b", "R.9.5b.1")
def test_two_hexes_of_yellow_units_are_free() -> None:
    """Example attack-two-hex-motorized."""
    table = germans_fight(
        "German de.pz1 at 4540", "German de.pz2 at 4541", "French fr.VI at 4640", "French fr.I at 4440"
    )
    g = game(table)
    pair = Attack(g.map.hex("4640"), tuple(g.scenario.unit_named[name] for name in ("de.pz1", "de.pz2")))
    assert duties(g, GERMAN, pair) == set()
    table.put("German de.id208 at 4540")
    assert duties(g, GERMAN, pair) == {g.map.hex("4440")}
    table.remove("German de.id208").put("German de.pz3 at 4639")
    three = Attack(pair.target, (*pair.units, g.scenario.unit_named["de.pz3"]))
    assert duties(g, GERMAN, three) == {g.map.hex("4440")}


# -- 11.3a odds


@rule("caseyellow", "11.3a", "R.11.3a.1", "2.4e")
def test_odds_drop_fractions() -> None:
    """Examples odds-rounding and odds-13-4."""
    crt = game(stage()).scenario.crt
    names = [crt.columns[crt.column(Fraction(a), Fraction(d))] for a, d in ((12, 7), (13, 4), (4, 7), (3, 9))]
    assert names == ["1-1", "3-1", "1-2", "1-3"]


@rule("caseyellow", "11.3a.min", "R.11.3a.min.1")
def test_at_least_one_to_three() -> None:
    table = germans_fight(
        "German de.sch11 at 4540", "German de.gd at 4540", "French fr.VI at 4640", "French fr.di10 at 4640"
    )
    assert table.why_not("attack 4640 de.gd go").rule == "11.3a.min"  # 2 to 7
    assert table.allows("attack 4640 de.gd de.sch11 go")
    weak = germans_fight(
        "German de.lah at 4540",
        "French fr.VI at 4640",
        "French fr.di10 at 4640",
        "German de.X at 4339",
        "French fr.di14 at 4338",
    )
    assert weak.why_not("attack 4640").rule == "11.3a.min"


@rule("caseyellow", "11.3a.min", "11.3g")
def test_below_one_to_three_is_ae_without_a_die() -> None:
    """Example derived-auto-ae: 1-3 and one column left in the woods of Laon."""
    table = germans_fight("German de.id208 at 2017", "French fr.VI at Laon", "French fr.sp1 at Laon")
    assert column(table, "2016", "de.id208") == "1-4"
    events = table.play("attack 2016 de.id208 go")
    assert code(events) == "AE"
    assert all(event.dice == () for event in events)
    assert table.where("de.id208") == ""


@rule("caseyellow", "11.3a.max")
def test_better_than_six_to_one_is_six_to_one() -> None:
    table = stage("German de.I at 4540", "German de.II at 4541", "French fr.sp1 at 4640")
    assert column(table, "4640", "de.I", "de.II") == "6-1"
    assert column(mark(table, better=["4640"]), "4640", "de.I", "de.II") == "6-1"  # 14-1 less one


# -- 11.3b, 11.3c shifts


@rule("caseyellow", "11.3b.cap", "R.11.3b.cap.1", "11.3b", "R.11.3b.1")
def test_the_net_shift_is_capped_by_side() -> None:
    """Examples derived-shift-cap-german and derived-shift-cap-allied."""
    table = stage("German de.pz1 at 4540", "German de.pz2 at 4540", "French fr.VI at 4640")
    assert net(table, "4640", "de.pz1", "de.pz2", german_air=3) == 2
    assert net(table, "4640", "de.pz1", allied_air=5) == -1
    allies = stage("French fr.dlm1 at 4540", "British uk.1tk at 4540", "German de.X at 4640")
    assert sum(shifts(allies, "4640", "fr.dlm1", "uk.1tk").values()) == 2
    assert net(allies, "4640", "fr.dlm1", "uk.1tk") == 1
    assert net(allies, "4640", "fr.dlm1", german_air=5) == -2


@rule("caseyellow", "11.3b", "11.3c.terrain", "R.11.3c.terrain.1", "R.11.3c.terrain.2", "11.3c.panzer", "10.8c.3")
def test_a_combat_with_everything() -> None:
    """Example shift-full: 13 to 4 against a hill over a minor river: 4-1 in the end."""
    table = stage(
        "German de.pz7 at 2735", "German de.pz1 at 2735", "German de.pz6 at 2735", "French fr.II at 2635", turn=3
    )
    names = ("de.pz7", "de.pz1", "de.pz6")
    g = game(table)
    assert odds.totals(g, battle(table, "2635", *names)) == (13, 4)
    mark(table, better=["2635"], bridgeheads=["2635"])
    for h in g.scenario.sources["ruhr"]:
        g.set_control(h, 2)
    found = shifts(table, "2635", *names, german_air=3, allied_air=1)
    assert found == {"11.3c.terrain": -1, "12.11a.shift": -1, "11.3c.supply": -1, "11.3c.air": 2, "11.3c.panzer": 2}
    assert column(table, "2635", *names, german_air=3, allied_air=1) == "4-1"
    assert column(table, "2635", *names, german_air=4, allied_air=1) == "5-1"  # the cap


@rule("caseyellow", "11.3c.terrain", "R.11.3c.terrain.3")
def test_terrain_helps_the_defender_only_and_adds_up() -> None:
    table = stage("German de.VI at 2224", "French fr.X at Sedan", "French fr.di10 at 4540", "German de.X at 4640")
    assert shifts(table, "2124", "de.VI")["11.3c.terrain"] == -3  # works and a major river
    assert shifts(mark(table, destroyed=["2124"]), "2124", "de.VI")["11.3c.terrain"] == -2
    table.put("German de.I at 2023")
    assert "11.3c.terrain" not in shifts(table, "2124", "de.VI", "de.I")  # not all come over the river
    assert "11.3c.terrain" not in shifts(table, "4540", "de.X")


@rule("caseyellow", "12.11a.shift", "12.11b")
def test_better_defense_is_terrain_for_allied_defenders() -> None:
    table = mark(stage("German de.X at 4540", "French fr.VI at 4640"), better=["4640", "4540"])
    assert shifts(table, "4640", "de.X") == {"12.11a.shift": -1}
    assert shifts(table, "4540", "fr.VI") == {}


@rule("caseyellow", "11.3c.air", "5.2", "11.3c.air-minor")
def test_air_assets_shift_and_attackers_commit_first() -> None:
    table = air(stage("German de.X at 4540", "French fr.VI at 4640"), german=2, allied=1).phase("German combat round")
    table.play("attack 4640 de.X go")
    assert (table.asked, table.choices("air")) == ("german", ["0", "1", "2"])
    table.play("air 2")
    assert (table.asked, table.choices("air")) == ("allied", ["0", "1"])
    fight(table, "air 1", 1)
    assert game(table).air == [0, 0]
    minor = air(stage("German de.X at 4540", "Belgian be.I at 4640"), allied=1).phase("German combat round")
    assert code(fight(minor, "attack 4640 de.X go", 1)) == "AL1"  # nobody is asked


@rule("caseyellow", "11.3c.allied-armor", "R.11.3c.allied-armor.1", "11.3c.matilda")
def test_allied_armour() -> None:
    table = stage(
        "French fr.dlm1 at 4540 with 1 step", "British uk.1tk at 4541", "German de.X at 4640", "German de.pz1 at 4641"
    )
    assert shifts(table, "4640", "fr.dlm1") == {"11.3c.allied-armor": 1}
    assert shifts(table, "4640", "uk.1tk") == {"11.3c.matilda": 1}  # a brigade is no division
    assert shifts(table, "4641", "uk.1tk") == {"11.3c.matilda": 1}  # panzers or not
    table.put("French fr.dlm1 at 4541")
    assert shifts(table, "4641", "fr.dlm1") == {}


@rule("caseyellow", "11.3c.panzer", "11.3c.armor-must")
def test_panzers() -> None:
    """Example shift-four-panzers."""
    units = tuple(f"German de.pz{n} at {h}" for n, h in ((1, "4540"), (2, "4540"), (3, "4541"), (4, "4541")))
    table = stage(*units, "French fr.dlm1 at 4640", "French fr.VI at 4441")
    assert shifts(table, "4640", "de.pz1", "de.pz2", "de.pz3", "de.pz4") == {"11.3c.panzer": 2}
    assert shifts(table, "4640", "de.pz1") == {}  # one, less one for the French armour
    assert shifts(table, "4441", "de.pz1") == {"11.3c.panzer": 1}


@rule("caseyellow", "11.3c.armor-note")
def test_where_armour_does_not_count() -> None:
    table = stage(
        "German de.pz1 at 1720",
        "French fr.VI at Reims",
        "French fr.di10 at 1721",
        "German de.pz2 at 2617",
        "Belgian be.1 at 2718",
    )
    assert "11.3c.panzer" not in shifts(table, "1719", "de.pz1")  # into a city
    assert shifts(table, "1721", "de.pz1")["11.3c.panzer"] == 1
    assert "11.3c.panzer" not in shifts(table, "2718", "de.pz2")  # out of a marsh
    fort = stage("German de.pz1 at 1833", "French fr.VI at 1733")
    assert "11.3c.panzer" not in shifts(fort, "1733", "de.pz1")


@rule("caseyellow", "11.3c.arko", "11.8a", "11.8b", "R.11.3g.2")
def test_arko_supports_from_two_hexes_away() -> None:
    table = germans_fight(
        "German de.XXX at 1833",
        "German de.arko at 1933",
        "French fr.VI at 1733",
        "German de.X at 4540",
        "French fr.di10 at 4640",
        "German de.I at 4541",
    )
    assert "de.arko" in table.choices("attack 1733")
    assert table.why_not("attack 1733 de.arko go").rule == "11.8a"
    assert shifts(table, "1733", "de.XXX", "de.arko")["11.3c.arko"] == 1
    near = germans_fight("German de.arko at 4440", "German de.X at 4540", "French fr.di10 at 4640")
    assert near.why_not("attack 4640 de.arko").rule == "11.8a"  # no city, fort or works
    assert "11.3c.arko" not in shifts(stage("German de.arko at 1719", "French fr.VI at 1720"), "1719", "fr.VI")


@rule("caseyellow", "11.8a", "R.11.3g.2")
def test_arko_next_to_a_fort_does_not_attack_it_alone_either() -> None:
    table = germans_fight("German de.arko at 2726", "German de.X at 2728")
    assert table.why_not("attack 2727 de.arko go").rule == "11.8a"
    assert table.allows("attack 2727 de.X de.arko go")
    alone = germans_fight("German de.arko at 2726", "German de.X at 4540", "French fr.di10 at 4640")
    assert alone.choices("attack") == ["4640"]


@rule("caseyellow", "11.3c.oosdef")
def test_a_defender_out_of_supply() -> None:
    table = stage("German de.X at 4540", "unsupplied French fr.di10 at 4640", "French fr.di14 at 4640")
    assert shifts(table, "4640", "de.X") == {"11.3c.oosdef": 1}


# -- 11.3d results


@rule("caseyellow", "11.3d", "11.3d.tr")
def test_a_difference_of_ratings_changes_a_result_once() -> None:
    table = stage("German de.pz1 at 4540", "French fr.VI at 4640", "French fr.dlm1 at 4441")
    g = game(table)
    ahead = battle(table, "4640", "de.pz1")
    assert [odds.final_result(g, ahead, c) for c in ("AL1", "BL1", "DL1", "DR")] == ["BL1", "DL1", "DL1", "DR"]
    behind = battle(table, "4540", "fr.VI")
    assert [odds.final_result(g, behind, c) for c in ("AL1", "BL1", "DL1", "DR")] == ["AL1", "AL1", "BL1", "DL1"]
    even = stage("German de.X at 4540", "French fr.VI at 4640")
    assert odds.final_result(game(even), battle(even, "4640", "de.X"), "BL1") == "BL1"


@rule("caseyellow", "8.6b", "11.3d.tr")
def test_belgians_lend_their_rating_to_a_stack() -> None:
    table = stage("French fr.dim9 at 4640", "Belgian be.1 at 4640", "German de.X at 4540")
    assert odds.ratings(game(table), battle(table, "4640", "de.X")) == (3, 2)
    table.remove("Belgian be.1")
    assert odds.ratings(game(table), battle(table, "4640", "de.X")) == (3, 3)


@rule("caseyellow", "12.11a.tr", "9.3a", "6.2a")
def test_better_defense_raises_the_rating_in_scenario_3() -> None:
    """Example betterdefense-tr."""
    table = mark(stage("French fr.VI at 4640", "German de.X at 4540"), better=["4640"])
    assert odds.ratings(game(table), battle(table, "4640", "de.X"))[1] == 4
    assert odds.ratings(game(table), battle(table, "4540", "fr.VI"))[0] == 3  # not when it attacks
    table.put("disrupted French fr.VI at 4640")
    assert odds.ratings(game(table), battle(table, "4640", "de.X"))[1] == 2
    plain = mark(stage("French fr.VI at 4640", "German de.X at 4540", scenario="historical"), better=["4640"])
    assert odds.ratings(game(plain), battle(plain, "4640", "de.X"))[1] == 3


# -- 11.6, 11.7


@rule("caseyellow", "11.6b", "11.6a")
def test_no_motorized_combat_against_fortified_lines() -> None:
    table = stage("German de.pz1 at 1833", "French fr.VI at 1733", "German de.pz2 at 4540", "French fr.di10 at 4640")
    table.phase("German move round").play("end")
    assert table.why_not("attack 1733").rule == "11.6b"
    allies = allies_move("French fr.dlm1 at 4540", "French fr.di10 at 4540", "German de.id208 at 4640")
    allies.dice(3).play("end")
    assert allies.why_not("attack 4640 fr.di10").rule == "11.6a"


@rule("caseyellow", "11.7a", "11.7b", "10.9a", "2.2d.destroyed")
def test_a_garrison_defends_alone_or_with_units() -> None:
    table = stage("German de.XXX at 1833", "German de.XII at 1932")
    g = game(table)
    assert odds.totals(g, battle(table, "1733", "de.XXX", "de.XII")) == (12, 6)
    assert odds.totals(g, battle(table.put("French fr.VI at 1733"), "1733", "de.XXX"))[1] == 11
    assert odds.final_result(g, battle(table, "1733", "de.XXX"), "DR") == "DR"  # no ratings
    mark(table, destroyed=["1733"])
    assert odds.totals(g, battle(table, "1733", "de.XXX"))[1] == 5


@rule("caseyellow", "11.7d", "10.9a", "11.7c", "R.10.9a.1", "11.1a")
def test_only_de_destroys_a_fortified_line() -> None:
    units = ("German de.XXX at 1833", "German de.XII at 1734", "German de.II at 1834")
    table = germans_fight(*units, "French fr.di10 at 4540", "German de.X at 4640")
    order = "attack 1733 de.XXX de.XII de.II go"
    assert code(fight(table, order, 4)) == "ENG"  # 19 to 6 with one left: nothing happens to a garrison alone
    assert game(table).standing_fort(game(table).map.hex("1733")) is not None
    assert not game(table).engaged
    strong = germans_fight(*units)
    g = game(strong)
    g.air[:] = [2, 0]
    strong.play(order)
    strong.dice(6).play("air 2")
    assert g.map.hex("1733") in g.destroyed
    assert "1733" in strong.choices("advance de.XXX")


@rule("caseyellow", "11.1c")
def test_allied_attacks_in_combat_rounds() -> None:
    table = allies_fight("French fr.VI at 4540", "German de.id208 at 4640")
    assert table.allows("attack 4640 fr.VI go")
    assert table.asked == "allied"


@rule("caseyellow", "11.3c.terrain")
def test_a_fortified_line_is_one_column() -> None:
    assert shifts(stage("German de.XXX at 1833"), "1733", "de.XXX") == {"11.3c.terrain": -1}


@rule("caseyellow", "11.3c.air")
def test_assets_of_both_sides() -> None:
    table = stage("German de.X at 4540", "French fr.VI at 4640")
    assert shifts(table, "4640", "de.X", german_air=2) == {"11.3c.air": 2}
    assert shifts(table, "4640", "de.X", allied_air=1) == {"11.3c.air": -1}
    assert shifts(table, "4540", "fr.VI", german_air=2, allied_air=1) == {"11.3c.air": -1}


@rule("caseyellow", "11.1a", "11.2a.4", "11.2d", "11.8a")
def test_reasons_against_an_attack() -> None:
    table = multi()
    assert "none of your units" in table.why_not("attack 4338").text
    assert "no attack has been declared" in table.why_not("withdraw").text
    table.put("French fr.di10 at 4539", "German de.III at 4242")
    assert "not next to" in table.why_not("attack 4640 de.III").text
    table.play("attack 4640 de.X de.I go")
    assert table.why_not("attack 4440 de.X").rule == "11.2a.4"
    assert "is not one of the hexes" in table.why_not("attack 4539").text  # a lone division has no zone
    guns = guns_without_the_ruhr()
    game(guns).west_wall_used = True
    guns.game.forget()
    assert "no Attack Supply" in guns.why_not("attack 1733 de.arko").text


def guns_without_the_ruhr() -> Table:
    """ARKO and a corps before the Maginot Line, with no Attack Supply but that of the West Wall."""
    table = germans_fight("German de.XXX at 1833", "German de.arko at 1933", "French fr.VI at 1733", turn=3)
    g = game(table)
    return control(table, ALLIED, *(g.map.labels[h] for h in g.scenario.sources["ruhr"]))


@rule("caseyellow", "11.8a", "7.8c")
def test_an_attack_without_arko_may_save_the_west_wall() -> None:
    table = guns_without_the_ruhr()
    table.play("attack 1733 de.XXX go")
    assert table.choices() == ["draw", "pass"]


@rule("caseyellow", "11.8a", "7.8c")
def test_the_west_wall_supplies_arko() -> None:
    table = guns_without_the_ruhr()
    table.play("attack 1733 de.XXX de.arko go")
    assert table.choices() == ["draw"]
    assert table.why_not("pass").rule == "11.8a"  # it could not take part otherwise
    events = table.dice(1).play("draw")
    assert code(events)
    assert not status(table, "de.arko")


@rule("caseyellow", "11.9b", "R.11.2d.2")
def test_engaged_hexes_and_lapsed_attacks() -> None:
    g = game(stage("German de.X at 4540", "French fr.VI at 4640", "German de.arko at 4439"))
    corps, guns, target = g.scenario.unit_named["de.X"], g.scenario.unit_named["de.arko"], g.map.hex("4640")
    assert still_near(g, corps, target)
    assert still_near(g, guns, target)  # two hexes away
    g.place(corps, g.map.hex("4440"))
    assert not still_near(g, corps, target)
    g.engaged[target] = Engagement(GERMAN, (corps,))
    refusal = why_not_target(g, GERMAN, target, motor=False)
    assert refusal is not None
    assert refusal.rule == "11.9b"


@rule("caseyellow", "R.11.2a.3.2", "11.2a.3", "11.2d", "R.11.2d.2")
def test_an_attack_that_was_owed_lapses_when_a_beaten_unit_comes_there() -> None:
    units = ("German de.X at 4540", "German de.id208 at 4540", "German de.I at 4541")
    table = germans_fight(*units, "French fr.dlm1 at 4640", "French fr.dlm2 at 4539")
    table.play("attack 4640 de.X de.I go")
    assert code(table.dice(6).play("attack 4539 de.id208 go")) == "DL1"
    table.play("retreat fr.dlm1 4539")
    events = table.play("done")
    assert told(events, "lapsed") == ["The attack on 4539 lapses: a unit there has already been attacked this round"]
    assert (table.steps("fr.dlm2"), table.asked) == (2, "german")

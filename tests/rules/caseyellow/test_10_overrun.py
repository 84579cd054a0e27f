"""10.3c and 10.8: overruns and bridgeheads."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.caseyellow.aftermath import Retreat
from meuse.games.caseyellow.board import DISRUPTED, ROADSIDE, Engagement
from meuse.games.caseyellow.bridgeheads import BridgeheadOrders, can_attempt
from meuse.games.caseyellow.endphase import BridgeheadCrossing, crosses
from meuse.games.caseyellow.overrun import price, single_file, why_not_overrun_with
from meuse.testkit import Table, rule

from .scene import allies_move, game, german_moves, germans_fight, mark, shifts, stage, status, told

GERMAN = Side.GERMAN
DECOY = "French fr.asu at 4539"  # can always be overrun from 4540


# -- 10.3c overrun


def panzers(*more: str, **options: str | bool) -> Table:
    """Two panzer divisions, strength 10, before a French division of strength 2."""
    table = stage("German de.pz1 at 4540", "German de.pz2 at 4540", *more, **options)
    return table.phase("German move round")


@rule("caseyellow", "10.3c", "R.10.3c.1", "10.3c.odds", "R.10.3c.odds.1", "10.3c.mp", "R.10.3c.mp.1")
def test_two_panzer_divisions_overrun_a_division() -> None:
    table = panzers("French fr.di10 at 4440")
    assert table.why_not("overrun 4440 de.pz1 go").rule == "10.3c.odds"  # 5 to 2 with one shift
    table.play("overrun 4440 de.pz1 de.pz2 go")
    assert table.asked == "german"  # the German player moves the victim
    table.play("retreat fr.di10 4338")
    assert status(table, "fr.di10") == DISRUPTED
    assert table.where("de.pz1") == table.where("de.pz2") == "4440"
    g = game(table)
    assert g.spent[g.scenario.unit_named["de.pz1"]] == 2  # one for the hex, one for the overrun
    assert "4340" in table.reach("de.pz1")


@rule("caseyellow", "10.3c", "10.1b", "R.10.1b.2", "10.6a.minor")
def test_a_stack_that_has_crossed_a_river_together_overruns_together() -> None:
    """From 1322 a Minor River Crossing leads to 1221; neither division is strong enough alone."""
    units = ("German de.pz1 at 1322", "German de.pz2 at 1322", "French fr.di10 at 1220")
    table = stage(*units).phase("German move round")
    table.play("march de.pz1 de.pz2 go 1221")
    assert table.why_not("overrun 1220 de.pz1 go").rule == "10.3c.odds"
    table.play("overrun 1220 de.pz1 de.pz2 go")
    assert status(table, "fr.di10") == DISRUPTED


@rule("caseyellow", "R.10.3c.mp.3", "10.3c.mp", "10.4b.traffic")
def test_whoever_is_driven_out_does_not_congest_the_road() -> None:
    """It has 3 of its 8 points left: by road into the Forest, over the Oise, and one for the overrun."""
    table = stage("German de.m29 at 2120", "French fr.asu at 2320").phase("German move round")
    table.play("move de.m29 2219")
    assert game(table).spent[game(table).scenario.unit_named["de.m29"]] == 5
    table.play("overrun 2320 de.m29 go")
    assert table.where("de.m29") == "2320"


@rule("caseyellow", "10.3c.result", "R.10.3c.result.1")
def test_disrupted_units_are_lost_and_the_owner_may_retreat_his_units() -> None:
    table = panzers("disrupted French fr.di10 at 4440")
    table.play("overrun 4440 de.pz1 de.pz2 go")
    assert table.where("fr.di10") == ""
    assert table.where("de.pz1") == "4440"
    depot = panzers("French fr.asu at 4440")
    depot.play("overrun 4440 de.pz1 go")
    assert depot.where("fr.asu") == ""
    owner = panzers("French fr.di10 at 4440", overrun_retreat="owner")
    owner.play("overrun 4440 de.pz1 de.pz2 go")
    assert owner.asked == "allied"


@rule("caseyellow", "10.3c", "10.3b")
def test_only_german_yellow_units_overrun() -> None:
    allies = allies_move("French fr.dlm1 at 4540", "French fr.dlm2 at 4540", "German de.lah at 4440")
    assert allies.why_not("overrun 4440").rule == "10.3b"
    table = panzers("French fr.di10 at 4440", "German de.id208 at 4439")
    assert table.why_not("overrun 4440 de.id208").rule == "10.3c"
    apart = panzers("French fr.di10 at 4440", "German de.pz3 at 4441")
    assert "de.pz3" not in apart.choices("overrun 4440 de.pz1")
    off = panzers("French fr.di10 at 4440", overrun=False)
    assert "overrun" not in off.choices()


@rule("caseyellow", "10.3c.odds", "R.10.3c.odds.2")
def test_an_overrun_needs_a_higher_rating() -> None:
    table = panzers("French fr.sp3 at 4440")  # strength 1, TR 4
    assert table.allows("overrun 4440 de.pz1 de.pz2 go")
    weak = stage("disrupted German de.pz1 at 4540", "disrupted German de.pz2 at 4540", "French fr.sp3 at 4440", DECOY)
    assert weak.phase("German move round").why_not("overrun 4440").rule == "10.3c.odds"
    table.play("overrun 4440 de.pz1 de.pz2 go", "retreat fr.sp3 4338", "end")
    assert table.where("fr.sp3") == "4338"


@rule("caseyellow", "10.3c.where", "R.10.3c.where.1")
def test_where_no_overrun_leads() -> None:
    foes = ("Belgian be.1 at 2722", "Belgian be.11 at 2617", "French fr.sp3 at 2124", "French fr.sp1 at Reims")
    table = panzers("German de.pz3 at 2822", "German de.pz4 at 2718", "German de.pz5 at 2125", *foes, DECOY)
    mark(table, destroyed=["2124"])
    assert table.why_not("overrun 2722").rule == "10.3c.where"  # works
    assert table.why_not("overrun 2617").rule == "10.3c.where"  # marsh
    assert table.why_not("overrun 1719").rule == "10.3c.where"  # city
    g = game(table)
    refusal = why_not_overrun_with(g, g.scenario.unit_named["de.pz5"], g.map.hex("2124"), (), ())
    assert refusal is not None
    assert refusal.rule == "10.3c.where"  # over the Meuse


@rule("caseyellow", "10.3c.mp")
def test_an_overrun_needs_its_points() -> None:
    table = panzers("French fr.di10 at 4440")
    g = game(table)
    panzer, target = g.scenario.unit_named["de.pz1"], g.map.hex("4440")
    assert price(g, panzer, target) == 2
    g.spent[panzer] = 7
    refusal = why_not_overrun_with(g, panzer, target, (), ())
    assert refusal is not None
    assert refusal.rule == "10.3c.mp"
    g.spent[panzer] = 6
    assert why_not_overrun_with(g, panzer, target, (), ()) is None


@rule("caseyellow", "R.10.3c.mp.2", "9.3b", "9.2b")
def test_zones_bind_in_an_overrun_as_in_other_movement() -> None:
    tired = ("disrupted German de.pz1 at 4540", "disrupted German de.pz2 at 4540", "disrupted French fr.di10 at 4440")
    table = stage(*tired, "French fr.VI at 4340").phase("German move round")
    table.play("overrun 4440 de.pz1 de.pz2 go")
    assert table.where("de.pz1") == "4440"
    assert not table.reach("de.pz1")  # the corps has the same rating, three
    beside = stage(*tired, "French fr.VI at 4439", "German de.I at 4241").phase("German move round")
    g = game(beside)
    refusal = why_not_overrun_with(g, g.scenario.unit_named["de.pz1"], g.map.hex("4440"), (), ())
    assert refusal is not None
    assert refusal.rule == "9.2b"


@rule("caseyellow", "R.10.3c.where.2", "10.3c.where")
def test_the_dynamo_port_is_not_overrun() -> None:
    panzers = ("German de.pz1 at 3010", "German de.pz2 at 3010")
    table = german_moves(*panzers, "French fr.sp1 at 3110", "French fr.asu at 3011")
    assert table.allows("overrun 3110 de.pz1 de.pz2 go")
    assert mark(table, port="3110").why_not("overrun 3110").rule == "10.3c.where"


@rule("caseyellow", "R.8.6b.1", "8.6b")
def test_an_overrun_counts_the_rating_of_belgians_in_a_mixed_stack() -> None:
    tired = ("disrupted German de.pz1 at 4540", "disrupted German de.pz2 at 4540")
    table = stage(*tired, "French fr.sp3 at 4440", DECOY).phase("German move round")
    assert table.why_not("overrun 4440").rule == "10.3c.odds"  # three against four
    table.put("Belgian be.16 at 4440")
    assert table.allows("overrun 4440 de.pz1 de.pz2 go")  # three against two


# -- 10.8 bridgeheads


@rule("caseyellow", "10.8c.1", "10.8f.move", "4.1c.move6", "R.10.8c.1.2")
def test_a_bridgehead_in_a_vacant_hex() -> None:
    table = german_moves("German de.pz1 at 2424", "German de.pz2 at 2527")
    table.play("move de.pz1 2325", "end")
    assert "2627" not in table.choices("bridgehead")  # de.pz2 has not moved
    g = game(table)
    panzer = g.scenario.unit_named["de.pz1"]
    assert [h for h in ("2225", "2425", "2426") if can_attempt(g, panzer, g.map.hex(h))] == ["2425", "2426"]
    assert "2425" in table.choices("bridgehead")  # over a minor river, vacant and Allied
    assert {choice.token: choice.succeeds for choice in table.game.decision.describe(("bridgehead",))}["2425"] == 4 / 6
    table.dice(3).play("bridgehead 2425")
    assert game(table).map.hex("2425") in game(table).bridgeheads
    table.dice(2).play("bridgehead 2426")
    assert game(table).map.hex("2426") not in game(table).bridgeheads
    assert table.why_not("bridgehead 2426").rule == "10.8f.move"  # once a round


@rule("caseyellow", "10.8c.1end", "12.3a", "R.10.8c.1.1", "10.8d", "10.8g")
def test_crossing_at_a_bridgehead_in_the_end_phase() -> None:
    table = mark(stage("German de.pz1 at 2325", "French fr.VI at 2525", "French fr.I at 2426"), bridgeheads=["2425"])
    table.step(BridgeheadCrossing(GERMAN))
    table.play("cross de.pz1 2425")  # between two Allied zones
    assert table.where("de.pz1") == "2425"
    assert not game(table).bridgeheads
    taken = mark(stage("German de.pz1 at 2325"), bridgeheads=["2425"])
    taken.put("French fr.VI at 2425")
    assert taken.step(BridgeheadCrossing(GERMAN)).asked == ""


@rule("caseyellow", "10.8d")
def test_an_allied_unit_takes_the_marker_off() -> None:
    table = mark(allies_move("French fr.VI at 2426", "German de.pz1 at 2325"), bridgeheads=["2425"])
    table.play("move fr.VI 2425")
    assert not game(table).bridgeheads


@rule("caseyellow", "10.8d", "10.8f.move", "11.9c")
def test_a_unit_that_reinforces_the_defenders_leaves_the_marker() -> None:
    """A Bridgehead won before combat lies on the defenders of 2425; another unit joins them."""
    table = german_moves("German de.pz1 at 2325", "French fr.di10 at 2425", "French fr.di14 at 2525")
    table.dice(6).play("bridgehead 2425", "end", "end")
    assert game(table).bridgeheads == {game(table).map.hex("2425")}
    table.phase("Allied move round").play("move fr.di14 2425")
    assert game(table).bridgeheads == {game(table).map.hex("2425")}
    table.phase("Allied move round").play("move fr.di10 2526", "move fr.di14 2525")
    assert game(table).bridgeheads == {game(table).map.hex("2425")}
    table.phase("Allied move round").play("move fr.di14 2425")
    assert not game(table).bridgeheads  # the hex was vacant


@rule("caseyellow", "10.8d", "11.4b.friend")
def test_a_unit_that_retreats_to_others_leaves_the_marker() -> None:
    table = mark(stage("French fr.di10 at 2526", "French fr.di14 at 2425"), bridgeheads=["2425"])
    g = game(table)
    unit = g.scenario.unit_named["fr.di10"]
    table.step(Retreat(Side.ALLIED, (unit,), g.map.hex("2526"), 1)).play("retreat fr.di10 2425")
    assert table.where("fr.di10") == "2425"
    assert game(table).bridgeheads


@rule("caseyellow", "10.8d", "R.10.8d.3", "12.3a")
def test_a_marker_that_is_not_used_stays_for_the_next_turn() -> None:
    table = mark(stage("German de.pz1 at 2325"), bridgeheads=["2425", "2124"])
    table.step(BridgeheadCrossing(GERMAN)).play("done")
    assert game(table).bridgeheads == {game(table).map.hex("2425"), game(table).map.hex("2124")}
    table.step(BridgeheadCrossing(GERMAN)).play("cross de.pz1 2425")
    assert game(table).bridgeheads == {game(table).map.hex("2124")}


@rule("caseyellow", "10.8d", "R.10.8d.1")
def test_a_combat_that_does_not_cross_the_river_leaves_the_marker() -> None:
    """2525 lies on the same bank as 2425, 2325 does not."""
    dry = mark(germans_fight("German de.pz2 at 2525", "French fr.VI at 2425"), bridgeheads=["2425"])
    dry.dice(1).play("attack 2425 de.pz2 go", "retreat fr.VI 2424", "done")
    assert game(dry).bridgeheads
    wet = mark(germans_fight("German de.pz1 at 2325", "French fr.VI at 2425"), bridgeheads=["2425"])
    wet.dice(1).play("attack 2425 de.pz1 go", "retreat fr.VI 2524", "done")
    assert not game(wet).bridgeheads


@rule("caseyellow", "10.8d", "R.10.8d.2")
def test_a_german_unit_that_moves_in_takes_the_marker_off() -> None:
    table = mark(german_moves("German de.pz1 at 2325"), bridgeheads=["2425", "2124"])
    table.play("move de.pz1 2425")
    assert game(table).bridgeheads == {game(table).map.hex("2124")}
    both = mark(stage("German de.pz1 at 2325", "German de.pz2 at 2325"), bridgeheads=["2425"])
    both.step(BridgeheadCrossing(GERMAN)).play("cross de.pz1 2425", "cross de.pz2 2425")
    assert both.where("de.pz2") == "2425"


@rule("caseyellow", "10.8c.2", "10.8a")
def test_a_bridgehead_before_motorized_combat() -> None:
    table = german_moves("German de.pz1 at 2325", "French fr.di10 at 2425")
    assert shifts(table, "2425", "de.pz1")["11.3c.terrain"] < 0
    river = shifts(table, "2425", "de.pz1")["11.3c.terrain"]
    table.dice(3).play("bridgehead 2425")
    g = game(table)
    assert g.spent[g.scenario.unit_named["de.pz1"]] == 1
    assert shifts(table, "2425", "de.pz1").get("11.3c.terrain", 0) == river + 1  # the minor river is gone
    allies = allies_move("French fr.dlm1 at 2325", "German de.X at 2425")
    assert "bridgehead" not in allies.choices()
    foot = german_moves(
        "German de.X at 2325", "French fr.di10 at 2425", "German de.pz1 at 2124", "French fr.VI at 2025"
    )
    assert foot.why_not("bridgehead 2425").rule == "10.8c.2"


@rule("caseyellow", "10.8c.3")
def test_a_bridgehead_is_tried_for_over_a_river_of_the_panzers() -> None:
    """The panzers attack 1604 over a major river, the infantry over a minor one: a die of 3 would do for that."""
    table = germans_fight("German de.pz1 at 1704", "German de.X at 1503", "French fr.VI at 1604")
    table.play("attack 1604 de.pz1 de.X go")
    assert "fails" in told(table.dice(3, 1).play("bridgehead 1604"), "bridgehead")[0]


@rule("caseyellow", "10.8c.3", "10.8f.combat", "10.8d", "R.10.8d.1", "R.10.8c.1.3")
def test_a_bridgehead_before_combat_in_a_combat_round() -> None:
    table = germans_fight("German de.pz1 at 2325", "French fr.di10 at 2425")
    table.play("attack 2425 de.pz1 go")
    assert set(table.choices()) == {"bridgehead", "pass"}
    events = table.dice(3, 1).play("bridgehead 2425")
    assert "is won" in told(events, "bridgehead")[0]
    table.play("done")  # nobody advances
    assert not game(table).bridgeheads  # it comes off after the combat


@rule("caseyellow", "10.8c.3", "10.8f.combat")
def test_the_example_of_two_crossings_of_the_meuse() -> None:
    """One attempt wins a bridgehead in 2124, one fails in 2423, where the river counts beside ground and works."""
    panzers = ("German de.pz1 at 2125", "German de.pz7 at 2424")
    table = germans_fight(*panzers, "French fr.di10 at 2124", "French fr.di14 at 2423")
    river = shifts(table, "2124", "de.pz1")["11.3c.terrain"]
    table.play("attack 2124 de.pz1 go")
    table.dice(5, 1).play("bridgehead 2124")
    assert shifts(mark(table, bridgeheads=["2124"]), "2124", "de.pz1")["11.3c.terrain"] == river + 2
    table.play("done", "attack 2423 de.pz7 go")
    table.dice(2, 1).play("bridgehead 2423")
    assert shifts(table, "2423", "de.pz7")["11.3c.terrain"] == -1 - 1 - 2  # broken, works, major river


@rule("caseyellow", "10.8b", "10.8e")
def test_where_and_how_many() -> None:
    table = mark(german_moves("German de.pz1 at 2930", "German de.pz2 at 2326"), destroyed=[])
    table.play("move de.pz1 2929", "move de.pz2 2325", "end")
    assert table.why_not("bridgehead 2928").rule == "10.8b"  # Eben Emael stands
    full = mark(german_moves("German de.pz1 at 2326"), bridgeheads=["2124", "2123", "2423", "2323"])
    full.play("move de.pz1 2325", "end")
    assert full.why_not("bridgehead 2425").rule == "10.8e"
    full.dice(6).play("lift 2323", "bridgehead 2425")
    assert game(full).map.hex("2425") in game(full).bridgeheads


@rule("caseyellow", "12.11a.bridge")
def test_better_defense_hinders_bridgeheads() -> None:
    table = mark(german_moves("German de.pz1 at 2325", "French fr.di10 at 2425"), better=["2425"])
    table.dice(3).play("bridgehead 2425")
    assert not game(table).bridgeheads


@rule("caseyellow", "10.8c.4", "R.10.8c.4.1")
def test_paratroops_bridge_the_crossings_next_to_them() -> None:
    table = stage("German de.X at 3722", "Dutch nl.I at 3622", "German de.fj1 at 3722")
    assert shifts(mark(table, destroyed=["3622"]), "3622", "de.X").get("11.3c.terrain", 0) == 0
    assert shifts(table.remove("German de.fj1"), "3622", "de.X")["11.3c.terrain"] == -2


@rule("caseyellow", "10.8g")
def test_the_bridgehead_of_an_engaged_combat_stays() -> None:
    table = germans_fight("German de.pz1 at 2325", "French fr.VI at 2425")
    table.play("attack 2425 de.pz1 go")
    table.dice(6, 4).play("bridgehead 2425")
    g = game(table)
    assert g.engaged
    assert g.map.hex("2425") in g.bridgeheads


@rule("caseyellow", "10.3c", "10.3c.where")
def test_reasons_against_an_overrun() -> None:
    table = panzers(
        "French fr.di10 at 4440", "German de.pz3 at 4441", DECOY, "French fr.VI at 4641", "German de.X at 4642"
    )
    assert "no Allied units" in table.why_not("overrun 4339").text
    assert "together" in table.why_not("overrun 4440 de.pz1 de.pz3").text
    assert "not next to" in table.why_not("overrun 4539 de.pz3").text
    assert not single_file(game(table), game(table).map.hex("4540"), game(table).map.hex("4440"))
    g = game(table)
    g.engaged[g.map.hex("4641")] = Engagement(GERMAN, (g.scenario.unit_named["de.X"],))
    g.touch(ROADSIDE)
    table.game.forget()
    assert "engaged" in table.why_not("overrun 4641").text


@rule("caseyellow", "10.3c.where", "10.4b.single")
def test_a_forest_is_overrun_in_single_file() -> None:
    """From 2328 by road into the forest 2428."""
    table = stage("German de.pz1 at 2328", "German de.pz2 at 2328", "unsupplied French fr.sp1 at 2428")
    table.phase("German move round")
    assert table.choices("overrun 2428 de.pz1") == ["go"]
    assert "one at a time" in table.why_not("overrun 2428 de.pz1 de.pz2").text


@rule("caseyellow", "10.8c.1", "10.8f.move", "10.8a")
def test_reasons_against_a_bridgehead() -> None:
    table = german_moves("German de.pz1 at 2326", "German de.X at 2424")
    table.play("move de.pz1 2325", "end")
    assert "2424" not in table.choices("bridgehead")
    assert "not a vacant enemy hex" in table.why_not("bridgehead 2424").text
    assert "no yellow MA unit" in table.why_not("bridgehead 0803").text
    table.dice(6).play("bridgehead 2425")
    game(table).tried = frozenset()
    table.game.forget()
    assert "already" in table.why_not("bridgehead 2425").text
    refusal = BridgeheadOrders(Side.ALLIED).why_not_there_bridged(game(table), 0)
    assert refusal.rule == "10.8a"


@rule("caseyellow", "12.3a")
def test_a_bridgehead_is_entered_over_a_river_only() -> None:
    """2425 lies over a minor river from 2325, but not from 2525."""
    g = game(mark(stage("German de.pz1 at 2325", "German de.pz2 at 2426"), bridgeheads=["2425"]))
    assert crosses(g, g.scenario.unit_named["de.pz1"], g.map.hex("2425"))
    g.place(g.scenario.unit_named["de.pz2"], g.map.hex("2525"))
    assert not crosses(g, g.scenario.unit_named["de.pz2"], g.map.hex("2425"))


@rule("caseyellow", "10.8d", "10.8e")
def test_the_germans_take_a_marker_off_when_they_wish() -> None:
    table = mark(german_moves("German de.pz1 at 4540"), bridgeheads=["2425", "2124"])
    table.play("lift 2425")
    assert game(table).bridgeheads == {game(table).map.hex("2124")}
    allies = mark(allies_move("French fr.VI at 0803"), bridgeheads=["2425"])
    assert "lift" not in allies.choices()


@rule("caseyellow", "11.9b.mark", "12.3a")
def test_engaged_units_do_not_cross_into_a_bridgehead() -> None:
    table = mark(stage("German de.pz1 at 2325", "French fr.VI at 2324"), bridgeheads=["2425"])
    g = game(table)
    assert table.step(BridgeheadCrossing(GERMAN)).allows("cross de.pz1 2425")
    g.engaged[g.map.hex("2324")] = Engagement(GERMAN, (g.scenario.unit_named["de.pz1"],))
    g.touch(ROADSIDE)
    assert table.step(BridgeheadCrossing(GERMAN)).asked == ""

"""10.1 to 10.7, 10.9 to 10.11: movement."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.decision import IllegalOrder
from meuse.games.caseyellow.board import ARRIVED, ROADSIDE, Engagement
from meuse.games.caseyellow.ground import pays_minor_crossing
from meuse.games.caseyellow.markers import refugee_hexes
from meuse.games.caseyellow.rail import why_not_by_train
from meuse.testkit import rule

from .scene import allies_move, control, cost, game, german_moves, germans_fight, mark, stage, stops

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED
SLOW = "unsupplied disrupted"  # one movement point


@rule("caseyellow", "10.1a", "2.4k")
def test_no_more_points_than_the_allowance() -> None:
    table = german_moves("German de.X at 4240", "German de.pz1 at 4240")
    assert cost(table, "de.X", "4740") == "5"
    assert table.why_not("move de.X 4840").rule == "10.1a"
    table.play("move de.X 4540")
    assert table.reach("de.X") >= {"4740", "4440"}  # two points are left, while it is in motion
    table.play("move de.pz1 4340")
    assert table.why_not("move de.X 4640").rule == "10.1a"  # unspent points are lost


@rule("caseyellow", "10.1b", "R.10.1b.1")
def test_a_stack_goes_at_the_pace_of_its_slowest_unit() -> None:
    table = german_moves("German de.id208 at 4240", "German de.kav1 at 4240")
    assert "4840" in table.reach("de.kav1")
    assert "4740" in table.choices("march de.kav1 de.id208 go")
    assert "out of reach" in table.why_not("march de.kav1 de.id208 go 4840").text
    table.play("march de.kav1 de.id208 go 4440")
    assert table.where("de.kav1") == table.where("de.id208") == "4440"
    assert table.why_not("march de.kav1").rule == "10.1b"  # they have started


@rule("caseyellow", "10.1b", "R.10.1b.2", "10.9b", "R.10.9b.1")
def test_a_stack_enters_works_together_though_an_enemy_zone_reaches_them_then() -> None:
    """The Belgians in 2723 hold 2822 in their zone, and 2722 as soon as its works have fallen."""
    table = german_moves("German de.I at 2822", "German de.id208 at 2822", "Belgian be.I at 2723")
    table.play("march de.I de.id208 go 2722")
    assert table.where("de.I") == table.where("de.id208") == "2722"
    g = game(table)
    assert [g.spent[g.scenario.unit_named[unit]] for unit in ("de.I", "de.id208")] == [2, 2]  # the works cost both
    assert not table.allows("move de.id208 2622")  # the zone binds both


@rule("caseyellow", "10.1b", "R.10.1b.2", "10.6a.minor")
def test_a_stack_pays_for_a_crossing_together() -> None:
    """A road leads over a Minor River Crossing from 1322 to 1221; who comes later crosses for nothing."""
    panzers = ("German de.pz1 at 1322", "German de.pz2 at 1322")
    table = control(german_moves(*panzers, "German de.m2 at 1322"), GERMAN, "1322")
    table.play("march de.pz1 de.pz2 go 1221")
    g = game(table)
    assert [g.spent[g.scenario.unit_named[unit]] for unit in ("de.pz1", "de.pz2")] == [2, 2]
    assert cost(table, "de.m2", "1221") == "1"


@rule("caseyellow", "10.10b", "10.1b")
def test_a_stack_of_belgians_does_not_go_to_france_if_one_is_too_many() -> None:
    pair = ("Belgian be.16 at 2618", "Belgian be.11 at 2618")
    one = allies_move(*pair, "Belgian be.I at 2416")
    assert "2517" in one.reach("be.16")
    assert one.why_not("march be.16 be.11 go 2517").rule == "10.10b"
    none = allies_move(*pair)
    none.play("march be.16 be.11 go 2517")
    assert none.where("be.16") == none.where("be.11") == "2517"


@rule("caseyellow", "10.1a", "9.2b")
def test_a_stack_that_is_hemmed_in_does_not_march() -> None:
    """Enemies in the north and the south have all hexes between them in their zones."""
    units = ("German de.id208 at 4540", "German de.kav1 at 4540")
    assert german_moves(*units).choices("march") == ["de.kav1", "de.id208"]
    assert "march" not in german_moves(*units, "French fr.VI at 4640", "French fr.I at 4440").choices()


@rule("caseyellow", "10.1b.closed", "R.10.1b.closed.1", "8.4a")
def test_enemies_and_the_sea_are_closed_friends_are_not() -> None:
    table = german_moves("German de.X at 4540", "German de.I at 4640", "French fr.di10 at 4541")
    assert table.why_not("move de.X 4541").rule == "10.1b.closed"
    assert "4740" in table.reach("de.X")  # through the friends in 4640
    sea = allies_move("French fr.di68 at Dunkerque")
    assert sea.why_not("move fr.di68 3109").rule == "10.1b.closed"


@rule("caseyellow", "10.9a.enter", "10.1b.closed")
def test_enemy_fortified_lines_are_closed_until_destroyed() -> None:
    table = german_moves(f"{SLOW} German de.XXX at 1833")
    assert table.why_not("move de.XXX 1733").rule == "10.9a.enter"
    mark(table, destroyed=["1733"])
    assert "1733" in table.reach("de.XXX")


@rule("caseyellow", "10.1c", "R.10.1c.1")
def test_one_hex_can_always_be_entered() -> None:
    """Example index-one-hex: the hill 2635 costs two."""
    table = german_moves(f"{SLOW} German de.X at 2736")
    assert stops(table, "de.X", "2635")
    table.play("move de.X 2635")
    assert "move" not in table.choices()
    off = stage(f"{SLOW} German de.X at 2736", one_hex=False).phase("German move round")
    assert off.why_not("move de.X 2635").rule == "10.1a"
    blocked = german_moves(f"{SLOW} German de.X at 4540", "French fr.VI at 4440")
    assert blocked.why_not("move de.X 4439").rule == "9.2b"


@rule("caseyellow", "10.1c", "10.1b")
def test_a_stack_can_always_enter_one_hex() -> None:
    """The hill 2635 costs two: more than the corps has, less than the division."""
    table = german_moves("disrupted unsupplied German de.X at 2736", "German de.id208 at 2736")
    assert {"2635"} <= table.reach("de.X") & table.reach("de.id208")
    table.play("march de.X de.id208 go 2635")
    assert table.where("de.X") == table.where("de.id208") == "2635"
    assert "de.X" not in table.choices("move")
    assert "de.id208" in table.choices("move")  # it has points left
    off = stage("disrupted unsupplied German de.X at 2736", "German de.id208 at 2736", one_hex=False)
    assert off.phase("German move round").why_not("march de.X de.id208 go 2635").rule == "10.1b"


@rule("caseyellow", "10.4a", "10.4c", "10.6a")
def test_roads_cost_one_and_rivers_one_more() -> None:
    table = german_moves("German de.X at 2328", "German de.I at 2024")
    control(table, GERMAN, "2228")
    assert cost(table, "de.X", "2227") == "1"  # a road over broken ground
    assert cost(table, "de.X", "2327") == "1"
    assert cost(table, "de.I", "2025") == "2"  # over the Meuse
    assert cost(mark(table, destroyed=["2124"]), "de.I", "2124") == "1"


@rule("caseyellow", "10.6a.minor", "2.4ctl")
def test_minor_crossings_are_free_on_ones_own_bank() -> None:
    """2328 to 2228: a road with a crossing over a minor river."""
    table = german_moves("German de.X at 2328", "German de.I at 2328")
    assert cost(table, "de.X", "2228") == "2"
    table.play("move de.X 2228")
    assert cost(table, "de.I", "2228") == "1"  # the first unit has made it German


@rule("caseyellow", "10.4b.forest", "10.3a", "R.10.3a.1")
def test_motorized_units_keep_to_forest_roads() -> None:
    table = german_moves(
        f"{SLOW} German de.pz1 at 2225", f"{SLOW} German de.X at 2225", f"{SLOW} German de.pz2 at 2224"
    )
    assert table.why_not("move de.pz1 2224").rule == "10.4b.forest"
    assert "2224" in table.reach("de.X")
    assert table.why_not("move de.pz2 2225").rule == "10.4b.forest"
    assert "2125" in table.reach("de.pz2")  # by road, over a minor crossing


@rule("caseyellow", "10.4b.traffic", "7.9d", "8.3b")
def test_congestion_on_forest_roads() -> None:
    """Example forest-road-congestion: 2 MPs past an Attack Supply Unit, and no stopping there."""
    table = german_moves("German de.pz1 at 2328", "German de.asa at 2428", "German de.X at 2328")
    assert cost(table, "de.pz1", "2428") == "2"
    assert cost(table, "de.X", "2428") == "1"
    table.play("move de.pz1 2428", "end")
    assert sorted(table.choices("eliminate")) == ["de.asa", "de.pz1"]


@rule("caseyellow", "10.4b.single")
def test_motorized_units_go_singly_on_forest_roads() -> None:
    table = german_moves("German de.pz1 at 2328", "German de.pz2 at 2328")
    assert "2428" in table.reach("de.pz1")
    assert table.why_not("march de.pz1 de.pz2 go 2428").rule == "10.4b.single"


@rule("caseyellow", "10.6c")
def test_arko_crosses_rivers_at_crossings() -> None:
    table = german_moves(f"{SLOW} German de.arko at 3132", f"{SLOW} German de.pz1 at 3132")
    assert table.why_not("move de.arko 3031").rule == "10.6c"
    assert "3031" in table.reach("de.pz1")


@rule("caseyellow", "10.7f", "5.1c.attack", "R.5.1c.attack.1")
def test_attacks_over_great_rivers() -> None:
    table = germans_fight("German de.pz1 at 2125", "German de.VI at 2224", "French fr.X at Sedan")
    assert table.allows("attack 2124 de.VI go")
    assert set(table.choices("attack 2124")) == {"de.pz1", "de.VI"}
    far = germans_fight("German de.pz1 at 2224", "German de.VI at 2224", "French fr.X at Sedan")
    assert far.why_not("attack 2124 de.pz1").rule == "R.5.1c.attack.1"  # no crossing there
    g = game(table)
    g.set_marker(
        "interdicted", frozenset(side for side in g.map.side_of[g.map.hex("2124")] if side in g.scenario.crossing)
    )
    table.game.forget()
    assert table.why_not("attack 2124 de.pz1").rule == "10.7f"
    rhein = germans_fight(
        "German de.XXV at 1141", "French fr.XVII at Strasbourg", "German de.X at 4540", "French fr.di10 at 4640"
    )
    assert rhein.why_not("attack 1240 de.XXV").rule == "R.5.1c.attack.1"


@rule("caseyellow", "10.9b", "10.9c")
def test_german_units_destroy_works() -> None:
    table = german_moves(f"{SLOW} German de.X at 2822", "German de.I at 2822")
    works = game(table).map.hex("2722")
    assert cost(table, "de.I", "2722") == "2"  # a road, and one for the works
    table.play("move de.I 2722")
    assert not game(table).standing_works(works)
    assert cost(table, "de.X", "2722") == "1"
    allied = allies_move("Belgian be.I at 2822")
    assert cost(allied, "be.I", "2722") == "1"


@rule("caseyellow", "10.10a")
def test_dutch_units_stay_at_home() -> None:
    table = allies_move("Dutch nl.L at 3229", "Dutch nl.I at 3425")
    assert table.why_not("move nl.L 3228").rule == "10.10a"


@rule("caseyellow", "10.10b")
def test_belgians_keep_out_of_the_netherlands_and_mostly_of_france() -> None:
    table = allies_move(f"{SLOW} Belgian be.I at 3227", f"{SLOW} Belgian be.1 at 2715", "Belgian be.11 at 2713")
    assert table.why_not("move be.I 3327").rule == "10.10b"
    assert "2714" in table.reach("be.1")
    table.put("Belgian be.16 at 2512")
    assert table.why_not("move be.1 2714").rule == "10.10b"


@rule("caseyellow", "10.11", "12.6a", "12.6b", "R.10.11.1")
def test_refugees_slow_the_allies() -> None:
    """Refugees of a city flee to the south and west: from Reims, 1719, into 1619 and 1718, not into 1720."""
    table = allies_move("French fr.VI at 1619", "French fr.I at 1720", "French fr.III at 1621", "German de.X at 1017")
    before = cost(table, "fr.VI", "1719")
    mark(table, refugees=["1719", "1520"])
    assert int(cost(table, "fr.VI", "1719")) == int(before) + 1
    germans = german_moves("German de.X at 1619")
    price = cost(germans, "de.X", "1719")
    assert cost(mark(germans, refugees=["1719"]), "de.X", "1719") == price
    g = game(table)
    marked = {g.map.labels[h] for h in range(len(g.map)) if refugee_hexes(g)[h]}
    assert marked == {"1719", "1619", "1718", "1818", "1520"}  # Châlons is a town: its own hex only


@rule("caseyellow", "10.11", "12.4c", "12.6c")
def test_a_terror_bombed_city_slows_all_around() -> None:
    g = game(mark(stage(), terror="1719"))
    marked = {h for h in range(len(g.map)) if refugee_hexes(g)[h]}
    assert marked == {g.map.hex("1719"), *g.map.adjacent[g.map.hex("1719")]}


# -- 10.5 rail


@rule("caseyellow", "10.5a")
def test_rail_is_allied_and_from_a_turn_on() -> None:
    assert german_moves("German de.X at 4540", scenario="historical", turn=3).why_not("rail").rule == "10.5a"
    early = allies_move("French fr.di21 at Boulogne", "French fr.X at Sedan", scenario="historical", turn=1)
    assert early.why_not("rail").rule == "10.5a"
    assert allies_move("French fr.di21 at Boulogne", scenario="historical", turn=2).allows("rail fr.di21 1719")


@rule("caseyellow", "10.5b", "10.2b")
def test_a_unit_that_went_by_rail_moves_no_further() -> None:
    table = allies_move("French fr.di21 at Boulogne", "French fr.di10 at Troyes", turn=3)
    table.play("rail fr.di21 1719")
    assert table.where("fr.di21") == "1719"
    assert table.why_not("move fr.di21 1720").rule == "10.1a"
    table.play("move fr.di10 1018")
    assert table.why_not("rail fr.di10 1719").rule == "10.5b"


@rule("caseyellow", "10.5c", "R.10.5c.1")
def test_rail_keeps_its_distance_and_its_number() -> None:
    units = (
        "French fr.di21 at Boulogne",
        "French fr.di10 at Troyes",
        "French fr.di14 at 1018",
        "French fr.di23 at Sens",
    )
    table = allies_move(*units, "French fr.di43 at Orléans", "French fr.di36 at 2209", "German de.X at 2410", turn=3)
    assert "too close" in table.why_not("rail fr.di36").text  # a German two hexes away
    assert table.why_not("rail fr.di10 2409").rule == "10.5c"
    table.play("rail fr.di10 1719", "rail fr.di14 1720", "rail fr.di23 1721", "rail fr.di43 1618")
    assert table.why_not("rail").rule == "10.5c"  # four a round in this scenario


@rule("caseyellow", "10.5c", "R.10.5c.1")
def test_no_train_runs_over_the_sea() -> None:
    """Walcheren hangs on the Sloedam, between 3417 and 3418, and lies next to Flanders over the Scheldt's mouth."""
    table = allies_move("French fr.di21 at Boulogne", turn=3)
    assert table.allows("rail fr.di21 3416")
    control(table, GERMAN, "3417")
    assert table.allows("rail fr.di21 3317")
    assert table.why_not("rail fr.di21 3416").rule == "10.5c"
    assert table.why_not("rail fr.di21 3516").rule == "10.5c"


@rule("caseyellow", "13.4.2b", "10.2b")
def test_arrivals_are_marked_for_the_turn() -> None:
    table = stage("French fr.dim3 in reserve", scenario="historical", turn=2).phase("Allied move round")
    table.play("enter fr.dim3 1719")
    assert game(table).acts[game(table).scenario.unit_named["fr.dim3"]] & ARRIVED


@rule("caseyellow", "12.5a.rivers", "12.5b.rivers")
def test_after_a_surrender_minor_crossings_are_free() -> None:
    table = german_moves("German de.X at 2328")
    assert cost(table, "de.X", "2228") == "2"
    mark(table, surrendered=False)
    game(table).set_marker("surrendered", frozenset({"belgium"}))
    table.game.forget()
    assert cost(table, "de.X", "2228") == "1"
    table.put("French fr.VI at 2128")
    assert cost(table, "de.X", "2228") == "2"  # not into an enemy zone


@rule("caseyellow", "10.6a.minor")
def test_who_pays_at_a_minor_crossing() -> None:
    g = game(stage())
    bridge, bare = (g.map.side_between(g.map.hex(a), g.map.hex(b)) for a, b in (("2328", "2228"), ("2325", "2425")))
    assert bridge is not None
    assert bare is not None
    assert pays_minor_crossing(g, GERMAN, bridge, g.map.hex("2228"))
    assert not pays_minor_crossing(g, ALLIED, bridge, g.map.hex("2228"))
    assert not pays_minor_crossing(g, GERMAN, bare, g.map.hex("2425"))  # no crossing: the chart has its price


@rule("caseyellow", "10.1a")
def test_a_unit_held_on_all_sides_is_not_listed() -> None:
    ring = ("French fr.VI at 4640", "French fr.I at 4441", "French fr.III at 4439")
    table = german_moves("German de.X at 4540", "German de.I at 4242", *ring)
    assert table.choices("move") == ["de.I"]
    assert "cannot enter any adjacent hex" in table.why_not("move de.X").text
    table.put("German de.II at 4240")
    table.play("move de.I 4241", "move de.II 4140")
    assert "has finished its move" in table.why_not("move de.I").text


@rule("caseyellow", "10.1b", "10.4b.single")
def test_panzers_in_a_forest_do_not_march_together() -> None:
    table = german_moves(
        "German de.pz1 at 2224", "German de.pz2 at 2224", "German de.X at 4540", "German de.id208 at 4540"
    )
    assert table.choices("march de.pz1") == ["go"]
    assert "cannot start its move together" in table.why_not("march de.X de.pz1").text


@rule("caseyellow", "10.4b.single")
def test_a_motorized_unit_goes_into_a_forest_alone_not_with_infantry_either() -> None:
    """2730 is a forest that a road from 2830 leads into."""
    table = german_moves("German de.m2 at 2830", "German de.id208 at 2830", "German de.kav1 at 2830")
    assert {"2730"} <= table.reach("de.m2") & table.reach("de.id208")
    assert table.why_not("march de.id208 de.m2 go 2730").rule == "10.4b.single"
    assert table.allows("march de.kav1 de.id208 go 2730")


@rule("caseyellow", "10.1b", "10.5c")
def test_ways_written_by_hand_are_checked() -> None:
    table = german_moves("German de.X at 4540")
    with pytest.raises(IllegalOrder) as wrong:
        table.play("move de.X 4640.4840.4740")
    assert "hex by hex" in str(wrong.value)
    train = allies_move("French fr.di10 at Troyes", turn=3)
    with pytest.raises(IllegalOrder) as off:
        train.play("rail fr.di10 1120.1719")
    assert off.value.rule == "10.5c"


@rule("caseyellow", "10.5c")
def test_a_unit_without_open_hexes_around_it_has_no_train() -> None:
    table = allies_move("French fr.di10 at 0803", "French fr.di14 at Troyes", turn=3)
    control(table, GERMAN, "0903", "0904", "0804", "0703", "0802", "0902")
    assert table.choices("rail") == ["fr.di14"]
    assert "is open to rail movement" in table.why_not("rail fr.di10").text


@rule("caseyellow", "R.1.0.1")
def test_who_has_arrived_at_the_line_stays() -> None:
    table = allies_move(f"{SLOW} French fr.I at Breda", "French fr.III at Valenciennes", scenario="historical")
    assert table.choices("move") == ["fr.III"]


@rule("caseyellow", "11.9b.mark")
def test_engaged_units_do_not_go_by_rail() -> None:
    g = game(stage("French fr.di10 at Troyes", "German de.X at 1020", turn=3))
    g.engaged[g.map.hex("1019")] = Engagement(GERMAN, (g.scenario.unit_named["de.X"],))
    g.touch(ROADSIDE)
    refusal = why_not_by_train(g, g.scenario.unit_named["fr.di10"])
    assert refusal is not None
    assert refusal.rule == "11.9b.mark"


@rule("caseyellow", "R.10.9b.1")
def test_a_unit_stops_in_works_that_an_enemy_zone_reaches_when_they_fall() -> None:
    """2722 has works; the corps in 2621 would hold it in its zone, the lone division would not."""
    held = german_moves("German de.I at 2822", "French fr.VI at 2721", "Belgian be.I at 2622")
    assert stops(held, "de.I", "2722")
    free = german_moves("German de.I at 2822", "French fr.di10 at 2622")
    assert not stops(free, "de.I", "2722")
    quick = german_moves("German de.pz1 at 2822", "Belgian be.I at 2622")
    assert not stops(quick, "de.pz1", "2722")  # TR 5 against 2

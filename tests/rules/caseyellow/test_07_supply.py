"""7: supply and Attack Supply."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.caseyellow.aftermath import exits
from meuse.games.caseyellow.board import NO_ATTACK_SUPPLY, OOS, TURNED
from meuse.games.caseyellow.hunger import SupplyPhase, needs_supply
from meuse.games.caseyellow.supply import attack_supplied, is_supplied, open_hexes, traced, west_wall_supply
from meuse.testkit import Table, rule

from .scene import (
    allies_fight,
    allies_move,
    code,
    column,
    control,
    fight,
    game,
    german_moves,
    germans_fight,
    mark,
    run,
    shifts,
    stage,
    status,
)

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED


def supplied(table: Table, unit: str) -> bool:
    g = game(table)
    return is_supplied(g, g.scenario.unit_named[unit])


def fed(table: Table, unit: str) -> bool:
    g = game(table)
    return attack_supplied(g, g.scenario.unit_named[unit])


# -- 7.2 the line


@rule("caseyellow", "7.2a", "2.4i", "9.7", "R.9.7.1", "10.3d.supply", "7.1")
def test_enemy_zones_block_a_line_and_friends_open_it() -> None:
    """Three Frenchmen around 4540 close every way out with units or zones."""
    ring = ("French fr.VI at 4640", "French fr.I at 4441", "French fr.III at 4439")
    table = stage("German de.pz1 at 4540", *ring, turn=2)
    assert not supplied(table, "de.pz1")  # TR 5 does not help
    assert supplied(table.put("German de.id208 at 4541"), "de.pz1")  # a friend cancels the zones in its hex
    assert not supplied(table.remove("German de.id208"), "de.pz1")
    assert supplied(table.remove("French fr.I"), "de.pz1")


@rule("caseyellow", "7.2a.refugees")
def test_refugees_do_not_block_supply() -> None:
    table = mark(stage("French fr.VI at Lille", turn=3), refugees=["2713", "2512", "2612"])
    assert supplied(table, "fr.VI")


@rule("caseyellow", "7.2b", "10.6b", "12.3b")
def test_rivers_are_crossed_at_friendly_crossings() -> None:
    """Sedan has crossings to 2125 and 2025; 2023 lies behind it, on the same bank."""
    table = mark(stage("German de.pz1 at 2124", turn=3), destroyed=["2124"])
    assert not supplied(table, "de.pz1")  # both far banks are Allied
    way = ("2125", "2226", "2227", "2328", "2329", "2330", "2331")
    assert supplied(control(table, GERMAN, *way), "de.pz1")
    assert not supplied(control(table, ALLIED, "2125"), "de.pz1")


@rule("caseyellow", "7.2c")
def test_a_line_goes_into_flooded_hexes_not_through() -> None:
    table = stage("German de.X at 3827", turn=2)
    g = game(table)
    assert not open_hexes(g, GERMAN) >> g.map.hex("3827") & 1
    assert open_hexes(g, GERMAN) >> g.map.hex("3927") & 1
    dutch = (g.map.labels[h] for h, country in enumerate(g.map.country) if country == "netherlands")
    assert supplied(control(mark(table, destroyed=["3826", "3926"]), GERMAN, *dutch), "de.X")


@rule("caseyellow", "7.2d", "11.7d")
def test_enemy_fortifications_block_a_line() -> None:
    table = stage(turn=2)
    g = game(table)
    assert not open_hexes(g, GERMAN) >> g.map.hex("1733") & 1  # Maginot
    assert not open_hexes(g, GERMAN) >> g.map.hex("2124") & 1  # works
    assert open_hexes(g, ALLIED) >> g.map.hex("2124") & 1
    mark(table, destroyed=["1733", "2124"])
    assert open_hexes(g, GERMAN) >> g.map.hex("1733") & 1
    assert open_hexes(g, GERMAN) >> g.map.hex("2124") & 1


@rule("caseyellow", "7.2e")
def test_counting_begins_beyond_the_unit_and_ends_with_the_source() -> None:
    table = stage("German de.X at 4540")
    g = game(table)
    near, far = (traced(g, g.scenario.unit_named["de.X"], length) for length in (2, 3))
    assert near >> g.map.hex("4740") & 1
    assert not near >> g.map.hex("4840") & 1
    assert far >> g.map.hex("4840") & 1


@rule("caseyellow", "7.2e", "7.2a")
def test_a_line_leads_out_of_marsh_and_not_into_it() -> None:
    """2617 is marsh with roads to three hexes: a motorized unit may leave it anywhere, but enter by road only."""
    roads = ("German de.lah at 2616", "German de.gd at 2618", "German de.sch11 at 2716")  # no zones
    table = mark(stage("French fr.dlm1 at 2617", "French fr.I at 2517", *roads, turn=3), destroyed=["2616"])
    assert supplied(table, "fr.dlm1")
    assert supplied(table, "fr.I")


@rule("caseyellow", "7.2e", "7.2a")
def test_a_line_that_would_lead_into_marsh_is_none() -> None:
    """A motorized unit in 2515 has one way over dry ground, 2614; 2514 is marsh without a road to it."""
    table = stage("French fr.dlm1 at 2515", turn=3)
    assert supplied(table, "fr.dlm1")
    table.put("German de.lah at 2614")
    assert not supplied(table, "fr.dlm1")
    assert supplied(table.remove("French fr.dlm1").put("French fr.di10 at 2515"), "fr.di10")  # on foot it is open


@rule("caseyellow", "7.2a", "R.7.2a.1")
def test_limits_of_nations_do_not_cut_a_line() -> None:
    """Around 3322 only 3422 is open, in the Netherlands, where Belgians may not go; Antwerpen lies beyond."""
    units = ("de.lah at 3323", "de.gd at 3223", "de.sch11 at 3222", "de.fj1 at 3221", "de.fj2 at 3321")
    table = stage("Belgian be.I at 3322", *(f"German {unit}" for unit in units), turn=3)
    assert supplied(table, "be.I")
    assert not supplied(table.put("German de.ll16 at 3422"), "be.I")


@rule("caseyellow", "7.2c", "7.6a")
def test_attack_supply_may_end_in_a_flooded_hex() -> None:
    """The Attack Supply Unit stands in 3827, on the road through the valley of the Grebbe."""
    table = control(stage("German de.asb at 3827", "German de.X at 3928", turn=3), GERMAN, *dutch_hexes())
    mark(table, destroyed=["3826", "3926"])
    assert fed(table, "de.X")


def dutch_hexes() -> list[str]:
    g = game(stage())
    return [g.map.labels[h] for h, country in enumerate(g.map.country) if country == "netherlands"]


# -- 7.3, 7.4 sources


@rule("caseyellow", "7.3a", "R.7.3a.1")
def test_the_dutch_are_supplied_at_home() -> None:
    table = stage(
        "Dutch nl.I at 3922",
        *(f"German de.{c} at {h}" for c, h in zip(("X", "I", "II"), ("4022", "3823", "3821"), strict=True)),
        turn=2,
    )
    assert supplied(table, "nl.I")


@rule("caseyellow", "7.3b")
def test_belgians_draw_on_antwerpen_or_oostende() -> None:
    table = stage("Belgian be.I at Bruxelles", turn=2)
    assert supplied(table, "be.I")
    control(table, GERMAN, "3221")
    assert supplied(table, "be.I")
    assert not supplied(control(table, GERMAN, "3213"), "be.I")


@rule("caseyellow", "7.3c", "7.3d", "R.7.3c.1")
def test_the_south_edge_feeds_the_french_only() -> None:
    """Germans hold the west edge, Paris stays open to the south."""
    west = tuple(f"{row:02}01" for row in range(1, 23))
    ports = ("2805", "3007", "3110", "3213", "2302")
    table = control(
        stage("French fr.VI at Troyes", "British uk.I at Sens", "British uk.can at Sens", turn=3), GERMAN, *west, *ports
    )
    assert supplied(table, "fr.VI")
    assert not supplied(table, "uk.I")
    assert not supplied(table, "uk.can")
    assert supplied(control(table, ALLIED, "2302"), "uk.I")  # Dieppe


@rule("caseyellow", "7.4")
def test_german_cities_feed_the_germans() -> None:
    table = stage("German de.X at 4540", turn=2)
    assert supplied(table, "de.X")
    g = game(table)
    control(table, ALLIED, *(g.map.labels[h] for h in g.scenario.sources["german_city"]))
    assert not supplied(table, "de.X")


@rule("caseyellow", "7.3e", "R.7.5a.step.1")
def test_garrisons_and_attack_supply_units_need_no_supply() -> None:
    g = game(stage())
    assert needs_supply(g, g.scenario.unit_named["de.arko"])
    assert not needs_supply(g, g.scenario.unit_named["de.asa"])
    table = stage("French fr.VI at 1733", "German de.X at 1732", "German de.I at 1633", "German de.II at 1832", turn=2)
    assert not supplied(mark(table, destroyed=["1633", "1832"]), "fr.VI")  # units in a fort trace as others do


# -- 7.5 out of supply


@rule("caseyellow", "7.5a.step", "7.5a.new", "7.5b", "7.5", "2.2c.oos")
def test_the_supply_phase() -> None:
    table = stage(
        "unsupplied German de.pz1 at Paris", "German de.pz2 at 0803", "unsupplied German de.X at 4540", turn=2
    )
    run(table, SupplyPhase())
    assert table.steps("de.pz1") == 1  # still cut off: a step
    assert (table.steps("de.pz2"), status(table, "de.pz2")) == (2, OOS)  # only marked
    assert status(table, "de.X") == 0  # back in supply for the whole turn
    run(table, SupplyPhase())
    assert (table.where("de.pz1"), table.steps("de.pz2")) == ("", 1)


@rule("caseyellow", "7.5a.step", "7.5a.new")
def test_units_that_starve_no_longer_cut_off_others() -> None:
    foes = ("unsupplied French fr.VI at 4640", "unsupplied French fr.I at 4440")
    table = stage("German de.X at 4540", *foes, turn=2)
    g = game(table)
    g.set_steps(g.scenario.unit_named["fr.VI"], 1)
    g.set_steps(g.scenario.unit_named["fr.I"], 1)
    assert not is_supplied(g, g.scenario.unit_named["de.X"])
    run(table, SupplyPhase())
    assert (table.where("fr.VI"), table.where("fr.I"), status(table, "de.X")) == ("", "", 0)


@rule("caseyellow", "7.5d", "7.6d", "11.3c.supply")
def test_one_column_for_both_conditions() -> None:
    table = stage("unsupplied German de.X at 4540", "German de.pz1 at 4441", "French fr.di10 at 4541")
    assert shifts(table, "4541", "de.X")["11.3c.supply"] == -1
    assert "11.3c.supply" not in shifts(table, "4541", "de.pz1")
    mark(table, turn=3)
    assert shifts(table, "4541", "de.X", "de.pz1")["11.3c.supply"] == -1


@rule("caseyellow", "7.5e", "7.9c", "R.7.9c.1")
def test_attack_supply_units_move_once_a_turn() -> None:
    table = german_moves("German de.asa at 4540", "German de.X at 4441")
    table.play("move de.asa 4640", "end")
    table.phase("German move round")
    assert table.why_not("move de.asa 4740").rule == "7.9c"
    g = game(table)
    unit = g.scenario.unit_named["de.asa"]
    assert (g.acts[unit] & TURNED, g.allowance(unit)) == (TURNED, 6)
    run(table, SupplyPhase())
    assert not g.acts[unit] & TURNED


# -- 7.6 to 7.8 attack supply


@rule("caseyellow", "7.6b", "7.6a")
def test_on_turn_1_all_are_attack_supplied() -> None:
    assert fed(stage("German de.pz1 at Paris"), "de.pz1")
    assert not fed(stage("German de.pz1 at Paris", turn=2), "de.pz1")


@rule("caseyellow", "7.6c", "7.6e", "2.2c.oos")
def test_the_marker_is_laid_and_taken_off_at_each_attack() -> None:
    table = germans_fight("German de.X at 4540", "German de.asb at 4440", "French fr.di10 at 4640", turn=3)
    g = game(table)
    g.set_status(g.scenario.unit_named["de.X"], NO_ATTACK_SUPPLY)
    fight(table, "attack 4640 de.X go", 1)
    assert status(table, "de.X") == 0
    hungry = germans_fight("German de.X at 4840", "French fr.di10 at 4740", turn=3)
    fight(hungry, "attack 4740 de.X go", 1)
    assert status(hungry, "de.X") == NO_ATTACK_SUPPLY


@rule("caseyellow", "7.7a", "7.7b")
def test_dutch_and_belgian_attack_supply() -> None:
    table = stage("Dutch nl.I at 3922", "Belgian be.I at Namur", turn=3)
    assert fed(table, "nl.I")
    assert fed(table, "be.I")
    assert not fed(control(table, GERMAN, "3221", "3213"), "be.I")


@rule("caseyellow", "7.7c", "7.7d")
def test_british_ports_and_paris() -> None:
    table = stage(
        "British uk.I at Lille", "French fr.VI at Lille", "British uk.II at 2909", "French fr.I at Compiègne", turn=3
    )
    assert not fed(table, "uk.I")  # farther than three hexes from a port
    assert fed(table, "uk.II")
    assert fed(table, "fr.I")  # within eight of Paris
    assert not fed(table, "fr.VI")


@rule("caseyellow", "7.7e", "7.9a")
def test_the_ag1_unit_feeds_french_and_british() -> None:
    table = stage(
        "British uk.I at Lille", "French fr.VI at Lille", "French fr.asu at Arras", "Belgian be.I at Lille", turn=3
    )
    assert fed(table, "uk.I")
    assert fed(table, "fr.VI")


@rule("caseyellow", "7.7e.cutoff", "R.7.7e.cutoff.1")
def test_a_cut_off_ag1_is_used_up() -> None:
    """AG1 stands on the plain in Germany, far from any edge of France."""
    table = allies_fight("French fr.VI at 4540", "French fr.asu at 4440", "German de.id208 at 4640", turn=3)
    assert "11.3c.supply" not in shifts(table, "4640", "fr.VI")
    table.dice(1).play("attack 4640 fr.VI go", "draw")
    assert table.where("fr.asu") == ""


@rule("caseyellow", "7.7e.cutoff", "11.3c.supply")
def test_a_cut_off_ag1_may_be_spared() -> None:
    table = allies_fight("French fr.VI at 4540", "French fr.asu at 4440", "German de.id208 at 4640", turn=3)
    assert shifts(table, "4640", "fr.VI", spared=True)["11.3c.supply"] == -1
    table.dice(1).play("attack 4640 fr.VI go", "pass")
    assert table.where("fr.asu") == "4440"
    assert status(table, "fr.VI") & NO_ATTACK_SUPPLY


@rule("caseyellow", "7.8a", "7.8b")
def test_german_depots_and_cities() -> None:
    table = stage("German de.X at 4840", turn=3)
    assert not fed(table, "de.X")
    assert fed(table.put("German de.asb at 4340"), "de.X")  # five hexes
    assert not fed(table.put("German de.asb at 4240"), "de.X")  # six
    assert fed(table.put("German de.asa at 4240"), "de.X")  # six for Army Group A
    assert fed(stage("German de.X at 4540", turn=3), "de.X")  # Osnabrück, 4041
    g = game(table)
    control(table, ALLIED, *(g.map.labels[h] for h in g.scenario.sources["ruhr"]))
    assert not fed(table, "de.X")


@rule("caseyellow", "7.8c", "R.7.8c.1")
def test_the_west_wall_feeds_one_attack_a_round() -> None:
    units = ("German de.XII at 1637", "German de.XXX at 1536", "German de.XXIV at 1638")
    foes = ("French fr.di10 at 1537", "French fr.di14 at 1435")
    table = mark(germans_fight(*units, *foes, turn=3), destroyed=["1537", "1536", "1638", "1535"])
    g = game(table)
    control(table, ALLIED, *(g.map.labels[h] for h in g.scenario.sources["ruhr"]))
    assert west_wall_supply(g, g.scenario.unit_named["de.XII"])
    table.play("attack 1537 de.XII go")
    assert set(table.choices()) == {"draw", "pass"}
    events = fight(table, "draw", 1)
    assert code(events) == "AL1"
    assert g.west_wall_used
    assert status(table, "de.XII") == 0


@rule("caseyellow", "7.8d")
def test_combats_in_the_netherlands_on_turn_2() -> None:
    table = stage("German de.X at 4229", "Dutch nl.I at 4128", turn=2)
    g = game(table)
    control(table, ALLIED, *(g.map.labels[h] for h in g.scenario.sources["german_city"]))
    assert "11.3c.supply" not in shifts(table, "4128", "de.X")
    assert shifts(mark(table, turn=3), "4128", "de.X")["11.3c.supply"] == -1


# -- 7.9 attack supply units


@rule("caseyellow", "7.9d", "10.6c")
def test_attack_supply_units_keep_to_roads_and_crossings() -> None:
    slow = "unsupplied disrupted German"  # one movement point
    table = german_moves(f"{slow} de.asa at 2833", f"{slow} de.X at 2833")
    assert table.why_not("move de.asa 2832").rule == "10.6c"  # a minor river without a crossing
    assert "2832" in table.reach("de.X")
    forest = german_moves(f"{slow} de.asa at 2225", f"{slow} de.X at 2225")
    assert forest.why_not("move de.asa 2224").rule == "10.4b.forest"
    assert "2224" in forest.reach("de.X")


@rule("caseyellow", "7.9d", "10.7b", "11.4b.river")
def test_attack_supply_units_do_not_use_interdicted_crossings() -> None:
    slow = "unsupplied disrupted German"  # one movement point
    table = german_moves(f"{slow} de.asa at 2226", f"{slow} de.X at 2226", f"{slow} de.pz1 at 2226")
    assert "2125" in table.reach("de.asa")
    g = game(table)
    bridge = g.map.side_between(g.map.hex("2226"), g.map.hex("2125"))
    mark(table, interdicted=frozenset({bridge}))
    assert table.why_not("move de.asa 2125").rule == "7.9d"
    assert "2125" in table.reach("de.X") & table.reach("de.pz1")  # others pay more
    assert g.map.hex("2125") not in exits(g, g.scenario.unit_named["de.asa"], g.map.hex("2226"))
    assert g.map.hex("2125") in exits(g, g.scenario.unit_named["de.arko"], g.map.hex("2226"))


@rule("caseyellow", "7.9e.none")
def test_attack_supply_units_never_attack() -> None:
    table = germans_fight("German de.asa at 4540", "German de.X at 4441", "French fr.di10 at 4541")
    assert table.why_not("attack 4541 de.asa").rule == "7.9e.none"


@rule("caseyellow", "7.9e.alone")
def test_an_attack_supply_unit_alone_is_lost() -> None:
    table = germans_fight("German de.X at 4540", "French fr.asu at 4640")
    table.play("attack 4640 de.X go")
    assert table.where("fr.asu") == ""
    assert table.choices() == ["advance", "done"]


@rule("caseyellow", "7.9e.stacked")
def test_an_attack_supply_unit_among_others_gets_away() -> None:
    table = germans_fight(
        "German de.X at 4641", "French fr.asu at 4540", "French fr.di10 at 4540", "German de.I at 4640"
    )
    table.play("attack 4540 de.I go")
    assert table.asked == "allied"
    table.dice(6).play("retreat fr.asu 4438")
    assert table.where("fr.asu") == "4438"


@rule("caseyellow", "7.9e.stacked", "11.2a.3")
def test_a_depot_that_got_away_gives_its_new_hex_no_immunity() -> None:
    units = ("German de.I at 4640", "French fr.asu at 4540", "French fr.di10 at 4540")
    table = germans_fight(*units, "French fr.di14 at 4438", "German de.II at 4338")
    table.play("attack 4540 de.I go")
    table.dice(6).play("retreat fr.asu 4438", "retreat fr.di10 4340", "done")
    assert table.allows("attack 4438 de.II go")


@rule("caseyellow", "7.9e.stacked")
def test_a_depot_that_cannot_get_away_is_lost_to_an_advance() -> None:
    ring = ("German de.X at 4640", "German de.I at 4441", "German de.II at 4439")
    table = germans_fight(*ring, "French fr.asu at 4540", "French fr.di10 at 4540")
    table.dice(6).play("attack 4540 de.X go")  # surrounded: the division is destroyed
    assert table.where("fr.asu") == "4540"
    table.play("advance de.X 4540")
    assert table.where("fr.asu") == ""


@rule("caseyellow", "7.6a", "11.3c.supply")
def test_without_attack_supply_the_column_moves_left() -> None:
    table = stage("German de.X at 4840", "French fr.di10 at 4740", turn=1)
    assert column(table, "4740", "de.X") == "3-1"
    assert column(mark(table, turn=3), "4740", "de.X") == "2-1"


@rule("caseyellow", "7.9c")
def test_range_and_allowance_are_the_same() -> None:
    g = game(allies_move("French fr.asu at 0803"))
    units = {c.id: c.movement for c in g.scenario.counters if c.kind == "attack_supply"}
    assert units == {"de.asb": 5, "de.asa": 6, "fr.asu": 5}


@rule("caseyellow", "7.7e.cutoff")
def test_an_ag1_unit_in_touch_with_the_edge_is_not_used_up() -> None:
    table = allies_fight("French fr.VI at 2714", "French fr.asu at Arras", "German de.id208 at Tournai", turn=3)
    table.dice(1).play("attack 2715 fr.VI go")
    assert "draw" not in table.choices()
    assert table.where("fr.asu") == "2512"


@rule("caseyellow", "7.8c")
def test_the_west_wall_is_far_from_the_plain() -> None:
    table = germans_fight("German de.X at 4540", "French fr.di10 at 4640", turn=3)
    g = game(table)
    assert not west_wall_supply(g, g.scenario.unit_named["de.X"])
    assert code(fight(table, "attack 4640 de.X go", 1)) == "AL1"  # fed by Osnabrück: nobody is asked

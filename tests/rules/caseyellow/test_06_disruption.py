"""6 and 5: disruption, and the Air Phase."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.caseyellow.air import (
    Availability,
    DiveBombing,
    EbenEmael,
    Interdiction,
    Paratroops,
    RemoveInterdiction,
    crossings_of,
    why_not_drop,
    why_not_interdict,
)
from meuse.games.caseyellow.board import DISRUPTED, OOS, disrupt
from meuse.games.caseyellow.dynamo import capacity
from meuse.games.caseyellow.endphase import RemoveDisruption
from meuse.games.caseyellow.supply import is_supplied
from meuse.testkit import Table, rule

from .scene import air, allowance, control, cost, game, german_moves, mark, run, stage, status, tactical, told

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED


def bombing(*sentences: str, stukas: int = 5, scenario: str = "historical", turn: int = 4) -> Table:
    return air(stage(*sentences, scenario=scenario, turn=turn), german=stukas)


# -- 6 disruption


@rule("caseyellow", "6.2a", "6.2c", "7.5c", "R.7.5c.1", "2.2c.oos")
def test_disruption_and_supply_lower_rating_and_allowance() -> None:
    """Example derived-supply-oos-disrupted, with MA 8."""
    table = stage("unsupplied German de.pz1 at 4540", "unsupplied disrupted German de.pz2 at 4541")
    table.put("disrupted German de.pz3 at 4640", "disrupted German de.X at 4440", "unsupplied German de.arko at 4339")
    assert (tactical(table, "de.pz1"), allowance(table, "de.pz1")) == (3, 3)
    assert (tactical(table, "de.pz2"), allowance(table, "de.pz2")) == (1, 1)
    assert (tactical(table, "de.pz3"), allowance(table, "de.pz3")) == (3, 6)
    assert (tactical(table, "de.X"), allowance(table, "de.X")) == (1, 3)
    assert allowance(table, "de.arko") == 3  # three or less stays


@rule("caseyellow", "6.2b", "6.2d", "6.1")
def test_a_second_disruption_changes_nothing_and_it_does_not_spread() -> None:
    table = stage("French fr.VI at 4540", "French fr.di10 at 4540")
    g = game(table)
    for _ in range(2):
        disrupt(g, g.scenario.unit_named["fr.VI"], "6.1")
    assert (tactical(table, "fr.VI"), tactical(table, "fr.di10")) == (1, 3)


@rule("caseyellow", "6.4", "12.2")
def test_disruption_ends_with_the_turn_unless_out_of_supply() -> None:
    table = stage("disrupted French fr.VI at 4540", "unsupplied disrupted French fr.di10 at 4640")
    run(table, RemoveDisruption())
    assert (status(table, "fr.VI"), status(table, "fr.di10")) == (0, DISRUPTED | OOS)


# -- 5.1b availability


@rule("caseyellow", "5.1b.roll", "5.1b.return", "2.2b.stuka", "2.2b.allied")
def test_air_assets_by_die_less_those_away() -> None:
    table = stage(scenario="historical", turn=4)
    game(table).air_lost = ((GERMAN, 5), (ALLIED, 4))
    run(table.dice(6, 6), Availability())
    assert game(table).air == [5, 3]  # six less one; the Allied asset is back
    assert game(table).air_lost == ((GERMAN, 5),)
    run(stage(scenario="historical"), Availability())


@rule("caseyellow", "5.1a", "5.1b.dynamo", "13.3d", "11.3c.air-dynamo", "13.2b")
def test_no_allied_air_during_dynamo_and_little_after() -> None:
    table = mark(stage(scenario="historical", turn=5), port="3110", dynamo_declared=3, dynamo_ends=6)
    run(table.dice(6), Availability())
    assert game(table).air == [6, 0]
    after = mark(stage(scenario="historical", turn=7), dynamo_declared=3, dynamo_ends=6)
    run(after.dice(6, 6), Availability())
    assert game(after).air == [6, 1]


# -- 5.1c interdiction


def over_the_meuse(*dice: int) -> Table:
    """Turn 2; the Germans hold Sedan and both its crossings (2125 and 2025)."""
    table = air(stage(scenario="historical", turn=2), allied=2)
    control(table, GERMAN, "2124", "2125", "2025")
    return table.step(Interdiction(ALLIED)).dice(*dice)


@rule("caseyellow", "5.1c.roll", "5.1c.loss", "5.1c.marker", "10.7a", "10.7c")
def test_two_assets_against_the_same_crossings() -> None:
    """Example interdiction-two-assets."""
    table = over_the_meuse(2, 5)
    table.play("interdict 2124")
    assert (game(table).air[ALLIED], game(table).interdicted, game(table).air_lost) == (1, frozenset(), ())
    table.play("interdict 2124")
    assert len(game(table).interdicted) == 2  # every crossing of the hex
    assert game(table).air_lost == ((ALLIED, 5),)  # three turns ahead


@rule("caseyellow", "5.1c.roll")
def test_the_failure_of_sedan() -> None:
    """Example interdiction-sedan."""
    table = over_the_meuse(1, 4)
    table.play("interdict 2124", "interdict 2124")
    assert not game(table).interdicted


@rule("caseyellow", "5.1c.target", "R.5.1c.target.1", "2.2d.limits", "5.1c.marker")
def test_what_can_be_interdicted() -> None:
    table = over_the_meuse(6)
    assert table.why_not("interdict 1019").rule == "5.1c.target"  # nobody German beyond the Seine
    table.play("interdict 2124")
    assert table.why_not("interdict 2124").rule == "5.1c.marker"
    other = over_the_meuse(6)
    g = game(other)
    g.set_marker("interdicted", crossings_of(g, g.map.hex("2124")))
    other.game.forget()
    assert other.why_not("interdict 2124").rule == "5.1c.marker"  # nothing is left there to interdict
    game(table).interdiction_markers = frozenset(game(table).map.hex(h) for h in ("2124", "2539", "3035"))
    refusal = why_not_interdict(game(table), game(table).map.hex("2125"))
    assert refusal is not None
    assert refusal.rule == "2.2d.limits"


@rule("caseyellow", "5.1c.effect", "5.1c.mp", "10.7b", "10.7d", "10.7e", "2.2d.interdicted", "7.2b")
def test_interdiction_costs_points_and_supply() -> None:
    """Examples interdiction-effects and los-blocked-interdiction: the one crossing left behind the panzers is cut."""
    table = german_moves("German de.pz1 at 2124", "German de.II at 2224", scenario="historical", turn=3)
    control(
        mark(table, destroyed=["2124"]), GERMAN, "2125", "2225", "2226", "2327", "2328", "2329", "2330", "2331", "2025"
    )
    g = game(table)
    panzer = g.scenario.unit_named["de.pz1"]
    assert (cost(table, "de.pz1", "2125"), is_supplied(g, panzer)) == ("2", True)
    g.set_marker(
        "interdicted", frozenset(side for side in g.map.side_of[g.map.hex("2124")] if side in g.scenario.crossing)
    )
    table.game.forget()
    assert (cost(table, "de.pz1", "2125"), is_supplied(g, panzer)) == ("3", False)


@rule("caseyellow", "5.1c.remove")
def test_old_markers_go_first() -> None:
    table = over_the_meuse(6)
    table.play("interdict 2124")
    run(table, RemoveInterdiction())
    assert not game(table).interdicted
    assert not game(table).interdiction_markers


# -- 5.1d paratroops


@rule("caseyellow", "5.1d", "R.5.1d.1", "R.5.1d.2", "10.9b", "10.8c.4")
def test_paratroops_land_and_destroy_works() -> None:
    """Example bridgehead-fj, at Dordrecht."""
    table = stage("German de.fj1 in airborne", "German de.fj2 in airborne", "German de.ll16 in airborne")
    table.put("Dutch nl.VH at Rotterdam").step(Paratroops(GERMAN))
    assert table.why_not("drop de.fj1 3721").rule == "5.1d"
    assert table.why_not("drop de.fj1 0803").rule == "R.5.1d.1"
    assert table.choices("drop") == ["de.fj1", "de.fj2"]  # the air landing troops need a field
    chances = {choice.token: choice.succeeds for choice in table.game.decision.describe(("drop", "de.fj1"))}
    assert (chances["3622"], chances["3922"]) == (4 / 6, 5 / 6)  # works cost one
    table.dice(3).play("drop de.fj1 3622")
    assert (table.where("de.fj1"), game(table).standing_works(game(table).map.hex("3622"))) == ("3622", False)
    assert table.why_not("drop de.ll16 3922").rule == "R.5.1d.2"
    table.play("drop de.ll16 3622")
    table.dice(1).play("drop de.fj2 3922")
    assert table.where("de.fj2") == ""


@rule("caseyellow", "5.1d")
def test_paratroops_land_on_turn_1_only() -> None:
    table = stage("German de.fj1 in airborne", turn=2).step(Paratroops(GERMAN))
    assert table.asked == ""


@rule("caseyellow", "5.1d.eben", "2.2d.ebenemael")
def test_eben_emael_is_rolled_for_in_scenario_3() -> None:
    eben = game(stage()).map.hex("2928")
    assert eben in game(run(mark(stage(), destroyed=[]).dice(3), EbenEmael())).destroyed
    assert eben not in game(run(mark(stage(), destroyed=[]).dice(2), EbenEmael())).destroyed


# -- 5.1e dive bombing


@rule("caseyellow", "5.1e", "5.1e.hex", "5.1e.drm", "12.11a.stuka")
def test_cover_counts_once() -> None:
    """Example stuka-woods-betterdefense: die 3, less one, is 2."""
    table = bombing("French fr.VI at 2016")  # the woods of Laon: town and woods
    mark(table, better=["2016"]).step(DiveBombing(GERMAN)).dice(3)
    assert "no effect" in told(table.play("bomb 2016"), "bombing")[0]
    assert status(table, "fr.VI") == 0
    bare = bombing("French fr.VI at 0803").step(DiveBombing(GERMAN)).dice(4)
    bare.play("bomb 0803")
    assert status(bare, "fr.VI") == DISRUPTED


@rule("caseyellow", "R.6.1.3", "5.1e.hex")
def test_bombs_leave_attack_supply_units_alone() -> None:
    table = bombing("French fr.asu at 0803", "French fr.VI at 0804").step(DiveBombing(GERMAN))
    assert table.choices("bomb") == ["0804"]
    both = bombing("French fr.asu at 0803", "French fr.di10 at 0803").step(DiveBombing(GERMAN)).dice(6)
    both.play("bomb 0803")
    assert (status(both, "fr.asu"), both.where("fr.asu"), both.where("fr.di10")) == (0, "0803", "")


@rule("caseyellow", "5.1e.drm", "R.5.1e.drm.1", "5.1e.dl1", "5.1e.dis", "6.2a", "6.1")
def test_a_low_rating_helps_the_stukas() -> None:
    """Example stuka-town-works-tr2, at Sedan: town and works, TR 2 beside TR 3; six stays six."""
    table = bombing("French fr.X at Sedan", "French fr.dlc5 at Sedan").step(DiveBombing(GERMAN)).dice(6)
    assert "loses a step" in told(table.play("bomb 2124"), "bombing")[0]
    assert table.asked == "allied"
    table.play("lose fr.X")
    assert (table.steps("fr.X"), tactical(table, "fr.X"), tactical(table, "fr.dlc5")) == (1, 1, 1)
    assert (allowance(table, "fr.X"), allowance(table, "fr.dlc5")) == (2, 3)
    strong = bombing("French fr.XVIII at Sedan").step(DiveBombing(GERMAN)).dice(4)
    strong.play("bomb 2124")
    assert status(strong, "fr.XVIII") == 0  # TR 3: four less one


@rule("caseyellow", "5.1e", "5.2")
def test_a_used_stuka_is_used_for_the_turn() -> None:
    table = bombing("French fr.VI at 0803", stukas=1).step(DiveBombing(GERMAN)).dice(1)
    table.play("bomb 0803")
    assert game(table).air[GERMAN] == 0
    assert table.asked == ""


@rule("caseyellow", "5.1e.port", "5.1e.portloss", "13.4a", "R.13.4a.1", "6.3", "2.2b.dynamo", "13.3c")
def test_stukas_over_the_port() -> None:
    """Examples stuka-dynamo-four and derived-dynamo-capacity-floor."""
    units = (
        "British uk.I at Dunkerque with 1 step",
        "British uk.II at Dunkerque with 1 step",
        "French fr.I at Dunkerque with 1 step",
    )
    table = mark(bombing(*units), port="3110").step(DiveBombing(GERMAN)).dice(1, 4, 2, 6)
    table.play("bomb 3110", "bomb 3110", "bomb 3110", "bomb 3110")
    assert table.asked == "allied"
    table.play("lose uk.I")
    g = game(table)
    assert (table.where("uk.I"), status(table, "uk.II")) == ("", 0)
    assert (g.air[GERMAN], g.air_lost, g.port_disruption, capacity(g)) == (1, ((GERMAN, 6),), 2, 4)
    assert [capacity(game(mark(table, port_disruption=n))) for n in (0, 1, 2, 3)] == [6, 5, 4, 4]


@rule("caseyellow", "5.1e.portremove")
def test_port_disruption_is_removed_in_the_end_phase() -> None:
    table = run(mark(stage(scenario="historical", turn=4), port="3110", port_disruption=2), RemoveDisruption())
    assert game(table).port_disruption == 0


@rule("caseyellow", "8.4b")
def test_landing_zones_have_room_for_three_regiments() -> None:
    units = ("German de.fj1 at 3922", "German de.fj2 at 3922", "German de.ll16 at 3922", "German de.ll47 in airborne")
    g = game(stage(*units))
    refusal = why_not_drop(g, g.scenario.unit_named["de.ll47"], g.map.hex("3922"))
    assert refusal is not None
    assert refusal.rule == "8.4b"

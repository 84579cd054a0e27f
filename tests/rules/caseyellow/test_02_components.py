"""1 and 2: scenarios, counters, markers, control."""

from __future__ import annotations

import meuse
from meuse.counters import Side
from meuse.games.caseyellow import RULE_BOOK
from meuse.games.caseyellow.supply import in_communication
from meuse.games.caseyellow.views import parts
from meuse.testkit import Table, rule

from .scene import allies_move, control, game, german_moves, mark, stage, tactical


@rule("caseyellow", "1.0")
def test_there_are_four_scenarios() -> None:
    assert [info.id for info in RULE_BOOK.scenarios] == ["historical", "intelligence", "unrestricted", "holland"]


@rule("caseyellow", "R.1.0.1", "1.0")
def test_the_left_wing_goes_forward_on_turn_1() -> None:
    table = allies_move("French fr.III at Valenciennes", scenario="historical")
    assert table.why_not("move fr.III 2413").rule == "R.1.0.1"
    assert table.why_not("end").rule == "R.1.0.1"

    table.play("move fr.III 2618")
    assert table.allows("end")
    assert allies_move("French fr.III at Valenciennes", scenario="unrestricted").allows("end")


@rule("caseyellow", "R.1.0.2", "1.0")
def test_only_cavalry_crosses_the_meuse_on_turn_1() -> None:
    table = allies_move("French fr.X at Sedan", "French fr.bc1 at Sedan", scenario="historical")
    assert table.why_not("move fr.X 2125").rule == "R.1.0.2"
    assert "2125" in table.reach("fr.bc1")
    assert "2125" in allies_move("French fr.X at Sedan", scenario="historical", turn=2).reach("fr.X")


@rule("caseyellow", "R.1.0.3", "2.4d", "R.2.4d.1")
def test_the_east_waits_until_germans_are_near() -> None:
    far = allies_move("French fr.VI at Nancy", "French fr.X at Sedan", scenario="historical", turn=2)
    assert far.why_not("move fr.VI 1230").rule == "R.1.0.3"
    assert far.choices("move") == ["fr.X"]  # every other unit of the side is active

    near = allies_move("French fr.VI at Nancy", "German de.VII at 1532", scenario="historical", turn=2)
    assert "1230" in near.reach("fr.VI")
    assert "1230" in allies_move("French fr.VI at Nancy", scenario="historical", turn=3).reach("fr.VI")


@rule("caseyellow", "2.1a")
def test_scenario_4_has_its_own_small_map() -> None:
    table = german_moves("German de.pz9 at 3431", scenario="holland")
    assert "3332" in table.reach("de.pz9")
    assert not table.allows("move de.pz9 3132")


@rule("caseyellow", "2.1d", "2.2d.vp", "2.2d.chits")
def test_what_is_kept_beside_the_map() -> None:
    shown = {part.id for part in parts(game(Table("caseyellow")), None)}
    assert {"turns", "rounds", "cup", "air-german", "air-allied", "points", "reserve", "airborne", "refit"} <= shown
    assert {"surrenders", "evacuated"} <= shown


@rule("caseyellow", "2.2a.steps", "2.2a.onestep", "2.4e")
def test_corps_have_two_steps_and_small_units_one() -> None:
    table = stage("German de.X at 4540 with 1 step", "German de.lah at 4541")
    g = game(table)
    corps, regiment = (g.scenario.unit_named[name] for name in ("de.X", "de.lah"))
    assert all(
        c.steps == 2 for c in g.scenario.counters if c.size == "XXX" and c.kind not in ("attack_supply", "artillery")
    )
    assert (g.counter(corps).strength, g.strength(corps)) == (6, 3)
    assert (g.counter(regiment).steps, g.strength(regiment)) == (1, 2)


@rule("caseyellow", "2.2a.special", "7.9a")
def test_there_are_three_attack_supply_units() -> None:
    g = game(Table("caseyellow"))
    found = [c.id for u, c in enumerate(g.scenario.counters) if g.is_supply_unit(u)]
    assert found == ["de.asb", "de.asa", "fr.asu"]


@rule("caseyellow", "2.2a.armor")
def test_motorized_infantry_is_no_armour() -> None:
    s = game(Table("caseyellow")).scenario
    armoured = {s.counters[u].kind for u in range(len(s.counters)) if s.armoured[u]}
    assert armoured == {"panzer", "dlm", "dcr", "tank", "armor"}


@rule("caseyellow", "2.2c.limit", "2.2d.limits")
def test_only_some_markers_are_limited() -> None:
    limits = game(Table("caseyellow")).scenario.tables["markers"]
    numbers = {name: value for name, value in limits.items() if isinstance(value, int) and name != "refugee_distance"}
    assert numbers == {"crossing_interdicted": 3, "bridgehead": 4, "refugee": 6}


@rule("caseyellow", "2.4f")
def test_dice_have_six_sides() -> None:
    assert sorted(game(Table("caseyellow")).scenario.crt.rows) == [1, 2, 3, 4, 5, 6]


@rule("caseyellow", "2.4ctl", "R.2.4ctl.1", "2.2d.control")
def test_a_hex_belongs_to_whoever_was_there_last() -> None:
    table = german_moves("German de.pz1 at 2330")
    g = game(table)
    assert g.controls(Side.ALLIED, g.map.hex("2229"))
    table.play("move de.pz1 2329.2328")
    assert g.controls(Side.GERMAN, g.map.hex("2329"))  # moved through
    assert g.controls(Side.GERMAN, g.map.hex("2328"))
    assert g.controls(Side.ALLIED, g.map.hex("2428"))  # only in its zone


@rule("caseyellow", "R.2.4ctl.2")
def test_luxembourg_is_allied_at_the_start() -> None:
    g = game(Table("caseyellow"))
    assert g.controls(Side.ALLIED, g.map.place("Luxembourg").hex)


@rule("caseyellow", "2.4h", "R.2.4h.1", "9.6", "R.9.6.1", "9.5def", "R.9.5def.1")
def test_communication_passes_contested_zones_only() -> None:
    """Germans stand on three of the six hexes around 0803; the three others are in their zones."""
    germans = ("German de.X at 0903", "German de.I at 0802", "German de.II at 0804")
    table = stage("French fr.VI at 0803", *germans)
    g = game(table)
    here = g.map.hex("0803")
    assert in_communication(g, Side.ALLIED)[here]  # its own zone contests theirs in 0902
    table.remove("French fr.VI").put("French fr.di10 at 0803")  # a lone division has no zone
    assert not in_communication(g, Side.ALLIED)[here]


@rule("caseyellow", "2.4h")
def test_an_allied_line_of_communication_stays_in_france() -> None:
    g = game(stage("French fr.VI at Bruxelles"))
    assert not in_communication(g, Side.ALLIED)[g.map.place("Bruxelles").hex]
    assert in_communication(g, Side.ALLIED)[g.map.place("Lille").hex]


@rule("caseyellow", "2.4j", "2.4k", "2.4l")
def test_the_figures_of_a_counter() -> None:
    table = stage("German de.pz1 at 4540", "German de.X at 4541")
    g = game(table)
    panzer, corps = (g.scenario.unit_named[name] for name in ("de.pz1", "de.X"))
    assert g.scenario.motorized[panzer]
    assert not g.scenario.motorized[corps]
    assert (g.allowance(panzer), g.allowance(corps)) == (8, 5)
    assert (tactical(table, "de.pz1"), tactical(table, "de.X")) == (5, 3)


@rule("caseyellow", "2.4n", "R.2.4n.1", "2.1c")
def test_ten_turns_of_four_days_and_one_in_scenario_4() -> None:
    lengths = [meuse.new("caseyellow", info.id, 1).state.scenario.rules["turns"] for info in RULE_BOOK.scenarios]
    assert lengths == [10, 10, 10, 1]
    assert len(game(Table("caseyellow")).scenario.tables["turns"]["dates"]) == 10


@rule("caseyellow", "2.2d.ebenemael", "5.1d.eben", "2.2d.destroyed")
def test_eben_emael_is_destroyed_at_the_start() -> None:
    g = game(Table("caseyellow"))
    assert g.map.labels[g.map.place("Eben Emael").hex] == "2928"
    assert g.standing_fort(g.map.hex("2928")) is None
    assert game(mark(Table("caseyellow"), destroyed=[])).standing_fort(g.map.hex("2928")) is not None


@rule("caseyellow", "2.4ctl")
def test_control_by_country_at_the_start() -> None:
    table = control(stage(), Side.GERMAN, "2328")
    g = game(table)
    assert not g.controls(Side.ALLIED, g.map.hex("2328"))
    assert g.controls(Side.GERMAN, g.map.place("Aachen").hex)

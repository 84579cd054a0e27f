"""What is reconstructed can be had otherwise: every switch both ways, and the figures that the code reads."""

from __future__ import annotations

import re

import pytest

import meuse
from meuse.counters import Side
from meuse.games.caseyellow.board import DISRUPTED, MARKERS
from meuse.games.caseyellow.overrun import why_not_overrun_at
from meuse.games.caseyellow.supply import in_communication, is_supplied
from meuse.games.caseyellow.terrain import Ground
from meuse.testkit import Table, rule

from .scene import control, game, stage, status


def test_every_switch_is_named_by_its_rule() -> None:
    book = meuse.rule_book("caseyellow")
    known = {row.id for row in (*book.ledger.rule, *book.ledger.ruling)}
    assert all(option.rule in known for option in book.options)
    assert all(option.default in option.values for option in book.options)


def test_all_that_is_reconstructed_is_a_switch_or_a_table() -> None:
    book, g = meuse.rule_book("caseyellow"), game(stage())
    texts = {row.id: row.text for row in book.ledger.rule} | {row.id: row.ruling for row in book.ledger.ruling}
    switches = {rule for rule, text in texts.items() if "(Reconstructed; an option" in text}
    assert switches == {option.rule for option in book.options}
    tables = [name for text in texts.values() for name in re.findall(r"\(Reconstructed; table: (\w+)\)", text)]
    assert len(tables) + len(switches) == sum("(Reconstructed" in text for text in texts.values())
    assert all(g.scenario.tables[name]["provenance"] for name in tables)


# -- 2.4ctl control


def after_a_round(**options: str | bool) -> Table:
    table = stage("German de.X at 2229", "French fr.VI at 0803", **options).phase("German move round")
    table.play("end")
    return table


@rule("caseyellow", "2.4ctl", "R.2.4ctl.1")
def test_zones_take_vacant_hexes_only_by_option() -> None:
    plain, by_zones = game(after_a_round()), game(after_a_round(zone_control=True))
    beside, held = plain.map.hex("2228"), plain.map.hex("0803")
    assert plain.controls(Side.ALLIED, beside)
    assert by_zones.controls(Side.GERMAN, beside)
    assert by_zones.controls(Side.ALLIED, held)
    assert by_zones.controls(Side.GERMAN, plain.map.hex("2229"))


@rule("caseyellow", "2.4ctl")
def test_a_zone_that_is_shared_takes_nothing() -> None:
    """Both sides reach 4640; 4440 only the Germans."""
    table = stage("German de.X at 4540", "French fr.VI at 4740", zone_control=True).phase("German move round")
    control(table, Side.ALLIED, "4640", "4440").play("end")
    g = game(table)
    assert g.controls(Side.ALLIED, g.map.hex("4640"))
    assert g.controls(Side.GERMAN, g.map.hex("4440"))


# -- 9.5def to 9.7 lines through zones


def surrounded(french: str, **options: str | bool) -> bool:
    """Whether a French unit in 0803 is in communication; its three free neighbours are in German zones."""
    germans = ("German de.X at 0903", "German de.I at 0802", "German de.II at 0804")
    g = game(stage(f"French {french} at 0803", *germans, **options))
    return bool(in_communication(g, Side.ALLIED)[g.map.hex("0803")])


@rule("caseyellow", "9.6", "R.9.6.1")
def test_which_zones_cut_a_line_of_communication() -> None:
    assert surrounded("fr.VI")
    assert not surrounded("fr.VI", communication_zones="all")


@rule("caseyellow", "9.5def", "R.9.5def.1")
def test_what_contests_a_zone() -> None:
    assert not surrounded("fr.di10")  # a lone division has no zone
    assert surrounded("fr.di10", contested="unit")


@rule("caseyellow", "9.7", "R.9.7.1")
def test_which_zones_cut_a_line_of_supply() -> None:
    assert not supplied_through_zones()
    assert supplied_through_zones(supply_zones="uncontested")


def supplied_through_zones(**options: str | bool) -> bool:
    germans = ("German de.X at 0903", "German de.I at 0802", "German de.II at 0804")
    g = game(stage("French fr.VI at 0803", *germans, **options))
    return is_supplied(g, g.scenario.unit_named["fr.VI"])


# -- 10.1 movement


@rule("caseyellow", "10.1a", "R.10.1a.1")
def test_whether_a_unit_may_go_on_later() -> None:
    def again(**options: str | bool) -> Table:
        table = stage("German de.X at 4240", "German de.I at 4440", **options).phase("German move round")
        table.play("move de.X 4340", "move de.I 4540")
        return table

    assert again().why_not("move de.X 4440").rule == "10.1a"
    table = again(resume=True)
    assert "4740" in table.reach("de.X")  # four of its five points are left
    assert "4840" not in table.reach("de.X")
    table.play("move de.X 4740")
    assert table.why_not("move de.X 4840").rule == "10.1a"


@rule("caseyellow", "10.1b")
def test_whether_stacks_move_together() -> None:
    units = ("German de.id208 at 4240", "German de.kav1 at 4240")
    assert stage(*units).phase("German move round").allows("march de.kav1 de.id208 go 4440")
    off = stage(*units, stacks=False).phase("German move round")
    assert "one at a time" in off.why_not("march de.kav1").text
    assert off.allows("move de.kav1 4440")


@rule("caseyellow", "10.1b.closed", "7.9e.alone")
def test_whether_a_lone_depot_bars_its_hex() -> None:
    units = ("German de.X at 4540", "French fr.asu at 4640", "French fr.VI at 0803")
    assert stage(*units).phase("German move round").why_not("move de.X 4640").rule == "10.1b.closed"
    off = stage(*units, depots_bar=False).phase("German move round")
    off.play("move de.X 4740")  # straight over it
    assert off.where("fr.asu") == ""
    assert off.where("de.X") == "4740"
    guarded = stage(*units, "French fr.di10 at 4640", depots_bar=False).phase("German move round")
    assert guarded.why_not("move de.X 4640").rule == "10.1b.closed"


# -- 10.2 reinforcements


def arriving(*more: str, **options: str | bool) -> Table:
    """1 Canadian Division waits for the west edge."""
    table = stage("British uk.can in reserve", *more, turn=9, **options)
    return table.phase("Allied move round")


@rule("caseyellow", "10.2a", "R.10.2a.1")
def test_whether_reinforcements_come_into_enemy_zones() -> None:
    germans = ("German de.X at 1002",)
    assert arriving(*germans).allows("enter uk.can 1001")
    off = arriving(*germans, entry_in_zones=False)
    assert off.why_not("enter uk.can 1001").rule == "10.2a"
    assert off.allows("enter uk.can 1501")


@rule("caseyellow", "10.2b", "R.10.2b.1", "10.5b")
def test_whether_reinforcements_move_at_once() -> None:
    free, bound = arriving("British uk.I at 2209"), arriving("British uk.I at 2209", entry_moves=False)
    for table in (free, bound):
        table.play("enter uk.can 1501")
    assert "1502" in free.reach("uk.can")
    assert bound.why_not("move uk.can 1502").rule == "10.2b"
    assert "uk.can" in bound.choices("rail")  # but trains take it
    assert "uk.I" in bound.choices("move")


@rule("caseyellow", "10.2c", "R.10.2c.1")
def test_whether_delayed_reinforcements_come_in_a_later_round() -> None:
    def second_round(**options: str | bool) -> Table:
        table = arriving("British uk.I at 2209", **options)
        game(table).reinforced = (False, True)
        return table.phase("Allied move round")

    assert "enter" not in second_round().choices()
    assert second_round(entry_late=True).choices("enter") == ["uk.can"]


# -- 10.3 overruns


@rule("caseyellow", "10.3b", "R.10.3b.1", "10.3c")
def test_whether_allied_armour_overruns() -> None:
    units = ("French fr.dlm1 at 4540", "French fr.dlm2 at 4540", "disrupted German de.fj1 at 4440")
    assert stage(*units).phase("Allied move round").why_not("overrun 4440").rule == "10.3b"
    table = stage(*units, allied_overrun=True).phase("Allied move round")
    table.play("overrun 4440 fr.dlm1 fr.dlm2 go")
    assert table.where("de.fj1") == ""  # it was disrupted
    assert table.where("fr.dlm1") == "4440"


@rule("caseyellow", "10.3b", "10.3c.result")
def test_the_germans_retreat_what_the_allies_overrun() -> None:
    units = ("French fr.dlm1 at 4540", "French fr.dlm2 at 4540", "unsupplied German de.fj1 at 4440")
    table = stage(*units, allied_overrun=True).phase("Allied move round")
    table.play("overrun 4440 fr.dlm1 fr.dlm2 go")
    assert table.asked == "german"
    assert status(table, "de.fj1") & DISRUPTED


# -- 5.1d landings


@rule("caseyellow", "R.5.1d.2")
def test_whether_air_landing_units_need_paratroops() -> None:
    waiting = ("German de.fj1 in airborne", "German de.ll16 in airborne")
    bound, free = stage(*waiting, scenario="holland"), stage(*waiting, scenario="holland", air_landing=False)
    for table in (bound, free):
        table.phase("German paratroops")
    assert bound.choices("drop") == ["de.fj1"]
    free.dice(1).play("drop de.ll16 3722")
    assert free.where("de.ll16") == ""  # it jumps like the others, and may be lost


# -- figures


@rule("caseyellow", "10.3c.where", "10.3c.odds", "10.3c.mp", "10.3c.result", "R.10.3c.odds.1", "R.10.3c.mp.1")
def test_overruns_read_their_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    table = stage("German de.pz1 at 4540", "French fr.di10 at 4440").phase("German move round")
    chart = game(table).scenario.tables["overrun"]
    assert not table.allows("overrun 4440 de.pz1 go")
    monkeypatch.setitem(chart, "odds", "3-1")
    table.game.forget()
    assert table.allows("overrun 4440 de.pz1 go")
    monkeypatch.setitem(chart, "surcharge", 8)
    table.game.forget()
    assert not table.allows("overrun 4440 de.pz1 go")
    g = game(table)
    assert why_not_overrun_at(g, Side.GERMAN, g.map.hex("4440")) is None
    monkeypatch.setitem(chart, "forbidden", ["clear"])
    refusal = why_not_overrun_at(g, Side.GERMAN, g.map.hex("4440"))
    assert refusal is not None
    assert refusal.rule == "10.3c.where"


@rule("caseyellow", "10.3a", "R.10.3a.1")
def test_forest_is_left_by_road_where_the_chart_says_so() -> None:
    """2225 is forest, 2325 beside it is not, and no road joins them."""
    g = game(stage())
    a, b = g.map.hex("2225"), g.map.hex("2325")
    chart = dict(g.scenario.terrain)
    land = frozenset(h for h in range(len(g.map)) if not g.scenario.closed[h])
    assert Ground(g.map, chart, g.scenario.tables, land).cost("motorized", a, b) is None
    chart["forest"] = type(chart["forest"])(foot=2, motorized=0, shift=-1)
    assert Ground(g.map, chart, g.scenario.tables, land).cost("motorized", a, b) is not None


@rule("caseyellow", "R.1.0.1", "R.1.0.3")
def test_who_is_bound_by_plans_is_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    table = stage("French fr.VIII at 1636", "British uk.I at 2714", scenario="historical")
    chart = game(table).scenario.tables["command"]
    table.phase("Allied move round")
    assert table.why_not("move fr.VIII 1535").rule == "R.1.0.3"
    monkeypatch.setitem(chart, "east", [])
    monkeypatch.setitem(chart, "left_wing", [])
    table.game.forget()
    game(table).touch(MARKERS)
    assert "fr.VIII" in table.choices("move")
    assert table.allows("end")


@rule("caseyellow", "R.12.10e.1", "12.10e")
def test_where_rebuilt_units_come_back_is_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    table = stage("Dutch nl.I in reserve", "French fr.VI at 0803").phase("Allied move round")
    assert "enter" not in table.choices()
    monkeypatch.setitem(game(table).scenario.tables["rebuilt"], "dutch", ["west_edge"])
    table.phase("Allied move round")
    game(table).reinforced = (False, False)
    assert "nl.I" in table.phase("Allied move round").choices("enter")

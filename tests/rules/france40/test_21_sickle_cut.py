"""21.1, 21.4 to 21.7: the scenario, the Dyle Line, the mass air strike, the extra turn, victory."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.games.france40.arrivals import leaves
from meuse.games.france40.attrition import IsolatedHQs
from meuse.games.france40.battle import most_air
from meuse.games.france40.forts import fortified
from meuse.games.france40.losses import eliminate
from meuse.games.france40.odds import Battle, shifts
from meuse.games.france40.sequence import StartTurn
from meuse.games.france40.sickle_cut import finish_dyle
from meuse.games.france40.stacking import overstacked
from meuse.games.france40.supply import in_supply
from meuse.games.france40.victory import ExtraTurn, Verdict, awards, isolated_units, land_link, rail_link, score
from meuse.testkit import Table, rule

from .scene import act, at, cities, entries, game, sickle_cut, unit


def points(table: Table) -> dict[str, int]:
    """Victory Points by rule."""
    return {award.rule: award.points for award in awards(game(table))}


def close(table: Table, name: str, label: str) -> None:
    leaves(game(table), unit(table, name), game(table).map.hex(label))
    table.game.forget()


# -- 21.1


@rule("france40", "21.1a", "21.1b", "3.C")
def test_ten_turns_and_the_germans_begin():
    table = Table("france40", "sickle-cut")
    turns = [step.turn for step in game(table).scenario.sequence if isinstance(step, StartTurn)]
    assert turns == list(range(1, 11))
    assert table.asked == "german"
    assert game(table).map.id == "france40-sickle-cut"


@rule("france40", "21.1c")
@pytest.mark.parametrize(
    ("name", "label"),
    [("de.pz7.t", "4609"), ("fr.dim12", "4405"), ("de.gd", "4618"), ("fr.di55", "4619"), ("be.pfn", "4505")],
)
def test_divisions_stand_where_they_stood_on_13_may(name, label):
    assert Table("france40", "sickle-cut").where(name) == label


@rule("france40", "21.1c")
def test_nobody_begins_out_of_supply_or_overstacked():
    g = game(Table("france40", "sickle-cut"))
    assert [g.id(u) for side in Side for u in g.on_map(side) if not in_supply(g, u)] == []
    assert [h for side in Side for h in overstacked(g, side)] == []


# -- 21.4


@rule("france40", "21.4a")
def test_the_dyle_line_is_finished_on_turn_one_by_those_who_began_it():
    table = Table("france40", "sickle-cut")
    g = game(table)
    g.turn = 1
    assert {g.map.labels[h]: done for h, done in g.dyle.items()} == {"4204": False, "4304": False, "4405": False}

    table.put("French fr.dim15 at 4104", "French fr.di41 at 4204")  # somebody else is no builder
    finish_dyle(g, Side.ALLIED)
    assert {g.map.labels[h]: done for h, done in g.dyle.items()} == {"4204": False, "4304": True, "4405": True}


@rule("france40", "21.4a")
@pytest.mark.parametrize(("turn", "side"), [(2, Side.ALLIED), (1, Side.GERMAN)])
def test_the_dyle_line_is_finished_at_no_other_time(turn, side):
    g = game(Table("france40", "sickle-cut"))
    g.turn = turn
    finish_dyle(g, side)
    assert not any(g.dyle.values())


@rule("france40", "21.4b")
def test_a_finished_position_is_like_a_fortified_hex():
    table = sickle_cut("French fr.dm1 at 4304", "German de.pz3.t at 4303")
    g = game(table)
    here = g.map.hex("4304")
    g.dyle[here] = False
    battle = Battle(here, (unit(table, "de.pz3.t"),))
    assert not fortified(g, Side.ALLIED, here)
    assert [shift.rule for shift in shifts(g, battle)] == ["9.2.1"]

    g.dyle[here] = True
    assert fortified(g, Side.ALLIED, here)
    assert not fortified(g, Side.GERMAN, here)
    assert [shift.value for shift in shifts(g, battle)] == [-1]


@rule("france40", "21.4c")
def test_an_ip_marker_without_a_garrison_goes_at_the_end_of_the_allied_supply_phase():
    table = sickle_cut("French fr.dm1 at 4304")
    g = game(table)
    g.dyle = {g.map.hex("4304"): True, g.map.hex("4204"): True}
    told = act(table, IsolatedHQs())
    assert [g.map.labels[h] for h in g.dyle] == ["4304"]
    assert told[0].text.endswith("(4204) is lost")


@rule("france40", "21.4c")
def test_an_ip_marker_goes_with_its_beaten_garrison():
    table = sickle_cut("French fr.dm1 at 4304 with 1 step", "German de.pz3.t at 4303", "German de.pz4.t at 4303")
    game(table).dyle = {game(table).map.hex("4304"): True}
    table.phase("German combat").dice(1)
    table.play("attack 4304 with de.pz3.t de.pz4.t go", "done")
    assert table.where("fr.dm1") == "eliminated"
    assert not game(table).dyle


@rule("france40", "21.4c", "13.3.2d")
def test_an_ip_marker_goes_with_a_garrison_that_gives_way():
    table = sickle_cut("fleeing French fr.dm1 at 4304", "German de.pz3.t at 4301").phase("German movement")
    game(table).dyle = {game(table).map.hex("4304"): True}
    table.play("move de.pz3.t 4303")
    assert game(table).dyle  # it is still asked where it goes
    table.play(f"retreat fr.dm1 go {table.choices('retreat fr.dm1 go')[0]}")
    assert not game(table).dyle


# -- 21.5


@rule("france40", "21.5", "9.3.1b")
@pytest.mark.parametrize(("turn", "most"), [(1, 3), (2, 1)])
def test_three_air_units_may_strike_together_on_turn_one(turn, most):
    table = sickle_cut("German de.gd at 4708", "French fr.di55 at 4808", turn=turn)
    g = game(table)
    assert most_air(g, Side.GERMAN, Battle(g.map.hex("4808"), (unit(table, "de.gd"),))) == most


# -- 21.7


@rule("france40", "21.7.1a")
def test_each_german_unit_of_several_steps_counts_one():
    table = sickle_cut("de.gd at 4708", "de.mg7 at 4708", "de.id3 at 4708 with 1 step")
    eliminate(game(table), unit(table, "de.gd"), "12.2a")
    eliminate(game(table), unit(table, "de.mg7"), "12.2a")
    assert points(table)["21.7.1a"] == 1  # the Remnant of the infantry division stands

    eliminate(game(table), unit(table, "de.id3"), "12.2a")
    assert points(table)["21.7.1a"] == 2


@rule("france40", "21.7.1b", "R.21.7.1b.1")
def test_mechanized_units_without_any_line_count_one():
    table = sickle_cut("German de.gd at 2108", "German de.id3 at 2108", "German de.mg7 at 2108")
    assert "21.7.1b" not in points(table)

    table.put(*(f"French {name} at {label}" for name, label in around("2108").items()))
    assert [game(table).id(u) for u in isolated_units(game(table))] == ["de.gd"]
    assert points(table)["21.7.1b"] == 1


def around(label: str) -> dict[str, str]:
    """French divisions for the six hexes next to one."""
    g = game(sickle_cut())
    names = ("fr.di41", "fr.di55", "fr.di71", "fr.di53", "fr.di61", "fr.di22")
    return dict(zip(names, (g.map.labels[n] for n in g.map.adjacent[g.map.hex(label)]), strict=True))


@rule("france40", "21.7.1b", "R.21.7.1b.1")
def test_a_unit_on_an_entry_hex_is_not_isolated():
    table = sickle_cut("German de.gd at 0118", "French fr.di41 at 0117", "French fr.di55 at 0218")
    close(table, "de.gd", "0018")
    table.put("French fr.di71 at 0118")
    assert isolated_units(game(table)) == []


RAILHEADS = ("0402", "0501", "1201", "1501", "2201", "2401", "2601", "2901")
"""The first rail hexes behind every Entry Hex of X and N."""


def cut(table: Table) -> Table:
    """German divisions in Full Retreat, without zones, sit on the railheads; the roads from 0900 and 1900 are free."""
    names = ("de.id3", "de.id23", "de.id8", "de.id28", "de.id12", "de.id62", "de.id87", "de.id267")
    return table.put(*(f"fleeing German {name} at {label}" for name, label in zip(names, RAILHEADS, strict=True)))


@rule("france40", "21.7.1c", "21.7.2b")
def test_the_rail_link_is_worth_ten_to_whoever_has_it():
    table = sickle_cut("French fr.di55 at 3920")
    assert points(table) == {"21.7.1c": 10}

    cut(table)
    assert points(table)["21.7.2b"] == 10
    assert "21.7.1c" not in points(table)


@rule("france40", "21.7.1c")
def test_a_german_zone_cuts_a_railway_unless_an_allied_unit_is_there():
    table = cut(sickle_cut()).remove("German de.id28")  # the line from 1500 is free again ...
    assert rail_link(game(table))

    table.put("German de.id28 at 1402")  # ... until a zone covers 1501
    assert not rail_link(game(table))

    table.put("French fr.di55 at 1501")
    assert rail_link(game(table))


@rule("france40", "21.7.1d", "21.7.2b")
def test_a_land_link_is_worth_five_when_the_railway_is_cut():
    table = cut(sickle_cut())
    assert land_link(game(table))
    assert points(table) == {"21.7.1d": 5, "21.7.2b": 10}


@rule("france40", "21.7.1d")
def test_a_land_link_is_cut_like_a_line_of_supply():
    table = cut(sickle_cut())
    entries(table, "allied", "0900", "0018")
    assert land_link(game(table))

    table.put("German de.id5 at 0118", "German de.id25 at 0116")
    assert not land_link(game(table))


@rule("france40", "21.7.2a", "R.21.7.2a.1")
def test_a_closed_entry_hex_counts_one_and_that_south_of_reims_two():
    table = sickle_cut("German de.gd at 1427", "German de.lah at 3427")
    close(table, "de.gd", "1428")
    assert points(table)["21.7.2a"] == 1

    close(table, "de.lah", "3428")
    assert points(table)["21.7.2a"] == 3


@rule("france40", "21.7.2a")
def test_a_closed_entry_hex_without_a_line_counts_nothing():
    table = sickle_cut("German de.gd at 1427")
    close(table, "de.gd", "1428")
    for area in game(table).scenario.areas_of[Side.GERMAN]:
        for h in game(table).scenario.entry_hexes[area]:
            game(table).set_control(h, Side.ALLIED + 1)
    assert "21.7.2a" not in points(table)


@rule("france40", "21.7.2c", "R.21.7.2a.1")
def test_units_that_go_on_to_the_channel_ports_count_one_each():
    table = cities(sickle_cut("German de.gd at 1501", "German de.lah at 1501"), "german")
    close(table, "de.gd", "1500")
    close(table, "de.lah", "1500")
    assert points(table)["21.7.2c"] == 2
    assert points(table)["21.7.2a"] == 1


@rule("france40", "21.7.2c")
def test_without_a_line_at_that_moment_the_exit_counts_nothing():
    """Every road to the north-west leads through an Allied City."""
    table = sickle_cut("German de.gd at 1501")
    close(table, "de.gd", "1500")
    cities(table, "german")
    assert "21.7.2c" not in points(table)


@rule("france40", "21.7", "21.7.1a", "21.7.1d", "21.7.2b")
def test_example_a_tie():
    """Example victory-tie: the railways are cut, the roads are not, and five German units are lost."""
    table = tied()
    assert score(game(table)) == (10, 10)
    act(table, Verdict())
    assert game(table).result.winner is None
    assert game(table).result.level == "draw"


def tied() -> Table:
    table = cut(sickle_cut(turn=10))
    for name in ("de.gd", "de.lah", "de.sst.1", "de.sst.2", "de.pz1.t"):
        eliminate(game(table), unit(table, name), "12.2a")
    return table


@rule("france40", "21.7", "21.7.1a", "21.7.2a", "21.7.2b")
def test_example_a_german_victory():
    """Example victory-german: rail and land connections cut, three Entry Hexes closed, five German units lost."""
    table = cities(tied().put("German de.id5 at 0118", "German de.id25 at 0116"), "german")
    entries(table, "allied", "0900", "0018")
    for name, label in (("de.pz2.t", "1428"), ("de.pz2.s2", "1628"), ("de.pz2.k2", "2028")):
        close(table, name, label)
    assert score(game(table)) == (13, 5)
    act(table, Verdict())
    assert game(table).result.winner is Side.GERMAN


@rule("france40", "21.7", "21.7.1a", "21.7.1c", "21.7.2a")
def test_example_an_allied_victory():
    """Example victory-allied: eight Entry Hexes closed, the railway runs, two German units lost."""
    table = cities(sickle_cut(turn=10), "german")
    hexes = ("5228", "5428", "5523", "3628", "3828", "4228", "4628", "4828")
    names = ("de.id3", "de.id23", "de.id8", "de.id28", "de.id12", "de.id62", "de.id87", "de.id267")
    for name, label in zip(names, hexes, strict=True):
        close(table, name, label)
    for name in ("de.gd", "de.lah"):
        eliminate(game(table), unit(table, name), "12.2a")
    assert score(game(table)) == (8, 12)
    act(table, Verdict())
    assert game(table).result.winner is Side.ALLIED


@rule("france40", "21.7")
@pytest.mark.parametrize(("exits", "level"), [(9, "Allied victory"), (10, "draw"), (11, "German victory")])
def test_more_points_win(exits, level):
    """Ten for the railway against units gone through X."""
    table = sickle_cut(turn=10)
    game(table).x_exits = exits
    act(table, Verdict())
    assert game(table).result.level == level


# -- 21.6


@rule("france40", "21.6", "R.21.6.1")
def test_a_player_just_behind_may_buy_a_turn_for_three_points():
    table = Table("france40", "sickle-cut", {"21.6": True}).clear()
    g = game(table)
    g.turn, g.x_exits = 10, 6  # four points behind the ten for the railway
    table.step(ExtraTurn(Side.GERMAN))
    assert table.asked == "german"
    table.play("extend")
    assert score(g) == (3, 10)


@rule("france40", "21.6", "R.21.6.1")
@pytest.mark.parametrize(("exits", "asked"), [(4, ""), (5, "german"), (10, "german"), (11, "")])
def test_who_is_far_behind_or_ahead_is_not_asked(exits, asked):
    table = Table("france40", "sickle-cut", {"21.6": True}).clear()
    g = game(table)
    g.turn, g.x_exits = 10, exits
    table.step(ExtraTurn(Side.GERMAN))
    assert table.asked == asked


@rule("france40", "21.6")
def test_the_extra_turn_is_an_option_and_comes_once():
    plain = game(Table("france40", "sickle-cut")).scenario.sequence
    longer = game(Table("france40", "sickle-cut", {"21.6": True})).scenario.sequence
    assert [s for s in plain if isinstance(s, ExtraTurn)] == []
    assert [s.turn for s in longer if isinstance(s, StartTurn)] == list(range(1, 12))


@rule("france40", "21.6")
def test_without_a_buyer_the_game_is_over():
    table = Table("france40", "sickle-cut", {"21.6": True}).clear()
    g = game(table)
    g.x_exits = 6
    at(table, "German extra turn", 10)
    table.play("pass")
    assert table.asked == ""
    assert g.result is not None

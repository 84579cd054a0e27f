"""21.2: GQG markers."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.games.france40.board import DISRUPTED
from meuse.games.france40.combat import Combat
from meuse.games.france40.disorder import disrupt, put_to_flight
from meuse.games.france40.losses import eliminate
from meuse.games.france40.markers import on_map
from meuse.games.france40.odds import Battle, defence_total
from meuse.games.france40.retreat import Retreat
from meuse.games.france40.sequence import PhaseEnd
from meuse.games.france40.sickle_cut import RemoveGQG, RetireMarker, gqg_holding
from meuse.games.france40.zones import zones
from meuse.testkit import Table, rule

from .scene import WALL, act, at, game, has, marked, sickle_cut, under, unit


def placing(*sentences: str, turn: int = 1) -> Table:
    """The German player is about to place markers."""
    return at(sickle_cut(*sentences, turn=turn), "GQG phase", turn)


@rule("france40", "21.2.1a", "21.2.4a", "3.A6")
def test_all_six_markers_are_placed_on_turn_one():
    table = at(Table("france40", "sickle-cut"), "GQG phase", 1)
    assert table.asked == "german"
    assert table.choices("place") == ["1", "2", "3", "4", "5", "6"]

    table.play("place 1 4619", "place 2 4509", "place 3 4317", "place 4 4422", "place 5 4304")
    assert table.why_not("done").rule == "21.2.4a"
    table.play("place 6 4204")
    assert "done" in table.choices()
    assert marked(table, 1) == ["fr.di55"]


@rule("france40", "21.2.4a")
def test_later_only_markers_of_the_holding_box_are_placed():
    table = placing("French fr.di55 at 4619", "French fr.di71 at 4821", "French fr.di41 at 5222", turn=2)
    under(table, 3, "fr.di55")
    assert "3" not in table.choices("place")
    assert table.why_not("place 3 4821").rule == "21.2.4a"


@rule("france40", "21.2.4a")
def test_one_marker_a_hex():
    table = placing("French fr.di55 at 4619", "French fr.di71 at 4821")
    table.play("place 1 4619")
    assert table.choices("place 2") == ["4821"]
    assert table.why_not("place 2 4619").causes == ("4619",)


@rule("france40", "21.2.4b", "2.3.5")
def test_a_marker_needs_a_french_unit_in_the_stack():
    table = placing("British uk.12 at 1311", "British uk.23 at 1809", "French fr.dina3 at 1809", "Belgian be.8 at 4505")
    assert table.choices("place 1") == ["1809"]
    assert table.why_not("place 1 1311").rule == "21.2.4b"

    table.play("place 1 1809")
    assert marked(table, 1) == ["fr.dina3", "uk.23"]


@rule("france40", "21.2.3", "R.21.2.4b.1")
def test_hqs_and_de_gaulle_are_immune():
    table = placing(
        "French fr.hq9 at 3316", "French fr.dcr4 at 3316", "French fr.hq2 at 4525", "French fr.di41 at 4525"
    )
    assert table.choices("place 1") == ["4525"]
    assert table.why_not("place 1 3316").rule == "21.2.3"

    table.play("place 1 4525")
    assert marked(table, 1) == ["fr.di41"]


@rule("france40", "21.2.3")
def test_entrained_units_are_not_immune():
    table = placing("entrained French fr.di41 at 4525")
    table.play("place 1 4525")
    assert marked(table, 1) == ["fr.di41"]


@rule("france40", "21.2.4c")
@pytest.mark.parametrize(("dice", "left"), [((2, 4), [1, 3]), ((3, 3), [1, 2, 4])])
def test_two_dice_take_markers_off(dice, left):
    table = sickle_cut("fr.di55 at 4619", "fr.di71 at 4821", "fr.di41 at 5222", "fr.di53 at 4220")
    for number, name in enumerate(("fr.di55", "fr.di71", "fr.di41", "fr.di53"), start=1):
        under(table, number, name)
    told = act(table.dice(*dice), RemoveGQG())
    assert told[0].dice == dice
    assert on_map(game(table), Side.ALLIED) == left
    assert set(gqg_holding(game(table))) == {1, 2, 3, 4, 5, 6} - set(left)


@rule("france40", "21.2.6", "21.2.4a")
@pytest.mark.parametrize(
    ("turn", "count"), [(1, 6), (2, 6), (3, 5), (4, 5), (5, 4), (6, 4), (7, 3), (8, 3), (9, 2), (10, 2)]
)
def test_example_gqg_schedule(turn, count):
    """Example table-gqg-schedule: from turn 3 on one marker less every other turn, #1 first."""
    table = sickle_cut(turn=turn)
    act(table, RetireMarker(turn))
    assert gqg_holding(game(table)) == list(range(7 - count, 7))


@rule("france40", "21.2.6", "R.21.2.6.1")
def test_a_marker_leaves_the_game_wherever_it_is():
    table = under(sickle_cut("French fr.di55 at 4619"), 1, "fr.di55")
    act(table, RetireMarker(3))
    assert marked(table, 1) == []
    act(table, RetireMarker(11))
    assert gqg_holding(game(table)) == [6]


# -- 21.2.1: effects


@rule("france40", "21.2.1b", "7.4a")
def test_a_marked_unit_moves_two_hexes():
    table = under(sickle_cut("French fr.dim1 at 3804", turn=2), 1, "fr.dim1").phase("Allied movement")
    assert "3802" in table.reach("fr.dim1")
    assert "3801" not in table.reach("fr.dim1")
    refusal = table.why_not("move fr.dim1 3801")
    assert (refusal.rule, refusal.text) == ("21.2.1b", "1 DIM is under a GQG marker and moves two hexes at most")


@rule("france40", "21.2.1b")
def test_a_marked_unit_does_not_stop_with_another_marker():
    table = sickle_cut("French fr.dim1 at 3804", "French fr.di41 at 3803", turn=2)
    under(under(table, 1, "fr.dim1"), 2, "fr.di41").phase("Allied movement")
    assert "3802" in table.reach("fr.dim1")  # it may pass
    assert "3803" not in table.reach("fr.dim1")
    assert table.why_not("move fr.dim1 3803").rule == "21.2.1b"


@rule("france40", "21.2.1c")
def test_a_marked_unit_does_not_attack():
    table = sickle_cut("French fr.dcr1 at 4808", "French fr.dcr2 at 4808", "German de.id3 at 4809", turn=2)
    under(table, 1, "fr.dcr1").phase("Allied combat")
    assert table.choices("attack 4809 with") == ["fr.dcr2"]
    assert table.why_not("attack 4809 with fr.dcr1").rule == "21.2.1c"


@rule("france40", "21.2.1d")
def test_marked_units_stay_together():
    table = sickle_cut("French fr.dim1 at 3804", "French fr.di41 at 3804", turn=2)
    under(table, 1, "fr.dim1", "fr.di41").phase("Allied movement")
    table.play("move fr.dim1 3803")
    assert table.where("fr.di41") == "3803"
    assert marked(table, 1) == ["fr.dim1", "fr.di41"]


@rule("france40", "21.2.1e", "21.2.3")
def test_whoever_stops_with_a_marker_comes_under_it():
    table = under(sickle_cut("fr.di41 at 3804", "fr.dim1 at 3804", "fr.hq9 at 3804", "be.8 at 3803"), 1, "fr.di41")
    act(table, PhaseEnd())
    assert marked(table, 1) == ["fr.dim1", "fr.di41"]


@rule("france40", "21.2.1e")
def test_a_unit_may_pass_through_a_marker():
    table = under(sickle_cut("fr.di41 at 3803", "fr.dim1 at 3804", turn=2), 1, "fr.di41").phase("Allied movement")
    table.play("move fr.dim1 3803.3802")
    assert table.where("fr.dim1") == "3802"
    assert marked(table, 1) == ["fr.di41"]


@rule("france40", "21.2.2")
def test_a_marked_unit_keeps_defence_zone_and_the_right_to_enter_zones():
    table = under(sickle_cut("German de.gd at 4708", "French fr.di41 at 4808", turn=2), 1, "fr.di41")
    g = game(table)
    assert defence_total(g, Battle(g.map.hex("4808"), (unit(table, "de.gd"),))) == 7
    assert zones(g, Side.ALLIED)[g.map.hex("4708")]
    table.phase("Allied movement")
    assert "4707" in table.reach("fr.di41")  # in the zone of the regiment


# -- 21.2.5


@rule("france40", "21.2.5")
@pytest.mark.parametrize("blow", [disrupt, put_to_flight, eliminate])
def test_a_stack_that_is_shaken_loses_its_marker(blow):
    table = under(sickle_cut("French fr.di41 at 4808"), 4, "fr.di41")
    blow(game(table), unit(table, "fr.di41"), "13.1.2")
    assert marked(table, 4) == []
    assert 4 in gqg_holding(game(table))


@rule("france40", "21.2.5", "13.1.3c")
def test_marked_units_may_flee_but_not_on_turn_one():
    table = under(sickle_cut("French fr.di41 at 4808", turn=1), 4, "fr.di41").phase("Allied movement")
    assert "flee" not in table.choices()

    game(table).turn = 2
    at(table, "Allied movement", 2).play("flee fr.di41")
    assert marked(table, 4) == []


@rule("france40", "21.2.1b", "R.21.2.1b.1")
def test_a_stack_that_retreats_onto_a_marker_comes_under_it():
    table = under(sickle_cut("disrupted French fr.di41 at 3804", "French fr.di55 at 3804"), 2, "fr.di55")
    act(table, PhaseEnd())
    assert marked(table, 2) == ["fr.di55", "fr.di41"]
    assert has(table, "fr.di41", DISRUPTED)


@rule("france40", "21.2.1b", "R.21.2.1b.1")
def test_a_marked_stack_retreats_to_another_marker_only_if_it_must():
    table = sickle_cut("French fr.di41 at 1422", "fr.di55 at 1424", "German de.id32 at 1421")
    g = game(under(under(table, 1, "fr.di41"), 2, "fr.di55"))
    way = Retreat(Side.ALLIED, (unit(table, "fr.di41"),), g.map.hex("1422"), 2, "disrupted")
    table.step(way, Combat(Side.GERMAN))
    assert "1523" in table.choices("retreat fr.di41 go")
    assert table.why_not("retreat fr.di41 go 1424").rule == "21.2.1b"

    closed = sickle_cut(*WALL, "French fr.di41 at 1422", "fr.di55 at 1424")
    under(under(closed, 1, "fr.di41"), 2, "fr.di55").step(way, Combat(Side.GERMAN))
    assert closed.choices("retreat fr.di41 go") == ["1424"]


@rule("france40", "R.21.2.1d.1", "12.1.2a")
def test_a_marked_stack_may_split_up_in_a_retreat():
    table = sickle_cut("French fr.di41 at 1422", "fr.di55 at 1422", "German de.id32 at 1421")
    g = game(under(table, 1, "fr.di41", "fr.di55"))
    both = tuple(sorted((unit(table, "fr.di41"), unit(table, "fr.di55"))))
    table.step(Retreat(Side.ALLIED, both, g.map.hex("1422"), 2, "disrupted"), Combat(Side.GERMAN))
    table.play("retreat fr.di41 go 1424", "retreat fr.di55 go 1523")
    assert marked(table, 1) == []

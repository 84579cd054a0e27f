"""19: reinforcements, Entry Hexes, Strategic Rail Movement."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.games.france40.arrivals import Draw, close_entries, leaves
from meuse.games.france40.board import MOVED
from meuse.games.france40.limits import in_enemy_entry
from meuse.games.france40.retreat import Retreat
from meuse.games.france40.zones import zones
from meuse.testkit import Table, rule

from .scene import act, at, entries, game, moving, sickle_cut, unit


def arriving(turn: int, *names: str, side: str = "Allied", area: str = "") -> Table:
    """Reinforcements of a turn, before they are put into Entry Hexes."""
    return at(on_display(sickle_cut(turn=turn), turn, *names, area=area), f"{side} reinforcements", turn)


def on_display(table: Table, turn: int, *names: str, area: str = "") -> Table:
    g = game(table)
    for name in names:
        u = unit(table, name)
        g.place(u, g.scenario.box("display"))
        g.due[u] = turn
        g.area[u] = area or g.area[u]
    return table


def leave(table: Table, name: str, label: str) -> None:
    leaves(game(table), unit(table, name), game(table).map.hex(label))
    table.game.forget()


# -- 19.1


@rule("france40", "19.1a")
def test_a_reinforcement_enters_from_its_entry_hex_and_pays_for_the_first_hex():
    table = arriving(3, "de.id16", side="German")
    table.play("enter de.id16 5516", "move de.id16 5416")
    assert table.where("de.id16") == "5416"
    assert game(table).spent[unit(table, "de.id16")] == 1


@rule("france40", "19.1b", "5.2a")
def test_a_reinforcement_may_enter_into_an_enemy_zone_and_stops():
    table = arriving(3, "de.id16", side="German").put("French fr.di55 at 5316")
    table.play("enter de.id16 5516", "move de.id16 5416")
    assert game(table).status[unit(table, "de.id16")] & MOVED


@rule("france40", "19.1c", "19.4.1b")
def test_a_reinforcement_that_cannot_enter_comes_later():
    table = arriving(3, "de.id16", side="German")
    table.play("enter de.id16 5516", "end")
    assert table.where("de.id16") == "display"
    assert game(table).due[unit(table, "de.id16")] == 4


@rule("france40", "19.1a")
def test_nobody_comes_before_his_turn():
    table = arriving(3, "de.id16", side="German")
    on_display(table, 4, "de.id52")
    assert table.why_not("enter de.id52 5516").rule == "19.1a"


@rule("france40", "19.4.1b")
def test_who_stays_on_the_display_is_told():
    table = arriving(3, "de.id16", "de.id24", side="German")
    warnings = table.game.decision.step.warnings(game(table))
    assert [warning.text for warning in warnings] == [
        "16 Infanterie-Division and 24 Infanterie-Division will wait for a later turn."
    ]


# -- 19.2


@rule("france40", "19.2.1", "R.19.2.1.1")
def test_the_track_says_how_many_units_are_drawn():
    table = Table("france40", "sickle-cut")
    game(table).turn = 2
    told = act(table.dice(1, 1, 1, 1), Draw(2))
    assert len(told) == 4
    drawn = [name for event in told for name in event.units]
    assert [table.where(name) for name in drawn] == ["display"] * 4
    assert drawn[0] == "fr.hq7"  # the first in the cup, on a one


@rule("france40", "19.2.1")
def test_the_cup_is_empty_after_turn_ten():
    table = Table("france40", "sickle-cut")
    act(table, *(Draw(turn) for turn in range(1, 11)))
    g = game(table)
    assert not g.at.get(g.scenario.box("cup"))


@rule("france40", "19.2.1")
def test_nothing_is_drawn_on_turn_one():
    assert act(Table("france40", "sickle-cut"), Draw(1)) == []


@rule("france40", "19.2.2a")
def test_a_drawn_unit_arrives_in_its_area():
    table = arriving(3, "fr.di3")
    assert table.choices("enter fr.di3") == ["0013", "0018", "0021", "0023", "0025"]
    assert table.why_not("enter fr.di3 3428").rule == "19.2.2a"


@rule("france40", "19.2.2b")
def test_one_unit_an_entry_hex_while_others_are_free():
    table = arriving(3, "fr.di42", "fr.di35")
    table.play("enter fr.di42 5228")
    assert table.choices("enter fr.di35") == ["5428", "5523"]
    assert table.why_not("enter fr.di35 5228").rule == "19.2.2b"


@rule("france40", "19.2.2b")
def test_two_units_where_there_are_too_few_hexes():
    table = entries(arriving(3, "fr.di42", "fr.di35", "fr.di36", area="E"), "allied", "5228")
    table.play("enter fr.di42 5228", "enter fr.di35 5228")
    assert table.asked == "allied"
    assert "enter" not in table.choices()
    assert table.where("fr.di35") == "5228"


@rule("france40", "19.2.3a", "R.19.2.3a.1")
def test_two_divisions_come_on_turn_one_where_their_counters_say():
    table = at(Table("france40", "sickle-cut"), "Allied reinforcements", 1)
    assert table.choices("enter fr.dina1") == ["3428"]
    assert table.choices("enter fr.di43") == ["2828"]
    assert table.why_not("enter fr.di43 2628").rule == "19.2.3a"

    later = arriving(2, "fr.di43")
    assert "2628" in later.choices("enter fr.di43")


@rule("france40", "19.2.3b")
@pytest.mark.parametrize(("name", "turn"), [("fr.rec1", 7), ("fr.rec2", 8), ("fr.rec3", 9), ("fr.rec4", 10)])
def test_reconnaissance_groups_come_on_turns_seven_to_ten(name, turn):
    table = at(Table("france40", "sickle-cut"), "Allied reinforcements", turn)
    assert table.choices(f"enter {name}") == sorted(labels_of(table, "S"))
    assert game(table).due[unit(table, name)] == turn


@rule("france40", "19.2.3c")
def test_de_gaulle_comes_on_turn_four():
    table = at(Table("france40", "sickle-cut"), "Allied reinforcements", 4)
    assert table.choices("enter fr.dcr4") == sorted(labels_of(table, "S"))
    assert table.why_not("enter fr.rec1 3428").rule == "19.1a"


def labels_of(table: Table, area: str) -> list[str]:
    g = game(table)
    return [g.map.labels[h] for h in g.scenario.entry_hexes[area]]


@rule("france40", "19.2.4", "7.6.3c")
def test_a_reinforcement_may_come_by_rail():
    table = arriving(3, "fr.di3").put("German de.gd at 5018")
    table.play("enter fr.di3 0018")
    assert "1216" in table.choices("rail fr.di3")  # Amiens


@rule("france40", "19.2.5")
def test_strategic_rail_takes_a_unit_to_the_next_area_for_a_turn():
    table = arriving(4, "fr.di42")
    table.play("enter fr.di42 5228")
    assert table.choices("shift fr.di42") == ["SE"]
    table.play("shift fr.di42 SE")
    assert table.where("fr.di42") == "edge SE"

    at(table, "Allied reinforcements", 5)
    assert table.choices("enter fr.di42") == sorted(labels_of(table, "SE"))


@rule("france40", "19.2.5")
def test_example_of_the_book_from_e_to_s_in_two_turns():
    table = arriving(5, "fr.di42")
    game(table).area[unit(table, "fr.di42")] = "SE"
    table.play("done")
    assert table.choices("shift fr.di42") == ["E", "S"]
    assert str(table.why_not("shift fr.di42 W")) == "19.2.5: from SE a unit can shift to E or S"


@rule("france40", "19.2.5", "R.19.2.5.1")
def test_the_north_is_not_on_the_strategic_railway():
    table = arriving(4, "fr.dim9", "fr.di42")
    table.play("done")
    assert table.choices("shift") == ["fr.di42"]


# -- 19.3


@rule("france40", "19.3.1a")
def test_germans_arrive_in_their_area():
    table = arriving(3, "de.id16", side="German")
    assert table.choices("enter de.id16") == ["5514", "5515", "5516", "5518", "5519"]
    assert table.why_not("enter de.id16 5511").rule == "19.3.1a"


@rule("france40", "19.3.1b")
def test_one_german_division_an_entry_hex():
    table = arriving(2, "de.m2.ir5", "de.m2.ir25", "de.id3", "de.mg7", side="German")
    table.play("enter de.m2.ir5 5516", "enter de.m2.ir25 5516")  # one division
    assert table.why_not("enter de.id3 5516").rule == "19.3.1b"
    assert "5516" in table.choices("enter de.mg7")  # a battalion is free


@rule("france40", "19.3.2")
def test_the_north_edge_opens_by_turns():
    early = arriving(2, "de.id35", side="German")
    assert early.choices("enter de.id35") == ["4500", "4700", "4900", "5100", "5403", "5505"]
    assert early.why_not("enter de.id35 4300").rule == "19.3.2"

    late = arriving(6, "de.id35", side="German")
    assert {"3700", "3900", "4300"} <= set(late.choices("enter de.id35"))


# -- 19.4


@rule("france40", "19.4.1a")
def test_nobody_stays_in_an_entry_hex_of_his_own():
    table = sickle_cut("German de.id16 at 5516", turn=3)
    close_entries(game(table), Side.GERMAN)
    assert table.where("de.id16") == "display"


@rule("france40", "19.4.1a")
def test_a_unit_on_the_map_does_not_go_back_into_its_entry_hex():
    table = sickle_cut("German de.gd at 5416").phase("German movement")
    assert "5516" not in table.reach("de.gd")
    assert table.why_not("move de.gd 5516").rule == "19.4.1a"


@rule("france40", "19.4.2a", "19.4.2c", "7.2a")
def test_a_german_unit_closes_an_allied_entry_hex():
    table = sickle_cut("German de.gd at 1427", "French fr.di55 at 3920", turn=3).phase("German movement")
    table.play("move de.gd 1428")
    g = game(table)
    assert table.where("de.gd") == "1428"
    assert g.closed == {g.map.hex("1428")}
    assert g.controls(Side.GERMAN, g.map.hex("1428"))

    on_display(table, 3, "fr.di44")
    at(table, "Allied reinforcements", 3)
    assert table.why_not("enter fr.di44 1428").rule == "19.4.2a"


@rule("france40", "19.4.2a")
def test_a_unit_that_closes_an_entry_hex_stays_there():
    table = sickle_cut("German de.gd at 1427", "German de.lah at 4809")
    leave(table, "de.gd", "1428")
    table.phase("German movement")
    table.put("German de.gd at 1428")
    assert table.choices("move") == ["de.lah"]
    assert table.why_not("move de.gd 1427").rule == "19.4.2a"


@rule("france40", "19.4.2a", "R.19.4.2a.1")
def test_only_the_first_unit_in_good_order_closes_it():
    table = sickle_cut("disrupted German de.gd at 1427", "German de.lah at 1427", "German de.sst.1 at 1427")
    leave(table, "de.gd", "1428")
    assert table.where("de.gd") == "exited"
    assert not game(table).closed

    leave(table, "de.lah", "1428")
    leave(table, "de.sst.1", "1428")
    assert table.where("de.lah") == "1428"
    assert table.where("de.sst.1") == "exited"


@rule("france40", "19.4.2b", "7.3a")
def test_extended_movement_may_lead_off_the_map():
    table = sickle_cut("German de.gd at 1419", "French fr.di55 at 3920").phase("German movement")
    assert "1428" in table.reach("de.gd")


@rule("france40", "19.4.2d", "5.3")
def test_a_unit_in_an_entry_hex_has_no_zone():
    table = sickle_cut("German de.gd at 1427")
    leave(table, "de.gd", "1428")
    g = game(table)
    assert not any(zones(g, Side.GERMAN))

    table.put("fleeing French fr.di55 at 1425").phase("Allied movement")
    assert "1427" in table.reach("fr.di55")


@rule("france40", "19.4.2e")
def test_with_every_entry_hex_closed_a_unit_must_go_by_rail():
    table = arriving(4, "fr.di42", "fr.di3")
    entries(table, "german", *labels_of(table, "E"))
    assert table.why_not("enter fr.di42 5228").rule == "19.4.2e"

    table.play("done")
    assert table.choices("shift fr.di42") == ["SE"]


@rule("france40", "19.2.5")
def test_an_area_that_is_closed_is_not_friendly():
    table = arriving(4, "fr.di14")
    entries(table, "german", *labels_of(table, "SE"))
    table.phase("Allied movement")
    assert table.choices("shift fr.di14") == ["W"]
    assert "is no longer friendly" in table.why_not("shift fr.di14 SE").text


@rule("france40", "19.4.3", "R.19.4.3.1", "12.2a")
def test_a_retreat_does_not_lead_into_an_entry_hex():
    """5520 and 5521 are next to Virton, and two hexes of the map behind it are free."""
    table = sickle_cut("German de.id68 at 5421", "French fr.di41 at 5321")
    g = game(table)
    table.step(Retreat(Side.GERMAN, (unit(table, "de.id68"),), g.map.hex("5421"), 2, "disrupted"))
    assert table.why_not("retreat de.id68 go 5520").rule == "19.4.3"


@rule("france40", "19.4.2a", "7.6.1a", "19.2.5")
def test_who_keeps_an_enemy_entry_hex_closed_leaves_it_by_no_train():
    table = moving(sickle_cut("French fr.di14 at 5302", "French fr.di36 at 2828", turn=3), "Allied")
    g = game(table)
    for name in ("fr.di14", "fr.di36"):
        g.area[unit(table, name)] = "S"  # where they once came from
    table.play("move fr.di14 5403")

    at(table, "Allied movement", 4)
    assert table.choices("rail") == ["fr.di36"]
    assert table.why_not("rail fr.di14").rule == "19.4.2a"
    assert table.choices("shift") == ["fr.di36"]
    assert table.why_not("shift fr.di14") is not None


@rule("france40", "19.4.2a")
def test_only_an_enemy_entry_hex_holds_whoever_closes_it():
    g = game(sickle_cut("German de.id32 at 1812"))
    division, areas = g.scenario.unit_named["de.id32"], g.scenario.areas_of
    own = next(h for h, found in g.scenario.entry_of.items() if found[0] in areas[Side.GERMAN])
    g.place(division, own)
    assert not in_enemy_entry(g, division)
    foreign = next(h for h, found in g.scenario.entry_of.items() if found[0] in areas[Side.ALLIED])
    g.place(division, foreign)
    assert in_enemy_entry(g, division)

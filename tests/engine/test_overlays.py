"""Layers over the map, ways written by hand, and what the end of a phase would mean: the same words for all games."""

from __future__ import annotations

import msgspec
import pytest

import meuse
from meuse.report import Mark, Overlay
from meuse.testkit import Table


def skirmish(*sentences: str) -> Table:
    return Table("skirmish").clear().put(*sentences)


def campaign(*sentences: str) -> Table:
    return Table("gdw1940").clear().put(*sentences)


def layer(table: Table, kind: str, side: str = "german", unit: str = "") -> Overlay:
    found = table.game.seat(side).overlay(kind, unit)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Overlay) == found
    return found


def marks(found: Overlay, sign: str) -> dict[str, Mark]:
    return {mark.at: mark for mark in found.marks if mark.sign == sign}


# -- layers


def test_zones_of_both_sides_and_where_they_meet() -> None:
    table = skirmish("German 1Pz at 4818", "French 55DI at 5019")
    german, allied, both = layer(table, "zones").areas

    assert (german.whose, allied.whose, both.look) == ("german", "allied", "contested")
    assert "4918" in german.hexes
    assert "4918" in allied.hexes
    assert both.hexes == tuple(sorted(set(german.hexes) & set(allied.hexes)))


def test_sources_and_who_is_cut_off() -> None:
    table = skirmish("German 1Pz at 4113", "French 71DI at 4214")
    found = layer(table, "supply")

    assert {mark.whose for mark in marks(found, "source").values()} == {"german", "allied"}
    assert marks(found, "cut")["4113"].rule == "8.2"


def test_the_line_of_one_unit() -> None:
    table = skirmish("German 1Pz at 4113")
    line = layer(table, "supply", unit="1Pz").lines[0]

    assert line.hexes[0] == "4113"
    assert line.text == f"In supply: {len(line.hexes) - 1} hexes to Libramont ({line.hexes[-1]})."
    table.put("French 71DI at 4214")
    assert layer(table, "supply", unit="1Pz").lines == ()
    assert layer(table, "supply", unit="1Pz").notes[0].startswith("Out of supply")


def test_a_game_lists_the_layers_it_has_and_others_are_empty() -> None:
    table = skirmish()

    assert table.game.view("german").overlays == ("zones", "supply", "objectives")
    assert layer(table, "reinforcements") == Overlay(kind="reinforcements")
    assert layer(table, "supply", unit="nobody") == Overlay(kind="supply")


def test_the_supply_line_of_1940_ends_at_a_source() -> None:
    table = campaign("German de.XIX at 1306")
    line = layer(table, "supply", unit="de.XIX").lines[0]

    assert line.rule == "8.line"
    assert line.hexes[-1] in marks(layer(table, "supply"), "source")


def test_only_its_owner_sees_which_objective_is_the_plan() -> None:
    table = campaign("German de.XIX at 1306")
    table.game.state.plans["objective"] = 2
    own, theirs = layer(table, "objectives"), layer(table, "objectives", "allied")

    assert {mark.label for mark in own.marks} == {"", "plan"}
    assert {mark.label for mark in theirs.marks} == {""}
    assert {mark.at for mark in own.marks} == {mark.at for mark in theirs.marks}


def test_who_waits_and_where_he_may_come_in() -> None:
    table = Table("gdw1940")
    found = layer(table, "reinforcements")

    assert {area.rule for area in found.areas} == {"14.german", "14.allied.where", "14.swiss", "14.reinforcements"}
    assert len(found.notes) == 2


def test_an_interdicted_hex_carries_a_marker() -> None:
    table = campaign("German de.XIX at 1306", "French fr.IV at 1512")
    table.game.state.interdicted = (frozenset({table.game.state.map.index["1412"]}), frozenset())
    marker = table.game.view("allied").markers[0]

    assert (marker.sign, marker.owner, marker.at) == ("interdiction", "german", "1412")


# -- ways written by hand


def test_a_way_goes_on_from_a_waypoint_with_what_is_left() -> None:
    seat = skirmish("German 1Pz at 4717").phase("German movement").game.seat("german")
    direct = {choice.token: int(choice.cost) for choice in seat.describe(("move", "1Pz"))}
    beyond = {choice.at: choice for choice in seat.onward(("move", "1Pz"), "4818.4819")}

    assert set(beyond) < set(direct) | {"4717"}
    assert beyond["4819"].token == "4818.4819"
    assert all(choice.token.startswith("4818.4819") for choice in beyond.values())
    assert all(int(choice.cost) >= direct[goal] for goal, choice in beyond.items() if goal in direct)
    assert beyond["4820"].path == ("4818", "4819", "4820")


def test_a_way_by_hand_is_played_as_it_was_written() -> None:
    table = campaign("German de.XIX at 1306").phase("German movement")
    way = table.game.seat("german").onward(("move", "de.XIX"), "1305.1304")[0]
    table.play(f"move de.XIX {way.token}")

    assert table.game.journal[-1].order == ("move", "de.XIX", way.token)


def test_a_way_that_cannot_be_gone_says_why() -> None:
    seat = skirmish("German 1Pz at 4717").phase("German movement").game.seat("german")
    with pytest.raises(meuse.IllegalOrder) as refused:
        seat.onward(("move", "1Pz"), "4317")
    assert refused.value.rule == "5.1"
    with pytest.raises(meuse.IllegalOrder):
        seat.onward(("end",), "4817")


# -- sets


def test_members_of_a_set_say_so() -> None:
    table = skirmish("German 1Pz at 4718", "German 2Pz at 4718", "French 55DI at 4719").phase("German combat")
    decision, attack = table.game.decision, ("attack", "4719", "with")

    assert [choice.member for choice in decision.describe(("attack",))] == [True]
    assert [choice.member for choice in decision.describe(attack)] == [True, True]
    assert [(c.token, c.member) for c in decision.describe((*attack, "1Pz"))] == [("2Pz", True), ("go", False)]


# -- the way out


def test_a_closed_way_out_says_why_and_is_the_first_warning() -> None:
    table = skirmish("German 1Pz at 4718", "French 55DI at 4719", "French 71DI at 4819").phase("German combat")
    assert table.game.decision.shut is None
    table.play("attack 4719 with 1Pz go")
    shut = table.game.decision.shut

    assert shut is not None
    assert (shut.token, shut.refusal.rule, shut.refusal.causes) == ("done", "6.2", ("4819",))
    assert table.game.decision.warnings[0].kind == "must"


def test_what_would_be_lost_is_told_before_the_phase_ends() -> None:
    cut = skirmish("German 1Pz at 4113", "French 71DI at 4214")
    warnings = cut.phase("German movement").game.decision.warnings

    assert (warnings[0].kind, warnings[0].rule) == ("loses", "8.2")
    assert warnings[0].at == ("4113",)


def test_air_points_left_over_are_told() -> None:
    table = campaign("German de.XIX at 1308", "French fr.IV at 1309")
    table.game.state.turn, table.game.state.impulse = 1, 2
    table.game.state.air[:] = [3, 0, 0]
    table.phase("German combat")

    (warning,) = (w for w in table.game.decision.warnings if w.topic == "air")
    assert warning.text.startswith("3 air points are left. In what remains of the turn they can only support")


# -- odds and threats


def test_support_that_might_be_added_moves_the_column() -> None:
    table = campaign("German de.XIX at 1308", "French fr.IV at 1309")
    table.game.state.air[:] = [5, 1, 1]
    table.phase("German combat")
    seat = table.game.seat("german")
    plain, helped = (seat.odds("attack 1309 with de.XIX", support) for support in (None, {"air-german": 1}))

    assert plain is not None
    assert helped is not None
    assert plain.columns.index(helped.final) == plain.columns.index(plain.final) + 1
    assert [offer.id for offer in helped.support if offer.used] == ["air-german"]
    assert plain.shifts[-1].open
    assert 0 <= (plain.shifts[-1].leaves or 0) < plain.outcomes[0].chance


def test_chances_add_up() -> None:
    table = campaign("German de.XIX at 1308", "French fr.IV at 1309").phase("German combat")
    odds = table.game.seat("german").odds("attack 1309 with de.XIX")

    assert odds is not None
    assert odds.outcomes[0].chance + odds.outcomes[1].chance == pytest.approx(1)
    assert sum(odds.attacker_losses.values()) == pytest.approx(1)
    assert sum(odds.defender_losses.values()) == pytest.approx(1)


def test_a_threat_shows_who_comes_from_where_and_can_leave_some_out() -> None:
    table = campaign("German de.XIX at 1306", "German de.XV at 1307", "French fr.IV at 1310")
    seat = table.phase("Allied movement").game.seat("allied")
    full, less = seat.threat("1310"), seat.threat("1310", without=("de.XV",))

    assert full is not None
    assert less is not None
    assert {one.unit for one in full.approaches} == {"de.XIX", "de.XV"}
    assert full.approaches[0].hexes[0] == "1306"
    assert less.left_out == ("de.XV",)
    assert len(less.attackers) == 1


def test_a_threat_can_be_asked_of_the_goal_of_a_move() -> None:
    table = skirmish("German 1Pz at 4717", "French 55DI at 4420").phase("Allied movement")
    seat = table.game.seat("allied")

    assert seat.threat("4318") is None
    reply = seat.threat("4318", after=[("move", "55DI", "4318")])
    assert reply is not None
    assert ([row.unit for row in reply.defenders], [row.unit for row in reply.attackers]) == (["55DI"], ["1Pz"])
    assert table.game.journal == []
    assert table.where("55DI") == "4420"

"""11.3e to 11.5, 11.9: losses, retreats, advances, engaged combats."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.decision import IllegalOrder
from meuse.games.caseyellow import odds
from meuse.games.caseyellow.aftermath import Retreat, can_enter, named_haven, retreat_paths
from meuse.games.caseyellow.air import why_not_drop
from meuse.games.caseyellow.battle import Shaken, outcome
from meuse.games.caseyellow.board import DISRUPTED, Engagement
from meuse.games.caseyellow.detours import would_be_reduced
from meuse.games.caseyellow.engaged import EngagedCombats, members
from meuse.games.caseyellow.odds import lives_on_cut_off
from meuse.testkit import Table, rule

from .scene import allies_move, battle, fight, game, german_moves, germans_fight, mark, stage, status

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED


def result(table: Table, target: str, *units: str, code: str) -> Table:
    """Apply a result of the table to an attack."""
    g = game(table)
    steps = outcome(g, battle(table, target, *units), code)
    return table.step(*steps)


def takers(table: Table, target: str, *units: str, side: Side) -> tuple[list[str], str]:
    g = game(table)
    found, why = odds.takers(g, battle(table, target, *units), side)
    return list(g.ids(found)), why


# -- 11.3e who takes the step


@rule("caseyellow", "11.3e", "11.3e.free")
def test_the_owner_chooses_where_nothing_else_is_said() -> None:
    table = stage("German de.X at 4540", "German de.id208 at 4540", "French fr.VI at 4640")
    result(table, "4640", "de.X", "de.id208", code="AL1")
    assert sorted(table.choices("lose")) == ["de.X", "de.id208"]
    table.play("lose de.X")
    assert table.steps("de.X") == 1


@rule("caseyellow", "11.3e.panzer", "11.3e.allied", "R.11.3e.allied.1")
def test_armour_that_shifted_or_cancelled_takes_the_step() -> None:
    table = stage("German de.pz1 at 4540", "German de.m2 at 4540", "French fr.dlm1 at 4640", "French fr.di10 at 4640")
    assert takers(table, "4640", "de.pz1", "de.m2", side=GERMAN) == (["de.pz1"], "11.3e.panzer")
    assert takers(table, "4640", "de.pz1", "de.m2", side=ALLIED) == (["fr.dlm1"], "11.3e.allied")
    assert takers(table, "4640", "de.m2", side=ALLIED) == (["fr.dlm1", "fr.di10"], "11.3e.free")
    assert takers(table, "4540", "fr.dlm1", "fr.di10", side=GERMAN) == (["de.pz1"], "11.3e.panzer")
    assert takers(table, "4540", "fr.dlm1", "fr.di10", side=ALLIED) == (["fr.dlm1", "fr.di10"], "11.3e.free")
    table.remove("German de.pz1")
    assert takers(table, "4540", "fr.dlm1", "fr.di10", side=ALLIED) == (["fr.dlm1"], "11.3e.allied")


@rule("caseyellow", "11.3e.matilda", "11.3c.matilda")
def test_the_matildas_take_the_step_when_they_attack() -> None:
    table = stage("British uk.1tk at 4540", "French fr.dlm1 at 4540", "German de.X at 4640")
    assert takers(table, "4640", "fr.dlm1", "uk.1tk", side=ALLIED) == (["uk.1tk"], "11.3e.matilda")
    assert takers(table, "4540", "de.X", side=ALLIED)[1] == "11.3e.free"


@rule("caseyellow", "11.3e.terrain")
def test_armour_in_bad_ground_takes_the_first_step() -> None:
    table = stage("German de.pz1 at 1720", "German de.m2 at 1720", "French fr.VI at Reims")
    assert takers(table, "1719", "de.pz1", "de.m2", side=GERMAN) == (["de.pz1"], "11.3e.terrain")


# -- 11.3f, 11.3g


@rule("caseyellow", "11.3f", "R.2.2c.disrupted.1")
def test_de_eliminates_small_units() -> None:
    table = stage("German de.I at 4641", "French fr.sp1 at 4540", "French fr.VI at 4540", "German de.II at 4640")
    result(table, "4540", "de.II", code="DE")
    assert table.where("fr.sp1") == ""
    assert table.steps("fr.VI") == 1


@rule("caseyellow", "11.3f.steps", "R.11.3f.steps.1", "11.3f.survive", "11.3h", "6.1", "R.6.1.1", "2.2c.disrupted")
def test_two_steps_and_one_at_most_on_corps() -> None:
    """Example derived-de-step-losses."""
    corps = stage("German de.I at 4640", "French fr.VI at 4540")
    result(corps, "4540", "de.I", code="DE")
    assert (corps.steps("fr.VI"), status(corps, "fr.VI"), corps.asked) == (1, DISRUPTED, "allied")
    division = stage("German de.I at 4640", "French fr.dim9 at 4540")
    result(division, "4540", "de.I", code="DE")
    assert division.where("fr.dim9") == ""
    both = stage("German de.I at 4640", "French fr.VI at 4540", "French fr.di10 at 4540")
    result(both, "4540", "de.I", code="DE")
    assert (both.asked, sorted(both.choices("lose"))) == ("german", ["fr.VI", "fr.di10"])
    both.play("lose fr.VI")
    assert (both.where("fr.di10"), both.steps("fr.VI")) == ("", 1)  # the second must fall on the division
    pair = stage("German de.I at 4640", "French fr.dim9 at 4540", "French fr.dlm1 at 4540")
    result(pair, "4540", "de.I", code="DE")
    pair.play("lose fr.dim9")
    assert (pair.asked, sorted(pair.choices("lose"))) == ("allied", ["fr.dim9", "fr.dlm1"])


@rule("caseyellow", "11.3g", "R.11.3g.1", "2.2c.disrupted")
def test_ae_costs_two_steps_and_order() -> None:
    table = stage("German de.X at 4540", "German de.id208 at 4540", "French fr.VI at 4640")
    result(table, "4640", "de.X", "de.id208", code="AE")
    table.play("lose de.X")
    assert sorted(table.choices("lose")) == ["de.X", "de.id208"]
    table.play("lose de.id208")
    assert (table.steps("de.X"), status(table, "de.X"), table.where("de.id208")) == (1, DISRUPTED, "")
    lone = stage("German de.X at 4540", "French fr.VI at 4640")
    result(lone, "4640", "de.X", code="AE")
    assert (lone.steps("de.X"), status(lone, "de.X")) == (1, DISRUPTED)
    assert Shaken.rule == "6.1"
    guns = stage("German de.XXX at 1833", "German de.arko at 1933", "French fr.VI at 1733")
    result(guns, "1733", "de.XXX", "de.arko", code="AE")
    assert (guns.where("de.arko"), guns.steps("de.XXX")) == ("1933", 1)


# -- 11.4 retreats


def beaten(*sentences: str, length: int = 2, unit: str = "fr.VI") -> Table:
    """fr.VI in 4540 must retreat."""
    table = stage(f"French {unit} at 4540", *sentences)
    g = game(table)
    return table.step(Retreat(ALLIED, (g.scenario.unit_named[unit],), g.map.hex("4540"), length))


@rule("caseyellow", "11.4a", "11.4b", "11.4b.path")
def test_the_owner_retreats_his_units_two_hexes() -> None:
    table = beaten()
    assert table.asked == "allied"
    g = game(table)
    ends = [g.map.hex(label) for label in table.choices("retreat fr.VI")]
    assert all(g.map.distance(g.map.hex("4540"), end) == 2 for end in ends)
    assert table.why_not("retreat fr.VI 4440").rule == "11.4c"
    table.play("retreat fr.VI 4340")
    assert table.where("fr.VI") == "4340"


@rule("caseyellow", "11.4b.compass", "R.11.4b.compass.1", "2.1b")
def test_retreats_follow_the_compass_if_they_can() -> None:
    """The Allies go south, south-west and north-west."""
    table = beaten()
    assert set(table.choices("retreat fr.VI")) == {"4339", "4340", "4438", "4538", "4638"}
    assert table.why_not("retreat fr.VI 4740").rule == "11.4b.compass"
    shut = beaten("German de.lah at 4440", "German de.gd at 4439", "German de.sch11 at 4539")
    assert shut.choices("retreat fr.VI") == ["4341", "4639"]  # the second hex lies in its directions, the first cannot
    assert "better" in shut.why_not("retreat fr.VI 4740").text  # two hexes to the north


@rule("caseyellow", "11.4b.enemy")
def test_retreats_do_not_enter_enemy_hexes() -> None:
    table = beaten("German de.lah at 4340")
    assert table.why_not("retreat fr.VI 4340").rule == "11.4b.enemy"


@rule("caseyellow", "11.4b.zoc", "9.5c", "11.4b")
def test_a_unit_that_cannot_retreat_is_eliminated() -> None:
    table = beaten("German de.X at 4640", "German de.I at 4441", "German de.II at 4439")
    assert table.where("fr.VI") == ""


@rule("caseyellow", "11.4b.overstack", "8.4d", "11.4d.overstack", "8.4c")
def test_a_full_hex_sends_them_one_hex_farther() -> None:
    table = beaten("French fr.I at 4340", "French fr.di10 at 4340")
    assert "4340" not in table.choices("retreat fr.VI")
    assert table.why_not("retreat fr.VI 4340").rule == "11.4b.overstack"
    assert "4240" in table.choices("retreat fr.VI")  # through 4340 and on
    one = beaten("French fr.I at 4440", "French fr.di10 at 4440", length=1)
    assert "4340" in one.choices("retreat fr.VI")


@rule("caseyellow", "11.4b.path", "11.4c", "11.4b.overstack")
def test_a_full_town_behind_the_line_is_passed() -> None:
    """Who would stop in 1908, but finds no room, goes the two hexes of his retreat; 1907 is next to his start."""
    table = stage("French fr.VI at 2008")
    g = game(table)
    table.step(Retreat(ALLIED, (g.scenario.unit_named["fr.VI"],), g.map.hex("2008"), 2))
    assert "1908" in table.choices("retreat fr.VI")
    table.put("French fr.I at 1908", "French fr.di10 at 1908")
    assert table.choices("retreat fr.VI") == ["1807", "1808", "1906", "2006", "2106"]
    assert table.why_not("retreat fr.VI 1907").rule == "11.4c"


@rule("caseyellow", "11.4b.overstack", "8.4d")
def test_the_example_of_a_division_that_finds_room_where_its_corps_does_not() -> None:
    """The only way leads through friends to 4340, with room for the division; corps stand in all hexes behind it."""
    wall = ("German de.X at 4640", "German de.I at 4541", "German de.II at 4439", "German de.III at 4441")
    rear = ("French fr.di14 at 4440", "French fr.I at 4340", "French fr.II at 4241", "French fr.IV at 4240")
    table = stage(*wall, "German de.IV at 4539", *rear, "French fr.V at 4239")
    table.put("French fr.VI at 4540", "French fr.di10 at 4540")
    g = game(table)
    units = tuple(g.scenario.unit_named[name] for name in ("fr.VI", "fr.di10"))
    table.step(Retreat(ALLIED, units, g.map.hex("4540"), 2))
    assert (table.choices("retreat"), table.choices("retreat fr.di10")) == (["fr.di10"], ["4340"])
    table.play("retreat fr.di10 4340")
    assert (table.where("fr.di10"), table.where("fr.VI")) == ("4340", "")


@rule("caseyellow", "R.11.4b.zoc.1", "9.5d", "11.4b.friend")
def test_who_goes_first_opens_the_way_for_others() -> None:
    """Only a DLM may go into the vacant hexes around 4540; where it has gone, a division may follow it."""
    ring = ("German de.X at 4640", "German de.I at 4441", "German de.II at 4439")
    table = stage(*ring, "French fr.dlm1 at 4540", "French fr.di10 at 4540")
    g = game(table)
    units = tuple(g.scenario.unit_named[name] for name in ("fr.dlm1", "fr.di10"))
    table.step(Retreat(ALLIED, units, g.map.hex("4540"), 1))
    assert table.choices("retreat") == ["fr.dlm1"]
    table.play("retreat fr.dlm1 4440")
    assert table.choices("retreat fr.di10") == ["4440"]


@rule("caseyellow", "11.4b.friend")
def test_friends_make_a_way_through_enemy_zones() -> None:
    table = beaten("French fr.di10 at 4440", "German de.X at 4341", "German de.I at 4539")
    assert any(h in table.choices("retreat fr.VI") for h in ("4339", "4340"))


@rule("caseyellow", "11.4b.nation", "10.10a", "10.10b")
def test_nations_keep_to_their_countries() -> None:
    table = stage("Dutch nl.L at 3229")
    g = game(table)
    table.step(Retreat(ALLIED, (g.scenario.unit_named["nl.L"],), g.map.hex("3229"), 2))
    assert all(g.map.country[g.map.hex(h)] == "netherlands" for h in table.choices("retreat nl.L"))
    assert table.why_not("retreat nl.L 3228").rule == "11.4b.nation"


@rule("caseyellow", "11.4b.river", "11.4b.forest", "10.3a")
def test_the_chart_binds_retreats() -> None:
    table = stage("French fr.dim9 at 2225")
    g = game(table)
    paths = retreat_paths(g, g.scenario.unit_named["fr.dim9"], 2)
    assert not any(g.map.labels[path[0]] == "2224" for path in paths)  # forest, no road
    river = stage("German de.arko at 3132")
    firsts = {
        game(river).map.labels[p[0]] for p in retreat_paths(game(river), game(river).scenario.unit_named["de.arko"], 1)
    }
    assert "3031" not in firsts  # a minor river without a crossing


@rule("caseyellow", "11.4c")
def test_the_second_hex_may_be_left_out() -> None:
    """Example retreat-cancel-second: a city, behind a river; not in the open."""
    table = stage("French fr.VI at 1720")
    g = game(table)
    table.step(Retreat(ALLIED, (g.scenario.unit_named["fr.VI"],), g.map.hex("1720"), 2))
    assert "1719" in table.choices("retreat fr.VI")  # Reims
    river = stage("French fr.VI at 2426")
    paths = retreat_paths(game(river), game(river).scenario.unit_named["fr.VI"], 2)
    assert any(len(path) == 1 for path in paths)


@rule("caseyellow", "11.4c")
def test_works_that_stand_shelter_a_retreat_whoever_built_them() -> None:
    """French Defensive Works at Givet (2323), undestroyed: the Germans may end their retreat behind them, too."""
    table = stage("German de.sch11 at 2422")
    g = game(table)
    table.step(Retreat(GERMAN, (g.scenario.unit_named["de.sch11"],), g.map.hex("2422"), 2))
    assert "2323" in table.choices("retreat de.sch11")
    mark(table, destroyed=["2323"])
    assert "2323" not in table.choices("retreat de.sch11")


@rule("caseyellow", "11.4d")
def test_a_one_hex_retreat() -> None:
    table = beaten(length=1)
    assert sorted(table.choices("retreat fr.VI")) == ["4439", "4440", "4539"]


@rule("caseyellow", "11.4e", "11.7c", "11.7e")
def test_nobody_leaves_a_fortified_line_that_stands() -> None:
    table = stage("German de.XXX at 1833", "French fr.VI at 1733")
    result(table, "1733", "de.XXX", code="DR")
    assert table.where("fr.VI") == "1733"
    result(table, "1733", "de.XXX", code="DL1")
    assert (table.steps("fr.VI"), table.where("fr.VI")) == (1, "1733")
    fallen = stage("German de.XXX at 1833", "French fr.VI at 1733")
    result(fallen, "1733", "de.XXX", code="DE")
    assert (fallen.steps("fr.VI"), fallen.asked) == (1, "allied")  # and must retreat


# -- 11.5 advances


@rule("caseyellow", "11.5a", "11.5b", "11.5c", "11.5d", "9.5e")
def test_attackers_advance_at_once_and_ignore_zones() -> None:
    table = germans_fight(
        "German de.X at 4540", "German de.I at 4541", "French fr.di10 at 4640", "French fr.VI at 4740"
    )
    fight(table, "attack 4640 de.X go", 6)
    table.play("retreat fr.di10 4638")
    assert table.choices("advance") == ["de.X"]
    table.play("advance de.X 4640")
    assert table.where("de.X") == "4640"
    g = game(table)
    assert g.spent[g.scenario.unit_named["de.X"]] == 0


@rule("caseyellow", "11.5e", "8.4c")
def test_stacking_limits_advances() -> None:
    table = germans_fight(
        "German de.I at 4541", "German de.II at 4540", "German de.pz1 at 4739", "French fr.sp1 at 4640"
    )
    table.dice(6).play("attack 4640 de.I de.II go")
    table.play("advance de.I 4640")
    assert "advance" not in table.choices()


@rule("caseyellow", "11.5f", "11.1c", "10.3b", "11.5f.terrain", "10.9c")
def test_yellow_units_advance_a_second_hex_in_a_combat_round() -> None:
    table = germans_fight("German de.pz1 at 4540", "German de.id208 at 4540", "French fr.sp1 at 4640")
    table.dice(6).play("attack 4640 de.pz1 de.id208 go")
    assert {"4640", "4740", "4639"} <= set(table.choices("advance de.pz1"))
    assert table.choices("advance de.id208") == ["4640"]
    assert table.why_not("advance de.id208 4740").rule == "11.5f"
    works = germans_fight("German de.pz1 at 2823", "Belgian be.cav at 2822 with 1 step")
    works.dice(6).play("attack 2822 de.pz1 go")
    works.play("advance de.pz1 2722")
    assert not game(works).standing_works(game(works).map.hex("2722"))


@rule("caseyellow", "11.5f", "R.11.5f.1")
def test_the_second_hex_of_an_advance_is_vacant() -> None:
    """Units of the same advance may follow into a hex that was vacant when the first of them came."""
    table = germans_fight("German de.pz1 at 4540", "German de.pz2 at 4540", "French fr.sp1 at 4640")
    table.put("German de.id208 at 4740", "German de.m2 at 4540")
    table.dice(6).play("attack 4640 de.pz1 de.pz2 go")
    assert table.why_not("advance de.pz1 4740").rule == "11.5f"
    table.play("advance de.pz1 4639")
    assert table.choices("advance de.pz2") == ["4539", "4541", "4639", "4640", "4641"]
    table.play("advance de.pz2 4639")
    assert table.where("de.pz1") == table.where("de.pz2") == "4639"


@rule("caseyellow", "11.5f.terrain")
def test_where_a_second_hex_does_not_lead() -> None:
    from meuse.games.caseyellow.aftermath import why_not_second_hex

    g = game(mark(stage("German de.pz1 at 2225"), destroyed=["2124"]))
    panzer, h = g.scenario.unit_named["de.pz1"], g.map.hex
    refused = {
        goal: why_not_second_hex(g, panzer, h(first), h(goal))
        for first, goal in (("2225", "2224"), ("2224", "2124"), ("2024", "2025"))
    }
    assert all(refusal is not None and refusal.rule == "11.5f.terrain" for refusal in refused.values())
    assert why_not_second_hex(g, panzer, h("2125"), h("2124")) is None  # at a crossing
    assert why_not_second_hex(g, panzer, h("2325"), h("2425")) is None  # any minor river


@rule("caseyellow", "4.1c.move5", "11.6b")
def test_in_a_move_round_the_advance_is_one_hex() -> None:
    table = german_moves("German de.pz1 at 4540", "French fr.sp1 at 4640")
    table.play("end")
    table.dice(6).play("attack 4640 de.pz1 go")
    assert table.choices("advance de.pz1") == ["4640"]


# -- 11.9 engaged


@rule("caseyellow", "11.9", "11.9a")
def test_the_lower_rating_loses_a_step() -> None:
    table = stage("German de.pz1 at 4540", "French fr.VI at 4640")
    result(table, "4640", "de.pz1", code="ENG")
    assert (table.steps("de.pz1"), table.steps("fr.VI")) == (2, 1)
    level = stage("German de.X at 4540", "French fr.VI at 4640")
    result(level, "4640", "de.X", code="ENG")
    assert (level.steps("de.X"), level.steps("fr.VI")) == (1, 1)
    gone = stage("German de.pz1 at 4540", "French fr.di10 at 4640")
    result(gone, "4640", "de.pz1", code="ENG")
    assert (gone.where("fr.di10"), gone.asked) == ("", "")  # no advance, and nothing to mark
    assert not game(gone).engaged


def engaged(*more: str) -> Table:
    table = stage("German de.X at 4540", "French fr.VI at 4640", *more)
    return result(table, "4640", "de.X", code="ENG")


@rule("caseyellow", "11.9b.mark", "2.2c.engaged")
def test_engaged_units_are_pinned() -> None:
    table = engaged("German de.id208 at 4540", "German de.I at 4241").phase("German move round")
    assert table.why_not("move de.X 4440").rule == "11.9b.mark"
    assert table.why_not("move de.id208 4440").rule == "11.9b.mark"
    allies = engaged("French fr.di14 at 0803").phase("Allied move round")
    assert allies.why_not("move fr.VI 4740").rule == "11.9b.mark"


@rule("caseyellow", "11.9b", "R.11.9b.2", "11.9d", "11.2b")
def test_the_combat_goes_on_in_the_next_round_with_the_same_attacker() -> None:
    table = engaged("German de.I at 4739", "French fr.dlm1 at 4740", "German de.II at 4840")
    events = table.dice(1).phase("Allied combat round")
    assert events.where("de.X") in ("", "4540")
    g = game(table)
    assert g.map.hex("4640") in g.fought
    assert not g.engaged  # the die of 1 settled it


@rule("caseyellow", "11.9c", "R.11.9b.3")
def test_in_a_move_round_units_may_join() -> None:
    table = engaged("German de.id208 at 4440", "French fr.di10 at 4439").phase("German move round")
    table.play("move de.id208 4540")
    g = game(table)
    table.dice(3)
    before = odds.totals(g, battle(table, "4640", "de.X", "de.id208"))[0]
    events = table.play("end")
    fought = next(event for event in events if event.kind == "battle")
    assert set(fought.units) == {"de.X", "de.id208"}
    assert before == 5  # three and two


@rule("caseyellow", "R.11.9b.3", "R.11.6a.1")
def test_engaged_units_begin_no_other_attack() -> None:
    from meuse.games.caseyellow.combat import why_not_attacker

    table = engaged("French fr.di10 at 4439")
    g = game(table)
    refusal = why_not_attacker(g, g.scenario.unit_named["de.X"], g.map.hex("4439"), motor=False)
    assert refusal is not None
    assert refusal.rule == "R.11.9b.3"


@rule("caseyellow", "11.9b", "11.9b.mark", "R.11.9b.6", "11.2a.1")
def test_two_engaged_results_from_one_hex_are_two_combats() -> None:
    """4540 attacks 4640 together with 4541, and so must attack 4539 too, with another division."""
    units = ("German de.pz1 at 4540", "German de.m2 at 4540", "German de.I at 4541")
    table = stage(*units, "French fr.VI at 4640", "French fr.dlm2 at 4539").phase("German combat round")
    table.play("attack 4640 de.pz1 de.I go")
    table.dice(3, 5).play("attack 4539 de.m2 go")
    g = game(table)
    fighting = {g.map.labels[h]: set(g.ids(engagement.units)) for h, engagement in g.engaged.items()}
    assert fighting == {"4640": {"de.pz1", "de.I"}, "4539": {"de.m2"}}
    table.phase("Allied combat round")
    events = table.dice(1, 1).play("resolve 4539")
    assert [event.units for event in events if event.kind == "battle"] == [("de.m2",), ("de.I", "de.pz1")]


@rule("caseyellow", "R.11.9b.1")
def test_without_attackers_the_marker_comes_off() -> None:
    table = engaged().remove("German de.X")
    table.step(EngagedCombats(GERMAN))
    assert not game(table).engaged
    assert table.steps("fr.VI") == 1


@rule("caseyellow", "R.11.9b.1", "11.9b.mark")
def test_nobody_is_pinned_by_attackers_or_defenders_who_are_gone() -> None:
    defender = engaged("French fr.di14 at 0803").remove("German de.X").phase("Allied move round")
    assert defender.allows("move fr.VI 4740")
    attacker = engaged("German de.I at 4241").remove("French fr.VI").phase("German move round")
    assert attacker.allows("move de.X 4440")


@rule("caseyellow", "R.11.9b.1", "11.9b.mark", "11.9c")
def test_who_comes_when_the_last_engaged_defender_has_gone_is_not_engaged() -> None:
    table = engaged("French fr.di10 at 4740", "French fr.di14 at 0803").phase("Allied move round")
    table.remove("French fr.VI").play("move fr.di10 4640", "move fr.di14 0804")
    assert not game(table).engaged
    table.phase("Allied move round")
    assert table.allows("move fr.di10 4740")


@rule("caseyellow", "R.11.9b.1", "11.9b.mark", "11.9c")
def test_a_newcomer_is_engaged_as_long_as_the_hex_has_not_been_empty() -> None:
    table = engaged("French fr.di10 at 4740", "French fr.di14 at 0803").phase("Allied move round")
    table.play("move fr.di10 4640")
    table.remove("French fr.VI")
    assert game(table).engaged


def continued(target: str, *sentences: str, unit: str) -> list[str]:
    """Who fights on in an engaged combat that a unit began."""
    g = game(stage(*sentences))
    units = members(g, g.map.hex(target), Engagement(GERMAN, (g.scenario.unit_named[unit],)))
    return [g.id(u) for u in units]


@rule("caseyellow", "R.11.9b.5", "11.8a", "R.5.1c.attack.1")
def test_who_could_not_begin_an_engaged_combat_does_not_join_it() -> None:
    guns = ("German de.id208 at 4540", "German de.arko at 4540", "French fr.VI at 4640")
    assert continued("4640", *guns, unit="de.id208") == ["de.id208"]  # no city, fort or works
    fort = ("German de.id208 at 1833", "German de.arko at 1833", "French fr.VI at 1733")
    assert sorted(continued("1733", *fort, unit="de.id208")) == ["de.arko", "de.id208"]
    river = ("German de.id208 at 1411", "German de.pz1 at 1411", "French fr.VI at 1511")
    assert continued("1511", *river, unit="de.id208") == ["de.id208"]  # no crossing there


@rule("caseyellow", "R.11.9b.5", "11.9b.mark", "11.8a")
def test_arko_goes_on_supporting_an_engaged_combat() -> None:
    table = stage("German de.XXX at 1833", "German de.arko at 1933", "French fr.VI at 1733", "German de.I at 4540")
    result(table, "1733", "de.XXX", "de.arko", code="ENG")
    table.phase("German move round")
    assert table.why_not("move de.arko 2032").rule == "11.9b.mark"
    g = game(table)
    target = g.map.hex("1733")
    engagement = g.engaged.pop(target)
    assert set(g.ids(members(g, target, engagement))) == {"de.XXX", "de.arko"}
    table.remove("German de.XXX")
    assert members(g, target, engagement) == ()  # not alone


@rule("caseyellow", "R.11.9b.4")
def test_a_continued_combat_below_one_to_three_is_ae() -> None:
    table = engaged("French fr.di10 at 4640", "French fr.sp1 at 4640", "French fr.I at 0803")
    g = game(table)
    g.set_steps(g.scenario.unit_named["fr.VI"], 2)
    g.place(g.scenario.unit_named["de.lah"], g.map.hex("4540"))
    g.place(g.scenario.unit_named["de.X"], -1)
    units = battle(table, "4640", "de.lah")
    assert odds.final_column(g, units) == -1


@rule("caseyellow", "11.9d", "R.11.9d.1", "11.5f")
def test_two_hexes_only_in_a_german_combat_round() -> None:
    table = stage("German de.pz1 at 4540", "French fr.sp1 at 4640")
    german = table.phase("German combat round").dice(6)
    german.play("attack 4640 de.pz1 go")
    assert len(german.choices("advance de.pz1")) > 1
    from meuse.games.caseyellow.aftermath import second_hex_allowed

    g = game(german)
    g.rounds = ((ALLIED, "combat"),)
    assert not second_hex_allowed(g, g.scenario.unit_named["de.pz1"])


@rule("caseyellow", "11.9a", "R.10.9a.1", "11.7b")
def test_against_a_fort_with_units_ratings_do_not_count() -> None:
    table = stage("German de.pz1 at 1833", "French fr.VI at 1733")
    result(table, "1733", "de.pz1", code="ENG")
    assert (table.steps("de.pz1"), table.steps("fr.VI")) == (1, 1)


@rule("caseyellow", "11.3h", "11.3d")
def test_losses_come_before_retreats_and_advances() -> None:
    table = allies_move("French fr.VI at 0803")
    g = game(table)
    g.place(g.scenario.unit_named["de.X"], g.map.hex("4540"))
    g.place(g.scenario.unit_named["fr.I"], g.map.hex("4640"))
    kinds = [type(step).__name__ for step in outcome(g, battle(table, "4640", "de.X"), "BL1")]
    assert kinds == ["Lose", "Lose", "Retreat", "Advance"]


@rule("caseyellow", "11.3e.terrain")
def test_armour_out_of_a_city_into_the_open_need_not_take_the_step() -> None:
    table = stage("German de.pz1 at Reims", "German de.m2 at Reims", "French fr.VI at 1720")
    assert takers(table, "1720", "de.pz1", "de.m2", side=GERMAN) == (["de.pz1", "de.m2"], "11.3e.free")


@rule("caseyellow", "11.4b.path", "11.4c", "11.4b")
def test_reasons_against_a_retreat() -> None:
    table = beaten()
    assert "4440" not in table.choices("retreat fr.VI")  # open ground: on to a second hex
    assert "must retreat 2 hexes" in table.why_not("retreat fr.VI 4440").text
    assert table.why_not("retreat fr.VI 4240").rule == "11.4b.path"
    with pytest.raises(IllegalOrder) as wrong:
        table.play("retreat fr.VI 4640.4340")
    assert "cannot retreat by" in str(wrong.value)


@rule("caseyellow", "11.5e", "11.5f")
def test_reasons_against_an_advance() -> None:
    table = germans_fight(
        "German de.pz1 at 4540", "German de.pz2 at 4540", "German de.m2 at 4541", "French fr.sp1 at 4640"
    )
    table.dice(6).play("attack 4640 de.pz1 de.pz2 de.m2 go")
    table.play("advance de.pz1 4640", "advance de.pz2 4640")
    assert table.why_not("advance de.m2 4640").rule == "11.5e"
    assert "not next to" in table.why_not("advance de.m2 4840").text
    table.put("French fr.di10 at 4740")
    assert "enemy units" in table.why_not("advance de.m2 4740").text


@rule("caseyellow", "10.3a")
def test_panzers_do_not_advance_into_a_forest_off_the_road() -> None:
    g = game(stage("German de.pz1 at 2225", "German de.X at 2225"))
    panzer, corps, forest = g.scenario.unit_named["de.pz1"], g.scenario.unit_named["de.X"], g.map.hex("2224")
    assert can_enter(g, corps, forest)
    assert not can_enter(g, panzer, forest)


@rule("caseyellow", "11.5a", "11.4e")
def test_nobody_advances_against_defenders_who_stay() -> None:
    table = stage("German de.XXX at 1833", "French fr.VI at 1733")
    result(table, "1733", "de.XXX", code="DL1")
    assert table.asked == ""


@rule("caseyellow", "11.4c")
def test_metz_and_eben_emael_are_havens_for_the_allies() -> None:
    g = game(mark(stage("French fr.VI at 4540", "German de.X at 4541"), destroyed=["1631", "2928", "1733"]))
    french, german = g.scenario.unit_named["fr.VI"], g.scenario.unit_named["de.X"]
    assert named_haven(g, french, g.map.hex("1631"))
    assert named_haven(g, french, g.map.hex("2928"))
    assert not named_haven(g, german, g.map.hex("1631"))
    assert not named_haven(g, french, g.map.hex("1733"))  # another fort, destroyed


@rule("caseyellow", "13.5.2")
def test_only_allied_units_of_two_steps_go_around_the_port() -> None:
    g = game(stage("French fr.VI at 4540", "German de.X at 4541"))
    french, german = g.scenario.unit_named["fr.VI"], g.scenario.unit_named["de.X"]
    assert not would_be_reduced(g, (french,))  # there is no port yet
    g.set_marker("port", g.map.hex("4540"))
    assert would_be_reduced(g, (french,))
    assert not would_be_reduced(g, (german,))


@rule("caseyellow", "7.7e.cutoff")
def test_nobody_lives_on_a_depot_that_is_not_there() -> None:
    g = game(stage("French fr.VI at 4540", "German de.X at 4541"))
    g.turn = 3
    assert not lives_on_cut_off(g, g.scenario.unit_named["fr.VI"])


@rule("caseyellow", "5.1d")
def test_nobody_lands_on_a_fortified_line() -> None:
    g = game(stage("French fr.VI at 4540"))
    chart, paratroops = g.scenario.tables["paratroops"], g.scenario.unit_named["de.fj1"]
    lines = [h for h in g.scenario.forts if g.standing_fort(h) is not None and not g.scenario.closed[h]]
    line = next(h for h in lines if not g.at.get(h) and g.map.terrain[h] not in chart["forbidden"])
    refusal = why_not_drop(g, paratroops, line)
    assert refusal is not None
    assert (refusal.rule, "Fortified Line" in refusal.text) == ("5.1d", True)


@rule("caseyellow", "5.1d")
def test_nobody_lands_on_the_enemy() -> None:
    g = game(stage("French fr.VI at 4540"))
    paratroops, french = g.scenario.unit_named["de.fj1"], g.scenario.unit_named["fr.VI"]
    ground = next(h for h in range(len(g.map)) if why_not_drop(g, paratroops, h) is None)
    g.place(french, ground)
    refusal = why_not_drop(g, paratroops, ground)
    assert refusal is not None
    assert refusal.rule == "5.1d"

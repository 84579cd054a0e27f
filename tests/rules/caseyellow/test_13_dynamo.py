"""13: Operation Dynamo."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.caseyellow.aftermath import retreat_paths, ways_by_end
from meuse.games.caseyellow.battle import outcome
from meuse.games.caseyellow.board import ARRIVED, DISRUPTED, ROADSIDE, Engagement
from meuse.games.caseyellow.declaration import Declaration
from meuse.games.caseyellow.dynamo import capacity, why_not_evacuate
from meuse.games.caseyellow.prepare import PortDefence
from meuse.games.caseyellow.sequence import EndTurn, FillCup, FirstChit, NextChit, initiative
from meuse.games.caseyellow.stacking import Excess, stack_fault
from meuse.testkit import Table, rule

from .scene import (
    air,
    allies_move,
    battle,
    code,
    cost,
    fight,
    game,
    german_moves,
    germans_fight,
    mark,
    net,
    odds,
    run,
    stage,
    status,
)

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED


def dynamo(*sentences: str, turn: int = 4, **more: object) -> Table:
    """Dynamo was declared at Dunkerque, 3110, on turn 3."""
    table = stage(*sentences, scenario="historical", turn=turn)
    return mark(table, port="3110", dynamo_declared=3, dynamo_ends=6, **more)


# -- 13.1 declaration


@rule("caseyellow", "13.1", "13.1a", "13.1b", "4.1c.dynamo", "R.4.1c.dynamo.1")
def test_dynamo_is_declared_on_a_drawn_move_chit() -> None:
    table = stage("British uk.I at Dunkerque", scenario="historical", turn=4).step(FillCup())
    g = game(table)
    assert (g.reserve_chit, g.cup) == (True, [3, 1, 1])
    g.rounds = ((GERMAN, "move"),)
    table.dice(4).step(NextChit())
    assert table.asked == "allied"
    assert set(table.choices("declare")) == {"2805", "3007", "3110", "3213"}
    table.play("declare 3110")
    assert g.cup == [3, 1, 1]  # the chit left out is in
    assert g.rounds[-1] == (ALLIED, "move")


@rule("caseyellow", "13.1")
def test_when_dynamo_cannot_be_declared() -> None:
    def asked(turn: int, scenario: str = "historical") -> str:
        return stage(scenario=scenario, turn=turn).step(Declaration(ALLIED)).asked

    assert [asked(turn) for turn in (2, 3, 4, 5)] == ["", "allied", "allied", ""]
    assert asked(3, "unrestricted") == ""
    again = dynamo(turn=4).step(Declaration(ALLIED))
    assert again.asked == ""


@rule("caseyellow", "13.1c", "R.4.1c.dynamo.2", "4.1c.dynamo", "R.4.1c.limit-row.2")
def test_the_immediate_declaration_on_turn_3() -> None:
    """Example derived-dynamo-early."""
    table = stage("British uk.I at Dunkerque", scenario="historical", turn=3).step(FillCup())
    g = game(table)
    g.rounds = ((GERMAN, "move"),)
    table.step(Declaration(ALLIED, early=True), NextChit())
    table.play("declare 3110")
    assert g.rounds == ((GERMAN, "move"), (ALLIED, "move"))
    assert [(side, points) for side, points, _, _ in g.awards] == [(GERMAN, 3)]
    assert g.cup == [3, 1, 1]
    late = stage(scenario="historical", turn=4)
    game(late).rounds = ((GERMAN, "move"),)
    assert late.step(Declaration(ALLIED, early=True)).asked == ""


@rule("caseyellow", "13.3", "13.3a", "13.3b", "R.13.3b.1", "13.3c", "13.3d", "13.2b")
def test_what_a_declaration_does() -> None:
    table = air(stage("German de.X at Boulogne", scenario="historical", turn=3), allied=2)
    game(table).air_lost = ((ALLIED, 5), (GERMAN, 5))
    table.step(Declaration(ALLIED))
    assert table.why_not("declare 2805").rule == "13.3b"  # German
    assert table.why_not("declare 2302").rule == "13.3b"  # Dieppe
    table.play("declare 3110")
    g = game(table)
    assert (g.map.labels[g.port], g.dynamo_ends) == ("3110", 6)
    assert (g.air[ALLIED], g.air_lost) == (0, ((GERMAN, 5),))


@rule("caseyellow", "13.3e", "13.4a")
def test_stukas_strike_at_once() -> None:
    table = air(stage("British uk.I at Dunkerque", "French fr.VI at Lille", scenario="historical", turn=3), german=2)
    table.step(Declaration(ALLIED))
    table.play("declare 3110")
    assert (table.asked, table.choices("bomb")) == ("german", ["3110"])
    table.dice(4).play("bomb 3110")
    assert capacity(game(table)) == 5
    assert status(table, "uk.I") == 0


# -- 13.2 initiative


@rule("caseyellow", "13.2c", "R.13.2c.1", "13.2d")
def test_three_turns_of_initiative() -> None:
    table = dynamo()
    found = [initiative(game(mark(table, turn=turn))) for turn in (3, 4, 5, 6, 7)]
    assert found == [GERMAN, ALLIED, ALLIED, ALLIED, GERMAN]
    mark(table, port_fell=5)
    found = [initiative(game(mark(table, turn=turn))) for turn in (4, 5, 6)]
    assert found == [ALLIED, ALLIED, GERMAN]
    chits = dynamo(turn=4).step(FillCup(), FirstChit())
    assert game(chits).cup == [3, 2, 1]
    assert (chits.asked, chits.choices("round")) == ("allied", ["move", "combat"])
    assert game(dynamo(turn=7).step(FillCup())).cup == [3, 1, 1]


@rule("caseyellow", "13.3a", "2.2b.dynamo")
def test_dynamo_ends_after_three_turns_or_with_the_port() -> None:
    assert game(run(dynamo(turn=5), EndTurn())).port >= 0
    assert game(run(dynamo(turn=6), EndTurn())).port == -1
    table = dynamo("German de.X at 3010", turn=5).phase("German move round")
    table.play("move de.X 3110")
    g = game(table)
    assert (g.port, g.port_fell) == (-1, 5)


# -- 13.4 evacuation


@rule("caseyellow", "13.4.2", "13.4.3", "13.4.5", "13.2a", "R.13.4.3.1")
def test_steps_leave_by_sea() -> None:
    units = tuple(f"British {name} at Dunkerque" for name in ("uk.I", "uk.II", "uk.III", "uk.5"))
    table = dynamo(*units).phase("Allied move round")
    table.play("evacuate uk.I", "evacuate uk.II", "evacuate uk.III")
    assert table.where("uk.I") == "evacuated"
    full = why_not_evacuate(game(table), game(table).scenario.unit_named["uk.5"])
    assert full is not None
    assert full.rule == "13.4.2"
    assert "evacuate" not in table.choices()  # six steps
    assert sum(points for side, points, _, _ in game(table).awards if side is ALLIED) == 6


@rule("caseyellow", "13.4.2", "13.4a", "6.3")
def test_capacity_is_used_to_the_last_step() -> None:
    table = dynamo(
        "British uk.I at Dunkerque", "British uk.II at Dunkerque", "British uk.III at Dunkerque", port_disruption=1
    )
    table.phase("Allied move round").play("evacuate uk.I", "evacuate uk.II", "evacuate uk.III")
    assert (table.where("uk.III"), table.steps("uk.III")) == ("3110", 1)


@rule("caseyellow", "13.4.2")
def test_a_refusal_names_the_capacity_that_is_used_up() -> None:
    units = tuple(f"British {name} at Dunkerque" for name in ("uk.I", "uk.II", "uk.III", "uk.5"))
    table = dynamo(*units, "British uk.46 at Lille").phase("Allied move round")
    table.play("evacuate uk.I", "evacuate uk.II", "evacuate uk.III")
    for refusal in (table.why_not("evacuate uk.5"), table.why_not("evacuate uk.46"), table.why_not("evacuate")):
        assert (refusal.rule, refusal.causes) == ("13.4.2", ("3110",))
        assert refusal.text.startswith("3110 has already evacuated 6 steps")
    table.phase("Allied move round")
    assert table.allows("evacuate uk.5")


@rule("caseyellow", "12.11e.move", "13.4.3")
def test_a_better_defense_marker_does_not_stay_in_an_empty_port() -> None:
    table = dynamo("British uk.I at Dunkerque", "British uk.II at Lille", turn=5, better=["3110"])
    table.phase("Allied move round").play("evacuate uk.I")
    assert (game(table).better, game(table).better_pool) == (frozenset(), 1)


@rule("caseyellow", "R.13.4.3.2", "10.5b")
def test_who_came_by_rail_does_not_leave_in_the_same_round() -> None:
    table = dynamo("French fr.di21 at 1012", "British uk.5 at Dunkerque").phase("Allied move round")
    table.play("rail fr.di21 3110")
    assert table.why_not("evacuate fr.di21").rule == "13.4.3"
    assert table.allows("evacuate uk.5")


@rule("caseyellow", "13.4.3", "13.4.4", "13.4.2b")
def test_who_cannot_leave() -> None:
    table = dynamo("British uk.5 at Dunkerque", "British uk.50 at Dunkerque", "British uk.I at Lille").phase(
        "Allied move round"
    )
    g = game(table)
    g.acts[g.scenario.unit_named["uk.5"]] |= ARRIVED
    g.spent[g.scenario.unit_named["uk.50"]] = 6
    table.put("British uk.46 at Dunkerque")
    assert table.why_not("evacuate uk.5").rule == "13.4.2b"
    assert table.why_not("evacuate uk.50").rule == "13.4.3"  # no point left
    assert table.why_not("evacuate uk.I").rule == "13.4.3"
    assert table.allows("evacuate uk.46")


@rule("caseyellow", "13.4.4")
def test_port_disruption_does_not_slow_units_but_refugees_do() -> None:
    table = dynamo("British uk.I at 3010", port_disruption=2).phase("Allied move round")
    plain = int(cost(table, "uk.I", "3110"))
    assert plain == int(cost(mark(table, port_disruption=0), "uk.I", "3110"))
    assert int(cost(mark(table, refugees=["3110"]), "uk.I", "3110")) == plain + 1


# -- 13.5 the port


@rule("caseyellow", "13.5.1", "13.5.4", "8.6c")
def test_british_and_french_together_at_the_port() -> None:
    g = game(dynamo(turn=3))
    pair = [g.scenario.unit_named[name] for name in ("uk.5", "fr.di10")]
    crowd = [g.scenario.unit_named[name] for name in ("uk.I", "fr.VI")]
    near = g.map.adjacent[g.port][0]
    assert stack_fault(g, pair, near) is None
    assert stack_fault(g, pair, g.map.hex("0803")) == "8.6c"
    assert stack_fault(g, crowd, near) == "8.3a"  # the normal limits next to it
    assert stack_fault(g, crowd, g.port) is None


@rule("caseyellow", "13.5.2", "R.13.5.2.1")
def test_entering_the_port() -> None:
    table = dynamo("disrupted British uk.I at 3010", "British uk.II at Dunkerque").phase("Allied move round")
    table.play("move uk.I 3110")
    assert (table.steps("uk.I"), table.steps("uk.II")) == (1, 2)  # only who enters is reduced
    assert status(table, "uk.I") == DISRUPTED
    table.play("end")
    assert status(table, "uk.I") == 0


@rule("caseyellow", "13.5.2")
def test_ways_that_are_not_written_shun_the_port() -> None:
    """By road the way from 3009 to 3111 leads through Dunkerque, where a corps is reduced; 3010 and 3011 go around."""
    table = dynamo("British uk.I at 3009", "British uk.5 at 3009").phase("Allied move round")
    assert cost(table, "uk.I", "3111") == "3"
    table.play("move uk.I 3111")
    assert (table.where("uk.I"), table.steps("uk.I")) == ("3111", 2)
    stack = dynamo("British uk.I at 3009", "British uk.5 at 3009").phase("Allied move round")
    stack.play("march uk.I uk.5 go 3111")
    assert stack.steps("uk.I") == 2
    written = dynamo("British uk.I at 3009").phase("Allied move round")
    written.play("move uk.I 3110.3111")
    assert written.steps("uk.I") == 1
    barred = dynamo("British uk.I at 3009", "German de.lah at 3010", "German de.gd at 3011")
    barred.phase("Allied move round")
    barred.play("move uk.I 3111")
    assert barred.steps("uk.I") == 1  # no other way


@rule("caseyellow", "13.5.2", "11.4b")
def test_retreats_shun_the_port_too() -> None:
    """From 3011 a retreat to 3009 leads through Dunkerque or through 3010."""
    table = dynamo("British uk.I at 3011")
    g = game(table)
    paths = retreat_paths(g, g.scenario.unit_named["uk.I"], 2)
    goal = g.map.hex("3009")
    assert {g.map.labels[path[0]] for path in paths if path[-1] == goal} == {"3010", "3110"}
    assert all(g.port not in ways_by_end(g, order)[goal] for order in (paths, paths[::-1]))


@rule("caseyellow", "13.5.3", "8.4")
def test_overstacking_in_the_port() -> None:
    """Example dynamo-port-overstack."""
    units = tuple(f"British {name} at Dunkerque with 1 step" for name in ("uk.I", "uk.II", "uk.III", "uk.5", "uk.46"))
    table = dynamo(*units).phase("Allied move round")
    table.play("end")
    assert not any(isinstance(step, Excess) for step in game(table).stack)
    assert all(table.where(name) == "3110" for name in ("uk.I", "uk.II", "uk.III", "uk.5", "uk.46"))


def assault(*more: str) -> Table:
    units = tuple(f"British {name} at Dunkerque with 1 step" for name in ("uk.I", "uk.II", "uk.III"))
    germans = ("German de.I at 3010", "German de.II at 3111", "German de.id208 at 3010")
    return dynamo(*units, *germans, *more)


@rule("caseyellow", "13.5.3", "R.13.5.3.1", "R.13.5.3.2", "13.6a")
def test_an_attack_on_the_port() -> None:
    table = assault()
    g = game(table)
    attack = battle(table, "3110", "de.I")
    table.step(PortDefence(ALLIED, attack))
    assert table.asked == "allied"
    assert table.why_not("defend uk.I uk.II").rule == "13.5.3"  # two corps
    chosen = battle(table, "3110", "de.I", chosen=(g.scenario.unit_named["uk.II"],))
    assert odds.totals(g, chosen) == (7, 3)
    assert odds.ratings(game(mark(table, port_disruption=2)), chosen)[1] == 4
    table.step(*outcome(g, chosen, "AL1"))
    assert table.where("uk.II") == "3110"
    table.step(*outcome(g, chosen, "DL1"))
    assert [table.where(name) for name in ("uk.I", "uk.II", "uk.III")] == ["", "", ""]  # a retreat costs all of them


@rule("caseyellow", "13.5.3", "R.13.5.3.1", "11.9a")
def test_the_port_is_held_as_long_as_one_of_its_defenders() -> None:
    table = assault("British uk.5 at Dunkerque")
    g = game(table)
    weak, strong = (tuple(g.scenario.unit_named[name] for name in names) for names in (("uk.5",), ("uk.I", "uk.5")))
    g.set_status(g.scenario.unit_named["uk.5"], DISRUPTED)
    table.step(*outcome(g, battle(table, "3110", "de.I", chosen=strong), "ENG"))
    assert table.where("uk.II") == "3110"
    alone = assault("disrupted British uk.5 at Dunkerque")
    alone.step(*outcome(game(alone), battle(alone, "3110", "de.I", chosen=weak), "ENG"))
    assert (alone.where("uk.5"), alone.where("uk.II")) == ("", "")
    assert not game(alone).engaged


@rule("caseyellow", "13.5.3", "11.3a.min")
def test_the_odds_against_an_overstacked_port() -> None:
    """Three corps and two divisions stand there, but a corps and a division at most defend."""
    table = assault("British uk.5 at Dunkerque", "British uk.46 at Dunkerque").phase("German combat round")
    assert odds.totals(game(table), battle(table, "3110", "de.id208")) == (2, 6)  # and not 14
    assert table.allows("attack 3110 de.id208 go")
    report = table.game.odds("attack 3110 de.id208")
    assert report is not None
    assert (report.ratio, report.start) == ("2 : 6", "1-3")
    table.put("British uk.5 at 3009")
    assert not odds.at_port(game(table), battle(table, "3009", "de.I"))


@rule("caseyellow", "13.6", "13.2b")
def test_two_stukas_for_each_shift_against_the_port() -> None:
    """Example derived-port-defence-stukas."""
    table = assault()
    found = [net(table, "3110", "de.I", german_air=n) for n in (0, 1, 2, 3)]
    assert found[3] - found[0] == 1
    assert found[1] == found[0]


@rule("caseyellow", "13.3a", "13.2c", "3.1b")
def test_the_capture_of_the_port_is_remembered() -> None:
    table = german_moves("German de.X at 3010", scenario="historical", turn=5)
    mark(table, port="3110", dynamo_declared=3, dynamo_ends=6).play("move de.X 3110")
    assert "port captured" in game(table).scored


@rule("caseyellow", "13.5.3")
def test_a_whole_attack_on_the_port() -> None:
    table = assault().phase("German combat round")
    table.play("attack 3110 de.I go")
    table.dice(1)
    events = table.play("defend uk.III go")
    assert code(events) == "AL1"
    assert table.where("uk.I") == "3110"


@rule("caseyellow", "13.4.2")
def test_evacuation_begins_in_the_round_of_the_declaration() -> None:
    table = stage("British uk.I at Dunkerque", scenario="historical", turn=4)
    game(table).cup[:] = [0, 1, 0]
    table.step(NextChit())
    table.play("declare 3110")
    assert table.allows("evacuate uk.I")


@rule("caseyellow", "11.3c.air-dynamo")
def test_no_allied_air_in_combats_during_dynamo() -> None:
    table = germans_fight("German de.X at 4540", "French fr.VI at 4640", scenario="historical", turn=4)
    assert fight(table, "attack 4640 de.X go", 1)
    assert allies_move("French fr.VI at 0803").asked == "allied"


@rule("caseyellow", "11.9b.mark")
def test_engaged_units_are_not_evacuated() -> None:
    table = dynamo("British uk.I at Dunkerque", "British uk.5 at Lille", "German de.X at 3010").phase(
        "Allied move round"
    )
    g = game(table)
    g.engaged[g.port] = Engagement(GERMAN, (g.scenario.unit_named["de.X"],))
    g.touch(ROADSIDE)
    refusal = why_not_evacuate(g, g.scenario.unit_named["uk.I"])
    assert refusal is not None
    assert refusal.rule == "11.9b.mark"


@rule("caseyellow", "8.4", "13.3a")
def test_when_dynamo_is_over_the_port_is_a_hex_like_others() -> None:
    table = dynamo("British uk.I at Dunkerque", "British uk.II at Dunkerque", turn=6).step(EndTurn())
    assert (table.asked, set(table.choices("eliminate"))) == ("allied", {"uk.I", "uk.II"})

"""4: the sequence of play: the cup, the rounds and their steps."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games import rule_book
from meuse.games.caseyellow import endphase, refit, victory
from meuse.games.caseyellow.air import (
    Availability,
    DiveBombing,
    EbenEmael,
    Interdiction,
    Paratroops,
    RemoveInterdiction,
)
from meuse.games.caseyellow.arrivals import why_not_entry
from meuse.games.caseyellow.board import GERMAN_CHIT
from meuse.games.caseyellow.hunger import SupplyPhase
from meuse.games.caseyellow.sequence import (
    ChooseAction,
    EndTurn,
    FillCup,
    FirstChit,
    NextChit,
    action_phase,
    air_phase,
    combat_round,
    end_phase,
    move_round,
    sequence,
)
from meuse.testkit import Table, rule

from .scene import allies_move, game, german_moves, germans_fight, mark, stage

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED


def cup(table: Table, german: int = 0, move: int = 0, combat: int = 0) -> Table:
    game(table).cup[:] = [german, move, combat]
    return table


def had(table: Table, *rounds: tuple[Side, str]) -> Table:
    game(table).rounds = rounds
    return table


@rule("caseyellow", "4.0", "4.1a")
def test_the_air_phase_in_order() -> None:
    kinds = [type(step) for step in air_phase()]
    assert kinds == [Availability, RemoveInterdiction, Interdiction, EbenEmael, Paratroops, DiveBombing]
    table = stage("French fr.VI at 0803", turn=2).phase("Stuka dive bombing")
    assert "interdict" not in table.choices()  # what is over is over


@rule("caseyellow", "4.1d", "12.1")
def test_the_end_phase_in_order() -> None:
    kinds = [type(step) for step in end_phase()]
    assert kinds[:7] == [
        endphase.RemoveDisruption, endphase.BridgeheadCrossing, endphase.TerrorBombing, endphase.Surrenders,
        endphase.Refugees, endphase.OpenCity, victory.VictoryPoints,
    ]  # fmt: skip
    assert kinds[7:] == [
        refit.Attrition, refit.StartReplacements, refit.Replacements, refit.Replacements,
        endphase.ReceiveBetterDefence, endphase.BetterDefence, refit.DeclareRefit, refit.SpendRefit,
        refit.ReturnPanzers, EndTurn,
    ]  # fmt: skip


@rule("caseyellow", "4.1b", "7.5")
def test_the_supply_phase_comes_before_the_action_phase() -> None:
    steps = [type(step) for step in sequence(rule_book("caseyellow").opened("holland", {}))]
    assert steps.index(SupplyPhase) < steps.index(FillCup)
    table = stage("German de.pz1 at Paris", turn=1).step(SupplyPhase())
    assert game(table).status[game(table).scenario.unit_named["de.pz1"]] == 0  # nobody lacks supply on turn 1


@rule("caseyellow", "2.4b", "4.1c.second")
def test_at_most_eight_rounds() -> None:
    steps = [type(step) for step in action_phase()]
    assert (steps.count(FirstChit), steps.count(NextChit)) == (1, 7)


@rule("caseyellow", "4.1c.number")
def test_how_many_rounds_a_turn_has() -> None:
    def rounds(scenario: str, turn: int) -> int:
        return sum(game(stage(scenario=scenario, turn=turn).step(FillCup())).cup)

    assert [rounds("historical", turn) for turn in (1, 2, 3, 5)] == [6, 6, 5, 5]
    assert [rounds("unrestricted", turn) for turn in (1, 2)] == [6, 7]
    assert rounds("holland", 1) == 8


@rule("caseyellow", "2.2d.chits", "4.1c.init", "4.1c.first", "2.4c")
def test_the_player_with_the_initiative_picks_the_first_chit() -> None:
    table = stage("German de.X at 4540", scenario="historical").step(FillCup(), FirstChit())
    assert game(table).cup == [4, 1, 1]
    assert table.asked == "german"
    table.play("round combat")
    assert game(table).cup == [3, 1, 1]
    assert game(table).rounds == ((GERMAN, "combat"),)


@rule("caseyellow", "4.1c.second")
def test_an_allied_chit_has_one_action() -> None:
    table = cup(stage("French fr.VI at 0803", "German de.X at 4540"), move=1)
    table.step(NextChit())
    assert game(table).rounds == ((ALLIED, "move"),)
    assert table.asked == "allied"


@rule("caseyellow", "4.1c.limit-type")
def test_at_most_two_rounds_of_a_kind() -> None:
    table = had(stage(), (GERMAN, "move"), (ALLIED, "move"), (GERMAN, "move"), (ALLIED, "combat"))
    cup(table, german=2).step(ChooseAction(GERMAN, GERMAN_CHIT))
    assert table.choices("round") == ["combat"]
    assert table.why_not("round move").rule == "4.1c.limit-type"


@rule("caseyellow", "4.1c.limit-row", "R.4.1c.limit-row.1", "R.4.1c.limit-row.2")
def test_no_three_rounds_in_a_row() -> None:
    table = had(stage("French fr.VI at 0803"), (GERMAN, "move"), (GERMAN, "combat"))
    cup(table, german=2, move=1).dice(1, 2, 3).step(NextChit())
    assert game(table).rounds[-1] == (ALLIED, "move")  # two German chits went back
    assert game(table).cup == [2, 0, 0]

    over = had(stage("French fr.VI at 0803"), (GERMAN, "move"), (GERMAN, "combat"))
    cup(over, german=2).step(NextChit(), NextChit())
    assert game(over).phase_over
    assert len(game(over).rounds) == 2


@rule("caseyellow", "4.1c.move1", "10.2a", "R.10.2a.1")
def test_reinforcements_come_in_the_first_move_round() -> None:
    table = stage("German de.XVII in reserve", "German de.X at 4540", turn=2).phase("German move round")
    assert table.why_not("enter de.XVII 4540").rule == "10.2a"
    table.play("enter de.XVII 2930", "end")
    table.put("German de.XXXXII in reserve").phase("German move round")
    assert "enter" not in table.choices()  # not in the second one


@rule("caseyellow", "10.2a")
def test_reinforcements_keep_to_their_turn_and_to_friendly_hexes() -> None:
    table = stage("French fr.XXI in reserve", "French fr.dim3 in reserve", scenario="historical", turn=1)
    table.phase("Allied move round")
    assert table.why_not("enter fr.XXI 1719").rule == "10.2a"
    assert table.allows("enter fr.dim3 1719")
    table = stage("French fr.XXI in reserve", "German de.X at Reims", scenario="historical", turn=2)
    table.phase("Allied move round")
    assert table.choices("enter fr.XXI") == ["1520"]


@rule("caseyellow", "10.2b", "R.10.2b.1", "10.2c", "R.10.2c.1")
def test_reinforcements_move_at_once_and_wait_if_they_must() -> None:
    table = stage("German de.XVII in reserve", turn=4).phase("German move round")  # due on turn 2
    table.play("enter de.XVII 2930", "move de.XVII 2931")
    assert table.where("de.XVII") == "2931"
    late = stage(
        "French fr.XXI in reserve", "German de.X at Reims", "German de.I at 1520", scenario="historical", turn=2
    )
    late.put("French fr.VI at 0803").phase("Allied move round")
    assert late.where("fr.XXI") == "reserve"


@rule("caseyellow", "4.1c.move2", "10.1a", "R.10.1a.1", "2.4a")
def test_any_units_move_once_in_a_move_round() -> None:
    table = german_moves("German de.X at 4540", "German de.I at 4641")
    table.play("move de.X 4640", "move de.I 4741")
    assert table.why_not("move de.X 4740").rule == "10.1a"
    table.play("end")
    table.phase("German move round")
    assert "4740" in table.reach("de.X")  # a full new allowance
    fight = germans_fight("German de.X at 4540", "French fr.di10 at 4640")
    assert "move" not in fight.choices()


@rule("caseyellow", "4.1c.move3", "4.1c.combat2", "11.1b", "11.2b")
def test_engaged_combats_come_before_motorized_ones() -> None:
    steps = [type(step).__name__ for step in move_round(game(stage()), GERMAN)]
    assert steps == ["Reinforcements", "Movement", "EngagedCombats", "Attacks", "Bridgeheads"]
    assert [type(step).__name__ for step in combat_round(ALLIED)] == ["EngagedCombats", "Attacks"]
    table = germans_fight(
        "German de.X at 4540", "German de.I at 4440", "French fr.di10 at 4640", "French fr.di14 at 4339"
    )
    assert table.choices("attack") == ["4339", "4640"]  # in any order, and no declaration


@rule("caseyellow", "4.1c.move4a", "11.6a")
def test_a_die_says_how_many_allied_motorized_units_attack() -> None:
    units = ("French fr.dlm1 at 4540", "French fr.dlm2 at 4540", "French fr.VI at 4440")
    table = allies_move(*units, "German de.id208 at 4640", "French fr.asu at 4340")
    table.dice(1).play("end")
    assert table.choices("attack 4640") == ["fr.dlm1", "fr.dlm2"]
    assert table.choices("attack 4640 fr.dlm1") == ["go"]
    assert table.why_not("attack 4640 fr.dlm1 fr.dlm2").rule == "11.6a"


@rule("caseyellow", "4.1c.move4b", "R.4.1c.move4b.1", "11.6b", "11.1d")
def test_all_german_yellow_units_attack_in_a_move_round() -> None:
    table = german_moves("German de.pz1 at 4540", "German de.id225 at 4540", "French fr.di10 at 4640")
    table.play("end")
    assert table.choices("attack 4640") == ["de.pz1"]
    assert table.why_not("attack 4640 de.id225").rule == "11.6b"


@rule("caseyellow", "4.1c.combat1", "11.1a", "R.4.1c.combat1.1")
def test_who_may_attack_what_in_a_combat_round() -> None:
    table = germans_fight("German de.X at 4540", "French fr.di10 at 4640")
    assert table.allows("attack 4640 de.X go")
    assert table.allows("end")
    assert table.why_not("attack 4439 de.X").rule == "11.1a"
    works = germans_fight("German de.VI at 2125", "German de.X at 4540", "French fr.di10 at 4640")
    assert works.why_not("attack 2124").rule == "11.1a"  # vacant works are entered, not attacked


@rule("caseyellow", "10.2a", "10.2c", "12.7c")
def test_reasons_against_a_placement() -> None:
    units = (
        "French fr.XXI in reserve",
        "French fr.dlm4 in reserve",
        "French fr.di10 in reserve",
        "German de.X at Reims",
    )
    table = stage(*units, "German de.I at 1520", scenario="historical", turn=6).phase("Allied move round")
    assert "blocked" in table.why_not("enter fr.XXI").text
    assert "does not enter" in table.why_not("enter fr.di10 1409").text
    assert table.allows("enter fr.dlm4 1409")
    mark(table, open_city=True)
    assert "blocked" in table.why_not("enter fr.dlm4").text
    g = game(table)
    refusal = why_not_entry(g, g.scenario.unit_named["fr.dlm4"], g.map.hex("1409"))
    assert refusal is not None
    assert refusal.rule == "12.7c"

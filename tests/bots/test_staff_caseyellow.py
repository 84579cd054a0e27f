"""The staff in Case Yellow: a few positions, and that every question finds an answer."""

from __future__ import annotations

import random

import meuse
from meuse.bots import bot
from meuse.bots.random import RandomBot
from meuse.counters import Side
from meuse.games.caseyellow.advice import ADVICE, retreat_order
from meuse.games.caseyellow.advice_moves import RoundPlan, attack_worth, wanted_by
from meuse.games.caseyellow.board import CaseYellow
from meuse.games.caseyellow.movement import Movement
from meuse.games.caseyellow.odds import Attack, Battle
from meuse.testkit import Table


def table(*units: str, turn: int = 3) -> Table:
    found = Table("caseyellow", "unrestricted").clear()
    state(found).air[:] = [0, 0]
    state(found).set_marker("turn", turn)
    return found.put(*units)


def state(found: Table) -> CaseYellow:
    assert isinstance(found.game.state, CaseYellow)
    return found.game.state


def advised(found: Table) -> list[tuple[str, ...]]:
    decision = found.game.decision
    return list(ADVICE.orders(state(found), decision.side, decision, random.Random(1)))


def test_panzers_mass_against_what_bars_their_way() -> None:
    found = table("German de.pz1 at 1720", "German de.pz2 at 1820", "French fr.di10 at 1718")
    plan = RoundPlan(state(found), Movement(Side.GERMAN), random.Random(1))
    g = state(found)
    ends = [g.map.hex(order[2]) for order in plan.moves() if order[0] == "move"]
    assert any(g.map.distance(h, g.map.hex("1718")) == 1 for h in ends)


def test_a_good_attack_is_worth_more_than_a_bad_one() -> None:
    g = state(table("German de.pz1 at 4540", "German de.lah at 4540", "French fr.VI at 4640", "French fr.sp1 at 4541"))
    strong, weak = (g.scenario.unit_named[name] for name in ("de.pz1", "de.lah"))
    easy = attack_worth(g, Battle(Attack(g.map.hex("4541"), (strong,))))
    assert easy > attack_worth(g, Battle(Attack(g.map.hex("4640"), (weak,))))
    assert easy > 0


def test_the_staff_attacks_what_it_can_beat_and_leaves_the_rest() -> None:
    found = table("German de.I at 4540", "French fr.sp1 at 4640", turn=1).phase("German combat round")
    assert advised(found)[0] == ("attack", "4640", "de.I", "go")
    hard = table("German de.lah at 4540", "French fr.VI at 4640", turn=1).phase("German combat round")
    assert advised(hard) == [("end",)]


def test_beaten_units_get_away_from_the_enemy() -> None:
    g = state(table("French fr.VI at 4540", "German de.X at 4640"))
    _, _, end = retreat_order(g, g.scenario.unit_named["fr.VI"], 2)
    assert g.map.distance(g.map.hex(end), g.map.hex("4640")) == 3


def test_what_is_taken_is_wanted_no_more() -> None:
    g = state(table())
    lille = g.map.place("Lille").hex
    assert lille in wanted_by(g, Side.GERMAN)
    g.set_control(lille, 1)
    assert lille not in wanted_by(g, Side.GERMAN)


def test_every_question_of_a_whole_game_is_answered_by_the_staff_itself(monkeypatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(RandomBot, "choose", lambda self, seat: asked.append(seat.decision.title) or ("end",))
    game = meuse.new("caseyellow", "holland", seed=3)
    bots = {side: bot("staff", f"3 {side.word}") for side in meuse.SIDES}
    while not game.over:
        side = game.decision.side
        game.play(bots[side].choose(game.seat(side)), side)
    assert asked == []

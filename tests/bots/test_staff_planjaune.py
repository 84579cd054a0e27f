"""The staff in Case Yellow (Plan Jaune): a few positions, and that every question finds an answer."""

from __future__ import annotations

import random

import meuse
from meuse.bots import bot
from meuse.bots.random import RandomBot
from meuse.counters import Side
from meuse.games.planjaune.advice import PhasePlan, best_lead, wanted_by
from meuse.games.planjaune.board import GamePJ
from meuse.games.planjaune.exits import MOTORIZED
from meuse.games.planjaune.odds import targets
from meuse.games.planjaune.overrun import MotorizedMovement
from meuse.testkit import Table


def table(*units: str, turn: int = 3) -> Table:
    found = Table("planjaune").clear()
    found.game.state.turn = turn
    state(found).change(invaded=frozenset({"belgium", "netherlands"}))
    return found.put(*units)


def state(found: Table) -> GamePJ:
    assert isinstance(found.game.state, GamePJ)
    return found.game.state


def test_panzers_mass_against_what_bars_the_way_to_the_sea() -> None:
    found = table("de.c16 at 1913", "de.pz3 in de.c16", "de.pz4 in de.c16", "de.m20 in de.c16", "be.dlc at 1713")
    plan = PhasePlan(state(found), MotorizedMovement(Side.GERMAN, MOTORIZED), random.Random(1))
    moves = dict(order[1:] for order in plan.moves())
    g = state(found)
    assert targets(g, Side.GERMAN) & set(g.scenario.touching[g.map.hex(moves["de.c16"])])


def test_the_lead_is_good_but_not_the_dearest() -> None:
    found = table("de.pz1 at 0728", "de.pz10 at 0728 with 1 step", "de.XXXVII at 0728")
    units = [state(found).scenario.unit_named[name] for name in ("de.pz1", "de.pz10", "de.XXXVII")]
    assert found.game.state.name(best_lead(state(found), units)) == "de.pz1"


def test_late_in_the_game_panzers_want_the_lines_of_communication() -> None:
    g = state(table(turn=9))
    assert wanted_by(g, Side.GERMAN, "motorized").keys() == g.map.regions["communication-lines"].hexes
    assert g.map.hex("1820") in wanted_by(g, Side.GERMAN, "foot")


def test_every_question_of_two_turns_is_answered_by_the_staff_itself(monkeypatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(RandomBot, "choose", lambda self, seat: asked.append(seat.decision.title) or ("end",))
    game = meuse.new("planjaune", seed=3)
    bots = {side: bot("staff", f"3 {side.word}") for side in meuse.SIDES}
    while game.state.turn < 3:
        side = game.decision.side
        game.play(bots[side].choose(game.seat(side)), side)
    assert asked == []

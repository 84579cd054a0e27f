"""The audit: every kind of blunder on a small board, and beside it the case that is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import meuse
from meuse.appreciation import Historical
from meuse.audit import Blunder, audit, dates_of, look_back, worst
from meuse.audit_ground import each_once
from meuse.lab.auditing import history, summary, tallies
from meuse.lab.play import play_out
from meuse.lab.solving import Script
from meuse.problems import Problem, position

SEDAN = {"control": {"german": "4619", "allied": "4317 4422"}}


def laid(game: str, phase: str, *put: str, turn: int, **more: Any) -> meuse.Game:
    """A board at a phase of the German side's turn."""
    facts = {"id": "audit", "title": "", "task": "", "why": "", "side": "german", "goals": ("german wins",)}
    return position(Problem(game=game, phase=phase, put=put, turn=turn, **{**facts, **more})).play(1)


def skirmish(*put: str, **more: Any) -> meuse.Game:
    """The last turn of the skirmish: a German operation, and then the Allied ones."""
    rest = {"values": ("value chits [0, 3]", "value tokens [0, 0]")}
    return laid("skirmish", "German movement", *put, turn=4, **{**rest, **more})


def played(game: meuse.Game, german: Sequence[str] = (), allied: Sequence[str] = ()) -> meuse.Game:
    """A game to its end, by these orders; whoever has none passes."""
    play_out(game, {"german": Script(german), "allied": Script(allied)})
    return game


def begun(game: meuse.Game, orders: int, german: Sequence[str] = ()) -> meuse.Game:
    """A game of so many orders."""
    players = {"german": Script(german), "allied": Script(())}
    for _ in range(orders):
        side = game.decision.side
        game.play(players[side.word].choose(game.seat(side)), side)
    return game


def told(game: meuse.Game, kind: str, side: str = "german") -> list[tuple[str, bool]]:
    """Where a side blundered so, and whether it was punished."""
    return [(found.at, found.punished) for found in audit(game) if (found.kind, found.side) == (kind, side)]


def first(game: meuse.Game, kind: str) -> Blunder:
    return next(found for found in audit(game) if found.kind == kind)


# -- gift


def test_an_objective_that_is_left_is_a_gift_and_the_enemy_may_take_it() -> None:
    left = played(
        skirmish("German 24ID at Sedan", "French 3DIM at 4620", **SEDAN), ["move 24ID 4719"], ["move 3DIM 4619"]
    )
    assert told(left, "gift") == [("4619", True)]
    assert first(left, "gift").words == "Turn 4, German: Sedan (4619) is left open; 1 French unit can walk in."


def test_a_garrison_gives_nothing_away() -> None:
    kept = played(skirmish("German 24ID at Sedan", "French 3DIM at 4620", **SEDAN))
    assert told(kept, "gift") == []


def test_what_nobody_could_have_guarded_is_no_gift() -> None:
    alone = played(skirmish("German 24ID at Libramont", "French 3DIM at 4620", **SEDAN))
    assert told(alone, "gift") == []


def test_whoever_guards_the_one_is_not_missed_at_the_other() -> None:
    both = {"control": {"german": "4317 4619"}}
    one = played(skirmish("German 1Pz at Sedan", "French 3DIM at 4620", "French 53DI at 4318", **both))
    assert told(one, "gift") == []


def test_one_enemy_walks_into_one_of_two_open_places_and_two_into_both() -> None:
    assert list(each_once({10: (1,), 11: (1,)}, lambda h: (False, 0.0, h))) == [10]
    assert list(each_once({10: (1, 2), 11: (1,)}, lambda h: (False, 0.0, h))) == [10, 11]


# -- hole


def test_a_gap_lets_the_enemy_through_to_what_must_be_held() -> None:
    gap = played(skirmish("German 24ID at Sedan", "French 3DCR at 4622", **SEDAN), allied=["move 3DCR 4620"])
    assert told(gap, "hole") == [("4619", True)]


def test_whoever_stands_in_between_closes_it() -> None:
    shut = played(skirmish("German 24ID at Sedan", "German 1Pz at 4620", "French 3DCR at 4622", **SEDAN))
    assert told(shut, "hole") == []


def test_what_was_taken_in_the_same_turn_lies_behind_no_line() -> None:
    held = {"control": {"allied": "4317 4422 4619"}}
    won = played(skirmish("German 24ID at 4719", "French 3DCR at 4622", **held), ["move 24ID 4619"])
    assert won.state.hex_of[won.state.scenario.unit_named["24ID"]] == won.state.map.hex("4619")
    assert told(won, "hole") == []


# -- lonely


def test_a_headquarters_alone_beside_the_enemy_is_lonely() -> None:
    phase, enemy = "German motorized movement", "French fr.XI at 1715"
    alone = begun(laid("planjaune", phase, "German de.hqa at 1815", enemy, turn=3), 12)
    assert told(alone, "lonely")[:1] == [("1815", False)]


def test_a_headquarters_with_troops_is_not() -> None:
    phase, enemy = "German motorized movement", "French fr.XI at 1715"
    guarded = begun(laid("planjaune", phase, "German de.hqa at 1815", "German de.IX at 1815", enemy, turn=3), 12)
    assert told(guarded, "lonely") == []


# -- starved


def test_whoever_is_cut_off_before_his_next_turn_has_starved() -> None:
    units = ("German 1Pz at 4918", "German 24ID at 5118", "French 5DLC at 5215")
    chits = {"values": ("value chits [1, 2]", "value tokens [0, 0]"), "turn": 3}
    cut = played(laid("skirmish", "German movement", *units, **chits), allied=["move 5DLC 5116"])
    assert "1st Panzer Division and 24th Infantry Division were in supply" in first(cut, "starved").words


def test_whoever_keeps_his_line_has_not() -> None:
    units = ("German 1Pz at 4918", "German 24ID at 5118", "French 5DLC at 5215")
    chits = {"values": ("value chits [1, 2]", "value tokens [0, 0]"), "turn": 3}
    assert told(played(laid("skirmish", "German movement", *units, **chits)), "starved") == []


# -- suicide


def test_an_attack_that_must_lose_its_attackers_is_suicide() -> None:
    game = skirmish("German GD at 4718", "French 3DCR at Sedan", "French 3DIM at Sedan")
    assert [at for at, _ in told(played(game, ["attack 4619 with GD go"]), "suicide")] == ["4619"]


def test_an_attack_that_may_well_succeed_is_not() -> None:
    game = skirmish("German GD at 4718", "German 1Pz at 4718", "German 2Pz at 4719", "French 71DI at Sedan")
    assert told(played(game, ["attack 4619 with GD 1Pz 2Pz go"]), "suicide") == []


def test_an_attack_that_is_taken_back_is_not() -> None:
    game = skirmish("German GD at 4718", "French 3DCR at Sedan", "French 3DIM at Sedan")
    assert told(played(game, ["attack 4619 with GD go", "withdraw 4619"]), "suicide") == []


def test_a_duty_is_no_suicide() -> None:
    units = ("German 1Pz at 4918", "German 2Pz at 4918", "German GD at 4919", "French 71DI at 4818")
    game = skirmish(*units, "French 3DCR at 4819", "French 3DIM at 4819")
    orders = ["attack 4818 with 1Pz 2Pz go", "attack 4819 with GD go"]
    assert told(played(game, orders), "suicide") == []


# -- unspent


def test_tokens_that_are_left_at_the_end_were_not_spent() -> None:
    left = {"values": ("value chits [0, 3]", "value tokens [2, 0]")}
    assert len(told(played(skirmish("German 1Pz at Libramont", "French 3DCR at 4622", **left)), "unspent")) == 1


def test_whoever_has_none_wasted_none() -> None:
    assert told(played(skirmish("German 1Pz at Libramont", "French 3DCR at 4622")), "unspent") == []


# -- idle


def test_whoever_waits_three_turns_far_from_the_enemy_is_idle() -> None:
    waiting = played(laid("skirmish", "German movement", "German 1Pz at Libramont", "French 3DCR at Attigny", turn=1))
    assert told(waiting, "idle") == [("5115", False)]
    assert first(waiting, "idle").turn == 3


def test_a_garrison_is_not_idle() -> None:
    board = ("German 1Pz at Sedan", "French 3DCR at Attigny")
    assert told(played(laid("skirmish", "German movement", *board, turn=1, **SEDAN)), "idle") == []


# -- undone


def test_there_and_back_is_undone() -> None:
    board = laid("gdw1940", "German movement", "German de.IX at 0808", "French fr.I at 1412", turn=1)
    back = begun(board, 6, ["move de.IX 0908", "move de.IX 0808"])
    assert told(back, "undone") == [("0808", False)]


def test_a_march_is_not() -> None:
    board = laid("gdw1940", "German movement", "German de.IX at 0808", "French fr.I at 1412", turn=1)
    assert told(begun(board, 6, ["move de.IX 0908"]), "undone") == []


# -- the whole


def test_an_audit_knows_nothing_of_who_plays_and_leaves_the_game_alone() -> None:
    game = meuse.load("tests/replay/gdw1940.meuse")
    before = game.state.digest()
    looked = look_back(game)
    assert looked.digest == game.state.digest() == before
    assert looked.dates == dates_of(game).dates
    assert [found.number for found in looked.blunders] == sorted(found.number for found in looked.blunders)


# -- many games


def test_blunders_are_averaged_over_games_and_sides() -> None:
    blunders = audit(meuse.load("tests/replay/skirmish.meuse"))
    one, none = tallies(blunders), tallies([])
    found = summary([one, none])
    assert found["games"] == 2
    assert found["sides"]["german"]["blunders"]["suicide"] == 0.5
    assert found["blunders"]["suicide"] == sum(blunder.kind == "suicide" for blunder in blunders) / 4
    assert found["punished"]["suicide"] <= found["blunders"]["suicide"]


def test_history_tells_how_often_and_whether_in_time() -> None:
    sedan = Historical("sedan", "Sedan falls", 2)
    found = history([sedan], [{"sedan": 2}, {"sedan": 3}, {"sedan": 4}, {}])["sedan"]
    assert (found["happened"], found["in_time"], found["turns"]) == (0.75, 0.5, [2, 3, 4])


def test_the_worst_are_told_each_place_once_and_in_the_order_of_the_game() -> None:
    found = worst(audit(meuse.load("tests/replay/gdw1940.meuse")), 6)
    assert len(found) == 6
    assert all(blunder.punished for blunder in found)
    assert len({(blunder.kind, blunder.side, blunder.at) for blunder in found}) == 6
    assert [blunder.number for blunder in found] == sorted(blunder.number for blunder in found)

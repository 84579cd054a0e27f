"""How a game went, told from its orders."""

from __future__ import annotations

from pathlib import Path

import meuse
from meuse.counters import SIDES, Side
from meuse.history import history

FINISHED = Path(__file__).parent.parent / "replay" / "skirmish.meuse"


def test_a_finished_game_is_told_turn_by_turn_with_its_score() -> None:
    game = meuse.load(FINISHED)
    tale = history(game, None)

    assert game.result is not None
    assert (tale.over, tale.text, tale.orders) == (True, game.result.text, len(game.journal))
    assert [turn.turn for turn in tale.turns] == [1, 2, 3, 4]
    assert tale.turns[-1].number == len(game.journal)
    assert all(sum(turn.score.values()) == 3 for turn in tale.turns)
    assert tale.measure == "points"


def test_the_front_of_the_last_turn_is_the_board_at_the_end() -> None:
    game = meuse.load(FINISHED)
    last, view = history(game, None).turns[-1], game.view()

    for side in SIDES:
        assert last.control[side.word] == [label for label, owner in view.control.items() if owner == side.word]
        assert set(last.units[side.word]) == {
            u.at for u in view.units if u.side == side.word and u.at in game.state.map.index
        }


def test_losses_are_the_steps_that_events_took_away() -> None:
    game = meuse.load(FINISHED)
    taken = sum(entry.note.count("loses a step") for entry in game.journal)
    tale = history(game, None)

    assert taken > 0
    assert sum(turn.losses[side.word] for side in SIDES for turn in tale.turns) >= taken


def test_dice_are_held_against_what_their_faces_promise() -> None:
    game = meuse.load(FINISHED)
    tale = history(game, None)

    assert tale.dice == sum(len(entry.dice) for entry in game.journal)
    assert all(luck.expected == 3.5 for luck in tale.luck)
    assert sum(luck.dice for luck in tale.luck) == tale.battles


def test_before_the_end_no_score_is_told() -> None:
    game = meuse.load(FINISHED).at(60)
    tale = history(game, Side.GERMAN)

    assert (tale.over, tale.text) == (False, "")
    assert all(turn.score == {} and turn.level == "" for turn in tale.turns)
    assert tale.measure == "steps lost"


def test_blunders_are_told_after_the_end_only() -> None:
    game = meuse.load(FINISHED)
    tale = history(game, None)

    assert tale.slips[0].text == "The attack on Sedan (4619) loses Grossdeutschland with a chance of 83 %."
    assert (tale.slips[0].turn, tale.slips[0].side, tale.slips[0].punished) == (1, "german", True)
    assert history(game.at(60), Side.GERMAN).slips == []

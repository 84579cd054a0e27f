"""A game in play: undo, copies, the past, the end."""

from __future__ import annotations

import gc
from collections import OrderedDict

import pytest

import meuse
from meuse.game import UNDO
from meuse.steps import Step, Together
from meuse.testkit import Table

from .toy import ALLIED, GERMAN, Stumble, Trip, Vote, toy


@pytest.fixture
def game() -> meuse.Game:
    """The first German operation, nothing moved."""
    started = meuse.new("skirmish", seed=7)
    started.play("bid 1", "german")
    started.play("bid 0", "allied")
    return started


# -- orders happen as a whole or not at all


@pytest.mark.parametrize(
    ("steps", "order"),
    [((Stumble(GERMAN),), "stumble B"), ((Vote(GERMAN), Trip()), "vote 1")],
    ids=["its own fault", "a step behind it"],
)
def test_an_order_that_breaks_leaves_no_trace(steps: tuple[Step, ...], order: str) -> None:
    game = toy(Vote(GERMAN), *steps)
    game.play("vote 2")
    before = game.state.digest()
    with pytest.raises(ZeroDivisionError):
        game.play(order)

    assert game.state.digest() == before
    assert len(game.journal) == 1
    assert game.decision.choices(()) == [order.split()[0], "undo"]
    game.undo()
    assert game.decision.choices(()) == ["vote"]


def test_a_sealed_answer_that_breaks_leaves_the_other_one_sealed() -> None:
    game = toy(Together(Stumble(GERMAN), Vote(ALLIED)))
    game.play("stumble A", "german")
    with pytest.raises(ZeroDivisionError):
        game.play("vote 1", "allied")

    assert [entry.order for entry in game.journal] == [("stumble", "A")]
    assert game.decision.side is ALLIED


# -- undo


def test_undo_gives_back_the_very_state_and_the_order(game: meuse.Game) -> None:
    before = game.state.digest()
    game.play("move 24ID 5114")
    middle = game.state.digest()
    game.play("form 10Pz GD go")

    assert game.undo() == ("form", "10Pz", "GD", "go")
    assert game.state.digest() == middle
    assert game.undo() == ("move", "24ID", "5114")
    assert game.state.digest() == before
    assert len(game.journal) == 2


def test_undo_stops_behind_a_secret(game: meuse.Game) -> None:
    assert not game.can_undo
    with pytest.raises(meuse.CannotUndo, match="the choice has been sealed"):
        game.undo()


def test_undo_stops_behind_a_die(game: meuse.Game) -> None:
    game.play("end")
    assert game.can_undo
    game.play("done")
    with pytest.raises(meuse.CannotUndo, match="a die has been rolled"):
        game.undo()


def test_undo_stops_where_the_other_side_has_been_asked() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4119", "French 5DLC at 4320").phase("German movement")
    table.play("move 1Pz 4120")
    assert table.game.can_undo
    table.play("move 1Pz 4220")
    with pytest.raises(meuse.CannotUndo, match="the other side has seen it"):
        table.game.undo()


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    with pytest.raises(meuse.CannotUndo, match="there is nothing to take back"):
        meuse.new("skirmish").undo()


def test_undo_is_an_order_that_leaves_no_trace(game: meuse.Game) -> None:
    before = game.state.digest()
    game.play("move 24ID 5114")
    assert game.play(UNDO) == []
    assert game.state.digest() == before
    assert len(game.journal) == 2


def test_only_the_own_order_can_be_taken_back(game: meuse.Game) -> None:
    game.play("move 24ID 5114")
    assert not game.seat("allied").can_undo
    with pytest.raises(meuse.CannotUndo, match="the last order was the other side's"):
        game.seat("allied").play("undo")
    assert game.seat("german").can_undo
    game.seat("german").play("undo")
    assert len(game.journal) == 2


def test_after_undo_the_same_order_brings_about_the_same(game: meuse.Game) -> None:
    game.play("end")
    game.undo()
    game.play("end")
    game.play("done")
    assert game.at(4).state.digest() == game.state.digest()


# -- copies


def test_a_copy_goes_its_own_way(game: meuse.Game) -> None:
    before, journal = game.state.digest(), list(game.journal)
    copied = game.copy()
    copied.play("move 24ID 5114")
    copied.play("end")
    copied.play("done")
    assert game.state.digest() == before
    assert game.journal == journal


def test_a_copy_has_the_same_dice(game: meuse.Game) -> None:
    copied = game.copy()
    for one in (game, copied):
        one.play("end")
        one.play("done")
    assert copied.journal == game.journal
    assert copied.state.digest() == game.state.digest()


def test_copies_may_take_back_the_same_order_and_go_different_ways(game: meuse.Game) -> None:
    before = game.state.digest()
    game.play("move 24ID 5114")
    copied = game.copy()
    copied.undo()
    copied.play("move 1Pz 4914")
    game.undo()
    assert game.state.digest() == before


@pytest.mark.parametrize("column", ["hex_of", "steps", "status", "at", "control", "sealed", "tokens", "bids", "chits"])
def test_no_column_is_shared_with_a_copy(game: meuse.Game, column: str) -> None:
    copied = game.state.copy()
    assert getattr(copied, column) == getattr(game.state, column)
    assert getattr(copied, column) is not getattr(game.state, column)


# -- the past and the end


def test_the_game_as_it_was(game: meuse.Game) -> None:
    game.play("end")
    middle = game.state.digest()
    game.play("done")
    assert game.at(3).state.digest() == middle
    assert len(game.journal) == 4


def test_nothing_is_asked_when_the_game_is_over() -> None:
    game = Table("skirmish").phase("Verdict").game
    assert game.over
    assert game.result is not None
    assert game.view().over
    assert game.view().verdict == game.result.text
    assert game.view().asked == ()
    with pytest.raises(ValueError, match="the game is over"):
        game.decision  # noqa: B018 - asking is what is tried
    with pytest.raises(meuse.IllegalOrder, match="the game is over"):
        game.play("end")


def test_a_game_says_what_it_waits_for(game: meuse.Game) -> None:
    assert repr(game) == "<Game skirmish/sedan, 2 orders; German: Which units move?>"


def test_a_quiet_game_has_the_same_state_and_no_notes() -> None:
    loud, quiet = meuse.new("skirmish", seed=7), meuse.new("skirmish", seed=7)
    quiet.quiet = True
    for one in (loud, quiet):
        one.play("bid 1", "german")
        one.play("bid 0", "allied")
    assert quiet.state.digest() == loud.state.digest()
    assert [entry.note for entry in quiet.journal] == ["", ""]
    assert loud.journal[1].note.startswith("The German side bids 1")


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [("game", {"game": "chess"}), ("scenario", {"scenario": "moscow"}), ("option", {"options": {"fog": True}})],
)
def test_a_game_that_does_not_exist_is_refused_with_what_there_is(kind: str, wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=f"no {kind}.*; (there are|it has) "):
        meuse.new(**{"game": "skirmish", **wrong})  # type: ignore[arg-type]


@pytest.fixture
def room_for_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("meuse.rulebook.MOST_OPENED", 2)
    monkeypatch.setattr("meuse.rulebook._kept", OrderedDict())


def some_options(book: meuse.RuleBook) -> list[dict[str, bool | int | str]]:
    switches = [option for option in book.options if len(option.values) > 1][:3]
    return [{one.id: one.values[-1]} for one in switches]


@pytest.mark.usefixtures("room_for_two")
def test_only_so_many_scenarios_are_kept_open_for_nobody_of_all_games_together() -> None:
    books = [type(meuse.rule_book(game))() for game in ("gdw1940", "planjaune")]
    for book in books:
        for options in some_options(book):
            book.opened(None, options)
    gc.collect()

    assert sum(len(book._opened) for book in books) == 2


@pytest.mark.usefixtures("room_for_two")
def test_a_scenario_in_play_is_shared_by_whoever_plays_it_later() -> None:
    book = type(meuse.rule_book("gdw1940"))()
    first, *others = some_options(book)
    in_play = book.opened(None, first)
    for options in others:
        book.opened(None, options)

    assert book.opened(None, first) is in_play

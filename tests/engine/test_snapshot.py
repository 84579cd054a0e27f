"""Snapshots under other rules: what has changed is named, and what has only moved is found again."""

from __future__ import annotations

import base64
import tracemalloc
import zlib
from copy import copy

import msgspec
import pytest

import meuse
from meuse.changeover import Changeover
from meuse.games.skirmish.board import Skirmish, SkirmishScenario
from meuse.games.skirmish.sequence import sequence
from meuse.snapshot import BadSnapshot, dump, load
from meuse.steps import Turns

from .toy import GERMAN, End, Roll, Vote


@pytest.fixture
def game() -> meuse.Game:
    game = meuse.new("skirmish", seed=7)
    for order in ("bid 1", "bid 0", "move 24ID 5114"):
        game.play(order)
    return game


def edited(text: str, old: str, new: str) -> str:
    """A snapshot with other words in it."""
    plain = zlib.decompress(base64.b64decode(text)).decode()
    assert old in plain
    return base64.b64encode(zlib.compress(plain.replace(old, new).encode())).decode()


def refused(text: str, game: meuse.Game) -> str:
    with pytest.raises(BadSnapshot) as caught:
        load(text, game.rules, game.state.scenario)
    return str(caught.value)


def test_a_snapshot_is_a_word_that_a_line_can_hold(game: meuse.Game) -> None:
    assert dump(game.state).split() == [dump(game.state)]
    assert len(dump(game.state)) < 2000


def test_sealed_orders_are_in_it() -> None:
    game = meuse.new("skirmish", seed=7)
    game.play("bid 1", "german")
    assert load(dump(game.state), game.rules, game.state.scenario).sealed == {GERMAN: ("bid", "1")}


def test_it_is_independent_of_the_state_it_was_taken_from(game: meuse.Game) -> None:
    g = load(dump(game.state), game.rules, game.state.scenario)
    before = game.state.digest()
    g.place(0, g.map.hex("4319"))
    g.sealed[GERMAN] = ("bid", "1")
    assert game.state.digest() == before


def test_a_step_that_the_rules_do_not_have_is_named(game: meuse.Game) -> None:
    game.state.push(Vote(GERMAN))
    assert refused(dump(game.state), game) == "these rules have no Vote, which the game stood at"


def test_a_step_of_another_make_is_named(game: meuse.Game) -> None:
    text = edited(dump(game.state), '"struct":["Operation",{', '"struct":["Operation",{"speed":3,')
    assert "Operation is another one in these rules" in refused(text, game)


def test_other_columns_are_named(game: meuse.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    text = dump(game.state)
    monkeypatch.setattr(Skirmish, "columns", (*Skirmish.columns, "weather"))
    assert refused(text, game).endswith("other columns now than when the snapshot was taken: weather")


def test_other_counters_are_refused(game: meuse.Game) -> None:
    other = copy(game.state.scenario)
    other.unit_ids = other.unit_ids[::-1]
    with pytest.raises(BadSnapshot, match="other counters"):
        load(dump(game.state), game.rules, other)


def test_another_map_is_refused(game: meuse.Game) -> None:
    other = copy(game.state.scenario)
    other.boxes = ("the moon", *other.boxes)
    with pytest.raises(BadSnapshot, match="other hexes or boxes"):
        load(dump(game.state), game.rules, other)


def test_its_place_is_found_in_a_sequence_that_has_got_longer(game: meuse.Game) -> None:
    other = copy(game.state.scenario)
    other.sequence = (Roll(), End(), *other.sequence)
    bottom, moved = game.state.stack[0], load(dump(game.state), game.rules, other).stack[0]
    assert isinstance(bottom, Turns)
    assert moved == Turns(bottom.at + 2)


@pytest.mark.parametrize(("chits", "at"), [(1, 9), (2, 11), (3, 13)])
def test_its_place_is_found_in_the_same_turn(game: meuse.Game, chits: int, at: int) -> None:
    """Turn 2 begins earlier with one chit a side, and later with three."""
    other = copy(game.state.scenario)
    assert isinstance(other, SkirmishScenario)
    game.state.stack = (Turns(11),)  # the first drawn chit of turn 2
    other.chits = chits
    other.sequence = tuple(sequence(other))
    assert load(dump(game.state), game.rules, other).stack == (Turns(at),)


def test_a_place_that_is_gone_from_the_sequence_is_refused(game: meuse.Game) -> None:
    other = copy(game.state.scenario)
    other.sequence = (End(),)
    with pytest.raises(BadSnapshot, match=r"the sequence of play no longer has StartTurn\(1\)"):
        load(dump(game.state), game.rules, other)
    other.sequence = (game.state.scenario.sequence[0], End())
    with pytest.raises(BadSnapshot, match="no longer has FirstChit"):
        load(dump(game.state), game.rules, other)


@pytest.mark.parametrize("text", ["", "Dear Sir", "AAAA", "eJwDAAAAAAE="])
def test_what_is_no_snapshot_is_refused(game: meuse.Game, text: str) -> None:
    assert refused(text, game) == "this is not a snapshot, or it is damaged"


def test_a_damaged_snapshot_is_refused(game: meuse.Game) -> None:
    text = dump(game.state)
    assert refused(text[: len(text) // 2], game) == "this is not a snapshot, or it is damaged"
    assert refused(edited(text, '"tuple"', '"couple"'), game) == "this is not a value, or a damaged one"


# -- games that go on from one


@pytest.fixture
def change(game: meuse.Game) -> Changeover:
    return Changeover(
        orders=3, revision=0, data="0", release="meuse 0", digest=game.state.digest(), snapshot=dump(game.state)
    )


def test_a_game_goes_on_with_the_dice_it_would_have_had(game: meuse.Game, change: Changeover) -> None:
    other = meuse.Game.resumed(game.rules, game.state.scenario, game.journal, [change])
    for order in ("end", "done", "end", "done"):
        assert other.play(order) == game.play(order)
    assert other.state.digest() == game.state.digest()
    assert any(entry.dice for entry in other.journal[3:])


def test_nothing_before_it_can_be_taken_back(game: meuse.Game, change: Changeover) -> None:
    other = meuse.Game.resumed(game.rules, game.state.scenario, game.journal, [change])
    assert not other.can_undo
    with pytest.raises(meuse.CannotUndo, match="the rules have changed since"):
        other.undo()
    other.play("end")
    other.undo()
    assert other.state.digest() == game.state.digest()


def test_its_past_can_be_looked_at_from_there_on(game: meuse.Game, change: Changeover) -> None:
    other = meuse.Game.resumed(game.rules, game.state.scenario, game.journal, [change])
    other.play("end")
    assert other.copy().at(3).state.digest() == game.state.digest()
    with pytest.raises(ValueError, match="after 2 orders the game was played under other rules"):
        other.at(2)


def test_a_snapshot_of_another_state_than_recorded_is_refused(game: meuse.Game, change: Changeover) -> None:
    wrong = msgspec.structs.replace(change, digest="00")
    with pytest.raises(BadSnapshot, match="not the one recorded"):
        meuse.Game.resumed(game.rules, game.state.scenario, game.journal, [wrong])


# -- snapshots made to keep a program busy


def test_a_snapshot_that_unpacks_to_more_than_a_state_is_refused_before_it_is_unpacked(game: meuse.Game) -> None:
    content = zlib.decompress(base64.b64decode(dump(game.state)))
    bomb = base64.b64encode(zlib.compress(content + b" " * 200_000_000, 9)).decode()
    tracemalloc.start()
    reason = refused(bomb, game)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert reason == "this is not a snapshot, or it is damaged"
    assert most < 20_000_000


def test_a_snapshot_that_is_cut_off_or_continued_is_refused(game: meuse.Game) -> None:
    packed = base64.b64decode(dump(game.state))
    for changed in (packed[:-1], packed + b"more"):
        assert refused(base64.b64encode(changed).decode(), game) == "this is not a snapshot, or it is damaged"


def test_values_too_large_or_too_deep_to_be_a_games_are_refused(game: meuse.Game) -> None:
    text = dump(game.state)
    assert "'1e9999999' is not a fraction" in refused(edited(text, '"turn":1', '"turn":{"fraction":"1e9999999"}'), game)
    assert "beyond all numbers" in refused(edited(text, '"turn":1', '"turn":999999999999'), game)
    deep = edited(text, '"turn":1', '"turn":' + "[" * 5000 + "]" * 5000)
    assert refused(deep, game) == "this is not a snapshot, or it is damaged"

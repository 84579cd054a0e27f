"""Matches by chance, with orders undone and taken back: whatever snapshot one goes on from, it is the same match."""

from __future__ import annotations

import random
from functools import cache

import pytest

from meuse.counters import SIDES, Side
from meuse.games import OWN, rule_book
from meuse.server.live import LiveGame
from meuse.server.records import Record, Setup, Snapshot
from meuse.server.resuming import resumed
from meuse.server.upgrade import Files, go_over, opened, standing_snapshots, unfold

from .walk import eager_order

ACTS = 260
games = pytest.mark.parametrize("game_id", OWN)


@cache
def match(game_id: str) -> tuple[Files, LiveGame]:
    """What is stored of a match, and its live as it was played."""
    book, rng = rule_book(game_id), random.Random(3)
    setup = Setup(game_id, book.scenarios[0].id, "5", book.checked_options({}))
    live = LiveGame(setup)
    records: list[Record] = []
    snapshots: list[Snapshot] = []
    for act in range(ACTS):
        if live.due:
            snapshots.append(live.snapshot())
            live.keep(snapshots[-1].mark)
        records.append(record(live, rng, act))
        live.add(records[-1])
    return Files(setup, tuple(records), tuple(snapshots)), live


def record(live: LiveGame, rng: random.Random, act: int) -> Record:
    """An order mostly; now and then it is undone, or some are taken back, dice and all, or there is talk."""
    game, at = live.game, str(act)
    if game.over or rng.random() < 0.02:
        back = max(live.first, len(live.orders) - rng.randint(1, 12))
        return Record("takeback", "german", str(back), at)
    if rng.random() < 0.03:
        return Record("chat", "allied", "Well, well.", at)
    tried = (eager_order(game.decision, rng) for _ in range(3))
    order = next((order for order in tried if order != ("undo",)), ())
    if not order or (game.can_undo and rng.random() < 0.1):
        return Record("undo", game.journal[-1].side.word, "", at)
    return Record("order", game.decision.side.word, " ".join(order), at)


@games
def test_a_match_is_opened_as_it_was_and_nothing_is_seen(game_id: str) -> None:
    files, live = match(game_id)
    again, added = opened(files, "now")

    assert added == ()
    assert again.game.state.digest() == live.game.state.digest()
    assert again.chat == live.chat


@games
def test_there_are_snapshots_to_go_on_from(game_id: str) -> None:
    assert len(standing_snapshots(match(game_id)[0])) > 2


def test_some_snapshots_lie_beside_the_way() -> None:
    stored = [match(game_id)[0] for game_id in OWN]
    assert any(len(standing_snapshots(files)) < len(files.snapshots) for files in stored)


@games
def test_from_whatever_snapshot_it_goes_on_it_is_the_same_match(game_id: str) -> None:
    files, live = match(game_id)
    for snapshot in standing_snapshots(files):
        added = go_over(files, snapshot.mark, "now")
        again = unfold(Files(files.setup, (*files.records, *added), files.snapshots))

        assert again.first == snapshot.mark.orders
        assert again.game.state.digest() == live.game.state.digest()
        assert again.orders == live.orders
        assert [again.told(n).turn for n in range(again.first)] == [live.told(n).turn for n in range(again.first)]
        assert [e.order for e in again.game.journal] == [e.order for e in live.game.journal]
        assert [e.secret for e in again.game.journal] == [e.secret for e in live.game.journal]
        assert again.moving == live.moving or len(again.orders) == again.first
        assert len(again.chat) == len(live.chat) + 1


@games
def test_it_can_go_over_a_second_time(game_id: str) -> None:
    files, live = match(game_id)
    first, *_, last = standing_snapshots(files)
    once = Files(files.setup, (*files.records, *go_over(files, first.mark, "now")), files.snapshots)
    twice = Files(files.setup, (*once.records, *go_over(once, first.mark, "then")), files.snapshots)
    again = unfold(twice)

    assert last.mark.records not in {snapshot.mark.records for snapshot in standing_snapshots(once)}
    assert again.game.state.digest() == live.game.state.digest()
    assert len(again.game.changeovers) == 1
    assert len(again.chat) == len(live.chat) + 2


@games
def test_from_whatever_snapshot_it_is_opened_it_is_the_same_match(game_id: str) -> None:
    files, live = match(game_id)
    for snapshot in standing_snapshots(files):
        known = tuple(one for one in files.snapshots if one.mark.records <= snapshot.mark.records)
        again = resumed(Files(files.setup, files.records, known))

        assert again is not None
        assert again.game.state.digest() == live.game.state.digest()
        assert (again.orders, list(again.game.journal)) == (live.orders, list(live.game.journal))
        assert again.moving == live.moving
        assert (again.records, again.stamp) == (live.records, live.stamp)
        assert [again.rewrites(side) for side in (*SIDES, None)] == [live.rewrites(side) for side in (*SIDES, None)]
        assert [again.told(n).turn for n in range(len(live.orders))] == [
            live.told(n).turn for n in range(len(live.orders))
        ]
        assert (again.chat, again.offers, again.names) == (live.chat, live.offers, live.names)


@games
def test_looking_back_shows_what_a_replay_shows(game_id: str) -> None:
    live = match(game_id)[1]
    for at in range(0, live.number(Side.GERMAN), 17):
        assert live.past(Side.GERMAN, at).state.digest() == live.game.at(at).state.digest()

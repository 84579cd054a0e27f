"""Many games on several processes, and processes that are killed."""

from __future__ import annotations

import pickle
from multiprocessing import active_children
from threading import Event, Thread

import pytest

import meuse
from meuse.lab.play import Match, play_many
from meuse.ledger import Refusal

MATCH = Match(game="skirmish", scenario=None, german="random", allied="random")


def kill_players() -> None:
    for process in active_children():
        process.kill()


def test_a_killed_process_costs_no_game() -> None:
    alone = [played.digest for played in play_many(MATCH, 6, 1, jobs=1)]
    games = play_many(MATCH, 6, 1, jobs=2)
    first = next(games)
    kill_players()
    assert [first.digest, *(played.digest for played in games)] == alone


@pytest.mark.parametrize(
    "error",
    [
        meuse.IllegalOrder(("move", "7Pz"), Refusal("5.2", "it is spent", ("4519",))),
        meuse.BadJournal(7, "no such unit"),
    ],
)
def test_what_went_wrong_in_another_process_arrives_whole(error: Exception) -> None:
    arrived = pickle.loads(pickle.dumps(error))
    assert (type(arrived), str(arrived), vars(arrived)) == (type(error), str(error), vars(error))


def test_a_game_on_which_every_process_dies_is_told_as_an_error() -> None:
    over = Event()

    def kill_all() -> None:
        while not over.wait(0.001):
            kill_players()

    killer = Thread(target=kill_all)
    killer.start()
    try:
        (played,) = play_many(MATCH, 1, 1, jobs=2)
    finally:
        over.set()
        killer.join()
    assert played.error == "process after process that played it was killed"
    assert not played.winner

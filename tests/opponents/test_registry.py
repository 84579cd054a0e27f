"""Bots by name, and games that offer no advice."""

from __future__ import annotations

import pytest

import meuse
from meuse import opponents
from meuse.dice import seed_bytes
from meuse.games.skirmish import SkirmishBook
from meuse.opponents.staff import NoAdvice


class First:
    """Always the first choice."""

    name = "first"

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed

    def choose(self, seat: meuse.Seat) -> meuse.Order:
        order: meuse.Order = ()
        while following := seat.choices(order):
            order = (*order, following[0])
        return order


class Unadvised(SkirmishBook):
    """A game without advice, as most games are at first."""

    advice_page = ""


@pytest.fixture
def first(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(opponents, "_factories", dict(opponents._factories))
    meuse.register(First.name, First)
    return First.name


def test_every_bot_is_made_by_its_name() -> None:
    assert [meuse.bot(name, seed=1).name for name in meuse.bots()] == list(meuse.bots())


def test_a_bot_of_ones_own_is_known_by_its_name(first: str) -> None:
    assert meuse.bots()[:2] == ("random", "staff")
    assert meuse.bots()[-1] == "first"
    assert meuse.bot(first).choose(meuse.new("skirmish").seat("german")) == ("bid", "0")


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(meuse.UnknownBot, match=r"there is no bot 'napoleon'; there are random, staff, "):
        meuse.bot("napoleon")


def test_a_name_belongs_to_one_bot() -> None:
    with pytest.raises(ValueError, match="'staff' is taken"):
        meuse.register("staff", First)
    assert meuse.bot("staff").name == "staff"


@pytest.mark.parametrize("name", ["", "two words", "line\n"])
def test_a_name_is_one_word(name: str) -> None:
    with pytest.raises(ValueError, match="one word"):
        meuse.register(name, First)


def test_the_same_seed_gives_the_same_choices() -> None:
    seat = meuse.new("skirmish").seat("german")
    one, other = (meuse.bot("random", seed=4) for _ in range(2))
    assert [one.choose(seat) for _ in range(9)] == [other.choose(seat) for _ in range(9)]


@pytest.mark.parametrize("game", meuse.GAMES)
def test_every_game_offers_advice(game: str) -> None:
    assert meuse.rule_book(game).advice is not None


def test_staff_refuses_a_game_without_advice_and_random_plays_it() -> None:
    rules = Unadvised()
    game = meuse.Game(rules, rules.begin(rules.opened(None, {}), seed_bytes(1)))
    with pytest.raises(NoAdvice, match="staff cannot play Skirmish at Sedan: the game offers no advice"):
        meuse.bot("staff").choose(game.seat("german"))
    assert game.decision.allows(meuse.bot("random").choose(game.seat("german")))

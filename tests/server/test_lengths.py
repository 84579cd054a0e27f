"""What the cards of the front page say of the time that a game takes, and whose its options are."""

from __future__ import annotations

from typing import Any

import pytest

from meuse.server import lengths, reference


def facts(*scenarios: dict[str, Any]) -> dict[str, Any]:
    return {"turns": 4, "turn_minutes": 20, "scenarios": list(scenarios)}


@pytest.mark.parametrize(
    ("scenarios", "turns", "hours"),
    [
        ([{"turns": 10}], "10 turns", "about 3½ hours"),
        ([{"turns": 3}], "3 turns", "about 1 hour"),
        ([{"turns": 1}, {"turns": 10}], "1 to 10 turns", "about 20 minutes to 3½ hours"),
        ([{"turns": 10, "turn_minutes": 30}, {"turns": 12}], "10 to 12 turns", "about 4 to 5 hours"),
        ([], "4 turns", "about 1½ hours"),
    ],
)
def test_hours_are_turns_times_a_usual_pace(scenarios: list[dict[str, Any]], turns: str, hours: str) -> None:
    assert (lengths.length(facts(*scenarios)), lengths.hours(facts(*scenarios))) == (turns, hours)


def test_every_game_says_how_long_each_scenario_takes_and_what_it_is_reckoned_from() -> None:
    for game in reference.games():
        assert game.hours.startswith("about ")
        assert game.pace.startswith("Turns times a usual pace")
        assert all(card.length and card.hours for card in game.scenarios)


def test_nothing_is_said_where_nobody_knows_the_pace() -> None:
    assert lengths.hours({"turns": 4}) == ""
    assert lengths.pace({"turns": 4}) == ""


def test_house_rulings_are_told_from_the_books_own_optional_rules() -> None:
    origins = {game.id: {option.origin for option in game.options} for game in reference.games()}

    assert origins["caseyellow"] == {"house"}
    assert origins["france40"] == {"book"}
    assert origins["gdw1940"] == {"book", "house"}

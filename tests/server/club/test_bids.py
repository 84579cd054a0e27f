"""Points that are bid for a side, and the bots' balance that is told beside them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from meuse.server.club.bids import adjusted, balances, must_be_biddable
from meuse.server.club.messages import Balance, Terms
from meuse.server.errors import ServiceError

ROOT = Path(__file__).parents[3]
TITLES = {
    "gdw1940": "1940",
    "france40": "France '40, Sickle Cut",
    "planjaune": "Plan Jaune, historical",
    "skirmish": "Skirmish",
}


def of(game: str, scenario: str) -> Balance:
    return next(one for one in balances() if (one.game, one.scenario) == (game, scenario))


@pytest.mark.parametrize(
    ("bid", "side", "score"), [(0, "german", 1.0), (3, "german", 0.5), (4, "german", 0.0), (1, "allied", 1.0)]
)
def test_points_that_were_bid_are_given_at_the_end(bid: int, side: str, score: float) -> None:
    assert adjusted("france40", "sickle-cut", (13, 10), side, bid) == score


def test_where_a_difference_is_a_draw_the_book_says_so() -> None:
    assert adjusted("manstein", "campaign", (35, 5), "german", 1) == 0.5
    assert adjusted("manstein", "campaign", (35, 5), "german", 0) == 1.0
    assert adjusted("manstein", "campaign", (35, 5), "german", 11) == 0.0


@pytest.mark.parametrize("game", ["manstein", "caseyellow"])
def test_the_draws_are_those_of_the_games_own_tables(game: str) -> None:
    tables = tomllib.loads((ROOT / f"src/meuse/games/{game}/data/tables.toml").read_text(encoding="utf-8"))
    levels = tables["victory"]["levels"]
    at = next(n for n, row in enumerate(levels) if row["level"] == "draw")
    draw = (levels[at]["least"], levels[at - 1]["least"] - 1)

    assert {one.draw for one in balances() if one.game == game and one.draw} == {draw}


def test_sides_are_not_bid_for_where_points_do_not_decide() -> None:
    with pytest.raises(ServiceError, match="points alone do not decide"):
        must_be_biddable(Terms("skirmish", "sedan", sides="bid"))
    must_be_biddable(Terms("france40", "sickle-cut", sides="bid"))


@pytest.mark.parametrize("game", TITLES)
def test_the_balance_is_that_of_the_page_on_opponents(game: str) -> None:
    page = (ROOT / "docs/opponents.md").read_text(encoding="utf-8")
    found = re.search(rf"^\| {re.escape(TITLES[game])} \| (\d+) / (\d+) / (\d+) \|", page, re.MULTILINE)
    one = next(one for one in balances() if one.game == game)

    assert found is not None
    assert (one.german, one.allied, one.drawn) == tuple(int(n) for n in found.groups())


@pytest.mark.parametrize("scenario", ["historical", "intelligence", "unrestricted", "holland"])
def test_the_balance_of_case_yellow_is_that_of_its_page(scenario: str) -> None:
    page = (ROOT / "docs/games/caseyellow.md").read_text(encoding="utf-8")
    found = re.search(rf"^\| `{scenario}` \| \d+ \| (\d+) \(.*?\| (\d+) \(.*?\| (\d+) \(", page, re.MULTILINE)
    one = of("caseyellow", scenario)

    assert found is not None
    assert (one.german, one.allied, one.drawn) == tuple(int(n) for n in found.groups())

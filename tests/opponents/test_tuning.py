"""Tuning: weights go where games are won, stay within their bounds, and what they gained is measured on other games."""

from __future__ import annotations

from pathlib import Path

import pytest

from meuse.lab import tuning
from meuse.lab.tuning import Duel, Fought, NothingToTune, Tuned, Tuning, movable, tuned, weights_at
from meuse.lab.workers import workers
from meuse.opponents.leeway import Leeway

BOLDNESS = Leeway(1.0, 0.0, 3.0)


@pytest.fixture
def boldness_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of one weight, in which the bolder side wins."""
    monkeypatch.setattr(tuning, "tunable", lambda rules: {"boldness": BOLDNESS})
    monkeypatch.setattr(tuning, "_fight", _bolder)


def _bolder(duel: Duel) -> Fought:
    won = float(_bold(duel.one) > _bold(duel.other))
    return Fought(won, won)


def _bold(weights: dict[str, float]) -> float:
    return weights.get("boldness", BOLDNESS.value)


def test_shares_lead_from_the_value_to_the_bounds() -> None:
    found = [weights_at({"boldness": BOLDNESS}, {"boldness": share}) for share in (-1.0, 0.0, 0.5, 1.0)]
    assert [weights["boldness"] for weights in found] == [0.0, 1.0, 2.0, 3.0]


def test_weights_go_where_games_are_won(boldness_wins: None) -> None:
    *rounds, found = tuned(Tuning(game="skirmish", scenario="sedan", rounds=3, test=5))
    assert isinstance(found, Tuned)
    assert len(rounds) == 3
    assert found.before == {"boldness": 1.0}
    assert found.after == {"boldness": 3.0}
    assert (found.points, found.tested) == (1.0, 10)


def test_an_interrupted_run_plays_no_game_again(
    boldness_wins: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked, keep = Tuning(game="skirmish", scenario="sedan", rounds=3, test=5), tmp_path / "tuning.jsonl"
    *_, whole = tuned(asked, keep=keep)
    monkeypatch.setattr(tuning, "_fight", lambda duel: pytest.fail("a game that was kept is played again"))
    *_, resumed = tuned(asked, keep=keep)
    assert resumed == whole


def test_the_games_of_a_round_are_played_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "tunable", lambda rules: {"boldness": BOLDNESS})
    asked = Tuning(game="skirmish", scenario="sedan", rounds=1, test=1)
    assert list(tuned(asked, workers(2))) == list(tuned(asked))


def test_what_cannot_be_tuned_is_said(boldness_wins: None) -> None:
    with pytest.raises(NothingToTune, match="no weight 'caution' with bounds; it has boldness"):
        movable(Tuning(game="skirmish", scenario="sedan", weights=("caution",)))


def test_a_game_without_such_weights_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "tunable", lambda rules: {})
    with pytest.raises(NothingToTune, match="skirmish has no weights with bounds"):
        movable(Tuning(game="skirmish", scenario="sedan"))


def test_real_games_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "tunable", lambda rules: {"boldness": BOLDNESS})
    *_, found = tuned(Tuning(game="skirmish", scenario="sedan", rounds=1, test=1))
    assert isinstance(found, Tuned)
    assert found.games == found.tested == 2

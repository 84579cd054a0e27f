"""Examples beside the rules: each is refused by the rules again, as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from meuse.examples import BadExample, Example, caption, examples_of, places, refused, scene

ALL = [(game, example) for game in meuse.GAMES for example in examples_of(game)]


def test_every_game_of_the_five_has_examples() -> None:
    counted = {game: len(examples_of(game)) for game in meuse.GAMES}
    assert all(counted[game] >= 10 for game in ("gdw1940", "france40", "caseyellow", "manstein", "planjaune"))


@pytest.mark.parametrize(("game", "example"), ALL, ids=[f"{game}-{example.rule}" for game, example in ALL])
def test_an_example_is_refused_as_it_says(game: str, example: Example) -> None:
    begun = scene(game, example).play()
    refusal = refused(begun, example.order)
    assert refusal is not None
    assert refusal.rule == example.rule
    assert caption(begun, example.order, refusal) == example.says
    assert places(begun, example.order, refusal)


def test_what_is_allowed_is_no_example() -> None:
    [bond] = [example for example in examples_of("france40") if example.rule == "6.1c"]
    begun = scene("france40", bond).play()
    assert refused(begun, "move de.pz1.t 1421") is None


def test_a_file_with_a_mistake_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples.toml").write_text('[[example]]\nrule = "1"\n', encoding="utf-8")
    monkeypatch.setattr("meuse.examples.files", lambda _: tmp_path)
    with pytest.raises(BadExample, match=r"examples.toml: .*missing required field"):
        examples_of("skirmish")

"""Variants that a server offers: listed with their presets, played, kept with the match, and taken as saved games."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

import meuse
from kits.visitors import HERE, Visitor, unlimited
from meuse.journal import write
from meuse.server import reference

HEAD = 'game = "skirmish"\nid = "forward"\ntitle = "The armour stands forward"\nsummary = "3 DCR begins at Mouzon."\n'


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    found = tmp_path / "variants" / "forward"
    found.mkdir(parents=True)
    (found / "variant.toml").write_text(HEAD, encoding="utf-8")
    (found / "counters.toml").write_text('counter = [{ id = "3DCR", start = "Mouzon" }]\n', encoding="utf-8")
    monkeypatch.setenv("MEUSE_VARIANTS", str(found.parent))
    reference.games.cache_clear()
    yield found
    reference.games.cache_clear()


def visitor(tmp_path: Path) -> TestClient:  # type: ignore[type-arg]
    return TestClient(unlimited(str(tmp_path / "games.sqlite3")))


def where(state: dict[str, object], unit: str) -> str:
    units: list[dict[str, str]] = state["view"]["units"]  # type: ignore[index]
    return next(one["at"] for one in units if one["id"] == unit)


@pytest.mark.usefixtures("folder")
def test_a_variant_is_offered_as_a_scenario() -> None:
    cards = next(game.scenarios for game in reference.games() if game.id == "skirmish")
    assert [(card.id, card.title, card.variant) for card in cards] == [
        ("sedan", "Sedan, 13 May 1940", False),
        ("forward", "The armour stands forward", True),
    ]


def test_a_match_keeps_its_variant_when_the_folder_is_gone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with visitor(tmp_path) as client:
        match = Visitor(client).start("skirmish", HERE, HERE, scenario="forward")
        match.german.order("bid", "1")
        assert match.get().json()["title"] == "Skirmish at Sedan: The armour stands forward"
    shutil.rmtree(folder)
    monkeypatch.delenv("MEUSE_VARIANTS")
    with visitor(tmp_path) as client:
        state = client.get(f"/api/seats/{match.german.secret}/state").json()
        assert where(state, "3DCR") == "4821"
        assert client.get(f"/api/games/skirmish/{state['match']['scenario']}/map.json").status_code == 200


def test_a_saved_game_of_an_offered_variant_is_taken_and_one_of_another_is_not(folder: Path, tmp_path: Path) -> None:
    offered = write(meuse.new("skirmish", "forward", seed=7))
    (folder / "counters.toml").write_text('counter = [{ id = "3DCR", start = "Stonne" }]\n', encoding="utf-8")
    other = write(meuse.new("skirmish", seed=7, variant=folder))
    (folder / "counters.toml").write_text('counter = [{ id = "3DCR", start = "Mouzon" }]\n', encoding="utf-8")
    with visitor(tmp_path) as client:
        taken = Visitor(client).upload(offered, HERE, HERE)
        assert taken.status_code == 201, taken.text
        assert where(Visitor(client).match(taken.json()).german.state, "3DCR") == "4821"
        assert Visitor(client).upload(other, HERE, HERE).json()["error"] == "other_tables"

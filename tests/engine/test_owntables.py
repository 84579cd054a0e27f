"""A player's own tables: checked, played with, and carried in every saved game."""

from __future__ import annotations

import gc
import re
from pathlib import Path

import pytest

import meuse
from meuse import journal
from meuse.owntables import MOST_BOOKS

CHARTS = meuse.rule_book("skirmish").data / "tables.toml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the skirmish's charts, of three turns only."""
    (tmp_path / "skirmish").mkdir()
    write(tmp_path, re.sub("(?m)^turns = .*$", "turns = 3", CHARTS.read_text(encoding="utf-8")))
    return tmp_path


def write(folder: Path, text: str, name: str = "tables.toml") -> None:
    (folder / "skirmish" / name).write_text(text, encoding="utf-8")


def refused(folder: Path) -> str:
    with pytest.raises(meuse.BadTables) as caught:
        meuse.new("skirmish", data=folder / "skirmish")
    return str(caught.value)


# -- in play


def test_a_game_is_played_on_a_players_own_tables(folder: Path) -> None:
    own = meuse.new("skirmish", data=folder / "skirmish")
    assert own.state.scenario.turns == 3
    assert meuse.new("skirmish").state.scenario.turns != 3
    assert own.rules.data_hash != meuse.rule_book("skirmish").data_hash


def test_a_folder_named_in_the_environment_serves_every_door(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEUSE_TABLES", str(folder))
    assert meuse.new("skirmish").state.scenario.turns == 3
    assert meuse.rule_book("gdw1940").own_tables == {}


# -- saved games


def test_a_saved_game_carries_its_tables(folder: Path, tmp_path: Path) -> None:
    game = meuse.new("skirmish", seed=7, data=folder / "skirmish")
    game.play("bid 1", "german")
    game.save(tmp_path / "own.meuse")

    loaded = meuse.load(tmp_path / "own.meuse")
    assert loaded.state.scenario.turns == 3
    assert journal.write(loaded) == journal.write(game)


def test_a_saved_game_without_tables_is_played_on_the_printed_ones(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    meuse.new("skirmish").save(tmp_path / "printed.meuse")
    monkeypatch.setenv("MEUSE_TABLES", str(folder))
    assert meuse.load(tmp_path / "printed.meuse").state.scenario.turns != 3


def test_a_damaged_table_in_a_saved_game_is_refused(folder: Path) -> None:
    text = journal.write(meuse.new("skirmish", data=folder / "skirmish"))
    with pytest.raises(meuse.BadJournal, match=r"tables.toml: 'turns' is missing"):
        journal.replay(journal.parse(text.replace("| turns = 3\n", "")))


# -- refusals


def test_what_is_missing_unknown_or_of_another_make_is_named(folder: Path) -> None:
    printed = CHARTS.read_text(encoding="utf-8")
    write(folder, re.sub("(?m)^turns = .*$", "", printed))
    assert refused(folder) == "tables.toml: 'turns' is missing"
    write(folder, f"weather = 1\n{printed}")
    assert refused(folder) == "tables.toml: 'weather' is not known here"
    write(folder, re.sub("(?m)^turns = .*$", 'turns = "six"', printed))
    assert refused(folder) == "tables.toml, turns: this must be a number, not 'six'"


def test_a_broken_file_is_refused_with_its_line(folder: Path) -> None:
    write(folder, "turns = \ntokens = 4\n")
    assert "tables.toml: Invalid value (at line 1" in refused(folder)


def test_a_file_that_the_game_does_not_have_is_refused(folder: Path) -> None:
    write(folder, "", "weather.toml")
    assert "has no file weather.toml; it has counters.toml, tables.toml" in refused(folder)


def test_rules_and_maps_cannot_be_replaced(folder: Path) -> None:
    write(folder, "", "map.toml")
    assert "has no file map.toml" in refused(folder)


def test_a_results_table_with_a_short_row_is_refused(folder: Path) -> None:
    columns = re.compile(r"(?m)^columns = \[(.*), [^,]*\]$")
    write(folder, columns.sub(r"columns = [\1]", CHARTS.read_text(encoding="utf-8")))
    assert "(tables.toml): the row 1 of a results table is 5 long, not 4" in refused(folder)


def test_a_folder_without_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(meuse.BadTables, match="holds no tables"):
        meuse.new("skirmish", data=tmp_path)
    with pytest.raises(meuse.BadTables, match="is not a folder"):
        meuse.new("skirmish", data=tmp_path / "nowhere")


@pytest.mark.parametrize("turns", ["999999999999", "1e300", "inf", "nan", "-5000"])
def test_a_figure_beyond_all_that_a_game_could_have_is_refused(folder: Path, turns: str) -> None:
    write(folder, re.sub("(?m)^turns = .*$", f"turns = {turns}", CHARTS.read_text(encoding="utf-8")))
    assert refused(folder).startswith("tables.toml, turns: a figure is at most 1000, not ")


def test_a_counter_that_could_march_for_ever_is_refused(folder: Path) -> None:
    printed = CHARTS.with_name("counters.toml").read_text(encoding="utf-8")
    write(folder, printed.replace("movement = 4", "movement = 999999999", 1), "counters.toml")
    assert "movement: a figure is at most 1000, not 999999999" in refused(folder)


def test_tables_too_deep_or_too_long_to_be_tables_are_refused(folder: Path) -> None:
    write(folder, "turns = " + "[" * 30_000)
    assert refused(folder) == "tables.toml: lists nested too deeply for tables"
    write(folder, "turns = " + "9" * 5000)
    assert refused(folder).startswith("tables.toml: ")
    write(folder, "# a long remark\n" * 50_000)
    assert refused(folder) == "the tables are longer than 400000 letters"


def test_only_so_many_books_on_own_tables_are_kept_and_their_folders_go_with_them(folder: Path) -> None:
    made = []
    for number in range(MOST_BOOKS + 2):
        write(folder, f"{CHARTS.read_text(encoding='utf-8')}\n# edition {number}\n")
        made.append(meuse.new("skirmish", data=folder / "skirmish").rules.data)
    gc.collect()

    assert [path.is_dir() for path in made] == [False] * 2 + [True] * MOST_BOOKS


def test_tables_by_which_no_order_can_be_given_are_refused(folder: Path) -> None:
    write(folder, CHARTS.read_text(encoding="utf-8").replace("tokens = 4", "tokens = -3", 1))
    assert refused(folder).endswith("(tables.toml): no order could be given at its beginning")

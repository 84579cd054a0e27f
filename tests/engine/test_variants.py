"""Variants: a scenario of one's own as a folder, laid over a game's, checked, and carried in every saved game."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from typer.testing import CliRunner

import meuse
from meuse import journal
from meuse.cli import app

HEAD = 'game = "skirmish"\nid = "forward"\ntitle = "The armour stands forward"\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """3 DCR begins at Mouzon, and there are five turns."""
    found = tmp_path / "variants" / "forward"
    found.mkdir(parents=True)
    (found / "variant.toml").write_text(HEAD, encoding="utf-8")
    (found / "counters.toml").write_text('counter = [{ id = "3DCR", start = "Mouzon" }]\n', encoding="utf-8")
    (found / "tables.toml").write_text("turns = 5\n", encoding="utf-8")
    return found


@pytest.fixture
def registered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEUSE_VARIANTS", str(folder.parent))


def refused(folder: Path, name: str, text: str) -> str:
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(meuse.BadVariant) as caught:
        meuse.new("skirmish", variant=folder)
    return str(caught.value)


def counter(row: str) -> str:
    return f"counter = [{{ {row} }}]\n"


# -- in play


def test_a_variant_is_laid_over_its_game(folder: Path) -> None:
    game, printed = meuse.new("skirmish", variant=folder), meuse.new("skirmish")
    unit = game.state.scenario.unit_named["3DCR"]

    assert game.state.scenario.title == "The armour stands forward"
    assert game.state.map.spot(game.state.hex_of[unit]) == "Mouzon (4821)"
    assert (game.state.scenario.turns, printed.state.scenario.turns) == (5, 4)  # type: ignore[attr-defined]
    assert [h for h in game.state.hex_of if h != game.state.hex_of[unit]] == [
        h for u, h in enumerate(printed.state.hex_of) if u != unit and h != game.state.hex_of[unit]
    ]


@pytest.mark.usefixtures("registered")
def test_a_variant_of_the_folder_is_a_scenario(folder: Path) -> None:
    assert [variant.title for variant in meuse.variants().values()] == ["The armour stands forward"]
    assert meuse.new("skirmish", "forward").state.scenario.turns == 5  # type: ignore[attr-defined]
    assert meuse.new("skirmish", "sedan").state.scenario.turns == 4  # type: ignore[attr-defined]
    with pytest.raises(meuse.UnknownOption, match="has no scenario 'backward'"):
        meuse.new("skirmish", "backward")


def test_options_of_a_variant_are_set_but_can_be_changed(folder: Path) -> None:
    (folder / "variant.toml").write_text(
        'game = "gdw1940"\nid = "allied-air"\ntitle = "A stronger air force"\n[options]\n"20.french_air" = true\n'
    )
    (folder / "counters.toml").unlink()
    (folder / "tables.toml").unlink()
    assert meuse.new("gdw1940", variant=folder).state.scenario.options["20.french_air"] is True
    given = {"20.french_air": False}
    assert meuse.new("gdw1940", options=given, variant=folder).state.scenario.options["20.french_air"] is False


def test_many_games_of_a_variant_are_played_on_several_processes(folder: Path) -> None:
    results = meuse.simulate(
        "skirmish", german="random", allied="random", games=2, jobs=2, variant=folder, also=["turns"]
    )
    assert [played.error for played in results] == ["", ""]
    assert max(row["turn"] for row in results.rows("turns")) == 5


@pytest.mark.usefixtures("registered")
def test_many_games_of_a_variant_by_its_id(folder: Path) -> None:
    results = meuse.simulate("skirmish", scenario="forward", german="random", allied="random", games=1, also=["turns"])
    assert max(row["turn"] for row in results.rows("turns")) == 5


# -- saved games


def test_a_saved_game_carries_its_variant(folder: Path, tmp_path: Path) -> None:
    game = meuse.new("skirmish", seed=7, variant=folder)
    meuse.play_out(game, {side.word: meuse.bot("random", 1) for side in meuse.SIDES})
    game.save(tmp_path / "own.meuse")
    for path in folder.iterdir():
        path.unlink()

    loaded = meuse.load(tmp_path / "own.meuse")
    assert loaded.state.scenario.title == "The armour stands forward"
    assert journal.write(loaded) == journal.write(game)
    assert [part.digest for part in journal.verify(journal.read(tmp_path / "own.meuse"))] == [game.state.digest()]


def test_positions_and_other_processes_get_the_variant(folder: Path) -> None:
    game = meuse.new("skirmish", seed=7, variant=folder)
    assert game.position.play(7).state.scenario.title == "The armour stands forward"
    assert pickle.loads(pickle.dumps(game)).state.scenario.title == "The armour stands forward"


# -- the command line


def test_the_command_line_plays_the_variants_of_a_folder(folder: Path) -> None:
    arguments = ["--variants", str(folder.parent), "sim", "skirmish", "--scenario", "forward", "--games", "1", "--json"]
    done = CliRunner().invoke(app, arguments, env={"MEUSE_VARIANTS": None})
    assert done.exit_code == 0, done.output
    assert '"finished": 1' in done.output


def test_the_command_line_says_at_once_what_is_wrong_with_a_variant(folder: Path) -> None:
    (folder / "tables.toml").write_text("trns = 5\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["--variants", str(folder.parent), "games"], env={"MEUSE_VARIANTS": None})
    assert str(done.exception) == "forward: tables.toml: 'trns' is not known here; did you mean 'turns'?"


# -- refusals: file, place, and what would be right


def test_a_wrong_hex(folder: Path) -> None:
    assert refused(folder, "counters.toml", counter('id = "3DCR", start = "Mouzn"')) == (
        "counters.toml, counter, 3DCR, start: 'Mouzn' is not on the map; did you mean 'Mouzon'?"
    )
    assert refused(folder, "counters.toml", counter('id = "3DCR", start = "9999"')) == (
        "counters.toml, counter, 3DCR, start: '9999' is not on the map; its hexes are 4113 to 5223"
    )


def test_an_unknown_unit(folder: Path) -> None:
    assert refused(folder, "counters.toml", counter('id = "3DRC", start = "Mouzon"')) == (
        "counters.toml, counter: there is no '3DRC'; did you mean '3DCR'?"
    )


def test_an_unknown_key_or_word(folder: Path) -> None:
    assert refused(folder, "counters.toml", counter('id = "3DCR", strat = "Mouzon"')) == (
        "counters.toml, counter, 3DCR: 'strat' is not known here; did you mean 'start'?"
    )
    assert refused(folder, "counters.toml", counter('id = "3DCR", side = "russian"')) == (
        "counters.toml, counter, 3DCR, side: 'russian' is not a word of this column; there is allied, german"
    )


def test_a_value_of_another_make(folder: Path) -> None:
    assert refused(folder, "tables.toml", 'turns = "five"\n') == (
        "tables.toml, turns: this must be a number, not 'five'"
    )


def test_stacking_broken(folder: Path) -> None:
    rows = 'counter = [{ id = "1Pz", start = "Florenville" }, { id = "2Pz", start = "Florenville" }]\n'
    assert refused(folder, "counters.toml", rows) == (
        "counters.toml, tables.toml: more units begin in Florenville (5118) than may stack there "
        "(1Pz, 2Pz, 10Pz, GD); put some elsewhere"
    )


def test_both_sides_in_a_hex(folder: Path) -> None:
    assert refused(folder, "counters.toml", counter('id = "1Pz", start = "Sedan"')) == (
        "counters.toml, tables.toml: both sides begin in Sedan (4619) (1Pz, 55DI); put one of them elsewhere"
    )


@pytest.mark.parametrize(
    ("head", "fault"),
    [
        ("game =", "variant.toml: Invalid value (at end of document)"),
        ('game = "skirmish"\nid = "x"\n', "variant.toml: 'title' is missing"),
        (f'{HEAD}weather = "fair"\n', "variant.toml: 'weather' is not known here; there is game, id, title, summary,"),
        (HEAD.replace("forward", "Vor!"), "variant.toml, id: 'Vor!' must be lower-case letters, digits and dashes"),
        (HEAD.replace("forward", "sedan", 1), "variant.toml, id: 'sedan' is a scenario of Skirmish at Sedan; choose"),
        (HEAD.replace('"skirmish"', '"gdw1940"'), "variant.toml, game: this is a variant of 'gdw1940', not of"),
        (f'{HEAD}scenario = "sedn"\n', "has no scenario 'sedn'; did you mean 'sedan'?"),
        (f"{HEAD}[options]\nfog = true\n", "variant.toml, options: Skirmish at Sedan has no option 'fog'; it has none"),
        (HEAD.replace('"forward"', "4"), "variant.toml, id: this must be a word, not 4"),
    ],
)
def test_a_head_that_cannot_be_used(folder: Path, head: str, fault: str) -> None:
    assert fault in refused(folder, "variant.toml", head)


def test_files_that_cannot_be_changed_and_folders_without_a_variant(folder: Path, tmp_path: Path) -> None:
    assert refused(folder, "map.toml", "") == (
        "map.toml: Skirmish at Sedan has no such file that can be changed; it has counters.toml, tables.toml"
    )
    with pytest.raises(meuse.BadVariant, match=r"the folder has no variant\.toml, which says of what game"):
        meuse.new("skirmish", variant=tmp_path)
    with pytest.raises(meuse.BadVariant, match="is not a folder"):
        meuse.new("skirmish", variant=tmp_path / "nowhere")
    with pytest.raises(meuse.BadVariant, match="give either data or variant"):
        meuse.new("skirmish", data=tmp_path, variant=folder)


def test_a_damaged_variant_in_a_saved_game_is_refused(folder: Path) -> None:
    text = journal.write(meuse.new("skirmish", variant=folder))
    with pytest.raises(meuse.BadJournal, match=r"tables\.toml: 'trns' is not known here"):
        journal.replay(journal.parse(text.replace("| turns = 5", "| trns = 5")))


# -- all games


@pytest.mark.parametrize(
    ("game", "scenario", "name", "text", "unit", "label"),
    [
        ("gdw1940", "campaign", "setup.toml", '[hexes]\n"fr.X" = "Sedan"\n', "", ""),
        ("france40", "dynamo", "setup-dynamo.toml", '[start]\n"de.gd" = "2018"\n', "de.gd", "2018"),
        ("caseyellow", "historical", "setup.toml", '[historical.start]\n"fr.di10" = "1019"\n', "fr.di10", "1019"),
        ("planjaune", "historical", "setup.toml", "", "", ""),
        ("manstein", "campaign", "setup.toml", "", "", ""),
    ],
)
def test_the_set_up_of_every_game_can_be_changed(
    folder: Path, game: str, scenario: str, name: str, text: str, unit: str, label: str
) -> None:
    head = f'game = "{game}"\nid = "own"\ntitle = "Own"\nscenario = "{scenario}"\n'
    for path in folder.iterdir():
        path.unlink()
    (folder / "variant.toml").write_text(head, encoding="utf-8")
    (folder / name).write_text(text, encoding="utf-8")
    own = meuse.new(game, variant=folder)
    assert own.state.scenario.id == scenario
    if unit:
        assert own.state.map.labels[own.state.hex_of[own.state.scenario.unit_named[unit]]] == label


def test_a_reinforcement_comes_on_another_turn(folder: Path) -> None:
    (folder / "variant.toml").write_text('game = "france40"\nid = "late"\ntitle = "Late"\nscenario = "sickle-cut"\n')
    (folder / "counters.toml").unlink()
    (folder / "tables.toml").unlink()
    printed = meuse.new("france40", "sickle-cut").state.scenario.setup["arrivals"]["scheduled"]  # type: ignore[attr-defined]
    first = printed[0]
    (folder / "setup-sickle-cut.toml").write_text(
        f'[arrivals]\nscheduled = [{{ unit = "{first["unit"]}", turn = 9 }}]\n', encoding="utf-8"
    )
    rows = meuse.new("france40", variant=folder).state.scenario.setup["arrivals"]["scheduled"]  # type: ignore[attr-defined]
    assert rows[0] == first | {"turn": 9}
    assert rows[1:] == printed[1:]

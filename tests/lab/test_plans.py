"""Plans of studies: what they say, what they make of it, and what is told of one that cannot be carried out."""

from __future__ import annotations

from pathlib import Path

import pytest

import meuse
from meuse.lab.study.plan import BadPlan, Plan, parse_plan, read_plan, ready_plan, with_most

WHOLE = """
title = "Mechelen and the air"
game = "gdw1940"
german = "random"
allied = "random"
seed = 7

[options]
"13.garrisons" = true

[games]
most = 60
least = 5
width = 0.2

[[factor]]
option = "20.mechelen"

[[factor]]
title = "French air force"
option = "20.french_air"
values = [true, false]

[[factor]]
allied = ["random", "cadet"]
"""


def plan(text: str, folder: Path = Path()) -> Plan:
    return parse_plan(text, folder)


def complaint(text: str, folder: Path = Path()) -> str:
    with pytest.raises(BadPlan) as caught:
        plan(text, folder)
    return str(caught.value)


def test_a_plan_is_read() -> None:
    found = plan(WHOLE)
    assert [factor.title for factor in found.factors] == ["The Mechelen incident", "French air force", "Allied bot"]
    assert [level.label for level in found.factors[1].levels] == ["yes", "no"]
    assert (found.seed, found.most, found.width, len(found.cells)) == (7, 60, 0.2, 8)


def test_levels_change_what_is_played() -> None:
    match = plan(WHOLE).match((1, 0, 1))
    assert match.options == {"13.garrisons": True, "20.mechelen": True, "20.french_air": True}
    assert (match.german, match.allied) == ("random", "cadet")


def test_drawn_levels_depend_on_the_number_of_the_game() -> None:
    found = plan(WHOLE)
    assert [found.drawn(number) for number in range(8)] == [found.drawn(number) for number in range(8)]
    assert len({found.drawn(number) for number in range(40)}) == 8


def test_tables_and_variants_are_levels(tmp_path: Path) -> None:
    charts = (meuse.rule_book("skirmish").data / "tables.toml").read_text(encoding="utf-8")
    for folder in ("mine", "longer"):
        (tmp_path / folder).mkdir()
    (tmp_path / "mine" / "tables.toml").write_text(charts, encoding="utf-8")
    (tmp_path / "longer" / "tables.toml").write_text("turns = 5\n", encoding="utf-8")
    (tmp_path / "longer" / "variant.toml").write_text(
        'game = "skirmish"\nid = "longer"\ntitle = "A turn more"\n', encoding="utf-8"
    )

    own = plan('game = "skirmish"\n[[factor]]\ntables = ["printed", "mine"]', tmp_path)
    varied = plan('game = "skirmish"\n[[factor]]\nvariant = ["printed", "longer"]', tmp_path)

    assert [own.match((level,)).tables.keys() for level in (0, 1)] == [set(), {"tables.toml"}]
    assert [varied.match((level,)).scenario for level in (0, 1)] == ["sedan", "longer"]
    assert [level.label for level in varied.factors[0].levels] == ["printed", "A turn more"]
    assert "tables and variants cannot both vary" in complaint(
        'game = "skirmish"\n[[factor]]\ntables = ["printed", "mine"]\n[[factor]]\nvariant = ["printed", "longer"]',
        tmp_path,
    )


@pytest.mark.parametrize("game", [game for game in meuse.GAMES if ready_plan(game).exists()])
def test_every_ready_study_can_be_played(game: str) -> None:
    found = read_plan(ready_plan(game))
    assert (found.game, found.german, found.allied, found.most) == (game, "staff", "staff", 200)


def test_every_game_has_a_ready_study() -> None:
    assert [game for game in meuse.GAMES if not ready_plan(game).exists()] == []


def test_a_budget_can_be_given() -> None:
    assert with_most(plan(WHOLE), 40).most == 40
    with pytest.raises(BadPlan, match="8 combinations with at least 3 games each need 24 games, not 3"):
        with_most(plan(WHOLE), 3)


GAME = 'game = "gdw1940"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game = ", "it is not TOML: Invalid value"),
        ("seed = 1", 'the plan names no game: add game = "gdw1940", or another of skirmish, gdw1940'),
        ('game = "gwd1940"', "game: there is no game 'gwd1940'; did you mean 'gdw1940'?"),
        ('game = "chess"', "game: there is no game 'chess'; there is skirmish, gdw1940, france40"),
        (GAME + 'germann = "staff"', "the plan: 'germann' is not a key; did you mean 'german'?"),
        (GAME + 'german = "genral"', "german: there is no bot 'genral'; did you mean 'general'?"),
        (GAME + "german = 3", "the plan, german: this must be a text in quotation marks, not 3"),
        (GAME + 'scenario = "campain"', "has no scenario 'campain'; did you mean 'campaign'?"),
        (GAME + 'seed = "one"', "the plan, seed: this must be a whole number, not 'one'"),
        (GAME + "[games]\nmots = 200", "[games]: 'mots' is not a key; did you mean 'most'?"),
        (GAME + "[games]\nmost = 0", "[games], most: this must be at least 1, not 0"),
        (GAME + "[games]\nwidth = 8", "[games], width: this must be a share such as 0.08, from 0.01 to 0.49, not 8"),
        (GAME + '[games]\ndesign = "full"', "[games], design: levels are crossed or sampled, not 'full'"),
        (GAME + "games = 200", "games: this must be a table [games] with design, least, most and width"),
        (GAME + '[options]\n"20.mechlen" = true', "1940 has no option '20.mechlen'; did you mean '20.mechelen'?"),
        (GAME + '[options]\n"20.mechelen" = 1', "[options], 20.mechelen: 20.mechelen is no or yes, not 1"),
        (GAME + '[factor]\noption = "20.mechelen"', "headed [[factor]] with two brackets"),
        (GAME + '[[factor]]\noption = "20.frnch_air"', "factor 1: 1940 has no option '20.frnch_air'; did you mean"),
        (GAME + '[[factor]]\noption = "20.mechelen"\nvalues = [true]', "factor 1: a factor needs two values or more"),
        (GAME + '[[factor]]\noption = "20.mechelen"\nvalues = [true, 2]', "factor 1: 20.mechelen is no or yes, not 2"),
        (GAME + '[[factor]]\ngerman = ["staff", "staff"]', "factor 1: staff stands there twice"),
        (GAME + '[[factor]]\ngerman = ["staff", "admiral"]', "factor 1: there is no bot 'admiral'; there is random,"),
        (GAME + "[[factor]]\nvalues = [1, 2]", "one of option, german, allied, tables and variant, here none"),
        (GAME + '[[factor]]\ntables = ["printed", "nowhere"]', "factor 1: nowhere is not a folder"),
        (GAME + '[[factor]]\nvariant = ["printed", "nowhere"]', "factor 1, nowhere: nowhere is not a folder"),
        (GAME + '[[factor]]\ntables = ["printed", 3]', 'tables are folders, or "printed" for those of the game, not 3'),
        (GAME + '[[factor]]\ngerman = ["staff", "cadet"]\nvalues = [1, 2]', "factor 1: values belong to an option"),
        (
            GAME + '[games]\nmost = 30\n[[factor]]\noption = "20.mechelen"',
            "2 combinations with at least 20 games each need 40 games, not 30: raise most, or lower least",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place_and_what_would_be_right(text: str, said: str) -> None:
    assert said in complaint(text)


def test_a_plan_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadPlan, match=r"there is no plan .*: name a file, or a game that has a study: skirmish,"):
        read_plan(tmp_path / "plan.toml")
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadPlan, match="is not a text file"):
        read_plan(tmp_path / "bad.toml")

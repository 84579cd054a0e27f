"""1 and 2: scale, map, charts and counters."""

from __future__ import annotations

import meuse
from meuse.testkit import Table, rule

from .scene import combat, fought, game, movement, number, scene, set_up, words

RULES = meuse.rule_book("manstein")


def counter(unit: str) -> object:
    table = Table("manstein")
    return game(table).counter(number(table, unit))


def values(table: Table, unit: str) -> list[str]:
    return [value.text for piece in table.game.view("german").units if piece.id == unit for value in piece.values]


@rule("manstein", "1.1", "2.1.1b")
def test_a_hex_is_40_km_and_a_turn_a_week():
    g = game(Table("manstein"))

    assert g.map.scale_km == 40.0
    assert g.scenario.tables["turns"]["dates"][:2] == ["10-16 May", "17-23 May"]
    assert [len(row) for row in g.scenario.tables["refit"]["income"]] == [5] * 8


@rule("manstein", "2.1", "2.1a")
def test_hexes_have_numbers_and_ocean_hexsides_are_closed():
    table = movement(scene("French fr.7 at 0539", marker="1AG"))

    assert game(table).label(game(table).map.hex("0941")) == "0941"
    ways = {choice.token: choice.path for choice in table.game.decision.describe(("move", "fr.7"))}
    assert ways["0638"] == ("0638",)
    assert ways["0540"] == ("0639", "0540")  # the mouth of the Seine is in between
    table.put("German de.12 at 0640")
    assert table.why_not("move fr.7 0540").rule == "2.1a"


@rule("manstein", "2.1.1a", "R.2.1.1a.1")
def test_charts_are_read_by_one_plain_die():
    tables = game(Table("manstein")).scenario.tables

    assert sorted(tables["assault"]["rows"]) == sorted(tables["mobile"]["rows"]) == ["1", "2", "3", "4", "5", "6"]
    assert {code for row in tables["air"]["rows"].values() for code in row} == {"AL1", "BL1", "DL1"}
    table = combat(scene("German de.6 at 1536", "Belgian be.N at 1436")).dice(6)
    told = fought(table.play("attack 1436 with de.6 go"))
    assert told.endswith("at 200-299% on the assault table: DW, the defenders retreat a hex")


@rule("manstein", "2.1.1c", "2.1.2", "2.6a", "2.6c")
def test_tracks_and_displays_are_off_the_map():
    view = set_up(Table("manstein")).game.view("german")
    parts = {part.id: part for part in view.parts}

    assert parts["turns"].note == "German initiative"
    assert {cell.id: cell.label for cell in parts["refit"].cells}["german"] == "5"
    assert "eliminated-german" in parts
    assert "evacuated-allied" in parts
    assert [cell.id for cell in parts["marks"].cells] == ["destroyed", "bombed", "open", "bridgeheads"]
    assert parts["rail"].cells[0].note == "thirds of an army"


@rule("manstein", "2.2", "2.2.1a")
def test_a_counter_shows_attack_defence_and_movement():
    table = scene("German de.6 at 1536", "French fr.7 at 1240", "Belgian be.f.nam at 1437")

    assert values(table, "de.6") == ["16", "14", "3"]
    assert values(table, "be.f.nam") == ["0", "2", "0"]
    assert {unit.id: unit.nation for unit in table.game.view("german").units}["fr.7"] == "french"


@rule("manstein", "2.2.1b", "2.2.3", "R.2.2.3.1", "R.2.2.1b.1")
def test_a_red_movement_factor_makes_a_unit_mechanized():
    table = scene("German de.XVI at 1736", "German de.6 at 1735", "French fr.DLM at 1240")
    mech = {c.id for c in game(table).scenario.counters if c.mech and c.kind != "logistics"}

    assert {"de.XVI", "de.GrD", "fr.DLM", "nl.L", "be.Cav"} <= mech
    assert {"de.6", "de.LLK", "fr.Col"}.isdisjoint(mech)
    movement(table).play("move de.6 1736", "end")
    assert movement(table).allows("move de.6 1735")  # the next segment begins with the full factor


@rule("manstein", "2.2.2", "R.2.2.2.1", "21.0e")
def test_optional_counters_stay_out_unless_their_rule_is_played():
    plain, played = Table("manstein"), Table("manstein", options={"28.1c": True, "26": True})

    assert plain.where("de.GbK") == plain.where("de.airlift") == ""
    assert played.where("de.GbK") == "track"
    assert played.where("de.airlift") == "available"


@rule("manstein", "2.2.4", "R.2.2.4.1")
def test_brigades_count_as_a_corps_each():
    table = scene("German de.GrD at 1739")

    assert game(table).counter(number(table, "de.GrD")).size == "X"
    assert game(table).counter(number(table, "de.GrD")).is_corps
    assert game(table).counter(number(table, "de.16")).is_army
    assert not game(table).counter(number(table, "de.16")).is_corps


@rule("manstein", "2.2.5")
def test_units_carry_their_command_and_their_turn():
    g = game(Table("manstein"))
    commands = {c.id: c.command for c in g.scenario.counters}

    assert commands["de.XIX"] == "PGK"
    assert commands["uk.BEF"] == "1AG"
    assert commands["de.2"] == "Res"
    assert set(commands.values()) - {""} == {"HGA", "HGB", "HGC", "PGK", "Res", "1AG", "2AG", "3AG", "BL", "NL"}
    assert g.scenario.counters[g.scenario.unit_named["de.9"]].turn == 4


@rule("manstein", "2.2.6a", "2.2.6b", "2.2.6c", "21.0f")
def test_units_have_one_to_four_steps():
    table = scene("German de.LLK at 1736", "German de.18 at 1735", "German de.6 at 1536")
    steps = {unit: game(table).counter(number(table, unit)).steps for unit in ("de.LLK", "de.18", "de.6")}

    assert steps == {"de.LLK": 1, "de.18": 2, "de.6": 4}
    assert len([unit for unit in table.game.view("german").units if unit.id == "de.6"]) == 1


@rule("manstein", "2.2.7a", "2.2.7b", "2.2.7c")
def test_steps_are_lost_from_the_stronger_counter_to_the_weaker():
    """derived-steps-four"""
    table = scene("German de.6 at 1536", "German de.XVI at 1736", "German de.LLK at 1735")

    assert [values(lose(table, "de.6", steps), "de.6")[:1] for steps in (4, 3, 2, 1)] == [["16"], ["12"], ["8"], ["4"]]
    assert values(lose(table, "de.XVI", 1), "de.XVI") == ["4", "3", "5"]


def lose(table: Table, unit: str, steps: int) -> Table:
    game(table).set_steps(number(table, unit), steps)
    return table


@rule("manstein", "2.2.7a", "2.2.7c")
def test_the_last_step_eliminates():
    table = combat(scene("German de.6 at 1536 with 1 step", "Belgian be.N at 1436")).dice(4)
    table.play("attack 1436 with de.6 go")  # 66%: AA

    assert table.where("de.6") == "eliminated"


@rule("manstein", "2.2.8a", "2.2.9")
def test_five_nations_on_two_sides():
    counters = game(Table("manstein")).scenario.counters

    assert {c.nation for c in counters if c.side.word == "allied"} == {"french", "british", "belgian", "dutch"}
    names = {c.id: c.name for c in counters}
    assert names["de.sf.koch"] == "Sturmabteilung Koch"
    assert names["be.GPK"] == "Groupement K"


@rule("manstein", "2.2.8b")
def test_commands_have_colours_of_their_own():
    table = scene("German de.6 at 1735", "German de.4 at 1836", "German de.18 at 1736", "French fr.7 at 0941")
    tints = {unit.id: unit.tint for unit in table.game.view("german").units}

    assert tints["de.6"] == tints["de.18"] != tints["de.4"]
    assert tints["fr.7"] not in (0, tints["de.4"])


@rule("manstein", "2.3a", "2.3b", "2.3c", "R.26.0a.1")
def test_air_naval_and_airlift_units():
    g = game(Table("manstein"))
    found = {c.id: (c.kind, c.steps) for c in g.scenario.counters}

    assert found["de.a.I"] == ("air", 2)
    assert found["de.airlift"] == ("airlift", 1)
    assert found["uk.nav"] == ("naval", 1)


@rule("manstein", "2.4")
def test_special_forces_show_the_range_of_their_success():
    table = scene("German de.sf.koch in available")

    assert values(table, "de.sf.koch") == ["1-4"]


@rule("manstein", "2.5", "5.1a")
def test_special_markers_bear_an_asterisk():
    markers = game(Table("manstein")).scenario.markers

    assert markers["manstein"].is_special
    assert markers["manstein"].shift == 2
    assert not markers["HGA"].is_special
    assert markers["HGA"].shift == 0


@rule("manstein", "2.6b")
def test_markers_of_destruction_are_unlimited():
    g = game(Table("manstein"))
    for h in g.scenario.forts:
        g.mark(g.destroyed, h)

    assert len(g.destroyed) == 26
    assert g.scenario.tables["bridgeheads"]["each"] == 4


@rule("manstein", "2.7", "5.0a")
def test_a_side_sees_its_own_bin_and_not_the_enemys():
    table = set_up(Table("manstein"))
    table.play("german: special manstein", "allied: special plan-d")

    def bin_of(owner: str, seat: str) -> list[str]:
        part = next(part for part in table.game.view(seat).parts if part.id == f"bin-{owner}")
        return [cell.id for cell in part.cells]

    assert words(table) == "First marker"
    assert bin_of("german", "german") == ["HGA", "HGB", "HGC", "PGK", "manstein"]
    assert bin_of("german", "allied") == ["HGA", "HGB", "HGC", "PGK"]

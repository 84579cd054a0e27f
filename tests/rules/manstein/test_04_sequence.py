"""4: the sequence of play."""

from __future__ import annotations

from meuse.testkit import Table, rule

from .scene import begin_turn, bins, draw, game, give, impulse, marked, operations, scene, set_up, words


def step_names(table: Table) -> list[str]:
    return [type(step).__name__ for step in reversed(game(table).stack)]


@rule("manstein", "4.1", "4.1a", "4.1b", "4.1c")
def test_a_turn_begins_with_initiative_bins_and_refit():
    table = set_up(Table("manstein"))

    assert words(table) == "Command markers"
    assert table.asked == "german"
    table.play("german: special manstein", "allied: special none")
    assert words(table) == "First marker"  # nobody had anything to refit


@rule("manstein", "4.1b")
def test_bins_are_filled_in_secret_and_at_once():
    table = set_up(Table("manstein"))
    table.play("allied: special plan-d")

    assert table.game.seat("german").choices(("special",)) == ["manstein"]
    assert table.game.seat("german").journal[-1].order == ("sealed",)
    assert "plan-d" not in str(table.game.view("german"))


@rule("manstein", "4.0", "4.1d")
def test_an_impulse_has_its_segments_in_order():
    reserves = ("German de.2 in track", "German de.a.I in available")
    table = scene(*reserves, "German de.6 at 1536", "Belgian be.N at 1436", marker="HGB")
    game(table).arrival[game(table).scenario.unit_named["de.2"]] = 2
    impulse(table)

    assert words(table) == "German reinforcements"
    table.play("enter de.2 2228")
    assert words(table) == "German air operations"
    table.play("end")
    assert words(table) == "German movement"
    table.play("end")
    assert words(table) == "German combat"
    assert game(table).now.side.word == "german"


@rule("manstein", "4.1e")
def test_air_units_are_placed_then_fight_then_bomb():
    table = scene("German de.a.VIII in available", "French fr.a.e at 1036", marker="HGB")
    table = impulse(table).dice(6, 4)
    table.play("fly de.a.VIII 1036", "end")

    assert table.where("fr.a.e") == "utilized"  # DL1: reduced and driven off
    assert words(table) == "City bombing"


@rule("manstein", "4.1d", "5.4a")
def test_impulses_alternate():
    table = bins(scene("German de.6 at 1736", "French fr.7 at 0941", "Dutch nl.V at 1432"), "HGB", "1AG netherlands")
    table = operations(table).dice(1)
    seen = [words(table)]
    table.play("end")
    seen.append(words(table))
    table.play("end")
    seen.append(words(table))

    assert seen == ["German movement", "Allied movement", "Allied movement"]


@rule("manstein", "4.1f")
def test_air_and_naval_units_come_back_and_reserve_markers_go():
    table = bins(scene("German de.a.I at 1036", "uk.nav in utilized", "used German de.XXXX at 1936"), "", "")
    operations(table)

    assert table.where("de.a.I") == "available"
    assert table.where("uk.nav") == "available"
    assert marked(table, "HGA").game.state.status[game(table).scenario.unit_named["de.XXXX"]] == 0


@rule("manstein", "4.1g", "3.2")
def test_after_the_last_turn_the_points_are_counted():
    table = scene("German de.6 at 1736")
    table.phase("End of turn 6").play("end")

    assert table.game.over
    assert table.game.result.level == "Allied operational victory"


@rule("manstein", "4.1g")
def test_otherwise_the_next_turn_begins():
    table = set_up(Table("manstein"))
    begin_turn(bins(table), 2)
    table.play("german: special none", "allied: special none")

    assert game(table).turn == 2


@rule("manstein", "5.3a", "5.3b")
def test_initiative_is_german_unless_a_german_city_is_lost():
    """derived-initiative"""
    table = set_up(Table("manstein"))
    begin_turn(give(table, "allied", "1834"), 3)
    assert game(table).first.word == "allied"

    give(table, "german", "1834")
    assert game(table).first.word == "allied"  # for the whole turn
    begin_turn(table, 4)
    assert game(table).first.word == "german"


@rule("manstein", "21.2a", "5.3a")
def test_on_turn_1_the_initiative_is_german_in_any_case():
    table = begin_turn(give(set_up(Table("manstein")), "allied", "1834"), 1)

    assert game(table).first.word == "german"


@rule("manstein", "5.3c")
def test_the_side_with_the_initiative_refits_first():
    sentences = ("German de.XVI at 1835 with 1 step", "French fr.7 at 0941 with 1 step")
    table = give(scene(*sentences), "allied", "1834")
    begin_turn(table, 3)
    table.play("german: special none", "allied: special none")

    assert words(table) == "Allied refit"
    table.play("end")
    assert words(table) == "German refit"


@rule("manstein", "4.0")
def test_only_the_operating_player_moves():
    table = draw(scene("German de.6 at 1736", "Belgian be.N at 1336"), "HGB")

    assert table.asked == "german"
    assert table.why_not("move be.N 1436").text == "Belgian Army, northern wing is Allied; you order German units"
    assert step_names(table)[0] == "Movement"

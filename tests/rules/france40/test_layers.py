"""What is laid over the map: zones and bonds, lines of supply, objectives, reinforcements, markers."""

from __future__ import annotations

from meuse.testkit import Table

from .scene import cities, dynamo, entries, game, sickle_cut, under


def seen(table: Table, kind: str, unit: str | None = None):
    return table.game.seat("german").overlay(kind, unit)


def test_zones_and_bonds_of_both_sides():
    table = sickle_cut("French fr.di41 at 4808", "French fr.di55 at 4810", "German de.id3 at 4608")
    layer = seen(table, "zones")
    by_look = {(area.look, area.whose): area.hexes for area in layer.areas}
    assert by_look["bond", "allied"] == ("4809",)
    assert "4707" in by_look["contested", ""]
    assert layer.lines[0].hexes == ("4808", "4809", "4810")

    table.put("French fr.di55 at 4909")
    marks = seen(table, "zones").marks
    assert [mark.at for mark in marks if mark.sign == "bond"] == ["4809/4908"]


def test_a_negated_bond_is_not_shown():
    table = sickle_cut("French fr.di41 at 4808", "French fr.di55 at 4810", "German de.id3 at 4809")
    by_look = {(area.look, area.whose): area.hexes for area in seen(table, "zones").areas}
    assert by_look["bond", "allied"] == ()


def test_a_line_of_supply_overland_and_by_road():
    table = entries(cities(sickle_cut("French fr.di55 at 0420"), "german"), "allied", "0018")
    layer = seen(table, "supply", "fr.di55")
    assert layer.lines[0].hexes == ("0420", "0419", "0418", "0318", "0218", "0118", "0018")
    assert layer.notes == ("In supply: 6 hexes to 0018.",)


def test_cities_and_isolation_in_words():
    table = entries(sickle_cut("French fr.di55 at Lille"), "allied")
    assert "City hexes in reach" in seen(table, "supply", "fr.di55").notes[0]

    cities(table, "german")
    assert "Out of supply" in seen(table, "supply", "fr.di55").notes[0]
    assert [mark.at for mark in seen(table, "supply").marks if mark.sign == "cut"] == ["2203"]


def test_objectives_of_both_scenarios():
    reims = next(mark for mark in seen(sickle_cut(), "objectives").marks if mark.at == "3428")
    assert reims.text.startswith("2 Victory Points for closing")
    assert "3210" in [mark.at for mark in seen(dynamo(), "objectives").marks]


def test_reinforcements_by_area_and_turn():
    layer = seen(Table("france40", "sickle-cut"), "reinforcements")
    assert "Entry Area D, turn 2: 36 Infanterie-Division" in layer.notes
    assert ("5520", "5521") in [area.hexes for area in layer.areas]


def test_markers_on_the_map():
    table = under(sickle_cut("French fr.di41 at 4808", "German de.gd at 4317"), 3, "fr.di41")
    table.put("German de.gd at 4318")
    game(table).dyle = {game(table).map.hex("4204"): False}
    found = {marker.sign: (marker.at, marker.label) for marker in table.game.seat("german").view.markers if marker.at}
    assert found["gqg"] == ("4808", "GQG")
    assert found["german-control"] == ("4317", "German control")
    assert found["defence"] == ("4204", "Dyle Line, under construction")


def test_how_the_game_would_end_now():
    table = Table("france40", "sickle-cut")
    assert table.game.rules.standing(table.game.state).score == {"german": 0, "allied": 10}

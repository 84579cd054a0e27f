"""What a player sees beside the map: the boxes, tracks and markers of both scenarios."""

from __future__ import annotations

from meuse.counters import Side
from meuse.report import Cell, Due, Part
from meuse.testkit import Table, rule

from .scene import dynamo, game, sickle_cut, under


def part(table: Table, name: str) -> Part:
    return next(found for found in table.game.seat(Side.GERMAN).view.parts if found.id == name)


def cell(table: Table, name: str, cell_id: str) -> Cell:
    return next(found for found in part(table, name).cells if found.id == cell_id)


def due(scenario: str, turn: str, by: str) -> Due:
    """What a rule brings in a turn."""
    return next(found for found in cell(Table("france40", scenario), "turns", turn).due if found.rule == by)


def badges(table: Table, name: str) -> tuple[str, ...]:
    return next(found.status for found in table.game.view().units if found.id == name)


@rule("france40", "9.3.1c")
def test_air_units_ready_and_used():
    table = Table("france40", "sickle-cut")
    game(table).air[Side.GERMAN] = 3

    assert len(cell(table, "air-german", "air").pieces) == 3
    assert len(cell(table, "air-german", "air").used) == 2
    assert "air-allied" not in [found.id for found in table.game.view().parts]
    assert len(cell(Table("france40", "dynamo"), "air-allied", "air").pieces) == 2


@rule("france40", "17.1.1a")
def test_hqs_ready_and_used():
    table = sickle_cut("French fr.hq1 at 1521", "used French fr.hq9 at 1522")
    assert cell(table, "hqs", "hqs").pieces == ("fr.hq1",)
    assert cell(table, "hqs", "hqs").used == ("fr.hq9",)


@rule("france40", "21.2.4a", "21.2.6")
def test_gqg_markers_on_stacks_in_their_box_and_out_of_play():
    table = sickle_cut("French fr.di55 at 1521")
    under(table, 3, "fr.di55")
    game(table).gqg_gone = 1

    assert cell(table, "gqg", "holding").pieces == ("gqg-2", "gqg-4", "gqg-5", "gqg-6")
    assert cell(table, "gqg", "gone").used == ("gqg-1",)
    lying = {marker.id: marker.at for marker in table.game.view().markers}
    assert (lying["gqg-3"], lying["gqg-2"]) == ("1521", "")
    assert badges(table, "fr.di55") == ("gqg",)


@rule("france40", "22.2c")
def test_halt_markers_wait_in_their_box():
    table = Table("france40", "dynamo")
    assert len(cell(table, "halt", "holding").pieces) == 6

    table.play(f"place {table.choices('place')[0]}")
    assert len(cell(table, "halt", "holding").pieces) == 5


@rule("france40", "19.2.1")
def test_the_cup_is_open_to_all():
    table = Table("france40", "sickle-cut")
    assert "uk.1t" in cell(table, "cup", "cup").pieces


@rule("france40", "19.4.2a", "19.2.5")
def test_entry_areas_say_what_is_closed_and_who_waits():
    table = sickle_cut("German de.id32 at 1427").phase("German movement")
    table.play("move de.id32 1428")

    assert (cell(table, "entries", "S").left, cell(table, "entries", "S").of) == (8, 9)
    assert cell(table, "entries", "S").note == "1428 closed"
    table.put("French fr.di55 in edge W")
    assert cell(table, "entries", "W").pieces == ("fr.di55",)


@rule("france40", "19.1a", "22.7f")
def test_the_turn_track_shows_who_is_due():
    assert "fr.dcr4" in cell(Table("france40", "sickle-cut"), "turns", "4").pieces
    drawn, withdrawn = due("sickle-cut", "2", "19.2.1"), due("dynamo", "6", "22.7f")
    assert drawn.text == "The Allies draw 4 reinforcements from the cup; they arrive the same turn."
    assert withdrawn.text == "1 Pz, 2 Pz and 10 Pz are withdrawn."


@rule("france40", "22.5.2a", "22.10.1")
def test_the_evacuation_box_counts():
    table = dynamo("British uk.1 in evacuated", "French fr.di60 in evacuated").phase("Allied movement")
    assert cell(table, "evacuated", "evacuated").pieces == ("fr.di60", "uk.1")
    assert (cell(table, "evacuated", "away").left, cell(table, "evacuated", "away").of) == (2, 15)
    assert (cell(table, "evacuated", "british").left, cell(table, "evacuated", "british").of) == (1, 10)


@rule("france40", "10.3c")
def test_remnants_left():
    table = sickle_cut("French fr.di55 at 1521")
    before = cell(table, "remnants", "french infantry").left
    game(table).remnants["french infantry"] -= 1
    assert cell(table, "remnants", "french infantry").left == before - 1


@rule("france40", "13.1.1", "18.1b", "7.6.2a")
def test_counters_wear_their_markers():
    table = sickle_cut(
        "disrupted isolated French fr.di55 at 1521", "entrained fr.di71 at 1322", "fleeing fr.di61 at 1523"
    )

    assert badges(table, "fr.di55") == ("disrupted", "isolated")
    assert badges(table, "fr.di71") == ("train",)
    assert badges(table, "fr.di61") == ("retreat",)


@rule("france40", "20.2a", "20.2c", "21.2.3")
def test_the_generals_can_be_told():
    units = {found.id: found.mark for found in Table("france40", "sickle-cut").game.view().units}
    assert (units["de.pz7.t"], units["fr.dcr4"], units["de.pz1.t"]) == ("star", "lorraine", "")


@rule("france40", "2.3.2a")
def test_what_an_hq_shows():
    units = {found.id: found.values for found in Table("france40", "sickle-cut").game.view().units}
    assert [value.text for value in units["fr.hq9"]] == ["0", "0", "(2)"]


@rule("france40", "21.4a")
def test_the_dyle_line_is_listed_and_lies_on_the_map():
    table = Table("france40", "sickle-cut")
    assert {found.id for found in part(table, "dyle").cells} == {"4204", "4304", "4405"}
    assert {marker.at for marker in table.game.view().markers if marker.sign == "defence"} == {"4204", "4304", "4405"}

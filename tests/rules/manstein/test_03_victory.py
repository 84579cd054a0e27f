"""3: sudden death, victory points and capitulation."""

from __future__ import annotations

from copy import copy

from meuse.games import rule_book
from meuse.games.manstein.sequence import sequence
from meuse.testkit import Table, rule

from .scene import (
    air,
    begin_turn,
    combat,
    game,
    give,
    lines,
    mark,
    marked,
    movement,
    owner,
    points,
    refit,
    scene,
    set_up,
    supported,
    watch,
)

FRENCH_DEPOTS = ("0941", "1240", "1640", "1036", "1942", "1444", "0639")
FRENCH_PORTS = ("0539", "0638", "0835", "0836", "0936")


def verdict(table: Table) -> str:
    result = table.game.rules.standing(game(table))
    assert result is not None
    return result.level


# -- sudden death


@rule("manstein", "3.0", "3.1", "3.1a", "R.3.1a.1")
def test_every_depot_and_port_of_france_is_an_epic_victory():
    table = mark(give(scene(), "german", *FRENCH_DEPOTS, *FRENCH_PORTS[1:]), "bombed", "0941")
    assert watch(table).game.result is None

    give(table, "german", FRENCH_PORTS[0])
    assert watch(table).game.result.level == "epic"
    assert table.game.result.winner.word == "german"


@rule("manstein", "3.1b")
def test_two_german_depots_are_an_epic_victory_of_the_allies():
    table = give(scene(), "allied", "1934")
    assert watch(table).game.result is None

    give(table, "allied", "2138")
    assert watch(table).game.result.winner.word == "allied"


@rule("manstein", "3.1")
def test_sudden_death_comes_in_the_middle_of_a_move():
    table = movement(give(scene("French fr.CC at 1837", marker="1AG"), "allied", "1934"))
    table.play("move fr.CC 1937")

    assert table.game.result.rule == "3.1b"


# -- occupation and control


@rule("manstein", "3.3a", "3.3b", "R.3.3b.1")
def test_who_enters_a_hex_controls_it_also_after_he_has_left():
    table = movement(scene("German de.XVI at 1736"))
    assert owner(table, "1635") == "allied"
    assert owner(table, "1639") == "allied"

    table.play("move de.XVI 1635", "move de.XVI 1634")
    assert owner(table, "1635") == "german"
    assert owner(table, "1634") == "german"
    assert "1336" in lines(give(table, "german", "1336"), "german")
    assert "1336" not in lines(give(table, "allied", "1336"), "german")


@rule("manstein", "3.3c", "R.3.3c.1")
def test_logistics_units_take_no_control():
    table = movement(scene("German de.l.b at 1736"))
    table.play("move de.l.b 1635")

    assert owner(table, "1635") == "allied"


@rule("manstein", "7.2a", "R.7.2a.1")
def test_an_empty_depot_in_an_enemy_zone_is_nobodys():
    table = give(scene("French fr.7 at 1935"), "allied", "1937", "1834")
    assert "1937" in lines(table, "allied")

    table.put("German de.6 at 1936")
    assert "1937" not in lines(table, "allied")
    table.put("French fr.1 at 1937")  # an occupied hex is its occupier's, zones or not
    assert "1937" in lines(table, "allied")


# -- points


@rule("manstein", "3.4a", "3.5c", "R.3.2.1")
def test_german_points_for_hexes():
    """derived-vp-best-value"""
    table = give(scene(), "german", "0941", "1333", "1335", "1336", "0835", "1943")

    assert lines(table, "german") == {"0835": 3, "0941": 10, "1333": 4, "1335": 4, "1336": 3, "1943": 1}


@rule("manstein", "3.5a", "3.5c")
def test_allied_points_for_hexes():
    table = give(scene(), "allied", "1934", "1739")

    assert lines(table, "allied") == {"1739": 2, "1934": 5}


@rule("manstein", "3.4b", "R.3.4b.1", "2.2.4")
def test_german_points_for_units():
    lost = ("fr.CC", "fr.7", "fr.a.n", "nl.L", "be.III", "fr.l.1")
    table = scene(*(f"{unit} in eliminated" for unit in lost))

    assert lines(table, "german") == {"fr.CC": 2, "fr.7": 1, "fr.a.n": 1}


@rule("manstein", "3.5b", "3.5d")
def test_allied_points_for_units():
    lost = ("de.XVI", "de.GrD", "de.6", "de.a.I", "de.XXXX", "de.l.a")
    table = scene(*(f"{unit} in eliminated" for unit in lost), "German de.4 at 1735 with 1 step")

    assert lines(table, "allied") == {"de.XVI": 3, "de.GrD": 3, "de.6": 2, "de.a.I": 1}


@rule("manstein", "3.2", "3.6", "R.3.6.1")
def test_degrees_of_victory():
    table = give(scene(), "german", "0941", "1333", "1335", "1336", "0835")  # 24 points

    assert points(table, "german") == 24
    assert verdict(table) == "draw"
    assert verdict(give(table, "german", "0836", "0936")) == "German marginal victory"
    assert verdict(give(table, "allied", "1934", "1739")) == "draw"  # 30 - 7
    assert verdict(give(table, "allied", "0941")) == "Allied marginal victory"


@rule("manstein", "3.6", "3.2")
def test_the_rest_of_the_ladder():
    table = scene()
    assert verdict(table) == "Allied operational victory"
    assert verdict(give(table, "allied", "1739")) == "Allied strategic victory"
    give(table, "german", *FRENCH_DEPOTS, *FRENCH_PORTS[:3])  # 28 + 9, less the two for 1739
    assert verdict(table) == "German marginal victory"
    assert verdict(give(table, "german", "1333", "1335")) == "German operational victory"
    assert verdict(give(table, "german", "1336", "1035", "0836")) == "German strategic victory"


@rule("manstein", "3.4c", "3.4d", "R.3.4d.1", "21.0a")
def test_the_game_can_be_extended_for_ten_points():
    """derived-extension"""
    table = scene()
    table.phase("End of turn 6").play("extend")

    assert points(table, "german") == -10
    assert game(table).turn == 7
    table.phase("End of turn 6").play("end")
    assert table.game.over


@rule("manstein", "3.4d", "21.0a")
def test_the_table_of_turns_says_how_long_the_game_is():
    scenario = copy(rule_book("manstein").opened(None, {}))
    scenario.tables = {"turns": {"last": 1, "extended": 3}}
    names = [type(step).__name__ for step in sequence(scenario)]

    assert names.count("Initiative") == 3
    assert names.index("Extension") == names.index("ReturnPhase") + 1  # after the first of them


# -- capitulation


@rule("manstein", "3.8b", "3.7a", "3.7b", "3.7d", "3.7g", "5.7c")
def test_belgium_capitulates():
    table = scene("Belgian be.N at 1135", "Belgian be.Cav at 1136", "German de.6 at 1735")
    game(table).regular[1] = ("1AG", "belgium")
    game(table).rp["belgian"] = 1
    give(table, "german", "1336", "1335")
    assert watch(table).where("be.N") == "1135"

    watch(give(table, "german", "1537"))
    assert table.where("be.N") == "eliminated"
    assert game(table).regular[1] == ("1AG",)
    assert game(table).rp["belgian"] == 0
    assert lines(table, "german")["be.N"] == 1


@rule("manstein", "3.8c", "3.7e", "3.7f", "R.3.7e.1")
def test_the_netherlands_capitulate_and_their_ports_go_on_working():
    table = scene("Dutch nl.V at 1630", "British uk.BEF at 1435")
    watch(give(table, "german", "1432", "1333"))

    assert table.where("nl.V") == "eliminated"
    assert owner(table, "1334") == "allied"
    give(table, "allied", "1333")
    mark(table, "bombed", "1335")
    assert supported(table, "uk.BEF")  # Rotterdam, a port
    assert not supported(table.put("Dutch nl.V at 1333"), "nl.V")  # Rotterdam, a dead depot


@rule("manstein", "3.8b", "3.8c", "7.2a")
def test_one_country_may_draw_another_after_it():
    table = scene("Dutch nl.V at 1630", "Belgian be.N at 1334", "German de.18 at 1335")
    watch(give(table, "german", "1335", "1336", "1537", "1432", "1333"))

    assert table.where("be.N") == "eliminated"
    assert table.where("nl.V") == "eliminated"  # the Belgians were the last to look into Rotterdam


@rule("manstein", "3.8a", "3.7c", "R.3.7b.1", "3.8")
def test_france_capitulates_and_the_british_fight_on():
    table = scene("British uk.BEF at 0835", "French fr.7 at 0743", "fr.a.n in utilized", "fr.6 in track")
    game(table).regular[1] = ("1AG", "2AG", "3AG")
    watch(give(table, "german", *FRENCH_DEPOTS))

    assert table.where("fr.7") == "eliminated"
    assert table.where("fr.6") == ""
    assert table.where("uk.BEF") == "0835"
    assert game(table).regular[1] == ("1AG",)


@rule("manstein", "3.7b", "3.7g", "R.3.7b.1")
def test_only_units_on_the_map_surrender():
    aircraft = ("fr.a.n in utilized", "fr.a.e in available", "French fr.a.s at 0942")
    table = watch(give(scene("French fr.7 at 0743", *aircraft), "german", *FRENCH_DEPOTS))

    assert table.where("fr.a.s") == "eliminated"
    assert (table.where("fr.a.n"), table.where("fr.a.e")) == ("utilized", "available")
    assert set(lines(table, "german")) >= {"fr.7", "fr.a.s"}
    assert not {"fr.a.n", "fr.a.e"} & set(lines(table, "german"))
    air(marked(table, "1AG"))
    assert table.choices("fly") == ["fr.a.e"]  # the French air force flies on


@rule("manstein", "3.7c", "3.7d")
def test_a_beaten_country_gets_no_points_and_no_logistics_units():
    table = scene("fr.l.1 in eliminated", "French fr.7 at 0743", turn=4)
    watch(give(table, "german", *FRENCH_DEPOTS))
    give(table, "allied", "0941")
    game(table).stack = ()
    refit(table)

    assert game(table).rp["french"] == 0


@rule("manstein", "3.8")
def test_germany_never_capitulates():
    table = watch(give(scene("German de.6 at 1735"), "allied", "1934"))

    assert table.where("de.6") == "1735"
    assert table.game.result is None


@rule("manstein", "5.7c", "3.7a")
def test_markers_of_a_beaten_country_do_not_come_back():
    table = set_up(Table("manstein"))
    game(table).surrendered = frozenset({"french", "dutch"})
    begin_turn(table, 3)

    assert game(table).regular[1] == ("1AG", "belgium")


@rule("manstein", "3.7b")
def test_a_country_can_capitulate_in_the_middle_of_a_battle():
    sentences = ("German de.6 at 1435", "Belgian be.III at 1336 with 1 step", "Belgian be.N at 1135")
    table = combat(give(scene(*sentences), "german", "1335", "1537")).dice(6)
    table.play("attack 1336 with de.6 go")
    assert table.where("be.III") == "eliminated"

    table.play("advance de.6 1336")
    assert table.where("be.N") == "eliminated"

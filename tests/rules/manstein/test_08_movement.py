"""8: ground movement."""

from __future__ import annotations

import pytest

from meuse.decision import IllegalOrder
from meuse.testkit import rule

from .scene import cost, game, left, movement, owner, scene, spend, supported, words


@rule("manstein", "8.0a", "8.0c", "8.0d")
def test_active_units_move_hex_by_hex():
    table = movement(scene("German de.6 at 1735", "German de.18 at 1834"))
    with pytest.raises(IllegalOrder, match=r"8.0c: the path cannot be walked hex by hex"):
        table.play("move de.6 1736.1834")
    table.play("move de.6 1736.1836", "move de.18 1835")

    assert (table.where("de.6"), table.where("de.18")) == ("1836", "1835")
    assert "has already moved" in table.why_not("move de.6 1736").text  # because another unit was ordered


@rule("manstein", "8.0b", "R.8.0b.1")
def test_static_units_never_move():
    table = movement(scene("German de.f.aach at 1636", "German de.6 at 1735"))

    assert table.why_not("move de.f.aach 1736").rule == "8.0b"


@rule("manstein", "8.0d", "8.0f", "8.0c")
def test_a_move_ends_when_the_factors_are_spent():
    table = movement(scene("German de.6 at 1835", "German de.XVI at 1734"))
    assert table.why_not("move de.6 1435").rule == "8.0d"
    assert "is already in" in table.why_not("move de.6 1835").text
    table.play("move de.6 1735")
    assert left(table, "de.6") == 2

    table.play("move de.6 1634.1635")
    assert table.choices("move") == ["de.XVI"]
    assert table.why_not("move de.6 1735").text == "6. Armee has no movement factors left"
    table.play("end")
    assert left(movement(table), "de.6") == 3  # what was left over is lost, and the next segment gives all


@rule("manstein", "8.0e", "2.1a")
def test_sea_is_closed():
    table = movement(scene("Dutch nl.V at 1533", marker="netherlands"))

    assert table.why_not("move nl.V 1532").rule == "8.0e"


@rule("manstein", "8.0g", "8.4b", "8.4a")
def test_costs_by_class_and_rivers():
    """book-mech-river-forest"""
    table = movement(scene("German de.XVI at 1537", "German de.LLK at 1537"))

    assert cost(table, "de.XVI", "1536") == "1"
    assert cost(table, "de.XVI", "1538") == "4"  # rough 3 and the Meuse 1
    assert cost(table, "de.LLK", "1538") == "3"
    table.put("German de.XVI at 1739")
    assert cost(table, "de.XVI", "1838") == "2"  # forest
    table.put("German de.XVI at 1439")
    assert cost(table, "de.XVI", "1539") == "3"  # a river and a forest


@rule("manstein", "8.1a", "16.8a")
def test_one_hex_can_always_be_entered():
    """derived-interdiction"""
    table = movement(scene("French fr.XXI at 1439", "German de.a.I at 1439", marker="1AG"))

    assert left(table, "fr.XXI") == 3
    assert cost(table, "fr.XXI", "1438") == "4"  # rough, a river, and one for leaving an air zone
    table.play("move fr.XXI 1438")
    assert table.where("fr.XXI") == "1438"
    assert left(table, "fr.XXI") == 0


@rule("manstein", "8.1a")
def test_after_the_first_hex_the_factors_must_suffice():
    table = spend(movement(scene("French fr.XXI at 1439", marker="1AG")), "fr.XXI", 1)

    assert table.reach("fr.XXI") == {"1339", "1440"}
    table.put("German de.a.I at 1439", "French fr.7 at 1141")
    assert spend(movement(table), "fr.XXI", 1).choices("move") == ["fr.7"]  # in an air zone every hex costs two


@rule("manstein", "8.1b")
def test_the_first_hex_may_not_be_from_zone_to_zone():
    table = movement(scene("German de.6 at 1536", "Belgian be.N at 1436", "German de.18 at 1735"))

    first = {choice.path[0] for choice in table.game.decision.describe(("move", "de.6"))}
    assert first == {"1535", "1635", "1636"}


@rule("manstein", "8.2", "15.5a")
def test_unsupported_units_have_half_their_factors():
    """book-unsupported-mf5"""
    table = movement(scene("German de.XVI at 1141", "German de.6 at 1142", "German de.18 at 1735"))

    assert (left(table, "de.XVI"), left(table, "de.6"), left(table, "de.18")) == (3, 2, 3)
    assert table.why_not("move de.XVI 1537").rule == "8.2"


@rule("manstein", "8.4.1", "6.3a")
def test_armies_do_not_enter_rough_terrain():
    table = movement(scene("German de.12 at 1937", "German de.XV at 1937", marker="HGA"))

    assert table.why_not("move de.12 1837").rule == "8.4.1"
    assert "1837" in table.reach("de.XV")


@rule("manstein", "8.5a")
def test_nobody_leaves_the_map():
    table = movement(scene("French fr.7 at 0441", marker="1AG"))

    assert table.why_not("exit fr.7").rule == "8.5a"
    assert all(label in game(table).map.index for label in table.reach("fr.7"))


@rule("manstein", "8.5b")
def test_switzerland_is_closed():
    table = movement(scene("German de.7 at 2043", marker="HGC"))

    assert table.why_not("move de.7 2044").rule == "8.5b"


@rule("manstein", "8.5b")
def test_germans_french_and_british_go_anywhere():
    table = movement(scene("British uk.BEF at 1137", marker="1AG"))
    assert "1136" in table.reach("uk.BEF")
    assert "1237" in table.reach("uk.BEF")

    table = movement(scene("French fr.CC at 1640", marker="1AG"))
    assert "1739" in table.reach("fr.CC")  # Germany, at the price of the Westwall


@rule("manstein", "8.5c")
def test_belgians_stay_in_belgium_and_france():
    table = movement(scene("Belgian be.Cav at 1536", "Belgian be.N at 1539", marker="belgium"))

    assert table.why_not("move be.Cav 1535").rule == "8.5c"
    assert table.why_not("move be.N 1639").rule == "8.5c"
    assert "1540" in table.reach("be.N")


@rule("manstein", "8.5d", "8.5c")
def test_the_dutch_stay_at_home_but_attack_across_the_border():
    table = movement(scene("Dutch nl.V at 1635", "German de.18 at 1735", marker="netherlands"))
    assert table.why_not("move nl.V 1536").rule == "8.5d"

    table.play("end")
    assert table.choices("attack") == ["1735"]


@rule("manstein", "8.5e", "R.3.3b.1")
def test_luxembourg_is_allied():
    table = scene("German de.6 at 1735")

    assert owner(table, "1638") == owner(table, "1639") == "allied"


@rule("manstein", "17.0b", "8.4a")
def test_enemy_fortifications_cost_more():
    table = movement(scene("German de.16 at 1639", "German de.XV at 1639", "French fr.CC at 1639", marker="HGA"))

    assert cost(table, "de.XV", "1640") == "4"  # major, for Mech units
    table.remove("fr.CC").put("German de.XV at 1436")
    assert cost(table, "de.XV", "1437") == "3"  # minor


@rule("manstein", "8.3")
def test_retreat_and_pursuit_cost_no_factors():
    table = movement(scene("German de.6 at 1736", "Dutch nl.III at 1635 with 1 step"))
    table.play("move de.6 1735", "end")
    table.dice(6)
    table.play("attack 1635 with de.6 go", "advance de.6 1635")

    assert table.where("de.6") == "1635"
    assert words(table) == "End of turn 6"


@rule("manstein", "15.1g")
def test_units_may_move_out_of_support():
    table = movement(scene("German de.6 at 1536"))
    table.play("move de.6 1436")

    assert not supported(table, "de.6")

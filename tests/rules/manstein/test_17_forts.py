"""17: fortified lines and cities; 19: special forces."""

from __future__ import annotations

from meuse.testkit import rule

from .scene import combat, cost, fought, game, mark, marks, movement, number, scene, shifts, words


@rule("manstein", "17.0a", "17.0b", "R.17.0a.1")
def test_a_fortification_belongs_to_one_side_for_the_whole_game():
    """book-enemy-fortification"""
    forts = game(scene()).scenario.forts
    hexes = game(scene()).map.hex

    assert (forts[hexes("1537")].side.word, forts[hexes("1537")].major) == ("allied", False)
    assert (forts[hexes("1636")].side.word, forts[hexes("1640")].major) == ("german", True)
    table = movement(scene("German de.6 at 1736", "Belgian be.N at 1137"))
    assert cost(table, "de.6", "1636") == "1"


@rule("manstein", "17.0a", "17.0c")
def test_only_its_own_side_profits_from_a_fortification():
    table = combat(scene("German de.6 at 1436", "Belgian be.III at 1437"))
    assert shifts(table, "attack 1437 with de.6")["17.0c"] == -1

    table = combat(scene("French fr.7 at 1535", "German de.6 at 1437", "Belgian be.N at 1436", marker="belgium"))
    assert "17.0c" not in shifts(table, "attack 1437 with be.N")


@rule("manstein", "17.0c", "10.5d")
def test_the_shift_is_added_to_that_of_the_city():
    table = combat(scene("German de.6 at 1434", "Belgian be.N at 1335"))

    assert shifts(table, "attack 1335 with de.6")["17.0c"] == -1
    assert shifts(table, "attack 1335 with de.6")["10.5d"] == -1


@rule("manstein", "17.0g", "R.17.0g.1", "22.1.CA")
def test_a_counterattack_result_ends_the_combat_at_a_fortress():
    armies = ("landed German de.16 at 1639", "landed German de.12 at 1639", "landed German de.XV at 1639")
    table = combat(scene(*armies, "French fr.3 at 1640", marker="HGA")).dice(5)
    events = table.play("attack 1640 with de.12 de.16 de.XV go")
    assert [event.kind for event in events] == ["attack", "battle", "result"]
    assert events[-1].text == "CA has no effect against the fortress at Longwy (1640)"
    assert "CA" in fought(events)

    table = combat(scene("German de.18 at 1436", "Belgian be.III at 1437", "German de.l.b at 1536")).dice(4)
    assert "CA" in fought(table.play("attack 1437 with de.18 go"))  # minor ones too
    assert table.steps("de.18") == 2


@rule("manstein", "22.1.DW", "17.0e")
def test_a_withdrawal_from_a_fortress_is_a_stalemate():
    table = combat(scene("German de.6 at 1436", "Belgian be.III at 1437", "Belgian be.GPK at 1437")).dice(5)
    assert "DW" in fought(table.play("attack 1437 with de.6 go"))
    table.play("lose be.III")
    assert (table.steps("be.III"), table.steps("de.6")) == (1, 3)  # both lose a step, and nobody retreats
    assert table.where("be.III") == "1437"


@rule("manstein", "17.0e", "22.1.AD")
def test_beaten_attackers_hold_their_fortress_others_retreat():
    table = scene("German de.18 at 1636", "German de.XVI at 1635", "French fr.1 at 1536", "French fr.3 at 1536")
    combat(table).dice(2)
    table.play("attack 1536 with de.18 de.XVI go", "lose de.18", "lose de.XVI")  # 80%, a river: AD

    assert table.choices("hold") == ["de.18"]  # in Aachen
    assert table.why_not("hold de.XVI").rule == "17.0e"
    table.play("hold de.18", "retreat de.XVI 1735")
    assert (table.where("de.18"), table.where("de.XVI")) == ("1636", "1735")


@rule("manstein", "17.0e", "11.1g")
def test_a_garrison_alone_holds_by_itself():
    table = combat(scene("German de.6 at 1436", "Belgian be.f.nam at 1437", "Belgian be.III at 1437")).dice(6)
    table.play("attack 1437 with de.6 go")  # 320% less one: DW, so ST
    assert table.choices("lose") == ["be.III", "be.f.nam"]

    table.play("lose be.III")
    assert table.where("be.f.nam") == "1437"


@rule("manstein", "17.1")
def test_a_fortress_is_destroyed_by_entering_it():
    table = movement(scene("German de.XVI at 1436"))
    events = table.play("move de.XVI 1437")

    assert [event.text for event in events] == [
        "XVI. Armeekorps (mot) moves to Namur (1437)",
        "The fortress at Namur (1437) is destroyed",
    ]
    assert marks(table, "destroyed") == {"1437"}
    assert game(table).own_fort(game(table).map.hex("1437"), game(table).side(number(table, "be.N"))) is None


@rule("manstein", "17.1", "7.1c")
def test_the_city_in_it_stays_a_city():
    table = combat(mark(scene("German de.6 at 1434", "Belgian be.N at 1335"), "destroyed", "1335"))

    assert "17.0c" not in shifts(table, "attack 1335 with de.6")
    assert shifts(table, "attack 1335 with de.6")["10.5d"] == -1


# -- 19 special forces

LIEGE = ("German de.6 at 1636", "Belgian be.f.ee at 1537")


@rule("manstein", "19.0a", "10.3b")
def test_special_forces_are_committed_against_intact_fortifications():
    table = combat(scene(*LIEGE, "de.sf.koch in available", "de.sf.bb in available"))
    table.play("attack 1537 with de.6 go")
    assert (words(table), table.choices("commit")) == ("Attack on Eben Emael (1537)", ["de.sf.koch", "de.sf.bb"])

    table = combat(mark(scene(*LIEGE, "de.sf.koch in available"), "destroyed", "1537")).dice(1)
    assert "The attack on Eben Emael (1537)" in fought(table.play("attack 1537 with de.6 go"))  # nobody was asked


@rule("manstein", "19.0b", "19.1a", "19.1c")
def test_success_destroys_the_fortress_and_spends_the_unit():
    table = combat(scene(*LIEGE, "de.sf.koch in available")).dice(4, 1)
    table.play("attack 1537 with de.6 go", "commit de.sf.koch")

    assert marks(table, "destroyed") == {"1537"}
    assert table.where("de.sf.koch") == ""
    assert table.where("be.f.ee") == "1537"


@rule("manstein", "19.1b", "19.0b", "19.1c")
def test_failure_changes_nothing():
    table = combat(scene(*LIEGE, "de.sf.koch in available")).dice(5, 1)
    table.play("attack 1537 with de.6 go", "commit de.sf.koch")

    assert marks(table, "destroyed") == set()
    assert table.where("de.sf.koch") == ""


@rule("manstein", "19.0c")
def test_one_special_forces_unit_an_attack():
    table = combat(scene(*LIEGE, "de.sf.koch in available", "de.sf.bb in available")).dice(5, 1)
    table.play("attack 1537 with de.6 go", "commit de.sf.koch")

    assert words(table) == "End of turn 6"
    assert table.where("de.sf.bb") == "available"


@rule("manstein", "19.0a")
def test_they_need_not_be_used():
    table = combat(scene(*LIEGE, "de.sf.koch in available")).dice(1)
    table.play("attack 1537 with de.6 go", "pass")

    assert table.where("de.sf.koch") == "available"

"""20: Allied naval support and evacuation."""

from __future__ import annotations

from meuse.testkit import Table, rule

from .scene import (
    begin_turn,
    bins,
    combat,
    draw,
    fought,
    game,
    give,
    mark,
    marked,
    operations,
    points,
    scene,
    set_up,
    words,
)

COAST = ("German de.6 at 1036", "French fr.7 at 0936", "uk.nav in available")


@rule("manstein", "20.1a", "20.1b", "20.1c")
def test_ships_help_the_defence_at_the_coast():
    table = combat(scene(*COAST)).dice(1)
    table.play("attack 0936 with de.6 go")
    assert (table.asked, table.choices()) == ("allied", ["naval", "pass"])

    table.play("naval")
    assert table.where("uk.nav") == "utilized"
    table = combat(scene(*COAST)).dice(1)
    plain = fought(table.play("attack 0936 with de.6 go", "pass"))
    assert "at 150-199% on the assault table" in plain


@rule("manstein", "20.1b")
def test_the_shift_is_one_column_for_the_allies():
    table = combat(scene(*COAST)).dice(1)
    assert "at 100-149% on the assault table" in fought(table.play("attack 0936 with de.6 go", "naval"))

    table = combat(scene("German de.6 at 1036", "French fr.7 at 0936", "uk.nav in available", marker="1AG")).dice(1)
    assert "at 100-149% on the assault table" in fought(
        table.play("attack 1036 with fr.7 go", "naval")
    )  # 50%, unsupported, a city


@rule("manstein", "20.1a", "R.20.1a.1")
def test_only_at_the_coast():
    table = combat(scene("German de.6 at 1536", "Belgian be.N at 1436", "uk.nav in available")).dice(1)
    assert "1436" in fought(table.play("attack 1436 with de.6 go"))  # nobody was asked

    inland = ("French fr.7 at 0937", "British uk.1A at 0936", "German de.6 at 1036", "uk.nav in available")
    table = combat(scene(*inland, marker="1AG"))
    table.play("attack 1036 with fr.7 uk.1A go")
    assert table.asked == "allied"
    assert table.choices() == ["naval", "pass"]  # one attacker at the coast is enough


@rule("manstein", "20.1a", "22.4c")
def test_ships_come_to_antwerp_only_while_it_is_a_port():
    antwerp = ("German de.6 at 1434", "Belgian be.N at 1335", "uk.nav in available")
    table = combat(scene(*antwerp))
    table.play("attack 1335 with de.6 go")
    assert table.choices() == ["naval", "pass"]

    table = combat(mark(scene(*antwerp), "bombed", "1335")).dice(1)
    assert "1335" in fought(table.play("attack 1335 with de.6 go"))  # nobody was asked
    coast = ("German de.6 at 0639", "French fr.7 at 0539", "uk.nav in available")
    table = combat(mark(scene(*coast), "bombed", "0539"))
    table.play("attack 0539 with de.6 go")
    assert table.choices() == ["naval", "pass"]  # Le Havre lies at the coast, bombed or not


@rule("manstein", "20.1a", "R.20.1a.2")
def test_no_ships_on_the_ijsselmeer_nor_at_gent():
    for hexes in (("1633", "1632"), ("1433", "1432"), ("1236", "1235")):
        start, target = hexes
        defender = "Belgian be.N" if target == "1235" else "Dutch nl.V"
        table = combat(scene(f"German de.6 at {start}", f"{defender} at {target}", "uk.nav in available")).dice(1)
        assert target in fought(table.play(f"attack {target} with de.6 go"))  # nobody was asked

    table = combat(scene("German de.6 at 1431", "Dutch nl.V at 1430", "uk.nav in available"))
    table.play("attack 1430 with de.6 go")
    assert table.choices() == ["naval", "pass"]  # Den Helder


@rule("manstein", "20.1c")
def test_once_a_turn():
    table = combat(scene("German de.6 at 1036", "French fr.7 at 0936", "uk.nav in utilized")).dice(1)

    assert "0936" in fought(table.play("attack 0936 with de.6 go"))


@rule("manstein", "20.1c", "4.1f")
def test_one_use_serves_both_sides_impulses_until_the_turn_is_over():
    """Used against a German attack, the ships are gone when the Allies attack; next turn they are back."""
    table = begin_turn(scene(*COAST), 2)
    table.play("german: special none", "allied: special none")
    operations(bins(table, "HGB", "1AG").dice(1, 3, 1, 5))
    table.play("end", "attack 0936 with de.6 go", "naval")
    events = table.play("end", "attack 1036 with fr.7 go")
    assert "The attack on Lille (1036)" in fought(events)  # nobody was asked about ships
    assert table.where("uk.nav") == "available"  # and with it the turn is over


# -- evacuation


def offers_evac(table: Table) -> bool:
    return "evac" in table.game.seat("allied").choices(("special",))


@rule("manstein", "20.2a", "21.1h5", "5.2c")
def test_evac_needs_germans_at_the_french_coast():
    table = begin_turn(set_up(Table("manstein")), 2)
    assert not offers_evac(table)
    assert table.game.seat("allied").why_not(("special",), "evac").rule == "20.2a"

    table = begin_turn(set_up(Table("manstein")).put("German de.XIX at 0837"), 2)
    assert offers_evac(table)
    table = begin_turn(set_up(Table("manstein")).put("German de.XIX at 0838"), 2)
    assert offers_evac(table)  # next to the coast


@rule("manstein", "20.2d", "R.20.2d.1")
def test_evac_is_used_at_once_or_never():
    table = begin_turn(set_up(Table("manstein")).put("German de.XIX at 0837"), 3)
    assert [warning.rule for warning in table.game.seat("allied").decision.warnings] == ["20.2d"]
    assert table.game.seat("german").decision.warnings == []
    table.play("allied: special none", "german: special none")
    begin_turn(table, 4)

    assert not offers_evac(table)
    refusal = table.game.seat("allied").why_not(("special",), "evac")
    assert refusal.rule == "20.2d"
    assert refusal.text == "Evac did not go in on the first turn it could, and is discarded"


@rule("manstein", "20.2b", "20.2c", "20.2e", "R.20.2c.1")
def test_units_of_the_army_group_leave_from_ports():
    sentences = ("British uk.BEF at 0936", "French fr.7 at 0835", "French fr.XXI at 0836", "German de.6 at 1036")
    table = draw(scene(*sentences, "French fr.CC at 1138"), "evac")
    table.play("activate 1AG", "end")

    assert table.choices("evacuate") == ["fr.7", "uk.BEF"]
    assert table.why_not("evacuate fr.XXI").rule == "20.2c"  # a reserve
    assert table.why_not("evacuate fr.CC").rule == "20.2c"  # in no port
    before = points(table, "german")
    table.play("evacuate uk.BEF", "done")
    assert table.where("uk.BEF") == "evacuated"
    assert points(table, "german") == before
    assert words(table) == "End of turn 6"  # and nobody attacks


@rule("manstein", "20.2c", "R.20.2c.1", "22.4c")
def test_only_from_working_ports_in_allied_hands():
    table = draw(mark(scene("French fr.7 at 0835", "British uk.BEF at 0936"), "bombed", "0835"), "evac")
    table.play("activate 1AG", "end")
    assert table.choices("evacuate") == ["uk.BEF"]

    table = draw(give(scene("French fr.7 at 0835"), "german", "0835"), "evac")
    table.play("activate 1AG", "end")
    assert words(table) == "End of turn 6"


@rule("manstein", "R.20.2c.2", "8.0b")
def test_fortress_units_stay():
    table = draw(scene("French fr.f.maub at 0936", "French fr.7 at 0936"), "evac")
    table.play("activate 1AG", "end")

    assert table.why_not("evacuate fr.f.maub").rule == "8.0b"


@rule("manstein", "20.2b")
def test_no_ground_unit_attacks():
    table = marked(scene("French fr.7 at 0936", "German de.6 at 1036"), "evac", "1AG")
    combat(table)

    assert words(table) == "End of turn 6"
    assert game(table).now.marker == "evac"


@rule("manstein", "20.2c")
def test_ordinary_impulses_evacuate_nobody():
    table = draw(scene("French fr.7 at 0936"), "1AG")
    table.play("end")

    assert words(table) == "End of turn 6"

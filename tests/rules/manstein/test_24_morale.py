"""24.3: morale markers. An optional rule."""

from __future__ import annotations

from meuse.testkit import Table, rule

from .scene import air, bins, combat, draw, game, marked, movement, operations, scene, shifts, words


def german_success() -> Table:
    """German units enter Eben Emael while both bins hold a marker."""
    table = bins(scene("German de.XVI at 1536", "German de.6 at 1735", o24_3=True), "HGA", "1AG")
    return movement(table)


@rule("manstein", "24.3", "24.3.1a", "24.3.2")
def test_a_place_of_fame_wins_a_morale_marker():
    table = german_success()
    table.play("move de.XVI 1537")
    assert (table.asked, words(table)) == ("german", "German morale victory")

    table.play("add")
    assert game(table).regular[0] == ("HGA", "german-morale")
    assert words(table) == "German movement"


@rule("manstein", "24.3")
def test_it_need_not_be_added():
    table = german_success()
    table.play("move de.XVI 1537", "pass")

    assert game(table).regular[0] == ("HGA",)


@rule("manstein", "24.3.1c")
def test_each_kind_of_event_counts_once():
    table = german_success()
    table.play("move de.XVI 1537", "pass")
    table.put("German de.XVI at 1336")
    table.play("move de.6 1736")
    game(table).budget[game(table).scenario.unit_named["de.XVI"]] = -1
    game(table).unflag(game(table).scenario.unit_named["de.XVI"], 1)
    table.game.forget()
    table.play("move de.XVI 1335")  # Antwerp is on the same list

    assert words(table) == "German movement"


@rule("manstein", "24.3", "24.3.1a")
def test_the_marker_is_added_once_a_turn():
    table = german_success()
    table.play("move de.XVI 1537", "add")
    air(marked(table.put("de.a.VIII in available"), "HGB")).dice(6)
    table.play("fly de.a.VIII 1036", "end", "bomb de.a.VIII")  # the first DL1, but in the same turn

    assert "german-morale" in game(table).regular[0]
    assert words(table) != "German morale victory"
    assert game(table).morale_events == {"places", "bombing"}


@rule("manstein", "24.3.1a", "24.3.1b")
def test_bombing_cheers_one_side_or_the_other():
    table = air(scene("de.a.VIII in available", o24_3=True)).dice(6)
    table.play("fly de.a.VIII 1036", "end", "bomb de.a.VIII")
    assert words(table) == "German morale victory"

    table = air(scene("de.a.I in available", o24_3=True)).dice(1)
    table.play("fly de.a.I 1036", "end", "bomb de.a.I")
    assert (table.asked, words(table)) == ("allied", "Allied morale victory")


@rule("manstein", "24.3.1b")
def test_allied_troops_in_a_german_city():
    table = movement(scene("French fr.CC at 1737", "French fr.7 at 1240", marker="1AG", o24_3=True))
    table.play("move fr.CC 1736.1835")

    assert (table.asked, words(table)) == ("allied", "Allied morale victory")


@rule("manstein", "24.3.2", "R.24.3.2.1", "23.0")
def test_a_morale_marker_activates_one_command_with_a_shift():
    table = draw(scene("German de.6 at 1536", "Belgian be.N at 1436", o24_3=True), "german-morale")
    table.play("activate HGB", "end")

    assert shifts(table, "attack 1436 with de.6")["5.6"] == 1
    assert game(table).scenario.markers["german-morale"].air == 1
    assert not game(table).scenario.markers["german-morale"].is_special


@rule("manstein", "R.5.4a.1")
def test_a_side_with_an_empty_bin_draws_again():
    table = bins(scene("German de.XVI at 1536", "German de.6 at 1735", "French fr.7 at 0937", o24_3=True), "HGB", "1AG")
    operations(table)
    table.play("move de.XVI 1537", "add", "end", "end")

    assert game(table).now.marker == "german-morale"
    assert words(table) == "German morale: commands"


@rule("manstein", "24.3")
def test_without_the_rule_there_is_no_morale():
    table = movement(scene("German de.XVI at 1536", "German de.6 at 1735"))
    table.play("move de.XVI 1537")

    assert words(table) == "German movement"
    assert combat(table).asked == "german"

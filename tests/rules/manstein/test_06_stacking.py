"""6: stacking."""

from __future__ import annotations

import pytest

from meuse.testkit import Table, rule

from .scene import air, draw, game, impulse, marked, movement, scene, words

GERMAN_STACKS = {
    "army and corps": ("de.6", "de.XVI"),
    "three corps": ("de.XVI", "de.XV", "de.XIX"),
    "two armies": ("de.6", "de.18"),
    "army and two corps": ("de.6", "de.XVI", "de.XV"),
    "four corps": ("de.XVI", "de.XV", "de.XIX", "de.XIV"),
}
ALLIED_STACKS = {
    "army and corps": ("fr.7", "fr.CC"),
    "two corps": ("fr.CC", "fr.1GC"),
    "three corps": ("fr.CC", "fr.1GC", "fr.XXI"),
    "two armies": ("fr.7", "fr.1"),
    "army and two corps": ("fr.7", "fr.CC", "fr.1GC"),
}


def after_movement(at: str, marker: str, *units: str) -> Table:
    """These units in one hex when a movement segment ends, with one unit elsewhere that could move."""
    mover = "German de.7 at 2139" if marker == "HGC" else "French fr.8 at 0843"
    table = movement(scene(mover, *(f"{unit} at {at}" for unit in units), marker=marker))
    table.play("end")
    return table


@pytest.mark.parametrize(
    ("stack", "legal"),
    [("army and corps", True), ("three corps", True), ("two armies", False), ("army and two corps", False)],
)
@rule("manstein", "6.1")
def test_german_stacks(stack, legal):
    """derived-stacking-german"""
    table = after_movement("1736", "HGC", *GERMAN_STACKS[stack], "de.l.a")

    assert (words(table) == "End of turn 6") is legal


@pytest.mark.parametrize(
    ("stack", "legal"),
    [("army and corps", True), ("two corps", True), ("three corps", False), ("two armies", False)],
)
@rule("manstein", "6.2")
def test_allied_stacks(stack, legal):
    """derived-stacking-german"""
    table = after_movement("1141", "3AG", *ALLIED_STACKS[stack], "fr.l.1")

    assert (words(table) == "End of turn 6") is legal


@rule("manstein", "6.1", "6.2")
def test_one_logistics_and_one_static_unit_besides():
    assert words(after_movement("1636", "HGC", "de.6", "de.XVI", "de.l.a", "de.f.aach")) == "End of turn 6"
    assert words(after_movement("1736", "HGC", "de.l.a", "de.l.b")) == "Overstacking in Düren (1736)"


@rule("manstein", "6.0a", "6.5", "R.6.5.1")
def test_units_over_the_limit_lose_a_step_and_are_pushed_back():
    table = after_movement("1736", "HGC", "de.6", "de.18")
    assert (table.asked, words(table)) == ("german", "Overstacking in Düren (1736)")

    table.play("eliminate de.6")
    assert table.steps("de.6") == 3
    assert (table.asked, words(table)) == ("allied", "6. Armee is pushed back")
    assert "1635" not in table.choices("push")  # the enemy chooses, but by the rules of retreat
    table.play("push 1835")
    assert table.where("de.6") == "1835"
    assert words(table) == "End of turn 6"


@rule("manstein", "6.5", "R.6.5.2")
def test_who_is_pushed_back_goes_one_hex_as_long_as_one_has_room():
    full = ("German de.4 at 1835", "German de.12 at 1836")
    table = movement(scene("German de.6 at 1736", "German de.18 at 1736", *full, marker="HGC"))
    table.play("eliminate de.6")
    assert table.why_not("push 1835").rule == "11.1e"
    assert table.why_not("push 1935").rule == "6.5"  # through Köln, but there is room nearer by
    assert distances(table) == {1}

    more = ("French fr.7 at 1735", "French fr.1 at 1636", "French fr.2 at 1737", "French fr.3 at 1635")
    table = movement(scene("German de.6 at 1736", "German de.18 at 1736", *full, *more, marker="HGC"))
    table.play("eliminate de.6")
    assert distances(table) == {2}


@rule("manstein", "6.5", "R.6.5.2", "11.1b")
def test_who_has_room_only_away_from_supply_is_pushed_there():
    """Armies stand in all hexes that lead to Köln; behind them there would be room."""
    full = ("German de.4 at 1835", "German de.12 at 1836", "German de.16 at 1735")
    table = movement(scene("German de.6 at 1736", "German de.18 at 1736", *full, marker="HGC"))
    table.play("eliminate de.6")

    assert table.choices("push") == ["1635", "1636"]


def distances(table: Table) -> set[int]:
    """How far from the crowded hex 1736 the enemy may push a unit."""
    map = game(table).map
    return {map.distance(map.hex("1736"), map.hex(goal)) for goal in table.choices("push")}


@rule("manstein", "6.0a")
def test_the_limits_bind_both_sides_in_every_segment():
    table = movement(scene("German de.6 at 1736", "French fr.7 at 1141", "French fr.1 at 1141"))
    table.play("end")

    assert (table.asked, words(table)) == ("allied", "Overstacking in Montmirail (1141)")


@rule("manstein", "6.0b")
def test_friends_may_be_passed():
    table = movement(
        scene("German de.6 at 1736", "German de.18 at 1735", "German de.XVI at 1735", "German de.XV at 1735")
    )

    assert "1734" in table.reach("de.6")


@rule("manstein", "6.0d")
def test_commands_may_mix():
    assert words(after_movement("1736", "HGC", "de.6", "de.XIX")) == "End of turn 6"


@rule("manstein", "6.0e", "R.6.0e.1")
def test_allied_nations_do_not_mix():
    table = after_movement("1141", "3AG", "fr.7", "uk.1A")

    assert words(table) == "Overstacking in Montmirail (1141)"


@rule("manstein", "6.0e", "6.5", "R.6.5.1")
def test_strangers_are_too_many_with_a_garrison_and_not_its_countrymen():
    table = movement(scene("French fr.7 at 1335", "Belgian be.III at 1335", "Belgian be.f.ant at 1335", marker="1AG"))
    table.play("end")

    assert table.choices("eliminate") == ["fr.7"]


@rule("manstein", "6.0c", "13.4c")
def test_reinforcements_may_be_too_many_until_movement_ends():
    table = scene("German de.2 in track", "German de.6 at 1835", "German de.XVI at 1835", marker="HGB")
    game(table).arrival[game(table).scenario.unit_named["de.2"]] = 2
    impulse(table).play("enter de.2 1835")

    assert words(table) == "German movement"
    assert table.game.decision.warnings[0].rule == "6.5"
    table.play("move de.2 1836", "end")
    assert words(table) == "End of turn 6"


@rule("manstein", "6.0f", "8.0e")
def test_nobody_enters_a_hex_with_enemy_ground_units():
    table = movement(scene("German de.6 at 1736", "Dutch nl.V at 1635"))

    assert table.why_not("move de.6 1635").rule == "6.0f"


@rule("manstein", "6.0h", "R.6.0h.1")
def test_displays_and_turn_tracks_of_the_enemy_are_out_of_sight():
    hidden = ("de.a.I in available", "de.a.II in utilized", "de.9 in track")
    table = scene("German de.6 at 1736", *hidden, "de.XIV in eliminated")
    seen = {unit.id for unit in table.game.view("allied").units}

    assert {"de.6", "de.XIV"} <= seen
    assert {"de.a.I", "de.a.II", "de.9"}.isdisjoint(seen)
    assert {"de.a.I", "de.a.II", "de.9"} <= {unit.id for unit in table.game.view("german").units}


@rule("manstein", "6.3a", "R.6.3a.1")
def test_one_corps_in_rough_terrain():
    assert words(after_movement("1738", "HGC", "de.XIX", "de.l.p", "de.f.eifel")) == "End of turn 6"
    assert words(after_movement("1738", "HGC", "de.XIX", "de.XXXXI")) == "Overstacking in Bitburg (1738)"


@rule("manstein", "6.3b", "5.1.manstein")
def test_three_corps_in_rough_terrain_after_the_manstein_plan():
    corps = tuple(f"German {unit} at 1738" for unit in ("de.XIX", "de.XXXXI", "de.XIV"))
    table = draw(scene(*corps), "manstein")
    table.play("end")
    assert words(table) == "End of turn 6"

    game(table).turn += 3  # and for the rest of the game
    movement(marked(table, "PGK")).play("end")
    assert words(table) == "End of turn 6"


@rule("manstein", "6.4", "16.3")
def test_air_units_do_not_count():
    table = scene("German de.6 at 1736", "German de.XVI at 1736", "German de.a.I at 1736", marker="HGB")
    movement(table).play("end")
    assert words(table) == "End of turn 6"

    air(table.put("German de.a.II in available"))
    assert table.why_not("fly de.a.II 1736").rule == "16.3"

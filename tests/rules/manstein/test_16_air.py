"""16: airpower; 22.3 and 22.4: what comes of air battles and bombing."""

from __future__ import annotations

from meuse.testkit import Table, rule

from .scene import (
    air,
    combat,
    cost,
    draw,
    game,
    give,
    mark,
    marked,
    marks,
    movement,
    operations,
    scene,
    shifts,
    supported,
    words,
)


def flown(unit: str, goal: str, *sentences: str, dice: tuple[int, ...] = (), marker: str = "HGB") -> Table:
    """An air unit has been sent to a hex, and the segment goes on."""
    table = air(scene(f"{unit} in available", *sentences, marker=marker)).dice(*dice)
    table.play(f"fly {unit} {goal}", "end")
    return table


@rule("manstein", "16.0", "16.1", "16.2a")
def test_air_units_fly_from_their_display_over_any_distance():
    table = air(scene("de.a.I in available", "de.a.II in utilized", "de.a.IV in eliminated", "de.sf.koch in available"))

    assert len(table.choices("fly de.a.I")) == 323
    assert table.why_not("fly de.a.II").rule == "16.0"
    assert table.why_not("fly de.a.IV").rule == "16.0"
    assert "not an air unit" in table.why_not("fly de.sf.koch").text
    table.play("fly de.a.I 0444")
    assert table.where("de.a.I") == "0444"


@rule("manstein", "16.1", "5.9", "R.16.1.1")
def test_the_marker_says_how_many_are_activated_each_once():
    units = ("de.a.I", "de.a.II", "de.a.IV", "de.a.V")
    table = air(scene(*(f"{unit} in available" for unit in units)))
    table.play("fly de.a.I 1036", "fly de.a.II 1037")
    assert table.why_not("fly de.a.I 1038").rule == "16.1"

    table.play("fly de.a.IV 1038")
    assert table.why_not("fly de.a.V").rule == "16.1"


@rule("manstein", "16.1", "16.2b")
def test_air_units_are_moved_and_recalled():
    table = air(scene("German de.a.I at 1036", "German de.a.II at 1037", "de.a.IV in available"))
    assert table.why_not("recall de.a.IV").text == "IV. Fliegerkorps is not on the map"
    table.play("fly de.a.I 1240", "recall de.a.II")

    assert (table.where("de.a.I"), table.where("de.a.II")) == ("1240", "utilized")
    assert table.why_not("recall de.a.IV").rule == "16.1"


@rule("manstein", "16.2b", "4.1f")
def test_air_units_stay_on_the_map_until_the_return_phase():
    table = flown("de.a.I", "0840")
    assert table.where("de.a.I") == "0840"

    operations(table)
    assert table.where("de.a.I") == "available"


@rule("manstein", "16.3")
def test_one_air_unit_a_hex():
    table = air(scene("German de.a.I at 1036", "de.a.II in available", "French fr.a.n at 1037", "French fr.7 at 1037"))

    assert table.why_not("fly de.a.II 1036").rule == "16.3"
    assert table.allows("fly de.a.II 1037")


@rule("manstein", "16.4", "R.16.4.1", "22.3d")
def test_air_zones():
    table = combat(scene("German de.6 at 1536", "Belgian be.N at 1436", "German de.a.I at 1337"))
    assert shifts(table, "attack 1436 with de.6") == {"16.7a": 2}

    table.put("German de.a.I at 1337 with 1 step")
    assert shifts(table, "attack 1436 with de.6") == {}
    table.put("German de.a.I at 1436 with 1 step")
    assert shifts(table, "attack 1436 with de.6") == {"16.7a": 1}
    table.put("German de.a.I at 0935", "French fr.7 at 0936", "German de.6 at 1036")  # out at sea
    assert shifts(table, "attack 0936 with de.6")["16.7a"] == 2


@rule("manstein", "16.5a", "16.6a", "16.7a", "16.8a")
def test_the_missions_of_both_sides():
    """book-air-missions"""
    table = flown(
        "de.a.VIII", "1436", "French fr.a.e at 1436", "German de.6 at 1536", "Belgian be.N at 1436", dice=(6,)
    )
    assert table.where("de.a.VIII") == "1436"
    assert shifts(combat(table), "attack 1436 with de.6") == {"16.7a": 3}

    movement(marked(table, "belgium"))
    assert cost(table, "be.N", "1336") == "2"  # interdicted
    table = movement(scene("French fr.a.n at 1735", "German de.6 at 1735"))
    assert cost(table, "de.6", "1736") == "1"  # the French do not interdict


@rule("manstein", "16.6a", "R.16.6a.1")
def test_air_superiority_is_compulsory_activated_or_not():
    table = air(scene("German de.a.I at 1036", "French fr.a.n at 1036", "de.a.II in available")).dice(4)
    table.play("end")

    assert (table.where("de.a.I"), table.where("fr.a.n")) == ("utilized", "utilized")  # 0: BL1


@rule("manstein", "16.6b")
def test_air_units_in_adjacent_hexes_do_not_fight():
    table = flown("de.a.I", "1036", "French fr.a.n at 1037")

    assert (table.where("de.a.I"), table.where("fr.a.n")) == ("1036", "1037")


@rule("manstein", "16.6c", "22.3a", "22.3c", "22.3e")
def test_the_differential_and_the_die_decide():
    table = flown("de.a.VIII", "1036", "French fr.a.n at 1036", dice=(6,))  # +1: DL1
    assert (table.where("fr.a.n"), table.steps("fr.a.n")) == ("utilized", 1)
    assert table.steps("de.a.VIII") == 2

    table = flown("de.a.VIII", "1036", "French fr.a.n at 1036", dice=(1,))  # AL1
    assert (table.where("de.a.VIII"), table.steps("de.a.VIII")) == ("utilized", 1)


@rule("manstein", "22.3b", "22.3d")
def test_both_lose():
    """derived-bl1-air"""
    table = flown("de.a.I", "1036", "French fr.a.n at 1036 with 1 step", dice=(2,))  # +1: BL1

    assert table.where("fr.a.n") == "eliminated"
    assert (table.where("de.a.I"), table.steps("de.a.I")) == ("utilized", 1)


@rule("manstein", "16.6d", "5.1.luftwaffe")
def test_only_the_luftwaffe_marker_shifts_air_battles():
    table = draw(scene("German de.a.I at 1036", "French fr.a.n at 1036"), "luftwaffe").dice(5)
    table.play("end")
    assert table.where("de.a.I") == "1036"  # one column right of 0: DL1

    table = air(marked(scene("German de.a.I at 1036", "French fr.a.n at 1036"), "okh-mod", "HGA")).dice(5)
    table.play("end")
    assert table.where("de.a.I") == "utilized"  # 0: BL1


@rule("manstein", "16.7b", "16.7c")
def test_one_air_unit_supports_any_number_of_combats():
    sentences = ("German de.6 at 1536", "German de.XVI at 1537", "Belgian be.N at 1436", "Belgian be.III at 1437")
    table = combat(scene(*sentences, "German de.a.I at 1437", "French fr.a.e at 1437"))

    assert shifts(table, "attack 1436 with de.6") == {"16.7a": 2, "16.7c": -1}
    assert shifts(table, "attack 1437 with de.XVI")["16.7a"] == 2


@rule("manstein", "R.16.7a.1")
def test_opposing_air_units_in_one_hex_both_support():
    table = combat(
        scene("German de.6 at 1536", "Belgian be.N at 1436", "German de.a.I at 1436", "French fr.a.n at 1436")
    )

    assert shifts(table, "attack 1436 with de.6") == {"16.7a": 2, "16.7c": -2}


@rule("manstein", "16.8a", "R.16.8a.1")
def test_interdiction_costs_one_factor_however_many_zones():
    table = movement(scene("French fr.7 at 1141", "German de.a.I at 1141", "German de.a.II at 1142", marker="1AG"))

    assert cost(table, "fr.7", "1041") == "2"
    assert cost(table, "fr.7", "1241") == "2"


@rule("manstein", "16.8b", "R.16.8a.1")
def test_interdiction_stops_trains():
    table = movement(scene("French fr.7 at 1240", "German de.a.I at 1240", "French fr.1 at 0941", marker="1AG"))

    assert table.why_not("rail fr.7 0941").rule == "16.8b"
    assert table.why_not("rail fr.1 1240").rule == "16.8b"


@rule("manstein", "16.8c")
def test_air_zones_do_not_touch_lines():
    assert supported(scene("French fr.7 at 1140", "German de.a.I at 1240"), "fr.7")


# -- city bombing


@rule("manstein", "16.9a", "16.5b", "R.16.9a.1")
def test_german_air_units_bomb_enemy_cities():
    table = flown("de.a.VIII", "1036", "German de.a.I at 0941", "German de.a.II at 1834")
    assert words(table) == "City bombing"

    assert table.choices("bomb") == ["de.a.VIII"]
    assert table.why_not("bomb de.a.I").rule == "16.9a"  # not activated in this impulse
    table = flown("de.a.VIII", "1336", "German de.6 at 1336")
    assert words(table) == "End of turn 6"  # friends are there
    assert words(flown("de.a.VIII", "1834")) == "End of turn 6"  # a German city
    assert words(flown("de.a.VIII", "1437")) == "End of turn 6"  # a town


@rule("manstein", "16.9a", "5.1.luftwaffe", "R.16.9a.1")
def test_the_luftwaffe_marker_lets_all_bomb_where_they_are():
    table = draw(scene("German de.a.VIII at 1036"), "luftwaffe")
    table.play("end")

    assert table.choices("bomb") == ["de.a.VIII"]


@rule("manstein", "16.5b")
def test_the_allies_do_not_bomb():
    table = flown("fr.a.n", "1934", marker="1AG")

    assert words(table) == "End of turn 6"


@rule("manstein", "16.9c", "22.4c", "16.5b")
def test_a_bombed_city_is_no_depot_and_no_cover():
    """derived-city-bombing-differential"""
    table = flown("de.a.VIII", "1036", "French fr.7 at 1036", "German de.6 at 1137", dice=(4,))
    table.play("bomb de.a.VIII")  # +2: DL1

    assert marks(table, "bombed") == {"1036"}
    assert table.where("de.a.VIII") == "utilized"
    combat(table)
    assert "10.5d" not in shifts(table, "attack 1036 with de.6")
    give(table, "german", "0941", "1240", "0639")
    assert not supported(mark(table, "bombed", "0936", "1035", "0835", "0836", "1335", "0638"), "fr.7")


@rule("manstein", "22.4c")
def test_the_river_of_a_bombed_city_still_helps():
    table = combat(mark(scene("German de.XVI at 1241", "French fr.7 at 1240"), "bombed", "1240"))

    assert shifts(table, "attack 1240 with de.XVI")["10.5e"] == -1
    assert "10.5d" not in shifts(table, "attack 1240 with de.XVI")


@rule("manstein", "22.4a", "22.4b")
def test_bombers_may_be_beaten_off():
    """derived-city-bombing-differential"""
    table = flown("de.a.I", "1036", dice=(1,))
    table.play("bomb de.a.I")  # +1: AL1
    assert (table.where("de.a.I"), table.steps("de.a.I")) == ("utilized", 1)

    table = flown("de.a.I", "1036", dice=(3,))
    table.play("bomb de.a.I")  # BL1: nothing
    assert marks(table, "bombed") == set()
    assert (table.where("de.a.I"), table.steps("de.a.I")) == ("utilized", 2)


@rule("manstein", "16.9b", "R.16.9b.1")
def test_fighters_over_the_city_must_be_driven_off_first():
    table = flown("de.a.I", "1036", "French fr.a.n at 1036", dice=(4,))
    assert words(table) == "End of turn 6"  # BL1: the bomber is gone as well

    table = flown("de.a.VIII", "1036", "French fr.a.n at 1036", dice=(5,))
    assert words(table) == "City bombing"  # DL1
    table.put("French fr.a.n at 1036").play("bomb de.a.VIII")  # suppose it had held on
    assert table.where("de.a.VIII") == "utilized"
    assert marks(table, "bombed") == set()


@rule("manstein", "16.2a")
def test_air_units_do_not_fly_in_an_enemy_impulse():
    table = air(scene("de.a.I in available", "fr.a.n in available", marker="1AG"))

    assert table.choices("fly") == ["fr.a.n"]
    assert game(table).now.side.word == "allied"

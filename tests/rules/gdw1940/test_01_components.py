"""1: the map, the counters, the die."""

from __future__ import annotations

from collections import Counter

from meuse.testkit import Table, rule

from .scene import at, game


def neighbours(table: Table, label: str) -> dict[str, str]:
    map = game(table).map
    names = ("NE", "E", "SE", "SW", "W", "NW")
    return {name: map.labels[n] for name, n in zip(names, map.neighbours[map.hex(label)], strict=True)}


@rule("gdw1940", "1.map.scale")
def test_the_map_and_its_scale():
    map = game(Table("gdw1940")).map

    assert map.scale_km == 26
    assert len(set(map.labels)) == len(map.labels) == 630
    assert all(len(label) == 4 and label.isdigit() for label in map.labels)


@rule("gdw1940", "1.map.scale")
def test_neighbours_in_an_even_row():
    """derived.hex.neighbours_even"""
    assert neighbours(Table("gdw1940"), "1215") == {
        "E": "1214", "W": "1216", "NE": "1115", "NW": "1116", "SE": "1315", "SW": "1316",
    }  # fmt: skip


@rule("gdw1940", "1.map.scale")
def test_neighbours_in_an_odd_row():
    """derived.hex.neighbours_odd"""
    assert neighbours(Table("gdw1940"), "1511") == {
        "E": "1510", "W": "1512", "NE": "1410", "NW": "1411", "SE": "1610", "SW": "1611",
    }  # fmt: skip


@rule("gdw1940", "1.counters")
def test_120_counters_with_nation_type_size_and_factors():
    counters = game(Table("gdw1940")).scenario.counters
    by_id = {c.id: c for c in counters}

    assert len(counters) == 120
    assert Counter(c.nation for c in counters) == {
        "german": 47, "french": 44, "british": 9, "belgian": 8, "dutch": 5, "swiss": 7,
    }  # fmt: skip
    fourth = by_id["fr.IV"]  # the counter that the book shows
    assert (fourth.symbol, fourth.size, fourth.designation, fourth.army) == ("infantry", "XXX", "IV", "fr.1")
    assert [v.text for v in by_id["de.IX"].values(1)] == ["5", "6"]


@rule("gdw1940", "1.counters")
def test_the_marking_tells_how_a_unit_comes_into_play():
    counters = game(Table("gdw1940")).scenario.counters
    pools = Counter(c.pool for c in counters)

    assert pools["swiss_border"] == pools["reinforcement"] == 2
    assert {c.id for c in counters if c.pool == "optional"} == {"de.XXXIX", "de.Geb", "fr.AC"}
    assert {c.nation for c in counters if c.pool == "reserve"} == {"german", "french", "british"}


@rule("gdw1940", "1.counters.size")
def test_size_decides_weight_and_zone():
    g = game(Table("gdw1940"))
    weights = {c.size: g.scenario.weight[u] for u, c in enumerate(g.scenario.counters)}
    zones = {c.size: g.scenario.has_zone[u] for u, c in enumerate(g.scenario.counters)}

    assert weights == {"XXX": 3, "XX": 1, "III": 0}
    assert zones == {"XXX": True, "XX": True, "III": False}


@rule("gdw1940", "R.1.counters.size.1")
def test_regiments_are_the_parachute_regiments():
    counters = game(Table("gdw1940")).scenario.counters

    assert {c.id for c in counters if c.size == "III"} == {c.id for c in counters if c.has("parachute")}
    assert {c.id for c in counters if c.size == "III"} == {"de.fj1", "de.fj2"}


@rule("gdw1940", "1.abbreviations")
def test_what_the_abbreviations_stand_for():
    by_id = {c.id: c for c in game(Table("gdw1940")).scenario.counters}

    assert {c.id for c in by_id.values() if c.army == "uk.bef"} == {
        "uk.I", "uk.II", "uk.III", "uk.51", "uk.5", "uk.1A", "uk.2A",
    }  # fmt: skip
    assert by_id["de.kav1"].symbol == "cavalry"
    assert by_id["de.Geb"].symbol == "mountain"
    assert by_id["de.SSV"].has("ss")
    assert by_id["de.SSC"].has("ss")
    assert {c.id for c in by_id.values() if c.pool == "swiss_border"} == {"fr.XIV", "fr.XLV"}


@rule("gdw1940", "1.die")
def test_one_die_decides_a_battle_and_none_a_move():
    table = Table("gdw1940").clear().put("German de.IX at 1612", "French fr.IV at 1613", "French fr.CC at 1615")
    at(table, "German movement", 2)

    table.play("move de.IX 1513")
    assert game(table).rolled == ()

    table.put("German de.IX at 1612")
    at(table, "German combat", 2).dice(6)
    table.play("attack 1613 with de.IX go", "done", "resolve 1613")
    assert game(table).rolled == (6,)


@rule("gdw1940", "1.die")
def test_all_tables_are_read_with_one_six_sided_die():
    g = game(Table("gdw1940"))
    rolls = [g.roll() for _ in range(200)]

    assert sorted(set(rolls)) == [1, 2, 3, 4, 5, 6] == sorted(g.scenario.crt.rows)

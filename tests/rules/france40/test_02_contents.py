"""2: map and counters."""

from __future__ import annotations

from meuse.games.france40.paths import price_of
from meuse.testkit import Table, rule

from .scene import dynamo, game, sickle_cut, unit


def face(table: Table, name: str):
    return game(table).face(unit(table, name))


@rule("france40", "2.2.1")
def test_a_hex_is_six_kilometres_and_the_chart_lists_its_terrain():
    g = game(Table("france40", "sickle-cut"))

    assert g.map.scale_km == 6.4
    assert {"clear", "woods", "wooded_rough", "marsh", "city"} <= set(g.scenario.tables["terrain"])


@rule("france40", "2.2.2")
def test_only_rivers_on_hexsides_count():
    g = game(Table("france40", "sickle-cut"))
    rivers = {"minor_river", "major_river"}

    assert all(len(side.features) == 0 or side.a != side.b for side in g.map.sides)
    assert not any(kind in rivers for place in g.map.places for kind in place.kinds)


@rule("france40", "2.2.3")
def test_underground_canals_are_not_on_the_map():
    g = game(Table("france40", "sickle-cut"))
    assert "canal" not in " ".join(g.map.feature_kinds)


@rule("france40", "2.3.1")
def test_markers_and_air_units_are_no_units():
    g = game(Table("france40", "sickle-cut"))

    assert g.air == [5, 0]
    assert {counter.kind for counter in g.scenario.counters} == {
        "tank", "armored_infantry", "motorized_infantry", "machine_gun", "reconnaissance", "hq", "infantry",
        "fortress_infantry", "mountain_infantry", "cavalry", "fort",
    }  # fmt: skip


@rule("france40", "2.3.2a", "2.3.2b", "2.3.6a", "R.2.3.2a.1")
def test_a_side_of_a_counter_shows_attack_defence_movement_and_stacking():
    table = Table("france40", "sickle-cut")
    full = face(table, "fr.dcr4")

    assert (full.attack, full.defence, full.movement, full.stacking) == (8, 6, 5, 3)  # 4th DCR
    table.put("fr.dcr4 at 1521 with 2 steps")
    assert face(table, "fr.dcr4").attack < 8


@rule("france40", "2.3.2c")
def test_quality_is_read_from_the_side_that_shows():
    table = Table("france40", "sickle-cut")
    assert face(table, "fr.di55").quality == "low"
    assert face(table, "de.pz1.t").quality == "elite"

    assert face(table, "fr.di22").quality == "normal"
    table.put("fr.di22 at 1521 with 1 step")
    assert face(table, "fr.di22").quality == "low"


@rule("france40", "2.3.3")
def test_sizes():
    g = game(Table("france40", "sickle-cut"))
    assert {counter.size for counter in g.scenario.counters if counter.kind != "fort"} == {
        "II", "III", "X", "XX", "XXXX",
    }  # fmt: skip


@rule("france40", "2.3.4a")
def test_who_is_mechanized():
    table = Table("france40", "sickle-cut")

    assert all(face(table, name).mech for name in ("de.pz1.t", "de.pz1.s1", "fr.dim1", "de.mg7", "fr.rec1", "fr.hq9"))
    assert not any(face(table, name).mech for name in ("de.id32", "fr.sfm", "de.geb1", "fr.dlc1", "fr.f.lf"))


@rule("france40", "2.3.4b")
def test_who_is_infantry_class():
    table = Table("france40", "sickle-cut")

    assert all(
        face(table, name).infantry for name in ("de.id32", "fr.sfm", "de.geb1", "de.pz1.s1", "fr.dim1", "de.mg7")
    )
    assert not any(face(table, name).infantry for name in ("fr.dlc1", "fr.rec1", "de.pz1.t", "fr.hq9", "fr.f.lf"))


@rule("france40", "2.3.5", "R.2.3.5.1")
def test_nations():
    g = game(Table("france40", "sickle-cut"))
    nation = {counter.id: counter.nation for counter in g.scenario.counters}

    assert nation["fr.dina2"] == nation["fr.dic1"] == nation["fr.dm1"] == "french"  # North African, Colonial, Moroccan
    assert nation["de.lah"] == "german"
    assert "dutch" not in nation.values()


@rule("france40", "2.3.6b")
def test_the_third_step_is_a_remnant():
    table = sickle_cut("fr.dim1 at 1521 with 1 step")
    remnant = face(table, "fr.dim1")

    assert (remnant.attack, remnant.defence, remnant.movement) == (1, 2, 3)
    assert (remnant.remnant, remnant.mech) == (True, False)  # the French infantry Remnant


@rule("france40", "22.8a", "22.8e")
def test_polder_and_causeway_cost_one_point():
    table = dynamo("German de.pz3.t at 3905")
    g, mover = game(table), (unit(table, "de.pz3.t"),)

    assert price_of(g, mover, g.map.hex("3905"), g.map.hex("3906")) == 1
    assert price_of(g, mover, g.map.hex("3905"), g.map.hex("3805")) == 1
    assert (g.map.terrain[g.map.hex("3906")], g.map.terrain[g.map.hex("3805")]) == ("polder", "causeway")

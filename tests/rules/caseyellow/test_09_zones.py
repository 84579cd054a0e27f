"""9: zones of control."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.caseyellow.aftermath import Retreat
from meuse.games.caseyellow.zones import reaches, zones
from meuse.testkit import Table, rule

from .scene import allies_move, control, cost, game, german_moves, mark, stage, stops


def covered(table: Table, side: Side, label: str) -> bool:
    g = game(table)
    return zones(g, side).ratings[g.map.hex(label)] > 0


@rule("caseyellow", "9.1", "9.1a", "R.9.1a.1")
def test_a_corps_controls_the_six_hexes_around_it() -> None:
    table = stage("German de.X at 4540")
    assert all(covered(table, Side.GERMAN, h) for h in ("4640", "4541", "4441", "4440", "4439", "4539"))
    assert not covered(table, Side.GERMAN, "4740")


@rule("caseyellow", "9.1b")
def test_a_banded_division_has_a_zone_only_with_another() -> None:
    table = stage("German de.id208 at 4540")
    assert not covered(table, Side.GERMAN, "4640")
    table.put("German de.id225 at 4540")
    assert covered(table, Side.GERMAN, "4640")


@rule("caseyellow", "9.1c", "7.9e.none")
def test_white_bands_never_have_a_zone() -> None:
    table = stage("German de.lah at 4540", "German de.gd at 4540", "German de.asa at 4440", "German de.arko at 4339")
    assert not any(covered(table, Side.GERMAN, h) for h in ("4640", "4441", "4340"))


@rule("caseyellow", "9.2a", "9.3b", "R.9.2b.1")
def test_a_black_ma_stops_in_an_enemy_zone() -> None:
    table = german_moves("German de.X at 4640", "French fr.VI at 4440")
    assert stops(table, "de.X", "4540")
    assert not stops(table, "de.X", "4641")
    assert table.why_not("move de.X 4340").rule == "9.2a"
    assert table.why_not("move de.X 4137").rule == "10.1a"  # no zone, but too far
    table.play("move de.X 4540")
    assert table.why_not("move").rule == "10.1a"  # its move is over
    table = german_moves("German de.X at 4640", "German de.I at 4641", "French fr.VI at 4440")
    table.play("move de.X 4540")
    assert table.why_not("move de.X 4640").rule == "10.1a"


@rule("caseyellow", "9.2b")
def test_not_from_zone_to_zone() -> None:
    weak = "unsupplied disrupted German de.X at 4540"  # one movement point
    table = german_moves(weak, "French fr.VI at 4440")
    assert table.why_not("move de.X 4439").rule == "9.2b"
    assert cost(table, "de.X", "4539") == "1"  # out of the zone, at no extra cost
    table.remove("French fr.VI")
    assert "4439" in table.reach("de.X")


@rule("caseyellow", "9.3a", "10.3d")
def test_a_yellow_ma_ignores_lower_ratings() -> None:
    table = german_moves("German de.pz1 at 4640", "French fr.VI at 4440", "French fr.I at 4542")
    assert not stops(table, "de.pz1", "4541")  # TR 5 against 3: example zoc-yellow-higher
    assert "4341" in table.reach("de.pz1")
    slow = german_moves("disrupted German de.pz1 at 4640", "French fr.VI at 4440", "French fr.I at 4542")
    assert stops(slow, "de.pz1", "4541")  # TR 3 against 3


@rule("caseyellow", "9.3a", "10.3b", "R.10.3b.1", "R.10.3a.1")
def test_allied_yellow_units_ignore_zones_and_black_motorized_ones_do_not() -> None:
    table = allies_move("French fr.dlm1 at 4640", "French fr.dcr1 at 4640", "German de.X at 4440")
    assert not stops(table, "fr.dlm1", "4540")
    assert stops(table, "fr.dcr1", "4540")


@rule("caseyellow", "9.4a", "9.4a.between", "R.9.4a.between.1")
def test_no_crossing_between_two_enemy_zones() -> None:
    """The Meuse: from 2125 into vacant Sedan, 2124, between French corps in 2023 and 2024."""
    table = mark(german_moves("German de.VI at 2125", "French fr.X at 2023"), destroyed=["2124"])
    assert stops(table, "de.VI", "2124")  # one enemy: cross and stop
    table.put("French fr.XVIII at 2024")
    assert table.why_not("move de.VI 2124").rule == "9.4a.between"
    table.put("German de.pz1 at 2125")
    assert "2124" in table.reach("de.pz1")  # higher TR than both
    assert not covered(table, Side.GERMAN, "2124")  # no zone over the Meuse


@rule("caseyellow", "9.4a.between", "R.9.4a.between.1")
def test_a_friend_opens_the_crossing_between_two_enemy_zones() -> None:
    """As before, with Sedan German already: where pz1 has gone the infantry follows."""
    french = ("French fr.X at 2023", "French fr.XVIII at 2024")
    table = german_moves("German de.VI at 2125", "German de.pz1 at 2125", *french)
    control(mark(table, destroyed=["2124"]), Side.GERMAN, "2124")
    assert "2124" not in table.reach("de.VI")
    table.play("move de.pz1 2124")
    assert "2124" in table.reach("de.VI")


@rule("caseyellow", "9.4b")
def test_no_zone_into_strongpoints_and_cities() -> None:
    table = stage("German de.X at 2125", "German de.I at 2920")
    assert not covered(table, Side.GERMAN, "2921")  # Bruxelles
    works = stage("French fr.X at 2024")
    assert not covered(works, Side.ALLIED, "2124")
    assert covered(mark(works, destroyed=["2124"]), Side.ALLIED, "2124")


@rule("caseyellow", "9.4c")
def test_zones_enter_forest_by_road_only() -> None:
    """2224 is forest: a road leads there from 2324, none from 2225."""
    assert covered(stage("German de.X at 2324"), Side.GERMAN, "2224")
    assert not covered(stage("German de.X at 2225"), Side.GERMAN, "2224")


@rule("caseyellow", "9.5c", "9.5d", "11.4b.zoc", "11.4b.friend")
def test_retreats_do_not_enter_enemy_zones() -> None:
    """The Germans in 4339 and 4638 hold the south-west and the west of 4540 in their zones."""
    table = stage("French fr.VI at 4540", "German de.X at 4339", "German de.I at 4638")
    retreat(table, "fr.VI")
    assert table.why_not("retreat fr.VI 4439").rule == "11.4b.zoc"
    table.put("French fr.di10 at 4439", "French fr.di14 at 4538")
    assert "4538" in table.choices("retreat fr.VI")  # friends are in both hexes of the way

    fast = stage("French fr.dlm1 at 4540", "German de.X at 4339", "German de.I at 4638")
    retreat(fast, "fr.dlm1")
    assert "4438" in fast.choices("retreat fr.dlm1")  # TR 4 against 3


@rule("caseyellow", "9.5d", "10.3d")
def test_only_the_higher_rating_gets_through() -> None:
    """The second example: TR 4 and TR 3 before two Germans of TR 3; the way leads through vacant hexes between them."""
    ring = ("German de.X at 4640", "German de.I at 4441", "German de.II at 4439")
    table = stage(*ring, "French fr.dlm1 at 4540", "French fr.dlm2 at 4540 with 1 step")
    g = game(table)
    units = tuple(g.scenario.unit_named[name] for name in ("fr.dlm1", "fr.dlm2"))
    table.step(Retreat(Side.ALLIED, units, g.map.hex("4540"), 2))
    assert table.choices("retreat") == ["fr.dlm1"]
    table.play("retreat fr.dlm1 4340")
    assert (table.where("fr.dlm1"), table.where("fr.dlm2")) == ("4340", "")


def retreat(table: Table, unit: str) -> None:
    u = game(table).scenario.unit_named[unit]
    table.step(Retreat(Side.ALLIED, (u,), game(table).hex_of[u], 2))


@rule("caseyellow", "9.1")
def test_which_hex_projects_a_zone_into_which() -> None:
    g = game(stage("German de.X at 4540", "German de.lah at 4640"))
    h = g.map.hex
    assert reaches(g, h("4540"), h("4541"), Side.GERMAN)
    assert not reaches(g, h("4540"), h("4740"), Side.GERMAN)
    assert not reaches(g, h("4640"), h("4740"), Side.GERMAN)  # a regiment

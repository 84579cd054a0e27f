"""4: zones of control."""

from __future__ import annotations

import pytest

from meuse import IllegalOrder
from meuse.games.planjaune.zones import feared
from meuse.testkit import rule

from .scene import ALLIED, GERMAN, at, board, changed, game, zone

AROUND = {"0727", "0729", "0828", "0829", "0628", "0629"}


@rule("planjaune", "4a", "3c", "3d")
@pytest.mark.parametrize(
    "units",
    [
        ("de.IX at 0728",),
        ("de.pz1 at 0728", "de.pz2 at 0728"),
        ("de.IX at 0728 with 1 step", "de.XI at 0728 with 1 step"),
        ("de.IX at 0728 with 1 step", "de.pz1 at 0728"),
    ],
)
def test_two_points_have_a_zone(units):
    assert zone(board(*units), GERMAN) == AROUND


@rule("planjaune", "4a", "3d")
@pytest.mark.parametrize(
    "units",
    [
        ("de.pz1 at 0728",),
        ("de.IX at 0728 with 1 step",),
        ("de.hqa at 0728", "de.fj1 at 0728", "de.fj2 at 0728"),
    ],
)
def test_a_lone_division_a_cadre_headquarters_and_paratroopers_have_none(units):
    assert zone(board(*units), GERMAN) == set()


@rule("planjaune", "4b", "1h")
def test_a_two_step_corps_keeps_its_zone():
    assert zone(board("fr.cefs at 0728 with 1 step"), ALLIED) == AROUND


@rule("planjaune", "4c")
def test_zones_of_both_sides_share_hexes():
    table = board("de.IX at 0728", "fr.I at 0730")
    assert "0729" in zone(table, GERMAN) & zone(table, ALLIED)


@rule("planjaune", "4d")
def test_a_unit_negates_a_zone_for_supply_but_headquarters_and_paratroopers_do_not():
    def fears(*units: str) -> bool:
        table = board("fr.I at 0730", *units)
        return bool(feared(game(table), GERMAN)[game(table).map.hex("0729")])

    assert fears()
    assert not fears("de.pz1 at 0729")
    assert fears("de.hqa at 0729")
    assert fears("de.fj1 at 0729")


@rule("planjaune", "4e", "11.4a")
def test_no_zone_reaches_into_a_major_city_or_a_first_line_fortification():
    table = board("de.IX at 1819")
    assert zone(table, GERMAN) & {"1719", "1820"} == set()
    assert "1718" in zone(table, GERMAN)

    assert "1719" in zone(changed(table, destroyed=frozenset({game(table).map.hex("1719")})), GERMAN)

    assert "1913" not in zone(board("fr.I at 1912"), ALLIED)
    assert "1514" not in zone(board("de.IX at 1415"), GERMAN)


@rule("planjaune", "4f")
def test_on_turn_1_french_and_british_zones_stop_at_the_border():
    french, belgian = board("fr.I at 1416", turn=1), board("be.I at 1415", turn=1)
    inside = {h for h in zone(french, ALLIED) if game(french).map.country[game(french).map.hex(h)] == "belgium"}
    assert inside == set()
    assert zone(belgian, ALLIED)

    later = board("fr.I at 1416", turn=2)
    assert {h for h in zone(later, ALLIED) if game(later).map.country[game(later).map.hex(h)] == "belgium"}


@rule("planjaune", "R.4a.1", "11.10d")
def test_no_zone_crosses_the_sea_and_the_dyke_has_two_neighbours():
    assert zone(board("de.IX at 1803"), GERMAN) == {"1703", "1802"}
    assert "1803" in zone(board("nl.I at 1802"), ALLIED)
    assert "1803" not in zone(board("nl.I at 1902"), ALLIED)


@rule("planjaune", "4d", "5.1c")
def test_for_movement_a_zone_stays_in_force_where_a_friend_stands():
    table = at(board("de.pz1 at 0727", "de.pz2 at 0728", "fr.I at 0729"), "German motorized movement")
    with pytest.raises(IllegalOrder, match=r"5\.1b"):
        table.play("move de.pz1 0728.0828")
    assert table.allows("move de.pz1 0728")

"""24: Fall Rot and Plan W. Optional rules; morale markers have a page of their own."""

from __future__ import annotations

from meuse.games.manstein.command import rule_of
from meuse.testkit import Table, rule

from .scene import begin_turn, draw, game, give, scene, set_up

BELGIUM = (
    "1035", "1135", "1136", "1137", "1235", "1237", "1335", "1336", "1338", "1435", "1437", "1536", "1537", "1539",
)  # fmt: skip
"""The hexes with a city or a town in Belgium."""


def offered(table: Table, side: str) -> list[str]:
    return table.game.seat(side).choices(("special",))


@rule("manstein", "24.0", "24.1", "R.24.1.1", "21.2f6")
def test_fall_rot_needs_every_city_and_town_of_belgium():
    table = set_up(Table("manstein", options={"24.1": True}))
    game(table).played = frozenset({"manstein"})
    table.clear()
    begin_turn(give(table, "german", *BELGIUM[1:]), 3)
    assert "fall-rot" not in offered(table, "german")
    assert table.game.seat("german").why_not(("special",), "fall-rot").rule == "24.1"

    begin_turn(give(table, "german", BELGIUM[0]), 3)
    assert "fall-rot" in offered(table, "german")


@rule("manstein", "24.1", "R.24.2.1", "23.0")
def test_fall_rot_activates_any_two_commands():
    table = draw(scene("German de.6 at 1735", "German de.XIX at 1736", "German de.4 at 1836", o24_1=True), "fall-rot")
    assert rule_of(game(table), "fall-rot") == "24.1"
    assert table.why_not("activate BL").rule == "24.1"

    assert table.choices("activate") == ["HGA", "HGB", "HGC", "PGK"]
    table.play("activate PGK", "activate HGB")
    assert table.choices("move") == ["de.6", "de.XIX"]
    assert (game(table).scenario.markers["fall-rot"].air, game(table).scenario.markers["fall-rot"].shift) == (4, 0)
    assert "fall-rot" in game(table).played


@rule("manstein", "24.2", "R.24.2.1", "23.0")
def test_plan_w_needs_two_french_towns_in_german_hands():
    table = set_up(Table("manstein", options={"24.2": True})).clear()
    begin_turn(give(table, "german", "1439"), 3)
    assert table.game.seat("allied").why_not(("special",), "plan-w").rule == "24.2"

    begin_turn(give(table, "german", "1340"), 3)
    assert "plan-w" in offered(table, "allied")
    draw(table.put("French fr.7 at 0937", "Belgian be.N at 1336"), "plan-w")
    assert table.choices("activate") == ["1AG", "2AG", "3AG"]  # never the Belgians or the Dutch
    assert game(table).scenario.markers["plan-w"].air == 2

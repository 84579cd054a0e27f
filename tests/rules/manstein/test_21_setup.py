"""21: the set-up."""

from __future__ import annotations

import pytest

from meuse.testkit import Table, rule

from .scene import game, set_up, words


def germans_deploy() -> Table:
    table = Table("manstein")
    table.play("auto", "done", "plan plan-d")
    return table


@rule("manstein", "21.0a", "R.21.1h.1", "21.1h", "21.2f")
def test_the_allies_set_up_first_and_plans_follow():
    table = Table("manstein")
    assert words(table) == "Allied set-up"
    table.play("auto", "done")
    assert (words(table), table.choices("plan")) == ("Allied plan", ["plan-d", "plan-e", "plan-r"])

    table.play("plan plan-r")
    assert words(table) == "German set-up"
    table.play("auto", "done")
    assert table.choices("plan") == ["okh", "okh-mod", "manstein"]
    table.play("plan okh")
    assert game(table).turn == 1
    assert "plan-r" not in str(table.game.view("german"))
    assert "okh" not in str([part for part in table.game.view("allied").parts if part.id == "plan"])


@rule("manstein", "21.2f")
def test_a_plan_says_what_it_activates():
    table = germans_deploy()
    table.play("auto", "done")
    plans = {choice.token: (choice.label, choice.says) for choice in table.game.seat("german").describe(("plan",))}

    assert plans["okh"] == ("OKH Plan", "Activates 2 of HGA/HGB/HGC and 2 air units.")
    assert plans["manstein"] == ("Manstein Plan", "Activates PGK, 4 air units and a shift of 2 columns in battle.")


@rule("manstein", "21.0b", "21.0c", "21.0d", "21.1b", "21.1c", "21.2c2")
def test_the_historical_set_up_keeps_the_rules():
    table = set_up(Table("manstein"))
    g = game(table)
    wanted = {unit: g.label(h) for unit, h in ((g.id(u), h) for u, h in g.scenario.historical.items())}
    placed = {unit: table.where(unit) for unit in wanted if unit not in ("de.SS", "fr.2GC", "uk.1A")}

    assert placed == {unit: wanted[unit] for unit in placed}
    assert table.where("de.2") == "track"
    assert all(g.steps[u] == c.steps for u, c in enumerate(g.scenario.counters) if g.hex_of[u] >= 0)


@rule("manstein", "21.0c")
def test_when_all_are_set_up_nothing_is_left_for_history():
    table = Table("manstein")
    table.play("auto")
    assert table.why_not("auto").text == "all units are set up"


@rule("manstein", "21.0b")
def test_all_units_must_be_set_up():
    table = Table("manstein")

    assert table.why_not("done").rule == "21.0b"
    assert table.why_not("place fr.6 0941").rule == "21.0b"


@rule("manstein", "21.0c", "8.4.1")
def test_stacking_binds_in_the_set_up():
    table = germans_deploy()
    table.play("place de.l.b 1834", "place de.6 1735")

    assert table.why_not("place de.18 1735").rule == "6.1"
    assert table.why_not("place de.18 1737").rule == "8.4.1"


@rule("manstein", "21.1a", "R.21.1a.1")
def test_french_logistics_units_and_reserves_go_anywhere_in_france():
    table = Table("manstein")

    assert {"0444", "1944", "0835"} <= set(table.choices("place fr.l.1"))
    assert table.why_not("place fr.l.1 1336").rule == "21.1a"
    table.play("place fr.l.1 1138")
    assert "0444" in table.choices("place fr.XXI")
    assert table.why_not("place uk.l 0941").rule == "21.1b"


@rule("manstein", "21.1b")
def test_army_groups_stay_within_two_hexes_of_their_logistics_unit():
    table = Table("manstein")
    table.play("place fr.l.1 1138")
    assert table.why_not("place fr.7 0936").rule == "21.1b"
    assert table.why_not("place uk.BEF 0936").rule == "21.1b"

    table.play("place fr.7 1036")
    assert table.why_not("place fr.l.1 1240").rule == "21.1b"  # it would leave the army behind


@rule("manstein", "21.1c", "21.1c4")
def test_french_fortress_units():
    table = Table("manstein")
    table.play("place fr.l.2 1741")

    assert table.choices("place fr.f.metz") == ["1540", "1640", "1740", "1840", "1941", "1942"]
    assert table.why_not("place fr.f.metz 1741").rule == "21.1c"
    assert table.why_not("place fr.f.metz 1943").rule == "21.1c"  # too far
    table.play("place fr.f.thion 1640")
    assert table.why_not("place fr.f.metz 1640").rule == "21.1c4"


@rule("manstein", "21.1c2", "21.1c3")
def test_belgian_and_dutch_fortress_units():
    table = Table("manstein")

    assert table.choices("place be.f.ee") == ["1537"]
    assert table.why_not("place be.f.ee 1437").rule == "21.1c2"
    assert table.choices("place nl.f.k") == ["1333", "1530"]
    assert table.why_not("place nl.f.k 1432").rule == "21.1c3"


@rule("manstein", "21.1d", "21.1e")
def test_belgians_and_dutch_go_anywhere_at_home():
    table = Table("manstein")

    assert {"1035", "1539"} <= set(table.choices("place be.N"))
    assert table.why_not("place be.N 1036").rule == "21.1d"
    assert {"1635", "1730"} <= set(table.choices("place nl.V"))
    assert table.why_not("place nl.V 1336").rule == "21.1e"


@rule("manstein", "21.1f", "21.2d")
def test_displays_at_the_start():
    g = game(Table("manstein"))
    available = g.ids(g.at[g.box("available")])

    assert [name for name in available if name.startswith(("fr.", "uk."))] == [
        "fr.a.n", "fr.a.e", "fr.a.s", "uk.a.b", "uk.nav",
    ]  # fmt: skip
    assert len([name for name in available if name.startswith("de.a.")]) == 6
    assert [name for name in available if name.startswith("de.sf.")] == ["de.sf.koch", "de.sf.bb"]


@rule("manstein", "21.1g", "21.2e")
def test_refit_points_at_the_start():
    assert game(Table("manstein")).rp == {"german": 5, "french": 2, "british": 1, "belgian": 0, "dutch": 0}


@rule("manstein", "21.1i", "21.2g")
def test_the_schedule_of_reinforcements():
    g = game(Table("manstein"))
    track = {g.id(u): (g.arrival[u], g.steps[u]) for u in g.at[g.box("track")]}

    assert track == {
        "de.2": (2, 4), "de.XXXIX": (3, 2), "de.9": (4, 4), "uk.1A": (2, 1), "uk.2": (5, 2), "fr.2GC": (2, 1),
        "fr.DLM": (2, 2), "fr.6": (3, 2), "fr.10": (4, 2),
    }  # fmt: skip


@rule("manstein", "21.2c", "21.2c2")
def test_german_commands_stay_within_three_hexes():
    table = germans_deploy()
    table.play("place de.l.b 1834")

    assert "1634" not in table.choices("place de.6")
    assert table.why_not("place de.6 1634").rule == "21.2c"
    assert table.why_not("place de.6 1839").rule == "21.2c2"
    assert "1636" in table.choices("place de.6")


@pytest.mark.parametrize(
    ("unit", "home"), [("de.f.saar", "1839"), ("de.f.aach", "1636"), ("de.f.rhine", "1633"), ("de.f.eifel", "1738")]
)
@rule("manstein", "21.2c3")
def test_german_fortress_units(unit, home):
    table = germans_deploy()

    assert table.choices(f"place {unit}") == [home]


@rule("manstein", "21.2c3")
def test_a_named_fortress_is_the_only_one():
    table = germans_deploy()
    assert table.why_not("place de.f.saar 1636").rule == "21.2c3"

    table.play("place de.l.c 2244", "place de.l.b 1834")
    assert table.choices("place de.f.saar") == ["1839"]  # however far its logistics unit is
    assert table.why_not("place de.6 1839").rule == "21.2c2"  # which is free to no other unit


@rule("manstein", "21.0c")
def test_auto_mends_a_set_up_that_leaves_no_room():
    table = Table("manstein")
    table.play("place fr.l.1 0444")
    assert table.why_not("place fr.f.maub").rule == "21.0c"  # no fortress is near for the garrison of Maubeuge
    assert "too far from the rest of its command" in table.why_not("place fr.f.maub").text
    table.play("auto")

    assert table.where("fr.l.1") == "1138"
    assert table.allows("done")


@rule("manstein", "21.0e")
def test_optional_units_are_not_set_up():
    table = germans_deploy()

    assert table.why_not("place de.SS 2138").rule == "21.0b"
    assert table.where("de.SS") == ""

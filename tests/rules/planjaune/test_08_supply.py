"""8: supply and isolation; 11.1f: railheads."""

from __future__ import annotations

import pytest

from meuse.games.planjaune import command
from meuse.games.planjaune.supply import Railheads, closed, lines, sources, supplied_rails, traces
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, at, board, changed, game, status, texts, unit


def in_supply(table: Table, name: str) -> bool:
    return traces(game(table), unit(table, name))


def rails_of(table: Table, *hexes: str, side=GERMAN) -> Table:
    """Give railway hexes to a side, with control of them."""
    g = game(table)
    for label in hexes:
        g.set_rail_owner(g.map.hex(label), side)
        g.set_control(g.map.hex(label), side + 1)
    return changed(table)


@rule("planjaune", "8.1a", "8.1e", "2.T1")
def test_supply_is_judged_at_the_start_of_operations_and_marked():
    table = board("de.pz1 at 0728", "de.IX at 2213", "fr.I at 0120")
    at(table, "German supply")
    assert status(table, "de.pz1") == ("unsupplied",)
    assert status(table, "de.IX") == ()


@rule("planjaune", "8.1b", "8.1c", "R.8.1b.2")
def test_a_line_may_cost_as_much_as_the_movement_allowance():
    # The railway of the Nivernais runs in column 06: from 0730 it is one hex away.
    assert in_supply(board("fr.I at 0730"), "fr.I")
    assert in_supply(board("unsupplied fr.I at 0829"), "fr.I")
    assert not in_supply(board("fr.I at 2510"), "fr.I")


@rule("planjaune", "8.1c")
def test_the_unit_own_hex_is_not_counted_and_the_last_one_is():
    g = game(board("de.id554 at 2114"))
    far = lines(g, GERMAN).foot
    assert far[g.map.hex("2213")] == 0
    neighbours = [price for n, price in g.scenario.ways["foot"][g.map.hex("2114")] if far[n] == 0]
    assert neighbours
    assert far[g.map.hex("2114")] in (0, min(neighbours))


@rule("planjaune", "8.1d", "4d")
def test_an_enemy_zone_cuts_the_line_unless_a_unit_stands_in_it():
    # 1901 in the north: the ways out lead over 1802, 1902, 2001 and 2002.
    def supplied(*units: str) -> bool:
        table = board("nl.IV at 1802", "de.IX at 1902", *units)
        for label in ("1802", "1803", "1703"):
            game(table).set_rail_owner(game(table).map.hex(label), GERMAN)
        game(table).set_control(game(table).map.hex("2202"), 1)
        return in_supply(changed(table), "nl.IV")

    assert not supplied("de.XI at 1704")
    assert supplied()


@rule("planjaune", "8.1b", "R.8.1b.1")
def test_a_headquarters_in_supply_supplies_others():
    names = ("de.hqb at 1813", "de.IX at 1712")
    assert in_supply(board("de.hqb at 1813"), "de.hqb")
    assert in_supply(board(*names), "de.IX")
    alone = board("de.IX at 1510", "fr.I at 1612", "fr.II at 1711")
    assert not in_supply(alone, "de.IX")
    far = board("de.IX at 0728", "de.hqb at 0727")
    assert not in_supply(far, "de.IX")


@rule("planjaune", "8.3.axis", "8.3.allied", "R.8.3.allied.1")
def test_the_sources_of_both_sides():
    table = board()
    g = game(table)
    axis = {g.map.labels[h] for h in sources(g, GERMAN)}
    allied = {g.map.labels[h] for h in sources(g, ALLIED)}
    assert {"2213", "2720", "2706"} <= axis
    assert {"0521", "1312", "1507", "0732", "0129"} <= allied
    assert not axis & {"0732", "0129"}
    assert not allied & {"2706", "2213"}

    g.set_control(g.map.hex("0521"), 1)
    changed(table, surrendered=frozenset({"netherlands"}))
    allied = {g.map.labels[h] for h in sources(g, ALLIED)}
    assert not allied & {"0521", "1507"}


@rule("planjaune", "8.3.allied", "R.8.3.allied.1")
def test_the_cities_of_a_neutral_country_feed_its_own_army_only():
    def fed(name: str, *, at_war: frozenset[str]) -> bool:
        table = board(f"{name} at 1215", scenario="free")
        for h, country in enumerate(game(table).map.country):
            if country == "france":  # Charleroi, two hexes away, is all that is left
                game(table).set_control(h, GERMAN + 1)
                game(table).set_rail_owner(h, GERMAN)
        return in_supply(changed(table, invaded=at_war), name)

    assert not fed("fr.I", at_war=frozenset())
    assert not fed("fr.I", at_war=frozenset({"netherlands"}))
    assert fed("fr.I", at_war=frozenset({"belgium"}))
    assert fed("be.cha", at_war=frozenset())
    g = game(board(scenario="free"))
    assert {g.map.labels[h] for h in sources(g, ALLIED)} & {"1312", "1507"} == set()


@rule("planjaune", "R.8.1d.1", "8.1d")
def test_a_lone_unit_without_a_zone_cuts_a_line_but_not_under_the_option_and_no_headquarters_does():
    # From 1411 the line of a corps on foot leads over 1511 to the railway in 1612.
    def cut(*units: str, **options: bool) -> bool:
        table = rails_of(board("de.hqb at 0728", *units, **options), "1813", "1814", "1713", "1712", "1612", "1511")
        return not supplied_rails(game(table), GERMAN) >> game(table).map.hex("1511") & 1

    assert cut("fr.dlc1 at 1612")
    assert not cut("fr.dlc1 at 1612", R__8__1d__1=True)
    assert cut("fr.I at 1612", R__8__1d__1=True)
    assert not cut("fr.hq1 at 1612")
    assert cut("fr.dlc1 at 1612", "de.fj1 at 1612")


@rule("planjaune", "R.8.1d.1", "1f")
def test_it_cuts_command_as_well():
    def commands(*units: str, **options: bool) -> bool:
        table = board("de.hqb at 0728", "de.IX at 0626", *units, **options)
        g = game(table)
        return bool(command.commanded(g, unit(table, "de.hqb")) >> g.map.hex("0727") & 1)

    assert commands()
    assert not commands("fr.dlc1 at 0727")
    assert commands("fr.dlc1 at 0727", R__8__1d__1=True)
    assert commands("fr.hq1 at 0727")


@rule("planjaune", "R.8.1d.2", "8.1d", "1f")
def test_works_in_which_nobody_stands_cut_nothing():
    table = board("de.hqa at 1919")
    g = game(table)
    assert g.garrison(g.map.hex("1820"), GERMAN)
    assert command.commanded(g, unit(table, "de.hqa")) >> g.map.hex("1820") & 1
    assert not closed(g, GERMAN)[g.map.hex("1820")]


@rule("planjaune", "8.1b", "R.8.1b.1")
def test_a_railway_counts_only_along_the_own_net_unbroken():
    table = board("fr.I at 0629", "de.IX at 2213")
    assert in_supply(table, "fr.I")
    assert not in_supply(board("de.IX at 1411"), "de.IX")
    joined = rails_of(board("de.IX at 1411"), "1813", "1814", "1713", "1712", "1612", "1511", "1411")
    assert in_supply(joined, "de.IX")
    assert not in_supply(joined.put("fr.I at 1712"), "de.IX")


@rule("planjaune", "11.4f")
def test_first_line_fortifications_supply_their_own():
    around = ("1819", "1919", "1920", "1821", "1720", "1719")
    names = ("de.IX", "de.XI", "de.IV", "de.I", "de.V", "de.VIII")
    enemies = [f"{name} at {place}" for name, place in zip(names, around, strict=True)]
    table = board("fr.I at 1820", *enemies)
    assert in_supply(table, "fr.I")
    g = game(table)
    assert not in_supply(changed(table, destroyed=frozenset({g.map.hex("1820")})), "fr.I")


# -- 8.2 isolation


@rule("planjaune", "8.2f", "8.2g", "R.8.2g.1")
def test_isolation_relieves_or_costs_the_stack_a_step():
    table = board(
        "unsupplied de.pz1 at 0728", "unsupplied de.pz2 at 0728", "unsupplied de.IX at 0728",
        "unsupplied de.XI at 2113", "de.IV at 0831", "fr.I at 0120",
    )  # fmt: skip
    at(table, "German isolation")
    assert table.asked == "german"
    assert set(table.choices("lose")) == {"de.pz1", "de.pz2", "de.IX"}

    table.play("lose de.pz2")

    assert (table.steps("de.pz1"), table.steps("de.pz2"), table.steps("de.IX")) == (2, 1, 3)
    assert status(table, "de.pz1") == ("unsupplied",)
    assert status(table, "de.XI") == ()
    assert (table.steps("de.IV"), status(table, "de.IV")) == (3, ())


@rule("planjaune", "8.1a", "8.1e", "8.2f")
def test_a_unit_that_drives_out_of_supply_is_not_marked_before_its_next_check():
    table = at(board("de.pz1 at 1913", "fr.I at 0120"), "German motorized movement")
    table.play("move de.pz1 " + sorted(table.reach("de.pz1"))[0], "end")
    assert status(table, "de.pz1") == ()
    assert table.steps("de.pz1") == 2


# -- 11.1f railheads


@rule("planjaune", "11.1f", "R.11.1f.1", "R.11.1f.2")
def test_a_captured_railway_hex_in_supply_away_from_enemies_is_taken_over():
    table = board("de.IX at 1713", "fr.I at 0120")
    g = game(table)
    g.set_control(g.map.hex("1813"), 1)
    changed(table).step(Railheads(GERMAN))
    assert "1813" in table.choices("railhead")
    assert table.why_not("railhead 1312").rule == "11.1f"

    table.play("railhead 1813")

    assert g.rail_owner[g.map.hex("1813")] == 1


@rule("planjaune", "11.1f")
@pytest.mark.parametrize("enemy", ["be.I at 1814", "be.dlc at 1713"])
def test_not_next_to_an_enemy(enemy):
    table = board("de.IX at 1912", enemy)
    g = game(table)
    g.set_control(g.map.hex("1813"), 1)
    changed(table).step(Railheads(GERMAN))
    assert "1813" not in (table.choices("railhead") if table.asked else [])


@rule("planjaune", "11.1f")
def test_not_out_of_supply_nor_where_an_enemy_passed_last():
    table = board("de.IX at 0629", "fr.I at 0120")
    table.step(Railheads(GERMAN))
    assert table.asked == ""

    back = board("de.IX at 1912", "fr.I at 0120").step(Railheads(GERMAN))
    assert "1813" not in (back.choices("railhead") if back.asked else [])


@rule("planjaune", "11.1f")
def test_all_of_them_can_be_taken_over_at_once():
    table = board("de.IX at 1912", "fr.I at 0120")
    g = game(table)
    for label in ("1813", "1713", "1612"):
        g.set_control(g.map.hex(label), 1)
    told = changed(table).step(Railheads(GERMAN)).play("all")
    assert texts(told).startswith("The German side takes over the railways at Beringen (1612), ")
    assert g.rail_owner[g.map.hex("1813")] == 1
    assert g.rail_owner[g.map.hex("1713")] == 1

"""7: overruns."""

from __future__ import annotations

from meuse.testkit import Table, rule

from .scene import answer, at, board, changed, game, unit


def moving(*units: str, turn: int = 3, **options: bool) -> Table:
    return at(board(*units, turn=turn, **options), "German motorized movement", turn)


@rule("planjaune", "7a", "7c", "7d", "7f", "R.7f.1")
def test_panzers_overrun_a_lone_division_and_stop_in_its_hex():
    table = moving("de.pz1 at 0728", "de.pz2 at 0728", "de.pz3 at 0726", "fr.dlc1 at 0729 with 1 step", "fr.I at 0831")
    table.dice(6).play("overrun 0729 de.pz1 de.pz2 go")
    answer(table)
    assert table.choices("advance") == ["de.pz1", "de.pz2"]

    table.play("advance de.pz1", "done")

    assert table.where("de.pz1") == "0729"
    assert table.why_not("move de.pz1 0730").rule == "5.1b"
    assert table.why_not("move de.pz2 0727").rule == "5.1b"
    assert game(table).spent[unit(table, "de.pz1")] == 2


@rule("planjaune", "7a", "8.2b")
def test_who_cannot_overrun():
    target = "fr.dlc1 at 0729"
    in_zone = moving("de.pz1 at 0728", "de.pz2 at 0829", target, "fr.I at 0628")
    assert in_zone.why_not("overrun 0729 de.pz1 go").rule == "7a"
    cut_off = moving("unsupplied de.pz1 at 0728", "de.pz2 at 0829", target)
    assert cut_off.why_not("overrun 0729 de.pz1 go").rule == "8.2b"
    infantry = moving("de.IX at 0728", "de.pz2 at 0829", target)
    assert infantry.why_not("overrun 0729 de.IX go").rule == "5.1a"


@rule("planjaune", "7b")
def test_overruns_in_exploitation_but_not_on_foot():
    table = board("de.pz1 at 0728", "de.IX at 0726", "fr.dlc1 at 0729")
    assert "overrun" in at(table, "German exploitation").choices()
    assert "overrun" not in at(table, "German non-motorized movement").choices()


@rule("planjaune", "7c", "R.7c.1", "R.7c.2")
def test_an_overrun_costs_one_more_than_the_hex_and_is_paid_in_full():
    table = moving("de.pz1 at 1419", "de.pz2 at 1420", "fr.dlc1 at 1418")
    table.play("overrun 1418 de.pz1 go")
    assert game(table).spent[unit(table, "de.pz1")] == 2

    across = at(board("de.pz1 at 1618", "de.pz2 at 1618", "fr.dlc1 at 1518"), "German exploitation")
    assert across.allows("overrun 1518 de.pz1 go")
    uphill = at(board("de.pz1 at 1518", "de.pz2 at 1419", "fr.dlc1 at 1517", "fr.dlc4 at 1319"), "German exploitation")
    assert uphill.why_not("overrun 1517 de.pz1 go").rule == "7c"
    assert uphill.allows("move de.pz1 1419")


@rule("planjaune", "7a", "R.7c.1")
def test_divisions_that_have_come_up_one_after_the_other_overrun_together():
    table = moving("de.pz1 at 0726", "de.pz2 at 0726", "de.pz3 at 0726", "fr.dlc1 at 0729")
    table.play("move de.pz1 0728", "move de.pz2 0728")
    assert table.allows("overrun 0729 de.pz1 de.pz2 go")

    table.play("move de.pz3 0827")
    assert not table.allows("overrun 0729 de.pz1 go")


@rule("planjaune", "7f", "R.7f.1")
def test_nobody_overruns_twice_in_a_phase():
    table = moving("de.pz1 at 0728", "de.pz2 at 0727", "fr.dcr1 at 0729")
    table.dice(1).play("overrun 0729 de.pz1 go")
    answer(table).play("move de.pz2 0728")
    assert table.choices("overrun 0729") == ["de.pz2"]
    assert table.why_not("overrun 0729 de.pz1 go").rule == "7f"

    stopped = moving("de.pz1 at 0727", "de.pz2 at 0726", "fr.I at 0729", R__7a__1=True)
    stopped.dice(1).play("move de.pz1 0728", "overrun 0729 de.pz1 go")
    answer(stopped)
    assert stopped.where("de.pz1") == "0728"
    assert not stopped.allows("overrun 0729 de.pz1 go")


@rule("planjaune", "7e")
def test_no_headquarters_but_aircraft_in_an_overrun():
    table = moving("de.pz1 at 0728", "de.hqa at 0727", "fr.dlc1 at 0729", "fr.I at 0831")
    game(table).bombers[0] = 2
    table.play("overrun 0729 de.pz1 go")
    assert table.choices() == ["air"]


@rule("planjaune", "7g")
def test_who_has_overrun_may_still_attack_in_the_combat_phase():
    table = moving("de.pz1 at 0728", "fr.dlc1 at 0729", "fr.I at 0831")
    table.dice(1).play("overrun 0729 de.pz1 go")
    answer(table)
    at(table, "German combat")
    assert table.allows("attack 0729 with de.pz1 go")


@rule("planjaune", "R.7a.1", "7a", "5.1d")
def test_a_unit_stopped_only_by_a_zone_may_overrun_unless_the_option_forbids_it():
    units = ("de.pz1 at 0727", "de.pz2 at 0726", "fr.I at 0729")
    table = moving(*units)
    table.play("move de.pz1 0728")
    assert table.why_not("move de.pz1 0828").rule == "5.1c"
    table.dice(1).play("overrun 0729 de.pz1 go")
    assert game(table).spent[unit(table, "de.pz1")] == 1 + 3  # the hex, one more, and one to leave the zone

    strict = moving(*units, R__7a__1=False)
    strict.play("move de.pz1 0728")
    assert strict.why_not("overrun 0729 de.pz1 go").rule == "7a"


@rule("planjaune", "R.7a.1", "7a")
def test_who_begins_in_a_zone_does_not_overrun_wherever_it_goes():
    table = moving("de.pz1 at 0728", "de.pz2 at 0726", "fr.I at 0729", "fr.dlc1 at 0830")
    table.play("move de.pz1 0829")
    assert table.why_not("overrun 0830 de.pz1 go").rule == "7a"


@rule("planjaune", "11.12.axis-t1-others", "11.12.allied-t1-attack", "R.11.12.axis-t1.1")
def test_on_turn_1_others_may_overrun_but_not_attack():
    units = ("de.VII at 0627", "de.pz5 at 0728", "fr.dlc1 at 0729", "be.I at 1111")
    table = moving(*units, turn=1)
    assert table.allows("overrun 0729 de.pz5 go")
    at(table.put("de.IX at 0829"), "German combat", 1)
    assert table.why_not("attack 0729 with de.pz5 go").rule == "11.12.axis-t1-others"
    assert table.allows("attack 0729 with de.IX go")

    allied = at(board("fr.dlm1 at 0728", "de.lah at 0729", turn=1), "Allied motorized movement", 1)
    assert allied.allows("overrun 0729 fr.dlm1 go")


@rule("planjaune", "R.11.6b.1", "11.6b")
def test_a_coup_de_main_can_be_tried_in_an_overrun():
    table = moving("de.pz1 at 1619", "fr.dlc1 at 1519", "fr.I at 1120")
    table.play("overrun 1519 de.pz1 go")
    assert table.choices() == ["coup", "pass"]


@rule("planjaune", "10.2.interdict-enter", "R.7a.1")
def test_nobody_overruns_from_an_interdicted_hex_that_stopped_him():
    table = moving("de.pz1 at 0726", "de.pz2 at 0830", "fr.dlc1 at 0729", R__7a__1=True)
    g = game(table)
    g.interdict(frozenset(), frozenset({g.map.hex("0728")}))
    changed(table).play("move de.pz1 0728")
    assert table.why_not("overrun 0729 de.pz1 go").rule == "10.2.interdict-enter"

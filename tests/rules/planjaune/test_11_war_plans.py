"""11.12: war plans, sectors, neutral countries, surrender."""

from __future__ import annotations

from meuse.games.planjaune import command
from meuse.games.planjaune.replacements import SupplyPhase
from meuse.testkit import Table, rule

from .scene import ALLIED, GERMAN, at, board, changed, game, texts, unit

HOLLAND = ("1407", "1507", "1606", "1706", "1907", "2202")


def moving(side: str, *units: str, turn: int = 3, scenario: str = "historical", phase: str = "motorized") -> Table:
    return at(board(*units, turn=turn, scenario=scenario), f"{side} {phase} movement", turn)


def taken(table: Table, *hexes: str, side=GERMAN) -> Table:
    """These hexes are in the hands of a side, with the railways, so that they are in supply."""
    g = game(table)
    for label in hexes:
        g.set_control(g.map.hex(label), side + 1)
    for h in range(len(g.map)):
        if g.map.country[h] in ("netherlands", "belgium"):
            g.set_rail_owner(h, side)
    return changed(table)


@rule("planjaune", "11.12a", "11.12b")
def test_units_belong_to_an_army_or_are_free_and_each_group_has_its_sector():
    g = game(board())
    assert (g.counter(unit(board(), "fr.I")).army, g.counter(unit(board(), "fr.I")).group) == ("fr.7", "fr.ga1")
    assert g.counter(unit(board(), "fr.dcr1")).group == ""
    assert set(g.scenario.sectors) == {"fr.ga1", "fr.ga2", "fr.ga3", "de.hga", "de.hgb", "de.hgc"}
    assert len(g.scenario.headquarters[GERMAN]) == len(g.scenario.headquarters[ALLIED]) == 3


@rule("planjaune", "11.12c", "R.11.12c.1", "12.2a")
def test_both_sides_name_a_main_effort_at_once():
    table = Table("planjaune", "free")
    table.play("done")
    table.play("place " + table.choices("place")[0], "plan 1", "german: effort 2", "allied: effort 3")
    assert game(table).effort == {GERMAN: "de.hga", ALLIED: "fr.ga3"}


@rule("planjaune", "11.12.allied-t1-move", "R.11.12.allied-t1-move.1", "11.12.allied-reserve")
def test_on_turn_1_only_the_allied_main_effort_moves():
    units = ("fr.dlm1 at 0916", "fr.dlc3 at 1820", "fr.dcr1 at 1320")
    table = moving("Allied", *units, turn=1)
    assert table.why_not("move fr.dlc3 1821").rule == "11.12.allied-t1-move"
    assert table.why_not("move fr.dcr1 1321").rule == "11.12.allied-t1-move"
    assert "fr.dlm1" in table.choices("move")

    assert "fr.dcr1" in moving("Allied", *units, turn=2).choices("move")


@rule("planjaune", "11.12.allied-t1-neutral")
def test_a_neutral_unit_beside_germans_may_move_on_turn_1():
    table = moving("Allied", "be.I at 1713", "be.II at 1313", "de.IX at 1813", turn=1, phase="non-motorized")
    assert table.choices("move") == ["be.I"]
    assert table.why_not("move be.II 1312").rule == "11.12.allied-t1-neutral"


@rule("planjaune", "11.12.allied-t1-neutral", "5.1b")
def test_a_neutral_in_contact_goes_as_far_hex_by_hex_as_in_one_order():
    units = ("be.dlc at 1612", "de.IX at 1712", "fr.XXI at 0120")
    table = moving("Allied", *units, turn=1)
    assert table.allows("move be.dlc 1412")

    table.play("move be.dlc 1512")  # out of contact, and still on its way

    assert table.allows("move be.dlc 1412")
    table.play("move be.dlc 1412", "end")
    while game(table).stack[-1].called(game(table)) != "Allied exploitation":
        table.play("end" if "end" in table.choices() else "done")
    assert "move" not in table.choices()  # a new phase, and no contact any more


@rule("planjaune", "11.12.allied-t1-neutral", "11.5f")
def test_paratroopers_in_its_hex_are_contact_too():
    table = moving("Allied", "nl.I at 1507", "de.fj1 at 1507", "nl.III at 1709", turn=1, phase="non-motorized")
    assert table.choices("move") == ["nl.I"]


@rule("planjaune", "11.12.allied-t1-attack")
def test_on_turn_1_the_allies_do_not_attack():
    table = at(board("fr.I at 0728", "de.IX at 0729", turn=1), "Allied combat", 1)
    assert "attack" not in (table.choices() if table.asked else [])
    later = at(board("fr.I at 0728", "de.IX at 0729", turn=2), "Allied combat", 2)
    assert "attack" in later.choices()


@rule("planjaune", "11.12.axis-t1", "R.11.12.axis-t1.1", "11.12.axis-t1-others")
def test_on_turn_1_the_main_effort_and_kleist_attack():
    table = at(
        board("de.IX at 0728", "de.pz1 at 0829", "de.VII at 0830", "fr.dlc1 at 0729", "fr.dlc4 at 0831", turn=1),
        "German combat",
        1,
    )
    assert set(table.choices("attack 0729 with")) == {"de.IX", "de.pz1"}
    assert table.why_not("attack 0729 with de.VII go").rule == "11.12.axis-t1-others"

    second = at(board("de.VII at 0830", "fr.dlc1 at 0729", turn=2), "German combat", 2)
    assert second.allows("attack 0729 with de.VII go")


@rule("planjaune", "11.12.allied-t2", "R.11.12.allied-t2.1")
def test_from_turn_2_other_armies_stay_in_their_sector():
    g = game(board())
    border = next(h for h in sorted(g.scenario.sectors["fr.ga2"]) if any(
        n in g.scenario.sectors["fr.ga1"] and g.map.country[n] == "france" for n in g.scenario.touching[h]
    ))  # fmt: skip
    outside = next(n for n in g.scenario.touching[border] if n in g.scenario.sectors["fr.ga1"])
    here, there = g.map.labels[border], g.map.labels[outside]
    for turn in (2, 5):
        table = moving("Allied", f"fr.VI at {here}", turn=turn, phase="non-motorized")
        assert table.why_not(f"move fr.VI {there}").rule == "11.12.allied-t2"
    freed = changed(board(f"fr.VI at {here}"), released=frozenset({"fr.3"}))
    assert at(freed, "Allied non-motorized movement").allows(f"move fr.VI {there}")
    assert moving("Allied", f"fr.I at {here}", phase="non-motorized").allows(f"move fr.I {there}")


@rule("planjaune", "R.11.12.allied-t2.2")
def test_a_headquarters_is_free_when_one_of_its_armies_is():
    table = moving("Allied", "fr.hq2 at 1322", "fr.dlm1 at 0916")
    outside = next(
        label for label in game(table).map.labels
        if game(table).map.hex(label) in game(table).scenario.sectors["fr.ga1"]
        and game(table).map.distance(game(table).map.hex(label), game(table).map.hex("1322")) == 2
    )  # fmt: skip
    assert not table.allows(f"move fr.hq2 {outside}")
    freed = changed(board("fr.hq2 at 1322", "fr.dlm1 at 0916"), released=frozenset({"fr.4"}))
    assert at(freed, "Allied motorized movement").allows(f"move fr.hq2 {outside}")


@rule("planjaune", "11.12.allied-t3")
def test_from_turn_3_one_army_a_turn_is_released():
    table = board("fr.VI at 1821", turn=3).step(SupplyPhase(ALLIED))
    assert table.choices("release") == ["fr.3", "fr.4", "fr.5", "fr.8"]
    assert texts(table.play("release fr.3")) == "Army 3 is released"
    assert table.asked == ""
    assert game(table).released == frozenset({"fr.3"})

    assert board("fr.VI at 1821", turn=2).step(SupplyPhase(ALLIED)).asked == ""


@rule("planjaune", "R.11.12.allied-t2.3", "11.12.allied-t2")
def test_who_was_forced_out_of_its_sector_may_come_nearer_to_it_only():
    table = moving("Allied", "fr.XIII at 1516", turn=2, phase="non-motorized")
    g = game(table)
    far = command.to_sector(g, "fr.ga3")
    assert table.choices("move fr.XIII")
    for goal in table.choices("move fr.XIII"):
        assert far[g.map.hex(goal)] < far[g.map.hex("1516")]
    assert table.why_not("move fr.XIII 1515").rule == "11.12.allied-t2"

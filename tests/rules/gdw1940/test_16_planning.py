"""16: secret plans, armies and army groups, deployment."""

from __future__ import annotations

import pytest

from meuse import CannotUndo
from meuse.seat import SEALED
from meuse.testkit import Table, rule

from .scene import HISTORY, at, deployed, game, groups, owner, planned, plans


def new(**options: bool) -> Table:
    return Table("gdw1940", options={f"20.{name}": value for name, value in options.items()})


def part(table: Table, seat: str, name: str) -> str:
    """What a part beside the map tells a seat; "" if the seat has no such part."""
    found = next((part for part in table.game.view(seat or None).parts if part.id == name), None)
    return found.note + " ".join(cell.id for cell in found.cells) if found else ""


def stand_in(table: Table, *labels: str) -> list[tuple[str, int, int]]:
    """Nation, combat and movement factor of the one unit in each hex."""
    g = game(table)
    units = [g.at[g.map.hex(label)] for label in labels]
    assert all(len(stack) == 1 for stack in units)
    return [(g.counter(u).nation, g.counter(u).combat, g.counter(u).movement) for (u,) in units]


# -- secret plans


@rule("gdw1940", "16.secret")
def test_the_other_side_sees_neither_plan_nor_army_groups():
    table = planned(new())
    german, allied = table.game.seat("german"), table.game.seat("allied")

    assert [entry.order for entry in german.journal if entry.side is allied.side] == [SEALED] * 3
    assert [entry.order for entry in allied.journal if entry.side is german.side] == [SEALED] * 3
    assert part(table, "allied", "plan") == "1"
    assert part(table, "german", "plan") == "The ports and cities of the north; Army Group A attacks"
    assert "fr.9" in part(table, "allied", "groups")
    assert "fr." not in part(table, "german", "groups")
    assert "de." not in part(table, "allied", "groups")
    assert part(table, "", "plan") == ""


@rule("gdw1940", "16.secret")
def test_what_is_sealed_stays_sealed():
    table = planned(new(), "group 1", "auto", "done")

    with pytest.raises(CannotUndo, match="sealed"):
        table.game.undo()


@rule("gdw1940", "16.secret")
def test_an_imagined_game_guesses_the_plans_and_knows_what_deployment_has_shown():
    table = planned(new())
    imagined = [table.game.seat("allied").imagine(seed).state for seed in range(20)]
    assert {g.plans["objective"] for g in imagined} == {1, 2, 3}
    assert {g.plans["effort"] for g in imagined} == {1, 2, 3}
    assert {g.groups["de.4"] for g in imagined} == {1, 2, 3}
    assert {g.groups["fr.9"] for g in imagined} == {1}
    assert len({g.geb_for for g in imagined}) > 1

    table.play("auto", "done", "auto", "done")
    imagined = [table.game.seat("allied").imagine(seed).state for seed in range(20)]
    assert {g.plans["objective"] for g in imagined} == {1, 2, 3}
    assert {g.plans["effort"] for g in imagined} == {2}
    assert {g.groups["de.4"] for g in imagined} == {2}
    assert {g.geb_for for g in imagined} == {""}


@rule("gdw1940", "16.secret")
def test_the_germans_guess_the_allied_choice_until_a_unit_moves_by_it():
    table = deployed(new())
    assert {table.game.seat("german").imagine(seed).state.plans["group"] for seed in range(20)} == {1, 2, 3}

    at(table, "Allied movement", 0).play("move uk.I 1215")

    assert {table.game.seat("german").imagine(seed).state.plans["group"] for seed in range(20)} == {1}
    assert part(table, "german", "allied-shown") == "1st"


@rule("gdw1940", "16.secret")
def test_a_threat_does_not_tell_which_army_group_binds_the_enemy():
    table = Table("gdw1940").clear().put("German de.XV at 1911", "French fr.IV at 1714")
    at(table, "German movement", 3)
    free = groups(table, fr_1=2).game.seat("german").threat("1911")
    bound = groups(table, fr_1=1).game.seat("german").threat("1911")

    assert free is not None
    assert free == bound


# -- the Allied plan


@rule("gdw1940", "16.allied.choice")
def test_the_allies_choose_the_army_group_that_moves_on_turn_0():
    table = new()
    assert table.asked == "allied"
    assert table.choices("group") == ["1", "2", "3"]
    assert table.why_not("group 4").rule == "16.allied.choice"

    table = deployed(new(), "group 2", *HISTORY[1:])
    at(table, "Allied movement", 0)

    assert table.reach("fr.XXIV")  # of the 3rd Army, 2nd Army Group
    assert table.why_not("move fr.III 1214").rule == "18.allied_move"


@rule("gdw1940", "16.allied.assign")
def test_an_army_goes_to_one_army_group_as_a_whole():
    table = planned(new(), "group 1", "auto", "assign fr.2 3", "assign fr.2 2", "done", *HISTORY[3:])

    assert set(table.choices("place fr.X")) == set(table.choices("place fr.XVIII"))
    assert table.allows("place fr.X 1809")
    assert table.why_not("place fr.X 1512").rule == "16.deploy.allied"
    assert table.why_not("place fr.X 2404").rule == "16.deploy.allied"


@rule("gdw1940", "16.allied.assign")
def test_every_french_army_needs_an_army_group_and_every_army_group_an_army():
    table = planned(new(), "group 1")
    assert table.why_not("done").rule == "16.allied.assign"

    table.play("auto", "assign fr.8 2")
    assert table.why_not("done").rule == "16.allied.assign"
    assert table.why_not("done").text == "the 3rd Army Group needs an army"

    table.play("assign fr.4 3")
    assert table.allows("done")
    assert table.why_not("assign fr.4 3").rule == "16.allied.assign"
    assert table.why_not("assign fr.4 4").rule == "16.allied.assign"
    assert table.why_not("assign de.4 1").rule == "16.allied.assign"


@rule("gdw1940", "16.allied.bef")
def test_the_bef_goes_to_the_first_army_group():
    table = planned(new(), "group 1")
    assert table.why_not("assign uk.bef 2").rule == "16.allied.bef"

    table.play(*HISTORY[1:])
    assert table.allows("place uk.I 1117")
    assert table.why_not("place uk.I 1809").rule == "16.deploy.allied"


@rule("gdw1940", "16.allied.available")
def test_which_allied_units_are_deployed():
    table = planned(new())

    assert {"fr.III", "fr.CC", "fr.dlc1", "uk.I", "uk.51"} <= set(table.choices("place"))
    assert len(table.choices("place")) == 36
    assert table.why_not("place fr.XXI 2019").rule == "16.allied.available"  # Res
    assert table.why_not("place uk.1A 2019").rule == "16.allied.available"  # Reinf
    assert table.why_not("place fr.XLV 2706").rule == "16.allied.available"  # SR
    assert table.why_not("place fr.AC 2019").rule == "16.allied.available"  # Opt
    assert [table.where(unit) for unit in ("fr.XXI", "uk.1A", "fr.XLV", "fr.AC")] == ["reserve"] * 3 + [""]


# -- the German plan


@rule("gdw1940", "16.german.objective")
def test_the_germans_choose_one_of_three_objectives():
    table = planned(new(), "group 1", "auto", "done")

    assert table.asked == "german"
    assert table.choices("plan") == ["1", "2", "3"]
    assert table.why_not("plan 4 2 none").rule == "16.german.objective"

    table.play("plan 2 2 none")
    assert part(table, "german", "plan").startswith("Paris")


@rule("gdw1940", "16.german.main")
def test_the_germans_choose_the_army_group_of_the_main_attack():
    table = planned(new(), "group 1", "auto", "done")

    assert table.choices("plan 3") == ["1", "2", "3"]
    assert table.why_not("plan 3 4 none").rule == "16.german.main"

    table.play("plan 3 1 none")
    assert part(table, "german", "plan").endswith("Army Group B attacks")


@rule("gdw1940", "16.german.assign")
def test_german_armies_are_assigned_whole_and_to_all_army_groups():
    table = planned(new(), *HISTORY[:4])
    assert table.why_not("done").rule == "16.german.assign"

    table.play("auto", "assign de.1 1", "assign de.7 1")
    assert table.why_not("done").rule == "16.german.assign"
    assert table.why_not("done").text == "Army Group C needs an army"
    assert table.why_not("assign de.1 4").rule == "16.german.assign"
    assert table.why_not("assign fr.1 1").rule == "16.german.assign"

    table.play("assign de.7 3", "done", "auto", "done")
    assert table.allows("place de.XII 0506")
    assert table.why_not("place de.XII 1707").rule == "16.deploy.german"
    assert set(table.choices("place de.XII")) == set(table.choices("place de.XXX"))


@rule("gdw1940", "16.german.available")
def test_which_german_units_are_deployed():
    table = planned(new())
    table.play("auto", "done")

    assert {"de.X", "de.XIX", "de.pz9", "de.m13"} <= set(table.choices("place"))
    assert len(table.choices("place")) == 32
    assert table.why_not("place de.I 1008").rule == "16.german.available"  # Res
    assert table.why_not("place de.XXXIX 1307").rule == "16.german.available"  # Opt
    assert table.why_not("place de.Geb 2402").rule == "16.german.available"  # Opt, not chosen


@rule("gdw1940", "16.german.available", "R.15.geb.1")
def test_the_mountain_corps_is_deployed_for_the_corps_it_replaces():
    table = planned(new(), "group 1", "auto", "done", "plan 3 2 de.XXIV", "auto", "done")
    table.play("auto", "done")

    assert table.why_not("place de.XXIV 1802").rule == "16.german.available"
    assert table.allows("place de.Geb 1802")
    assert table.why_not("place de.Geb 1008").rule == "16.deploy.german"


@rule("gdw1940", "16.german.panzer")
def test_panzer_corps_deploy_with_the_main_attack():
    table = planned(new(), "group 1", "auto", "done", "plan 3 1 none", "auto", "done")
    table.play("auto", "done")

    assert table.allows("place de.XIX 1008")
    assert table.why_not("place de.XIX 1307").rule == "16.german.panzer"
    assert table.allows("place de.pz10 1307")  # a division is free


@rule("gdw1940", "16.german.airborne")
def test_airborne_units_begin_in_the_pool():
    table = planned(new())
    table.play("auto", "done")

    assert [table.where(unit) for unit in ("de.fj1", "de.fj2", "de.ll22")] == ["pool"] * 3
    assert table.why_not("place de.fj1 1008").rule == "16.german.airborne"


# -- deployment


@rule("gdw1940", "16.free", "R.16.free.1")
def test_units_without_an_army_deploy_anywhere_in_their_country():
    table = planned(new())
    assert table.allows("place fr.CC 2019")
    assert table.allows("place fr.dlc1 2404")
    assert table.why_not("place fr.dlc1 1609").rule == "16.free"  # Belgium

    table.play("auto", "done")
    assert table.allows("place de.m13 0101")
    assert table.allows("place de.m13 2503")
    assert table.why_not("place de.m13 1708").rule == "16.free"  # Luxembourg


@rule("gdw1940", "16.deploy.allied", "R.16.deploy.allied.1")
def test_the_allies_deploy_first_near_the_border_in_the_areas_of_their_army_groups():
    table = planned(new())

    assert table.asked == "allied"
    assert table.allows("place fr.III 1215")  # next to Belgium
    assert table.allows("place fr.III 1317")  # one hex farther
    assert table.why_not("place fr.III 1318").rule == "16.deploy.allied"  # two hexes farther
    assert table.why_not("place fr.III 1709").rule == "16.deploy.allied"  # the 2nd Army Group's
    assert table.why_not("done").rule == "16.deploy.allied"

    table.play("auto")
    assert table.why_not("auto").rule == "16.deploy.allied"
    table.play("done")
    assert table.asked == "german"


@rule("gdw1940", "16.deploy.german", "R.16.deploy.german.1")
def test_the_germans_deploy_second_in_germany():
    table = planned(new())
    assert table.why_not("place de.II 1307").rule == ""

    table.play("auto", "done")
    assert table.game.view("german").units == table.game.view("allied").units  # the Allied set-up is seen
    assert table.allows("place de.II 1307")
    assert table.allows("place de.II 1101")
    assert table.why_not("place de.II 1707").rule == "16.deploy.german"  # Army Group C
    assert table.why_not("place de.II 1408").rule == "16.deploy.german"  # Luxembourg
    assert table.why_not("done").rule == "16.deploy.german"


@rule("gdw1940", "16.deploy.stacking")
def test_no_hex_is_overfilled_in_the_set_up():
    table = planned(new())
    table.play("place fr.III 1215", "place fr.dlc1 1215")

    assert table.why_not("place fr.IV 1215").rule == "16.deploy.stacking"
    assert table.why_not("place fr.dlc2 1215").rule == "16.deploy.stacking"

    table.play("place fr.III 1216")
    assert table.allows("place fr.IV 1215")


@rule("gdw1940", "R.16.deploy.stacking.1", "16.deploy.stacking")
def test_an_army_group_cannot_be_given_more_corps_than_its_area_holds():
    crowded = ("fr.1", "fr.3", "fr.5", "fr.7", "fr.9")  # 16 corps for 16 hexes
    table = planned(
        new(), "group 1", "auto", *(f"assign {army} 3" for army in crowded), "assign fr.8 2", "assign fr.4 3"
    )
    assert table.why_not("done").rule == "16.deploy.stacking"

    table.play("assign fr.4 2", "done", *HISTORY[3:], "auto")
    assert table.allows("done")
    assert table.why_not("place fr.IV 2404").rule == "16.deploy.stacking"


@rule("gdw1940", "16.deploy.german", "5.start")
def test_where_a_unit_stood_while_deploying_leaves_no_trace():
    table = planned(new(), *HISTORY)
    table.play("auto", "place fr.VII 2908", "place fr.XLIV 3007", "place fr.XIII 2806", "done", "auto")
    table.play("place de.XXXIII 2603", "place de.XXXIII 2301")
    assert owner(table, "2604") == "german"

    table.play("done")
    assert owner(table, "2604") == "allied"


# -- neutrals


@rule("gdw1940", "16.neutral.swiss", "16.neutral.dutch", "16.neutral.belgian")
def test_the_set_up_of_the_neutrals():
    """book.16.setup_neutrals"""
    table = new()
    places = game(table).map

    assert (
        stand_in(table, *(places.labels[places.place(city).hex] for city in ("Zürich", "Basel", "Bern")))
        == [("swiss", 1, 6)] * 3
    )
    assert stand_in(table, "0111", "0310", "0409", "0509") == [
        ("dutch", 2, 6), ("dutch", 3, 6), ("dutch", 2, 6), ("dutch", 2, 6),
    ]  # fmt: skip
    assert stand_in(table, "0709") == [("dutch", 1, 8)]
    assert stand_in(table, "0911", "0912", "1010") == [("belgian", 2, 6)] * 3
    assert stand_in(table, "0812", "0915", "1013", "1211") == [("belgian", 3, 6)] * 4
    assert stand_in(table, "1409") == [("belgian", 2, 8)]


@rule("gdw1940", "16.neutral.swiss")
def test_one_swiss_division_is_a_mountain_division_and_reserves_wait():
    table = new()
    assert game(table).counter(game(table).scenario.unit_named["ch.3"]).symbol == "mountain"
    assert table.where("ch.3") == "3004"  # Berne
    assert table.where("ch.r1") == "reserve"


@rule("gdw1940", "16.neutral.fixed")
def test_nobody_chooses_where_neutrals_stand():
    table = planned(new())

    assert table.why_not("place be.K 1409").rule == "16.neutral.fixed"
    assert table.why_not("place nl.I 0111").rule == "16.neutral.fixed"
    table.play("auto", "done")
    assert table.why_not("place be.K 1409").rule == ""
    assert table.where("be.K") == "1409"


# -- the army groups bind


@rule("gdw1940", "16.german.main", "17.german.panzer")
def test_the_main_attack_says_where_panzer_corps_attack():
    table = Table("gdw1940").clear().put("German de.XIX at 1511", "German de.m13 at 1511", "French fr.IV at 1512")
    plans(table, effort=2)
    assert at(table, "German combat", 1).allows("attack 1512 with de.XIX go")

    plans(table, effort=1)
    assert at(table, "German combat", 1).why_not("attack 1512 with de.XIX go").rule == "17.german.panzer"

"""17: army groups bind armies and the BEF; panzer corps of the first turns."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.gdw1940.movement import Movement
from meuse.games.gdw1940.sequence import StartTurn
from meuse.testkit import Table, rule

from .scene import HISTORY, at, deployed, groups, joined, planned, plans

# 1711, 1811, 1812, 1913 and 2013 lie in the area of the 1st Army Group; 1710, 1810, 1912, 2012 and 2304 in that of the
# 2nd; 2404 in that of the 3rd.


def allied_move(table: Table, turn: int) -> Table:
    """An Allied movement phase, with armies assigned as in history."""
    groups(table, fr_1=1, fr_9=1, fr_2=1, fr_4=2, fr_8=3, uk_bef=1)
    return at(table, "Allied movement", turn)


def may_cross(table: Table, unit: str, goal: str) -> bool:
    return goal in table.reach(unit)


def group_of(table: Table, army: str) -> str:
    """What the Allied display says of an army."""
    display = next(part for part in table.game.view("allied").parts if part.id == "groups")
    return next(cell.note for cell in display.cells if cell.id == army)


# -- French armies


@rule("gdw1940", "17.french.boundaries")
def test_units_of_an_army_stay_in_the_area_of_its_army_group():
    table = Table("gdw1940").clear().put("French fr.IV at 1913", "French fr.VII at 2404")
    allied_move(table, 2)

    assert may_cross(table, "fr.IV", "2013")
    assert table.why_not("move fr.IV 1912").rule == "17.french.boundaries"
    assert table.why_not("move fr.VII 2304").rule == "17.french.boundaries"

    groups(table, fr_1=2)
    assert may_cross(table, "fr.IV", "1912")


@rule("gdw1940", "17.french.release", "17.french.boundaries")
def test_released_armies_cross_for_the_rest_of_the_game():
    """book.17.release"""
    table = Table("gdw1940").clear().put("French fr.II at 1812", "French fr.XVIII at 1913", "French fr.IV at 2013")
    allied_move(table, 1).play("release fr.9")
    assert may_cross(table, "fr.II", "1912")
    assert not may_cross(table, "fr.XVIII", "1912")

    at(table, "Allied movement", 2).play("release fr.2")
    assert may_cross(table, "fr.II", "1912")
    assert may_cross(table, "fr.XVIII", "1912")
    assert table.why_not("move fr.IV 2012").rule == "17.french.boundaries"

    at(table, "Allied movement", 9)
    assert may_cross(table, "fr.II", "1912")
    assert (group_of(table, "fr.9"), group_of(table, "fr.1")) == ("1st, released", "1st")


@rule("gdw1940", "17.french.release")
def test_one_french_army_a_turn_from_turn_1_on():
    table = Table("gdw1940").clear().put("French fr.II at 1812", "German de.IX at 0807")
    assert allied_move(table, 0).why_not("release fr.9").rule == "17.french.release"

    at(table, "Allied movement", 1)
    assert table.choices("release") == ["fr.1", "fr.2", "fr.4", "fr.8", "fr.9"]
    assert table.why_not("release uk.bef").rule == "17.french.release"

    table.play("release fr.9")
    assert table.why_not("release fr.1").rule == "17.french.release"
    at(table, "Allied movement", 1, impulse=2)
    assert table.why_not("release fr.1").rule == "17.french.release"

    at(table, "Allied movement", 2)
    assert table.why_not("release fr.9").rule == "17.french.release"
    assert at(table, "German movement", 2).why_not("release fr.1").rule == "17.french.release"


@rule("gdw1940", "R.17.french.release.1", "17.french.release")
def test_a_release_takes_effect_at_once_and_cannot_be_saved_up():
    table = Table("gdw1940").clear().put("French fr.IV at 1913", "French fr.IX at 2304", "German de.IX at 2303")
    allied_move(table, 4)
    assert not may_cross(table, "fr.IV", "1912")
    table.play("release fr.1")
    assert may_cross(table, "fr.IV", "1912")
    assert table.why_not("release fr.4").text == "an army has already been released this turn"  # turns 1 to 3 are gone

    assert at(table, "Allied combat", 5).allows("release fr.4")


@rule("gdw1940", "R.17.french.boundaries.1")
def test_boundaries_bind_nobody_else():
    table = Table("gdw1940").clear().put("French fr.CC at 1913", "French fr.XXI at 1812", "Belgian be.K at 1610")
    joined(table, "belgium")
    allied_move(table, 2)

    assert may_cross(table, "fr.CC", "1912")  # free deployment
    assert may_cross(table, "fr.XXI", "1912")  # a reserve
    assert may_cross(table, "be.K", "1609")


@rule("gdw1940", "R.17.french.boundaries.1")
def test_bef_units_that_come_later_are_bound_like_the_bef():
    table = Table("gdw1940").clear().put("British uk.1A at 1913", "British uk.52 at 1812")
    allied_move(table, 2)

    assert table.why_not("move uk.1A 1912").rule == "17.british.boundaries"
    assert may_cross(table, "uk.52", "1912")  # not of the BEF


@rule("gdw1940", "R.17.french.boundaries.2")
def test_a_unit_forced_over_a_boundary_may_only_go_back():
    table = Table("gdw1940").clear().put("French fr.IV at 1912", "French fr.V at 2304")
    allied_move(table, 2)

    assert may_cross(table, "fr.IV", "1913")
    assert may_cross(table, "fr.IV", "2012")
    assert table.why_not("move fr.V 2404").rule == "17.french.boundaries"


# -- the BEF


@rule("gdw1940", "17.british.boundaries", "17.french.release")
def test_the_bef_crosses_on_turns_after_the_last_release():
    """derived.17.bef"""
    table = Table("gdw1940").clear().put("British uk.I at 1913")
    groups(table, fr_1=1, fr_9=1, fr_4=2, fr_8=3, uk_bef=1)
    at(table, "Allied movement", 1).play("release fr.1")
    at(table, "Allied movement", 2).play("release fr.4")
    at(table, "Allied movement", 3)
    assert table.why_not("move uk.I 1912").rule == "17.british.boundaries"

    table.play("release fr.9")
    assert table.why_not("move uk.I 1912").rule == "17.british.boundaries"

    at(table, "Allied movement", 4)
    assert may_cross(table, "uk.I", "1912")


@rule("gdw1940", "R.17.british.boundaries.1")
def test_without_french_armies_in_its_army_group_the_bef_is_free_from_turn_1_on():
    elsewhere = [f"assign fr.{army} {group}" for army, group in zip("12345789", (2, 3, 2, 2, 2, 3, 3, 3), strict=True)]
    table = planned(Table("gdw1940"), "group 1", *elsewhere, "done", *HISTORY[3:])
    table.clear().put("British uk.I at 1711")

    assert table.step(Movement(Side.ALLIED)).why_not("move uk.I 1710").rule == "17.british.boundaries"
    assert may_cross(at(table, "Allied movement", 1), "uk.I", "1710")


@rule("gdw1940", "17.british.air")
def test_evacuating_bef_units_costs_the_british_air_point_from_the_next_turn_on():
    table = Table("gdw1940").clear().put("British uk.5 at 0919", "British uk.52 at 0920")
    assert allied_air(at_turn(table, 3)) == [1, 1]

    table.play("evacuate uk.52")  # not of the BEF
    assert allied_air(at_turn(table, 4)) == [1, 1]

    table.play("evacuate uk.5")
    assert allied_air(table) == [1, 1]
    assert allied_air(at_turn(table, 5)) == [0, 1]
    assert allied_air(at_turn(table, 6)) == [0, 1]


def at_turn(table: Table, turn: int) -> Table:
    """Let a turn begin, and go on to the Allied movement phase."""
    table.step(StartTurn(turn), Movement(Side.ALLIED))
    return table


def allied_air(table: Table) -> list[int]:
    """British and French air points, as everybody sees them."""
    part = next(part for part in table.game.view().parts if part.id == "air-allied")
    return [cell.left for cell in part.cells]


# -- the panzer corps


def panzer_attack(start: str, target: str, effort: int, turn: int = 1, unit: str = "de.XIX") -> Table:
    """A panzer corps next to a French corps, with a cavalry division that may attack anywhere."""
    table = Table("gdw1940").clear().put(f"German {unit} at {start}", f"German de.kav1 at {start}")
    table.put(f"French fr.IV at {target}")
    return at(plans(table, effort=effort), "German combat", turn)


def attacks(start: str, target: str, effort: int, turn: int = 1, unit: str = "de.XIX") -> bool:
    return panzer_attack(start, target, effort, turn, unit).allows(f"attack {target} with {unit} go")


@rule("gdw1940", "17.german.panzer")
def test_panzer_corps_attack_only_in_the_area_of_effort_on_turns_0_and_1():
    assert (
        panzer_attack("1511", "1512", effort=1, turn=0).why_not("attack 1512 with de.XIX go").rule == "17.german.panzer"
    )
    assert (
        panzer_attack("1511", "1512", effort=1, turn=1).why_not("attack 1512 with de.XIX go").rule == "17.german.panzer"
    )
    assert attacks("1511", "1512", effort=2, turn=0)
    assert attacks("1511", "1512", effort=2, turn=1)
    assert attacks("1511", "1512", effort=1, turn=2)


@rule("gdw1940", "17.german.zones")
def test_areas_outside_germany_go_by_hexrows():
    b, a, c = 1, 2, 3
    assert [attacks("1214", "1213", effort) for effort in (b, a, c)] == [True, False, False]
    assert [attacks("1313", "1312", effort) for effort in (b, a, c)] == [False, True, False]
    assert [attacks("1713", "1712", effort) for effort in (b, a, c)] == [False, True, False]
    assert [attacks("1813", "1812", effort) for effort in (b, a, c)] == [False, True, True]
    assert [attacks("2013", "2012", effort) for effort in (b, a, c)] == [False, True, True]
    assert [attacks("2113", "2112", effort) for effort in (b, a, c)] == [False, False, True]


@rule("gdw1940", "17.german.zones")
def test_areas_in_germany_have_printed_boundaries():
    assert [attacks("1101", "1102", effort) for effort in (1, 2, 3)] == [False, True, False]  # row 11, Army Group A
    assert [attacks("1501", "1502", effort) for effort in (1, 2, 3)] == [False, False, True]  # row 15, Army Group C


@rule("gdw1940", "R.17.german.panzer.1")
def test_the_hex_of_the_attacker_counts_and_divisions_are_free():
    assert attacks("1313", "1212", effort=2)
    assert not attacks("1313", "1212", effort=1)
    assert attacks("1313", "1212", effort=1, unit="de.pz9")


@rule("gdw1940", "17.french.boundaries", "17.british.boundaries")
def test_the_default_set_up_binds_everybody_to_his_area():
    table = deployed(Table("gdw1940"))
    at(table, "Allied movement", 1)

    assert table.why_not("move fr.XVIII 1710").rule == "17.french.boundaries"
    assert table.why_not("move uk.51 1710").rule == "17.british.boundaries"

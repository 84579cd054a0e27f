"""What a position of Manstein's War is worth: prizes, who could take them, cuts, impulses and what happened in 1940."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.manstein.appreciation import APPRECIATION, prizes
from meuse.testkit import Table
from rules.manstein.scene import bins, game, give, marked, movement, number, scene, set_up


def spots(table: Table, *labels: str) -> list[int]:
    return [game(table).map.hex(label) for label in labels]


def test_prizes_are_what_scores_and_what_decides() -> None:
    table = set_up(Table("manstein"))
    paris, ruhr, eben_emael, thionville = spots(table, "0941", "1934", "1537", "1740")
    worth = APPRECIATION.prizes(game(table), Side.GERMAN)

    assert (worth[paris], worth[thionville], worth[eben_emael]) == (10.0, 1.0, 2.0)
    assert worth[ruhr] == 5.0 + 12.0
    assert APPRECIATION.held(game(table), Side.ALLIED) == 75.0
    assert all(APPRECIATION.holds(game(table), Side.ALLIED, h) for h in (paris, eben_emael, thionville))


def test_the_second_german_depot_is_worth_the_game() -> None:
    table = give(scene("German de.1 at 2039", "French fr.3 at 1835"), "allied", "1835")
    (koblenz,) = spots(table, "1937")

    assert APPRECIATION.prizes(game(table), Side.GERMAN)[koblenz] == 3.0 + 24.0


def test_an_empty_depot_can_be_walked_into() -> None:
    table = scene("German de.XIX at 1239", "French fr.9 at 0939", "French fr.2 at 1036")
    (reims, lille) = spots(table, "1240", "1036")
    lying = APPRECIATION.open_prizes(game(table), Side.ALLIED)

    assert lying[reims] == (number(table, "de.XIX"),)
    assert lille not in lying


def test_reach_is_that_of_the_next_movement() -> None:
    table = movement(scene("German de.XIX at 1239", "French fr.9 at 0939", marker="PGK"))
    before = APPRECIATION.reach(game(table), number(table, "de.XIX"))
    table.play("move de.XIX 1238")
    board = APPRECIATION.on_their_turn(game(table), Side.GERMAN)

    assert len(before) > 5
    assert game(table).budget[number(table, "de.XIX")] >= 0
    assert len(APPRECIATION.reach(board, number(table, "de.XIX"))) > 5


def test_reach_counts_trains_and_parachutes() -> None:
    table = scene("German de.LLK at 1933", "French fr.XXI at 1444")
    (amsterdam, paris) = spots(table, "1432", "0941")
    g = game(table)

    assert amsterdam in APPRECIATION.reach(APPRECIATION.on_their_turn(g, Side.GERMAN), number(table, "de.LLK"))
    assert paris in APPRECIATION.reach(APPRECIATION.on_their_turn(g, Side.ALLIED), number(table, "fr.XXI"))


def test_a_unit_behind_a_train_cuts_its_army_off() -> None:
    table = scene("German de.XIX at 1238", "German de.l.p at 1538", "French fr.9 at 1241")
    g = game(table)
    (sedan, troyes) = spots(table, "1438", "1242")
    by = {h: (number(table, "fr.9"),) for h in (sedan, troyes)}

    assert APPRECIATION.is_supplied(g, number(table, "de.XIX"))
    assert APPRECIATION.cuts(g, Side.GERMAN, by, by) == {sedan: 7.5}


def test_a_turn_is_an_impulse() -> None:
    table = scene("German de.6 at 1735")

    assert APPRECIATION.turn_of(game(table)) == (Side.GERMAN, (2, "HGB"))
    assert APPRECIATION.turn_of(game(marked(table, "1AG"))) == (Side.ALLIED, (2, "1AG"))
    assert APPRECIATION.turn_of(game(set_up(Table("manstein")))) is None


def test_only_what_the_marker_activates_could_have_acted() -> None:
    """5.5: whoever was not activated could have guarded nothing in the impulse."""
    table = scene("German de.6 at 1735", "German de.12 at 1836", "German de.XXXX at 1936", marker="HGB")
    g = game(table)

    assert [APPRECIATION.could_act(g, number(table, name)) for name in ("de.6", "de.12", "de.XXXX")] == [
        True,
        False,
        True,
    ]


def test_a_command_that_has_had_its_impulse_does_not_come_next() -> None:
    """5.4a: while other markers are left in the bin; when none is, all of them come again."""
    table = bins(scene("French fr.5 at 1941", "British uk.BEF at 1036"), "HGA", "1AG")
    g, units = game(table), (number(table, "fr.5"), number(table, "uk.BEF"))
    left = [APPRECIATION.may_act_next(g, u) for u in units]
    bins(table, "HGA", "")

    assert left == [False, True]
    assert all(APPRECIATION.may_act_next(g, u) for u in units)


def test_what_happened_in_1940() -> None:
    table = give(scene("German de.6 at 1735"), "german", "1439", "1336")
    g = game(table)
    g.surrendered = frozenset({"dutch"})
    happened = {event.id for event in APPRECIATION.historical(g) if APPRECIATION.has_happened(g, event.id)}

    assert happened == {"meuse", "brussels", "dutch-surrender"}


def test_aircraft_left_on_the_ground_are_unspent() -> None:
    table = movement(
        scene("German de.6 at 1536", "Belgian be.N at 1436", "de.a.VIII in available", "de.a.I in available")
    )

    assert [(left.what, left.amount) for left in APPRECIATION.unspent(game(table), Side.GERMAN)] == [
        ("air units on the ground", 2.0)
    ]


def test_who_could_come_to_some_hexes_is_known_without_asking_everybody() -> None:
    """9.0b, 18.1a: trains stay at home, drops have a range."""
    g = game(
        scene("French fr.9 at 1241", "French fr.5 at 1840", "German de.XIX at 1337", "German de.LLK at 1834",
              "German de.1 at 2039", "Belgian be.N at 1336")
    )  # fmt: skip
    goals = sorted(prizes(g))
    for side in Side:
        whole = APPRECIATION.comers(g, side)
        assert APPRECIATION.comers(g, side, goals) == {h: whole[h] for h in goals if h in whole}

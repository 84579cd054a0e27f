"""18: the German airborne corps."""

from __future__ import annotations

import re

from meuse.counters import Side
from meuse.games.manstein.board import zones
from meuse.testkit import Table, rule

from .scene import (
    combat,
    fought,
    game,
    give,
    impulse,
    marked,
    marks,
    movement,
    owner,
    scene,
    shifts,
    supported,
    sustained,
    words,
)

HOME = "German de.LLK at 1933"


def landed(goal: str, *sentences: str, **options: bool) -> Table:
    """The airborne corps has landed, and the combat segment begins."""
    table = movement(scene(HOME, *sentences, **options))
    table.play(f"drop de.LLK {goal}", "end")
    return table


@rule("manstein", "18.0a")
def test_the_airborne_corps_lands_once_a_game():
    assert "no airborne corps" in movement(scene("German de.6 at 1735")).why_not("drop").text
    table = movement(scene(HOME, "German de.6 at 1735"))
    assert table.choices("drop") == ["de.LLK"]
    assert table.why_not("drop de.6 1333").rule == "18.0a"

    table.play("drop de.LLK 1334", "end")
    movement(table.put("German de.LLK at 1933"))
    assert table.why_not("drop de.LLK 1334").rule == "18.0a"
    assert table.allows("move de.LLK 1833")  # otherwise it is infantry


@rule("manstein", "18.0b")
def test_a_landing_is_the_whole_move():
    table = movement(scene(HOME, "German de.6 at 1735", "German de.18 at 1734"))
    table.play("move de.LLK 1833")
    assert table.why_not("drop de.LLK 1334").rule == "18.0b"

    table = movement(scene(HOME, "German de.6 at 1735"))
    table.play("drop de.LLK 1634")
    assert table.why_not("move de.LLK 1734").rule == "18.0b"


@rule("manstein", "18.0c")
def test_it_starts_active_and_supported_in_germany():
    table = movement(scene("German de.LLK at 1634", "German de.6 at 1735"))
    assert table.why_not("drop de.LLK 1333").rule == "18.0c"

    table = movement(scene("German de.LLK at 2130"))
    assert table.why_not("drop de.LLK 1732").rule == "18.0c"  # unsupported
    table = movement(scene(HOME, "German de.4 at 1836", marker="HGA"))
    assert table.why_not("drop de.LLK 1333").rule == "18.0c"  # it belongs to HGB


@rule("manstein", "18.0c")
def test_its_support_is_judged_when_the_movement_segment_begins():
    table = impulse(scene("German de.LLK at 2130", "German de.l.b at 2032", "German de.6 at 1735"))
    table.play("move de.l.b 1934")
    assert not supported(table, "de.LLK")
    assert table.allows("drop de.LLK 1732")  # it was when the segment began

    table = impulse(scene("German de.LLK at 2130", "German de.l.b at 1934", "German de.6 at 1735"))
    table.play("move de.l.b 2032")
    assert supported(table, "de.LLK")
    assert table.why_not("drop de.LLK 1732").rule == "18.0c"  # too late for this segment
    table.play("end")
    impulse(marked(table, "HGB"))
    assert table.allows("drop de.LLK 1732")  # but not for the next


@rule("manstein", "18.0d")
def test_it_flies_up_to_ten_hexes_over_anything():
    table = movement(scene(HOME, "Dutch nl.V at 1733", "Dutch nl.I at 1832"))

    assert "1234" in table.choices("drop de.LLK")
    assert table.why_not("drop de.LLK 0836").rule == "18.0d"
    assert table.why_not("drop de.LLK 1532").rule == "18.0d"  # the IJsselmeer
    assert "1733" in table.choices("drop de.LLK")  # onto the enemy


@rule("manstein", "18.1a", "R.18.1a.1", "17.1", "R.17.1.1")
def test_an_unopposed_landing():
    table = movement(scene(HOME, "Belgian be.N at 1436", "German de.6 at 1536"))
    events = table.play("drop de.LLK 1537")
    assert [event.text for event in events] == [
        "Luftlandekorps lands in Eben Emael (1537)",
        "The fortress at Eben Emael (1537) is destroyed",
    ]

    table.play("end")
    assert owner(table, "1537") == "german"
    assert marks(table, "destroyed") == {"1537"}
    assert table.allows("attack 1436 with de.6 de.LLK go")


@rule("manstein", "18.2a", "10.0a")
def test_a_landing_on_the_enemy_must_attack_him_alone():
    table = landed("1334", "Dutch nl.I at 1334", "German de.6 at 1434")

    assert table.why_not("end").rule == "18.2a"
    assert table.choices("attack 1334 with") == ["de.LLK"]
    assert table.why_not("attack 1334 with de.6").rule == "18.2a"


@rule("manstein", "18.2a")
def test_it_attacks_nobody_else():
    table = landed("1334", "Dutch nl.I at 1334", "Dutch nl.III at 1434", "German de.6 at 1435")

    assert table.choices("attack 1434 with") == ["de.6"]
    assert table.why_not("attack 1434 with de.LLK").rule == "18.2a"


@rule("manstein", "18.2b", "18.2c", "R.18.2c.1")
def test_no_terrain_but_air_and_special_forces():
    sentences = ("Dutch nl.f.vh at 1333", "Dutch nl.I at 1333", "German de.a.I at 1333", "de.sf.bb in available")
    table = landed("1333", *sentences)

    assert shifts(table, "attack 1333 with de.LLK") == {"16.7a": 2}
    table.play("attack 1333 with de.LLK go")
    assert table.choices("commit") == ["de.sf.bb"]


@rule("manstein", "18.2c", "17.0g")
def test_the_fortress_still_ends_counterattacks():
    table = landed("1333", "Dutch nl.f.vh at 1333", "German de.a.VIII at 1333").dice(2)
    events = table.play("attack 1333 with de.LLK go")  # 150% and three columns: CA

    assert "CA" in fought(events)
    assert len([event for event in events if event.kind == "battle"]) == 1


@rule("manstein", "18.2d")
def test_until_the_combat_is_over_it_has_no_zone():
    table = movement(scene(HOME, "Dutch nl.I at 1334", "Dutch nl.III at 1434", "German de.6 at 1735"))
    table.play("drop de.LLK 1334")
    assert "1434" not in zone(table)

    assert "1434" in zone(table.put("German de.LLK at 1334"))  # as soon as it is a unit like others


@rule("manstein", "18.2d")
def test_it_gets_its_zone_back_when_the_segment_ends():
    fight = ("Dutch nl.f.k at 1530", "German de.a.VIII at 1530", "German de.6 at 1735", "Dutch nl.III at 1635")
    table = landed("1530", *fight).dice(6)
    table.play("attack 1530 with de.LLK go")  # cleared
    assert "1531" not in zone(table)
    assert "1629" not in zone(table)

    table.play("end")
    assert "1629" in zone(table)


def zone(table: Table) -> set[str]:
    g = game(table)
    return {g.label(h) for h, marked in enumerate(zones(g, Side.GERMAN)) if marked}


@rule("manstein", "18.2e", "R.17.1.1", "17.1")
def test_if_the_hex_is_cleared_it_stays_and_the_fortress_falls():
    table = landed("1530", "Dutch nl.f.k at 1530", "German de.a.VIII at 1530").dice(6)
    assert marks(table, "destroyed") == set()
    table.play("attack 1530 with de.LLK go")  # 150%, three columns: 400-499%: DD

    assert table.where("nl.f.k") == "eliminated"
    assert table.where("de.LLK") == "1530"
    assert marks(table, "destroyed") == {"1530"}
    assert owner(table, "1530") == "german"


@rule("manstein", "18.2e", "R.18.2e.1")
def test_if_not_it_is_eliminated():
    table = landed("1334", "Dutch nl.V at 1334").dice(6)
    table.play("attack 1334 with de.LLK go")  # 60%: CA

    assert table.where("de.LLK") == "eliminated"
    table = landed("1334", "Dutch nl.V at 1334").dice(3)
    table.play("attack 1334 with de.LLK go")  # AD: it cannot retreat
    assert table.where("de.LLK") == "eliminated"


@rule("manstein", "R.18.2e.1")
def test_a_counterattack_against_it_is_fought_in_the_same_hex():
    table = landed("1334", "Dutch nl.I at 1334 with 1 step").dice(3, 6)
    events = table.play("attack 1334 with de.LLK go")  # 300%: CA, and then a CA without effect

    assert ["counterattacks" in event.text for event in events if event.kind == "battle"] == [False, True]
    assert table.where("de.LLK") == "eliminated"  # the Dutch are still there
    table = landed("1334", "Dutch nl.I at 1334 with 1 step").dice(3, 3)
    table.play("attack 1334 with de.LLK go")
    assert (table.where("nl.I"), table.where("de.LLK")) == ("eliminated", "1334")


@rule("manstein", "R.18.2e.1", "18.2e", "22.1.DW")
def test_driven_back_by_a_counterattack_it_takes_no_other_hex_with_it():
    sentences = ("Dutch nl.V at 1334", "Dutch nl.L at 1334", "German de.a.VIII at 1334")
    table = landed("1334", *sentences).dice(3, 6)
    events = table.play("attack 1334 with de.LLK go")  # CA, and then a DW

    battles = [event.text for event in events if event.kind == "battle"]
    assert [re.search(r": (\w\w)\b", text)[1] for text in battles] == ["CA", "DW"]  # type: ignore[index]
    assert table.where("de.LLK") == "eliminated"
    assert words(table) == "End of turn 6"  # nobody was asked where to: Rotterdam is next door
    assert owner(table, "1333") == "allied"


@rule("manstein", "18.2a", "3.7b")
def test_if_the_enemy_capitulates_first_there_is_nobody_left_to_attack():
    sentences = ("Dutch nl.I at 1530", "German de.6 at 1433", "German de.18 at 1536", "Belgian be.N at 1436")
    table = movement(give(scene(HOME, *sentences), "german", "1333"))
    table.play("drop de.LLK 1530", "move de.6 1432")  # Amsterdam, and with it the Netherlands
    assert table.where("nl.I") == "eliminated"

    table.play("end", "end")
    assert words(table) == "End of turn 6"
    assert owner(table, "1530") == "german"


@rule("manstein", "18.3")
def test_it_is_supported_for_one_combat_segment():
    table = landed("1435", "Belgian be.N at 1436")
    assert sustained(table, "de.LLK")
    assert "15.5b" not in shifts(table, "attack 1436 with de.LLK")

    table.play("end")
    assert not sustained(table, "de.LLK")


@rule("manstein", "18.0d")
def test_it_lands_also_far_behind_the_front():
    table = give(combat(scene(HOME)), "german", "1635")
    movement(table)

    assert {"1435", "1434"} <= set(table.choices("drop de.LLK"))
    assert words(table) == "German movement"

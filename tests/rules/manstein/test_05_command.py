"""5: command markers, bins, the draw and what a marker activates; 23: the charts."""

from __future__ import annotations

from meuse.games.manstein.activation import activates
from meuse.testkit import Table, rule

from .scene import (
    begin_turn,
    bins,
    combat,
    draw,
    game,
    give,
    marked,
    movement,
    operations,
    scene,
    set_up,
    shifts,
    words,
)


def active(table: Table) -> set[str]:
    """The units that may move."""
    return set(table.choices("move")) if "move" in table.choices() else set()


GERMANS = (
    "German de.4 at 1836", "German de.6 at 1735", "German de.1 at 2039", "German de.XIX at 1937",
    "German de.XVI at 1736", "German de.XXXX at 1936",
)  # fmt: skip
ALLIES = (
    "French fr.7 at 0937", "French fr.3 at 1541", "French fr.8 at 1744", "British uk.BEF at 1036",
    "Belgian be.N at 1336", "Dutch nl.V at 1432", "French fr.XXI at 1240", "French fr.CC at 1138",
)  # fmt: skip


def air_left(table: Table) -> int:
    part = table.game.decision.remaining
    return int(part.split()[0])


# -- what each marker activates


@rule("manstein", "5.1.hga", "5.1.hgb", "5.1.hgc", "5.1.pgk", "5.5", "R.5.1.pgk.1", "23.0")
def test_each_german_command_has_its_marker_and_three_air_units():
    """book-activate-hga"""
    expected = {"HGA": "de.4", "HGB": "de.6", "HGC": "de.1", "PGK": "de.XIX"}
    found = {name: active(movement(scene(*GERMANS, marker=name))) for name in expected}

    assert found["HGA"] == {"de.4", "de.XXXX"}
    assert found["HGB"] == {"de.6", "de.XVI", "de.XXXX"}
    assert found["HGC"] == {"de.1", "de.XXXX"}
    assert found["PGK"] == {"de.XIX"}
    markers = game(scene()).scenario.markers
    assert [markers[name].air for name in expected] == [3, 3, 3, 3]


@rule("manstein", "5.1.1ag", "5.1.2ag", "5.1.3ag", "5.1.bl", "5.1.nl", "5.8a", "23.0", "R.23.0.1")
def test_each_allied_command_has_its_marker():
    names = ("1AG", "2AG", "3AG", "belgium", "netherlands")
    found = {name: active(movement(scene(*ALLIES, marker=name))) for name in names}

    assert found["1AG"] == {"fr.7", "fr.CC", "uk.BEF", "fr.XXI"}
    assert found["2AG"] == {"fr.3", "fr.XXI"}
    assert found["3AG"] == {"fr.8", "fr.XXI"}
    assert found["belgium"] == {"be.N"}
    assert found["netherlands"] == {"nl.V"}
    markers = game(scene()).scenario.markers
    assert [markers[name].air for name in names] == [2, 1, 1, 0, 0]


@rule("manstein", "5.1.okh", "23.0")
def test_the_okh_plan_activates_two_commands_but_not_the_panzer_group():
    table = draw(scene(*GERMANS), "okh")

    assert table.choices("activate") == ["HGA", "HGB", "HGC"]
    assert table.why_not("activate PGK").rule == "5.1.okh"
    table.play("activate HGA", "activate HGC")
    assert active(table) == {"de.4", "de.1", "de.XXXX"}
    assert game(table).scenario.markers["okh"].air == 2


@rule("manstein", "5.1.okhmod", "5.6", "10.5i", "23.0")
def test_the_okh_mod_plan_activates_one_command_and_shifts_its_attacks():
    table = draw(scene("German de.6 at 1536", "Belgian be.N at 1436"), "okh-mod")
    table.play("activate HGB", "end")

    assert words(table) == "German combat"
    assert shifts(table, "attack 1436 with de.6")["5.6"] == 1
    assert game(table).scenario.markers["okh-mod"].air == 3


@rule("manstein", "5.1.manstein", "R.5.1.manstein.1", "R.5.1.manstein.2", "23.0")
def test_the_manstein_plan_shifts_the_panzer_group_for_a_whole_turn():
    table = draw(scene("German de.XIX at 1536", "German de.6 at 1537", "Belgian be.N at 1436"), "manstein")
    table.play("end")
    assert shifts(table, "attack 1436 with de.XIX")["5.6"] == 2
    assert game(table).scenario.markers["manstein"].air == 4

    combat(marked(table, "PGK", "HGB"))
    assert shifts(table, "attack 1436 with de.XIX")["5.1.manstein"] == 2
    assert "5.1.manstein" not in shifts(table, "attack 1436 with de.6 de.XIX")
    game(table).turn += 1
    assert "5.1.manstein" not in shifts(table, "attack 1436 with de.XIX")


@rule("manstein", "R.5.1.manstein.1")
def test_the_longer_effect_of_the_manstein_plan_is_a_switch():
    options = {"R.5.1.manstein.1": False}
    table = Table("manstein", options=options).clear().put("German de.XIX at 1536", "Belgian be.N at 1436")
    game(table).turn = game(table).manstein_turn = 2
    combat(marked(table, "PGK"))

    assert "5.1.manstein" not in shifts(table, "attack 1436 with de.XIX")


@rule("manstein", "5.1.guderian", "R.5.1.guderian.1", "5.1.hoth", "5.1.rommel", "23.0")
def test_leaders_activate_mechanized_corps_of_any_command():
    table = draw(scene(*GERMANS, "German de.GrD at 1837"), "guderian")

    assert table.choices("activate") == ["de.XVI", "de.XIX"]
    assert table.why_not("activate de.6").rule == table.why_not("activate de.GrD").rule == "5.1.guderian"
    table.play("activate de.XVI", "activate de.XIX")
    assert active(table) == {"de.XVI", "de.XIX"}
    markers = game(table).scenario.markers
    facts = {name: (markers[name].corps, markers[name].air) for name in ("guderian", "hoth", "rommel")}
    assert facts == {"guderian": (2, 2), "hoth": (2, 1), "rommel": (1, 1)}


@rule("manstein", "5.5", "5.1.guderian")
def test_what_a_marker_activates_is_told():
    assert [event.text for event in draw(scene(*ALLIES), "plan-d").play("activate 2AG")] == ["2AG is activated"]
    assert [event.text for event in draw(scene(*GERMANS), "hoth").play("activate de.XVI")] == [
        "XVI. Armeekorps (mot) is activated"
    ]


@rule("manstein", "5.6", "5.1.hoth")
def test_a_leaders_shift_is_for_his_attacks():
    """The book's example of Hoth."""
    table = combat(marked(scene("German de.XVI at 1536", "Belgian be.N at 1436"), "hoth", corps=("de.XVI",)))

    assert shifts(table, "attack 1436 with de.XVI") == {"5.6": 1}


@rule("manstein", "5.6")
def test_a_marker_never_helps_the_defence():
    table = combat(scene("German de.6 at 1536", "Belgian be.N at 1436", marker="HGB"))

    assert "5.6" not in shifts(table, "attack 1436 with de.6")


@rule("manstein", "5.1.luftwaffe", "R.5.1.luftwaffe.1", "23.0")
def test_the_luftwaffe_marker_activates_all_air_units_and_no_others():
    flying = ("de.a.I in available", "de.a.II at 1036", "de.a.IV in utilized")
    table = draw(scene(*GERMANS, *flying), "luftwaffe")

    assert words(table) == "German air operations"
    assert table.choices("fly") == ["de.a.I", "de.a.II"]
    assert table.why_not("fly de.a.IV").rule == "16.0"
    assert air_left(table) == 2
    table.play("end", "done")
    assert words(table) == "End of turn 6"  # no ground unit could move


@rule("manstein", "5.1.pland", "5.1.plane", "23.0")
def test_plan_d_activates_one_army_group_and_plan_e_two():
    table = draw(scene(*ALLIES), "plan-d")
    table.play("activate 2AG")
    assert active(table) == {"fr.3", "fr.XXI"}

    table = draw(scene(*ALLIES), "plan-e")
    table.play("activate 2AG", "activate 3AG")
    assert active(table) == {"fr.3", "fr.8", "fr.XXI"}
    markers = game(table).scenario.markers
    assert (markers["plan-d"].shift, markers["plan-d"].air) == (1, 2)
    assert (markers["plan-e"].shift, markers["plan-e"].air) == (0, 1)


@rule("manstein", "5.1.planr", "R.5.1.planr.1", "23.0")
def test_plan_r_helps_only_from_the_maginot_line_into_germany():
    germans = ("German de.1 at 1839", "German de.16 at 1739")
    table = scene("French fr.3 at 1740", "French fr.4 at 1840", "French fr.5 at 1639", *germans)
    combat(marked(table, "plan-r", "2AG"))

    assert shifts(table, "attack 1839 with fr.3 fr.4")["5.6"] == 2
    assert shifts(table, "attack 1739 with fr.3")["5.6"] == 2
    assert "5.6" not in shifts(table, "attack 1739 with fr.3 fr.5")  # Luxembourg is no Maginot hex
    table.put("German de.16 at 1741").remove("fr.5")
    assert "5.6" not in shifts(table, "attack 1741 with fr.3")  # nor is this Germany


@rule("manstein", "5.1.degaulle", "23.0")
def test_de_gaulle_activates_a_french_mechanized_corps():
    table = draw(scene(*ALLIES, "British uk.1A at 1037"), "de-gaulle")

    assert table.choices("activate") == ["fr.CC"]
    assert table.why_not("activate uk.1A").rule == "5.1.degaulle"
    assert table.game.decision.question == "Which French mechanized corps does De Gaulle lead?"
    assert table.game.decision.step.rule == "5.1.degaulle"
    table.play("activate fr.CC")
    refusal = table.why_not("move fr.7 0936")
    assert (refusal.rule, refusal.text) == ("5.1.degaulle", "De Gaulle has activated Corps de cavalerie, not 7e Armee")


@rule("manstein", "5.1.degaulle", "5.1.guderian", "5.1.hoth", "5.1.rommel")
def test_a_leaders_marker_says_whom_it_activates():
    table = begin_turn(set_up(Table("manstein")), 2)
    told = {
        choice.token: choice.says
        for side in ("german", "allied")
        for choice in table.game.seat(side).decision.describe(("special",))
    }

    assert told["de-gaulle"] == "Activates 1 French mechanized corps, 1 air unit and a shift of 1 column in battle."
    assert told["rommel"] == "Activates 1 mechanized corps, 1 air unit and a shift of 1 column in battle."
    rules = {name: draw(scene(*ALLIES, "German de.XV at 1837"), name).game.decision.step.rule for name in LEADERS}
    assert rules == {name: f"5.1.{name}" for name in LEADERS}


LEADERS = ("guderian", "hoth", "rommel")


@rule("manstein", "5.1.evac", "20.2b", "23.0")
def test_evac_activates_an_army_group_that_does_not_attack():
    table = draw(scene("French fr.7 at 0936", "German de.6 at 1036", "French fr.3 at 1541"), "evac")
    table.play("activate 1AG")
    assert active(table) == {"fr.7"}

    table.play("end", "done")
    assert words(table) == "End of turn 6"


# -- what goes into the bins


def offered(table: Table, side: str) -> list[str]:
    return table.game.seat(side).choices(("special",))


@rule("manstein", "5.2a", "21.1h2", "21.2f2", "21.2f3", "21.1h3", "21.2b")
def test_the_bins_of_turn_1():
    """derived-standard-bins"""
    table = set_up(Table("manstein"))
    assert offered(table, "german") == ["manstein"]
    assert offered(table, "allied") == ["none", "plan-d"]
    assert table.game.seat("german").why_not(("special",), "none").rule == "21.2f2"
    assert table.game.seat("german").why_not(("special",), "guderian").rule == "5.2a"

    table.play("german: special manstein", "allied: special plan-d")
    assert game(table).regular == [("HGA", "HGB", "HGC", "PGK"), ("1AG", "2AG", "3AG", "belgium", "netherlands")]
    assert table.choices("select") == ["HGA", "HGB", "HGC", "PGK", "manstein"]
    assert game(table).special == ["manstein", "plan-d"]


@rule("manstein", "5.2b", "5.2c", "5.2d", "R.5.2d.1", "R.5.2c.1", "21.1h4", "21.2f4", "21.2f5")
def test_from_turn_2_one_special_marker_a_turn():
    table = set_up(Table("manstein"))
    game(table).played = frozenset({"manstein"})
    begin_turn(table, 2)

    assert offered(table, "german") == ["none", "guderian", "hoth", "luftwaffe", "rommel"]
    assert offered(table, "allied") == ["none", "de-gaulle", "plan-d"]
    table.play("german: special hoth", "allied: special none")
    assert game(table).special == ["hoth", ""]


@rule("manstein", "5.7a", "5.7b", "21.1h", "21.2f")
def test_special_markers_are_played_once_and_regular_ones_come_back():
    table = set_up(Table("manstein"))
    game(table).played = frozenset({"manstein", "hoth"})
    begin_turn(table, 3)

    assert "hoth" not in offered(table, "german")
    assert table.game.seat("german").why_not(("special",), "hoth").rule == "5.7a"
    assert table.game.seat("german").why_not(("special",), "okh").rule == "21.2f"
    assert table.game.seat("allied").why_not(("special",), "plan-e").rule == "21.1h"
    assert game(table).regular[0] == ("HGA", "HGB", "HGC", "PGK")


@rule("manstein", "5.1b", "5.1a")
def test_optional_markers_are_left_out():
    table = set_up(Table("manstein"))
    game(table).played = frozenset({"manstein"})
    begin_turn(give(table, "german", "0941", "1240"), 4)

    assert {"fall-rot", "german-morale"}.isdisjoint(game(table).scenario.markers)
    assert "plan-w" not in offered(table, "allied")
    assert table.game.seat("allied").why_not(("special",), "plan-w").rule == "5.1b"
    assert table.game.seat("german").why_not(("special",), "HGA").rule == "5.1a"


# -- the draw


@rule("manstein", "2.7", "5.4a")
def test_a_marker_is_drawn_blind_and_must_be_played():
    table = bins(scene(*GERMANS), "HGA HGB HGC")
    operations(table.dice(2, 1, 1))

    assert game(table).now.marker == "HGB"
    assert game(table).regular[0] == ("HGA", "HGC")


@rule("manstein", "5.4b", "5.4c")
def test_when_one_bin_is_empty_the_other_is_drawn_to_its_end():
    """derived-bin-runs-out"""
    table = bins(scene("German de.6 at 1736", *ALLIES), "HGB", "1AG 2AG 3AG")
    operations(table.dice(1, 1, 1))
    assert game(table).now.marker == "HGB"
    table.play("end")
    assert game(table).now.marker == "1AG"
    table.play("end")
    assert game(table).now.marker == "2AG"  # the German bin is empty
    table.play("end")
    assert game(table).now.marker == "3AG"
    table.play("end")
    assert words(table) == "End of turn 6"


@rule("manstein", "21.2b")
def test_the_first_german_marker_is_selected():
    table = set_up(Table("manstein"))
    table.play("german: special manstein", "allied: special none", "select PGK")

    assert game(table).now.marker == "PGK"
    assert game(table).turn == 1


# -- reserves


@rule("manstein", "5.8c", "5.8d", "R.5.8c.1")
def test_reserves_act_once_a_turn_with_an_army_group():
    table = movement(scene("German de.XXXX at 1936", "German de.6 at 1735", marker="PGK"))
    assert words(table) == "End of turn 6"  # the panzer group is no army group

    movement(marked(table, "HGB")).play("move de.XXXX 1835", "end")
    movement(marked(table, "HGA"))
    table.put("German de.4 at 1836")
    movement(marked(table, "HGA"))
    assert game(table).status[game(table).scenario.unit_named["de.XXXX"]]


@rule("manstein", "5.8d")
def test_a_reserve_that_has_acted_acts_again_in_the_next_turn_and_no_sooner():
    table = begin_turn(scene("German de.XXXX at 1936", "German de.6 at 1735", "German de.4 at 1836"), 2)
    table.play("german: special none", "allied: special none")
    operations(bins(table, "HGB HGA", "").dice(1, 1))
    table.play("move de.XXXX 1835", "end")
    assert table.why_not("move de.XXXX 1834").rule == "5.8d"

    table.play("end")
    begin_turn(table, 3)
    table.play("german: special none", "allied: special none")
    operations(bins(table, "HGA", ""))
    assert table.allows("move de.XXXX 1834")


@rule("manstein", "5.8d", "5.8c")
def test_a_used_reserve_is_refused():
    table = movement(scene("used German de.XXXX at 1936", "German de.6 at 1735", marker="HGB"))
    assert table.why_not("move de.XXXX 1835").rule == "5.8d"

    table = movement(scene("German de.XXXX at 1936", "German de.XIX at 1735", marker="PGK"))
    assert table.why_not("move de.XXXX 1835").rule == "5.8c"


@rule("manstein", "5.8c", "5.8d")
def test_what_a_marker_could_activate():
    """As opponents ask it before a marker is drawn: commands, reserves with an army group, corps for a leader."""
    table = scene("used German de.XXXX at 1936", *GERMANS[:5], "German de.XXXVIII at 1836", "French fr.7 at 0937")
    found = {
        marker: {unit for unit in UNITS_ASKED if activates(game(table), marker, game(table).scenario.unit_named[unit])}
        for marker in ("HGA", "PGK", "okh", "guderian", "1AG")
    }
    assert found == {
        "HGA": {"de.4", "de.XXXVIII"},
        "PGK": {"de.XIX"},
        "okh": {"de.4", "de.6", "de.XVI", "de.XXXVIII"},
        "guderian": {"de.XIX", "de.XVI"},
        "1AG": {"fr.7"},
    }


UNITS_ASKED = ("de.4", "de.6", "de.XIX", "de.XVI", "de.XXXX", "de.XXXVIII", "fr.7")


@rule("manstein", "5.8d", "R.5.8c.1")
def test_a_reserve_corps_chosen_by_a_leader_has_had_its_activation():
    table = draw(scene("German de.XXXIX at 1937"), "rommel")
    table.play("activate de.XXXIX", "move de.XXXIX 1936", "end")
    draw(table.put("German de.XIX at 1837"), "guderian")

    assert table.choices("activate") == ["de.XIX"]
    assert table.why_not("activate de.XXXIX").rule == "5.8d"


@rule("manstein", "5.0b", "10.1i")
def test_a_unit_may_be_activated_by_several_markers():
    table = movement(scene("German de.XVI at 1735", marker="HGB"))
    table.play("move de.XVI 1736", "end")
    movement(marked(table, "guderian", corps=("de.XVI",)))

    assert table.allows("move de.XVI 1735")


@rule("manstein", "5.5")
def test_units_of_other_commands_are_refused():
    table = movement(scene(*GERMANS, marker="HGB"))

    assert table.why_not("move de.4 1835").rule == "5.5"


@rule("manstein", "5.8b")
def test_command_does_nothing_for_fortress_units():
    table = movement(scene("German de.f.aach at 1636", "German de.6 at 1735", "Belgian be.N at 1536"))

    assert table.why_not("move de.f.aach 1635").rule == "8.0b"
    table.play("end")
    assert words(table) == "End of turn 6"


@rule("manstein", "5.0c")
def test_units_defend_without_being_activated():
    table = combat(scene("German de.6 at 1536", "Belgian be.N at 1436")).dice(1)
    table.play("attack 1436 with de.6 go")

    assert table.steps("de.6") == 3


@rule("manstein", "5.9")
def test_special_forces_need_no_activation():
    table = combat(scene("German de.6 at 1636", "Belgian be.f.ee at 1537", "de.sf.koch in available"))
    table.play("attack 1537 with de.6 go")

    assert table.choices("commit") == ["de.sf.koch"]


@rule("manstein", "5.0a", "2.7")
def test_a_draw_does_not_tell_what_else_is_in_the_bin():
    alone = operations(bins(scene(*GERMANS), german="HGA").dice(1))
    with_hoth = operations(bins(scene(*GERMANS), german="HGA hoth").dice(1))

    assert game(alone).now.marker == game(with_hoth).now.marker == "HGA"
    assert game(alone).rolled == game(with_hoth).rolled == (1,)

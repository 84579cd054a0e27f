"""15: optional units."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.gdw1940.arrivals import Arrivals
from meuse.games.gdw1940.corps import Formation
from meuse.games.gdw1940.movement import Movement
from meuse.games.gdw1940.victory import eliminate
from meuse.testkit import Table, rule

from .scene import at, game, joined, left, phase_words, plans, unsupplied

FORM = "form de.XXXIX de.pz9 de.pz10 de.m13 go"
FORM_FRENCH = "form fr.AC fr.dcr1 fr.dcr2 fr.dim3 go"


def panzers(*sentences: str, turn: int = 2, impulse: int = 1) -> Table:
    """Two panzer divisions and a motorized one in 1706; German movement."""
    table = Table("gdw1940").clear()
    table.put("German de.pz9 at 1706", "German de.pz10 at 1706", "German de.m13 at 1706", *sentences)
    return at(table, "German movement", turn, impulse)


def french(*units: str) -> Table:
    """French units in 2014 at the end of an Allied movement phase."""
    table = Table("gdw1940").clear().put(*(f"{unit} at 2014" for unit in units))
    game(table).turn = 2
    return table.step(Formation(Side.ALLIED), Movement(Side.ALLIED))


@rule("gdw1940", "15.units")
def test_optional_units_are_not_deployed():
    table = Table("gdw1940")
    table.play("group 1", "auto", "done", "plan 3 2 none", "auto", "done", "auto")
    assert table.why_not("place fr.AC 2014").rule == "16.allied.available"
    table.play("done", "auto")
    assert table.why_not("place de.XXXIX 1706").rule == "16.german.available"
    table.play("done")

    assert (table.where("de.XXXIX"), table.where("de.Geb"), table.where("fr.AC")) == ("", "", "")


# -- the XXXIX Panzer Corps


@rule("gdw1940", "15.panzer.form")
def test_the_panzer_corps_is_formed_at_the_end_of_a_movement_phase():
    """stated.15.panzer: two armoured divisions and a motorized one, stacked; not in mid-phase."""
    table = panzers()
    assert "form" not in table.choices()
    table.play("end")
    assert phase_words(table) == "Forming a corps"
    table.play(FORM)

    assert table.where("de.XXXIX") == "1706"
    assert {table.where(unit) for unit in ("de.pz9", "de.pz10", "de.m13")} == {"inside"}


@rule("gdw1940", "15.panzer.form")
def test_in_either_impulse_and_only_if_one_wants():
    table = panzers(impulse=2)
    table.play("end", "done")

    assert table.where("de.XXXIX") == ""
    assert table.where("de.pz9") == "1706"


@rule("gdw1940", "15.panzer.form")
def test_it_takes_two_armoured_divisions_and_a_motorized_one():
    table = panzers("German de.SSV at 1706")
    table.play("end")
    assert table.why_not("form de.XXXIX de.pz9 de.m13 de.SSV go").rule == "15.panzer.form"
    assert table.why_not("form de.XXXIX de.pz9 de.pz10 go").rule == "15.panzer.form"
    assert table.allows("form de.XXXIX de.pz9 de.pz10 de.SSV go")

    table = panzers("German de.SSV at 1706").remove("de.pz9")
    table.play("end")
    assert phase_words(table) != "Forming a corps"


@rule("gdw1940", "15.panzer.form")
def test_they_must_be_stacked():
    table = panzers("German de.m13 at 1705")
    table.play("end")

    assert phase_words(table) != "Forming a corps"


@rule("gdw1940", "R.15.panzer.form.1")
def test_all_three_must_be_undisrupted():
    table = panzers("disrupted German de.m13 at 1706")
    table.play("end")

    assert phase_words(table) != "Forming a corps"


@rule("gdw1940", "R.15.panzer.form.1")
def test_another_division_may_stay_in_the_hex():
    table = panzers("German de.kav1 at 1706")
    table.play("end", FORM)

    assert (table.where("de.XXXIX"), table.where("de.kav1")) == ("1706", "1706")


@rule("gdw1940", "R.15.panzer.form.1", "3.armour")
def test_but_no_armoured_one():
    table = french("fr.dcr1", "fr.dcr2", "fr.dim3", "fr.dcr3")

    assert phase_words(table) == "Allied movement"


@rule("gdw1940", "R.15.panzer.form.1")
def test_divisions_are_lost_with_their_corps_which_alone_is_scored():
    table = panzers()
    table.play("end", FORM)
    eliminate(game(table), game(table).scenario.unit_named["de.XXXIX"], "7.result.de")
    assert {table.where(unit) for unit in ("de.XXXIX", "de.pz9", "de.pz10", "de.m13")} == {""}
    assert game(table).points == [0, 24]

    table.put("German de.pz9 at 1706", "German de.pz10 at 1706", "German de.m29 at 1706")
    at(table, "German movement", 4).play("end")
    assert phase_words(table) != "Forming a corps"


@rule("gdw1940", "R.15.panzer.form.2")
def test_on_turn_1_the_corps_attacks_only_in_the_army_group_of_effort():
    table = plans(panzers("French fr.IX at 1806", "German de.IX at 1805", turn=1), effort=1)
    table.play("end", FORM)
    assert table.why_not("attack 1806 with de.XXXIX go").rule == "17.german.panzer"

    plans(table, effort=3)
    assert table.allows("attack 1806 with de.XXXIX go")


@rule("gdw1940", "15.panzer.break")
def test_the_corps_is_broken_down_at_the_start_of_a_movement_phase():
    """stated.15.panzer: the same three divisions come back in its hex; later it may be formed again."""
    table = panzers()
    table.play("end", FORM)
    at(table, "German arrivals", 2, impulse=2)
    table.play("disband de.XXXIX")
    assert table.where("de.XXXIX") == ""
    assert {table.where(unit) for unit in ("de.pz9", "de.pz10", "de.m13")} == {"1706"}
    assert left(table, "de.m13") == "4"

    assert phase_words(table) == "German movement"
    assert "disband" not in table.choices()
    table.play("end")
    assert table.allows(FORM)


@rule("gdw1940", "R.15.panzer.form.1", "15.panzer.break")
def test_a_disrupted_corps_is_not_broken_down():
    table = Table("gdw1940").clear().put("disrupted German de.XXXIX at 1706", "German de.fj1 in pool")
    at(table, "German arrivals", 3)
    assert table.why_not("disband de.XXXIX").rule == "15.panzer.break"

    table.put("German de.XXXIX at 1706")
    assert table.allows("disband de.XXXIX")


@rule("gdw1940", "15.panzer.form", "15.panzer.break", "8.judged")
def test_supply_is_not_changed_by_forming_and_breaking():
    table = panzers("unsupplied German de.pz9 at 1706", "unsupplied German de.pz10 at 1706")
    table.put("unsupplied German de.m13 at 1706").step(Formation(Side.GERMAN), Movement(Side.GERMAN))
    table.play(FORM)
    assert unsupplied(table, "de.XXXIX") == ("de.XXXIX",)

    table.put("German de.XXXIX at 1706").step(Arrivals(Side.GERMAN), Movement(Side.GERMAN))
    table.play("disband de.XXXIX")
    assert unsupplied(table, "de.pz9", "de.pz10", "de.m13") == ()


# -- the French armoured corps


@rule("gdw1940", "15.french_corps")
def test_the_french_armoured_corps():
    table = french("fr.dcr1", "fr.dcr2", "fr.dim3")
    table.play(FORM_FRENCH)
    assert table.where("fr.AC") == "2014"
    assert {table.where(unit) for unit in ("fr.dcr1", "fr.dcr2", "fr.dim3")} == {"inside"}

    table.step(Arrivals(Side.ALLIED), Movement(Side.ALLIED)).play("disband fr.AC")
    assert table.where("fr.AC") == ""
    assert {table.where(unit) for unit in ("fr.dcr1", "fr.dcr2", "fr.dim3")} == {"2014"}


@rule("gdw1940", "15.french_corps")
def test_both_sides_are_asked_in_their_own_movement_phases():
    table = Table("gdw1940").clear().put(*(f"French {unit} at 2014" for unit in ("fr.dcr1", "fr.dcr2", "fr.dim9")))
    at(table, "Allied movement", 2).play("end")
    assert (table.asked, phase_words(table)) == ("allied", "Forming a corps")


@rule("gdw1940", "R.15.panzer.form.3", "15.french_corps")
def test_neither_mechanized_cavalry_nor_the_british_serve():
    assert phase_words(french("fr.dcr1", "fr.dcr2", "fr.dlm1")) == "Allied movement"
    assert phase_words(french("fr.dcr1", "uk.1A", "fr.dim3")) == "Allied movement"
    assert phase_words(french("fr.dcr1", "fr.dcr2", "uk.51")) == "Allied movement"
    assert phase_words(french("fr.dcr1", "fr.dcr2", "fr.dim9")) == "Forming a corps"


# -- the mountain corps


def planning() -> Table:
    """The Allies have sealed their plan; the Germans make theirs."""
    table = Table("gdw1940")
    table.play("group 1", "auto", "done")
    return table


@rule("gdw1940", "15.geb")
def test_the_mountain_corps_replaces_an_infantry_corps_of_four_or_five():
    table = planning()
    assert table.allows("plan 1 3 none")
    assert table.allows("plan 1 3 de.X")  # 4-6
    assert table.allows("plan 1 3 de.XII")  # 5-6 or 4-6
    assert table.why_not("plan 1 3 de.XXXVII").rule == "15.geb"  # 2-5
    assert table.why_not("plan 1 3 de.XV").rule == "15.geb"  # a panzer corps
    assert table.why_not("plan 1 3 de.Geb").rule == "15.geb"


@rule("gdw1940", "15.geb")
def test_it_is_deployed_instead():
    table = planning()
    table.play("plan 1 3 de.XXX", "auto", "done", "auto", "done")
    assert table.why_not("place de.XXX 1705").rule == "16.german.available"
    assert table.allows("place de.Geb 1705")  # in the place of a corps of the 1st Army
    table.play("auto", "done")

    assert table.where("de.XXX") == ""
    assert table.where("de.Geb") != ""


@rule("gdw1940", "R.15.geb.1")
def test_it_does_not_replace_a_reserve():
    assert planning().why_not("plan 1 3 de.I").rule == "15.geb"


@rule("gdw1940", "R.15.geb.1")
def test_it_takes_the_place_of_the_corps_in_its_army():
    table = planning()
    table.play("plan 1 3 de.XXX", "auto", "done", "auto", "done")

    assert table.why_not("place de.Geb 0506").rule == "16.deploy.german"  # the 1st Army is in Army Group C


@rule("gdw1940", "15.geb.limits")
def test_the_mountain_corps_stays_in_germany_until_switzerland_is_invaded():
    """stated.15.geb: bound on turns 0 to 2; on turn 3 another unit invades Switzerland, and it is free."""
    table = Table("gdw1940").clear().put("German de.Geb at 1606", "German de.IX at 2502", "French fr.IX at 1806")
    at(table, "German movement", 2)
    assert table.why_not("move de.Geb 1607").rule == "15.geb.limits"
    assert table.allows("move de.Geb 1605")

    at(table, "German movement", 3).play("move de.IX 2602.2601")
    assert table.allows("move de.Geb 1607")


@rule("gdw1940", "15.geb.limits")
def test_nor_does_it_attack_before():
    table = Table("gdw1940").clear().put("German de.Geb at 1706", "German de.IX at 1805", "French fr.IX at 1806")
    at(table, "German combat", 2)
    assert table.why_not("attack 1806 with de.Geb go").rule == "15.geb.limits"
    assert table.allows("attack 1806 with de.IX go")

    joined(table, "switzerland")
    assert table.allows("attack 1806 with de.Geb go")


@rule("gdw1940", "R.15.geb.limits.1")
def test_it_may_open_the_invasion_itself():
    table = Table("gdw1940").clear().put("German de.Geb at 2602", "French fr.IX at 2604", "Swiss ch.2 at 2704")
    at(table, "German movement", 2).play("move de.Geb 2601")
    assert list(game(table).joined) == ["switzerland"]


@rule("gdw1940", "R.15.geb.limits.1")
def test_also_by_an_attack_on_the_swiss_but_on_nobody_else():
    table = Table("gdw1940").clear().put("German de.Geb at 2603", "French fr.IX at 2604", "Swiss ch.2 at 2704")
    table.put("German de.IX at 2503")
    at(table, "German combat", 2)

    assert table.allows("attack 2704 with de.Geb go")
    assert table.why_not("attack 2604 with de.Geb go").rule == "15.geb.limits"

"""10: fortifications: one-way walls, minor ones, Eben Emael, the Maginot Line, outflanking."""

from __future__ import annotations

from meuse.events import Event
from meuse.games.gdw1940.odds import Attack, Battle, gives_way
from meuse.games.gdw1940.supply import is_supplied, maginot_hexes
from meuse.testkit import Table, rule

from .scene import air, at, fought, game, joined, odds, owner, pass_on, phase_words


def board(*sentences: str, words: str = "German combat", impulse: int = 1) -> Table:
    """These counters in a phase of turn 3; all neutrals are in the war."""
    table = joined(Table("gdw1940").clear(), "holland", "belgium", "luxembourg", "switzerland")
    return at(table.put(*sentences), words, 3, impulse)


def dropped(label: str, *sentences: str) -> Table:
    """A German combat phase after a parachute regiment has dropped on a hex."""
    table = board(*sentences, "German de.fj1 in pool", words="German arrivals")
    table.play(f"drop de.fj1 {label}", "end")
    return table


def attack(table: Table, target: str, units: str, *dice: int) -> list[Event]:
    """Fight one battle with these dice."""
    return table.dice(*dice).play(f"attack {target} with {units} go", "done", f"resolve {target}")


def biting(table: Table, target: str, units: str) -> set[str]:
    """The retreat results that would move the defenders of a hex."""
    g = game(table)
    names = g.scenario.unit_named
    battle = Battle(Attack((g.map.hex(target),), tuple(names[unit] for unit in units.split())))
    return {code for code in ("DR", "DR*") if gives_way(g, battle, g.map.hex(target), code)}


def attackers(table: Table, order: str) -> list[str]:
    """What each attacker counts for."""
    return [strength.counted for strength in odds(table, order).attackers]


def supplied(table: Table, unit: str) -> bool:
    return is_supplied(game(table), game(table).scenario.unit_named[unit])


# -- whose they are, and which way they face


@rule("gdw1940", "10.one_way", "10.owner", "10.major.halve")
def test_fortifications_face_one_way_and_serve_one_side():
    """book.10.one_way"""
    table = board("German de.X at 1511", "French fr.II at 1610")
    assert attackers(table, "attack 1610 with de.X") == ["2"]

    table = board("German de.X at 1610", "French fr.II at 1511")
    assert attackers(table, "attack 1511 with de.X") == ["4"]

    table = board("French fr.IV at 1511", "German de.X at 1610", words="Allied combat")
    report = odds(table, "attack 1610 with fr.IV")
    assert report.ratio == "4 : 4"
    assert biting(table, "1610", "fr.IV") == {"DR", "DR*"}


@rule("gdw1940", "10.owner")
def test_the_westwall_serves_the_germans():
    table = board("French fr.IV at 1607", "German de.X at 1606", words="Allied combat")
    assert attackers(table, "attack 1606 with fr.IV") == ["2"]

    table = board("German de.IX at 1607", "French fr.IV at 1606")
    assert attackers(table, "attack 1606 with de.IX") == ["5"]


@rule("gdw1940", "R.10.owner.1")
def test_frenchmen_profit_from_dutch_works():
    table = board("German de.X at 0508", "French fr.II at 0509")

    assert attackers(table, "attack 0509 with de.X") == ["2"]
    assert biting(table, "0509", "de.X") == {"DR"}


@rule("gdw1940", "10.permanent")
def test_the_line_outlasts_a_german_occupation():
    table = board("German de.IX at 1808", "German de.X at 1708", "French fr.II at 1909")
    pass_on(table)
    table.remove("German de.IX", "French fr.II").put("French fr.IV at 1808")
    at(table, "German combat", 4)

    assert odds(table, "attack 1808 with de.X").ratio == "2 : 5"


# -- minor fortifications


@rule("gdw1940", "10.minor.hexside", "R.10.minor.hexside.1", "10.minor.none")
def test_a_minor_fortification_halves_attackers_and_adds_no_factor():
    table = board("German de.X at 0508", "Dutch nl.III at 0509")

    report = odds(table, "attack 0509 with de.X")
    assert report.attackers[0].rules == ("10.minor.hexside",)
    assert report.ratio == "2 : 2"


@rule("gdw1940", "10.minor.dr_star")
def test_a_minor_fortification_shields_from_the_weak_retreat_only():
    table = board("German de.X at 0508", "Dutch nl.III at 0509")
    assert "at 1:1: DR*," in fought(attack(table, "0509", "de.X", 2)).text
    assert table.where("nl.III") == "0509"
    assert phase_words(table) != "Retreat from 0509"

    table = board("German de.IX at 0508", "German de.kav1 at 0508", "Dutch nl.III at 0509")
    assert "at 1.5:1: DR," in fought(attack(table, "0509", "de.IX de.kav1", 1)).text
    assert table.choices("retreat") == ["nl.III"]


@rule("gdw1940", "10.minor.dr_star", "10.outflank.results", "11.effect.minor_fort")
def test_whom_retreats_reach_in_a_minor_fortification():
    """stated.11.minor_fort_table"""
    units = ("German de.X at 0508", "German de.IX at 0510", "Dutch nl.III at 0509")

    assert biting(board(*units), "0509", "de.X") == {"DR"}
    assert biting(board(*units), "0509", "de.X de.IX") == {"DR", "DR*"}
    assert biting(board(*units), "0509", "de.IX") == {"DR", "DR*"}
    assert biting(dropped("0509", *units), "0509", "de.X") == {"DR", "DR*"}


@rule("gdw1940", "10.minor.none", "10.maginot.supply")
def test_only_the_maginot_line_feeds_its_garrison():
    ring = ("2504", "2603", "2704", "2705", "2605", "2505")
    corps = ("de.X", "de.XXVI", "de.IX", "de.XI", "de.VIII", "de.II")
    around = (f"German {unit} at {label}" for unit, label in zip(corps, ring, strict=True))
    assert not supplied(board("French fr.II at 2604", *around), "fr.II")

    ring = ("1708", "1807", "1908", "1909", "1809", "1709")
    around = (f"German {unit} at {label}" for unit, label in zip(corps, ring, strict=True))
    table = board("French fr.II at 1808", *around)
    assert supplied(table, "fr.II")
    assert supplied(table.remove("French fr.II").put("British uk.51 at 1808"), "uk.51")


@rule("gdw1940", "10.maginot.supply")
def test_the_line_feeds_no_germans():
    ring = ("1708", "1807", "1908", "1909", "1809", "1709")
    corps = ("fr.II", "fr.III", "fr.IV", "fr.V", "fr.VI", "fr.VII")
    around = (f"French {unit} at {label}" for unit, label in zip(corps, ring, strict=True))

    assert not supplied(board("German de.X at 1808", *around), "de.X")


# -- Eben Emael


@rule("gdw1940", "10.eben.strength")
def test_the_fortress_defends_alone_or_with_others():
    table = board("German de.IX at 1111")
    assert table.choices("attack") == ["1110"]
    assert odds(table, "attack 1110 with de.IX").ratio == "5 : 2"

    table = board("German de.IX at 1111", "Belgian be.III at 1110")
    assert odds(table, "attack 1110 with de.IX").ratio == "5 : 4"


@rule("gdw1940", "10.eben.strength")
def test_the_fortress_has_no_zone():
    table = board("German de.X at 1211", words="German movement")

    assert not any(game(table).zones_allied)
    assert {"1111", "1210"} <= table.reach("de.X")


@rule("gdw1940", "R.10.eben.strength.1", "10.eben.strength")
def test_the_fortress_keeps_germans_out_until_it_is_beaten():
    table = board("German de.IX at 1111", "German de.X at 0909", words="German movement")

    assert table.why_not("move de.IX 1110").rule == "10.eben.strength"
    assert table.why_not("move de.X 1009").rule == "10.eben.strength"  # Maastricht
    game(table).destroyed.add(game(table).map.hex("1110"))
    at(table, "German movement", 4)
    assert "1110" in table.reach("de.IX")


@rule("gdw1940", "R.10.eben.strength.1")
def test_the_fortress_alone_need_not_be_attacked():
    table = board("German de.IX at 1111", "French fr.II at 1211")
    table.play("attack 1211 with de.IX go")
    assert table.allows("done")

    table.put("Belgian be.III at 1110")
    assert table.why_not("done").causes == ("1110",)


@rule("gdw1940", "R.10.eben.strength.2")
def test_a_beaten_fortress_leaves_its_hex_open_for_now():
    table = board("German de.IX at 1111", "German de.X at 1010")
    battle, beaten = attack(table, "1110", "de.IX de.X", 2)
    assert ("at 4:1: DE," in battle.text, beaten.text) == (True, "The garrison of Eben-Emael (1110) is beaten")
    assert "1110" in table.choices("advance de.IX")
    assert table.play("done")[0].text == "The garrison of Eben-Emael (1110) recovers"

    assert phase_words(table) == "German movement"  # nobody went in: it stands again
    assert table.why_not("move de.IX 1110").rule == "10.eben.strength"
    pass_on(table)
    assert odds(table, "attack 1110 with de.IX").defenders[0].counted == "2"


@rule("gdw1940", "R.10.eben.strength.2")
def test_a_retreat_result_opens_the_hex_and_its_units_retreat():
    table = board("Belgian be.III at 1110", "German de.IX at 1111", "German de.VIII at 1010")
    assert "at 2:1: DR," in fought(attack(table, "1110", "de.IX de.VIII", 2)).text
    table.play("retreat be.III 1309")

    assert "1110" in table.choices("advance de.IX")


@rule("gdw1940", "R.10.eben.strength.2")
def test_a_result_without_effect_leaves_it_standing():
    table = board("German de.IX at 1111")
    assert "at 2:1: DR*," in fought(attack(table, "1110", "de.IX", 3)).text  # a city

    assert phase_words(table) == "German movement"


@rule("gdw1940", "10.eben.destroyed", "10.permanent")
def test_a_german_unit_in_liege_destroys_the_fortress_for_good():
    table = board("German de.IX at 1111", "German de.X at 1010", "German de.m13 at 1109")
    attack(table, "1110", "de.IX de.X", 2)
    fall = next(event for event in table.play("advance de.IX 1110", "done") if event.kind == "fortress")
    assert fall.text == "The fortress of Eben-Emael (1110) falls"
    assert game(table).destroyed == {game(table).map.hex("1110")}

    table.put("German de.IX at 1111", "French fr.IV at 1110")
    at(table, "German combat", 4)
    assert odds(table, "attack 1110 with de.m13").ratio == "2 : 4"  # neither halved nor two factors more


@rule("gdw1940", "10.eben.destroyed")
def test_the_fortress_falls_in_an_allied_combat_phase_too():
    table = board("German de.IX at 1110", "French fr.IV at 1111", words="Allied combat")
    pass_on(table)

    assert game(table).destroyed == {game(table).map.hex("1110")}


@rule("gdw1940", "R.10.eben.destroyed.1", "11.drop.eliminated")
def test_parachutists_alone_do_not_take_the_fortress():
    table = dropped("1110", "German de.IX at 1111")
    pass_on(table)

    assert table.where("de.fj1") == ""
    assert game(table).destroyed == set()


@rule("gdw1940", "R.10.eben.destroyed.1")
def test_parachutists_open_the_fortress_to_an_attack():
    table = dropped("1110", "German de.IX at 1109", "German de.XIX at 1209")
    assert odds(table, "attack 1110 with de.IX de.XIX").ratio == "13 : 2"
    assert fought(attack(table, "1110", "de.IX de.XIX", 1)).dice == (1,)  # no bridgehead is needed
    table.play("done")

    assert table.where("de.fj1") == "1110"
    assert game(table).destroyed == {game(table).map.hex("1110")}


@rule("gdw1940", "R.10.eben.strength.3")
def test_the_fortress_of_a_neutral_defends_from_the_first_attack():
    table = Table("gdw1940").clear().put("German de.IX at 1109")
    at(table, "German combat", 3)
    assert odds(table, "attack 1110 with de.IX").defenders[0].counted == "2"

    attack(table, "1110", "de.IX", 1, 3)
    assert not game(table).is_neutral("belgium")


@rule("gdw1940", "10.eben.minor")
def test_otherwise_it_is_a_minor_fortification():
    table = board("German de.IX at 1109", "Belgian be.III at 1110")

    report = odds(table, "attack 1110 with de.IX")
    assert report.attackers[0].rules == ("10.minor.hexside",)
    assert biting(table, "1110", "de.IX") == {"DR"}


# -- the Maginot Line


@rule("gdw1940", "10.maginot.what")
def test_the_line_consists_of_the_major_fortifications_in_france():
    g = game(Table("gdw1940"))
    owners = {f.owner for side in g.map.sides for f in side.features if f.kind == "maginot"}

    assert {g.map.country[h] for h in maginot_hexes(g)} == {"france"}
    assert owners == {"french"}
    assert {g.map.hex("1610"), g.map.hex("1808"), g.map.hex("2003")} <= maginot_hexes(g)
    assert g.map.hex("2604") not in maginot_hexes(g)


@rule("gdw1940", "10.maginot.strength")
def test_one_factor_more_for_the_hex_not_for_each_unit():
    table = board("German de.XIX at 1708", "French fr.dlc1 at 1808", "French fr.dlc2 at 1808")

    report = odds(table, "attack 1808 with de.XIX")
    assert report.ratio == "4 : 3"
    assert report.defenders[-1].rules == ("10.maginot.strength",)


@rule("gdw1940", "10.maginot.dr", "10.major.halve", "10.maginot.strength")
def test_a_frontal_attack():
    """derived.10.frontal"""
    table = board("German de.X at 1511", "German de.XXVI at 1510", "French fr.II at 1610")
    report = odds(table, "attack 1610 with de.X de.XXVI")
    assert (report.ratio, report.final) == ("4 : 4", "1:1")
    assert biting(table, "1610", "de.X de.XXVI") == set()

    air(table, german=1)
    table.dice(1).play("attack 1610 with de.X de.XXVI go", "done", "resolve 1610")
    assert "at 1.5:1: DR," in fought(table.play("air 1")).text
    assert table.where("fr.II") == "1610"


@rule("gdw1940", "10.maginot.dr")
def test_only_elimination_removes_the_garrison():
    table = air(board("German de.X at 1511", "German de.XXVI at 1510", "French fr.II at 1610"), german=3)
    table.dice(1).play("attack 1610 with de.X de.XXVI go", "done", "resolve 1610")

    assert "at 3:1: DE," in fought(table.play("air 3")).text
    assert table.where("fr.II") == ""


@rule("gdw1940", "10.outflank.results", "10.outflank.strength", "10.outflank.when", "7.result.dr", "7.result.dr_star")
def test_an_attack_from_behind():
    """book.10.example1"""
    table = board("British uk.51 at 1808", "German de.IX at 1809")
    report = odds(table, "attack 1808 with de.IX")
    assert (report.ratio, report.final) == ("5 : 1", "5:1")
    assert "at 5:1: DR," in fought(attack(table, "1808", "de.IX", 4)).text
    assert table.choices("retreat") == ["uk.51"]

    table = board("British uk.51 at 1808", "German de.IX at 1809")
    assert "at 5:1: DR*," in fought(attack(table, "1808", "de.IX", 6)).text
    assert table.where("uk.51") == "1808"
    assert phase_words(table) == "German movement"


@rule("gdw1940", "10.major.halve", "10.maginot.strength", "10.outflank.strength", "10.outflank.when")
def test_an_attack_from_both_sides():
    """book.10.example2"""
    table = board("British uk.51 at 1808", "German de.IX at 1809", "German de.XXXVII at 1708")

    report = odds(table, "attack 1808 with de.IX de.XXXVII")
    assert {s.unit: s.counted for s in report.attackers} == {"de.IX": "5", "de.XXXVII": "1"}
    assert (report.ratio, report.final) == ("6 : 2", "3:1")
    assert biting(table, "1808", "de.IX de.XXXVII") == {"DR"}


@rule("gdw1940", "10.maginot.dr", "10.outflank.results", "11.effect.major_fort", "11.effect.major_flanked")
def test_whom_retreats_reach_in_the_line():
    """stated.11.major_fort_table"""
    units = ("French fr.II at 1808", "German de.IX at 1809", "German de.X at 1708")
    plain, drop = board(*units), dropped("1808", *units)

    assert biting(plain, "1808", "de.X") == set()
    assert biting(plain, "1808", "de.X de.IX") == {"DR"}
    assert biting(drop, "1808", "de.X") == {"DR"}
    assert biting(drop, "1808", "de.X de.IX") == {"DR", "DR*"}


@rule("gdw1940", "10.outflank.strength", "R.11.effect.major_fort.1")
def test_the_extra_factor_counts_if_anybody_comes_through_the_line():
    units = ("French fr.II at 1808", "German de.IX at 1809", "German de.X at 1708")
    plain, drop = board(*units), dropped("1808", *units)

    assert odds(plain, "attack 1808 with de.X").ratio == "2 : 4"
    assert odds(plain, "attack 1808 with de.IX de.X").ratio == "7 : 4"
    assert odds(plain, "attack 1808 with de.IX").ratio == "5 : 3"
    assert odds(drop, "attack 1808 with de.X").ratio == "2 : 4"
    assert odds(drop, "attack 1808 with de.IX").ratio == "5 : 3"


@rule("gdw1940", "R.10.maginot.dr.1")
def test_the_casemates_on_the_rhine_are_minor_though_the_hex_is_of_the_line():
    table = board("French fr.dlc1 at 2003", "German de.X at 2002", "German de.XIX at 1903", "German de.IX at 2004")

    assert odds(table, "attack 2003 with de.X").ratio == "½ : 1"
    assert biting(table, "2003", "de.X") == {"DR"}
    assert biting(table, "2003", "de.X de.XIX") == set()
    assert biting(table, "2003", "de.X de.IX") == {"DR"}


# -- movement


@rule("gdw1940", "10.motorized_zoc")
def test_no_motorized_step_from_zone_to_zone_through_an_enemy_fortification():
    """The example at Basel; a Swiss division closes the way round."""
    table = board("French fr.II at 2604", "Swiss ch.3 at 2804", "German de.m13 at 2704", words="German movement")
    assert table.why_not("move de.m13 2705").rule == "10.motorized_zoc"

    table = board("French fr.II at 2009", "German de.m13 at 2010", words="German movement", impulse=2)
    assert "2110" in table.reach("de.m13")  # the same between zones in the open


@rule("gdw1940", "10.motorized_zoc", "10.owner")
def test_the_westwall_stops_allied_motors_and_not_german_ones():
    germans = ("German de.X at 1506", "German de.IX at 1707")
    table = board(*germans, "French fr.dim9 at 1607", words="Allied movement", impulse=2)
    assert table.why_not("move fr.dim9 1507").rule == "10.motorized_zoc"

    table = board("French fr.II at 1508", "German de.m13 at 1507", words="German movement", impulse=2)
    assert "1607" in table.reach("de.m13")


@rule("gdw1940", "10.eben.destroyed", "10.motorized_zoc")
def test_the_ruins_of_eben_emael_stop_nobody():
    table = board("French fr.II at 1209", "German de.m13 at 1109", words="German movement", impulse=2)
    assert table.why_not("move de.m13 1110").rule == "10.eben.strength"

    game(table).destroyed.add(game(table).map.hex("1110"))
    assert "1110" in at(table, "German movement", 4, impulse=2).reach("de.m13")


@rule("gdw1940", "R.10.eben.strength.1", "10.eben.strength")
def test_germans_do_not_retreat_past_a_garrison_that_holds_out():
    """R.5.priority.3: a German zone has made Liège German territory, but its garrison bars the way."""
    table = board("German de.X at 1112", "German de.XI at 1209", "French fr.IV at 1113", words="Allied combat")
    assert owner(table, "1110") == "german"
    table.dice(1, 1).play("attack 1112 with fr.IV go", "done", "resolve 1112")

    assert "1110" not in table.choices("retreat de.X")
    assert table.why_not("retreat de.X 1110").rule == "10.eben.strength"


@rule("gdw1940", "7.result.dr_star", "10.minor.dr_star", "10.maginot.dr")
def test_the_log_says_why_a_retreat_result_moved_nobody():
    rough = attack(board("German de.XIX at 1607", "French fr.II at 1508"), "1508", "de.XIX", 3)
    assert ("Echternach (1508) is held: DR* has no effect (rough)", "7.result.dr_star") in told(rough)

    fortified = attack(board("German de.IX at 0508", "Dutch nl.II at 0509"), "0509", "de.IX", 2)
    assert ("Tiel (0509) is held: DR* has no effect (fortified)", "10.minor.dr_star") in told(fortified)

    line = attack(board("German de.XIX at 1708", "British uk.51 at 1808"), "1808", "de.XIX", 2)
    assert ("Briey (1808) is held: DR has no effect (Maginot Line)", "10.maginot.dr") in told(line)


def told(events: list[Event]) -> list[tuple[str, str]]:
    """What the log says of hexes that are held, with the rule."""
    return [(event.text, event.rule) for event in events if event.kind == "hold"]

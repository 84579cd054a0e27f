"""8: supply."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.gdw1940.movement import Movement
from meuse.games.gdw1940.sequence import StartImpulse
from meuse.games.gdw1940.supply import line_of
from meuse.testkit import Table, rule

from .scene import at, everything, game, joined, judge, territory, unsupplied


def cut_off(unit: str) -> Table:
    """A German unit in 1809, in France; its zone reaches 1808, and from there 1807 leads to Germany."""
    return Table("gdw1940").clear().put(f"German {unit} at 1809")


def alone(side: str, *sentences: str) -> Table:
    """Units on a map that otherwise belongs to the enemy, all countries having joined: `alone("german", ...)`."""
    table = joined(Table("gdw1940").clear(), "holland", "belgium", "luxembourg", "switzerland")
    everything(table, {"german": "allied", "allied": "german"}[side])
    return judge(table.put(*sentences))


def lives_in(unit: str, label: str) -> bool:
    """Whether a unit is supplied in a hex where everything around is the enemy's."""
    side = "german" if unit.startswith("de.") else "allied"
    return not unsupplied(alone(side, f"{unit} at {label}"), unit)


# -- lines


@rule("gdw1940", "8.line")
def test_every_hex_of_a_line_is_friendly_territory():
    table = judge(cut_off("de.XIII"))
    assert unsupplied(table, "de.XIII") == ("de.XIII",)

    judge(territory(table, "german", "1807"))
    assert unsupplied(table, "de.XIII") == ()


@rule("gdw1940", "8.line")
def test_a_line_may_be_of_any_length():
    table = judge(Table("gdw1940").clear().put("German de.XIII at 1806", "French fr.XX at 2821"))
    assert unsupplied(table, "de.XIII", "fr.XX") == ()

    line = line_of(game(table), game(table).scenario.unit_named["de.XIII"])
    assert [game(table).map.label(h) for h in line] == ["1806", "1805", "1804", "1803", "1802", "1801"]


def watched(unit: str) -> Table:
    """The same unit; 1807 is German, and lies in French as well as in German zones."""
    table = cut_off(unit).put("German de.XXX at 1707", "French fr.IX at 1907")
    return judge(territory(table, "german", "1807"))


@rule("gdw1940", "8.line.zoc")
def test_a_line_on_foot_does_not_pass_through_an_enemy_zone():
    assert unsupplied(watched("de.XIII"), "de.XIII") == ("de.XIII",)


@rule("gdw1940", "8.line.zoc")
def test_a_motorized_unit_traces_through_enemy_zones():
    assert unsupplied(watched("de.XIX"), "de.XIX") == ()


@rule("gdw1940", "8.line.zoc")
def test_a_friend_in_the_hex_keeps_the_line_open():
    table = judge(watched("de.XIII").put("disrupted German de.m13 at 1807"))

    assert unsupplied(table, "de.XIII") == ()


@rule("gdw1940", "8.line.terrain")
def test_no_line_over_a_lake():
    table = joined(Table("gdw1940").clear(), "holland")
    everything(table, "german").put("German de.m13 at 0110", "German de.m29 at 0209", "Dutch nl.I at 0108")
    judge(territory(table, "allied", "0109", "0111"))
    assert unsupplied(table, "de.m13", "de.m29") == ("de.m13",)

    judge(territory(table, "german", "0109"))
    assert unsupplied(table, "de.m13") == ()


@rule("gdw1940", "R.8.line.1", "8.line.terrain")
def test_a_german_line_crosses_the_sea_by_a_causeway_only():
    table = joined(Table("gdw1940").clear(), "holland").put("German de.m13 at 0111", "German de.ll22 at 0613")
    judge(territory(table, "german", "0110", "0109", "0108", "0107"))
    assert unsupplied(table, "de.m13") == ()

    judge(everything(table, "german"))
    assert unsupplied(table, "de.ll22") == ("de.ll22",)


@rule("gdw1940", "R.8.line.1")
def test_allied_lines_cross_the_sea():
    table = joined(Table("gdw1940").clear(), "holland", "belgium").put("French fr.XVI at 0613")

    assert unsupplied(judge(table), "fr.XVI") == ()


# -- sources


@rule("gdw1940", "8.source.german")
def test_german_sources():
    """The east edge north of Switzerland and the major cities of Germany; not other cities, nor the Swiss edge."""
    assert lives_in("de.IX", "1006")
    assert lives_in("de.IX", "2501")
    assert not lives_in("de.IX", "1507")
    assert not lives_in("de.IX", "2901")
    assert not lives_in("de.IX", "2019")


@rule("gdw1940", "8.source.french_british", "R.8.line.1")
def test_french_and_british_sources():
    """The west edge and Paris; not the other cities of France, nor those of Belgium, Holland or Switzerland."""
    assert lives_in("fr.IV", "1621")
    assert lives_in("uk.I", "2019")
    assert not lives_in("fr.IV", "1715")
    assert not lives_in("uk.I", "1013")
    assert not lives_in("fr.IV", "0210")
    assert not lives_in("fr.IV", "3004")


@rule("gdw1940", "8.source.belgian")
def test_belgian_sources():
    """The major cities of Belgium, and the French sources; not other Belgian cities, nor Dutch ones."""
    assert lives_in("be.I", "1013")
    assert lives_in("be.I", "2018")
    assert lives_in("be.I", "2121")
    assert not lives_in("be.I", "0915")
    assert not lives_in("be.I", "0210")


@rule("gdw1940", "R.8.source.belgian.1")
def test_belgium_that_joined_without_being_invaded_uses_french_sources():
    table = at(Table("gdw1940").clear().put("German de.X at 0305", "Belgian be.I at 1216"), "German movement", 1)
    table.play("move de.X 0306")  # Holland is invaded, and Belgium joins

    judge(everything(table, "allied"))
    territory(table, "german", "1013", "0812")
    assert unsupplied(judge(table), "be.I") == ()


@rule("gdw1940", "8.source.dutch")
def test_dutch_sources():
    """The major cities of Holland, and the French sources; not other Dutch cities, nor Belgian ones."""
    assert lives_in("nl.I", "0410")
    assert lives_in("nl.I", "1919")
    assert lives_in("nl.I", "2121")
    assert not lives_in("nl.I", "0709")
    assert not lives_in("nl.I", "1013")


@rule("gdw1940", "8.source.swiss")
def test_swiss_sources():
    """Every Swiss city, and the south and east edges in Switzerland; not Paris, nor the rest of the east edge."""
    assert lives_in("ch.1", "2704")
    assert lives_in("ch.1", "3006")
    assert lives_in("ch.1", "2601")
    assert not lives_in("ch.1", "2019")
    assert not lives_in("ch.1", "2401")


@rule("gdw1940", "8.source.captured")
def test_a_captured_source_is_shut():
    table = alone("german", "de.IX at 1007", "fr.IV at 1006")
    assert unsupplied(table, "de.IX") == ("de.IX",)

    assert unsupplied(judge(table.remove("fr.IV")), "de.IX") == ()


# -- judgement


@rule("gdw1940", "8.judged")
def test_supply_is_judged_at_the_start_of_an_impulse_for_the_whole_of_it():
    table = cut_off("de.XIII").put("German de.m13 at 1706")
    table.step(StartImpulse(Side.GERMAN, 1), Movement(Side.GERMAN))
    table.play("move de.m13 1807")  # a line is open now ...
    assert unsupplied(table, "de.XIII") == ("de.XIII",)  # ... but too late for this impulse

    table.step(StartImpulse(Side.GERMAN, 2), Movement(Side.GERMAN))
    assert unsupplied(table, "de.XIII") == ()


@rule("gdw1940", "8.judged")
def test_a_unit_that_is_cut_off_during_an_impulse_stays_supplied():
    table = territory(cut_off("de.XIII"), "german", "1807")
    table.step(StartImpulse(Side.ALLIED, 1), Movement(Side.ALLIED))
    table.put("French fr.IX at 1807")

    assert unsupplied(table, "de.XIII") == ()


@rule("gdw1940", "8.judged")
def test_both_sides_are_judged_in_every_impulse():
    table = everything(Table("gdw1940").clear(), "german").put("French fr.IX at 1809", "German de.XIII at 1806")
    table.step(StartImpulse(Side.GERMAN, 1), Movement(Side.GERMAN))
    assert unsupplied(table, "fr.IX", "de.XIII") == ("fr.IX",)

    everything(table, "allied").put("French fr.XX at 1806", "German de.XIII at 1809", "French fr.IX at 2121")
    table.step(StartImpulse(Side.ALLIED, 1), Movement(Side.ALLIED))
    assert unsupplied(table, "fr.IX", "de.XIII") == ("de.XIII",)


@rule("gdw1940", "R.8.judged.1")
def test_a_drop_from_the_pool_is_supplied_in_its_impulse():
    table = at(Table("gdw1940").clear().put("de.ll22 in pool"), "German arrivals", 1)
    table.play("drop de.ll22 1513")
    assert unsupplied(table, "de.ll22") == ()

    assert unsupplied(judge(table), "de.ll22") == ("de.ll22",)  # afterwards it is judged like any unit


@rule("gdw1940", "R.8.judged.2")
def test_neutrals_are_supplied_when_they_are_invaded():
    table = Table("gdw1940").clear().put("Belgian be.III at 1010", "German de.XVI at 1009")
    judge(table)
    at(table, "German combat", 2)

    report = table.game.odds("attack 1010 with de.XVI go")
    assert report is not None
    assert report.ratio == "8 : 2"


# -- effects


@rule("gdw1940", "8.effect.halved")
def test_an_unsupplied_unit_moves_half_as_far():
    table = Table("gdw1940").clear().put("unsupplied French fr.X at 2014")

    at(table, "Allied movement", 2)  # two and a half movement points instead of five
    assert "2016" in table.reach("fr.X")
    assert "2017" not in table.reach("fr.X")
    assert table.why_not("move fr.X 2017").text == "French X Corps has 2½ movement points; 2017 is out of reach"

    at(table, "Allied movement", 2, impulse=2)  # and one and a quarter in the second impulse
    assert table.why_not("move fr.X 2016").text == "French X Corps has 1¼ movement points; 2016 is out of reach"


@rule("gdw1940", "8.effect.halved")
def test_an_unsupplied_unit_fights_with_half_its_factor():
    table = Table("gdw1940").clear().put("unsupplied German de.IX at 2012", "unsupplied French fr.X at 2013")
    at(table, "German combat", 2)
    report = table.game.odds("attack 2013 with de.IX go")
    assert report is not None
    assert report.ratio == "2½ : 1"

    table.put("German de.IX at 2012", "French fr.X at 2013")
    report = table.game.odds("attack 2013 with de.IX go")
    assert report is not None
    assert report.ratio == "5 : 2"


@rule("gdw1940", "8.effect.rail")
def test_an_unsupplied_unit_does_not_go_by_rail():
    table = Table("gdw1940").clear().put("unsupplied French fr.IX at 2014", "French fr.XX at 2012")
    at(table, "Allied movement", 2)
    assert table.why_not("rail fr.IX 2212").rule == "8.effect.rail"

    table.put("French fr.IX at 2014")
    assert table.allows("rail fr.IX 2212")


@rule("gdw1940", "8.effect.rail")
def test_nothing_is_lost_for_lack_of_supply():
    table = alone("allied", "fr.IV at 1715")
    table.step(StartImpulse(Side.ALLIED, 1), StartImpulse(Side.ALLIED, 2), Movement(Side.ALLIED))

    assert table.where("fr.IV") == "1715"

"""13: neutrals."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.gdw1940.aftermath import Retreat
from meuse.games.gdw1940.board import NEUTRALS
from meuse.games.gdw1940.movement import Movement
from meuse.games.gdw1940.sequence import EndPlayerTurn, EndTurn, Recovery
from meuse.testkit import Table, rule

from .scene import at, fought, game, joined, odds, owner, phase_words, territory

AMSTERDAM, ROTTERDAM, THE_HAGUE = "0210", "0410", "0311"


def border(*sentences: str) -> Table:
    """A few counters on the map of a Europe at peace; the Germans move."""
    return at(Table("gdw1940").clear().put(*sentences), "German movement", 1)


def members(table: Table) -> list[str]:
    """The neutrals that have joined the Allies."""
    return sorted(game(table).joined)


def stops(table: Table, unit: str) -> dict[str, bool]:
    """The hexes that a unit can get to, and whether it must stop there."""
    return {choice.token: choice.stop for choice in table.game.decision.describe(("move", unit))}


def driven_to(table: Table, unit: str, label: str) -> Table:
    """A unit is made to retreat to a hex, and recovers there; the Allies move."""
    g = game(table)
    u = g.scenario.unit_named[unit]
    table.step(Retreat(Side.ALLIED, (u,), (g.hex_of[u],)), Recovery(Side.ALLIED), Movement(Side.ALLIED))
    g.turn, g.impulse = 3, 2
    table.play(f"retreat {unit} {label}")
    return table


# -- neutral, invaded, allied


@rule("gdw1940", "13.list")
def test_four_countries_begin_neutral():
    table = Table("gdw1940")

    assert NEUTRALS == ("holland", "belgium", "luxembourg", "switzerland")
    assert [country for country in NEUTRALS if game(table).is_neutral(country)] == list(NEUTRALS)
    assert not game(table).is_neutral("france")
    assert (owner(table, "0410"), owner(table, "1312"), owner(table, "1508"), owner(table, "2802")) == ("", "", "", "")


@rule("gdw1940", "13.invade", "13.status.entry", "R.13.invade.1")
def test_a_german_unit_that_enters_a_neutral_invades_it():
    table = border("German de.X at 0305")
    events = table.play("move de.X 0306")

    assert "Germany invades Holland" in [event.text for event in events]
    assert "holland" in members(table)


@rule("gdw1940", "13.invade")
def test_any_some_all_or_none_may_be_invaded_at_any_time():
    table = border("German de.X at 0305", "German de.XIX at 1606", "German de.IX at 2502")
    assert members(table) == []

    at(table, "German movement", 7, impulse=2)
    table.play("move de.X 0306", "move de.XIX 1607", "move de.IX 2602.2601")
    assert members(table) == ["belgium", "holland", "luxembourg", "switzerland"]


@rule("gdw1940", "13.invade", "13.status.entry")
def test_the_allies_never_enter_a_neutral():
    table = at(Table("gdw1940").clear().put("French fr.IV at 1215"), "Allied movement", 2)
    assert table.why_not("move fr.IV 1214").rule == "13.status.entry"

    joined(table, "belgium")
    assert table.allows("move fr.IV 1214")


@rule("gdw1940", "R.13.invade.1")
def test_an_attack_on_a_neutral_unit_is_an_invasion():
    table = Table("gdw1940").clear().put("Swiss ch.2 at 2704", "German de.IX at 2703")
    at(table, "German combat", 2).play("attack 2704 with de.IX go")
    assert members(table) == []

    table.play("done")
    assert members(table) == ["switzerland"]


@rule("gdw1940", "R.13.invade.1")
def test_an_attack_on_a_built_in_strength_is_an_invasion():
    table = Table("gdw1940").clear().put("German de.IX at 1008")
    at(table, "German combat", 2).play("attack 1009 with de.IX go", "done")

    assert members(table) == ["belgium", "holland", "luxembourg"]


@rule("gdw1940", "R.13.invade.1")
def test_an_advance_into_a_neutral_is_an_invasion():
    table = Table("gdw1940").clear().put("French fr.dlc1 at 1512", "German de.IX at 1611")
    at(table, "German combat", 2).play("attack 1512 with de.IX go", "done")
    table.dice(1, 1).play("resolve 1512")
    assert members(table) == []

    table.play("advance de.IX 1511")
    assert members(table) == ["belgium", "luxembourg"]


@rule("gdw1940", "R.13.invade.1")
def test_interdiction_and_zones_are_none():
    table = border("German de.X at 0305")
    game(table).air[0] = 5
    table.play("interdict 0409")

    assert members(table) == []


@rule("gdw1940", "13.join")
def test_the_units_of_a_neutral_come_under_allied_control_when_it_is_invaded():
    table = border("German de.IX at 1008", "Belgian be.II at 0912")
    table.play("move de.IX 1109")

    at(table, "Allied movement", 1)
    assert "0913" in table.reach("be.II")


@rule("gdw1940", "13.join.territory")
def test_the_allies_own_what_the_germans_do_not_control():
    table = border("German de.IX at 1008")
    table.play("move de.IX 1109")

    assert (owner(table, "1109"), owner(table, "1110")) == ("german", "german")  # where it is, and its zone
    assert (owner(table, "1013"), owner(table, "1309"), owner(table, "1508")) == ("allied", "allied", "allied")
    assert owner(table, "0410") == ""  # Holland is neutral still


@rule("gdw1940", "13.join.territory")
def test_then_any_allied_unit_may_enter():
    table = border("German de.IX at 1008", "French fr.IV at 1215", "British uk.I at 1117")
    table.play("move de.IX 1109")

    at(table, "Allied movement", 1)
    assert table.allows("move fr.IV 1214")
    assert table.allows("move uk.I 1116")


# -- while a country is neutral


@rule("gdw1940", "13.status.move")
def test_units_of_a_neutral_do_not_move():
    table = Table("gdw1940").clear().put("Belgian be.II at 0912", "French fr.IV at 1315")
    at(table, "Allied movement", 2)

    assert table.why_not("move be.II 0913").rule == "13.status.move"
    assert table.why_not("rail be.II 1316").rule == "13.status.move"


@rule("gdw1940", "13.status.move")
def test_nor_do_they_attack():
    table = Table("gdw1940").clear().put("Belgian be.I at 1214", "German de.XXV at 1215", "French fr.IV at 1216")
    at(table, "Allied combat", 2)
    assert table.why_not("attack 1215 with be.I go").rule == "13.status.move"

    joined(table, "belgium")
    assert table.allows("attack 1215 with be.I go")


@rule("gdw1940", "13.status.zoc")
def test_a_neutral_unit_has_its_zone_at_home_only():
    table = border("Dutch nl.III at 0608", "German de.X at 0606")

    assert stops(table, "de.X")["0607"] is False
    assert stops(table, "de.X")["0708"] is True


@rule("gdw1940", "13.status.zoc")
def test_its_zone_crosses_the_border_in_the_impulse_after_the_invasion():
    table = border("Dutch nl.III at 0608", "German de.X at 0606", "German de.kav1 at 0305")
    table.play("move de.kav1 0306")
    assert stops(table, "de.X")["0607"] is False

    table.play("end")  # nobody fights, and the second impulse begins
    assert stops(table, "de.X")["0607"] is True


@rule("gdw1940", "R.13.status.zoc.1")
def test_the_same_for_belgium_where_it_only_joined():
    table = border("Belgian be.III at 1109", "German de.X at 1106", "German de.kav1 at 0305")
    table.play("move de.kav1 0306")
    assert stops(table, "de.X")["1108"] is False

    table.play("end")
    assert stops(table, "de.X")["1108"] is True


# -- Holland


@rule("gdw1940", "13.holland.neutral", "13.belgium.joins", "13.luxembourg", "13.switzerland.neutral")
def test_who_joins_with_whom():
    """stated.13.benelux: the Germans invade (a) Luxembourg, (b) Holland, (c) Switzerland; and Belgium."""
    table = border("German de.IX at 1606")
    table.play("move de.IX 1607")
    assert members(table) == ["belgium", "luxembourg"]

    table = border("German de.IX at 0305")
    table.play("move de.IX 0306")
    assert members(table) == ["belgium", "holland", "luxembourg"]

    table = border("German de.IX at 2502")
    table.play("move de.IX 2602.2601")
    assert members(table) == ["switzerland"]

    table = border("German de.IX at 1008")
    table.play("move de.IX 1109")
    assert members(table) == ["belgium", "luxembourg"]


@rule("gdw1940", "13.luxembourg")
def test_luxembourg_opens_with_belgium():
    table = border("German de.IX at 1008", "French fr.IV at 1709")
    at(table, "Allied movement", 2)
    assert table.why_not("move fr.IV 1608").rule == "13.status.entry"

    at(table, "German movement", 3).play("move de.IX 1109")
    at(table, "Allied movement", 3)
    assert table.allows("move fr.IV 1608")


def low_countries(*sentences: str) -> Table:
    """Holland, Belgium and Luxembourg have joined; the Allies move."""
    table = joined(Table("gdw1940").clear(), "holland", "belgium", "luxembourg").put(*sentences)
    return at(table, "Allied movement", 3)


@rule("gdw1940", "13.holland.leave")
def test_dutch_units_stay_in_holland():
    table = low_countries("Dutch nl.III at 0711")

    assert table.why_not("move nl.III 0712").rule == "13.holland.leave"
    assert "0710" in table.reach("nl.III")


@rule("gdw1940", "13.holland.leave")
def test_dutch_units_that_were_forced_out_operate_outside():
    table = driven_to(low_countries("Dutch nl.III at 0711"), "nl.III", "0911")

    assert {"0811", "0912", "1010"} <= table.reach("nl.III")


@rule("gdw1940", "13.holland.surrender")
def test_holland_surrenders_when_two_major_cities_are_lost():
    table = low_countries("Dutch nl.III at 0509", "Dutch nl.I at 0111", "Belgian be.II at 0912")
    territory(table, "german", "0210").step(EndPlayerTurn(Side.ALLIED), Movement(Side.ALLIED))
    assert table.where("nl.III") == "0509"

    territory(table, "german", "0410").step(EndPlayerTurn(Side.GERMAN), Movement(Side.ALLIED))
    assert table.where("nl.III") == "0509"  # only when an Allied player turn ends

    table.step(EndPlayerTurn(Side.ALLIED), Movement(Side.ALLIED))
    assert (table.where("nl.III"), table.where("nl.I"), table.where("be.II")) == ("", "", "0912")
    assert game(table).surrendered == {"holland"}


@rule("gdw1940", "13.holland.surrender")
def test_a_neutral_holland_does_not_surrender():
    table = Table("gdw1940").clear().put("Dutch nl.III at 0509", "French fr.IV at 1215")
    territory(table, "german", "0210", "0410").step(EndPlayerTurn(Side.ALLIED), Movement(Side.ALLIED))

    assert table.where("nl.III") == "0509"


def dutch_surrender(*sentences: str, **options: bool) -> Table:
    """Holland has given up, and the Germans move; options by name."""
    table = Table("gdw1940", options={f"13.{name}": on for name, on in options.items()}).clear()
    joined(table, "holland", "belgium", "luxembourg").put("Dutch nl.III at 0509", "German de.IX at 1008", *sentences)
    territory(at(table, "Allied movement", 3), "german", AMSTERDAM, ROTTERDAM)
    table.step(EndPlayerTurn(Side.ALLIED), Movement(Side.ALLIED))
    return at(table, "German movement", 4)


@rule("gdw1940", "R.13.holland.surrender.1")
def test_territory_stays_with_a_surrender():
    table = dutch_surrender()

    assert owner(table, "0509") == "allied"
    assert owner(table, ROTTERDAM) == "german"
    assert game(table).points == [0, 0]


@rule("gdw1940", "R.13.holland.surrender.2", "10.permanent")
def test_built_in_strengths_hold_out_unless_an_option_lets_them_surrender():
    assert dutch_surrender().why_not("move de.IX 1009").rule == "10.eben.strength"
    assert dutch_surrender(garrisons=True).allows("move de.IX 1009")  # Maastricht is open


def belgian_surrender(**options: bool) -> Table:
    """Belgium has given up; a French corps is in Liège, and the Germans attack; options by name."""
    table = Table("gdw1940", options={f"13.{name}": on for name, on in options.items()}).clear()
    joined(table, "belgium", "luxembourg").put("French fr.IV at 1110", "German de.IX at 1109", "Belgian be.I at 1214")
    territory(at(table, "Allied movement", 3), "german", "0812", "1013")
    game(table).bef_corps_evacuated = True
    table.step(EndTurn(), Movement(Side.ALLIED))
    assert table.where("be.I") == ""
    return at(table, "German combat", 4)


@rule("gdw1940", "10.permanent", "10.eben.destroyed", "R.13.holland.surrender.2")
def test_the_works_of_liege_outlive_belgium():
    """Only a German unit in the city when a combat phase ends destroys them; with an option the garrison goes."""
    report = odds(belgian_surrender(), "attack 1110 with de.IX")
    assert report.attackers[0].reasons == ("through a minor fortification",)
    assert [row.unit for row in report.defenders] == ["fr.IV", "garrison of 1110"]

    report = odds(belgian_surrender(garrisons=True), "attack 1110 with de.IX")
    assert report.attackers[0].reasons == ("through a minor fortification",)
    assert [row.unit for row in report.defenders] == ["fr.IV"]


@rule("gdw1940", "R.13.holland.surrender.1", "13.holland.surrender")
def test_what_no_german_has_taken_is_said_to_be_allied_still():
    table = dutch_surrender("German de.X at 0608")
    marked = {marker.at: marker.note for marker in table.game.view("german").markers if marker.sign == "surrendered"}
    assert list(marked) == [THE_HAGUE]
    assert all("still Allied territory" in note for note in marked.values())
    outlined = table.game.seat("german").overlay("supply", "").areas[0]
    assert "0310" in outlined.hexes
    assert "0608" not in outlined.hexes

    notes = table.put("German de.IX at 0211").game.seat("german").overlay("supply", "de.IX").notes
    assert notes[1] == "Holland has surrendered, but hexes not taken by German units are still Allied territory."

    table.step(Retreat(Side.GERMAN, (game(table).scenario.unit_named["de.X"],), (game(table).map.hex("0608"),)))
    refusal = table.why_not("retreat de.X 0511")
    assert (refusal.rule, "since its country surrendered" in refusal.text) == ("7.retreat.territory", True)


@rule("gdw1940", "13.holland.maastricht")
def test_maastricht_defends_itself_with_one_factor():
    table = Table("gdw1940").clear().put("German de.X at 1008")
    at(table, "German movement", 2)
    assert table.why_not("move de.X 1009").rule == "10.eben.strength"

    at(table, "German combat", 2)
    assert odds(table, "attack 1009 with de.X go").ratio == "4 : 1"


@rule("gdw1940", "13.holland.maastricht")
def test_maastricht_has_no_zone_and_is_no_fortification():
    table = joined(Table("gdw1940").clear(), "holland", "belgium").put("German de.X at 1008")
    at(table, "German movement", 2)
    assert stops(table, "de.X")["1109"] is False

    at(table, "German combat", 2).play("attack 1009 with de.X go", "done")
    battle = fought(table.dice(1, 5).play("resolve 1009"))
    assert (
        battle.text
        == "German X Corps attacks Maastricht (1009) at 4:1: DR*, the defenders retreat unless they are sheltered"
    )  # which a fortification would have stood
    assert "1009" in table.choices("advance de.X")


@rule("gdw1940", "13.holland.maastricht")
def test_maastricht_falls_when_a_german_unit_is_there_after_combat():
    table = joined(Table("gdw1940").clear(), "holland", "belgium").put("German de.X at 1008")
    at(table, "German combat", 2).play("attack 1009 with de.X go", "done")
    table.dice(1, 1).play("resolve 1009")
    fall = next(event for event in table.play("advance de.X 1009") if event.kind == "fortress")

    assert (fall.text, fall.rule) == ("The garrison of Maastricht (1009) falls", "13.holland.maastricht")
    assert game(table).destroyed == {game(table).map.hex("1009")}


# -- Belgium


@rule("gdw1940", "13.belgium.where")
def test_belgian_units_go_to_belgium_holland_luxembourg_and_germany():
    table = low_countries("Belgian be.I at 0811", "Belgian be.II at 1109", "Belgian be.III at 1509")

    assert table.allows("move be.I 0711")
    assert table.allows("move be.II 1108")
    assert table.allows("move be.III 1508")
    assert table.allows("move be.III 1410")


@rule("gdw1940", "13.belgium.where")
def test_belgian_units_do_not_enter_a_neutral_holland():
    table = joined(Table("gdw1940").clear(), "belgium", "luxembourg").put("Belgian be.I at 0811")
    at(table, "Allied movement", 3)

    assert table.why_not("move be.I 0711").rule == "13.status.entry"


@rule("gdw1940", "R.13.belgium.where.1")
def test_belgian_units_do_not_enter_switzerland():
    table = joined(low_countries("Belgian be.I at 2706"), "switzerland")

    assert table.why_not("move be.I 2805").rule == "13.belgium.where"


@rule("gdw1940", "R.13.belgium.where.1")
def test_nor_do_those_that_were_forced_into_france():
    table = driven_to(joined(low_countries("Belgian be.I at 2607"), "switzerland"), "be.I", "2806")

    assert table.allows("move be.I 2706")
    assert table.why_not("move be.I 2805").rule == "13.belgium.where"


@rule("gdw1940", "13.belgium.france")
def test_belgian_units_enter_france_only_when_their_major_cities_are_lost():
    table = low_countries("Belgian be.I at 1214")
    assert table.why_not("move be.I 1215").rule == "13.belgium.france"

    territory(table, "german", "0812")
    assert table.why_not("move be.I 1215").rule == "13.belgium.france"

    territory(table, "german", "1013")
    assert table.allows("move be.I 1215")


@rule("gdw1940", "13.belgium.france")
def test_belgian_units_that_were_forced_into_france_stay_there():
    table = driven_to(low_countries("Belgian be.I at 1114"), "be.I", "1215")

    assert {"1216", "1315", "1214"} <= table.reach("be.I")


@rule("gdw1940", "R.13.belgium.france.2", "13.belgium.france")
def test_a_belgian_unit_that_has_gone_back_does_not_enter_france_again():
    table = driven_to(low_countries("Belgian be.I at 1114"), "be.I", "1215")
    table.play("move be.I 1214")

    assert table.why_not("move be.I 1215").rule == "13.belgium.france"
    territory(table, "german", "0812", "1013")
    assert table.allows("move be.I 1215")


@rule("gdw1940", "R.13.belgium.france.1", "13.belgium.france")
def test_a_city_retaken_does_not_close_france_again():
    """Played through: Antwerp and Brussels are German for a German player turn; then Brussels is free."""
    table = joined(Table("gdw1940").clear(), "belgium").put("German de.IX at 0810", "German de.XI at 1011")
    table.put("Belgian be.I at 1214", "Belgian be.VI at 1015", "French fr.IV at 1216")
    at(table, "Allied movement", 3)
    assert table.why_not("move be.I 1215").rule == "13.belgium.france"

    at(table, "German movement", 4).play("move de.IX 0811", "move de.XI 1012", "end")  # beside both cities
    table.play("end")  # the second impulse
    assert (phase_words(table), owner(table, "1013")) == ("Allied movement", "german")
    table.play("move be.VI 1014.1013")
    assert owner(table, "1013") == "allied"
    assert table.allows("move be.I 1215")


@rule("gdw1940", "R.13.belgium.france.1")
def test_one_city_after_the_other_is_not_all_of_them():
    table = territory(low_countries("Belgian be.I at 1214"), "german", "0812")
    territory(table, "allied", "0812")
    territory(table, "german", "1013")

    assert table.why_not("move be.I 1215").rule == "13.belgium.france"


@rule("gdw1940", "13.belgium.surrender")
def test_belgium_surrenders_after_a_bef_corps_has_left_and_both_cities_are_lost():
    table = low_countries("Belgian be.I at 1214", "Dutch nl.I at 0111", "British uk.I at 0919", "British uk.5 at 0920")
    territory(table, "german", "0812", "1013").play("evacuate uk.5")
    table.step(EndTurn(), Movement(Side.ALLIED))
    assert table.where("be.I") == "1214"  # a division is no corps

    table.play("evacuate uk.I")
    territory(table, "allied", "1013").step(EndTurn(), Movement(Side.ALLIED))
    assert table.where("be.I") == "1214"  # Brussels holds out

    territory(table, "german", "1013").step(EndTurn(), Movement(Side.ALLIED))
    assert (table.where("be.I"), table.where("nl.I")) == ("", "0111")
    assert game(table).surrendered == {"belgium"}


@rule("gdw1940", "13.belgium.surrender")
def test_belgian_surrender_is_checked_when_a_game_turn_ends():
    table = low_countries("Belgian be.I at 1214", "British uk.I at 0919")
    territory(table, "german", "0812", "1013").play("evacuate uk.I")
    at(table, "Allied combat", 3, impulse=2)  # nobody fights, and turn 4 begins

    assert game(table).turn == 4
    assert table.where("be.I") == ""


# -- Switzerland


@rule("gdw1940", "13.switzerland.neutral")
def test_switzerland_is_not_drawn_in_by_others():
    table = low_countries("Swiss ch.2 at 2704", "French fr.VII at 2705")

    assert table.why_not("move fr.VII 2704").rule == "13.status.entry"
    assert table.why_not("move ch.2 2703").rule == "13.status.move"


@rule("gdw1940", "13.switzerland.leave")
def test_swiss_units_stay_in_switzerland():
    table = joined(Table("gdw1940").clear(), "switzerland").put("Swiss ch.2 at 2704")
    at(table, "Allied movement", 3)

    assert table.why_not("move ch.2 2705").rule == "13.switzerland.leave"
    assert "2703" in table.reach("ch.2")


@rule("gdw1940", "13.switzerland.leave")
def test_swiss_units_that_were_forced_out_operate_outside():
    table = joined(Table("gdw1940").clear(), "switzerland").put("Swiss ch.2 at 2704")
    at(table, "Allied movement", 3)
    driven_to(table, "ch.2", "2706")

    assert {"2707", "2705"} <= table.reach("ch.2")

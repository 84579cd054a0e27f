"""14: reserves and reinforcements."""

from __future__ import annotations

from meuse.testkit import Table, rule

from .scene import at, game, joined, left, phase_words, territory

GATHERING_POINTS = ["1621", "1718", "2214"]
PARIS = ["1919", "2018", "2019"]


def waiting(*sentences: str) -> Table:
    """Everything that arrives waits off the map, as the game begins; else a few counters only."""
    table = Table("gdw1940")
    arriving = [unit for unit in game(table).scenario.unit_named if table.where(unit) == "reserve"]
    return table.clear().put(*(f"{unit} in reserve" for unit in arriving), *sentences)


def germans(*sentences: str, turn: int, impulse: int = 1) -> Table:
    return at(waiting(*sentences), "German arrivals", turn, impulse)


def allies(*sentences: str, turn: int, impulse: int = 1) -> Table:
    return at(waiting(*sentences), "Allied arrivals", turn, impulse)


def swiss(*sentences: str, turn: int, invaded: int) -> Table:
    """Switzerland was invaded on a turn; the Allies open a later movement phase."""
    table = joined(waiting("German de.X at 0101", *sentences), "switzerland")
    game(table).swiss_invaded_on = invaded
    game(table).swiss_border_open = False
    return at(table, "Allied arrivals", turn)


def number(table: Table, side: str) -> int:
    """How many reserves of one nation or pool can come in now, one after the other."""
    count = 0
    while able := [unit for unit in open_to(table, "enter") if unit.startswith(side)]:
        table.play(f"enter {able[0]} {table.choices(f'enter {able[0]}')[0]}")
        count += 1
    return count


def open_to(table: Table, verb: str) -> list[str]:
    """The units that an order of this kind can be given to."""
    return table.choices(verb) if verb in table.choices() else []


# -- in general


@rule("gdw1940", "14.markings")
def test_what_comes_later_waits_off_the_map():
    table = Table("gdw1940")

    arriving = ("de.I", "fr.XXI", "uk.52", "fr.XIV", "ch.r1", "uk.1A", "uk.2A")
    assert {table.where(unit) for unit in arriving} == {"reserve"}
    assert {table.where(unit) for unit in ("de.IX", "fr.IV", "uk.I")} == {""}  # these are deployed


@rule("gdw1940", "14.choice")
def test_the_owner_takes_any_unit_of_his_pool():
    table = germans("German de.IX at 1006", turn=2)
    pool = ["de.I", "de.XXXX", "de.XVII", "de.XXXVIII", "de.XXXXII", "de.XXXXIII", "de.XXXXIV", "de.XXXVI", "de.XXXXV"]
    assert table.choices("enter") == [*pool, "de.XXXII"]

    assert table.why_not("enter de.IX 1008").rule == "14.choice"
    assert table.why_not("enter fr.XXI 1008").text == "XXI Corps is Allied; you order German units"


@rule("gdw1940", "14.choice")
def test_an_empty_pool():
    table = Table("gdw1940").clear().put("German de.fj1 in pool")
    at(table, "German arrivals", 2)

    assert table.why_not("enter de.I 1006").text == "the reserve pool is empty"


@rule("gdw1940", "14.when")
def test_reserves_appear_before_anything_moves():
    table = germans(turn=2)
    table.play("enter de.I 1006")
    assert table.where("de.I") == "1006"

    table.play("done")
    assert phase_words(table) == "German movement"
    assert "enter" not in table.choices()


@rule("gdw1940", "14.act")
def test_reserves_move_fully_and_fight_in_the_impulse_of_their_arrival():
    table = joined(germans("French fr.X at 1509", turn=2), "belgium", "luxembourg")
    table.play("enter de.I 1507", "done")
    assert left(table, "de.I") == "6"

    table.play("move de.I 1508", "end")
    assert table.allows("attack 1509 with de.I go")


@rule("gdw1940", "14.one_per_hex")
def test_no_two_reserves_in_a_hex_in_a_turn():
    table = germans(turn=2)
    table.play("enter de.I 1006")
    assert table.why_not("enter de.XXXX 1006").rule == "14.one_per_hex"

    table.play("done")
    at(table, "German arrivals", 2, impulse=2)
    assert table.why_not("enter de.XXXX 1006").rule == "14.one_per_hex"


@rule("gdw1940", "14.one_per_hex")
def test_the_hex_is_free_again_on_the_next_turn():
    table = germans(turn=2)
    table.play("enter de.I 1006", "done", "end")
    table.play("done", "end")  # the second impulse
    assert game(table).turn == 2
    assert phase_words(table) == "Allied arrivals"

    table.play("done", "end", "done", "end")
    assert (game(table).turn, phase_words(table)) == (3, "German arrivals")
    assert table.allows("enter de.XXXX 1006")


@rule("gdw1940", "14.german", "14.allied", "14.allied.turn1", "14.swiss", "14.one_per_hex")
def test_how_many_come():
    """stated.14.numbers: on turns 0 to 3, with Switzerland invaded on turn 2."""
    assert [number(germans("de.fj1 in pool", turn=turn), "de.") for turn in (0, 1, 2, 3)] == [0, 0, 2, 2]

    assert number(at(swiss(turn=1, invaded=0), "Allied arrivals", 1), "fr.") == 0
    assert number(allies(turn=1, impulse=2), "fr.") == 3
    assert number(allies(turn=2), "fr.") == 3
    assert number(allies(turn=3), "fr.") == 3

    assert [number(swiss(turn=turn, invaded=2), "ch.") for turn in (2, 3)] == [0, 1]


# -- German reserves


@rule("gdw1940", "14.german")
def test_german_reserves_come_from_turn_2_on():
    table = germans("de.fj1 in pool", turn=1)
    assert table.why_not("enter de.I 1006").rule == "14.german"

    assert germans(turn=2).allows("enter de.I 1006")


@rule("gdw1940", "14.german")
def test_german_reserves_appear_in_their_own_cities():
    table = territory(germans(turn=2), "german", "1117", "1008")
    territory(table, "allied", "1507")

    assert table.allows("enter de.I 1008")
    assert table.why_not("enter de.I 1007").rule == "14.german"  # no city
    assert table.why_not("enter de.I 1117").rule == "14.german"  # not in Germany
    assert table.why_not("enter de.I 1507").rule == "14.german"  # captured


@rule("gdw1940", "14.german")
def test_german_reserves_do_not_appear_in_an_enemy_zone():
    table = germans("French fr.VII at 2404", turn=2)

    assert table.why_not("enter de.I 2403").rule == "14.german"
    assert table.allows("enter de.I 1902")


# -- French and British reserves


@rule("gdw1940", "14.allied")
def test_three_french_or_british_reserves_a_turn():
    table = allies(turn=2)
    table.play("enter fr.XXI 1621", "enter uk.52 1718", "enter fr.dcr1 2214")

    assert table.why_not("enter fr.dcr2 2019").rule == "14.allied"
    assert table.why_not("enter fr.dcr2 2019").text == "at most 3 reserves may arrive per turn"


@rule("gdw1940", "14.allied")
def test_none_on_turn_0():
    table = joined(waiting(), "switzerland")
    at(table, "Allied arrivals", 0)

    assert table.why_not("enter fr.XXI 1718").rule == "14.allied"


@rule("gdw1940", "14.allied.turn1")
def test_on_turn_1_they_come_in_the_second_impulse():
    table = swiss(turn=1, invaded=0)
    assert table.why_not("enter fr.XXI 1718").rule == "14.allied.turn1"
    assert table.allows("enter ch.r1 3004")

    assert allies(turn=1, impulse=2).allows("enter fr.XXI 1718")
    assert allies(turn=2).allows("enter fr.XXI 1718")


@rule("gdw1940", "14.allied.where")
def test_they_gather_at_three_points():
    table = allies(turn=2)

    assert sorted(table.choices("enter fr.XXI")) == GATHERING_POINTS
    assert table.why_not("enter fr.XXI 2019").rule == "14.allied.where"


@rule("gdw1940", "14.allied.where", "R.14.allied.where.1")
def test_paris_stands_in_for_a_closed_point():
    table = allies("German de.X at 2213", "French fr.IX at 2215", turn=2)
    territory(table, "allied", "2214")  # Troyes is Allied, but in zones of both
    assert table.why_not("enter fr.XXI 2214").rule == "14.allied.where"
    assert table.why_not("enter fr.XXI 2019").rule == "14.allied.where"  # open points are used first

    table.play("enter fr.XXI 1621", "enter fr.XXIII 1718")
    assert sorted(table.choices("enter fr.dcr1")) == PARIS


@rule("gdw1940", "14.allied.where")
def test_a_point_that_the_germans_control_is_closed():
    table = territory(allies(turn=2), "german", "1718", "2214")
    table.play("enter fr.XXI 1621")

    assert sorted(table.choices("enter fr.XXIII")) == PARIS


@rule("gdw1940", "R.14.allied.where.1")
def test_each_closed_point_lets_one_reserve_into_paris():
    table = territory(allies(turn=2), "german", "1718")
    table.play("enter fr.XXI 2214", "enter fr.XXIII 1621", "enter fr.dcr1 2018", "done")
    at(table, "Allied arrivals", 2, impulse=2)
    territory(table, "allied", "1718")
    game(table).reserves_in = 2

    assert table.choices("enter fr.dcr2") == ["1718"]


@rule("gdw1940", "14.allied.where", "R.14.allied.where.1")
def test_the_west_edge_stands_in_for_paris():
    table = territory(allies(turn=2), "german", *GATHERING_POINTS, "1919", "2018")
    assert table.choices("enter fr.XXI") == ["2019"]

    territory(table, "german", "2019")
    edge = ["1921", "2021", "2121", "2221", "2321", "2421", "2521", "2621", "2721", "2821", "2921", "3021"]
    assert table.choices("enter fr.XXI") == edge
    table.play("enter fr.XXI 2021", "done")
    assert left(table, "fr.XXI") == "5"  # one of its six points has gone


@rule("gdw1940", "14.allied", "14.german")
def test_each_side_counts_its_own_reserves_turn_after_turn():
    """Played through: two German and three Allied reserves come on turn 2, and again on turn 3."""
    table = germans(turn=2)
    table.play("enter de.I 1006", "enter de.XXXX 1507", "end", "end")
    assert phase_words(table) == "Allied arrivals"
    table.play("enter fr.XXI 1621", "enter uk.52 1718", "enter fr.dcr1 2214")
    assert table.why_not("enter fr.dcr2 2019").rule == "14.allied"

    table.play("done", "end")
    assert table.why_not("enter fr.dcr2 1621").rule == "14.allied"  # the second impulse is of the same turn
    table.play("done", "end")
    assert (game(table).turn, phase_words(table)) == (3, "German arrivals")
    assert number(table, "de.") == 2
    table.play("end", "end")
    assert number(table, "fr.") == 3


@rule("gdw1940", "14.allied.where", "R.14.allied.where.2", "6.enemy_hex")
def test_a_reserve_comes_over_the_west_edge_into_a_german_zone_too():
    table = allies("German de.IX at 2120", "French fr.IX at 2415", turn=2)
    territory(table, "german", *GATHERING_POINTS, *PARIS, "2021", "2121")
    table.put("German de.X at 2121")

    assert "2021" in table.choices("enter fr.XXI")  # in the zones of both corps, and German controlled
    assert table.why_not("enter fr.XXI 2121").rule == "14.allied.where"  # where the enemy stands
    table.play("enter fr.XXI 2021", "done")
    assert table.why_not("move fr.XXI 1921").rule == "4.stop"


# -- Swiss border reserve


@rule("gdw1940", "14.swiss_border")
def test_the_swiss_border_reserve_comes_after_the_invasion():
    table = at(waiting("German de.IX at 2502"), "German movement", 1)
    table.play("move de.IX 2602.2601", "end", "end")  # nobody fights

    assert phase_words(table) == "Allied arrivals"
    assert table.choices("enter") == ["fr.XLV", "fr.XIV"]
    assert table.choices("enter fr.XIV") == ["2604", "2705", "2706", "2806", "2907", "3007"]
    table.play("enter fr.XIV 2705", "done")
    assert "2706" in table.reach("fr.XIV")


@rule("gdw1940", "14.swiss_border")
def test_without_an_invasion_it_does_not():
    table = allies(turn=2)

    assert table.why_not("enter fr.XIV 2705").rule == "14.swiss_border"


@rule("gdw1940", "R.14.swiss_border.1", "14.swiss_border")
def test_it_comes_only_in_the_first_allied_impulse():
    table = at(joined(waiting(), "switzerland"), "Allied arrivals", 2)
    assert table.allows("enter fr.XIV 2705")

    table.play("done", "end")
    assert phase_words(table) == "Allied arrivals"
    assert table.why_not("enter fr.XIV 2705").rule == "14.swiss_border"


@rule("gdw1940", "R.14.swiss_border.1", "14.one_per_hex")
def test_it_comes_in_addition_to_the_reserves_but_not_two_in_a_hex():
    table = at(joined(waiting(), "switzerland"), "Allied arrivals", 2)
    table.play("enter fr.XIV 2705")
    assert table.why_not("enter fr.XLV 2705").rule == "14.one_per_hex"

    table.play("enter fr.XLV 2706")
    assert number(table, "fr.") == 3


@rule("gdw1940", "14.swiss_border")
def test_it_does_not_appear_on_top_of_the_enemy():
    table = at(joined(waiting("German de.IX at 2705"), "switzerland"), "Allied arrivals", 2)

    assert table.why_not("enter fr.XIV 2705").rule == "14.swiss_border"
    assert table.allows("enter fr.XIV 2706")


@rule("gdw1940", "14.swiss_border.regular")
def test_the_swiss_border_reserve_may_come_as_ordinary_reserves():
    table = allies(turn=2)
    table.play("enter fr.XIV 1621", "enter fr.XLV 1718", "enter fr.XXI 2214")

    assert table.where("fr.XIV") == "1621"
    assert table.why_not("enter fr.XXIII 2019").rule == "14.allied"  # they were two of the three


# -- Swiss reserves


@rule("gdw1940", "14.swiss")
def test_swiss_reserves_come_from_the_turn_after_the_invasion():
    assert swiss(turn=3, invaded=3).why_not("enter ch.r1 3004").rule == "14.swiss"
    assert allies(turn=3).why_not("enter ch.r1 3004").rule == "14.swiss"

    assert swiss(turn=4, invaded=3).choices("enter ch.r1") == ["2704", "2801", "3004"]


@rule("gdw1940", "14.swiss")
def test_swiss_reserves_mind_no_enemy_zone_but_need_a_city():
    table = swiss("German de.IX at 2703", "Swiss ch.2 at 2704", turn=4, invaded=3)
    assert table.allows("enter ch.r1 2704")
    assert table.why_not("enter ch.r1 2803").rule == "14.swiss"

    territory(table, "german", "2801", "3004").put("German de.IX at 2704").remove("ch.2")
    assert table.why_not("enter ch.r1 2704").rule == "14.swiss"


@rule("gdw1940", "14.swiss")
def test_one_swiss_reserve_a_turn_beside_the_others():
    table = swiss(turn=4, invaded=3)
    table.play("enter ch.r1 3004")

    assert table.why_not("enter ch.r2 2801").rule == "14.swiss"
    assert number(table, "fr.") == 3


@rule("gdw1940", "R.14.swiss.1")
def test_what_could_not_come_waits_and_does_not_add_up():
    table = territory(swiss(turn=4, invaded=2), "german", "2704", "2801", "3004")
    assert number(table, "ch.") == 0
    assert table.where("ch.r1") == "reserve"

    at(territory(table, "allied", "2704", "2801", "3004"), "Allied arrivals", 5)
    assert number(table, "ch.") == 1

    assert number(germans(turn=5), "de.") == 2  # though none came before


# -- reinforcements


@rule("gdw1940", "14.reinforcements")
def test_the_british_armour_lands():
    """book.22.reinforcements: 1st Armoured on turn 2, 2nd Armoured on turn 6, on the west edge, for 1 MP."""
    assert allies(turn=1, impulse=2).why_not("enter uk.1A 1621").rule == "14.reinforcements"

    table = allies(turn=2)
    assert "uk.1A" in table.choices("enter")
    assert "uk.2A" not in table.choices("enter")
    assert set(table.choices("enter uk.1A")) == {f"{row}21" for row in range(13, 31)}
    table.play("enter uk.1A 2021", "done")
    assert left(table, "uk.1A") == "9"

    assert {"uk.1A", "uk.2A"} <= set(allies(turn=6).choices("enter"))


@rule("gdw1940", "14.reinforcements")
def test_the_entry_hex_must_be_allied():
    table = territory(allies(turn=2), "german", "1621")

    assert table.why_not("enter uk.1A 1621").rule == "14.reinforcements"
    assert table.allows("enter uk.1A 1721")


@rule("gdw1940", "14.reinforcements", "4.stop")
def test_entering_in_an_enemy_zone_ends_the_move():
    table = allies("German de.IX at 1619", "French fr.IX at 1720", turn=2)
    territory(table, "allied", "1620", "1621").put("German de.IX at 1620")
    territory(table, "allied", "1621").play("enter uk.1A 1621", "done")

    assert table.why_not("move uk.1A 1721").rule == "4.stop"


@rule("gdw1940", "R.14.reinforcements.1")
def test_reinforcements_may_come_later_and_share_a_hex():
    table = allies(turn=7, impulse=2)
    table.play("enter uk.1A 1621", "enter fr.dcr1 1621", "enter uk.2A 1621")

    assert (table.where("uk.1A"), table.where("uk.2A")) == ("1621", "1621")


@rule("gdw1940", "R.14.reinforcements.1")
def test_reinforcements_wait_for_a_friendly_edge():
    table = allies(turn=2)
    territory(table, "german", *(f"{row}21" for row in range(13, 31)))

    assert "uk.1A" not in open_to(table, "enter")
    assert table.where("uk.1A") == "reserve"


@rule("gdw1940", "R.14.reinforcements.2")
def test_there_are_two_reinforcements():
    found = [counter for counter in game(Table("gdw1940")).scenario.counters if counter.pool == "reinforcement"]

    assert [(c.id, c.combat, c.movement, c.turn) for c in found] == [("uk.1A", 3, 10, 2), ("uk.2A", 2, 10, 6)]


# -- delay


@rule("gdw1940", "14.delay")
def test_reserves_may_be_held_back_to_the_second_impulse():
    table = germans(turn=2)
    table.play("enter de.I 1507", "done", "end")
    assert phase_words(table) == "German arrivals"
    table.play("enter de.XXXX 1006")  # the second and last of this turn

    assert phase_words(table) == "German movement"
    assert left(table, "de.XXXX") == "3"

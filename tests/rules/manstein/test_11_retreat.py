"""11: retreats; 12: pursuit."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.manstein.battle import pursuers
from meuse.games.manstein.odds import Battle
from meuse.testkit import Table, rule

from .scene import combat, fought, game, mark, marked, number, owner, scene, words


def beaten(*sentences: str, die: int = 6, attack: str = "attack 1436 with de.6 go", marker: str = "HGB") -> Table:
    """A battle has been fought, and a side is asked what comes of it."""
    table = combat(scene(*sentences, marker=marker)).dice(die)
    table.play(attack)
    return table


# -- retreats


@rule("manstein", "11.0", "11.1a", "22.1.DW")
def test_each_unit_retreats_on_its_own_by_its_owner():
    table = beaten("German de.6 at 1536", "Belgian be.N at 1436", "Belgian be.GPK at 1436", die=6)  # 200%: DW

    assert (table.asked, words(table)) == ("allied", "Allied retreat")
    assert table.choices("retreat") == ["be.N", "be.GPK"]
    table.play("retreat be.N 1336", "retreat be.GPK 1337")
    assert (table.where("be.N"), table.where("be.GPK")) == ("1336", "1337")


@rule("manstein", "11.1b", "R.11.1b.1", "11.1e")
def test_a_retreat_leads_towards_supply():
    table = beaten("German de.6 at 1536", "Belgian be.N at 1436")

    assert table.why_not("retreat be.N 1236").rule == "11.1e"  # not farther than one must
    assert table.choices("retreat be.N") == ["1336", "1337", "1435"]  # Brussels is 1336, Antwerp 1335
    assert table.why_not("retreat be.N 1437").rule == "11.1b"


@rule("manstein", "11.1b", "R.11.1b.1")
def test_who_stands_with_his_source_may_go_anywhere():
    table = beaten("German de.6 at 1536", "French fr.7 at 1436", die=6)
    assert table.why_not("retreat fr.7 1437").rule == "11.1b"  # Antwerp is the port to go for

    table = beaten("German de.6 at 1536", "French fr.7 at 1436", "French fr.l.1 at 1436", die=6)
    assert table.choices("retreat fr.7") == ["1336", "1337", "1435", "1437", "1537"]


@rule("manstein", "11.1b", "R.11.1b.1")
def test_another_source_next_to_his_own_binds_nobody():
    corps = ("German de.6 at 1436", "German de.XVI at 1436")
    table = beaten(*corps, "Belgian be.N at 1336", die=6, attack="attack 1336 with de.6 de.XVI go")

    assert table.choices("retreat be.N") == ["1235", "1236", "1335", "1337", "1435"]  # not to Antwerp alone


@rule("manstein", "11.1b", "R.11.1b.2")
def test_if_no_way_leads_towards_supply_any_will_do():
    table = beaten("German de.6 at 1536", "Belgian be.N at 1436", "German de.4 at 1336", "German de.12 at 1337", die=5)

    assert {"1435", "1437"} <= set(table.choices("retreat be.N"))


@rule("manstein", "11.1a", "11.1f3")
def test_nobody_is_lost_whose_friends_can_make_room():
    """In the corner of the map an army cannot go into the Black Forest, and three corps fill the only other hex."""
    corps = ("German de.XVI at 2144", "German de.XV at 2144", "German de.XIV at 2144")
    table = scene("German de.6 at 2244", *corps, "French fr.1 at 2243", "French fr.CC at 2243", "French fr.5 at 2243")
    marked(combat(table), "HGB", "HGA", "PGK").dice(2)
    table.play("attack 2243 with de.6 de.XVI de.XV de.XIV go", "lose de.6", "lose de.6")  # AD

    assert table.choices("retreat") == ["de.XVI", "de.XV", "de.XIV"]
    assert table.why_not("retreat de.6 2144").rule == "11.1c"
    table.play("retreat de.XVI 2143", "retreat de.XV 2043", "retreat de.6 2144")
    assert table.where("de.6") == "2144"


@rule("manstein", "11.1c", "R.11.1c.1")
def test_barred_hexes():
    table = beaten("German de.6 at 1536", "German de.4 at 1336", "Belgian be.N at 1436", die=5)
    assert table.why_not("retreat be.N 1336").rule == "11.1c"

    table = beaten("German de.6 at 1735 with 2 steps", "Dutch nl.V at 1635", attack="attack 1635 with de.6 go")
    assert "1536" not in table.choices("retreat nl.V")  # the Dutch do not retreat into Belgium
    assert table.why_not("retreat nl.V 1536").rule == "11.1c"


@rule("manstein", "11.1d")
def test_air_units_do_not_bar_a_retreat():
    table = beaten("German de.6 at 1536", "Belgian be.N at 1436", "German de.a.II at 1336 with 1 step")

    assert "1336" in table.choices("retreat be.N")


@rule("manstein", "11.1e", "R.11.1e.1")
def test_a_unit_may_go_on_through_a_full_hex_though_others_have_room():
    full = ("Belgian be.R at 1336", "Belgian be.III at 1336")
    table = beaten("German de.6 at 1536", "Belgian be.N at 1436", *full)

    assert table.choices("retreat be.N") == ["1235", "1236", "1335", "1337", "1435"]  # on from Brussels anywhere
    assert table.why_not("retreat be.N 1336").rule == "11.1e"
    assert table.why_not("retreat be.N 1437").rule == "11.1b"
    assert not table.allows("retreat be.N 1435.1335")  # in 1435 there is room, and the retreat is over
    table.play("retreat be.N 1336.1335")
    assert table.where("be.N") == "1335"


@rule("manstein", "11.1e", "7.2e", "11.1h")
def test_each_further_hex_in_an_enemy_zone_costs_a_step_too():
    full = ("Belgian be.R at 1336", "Belgian be.III at 1336")
    table = beaten("German de.6 at 1536", "Belgian be.N at 1436", *full, "German de.18 at 1434")
    table.play("retreat be.N 1336.1335")  # Antwerp, next to 1434

    assert (table.where("be.N"), table.steps("be.N")) == ("1335", 1)


@rule("manstein", "11.1e", "R.11.1e.1")
def test_no_room_means_farther():
    full = ("Belgian be.R at 1336", "Belgian be.III at 1336", "French fr.CC at 1337", "French fr.1GC at 1435")
    table = beaten("German de.6 at 1536", "Belgian be.N at 1436", *full)

    assert "1336" not in table.choices("retreat be.N")
    assert distances(table, "be.N") == {2}
    assert table.why_not("retreat be.N 1336").rule == "11.1e"


@rule("manstein", "11.1e", "R.11.1e.1")
def test_a_way_through_full_hexes_may_be_as_long_as_they_go_on():
    """No British unit stays with the French: through the whole Maginot Line, and Montmédy behind it."""
    garrisons = ("fr.f.mul at 1944", "fr.f.rhin at 1942", "fr.f.hag at 1941", "fr.f.rohr at 1840", "fr.f.thion at 1740")
    line = [f"French {unit}" for unit in ("fr.3 at 1943", *garrisons, "fr.f.metz at 1640", "fr.f.montm at 1540")]
    table = scene("German de.6 at 1744", "British uk.BEF at 1844 with 1 step", *line)
    combat(mark(table, "destroyed", "1844")).dice(4).play("attack 1844 with de.6 go")

    assert {"1439", "1440", "1539"} <= set(table.choices("retreat uk.BEF"))


def distances(table: Table, unit: str) -> set[int]:
    """How far the hexes are in which the retreat of a unit may end."""
    map = game(table).map
    return {map.distance(map.hex(table.where(unit)), map.hex(goal)) for goal in table.choices(f"retreat {unit}")}


PANZERS = ("German de.XVI at 1536", "German de.XV at 1536", "German de.XIX at 1537", "German de.XXXXI at 1537")


@rule("manstein", "11.1f", "11.1f2", "11.1b", "22.1.DP")
def test_a_long_retreat_ends_as_far_away_as_it_is_long():
    table = marked(combat(scene(*PANZERS, "French fr.1 at 1436 with 3 steps")), "HGB", "HGA", "PGK").dice(6)
    events = table.play("attack 1436 with de.XVI de.XV de.XIX de.XXXXI go", "table mobile")
    assert "DP" in fought(events)

    assert table.steps("fr.1") == 1
    assert distances(table, "fr.1") == {2}
    assert table.allows("retreat fr.1 1435.1335")
    assert not table.allows("retreat fr.1 1336.1236")  # past Antwerp, and away from it
    assert table.why_not("retreat fr.1 1336").rule == "11.1f"


@rule("manstein", "11.1e", "11.1f", "11.1f2", "R.11.1e.2")
def test_the_hexes_after_the_stated_ones_need_not_be_farther_away():
    around = ("German de.4 at 1435", "German de.12 at 1337", "French fr.7 at 1335")
    table = marked(combat(scene(*PANZERS, *around, "French fr.1 at 1436 with 3 steps")), "HGB", "HGA", "PGK").dice(6)
    table.play("attack 1436 with de.XVI de.XV de.XIX de.XXXXI go", "table mobile")

    assert distances(table, "fr.1") == {2, 3}
    assert table.allows("retreat fr.1 1336.1335.1434")  # Antwerp is full, and Tilburg beside it just as far
    assert not table.allows("retreat fr.1 1336.1335.1336.1236")  # not back over a hex
    assert not table.allows("retreat fr.1 1336.1335.1334.1434")  # nor on where there is room


def panicked(*others: str) -> Table:
    """XVI Corps, just landed, has attacked from Hasselt in vain and must retreat two hexes."""
    attackers = ("landed German de.XVI at 1536", "landed German de.GrD at 1536")
    sentences = (*attackers, "Belgian be.N at 1436", "Belgian be.R at 1436", *others)
    table = marked(combat(scene(*sentences)), "HGB", "PGK").dice(1)
    table.play("attack 1436 with de.XVI de.GrD go", "table mobile", "lose de.GrD")  # 83%: AP
    return table


@rule("manstein", "11.1f", "22.1.AP")
def test_attackers_retreat_too():
    table = panicked()

    assert (table.asked, words(table)) == ("german", "German retreat")
    assert "1635" not in table.choices("retreat de.XVI")
    assert table.why_not("retreat de.XVI 1635").rule == "11.1f"


@rule("manstein", "17.0e")
def test_outside_a_fortress_nobody_holds():
    table = beaten("German de.6 at 1536", "Belgian be.N at 1436")

    assert table.choices() == ["retreat"]
    assert table.why_not("hold be.N").rule == "17.0e"


@rule("manstein", "17.0f")
def test_a_long_retreat_may_end_in_a_fortress():
    table = panicked()
    assert "1636" in table.choices("retreat de.XVI")  # Aachen, one hex away

    assert "1636" not in mark(table, "destroyed", "1636").choices("retreat de.XVI")


EAST_OF_HASSELT = ("French fr.7 at 1635", "French fr.2 at 1537", "French fr.9 at 1535")
"""From 1536 only Aachen, 1636, leads home."""


@rule("manstein", "17.0f", "11.1e")
def test_a_fortress_on_the_way_need_not_be_used_if_all_is_full_beyond_it():
    jam = ("German de.6 at 1736", "German de.XV at 1736", "German de.4 at 1737", "German de.XIV at 1737")
    table = panicked(*EAST_OF_HASSELT, *jam, "German de.XIX at 1637")
    assert set(table.choices("retreat de.XVI")) > {"1636", "1836", "1837"}
    assert table.allows("retreat de.XVI 1636.1736.1836")


@rule("manstein", "17.0f", "R.11.1b.2")
def test_a_fortress_on_the_way_is_no_way_to_the_end():
    wall = ("French fr.4 at 1736", "French fr.3 at 1737", "Belgian be.GPK at 1637")
    table = panicked(*EAST_OF_HASSELT, *wall)

    assert table.choices("retreat de.XVI") == ["1335", "1336", "1434", "1636"]  # to Aachen, or forward


@rule("manstein", "11.1a", "11.1f3", "11.1c")
def test_who_has_no_way_is_eliminated():
    ring = (
        "German de.4 at 1336",
        "German de.12 at 1337",
        "German de.16 at 1437",
        "German de.18 at 1435",
        "German de.1 at 1537",
    )
    table = combat(scene("German de.6 at 1536", "Belgian be.N at 1436", *ring)).dice(5)
    events = table.play("attack 1436 with de.6 go")

    assert table.where("be.N") == "eliminated"
    assert "has nowhere to retreat and is eliminated in Tienen (1436)" in events[-1].text


@rule("manstein", "11.1f3")
def test_who_cannot_go_all_the_way_is_eliminated():
    ring = ("German de.4 at 1335", "German de.12 at 1337", "German de.18 at 1435", "German de.1 at 1235")
    sentences = (*PANZERS, *ring, "German de.16 at 1236", "German de.2 at 1237", "German de.7 at 1437")
    table = marked(combat(scene(*sentences, "French fr.1 at 1436 with 3 steps")), "HGB", "HGA", "PGK").dice(6)
    events = table.play("attack 1436 with de.XVI de.XV de.XIX de.XXXXI go", "table mobile")

    assert "1re Armee cannot retreat 2 hexes and is eliminated in Tienen (1436)" in [event.text for event in events]


@rule("manstein", "11.1g")
def test_static_units_cannot_retreat():
    table = scene("German de.6 at 1436", "Belgian be.f.nam at 1437")
    game(table).mark(game(table).destroyed, game(table).map.hex("1437"))
    combat(table).dice(4)
    table.play("attack 1437 with de.6 go")  # 800%: DD

    assert table.where("be.f.nam") == "eliminated"


@rule("manstein", "17.0e", "12.2e", "11.1g")
def test_units_in_their_own_fortress_may_hold_it():
    sentences = ("German de.6 at 1436", "Belgian be.N at 1437", "Belgian be.f.nam at 1437")
    table = combat(scene(*sentences, "German de.a.VIII at 1437")).dice(6)
    table.play("attack 1437 with de.6 go")  # 200%, three for air, one for the fortress: DD
    table.play("lose be.N", "lose be.f.nam")

    assert words(table) == "Allied retreat"
    table.play("hold be.N")
    assert table.where("be.N") == "1437"
    assert words(table) == "End of turn 6"  # no pursuit into a held fortress


# -- pursuit


@rule("manstein", "12.0", "12.1a", "12.2a", "12.2b")
def test_german_mechanized_units_pursue_two_hexes_others_one():
    table = combat(scene("German de.6 at 1536", "German de.XVI at 1537", "Belgian be.GPK at 1436")).dice(6)
    table.play("attack 1436 with de.6 de.XVI go")

    assert table.choices("advance de.6") == ["1436"]
    assert {"1436", "1336", "1337", "1435", "1437"} <= set(table.choices("advance de.XVI"))
    assert table.why_not("advance de.6 1336").rule == "12.1a"
    assert not table.allows("advance de.XVI 1535.1435")  # the first hex is the one the enemy left
    assert table.allows("advance de.XVI 1436.1435")
    table.play("advance de.XVI 1436.1336")
    assert table.why_not("advance de.XVI 1337").rule == "12.1a"  # once
    assert "pursued" in table.why_not("advance de.XVI 1337").text
    table.play("done")
    assert table.where("de.XVI") == "1336"


@rule("manstein", "12.2a", "R.12.2a.2")
def test_a_pursuit_may_come_back_to_where_it_began():
    table = combat(scene("German de.6 at 1536", "German de.XVI at 1537", "Belgian be.GPK at 1436")).dice(6)
    table.play("attack 1436 with de.6 de.XVI go")

    assert table.choices("advance de.6") == ["1436"]  # it has one hex
    assert "1537" in table.choices("advance de.XVI")
    assert table.allows("advance de.XVI 1436.1537")
    table.play("advance de.XVI 1537")
    assert table.where("de.XVI") == "1537"
    assert owner(table, "1436") == "german"


@rule("manstein", "12.1a", "12.0", "22.1.ST")
def test_allied_units_pursue_one_hex_and_nobody_must():
    table = combat(scene("French fr.CC at 1141", "German de.LLK at 1041", marker="1AG")).dice(5)
    table.play("attack 1041 with fr.CC go", "table assault")  # 166% and a column: ST

    assert table.choices("advance fr.CC") == ["1041"]
    table.play("done")
    assert table.where("fr.CC") == "1141"


@rule("manstein", "12.1b", "22.1.OR", "R.22.1.OR.1")
def test_an_overrun_adds_a_hex_for_mechanized_units():
    """book-overrun-pursuit"""
    table = combat(scene("German de.XVI at 1536", "German de.XV at 1537", "Belgian be.GPK at 1436"))
    marked(table, "HGB", "HGA").dice(6)
    assert "OR" in fought(table.play("attack 1436 with de.XV de.XVI go", "table mobile"))

    assert {"1236", "1336", "1436"} <= set(table.choices("advance de.XVI"))


@rule("manstein", "12.1b")
def test_allied_mechanized_units_pursue_two_hexes_after_an_overrun():
    """book-overrun-pursuit"""
    table = combat(scene("French fr.CC at 1141", "German de.l.b at 1142", marker="1AG")).dice(6)
    assert "OR" in fought(table.play("attack 1142 with fr.CC go", "table mobile"))

    assert "1142" in table.choices("advance fr.CC")
    assert "1143" in table.choices("advance fr.CC")
    assert table.why_not("advance fr.CC 1144").rule == "12.1a"


@rule("manstein", "12.2c")
def test_pursuit_goes_only_where_a_unit_could_move():
    table = combat(scene("German de.12 at 1539", "German de.XV at 1539", "Belgian be.GPK at 1538", marker="HGA"))
    table.dice(6)
    table.play("attack 1538 with de.12 de.XV go")

    assert table.why_not("advance de.12 1538").rule == "8.4.1"
    assert "1538" in table.choices("advance de.XV")
    table.put("Belgian be.N at 1537")
    assert table.why_not("advance de.XV 1537").rule == "12.2c"


@rule("manstein", "12.2f", "22.2e")
def test_static_units_do_not_pursue():
    table = scene("Belgian be.f.ee at 1537", "Belgian be.N at 1537", "Belgian be.III at 1537")
    units = tuple(number(table, unit) for unit in ("be.N", "be.III", "be.f.ee"))
    battle = Battle(Side.ALLIED, game(table).map.hex("1636"), units, "counterattack")

    assert game(table).ids(pursuers(game(table), battle)) == ("be.N", "be.III")


@rule("manstein", "R.12.2a.1", "6.5")
def test_stacking_binds_pursuers_when_the_segment_ends():
    sentences = ("German de.6 at 1536", "German de.18 at 1537", "Belgian be.GPK at 1436")
    table = combat(scene(*sentences)).dice(6)
    table.play("attack 1436 with de.18 de.6 go", "advance de.6 1436", "advance de.18 1436")

    assert words(table) == "Overstacking in Tienen (1436)"


@rule("manstein", "15.5d")
def test_unsupported_units_pursue_one_hex():
    table = combat(scene("German de.XVI at 1141", "German de.6 at 1142", "French fr.XXIII at 1041 with 1 step")).dice(6)
    table.play("attack 1041 with de.6 de.XVI go")
    assert words(table) == "German pursuit"
    assert table.choices("advance de.XVI") == ["1041"]
    assert table.why_not("advance de.XVI 0941").rule == "15.5d"

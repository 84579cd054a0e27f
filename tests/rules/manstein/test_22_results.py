"""22: combat results, letter by letter, and the counterattack."""

from __future__ import annotations

import pytest

from meuse.counters import Side
from meuse.games.manstein.odds import Battle, may_be_mobile
from meuse.testkit import Table, rule

from .scene import combat, fought, game, mark, marked, number, scene, words


def attack(*sentences: str, order: str, die: int, table: str = "") -> Table:
    """A battle at Tienen (1436) has been fought as far as nobody had to be asked."""
    board = marked(combat(scene(*sentences)), "HGB", "HGA", "PGK").dice(die)
    board.play(f"attack 1436 with {order} go", *([f"table {table}"] if table else []))
    return board


@rule("manstein", "22.1", "22.1.AA")
def test_aa_costs_the_attacker_a_step():
    table = attack("German de.6 at 1536", "Belgian be.N at 1436", order="de.6", die=1)

    assert (table.steps("de.6"), table.steps("be.N")) == (3, 2)
    assert table.where("de.6") == "1536"


@rule("manstein", "22.1.AD")
def test_ad_costs_two_steps_and_a_hex():
    table = attack(
        "German de.6 at 1536 with 3 steps", "Belgian be.N at 1436", "Belgian be.R at 1436", order="de.6", die=1
    )

    assert table.steps("de.6") == 1  # 100%
    assert words(table) == "German retreat"
    table.play("retreat de.6 1636")
    assert table.where("de.6") == "1636"


@rule("manstein", "22.1.AP")
def test_ap_costs_a_step_and_two_hexes():
    sentences = ("German de.XVI at 1536", "Belgian be.N at 1436", "Belgian be.R at 1436")
    table = attack(*sentences, order="de.XVI", die=2, table="mobile")

    assert table.steps("de.XVI") == 1
    assert "1635" not in table.choices("retreat de.XVI")


@rule("manstein", "22.1.AZ")
def test_az_costs_three_steps_and_a_hex():
    sentences = ("German de.6 at 1536", "Belgian be.N at 1436", "French fr.1 at 1436", "Belgian be.R at 1436")
    table = attack(*sentences, order="de.6", die=1)  # 69%

    assert table.steps("de.6") == 1
    assert words(table) == "German retreat"


@rule("manstein", "22.1.DA", "10.6c")
def test_da_costs_the_defender_a_step():
    table = attack("German de.6 at 1536", "German de.XVI at 1536", "Belgian be.N at 1436", order="de.6 de.XVI", die=5)

    assert table.steps("be.N") == 1  # 400%
    assert table.where("be.N") == "1436"
    assert words(table) == "End of turn 6"


@rule("manstein", "22.1.DA")
def test_after_da_pursuit_only_into_an_emptied_hex():
    sentences = (
        "German de.6 at 1536",
        "German de.XVI at 1536",
        "Belgian be.N at 1436 with 1 step",
        "Belgian be.R at 1436",
    )
    table = attack(*sentences, order="de.6 de.XVI", die=6)  # 266%: DW
    assert words(table) == "Allied retreat"

    table = attack("German de.6 at 1536", "Belgian be.III at 1436 with 1 step", order="de.6", die=2)
    assert table.where("be.III") == "eliminated"  # DA on the 700% column
    assert words(table) == "German pursuit"


@rule("manstein", "22.1.DD")
def test_dd_costs_two_steps_and_a_hex():
    sentences = ("German de.6 at 1536", "German de.XVI at 1536", "German de.12 at 1537", "French fr.3 at 1436")
    table = attack(*sentences, order="de.6 de.XVI de.12", die=6)  # 422%

    assert table.steps("fr.3") == 2
    assert "1336" in table.choices("retreat fr.3")
    table.play("retreat fr.3 1336")
    assert words(table) == "German pursuit"


@rule("manstein", "22.1.DW")
def test_dw_costs_the_defender_the_hex_only():
    table = attack("German de.6 at 1536", "Belgian be.N at 1436", order="de.6", die=6)
    table.play("retreat be.N 1336")

    assert table.steps("be.N") == 2
    table.play("advance de.6 1436")
    assert table.where("de.6") == "1436"


@rule("manstein", "22.1.DZ")
def test_dz_costs_three_steps_and_two_hexes():
    sentences = ("German de.6 at 1536", "German de.XVI at 1536", "French fr.3 at 1436 with 4 steps")
    table = attack(*sentences, "German de.12 at 1537", "German de.a.VIII at 1436", order="de.6 de.XVI de.12", die=6)

    assert table.steps("fr.3") == 1  # 422% and three columns
    assert words(table) == "Allied retreat"
    assert table.why_not("retreat fr.3 1336").rule == "11.1f"


@rule("manstein", "22.1.MA", "10.6a")
def test_ma_costs_the_attacker_a_step_and_the_defender_the_hex():
    table = attack("German de.XVI at 1536", "Belgian be.N at 1436", order="de.XVI", die=6, table="mobile")  # 133%

    assert table.steps("de.XVI") == 1
    assert words(table) == "Allied retreat"
    table.play("retreat be.N 1336")
    assert words(table) == "German pursuit"


@rule("manstein", "22.1.OR", "R.22.1.OR.1")
def test_or_costs_three_steps_and_three_hexes():
    first = tuple(f"German {unit} at 1536" for unit in ("de.XVI", "de.XV", "de.XIX"))
    second = tuple(f"German {unit} at 1537" for unit in ("de.XXXXI", "de.XIV", "de.GrD"))
    sentences = (*first, *second, "French fr.3 at 1436", "German de.a.VIII at 1436")
    table = attack(
        *sentences, order="de.XVI de.XV de.XIX de.XXXXI de.XIV de.GrD", die=6, table="mobile"
    )  # 433%, three up

    assert table.steps("fr.3") == 1
    map = game(table).map
    far = {map.distance(map.hex("1436"), map.hex(goal)) for goal in table.choices("retreat fr.3")}
    assert 3 in far
    assert table.why_not("retreat fr.3 1336").rule == "11.1f"


@rule("manstein", "22.1.ST")
def test_st_costs_both_a_step_the_defender_first():
    table = attack("German de.6 at 1536", "Belgian be.N at 1436", order="de.6", die=5)

    assert (table.steps("be.N"), table.steps("de.6")) == (1, 3)
    assert words(table) == "End of turn 6"  # the hex is not empty, so nobody pursues


@rule("manstein", "22.1a", "10.6b")
def test_in_mobile_combat_a_mechanized_unit_loses_first():
    sentences = ("German de.XVI at 1536", "German de.XV at 1537", "Belgian be.Cav at 1436", "Belgian be.N at 1436")
    table = attack(*sentences, "Belgian be.III at 1436", order="de.XVI de.XV", die=6, table="mobile")  # 136%: MA
    assert table.choices("lose") == ["de.XVI", "de.XV"]

    panzers = ("German de.XVI at 1536", "German de.XV at 1536", "German de.XIX at 1537", "German de.XXXXI at 1537")
    table = attack(
        *panzers, "Belgian be.Cav at 1436", "Belgian be.III at 1436", "Belgian be.GPK at 1436",
        order="de.XVI de.XV de.XIX de.XXXXI", die=6, table="mobile",
    )  # fmt: skip
    weak = tuple(f"French {unit} at 1436 with 1 step" for unit in ("fr.CC", "fr.1GC", "fr.XXI"))
    asked = attack(*panzers, *weak, order="de.XVI de.XV de.XIX de.XXXXI", die=6, table="mobile")  # 533%: DP
    assert asked.choices("lose") == ["fr.CC", "fr.1GC"]
    assert asked.why_not("lose fr.XXI").rule == "22.1a"
    assert table.where("be.Cav") == "eliminated"  # 457%: DP; the cavalry lost the first step without being asked


# -- 22.2 counterattack


def counterattacked(*sentences: str, dice: tuple[int, ...], order: str = "de.6") -> Table:
    table = marked(combat(scene(*sentences)), "HGB", "HGA").dice(*dice)
    table.play(f"attack 1436 with {order} go")
    return table


@rule("manstein", "22.2", "22.1.CA", "R.22.2.1")
def test_all_defenders_attack_one_hex_of_the_attackers():
    sentences = ("German de.18 at 1536", "German de.XV at 1537", "German de.l.b at 1537", "Belgian be.N at 1436")
    table = counterattacked(*sentences, dice=(3,), order="de.18 de.XV")  # 250%: CA

    assert (table.asked, table.choices("counterattack")) == ("allied", ["1536", "1537"])
    table.dice(6)
    events = table.play("counterattack 1537")
    assert "counterattacks Eben Emael (1537) at 150-199% on the assault table" in fought(
        events
    )  # 5 against 5, one column
    assert (table.asked, table.choices("lose")) == ("german", ["de.XV", "de.l.b"])  # ST: all units of the hex defend


@rule("manstein", "22.2b", "R.22.2b.1")
def test_a_counterattack_has_one_column_and_no_other_shift():
    """derived-counterattack-min-column"""
    sentences = ("German de.6 at 1536", "Belgian be.N at 1436", "French fr.a.n at 1436", "German de.a.I at 1536")
    table = counterattacked(*sentences, dice=(3, 1))  # CA; then 35%

    assert "counterattacks Hasselt (1536) at 50-99% on the assault table" in table.game.journal[-1].note


@rule("manstein", "22.2c", "22.2e")
def test_the_counterattacker_may_pursue():
    sentences = ("German de.LLK at 1536", "German de.XVI at 1537", "Belgian be.N at 1436", "Belgian be.R at 1436")
    table = counterattacked(*sentences, dice=(6,), order="de.LLK de.XVI")  # 91%: CA
    table.dice(4)
    table.play("counterattack 1536")  # 9 against 3, one column: ST

    assert table.where("de.LLK") == "eliminated"
    table.play("lose be.N")
    assert (table.asked, words(table)) == ("allied", "Allied pursuit")


@rule("manstein", "22.2d")
def test_the_counterattacker_chooses_his_table():
    sentences = ("German de.XVI at 1536", "Belgian be.Cav at 1436")
    table = marked(combat(scene(*sentences)), "HGB").dice(2)
    table.play("attack 1436 with de.XVI go", "table assault")  # 400%: CA

    assert (table.asked, table.choices("table")) == ("allied", ["assault", "mobile"])
    table.dice(6)
    assert "at 50-99% on the mobile table" in fought(table.play("table mobile"))


@rule("manstein", "22.2e")
def test_units_without_attack_factor_use_their_defence():
    table = mark(scene("German de.GrD at 1436", "Belgian be.f.nam at 1437", marker="PGK"), "destroyed", "1437")
    combat(table).dice(5, 1)
    table.play("attack 1437 with de.GrD go", "table assault")  # 100%: CA

    assert (
        "Namur counterattacks Tienen (1436) at 150-199% on the assault table" in table.game.journal[-1].note
    )  # 2 against 2, a column


@rule("manstein", "22.2f")
def test_there_is_no_second_counterattack():
    table = counterattacked("German de.6 at 1536", "Belgian be.N at 1436", dice=(3, 6))  # CA, then CA

    assert (table.steps("de.6"), table.steps("be.N")) == (4, 2)
    assert words(table) == "End of turn 6"


@rule("manstein", "R.10.1c.2", "22.2")
def test_units_that_add_nothing_do_not_counterattack():
    sentences = ("German de.18 at 1536", "Belgian be.N at 1436", "attacked Belgian be.R at 1436")
    table = counterattacked(*sentences, dice=(5, 1), order="de.18")  # 133%: CA

    assert "northern wing counterattacks" in table.game.journal[-1].note
    assert "reserve wing" not in table.game.journal[-1].note.partition("counterattacks")[0].rpartition(";")[2]


@pytest.mark.parametrize("code", ["AA", "AD", "AP", "AZ", "CA", "DA", "DD", "DP", "DW", "DZ", "MA", "OR", "ST"])
@rule("manstein", "22.1")
def test_every_result_of_the_tables_is_explained(code):
    assert code in game(scene()).scenario.tables["results"]


@rule("manstein", "22.1a", "R.22.1a.1")
def test_a_logistics_unit_need_not_lose_the_first_step_of_a_mobile_battle():
    sentences = ("German de.XVI at 1536", "German de.XV at 1536", "Belgian be.N at 1436", "French fr.l.1 at 1436")
    table = attack(*sentences, "German de.a.VIII at 1436", order="de.XVI de.XV", die=6, table="mobile")  # DP

    assert table.choices("lose") == ["fr.l.1", "be.N"]


@rule("manstein", "22.2d", "R.22.1a.1")
def test_a_logistics_unit_does_not_choose_the_table_of_a_counterattack():
    sentences = ("German de.6 at 1536 with 2 steps", "French fr.CC at 1436", "French fr.l.1 at 1436")
    table = attack(*sentences, order="de.6", die=4)  # CA
    assert (table.asked, table.choices("table")) == ("allied", ["assault", "mobile"])

    table = combat(scene("German de.XVI at 1536", "French fr.l.1 at 1436", "French fr.1 at 1436")).dice(6)
    table.play("attack 1436 with de.XVI go", "table mobile")  # CA, by an army on foot
    assert "table" not in table.choices()
    alone = Battle(Side.ALLIED, game(table).map.hex("1536"), (number(table, "fr.l.1"),), "counterattack")
    assert not may_be_mobile(game(table), alone)


@rule("manstein", "22.1.DW", "22.1.CA")
def test_what_a_fortress_makes_of_a_result_is_told():
    table = combat(scene("German de.6 at 1436", "Belgian be.III at 1437", "Belgian be.GPK at 1437")).dice(5)
    events = table.play("attack 1437 with de.6 go")

    assert "DW becomes ST against the fortress at Namur (1437)" in [event.text for event in events]

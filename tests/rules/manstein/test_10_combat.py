"""10: combat: who attacks whom, which table, percentages and shifts. What results do is in test_22_results."""

from __future__ import annotations

from meuse.testkit import Table, rule

from .scene import combat, draw, fought, game, give, mark, marked, odds, scene, shifts, words

FIELD = ("German de.6 at 1536", "German de.XVI at 1537", "Belgian be.N at 1436")
"""16 and 8 attack factors around 6 defence factors, all supported, in the open."""


def field(*more: str, marker: str = "HGB") -> Table:
    return combat(scene(*FIELD, *more, marker=marker))


# -- who attacks whom


@rule("manstein", "10.0a", "R.10.0a.1")
def test_active_units_attack_their_neighbours_if_they_like():
    table = field("Belgian be.R at 1336", "German de.4 at 1435")

    assert table.choices() == ["attack", "end"]
    assert table.choices("attack") == ["1436"]
    assert table.why_not("attack 1336").rule == "5.5"  # only a unit of another command is next to it
    assert "no enemy" in table.why_not("attack 1237").text
    assert "none of your units" in table.put("Belgian be.III at 1135").why_not("attack 1135").text
    assert "is not next to" in table.put("German de.18 at 1835").why_not("attack 1436 with de.18").text


@rule("manstein", "10.0a")
def test_a_unit_that_is_not_adjacent_is_told_so_whatever_else_it_lacks():
    table = field("German de.4 at 1735", "German de.f.aach at 1835")  # of HGA; without an attack factor
    assert table.why_not("attack 1436 with de.4").text == "4. Armee is not next to Tienen (1436)"
    assert table.why_not("attack 1436 with de.f.aach").rule == "10.0a"

    aachen = ("Belgian be.f.ee at 1537", "German de.f.aach at 1636")
    refusal = combat(scene(*aachen, "Belgian be.N at 1635", "German de.6 at 1735")).why_not("attack 1537 with de.6")
    assert (
        refusal.text
        == "none of your units next to Eben Emael (1537) can attack it: Aachen fortress has no attack factor"
    )


@rule("manstein", "R.10.0a.1", "2.1a")
def test_nobody_attacks_across_the_sea():
    table = combat(scene("French fr.7 at 0539", "German de.6 at 0540", "German de.4 at 0638", marker="1AG"))

    assert table.choices("attack") == ["0638"]
    table = combat(scene("Dutch nl.V at 1430", "German de.6 at 1530", marker="netherlands"))
    assert table.choices("attack") == ["1530"]  # along the causeway


@rule("manstein", "10.0b")
def test_units_without_attack_factor_do_not_attack():
    table = field("German de.f.aach at 1535", "German de.l.b at 1435")

    assert table.why_not("attack 1436 with de.l.b").rule == "10.0b"


@rule("manstein", "10.0c", "10.3a", "10.3g")
def test_an_attack_is_fought_before_the_next_is_declared():
    table = field("Belgian be.III at 1437").dice(1)
    events = table.play("attack 1436 with de.6 go")

    assert [event.kind for event in events] == ["attack", "battle", "loss"]
    assert table.choices("attack") == ["1437"]


@rule("manstein", "10.1a", "10.1b")
def test_one_attack_a_unit_and_one_attack_on_a_unit():
    """derived-one-attack-per-impulse"""
    table = field("Belgian be.III at 1437", "German de.18 at 1435", "Belgian be.R at 1336").dice(3)
    table.play("attack 1436 with de.XVI go", "table assault")  # AA

    assert table.why_not("attack 1437").rule == "10.1a"  # de.XVI alone is next to it
    assert table.why_not("attack 1436").rule == "10.1b"


@rule("manstein", "10.1i", "5.0b")
def test_in_another_impulse_both_may_fight_again():
    """derived-one-attack-per-impulse"""
    table = field().dice(3)
    table.play("attack 1436 with de.XVI go", "table assault")
    combat(marked(table, "guderian", corps=("de.XVI",)))

    assert table.allows("attack 1436 with de.XVI go")


@rule("manstein", "10.1c", "R.10.1c.1")
def test_retreated_units_add_nothing_but_share_the_result():
    sentences = (
        "German de.6 at 1536",
        "landed German de.18 at 1435",
        "attacked Belgian be.R at 1336",
        "Belgian be.III at 1336",
    )
    table = combat(scene(*sentences))
    report = odds(table, "attack 1336 with de.18")

    assert report.ratio == "8 : 3 (266%)"
    assert [unit.unit for unit in report.defenders] == ["be.III"]
    assert "15.5c" not in shifts(table, "attack 1336 with de.18")
    table.dice(6)
    table.play("attack 1336 with de.18 go")  # a city: ST; the owner may take the step from either
    assert table.choices("lose") == ["be.R", "be.III"]


@rule("manstein", "10.1d")
def test_all_attackers_of_a_hex_combine():
    table = field("German de.18 at 1435")

    assert odds(table, "attack 1436 with de.18 de.6 de.XVI").ratio == "32 : 6 (533%)"


@rule("manstein", "10.1e", "10.1h")
def test_a_stack_may_split_its_attacks():
    table = combat(
        scene("German de.6 at 1537", "German de.XVI at 1537", "Belgian be.N at 1436", "Belgian be.III at 1437")
    )
    table.dice(1, 1).play("attack 1436 with de.6 go")

    assert table.choices("attack 1437 with") == ["de.XVI"]


@rule("manstein", "10.1f")
def test_defenders_are_attacked_together():
    table = field("Belgian be.III at 1436")

    assert odds(table, "attack 1436 with de.6").ratio == "16 : 9 (177%)"


@rule("manstein", "10.1g")
def test_one_hex_is_attacked_at_a_time():
    table = field("Belgian be.III at 1437")

    assert table.why_not("attack 1436 1437").rule == "10.1g"


# -- tables


@rule("manstein", "10.2a", "10.2b", "10.3c")
def test_the_mobile_table_is_for_mechanized_attackers():
    """derived-mixed-force-no-mobile"""
    table = field()
    table.play("attack 1436 with de.XVI go")
    assert table.choices("table") == ["assault", "mobile"]

    table = field().dice(1)
    assert "on the assault table" in fought(table.play("attack 1436 with de.6 de.XVI go"))


@rule("manstein", "10.2c", "17.0d")
def test_a_fortress_forces_an_assault():
    table = combat(scene("German de.XVI at 1436", "Belgian be.III at 1437")).dice(1)
    assert "on the assault table" in fought(table.play("attack 1437 with de.XVI go"))

    table = combat(mark(scene("German de.XVI at 1436", "Belgian be.III at 1437"), "destroyed", "1437"))
    table.play("attack 1437 with de.XVI go")
    assert table.choices("table") == ["assault", "mobile"]


# -- percentages


@rule("manstein", "10.3d", "10.4", "R.10.4.1")
def test_the_percentage_drops_its_fraction():
    """book-percentage-153"""
    table = combat(scene("German de.6 at 1536", "German de.4 at 1537", "Belgian be.N at 1436", "French fr.CC at 1436"))
    report = odds(table, "attack 1436 with de.6")

    assert report.ratio == "16 : 11 (145%)"
    table.put("German de.6 at 1536 with 2 steps", "German de.4 at 1536", "Belgian be.R at 1436").remove("fr.CC")
    assert odds(table, "attack 1436 with de.6 de.4").ratio == "20 : 12 (166%)"
    assert odds(table, "attack 1436 with de.6 de.4").start == "150-199%"


@rule("manstein", "10.5c", "R.10.5c.1")
def test_beyond_the_ends_shifts_count_from_the_end_columns():
    """derived-baseline-high"""
    table = combat(scene("German de.6 at 1536", "German de.18 at 1537", "Belgian be.GPK at 1436", "fr.a.e at 1436"))
    report = odds(table, "attack 1436 with de.6")

    assert (report.ratio, report.start, report.final) == ("16 : 2 (800%)", "700%", "600-699%")
    table.remove("be.GPK").put("French fr.l.1 at 1436").remove("fr.a.e")
    assert odds(table, "attack 1436 with de.6").start == "700%"  # no defence at all
    table.remove("fr.l.1").put("Belgian be.N at 1436", "German de.LLK at 1537", "fr.a.n at 1436")
    report = odds(table, "attack 1436 with de.LLK")
    assert (report.start, report.final) == ("50-99%", "1-49%")


@rule("manstein", "10.5a", "10.5b", "10.3f")
def test_only_the_net_shift_counts():
    table = field("German de.a.VIII at 1436", "French fr.a.e at 1437")
    report = odds(table, "attack 1436 with de.6")

    assert shifts(table, "attack 1436 with de.6") == {"16.7a": 3, "16.7c": -1}
    assert (report.start, report.final) == ("200-299%", "400-499%")


# -- shifts


@rule("manstein", "10.5d", "10.3e", "R.10.5d.1")
def test_terrain_helps_the_defender():
    table = combat(scene("German de.XV at 1539", "Belgian be.GPK at 1538", "Belgian be.N at 1436", marker="HGA"))
    assert shifts(table, "attack 1538 with de.XV")["10.5d"] == -1  # rough

    table = combat(scene("German de.6 at 1435", "Belgian be.N at 1336"))
    assert shifts(table, "attack 1336 with de.6")["10.5d"] == -1  # a city
    assert "10.5d" not in shifts(field(), "attack 1436 with de.6")


@rule("manstein", "10.5e")
def test_a_river_counts_if_all_attack_across_it():
    """derived-river-all-attackers"""
    table = combat(scene("German de.6 at 1635", "German de.18 at 1435", "Belgian be.N at 1536"))

    assert shifts(table, "attack 1536 with de.6")["10.5e"] == -1
    assert "10.5e" not in shifts(table, "attack 1536 with de.18 de.6")


@rule("manstein", "10.5f", "15.5b", "15.5c", "R.10.3e.1")
def test_every_unsupported_unit_is_a_column():
    table = combat(scene("German de.6 at 1141", "German de.18 at 1141", "French fr.7 at 1041", "French fr.CC at 1041"))
    assert shifts(table, "attack 1041 with de.18 de.6")["15.5b"] == -2

    table = combat(scene("German de.6 at 1536", "Dutch nl.V at 1435", "Belgian be.N at 1335"))
    assert shifts(table, "attack 1435 with de.6") == {}
    table.put("German de.18 at 1434", "German de.4 at 1334")  # no way to Rotterdam is left
    assert shifts(table, "attack 1435 with de.6") == {"15.5c": 1}


@rule("manstein", "10.5g", "16.7a", "16.7b")
def test_one_air_unit_of_each_side_supports():
    """derived-air-support-one-unit"""
    air = ("German de.a.I at 1436", "German de.a.VIII at 1437", "French fr.a.e at 1537")
    table = field(*air)

    assert shifts(table, "attack 1436 with de.6") == {"16.7a": 3, "16.7c": -1}


@rule("manstein", "10.5h", "20.1b")
def test_naval_support_is_a_column():
    table = combat(scene("German de.6 at 1036", "French fr.7 at 0936", "uk.nav in available")).dice(1)
    table.play("attack 0936 with de.6 go")

    assert words(table) == "Attack on Dunkerque (0936)"
    assert table.asked == "allied"


@rule("manstein", "10.5i", "5.6")
def test_the_marker_shifts_all_its_attacks():
    table = draw(scene(*FIELD), "okh-mod")
    table.play("activate HGB", "end")

    assert shifts(table, "attack 1436 with de.6")["5.6"] == shifts(table, "attack 1436 with de.XVI")["5.6"] == 1


@rule("manstein", "10.5j", "10.3b", "19.1a")
def test_special_forces_take_the_fortress_out_before_shifts():
    table = combat(scene("German de.6 at 1636", "Belgian be.f.ee at 1537", "de.sf.koch in available"))
    assert shifts(table, "attack 1537 with de.6")["17.0c"] == -1
    table.dice(1, 6)
    events = table.play("attack 1537 with de.6 go", "commit de.sf.koch")

    assert "1537" in {game(table).label(h) for h in game(table).destroyed}
    assert "at 300-399% on the assault table" in fought(events)  # 533%, the city and the Meuse


@rule("manstein", "R.15.2d.1", "15.2d")
def test_of_the_french_one_unit_in_a_battle_uses_a_port():
    french = ("French fr.7 at 1435", "French fr.CC at 1435")
    table = combat(give(scene("German de.6 at 1536", *french), "german", "1036", "1240"))

    assert shifts(table, "attack 1435 with de.6") == {"15.5c": 1}  # two have only the port of Antwerp
    table.remove("fr.CC")
    assert shifts(table, "attack 1435 with de.6") == {}


@rule("manstein", "10.6b", "R.10.6b.1", "10.6a")
def test_the_owner_chooses_who_loses_steps():
    table = combat(scene("German de.6 at 1536", "German de.18 at 1536", "Belgian be.N at 1436", "Belgian be.R at 1436"))
    table.dice(1).play("attack 1436 with de.18 de.6 go")  # 200%: AA

    assert (table.asked, table.choices("lose")) == ("german", ["de.18", "de.6"])
    table.play("lose de.18")
    assert table.steps("de.18") == 1


@rule("manstein", "R.10.6b.1")
def test_what_is_too_much_is_ignored():
    table = combat(scene("German de.6 at 1536", "Belgian be.GPK at 1436")).dice(6)
    table.play("attack 1436 with de.6 go")  # 800%: DZ, three steps of one

    assert table.where("be.GPK") == "eliminated"
    assert words(table) == "German pursuit"


@rule("manstein", "10.6c")
def test_no_retreat_or_pursuit_unless_stated():
    table = field().dice(5)
    table.play("attack 1436 with de.6 go")  # ST

    assert (table.where("be.N"), table.where("de.6")) == ("1436", "1536")
    assert words(table) == "End of turn 6"


@rule("manstein", "10.3b", "10.3c", "20.1a")
def test_only_the_last_choice_before_the_die_commits():
    table = combat(scene("German de.6 at 1536", "Belgian be.N at 1436"))
    assert commits(table, "attack 1436 with de.6", "go") == "die"

    table = combat(scene("German de.XVI at 1536", "Belgian be.N at 1436"))
    assert commits(table, "attack 1436 with de.XVI", "go") == "none"  # the table is still to be chosen
    table.play("attack 1436 with de.XVI go")
    assert commits(table, "table", "mobile") == "die"

    table = combat(scene("German de.6 at 1036", "French fr.7 at 0936", "uk.nav in available"))
    assert commits(table, "attack 0936 with de.6", "go") == "none"  # ships may sail
    table.play("attack 0936 with de.6 go")
    assert (commits(table, "", "naval"), commits(table, "", "pass")) == ("die", "die")


def commits(table: Table, beginning: str, token: str) -> str:
    """What a choice would commit to."""
    return next(one.commits for one in table.game.decision.describe(tuple(beginning.split())) if one.token == token)

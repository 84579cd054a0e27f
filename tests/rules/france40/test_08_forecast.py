"""What a planned attack would bring, and what the enemy could do: exact chances, every shift with its rule."""

from __future__ import annotations

from fractions import Fraction

from meuse.counters import Side
from meuse.games.france40.forecast import FORECAST
from meuse.report import OddsReport
from meuse.testkit import Table, rule

from .scene import WALL, air, at, dynamo, game, odds, plain, sickle_cut, unit

TWO = "attack 1422 with de.id32 de.id12"


def two_to_one(*more: str) -> Table:
    return plain("German de.id32 at 1421", "German de.id12 at 1421", "French fr.di43 at 1422", *more)


def threat(table: Table, label: str, *left_out: str) -> OddsReport:
    """What the Germans could do to a hex of the Allies."""
    units = frozenset(unit(table, name) for name in left_out)
    found = FORECAST.threat(game(table), Side.ALLIED, label, units, {})
    assert found is not None
    return found


@rule("france40", "8.3c", "11.3.1")
def test_chances_count_the_die_and_the_determined_defence():
    report = odds(two_to_one(), TWO)
    assert [face.code for face in report.faces] == ["DR2", "DRX", "A1/DR2", "EX", "A1", "A1"]

    stands = Fraction(15, 36)  # in the open a sum of eight and more holds
    falls = Fraction(3, 6) * (1 - stands)
    assert [outcome.chance for outcome in report.outcomes[:2]] == [float(falls), float(1 - falls)]
    assert [outcome.text for outcome in report.outcomes[:2]] == ["1422 falls", "1422 is held"]


@rule("france40", "8.3c")
def test_the_results_are_told_in_words_with_their_chances():
    told = {outcome.text: (outcome.chance, outcome.good_for) for outcome in odds(two_to_one(), TWO).outcomes[2:]}
    assert told["the attackers lose a step"] == (float(Fraction(2, 6)), "defender")
    assert told["the defenders retreat two hexes, or stand"] == (float(Fraction(1, 6)), "attacker")


@rule("france40", "8.1a", "8.5")
def test_an_attack_that_could_not_be_made_has_no_odds():
    table = plain("German de.id32 at 1419", "German de.id12 at 1421", "French fr.di43 at 1422")
    assert table.game.seat("german").odds("attack 1422 with de.id12 de.id32") is None


@rule("france40", "8.3c", "11.3.1")
def test_chances_of_step_losses():
    report = odds(two_to_one(), TWO)
    assert report.attacker_losses == {0: 5 / 36, 1: 29 / 36, 2: 2 / 36}
    assert sum(report.defender_losses.values()) == 1


@rule("france40", "8.3c")
def test_a_defender_without_a_lead_unit_is_not_counted_as_standing():
    table = plain("German de.id32 at 1421", "disrupted French fr.di43 at 1422")
    report = odds(table, "attack 1422 with de.id32")  # 7 to 4: 1-1
    assert report.outcomes[0].chance == float(Fraction(2, 6))


RING = (
    "German de.id32 at 1421", "German de.id12 at 1521", "German de.id62 at 1522", "German de.id8 at 1423",
    "German de.id28 at 1322", "German de.id87 at 1321", "British uk.150 at 1422",
)  # fmt: skip
"""A British brigade of two steps, surrounded in the open."""


@rule("france40", "11.4.3", "11.4.1b", "11.3.2")
def test_chances_count_every_throw_of_a_desperate_defence():
    report = odds(plain(*RING), "attack 1422 with de.id32 de.id12")
    assert [face.code for face in report.faces] == ["A1/D1", "DR2", "DRX", "A1/DR2", "EX", "A1"]

    last = Fraction(1, 36)  # with one step left only a twelve holds and costs nothing
    two_steps = Fraction(15, 36) + Fraction(21, 36) * last
    held = (last + two_steps + last + two_steps + 1 + 1) / 6
    assert report.outcomes[1].chance == float(held)
    assert report.defender_losses[2] == float(1 - held)  # whoever does not hold is lost


@rule("france40", "11.4.3", "11.2.1a")
def test_the_chance_to_hold_desperately_is_that_of_all_throws():
    table = plain(*RING).dice(2)
    table.play("attack 1422 with de.id32 de.id12 go")
    (choice,) = table.game.decision.describe(("stand",))
    assert choice.odds == "43% to hold"  # 42 by the first throw


@rule("france40", "12.2a", "12.1.3c", "10.1b")
def test_losses_by_a_retreat_are_counted():
    """Nobody leads these: a Remnant loses its only step anyhow, a division all three where it has no way out."""
    wall = plain(*WALL, "German de.id3 at 1421", "disrupted French fr.di43 at 1422 with 1 step")
    assert odds(wall, "attack 1422 with de.id3").defender_losses == {1: 1.0}  # its only step, one way or the other

    ring = plain(*RING[:-1], "disrupted French fr.di43 at 1422")
    lost = odds(ring, "attack 1422 with de.id32 de.id12").defender_losses  # 3-1: no way out, three steps
    assert lost == {0: float(Fraction(1, 6)), 1: float(Fraction(1, 6)), 3: float(Fraction(4, 6))}


@rule("france40", "11.2.6b", "22.6c")
def test_aircraft_over_a_defended_hex_are_counted_in_its_defence():
    table = at(dynamo("German de.id32 at 2920", "British uk.44 at 2820"), "German combat", 5)
    air(table, 0, 1)
    alone, covered = (table.game.seat("german").odds("attack 2820 with de.id32", {"air-allied": n}) for n in (0, 1))
    assert alone is not None
    assert covered is not None
    assert [face.code for face in covered.faces][:3] == ["A1/DR2", "EX", "A1"]
    stands = Fraction(21, 36)  # in the open, with the aircraft a seven is enough
    assert covered.outcomes[0].chance == float(Fraction(1, 6) * (1 - stands))


@rule("france40", "R.10.2.1.1")
def test_the_weakest_of_an_overfull_hex_are_taken_to_be_left_out():
    table = plain(
        "German de.id32 at 1421", "French fr.di43 at 1422", "French fr.di36 at 1422", "French fr.dlc1 at 1422"
    )
    report = odds(table, "attack 1422 with de.id32")
    assert report.ratio == "7 : 14"
    assert "1 DLC is over the stacking limit and left out" in report.assumptions


@rule("france40", "20.2a")
def test_second_throws_are_not_counted_and_that_is_said():
    table = plain("German de.pz7.t at 1421", "French fr.di43 at 1422")
    assert "no dice are rerolled" in odds(table, "attack 1422 with de.pz7.t").assumptions


@rule("france40", "8.3b", "9.3.1a", "17.1.1a")
def test_support_that_may_still_come_is_shown_with_what_it_would_leave():
    table = air(two_to_one("French fr.hq7 at 1424"), 5, 0)
    report = odds(table, TWO)
    offers = {offer.id: (offer.whose, offer.most) for offer in report.support}
    assert offers == {"air-german": ("german", 1), "hq": ("allied", 1)}

    still_open = {shift.rule: shift for shift in report.shifts if shift.open}
    assert (still_open["9.3.1a"].value, still_open["17.1.1a"].value) == (1, -1)
    leaves = [still_open[rule_id].leaves or 0 for rule_id in ("17.1.1a", "9.3.1a")]
    assert leaves[0] < report.outcomes[0].chance < leaves[1]

    helped = table.game.seat("german").odds(TWO, {"air-german": 1})
    assert helped is not None
    assert helped.final == "3-1"


@rule("france40", "8.4.3a")
def test_an_attack_that_is_not_allowed_says_so():
    table = plain("German de.mg7 at 1421", "French fr.di43 at 1422")
    assert odds(table, "attack 1422 with de.mg7").must.startswith("8.4.3a")


@rule("france40", "8.1a", "12.1.3c")
def test_a_threat_gathers_all_that_can_come():
    table = sickle_cut("French fr.di43 at 1422", "German de.lah at 1417", "German de.id32 at 1419")
    at(table.put("German de.id12 at 1410"), "Allied movement", 2)
    report = threat(table, "1422")
    assert [row.unit for row in report.attackers] == ["de.lah", "de.id32"]  # the other is too far
    assert report.ratio == "12 : 7"
    assert report.approaches[1].hexes == ("1419", "1420", "1320", "1321")
    assert any("43 DI can retreat to" in line for line in report.after)


@rule("france40", "8.1a")
def test_a_threat_without_some_of_its_units():
    table = at(
        sickle_cut("French fr.di43 at 1422", "German de.lah at 1417", "German de.id32 at 1419"), "Allied movement", 2
    )
    report = threat(table, "1422", "de.lah")
    assert [row.unit for row in report.attackers] == ["de.id32"]
    assert report.left_out == ("de.lah",)


@rule("france40", "4.1", "9.6.1")
def test_a_threat_finds_room_and_the_better_bank():
    """Sedan: whoever cannot cross is halved, and two divisions fill a hex."""
    table = at(
        sickle_cut(
            "French fr.di55 at 4619", "German de.id32 at 4718", "German de.id12 at 4718", "German de.id62 at 4718"
        ),
        "Allied movement",
        2,
    )
    report = threat(table, "4619")
    assert {row.counted for row in report.attackers} == {"4"}
    assert report.defenders[0].counted == "10"


@rule("france40", "22.7d", "21.3.3b")
def test_a_threat_leaves_out_who_may_not_attack():
    table = at(dynamo("German de.pz2.t at 1218", "British uk.30 at 1219"), "Allied movement", 4)
    g = game(table)
    g.set_under(unit(table, "de.pz2.t"), 1)
    assert FORECAST.threat(g, Side.ALLIED, "1219", frozenset(), {}) is None
    assert FORECAST.threat(g, Side.ALLIED, "1220", frozenset(), {}) is None  # nobody to be attacked

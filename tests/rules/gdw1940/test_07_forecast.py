"""7: what the odds panel says of a battle is what the rules would do: shelter, ways out, who can attack at all."""

from __future__ import annotations

from meuse.report import OddsReport
from meuse.testkit import Table, rule

from .scene import at, joined, odds, phase_words


def board(*sentences: str, words: str = "German combat") -> Table:
    """These counters in a combat phase of turn 3; the Low Countries are in the war."""
    table = joined(Table("gdw1940").clear(), "holland", "belgium", "luxembourg")
    return at(table.put(*sentences), words, 3)


def said(report: OddsReport, code: str) -> str:
    """What the panel says about the faces with this result."""
    return next(face.text for face in report.faces if face.code == code)


def chance(report: OddsReport, text: str) -> float:
    """The chance of an outcome; 0 if it is not on the list."""
    return next((outcome.chance for outcome in report.outcomes if outcome.text == text), 0.0)


@rule("gdw1940", "7.combine")
def test_there_are_no_odds_for_an_attack_that_cannot_be_made():
    table = board(
        "German de.X at 2011", "German de.IX at 2014", "disrupted German de.XI at 2013", "French fr.IV at 2012"
    )
    table.put("German de.fj1 at 2011", "French fr.V at 2010")
    assert odds(table, "attack 2012 with de.X").ratio == "4 : 4"

    assert table.game.odds("attack 2012 with de.IX") is None  # two hexes away
    assert table.game.odds("attack 2012 with de.X de.XI") is None  # disrupted
    assert table.game.odds("attack 2012 with de.fj1") is None  # no combat factor
    assert table.game.odds("attack 2012 with fr.V") is None  # not its enemy
    assert table.game.odds("attack 2112 with de.X") is None  # nobody there


RING = ("German de.X at 2011", "German de.IX at 2013", "German de.XI at 1911", "German de.IV at 2113")
"""All hexes around 2012 are in German zones."""


@rule("gdw1940", "7.retreat.eliminated")
def test_a_retreat_that_cannot_be_made_counts_as_a_loss():
    report = odds(board(*RING, "French fr.IV at 2012"), "attack 2012 with de.X de.IX")

    lost = "the defenders cannot retreat and are eliminated"
    assert said(report, "DR") == said(report, "DR*") == lost
    assert report.defender_losses == {0: 5 / 12, 1: 7 / 12}  # by the bridgehead roll 2:1 or 1.5:1
    assert chance(report, lost) == chance(report, "2012 falls") == report.defender_losses[1]


@rule("gdw1940", "R.7.retreat.owner.1")
def test_who_goes_first_may_save_the_next():
    """fr.II gets away over 2012 when fr.dlm1 has gone to 2013; without fr.dlc1 in 2012 it cannot, and fr.dlm1 can."""
    ring = ("German de.IX at 2010", "German de.X at 1912", "German de.XXVI at 2112", "German de.VIII at 2014")
    table = board("French fr.II at 2011", "French fr.dlm1 at 2011", "French fr.dlc1 at 2012", *ring)
    assert odds(table, "attack 2011 with de.IX").defender_losses == {0: 1.0}

    report = odds(table.remove("fr.dlc1"), "attack 2011 with de.IX")
    assert report.defender_losses == {0: 4 / 6, 1: 2 / 6}  # a DR* at 1:1
    assert said(report, "DR*") == "the defenders retreat and are disrupted"


@rule("gdw1940", "10.maginot.dr", "R.7.result.dr_star.1")
def test_a_result_that_ground_or_walls_turn_aside_is_called_no_effect():
    report = odds(board("German de.XIX at 1708", "French fr.CAC at 1808"), "attack 1808 with de.XIX")
    assert {said(report, "DR"), said(report, "DR*")} == {"no effect, as the defenders are sheltered"}
    assert chance(report, "1808 falls") == 0

    table = board("German de.XIX at 2005", "British uk.51 at 2004", "British uk.5 at 1906")
    report = odds(table, "attack 1906 2004 with de.XIX")
    assert said(report, "DR*") == "the defenders of 1906 retreat and are disrupted"
    assert chance(report, "1906 and 2004 fall") == chance(report, "the defenders retreat and are disrupted")


@rule("gdw1940", "R.13.invade.1")
def test_neutrals_that_are_attacked_have_their_country_to_retreat_to():
    table = at(Table("gdw1940").clear().put("German de.X at 0508", "Dutch nl.II at 0509"), "German combat", 3)
    report = odds(table, "attack 0509 with de.X")

    assert report.defender_losses == {0: 1.0}
    assert not table.game.state.joined  # nobody has been invaded by asking


@rule("gdw1940", "7.disruption.effects", "15.geb.limits")
def test_a_threat_leaves_out_who_may_not_attack():
    table = board(
        "French fr.IV at 2606", "German de.Geb at 2605", "disrupted German de.X at 2506", "German de.IX at 2505"
    )
    threat = table.game.seat("allied").threat("2606")
    assert threat is not None
    assert [strength.unit for strength in threat.attackers] == ["de.IX"]

    threat = joined(table, "switzerland").game.seat("allied").threat("2606")
    assert threat is not None
    assert [strength.unit for strength in threat.attackers] == ["de.IX", "de.Geb"]


@rule("gdw1940", "7.order")
def test_one_battle_is_not_called_battles():
    table = board("German de.X at 2010", "French fr.II at 2011")
    table.play("attack 2011 with de.X go")
    assert table.game.decision.step.remaining(table.game.state) == "1 attack declared"

    table.play("done")
    assert phase_words(table) == "1 battle to fight"

"""11.3: what a forecast says of the results of an attack, in odd cases too."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.caseyellow.toll import steps_lost
from meuse.testkit import Table, rule

from .scene import battle, control, game, germans_fight, mark, stage


def costs(table: Table, target: str, *units: str) -> dict[str, tuple[int, int]]:
    """The steps of attacker and defender that each result costs."""
    fight = battle(table, target, *units)
    return {word: steps_lost(game(table), fight, word) for word in ("AE", "BL1", "DR", "DE", "ENG")}


@rule("caseyellow", "11.3f", "11.3f.steps", "11.3g", "11.9a")
def test_the_steps_that_results_cost() -> None:
    corps = stage("German de.X at 4540", "French fr.VI at 4640")
    assert costs(corps, "4640", "de.X") == {"AE": (1, 0), "BL1": (1, 1), "DR": (0, 0), "DE": (0, 1), "ENG": (1, 1)}
    stack = stage("German de.X at 4540", "German de.id208 at 4540", "French fr.dlm1 at 4640", "French fr.sp1 at 4640")
    found = costs(stack, "4640", "de.X", "de.id208")
    assert found == {"AE": (2, 0), "BL1": (1, 1), "DR": (0, 0), "DE": (0, 3), "ENG": (1, 0)}


@rule("caseyellow", "11.4b", "9.5d", "11.3f.survive")
def test_units_that_cannot_retreat_are_counted_as_lost() -> None:
    """Two corps bar every way of a corps; a DLM ignores their zones, but not once it is disrupted."""
    ring = ("German de.X at 4640", "German de.I at 4441", "German de.II at 4439")
    corps = costs(stage(*ring, "French fr.VI at 4540"), "4540", "de.X")
    assert (corps["BL1"], corps["DR"], corps["DE"]) == ((1, 2), (0, 2), (0, 2))
    yellow = costs(stage(*ring, "French fr.dlm1 at 4540"), "4540", "de.X")
    assert (yellow["DR"], yellow["DE"]) == ((0, 0), (0, 2))


@rule("caseyellow", "10.9a", "R.10.9a.1", "11.7c", "11.7e")
def test_what_a_forecast_says_of_forts() -> None:
    table = germans_fight("German de.X at 1833", "German de.I at 1833", "French fr.VI at 4640")
    assert costs(table, "1733", "de.X", "de.I") == {
        "AE": (2, 0),
        "BL1": (1, 0),
        "DR": (0, 0),
        "DE": (0, 0),
        "ENG": (0, 0),
    }
    report = table.game.odds("attack 1733 de.X de.I")
    assert report is not None
    idle = {(face.text, face.good_for) for face in report.faces if face.code == "ENG"}
    assert idle == {("no effect on the garrison", "")}
    table.put("French fr.VI at 1733")
    assert costs(table, "1733", "de.X", "de.I")["BL1"] == (1, 1)
    assert costs(table, "1733", "de.X", "de.I")["DR"] == (0, 0)


@rule("caseyellow", "13.5.3", "7.9e.alone")
def test_what_a_forecast_says_of_the_port_and_of_a_lone_depot() -> None:
    units = ("British uk.I at 3110", "British uk.II at 3110", "British uk.III at 3110")
    port = mark(stage("German de.I at 3010", *units, scenario="historical", turn=4), port="3110")
    assert costs(port, "3110", "de.I")["BL1"] == (1, 6)
    depot = germans_fight("German de.X at 4540", "French fr.asu at 4640").game.odds("attack 4640 de.X")
    assert depot is not None
    assert (depot.faces, [outcome.chance for outcome in depot.outcomes]) == ((), [1.0])
    assert (depot.attacker_losses, depot.defender_losses) == ({0: 1.0}, {1: 1.0})


@rule("caseyellow", "7.8c", "10.8b")
def test_what_may_still_be_added_to_an_attack() -> None:
    """Attack Supply from the West Wall may be drawn; no bridgehead is won in a Fortified Line."""
    table = germans_fight("German de.XXX at 1833", "French fr.VI at 1733", turn=3)
    control(table, Side.ALLIED, *(game(table).map.labels[h] for h in game(table).scenario.sources["german_city"]))
    report = table.game.odds("attack 1733 de.XXX")
    assert report is not None
    assert [(shift.value, shift.rule) for shift in report.shifts if shift.open] == [(1, "7.8c")]
    fort = mark(germans_fight("German de.pz1 at 2929", "Belgian be.I at 2928"), destroyed=[])
    panzers = fort.game.odds("attack 2928 de.pz1")
    assert panzers is not None
    assert not any(shift.open for shift in panzers.shifts)

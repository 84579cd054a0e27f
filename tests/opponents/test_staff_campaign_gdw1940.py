"""The staff in 1940 plans a campaign: attacks with what they oblige to, air, guards, Holland, cuts, and the end."""

from __future__ import annotations

import random

from meuse.counters import Side
from meuse.games.gdw1940.advice import ADVICE
from meuse.games.gdw1940.advice_attacks import Reckoner
from meuse.games.gdw1940.advice_plans import FINISH, LAST_GERMAN, SICKLE
from meuse.games.gdw1940.appraisal import ground_worth, is_for_holland, lacking
from meuse.games.gdw1940.board import Gdw1940
from meuse.games.gdw1940.manoeuvre import Phase
from meuse.opponents.staff import StaffBot
from meuse.problems import Judge, position, problems_of
from meuse.testkit import Table
from rules.gdw1940.scene import air, at, deployed, everything, game, joined, plans, territory

BRIEF = ADVICE.brief(SICKLE)


def chosen(table: Table) -> str:
    """What the staff orders now."""
    return " ".join(StaffBot(1).choose(table.game.seat(table.asked)))


def moves(table: Table, side: Side) -> list[tuple[str, ...]]:
    """The moves of the staff in this phase."""
    return [order for order in Phase(game(table), side, random.Random(1), BRIEF).moves() if order[0] == "move"]


def war(side: str = "allied") -> Table:
    """A cleared map on which the Low Countries are at war, all of it one side's."""
    return plans(everything(joined(Table("gdw1940").clear(), "holland", "belgium", "luxembourg"), side), objective=3)


def reckoner(g: Gdw1940, side: Side) -> Reckoner:
    return Reckoner(g, side, BRIEF, ground_worth(g, side, BRIEF))


# -- attacks


def test_an_attack_that_is_lost_for_certain_is_not_made() -> None:
    table = war().put("German de.kav1 at 1814", "French fr.III at 1813", "French fr.dim9 at 1813")
    assert chosen(at(table, "German combat", 3)) == "done"


def test_no_good_attack_is_made_from_beside_a_stack_that_could_not_be_attacked() -> None:
    table = war().put(
        "German de.X at 1814", "French fr.dlc1 at 1813", "French fr.III at 1913", "French fr.dim9 at 1913"
    )
    table.put("French fr.V at 1815", "French fr.dlm1 at 1815")
    assert chosen(at(table, "German combat", 3)) == "done"


def test_an_attack_that_leaves_no_way_out_is_worth_as_much_as_an_elimination() -> None:
    g = game(at(war("german").put("German de.XIX at 1813", "French fr.III at 1814"), "German combat", 3))
    stake = reckoner(g, Side.GERMAN).stake(g.map.hex("1814"))

    assert stake.yields == stake.falls


def test_panzers_mass_for_the_attack_that_pays() -> None:
    table = war().put("German de.XIX at 1710", "German de.XV at 1709", "French fr.VI at 1813")
    table.put("French fr.dlm1 at 1813")
    game(table).destroyed |= {game(table).map.hex(label) for label in ("1009", "1110")}  # no garrisons to beat
    territory(table, "german", "1709", "1710", "1711", "1712")
    goals = {order[2] for order in moves(at(table, "German movement", 3), Side.GERMAN)}
    g = game(table)

    assert goals <= {g.map.labels[n] for n in g.map.adjacent[g.map.hex("1813")]}
    assert len(goals) == 2  # one panzer corps in a hex (3.armour)


def test_panzers_mass_where_the_plan_lets_them_attack() -> None:
    table = war().put("German de.XIX at 1208", "French fr.dlc1 at 1211", "French fr.VI at 1311")
    table = plans(table, objective=3, effort=2)
    territory(table, "german", "1208", "1209", "1210", "1308", "1309", "1310", "1410")

    assert moves(at(table, "German movement", 1), Side.GERMAN)[0][2] in ("1310", "1410")


def test_forts_are_left_to_the_armies_in_the_south_until_the_plan_is_carried_out() -> None:
    table = war().put("German de.XIX at 1511", "German de.XXX at 1509", "French fr.dlc1 at 1610")
    g = game(at(territory(table, "german", "1511", "1509", "1510"), "German movement", 4))
    phase = Phase(g, Side.GERMAN, random.Random(1), BRIEF)
    fort, units = g.map.hex("1610"), g.scenario.unit_named

    assert not phase.may_attack(units["de.XIX"], fort)
    assert phase.may_attack(units["de.XXX"], fort)


def test_panzers_go_round_the_enemy_to_a_port_that_nobody_defends() -> None:
    table = war().put("German de.XIX at 1317", "French fr.III at 1117", "French fr.VI at 1116")
    territory(table, "german", "1317", "1316", "1315")

    assert moves(at(table, "German movement", 5), Side.GERMAN)[0][2] in ("0816", "0919", "0920", "1020")


# -- air


def test_air_goes_where_it_tells_and_not_where_nothing_is_left_to_gain() -> None:
    table = war().put("German de.XIX at 1814", "German de.IV at 1914", "French fr.dlc1 at 1813")
    air(at(table, "German combat", 3), german=5)
    table.play("attack 1813 with de.IV de.XIX go", "done", "resolve 1813")
    assert chosen(table) == "air 0"

    table = war().put("German de.IV at 1012", "German de.XI at 1113", "Belgian be.VI at 1013")
    air(at(table, "German combat", 3), german=5)
    table.play("attack 1013 with de.IV de.XI go", "done", "resolve 1013")
    assert chosen(table) in ("air 3", "air 4", "air 5")


# -- guards


def test_who_alone_holds_a_city_of_the_plan_does_not_advance_out_of_it() -> None:
    table = war().put("German de.XIX at Namur", "French fr.dlc1 at 1212")
    air(at(table, "German combat", 5), german=5)
    table.play("attack 1212 with de.XIX go", "done", "resolve 1212", "air 5")

    assert chosen(table) == "done"


def test_late_in_the_game_more_than_one_unit_guards_what_the_enemy_could_attack() -> None:
    table = war("german").put("French fr.III at 1313", "French fr.dlm1 at 1313", "French fr.V at 1412")
    table.put("German de.XI at 1010", "German de.IV at 1011", "German de.IX at 1012", "German de.SSC at 1111")
    guards = [order for order in moves(at(table, "German movement", 10, impulse=1), Side.GERMAN) if order[2] == "1211"]

    assert len(guards) == 2


def test_the_allies_guard_with_who_is_strong_enough() -> None:
    table = war().put(
        "German de.XIX at 1319", "German de.XV at 1318", "French fr.dlc1 at 1219", "French fr.III at 1219"
    )
    g = game(at(table, "Allied movement", 9))
    phase = Phase(g, Side.ALLIED, random.Random(1), BRIEF)
    named, here = g.scenario.unit_named, g.map.hex("1219")
    phase.options = {named["fr.dlc1"]: {here: 0}, named["fr.III"]: {here: 0}}

    assert phase.missed(named["fr.III"], here) < phase.missed(named["fr.dlc1"], here)


# -- Holland


def test_holland_has_troops_of_its_own_until_it_surrenders() -> None:
    g = game(deployed(Table("gdw1940")))
    g.joined["holland"] = 0
    named = g.scenario.unit_named

    assert is_for_holland(g, named["de.X"])
    assert not is_for_holland(g, named["de.XIX"])
    g.surrendered = frozenset({"holland"})
    assert not is_for_holland(g, named["de.X"])


def test_a_regiment_takes_the_second_city_when_nobody_can_walk_in() -> None:
    table = war().put("German de.fj1 in pool")
    at(territory(table, "german", "0410", "0510"), "German arrivals", 2)

    assert chosen(table).startswith("drop de.fj1")


# -- cuts


def test_a_corridor_that_feeds_a_corps_is_entered() -> None:
    table = plans(joined(Table("gdw1940").clear(), "belgium", "luxembourg"), objective=3)
    table.put("German de.III at 1712", "French fr.dlm1 at 2010")
    territory(table, "german", "1607", "1608", "1708", "1709", "1710", "1711")
    orders = moves(at(table, "Allied movement", 5), Side.ALLIED)

    assert {order[2] for order in orders} & {"1607", "1608", "1708", "1709", "1710", "1711"}


# -- the end


def test_what_the_plan_lacks_is_dropped_on_in_the_last_impulse() -> None:
    table = war("german").put("German de.fj1 in pool", "German de.X at Bruxelles")
    territory(table, "allied", "1020")
    at(table, "German arrivals", 10, impulse=2)

    assert lacking(game(table)) == [game(table).map.hex("1020")]
    assert chosen(table) == "drop de.fj1 1020"


def test_near_the_end_the_plan_is_to_hold_what_counts() -> None:
    g = game(at(war(), "German movement", FINISH))

    assert ADVICE.plans(g, Side.GERMAN)[0] is LAST_GERMAN
    assert ADVICE.is_spent(g, Side.GERMAN, SICKLE)
    assert not ADVICE.is_spent(g, Side.GERMAN, LAST_GERMAN)


def test_each_side_has_plans_to_choose_from_and_each_names_weights_that_exist() -> None:
    g = game(Table("gdw1940"))
    known = [plan for side in Side for plan in ADVICE.plans(g, side)]

    assert len(known) >= 8
    assert all(set(dict(plan.weights)) <= ADVICE.weights.keys() for plan in known)


# -- problems


def test_every_problem_can_be_set_up_and_is_open() -> None:
    problems = problems_of("gdw1940")
    games = {problem.id: position(problem).play(seed=1) for problem in problems}
    open_ones = [p.id for p in problems if not all(Judge(p, games[p.id]).reached(games[p.id]).values())]

    assert len(problems) == 10
    assert len(open_ones) >= 5  # the others are to be kept as they are

"""12.2 to 12.7, 12.11: the End Phase."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.caseyellow.endphase import (
    BetterDefence,
    OpenCity,
    ReceiveBetterDefence,
    Refugees,
    Surrenders,
    TerrorBombing,
    belgium_beaten,
    dutch_cities,
    surrender,
)
from meuse.games.caseyellow.markers import vacated
from meuse.games.caseyellow.supply import sources
from meuse.mechanics.hexsets import members
from meuse.testkit import Table, rule

from .scene import allies_move, control, game, german_moves, mark, run, stage

GERMAN, ALLIED = Side.GERMAN, Side.ALLIED
CITIES = ("4124", "3721", "3920", "3825", "4122", "4733")  # Amsterdam, Rotterdam, Den Haag, Utrecht, Haarlem, Groningen
TOWNS = ("3331", "3417", "3420")  # Venlo, Middelburg, Bergen op Zoom


# -- 12.4 terror bombing


@rule("caseyellow", "12.4a", "5.3", "2.2d.terror", "R.12.4a.1")
def test_one_allied_city_other_than_paris() -> None:
    table = control(mark(stage(turn=3), terror="3920", refugees=["1719"]), GERMAN, "3721")
    table.step(TerrorBombing(GERMAN))
    assert table.why_not("terror 1409").rule == "12.4a"  # Paris
    assert table.why_not("terror 3035").rule == "12.4a"  # Köln
    assert table.why_not("terror 0803").rule == "12.4a"
    table.play("terror 1719")
    g = game(table)
    assert g.terror == g.map.hex("1719")  # the marker has moved
    assert g.refugees == frozenset()  # and the City Refugees are gone
    passed = mark(stage(turn=3), terror="3920").step(TerrorBombing(GERMAN))
    passed.play("pass")
    assert game(passed).terror == -1


@rule("caseyellow", "12.4d")
def test_german_cities_and_those_of_the_beaten_are_spared() -> None:
    table = control(stage(turn=3), GERMAN, "3721").step(TerrorBombing(GERMAN))
    assert table.why_not("terror 3721").rule == "12.4d"
    g = game(table)
    g.set_marker("surrendered", frozenset({"netherlands"}))
    table.game.forget()
    assert table.why_not("terror 3920").rule == "12.4a"


@rule("caseyellow", "12.4b")
def test_units_in_the_city_lose_one_step() -> None:
    table = stage("French fr.VI at Reims", "French fr.di10 at Reims", turn=3).step(TerrorBombing(GERMAN))
    table.play("terror 1719")
    assert (table.asked, set(table.choices("lose"))) == ("allied", {"fr.VI", "fr.di10"})
    table.play("lose fr.VI")
    assert (table.steps("fr.VI"), table.steps("fr.di10")) == (1, 1)


# -- 12.5 surrenders


@rule("caseyellow", "12.5a", "R.12.5a.1", "12.4d")
def test_six_dutch_cities() -> None:
    table = control(stage("Dutch nl.I at 3922", "Belgian be.I at Namur", turn=2), GERMAN, *CITIES[:4])
    g = game(table)
    assert dutch_cities(g) == 4
    assert dutch_cities(game(control(table, GERMAN, *TOWNS[:2]))) == 4  # two towns are nothing
    assert dutch_cities(game(control(table, GERMAN, *TOWNS))) == 5
    run(table, Surrenders())
    assert not g.surrendered
    assert dutch_cities(game(mark(table, terror="4733"))) == 6
    run(table, Surrenders())
    assert g.surrendered == {"netherlands"}


@rule("caseyellow", "12.5a.units", "12.5a.works", "10.9d", "12.5a.vp")
def test_the_dutch_go_with_their_works() -> None:
    units = ("Dutch nl.I at 3922", "French fr.VI at 3523", "Belgian be.I at Namur")
    table = stage(*units, scenario="historical", turn=2)
    run(control(table, GERMAN, *CITIES), Surrenders())
    g = game(table)
    assert (table.where("nl.I"), table.where("fr.VI")) == ("", "3523")
    assert not g.standing_works(g.map.hex("3826"))
    assert g.standing_works(g.map.hex("2722"))
    assert [(side, points) for side, points, _, _ in g.awards] == [(GERMAN, 4)]


@rule("caseyellow", "12.5b", "12.5b.units", "12.5b.works", "12.5b.vp", "10.9d")
def test_belgium_surrenders() -> None:
    table = control(stage("Belgian be.I at Namur", scenario="historical", turn=4), GERMAN, "3221", "2921", "3117")
    run(table, Surrenders())
    assert not game(table).surrendered
    run(control(table, GERMAN, "3213"), Surrenders())
    g = game(table)
    assert (g.surrendered, table.where("be.I")) == ({"belgium"}, "")
    assert g.standing_fort(g.map.hex("2727")) is None  # Liège
    assert not g.standing_works(g.map.hex("2722"))
    assert [(side, points) for side, points, _, _ in g.awards] == [(GERMAN, 5)]
    empty = run(stage(scenario="historical", turn=4), Surrenders())
    assert game(empty).surrendered == {"belgium"}  # no unit is left


@rule("caseyellow", "12.5b", "R.12.5b.1")
def test_belgium_fights_on_while_a_unit_waits_to_come_back() -> None:
    table = stage(scenario="historical", turn=6)
    g = game(table)
    unit = g.scenario.unit_named["be.I"]
    g.place(unit, g.scenario.box("evacuated"))
    assert belgium_beaten(g)  # who has left by sea does not hold the country
    g.place(unit, g.scenario.box("reserve"))
    assert not belgium_beaten(g)
    surrender(g, "belgium", "belgian", "12.5b")
    assert table.where("be.I") == ""


# -- 12.6 refugees


@rule("caseyellow", "12.6d", "R.12.6d.1", "12.6b.limit", "12.6a")
def test_the_germans_place_refugees() -> None:
    table = stage("German de.X at Aachen", turn=3).step(Refugees(GERMAN))
    assert "2727" in table.choices("place")  # Liège is near
    assert table.why_not("place 0803").rule == "12.6d"
    assert table.why_not("place 3035").rule == "12.6d"  # Köln is German
    assert "1719" not in table.choices("place")  # Reims is far
    table.play("place 2727")
    g = game(table)
    assert g.refugees == {g.map.hex("2727")}
    assert "lift" not in table.choices()  # what was placed now stays
    hungry = stage("unsupplied German de.X at 0803", turn=3)
    assert hungry.step(Refugees(GERMAN)).asked == ""  # without a Line of Supply they drive nobody out


@rule("caseyellow", "12.6b.limit")
def test_refugee_markers_are_limited_and_leave_when_germans_come() -> None:
    six = ["1719", "2713", "2209", "1902", "1231", "2512"]
    table = mark(stage("German de.X at 1720", turn=3), refugees=six).step(Refugees(GERMAN))
    assert table.choices() == ["lift", "done"]
    table.play("lift 2512")
    assert game(table).map.hex("2512") not in game(table).refugees
    entered = mark(german_moves("German de.X at 1720"), refugees=six)
    entered.play("move de.X 1719")
    assert game(entered).map.hex("1719") not in game(entered).refugees


# -- 12.7 Paris


@rule("caseyellow", "12.7a")
def test_paris_can_be_opened_from_turn_5_on() -> None:
    assert stage(turn=4).step(OpenCity(ALLIED)).asked == ""
    assert stage(turn=5).step(OpenCity(ALLIED)).asked == "allied"
    assert stage("German de.X at Paris", turn=5).step(OpenCity(ALLIED)).asked == ""
    table = stage(turn=5).step(OpenCity(ALLIED))
    table.play("declare")
    assert game(table).open_city


@rule("caseyellow", "12.7b", "R.12.7b.1")
def test_units_leave_an_open_paris_at_once() -> None:
    table = stage("French fr.VI at Paris", turn=5).step(OpenCity(ALLIED))
    table.play("declare")
    assert table.asked == "allied"
    assert table.choices("retreat fr.VI") == ["1209", "1307", "1308"]  # by the compass
    assert table.why_not("retreat fr.VI 1408").rule == "12.7b"  # neither river nor town stops them
    table.play("retreat fr.VI 1209")
    assert table.where("fr.VI") == "1209"
    west = stage("French fr.VI at 1508", turn=5).step(OpenCity(ALLIED))
    west.play("declare")
    assert west.why_not("retreat fr.VI 1309").rule == "12.7b"  # two hexes from there, but next to another hex of Paris
    assert west.choices("retreat fr.VI")


@rule("caseyellow", "12.7c", "R.12.7c.1")
def test_an_open_paris_is_closed_to_the_allies() -> None:
    table = mark(allies_move("French fr.VI at 1411", "French fr.I at 1013"), open_city=True)
    assert table.why_not("move fr.VI 1410").rule == "12.7c"  # within two hexes
    assert table.why_not("move fr.VI 1409").text == "Paris is an open city"
    assert "1412" in table.reach("fr.VI")
    before = allies_move("French fr.VI at 1411", "French fr.di10 at 1411")
    assert "1410" in before.reach("fr.VI")
    assert "march" in before.choices()  # nothing binds a stack


# -- 12.11 Better Defense


@rule("caseyellow", "12.11c")
def test_markers_come_by_turn() -> None:
    table = run(stage(scenario="historical", turn=5), ReceiveBetterDefence())
    assert game(table).better_pool == 3
    assert game(run(stage(scenario="historical", turn=4), ReceiveBetterDefence())).better_pool == 0


def pool(table: Table, count: int) -> Table:
    game(table).better_pool = count
    return table


@rule("caseyellow", "12.11d", "12.11c")
def test_where_markers_are_placed() -> None:
    ring = ("German de.X at 0903", "German de.I at 0802", "German de.II at 0804")
    table = pool(stage("French fr.VI at Lille", "French fr.di10 at 0803", "French fr.I at Reims", *ring, turn=5), 1)
    table.step(BetterDefence(ALLIED))
    assert table.why_not("place 0803").rule == "12.11d"  # no communication
    assert "no Allied unit" in table.why_not("place 2512").text
    table.play("place 2713")
    g = game(table)
    assert (g.better, g.better_pool) == ({g.map.hex("2713")}, 0)
    assert table.asked == ""  # none is left, and what was placed now stays


@rule("caseyellow", "12.11e.choice", "12.11e.los", "R.12.11e.los.1")
def test_markers_may_be_lifted_for_use_elsewhere() -> None:
    table = mark(stage("French fr.VI at Lille", turn=5), better=["2713"]).step(BetterDefence(ALLIED))
    table.play("lift 2713")
    assert game(table).better_pool == 1
    assert "2713" in table.choices("place")
    cut = mark(stage("French fr.VI at Lille", "French fr.I at 4540", turn=5), better=["4540", "2713"])
    assert cut.step(BetterDefence(ALLIED)).choices("lift") == ["2713"]  # 4540 has no Line of Supply: its marker stays


@rule("caseyellow", "12.11e.move", "12.11e.los", "12.11f")
def test_a_marker_comes_off_when_all_units_move_away() -> None:
    table = mark(allies_move("French fr.VI at Lille", "French fr.di10 at Lille", turn=5), better=["2713"])
    g = game(table)
    table.play("move fr.VI 2712")
    assert g.better  # one unit stays
    table.play("move fr.di10 2612")
    assert (g.better, g.better_pool) == (frozenset(), 1)
    cut = mark(allies_move("French fr.VI at 4540", turn=5), better=["4540"])
    cut.play("move fr.VI 4440")
    assert (game(cut).better, game(cut).better_pool) == (frozenset(), 0)  # no Line of Supply


@rule("caseyellow", "12.5b.units", "12.11e.los")
def test_a_marker_comes_off_when_its_units_surrender() -> None:
    table = mark(stage("Belgian be.I at Lille", turn=5), better=["2713"])
    surrender(game(table), "belgium", "belgian", "12.5b")
    assert (game(table).better, game(table).better_pool) == (frozenset(), 1)


@rule("caseyellow", "12.11e.combat", "12.11f", "R.12.11e.los.1")
def test_a_marker_is_lost_with_all_its_units() -> None:
    table = mark(stage(turn=5), better=["2713"])
    vacated(game(table), game(table).map.hex("2713"), "french", survivors=0)
    assert game(table).better_pool == 0
    saved = mark(stage(turn=5), better=["2713"])
    vacated(game(saved), game(saved).map.hex("2713"), "french", survivors=1)
    assert game(saved).better_pool == 1
    table = mark(stage(turn=5), better=["4124"])
    g = game(table)
    control(table, GERMAN, *(g.map.labels[h] for h in members(sources(g, "french"))))
    vacated(g, g.map.hex("4124"), "french", survivors=1)
    assert g.better_pool == 0  # the Dutch would be in supply there


@rule("caseyellow", "12.6d", "12.6b.limit")
def test_reasons_against_refugees() -> None:
    table = stage("German de.X at Aachen", turn=3).step(Refugees(GERMAN))
    assert "neither a city nor a town" in table.why_not("place 0803").text
    assert "is not under Allied control" in table.why_not("place 3035").text
    table.play("place 2727")
    assert "already has a marker" in table.why_not("place 2727").text
    refusal = Refugees(GERMAN).why_not_there(
        game(mark(table, refugees=["1719", "2713", "2209", "1902", "1231", "2512"])), 0
    )
    assert refusal is not None
    assert refusal.rule == "12.6b.limit"


@rule("caseyellow", "12.11c", "12.11d")
def test_reasons_against_a_better_defense_marker() -> None:
    table = pool(mark(stage("French fr.VI at Lille", "French fr.I at Reims", turn=5), better=["2713"]), 1)
    table.step(BetterDefence(ALLIED))
    assert "already has a marker" in table.why_not("place 2713").text
    refusal = BetterDefence(ALLIED).why_not_there(game(pool(table, 0)), game(table).map.hex("1719"))
    assert refusal is not None
    assert refusal.rule == "12.11c"

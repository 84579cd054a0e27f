"""The command line: what it prints, what it writes, and that errors are one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import meuse
from meuse.cli import app, run
from meuse.cli_play import parse_options

TESTS = Path(__file__).parents[1]


def call(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def answer(*words: str) -> Any:
    """The JSON that a command prints."""
    return json.loads(call(*words, "--json").stdout)


def complaint(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    """What the program says of a command that cannot be carried out."""
    monkeypatch.setattr("sys.argv", ["meuse", *words])
    with pytest.raises(SystemExit) as caught:
        run()
    assert caught.value.code == 2
    return capsys.readouterr().err


# -- games and rules


def test_games_are_listed() -> None:
    found = answer("games")
    assert [book["id"] for book in found] == list(meuse.GAMES)
    assert found[0]["scenarios"][0]["id"] == "sedan"
    assert "skirmish" in call("games").stdout


def test_options_are_listed_with_what_they_do(monkeypatch: pytest.MonkeyPatch) -> None:
    found = next(book for book in answer("games") if book["id"] == "caseyellow")
    one = next(option for option in found["options"] if option["id"] == "supply_zones")
    assert (one["default"], one["values"], one["rule"]) == ("all", ["all", "uncontested"], "9.7")
    monkeypatch.setattr("meuse.cli_play.console.width", 200)
    assert "Enemy zones that cut a Line of Supply" in call("games").stdout


def test_rules_are_shown_by_the_beginning_of_their_number() -> None:
    assert [row["id"] for row in answer("rules", "skirmish", "6.2")] == ["6.2"]
    assert len(answer("rules", "skirmish", "5")) == 4
    assert "Sealed bid" in call("rules", "skirmish", "2.1").stdout


def test_coverage_tells_what_is_missing() -> None:
    found = answer("rules", "skirmish", "--coverage", "--tests", str(TESTS))
    assert (found["untested"], found["unnamed"], found["unknown"]) == ([], [], [])
    assert call("rules", "skirmish", "--coverage", "--tests", str(TESTS)).exit_code == 0


def test_coverage_of_all_games_is_one_line() -> None:
    shown = call("rules", "--coverage", "--tests", str(TESTS)).stdout.replace("\n", " ")
    assert all(f"{game} " in shown for game in meuse.GAMES)
    assert "missing:" in shown


def test_coverage_fails_where_something_is_missing(tmp_path: Path) -> None:
    assert call("rules", "skirmish", "--coverage", "--tests", str(tmp_path)).exit_code == 1


# -- tables


def test_charts_tell_where_their_figures_come_from() -> None:
    listed = {chart["id"]: chart for chart in answer("tables", "gdw1940")}
    assert listed["crt"]["status"] == "reconstructed"
    assert "reconstructed" in call("tables", "gdw1940").stdout


def test_a_chart_is_shown_in_full() -> None:
    shown = call("tables", "gdw1940", "crt").stdout
    assert "Combat results" in shown
    assert "DR*" in shown


def test_an_unknown_chart_is_refused_with_those_there_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "it has turns, crt, retreat" in complaint(capsys, monkeypatch, "tables", "gdw1940", "weather")


def test_tables_are_copied_and_played_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEUSE_TABLES", "")  # put back afterwards
    call("tables", "skirmish", "--out", str(tmp_path / "own"))
    charts = tmp_path / "own" / "skirmish" / "tables.toml"
    charts.write_text(charts.read_text(encoding="utf-8").replace("turns = 4", "turns = 3"), encoding="utf-8")
    call("--data", str(tmp_path / "own"), "new", "skirmish", "--out", str(tmp_path / "g.meuse"))
    assert meuse.load(tmp_path / "g.meuse").state.scenario.turns == 3


def test_a_folder_without_tables_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = complaint(capsys, monkeypatch, "--data", str(tmp_path), "games")
    assert "has no tables: they belong in a subfolder named after the game" in said


# -- files


def test_a_game_is_started_and_saved(tmp_path: Path) -> None:
    file = tmp_path / "g.meuse"
    assert call("new", "skirmish", "--out", str(file), "--seed", "7").exit_code == 0
    assert meuse.load(file).fingerprint == meuse.new("skirmish", seed=7).fingerprint


def test_a_saved_game_is_printed_order_by_order(tmp_path: Path) -> None:
    game = meuse.new("skirmish", seed=7)
    game.play("bid 1", "german")
    game.play("bid 0", "allied")
    game.save(tmp_path / "g.meuse")
    printed = call("replay", str(tmp_path / "g.meuse")).stdout
    assert "German  bid 1" in printed
    assert "German: Which units move?" in printed
    assert "Allied  bid 0" not in call("replay", str(tmp_path / "g.meuse"), "--at", "1").stdout


def test_saved_games_are_verified(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.meuse", tmp_path / "bad.meuse"
    meuse.new("skirmish", seed=7).save(good)
    bad.write_text(good.read_text(encoding="utf-8").replace("# state", "german surrender\n# state"), encoding="utf-8")
    found = answer("verify", str(good), str(bad), str(tmp_path / "none.meuse"))
    assert found[str(good)].startswith("verified: 0 orders")
    assert found[str(bad)].startswith("refused: line")
    assert found[str(tmp_path / "none.meuse")].startswith("refused:")
    assert call("verify", str(good)).exit_code == 0
    assert call("verify", str(bad)).exit_code == 1


def test_a_file_with_tables_of_its_own_agrees_but_is_not_verified(tmp_path: Path) -> None:
    charts = (meuse.rule_book("skirmish").data / "tables.toml").read_text(encoding="utf-8")
    (tmp_path / "tables.toml").write_text(charts.replace("turns = 4", "turns = 3"), encoding="utf-8")
    game = meuse.new("skirmish", seed=7, data=tmp_path)
    game.save(tmp_path / "own.meuse")
    (said,) = answer("verify", str(tmp_path / "own.meuse")).values()

    assert said == (
        f"agrees, but proves nothing: 0 orders, state {game.state.digest()}; tables {game.rules.data_hash}, "
        f"seed {game.fingerprint[:16]}; the file has tables of its own: tables.toml"
    )
    assert game.rules.data_hash != meuse.rule_book("skirmish").data_hash
    assert call("verify", str(tmp_path / "own.meuse")).exit_code == 3


# -- simulation


def test_results_do_not_depend_on_the_number_of_jobs() -> None:
    one = answer("sim", "skirmish", "--games", "4", "--seed", "11", "--jobs", "1")
    two = answer("sim", "skirmish", "--games", "4", "--seed", "11", "--jobs", "2")
    assert one["finished"] == one["verified"] == 4
    assert one["errors"] == []
    assert [one[key] for key in ("digests", "wins", "levels", "orders")] == [
        two[key] for key in ("digests", "wins", "levels", "orders")
    ]
    assert len(set(one["digests"])) == 4


def test_options_may_be_drawn_for_each_game() -> None:
    words = ("sim", "caseyellow", "--scenario", "holland", "--games", "3", "-o", "random", "-o", "overrun=no")
    found = answer(*words)
    assert found["finished"] == found["verified"] == 3
    assert len({json.dumps(chosen) for chosen in found["options"]}) > 1
    assert all(set(chosen) == {o.id for o in meuse.rule_book("caseyellow").options} for chosen in found["options"])
    assert not any(chosen["overrun"] for chosen in found["options"])
    again = answer(*words, "--jobs", "2")
    assert (again["options"], again["digests"]) == (found["options"], found["digests"])


def test_without_that_the_options_stay_as_they_are() -> None:
    assert answer("sim", "skirmish", "--games", "1")["options"] == [{}]


def test_a_match_is_shown_as_a_table() -> None:
    shown = call("sim", "skirmish", "--games", "1")
    assert shown.exit_code == 0
    assert "verified" in shown.stdout


def test_the_bench_measures_copies_tokens_and_games() -> None:
    found = answer("bench", "skirmish", "--games", "1")
    assert found["copy_us"] > 0
    assert found["token_mean_us"] > 0
    assert "Bid.bid 1" in found["kinds"]
    assert "orders_per_second" in call("bench", "skirmish", "--games", "1").stdout


# -- errors


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("new chess --out x", "there is no game 'chess'; there are skirmish"),
        ("new skirmish --out x --scenario moscow", "Skirmish at Sedan has no scenario 'moscow'; it has sedan"),
        ("new skirmish --out x --option fog", "an option is NAME=VALUE, not 'fog'"),
        ("new skirmish --out x --option fog=1", "Skirmish at Sedan has no option 'fog'; it has none"),
        ("new skirmish --out no/such/folder/x", "No such file or directory"),
        ("sim skirmish --german rommel --games 1", "there is no bot 'rommel'; there are random"),
        ("rules skirmish 99", "Skirmish at Sedan has no rule '99'"),
        ("rules skirmish --coverage --tests no/such", "there are no tests in no/such"),
        ("replay no/such.meuse", "No such file or directory"),
    ],
)
def test_an_error_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str, text: str
) -> None:
    said = [row for row in complaint(capsys, monkeypatch, *words.split()).splitlines() if row.startswith("meuse:")]
    assert len(said) == 1
    assert text in said[0]


def test_options_are_read_as_people_write_them() -> None:
    given = ["a=yes", "b=off", "c=3", "d=-3", "e=red"]
    assert parse_options(given) == {"a": True, "b": False, "c": 3, "d": -3, "e": "red"}
    assert parse_options(None) == {}


# -- how well it was played


def test_an_audit_counts_blunders_a_game_and_side_and_tells_the_worst() -> None:
    file = str(TESTS / "replay" / "skirmish.meuse")
    found = answer("audit", file)
    assert found["games"] == 1
    assert (
        found["blunders"]["gift"] == sum(found["sides"][side]["blunders"]["gift"] for side in ("german", "allied")) / 2
    )
    assert found["files"][file]["list"][0]["words"].startswith("Turn 1, German: the attack on Sedan (4619)")
    assert "It was punished." in call("audit", file).stdout


def test_a_simulation_tells_blunders_and_what_of_1940_happened() -> None:
    found = answer("sim", "skirmish", "--games", "2", "--german", "staff", "--audit")
    assert found["audit"]["games"] == 2
    assert found["history"]["sedan"]["turn"] == 2
    assert 0 <= found["history"]["sedan"]["in_time"] <= found["history"]["sedan"]["happened"] <= 1
    assert "audit" not in answer("sim", "skirmish", "--games", "1")


def test_problems_are_listed_and_put_to_bots() -> None:
    listed = answer("problems", "skirmish")
    assert listed["problems"] == len(listed["list"]) >= 3
    solved = answer("problems", "skirmish", "--solution", "--only", "open-road")
    assert (solved["problems"], solved["solved"], solved["results"][0]["id"]) == (1, 1, "open-road")
    assert answer("problems", "skirmish", "--bot", "pass")["solved"] == 0
    assert "The last garrison" in call("problems", "skirmish").stdout


def test_an_unknown_problem_or_solver_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "skirmish has no problem 'chess'" in complaint(
        capsys, monkeypatch, "problems", "skirmish", "--only", "chess"
    )
    assert "there is no bot 'napoleon'" in complaint(capsys, monkeypatch, "problems", "skirmish", "--bot", "napoleon")

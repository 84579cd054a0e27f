"""Problems and lessons as the service offers them: begun as matches of their own, judged by the rules, played out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from kits.visitors import Player, Visitor
from meuse.game import Position
from meuse.opponents.solving import Script
from meuse.problems import position, problems_of
from meuse.server.app import build
from meuse.server.house import House
from meuse.server.hub import Hub
from meuse.server.limits import Limits
from meuse.server.migrate import migrate
from meuse.server.records import Origin, Setup
from meuse.server.storage import Storage
from meuse.server.study import judging, pictures, problems
from meuse.server.study.judging import Attempted
from meuse.server.study.messages import GoalLine, Verdict


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    database = tmp_path_factory.mktemp("study") / "games.sqlite3"
    with TestClient(build(str(database), Limits(rate=0))) as client:
        yield Visitor(client)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    storage = Storage(str(tmp_path / "games.sqlite3"))
    migrate(storage.engine)
    found = House(storage, Hub())
    yield found
    found.close()


def attempted(problem: str, seed: str, *orders: str) -> Attempted:
    """An attempt at a problem of the small game, as far as these orders: "german: move 2Pz 4619"."""
    setup = problems.setup_of(problems.find("skirmish", problem), seed)
    given = tuple((side, text) for side, _, text in (order.partition(": ") for order in orders))
    return Attempted(problem, Origin(setup), given)


def begun(visitor: Visitor, path: str, **facts: Any) -> Player:
    answer = visitor.client.post(f"/api/{path}", json=facts)
    assert answer.status_code == 201, answer.text
    return Player(visitor.client, answer.json()["secret"])


# -- the list


def test_every_problem_is_listed_with_its_goals_in_words() -> None:
    cards = {card.id: card for card in problems.cards(("skirmish",))}
    assert list(cards) == ["last-garrison", "open-road", "all-together"]
    assert cards["last-garrison"].goals == ("German control of Sedan", "German control of Charleville-Mézières")
    assert cards["last-garrison"].reply == "general"
    assert cards["all-together"].reply == ""


@pytest.mark.parametrize("game", ["skirmish", "gdw1940", "france40", "caseyellow", "manstein", "planjaune"])
def test_every_problem_has_a_hint_and_says_its_goals_in_words(game: str) -> None:
    hints = [problems.hint(game, problem.id) for problem in problems_of(game)]
    assert [hint for hint in hints if not hint.look or not hint.where] == []
    bare = [text for card in problems.cards((game,)) for text in card.goals if text.startswith(("german ", "allied "))]
    assert bare == []


def test_a_hint_says_what_to_look_at_and_where(visitor: Visitor) -> None:
    hint = visitor.client.get("/api/problems/skirmish/last-garrison/hint").json()
    assert hint["look"].startswith("Count who holds each town")
    assert hint["where"] == ["4717", "4619", "4317"]


def test_a_picture_shows_the_position(visitor: Visitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = pictures.of_problem(problems.find("skirmish", "open-road"), "light")
    monkeypatch.setattr(pictures, "SHEETS", tmp_path)
    assert pictures.kept(wanted) is None
    drawn = pictures.draw(wanted)
    assert drawn.startswith(b"\x89PNG")
    assert pictures.kept(wanted) == drawn
    other = pictures.of_problem(problems.find("skirmish", "last-garrison"), "light")
    assert other.name != wanted.name


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("problems/skirmish/none/hint", "There is no problem at this address."),
        ("problems/chess/last-garrison/hint", "There is no problem at this address."),
        ("problems/skirmish/open-road/picture?theme=pink", "A picture is light or dark."),
    ],
)
def test_what_is_not_there_is_told(visitor: Visitor, path: str, text: str) -> None:
    answer = visitor.client.get(f"/api/{path}")
    assert answer.status_code in (400, 404)
    assert answer.json()["text"].startswith(text)


# -- attempts


def test_an_attempt_begins_at_the_position_of_the_problem(visitor: Visitor) -> None:
    solver = begun(visitor, "problems/skirmish/open-road")
    state = solver.state
    assert state["match"]["task"] == "problem open-road"
    assert state["match"]["title"].endswith(": The road to Le Chesne")
    assert state["side"] == "allied"
    units = {unit["id"]: unit.get("at") for unit in state["view"]["units"]}
    assert units["3DIM"] == "4622"


def test_solved_without_dice(visitor: Visitor) -> None:
    """With the real bot on the other side, and the verdict from the process that makes it."""
    solver = begun(visitor, "problems/skirmish/open-road", seed="1")
    assert solver.get("verdict").json()["outcome"] == "open"
    solver.order("move", "3DIM", "4422")
    assert solver.get("verdict").json()["outcome"] == "open"
    solver.order("end")
    solver.order("done")
    found = solver.get("verdict").json()
    assert found["outcome"] == "solved"
    assert found["why"].startswith("An objective without a garrison")
    assert all(goal["reached"] for goal in found["goals"])


def test_missed_where_nothing_is_done() -> None:
    found = judging.judge(attempted("open-road", "1", "allied: end", "allied: done"))
    assert found.outcome == "missed"
    assert GoalLine("Allied control of Le Chesne", reached=False) in found.goals
    assert found.why == ""


def test_it_is_open_until_the_time_has_come() -> None:
    assert judging.judge(attempted("open-road", "1", "allied: move 3DIM 4422")) == Verdict(outcome="open")


def tried_out(problem: str, seed: str, *orders: str) -> Attempted:
    """An attempt whose solver gives these orders where they fit; both sides answer what is asked beside them."""
    found = problems.find("skirmish", problem)
    game, _ = judging.played(found, position(found), lambda _, seed: Script(orders, seed), seed)
    given = (f"{entry.side.word}: {' '.join(entry.order)}" for entry in game.journal)
    return attempted(problem, seed, *given)


THREE = ("move 2Pz 4919", "move 10Pz 4820", "attack 4819 with 1Pz 2Pz 10Pz go")
ALONE = ("attack 4819 with 1Pz go",)
"""A battle that three divisions win with any dice, and one alone with any but a 1."""


def test_with_dice_the_orders_are_played_again_with_others() -> None:
    found = judging.judge(tried_out("all-together", "3", *THREE))
    assert (found.outcome, found.won, found.dice) == ("solved", 12, 12)


def test_a_lucky_roll_is_no_solution() -> None:
    found = judging.judge(tried_out("all-together", "3", *ALONE))
    assert (found.outcome, found.won, found.dice) == ("lucky", 7, 12)
    assert found.why == ""


def test_a_weak_plan_with_bad_dice_is_missed() -> None:
    assert judging.judge(tried_out("all-together", "all-together 5", *ALONE)).outcome == "missed"


def test_a_right_plan_with_bad_dice_is_called_unlucky(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same attack, in a problem that asks for no more than it gives."""
    easy = msgspec.structs.replace(problems.find("skirmish", "all-together"), share=0.5)
    monkeypatch.setattr(judging, "problems_of", lambda _: (easy,))
    found = judging.judge(tried_out("all-together", "all-together 5", *ALONE))
    assert (found.outcome, found.won) == ("unlucky", 7)


def test_several_solutions_are_right() -> None:
    """Another division in Sedan than the one in the solution: the rules judge."""
    assert judging.judge(tried_out("last-garrison", "1", "move 1Pz 4619")).outcome == "solved"
    assert judging.judge(tried_out("last-garrison", "1", "move 2Pz 4619")).outcome == "solved"


def test_nobody_solves_a_problem_in_a_common_game(visitor: Visitor) -> None:
    match = visitor.start("skirmish", seed="7")
    answer = match.german.get("verdict")
    assert answer.status_code == 409
    assert answer.json()["text"] == "This game has no problems to solve."


def test_a_chosen_seed_must_be_one_word(visitor: Visitor) -> None:
    answer = visitor.client.post("/api/problems/skirmish/open-road", json={"seed": "two words"})
    assert answer.status_code == 400
    assert answer.json()["text"].startswith("A seed is one word")


# -- the solution


def test_the_solution_is_played_out_once_and_can_be_watched(visitor: Visitor) -> None:
    first = visitor.client.post("/api/problems/skirmish/last-garrison/solution").json()
    again = visitor.client.post("/api/problems/skirmish/last-garrison/solution").json()
    assert first == again
    assert first["why"].startswith("Two objectives win")
    log = visitor.client.get(f"/api/matches/{first['id']}/log").json()
    assert log[0]["order"] == ["move", "2Pz", "4718.4619"]
    before = visitor.client.get(f"/api/matches/{first['id']}/state?at=0").json()
    assert before["match"]["task"] == "solution last-garrison"


# -- lessons


def test_a_lesson_of_our_own_begins_at_its_position(visitor: Visitor) -> None:
    pupil = begun(visitor, "games/france40/lesson", seed=1)
    state = pupil.state
    assert state["match"]["task"] == "lesson"
    assert state["match"]["title"] == "France '40: The second day at Sedan"
    assert state["match"]["seats"]["allied"]["bot"] == "cadet"
    assert next(choice["token"] for choice in state["decision"]["choices"]) in ("move", "march")


def test_a_lesson_on_a_historical_set_up_begins_with_its_scenario(visitor: Visitor) -> None:
    pupil = begun(visitor, "games/caseyellow/lesson")
    assert pupil.state["match"]["scenario"] == "holland"
    assert pupil.state["match"]["task"] == "lesson"


def test_a_game_without_a_lesson_says_so(visitor: Visitor) -> None:
    answer = visitor.client.post("/api/games/skirmish/lesson", json={})
    assert answer.status_code == 404
    assert answer.json()["text"].startswith("There is no guide to")


# -- matches that begin at a position


def test_a_match_from_a_position_is_the_same_when_it_is_opened_again(house: House) -> None:
    begun = problems.begin(house, "skirmish", "open-road", "7")
    match = house.sit(begun.secret).match
    house.record(match, "order", match.live.game.decision.side, "move 3DIM 4422")
    before = house.seat_state(begun.secret)
    house.forget(begun.id)
    after = house.seat_state(begun.secret)
    assert after.view == before.view
    assert house.seat_state(begun.secret, at=0).view != after.view
    stored = house.storage.match(begun.id)
    assert stored is not None
    assert stored.info.task == "problem open-road"
    assert stored.setup.position == position(problems.find("skirmish", "open-road")).text


def test_a_position_is_kept_with_its_match(house: House) -> None:
    """Another release may set the same problem up in another way; a match that was begun goes on as it began."""
    problem = problems.find("skirmish", "open-road")
    text = position(problem).text.replace("unit 3DIM at 4622", "unit 3DIM at 4821")
    setup = Setup("skirmish", "sedan", "7", {}, position=text)
    begun = Origin(setup).game()
    assert begun.view().units != Position(position(problem).text).play().view().units
    assert begun.journal == []

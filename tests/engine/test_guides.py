"""Guided first games: what they name exists, and what they wait for can happen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import meuse
from meuse.games import OWN
from meuse.guide import BadGuide, Guide, GuideStart, GuideStep, Moment, guide_of
from meuse.lessons import opening
from meuse.opponents import bot

GUIDES = {game: guide for game in OWN if (guide := guide_of(game))}
guided = pytest.mark.parametrize("game", sorted(GUIDES))


def test_every_game_has_a_lesson_and_fortress_holland_is_the_first() -> None:
    ranked = sorted(GUIDES, key=lambda game: GUIDES[game].card.place)
    assert ranked == ["caseyellow", "gdw1940", "france40", "manstein", "planjaune"]
    assert GUIDES["caseyellow"].card.scenario == "holland"
    assert guide_of("skirmish") is None


@guided
def test_a_guide_names_rules_units_and_places_that_exist(game: str) -> None:
    book, guide = meuse.rule_book(game), GUIDES[game]
    scenario = book.opened(guide.card.scenario, {})
    known = {row.id for row in (*book.ledger.rule, *book.ledger.ruling)}
    assert [step.rule for step in guide.step if step.rule and step.rule not in known] == []
    places = {*scenario.unit_named, *scenario.map.labels}
    assert [step.point for step in guide.step if step.point and step.point not in places] == []
    assert [moment.picked for moment in moments(guide) if moment.picked and moment.picked not in places] == []
    assert guide.card.opponent in meuse.bots()


@guided
def test_a_guide_waits_for_orders_that_the_game_has(game: str) -> None:
    words = {*meuse.rule_book(game).words, ""}
    asked = {word for moment in moments(GUIDES[game]) for word in (moment.verb, moment.order)}
    assert asked - words == set()
    assert {order[0] for order in GUIDES[game].prepare} | {GUIDES[game].begins} <= words


@guided
def test_every_step_but_the_last_is_passed_by_playing(game: str) -> None:
    *steps, last = GUIDES[game].step
    assert [step.title for step in steps if not step.until] == []
    assert last.until == ()


def test_the_first_game_leads_through_the_whole_turn() -> None:
    """In the order in which the turn brings them, each with its rule."""
    verbs = [moment.verb for step in GUIDES["caseyellow"].step for moment in step.when[:1] if moment.verb]
    first = sorted(set(verbs), key=verbs.index)
    assert first == ["drop", "bomb", "round", "move", "bridgehead", "attack", "cross"]
    assert all(step.rule for step in GUIDES["caseyellow"].step)
    assert GUIDES["caseyellow"].step[-1].when == (Moment(over=True),)


@guided
def test_a_lesson_ends_with_a_game_to_play(game: str) -> None:
    last, now = GUIDES[game].step[-1], GUIDES[game].now
    assert last.title == "Now play"
    assert now.opponent == "cadet"
    assert now.scenario in [scenario.id for scenario in meuse.rule_book(game).scenarios]


@guided
def test_a_step_fits_on_a_phone(game: str) -> None:
    assert [step.title for step in GUIDES[game].step if len(step.say) > 300] == []


@pytest.mark.parametrize("game", ["france40", "manstein", "planjaune"])
def test_a_lesson_of_our_own_begins_with_the_pupils_move(game: str) -> None:
    position = opening(game)
    assert position is not None
    begun = position.play(1)
    assert begun.decision.side.word == GUIDES[game].card.side
    assert "move" in begun.decision.choices()


def test_lessons_on_a_historical_set_up_have_no_position() -> None:
    assert opening("gdw1940") is None
    assert opening("skirmish") is None


def test_a_lesson_that_cannot_be_set_up_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    start = GuideStart(turn=2, phase="German movement", put=("German de.none at 4619",))
    broken = msgspec.structs.replace(GUIDES["france40"], start=start)
    monkeypatch.setattr("meuse.lessons.guide_of", lambda _: broken)
    with pytest.raises(BadGuide, match=r"the lesson of france40 cannot be set up: .*de\.none"):
        opening("france40")


@guided
def test_watch_is_spoken_of_only_where_there_is_something_to_watch(game: str) -> None:
    pressed = [step for step in GUIDES[game].step if "Press Watch" in step.say]
    assert [step.when for step in pressed] == [(Moment(shows="reply"),)]
    assert Moment(shows="past") in pressed[0].until  # watching it is what the step waits for


def test_a_second_bridgehead_has_a_step_of_its_own() -> None:
    steps = [step for step in GUIDES["caseyellow"].step if any(moment.verb == "bridgehead" for moment in step.when)]
    assert [step.when[0].order for step in steps] == ["", "bridgehead"]


def test_prepared_orders_bring_1940_to_its_first_move() -> None:
    game, guide = meuse.new("gdw1940"), GUIDES["gdw1940"]
    german, allied, staff = game.seat(meuse.Side.GERMAN), game.seat(meuse.Side.ALLIED), bot("staff", "1")
    for _ in range(20):
        if german.decision is None:
            game.play(staff.choose(allied), meuse.Side.ALLIED)
        elif guide.begins not in german.decision.choices():
            words = german.decision.choices()
            game.play(next(order for order in guide.prepare if order[0] in words), meuse.Side.GERMAN)
    assert german.decision is not None
    assert guide.begins in german.decision.choices()


def test_a_guide_with_a_mistake_says_where(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "guide.toml").write_text('[card]\ntitle = "First"\n', encoding="utf-8")
    monkeypatch.setattr("meuse.guide.files", lambda _: tmp_path)
    with pytest.raises(BadGuide, match=r"guide.toml: .*missing required field"):
        guide_of("skirmish")


def moments(guide: Guide) -> Iterator[Moment]:
    for step in guide.step:
        yield from moments_of(step)


def moments_of(step: GuideStep) -> Iterator[Moment]:
    yield from (*step.when, *step.until)

"""What the staff would do, dangers, chances, and how it would end: from a seat and what it can know."""

from __future__ import annotations

import pytest

import meuse
from meuse.dangers import dangers
from meuse.lab.counsel import Prospects, chance, counsel, prospects
from meuse.lab.endings import ending, ending_of, summed
from meuse.lab.tale import tale_of

GERMAN, ALLIED = meuse.SIDES


def skirmish(orders: int) -> meuse.Game:
    return meuse.load("tests/replay/skirmish.meuse").at(orders)


def test_the_staff_masses_and_says_at_what_odds() -> None:
    course = counsel(skirmish(14).seat("german"))

    assert course.words.startswith("Mass 10th Panzer Division against Sedan (4619): 2:1, 50 % to take it.")
    assert {strike.place for strike in course.strikes} == {"Sedan (4619)", "Givonne (4718)"}
    assert all(arrow.hexes[0] != arrow.hexes[-1] for arrow in course.arrows)


def test_a_question_that_is_no_move_is_answered() -> None:
    course = counsel(skirmish(0).seat("german"))

    assert (course.arrows, course.strikes) == ((), ())
    assert course.words.startswith("Bid: ")


def test_who_is_not_asked_gets_no_counsel() -> None:
    with pytest.raises(ValueError, match="nothing to decide"):
        counsel(skirmish(14).seat("allied"))


def test_what_lies_open_is_told_with_who_can_come() -> None:
    found = dangers(skirmish(30).seat("allied"))

    assert [(danger.kind, danger.at) for danger in found if danger.kind == "gift"] == [
        ("gift", "4317"),
        ("gift", "4619"),
    ]
    assert found[1].text == "Sedan (4619) lies open: 2 German units can walk in."


def test_a_cut_names_who_would_be_out_of_supply() -> None:
    game = meuse.load("tests/replay/manstein.meuse").at(40)
    cut = next(danger for danger in dangers(game.seat("allied")) if danger.kind == "cut")

    assert "would put " in cut.text
    assert cut.text.endswith(" out of supply.")
    assert cut.units


def test_the_chance_is_followed_and_what_is_known_is_kept() -> None:
    tales = [tale_of(skirmish(orders)) for orders in (20, 60, 20)]
    follower = Prospects(GERMAN)

    assert [follower.upto(tale) for tale in tales] == [prospects(tale, GERMAN) for tale in tales]


@pytest.mark.parametrize("game_id", meuse.GAMES)
def test_nothing_of_it_hangs_on_the_enemys_secrets(game_id: str) -> None:
    game = meuse.new(game_id, seed="secrets")
    bots = {side: meuse.bot("staff", f"secrets {side.word}") for side in meuse.SIDES}
    while len(game.journal) < 30:
        game.play(bots[game.decision.side].choose(game.seat(game.decision.side)))
    side = game.decision.side
    twins = [game.imagine(side, f"twin {number}").seat(side) for number in range(2)]

    assert counsel(twins[0]) == counsel(twins[1])
    assert dangers(twins[0]) == dangers(twins[1])
    assert chance(twins[0]) == chance(twins[1])


def test_a_game_is_played_to_its_end_the_same_way_with_the_same_seed() -> None:
    assert ending(skirmish(60), "1") == ending(skirmish(60), "1")
    assert ending(skirmish(60), "1").winner in ("german", "allied", "draw")


def test_seen_by_a_side_what_it_cannot_know_is_drawn_anew() -> None:
    tale = tale_of(skirmish(1))

    assert ending_of(tale, 1, ALLIED, "3").orders > 1


def test_endings_are_summed_to_chances_points_and_lines() -> None:
    tale = tale_of(skirmish(60))
    found = summed(tale.start, [ending_of(tale, 60, None, str(number)) for number in range(6)])

    assert found.games == sum(share.count for share in found.wins.values()) == 6
    assert found.wins["german"].low <= found.wins["german"].share <= found.wins["german"].high
    assert set(found.lines["certain"]) <= set(found.lines["half"]) <= set(found.lines["likely"]) <= set(found.land)
    assert found.scores["german"].low <= found.scores["german"].mean <= found.scores["german"].high

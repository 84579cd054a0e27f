"""Orders as forms: blanks, sets, paths, and what their steps must say of them."""

from __future__ import annotations

import pytest

import meuse
from meuse.orders import order
from meuse.state import State
from meuse.steps import overrides

from .toy import ALLIED, GERMAN, Ballot, Lift, March, Renamed, Strike, Vote, VoteTwice, Whisper, toy


def refusal(game: meuse.Game, text: str) -> meuse.Refusal:
    with pytest.raises(meuse.IllegalOrder) as caught:
        game.play(text)
    return caught.value.refusal


def test_a_form_is_a_word_and_blanks_of_known_kinds() -> None:
    with pytest.raises(TypeError, match="'unit' in the order 'move unit' is not a blank"):
        order("move unit")
    with pytest.raises(TypeError, match="is not a blank"):
        order("move {ship}")


def test_choices_are_for_blanks_that_the_form_has() -> None:
    with pytest.raises(TypeError, match="the order 'move' has no blank 'hex'"):
        order("move {unit}").choices("hex")


# -- orders of a subclass


def test_a_subclass_overrides_what_its_base_says_of_an_order_and_how_it_is_carried_out() -> None:
    game = toy(VoteTwice(GERMAN), Vote(ALLIED))
    assert game.decision.choices(("vote",)) == ["0", "1", "2", "3"]
    assert game.decision.choices() == ["vote"]
    game.play("vote 3")
    assert game.state.steps[GERMAN] == 6
    assert game.decision.choices(("vote",)) == ["-1", "0", "1", "2"]  # the base is as it was


def test_what_a_subclass_adds_to_an_inherited_order_its_base_does_not_have() -> None:
    class Louder(Whisper, frozen=True):
        whisper = Whisper.whisper.told(label="Shout", was=("call",))

        @whisper.describes("word")
        def loudly(self, g: State, word: str) -> dict[str, str]:
            return {"label": word.upper()}

    def labels(step: Whisper) -> list[str]:
        return [choice.label for choice in toy(step).decision.describe(("whisper",))]

    assert labels(Louder(ALLIED)) == ["LEFT", "RIGHT"]
    assert labels(Whisper(ALLIED)) == ["left", "right"]
    assert toy(Louder(ALLIED)).decision.allows(("call", "left"))
    assert not toy(Whisper(ALLIED)).decision.allows(("call", "left"))


def test_what_overrides_nothing_is_an_error() -> None:
    with pytest.raises(TypeError, match=r"Misspelt\.nubmers overrides nothing: no base of Misspelt has 'nubmers'"):

        class Misspelt(Vote, frozen=True):
            @overrides
            def nubmers(self, g: State) -> range:
                return range(1)


# -- orders that come again


def test_orders_come_again_until_none_is_left() -> None:
    game = toy(Ballot(ALLIED))
    assert game.decision.choices() == ["against", "done"]
    game.play("against F")
    assert game.decision.choices() == ["against", "done", "undo"]
    game.play("against F")
    assert game.over


def test_orders_come_again_until_the_side_is_done() -> None:
    game = toy(Ballot(ALLIED))
    game.play("done")
    assert game.over


def test_an_order_says_that_it_commits_only_when_it_does() -> None:
    game = toy(Ballot(ALLIED))
    commits = []
    for _ in range(2):
        commits.append(game.decision.describe(("against",))[0].commits)
        game.play("against F")
    assert commits == ["none", "die"]
    assert [entry.dice != () for entry in game.journal] == [False, True]


# -- what is listed


def test_numbers_may_be_negative_and_have_one_spelling() -> None:
    game = toy(Vote(GERMAN))
    assert game.decision.choices(("vote",)) == ["-1", "0", "1", "2"]
    for wrong in ("01", "+1", "--1", "²", "1.0", "one", "3"):
        assert not game.decision.complete(("vote", wrong))
        assert refusal(game, f"vote {wrong}").text
    game.play("vote -1")


def test_words_are_listed_as_they_are() -> None:
    game = toy(Whisper(ALLIED))
    assert game.decision.choices(("whisper",)) == ["left", "right"]
    assert refusal(game, "whisper up").text == "'up' cannot follow 'whisper'"


def test_a_set_may_be_given_in_any_order_and_is_written_in_counter_order() -> None:
    game = toy(Strike(GERMAN))
    game.play("strike 4321 4220 with C A go")
    assert game.journal[0].order == ("strike", "4220", "4321", "with", "A", "C", "go")


def test_only_the_sorted_spelling_of_a_set_is_listed() -> None:
    decision = toy(Strike(GERMAN)).decision
    assert decision.choices(("strike",)) == ["4220", "4321", "4420"]
    assert decision.choices(("strike", "4321")) == ["4420", "with"]
    assert decision.choices(("strike", "4321", "with", "B")) == ["C"]


def test_a_member_is_listed_only_if_the_set_can_still_get_large_enough() -> None:
    decision = toy(Strike(GERMAN)).decision
    assert decision.choices(("strike", "4321", "with")) == ["A", "B"]


def test_a_set_that_is_too_small_is_refused_by_the_rule() -> None:
    game = toy(Strike(GERMAN))
    assert refusal(game, "strike 4321 with A go").rule == "1"
    assert refusal(game, "strike with A B go").rule == "1"


def test_a_set_that_needs_more_than_a_number_ends_when_it_is_enough() -> None:
    game = toy(Lift(GERMAN))
    assert game.decision.choices(("lift",)) == ["A", "B"]  # C alone is too little, and nobody comes after C
    assert game.decision.choices(("lift", "A")) == ["B", "C"]
    assert game.decision.choices(("lift", "A", "B")) == ["C"]
    assert game.decision.choices(("lift", "A", "C")) == ["go"]
    assert refusal(game, "lift A B go").text == "too heavy"
    game.play("lift C B go")


def test_a_member_counts_once() -> None:
    game = toy(Strike(GERMAN))
    assert refusal(game, "strike 4321 with A A go").text


def test_a_set_has_to_be_ended() -> None:
    game = toy(Strike(GERMAN))
    assert "the order is incomplete; next comes C, go" in refusal(game, "strike 4321 with B A").text


def test_a_path_behind_a_set_is_written_out() -> None:
    game = toy(March(GERMAN))
    game.play("march B A go 4121")
    assert game.journal[0].order == ("march", "A", "B", "go", "4220.4120.4121")


def test_a_path_may_be_given_in_full() -> None:
    game = toy(March(GERMAN))
    game.play("march B A go 4220.4120.4121")
    assert game.journal[0].order == ("march", "A", "B", "go", "4220.4120.4121")


def test_without_a_check_of_its_own_only_the_way_that_is_found_can_be_gone() -> None:
    game = toy(March(GERMAN))
    assert refusal(game, "march A go 4119.4120.4121").rule == "1"
    assert refusal(game, "march A go 9999.4121").text == "there is no hex 9999 on the map of Skirmish at Sedan"
    assert refusal(game, "march A go .4121").text


def test_a_step_has_the_orders_of_all_its_bases_once() -> None:
    class Both(Vote, Whisper, frozen=True):
        pass

    class Again(Both, Vote, frozen=True):
        pass

    assert [verb.word for verb in Both.orders] == ["vote", "whisper"]
    assert [verb.word for verb in Again.orders] == ["vote", "whisper"]


def test_an_order_that_a_subclass_has_anew_stands_where_the_subclass_has_it() -> None:
    class Aside(Whisper, frozen=True):
        @order("nod")
        def nod(self, g: State) -> None:
            g.pop()

        whisper = Whisper.whisper.told(rule="1")

    assert [verb.word for verb in Aside.orders] == ["nod", "whisper"]


# -- older spellings


def test_an_order_as_older_journals_write_it_is_read_and_written_anew() -> None:
    for old in ("hit 4420 with A go", "hit 4420 A go", "strike 4420 A go"):
        game = toy(Renamed(GERMAN))
        game.play(old)
        assert game.journal[0].order == ("strike", "4420", "with", "A", "go")


def test_what_was_a_choice_of_an_order_once_may_be_an_order_now() -> None:
    class Aloud(Whisper, frozen=True):
        @order("pass", was=("whisper none", "hush"))
        def silent(self, g: State) -> None:
            g.pop()

    for old, new in (("whisper none", "pass"), ("hush", "pass"), ("whisper left", "whisper left")):
        game = toy(Aloud(ALLIED))
        game.play(old)
        assert " ".join(game.journal[0].order) == new


def test_an_older_word_is_never_offered() -> None:
    decision = toy(Renamed(GERMAN)).decision
    assert decision.choices() == ["strike"]
    assert decision.choices(("strike", "4420")) == ["with"]
    assert not decision.complete(("hit", "4420", "with", "A", "go"))

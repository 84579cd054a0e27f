"""A decision: the trie of orders, its descriptions and its refusals."""

from __future__ import annotations

import pytest

import meuse
from meuse.counters import Unit
from meuse.hexmap import Hex
from meuse.orders import order
from meuse.state import State
from meuse.steps import Question
from meuse.testkit import Table

from .toy import GERMAN, Strike, toy


@pytest.fixture
def table() -> Table:
    """1Pz and GD face two French divisions; 24ID is not on the map."""
    laid = Table("skirmish").clear().put("German 1Pz at 4319", "German GD at 4319", "French 55DI at 4320")
    return laid.put("French 71DI at 4420").phase("German movement")


# -- the trie


def test_orders_are_listed_whole(table: Table) -> None:
    decision = table.game.decision
    orders = decision.orders()
    assert orders[-1] == ("end",)
    assert len(set(orders)) == len(orders)
    assert all(decision.complete(order) for order in orders)
    assert decision.orders(limit=3) == orders[:3]


def test_orders_are_drawn_by_a_seed(table: Table) -> None:
    decision = table.game.decision
    drawn = decision.orders(limit=8, sample=1)
    assert len(set(drawn)) == 8
    assert drawn == decision.orders(limit=8, sample=1) != decision.orders(limit=8, sample=2)
    assert set(decision.orders(sample=1)) <= set(decision.orders())


def test_what_only_takes_back_is_not_listed_whole(table: Table) -> None:
    table.play("move 1Pz 4318")
    decision = table.game.decision
    assert "undo" in decision.choices()
    assert not [order for order in [*decision.orders(), *decision.orders(sample=1)] if order[0] == "undo"]


def test_no_order_is_the_beginning_of_another(table: Table) -> None:
    orders = table.game.decision.orders()
    beginnings = {order[:n] for order in orders for n in range(len(order))}
    assert len(orders) > 30
    assert not beginnings & set(orders)


def test_every_order_of_a_form_with_sets_is_listed_once() -> None:
    orders = toy(Strike(GERMAN)).decision.orders()
    assert len(orders) == len(set(orders)) == 7 * 4  # sets of one to three hexes, of two to three units


def test_an_order_is_complete_when_nothing_follows(table: Table) -> None:
    decision = table.game.decision
    assert decision.complete(("end",))
    assert decision.complete(("move", "1Pz", "4219"))
    assert not decision.complete(("move", "1Pz"))
    assert not decision.complete(())
    assert not decision.complete(("move", "55DI"))
    assert not decision.complete(("end", "end"))


def test_a_token_says_whether_it_completes_its_order(table: Table) -> None:
    decision = table.game.decision
    assert decision.completes((), "end")
    assert not decision.completes((), "move")
    assert not decision.completes(("move",), "1Pz")
    assert decision.completes(("move", "1Pz"), "4219")


def test_a_set_completes_its_order_only_by_its_end() -> None:
    decision = toy(Strike(GERMAN)).decision
    assert not decision.completes(("strike", "4420"), "with")
    assert not decision.completes(("strike", "4420", "with", "A"), "B")
    assert decision.completes(("strike", "4420", "with", "A", "B"), "go")


class Unasked(Question, frozen=True):
    """Lists units, and fails when it is asked for hexes."""

    @order("go {unit} {hex}")
    def go(self, g: State, unit: Unit, h: Hex) -> None:
        g.pop()

    @go.choices("unit")
    def units(self, g: State) -> list[Unit]:
        return [0, 1]

    @go.choices("hex")
    def hexes(self, g: State, unit: Unit) -> list[Hex]:
        raise AssertionError("the hexes were asked for")


def test_completion_is_told_without_listing_what_follows() -> None:
    described = toy(Unasked(GERMAN)).decision.describe(("go",))
    assert [(choice.token, choice.completes) for choice in described] == [("A", False), ("B", False)]


def test_a_prefix_that_begins_no_order_is_refused(table: Table) -> None:
    with pytest.raises(meuse.IllegalOrder) as caught:
        table.game.decision.choices(("move", "55DI"))
    assert caught.value.refusal.text == "55e Division d'infanterie is Allied; you order German units"
    with pytest.raises(meuse.IllegalOrder, match="the order is complete without 'now'"):
        table.game.decision.choices(("end", "now"))


def test_why_not_answers_behind_a_prefix_that_is_closed_itself(table: Table) -> None:
    refusal = table.game.decision.why_not(("move", "55DI"), "4219")
    assert refusal is not None
    assert refusal.text == "55e Division d'infanterie is Allied; you order German units"
    assert table.game.decision.why_not(("end", "now"), "4219") is not None
    assert table.game.decision.why_not(("bid",), "1") is not None


# -- orders in every wrong form

WRONG = {
    "an unknown unit": "move 99Pz 4219",
    "a unit of the other side": "move 55DI 4219",
    "a unit that is not on the map": "move 24ID 4219",
    "a hex that is not on the map": "move 1Pz 9999",
    "a hex out of reach": "move 1Pz 5213",
    "a place instead of a hex": "move 1Pz Sedan",
    "an order of another phase": "attack 4320 with 1Pz go",
    "an order of another game": "surrender",
    "half an order": "move 1Pz",
    "a verb alone": "move",
    "too much": "end now",
    "a path that jumps": "move 1Pz 4219.4118.4220",
    "a path off the map": "move 1Pz 4219.9999.4220",
    "a path without a goal": "move 1Pz 4219.",
    "the tokens in another order": "1Pz move 4219",
    "another case": "Move 1Pz 4219",
    "garbage": "¿?! \\x00 ² 🂡",
    "a very long word": "m" * 10_000,
    "nothing": "",
    "only spaces": "   ",
}


@pytest.mark.parametrize("order", WRONG.values(), ids=WRONG.keys())
def test_a_wrong_order_is_refused_with_a_reason_and_changes_nothing(table: Table, order: str) -> None:
    before = table.game.state.digest()
    with pytest.raises(meuse.IllegalOrder) as caught:
        table.game.play(order)
    assert len(caught.value.refusal.text) > 10
    assert table.game.state.digest() == before
    assert table.game.journal == []


def test_an_order_may_be_text_or_tokens(table: Table) -> None:
    table.game.play(("move", "1Pz", "4219"))
    table.game.play("  move   GD  4219 ")
    assert [entry.order for entry in table.game.journal] == [("move", "1Pz", "4219"), ("move", "GD", "4219")]


def test_an_order_of_the_side_that_is_not_asked_is_refused(table: Table) -> None:
    with pytest.raises(meuse.IllegalOrder, match="it is not the Allied side's decision"):
        table.game.play("end", "allied")
    with pytest.raises(ValueError, match="there is no side 'french'"):
        table.game.play("end", "french")


def test_sets_and_paths_have_one_spelling_in_the_journal(table: Table) -> None:
    table.play("form GD 1Pz go", "move XIX 4119")
    assert [entry.order[1:] for entry in table.game.journal] == [("1Pz", "GD", "go"), ("XIX", "4219.4119")]


# -- words for people


def test_a_choice_carries_what_a_person_should_know(table: Table) -> None:
    move, form, end = table.game.decision.describe()
    assert (move.kind, move.label, move.completes, move.rules) == ("verb", "Move", False, ("5.1",))
    assert (form.token, end.label, end.completes) == ("form", "End movement", True)

    unit = table.game.decision.describe(("move",))[0]
    assert (unit.kind, unit.label, unit.at) == ("unit", "1st Panzer Division", "4319")

    goal = next(c for c in table.game.decision.describe(("move", "1Pz")) if c.token == "4119")
    assert (goal.kind, goal.cost, goal.path, goal.completes) == ("hex", "2", ("4219", "4119"), True)


def test_a_choice_says_where_a_set_ends_and_what_only_takes_back(table: Table) -> None:
    table.phase("German combat")
    attack, done = table.game.decision.describe()
    assert (attack.commits, done.commits) == ("none", "die")
    assert table.game.decision.describe(("attack",))[0].odds == "9 : 2"

    table.play("attack 4320 with 1Pz go")
    assert table.game.decision.backs() == {"withdraw", "undo"}
    assert next(c.kind for c in table.game.decision.describe() if c.token == "withdraw") == "back"
    assert table.game.decision.describe(("attack", "4420", "with", "GD"))[-1].kind == "done"


def test_a_decision_says_what_is_going_on(table: Table) -> None:
    table.phase("German combat").dice(4)
    table.play("attack 4320 with 1Pz go", "attack 4420 with GD go", "done")
    decision = table.game.decision
    assert decision.side is meuse.Side.ALLIED
    assert decision.question == "How many of the 2 points do you take as steps?"
    assert [(words.title, words.rule) for words in decision.stack][-2:] == [("Attack on 4420", "6.3"), ("Split", "6.5")]


def test_a_refusal_names_rule_sentence_places_and_headline(table: Table) -> None:
    refusal = table.game.decision.why_not(("move", "1Pz"), "4320")
    assert refusal is not None
    assert refusal.rule == "5.2"
    assert refusal.causes == ("4320",)
    assert refusal.headline == "1st Panzer Division cannot move to 4320."
    assert str(refusal) == "5.2: 4320 is held by 55e Division d'infanterie"


def test_there_is_no_reason_against_what_is_listed(table: Table) -> None:
    assert table.game.decision.why_not(("move", "1Pz"), "4219") is None

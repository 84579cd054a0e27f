"""The state: mutators, stamps, derived facts, fingerprints; the tables of the test kit."""

from __future__ import annotations

import pytest

import meuse
from meuse.counters import SIDES, Side
from meuse.hexmap import OFF_MAP
from meuse.state import ALLIED_UNITS, CONTROL, ENEMY, GERMAN_UNITS, OWN, State, derived
from meuse.testkit import Table

from .toy import ALLIED, GERMAN, Roll, Vote, toy


@pytest.fixture
def g() -> State:
    """A and B in 4319, C in 4320, F in 4420."""
    return toy(Vote(GERMAN)).state


def test_a_unit_is_in_one_place(g: State) -> None:
    there = g.map.hex("4321")
    g.place(0, there)
    assert g.hex_of[0] == there
    assert g.at[there] == (0,)
    assert g.at[g.map.hex("4319")] == (1,)

    g.place(1, OFF_MAP)
    assert g.map.hex("4319") not in g.at
    assert g.scenario.place_word(g.hex_of[1]) == ""


def test_a_stack_is_in_counter_order(g: State) -> None:
    g.place(2, g.map.hex("4319"))
    g.place(0, g.map.hex("4420"))
    g.place(0, g.map.hex("4319"))
    assert g.at[g.map.hex("4319")] == (0, 1, 2)


def test_boxes_are_places_off_the_map(g: State) -> None:
    pool = g.scenario.box("pool")
    g.place(0, pool)
    g.place(3, pool)
    assert pool < OFF_MAP
    assert g.scenario.place_word(pool) == "pool"
    assert g.units_in(pool, GERMAN) == (0,)
    assert g.units_in(pool, ALLIED) == (3,)
    assert g.ids(g.at[pool]) == ("A", "F")


def test_steps_come_in_the_order_they_are_named(g: State) -> None:
    g.stack = ()
    g.push(Vote(GERMAN), Vote(ALLIED))
    assert g.stack[-1] == Vote(GERMAN)
    g.replace(Roll(), Roll())
    assert g.stack == (Vote(ALLIED), Roll(), Roll())
    g.pop()
    g.pop()
    assert g.stack == (Vote(ALLIED),)


def test_a_fingerprint_tells_states_apart(g: State) -> None:
    before = g.digest()
    assert g.copy().digest() == before
    g.set_control(5, 1)
    assert g.digest() != before
    g.set_control(5, 0)
    assert g.digest() == before


@pytest.mark.parametrize(
    ("change", "topic"),
    [
        (lambda g: g.place(0, 5), GERMAN_UNITS),
        (lambda g: g.set_steps(0, 1), GERMAN_UNITS),
        (lambda g: g.set_status(3, 1), ALLIED_UNITS),
        (lambda g: g.set_control(5, 1), CONTROL),
    ],
)
def test_a_change_moves_the_stamp_of_its_topic_and_no_other(g: State, change: object, topic: int) -> None:
    before = list(g.stamps)
    assert callable(change)
    change(g)
    assert [t for t, stamp in enumerate(g.stamps) if stamp != before[t]] == [topic]


def test_a_derived_fact_is_computed_once_and_never_stale(g: State) -> None:
    asked = []

    @derived(GERMAN_UNITS)
    def germans(g: State, where: int) -> int:
        asked.append(where)
        return len(g.units_in(where, GERMAN))

    here = g.map.hex("4319")
    assert (germans(g, here), germans(g, here), germans(g.copy(), here)) == (2, 2, 2)
    assert len(asked) == 1

    other = g.copy()
    other.place(0, OFF_MAP)
    assert (germans(other, here), germans(g, here)) == (1, 2)
    g.place(3, OFF_MAP)  # an Allied unit is nothing to this fact
    germans(g, here)
    assert len(asked) == 2


def test_a_fact_about_a_side_is_remembered_by_its_own_units_or_the_enemys(g: State) -> None:
    asked: list[tuple[str, int]] = []

    @derived(OWN)
    def mine(g: State, side: Side) -> int:
        asked.append(("mine", side))
        return len(g.units_in(0, side))

    @derived(ENEMY)
    def theirs(g: State, side: Side) -> int:
        asked.append(("theirs", side))
        return len(g.units_in(0, side.enemy))

    for side in SIDES:
        mine(g, side), theirs(g, side)
    asked.clear()
    g.touch(GERMAN_UNITS)
    for side in SIDES:
        mine(g, side), theirs(g, side)
    assert asked == [("mine", Side.GERMAN), ("theirs", Side.ALLIED)]


def test_a_derived_fact_forgets_the_oldest(g: State) -> None:
    asked = []

    @derived(GERMAN_UNITS, keep=2)
    def twice(g: State, n: int) -> int:
        asked.append(n)
        return 2 * n

    assert [twice(g, n) for n in (1, 2, 3, 3, 2, 1)] == [2, 4, 6, 6, 4, 2]
    assert asked == [1, 2, 3, 1]


def test_events_cost_nothing_where_nobody_listens(g: State) -> None:
    assert g.events is None
    g.emit("move", "unheard")
    assert g.events is None


# -- the test kit


def test_a_table_is_laid_by_sentences() -> None:
    table = Table("skirmish").clear().put("moved German 1Pz at Sedan with 1 step", "French 55DI in XCA")
    assert (table.where("1Pz"), table.steps("1Pz"), table.game.state.status[0]) == ("4619", 1, 1)
    assert (table.where("55DI"), table.steps("55DI")) == ("XCA", 2)
    assert (table.where("2Pz"), table.steps("2Pz")) == ("", 0)


@pytest.mark.parametrize(
    ("sentence", "fault"),
    [
        ("German 1Pz", "does not say which unit stands where"),
        ("German 99Pz at 4319", "there is no unit '99Pz'"),
        ("French 1Pz at 4319", "1Pz is german, not french"),
        ("German 1Pz at Moscow", "there is no place 'Moscow'"),
    ],
)
def test_a_sentence_that_makes_no_sense_is_refused(sentence: str, fault: str) -> None:
    with pytest.raises((ValueError, KeyError), match=fault):
        Table("skirmish").put(sentence)


def test_a_phase_that_the_game_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="Skirmish at Sedan has no phase 'Tea'"):
        Table("skirmish").phase("Tea")


def test_why_not_fails_where_an_order_is_allowed() -> None:
    with pytest.raises(AssertionError, match="'bid 1' is allowed"):
        Table("skirmish").why_not("bid 1")


def test_a_table_laid_by_hand_cannot_be_taken_back() -> None:
    table = Table("skirmish").clear().put("German 1Pz at 4319").phase("German movement")
    table.play("move 1Pz 4320")
    table.put("German 2Pz at 4319")
    with pytest.raises(meuse.CannotUndo, match="the position has been changed by hand"):
        table.game.undo()

"""Skirmish, chapter 2: the sealed bid and the cup."""

from __future__ import annotations

from meuse.testkit import Table, rule


def cells(table: Table, part_id: str) -> dict[str, int]:
    """The counts of both sides in a part beside the map."""
    found = next(part for part in table.game.view().parts if part.id == part_id)
    return {cell.id: cell.left or len(cell.pieces) for cell in found.cells}


@rule("skirmish", "2.1")
def test_a_bid_is_at_most_two_of_the_tokens_held() -> None:
    table = Table("skirmish")
    assert table.choices("bid") == ["0", "1", "2"]
    assert table.why_not("bid 3").rule == "2.1"

    table.game.state.tokens[:] = [1, 4]
    table.game.forget()
    assert table.choices("bid") == ["0", "1"]
    assert table.why_not("bid 2").rule == "2.1"


@rule("skirmish", "2.1")
def test_the_higher_bid_takes_the_first_operation_and_all_bids_are_spent() -> None:
    table = Table("skirmish")
    table.play("german: bid 1", "allied: bid 2")

    assert table.asked == "allied"
    assert cells(table, "tokens") == {"german": 3, "allied": 2}


@rule("skirmish", "2.1")
def test_the_germans_win_ties() -> None:
    table = Table("skirmish")
    table.play("german: bid 2", "allied: bid 2")
    assert table.asked == "german"


@rule("skirmish", "2.1")
def test_a_sealed_bid_is_neither_seen_nor_spent_before_both_have_bid() -> None:
    table = Table("skirmish")
    table.play("german: bid 2")

    assert cells(table, "tokens") == {"german": 4, "allied": 4}
    assert table.game.seat("allied").journal[0].order == ("sealed",)


@rule("skirmish", "2.2")
def test_the_first_chit_is_the_winners_and_the_others_are_drawn() -> None:
    table = Table("skirmish")
    table.play("german: bid 1", "allied: bid 0")
    assert cells(table, "cup") == {"german": 1, "allied": 2}

    table.dice(3)  # of one German and two Allied chits the third
    events = table.play("end", "done")
    assert table.asked == "allied"
    assert cells(table, "cup") == {"german": 1, "allied": 1}
    assert [event.rule for event in events] == ["2.2"]

    table.dice(1)  # of one German and one Allied chit the first
    table.play("end", "done")
    assert table.asked == "german"
    assert cells(table, "cup") == {"german": 0, "allied": 1}


@rule("skirmish", "2.2")
def test_each_side_has_two_chits_a_turn() -> None:
    table = Table("skirmish")
    table.play("german: bid 1", "allied: bid 0", "end", "done", "end", "done", "end", "done")
    table.play("end", "done")
    assert cells(table, "cup") == {"german": 2, "allied": 2}

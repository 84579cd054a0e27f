"""The log: a page fetches only what is new, and is told when lines it knows have become others."""

from __future__ import annotations

from typing import Any

import pytest

from kits.visitors import Player, Visitor

pytestmark = pytest.mark.parametrize("service", ["sqlite"], indirect=True)


class Page:
    """What an open page keeps of the log: it asks for all of it only if it must."""

    def __init__(self, player: Player) -> None:
        self.player, self.lines, self.rewrites = player, player.get("log").json(), player.state["rewrites"]
        self.whole = 0

    def look(self) -> list[Any]:
        state = self.player.state
        known = self.lines[: state["number"]]
        if state["rewrites"] != self.rewrites:
            known, self.rewrites = [], state["rewrites"]
            self.whole += 1
        fresh = self.player.get(f"log?from={len(known)}").json()
        self.lines = [*known[: fresh[0]["number"] - 1], *fresh] if fresh else known
        return list(self.lines)


def test_new_lines_join_those_that_are_known(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    page = Page(match.allied)
    for _ in range(8):
        match.play(3, seed=3)
        assert page.look() == match.allied.get("log").json()

    assert page.whole == 0


def test_of_two_sealed_orders_the_later_may_stand_first(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    page = Page(match.allied)
    match.allied.order("bid", "0")
    assert [line["order"] for line in page.look()] == [["bid", "0"]]
    match.german.order("bid", "2")

    assert [line["order"] for line in page.look()] == [["sealed"], ["bid", "0"]]
    assert page.whole == 0


def test_what_a_side_takes_back_itself_makes_its_own_log_another_and_only_that(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "2")
    match.allied.order("bid", "0")
    german, allied = Page(match.german), Page(match.allied)
    here, there = match.german.choices("move", "24ID")[:2]
    match.german.order("move", "24ID", here)
    german.look()
    match.german.post("undo", number=3)
    match.german.order("move", "24ID", there)

    assert german.look()[-1]["order"][:2] == ["move", "24ID"]
    assert german.look() == match.german.get("log").json()
    assert german.whole == 1
    assert match.allied.state["rewrites"] == allied.rewrites  # nothing of it is told to the other side


def test_a_take_back_by_consent_makes_all_logs_others(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "1")
    page = Page(match.allied)
    match.german.post("takeback")
    match.allied.post("takeback", answer=True)
    match.german.order("bid", "2")

    assert page.look() == match.allied.get("log").json()
    assert page.whole == 1


def test_the_end_opens_the_whole_log(service: Visitor) -> None:
    match = service.start("skirmish", seed="7")
    match.german.order("bid", "1")
    page = Page(match.allied)
    assert [line["order"] for line in page.look()] == [["sealed"]]
    match.german.post("resign")

    assert [line["order"] for line in page.look()] == [["bid", "1"]]

"""The rules beside the map: rules, charts, where figures come from, and the way back."""

from __future__ import annotations

from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect


def test_a_chart_is_a_table_and_says_that_it_is_reconstructed(player: Any) -> None:
    player.open("/rules/gdw1940#7.retreat.two")
    player.sees("as printed")
    player.press("All rules")
    player.page.get_by_text("Charts").click()
    player.press("Combat results reconstructed")
    player.sees("Reconstructed: our source lacks the printed chart.")
    expect(player.page.get_by_role("columnheader", name="7:1")).to_be_visible()
    expect(player.page.get_by_role("row", name="6 AE AE AR")).to_be_visible()

    player.press("Back")
    expect(player.page.get_by_role("heading", name="7.retreat.two")).to_be_visible()
    player.press("Forward")
    expect(player.page.get_by_role("heading", name="Combat results")).to_be_visible()

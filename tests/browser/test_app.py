"""Meuse as an app: installed, without a connection, and what it sounds like."""

from __future__ import annotations

from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

LISTEN = """
  window.heard = [];
  for (const kind of ["createOscillator", "createBufferSource"]) {
    const make = AudioContext.prototype[kind];
    AudioContext.prototype[kind] = function () { window.heard.push(kind); return make.call(this); };
  }
"""
KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
  (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname)))).flat()"""


@pytest.fixture
def installed(player: Any) -> Any:
    """A page whose shell has been kept."""
    player.open()
    player.sees("Start a game")
    player.page.evaluate("() => navigator.serviceWorker.ready")
    player.page.wait_for_function("() => caches.match('/').then((kept) => !!kept)")
    return player


def test_the_app_can_be_installed(player: Any) -> None:
    player.open()
    manifest = player.page.request.get(f"{player.address}/manifest.webmanifest")
    assert manifest.headers["content-type"].startswith("application/manifest+json")
    for icon in manifest.json()["icons"]:
        assert player.page.request.get(player.address + icon["src"]).headers["content-type"] == icon["type"]


def test_only_the_shell_is_kept(installed: Any) -> None:
    installed.open("/rules/skirmish")
    installed.sees("Chapter")
    kept = installed.page.evaluate(KEPT)

    assert "/" in kept
    assert [path for path in kept if path.startswith("/api") or path.startswith("/rules")] == []


def test_without_a_connection_it_says_so_and_recovers(installed: Any) -> None:
    installed.page.context.set_offline(True)
    installed.open("/rules/skirmish")
    expect(installed.page.get_by_role("heading", name="No connection")).to_be_visible()

    installed.page.context.set_offline(False)
    expect(installed.page.get_by_role("heading", name="No connection")).to_be_hidden()
    expect(installed.page.get_by_label("Search the rules")).to_be_visible()


def test_sounds_are_off_until_they_are_wanted(player: Any) -> None:
    player.page.add_init_script(LISTEN)
    seats = player.start("skirmish", german={"kind": "here"}, allied={"kind": "bot", "bot": "random"})
    player.sit(seats["german"])
    player.bid("2")
    player.knows(2)
    assert player.page.evaluate("heard") == []

    player.menu("Settings", "Quiet")
    assert player.page.evaluate("heard") == ["createOscillator", "createOscillator"]

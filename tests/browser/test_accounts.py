"""Signing in, where a club asks for it: with a passkey of the browser's own making, and by a link sent by mail."""

from __future__ import annotations

from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
"""What stands for a device that asks for a finger."""


def give_passkeys(player: Any) -> None:
    """Let a browser keep passkeys."""
    devtools = player.page.context.new_cdp_session(player.page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})


def test_a_player_signs_in_with_a_passkey_and_by_a_link_elsewhere(member: Any, elsewhere: Any, post: Any) -> None:
    give_passkeys(member)
    member.open("/name")
    member.page.get_by_label("Your name").fill("Anna")
    member.press("Make a passkey for this name")
    member.sees("You play here as Anna")
    member.sees("You have 1 passkey.")
    expect(member.page.get_by_label("Your name")).to_have_value("Anna")

    member.press("Forget my name on this device")
    member.press("Press again to forget the name here")
    member.press("Sign in with a passkey")
    member.sees("You play here as Anna")

    member.page.get_by_label("Your mail address").fill("anna@home.example")
    member.press("Send a link")
    member.sees("A link is on its way to anna@home.example.")
    link = f"/name#link={post.next_link()}"
    elsewhere.open(link)
    elsewhere.press("Sign in")
    elsewhere.sees("You play here as Anna")
    elsewhere.sees("Links are sent to anna@home.example.")
    elsewhere.page.get_by_label("Write to me when it is my turn").check()
    expect(elsewhere.page.get_by_label("Write to me when it is my turn")).to_be_checked()
    assert "link=" not in elsewhere.page.url


def test_whoever_follows_a_link_and_is_new_says_a_name(member: Any, elsewhere: Any, post: Any) -> None:
    member.open("/name")
    member.page.get_by_label("Your mail address").fill("bert@home.example")
    member.press("Send me a link")
    member.sees("A link is on its way to bert@home.example.")
    link = f"/name#link={post.next_link()}"
    member.open("/lobby")
    member.open(link)
    member.press("Sign in")
    member.sees("What shall we call you?")
    member.page.get_by_label("Your name").fill("Bert")
    member.press("Use this name")
    member.sees("You play here as Bert")

    elsewhere.open(link)
    elsewhere.press("Sign in")
    elsewhere.sees("This link has been used")


def test_without_a_passkey_the_page_says_what_else_there_is(member: Any) -> None:
    give_passkeys(member)
    member.open("/name")
    member.press("Sign in with a passkey")

    member.sees("No passkey was chosen.")

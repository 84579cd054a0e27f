"""The pages on many machines and on studies are followed: their commands run, their plans played."""

from __future__ import annotations

from collections.abc import Callable

import pytest


def test_the_page_on_many_machines_is_followed(
    follow: Callable[[str], list[str]], monkeypatch: pytest.MonkeyPatch, short_folder: str
) -> None:
    monkeypatch.setenv("HOME", short_folder)  # Ray writes a token and its sessions there
    monkeypatch.setenv("RAY_TMPDIR", short_folder)
    done = follow("many-machines.md")

    assert sum(what.startswith("ran meuse sim") for what in done) == 3
    assert done[-1] == "ran examples"


def test_the_page_on_studies_is_followed(follow: Callable[[str], list[str]]) -> None:
    done = follow("studies.md")

    assert [what for what in done if "meuse study" in what] == [
        "ran meuse study skirmish --games 10 --out sedan",
        "ran meuse study command.toml --jobs 2",
        "ran sed -i s/width/wdith/ command.toml && meuse study command.toml 2>&1",
    ]

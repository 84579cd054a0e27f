"""The page on variants is followed to the letter: its files written, its commands run, its messages compared."""

from __future__ import annotations

from collections.abc import Callable


def test_the_page_on_variants_is_followed(follow: Callable[[str], list[str]]) -> None:
    done = follow("make-a-variant.md")

    assert [what for what in done if what.startswith("wrote")] == [
        f"wrote variants/forward/{name}.toml" for name in ("variant", "counters", "tables")
    ]
    assert sum(what.startswith("ran meuse") for what in done) == 4
    assert done.count("ran examples") == 2

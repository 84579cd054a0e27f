"""The examples of the page on playing from Python, run."""

from __future__ import annotations

import doctest
from collections.abc import Callable


def test_every_example_gives_what_the_page_shows(run_examples: Callable[[str], doctest.TestResults]) -> None:
    results = run_examples("playing-from-python.md")
    assert results.attempted > 50
    assert results.failed == 0

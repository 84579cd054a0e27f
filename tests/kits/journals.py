"""Looking into the text of saved games."""

from __future__ import annotations

import pytest

import meuse
from meuse import journal, journaltext


def refused(text: str) -> tuple[int, str]:
    """The line and the reason with which a text is refused."""
    with pytest.raises(meuse.BadJournal) as caught:
        journal.replay(journal.parse(text))
    return caught.value.line, caught.value.reason


def line_of(text: str, beginning: str) -> int:
    """The number of the first line that begins so."""
    return next(n for n, row in enumerate(text.splitlines(), start=1) if row.startswith(beginning))


def summed(text: str) -> str:
    """A text that was edited, with the fingerprint of its lines set right."""
    found = journal.parse(text)
    assert found.sum is not None
    return text.replace(f"# sum {found.sum.digest}", f"# sum {journaltext.sum_of(found)}")

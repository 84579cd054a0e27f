"""The second account of France '40, written from the book's text and the rulings of its ledger."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import meuse
from oracle.frame import Difference
from oracle.france40 import looking


class France40Account:
    """What `python -m tests.oracle france40` compares the engine with."""

    def differences(self, game: meuse.Game, units: Collection[str] | None) -> Iterator[Difference]:
        yield from looking.differences(game, units)


ACCOUNT = France40Account()

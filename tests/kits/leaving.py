"""What the way out of a moment would lose, as a player is told."""

from __future__ import annotations

from meuse.testkit import Table


def lost(table: Table) -> dict[str, tuple[str, tuple[str, ...]]]:
    """By what it is about: the sentence, and the places that are lit."""
    warnings = table.game.seat(table.asked).decision.warnings
    return {warning.topic: (warning.text, warning.at) for warning in warnings if warning.kind == "loses"}

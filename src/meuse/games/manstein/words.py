"""Countries as they stand in sentences that players read."""

from __future__ import annotations


def land(country: str) -> str:
    """A country as it stands in a sentence.

    >>> land("netherlands"), land("france")
    ('the Netherlands', 'France')
    """
    return "the Netherlands" if country == "netherlands" else country.capitalize()

"""Words for sentences that players read: numbers of things, and countries."""

from __future__ import annotations


def several(number: int, thing: str) -> str:
    """A number of things.

    >>> several(1, "hex"), several(2, "hex"), several(0, "step")
    ('1 hex', '2 hexes', '0 steps')
    """
    ending = "" if number == 1 else "es" if thing.endswith("x") else "s"
    return f"{number} {thing}{ending}"


def land(country: str) -> str:
    """A country as it stands in a sentence.

    >>> land("netherlands"), land("france")
    ('the Netherlands', 'France')
    """
    return "the Netherlands" if country == "netherlands" else country.capitalize()

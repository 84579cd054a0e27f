"""Keys of players, as phrases that a person can read out and type: "lusab babad gutih tugad ..."."""

from __future__ import annotations

import secrets

CONSONANTS, VOWELS = "bdfghjklmnprstvz", "aiou"
"""Sixteen and four letters that are hard to take for each other: a word of five holds sixteen bits."""

WORDS = 7
"""Words in a phrase: 112 bits, which nobody guesses."""


def new_phrase() -> str:
    return " ".join(_word(secrets.randbits(16)) for _ in range(WORDS))


def normal(typed: str) -> str:
    """A phrase as it was given out, however it was typed: with hyphens, capitals, line breaks."""
    return " ".join("".join(c if c.isalpha() else " " for c in typed.lower()).split())


def _word(bits: int) -> str:
    """
    >>> _word(0), _word(65535)
    ('babab', 'zuzuz')
    """
    letters = []
    for alphabet, size in ((CONSONANTS, 4), (VOWELS, 2), (CONSONANTS, 4), (VOWELS, 2), (CONSONANTS, 4)):
        letters.append(alphabet[bits & ((1 << size) - 1)])
        bits >>= size
    return "".join(letters)

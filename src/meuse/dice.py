"""Dice that anyone can recompute: each is a function of the seed, the number of the order, and how many came before.

Nothing is shuffled ahead; drawing from a cup is a die with as many faces as the cup has pieces. A test may lay out the
next dice by hand (`force`).

>>> Dice(b"7").at(order=3).roll()[0] in range(1, 7)
True
>>> Dice(b"7").at(3).roll()[0] == Dice(b"7").at(3).roll()[0]
True
"""

from __future__ import annotations

import hashlib
import struct

import msgspec

_SPAN = 1 << 64


class Dice(msgspec.Struct, frozen=True):
    """Where the next die comes from: a value, so that copying a game copies its future too."""

    seed: bytes
    order: int = 0
    drawn: int = 0
    forced: tuple[int, ...] = ()

    def at(self, order: int) -> Dice:
        """The dice of this order."""
        return Dice(self.seed, order, 0, self.forced)

    def force(self, *faces: int) -> Dice:
        """The same dice, but these faces come first. For tests."""
        return Dice(self.seed, self.order, self.drawn, (*self.forced, *faces))

    def roll(self, faces: int = 6) -> tuple[int, Dice]:
        """A face from 1 to `faces`, and the dice after it."""
        if self.forced:
            face = self.forced[0]
            if not 1 <= face <= faces:
                raise ValueError(f"the forced die shows {face}; its faces are 1 to {faces}")
            return face, Dice(self.seed, self.order, self.drawn + 1, self.forced[1:])
        return self._face(faces), Dice(self.seed, self.order, self.drawn + 1)

    def _face(self, faces: int) -> int:
        # Values beyond the last whole multiple of `faces` are thrown away, so that every face is equally likely.
        limit = _SPAN - _SPAN % faces
        for attempt in range(64):
            key = struct.pack("<QQQ", self.order, self.drawn, attempt)
            value = int.from_bytes(hashlib.blake2b(key, digest_size=8, key=self.seed[:64]).digest(), "little")
            if value < limit:
                return 1 + value % faces
        raise AssertionError("64 throws in a row beyond the limit")


def seed_bytes(seed: int | str | bytes) -> bytes:
    """A seed as people give it, as bytes; a text must be such that a line of a saved game can hold it."""
    if isinstance(seed, str) and " ".join(seed.split()) != seed:
        raise ValueError(f"a seed is words on one line with single spaces between them, not {seed!r}")
    return seed if isinstance(seed, bytes) else str(seed).encode()


def commitment(seed: bytes) -> str:
    """The fingerprint of a seed: shown before the game, so that the seed revealed after it can be checked."""
    return hashlib.sha256(b"meuse seed " + seed).hexdigest()


def chance_from(least: int) -> float:
    """The chance of this face or a higher one on one die.

    >>> chance_from(5)
    0.3333333333333333
    """
    return max(0, min(6, 7 - least)) / 6

"""The voice of the engine, as the account hears it: what is asked, and what it answers to further questions."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from oracle.planjaune.ground import Hex


class Told(msgspec.Struct, frozen=True):
    """What the engine tells of a choice: its cost, whether it ends the move, and the way."""

    cost: str
    stop: bool
    path: tuple[str, ...]


class Sum(msgspec.Struct, frozen=True):
    """What the engine tells of an attack."""

    attackers: dict[str, Fraction]
    defence: Fraction
    start: str
    final: str
    shifts: tuple[tuple[str, int], ...]
    faces: tuple[str, ...]
    dice: int


class Answers:
    """What is asked at this moment, and a voice that answers further questions as the engine does."""

    step: str
    side: str
    moving: str
    named: tuple[tuple[Hex, tuple[str, ...]], ...]
    """The attacks that have been declared."""
    origin: Hex
    length: int
    points: int
    """6.2.4: what the defender suffers."""
    target: Hex
    units: tuple[str, ...]
    """6.3f: the hex to be entered, and the victors."""
    used: tuple[str, ...]
    """Headquarters that have named a stack."""
    battle: tuple[str, Hex, tuple[str, ...]] | None
    """The side that attacks, the hex, the units."""

    def choices(self, *prefix: str) -> list[str]:
        raise NotImplementedError

    def told(self, *prefix: str) -> dict[str, Told]:
        raise NotImplementedError

    def odds(self, *order: str) -> Sum | None:
        raise NotImplementedError

    def covered(self, side: str) -> set[Hex]:
        raise NotImplementedError

    def cut_off(self) -> set[str]:
        raise NotImplementedError

    def standing(self) -> tuple[tuple[bool, ...], str]:
        raise NotImplementedError

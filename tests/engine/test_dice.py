"""Dice: equal chances, the same for the same seed, laid out by hand where a test wants it."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest

import meuse
from meuse.dice import Dice, commitment, seed_bytes


def rolls(dice: Dice, count: int, faces: int = 6) -> list[int]:
    found = []
    for _ in range(count):
        face, dice = dice.roll(faces)
        found.append(face)
    return found


def test_every_face_is_equally_likely() -> None:
    counts = Counter(rolls(Dice(b"7"), 6000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 20.5  # chi square, 99.9 %


@pytest.mark.parametrize("faces", [1, 2, 3, 7, 52])
def test_a_die_has_as_many_faces_as_it_is_asked_for(faces: int) -> None:
    assert set(rolls(Dice(b"7"), 60 * faces, faces)) == set(range(1, faces + 1))


def test_the_same_seed_order_and_number_give_the_same_die() -> None:
    assert rolls(Dice(b"7").at(3), 20) == rolls(Dice(b"7").at(3), 20)


def test_seeds_and_orders_have_dice_of_their_own() -> None:
    assert rolls(Dice(b"7").at(3), 20) != rolls(Dice(b"8").at(3), 20)
    assert rolls(Dice(b"7").at(3), 20) != rolls(Dice(b"7").at(4), 20)


def test_a_die_can_be_recomputed_from_the_printed_recipe() -> None:
    """Six bytes of arithmetic: blake2b, keyed by the seed, of order number, die number and attempt."""
    key = (3).to_bytes(8, "little") + (0).to_bytes(8, "little") + (0).to_bytes(8, "little")
    value = int.from_bytes(hashlib.blake2b(key, digest_size=8, key=b"7").digest(), "little")
    assert Dice(b"7").at(3).roll()[0] == 1 + value % 6


def test_dice_laid_out_by_hand_come_first() -> None:
    dice = Dice(b"7").force(6, 1).force(4)
    assert rolls(dice.at(12), 3) == [6, 1, 4]
    assert rolls(dice.at(12), 5)[3:] == [rolls(Dice(b"7").at(12), 5)[3], rolls(Dice(b"7").at(12), 5)[4]]


def test_a_die_laid_out_by_hand_must_have_the_face() -> None:
    with pytest.raises(ValueError, match="the forced die shows 6; its faces are 1 to 3"):
        Dice(b"7").force(6).roll(3)


def test_a_seed_is_a_number_or_words_on_one_line() -> None:
    assert seed_bytes(7) == seed_bytes("7") == seed_bytes(b"7") == b"7"
    assert seed_bytes("the Meuse") == b"the Meuse"


@pytest.mark.parametrize("seed", ["two\nlines", " 7", "7 ", "two  spaces"])
def test_a_seed_that_a_file_cannot_hold_is_refused(seed: str) -> None:
    with pytest.raises(ValueError, match="a seed is words on one line"):
        meuse.new("skirmish", seed=seed)


def test_the_commitment_tells_seeds_apart_and_nothing_else() -> None:
    assert commitment(b"7") == commitment(b"7") != commitment(b"8")
    assert meuse.new("skirmish", seed=7).fingerprint == commitment(b"7")

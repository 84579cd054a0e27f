"""Chance that always falls the same way: the same map gives the same drawing, on every machine."""

from __future__ import annotations

import math

_MASK = (1 << 64) - 1


def chance(*key: int) -> float:
    """A number from 0 to 1 (excluded) that depends on nothing but its key."""
    mixed = 0x9E3779B97F4A7C15
    for part in key:
        mixed = ((mixed ^ (part & _MASK)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed ^= mixed >> 29
    mixed = (mixed * 0x94D049BB133111EB) & _MASK
    return ((mixed ^ (mixed >> 32)) & 0xFFFFFFFF) / 2**32


def between(low: float, high: float, *key: int) -> float:
    return low + (high - low) * chance(*key)


def ripple(x: float, y: float, seed: int) -> float:
    """Smooth chance over the plane, from -1 to 1, with hills about one unit apart."""
    i, j = math.floor(x), math.floor(y)
    u, v = _ease(x - i), _ease(y - j)
    top = chance(seed, i, j) * (1 - u) + chance(seed, i + 1, j) * u
    bottom = chance(seed, i, j + 1) * (1 - u) + chance(seed, i + 1, j + 1) * u
    return 2 * (top * (1 - v) + bottom * v) - 1


def _ease(t: float) -> float:
    return t * t * (3 - 2 * t)

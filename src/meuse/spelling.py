"""How orders write the hexes of a way: one token, its labels joined by points."""

from __future__ import annotations

from collections.abc import Sequence

from meuse.hexmap import Hex, HexMap


def path_token(map: HexMap, path: Sequence[Hex]) -> str:
    """A path as one token of an order: "1512.1513.1514"."""
    return ".".join(map.labels[h] for h in path)


def goal_of(token: str) -> str:
    """The last hex of a path token.

    >>> goal_of("1512.1513.1514")
    '1514'
    """
    return token.rpartition(".")[2]


def path_of(map: HexMap, token: str) -> tuple[Hex, ...]:
    """The hexes of a path token; raises UnknownHex."""
    return tuple(map.hex(label) for label in token.split("."))

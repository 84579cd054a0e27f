"""16: Fort units, Fortified Hexes, the Maginot Line. 16.4a: fortress infantry is ordinary; for waiting see `limits`."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.france40.board import France40
from meuse.hexmap import Hex


def fort_in(g: France40, h: Hex) -> Unit | None:
    """16.1a: the Fort unit in a hex; 4.2b: there may be other units with it."""
    return next((u for u in g.at.get(h, ()) if g.fort(u)), None)


def fortified(g: France40, side: Side, h: Hex) -> bool:
    """16.2a, 16.1d, 21.4b: whether units of a side that defend in a hex have the benefits of a Fortified Hex.

    16.2c: for the Allies only, for the whole game, with or without a Fort unit.
    """
    return side is Side.ALLIED and (h in g.scenario.fortified or g.dyle.get(h, False))


def maginot(g: France40, a: Hex, b: Hex) -> bool:
    """16.3a: whether an intact Maginot Line hexside lies between two hexes; 16.3b: it falls with its Fort unit."""
    features = g.map.features_between(a, b)
    return any(f.kind == "maginot" and fort_in(g, f.of) is not None for f in features)

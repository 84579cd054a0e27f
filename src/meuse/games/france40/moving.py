"""7.1: the frame of a movement phase: which units are in motion, and when their move ends."""

from __future__ import annotations

from meuse.counters import Unit
from meuse.games.france40.board import MOVED, France40
from meuse.games.france40.displaced import Marching


class Moving(Marching, frozen=True):
    """7.1e: one unit or stack moves at a time. `moving` are the units in motion."""

    moving: tuple[Unit, ...] = ()

    def go_on(self, g: France40, moving: tuple[Unit, ...] = ()) -> None:
        """The phase goes on, with these units in motion."""
        g.replace(type(self)(self.side, moving))

    def finish(self, g: France40, starting: tuple[Unit, ...] = ()) -> None:
        """7.1c, 7.1e: units that were in motion and do not continue have moved, those dropped off included."""
        for u in self.moving:
            if u not in starting:
                g.add(u, MOVED)

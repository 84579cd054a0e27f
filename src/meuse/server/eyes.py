"""Whose eyes the board is looked at with: one's own during play; either side's, or all at once, after the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from meuse.counters import SIDES, Side
from meuse.game import Game
from meuse.report import Part, View
from meuse.seat import view_of
from meuse.server import errors
from meuse.server.live import LiveGame

Eyes = Callable[[Game], View]

OWN, PUBLIC, ALL = "", "public", "all"

NOT_YET = "The other side's view is open after the end of the game."
STILL_SEALED = (
    "This game was a copy of one against a bot that may still be going on. So the other side's view stays closed."
)


def eyes_of(side: Side | None, viewpoint: str, live: LiveGame) -> Eyes:
    """How a seat (None: a spectator) that asks for a viewpoint sees the board; raises ServiceError."""
    if viewpoint == OWN:
        return lambda game: view_of(game, side)
    if viewpoint == PUBLIC:
        return lambda game: view_of(game, None)
    if viewpoint not in (ALL, *(s.word for s in SIDES)):
        raise errors.bad_request("A viewpoint is german, allied, public or all.")
    if not live.is_open and (side is None or viewpoint != side.word):
        raise errors.ServiceError(403, "not_yours", STILL_SEALED if live.game.over else NOT_YET)
    if viewpoint == ALL:
        return everything
    wanted = Side.of(viewpoint)
    return lambda game: view_of(game, wanted)


def everything(game: Game) -> View:
    """The board without secrets: each side's pieces and parts as their owner sees them."""
    german, allied = (view_of(game, side) for side in SIDES)
    units = [unit for view in (german, allied) for unit in view.units if unit.side == view.seat]
    return msgspec.structs.replace(german, seat=ALL, units=tuple(units), parts=tuple(_parts(german, allied)))


def _parts(german: View, allied: View) -> Iterator[Part]:
    """The parts of both: what is common once, what differs as each owner sees it."""
    theirs = {part.id: part for part in allied.parts}
    for part in german.parts:
        other = theirs.pop(part.id, part)
        if part == other:
            yield part
        elif part.owner and part.owner == other.owner:
            yield part if part.owner == german.seat else other
        else:
            yield from (_owned(part, german.seat), _owned(other, allied.seat))
    yield from theirs.values()


def _owned(part: Part, side: str) -> Part:
    return msgspec.structs.replace(part, id=f"{part.id}-{side}", owner=side)

"""Cuts: the maps of small games, each a rectangle of a map of the theatre with some of its features."""

from __future__ import annotations

import msgspec

from meuse.mapfile import MapFile, cut


class Cut(msgspec.Struct, frozen=True):
    """The map of `game`: columns and rows of the map `source`, with only these kinds of hexside features."""

    game: str
    title: str
    source: str
    cols: tuple[int, int]
    rows: tuple[int, int]
    features: tuple[str, ...]

    def of(self, source: MapFile) -> MapFile:
        """The rectangle. Regions belong to the game of the source, and are left out."""
        whole = cut(source, self.game, self.title, self.cols, self.rows)
        return msgspec.structs.replace(
            whole,
            feature=tuple(kind for kind in whole.feature if kind.id in self.features),
            side=tuple(line for line in whole.side if line.kind in self.features),
            region=(),
        )


CUTS = (
    Cut(
        game="skirmish",
        title="Skirmish at Sedan",
        source="france40-sickle-cut",
        cols=(41, 52),
        rows=(13, 23),
        features=("minor_river", "major_river", "border"),
    ),
)


def cuts_of(map_id: str) -> list[Cut]:
    """The cuts that are made of a map."""
    return [small for small in CUTS if small.source == map_id]

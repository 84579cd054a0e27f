"""10.11, 12.6, 12.11: refugees on the roads, and Better Defense markers as they come off the map."""

from __future__ import annotations

from meuse.counters import Side
from meuse.games.caseyellow.board import ROADSIDE, CaseYellow
from meuse.games.caseyellow.supply import hex_supplied
from meuse.hexmap import OFF_MAP, Hex
from meuse.state import derived


@derived(ROADSIDE)
def refugee_hexes(g: CaseYellow) -> bytes:
    """10.11, 12.4c, 12.6b, 12.6c, R.10.11.1: the hexes that cost the Allies one point more, once.

    12.6a: refugees of a city flee along the Allied Retreat Compass, those of a town stay in its hex.
    """
    found = bytearray(len(g.map))
    for h in g.refugees:
        found[h] = 1
        if h in g.scenario.cities:
            for direction in g.scenario.compass[Side.ALLIED]:
                if (n := g.map.neighbours[h][direction]) != OFF_MAP:
                    found[n] = 1
    if g.terror >= 0:
        for h in (g.terror, *g.map.adjacent[g.terror]):
            found[h] = 1
    return bytes(found)


def vacated(g: CaseYellow, h: Hex, nation: str, survivors: int) -> None:
    """12.11e.move, 12.11e.combat, 12.11e.los, 12.11f: a Better Defense marker comes off a hex that is left.

    It may be used again if any of its units survives, and the hex has a Line of Supply for the nation that left last.
    """
    if h not in g.better or g.units_in(h, Side.ALLIED):
        return
    g.set_marker("better", g.better - {h})
    if survivors and hex_supplied(g, nation, h):  # R.12.11e.los.1
        g.better_pool += 1
    else:
        tell_removed(g, h, "12.11f")


def tell_removed(g: CaseYellow, h: Hex, rule: str) -> None:
    text = f"The Better Defense marker at {g.map.spot(h)} is removed"
    g.emit("better-defence", text, rule, at=(g.map.labels[h],), side="allied")

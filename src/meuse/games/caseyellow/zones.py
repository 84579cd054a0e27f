"""9: zones of control: which units have one, how far it reaches, what it stops; 9.5def: contested and uncontested."""

from __future__ import annotations

import msgspec

from meuse.counters import SIDES, Side, Unit
from meuse.games.caseyellow.board import CONDITION, MARKERS, ROADSIDE, CaseYellow
from meuse.hexmap import Hex
from meuse.mechanics.hexsets import HexSet, bits
from meuse.state import OWN, derived


class Zones(msgspec.Struct, frozen=True):
    """A side's zones by hex: the highest effective TR among the units that exert one there, and from how many hexes.

    `bare` are the ratings as they would be without fortifications.
    """

    ratings: bytes
    counts: bytes
    bare: bytes


@derived(OWN, MARKERS, ROADSIDE, CONDITION)
def zones(g: CaseYellow, side: Side) -> Zones:
    """9.1, 9.4b: the six hexes around, but not strongpoints that are not destroyed."""
    ratings, counts, spread = bytearray(len(g.map)), bytearray(len(g.map)), g.scenario.spread
    for h, rating in exerted(g, side).items():
        for n in spread[h]:
            counts[n] += 1
            if rating > ratings[n]:
                ratings[n] = rating
    bare = bytes(ratings)
    for h in (*g.scenario.forts, *g.scenario.works):
        if h not in g.destroyed:
            ratings[h] = counts[h] = 0
    return Zones(bytes(ratings), bytes(counts), bare)


@derived(OWN, MARKERS, ROADSIDE, CONDITION)
def zone_hexes(g: CaseYellow, side: Side) -> HexSet:
    """9.1: the hexes in the zones of a side."""
    return bits(zones(g, side).ratings)


def exerted(g: CaseYellow, side: Side) -> dict[Hex, int]:
    """9.1: the hexes from which a side's zones go out, with the highest rating of those who exert them."""
    found: dict[Hex, int] = {}
    band = g.scenario.band
    for u in g.on_map(side):
        if not band[u] or exerts_zone(g, u):
            h, rating = g.hex_of[u], g.defending_tactical(u)
            if rating > found.get(h, 0):
                found[h] = rating
    return found


def exerting(g: CaseYellow, h: Hex, side: Side) -> tuple[Unit, ...]:
    """R.9.1a.1: the units in a hex that exert a zone."""
    return tuple(u for u in g.units_in(h, side) if exerts_zone(g, u))


def exerts_zone(g: CaseYellow, u: Unit) -> bool:
    """9.1a, 9.1b, 9.1c: a division with a yellow band needs another one beside it; a white band never has a zone."""
    band = g.scenario.band[u]
    if band != "yellow":
        return not band
    return sum(g.scenario.size_of[v] == "division" for v in g.units_in(g.hex_of[u], g.side(u))) >= 2


def reaches(g: CaseYellow, holder: Hex, h: Hex, side: Side) -> bool:
    """9.1, 9.4a, 9.4b, 9.4c: whether units of a side in one hex project a zone into another."""
    covered = h in g.scenario.spread[holder] and g.standing_fort(h) is None and not g.standing_works(h)
    return covered and bool(exerting(g, holder, side))


def take_vacant_hexes(g: CaseYellow) -> None:
    """2.4ctl, by option: vacant hexes in zones of one side only belong to it."""
    german, allied = (zones(g, side).ratings for side in SIDES)
    for h, (ours, theirs) in enumerate(zip(german, allied, strict=True)):
        if bool(ours) != bool(theirs) and h not in g.at:
            g.set_control(h, 1 + (Side.GERMAN if ours else Side.ALLIED))


def feared(g: CaseYellow, u: Unit, h: Hex) -> bool:
    """9.2a, 9.3a, 9.3b, 10.3d: whether enemy zones in a hex bind a unit; a yellow MA ignores lower ratings."""
    rating = zones(g, g.side(u).enemy).ratings[h]
    if rating == 0:
        return False
    return not g.scenario.yellow[u] or rating >= g.tactical(u)


def feared_in_ruins(g: CaseYellow, u: Unit, h: Hex) -> bool:
    """R.10.9b.1: whether enemy zones will bind a German unit in Defensive Works that it destroys by entering them."""
    if g.side(u) is Side.ALLIED or not g.standing_works(h):
        return False
    rating = zones(g, Side.ALLIED).bare[h]
    return rating > 0 and (not g.scenario.yellow[u] or rating >= g.tactical(u))


def between_two(g: CaseYellow, u: Unit, a: Hex, b: Hex) -> bool:
    """9.4a.between, R.9.4a.between.1: over a great river into a vacant hex in the zones of two enemy hexes."""
    side = g.map.side_between(a, b)
    if side is None or g.scenario.river[side] not in ("major_river", "rhein") or b in g.at:
        return False
    return zones(g, g.side(u).enemy).counts[b] >= 2 and feared(g, u, b)

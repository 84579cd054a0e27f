"""17 and 18: army groups and their boundaries, armies released, the panzer corps of turns 0 and 1, turn 0."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.gdw1940.board import POLITICS, Gdw1940
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.state import derived

BEF = "uk.bef"
EAST_AND_NORTHEAST = ("E", "NE")


def why_not_over_boundary(g: Gdw1940, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """17.french.boundaries, 17.british.boundaries: why a unit may not step over an army group boundary.

    R.17.french.boundaries.2: a unit forced over one may go back to its own area, and over no other.
    """
    counter, area = g.counter(u), area_of(g, u)
    if not area or b in area:
        return None
    sector = sectors(g)
    if sector[a] == sector[b]:
        return None
    there = f"into the area of the {ordinal(sector[b])} Army Group"
    if counter.army == BEF:
        return Refusal("17.british.boundaries", f"{g.name(u)} may not cross {there}")
    return Refusal("17.french.boundaries", f"{g.name(u)} may not cross {there}")


@derived()
def sectors(g: Gdw1940) -> bytes:
    """16.secret: the Allied army group in whose area each hex lies; 0 at sea."""
    return bytes(next((n for n in (1, 2, 3) if h in allied_area(g, n)), 0) for h in range(len(g.map)))


def allied_area(g: Gdw1940, group: int) -> frozenset[Hex]:
    return g.map.regions[f"allied-{group}"].hexes


def area_of(g: Gdw1940, u: Unit) -> frozenset[Hex]:
    """17.french.boundaries: the area that a unit may not leave; empty if it is bound to none.

    R.17.french.boundaries.1: units without an army, and those of other nations, are not bound.
    """
    army = g.counter(u).army
    group = bound_to(g, army) if army else 0
    return allied_area(g, group) if group else frozenset()


def bound_to(g: Gdw1940, army: str) -> int:
    """17.french.release: the army group whose boundaries bind an army; 0 if none does."""
    if army == BEF:
        return 0 if g.turn >= g.bef_free_from else 1
    if army in g.released or not army.startswith("fr."):
        return 0
    return g.groups.get(army, 0)


def release(g: Gdw1940, army: str) -> None:
    """17.french.release: its units may cross boundaries for the rest of the game."""
    g.released |= {army}
    g.released_on = g.turn
    g.touch(POLITICS)
    bind_bef(g)
    g.emit("release", f"The {army_name(army)} is released", "17.french.release", side="allied")


def bind_bef(g: Gdw1940) -> None:
    """R.17.british.boundaries.1: from the turn on after the last French army of the 1st Army Group was released."""
    bound = any(group == 1 and army.startswith("fr.") and army not in g.released for army, group in g.groups.items())
    g.bef_free_from = 99 if bound else min(g.bef_free_from, max(g.turn, 0) + 1)


def releasable(g: Gdw1940) -> list[str]:
    """17.french.release: one French army a game turn, from turn 1 on."""
    if g.turn < 1 or g.released_on == g.turn:
        return []
    return sorted(army for army in g.groups if army.startswith("fr.") and army not in g.released)


def why_not_panzer(g: Gdw1940, u: Unit) -> Refusal | None:
    """17.german.panzer: on turns 0 and 1 panzer corps attack only in the area of the army group of effort.

    R.17.german.panzer.1: their own hex counts; divisions are free. R.15.panzer.form.2: the XXXIX is a corps.
    18.german, R.18.german.1: turn 0 adds nothing to this.
    """
    last = g.scenario.tables["command"]["panzer_until"]
    if g.turn > last or not g.counter(u).has("panzer_corps") or in_effort_area(g, g.hex_of[u]):
        return None
    return Refusal("17.german.panzer", f"{g.name(u)} is outside the area of the army group that makes the main attack")


def in_effort_area(g: Gdw1940, h: Hex) -> bool:
    """17.german.zones: printed boundaries in Germany, hexrows elsewhere."""
    group = "bac"[g.plans.get("effort", 2) - 1]
    if g.map.country[h] == "germany":
        return h in g.map.regions[f"german-{group}"].hexes
    first, last = g.scenario.tables["command"][group]
    return bool(first <= int(g.map.labels[h][:2]) <= last)


def why_not_on_turn_0(g: Gdw1940, u: Unit) -> Refusal | None:
    """18.neutrals, 18.allied_move: who may not move on turn 0; 18.german: no German is bound."""
    counter = g.counter(u)
    if g.turn != 0 or counter.side is Side.GERMAN or counter.pool == "swiss_border":
        return None
    if counter.nation in ("french", "british"):
        if g.groups.get(counter.army, 0) == g.plans.get("group", 0) and counter.army:
            return None
        return Refusal("18.allied_move", f"{g.name(u)} does not belong to the army group that moves on turn 0")
    if counter.nation == "belgian" and g.scenario.options.get("20.belgian_alliance"):
        return None
    return Refusal("18.neutrals", f"{counter.nation.capitalize()} units do not move on turn 0")


def show_group(g: Gdw1940, u: Unit) -> None:
    """16.secret: whoever moves on turn 0 shows which army group the Allies chose."""
    army = g.counter(u).army
    if g.turn == 0 and g.scenario.side_of[u] is Side.ALLIED and army in g.groups:
        g.shown_group = g.groups[army]


def why_not_this_way(g: Gdw1940, u: Unit, a: Hex, b: Hex) -> Refusal | None:
    """18.directions: on turn 0 Allied units move only east and northeast; 18.swiss_border: but for the SR units.

    R.18.directions.1: by rail too.
    """
    if g.turn != 0 or g.scenario.side_of[u] is Side.GERMAN or g.counter(u).pool == "swiss_border":
        return None
    if g.map.neighbours[a].index(b) in (g.map.grid.direction(name) for name in EAST_AND_NORTHEAST):
        return None
    return Refusal("18.directions", "on turn 0 Allied units move only east and northeast")


def why_not_mountain_corps(g: Gdw1940, u: Unit, country: str) -> Refusal | None:
    """15.geb.limits: before Switzerland is invaded the mountain corps may not go to another country, or attack it.

    R.15.geb.limits.1: but it may be the one that invades Switzerland.
    """
    if g.id(u) != "de.Geb" or "switzerland" in (*g.joined, country):
        return None
    return Refusal(
        "15.geb.limits", "the mountain corps stays in Germany and does not attack until Switzerland is invaded"
    )


def army_name(army: str) -> str:
    """de.16 is the 16th Army; armies with a name of their own keep it."""
    number = army.partition(".")[2]
    return f"{ordinal(int(number))} Army" if number.isdigit() else (number or army).upper()


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th: of an army or an army group, none of which has a number beyond 20."""
    return f"{number}{('st', 'nd', 'rd')[number - 1] if number <= 3 else 'th'}"

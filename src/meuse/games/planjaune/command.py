"""11.12: war plans, sectors, release, neutral countries; 1f, 11.3: what headquarters command; 12.1c: into Belgium."""

from __future__ import annotations

from collections.abc import Iterable

from meuse.counters import Side, Unit
from meuse.games.planjaune.board import GROUND, IN_BELGIUM, PlanJaune, fights
from meuse.games.planjaune.supply import closed_hexes, holds_in_supply
from meuse.games.planjaune.zones import COUNTRY_NAMES, HOME, LOW_COUNTRIES
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.hexsets import Net, bits_of, flood, net
from meuse.mechanics.supply import distances
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, derived

EFFORTS = {Side.GERMAN: ("de.hgb", "de.hga", "de.hgc"), Side.ALLIED: ("fr.ga1", "fr.ga2", "fr.ga3")}
NAMES = {
    "de.hgb": "Army Group B", "de.hga": "Army Group A", "de.hgc": "Army Group C",
    "fr.ga1": "Army Group 1", "fr.ga2": "Army Group 2", "fr.ga3": "Army Group 3",
}  # fmt: skip
KLEIST = "de.pgk"
BELGIAN_ARMY = "be"
INTO_BELGIUM = ("uk.bef", "fr.1", "fr.7")
"""12.1c: the armies that have to go into Belgium."""


# -- 11.12 who may move and fight


def group_of(g: PlanJaune, u: Unit) -> str:
    """11.12a: the army group of a unit, "" for the reserve; a corps belongs where its divisions do."""
    members = g.members(u)
    return g.scenario.counters[members[0]].group if members else ""


def army_of(g: PlanJaune, u: Unit) -> str:
    members = g.members(u)
    return g.counter(members[0]).army if members else ""


def why_not_move(g: PlanJaune, u: Unit) -> Refusal | None:
    """11.12.allied-t1-move, R.11.12.allied-t1-move.1: on turn 1 only the main effort moves, and neutrals in contact."""
    if g.turn > 1 or g.scenario.side_of[u] is Side.GERMAN:
        return None
    if g.counter(u).nation in HOME:
        if is_in_contact(g, u) or g.spent[u]:  # who was in contact goes on, hex by hex as in one order
            return None
        return Refusal(
            "11.12.allied-t1-neutral",
            f"on turn 1 neutral units move only in contact; no German unit is next to {g.name(u)}",
        )
    if group_of(g, u) == g.effort.get(Side.ALLIED):
        return None
    return Refusal("11.12.allied-t1-move", f"on turn 1 only the main effort moves; {g.name(u)} is not part of it")


def is_in_contact(g: PlanJaune, u: Unit) -> bool:
    """11.12.allied-t1-neutral: whether Germans are beside a unit, or have landed in its hex."""
    here = g.hex_of[u]
    return any(g.units_in(h, Side.GERMAN) for h in (here, *g.map.adjacent[here]))


def why_not_attack(g: PlanJaune, u: Unit) -> Refusal | None:
    """11.12.allied-t1-attack, 11.12.axis-t1, 11.12.axis-t1-others: who may attack in the combat phase of turn 1."""
    if g.turn > 1:
        return None
    if g.scenario.side_of[u] is Side.ALLIED:
        return Refusal("11.12.allied-t1-attack", "on turn 1 the Allies make no attacks except overruns")
    if g.counter(u).has("airborne"):
        return None  # 11.12.axis-t1-airborne
    if group_of(g, u) == g.effort.get(Side.GERMAN) or army_of(g, u) == KLEIST:  # R.11.12.axis-t1.1
        return None
    return Refusal(
        "11.12.axis-t1-others",
        f"on turn 1 only the main effort and Panzergruppe Kleist attack; {g.name(u)} is in neither",
    )


def is_bound(g: PlanJaune, u: Unit) -> bool:
    """11.12.allied-t2, R.11.12.allied-t2.1: whether a unit must stay in the sector of its army group.

    11.12.allied-reserve: free units are not; R.11.12.allied-t2.2: a headquarters is, as long as all its armies are.
    """
    group = group_of(g, u)
    if g.turn < 2 or g.scenario.side_of[u] is Side.GERMAN or not group or group == g.effort.get(Side.ALLIED):
        return False
    if g.counter(u).has("hq"):
        return not any(army in g.released for army in armies_of(g, group))
    return army_of(g, u) not in g.released


@derived()
def armies_of(g: PlanJaune, group: str) -> tuple[str, ...]:
    """The armies of an army group, by the counters that belong to them."""
    found = {c.army for c in g.scenario.counters if c.group == group and not c.has("hq")}
    return tuple(sorted(found))


def releasable(g: PlanJaune) -> list[str]:
    """11.12.allied-t3: the armies outside the main effort that have not been released."""
    effort = g.effort.get(Side.ALLIED)
    groups = (group for group in EFFORTS[Side.ALLIED] if group != effort)
    return sorted(army for group in groups for army in armies_of(g, group) if army not in g.released)


# -- where a unit may not go


def why_not_enter(g: PlanJaune, u: Unit, a: Hex, h: Hex) -> Refusal | None:
    """Why countries and sectors close a hex to a unit that moves or advances from another.

    R.11.12.allied-t2.3: who was forced out of its sector may come nearer to it.
    """
    if g.scenario.side_of[u] is Side.GERMAN:
        return None
    country, nation, there = g.map.country[h], g.counter(u).nation, g.map.labels[h]
    if refusal := why_not_neutral(g, nation, h):
        return refusal
    if nation == "belgian" and country != "belgium" and g.map.country[a] == "belgium" and stays(g):
        return Refusal("11.12.belgium-stay", f"{g.name(u)} may not leave Belgium until Brussels falls")
    if is_bound(g, u) and 0 < (far := to_sector(g, group_of(g, u)))[h] >= far[a]:
        name = NAMES[group_of(g, u)]
        return Refusal(
            "11.12.allied-t2", f"{there} is outside the sector of {name}, and the army has not been released"
        )
    return None


def why_not_neutral(g: PlanJaune, nation: str, h: Hex) -> Refusal | None:
    """11.12.luxembourg, R.12.2b.1: a country that is still neutral is closed to the Allies, but for its own army."""
    country = g.map.country[h]
    if country in ("france", "germany", HOME.get(nation, "")) or country in g.invaded:
        return None
    rule, name = "11.12.luxembourg" if country == "luxembourg" else "12.2b", COUNTRY_NAMES[country]
    return Refusal(rule, f"{g.map.labels[h]} is in {name}, which is still neutral")


@derived()
def to_sector(g: PlanJaune, group: str) -> tuple[int, ...]:
    """How far each hex is from the sector of an army group, over land."""
    return distances(g.scenario.touching, g.scenario.sectors[group])


Limits = tuple[str, str, bool]
"""What binds a unit: its nation, the army group whose sector it may not leave, whether it has to stay in Belgium."""


def limits_of(g: PlanJaune, u: Unit) -> Limits:
    if g.scenario.side_of[u] is Side.GERMAN:
        return "german", "", False
    nation = g.counter(u).nation
    return nation, group_of(g, u) if is_bound(g, u) else "", nation == "belgian" and stays(g)


@derived(GROUND)
def closed_to(g: PlanJaune, nation: str, bound: str, homebound: bool) -> int:
    """The hexes where `why_not_enter` could have something to say, as a number with a bit for each."""
    if nation == "german":
        return 0
    free = {"belgium"} if homebound else {"france", "germany", HOME.get(nation, ""), *g.invaded}
    found = bits_of(h for h, country in enumerate(g.map.country) if country not in free)
    return found | _outside(g, bound) if bound else found


@derived()
def _outside(g: PlanJaune, group: str) -> int:
    return bits_of(h for h in range(len(g.map)) if h not in g.scenario.sectors[group])


def stays(g: PlanJaune) -> bool:
    """11.12.belgium-stay, R.11.12.belgium-return.1: whether Brussels has never fallen yet."""
    return BELGIAN_ARMY not in g.released and not is_captured(g, g.map.place("Bruxelles").hex, Side.GERMAN)


def note_brussels(g: PlanJaune) -> None:
    """R.11.12.belgium-return.1: once Brussels has fallen the Belgians are free for good, whoever holds it later."""
    if BELGIAN_ARMY not in g.released and not stays(g):
        g.change(released=g.released | {BELGIAN_ARMY})
        g.emit("release", "Brussels has fallen: Belgian units may leave Belgium", "11.12.belgium-stay", side="allied")


def is_captured(g: PlanJaune, h: Hex, side: Side) -> bool:
    """11.12.capture, R.11.12.capture.2: a side was the last in a city, and the hex is in supply for its unit."""
    return g.friendly(h, side) and holds_in_supply(g, side, h)


def invade(g: PlanJaune, side: Side, h: Hex) -> None:
    """R.12.2b.1, 11.12.luxembourg: Germans in, or over, a country open it to the Allies."""
    country = g.map.country[h]
    if side is Side.GERMAN and country in LOW_COUNTRIES and country not in g.invaded:
        g.change(invaded=g.invaded | {country})
        text = f"Germany invades {COUNTRY_NAMES[country]}"
        g.emit("invasion", text, "12.2b", at=(g.map.labels[h],), side="german")


def take_arms(g: PlanJaune, units: Iterable[Unit]) -> None:
    """R.12.2b.3: a neutral whose army attacks, or goes into Germany, is at war as if it had been invaded."""
    for country in sorted({HOME.get(g.counter(u).nation, "") for u in units} - g.invaded - {""}):
        g.change(invaded=g.invaded | {country})
        g.emit("invasion", f"{COUNTRY_NAMES[country]} goes to war", "12.2b")


# -- duties: 12.1c into Belgium, 11.12.belgium-return back home


def is_drawn(g: PlanJaune, u: Unit) -> bool:
    """Whether a unit has to go to Belgium as soon as it can: 12.1c, R.12.1c.1, R.12.1c.2; 11.12.belgium-return."""
    if g.map.country[g.hex_of[u]] == "belgium" or "belgium" in g.surrendered:
        return False
    if g.counter(u).nation == "belgian":
        return stays(g)
    called = g.scenario.id == "historical" and g.turn <= 2 and army_of(g, u) in INTO_BELGIUM
    return called and not g.status[u] & IN_BELGIUM


def drawn_goals(g: PlanJaune, u: Unit, goals: Iterable[Hex]) -> list[Hex]:
    """R.12.1c.1: of the hexes in reach those in Belgium, or else those nearer to it than the unit is now."""
    far = to_belgium(g)
    goals = list(goals)
    inside = [h for h in goals if far[h] == 0]
    return inside or [h for h in goals if far[h] < far[g.hex_of[u]]]


@derived()
def to_belgium(g: PlanJaune) -> tuple[int, ...]:
    """How far each hex is from Belgium, over land."""
    belgian = [h for h, country in enumerate(g.map.country) if country == "belgium"]
    return distances(g.scenario.touching, belgian)


# -- 1f, 11.3 headquarters


def commanded(g: PlanJaune, hq: Unit) -> int:
    """1f, 11.3c: the hexes within the command range of a headquarters, as a number with a bit for each."""
    return _commanded(g, hq, g.counter(hq).command, g.turn <= 1)


@derived(GERMAN_UNITS, ALLIED_UNITS, GROUND)
def _commanded(g: PlanJaune, hq: Unit, most: int, opening: bool) -> int:
    is_open = ~closed_hexes(g, g.scenario.side_of[hq])
    found = 1 << g.hex_of[hq]
    for _ in range(most):
        found |= flood(_land(g), found, found) & is_open
    return found


@derived()
def _land(g: PlanJaune) -> Net:
    return net(g.scenario.touching)


def commanders(g: PlanJaune, side: Side, hexes: Iterable[Hex]) -> list[Unit]:
    """11.3b: the headquarters of a side that have all these hexes in range."""
    wanted = bits_of(hexes)
    found = (u for u in g.scenario.headquarters[side] if g.hex_of[u] >= 0)
    return [u for u in found if not wanted & ~commanded(g, u)]


def commands_landing(g: PlanJaune, hq: Unit, h: Hex) -> bool:
    """R.11.3b.2: whether airborne units among enemies are in range: their hex may be the last one of the way."""
    last = _commanded(g, hq, g.counter(hq).command - 1, g.turn <= 1)
    return any(last >> n & 1 for n in g.scenario.touching[h])


def fighters(g: PlanJaune, h: Hex, side: Side) -> tuple[Unit, ...]:
    """The units of a side in a hex that fight: not headquarters."""
    return tuple(u for u in g.units_in(h, side) if fights(g, u))

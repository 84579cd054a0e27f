"""11.12: surrenders; 11.13: objectives and victory levels."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from meuse.counters import Side
from meuse.games.planjaune.board import PlanJaune
from meuse.games.planjaune.command import is_captured, stays
from meuse.games.planjaune.losses import destroy
from meuse.games.planjaune.supply import sources
from meuse.games.planjaune.zones import COUNTRY_NAMES, feared_hexes, negated, occupied
from meuse.hexmap import OFF_MAP, Hex
from meuse.mechanics.hexsets import bits_of, flood, net
from meuse.report import count
from meuse.state import Result

SEA, INVASION, MAGINOT, ARMIES = 1, 2, 3, 4
OBJECTIVES = {
    SEA: "Race to the sea",
    INVASION: "Invasion",
    MAGINOT: "Isolate the Maginot Line",
    ARMIES: "Destroy the BEF and the French armour",
}
"""11.13a: the four objectives."""

PORTS = ("Anvers", "Calais", "Dunkerque", "Boulogne", "Dieppe")
LEVELS = ("Major Allied victory", "Minor Allied victory", "Draw", "Minor Axis victory", "Major Axis victory")


# -- 11.12 surrenders


def check_surrenders(g: PlanJaune) -> None:
    """11.12.surrender: in each victory phase."""
    if "netherlands" not in g.surrendered and holland_falls(g):
        surrender(g, "netherlands", "dutch", "11.12.holland")
    if "belgium" not in g.surrendered and belgium_falls(g):
        surrender(g, "belgium", "belgian", "11.12.belgium")


def holland_falls(g: PlanJaune) -> bool:
    """11.12.holland: four major cities captured; a bombed one counts."""
    lost = [h for h in g.scenario.cities["netherlands"] if h == g.bombed_city or is_captured(g, h, Side.GERMAN)]
    return len(lost) >= int(g.scenario.tables["victory"]["dutch_cities"])


def belgium_falls(g: PlanJaune) -> bool:
    """11.12.belgium, R.11.12.belgium.1: all major cities, and no French or British unit in the country."""
    helped = any(
        g.map.country[g.hex_of[u]] == "belgium" and g.counter(u).nation in ("french", "british")
        for u in g.on_map(Side.ALLIED)
    )
    return not helped and all(is_captured(g, h, Side.GERMAN) for h in g.scenario.cities["belgium"])


def surrender(g: PlanJaune, country: str, nation: str, rule: str) -> None:
    """11.12.surrender, R.11.12.surrender.1: its units leave the game, and are not counted as losses."""
    for u in g.on_map(Side.ALLIED):
        if g.counter(u).nation == nation:
            g.place(u, OFF_MAP)
    g.change(surrendered=g.surrendered | {country}, invaded=g.invaded | {country})
    g.emit("surrender", f"{COUNTRY_NAMES[country]} surrenders", rule)


def lose_wanderers(g: PlanJaune) -> None:
    """11.12.belgium-return, R.11.12.belgium-return.1: Belgian units outside Belgium are eliminated."""
    if not stays(g):
        return
    for u in g.on_map(Side.ALLIED):
        if g.counter(u).nation == "belgian" and g.map.country[g.hex_of[u]] != "belgium":
            g.steps_lost["belgian"] = g.steps_lost.get("belgian", 0) + g.steps[u]
            destroy(g, u, "11.12.belgium-return")


# -- 11.13 objectives


def reached(g: PlanJaune, objective: int) -> bool:
    """11.13.o1 to 11.13.o4."""
    table: dict[str, int] = g.scenario.tables["victory"]
    if objective == SEA:
        places = [g.map.place(name).hex for name in ("Lille", *PORTS)]
        return "netherlands" in g.surrendered and all(is_captured(g, h, Side.GERMAN) for h in places)
    if objective == INVASION:
        return g.exited >= table["exits"]
    if objective == MAGINOT:
        return not holding_maginot(g)
    return g.british_destroyed >= table["british"] and g.armour_destroyed >= table["armour"]


def holding_maginot(g: PlanJaune) -> list[Hex]:
    """11.13.o3, R.11.13.o3.1: the hexes of the Maginot Line that are neither captured nor cut off by units or zones.

    What lies in the line, works and Strasbourg, does not feed it.
    """
    line = g.map.regions["maginot-line"].hexes
    outside = bits_of(h for h in sources(g, Side.ALLIED) if h not in line)
    shut = feared_hexes(g, Side.ALLIED) | occupied(g, Side.GERMAN) & ~negated(g, Side.ALLIED)
    joined = flood(net(g.scenario.touching), outside, ~shut)
    return [h for h in sorted(line) if not g.friendly(h, Side.GERMAN) and joined >> h & 1]


def objective_places(g: PlanJaune, objective: int) -> tuple[str, ...]:
    """11.13.o1 to 11.13.o4: the hexes that an objective is about, or those of the units it is about."""
    if objective == SEA:
        hexes = [*(g.map.place(name).hex for name in ("Lille", *PORTS)), *g.scenario.cities["netherlands"]]
    elif objective == INVASION:
        hexes = list(g.map.regions["communication-lines"].hexes)
    elif objective == MAGINOT:
        hexes = list(g.map.regions["maginot-line"].hexes)
    else:
        return g.places(
            [u for u in g.on_map(Side.ALLIED) if g.counter(u).nation == "british" or g.counter(u).has("armour")]
        )
    return tuple(g.map.labels[h] for h in sorted(set(hexes)))


def level(chosen: bool, others: int) -> int:
    """11.13b, R.11.13b.1: the level by objectives, as a place in LEVELS."""
    if not chosen:
        return 1 if others else 0
    return (1, 2, 3, 4)[others]


class Losses(msgspec.Struct, frozen=True):
    """R.11.13d.1: steps lost; the Dutch are not counted."""

    axis: int
    allied: int


def losses(g: PlanJaune) -> Losses:
    lost = g.steps_lost
    return Losses(lost.get("german", 0), sum(lost.get(nation, 0) for nation in ("british", "french", "belgian")))


def level_shifts(g: PlanJaune) -> list[tuple[int, str, str]]:
    """11.13c, 11.13d, 11.13e, 12.8b: what moves the level, towards the Axis (+) or the Allies (-)."""
    found = []
    lost = losses(g)
    if any(is_captured(g, h, Side.ALLIED) for h in g.scenario.cities["germany"] if was_entered(g, h)):
        found.append((-1, "a German major city is in Allied hands", "11.13c"))
    if lost.axis > lost.allied:
        found.append((-1, f"the Axis has lost {count(lost.axis, 'step')}, the Allies {lost.allied}", "11.13d"))
    if lost.allied and lost.allied >= 2 * lost.axis:
        found.append((1, f"the Allies have lost {count(lost.allied, 'step')}, the Axis {lost.axis}", "11.13e"))
    if g.italian_bonus:
        found.append((1, "Italy crosses the Alps", "12.8b"))
    return found


def was_entered(g: PlanJaune, h: Hex) -> bool:
    return g.friendly(h, Side.ALLIED)


def verdict(g: PlanJaune) -> Result:
    """11.13b, R.11.13d.1: all shifts are added, then the level stays between the two ends."""
    plan = g.plans.get("objective", SEA)
    done = [n for n in OBJECTIVES if reached(g, n)]
    start = level(plan in done, len([n for n in done if n != plan]))
    shifts = level_shifts(g)
    final = LEVELS[max(0, min(4, start + sum(shift for shift, _, _ in shifts)))]
    winner = {"Draw": None}.get(final, Side.GERMAN if "Axis" in final else Side.ALLIED)
    words = _sentence(plan, done, [text for _, text, _ in shifts])
    lost = losses(g)
    score = {"german": float(len(done)), "steps lost german": lost.axis, "steps lost allied": lost.allied}
    return Result(winner, final, f"{final}: {words}", "11.13b", score)


def standing(g: PlanJaune) -> Result:
    """11.13a: how the game would end now; the score is the objectives reached, and those denied."""
    result = verdict(g)
    denied = len(OBJECTIVES) - result.score["german"]
    return msgspec.structs.replace(result, score=result.score | {"allied": denied})


def _sentence(plan: int, done: Sequence[int], shifts: Sequence[str]) -> str:
    """The plan, whether it succeeded, the other objectives, and what shifted the level.

    The result is part of the fingerprint of a finished game, so other words would be another state.
    """
    fate = "was reached" if plan in done else "was not reached"
    others = ", ".join(OBJECTIVES[n] for n in done if n != plan) or "no other objective"
    parts = [f"the plan, {OBJECTIVES[plan]}, {fate}", f"besides it {others}", *shifts]
    return "; ".join(parts) + "."

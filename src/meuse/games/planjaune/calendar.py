"""The turns of Plan Jaune: arrivals, replacement points, which events the dice can bring, and what binds the Allies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from meuse.counters import Unit
from meuse.games.planjaune.arrivals import CEFS_BY_RAIL, ENTRIES, entry_hexes, why_not_arrive
from meuse.games.planjaune.board import PlanJaune
from meuse.games.planjaune.events import ITALY_FROM, WORDS
from meuse.mechanics import parts
from meuse.mechanics.parts import Way
from meuse.report import Due, Part


def turn_track(g: PlanJaune) -> Part:
    """2a."""
    return parts.turn_track(g, g.scenario.tables["turns"]["dates"], "2a", due=lambda n: due(g, n))


def due(g: PlanJaune, turn: int) -> Iterator[Due]:
    yield from parts.arrivals_due(g, reinforcements(g, turn), lambda u: way_of(g, u))
    yield from restrictions(turn)
    yield from points(g, turn)
    yield from events(g, turn)
    if turn == len(g.scenario.tables["turns"]["dates"]):
        yield Due(text="The last turn: objectives and losses are counted at its end.", rule="11.13b")


def reinforcements(g: PlanJaune, turn: int) -> list[Unit]:
    """9.1a: those that wait; who could have come before is due now."""
    waiting = g.at.get(g.scenario.box("arrivals"), ())
    return [u for u in waiting if max(g.counter(u).turn, g.turn) == turn]


WAYS = {
    "city": "at a major city at home",
    "geb": "at a major city of Germany, for a step of the XVIII Korps",
    "sea": "at a port or on a railway of the west edge",
    "port": f"at a port, from turn {CEFS_BY_RAIL} on by railway over the west edge",
    "edge": "over the west or south edge",
    "alps": "at the Alps",
}


def way_of(g: PlanJaune, u: Unit) -> Way:
    """9.1a, 9.1b, 12.4 to 12.7."""
    entry = g.counter(u).entry
    hexes = tuple(h for h in entry_hexes(g, u) if why_not_arrive(g, u, h) is None)
    return Way(WAYS[entry], ENTRIES[entry], hexes)


def restrictions(turn: int) -> Iterator[Due]:
    """11.12: what binds both sides on the first turns."""
    if turn == 1:
        text = "Of the Allies only the main effort and neutrals in contact move, and they attack only by overrun."
        yield Due(text=text, side="allied", rule="11.12.allied-t1-move")
        text = "On foot and in the first combat phase only the main effort and Panzergruppe Kleist attack."
        yield Due(text=text, side="german", rule="11.12.axis-t1")
    if turn == 2:
        text = "Allied armies outside the main effort act, but stay in their sector. Supply is checked from here on."
        yield Due(text=text, side="allied", rule="11.12.allied-t2")
    if turn == 3:
        text = "From now on the Allies may release one army a turn from its sector."
        yield Due(text=text, side="allied", rule="11.12.allied-t3")


def points(g: PlanJaune, turn: int) -> Iterator[Due]:
    """9.2b: an infantry replacement point for each side, every second turn."""
    table = g.scenario.tables["replacements"]
    if turn >= table["first"] and (turn - table["first"]) % table["every"] == 0:
        yield Due(text="Each side receives an infantry replacement point, lost if not spent at once.", rule="9.2b")


def events(g: PlanJaune, turn: int) -> Iterator[Due]:
    """11.11a, 12.8a: what two dice can bring from this turn on, as far as it has not happened; the Italian attack."""
    table = g.scenario.tables["events"]
    key = {1: "early", table["late_from"]: "late"}.get(turn, "")
    for event, sums in rolls(table[key] if key else {}).items():
        if event not in g.events_done:
            yield Due(text=f"From here on a roll of {sums} brings {WORDS[event]}.", rule=f"11.11.{event}")
    if turn == ITALY_FROM and g.scenario.options.get("12.8") and not g.italy:
        yield Due(text="From here on Italy attacks in the Alps on a 6.", side="german", rule="12.8a")


def rolls(table: Mapping[str, str]) -> dict[str, str]:
    """Which sums of two dice bring an event: "2-3"."""
    found: dict[str, list[str]] = {}
    for total, event in table.items():
        found.setdefault(event, []).append(total)
    return {event: f"{sums[0]}-{sums[-1]}" for event, sums in found.items()}

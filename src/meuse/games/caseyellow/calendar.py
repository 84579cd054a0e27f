"""The Turn Record Track of Case Yellow: arrivals, chits, Air Assets that come back, what a turn allows or ends."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Unit
from meuse.games.caseyellow.arrivals import entry_hexes, why_not_entry
from meuse.games.caseyellow.board import CaseYellow
from meuse.mechanics import parts
from meuse.mechanics.parts import Way
from meuse.report import Due, Part, count, listed


def turn_track(g: CaseYellow) -> Part:
    """2.1c, 2.4n."""
    dates = g.scenario.tables["turns"]["dates"][: g.scenario.rules["turns"]]
    return parts.turn_track(g, dates, "2.1c", due=lambda n: due(g, n))


def due(g: CaseYellow, turn: int) -> Iterator[Due]:
    yield from command(g, turn)
    yield from parts.arrivals_due(g, reinforcements(g, turn), lambda u: way_of(g, u))
    yield from air(g, turn)
    yield from chits(g, turn)
    yield from dynamo(g, turn)
    yield from refit(g, turn)
    if turn == g.scenario.tables["victory"]["held_turn"] and g.scenario.rules.get("victory_points"):
        towns = listed(g.scenario.tables["victory"]["held"])
        yield Due(text=f"The Allies score for each of {towns} that they still hold.", side="allied", rule="12.8b")
    if turn == g.scenario.rules["turns"]:
        yield Due(text="The last turn.", rule="12.8d")


def reinforcements(g: CaseYellow, turn: int) -> list[Unit]:
    """10.2a: those that wait; who could have come before is due now."""
    pool = g.at.get(g.scenario.box("reserve"), ())
    return [u for u in pool if max(g.arrives[u], g.turn) == turn]


def way_of(g: CaseYellow, u: Unit) -> Way:
    """10.2a, R.12.10e.1: by its entry as the counter names it, or as those of its nation come back."""
    hexes = entry_hexes(g, u)
    open_now = tuple(h for h in hexes if why_not_entry(g, u, h) is None)
    words = g.counter(u).entry or g.scenario.tables["rebuilt"][g.nation(u)]
    text = listed([WAYS.get(word, word) for word in words])
    shut = ", which is closed to it now" if not open_now else ""
    return Way(f"{'' if words[0] in WAYS else 'at '}{text}{shut}", "10.2a", open_now or hexes)


WAYS = {
    "german_city": "at a city in Germany",
    "belgian": "at a city in Belgium",
    "south_edge": "on the south map edge",
    "west_edge": "on the west map edge",
    "paris": "at Paris",
}
"""Entries with a name of their own; the others are towns."""


def command(g: CaseYellow, turn: int) -> Iterator[Due]:
    """R.1.0.1, R.1.0.2, 5.1d: what binds or helps a side on the first turns."""
    rules = g.scenario.rules
    if turn in rules.get("advance_turns", ()):
        yield Due(text="The Allied left wing must go to the Dyle and to Breda.", side="allied", rule="R.1.0.1")
    if turn in rules.get("meuse_turns", ()):
        text = "Only the cavalry of the French 9th and 2nd Armies may cross the Meuse eastward."
        yield Due(text=text, side="allied", rule="R.1.0.2")
    if turn in g.scenario.tables["paratroops"]["turns"]:
        waiting = g.at.get(g.scenario.box("airborne"), ())
        pieces = g.ids(waiting) if turn == g.turn else ()
        yield Due(text="German airborne units may land.", side="german", pieces=pieces, rule="5.1d")
    if turn == 2:
        yield Due(text="From now on units must trace supply.", rule="7.5")


def air(g: CaseYellow, turn: int) -> Iterator[Due]:
    """5.1b, R.5.1b.1: Air Assets that were eliminated come back."""
    for side, back in g.air_lost:
        if back == turn:
            text = f"One {'Stuka' if side.word == 'german' else 'Allied Air Asset'} is available again."
            yield Due(text=text, side=side.word, rule="5.1b.roll")


def chits(g: CaseYellow, turn: int) -> Iterator[Due]:
    """2.2d.chits, 2.2d.fallrot: where the number of chits changes."""
    rules = g.scenario.rules
    row = next((row for row in rules["chits"] if row["from"] == turn), None)
    if g.fall_rot and g.fall_rot == turn:
        row = rules["fall_rot_chits"]
        yield Due(text="Fall Rot begins.", side="german", rule="2.2d.fallrot")
    if row is not None and not (g.fall_rot and turn > g.fall_rot):
        text = (
            f"The cup holds {count(row['german'], 'German chit')}, {count(row['move'], 'Allied Move chit')} "
            f"and {count(row['combat'], 'Allied Combat chit')}."
        )
        yield Due(text=text, rule="2.2d.chits")


def dynamo(g: CaseYellow, turn: int) -> Iterator[Due]:
    """13.1, 13.3a: when Dynamo may be declared, and when it ends."""
    allowed = g.scenario.tables["dynamo"]["turns"] if g.scenario.rules.get("dynamo") else ()
    if turn in allowed and not g.dynamo_declared:
        yield Due(text="The Allies may declare Operation Dynamo.", side="allied", rule="13.1")
    if g.dynamo_declared and turn == g.dynamo_ends:
        at = (g.map.labels[g.port],) if g.port >= 0 else ()
        yield Due(text="Operation Dynamo ends with this turn at the latest.", side="allied", at=at, rule="13.3a")


def refit(g: CaseYellow, turn: int) -> Iterator[Due]:
    """12.7a, 12.10b, 12.11d, 12.12b, 12.12e: replacements, Better Defence, the Panzer Refit, Paris."""
    rules = g.scenario.rules
    table, chart = rules.get("replacements"), g.scenario.tables["refit"]
    if table and turn == table["first"]:
        yield Due(text="Replacements can be spent from this End Phase on.", rule="12.10b")
    if table and not g.refit_ends and turn == chart["first"]:
        text = f"The Panzer Refit may be declared, by turn {chart['last']} at the latest."
        yield Due(text=text, side="german", rule="12.12b")
    if g.refit_ends and turn == g.refit_ends:
        pieces = g.ids(g.at.get(g.scenario.box("refit"), ()))
        yield Due(text="The Panzer Refit ends; the panzers come back.", side="german", pieces=pieces, rule="12.12e")
    if markers := rules.get("better_defence", {}).get(str(turn)):
        text = f"The Allies receive {count(markers, 'Better Defence marker')}."
        yield Due(text=text, side="allied", rule="12.11d")
    if turn == OPEN_CITY_FROM and rules["turns"] > turn and not g.open_city:
        at = tuple(g.map.labels[h] for h in sorted(g.scenario.paris))
        yield Due(text="Paris may be declared an open city from this End Phase on.", side="allied", at=at, rule="12.7a")


OPEN_CITY_FROM = 5
"""12.7a."""

"""The track of turns of 1940: what each turn brings, from the order of appearance (22) and the special rules."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.gdw1940.board import Gdw1940
from meuse.mechanics import parts
from meuse.mechanics.parts import Way
from meuse.report import Due, Part, count


def turn_track(g: Gdw1940) -> Part:
    """2.turn: turns 0 to 10."""
    return parts.turn_track(g, g.scenario.tables["turns"]["dates"], "2.turn", due=lambda n: due(g, n), first=0)


def due(g: Gdw1940, turn: int) -> Iterator[Due]:
    tables = g.scenario.tables
    german, allied = tables["reserves"]["german"], tables["reserves"]["allied"]
    if turn == 0:
        yield Due(text="Each side has one impulse instead of two.", rule="18.short")
        yield Due(
            text="Of the Allies only the army group named in their plan moves, east and northeast.",
            side="allied",
            rule="18.allied_move",
        )
    if turn == tables["command"]["panzer_until"] + 1:
        text = "From now on panzer corps may attack outside the area of the army group of the main attack."
        yield Due(text=text, side="german", rule="17.german.panzer")
    if turn == 1:
        text = "From now on one French army per turn may be released from the boundaries of its army group."
        yield Due(text=text, side="allied", rule="17.french.release")
    for side, row in ((Side.GERMAN, german), (Side.ALLIED, allied)):
        if turn == row["from_turn"]:
            text = f"From now on up to {count(row['each_turn'], 'reserve')} can arrive each turn."
            yield Due(text=text, side=side.word, rule="14.choice")
    yield from parts.arrivals_due(g, reinforcements(g, turn), lambda u: entry(g))
    if turn == len(tables["turns"]["dates"]) - 1:
        yield Due(text="The last turn: points are counted at its end.", rule="19.plan")


def reinforcements(g: Gdw1940, turn: int) -> list[Unit]:
    """14.reinforcements: those that still wait; one that could have come before is due now."""
    waiting = g.at.get(g.scenario.box("reserve"), ())
    due = (u for u in waiting if g.counter(u).pool == "reinforcement")
    return [u for u in due if max(g.counter(u).turn, g.turn) == turn]


def entry(g: Gdw1940) -> Way:
    west = sorted(h for h in g.map.regions["west-edge"].hexes if g.friendly(h, Side.ALLIED))
    return Way("on the west map edge", "14.reinforcements", tuple(west))

"""5.5 and 5.8: which ground units may act in an impulse, and what they may spend on moving."""

from __future__ import annotations

from meuse.counters import Unit
from meuse.games.manstein.board import ACTIVATED, ARMY_GROUPS, RESERVE_USED, Manstein
from meuse.games.manstein.logistics import is_sustained
from meuse.ledger import Refusal


def is_active(g: Manstein, u: Unit) -> bool:
    """5.5, 5.0b, 5.8a: whether a ground unit may act in this impulse, by its command or by name; the BEF is in 1AG."""
    now, scenario = g.now, g.scenario
    if scenario.side_of[u] is not now.side:
        return False
    return u in now.corps or scenario.command_of[u] in now.commands or reserve_may_act(g, u)


def reserve_may_act(g: Manstein, u: Unit) -> bool:
    """5.8c, 5.8d, R.5.8c.1: reserves act with any army group, once a turn."""
    if g.scenario.command_of[u] != "Res" or g.status[u] & RESERVE_USED:
        return False
    return g.scenario.side_of[u] is g.now.side and bool(ARMY_GROUPS & g.now.commands)


def activates(g: Manstein, name: str, u: Unit) -> bool:
    """5.1, 5.8c, 5.8d: whether a marker could activate a ground unit, whatever its owner chooses."""
    marker, counter = g.scenario.markers[name], g.counter(u)
    used = counter.command == "Res" and bool(g.status[u] & RESERVE_USED)
    if marker.side != counter.side.word or used:
        return False
    if marker.corps:
        return counter.mech and counter.size == "XXX" and (name != "de-gaulle" or counter.nation == "french")
    commands = {*marker.commands, *marker.choose}
    return counter.command in commands or (counter.command == "Res" and bool(ARMY_GROUPS & commands))


def put_to_use(g: Manstein, u: Unit) -> None:
    """5.8d: a reserve that acts has its one activation of the turn."""
    if g.counter(u).command == "Res":
        g.flag(u, ACTIVATED)


def why_not_active(g: Manstein, u: Unit) -> Refusal:
    """5.5, 5.8c, 5.8d: why a unit is not active; 5.1.degaulle and others: a leader activates only the corps chosen."""
    name, counter = g.name(u), g.counter(u)
    marker = g.scenario.markers.get(g.now.marker)
    if marker is not None and marker.corps:
        chosen = g.listed(sorted(g.now.corps)) if g.now.corps else "no ground unit"
        return Refusal(leader_rule(g.now.marker), f"{marker.title} has activated {chosen}, not {name}")
    if counter.command != "Res":
        return Refusal("5.5", f"{name} belongs to {counter.command}, which is not activated this impulse")
    if g.status[u] & RESERVE_USED:
        return Refusal("5.8d", f"{name} has already been activated this turn")
    return Refusal("5.8c", f"{name} is a reserve; it acts only when an army group is activated")


def leader_rule(marker: str) -> str:
    """The rule of a leader's marker: 5.1.guderian, 5.1.hoth, 5.1.rommel, 5.1.degaulle."""
    return f"5.1.{marker.replace('-', '')}"


def allowance(g: Manstein, u: Unit) -> int:
    """8.2, 15.5a: the movement factor, halved and rounded up for a unit that is unsupported when it starts to move."""
    if g.budget[u] >= 0:
        return g.budget[u]
    full = g.counter(u).movement
    return full if is_sustained(g, u) else (full + 1) // 2

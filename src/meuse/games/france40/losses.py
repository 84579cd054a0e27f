"""10.3: losing steps; Remnants, and the Zero-Strength Remnants of 22.9."""

from __future__ import annotations

from meuse.counters import Unit
from meuse.games.france40.board import DISRUPTED, FULL_RETREAT, France40


def lose_step(g: France40, u: Unit, rule: str) -> None:
    """10.3a, 10.3b, 22.9a: a unit turns to its next side, becomes a Remnant, or is eliminated with its last step."""
    left = g.steps[u] - 1
    if left == 0:
        eliminate(g, u, rule)
        return
    was, now = g.face(u), g.scenario.faces[u][left]
    if now.remnant and not was.remnant and not _take_remnant(g, u):
        eliminate(g, u, "10.3c")
        return
    if was.remnant:
        _return_remnant(g, u)
    g.set_steps(u, left)
    name = g.name(u)
    if now.zero:
        g.drop(u, DISRUPTED | FULL_RETREAT)  # 22.9c: it is permanently in Full Retreat, without a marker
        g.emit("loss", f"{name} is reduced to a Zero-Strength Remnant", "22.9a", units=(g.id(u),))
    elif now.remnant:
        g.emit("loss", f"{name} is reduced to a Remnant", "10.3b", units=(g.id(u),))
    else:
        g.emit("loss", f"{name} loses a step", rule, units=(g.id(u),))


def shed_steps(g: France40, u: Unit) -> None:
    """22.9b: a unit gives up all steps but the last; it does not become a Remnant on the way, so none need be left."""
    if g.face(u).remnant:
        _return_remnant(g, u)
    g.set_steps(u, 1)
    g.drop(u, DISRUPTED | FULL_RETREAT)  # 22.9c
    g.emit("loss", f"{g.name(u)} gives up its steps and becomes a Zero-Strength Remnant", "22.9b", units=(g.id(u),))


def eliminate(g: France40, u: Unit, rule: str) -> None:
    """10.3a: a unit is out of play, and counted as lost."""
    leave_map(g, u, "eliminated")
    g.emit("eliminated", f"{g.name(u)} is eliminated", rule, units=(g.id(u),))


def leave_map(g: France40, u: Unit, box: str) -> None:
    """A unit leaves the map for a box; its markers come off (21.2.5), a Remnant's counter can be used again."""
    if g.face(u).remnant:
        _return_remnant(g, u)
    g.place(u, g.scenario.box(box))
    g.set_status(u, 0)
    g.set_under(u, 0)


def _take_remnant(g: France40, u: Unit) -> bool:
    """10.3c: whether a Remnant of the kind is left; the step is forfeited if not."""
    kind = g.counter(u).remnant
    if not g.remnants[kind]:
        return False
    g.remnants[kind] -= 1
    return True


def _return_remnant(g: France40, u: Unit) -> None:
    g.remnants[g.counter(u).remnant] += 1

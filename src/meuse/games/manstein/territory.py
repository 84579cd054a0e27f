"""3.3 and 17.1: what a unit does to a hex by entering it; losing steps (2.2.7) and leaving play."""

from __future__ import annotations

from meuse.counters import Unit
from meuse.games.manstein import morale
from meuse.games.manstein.board import Manstein
from meuse.hexmap import Hex


def enter(g: Manstein, u: Unit, h: Hex) -> None:
    """3.3b: a unit comes into a hex; it takes control of it on the way through, too."""
    g.place(u, h)
    take(g, u, h)


def take(g: Manstein, u: Unit, h: Hex) -> None:
    """3.3c, R.3.3c.1: logistics units take no control; 17.1: any unit destroys an enemy fortress by entering it."""
    side = g.side(u)
    if g.counter(u).kind != "logistics":
        g.set_control(h, 1 + side)
    fort = g.fort(h)
    if fort is not None and fort.side is not side:
        destroy_fort(g, h, "17.1")
    morale.unit_enters(g, u, h)


def destroy_fort(g: Manstein, h: Hex, rule: str) -> None:
    g.mark(g.destroyed, h)
    g.emit("fortress", f"The fortress at {g.spot(h)} is destroyed", rule, at=(g.label(h),))


# -- 2.2.7 steps


def lose_step(g: Manstein, u: Unit, rule: str) -> None:
    """2.2.7a, 2.2.7b, 2.2.7c: from the stronger counter to the weaker, and with the last step out of play."""
    if g.steps[u] > 1:
        g.set_steps(u, g.steps[u] - 1)
        g.emit("loss", f"{g.name(u)} loses a step and has {g.steps[u]} left", rule, units=(g.id(u),))
    else:
        eliminate(g, u, rule)


def eliminate(g: Manstein, u: Unit, rule: str, because: str = "") -> None:
    """2.1.2: an eliminated unit goes to the display of eliminated units; `because` is said of it: "cannot retreat"."""
    there = g.spot(g.hex_of[u])
    g.set_steps(u, 0)
    g.set_status(u, 0)
    g.place(u, g.box("eliminated"))
    why = f"{because} and " if because else ""
    g.emit("eliminated", f"{g.name(u)} {why}is eliminated in {there}", rule, units=(g.id(u),))

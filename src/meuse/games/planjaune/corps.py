"""11.2: armoured corps: containers of divisions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.planjaune.board import HALVED, UNSUPPLIED, PlanJaune
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.state import OWN, derived

KINDS = ("panzer", "mot", "dlm", "dim", "dcr")
RULES = {"de.c14": "11.2.mot14", "fr.cprioux": "11.2.prioux", "fr.ckeller": "11.2.keller"}


def rule_of(g: PlanJaune, corps: Unit) -> str:
    return RULES.get(g.id(corps), "11.2.panzer")


def compositions(g: PlanJaune, corps: Unit) -> list[list[str]]:
    """11.2.panzer, 11.2.mot14, 11.2.prioux, 11.2.keller: what a corps may be made of, each sorted."""
    table = g.scenario.tables["corps"]
    return [list(row) for row in table.get(g.id(corps), table["panzer"])]


def kind(g: PlanJaune, u: Unit) -> str:
    """What a division counts as in a corps; "" for others. R.11.2a.1: SS brigades are motorized divisions."""
    return _kinds(g)[u]


@derived()
def _kinds(g: PlanJaune) -> tuple[str, ...]:
    return tuple(next((kind for kind in KINDS if counter.has(kind)), "") for counter in g.scenario.counters)


def fits(g: PlanJaune, corps: Unit, units: Sequence[Unit], *, whole: bool) -> bool:
    """Whether divisions are, or may still become, a corps."""
    kinds = sorted(kind(g, u) for u in units)
    return any(kinds == row if whole else _is_part(kinds, row) for row in compositions(g, corps))


def _is_part(kinds: Sequence[str], row: Sequence[str]) -> bool:
    return all(kinds.count(k) <= row.count(k) for k in kinds)


def joining(g: PlanJaune, corps: Unit, chosen: Sequence[Unit]) -> Iterator[Unit]:
    """11.2b: the divisions in the same hex with which the corps can still be completed.

    Sets are filled in counter order, so only later divisions may still complete what has been chosen.
    """
    groups = divisions(g, g.counter(corps).side)
    hexes = [g.hex_of[chosen[0]]] if chosen else sorted(groups)
    for h in hexes:
        there = groups.get(h, ())
        for u in there:
            if u not in chosen and (not chosen or u > chosen[-1]):
                later = [v for v in there if v > u]
                if completes(g, corps, (*chosen, u), later):
                    yield u


@derived(OWN)
def divisions(g: PlanJaune, side: Side) -> dict[Hex, tuple[Unit, ...]]:
    """The hexes with two divisions or more that could be in a corps."""
    found: dict[Hex, tuple[Unit, ...]] = {}
    kinds = _kinds(g)
    for u in g.on_map(side):
        if kinds[u]:
            found[g.hex_of[u]] = (*found.get(g.hex_of[u], ()), u)
    return {h: units for h, units in found.items() if len(units) > 1}


def completes(g: PlanJaune, corps: Unit, chosen: tuple[Unit, ...], later: Sequence[Unit]) -> bool:
    """Whether a corps can be filled up from some divisions and those that may still join."""
    if not fits(g, corps, chosen, whole=False):
        return False
    if fits(g, corps, chosen, whole=True):
        return True
    return any(completes(g, corps, (*chosen, v), later[n + 1 :]) for n, v in enumerate(later))


def free_corps(g: PlanJaune, side: int) -> list[Unit]:
    """The corps counters of a side that stand for nothing now."""
    box = g.scenario.box("corps")
    return [u for u in g.at.get(box, ()) if g.scenario.side_of[u] == side]


def form(g: PlanJaune, corps: Unit, units: Sequence[Unit], rule: str = "11.2b") -> None:
    """11.2c: the divisions go into the box, the counter into their hex."""
    h = g.hex_of[units[0]]
    status = 0
    for u in units:
        status |= g.status[u]
        g.set_status(u, g.status[u] & ~UNSUPPLIED)  # 8.1e: from now on the corps has the marker
        g.place(u, g.scenario.corps_box[corps])
    g.place(corps, h)
    g.set_status(corps, status)
    text = f"{g.listed(units)} form {g.name(corps)} at {g.map.spot(h)}"
    g.emit("corps", text, rule, units=g.ids(tuple(units)), at=(g.map.labels[h],))


def disband(g: PlanJaune, corps: Unit) -> None:
    """11.2f: the divisions come back into its hex; 11.11.halt: the halt order is for the panzers among them."""
    h, status = g.hex_of[corps], g.status[corps]
    units = g.members(corps)
    for u in units:
        spared = HALVED if g.event == "halt" and kind(g, u) != "panzer" else 0
        g.place(u, h)
        g.set_status(u, g.status[u] | status & ~spared)
    g.place(corps, g.scenario.box("corps"))
    text = f"{g.name(corps)} disbands at {g.map.spot(h)}"
    g.emit("corps", text, "11.2f", units=g.ids(units), at=(g.map.labels[h],))


def why_not_form(g: PlanJaune, corps: Unit, chosen: Sequence[Unit], unit: Unit) -> Refusal | None:
    """Why a division cannot join."""
    name = g.name(unit)
    if chosen and g.hex_of[unit] != g.hex_of[chosen[0]]:
        return Refusal("11.2b", f"{name} is in another hex")
    if g.hex_of[unit] < 0:
        return None
    return Refusal(rule_of(g, corps), f"{name} does not fit into {g.name(corps)}")


def why_not_whole(g: PlanJaune, corps: Unit, chosen: Sequence[Unit]) -> Refusal | None:
    """Why divisions do not yet make a corps."""
    if fits(g, corps, chosen, whole=True):
        return None
    return Refusal(rule_of(g, corps), f"these divisions do not make up {g.name(corps)}")

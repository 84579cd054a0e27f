"""18.4, 18.5: the Supply Phase: Out of Supply markers, Isolation Attrition, HQs left alone (17.2.2)."""

from __future__ import annotations

from collections.abc import Iterator

from meuse.counters import Side, Unit
from meuse.games.france40 import halt
from meuse.games.france40.board import OUT_OF_SUPPLY, RED, France40
from meuse.games.france40.losses import eliminate, lose_step
from meuse.games.france40.sickle_cut import abandon_dyle
from meuse.games.france40.supply import has_long_line, in_supply, traced
from meuse.mechanics import zoc
from meuse.state import OWN, derived
from meuse.steps import Step


def supply_phase(scenario_id: str, side: Side, turn: int) -> Iterator[Step]:
    """3.A5: step a, then step b. The Allied phase ends with 17.2.2, 21.4c and the Halt Order."""
    yield SupplyCheck(side)
    yield Attrition(side)
    if side is Side.ALLIED:
        yield IsolatedHQs()
        yield from halt.pages(scenario_id, turn)
    else:
        yield halt.Lift(turn)


class SupplyCheck(Step, frozen=True):
    rule = "18.1a"
    side: Side

    def title(self, g: France40) -> str:
        return f"{self.side.title} supply"

    def run(self, g: France40) -> None:
        """18.1b: markers are put on, turned to red, or taken off."""
        g.pop()
        units = [u for u in g.on_map(self.side) if g.scenario.playable[g.hex_of[u]]]
        for u, supplied in [(u, in_supply(g, u)) for u in units]:
            if supplied and g.status[u] & OUT_OF_SUPPLY:
                g.drop(u, OUT_OF_SUPPLY | RED)
                _tell(g, u, "is back in supply")
            elif not supplied and g.status[u] & OUT_OF_SUPPLY:
                if not g.status[u] & RED:
                    g.add(u, RED)
                    _tell(g, u, "is still out of supply: its marker turns red")
            elif not supplied:
                g.add(u, OUT_OF_SUPPLY)
                _tell(g, u, "is out of supply")


class Attrition(Step, frozen=True):
    rule = "18.5.2"
    side: Side

    def title(self, g: France40) -> str:
        return f"{self.side.title} isolation attrition"

    def run(self, g: France40) -> None:
        """18.5.2: each unit that is worn down rolls; the last step may be lost."""
        g.pop()
        limit = g.scenario.tables["isolation"]["loses_up_to"]
        for u, modifier in [(u, attrition_modifier(g, u)) for u in worn_down(g, self.side)]:
            die = g.roll()
            _tell(g, u, f"is isolated and rolls {die}, {modifier:+d}", "18.5.2")
            if die + modifier <= limit:
                lose_step(g, u, "18.5.2")


class IsolatedHQs(Step, frozen=True):
    rule = "17.2.2"

    def run(self, g: France40) -> None:
        """17.2.2: an HQ without supply and without troops is lost. 21.4c: so is an IP marker without a garrison."""
        g.pop()
        alone = [u for u in g.on_map(Side.ALLIED) if g.hq(u) and not in_supply(g, u) and not _with_troops(g, u)]
        for u in alone:
            eliminate(g, u, "17.2.2")
        abandon_dyle(g)


def _with_troops(g: France40, u: Unit) -> bool:
    """17.2.2, R.17.2.2.1: whether a line of any length leads to a unit that is not an HQ."""
    reached = traced(g, Side.ALLIED, g.hex_of[u])
    return any(not g.hq(v) for h in reached for v in g.units_in(h, Side.ALLIED))


def _tell(g: France40, u: Unit, what: str, rule: str = "18.1b") -> None:
    g.emit("supply", f"{g.name(u)} {what}", rule, units=(g.id(u),), at=(g.map.labels[g.hex_of[u]],))


# -- 18.5 attrition


def worn_down(g: France40, side: Side) -> list[Unit]:
    """18.5.1a: red markers next to an enemy; 18.5.1b: not HQs; 18.5.1c: nor with an overland line of any length."""
    return [
        u
        for u in g.on_map(side)
        if g.status[u] & RED
        and not g.hq(u)
        and hexes_beside(g, side.enemy)[g.hex_of[u]]
        and not _spared_fort(g, u)
        and not has_long_line(g, u)
    ]


def _spared_fort(g: France40, u: Unit) -> bool:
    """18.5.1d: a Fort with a friend other than a Fort in its hex or next to it."""
    if not g.fort(u):
        return False
    near = (g.hex_of[u], *g.map.adjacent[g.hex_of[u]])
    return any(not g.fort(v) for h in near for v in g.units_in(h, g.scenario.side_of[u]))


def attrition_modifier(g: France40, u: Unit) -> int:
    """18.5.3, 16.1e: a Fort or a City in reach counts 2, else an HQ 1; troop quality besides."""
    chart, side = g.scenario.tables["isolation"]["modifiers"], g.scenario.side_of[u]
    reached = traced(g, side, g.hex_of[u])
    friends = [v for h in reached for v in g.units_in(h, side)]
    sheltered = any(g.fort(v) for v in friends) or any(h in g.scenario.cities and g.controls(side, h) for h in reached)
    shelter = chart["fort_or_city"] if sheltered else chart["hq"] if any(g.hq(v) for v in friends) else 0
    return int(shelter + chart.get(g.face(u).quality, 0))


@derived(OWN)
def hexes_beside(g: France40, side: Side) -> bytearray:
    """How many hexes with units of a side lie next to each hex; 19.4.2d: one in an Entry Hex does not count."""
    holders = {g.hex_of[u] for u in g.on_map(side) if g.scenario.playable[g.hex_of[u]]}
    return zoc.zones(len(g.map), g.map.adjacent, holders)

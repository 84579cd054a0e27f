"""10.3c: overruns by yellow MA units (reconstructed), and what every order of a movement step shares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.caseyellow import odds
from meuse.games.caseyellow.aftermath import Retreat
from meuse.games.caseyellow.board import DISRUPTED, MOVED, STARTED, TURNED, CaseYellow, disrupt
from meuse.games.caseyellow.ground import enter, is_engaged, left_to_move, surcharge, why_not_through_zone
from meuse.games.caseyellow.lifting import Lifting
from meuse.games.caseyellow.losses import eliminate
from meuse.games.caseyellow.odds import Attack, Battle
from meuse.games.caseyellow.zones import feared
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.orders import order
from meuse.report import count
from meuse.steps import Step


class Moving(Lifting, frozen=True):
    """10.1a: a step in which units move; `moving` are the units in motion, whose move ends when others are ordered."""

    moving: tuple[Unit, ...] = ()

    def go_on(self, g: CaseYellow, moving: tuple[Unit, ...] = ()) -> None:
        g.replace(type(self)(self.side, moving))

    def finish(self, g: CaseYellow, starting: Sequence[Unit] = ()) -> tuple[Unit, ...]:
        """10.1a: each unit moves once; 7.9c, R.7.9c.1: a depot turns over. Returns who is in motion from now on."""
        if set(starting) & set(self.moving):
            return self.moving
        over = 0 if g.scenario.options["resume"] else MOVED
        for u in self.moving:
            g.act(u, MOVED | TURNED if g.is_supply_unit(u) else over)
        return tuple(starting)


class Overruns(Moving, frozen=True):
    """10.3c, R.10.3c.1: in a German Move Round one yellow MA unit, or a stack of them, overruns a hex.

    10.3b, R.10.3b.1: in an Allied one too, if the option allows it.
    """

    @order("overrun {hex} {units}", rule="10.3c", says="An attack in the middle of the move.")
    def overrun(self, g: CaseYellow, target: Hex, units: tuple[Unit, ...]) -> None:
        """10.3c.result: disrupted units are lost, others are disrupted and retreat; 10.3c.mp: the hex is entered."""
        moving, names = self.finish(g, units), g.ids(units)
        text = f"{g.listed(units)} {'overrun' if len(names) > 1 else 'overruns'} {g.map.spot(target)}"
        g.emit("overrun", text, "10.3c", units=names, at=(g.map.labels[target],))
        for u in g.units_in(target, self.side.enemy):
            if g.status[u] & DISRUPTED or alone_as_depot(g, u):
                eliminate(g, u, "10.3c.result")
        beaten = g.units_in(target, self.side.enemy)
        for u in beaten:
            disrupt(g, u, "10.3c.result")
        # R.10.3c.result.1: the German player conducts the retreat, unless the option gives it to the owner.
        who = self.side.enemy if g.scenario.options["overrun_retreat"] == "owner" else Side.GERMAN
        length = g.scenario.tables["overrun"]["retreat"]
        g.replace(Retreat(who, beaten, target, length), EnterOverrun(units, target), type(self)(self.side, moving))

    @overrun.closed_if
    def why_not_overruns(self, g: CaseYellow) -> Refusal | None:
        """10.3b, R.10.3b.1: the Germans overrun, and the Allies if the option says so."""
        options = g.scenario.options
        allowed = options["overrun"] and (self.side is Side.GERMAN or options["allied_overrun"])
        return None if allowed else Refusal("10.3b", "your units cannot overrun")

    @overrun.choices("hex")
    def weak(self, g: CaseYellow) -> Iterator[Hex]:
        for h in near_panzers(g, self.side):
            if why_not_overrun_at(g, self.side, h) is None and any(self.could(g, h, n) for n in g.map.adjacent[h]):
                yield h

    def could(self, g: CaseYellow, target: Hex, origin: Hex) -> bool:
        """10.3c.odds: whether the units in a hex can overrun another one together."""
        if not any(g.scenario.yellow[u] for u in g.units_in(origin, self.side)):
            return False
        units: tuple[Unit, ...] = ()
        while joining := [u for u in self.able(g, target, units) if u not in units and g.hex_of[u] == origin]:
            units = (*units, joining[0])
            if why_not_successful(g, target, units) is None:
                return True
        return False

    @overrun.choices("units")
    def able(self, g: CaseYellow, target: Hex, chosen: Sequence[Unit]) -> Iterator[Unit]:
        """10.3c, 10.3c.mp: yellow MA units of one hex, moving together, with enough points."""
        if chosen and single_file(g, g.hex_of[chosen[0]], target):
            return
        origins = (g.hex_of[chosen[0]],) if chosen else g.map.adjacent[target]
        for n in origins:
            yield from (
                u for u in g.units_in(n, self.side) if why_not_overrun_with(g, u, target, self.moving, chosen) is None
            )

    @overrun.enough("units")
    def why_not_enough(self, g: CaseYellow, target: Hex, chosen: Sequence[Unit]) -> Refusal | None:
        return why_not_successful(g, target, tuple(chosen))

    @overrun.refuses("hex")
    def why_not_overrun(self, g: CaseYellow, h: Hex) -> Refusal:
        if refusal := why_not_overrun_at(g, self.side, h):
            return refusal
        return Refusal(
            "10.3c.odds", "no adjacent stack has the rating, the odds and the movement points for an overrun"
        )

    @overrun.refuses("units")
    def why_not_with(self, g: CaseYellow, target: Hex, chosen: Sequence[Unit], unit: Unit) -> Refusal | None:
        if g.side(unit) is not self.side or g.hex_of[unit] < 0:
            return None
        return why_not_overrun_with(g, unit, target, self.moving, chosen) or Refusal(
            "10.4b.single", "units overrun one at a time along a Forest road"
        )


class EnterOverrun(Step, frozen=True):
    """10.3c.mp, R.10.3c.mp.2: the overrunning units pay, enter, and may go on unless an enemy zone binds them."""

    rule = "10.3c.mp"
    units: tuple[Unit, ...]
    target: Hex

    def run(self, g: CaseYellow) -> None:
        g.pop()
        prices = [price(g, u, self.target) for u in self.units]
        for u, cost in zip(self.units, prices, strict=True):
            g.spent[u] += cost or 0
            g.act(u, STARTED)
            enter(g, u, self.target)
            if feared(g, u, self.target):
                g.act(u, MOVED)  # R.10.3c.mp.2


def alone_as_depot(g: CaseYellow, u: Unit) -> bool:
    """10.3c.result, 7.9e.alone: an Attack Supply Unit caught alone."""
    return g.is_supply_unit(u) and not g.fighters(g.hex_of[u], g.side(u))


def near_panzers(g: CaseYellow, side: Side) -> list[Hex]:
    yellow, enemies, adjacent = g.scenario.yellow, g.held(side.enemy), g.map.adjacent
    able = (u for u in g.on_map(side) if yellow[u] and left_to_move(g, u))
    return sorted({n for u in able for n in adjacent[g.hex_of[u]] if enemies[n]})


def why_not_overrun_at(g: CaseYellow, side: Side, h: Hex) -> Refusal | None:
    """10.3c.where, R.10.3c.where.1, R.10.3c.where.2: hexes that cannot be overrun."""
    there = g.map.labels[h]
    if not g.held(side.enemy)[h]:
        return Refusal("10.3c", f"no {side.enemy.title} units are in {there}")
    strong = g.standing_fort(h) is not None or g.standing_works(h) or h == g.port
    if strong or g.map.terrain[h] in g.scenario.tables["overrun"]["forbidden"]:
        return Refusal("10.3c.where", f"units in {there} cannot be overrun", (there,))
    if any(is_engaged(g, u) for u in g.units_in(h, side.enemy)):
        return Refusal("10.3c.where", f"the units in {there} are engaged", (there,))
    return None


def why_not_overrun_with(
    g: CaseYellow, u: Unit, target: Hex, moving: Sequence[Unit], chosen: Sequence[Unit]
) -> Refusal | None:
    """10.3c, 10.3c.where, 10.3c.mp: why a unit cannot take part in an overrun."""
    name = g.name(u)
    if not g.scenario.yellow[u]:
        return Refusal("10.3c", f"{name} does not have a yellow MA")
    if target not in g.map.adjacent[g.hex_of[u]]:
        return Refusal("10.3c", f"{name} is not next to {g.map.labels[target]}")
    if any(g.hex_of[v] != g.hex_of[u] or in_step(g, v, moving) != in_step(g, u, moving) for v in chosen):
        return Refusal("10.3c", f"{name} is not moving together with the others")
    side = g.map.side_between(g.hex_of[u], target)
    if side is not None and g.scenario.river[side] in g.scenario.tables["overrun"]["rivers"]:
        return Refusal("10.3c.where", "units cannot overrun across a major river or the Rhein")
    if refusal := why_not_through_zone(g, u, g.hex_of[u], target):
        return refusal  # R.10.3c.mp.2
    cost = price(g, u, target)
    if cost is None or cost > left_to_move(g, u):
        left = count(left_to_move(g, u), "movement point")
        return Refusal("10.3c.mp", f"{name} has {left}, too few for the overrun")
    return None


def in_step(g: CaseYellow, u: Unit, moving: Sequence[Unit]) -> tuple[bool, int]:
    """10.1b: units move together if they are in motion together, or have not begun."""
    return u in moving, g.spent[u]


def price(g: CaseYellow, u: Unit, target: Hex) -> int | None:
    """10.3c.mp, R.10.3c.mp.1: the normal cost and one more; None where the unit cannot go."""
    ways = g.scenario.ways[g.scenario.movement_kind[u]][g.hex_of[u]]
    plain = next((cost for n, cost in ways if n == target), None)
    if plain is None:
        return None
    return plain + surcharge(g, u, g.hex_of[u], target) + int(g.scenario.tables["overrun"]["surcharge"])


def single_file(g: CaseYellow, origin: Hex, target: Hex) -> bool:
    """10.3c.where, 10.4b.single: into or out of Forest one unit at a time."""
    return "forest" in (g.map.terrain[origin], g.map.terrain[target])


def why_not_successful(g: CaseYellow, target: Hex, units: tuple[Unit, ...]) -> Refusal | None:
    """10.3c.odds, R.10.3c.odds.1, R.10.3c.odds.2: a higher TR, and 6-1 with all shifts but air."""
    battle = Battle(Attack(target, units))
    if not odds.defenders(g, battle):
        return None
    attack, defence = odds.ratings(g, battle)
    if attack <= defence:
        why = f"the attackers' tactical rating, {attack}, is not higher than the defenders', {defence}"
        return Refusal("10.3c.odds", why)
    needed = g.scenario.crt.columns.index(g.scenario.tables["overrun"]["odds"])
    if odds.final_column(g, battle) < needed:
        return Refusal("10.3c.odds", f"an overrun needs odds of {g.scenario.crt.columns[needed]}")
    return None

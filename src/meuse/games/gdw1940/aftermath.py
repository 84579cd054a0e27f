"""7: what follows the result of a battle: retreats, disruption, advances; and the end of a combat phase."""

from __future__ import annotations

from meuse.counters import Side, Unit
from meuse.games.gdw1940 import odds
from meuse.games.gdw1940.airborne import airborne
from meuse.games.gdw1940.board import AR, DR, POLITICS, RETREATED, Gdw1940, holds_out, may_stack
from meuse.games.gdw1940.exits import why_not_by_sea, why_not_enter
from meuse.games.gdw1940.movement import enter
from meuse.games.gdw1940.neutrals import forced_out, left_to_the_allies
from meuse.games.gdw1940.odds import Attack
from meuse.games.gdw1940.rail import land_links
from meuse.games.gdw1940.victory import eliminate
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.retreat import retreats
from meuse.orders import order
from meuse.phases import log
from meuse.phases.aftermath import Advances
from meuse.phases.retreats import RetreatsToHex
from meuse.report import count
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived
from meuse.steps import Step, overrides

# -- retreats


class Retreat(RetreatsToHex, frozen=True):
    """7.retreat.owner: each unit on its own, by its owner; `origins` are the hexes they leave."""

    rule = "7.retreat.two"
    lost_rule = "7.retreat.eliminated"
    units: tuple[Unit, ...]
    origins: tuple[Hex, ...]

    @overrides
    def title(self, g: Gdw1940) -> str:
        return f"Retreat from {', '.join(self.about(g))}"

    @overrides
    def about(self, g: Gdw1940) -> tuple[str, ...]:
        return tuple(g.map.labels[h] for h in self.origins)

    @overrides
    def standing(self, g: Gdw1940) -> list[Unit]:
        return [u for u in self.units if g.hex_of[u] in self.origins]

    @overrides
    def ends(self, g: Gdw1940, unit: Unit) -> frozenset[Hex]:
        return retreat_hexes(g, unit, self.origins)

    @overrides
    def lost(self, g: Gdw1940, unit: Unit) -> None:
        eliminate(g, unit, "7.retreat.eliminated")

    @overrides
    def fall_back(self, g: Gdw1940, unit: Unit, h: Hex) -> None:
        """7.result.dr: it is disrupted when it gets there; 7.retreat.joined."""
        g.place(unit, h)
        g.set_status(unit, g.status[unit] | RETREATED)
        log.retreat(g, (unit,), (h,), "7.retreat.two")
        disrupt(g, unit, DR)
        forced_out(g, unit)

    @overrides
    def why_not_end(self, g: Gdw1940, unit: Unit, h: Hex) -> Refusal:
        if h in self.origins:
            return Refusal("7.retreat.owner", f"{g.map.labels[h]} must be left")
        return why_not_retreat(g, unit, h)

    retreat = RetreatsToHex.retreat.told(rule="7.retreat.two")


def disrupt(g: Gdw1940, u: Unit, by: int) -> None:
    """7.disruption.effects; R.7.disruption.recover_dr.1: a DR governs over an AR."""
    status = g.status[u] & ~AR if by == DR else g.status[u]
    if by == AR and status & DR:
        return
    g.set_status(u, status | by)
    g.disrupted_in[u] = g.impulses_done
    g.emit("disrupted", f"{g.name(u)} is disrupted", "7.disruption.effects", units=(g.id(u),))


def retreat_length(g: Gdw1940, u: Unit) -> int:
    """7.retreat.two, 7.b_reservists: two hexes; French 2-5 infantry corps four (R.7.b_reservists.1: no others).

    R.11.para.nothing.1: a movement factor is not asked for.
    """
    lengths = g.scenario.tables["retreat"]
    return int(lengths["b_reservists" if g.counter(u).has("b_reservists") else "others"])


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, POLITICS)
def retreat_hexes(g: Gdw1940, u: Unit, leaving: tuple[Hex, ...]) -> frozenset[Hex]:
    """7.retreat.two, R.7.retreat.two.1: where a unit can retreat to, without detours.

    R.7.retreat.owner.2: not to a hex of the same battle that must be left.

    7.retreat.stacking, R.7.retreat.stacking.1: farther only where stacking forces it, and no farther than it must.
    R.7.retreat.territory.1: neither boundaries nor countries bind it, but it crosses no sea or lake.
    """
    start, length, links = g.hex_of[u], retreat_length(g, u), land_links(g, g.movement_kind(u))

    def may_enter(a: Hex, b: Hex) -> bool:
        return b in links[a] and retreat_open(g, u, b)

    def may_stay(h: Hex) -> bool:
        return h not in leaving and may_stack(g, u, h)

    ends = retreats(g.map, start, length, may_enter, lambda h: True)
    fitting = frozenset(h for h in ends if may_stay(h))
    layer, seen = set(ends), {start, *ends}
    while layer and not fitting:
        layer = {n for h in layer for n in g.map.adjacent[h] if n not in seen and may_enter(h, n)}
        seen |= layer
        fitting = frozenset(h for h in layer if may_stay(h) and g.map.distance(start, h) >= length)
    return fitting


def retreat_open(g: Gdw1940, u: Unit, h: Hex) -> bool:
    """7.retreat.territory, 7.retreat.zoc, 4.retreat: friendly ground; enemy zones if motorized or under friends.

    R.10.eben.strength.1: a built-in strength keeps Germans out, whoever owns its hex (R.5.priority.3).
    """
    side = g.scenario.side_of[u]
    if not g.friendly(h, side) or g.held(side.enemy)[h] or (side is Side.GERMAN and holds_out(g, h)):
        return False
    return g.scenario.motorized[u] or not g.zones(side.enemy)[h] or bool(g.held(side)[h])


def why_not_retreat(g: Gdw1940, u: Unit, h: Hex) -> Refusal:
    """Why a unit cannot retreat to a hex."""
    there, name, side = g.map.labels[h], g.name(u), g.scenario.side_of[u]
    length, far = retreat_length(g, u), g.map.distance(g.hex_of[u], h)
    if far < length:
        rule = "7.b_reservists" if g.counter(u).has("b_reservists") else "7.retreat.two"
        return Refusal(rule, f"{name} retreats {count(length, 'hex', 'hexes')}; {there} is nearer")
    if not g.friendly(h, side) or g.held(side.enemy)[h]:
        why = ": no German unit has taken it since its country surrendered" if left_to_the_allies(g, h) else ""
        return Refusal("7.retreat.territory", f"{there} is not friendly territory{why}")
    if side is Side.GERMAN and holds_out(g, h):
        return Refusal("10.eben.strength", f"the garrison of {there} must be beaten first")
    if not retreat_open(g, u, h):
        return Refusal("7.retreat.zoc", f"{there} is in an enemy zone of control, without a friendly unit")
    if not may_stack(g, u, h):
        return Refusal("7.retreat.stacking", f"{there} has no room for {name}")
    return Refusal("7.retreat.two", f"{name} has no path of {count(length, 'open hex', 'open hexes')} to {there}")


# -- advances


class Advance(Advances, frozen=True):
    """7.advance.when: straight after the combat."""

    rule = "7.advance.when"
    title = "Advance"
    question = "Which units advance after combat?"
    attack: Attack
    fresh: tuple[Unit, ...]

    def vacated(self, g: Gdw1940) -> list[Hex]:
        return [h for h in self.attack.hexes if not odds.is_target(g, self.side, h)]

    @overrides
    def may_advance(self, g: Gdw1940, unit: Unit) -> bool:
        return g.hex_of[unit] >= 0 and not g.disrupted(unit) and bool(self.ways(g, unit))

    @overrides
    def advancing(self, g: Gdw1940) -> list[Unit]:
        """7.advance.where: any of the attacking units."""
        return super().advancing(g) if self.vacated(g) else []

    @order("advance {unit} {hex}", rule="7.advance.where", why="only units that attacked may advance, and only once")
    def advance(self, g: Gdw1940, unit: Unit, h: Hex) -> None:
        """7.advance.limits: no movement points, enemy zones ignored."""
        enter(g, unit, h)
        log.advance(g, (unit,), (h,), "7.advance.where")
        self.gone(g, unit)

    @advance.choices("unit")
    def to_advance(self, g: Gdw1940) -> list[Unit]:
        return self.advancing(g)

    @advance.choices("hex")
    def ways(self, g: Gdw1940, unit: Unit) -> list[Hex]:
        """7.advance.where: the vacated hex, or a neighbour of it that holds no enemy."""
        around = self.around(g)
        return sorted(n for n in advance_steps(g, unit) if n in around and why_not_advance(g, unit, n) is None)

    @advance.refuses("hex")
    def why_not_there(self, g: Gdw1940, unit: Unit, h: Hex) -> Refusal | None:
        there = g.map.labels[h]
        if h == g.hex_of[unit]:
            return Refusal("7.advance.limits", f"{g.name(unit)} is already in {there}")
        if h not in advance_steps(g, unit):
            return Refusal("7.advance.limits", f"{there} cannot be reached by {g.name(unit)} in one hex")
        if h not in self.around(g):
            return Refusal("7.advance.where", f"{there} was not vacated, and is not next to a hex that was")
        return why_not_advance(g, unit, h)

    def around(self, g: Gdw1940) -> set[Hex]:
        vacated = set(self.vacated(g))
        return vacated | {n for h in vacated for n in g.map.adjacent[h]}

    done = Advances.done.told(rule="7.advance.when")


def advance_steps(g: Gdw1940, u: Unit) -> list[Hex]:
    """7.advance.limits: one hex; R.7.advance.where.1: not over ground or hexsides that are closed to everybody."""
    return [n for n, _ in g.scenario.ways[f"{g.movement_kind(u)} and by sea"][g.hex_of[u]]]


def why_not_advance(g: Gdw1940, u: Unit, h: Hex) -> Refusal | None:
    """R.7.advance.where.1: what bars an advance: enemies, neutrals, boundaries, the sea; 7.advance.limits: stacking."""
    if not may_stack(g, u, h):
        return Refusal("7.advance.limits", f"{g.map.labels[h]} has no room for {g.name(u)}")
    if (g.hex_of[u], h) in g.scenario.crossings and (refusal := why_not_by_sea(g, u, h)):
        return refusal
    refusal = why_not_enter(g, u, g.hex_of[u], h)
    return None if refusal is not None and refusal.rule == "18.directions" else refusal


# -- the end of the phase


class EndCombat(Step, frozen=True):
    """The end of a combat phase, of either player (R.11.drop.eliminated.1).

    R.10.eben.destroyed.1: airborne units under a garrison that still holds out are lost, and it stands.
    """

    rule = "11.drop.eliminated"

    def run(self, g: Gdw1940) -> None:
        g.pop()
        for u in airborne(g):
            h = g.hex_of[u]
            if h >= 0 and (g.held_allied[h] or holds_out(g, h)):
                eliminate(g, u, "11.drop.eliminated")
        for h in g.scenario.intrinsic:
            if g.held_german[h] and h not in g.destroyed:
                destroy_garrison(g, h)
            elif h in g.beaten:
                tell_of_garrison(g, h, "recovers")
        g.beaten = g.dropped_on = frozenset()
        for u, status in enumerate(g.status):
            if status & RETREATED:  # R.7.retreat.joined.1
                g.set_status(u, status & ~RETREATED)


def tell_of_garrison(g: Gdw1940, h: Hex, fate: str) -> None:
    """R.10.eben.strength.2: what becomes of a built-in strength for now."""
    there = g.map.labels[h]
    g.emit("fortress", f"The garrison of {g.map.spot(h)} {fate}", "10.eben.strength", at=(there,))


def destroy_garrison(g: Gdw1940, h: Hex) -> None:
    """10.eben.destroyed, 13.holland.maastricht: a built-in strength is gone for good; Maastricht is not a fortress."""
    g.destroyed.add(h)
    g.touch(POLITICS)
    if g.map.country[h] == "belgium":
        what, rule = "fortress", "10.eben.destroyed"
    else:
        what, rule = "garrison", "13.holland.maastricht"
    g.emit("fortress", f"The {what} of {g.map.spot(h)} falls", rule, at=(g.map.labels[h],))

"""7.6: Allied rail movement: entraining, detraining, and up to three units a turn on their way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.counters import Side, Unit
from meuse.games.france40 import disorder
from meuse.games.france40.board import AUTO_DS, MOVED, NEW_TRAIN, RAILED, TRAIN, France40
from meuse.games.france40.moving import Moving
from meuse.games.france40.terrain import ground
from meuse.hexmap import Hex
from meuse.ledger import Refusal
from meuse.mechanics.rail import rail_reach
from meuse.mechanics.supply import within
from meuse.orders import order
from meuse.phases.rail import RailMove
from meuse.phases.until_done import UntilDone
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived
from meuse.steps import overrides


class Railways(Moving, RailMove, frozen=True):
    """The orders of a movement phase that have to do with railways; 7.6.1a, 22.7e: the Allies', in Sickle Cut."""

    way_rule = "7.6.1b"

    rail = RailMove.rail.told(rule="7.6.1a")

    @overrides
    def ride(self, g: France40, unit: Unit, path: Sequence[Hex]) -> None:
        """7.6.1b: along the railway; 7.6.3c: a reinforcement counts as entrained."""
        self.finish(g)
        g.place(unit, path[-1])
        g.add(unit, TRAIN | RAILED | MOVED)
        g.railed += 1

    @overrides
    def why_not_trains(self, g: France40) -> Refusal | None:
        return why_not_any_more(g, self.side)

    @overrides
    def by_rail(self, g: France40) -> Iterator[Unit]:
        for u in g.on_map(self.side):
            at_edge = not g.scenario.playable[g.hex_of[u]]
            if (at_edge or g.status[u] & TRAIN) and why_not_by_rail(g, u) is None and can_travel(g, g.hex_of[u]):
                yield u

    @overrides
    def rail_ends(self, g: France40, unit: Unit) -> list[Hex]:
        return sorted(rail_goals(g, g.hex_of[unit]))

    @overrides
    def rail_lines(self, g: France40, unit: Unit) -> dict[Hex, Hex]:
        return lines_from(g, g.hex_of[unit])

    @overrides
    def why_not_by_rail(self, g: France40, unit: Unit) -> Refusal:
        refusal = why_not_by_rail(g, unit)
        return refusal or Refusal("7.6.1b", f"{g.map.labels[g.hex_of[unit]]} has no railway that is clear of the enemy")

    @overrides
    def why_not_rail_end(self, g: France40, unit: Unit, goal: Hex) -> Refusal:
        return why_not_station(g, goal)

    @order(
        "entrain {unit}", rule="7.6.3a", says="Puts the unit on a train, on which it can move from your next turn on."
    )
    def entrain(self, g: France40, unit: Unit) -> None:
        """7.6.3a: put a Train marker on a unit; 7.6.3b: it goes by rail in a later turn."""
        self.finish(g)
        g.add(unit, TRAIN | NEW_TRAIN | MOVED)
        g.emit("rail", f"{g.name(unit)} entrains", "7.6.3a", units=(g.id(unit),))
        self.go_on(g)

    @entrain.closed_if
    def why_not_entraining(self, g: France40) -> Refusal | None:
        return why_not_at_all(g, self.side) or why_not_more_trains(g)

    @entrain.choices("unit")
    def boarding(self, g: France40) -> Iterator[Unit]:
        places, near = stations(g), near_enemies(g)
        for u in g.on_map(self.side):
            if g.hex_of[u] in places and not near[g.hex_of[u]] and why_not_entrain(g, u) is None:
                yield u

    @entrain.refuses("unit")
    def why_not_entrain(self, g: France40, unit: Unit) -> Refusal | None:
        return why_not_entrain(g, unit) if g.scenario.side_of[unit] is self.side and g.hex_of[unit] >= 0 else None


class Detraining(UntilDone, frozen=True):
    """7.6.4a: when the Allied Movement Phase begins, units may leave their trains; 7.6.4b: or stay on them."""

    rule = "7.6.4a"
    title = "Detraining"
    question = "Which units detrain?"

    @order(
        "detrain {unit}",
        rule="7.6.4a",
        says="The Train marker becomes a Disrupted one: two hexes of movement, no attack.",
        why="only a unit under a Train marker can detrain",
    )
    def detrain(self, g: France40, unit: Unit) -> None:
        leave_train(g, unit, "7.6.4a")

    @detrain.choices("unit")
    def entrained(self, g: France40) -> Iterator[Unit]:
        return (u for u in g.on_map(self.side) if g.status[u] & TRAIN)

    done = UntilDone.done.told(label="No more detraining", rule="7.6.4b")


def leave_train(g: France40, u: Unit, rule: str) -> None:
    """7.6.4a: the Train marker is replaced by a Disrupted one."""
    g.drop(u, TRAIN | NEW_TRAIN)
    g.emit("rail", f"{g.name(u)} detrains", rule, units=(g.id(u),))
    disorder.disrupt(g, u, rule)


def forced_detraining(g: France40) -> None:
    """7.6.1d, R.7.6.1d.1: a unit closer than four hexes to an enemy unit must detrain."""
    for u in g.on_map(Side.ALLIED):
        if g.status[u] & TRAIN and near_enemies(g)[g.hex_of[u]]:
            leave_train(g, u, "7.6.1d")


# -- which units


def why_not_at_all(g: France40, side: Side) -> Refusal | None:
    """7.6.1a: only the Allies move by rail; 22.7e: not in Dynamo."""
    if g.scenario.dynamo:
        return Refusal("22.7e", "there is no rail movement in Dynamo")
    return Refusal("7.6.1a", "only the Allies move by rail") if side is Side.GERMAN else None


def why_not_any_more(g: France40, side: Side) -> Refusal | None:
    """7.6.1a: three units per turn."""
    if refusal := why_not_at_all(g, side):
        return refusal
    if g.railed >= g.scenario.tables["limits"]["rail_units"]:
        return Refusal("7.6.1a", "three units have already moved by rail this turn")
    return None


def why_not_more_trains(g: France40) -> Refusal | None:
    """7.6.4d: the number of Train markers is limited."""
    if sum(1 for u in g.on_map(Side.ALLIED) if g.status[u] & TRAIN) < g.scenario.tables["trains"]["markers"]:
        return None
    return Refusal("7.6.4d", "all Train markers are in use")


def why_not_by_rail(g: France40, u: Unit) -> Refusal | None:
    """7.6.1a: a reinforcement in its Entry Hex, or a unit entrained in an earlier turn."""
    name, status = g.name(u), g.status[u]
    if g.hex_of[u] in g.closed:
        return Refusal("19.4.2a", f"{name} keeps an Entry Hex closed and stays there")
    if status & RAILED or status & NEW_TRAIN:
        return Refusal("7.6.3b", f"{name} has already moved by rail or entrained this turn")
    if not status & TRAIN:
        if g.scenario.playable[g.hex_of[u]]:
            return Refusal("7.6.1a", f"{name} is not entrained")
        if refusal := why_not_more_trains(g):
            return refusal
    if not g.good_order(u):
        return Refusal("7.6.1f", f"{name} is not in Good Order")
    if g.under[u]:
        return Refusal("21.2.1b", f"{name} is under a GQG marker")
    return None


def why_not_entrain(g: France40, u: Unit) -> Refusal | None:
    """7.6.3a: in Good Order, in a Town or City four hexes from the enemy, after two hexes at most."""
    name, h = g.name(u), g.hex_of[u]
    if g.status[u] & (TRAIN | RAILED) or g.fort(u) or u in g.frozen or not g.scenario.playable[h]:
        return Refusal("7.6.3a", f"{name} cannot entrain")
    if g.status[u] & AUTO_DS:
        return Refusal("7.7c", f"{name} has already taken part in an Automatic DS")
    if not g.good_order(u):
        return Refusal("7.6.3a", f"{name} is not in Good Order")
    if g.hexes[u] > g.scenario.tables["limits"]["tactical"]:
        return Refusal("7.6.3a", f"{name} has moved more than two hexes")
    if h not in stations(g):
        return Refusal("7.6.3a", f"{g.map.labels[h]} is not a Town or City on a railway")
    if near_enemies(g)[h]:
        return Refusal("7.6.3a", f"an enemy is within three hexes of {g.map.labels[h]}")
    return None


# -- which hexes


@derived()
def stations(g: France40) -> frozenset[Hex]:
    """7.6.3a, R.7.6.3a.1: Towns and Cities on a railway; 7.6.1b: a rail move begins on a rail hex."""
    places = {place.hex for place in g.map.places if place.kinds & {"town", "city"}}
    return frozenset(h for h in places | g.scenario.cities if ground(g).rails[h])


@derived(GERMAN_UNITS)
def near_enemies(g: France40) -> bytes:
    """7.6.3a, R.7.6.1d.1: the hexes closer than four to a German unit."""
    return _closer(g, _german_hexes(g))


@derived(GERMAN_UNITS, CONTROL)
def shut(g: France40) -> bytes:
    """7.6.1c: the hexes closer than four to a German unit or a German City."""
    cities = {h for h in g.scenario.cities if g.controls(Side.GERMAN, h)}
    return _closer(g, _german_hexes(g) | cities)


def _german_hexes(g: France40) -> set[Hex]:
    """R.7.6.1c.1: a unit that keeps an Entry Hex closed has left the map."""
    return {h for u in g.on_map(Side.GERMAN) if g.scenario.playable[h := g.hex_of[u]]}


def _closer(g: France40, centres: set[Hex]) -> bytes:
    found = 0
    for centre in centres:
        found |= _disk(g, centre)
    return found.to_bytes(len(g.map), "little")


@derived(keep=2048)
def _disk(g: France40, centre: Hex) -> int:
    """The hexes closer than four to one, as a number with a byte for each."""
    radius, marked = g.scenario.tables["limits"]["rail_distance"] - 1, bytearray(len(g.map))
    for h in within(g.map.adjacent, centre, radius, lambda _: 1):
        marked[h] = 1
    return int.from_bytes(marked, "little")


def rail_goals(g: France40, start: Hex) -> dict[Hex, int]:
    """7.6.1b, 7.6.1c: where a rail move may end, with its length; 7.6.1f: not with others on the railway."""
    taken = _taken(g)
    return {h: length for h, length in _lines(g, start).items() if h != start and h not in taken}


def can_travel(g: France40, start: Hex) -> bool:
    """Whether a rail move can be made at all."""
    taken = _taken(g)
    return any(h != start and h not in taken for h in _lines(g, start))


@derived(ALLIED_UNITS)
def _taken(g: France40) -> frozenset[Hex]:
    return frozenset([g.hex_of[u] for u in g.on_map(Side.ALLIED) if g.status[u] & TRAIN])


@derived(GERMAN_UNITS, CONTROL)
def _lines(g: France40, start: Hex) -> dict[Hex, int]:
    """The rail hexes that open railways lead to, with the length of the way."""
    if shut(g)[start] and g.scenario.playable[start]:
        return {}
    return within(ground(g).rails, start, g.scenario.tables["limits"]["rail_hexes"], _open(g).__getitem__)


@derived(GERMAN_UNITS, CONTROL)
def _open(g: France40) -> bytes:
    """Marks the hexes where trains may run."""
    return bytes([playable and not closed for playable, closed in zip(g.scenario.playable, shut(g), strict=True)])


@derived(GERMAN_UNITS, CONTROL)
def lines_from(g: France40, start: Hex) -> dict[Hex, Hex]:
    """7.6.1b: the hexes to which trains run from a hex, each with the hex before it on the shortest way."""
    open_hexes = _open(g)
    return rail_reach(ground(g).rails, start, lambda h: bool(open_hexes[h]))


def why_not_station(g: France40, goal: Hex) -> Refusal:
    there = g.map.labels[goal]
    if not ground(g).rails[goal]:
        return Refusal("7.6.1b", f"no railway runs through {there}", (there,))
    if shut(g)[goal]:
        return Refusal("7.6.1c", f"{there} is within three hexes of a German unit or City", (there,))
    if any(g.status[u] & TRAIN for u in g.units_in(goal, Side.ALLIED)):
        return Refusal("7.6.1f", f"another entrained unit is in {there}", (there,))
    return Refusal("7.6.1b", f"{there} is out of reach, or the line is broken", (there,))

"""How the staff uses its air units in Manstein's War: over its attacks, then to bomb depots, then over the front."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meuse.advice import Brief
from meuse.counters import Side, Unit
from meuse.games.manstein import air, logistics
from meuse.games.manstein.advice_aims import danger_to, goals
from meuse.games.manstein.advice_scheme import Sketch
from meuse.games.manstein.board import Manstein, controls, held
from meuse.games.manstein.movement import Movement
from meuse.hexmap import Hex
from meuse.steps import Order


def air_orders(g: Manstein, step: air.AirOperations, brief: Brief) -> Iterator[Order]:
    flyers = sorted(step.flyable(g), key=lambda u: (-strength(g, u), u))
    yield from lift_orders(g, [u for u in flyers if g.counter(u).kind == "airlift"])
    wing = Wing(g, step.side, [u for u in flyers if g.counter(u).kind == "air"], brief)
    if not wing.free:
        return
    yield from wing.over_attacks(strikes(g, step.side, brief))
    if step.side is Side.GERMAN and can_be_spared(g):
        yield from wing.over_cities(cities_to_bomb(g))
    yield from wing.over_front(battlefields(g, step.side))


def bombing_orders(g: Manstein, step: air.CityBombing, brief: Brief) -> list[Order]:
    """16.9: units that no attack needs bomb the city below them, if that hurts."""
    if not can_be_spared(g):
        return []
    worth = dict(cities_to_bomb(g))
    able = [u for u in step.bombers(g) if is_bomber(g, u) and worth.get(g.hex_of[u], 0.0) >= brief["bombing"]]
    targets = set(strikes(g, step.side, brief)) if able else set()
    return [("bomb", g.id(u)) for u in able if not targets & {g.hex_of[u], *g.map.adjacent[g.hex_of[u]]}]


def strength(g: Manstein, u: Unit) -> int:
    return g.attack_of(u) if g.counter(u).factors else 0


def is_bomber(g: Manstein, u: Unit) -> bool:
    """22.4a: only units with a good chance, and more than one step to lose."""
    return strength(g, u) >= 2 and g.steps[u] > 1


def can_be_spared(g: Manstein) -> bool:
    """16.5b: a bomber is spent for the turn, so the attacks of the turn come first."""
    return not {"HGA", "HGB", "PGK", "manstein"} & {*g.regular[Side.GERMAN], g.special[Side.GERMAN]}


def strikes(g: Manstein, side: Side, brief: Brief) -> list[Hex]:
    """The attacks that the coming movement could set up if aircraft supported them."""
    step = Movement(side)
    return Sketch(g, step, brief, int(brief["promised"])).strikes if step.decider(g) is not None else []


def lift_orders(g: Manstein, lifts: Sequence[Unit]) -> Iterator[Order]:
    """26.2: the airlift goes to the airborne corps while that can still land."""
    corps = [u for u in g.on_map(Side.GERMAN) if g.counter(u).kind == "airborne" and u not in g.landings]
    for lift, u in zip(lifts, corps, strict=False):
        if g.hex_of[lift] != g.hex_of[u]:
            yield ("fly", g.id(lift), g.label(g.hex_of[u]))


class Wing:
    """The air units that can be activated in an impulse, and where they are meant to go."""

    def __init__(self, g: Manstein, side: Side, units: list[Unit], brief: Brief) -> None:
        self.g, self.side, self.free, self.brief = g, side, units, brief
        self.places = {u: g.hex_of[u] for u in g.scenario.units_of[side] if g.counter(u).kind == "air"}

    def over_attacks(self, targets: Sequence[Hex]) -> Iterator[Order]:
        """16.7a: each where it adds most; the best attack counts most."""
        for u in list(self.free):
            spots = sorted({h for t in targets for h in (t, *self.g.map.adjacent[t])})
            best = max(spots, key=lambda h: (self.adds(u, h, targets), h in targets, -h), default=None)
            now = self.adds(u, self.places[u], targets) if self.places[u] >= 0 else 0.0
            if now > 0:
                self.free.remove(u)
            if best is not None and self.adds(u, best, targets) > now + 0.4:
                yield from self.send(u, best)

    def adds(self, u: Unit, h: Hex, targets: Sequence[Hex]) -> float:
        """The columns that a unit adds to attacks from a hex."""
        if not self.is_open(u, h):
            return -1.0
        return sum(
            max(0, strength(self.g, u) - self.cover_of(t, u)) / (1.0 + rank)
            for rank, t in enumerate(targets)
            if t in self.zone(u, h)
        )

    def zone(self, u: Unit, h: Hex) -> tuple[Hex, ...]:
        whole = self.g.steps[u] == self.g.counter(u).steps
        return (h, *self.g.map.adjacent[h]) if whole else (h,)

    def cover_of(self, target: Hex, leaving: Unit) -> int:
        found = (v for v, h in self.places.items() if v != leaving and h >= 0 and target in self.zone(v, h))
        return max((strength(self.g, v) for v in found), default=0)

    def is_open(self, u: Unit, h: Hex) -> bool:
        """16.3, 16.6a: no friend is there, nor an enemy that is as strong or could take a last step."""
        if any(place == h for v, place in self.places.items() if v != u):
            return False
        enemies = self.g.air(h, self.side.enemy)
        if enemies and self.g.steps[u] == 1:
            return False
        return all(strength(self.g, v) < strength(self.g, u) for v in enemies)

    def over_cities(self, cities: Sequence[tuple[Hex, float]]) -> Iterator[Order]:
        """16.9: units with a good chance, one to a city."""
        wanted = [h for h, value in cities if value >= self.brief["bombing"] and not self.g.air(h, self.side.enemy)]
        for h in wanted:
            able = [u for u in self.free if is_bomber(self.g, u) and self.is_open(u, h)]
            if able:
                yield from self.send(able[0], h)

    def over_front(self, fields: Sequence[Hex]) -> Iterator[Order]:
        """16.7c, 16.8: the rest over the front, if they are in the display."""
        for h in fields:
            able = [u for u in self.free if self.places[u] < 0 and self.is_open(u, h)]
            if able:
                yield from self.send(able[0], h)

    def send(self, u: Unit, h: Hex) -> Iterator[Order]:
        if u in self.free:
            self.free.remove(u)
        if self.places[u] != h:
            self.places[u] = h
            yield ("fly", self.g.id(u), self.g.label(h))


# -- places


def cities_to_bomb(g: Manstein) -> list[tuple[Hex, float]]:
    """22.4c: depots and ports in enemy hands, by what would go hungry without them, the worst first."""
    sources = {h for nation in ("french", "british", "belgian", "dutch") for h in logistics.sources(g, nation)}
    able = [h for h in sources & g.scenario.cities if controls(g, Side.ALLIED, h)]
    return sorted(((h, hunger(g, h)) for h in able), key=lambda one: (-one[1], one[0]))


def hunger(g: Manstein, h: Hex) -> float:
    """The strength that loses its support with a depot; a little for nearby units that may come to need it."""
    trial = g.copy()
    trial.mark(trial.bombed, h)
    value = 0.0
    for u in g.on_map(Side.ALLIED):
        if logistics.is_supported(g, u):
            near = g.map.distance(g.hex_of[u], h) <= 4 and close_to(g, g.hex_of[u], Side.GERMAN)
            value += g.defence_of(u) * (0.1 * near + (not logistics.is_supported(trial, u)))
    return value


def battlefields(g: Manstein, side: Side) -> list[Hex]:
    """Where the enemy is likely to strike, or to be met: Allied stacks near Germans, the most endangered first."""
    wanted, danger = goals(g, side), danger_to(g, Side.ALLIED)
    front = {g.hex_of[u] for u in g.on_map(Side.ALLIED) if close_to(g, g.hex_of[u], Side.GERMAN)}
    found: list[Hex] = []
    for h in sorted(front, key=lambda h: (-danger[h] - 5.0 * (h in wanted), h)):
        if all(g.map.distance(h, other) > 2 for other in found):  # a zone covers the hexes around it
            found.append(h)
    return found


def close_to(g: Manstein, h: Hex, side: Side) -> bool:
    enemies = held(g, side)
    return any(enemies[m] for n in g.map.adjacent[h] for m in (n, *g.map.adjacent[n]))

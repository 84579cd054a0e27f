"""What a position is worth, by the book: prizes (3), support (15), reach (8, 9, 18), impulses (4.1d)."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping

from meuse.appreciation import Appreciation, Historical, Unspent
from meuse.counters import Side, Unit
from meuse.games.manstein import air, logistics, movement, rail, victory
from meuse.games.manstein.activation import activates
from meuse.games.manstein.board import (
    ACTIVATED,
    ATTACKED,
    FLOWN,
    FOUGHT,
    HOME,
    LANDED,
    MARKS,
    MOVED,
    RAILED,
    RESERVE_USED,
    Impulse,
    Manstein,
    controls,
    held,
)
from meuse.hexmap import Hex
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived

SUDDEN_DEATH = 24.0
"""3.1, 3.6: about the points between a draw and an epic victory, shared by the hexes that are still needed for it."""

NEAR_DEATH = 3
"""How many hexes before a German sudden death each of them begins to count for more than its points."""

CAPITULATION = 2.0
"""3.7b, 3.8: what a place is worth on which a country depends: its units are points, and its zones bar roads."""

OVER = MOVED | RAILED | FOUGHT | ATTACKED | ACTIVATED | LANDED | FLOWN | RESERVE_USED

EVENTS = (
    Historical("meuse", "The Meuse is crossed at Sedan or Dinant", 1),
    Historical("dutch-surrender", "The Netherlands surrenders", 1),
    Historical("brussels", "Brussels falls", 2),
    Historical("channel", "The panzers reach the Channel coast of France", 2),
    Historical("dynamo", "The evacuation of the Channel ports begins", 3),
    Historical("belgian-surrender", "Belgium surrenders", 3),
    Historical("somme", "The Somme is crossed", 4),
    Historical("paris", "Paris falls", 6),
)

MEUSE = ("1338", "1339", "1439")
"""Dinant, Charleville and Sedan, the hexes behind the river."""

SOMME = ("0839", "0939", "1039", "1140")
"""Beauvais, Amiens, Compiègne and Soissons, behind Somme and Aisne."""


class MansteinAppreciation(Appreciation[Manstein]):
    def prizes(self, g: Manstein, side: Side) -> Mapping[Hex, float]:
        """3.4a, 3.5a: every hex that scores for either side: what one has the other has not."""
        return prizes(g)

    def holds(self, g: Manstein, side: Side, h: Hex) -> bool:
        return controls(g, side, h)

    def open_prizes(
        self, g: Manstein, side: Side, comers: Mapping[Hex, Collection[Unit]] | None = None
    ) -> dict[Hex, tuple[Unit, ...]]:
        """3.3b, 7.2a: also those that an enemy zone disputes already: whoever walks in settles it."""
        come = self.comers(g, side.enemy) if comers is None else comers
        worth = prizes(g)
        lying = [h for h in worth if h in come and g.control[h] == 1 + side and not self.is_guarded(g, side, h)]
        found = {h: tuple(u for u in come[h] if self.takes(g, u, h)) for h in lying}
        return {h: found[h] for h in sorted(lying, key=lambda h: (-worth[h], h)) if found[h]}

    def strength(self, g: Manstein, u: Unit) -> float:
        """2.2.1a: the mean of attack and defence; of a fortress its defence."""
        counter = g.counter(u)
        if not counter.is_ground or counter.kind == "logistics" or not g.steps[u]:
            return 0.0
        return float(g.defence_of(u)) if counter.is_static else (g.attack_of(u) + g.defence_of(u)) / 2

    def is_supplied(self, g: Manstein, u: Unit) -> bool:
        return logistics.is_sustained(g, u)

    def reach(self, g: Manstein, u: Unit) -> Mapping[Hex, int]:
        """8, 9, 18.1a: on the ground, by rail, and for the airborne corps by air where nobody stands."""
        start, far = g.hex_of[u], g.counter(u).movement
        if not far:
            return {start: 0}
        found = dict.fromkeys(landing_grounds(g, u), far)
        if rail.why_not_entrain(g, u) is None:
            found |= dict.fromkeys(rail.goals(g, u), far)
        return found | movement.reach_of(g, u).cost | {start: 0}

    def reach_to(self, g: Manstein, u: Unit, goals: Collection[Hex]) -> Mapping[Hex, int]:
        """9.0b: trains stay at home."""
        home = HOME[g.counter(u).nation]
        if g.counter(u).kind == "airborne" or any(g.map.country[h] == home for h in goals):
            return self.reach(g, u)
        return movement.reach_of(g, u).cost | {g.hex_of[u]: 0}

    def _is_near(self, g: Manstein, u: Unit, goals: Collection[Hex]) -> bool:
        """8.0c, 9.0d, 18.1a: a hex costs a movement factor at least; trains stay at home, and drops have a range."""
        here, counter = g.hex_of[u], g.counter(u)
        home = HOME[counter.nation] if g.map.country[here] == HOME[counter.nation] else ""
        far = int(g.scenario.tables["airborne"]["range"]) if counter.kind == "airborne" else counter.movement
        return any(g.map.distance(here, h) <= far or g.map.country[h] == home for h in goals)

    def turn_of(self, g: Manstein) -> tuple[Side, Hashable] | None:
        """4.1d: an impulse; each marker is played once a turn."""
        return (g.now.side, (g.turn, g.now.marker)) if g.now.marker else None

    def on_their_turn(self, g: Manstein, side: Side) -> Manstein:
        """8.0f, 9.1, 4.1f: full movement factors and trains; when no marker is left, the aircraft are back."""
        board = g.copy()
        board.now = Impulse(side)
        board.rail_left = int(g.scenario.tables["rail"][side.word])
        for u in board.on_map(side):
            board.budget[u] = -1
            board.unflag(u, OVER)
        if not any(g.regular) and not any(g.special):
            for u in g.scenario.units_of[Side.GERMAN]:
                if g.counter(u).kind == "air" and g.hex_of[u] >= 0:
                    board.place(u, g.box("available"))
        return board

    def could_act(self, g: Manstein, u: Unit) -> bool:
        """5.5: whoever the marker in play could activate."""
        return not g.now.marker or activates(g, g.now.marker, u)

    def may_act_next(self, g: Manstein, u: Unit) -> bool:
        """5.4a, 5.5: whoever the markers in the bin could activate, or the one just drawn; all, when none is left."""
        side = g.side(u)
        drawn = (g.now.marker,) if g.now.side is side else ()
        left = [name for name in (*g.regular[side], g.special[side], *drawn) if name]
        return not left or any(activates(g, name, u) for name in left)

    def is_frail(self, g: Manstein, u: Unit) -> bool:
        """R.3.3c.1, 15.3: logistics units hold nothing and have no defence."""
        return g.counter(u).kind == "logistics"

    def unspent(self, g: Manstein, side: Side) -> Iterable[Unspent]:
        """16.1: air units that the marker could have sent up, where they would have counted in a battle."""
        if g.now.side is not side or not g.now.marker or g.now.marker == "evac":
            return
        idle = [u for u in air.air_force(g, side) if g.counter(u).kind == "air" and air.why_not_flying(g, u) is None]
        grounded = [u for u in idle if g.hex_of[u] == g.box("available")]
        if grounded and any(touches(g, u) for u in g.on_map(side) if g.attack_of(u)):
            yield Unspent("air units on the ground", float(min(len(grounded), air.activations_left(g))))

    def historical(self, g: Manstein) -> Iterable[Historical]:
        return EVENTS

    def has_happened(self, g: Manstein, event: str) -> bool:
        match event:
            case "meuse":
                return taken(g, MEUSE)
            case "somme":
                return taken(g, SOMME)
            case "brussels":
                return taken(g, ("1336",))
            case "paris":
                return taken(g, ("0941",))
            case "channel":
                return any(is_german(g, h) for h in g.scenario.shores if g.map.country[h] == "france")
            case "dutch-surrender" | "belgian-surrender":
                return event.removesuffix("-surrender") in g.surrendered
            case "dynamo":
                return "evac" in g.played
        raise ValueError(f"Manstein's War has no event {event!r}")

    def last_turn(self, g: Manstein) -> int:
        """3.4d: six, or eight once the Germans have extended the game."""
        return int(g.scenario.tables["turns"]["extended" if g.extended else "last"])


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, MARKS)
def prizes(g: Manstein) -> dict[Hex, float]:
    """3.4a, 3.5a, and what a sudden death or a capitulation hangs on."""
    found = dict(points(g))
    depots = [h for h in g.scenario.depots["germany"] if not controls(g, Side.ALLIED, h)]
    needed = max(1, 2 - (len(g.scenario.depots["germany"]) - len(depots)))
    for h in g.scenario.depots["germany"]:
        found[h] = found.get(h, 0.0) + SUDDEN_DEATH / needed
    french = [h for h in french_sources(g) if not controls(g, Side.GERMAN, h)]
    for h in french if len(french) <= NEAR_DEATH else ():
        found[h] = found.get(h, 0.0) + SUDDEN_DEATH / max(1, len(french))
    return found


@derived(MARKS)
def points(g: Manstein) -> dict[Hex, float]:
    """The hexes that score for either side, or that keep a country in the war."""
    found = {h: float(max(victory.hex_value(g, side, h) for side in Side)) for h in range(len(g.map))}
    for country in ("belgium", "netherlands"):
        if victory.NATION_OF[country] not in g.surrendered:
            for h in victory.last_hopes(g, country):
                found[h] += CAPITULATION
    return {h: value for h, value in found.items() if value}


def french_sources(g: Manstein) -> list[Hex]:
    """3.1a: the depots and ports of France."""
    ports = (h for h in g.scenario.ports if g.map.country[h] == "france")
    return sorted({*g.scenario.depots["france"], *ports})


def landing_grounds(g: Manstein, u: Unit) -> Iterable[Hex]:
    """18.0b, 18.0c, 18.0d, 18.1a: where the airborne corps can land without a fight."""
    if g.counter(u).kind != "airborne" or u in g.landings or g.option("26"):
        return ()
    here = g.hex_of[u]
    if g.map.country[here] != "germany" or not logistics.is_supported(g, u):
        return ()
    far, enemies = int(g.scenario.tables["airborne"]["range"]), held(g, g.side(u).enemy)
    near = (h for h in range(len(g.map)) if h not in g.scenario.closed and g.map.distance(here, h) <= far)
    return [h for h in near if not enemies[h] and h != here]


def touches(g: Manstein, u: Unit) -> bool:
    """Whether an enemy is beside a unit."""
    enemies = held(g, g.side(u).enemy)
    return any(enemies[n] for n in g.scenario.links[g.hex_of[u]])


def taken(g: Manstein, labels: Iterable[str]) -> bool:
    return any(is_german(g, g.map.hex(label)) for label in labels)


def is_german(g: Manstein, h: Hex) -> bool:
    """3.3b: whether Germans were the last to enter a hex."""
    return g.control[h] == 1 + Side.GERMAN


APPRECIATION = MansteinAppreciation()
"""What the book says of a position."""

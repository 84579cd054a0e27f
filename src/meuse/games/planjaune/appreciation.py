"""What counts in Plan Jaune, and where a side is in danger, by the rules of the book.

One point is one objective (11.13): losing the last port loses the race to the sea as surely as losing all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from meuse.appreciation import Appreciation, Historical, Unspent
from meuse.counters import Side, Unit
from meuse.games.planjaune import command, exits, supply, victory
from meuse.games.planjaune.board import (
    GROUND,
    RAILED,
    RAILS,
    UNSUPPLIED,
    PlanJaune,
    is_motorized,
    strength_of,
    supply_reach,
)
from meuse.games.planjaune.events import end_of_turn
from meuse.games.planjaune.movement import open_phase
from meuse.games.planjaune.sequence import LAST_TURN, OpenOperations, Victory
from meuse.games.planjaune.zones import STANDS_ASIDE
from meuse.hexmap import Hex
from meuse.mechanics.hexsets import bits_of, flood, net
from meuse.state import ALLIED_UNITS, CONTROL, GERMAN_UNITS, derived
from meuse.steps import Turns

OBJECTIVE, GERMAN_CITY = 1.0, 1.0
"""11.13.o1, 11.13c: a place of the race to the sea; a German city, which costs a level."""
WAY_OUT, MAGINOT, CITY = 0.3, 0.2, 0.2
"""11.13.o2, 11.13.o3: a line of communication, a hex of the Maginot Line. 8.3, 11.12.belgium: a city that feeds a
pocket, or keeps a country fighting."""
LAST_OF_LINE = 4
"""11.13.o3: the hexes of the Maginot Line count once no more than so many hold out: before, one hex decides nothing."""


class PlanJauneAppreciation(Appreciation[PlanJaune]):
    def prizes(self, g: PlanJaune, side: Side) -> Mapping[Hex, float]:
        """11.13: the coast, Holland until it surrenders, German cities, ways out of the map; 8.3: cities of armies.

        8.1a: nobody's supply is judged after the Allied half of the last turn has begun.
        """
        found = dict(_prizes(g))
        if g.turn < LAST_TURN:
            found = dict.fromkeys(_feeding(g, g.turn), CITY) | dict.fromkeys(_belgian(g), CITY) | found
        if _may_fall(g):
            for h in g.map.regions["maginot-line"].hexes:
                found[h] = max(found.get(h, 0.0), MAGINOT)
        if side is Side.ALLIED and g.exited < int(g.scenario.tables["victory"]["exits"]):
            for h in g.map.regions["communication-lines"].hexes:
                found[h] = max(found.get(h, 0.0), WAY_OUT)
        if g.bombed_city >= 0 and "netherlands" not in g.surrendered:
            found.pop(g.bombed_city, None)  # 11.12.holland: it counts as captured, whoever holds it
        return found

    def holds(self, g: PlanJaune, side: Side, h: Hex) -> bool:
        return g.friendly(h, side)

    def strength(self, g: PlanJaune, u: Unit) -> float:
        return float(strength_of(g, u))

    def is_supplied(self, g: PlanJaune, u: Unit) -> bool:
        return supply.traces(g, u)

    def starving(self, g: PlanJaune, side: Side) -> dict[Unit, float]:
        """8.1a: as for each of them alone; but nearly all of them share the lines of their side."""
        shared, found = supply.lines(g, side), dict[Unit, float]()
        for u in g.on_map(side):
            if strength := strength_of(g, u):
                fed = supply.is_near(shared, g.hex_of[u], supply_reach(g, u)) and not supply.neutrality_of(g, u)
                if not fed and not supply.traces(g, u):
                    found[u] = float(strength)
        return found

    def reach(self, g: PlanJaune, u: Unit) -> Mapping[Hex, int]:
        """5.1: in the first phase in which it moves; exploitation comes after the battles."""
        if g.counter(u).has("airborne"):
            return {g.hex_of[u]: 0}
        phase = exits.MOTORIZED if is_motorized(g, u) else exits.FOOT
        cost = exits.reach_of(g, u, phase).cost
        goals = exits.goals_of(g, u, phase)
        if command.is_drawn(g, u):
            goals = tuple(command.drawn_goals(g, u, goals))
        return {g.hex_of[u]: 0} | {h: cost[h] for h in goals}

    def turn_of(self, g: PlanJaune) -> tuple[Side, int] | None:
        """2.B, 2.C: by the entry of the sequence of play that is being carried out."""
        if not g.stack or not isinstance(g.stack[0], Turns):
            return None
        side = _owners(g)[g.stack[0].at - 1] if g.stack[0].at else None
        return None if side is None else (side, g.turn)

    def on_their_turn(self, g: PlanJaune, side: Side) -> PlanJaune:
        """2a: fresh moves, supply as it would be judged, and the next turn if this one's is over."""
        board = g.copy()
        now = self.turn_of(g)
        if side is Side.GERMAN and now is not None:
            board.turn = min(LAST_TURN, g.turn + 1)
            board.interdict(frozenset(), frozenset())
            end_of_turn(board, range(len(board.status)))
        for u in board.on_map(side):
            hungry = 0 if supply.traces(board, u) else UNSUPPLIED
            board.set_status(u, board.status[u] & ~(RAILED | UNSUPPLIED) | hungry)
        open_phase(board, side)
        return board

    def takes(self, g: PlanJaune, u: Unit, h: Hex) -> bool:
        """R.11.12.capture.1: whoever is last in a hex has it; 11.4d: not where works must be attacked first."""
        return self.strength(g, u) > 0 and not g.garrison(h, g.scenario.side_of[u])

    def is_frail(self, g: PlanJaune, u: Unit) -> bool:
        """1k: headquarters."""
        return g.counter(u).has("hq")

    def is_guarded(self, g: PlanJaune, side: Side, h: Hex) -> bool:
        """11.4d: works with a value of their own keep the enemy out, too."""
        return bool(g.garrison(h, side.enemy)) or super().is_guarded(g, side, h)

    def unspent(self, g: PlanJaune, side: Side) -> Iterable[Unspent]:
        """10.1b: bombers beyond the two that may be wanted in defence, where there was somebody to attack."""
        if side is Side.GERMAN and g.bombers[side] > 2 and any(self._battles(g, side)):
            yield Unspent("bombers", float(g.bombers[side] - 2))

    def _battles(self, g: PlanJaune, side: Side) -> Iterator[Hex]:
        """The hexes that somebody stands beside who could attack them."""
        for u in g.on_map(side):
            if strength_of(g, u) and STANDS_ASIDE.isdisjoint(g.counter(u).traits):
                yield from (n for n in g.scenario.touching[g.hex_of[u]] if command.fighters(g, n, side.enemy))

    # -- 1940

    def historical(self, g: PlanJaune) -> Iterable[Historical]:
        return [event for event, _ in _EVENTS]

    def has_happened(self, g: PlanJaune, event: str) -> bool:
        return _HAPPENED[event](g)

    def last_turn(self, g: PlanJaune) -> int:
        return LAST_TURN


@derived(GROUND)
def _prizes(g: PlanJaune) -> dict[Hex, float]:
    """The same for both sides: what a hex is worth, whoever holds it."""
    cities = g.scenario.cities
    found = {g.map.place(name).hex: OBJECTIVE for name in ("Lille", *victory.PORTS)}
    if "netherlands" not in g.surrendered:
        found |= dict.fromkeys(cities["netherlands"], OBJECTIVE)
    return {h: found[h] for h in sorted(found)} | dict.fromkeys(sorted(cities["germany"]), GERMAN_CITY)


@derived(GROUND)
def _belgian(g: PlanJaune) -> Sequence[Hex]:
    """11.12.belgium: the country fights until all its cities are lost."""
    return [] if "belgium" in g.surrendered else sorted(g.scenario.cities["belgium"])


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, GROUND, RAILS)
def _feeding(g: PlanJaune, turn: int) -> Sequence[Hex]:
    """8.3.allied: the French cities that would feed a pocket: those to which no line leads from the map edge.

    Everywhere else railways off the map feed just as well, and no objective is a French city but Lille.
    """
    shut, cities = supply.closed_hexes(g, Side.ALLIED), g.scenario.cities["france"]
    edge = bits_of(h for h in supply.sources(g, Side.ALLIED) if h in g.map.regions["allied-supply"].hexes)
    joined = flood(net(g.scenario.touching), edge, ~shut)
    if not bits_of(g.hex_of[u] for u in g.on_map(Side.ALLIED) if strength_of(g, u)) & ~joined:
        return []
    return [h for h in sorted(cities) if not joined >> h & 1]


@derived(GERMAN_UNITS, ALLIED_UNITS, CONTROL, GROUND, RAILS)
def _may_fall(g: PlanJaune) -> bool:
    """11.13.o3: whether the Maginot Line is nearly isolated."""
    return len(victory.holding_maginot(g)) <= LAST_OF_LINE


@derived()
def _owners(g: PlanJaune) -> tuple[Side | None, ...]:
    """Whose operations each entry of the sequence of play belongs to."""
    now: Side | None = None
    found: list[Side | None] = []
    for step in g.scenario.sequence:
        now = step.side if isinstance(step, OpenOperations) else None if isinstance(step, Victory) else now
        found.append(now)
    return tuple(found)


# -- 1940


def _taken(*names: str) -> Callable[[PlanJaune], bool]:
    """Whether the Germans were the last in one of these places."""
    return lambda g: any(g.friendly(g.map.place(name).hex, Side.GERMAN) for name in names)


def _evacuated(g: PlanJaune) -> bool:
    evacuated = g.scenario.box("evacuated")
    return any(g.hex_of[u] == evacuated for u in g.scenario.units_of[Side.ALLIED])


_EVENTS: tuple[tuple[Historical, Callable[[PlanJaune], bool]], ...] = (
    (Historical("sedan", "Sedan falls, and with it the line of the Meuse", 2), _taken("Sedan")),
    (Historical("holland", "Holland surrenders", 2), lambda g: "netherlands" in g.surrendered),
    (Historical("brussels", "Brussels falls", 3), _taken("Bruxelles")),
    (Historical("channel", "The panzers reach the Channel", 4), _taken("Abbeville", "Boulogne", "Calais", "Dunkerque")),
    (Historical("calais", "Calais falls", 6), _taken("Calais")),
    (Historical("evacuation", "The evacuation begins", 6), _evacuated),
    (Historical("belgium", "Belgium surrenders", 7), lambda g: "belgium" in g.surrendered),
    (Historical("dunkirk", "Dunkirk falls", 9), _taken("Dunkerque")),
    (Historical("paris", "Paris falls", 13), _taken("Paris")),
    (Historical("maginot", "The Maginot Line is cut off", 14), lambda g: victory.reached(g, victory.MAGINOT)),
)
_HAPPENED = {event.id: happened for event, happened in _EVENTS}

APPRECIATION = PlanJauneAppreciation()

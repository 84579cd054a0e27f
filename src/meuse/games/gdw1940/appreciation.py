"""What a position of 1940 is worth, by its own rules: what counts, who feeds on what, who could go where."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

from meuse.appreciation import Appreciation, Historical, Unspent
from meuse.counters import Side, Unit
from meuse.games.gdw1940 import arrivals, combat, movement, neutrals, supply, victory
from meuse.games.gdw1940.air import air_points
from meuse.games.gdw1940.board import MOVED, POLITICS, RAILED, UNSUPPLIED, Gdw1940, may_stack
from meuse.games.gdw1940.sequence import LAST_TURN, EndPlayerTurn, StartImpulse, StartTurn
from meuse.hexmap import Hex
from meuse.state import derived

PLAN, OTHER_PLAN, RUHR, SOURCE, CITY = 10.0, 5.0, 4.0, 3.0, 0.5
"""What holding a hex to the end is worth, in victory points: a condition of the plan that was chosen (19.plan) or of
another (19.level), the Ruhr (19.level.allied_strategic), a source of supply (8.source), where reserves arrive (14)."""

DUTCH_CITY = PLAN
"""13.holland.surrender, 19.holland: without Holland there is no plan."""

DEFENSIVE_AIR = 2
"""9.once: German points that may well be kept for the Allied player turn."""

MEUSE_WEST = ("1211", "1312", "1412", "1512")
"""The hexes behind the Meuse from Namur to Sedan, by which the armour came."""

CHANNEL = ("1320", "1220", "1120", "1119", "1020", "0920", "0919", "0816")
"""The coast from the mouth of the Somme to Oostende."""

HISTORY = (
    Historical("meuse", "The Meuse is crossed between Dinant and Sedan", 1),
    Historical("holland", "Holland surrenders", 1),
    Historical("brussels", "Brussels is taken", 2),
    Historical("channel", "The Channel is reached", 2),
    Historical("belgium", "Belgium surrenders", 4),
    Historical("dynamo", "The BEF leaves", 4),
    Historical("paris", "Paris is taken", 7),
)


class Gdw1940Appreciation(Appreciation[Gdw1940]):
    def prizes(self, g: Gdw1940, side: Side) -> Mapping[Hex, float]:
        """19.plan, 13.holland.surrender, 8.source, 14: the same hexes for both sides, which do not score by the hex."""
        return _prizes(g, g.plans.get("objective", victory.NORTH))

    def holds(self, g: Gdw1940, side: Side, h: Hex) -> bool:
        """5.priority; a neutral's hex is nobody's."""
        return g.friendly(h, side)

    def strength(self, g: Gdw1940, u: Unit) -> float:
        """8.effect.halved: an unsupplied unit fights at half its factor."""
        return g.counter(u).combat * (0.5 if g.status[u] & UNSUPPLIED else 1.0)

    def is_supplied(self, g: Gdw1940, u: Unit) -> bool:
        return supply.is_supplied(g, u)

    def reach(self, g: Gdw1940, u: Unit) -> Mapping[Hex, int]:
        """6.costs: on the ground, as the allowance of this impulse is; 3.when: where its friends leave it room."""
        here = {g.hex_of[u]: 0}
        if movement.allowance(g, u) <= 0:
            return here
        found = movement.reach_of(g, u).cost
        return here | {h: cost for h, cost in found.items() if h not in g.at or may_stack(g, u, h)}

    def turn_of(self, g: Gdw1940) -> tuple[Side, Hashable] | None:
        """2.impulses: both impulses of a player turn; what happens in it belongs to it, retreats too."""
        at = getattr(g.stack[0], "at", 0) if g.stack else 0
        return turns(g)[at - 1] if at else None

    def on_their_turn(self, g: Gdw1940, side: Side) -> Gdw1940:
        """6.first_impulse: no unit has moved, and all have their full movement; 8.judged: supply is judged again."""
        fresh = g.copy()
        fresh.turn = self.next_turn(g, side)
        fresh.impulse = 1
        fresh.spent = [0] * len(fresh.spent)
        without = supply.unsupplied(g)
        for u in (*g.on_map(Side.GERMAN), *g.on_map(Side.ALLIED)):
            status = (g.status[u] & ~(MOVED | RAILED | UNSUPPLIED)) | (UNSUPPLIED if u in without else 0)
            if status != g.status[u]:
                fresh.set_status(u, status)
        fresh.touch(POLITICS)
        return fresh

    def next_turn(self, g: Gdw1940, side: Side) -> int:
        """The game turn in which a side moves next, after the player turn that is going on."""
        now = self.turn_of(g)
        later = now is not None and (now[0] is side or side is Side.GERMAN)
        return g.turn + later

    def takes(self, g: Gdw1940, u: Unit, h: Hex) -> bool:
        """R.5.priority.2: a unit of any size."""
        return True

    def is_frail(self, g: Gdw1940, u: Unit) -> bool:
        """11.para.overrun: who enters the hex of parachutists eliminates them."""
        return g.counter(u).has("parachute")

    def unspent(self, g: Gdw1940, side: Side) -> Iterable[Unspent]:
        """9.once: air points that nobody will use any more; 14: reserves that could have come, and do not add up."""
        now = self.turn_of(g)
        if now is None or now[0] is not side:
            return
        yield from unspent_air(g, side)
        if missing := reserves_left(g, side):
            yield Unspent("reserves that could have come in", float(missing))

    def historical(self, g: Gdw1940) -> Sequence[Historical]:
        return HISTORY

    def has_happened(self, g: Gdw1940, event: str) -> bool:
        match event:
            case "meuse":
                return any(g.held_german[g.map.hex(label)] for label in MEUSE_WEST)
            case "channel":
                return any(g.held_german[g.map.hex(label)] for label in CHANNEL)
            case "brussels":
                return g.friendly(g.map.place("Bruxelles").hex, Side.GERMAN)
            case "dynamo":
                return g.bef_corps_evacuated
            case "paris":
                return all(g.friendly(h, Side.GERMAN) for h in victory.objective_hexes(g, victory.PARIS))
        return event in g.surrendered

    def last_turn(self, g: Gdw1940) -> int:
        return LAST_TURN


@derived(POLITICS)
def _prizes(g: Gdw1940, plan: int) -> dict[Hex, float]:
    found = dict.fromkeys(neutrals.cities_of(g, "germany"), CITY)
    found |= dict.fromkeys((place.hex for place in g.map.with_kind("gathering_point")), CITY)
    found |= dict.fromkeys(neutrals.major_cities(g, "germany"), SOURCE)
    found |= dict.fromkeys((place.hex for place in g.map.with_kind("ruhr")), RUHR)
    for objective in (victory.NORTH, victory.PARIS):
        worth = PLAN if objective == plan else OTHER_PLAN
        found |= dict.fromkeys(victory.objective_hexes(g, objective), worth)
    if plan == victory.MAGINOT:
        found |= dict.fromkeys(victory.objective_hexes(g, plan), PLAN)
    if "holland" in g.joined and "holland" not in g.surrendered:
        found |= dict.fromkeys(neutrals.major_cities(g, "holland"), DUTCH_CITY)
    return found


@derived()
def turns(g: Gdw1940) -> tuple[tuple[Side, int] | None, ...]:
    """2.turn: for each entry of the sequence of play whose movement and combat it belongs to, and in which turn."""
    return tuple(_turns(g))


def _turns(g: Gdw1940) -> Iterator[tuple[Side, int] | None]:
    turn, side = -1, None
    for step in g.scenario.sequence:
        if isinstance(step, StartTurn):
            turn = step.turn
        elif isinstance(step, StartImpulse):
            side = step.side
        yield None if side is None else (side, turn)
        if isinstance(step, EndPlayerTurn):
            side = None


def unspent_air(g: Gdw1940, side: Side) -> Iterator[Unspent]:
    """9.interdict.effect: the Germans still defend with theirs in the Allied turn, so only what interdicts is lost."""
    left, price = air_points(g, side), int(g.scenario.tables["air"]["interdict"])
    if side is Side.GERMAN:
        left -= DEFENSIVE_AIR
    useful = left >= price or (side is Side.ALLIED and combat.attackable(g, side))
    if left > 0 and useful:
        yield Unspent("air points", float(left))


def reserves_left(g: Gdw1940, side: Side) -> int:
    """14.german, 14.allied: how many reserves could have come in this turn and have not."""
    chart = g.scenario.tables["reserves"][side.word]
    if g.turn < chart["from_turn"]:
        return 0
    waiting = [u for u in arrivals.waiting(g, side) if g.counter(u).pool in ("reserve", "swiss_border")]
    return max(0, min(int(chart["each_turn"]) - g.reserves_in, len(waiting)))


APPRECIATION = Gdw1940Appreciation()

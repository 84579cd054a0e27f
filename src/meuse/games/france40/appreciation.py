"""What a position of France '40 is worth and where it is in danger, by the rules of the book: 7, 18, 21.7, 22.10."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping

from meuse.appreciation import Appreciation, Historical, Unspent
from meuse.counters import Side, Unit
from meuse.games.france40 import rail, victory
from meuse.games.france40.arrivals import StartPlayerTurn
from meuse.games.france40.attrition import hexes_beside
from meuse.games.france40.board import (
    AUTO_DS,
    EXTENDED,
    MOVED,
    NEW_TRAIN,
    RAILED,
    TOUCHED,
    TRAIN,
    France40,
)
from meuse.games.france40.evacuation import BEACH_FROM, PORT_FROM
from meuse.games.france40.limits import why_not_move
from meuse.games.france40.paths import routes
from meuse.games.france40.sequence import LAST_TURN, StartTurn
from meuse.games.france40.sickle_cut import bound, other_marker
from meuse.games.france40.supply import in_supply, line_from
from meuse.games.france40.terrain import ground
from meuse.hexmap import OFF_MAP, Hex
from meuse.state import ALLIED_UNITS, GERMAN_UNITS, derived
from meuse.steps import Step, Turns

OF_A_MOVE = MOVED | EXTENDED | TOUCHED | NEW_TRAIN | RAILED | AUTO_DS
"""What a unit's own movement phase leaves behind, and its next one takes away."""

EXIT_WORTH = 3.0
"""21.7.2c: an open way to the Channel ports is worth as many points as units will leave by it: some."""

SPAN = 3
"""Up to how many cut railway hexes are together worth the railway: to open them all is beyond the Allies otherwise."""

SICKLE_CUT_EVENTS = (
    Historical("sedan", "The Meuse is crossed at Sedan", 1),
    Historical("dinant", "The Meuse is crossed at Dinant", 1),
    Historical("montcornet", "The spearheads are as far west as Montcornet", 3),
    Historical("saint-quentin", "Saint-Quentin falls", 6),
    Historical("amiens", "Amiens falls", 8),
    Historical("channel", "The Channel is reached at Abbeville", 8),
    Historical("railways", "The last railway from north to south is cut", 8),
    Historical("boulogne", "The Germans turn on the Channel ports", 10),
)
DYNAMO_EVENTS = (
    Historical("calais", "Calais falls", 3),
    Historical("evacuation", "The first unit leaves by sea", 4),
    Historical("belgium", "Belgium surrenders", 5),
    Historical("lille", "Lille falls", 8),
    Historical("last-british", "The last British unit has left", 10),
    Historical("dunkirk", "Dunkirk falls", 12),
)
TAKEN = {
    "sedan": ("Sedan", "Donchery"), "dinant": ("Dinant",), "saint-quentin": ("Saint-Quentin",), "amiens": ("Amiens",),
    "channel": ("Abbeville", "Saint-Valery-sur-Somme"), "calais": ("Calais",), "lille": ("Lille",),
    "dunkirk": ("Dunkerque",),
}  # fmt: skip
"""The events that come with a German unit in one of these places, or with control of the City."""


class France40Appreciation(Appreciation[France40]):
    """The railways and Entry Hexes of Sickle Cut; the port and the beaches of Dynamo."""

    def prizes(self, g: France40, side: Side) -> Mapping[Hex, float]:
        """21.7, 22.10: the same for both sides, as each point of one is lost by the other."""
        return shore(g) if g.scenario.dynamo else gates(g) | railway(g)

    def holds(self, g: France40, side: Side, h: Hex) -> bool:
        if h in g.scenario.entry_of:  # 19.4.2, 21.7.2a
            german = h in g.closed and line_from(g, Side.GERMAN, h)
        elif h in g.scenario.cities and g.scenario.dynamo:
            german = g.controls(Side.GERMAN, h)
        elif g.scenario.dynamo:
            german = bool(g.held_german[h])
        else:
            german = not victory.runs(g, h)
        return german if side is Side.GERMAN else not german

    def strength(self, g: France40, u: Unit) -> float:
        """19.4.2a: nothing for a unit that keeps an Entry Hex closed."""
        face = g.face(u)
        return 0.0 if g.hex_of[u] in g.closed else (face.attack + face.defence) / 2

    def is_supplied(self, g: France40, u: Unit) -> bool:
        return not g.scenario.playable[g.hex_of[u]] or in_supply(g, u)

    def starving(self, g: France40, side: Side) -> dict[Unit, float]:
        """18.1a: supply is the same for all units of a hex, and is judged once for each."""
        hexes = {g.hex_of[u]: u for u in g.on_map(side)}
        hungry = {h for h, u in hexes.items() if not self.is_supplied(g, u)}
        return {u: weight for u in g.on_map(side) if g.hex_of[u] in hungry and (weight := self.strength(g, u))}

    def is_frail(self, g: France40, u: Unit) -> bool:
        """17.1.4, 22.9: HQs and Zero-Strength Remnants give way to whoever comes."""
        return g.hq(u) or g.zero(u)

    def takes(self, g: France40, u: Unit, h: Hex) -> bool:
        """19.4.2a: only a unit in Good Order closes an Entry Hex."""
        return self.strength(g, u) > 0 and (h not in g.scenario.entry_of or g.good_order(u))

    def reach(self, g: France40, u: Unit) -> Mapping[Hex, int]:
        """7.1 to 7.5, by whatever kind of movement; 21.2.1d: bound units go together; 7.6: trains on their railways."""
        here = g.hex_of[u]
        if g.status[u] & TRAIN:
            return {here: 0} | rail.rail_goals(g, here)
        party = bound(g, u)
        if any(why_not_move(g, v) for v in party):
            return {here: 0}
        ways = routes(g, party)
        goals = (h for h in ways.goals() if not other_marker(g, u, h))
        return {here: 0} | {h: ways.to(h).cost[h] for h in sorted(goals)}

    def on_their_turn(self, g: France40, side: Side) -> France40:
        """3.A2, as `OpenMovement` does it; their Air units are ready again."""
        board = g.copy()
        for u in board.scenario.units_of[side]:
            board.spent[u] = board.hexes[u] = 0
            board.origin[u] = OFF_MAP
            board.drop(u, OF_A_MOVE)
        board.air[side] = board.scenario.tables["air"][board.scenario.id][side.word]
        return board

    def turn_of(self, g: France40) -> tuple[Side, Hashable] | None:
        """3.A, 3.B: a Player Turn, from its Initial Phase to its last."""
        if not g.stack or not isinstance(bottom := g.stack[0], Turns) or not bottom.at:
            return None
        return player_turns(g)[bottom.at - 1]

    def unspent(self, g: France40, side: Side) -> Iterable[Unspent]:
        """9.3: the Luftwaffe, if there was anybody to attack; it might still help in a Determined Defence."""
        near = hexes_beside(g, side.enemy)
        if side is Side.GERMAN and g.air[side] and any(near[g.hex_of[u]] for u in g.on_map(side) if g.face(u).attack):
            yield Unspent("Air units", float(g.air[side]))

    def historical(self, g: France40) -> Iterable[Historical]:
        return DYNAMO_EVENTS if g.scenario.dynamo else SICKLE_CUT_EVENTS

    def has_happened(self, g: France40, event: str) -> bool:
        if event in TAKEN:
            return any(taken(g, name) for name in TAKEN[event])
        return HAPPENED[event](g)

    def last_turn(self, g: France40) -> int:
        return LAST_TURN[g.scenario.id] + bool(g.extra_turn)


@derived()
def player_turns(g: France40) -> tuple[tuple[Side, Hashable] | None, ...]:
    """For each entry of the sequence of play the Player Turn that it belongs to."""
    return tuple(_player_turns(g.scenario.sequence))


def _player_turns(sequence: Iterable[Step]) -> Iterator[tuple[Side, Hashable] | None]:
    turn, now = 0, None
    for step in sequence:
        if isinstance(step, StartTurn):
            turn, now = step.turn, None
        elif isinstance(step, StartPlayerTurn):
            now = (step.side, (turn, step.side))
        elif isinstance(step, victory.Verdict | victory.ExtraTurn):
            now = None
        yield now


# -- 21.7 Sickle Cut


@derived()
def gates(g: France40) -> dict[Hex, float]:
    """21.7.2a, 21.7.2c: the Allied Entry Hexes; that south of Reims counts twice, those to the ports for every unit."""
    areas, reims = g.scenario.areas_of[Side.ALLIED], g.map.regions["reims_entry"].hexes
    worth = g.scenario.tables["victory"]["reims"]
    hexes = {h for area in areas for h in g.scenario.entry_hexes[area]}
    channel = g.scenario.entry_hexes["X"]
    return {h: EXIT_WORTH if h in channel else float(worth) if h in reims else 1.0 for h in sorted(hexes)}


@derived(GERMAN_UNITS, ALLIED_UNITS)
def railway(g: France40) -> dict[Hex, float]:
    """21.7.1c, 21.7.2b: the hexes that decide the railway: twice its points, shared by those it takes to open it.

    While a railway runs, the hexes that all that run have in common; else the cuts of the one that is nearest to being
    open. Where more than a few hexes would have to be won back, none of them counts.
    """
    swing = 2.0 * g.scenario.tables["victory"]["link"]
    if way := victory.open_railway(g):
        return {h: swing for h in way if g.scenario.playable[h] and not _joined_without(g, h)}
    cuts = _cuts(g)
    return {h: swing / len(cuts) for h in cuts} if len(cuts) <= SPAN else {}


def _joined_without(g: France40, without: Hex) -> bool:
    """Whether a railway would still run from north to south if one hex were closed."""
    (starts, goals), rails = victory.ends(g), ground(g).rails
    found = [h for h in sorted(starts) if victory.runs(g, h)]
    seen = {*found, without}
    for h in found:
        fresh = [n for n in rails[h] if n not in seen and victory.runs(g, n)]
        seen.update(fresh)
        found += fresh
    return any(h in goals for h in found)


def _cuts(g: France40) -> list[Hex]:
    """The closed hexes of the railway from north to south that has the fewest of them."""
    starts, goals = victory.ends(g)
    before: dict[Hex, Hex] = {}
    spent = {h: int(not victory.runs(g, h)) for h in sorted(starts)}
    queue = deque(sorted(spent, key=lambda h: spent[h]))
    while queue:
        h = queue.popleft()
        if h in goals:
            break
        for n in ground(g).rails[h]:
            total = spent[h] + (not victory.runs(g, n))
            if total < spent.get(n, len(g.map)):
                spent[n], before[n] = total, h
                (queue.appendleft if total == spent[h] else queue.append)(n)
    way = [h]
    while way[-1] in before:
        way.append(before[way[-1]])
    return [n for n in way if not victory.runs(g, n) and g.scenario.playable[n]]


# -- 22.10 Dynamo


def shore(g: France40) -> dict[Hex, float]:
    """22.5, 22.10: what can still leave by each place, a British unit being worth two points; the ports feed all."""
    last = LAST_TURN[g.scenario.id]
    ports, ships = (last + 1 - max(g.turn, first) for first in (PORT_FROM, BEACH_FROM))
    found = {g.map.place("Dunkerque").hex: 4.0 + 2.0 * ports}
    found |= dict.fromkeys(sorted(g.map.regions["beaches"].hexes), 1.0 + 0.5 * ships)
    found |= {g.map.place(name).hex: 2.0 for name in ("Calais", "Oostende")}
    return found if g.belgium_out else found | {g.map.place("Brugge").hex: 3.0}


# -- history


def taken(g: France40, name: str) -> bool:
    h = g.map.place(name).hex
    return bool(g.held_german[h]) or (h in g.scenario.cities and g.controls(Side.GERMAN, h))


def _broken_out(g: France40) -> bool:
    """Whether a German unit is as far west as Montcornet, beyond the forests on the Meuse."""
    column = g.map.grid.col_row(g.map.spots[g.map.place("Montcornet").hex])[0]
    units = (u for u in g.on_map(Side.GERMAN) if g.scenario.playable[g.hex_of[u]])
    return any(g.map.grid.col_row(g.map.spots[g.hex_of[u]])[0] <= column for u in units)


def _british_gone(g: France40) -> bool:
    return not any(g.counter(u).nation == "british" for u in g.on_map(Side.ALLIED))


HAPPENED: dict[str, Callable[[France40], bool]] = {
    "montcornet": _broken_out,
    "railways": lambda g: not victory.rail_link(g),
    "boulogne": lambda g: bool(g.x_exits),
    "evacuation": lambda g: bool(g.at.get(g.scenario.box("evacuated"))),
    "belgium": lambda g: g.belgium_out,
    "last-british": _british_gone,
}

APPRECIATION = France40Appreciation()
